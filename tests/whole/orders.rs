//! What the battle screen shows of commands and their orders, and how many keys an order takes (SN-ORD-5, SN-ORD-6).

use std::sync::Arc;

use battle::{HouseRules, Library};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use systems::Shelf;
use table::{Game, SeatSpec, Setup};
use tui::{App, Depth, Glyphs, Input, Key, Options, Speed, Start};

/// The screen of the brigade drill under those rules after those keys, without colours and Unicode, in a large window.
fn screen(rules: &str, keys: &str) -> String {
    sized(rules, keys, (160, 46))
}

/// The same in a window of that many columns and rows.
fn sized(rules: &str, keys: &str, (width, height): (u16, u16)) -> String {
    let shelf = Arc::new(Shelf::new());
    let system = shelf.system(rules).expect("a rule system");
    let seats = [SeatSpec::Human, SeatSpec::Commander(String::from("hold"))];
    let battle = shelf.battle("brigade-drill").expect("a battle that ships");
    let setup = Setup { battle, system, house: HouseRules::default(), seats, seed: 7 };
    let game = Game::start(&*shelf, &setup, None).expect("it can be played");
    let options = Options {
        start: Start::Game(Box::new(game)),
        depth: Some(Depth::Mono),
        glyphs: Some(Glyphs::Ascii),
        speed: Speed::Instant,
        ..Options::new(std::env::temp_dir())
    };
    let mut app = App::new(shelf as Arc<dyn Library>, options, Arc::new(|| {})).expect("it starts");
    keys.split_whitespace().for_each(|key| app.handle(Input::Key(key.parse::<Key>().expect("a key"))));
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    app.paint(area, &mut buffer);
    let rows = buffer.content().chunks(usize::from(width)).map(|row| row.iter().map(Cell::symbol).collect::<String>());
    rows.collect::<Vec<_>>().join("\n")
}

#[test]
fn four_keys_send_a_command_to_attack_an_objective() {
    let sent = screen("snappy", "Enter t Tab Enter");
    assert!(sent.contains("Order       attack to "), "the card names order and objective:\n{sent}");
    assert!(sent.contains("BD: attack to "), "so does the status line:\n{sent}");
    assert!(sent.contains("order to a place, attack to "), "and the log:\n{sent}");
    assert!(sent.contains("OD"), "the objective is marked with the leader's letter:\n{sent}");
}

#[test]
fn while_the_place_is_chosen_the_way_there_is_drawn() {
    let aiming = screen("snappy", "Enter t Tab");
    assert!(aiming.contains("To 12,17 ") && !aiming.contains("facing N line1"), "{aiming}");
    assert!(aiming.contains("OD") && aiming.contains("+ "), "{aiming}");
    let elsewhere = screen("snappy", "Enter t Tab Tab Up Enter");
    assert!(elsewhere.contains("BD: attack to ") && !elsewhere.contains("BD: attack to 12,17"), "{elsewhere}");
}

#[test]
fn two_keys_send_an_order_without_a_place_from_any_unit_of_the_command() {
    let menu = screen("snappy", "Enter");
    assert!(menu.contains("c  Order: attack") && menu.contains("w  Order: withdraw"), "{menu}");
    let sent = screen("snappy", "Enter w");
    assert!(sent.contains("BD: order, withdraw."), "{sent}");
    assert!(sent.contains("all at least 12\" from"), "the card says what it asks:\n{sent}");
}

#[test]
fn the_card_says_who_falls_short_of_the_order() {
    let first = screen("snappy", "Esc");
    assert!(first.contains("has 11\" to go: must go") && first.contains("BD: probe; still to go: B1 11\""), "{first}");
}

#[test]
fn a_narrow_window_says_what_a_command_falls_short_of_and_what_an_order_asks() {
    let first = sized("snappy", "Esc", (80, 24));
    let told = ["which commands need other orders?", "BD: probe, B1 11\" to go"];
    assert!(told.iter().all(|words| first.contains(words)), "what is asked, and the unit under the cursor:\n{first}");
    let menu = sized("snappy", "Enter", (80, 24));
    assert!(menu.contains("all within 3\" of the enemy or the objective"), "in full:\n{menu}");
}

#[test]
fn systems_without_orders_of_commands_show_none() {
    for rules in ["eagles", "on_war"] {
        let shown = screen(rules, "Tab");
        assert!(!shown.contains("All of it") && !shown.contains("Asks "), "{rules}:\n{shown}");
    }
}

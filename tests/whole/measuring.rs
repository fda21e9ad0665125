//! What the battle screen tells of distances where nobody may measure, and where everybody may (OW-SCALE-2).

use std::sync::Arc;

use battle::{HouseRules, Library};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use systems::Shelf;
use table::{Game, SeatSpec, Setup};
use tui::{App, Depth, Glyphs, Input, Key, Options, Speed, Start};

/// The screen of the brigade drill under On War after those keys.
fn screen(premeasure: &str, keys: &str) -> String {
    let shelf = Arc::new(Shelf::new());
    let system = shelf.system("on_war").expect("a rule system");
    let mut house = HouseRules::default();
    house.set(system.options, "premeasure", premeasure).expect("a house rule");
    let seats = [SeatSpec::Human, SeatSpec::Commander(String::from("hold"))];
    let battle = shelf.battle("brigade-drill").expect("a battle that ships");
    let game = Game::start(&*shelf, &Setup { battle, system, house, seats, seed: 7 }, None).expect("it can be played");
    let options = Options {
        start: Start::Game(Box::new(game)),
        depth: Some(Depth::True),
        glyphs: Some(Glyphs::Ascii),
        speed: Speed::Instant,
        ..Options::new(std::env::temp_dir())
    };
    let mut app = App::new(shelf as Arc<dyn Library>, options, Arc::new(|| {})).expect("it starts");
    keys.split(' ').for_each(|key| app.handle(Input::Key(key.parse::<Key>().expect("a key"))));
    let area = Rect::new(0, 0, 140, 45);
    let mut buffer = Buffer::empty(area);
    app.paint(area, &mut buffer);
    buffer.content().iter().map(ratatui::buffer::Cell::symbol).collect()
}

#[test]
fn without_measuring_the_field_of_fire_has_no_end_and_threats_no_reach() {
    let fire = screen("off", "Tab F");
    assert!(fire.contains("1 field of fire") && !fire.contains("inches, -1"), "{fire}");
    let threat = screen("off", "Tab T");
    assert!(threat.contains("1 could shoot here if near enough"), "{threat}");
    assert!(!threat.contains("Threats here"), "{threat}");
}

#[test]
fn with_measuring_both_are_told() {
    let fire = screen("on", "Tab F");
    assert!(fire.contains("to 16 inches, -1"), "{fire}");
    let threat = screen("on", "Tab T");
    assert!(threat.contains("1 can reach or shoot here"), "{threat}");
}

//! What makes the first hour easy: briefing, sensible order of things, warnings, clicks, typed orders, the same once more.

use ::battle::{Role, Side};
use ratatui::layout::Position;
use table::Game;

use super::{Play, game};
use crate::theme::Ink;
use crate::{ExitReason, Input, Options, Start};

/// A battle of a person against the commander that takes the first order, with every habit of the program.
fn helped() -> Play {
    Play::fresh(160, 46, |options| Options {
        start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
        ..options
    })
}

/// The small battle after deployment, a person for each side.
pub(super) fn after_deployment() -> Game {
    let mut game = game("small-field", ["human", "human"]);
    for _ in 0..2 {
        let view = game.system();
        let done = view.orders().into_iter().find(|order| view.verb(order).is_some_and(|verb| verb.role == Role::Done));
        game.give(&done.expect("it can be ended")).expect("legal");
    }
    game
}

pub(super) fn at(game: Game) -> Play {
    Play::with(160, 46, |options| Options { start: Start::Game(Box::new(game)), ..options })
}

#[test]
fn a_battle_begins_with_what_it_is_about() {
    let mut play = helped();
    play.settle();
    play.shows("You command ").shows("What you are to do:").shows("Tab goes to the next unit");
    play.keys("Enter").hides("What you are to do:").shows("Points 2-2");
    play.keys("B").shows("What you are to do:").keys("Esc").hides("What you are to do:");
}

#[test]
fn the_briefing_comes_before_the_first_order_of_whoever_begins() {
    let mut play = Play::fresh(160, 46, |options| Options {
        start: Start::Game(Box::new(game("small-field", ["first", "human"]))),
        ..options
    });
    play.settle();
    play.shows("You command ").shows("Enter begin").hides("PgDn page");
    play.keys("Enter").shows("Red").hides("What you are to do:");
    play.keys("B").shows("Esc close").hides("Enter begin");
}

#[test]
fn points_time_and_goals_are_always_in_sight() {
    for (width, height) in [(160, 46), (120, 40), (80, 24)] {
        let mut play = Play::with(width, height, |options| Options {
            start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
            ..options
        });
        let top = play.screen().lines().next().unwrap_or("").to_owned();
        assert!(
            top.contains("Points 2-2") && top.contains("8 turns") && top.contains("Crossroads (3)"),
            "{width}x{height}: {top}"
        );
    }
}

#[test]
fn whoever_has_acted_is_not_counted_and_not_stepped_to() {
    let mut play = at(game("small-field", ["human", "first"]));
    play.keys("Tab Enter Enter Down Down Enter").shows("B2 takes post");
    play.keys("Space").shows("3 could still act: B1, B3, B4.").keys("Esc");
    for _ in 0..4 {
        play.keys("Tab").hides("order B2");
    }
}

#[test]
fn giving_up_asks_first() {
    let mut play = at(game("small-field", ["human", "first"]));
    play.keys("q r").shows("Resign?").keys("Esc").hides("by resignation");
    play.keys("q r Enter").shows("Red wins by resignation.");
}

#[test]
fn an_order_can_be_typed() {
    let mut play = at(game("small-field", ["human", "first"]));
    play.keys(":").typed("deploy b2 7,15 n").keys("Enter").shows("B2 takes post at 7,15");
    play.keys(":").typed("deploy b9 7,15").keys("Enter").shows("\"b9\" is no unit");
    play.keys(":").typed("dance b2").keys("Enter").shows("Unknown command \"dance\"");
    play.keys(":").typed("deploy b3").keys("Enter").shows("Enter go there");
}

#[test]
fn a_place_that_is_taken_is_refused_by_naming_who_stands_there() {
    let mut play = at(game("small-field", ["human", "first"]));
    let field = game("small-field", ["human", "first"]);
    let there = field.system().field().present_of(Side::Blue).next().expect("a unit");
    let place = field.system().field().unit(there).pose.anchor.offset();
    play.keys(":").typed(&format!("deploy b2 {place}")).keys("Enter").shows("B1 stands there");
}

#[test]
fn the_same_is_ordered_once_more_by_another_unit() {
    let mut play = at(game("small-field", ["human", "first"]));
    play.keys("x").shows("No unit has been given an order yet.");
    play.keys("Tab Enter Enter Down Down Enter").shows("B2 takes post");
    play.keys("Tab x").shows("Enter go there");
}

#[test]
fn a_brigade_goes_the_way_of_one_of_its_units() {
    let mut play = at(game("small-field", ["human", "first"]));
    play.keys("X").shows("Move one unit of a brigade first");
    play.keys("Tab Enter Enter Down Down Enter").shows("B2 takes post at 7,15");
    play.keys("X").shows("The others go the same way").hides("takes post at 8").shows(" · Deploy").keys("Enter");
    assert!(play.screen().matches(" takes post at ").count() > 1, "others went as well:\n{}", play.screen());
}

#[test]
fn what_the_words_mean_is_a_key_away() {
    let mut play = at(game("small-field", ["human", "first"]));
    play.keys("M").shows("What the words mean").shows("A battalion, regiment or battery");
}

#[test]
fn the_help_says_what_the_words_of_the_card_mean() {
    let mut play = Play::fresh(160, 80, |options| Options {
        start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
        ..options
    });
    play.settle();
    play.keys("Enter Tab ?").shows("Words of the card under the cursor").shows("How the unit stands.");
    play.resize(80, 24);
    play.hides("How the unit stands.").keys("M").shows("How the unit stands.");
    play.keys("Esc M").shows("On the card of B").shows("How the unit stands.");
}

#[test]
fn settings_are_kept_and_asked_about_no_more() {
    let mut play = at(game("small-field", ["human", "first"]));
    play.keys("S").shows("Ask before something is thrown away").keys("Down Down Enter Esc");
    play.keys("Space").hides("could still act").shows("Turn 1 of 8");
    let kept = std::fs::read_to_string(play.data.path().join("settings.toml")).expect("a file");
    assert!(kept.contains("warnings = \"off\""), "{kept}");
}

#[test]
fn while_the_window_is_too_small_no_key_does_anything_but_leave() {
    let mut play = at(game("small-field", ["human", "first"]));
    play.resize(50, 12);
    play.shows("needs 60 by 16").keys("Tab Enter Enter Down Down Enter q r Enter");
    play.resize(160, 46);
    play.hides("takes post").hides("by resignation").shows("Deployment");
    play.resize(50, 12);
    play.shows("Ctrl-C").keys("Ctrl-C");
    assert!(play.app.exit().is_some());
}

#[test]
fn sixty_columns_by_sixteen_rows_are_enough() {
    let mut play = Play::with(60, 16, |options| Options {
        start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
        ..options
    });
    play.shows("Points 2-2").keys("Tab Enter").shows("Orders").keys("Enter Down Down Enter");
    play.keys("L").shows("takes post");
}

#[test]
fn what_the_others_did_is_seen_again() {
    let mut play = at(game("small-field", ["human", "first"]));
    play.keys("P").shows("The other side has done nothing since your last order.");
    play.keys("Space Enter").shows("P shows it again");
}

#[test]
fn a_click_on_a_place_sends_the_unit_that_is_selected() {
    let mut play = at(game("small-field", ["human", "first"]));
    play.keys(":").typed("zoom 1").keys("Enter Tab");
    let click = |play: &mut Play, from: &str| {
        let screen = play.screen();
        let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains(from)).expect("on the map");
        let column = line.chars().take_while(|letter| *letter != from.chars().next().expect("a letter")).count();
        play.app.handle(Input::Click(Position::new(column as u16, row as u16 + 2)));
        play.settle();
    };
    click(&mut play, "◆↑B2");
    play.shows("Enter go there").hides("takes post");
}

#[test]
fn blows_without_a_chance_come_last() {
    let game = after_deployment();
    let view = game.view(Side::Blue);
    let mut orders: Vec<_> = view.orders().into_iter().filter(|order| order.target_unit().is_some()).collect();
    let good = crate::worth::best_first(view, Role::Fire, &mut orders);
    assert!(orders.iter().skip(good).all(|order| crate::worth::is_vain(view, order)));
}

#[test]
fn moving_comes_before_closing_up() {
    let roles =
        [Role::Move, Role::Fire, Role::Assault, Role::Form, Role::Command, Role::Search, Role::Keep, Role::Done];
    assert!(roles.windows(2).all(|pair| crate::worth::rank(pair[0]) < crate::worth::rank(pair[1])));
}

#[test]
fn finding_a_unit_closes_the_menu_of_another() {
    let mut play = at(game("small-field", ["human", "first"]));
    play.keys("Enter").shows("Orders · B1").keys("/").typed("B2").keys("Enter").hides("Orders · B1");
    play.keys("Enter").shows("Orders · B2");
}

#[test]
fn enter_leads_on_to_who_can_act_and_then_to_the_end_of_the_step() {
    let mut play = at(after_deployment());
    play.keys("Tab Enter Enter Space Enter").shows("· Movement");
    // Nobody stands on the cursor's hex: Enter goes to who was told to act, as Tab would.
    play.keys("Up Up Up Up Up Up").hides("can act: Enter").keys("Enter").shows("can act: Enter");
    for _ in 0..20 {
        play.keys("Enter");
        if play.screen().contains("· Red ·") {
            return;
        }
    }
    panic!("Enter leads nowhere:\n{}", play.screen());
}

#[test]
fn enter_on_an_enemy_says_so_and_then_goes_on() {
    let mut play = at(after_deployment());
    play.keys("/").typed("R1").keys("Enter Enter").shows("R1 is not yours to order").shows("Enter goes on");
    play.keys("Enter").hides("R1 is not yours to order").shows("can act: Enter");
}

#[test]
fn escape_on_the_title_leads_to_quit_and_enter_leaves() {
    let mut play = Play::new(80, 24);
    play.keys("Esc");
    assert_eq!(play.app.exit(), None, "nobody leaves by accident");
    play.keys("Esc Enter");
    assert_eq!(play.app.exit(), Some(&ExitReason::Quit(None)));
}

#[test]
fn the_first_visit_begins_at_the_tutorial_and_the_title_is_told_whole() {
    let mut play = Play::fresh(80, 24, |options| options);
    assert!(play.rows_in(Ink::Chosen).concat().contains("Tutorial"), "{}", play.screen());
    play.hides("…").keys("n b Enter q t");
    assert!(play.rows_in(Ink::Chosen).concat().contains("New battle"), "{}", play.screen());
    play.hides("…").shows("(1 saved)");
}

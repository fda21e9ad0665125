//! A person's battle, key by key.

use std::fs;

use ::battle::{Order, Role, Side, UnitId};
use proving::RandomPlayer;
use ratatui::layout::Position;
use table::{Dispatch, DispatchKind, Game};

use super::{Play, game};
use crate::panels::dispatches::{self, Filter};
use crate::theme::Theme;
use crate::{Depth, ExitReason, Input, Options, Palette, Speed, Start};

#[test]
fn two_enters_start_the_default_battle() {
    let mut play = Play::new(120, 40);
    play.shows("New battle").keys("Enter").shows("Begin the battle").shows("Small field").shows("Seed");
    play.keys("Enter").shows("Drill · Turn 0 of 8 · Blue · Deployment ▸ place your units");
}

#[test]
fn tab_goes_round_the_units_that_can_act() {
    let mut play = Play::new(160, 46);
    play.keys("Enter Enter").shows("B1 ");
    let mut seen = Vec::new();
    for _ in 0..5 {
        play.keys("Tab");
        let screen = play.screen();
        let title = screen
            .lines()
            .next()
            .unwrap_or("")
            .trim_start_matches(|c: char| c != '╭')
            .chars()
            .skip(2)
            .take(5)
            .collect::<String>();
        seen.push(title.trim().to_owned());
    }
    assert_eq!(seen[..4], ["B2 Ho", "B3 Ba", "B4 Ra", "B1 Li"].map(str::to_owned), "{seen:?}");
    assert_eq!(seen[4], seen[0]);
    play.keys("Shift-Tab").shows("B1 Line");
}

#[test]
fn a_move_is_shown_before_it_is_made() {
    let mut play = Play::new(160, 46);
    play.keys("Enter Enter Tab Enter").shows("Orders").shows("d  Deploy");
    play.keys("Enter").shows("Move the cursor to a shaded hex");
    play.keys("Down Down").shows("To 7,15 facing N in line, 4 wide");
    play.hides("takes post").keys("Enter").shows("B2 takes post at 7,15");
}

#[test]
fn a_place_out_of_reach_is_refused_with_its_reason() {
    let mut play = Play::new(160, 46);
    play.keys("Enter Enter Tab Enter Enter Up Up Up Up Up Up").shows("(rule DR-DEPLOY)");
    play.keys("Enter").shows("(rule DR-DEPLOY)").hides("takes post");
}

#[test]
fn brackets_turn_the_ghost() {
    let mut play = Play::tiny(160, 46);
    play.keys("Enter");
    if play.screen().contains("order ") || play.screen().contains("Order") {
        play.keys("Enter Space Enter Esc Esc");
    }
    play.keys("Tab Enter m Down Down");
    let before = play.screen();
    play.keys("]");
    assert_ne!(before, play.screen(), "the facing changes:\n{before}");
}

#[test]
fn escape_leads_back_from_everywhere() {
    let mut play = Play::new(160, 46);
    play.keys("Enter Enter Tab");
    let look = play.screen();
    for keys in ["Enter", "Enter Enter", "Enter Enter Down ]", "?", ":", "/", "L", "r", "q", "c", "R", "a"] {
        play.keys(keys);
        play.keys("Esc Esc Esc");
        play.keys("Tab Shift-Tab");
        let now = play.screen();
        assert_eq!(without_message(&now), without_message(&look), "after {keys}");
    }
}

fn without_message(screen: &str) -> String {
    let count = screen.lines().count();
    screen.lines().enumerate().filter(|(row, _)| *row != count - 3).map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}

#[test]
fn undo_takes_back_until_dice_fall_and_says_why_not() {
    let mut play = Play::new(160, 46);
    play.keys("Enter Enter Tab Enter Enter Down Down Enter").shows("B2 takes post");
    play.keys("u").shows("Taken back").hides("B2 takes post");
    play.keys("u").shows("This cannot be undone: nothing to undo.");
    play.keys("Space Enter").shows("Turn 1 of 8");
    play.keys("u").shows("This cannot be undone:");
}

#[test]
fn ending_a_step_asks_when_units_could_still_act() {
    let mut play = Play::new(160, 46);
    play.keys("Enter Enter Space").shows("Done?").shows("4 could still act: B1, B2, B3, B4.");
    play.keys("Esc").shows("Deployment").keys("Space Enter").shows("Turn 1 of 8 · Blue · Command");
}

/// A battle of two persons, played at random up to the first decision where somebody can do something of that role.
fn up_to(role: Role) -> Game {
    for seed in 1..200 {
        let mut game = game("small-field", ["human", "human"]);
        let mut random = RandomPlayer::new(seed);
        while let Some(decision) = game.pending().decision() {
            let view = game.view(decision.side);
            let found = |order: &Order| view.verb(order).is_some_and(|verb| verb.role == role);
            if view.orders().iter().chain(&view.stems()).any(found) {
                return game;
            }
            let order = random.choose(view).expect("an order");
            game.give(&order).expect("legal");
        }
    }
    panic!("nobody ever could");
}

#[test]
fn odds_are_shown_with_dice_and_chances_before_firing() {
    let mut play =
        Play::with(160, 46, |options| Options { start: Start::Game(Box::new(up_to(Role::Fire))), ..options });
    play.keys("Tab Enter f").shows("d6 need").shows("hits   0:").shows("on average").shows("→ ");
    let before = play.screen();
    assert!(!before.contains(" fire on "), "no die falls before the order is given");
    play.keys("Enter").shows(" fire on ").shows("+: ");
}

#[test]
fn odds_are_never_cut_in_a_small_window() {
    let start = Start::Game(Box::new(up_to(Role::Fire)));
    let mut play = Play::with(60, 16, |options| Options { start, ..options });
    play.keys("Tab Enter f o").shows("Nearest stands").hides(" more ");
}

#[test]
fn what_a_verb_is_for_gives_way_to_the_odds_of_a_target() {
    let mut play =
        Play::with(160, 46, |options| Options { start: Start::Game(Box::new(up_to(Role::Fire))), ..options });
    play.keys("Tab Enter").shows("Fire at an enemy.").keys("Enter").hides("Fire at an enemy.");
    play.shows("\" apart").shows("d6 need");
}

#[test]
fn the_short_list_of_dispatches_leaves_out_what_the_next_line_says() {
    let dispatch = |kind, unit, side, text: &str| Dispatch {
        turn: 1,
        step: "",
        side,
        kind,
        text: text.to_owned(),
        detail: Vec::new(),
        clause: "",
        unit,
        change: None,
    };
    let (one, blue) = (Some(UnitId(1)), Some(Side::Blue));
    let told = [
        dispatch(DispatchKind::Turn, None, None, "turn 2"),
        dispatch(DispatchKind::Turn, None, blue, "an empty step"),
        dispatch(DispatchKind::Turn, None, blue, "a step"),
        dispatch(DispatchKind::Order, one, blue, "order to move"),
        dispatch(DispatchKind::Move, one, blue, "moves"),
        dispatch(DispatchKind::Order, Some(UnitId(2)), blue, "order to wait"),
        dispatch(DispatchKind::Order, None, blue, "done"),
        dispatch(DispatchKind::Turn, None, blue, "the last step"),
    ];
    let theme = Theme::new(Depth::True, Palette::Classic);
    let lines = dispatches::latest(told.iter(), Filter::All, (40, 20), &theme);
    let shown: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
    let shown: Vec<&str> = shown.iter().map(|text| text.trim_start_matches(|c: char| !c.is_ascii()).trim()).collect();
    assert_eq!(shown, ["turn 2", "a step", "moves", "order to wait", "the last step"]);
}

#[test]
fn a_narrow_set_up_names_what_it_cannot_describe() {
    let mut play = Play::new(80, 24);
    play.keys("Enter").hides("…").keys("Down Down Down Down").hides("…");
}

#[test]
fn a_charge_asks_the_defender_at_once() {
    let mut play =
        Play::with(160, 46, |options| Options { start: Start::Game(Box::new(up_to(Role::Defend))), ..options });
    play.settle();
    play.shows("R4 against B2: fire at the charge or hold").shows("v  Volley").shows("s  Stand").shows("hits   0:");
    play.keys("s Enter").hides("fire at the charge or hold");
}

#[test]
fn a_battle_can_be_played_to_its_end_on_advice_and_says_who_won() {
    let mut play = Play::tiny(120, 40);
    for key in ["Esc", "Esc", "a", "Enter", "Esc", "Space", "Enter"].into_iter().cycle().take(1400) {
        if play.keys(key).screen().contains("Points: Blue") {
            break;
        }
    }
    play.shows("Points: Blue").shows("units lost").shows("Seed 7").shows("Blue: ");
    play.keys("L").shows("Dispatches").keys("Esc a").shows("Drill · Turn");
}

#[test]
fn two_computers_fight_it_out_and_the_field_stays_to_look_at() {
    let mut play = Play::with(120, 40, |options| Options {
        start: Start::Game(Box::new(game("outpost", ["random", "random"]))),
        ..options
    });
    play.settle();
    play.shows("Points: Blue").keys("Esc").shows("the battle is over");
}

#[test]
fn animations_end_in_the_same_battle_as_none() {
    let last_line = |speed: Speed| {
        let mut play = Play::with(120, 40, |options| Options {
            start: Start::Game(Box::new(game("outpost", ["random", "random"]))),
            speed,
            ..options
        });
        play.settle();
        play.screen()
    };
    assert_eq!(last_line(Speed::Slow), last_line(Speed::Instant));
}

#[test]
fn quitting_says_where_the_battle_is_saved_and_it_can_be_continued() {
    let mut play = Play::new(160, 46);
    play.keys("Enter Enter Tab Enter Enter Down Down Enter q").shows("Leave the battle?").shows("--resume");
    play.keys("q");
    let Some(ExitReason::Quit(Some(path))) = play.app.exit().cloned() else { panic!("it did not quit") };
    let text = fs::read_to_string(&path).expect("the record");
    assert!(text.contains("deploy B2 7,15/N/line4"), "{text}");
    assert!(ExitReason::Quit(Some(path)).to_string().contains("grognard play --resume"));
}

#[test]
fn a_saved_battle_is_on_the_list_and_goes_on_where_it_was() {
    let mut play = Play::new(160, 46);
    play.keys("Enter Enter Tab Enter Enter Down Down Enter q t").shows("(1 saved)");
    play.keys("c").shows("Small field").shows("turn 1").shows("human against random");
    play.keys("Enter").shows("B2 takes post at 7,15");
}

#[test]
fn control_c_leaves_at_once() {
    let mut play = Play::new(120, 40);
    play.keys("Enter Enter Enter Ctrl-C");
    assert!(matches!(play.app.exit(), Some(ExitReason::Quit(Some(_)))));
}

#[test]
fn resigning_ends_the_battle() {
    let mut play = Play::tiny(120, 40);
    play.keys("q r Enter").shows("Red wins by resignation.");
}

#[test]
fn a_storm_of_sizes_loses_nothing() {
    let mut play = Play::new(160, 46);
    play.keys("Enter Enter Tab Enter Enter Down");
    let before = play.screen();
    for (width, height) in [(80, 24), (79, 24), (1, 1), (300, 90), (0, 0), (120, 24), (10, 200), (200, 10)] {
        play.resize(width.max(1), height.max(1));
        play.screen();
    }
    play.resize(40, 10);
    play.shows("needs 60 by 16").shows("Nothing");
    play.resize(160, 46);
    assert_eq!(play.screen(), before);
}

#[test]
fn nothing_is_drawn_when_nothing_happens() {
    let mut play = Play::tiny(120, 40);
    play.settle();
    play.screen();
    for _ in 0..50 {
        play.app.tick(std::time::Duration::from_secs(3600));
        assert!(!play.app.needs_drawing());
        assert_eq!(play.app.wait(), None);
    }
}

#[test]
fn the_mouse_selects_orders_and_inspects() {
    let mut play = Play::new(160, 46);
    play.keys("Enter Enter");
    let screen = play.screen();
    let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains("B3")).expect("B3 is on the map");
    let column = line.chars().take_while(|c| *c != '╭' && *c != '│').collect::<String>().find("B3").expect("B3");
    let column = line[..column].chars().count() as u16;
    play.app.handle(Input::Click(Position::new(column, row as u16)));
    play.shows("B3 Battery");
    play.app.handle(Input::Click(Position::new(column, row as u16)));
    play.shows("d  Deploy").keys("Esc");
    play.app.handle(Input::WheelDown(Position::new(column, row as u16)));
    assert_ne!(play.screen(), screen);
}

#[test]
fn commands_complete_and_say_what_is_wrong() {
    let mut play = Play::tiny(120, 40);
    play.keys(":").typed("sp").keys("Tab").shows("speed ");
    play.typed("slow").keys("Enter").shows("Speed: slow.");
    play.keys(":").typed("seed").keys("Enter").shows("The seed of this battle is 7.");
    play.keys(":").typed("dance").keys("Enter").shows("Unknown command \"dance\"");
    play.keys("/").typed("b2").keys("Enter").shows("B2 ");
}

#[test]
fn panels_are_pop_ups_in_a_narrow_window() {
    let mut play = Play::new(80, 24);
    play.keys("Enter Enter").hides("Moves  ");
    play.keys("c").shows("Moves  ").keys("c").hides("Moves  ");
    play.keys("L").shows("Dispatches").keys("Esc");
    play.keys("o Tab Enter").shows("Put a unit elsewhere");
}

#[test]
fn overlays_have_legends() {
    let mut play = Play::tiny(120, 40);
    for (key, legend) in [("F", "fire:"), ("V", "sight:"), ("T", "threat:"), ("E", "elevation:"), ("R", "reach:")] {
        play.keys(key).shows(legend).keys(key).hides(legend);
    }
}

#[test]
fn two_persons_hand_over_when_something_is_hidden() {
    let start = || Start::Game(Box::new(game("small-field", ["human", "human"])));
    let mut play = Play::with(120, 40, |options| Options { start: start(), ..options });
    play.settle();
    play.shows("Blue · Deployment").keys("Space Enter").shows("Red to decide. Press Enter").hides("B1");
    play.keys("Enter").shows("Red · Deployment");
}

/// Clicks where a text begins, in the last row that has it.
fn click(play: &mut Play, text: &str) {
    let screen = play.screen();
    let (row, line) = screen.lines().enumerate().filter(|(_, line)| line.contains(text)).last().expect("it is there");
    let column = line.split(text).next().unwrap_or_default().chars().count() as u16;
    play.app.handle(Input::Click(Position::new(column, row as u16)));
}

#[test]
fn a_click_on_a_hint_presses_its_key() {
    let mut play = Play::tiny(120, 40);
    click(&mut play, "? help");
    play.shows("Battle — keys").keys("Esc");
    let before = play.hides("Battle — keys").screen();
    click(&mut play, "Tab next unit");
    assert_ne!(play.screen(), before, "the cursor goes to the next unit");
}

#[test]
fn a_hint_that_something_lies_over_is_not_pressed() {
    let mut play = Play::tiny(120, 40);
    let screen = play.shows("Command ▸").screen();
    let (row, line) = screen.lines().enumerate().filter(|(_, line)| line.contains("Space end")).last().expect("a hint");
    let column = line.split("Space end").next().unwrap_or_default().chars().count() as u16;
    play.keys("?").shows("Battle — keys");
    play.app.handle(Input::Click(Position::new(column, row as u16)));
    play.keys("Esc").shows("Command ▸").hides("could still act");
    play.app.handle(Input::Click(Position::new(column, row as u16)));
    play.shows("could still act");
}

#[test]
fn an_order_that_is_typed_may_name_a_formation() {
    let game = game("small-field", ["human", "first"]);
    let mut play = Play::with(160, 46, |options| Options { start: Start::Game(Box::new(game)), ..options });
    play.keys("Space Enter :").typed("order b1");
    play.keys("Enter Space y").shows("Movement ▸").keys(":");
    play.typed("form b1 column");
    play.keys("Enter").shows("Formation   column").keys(":").typed("order b1 pyramid");
    play.keys("Enter").shows("facing such as ne or formation such as square");
}

//! What is said in 60 and 80 columns: names first, numbers kept, nothing cut that matters; in 100 a preview of the ground.

use battle::{Chance, Forecast};

use super::{Play, game};
use crate::panels::odds;
use crate::screens::battle::{fullest, joined};
use crate::text::{in_rows, short_title, table, whole_sentences};
use crate::theme::{Palette, Theme};
use crate::{Depth, Glyphs, Options, Start};

fn rows(cells: &[&[&str]]) -> Vec<Vec<String>> {
    cells.iter().map(|row| row.iter().map(|cell| String::from(*cell)).collect()).collect()
}

#[test]
fn a_table_shortens_words_before_numbers() {
    let cells = rows(&[
        &["Ambush in the woods", "turn 12", "Over the Hills", "human against steady"],
        &["First light", "over", "On War", "charge against human"],
    ]);
    // Nineteen, seven, fourteen and twenty columns with two blanks between: all of it takes 66.
    let whole = table(&cells, 66);
    assert_eq!(whole[0], "Ambush in the woods  turn 12  Over the Hills  human against steady");
    assert_eq!(whole[1], "First light          over     On War          charge against human");
    for width in 40..66 {
        let short = table(&cells, width);
        assert!(short.iter().all(|row| row.chars().count() <= width), "{width}: {short:?}");
        assert!(short[0].contains("turn 12"), "{width}: {short:?}");
        let whole = short[0].starts_with("Ambush in the woods  ");
        assert!(whole || width < 46, "the name goes last\n{width}: {short:?}");
    }
}

#[test]
fn sentences_with_a_number_in_them_are_shortened_before_names() {
    let rows = [
        ["Over the Hills", "a Napoleonic system of d10 and fatigue, quick reference, version 5"],
        ["On War", "Napoleonic battalion rules with individual stands, d6"],
    ];
    let cells = rows.map(|row| row.map(String::from).to_vec());
    for width in 40..70 {
        let short = table(&cells, width);
        assert!(short[0].starts_with("Over the Hills  a Napoleonic"), "{width}: {short:?}");
    }
}

#[test]
fn what_does_not_fit_in_full_is_said_in_short_and_the_rest_counted() {
    let parts = |texts: &[&str]| texts.iter().map(|text| String::from(*text)).collect::<Vec<_>>();
    let full = parts(&["Points: you 10, enemy 2", "7 turns left", "the road (2): nobody's", "the hill (1): yours"]);
    let short = parts(&["Points 10-2", "7 turns", "the road (2): nobody's", "the hill (1): yours"]);
    let said = |width| joined([&full, &short], width);
    assert_eq!(said(90), "Points: you 10, enemy 2 · 7 turns left · the road (2): nobody's · the hill (1): yours");
    assert_eq!(said(75), "Points 10-2 · 7 turns · the road (2): nobody's · the hill (1): yours");
    assert_eq!(said(59), "Points 10-2 · 7 turns · the road (2): nobody's · +1 more");
    assert_eq!(said(36), "Points 10-2 · 7 turns · +2 more");
}

#[test]
fn a_goal_is_in_sight_in_sixty_columns() {
    for width in [60, 80, 100] {
        let mut play = Play::with(width, 16, |options| Options {
            start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
            ..options
        });
        play.shows("Points 2-2").shows("8 turns").shows("Crossroads (3): nobody's");
    }
}

#[test]
fn the_title_is_said_whole_in_sixty_columns() {
    let screen = Play::new(60, 16).screen();
    assert!(!screen.contains('…'), "{screen}");
}

#[test]
fn saved_battles_are_named_with_their_turn_in_sixty_columns() {
    let mut play = Play::new(60, 16);
    play.keys("n b Esc").keys("q").screen();
    let mut again = Play::new(60, 16);
    let saves = again.data.path().join("saves");
    std::fs::create_dir_all(&saves).expect("a folder");
    for entry in std::fs::read_dir(play.data.path().join("saves")).expect("saved").filter_map(Result::ok) {
        std::fs::copy(entry.path(), saves.join(entry.file_name())).expect("copied");
    }
    again.keys("c").shows("turn 1").shows("human against");
}

#[test]
fn the_list_of_battles_shows_the_ground_where_there_is_room() {
    for (width, shown) in [(80, false), (100, true), (160, true)] {
        let mut play = Play::new(width, 40);
        play.keys("n Tab Enter Down");
        let screen = play.screen();
        assert_eq!(screen.contains("14 x 14"), !shown, "how large each is\n{screen}");
        assert_eq!(screen.contains("╭ Outpost"), shown, "{width}\n{screen}");
        assert!(!shown || screen.contains(['▀', '♣']), "the ground\n{screen}");
    }
}

#[test]
fn results_of_an_order_keep_their_chances_in_any_width() {
    let results = [("attacker wins", 0.4), ("tie, attacker falls back one width of its base", 0.21)];
    let results = results.map(|(label, chance)| Chance { label, chance }).to_vec();
    let forecast = Forecast { results, ..Forecast::default() };
    let game = game("small-field", ["human", "first"]);
    let theme = Theme::new(Depth::True, Palette::Classic);
    for width in 20..60 {
        let lines = odds::lines(&forecast, game.system().field(), width, &theme);
        let texts: Vec<String> = lines.iter().map(ToString::to_string).collect();
        assert!(texts.iter().all(|text| text.chars().count() <= width), "{width}: {texts:?}");
        assert!(
            texts.iter().any(|text| text.starts_with("Attacker wins") && text.ends_with("40%")),
            "{width}: {texts:?}"
        );
        assert!(texts.iter().any(|text| text.starts_with("Tie, ") && text.ends_with("21%")), "{width}: {texts:?}");
    }
}

#[test]
fn the_words_tell_what_the_map_shows() {
    for width in [60, 120] {
        let mut play = Play::with(width, 60, |options| Options {
            start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
            ..options
        });
        let mut pages = play.keys("M").screen();
        for _ in 0..4 {
            pages += &play.keys("PgDn").screen();
        }
        for text in ["Horse", "Signs on units", "Disordered", "Ground of this battle", "Stream on the side of a hex"] {
            assert!(pages.contains(text), "{text}\n{pages}");
        }
    }
}

#[test]
fn a_menu_covers_as_few_stands_as_can_be() {
    let mut play = Play::with(80, 24, |options| Options {
        start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
        ..options
    });
    for label in ["B1", "B2", "B3", "B4"] {
        play.keys("Esc Tab");
        let before = play.screen();
        assert!(before.contains(label));
        play.keys("Enter").shows("Orders");
        for other in ["B1", "B2", "B3", "B4"] {
            play.shows(other);
        }
        play.keys("Esc");
    }
}

#[test]
fn a_fitted_map_stays_where_it_is_while_the_cursor_is_on_it() {
    let mut play = Play::with(200, 60, |options| Options {
        start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
        ..options
    });
    let row = |play: &mut Play| play.screen().lines().position(|line| line.contains("R1")).expect("in sight");
    let before = row(&mut play);
    play.keys("Down Down Down Down Down Down");
    assert_eq!(row(&mut play), before);
}

#[test]
fn a_long_title_of_rules_is_shortened_to_words() {
    assert_eq!(short_title("over_the_hills", "Over the Hills"), "Over the Hills");
    assert_eq!(short_title("eagles", "Eagles Cheaper than Brain Cells"), "Eagles");
    assert_eq!(short_title("on_war", "On War"), "On War");
    assert_eq!(short_title("old_guard", "The Guard That Never Was"), "Old guard");
}

#[test]
fn what_is_said_once_is_said_in_full_on_as_many_rows_as_it_needs() {
    let mut play = Play::tiny(60, 16);
    play.keys(":").typed("move b1 over-the-hills-and-far-away-behind-the-wood");
    let before = play.keys("Enter").screen();
    assert!(before.contains("\"over-the-hills-and-far-away-behind-the-wood\" is no unit"), "{before}");
    play.shows("ne or formation such as").keys("Left").hides("is no unit");
}

#[test]
fn the_next_step_is_told_whole_where_it_is_told_shorter() {
    let mut play = Play::with(80, 24, |options| Options {
        start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
        ..options
    });
    play.keys("Space Enter").keys(":").typed("order b1");
    let screen = play.keys("Enter Tab").screen();
    let told = screen.lines().find(|line| line.contains("can act: Enter")).expect("somebody can act");
    assert!(told.ends_with("ends the step.") && !told.contains("same again"), "{screen}");
}

#[test]
fn what_a_verb_is_for_is_told_whole_in_small_windows() {
    for (width, height) in [(80, 24), (60, 16)] {
        let mut play = Play::with(width, height, |options| Options {
            start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
            ..options
        });
        let info = game("small-field", ["human", "first"]).setup().system;
        play.keys("Space Enter Tab Enter");
        for _ in 0..4 {
            let screen = play.screen();
            let words = screen.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(info.verbs.iter().any(|verb| words.contains(verb.help)), "{screen}");
            play.keys("Down");
        }
    }
}

#[test]
fn what_is_too_long_for_its_rows_names_the_key_that_shows_the_rest() {
    let text = "one two three four five six seven eight nine ten eleven twelve";
    assert_eq!(
        in_rows(text, 20, 4, "… L reads on"),
        ["one two three four", "five six seven eight", "nine ten eleven", "twelve"]
    );
    let short = in_rows(text, 20, 2, "… L reads on");
    assert_eq!(short, ["one two three four", "five … L reads on"]);
    assert!((1..30).all(|width| in_rows(text, width, 2, "… L").iter().all(|row| row.chars().count() <= width.max(2))));
}

#[test]
fn sentences_are_left_out_whole() {
    let text = "B1 can act: Enter. Tab: next of 2 more. Space ends the step.";
    assert_eq!(whole_sentences(text, 80), text);
    assert_eq!(whole_sentences(text, 59), "B1 can act: Enter. Tab: next of 2 more.");
    assert_eq!(whole_sentences(text, 20), "B1 can act: Enter.");
    assert_eq!(whole_sentences(text, 10), "B1 can ac…");
}

#[test]
fn what_is_said_never_covers_the_cursor() {
    let said_in = |keys: &str| {
        let mut play = Play::tiny(60, 16);
        play.keys(keys).keys(":").typed("move b1 over-the-hills-and-far-away-behind-the-wood");
        let screen = play.keys("Enter").screen();
        screen.lines().position(|line| line.contains("over-the-hills-and-far-away")).expect("it is said")
    };
    let down = "Down ".repeat(14);
    assert!(said_in("Up Up Up Up Up Up Up Up Up Up Up Up Up Up") > 8, "below a cursor at the top");
    assert!(said_in(&down) < 4, "above a cursor at the bottom");
}

#[test]
fn the_key_that_lists_all_others_is_named_in_any_width() {
    for width in [60, 66, 72, 80, 100] {
        let mut play = Play::with(width, 24, |options| Options {
            start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
            ..options
        });
        for keys in ["Tab", "Enter", "Enter", "Esc Esc Space Enter", "Tab Enter"] {
            play.keys(keys).shows("? help");
        }
    }
}

#[test]
fn what_is_asked_counts_more_than_where_it_is_asked() {
    let line = |room| {
        let heads =
            ["Old Guard · T1/8 · Blue · Orders", "T1/8 · Blue · Orders", "T1/8 · Orders", "Orders"].map(String::from);
        let asked = ["who goes where? Space: nobody", "who goes where?"].map(String::from);
        let commands = ["BD: probe; still to go: B1 2\", B2 2\"", "BD: probe, B1 2\" to go"].map(String::from);
        fullest(&heads, &asked, &commands, room)
    };
    let whole =
        "Old Guard · T1/8 · Blue · Orders ▸ who goes where? Space: nobody · BD: probe; still to go: B1 2\", B2 2\"";
    assert_eq!(line(120), whole);
    assert_eq!(line(78), "T1/8 · Blue · Orders ▸ who goes where? · BD: probe; still to go: B1 2\", B2 2\"");
    assert_eq!(line(64), "T1/8 · Blue · Orders ▸ who goes where? · BD: probe, B1 2\" to go");
    assert_eq!(line(58), "T1/8 · Orders ▸ who goes where? · BD: probe, B1 2\" to go");
    assert_eq!(line(45), "T1/8 · Orders ▸ who goes where? Space: nobody");
    assert_eq!(line(40), "T1/8 · Blue · Orders ▸ who goes where?");
    assert_eq!(line(31), "T1/8 · Orders ▸ who goes where?");
    assert_eq!(line(30), "Orders ▸ who goes where?");
    assert_eq!(line(20), "Orders ▸ who goes where?");
}

#[test]
fn rows_of_a_list_that_are_cut_are_told_whole_below_it() {
    for (glyphs, dots) in [(Glyphs::Unicode, '…'), (Glyphs::Ascii, '~')] {
        let mut play = Play::with(60, 20, |options| Options {
            start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
            glyphs: Some(glyphs),
            ..options
        });
        play.keys("Space Enter e").shows(&format!("has a fair {dots}")).shows("has a fair shot ");
    }
    Play::new(60, 20).keys("t").shows("a small rule system of our own, for tests").hides("Drill: a small");
}

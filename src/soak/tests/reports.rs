//! The summary: what is counted, and how it is said.

use battle::{Library as _, Sums};

use crate::reckoning::Reckoning;
use crate::{Clocks, Format, Report, Row, Summary, Times};

fn row(battle: &str, winner: &str, swapped: bool) -> Row {
    Row {
        battle: String::from(battle),
        rules: String::from("drill"),
        winner: String::from(winner),
        reason: String::from(if winner.is_empty() { "fault" } else { "objectives" }),
        swapped,
        turns: 4,
        contact_turn: Some(2),
        blue_value_left: 0.75,
        red_value_left: 0.5,
        ..Row::default()
    }
}

fn summary_of(rows: &[Row], times: &[u64]) -> Summary {
    let mut clocks = Clocks::default();
    clocks.hear(&Times { blue_microseconds: times.to_vec(), ..Times::default() });
    Summary::of(&players(), &Reckoning::of(rows), &clocks)
}

fn players() -> [String; 2] {
    ["bold", "shy"].map(String::from)
}

#[test]
fn wins_go_to_the_player_not_to_the_seat() {
    let rows = [
        row("a", "blue", false),
        row("a", "red", true),
        row("a", "red", false),
        row("b", "draw", true),
        row("b", "", false),
    ];
    let all = summary_of(&rows, &[]).all;
    assert_eq!((all.games, all.first_wins, all.draws, all.second_wins, all.faults), (5, 2, 1, 1, 1));
    assert_eq!((all.blue_wins, all.red_wins, all.turn_limit), (1, 2, 4));
    assert!((all.first_share().share - 2.5 / 4.0).abs() < 1e-12, "a fault is no game");
    assert!((all.blue_share().share - 1.0 / 3.0).abs() < 1e-12);
}

#[test]
fn losses_go_to_the_player_not_to_the_seat() {
    let both = summary_of(&[row("a", "blue", false)], &[]).all;
    assert_eq!((both.first_lost, both.second_lost), (0.25, 0.5));
    let swapped = summary_of(&[row("a", "blue", true)], &[]).all;
    assert_eq!((swapped.first_lost, swapped.second_lost), (0.5, 0.25));
}

#[test]
fn groups_come_in_the_order_of_the_plan() {
    let rows = [row("zorndorf", "blue", false), row("austerlitz", "red", false), row("zorndorf", "red", false)];
    let summary = summary_of(&rows, &[]);
    let names: Vec<(&str, u32)> = summary.groups.iter().map(|group| (group.battle.as_str(), group.games)).collect();
    assert_eq!(names, [("zorndorf", 2), ("austerlitz", 1)]);
}

#[test]
fn think_times_are_the_usual_percentiles() {
    let times: Vec<u64> = (1..=100).rev().collect();
    let think = summary_of(&[], &times).think;
    assert_eq!((think.p50, think.p95, think.max), (50, 95, 100));
    let one = summary_of(&[], &[7]).think;
    assert_eq!((one.p50, one.p95, one.max), (7, 7, 7));
    let none = summary_of(&[], &[]).think;
    assert_eq!((none.p50, none.p95, none.max), (0, 0, 0));
}

#[test]
fn nothing_played_divides_by_nothing() {
    let all = summary_of(&[], &[]).all;
    assert_eq!((all.turns, all.idle_share, all.first_share().share), (0.0, 0.0, 0.0));
}

/// The lines below a heading.
fn theme<'a>(text: &'a str, heading: &str) -> Vec<&'a str> {
    let below = text.lines().skip_while(|line| *line != heading).skip(1);
    below.take_while(|line| !line.is_empty()).collect()
}

/// What a report of rows says, of two players.
fn told(rows: &[Row]) -> String {
    let named = |row: &Row| {
        let [first, second] = players();
        let [blue, red] = if row.swapped { [second, first] } else { [first, second] };
        Row { blue, red, ..row.clone() }
    };
    Report::of_rows(&proving::DrillLibrary, rows.iter().map(named).collect()).summary()
}

#[test]
fn the_summary_is_told_by_theme() {
    let options = crate::Options { clauses: true, seats: super::seats("random", "first"), ..super::options(3) };
    let text = super::soak(&options).summary();
    assert!(text.starts_with("first random, second first; seed 1\n"), "{text}");
    let results = theme(&text, "RESULTS");
    assert!(results[0].starts_with("battle   rules  games  first  drawn  second  limit  faults"), "{text}");
    assert!(results[1].starts_with("outpost  drill      3"), "{text}");
    assert!(results[2].starts_with("random against first: ") && results[2].contains(" (95 % sure: "), "{text}");
    assert!(results[2].contains(", Elo "), "{text}");
    assert!(results[3].starts_with("lost of the army's worth: first "), "{text}");
    assert!(results[4].starts_with("seats: "), "{text}");
    assert!(results[5].starts_with("think time a side's turn: half within "), "{text}");
    let tallies = [
        ("LOSSES", "drill: SP lost to: fire "),
        ("CHARGES", "drill: charges: declared "),
        ("CHARGES", "drill: combats won by: foot "),
        ("LEADERS", "drill: leaders: lost "),
    ];
    for (heading, tally) in tallies {
        let lines = theme(&text, heading);
        assert!(lines.iter().any(|line| line.starts_with(tally)), "{heading}: {lines:?}");
    }
    for heading in ["LENGTH", "WHAT DECIDES", "CLAUSES BY USE", "THINK TIMES"] {
        assert!(theme(&text, heading).iter().any(|line| line.starts_with("drill")), "{heading}: {text}");
    }
    // Nothing is said of what nobody asked for, or of one system alone.
    for heading in ["ONE BATTLE UNDER SEVERAL RULE SYSTEMS", "WHAT WAS FORESEEN", "HOUSE RULES"] {
        assert!(!text.contains(heading), "{heading}: {text}");
    }
}

#[test]
fn length_and_losses_are_of_all_battles_of_a_system() {
    let of = |turns, contact, lost: i32, left| Row {
        turns,
        contact_turn: contact,
        blue_infantry: 20,
        blue_infantry_lost: lost,
        red_infantry: 20,
        blue_value_left: left,
        red_value_left: 1.0,
        blue_routs: 2,
        idle_share: 0.5,
        orders: 30,
        ..row("a", "red", false)
    };
    // 4, 6, 8 and 12 turns; three of them with a fight, from turns 1, 2 and 3.
    let rows = [of(8, Some(2), 10, 0.5), of(4, Some(1), 0, 1.0), of(12, Some(3), 20, 0.1), of(6, None, 10, 0.4)];
    let text = told(&rows);
    let words = |heading| theme(&text, heading)[1].split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words("LENGTH"), "drill 7.5 6 to 8 2.0 25.0 % 100.0 % 50.0 % 30.0");
    // Of 160 foot 40 fell; the armies lost 50, 0, 90 and 60 of a hundred on one side, nothing on the other.
    assert_eq!(words("LOSSES"), "drill 25.0 % 25.0 % - - 0.0 2.0 0.0 0.00 0.00");
}

#[test]
fn what_decides_is_told_most_first() {
    let of = |cause: &str, turn| Row {
        decisive_cause: String::from(cause),
        decisive_turn: Some(turn),
        ..row("a", "red", false)
    };
    let broken = Row { reason: String::from("broken"), ..of("fire", 3) };
    let text = told(&[of("melee", 6), of("fire", 4), row("a", "draw", false), broken]);
    let line =
        "drill: ends by objectives 75.0 %, broken 25.0 %; the loser's worst turn (4.3): fire 66.7 %, melee 33.3 %";
    assert_eq!(theme(&text, "WHAT DECIDES"), [line]);
}

#[test]
fn charges_are_held_against_the_odds_they_were_declared_with() {
    let charged = |declared, foreseen, won, yielded| Row {
        blue_charges: declared,
        blue_charges_foreseen: foreseen,
        red_charges_won: won,
        red_charges_yielded: yielded,
        ..row("a", "blue", false)
    };
    let line = |rows: &[Row]| theme(&told(rows), "CHARGES")[1].split_whitespace().collect::<Vec<_>>().join(" ");
    // Who goes of his own will is not thrown back: that charge is neither foreseen nor done.
    let evaded = Row { red_charges_evaded: 1, ..charged(0, 0.0, 0, 1) };
    assert_eq!(line(&[charged(6, 3.5, 1, 0), charged(2, 0.5, 0, 2), evaded]), "drill 2.7 50.0 % 37.5 %");
    assert_eq!(line(&[row("a", "blue", false)]), "drill 0.0 - -");
    assert_eq!(line(&[charged(4, 0.0, 1, 0)]), "drill 4.0 not shown 25.0 %");
    // Charges whose odds nobody was shown count for none of those that were foreseen.
    assert_eq!(line(&[charged(4, 0.0, 2, 0), charged(4, 3.0, 2, 0)]), "drill 4.0 75.0 % 50.0 %");
}

#[test]
fn clauses_are_told_by_use_and_by_games() {
    let of = |clauses: &[(&str, u32)]| Row {
        clauses: clauses.iter().map(|(clause, uses)| (String::from(*clause), *uses)).collect(),
        ..row("a", "blue", false)
    };
    let text = told(&[of(&[("D-1", 3), ("D-2", 9)]), of(&[("D-1", 4)])]);
    let lines: Vec<String> = theme(&text, "CLAUSES BY USE")
        .iter()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(lines, ["drill times a game of the games", "D-2 4.50 50.0 %", "D-1 3.50 100.0 %"]);
    let json = Report::of_rows(&proving::DrillLibrary, vec![of(&[("D-1", 3)])]).summary_json();
    let json: serde_json::Value = serde_json::from_str(&json).expect("an object");
    assert_eq!(json["clauses"]["drill"]["D-1"], serde_json::json!({ "uses": 3, "games": 1 }));
}

#[test]
fn one_sided_results_are_bounded_on_one_side() {
    let text = |winner| told(&(0..10).map(|_| row("a", winner, false)).collect::<Vec<_>>());
    assert!(text("blue").contains("bold against shy: 100.0 % (95 % sure: 72.2 % to 100.0 %), Elo above +166"));
    assert!(text("red").contains("bold against shy: 0.0 % (95 % sure: 0.0 % to 27.8 %), Elo below -166"));
    assert!(text("blue").contains(
        "seats: Blue won 10 of 10 decided games, 100.0 % (95 % sure: 72.2 % to 100.0 %): Blue's seat is favoured"
    ));
    assert!(text("red").contains("Red's seat is favoured"));
    assert!(text("draw").contains("seats: no game was won"));
    assert!(text("draw").contains("Elo +0 ("));
}

#[test]
fn what_ends_a_soak_fits_a_screen_and_names_the_report() {
    let many: Vec<Row> =
        (0..40).map(|battle| Row { index: battle, ..row(&format!("b{battle}"), "blue", false) }).collect();
    let report = Report::of_rows(&proving::DrillLibrary, many.clone());
    let brief = report.brief("grognard report all.jsonl");
    assert!(brief.lines().count() < 24, "{brief}");
    assert!(brief.contains("\n40 battles  drill     40"), "{brief}");
    assert!(brief.contains("\nall                   40"), "{brief}");
    assert!(
        brief.contains("seats: Blue won 40 of 40") && brief.ends_with("\nmore: grognard report all.jsonl\n"),
        "{brief}"
    );
    let few = Report::of_rows(&proving::DrillLibrary, many[..3].to_vec()).brief("");
    assert!(few.contains("\nb0 ") && few.contains("\nb2 ") && few.contains("\nall "), "{few}");
    let faulty = super::soak(&crate::Options { seats: super::seats("liar", "first"), ..super::options(2) }).brief("");
    assert!(faulty.contains("\n  again: grognard soak "), "what went wrong is told at once: {faulty}");
}

#[test]
fn programs_read_the_summary_as_json() {
    let report = super::soak(&crate::Options { seats: super::seats("liar", "first"), ..super::options(2) });
    let value: serde_json::Value = serde_json::from_str(&report.summary_json()).expect("JSON");
    assert_eq!(value["all"]["faults"], 2);
    assert_eq!(value["players"][0], "liar");
    assert!(value["faults"][0]["command"].as_str().expect("a command").starts_with("grognard soak"));
    assert!(value["all"]["first_elo"][0].is_null(), "infinite");
}

/// Counts of one tally.
fn counts(key: &str, counts: &[(&str, u32)]) -> Sums {
    let counts = counts.iter().map(|(name, count)| (String::from(*name), *count)).collect();
    Sums::from([(String::from(key), counts)])
}

#[test]
fn counts_are_means_of_both_sides_told_in_order_with_their_shares() {
    let one = Row {
        blue_counts: counts("charges", &[("declared", 4), ("came to blows", 2), ("won", 1)]),
        red_counts: counts("charges", &[("declared", 2), ("enemy gave way before", 1)]),
        ..row("a", "blue", false)
    };
    let other = Row {
        blue_counts: counts("losses", &[("fire", 4), ("a storm", 1), ("the plague", 2)]),
        ..row("a", "red", false)
    };
    let all = summary_of(&[one, other, row("a", "", false)], &[]).all;
    let lines = crate::counts::lines(&all, proving::DrillLibrary.systems()[0], &|_| true);
    let told: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix(": ")).collect();
    assert_eq!(
        told[0],
        "charges: declared 3.00, came to blows 1.00 (33 % of declared), won 0.50 (50 % of came to blows), \
         enemy gave way before 0.50 (17 % of declared), came to nothing 0.00 (0 % of declared)"
    );
    assert_eq!(told[2], "SP lost to: fire 2.00, fight 0.00, the plague 1.00, a storm 0.50");
}

#[test]
fn sums_over_rows_are_the_means_told() {
    let report = super::soak(&super::options(6));
    let all = report.statistics().all;
    for (key, counts) in &all.toll.counts {
        for (name, mean) in counts {
            let of = |sums: &Sums| sums.get(key).and_then(|counts| counts.get(name)).copied().unwrap_or_default();
            let sum: u32 = report.rows().iter().map(|row| of(&row.blue_counts) + of(&row.red_counts)).sum();
            assert!((mean * f64::from(all.finished()) - f64::from(sum)).abs() < 1e-9, "{key}: {name}");
        }
    }
    let charges = |row: &Row| row.blue_charges + row.red_charges;
    let declared: u32 = report.rows().iter().map(charges).sum();
    assert!(declared > 0, "random players charge");
    assert!((all.toll.counts["charges"]["declared"] * 6.0 - f64::from(declared)).abs() < 1e-9);
}

#[test]
fn every_charge_comes_to_blows_or_is_yielded_to_or_comes_to_nothing() {
    for row in super::soak(&super::options(6)).rows() {
        for charges in [&row.blue_counts["charges"], &row.red_counts["charges"]] {
            let parts = charges["came to blows"] + charges["enemy gave way before"] + charges["came to nothing"];
            assert_eq!(parts, charges["declared"]);
            assert!(charges["won"] <= charges["came to blows"]);
        }
    }
}

#[test]
fn counts_are_columns_of_a_table() {
    let one = Row { blue_counts: counts("losses", &[("a storm", 3)]), ..row("a", "blue", false) };
    let other = Row { rules: String::from("other"), ..row("a", "red", false) };
    let rows = [one, row("a", "draw", false), other];
    let mut out = Vec::new();
    Report::of_rows(&proving::DrillLibrary, rows.to_vec()).write(&mut out, Format::Csv).expect("written");
    let text = String::from_utf8(out).expect("text");
    let table: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let column = table[0].iter().position(|head| *head == "blue_losses_a_storm").expect("a column");
    let cells: Vec<&str> = table[1..].iter().map(|line| line[column]).collect();
    assert_eq!(cells, ["3", "0", ""], "nothing of it, and a system that does not count it");
    assert!(table.iter().all(|line| line.len() == table[0].len()));
    assert_eq!(table[0][0], "index");
}

/// A rule system that shows no odds before a charge is declared is not said to foresee none.
#[test]
fn odds_that_nobody_was_shown_are_not_told_as_none() {
    use crate::figures::charges_foreseen;
    use crate::summary::Toll;
    let told = |charges: f64, shown: f64, foreseen: f64| {
        charges_foreseen(&Toll { charges, charges_shown: shown, charges_foreseen: foreseen, ..Toll::default() })
    };
    assert_eq!([told(4.0, 0.0, 0.0), told(4.0, 4.0, 3.0), told(0.0, 0.0, 0.0)], ["not shown", "75.0 %", "-"]);
    // Where some of them were shown the share is of those.
    assert_eq!(told(4.0, 2.0, 1.5), "75.0 %");
}

/// Nobody fought where both armies keep more than nine tenths of their worth; a fault is no battle.
#[test]
fn who_waits_and_who_fights() {
    let left = |blue, red| Row { blue_value_left: blue, red_value_left: red, ..row("a", "draw", false) };
    assert_eq!([left(1.0, 0.95), left(1.0, 0.9), left(0.5, 1.0)].map(|row| row.is_quiet()), [true, false, false]);
    assert!(!Row { reason: String::from("fault"), ..left(1.0, 1.0) }.is_quiet());
}

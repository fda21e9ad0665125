//! House rules by lot, by list, and what each is worth.

use std::collections::BTreeSet;

use battle::{Library as _, Values};

use super::{json, options, seats, soak};
use crate::reckoning::Reckoning;
use crate::worth;
use crate::{House, Options, Report, Row, run};

#[test]
fn every_value_of_every_rule_comes_up_and_the_usual_one_in_half_of_the_battles() {
    let info = proving::DrillLibrary.system("drill").expect("the drill");
    let drawn: Vec<battle::HouseRules> = (0..400).map(|seed| crate::swarm::drawn(info, "outpost", seed)).collect();
    assert!(!info.options.is_empty());
    for option in info.options {
        let usual = drawn.iter().filter(|house| house.iter().all(|(key, _)| key != option.key)).count();
        assert!((160..=240).contains(&usual), "{}: {usual} of 400", option.key);
        let values: BTreeSet<&str> = drawn.iter().map(|house| house.get(option)).collect();
        let all: BTreeSet<String> = option.values.iter().collect();
        assert_eq!(values, all.iter().map(String::as_str).collect(), "{}", option.key);
    }
    let [one, other] = [&info.options[0], &info.options[1]];
    let both = drawn.iter().filter(|house| house.get(one) != one.default && house.get(other) != other.default).count();
    assert!((60..=140).contains(&both), "one rule does not follow from another: {both} of 400");
}

#[test]
fn values_are_counted_as_they_are_listed() {
    let choice = Values::Choice(&["short", "long", "none"]);
    for (values, listed) in [
        (Values::Flag, vec!["on", "off"]),
        (choice, vec!["short", "long", "none"]),
        (Values::Number(-1, 2), vec!["-1", "0", "1", "2"]),
    ] {
        assert_eq!(values.iter().collect::<Vec<_>>(), listed);
        assert_eq!(values.count(), listed.len() as u64);
        assert!(values.iter().all(|value| values.accepts(&value)));
    }
}

#[test]
fn a_battle_by_lot_is_played_again_by_its_line() {
    let random = Options { house: House::Random, jobs: 2, ..options(12) };
    let report = soak(&random);
    assert_eq!(json(&report), json(&soak(&Options { jobs: 1, ..random.clone() })));
    let rules: BTreeSet<&str> = report.rows().iter().map(|row| row.house.as_str()).collect();
    assert!(rules.len() > 6, "{rules:?}");
    let row = report.rows().iter().filter(|row| row.index > 0).find(|row| row.house.contains(',')).expect("two rules");
    let house = House::listed(&row.house).expect("a list");
    let again = soak(&Options { house, seed: row.seed, ..options(1) });
    assert_eq!(again.rows()[0], Row { index: 0, ..row.clone() });
    let usual = soak(&Options { seed: row.seed, ..options(1) });
    assert_ne!(usual.rows()[0].hash, row.hash, "the rules matter");
    assert!(!json(&usual).contains("house"), "nothing is said of usual rules: {}", json(&usual));
}

#[test]
fn battles_on_one_seed_are_not_played_by_the_same_rules() {
    let battles = vec![String::from("outpost"), String::from("small-field")];
    let report = soak(&Options { battles, house: House::Random, ..options(24) });
    let pairs = report.rows().chunks(2).filter(|pair| pair[0].seed == pair[1].seed);
    let same = pairs.clone().filter(|pair| pair[0].house == pair[1].house).count();
    assert_eq!(pairs.count(), 12);
    assert!(same < 4, "{same} of 12");
}

#[test]
fn the_command_of_a_fault_names_the_rules_that_it_was_played_by() {
    let faulty = Options { seats: seats("random", "liar"), house: House::Random, ..options(6) };
    let report = soak(&faulty);
    for (fault, row) in report.faults().iter().zip(report.rows()) {
        let told = format!(" --games 1 --house {}", row.house);
        assert!(fault.command.ends_with(&told) || row.house.is_empty(), "{} {}", fault.command, row.house);
    }
    let read = Report::of_rows(&proving::DrillLibrary, report.rows().to_vec());
    let commands = |report: &Report| report.faults().iter().map(|fault| fault.command.clone()).collect::<Vec<_>>();
    let without_battle = |command: String| command.replace("--battles outpost ", "");
    let read: Vec<String> = commands(&read).into_iter().map(without_battle).collect();
    assert_eq!(read, commands(&report).into_iter().map(without_battle).collect::<Vec<_>>());
}

#[test]
fn a_rule_of_no_system_played_is_refused_and_one_of_some_is_for_those() {
    let refused = |list: &str| {
        let house = House::listed(list).expect("a list");
        run(&super::RIGGED, &Options { house, ..options(1) }, |_| {}).expect_err("refused").0
    };
    assert_eq!(refused("volleys=on,nonsense=1"), "unknown house rule `nonsense`");
    assert_eq!(refused("volleys=perhaps"), "house rule `volleys` is `perhaps`; expected on or off");
    assert_eq!(House::listed("rules.toml"), None);
    assert_eq!(House::listed("a=1,b"), None);
    let pair = |key: &str, value: &str| (String::from(key), String::from(value));
    assert_eq!(House::listed("a=1, b = two"), Some(House::Set(vec![pair("a", "1"), pair("b", "two")])));
}

#[test]
fn a_run_by_other_rules_does_not_go_on() {
    let random = Options { house: House::Random, ..options(6) };
    let before = soak(&random).rows()[..3].to_vec();
    let went_on = soak(&Options { before: before.clone(), ..random.clone() });
    assert_eq!(json(&went_on), json(&soak(&random)));
    let other = Options { before, house: House::Usual, ..random };
    let refusal = run(&super::RIGGED, &other, |_| {}).expect_err("refused").0;
    assert!(refusal.contains(", house rules ") && refusal.starts_with("cannot go on: line "), "{refusal}");
}

/// A battle of so many turns, by those rules.
fn row(house: &str, turns: u16) -> Row {
    let text = String::from;
    Row { rules: text("drill"), battle: text("a"), house: text(house), winner: text("blue"), turns, ..Row::default() }
}

#[test]
fn a_rule_that_changes_the_battle_is_told_and_one_that_does_not_is_not() {
    // Of every four battles one is played by neither rule, one by each, one by both; mud makes them a turn longer.
    let houses = [("", 0), ("mud=on", 1), ("flags=many", 0), ("flags=many,mud=on", 1)];
    let mut rows: Vec<Row> = Vec::new();
    for (number, (house, longer)) in houses.iter().cycle().take(400).enumerate() {
        // Noise that is the same for all four: 3 to 7 turns.
        let noise = (number / 4 % 5) as u16;
        let seed = number as u64;
        rows.push(Row { seed, ..row(house, 3 + noise + longer) });
        rows.push(Row { seed, battle: String::from("long"), ..row(house, 30 + noise + longer) });
    }
    let lines = worth::lines(&Reckoning::of(&rows));
    assert!(lines[0].starts_with("house rules: 1 of 2 values tried"), "{lines:?}");
    assert_eq!(lines.len(), 3, "{lines:?}");
    // Each mean of 400 battles has the error 1.4142 / 20 (and a hair), their difference 0.1001: 95 % are within 0.196.
    assert!(lines[2].contains("drill  mud=on") && lines[2].contains("+1.0 ± 0.2*"), "{}", lines[2]);
    let json = worth::json(&Reckoning::of(&rows));
    assert_eq!(json[1]["rule"], "mud=on");
    let (by, error) =
        (json[1]["turns"][0].as_f64().expect("a figure"), json[1]["turns"][1].as_f64().expect("a figure"));
    assert!((by - 1.0).abs() < 1e-9 && (error - 0.1001).abs() < 1e-3, "{by} {error}");
    assert_eq!(json[0]["turns"][0].as_f64().map(|by| (by * 1e9).round()), Some(0.0));
}

#[test]
fn rules_that_change_nothing_are_hardly_ever_told_and_pairs_count_once() {
    let hash = |text: String| *blake3::hash(text.as_bytes()).as_bytes();
    let house = |seed: u64| {
        let set = (0..40).filter(|rule| hash(format!("{seed} {rule}"))[0] & 1 == 1);
        set.map(|rule| format!("r{rule}=on")).collect::<Vec<_>>().join(",")
    };
    // Of 120 measures of 40 rules one in a thousand is thought to tell: none or one. Each battle played twice alike tells no more.
    let once: Vec<Row> = (0..600_u64)
        .map(|seed| Row { seed, ..row(&house(seed), 3 + u16::from(hash(seed.to_string())[0] % 16)) })
        .collect();
    let twice: Vec<Row> = once.iter().flat_map(|row| [row.clone(), Row { swapped: true, ..row.clone() }]).collect();
    for rows in [&once, &twice] {
        assert!(worth::lines(&Reckoning::of(rows)).len() <= 3, "{:?}", worth::lines(&Reckoning::of(rows)));
    }
    let games = |rows: &[Row]| worth::json(&Reckoning::of(rows))[0]["games"].as_u64();
    assert_eq!(games(&once), games(&twice));
    let error = |rows: &[Row]| worth::json(&Reckoning::of(rows))[0]["turns"][1].as_f64().expect("a figure");
    assert!((error(&once) - error(&twice)).abs() < 1e-12);
}

#[test]
fn rules_of_all_battles_or_of_few_are_not_compared() {
    let all: Vec<Row> = (0..40).map(|turns| Row { seed: turns.into(), ..row("mud=on", turns) }).collect();
    assert!(worth::lines(&Reckoning::of(&all)).is_empty());
    let few: Vec<Row> =
        (0..40).map(|turns| Row { seed: turns.into(), ..row(if turns < 19 { "mud=on" } else { "" }, turns) }).collect();
    assert!(worth::lines(&Reckoning::of(&few)).is_empty());
    let enough: Vec<Row> =
        (0..40).map(|turns| Row { seed: turns.into(), ..row(if turns < 20 { "mud=on" } else { "" }, turns) }).collect();
    assert!(!worth::lines(&Reckoning::of(&enough)).is_empty());
    let usual: Vec<Row> = (0..40).map(|turns| Row { seed: turns.into(), ..row("", turns) }).collect();
    assert!(worth::lines(&Reckoning::of(&usual)).is_empty());
}

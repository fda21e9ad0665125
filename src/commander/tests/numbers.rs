//! Numbers of profiles by name, read and written.

use crate::{load, profile, text, with_numbers};

const OWN: &str = "# Mine.
name = \"Own\"
temper = \"Like the other, but bolder.\"

[plan]
odds = 1.5   # as I like it
";

fn written(name: &str, value: f64) -> String {
    let own = profile("own.toml", OWN).expect("a profile");
    with_numbers(OWN, &own, &[(String::from(name), value)]).expect("written")
}

#[test]
fn numbers_are_read_with_what_they_may_be() {
    let steady = load("steady").expect("a profile");
    let number = |name: &str| steady.number(name).map(|one| (one.value, one.low, one.high, one.whole));
    assert_eq!(number("plan.odds"), Ok((1.3, 0.5, 5.0, false)));
    assert_eq!(number("under.on_war.plan.fight"), Ok((1.0, 0.0, 20.0, false)));
    assert_eq!(number("under.snappy.plan.odds"), Ok((1.3, 0.5, 5.0, false)), "as under all");
    assert_eq!(number("judgement.dash"), Ok((0.3, 0.0, 1.0, false)));
    assert_eq!(number("consideration.mission.exponent"), Ok((3.0, 1.0, 64.0, true)));
    assert_eq!(number("consideration.haste.weight"), Ok((1.0, 0.0, 1.0, false)));
}

#[test]
fn what_is_no_number_is_named_with_what_was_expected() {
    let steady = load("steady").expect("a profile");
    for name in ["odds", "plan.odd", "plan.odds.weight", "under.on_war", "consideration.mission.curve", "name"] {
        let why = steady.number(name).expect_err(name);
        assert!(why.starts_with(&format!("unknown number `{name}`; expected plan.KEY (margin, odds,")), "{why}");
    }
    let why = load("hold").expect("a profile").number("plan.odds").expect_err("it weighs nothing");
    assert!(why.contains("weighs nothing"), "{why}");
}

#[test]
fn a_number_is_written_and_the_rest_stays_as_it_was() {
    assert_eq!(written("plan.odds", 1.75), OWN.replace("1.5", "1.75"));
    assert_eq!(written("judgement.dash", 0.5), format!("{OWN}\n[judgement]\ndash = 0.5\n"));
    assert_eq!(written("under.snappy.plan.odds", 2.5), format!("{OWN}\n[under.snappy.plan]\nodds = 2.5\n"));
}

/// A response that the text does not say is written out whole, for a profile says all of a response or nothing.
#[test]
fn a_response_is_written_whole() {
    let text = written("consideration.mission.exponent", 7.4);
    let line = "mission = { weight = 1.0, curve = \"power\", from = 0.8, to = 1.0, exponent = 7 }\n";
    assert_eq!(text, format!("{OWN}\n[consideration]\n{line}"));
    let again = profile("own.toml", &text).expect("a profile");
    assert_eq!(again.number("consideration.mission.exponent").map(|one| one.value), Ok(7.0));
}

/// Every number of the default profile can be written, and is then what was written.
#[test]
fn the_profile_that_comes_with_the_program_can_be_written_anew() {
    let (steady, own) = (load("steady").expect("a profile"), text("steady").expect("a text"));
    for name in ["plan.fight", "judgement.charges", "consideration.cover.weight", "under.on_war.plan.press"] {
        let number = steady.number(name).expect("a number");
        let other = f64::midpoint(number.value, number.high) - 0.01;
        let new = with_numbers(own, &steady, &[(number.name, other)]).expect("written");
        let again = profile("new.toml", &new).expect("a profile").number(name).expect("a number");
        assert!((again.value - other).abs() < 1e-9, "{name}");
        assert_eq!(new.lines().count(), own.lines().count(), "{name}");
    }
}

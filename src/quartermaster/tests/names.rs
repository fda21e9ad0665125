//! Names of battles: what they say, and what is refused with what would do.

use crate::{Kind, Nations, Wishes, draw};

fn wishes(name: &str) -> Wishes {
    Wishes::of_name(name).expect("a random battle").expect("wishes")
}

/// The sentence by which a name is refused.
fn refusal(name: &str) -> String {
    let wishes = Wishes::of_name(name).expect("a random battle");
    wishes.and_then(|wishes| draw(&wishes, 1)).expect_err("refused")
}

#[test]
fn names_are_read_in_any_order_and_told_in_one() {
    let read = wishes("random:4711:river:60min:french-austrian:1809");
    assert_eq!((read.year, read.kind, read.minutes, read.seed), (Some(1809), Some(Kind::River), Some(60), Some(4711)));
    assert_eq!(read.nations, Some(Nations::Two("french".into(), "austrian".into())));
    assert_eq!(read.to_string(), "random:1809:french-austrian:river:60min:4711");
    assert_eq!(wishes(&read.to_string()), read);
    assert_eq!(wishes("random:any:late"), wishes("random:late"));
}

#[test]
fn a_seed_like_a_year_says_so() {
    assert_eq!(wishes("random:1809").year, Some(1809));
    assert_eq!(wishes("random:seed1809").seed, Some(1809));
    assert_eq!(wishes("random:seed1809").to_string(), "random:seed1809");
    assert_eq!(wishes("random:1816").seed, Some(1816));
}

#[test]
fn other_names_are_of_no_random_battle() {
    assert!(Wishes::of_name("two-fords").is_none());
    assert!(Wishes::of_name("random.toml").is_none() && Wishes::of_name("randomly").is_none());
}

#[test]
fn refusals_name_the_value_and_what_would_do() {
    assert_eq!(refusal("random:rivver"), "unknown wish `rivver`; expected `river`");
    assert_eq!(refusal("random:french-austian"), "unknown nation `austian` in `french-austian`; expected `austrian`");
    assert_eq!(refusal("random:5min"), "size `5min` is none; expected 20min to 240min");
    assert_eq!(refusal("random:river:attack"), "`attack` names a second kind of battle; expected one at most");
    assert_eq!(
        refusal("random:river:20min"),
        "a river crossing cannot be fought in 20min; expected 40min or more, or another kind of battle"
    );
    assert_eq!(
        refusal("random:1785"),
        "no army list is of the year 1785; expected one of 1776 to 1783 and 1792 to 1815"
    );
    assert_eq!(
        refusal("random:spanish:1777"),
        "there is no list of nation `spanish` of 1777; its lists are of 1808 to 1814"
    );
    assert!(
        refusal("random:american-austrian").starts_with("nations `american` and `austrian` have no year in common")
    );
    assert!(refusal("random:99999999999999999999").starts_with("seed `99999999999999999999` is too large"));
    assert!(refusal("random:more-cavalry").starts_with("unknown type of unit `cavalry`; expected"));
}

#[test]
fn one_unit_more_is_blue_s_alone() {
    let [blue, red] = draw(&wishes("random:alike:meeting:7"), 1).expect("a battle").points;
    let [more, same] = draw(&wishes("random:alike:meeting:more-veteran-line-infantry:7"), 1).expect("a battle").points;
    assert!(more > blue && same == red);
    assert_eq!(wishes("random:more-guard-infantry").more, Some((None, "guard infantry".into())));
    assert_eq!(wishes("random:more-elite-jaegers").to_string(), "random:more-elite-jaegers");
}

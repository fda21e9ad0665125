//! What is played: pairings, seeds, shards.

use std::collections::BTreeSet;

use table::SeatSpec;

use super::{RIGGED, json, options, seats, soak};
use crate::plan::game_seed;
use crate::{Options, Seating, Shard, run};

#[test]
fn swapping_plays_each_pairing_twice_with_the_same_seed() {
    let swapped = Options { seats: seats("random", "first"), seating: Seating::Swapped, ..options(6) };
    let report = soak(&swapped);
    assert_eq!(report.rows().len(), 6);
    for pair in report.rows().chunks(2) {
        let [one, other] = pair else { panic!("no pair") };
        assert_eq!(one.seed, other.seed);
        assert_eq!((one.blue.as_str(), one.red.as_str(), one.swapped), ("random", "first", false));
        assert_eq!((other.blue.as_str(), other.red.as_str(), other.swapped), ("first", "random", true));
    }
    let seeds: BTreeSet<u64> = report.rows().iter().map(|row| row.seed).collect();
    assert_eq!(seeds.len(), 3);
}

#[test]
fn a_swapped_game_is_the_one_with_changed_players() {
    let swapped = Options { seats: seats("random", "first"), seating: Seating::Swapped, ..options(2) };
    let changed = Options { seats: seats("first", "random"), ..options(1) };
    let (both, alone) = (soak(&swapped), soak(&changed));
    assert_eq!(both.rows()[1].hash, alone.rows()[0].hash);
}

#[test]
fn equals_do_not_play_the_same_game_twice() {
    let report = soak(&Options { seating: Seating::Swapped, ..options(3) });
    assert_eq!(report.rows().len(), 3);
}

#[test]
fn seeds_depend_on_nothing_but_the_runs_seed_and_the_games_number() {
    let seeds: BTreeSet<u64> = (0..1000).map(|game| game_seed(1, game)).collect();
    assert_eq!(seeds.len(), 1000);
    assert_eq!(game_seed(42, 0), 42, "one game can be named by its seed");
    assert_ne!(game_seed(1, 1), game_seed(2, 1));
    let two = Options { battles: vec![String::from("small-field"), String::from("outpost")], ..options(2) };
    let (both, one) = (soak(&two), soak(&options(2)));
    assert_eq!(both.rows()[1].hash, one.rows()[0].hash, "another battle in the list changes nothing");
    assert_eq!(both.rows()[0].seed, one.rows()[0].seed);
}

#[test]
fn shards_together_are_the_whole() {
    let both = Options { seats: seats("random", "first"), seating: Seating::Swapped, ..options(10) };
    let whole = json(&soak(&both));
    let mut parts: Vec<String> = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let shard: Shard = shard.parse().expect("a shard");
        let part = soak(&Options { shard, ..both.clone() });
        assert!(part.rows().chunks(2).all(|pair| pair[0].seed == pair[1].seed), "pairs stay together");
        parts.extend(json(&part).lines().map(String::from));
    }
    let index = |line: &String| line.split(&[':', ','][..]).nth(1).and_then(|text| text.parse::<usize>().ok());
    parts.sort_by_key(index);
    assert_eq!(parts, whole.lines().map(String::from).collect::<Vec<_>>());
}

#[test]
fn shards_are_read_with_care() {
    for wrong in ["0/2", "3/2", "1", "a/b", "1/0", "-1/2"] {
        let expected = format!("unknown shard `{wrong}`; expected I/N with I from 1 to N, such as 1/4");
        assert_eq!(wrong.parse::<Shard>(), Err(expected));
    }
    assert_eq!("2/4".parse::<Shard>().map(|shard| shard.to_string()), Ok(String::from("2/4")));
}

#[test]
fn unusable_plans_are_refused_with_a_sentence() {
    let refusal = |options: &Options| run(&RIGGED, options, |_| {}).expect_err("refused").to_string();
    let human = Options { seats: [SeatSpec::Human, SeatSpec::Human], ..options(1) };
    assert_eq!(refusal(&human), "a soak plays without persons; expected a commander or exec:COMMAND");
    let nobody = Options { seats: seats("nobody", "first"), ..options(1) };
    assert!(refusal(&nobody).starts_with("unknown commander `nobody`"));
    let nowhere = Options { battles: vec![String::from("nowhere")], ..options(1) };
    assert!(refusal(&nowhere).starts_with("unknown battle `nowhere`"));
    let plain = vec![String::from("great-plain")];
    let both_named = Options { battles: plain, systems: vec![String::from("drill")], ..options(1) };
    assert_eq!(refusal(&both_named), "the plain is too great");
    let house = crate::House::File(String::from("house.toml"), String::from("volleys = \"perhaps\""));
    assert_eq!(
        refusal(&Options { house, ..options(2) }),
        "house.toml:1: house rule `volleys` is `perhaps`; expected on or off"
    );
}

#[test]
fn what_a_system_cannot_play_is_left_out_of_everything_and_said() {
    let report = soak(&Options { battles: Vec::new(), ..options(2) });
    let played: Vec<&str> = report.rows().iter().map(|row| row.battle.as_str()).collect();
    assert_eq!(played, ["small-field", "outpost"]);
    assert_eq!(report.left_out(), ["great-plain under drill: the plain is too great"]);
    assert!(report.summary().contains("left out: great-plain under drill"));
}

#[test]
fn house_rules_are_played_by() {
    let house = crate::House::File(String::from("house.toml"), String::from("extra-orders = 6"));
    let (plain, generous) = (soak(&options(1)), soak(&Options { house, ..options(1) }));
    assert_ne!(plain.rows()[0].hash, generous.rows()[0].hash);
}

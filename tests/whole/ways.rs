//! The odds shown are those rolled, in play and without chance: orders drawn at random in battles of every system are followed
//! through every way in which the dice can fall, and what comes in the mean of all is what was foreseen.

use soak::{Foreseen, Looks, Options, Source, run};
use systems::Shelf;
use table::SeatSpec;

/// What came of the orders drawn in games of a system, by kind.
fn worked(system: &str, games: u32, looks: Looks) -> Vec<Foreseen> {
    let seat = || SeatSpec::Commander(String::from("steady"));
    let options = Options {
        battles: vec![String::from("first-light")],
        systems: vec![String::from(system)],
        games,
        seed: 5,
        jobs: 2,
        calibration: Some(looks),
        ..Options::new(seat(), seat())
    };
    let report = run(&Shelf::new(), &options, |_| {}).expect("a run");
    let lines = report.rows().iter().flat_map(|row| row.foreseen.clone());
    lines.filter(|line| line.source == Source::Worked).collect()
}

/// Everything that came of a system's orders is as foreseen, and of those kinds something was foreseen.
#[track_caller]
fn come_as_foreseen(system: &str, games: u32, looks: Looks, kinds: &[&str]) {
    let lines = worked(system, games, looks);
    let missed: Vec<&Foreseen> = lines.iter().filter(|line| line.agreed < line.orders).collect();
    assert!(missed.is_empty(), "{missed:#?}");
    for kind in kinds {
        let foreseen: f64 = lines.iter().filter(|line| line.kind == *kind).map(|line| line.foreseen).sum();
        assert!(foreseen > 0.0, "{system}: nothing was foreseen of \"{kind}\"");
    }
}

#[test]
fn orders_of_eagles_come_as_foreseen_on_every_way_of_the_dice() {
    let kinds = ["assault: destroys", "assault: takes", "fire: inflicts", "skirmish: inflicts"];
    come_as_foreseen("eagles", 6, Looks { every: 4, ways: 1_500, throws: 0 }, &kinds);
}

#[test]
fn orders_of_on_war_come_as_foreseen_on_every_way_of_the_dice() {
    come_as_foreseen("on_war", 12, Looks { every: 2, ways: 800, throws: 0 }, &["home: takes"]);
}

#[test]
fn orders_of_over_the_hills_come_as_foreseen_on_every_way_of_the_dice() {
    come_as_foreseen("over_the_hills", 3, Looks { every: 6, ways: 500, throws: 0 }, &["fire: inflicts", "move: takes"]);
}

#[test]
fn orders_of_mcnally_come_as_foreseen_on_every_way_of_the_dice() {
    come_as_foreseen("mcnally", 3, Looks { every: 8, ways: 400, throws: 0 }, &["fire: inflicts"]);
}

#[test]
fn orders_of_snappy_come_as_foreseen_on_every_way_of_the_dice() {
    come_as_foreseen("snappy", 3, Looks { every: 8, ways: 400, throws: 0 }, &[]);
}

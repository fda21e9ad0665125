//! Stands out of their ranks: those that run together into another formation, and the stragglers of a unit that flees; and
//! what is left of both armies.

use std::collections::BTreeSet;
use std::time::Duration;

use battle::{Arrangement, Battlefield, Departure, Event, Formation, Manner, Pose, Side, UnitId};
use hexes::Hex;

use super::traces::duel;
use crate::animate::{Loose, Playback, Tempo};
use crate::panels::armies;
use crate::theme::{Palette, Theme};
use crate::{Depth, Speed};

/// Every picture of an event: where the stands of the unit are seen.
fn pictures(field: &Battlefield, event: Event, unit: UnitId, speed: Speed) -> Vec<BTreeSet<Hex>> {
    let mut playback = Playback::default();
    playback.begin(field.clone(), [event], &[], Tempo::even(speed));
    let (mut seen, mut now) = (Vec::new(), Duration::ZERO);
    loop {
        playback.advance(now, speed);
        let Some(field) = playback.field() else { return seen };
        let loose = playback.loose().map(|loose| loose.stands.hexes().to_vec());
        let stands = loose.unwrap_or_else(|| field.footprint(unit).hexes().to_vec());
        seen.push(stands.into_iter().collect());
        now += playback.wait(now).max(Duration::from_millis(1));
    }
}

fn stands_at(field: &Battlefield, unit: UnitId, pose: &Pose) -> BTreeSet<Hex> {
    field.footprint_at(unit, pose).hexes().iter().copied().collect()
}

fn moved(unit: UnitId, to: Pose, path: Vec<Pose>, manner: Manner) -> Event {
    Event::Moved { unit, to, path, manner, clause: "X-1" }
}

#[test]
fn a_line_that_forms_a_column_runs_together_stand_by_stand() {
    let (field, [blue, _]) = duel(6);
    let line = field.unit(blue).pose;
    let column = Pose { formation: Formation { arrangement: Arrangement::Column, files: 2 }, ..line };
    let seen = pictures(&field, moved(blue, column, Vec::new(), Manner::Formed), blue, Speed::Normal);
    let [before, after] = [line, column].map(|pose| stands_at(&field, blue, &pose));
    assert_eq!(seen.len(), 3, "two pictures on the way and one of the column: {seen:?}");
    assert_eq!(seen[2], after);
    for stands in &seen[..2] {
        assert_eq!(stands.len(), after.len(), "no stand is lost on the way");
        assert!(*stands != before && *stands != after, "{stands:?}");
    }
    assert_eq!(pictures(&field, moved(blue, column, Vec::new(), Manner::Formed), blue, Speed::Instant).len(), 0);
}

#[test]
fn who_keeps_his_formation_keeps_his_ranks() {
    let (field, [blue, _]) = duel(6);
    let from = field.unit(blue).pose;
    let to = Pose { anchor: from.anchor + hexes::Direction::NorthEast, ..from };
    for stands in pictures(&field, moved(blue, to, vec![to], Manner::Marched), blue, Speed::Normal) {
        assert_eq!(stands, stands_at(&field, blue, &to));
    }
}

#[test]
fn who_flees_straggles_and_comes_up_at_the_end() {
    let (field, [blue, _]) = duel(6);
    let from = field.unit(blue).pose;
    let step = |steps: i16| Pose { anchor: from.anchor + hexes::Direction::SouthEast.vector() * steps, ..from };
    let event = moved(blue, step(4), (1..4).map(step).collect(), Manner::Fled);
    let seen = pictures(&field, event, blue, Speed::Normal);
    let ranks: Vec<BTreeSet<Hex>> = (0..=4).map(|steps| stands_at(&field, blue, &step(steps))).collect();
    assert!(seen[..4].iter().all(|stands| !ranks.contains(stands)), "out of their ranks all the way: {seen:?}");
    let last = ranks.last().expect("where it ends");
    assert!(seen[3].iter().any(|hex| last.contains(hex)), "some are there");
    assert_eq!(seen.last(), Some(last), "in the end all are");
    let behind = Loose::straggling(&field, blue, &[step(0), step(1), step(2)]);
    let each: Vec<usize> =
        (0..3).map(|steps| behind.stands.hexes().iter().filter(|hex| ranks[steps].contains(hex)).count()).collect();
    assert!(each.iter().all(|count| *count > 0), "behind, in the middle and in front: {each:?}");
}

#[test]
fn nobody_is_drawn_on_others() {
    let (mut field, [blue, red]) = duel(6);
    let from = field.unit(blue).pose;
    let next = Pose { anchor: from.anchor + hexes::Direction::SouthEast, ..from };
    field.apply(&Event::Placed { unit: red, pose: Pose { anchor: from.anchor, ..field.unit(red).pose } });
    let loose = Loose::straggling(&field, blue, &[from, next]);
    assert!(loose.stands.hexes().iter().all(|hex| field.unit_at(*hex) != Some(red)));
}

#[test]
fn what_is_left_of_both_armies_is_told_by_brigade() {
    let theme = Theme::new(Depth::True, Palette::Classic);
    let mut field = super::game("small-field", ["human", "human"]).system().field().clone();
    let told = |field: &Battlefield, most: usize| -> Vec<String> {
        armies::lines(field, [44, most], &theme).iter().map(|line| line.to_string()).collect()
    };
    let blue: Vec<UnitId> = field.ids().filter(|unit| field.side(*unit) == Side::Blue).collect();
    let (units, first) = (blue.len(), blue[0]);
    assert!(told(&field, 20)[0].ends_with(&format!("████████ 100%  {units}/{units} ")), "{:?}", told(&field, 20));
    let full = field.unit(first).full;
    field.apply(&Event::Strength { unit: first, from: full, to: full / 2, cause: "fire", clause: "X-1" });
    let share = 100.0 * (units as f64 - 0.5) / units as f64;
    assert!(told(&field, 20)[0].ends_with(&format!("{share:.0}%  {units}/{units} ")), "{:?}", told(&field, 20));
    field.apply(&Event::Left { unit: first, why: Departure::Routed, clause: "X-1" });
    let share = 100.0 * (units as f64 - 1.0) / units as f64;
    let gone = told(&field, 20);
    assert!(gone[0].ends_with(&format!("{share:.0}%  {}/{units} ", units - 1)), "{gone:?}");
    assert!(gone.len() > 2 && gone[1].starts_with("  "), "its brigades below it: {gone:?}");
    assert_eq!(told(&field, 2).len(), 2, "the armies alone where there is no more room");
    assert_eq!(told(&field, 1).len(), 0);
}

//! Who has an area: units hold it, deny it, or count for nothing, near by as well where a system says so.

use hexes::{Hex, Offset};

use super::drawn;
use crate::{Goal, Grip, Objective, Side, UnitId};

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);

const FIELD: &str = "
    . . . . . .
     . A A . . .
    . . . . . .
     . . . . . .
    . . B B . .
     . . . . . .
    A: B1 blue infantry N line2
    B: R1 red infantry S line2";

/// Who has the area of one hex, when the units do that to it within the margin.
fn has(place: (i16, i16), margin: u8, [a, b]: [Grip; 2]) -> Option<Side> {
    let field = drawn(FIELD);
    let hexes = vec![Offset::new(place.0, place.1).hex()];
    let name = String::from("the hex");
    let area = Objective { name, goal: Goal::Hold, hexes, owner: None, side: None, count: 0, value: 1 };
    let grips = |unit, area: &[Hex]| field.grip_within(unit, area, margin, if unit == A { a } else { b });
    assert!([A, B].iter().all(|unit| field.present().any(|there| there == *unit)));
    field.alone_in(&area, &grips)
}

#[test]
fn who_stands_in_an_area_holds_it_alone() {
    let both = [Grip::Holds, Grip::Holds];
    assert_eq!(has((2, 1), 0, both), Some(Side::Blue));
    assert_eq!(has((2, 4), 0, both), Some(Side::Red));
    assert_eq!(has((2, 2), 0, both), None, "nobody stands there");
}

#[test]
fn an_enemy_near_by_denies_an_area_or_does_not_count() {
    let at = (2, 2);
    assert_eq!(has(at, 1, [Grip::Holds, Grip::Holds]), Some(Side::Blue), "one hex from blue, two from red");
    assert_eq!(has(at, 2, [Grip::Holds, Grip::Holds]), None);
    assert_eq!(has(at, 2, [Grip::Holds, Grip::Denies]), None);
    assert_eq!(has(at, 2, [Grip::Holds, Grip::Neither]), Some(Side::Blue));
    assert_eq!(has(at, 2, [Grip::Denies, Grip::Neither]), None, "who only denies has nothing");
}

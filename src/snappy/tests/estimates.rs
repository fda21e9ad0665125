//! What a commander is told to expect: no rule, but the page's numbers.

use battle::{Pose, Side, System};

use super::fixture::Fixture;
use crate::info::MOVE_PHASE;
use crate::profile::Kind;
use crate::space::{Shape, formation};

/// What Blue guns five inches off can still shoot this turn in a shape.
fn to_come(shape: Shape) -> f64 {
    let guns = Fixture::plain().unit("B1", Kind::FootArtillery, 1, (20, 20), "N", Shape::Column);
    let game = guns.foot("R1", (20, 15), "S", Shape::Line).phase(MOVE_PHASE, Side::Blue).game(&[]);
    let pose = Pose { formation: formation(Kind::FootArtillery, 1, shape), ..game.pose("B1") };
    game.war.estimates().fire_to_come(game.id("B1"), &pose, game.id("R1"))
}

/// SN-FIRE-3: a march column or limbered guns are not in action.
#[test]
fn guns_that_end_their_move_limbered_have_no_fire_to_come() {
    assert!(to_come(Shape::Line) > 0.1);
    assert_eq!([Shape::Column, Shape::Road].map(to_come), [0.0; 2]);
}

/// Whether a charge by a unit in a shape is to be feared so many hexes off (SN-MOVE-2, 3: 180 points).
fn charges_home(kind: Kind, shape: Shape, facing: &str, far: i16) -> bool {
    let charger = Fixture::plain().unit("B1", kind, 2, (20, 30), facing, shape);
    let game = charger.foot("R1", (20, 30 - far), "S", Shape::Line).phase(MOVE_PHASE, Side::Blue).game(&[]);
    let [from, at] = ["B1", "R1"].map(|label| game.pose(label));
    game.war.estimates().threat(game.id("B1"), &from, game.id("R1"), &at).charge > 0.0
}

#[test]
fn a_charge_is_feared_from_as_far_as_it_comes() {
    let farthest = |kind, shape, facing| (1..20).rev().find(|far| charges_home(kind, shape, facing, *far));
    assert_eq!(farthest(Kind::Infantry, Shape::Column, "N"), Some(7), "six hexes and contact");
    assert_eq!(farthest(Kind::Infantry, Shape::Line, "N"), Some(5), "a change to column and four hexes");
    assert_eq!(farthest(Kind::LightCavalry, Shape::Column, "N"), Some(13));
    assert_eq!(farthest(Kind::HeavyCavalry, Shape::Line, "N"), Some(7));
    assert_eq!(
        farthest(Kind::Infantry, Shape::Column, "S"),
        Some(5),
        "after an about-face, its rear stand a hex nearer"
    );
}

#[test]
fn guns_in_battery_threaten_more_than_limbered_ones() {
    let threat = |shape: Shape| {
        let guns = Fixture::plain().unit("B1", Kind::FootArtillery, 1, (20, 20), "N", shape);
        let game = guns.foot("R1", (20, 15), "S", Shape::Line).phase(MOVE_PHASE, Side::Blue).game(&[]);
        let [from, at] = ["B1", "R1"].map(|label| game.pose(label));
        game.war.estimates().threat(game.id("B1"), &from, game.id("R1"), &at).fire
    };
    assert!(threat(Shape::Line) > threat(Shape::Column) && threat(Shape::Column) > 0.0);
}

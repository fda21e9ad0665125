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

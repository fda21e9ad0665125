//! Sides, arcs, enfilade and faces by the angle in the plane, way by way (OTH-GEO-5 to 8, 10).

use battle::{Footprint, Pose};
use hexes::{Facing, Hex, Point};

use super::fixture::hex;
use crate::space::Aspect::{self, Flank, Front, Rear};
use crate::space::Shape::{self, Attack, Battery, Companies, Line, Open, Skirmish, Square};
use crate::space::{self, formation};

/// Degrees between the way straight ahead and another, and whether that lies to the right.
fn angle(facing: Facing, way: Point) -> (f64, bool) {
    let ahead = facing.ahead().point();
    let cosine = ahead.dot(way) as f64 / ((ahead.length2() as f64).sqrt() * (way.length2() as f64).sqrt());
    (cosine.clamp(-1.0, 1.0).acos().to_degrees(), ahead.cross(way) > 0)
}

/// Every way of so many hexes at most, but for none at all.
fn ways(most: i32) -> impl Iterator<Item = Hex> {
    hex(0, 0).within(most).filter(|way| *way != hex(0, 0))
}

const NO_DEGREES: f64 = 1e-6;

/// Front 60 degrees to each side with the line itself, rear less than 60 from straight behind.
#[test]
fn the_side_of_a_stand_is_that_of_the_angle() {
    for facing in Facing::ALL {
        for way in ways(14) {
            let (off, _) = angle(facing, way.point());
            let side = match () {
                () if off <= 60.0 + NO_DEGREES => Front,
                () if off > 120.0 + NO_DEGREES => Rear,
                () => Flank,
            };
            assert_eq!(space::side_of(facing, way - hex(0, 0)), side, "{facing} and {way:?}, {off} degrees");
        }
    }
}

/// Small arms and open order 45 degrees to each side, skirmish order 60, guns 30.
#[test]
fn the_arc_of_each_shape_is_that_of_the_angle() {
    let arcs: [(Shape, f64); 6] =
        [(Line, 45.0), (Attack, 45.0), (Companies, 45.0), (Open, 45.0), (Skirmish, 60.0), (Battery, 30.0)];
    for (shape, most) in arcs {
        for facing in Facing::ALL {
            for way in ways(14) {
                let (off, _) = angle(facing, way.point());
                let inside = off <= most + NO_DEGREES;
                assert_eq!(space::in_arc(shape, facing, way - hex(0, 0)), inside, "{shape:?} {facing} {way:?}: {off}");
            }
        }
    }
}

fn rakes(shape: Shape, stands: u8, facing: Facing, way: Hex) -> bool {
    space::rakes(&Pose::new(hex(0, 0), facing, formation(stands, shape)), stands, hex(0, 0), way)
}

/// Along the rank, a quarter aside of it at most: lines, open order and guns of two stands or more.
#[test]
fn a_rank_is_raked_along_its_prolongation() {
    let quarter = 0.25_f64.atan().to_degrees();
    for facing in Facing::ALL {
        for way in ways(20) {
            let (off, _) = angle(facing, way.point());
            let along = (off - 90.0).abs() <= quarter;
            assert_eq!(rakes(Line, 4, facing, way), along, "{facing} {way:?}: {off}");
        }
    }
    let east = |shape, stands| rakes(shape, stands, Facing::North, hex(8, 0));
    assert_eq!([east(Open, 2), east(Battery, 2), east(Line, 1), east(Attack, 4)], [true, true, false, false]);
    // 48 times 14 squared is 9408: 98 half hexes along are enough, 96 are not; 12-pounders reach both.
    let far = |q| rakes(Line, 4, Facing::North, hex(q, 14));
    assert_eq!([far(42), far(41)], [true, false]);
}

fn face(print: &Footprint, facing: Facing, at: Hex) -> u8 {
    let (off, right) = angle(facing, at.point() * print.hexes().len() as i32 - print.sum());
    match () {
        () if off <= 45.0 => 0,
        () if off >= 135.0 => 2,
        () if right => 1,
        () => 3,
    }
}

/// Four faces of 90 degrees about the middle of all stands: front, right, rear, left. A single house has them too.
#[test]
fn the_face_of_a_square_is_that_of_the_angle() {
    for facing in Facing::ALL {
        for stands in [1, 3, 4, 5, 6, 7, 9] {
            let pose = Pose::new(hex(0, 0), facing, formation(stands, Square));
            let print = pose.stands(stands);
            for at in ways(12).filter(|at| !print.contains(*at)) {
                let expected = face(&print, facing, at);
                assert_eq!(space::face_toward(&print, facing, at), expected, "{stands} stands, {facing}, {at:?}");
            }
        }
    }
}

/// What the sides of a pose are to who meets it: none where it is ready all round.
#[test]
fn the_mildest_side_comes_first() {
    let met = |shape| space::aspect(&Pose::new(hex(0, 0), Facing::North, formation(4, shape)), hex(0, 0), hex(0, 3));
    assert_eq!([Line, Attack, Skirmish, Square].map(met), [Rear, Rear, Front, Front]);
    assert!(Aspect::Front < Flank && Flank < Rear);
}

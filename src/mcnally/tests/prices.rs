//! What single steps cost and where they lead, where other proofs look at whole ways (MC-MOVE-6, 11, 27, MC-SKIRM-2).

use battle::{Pose, PoseStep};
use rulebook::fixture::Game;

use super::fixture::{Fixture, hex};
use super::ways::{cost, ends};
use crate::McNally;
use crate::charge::reach::way_to;
use crate::movement::walk::{Gait, Purpose, Walk};
use crate::profile::Troops;
use crate::space::{Aspect, Shape, body, shape_of};
use crate::state::Charge;

/// What it costs a unit to come where some steps lead.
fn steps(game: &Game<McNally>, inches: u16, steps: &[PoseStep]) -> Option<u16> {
    let stands = game.war.stands(game.id("B1"));
    let to = steps.iter().fold(game.pose("B1"), |pose, step| step.apply(&pose, stands));
    cost(game, "B1", inches, &to)
}

/// MC-UNIT-1, MC-MOVE-6: on hexes of 2 inches a wheel of four files is 3 hexes, 6 inches, and costs twice that.
#[test]
fn wheels_on_coarse_hexes() {
    let game = Fixture::plain().foot("B1", 8, (20, 30), "N", Shape::Line).scale(2).game(&[]);
    assert_eq!([PoseStep::WheelLeft, PoseStep::WheelRight].map(|step| steps(&game, 12, &[step])), [Some(12); 2]);
    assert_eq!(steps(&game, 12, &[PoseStep::AheadLeft]), Some(2));
}

/// MC-MOVE-11: horse that has gone to the left ends as skirmishers that face left, whether it has faced back or not.
#[test]
fn horse_never_ends_facing_away_from_where_it_has_gone() {
    let game = Fixture::plain().unit("B1", Troops::Horse, 4, (20, 30), "N", Shape::Line).game(&[]);
    let loose = ends(&game, "B1", 12).into_iter().filter(|(pose, _)| shape_of(pose) == Shape::Skirmish);
    let mut names: Vec<&str> =
        loose.filter(|(pose, _)| pose.anchor == hex(14, 30)).map(|(pose, _)| pose.facing.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names, ["WNW", "WSW"]);
}

/// MC-SKIRM-2: no stand walks farther than the throw. Of five stands, two hexes apart, both outer ones are four hexes from the
/// command stand, about which a charge turns; of four the right one is, with one stand on the left; of seven, six.
#[test]
fn skirmishers_that_charge_pay_for_a_turn_what_their_flank_walks() {
    let turn = |stands: u8, scale: u8| {
        let field = Fixture::plain().unit("B1", Troops::Indians, stands, (20, 30), "N", Shape::Skirmish).scale(scale);
        let game = field.foot("R1", 8, (25, 20), "S", Shape::Line).game(&[]);
        let (by, on) = (game.id("B1"), game.id("R1"));
        let charge = Charge::set_out(by, vec![(on, Aspect::Front)], 20);
        let to = PoseStep::TurnRight.apply(&game.pose("B1"), stands);
        let places = Walk::new(&game.war, by, Purpose::Charge(&charge)).places(Gait::default(), 20);
        places.into_iter().find(|way| way.node.pose == to).map(|way| way.cost)
    };
    assert_eq!([turn(5, 1), turn(5, 2), turn(4, 1), turn(7, 1)], [Some(4), Some(8), Some(4), Some(6)]);
}

/// MC-MOVE-27: friends are charged through; enemies are not.
#[test]
fn nobody_charges_through_an_enemy() {
    let field = Fixture::plain().foot("B1", 1, (20, 30), "N", Shape::Open).foot("R1", 8, (22, 26), "S", Shape::Open);
    let game = field.foot("R2", 1, (23, 24), "S", Shape::Open).game(&[]);
    let way = way_to(&game.war, game.id("B1"), game.id("R2"), 30);
    let held = body(&game.war, game.id("R1"));
    let over = |pose: &Pose| pose.stands(1).overlaps(&held);
    assert!(!way.is_empty() && !way.iter().any(|(pose, _)| over(pose)), "{way:?}");
}

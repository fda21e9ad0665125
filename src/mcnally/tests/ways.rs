//! What throws of so many inches come to, for proofs of movement.

use battle::Pose;
use rulebook::fixture::Game;

use crate::morale::ways::{Toll, ways};
use crate::movement::reach::reach_with;
use crate::state::Going;
use crate::{McNally, space};

/// Every pose that an ordinary move of so many inches can end in, and what it costs, in inches.
pub fn ends(game: &Game<McNally>, label: &str, inches: u16) -> Vec<(Pose, u16)> {
    let reach = reach_with(&game.war, game.id(label), inches, Going::Plain);
    reach.legal().map(|place| (place.pose, place.cost / 100)).collect()
}

/// What it costs a unit to come to a pose with a move of so many inches.
pub fn cost(game: &Game<McNally>, label: &str, inches: u16, to: &Pose) -> Option<u16> {
    ends(game, label, inches).into_iter().find(|(pose, _)| pose == to).map(|(_, cost)| cost)
}

/// The row to which a unit that keeps its facing and shape comes northward with so many inches.
pub fn north(game: &Game<McNally>, label: &str, inches: u16) -> i16 {
    let here = game.pose(label);
    let same = |pose: &Pose| pose.facing == here.facing && space::shape_of(pose) == space::shape_of(&here);
    let rows = ends(game, label, inches).into_iter().filter(|(pose, _)| same(pose)).map(|(pose, _)| pose.anchor.r);
    rows.min().unwrap_or(here.anchor.r).min(here.anchor.r)
}

/// Half hexes by which a pose lies west or east of another.
pub fn aside(here: &Pose, there: &Pose) -> i16 {
    let half = |pose: &Pose| 2 * pose.anchor.q + pose.anchor.r;
    (half(there) - half(here)).abs()
}

/// The straightest of the ways of a unit that goes so many inches directly away from an enemy.
pub fn straight_away(game: &Game<McNally>, label: &str, from: &str, inches: i32) -> Vec<Pose> {
    let ways = ways(&game.war, game.id(label), &[game.id(from)], inches, Toll::Free);
    let off = |way: &Vec<Pose>| way.last().map(|end| aside(&game.pose(label), end));
    ways.into_iter().min_by_key(off).expect("there is always a way")
}

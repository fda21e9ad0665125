//! The equal ways of a unit that goes directly away in its order, between which its owner chooses (MC-HEX-11, MC-MOVE-29).

use battle::{Footprint, Pose, UnitId, rule};
use hexes::{Direction, Hex};

use super::away::{apart, bodies, gain, home, is_barred, is_held};
use crate::space::{self, body, shape_of};
use crate::{War, ground};

/// Whether a unit that goes back pays for the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toll {
    /// An inch an inch, whatever the ground.
    Free,
    /// Twice as much into woods, 2 inches for each obstacle (MC-MOVE-18).
    Paid,
}

/// A pose on some of the ways, and what has come of them so far.
struct Node {
    pose: Pose,
    /// Inches.
    spent: i32,
    /// Obstacles that are paid for.
    crossed: Vec<u16>,
    previous: Option<usize>,
    next: Vec<usize>,
    /// Whether the unit may stop there.
    stop: bool,
}

/// All ways of a unit that goes directly away from some enemies: its poses, each after those it is reached from.
pub(crate) struct Fan(Vec<Node>);

impl Fan {
    /// The ways of at most so many inches, each of which begins where the unit stands.
    pub(crate) fn new(war: &War, unit: UnitId, from: &[UnitId], inches: i32, toll: Toll) -> Fan {
        let (foes, enemies) = (bodies(war, from), enemies(war, unit));
        let node = |pose, spent, crossed, previous| {
            let stop = may_stop(war, unit, &enemies, &pose);
            Node { pose, spent, crossed, previous, next: Vec::new(), stop }
        };
        let mut nodes = vec![node(war.pose(unit), 0, Vec::new(), None)];
        let mut place = 0;
        while place < nodes.len() {
            let pose = nodes[place].pose;
            for to in steps(war, unit, &foes, &pose) {
                let mut crossed = nodes[place].crossed.clone();
                let spent = nodes[place].spent + cost(war, unit, [&pose, &to], toll, &mut crossed);
                if spent > inches {
                    continue;
                }
                let met = |node: &Node| node.pose == to && node.spent == spent && node.crossed == crossed;
                let known = nodes.iter().skip(place + 1).position(met).map(|after| place + 1 + after);
                let next = known.unwrap_or(nodes.len());
                nodes[place].next.push(next);
                if known.is_none() {
                    nodes.push(node(to, spent, crossed, Some(place)));
                }
            }
            place += 1;
        }
        Fan(nodes)
    }

    /// The ways of a unit that goes so many of the inches, one to each place where it may end: the last pose on the way
    /// that is free and not next to an enemy. The longest are first, and of these the middle one. Of ways to one place the
    /// first found counts. There is always one; that of a unit which nowhere finds room is where it stands, which is no
    /// choice besides others.
    pub(crate) fn ways(&self, inches: i32) -> Vec<Vec<Pose>> {
        let nodes = &self.0;
        let next = |place: usize| nodes[place].next.iter().filter(|next| nodes[**next].spent <= inches);
        // Whether some way goes on to its end from a node without a place to stop on it.
        let mut lost = vec![false; nodes.len()];
        let ends_by = |place: usize, lost: &[bool]| next(place).count() == 0 || next(place).any(|next| lost[*next]);
        for place in (0..nodes.len()).rev() {
            lost[place] = !nodes[place].stop && ends_by(place, &lost);
        }
        let ends = |place: &usize| {
            let node = &nodes[*place];
            *place > 0 && node.spent <= inches && node.stop && ends_by(*place, &lost)
        };
        let mut ways: Vec<Vec<Pose>> = Vec::new();
        for place in (0..nodes.len()).filter(ends) {
            if !ways.iter().any(|way| way.last() == Some(&nodes[place].pose)) {
                ways.push(self.way_to(place));
            }
        }
        ways.sort_by_key(|way| std::cmp::Reverse(way.len()));
        let longest = ways.iter().take_while(|way| way.len() == ways[0].len()).count();
        ways[..longest.div_ceil(2)].rotate_right(usize::from(longest > 0));
        if ways.is_empty() { vec![vec![nodes[0].pose]] } else { ways }
    }

    /// Where the unit may end that goes so many of the inches, as the ways are ordered.
    pub(crate) fn ends(&self, inches: i32) -> Vec<Pose> {
        self.ways(inches).iter().filter_map(|way| way.last().copied()).collect()
    }

    fn way_to(&self, place: usize) -> Vec<Pose> {
        let back = std::iter::successors(Some(place), |place| self.0[*place].previous);
        let mut way: Vec<Pose> = back.map(|place| self.0[place].pose).collect();
        way.reverse();
        way
    }
}

/// The equal ways of a unit that goes so many inches directly away from some enemies.
pub(crate) fn ways(war: &War, unit: UnitId, from: &[UnitId], inches: i32, toll: Toll) -> Vec<Vec<Pose>> {
    Fan::new(war, unit, from, inches, toll).ways(inches)
}

/// The steps that lead directly away from a pose: farther from the enemies, of those the ones nearest to the own edge.
fn steps(war: &War, unit: UnitId, foes: &[Footprint], pose: &Pose) -> Vec<Pose> {
    let stands = war.stands(unit);
    let here = pose.stands(stands);
    let before = apart(foes, &here);
    let step = |way: Direction| {
        let to = pose.at(pose.anchor + way);
        let there = to.stands(stands);
        let gain = gain(war, unit, [(before, here.hexes()[0]), (apart(foes, &there), there.hexes()[0])]);
        let barred = || here.hexes().iter().any(|hex| is_barred(war, *hex, way));
        let enterable = |hex: &Hex| !is_held(war, unit, *hex) && ground::may_enter(war, unit, shape_of(&to), *hex);
        let open = || there.hexes().iter().all(enterable);
        (gain > 0 && !barred() && open()).then(|| ((-gain, home(war, unit, to.anchor)), to))
    };
    let found: Vec<((i32, i32), Pose)> = Direction::ALL.into_iter().filter_map(step).collect();
    let best = found.iter().map(|(key, _)| *key).min();
    found.into_iter().filter(|(key, _)| Some(*key) == best).map(|(_, to)| to).collect()
}

/// What a step costs in inches; obstacles that it crosses first are noted.
fn cost(war: &War, unit: UnitId, [from, to]: [&Pose; 2], toll: Toll, crossed: &mut Vec<u16>) -> i32 {
    let (stands, pitch) = (war.stands(unit), i32::from(space::pitch(war)));
    if toll == Toll::Free {
        return pitch;
    }
    let slow = to.stands(stands).hexes().iter().any(|hex| ground::slows(war, shape_of(to), *hex));
    let mut cost = pitch * if slow { 2 } else { 1 };
    let step = from.anchor.direction_to(to.anchor);
    for hex in from.stands(stands).front() {
        let run = step.and_then(|step| ground::run_of(war, *hex, step));
        if let Some(run) = run.filter(|run| !crossed.contains(run)) {
            crossed.push(run);
            cost += 2;
        }
    }
    cost
}

/// The bodies of all enemies of a unit.
fn enemies(war: &War, unit: UnitId) -> Vec<Footprint> {
    war.enemies(unit).map(|enemy| body(war, enemy)).collect()
}

/// Whether a unit that goes back may stop in a pose: it is free and not next to an enemy (MC-MOVE-29).
fn may_stop(war: &War, unit: UnitId, enemies: &[Footprint], pose: &Pose) -> bool {
    let print = pose.stands(war.stands(unit));
    let free = print.hexes().iter().all(|hex| war.other_at(unit, *hex).is_none());
    (free && !enemies.iter().any(|enemy| enemy.is_within(&print, 1))) || !rule!("MC-MOVE-29")
}

/// The poses of a way back at which a unit may stop, where it stands now left out.
pub(crate) fn stops<'a>(war: &'a War, unit: UnitId, way: &'a [Pose]) -> impl Iterator<Item = Pose> + 'a {
    let enemies = enemies(war, unit);
    way.iter().skip(1).copied().filter(move |pose| may_stop(war, unit, &enemies, pose))
}

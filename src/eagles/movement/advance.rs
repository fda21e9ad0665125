//! Move and March: straight ahead in rows (EA-SPACE-7, EA-MOVE-5) or along a road (EA-TERRAIN-15).

use battle::{Pose, Reach, UnitId, rule};
use hexes::{Direction, Facing, Hex};

use super::ways::Seen;
use super::{Footing, Gait, Press, Trek, Ways};
use crate::Traits;
use crate::scene::Scene;
use crate::space::turned;

/// What one advance is bound by.
struct Advance<'a> {
    unit: UnitId,
    gait: Gait,
    /// Hundredths of an inch.
    limit: i32,
    press: &'a Press,
}

/// A place on a road, on the way of the search.
#[derive(Clone, Copy)]
struct Post {
    trek: Trek,
    number: u16,
}

impl Scene<'_> {
    /// Where a Move or March of `budget` inches can end. `budget` is the roll without the road bonus, which is added
    /// here; `start` the pose after the start turn; `turned` whether there was one. Ways begin at `start`, where the
    /// Unit may always stay; a turn at the end is a place of its own after the place where it is made.
    #[must_use]
    pub fn advance(&self, unit: UnitId, start: &Pose, turned: bool, budget: i32, gait: Gait) -> Reach {
        rule!("EA-MOVE-5");
        let road = budget + self.base_width();
        let radius = self.hexes(road).max(0) + 2;
        let press = self.press(unit, start, radius);
        let mut ways = Ways::from(start, radius);
        let bound = |inches: i32| Advance { unit, gait, limit: 100 * inches, press: &press };
        if self.may_set_out(&bound(budget), start, turned) {
            self.rows(&bound(budget), start, &mut ways);
            self.road(&bound(road), start, &mut ways);
        }
        self.end_turns(&bound(budget), start, turned, &mut ways);
        ways.done()
    }

    /// Whether the Unit may move at all: not after a turn in woods, and not too near an enemy in a March.
    fn may_set_out(&self, bound: &Advance<'_>, start: &Pose, turned: bool) -> bool {
        let stuck = turned && self.moves_or_turns(bound.unit, start);
        !stuck && (bound.gait == Gait::Move || self.marches_clear(start, start, bound.press).is_ok())
    }

    /// Straight ahead: the shifts alternate, the owner picks the first.
    fn rows(&self, bound: &Advance<'_>, start: &Pose, ways: &mut Ways) {
        rule!("EA-SPACE-7");
        let (left, right) = (start.facing.front_left(), start.facing.front_right());
        for shifts in [[left, right], [right, left]] {
            let (mut trek, mut number) = (self.outset(start), 0);
            for shift in shifts.into_iter().cycle() {
                let Some(next) = self.further(bound, &trek, shift, Footing::Ground) else { break };
                trek = next;
                number = ways.add(&trek.pose, trek.cost, Some(number), self.may_halt(bound, &trek));
            }
        }
    }

    /// One step within the limits of the advance.
    fn further(&self, bound: &Advance<'_>, trek: &Trek, way: Direction, footing: Footing) -> Option<Trek> {
        let next = self.step(bound.unit, trek, way, footing).ok().filter(|next| next.cost <= bound.limit)?;
        let clear = bound.gait == Gait::Move || self.marches_clear(&next.pose, &trek.pose, bound.press).is_ok();
        clear.then_some(next)
    }

    fn may_halt(&self, bound: &Advance<'_>, trek: &Trek) -> bool {
        trek.wading.settled() && self.may_end(bound.unit, &trek.pose, bound.press).is_ok()
    }

    /// Along a road, the pivot on road hexes from start to end, with turns at every step and the road's bonus.
    fn road(&self, bound: &Advance<'_>, start: &Pose, ways: &mut Ways) {
        if !self.field.ground().road(start.anchor) {
            return;
        }
        rule!("EA-TERRAIN-5");
        rule!("EA-TERRAIN-15");
        let mut layer = vec![Post { trek: self.outset(start), number: 0 }];
        let mut seen = ways.seen();
        seen.mark(start);
        while !layer.is_empty() {
            self.road_turns(bound, &mut layer, &mut seen, ways);
            layer = self.road_steps(bound, &layer, &mut seen, ways);
        }
    }

    /// Adds every turn about the pivot made by the posts of a layer. Militia turns only to follow the road, so that it
    /// may not stay so.
    fn road_turns(&self, bound: &Advance<'_>, layer: &mut Vec<Post>, seen: &mut Seen, ways: &mut Ways) {
        let drilled = !self.has(bound.unit, Traits::MILITIA);
        let mut next = 0;
        while let Some(post) = layer.get(next).copied() {
            next += 1;
            let pose = post.trek.pose;
            for turn in Facing::ALL.map(|facing| pose.facing(facing)) {
                let trek = Trek { pose: turn, ..post.trek };
                if seen.has(&turn) || !self.stands_on(bound, &trek, &pose) {
                    continue;
                }
                seen.mark(&turn);
                let number = ways.add(&turn, trek.cost, Some(post.number), drilled && self.may_halt(bound, &trek));
                layer.push(Post { trek, number });
            }
        }
    }

    /// Whether a turned footprint is on free and passable ground, and clear of enemies in a March.
    fn stands_on(&self, bound: &Advance<'_>, trek: &Trek, before: &Pose) -> bool {
        let clear = bound.gait == Gait::Move || self.marches_clear(&trek.pose, before, bound.press).is_ok();
        let firm = |hex: Hex| !crate::terrain::impassable(self.field.ground().terrain(hex));
        let firm = self.stands_of(&trek.pose).all(firm);
        firm && clear && self.is_free(bound.unit, &trek.pose).is_ok()
    }

    /// The posts one step further along the road.
    fn road_steps(&self, bound: &Advance<'_>, layer: &[Post], seen: &mut Seen, ways: &mut Ways) -> Vec<Post> {
        let mut beyond = Vec::new();
        for post in layer {
            let facing = post.trek.pose.facing;
            for way in [facing.front_left(), facing.front_right()] {
                let there = post.trek.pose.at(post.trek.pose.anchor + way);
                if !self.field.ground().road(there.anchor) || seen.has(&there) {
                    continue;
                }
                let Some(trek) = self.further(bound, &post.trek, way, Footing::Road) else { continue };
                seen.mark(&there);
                let number = ways.add(&there, trek.cost, Some(post.number), self.may_halt(bound, &trek));
                beyond.push(Post { trek, number });
            }
        }
        beyond
    }

    /// The free turn at the end, wherever the Unit may halt.
    fn end_turns(&self, bound: &Advance<'_>, start: &Pose, turn_made: bool, ways: &mut Ways) {
        if !self.turns_at_end(bound.unit, turn_made) {
            return;
        }
        let held = self.moves_or_turns(bound.unit, start);
        for number in 0..ways.places().len() {
            let place = ways.places()[number];
            let moved = place.cost > 0;
            if !place.legal || (moved && (held || self.moves_or_turns(bound.unit, &place.pose))) {
                continue;
            }
            let facings = self.free_facings(place.pose.facing);
            for turn in facings.flat_map(|facing| turned(&place.pose, self.rules, facing)) {
                let clear = bound.gait == Gait::Move || self.marches_clear(&turn, &place.pose, bound.press).is_ok();
                if clear && !ways.knows(&turn) && self.may_end(bound.unit, &turn, bound.press).is_ok() {
                    ways.add(&turn, place.cost.into(), Some(number as u16), true);
                }
            }
        }
    }
}

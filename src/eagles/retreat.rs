//! Retreats and follow-ups: which way, what is crossed, where it ends (EA-ASSAULT-17 to 23).

mod crossed;

use battle::{Pose, Reach, UnitId, rule};
use hexes::{Facing, Hex, Midpoint, Side, straight_line};

use crate::Traits;
use crate::movement::{Footing, Trek, Ways};
use crate::scene::Scene;
use crate::space::turned;

use crossed::Sweep;

pub use crossed::Crossed;

/// Which way a Unit falls back (EA-ASSAULT-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// After an Assault: in rows along that facing. A beaten defender's is the Assaulter's facing, a beaten Assaulter's
    /// the opposite of its own.
    Along(Facing),
    /// From Fire: along the line from the shooter's centre to its own, extended.
    Away {
        /// The shooter's front centre.
        from: Midpoint,
        /// Its own centre.
        to: Midpoint,
    },
}

/// How a retreat ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlightEnd {
    /// It fits where the way ends.
    Fits(Pose),
    /// It has to find room: the nearest poses, from which the owner chooses (EA-ASSAULT-22).
    Displaced(Vec<Pose>),
    /// It is lost, by that clause.
    Eliminated(&'static str),
}

/// A retreat as it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flight {
    /// The poses from where it stands, that one included; the last may be one where it does not fit. A Unit that is
    /// lost goes no further than before the step that stops a stand.
    pub way: Vec<Pose>,
    /// What it crosses, in the order met: one Hit each.
    pub crossed: Vec<Crossed>,
    /// Where it ends.
    pub end: FlightEnd,
}

impl Flight {
    /// How bad it is for the owner, to choose between two ways.
    fn harm(&self) -> (bool, usize, bool) {
        let lost = matches!(self.end, FlightEnd::Eliminated(_));
        (lost, self.crossed.len(), matches!(self.end, FlightEnd::Displaced(_)))
    }
}

impl Scene<'_> {
    /// The retreat of a Unit from where it stands by `bw` base widths, at full length, whatever the ground costs
    /// (EA-ASSAULT-19); no more than `retreat_cap` (EA-RES-46). Where the owner has a choice of the first shift, or the
    /// line runs between hexes, the way that harms least is taken, the left one of equals.
    #[must_use]
    pub fn retreat(&self, unit: UnitId, heading: Heading, bw: i32) -> Flight {
        rule!("EA-ASSAULT-17");
        rule!("EA-ASSAULT-18");
        rule!("EA-ASSAULT-19");
        rule!("EA-RES-46");
        let cap = self.rules.retreat_cap;
        let widths = if cap > 0 { bw.min(cap) } else { bw };
        let steps = (widths * self.rules.base_width).max(0);
        let start = self.pose(unit);
        let [left, right] = self.lines_back(&start, heading, steps);
        let away = facing_away(&start, heading);
        let one = self.flight(unit, &start, &left, away);
        if left == right {
            return one;
        }
        let other = self.flight(unit, &start, &right, away);
        if other.harm() < one.harm() { other } else { one }
    }

    /// The two lines of pivot hexes that a retreat may take.
    fn lines_back(&self, start: &Pose, heading: Heading, steps: i32) -> [Vec<Hex>; 2] {
        match heading {
            Heading::Along(facing) => [Side::Left, Side::Right].map(|first| rows(start.anchor, facing, first, steps)),
            Heading::Away { from, to } => {
                let goal = goal_away(start.anchor, from, to, steps);
                [Side::Left, Side::Right].map(|tie| straight_line(start.anchor, goal, tie))
            }
        }
    }

    /// The retreat along a line of pivot hexes.
    fn flight(&self, unit: UnitId, start: &Pose, line: &[Hex], away: Facing) -> Flight {
        let mut sweep = Sweep::new(self, unit, start);
        let mut way = vec![*start];
        let mut stopped_at = None;
        for pair in line.windows(2) {
            let Some(step) = pair[0].direction_to(pair[1]) else { break };
            sweep.step(&start.at(pair[0]), step);
            if sweep.stopped() != 0 && stopped_at.is_none() {
                stopped_at = Some(way.len());
            }
            way.push(start.at(pair[1]));
        }
        if sweep.is_lost() {
            way.truncate(stopped_at.unwrap_or(way.len()));
            return Flight { way, crossed: sweep.hits(), end: FlightEnd::Eliminated("EA-ASSAULT-21") };
        }
        let last = way[way.len() - 1];
        let end = self.refuge(unit, &self.facing_back(&last, away));
        Flight { way, crossed: sweep.hits(), end }
    }

    /// The end pose with the facing it has after the retreat: unchanged, or away from the enemy (EA-RES-23).
    fn facing_back(&self, pose: &Pose, away: Facing) -> Pose {
        rule!("EA-RES-23");
        let turn = turned(pose, self.rules, away).next().filter(|_| self.rules.retreat_faces_away);
        turn.unwrap_or(*pose)
    }

    /// Where the Unit comes to rest: there, or in the nearest poses where it fits (EA-ASSAULT-22).
    fn refuge(&self, unit: UnitId, pose: &Pose) -> FlightEnd {
        rule!("EA-ASSAULT-22");
        if self.has_room(unit, pose).is_ok() {
            return FlightEnd::Fits(*pose);
        }
        let grid = self.field.ground().grid();
        let nearest = self.nearest_fit(unit, pose, i32::from(grid.width()) + i32::from(grid.height()));
        if nearest.is_empty() { FlightEnd::Eliminated("EA-ASSAULT-22") } else { FlightEnd::Displaced(nearest) }
    }

    /// The follow-up of a winning Assaulter (EA-ASSAULT-23): BW straight ahead, less where a Unit or the ground stops it
    /// (it starts no new Assault, EA-RES-42), or a turn up to 180 degrees, or nothing. Militia does not turn (EA-OPT-8);
    /// the Impetuous must advance if they can (EA-OPT-9).
    #[must_use]
    pub fn pursuit(&self, unit: UnitId) -> Reach {
        rule!("EA-ASSAULT-23");
        let start = self.pose(unit);
        let mut ways = Ways::from(&start, self.rules.base_width + 2);
        let impetuous = self.has(unit, Traits::IMPETUOUS);
        if !impetuous && !self.has(unit, Traits::MILITIA) {
            let press = self.press(unit, &start, 1 + i32::from(self.rules.files));
            for turn in Facing::ALL.into_iter().flat_map(|facing| turned(&start, self.rules, facing)) {
                if !ways.knows(&turn) && self.may_end(unit, &turn, &press).is_ok() {
                    ways.add(&turn, 0, Some(0), true);
                }
            }
        }
        for first in [Side::Left, Side::Right] {
            self.follow_up(unit, &start, first, &mut ways);
        }
        let mut reach = ways.done();
        let advances = reach.legal().any(|place| place.cost > 0);
        reach.places[0].legal = !(impetuous && advances);
        reach
    }

    /// Adds the way ahead that begins with that shift, to the farthest place where the Unit may stop.
    fn follow_up(&self, unit: UnitId, start: &Pose, first: Side, ways: &mut Ways) {
        rule!("EA-RES-42");
        let press = self.press(unit, start, self.rules.base_width);
        let mut treks: Vec<Trek> = vec![self.outset(start)];
        for pair in rows(start.anchor, start.facing, first, self.rules.base_width).windows(2) {
            let (Some(way), Some(trek)) = (pair[0].direction_to(pair[1]), treks.last()) else { break };
            let next = self.step(unit, trek, way, Footing::Ground).ok();
            let next =
                next.filter(|next| next.cost <= 100 * self.base_width() && self.is_free(unit, &next.pose).is_ok());
            let Some(next) = next else { break };
            treks.push(next);
        }
        let stops = |trek: &Trek| trek.wading.settled() && self.may_end(unit, &trek.pose, &press).is_ok();
        let farthest = treks.iter().rposition(stops).unwrap_or(0);
        let mut number = 0;
        for (place, trek) in treks.iter().enumerate().take(farthest + 1).skip(1) {
            number = ways.add(&trek.pose, trek.cost, Some(number), place == farthest);
        }
    }
}

/// The pivot hexes of so many rows along a facing, the first shift to that hand (EA-SPACE-7).
fn rows(from: Hex, facing: Facing, first: Side, steps: i32) -> Vec<Hex> {
    let (left, right) = (facing.front_left(), facing.front_right());
    let shifts = if first == Side::Left { [left, right] } else { [right, left] };
    let mut hex = from;
    let beyond = shifts.into_iter().cycle().take(steps as usize).map(|shift| {
        hex += shift;
        hex
    });
    std::iter::once(from).chain(beyond).collect()
}

/// The hex `steps` away that lies nearest to the line `from` to `to`, drawn on from the pivot (EA-SPACE-8).
fn goal_away(pivot: Hex, from: Midpoint, to: Midpoint, steps: i32) -> Hex {
    let (x, y) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let place = |hex: Hex| {
        let way = (hex - pivot).point();
        let (across, along) = (i64::from(way.x), i64::from(way.y));
        (across * x + 3 * along * y, (x * along - y * across).abs())
    };
    let ahead = pivot.ring(steps).filter(|hex| place(*hex).0 > 0);
    ahead.min_by_key(|hex| place(*hex).1).unwrap_or(pivot)
}

/// The facing nearest to the way of a retreat.
fn facing_away(start: &Pose, heading: Heading) -> Facing {
    match heading {
        Heading::Along(facing) => facing,
        Heading::Away { from, to } => {
            let (x, y) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
            let along = |facing: &Facing| {
                let ahead = facing.ahead().point();
                i64::from(ahead.x) * x + 3 * i64::from(ahead.y) * y
            };
            Facing::ALL.into_iter().max_by_key(along).unwrap_or(start.facing)
        }
    }
}

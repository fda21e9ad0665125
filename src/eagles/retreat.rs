//! Retreats: which way, what is crossed, where it ends, and falling back (EA-ASSAULT-17 to 22, EA-FIRE-10).

mod crossed;
mod falling_back;

use battle::{Pose, UnitId, Waters, rule};
use hexes::{Facing, Hex, Midpoint, Side, straight_line};

use crate::War;
use crate::movement::{nearest_fit_where, room, rows, turns_to};
use crate::space::zones::front_centre;
use crate::{tables, terrain};

use crossed::Sweep;

pub(crate) use crossed::Crossed;
pub(crate) use falling_back::{SETTLE_ROW, fall_back, withdraw};

/// Which way a Unit falls back (EA-ASSAULT-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heading {
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
pub(crate) enum RetreatEnd {
    /// It fits where the way ends.
    Fits(Pose),
    /// It has to find room: the nearest poses, from which the owner chooses (EA-ASSAULT-22).
    Displaced(Vec<Pose>),
    /// It is lost, by that clause.
    Eliminated(&'static str),
}

/// A retreat as it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Retreat {
    /// The poses from where it stands, that one included; the last may be one where it does not fit. A Unit that is
    /// lost goes no further than before the step that stops a stand.
    pub way: Vec<Pose>,
    /// What it crosses, in the order met: one Hit each.
    pub crossed: Vec<Crossed>,
    /// Where it ends.
    pub end: RetreatEnd,
}

impl Retreat {
    /// The things it crosses.
    fn crossings(&self) -> usize {
        self.crossed.len()
    }
}

/// The retreat of a Unit from where it stands by `widths` base widths, at full length, whatever the ground costs
/// (EA-ASSAULT-19); no more than `retreat_cap` (EA-RES-46). Nobody is asked for the first shift, or where the line runs
/// between hexes: the way that crosses fewer things is taken, the left one of equals (EA-SPACE-7).
pub(crate) fn way_back(war: &War, unit: UnitId, heading: Heading, widths: i32) -> Retreat {
    let cap = war.options().retreat_cap;
    let widths = if cap > 0 && rule!("EA-RES-46") { widths.min(cap) } else { widths };
    let steps = if rule!("EA-ASSAULT-19") { widths * war.options().base_width } else { 0 };
    let start = war.pose(unit);
    let heading = if rule!("EA-ASSAULT-18") { heading } else { Heading::Along(start.facing.opposite()) };
    let [left, right] = lines_back(&start, heading, steps);
    let away = facing_away(&start, heading);
    let one = along_line(war, unit, &start, &left, away);
    if left == right {
        return one;
    }
    let other = along_line(war, unit, &start, &right, away);
    if other.crossings() < one.crossings() { other } else { one }
}

/// The two lines of pivot hexes that a retreat may take.
fn lines_back(start: &Pose, heading: Heading, steps: i32) -> [Vec<Hex>; 2] {
    match heading {
        Heading::Along(facing) => [Side::Left, Side::Right].map(|first| rows(start.anchor, facing, first, steps)),
        Heading::Away { from, to } => {
            let goal = goal_away(start.anchor, from, to, steps);
            [Side::Left, Side::Right].map(|tie| straight_line(start.anchor, goal, tie))
        }
    }
}

/// The retreat along a line of pivot hexes.
fn along_line(war: &War, unit: UnitId, start: &Pose, line: &[Hex], away: Facing) -> Retreat {
    let mut sweep = Sweep::new(war, unit, start);
    let mut way = vec![*start];
    let mut stopped_at = None;
    let mut bank = start.anchor;
    for pair in line.windows(2) {
        let Some(step) = pair[0].direction_to(pair[1]) else { break };
        sweep.step(&start.at(pair[0]), step);
        if sweep.stopped() != 0 && stopped_at.is_none() {
            stopped_at = Some(way.len());
        }
        way.push(start.at(pair[1]));
        bank = if sweep.is_astray() { bank } else { pair[1] };
    }
    if sweep.is_lost() {
        way.truncate(stopped_at.unwrap_or(way.len()));
        return Retreat { way, crossed: sweep.hits(), end: RetreatEnd::Eliminated("EA-ASSAULT-21") };
    }
    let last = way[way.len() - 1];
    let shore = Shore { bank, bridged: sweep.bridged() };
    let end = refuge(war, unit, &facing_back(war, &last, away), &shore);
    Retreat { way, crossed: sweep.hits(), end }
}

/// The end pose with the facing it has after the retreat: unchanged, or away from the enemy (EA-RES-23).
fn facing_back(war: &War, pose: &Pose, away: Facing) -> Pose {
    let turns = war.options().retreat_faces_away && rule!("EA-RES-23");
    let turn = turns_to(war, pose, away).next().filter(|_| turns);
    turn.unwrap_or(*pose)
}

/// Where the rivers leave a Unit at the end of its way.
struct Shore {
    /// A hex of the bank that its pivot has come to.
    bank: Hex,
    /// Waters whose crossing it has used.
    bridged: Waters,
}

impl Shore {
    /// Whether a Unit may come to rest in that pose without a stand beyond a river but through its crossing (EA-TERRAIN-4).
    fn allows(&self, war: &War, pose: &Pose) -> bool {
        terrain::waters_between(war, pose).beyond(self.bridged).is_none()
            && terrain::same_bank(war, self.bank, pose.anchor)
    }
}

/// Where the Unit comes to rest: there, or in the nearest poses where it fits (EA-ASSAULT-22).
fn refuge(war: &War, unit: UnitId, pose: &Pose, shore: &Shore) -> RetreatEnd {
    let fits = room::has_room(war, unit, pose).is_ok() && shore.allows(war, pose);
    if fits || !rule!("EA-ASSAULT-22") {
        return RetreatEnd::Fits(*pose);
    }
    let grid = war.field().ground().grid();
    let radius = i32::from(grid.width()) + i32::from(grid.height());
    let nearest = nearest_fit_where(war, unit, pose, radius, |there| shore.allows(war, there));
    if nearest.is_empty() { RetreatEnd::Eliminated("EA-ASSAULT-22") } else { RetreatEnd::Displaced(nearest) }
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

/// What one way back costs the Unit that takes it (EA-ASSAULT-20, 21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RetreatCost {
    /// So many Strength Points for what it crosses.
    Hits(i16),
    /// The Unit itself: it leaves the map or runs onto impassable ground.
    Lost,
}

impl RetreatCost {
    /// What is lost in all by a Unit of that strength that has taken so many Hits and now falls back.
    pub fn loss(self, strength: i16, hits: i16) -> i16 {
        match self {
            RetreatCost::Hits(crossed) => (hits.min(strength) + crossed).min(strength),
            RetreatCost::Lost => strength,
        }
    }

    /// Whether the Unit is spent or gone after that.
    pub fn destroys(self, strength: i16, hits: i16) -> bool {
        self == RetreatCost::Lost || self.loss(strength, hits) >= strength
    }
}

/// What it costs a Unit to fall back that far.
pub(crate) fn cost(war: &War, unit: UnitId, heading: Heading, widths: i32) -> RetreatCost {
    let retreat = way_back(war, unit, heading, widths);
    match retreat.end {
        RetreatEnd::Eliminated(_) => RetreatCost::Lost,
        RetreatEnd::Fits(_) | RetreatEnd::Displaced(_) => RetreatCost::Hits(retreat.crossed.len() as i16),
    }
}

/// Straight away from a shooter, by the centres of both (EA-FIRE-10).
pub(crate) fn away_from(war: &War, shooter: UnitId, target: UnitId) -> Heading {
    let centre = |unit: UnitId| front_centre(&war.pose(unit), war.options());
    Heading::Away { from: centre(shooter), to: centre(target) }
}

/// What it costs a Unit to withdraw from a shooter (EA-FIRE-10).
pub(crate) fn withdraw_cost(war: &War, shooter: UnitId, target: UnitId) -> RetreatCost {
    cost(war, target, away_from(war, shooter, target), tables::WITHDRAW_WIDTHS)
}

//! Those who shoot: by what right, at which stand, with how many dice and at what number (OW-SHOOT).

use battle::{Arrangement, Footprint, Pool, Pose, UnitId, rule};
use hexes::Hex;
use rulebook::{Modifier, Modifiers};

use crate::formations::shapes::shape_of;
use crate::ground::going::Cover;
use crate::marks;
use crate::measures::{self, kind};
use crate::profile::{Kind, Traits};
use crate::sight::arcs::{self, Gaze};
use crate::sight::cover;
use crate::sight::lines::{self, Openness, Passes, Purpose, Sight};
use crate::tables::{self, Shape};
use crate::{War, dice, modifiers};

/// What is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Load {
    /// Ball, shell, musketry.
    Ball,
    /// Grape.
    Grape,
}

/// What a shooter has done before it shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    /// It has stood still.
    Still,
    /// It has moved this turn (OW-SHOOT-10, OW-SHOOT-12).
    Moved,
}

/// One way to shoot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shot {
    /// Muskets or ball in the own turn.
    Ball,
    /// Grape in the own turn.
    Grape,
    /// At a charger (OW-ASSAULT-8).
    Defensive(Load),
}

impl Shot {
    /// What is loaded for it.
    pub fn load(self) -> Load {
        match self {
            Shot::Ball => Load::Ball,
            Shot::Grape => Load::Grape,
            Shot::Defensive(load) => load,
        }
    }

    /// Whether it is fired at a charger.
    pub fn is_defensive(self) -> bool {
        matches!(self, Shot::Defensive(_))
    }
}

/// By what right a man shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hand {
    /// A stand of the front rank, or of a square, skirmish line or garrison.
    Front,
    /// A stand of the second rank (OW-SHOOT-9).
    Second,
    /// The battalion's commanding officer (OW-UNIT-11).
    Officer,
}

/// One who shoots, and the stand he aims at (OW-SHOOT-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Aim {
    /// By what right.
    pub hand: Hand,
    /// Where he stands.
    pub from: Hex,
    /// Where the target stand is.
    pub at: Hex,
    /// Range in inches.
    pub inches: i32,
    /// Whether the line runs through skirmishers.
    pub screened: bool,
    /// The target stand's cover.
    pub cover: Option<Cover>,
}

/// The shooter's side of a volley as far as dice go: who, how, in what state.
#[derive(Clone, Copy)]
pub(crate) struct Gunnery<'a> {
    pub(crate) war: &'a War,
    pub(crate) shooter: UnitId,
    /// How the shooter stands.
    pub(crate) from: Pose,
    pub(crate) shot: Shot,
    pub(crate) motion: Motion,
}

/// Needs and dice that differ between those who aim.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Conditions {
    screened: bool,
    far: bool,
    cover: Option<Cover>,
    /// Whether having moved costs the 1 to hit (OW-SHOOT-12).
    unsteady: bool,
}

/// Stands that shoot under like conditions: front, second rank, officers.
type Shooters = [i16; 3];

impl<'a> Gunnery<'a> {
    pub(crate) fn kind(&self) -> Kind {
        kind(self.war, self.shooter)
    }

    /// Range in inches (OW-SHOOT-14, OW-HOWITZER-1).
    pub(crate) fn range(&self) -> i32 {
        let row = tables::row(self.kind());
        match (self.kind(), self.shot.load()) {
            (Kind::Howitzers, Load::Ball) if rule!("OW-HOWITZER-1") => row.range,
            (Kind::Howitzers, _) => 0,
            (_, load) if rule!("OW-SHOOT-14") => match load {
                Load::Ball => row.range,
                Load::Grape => row.grape_range,
            },
            _ => 0,
        }
    }

    /// What the lines of its shots are for.
    pub(crate) fn purpose(&self) -> Purpose {
        match (self.kind().is_guns(), self.shot.load()) {
            (false, _) => Purpose::Musket,
            (true, Load::Ball) => Purpose::Ball,
            (true, Load::Grape) => Purpose::Grape,
        }
    }

    /// Whether the shooter keeps the order of a line (OW-ASSAULT-17).
    fn in_line(&self) -> bool {
        let ragged = measures::is_ragged(self.war, self.shooter);
        self.kind().is_foot() && shape_of(&self.from) == Shape::Line && !ragged
    }

    /// By what right a stand of its footprint shoots, if it does (OW-HEX-3): the front rank, everybody of a square, a
    /// skirmish line or a garrison, and those directly behind a front stand (OW-HEX-4).
    pub(crate) fn hand(&self, print: &Footprint, stand: usize) -> Option<Hand> {
        let front = print.front().len();
        match shape_of(&self.from) {
            _ if stand < front => Some(Hand::Front),
            Shape::Square | Shape::Garrison | Shape::OpenOrder if rule!("OW-HEX-3") => Some(Hand::Front),
            Shape::Line if stand < 2 * front && self.second_rank_fires() && rule!("OW-HEX-4") => Some(Hand::Second),
            _ => None,
        }
    }

    /// Whether the stands directly behind the front rank shoot too (OW-SHOOT-9).
    fn second_rank_fires(&self) -> bool {
        let trained = self.war.profile(self.shooter).traits.contains(Traits::SECOND_RANK);
        trained && self.in_line() && self.from.formation.arrangement == Arrangement::Line && rule!("OW-SHOOT-9")
    }

    /// Dice of one of those, by steps: as published, in line, after moving, in defence, at a doubled target,
    /// disoriented.
    pub(crate) fn rates(&self, hand: Hand, target: Option<UnitId>) -> [i16; 6] {
        let base = self.published_rate();
        let in_line = self.in_line() && hand != Hand::Second && rule!("OW-SHOOT-5");
        let line = if in_line { base + modifiers::IN_LINE.value() } else { base };
        let moved = if self.slows() { self.moved_rate(line) } else { line };
        let defence = self.defensive_rate(line, moved);
        let marched = target.is_some_and(|target| self.war.marked(target, marks::MARCHED));
        let at_the_double = marched && !self.shot.is_defensive() && rule!("OW-MOVE-6");
        let doubled = if at_the_double { modifiers::DOUBLED.value() * defence } else { defence };
        let disoriented = self.war.marked(self.shooter, marks::DISORIENTED) && rule!("OW-SHOOT-11");
        let shaken = if disoriented { modifiers::part_of(doubled, &modifiers::DISORIENTED) } else { doubled };
        [base, line, moved, defence, doubled, shaken]
    }

    fn published_rate(&self) -> i16 {
        let row = tables::row(self.kind());
        let rate = match (self.kind(), self.shot.load()) {
            (Kind::Howitzers, _) if rule!("OW-HOWITZER-2") => self.war.options().howitzer_rof,
            (Kind::Howitzers, _) => 0,
            (_, load) if rule!("OW-UNIT-7") => match load {
                Load::Ball => row.rate,
                Load::Grape => row.grape_rate,
            },
            _ => 0,
        };
        i16::from(rate)
    }

    /// Whether having moved costs dice in the own turn.
    fn slows(&self) -> bool {
        self.motion == Motion::Moved && !self.shot.is_defensive()
    }

    fn moved_rate(&self, rate: i16) -> i16 {
        let [ball, grape] = [0, 1].map(|load| modifiers::MOVED_RATE.values[load]);
        match (self.kind(), self.shot.load()) {
            (Kind::HorseGuns, _) if rule!("OW-SHOOT-10c") => rate,
            (Kind::HeavyGuns | Kind::Howitzers, _) => rate,
            (_, Load::Ball) if rule!("OW-SHOOT-10a") => rate.min(ball),
            (_, Load::Grape) if rule!("OW-SHOOT-10b") => rate.min(grape),
            _ => rate,
        }
    }

    /// Half the normal rate, rounded up, for fire at a charger (OW-ASSAULT-9).
    fn defensive_rate(&self, normal: i16, moved: i16) -> i16 {
        if !self.shot.is_defensive() {
            return moved;
        }
        let halved = if self.war.options().defensive_half_of_moved { self.moved_rate(normal) } else { normal };
        if rule!("OW-ASSAULT-9a") { modifiers::part_of(halved, &modifiers::DEFENSIVE) } else { normal }
    }

    /// Whether having moved costs 1 to hit for one of those (OW-SHOOT-12).
    fn is_unsteady(&self, hand: Hand) -> bool {
        if self.motion == Motion::Still && !self.shot.is_defensive() {
            return false;
        }
        let [_, normal, ..] = self.rates(hand, None);
        (!self.war.options().moved_penalty_at_rof_1 || normal <= 1) && rule!("OW-SHOOT-12")
    }

    fn conditions(&self, aim: &Aim) -> Conditions {
        Conditions {
            screened: aim.screened,
            far: aim.inches > tables::LONG_RANGE,
            cover: aim.cover,
            unsteady: self.is_unsteady(aim.hand),
        }
    }

    /// The rolls of those who aim, one for each set of conditions, at a unit or at something that is none.
    pub(crate) fn pools(&self, aims: &[Aim], target: Option<(UnitId, &Pose)>, new: impl Fn(u8) -> Pool) -> Vec<Pool> {
        let mut groups: Vec<(Conditions, Shooters)> = Vec::new();
        for aim in aims {
            let conditions = self.conditions(aim);
            let place = groups.iter().position(|(known, _)| *known == conditions).unwrap_or_else(|| {
                groups.push((conditions, [0; 3]));
                groups.len() - 1
            });
            groups[place].1[aim.hand as usize] += 1;
        }
        groups
            .iter()
            .map(|(conditions, shooters)| self.pool(conditions, *shooters, target, new(self.base_face())))
            .collect()
    }

    /// The rolls of shells, a die each, with the hexes they aim at in the order of the dice.
    pub(crate) fn shell_pools(
        &self,
        aims: &[Aim],
        target: (UnitId, &Pose),
        new: impl Fn(u8) -> Pool,
    ) -> Vec<(Pool, Vec<Hex>)> {
        let mut groups: Vec<(Conditions, Vec<Hex>)> = Vec::new();
        for aim in aims {
            let conditions = self.conditions(aim);
            match groups.iter_mut().find(|(known, _)| *known == conditions) {
                Some((_, hexes)) => hexes.push(aim.at),
                None => groups.push((conditions, vec![aim.at])),
            }
        }
        let pool = |(conditions, hexes): (Conditions, Vec<Hex>)| {
            let mut pool = new(self.base_face());
            let mut shells = Modifiers::default();
            shells.worth(&modifiers::SHELLS, hexes.len() as i16);
            shells.on_dice(&mut pool);
            self.add_modifiers(&mut pool, &conditions, Some(target));
            (pool, hexes)
        };
        groups.into_iter().map(pool).collect()
    }

    /// One roll with every reason for its dice and its number.
    fn pool(
        &self,
        conditions: &Conditions,
        shooters: Shooters,
        target: Option<(UnitId, &Pose)>,
        mut pool: Pool,
    ) -> Pool {
        self.add_dice(&mut pool, shooters, target.map(|(unit, _)| unit));
        self.add_modifiers(&mut pool, conditions, target);
        pool
    }

    fn add_dice(&self, pool: &mut Pool, shooters: Shooters, target: Option<UnitId>) {
        let rates = [Hand::Front, Hand::Second, Hand::Officer].map(|hand| self.rates(hand, target));
        let sum = |step: usize| (0..3).map(|hand| shooters[hand] * rates[hand][step]).sum::<i16>();
        let mut rows = Modifiers::default();
        rows.worth(&modifiers::STANDS, shooters[0] * rates[0][0]);
        rows.worth(&modifiers::SECOND_RANK, shooters[1] * rates[1][0]);
        rows.worth(&modifiers::OFFICER, shooters[2] * rates[2][0]);
        rows.worth(&modifiers::IN_LINE, sum(1) - sum(0));
        rows.worth(&modifiers::MOVED_RATE, sum(2) - sum(1));
        rows.worth(&modifiers::DEFENSIVE, sum(3) - sum(2));
        rows.worth(&modifiers::DOUBLED, sum(4) - sum(3));
        rows.worth(&modifiers::DISORIENTED, sum(5) - sum(4));
        rows.on_dice(pool);
    }

    /// The face that hits before anything is taken into account.
    fn base_face(&self) -> u8 {
        let row = tables::row(self.kind());
        match self.shot.load() {
            _ if !self.kind().is_foot() && !rule!("OW-SHOOT-8") => 0,
            Load::Ball => row.hit,
            Load::Grape => row.grape_hit,
        }
    }

    /// Everything that changes the number needed.
    fn add_modifiers(&self, pool: &mut Pool, conditions: &Conditions, target: Option<(UnitId, &Pose)>) {
        let mut rows = Modifiers::default();
        self.add_aptitude(&mut rows, conditions);
        if rule!("OW-SHOOT-13") {
            let formation = target.and_then(|(unit, at)| self.formation(unit, at));
            formation.into_iter().for_each(|row| rows.when(row, true));
            rows.when(&modifiers::THROUGH_SKIRMISHERS, conditions.screened);
            rows.when(&modifiers::LONG_RANGE, conditions.far);
        }
        if let Some(cover) = conditions.cover {
            self.add_cover(&mut rows, cover);
        }
        dice::modify(pool, &rows);
    }

    /// What the shooter's own state does to the number needed.
    fn add_aptitude(&self, rows: &mut Modifiers, conditions: &Conditions) {
        let steady = self.motion == Motion::Still && !self.shot.is_defensive();
        let ready = steady && self.in_line() && self.war.options().line_stationary_bonus && rule!("OW-SHOOT-7");
        rows.when(&modifiers::STOOD_STILL, ready);
        let charged = self.shot.is_defensive();
        rows.when(if charged { &modifiers::AT_A_CHARGER } else { &modifiers::HAS_MOVED }, conditions.unsteady);
    }

    /// What the target's formation adds to hit it.
    fn formation(&self, target: UnitId, at: &Pose) -> Option<&'static Modifier> {
        match shape_of(at) {
            Shape::Square if !measures::is_ragged(self.war, target) => Some(&modifiers::AT_SQUARE),
            Shape::Column => Some(&modifiers::AT_COLUMN),
            _ => None,
        }
    }

    /// What its cover takes off; hard cover takes off no more than soft but for the reading (OW-COVER-2).
    fn add_cover(&self, rows: &mut Modifiers, cover: Cover) {
        let soft = modifiers::SOFT_COVER.value();
        match cover {
            Cover::Soft => rows.worth(&modifiers::SOFT_COVER, soft),
            Cover::Hard => {
                let hard = if rule!("OW-COVER-2") { -self.war.options().hard_cover } else { soft };
                rows.worth(&modifiers::HARD_COVER, hard);
            }
        }
    }
}

/// Stands of a target by distance, nearest first, ties by place (OW-SHOOT-4), and how many there are. Each is its distance
/// times [`battle::MAX_STANDS`] and its place, in one number because these sort faster than pairs.
fn nearest(print: &Footprint, from: Hex) -> ([usize; battle::MAX_STANDS], usize) {
    let mut order = [0; battle::MAX_STANDS];
    let count = print.hexes().len();
    for (place, hex) in print.hexes().iter().enumerate() {
        let away = if rule!("OW-SHOOT-4") { from.distance(*hex) as usize } else { 0 };
        order[place] = away * battle::MAX_STANDS + place;
    }
    order[..count].sort_unstable();
    (order, count)
}

/// A stand that shoots.
#[derive(Clone, Copy)]
struct Marksman {
    /// By what right.
    hand: Hand,
    /// Where it stands.
    from: Hex,
    /// Which way it looks.
    gaze: Gaze,
    /// What of its own unit it shoots past: one of the second rank the stand it is behind (OW-HEX-4).
    passes: Passes,
}

impl Gunnery<'_> {
    fn marksmen<'p>(&'p self, print: &'p Footprint) -> impl Iterator<Item = Marksman> + 'p {
        let square = shape_of(&self.from) == Shape::Square;
        let place = move |stand: usize| {
            let hand = self.hand(print, stand)?;
            let gaze = arcs::gaze(self.war, &self.from, print, stand);
            let bound = !square || gaze == Gaze::Nowhere || rule!("OW-SQUARE-6");
            let gaze = if bound { gaze } else { Gaze::AllRound };
            let before = |place: usize| Passes::Stand(print.hexes()[place - print.front().len()]);
            let passes = if hand == Hand::Second { before(stand) } else { Passes::Nobody };
            Some(Marksman { hand, from: print.hexes()[stand], gaze, passes })
        };
        (0..print.hexes().len()).filter_map(place)
    }

    /// What lines from a stand are like.
    fn sight(&self, target: Option<UnitId>, one: &Marksman) -> Sight<'_> {
        let (war, viewer, purpose) = (self.war, Some(self.shooter), self.purpose());
        Sight { war, viewer, viewed: target, purpose, passes: one.passes }
    }

    /// Those of the shooter who have one of those stands in sight, arc and range, each with the nearest (OW-LOS-6).
    pub(crate) fn aims_at(&self, target: UnitId, there: &Footprint) -> Vec<Aim> {
        let own = self.war.field().footprint_at(self.shooter, &self.from);
        if measures::inches(self.war, own.distance(there).min(i32::from(i16::MAX))) > self.range() {
            return Vec::new();
        }
        let limit = self.range();
        self.marksmen(&own).filter_map(|one| self.aim(&one, target, there, limit)).collect()
    }

    /// Whether anybody has one of the target's stands in sight and arc; and in range, where that may be measured
    /// (OW-SCALE-2).
    pub(crate) fn may_aim(&self, target: UnitId) -> bool {
        let limit = if measures::may_measure(self.war) { self.range() } else { i32::MAX };
        let (own, there) =
            (self.war.field().footprint_at(self.shooter, &self.from), self.war.field().footprint(target));
        measures::inches(self.war, own.distance(&there).min(i32::from(i16::MAX))) <= limit
            && self.marksmen(&own).any(|one| self.aim(&one, target, &there, limit).is_some())
    }

    /// The stands of a target that somebody on that hex has in sight, arc and range, in the order of its footprint.
    pub(crate) fn marks_from(&self, from: Hex, target: UnitId) -> Vec<Aim> {
        let (own, there) =
            (self.war.field().footprint_at(self.shooter, &self.from), self.war.field().footprint(target));
        let Some(gun) = self.marksmen(&own).find(|one| one.from == from) else { return Vec::new() };
        let mark = |hex: &Hex| self.aim(&gun, target, &Footprint::of([*hex], 1), self.range());
        there.hexes().iter().filter_map(mark).collect()
    }

    /// Those who have a hex in sight, arc and range, with that cover; `comes` says whether the line may come that way.
    pub(crate) fn aims_at_hex(&self, at: Hex, cover: Option<Cover>, comes: impl Fn(Hex) -> bool) -> Vec<Aim> {
        let (own, arc) = (self.war.field().footprint_at(self.shooter, &self.from), arcs::weapon_arc(self.war));
        let aim = |one: Marksman| {
            let Marksman { hand, from, gaze, .. } = one;
            let inches = measures::inches(self.war, from.distance(at));
            if inches > self.range() || !gaze.holds(at, from, arc) || !comes(from) {
                return None;
            }
            let line = self.sight(None, &one).openness(from, at);
            let screened = line == Openness::Screened;
            (line != Openness::Blocked).then_some(Aim { hand, from, at, inches, screened, cover })
        };
        self.marksmen(&own).filter_map(aim).collect()
    }

    /// The nearest of those stands that somebody has in sight and arc, within so many inches.
    fn aim(&self, one: &Marksman, target: UnitId, there: &Footprint, limit: i32) -> Option<Aim> {
        let Marksman { hand, from, gaze, .. } = *one;
        let (arc, sight) = (arcs::weapon_arc(self.war), self.sight(Some(target), one));
        let (order, count) = nearest(there, from);
        for key in &order[..count] {
            let at = there.hexes()[key % battle::MAX_STANDS];
            let inches = measures::inches(self.war, from.distance(at));
            if inches > limit && rule!("OW-LOS-6") {
                return None;
            }
            if !gaze.holds(at, from, arc) || !self.reaches_up(hand, from, at) {
                continue;
            }
            let line = sight.openness(from, at);
            if line != Openness::Blocked {
                let screened = line == Openness::Screened;
                return Some(Aim { hand, from, at, inches, screened, cover: cover::cover(self.war, from, at) });
            }
        }
        None
    }

    /// Uphill only the front rank shoots (OW-LOS-9).
    fn reaches_up(&self, hand: Hand, from: Hex, at: Hex) -> bool {
        hand != Hand::Second || lines::level(self.war, from) >= lines::level(self.war, at)
    }

    /// Where nobody may measure and the eye judges: whoever has one of those stands in sight and arc, however far
    /// (OW-SCALE-2).
    pub(crate) fn aims_by_eye(&self, target: UnitId, there: &Footprint) -> Vec<Aim> {
        let limit = if measures::may_measure(self.war) { self.range() } else { i32::MAX };
        let own = self.war.field().footprint_at(self.shooter, &self.from);
        self.marksmen(&own).filter_map(|one| self.aim(&one, target, there, limit)).collect()
    }
}

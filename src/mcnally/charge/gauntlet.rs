//! What awaits a charge on its way: who reacts and where, their volleys, the second tests, the melee at its end
//! (MC-CHARGE-8 to 15, 21).

mod contact;
mod places;

use std::cell::RefCell;
use std::collections::BTreeMap;

use battle::{Departure, Distribution, Event, Manner as How, Pool, Pose, RollForecast, UnitId};

use super::brunt::Brunt;
use super::legs::legs;
use super::stop::{Stop, Wavers};
use super::targets::{aims, standing, test, woken};
use super::{approach, defence, reach};
use crate::fire::aim::Shot;
use crate::fire::pools_of;
use crate::forecasts::{lost, supposed};
use crate::melee::clash::{Clash, falls};
use crate::morale::quarters_lost;
use crate::options::SecondTest;
use crate::space::{Aspect, aspect, body, touching};
use crate::state::Charge;
use crate::why::Why;
use crate::{Umpire, War, generals, losses, marks, space, tables};

/// How finely a charge is figured out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grain {
    /// As a forecast is shown: every melee that it may come to.
    Fine,
    /// As a threat is weighed: the likeliest, with an evasion of the usual length.
    Coarse,
}

/// The share of a charge that comes home of which melees are weighed.
const MOST: f64 = 0.75;

/// Hexes from a charger in contact beyond which it touches nobody, however it closes up.
const BESIDE: i32 = 3;

/// Skirmishers who come away as likely as this evade.
const LIKELY: f64 = 0.5;

/// How a charger stands on its way.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Footing {
    /// Figures lost on it.
    lost: i32,
    /// Figures that have fired at it.
    fired: i16,
    /// Its general has fallen.
    alone: bool,
    /// It holds a marker that is not tested yet.
    marked: bool,
    /// Who has reacted and stands.
    met: Vec<(UnitId, Wavers)>,
    /// Who has got a marker from the rout of others (MC-PANIC-9).
    alarmed: Vec<UnitId>,
    /// Its goal has routed or evaded.
    vain: bool,
    /// Its goal has evaded, and it is known to come so far.
    caught: bool,
    /// One it went for has gone in such a way that missing it leaves no marker (MC-CHARGE-15).
    excused: bool,
}

/// A charge after some of its stops.
#[derive(Default)]
struct After {
    /// What has come of it so far.
    brunt: Brunt,
    /// How likely it goes on in which footing.
    states: BTreeMap<Footing, f64>,
}

impl After {
    fn goes_on(&mut self, footing: Footing, chance: f64) {
        *self.states.entry(footing).or_default() += chance;
    }
}

/// A charge on its way, as it is or is supposed to be.
pub(super) struct Gauntlet {
    /// The battle as it begins.
    war: War,
    by: UnitId,
    /// The charged that is asked about.
    on: UnitId,
    /// Whom the charge goes for.
    goal: UnitId,
    /// Whose rout or evasion is told as that of the one asked about.
    asked: UnitId,
    sides: Vec<(UnitId, Aspect)>,
    /// Who has reacted and stands already.
    met: Vec<(UnitId, Wavers)>,
    stops: Vec<Stop>,
    /// Where it comes into contact, and the chance to, for whoever has come to the last stop.
    contact: Pose,
    home: f64,
    /// By the stop where it is held up, if it is.
    clashes: RefCell<BTreeMap<(Option<usize>, Footing), Clash>>,
    /// Margins of tests after the melee.
    tests: RefCell<Vec<(Tested, Distribution)>>,
    grain: Grain,
    /// Who stands although it could evade.
    steady: Option<UnitId>,
    /// How it goes on for the next target where its goal has gone (MC-CHARGE-7).
    next: Option<Box<Gauntlet>>,
}

/// What the margins of a test after the melee depend on: who, how the charger stands, what it has lost and whether its
/// general has fallen if it is tested itself.
type Tested = (UnitId, Pose, u8, Option<(i32, bool)>);

/// A unit is supposed to have charged to a pose.
pub(super) fn stands_in(umpire: &mut Umpire<'_>, unit: UnitId, to: Pose) {
    umpire.emit(Event::Moved { unit, to, path: Vec::new(), manner: How::Charged, clause: "MC-CHARGE-7" });
}

/// The battle with a charger that pauses in a pose.
fn paused(war: &War, by: UnitId, pose: Pose) -> War {
    supposed(war, |umpire| {
        stands_in(umpire, by, pose);
        umpire.mark(by, marks::PANIC, false);
    })
}

/// Whom of those a charger touches as it stands.
fn touched<'a>(war: &War, by: UnitId, units: impl Iterator<Item = &'a UnitId>) -> Vec<UnitId> {
    let pose = war.pose(by);
    units.filter(|unit| !touching(war, by, &pose, **unit).is_empty()).copied().collect()
}

impl Gauntlet {
    /// A charge along a way of poses, each with the inches to it, that throws so many.
    pub(super) fn along(
        war: &War,
        charge: &Charge,
        [on, goal]: [UnitId; 2],
        way: &[(Pose, i32)],
        throw: &Distribution,
        grain: Grain,
    ) -> Gauntlet {
        let by = charge.by;
        let (mut sides, mut reacted) = (charge.sides.clone(), charge.clone());
        let (mut stops, mut come) = (Vec::new(), way.first().map_or(1.0, |(_, inches)| throw.at_least(*inches)));
        let mut chance_to = |inches: i32| {
            let (chance, before) = (throw.at_least(inches), come);
            come = chance;
            if before > 0.0 { chance / before } else { 0.0 }
        };
        let end = way.last().map_or(war.pose(by), |(pose, _)| *pose);
        let last = war.field().footprint_at(by, &end);
        for (place, (pose, inches)) in way.iter().enumerate() {
            let here = woken(war, &reacted, pose);
            // Nobody stops on friends.
            if here.is_empty() || !(losses::fits(war, by, pose) || here.contains(&goal)) {
                continue;
            }
            let there = paused(war, by, *pose);
            let second = test(&there, by, &aims(&there, &reacted), Why::Second).outcome();
            let ends = grain == Grain::Fine && *pose != end;
            let beside = if ends { touched(&there, by, reacted.reacted.iter().chain(&here)) } else { Vec::new() };
            for enemy in here {
                let known = sides.iter().find(|(one, _)| *one == enemy).map(|(_, side)| *side);
                let side = known.unwrap_or_else(|| aspect(&there, enemy, body(&there, by).hexes()));
                if known.is_none() {
                    sides.push((enemy, side));
                }
                reacted.reacted.push(enemy);
                let (comes, fails) = (throw.at_least(*inches), throw.at_most(inches - 1));
                let fewer = |left: i32| throw.at_most(inches + left - 1) - fails;
                let short = |left: i32| if comes > 0.0 { (fewer(left) / comes).clamp(0.0, 1.0) } else { 1.0 };
                let stop = Stop::new(there.clone(), (by, enemy, side), place, (short, grain));
                let near = || body(war, enemy).distance(&last) <= BESIDE;
                let joins = enemy == goal || charge.targets.contains(&enemy) || beside.contains(&enemy) || near();
                let beside = beside.clone();
                stops.push(Stop { comes: chance_to(*inches), second: second.clone(), joins, beside, ..stop });
            }
        }
        let (contact, meets) = way.last().copied().unwrap_or((war.pose(by), 0));
        let home = chance_to(meets);
        let stands = |unit: &UnitId| war.present(*unit) && !charge.fled.contains(unit);
        let had = charge.reacted.iter().copied().filter(stands).map(|unit| (unit, Wavers::of(war, unit)));
        let (met, clashes, tests) = (had.collect(), RefCell::default(), RefCell::default());
        Gauntlet {
            war: war.clone(),
            by,
            on,
            goal,
            asked: goal,
            sides,
            met,
            stops,
            contact,
            home,
            clashes,
            tests,
            grain,
            steady: None,
            next: None,
        }
    }

    /// The same where it goes on for its other targets, the nearest first, where its goal has gone (MC-CHARGE-7, 15).
    pub(super) fn going_on(mut self, charge: &Charge, way: &[(Pose, i32)], throw: &Distribution) -> Gauntlet {
        self.asked = self.on;
        let Some(stop) = self.stops.iter().find(|stop| stop.on == self.goal) else { return self };
        let inches = way.get(stop.place).map_or(0, |(_, inches)| *inches);
        let there = supposed(&stop.war, |umpire| losses::remove(umpire, self.goal, Departure::Routed, "MC-CHARGE-11"));
        let mut gone = Charge { sides: self.sides.clone(), ..charge.clone() };
        gone.reacted.extend(self.stops.iter().filter(|other| other.place <= stop.place).map(|other| other.on));
        gone.fled.push(self.goal);
        self.next = approach::nearest(&there, &gone, throw.highest() - inches).map(|(goal, rest)| {
            let rest: Vec<_> = rest.into_iter().map(|(pose, more)| (pose, inches + more)).collect();
            let next = Gauntlet::along(&there, &gone, [self.on, goal], &rest, throw, self.grain);
            Box::new(next.going_on(&gone, &rest, throw))
        });
        self
    }

    /// The rest of a charge that has woken one as both stand, from his answer on.
    pub(super) fn before(war: &War, charge: &Charge, on: UnitId) -> Gauntlet {
        Gauntlet { asked: on, ..Gauntlet::choosing(war, charge, on, &[on], places::best) }
    }

    /// The rest of a charge that has woken some as all stand, whoever of them is asked about.
    pub(super) fn pausing(war: &War, charge: &Charge, on: UnitId, woken: &[UnitId]) -> Gauntlet {
        let first = |war: &War, charge: &Charge, unit: UnitId, places: Vec<Pose>| {
            places.into_iter().find(|pose| !touching(war, charge.by, pose, unit).is_empty())
        };
        Gauntlet::choosing(war, charge, on, woken, first)
    }

    /// The same with a charger that chooses so between places of contact.
    fn choosing(war: &War, charge: &Charge, on: UnitId, woken: &[UnitId], choice: places::Choice) -> Gauntlet {
        let by = charge.by;
        let targets = standing(war, charge);
        let goal = targets.into_iter().min_by_key(|target| space::between(war, by, *target)).unwrap_or(on);
        let pose = war.pose(by);
        let mut woke = charge.clone();
        woke.reacted.extend(self::woken(war, charge, &pose));
        let ends: Vec<Pose> = legs(war, &woke).legal().map(|place| place.pose).collect();
        // Where there is no leg the charge is at its end, in contact or not.
        let beside = |unit| choice(war, &woke, unit, ends.iter().chain([&pose]).copied().collect());
        let here = (pose, 0);
        let straight = |unit| beside(unit).map_or_else(Vec::new, |pose| vec![here, (pose, 0)]);
        let mut way = straight(goal);
        if way.is_empty() && !ends.is_empty() {
            let found = reach::way_to(war, by, goal, charge.left);
            let found = places::homed(war, &woke, goal, found, choice).into_iter().map(|pose| (pose, 0));
            way = std::iter::once(here).chain(found).collect();
        }
        // Who does not come to its target may still come into contact with whom it has woken.
        let other = if way.len() > 1 { Vec::new() } else { straight(on) };
        let goal = if other.is_empty() { goal } else { on };
        let way = match (way.is_empty(), other.is_empty()) {
            (_, false) => other,
            (true, true) => vec![here],
            (false, true) => way,
        };
        let comes = if way.len() > 1 { 1.0 } else { 0.0 };
        let mut sleeping = charge.clone();
        sleeping.reacted.retain(|unit| !woken.contains(unit));
        let mut all =
            Gauntlet::along(war, &sleeping, [on, goal], &way, &Distribution::certain(charge.left), Grain::Fine);
        all.home *= comes;
        // Who answers now comes first, whoever is nearer.
        let place = all.stops.iter().position(|stop| stop.on == on);
        if let Some(place) = place {
            all.stops[..=place].rotate_right(1);
        }
        all
    }

    fn beginning(&self) -> BTreeMap<Footing, f64> {
        BTreeMap::from([(Footing { met: self.met.clone(), ..Footing::default() }, 1.0)])
    }

    /// The same with a goal that stands, if it could evade.
    pub(super) fn stood(mut self) -> Option<Gauntlet> {
        if self.goal != self.on && self.next.is_some() {
            let next = self.next.take()?.stood()?;
            return Some(Gauntlet { next: Some(Box::new(next)), ..self });
        }
        let evades = |stop: &Stop| stop.on == self.goal && (stop.skittish || stop.away >= LIKELY);
        let steady = self.stops.iter().any(evades).then_some(self.goal)?;
        Some(self.with_steady(steady))
    }

    /// The same with one that stands whether it could evade or not.
    pub(super) fn with_steady(self, steady: UnitId) -> Gauntlet {
        Gauntlet { steady: Some(steady), clashes: RefCell::default(), ..self }
    }

    /// From the first stop on.
    pub(super) fn all(&self) -> Brunt {
        self.from(0, After { states: self.beginning(), brunt: Brunt::default() })
    }

    /// Where one reacts, before or after the goal has gone.
    fn stop_of(&self, on: UnitId) -> Option<&Stop> {
        let later = || self.next.as_ref().and_then(|next| next.stop_of(on));
        self.stops.iter().find(|stop| stop.on == on).or_else(later)
    }

    /// At which pose of the way one reacts.
    fn place_of(&self, on: UnitId) -> Option<usize> {
        self.stops.iter().find(|stop| stop.on == on).map(|stop| stop.place)
    }

    /// The test of one who reacts.
    pub(super) fn of(&self, on: UnitId) -> Option<Pool> {
        self.stop_of(on).map(|stop| defence::test(&stop.war, stop.on, self.by, stop.side))
    }

    /// The volley of the one asked about as it falls in the mean: he may have passed his test, or failed it by 1.
    pub(super) fn volley(&self) -> Vec<RollForecast> {
        let Some(stop) = self.stop_of(self.on) else { return Vec::new() };
        let pools = |wavers| stop.shots(wavers).iter().flat_map(|shot| pools_of(std::slice::from_ref(shot)));
        let shares = [stop.tests.at_least(0), stop.tests.chance(-1)];
        let all = shares[0] + shares[1];
        let ragged: Vec<Pool> = pools(Wavers::Yes).collect();
        let fall = |(place, pool): (usize, Pool)| {
            let shown = pool.shown(Some(stop.on.into()));
            let Some(other) = ragged.get(place).filter(|_| all > 0.0) else { return shown };
            let parts = [(shares[0] / all, pool.outcome()), (shares[1] / all, other.outcome())];
            RollForecast { outcome: Distribution::mixture(&parts), ..shown }
        };
        pools(Wavers::No).enumerate().map(fall).collect()
    }

    /// From the test of who answers now on.
    pub(super) fn stands(&self) -> Brunt {
        let mut after = After::default();
        let Some(stop) = self.stops.first() else { return after.brunt };
        for (footing, chance) in self.beginning() {
            self.tested(stop, &footing, chance, &mut after);
        }
        self.from(1, after)
    }

    /// From those shots of who answers now on.
    pub(super) fn takes(&self, shots: &[Shot], wavers: Wavers) -> Brunt {
        let mut after = After::default();
        let Some(stop) = self.stops.first() else { return after.brunt };
        for (footing, chance) in self.beginning() {
            self.fired_at(stop, shots, (&footing, wavers), chance, &mut after);
        }
        self.from(1, after)
    }

    /// From the contact on with one that has evaded in vain, without fire (MC-SKIRM-6).
    pub(super) fn caught(&self) -> Brunt {
        let mut brunt = Brunt::default();
        let met = self.met.iter().copied().chain([(self.on, Wavers::No)]).collect();
        self.meets(&Footing { met, ..Footing::default() }, 1.0, &mut brunt);
        brunt
    }

    /// From that stop on.
    fn from(&self, first: usize, mut after: After) -> Brunt {
        for (number, stop) in self.stops.iter().enumerate().skip(first) {
            for (footing, chance) in std::mem::take(&mut after.states) {
                // Whose goal is gone stops where it has gone, before whoever else stands there.
                if footing.vain && Some(stop.place) != self.place_of(self.goal) {
                    after.goes_on(footing, chance);
                } else {
                    let comes = if footing.caught { 1.0 } else { stop.comes };
                    self.reacts(stop, &footing, chance * comes, &mut after);
                }
            }
            if self.stops.get(number + 1).is_none_or(|next| next.place != stop.place) {
                self.is_held_up(stop, &mut after);
            }
        }
        let (gone, comes): (BTreeMap<_, _>, _) = after.states.into_iter().partition(|(footing, _)| footing.vain);
        self.comes_home(comes, &mut after.brunt);
        match &self.next {
            Some(next) => {
                let mut rest = After { brunt: after.brunt, ..After::default() };
                let anew = |footing: Footing| Footing { vain: false, caught: false, ..footing };
                gone.into_iter().for_each(|(footing, chance)| rest.goes_on(anew(footing), chance));
                next.from(0, rest)
            }
            None => after.brunt,
        }
    }

    /// The melees of a charge that comes home in those states.
    fn comes_home(&self, states: BTreeMap<Footing, f64>, brunt: &mut Brunt) {
        let comes = states.into_iter().filter(|(_, chance)| *chance > 0.0);
        let ways = match self.grain {
            Grain::Fine => comes.collect(),
            Grain::Coarse => likeliest(comes),
        };
        for (footing, chance) in ways {
            let home = if footing.caught { 1.0 } else { self.home };
            self.meets(&footing, chance * home, brunt);
        }
    }

    /// One reacts to a charge that stands so.
    fn reacts(&self, stop: &Stop, footing: &Footing, chance: f64, after: &mut After) {
        if stop.skittish && !self.stood_by(stop) {
            return self.evades(stop, footing, chance, after);
        }
        self.tested(stop, footing, chance, after);
    }

    /// Whether one stands although it could evade.
    fn stood_by(&self, stop: &Stop) -> bool {
        self.steady == Some(stop.on)
    }

    /// One is tested by a charge that stands so.
    fn tested(&self, stop: &Stop, footing: &Footing, chance: f64, after: &mut After) {
        let alarmed = footing.alarmed.contains(&stop.on) && !stop.war.marked(stop.on, marks::PANIC);
        let tests = if alarmed { stop.tests.map(|margin| margin - 1) } else { stop.tests.clone() };
        let routs = tests.at_most(if stop.war.marked(stop.on, marks::ROUTING) { -1 } else { -2 });
        if stop.on == self.on {
            after.brunt.wins += chance * routs;
            after.brunt.inflicted += chance * routs * stop.caught;
        }
        let vain = stop.on == self.goal;
        after.brunt.fled += if stop.on == self.asked { chance * routs } else { 0.0 };
        if routs > 0.0 {
            let excused = footing.excused || (vain && self.war.options().routed_excuses);
            after.brunt.free += if excused && !footing.excused { chance * routs } else { 0.0 };
            let mut routed = Footing { vain: vain || footing.vain, excused, ..footing.clone() };
            let waits = |unit: &UnitId| self.stop_of(*unit).is_some();
            routed.alarmed.extend(stop.alarms.iter().copied().filter(waits));
            after.goes_on(routed, chance * routs);
        }
        let passes = tests.at_least(0);
        let away = if self.stood_by(stop) { 0.0 } else { stop.away };
        if away >= LIKELY {
            self.evades(stop, footing, chance * passes, after);
        }
        let stands = if away >= LIKELY { 0.0 } else { passes };
        for (share, wavers) in [(stands, Wavers::No), (tests.at_most(-1) - routs, Wavers::Yes)] {
            if share > 1e-9 {
                self.fired_at(stop, stop.shots(wavers), (footing, wavers), chance * share, after);
            }
        }
    }

    /// One evades a charge that stands so: it comes away, or is caught and does not fire (MC-SKIRM-4 to 6).
    fn evades(&self, stop: &Stop, footing: &Footing, chance: f64, after: &mut After) {
        let (vain, away) = (stop.on == self.goal, chance * stop.away);
        after.brunt.evaded += if stop.on == self.asked { away } else { 0.0 };
        after.brunt.free += if vain && !footing.excused { away } else { 0.0 };
        let gone = Footing { vain: vain || footing.vain, excused: vain || footing.excused, ..footing.clone() };
        after.goes_on(gone, away);
        if chance - away > 1e-9 {
            let caught = Footing { caught: vain || footing.caught, ..footing.clone() };
            self.fired_at(stop, &[], (&caught, Wavers::No), chance - away, after);
        }
    }

    /// A volley at a charge that stands so, and the second test (MC-CHARGE-12).
    fn fired_at(
        &self,
        stop: &Stop,
        shots: &[Shot],
        (before, wavers): (&Footing, Wavers),
        chance: f64,
        after: &mut After,
    ) {
        let (war, by) = (&self.war, self.by);
        let figures: i16 = shots.iter().map(|shot| shot.figures).sum();
        let there = i32::from(war.strength(by)) - before.lost;
        let each = shots.iter().map(|shot| lost(&pools_of(std::slice::from_ref(shot)), there as i16));
        let volley = each.fold(Distribution::certain(0), |sum, one| sum.plus(&one)).map(|hit| hit.min(there));
        let mut met = before.met.clone();
        met.extend(stop.joins.then_some((stop.on, if self.grain == Grain::Fine { wavers } else { Wavers::No })));
        let led = generals::steadies(war, by) > 0 && !before.alone;
        let own = war.own(by);
        let had = own.fired_at + before.fired;
        let green = war.profile(by).class >= 4 && had < tables::SHAKES && !own.shaken;
        let shaken = before.marked || (green && had + figures >= tables::SHAKES);
        let fired = if green { before.fired + figures } else { 0 };
        for (hit, share) in volley.outcomes().filter(|(_, share)| *share > 0.0) {
            let chance = chance * share;
            after.brunt.taken += chance * f64::from(hit);
            if hit >= there {
                after.brunt.loses += chance;
                after.brunt.free += if before.excused { 0.0 } else { chance };
                continue;
            }
            let fell = if led { falls(hit) } else { 0.0 };
            for (share, falls) in [(1.0 - fell, false), (fell, true)].into_iter().filter(|(share, _)| *share > 0.0) {
                let then = Footing {
                    lost: before.lost + hit,
                    fired,
                    alone: before.alone || falls,
                    marked: shaken || falls,
                    met: met.clone(),
                    ..before.clone()
                };
                let [stays, routs] = if hit == 0 { [1.0, 0.0] } else { self.closes(&self.again(stop, &then)) };
                after.brunt.loses += chance * share * routs;
                after.brunt.free += if then.excused { 0.0 } else { chance * share * routs };
                after.brunt.back += chance * share * (1.0 - stays - routs);
                let marked = then.marked && hit == 0;
                after.goes_on(Footing { marked, ..then }, chance * share * stays);
            }
        }
    }

    /// The margins of the second test of a charge that stands so.
    fn again(&self, stop: &Stop, footing: &Footing) -> Distribution {
        let (war, by) = (&self.war, self.by);
        let (full, now) = (war.field().unit(by).full, war.strength(by));
        let quarters = |left: i16| quarters_lost(full, left) as i32;
        let more = quarters(now - footing.lost as i16) - quarters(now);
        // A general who has fallen steadies nobody.
        let general = if footing.alone { i32::from(generals::steadies(war, by)) } else { 0 };
        stop.second.map(|margin| margin - more - general - i32::from(footing.marked))
    }

    /// Chances that a second test is passed, and that it ends in a rout (MC-CHARGE-13).
    fn closes(&self, margins: &Distribution) -> [f64; 2] {
        let routs = match self.war.options().second_test {
            SecondTest::Rout => margins.at_most(-1),
            SecondTest::FallBack => 0.0,
            SecondTest::ByMargin => margins.at_most(-2),
        };
        [margins.at_least(0), routs]
    }
}

/// Who stands against a charger in the likeliest ways to come home, up to [`MOST`] of all, for all of them: steady, its general
/// with it, and with as many lost as it loses on average.
fn likeliest(comes: impl Iterator<Item = (Footing, f64)>) -> Vec<(Footing, f64)> {
    let mut ways: Vec<(Footing, f64, f64)> = Vec::new();
    let mut all = 0.0;
    for (footing, chance) in comes {
        let met = footing.met.iter().map(|(unit, _)| (*unit, Wavers::No)).collect();
        let way = Footing { met, caught: footing.caught, ..Footing::default() };
        let lost = chance * f64::from(footing.lost);
        all += chance;
        match ways.iter_mut().find(|(known, ..)| *known == way) {
            Some((_, sum, figures)) => (*sum, *figures) = (*sum + chance, *figures + lost),
            None => ways.push((way, chance, lost)),
        }
    }
    ways.sort_by(|one, other| other.1.total_cmp(&one.1));
    let mut seen = 0.0;
    ways.retain(|(_, chance, _)| {
        let wanted = seen < MOST * all;
        seen += if wanted { *chance } else { 0.0 };
        wanted
    });
    let whole = |(way, chance, lost): (Footing, f64, f64)| {
        (Footing { lost: (lost / chance).round() as i32, ..way }, chance * all / seen)
    };
    ways.into_iter().map(whole).collect()
}

//! What charges and melees may bring, by the pools that are thrown (MC-CHARGE, MC-MELEE-14).

use battle::{Chance, Distribution, Effect, Event, Forecast, Manner as How, Order, Pool, Pose, RollForecast, UnitId};

use super::approach::{Approach, cheapest, straight};
use super::clash::{Clash, falls, of_two};
use super::legs::legs;
use super::reach::{gap, in_reach};
use super::{react, roll, sides_of, test};
use crate::fire::aim::Shot;
use crate::fire::{pools, pools_of};
use crate::forecasts::{full, lost, supposed, tame};
use crate::melee::{Round, figures, modifiers};
use crate::morale::Cause;
use crate::space::{Aspect, aspect, body};
use crate::state::{Charge, Contact, Open};
use crate::why::Why;
use crate::{Umpire, War, generals, losses, marks, morale, space, tables};

/// What the melee of two units in contact may bring.
pub(crate) fn melee(war: &War, by: UnitId, on: UnitId, aspect: Aspect) -> Forecast {
    let whole = war.options().is("melee_losses", "whole_charge");
    let before = [by, on].map(|unit| if whole { i32::from(war.own(unit).charge_losses) } else { 0 });
    let clash = of_two(war, by, on, aspect, before);
    let contact = [Contact { by, on, aspect }];
    let mut rolls = Vec::new();
    for unit in [by, on] {
        let mods = modifiers(war, unit, &contact, Round::First);
        let pools = pools(figures(war, unit, &contact), &mods, Why::Melee, "MC-MELEE-4");
        rolls.extend(pools.iter().map(|pool| pool.shown(Some(unit.into()))));
    }
    let results = vec![
        Chance { label: "defender routs", chance: clash.wins },
        Chance { label: "attacker routs", chance: clash.loses },
        Chance { label: "attacker retires", chance: clash.retires },
    ];
    let effect = Effect {
        taken: clash.lost[0] / full(war, by),
        inflicted: clash.lost[1] / full(war, on),
        destroys: clash.wins,
        destroyed: clash.loses,
        repelled: clash.retires,
        succeeds: clash.wins,
        ..Effect::default()
    };
    Forecast { rolls, results, effect, ..Forecast::default() }
}

fn stands_in(umpire: &mut Umpire<'_>, unit: UnitId, to: Pose) {
    umpire.emit(Event::Moved { unit, to, path: Vec::new(), manner: How::Charged, clause: "MC-CHARGE-7" });
}

/// A charge at its pause: who stands where, and what a volley and the second test would be.
pub(super) struct Pause {
    war: War,
    by: UnitId,
    on: UnitId,
    pub(super) side: Aspect,
    /// Where it comes into contact.
    contact: Pose,
    /// Margins of the second test, without a loss and a marker.
    second: Distribution,
    /// Chance to come into contact, for whoever has come so far.
    home: f64,
}

/// What comes of a charge from its pause on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Brunt {
    /// Figures that the charger loses.
    pub(super) taken: f64,
    /// Figures that the charged lose.
    pub(super) inflicted: f64,
    /// Chance of contact.
    meets: f64,
    /// Chance that the charged rout or fall to the last.
    pub(super) wins: f64,
    /// Chance that the charger does.
    pub(super) loses: f64,
    /// Chance that the charger does before it comes into contact.
    stopped: f64,
}

impl Brunt {
    /// Adds what comes of it with a chance.
    pub(super) fn add(&mut self, share: f64, other: &Brunt) {
        self.taken += share * other.taken;
        self.inflicted += share * other.inflicted;
        self.meets += share * other.meets;
        self.wins += share * other.wins;
        self.loses += share * other.loses;
        self.stopped += share * other.stopped;
    }
}

impl Pause {
    /// The pause of a charge before one whom it has woken, as both stand.
    pub(super) fn before(war: &War, charge: &Charge, on: UnitId) -> Pause {
        let by = charge.by;
        let known = charge.sides.iter().find(|(one, _)| *one == on);
        let side = known.map_or_else(|| aspect(war, on, body(war, by).hexes()), |(_, side)| *side);
        let legs = legs(war, charge);
        let met = legs.legal().map(|place| place.pose).find(|pose| !space::touching(war, by, pose, on).is_empty());
        let near = met.is_some() || gap(war, by, on) <= i32::from(charge.left);
        let (home, contact) = (if near { 1.0 } else { 0.0 }, met.unwrap_or_else(|| straight(war, by, on).contact));
        let second = test(war, by, &charge.sides, Why::Second).outcome();
        Pause { war: war.clone(), by, on, side, contact, second, home }
    }

    /// The defender's shots, if it failed by so much or passed.
    fn shots(&self, wavers: Wavers) -> Vec<Shot> {
        let war = supposed(&self.war, |umpire| umpire.own_mut(self.on).wavered = wavers == Wavers::Yes);
        react::shots(&war, self.on, self.by)
    }

    /// The melee after a volley that cost so many.
    fn clash(&self, hit: i32, wavers: Wavers, chief: Chief) -> Clash {
        let war = supposed(&self.war, |umpire| {
            let (by, from) = (self.by, umpire.strength(self.by));
            let to = from - hit as i16;
            umpire.emit(Event::Strength { unit: by, from, to, cause: "fire", clause: "MC-FIRE-1" });
            let stands = losses::stands_for(umpire, by, to);
            losses::close_up(umpire, by, stands);
            let formation = umpire.pose(by).formation;
            stands_in(umpire, by, Pose { formation, ..self.contact });
            let fallen: Vec<_> = umpire.field().leaders_with(by).filter(|_| chief == Chief::Falls).collect();
            fallen.into_iter().for_each(|leader| generals::kill(umpire, leader, "MC-GENERAL-6"));
            umpire.own_mut(self.on).wavered = wavers == Wavers::Yes;
            umpire.own_mut(by).over = morale::hurdle(umpire, by, self.on);
        });
        let before = if war.options().is("melee_losses", "whole_charge") { [hit, 0] } else { [0, 0] };
        of_two(&war, self.by, self.on, self.side, before)
    }

    /// The margins of the second test after a volley of so many figures that cost so many (MC-CHARGE-12).
    fn again(&self, hit: i32, figures: i16, chief: Chief) -> Distribution {
        let (war, by) = (&self.war, self.by);
        let (full, left) = (i32::from(war.field().unit(by).full), i32::from(war.strength(by)) - hit);
        let quarters = |left: i32| ((full - left) * 4 / full.max(1)).min(3);
        let more = quarters(left) - quarters(left + hit);
        let own = war.own(by);
        let green = war.profile(by).class >= 4 && own.fired_at + figures >= tables::SHAKES && !own.shaken;
        // A general who falls steadies nobody, and leaves a marker.
        let (general, shaken) = match chief {
            Chief::Stands => (0, green),
            Chief::Falls => (i32::from(generals::steadies(war, by)), true),
        };
        self.second.map(|margin| margin - more - general - i32::from(shaken))
    }

    /// What comes of it where the charged have evaded in vain: contact without fire (MC-SKIRM-6).
    pub(super) fn caught(&self) -> Brunt {
        let mut brunt = Brunt::default();
        let home = Pause { home: 1.0, war: self.war.clone(), second: self.second.clone(), ..*self };
        home.goes_on(&mut brunt, 1.0, (0, 0), (Wavers::No, Chief::Stands));
        brunt
    }

    /// What comes of the charge from the test of the charged on, and the chance that they rout at once.
    pub(super) fn tested(&self, stand: &Pool) -> (Brunt, f64) {
        let fled = if self.war.marked(self.on, marks::ROUTING) { -1 } else { -2 };
        let tests = stand.outcome();
        let routs = tests.at_most(fled);
        let parts = [(tests.at_least(0), Wavers::No), (tests.at_most(-1) - routs, Wavers::Yes)];
        let mut brunt = Brunt { wins: routs, ..Brunt::default() };
        for (share, wavers) in parts.into_iter().filter(|(share, _)| *share > 1e-9) {
            brunt.add(share, &self.takes_volley(wavers));
        }
        (brunt, routs)
    }

    /// What comes of the charge from the volley on, where the defender stands.
    pub(super) fn takes_volley(&self, wavers: Wavers) -> Brunt {
        self.takes(&self.shots(wavers), wavers)
    }

    /// What comes of the charge after those shots.
    pub(super) fn takes(&self, shots: &[Shot], wavers: Wavers) -> Brunt {
        let war = &self.war;
        let figures = shots.iter().map(|shot| shot.figures).sum();
        let there = i32::from(war.strength(self.by));
        let each = shots.iter().map(|shot| lost(&pools_of(std::slice::from_ref(shot)), there as i16));
        let volley = each.fold(Distribution::certain(0), |sum, one| sum.plus(&one)).map(|hit| hit.min(there));
        let led = generals::steadies(war, self.by) > 0;
        let mut brunt = Brunt::default();
        for (hit, chance) in volley.outcomes().filter(|(_, chance)| *chance > 0.0) {
            let fell = if led { falls(hit) } else { 0.0 };
            brunt.taken += chance * f64::from(hit);
            if hit >= there {
                brunt.loses += chance;
                brunt.stopped += chance;
                continue;
            }
            for (share, chief) in [(1.0 - fell, Chief::Stands), (fell, Chief::Falls)] {
                if share > 0.0 {
                    self.goes_on(&mut brunt, chance * share, (hit, figures), (wavers, chief));
                }
            }
        }
        brunt
    }

    /// From the second test on.
    fn goes_on(&self, brunt: &mut Brunt, chance: f64, (hit, figures): (i32, i16), (wavers, chief): (Wavers, Chief)) {
        let [stays, routs] = match hit {
            0 => [1.0, 0.0],
            _ => self.closes(&self.again(hit, figures, chief)),
        };
        brunt.loses += chance * routs;
        brunt.stopped += chance * routs;
        let meets = chance * stays * self.home;
        if meets > 0.0 {
            let clash = self.clash(hit, wavers, chief);
            brunt.meets += meets;
            brunt.taken += meets * clash.lost[0];
            brunt.inflicted += meets * clash.lost[1];
            brunt.wins += meets * clash.wins;
            brunt.loses += meets * clash.loses;
        }
    }

    /// Chances that a second test is passed, and that it ends in a rout (MC-CHARGE-13).
    fn closes(&self, margins: &Distribution) -> [f64; 2] {
        let options = self.war.options();
        let routs = match () {
            () if options.is("second_test_fail", "rout") => margins.at_most(-1),
            () if options.is("second_test_fail", "fall_back") => 0.0,
            () => margins.at_most(-2),
        };
        [margins.at_least(0), routs]
    }
}

/// Whether the charged failed their test by 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wavers {
    Yes,
    No,
}

/// Whether the charger's general falls by the volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chief {
    Stands,
    Falls,
}

/// A whole charge from its test to the end of its melee along a way, where the charged stand and fire.
fn along(war: &War, by: UnitId, on: UnitId, way: &Approach) -> Forecast {
    let side = aspect(war, on, body(war, by).hexes());
    let sides = with(war, by, (on, side));
    let (goes, throw) = (test(war, by, &sides, Why::Charging), roll(war, by));
    let passes = if war.own(by).cleared { 1.0 } else { goes.terms().passes() };
    let (contact, wakes) = (throw.outcome().at_least(way.meets), throw.outcome().at_least(way.wakes));
    let near = supposed(war, |umpire| {
        stands_in(umpire, by, way.pause);
        umpire.mark(by, marks::PANIC, false);
    });
    let second = test(&near, by, &sides, Why::Second).outcome();
    let stand = react::test(&near, on, by, side);
    let home = if wakes > 0.0 { contact / wakes } else { 0.0 };
    let pause = Pause { war: near, by, on, side, contact: way.contact, second, home };
    let (brunt, routs) = pause.tested(&stand);
    let chance = passes * wakes;
    let mut rolls = vec![goes.shown(Some(by.into())), throw.shown(Some(by.into())), stand.shown(Some(on.into()))];
    rolls.extend(volley_shown(&pause.shots(Wavers::No), on));
    let rest = told(war, [by, on], chance, (&brunt, routs));
    let refused = Chance { label: "refuses to charge", chance: tame(1.0 - passes) };
    let mobility = rest.effect.mobility * passes - (1.0 - passes);
    Forecast {
        rolls,
        results: std::iter::once(refused).chain(rest.results).collect(),
        effect: Effect { mobility, ..rest.effect },
        ..rest
    }
}

/// What comes of a charge that gets to its pause with a chance, and of the marker that it may leave its unit.
fn told(war: &War, [by, on]: [UnitId; 2], chance: f64, (brunt, routs): (&Brunt, f64)) -> Forecast {
    let marker = marker(war, chance, brunt, routs);
    let [wavers, breaks] = unnerved(war, by);
    let results = vec![
        Chance { label: "reaches the enemy", chance: tame(chance * brunt.meets) },
        Chance { label: "defender routs", chance: tame(chance * brunt.wins) },
        Chance { label: "attacker routs", chance: tame(chance * brunt.loses) },
        Chance { label: "attacker is left a panic marker", chance: marker },
    ];
    let (destroys, destroyed) = (tame(chance * brunt.wins), tame(chance * brunt.loses + marker * breaks));
    let effect = Effect {
        taken: chance * brunt.taken / full(war, by),
        inflicted: chance * brunt.inflicted / full(war, on),
        destroys,
        destroyed,
        repelled: tame(1.0 - destroys - destroyed),
        succeeds: tame(chance * (brunt.meets + routs)),
        mobility: -tame(marker * wavers),
        ..Effect::default()
    };
    Forecast { results, effect, ..Forecast::default() }
}

/// What a charge may bring that goes on to a place: from the pause there on, or the melee with whom it touches.
pub(crate) fn on_leg(war: &War, order: &Order) -> Forecast {
    let (Some(Open::Close(charge)), Some(to)) = (war.frame(), order.pose) else { return Forecast::default() };
    let by = charge.by;
    let ends = vec![(to, 1.0)];
    let reach = war.reach_of(&Order { pose: None, ..*order });
    let cost = reach.legal().find(|place| place.pose == to).map_or(0, |place| place.cost / 100);
    let there = supposed(war, |umpire| stands_in(umpire, by, to));
    let mut after = Charge { left: charge.left.saturating_sub(cost), ..charge.clone() };
    if let Some(on) = super::legs::woken(&there, &after, &to).first().copied() {
        after.reacted.push(on);
        let pause = Pause::before(&there, &after, on);
        let stand = react::test(&there, on, by, pause.side);
        let (brunt, routs) = pause.tested(&stand);
        let rolls = vec![stand.shown(Some(on.into()))];
        return Forecast { rolls, ends, ..told(&there, [by, on], 1.0, (&brunt, routs)) };
    }
    let met = after.sides.iter().find(|(on, _)| {
        after.reacted.contains(on) && !after.fled.contains(on) && !space::touching(&there, by, &to, *on).is_empty()
    });
    match met {
        // Who else comes into that melee is not known yet, so that its rolls are not told.
        Some((on, side)) => Forecast { rolls: Vec::new(), ends, ..melee(&there, by, *on, *side) },
        None => {
            let [_, breaks] = unnerved(&there, by);
            let effect = Effect { destroyed: breaks, ..Effect::default() };
            Forecast { ends, effect, ..Forecast::default() }
        }
    }
}

/// The chance that a charge leaves its unit a marker: refused, sent back, short, or at one who ran (MC-CHARGE-5, 13, 15).
fn marker(war: &War, chance: f64, brunt: &Brunt, routs: f64) -> f64 {
    let excused = if war.options().is("routed_target", "no_panic") { routs } else { 0.0 };
    tame(1.0 - chance * (brunt.meets + brunt.stopped + excused))
}

/// What a marker's test comes to as a unit stands: the chances that it is held, and that it routs (MC-MORALE-9, 10).
pub(crate) fn unnerved(war: &War, unit: UnitId) -> [f64; 2] {
    let margins = morale::test(war, unit, Cause::Marker, &[], Why::Marker).outcome();
    let routs = margins.at_most(-2);
    [margins.at_most(-1) - routs, routs]
}

/// All whom a unit has declared a charge at and still reaches, and one more (MC-CHARGE-3, 20).
fn with(war: &War, by: UnitId, more: (UnitId, Aspect)) -> Vec<(UnitId, Aspect)> {
    let others = war.own(by).targets.iter().copied().filter(|on| *on != more.0 && in_reach(war, by, *on));
    sides_of(war, by, &others.collect::<Vec<_>>()).into_iter().chain([more]).collect()
}

fn volley_shown(shots: &[Shot], on: UnitId) -> Vec<RollForecast> {
    let pools = shots.iter().flat_map(|shot| pools_of(std::slice::from_ref(shot)));
    pools.map(|pool| pool.shown(Some(on.into()))).collect()
}

/// A charge from where units are only supposed to stand.
pub(crate) fn whole(war: &War, by: UnitId, on: UnitId) -> Forecast {
    along(war, by, on, &straight(war, by, on))
}

/// A charge by its cheapest way from where its unit stands; nothing where it comes into contact by none.
pub(crate) fn by_its_way(war: &War, by: UnitId, on: UnitId) -> Forecast {
    cheapest(war, by, on).map_or_else(Forecast::default, |way| along(war, by, on, &way))
}

/// What a declared charge may bring.
pub(crate) fn foresee(war: &War, order: &Order) -> Forecast {
    match (order.unit(), order.target_unit()) {
        (Some(by), Some(on)) if war.present(by) && war.present(on) => by_its_way(war, by, on),
        _ => Forecast::default(),
    }
}

/// What the charge that a unit has declared may bring, on its nearest target.
pub(crate) fn of_declared(war: &War, by: UnitId) -> Forecast {
    let targets = war.own(by).targets.iter().copied().filter(|on| in_reach(war, by, *on));
    let nearest = targets.min_by_key(|on| space::between(war, by, *on));
    nearest.map_or_else(Forecast::default, |on| by_its_way(war, by, on))
}

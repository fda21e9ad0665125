//! The odds of a whole charge: nerve, defensive fire, mêlée, worked out from the same pools that resolve it.

use std::borrow::Cow;

use battle::{Chance, Effect, Event, Footprint, Forecast, Object, Order, Pool, Pose, RollForecast, UnitId};
use hexes::Hex;

use crate::assault::melee::{self, Onset};
use crate::assault::{charges, defence};
use crate::estimates::cases::{Case, given};
use crate::estimates::melee_odds::{Fighter, MeleeOdds, MeleeTable};
use crate::estimates::rides::{self, Ride};
use crate::fire::forecasts::{self, chance};
use crate::fire::gunnery::Shot;
use crate::fire::hits::{self, Losses};
use crate::fire::volleys::{self, Volley};
use crate::formations::changes;
use crate::formations::shapes::shape_of;
use crate::info::{CHARGE_HOME, FORM_HASTILY, MOVE, STAND};
use crate::marks;
use crate::morale::{checks, falling_back, triggers};
use crate::state::{Charge, ChargeProgress, Fight, Response};
use crate::tables::Shape;
use crate::{War, dice, measures};

/// Two units in contact, in any poses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encounter {
    /// Who charges.
    pub unit: UnitId,
    /// Where its charge move starts.
    pub before: Pose,
    /// How it stands in contact.
    pub pose: Pose,
    /// Whom it charges.
    pub target: UnitId,
    /// How the charged stands.
    pub at: Pose,
}

/// What a charge comes to; losses in stands, those by fire included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ChargeOdds {
    /// Chance that the charger does not set out.
    pub balks: f64,
    /// Chance that fire throws it back, or that it goes back because it reaches nobody.
    pub thrown_back: f64,
    /// Chance that it stands where its leg would have started: it was not ridden.
    pub stays: f64,
    /// The rest, with the losses by fire and the chance to be shot down.
    pub melee: MeleeOdds,
}

/// How a side of a forecast may see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Viewpoint {
    /// The charger's.
    Charger,
    /// The charged unit's.
    Charged,
}

/// Both sides of an encounter as the odds see them, in a battle in which both stand so.
pub(crate) fn fighters(war: &War, encounter: &Encounter) -> [Fighter; 2] {
    let Encounter { unit, pose, target, at, .. } = *encounter;
    let (own, theirs) = (war.field().footprint_at(unit, &pose), war.field().footprint_at(target, &at));
    [
        fighter(war, (unit, &pose, &own), (target, &at, &theirs), Onset::Charging),
        fighter(war, (target, &at, &theirs), (unit, &pose, &own), Onset::Charged),
    ]
}

fn fighter(war: &War, own: (UnitId, &Pose, &Footprint), other: (UnitId, &Pose, &Footprint), onset: Onset) -> Fighter {
    let engaged = melee::engaged(war, own.1, own.2, other.2);
    let [eligible, piled] = [engaged.eligible, engaged.piled].map(|print| print.hexes().len() as u8);
    let (ragged, opens) = (measures::is_ragged(war, own.0), measures::ranks_open() && shape_of(own.1) != Shape::Square);
    let pool = melee::kill_pool(war, own.0, other.0, other.1, 1, onset);
    Fighter {
        stands: own.2.hexes().len() as u8,
        contact: engaged.contact.hexes().len() as u8,
        eligible: if ragged { piled } else { eligible },
        piled: if ragged || opens { piled } else { eligible },
        attacks: melee::attacks(war, own.0),
        kill: pool.hit(),
        holds: checks::holding_chance(war, own.0),
        no_way_back: falling_back::losses_in_falling_back(war, own.0, other.0),
    }
}

/// The chance that a charger passes the check that it still needs, if any: to set out, or against a square that was formed
/// since it did. What it has dared this turn asks for none.
pub(super) fn chance_to_dare(war: &War, unit: UnitId, target: UnitId, at: &Pose) -> f64 {
    if charges::nerve(war, unit, target, at).is_none() { 1.0 } else { checks::holding_chance(war, unit) }
}

/// The odds of a charge in contact, with the stands that defensive fire costs.
pub(super) fn odds_in_contact(war: &War, encounter: &Encounter, nerve: f64, fire: Option<&Losses>) -> ChargeOdds {
    if war.marked(encounter.target, marks::ROUTING) {
        let inflicted = f64::from(war.stands(encounter.target)) * nerve;
        let melee = MeleeOdds { destroys: nerve, inflicted, ..MeleeOdds::default() };
        return ChargeOdds { balks: 1.0 - nerve, melee, ..ChargeOdds::default() };
    }
    let [charger, charged] = fighters(war, encounter);
    let fights = MeleeTable::of(&charger, &charged);
    let mut odds = ChargeOdds { balks: 1.0 - nerve, ..ChargeOdds::default() };
    for UnderFire { lost, chance, goes_back } in under_fire(&charger, fire) {
        odds.melee.taken += nerve * chance * f64::from(lost);
        if lost == charger.stands {
            odds.melee.destroyed += nerve * chance;
            continue;
        }
        odds.thrown_back += nerve * goes_back;
        let fight = fights.charging_in_ranks([&charger, &charged], [charger.stands - lost, charged.stands]);
        odds.melee.add(&fight, nerve * (chance - goes_back));
    }
    odds
}

/// What fire does to a charger on its way.
struct UnderFire {
    /// Stands it loses.
    lost: u8,
    /// How likely that is.
    chance: f64,
    /// The part of it in which the charger goes back.
    goes_back: f64,
}

/// All that fire may do to a charger.
fn under_fire(charger: &Fighter, fire: Option<&Losses>) -> Vec<UnderFire> {
    let Some(losses) = fire else { return vec![UnderFire { lost: 0, chance: 1.0, goes_back: 0.0 }] };
    // Hits that cost no stand, an officer's, make a charger check too.
    let grazed = (losses.unsaved - losses.stands.at_least(1)).max(0.0);
    let each = |(lost, chance): (i32, f64)| {
        let lost = (lost as u8).min(charger.stands);
        let tested = if lost == 0 { grazed } else { chance };
        let goes_back = if lost < charger.stands { tested * (1.0 - charger.holds) } else { 0.0 };
        UnderFire { lost, chance, goes_back }
    };
    losses.stands.outcomes().map(each).collect()
}

/// The effect of a charge as the charger or the charged sees it.
pub(super) fn effect_of(war: &War, unit: UnitId, target: UnitId, odds: &ChargeOdds, view: Viewpoint) -> Effect {
    let full = |unit: UnitId| f64::from(war.field().unit(unit).full.max(1));
    let melee = match view {
        Viewpoint::Charger => odds.melee,
        Viewpoint::Charged => odds.melee.turned(),
    };
    let (own, other) = if view == Viewpoint::Charger { (unit, target) } else { (target, unit) };
    let back = odds.thrown_back;
    let (repels, repelled) = match view {
        Viewpoint::Charger => (melee.repels, melee.repelled + back),
        Viewpoint::Charged => (melee.repels + back, melee.repelled),
    };
    let stops = if view == Viewpoint::Charged { odds.balks + odds.stays } else { 0.0 };
    Effect {
        inflicted: melee.inflicted / full(other),
        taken: melee.taken / full(own),
        destroys: melee.destroys,
        destroyed: melee.destroyed,
        repels,
        repelled,
        succeeds: melee.destroys + repels + stops,
        ..Effect::default()
    }
}

/// How both stand in an encounter.
pub(super) fn poses_of(encounter: &Encounter) -> [(UnitId, Pose); 2] {
    [(encounter.target, encounter.at), (encounter.unit, encounter.pose)]
}

/// The charge that leads to an encounter, as declared or as it would be if it were declared now. Until its leg is ridden it
/// is one from where that would start.
pub(super) fn charge_as(war: &War, encounter: &Encounter, response: Response) -> Charge {
    let Encounter { unit, before, target, at, .. } = *encounter;
    let known = war.state.own.charge_of(unit).copied().filter(|charge| charge.target == target);
    let charge = Charge { response, ..known.unwrap_or_else(|| charges::new_charge(war, unit, target)) };
    if charge.progress != ChargeProgress::Declared {
        return charge;
    }
    let apart = war.field().footprint_at(unit, &before).distance(&war.field().footprint_at(target, &at));
    let gap = measures::inches(war, (apart - 1).max(0)).clamp(0, i32::from(i16::MAX)) as i16;
    Charge { before, gap, ..charge }
}

/// The shot the charged would fire and what it costs, if it may and can; the dearer of ball and grape.
pub(super) fn fire_at(war: &War, charge: &Charge) -> Option<(Shot, Losses)> {
    if charge.answered || defence::may_fire_at(war, charge).is_err() {
        return None;
    }
    let (unit, charger) = (charge.target, charge.unit);
    let shots = defence::shots_at(war, unit, charger).filter_map(|shot| {
        let volley = volleys::volley_on_the_way(war, unit, charger, shot, Some(charge.before))?;
        Some((shot, defensive_losses(war, &volley, charge, shot)))
    });
    shots.reduce(|best, next| if next.1.stands.mean() > best.1.stands.mean() { next } else { best })
}

/// What a volley at a charger costs it.
fn defensive_losses(war: &War, volley: &Volley, charge: &Charge, shot: Shot) -> Losses {
    let hits = forecasts::hits_of(&volley.pools);
    let from: Vec<Hex> = volley.aims.iter().map(|aim| aim.from).collect();
    let purpose = volleys::gunnery(war, charge.target, shot).purpose();
    let exposure = hits::exposure(war, charge.unit, charge.target, &from, purpose);
    let fails = [2, 3, 4, 5, 6].map(|face| dice::fails(war, face));
    exposure.losses(&hits, |face| fails[usize::from(face.clamp(2, 6)) - 2])
}

/// A charge that has come into contact, with all that decides what it comes to.
pub(super) struct Met<'a> {
    /// The battle with both in contact.
    war: Cow<'a, War>,
    encounter: Encounter,
    /// The chance that the charger set out.
    nerve: f64,
    /// The shot at it on its way.
    fire: Option<(Shot, Losses)>,
}

impl<'a> Met<'a> {
    pub(super) fn of(war: &'a War, encounter: Encounter, response: Response) -> Met<'a> {
        let charge = charge_as(war, &encounter, response);
        let supposed = war.standing(&poses_of(&encounter));
        let fire = fire_at(&supposed, &charge);
        let nerve = chance_to_dare(war, encounter.unit, encounter.target, &encounter.at);
        Met { war: supposed, encounter, nerve, fire }
    }

    pub(super) fn odds(&self) -> ChargeOdds {
        odds_in_contact(&self.war, &self.encounter, self.nerve, self.fire.as_ref().map(|(_, losses)| losses))
    }

    /// The rolls in the order they fall, up to the first answer in the mêlée, and how likely each does.
    pub(super) fn rolls(&self) -> Vec<(RollForecast, f64)> {
        let (shot, losses) = (self.fire.as_ref().map(|(shot, _)| *shot), self.fire.as_ref().map(|(_, losses)| losses));
        let before = rolls_before_contact(&self.war, &self.encounter, self.nerve, shot);
        let rolls =
            before.into_iter().map(|roll| (roll, 1.0)).chain(rolls_in_contact(&self.war, &self.encounter, losses));
        rolls.map(|(roll, falls)| (roll, self.nerve * falls)).collect()
    }
}

/// Those up to contact: the charger's nerve, where one is tested still, and fire at it.
pub(super) fn rolls_before_contact(
    war: &War,
    encounter: &Encounter,
    nerve: f64,
    fire: Option<Shot>,
) -> Vec<RollForecast> {
    let Encounter { unit, target, .. } = *encounter;
    let (by, at) = (Some(Object::Unit(unit)), Some(Object::Unit(target)));
    let mut rolls = Vec::new();
    if let Some(tested) = charges::nerve(war, unit, target, &encounter.at).filter(|_| nerve < 1.0) {
        rolls.push(tested.pool(war, unit).shown(by));
    }
    let volley = |shot| volleys::volley_on_the_way(war, target, unit, shot, Some(encounter.before));
    if let Some(volley) = fire.and_then(volley) {
        rolls.extend(volley.pools.iter().map(|pool| pool.shown(at)));
        rolls.push(triggers::UNDER_FIRE.pool(war, unit).shown(by));
    }
    rolls
}

/// The rolls of the mêlée up to the first answer and how likely each falls, kills by what may be left to strike: of the charger
/// after the fire at it, of the charged after the first blow.
fn rolls_in_contact(war: &War, encounter: &Encounter, fire: Option<&Losses>) -> [(RollForecast, f64); 4] {
    let Encounter { unit, target, at, pose, .. } = *encounter;
    let (by, against) = (Some(Object::Unit(unit)), Some(Object::Unit(target)));
    let [charger, charged] = fighters(war, encounter);
    let blow = |strikers: u8| melee::kill_pool(war, unit, target, &at, strikers, Onset::Charging);
    let reply = |strikers: u8| melee::kill_pool(war, target, unit, &pose, strikers, Onset::Charged);
    let (mut blows, mut replies) = (Vec::new(), Vec::new());
    // Shown are the dice of as many as may strike.
    let mut most = [melee::strikers(war, unit, target), melee::strikers(war, target, unit)];
    for UnderFire { lost, chance, goes_back } in under_fire(&charger, fire) {
        let own = charger.stands.saturating_sub(lost);
        let strikers = charger.strikers(own, &charged, charged.stands, charger.eligible);
        most[0] = most[0].max(strikers);
        let kills = blow(strikers).outcome();
        let comes = if own == 0 { 0.0 } else { chance - goes_back };
        for killed in 0..charged.stands {
            let holds = if killed == 0 { 1.0 } else { charged.holds };
            let left = charged.stands - killed;
            let strikers = charged.strikers(left, &charger, own, charged.piled);
            most[1] = most[1].max(strikers);
            replies.push((comes * kills.chance(killed) * holds, reply(strikers).outcome()));
        }
        blows.push((comes, kills));
    }
    let [struck, answered] = [&blows, &replies].map(|cases| cases.iter().map(|(chance, _)| chance).sum::<f64>());
    let mixed = |cases, pool: Pool, who| RollForecast { outcome: given(cases), ..pool.shown(who) };
    let tested = |unit, who| triggers::LOSSES.pool(war, unit).shown(who);
    [
        (mixed(blows, blow(most[0]), by), struck),
        (tested(target, against), struck),
        (mixed(replies, reply(most[1]), against), answered),
        (tested(unit, by), answered),
    ]
}

/// How the charged stands after that answer.
pub(super) fn answered_pose(war: &War, target: UnitId, response: Response) -> Pose {
    let square = || changes::squares(war, target).first().copied();
    let formed = (response == Response::Square).then(square).flatten();
    formed.unwrap_or_else(|| war.pose(target))
}

/// The encounter that a charge declared now would most likely lead to.
fn likely_encounter(war: &War, unit: UnitId, target: UnitId, response: Response) -> Option<Encounter> {
    let at = answered_pose(war, target, response);
    let ride = rides::likely_ride(&war.standing(&[(target, at)]), unit, target)?;
    Some(Encounter { unit, before: ride.before, pose: ride.home, target, at })
}

/// The forecast of a declaration: the charged unit answers as is best for it.
pub(crate) fn foresee_charge(war: &War, unit: UnitId, target: UnitId) -> Forecast {
    if !measures::may_measure(war) {
        return foresee_nerve(war, unit, target);
    }
    let answered = |response| case_of_response(war, unit, target, response, Viewpoint::Charger);
    let stand = answered(Response::Stand).forecast;
    if !charges::may_form_in_haste(war, target, unit) {
        return stand;
    }
    let pool = checks::skill_pool(war, target, "form square", "OW-SQUARE-2");
    let mut haste = answered(Response::FailedSquare).or(answered(Response::Square), pool.outcome().at_least(1));
    if haste.effect.succeeds >= stand.effect.succeeds {
        return Forecast { reply: vec![STAND], ..stand };
    }
    haste.reply = vec![FORM_HASTILY];
    haste.rolls.insert(0, pool.shown(Some(Object::Unit(target))));
    haste
}

/// What can be said of a charge before it is announced where nobody measures: the check of the charger's nerve.
fn foresee_nerve(war: &War, unit: UnitId, target: UnitId) -> Forecast {
    let nerve = charges::nerve(war, unit, target, &war.pose(target));
    let rolls = nerve.map(|nerve| nerve.pool(war, unit).shown(Some(unit.into())));
    Forecast { rolls: rolls.into_iter().collect(), ..Forecast::default() }
}

/// The effect of a charge that goes straight home from where the unit stands, if one within so many hexes does: by the odds
/// of [`foresee_charge`], without its search for a way and without its rolls.
pub(crate) fn charge_worth(war: &War, unit: UnitId, target: UnitId, most: i32) -> Effect {
    worth_by(war, unit, target, |at| match shape_of(at) {
        Shape::Garrison => rides::ride_through_breach(war, unit, target),
        _ => rides::straight_ride(war, unit, &war.field().footprint_at(target, at), most),
    })
}

/// The effect of a charge declared now, by the way it would take if there is one: by the odds of [`foresee_charge`], without its
/// rolls.
pub(crate) fn ridden_worth(war: &War, unit: UnitId, target: UnitId) -> Effect {
    worth_by(war, unit, target, |at| rides::likely_ride(&war.standing(&[(target, *at)]), unit, target))
}

/// The effect of a charge that comes home by that ride, the charged unit answering as is best for it.
fn worth_by(war: &War, unit: UnitId, target: UnitId, ride: impl Fn(&Pose) -> Option<Ride>) -> Effect {
    let answered = |response: Response| {
        let at = answered_pose(war, target, response);
        let met = ride(&at).map(|ride| Encounter { unit, before: ride.before, pose: ride.home, target, at });
        let met = met.map(|encounter| Met::of(war, encounter, response));
        met.map_or_else(Effect::default, |met| effect_of(war, unit, target, &met.odds(), Viewpoint::Charger))
    };
    let stand = answered(Response::Stand);
    if !charges::may_form_in_haste(war, target, unit) {
        return stand;
    }
    let formed = checks::skill_pool(war, target, "form square", "OW-SQUARE-2").outcome().at_least(1);
    let haste = answered(Response::FailedSquare).mixed(&answered(Response::Square), formed);
    if haste.succeeds >= stand.succeeds { stand } else { haste }
}

/// The effect of a declared charge that is ridden from where a move before its leg ends; `None` where nothing is declared or
/// it does not come home from there.
pub(crate) fn charge_after(war: &War, unit: UnitId, pose: &Pose) -> Option<Effect> {
    let charge = war.state.own.charges[war.state.own.declared(unit)?];
    let target = Some(charge.target).filter(|target| war.present(*target))?;
    let ride = rides::leg_from(war, unit, pose, target)?;
    let met = Encounter { unit, before: ride.before, pose: ride.home, target, at: war.pose(target) };
    Some(effect_of(war, unit, target, &Met::of(war, met, charge.response).odds(), Viewpoint::Charger))
}

/// Where a declared charge goes next on its way home: to where its leg is to start, or into contact.
pub(crate) fn called_for(war: &War, stem: &Order) -> Option<Pose> {
    let unit = stem.unit()?;
    let charge = war.state.own.charges[war.state.own.declared(unit)?];
    let ride = rides::likely_ride(war, unit, Some(charge.target).filter(|target| war.present(*target))?)?;
    match stem.verb {
        MOVE if ride.before != war.pose(unit) => Some(ride.before),
        CHARGE_HOME if ride.before == war.pose(unit) => Some(ride.home),
        _ => None,
    }
}

/// The forecast of forming square in haste, as the charged unit sees it.
pub(crate) fn foresee_square_in_haste(war: &War, charger: UnitId, unit: UnitId) -> Forecast {
    let pool = checks::skill_pool(war, unit, "form square", "OW-SQUARE-2");
    let formed = pool.outcome().at_least(1);
    let answered = |response| case_of_response(war, charger, unit, response, Viewpoint::Charged);
    let mut forecast = answered(Response::FailedSquare).or(answered(Response::Square), formed);
    forecast.rolls.insert(0, pool.shown(Some(Object::Unit(unit))));
    forecast.results.insert(0, chance("forms square", formed));
    forecast
}

/// The forecast of an answer to a declared charge, as the charged unit sees it.
pub(crate) fn foresee_answer(war: &War, charger: UnitId, unit: UnitId, response: Response) -> Forecast {
    foresee_response(war, charger, unit, response, Viewpoint::Charged)
}

/// The forecast of an answer as either side sees it.
pub(crate) fn foresee_response(
    war: &War,
    unit: UnitId,
    target: UnitId,
    response: Response,
    view: Viewpoint,
) -> Forecast {
    case_of_response(war, unit, target, response, view).forecast
}

/// What is foreseen of an answer as either side sees it.
fn case_of_response(war: &War, unit: UnitId, target: UnitId, response: Response, view: Viewpoint) -> Case {
    let Some(encounter) = likely_encounter(war, unit, target, response) else {
        let never = Forecast { results: vec![chance("reaches the enemy", 0.0)], ..Forecast::default() };
        return Case::new(never, Vec::new());
    };
    let met = Met::of(war, encounter, response);
    let odds = met.odds();
    let effect = effect_of(war, unit, target, &odds, view);
    let ends = match view {
        Viewpoint::Charger => {
            let home = (1.0 - odds.balks - odds.thrown_back).max(0.0);
            vec![(encounter.pose, home), (encounter.before, odds.thrown_back), (war.pose(unit), odds.balks)]
        }
        Viewpoint::Charged => vec![(encounter.at, 1.0)],
    };
    Case::new(Forecast { results: results_of(&odds), effect, ends, ..Forecast::default() }, met.rolls())
}

/// What firing at a charger with that shot brings, or holding fire, and the fight after it: seen from the charged.
pub(crate) fn foresee_defensive_fire(war: &War, charger: UnitId, unit: UnitId, shot: Option<Shot>) -> Forecast {
    let before = war.state.own.charge_of(charger).map_or_else(|| war.pose(charger), |charge| charge.before);
    let encounter = Encounter { unit: charger, before, pose: war.pose(charger), target: unit, at: war.pose(unit) };
    let charge = charge_as(war, &encounter, Response::Stand);
    let volley = shot.and_then(|shot| Some((shot, volleys::volley(war, unit, charger, shot)?)));
    let fire = volley.as_ref().map(|(shot, volley)| defensive_losses(war, volley, &charge, *shot));
    let mut odds = odds_in_contact(war, &encounter, 1.0, fire.as_ref());
    let mut rolls = rolls_before_contact(war, &encounter, 1.0, shot);
    let arrives = measures::touches(war, charger, unit);
    if arrives {
        rolls.extend(rolls_in_contact(war, &encounter, fire.as_ref()).map(|(roll, _)| roll));
    } else {
        odds = short_of_contact(war, charger, &before, fire.as_ref());
    }
    let effect = effect_of(war, charger, unit, &odds, Viewpoint::Charged);
    let results = if arrives { results_of(&odds) } else { results_short_of_contact(&odds) };
    Forecast { rolls, results, effect, ends: vec![(encounter.at, 1.0)], ..Forecast::default() }
}

/// The odds of the fight between two units from now on, the charger to strike or the charged.
fn fight_from_now(war: &War, charge: &Charge, fight: Option<&Fight>, piling: Option<UnitId>) -> ChargeOdds {
    let (unit, target) = (charge.unit, charge.target);
    let encounter = Encounter { unit, before: charge.before, pose: war.pose(unit), target, at: war.pose(target) };
    if war.marked(target, marks::ROUTING) {
        return odds_in_contact(war, &encounter, 1.0, None);
    }
    // Who piles in is out of formation from then on.
    let broken = piling.map(|unit| Event::Marked { unit, marks: marks::RAGGED, on: true, cause: "" });
    let war = broken.map_or(Cow::Borrowed(war), |event| Cow::Owned(war.supposing(&event)));
    let [charger, charged] = fighters(&war, &encounter);
    let (fights, stands) = (MeleeTable::of(&charger, &charged), [charger.stands, charged.stands]);
    let melee = if fight.is_none_or(|fight| fight.charger_strikes) {
        fights.charging_in_ranks([&charger, &charged], stands)
    } else {
        fights.answering_in_ranks([&charger, &charged], stands)
    };
    ChargeOdds { melee, ..ChargeOdds::default() }
}

/// What fighting a charge out next brings.
pub(crate) fn foresee_fight(war: &War, order: &Order) -> Forecast {
    let (Some(unit), Some(target)) = (order.unit(), order.target_unit()) else { return Forecast::default() };
    let known = war.state.own.charge_of(unit).copied().filter(|charge| charge.target == target);
    fight_forecast(war, &known.unwrap_or_else(|| charges::new_charge(war, unit, target)), None, None)
}

/// What the next blow of the mêlée brings, one of both piling in or nobody.
pub(crate) fn foresee_blow(war: &War, piling: Option<UnitId>) -> Forecast {
    let Some(fight) = &war.state.own.fight else { return Forecast::default() };
    match war.state.own.charges.get(usize::from(fight.charge)) {
        Some(charge) => fight_forecast(war, charge, Some(fight), piling),
        None => Forecast::default(),
    }
}

fn fight_forecast(war: &War, charge: &Charge, fight: Option<&Fight>, piling: Option<UnitId>) -> Forecast {
    let (unit, target) = (charge.unit, charge.target);
    let odds = fight_from_now(war, charge, fight, piling);
    let strikes = fight.is_none_or(|fight| fight.charger_strikes);
    let (view, onset, own, other) = match strikes {
        true => (Viewpoint::Charger, Onset::Charging, unit, target),
        false => (Viewpoint::Charged, Onset::Charged, target, unit),
    };
    let engaged = melee::engaged_with(war, own, other);
    let strikers = match piling {
        Some(_) => engaged.piled.hexes().len() as u8,
        None => melee::strikers(war, own, other),
    };
    let rolls = vec![
        melee::kill_pool(war, own, other, &war.pose(other), strikers, onset).shown(Some(Object::Unit(own))),
        triggers::LOSSES.pool(war, other).shown(Some(Object::Unit(other))),
    ];
    let effect = effect_of(war, unit, target, &odds, view);
    let ends = vec![(war.pose(own), 1.0)];
    Forecast { rolls, results: results_of(&odds), effect, ends, ..Forecast::default() }
}

/// A charge that reaches nobody as its charger stands: it goes back to where its leg started, but for what fire costs it
/// (OW-ASSAULT-7).
pub(super) fn short_of_contact(war: &War, unit: UnitId, before: &Pose, fire: Option<&Losses>) -> ChargeOdds {
    let taken = fire.map_or(0.0, |losses| losses.stands.mean());
    let destroyed = fire.map_or(0.0, |losses| losses.stands.at_least(usize::from(war.stands(unit))));
    let melee = MeleeOdds { taken, destroyed, ..MeleeOdds::default() };
    let spared = 1.0 - destroyed;
    let (thrown_back, stays) = if war.pose(unit) == *before { (0.0, spared) } else { (spared, 0.0) };
    ChargeOdds { balks: 0.0, thrown_back, stays, melee }
}

/// What comes of a charge that reaches nobody: fire is not why it goes back.
fn results_short_of_contact(odds: &ChargeOdds) -> Vec<Chance> {
    let back = odds.thrown_back + odds.stays;
    vec![chance("charger reaches nobody", back), chance("charger destroyed", odds.melee.destroyed)]
}

pub(super) fn results_of(odds: &ChargeOdds) -> Vec<Chance> {
    let melee = &odds.melee;
    vec![
        chance("charger stops at motivation", odds.balks),
        chance("charger thrown back by fire", odds.thrown_back),
        chance("charger wins", melee.won()),
        chance("charger is beaten", melee.repelled + melee.destroyed),
        chance("charged destroyed", melee.destroys),
        chance("charger destroyed", melee.destroyed),
    ]
}

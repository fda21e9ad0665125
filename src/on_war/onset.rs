//! The odds of a whole charge: nerve, defensive fire, mêlée, worked out from the same pools that resolve it.

use std::borrow::Cow;

use battle::{
    Chance, Distribution, Effect, Event, Footprint, Forecast, Manner, Marks, Object, Pose, RollForecast, UnitId,
};

use crate::fire::{Shot, Volley};
use crate::hits::Losses;
use hexes::Hex;

use crate::odds::{Clash, Fights, Party};
use crate::state::{Charge, Course, Fight, Response, Wait};
use crate::war::OnWar;

/// Two units in contact, in any poses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    /// Who charges.
    pub unit: UnitId,
    /// How it stands in contact.
    pub pose: Pose,
    /// Whom it charges.
    pub target: UnitId,
    /// How the charged stands.
    pub at: Pose,
}

/// What a charge comes to; losses in stands, those by fire included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Onset {
    /// Chance that the charger does not set out.
    pub balks: f64,
    /// Chance that fire throws it back.
    pub thrown_back: f64,
    /// The rest, with the losses by fire and the chance to be shot down.
    pub clash: Clash,
}

fn chance(label: &'static str, chance: f64) -> Chance {
    Chance { label, chance }
}

/// Mixes one forecast with another that comes true with that chance.
pub(crate) fn mix(one: &mut Forecast, other: &Forecast, share: f64) {
    let blend = |a: f64, b: f64| a * (1.0 - share) + b * share;
    for result in &mut one.results {
        let there = other.results.iter().find(|known| known.label == result.label).map_or(0.0, |known| known.chance);
        result.chance = blend(result.chance, there);
    }
    let (a, b) = (one.effect, other.effect);
    one.effect = Effect {
        inflicted: blend(a.inflicted, b.inflicted),
        taken: blend(a.taken, b.taken),
        destroys: blend(a.destroys, b.destroys),
        destroyed: blend(a.destroyed, b.destroyed),
        repels: blend(a.repels, b.repels),
        repelled: blend(a.repelled, b.repelled),
        succeeds: blend(a.succeeds, b.succeeds),
        recovers: blend(a.recovers, b.recovers),
        spends: blend(a.spends, b.spends),
        forgoes: 0.0,
    };
}

/// How a side of a forecast may see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// The charger's.
    Charger,
    /// The charged unit's.
    Charged,
}

impl OnWar {
    /// Both sides of a meeting as the odds see them.
    pub(crate) fn parties(&self, meeting: &Meeting) -> [Party; 2] {
        let Meeting { unit, pose, target, at } = *meeting;
        let (own, theirs) = (self.field.footprint_at(unit, &pose), self.field.footprint_at(target, &at));
        [
            self.party((unit, &pose, &own), (target, &at, &theirs), true),
            self.party((target, &at, &theirs), (unit, &pose, &own), false),
        ]
    }

    fn party(&self, own: (UnitId, &Pose, &Footprint), other: (UnitId, &Pose, &Footprint), charging: bool) -> Party {
        let engaged = self.scene().engaged(own.1, own.2, other.2);
        let ragged = self.marked(own.0, Marks::RAGGED);
        let eligible = if ragged { engaged.piled } else { engaged.eligible };
        let pool = self.kill_pool(own.0, other.0, other.1, 1, charging);
        Party {
            stands: own.2.hexes().len() as u8,
            contact: engaged.contact.hexes().len() as u8,
            eligible: eligible.hexes().len() as u8,
            attacks: self.attacks(own.0),
            kill: pool.hit(),
            holds: self.holding_chance(own.0),
        }
    }

    /// The chance that a charger sets out: certain once it has, or where no check is asked.
    fn nerve(&self, unit: UnitId, target: UnitId, at: &Pose) -> f64 {
        let set_out = self.charge_of(unit).is_some_and(|charge| charge.course != Course::Declared)
            || self.marked(unit, Marks::CHARGED);
        if set_out || self.nerve_clause(unit, target, at).is_none() { 1.0 } else { self.holding_chance(unit) }
    }

    /// The odds of a charge in contact, with the stands that defensive fire costs.
    fn onset(&self, meeting: &Meeting, nerve: f64, fire: Option<&Losses>) -> Onset {
        if self.marked(meeting.target, Marks::ROUTING) {
            let inflicted = f64::from(self.stands(meeting.target)) * nerve;
            let clash = Clash { destroys: nerve, inflicted, ..Clash::default() };
            return Onset { balks: 1.0 - nerve, clash, ..Onset::default() };
        }
        let [charger, charged] = self.parties(meeting);
        let fights = Fights::of(&charger, &charged);
        let mut onset = Onset { balks: 1.0 - nerve, ..Onset::default() };
        let spared = Losses { stands: Distribution::certain(0), leader: 0.0, unsaved: 0.0 };
        let losses = fire.unwrap_or(&spared);
        // Hits that cost no stand, an officer's, make a charger check too.
        let grazed = (losses.unsaved - losses.stands.at_least(1)).max(0.0);
        for (lost, share) in losses.stands.outcomes() {
            let lost = (lost as u8).min(charger.stands);
            onset.clash.taken += nerve * share * f64::from(lost);
            if lost == charger.stands {
                onset.clash.destroyed += nerve * share;
                continue;
            }
            let back = if lost == 0 { grazed } else { share } * (1.0 - charger.holds);
            onset.thrown_back += nerve * back;
            let fight = fights.charging(charger.stands - lost, charged.stands);
            onset.clash.add(&fight, nerve * (share - back));
        }
        onset
    }

    /// The effect of a charge as the charger or the charged sees it.
    fn worth_of(&self, unit: UnitId, target: UnitId, onset: &Onset, view: View) -> Effect {
        let full = |unit: UnitId| f64::from(self.field.unit(unit).full.max(1));
        let clash = match view {
            View::Charger => onset.clash,
            View::Charged => onset.clash.turned(),
        };
        let (own, other) = if view == View::Charger { (unit, target) } else { (target, unit) };
        let back = onset.thrown_back;
        let (repels, repelled) = match view {
            View::Charger => (clash.repels, clash.repelled + back),
            View::Charged => (clash.repels + back, clash.repelled),
        };
        let stops = if view == View::Charged { onset.balks } else { 0.0 };
        Effect {
            inflicted: clash.inflicted / full(other),
            taken: clash.taken / full(own),
            destroys: clash.destroys,
            destroyed: clash.destroyed,
            repels,
            repelled,
            succeeds: clash.destroys + repels + stops,
            recovers: 0.0,
            spends: 0.0,
            forgoes: 0.0,
        }
    }

    /// The battle as it will be with a charger in contact and the charged as it answers.
    fn supposing(&self, meeting: &Meeting) -> Cow<'_, OnWar> {
        let moved = [(meeting.target, meeting.at), (meeting.unit, meeting.pose)];
        if moved.iter().all(|(unit, pose)| self.pose(*unit) == *pose) {
            return Cow::Borrowed(self);
        }
        let mut supposed = self.clone();
        for (unit, to) in moved {
            let (path, manner) = (Vec::new(), Manner::Charged);
            supposed.field.apply(&Event::Moved { unit, to, path, manner, clause: "OW-ASSAULT-6" });
        }
        Cow::Owned(supposed)
    }

    /// The charge as declared, or as it would be if it were declared now.
    fn charge_as(&self, unit: UnitId, target: UnitId, response: Response) -> Charge {
        let known = self.charge_of(unit).copied().filter(|charge| charge.target == target);
        let gap = || self.scene().gap(unit, target).clamp(0, i32::from(i16::MAX)) as i16;
        let (before, course) = (self.pose(unit), Course::Declared);
        let supposed = || Charge { unit, target, gap: gap(), response, before, course, answered: false };
        Charge { response, ..known.unwrap_or_else(supposed) }
    }

    /// The shot the charged would fire and what it costs, if it may and can; the dearer of ball and grape.
    fn fire_at(&self, charge: &Charge) -> Option<(Shot, Losses)> {
        if charge.answered || self.may_reply(charge).is_err() {
            return None;
        }
        let (unit, charger) = (charge.target, charge.unit);
        let shots = self.replies_to(unit, charger).into_iter().filter_map(|(_, shot)| {
            let losses = self.volley(unit, charger, shot).map(|volley| self.reply_losses(&volley, charge, shot))?;
            Some((shot, losses))
        });
        shots.reduce(|best, next| if next.1.stands.mean() > best.1.stands.mean() { next } else { best })
    }

    /// What a volley at a charger costs it.
    fn reply_losses(&self, volley: &Volley, charge: &Charge, shot: Shot) -> Losses {
        let hits = volley.pools.iter().fold(Distribution::certain(0), |sum, pool| sum.plus(&pool.outcome()));
        let from: Vec<Hex> = volley.aims.iter().map(|aim| aim.from).collect();
        let purpose = self.gunnery(charge.target, shot).purpose();
        let exposure = self.exposure(charge.unit, charge.target, &from, purpose);
        let fails = [2, 3, 4, 5, 6].map(|face| self.fails(face));
        exposure.losses(&hits, |face| fails[usize::from(face.clamp(2, 6)) - 2])
    }

    /// The odds of a charge in contact, and the rolls on its way.
    fn odds_of(&self, meeting: &Meeting, response: Response) -> (Onset, Vec<RollForecast>) {
        let charge = self.charge_as(meeting.unit, meeting.target, response);
        let supposed = self.supposing(meeting);
        let fire = supposed.fire_at(&charge);
        let nerve = self.nerve(meeting.unit, meeting.target, &meeting.at);
        let onset = supposed.onset(meeting, nerve, fire.as_ref().map(|(_, losses)| losses));
        (onset, supposed.rolls_of(meeting, nerve, fire.map(|(shot, _)| shot)))
    }

    /// The rolls of a charge in the order they fall, up to the first answer in the mêlée.
    fn rolls_of(&self, meeting: &Meeting, nerve: f64, fire: Option<Shot>) -> Vec<RollForecast> {
        let Meeting { unit, target, .. } = *meeting;
        let (by, at) = (Some(Object::Unit(unit)), Some(Object::Unit(target)));
        let mut rolls = Vec::new();
        if let Some(clause) = self.nerve_clause(unit, target, &meeting.at).filter(|_| nerve < 1.0) {
            rolls.push(self.motivation_pool(unit, "charge", clause).shown(by));
        }
        if let Some(volley) = fire.and_then(|shot| self.volley(target, unit, shot)) {
            rolls.extend(volley.pools.iter().map(|pool| pool.shown(at)));
            rolls.push(self.motivation_pool(unit, "charge under fire", "OW-MORALE-8").shown(by));
        }
        let [own, theirs] = [(unit, target), (target, unit)].map(|(one, other)| self.strikers(one, other));
        rolls.push(self.kill_pool(unit, target, &meeting.at, own, true).shown(by));
        rolls.push(self.motivation_pool(target, "losses in combat", "OW-MORALE-4").shown(at));
        rolls.push(self.kill_pool(target, unit, &meeting.pose, theirs, false).shown(at));
        rolls.push(self.motivation_pool(unit, "losses in combat", "OW-MORALE-4").shown(by));
        rolls
    }

    /// How the charged stands after that answer.
    fn answered_pose(&self, target: UnitId, response: Response) -> Pose {
        let square = || self.scene().squares(target).first().copied();
        let formed = (response == Response::Square).then(square).flatten();
        formed.unwrap_or_else(|| self.pose(target))
    }

    /// The nearest straight approach of a unit from one pose to those hexes: the pose of contact, if it is within so
    /// many hexes. A turn of 60 degrees at its start is allowed; what stands or lies between is not looked at.
    pub(crate) fn straight_contact(&self, unit: UnitId, from: &Pose, theirs: &Footprint, most: i32) -> Option<Pose> {
        let print = |pose: &Pose| self.field.footprint_at(unit, pose);
        let aim = theirs.hexes().first().copied()?;
        let middle = theirs.hexes().get(theirs.front().len() / 2).copied().unwrap_or(aim);
        [0, -1, 1].into_iter().find_map(|turn| {
            let mut pose = from.facing(from.facing.rotate(turn));
            let mut apart = print(&pose).distance(theirs);
            for _ in 0..=most {
                if apart == 1 {
                    return Some(pose);
                }
                let steps = [pose.facing.front_left(), pose.facing.front_right()];
                let next = steps.map(|step| pose.at(pose.anchor + step));
                let far = |pose: &Pose| (print(pose).distance(theirs), pose.anchor.distance(middle));
                let best = if far(&next[1]) < far(&next[0]) { next[1] } else { next[0] };
                let nearer = print(&best).distance(theirs);
                if nearer >= apart || nearer == 0 {
                    return None;
                }
                (pose, apart) = (best, nearer);
            }
            None
        })
    }

    /// The meeting that a charge declared now would most likely lead to.
    fn likely_meeting(&self, unit: UnitId, target: UnitId, response: Response) -> Option<Meeting> {
        let at = self.answered_pose(target, response);
        let most = self.scene().hexes(self.charge_inches(unit));
        let pose = self.straight_contact(unit, &self.pose(unit), &self.field.footprint_at(target, &at), most)?;
        Some(Meeting { unit, pose, target, at })
    }

    /// The effect of a charge that ends in that pose: on the enemy it was declared on, or else the first it touches.
    pub(crate) fn charge_effect(&self, unit: UnitId, pose: &Pose) -> Effect {
        let declared = self.charge_of(unit).map(|charge| (charge.target, charge.response));
        let touched = |enemy: &UnitId| self.scene().contacts(unit, pose, *enemy) > 0;
        let other = || self.scene().enemies(unit).find(touched).map(|enemy| (enemy, Response::Stand));
        let Some((target, response)) = declared.filter(|(target, _)| touched(target)).or_else(other) else {
            return Effect::default();
        };
        let meeting = Meeting { unit, pose: *pose, target, at: self.pose(target) };
        let charge = self.charge_as(unit, target, response);
        let supposed = self.supposing(&meeting);
        let fire = supposed.fire_at(&charge);
        let onset = supposed.onset(&meeting, 1.0, fire.as_ref().map(|(_, losses)| losses));
        self.worth_of(unit, target, &onset, View::Charger)
    }

    /// The forecast of a declaration: the charged unit answers as is best for it.
    pub(crate) fn foresee_charge(&self, unit: UnitId, target: UnitId) -> Forecast {
        let stand = self.foresee_response(unit, target, Response::Stand, View::Charger);
        if !self.may_form_in_haste(target, unit) {
            return stand;
        }
        let pool = self.skill_pool(target, "form square", "OW-SQUARE-2");
        let mut haste = self.foresee_response(unit, target, Response::FailedSquare, View::Charger);
        let square = self.foresee_response(unit, target, Response::Square, View::Charger);
        mix(&mut haste, &square, pool.outcome().at_least(1));
        if haste.effect.succeeds >= stand.effect.succeeds {
            return stand;
        }
        haste.rolls.insert(0, pool.shown(Some(Object::Unit(target))));
        haste
    }

    /// The forecast of an answer to a declared charge, as the charged unit sees it.
    pub(crate) fn foresee_answer(&self, charger: UnitId, unit: UnitId, response: Response) -> Forecast {
        self.foresee_response(charger, unit, response, View::Charged)
    }

    pub(crate) fn foresee_response(&self, unit: UnitId, target: UnitId, response: Response, view: View) -> Forecast {
        let Some(meeting) = self.likely_meeting(unit, target, response) else {
            return Forecast { results: vec![chance("comes home", 0.0)], ..Forecast::default() };
        };
        let (onset, rolls) = self.odds_of(&meeting, response);
        let effect = self.worth_of(unit, target, &onset, view);
        let ends = match view {
            View::Charger => vec![(meeting.pose, 1.0 - onset.balks), (self.pose(unit), onset.balks)],
            View::Charged => vec![(meeting.at, 1.0)],
        };
        Forecast { rolls, results: results_of(&onset), effect, ends, ..Forecast::default() }
    }

    /// What firing at a charger with that shot brings, or holding fire, and the fight after it: seen from the charged.
    pub(crate) fn foresee_reply(&self, charger: UnitId, unit: UnitId, shot: Option<Shot>) -> Forecast {
        let meeting = Meeting { unit: charger, pose: self.pose(charger), target: unit, at: self.pose(unit) };
        let charge = self.charge_as(charger, unit, Response::Stand);
        let volley = shot.and_then(|shot| Some((shot, self.volley(unit, charger, shot)?)));
        let fire = volley.as_ref().map(|(shot, volley)| self.reply_losses(volley, &charge, *shot));
        let touching = self.scene().touch(charger, unit);
        let mut onset = self.onset(&meeting, 1.0, fire.as_ref());
        if !touching {
            onset = short_of_contact(&onset, fire.as_ref());
        }
        let mut forecast = Forecast {
            rolls: self.rolls_of(&meeting, 1.0, shot),
            results: results_of(&onset),
            effect: self.worth_of(charger, unit, &onset, View::Charged),
            ends: vec![(meeting.at, 1.0)],
            ..Forecast::default()
        };
        if !touching {
            forecast.rolls.retain(|roll| roll.clause != "OW-ASSAULT-13" && roll.clause != "OW-MORALE-4");
        }
        forecast
    }

    /// The odds of the fight between two units from now on, the charger to strike or the charged.
    fn fight_from_now(&self, charge: &Charge, fight: Option<&Fight>, piling: Option<UnitId>) -> Onset {
        let (unit, target) = (charge.unit, charge.target);
        let meeting = Meeting { unit, pose: self.pose(unit), target, at: self.pose(target) };
        if self.marked(target, Marks::ROUTING) {
            return self.onset(&meeting, 1.0, None);
        }
        let [mut charger, mut charged] = self.parties(&meeting);
        for (party, own, other) in [(&mut charger, unit, target), (&mut charged, target, unit)] {
            if piling == Some(own) {
                party.eligible = self.engaged_with(own, other).piled.hexes().len() as u8;
            }
        }
        let fights = Fights::of(&charger, &charged);
        let clash = if fight.is_none_or(|fight| fight.charger_strikes) {
            fights.charging(charger.stands, charged.stands)
        } else {
            fights.answering(charger.stands, charged.stands)
        };
        Onset { clash, ..Onset::default() }
    }

    /// What an order of the mêlée brings.
    pub(crate) fn melee_forecast(&self, order: &battle::Order) -> Forecast {
        use crate::info::{FIGHT, KEEP, PILE};
        match (order.verb, order.unit(), order.target_unit(), &self.state.fight) {
            (FIGHT, Some(unit), Some(target), _) => {
                let charge = self.charge_as(unit, target, Response::Stand);
                self.fight_forecast(&charge, None, None)
            }
            (PILE | KEEP, Some(unit), _, Some(fight)) => {
                let Some(charge) = self.state.charges.get(usize::from(fight.charge)).copied() else {
                    return Forecast::default();
                };
                let piling = (order.verb == PILE).then_some(unit);
                self.fight_forecast(&charge, Some(fight), piling)
            }
            _ => self.triumph_forecast(order),
        }
    }

    fn fight_forecast(&self, charge: &Charge, fight: Option<&Fight>, piling: Option<UnitId>) -> Forecast {
        let (unit, target) = (charge.unit, charge.target);
        let onset = self.fight_from_now(charge, fight, piling);
        let strikes = fight.is_none_or(|fight| fight.charger_strikes);
        let view = if strikes { View::Charger } else { View::Charged };
        let (own, other) = if strikes { (unit, target) } else { (target, unit) };
        let engaged = self.engaged_with(own, other);
        let strikers = match piling {
            Some(_) => engaged.piled.hexes().len() as u8,
            None => self.strikers(own, other),
        };
        let rolls = vec![
            self.kill_pool(own, other, &self.pose(other), strikers, strikes).shown(Some(Object::Unit(own))),
            self.motivation_pool(other, "losses in combat", "OW-MORALE-4").shown(Some(Object::Unit(other))),
        ];
        let effect = self.worth_of(unit, target, &onset, view);
        let ends = vec![(self.pose(own), 1.0)];
        Forecast { rolls, results: results_of(&onset), effect, ends, ..Forecast::default() }
    }

    /// What the winner does is certain; a breakthrough may ride down whom it touches.
    fn triumph_forecast(&self, order: &battle::Order) -> Forecast {
        let (Wait::Triumph { unit, .. }, pose) = (&self.state.wait, order.pose) else { return Forecast::default() };
        let pose = pose.unwrap_or_else(|| self.pose(*unit));
        let beaten = |enemy: &UnitId| {
            self.marked(*enemy, Marks::FELL_BACK | Marks::ROUTING) && self.scene().apart(*unit, &pose, *enemy) <= 1
        };
        let scene = self.scene();
        let caught = scene.enemies(*unit).filter(beaten);
        let shares: Vec<f64> = caught.map(|enemy| self.field.unit(enemy).share()).collect();
        let (inflicted, destroys) = (shares.iter().sum(), if shares.is_empty() { 0.0 } else { 1.0 });
        let effect = Effect { inflicted, destroys, succeeds: 1.0, ..Effect::default() };
        Forecast { effect, ends: vec![(pose, 1.0)], ..Forecast::default() }
    }
}

/// Only the fire of an onset that does not come home.
fn short_of_contact(onset: &Onset, fire: Option<&Losses>) -> Onset {
    let taken = fire.map_or(0.0, |losses| losses.stands.mean());
    Onset { clash: Clash { taken, ..Clash::default() }, thrown_back: 1.0, ..*onset }
}

fn results_of(onset: &Onset) -> Vec<Chance> {
    let clash = &onset.clash;
    vec![
        chance("charger stops at motivation", onset.balks),
        chance("charger thrown back by fire", onset.thrown_back),
        chance("charger wins", clash.won()),
        chance("charger is beaten", clash.repelled + clash.destroyed),
        chance("charged destroyed", clash.destroys),
        chance("charger destroyed", clash.destroyed),
    ]
}

//! The melees that a charge ends in: at home, or with who holds it up on its way (MC-CHARGE-14, 21; MC-MELEE).

use battle::{Distribution, Event, Pose, UnitId};

use super::super::brunt::Brunt;
use super::super::stop::{Stop, Wavers};
use super::{After, Footing, Gauntlet, Tested, stands_in};
use crate::forecasts::supposed;
use crate::melee::clash::{self, Clash};
use crate::melee::fighters::groups;
use crate::morale::{self, Cause};
use crate::space::{Aspect, touching};
use crate::state::Contact;
use crate::{Umpire, War, generals, losses};

impl Gauntlet {
    /// The melee of a charge that comes home so.
    pub(super) fn meets(&self, footing: &Footing, chance: f64, brunt: &mut Brunt) {
        // Whom it has not woken it does not touch.
        if chance <= 0.0 || footing.met.iter().all(|(unit, _)| *unit != self.goal) {
            return;
        }
        brunt.meets += chance;
        brunt.reaches += if self.touches_asked(footing) { chance } else { 0.0 };
        brunt.free += if footing.excused { 0.0 } else { chance };
        self.fights(None, footing, chance, brunt);
    }

    /// Who stands in contact where the charge pauses holds it up: it goes no farther, and fights there.
    pub(super) fn is_held_up(&self, stop: &Stop, after: &mut After) {
        if stop.beside.is_empty() {
            return;
        }
        for (footing, chance) in std::mem::take(&mut after.states) {
            let touches = |unit: UnitId| stop.beside.contains(&unit) && footing.met.iter().any(|(one, _)| *one == unit);
            if !stop.beside.iter().any(|unit| touches(*unit)) {
                after.goes_on(footing, chance);
                continue;
            }
            if touches(self.on) {
                after.brunt.meets += chance;
                after.brunt.reaches += chance;
                after.brunt.free += if footing.excused { 0.0 } else { chance };
            }
            self.fights(Some(stop), &footing, chance, &mut after.brunt);
        }
    }

    /// The melee of a charger that stands so, at the stop that holds it up or where it comes home.
    fn fights(&self, stop: Option<&Stop>, footing: &Footing, chance: f64, brunt: &mut Brunt) {
        let kind =
            Footing { fired: 0, marked: false, alarmed: Vec::new(), caught: false, excused: false, ..footing.clone() };
        let mut clashes = self.clashes.borrow_mut();
        let at = stop.map(|stop| stop.place);
        let clash = clashes.entry((at, kind)).or_insert_with_key(|(_, kind)| self.clash(stop, kind));
        let [ours, theirs] = [self.by, self.on].map(|unit| clash.fate(unit));
        brunt.taken += chance * ours.lost;
        brunt.inflicted += chance * theirs.lost;
        brunt.wins += chance * theirs.routs;
        brunt.loses += chance * ours.routs;
        brunt.back += chance * ours.retires;
    }

    /// Whether a charge that comes home so comes into contact with the one asked about.
    fn touches_asked(&self, footing: &Footing) -> bool {
        let met = || footing.met.iter().any(|(unit, _)| *unit == self.on);
        self.on == self.goal || (met() && !touching(&self.war, self.by, &self.contact, self.on).is_empty())
    }

    fn clash(&self, stop: Option<&Stop>, footing: &Footing) -> Clash {
        let by = self.by;
        let war = supposed(&self.war, |umpire| {
            let from = umpire.strength(by);
            let to = from - footing.lost as i16;
            if to < from {
                umpire.emit(Event::Strength { unit: by, from, to, cause: "fire", clause: "MC-FIRE-1" });
                let stands = losses::stands_for(umpire, by, to);
                losses::close_up(umpire, by, stands);
            }
            let formation = umpire.pose(by).formation;
            let there = stop.map_or(self.contact, |stop| stop.war.pose(by));
            stands_in(umpire, by, Pose { formation, ..there });
            let fallen: Vec<_> = umpire.field().leaders_with(by).filter(|_| footing.alone).collect();
            fallen.into_iter().for_each(|leader| generals::kill(umpire, leader, "MC-GENERAL-6"));
            self.touch(umpire, stop, footing);
        });
        let before = if war.options().whole_charge { [footing.lost, 0] } else { [0, 0] };
        let group = groups(&war).into_iter().find(|group| group.contains(&by));
        let test = |war: &War, unit: UnitId, cause: Cause| {
            let own = (unit == by).then_some((footing.lost, footing.alone));
            self.test((unit, war.pose(by), war.stands(by), own), || clash::test(war, unit, cause))
        };
        group.map_or_else(Clash::default, |group| clash::of_tested(&war, &group, before, &test))
    }

    /// The margins of a test after the melee, asked for once in each case.
    fn test(&self, case: Tested, test: impl Fn() -> Distribution) -> Distribution {
        if let Some((_, known)) = self.tests.borrow().iter().find(|(known, _)| *known == case) {
            return known.clone();
        }
        let margins = test();
        self.tests.borrow_mut().push((case, margins.clone()));
        margins
    }

    /// A charger that comes home is in contact with its goal, and any charger with whoever else it touches that has reacted.
    fn touch(&self, umpire: &mut Umpire<'_>, stop: Option<&Stop>, footing: &Footing) {
        let (by, pose) = (self.by, umpire.pose(self.by));
        umpire.own_mut(by).over = Default::default();
        for (on, wavers) in &footing.met {
            let home = stop.is_none() && *on == self.goal;
            if home || !touching(umpire, by, &pose, *on).is_empty() {
                let side = self.sides.iter().find(|(one, _)| one == on).map_or(Aspect::Front, |(_, side)| *side);
                umpire.state.own.contacts.push(Contact { by, on: *on, aspect: side });
                umpire.own_mut(*on).wavered = *wavers == Wavers::Yes;
                let over = morale::hurdle(umpire, by, *on).max(umpire.own(by).over);
                umpire.own_mut(by).over = over;
            }
        }
    }
}

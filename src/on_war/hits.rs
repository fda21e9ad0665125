//! How hits fall on a unit and what they cost it: allocation, saves, losses (OW-HIT).

use battle::{Departure, Distribution, Event, LeaderId, Listener, MAX_STANDS, Marks, Pool, RollKind, UnitId, rule};
use hexes::Hex;

use crate::scene::shape_of;
use crate::sight::{Arc, Openness, Purpose};
use crate::tables::{self, Shape};
use crate::war::{OnWar, Throw, Why};

/// Who a hit falls on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Victim {
    /// A stand.
    Stand,
    /// An officer with the front rank.
    Leader(LeaderId),
}

/// One who takes hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Who.
    pub victim: Victim,
    /// Face that saves; `None` where nothing does.
    pub save: Option<u8>,
}

/// Those who take hits, in the order in which they take them (OW-HIT-2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Exposure {
    /// Everybody once.
    pub marks: Vec<Mark>,
    /// How many of them, the first, take all hits after that.
    pub front: usize,
    /// Face of the firepower test behind every failed save, where the unit is in a building (OW-BUILD-5).
    pub firepower: Option<u8>,
}

/// What fire did to a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Toll {
    /// Hits.
    pub hits: u8,
    /// Hits that were not saved.
    pub unsaved: u8,
    /// Stands lost.
    pub lost: u8,
}

/// What fire may do to a unit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Losses {
    /// Stands lost.
    pub stands: Distribution,
    /// Chance that at least one officer falls.
    pub leader: f64,
    /// Chance that a hit is not saved.
    pub unsaved: f64,
}

impl Exposure {
    /// Hits of each, when so many fall: everybody once in order, then the front rank round and round (OW-HIT-2).
    pub(crate) fn share(&self, hits: usize) -> Vec<u8> {
        rule!("OW-HIT-2");
        let mut shares = vec![0; self.marks.len()];
        if self.marks.is_empty() {
            return shares;
        }
        for hit in 0..hits {
            let again = hit.saturating_sub(self.marks.len()) % self.front.clamp(1, self.marks.len());
            shares[if hit < self.marks.len() { hit } else { again }] += 1;
        }
        shares
    }

    /// The chance that a failed save costs something.
    pub(crate) fn wound(&self, fails: impl Fn(u8) -> f64) -> f64 {
        self.firepower.map_or(1.0, |face| 1.0 - fails(face))
    }

    /// What so many hits may cost, chances of each number of hits given. `fails` is the chance that a save at that face
    /// fails.
    pub(crate) fn losses(&self, hits: &Distribution, fails: impl Fn(u8) -> f64) -> Losses {
        let wound = self.wound(&fails);
        let unsaved = |mark: &Mark| mark.save.map_or(1.0, &fails);
        let each: Vec<f64> = self.marks.iter().map(|mark| unsaved(mark) * wound).collect();
        let mut losses = Losses { stands: Distribution::certain(0), leader: 0.0, unsaved: 0.0 };
        let mut sum = vec![0.0; MAX_STANDS + 1];
        for (count, chance) in hits.outcomes().filter(|(_, chance)| *chance > 0.0) {
            let mut fallen = [0.0; MAX_STANDS + 1];
            fallen[0] = 1.0;
            let (mut spared, mut saved, mut stands) = (1.0, 1.0, 0);
            for (place, shares) in self.share(count as usize).into_iter().enumerate() {
                let survives = power(1.0 - each[place], shares);
                saved *= power(1.0 - unsaved(&self.marks[place]), shares);
                match self.marks[place].victim {
                    Victim::Leader(_) => spared *= survives,
                    Victim::Stand => {
                        add_one(&mut fallen, stands, 1.0 - survives);
                        stands += 1;
                    }
                }
            }
            sum.iter_mut().zip(fallen).for_each(|(sum, part)| *sum += chance * part);
            losses.leader += chance * (1.0 - spared);
            losses.unsaved += chance * (1.0 - saved);
        }
        losses.stands = Distribution::of(sum);
        losses
    }
}

/// A chance to the power of a small number.
fn power(base: f64, times: u8) -> f64 {
    (0..times).fold(1.0, |product, _| product * base)
}

/// Adds one more thing that happens with that chance to the chances of how many of `before` things happened.
pub(crate) fn add_one(chances: &mut [f64], before: usize, chance: f64) {
    for count in (0..=before.min(chances.len() - 2)).rev() {
        let part = chances[count];
        chances[count] = part * (1.0 - chance);
        chances[count + 1] += part * chance;
    }
}

impl OnWar {
    /// Who of a unit takes hits from stands on those hexes: the front rank, nearest first, and the leaders with it; then
    /// everybody else in sight, nearest first (OW-HIT-2, OW-HIT-3).
    pub(crate) fn exposure(&self, target: UnitId, shooter: UnitId, from: &[Hex], purpose: Purpose) -> Exposure {
        let (front, rest) = self.ranks_under_fire(target, from);
        let scene = self.scene();
        let look = scene.looking(shooter, target, purpose);
        let seen = |hex: &Hex| from.iter().any(|stand| look.line(*stand, *hex) != Openness::Blocked);
        let rest: Vec<Hex> = rest.into_iter().filter(seen).collect();
        self.exposed(target, shooter, &front, &rest)
    }

    /// The same with the ranks given.
    pub(crate) fn exposed(&self, target: UnitId, shooter: UnitId, front: &[Hex], rest: &[Hex]) -> Exposure {
        rule!("OW-HIT-3");
        let stand = |hex: &Hex| Mark { victim: Victim::Stand, save: Some(self.save_of(target, *hex)) };
        let mut marks: Vec<Mark> = front.iter().map(stand).collect();
        let leader = |leader| Mark { victim: Victim::Leader(leader), save: Some(tables::LEADER) };
        marks.extend(self.field.leaders_with(target).map(leader));
        let front = marks.len();
        marks.extend(rest.iter().map(stand));
        let firepower = self.needs_firepower(target).then(|| tables::row(self.kind(shooter)).firepower);
        Exposure { marks, front, firepower }
    }

    /// The hexes of a unit's front rank and of its other stands, each nearest first. In a square the front is what
    /// looks at the shooter, or what is nearest to him.
    pub(crate) fn ranks_under_fire(&self, target: UnitId, from: &[Hex]) -> (Vec<Hex>, Vec<Hex>) {
        let (pose, print) = (self.pose(target), self.field.footprint(target));
        let scene = self.scene();
        let away = |hex: &Hex| from.iter().map(|stand| stand.distance(*hex)).min().unwrap_or(0);
        let square = shape_of(&pose) == Shape::Square;
        let faces = |stand: usize| {
            let gaze = scene.gaze(&pose, &print, stand);
            from.iter().any(|shooter| gaze.holds(*shooter, print.hexes()[stand], Arc::Ninety))
        };
        let is_front = |stand: usize| if square { faces(stand) } else { stand < print.front().len() };
        let (front, rest): (Vec<usize>, Vec<usize>) = (0..print.hexes().len()).partition(|stand| is_front(*stand));
        let sorted = |stands: Vec<usize>| {
            let mut hexes: Vec<Hex> = stands.into_iter().map(|stand| print.hexes()[stand]).collect();
            hexes.sort_by_key(away);
            hexes
        };
        let (mut front, mut rest) = (sorted(front), sorted(rest));
        if front.is_empty() && !rest.is_empty() {
            front.push(rest.remove(0));
        }
        (front, rest)
    }

    /// Face that saves a stand on that hex: by its arm; at a breach what the house rule says (OW-HIT-4, OW-BUILD-9).
    pub(crate) fn save_of(&self, unit: UnitId, hex: Hex) -> u8 {
        rule!("OW-HIT-4");
        let persistent = self.rules().persistent_occupancy && self.is_at_breach(hex);
        if persistent { tables::OCCUPANCY } else { tables::row(self.kind(unit)).save }
    }

    /// Whether losses of that unit need a firepower test behind the save: it holds a building (OW-BUILD-5).
    pub(crate) fn needs_firepower(&self, unit: UnitId) -> bool {
        rule!("OW-BUILD-5");
        shape_of(&self.pose(unit)) == Shape::Garrison
    }

    /// The chance that a roll of one die at that face fails.
    pub(crate) fn fails(&self, face: u8) -> f64 {
        1.0 - self.pool("save", "OW-HIT-4", 1, face).hit()
    }

    /// Hits fall: they are allocated, then saved, then tested where walls protect, then the stands are removed
    /// (OW-HIT-1).
    pub(crate) fn take_hits(
        &mut self,
        listener: &mut dyn Listener,
        target: UnitId,
        shooter: UnitId,
        hits: u8,
        exposure: &Exposure,
    ) -> Toll {
        rule!("OW-HIT-1");
        let shares = exposure.share(usize::from(hits));
        self.bear(listener, target, shooter, exposure, &shares)
    }

    /// The same with the hits of each given.
    pub(crate) fn bear(
        &mut self,
        listener: &mut dyn Listener,
        target: UnitId,
        shooter: UnitId,
        exposure: &Exposure,
        shares: &[u8],
    ) -> Toll {
        let failed = self.roll_saves(listener, target, shooter, exposure, shares);
        let unsaved = failed.iter().sum::<u8>();
        let wounds = match exposure.firepower {
            Some(face) => self.roll_firepower(listener, shooter, target, &failed, face),
            None => failed,
        };
        let fallen: Vec<Victim> = exposure
            .marks
            .iter()
            .zip(&wounds)
            .filter(|(_, wounds)| **wounds > 0)
            .map(|(mark, _)| mark.victim)
            .collect();
        let lost = self.remove_fallen(listener, target, &fallen, "fire", "OW-HIT-4");
        Toll { hits: shares.iter().sum(), unsaved, lost }
    }

    /// The saves, victim after victim, in one roll for each run of like ones. The failed saves of each.
    fn roll_saves(
        &mut self,
        listener: &mut dyn Listener,
        target: UnitId,
        shooter: UnitId,
        exposure: &Exposure,
        shares: &[u8],
    ) -> Vec<u8> {
        let mut failed = Vec::with_capacity(shares.len());
        while failed.len() < shares.len() {
            let first = exposure.marks[failed.len()];
            let run = exposure.marks[failed.len()..].iter().take_while(|mark| **mark == first).count();
            let shares = &shares[failed.len()..failed.len() + run];
            let Some(face) = first.save else {
                failed.extend_from_slice(shares);
                continue;
            };
            let pool = self.pool("save", "OW-HIT-4", shares.iter().sum(), face).as_kind(RollKind::Saves);
            let throw = self.save_throw(target, shooter, first.victim);
            failed.extend(self.throw_shares(listener, &pool, throw, shares));
        }
        failed
    }

    fn save_throw(&self, target: UnitId, shooter: UnitId, victim: Victim) -> Throw {
        match victim {
            Victim::Stand => self.by_unit(target, Some(shooter), Why::Save),
            Victim::Leader(leader) => self.by_leader(leader, Why::Save),
        }
    }

    /// Throws a roll whose dice belong to several in order; the dice of each that failed.
    pub(crate) fn throw_shares(
        &mut self,
        listener: &mut dyn Listener,
        pool: &Pool,
        throw: Throw,
        shares: &[u8],
    ) -> Vec<u8> {
        if pool.count() == 0 {
            return vec![0; shares.len()];
        }
        let faces = self.throw_faces(listener, pool, throw).0;
        let need = pool.face().unwrap_or(0);
        let mut dice = faces.into_iter();
        let failures = |share: &u8| dice.by_ref().take(usize::from(*share)).filter(|face| *face < need).count() as u8;
        shares.iter().map(failures).collect()
    }

    /// The firepower tests behind failed saves: those of each that went through the walls.
    pub(crate) fn roll_firepower(
        &mut self,
        listener: &mut dyn Listener,
        shooter: UnitId,
        target: UnitId,
        failed: &[u8],
        face: u8,
    ) -> Vec<u8> {
        let count = failed.iter().sum();
        let pool = self.pool("firepower", "OW-BUILD-5", count, face);
        let stopped = self.throw_shares(listener, &pool, self.by_unit(shooter, Some(target), Why::Firepower), failed);
        failed.iter().zip(stopped).map(|(failed, stopped)| failed - stopped).collect()
    }

    /// Removes those who fell: stands at once, then the leaders, unless the whole unit is gone and they with it.
    pub(crate) fn remove_fallen(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        fallen: &[Victim],
        cause: &'static str,
        clause: &'static str,
    ) -> u8 {
        let lost = fallen.iter().filter(|victim| **victim == Victim::Stand).count() as u8;
        let killed = fallen.iter().filter_map(|victim| match victim {
            Victim::Leader(leader) => Some(*leader),
            Victim::Stand => None,
        });
        let killed: Vec<LeaderId> = killed.collect();
        if lost < self.stands(unit) {
            self.lose_stands(listener, unit, lost, cause, clause);
            killed.into_iter().for_each(|leader| self.leader_killed(listener, leader));
        } else {
            killed.into_iter().for_each(|leader| self.leader_killed(listener, leader));
            self.lose_stands(listener, unit, lost, cause, clause);
        }
        lost
    }

    /// Takes stands off a unit and closes it up; the last one takes the unit with it (OW-HIT-5).
    pub(crate) fn lose_stands(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        count: u8,
        cause: &'static str,
        clause: &'static str,
    ) {
        let had = self.stands(unit);
        let lost = count.min(had);
        if lost == 0 || !self.present(unit) {
            return;
        }
        rule!("OW-HIT-5");
        let left = had - lost;
        self.emit(listener, Event::Strength { unit, from: had.into(), to: left.into(), cause, clause });
        if left == 0 {
            return self.destroy(listener, unit, Departure::Destroyed, clause);
        }
        let (pose, fell) = self.scene().close_up(unit, lost, self.own(unit).dress);
        self.emit(listener, Event::Reshaped { unit, stands: left, pose, fell });
        self.mark(listener, unit, Marks::BLOODED, true);
        let weak = i16::from(left) * 2 <= self.field.unit(unit).full;
        self.mark(listener, unit, Marks::WEAK, weak);
    }
}

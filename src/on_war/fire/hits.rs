//! How hits fall on a unit and what they cost it: allocation, saves, losses (OW-HIT).

use battle::{Distribution, LeaderId, MAX_STANDS, RollKind, UnitId, rule};
use hexes::Hex;
use rulebook::Throw;

use crate::formations::shapes::shape_of;
use crate::ground::walls;
use crate::measures::kind;
use crate::sight::arcs::{self, Arc};
use crate::sight::lines::{self, Openness, Purpose};
use crate::state::Why;
use crate::tables::{self, Shape};
use crate::{Umpire, War, consequences, dice};

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
pub(crate) struct UnderFire {
    /// Who.
    pub victim: Victim,
    /// Face that saves; `None` where nothing does.
    pub save: Option<u8>,
}

/// Those who take hits, in the order in which they take them (OW-HIT-2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Exposure {
    /// Everybody once.
    pub everyone: Vec<UnderFire>,
    /// How many of them, the first, take all hits after that.
    pub front: usize,
    /// Face of the firepower test behind every failed save, where the unit is in a building (OW-BUILD-5).
    pub firepower: Option<u8>,
}

/// What fire did to a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShotOutcome {
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
        let mut shares = vec![0; self.everyone.len()];
        if self.everyone.is_empty() {
            return shares;
        }
        let all = self.everyone.len();
        let extras = if rule!("OW-HIT-2") { self.front.clamp(1, all) } else { all };
        for hit in 0..hits {
            let again = hit.saturating_sub(all) % extras;
            shares[if hit < all { hit } else { again }] += 1;
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
        let unsaved = |mark: &UnderFire| mark.save.map_or(1.0, &fails);
        let each: Vec<f64> = self.everyone.iter().map(|mark| unsaved(mark) * wound).collect();
        let mut losses = Losses { stands: Distribution::certain(0), leader: 0.0, unsaved: 0.0 };
        let mut sum = vec![0.0; MAX_STANDS + 1];
        for (count, chance) in hits.outcomes().filter(|(_, chance)| *chance > 0.0) {
            let mut fallen = [0.0; MAX_STANDS + 1];
            fallen[0] = 1.0;
            let (mut spared, mut saved, mut stands) = (1.0, 1.0, 0);
            for (place, shares) in self.share(count as usize).into_iter().enumerate() {
                let survives = power(1.0 - each[place], shares);
                saved *= power(1.0 - unsaved(&self.everyone[place]), shares);
                match self.everyone[place].victim {
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

/// Who of a unit takes hits from stands on those hexes: the front rank, nearest first, and the leaders with it; then
/// everybody else in sight, nearest first (OW-HIT-2, OW-HIT-3).
pub(crate) fn exposure(war: &War, target: UnitId, shooter: UnitId, from: &[Hex], purpose: Purpose) -> Exposure {
    let (front, rest) = ranks_under_fire(war, target, from);
    let sight = lines::sight_between(war, shooter, target, purpose);
    let seen = |hex: &Hex| from.iter().any(|stand| sight.openness(*stand, *hex) != Openness::Blocked);
    let rest: Vec<Hex> = rest.into_iter().filter(seen).collect();
    exposed(war, target, shooter, &front, &rest)
}

/// The same with the ranks given.
pub(crate) fn exposed(war: &War, target: UnitId, shooter: UnitId, front: &[Hex], rest: &[Hex]) -> Exposure {
    let stand = |hex: &Hex| UnderFire { victim: Victim::Stand, save: save_of(war, target, *hex) };
    let mut marks: Vec<UnderFire> = front.iter().map(stand).collect();
    let leader = |leader| UnderFire { victim: Victim::Leader(leader), save: save_at(tables::LEADER) };
    marks.extend(war.field().leaders_with(target).filter(|_| rule!("OW-HIT-3a")).map(leader));
    let front = marks.len();
    marks.extend(rest.iter().map(stand));
    let firepower = needs_firepower(war, target).then(|| tables::row(kind(war, shooter)).firepower);
    Exposure { everyone: marks, front, firepower }
}

/// The hexes of a unit's front rank and of its other stands, each nearest first. In a square the front is what
/// looks at the shooter, or what is nearest to him.
pub(crate) fn ranks_under_fire(war: &War, target: UnitId, from: &[Hex]) -> (Vec<Hex>, Vec<Hex>) {
    let (pose, print) = (war.pose(target), war.field().footprint(target));
    let away = |hex: &Hex| from.iter().map(|stand| stand.distance(*hex)).min().unwrap_or_default();
    let square = shape_of(&pose) == Shape::Square && rule!("OW-HIT-3b");
    let faces = |stand: usize| {
        let gaze = arcs::gaze(war, &pose, &print, stand);
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
pub(crate) fn save_of(war: &War, unit: UnitId, hex: Hex) -> Option<u8> {
    let persistent = war.options().persistent_occupancy && walls::is_at_breach(war, hex) && rule!("OW-BUILD-9b");
    if persistent { Some(tables::OCCUPANCY) } else { save_at(tables::row(kind(war, unit)).save) }
}

/// A save of stands or leaders at that face; where no table gives any, nothing is saved (OW-HIT-4).
fn save_at(face: u8) -> Option<u8> {
    rule!("OW-HIT-4").then_some(face)
}

/// Whether losses of that unit need a firepower test behind the save: it holds a building (OW-BUILD-5).
pub(crate) fn needs_firepower(war: &War, unit: UnitId) -> bool {
    shape_of(&war.pose(unit)) == Shape::Garrison && rule!("OW-BUILD-5")
}

/// Hits fall: they are allocated, then saved, then tested where walls protect, then the stands are removed.
pub(crate) fn take_hits(
    umpire: &mut Umpire<'_>,
    target: UnitId,
    shooter: UnitId,
    hits: u8,
    exposure: &Exposure,
) -> ShotOutcome {
    let shares = exposure.share(usize::from(hits));
    suffer_hits(umpire, target, shooter, exposure, &shares)
}

/// The same with the hits on each stand given: hits that are not saved stay on the stand that received them (OW-HIT-1).
pub(crate) fn suffer_hits(
    umpire: &mut Umpire<'_>,
    target: UnitId,
    shooter: UnitId,
    exposure: &Exposure,
    shares: &[u8],
) -> ShotOutcome {
    let failed = roll_saves(umpire, target, shooter, exposure, shares);
    let unsaved = failed.iter().sum::<u8>();
    let failed = if rule!("OW-HIT-1") { failed } else { exposure.share(usize::from(unsaved)) };
    let wounds = match exposure.firepower {
        Some(face) => roll_firepower(umpire, shooter, target, &failed, face),
        None => failed,
    };
    let fallen: Vec<Victim> =
        exposure.everyone.iter().zip(&wounds).filter(|(_, wounds)| **wounds > 0).map(|(mark, _)| mark.victim).collect();
    let lost = remove_fallen(umpire, target, &fallen, "fire", "OW-HIT-4");
    ShotOutcome { hits: shares.iter().sum(), unsaved, lost }
}

/// The saves, victim after victim, in one roll for each run of like ones. The failed saves of each.
fn roll_saves(umpire: &mut Umpire<'_>, target: UnitId, shooter: UnitId, exposure: &Exposure, shares: &[u8]) -> Vec<u8> {
    let mut failed = Vec::with_capacity(shares.len());
    while failed.len() < shares.len() {
        let first = exposure.everyone[failed.len()];
        let run = exposure.everyone[failed.len()..].iter().take_while(|mark| **mark == first).count();
        let shares = &shares[failed.len()..failed.len() + run];
        let Some(face) = first.save else {
            failed.extend_from_slice(shares);
            continue;
        };
        let pool = dice::pool(umpire, "save", "OW-HIT-4", shares.iter().sum(), face).as_kind(RollKind::Saves);
        let throw = save_throw(umpire, target, shooter, first.victim);
        failed.extend(dice::throw_shares(umpire, &pool, throw, shares));
    }
    failed
}

fn save_throw(war: &War, target: UnitId, shooter: UnitId, victim: Victim) -> Throw {
    match victim {
        Victim::Stand => war.by_unit(target, Some(shooter), Why::Save),
        Victim::Leader(leader) => war.by_leader(leader, Why::Save),
    }
}

/// The firepower tests behind failed saves: those of each that went through the walls.
pub(crate) fn roll_firepower(
    umpire: &mut Umpire<'_>,
    shooter: UnitId,
    target: UnitId,
    failed: &[u8],
    face: u8,
) -> Vec<u8> {
    let count = failed.iter().sum();
    let pool = dice::pool(umpire, "firepower", "OW-BUILD-5", count, face);
    let stopped = dice::throw_shares(umpire, &pool, umpire.by_unit(shooter, Some(target), Why::Firepower), failed);
    failed.iter().zip(stopped).map(|(failed, stopped)| failed - stopped).collect()
}

/// Removes those who fell: stands at once, then the leaders, unless the whole unit is gone and they with it.
pub(crate) fn remove_fallen(
    umpire: &mut Umpire<'_>,
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
    if lost < umpire.stands(unit) {
        consequences::lose_stands(umpire, unit, lost, cause, clause);
        killed.into_iter().for_each(|leader| consequences::leader_killed(umpire, leader));
    } else {
        killed.into_iter().for_each(|leader| consequences::leader_killed(umpire, leader));
        consequences::lose_stands(umpire, unit, lost, cause, clause);
    }
    lost
}

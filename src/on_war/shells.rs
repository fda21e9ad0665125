//! Howitzers: shells on stands named beforehand, templates, wounds, disorder (OW-HOWITZER).

use battle::{Distribution, Listener, Marks, Pool, UnitId, rule};
use hexes::Hex;

use crate::Kind;
use crate::fire::Shot;
use crate::gunnery::Aim;
use crate::hits::{Exposure, Losses, Mark, Victim, add_one};
use crate::tables;
use crate::war::{OnWar, Throw, Why};

/// Wounds of stands under templates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wounds {
    /// Unit, hex of the stand, wounds; in the order they came.
    pub list: Vec<(UnitId, Hex, u8)>,
}

impl Wounds {
    fn add(&mut self, unit: UnitId, hex: Hex) {
        match self.list.iter_mut().find(|(known, place, _)| (*known, *place) == (unit, hex)) {
            Some((_, _, wounds)) => *wounds += 1,
            None => self.list.push((unit, hex, 1)),
        }
    }

    /// Everybody wounded, in the order of the roster.
    fn units(&self) -> Vec<UnitId> {
        let mut units: Vec<UnitId> = self.list.iter().map(|(unit, ..)| *unit).collect();
        units.sort_unstable();
        units.dedup();
        units
    }
}

/// The hexes under a template placed on a stand, that stand's first (OW-HOWITZER-4).
fn template(centre: Hex) -> impl Iterator<Item = Hex> {
    rule!("OW-HOWITZER-4");
    centre.within(1)
}

impl OnWar {
    /// The shells a battery has for a target: one entry a die, with the gun that fires it and the stand nearest to
    /// that (OW-HOWITZER-1, OW-HOWITZER-2).
    pub(crate) fn shells_for(&self, unit: UnitId, target: UnitId) -> Vec<Aim> {
        rule!("OW-HOWITZER-1");
        let loaded = self.kind(unit) == Kind::Howitzers && self.may_shoot(unit, Shot::Ball).is_ok();
        if !loaded || self.is_shielded(target, Shot::Ball) {
            return Vec::new();
        }
        let gunnery = self.gunnery(unit, Shot::Ball);
        let aims = gunnery.aims_at(target, &self.field.footprint(target));
        let dice = |aim: &Aim| gunnery.rates(aim.hand, Some(target))[5].max(0) as usize;
        aims.iter().flat_map(|aim| std::iter::repeat_n(*aim, dice(aim))).collect()
    }

    /// The stands of a target that a shell may be aimed at.
    pub(crate) fn marks_for(&self, unit: UnitId, shell: &Aim, target: UnitId) -> Vec<Hex> {
        self.gunnery(unit, Shot::Ball).marks_from(shell.from, target).iter().map(|aim| aim.at).collect()
    }

    /// The rolls of shells at stands named, with the hexes in the order of the dice. A shell without a name of its own
    /// follows the last one, or goes for the stand nearest to its gun.
    pub(crate) fn shell_volley(&self, unit: UnitId, target: UnitId, named: &[Hex]) -> Vec<(Pool, Vec<Hex>)> {
        rule!("OW-HOWITZER-3");
        let gunnery = self.gunnery(unit, Shot::Ball);
        let named_for = |shell: usize| named.get(shell).or(named.last());
        let aim = |(shell, aim): (usize, Aim)| {
            let marks = gunnery.marks_from(aim.from, target);
            named_for(shell).and_then(|hex| marks.iter().find(|mark| mark.at == *hex).copied()).unwrap_or(aim)
        };
        let aims: Vec<Aim> = self.shells_for(unit, target).into_iter().enumerate().map(aim).collect();
        let at = self.pose(target);
        gunnery.shell_pools(&aims, (target, &at), |face| self.pool("shells", "OW-HOWITZER-3", 0, face))
    }

    /// Fires shells at stands named: hits, templates, wounds, saves, losses, disorder.
    pub(crate) fn shell(&mut self, listener: &mut dyn Listener, unit: UnitId, target: UnitId, named: &[Hex]) {
        let volley = self.seen_by(self.field.side(unit)).shell_volley(unit, target, named);
        let sprung = self.spring(listener, unit);
        self.note_shot(listener, unit, Shot::Ball);
        let mut centres = Vec::new();
        for (pool, hexes) in &volley {
            let throw = self.by_unit(unit, Some(target), Why::Hit);
            let missed = self.throw_shares(listener, pool, throw, &vec![1; hexes.len()]);
            centres.extend(hexes.iter().zip(missed).filter(|(_, missed)| *missed == 0).map(|(hex, _)| *hex));
        }
        let wounds = self.burst(listener, unit, &centres);
        for hurt in wounds.units() {
            self.suffer(listener, unit, hurt, &wounds);
        }
        if sprung {
            self.surprise(listener, target, unit);
        }
    }

    /// Places the templates: the stand in the middle is wounded, every other one under it on 4+ (OW-HOWITZER-5).
    fn burst(&mut self, listener: &mut dyn Listener, shooter: UnitId, centres: &[Hex]) -> Wounds {
        rule!("OW-HOWITZER-5");
        let mut wounds = Wounds::default();
        for centre in centres {
            let mut under: Vec<(UnitId, Hex)> =
                template(*centre).filter_map(|hex| Some((self.field.unit_at(hex)?, hex))).collect();
            if under.first().is_some_and(|(_, hex)| hex == centre) {
                let (unit, hex) = under.remove(0);
                wounds.add(unit, hex);
            }
            let pool = self.pool("template", "OW-HOWITZER-5", under.len() as u8, tables::TEMPLATE);
            let spared = self.throw_shares(listener, &pool, self.template_throw(shooter), &vec![1; under.len()]);
            let hit = under.into_iter().zip(spared).filter(|(_, spared)| *spared == 0);
            hit.for_each(|((unit, hex), _)| wounds.add(unit, hex));
        }
        wounds
    }

    fn template_throw(&self, shooter: UnitId) -> Throw {
        self.by_unit(shooter, None, Why::Template)
    }

    /// A unit under templates: it is disoriented by any wound, and saves them (OW-HOWITZER-6).
    fn suffer(&mut self, listener: &mut dyn Listener, shooter: UnitId, unit: UnitId, wounds: &Wounds) {
        self.mark(listener, unit, Marks::DISORIENTED, true);
        let own = || wounds.list.iter().filter(|(hurt, ..)| *hurt == unit);
        let marks = own().map(|(_, hex, _)| self.template_mark(unit, *hex)).collect();
        let exposure = self.under_template(unit, shooter, marks);
        let shares: Vec<u8> = own().map(|(_, _, wounds)| *wounds).collect();
        self.bear(listener, unit, shooter, &exposure, &shares);
        self.test_sudden_loss(listener, unit);
    }

    /// A stand under a template: with its save, unless the house rule leaves it none.
    fn template_mark(&self, unit: UnitId, hex: Hex) -> Mark {
        let save = self.rules().howitzer_wound_save.then(|| self.save_of(unit, hex));
        Mark { victim: Victim::Stand, save }
    }

    fn under_template(&self, unit: UnitId, shooter: UnitId, marks: Vec<Mark>) -> Exposure {
        let firepower = self.needs_firepower(unit).then(|| tables::row(self.kind(shooter)).firepower);
        Exposure { front: marks.len(), marks, firepower }
    }

    /// Everybody who may be hurt by those shells, in the order of the roster.
    pub(crate) fn units_under(&self, volley: &[(Pool, Vec<Hex>)]) -> Vec<UnitId> {
        let centres = volley.iter().flat_map(|(_, hexes)| hexes);
        let mut units: Vec<UnitId> =
            centres.flat_map(|centre| template(*centre)).filter_map(|hex| self.field.unit_at(hex)).collect();
        units.sort_unstable();
        units.dedup();
        units
    }

    /// What shells may cost a unit: exact over hits and misses, wounds and saves.
    pub(crate) fn shell_losses(&self, shooter: UnitId, unit: UnitId, volley: &[(Pool, Vec<Hex>)]) -> Losses {
        let print = self.field.footprint(unit);
        let exposure = self.under_template(unit, shooter, Vec::new());
        let through = exposure.wound(|face| self.fails(face));
        let cost = |hex: &Hex| self.template_mark(unit, *hex).save.map_or(1.0, |face| self.fails(face)) * through;
        let stands: Vec<Hex> = print.hexes().to_vec();
        let costs: Vec<f64> = stands.iter().map(cost).collect();
        let mut sum = vec![0.0; stands.len().max(1) + 1];
        let mut shaken = 0.0;
        each_fall(&shots(volley), 1.0, &mut vec![], &mut |chance, fallen| {
            let mut lost = vec![0.0; sum.len()];
            lost[0] = 1.0;
            let mut spared = 1.0;
            for (place, hex) in stands.iter().enumerate() {
                let [mut lives, mut unhurt] = [1.0, 1.0];
                for (centre, times) in fallen {
                    let wound = wound_chance(*centre, *hex);
                    for _ in 0..*times {
                        lives *= 1.0 - wound * costs[place];
                        unhurt *= 1.0 - wound;
                    }
                }
                add_one(&mut lost, place, 1.0 - lives);
                spared *= unhurt;
            }
            sum.iter_mut().zip(lost).for_each(|(sum, part)| *sum += chance * part);
            shaken += chance * (1.0 - spared);
        });
        Losses { stands: Distribution::of(sum), leader: 0.0, unsaved: shaken }
    }
}

/// The chance that a template on one hex wounds a stand on another.
fn wound_chance(centre: Hex, hex: Hex) -> f64 {
    match centre.distance(hex) {
        0 => 1.0,
        1 => f64::from(7 - tables::TEMPLATE) / 6.0,
        _ => 0.0,
    }
}

/// Shells that aim at the same hex with the same chance to hit.
struct Salvo {
    at: Hex,
    hits: Distribution,
}

fn shots(volley: &[(Pool, Vec<Hex>)]) -> Vec<Salvo> {
    let mut salvos: Vec<(Hex, f64, u8)> = Vec::new();
    for (pool, hexes) in volley {
        let hit = pool.hit();
        for hex in hexes {
            match salvos.iter_mut().find(|(at, chance, _)| at == hex && *chance == hit) {
                Some((_, _, shells)) => *shells += 1,
                None => salvos.push((*hex, hit, 1)),
            }
        }
    }
    salvos.into_iter().map(|(at, hit, shells)| Salvo { at, hits: Distribution::successes(shells, hit) }).collect()
}

/// What is called with a chance and the templates on each hex.
type Fall<'a> = dyn FnMut(f64, &[(Hex, usize)]) + 'a;

/// Calls for every way the salvos can hit, with its chance and how many templates lie on each hex.
fn each_fall(salvos: &[Salvo], chance: f64, fallen: &mut Vec<(Hex, usize)>, call: &mut Fall<'_>) {
    let Some((first, rest)) = salvos.split_first() else { return call(chance, fallen) };
    for (hits, part) in first.hits.outcomes().filter(|(_, part)| *part > 0.0) {
        fallen.push((first.at, hits as usize));
        each_fall(rest, chance * part, fallen, call);
        fallen.pop();
    }
}

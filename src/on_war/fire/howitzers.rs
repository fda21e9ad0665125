//! Howitzers: shells on stands named beforehand, templates, wounds, disorder (OW-HOWITZER).

use battle::{Distribution, Forecast, Object, Order, Pool, Role, UnitId, rule};
use hexes::Hex;
use rulebook::{Target, no};

use crate::fire::forecasts::{add_share, chance, forecast_rolls, full_stands, hits_of, loss_effect, loss_results};
use crate::fire::gunnery::{Aim, Shot};
use crate::fire::hits::{self, Exposure, Losses, UnderFire, Victim};
use crate::fire::volleys;
use crate::frames::Frame;
use crate::hidden::discovery::{self, FoundBy};
use crate::hidden::surprise;
use crate::info::{AIM, SHELL};
use crate::marks;
use crate::measures::{self, actor, kind};
use crate::morale::weakness;
use crate::profile::Kind;
use crate::state::Why;
use crate::{May, Umpire, VerbRow, War, dice, tables};

pub(crate) const SHELL_ROW: VerbRow = VerbRow {
    target: Target::Hex,
    candidates: |war, out| {
        for unit in war.field().present_of(war.state.player).filter(|unit| kind(war, *unit) == Kind::Howitzers) {
            let stands = war.enemies(unit).flat_map(|enemy| stands_in_sight(war, unit, enemy, 0));
            out.extend(stands.map(|hex| Order::new(SHELL).by(unit).on(Object::Hex(hex))));
        }
    },
    may: may_shell,
    foresee,
    ..VerbRow::new(
        "shell",
        "Shell",
        Role::Fire,
        "OW-HOWITZER-3",
        "Drop howitzer shells: name the stand each one aims at.",
        name_stand,
    )
};

pub(crate) const AIM_ROW: VerbRow = VerbRow {
    target: Target::Hex,
    candidates: |war, out| {
        if let Some(Frame::Aiming { unit, .. }) = war.frame() {
            out.extend(next_stands(war).into_iter().map(|hex| Order::new(AIM).by(*unit).on(Object::Hex(hex))));
        }
    },
    may: may_aim,
    foresee,
    ..VerbRow::new("aim", "Aim", Role::Fire, "OW-HOWITZER-3", "Name the stand the next shell aims at.", name_stand)
};

/// The hex an order aims at.
pub(crate) fn hex_of(order: &Order) -> Option<Hex> {
    match order.target {
        Some(Object::Hex(hex)) => Some(hex),
        _ => None,
    }
}

/// The stands named so far.
fn named_so_far(war: &War) -> Vec<Hex> {
    match war.frame() {
        Some(Frame::Aiming { named, .. }) => named.clone(),
        _ => Vec::new(),
    }
}

/// The stands of an enemy that a battery's shell of that number may be aimed at.
fn stands_in_sight(war: &War, unit: UnitId, enemy: UnitId, shell: usize) -> Vec<Hex> {
    let shells = shells_for(war, unit, enemy);
    shells.get(shell).map_or_else(Vec::new, |shell| stands_for(war, unit, shell, enemy))
}

/// The stands that the next shell may be aimed at.
fn next_stands(war: &War) -> Vec<Hex> {
    let Some(Frame::Aiming { unit, named }) = war.frame() else { return Vec::new() };
    let target = named.first().and_then(|hex| war.field().unit_at(*hex));
    target.map_or_else(Vec::new, |target| stands_in_sight(war, *unit, target, named.len()))
}

fn may_shell(war: &War, order: &Order) -> May {
    let unit = actor(order)?;
    volleys::may_shoot(war, unit, Shot::Ball)?;
    if kind(war, unit) != Kind::Howitzers {
        return no("OW-HOWITZER-3", |war, order| format!("{} has no howitzers", war.actor_of(order)));
    }
    let hex = hex_of(order);
    let enemy = hex.and_then(|hex| war.field().unit_at(hex)).filter(|there| war.side(*there) != war.side(unit));
    if enemy.zip(hex).is_some_and(|(enemy, hex)| stands_in_sight(war, unit, enemy, 0).contains(&hex)) {
        return Ok(());
    }
    no("OW-HOWITZER-3", |war, order| {
        let (name, range) = (war.actor_of(order), tables::row(Kind::Howitzers).range);
        format!("{name} has no enemy stand on that hex in sight, arc and range ({range} inches)")
    })
}

fn may_aim(war: &War, order: &Order) -> May {
    let asked = matches!(war.frame(), Some(Frame::Aiming { unit, .. }) if order.unit() == Some(*unit));
    if asked && hex_of(order).is_some_and(|hex| next_stands(war).contains(&hex)) {
        return Ok(());
    }
    no("OW-HOWITZER-3", |war, order| {
        let (name, shell) = (war.actor_of(order), named_so_far(war).len() + 1);
        format!("{name} must name a stand of the enemy unit its shell {shell} can see")
    })
}

/// One more shell has its stand; when all have, they are fired.
fn name_stand(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(hex)) = (order.unit(), hex_of(order)) else { return };
    let mut named = named_so_far(umpire);
    umpire.answered();
    named.push(hex);
    let Some(target) = umpire.field().unit_at(named[0]) else { return };
    if named.len() < shells_for(&umpire.seen_by(umpire.side(unit)), unit, target).len() {
        umpire.interrupt(Frame::Aiming { unit, named });
    } else {
        fire_shells(umpire, unit, target, &named);
    }
}

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
    centre.within(if rule!("OW-HOWITZER-4") { tables::TEMPLATE_RADIUS } else { 0 })
}

/// The shells a battery has for a target: one entry a die, with the gun that fires it and the stand nearest to
/// that (OW-HOWITZER-2).
fn shells_for(war: &War, unit: UnitId, target: UnitId) -> Vec<Aim> {
    let loaded = kind(war, unit) == Kind::Howitzers && volleys::may_shoot(war, unit, Shot::Ball).is_ok();
    if !loaded || volleys::is_shielded(war, target, Shot::Ball) {
        return Vec::new();
    }
    let gunnery = volleys::gunnery(war, unit, Shot::Ball);
    let aims = gunnery.aims_at(target, &war.field().footprint(target));
    let dice = |aim: &Aim| gunnery.rates(aim.hand, Some(target))[5].max(0) as usize;
    aims.iter().flat_map(|aim| std::iter::repeat_n(*aim, dice(aim))).collect()
}

/// The stands of a target that a shell may be aimed at.
fn stands_for(war: &War, unit: UnitId, shell: &Aim, target: UnitId) -> Vec<Hex> {
    volleys::gunnery(war, unit, Shot::Ball).marks_from(shell.from, target).iter().map(|aim| aim.at).collect()
}

/// The rolls of shells at stands named, with the hexes in the order of the dice. A shell without a name of its own
/// follows the last one, or goes for the stand nearest to its gun.
pub(crate) fn shell_volley(war: &War, unit: UnitId, target: UnitId, named: &[Hex]) -> Vec<(Pool, Vec<Hex>)> {
    let gunnery = volleys::gunnery(war, unit, Shot::Ball);
    let named_for = |shell: usize| named.get(shell).or(named.last()).filter(|_| rule!("OW-HOWITZER-3"));
    let aim = |(shell, aim): (usize, Aim)| {
        let marks = gunnery.marks_from(aim.from, target);
        named_for(shell).and_then(|hex| marks.iter().find(|mark| mark.at == *hex).copied()).unwrap_or(aim)
    };
    let aims: Vec<Aim> = shells_for(war, unit, target).into_iter().enumerate().map(aim).collect();
    let at = war.pose(target);
    gunnery.shell_pools(&aims, (target, &at), |face| dice::pool(war, "shells", "OW-HOWITZER-3", 0, face))
}

/// Fires shells at stands named: hits, templates, wounds, saves, losses, disorder.
pub(crate) fn fire_shells(umpire: &mut Umpire<'_>, unit: UnitId, target: UnitId, named: &[Hex]) {
    let volley = shell_volley(&umpire.seen_by(umpire.side(unit)), unit, target, named);
    let was_hidden = umpire.marked(unit, marks::HIDDEN);
    discovery::reveal(umpire, unit, FoundBy::Nearness);
    volleys::note_shot(umpire, unit, Shot::Ball);
    let mut centres = Vec::new();
    for (pool, hexes) in &volley {
        let throw = umpire.by_unit(unit, Some(target), Why::Hit);
        let missed = dice::throw_shares(umpire, pool, throw, &vec![1; hexes.len()]);
        centres.extend(hexes.iter().zip(missed).filter(|(_, missed)| *missed == 0).map(|(hex, _)| *hex));
    }
    let wounds = burst(umpire, unit, &centres);
    for hurt in wounds.units() {
        suffer(umpire, unit, hurt, &wounds);
    }
    if was_hidden {
        surprise::surprise(umpire, target, unit);
    }
}

/// Places the templates: the stand in the middle is wounded, every other one under it on 4+ (OW-HOWITZER-5).
fn burst(umpire: &mut Umpire<'_>, shooter: UnitId, centres: &[Hex]) -> Wounds {
    let mut wounds = Wounds::default();
    for centre in centres.iter().filter(|_| rule!("OW-HOWITZER-5")) {
        let mut under: Vec<(UnitId, Hex)> =
            template(*centre).filter_map(|hex| Some((umpire.field().unit_at(hex)?, hex))).collect();
        if under.first().is_some_and(|(_, hex)| hex == centre) {
            let (unit, hex) = under.remove(0);
            wounds.add(unit, hex);
        }
        let throw = umpire.by_unit(shooter, None, Why::Template);
        let pool = dice::pool(umpire, "template", "OW-HOWITZER-5", under.len() as u8, tables::TEMPLATE);
        let spared = dice::throw_shares(umpire, &pool, throw, &vec![1; under.len()]);
        let hit = under.into_iter().zip(spared).filter(|(_, spared)| *spared == 0);
        hit.for_each(|((unit, hex), _)| wounds.add(unit, hex));
    }
    wounds
}

/// A unit under templates: it is disoriented by any wound, and saves them (OW-HOWITZER-6).
fn suffer(umpire: &mut Umpire<'_>, shooter: UnitId, unit: UnitId, wounds: &Wounds) {
    if rule!("OW-HOWITZER-6a") {
        umpire.mark(unit, marks::DISORIENTED, true);
    }
    let own = || wounds.list.iter().filter(|(hurt, ..)| *hurt == unit);
    let marks = own().map(|(_, hex, _)| template_mark(umpire, unit, *hex)).collect();
    let exposure = under_template(umpire, unit, shooter, marks);
    let shares: Vec<u8> = own().map(|(_, _, wounds)| *wounds).collect();
    hits::suffer_hits(umpire, unit, shooter, &exposure, &shares);
    weakness::test_sudden_loss(umpire, unit);
}

/// A stand under a template: with its save, unless the house rule leaves it none.
fn template_mark(war: &War, unit: UnitId, hex: Hex) -> UnderFire {
    let save = if war.options().howitzer_wound_save { hits::save_of(war, unit, hex) } else { None };
    UnderFire { victim: Victim::Stand, save }
}

fn under_template(war: &War, unit: UnitId, shooter: UnitId, marks: Vec<UnderFire>) -> Exposure {
    let firepower = hits::needs_firepower(war, unit).then(|| tables::row(kind(war, shooter)).firepower);
    Exposure { front: marks.len(), everyone: marks, firepower }
}

/// Everybody who may be hurt by those shells, in the order of the roster.
fn units_under(war: &War, volley: &[(Pool, Vec<Hex>)]) -> Vec<UnitId> {
    let centres = volley.iter().flat_map(|(_, hexes)| hexes);
    let mut units: Vec<UnitId> =
        centres.flat_map(|centre| template(*centre)).filter_map(|hex| war.field().unit_at(hex)).collect();
    units.sort_unstable();
    units.dedup();
    units
}

/// What shells may cost a unit: exact over hits and misses, wounds and saves.
pub(crate) fn shell_losses(war: &War, shooter: UnitId, unit: UnitId, volley: &[(Pool, Vec<Hex>)]) -> Losses {
    let print = war.field().footprint(unit);
    let exposure = under_template(war, unit, shooter, Vec::new());
    let through = exposure.wound(|face| dice::fails(war, face));
    let cost = |hex: &Hex| template_mark(war, unit, *hex).save.map_or(1.0, |face| dice::fails(war, face)) * through;
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
            hits::add_one(&mut lost, place, 1.0 - lives);
            spared *= unhurt;
        }
        sum.iter_mut().zip(lost).for_each(|(sum, part)| *sum += chance * part);
        shaken += chance * (1.0 - spared);
    });
    Losses { stands: Distribution::of(sum), leader: 0.0, unsaved: shaken }
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

/// Shells at stands: those named so far, this one, and the rest at the same.
fn foresee(war: &War, order: &Order) -> Forecast {
    let (Some(unit), Some(hex)) = (order.unit(), hex_of(order)) else { return Forecast::default() };
    let mut named = named_so_far(war);
    if named.is_empty() && !measures::may_measure(war) {
        return Forecast::default();
    }
    named.push(hex);
    let Some(target) = war.field().unit_at(named[0]) else { return Forecast::default() };
    let volley = shell_volley(war, unit, target, &named);
    if volley.is_empty() {
        return Forecast::default();
    }
    let losses = shell_losses(war, unit, target, &volley);
    let mut effect = loss_effect(war, target, &losses);
    for other in units_under(war, &volley).into_iter().filter(|other| *other != target) {
        let share = shell_losses(war, unit, other, &volley).stands.mean() / full_stands(war, other);
        add_share(war, &mut effect, unit, other, share);
    }
    let pools = || volley.iter().map(|(pool, _)| pool);
    let mut results = vec![
        chance("at least one shell hits", hits_of(pools()).at_least(1)),
        chance("target disoriented", losses.unsaved),
    ];
    results.extend(loss_results(war, target, &losses));
    let area = hex.within(1).collect();
    Forecast { rolls: forecast_rolls(pools(), unit), results, effect, area, ..Forecast::default() }
}

//! Armies: drawn from a list to so many points, and parted into brigades with their leaders.

use std::collections::BTreeMap;

use battle::{Arm, Side, Troop};

use crate::chance::Chance;
use crate::lists::{self, Entry, List};
use crate::plan::Plan;

/// How often an army is drawn; the draw that comes nearest to its points is taken.
const DRAWS: usize = 160;

/// A unit, still without a place.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// What kind.
    pub entry: Entry,
    /// Its name.
    pub name: String,
}

impl Unit {
    /// Its arm.
    pub fn arm(&self) -> Arm {
        self.entry.troop.arm()
    }
}

/// A leader.
#[derive(Clone, Debug)]
pub(crate) struct Leader {
    /// His name with his title.
    pub name: String,
    /// His rating, as battle files have it.
    pub rating: &'static str,
}

/// A brigade.
#[derive(Clone, Debug)]
pub(crate) struct Brigade {
    /// Its name.
    pub name: String,
    /// Who leads it.
    pub leader: Leader,
    /// Its units, foot first.
    pub units: Vec<Unit>,
}

impl Brigade {
    /// Whether most of it is horse.
    pub fn is_horse(&self) -> bool {
        2 * self.units.iter().filter(|unit| unit.arm() == Arm::Cavalry).count() >= self.units.len()
    }

    /// Whether it is guns alone.
    pub fn is_guns(&self) -> bool {
        self.units.iter().all(|unit| unit.arm() == Arm::Artillery)
    }

    /// What it is worth, in points.
    pub fn points(&self) -> u32 {
        self.units.iter().map(|unit| unit.entry.points).sum()
    }
}

/// An army.
#[derive(Clone, Debug)]
pub(crate) struct Army {
    /// Whose.
    pub side: Side,
    /// Its name.
    pub name: String,
    /// Who commands it.
    pub general: Leader,
    /// Its brigades.
    pub brigades: Vec<Brigade>,
}

impl Army {
    /// Draws the army of a side.
    pub fn raise(plan: &Plan, side: Side) -> Army {
        let list = plan.list(side);
        let mut names = Names::of(plan, side);
        let mut entries =
            draw(list, plan.points_of(side), &mut Chance::of(plan.seed, ["army blue", "army red"][side.index()]));
        entries.extend(plan.more.as_ref().filter(|_| side == Side::Blue).and_then(more));
        let units: Vec<Unit> = entries.into_iter().map(|entry| Unit { name: names.unit(&entry), entry }).collect();
        let general = names.general();
        let brigades = brigades(list, units, &mut names);
        let family = general.name.rsplit(' ').next().unwrap_or_default().to_owned();
        Army { side, name: format!("{family}'s {}", list.people), general, brigades }
    }

    /// Its units, brigade by brigade.
    pub fn units(&self) -> impl Iterator<Item = &Unit> {
        self.brigades.iter().flat_map(|brigade| &brigade.units)
    }

    /// What it is worth, in points.
    pub fn points(&self) -> u32 {
        self.brigades.iter().map(Brigade::points).sum()
    }
}

/// The unit that Blue has more, of no list.
fn more((quality, troop): &(Option<String>, String)) -> Option<Entry> {
    let troop = Troop::ALL[Troop::NAMES.iter().position(|name| name == troop)?];
    let place = |name: &String| battle::Quality::NAMES.iter().position(|one| one == name);
    let quality = quality.as_ref().and_then(place).map(|place| battle::Quality::ALL[place]);
    Some(Entry {
        names: vec![format!("Extra {}", troop.name())],
        troop,
        quality,
        weapon: None,
        stands: None,
        guns: None,
        traits: Vec::new(),
        special: BTreeMap::new(),
        share: 1,
        most: 1,
        points: lists::points_of(troop, quality),
    })
}

/// The kinds of unit of an army worth so many points.
fn draw(list: &List, points: u32, chance: &mut Chance) -> Vec<Entry> {
    let mut best: Option<(u32, Vec<Entry>)> = None;
    for _ in 0..DRAWS {
        let drawn = draw_once(list, points, chance);
        let off = worth(&drawn).abs_diff(points) + 1000 * u32::from(!is_mixed(list, points, &drawn));
        if best.as_ref().is_none_or(|(least, _)| off < *least) {
            best = Some((off, drawn));
        }
        if off * 100 <= points {
            break;
        }
    }
    best.map_or_else(Vec::new, |(_, drawn)| drawn)
}

fn worth(entries: &[Entry]) -> u32 {
    entries.iter().map(|entry| entry.points).sum()
}

/// Hundredths of a list that are of an arm.
fn share(list: &List, arm: Arm) -> u32 {
    let all: u32 = list.kinds.iter().map(|entry| entry.share).sum();
    let own: u32 = list.kinds.iter().filter(|entry| entry.troop.arm() == arm).map(|entry| entry.share).sum();
    100 * own / all.max(1)
}

/// Whether an army has some of each arm that is due to it.
fn is_mixed(list: &List, points: u32, drawn: &[Entry]) -> bool {
    let due = |arm: Arm| points * share(list, arm) / 100 >= 60;
    [Arm::Infantry, Arm::Cavalry, Arm::Artillery]
        .into_iter()
        .all(|arm| !due(arm) || drawn.iter().any(|entry| entry.troop.arm() == arm))
}

fn draw_once(list: &List, points: u32, chance: &mut Chance) -> Vec<Entry> {
    let mut drawn: Vec<Entry> = Vec::new();
    loop {
        let left = (points + points / 50).saturating_sub(worth(&drawn));
        let of_arm =
            |arm: Arm| drawn.iter().filter(|entry| entry.troop.arm() == arm).map(|entry| entry.points).sum::<u32>();
        let weight = |entry: &Entry| {
            let arm = entry.troop.arm();
            let full = (of_arm(arm) + entry.points / 2) * 100 > points * share(list, arm) + 2500;
            let same = drawn.iter().filter(|other| other.names == entry.names).count();
            let most = entry.most * (points as usize / 1000 + 1);
            if full || same >= most || entry.points > left { 0 } else { entry.share }
        };
        let weights: Vec<u32> = list.kinds.iter().map(weight).collect();
        if weights.iter().all(|weight| *weight == 0) {
            return drawn;
        }
        drawn.push(list.kinds[chance.weighted(&weights)].clone());
    }
}

/// Names for units and leaders, each given once; two sides of one list share them out.
struct Names {
    units: BTreeMap<Vec<String>, Vec<String>>,
    generals: Vec<String>,
    brigadiers: Vec<String>,
    title: String,
    ratings: Vec<u32>,
    chance: Chance,
}

impl Names {
    fn of(plan: &Plan, side: Side) -> Names {
        let list = plan.list(side);
        let mut common = Chance::of(plan.seed, "names of both");
        let alike = plan.list(side.other()).nation == list.nation;
        let mut half = |names: &[String]| {
            let mut names = common.shuffled(names.to_vec());
            if alike && names.len() > 1 {
                let rest = names.split_off(names.len() / 2);
                names = if side == Side::Blue { names } else { rest };
            }
            names
        };
        let units = list.kinds.iter().map(|entry| (entry.names.clone(), half(&entry.names))).collect();
        let (generals, brigadiers) = (half(&list.generals), half(&list.brigadiers));
        let topic = ["leaders blue", "leaders red"][side.index()];
        let chance = Chance::of(plan.seed, topic);
        Names { units, generals, brigadiers, title: list.title.clone(), ratings: list.ratings.clone(), chance }
    }

    /// The next name for a unit of a kind; when all have been given, the first again with a number.
    fn unit(&mut self, entry: &Entry) -> String {
        let names = self.units.entry(entry.names.clone()).or_insert_with(|| entry.names.clone());
        let name = names.remove(0);
        let again = match name.rsplit_once(" No. ").and_then(|(name, number)| Some((name, number.parse::<u32>().ok()?)))
        {
            Some((name, number)) => format!("{name} No. {}", number + 1),
            None => format!("{name} No. 2"),
        };
        names.push(again);
        name
    }

    fn general(&mut self) -> Leader {
        let name = self.generals.first().cloned().unwrap_or_else(|| String::from("The general"));
        Leader { name, rating: self.rating() }
    }

    fn brigadier(&mut self) -> (String, Leader) {
        let name = if self.brigadiers.is_empty() { String::from("Nobody") } else { self.brigadiers.remove(0) };
        let again = format!("{name} the younger");
        self.brigadiers.push(again);
        let whole = if self.title.is_empty() { name.clone() } else { format!("{} {name}", self.title) };
        let family = if self.title.is_empty() { name.rsplit(' ').next().unwrap_or_default().to_owned() } else { name };
        (family, Leader { name: whole, rating: self.rating() })
    }

    fn rating(&mut self) -> &'static str {
        ["poor", "average", "good", "excellent"][self.chance.weighted(&self.ratings)]
    }
}

/// Parts units into brigades as the list has the habit.
fn brigades(list: &List, units: Vec<Unit>, names: &mut Names) -> Vec<Brigade> {
    let (foot, rest): (Vec<Unit>, Vec<Unit>) = units.into_iter().partition(|unit| unit.arm() == Arm::Infantry);
    let (horse, guns): (Vec<Unit>, Vec<Unit>) = rest.into_iter().partition(|unit| unit.arm() == Arm::Cavalry);
    let least = if horse.len() > 1 || foot.len() < 2 { 1 } else { 2 };
    let mut foot = parted(foot, list.foot_brigade, least);
    let mut horse = parted(horse, list.horse_brigade, 1);
    let (with_horse, mut guns): (Vec<Unit>, Vec<Unit>) =
        guns.into_iter().partition(|unit| unit.entry.troop == Troop::HorseBattery && !horse.is_empty());
    with_horse.into_iter().enumerate().for_each(|(place, unit)| {
        let many = horse.len();
        horse[place % many].push(unit);
    });
    let apart = !list.guns_with_brigades && guns.len() >= 2 || foot.is_empty();
    if !apart {
        let many = foot.len();
        guns.drain(..).enumerate().for_each(|(place, unit)| foot[(many - 1 + many - place % many) % many].push(unit));
    }
    // A regiment of horse by itself rides with the first brigade of foot.
    if horse.len() == 1 && horse[0].len() == 1 && foot.len() > 1 {
        foot[0].append(&mut horse.remove(0));
    }
    let mut all: Vec<(Vec<Unit>, &str)> = foot.into_iter().map(|units| (units, "Brigade")).collect();
    all.extend(horse.into_iter().map(|units| (units, "Horse")));
    all.extend((!guns.is_empty()).then_some((guns, "Artillery")));
    let named = |(units, what): (Vec<Unit>, &str)| {
        let (family, leader) = names.brigadier();
        Brigade { name: format!("{family}'s {what}"), leader, units }
    };
    all.into_iter().map(named).collect()
}

/// Units in about equal parts of no more than so many, at least so many parts.
fn parted(units: Vec<Unit>, most: usize, least: usize) -> Vec<Vec<Unit>> {
    let parts = units.len().div_ceil(most).max(least.min(units.len() / 2)).max(1).min(units.len());
    let mut parted: Vec<Vec<Unit>> = (0..parts).map(|_| Vec::new()).collect();
    for (place, unit) in units.into_iter().enumerate() {
        parted[place % parts].push(unit);
    }
    parted
}

//! Whole battles for tests: a scenario in a few words, played by orders as text or by chance.

use std::collections::BTreeMap;
use std::sync::Arc;

use battle::{
    Army, BrigadeSpec, Cell, Goal, Ground, HouseRules, LeaderSpec, Listener, Objective, Order, Quality, Rank, Rating,
    Scenario, Side, Start, System, Terrain, Troop, UnitSpec, Victory, Weapon, Weather,
};
use hexes::{EdgeMap, Grid, Hex, HexMap, Offset};

use crate::{War, deploy};

/// One unit in a few words: `B1 line infantry 10,20 N`.
pub(crate) fn unit(text: &str) -> UnitSpec {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (troop, place, facing) = (words[1..words.len() - 2].join(" "), words[words.len() - 2], words[words.len() - 1]);
    let kind = Troop::NAMES.iter().position(|name| *name == troop).expect("a troop type");
    UnitSpec {
        label: words[0].into(),
        name: format!("{} {troop}", words[0]),
        troop: Troop::ALL[kind],
        quality: Quality::Trained,
        weapon: Weapon::Musket,
        stands: Some(4),
        guns: None,
        strength: 100,
        traits: Vec::new(),
        special: BTreeMap::new(),
        brigade: 0,
        start: Start::At(place.parse::<Offset>().expect("a place").hex(), facing.parse().expect("a facing")),
    }
}

/// A leader: label and rank.
pub(crate) fn leader(label: &str, rank: Rank) -> LeaderSpec {
    LeaderSpec {
        label: label.into(),
        name: format!("General {label}"),
        rank,
        rating: Rating::Average,
        command: None,
        special: BTreeMap::new(),
    }
}

fn army(side: Side, units: &[&str]) -> Army {
    let label = if side == Side::Blue { "BG1" } else { "RG1" };
    Army {
        side,
        name: format!("{side} army"),
        brigades: vec![BrigadeSpec { name: "First".into(), division: "D1".into() }],
        units: units.iter().map(|text| unit(text)).collect(),
        leaders: vec![leader(label, Rank::Army)],
    }
}

/// A scenario on that ground.
pub(crate) fn scenario(ground: Ground, blue: &[&str], red: &[&str]) -> Scenario {
    Scenario {
        key: "test".into(),
        title: "Test".into(),
        date: String::new(),
        note: String::new(),
        inches_per_hex: 1,
        ground: Arc::new(ground),
        armies: [army(Side::Blue, blue), army(Side::Red, red)],
        zones: [Vec::new(), Vec::new()],
        free_deployment: false,
        objectives: Vec::new(),
        victory: Victory::Points,
        reinforcements: Vec::new(),
        turn_limit: 15,
        first_side: Some(Side::Red),
        weather: Weather::Clear,
        house: BTreeMap::new(),
        places: Vec::new(),
    }
}

/// House rules as `key=value` words.
pub(crate) fn house(words: &str) -> HouseRules {
    let mut house = HouseRules::default();
    for word in words.split_whitespace() {
        let (key, value) = word.split_once('=').expect("key=value");
        house.set(crate::info().options, key, value).expect("a known option");
    }
    house
}

/// The usual table with a wood, a town, a hill and a road, six Units a side.
pub(crate) fn usual() -> Scenario {
    let grid = Grid::new(36, 36);
    let cells = HexMap::from_fn(grid, |hex| ground_at(hex.offset().column, hex.offset().row));
    let ground = Ground::new(cells, EdgeMap::filled(grid, Default::default()));
    let mut scenario = scenario(ground, &BLUE, &RED);
    scenario.objectives.push(Objective {
        name: "hill".into(),
        goal: Goal::Occupy,
        hexes: Offset::new(18, 17).hex().within(2).collect::<Vec<Hex>>(),
        owner: None,
        side: None,
        count: 0,
        value: 3,
    });
    scenario
}

const BLUE: [&str; 6] = [
    "B1 line infantry 8,30 N",
    "B2 line infantry 14,30 N",
    "B3 line infantry 20,30 N",
    "B4 jaegers 26,29 N",
    "B5 light cavalry 30,31 N",
    "B6 heavy battery 17,33 N",
];
const RED: [&str; 6] = [
    "R1 line infantry 8,6 S",
    "R2 line infantry 14,6 S",
    "R3 line infantry 20,6 S",
    "R4 cuirassiers 26,6 S",
    "R5 jaegers 4,8 S",
    "R6 horse battery 17,3 S",
];

fn ground_at(column: i16, row: i16) -> Cell {
    let of = |terrain| Cell { terrain, ..Cell::default() };
    match (column, row) {
        (6..=11, 15..=20) => of(Terrain::Woods),
        (24..=29, 10..=13) => of(Terrain::StoneBuilding),
        (16..=21, 15..=19) => Cell { elevation: 1, ..Cell::default() },
        (30..=33, 20..=24) => of(Terrain::Rough),
        (13, _) => Cell { road: true, ..Cell::default() },
        _ => Cell::default(),
    }
}

/// Small random numbers, the same everywhere.
pub(crate) struct Lot(pub(crate) u64);

impl Lot {
    /// A number below `most`.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % most.max(1)
    }
}

/// One legal order picked by lot: fighting orders as likely as moves, rides rare.
pub(crate) fn any_order(battle: &dyn System, lot: &mut Lot) -> Order {
    let mut orders = battle.orders();
    orders.retain(|order| battle.verb(order).is_some_and(|verb| verb.word != "ride") || lot.below(200) == 0);
    orders.extend(battle.stems());
    assert!(!orders.is_empty(), "a decision without answers: {:?}", battle.pending());
    let mut order = orders[lot.below(orders.len())];
    if battle.verb(&order).is_some_and(battle::VerbInfo::posed) {
        let reach = battle.reach(&order);
        let places: Vec<_> = reach.legal().collect();
        match places.is_empty() {
            true => order = battle.orders()[0],
            false => order = order.to(places[lot.below(places.len())].pose),
        }
    }
    order
}

/// Plays by lot to the end; says how many orders it took.
pub(crate) fn play(battle: &mut War, seed: u64, listener: &mut dyn Listener) -> usize {
    let mut lot = Lot(seed);
    for count in 0..20_000 {
        if (battle as &dyn System).outcome().is_some() {
            return count;
        }
        let order = any_order(battle, &mut lot);
        let text = (battle as &dyn System).order_text().write(&order);
        battle.resolve(&order, listener).unwrap_or_else(|why| panic!("`{text}` was listed but refused: {why}"));
        battle.audit().unwrap_or_else(|why| panic!("after `{text}`: {why}"));
    }
    panic!("no end after 20000 orders");
}

/// The usual battle under some house rules.
pub(crate) fn battle(words: &str, seed: u64) -> War {
    deploy(&usual(), &house(words), seed).expect("a battle that can be set up")
}

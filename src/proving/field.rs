//! Small battles of our own invention, built in code and named by a few words of text.

use std::collections::BTreeMap;
use std::sync::Arc;

use battle::{
    Army, Arrival, BattleFile, BrigadeSpec, Cell, Edge, Goal, Ground, LeaderSpec, Objective, Obstacle, Quality, Rank,
    Rating, Reinforcement, Scenario, Side, Start, Terrain, Trait, Troop, UnitSpec, Unusable, Victory, Weapon, Weather,
};
use hexes::{Direction, EdgeMap, Facing, Grid, Hex, HexMap, Offset};

/// What a small battle is made of; its text form is `drill key = ..., size = ..., units = ..., turns = ...`, a key a
/// line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Key and, with a capital, title.
    pub key: String,
    /// Columns and rows, 14 to 120.
    pub size: i16,
    /// Units a side on the map, 1 to 8.
    pub units: u8,
    /// Turns, 1 to 30.
    pub turns: u16,
    /// Whether the sides place their units first.
    pub deployment: bool,
}

impl Plan {
    /// The usual small battle: 20 by 20, four units a side, eight turns.
    #[must_use]
    pub fn small() -> Plan {
        Plan { key: String::from("small-field"), size: 20, units: 4, turns: 8, deployment: true }
    }

    /// A tiny one for quick tests: 14 by 14, two units a side, three turns, no deployment.
    #[must_use]
    pub fn tiny() -> Plan {
        Plan { key: String::from("outpost"), size: 14, units: 2, turns: 3, deployment: false }
    }

    /// The tiny one as the battle of a lesson, which no list of battles has.
    #[must_use]
    pub fn exercise() -> Plan {
        Plan { key: String::from("exercise"), ..Plan::tiny() }
    }

    /// A larger one: 40 by 40, eight units a side, ten turns.
    #[must_use]
    pub fn large() -> Plan {
        Plan { key: String::from("great-plain"), size: 40, units: 8, turns: 10, deployment: true }
    }

    /// Its text, which [`Plan::parse`] reads.
    #[must_use]
    pub fn text(&self) -> String {
        let deployment = if self.deployment { "on" } else { "off" };
        format!(
            "drill = {}\nsize = {}\nunits = {}\nturns = {}\ndeployment = {deployment}\n",
            self.key, self.size, self.units, self.turns
        )
    }

    /// Reads the text form.
    ///
    /// # Errors
    /// Every line that is wrong, with the file's name, the line's number and what was expected.
    pub fn parse(file: &str, text: &str) -> Result<Plan, Unusable> {
        let mut plan = Plan { key: String::new(), ..Plan::small() };
        let mut faults = Vec::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            if let Err(fault) = plan.read_line(line) {
                faults.push(format!("{file}:{}: {fault}", number + 1));
            }
        }
        if plan.key.is_empty() {
            faults.push(format!("{file}:1: no key `drill`; expected the battle's name"));
        }
        if faults.is_empty() { Ok(plan) } else { Err(Unusable(faults.join("\n"))) }
    }

    fn read_line(&mut self, line: &str) -> Result<(), String> {
        let (key, value) = line.split_once('=').ok_or_else(|| format!("`{line}`; expected key = value"))?;
        let (key, value) = (key.trim(), value.trim());
        match key {
            "drill" => self.key = String::from(value),
            "size" => self.size = whole(key, value, 14, 120)? as i16,
            "units" => self.units = whole(key, value, 1, 8)? as u8,
            "turns" => self.turns = whole(key, value, 1, 30)? as u16,
            "deployment" if matches!(value, "on" | "off") => self.deployment = value == "on",
            "deployment" => return Err(format!("key `deployment` is `{value}`; expected on or off")),
            _ => return Err(format!("unknown key `{key}`; expected drill, size, units, turns or deployment")),
        }
        Ok(())
    }

    /// The battle file.
    #[must_use]
    pub fn file(&self) -> BattleFile {
        BattleFile { text: self.text(), scenario: Arc::new(self.scenario()) }
    }

    /// The battle.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        let grid = Grid::new(self.size, self.size);
        Scenario {
            key: self.key.clone(),
            title: self.title(),
            date: String::new(),
            note: String::from("Two small forces meet on drill ground: woods, a hill, a stream and a crossroads."),
            inches_per_hex: 1,
            ground: Arc::new(ground(grid)),
            armies: Side::ALL.map(|side| self.army(side)),
            zones: Side::ALL.map(|side| self.zone(side)),
            free_deployment: self.deployment,
            objectives: vec![self.crossroads(), self.camp(Side::Blue), self.camp(Side::Red)],
            victory: Victory::Points,
            reinforcements: Side::ALL.map(|side| self.reinforcement(side)).to_vec(),
            turn_limit: self.turns,
            first_side: Some(Side::Blue),
            weather: Weather::Clear,
            house: BTreeMap::new(),
            places: vec![(String::from("Crossroads"), self.middle())],
        }
    }

    fn title(&self) -> String {
        let mut letters = self.key.replace('-', " ");
        if let Some(first) = letters.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        letters
    }

    fn middle(&self) -> Hex {
        Offset::new(self.size / 2, self.size / 2).hex()
    }

    /// The row of a side's front, counted from its own edge of the map.
    fn row(&self, side: Side, from_edge: i16) -> i16 {
        if side == Side::Blue { self.size - 1 - from_edge } else { from_edge }
    }

    fn zone(&self, side: Side) -> Vec<Hex> {
        let rows = (0..self.size * 2 / 5).map(|row| self.row(side, row));
        rows.flat_map(|row| (0..self.size).map(move |column| Offset::new(column, row).hex())).collect()
    }

    fn crossroads(&self) -> Objective {
        objective("Crossroads", self.middle().within(1).collect(), None, 3)
    }

    fn camp(&self, side: Side) -> Objective {
        let hex = Offset::new(self.size / 2, self.row(side, 0)).hex();
        let name = if side == Side::Blue { "Blue camp" } else { "Red camp" };
        objective(name, vec![hex], Some(side), 2)
    }

    fn reinforcement(&self, side: Side) -> Reinforcement {
        let entry = (1..self.size - 1).map(|column| Offset::new(column, self.row(side, 0)).hex()).collect();
        let (arrival, facing) = match side {
            Side::Blue => (Arrival::Turn(2), Facing::North),
            Side::Red => (Arrival::Roll { from: 2, need: 4 }, Facing::South),
        };
        Reinforcement { name: format!("{side} reserve"), side, arrival, entry, facing }
    }

    fn army(&self, side: Side) -> Army {
        let mut units: Vec<UnitSpec> = (0..self.units).map(|number| self.unit(side, number)).collect();
        let reserve = self.unit(side, self.units);
        units.push(UnitSpec { start: Start::Arrives(side.index()), traits: Vec::new(), ..reserve });
        let brigade = |name: &str| BrigadeSpec { name: String::from(name), division: String::new() };
        let leader = LeaderSpec {
            label: format!("{}G", letter(side)),
            name: format!("{side} general"),
            rank: Rank::Army,
            rating: Rating::Average,
            command: None,
            special: BTreeMap::new(),
        };
        Army {
            side,
            name: format!("{side} force"),
            brigades: vec![brigade("First brigade"), brigade("Second brigade")],
            units,
            leaders: vec![leader],
        }
    }

    fn unit(&self, side: Side, number: u8) -> UnitSpec {
        let (name, troop, stands, weapon) = match number % 4 {
            0 => ("Line", Troop::LineInfantry, 8, Weapon::Musket),
            1 => ("Horse", Troop::MediumCavalry, 4, Weapon::Sabre),
            2 => ("Battery", Troop::MediumBattery, 2, Weapon::Guns),
            _ => ("Rangers", Troop::LightInfantry, 4, Weapon::Rifle),
        };
        let traits = match number % 4 {
            3 => vec![Trait::Hidden],
            0 => vec![Trait::Steady],
            _ => Vec::new(),
        };
        let width = self.size / i16::from(self.units.max(1));
        let column = width * i16::from(number.min(self.units - 1)) + width / 2;
        let facing = if side == Side::Blue { Facing::North } else { Facing::South };
        let hex = Offset::new(column, self.row(side, self.size * 3 / 10)).hex();
        UnitSpec {
            label: format!("{}{}", letter(side), number + 1),
            name: format!("{name} {}", number + 1),
            troop,
            quality: Quality::ALL[usize::from(2 + number % 2)],
            weapon,
            stands: Some(stands),
            guns: (troop == Troop::MediumBattery).then_some(4),
            strength: 100,
            traits,
            special: BTreeMap::new(),
            brigade: usize::from(number % 2),
            start: Start::At(hex, facing),
        }
    }
}

/// The battle of [`Plan::small`]: 20 by 20 hexes, four units a side and one to come, woods, hill, stream, objectives.
#[must_use]
pub fn small_scenario() -> Scenario {
    Plan::small().scenario()
}

fn letter(side: Side) -> &'static str {
    if side == Side::Blue { "B" } else { "R" }
}

fn whole(key: &str, value: &str, low: i64, high: i64) -> Result<i64, String> {
    let found = value.parse().ok().filter(|number| (low..=high).contains(number));
    found.ok_or_else(|| format!("key `{key}` is `{value}`; expected a whole number from {low} to {high}"))
}

fn objective(name: &str, hexes: Vec<Hex>, owner: Option<Side>, value: i16) -> Objective {
    Objective { name: String::from(name), goal: Goal::Hold, hexes, owner, side: None, count: 0, value }
}

/// A wood in the west, a hill in the middle, rough ground and a hamlet in the east, a stream from edge to edge.
fn ground(grid: Grid) -> Ground {
    let (width, height) = (grid.width(), grid.height());
    let at = |column: i16, row: i16| Offset::new(column, row).hex();
    let (wood, hill) = (at(width / 5, height / 2), at(width / 2, height / 2 - 1));
    let (rough, hamlet) = (at(width * 3 / 4, height / 2 + 2), at(width * 4 / 5, height / 2 - 2));
    let cells = HexMap::from_fn(grid, |hex| {
        let terrain = match () {
            () if hex.distance(wood) <= 2 => Terrain::Woods,
            () if hex.distance(rough) <= 1 => Terrain::Rough,
            () if hex == hamlet => Terrain::StoneBuilding,
            () if hex == at(0, height / 2) => Terrain::Water,
            () => Terrain::Open,
        };
        let elevation = (3 - hex.distance(hill)).clamp(0, 2) as i8;
        Cell { terrain, elevation, ..Cell::default() }
    });
    let mut edges = EdgeMap::filled(grid, Edge::default());
    for column in 0..width {
        let stream = Edge { obstacle: Obstacle::Stream, ..Edge::default() };
        for direction in [Direction::NorthEast, Direction::NorthWest] {
            edges.set(at(column, height * 3 / 5), direction, stream);
        }
    }
    Ground::new(cells, edges)
}

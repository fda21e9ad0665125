//! What a battle file says as far as it can be understood: enough to draw and to list it while it is faulty.

use std::sync::Arc;

use battle::{Goal, Ground, Rank, Side, Troop};
use hexes::{Facing, Grid, Hex, HexMap, Offset};

use crate::entry::{Entry, side_key};
use crate::field::Field;
use crate::ground::Drawn;
use crate::page::{Node, Page, Step};
use crate::write::child;
use crate::{areas, edges};

/// Inches of front of a starting line.
const FRONT: u8 = 4;

/// A brigade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brigade {
    /// Which.
    pub entry: Entry,
    /// Its name.
    pub name: String,
    /// The division it belongs to; empty for none.
    pub division: String,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Which.
    pub entry: Entry,
    /// Whose.
    pub side: Side,
    /// Its brigade's number.
    pub brigade: usize,
    /// Its label.
    pub label: String,
    /// Its name.
    pub name: String,
    /// Its type, if it is one.
    pub troop: Option<Troop>,
    /// Where its anchor stands, if it starts on the map.
    pub at: Option<Hex>,
    /// Which way it faces there.
    pub facing: Facing,
    /// The reinforcement it comes with.
    pub arrives: Option<String>,
}

/// A leader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// Which.
    pub entry: Entry,
    /// Whose.
    pub side: Side,
    /// His label.
    pub label: String,
    /// His name.
    pub name: String,
    /// His rank, if it is one.
    pub rank: Option<Rank>,
    /// The brigade or division that he commands.
    pub command: Option<String>,
}

/// A goal, a name on the map, or units that come later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Which.
    pub entry: Entry,
    /// Its name.
    pub name: String,
    /// For whom it counts, or whose it is.
    pub side: Option<Side>,
    /// What a goal asks for.
    pub goal: Option<Goal>,
    /// The hexes it covers.
    pub hexes: Vec<Hex>,
}

/// A battle file at a glance.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// The size of the map, if there is ground.
    pub grid: Option<Grid>,
    /// The ground.
    pub ground: Option<Arc<Ground>>,
    /// The battle's title.
    pub title: String,
    /// Stands of a starting line.
    pub files: u8,
    /// What the armies are called.
    pub names: [String; 2],
    /// Which way the armies face, if they say.
    pub facings: [Option<Facing>; 2],
    /// Where the sides may deploy.
    pub zones: [Vec<Hex>; 2],
    /// The brigades of either side.
    pub brigades: [Vec<Brigade>; 2],
    /// The units of both sides.
    pub units: Vec<Unit>,
    /// The leaders of both sides.
    pub leaders: Vec<Leader>,
    /// The goals.
    pub objectives: Vec<Spot>,
    /// The units that come later.
    pub reinforcements: Vec<Spot>,
    /// The names on the map.
    pub places: Vec<Spot>,
}

/// Reads one text of a table.
fn word(page: &Page, entry: &Entry, key: &str) -> Option<String> {
    page.at(&child(&entry.path(), key)).and_then(Node::text).map(str::to_owned)
}

fn facing(page: &Page, entry: &Entry) -> Option<Facing> {
    let word = word(page, entry, "facing")?;
    Facing::ALL.into_iter().find(|facing| facing.name() == word)
}

fn side(page: &Page, entry: &Entry, key: &str) -> Option<Side> {
    let word = word(page, entry, key)?;
    Side::ALL.into_iter().find(|side| side_key(*side) == word)
}

fn hexes(page: &Page, entry: &Entry, key: &str, grid: Option<Grid>) -> Vec<Hex> {
    match (page.at(&child(&entry.path(), key)).and_then(Field::of), grid) {
        (Some(Field::Texts(texts)), Some(grid)) => areas::hexes_of(&texts, grid),
        _ => Vec::new(),
    }
}

fn hex(page: &Page, entry: &Entry) -> Option<Hex> {
    let place: Offset = word(page, entry, "at")?.parse().ok()?;
    Some(place.hex())
}

impl Sketch {
    /// Reads a text that has been taken apart.
    pub(crate) fn of(page: &Page) -> Sketch {
        let drawn = Drawn::read(page);
        let grid = drawn.as_ref().map(|drawn| drawn.grid);
        let ground = drawn.map(|drawn| {
            let cells = HexMap::from_fn(drawn.grid, |hex| drawn.cell(hex));
            Arc::new(Ground::new(cells, edges::read(page, drawn.grid)))
        });
        let mut sketch = Sketch { grid, ground, ..Sketch::default() };
        sketch.title = word(page, &Entry::Heading, "title").unwrap_or_default();
        let inches = page.at(&[Step::from("inches_per_hex")]).and_then(Field::of);
        let inches = if let Some(Field::Whole(inches @ 1..=12)) = inches { inches as u8 } else { 1 };
        sketch.files = ((2 * FRONT + inches) / (2 * inches)).max(1);
        Side::ALL.into_iter().for_each(|side| sketch.read_army(page, side));
        sketch.objectives = sketch.spots(page, "objective", Entry::Objective, "hexes");
        sketch.reinforcements = sketch.spots(page, "reinforcement", Entry::Reinforcement, "entry");
        sketch.places = sketch.spots(page, "place", Entry::Place, "");
        sketch
    }

    fn read_army(&mut self, page: &Page, side: Side) {
        let army = Entry::Army(side);
        let (own, count) = (side.index(), |key: &str| page.count(&child(&army.path(), key)));
        self.names[own] = word(page, &army, "name").unwrap_or_default();
        self.facings[own] = facing(page, &army);
        self.zones[own] = hexes(page, &army, "zone", self.grid);
        for place in 0..count("brigade") {
            let entry = Entry::Brigade(side, place);
            self.read_units(page, &entry, (side, place));
            let text = |key: &str| word(page, &entry, key).unwrap_or_default();
            self.brigades[own].push(Brigade { name: text("name"), division: text("division"), entry });
        }
        for entry in (0..count("leader")).map(|place| Entry::Leader(side, place)) {
            let text = |key: &str| word(page, &entry, key);
            let rank = text("rank").and_then(|word| Rank::ALL.iter().copied().find(|rank| rank.name() == word));
            self.leaders.push(Leader {
                side,
                label: text("label").unwrap_or_default(),
                name: text("name").unwrap_or_default(),
                rank,
                command: text("command"),
                entry,
            });
        }
    }

    fn read_units(&mut self, page: &Page, brigade: &Entry, (side, number): (Side, usize)) {
        let (usual, arrives) = (facing(page, brigade).or(self.facings[side.index()]), word(page, brigade, "arrives"));
        for place in 0..page.count(&child(&brigade.path(), "units")) {
            let entry = Entry::Unit(side, number, place);
            let text = |key: &str| word(page, &entry, key);
            let troop = text("type").and_then(|word| Troop::ALL.iter().copied().find(|troop| troop.name() == word));
            let at = hex(page, &entry);
            let own = text("arrives").or_else(|| arrives.clone()).filter(|_| at.is_none());
            self.units.push(Unit {
                side,
                brigade: number,
                label: text("label").unwrap_or_default(),
                name: text("name").unwrap_or_default(),
                troop,
                at,
                facing: facing(page, &entry).or(usual).unwrap_or(Facing::North),
                arrives: own,
                entry,
            });
        }
    }

    fn spots(&self, page: &Page, list: &str, of: fn(usize) -> Entry, key: &str) -> Vec<Spot> {
        let spot = |place: usize| {
            let entry = of(place);
            let goal = word(page, &entry, "goal").and_then(|word| goal(&word));
            let hexes = match key {
                "" => hex(page, &entry).into_iter().collect(),
                key => hexes(page, &entry, key, self.grid),
            };
            let name = word(page, &entry, "name").unwrap_or_default();
            Spot { name, side: side(page, &entry, "side"), goal, hexes, entry }
        };
        (0..page.count(&[Step::from(list)])).map(spot).collect()
    }

    /// The hexes of a unit's starting line.
    #[must_use]
    pub fn line(&self, anchor: Hex, facing: Facing) -> Vec<Hex> {
        let line = battle::Pose::new(anchor, facing, battle::Formation::line(self.files)).stands(self.files);
        line.hexes().to_vec()
    }

    /// The unit whose starting line covers a hex; the one whose anchor stands there before others.
    #[must_use]
    pub fn unit_at(&self, hex: Hex) -> Option<&Unit> {
        let anchored = self.units.iter().find(|unit| unit.at == Some(hex));
        let covers = |unit: &&Unit| unit.at.is_some_and(|at| self.line(at, unit.facing).contains(&hex));
        anchored.or_else(|| self.units.iter().find(covers))
    }

    /// The unit of that entry.
    #[must_use]
    pub fn unit(&self, entry: &Entry) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.entry == *entry)
    }

    /// Labels of units and leaders.
    pub(crate) fn labels(&self) -> impl Iterator<Item = &str> {
        let units = self.units.iter().map(|unit| unit.label.as_str());
        units.chain(self.leaders.iter().map(|leader| leader.label.as_str()))
    }

    /// Where an entry lies on the map, if it lies anywhere.
    #[must_use]
    pub fn place_of(&self, entry: &Entry) -> Option<Hex> {
        let spots = || self.objectives.iter().chain(&self.reinforcements).chain(&self.places);
        match entry {
            Entry::Unit(..) => self.unit(entry)?.at,
            Entry::Brigade(side, brigade) => {
                let own = self.units.iter().filter(|unit| (unit.side, unit.brigade) == (*side, *brigade));
                own.filter_map(|unit| unit.at).next()
            }
            Entry::Army(side) => self.units.iter().filter(|unit| unit.side == *side).find_map(|unit| unit.at),
            _ => spots().find(|spot| spot.entry == *entry)?.hexes.first().copied(),
        }
    }
}

fn goal(word: &str) -> Option<Goal> {
    let goals = [Goal::Hold, Goal::Occupy, Goal::Exit, Goal::Destroy];
    Goal::NAMES.iter().position(|name| *name == word).and_then(|place| goals.get(place).copied())
}

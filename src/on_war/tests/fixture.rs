//! Small battles for tests: units where they are wanted, a stage of the turn, dice as written.

use std::sync::Arc;

use battle::{
    Battlefield, BrigadeInfo, Cell, Dice, Edge, Event, Ground, HouseRules, LeaderId, LeaderInfo, Marks, Muster,
    Obstacle, Order, OrderText, Perch, Pose, Presence, Recorder, Refusal, Roster, Side, System, Terrain, Unit, UnitId,
    UnitInfo, Victory,
};
use hexes::{Direction, EdgeMap, Facing, Grid, Hex, HexMap, Offset};

use rulebook::{Leader, PhaseId, Setting, begin_phase};

use crate::info::SHOOTING;
use crate::muster::Fixed;
use crate::options::OPTIONS;
use crate::{Kind, Motivation, Options, Post, Profile, Skill, Traits, Umpire, War};

/// The hex at a column and row: `"12,7"`.
pub fn at(text: &str) -> Hex {
    text.parse::<Offset>().expect("column,row").hex()
}

/// A pose such as `"12,7/N/line7"`.
pub fn pose(text: &str) -> Pose {
    text.parse().expect("a pose")
}

/// A unit to be.
#[derive(Clone, Debug)]
struct Draft {
    label: String,
    side: Side,
    profile: Profile,
    stands: u8,
    pose: Pose,
    marks: Marks,
    brigade: u8,
    officer: bool,
}

/// A battle to be. Labels that begin with B are Blue's, with R Red's.
#[derive(Clone)]
pub struct Fixture {
    cells: HexMap<Cell>,
    edges: EdgeMap<Edge>,
    units: Vec<Draft>,
    leaders: Vec<(String, Post, Perch)>,
    house: HouseRules,
    phase: PhaseId,
    player: Side,
    turn_limit: u16,
}

impl Fixture {
    /// Open ground of that size.
    pub fn open(width: i16, height: i16) -> Fixture {
        let grid = Grid::new(width, height);
        Fixture {
            cells: HexMap::filled(grid, Cell::default()),
            edges: EdgeMap::filled(grid, Edge::default()),
            units: Vec::new(),
            leaders: Vec::new(),
            house: HouseRules::default(),
            phase: SHOOTING,
            player: Side::Blue,
            turn_limit: 20,
        }
    }

    /// Sets a house rule.
    pub fn house(mut self, key: &str, value: &str) -> Fixture {
        self.house.set(OPTIONS, key, value).expect("an option and a value of it");
        self
    }

    /// Adds a Trained Confident unit of so many stands in brigade 0 (Blue) or 1 (Red), its CO with it unless it has
    /// guns.
    pub fn unit(mut self, label: &str, kind: Kind, stands: u8, place: &str) -> Fixture {
        let side = if label.starts_with('B') { Side::Blue } else { Side::Red };
        self.units.push(Draft {
            label: String::from(label),
            side,
            profile: Profile {
                kind,
                skill: Skill::Trained,
                motivation: Motivation::Confident,
                traits: Traits::empty(),
                stands,
            },
            stands,
            pose: pose(place),
            marks: Marks::empty(),
            brigade: side.index() as u8,
            officer: !kind.is_guns(),
        });
        self
    }

    fn last(&mut self) -> &mut Draft {
        self.units.last_mut().expect("a unit first")
    }

    /// Skill and motivation of the last unit.
    pub fn temper(mut self, skill: Skill, motivation: Motivation) -> Fixture {
        (self.last().profile.skill, self.last().profile.motivation) = (skill, motivation);
        self
    }

    /// Traits of the last unit.
    pub fn traits(mut self, traits: Traits) -> Fixture {
        self.last().profile.traits |= traits;
        self
    }

    /// Marks of the last unit.
    pub fn marks(mut self, marks: Marks) -> Fixture {
        self.last().marks |= marks;
        self
    }

    /// Stands the last unit had at the start, when it has lost some.
    pub fn of(mut self, full: u8) -> Fixture {
        self.last().profile.stands = full;
        self
    }

    /// The brigade of the last unit: even numbers Blue's, odd ones Red's.
    pub fn brigade(mut self, brigade: u8) -> Fixture {
        self.last().brigade = brigade;
        self
    }

    /// The last unit has lost its officer.
    pub fn leaderless(mut self) -> Fixture {
        self.last().officer = false;
        self
    }

    /// Adds a General, adjutant or brigade commander with a unit.
    pub fn leader(mut self, label: &str, post: Post, with: &str) -> Fixture {
        let unit = self.units.iter().position(|unit| unit.label == with).expect("a unit of that label");
        self.leaders.push((String::from(label), post, Perch::With(UnitId(unit as u8))));
        self
    }

    /// Adds a leader alone on a hex.
    pub fn leader_at(mut self, label: &str, post: Post, hex: &str) -> Fixture {
        self.leaders.push((String::from(label), post, Perch::At(at(hex))));
        self
    }

    /// Terrain of some hexes.
    pub fn terrain(mut self, terrain: Terrain, hexes: &[&str]) -> Fixture {
        for hex in hexes {
            self.cells[at(hex)].terrain = terrain;
        }
        self
    }

    /// Terrain of a block of columns and rows.
    pub fn block(
        mut self,
        columns: std::ops::RangeInclusive<i16>,
        rows: std::ops::RangeInclusive<i16>,
        terrain: Terrain,
    ) -> Fixture {
        for row in rows {
            for column in columns.clone() {
                self.cells[Offset::new(column, row).hex()].terrain = terrain;
            }
        }
        self
    }

    /// Height of some hexes.
    pub fn height(mut self, level: i8, hexes: &[&str]) -> Fixture {
        for hex in hexes {
            self.cells[at(hex)].elevation = level;
        }
        self
    }

    /// Upper storeys on some hexes, for what buildings there are.
    pub fn storeys(mut self, hexes: &[&str]) -> Fixture {
        for hex in hexes {
            self.cells[at(hex)].storey = true;
        }
        self
    }

    /// An obstacle on one side of some hexes.
    pub fn edge(mut self, obstacle: Obstacle, side: Direction, hexes: &[&str]) -> Fixture {
        for hex in hexes {
            self.edges.set(at(hex), side, Edge { obstacle, ..Edge::default() });
        }
        self
    }

    /// An obstacle along the whole upper side of a row.
    pub fn above_row(mut self, row: i16, obstacle: Obstacle) -> Fixture {
        for column in 0..self.cells.grid().width() {
            for side in [Direction::NorthEast, Direction::NorthWest] {
                let hex = Offset::new(column, row).hex();
                self.edges.set(hex, side, Edge { obstacle, ..Edge::default() });
            }
        }
        self
    }

    /// The phase the battle is in, and whose it is. It has been entered without anything happening.
    pub fn phase(mut self, phase: PhaseId, player: Side) -> Fixture {
        (self.phase, self.player) = (phase, player);
        self
    }

    /// The battle, its dice falling as written.
    pub fn game(self, dice: &[u8]) -> Game {
        let mut war = self.build();
        war.set_dice(Dice::scripted(dice));
        Game { war, heard: Recorder::default() }
    }

    /// The battle with dice of that seed.
    pub fn seeded(self, seed: u64) -> Game {
        let mut war = self.build();
        war.set_dice(Dice::new(seed));
        Game { war, heard: Recorder::default() }
    }

    fn build(self) -> War {
        let profiles: Vec<Profile> = self.units.iter().map(|unit| unit.profile).collect();
        let (mut leaders, mut infos, mut perches) = (Vec::new(), Vec::new(), Vec::new());
        let info = |label: &str, side| LeaderInfo {
            label: String::from(label),
            name: String::from(label),
            side,
            class: String::from("leader"),
            officer: label.ends_with('*'),
        };
        for (label, post, perch) in &self.leaders {
            let side = if label.starts_with('B') { Side::Blue } else { Side::Red };
            leaders.push(Leader { side, post: *post });
            infos.push(info(label, side));
            perches.push(*perch);
        }
        for (place, unit) in self.units.iter().enumerate().filter(|(_, unit)| !unit.profile.kind.is_guns()) {
            let id = UnitId(place as u8);
            leaders.push(Leader { side: unit.side, post: Post::Officer(id) });
            infos.push(info(&format!("{}*", unit.label), unit.side));
            perches.push(if unit.officer { Perch::With(id) } else { Perch::Away });
        }
        let brigades = self.units.iter().map(|unit| unit.brigade).max().unwrap_or(1).max(1) + 1;
        let brigade =
            |place: u8| BrigadeInfo { name: format!("Brigade {place}"), side: Side::ALL[usize::from(place % 2)] };
        let setting = Setting {
            options: Options::of(&self.house),
            house: self.house.clone(),
            profiles,
            leaders,
            fixed: Fixed { counts: vec![true; usize::from(brigades)], set_back: 0, rolls_for_first: false },
            groups: Vec::new(),
            group_of: vec![None; self.units.len()],
            zones: [Vec::new(), Vec::new()],
            free_deployment: false,
            victory: Victory::Points,
            first_side: Side::Blue,
            home: [Facing::South, Facing::North],
        };
        let unit_info = |unit: &Draft| UnitInfo {
            label: unit.label.clone(),
            name: unit.label.clone(),
            side: unit.side,
            arm: unit.profile.kind.arm(),
            class: String::from("unit"),
            brigade: unit.brigade,
        };
        let units = self.units.iter().map(unit_info).collect();
        let roster = Roster::new((0..brigades).map(brigade).collect(), units, infos, Vec::new());
        let roster = roster.with_marks(crate::marks::MARKS);
        let muster = Muster {
            ground: Arc::new(Ground::new(self.cells, self.edges)),
            roster: Arc::new(roster),
            inches_per_hex: 1,
            turn_limit: self.turn_limit,
            units: self.units.iter().map(unit_state).collect(),
            leaders: perches,
        };
        let mut field = Battlefield::new(muster);
        field.apply(&Event::TurnBegan { turn: 1 });
        field.apply(&Event::StepBegan { step: self.phase.0, side: Some(self.player) });
        field.audit().expect("the fixture is sound");
        let mut war = War::on(field, setting, Dice::new(0));
        war.state.player = self.player;
        for (own, unit) in war.state.units.iter_mut().zip(&self.units) {
            own.stands_then = unit.stands;
        }
        war
    }
}

fn unit_state(unit: &Draft) -> Unit {
    Unit {
        pose: unit.pose,
        stands: unit.stands,
        presence: Presence::OnMap,
        strength: i16::from(unit.stands),
        full: i16::from(unit.profile.stands),
        marks: unit.marks,
    }
}

/// A battle under test, and everything that happened in it.
pub struct Game {
    pub war: War,
    pub heard: Recorder,
}

impl Game {
    /// The battle in hand, heard by the recorder.
    pub fn umpire(&mut self) -> Umpire<'_> {
        Umpire::new(&mut self.war, &mut self.heard)
    }

    /// A unit's number.
    pub fn id(&self, label: &str) -> UnitId {
        let found = self.war.field().roster().units().find(|(_, info)| info.label == label);
        found.map(|(id, _)| id).expect("a unit of that label")
    }

    /// A leader's number.
    pub fn leader(&self, label: &str) -> LeaderId {
        let found = self.war.field().roster().leaders().find(|(_, info)| info.label == label);
        found.map(|(id, _)| id).expect("a leader of that label")
    }

    /// An order out of its text.
    pub fn order(&self, text: &str) -> Order {
        let reader = OrderText { verbs: self.war.info().verbs, roster: self.war.field().roster() };
        reader.read(text).expect("an order")
    }

    /// Gives an order that must be legal, and goes on to the next decision.
    #[track_caller]
    pub fn give(&mut self, text: &str) {
        let order = self.order(text);
        if let Err(refusal) = self.war.resolve(&order, &mut self.heard) {
            panic!("`{text}` is refused: {refusal}");
        }
    }

    /// Gives an order that must be refused; says why. Nothing may have changed.
    #[track_caller]
    pub fn refused(&mut self, text: &str) -> Refusal {
        let (order, before) = (self.order(text), self.war.state());
        let refusal = self.war.resolve(&order, &mut self.heard).expect_err("it must be refused");
        assert_eq!(self.war.state(), before, "a refused order changed something");
        refusal
    }

    /// Begins a phase for a side and goes on to the next decision.
    pub fn enter(&mut self, phase: PhaseId, player: Side) {
        begin_phase(&mut self.umpire(), phase, player);
    }

    /// Stands left; 0 when it is not on the map.
    pub fn stands(&self, label: &str) -> u8 {
        let unit = self.id(label);
        if self.war.present(unit) { self.war.stands(unit) } else { 0 }
    }

    /// Where a unit stands, as text.
    pub fn pose(&self, label: &str) -> String {
        self.war.pose(self.id(label)).to_string()
    }

    /// Whether a unit shows any of the marks.
    pub fn marked(&self, label: &str, marks: Marks) -> bool {
        self.war.marked(self.id(label), marks)
    }

    /// What is asked now; empty when the battle is over.
    pub fn asks(&self) -> &'static str {
        self.war.pending().decision().map_or("", |decision| decision.ask.key)
    }

    /// Scripted dice that have not fallen.
    pub fn unread(&self) -> usize {
        self.war.dice().unread()
    }

    /// The rolls so far: label, faces, face needed, result.
    pub fn rolls(&self) -> Vec<(&'static str, Vec<u8>, Option<u8>, i16)> {
        let roll = |event: &Event| match event {
            Event::Rolled(roll) => Some((roll.label, roll.faces.as_slice().to_vec(), roll.need(), roll.result)),
            _ => None,
        };
        self.heard.events.iter().filter_map(roll).collect()
    }
}

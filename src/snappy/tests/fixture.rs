//! Positions for proofs: units on a plain by axial hexes, as the rules page writes them, and dice as written.

use std::sync::Arc;

use battle::{
    Battlefield, BrigadeInfo, Cell, Dice, Edge, Event, Ground, HouseRules, LeaderId, LeaderInfo, MapEdge, Marks,
    Muster, Obstacle, Order, Perch, Pose, Presence, Quality, Roster, Side, Terrain, Trail, Unit, UnitId, UnitInfo,
    Victory,
};
use hexes::{Direction, EdgeMap, Facing, Grid, Hex, HexMap};
use rulebook::{Leader, PhaseId, Setting};

use crate::info::{FIRE, MOVERS_FIRE};
use crate::options::OPTIONS;
use crate::orders::{Command, Mandate};
use crate::profile::{Fixed, Kind, Nation, Post, Profile, Weight};
use crate::space::{Shape, formation};
use crate::{Options, Snappy, War, tables};

/// The hex of axial coordinates.
pub fn hex(q: i16, r: i16) -> Hex {
    Hex::new(q, r)
}

/// A facing by its name.
pub fn facing(name: &str) -> Facing {
    name.parse().expect("a facing")
}

/// A unit to be.
#[derive(Clone)]
struct Draft {
    label: String,
    profile: Profile,
    pose: Pose,
    status: i16,
    marks: Marks,
    command: u8,
}

/// A leader to be.
#[derive(Clone)]
struct Chief {
    label: String,
    post: Post,
    perch: Option<Perch>,
}

/// A battle to be: labels that begin with B are Blue's, with R Red's. Each side has a C-in-C, BG and RG, on the hex of its
/// first unit, whose command all units are.
#[derive(Clone)]
pub struct Fixture {
    cells: HexMap<Cell>,
    edges: EdgeMap<Edge>,
    units: Vec<Draft>,
    leaders: Vec<Chief>,
    house: HouseRules,
    phase: PhaseId,
    player: Side,
    mandate: [Mandate; 2],
    objective: Option<Hex>,
    wet: bool,
    early: bool,
    scale: u8,
    turn: u16,
}

fn post(chief: bool) -> Post {
    Post { rating: 0, nation: Nation::Austrian, chief, start: Mandate::Probe }
}

impl Fixture {
    /// A plain of 60 by 60 hexes of an inch; Blue moves, and fires in its own fire step.
    pub fn plain() -> Fixture {
        Fixture::sized(60, 60)
    }

    /// A plain of another size.
    pub fn sized(width: i16, height: i16) -> Fixture {
        let grid = Grid::new(width, height);
        let chief = |label: &str| Chief { label: label.into(), post: post(true), perch: None };
        Fixture {
            cells: HexMap::filled(grid, Cell::default()),
            edges: EdgeMap::filled(grid, Edge::default()),
            units: Vec::new(),
            leaders: vec![chief("BG"), chief("RG")],
            house: HouseRules::default(),
            phase: MOVERS_FIRE,
            player: Side::Blue,
            mandate: [Mandate::Attack; 2],
            objective: None,
            wet: false,
            early: false,
            scale: 1,
            turn: 1,
        }
    }

    /// Adds a Seasoned foot unit of two stands, firm: label, anchor, facing and shape.
    pub fn foot(self, label: &str, (q, r): (i16, i16), facing: &str, shape: Shape) -> Fixture {
        self.unit(label, Kind::Infantry, 2, (q, r), facing, shape)
    }

    /// Adds a Seasoned unit.
    pub fn unit(
        mut self,
        label: &str,
        kind: Kind,
        stands: u8,
        (q, r): (i16, i16),
        face: &str,
        shape: Shape,
    ) -> Fixture {
        let profile =
            Profile { kind, quality: Quality::Trained, weight: Weight::Light, stands, start: tables::FIRM, worn: 0 };
        let pose =
            Pose { trail: Trail::default(), ..Pose::new(hex(q, r), facing(face), formation(kind, stands, shape)) };
        let command = u8::from(!label.starts_with('B'));
        let (label, status, marks) = (String::from(label), tables::FIRM, Marks::empty());
        self.units.push(Draft { label, profile, pose, status, marks, command });
        self
    }

    fn last(&mut self) -> &mut Draft {
        self.units.last_mut().expect("a unit first")
    }

    /// Quality of the last unit: Militia 0 to Guard 5.
    pub fn quality(mut self, quality: usize) -> Fixture {
        self.last().profile.quality = Quality::ALL[quality];
        self
    }

    /// Status of the last unit.
    pub fn status(mut self, status: i16) -> Fixture {
        self.last().status = status;
        self
    }

    /// Heavy guns for the last unit.
    pub fn heavy(mut self) -> Fixture {
        self.last().profile.weight = Weight::Heavy;
        self
    }

    /// Marks of the last unit.
    pub fn marks(mut self, marks: Marks) -> Fixture {
        self.last().marks |= marks;
        self
    }

    /// The last unit as a garrison of the hexes it stands on.
    pub fn garrisoned(mut self) -> Fixture {
        let (stands, unit) = (self.last().profile.stands, self.last());
        let held = unit.pose.stands(stands);
        unit.pose = Pose::garrison(unit.pose.anchor, unit.pose.facing, held.hexes()).expect("near");
        self
    }

    /// Rating of the C-in-C of the last unit's side, who is with it.
    pub fn led(mut self, rating: i16) -> Fixture {
        let unit = UnitId(self.units.len() as u8 - 1);
        let side = usize::from(!self.units[unit.index()].label.starts_with('B'));
        self.leaders[side].post.rating = rating;
        self.leaders[side].perch = Some(Perch::With(unit));
        self
    }

    /// Puts the C-in-C of a side on a hex.
    pub fn chief_at(mut self, side: Side, (q, r): (i16, i16)) -> Fixture {
        self.leaders[side.index()].perch = Some(Perch::At(hex(q, r)));
        self
    }

    /// The nation of a side's leaders.
    pub fn nation(mut self, side: Side, nation: Nation) -> Fixture {
        for chief in self.leaders.iter_mut().filter(|chief| chief.label.starts_with(side_letter(side))) {
            chief.post.nation = nation;
        }
        self
    }

    /// The nation of one leader.
    pub fn nation_of(mut self, label: &str, nation: Nation) -> Fixture {
        let leader = self.leaders.iter_mut().find(|chief| chief.label == label).expect("a leader");
        leader.post.nation = nation;
        self
    }

    /// A leader with a command of his own on a hex; later units of [`Fixture::under`] belong to it.
    pub fn commander(mut self, label: &str, (q, r): (i16, i16)) -> Fixture {
        let perch = Some(Perch::At(hex(q, r)));
        self.leaders.push(Chief { label: label.into(), post: post(false), perch });
        self
    }

    /// The last unit belongs to the command of that leader.
    pub fn under(mut self, label: &str) -> Fixture {
        let leader = self.leaders.iter().position(|chief| chief.label == label).expect("a leader");
        self.last().command = leader as u8;
        self
    }

    /// Every command of a side does that.
    pub fn ordered(mut self, side: Side, mandate: Mandate) -> Fixture {
        self.mandate[side.index()] = mandate;
        self
    }

    /// The objective of every command.
    pub fn objective(mut self, (q, r): (i16, i16)) -> Fixture {
        self.objective = Some(hex(q, r));
        self
    }

    /// Terrain of some hexes.
    pub fn terrain(mut self, terrain: Terrain, hexes: &[(i16, i16)]) -> Fixture {
        hexes.iter().for_each(|(q, r)| self.cells[hex(*q, *r)].terrain = terrain);
        self
    }

    /// A cell of some hexes changed.
    pub fn cell(mut self, change: impl Fn(&mut Cell), hexes: &[(i16, i16)]) -> Fixture {
        hexes.iter().for_each(|(q, r)| change(&mut self.cells[hex(*q, *r)]));
        self
    }

    /// Terrain everywhere.
    pub fn all(mut self, terrain: Terrain) -> Fixture {
        self.cells.iter_mut().for_each(|(_, cell)| cell.terrain = terrain);
        self
    }

    /// An obstacle on one side of a hex.
    pub fn edge(mut self, (q, r): (i16, i16), side: Direction, edge: Edge) -> Fixture {
        self.edges.set(hex(q, r), side, edge);
        self
    }

    /// An obstacle along the upper side of a row.
    pub fn above(mut self, row: i16, obstacle: Obstacle) -> Fixture {
        for hex in self.cells.grid().iter().filter(|hex| hex.r == row) {
            for side in [Direction::NorthEast, Direction::NorthWest] {
                self.edges.set(hex, side, Edge { obstacle, ..Edge::default() });
            }
        }
        self
    }

    /// Sets a house rule.
    pub fn house(mut self, key: &str, value: &str) -> Fixture {
        self.house.set(OPTIONS, key, value).expect("an option and a value of it");
        self
    }

    /// Rain.
    pub fn wet(mut self) -> Fixture {
        self.wet = true;
        self
    }

    /// The year 1808.
    pub fn early(mut self) -> Fixture {
        self.early = true;
        self
    }

    /// Inches of a hex.
    pub fn scale(mut self, inches: u8) -> Fixture {
        self.scale = inches;
        self
    }

    /// The turn.
    pub fn turn(mut self, turn: u16) -> Fixture {
        self.turn = turn;
        self
    }

    /// The step it is, and whose.
    pub fn phase(mut self, phase: PhaseId, player: Side) -> Fixture {
        (self.phase, self.player) = (phase, player);
        self
    }

    /// The battle, its dice falling as written.
    pub fn game(self, dice: &[u8]) -> Game {
        Game(rulebook::fixture::Game::new(self.build(), dice))
    }

    fn perch(&self, chief: &Chief) -> Perch {
        let own = |unit: &&Draft| unit.label.starts_with(&chief.label[..1]);
        let first = self.units.iter().find(own);
        chief.perch.unwrap_or(first.map_or(Perch::Away, |unit| Perch::At(unit.pose.anchor)))
    }

    fn build(self) -> War {
        let side_of = |label: &str| if label.starts_with('B') { Side::Blue } else { Side::Red };
        let perches: Vec<Perch> = self.leaders.iter().map(|chief| self.perch(chief)).collect();
        let leaders = self.leaders.iter().map(|chief| Leader { side: side_of(&chief.label), post: chief.post });
        let info = |chief: &Chief| LeaderInfo {
            label: chief.label.clone(),
            name: chief.label.clone(),
            side: side_of(&chief.label),
            class: "leader".into(),
            officer: false,
        };
        let chiefs = self.leaders.iter().map(info).collect();
        let fixed = Fixed {
            command: self.units.iter().map(|unit| LeaderId(unit.command)).collect(),
            chief: [LeaderId(0), LeaderId(1)],
            edge: [MapEdge::South, MapEdge::North],
            named: [None; 2],
            sources: Default::default(),
            wet: self.wet,
            early: self.early,
        };
        let setting = Setting {
            options: Options::of(&self.house),
            house: self.house.clone(),
            profiles: self.units.iter().map(|unit| unit.profile).collect(),
            leaders: leaders.collect(),
            fixed,
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
            side: side_of(&unit.label),
            arm: unit.profile.kind.arm(),
            class: "unit".into(),
            brigade: side_of(&unit.label).index() as u8,
        };
        let brigades = Side::ALL.map(|side| BrigadeInfo { name: side.name().into(), side }).to_vec();
        let units = self.units.iter().map(unit_info).collect();
        let muster = Muster {
            ground: Arc::new(Ground::new(self.cells, self.edges)),
            roster: Arc::new(Roster::new(brigades, units, chiefs, Vec::new()).with_marks(crate::marks::MARKS)),
            inches_per_hex: self.scale,
            turn_limit: 20,
            units: self.units.iter().map(unit_state).collect(),
            leaders: perches,
        };
        let mut field = Battlefield::new(muster);
        field.apply(&Event::TurnBegan { turn: self.turn });
        field.apply(&Event::StepBegan { step: self.phase.0, side: Some(self.player) });
        field.audit().expect("the fixture is sound");
        let mut war = War::on(field, setting, Dice::new(0));
        (war.state.player, war.state.first) = (self.player, Side::Blue);
        let command = |chief: &Chief| Command {
            objective: self.objective,
            ..Command::beginning(self.mandate[side_of(&chief.label).index()])
        };
        war.state.own.commands = self.leaders.iter().map(command).collect();
        war
    }
}

fn side_letter(side: Side) -> char {
    if side == Side::Blue { 'B' } else { 'R' }
}

fn unit_state(unit: &Draft) -> Unit {
    Unit {
        pose: unit.pose,
        stands: unit.profile.stands,
        presence: Presence::OnMap,
        strength: unit.status,
        full: tables::FIRM,
        marks: unit.marks,
    }
}

/// A battle under test with what only this system asks of one.
pub struct Game(rulebook::fixture::Game<Snappy>);

impl std::ops::Deref for Game {
    type Target = rulebook::fixture::Game<Snappy>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl std::ops::DerefMut for Game {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Game {
    /// A battle as it stands, with the dice it has.
    pub fn of(war: War) -> Game {
        Game(rulebook::fixture::Game { war, heard: Default::default() })
    }

    /// Gives an order that must be legal, and goes on to the next decision.
    #[track_caller]
    pub fn give(&mut self, order: Order) {
        self.0.give(order);
    }

    /// Fires.
    #[track_caller]
    pub fn fire(&mut self, by: &str, on: &str) {
        self.give(self.order(FIRE, by, on));
    }

    /// Ends the step.
    #[track_caller]
    pub fn done(&mut self) {
        self.give(Order::new(crate::info::DONE));
    }

    /// So many checks of a unit because of another, and all that follows.
    pub fn checks(&mut self, label: &str, owed: u8, cause: &str) {
        let (unit, cause) = (self.id(label), (!cause.is_empty()).then(|| self.id(cause)));
        self.umpire().interrupt(crate::state::Open::Checks(unit, owed, cause));
        self.run();
    }

    /// The status of a unit; routed when it is not on the map.
    pub fn status(&self, label: &str) -> i16 {
        if self.is_there(label) { self.war.strength(self.id(label)) } else { tables::ROUTED }
    }

    /// The shape of a unit.
    pub fn shape(&self, label: &str) -> Shape {
        crate::space::shape(&self.war, self.id(label))
    }
}

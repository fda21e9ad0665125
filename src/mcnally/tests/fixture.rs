//! Positions for proofs: units on a plain by axial hexes, as the rules page writes them, and dice as written.

use std::sync::Arc;

use battle::{
    Arm, Battlefield, BrigadeInfo, Cell, Dice, Edge, Event, Ground, HouseRules, LeaderId, LeaderInfo, MapEdge, Marks,
    Muster, Obstacle, Perch, Pose, Presence, Rank, Roster, Side, Terrain, Unit, UnitId, UnitInfo, Victory,
};
use hexes::{Direction, EdgeMap, Facing, Grid, Hex, HexMap};
use rulebook::fixture::Game;
use rulebook::{Leader, PhaseId, Setting};

use crate::info::FIRE_PHASE;
use crate::options::OPTIONS;
use crate::profile::{Arms, Fixed, Nation, Post, Profile, Traits, Troops, Weight};
use crate::space::{Seat, Shape, formation};
use crate::state::UnitState;
use crate::{McNally, Options, War, ground, tables};

/// The hex of axial coordinates.
pub fn hex(q: i16, r: i16) -> Hex {
    Hex::new(q, r)
}

/// A unit to be.
#[derive(Clone)]
struct Draft {
    label: String,
    profile: Profile,
    pose: Pose,
    lost: i16,
    presence: Presence,
    marks: Marks,
    brigade: u8,
    state: UnitState,
}

/// A general to be: of brigade 1 of his side, or of all.
#[derive(Clone)]
struct Chief {
    label: String,
    rank: Rank,
    perch: Perch,
}

/// A battle to be.
#[derive(Clone)]
pub struct Fixture {
    cells: HexMap<Cell>,
    edges: EdgeMap<Edge>,
    units: Vec<Draft>,
    chiefs: Vec<Chief>,
    house: HouseRules,
    phase: PhaseId,
    player: Side,
    scale: u8,
}

fn side_of(label: &str) -> Side {
    if label.starts_with(['B', 'b']) { Side::Blue } else { Side::Red }
}

impl Fixture {
    /// A plain of 60 by 60 hexes of an inch; Blue's first brigade fires.
    pub fn plain() -> Fixture {
        let grid = Grid::new(60, 60);
        Fixture {
            cells: HexMap::filled(grid, Cell::default()),
            edges: EdgeMap::filled(grid, Edge::default()),
            units: Vec::new(),
            chiefs: Vec::new(),
            house: HouseRules::default(),
            phase: FIRE_PHASE,
            player: Side::Blue,
            scale: 1,
        }
    }

    /// Inches of a hex.
    pub fn scale(mut self, inches: u8) -> Fixture {
        self.scale = inches;
        self
    }

    /// Adds a unit of class 3: its label, kind, stands, anchor, facing and shape.
    pub fn unit(
        mut self,
        label: &str,
        troops: Troops,
        stands: u8,
        (q, r): (i16, i16),
        face: &str,
        shape: Shape,
    ) -> Fixture {
        let arms = match troops {
            Troops::Guns => Arms::Guns,
            Troops::Horse => Arms::None,
            Troops::Riflemen => Arms::LongRifle,
            Troops::Jaegers => Arms::JaegerRifle,
            _ => Arms::Musket,
        };
        let profile = Profile {
            troops,
            nation: Nation::Other,
            arms,
            class: 3,
            gun: Weight::Medium,
            per_stand: tables::per_stand(troops, Weight::Medium),
            stands,
            figures: i16::from(stands) * tables::per_stand(troops, Weight::Medium),
            traits: Traits::empty(),
        };
        let facing: Facing = face.parse().expect("a facing");
        let seat = if troops == Troops::Horse { Seat::Saddle } else { Seat::Afoot };
        let pose = Pose::new(hex(q, r), facing, formation(stands, shape, seat));
        let crews = if troops == Troops::Guns { vec![profile.per_stand; usize::from(stands)] } else { Vec::new() };
        let state = UnitState { crews, ..UnitState::default() };
        let (label, marks) = (String::from(label), Marks::empty());
        self.units.push(Draft { label, profile, pose, lost: 0, presence: Presence::OnMap, marks, brigade: 1, state });
        self
    }

    /// What the last unit may send out, under its label in small letters.
    pub fn divisible(mut self) -> Fixture {
        let whole = self.last().clone();
        let label = whole.label.to_lowercase();
        self.units.push(Draft { label, presence: Presence::Unknown, ..whole });
        self
    }

    /// Adds regulars.
    pub fn foot(self, label: &str, stands: u8, at: (i16, i16), face: &str, shape: Shape) -> Fixture {
        self.unit(label, Troops::Regulars, stands, at, face, shape)
    }

    fn last(&mut self) -> &mut Draft {
        self.units.last_mut().expect("a unit first")
    }

    /// The class of the last unit.
    pub fn class(mut self, class: i16) -> Fixture {
        self.last().profile.class = class;
        self
    }

    /// How the last unit is formed, on the anchor it has.
    pub fn posed(mut self, formation: battle::Formation) -> Fixture {
        self.last().pose.formation = formation;
        self
    }

    /// The nation of the last unit.
    pub fn nation(mut self, nation: Nation) -> Fixture {
        self.last().profile.nation = nation;
        self
    }

    /// One more trait of the last unit.
    pub fn having(mut self, one: Traits) -> Fixture {
        let unit = self.last();
        unit.profile.traits |= one;
        self
    }

    /// Figures the last unit has lost.
    pub fn lost(mut self, lost: i16) -> Fixture {
        self.last().lost = lost;
        self
    }

    /// The brigade of the last unit, 1 unless said.
    pub fn brigade(mut self, brigade: u8) -> Fixture {
        self.last().brigade = brigade;
        self
    }

    /// Marks of the last unit.
    pub fn marks(mut self, marks: Marks) -> Fixture {
        self.last().marks |= marks;
        self
    }

    /// Changes the state of the last unit.
    pub fn state(mut self, change: impl Fn(&mut UnitState)) -> Fixture {
        change(&mut self.last().state);
        self
    }

    /// A brigadier with the last unit.
    pub fn led(mut self, label: &str) -> Fixture {
        let unit = UnitId(self.units.len() as u8 - 1);
        self.chiefs.push(Chief { label: label.into(), rank: Rank::Brigade, perch: Perch::With(unit) });
        self
    }

    /// A general of that rank with the last unit, above brigade 1 of his side.
    pub fn chief(mut self, label: &str, rank: Rank) -> Fixture {
        let unit = UnitId(self.units.len() as u8 - 1);
        self.chiefs.push(Chief { label: label.into(), rank, perch: Perch::With(unit) });
        self
    }

    /// A general of that rank alone on a hex.
    pub fn alone(mut self, label: &str, rank: Rank, (q, r): (i16, i16)) -> Fixture {
        self.chiefs.push(Chief { label: label.into(), rank, perch: Perch::At(hex(q, r)) });
        self
    }

    /// The guns of the last unit, with their crews.
    pub fn weight(mut self, gun: Weight) -> Fixture {
        let unit = self.last();
        unit.profile.gun = gun;
        unit.profile.per_stand = tables::per_stand(unit.profile.troops, gun);
        unit.state.crews = vec![unit.profile.per_stand; usize::from(unit.profile.stands)];
        self
    }

    /// What the last unit shoots.
    pub fn arms(mut self, arms: Arms) -> Fixture {
        self.last().profile.arms = arms;
        self
    }

    /// How high some hexes are.
    pub fn level(mut self, elevation: i8, hexes: &[(i16, i16)]) -> Fixture {
        hexes.iter().for_each(|(q, r)| self.cells[hex(*q, *r)].elevation = elevation);
        self
    }

    /// Terrain of some hexes.
    pub fn terrain(mut self, terrain: Terrain, hexes: &[(i16, i16)]) -> Fixture {
        hexes.iter().for_each(|(q, r)| self.cells[hex(*q, *r)].terrain = terrain);
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

    /// An obstacle on one edge.
    pub fn edge(mut self, at: (i16, i16), side: Direction, obstacle: Obstacle) -> Fixture {
        self.edges.set(hex(at.0, at.1), side, Edge { obstacle, ..Edge::default() });
        self
    }

    /// An edge with its way over.
    pub fn crossing(mut self, at: (i16, i16), side: Direction, edge: Edge) -> Fixture {
        self.edges.set(hex(at.0, at.1), side, edge);
        self
    }

    /// A road through some hexes.
    pub fn road(mut self, hexes: &[(i16, i16)]) -> Fixture {
        hexes.iter().for_each(|(q, r)| self.cells[hex(*q, *r)].road = true);
        self
    }

    /// Sets a house rule.
    pub fn house(mut self, key: &str, value: &str) -> Fixture {
        self.house.set(OPTIONS, key, value).expect("an option and a value of it");
        self
    }

    /// The step it is, of the first brigade of a side.
    pub fn phase(mut self, phase: PhaseId, player: Side) -> Fixture {
        (self.phase, self.player) = (phase, player);
        self
    }

    /// The battle, its dice falling as written.
    pub fn game(self, dice: &[u8]) -> Game<McNally> {
        Game::new(self.build(), dice)
    }

    fn brigade_of(label: &str, brigade: u8) -> u8 {
        2 * side_of(label).index() as u8 + brigade - 1
    }

    fn chain(&self, unit: &Draft) -> [Option<LeaderId>; 3] {
        let his = |chief: &Chief| side_of(&chief.label) == side_of(&unit.label) && unit.brigade == 1;
        let place = |rank| self.chiefs.iter().position(|chief| his(chief) && chief.rank == rank);
        [Rank::Brigade, Rank::Division, Rank::Army].map(|rank| place(rank).map(|place| LeaderId(place as u8)))
    }

    fn setting(&self, ground: &Ground) -> Setting<McNally> {
        let chain = self.units.iter().map(|unit| self.chain(unit)).collect();
        let parts = self
            .units
            .iter()
            .enumerate()
            .map(|(place, unit)| (unit.presence == Presence::Unknown).then(|| UnitId(place as u8 - 1)));
        let leader = |chief: &Chief| Leader { side: side_of(&chief.label), post: Post { rank: chief.rank } };
        Setting {
            options: Options::of(&self.house),
            house: self.house.clone(),
            profiles: self.units.iter().map(|unit| unit.profile).collect(),
            leaders: self.chiefs.iter().map(leader).collect(),
            fixed: Fixed {
                chain,
                parts: parts.collect(),
                edges: [MapEdge::South, MapEdge::North],
                runs: ground::runs(ground),
            },
            groups: Vec::new(),
            group_of: vec![None; self.units.len()],
            zones: [Vec::new(), Vec::new()],
            free_deployment: false,
            victory: Victory::Points,
            first_side: Side::Blue,
            home: [Facing::South, Facing::North],
        }
    }

    fn roster(&self) -> Roster {
        let brigade = |side: Side, number: u8| BrigadeInfo { name: format!("{side} {number}"), side };
        let brigades = Side::ALL.into_iter().flat_map(|side| [brigade(side, 1), brigade(side, 2)]).collect();
        let unit = |unit: &Draft| UnitInfo {
            label: unit.label.clone(),
            name: unit.label.clone(),
            side: side_of(&unit.label),
            arm: Arm::Infantry,
            class: String::from(unit.profile.troops.name()),
            brigade: Fixture::brigade_of(&unit.label, unit.brigade),
        };
        let leader = |chief: &Chief| LeaderInfo {
            label: chief.label.clone(),
            name: chief.label.clone(),
            side: side_of(&chief.label),
            class: "general".into(),
            officer: false,
        };
        let leaders = self.chiefs.iter().map(leader).collect();
        let units = self.units.iter().map(unit).collect();
        Roster::new(brigades, units, leaders, Vec::new()).with_marks(crate::marks::MARKS)
    }

    fn build(self) -> War {
        let ground = Ground::new(self.cells.clone(), self.edges.clone());
        let (setting, roster) = (self.setting(&ground), self.roster());
        let unit = |unit: &Draft| {
            let there = unit.presence == Presence::OnMap;
            let full = if there { i16::from(unit.profile.stands) * unit.profile.per_stand } else { 0 };
            let stands = unit.profile.stands;
            Unit {
                pose: unit.pose,
                stands,
                presence: unit.presence,
                strength: if there { full - unit.lost } else { 0 },
                full,
                marks: unit.marks,
            }
        };
        let muster = Muster {
            ground: Arc::new(ground),
            roster: Arc::new(roster),
            inches_per_hex: self.scale,
            turn_limit: 20,
            units: self.units.iter().map(unit).collect(),
            leaders: self.chiefs.iter().map(|chief| chief.perch).collect(),
        };
        let mut field = Battlefield::new(muster);
        field.apply(&Event::TurnBegan { turn: 1 });
        field.apply(&Event::StepBegan { step: self.phase.0, side: Some(self.player) });
        field.audit().expect("the fixture is sound");
        let mut war = War::on(field, setting, Dice::new(0));
        (war.state.player, war.state.first) = (self.player, Side::Blue);
        war.state.own.card = Some(2 * self.player.index() as u16);
        for (place, unit) in self.units.iter().enumerate() {
            war.state.units[place] = unit.state.clone();
        }
        war
    }
}

/// Modifiers by their names.
pub fn named(mods: &[crate::modifiers::Given]) -> Vec<(&'static str, i16)> {
    mods.iter().map(|(row, value)| (row.name, *value)).collect()
}

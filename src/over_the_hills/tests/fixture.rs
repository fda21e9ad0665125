//! Positions for proofs: units on a plain by axial hexes, as the rules page writes them, and dice as written.
//!
//! ```text
//! let mut game = Fixture::plain()                      // 60 by 60 hexes of an inch, Red's shooting in Blue's turn
//!     .foot("B1", (20, 30), "N", Shape::Line)          // 4 stands, Seasoned: FS0 7, class C, musket; B.. is Blue's, R.. Red's
//!     .foot("R1", (22, 26), "S", Shape::Line).fs(8).hits(3)   // the last unit: FS0 8, 3 hits taken
//!     .brigadier("RG", (22, 20), 3)                    // CF 3, 12 inches, over all of Red's brigade 1
//!     .phase(SHOOTING, Side::Blue)                     // whose turn it is: fire is the other side's
//!     .game(&[4]);                                     // the next dice, in the order in which they fall
//! game.fire("R1", "B1");
//! assert_eq!(game.fs("B1"), 5);
//! game.all_fell();
//! ```
//!
//! `state` changes what the field does not show of the last unit, `contact` puts two units into contact, `game.score` gives the
//! score of a shot or round with its modifiers, `game.target` what a d10 must not pass in a test.

#![allow(dead_code, reason = "words that proofs may want")]

use std::sync::Arc;

pub use super::fixture_game::{Game, score_of};
use battle::{
    Battlefield, BrigadeInfo, Cell, Dice, Edge, Event, Ground, HouseRules, LeaderId, LeaderInfo, Marks, Muster,
    Obstacle, Perch, Pose, Presence, Quality, Rank, Roster, Side, Terrain, Unit, UnitId, UnitInfo, Victory,
};
use hexes::{Direction, EdgeMap, Facing, Grid, Hex, HexMap};
use rulebook::{Leader, PhaseId, Setting};

use crate::ground::{runs, towns};
use crate::info::SHOOTING;
use crate::options::OPTIONS;
use crate::profile::{Arms, Class, Fixed, Gun, Kind, Post, Profile, Traits, Weight};
use crate::space::{Aspect, Shape, formation};
use crate::state::{Contact, Mandate, Once, UnitState};
use crate::{Options, OverTheHills, War, command::orders, fatigue};

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
    hits: i16,
    marks: Marks,
    brigade: u8,
    state: UnitState,
}

/// A commander to be: of one of its side's brigades, or of all.
#[derive(Clone)]
struct Chief {
    label: String,
    post: Post,
    perch: Perch,
    brigade: Option<u8>,
}

/// A battle to be.
#[derive(Clone)]
pub struct Fixture {
    cells: HexMap<Cell>,
    edges: EdgeMap<Edge>,
    units: Vec<Draft>,
    chiefs: Vec<Chief>,
    contacts: Vec<(String, String, Aspect, bool)>,
    house: HouseRules,
    phase: PhaseId,
    player: Side,
    orders: [u8; 2],
    scale: u8,
    turn: u16,
}

fn side_of(label: &str) -> Side {
    if label.starts_with('B') { Side::Blue } else { Side::Red }
}

impl Fixture {
    /// A plain of 60 by 60 hexes of an inch; Red shoots in Blue's turn.
    pub fn plain() -> Fixture {
        Fixture::sized(60, 60)
    }

    /// A plain of another size.
    pub fn sized(width: i16, height: i16) -> Fixture {
        let grid = Grid::new(width, height);
        Fixture {
            cells: HexMap::filled(grid, Cell::default()),
            edges: EdgeMap::filled(grid, Edge::default()),
            units: Vec::new(),
            chiefs: Vec::new(),
            contacts: Vec::new(),
            house: HouseRules::default(),
            phase: SHOOTING,
            player: Side::Blue,
            orders: [orders::ATTACK; 2],
            scale: 1,
            turn: 1,
        }
    }

    /// Adds Seasoned foot of four stands: label, anchor, facing and shape.
    pub fn foot(self, label: &str, at: (i16, i16), facing: &str, shape: Shape) -> Fixture {
        self.unit(label, Kind::Infantry, 4, at, facing, shape)
    }

    /// Adds Seasoned light cavalry of four stands.
    pub fn horse(self, label: &str, at: (i16, i16), facing: &str, shape: Shape) -> Fixture {
        self.unit(label, Kind::Cavalry, 4, at, facing, shape)
    }

    /// Adds a Seasoned foot battery of two stands and those guns, in battery.
    pub fn guns(self, label: &str, at: (i16, i16), facing: &str, gun: Gun) -> Fixture {
        self.unit(label, Kind::FootArtillery, 2, at, facing, Shape::Battery).gun(gun)
    }

    /// Adds a Seasoned unit with a score of 7.
    pub fn unit(
        mut self,
        label: &str,
        kind: Kind,
        stands: u8,
        (q, r): (i16, i16),
        face: &str,
        shape: Shape,
    ) -> Fixture {
        let profile = Profile {
            kind,
            weight: Weight::Light,
            arms: if kind == Kind::Infantry { Arms::Musket } else { Arms::None },
            gun: Gun::Medium,
            quality: Quality::Trained,
            class: Class::C,
            traits: Traits::empty(),
            score: 7,
            stands,
        };
        let pose = Pose::new(hex(q, r), facing(face), formation(stands, shape));
        let (label, marks, state) = (String::from(label), Marks::empty(), UnitState::default());
        self.units.push(Draft { label, profile, pose, hits: 0, marks, brigade: 1, state });
        self
    }

    fn last(&mut self) -> &mut Draft {
        self.units.last_mut().expect("a unit first")
    }

    /// Changes what the last unit is.
    pub fn change(mut self, change: impl Fn(&mut Profile)) -> Fixture {
        change(&mut self.last().profile);
        self
    }

    /// Score of the last unit at the start.
    pub fn fs(self, score: i16) -> Fixture {
        self.change(|profile| profile.score = score)
    }

    /// Score at the start of the unit of that label.
    pub fn score_of(mut self, label: &str, score: i16) -> Fixture {
        let unit = self.units.iter_mut().find(|unit| unit.label == label);
        unit.expect("a unit of that label").profile.score = score;
        self
    }

    /// Hits the last unit has taken.
    pub fn hits(mut self, hits: i16) -> Fixture {
        self.last().hits = hits;
        self
    }

    /// How heavily the last unit charges.
    pub fn weight(self, weight: Weight) -> Fixture {
        self.change(|profile| profile.weight = weight)
    }

    /// The guns of the last unit.
    pub fn gun(self, gun: Gun) -> Fixture {
        self.change(|profile| profile.gun = gun)
    }

    /// The small arms of the last unit.
    pub fn arms(self, arms: Arms) -> Fixture {
        self.change(|profile| profile.arms = arms)
    }

    /// The skirmish class of the last unit.
    pub fn class(self, class: Class) -> Fixture {
        self.change(|profile| profile.class = class)
    }

    /// One more trait of the last unit.
    pub fn having(self, one: Traits) -> Fixture {
        self.change(|profile| profile.traits |= one)
    }

    /// The brigade of the last unit: 1 unless said, of its side.
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

    /// The first volley of the last unit is spent.
    pub fn volley_spent(self) -> Fixture {
        self.state(|own| own.volley = Once::Done)
    }

    /// The way back from head to tail of the last unit, a march column.
    pub fn trail(mut self, trail: battle::Trail) -> Fixture {
        self.last().pose.trail = trail;
        self
    }

    /// The last unit as a garrison of the houses it stands on.
    pub fn garrisoned(mut self) -> Fixture {
        let cells = self.cells.clone();
        let unit = self.last();
        let near =
            unit.pose.anchor.within(2).filter(|hex| cells.get(*hex).is_some_and(|cell| cell.terrain.is_built_up()));
        let held: Vec<Hex> = near.take(2).collect();
        unit.pose = Pose::garrison(unit.pose.anchor, unit.pose.facing, &held).expect("near");
        self
    }

    fn chief(mut self, label: &str, rank: Rank, perch: Perch, control: i16, brigade: Option<u8>) -> Fixture {
        let range = match rank {
            Rank::Army => 36,
            Rank::Division => 24,
            Rank::Brigade | Rank::Adjutant => 12,
        };
        let post = Post { rank, control, inspiration: 0, range };
        self.chiefs.push(Chief { label: label.into(), post, perch, brigade });
        self
    }

    /// A brigadier of his side's brigade 1 on a hex.
    pub fn brigadier(self, label: &str, (q, r): (i16, i16), control: i16) -> Fixture {
        self.chief(label, Rank::Brigade, Perch::At(hex(q, r)), control, Some(1))
    }

    /// A brigadier of the last unit's brigade attached to it.
    pub fn led(self, label: &str, control: i16) -> Fixture {
        let (unit, brigade) = (UnitId(self.units.len() as u8 - 1), self.units.last().map(|unit| unit.brigade));
        self.chief(label, Rank::Brigade, Perch::With(unit), control, brigade)
    }

    /// A division commander, over all brigades of his side.
    pub fn divisionary(self, label: &str, (q, r): (i16, i16), control: i16) -> Fixture {
        self.chief(label, Rank::Division, Perch::At(hex(q, r)), control, None)
    }

    /// An army's general.
    pub fn general(self, label: &str, (q, r): (i16, i16), control: i16) -> Fixture {
        self.chief(label, Rank::Army, Perch::At(hex(q, r)), control, None)
    }

    /// Inspiration of the last commander.
    pub fn inspiring(mut self, inspiration: i16) -> Fixture {
        self.chiefs.last_mut().expect("a commander first").post.inspiration = inspiration;
        self
    }

    /// One unit is in contact with another, on that side of it, since this turn.
    pub fn contact(mut self, by: &str, on: &str, aspect: Aspect) -> Fixture {
        self.contacts.push((by.into(), on.into(), aspect, true));
        self
    }

    /// The same since an earlier turn.
    pub fn locked(mut self, by: &str, on: &str) -> Fixture {
        self.contacts.push((by.into(), on.into(), Aspect::Front, false));
        self
    }

    /// The order of every brigade of a side; attack unless said.
    pub fn ordered(mut self, side: Side, order: u8) -> Fixture {
        self.orders[side.index()] = order;
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

    /// The step it is, and in whose player turn.
    pub fn phase(mut self, phase: PhaseId, player: Side) -> Fixture {
        (self.phase, self.player) = (phase, player);
        self
    }

    /// The battle, its dice falling as written. A side without units has one in the far corner.
    pub fn game(mut self, dice: &[u8]) -> Game {
        let (width, height) = (self.cells.grid().width(), self.cells.grid().height());
        for (letter, column, row) in [("B0", width - 4, height - 2), ("R0", 3, 1)] {
            if !self.units.iter().any(|unit| unit.label.starts_with(&letter[..1])) {
                let hex = hexes::Offset::new(column, row).hex();
                self = self.foot(letter, (hex.q, hex.r), "N", Shape::Line);
            }
        }
        Game(rulebook::fixture::Game::new(self.build(), dice))
    }

    /// The battle with the dice of a seed.
    pub fn seeded(self, seed: u64) -> Game {
        let mut game = self.game(&[]);
        game.war.set_dice(Dice::new(seed));
        game
    }

    /// Brigades of the roster: 1 and 2 of Blue, then of Red.
    fn brigade_of(&self, label: &str, brigade: u8) -> u8 {
        2 * side_of(label).index() as u8 + brigade - 1
    }

    fn chain(&self, unit: &Draft) -> [Option<LeaderId>; 3] {
        [Rank::Brigade, Rank::Division, Rank::Army].map(|rank| {
            let his = |chief: &Chief| {
                let side = side_of(&chief.label) == side_of(&unit.label);
                side && chief.post.rank == rank && chief.brigade.is_none_or(|brigade| brigade == unit.brigade)
            };
            self.chiefs.iter().position(his).map(|place| LeaderId(place as u8))
        })
    }

    fn setting(&self, ground: &Ground) -> Setting<OverTheHills> {
        let runs = runs::runs(ground);
        let crossings = runs::near(ground, &runs);
        let (edges, hexes) = runs;
        let fixed = Fixed {
            chain: self.units.iter().map(|unit| self.chain(unit)).collect(),
            orders: Side::ALL.into_iter().flat_map(|side| [self.orders[side.index()]; 2]).collect(),
            edges,
            hexes,
            crossings,
            towns: towns::towns(ground),
            first_is_said: true,
        };
        let leader = |chief: &Chief| Leader { side: side_of(&chief.label), post: chief.post };
        Setting {
            options: Options::of(&self.house),
            house: self.house.clone(),
            profiles: self.units.iter().map(|unit| unit.profile).collect(),
            leaders: self.chiefs.iter().map(leader).collect(),
            fixed,
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
            arm: unit.profile.kind.arm(),
            class: String::from(unit.profile.kind.name()),
            brigade: self.brigade_of(&unit.label, unit.brigade),
        };
        let leader = |chief: &Chief| LeaderInfo {
            label: chief.label.clone(),
            name: chief.label.clone(),
            side: side_of(&chief.label),
            class: "commander".into(),
            officer: false,
        };
        let leaders = self.chiefs.iter().map(leader).collect();
        let units = self.units.iter().map(unit).collect();
        Roster::new(brigades, units, leaders, Vec::new()).with_marks(crate::marks::MARKS)
    }

    fn build(self) -> War {
        let ground = Ground::new(self.cells.clone(), self.edges.clone());
        let (setting, roster) = (self.setting(&ground), self.roster());
        let unit = |unit: &Draft| Unit {
            pose: unit.pose,
            stands: unit.profile.stands,
            presence: Presence::OnMap,
            strength: unit.profile.score - unit.hits,
            full: unit.profile.score,
            marks: unit.marks,
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
        field.apply(&Event::TurnBegan { turn: self.turn });
        field.apply(&Event::StepBegan { step: self.phase.0, side: Some(self.player) });
        field.audit().expect("the fixture is sound");
        let mut war = War::on(field, setting, Dice::new(0));
        (war.state.player, war.state.first) = (self.player, Side::Blue);
        for (place, unit) in self.units.iter().enumerate() {
            war.state.units[place] = unit.state.clone();
        }
        let orders: Vec<u8> = war.fixed().orders.clone();
        war.state.own.mandates = orders.iter().map(|order| Mandate { order: *order, changed: Once::Open }).collect();
        self.engage(war)
    }

    /// Puts units into contact and shows what all are.
    fn engage(self, war: War) -> War {
        let mut game = rulebook::fixture::Game::new(war, &[]);
        for (by, on, aspect, fresh) in &self.contacts {
            let (by, on) = (game.id(by), game.id(on));
            let contact = Contact { by, on, aspect: *aspect, fought: Once::Open, fresh: *fresh, inside: false };
            crate::contacts::make(&mut game.umpire(), contact);
        }
        for unit in game.war.field().ids().collect::<Vec<_>>() {
            fatigue::show(&mut game.umpire(), unit);
        }
        game.war
    }
}

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

use std::sync::Arc;

use battle::{
    Arm, Battlefield, BrigadeInfo, Cell, Dice, Edge, Event, Ground, HouseRules, LeaderId, LeaderInfo, Marks, Muster,
    Obstacle, Order, Perch, Pool, Pose, Presence, Quality, Rank, Reading, Roster, Side, Terrain, Unit, UnitId,
    UnitInfo, Victory,
};
use hexes::{Direction, EdgeMap, Facing, Grid, Hex, HexMap};
use rulebook::{Leader, PhaseId, Setting};

use crate::combat::score::{Bare, Fighter};
use crate::fire::aim::{self, Aim};
use crate::fire::score::Manner;
use crate::ground::{runs, towns};
use crate::info::{DONE, FIRE, SHOOTING};
use crate::options::OPTIONS;
use crate::profile::{Arms, Class, Fixed, Gift, Gifts, Gun, Kind, Post, Profile, Weight};
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
        self.unit(label, Kind::FootArtillery, 2, at, facing, Shape::Battery)
            .change(|profile| profile.gun = Gun::Light)
            .gun(gun)
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
            gifts: Gifts::default(),
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
    pub fn gift(self, gift: Gift) -> Fixture {
        self.change(|profile| profile.gifts = profile.gifts.with(gift))
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

    /// The battle, its dice falling as written.
    pub fn game(self, dice: &[u8]) -> Game {
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
        let (edges, hexes) = runs::runs(ground);
        let fixed = Fixed {
            chain: self.units.iter().map(|unit| self.chain(unit)).collect(),
            orders: Side::ALL.into_iter().flat_map(|side| [self.orders[side.index()]; 2]).collect(),
            edges,
            hexes,
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
            arm: Arm::Infantry,
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
        Roster::new(brigades, self.units.iter().map(unit).collect(), leaders, Vec::new())
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

/// A battle under test with words of its own.
#[derive(Clone)]
pub struct Game(pub rulebook::fixture::Game<OverTheHills>);

impl std::ops::Deref for Game {
    type Target = rulebook::fixture::Game<OverTheHills>;

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
    /// The score of a unit now; 0 when it is not on the map.
    #[track_caller]
    pub fn fs(&self, label: &str) -> i16 {
        if self.is_there(label) { self.war.strength(self.id(label)) } else { 0 }
    }

    /// Hits that a unit has.
    #[track_caller]
    pub fn fh(&self, label: &str) -> i16 {
        fatigue::hits_of(&self.war, self.id(label))
    }

    /// The shape of a unit.
    #[track_caller]
    pub fn shape(&self, label: &str) -> Shape {
        crate::space::shape(&self.war, self.id(label))
    }

    /// Inches between two units.
    #[track_caller]
    pub fn between(&self, one: &str, other: &str) -> i32 {
        crate::space::between(&self.war, self.id(one), self.id(other))
    }

    /// Fires.
    #[track_caller]
    pub fn fire(&mut self, by: &str, on: &str) {
        let order = self.order(FIRE, by, on);
        self.give(order);
    }

    /// Ends the step.
    #[track_caller]
    pub fn done(&mut self) {
        self.give(Order::new(DONE));
    }

    /// Gives an order of a unit that ends in a pose.
    #[track_caller]
    pub fn go(&mut self, verb: battle::Verb, by: &str, (q, r): (i16, i16), face: &str) {
        let unit = self.id(by);
        let pose = Pose { anchor: hex(q, r), facing: facing(face), ..self.war.pose(unit) };
        let order = Order::new(verb).by(unit).to(pose);
        self.give(order);
    }

    /// Forms a unit, where it comes to stand by itself.
    #[track_caller]
    pub fn form(&mut self, label: &str, shape: Shape) {
        let stem = self.order(crate::info::FORM, label, "");
        let reach = self.war.reach_of(&stem);
        let pose = reach.legal().map(|place| place.pose).find(|pose| crate::space::shape_of(pose) == shape);
        self.give(stem.to(pose.expect("the shape can be formed")));
    }

    /// Moves to contact with so many segments, by the first way found.
    #[track_caller]
    pub fn charge(&mut self, by: &str, on: &str, segments: i16) {
        let stem = self.order(crate::info::CHARGE, by, on).with(segments);
        let reach = self.war.reach_of(&stem);
        let pose = reach.legal().min_by_key(|place| place.cost).map(|place| place.pose);
        self.give(stem.to(pose.expect("contact can be made")));
    }

    /// The roll of a shot, if there is one.
    #[track_caller]
    pub fn shot(&self, by: &str, on: &str) -> Option<Pool> {
        let shot = aim::shot(&self.war, self.id(by), self.id(on), Aim::Plain)?;
        Some(crate::fire::score::pool(&self.war, &shot, Manner::Plain))
    }

    /// The score of a shot with its modifiers.
    #[track_caller]
    pub fn score(&self, by: &str, on: &str) -> i16 {
        score_of(&self.shot(by, on).expect("a shot"))
    }

    /// The score of a unit in a round of combat with its modifiers.
    #[track_caller]
    pub fn fights(&self, unit: &str, enemy: &str, round: u8) -> i16 {
        let fighter = Fighter { unit: self.id(unit), enemy: self.id(enemy), face: None, round, acted: 0 };
        score_of(&crate::combat::score::pool(&self.war, &fighter, Bare::No))
    }
}

/// The score of a roll on the hit table, or what a test must not pass.
pub fn score_of(pool: &Pool) -> i16 {
    match pool.reading() {
        Reading::Score(score, _) | Reading::Under(score) => score,
        other => panic!("{other:?} has no score"),
    }
}

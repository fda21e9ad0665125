//! Drawn fields for tests: rows of ground, Units on them, rules to bend.

use std::sync::Arc;

use battle::{
    Arm, Battlefield, BrigadeInfo, Cell, Crossing, Dice, Edge, Event, Formation, Ground, HouseRules, LeaderInfo, Marks,
    Muster, Obstacle, Perch, Pose, Presence, Roster, Side, Terrain, Unit, UnitId, UnitInfo, Victory,
};
use hexes::{Direction, EdgeMap, Facing, Grid, Hex, HexMap, Offset};
use rulebook::Setting;

use crate::muster::Pools;
use crate::{Class, Eagles, Options, Profile, Traits, War};

/// A field being drawn. Odd rows are shifted right by half a hex.
pub(crate) struct Fixture {
    cells: HexMap<Cell>,
    edges: EdgeMap<Edge>,
    rules: Options,
    scale: u8,
    units: Vec<(UnitInfo, Profile, Pose, i16)>,
    leaders: Vec<(LeaderInfo, Option<String>)>,
}

/// A drawn field, ready to be asked.
pub(crate) struct Sketch {
    pub(crate) war: War,
    pub(crate) rules: Options,
}

/// The hex at `column,row`.
pub(crate) fn hex(place: &str) -> Hex {
    place.parse::<Offset>().expect("a place such as 3,4").hex()
}

/// `.` open, `,` crops, `r` rough, `l w d` woods from light to dense, `m` marsh, `t` town, `f` field work, `~` water,
/// `x` water with a ford, `b` water with a bridge and road, `=` road, `W` road through woods, `#` impassable,
/// digits: open hill of that level.
fn cell(letter: char) -> Cell {
    let of = |terrain| Cell { terrain, ..Cell::default() };
    match letter {
        '.' => Cell::default(),
        ',' => of(Terrain::Crops),
        'r' => of(Terrain::Rough),
        'l' => of(Terrain::LightWoods),
        'w' => of(Terrain::Woods),
        'd' => of(Terrain::DenseWoods),
        'm' => of(Terrain::Marsh),
        't' => of(Terrain::StoneBuilding),
        'f' => of(Terrain::Works),
        '~' => of(Terrain::Water),
        'x' => Cell { crossing: Crossing::Ford, ..of(Terrain::Water) },
        'b' => Cell { crossing: Crossing::Bridge, road: true, ..of(Terrain::Water) },
        '=' => Cell { road: true, ..Cell::default() },
        'W' => Cell { road: true, ..of(Terrain::Woods) },
        '#' => of(Terrain::Impassable),
        digit if digit.is_ascii_digit() => Cell { elevation: digit as i8 - b'0' as i8, ..Cell::default() },
        other => panic!("no ground is drawn as `{other}`"),
    }
}

impl Fixture {
    /// Ground drawn in rows of equal length, spaces ignored.
    pub(crate) fn new(rows: &[&str]) -> Fixture {
        let letters: Vec<Vec<char>> =
            rows.iter().map(|row| row.chars().filter(|letter| *letter != ' ').collect()).collect();
        let grid = Grid::new(letters[0].len() as i16, letters.len() as i16);
        let cells = letters.concat().into_iter().map(cell).collect();
        Fixture {
            cells: HexMap::from_cells(grid, cells).expect("rows of equal length"),
            edges: EdgeMap::filled(grid, Edge::default()),
            rules: Options::default(),
            scale: 1,
            units: Vec::new(),
            leaders: Vec::new(),
        }
    }

    /// Open ground.
    pub(crate) fn open(width: usize, height: usize) -> Fixture {
        let row = ".".repeat(width);
        Fixture::new(&vec![row.as_str(); height])
    }

    /// Draws one hex over.
    pub(crate) fn ground(mut self, place: &str, letter: char) -> Fixture {
        self.cells[hex(place)] = cell(letter);
        self
    }

    /// Draws all hexes of the columns and rows over, ends included.
    pub(crate) fn block(
        mut self,
        columns: std::ops::RangeInclusive<i16>,
        rows: std::ops::RangeInclusive<i16>,
        letter: char,
    ) -> Fixture {
        for row in rows {
            for column in columns.clone() {
                self.cells[Offset::new(column, row).hex()] = cell(letter);
            }
        }
        self
    }

    /// Puts an obstacle on an edge.
    pub(crate) fn edge(mut self, place: &str, direction: Direction, obstacle: Obstacle, crossing: Crossing) -> Fixture {
        self.edges.set(hex(place), direction, Edge { obstacle, crossing });
        self
    }

    /// Puts an obstacle along the whole upper side of a row of hexes.
    pub(crate) fn above_row(mut self, row: i16, obstacle: Obstacle) -> Fixture {
        for column in 0..self.cells.grid().width() {
            for direction in [Direction::NorthWest, Direction::NorthEast] {
                let crossing = Crossing::None;
                self.edges.set(Offset::new(column, row).hex(), direction, Edge { obstacle, crossing });
            }
        }
        self
    }

    /// A river around the hexes that lie beyond it, by column and row.
    pub(crate) fn river(mut self, beyond: impl Fn(i16, i16) -> bool) -> Fixture {
        let far = |hex: Hex| beyond(hex.offset().column, hex.offset().row);
        for hex in self.cells.grid().iter().filter(|hex| far(*hex)) {
            for direction in Direction::ALL.into_iter().filter(|way| !far(hex + *way)) {
                self.edges.set(hex, direction, Edge { obstacle: Obstacle::River, crossing: Crossing::None });
            }
        }
        self
    }

    /// Inches that one hex stands for.
    pub(crate) fn scale(mut self, inches: u8) -> Fixture {
        self.scale = inches;
        self
    }

    /// Changes the rules; the files and ranks hold for the Units drawn before and after.
    pub(crate) fn rules(mut self, change: impl FnOnce(&mut Options)) -> Fixture {
        change(&mut self.rules);
        self
    }

    /// A Unit of that label (first letter `B` or `R` for its side) with its anchor at `place`, facing `N`, `ENE`, ...
    pub(crate) fn unit(mut self, label: &str, class: Class, place: &str, facing: &str) -> Fixture {
        let side = if label.starts_with('B') { Side::Blue } else { Side::Red };
        let arm = match class {
            Class::Infantry | Class::Lights => Arm::Infantry,
            Class::Cavalry => Arm::Cavalry,
            Class::Guns => Arm::Artillery,
        };
        let info = UnitInfo {
            label: label.into(),
            name: label.into(),
            side,
            arm,
            class: format!("{class:?}"),
            brigade: side.index() as u8,
        };
        let facing: Facing = facing.parse().expect("a facing");
        let pose = Pose::new(hex(place), facing, Formation::line(1));
        let strength = if class == Class::Infantry { 7 } else { 5 };
        self.units.push((info, Profile { class, traits: Traits::empty(), points: strength }, pose, strength));
        self
    }

    /// Gives the last Unit traits.
    pub(crate) fn traits(mut self, traits: Traits) -> Fixture {
        self.units.last_mut().expect("a unit").1.traits |= traits;
        self
    }

    /// Leaves the last Unit so many Strength Points.
    pub(crate) fn strength(mut self, strength: i16) -> Fixture {
        self.units.last_mut().expect("a unit").3 = strength;
        self
    }

    /// A General, with a Unit or away.
    pub(crate) fn general(mut self, label: &str, with: Option<&str>) -> Fixture {
        let side = if label.starts_with('B') { Side::Blue } else { Side::Red };
        let info =
            LeaderInfo { label: label.into(), name: label.into(), side, class: "General".into(), officer: false };
        self.leaders.push((info, with.map(String::from)));
        self
    }

    /// The field as drawn.
    pub(crate) fn build(self) -> Sketch {
        self.build_with(|_, setting| setting, &[])
    }

    /// The field as drawn on turn 2, with what is fixed completed and the dice falling as written.
    pub(crate) fn build_with(
        self,
        complete: impl FnOnce(&Battlefield, Setting<Eagles>) -> Setting<Eagles>,
        dice: &[u8],
    ) -> Sketch {
        let (rules, edges, cells) = (self.rules, self.edges, self.cells);
        let place = |label: &str| self.units.iter().position(|(info, ..)| info.label == label).expect("a unit");
        let perch =
            |with: &Option<String>| with.as_ref().map_or(Perch::Away, |label| Perch::With(UnitId(place(label) as u8)));
        let leaders: Vec<Perch> = self.leaders.iter().map(|(_, with)| perch(with)).collect();
        let profiles: Vec<Profile> = self.units.iter().map(|(_, profile, ..)| *profile).collect();
        let state = |(_, profile, pose, strength): &(UnitInfo, Profile, Pose, i16)| Unit {
            pose: Pose { formation: Formation::line(rules.files), ..*pose },
            stands: rules.files * rules.ranks,
            presence: Presence::OnMap,
            strength: *strength,
            full: if profile.class == Class::Infantry { 7 } else { 5 },
            marks: Marks::empty(),
        };
        let units = self.units.iter().map(state).collect();
        let brigades = Side::ALL.map(|side| BrigadeInfo { name: side.name().into(), side }).to_vec();
        let infos = self.units.into_iter().map(|(info, ..)| info).collect();
        let chiefs = self.leaders.into_iter().map(|(info, _)| info).collect();
        let muster = Muster {
            ground: Arc::new(Ground::new(cells, edges)),
            roster: Arc::new(Roster::new(brigades, infos, chiefs, Vec::new())),
            inches_per_hex: self.scale,
            turn_limit: 15,
            units,
            leaders,
        };
        let mut field = Battlefield::new(muster);
        field.apply(&Event::TurnBegan { turn: 2 });
        let setting = Setting {
            house: HouseRules::default(),
            options: rules.clone(),
            group_of: vec![None; profiles.len()],
            profiles,
            leaders: Vec::new(),
            groups: Vec::new(),
            zones: [Vec::new(), Vec::new()],
            free_deployment: false,
            victory: Victory::Points,
            first_side: Side::Blue,
            home: [Facing::South, Facing::North],
            fixed: Pools::default(),
        };
        Sketch { war: War::on(field.clone(), complete(&field, setting), Dice::scripted(dice)), rules }
    }
}

impl Sketch {
    /// The battle to ask.
    pub(crate) fn scene(&self) -> &War {
        &self.war
    }

    /// The number of a Unit.
    pub(crate) fn id(&self, label: &str) -> UnitId {
        let found = self.war.field().roster().units().find(|(_, info)| info.label == label);
        found.expect("a unit of that label").0
    }

    /// The pose of a Unit.
    pub(crate) fn pose(&self, label: &str) -> Pose {
        self.war.field().unit(self.id(label)).pose
    }

    /// A pose: `3,4` and `N`.
    pub(crate) fn at(&self, place: &str, facing: &str) -> Pose {
        Pose::new(hex(place), facing.parse().expect("a facing"), Formation::line(self.rules.files))
    }
}

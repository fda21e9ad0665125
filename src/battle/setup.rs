//! A battle as written: ground, armies, objectives and length, before any rule system has touched it.

use std::collections::BTreeMap;
use std::sync::Arc;

use hexes::Hex;

use crate::{Army, Ground, Side};

/// What an objective asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goal {
    /// Counts for the side that last had it to itself at a turn's end; the owner has it at the start.
    Hold,
    /// Counts for the side that has it to itself when the battle ends.
    Occupy,
    /// Counts for its side when so many of its units have left the map through it.
    Exit,
    /// Counts for its side when so many enemy units are destroyed.
    Destroy,
}

impl Goal {
    /// Names in battle files, in the order of the variants.
    pub const NAMES: &'static [&'static str] = &["hold", "occupy", "exit", "destroy"];
}

/// One objective as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Name as shown.
    pub name: String,
    /// What it asks for.
    pub goal: Goal,
    /// The hexes it covers; empty for [`Goal::Destroy`].
    pub hexes: Vec<Hex>,
    /// Who has it at the start (Hold).
    pub owner: Option<Side>,
    /// For whom it counts; `None` is both.
    pub side: Option<Side>,
    /// Units needed (Exit, Destroy); 0 otherwise.
    pub count: u8,
    /// Victory points.
    pub value: i16,
}

/// How points decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Victory {
    /// More points win; equal points draw.
    #[default]
    Points,
    /// A side wins by having every objective open to it while the other does not; anything else draws.
    All,
}

/// When a group of reinforcements comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// At the start of that turn.
    Turn(u16),
    /// From that turn on, when a d6 shows at least `need`; one roll at each turn's start.
    Roll {
        /// First turn of rolling.
        from: u16,
        /// Needed on a d6.
        need: u8,
    },
}

/// Units that come later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reinforcement {
    /// Name as shown.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// When.
    pub arrival: Arrival,
    /// Where: any of these hexes takes an anchor, tried in this order.
    pub entry: Vec<Hex>,
    /// Which way they face.
    pub facing: hexes::Facing,
}

/// The weather, for systems that know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weather {
    /// Dry and clear.
    #[default]
    Clear,
    /// Rain: wet powder and soft ground.
    Rain,
    /// Fog or smoke that hides.
    Fog,
    /// Snow.
    Snow,
    /// Mud after rain.
    Mud,
}

impl Weather {
    /// Names in battle files, in the order of the variants.
    pub const NAMES: &'static [&'static str] = &["clear", "rain", "fog", "snow", "mud"];
}

/// A battle as written. Shared, never changed.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Key: the file's name without ending, e.g. `quatre-bras`.
    pub key: String,
    /// Title as shown.
    pub title: String,
    /// Date or year as shown; empty for invented battles.
    pub date: String,
    /// What happened and who fights, for the set-up screen.
    pub note: String,
    /// Inches on a table that one hex stands for.
    pub inches_per_hex: u8,
    /// The ground.
    pub ground: Arc<Ground>,
    /// Blue's and Red's army, in this order.
    pub armies: [Army; 2],
    /// Where each side may deploy, by side index; empty: only the written places.
    pub zones: [Vec<Hex>; 2],
    /// Whether the sides may move their units within their zones before turn 1.
    pub free_deployment: bool,
    /// Objectives, in the order of the file.
    pub objectives: Vec<Objective>,
    /// How objectives decide.
    pub victory: Victory,
    /// Groups that come later.
    pub reinforcements: Vec<Reinforcement>,
    /// Number of turns.
    pub turn_limit: u16,
    /// The side that goes first; nothing where the rules find it out.
    pub first_side: Option<Side>,
    /// The weather.
    pub weather: Weather,
    /// Settings a rule system gets with this battle, by the system's name: key to value.
    pub house: BTreeMap<String, BTreeMap<String, String>>,
    /// Place names drawn on the map.
    pub places: Vec<(String, Hex)>,
}

impl Scenario {
    /// The year it was fought in: the first number of four digits in its date; none for an invented battle.
    #[must_use]
    pub fn year(&self) -> Option<u16> {
        year_of(&self.date)
    }

    /// The army of a side.
    #[must_use]
    pub fn army(&self, side: Side) -> &Army {
        &self.armies[side.index()]
    }
}

fn year_of(date: &str) -> Option<u16> {
    date.split(|c: char| !c.is_ascii_digit()).filter(|digits| digits.len() == 4).find_map(|digits| digits.parse().ok())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_date_names_its_year() {
        assert_eq!(super::year_of("16 June 1815, 14:00"), Some(1815));
        assert_eq!(super::year_of("July 1806"), Some(1806));
        assert_eq!(super::year_of("a spring morning"), None);
    }
}

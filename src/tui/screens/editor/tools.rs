//! The tools of the editor, and what each can use.

use battle::{Obstacle, Side, Terrain, Troop};
use drafting::{Entry, Sketch};

/// A tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tool {
    /// What covers the hexes.
    Ground,
    /// How high they lie.
    Heights,
    /// What runs along their edges.
    Edges,
    /// Roads and crossings.
    Roads,
    /// Units.
    Units,
    /// Leaders.
    Leaders,
    /// Goals.
    Goals,
    /// Names on the map.
    Places,
    /// Units that come later.
    Arrivals,
    /// Where the sides may deploy.
    Zones,
    /// What the battle says of itself.
    Heading,
}

impl Tool {
    /// All of them.
    pub const ALL: [Tool; 11] = [
        Tool::Ground,
        Tool::Heights,
        Tool::Edges,
        Tool::Roads,
        Tool::Units,
        Tool::Leaders,
        Tool::Goals,
        Tool::Places,
        Tool::Arrivals,
        Tool::Zones,
        Tool::Heading,
    ];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Tool::Ground => "ground",
            Tool::Heights => "heights",
            Tool::Edges => "edges",
            Tool::Roads => "roads",
            Tool::Units => "units",
            Tool::Leaders => "leaders",
            Tool::Goals => "goals",
            Tool::Places => "names",
            Tool::Arrivals => "arrivals",
            Tool::Zones => "zones",
            Tool::Heading => "heading",
        }
    }

    /// What it does.
    pub const fn help(self) -> &'static str {
        match self {
            Tool::Ground => "Space paints what covers the hexes: woods, crops, houses, water.",
            Tool::Heights => "Space raises or lowers the ground; each higher level lies inside the lower one.",
            Tool::Edges => {
                "Space puts a wall, a hedge or a stream along the marked side of the hex; [ ] turn the side."
            }
            Tool::Roads => "Space leads a road through the hex, or a ford or bridge over water.",
            Tool::Units => "Space places a unit, or takes hold of the one here; [ ] turn it, Enter describes it.",
            Tool::Leaders => "Space gives the brigade under the cursor a leader; Enter describes the one chosen.",
            Tool::Goals => "Space makes a goal here, or adds the hex to the one chosen; Enter describes it.",
            Tool::Places => "Space writes a name on the map, or takes hold of the one here.",
            Tool::Arrivals => "Space makes a way in for units that come later, or adds the hex to the one chosen.",
            Tool::Zones => "Space adds hexes to where the army may deploy, x takes them away; a is the other army.",
            Tool::Heading => {
                "Enter changes title, date, turns, weather, who goes first, how it is won, the size of the map."
            }
        }
    }

    /// Whether it is used in strokes.
    pub const fn paints(self) -> bool {
        matches!(self, Tool::Ground | Tool::Heights | Tool::Edges | Tool::Roads | Tool::Zones)
    }

    /// Whether it has to do with one of the two armies.
    pub const fn has_side(self) -> bool {
        matches!(self, Tool::Units | Tool::Arrivals | Tool::Zones | Tool::Leaders)
    }
}

/// Rows of [`Tool::Ground`] behind the kinds of terrain.
pub const STOREYS: [(&str, bool); 2] = [("upper storey", true), ("no upper storey", false)];

/// Rows of [`Tool::Heights`].
pub const LEVELS: [&str; 17] =
    ["higher", "lower", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "-1", "-2", "-3", "-4", "-5"];

/// Rows of [`Tool::Edges`] behind the kinds of obstacles.
pub const OVER: [&str; 3] = ["ford", "bridge", "nothing"];

/// Rows of [`Tool::Roads`].
pub const ROADS: [&str; 5] = ["road", "no road", "ford", "bridge", "no crossing"];

/// What a tool can use, each as a row.
pub fn kinds(tool: Tool, side: Side, sketch: &Sketch) -> Vec<String> {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let behind_new = |new: &str, names: Vec<String>| std::iter::once(new.to_owned()).chain(names).collect();
    match tool {
        Tool::Ground => {
            let terrains = Terrain::ALL.map(|terrain| terrain.name().to_owned());
            terrains.into_iter().chain(STOREYS.map(|(name, _)| name.to_owned())).collect()
        }
        Tool::Heights => words(&LEVELS),
        Tool::Edges => {
            let obstacles = Obstacle::ALL.map(|obstacle| obstacle.name().to_owned());
            obstacles.into_iter().chain(words(&OVER)).collect()
        }
        Tool::Roads => words(&ROADS),
        Tool::Units => words(Troop::NAMES),
        Tool::Leaders => {
            let own = sketch.leaders.iter().filter(|leader| leader.side == side);
            behind_new("a new leader", own.map(|leader| format!("{} {}", leader.label, leader.name)).collect())
        }
        Tool::Goals => behind_new("a new goal", sketch.objectives.iter().map(|spot| spot.name.clone()).collect()),
        Tool::Places => behind_new("a new name", sketch.places.iter().map(|spot| spot.name.clone()).collect()),
        Tool::Arrivals => {
            let own = sketch.reinforcements.iter().filter(|spot| spot.side == Some(side));
            behind_new("a new arrival", own.map(|spot| spot.name.clone()).collect())
        }
        Tool::Zones => vec![format!("{side}'s zone")],
        Tool::Heading => Vec::new(),
    }
}

/// The thing that a row of a tool's kinds stands for, where it stands for one that is there.
pub fn entry(tool: Tool, side: Side, sketch: &Sketch, row: usize) -> Option<Entry> {
    let place = row.checked_sub(1);
    match tool {
        Tool::Leaders => {
            let own = sketch.leaders.iter().filter(|leader| leader.side == side);
            own.map(|leader| leader.entry.clone()).nth(place?)
        }
        Tool::Goals => sketch.objectives.get(place?).map(|spot| spot.entry.clone()),
        Tool::Places => sketch.places.get(place?).map(|spot| spot.entry.clone()),
        Tool::Arrivals => {
            let own = sketch.reinforcements.iter().filter(|spot| spot.side == Some(side));
            own.map(|spot| spot.entry.clone()).nth(place?)
        }
        Tool::Zones => Some(Entry::Army(side)),
        _ => None,
    }
}

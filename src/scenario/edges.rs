//! What runs along hex edges: `[[edge]]` entries by single edges, along walks and round areas.

use battle::{Crossing, Edge, Obstacle};
use document::{Table, Value};
use hexes::{Direction, EdgeMap, Grid, Hex, Offset};

use crate::{area, choice};

/// One edge, named from one of its two hexes.
type Place = (Hex, Direction);

/// The most steps one word of a walk may stand for.
const LONGEST_STEP: usize = 200;

/// The edges of a battle file, later entries over earlier ones; nothing when the map's size is not known.
pub(crate) fn read(root: &Table<'_>, grid: Option<Grid>) -> Option<EdgeMap<Edge>> {
    let mut edges = grid.map(|grid| EdgeMap::filled(grid, Edge::default()));
    for table in root.tables_or_empty("edge") {
        let (edge, places) = entry(&table, grid);
        if let Some(edges) = &mut edges {
            for (hex, direction) in places {
                edges.set(hex, direction, edge);
            }
        }
        table.finish();
    }
    edges
}

fn entry(table: &Table<'_>, grid: Option<Grid>) -> (Edge, Vec<Place>) {
    let words = Obstacle::ALL.map(Obstacle::name);
    let obstacle = choice::required(table, "obstacle", &words, &Obstacle::ALL);
    let edge = Edge { obstacle: obstacle.unwrap_or_default(), crossing: choice::crossing(table, "crossing") };
    let wet = matches!(obstacle, Some(Obstacle::Stream | Obstacle::River) | None);
    if edge.crossing != Crossing::None && !wet {
        table.fault("crossing", format!("a crossing over a {}", edge.obstacle.name()), "obstacle `stream` or `river`");
    }
    let keys = ["edges", "right", "left", "around"];
    let given: Vec<Option<Vec<Value<'_>>>> =
        keys.iter().map(|key| table.has(key).then(|| table.values_or_empty(key))).collect();
    if given.iter().all(Option::is_none) {
        table.fault_here("an edge entry without places", "at least one of edges, right, left, around");
    }
    let [sides, right, left, around] = [0, 1, 2, 3].map(|place| given[place].as_deref().unwrap_or_default());
    let written = [(sides, Along::Sides), (right, Along::Right), (left, Along::Left)];
    let mut places: Vec<Place> = written
        .into_iter()
        .flat_map(|(values, hand)| values.iter().flat_map(move |value| along(value, grid, hand)))
        .collect();
    places.extend(outline(&area::gather(around, grid)));
    (edge, places)
}

/// How edges are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// Sides of one hex: `12,7:E SE`.
    Sides,
    /// To the right of somebody who walks from hex to hex: `12,7 E*3 SE`.
    Right,
    /// To his left.
    Left,
}

impl Along {
    /// Its key in a battle file.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Along::Sides => "edges",
            Along::Right => "right",
            Along::Left => "left",
        }
    }

    const fn expected(self) -> &'static str {
        match self {
            Along::Sides => "a hex and its sides, such as 12,7:E SE",
            Along::Right | Along::Left => "a hex and the steps from it, such as 12,7 E*3 SE",
        }
    }

    /// The edges that a text names, as far as it names any: each by one of its two hexes, and whether that one lies on the map
    /// is for the caller to ask. Nothing when the text is not written so.
    ///
    /// ```
    /// use hexes::{Direction, Offset};
    /// use scenario::Along;
    ///
    /// let hex = Offset::new(12, 7).hex();
    /// assert_eq!(Along::Sides.edges("12,7:E SE"), Some(vec![(hex, Direction::East), (hex, Direction::SouthEast)]));
    /// assert_eq!(Along::Right.edges("12,7:E"), None);
    /// ```
    #[must_use]
    pub fn edges(self, text: &str) -> Option<Vec<(Hex, Direction)>> {
        Some(self.sides(text)?.iter().flat_map(each).collect())
    }

    fn sides(self, text: &str) -> Option<Vec<Sides>> {
        match self {
            Along::Sides => single(text),
            Along::Right | Along::Left => bank(text, self),
        }
    }
}

/// A hex and some of its sides.
type Sides = (Hex, Vec<Direction>);

/// Sides of one hex: `12,7:E SE`.
fn single(text: &str) -> Option<Vec<Sides>> {
    let (place, sides) = text.split_once(':')?;
    let hex = place.parse::<Offset>().ok()?.hex();
    let sides: Vec<Direction> = sides.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    (!sides.is_empty()).then(|| vec![(hex, sides)])
}

/// The sides of the hexes of a walk that lie on one hand of it, as far as the walk stays on any map.
fn bank(text: &str, hand: Along) -> Option<Vec<Sides>> {
    let (start, steps) = walk(text)?;
    let mut hex = start.hex();
    let mut banks = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let before = if number == 0 { *step } else { steps[number - 1] };
        banks.push((hex, beside(before, *step, hand).collect()));
        hex += *step;
        if !area::LARGEST.contains(hex) {
            banks.push((hex, Vec::new()));
            return Some(banks);
        }
    }
    let last = steps.last().copied().unwrap_or(Direction::East);
    banks.push((hex, beside(last, last, hand).collect()));
    Some(banks)
}

/// Edges that a value names, up to where it leaves the map; what is wrong is a fault.
fn along(value: &Value<'_>, grid: Option<Grid>, along: Along) -> Vec<Place> {
    let Some(text) = value.text() else { return Vec::new() };
    let Some(sides) = along.sides(&text) else { return value.refuse(along.expected()).unwrap_or_default() };
    let on_map = |(hex, _): &&Sides| area::on_map(value, hex.offset(), grid).is_some();
    sides.iter().take_while(on_map).flat_map(each).collect()
}

/// The edges of a hex's sides.
fn each((hex, sides): &Sides) -> impl Iterator<Item = Place> {
    sides.iter().map(|side| (*hex, *side))
}

fn walk(text: &str) -> Option<(Offset, Vec<Direction>)> {
    let (place, words) = text.trim().split_once(' ')?;
    let mut steps = Vec::new();
    for word in words.split_whitespace() {
        let (name, times) = word.split_once('*').unwrap_or((word, "1"));
        let times = times.parse().ok().filter(|times| (1..=LONGEST_STEP).contains(times))?;
        let step: Direction = name.parse().ok()?;
        steps.extend(std::iter::repeat_n(step, times));
    }
    (!steps.is_empty()).then_some((place.parse().ok()?, steps))
}

/// The sides of a hex on one hand of a walker who came by `before` and leaves by `after`.
fn beside(before: Direction, after: Direction, hand: Along) -> impl Iterator<Item = Direction> {
    let back = before.opposite();
    let (from, to) = if hand == Along::Left { (back, after) } else { (after, back) };
    (1..6).map(move |turn| from.rotate(turn)).take_while(move |side| *side != to)
}

/// The edges between an area and everything else.
fn outline(area: &[Hex]) -> Vec<Place> {
    let sides = |hex: Hex| Direction::ALL.into_iter().map(move |side| (hex, side));
    area.iter().flat_map(|hex| sides(*hex)).filter(|(hex, side)| !area.contains(&(*hex + *side))).collect()
}

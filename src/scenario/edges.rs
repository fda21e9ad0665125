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
    let mut places: Vec<Place> = sides.iter().flat_map(|value| single(value, grid)).collect();
    places.extend(right.iter().flat_map(|value| bank(value, grid, Hand::Right)));
    places.extend(left.iter().flat_map(|value| bank(value, grid, Hand::Left)));
    places.extend(outline(&area::gather(around, grid)));
    (edge, places)
}

/// Edges of one hex: `12,7:E SE`.
fn single(value: &Value<'_>, grid: Option<Grid>) -> Vec<Place> {
    let Some(text) = value.text() else { return Vec::new() };
    let parts = text.split_once(':');
    let parsed = parts.and_then(|(place, sides)| {
        let sides = sides.split_whitespace().map(|word| word.parse().ok());
        Some((place.parse::<Offset>().ok()?, sides.collect::<Option<Vec<Direction>>>()?))
    });
    match parsed {
        Some((place, sides)) if !sides.is_empty() => {
            let hex = area::on_map(value, place, grid);
            hex.into_iter().flat_map(|hex| sides.iter().map(move |side| (hex, *side))).collect()
        }
        _ => value.refuse("a hex and its sides, such as 12,7:E SE").unwrap_or_default(),
    }
}

/// The hand of a walker on which the obstacle runs.
#[derive(Clone, Copy)]
enum Hand {
    Left,
    Right,
}

/// Edges along one side of a walk from hex to hex: `12,7 E*3 SE`.
fn bank(value: &Value<'_>, grid: Option<Grid>, hand: Hand) -> Vec<Place> {
    let Some(text) = value.text() else { return Vec::new() };
    let Some((start, steps)) = walk(&text) else {
        return value.refuse("a hex and the steps from it, such as 12,7 E*3 SE").unwrap_or_default();
    };
    let Some(mut hex) = area::on_map(value, start, grid) else { return Vec::new() };
    let mut places = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let before = if number == 0 { *step } else { steps[number - 1] };
        places.extend(beside(before, *step, hand).map(|side| (hex, side)));
        hex += *step;
        if area::on_map(value, hex.offset(), grid).is_none() {
            return places;
        }
    }
    let last = steps.last().copied().unwrap_or(Direction::East);
    places.extend(beside(last, last, hand).map(|side| (hex, side)));
    places
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
fn beside(before: Direction, after: Direction, hand: Hand) -> impl Iterator<Item = Direction> {
    let back = before.opposite();
    let (from, to) = match hand {
        Hand::Right => (after, back),
        Hand::Left => (back, after),
    };
    (1..6).map(move |turn| from.rotate(turn)).take_while(move |side| *side != to)
}

/// The edges between an area and everything else.
fn outline(area: &[Hex]) -> Vec<Place> {
    let sides = |hex: Hex| Direction::ALL.into_iter().map(move |side| (hex, side));
    area.iter().flat_map(|hex| sides(*hex)).filter(|(hex, side)| !area.contains(&(*hex + *side))).collect()
}

//! Where an army comes from: its base edge and the sources of its supply, found or named by its battle (SN-GEO-10,
//! SN-SUPPLY-2). A battle names them by words of any leader of the army: `base south`, `supply Ligny`, `supply 12,39`.

use battle::{MapEdge, Scenario, Side, rule};
use hexes::{Hex, Offset};

use crate::War;

/// The name of this system in battle files.
pub(crate) const KEY: &str = "snappy";

/// The edge that a word names.
fn edge_of(word: &str) -> Option<MapEdge> {
    match word.strip_prefix("base ")? {
        "north" => Some(MapEdge::North),
        "east" => Some(MapEdge::East),
        "south" => Some(MapEdge::South),
        "west" => Some(MapEdge::West),
        _ => None,
    }
}

/// The source of supply that a word names: a place of the battle, or a hex by column and row.
fn source_of(scenario: &Scenario, word: &str) -> Option<Hex> {
    let name = word.strip_prefix("supply ")?;
    let place = scenario.places.iter().find(|(known, _)| known == name).map(|(_, hex)| *hex);
    let hex = place.or_else(|| name.parse::<Offset>().ok().map(Offset::hex))?;
    scenario.ground.grid().contains(hex).then_some(hex)
}

/// Whether a word names an edge or a source.
pub(crate) fn is_word(scenario: &Scenario, word: &str) -> bool {
    edge_of(word).is_some() || source_of(scenario, word).is_some()
}

fn words(scenario: &Scenario, side: Side) -> impl Iterator<Item = &String> {
    scenario.army(side).leaders.iter().filter_map(|leader| leader.special.get(KEY)).flatten()
}

/// The base edges that a battle names.
pub(crate) fn named_edges(scenario: &Scenario) -> [Option<MapEdge>; 2] {
    Side::ALL.map(|side| words(scenario, side).find_map(|word| edge_of(word)))
}

/// The sources of supply that a battle names, by side.
pub(crate) fn named_sources(scenario: &Scenario) -> [Vec<Hex>; 2] {
    Side::ALL.map(|side| words(scenario, side).filter_map(|word| source_of(scenario, word)).collect())
}

/// The map edge with the smallest sum of distances to a side's starting stands.
fn nearest_edge(war: &War, side: Side) -> MapEdge {
    let grid = war.field().ground().grid();
    let stands: Vec<Hex> =
        war.field().present_of(side).flat_map(|unit| war.field().footprint(unit).hexes().to_vec()).collect();
    let sum = |edge: &MapEdge| stands.iter().map(|hex| edge.distance(grid, *hex)).sum::<i32>();
    MapEdge::ALL.into_iter().min_by_key(sum).unwrap_or(MapEdge::North)
}

/// The base edges of both sides: as named, else found; if both get the same one, the second takes the opposite, or the
/// first where only the second's is named (SN-GEO-10).
pub(crate) fn edges(war: &War) -> [MapEdge; 2] {
    if !rule!("SN-GEO-10") {
        return [MapEdge::North, MapEdge::South];
    }
    let named = war.fixed().named;
    let [blue, red] = Side::ALL.map(|side| named[side.index()].unwrap_or_else(|| nearest_edge(war, side)));
    match named {
        [_, None] if blue == red => [blue, blue.opposite()],
        [None, Some(_)] if blue == red => [red.opposite(), red],
        _ => [blue, red],
    }
}

//! What runs along edges: entries that say so, found, added to and taken from edge by edge.

use std::collections::BTreeSet;

use battle::{Crossing, Edge, Obstacle};
use hexes::{Direction, EdgeMap, Grid, Hex};
use scenario::{Along, Area};

use crate::entry::Entry;
use crate::field::Field;
use crate::page::{Node, Page, Step};
use crate::patch::Pen;
use crate::write::{Done, Refused, child, child_at};

/// One edge, under the same name whichever of its hexes it was named from.
pub(crate) type Side = (Hex, Direction);

/// The name of an edge.
pub(crate) fn named((hex, side): (Hex, Direction)) -> Side {
    hexes::edge(hex, side)
}

/// What an entry says.
struct Said {
    edge: Option<Edge>,
    sides: BTreeSet<Side>,
}

/// The edges that a text names.
type Naming<'a> = &'a dyn Fn(&String) -> Vec<Side>;

const WAYS: [Along; 3] = [Along::Sides, Along::Right, Along::Left];

/// The texts of a list of an entry.
fn texts(page: &Page, entry: usize, key: &str) -> Vec<String> {
    match page.at(&child(&Entry::Edge(entry).path(), key)).and_then(Field::of) {
        Some(Field::Texts(texts)) => texts,
        _ => Vec::new(),
    }
}

fn said(page: &Page, entry: usize, grid: Grid) -> Said {
    let path = Entry::Edge(entry).path();
    let word = |key: &str| page.at(&child(&path, key)).and_then(Node::text);
    let obstacle = word("obstacle").and_then(|word| Obstacle::ALL.into_iter().find(|kind| kind.name() == word));
    let crossing = match word("crossing") {
        Some("ford") => Crossing::Ford,
        Some("bridge") => Crossing::Bridge,
        _ => Crossing::None,
    };
    let mut sides = BTreeSet::new();
    for way in WAYS {
        let named_by = |text: &String| way.edges(text).unwrap_or_default();
        sides.extend(texts(page, entry, way.key()).iter().flat_map(named_by).map(named));
    }
    sides.extend(outline(&texts(page, entry, "around"), grid));
    Said { edge: obstacle.map(|obstacle| Edge { obstacle, crossing }), sides }
}

/// The edges between areas, taken together, and the rest.
fn outline(areas: &[String], grid: Grid) -> Vec<Side> {
    let hexes = areas.iter().filter_map(|text| Area::parse(text)).flat_map(|area| area.hexes(grid));
    let area: BTreeSet<Hex> = hexes.collect();
    let sides = |hex: Hex| Direction::ALL.into_iter().map(move |side| (hex, side));
    let outer = area.iter().flat_map(|hex| sides(*hex)).filter(|(hex, side)| !area.contains(&(*hex + *side)));
    outer.map(named).collect()
}

/// What runs along the edges of the map, as far as it can be understood.
pub(crate) fn read(page: &Page, grid: Grid) -> EdgeMap<Edge> {
    let mut edges = EdgeMap::filled(grid, Edge::default());
    for entry in 0..page.count(&[Step::from("edge")]) {
        let Said { edge: Some(edge), sides } = said(page, entry, grid) else { continue };
        for (hex, side) in sides {
            let (hex, side) = if grid.contains(hex) { (hex, side) } else { (hex + side, side.opposite()) };
            edges.set(hex, side, edge);
        }
    }
    edges
}

/// An edge as it is written: by a hex of the map, with the sides of it.
fn written(sides: &[Side], grid: Grid) -> Vec<String> {
    let mut found: Vec<(Hex, Vec<Direction>)> = Vec::new();
    for (hex, side) in sides {
        let (hex, side) = if grid.contains(*hex) { (*hex, *side) } else { (*hex + *side, side.opposite()) };
        match found.iter_mut().find(|(other, _)| *other == hex) {
            Some((_, sides)) => sides.push(side),
            None => found.push((hex, vec![side])),
        }
    }
    let words = |(hex, sides): &(Hex, Vec<Direction>)| {
        let names: Vec<&str> = sides.iter().map(|side| side.name()).collect();
        format!("{}:{}", hex.offset(), names.join(" "))
    };
    found.iter().map(words).collect()
}

impl Pen {
    /// Puts an obstacle along edges, or takes away what runs there. How many change.
    pub fn set_edges(&mut self, sides: &[(Hex, Direction)], edge: Edge, grid: Grid) -> Result<usize, Refused> {
        let now = read(&self.page()?, grid);
        let inside = |(hex, side): &&Side| grid.contains(*hex) || grid.contains(*hex + *side);
        let names: BTreeSet<Side> = sides.iter().copied().map(named).collect();
        let other = |(hex, side): &&Side| now.get(*hex, *side).copied().unwrap_or_default() != edge;
        let sides: Vec<Side> = names.iter().filter(inside).filter(other).copied().collect();
        if sides.is_empty() {
            return Ok(0);
        }
        self.clear_edges(&sides, edge == Edge::default(), grid)?;
        let now = read(&self.page()?, grid);
        let left: Vec<Side> = sides.iter().filter(|(hex, side)| now.get(*hex, *side) != Some(&edge)).copied().collect();
        if !left.is_empty() {
            self.add_edges(&left, edge, grid)?;
        }
        Ok(sides.len())
    }

    /// Takes edges out of the entries that name them one by one; where everything is to go, out of walks and outlines too.
    fn clear_edges(&mut self, sides: &[Side], all: bool, grid: Grid) -> Done {
        let count = self.page()?.count(&[Step::from("edge")]);
        for entry in (0..count).rev() {
            let page = self.page()?;
            if !said(&page, entry, grid).sides.iter().any(|side| sides.contains(side)) {
                continue;
            }
            for way in WAYS.into_iter().filter(|way| all || *way == Along::Sides) {
                let of = |text: &String| way.edges(text).unwrap_or_default().into_iter().map(named).collect::<Vec<_>>();
                self.thin_out(entry, way.key(), sides, (grid, &of))?;
            }
            if all {
                self.thin_outline(entry, sides, grid)?;
            }
            self.drop_empty(entry)?;
        }
        Ok(())
    }

    /// Takes edges out of one list of an entry; what is left of a text that named them is written edge by edge.
    fn thin_out(&mut self, entry: usize, key: &str, gone: &[Side], (grid, of): (Grid, Naming<'_>)) -> Done {
        let path = Entry::Edge(entry).path();
        let list = child(&path, key);
        let mut place = texts(&self.page()?, entry, key).len();
        while place > 0 {
            place -= 1;
            let page = self.page()?;
            let Some(text) = texts(&page, entry, key).get(place).cloned() else { continue };
            let named = of(&text);
            if !named.iter().any(|side| gone.contains(side)) {
                continue;
            }
            let left: Vec<Side> = named.into_iter().filter(|side| !gone.contains(side)).collect();
            let words = written(&left, grid);
            match (words.as_slice(), key == Along::Sides.key()) {
                ([], _) => self.remove(&child_at(&list, place))?,
                ([word], true) => self.replace(&child_at(&list, place), &Field::text(word.clone()).written())?,
                (_, true) => {
                    let written: Vec<String> = words.into_iter().map(|word| Field::Text(word).written()).collect();
                    self.replace(&child_at(&list, place), &written.join(", "))?;
                }
                (_, false) => {
                    self.remove(&child_at(&list, place))?;
                    words.iter().try_for_each(|word| self.add_side(entry, word))?;
                }
            }
        }
        let page = self.page()?;
        if page.at(&list).is_some() && page.count(&list) == 0 {
            self.unset(&path, key)?;
        }
        Ok(())
    }

    /// Takes edges out of the outline of an entry; what is left of it is written edge by edge.
    fn thin_outline(&mut self, entry: usize, gone: &[Side], grid: Grid) -> Done {
        let outline = outline(&texts(&self.page()?, entry, "around"), grid);
        if !outline.iter().any(|side| gone.contains(side)) {
            return Ok(());
        }
        let left: BTreeSet<Side> = outline.into_iter().filter(|side| !gone.contains(side)).collect();
        let left: Vec<Side> = left.into_iter().collect();
        written(&left, grid).iter().try_for_each(|word| self.add_side(entry, word))?;
        self.unset(&Entry::Edge(entry).path(), "around")
    }

    /// Takes an entry out that names no edges any more.
    fn drop_empty(&mut self, entry: usize) -> Done {
        let page = self.page()?;
        let path = Entry::Edge(entry).path();
        let has = |key: &str| page.at(&child(&path, key)).is_some();
        if ["edges", "right", "left", "around"].into_iter().any(has) {
            return Ok(());
        }
        self.remove(&path)
    }

    /// Adds one text to the edges of an entry.
    fn add_side(&mut self, entry: usize, word: &str) -> Done {
        let page = self.page()?;
        let path = Entry::Edge(entry).path();
        let written = Field::text(word).written();
        let hex = word.split(':').next().unwrap_or_default();
        let same = |text: &String| text.split(':').next().map(str::trim) == Some(hex);
        if let Some(place) = texts(&page, entry, "edges").iter().position(same) {
            let joined = format!("{} {}", texts(&page, entry, "edges")[place], &word[hex.len() + 1..]);
            return self.replace(&child_at(&child(&path, "edges"), place), &Field::text(joined).written());
        }
        match page.at(&child(&path, "edges")) {
            Some(Node::List(list)) => {
                let span = list.span().ok_or_else(crate::write::gone)?;
                let last = list.iter().last().and_then(toml_edit::Value::span);
                self.append(span, last, &written, false);
                Ok(())
            }
            _ => self.set(&path, "edges", &Field::Texts(vec![word.to_owned()]), Entry::Edge(entry).order()),
        }
    }

    /// Adds edges to the last entry of that kind, if none behind it lies over them, else to a new one.
    fn add_edges(&mut self, sides: &[Side], edge: Edge, grid: Grid) -> Done {
        let page = self.page()?;
        let count = page.count(&[Step::from("edge")]);
        let mut home = None;
        for entry in (0..count).rev() {
            let said = said(&page, entry, grid);
            if said.edge == Some(edge) {
                home = Some(entry);
                break;
            }
            if said.sides.iter().any(|side| sides.contains(side)) {
                break;
            }
        }
        let words = written(sides, grid);
        if let Some(entry) = home {
            return words.iter().try_for_each(|word| self.add_side(entry, word));
        }
        let mut fields = vec![("obstacle", Field::text(edge.obstacle.name()))];
        match edge.crossing {
            Crossing::None => {}
            Crossing::Ford => fields.push(("crossing", Field::text("ford"))),
            Crossing::Bridge => fields.push(("crossing", Field::text("bridge"))),
        }
        fields.push(("edges", Field::Texts(words)));
        self.add(&[], "edge", &fields, false).map(drop)
    }
}

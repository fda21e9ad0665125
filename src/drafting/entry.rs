//! The things of a battle file that can be named, and where each stands in its text.

use std::ops::Range;

use battle::Side;

use crate::page::{Page, Path, Step, next_line};

/// Something in a battle file, by its place among others of its kind, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Entry {
    /// The heading of the file.
    Heading,
    /// The drawn ground or the drawn heights.
    Drawing(Drawing),
    /// A letter of the legend.
    Letter(String),
    /// What runs along edges.
    Edge(usize),
    /// A side's army.
    Army(Side),
    /// A brigade.
    Brigade(Side, usize),
    /// A unit of a brigade.
    Unit(Side, usize, usize),
    /// A leader.
    Leader(Side, usize),
    /// Units that come later.
    Reinforcement(usize),
    /// A goal.
    Objective(usize),
    /// A name on the map.
    Place(usize),
}

/// One of the two drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Drawing {
    /// What covers the hexes.
    Ground,
    /// How high they lie.
    Heights,
}

impl Drawing {
    /// Its key.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Drawing::Ground => "ground",
            Drawing::Heights => "elevation",
        }
    }
}

/// A side's key in a file.
#[must_use]
pub const fn side_key(side: Side) -> &'static str {
    match side {
        Side::Blue => "blue",
        Side::Red => "red",
    }
}

impl Entry {
    /// The way to it.
    pub(crate) fn path(&self) -> Path {
        let of =
            |side: Side, key: &str, place: usize| vec![Step::from(side_key(side)), Step::from(key), Step::At(place)];
        match self {
            Entry::Heading => Vec::new(),
            Entry::Drawing(drawing) => vec![Step::from(drawing.key())],
            Entry::Letter(letter) => vec![Step::from("legend"), Step::from(letter.as_str())],
            Entry::Edge(place) => vec![Step::from("edge"), Step::At(*place)],
            Entry::Army(side) => vec![Step::from(side_key(*side))],
            Entry::Brigade(side, place) => of(*side, "brigade", *place),
            Entry::Unit(side, brigade, place) => {
                let mut path = of(*side, "brigade", *brigade);
                path.extend([Step::from("units"), Step::At(*place)]);
                path
            }
            Entry::Leader(side, place) => of(*side, "leader", *place),
            Entry::Reinforcement(place) => vec![Step::from("reinforcement"), Step::At(*place)],
            Entry::Objective(place) => vec![Step::from("objective"), Step::At(*place)],
            Entry::Place(place) => vec![Step::from("place"), Step::At(*place)],
        }
    }

    /// The keys that such an entry has, in the order in which they are usually written.
    pub(crate) const fn order(&self) -> &'static [&'static str] {
        match self {
            Entry::Heading => &[
                "title",
                "date",
                "note",
                "inches_per_hex",
                "turn_limit",
                "first_side",
                "weather",
                "victory",
                "free_deployment",
                "ground",
                "elevation",
            ],
            Entry::Drawing(_) => &[],
            Entry::Letter(_) => &["terrain", "elevation", "road", "crossing", "storey"],
            Entry::Edge(_) => &["obstacle", "crossing", "edges", "right", "left", "around"],
            Entry::Army(_) => &["name", "facing", "zone"],
            Entry::Brigade(..) => &["name", "division", "facing", "arrives", "units"],
            Entry::Unit(..) => &[
                "label", "name", "type", "quality", "weapon", "stands", "guns", "traits", "special", "at", "facing",
                "arrives",
            ],
            Entry::Leader(..) => &["label", "name", "rank", "rating", "command", "special"],
            Entry::Reinforcement(_) => &["name", "side", "turn", "from", "need", "entry", "facing"],
            Entry::Objective(_) => &["name", "goal", "side", "hexes", "owner", "count", "value"],
            Entry::Place(_) => &["name", "at"],
        }
    }
}

/// The lists of a file, with how many entries each has.
pub(crate) fn all(page: &Page) -> Vec<Entry> {
    let mut found = vec![Entry::Drawing(Drawing::Ground), Entry::Drawing(Drawing::Heights)];
    let letters = page.at(&[Step::from("legend")]).map(crate::page::Node::keys).unwrap_or_default();
    found.extend(letters.into_iter().map(Entry::Letter));
    found.extend((0..page.count(&[Step::from("edge")])).map(Entry::Edge));
    for side in Side::ALL {
        found.push(Entry::Army(side));
        let list = |key: &str| vec![Step::from(side_key(side)), Step::from(key)];
        for brigade in 0..page.count(&list("brigade")) {
            let entry = Entry::Brigade(side, brigade);
            let units = entry.path().into_iter().chain([Step::from("units")]).collect::<Path>();
            found.push(entry);
            found.extend((0..page.count(&units)).map(|unit| Entry::Unit(side, brigade, unit)));
        }
        found.extend((0..page.count(&list("leader"))).map(|leader| Entry::Leader(side, leader)));
    }
    found.extend((0..page.count(&[Step::from("reinforcement")])).map(Entry::Reinforcement));
    found.extend((0..page.count(&[Step::from("objective")])).map(Entry::Objective));
    found.extend((0..page.count(&[Step::from("place")])).map(Entry::Place));
    found
}

/// The stretch of the text that an entry takes.
pub(crate) fn stretch(page: &Page, entry: &Entry) -> Option<Range<usize>> {
    let path = entry.path();
    if let Some(section) = page.section(&path) {
        return Some(section.start..next_line(page.raw(), section.end));
    }
    if let (Some((key, parent)), true) = (path.split_last(), !path.is_empty())
        && let (Step::Key(key), Some(node)) = (key, page.at(parent))
        && let Some((name, value)) = node.entry(key)
    {
        return Some(name.start..value.end);
    }
    page.at(&path)?.span()
}

/// The smallest entry that a byte of the text belongs to; the heading where it belongs to none.
pub(crate) fn at(page: &Page, byte: usize) -> Entry {
    let round = |entry: &Entry| stretch(page, entry).filter(|span| span.contains(&byte)).map(|span| span.len());
    let found = all(page).into_iter().filter_map(|entry| Some((round(&entry)?, entry)));
    found.min_by_key(|(length, _)| *length).map_or(Entry::Heading, |(_, entry)| entry)
}

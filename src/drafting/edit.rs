//! Everything that can be done to a battle file, as a small vocabulary: each edit is a change of the text and a name for it.

use battle::{Edge, Obstacle, Rank, Side};
use hexes::{Direction, Facing, Grid, Hex};

use crate::army::NewUnit;
use crate::entry::Entry;
use crate::field::Field;
use crate::ground::Coat;
use crate::patch::Pen;
use crate::sketch::Sketch;
use crate::write::{Refused, gone};

/// One thing done to a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Puts a coat on hexes.
    Paint(Vec<Hex>, Coat),
    /// Puts something along edges, or takes away what runs there.
    Edges(Vec<(Hex, Direction)>, Edge),
    /// Gives the map another size.
    Resize(Grid),
    /// Writes the drawings as they have to be.
    Straighten,
    /// Gives a list of areas those hexes: a zone, an objective, an entry.
    Hexes(Entry, &'static str, Vec<Hex>),
    /// Gives a key a value, or takes it out.
    Set(Entry, String, Option<Field>),
    /// Adds a unit.
    AddUnit(NewUnit),
    /// Adds a brigade with its first unit.
    AddBrigade(NewUnit),
    /// Adds a leader of that rank, to a command where it has one.
    AddLeader(Side, Rank, Option<String>),
    /// Adds a goal on hexes.
    AddObjective(Vec<Hex>),
    /// Adds units that come later, by those hexes and facing that way.
    AddReinforcement(Side, Facing, Vec<Hex>),
    /// Adds a name on the map.
    AddPlace(Hex, String),
    /// Puts a unit on a hex.
    Move(Entry, Hex),
    /// Turns a unit.
    Turn(Entry, Facing),
    /// Has a unit come with a reinforcement.
    Arrive(Entry, String),
    /// Puts a unit into another brigade of its side.
    Transfer(Entry, usize),
    /// Takes something out.
    Remove(Entry),
    /// Several at once, under one name.
    Together(String, Vec<Edit>),
}

/// What was done: in words, and how often where it is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The words, such as `painted woods`.
    pub words: String,
    /// How many of what, where that is counted.
    pub count: Option<(usize, String)>,
}

impl Name {
    /// Words without a count.
    pub(crate) fn plain(words: impl Into<String>) -> Name {
        Name { words: words.into(), count: None }
    }

    fn counted(words: String, count: usize, what: &str) -> Name {
        Name { words, count: Some((count, what.to_owned())) }
    }

    /// The name of both, one after the other.
    pub(crate) fn joined(self, next: &Name) -> Name {
        match (self.count, &next.count) {
            (Some((count, what)), Some((more, _))) if self.words == next.words => {
                Name { words: self.words, count: Some((count + more, what)) }
            }
            (_, count) => Name { words: next.words.clone(), count: count.clone() },
        }
    }
}

impl std::fmt::Display for Name {
    /// `painted woods, 7 hexes`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words)?;
        match &self.count {
            None => Ok(()),
            Some((1, what)) if what == "hexes" => f.write_str(", 1 hex"),
            Some((1, what)) => write!(f, ", 1 {}", what.trim_end_matches('s')),
            Some((count, what)) => write!(f, ", {count} {what}"),
        }
    }
}

/// What an entry is called in the name of an edit.
pub(crate) fn called(sketch: &Sketch, entry: &Entry) -> String {
    let spot = |spots: &[crate::sketch::Spot], place: usize| spots.get(place).map(|spot| spot.name.clone());
    let found = match entry {
        Entry::Heading => Some(String::from("the heading")),
        Entry::Drawing(_) => Some(String::from("the drawing")),
        Entry::Letter(letter) => Some(format!("letter {letter}")),
        Entry::Edge(_) => Some(String::from("an edge entry")),
        Entry::Army(side) => Some(format!("{side}'s army")),
        Entry::Brigade(side, place) => sketch.brigades[side.index()].get(*place).map(|brigade| brigade.name.clone()),
        Entry::Unit(..) => sketch.unit(entry).map(|unit| unit.label.clone()),
        Entry::Leader(..) => {
            sketch.leaders.iter().find(|leader| leader.entry == *entry).map(|leader| leader.label.clone())
        }
        Entry::Reinforcement(place) => spot(&sketch.reinforcements, *place),
        Entry::Objective(place) => spot(&sketch.objectives, *place),
        Entry::Place(place) => spot(&sketch.places, *place),
    };
    found.filter(|name| !name.is_empty()).unwrap_or_else(|| String::from("an entry without a name"))
}

impl Edit {
    /// Does it to a text that a sketch was made of.
    pub(crate) fn make(&self, pen: &mut Pen, sketch: &Sketch) -> Result<Name, Refused> {
        let grid =
            || sketch.grid.ok_or_else(|| Refused(String::from("The map has no ground yet; give it a size first.")));
        match self {
            Edit::Paint(hexes, coat) => {
                let count = pen.paint(hexes, *coat)?;
                Ok(Name::counted(format!("painted {}", coat.words()), count, "hexes"))
            }
            Edit::Edges(sides, edge) => {
                let count = pen.set_edges(sides, *edge, grid()?)?;
                let words = if edge.obstacle == Obstacle::None { "cleared" } else { edge.obstacle.name() };
                let words = match edge.crossing {
                    battle::Crossing::None => words.to_owned(),
                    battle::Crossing::Ford => format!("ford of a {words}"),
                    battle::Crossing::Bridge => format!("bridge over a {words}"),
                };
                Ok(Name::counted(words, count, "edges"))
            }
            Edit::Resize(size) => {
                pen.resize(*size)?;
                Ok(Name::plain(format!("map of {} by {}", size.width(), size.height())))
            }
            Edit::Straighten => {
                pen.straighten()?;
                Ok(Name::plain("straightened the drawing"))
            }
            Edit::Hexes(entry, key, hexes) => {
                pen.set_hexes(&entry.path(), key, hexes, (grid()?, entry.order()))?;
                Ok(Name::plain(format!("{key} of {}", called(sketch, entry))))
            }
            Edit::Together(words, edits) => {
                let mut now = sketch.clone();
                for edit in edits {
                    edit.make(pen, &now)?;
                    now = Sketch::of(&pen.page()?);
                }
                Ok(Name::plain(words.clone()))
            }
            other => other.make_entry(pen, sketch),
        }
    }

    fn make_entry(&self, pen: &mut Pen, sketch: &Sketch) -> Result<Name, Refused> {
        let grid = || sketch.grid.ok_or_else(gone);
        let words = match self {
            Edit::Set(entry, key, field) => return set(pen, sketch, (entry, key), field.as_ref()),
            Edit::AddUnit(unit) => format!("added {}", pen.add_unit(sketch, unit)?),
            Edit::AddBrigade(unit) => {
                let label = crate::army::unit_label(sketch, unit.side);
                let fields = [
                    ("label", Field::text(label.clone())),
                    ("name", Field::text(unit.troop.name())),
                    ("type", Field::text(unit.troop.name())),
                    ("at", Field::text(unit.at.offset().to_string())),
                    ("facing", Field::text(unit.facing.name())),
                ];
                format!("added {} with {label}", pen.add_brigade(sketch, unit.side, &fields)?)
            }
            Edit::AddLeader(side, rank, command) => {
                format!("added {}", pen.add_leader(sketch, *side, *rank, command.as_deref())?)
            }
            Edit::AddObjective(hexes) => format!("added {}", pen.add_objective(sketch, hexes, grid()?)?),
            Edit::AddReinforcement(side, facing, hexes) => {
                format!("added {}", pen.add_reinforcement(sketch, (*side, *facing), (hexes, grid()?))?)
            }
            Edit::AddPlace(at, name) => {
                pen.add_place(*at, name)?;
                format!("named {name}")
            }
            Edit::Move(entry, at) => {
                pen.put_unit(entry, *at)?;
                format!("{} to {}", called(sketch, entry), at.offset())
            }
            Edit::Turn(entry, facing) => {
                pen.turn_unit(sketch, entry, *facing)?;
                format!("{} faces {facing}", called(sketch, entry))
            }
            Edit::Arrive(entry, reinforcement) => {
                pen.send_for(entry, reinforcement)?;
                format!("{} comes with {reinforcement}", called(sketch, entry))
            }
            Edit::Transfer(entry, brigade) => {
                pen.transfer(sketch, entry, *brigade)?;
                format!("{} to another brigade", called(sketch, entry))
            }
            Edit::Remove(entry) => {
                pen.take_away(sketch, entry)?;
                format!("removed {}", called(sketch, entry))
            }
            _ => return Err(gone()),
        };
        Ok(Name::plain(words))
    }
}

/// Gives a key a value, with all that follows from it.
fn set(pen: &mut Pen, sketch: &Sketch, (entry, key): (&Entry, &str), field: Option<&Field>) -> Result<Name, Refused> {
    let said = match field {
        Some(Field::Prose(_)) => String::from("written"),
        Some(field) => field.written().trim_matches('"').to_owned(),
        None => String::from("as usual"),
    };
    match (key, field) {
        ("name", Some(Field::Text(name))) => pen.rename(sketch, entry, name)?,
        ("division", division) if matches!(entry, Entry::Brigade(..)) => {
            let name = if let Some(Field::Text(name)) = division { name.as_str() } else { "" };
            pen.set_division(sketch, entry, name)?;
        }
        (key, Some(field)) => pen.set(&entry.path(), key, field, entry.order())?,
        (key, None) => pen.unset(&entry.path(), key)?,
    }
    let key = key.replace('_', " ");
    Ok(Name::plain(match entry {
        Entry::Heading => format!("{key}: {said}"),
        entry => format!("{} of {}: {said}", key, called(sketch, entry)),
    }))
}

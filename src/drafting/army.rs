//! Adding to armies and to what lies on the map, and taking things out with all that hangs on them.

use battle::{Rank, Side, Troop};
use hexes::{Facing, Grid, Hex};

use crate::areas;
use crate::entry::{Entry, side_key};
use crate::field::Field;
use crate::page::Step;
use crate::patch::Pen;
use crate::sketch::Sketch;
use crate::write::{Done, Refused, child};

/// A unit to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewUnit {
    /// Whose.
    pub side: Side,
    /// Its brigade's number; the side's last one where there is no such.
    pub brigade: usize,
    /// Its type.
    pub troop: Troop,
    /// Where its anchor stands.
    pub at: Hex,
    /// Which way it faces.
    pub facing: Facing,
}

/// The first letter of a side's labels.
const fn letter(side: Side) -> char {
    match side {
        Side::Blue => 'B',
        Side::Red => 'R',
    }
}

/// A label that nobody has: the side's letter and the next number.
pub(crate) fn unit_label(sketch: &Sketch, side: Side) -> String {
    let free = |label: &String| !sketch.labels().any(|taken| taken == label);
    let numbered = (1..100).map(|number| format!("{}{number}", letter(side)));
    numbered.into_iter().find(free).unwrap_or_else(|| any_label(sketch))
}

/// The same for a leader: the side's letter and another one.
fn leader_label(sketch: &Sketch, side: Side, rank: Rank) -> String {
    let free = |label: &String| !sketch.labels().any(|taken| taken == label);
    let first = if rank == Rank::Army { 'G' } else { 'A' };
    let letters = std::iter::once(first).chain('A'..='Z').map(|second| format!("{}{second}", letter(side)));
    letters.into_iter().find(free).unwrap_or_else(|| any_label(sketch))
}

fn any_label(sketch: &Sketch) -> String {
    let taken = |label: &str| sketch.labels().any(|other| other == label);
    let letters = || 'A'..='Z';
    let all = letters().flat_map(|one| letters().flat_map(move |two| letters().map(move |three| [one, two, three])));
    let texts = all.map(|letters| letters.iter().collect::<String>());
    texts.into_iter().find(|label| !taken(label)).unwrap_or_default()
}

/// The name with a number behind it that none of the others has.
fn unlike(name: &str, others: &[&str]) -> String {
    let numbered = (2..1000).map(|number| format!("{name} {number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| !others.contains(&name.as_str())).unwrap_or_default()
}

/// `1st`, `2nd`.
fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// The text with its first letter in upper case.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Pen {
    /// Sees to it that a side has an army that can be added to.
    fn found_army(&mut self, sketch: &Sketch, side: Side) -> Done {
        let army = Entry::Army(side);
        if self.page()?.at(&army.path()).is_none() {
            let facing = if side == Side::Blue { "N" } else { "S" };
            let end = self.text().trim_end().len();
            let key = side_key(side);
            let break_ = crate::page::line_break(self.text());
            let text = format!("{break_}{break_}[{key}]{break_}name = \"{side}\"{break_}facing = \"{facing}\"{break_}");
            self.splice(end..self.text().len(), &text);
        }
        let commanded = |leader: &crate::sketch::Leader| leader.side == side && leader.rank == Some(Rank::Army);
        if !sketch.leaders.iter().any(commanded) {
            self.add_leader(sketch, side, Rank::Army, None)?;
        }
        Ok(())
    }

    /// Adds a unit; its label.
    pub fn add_unit(&mut self, sketch: &Sketch, unit: &NewUnit) -> Result<String, Refused> {
        let label = unit_label(sketch, unit.side);
        let kind = capital(unit.troop.name());
        let names: Vec<&str> =
            sketch.units.iter().filter(|other| other.side == unit.side).map(|unit| unit.name.as_str()).collect();
        let mut fields = vec![
            ("label", Field::text(label.clone())),
            ("name", Field::text(unlike(&kind, &names))),
            ("type", Field::text(unit.troop.name())),
            ("at", Field::text(unit.at.offset().to_string())),
        ];
        self.found_army(sketch, unit.side)?;
        let own = &sketch.brigades[unit.side.index()];
        let Some(last) = own.len().checked_sub(1) else {
            fields.push(("facing", Field::text(unit.facing.name())));
            self.add_brigade(sketch, unit.side, &fields)?;
            return Ok(label);
        };
        let brigade = unit.brigade.min(last);
        let entry = Entry::Brigade(unit.side, brigade);
        let usual = self.facing_of(&entry)?.or(sketch.facings[unit.side.index()]);
        if usual != Some(unit.facing) {
            fields.push(("facing", Field::text(unit.facing.name())));
        }
        self.add(&entry.path(), "units", &fields, true)?;
        Ok(label)
    }

    /// The facing that an entry says.
    fn facing_of(&self, entry: &Entry) -> Result<Option<Facing>, Refused> {
        let page = self.page()?;
        let word = page.at(&child(&entry.path(), "facing")).and_then(crate::page::Node::text);
        Ok(Facing::ALL.into_iter().find(|facing| Some(facing.name()) == word))
    }

    /// Adds a brigade with its first unit; its name.
    pub fn add_brigade(&mut self, sketch: &Sketch, side: Side, unit: &[(&str, Field)]) -> Result<String, Refused> {
        let own = &sketch.brigades[side.index()];
        let names: Vec<&str> = own.iter().map(|brigade| brigade.name.as_str()).collect();
        let name = unlike(&format!("{} Brigade", ordinal(own.len() + 1)), &names);
        let unit: Vec<String> = unit.iter().map(|(key, field)| format!("{key} = {}", field.written())).collect();
        let units = Field::Raw(format!("[\n    {{ {} }},\n]", unit.join(", ")));
        let fields = [("name", Field::text(name.clone())), ("units", units)];
        self.add(&Entry::Army(side).path(), "brigade", &fields, false)?;
        Ok(name)
    }

    /// Adds a leader; his label.
    pub fn add_leader(
        &mut self,
        sketch: &Sketch,
        side: Side,
        rank: Rank,
        command: Option<&str>,
    ) -> Result<String, Refused> {
        let label = leader_label(sketch, side, rank);
        let title = match rank {
            Rank::Army => "General",
            Rank::Division => "Major-General",
            Rank::Brigade => "Brigadier",
            Rank::Adjutant => "Adjutant",
        };
        let names: Vec<&str> =
            sketch.leaders.iter().filter(|leader| leader.side == side).map(|leader| leader.name.as_str()).collect();
        let name = unlike(&format!("{title} {}", side.name()), &names);
        let mut fields = vec![
            ("label", Field::text(label.clone())),
            ("name", Field::text(name)),
            ("rank", Field::text(rank.name())),
        ];
        fields.extend(command.map(|command| ("command", Field::text(command))));
        self.add(&Entry::Army(side).path(), "leader", &fields, false)?;
        Ok(label)
    }

    /// Adds a goal on hexes; its name.
    pub fn add_objective(&mut self, sketch: &Sketch, hexes: &[Hex], grid: Grid) -> Result<String, Refused> {
        let names: Vec<&str> = sketch.objectives.iter().map(|spot| spot.name.as_str()).collect();
        let place = sketch.places.iter().find(|place| hexes.contains(place.hexes.first().unwrap_or(&Hex::default())));
        let name = place.map_or("Objective", |place| place.name.as_str());
        let name = unlike(&capital(name), &names);
        let fields = [
            ("name", Field::text(name.clone())),
            ("goal", Field::text("occupy")),
            ("hexes", Field::Texts(areas::written(&[], hexes, grid))),
        ];
        self.add(&[], "objective", &fields, false)?;
        Ok(name)
    }

    /// Adds a reinforcement that comes by those hexes; its name.
    pub fn add_reinforcement(
        &mut self,
        sketch: &Sketch,
        (side, facing): (Side, Facing),
        (hexes, grid): (&[Hex], Grid),
    ) -> Result<String, Refused> {
        let own = sketch.reinforcements.iter().filter(|spot| spot.side == Some(side));
        let names: Vec<&str> = own.map(|spot| spot.name.as_str()).collect();
        let name = unlike("Reinforcement", &names);
        let fields = [
            ("name", Field::text(name.clone())),
            ("side", Field::text(side_key(side))),
            ("turn", Field::Whole(3)),
            ("entry", Field::Texts(areas::written(&[], hexes, grid))),
            ("facing", Field::text(facing.name())),
        ];
        self.add(&[], "reinforcement", &fields, false)?;
        Ok(name)
    }

    /// Adds a name on the map.
    pub fn add_place(&mut self, at: Hex, name: &str) -> Done {
        let fields = [("name", Field::text(name)), ("at", Field::text(at.offset().to_string()))];
        self.add(&[], "place", &fields, false).map(drop)
    }

    /// Takes an entry out: with a brigade its leaders, with the last unit of one the brigade, with a reinforcement what names it.
    pub fn take_away(&mut self, sketch: &Sketch, entry: &Entry) -> Done {
        match entry {
            Entry::Unit(side, brigade, _) => {
                let own = sketch.units.iter().filter(|unit| (unit.side, unit.brigade) == (*side, *brigade)).count();
                if own <= 1 {
                    return self.take_away(sketch, &Entry::Brigade(*side, *brigade));
                }
            }
            Entry::Brigade(side, brigade) => {
                let name = sketch.brigades[side.index()].get(*brigade).map(|brigade| brigade.name.clone());
                let led = |leader: &&crate::sketch::Leader| {
                    leader.side == *side && leader.rank == Some(Rank::Brigade) && leader.command == name
                };
                let leaders: Vec<Entry> =
                    sketch.leaders.iter().filter(led).map(|leader| leader.entry.clone()).collect();
                leaders.iter().rev().try_for_each(|leader| self.remove(&leader.path()))?;
            }
            Entry::Reinforcement(place) => {
                let spot = sketch.reinforcements.get(*place).ok_or_else(crate::write::gone)?;
                self.forget(sketch, spot.side, &spot.name)?;
            }
            _ => {}
        }
        self.remove(&entry.path())
    }

    /// Takes a reinforcement out of all that come with it.
    fn forget(&mut self, sketch: &Sketch, side: Option<Side>, name: &str) -> Done {
        for entry in self.who_name(sketch, side, name)? {
            self.unset(&entry.path(), "arrives")?;
        }
        Ok(())
    }

    /// Brigades and units that say they come with a reinforcement.
    fn who_name(&self, sketch: &Sketch, side: Option<Side>, name: &str) -> Result<Vec<Entry>, Refused> {
        let page = self.page()?;
        let brigades = sketch.brigades.iter().flatten().map(|brigade| &brigade.entry);
        let all = brigades.chain(sketch.units.iter().map(|unit| &unit.entry));
        let of_side = |entry: &&Entry| match entry {
            Entry::Brigade(own, _) | Entry::Unit(own, ..) => side.is_none_or(|side| side == *own),
            _ => false,
        };
        let names =
            |entry: &&Entry| page.at(&child(&entry.path(), "arrives")).and_then(crate::page::Node::text) == Some(name);
        Ok(all.filter(of_side).filter(names).cloned().collect())
    }

    /// Gives something another name, there and wherever it is named.
    pub fn rename(&mut self, sketch: &Sketch, entry: &Entry, name: &str) -> Done {
        let written = Field::text(name);
        match entry {
            Entry::Brigade(side, place) => {
                let old = sketch.brigades[side.index()].get(*place).map(|brigade| brigade.name.clone());
                self.rename_command(sketch, (*side, Rank::Brigade), old.as_deref(), name)?;
            }
            Entry::Reinforcement(place) => {
                let spot = sketch.reinforcements.get(*place).ok_or_else(crate::write::gone)?;
                for named in self.who_name(sketch, spot.side, &spot.name)? {
                    self.set(&named.path(), "arrives", &written, named.order())?;
                }
            }
            _ => {}
        }
        self.set(&entry.path(), "name", &written, entry.order())
    }

    /// Leaders of that rank whose command had the old name have the new one.
    pub fn rename_command(
        &mut self,
        sketch: &Sketch,
        (side, rank): (Side, Rank),
        old: Option<&str>,
        name: &str,
    ) -> Done {
        let led = |leader: &&crate::sketch::Leader| {
            leader.side == side && leader.rank == Some(rank) && old.is_some() && leader.command.as_deref() == old
        };
        for leader in sketch.leaders.iter().filter(led) {
            self.set(&leader.entry.path(), "command", &Field::text(name), leader.entry.order())?;
        }
        Ok(())
    }

    /// Puts a unit on a hex; one that was to come later does so no more.
    pub fn put_unit(&mut self, entry: &Entry, at: Hex) -> Done {
        let page = self.page()?;
        if page.at(&child(&entry.path(), "arrives")).is_some() {
            self.unset(&entry.path(), "arrives")?;
        }
        self.set(&entry.path(), "at", &Field::text(at.offset().to_string()), entry.order())
    }

    /// Has a unit come later: it stands nowhere then.
    pub fn send_for(&mut self, entry: &Entry, reinforcement: &str) -> Done {
        self.unset(&entry.path(), "at")?;
        self.set(&entry.path(), "arrives", &Field::text(reinforcement), entry.order())
    }

    /// Gives a unit a facing; the usual one of its brigade or army is not written.
    pub fn turn_unit(&mut self, sketch: &Sketch, entry: &Entry, facing: Facing) -> Done {
        let Entry::Unit(side, brigade, _) = entry else { return Err(crate::write::gone()) };
        let usual = self.facing_of(&Entry::Brigade(*side, *brigade))?.or(sketch.facings[side.index()]);
        match usual == Some(facing) {
            true => self.unset(&entry.path(), "facing"),
            false => self.set(&entry.path(), "facing", &Field::text(facing.name()), entry.order()),
        }
    }

    /// Moves a unit into another brigade of its side, with all that is said of it.
    pub fn transfer(&mut self, sketch: &Sketch, entry: &Entry, brigade: usize) -> Done {
        let Entry::Unit(side, from, _) = entry else { return Err(crate::write::gone()) };
        let unit = sketch.unit(entry).ok_or_else(crate::write::gone)?;
        let page = self.page()?;
        let node = page.at(&entry.path()).ok_or_else(crate::write::gone)?;
        let mut fields: Vec<(&str, Field)> = Vec::new();
        for key in entry.order().iter().filter(|key| !matches!(**key, "facing" | "arrives")) {
            let written = node.entry(key).and_then(|(_, value)| page.raw().get(value));
            fields.extend(written.map(|written| (*key, Field::Raw(written.to_owned()))));
        }
        fields.push(("facing", Field::text(unit.facing.name())));
        if let Some(arrives) = &unit.arrives {
            fields.push(("arrives", Field::text(arrives.clone())));
        }
        let there = Entry::Brigade(*side, brigade);
        self.add(&there.path(), "units", &fields, true)?;
        let left = sketch.units.iter().filter(|unit| (unit.side, unit.brigade) == (*side, *from)).count();
        if left > 1 { self.remove(&entry.path()) } else { self.take_away(sketch, &Entry::Brigade(*side, *from)) }
    }

    /// Sets the division of a brigade, and renames it for its leader where nobody else is in it.
    pub fn set_division(&mut self, sketch: &Sketch, entry: &Entry, name: &str) -> Done {
        let Entry::Brigade(side, place) = entry else { return Err(crate::write::gone()) };
        let own = &sketch.brigades[side.index()];
        let old = own.get(*place).map(|brigade| brigade.division.clone()).filter(|old| !old.is_empty());
        let others = own.iter().enumerate().filter(|(other, _)| other != place);
        let alone = !others.into_iter().any(|(_, brigade)| Some(&brigade.division) == old.as_ref());
        if name.is_empty() {
            return self.unset(&entry.path(), "division");
        }
        if alone {
            self.rename_command(sketch, (*side, Rank::Division), old.as_deref(), name)?;
        }
        self.set(&entry.path(), "division", &Field::text(name), entry.order())
    }
}

/// The path of a key.
pub(crate) fn of(entry: &Entry, key: &str) -> Vec<Step> {
    child(&entry.path(), key)
}

//! Everything there is in the battle, in one list: to go there, or to describe it.

use battle::Side;
use drafting::Entry;

use super::Editor;
use crate::layer::Flow;
use crate::screens::list::List;

/// Tag of the list.
pub const OUTLINE: &str = "editor outline";

impl Editor {
    /// Opens the list.
    pub(super) fn outline(&mut self) -> Flow {
        let rows = self.outline_rows();
        self.listed = rows.iter().map(|(entry, _)| entry.clone()).collect();
        let text = "Enter describes what is chosen, and the cursor goes there.";
        let list =
            rows.into_iter().fold(List::new(OUTLINE, "All there is", text), |list, (_, row)| list.row(None, row));
        let here = self.entry_here().and_then(|here| self.listed.iter().position(|entry| *entry == here));
        Flow::Push(Box::new(list.at(here.unwrap_or(0))))
    }

    fn outline_rows(&self) -> Vec<(Entry, String)> {
        let sketch = self.draft.sketch();
        let mut rows = vec![(Entry::Heading, format!("The battle\t{}", sketch.title))];
        for side in Side::ALL {
            rows.push((Entry::Army(side), format!("{side}\t{}", sketch.names[side.index()])));
            let leaders = sketch.leaders.iter().filter(|leader| leader.side == side);
            rows.extend(leaders.map(|leader| {
                let rank = leader.rank.map_or("?", |rank| rank.name());
                let of = leader.command.as_ref().map_or_else(String::new, |command| format!(" of {command}"));
                (leader.entry.clone(), format!("  {}\t{}, {rank}{of}", leader.label, leader.name))
            }));
            for (number, brigade) in sketch.brigades[side.index()].iter().enumerate() {
                rows.push((brigade.entry.clone(), format!("  Brigade\t{}", brigade.name)));
                let own = sketch.units.iter().filter(|unit| (unit.side, unit.brigade) == (side, number));
                rows.extend(own.map(|unit| {
                    let place = match (&unit.arrives, unit.at) {
                        (_, Some(at)) => format!("at {}", at.offset()),
                        (Some(arrives), None) => format!("comes with {arrives}"),
                        (None, None) => String::from("nowhere"),
                    };
                    let kind = unit.troop.map_or("?", |troop| troop.name());
                    (unit.entry.clone(), format!("    {}\t{}, {kind}, {place}", unit.label, unit.name))
                }));
            }
        }
        let named = [("Goal", &sketch.objectives), ("Arrival", &sketch.reinforcements), ("Name", &sketch.places)];
        for (word, spots) in named {
            rows.extend(spots.iter().map(|spot| (spot.entry.clone(), format!("{word}\t{}", spot.name))));
        }
        rows
    }

    /// An entry of the list was picked.
    pub(super) fn picked_entry(&mut self, place: usize) -> Flow {
        let Some(entry) = self.listed.get(place).cloned() else { return Flow::Stay };
        let grid = self.draft.sketch().grid;
        let there = self.draft.sketch().place_of(&entry);
        if let Some(hex) = there.filter(|hex| grid.is_some_and(|grid| grid.contains(*hex))) {
            self.cursor = hex;
        }
        self.describe(&entry)
    }

    /// What is under the cursor: a unit before a name before a goal before a way in.
    pub(super) fn entry_here(&self) -> Option<Entry> {
        let sketch = self.draft.sketch();
        let unit = self.unit_here().map(|unit| unit.entry.clone());
        let spots = [&sketch.places, &sketch.objectives, &sketch.reinforcements];
        let spot = spots.into_iter().flatten().find(|spot| spot.hexes.contains(&self.cursor));
        unit.or_else(|| spot.map(|spot| spot.entry.clone()))
    }
}

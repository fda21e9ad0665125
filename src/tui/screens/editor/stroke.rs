//! Using a tool: which hexes a brush takes, what an edit that makes, and what is said of it.

use battle::{Cell, Crossing, Edge, Obstacle, Side, Terrain, Troop};
use drafting::{Coat, Edit, Entry, Field, NewUnit};
use hexes::{Direction, Facing, Grid, Hex};

use super::Editor;
use super::tools::{self, LEVELS, Tool};
use crate::layer::Flow;
use crate::screens::prompt::Prompt;
use crate::theme::Ink;

/// Tag of the prompt for a name on the map.
pub const NAME: &str = "editor name";

/// Sides of a hex that a brush of each size takes.
const SIDES: [i32; 4] = [1, 2, 3, 6];

impl Editor {
    /// How large the brush is, 0 being a hex. A road is a hex broad whatever brush was in hand before.
    pub(super) fn brush_size(&self) -> u8 {
        if self.tool == Tool::Roads { 0 } else { self.size }
    }

    /// The hexes of the brush round the cursor, with their other places where there is a mirror.
    pub(super) fn brush(&self) -> Vec<Hex> {
        let Some(grid) = self.draft.sketch().grid else { return Vec::new() };
        let round = self.cursor.within(i32::from(self.brush_size())).filter(|hex| grid.contains(*hex));
        self.mirror.both(&round.collect::<Vec<_>>(), grid)
    }

    /// The sides of the hex under the cursor that the tool for edges takes, with their other places.
    pub(super) fn sides(&self) -> Vec<(Hex, Direction)> {
        let Some(grid) = self.draft.sketch().grid else { return Vec::new() };
        let count = SIDES[usize::from(self.sides).min(3)];
        let own: Vec<(Hex, Direction)> = (0..count).map(|turn| (self.cursor, self.edge.rotate(turn))).collect();
        let there = |(hex, side): &(Hex, Direction)| Some((self.mirror.hex(*hex, grid)?, self.mirror.direction(*side)));
        let other: Vec<(Hex, Direction)> = own.iter().filter_map(there).collect();
        own.into_iter().chain(other).collect()
    }

    /// The coat that the tool in hand has on its brush.
    pub(super) fn coat(&self) -> Option<Coat> {
        let row = self.kind();
        Some(match self.tool {
            Tool::Ground => match row.checked_sub(Terrain::ALL.len()) {
                Some(storey) => Coat::Storey(tools::STOREYS.get(storey)?.1),
                None => Coat::Terrain(*Terrain::ALL.get(row)?),
            },
            Tool::Heights => match *LEVELS.get(row)? {
                "higher" => Coat::Raise(1),
                "lower" => Coat::Raise(-1),
                level => Coat::Height(level.parse().ok()?),
            },
            Tool::Roads => match row {
                0 => Coat::Road(true),
                1 => Coat::Road(false),
                2 => Coat::Crossing(Crossing::Ford),
                3 => Coat::Crossing(Crossing::Bridge),
                _ => Coat::Crossing(Crossing::None),
            },
            _ => return None,
        })
    }

    /// Uses the tool at the cursor; as the next piece of a stroke where it is one.
    pub(super) fn use_tool(&mut self, joins: bool) -> Flow {
        if self.held.is_some() {
            self.put_down();
            return Flow::Stay;
        }
        if !joins {
            self.stroked.clear();
            self.drawing = false;
        }
        match self.tool {
            Tool::Ground | Tool::Heights | Tool::Roads => {
                if let Some(coat) = self.coat() {
                    self.paint(coat, joins);
                }
            }
            Tool::Edges => self.set_edges(joins),
            Tool::Units => return self.place_unit(),
            Tool::Leaders => return self.lead(),
            Tool::Goals | Tool::Arrivals => return self.cover(joins),
            Tool::Places => return self.name_place(),
            Tool::Zones => self.zone(true, joins),
            Tool::Heading => return self.describe(&Entry::Heading),
        }
        Flow::Stay
    }

    /// Paints what the brush takes that this stroke has not painted yet.
    fn paint(&mut self, coat: Coat, joins: bool) {
        let mut hexes = self.brush();
        hexes.retain(|hex| !self.stroked.contains(hex));
        self.stroked.extend(&hexes);
        let joins = joins && self.drawing;
        let made = self.change(&Edit::Paint(hexes, coat), joins);
        self.drawing |= made;
        if !made && !joins {
            self.say(Ink::Faint, self.why_nothing(coat));
        }
    }

    /// Why a coat changes nothing at the cursor.
    fn why_nothing(&self, coat: Coat) -> String {
        let cell = self.cell();
        match coat {
            Coat::Crossing(_) if cell.terrain != Terrain::Water => String::from(
                "Fords and bridges lie over water. Over a stream or river along edges they are among the edges.",
            ),
            Coat::Storey(true) if !cell.terrain.is_building() => String::from("Only houses have an upper storey."),
            _ => format!("It is {} already.", coat.words()),
        }
    }

    /// The ground under the cursor.
    pub(super) fn cell(&self) -> Cell {
        let ground = self.draft.sketch().ground.as_ref();
        ground.and_then(|ground| ground.cell(self.cursor)).unwrap_or_default()
    }

    /// What runs along an edge now.
    fn edge_at(&self, (hex, side): (Hex, Direction)) -> Edge {
        self.draft.sketch().ground.as_ref().map_or_else(Edge::default, |ground| ground.edge(hex, side))
    }

    fn set_edges(&mut self, joins: bool) {
        let (row, sides) = (self.kind(), self.sides());
        let joins = joins && self.drawing;
        let made = match (Obstacle::ALL.get(row), row - row.min(Obstacle::ALL.len())) {
            (Some(obstacle), _) => {
                self.change(&Edit::Edges(sides, Edge { obstacle: *obstacle, crossing: Crossing::None }), joins)
            }
            (None, 2) => self.change(&Edit::Edges(sides, Edge::default()), joins),
            (None, over) => {
                let crossing = if over == 0 { Crossing::Ford } else { Crossing::Bridge };
                return self.cross(&sides, crossing, joins);
            }
        };
        self.drawing |= made;
    }

    /// Puts a ford or bridge where water runs along the sides.
    fn cross(&mut self, sides: &[(Hex, Direction)], crossing: Crossing, joins: bool) {
        let mut made = false;
        for water in [Obstacle::Stream, Obstacle::River] {
            let wet: Vec<_> = sides.iter().copied().filter(|side| self.edge_at(*side).obstacle == water).collect();
            made |=
                !wet.is_empty() && self.change(&Edit::Edges(wet, Edge { obstacle: water, crossing }), joins || made);
        }
        self.drawing |= made;
        if !made {
            self.say(Ink::Notice, "No stream or river runs along that side; draw it first.");
        }
    }

    /// Which way units of a side look here.
    pub(super) fn usual_facing(&self, side: Side) -> Facing {
        let usual = if side == Side::Blue { Facing::North } else { Facing::South };
        self.draft.sketch().facings[side.index()].unwrap_or(usual)
    }

    fn place_unit(&mut self) -> Flow {
        if self.unit_here().is_some() {
            self.take_hold();
            return Flow::Stay;
        }
        let (side, at) = (self.side, self.cursor);
        let unit = NewUnit {
            side,
            brigade: self.brigade[side.index()],
            troop: Troop::ALL.get(self.kind()).copied().unwrap_or(Troop::LineInfantry),
            at,
            facing: self.usual_facing(side),
        };
        let edit = match self.mirrored(&unit) {
            Some(other) => Edit::Together(
                format!("added {} on both sides", unit.troop.name()),
                vec![Edit::AddUnit(unit), Edit::AddUnit(other)],
            ),
            None => Edit::AddUnit(unit),
        };
        if self.change(&edit, false) {
            let label = self.draft.sketch().unit_at(at).map_or_else(String::new, |unit| unit.label.clone());
            self.say(Ink::Good, format!("{label} is placed. Enter describes it, [ ] turn it, Space takes hold of it."));
        }
        Flow::Stay
    }

    /// The same unit of the other side at the other place of a mirror.
    fn mirrored(&self, unit: &NewUnit) -> Option<NewUnit> {
        let sketch = self.draft.sketch();
        let at = self.mirror.anchor((unit.at, unit.facing), sketch.files, sketch.grid?)?;
        let side = unit.side.other();
        Some(NewUnit {
            side,
            brigade: self.brigade[side.index()],
            at,
            facing: self.mirror.facing(unit.facing),
            ..unit.clone()
        })
    }

    /// Takes hold of the unit or name under the cursor.
    pub(super) fn take_hold(&mut self) {
        let sketch = self.draft.sketch();
        let unit = self.unit_here().map(|unit| (unit.entry.clone(), unit.label.clone()));
        let place = sketch.places.iter().find(|place| place.hexes.contains(&self.cursor));
        let place = place.map(|place| (place.entry.clone(), place.name.clone()));
        let found = if self.tool == Tool::Places { place.or(unit) } else { unit.or(place) };
        match found {
            Some((entry, label)) => {
                self.say(Ink::Text, format!("You hold {label}: move, [ ] turn it, Space puts it down, Esc lets go."));
                self.held = Some(entry);
            }
            None => self.say(Ink::Faint, "There is no unit and no name here to take hold of."),
        }
    }

    /// Puts down what is held.
    pub(super) fn put_down(&mut self) {
        let Some(entry) = self.held.take() else { return };
        let at = self.cursor;
        match entry {
            Entry::Place(_) => {
                let field = Some(Field::text(at.offset().to_string()));
                self.change(&Edit::Set(entry, String::from("at"), field), false);
            }
            entry => {
                self.change(&Edit::Move(entry, at), false);
            }
        }
    }

    /// Gives the brigade under the cursor a leader, or describes the one it has.
    fn lead(&mut self) -> Flow {
        let sketch = self.draft.sketch();
        let Some(unit) = self.unit_here() else {
            self.say(
                Ink::Notice,
                "Put the cursor on a unit of the brigade that is to have a leader; o lists everybody.",
            );
            return Flow::Stay;
        };
        let side = unit.side;
        let name = sketch.brigades[side.index()].get(unit.brigade).map(|brigade| brigade.name.clone());
        let leader = sketch
            .leaders
            .iter()
            .find(|leader| leader.side == side && leader.command == name && leader.rank == Some(battle::Rank::Brigade));
        if let Some(leader) = leader {
            let entry = leader.entry.clone();
            return self.describe(&entry);
        }
        if !self.change(&Edit::AddLeader(side, battle::Rank::Brigade, name), false) {
            return Flow::Stay;
        }
        let added = self.draft.sketch().leaders.iter().rfind(|leader| leader.side == side);
        let Some(entry) = added.map(|leader| leader.entry.clone()) else { return Flow::Stay };
        self.describe(&entry)
    }

    /// Makes a goal or a way in on the brush's hexes, or adds them to the one that is chosen.
    fn cover(&mut self, joins: bool) -> Flow {
        let Some(grid) = self.draft.sketch().grid else { return Flow::Stay };
        let hexes: Vec<Hex> = self.cursor.within(i32::from(self.size)).filter(|hex| grid.contains(*hex)).collect();
        if let Some(entry) = self.chosen_entry() {
            self.add_hexes(&entry, &hexes, joins);
            return Flow::Stay;
        }
        if joins {
            return Flow::Stay;
        }
        let (side, facing) = (self.side, self.usual_facing(self.side));
        let edit = match self.tool {
            Tool::Goals => Edit::AddObjective(hexes),
            _ => Edit::AddReinforcement(side, facing, hexes),
        };
        if !self.change(&edit, false) {
            return Flow::Stay;
        }
        let sketch = self.draft.sketch();
        let spots = if self.tool == Tool::Goals { &sketch.objectives } else { &sketch.reinforcements };
        let Some(entry) = spots.last().map(|spot| spot.entry.clone()) else { return Flow::Stay };
        self.choose_last();
        self.describe(&entry)
    }

    /// The key of an entry's hexes, and what they are now.
    fn hexes_of(&self, entry: &Entry) -> Option<(&'static str, Vec<Hex>)> {
        let sketch = self.draft.sketch();
        match entry {
            Entry::Objective(place) => Some(("hexes", sketch.objectives.get(*place)?.hexes.clone())),
            Entry::Reinforcement(place) => Some(("entry", sketch.reinforcements.get(*place)?.hexes.clone())),
            Entry::Army(side) => Some(("zone", sketch.zones[side.index()].clone())),
            _ => None,
        }
    }

    fn add_hexes(&mut self, entry: &Entry, hexes: &[Hex], joins: bool) {
        let Some((key, mut all)) = self.hexes_of(entry) else { return };
        let before = all.len();
        hexes
            .iter()
            .filter(|hex| !all.contains(hex))
            .copied()
            .collect::<Vec<_>>()
            .into_iter()
            .for_each(|hex| all.push(hex));
        if all.len() > before {
            let joins = joins && self.drawing;
            self.drawing |= self.change(&Edit::Hexes(entry.clone(), key, all), joins);
        }
    }

    fn take_hexes(&mut self, entry: &Entry, hexes: &[Hex], joins: bool) -> bool {
        let Some((key, mut all)) = self.hexes_of(entry) else { return false };
        let before = all.len();
        all.retain(|hex| !hexes.contains(hex));
        if all.len() == before {
            return false;
        }
        let goes = all.is_empty() && !matches!(entry, Entry::Army(_));
        let edit = if goes { Edit::Remove(entry.clone()) } else { Edit::Hexes(entry.clone(), key, all) };
        self.change(&edit, joins)
    }

    /// Adds the brush's hexes to the army's zone, or takes them away; with a mirror the other army's at the other place.
    fn zone(&mut self, adds: bool, joins: bool) {
        let Some(grid) = self.draft.sketch().grid else { return };
        let own: Vec<Hex> = self.cursor.within(i32::from(self.size)).filter(|hex| grid.contains(*hex)).collect();
        let other: Vec<Hex> = own.iter().filter_map(|hex| self.mirror.hex(*hex, grid)).collect();
        for (side, hexes) in [(self.side, own), (self.side.other(), other)] {
            let joins = joins || side != self.side;
            match adds {
                true => self.add_hexes(&Entry::Army(side), &hexes, joins),
                false => self.drawing |= self.take_hexes(&Entry::Army(side), &hexes, joins && self.drawing),
            }
        }
    }

    /// Asks for a name to write here, or takes hold of the one that is.
    fn name_place(&mut self) -> Flow {
        let here = self.draft.sketch().places.iter().any(|place| place.hexes.contains(&self.cursor));
        if here {
            self.take_hold();
            return Flow::Stay;
        }
        Flow::Push(Box::new(Prompt::new(NAME, format!("A name at {}", self.cursor.offset()), Vec::new())))
    }

    /// Takes away what the tool makes.
    pub(super) fn erase(&mut self, joins: bool) -> Flow {
        if !joins {
            self.stroked.clear();
            self.drawing = false;
        }
        match self.tool {
            Tool::Ground => self.paint(Coat::Terrain(Terrain::Open), joins),
            Tool::Heights => self.paint(Coat::Height(0), joins),
            Tool::Roads => self.paint(Coat::Road(false), joins),
            Tool::Edges => {
                self.change(&Edit::Edges(self.sides(), Edge::default()), joins);
            }
            Tool::Zones => self.zone(false, joins),
            Tool::Goals | Tool::Arrivals => self.erase_cover(joins),
            Tool::Units | Tool::Leaders | Tool::Places | Tool::Heading => return self.erase_thing(),
        }
        Flow::Stay
    }

    fn erase_cover(&mut self, joins: bool) {
        let hexes: Vec<Hex> = self.cursor.within(i32::from(self.size)).collect();
        let sketch = self.draft.sketch();
        let spots = if self.tool == Tool::Goals { &sketch.objectives } else { &sketch.reinforcements };
        let here = spots.iter().find(|spot| spot.hexes.contains(&self.cursor)).map(|spot| spot.entry.clone());
        match self.chosen_entry().or(here) {
            Some(entry) if self.take_hexes(&entry, &hexes, joins) => {}
            _ => self.say(Ink::Faint, "Nothing of that lies here; o lists everything, and there it can be taken away."),
        }
    }

    fn erase_thing(&mut self) -> Flow {
        let sketch = self.draft.sketch();
        let unit = self.unit_here().map(|unit| unit.entry.clone());
        let place =
            sketch.places.iter().find(|place| place.hexes.contains(&self.cursor)).map(|place| place.entry.clone());
        let found = match self.tool {
            Tool::Leaders => self.chosen_entry(),
            Tool::Places => place,
            _ => unit,
        };
        match found {
            Some(entry) => {
                self.held = None;
                self.change(&Edit::Remove(entry), false);
            }
            None => self.say(Ink::Faint, "There is nothing here that this tool takes away."),
        }
        Flow::Stay
    }

    /// Fills all ground that is like that under the cursor.
    pub(super) fn fill(&mut self) {
        let sketch = self.draft.sketch();
        let (Some(ground), Some(coat), Some(grid)) = (sketch.ground.clone(), self.coat(), sketch.grid) else {
            return self.say(Ink::Faint, "Ground, heights and roads can be filled; choose one of those tools.");
        };
        let found = drafting::alike(|hex| ground.cell(hex), self.cursor, self.tool == Tool::Heights);
        let hexes = self.mirror.both(&found, grid);
        self.change(&Edit::Paint(hexes, coat), false);
    }

    /// Takes up what is under the cursor as what the tool uses.
    pub(super) fn pick(&mut self, grid: Grid) {
        if !grid.contains(self.cursor) {
            return;
        }
        let cell = self.cell();
        let unit = self.unit_here().cloned();
        let row = match (self.tool, unit) {
            (Tool::Units | Tool::Leaders, Some(unit)) => {
                self.side = unit.side;
                self.brigade[unit.side.index()] = unit.brigade;
                unit.troop
                    .and_then(|troop| Troop::ALL.iter().position(|other| *other == troop))
                    .filter(|_| self.tool == Tool::Units)
            }
            (Tool::Ground, _) => Terrain::ALL.iter().position(|terrain| *terrain == cell.terrain),
            (Tool::Heights, _) => LEVELS.iter().position(|level| *level == cell.elevation.to_string()),
            (Tool::Roads, _) => Some(match (cell.crossing, cell.road) {
                (Crossing::Ford, _) => 2,
                (Crossing::Bridge, _) => 3,
                (Crossing::None, true) => 0,
                (Crossing::None, false) => 1,
            }),
            (Tool::Edges, _) => {
                let edge = self.edge_at((self.cursor, self.edge));
                let kinds = Obstacle::ALL.len();
                Obstacle::ALL.iter().position(|other| *other == edge.obstacle).or(Some(kinds + 2))
            }
            (Tool::Goals, _) => self.spot_row(|sketch| &sketch.objectives),
            (Tool::Arrivals, _) => self.spot_row(|sketch| &sketch.reinforcements),
            _ => None,
        };
        if let Some(row) = row {
            self.set_kind(row);
        }
    }

    /// The row of the goal or way in under the cursor.
    fn spot_row(&self, spots: impl Fn(&drafting::Sketch) -> &Vec<drafting::Spot>) -> Option<usize> {
        let own = spots(self.draft.sketch()).iter();
        let own = own.filter(|spot| self.tool != Tool::Arrivals || spot.side == Some(self.side));
        own.into_iter().position(|spot| spot.hexes.contains(&self.cursor)).map(|place| place + 1)
    }

    /// Turns what is held or under the cursor, or the side of the hex.
    pub(super) fn turn(&mut self, clockwise: bool) {
        let by = if clockwise { 1 } else { -1 };
        if self.tool == Tool::Edges && self.held.is_none() {
            self.edge = self.edge.rotate(by);
            return;
        }
        let sketch = self.draft.sketch();
        let unit = self.held.as_ref().and_then(|entry| sketch.unit(entry)).or_else(|| self.unit_here());
        let Some((entry, facing)) = unit.map(|unit| (unit.entry.clone(), unit.facing)) else {
            return self.say(Ink::Faint, "Put the cursor on a unit to turn it.");
        };
        self.change(&Edit::Turn(entry, facing.rotate(by)), false);
    }
}

//! Units as bodies: touching units of one side in different shades, seams where shades run out, ends and threads.

use battle::{Arrangement, Battlefield, Footprint, UnitId};
use hexes::{Direction, Hex};
use ratatui::style::{Modifier, Style};

use super::projection::Zoom;
use super::units::{Brush, Emphasis, flag_hex};
use crate::theme::{Depth, Ink};

/// In which shade of its side's colour each unit is drawn, so that no two that touch look like one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bodies {
    shades: Vec<Option<u8>>,
}

impl Bodies {
    /// Gives each unit on the map the first of so many shades that the units of its side touching it use least; most units
    /// touch nobody and keep the first.
    #[must_use]
    pub fn of(field: &Battlefield, shades: usize) -> Bodies {
        let mut given = vec![None; field.ids().count()];
        for unit in field.present() {
            let mut used = vec![0u32; shades.max(1)];
            for other in touching(field, unit) {
                if let Some(shade) = given[other.index()] {
                    used[usize::from(shade)] += 1;
                }
            }
            let least = used.iter().min().copied();
            given[unit.index()] = used.iter().position(|count| Some(*count) == least).map(|shade| shade as u8);
        }
        Bodies { shades: given }
    }

    /// The shade of a unit, counted from 0.
    #[must_use]
    pub fn shade(&self, unit: UnitId) -> usize {
        self.shades.get(unit.index()).copied().flatten().map_or(0, usize::from)
    }
}

/// The units of the same side on hexes beside a unit's, each once.
fn touching(field: &Battlefield, unit: UnitId) -> Vec<UnitId> {
    let footprint = field.footprint(unit);
    let around = footprint.hexes().iter().flat_map(|hex| Direction::ALL.map(|direction| *hex + direction));
    let mut units: Vec<UnitId> = around.filter_map(|hex| friend_at(field, unit, hex)).collect();
    units.sort_unstable();
    units.dedup();
    units
}

/// The other unit of the same side that stands there.
fn friend_at(field: &Battlefield, unit: UnitId, hex: Hex) -> Option<UnitId> {
    field.unit_at(hex).filter(|other| *other != unit && field.side(*other) == field.side(unit))
}

impl Brush<'_> {
    /// What makes the stands of a unit one body besides their colour.
    pub fn body(&mut self, field: &Battlefield, unit: UnitId, footprint: &Footprint, style: Style, emphasis: Emphasis) {
        self.threads(field, unit, footprint);
        self.seams(field, unit, footprint, style);
        if self.theme.depth() == Depth::Mono {
            self.ends(field, footprint, style, emphasis);
            if matches!(emphasis, Emphasis::Target | Emphasis::Struck) {
                self.ring(field, unit);
            }
        } else if self.is_framed(emphasis) {
            self.frame(footprint);
        }
    }

    /// Whether a unit shows that it is pointed at by its ends alone: where hexes are large, all of it would be much to send
    /// over a line for a step of the cursor.
    #[must_use]
    pub fn is_framed(&self, emphasis: Emphasis) -> bool {
        emphasis == Emphasis::Pointed && self.projection.zoom == Zoom::Close
    }

    /// The ends of each row of a unit in the colour of what is selected.
    fn frame(&mut self, footprint: &Footprint) {
        let style = self.theme.ink(Ink::Selected);
        for hex in footprint.hexes() {
            let (x, y) = self.projection.zoom.place(*hex);
            for (side, column) in [(Direction::West, 0), (Direction::East, 3)] {
                if !footprint.contains(*hex + side) {
                    self.put((x + column, y), ' ', style);
                }
            }
        }
    }

    /// Lines between the stands of a unit that stand apart in a rank.
    fn threads(&mut self, field: &Battlefield, unit: UnitId, footprint: &Footprint) {
        let pose = field.unit(unit).pose;
        if !matches!(pose.formation.arrangement, Arrangement::Skirmish | Arrangement::Screen) {
            return;
        }
        let along = pose.facing.right_flank();
        for hex in footprint.hexes() {
            let next = (2..=3).find(|steps| footprint.contains(*hex + along.vector() * *steps));
            let between = (1..next.unwrap_or(1)).map(|steps| *hex + along.vector() * steps);
            let open: Vec<Hex> = between.filter(|hex| is_open(field, *hex)).collect();
            open.into_iter().for_each(|hex| self.thread(hex, along, self.theme.side_text(field.side(unit))));
        }
    }

    fn thread(&mut self, hex: Hex, along: Direction, style: Style) {
        let (x, y) = self.projection.zoom.place(hex);
        let close = self.projection.zoom == Zoom::Close;
        let sign = self.glyphs.thread(along);
        let cells: &[(i32, i32)] = match (along, close) {
            (Direction::East | Direction::West, false) => &[(0, 0), (1, 0)],
            (Direction::East | Direction::West, true) => &[(0, 0), (1, 0), (2, 0), (3, 0)],
            (Direction::SouthEast | Direction::NorthWest, true) => &[(1, 0), (2, 1)],
            (_, true) => &[(2, 0), (1, 1)],
            (Direction::SouthEast | Direction::NorthWest, false) => &[(1, 0)],
            (_, false) => &[(0, 0)],
        };
        cells.iter().for_each(|(right, down)| self.put((x + right, y + down), sign, style));
    }

    /// Lines between a unit and those of its side that touch it and are drawn alike.
    fn seams(&mut self, field: &Battlefield, unit: UnitId, footprint: &Footprint, style: Style) {
        use Direction::{East, SouthEast, SouthWest, West};
        let shade = self.bodies.shade(unit);
        for hex in footprint.hexes() {
            let friends = [West, East, SouthWest, SouthEast].map(|side| friend_at(field, unit, *hex + side));
            let alike = friends.map(|friend| friend.is_some_and(|other| self.bodies.shade(other) == shade));
            let [west, east, left, right] = alike;
            let beside = west || east;
            self.seam(*hex, [west, left && !beside, right && !beside], style);
        }
    }

    /// Lines on the sides west, south-west and south-east of a hex.
    fn seam(&mut self, hex: Hex, [west, left, right]: [bool; 3], style: Style) {
        let ((x, y), sign) = (self.projection.zoom.place(hex), self.glyphs.seam());
        let (width, height) = self.projection.zoom.hex_size();
        for row in (0..i32::from(height)).filter(|_| west) {
            self.put((x, y + row), sign, style);
        }
        let lined = |column: u16| if column < width / 2 { left } else { right };
        let below: Vec<(u16, u16)> = self
            .projection
            .cells(hex)
            .filter(|(_, _, (column, row))| row + 1 == height && lined(*column))
            .map(|(x, y, _)| (x, y))
            .collect();
        below.into_iter().for_each(|at| self.canvas.tint(at, Style::new().add_modifier(Modifier::UNDERLINED)));
    }

    /// Marks at both ends of each row of a unit, on open ground, so that it is found at once.
    pub fn ring(&mut self, field: &Battlefield, unit: UnitId) {
        if self.projection.zoom == Zoom::Table {
            return;
        }
        let (footprint, style) = (field.footprint(unit), self.theme.ink(Ink::Target).add_modifier(Modifier::BOLD));
        let width = i32::from(self.projection.zoom.hex_size().0);
        for hex in footprint.hexes() {
            let (x, y) = self.projection.zoom.place(*hex);
            for (side, column, sign) in [(Direction::West, -1, '('), (Direction::East, width, ')')] {
                if is_open(field, *hex + side) {
                    self.put((x + column, y), sign, style);
                }
            }
        }
    }

    /// Brackets round each row of a unit, where no colour holds it together; heavy ones round the selected unit.
    fn ends(&mut self, field: &Battlefield, footprint: &Footprint, style: Style, emphasis: Emphasis) {
        let selected = matches!(emphasis, Emphasis::Pointed | Emphasis::Selected);
        if style.add_modifier.contains(Modifier::REVERSED) && !selected {
            return;
        }
        let style = if selected { style.add_modifier(Modifier::REVERSED | Modifier::BOLD) } else { style };
        let within = self.projection.zoom == Zoom::Close;
        let last = i32::from(self.projection.zoom.hex_size().0) - 1;
        for hex in footprint.hexes() {
            let (x, y) = self.projection.zoom.place(*hex);
            for (side, inner, outer, sign) in [(Direction::West, 0, -1, '['), (Direction::East, last, last + 1, ']')] {
                let beside = *hex + side;
                let open = is_open(field, beside);
                if !footprint.contains(beside) && (within || open || selected) {
                    self.put((x + if within || !open { inner } else { outer }, y), sign, style);
                }
            }
        }
    }
}

/// Whether nothing stands on a hex that a line must not be drawn over.
#[must_use]
pub fn is_open(field: &Battlefield, hex: Hex) -> bool {
    let flagged = || field.roster().objectives.iter().any(|objective| flag_hex(field, objective) == Some(hex));
    field.ground().grid().contains(hex) && field.unit_at(hex).is_none() && !flagged()
}

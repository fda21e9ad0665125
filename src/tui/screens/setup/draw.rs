//! The set-up screen as drawn: rows on the left, the chosen battle on the right.

use battle::{Arm, Goal, Objective, Scenario, Side, Start, with_article};
use ratatui::layout::Rect;
use ratatui::text::Line;

use table::SeatSpec;

use super::{Row, SetupScreen};
use crate::canvas::Canvas;
use crate::layer::Desk;
use crate::map::bodies::Bodies;
use crate::map::projection::{Projection, Zoom};
use crate::map::terrain::GroundPicture;
use crate::map::units::Brush;
use crate::panels::card::points;
use crate::text::{capital, cut, line, needed, panel, paragraph, sentence, short_name, span, split_below, wrapped};
use crate::theme::{Ink, Theme};

/// Columns from which half of a panel is kept for the map, however much there is to read.
const ROOMY: u16 = 50;

/// Rows of a map that says anything.
const LEAST_MAP: u16 = 8;

impl SetupScreen {
    pub(super) fn draw_rows(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let inner = panel("New battle", area, &desk.theme, canvas);
        let width = usize::from(inner.width);
        let apart = if inner.height < 2 * self.rows().len() as u16 + 3 { 1 } else { 2 };
        for (place, row) in self.rows().iter().copied().enumerate() {
            let ink = if place == self.bar.row() { Ink::Chosen } else { Ink::Text };
            let text = match row {
                Row::Begin if self.offering.is_some() => String::from(" Offer the battle"),
                Row::Begin => String::from(" Begin the battle"),
                _ => format!(" {:<12} {}", heading(row), self.fitting(row, width.saturating_sub(14))),
            };
            let text = format!("{:<width$}", cut(&text, width));
            let y = inner.y + 1 + apart * place as u16;
            if y < inner.bottom() {
                canvas.write(inner.x, y, text, desk.theme.ink(ink));
            }
        }
        let room = width.saturating_sub(2);
        let mut rows: Vec<_> = wrapped(&self.note(), room).into_iter().map(|line| (line, Ink::Faint)).collect();
        let tried = self.fairness.lines(room);
        if !tried.is_empty() {
            rows.push((String::new(), Ink::Text));
            rows.extend(tried);
        }
        let top =
            (inner.y + 2 + apart * self.rows().len() as u16).min(inner.bottom().saturating_sub(rows.len() as u16));
        for (place, (text, ink)) in rows.into_iter().enumerate() {
            canvas.write(inner.x + 1, top + place as u16, text, desk.theme.ink(ink));
        }
    }

    /// What the chosen row is about, in full.
    fn note(&self) -> String {
        let all = "← → the next one, Enter all there are.";
        match self.row() {
            Row::Begin | Row::Side | Row::Opponent if self.offering.is_some() => self.note_of_terms(),
            Row::Side | Row::Opponent => String::new(),
            Row::Begin => String::from("Enter begins the battle as it is set up here."),
            Row::Battle => format!("{}. {all}", self.chosen_battle().scenario.title),
            Row::System => format!("{}, {}. {all}", self.chosen_system().title, self.chosen_system().source),
            Row::Seat(side) => format!("{} {all}", sentence(&self.seat_text(&self.seats[side.index()]))),
            Row::House => format!("{}. Enter shows every option.", capital(&self.value(Row::House))),
            Row::Seed => {
                String::from("The same seed and the same orders make the same battle. ← → another, Enter types one.")
            }
        }
    }

    /// The value of a row, or its short name where the whole does not fit; the note below has the rest.
    fn fitting(&self, row: Row, width: usize) -> String {
        let value = self.value(row);
        match row {
            _ if value.chars().count() <= width => value,
            Row::System => short_name(self.chosen_system()),
            Row::Seat(side) => self.seats[side.index()].to_string(),
            _ => value,
        }
    }

    fn value(&self, row: Row) -> String {
        match row {
            Row::Begin => String::new(),
            Row::Side | Row::Opponent => self.value_of_terms(row),
            Row::Battle => self.chosen_battle().scenario.title.clone(),
            Row::System => self.chosen_system().title.to_owned(),
            Row::Seat(side) => match &self.seats[side.index()] {
                SeatSpec::Human => String::from("a person"),
                seat => self.seat_text(seat),
            },
            Row::House => match self.house.iter().count() {
                0 => String::from("as published"),
                1 => String::from("1 option changed"),
                count => format!("{count} options changed"),
            },
            Row::Seed => self.seed.to_string(),
        }
    }

    pub(super) fn draw_battle(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let scenario = self.chosen_battle().scenario.clone();
        let inner = panel(&scenario.title, area, &desk.theme, canvas);
        let lines = about(&scenario, self.chosen_system().source, &desk.theme);
        let rows = needed(&lines, usize::from(inner.width));
        let (zoom, map_height) = map_zoom(&scenario, inner, rows);
        let text = Rect { height: inner.height.saturating_sub(map_height + u16::from(map_height > 0)), ..inner };
        let hidden = i32::from(rows.saturating_sub(text.height));
        self.scroll = self.scroll.clamp(0, hidden);
        paragraph(lines, self.scroll as u16, text, canvas);
        if hidden > self.scroll {
            let y = area.bottom().saturating_sub(1);
            canvas.write(inner.x, y, " PgDn reads on ", desk.theme.ink(Ink::KeyName));
        }
        let map = split_below(inner, map_height).1;
        draw_map(&scenario, zoom, map, canvas, desk);
    }
}

/// A battle beside the list of all: how large and long it is, who fights, and the ground.
pub fn preview(scenario: &Scenario, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
    let inner = panel(&scenario.title, area, &desk.theme, canvas);
    let mut lines = vec![line(size_words(scenario), desk.theme.ink(Ink::Faint))];
    lines.extend(Side::ALL.map(|side| forces(scenario, side, &desk.theme)));
    let rows = needed(&lines, usize::from(inner.width)).min(inner.height);
    let (zoom, height) = map_zoom(scenario, inner, rows);
    paragraph(lines, 0, Rect { height: rows, ..inner }, canvas);
    draw_map(scenario, zoom, split_below(inner, height).1, canvas, desk);
}

fn size_words(scenario: &Scenario) -> String {
    let grid = scenario.ground.grid();
    let date = if scenario.date.is_empty() { String::new() } else { format!("{} · ", scenario.date) };
    format!("{date}{} by {} hexes · {} turns", grid.width(), grid.height(), scenario.turn_limit)
}

fn heading(row: Row) -> &'static str {
    match row {
        Row::Begin => "",
        Row::Battle => "Battle",
        Row::System => "Rules",
        Row::Seat(Side::Blue) => "Blue",
        Row::Seat(Side::Red) => "Red",
        Row::House => "House rules",
        Row::Seed => "Seed",
        Row::Side => "Your side",
        Row::Opponent => "Opponent",
    }
}

fn about(scenario: &Scenario, source: &str, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![line(size_words(scenario), theme.ink(Ink::Faint)), Line::default()];
    lines.extend(scenario.note.lines().map(|text| line(text, theme.ink(Ink::Text))));
    lines.push(Line::default());
    lines.extend(Side::ALL.map(|side| forces(scenario, side, theme)));
    for objective in &scenario.objectives {
        let owner = objective.owner.map_or_else(String::new, |side| format!(", {side}'s at the start"));
        let text = format!("{}: {}{owner}", points(objective.value), goal(objective));
        lines.push(line(text, theme.ink(Ink::Faint)));
    }
    lines.push(line(format!("Rules: {source}"), theme.ink(Ink::Faint)));
    lines
}

/// What an objective is for: its name, where it is a place; what is to be done, where it is none.
fn goal(objective: &Objective) -> String {
    let who = objective.side.map_or_else(String::new, |side| format!("{side}: "));
    let count = objective.count.max(1);
    let units = if count == 1 { "unit" } else { "units" };
    match objective.goal {
        Goal::Hold | Goal::Occupy => objective.name.clone(),
        Goal::Destroy => format!("{who}destroy {count} enemy {units}"),
        Goal::Exit => format!("{who}march {count} {units} off by {}", with_article(&objective.name)),
    }
}

fn forces(scenario: &Scenario, side: Side, theme: &Theme) -> Line<'static> {
    let army = scenario.army(side);
    let count = |arm: Arm| army.units.iter().filter(|unit| unit.troop.arm() == arm).count();
    let late = army.units.iter().filter(|unit| matches!(unit.start, Start::Arrives(_))).count();
    let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery].map(|arm| format!("{} {}", count(arm), arm.name()));
    let late = if late > 0 { format!(", {late} of them later") } else { String::new() };
    Line::from(vec![
        span(format!("{side}  "), theme.side_text(side)),
        span(format!("{}: {}{late}", army.name, arms.join(", ")), theme.ink(Ink::Text)),
    ])
}

/// The larger zoom at which the map fits under that many lines, and its height.
fn map_zoom(scenario: &Scenario, area: Rect, lines: u16) -> (Zoom, u16) {
    let grid = scenario.ground.grid();
    let (width, height) = Zoom::Field.canvas(grid);
    let left = area.height.saturating_sub(lines + 3);
    let room = if area.width < ROOMY { left } else { left.max(area.height / 2) };
    if width <= i32::from(area.width) && height <= i32::from(room) {
        return (Zoom::Field, height as u16);
    }
    let height = (Zoom::Table.canvas(grid).1 as u16).min(room);
    (Zoom::Table, if height < LEAST_MAP { 0 } else { height })
}

fn draw_map(scenario: &Scenario, zoom: Zoom, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
    let grid = scenario.ground.grid();
    let middle = hexes::Offset::new(grid.width() / 2, grid.height() / 2).hex();
    let projection = Projection::following(zoom, grid, area, (0, 0), middle);
    GroundPicture::new(&scenario.ground, zoom, &desk.theme, desk.glyphs).copy(&projection, canvas);
    let (theme, glyphs, canvas) = (&desk.theme, desk.glyphs, canvas.within(area));
    let mut brush = Brush { projection: &projection, theme, glyphs, bodies: Bodies::default(), canvas };
    for army in &scenario.armies {
        let colour = desk.theme.side(army.side).bg.unwrap_or_default();
        let letter = if army.side == Side::Blue { 'B' } else { 'R' };
        for unit in &army.units {
            if let Start::At(hex, facing) = unit.start {
                let along = facing.right_flank().vector();
                (-1..=2).for_each(|step| match zoom {
                    Zoom::Table => brush.half(hex + along * step, colour, letter),
                    _ => brush.tint(hex + along * step, desk.theme.side(army.side)),
                });
            }
        }
    }
}

//! The map of a campaign, and the pages beside and below it.

use battle::{Ground, Side};
use hexes::{Hex, Offset};
use ratatui::layout::Rect;
use ratatui::style::Style;
use table::campaign::tell::{self, Mark};
use table::campaign::{Campaign, Position, Run};

use super::{CampaignScreen, Page};
use crate::canvas::Canvas;
use crate::glyphs::Glyphs;
use crate::layer::Desk;
use crate::map::terrain;
use crate::text::{cut, line, needed, panel, paragraph, split_above};
use crate::theme::{Depth, Ink, Theme};

/// Columns of the screen from which map and page stand beside each other.
const WIDE: u16 = 110;
/// Rows of the screen from which there is room for the map at all in a narrow one.
const TALL: u16 = 20;

impl CampaignScreen {
    pub(super) fn draw_all(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let theme = &desk.theme;
        let grid = self.run.campaign.ground.grid();
        let (width, height) = (2 * grid.width().unsigned_abs() + 3, grid.height().unsigned_abs() + 3);
        let next = self.next(theme);
        let (map, words) = if area.width >= WIDE {
            let wide = width.min(area.width * 3 / 5);
            let (left, right) = split_left(area, wide);
            (Some(left), right)
        } else if area.height >= TALL {
            let rows = height.min(area.height.saturating_sub(12).max(6));
            let (above, below) = split_above(area, rows);
            (Some(above), below)
        } else {
            (None, area)
        };
        if let Some(map) = map {
            self.draw_map(map, canvas, desk);
        }
        let rows = needed(&next, usize::from(words.width.saturating_sub(2)));
        let foot = (rows + 2).min(words.height.saturating_sub(5)).max(3).min(words.height);
        let (page, choice) = split_above(words, words.height - foot);
        self.draw_page(page, canvas, desk);
        let inner = panel("What comes next", choice, theme, canvas);
        paragraph(next, 0, inner, canvas);
    }

    fn draw_map(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let inner = panel(&self.run.campaign.title, area, &desk.theme, canvas);
        map(&self.run, &self.at, inner, canvas, desk);
    }

    fn draw_page(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        if area.height < 3 {
            return;
        }
        let theme = &desk.theme;
        let title = cut(self.terms.system.title, usize::from(area.width.saturating_sub(6)));
        let inner = panel(&title, area, theme, canvas);
        let (head, body) = split_above(inner, 1);
        let tabs = Page::ALL.map(|page| {
            let name = page.name();
            if page == self.page { format!("[{name}]") } else { format!(" {name} ") }
        });
        canvas.write(head.x, head.y, cut(&tabs.join(" "), usize::from(head.width)), theme.ink(Ink::Heading));
        let lines = match self.page {
            Page::Story => self.story(theme),
            Page::Armies => self.armies(usize::from(body.width), theme, desk.glyphs),
            Page::Rules => self.rules(theme),
        };
        let most = usize::from(needed(&lines, usize::from(body.width)).saturating_sub(body.height));
        self.scroll = self.scroll.min(most);
        self.rest = most - self.scroll;
        paragraph(lines, self.scroll as u16, body, canvas);
        if self.rest > 0 {
            let more = format!("{} more: PgDn", self.rest);
            let x = head.right().saturating_sub(more.chars().count() as u16).max(head.x);
            canvas.write(x, head.y, more, theme.ink(Ink::Faint));
        }
    }
}

fn split_left(area: Rect, columns: u16) -> (Rect, Rect) {
    let left = Rect { width: columns.min(area.width), ..area };
    (left, Rect { x: left.right(), width: area.width - left.width, ..area })
}

/// How a map goes into a window: two columns and a row a hex, the piece of it round a hex where it is larger.
struct Frame {
    area: Rect,
    /// The first column and row of cells that is shown.
    first: (i32, i32),
}

impl Frame {
    fn of(ground: &Ground, area: Rect, middle: Hex) -> Frame {
        let grid = ground.grid();
        let (width, height) = (2 * i32::from(grid.width()) + 1, i32::from(grid.height()));
        let (x, y) = cell(middle);
        let first = |at: i32, room: u16, whole: i32| {
            let room = i32::from(room);
            if whole <= room { 0 } else { (at - room / 2).clamp(0, whole - room) }
        };
        let first = (first(x, area.width, width), first(y, area.height, height));
        // A map that is smaller stands in the middle.
        let size = |whole: i32, room: u16| whole.min(i32::from(room)) as u16;
        let (wide, high) = (size(width, area.width), size(height, area.height));
        let area = Rect {
            x: area.x + (area.width - wide) / 2,
            y: area.y + (area.height - high) / 2,
            width: wide,
            height: high,
        };
        Frame { area, first }
    }

    /// The cell of a hex on the screen, if it is in sight.
    fn at(&self, hex: Hex) -> Option<(u16, u16)> {
        let (x, y) = cell(hex);
        let (x, y) = (x - self.first.0, y - self.first.1);
        let inside = (0..i32::from(self.area.width)).contains(&x) && (0..i32::from(self.area.height)).contains(&y);
        inside.then(|| (self.area.x + x as u16, self.area.y + y as u16))
    }

    /// The hex of a cell.
    fn hex(&self, x: u16, y: u16) -> Hex {
        let row = i32::from(y - self.area.y) + self.first.1;
        let column = (i32::from(x - self.area.x) + self.first.0 - (row & 1)).div_euclid(2);
        Offset::new(column as i16, row as i16).hex()
    }
}

/// The left cell of a hex on the whole map.
fn cell(hex: Hex) -> (i32, i32) {
    let at = hex.offset();
    (2 * i32::from(at.column) + (i32::from(at.row) & 1), i32::from(at.row))
}

/// Draws the ground, the roads between stages, the places and what each stage is.
pub(super) fn map(run: &Run, at: &Position, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
    let (campaign, theme) = (run.campaign.as_ref(), &desk.theme);
    let marks = tell::marks(run, at);
    let here = marks.iter().position(|mark| matches!(mark, Mark::Here | Mark::Open)).or(last(run));
    let middle = campaign.stages.get(here.unwrap_or(0)).map_or_else(Hex::default, |stage| stage.at);
    let frame = Frame::of(&campaign.ground, area, middle);
    let mut canvas = canvas.within(frame.area);
    for place in frame.area.positions() {
        let hex = frame.hex(place.x, place.y);
        if campaign.ground.grid().contains(hex) {
            let (colour, letter) = terrain::block(&campaign.ground, hex, theme);
            let letter = if theme.depth() == Depth::Mono { letter } else { ' ' };
            canvas.put((place.x, place.y), letter, theme.ink(Ink::Faint).bg(colour));
        }
    }
    ways(campaign, &marks, &frame, (theme, desk.glyphs), &mut canvas);
    names(campaign, &marks, &frame, theme, &mut canvas);
}

/// The stage that was fought last.
fn last(run: &Run) -> Option<usize> {
    run.campaign.stage_named(&run.past.last()?.stage)
}

/// Dots from a stage to those that its ways lead to.
fn ways(
    campaign: &Campaign,
    marks: &[Mark],
    frame: &Frame,
    (theme, glyphs): (&Theme, Glyphs),
    canvas: &mut Canvas<'_>,
) {
    let (dot, point) = if glyphs == Glyphs::Unicode { ('•', '·') } else { ('+', ',') };
    for (from, stage) in campaign.stages.iter().enumerate() {
        for to in stage.ways.iter().filter_map(|way| way.to) {
            let ahead = matches!(marks[to], Mark::Open | Mark::Ahead | Mark::Here) || matches!(marks[from], Mark::Here);
            let (sign, ink) = if ahead { (dot, Ink::Path) } else { (point, Ink::Faint) };
            for hex in line_of(stage.at, campaign.stages[to].at) {
                if let Some(place) = frame.at(hex) {
                    let ground = canvas.seen(place).map_or_else(Style::default, |cell| Style::default().bg(cell.bg));
                    canvas.put(place, sign, ground.patch(Style { bg: None, ..theme.ink(ink) }));
                }
            }
        }
    }
}

/// The hexes between two, these left out.
fn line_of(from: Hex, to: Hex) -> Vec<Hex> {
    let (mut way, mut at) = (Vec::new(), from);
    while let Some(next) = at.neighbors().into_iter().min_by_key(|hex| hex.distance(to)).filter(|_| at != to) {
        at = next;
        way.push(at);
    }
    way.pop();
    way
}

/// Hexes of the map within which two stages of one name are the same place.
const SAME_PLACE: i32 = 4;

fn names(campaign: &Campaign, marks: &[Mark], frame: &Frame, theme: &Theme, canvas: &mut Canvas<'_>) {
    let mut taken: Vec<Rect> = Vec::new();
    let mut stages: Vec<_> = campaign.stages.iter().zip(marks).collect();
    // Where one battle can be fought on two days, the place is named once: by what is known of it, if anything is.
    stages.sort_by_key(|(_, mark)| **mark == Mark::Ahead);
    let mut named: Vec<(&str, Hex)> = Vec::new();
    for (stage, mark) in stages {
        let title = &campaign.battles[&stage.battle].scenario.title;
        let ink = match mark {
            Mark::Fought(Some(side)) => theme.side(*side),
            Mark::Here => theme.ink(Ink::Chosen),
            Mark::Open => theme.ink(Ink::Candidate),
            Mark::Fought(None) | Mark::Ahead => theme.ink(Ink::Flag),
        };
        let again = named.iter().any(|(name, at)| name == title && at.distance(stage.at) <= SAME_PLACE);
        named.push((title, stage.at));
        if again && *mark == Mark::Ahead {
            continue;
        }
        let sign = if again { mark.letter().to_string() } else { format!("{} {title}", mark.letter()) };
        write_name(&sign, stage.at, frame, ink, &mut taken, canvas);
    }
    let titles: Vec<&str> =
        campaign.stages.iter().map(|stage| campaign.battles[&stage.battle].scenario.title.as_str()).collect();
    for (name, hex) in &campaign.places {
        let fought_for = titles.iter().any(|title| title.starts_with(name.as_str()));
        if !fought_for && campaign.stages.iter().all(|stage| stage.at != *hex) {
            write_name(name, *hex, frame, theme.ink(Ink::Heading), &mut taken, canvas);
        }
    }
}

/// Writes a name from its hex on, or before it at the right edge, where nothing is written yet.
fn write_name(name: &str, hex: Hex, frame: &Frame, style: Style, taken: &mut Vec<Rect>, canvas: &mut Canvas<'_>) {
    let Some((x, y)) = frame.at(hex) else { return };
    let width = (name.chars().count() as u16).min(frame.area.width);
    let x = x.min(frame.area.right().saturating_sub(width)).max(frame.area.x);
    let place = Rect { x, y, width, height: 1 };
    if taken.iter().any(|other| other.intersects(place)) {
        return;
    }
    taken.push(place);
    canvas.write(x, y, cut(name, usize::from(width)), style);
}

/// What is seen of a campaign in a list: its map and what it is about.
pub(super) fn preview(run: &Run, at: &Position, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
    let theme = &desk.theme;
    let campaign = run.campaign.as_ref();
    let inner = panel(&campaign.title, area, theme, canvas);
    let rows = (campaign.ground.grid().height().unsigned_abs()).min(inner.height * 2 / 3);
    let (above, below) = split_above(inner, rows);
    map(run, at, above, canvas, desk);
    let (_, below) = split_above(below, 1);
    let mut lines: Vec<_> = campaign.note.lines().map(|text| line(text, theme.ink(Ink::Text))).collect();
    lines.insert(0, line(facts(campaign), theme.ink(Ink::Heading)));
    paragraph(lines, 0, below, canvas);
}

fn facts(campaign: &Campaign) -> String {
    let sides = Side::ALL.map(|side| campaign.units.iter().filter(|unit| unit.side == side).count());
    format!("{}: up to {} battles, {} and {} units", campaign.date, campaign.longest(), sides[0], sides[1])
}

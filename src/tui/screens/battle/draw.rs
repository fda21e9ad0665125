//! The battle screen as drawn: map, panels, message, status, hints.

use battle::{Object, Order, Side};
use hexes::Hex;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::Battle;
use super::hand::Hand;
use super::keys::Panel;
use super::look::Looks;
use super::seen::Seen;
use super::show::Show;
use super::window::Window;
use crate::canvas::Canvas;
use crate::layer::{Desk, Flow};
use crate::map::projection::{Fit, Interest, Projection, Zoom};
use crate::map::{Scene, overview, ruler};
use crate::ordering::{Menu, Stage};
use crate::panels::armies;
use crate::panels::dispatches::{self, Filter};
use crate::screens::list::Dock;
use crate::screens::pager::Pager;
use crate::settings::Habit;
use crate::text::{cut, line, needed, panel, paragraph, span, split_above, split_below};
use crate::theme::{Depth, Ink};

/// Columns from which the panels stand beside the map.
pub(super) const WIDE: u16 = 120;

/// Lines of a card that always have room, so that what is below stays where it is from hex to hex.
const CARD: u16 = 13;

/// Columns of a panel opened over the map.
const OPENED: u16 = 56;

/// Rows that dispatches keep beside a card, odds and the whole field.
const LOG: u16 = 6;

/// Rows that they keep where the armies are told of below them.
const ROOMY_LOG: u16 = 16;

/// Columns that a panel's border and margins take.
const FRAME: usize = 4;

/// Rows that they keep where the odds need all the others.
const LEAST_LOG: u16 = 3;

/// Rows below the map: message, status and hints.
const FOOT: u16 = 3;

/// Rows for the step of a lesson: as many at every step, so that the map stays where it is; more where they are short.
const fn lesson_rows(width: u16) -> u16 {
    if width < 80 { 4 } else { 3 }
}

/// Rows above the map: points, time left and goals.
const GOALS: u16 = 1;

impl Window {
    /// Where the nearest enemy is when the map shows none of those on the field.
    fn enemy_beyond(&self, seen: &Seen) -> Option<&'static str> {
        let (projection, side) = (self.projection?, seen.eyes?);
        let field = seen.system().field();
        let enemies = || field.present_of(side.other()).map(|unit| field.footprint(unit));
        let shown = |hex: &Hex| projection.cells(*hex).next().is_some();
        if enemies().any(|footprint| footprint.hexes().iter().any(shown)) {
            return None;
        }
        let hexes = enemies().filter_map(|footprint| footprint.hexes().first().copied());
        let (x, y) = projection.zoom.place(hexes.min_by_key(|hex| hex.distance(seen.cursor))?);
        let (left, top) = projection.origin;
        match () {
            () if y < top => Some("north"),
            () if y >= top + i32::from(projection.area.height) => Some("south"),
            () if x < left => Some("west"),
            () => Some("east"),
        }
    }

    /// The terminal's own cursor marks the hex where colours do not.
    fn cursor_place(&self, seen: &Seen, desk: &Desk) -> Option<Position> {
        let projection = self.projection.filter(|_| desk.theme.depth() == Depth::Mono)?;
        let (x, y) = projection.screen(projection.zoom.place(seen.cursor))?;
        Some(Position::new(x, y))
    }

    /// The minimap has a place in the column when the map does not fit its window and there is room.
    fn field_panel_height(&self, seen: &Seen, area: Rect) -> u16 {
        let grid = seen.system().field().ground().grid();
        let (width, height) = self.zoom.canvas(grid);
        let shown = self.projection.map_or((0, 0), |known| (i32::from(known.area.width), i32::from(known.area.height)));
        let fits = width <= shown.0 && height <= shown.1;
        let wanted = (Zoom::Table.canvas(grid).1 as u16 + 2).min(area.height / 3);
        if fits || area.height < 36 { 0 } else { wanted }
    }

    /// The place beside a cell where a box of that size covers fewest stands: right of it, left, below or above.
    fn least_covering(&self, seen: &Seen, (x, y): (u16, u16), (width, height): (u16, u16), map: Rect) -> Rect {
        let kept = |x: u16, y: u16| {
            let (x, y) = (x.clamp(map.x, map.right() - width), y.clamp(map.y, map.bottom() - height));
            Rect { x, y, width, height }
        };
        let (left, above) = (x.saturating_sub(width + 4), y.saturating_sub(1));
        let (first, last) = self.columns_here(seen).unwrap_or((x, x));
        let beside = [kept(x + 6, above), kept(left, above)];
        let past = [kept(last + 2, above), kept(first.saturating_sub(width + 1), above)];
        let places = beside.into_iter().chain(past).chain([kept(x, y + 3), kept(x, y.saturating_sub(height + 1))]);
        let field = seen.system().field();
        let stands: Vec<Hex> = field.present().flat_map(|unit| field.footprint(unit).hexes().to_vec()).collect();
        let shown: Vec<Position> = self.projection.map_or_else(Vec::new, |known| {
            stands.iter().filter_map(|hex| known.screen(known.zoom.place(*hex))).map(Position::from).collect()
        });
        let covered = |place: &Rect| shown.iter().filter(|cell| place.contains(**cell)).count();
        places.min_by_key(covered).unwrap_or_else(|| kept(x, y))
    }

    /// The first column and the one behind the last of the unit under the cursor.
    fn columns_here(&self, seen: &Seen) -> Option<(u16, u16)> {
        let (projection, unit) = (self.projection?, seen.unit_here()?);
        let footprint = seen.system().field().footprint(unit);
        let cells = || footprint.hexes().iter().flat_map(|hex| projection.cells(*hex)).map(|(x, ..)| x);
        Some((cells().min()?, cells().max()? + 1))
    }
}

impl Hand {
    /// The place that the advice being shown names, or else what it points at.
    fn advised_place(&self, seen: &Seen) -> Option<Hex> {
        let order = self.advised?;
        order.pose.map(|pose| pose.anchor).or_else(|| order.target.and_then(|target| seen.hex_of(target)))
    }

    /// What the advice being shown, or the order being prepared, points at.
    fn pointed_at(&self) -> Option<Object> {
        let order = self.advised.or_else(|| self.preparation.stage().and_then(Stage::order));
        order.and_then(|order| order.target)
    }

    /// Who has still to act; once nobody has, whoever still can.
    pub(super) fn ready(&self) -> &[Object] {
        if self.sense.idle.waiting.is_empty() { &self.actors } else { &self.sense.idle.waiting }
    }

    /// Where the order being prepared would fall.
    fn area(&self, seen: &Seen) -> Vec<hexes::Hex> {
        let order = self.preparation.stage().and_then(Stage::order).filter(|order| order.pose.is_none());
        order.map_or_else(Vec::new, |order| seen.system().forecast(&order).area)
    }

    fn candidates(&self) -> Vec<Object> {
        match self.preparation.stage() {
            Some(Stage::Target(targeting)) => {
                let hopeful = targeting.entry.variants.iter().take(targeting.entry.hopeful);
                hopeful.filter_map(|order: &Order| order.target).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Looks {
    fn paint_card(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let Some(card) = self.card() else { return };
        let inner = panel(&cut(&card.title, usize::from(area.width).saturating_sub(6)), area, &desk.theme, canvas);
        paragraph(card.lines.clone(), 0, inner, canvas);
    }

    fn paint_odds(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let none = || vec![line("Nothing is being ordered.", desk.theme.ink(Ink::Faint))];
        let (title, lines) =
            self.odds().map_or_else(|| ("Odds", none()), |odds| (odds.title.as_str(), odds.lines.clone()));
        let inner = panel(&cut(title, usize::from(area.width).saturating_sub(6)), area, &desk.theme, canvas);
        if needed(&lines, usize::from(inner.width)) > inner.height && area.width > 12 {
            canvas.write(area.right() - 9, area.bottom() - 1, " more ", desk.theme.ink(Ink::KeyName));
        }
        paragraph(lines, 0, inner, canvas);
    }
}

impl Show {
    fn paint_dispatches(&self, seen: &Seen, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        if area.height < 3 {
            return;
        }
        let inner = panel("Dispatches", area, &desk.theme, canvas);
        let size = (usize::from(inner.width), usize::from(inner.height));
        let lines = dispatches::latest(self.told(seen).into_iter(), Filter::All, size, &desk.theme);
        for (row, line) in lines.into_iter().enumerate() {
            canvas.line(line, Rect { y: inner.y + row as u16, height: 1, ..inner });
        }
    }

    /// What is left of both armies, as far as is seen now.
    fn armies(&self, seen: &Seen, size: [usize; 2], desk: &Desk) -> Vec<Line<'static>> {
        armies::lines(self.playback.field().unwrap_or_else(|| seen.system().field()), size, &desk.theme)
    }

    fn paint_field(&self, seen: &Seen, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let inner = panel("Field", area, &desk.theme, canvas);
        let field = self.playback.field().unwrap_or_else(|| seen.system().field());
        let scene = Scene { cursor: Some(seen.cursor), ..Scene::of(field) };
        overview(&scene, inner, &desk.theme, desk.glyphs, canvas);
    }
}

impl Seen {
    /// Whose orders they are, when they are one actor's.
    fn menu_title(&self, menu: &Menu) -> String {
        let actors = || menu.entries.iter().filter_map(|entry| entry.variants.first()).map(|order| order.actor);
        match actors().next().flatten().filter(|first| actors().all(|actor| actor == Some(*first))) {
            Some(actor) => format!("Orders · {}", self.system().field().label(actor)),
            None => String::from("Orders"),
        }
    }
}

impl Battle {
    pub(super) fn paint(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let (body, foot) = split_below(area, FOOT);
        let beside = if area.width >= WIDE { (area.width * 7 / 25).clamp(38, 48) } else { 0 };
        let panel_width = if beside > 0 && self.window.panel.is_none() { beside } else { OPENED };
        self.looks.card_width = usize::from(panel_width) - FRAME;
        self.looks.screen_width = area.width;
        self.look(desk);
        let left = Rect { width: area.width.saturating_sub(beside), ..body };
        let (top, rest) = split_above(left, GOALS);
        let whole = self.paint_lesson(rest, canvas, desk);
        let ruled = ruler::ruled(whole);
        let map = ruled.map;
        self.paint_map(map, canvas, desk);
        self.paint_standing(top, canvas, desk);
        self.paint_pointer(map, canvas, desk);
        if let Some(projection) = self.window.projection {
            ruler::draw(&ruled, &projection, &desk.theme, canvas);
        }
        if beside > 0 {
            let column = Rect { x: whole.right(), width: beside, height: (body.height + 1).min(area.height), ..area };
            self.paint_column(column, canvas, desk);
        }
        if let Some(open) = self.window.panel {
            self.paint_panel(open, map, canvas, desk);
        }
        self.paint_legend(map, canvas, desk);
        if let Some(Stage::Menu(menu)) = self.hand.preparation.stage()
            && self.show.at_hand(&self.seen)
        {
            let notice = self.noticed(whole.width, map, foot.y);
            self.paint_menu(menu, notice.leaves(map, foot.y), canvas, desk);
        }
        let notice = self.noticed(whole.width, map, foot.y);
        self.paint_foot(foot, &notice, canvas, desk);
        self.window.cursor_place(&self.seen, desk)
    }

    /// The step of the lesson that goes on; what is left of the area.
    fn paint_lesson(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Rect {
        let lines = self.lesson_lines(usize::from(area.width).saturating_sub(2));
        if lines.is_empty() {
            return area;
        }
        let (top, rest) = split_above(area, lesson_rows(area.width));
        canvas.clear(top);
        for (row, text) in lines.into_iter().take(usize::from(top.height)).enumerate() {
            canvas.write(top.x + 1, top.y + row as u16, text, desk.theme.ink(Ink::Notice));
        }
        rest
    }

    /// Points, time left and as many goals as fit whole.
    fn paint_standing(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let width = usize::from(area.width).saturating_sub(1);
        let mut text = format!(" {}", joined(self.looks.standing(), width));
        let beyond = self
            .window
            .enemy_beyond(&self.seen)
            .map_or_else(String::new, |way| format!(" · the enemy is {way} of here"));
        if text.width() + beyond.width() <= width {
            text += &beyond;
        }
        let text = format!("{text:<width$}", width = usize::from(area.width));
        canvas.write(area.x, area.y, cut(&text, usize::from(area.width)), desk.theme.ink(Ink::Status));
    }

    fn paint_map(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let projection = self.fitted(area).unwrap_or_else(|| self.followed(area));
        self.window.projection = Some(projection);
        let mut painter = std::mem::take(&mut self.window.painter);
        let candidates = self.hand.candidates();
        let ghost = self.hand.ghost(&self.seen);
        let fallen_on = self.hand.area(&self.seen);
        let purposes = self.purposes();
        let scene = Scene {
            purposes: &purposes,
            remembers: desk.settings.has(Habit::Fallen),
            ..self.scene(&candidates, ghost.as_ref(), &fallen_on)
        };
        painter.paint(&scene, &projection, &desk.theme, desk.glyphs, canvas);
        self.window.painter = painter;
    }

    /// The window as it was, moved to what is to be seen.
    fn followed(&self, area: Rect) -> Projection {
        let grid = self.seen.system().field().ground().grid();
        let origin = self.window.projection.filter(|known| known.zoom == self.window.zoom).map(|known| known.origin);
        let origin = origin.unwrap_or_else(|| {
            let (x, y) = self.window.zoom.place(self.seen.cursor);
            (x - i32::from(area.width) / 2, y - i32::from(area.height) / 2)
        });
        let focus =
            self.show.playback.focus().or_else(|| self.hand.advised_place(&self.seen)).unwrap_or(self.seen.cursor);
        let still = Projection::at(self.window.zoom, grid, area, origin);
        if self.window.fit.holds(&still, focus) {
            still
        } else {
            Projection::following(self.window.zoom, grid, area, origin, focus)
        }
    }

    /// The edge of the screen at which a question hides least of what is advised.
    pub(super) fn dock(&self) -> Dock {
        let Some(known) = self.window.projection else { return Dock::Bottom };
        let shown = self.followed(known.area);
        let field = self.seen.system().field();
        let ghost = self.hand.ghost(&self.seen).map(|ghost| ghost.footprint);
        let target = self.hand.advised.and_then(|order| order.target_unit()).map(|unit| field.footprint(unit));
        let unit = self.hand.advised.and_then(|order| order.unit()).map(|unit| field.footprint(unit));
        let hexes = ghost.iter().chain(&target).chain(&unit).flat_map(|footprint| footprint.hexes().to_vec());
        let rows: Vec<u16> = hexes.filter_map(|hex| shown.screen(shown.zoom.place(hex))).map(|(_, y)| y).collect();
        let covered = Dock::rows(known.area.height + FOOT + GOALS);
        let above = rows.iter().filter(|y| **y < covered).count();
        let below = rows.iter().filter(|y| **y + covered >= known.area.bottom() + FOOT).count();
        if above < below { Dock::Top } else { Dock::Bottom }
    }

    /// The window at the zoom and place at which both armies and the goals fit, when that is wanted in this window.
    fn fitted(&mut self, area: Rect) -> Option<Projection> {
        if !self.window.fit.wants(area) {
            return None;
        }
        let field = self.show.playback.field().unwrap_or_else(|| self.seen.system().field());
        let (zoom, origin) = Interest::of(field, self.seen.eyes.unwrap_or(Side::Blue)).fit(area);
        let projection = Projection::at(zoom, field.ground().grid(), area, origin);
        self.window.fit = Fit::Done(area, projection.origin);
        self.window.zoom = zoom;
        self.window.projection = Some(projection);
        Some(self.followed(area))
    }

    fn scene<'a>(
        &'a self,
        candidates: &'a [Object],
        ghost: Option<&'a crate::map::Ghost>,
        area: &'a [hexes::Hex],
    ) -> Scene<'a> {
        let field = self.show.playback.field().unwrap_or_else(|| self.seen.system().field());
        let acting = self.show.at_hand(&self.seen);
        Scene {
            field,
            places: &self.seen.places,
            cursor: Some(self.seen.cursor),
            ready: if acting { self.hand.ready() } else { &[] },
            chosen: self
                .hand
                .advised
                .and_then(|order| order.unit())
                .or(self.hand.preparation.unit())
                .filter(|_| acting),
            candidates,
            target: self.hand.pointed_at().filter(|_| acting),
            ringed: self.hand.advised.and_then(|order| order.target).filter(|_| acting),
            struck: self.show.playback.struck(),
            loose: self.show.playback.loose(),
            fallen: self.show.playback.fallen(),
            area: if acting { area } else { &[] },
            ghost: ghost.filter(|_| acting),
            overlay: self.looks.shading(),
            purposes: &[],
            keeps_stands: self.seen.system().info().strength.keeps_stands(),
            traces: Some(self.show.playback.traces()),
            remembers: true,
        }
    }

    fn paint_column(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let inner = usize::from(area.width).saturating_sub(FRAME);
        let least = CARD.min((area.height / 2).saturating_sub(2));
        let card_height = self
            .looks
            .card()
            .map_or(0, |card| needed(&card.lines, inner))
            .clamp(least, (area.height * 2 / 5).max(least))
            + 2;
        let card_height = card_height.min(area.height);
        let odds = self.looks.odds().filter(|_| self.window.panel != Some(Panel::Odds));
        let wanted = odds.map_or(0, |odds| needed(&odds.lines, inner) + 2);
        let crowded = card_height + wanted + LOG + self.window.field_panel_height(&self.seen, area) > area.height;
        let field_height = if wanted > 0 && crowded { 0 } else { self.window.field_panel_height(&self.seen, area) };
        let room = area.height.saturating_sub(card_height + field_height);
        let odds_height = odds
            .map_or(0, |odds| (needed(&odds.lines, inner) + 2).clamp(5, room.saturating_sub(LEAST_LOG).max(5)))
            .min(room);
        let at = |y: u16, height: u16| Rect { y, height, ..area };
        self.looks.paint_card(at(area.y, card_height), canvas, desk);
        let mut y = area.y + card_height;
        if odds_height > 0 {
            self.looks.paint_odds(at(y, odds_height), canvas, desk);
            y += odds_height;
        }
        let log_height = area.bottom().saturating_sub(y + field_height);
        let armies = self.show.armies(&self.seen, [inner, usize::from(log_height.saturating_sub(ROOMY_LOG + 2))], desk);
        let armies_height = if armies.is_empty() { 0 } else { armies.len() as u16 + 2 };
        let log_height = log_height - armies_height;
        self.show.paint_dispatches(&self.seen, at(y, log_height), canvas, desk);
        if armies_height > 0 {
            let inner = panel(armies::TITLE, at(y + log_height, armies_height), &desk.theme, canvas);
            paragraph(armies, 0, inner, canvas);
        }
        if field_height > 0 {
            self.show.paint_field(&self.seen, at(y + log_height + armies_height, field_height), canvas, desk);
        }
    }

    /// A panel opened over the right side of the map.
    fn paint_panel(&self, open: Panel, map: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let (columns, rows) = Zoom::Table.canvas(self.seen.system().field().ground().grid());
        let width = match open {
            Panel::Card | Panel::Odds => OPENED.min(map.width.saturating_sub(2)),
            Panel::Field => (columns as u16 + FRAME as u16).min(map.width),
        };
        let inner = usize::from(width).saturating_sub(FRAME);
        let lines = match open {
            Panel::Card => self.looks.card().map_or(1, |card| needed(&card.lines, inner)),
            Panel::Odds => self.looks.odds().map_or(1, |odds| needed(&odds.lines, inner)),
            Panel::Field => rows as u16,
        };
        let cursor_column = self
            .window
            .projection
            .and_then(|known| known.screen(known.zoom.place(self.seen.cursor)))
            .map_or(0, |at| at.0);
        let x = if cursor_column > map.x + map.width / 2 { map.x } else { map.right() - width };
        let area = Rect { x, y: map.y, width, height: (lines + 2).min(map.height) };
        match open {
            Panel::Card => self.looks.paint_card(area, canvas, desk),
            Panel::Odds => self.looks.paint_odds(area, canvas, desk),
            Panel::Field => self.show.paint_field(&self.seen, area, canvas, desk),
        }
    }

    /// Whether the odds are longer than a panel over the map.
    pub(super) fn odds_overflow(&self) -> bool {
        let (Some(map), Some(odds)) = (self.window.projection.map(|known| known.area), self.looks.odds()) else {
            return false;
        };
        let inner = usize::from(OPENED.min(map.width.saturating_sub(2))).saturating_sub(FRAME);
        needed(&odds.lines, inner) + 2 > map.height
    }

    /// The odds as a text to scroll through.
    pub(super) fn read_odds(&mut self) -> Flow {
        self.window.panel = None;
        let Some(odds) = self.looks.odds() else { return Flow::Stay };
        Flow::Push(Box::new(Pager::text(odds.title.clone(), odds.lines.clone())))
    }

    fn paint_legend(&self, map: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let (Some(kind), Some(overlay)) = (self.window.overlay, self.looks.shading()) else { return };
        let mut spans = vec![span(format!(" {}: ", kind.name()), desk.theme.ink(Ink::Heading))];
        for (step, text) in overlay.legend.iter().enumerate() {
            let tint = if overlay.warning { desk.theme.band(step) } else { desk.theme.shade(step) };
            if desk.theme.mixes() {
                spans.push(span("  ", ratatui::style::Style::new().bg(tint)));
            }
            spans.push(span(format!(" {text}  "), desk.theme.ink(Ink::Text)));
        }
        let legend = Line::from(spans);
        let width = legend.width().min(usize::from(map.width)) as u16;
        let area = Rect { width, ..split_below(map, 1).1 };
        canvas.clear(area);
        canvas.line(legend, area);
    }

    /// The key that a lesson asks for, drawn above the place where it leads.
    fn paint_pointer(&self, map: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let Some((hex, key)) = self.pointer() else { return };
        let Some((x, y)) = self.window.projection.and_then(|known| known.screen(known.zoom.place(hex))) else { return };
        let label = format!(" {key} ");
        let x = x.min(map.right().saturating_sub(label.len() as u16));
        let y = if y > map.y { y - 1 } else { y + 1 };
        canvas.write(x, y, label, desk.theme.ink(Ink::Chosen));
    }

    /// The action menu, beside the unit it is for.
    fn paint_menu(&self, menu: &Menu, map: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let title = self.seen.menu_title(menu);
        let whose = title.rsplit(' ').next().map_or_else(String::new, |label| format!(" ({label})"));
        let row = |entry: &crate::ordering::Entry| {
            let name = entry.title.trim_end_matches(whose.as_str());
            let count = match (entry.variants.len(), entry.vain) {
                (_, Some(vain)) => format!(" ({})", vain.name()),
                _ if entry.poor => String::from(" (poor odds)"),
                (count, _) if count > 1 && entry.is_at_units() => format!(" ({count})"),
                _ => String::new(),
            };
            let pointed =
                if self.is_asked_for(entry) { format!("{}the lesson ", desk.glyphs.asked()) } else { String::new() };
            format!(" {}  {name}{count} {pointed}", entry.letter)
        };
        let rows: Vec<String> = menu.entries.iter().map(row).collect();
        let widest = rows.iter().chain([&title]).map(|row| row.chars().count()).max().unwrap_or(0);
        let width = (widest as u16 + FRAME as u16).max(16).min(map.width);
        let height = (rows.len() as u16 + 2).min(map.height);
        let anchor = self.window.projection.and_then(|known| known.screen(known.zoom.place(self.seen.cursor)));
        let place = self.window.least_covering(&self.seen, anchor.unwrap_or((map.x, map.y)), (width, height), map);
        let inner = panel(&title, place, &desk.theme, canvas);
        let visible = usize::from(inner.height).max(1);
        let first = (menu.chosen + 1).saturating_sub(visible);
        for (place, text) in rows.iter().enumerate().skip(first).take(visible) {
            let ink = match menu.entries[place].hopeful {
                _ if place == menu.chosen => Ink::Chosen,
                0 => Ink::Faint,
                _ => Ink::Text,
            };
            let text = format!("{text:<width$}", width = usize::from(inner.width));
            let y = inner.y + (place - first) as u16;
            let hot = hotkey(&text, menu.entries[place].letter);
            canvas.write(inner.x, y, text, desk.theme.ink(ink));
            if let Some((before, letter)) = hot {
                let underlined = desk.theme.ink(ink).add_modifier(Modifier::UNDERLINED);
                canvas.write(inner.x + before as u16, y, letter.to_string(), underlined);
            }
        }
    }
}

/// Columns before the title in a row of a menu.
const TITLE: usize = 4;

/// The letter of a menu's row in its title, and the columns before it, where the title does not begin with it: where a word
/// begins with it, else where it comes first.
fn hotkey(row: &str, letter: char) -> Option<(usize, char)> {
    let letters: Vec<char> = row.chars().collect();
    let is = |place: &usize| letters[*place].eq_ignore_ascii_case(&letter);
    let begins = |place: &usize| is(place) && letters[*place - 1] == ' ';
    let places = || TITLE..letters.len();
    let place = places().find(begins).or_else(|| places().find(is)).filter(|place| *place > TITLE)?;
    Some((place, letters[place]))
}

/// Parts of a line in so many columns: all in full, or else in short and as many as fit, with how many more there
/// are.
#[must_use]
pub fn joined([full, short]: [&[String]; 2], width: usize) -> String {
    let whole = full.join(" · ");
    if whole.width() <= width {
        return whole;
    }
    let line = |count: usize| {
        let more = if count < short.len() { format!(" · +{} more", short.len() - count) } else { String::new() };
        short[..count].join(" · ") + &more
    };
    let fitting = (1..=short.len()).rev().map(line).find(|line| line.width() <= width);
    fitting.unwrap_or_else(|| cut(&whole, width))
}

//! A finished battle watched again: order by order, turn by turn, forwards and backwards, at any speed.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use battle::{Battlefield, Presence, Side, Unusable};
use crossterm::event::KeyCode;
use hexes::{Direction, Hex, Offset};
use ratatui::layout::{Position, Rect};
use table::Replay;

use super::pager::Pager;
use super::report::Report;
use crate::animate::{Playback, Speed, Tempo};
use crate::canvas::Canvas;
use crate::keymap::{HelpRow, Key, Keymap, binding, describe, find};
use crate::keys::Keys;
use crate::layer::{Desk, Flow, Input, Layer, Standing};
use crate::map::projection::{Fit, Interest, Projection, Way, Zoom};
use crate::map::{Painter, Scene};
use crate::panels::dispatches::{self, Filter};
use crate::panels::status;
use crate::settings::Habit;
use crate::text::{cut, panel, row_of, split_below};
use crate::theme::Ink;

#[derive(Clone, Copy)]
pub(crate) enum Action {
    Step(Course),
    Turn(Course),
    End(Course),
    Play,
    Tempo(Course),
    Zoom(Course),
    Look(Way),
    Log,
    Results,
    Leave,
}

/// A direction in time, or in size.
#[derive(Clone, Copy)]
pub(crate) enum Course {
    Forward,
    Back,
}

pub(crate) const KEYS: Keymap<Action> = &[
    binding(&[Key::char(' '), Key::char('p')], Action::Play, "play", "Let the battle go on by itself, or stop it."),
    binding(
        &[Key::code(KeyCode::Right), Key::char('.'), Key::code(KeyCode::Enter)],
        Action::Step(Course::Forward),
        "← →|step",
        "One order forwards.",
    ),
    binding(&[Key::code(KeyCode::Left), Key::char(',')], Action::Step(Course::Back), "", "One order back."),
    binding(
        &[Key::code(KeyCode::PageDown), Key::char(']')],
        Action::Turn(Course::Forward),
        "PgUp PgDn|turn",
        "To the next turn.",
    ),
    binding(
        &[Key::code(KeyCode::PageUp), Key::char('[')],
        Action::Turn(Course::Back),
        "",
        "To the beginning of this turn, or of the one before.",
    ),
    binding(&[Key::code(KeyCode::End), Key::char('G')], Action::End(Course::Forward), "", "To the end."),
    binding(&[Key::code(KeyCode::Home), Key::char('g')], Action::End(Course::Back), "", "To the beginning."),
    binding(&[Key::char('>')], Action::Tempo(Course::Forward), "", "Faster; the fastest shows no movement."),
    binding(&[Key::char('<')], Action::Tempo(Course::Back), "< >|speed", "Slower."),
    binding(&[Key::char('k'), Key::code(KeyCode::Up)], Action::Look(Way::Up), "", "Look further up."),
    binding(&[Key::char('j'), Key::code(KeyCode::Down)], Action::Look(Way::Down), "", "Look further down."),
    binding(&[Key::char('h')], Action::Look(Way::To(Direction::West)), "", "Look further west."),
    binding(&[Key::char('l')], Action::Look(Way::To(Direction::East)), "", "Look further east."),
    binding(&[Key::char('+'), Key::char('=')], Action::Zoom(Course::Forward), "", "Larger hexes."),
    binding(&[Key::char('-')], Action::Zoom(Course::Back), "", "Smaller hexes."),
    binding(&[Key::char('L')], Action::Log, "log", "Everything that has happened so far."),
    binding(&[Key::char('e')], Action::Results, "results", "How the battle stands here; at its end, who won."),
    binding(&[Key::code(KeyCode::Esc), Key::char('q')], Action::Leave, "back", "Back to where you came from."),
];

/// Columns from which the dispatches stand beside the map.
const WIDE: u16 = 120;

/// Rows below the map: what happens, status and hints.
const FOOT: u16 = 3;

/// Hexes that one key looks further.
const GLANCE: u8 = 4;

/// The screen of a record being watched.
pub struct ReplayScreen {
    replay: Replay,
    playback: Playback,
    playing: bool,
    /// When the next order is due, while playing without movement.
    due: Option<Duration>,
    now: Duration,
    focus: Hex,
    zoom: Zoom,
    fit: Fit,
    projection: Option<Projection>,
    painter: Painter,
    places: Vec<(String, Hex)>,
    message: String,
}

impl ReplayScreen {
    /// A record at its beginning.
    ///
    /// # Errors
    /// A file that cannot be read or is no record.
    pub fn open(path: &Path, desk: &Desk) -> Result<ReplayScreen, Unusable> {
        let replay = Replay::open(Arc::clone(&desk.library), path)?;
        let grid = replay.game().system().field().ground().grid();
        Ok(ReplayScreen {
            places: replay.game().setup().battle.scenario.places.clone(),
            replay,
            playback: Playback::default(),
            playing: false,
            due: None,
            now: Duration::ZERO,
            focus: Offset::new(grid.width() / 2, grid.height() / 2).hex(),
            zoom: desk.settings.zoom.unwrap_or_default(),
            fit: Fit::unless(desk.settings.zoom),
            projection: None,
            painter: Painter::default(),
            message: String::new(),
        })
    }

    fn field(&self) -> &Battlefield {
        self.replay.game().system().field()
    }

    fn at_end(&self) -> bool {
        self.replay.position() == self.replay.orders().len()
    }

    /// Keeps what went wrong, and stops.
    fn checked<T>(&mut self, result: Result<T, Unusable>) {
        if let Err(error) = result {
            self.message = error.0;
            self.playing = false;
        }
    }

    /// Plays the next order and shows what it brings.
    fn forward(&mut self, speed: Speed) {
        let (before, mark) = (self.field().clone(), self.replay.game().stage().event_count());
        let result = self.replay.forward();
        self.checked(result);
        if speed != Speed::Instant {
            let events = self.replay.game().stage().events_since(mark).to_vec();
            let blows = self.replay.game().system().info().shock.blows;
            self.playback.begin(before, events, blows, Tempo::even(speed));
        }
        self.look_at_last();
        self.playing &= !self.at_end();
    }

    /// The window follows the unit that the last dispatch is about.
    fn look_at_last(&mut self) {
        let unit = self.replay.game().stage().dispatches().iter().rev().find_map(|dispatch| dispatch.unit);
        let on_map = unit.map(|unit| self.field().unit(unit)).filter(|unit| unit.presence == Presence::OnMap);
        self.focus = on_map.map_or(self.focus, |unit| unit.pose.anchor);
    }

    fn step(&mut self, course: Course, desk: &Desk) {
        self.stop();
        match course {
            Course::Forward => self.forward(desk.speed),
            Course::Back => {
                let result = self.replay.back();
                self.playback.forget();
                self.checked(result);
                self.look_at_last();
            }
        }
    }

    fn turn(&mut self, course: Course) {
        self.stop();
        let (turn, position) = (self.field().turn(), self.replay.position());
        let result = match course {
            Course::Forward => self.replay.seek_turn(turn + 1),
            Course::Back => self.replay.seek_turn(turn).and_then(|()| match self.replay.position() == position {
                true => self.replay.seek_turn(turn.saturating_sub(1)),
                false => Ok(()),
            }),
        };
        self.playback.forget();
        self.checked(result);
        self.look_at_last();
    }

    fn end(&mut self, course: Course) {
        self.stop();
        let result = self.replay.seek(match course {
            Course::Forward => usize::MAX,
            Course::Back => 0,
        });
        self.playback.forget();
        self.checked(result);
        self.look_at_last();
    }

    fn stop(&mut self) {
        self.playing = false;
        self.playback.stop();
        self.due = None;
        self.message.clear();
    }

    fn play(&mut self) {
        let playing = !self.playing && !self.at_end();
        self.stop();
        self.playing = playing;
    }

    fn tempo(&mut self, course: Course, desk: &mut Desk) {
        desk.speed = match course {
            Course::Forward => desk.speed.faster(),
            Course::Back => desk.speed.slower(),
        };
        let speed = desk.speed;
        desk.remember(|settings| settings.speed = Some(speed));
        self.message = format!("Speed: {}.", speed.name());
    }

    fn look(&mut self, way: Way) {
        self.focus = way.walk(self.focus, GLANCE, self.field().ground().grid());
    }

    fn act(&mut self, action: Action, desk: &mut Desk) -> Flow {
        match action {
            Action::Step(course) => self.step(course, desk),
            Action::Turn(course) => self.turn(course),
            Action::End(course) => self.end(course),
            Action::Play => self.play(),
            Action::Tempo(course) => self.tempo(course, desk),
            Action::Zoom(Course::Forward) => (self.zoom, self.fit) = (self.zoom.nearer(), Fit::Off),
            Action::Zoom(Course::Back) => (self.zoom, self.fit) = (self.zoom.farther(), Fit::Off),
            Action::Look(way) => self.look(way),
            Action::Log => return Flow::Push(Box::new(Pager::log(self.replay.game().stage().dispatches().to_vec()))),
            Action::Results => return Flow::Push(Box::new(Report::new(self.replay.game(), desk))),
            Action::Leave => return Flow::Pop,
        }
        Flow::Stay
    }

    fn paint_map(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let grid = self.field().ground().grid();
        let focus = self.playback.focus().unwrap_or(self.focus);
        let (x, y) = self.zoom.place(focus);
        let centre = (x - i32::from(area.width) / 2, y - i32::from(area.height) / 2);
        let origin = self.projection.filter(|known| known.zoom == self.zoom).map_or(centre, |known| known.origin);
        let projection = match self.fit {
            fit if fit.wants(area) => {
                let (zoom, origin) = Interest::of(self.field(), Side::Blue).fit(area);
                let fitted = Projection::at(zoom, grid, area, origin);
                (self.zoom, self.fit) = (zoom, Fit::Done(area, fitted.origin));
                fitted
            }
            fit => {
                let still = Projection::at(self.zoom, grid, area, origin);
                let holds = self.playback.is_playing() && fit.holds(&still, focus);
                if holds { still } else { Projection::following(self.zoom, grid, area, origin, focus) }
            }
        };
        self.projection = Some(projection);
        let mut painter = std::mem::take(&mut self.painter);
        let field = self.playback.field().unwrap_or_else(|| self.replay.game().system().field());
        let (struck, fallen) = (self.playback.struck(), self.playback.fallen());
        let loose = self.playback.loose();
        let traces = Some(self.playback.traces());
        let keeps_stands = self.replay.game().system().info().strength.keeps_stands();
        let remembers = desk.settings.has(Habit::Fallen);
        let scene =
            Scene { places: &self.places, struck, loose, fallen, keeps_stands, traces, remembers, ..Scene::of(field) };
        painter.paint(&scene, &projection, &desk.theme, desk.glyphs, canvas);
        self.painter = painter;
    }

    fn paint_dispatches(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let inner = panel("Dispatches", area, &desk.theme, canvas);
        let size = (usize::from(inner.width), usize::from(inner.height));
        let lines = dispatches::latest(self.replay.game().stage().dispatches().iter(), Filter::All, size, &desk.theme);
        for (y, line) in (inner.y..).zip(lines) {
            canvas.line(line, Rect { y, height: 1, ..inner });
        }
    }

    /// What happens, what was ordered last, or what went wrong.
    fn notice(&self) -> (Ink, String) {
        let last = || self.replay.game().stage().dispatches().last().map(|dispatch| dispatch.text.clone());
        match self.playback.caption() {
            _ if !self.message.is_empty() => (Ink::Notice, self.message.clone()),
            "" => (Ink::Text, last().unwrap_or_else(|| String::from("Space lets the battle go on, → one order."))),
            caption => (Ink::Notice, String::from(caption)),
        }
    }

    /// `Small field · Turn 2 of 8 · order 12 of 140 · playing`
    fn status(&self) -> String {
        let (game, field) = (self.replay.game(), self.field());
        let state = match (self.playing, self.at_end()) {
            (true, _) => " · playing",
            (false, true) => " · the end",
            (false, false) => "",
        };
        let (turn, last, position) = (field.turn(), field.turn_limit(), self.replay.position());
        let title = cut(game.setup().title(), 30);
        format!("{title} · Turn {turn} of {last} · order {position} of {}{state}", self.replay.orders().len())
    }
}

impl Layer for ReplayScreen {
    fn name(&self) -> String {
        String::from("Battle replay")
    }

    fn help(&self, _keys: &Keys) -> Vec<HelpRow> {
        describe(&[KEYS])
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        match input {
            Input::Key(key) => find(&[KEYS], key).map_or(Flow::Stay, |action| self.act(action, desk)),
            Input::WheelUp(_) => self.act(Action::Zoom(Course::Forward), desk),
            Input::WheelDown(_) => self.act(Action::Zoom(Course::Back), desk),
            _ => Flow::Stay,
        }
    }

    fn tick(&mut self, now: Duration, standing: Standing, desk: &mut Desk) -> (bool, Flow) {
        self.now = now;
        let mut changed = self.playback.is_playing() && self.playback.advance(now, desk.speed);
        if self.playing && !self.playback.is_playing() && standing == Standing::Top {
            let due = *self.due.get_or_insert(now);
            if due <= now {
                self.forward(desk.speed);
                self.due = Some(now + pause(desk.speed));
                changed = true;
            }
        }
        (changed, Flow::Stay)
    }

    fn wants_tick(&self, standing: Standing, _desk: &Desk) -> Option<Duration> {
        if self.playback.is_playing() {
            return Some(self.playback.wait(self.now).max(Duration::from_millis(1)));
        }
        let due = || self.due.map_or(Duration::ZERO, |due| due.saturating_sub(self.now));
        (self.playing && standing == Standing::Top).then(due)
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let beside = if area.width >= WIDE { (area.width * 7 / 25).clamp(38, 48) } else { 0 };
        let (body, foot) = split_below(area, FOOT);
        let map = Rect { width: area.width.saturating_sub(beside), ..body };
        self.paint_map(map, canvas, desk);
        if beside > 0 {
            let column = Rect { x: map.right(), width: beside, height: (map.height + 1).min(area.height), ..area };
            self.paint_dispatches(column, canvas, desk);
        }
        let (ink, text) = self.notice();
        let text = cut(&format!(" {text}"), usize::from(map.width));
        canvas.write(foot.x, foot.y, text, desk.theme.ink(ink));
        status::bar(&self.status(), row_of(foot, 1), &desk.theme, canvas);
        status::hints(&status::with_help(self.help(&desk.keys)), row_of(foot, 2), &desk.theme, canvas);
        None
    }
}

/// How long an order's picture stays when its movement is not shown.
const fn pause(speed: Speed) -> Duration {
    Duration::from_millis(match speed {
        Speed::Slow => 1200,
        Speed::Normal => 600,
        Speed::Fast => 250,
        Speed::Instant => 120,
    })
}

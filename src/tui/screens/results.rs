//! The end of a battle: who won and why, losses, luck, and where the record is.

use battle::{Goal, Objective, Presence, Sheet, Side, System};
use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use table::{Dispatch, Game, Setup};

use super::pager::Pager;
use super::setup::{self, SetupScreen};
use crate::canvas::Canvas;
use crate::keymap::{Binding, HelpRow, Key, Keymap, describe, find};
use crate::layer::{Desk, Flow, Input, Layer};
use crate::options::Wishes;
use crate::panels::afterwards;
use crate::panels::card::points;
use crate::panels::status;
use crate::text::{centred, line, needed, panel, paragraph, percent, span};
use crate::theme::{Ink, Theme};

#[derive(Clone, Copy)]
enum Action {
    Log,
    New,
    Again,
    Title,
    Quit,
    Field,
}

const LOG: Keymap<Action> = &[Binding {
    keys: &[Key::char('L'), Key::char('l')],
    action: Action::Log,
    hint: "log",
    help: "Read everything that happened.",
}];

const HOME: Keymap<Action> = &[
    Binding { keys: &[Key::char('n')], action: Action::New, hint: "new battle", help: "Set another battle up." },
    Binding {
        keys: &[Key::char('a')],
        action: Action::Again,
        hint: "again",
        help: "The same battle with another seed.",
    },
];

const FIELD: Keymap<Action> = &[Binding {
    keys: &[Key::code(KeyCode::Esc), Key::code(KeyCode::Enter)],
    action: Action::Field,
    hint: "field",
    help: "Look at the field as it is.",
}];

const TITLE: Keymap<Action> = &[
    Binding { keys: &[Key::char('t')], action: Action::Title, hint: "title", help: "Back to the title." },
    Binding { keys: &[Key::char('q')], action: Action::Quit, hint: "quit", help: "Leave the program." },
];

const LOBBY: Keymap<Action> = &[
    Binding { keys: &[Key::char('t')], action: Action::Title, hint: "lobby", help: "Back to the lobby." },
    Binding { keys: &[Key::char('q')], action: Action::Quit, hint: "leave", help: "Leave altogether." },
];

const AT_HOME: &[Keymap<Action>] = &[LOG, HOME, FIELD, TITLE];
const VISITING: &[Keymap<Action>] = &[LOG, FIELD, LOBBY];

/// The end screen.
pub struct Results {
    title: String,
    lines: Vec<Line<'static>>,
    log: Vec<Dispatch>,
    setup: Setup,
    keys: &'static [Keymap<Action>],
}

impl Results {
    /// The end of that game.
    #[must_use]
    pub fn new(game: &Game, desk: &Desk) -> Results {
        Results {
            title: game.setup().title().to_owned(),
            lines: lines(game, &desk.theme),
            log: game.dispatches().to_vec(),
            setup: game.setup().clone(),
            keys: if desk.visit.is_some() { VISITING } else { AT_HOME },
        }
    }

    fn again(&mut self, desk: &mut Desk) -> Flow {
        let setup = Setup { seed: desk.take_seed(), ..self.setup.clone() };
        match setup::start(&setup, desk) {
            Ok(battle) => Flow::Restart(vec![battle]),
            Err(error) => {
                self.lines.push(line(error.0, desk.theme.ink(Ink::Bad)));
                Flow::Stay
            }
        }
    }
}

/// Who won and why, objectives, losses, luck, and where the battle is kept.
pub fn lines(game: &Game, theme: &Theme) -> Vec<Line<'static>> {
    let system = game.system();
    let mut lines = verdict(game, theme);
    lines.push(Line::default());
    lines.extend(objectives(system, theme));
    lines.push(Line::default());
    lines.extend(losses(game, theme));
    lines.push(Line::default());
    lines.extend(game.tally().luck().map(|sentence| line(sentence, theme.ink(Ink::Text))));
    lines.push(Line::default());
    lines.extend(afterwards::lines(game, theme));
    lines.extend(record(game, theme));
    lines
}

fn verdict(game: &Game, theme: &Theme) -> Vec<Line<'static>> {
    let Some(outcome) = game.outcome() else { return vec![line("The battle goes on.", theme.ink(Ink::Text))] };
    let who = outcome.winner.map_or_else(|| String::from("A draw"), |side| format!("{side} wins"));
    let style = outcome.winner.map_or(theme.ink(Ink::Heading), |side| theme.side_text(side));
    let field = game.system().field();
    let [blue, red] = outcome.points;
    vec![
        line(format!("{who} {}.", outcome.reason.text()), style.add_modifier(ratatui::style::Modifier::BOLD)),
        line(
            format!("Points: Blue {blue}, Red {red}. Turn {} of {}.", field.turn(), field.turn_limit()),
            theme.ink(Ink::Text),
        ),
    ]
}

fn objectives(system: &dyn System, theme: &Theme) -> Vec<Line<'static>> {
    let field = system.field();
    let pairs = field.roster().objectives.iter().zip(field.holders());
    let row = |(objective, holder): (&Objective, &Option<Side>)| {
        let worth = points(objective.value);
        line(format!("{:<28} {}, {worth}", objective.name, state(objective, *holder)), theme.ink(Ink::Text))
    };
    pairs.map(row).collect()
}

/// Who has an objective; for those that nobody can have, for whom they count.
fn state(objective: &Objective, holder: Option<Side>) -> String {
    match (objective.goal, holder, objective.side) {
        (Goal::Hold | Goal::Occupy, Some(side), _) => format!("held by {side}"),
        (Goal::Hold | Goal::Occupy, None, _) => String::from("held by nobody"),
        (Goal::Exit | Goal::Destroy, _, Some(side)) => format!("for {side}, {} units", objective.count),
        (Goal::Exit | Goal::Destroy, _, None) => format!("{} units", objective.count),
    }
}

fn losses(game: &Game, theme: &Theme) -> Vec<Line<'static>> {
    let system = game.system();
    let tally = game.tally();
    let strength = system.info().strength.name;
    let mut lines = vec![Line::from(vec![
        span(format!("{:<24} {:>8}", "", Side::Blue.name()), theme.side_text(Side::Blue)),
        span(format!(" {:>8}", Side::Red.name()), theme.side_text(Side::Red)),
    ])];
    let both = |value: &dyn Fn(Side) -> String| Side::ALL.map(value);
    let left = |side: Side| {
        let field = system.field();
        field.ids().filter(|unit| field.side(*unit) == side && field.unit(*unit).presence == Presence::OnMap).count()
    };
    let rows = [
        (String::from("units left on the field"), both(&|side| left(side).to_string())),
        (String::from("units lost"), both(&|side| tally.of(side).units_lost.to_string())),
        (format!("{strength} lost"), both(&|side| tally.of(side).strength_lost.to_string())),
        (String::from("army's worth left"), both(&|side| percent(tally.of(side).value_left))),
        (String::from("charges (won)"), both(&|side| charges(&tally, side))),
        (String::from("shots"), both(&|side| tally.of(side).shots.to_string())),
        (String::from("retreats"), both(&|side| tally.of(side).retreats.to_string())),
    ];
    let row = |(name, [blue, red]): (String, [String; 2])| {
        Line::from(vec![
            span(format!("{name:<24} "), theme.ink(Ink::Faint)),
            span(format!("{blue:>8} {red:>8}"), theme.ink(Ink::Text)),
        ])
    };
    lines.extend(rows.into_iter().map(row));
    lines
}

fn charges(tally: &table::Tally, side: Side) -> String {
    let side = tally.of(side);
    format!("{} ({})", side.charges.declared, side.charges.won + side.charges.gave_way)
}

fn record(game: &Game, theme: &Theme) -> Vec<Line<'static>> {
    if game.is_watching() {
        return vec![line(
            "You were watching; a battle that may be seen again is in the lobby.",
            theme.ink(Ink::Faint),
        )];
    }
    let mut lines = vec![line(format!("Seed {}", game.setup().seed), theme.ink(Ink::Faint))];
    if let Some(hash) = game.last_hash() {
        lines.push(line(format!("Hash of the whole battle {hash}"), theme.ink(Ink::Faint)));
    }
    if let Some(path) = game.record_path() {
        lines.push(line(format!("Recorded in {}", path.display()), theme.ink(Ink::Faint)));
        lines.push(line("Played again and checked by: grognard verify FILE", theme.ink(Ink::Faint)));
    }
    lines
}

/// Tables of rules as lines.
#[must_use]
pub fn sheets(sheets: &[Sheet], theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for sheet in sheets {
        lines.push(line(sheet.title.clone(), theme.ink(Ink::Heading)));
        lines.extend(table(sheet, theme));
        lines.extend(sheet.notes.iter().map(|note| line(note.clone(), theme.ink(Ink::Faint))));
        if !sheet.clauses.is_empty() {
            lines.push(line(sheet.clauses.join(" "), theme.ink(Ink::Faint)));
        }
        lines.push(Line::default());
    }
    lines
}

fn table(sheet: &Sheet, theme: &Theme) -> Vec<Line<'static>> {
    let rows = || std::iter::once(&sheet.columns).chain(&sheet.rows);
    let count = rows().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count)
        .map(|column| rows().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0))
        .collect();
    let text = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ")
    };
    let head = line(text(&sheet.columns), theme.ink(Ink::KeyName));
    std::iter::once(head).chain(sheet.rows.iter().map(|row| line(text(row), theme.ink(Ink::Text)))).collect()
}

impl Layer for Results {
    fn name(&self) -> String {
        String::from("The end")
    }

    fn help(&self) -> Vec<HelpRow> {
        describe(self.keys)
    }

    fn floats(&self) -> bool {
        true
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        match find(self.keys, key) {
            Some(Action::Log) => Flow::Push(Box::new(Pager::log(self.log.clone()))),
            Some(Action::New) => match SetupScreen::new(Wishes::default(), desk) {
                Ok(setup) => Flow::Restart(vec![Box::new(setup)]),
                Err(_) => Flow::Restart(Vec::new()),
            },
            Some(Action::Again) => self.again(desk),
            Some(Action::Title) => Flow::Restart(Vec::new()),
            Some(Action::Quit) => Flow::Quit,
            Some(Action::Field) => Flow::Pop,
            None => Flow::Stay,
        }
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let width = 78.min(area.width.saturating_sub(2));
        let rows = |lines: &[Line<'static>]| needed(lines, usize::from(width).saturating_sub(4)) + 5;
        if rows(&self.lines) > area.height {
            self.lines.retain(|line| line.width() > 0);
        }
        let height = rows(&self.lines).min(area.height);
        let inner = panel(&self.title, centred(area, width, height), &desk.theme, canvas);
        let text = Rect { y: inner.y + 1, height: inner.height.saturating_sub(2), ..inner };
        paragraph(self.lines.clone(), 0, text, canvas);
        let hints = Rect { y: inner.bottom().saturating_sub(1), height: 1, ..inner };
        status::hints(&self.help(), hints, &desk.theme, canvas);
        None
    }
}

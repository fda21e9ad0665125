//! What is told of a battle that is over: losses turn by turn and unit by unit, and the story in a few lines.

use battle::{Departure, Event, Presence, Side, System, UnitId};
use ratatui::text::Line;
use table::{DispatchKind, Game};

use crate::text::{line, span};
use crate::theme::{Ink, Theme};

/// Columns of the longest bar.
const BAR: i32 = 16;

/// Lines of the story.
const STORY: usize = 10;

/// What a turn cost.
#[derive(Default)]
struct Cost {
    /// Strength of Blue and Red.
    lost: [i32; 2],
    /// Units that left the field beaten.
    gone: Vec<UnitId>,
}

/// Losses turn by turn, unit by unit, and the story, as far as the battle's events are known here.
#[must_use]
pub fn lines(game: &Game, theme: &Theme) -> Vec<Line<'static>> {
    let system = game.system();
    let turns = turns(system, game.events_since(0));
    let mut lines = chart(system, &turns, theme);
    lines.extend(units(system, theme));
    lines.extend(story(game, theme));
    lines
}

/// What each turn cost, from turn 1 on.
fn turns(system: &dyn System, events: &[Event]) -> Vec<Cost> {
    let field = system.field();
    let mut turns: Vec<Cost> = Vec::new();
    for event in events {
        match event {
            Event::TurnBegan { .. } => turns.push(Cost::default()),
            Event::Strength { unit, from, to, .. } if to < from => {
                if let Some(turn) = turns.last_mut() {
                    turn.lost[field.side(*unit).index()] += i32::from(from - to);
                }
            }
            Event::Left { unit, why: Departure::Destroyed | Departure::Routed, .. } => {
                turns.last_mut().into_iter().for_each(|turn| turn.gone.push(*unit));
            }
            _ => {}
        }
    }
    turns
}

fn chart(system: &dyn System, turns: &[Cost], theme: &Theme) -> Vec<Line<'static>> {
    let most = turns.iter().flat_map(|turn| turn.lost).max().unwrap_or(0);
    if most == 0 {
        return Vec::new();
    }
    let name = system.info().strength.name;
    let mut lines = vec![line(format!("Turn by turn: {name} lost, and units gone"), theme.ink(Ink::Heading))];
    for (place, turn) in turns.iter().enumerate() {
        let mut spans = vec![span(format!("{:>3}  ", place + 1), theme.ink(Ink::Faint))];
        for side in Side::ALL {
            let lost = turn.lost[side.index()];
            let long = (lost * BAR + most - 1) / most;
            let bar = format!("{:<room$}", "■".repeat(long.max(0) as usize), room = BAR as usize);
            spans.push(span(format!("{lost:>3} {bar} "), theme.side_text(side)));
        }
        let gone: Vec<String> = turn.gone.iter().map(|unit| system.field().label((*unit).into())).collect();
        spans.push(span(gone.join(" "), theme.ink(Ink::Text)));
        lines.push(Line::from(spans));
    }
    lines.push(Line::default());
    lines
}

/// Each unit that has lost something, the worst hit first.
fn units(system: &dyn System, theme: &Theme) -> Vec<Line<'static>> {
    let field = system.field();
    let beaten =
        |unit: UnitId| matches!(field.unit(unit).presence, Presence::Gone(Departure::Destroyed | Departure::Routed));
    let mut hurt: Vec<UnitId> =
        field.ids().filter(|unit| beaten(*unit) || field.unit(*unit).strength < field.unit(*unit).full).collect();
    if hurt.is_empty() {
        return Vec::new();
    }
    hurt.sort_by(|a, b| {
        let share = |unit: UnitId| if beaten(unit) { 0.0 } else { field.unit(unit).share() };
        share(*a).total_cmp(&share(*b)).then(a.cmp(b))
    });
    let mut lines = vec![line("Unit by unit", theme.ink(Ink::Heading))];
    lines.extend(hurt.into_iter().map(|unit| {
        let (info, state) = (field.roster().unit(unit), field.unit(unit));
        let left = match state.presence {
            Presence::Gone(Departure::Destroyed) => String::from("destroyed"),
            Presence::Gone(Departure::Routed) => String::from("ran from the field"),
            _ => format!(
                "{} {} left",
                system.info().strength.left(state.strength, state.full),
                system.info().strength.name
            ),
        };
        let name = span(format!("  {:<4} {:<30} ", info.label, info.name), theme.side_text(info.side));
        Line::from(vec![name, span(left, theme.ink(Ink::Text))])
    }));
    lines.push(Line::default());
    lines
}

/// What decided the battle: what changed hands and who left, at most ten lines, evenly chosen where there is more.
fn story(game: &Game, theme: &Theme) -> Vec<Line<'static>> {
    let told = game.dispatches().iter().filter(|dispatch| {
        dispatch.kind == DispatchKind::Result || dispatch.kind == DispatchKind::Loss && dispatch.text.contains("field")
    });
    let told: Vec<String> = told.map(|dispatch| format!("  Turn {}: {}", dispatch.turn, dispatch.text)).collect();
    if told.is_empty() {
        return Vec::new();
    }
    let every = told.len().div_ceil(STORY).max(1);
    let mut lines = vec![line("The story", theme.ink(Ink::Heading))];
    lines.extend(told.into_iter().step_by(every).map(|text| line(text, theme.ink(Ink::Text))));
    lines.push(Line::default());
    lines
}

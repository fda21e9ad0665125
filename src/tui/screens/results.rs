//! The end of a battle in words: who won and why, losses, luck, and where the record is.

use battle::{Battlefield, Goal, Objective, Presence, RollKind, Sheet, Side, System, SystemInfo};
use ratatui::text::Line;
use table::{Aftermath, Blow, Game, Mishap};

use crate::panels::afterwards;
use crate::panels::card::points;
use crate::text::{line, percent, sentence, span};
use crate::theme::{Depth, Ink, Palette, Theme};

/// Everything that is told in words of a battle that is over.
pub fn lines(game: &Game, theme: &Theme) -> Vec<Line<'static>> {
    let after = game.aftermath();
    let mut lines = summary(game, &after, theme);
    lines.extend(afterwards::tolls(game.system(), &after, theme));
    lines.extend(afterwards::story(&after, theme));
    lines.extend(record(game, theme));
    lines
}

/// Who won and why, objectives, losses, luck.
pub fn summary(game: &Game, after: &Aftermath, theme: &Theme) -> Vec<Line<'static>> {
    let system = game.system();
    let mut lines = verdict(game, theme);
    lines.push(Line::default());
    lines.extend(objectives(system, theme));
    lines.push(Line::default());
    lines.extend(losses(game, after, theme));
    lines.push(Line::default());
    lines.extend(game.tally().luck().map(|sentence| line(sentence, theme.ink(Ink::Text))));
    let blows = Side::ALL.into_iter().zip(&after.best_volley).filter_map(|(side, blow)| Some((side, blow.as_ref()?)));
    lines.extend(blows.map(|(side, blow)| line(best_volley(system, side, blow), theme.ink(Ink::Text))));
    let luck = Side::ALL.into_iter().zip(&after.worst_luck).filter_map(|(side, luck)| Some((side, luck.as_ref()?)));
    lines.extend(luck.map(|(side, luck)| line(worst_luck(system, side, luck), theme.ink(Ink::Text))));
    lines.push(Line::default());
    lines
}

/// `Blue's best volley: B1 at R3 in turn 4, 3 figures lost.`
fn best_volley(system: &dyn System, side: Side, blow: &Blow) -> String {
    let (field, strength) = (system.field(), system.info().strength);
    let by = together(field, blow);
    let what = if blow.cost == 1 { strength.one } else { strength.name };
    let on = field.label(blow.on.into());
    format!("{side}'s best volley: {by} at {on} in turn {}, {} {what} lost.", blow.turn, blow.cost)
}

/// The most units of a volley that are all named.
const NAMED: usize = 3;

/// Who struck, with those who shot together with him: all by name, or how many where there are more.
pub(crate) fn together(field: &Battlefield, blow: &Blow) -> String {
    let first = blow.by.map_or_else(String::new, |by| field.label(by));
    let others: Vec<String> = blow.with.iter().map(|unit| field.label((*unit).into())).collect();
    match others.as_slice() {
        [] => first,
        [before @ .., last] if before.len() + 2 <= NAMED => {
            format!("{} and {last}", std::iter::once(&first).chain(before).cloned().collect::<Vec<_>>().join(", "))
        }
        all => format!("{first} with {} others", all.len()),
    }
}

/// `Blue's worst luck: B2's fire in turn 1 hit nothing where 1.0 hits were to be expected, 1 chance in 4.`
fn worst_luck(system: &dyn System, side: Side, luck: &Mishap) -> String {
    let who = luck.who.map_or_else(String::new, |who| format!("{}'s ", system.field().label(who)));
    let what = match (luck.kind, luck.result) {
        (RollKind::Hits, 0) => format!("hit nothing where {:.1} hits were to be expected", luck.expected),
        (RollKind::Hits, hits) => format!("hit {hits} where {:.1} hits were to be expected", luck.expected),
        (RollKind::Saves, saves) => format!("warded off {saves} where {:.1} were to be expected", luck.expected),
        _ => format!("failed where {} pass", percent(luck.expected)),
    };
    let rare = (1.0 / luck.chance.max(f64::MIN_POSITIVE)).round();
    sentence(&format!("{side}'s worst luck: {who}{} in turn {} {what}, 1 chance in {rare}", luck.label, luck.turn))
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
            format!(
                "{}: Blue {blue}, Red {red}. Turn {} of {}.",
                outcome.count.title(),
                field.turn(),
                field.turn_limit()
            ),
            theme.ink(Ink::Text),
        ),
    ]
}

fn objectives(system: &dyn System, theme: &Theme) -> Vec<Line<'static>> {
    let field = system.field();
    let pairs = field.roster().objectives.iter().zip(field.holders());
    let row = |(objective, holder): (&Objective, &Option<Side>)| {
        let worth = points(objective.value);
        line(format!("{:<28} {} ({worth})", objective.name, state(field, objective, *holder)), theme.ink(Ink::Text))
    };
    pairs.map(row).collect()
}

/// Who has an objective; of those that nobody can have, how far each side for which they count has come.
fn state(field: &Battlefield, objective: &Objective, holder: Option<Side>) -> String {
    let come = |side: Side| {
        let (counted, count) = (field.counted(side, objective), objective.count.max(1));
        let reached = if counted >= usize::from(count) { "reached" } else { "not reached" };
        format!("{side} {counted} of {count}, {reached}")
    };
    match (objective.goal, holder, objective.side) {
        (Goal::Hold | Goal::Occupy, Some(side), _) => format!("held by {side}"),
        (Goal::Hold | Goal::Occupy, None, _) => String::from("held by nobody"),
        (Goal::Exit | Goal::Destroy, _, Some(side)) => come(side),
        (Goal::Exit | Goal::Destroy, _, None) => Side::ALL.map(come).join("; "),
    }
}

fn losses(game: &Game, after: &Aftermath, theme: &Theme) -> Vec<Line<'static>> {
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
        (String::from("army's worth left"), both(&|side| percent(after.worth_left[side.index()]))),
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

/// Seed, hash, and where the battle is recorded.
pub fn record(game: &Game, theme: &Theme) -> Vec<Line<'static>> {
    if game.elsewhere().is_watching() {
        return vec![line(
            "You were watching; a battle that may be seen again is in the lobby.",
            theme.ink(Ink::Faint),
        )];
    }
    let mut lines = vec![line(format!("Seed {}", game.setup().seed), theme.ink(Ink::Faint))];
    if let Some(hash) = game.past().last_hash() {
        lines.push(line(format!("Hash of the whole battle {hash}"), theme.ink(Ink::Faint)));
    }
    if let Some(path) = game.past().record_path() {
        lines.push(line(format!("Recorded in {}", path.display()), theme.ink(Ink::Faint)));
        lines.push(line("Played again and checked by: grognard verify FILE", theme.ink(Ink::Faint)));
    }
    lines
}

/// Rules to read: what is different about them in short, then their tables.
#[must_use]
pub fn rules(info: &SystemInfo, tables: &[Sheet], theme: &Theme) -> Vec<Line<'static>> {
    let short = info.in_short();
    let mut lines = vec![line(short.title, theme.ink(Ink::Heading))];
    lines.extend(short.notes.into_iter().map(|note| line(note, theme.ink(Ink::Text))));
    lines.push(Line::default());
    lines.extend(sheets(tables, theme));
    lines
}

fn sheets(sheets: &[Sheet], theme: &Theme) -> Vec<Line<'static>> {
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

/// The same without colours.
#[must_use]
pub fn plain(info: &SystemInfo, tables: &[Sheet]) -> Vec<String> {
    let lines = rules(info, tables, &Theme::new(Depth::Mono, Palette::Classic));
    lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect()
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

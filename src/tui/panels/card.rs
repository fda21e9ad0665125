//! The card of a unit, a leader or a hex.

use battle::{Battlefield, Crossing, LeaderId, Obstacle, StrengthInfo, System, Threat, UnitId};
use hexes::{Direction, Hex};
use ratatui::text::Line;

use crate::glyphs::Glyphs;
use crate::text::{capital, line, percent, span, wrapped};
use crate::theme::{Ink, Theme};

/// Columns of the names on a card.
const NAMES: usize = 12;

/// Heading and lines of a card.
#[derive(Clone, Debug, Default)]
pub struct CardText {
    /// The heading.
    pub title: String,
    /// What it says.
    pub lines: Vec<Line<'static>>,
}

/// The card of a unit, for a panel of `width` columns; without the row of that name, which is told elsewhere.
#[must_use]
pub fn unit(
    system: &dyn System,
    unit: UnitId,
    width: usize,
    (theme, glyphs): (&Theme, Glyphs),
    without: Option<&str>,
) -> CardText {
    let card = system.card(unit);
    let field = system.field();
    let mut lines = vec![line(card.subtitle, theme.side_text(field.side(unit)))];
    lines.push(strength_line(field, unit, &system.info().strength, theme));
    let said = |name: &str| {
        let told = ["strength", system.info().strength.name];
        told.into_iter().chain(without).any(|told| name.eq_ignore_ascii_case(told))
    };
    let badges: Vec<(char, &str)> = glyphs.badges(field.conditions(unit)).collect();
    for (name, value) in card.rows.iter().filter(|(name, _)| !said(name)) {
        lines.extend(row_lines(name, &signed(value, &badges), width, theme));
    }
    let told = |name: &str| card.rows.iter().any(|(_, value)| value.split(", ").any(|word| word == name));
    let badges: Vec<String> =
        badges.iter().filter(|(_, name)| !told(name)).map(|(sign, name)| format!("{sign} {name}")).collect();
    if !badges.is_empty() {
        lines.push(line(badges.join("  "), theme.ink(Ink::Notice)));
    }
    let leaders: Vec<String> = field.leaders_with(unit).map(|leader| leader_words(field, leader, glyphs)).collect();
    lines.extend(
        joined(&leaders, width).iter().flat_map(|row| hung(row, width)).map(|row| line(row, theme.ink(Ink::Notice))),
    );
    CardText { title: card.title, lines }
}

/// A list of words, each that the map shows by a sign with that sign.
fn signed(value: &str, badges: &[(char, &str)]) -> String {
    let sign = |word: &str| badges.iter().find(|(_, name)| *name == word).map(|(sign, _)| *sign);
    let words =
        value.split(", ").map(|word| sign(word).map_or_else(|| String::from(word), |sign| format!("{sign} {word}")));
    words.collect::<Vec<_>>().join(", ")
}

/// A name and its value, the value wrapped in a column of its own.
pub(super) fn row_lines(name: &str, value: &str, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let rows = wrapped(value, width.saturating_sub(NAMES).max(12));
    let name_of = |place: usize| if place == 0 { capital(name) } else { String::new() };
    let row = |(place, text): (usize, String)| {
        let name = span(format!("{:<NAMES$}", name_of(place)), theme.ink(Ink::Faint));
        Line::from(vec![name, span(text, theme.ink(Ink::Text))])
    };
    rows.into_iter().enumerate().map(row).collect()
}

fn strength_line(field: &Battlefield, unit: UnitId, info: &StrengthInfo, theme: &Theme) -> Line<'static> {
    let state = field.unit(unit);
    let bars = |share: f64| (share * 12.0).round() as usize;
    let left = bars(state.share());
    let ink = if state.share() < 0.4 { Ink::Bad } else { Ink::Good };
    Line::from(vec![
        span(format!("{:<11} ", capital(info.name)), theme.ink(Ink::Faint)),
        span(format!("{} ", info.left(state.strength, state.full)), theme.ink(Ink::Text)),
        span("█".repeat(left), theme.ink(ink)),
        span("·".repeat(12 - left.min(12)), theme.ink(Ink::Faint)),
    ])
}

/// `★ BG Count Reille, General`; the class only where the name does not say it.
fn leader_words(field: &Battlefield, leader: LeaderId, glyphs: Glyphs) -> String {
    let info = field.roster().leader(leader);
    let said = info.name.to_lowercase().contains(&info.class.to_lowercase());
    let class = if said { String::new() } else { format!(", {}", info.class) };
    format!("{} {} {}{class}", glyphs.leader(), info.label, info.name)
}

/// A row in rows of at most `width` columns, those after the first set in below its words.
fn hung(row: &str, width: usize) -> Vec<String> {
    let rows = wrapped(row, width.saturating_sub(2)).into_iter().enumerate();
    rows.map(|(place, row)| if place == 0 { row } else { format!("  {row}") }).collect()
}

/// Words in rows of at most `width` columns, none broken that fits in one.
fn joined(words: &[String], width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in words {
        match rows.last_mut() {
            Some(row) if row.chars().count() + 2 + word.chars().count() <= width => {
                row.push_str("  ");
                row.push_str(word);
            }
            _ => rows.push(word.clone()),
        }
    }
    rows
}

/// The card of a leader who stands alone.
#[must_use]
pub fn leader(field: &Battlefield, leader: LeaderId, theme: &Theme) -> CardText {
    let info = field.roster().leader(leader);
    let lines = vec![line(info.class.clone(), theme.side_text(info.side))];
    CardText { title: format!("{} · {}", info.label, info.name), lines }
}

/// What there is to know about a hex.
#[must_use]
pub fn ground(field: &Battlefield, hex: Hex, theme: &Theme) -> CardText {
    let cell = field.ground().cell(hex).unwrap_or_default();
    let mut words = vec![capital(cell.terrain.name())];
    if cell.road {
        words.push(String::from("road"));
    }
    if cell.crossing != Crossing::None {
        words.push(String::from(if cell.crossing == Crossing::Bridge { "bridge" } else { "ford" }));
    }
    let mut lines = vec![line(words.join(", "), theme.ink(Ink::Text))];
    if cell.elevation != 0 {
        lines.push(line(format!("Height {} above the plain", cell.elevation), theme.ink(Ink::Text)));
    }
    lines.extend(Direction::ALL.into_iter().filter_map(|side| {
        let edge = field.ground().edge(hex, side);
        (edge.obstacle != Obstacle::None)
            .then(|| line(format!("{} on its {side} side", capital(edge.obstacle.name())), theme.ink(Ink::Faint)))
    }));
    lines.extend(field.is_burning(hex).then(|| line("The houses burn", theme.ink(Ink::Bad))));
    lines.extend(damage_lines(field, hex, theme));
    lines.extend(objective_lines(field, hex, theme));
    CardText { title: format!("Hex {}", hex.offset()), lines }
}

/// The battered parts of walls and houses round a hex.
fn damage_lines(field: &Battlefield, hex: Hex, theme: &Theme) -> Vec<Line<'static>> {
    let here = field.damages().iter().filter(|damage| damage.part.hexes().contains(&hex));
    here.map(|damage| {
        let state = match (damage.destroyed, damage.wounds) {
            (true, _) => String::from("broken down"),
            (false, 1) => String::from("1 wound"),
            (false, wounds) => format!("{wounds} wounds"),
        };
        let (own, side) = damage.part.edge();
        let side = if own == hex { side } else { side.opposite() };
        let text = format!("{} on its {side} side: {state}", capital(damage.part.kind.name()));
        line(text, theme.ink(Ink::Bad))
    })
    .collect()
}

/// `1 point`, `3 points`.
#[must_use]
pub fn points(value: i16) -> String {
    format!("{value} {}", if value == 1 { "point" } else { "points" })
}

fn objective_lines(field: &Battlefield, hex: Hex, theme: &Theme) -> Vec<Line<'static>> {
    let with_holders = field.roster().objectives.iter().zip(field.holders());
    let here = with_holders.filter(|(objective, _)| objective.hexes.contains(&hex));
    here.map(|(objective, holder)| {
        let held = holder.map_or_else(|| String::from("held by nobody"), |side| format!("held by {side}"));
        line(format!("{}: {}, {held}", objective.name, points(objective.value)), theme.ink(Ink::Notice))
    })
    .collect()
}

/// Which enemies could hurt a unit standing in that pose in their next turn, worst first.
#[must_use]
pub fn threats(system: &dyn System, unit: UnitId, pose: &battle::Pose) -> Vec<(UnitId, Threat)> {
    if !system.tells_distances() {
        return Vec::new();
    }
    let field = system.field();
    let enemies = field.present_of(field.side(unit).other());
    let with_threat =
        enemies.map(|enemy| (enemy, system.estimates().threat(enemy, &field.unit(enemy).pose, unit, pose)));
    let mut threats: Vec<_> = with_threat.filter(|(_, threat)| threat.fire > 0.0 || threat.charge > 0.0).collect();
    let weight = |threat: &Threat| threat.fire + threat.charge;
    threats.sort_by(|a, b| weight(&b.1).total_cmp(&weight(&a.1)).then(a.0.cmp(&b.0)));
    threats
}

/// What one enemy threatens, in shares of full strength and chances: by his fire, and by his charge.
pub(crate) fn threat_words(threat: &Threat) -> Vec<String> {
    let costs = |by: &str, lost: f64| (lost > 0.0).then(|| format!("{by} {}", percent(lost.min(1.0))));
    let routs = if threat.routs > 0.0 { format!(", routed {}", percent(threat.routs)) } else { String::new() };
    let fire = costs("fire", threat.fire).map(|words| words + &routs);
    let charge = costs("charge", threat.charge).map(|words| format!("{words}, driven off {}", percent(threat.breaks)));
    fire.into_iter().chain(charge).collect()
}

/// Those threats of the next turn as lines.
#[must_use]
pub fn threat_lines(threats: &[(UnitId, Threat)], field: &Battlefield, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if !threats.is_empty() {
        lines.push(line("It may lose of its full strength", theme.ink(Ink::Bad)));
    }
    for (enemy, threat) in threats.iter().take(4) {
        let label = format!("  {}", field.label((*enemy).into()));
        // The two of one enemy stand under one another: side by side they are wider than the card.
        for (place, words) in threat_words(threat).into_iter().enumerate() {
            let before = if place == 0 { label.clone() } else { " ".repeat(label.chars().count()) };
            lines.push(line(format!("{before} {words}"), theme.ink(Ink::Text)));
        }
    }
    if threats.len() > 4 {
        lines.push(line(format!("  and {} more", threats.len() - 4), theme.ink(Ink::Faint)));
    }
    lines
}

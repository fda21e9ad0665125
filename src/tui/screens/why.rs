//! A computer's reasons, as lines.

use battle::{Beside, Consideration, Order, Presence, Prospect, System, Weighed, Why};
use ratatui::text::Line;

use crate::panels::words;
use crate::text::{line, percent, sentence, span, wrapped};
use crate::theme::{Ink, Theme};

/// What somebody is told who asks where no commander may be asked.
pub const NO_ADVICE: &str = "There is no advice in a battle that somebody else hosts.";

/// Columns of a consideration's name.
const NAMES: usize = 32;

/// The most things said for an order, or against it.
const MOST: usize = 3;

/// Columns of a sentence.
const COLUMNS: usize = 70;

/// Everything: what there is to say, then the best three orders, each with all that it was made of.
#[must_use]
pub fn lines(why: &Why, given: Option<&Order>, system: &dyn System, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if let Some(order) = given {
        lines.push(line(format!("Order: {}", words::order(system, order)), theme.ink(Ink::Notice)));
    }
    lines.extend(told(why, system, theme));
    lines.push(Line::default());
    lines.push(weighed(why, theme));
    lines.push(line("What each is made of; a longer bar is better.", theme.ink(Ink::Faint)));
    for option in known(why, system) {
        lines.push(Line::default());
        lines.push(option_line(option, why, system, theme));
        lines.extend(option.considerations.iter().map(|part| part_line(part, theme)));
    }
    lines
}

/// In short: what there is to say, and the best orders.
#[must_use]
pub fn summary(why: &Why, system: &dyn System, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = told(why, system, theme);
    if why.options.len() > 1 {
        lines.push(Line::default());
        lines.push(weighed(why, theme));
        lines.extend(known(why, system).map(|option| option_line(option, why, system, theme)));
    }
    lines
}

/// The reasons as an officer would give them, a sentence each: what the order does that doing nothing would not, or else the
/// next best; what speaks against it; the next best and why not; the mission it serves.
#[must_use]
pub fn sentences(why: &Why, system: &dyn System) -> Vec<String> {
    let mut told = Vec::new();
    let mut options = known(why, system);
    if let Some(best) = options.next() {
        let next = options.next();
        let rests = best.considerations == why.still;
        let other = if why.still.is_empty() { next.map(|next| &next.considerations) } else { Some(&why.still) };
        let Beside { better, worse } = other.map(|other| best.beside(other)).unwrap_or_default();
        told.extend(said("It", &better));
        told.extend(rests.then(|| String::from("Nothing else is worth more.")));
        told.extend(said(if better.is_empty() { "It" } else { "But it" }, &worse));
        told.extend(why.prospect.as_ref().and_then(|prospect| aim(prospect, system)));
        told.extend(next.map(|next| rejected(next, best, system)));
    }
    told.extend((!why.mission.is_empty()).then(|| format!("The plan: {}", sentence(&why.mission))));
    told
}

/// What an order gives the means for, and what that is good for; nothing where a view does not know whom it is about.
fn aim(prospect: &Prospect, system: &dyn System) -> Option<String> {
    let Prospect::Acts { what, still } = prospect else {
        return Some(String::from("It is for defence, should they charge."));
    };
    let gains = listed(&what.beside(still).better);
    let why = if gains.is_empty() { String::new() } else { format!(", which {gains}") };
    knows(system, &what.order).then(|| format!("It is for {}{why}.", words::order(system, &what.order)))
}

/// The next best order, and why not.
fn rejected(next: &Weighed, best: &Weighed, system: &dyn System) -> String {
    let lacks = listed(&next.beside(&best.considerations).worse);
    let why_not = if lacks.is_empty() { String::new() } else { format!(", which {lacks}") };
    format!("Next best: {}{why_not}.", words::order(system, &next.order))
}

fn said(subject: &str, what: &[String]) -> Option<String> {
    (!what.is_empty()).then(|| format!("{subject} {}.", listed(what)))
}

/// The first few with commas and an "and".
fn listed(what: &[String]) -> String {
    match &what[..what.len().min(MOST)] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn told(why: &Why, system: &dyn System, theme: &Theme) -> Vec<Line<'static>> {
    let rows = sentences(why, system).into_iter().flat_map(|text| wrapped(&text, COLUMNS));
    rows.map(|row| line(row, theme.ink(Ink::Text))).collect()
}

/// The best orders that a view knows all the names of.
fn known<'a>(why: &'a Why, system: &'a dyn System) -> impl Iterator<Item = &'a Weighed> {
    why.options.iter().filter(|option| knows(system, &option.order)).take(3)
}

/// Whether a view has those that an order names.
fn knows(system: &dyn System, order: &Order) -> bool {
    let field = system.field();
    let units = [order.unit(), order.target_unit()];
    units.into_iter().flatten().all(|unit| field.unit(unit).presence != Presence::Unknown)
}

fn weighed(why: &Why, theme: &Theme) -> Line<'static> {
    let text = match why.weighed {
        1 => String::from("One order was weighed. What came next, as a share of it:"),
        orders => format!("{orders} orders were weighed. The best, each as a share of the first:"),
    };
    line(text, theme.ink(Ink::Faint))
}

fn option_line(option: &Weighed, why: &Why, system: &dyn System, theme: &Theme) -> Line<'static> {
    let best = why.options.first().map_or(0.0, |best| best.score);
    let share = if best > 0.0 { percent(option.score / best) } else { String::from("-") };
    Line::from(vec![
        span(format!("{share:>5}  "), theme.ink(Ink::Notice)),
        span(words::order(system, &option.order), theme.ink(Ink::Heading)),
    ])
}

fn part_line(part: &Consideration, theme: &Theme) -> Line<'static> {
    let bar = "█".repeat((part.response.clamp(0.0, 1.0) * 10.0).round() as usize);
    Line::from(vec![
        span(format!("       {:<NAMES$} ", part.name), theme.ink(Ink::Text)),
        span(format!("{bar:<10} "), theme.ink(Ink::Good)),
        span(format!("{:.2} x{:.2}", part.response, part.weight), theme.ink(Ink::Faint)),
    ])
}

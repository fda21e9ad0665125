//! A computer's reasons, as lines.

use battle::{Consideration, Order, Presence, System, Weighed, Why};
use ratatui::text::Line;

use crate::panels::words;
use crate::text::{line, percent, sentence, span, wrapped};
use crate::theme::{Ink, Theme};

/// Columns of a consideration's name.
const NAMES: usize = 32;

/// Considerations that advice names.
const FEW: usize = 6;

/// Everything: the mission and the best three orders, each with all that it was made of.
#[must_use]
pub fn lines(why: &Why, given: Option<&Order>, system: &dyn System, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if let Some(order) = given {
        lines.push(line(format!("Order: {}", words::order(system, order)), theme.ink(Ink::Notice)));
    }
    lines.extend(mission(why, theme));
    lines.push(weighed(why, theme));
    lines.push(line("Of what each is made, a longer bar is better.", theme.ink(Ink::Faint)));
    for option in why.options.iter().filter(|option| knows(system, &option.order)).take(3) {
        lines.push(Line::default());
        lines.push(option_line(option, why, system, theme));
        lines.extend(option.considerations.iter().map(|part| part_line(part, theme)));
    }
    lines
}

/// In short: the mission, what counted most for the best order, and the next best ones.
#[must_use]
pub fn summary(why: &Why, system: &dyn System, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = mission(why, theme);
    if let Some(best) = why.options.first() {
        lines.push(Line::default());
        lines.push(line("What counted most, longer is better:", theme.ink(Ink::Faint)));
        lines.extend(telling(best, why.options.get(1)).into_iter().map(|part| part_line(part, theme)));
    }
    lines.push(Line::default());
    lines.push(weighed(why, theme));
    lines.extend(why.options.iter().take(3).map(|option| option_line(option, why, system, theme)));
    lines
}

/// Whether a view has those that an order names.
fn knows(system: &dyn System, order: &Order) -> bool {
    let field = system.field();
    let units = [order.unit(), order.target_unit()];
    units.into_iter().flatten().all(|unit| field.unit(unit).presence != Presence::Unknown)
}

fn mission(why: &Why, theme: &Theme) -> Vec<Line<'static>> {
    wrapped(&sentence(&why.mission), 70).into_iter().map(|row| line(row, theme.ink(Ink::Text))).collect()
}

fn weighed(why: &Why, theme: &Theme) -> Line<'static> {
    let text = match why.weighed {
        1 => String::from("One order was weighed. What came next, as a share of it:"),
        orders => format!("{orders} orders were weighed. The best, each as a share of the first:"),
    };
    line(text, theme.ink(Ink::Faint))
}

/// The considerations that tell it most from the next best, or else those far from the middle.
fn telling<'a>(option: &'a Weighed, next: Option<&Weighed>) -> Vec<&'a Consideration> {
    let mut parts: Vec<&Consideration> = option.considerations.iter().collect();
    let middle = |part: &Consideration| {
        let other = next.and_then(|next| next.considerations.iter().find(|other| other.name == part.name));
        other.map_or(0.5, |other| other.response)
    };
    let tells = |part: &Consideration| part.weight * (part.response - middle(part)).max(middle(part) - part.response);
    parts.sort_by(|a, b| tells(b).total_cmp(&tells(a)));
    parts.truncate(FEW);
    parts
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

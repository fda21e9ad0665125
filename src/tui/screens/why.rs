//! A computer's reasons, as lines.

use battle::{Order, System, Weighed, Why};
use ratatui::text::Line;

use crate::text::{line, sentence, span};
use crate::theme::{Ink, Theme};

/// The mission and the best three orders, each with what it was made of.
#[must_use]
pub fn lines(why: &Why, given: Option<&Order>, system: &dyn System, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if let Some(order) = given {
        lines.push(line(format!("Order: {}", system.order_text().write(order)), theme.ink(Ink::Notice)));
    }
    if !why.mission.is_empty() {
        lines.push(line(sentence(&why.mission), theme.ink(Ink::Text)));
    }
    let orders = if why.weighed == 1 { "order" } else { "orders" };
    lines.push(line(format!("{} {orders} weighed; the best:", why.weighed), theme.ink(Ink::Faint)));
    for option in why.options.iter().take(3) {
        lines.extend(option_lines(option, system, theme));
    }
    lines
}

fn option_lines(option: &Weighed, system: &dyn System, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![
        Line::default(),
        Line::from(vec![
            span(format!("{:.3}  ", option.score), theme.ink(Ink::Notice)),
            span(system.order_text().write(&option.order), theme.ink(Ink::Heading)),
        ]),
    ];
    for part in &option.considerations {
        let bar = "█".repeat((part.response.clamp(0.0, 1.0) * 10.0).round() as usize);
        lines.push(Line::from(vec![
            span(format!("       {:<26} ", part.name), theme.ink(Ink::Text)),
            span(format!("{bar:<10} "), theme.ink(Ink::Good)),
            span(format!("{:.2} of {:.2}", part.response, part.weight), theme.ink(Ink::Faint)),
        ]));
    }
    lines
}

//! Dispatches as lines: what happened, each die readable.

use ratatui::text::Line;
use table::{Dispatch, DispatchKind};

use crate::text::{span, wrapped};
use crate::theme::{Ink, Theme};

/// Which dispatches are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// All.
    #[default]
    All,
    /// Those of dice.
    Dice,
    /// Losses and results.
    Losses,
    /// Orders and moves.
    Moves,
}

impl Filter {
    /// The next one in turn.
    #[must_use]
    pub const fn next(self) -> Filter {
        match self {
            Filter::All => Filter::Dice,
            Filter::Dice => Filter::Losses,
            Filter::Losses => Filter::Moves,
            Filter::Moves => Filter::All,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Filter::All => "everything",
            Filter::Dice => "dice",
            Filter::Losses => "losses and results",
            Filter::Moves => "orders and moves",
        }
    }

    /// Whether it lets a dispatch through. Turns always pass.
    #[must_use]
    pub const fn passes(self, kind: DispatchKind) -> bool {
        match (self, kind) {
            (Filter::All, _) | (_, DispatchKind::Turn) => true,
            (Filter::Dice, kind) => matches!(kind, DispatchKind::Roll),
            (Filter::Losses, kind) => matches!(kind, DispatchKind::Loss | DispatchKind::Result),
            (Filter::Moves, kind) => matches!(kind, DispatchKind::Order | DispatchKind::Move | DispatchKind::Leader),
        }
    }
}

/// How much of a dispatch is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fullness {
    /// Its sentence, and the reasons that changed a roll.
    Short,
    /// Its sentence and every detail.
    Full,
}

/// Characters of a dispatch that are shown; it can quote a program's answer, which can have any number.
const LONGEST: usize = 600;

/// One dispatch as lines of at most `width` columns.
#[must_use]
pub fn lines(dispatch: &Dispatch, fullness: Fullness, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let style = match dispatch.kind {
        DispatchKind::Turn => theme.ink(Ink::Heading),
        DispatchKind::Loss | DispatchKind::Result => theme.ink(Ink::Notice),
        _ => theme.ink(Ink::Text),
    };
    let sign = dispatch.side.map_or(span("  ", style), |side| span("▌ ", theme.side_text(side)));
    let mut lines = Vec::new();
    for (place, text) in wrapped(&plain::cut(&dispatch.text, LONGEST), width.saturating_sub(2)).into_iter().enumerate()
    {
        let lead = if place == 0 { sign.clone() } else { span("  ", style) };
        lines.push(Line::from(vec![lead, span(text, style)]));
    }
    if fullness == Fullness::Full {
        for detail in &dispatch.detail {
            let rows = wrapped(detail, width.saturating_sub(6));
            lines.extend(rows.into_iter().map(|row| Line::from(span(format!("      {row}"), theme.ink(Ink::Faint)))));
        }
    } else if dispatch.kind == DispatchKind::Roll && dispatch.detail.len() > 1 {
        let bare = |line: &String| line.split(" (").next().unwrap_or_default().to_owned();
        let reasons = dispatch.detail[1..].iter().map(bare).collect::<Vec<_>>().join(", ");
        let rows = wrapped(&reasons, width.saturating_sub(4));
        lines.extend(rows.into_iter().map(|row| Line::from(span(format!("    {row}"), theme.ink(Ink::Faint)))));
    }
    lines
}

/// Whether the short list can do without a dispatch, for what the next one says: an order that is carried out at once,
/// a step in which nothing happens.
fn is_implied(dispatch: &Dispatch, next: Option<&Dispatch>) -> bool {
    let Some(next) = next else { return false };
    match (dispatch.kind, next.kind) {
        (DispatchKind::Order, DispatchKind::Move | DispatchKind::Roll) => {
            dispatch.unit.is_some() && dispatch.unit == next.unit
        }
        (DispatchKind::Order, DispatchKind::Turn) => dispatch.unit.is_none(),
        (DispatchKind::Turn, DispatchKind::Turn) => dispatch.side.is_some(),
        _ => false,
    }
}

/// The newest dispatches that fit in `height` lines, oldest first, without those that the next one implies.
#[must_use]
pub fn latest<'a>(
    dispatches: impl DoubleEndedIterator<Item = &'a Dispatch>,
    filter: Filter,
    (width, height): (usize, usize),
    theme: &Theme,
) -> Vec<Line<'static>> {
    let mut shown: Vec<Line<'static>> = Vec::new();
    let mut next = None;
    for dispatch in dispatches.rev().filter(|dispatch| filter.passes(dispatch.kind)) {
        let implied = is_implied(dispatch, next);
        next = Some(dispatch);
        if implied {
            continue;
        }
        let mut lines = lines(dispatch, Fullness::Short, width, theme);
        if !shown.is_empty() && shown.len() + lines.len() > height {
            break;
        }
        lines.append(&mut shown);
        shown = lines;
    }
    let over = shown.len().saturating_sub(height);
    shown.split_off(over)
}

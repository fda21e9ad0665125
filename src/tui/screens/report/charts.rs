//! Losses as charts: by turn, and by unit.

use battle::{Side, System};
use ratatui::layout::{Direction, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Bar, BarChart, BarGroup};
use table::{Aftermath, TurnToll, UnitToll};

use crate::canvas::Canvas;
use crate::panels::afterwards::{left, lost_share, turns_heading, worst_first};
use crate::text::{cut, split_above};
use crate::theme::{Ink, Theme};

/// Columns and rows below which a chart says nothing.
const LEAST: (u16, u16) = (12, 4);
/// Columns from which units are named in full beside their labels.
const ROOMY: u16 = 54;
/// The rows of the chart of turns, its heading and labels among them.
const TURNS: u16 = 12;
/// The widest bar of a turn.
const BROAD: u16 = 4;

/// Losses by turn above, by unit below from the `first`-th row on; how many rows of units there are beyond those seen.
pub fn paint(
    system: &dyn System,
    after: &Aftermath,
    first: usize,
    area: Rect,
    theme: &Theme,
    canvas: &mut Canvas<'_>,
) -> usize {
    if area.width < 2 * LEAST.0 + 2 || area.height < 2 * LEAST.1 {
        return 0;
    }
    let (above, below) = split_above(area, TURNS.min(area.height / 2));
    turns(system, &after.turns, above, theme, canvas);
    let heading = "Unit by unit: the share lost, and what is left";
    canvas.write(below.x, below.y, cut(heading, usize::from(below.width)), theme.ink(Ink::Heading));
    let list = Rect { y: below.y + 1, height: below.height.saturating_sub(1), ..below };
    let half = list.width.saturating_sub(2) / 2;
    let columns = [Rect { width: half, ..list }, Rect { x: list.x + half + 2, width: half, ..list }];
    let rests = Side::ALL.into_iter().zip(columns).map(|(side, column)| {
        let units = worst_first(system, after, side);
        let seen: Vec<&UnitToll> = units.iter().copied().skip(first).take(usize::from(column.height)).collect();
        of_units(system, &seen, side, column, theme, canvas);
        units.len().saturating_sub(first + seen.len())
    });
    rests.max().unwrap_or(0)
}

/// Two bars for each turn, Blue's and Red's; turns that have no room are left out from the front.
fn turns(system: &dyn System, turns: &[TurnToll], area: Rect, theme: &Theme, canvas: &mut Canvas<'_>) {
    let count = turns.len().max(1) as u16;
    let broad = ((area.width / count).saturating_sub(1) / 2).clamp(1, BROAD);
    let room = usize::from(area.width / (2 * broad + 1)).max(1);
    let shown = &turns[turns.len().saturating_sub(room)..];
    let text = format!("{} (B Blue, R Red)", turns_heading(system));
    canvas.write(area.x, area.y, cut(&text, usize::from(area.width)), theme.ink(Ink::Heading));
    let groups: Vec<BarGroup<'_>> = shown.iter().map(|turn| group(turn, broad, theme)).collect();
    let most = shown.iter().flat_map(|turn| turn.lost).max().unwrap_or(0).max(1);
    let chart = BarChart::grouped(groups).bar_width(broad).bar_gap(0).group_gap(1).max(most as u64);
    canvas.chart(chart, Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area });
}

fn group<'a>(turn: &TurnToll, broad: u16, theme: &Theme) -> BarGroup<'a> {
    let bar = |side: Side| {
        let lost = turn.lost[side.index()].max(0) as u64;
        let text = if lost == 0 { String::new() } else { lost.to_string() };
        let text = if text.len() > usize::from(broad) { String::new() } else { text };
        let name = if side == Side::Blue { "B" } else { "R" };
        Bar::with_label(name, lost).text_value(text).style(theme.side_text(side)).value_style(over(side, theme))
    };
    BarGroup::with_label(turn.turn.to_string(), Side::ALL.map(bar).to_vec())
}

/// Words on a bar.
fn over(side: Side, theme: &Theme) -> Style {
    theme.side_text(side).add_modifier(Modifier::REVERSED)
}

/// A bar for each unit, as long as the share of it that was lost.
fn of_units(system: &dyn System, units: &[&UnitToll], side: Side, area: Rect, theme: &Theme, canvas: &mut Canvas<'_>) {
    if units.is_empty() {
        canvas.write(
            area.x,
            area.y,
            cut(&format!("{side} has lost nobody."), usize::from(area.width)),
            theme.side_text(side),
        );
        return;
    }
    let field = system.field();
    let bars: Vec<Bar<'_>> = units
        .iter()
        .map(|toll| {
            let info = field.roster().unit(toll.unit);
            let name = if area.width >= ROOMY {
                format!("{:<4} {:<20}", info.label, cut(&info.name, 20))
            } else {
                format!("{:<4}", info.label)
            };
            let name = plain::line(&name).into_owned();
            Bar::with_label(name, lost_share(toll))
                .text_value(format!("{} ", left(system, toll)))
                .style(theme.side_text(side))
                .value_style(over(side, theme))
        })
        .collect();
    let chart = BarChart::horizontal(bars).direction(Direction::Horizontal).bar_width(1).bar_gap(0).max(100);
    canvas.chart(chart.label_style(theme.side_text(side)), area);
}

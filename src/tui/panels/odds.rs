//! The odds of an order: dice, target numbers with every modifier by name, exact chances, results.

use battle::{
    Battlefield, Chance, Changes, Distribution, Effect, Forecast, Modifier, Reading, RollForecast, RollKind, Terms,
};
use ratatui::text::{Line, Span};
use table::asked;

use crate::text::{capital, line, percent, span, wrapped};
use crate::theme::{Ink, Theme};

/// Columns of a chance.
const CHANCE: usize = 5;

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// All that can be said of an order before it is given, as lines for a panel of `width` columns.
#[must_use]
pub fn lines(forecast: &Forecast, field: &Battlefield, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let first = in_a_hundred(forecast);
    let said = first.iter().flat_map(|text| wrapped(text, width));
    let mut lines: Vec<Line<'static>> = said.map(|text| line(text, theme.ink(Ink::Heading))).collect();
    lines.extend(result_lines(forecast, width, theme));
    for roll in &forecast.rolls {
        lines.extend(roll_lines(roll, field, width, theme));
    }
    lines.extend(effect_lines(forecast, first.is_none(), theme));
    if lines.is_empty() {
        lines.push(line("No dice: it happens as ordered.", theme.ink(Ink::Faint)));
    }
    lines
}

/// So many results need a sentence before them.
const MANY: usize = 3;

/// Who goes, before the many ways in which that may come, and what it costs: `In a hundred: they break 28, fall back 20; you
/// break 5. On average they lose 12% of a full unit, you 4%.`
fn in_a_hundred(forecast: &Forecast) -> Option<String> {
    let many = open_results(forecast).count() >= MANY;
    let costs = costs(&forecast.effect).map_or_else(String::new, |costs| format!(" {costs}"));
    chances(&forecast.effect).filter(|_| many).map(|said| format!("In a hundred: {said}.{costs}"))
}

/// What either side loses on average, as shares of a unit at full strength.
fn costs(effect: &Effect) -> Option<String> {
    let sides = [("they lose", "they", effect.inflicted), ("you lose", "you", effect.taken)];
    let mut lose = sides.into_iter().filter(|(.., share)| *share >= 0.005);
    let (first, _, share) = lose.next()?;
    let other = lose.next().map(|(_, who, share)| format!(", {who} {}", percent(share.min(1.0))));
    Some(format!("On average {first} {} of a full unit{}.", percent(share.min(1.0)), other.unwrap_or_default()))
}

/// How often of a hundred times they go and one goes oneself, where anybody may: `they break 28, fall back 20; you break 5`.
#[must_use]
pub fn chances(effect: &Effect) -> Option<String> {
    let side = |who: &str, breaks: f64, falls_back: f64| {
        let chances = [("break", breaks), ("fall back", falls_back)];
        let said = chances.into_iter().filter(|(_, chance)| *chance >= 0.005);
        let words: Vec<String> = said.map(|(verb, chance)| format!("{verb} {:.0}", 100.0 * chance.min(1.0))).collect();
        (!words.is_empty()).then(|| format!("{who} {}", words.join(", ")))
    };
    let sides = [side("they", effect.destroys, effect.repels), side("you", effect.destroyed, effect.repelled)];
    let said: Vec<String> = sides.into_iter().flatten().collect();
    let all = effect.destroys + effect.repels + effect.destroyed + effect.repelled;
    let together = if all > 1.005 { ", some of it together" } else { "" };
    (!said.is_empty()).then(|| said.join("; ") + together)
}

/// Results worth a chance: all that can happen, but nothing that is certain without any dice. Where nothing at all can
/// come of it, that is what is to be said.
fn open_results(forecast: &Forecast) -> impl Iterator<Item = &Chance> {
    let certain = |result: &Chance| forecast.rolls.is_empty() && result.chance > 0.999_5;
    let hopeless = forecast.rolls.is_empty() && forecast.results.iter().all(|result| result.chance <= 0.0);
    forecast.results.iter().filter(move |result| hopeless || result.chance > 0.0 && !certain(result))
}

/// The results, their chances in one column; long ones go on in a second row.
fn result_lines(forecast: &Forecast, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let longest = open_results(forecast).map(|result| result.label.chars().count()).max().unwrap_or(0);
    let room = longest.max(28).min(width.saturating_sub(CHANCE)).max(1);
    let rows = |result: &Chance| {
        let chance = percent(result.chance);
        let texts = wrapped(&capital(result.label), room).into_iter().enumerate();
        let row = |(place, text): (usize, String)| {
            let chance = if place == 0 { chance.as_str() } else { "" };
            let label = span(format!("{text:<room$}"), theme.ink(Ink::Text));
            Line::from(vec![label, span(format!("{chance:>CHANCE$}"), theme.ink(Ink::Notice))])
        };
        texts.map(row).collect::<Vec<_>>()
    };
    open_results(forecast).flat_map(rows).collect()
}

/// The same in one line, for screens without the panel.
#[must_use]
pub fn summary(forecast: &Forecast) -> String {
    let rolls = forecast.rolls.iter().map(roll_summary);
    let results = open_results(forecast).map(|result| format!("{} {}", result.label, percent(result.chance)));
    let results = in_a_hundred(forecast).map_or_else(|| results.collect::<Vec<_>>(), |said| vec![said]);
    let parts: Vec<String> = results.into_iter().chain(rolls).collect();
    if parts.is_empty() { String::from("no dice") } else { parts.join(" · ") }
}

/// `fire 3d6 need 4+, 1.5 on average`, `fire 2d6: 0.9 figures lost on average`, `nerve need 4+ passes 75%`, `melee wins 62%`.
fn roll_summary(roll: &RollForecast) -> String {
    let asked = asked(&roll.terms);
    let gap = if asked.is_empty() { "" } else { " " };
    let label = roll.label;
    match roll.kind {
        RollKind::Test => format!("{label}{gap}{asked} passes {}", percent(roll.passes())),
        RollKind::Contest => format!("{label} wins {}", percent(roll.passes())),
        RollKind::Chain => format!("{label}{gap}{asked}, {:.1} lost on average", roll.outcome.mean()),
        RollKind::Card => format!("{label} next {}", percent(roll.passes())),
        RollKind::Hits => format!("{label} {}{gap}{asked}, {:.1} on average", dice(&roll.terms), roll.outcome.mean()),
        _ => {
            let of = roll.terms.chart().map_or_else(String::new, |chart| format!(" {}", chart.title()));
            let add = if roll.terms.add == 0 { String::new() } else { format!("{:+}", roll.terms.add) };
            format!("{label} {}{add}: {:.1}{of} on average", dice(&roll.terms), roll.outcome.mean())
        }
    }
}

/// `3d6`
fn dice(terms: &Terms) -> String {
    format!("{}{}", terms.dice, terms.die.name())
}

/// `3d6 need 4+`, `2d6 total`.
fn thrown(terms: &Terms) -> String {
    let asked = asked(terms);
    format!("{} {}", dice(terms), if asked.is_empty() { "total" } else { &asked })
}

fn roll_lines(roll: &RollForecast, field: &Battlefield, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let who = roll.who.map_or_else(String::new, |who| format!("{} ", field.label(who)));
    let terms = match roll.kind {
        RollKind::Card => String::from("card"),
        RollKind::Chain => format!("{}, until passed", thrown(&roll.terms)),
        _ => thrown(&roll.terms),
    };
    let head = vec![span(format!("{who}{} ", roll.label), theme.ink(Ink::Heading)), span(terms, theme.ink(Ink::Text))];
    let mut lines = vec![with_clause(head, roll.clause, width, theme)];
    lines.extend(roll.modifiers.iter().map(|modifier| modifier_line(modifier, &roll.terms, width, theme)));
    lines.extend(opposed_lines(roll, field, width, theme));
    lines.extend(odds_lines(roll, theme));
    lines
}

/// The other side's dice in a contest, and why they are so.
fn opposed_lines(roll: &RollForecast, field: &Battlefield, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let Some(other) = &roll.opposed else { return Vec::new() };
    let who = other.who.map_or_else(String::new, |who| format!("{} ", field.label(who)));
    let head = vec![
        span(format!("against {who}{} ", other.label), theme.ink(Ink::Heading)),
        span(thrown(&other.terms), theme.ink(Ink::Text)),
    ];
    let reasons = other.modifiers.iter().map(|modifier| modifier_line(modifier, &other.terms, width, theme));
    std::iter::once(with_clause(head, other.clause, width, theme)).chain(reasons).collect()
}

/// What may come of a roll: by verdict, by the names the rules give, or by number.
fn odds_lines(roll: &RollForecast, theme: &Theme) -> Vec<Line<'static>> {
    let passes = roll.passes();
    match roll.kind {
        RollKind::Test => vec![chances_line(&[("passes", passes), ("fails", 1.0 - passes)], theme)],
        RollKind::Card => vec![chances_line(&[("next", passes), ("later", 1.0 - passes)], theme)],
        RollKind::Contest => {
            let (even, loses) = (roll.outcome.chance(0), roll.outcome.at_most(-1));
            let verdict = chances_line(&[("wins", passes), ("even", even), ("loses", loses)], theme);
            std::iter::once(verdict).chain(row_lines(&roll.rows, theme)).collect()
        }
        _ if !roll.rows.is_empty() => row_lines(&roll.rows, theme).collect(),
        _ => {
            let mut lines = chances_lines(&roll.outcome, roll.kind, theme);
            lines.push(bars_line(&roll.outcome, theme));
            lines
        }
    }
}

/// `  narrow margin           40%`
fn row_lines(rows: &[Chance], theme: &Theme) -> impl Iterator<Item = Line<'static>> {
    let longest = rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
    rows.iter().map(move |row| {
        let label = span(format!("  {:<width$}", row.label, width = longest.max(24)), theme.ink(Ink::Text));
        Line::from(vec![label, span(format!("{:>5}", percent(row.chance)), theme.ink(Ink::Notice))])
    })
}

/// Those words with their clause at the end of the line, where it has room.
fn with_clause(mut spans: Vec<Span<'static>>, clause: &'static str, width: usize, theme: &Theme) -> Line<'static> {
    let used: usize = spans.iter().map(Span::width).sum();
    if used + 1 + clause.len() <= width {
        spans.push(span(format!(" {clause}"), theme.ink(Ink::Faint)));
    }
    Line::from(spans)
}

/// `passes 75%  fails 25%`, the first of them the one to look at.
fn chances_line(chances: &[(&str, f64)], theme: &Theme) -> Line<'static> {
    let ink = |place: usize| theme.ink(if place == 0 { Ink::Notice } else { Ink::Text });
    let words = chances.iter().enumerate();
    words.map(|(place, (name, chance))| span(format!("  {name} {}", percent(*chance)), ink(place))).collect()
}

/// A modifier with its value, in the colour of bad news where it makes the roll worse.
fn modifier_line(modifier: &Modifier, terms: &Terms, width: usize, theme: &Theme) -> Line<'static> {
    let worse = terms.is_worse_by(modifier);
    let value = modifier_value(modifier, terms);
    let gap = if value.is_empty() { "" } else { " " };
    let spans = vec![
        span(format!("  {value}{gap}"), theme.ink(if worse { Ink::Bad } else { Ink::Text })),
        span(modifier.name, theme.ink(Ink::Text)),
    ];
    with_clause(spans, modifier.clause, width, theme)
}

/// The value of a modifier with its unit: `+1 die`, `-1 to need`, `+1 to the score`; nothing where it changes no number.
fn modifier_value(modifier: &Modifier, terms: &Terms) -> String {
    let value = modifier.value;
    match modifier.changes {
        Changes::Share => format!("1/{value}"),
        Changes::Most => format!("at most {value}:"),
        Changes::Least => format!("at least {value}:"),
        _ if value == 0 => String::new(),
        Changes::Dice if value.abs() == 1 => format!("{value:+} die"),
        Changes::Dice => format!("{value:+} dice"),
        Changes::Need if matches!(terms.reading, Reading::Score(..)) => format!("{value:+} to the score"),
        Changes::Need => format!("{value:+} to need"),
        Changes::Each => format!("{value:+} a die"),
        Changes::Result => format!("{value:+}"),
    }
}

fn shown_values(outcome: &Distribution) -> Vec<i32> {
    outcome.outcomes().filter(|(_, chance)| *chance > 0.000_5).map(|(value, _)| value).collect()
}

/// What the number is that a roll of that kind comes to.
const fn counted(kind: RollKind) -> &'static str {
    match kind {
        RollKind::Hits => "hits",
        RollKind::Saves => "saved",
        RollKind::Chain => "lost",
        _ => "result",
    }
}

/// `hits 0: 12%  1: 38%`, three a line; long distributions are cut to "so many or more" at the end.
fn chances_lines(outcome: &Distribution, kind: RollKind, theme: &Theme) -> Vec<Line<'static>> {
    let values = shown_values(outcome);
    if kind == RollKind::Total && values.len() > 4 {
        let (low, high) = (values.first().copied().unwrap_or(0), values.last().copied().unwrap_or(0));
        return vec![line(format!("  {low} to {high}, each with its chance:"), theme.ink(Ink::Text))];
    }
    let chance = |value: &i32| format!("{:<7}", format!("{value}: {}", percent(outcome.chance(*value))));
    let mut words: Vec<String> = values.iter().take(5).map(chance).collect();
    if let Some(next) = values.get(5) {
        words.push(format!("{next}+: {}", percent(outcome.at_least(*next))));
    }
    let name = counted(kind);
    let rows = words.chunks(3).enumerate();
    let said = |(place, row): (usize, &[String])| {
        let name = if place == 0 { name } else { "" };
        line(format!("  {name:<6} {}", row.join("  ")), theme.ink(Ink::Text))
    };
    rows.map(said).collect()
}

fn bars_line(outcome: &Distribution, theme: &Theme) -> Line<'static> {
    let most = outcome.outcomes().map(|(_, chance)| chance).fold(0.0, f64::max).max(1e-9);
    let values = shown_values(outcome);
    let (Some(low), Some(high)) = (values.first(), values.last()) else { return Line::default() };
    let bar = |value: i32| BARS[((outcome.chance(value) / most * 7.0) as usize).min(7)];
    let bars: String = (*low..=*high).take(20).flat_map(|value| [bar(value), bar(value)]).collect();
    Line::from(vec![
        span(format!("  {bars}"), theme.ink(Ink::Notice)),
        span(format!("  {:.1} on average", outcome.mean()), theme.ink(Ink::Faint)),
    ])
}

/// What it is judged to come to; the losses only where no sentence has said them.
fn effect_lines(forecast: &Forecast, losses: bool, theme: &Theme) -> Vec<Line<'static>> {
    let effect = &forecast.effect;
    let lost = |share: f64| if losses { share } else { 0.0 };
    let shares = [
        ("Loss inflicted", lost(effect.inflicted), Ink::Good),
        ("Loss taken", lost(effect.taken), Ink::Bad),
        ("Recovers", effect.recovers, Ink::Good),
    ];
    let shown = shares.into_iter().filter(|(_, share, _)| *share > 0.0);
    let text = |share: f64| format!("{} of a full unit", percent(share.min(1.0)));
    let row = |(label, share, ink): (&str, f64, Ink)| {
        Line::from(vec![span(format!("{label:<15} "), theme.ink(Ink::Faint)), span(text(share), theme.ink(ink))])
    };
    shown.map(row).collect()
}

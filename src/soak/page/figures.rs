//! What the figures of a page show: who wins, how long and how bloody it is, what luck and forecasts are worth.

use std::collections::{BTreeMap, BTreeSet};

use super::html::{escaped, table};
use super::plots::{Axis, Mark, Series, Tone, in_rows, over, percent, sign, whole};
use crate::calibration::{Entry, Ledger, Slot, Source};
use crate::report::Report;
use crate::row::Row;
use crate::statistics::{Interval, wilson};

/// Groups of battles by luck.
const PARTS: usize = 5;
/// Orders of a kind below which its chances are no figure.
const MANY: u32 = 40;
/// Wide and high in pixels.
const PLOT: (u32, u32) = (560, 300);
const SMALL: (u32, u32) = (280, 240);

/// Rows of one run under one rule system, with the run's name.
type Run<'a> = (&'a str, Vec<&'a Row>);

/// A figure: what it shows, the plots, and the numbers behind it.
pub(super) struct Figure {
    pub(super) title: String,
    /// How it is read.
    pub(super) told: String,
    pub(super) legend: Vec<(String, Tone)>,
    pub(super) plots: Vec<String>,
    pub(super) heads: Vec<String>,
    pub(super) lines: Vec<Vec<String>>,
}

impl Figure {
    pub(super) fn html(&self) -> String {
        let sign = |(place, (name, tone)): (usize, &(String, Tone))| {
            format!("<span class=\"key\">{} {}</span>", sign(place, *tone), escaped(name))
        };
        let legend: String = self.legend.iter().enumerate().map(sign).collect();
        let small = if self.plots.len() > 1 { " class=\"small\"" } else { "" };
        format!(
            "<figure{small}>\n<figcaption>{}<p>{}</p>{legend}</figcaption>\n{}<details><summary>Numbers</summary>\n{}</details>\n\
             </figure>\n",
            escaped(&self.title),
            escaped(&self.told),
            self.plots.concat(),
            table(&self.heads, &self.lines)
        )
    }
}

/// A figure in rows, its numbers told as the axis writes them.
fn in_battles(title: &str, told: &str, first: &str, names: &[String], series: &[Series], axis: &Axis) -> Figure {
    let plain = |mark: &Option<Mark>| {
        let write = axis.written;
        mark.map_or_else(
            || String::from("-"),
            |mark| format!("{} ({} to {})", write(mark.at), write(mark.low), write(mark.high)),
        )
    };
    let line = |(place, name): (usize, &String)| {
        std::iter::once(name.clone()).chain(series.iter().map(|one| plain(&one.marks[place]))).collect()
    };
    let legend =
        if series.len() > 1 { series.iter().map(|one| (one.name.clone(), one.tone)).collect() } else { Vec::new() };
    // One series by itself is headed by what it shows, not by the file it comes from.
    let heads: Vec<String> = match series {
        [_] => vec![String::from(axis.title)],
        several => several.iter().map(|one| one.name.clone()).collect(),
    };
    Figure {
        title: String::from(title),
        told: String::from(told),
        legend,
        plots: vec![in_rows(names, series, axis)],
        heads: std::iter::once(String::from(first)).chain(heads).collect(),
        lines: names.iter().enumerate().map(line).collect(),
    }
}

/// The same battles under several systems.
pub(super) fn of_battles(runs: &[(String, Report)], systems: &[(&str, &str)]) -> Vec<Figure> {
    let rows: Vec<&Row> = runs.iter().flat_map(|(_, report)| report.rows()).filter(|row| !row.is_fault()).collect();
    let battles = battles(rows.iter().copied());
    let series = |of: &dyn Fn(&[&Row]) -> Option<Mark>| -> Vec<Series> {
        let one = |(key, title): &(&str, &str)| {
            let own: Vec<&Row> = rows.iter().copied().filter(|row| row.rules == *key).collect();
            by_battle(title, Tone::Ink, &own, &battles, of)
        };
        systems.iter().map(one).collect()
    };
    let wins = series(&blues);
    let losses = series(&|rows| {
        mean_mark(rows.iter().map(|row| 2.0 - row.blue_value_left - row.red_value_left).map(|lost| lost / 2.0))
    });
    let axis = Axis { line: None, ..Axis::shares("of both armies' worth") };
    vec![
        in_battles("Who wins", WINS, "battle", &battles, &wins, &Axis::shares("Blue's share")),
        in_battles(
            "How bloody",
            "What both armies lost of their worth, with the 95 % interval of the mean.",
            "battle",
            &battles,
            &losses,
            &axis,
        ),
    ]
}

const WINS: &str = "Blue's share of the battles that somebody won, with its 95 % interval. A battle is even where the interval crosses the line.";

/// The figures of one rule system, several runs side by side.
pub(super) fn of_system(runs: &[Run<'_>]) -> Vec<Figure> {
    let battles = battles(runs.iter().flat_map(|(_, rows)| rows.iter().copied()));
    let by_run = |of: &dyn Fn(&[&Row]) -> Option<Mark>| -> Vec<Series> {
        runs.iter().map(|(name, rows)| by_battle(name, Tone::Ink, rows, &battles, of)).collect()
    };
    let turns = by_run(&quartiles);
    let lasts = Axis::amounts("turns", &turns, whole);
    let losses = by_side(runs, &battles);
    let lost = Axis { line: None, ..Axis::shares("of the army's worth") };
    let mut figures = vec![
        in_battles("Who wins", WINS, "battle", &battles, &by_run(&blues), &Axis::shares("Blue's share")),
        in_battles(
            "How long",
            "The middle battle of all by turns, and the middle half.",
            "battle",
            &battles,
            &turns,
            &lasts,
        ),
        in_battles(
            "How bloody",
            "What each army lost of its worth, with the 95 % interval of the mean.",
            "battle",
            &battles,
            &losses,
            &lost,
        ),
        causes(runs),
    ];
    figures.extend(runs.iter().filter_map(|run| luck(run, runs.len() > 1)));
    figures.extend(runs.iter().filter_map(|run| chances(run, runs.len() > 1)));
    figures
}

/// The battles of rows, in their order.
fn battles<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<String> {
    let mut known = BTreeSet::new();
    rows.filter(|row| known.insert(row.battle.as_str())).map(|row| row.battle.clone()).collect()
}

fn by_battle(
    name: &str,
    tone: Tone,
    rows: &[&Row],
    battles: &[String],
    of: &dyn Fn(&[&Row]) -> Option<Mark>,
) -> Series {
    let own = |battle: &String| rows.iter().copied().filter(|row| row.battle == *battle).collect::<Vec<_>>();
    Series { name: String::from(name), tone, marks: battles.iter().map(|battle| of(&own(battle))).collect() }
}

fn by_side(runs: &[Run<'_>], battles: &[String]) -> Vec<Series> {
    let lost = |tone: Tone| {
        let left = move |row: &Row| if tone == Tone::Blue { row.blue_value_left } else { row.red_value_left };
        move |rows: &[&Row]| mean_mark(rows.iter().map(|row| 1.0 - left(row)))
    };
    let sides = [("Blue", Tone::Blue), ("Red", Tone::Red)];
    let several = runs.len() > 1;
    let named = |run: &str, side: &str| if several { format!("{side}, {run}") } else { String::from(side) };
    let of_run = |(run, rows): &Run<'_>| {
        sides.map(|(side, tone)| by_battle(&named(run, side), tone, rows, battles, &lost(tone)))
    };
    runs.iter().flat_map(of_run).collect()
}

fn of_interval(Interval { share, low, high }: Interval) -> Mark {
    Mark { at: share, low, high }
}

/// Blue's share of the battles that somebody won.
fn blues(rows: &[&Row]) -> Option<Mark> {
    let won = |side: &str| rows.iter().filter(|row| row.winner == side).count() as u32;
    let (blue, red) = (won("blue"), won("red"));
    (blue + red > 0).then(|| of_interval(wilson(f64::from(blue), blue + red)))
}

/// The mean of shares with its 95 % interval.
fn mean_mark(values: impl Iterator<Item = f64>) -> Option<Mark> {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for value in values {
        (count, sum, squares) = (count + 1.0, sum + value, squares + value * value);
    }
    let mean = sum / count;
    let error = ((squares / count - mean * mean).max(0.0) / f64::max(count - 1.0, 1.0)).sqrt();
    let reach = crate::statistics::DEVIATIONS * error;
    (count > 0.0).then_some(Mark { at: mean, low: (mean - reach).max(0.0), high: (mean + reach).min(1.0) })
}

/// The middle battle by turns and the middle half.
fn quartiles(rows: &[&Row]) -> Option<Mark> {
    let mut turns: Vec<u16> = rows.iter().map(|row| row.turns).collect();
    turns.sort_unstable();
    let at =
        |quarter: usize| turns.get((turns.len().saturating_sub(1) * quarter + 2) / 4).map(|turns| f64::from(*turns));
    Some(Mark { at: at(2)?, low: at(1)?, high: at(3)? })
}

/// What losers lost most to in their worst turn.
fn causes(runs: &[Run<'_>]) -> Figure {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for row in runs.iter().flat_map(|(_, rows)| rows).filter(|row| !row.decisive_cause.is_empty()) {
        *counts.entry(row.decisive_cause.as_str()).or_default() += 1;
    }
    let mut names: Vec<(&str, u32)> = counts.into_iter().collect();
    names.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    let of = |(run, rows): &Run<'_>| {
        let decided = rows.iter().filter(|row| !row.decisive_cause.is_empty()).count() as u32;
        let share = |(name, _): &(&str, u32)| {
            let own = rows.iter().filter(|row| row.decisive_cause == *name).count() as u32;
            (decided > 0).then(|| of_interval(wilson(f64::from(own), decided)))
        };
        Series { name: String::from(*run), tone: Tone::Ink, marks: names.iter().map(share).collect() }
    };
    let series: Vec<Series> = runs.iter().map(of).collect();
    let names: Vec<String> = names.iter().map(|(name, _)| String::from(*name)).collect();
    let axis = Axis::amounts("of the battles decided", &series, percent);
    in_battles(
        "What decides",
        "What the loser lost most to in his worst turn, with 95 % intervals.",
        "cause",
        &names,
        &series,
        &axis,
    )
}

fn titled(title: &str, run: &str, several: bool) -> String {
    if several { format!("{title}: {run}") } else { String::from(title) }
}

/// Blue's share by how much luckier he was, in parts of as many battles each.
fn luck((run, rows): &Run<'_>, several: bool) -> Option<Figure> {
    let decided = rows.iter().filter(|row| matches!(row.winner.as_str(), "blue" | "red"));
    let mut lucks: Vec<(f64, bool)> = decided.map(|row| (row.blue_luck - row.red_luck, row.winner == "blue")).collect();
    if lucks.len() < 4 * PARTS {
        return None;
    }
    lucks.sort_by(|one, other| one.0.total_cmp(&other.0));
    let part = |part: &[(f64, bool)]| {
        let blue = part.iter().filter(|(_, blue)| *blue).count() as u32;
        let mean = part.iter().map(|(luck, _)| luck).sum::<f64>() / part.len() as f64;
        (mean, of_interval(wilson(f64::from(blue), part.len() as u32)))
    };
    let points: Vec<(f64, Mark)> = lucks.chunks(lucks.len().div_ceil(PARTS)).map(part).collect();
    let most = points.iter().map(|(luck, _)| luck.abs()).fold(1.0, f64::max) * 1.15;
    let across = Axis {
        title: "hits more than the dice owed, Blue's less Red's",
        from: -most,
        to: most,
        written: signed,
        line: None,
    };
    let line = |(luck, mark): &(f64, Mark)| {
        vec![signed(*luck), format!("{} ({} to {})", percent(mark.at), percent(mark.low), percent(mark.high))]
    };
    Some(Figure {
        title: titled("What luck is worth", run, several),
        told: String::from(
            "Battles in five parts by how much luckier Blue's dice were: his share of each, with its 95 % interval. Flat dots: skill and ground decide; a steep rise: the dice do.",
        ),
        legend: Vec::new(),
        plots: vec![over(&points, &across, &Axis::shares("Blue's share"), PLOT, false)],
        heads: vec![String::from("luck"), String::from("Blue's share")],
        lines: points.iter().map(line).collect(),
    })
}

fn signed(number: f64) -> String {
    format!("{number:+.1}")
}

/// How chances foreseen came true, a plot for each kind of which there are enough.
fn chances((run, rows): &Run<'_>, several: bool) -> Option<Figure> {
    let mut ledger = Ledger::default();
    rows.iter().flat_map(|row| &row.foreseen).for_each(|entry| ledger.merge(entry));
    let is_open = |entry: &Entry| entry.source == Source::Tried && matches!(entry.slot, Slot::Tenth(_));
    let entries: Vec<Entry> = ledger.entries().into_iter().filter(is_open).collect();
    let kinds = entries.chunk_by(|one, other| one.kind == other.kind);
    let many = kinds.filter(|kind| kind.len() > 2 && kind.iter().map(|entry| entry.orders).sum::<u32>() >= MANY);
    let heads = ["kind", "foreseen", "came", "95 % sure", "orders"].map(String::from).to_vec();
    let (plots, lines): (Vec<String>, Vec<Vec<Vec<String>>>) = many.map(reliability).unzip();
    (!plots.is_empty()).then(|| Figure {
        title: titled("Whether chances come true", run, several),
        told: String::from("Orders drawn at random, by the chance that was foreseen of them and how often it came, with 95 % intervals. On the line the odds shown are the odds rolled."),
        legend: Vec::new(),
        plots,
        heads,
        lines: lines.concat(),
    })
}

fn reliability(tenths: &[Entry]) -> (String, Vec<Vec<String>>) {
    let kind = tenths.first().map(|entry| entry.kind.as_str()).unwrap_or_default();
    let points: Vec<(f64, Mark)> =
        tenths.iter().map(|entry| (entry.mean_foreseen(), of_interval(entry.share()))).collect();
    let axis = |title| Axis { line: None, ..Axis::shares(title) };
    let plot = over(&points, &axis("foreseen"), &axis("came"), SMALL, true);
    let line = |entry: &Entry| {
        let Interval { share, low, high } = entry.share();
        let sure = format!("{} to {}", percent(low), percent(high));
        vec![String::from(kind), percent(entry.mean_foreseen()), percent(share), sure, entry.orders.to_string()]
    };
    (format!("<div><h3>{}</h3>\n{plot}</div>\n", escaped(kind)), tenths.iter().map(line).collect())
}

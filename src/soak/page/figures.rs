//! What the figures of a page show: who wins, how long and how bloody it is, what luck and forecasts are worth.

use std::collections::BTreeSet;

use super::html::{escaped, table};
use super::plots::{Axis, Mark, Series, Tone, in_rows, over, percent, sign, whole};
use crate::calibration::{Entry, Ledger, Slot, Source};
use crate::cell::Cell;
use crate::reckoning::{Played, sum};
use crate::report::Report;
use crate::statistics::{Interval, wilson};
use crate::sums::{Moments, Names, count};
use crate::times::{Clock, Clocks};

/// Groups of battles by luck.
const PARTS: u32 = 5;
/// Clauses that are drawn.
const MOST: usize = 30;
/// Orders of a kind below which its chances are no figure.
const MANY: u32 = 40;
/// Wide and high in pixels.
const PLOT: (u32, u32) = (560, 300);
const SMALL: (u32, u32) = (280, 240);

/// One run under one rule system, with the run's name.
pub(super) struct Run<'a> {
    pub(super) name: &'a str,
    pub(super) played: Vec<&'a Played>,
    pub(super) rules: &'a str,
    pub(super) ledger: Option<&'a Ledger>,
    pub(super) clocks: &'a Clocks,
}

impl Run<'_> {
    fn all(&self) -> Cell {
        sum(self.played.iter().copied())
    }
}

/// What a figure shows of one battle under one rule system.
type Shown<'a> = &'a dyn Fn(&Cell) -> Option<Mark>;

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
    let played: Vec<&Played> = runs.iter().flat_map(|(_, report)| report.reckoning().played()).collect();
    let battles = battles(played.iter().copied());
    let series = |of: Shown<'_>| -> Vec<Series> {
        let one = |(key, title): &(&str, &str)| {
            let own: Vec<&Played> = played.iter().copied().filter(|one| one.rules == *key).collect();
            by_battle(title, Tone::Ink, &own, &battles, of)
        };
        systems.iter().map(one).collect()
    };
    let wins = series(&blues);
    let losses = series(&|cell| mean_mark(cell.lost_by_both));
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
    let battles = battles(runs.iter().flat_map(|run| run.played.iter().copied()));
    let by_run = |of: Shown<'_>| -> Vec<Series> {
        runs.iter().map(|run| by_battle(run.name, Tone::Ink, &run.played, &battles, of)).collect()
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
    figures.extend(thinking(runs, &battles));
    figures.extend(runs.iter().filter_map(|run| clauses(run, runs.len() > 1)));
    figures.extend(runs.iter().filter_map(|run| luck(run, runs.len() > 1)));
    figures.extend(runs.iter().filter_map(|run| chances(run, runs.len() > 1)));
    figures
}

/// The battles that came to an end, in their order.
fn battles<'a>(played: impl Iterator<Item = &'a Played>) -> Vec<String> {
    let mut known = BTreeSet::new();
    let ended = played.filter(|one| one.cell.finished() > 0);
    ended.filter(|one| known.insert(one.battle.as_str())).map(|one| one.battle.clone()).collect()
}

fn by_battle(name: &str, tone: Tone, played: &[&Played], battles: &[String], of: Shown<'_>) -> Series {
    let own = |battle: &String| sum(played.iter().copied().filter(|one| one.battle == *battle));
    Series { name: String::from(name), tone, marks: battles.iter().map(|battle| of(&own(battle))).collect() }
}

fn by_side(runs: &[Run<'_>], battles: &[String]) -> Vec<Series> {
    let sides = [("Blue", Tone::Blue), ("Red", Tone::Red)];
    let several = runs.len() > 1;
    let named = |run: &str, side: &str| if several { format!("{side}, {run}") } else { String::from(side) };
    let of_run = |run: &Run<'_>| {
        let lost = |side: usize| move |cell: &Cell| mean_mark(cell.lost[side]);
        [0, 1].map(|side| {
            let (name, tone) = sides[side];
            by_battle(&named(run.name, name), tone, &run.played, battles, &lost(side))
        })
    };
    runs.iter().flat_map(of_run).collect()
}

fn of_interval(Interval { share, low, high }: Interval) -> Mark {
    Mark { at: share, low, high }
}

/// Blue's share of the battles that somebody won.
fn blues(cell: &Cell) -> Option<Mark> {
    let [blue, _, red] = cell.results;
    (blue + red > 0).then(|| of_interval(wilson(f64::from(blue), blue + red)))
}

/// The mean of shares with its 95 % interval.
fn mean_mark(shares: Moments) -> Option<Mark> {
    let mean = shares.mean();
    let reach = crate::statistics::DEVIATIONS * shares.error();
    (shares.count() > 0.0).then_some(Mark { at: mean, low: (mean - reach).max(0.0), high: (mean + reach).min(1.0) })
}

/// The middle battle by turns and the middle half.
fn quartiles(cell: &Cell) -> Option<Mark> {
    let last = cell.turns.count().saturating_sub(1);
    let at = |quarter: u64| cell.turns.at((last * quarter + 2) / 4).map(|turns| turns as f64);
    Some(Mark { at: at(2)?, low: at(1)?, high: at(3)? })
}

/// What losers lost most to in their worst turn.
fn causes(runs: &[Run<'_>]) -> Figure {
    let all: Vec<Cell> = runs.iter().map(Run::all).collect();
    let mut counts = Names::new();
    for (name, times) in all.iter().flat_map(|cell| &cell.causes) {
        count(&mut counts, name, *times);
    }
    let mut names: Vec<(&String, u64)> = counts.iter().map(|(name, times)| (name, *times)).collect();
    names.sort_by_key(|(name, times)| (std::cmp::Reverse(*times), *name));
    let of = |(run, cell): (&Run<'_>, &Cell)| {
        let decided = cell.causes.values().sum::<u64>() as u32;
        let share = |(name, _): &(&String, u64)| {
            let own = cell.causes.get(*name).copied().unwrap_or_default();
            (decided > 0).then(|| of_interval(wilson(own as f64, decided)))
        };
        Series { name: String::from(run.name), tone: Tone::Ink, marks: names.iter().map(share).collect() }
    };
    let series: Vec<Series> = runs.iter().zip(&all).map(of).collect();
    let names: Vec<String> = names.iter().map(|(name, _)| String::clone(name)).collect();
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

/// How long each player thinks, by battle; nothing where it is not known.
fn thinking(runs: &[Run<'_>], battles: &[String]) -> Option<Figure> {
    let seconds = |clock: &Clock, hundredths: u64| clock.within(hundredths).map(|time| time as f64 / 1e3);
    let mark =
        |clock: &Clock| Some(Mark { at: seconds(clock, 50)?, low: seconds(clock, 5)?, high: seconds(clock, 95)? });
    let players = |run: &Run<'_>| run.clocks.players(run.rules).into_iter().map(String::from).collect::<Vec<_>>();
    let line = |run: &Run<'_>, player: String| {
        let of = |battle: &String| mark(&run.clocks.of(Some(run.rules), Some(battle), Some(&player)));
        let marks = battles.iter().map(of).collect();
        Series { name: titled(&player, run.name, runs.len() > 1), tone: Tone::Ink, marks }
    };
    let lines = |run| players(run).into_iter().map(move |player| line(run, player));
    let series: Vec<Series> = runs.iter().flat_map(lines).collect();
    let axis = Axis::amounts("milliseconds", &series, whole);
    let told = "How long a player thinks in a turn of his: half of the turns are done within the dot, 5 and 95 of a hundred within the ends.";
    (!series.is_empty()).then(|| in_battles("How long they think", told, "battle", battles, &series, &axis))
}

/// The clauses that most battles use, and those that hardly any does; nothing where they were not counted.
fn clauses(run: &Run<'_>, several: bool) -> Option<Figure> {
    let cell = run.all();
    let mut clauses: Vec<(&String, &[u64; 2])> = cell.clauses.iter().collect();
    clauses.sort_by_key(|(clause, [uses, _])| (std::cmp::Reverse(*uses), *clause));
    let games = cell.finished();
    let share = |(_, [_, used]): &(&String, &[u64; 2])| Some(of_interval(wilson(*used as f64, games)));
    let shown: Vec<(&String, &[u64; 2])> = clauses.iter().take(MOST).copied().collect();
    let names: Vec<String> = shown.iter().map(|(clause, _)| String::clone(clause)).collect();
    let series = [Series { name: String::new(), tone: Tone::Ink, marks: shown.iter().map(share).collect() }];
    let told =
        "The clauses used most, and in how many of a hundred battles each came up; the numbers have all of them.";
    let axis = Axis { line: None, ..Axis::shares("of the battles") };
    let mut figure = in_battles(&titled("Clauses by use", run.name, several), told, "clause", &names, &series, &axis);
    figure.heads = ["clause", "times a battle", "of the battles"].map(String::from).to_vec();
    let line = |(clause, [uses, used]): &(&String, &[u64; 2])| {
        let all = f64::from(games.max(1));
        vec![String::clone(clause), format!("{:.2}", *uses as f64 / all), percent(*used as f64 / all)]
    };
    figure.lines = clauses.iter().map(line).collect();
    (!clauses.is_empty()).then_some(figure)
}

fn titled(title: &str, run: &str, several: bool) -> String {
    if several { format!("{title}: {run}") } else { String::from(title) }
}

/// Blue's share by how much luckier he was, in parts of as many battles each.
fn luck(run: &Run<'_>, several: bool) -> Option<Figure> {
    let all = run.all();
    let decided: u32 = all.luck.values().flatten().sum();
    if decided < 4 * PARTS {
        return None;
    }
    let mark = |(luck, blue, games): (f64, u32, u32)| (luck, of_interval(wilson(f64::from(blue), games)));
    let points: Vec<(f64, Mark)> = all.by_luck(PARTS).into_iter().map(mark).collect();
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
        title: titled("What luck is worth", run.name, several),
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
fn chances(run: &Run<'_>, several: bool) -> Option<Figure> {
    let is_open = |entry: &Entry| entry.source == Source::Tried && matches!(entry.slot, Slot::Tenth(_));
    let entries: Vec<Entry> = run.ledger?.entries().into_iter().filter(is_open).collect();
    let kinds = entries.chunk_by(|one, other| one.kind == other.kind);
    let many = kinds.filter(|kind| kind.len() > 2 && kind.iter().map(|entry| entry.orders).sum::<u32>() >= MANY);
    let heads = ["kind", "foreseen", "came", "95 % sure", "orders"].map(String::from).to_vec();
    let (plots, lines): (Vec<String>, Vec<Vec<Vec<String>>>) = many.map(reliability).unzip();
    (!plots.is_empty()).then(|| Figure {
        title: titled("Whether chances come true", run.name, several),
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

//! What is told at the end: a table, the survivors, and what docs/mutants.md lists in vain.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::known::{self, Known};
use crate::naming;
use crate::room::{Room, Standing};
use crate::trial::Outcome;

/// Where a mutant is, for the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// In a function with the mark of a clause.
    Marked,
    /// Elsewhere in the tables.
    Tables,
    /// In what judges and foresees.
    Estimates,
    /// In what is read: words, cards, sheets.
    Wording,
    /// In ways and places.
    Ways,
    /// Anywhere else.
    Other,
}

const ESTIMATES: &[&str] = &["estimates", "odds", "forecasts", "forecast", "prospects", "binding"];
const WORDING: &[&str] = &["words", "why", "card", "info", "reference", "account", "telling", "tallies"];
const WAYS: &[&str] = &["ways", "paths", "reach", "reach_map", "room", "walk", "space", "steps", "approach", "away"];

/// In which part a mutant is.
pub fn part(room: &Room, number: u32) -> Part {
    let file = naming::file(room, number).trim_end_matches(".rs");
    let is = |names: &[&str]| file.split('/').any(|step| names.contains(&step));
    match () {
        () if naming::is_marked(room, number) => Part::Marked,
        () if file == "tables" => Part::Tables,
        () if is(ESTIMATES) => Part::Estimates,
        () if is(WORDING) => Part::Wording,
        () if is(WAYS) => Part::Ways,
        () => Part::Other,
    }
}

/// Numbers of one line of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Mutants there are.
    pub all: usize,
    /// Those that do not compile.
    pub unviable: usize,
    /// Those in constants, which have no switch.
    pub constant: usize,
    /// Those that are reached only when a test has switched a clause off.
    pub off: usize,
    /// Those tried.
    pub tried: usize,
    /// Those noticed.
    pub caught: usize,
    /// Survivors that the page lists.
    pub listed: usize,
    /// Survivors that it does not.
    pub open: usize,
}

/// The sites that tests reach, by the first numbers of theirs.
#[derive(Debug, Default)]
pub struct Reached {
    /// With the rules as they are.
    pub usual: BTreeSet<u32>,
    /// With a clause switched off.
    pub off: BTreeSet<u32>,
}

impl Reached {
    /// Whether a site is reached only where a clause is switched off.
    pub fn is_off(&self, low: u32) -> bool {
        self.off.contains(&low) && !self.usual.contains(&low)
    }
}

/// What is known at the end of a run.
#[derive(Debug, Default)]
pub struct Report {
    /// The lines of the table.
    pub counts: BTreeMap<Part, Counts>,
    /// The survivors that are not listed, a line each.
    pub open: Vec<String>,
    /// The mutants in constants, a line each.
    pub constant: Vec<String>,
    /// Rows of the page that list nothing that survives.
    pub stale: BTreeSet<Known>,
}

/// Counts what came of the mutants of a crate.
pub fn report(
    name: &str,
    room: &Room,
    outcome: impl Fn(u32) -> Option<Outcome>,
    reached: &Reached,
    page: &BTreeSet<Known>,
) -> Report {
    let mut report = Report::default();
    let all = known(name, room);
    let mut living: BTreeSet<Known> = BTreeSet::new();
    let mut untried: BTreeSet<Known> = BTreeSet::new();
    for number in room.numbers() {
        let counts = report.counts.entry(part(room, number)).or_default();
        counts.all += 1;
        let known = all[number as usize - 1].clone();
        let low = room.site(number).low;
        match (room.standing(number), outcome(number)) {
            (Standing::Unviable | Standing::Lost, _) | (_, Some(Outcome::Refused)) => counts.unviable += 1,
            (Standing::Constant, _) => {
                counts.constant += 1;
                report.constant.push(line(room, number, &known));
                untried.insert(known);
            }
            (Standing::Woven, None | Some(Outcome::Survived)) if reached.is_off(low) => counts.off += 1,
            (Standing::Woven, None) => drop(untried.insert(known)),
            (Standing::Woven, Some(Outcome::Survived)) => {
                counts.tried += 1;
                let listed = page.contains(&known);
                if listed {
                    counts.listed += 1
                } else {
                    counts.open += 1
                }
                if !listed {
                    let unreached = if reached.usual.contains(&low) { "" } else { "  (no test reaches it)" };
                    report.open.push(line(room, number, &known) + unreached);
                }
                living.insert(known);
            }
            (Standing::Woven, Some(_)) => {
                counts.tried += 1;
                counts.caught += 1;
            }
        }
    }
    let stale = |known: &&Known| known.room == name && !living.contains(known) && !untried.contains(known);
    report.stale = page.iter().filter(stale).cloned().collect();
    report
}

/// The mutants as the page would list them: equal changes of one function are told apart by their order, `#2` and so on.
pub fn known(name: &str, room: &Room) -> Vec<Known> {
    let mut seen: BTreeMap<Known, usize> = BTreeMap::new();
    let one = |number| {
        let (file, function) = (naming::file(room, number).to_owned(), naming::function(room, number).to_owned());
        let mut known = Known { room: name.to_owned(), file, function, change: naming::change(room, number) };
        let count = seen.entry(known.clone()).or_default();
        *count += 1;
        if *count > 1 {
            write!(known.change, " #{count}").expect("a string takes it");
        }
        known
    };
    room.numbers().map(one).collect()
}

/// Where a mutant is, and its row of the page.
pub fn line(room: &Room, number: u32, known: &Known) -> String {
    let path = &room.sources[room.mutant(number).file].path;
    let mark = if naming::is_marked(room, number) { "marked" } else { "" };
    format!("{path}:{} {mark}\t{}", naming::line(room, number), known::row(known, ""))
}

/// The table of a crate.
pub fn table(name: &str, report: &Report) -> String {
    let mut text = format!(
        "{name:<16} {:>6} {:>8} {:>8} {:>5} {:>6} {:>6} {:>6} {:>6}\n",
        "all", "unviable", "constant", "off", "tried", "caught", "listed", "open"
    );
    let mut sum = Counts::default();
    for (part, counts) in &report.counts {
        row(&mut text, &format!("{part:?}").to_lowercase(), counts);
        sum.all += counts.all;
        sum.tried += counts.tried;
        sum.unviable += counts.unviable;
        sum.constant += counts.constant;
        sum.off += counts.off;
        sum.caught += counts.caught;
        sum.listed += counts.listed;
        sum.open += counts.open;
    }
    row(&mut text, "together", &sum);
    for stale in &report.stale {
        writeln!(text, "stale in docs/mutants.md: {}", known::row(stale, "")).expect("a string takes it");
    }
    text
}

fn row(text: &mut String, name: &str, counts: &Counts) {
    let Counts { all, unviable, constant, off, tried, caught, listed, open } = counts;
    writeln!(
        text,
        "  {name:<14} {all:>6} {unviable:>8} {constant:>8} {off:>5} {tried:>6} {caught:>6} {listed:>6} {open:>6}"
    )
    .expect("a string takes it");
}

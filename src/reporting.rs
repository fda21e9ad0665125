//! The `report` command: what results that were written before say, one file by itself or several side by side.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use battle::Unusable;
use soak::{Format, Reading, Report, Turn};
use systems::Shelf;

use crate::args::ReportArgs;
use crate::commands::{Answer, Done, read};
use crate::print::{self, Page, complain};
use crate::soaking::{create, fill, unwritten};

/// Tells the statistics; the answer is no where something is wrong with a file or a battle had a fault.
pub fn report(args: &ReportArgs) -> Done {
    let mut readings = args.files.iter().map(|path| reading(path)).collect::<Result<Vec<_>, _>>()?;
    if args.merge {
        readings = vec![Reading::merged(readings)];
    }
    let wrong: Vec<String> = readings.iter().flat_map(|reading| reading.told.clone()).collect();
    wrong.iter().for_each(|line| complain(line));
    if let Some(empty) = readings.iter().find(|reading| reading.rows.is_empty()) {
        return Err(Unusable(format!("no results in {}; expected lines that `soak --out` wrote", empty.file)).into());
    }
    let library = Shelf::new();
    let runs: Vec<(String, Report)> =
        readings.into_iter().map(|reading| (reading.file, Report::of_rows(&library, reading.rows))).collect();
    if let Some(path) = &args.out {
        let format = Format::of(path)?;
        fill(path, &create(path)?, &runs[0].1, format)?;
    }
    let turns = args.turns.as_deref().map(|path| turns(path, &runs)).transpose()?.unwrap_or_default();
    if let Some(path) = &args.html {
        let mut file = create(path)?;
        file.write_all(soak::page(&library, &runs, &turns).as_bytes()).map_err(|error| unwritten(path, &error))?;
    }
    tell(&runs, args.json)?;
    let fine = wrong.is_empty() && runs.iter().all(|(_, report)| report.faults().is_empty());
    Ok(if fine { Answer::Yes } else { Answer::No })
}

/// The turns of a file, which are to be of the battles of the results.
fn turns(path: &Path, runs: &[(String, Report)]) -> Result<Vec<Turn>, Unusable> {
    if Format::of(path)? != Format::JsonLines {
        let shown = path.display();
        return Err(Unusable(format!("cannot read {shown}; expected turns in .jsonl")));
    }
    let turns = soak::turns(&print::name(path), &read(path)?)?;
    let rows = runs.iter().flat_map(|(_, report)| report.rows());
    let games: BTreeSet<_> = rows.map(|row| (row.index, row.battle.as_str(), row.rules.as_str())).collect();
    let strange = turns.iter().find(|turn| !games.contains(&(turn.index, turn.battle.as_str(), turn.rules.as_str())));
    if let Some(Turn { index, battle, rules, .. }) = strange {
        let file = path.display();
        let game = format!("game {index}, {battle} under {rules}");
        return Err(Unusable(format!("{file} has turns of {game}; expected turns of the battles in the results")));
    }
    Ok(turns)
}

fn reading(path: &Path) -> Result<Reading, Unusable> {
    if Format::of(path)? != Format::JsonLines {
        let shown = path.display();
        return Err(Unusable(format!("cannot read {shown}; expected results in .jsonl, of which a table has not all")));
    }
    Ok(Reading::of(&print::name(path), &read(path)?))
}

fn tell(runs: &[(String, Report)], json: bool) -> Result<(), std::io::Error> {
    let mut page = Page::new();
    match runs {
        _ if json => runs.iter().try_for_each(|(_, report)| page.json(report.summary_json())),
        [(_, report)] => page.lines(report.summary()),
        several => page.lines(soak::beside(several)),
    }
}

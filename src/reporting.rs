//! The `report` command: what results that were written before say, one file by itself or several side by side. Files are read line
//! by line, so that one of a million battles takes no more memory than a small one.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use battle::Unusable;
use soak::{Clocks, Columns, Courses, Format, Reading, Report, Row, RowFile, Seen, Span, Turn};
use systems::Shelf;

use crate::args::ReportArgs;
use crate::commands::{Answer, Done};
use crate::print::{self, Page, complain};
use crate::soaking::{create, unwritten};
use crate::worth::Games;

/// Results that were read.
struct Run {
    paths: Vec<PathBuf>,
    reading: Reading<BufReader<File>>,
    report: Report,
    columns: Columns,
}

/// Tells the statistics; the answer is no where something is wrong with a file or a battle had a fault.
pub fn report(args: &ReportArgs) -> Done {
    let library = Shelf::new();
    if args.worth {
        return worth(&library, &args.files);
    }
    let wanted = args.out.as_deref().map(Format::of).transpose()?;
    let shards =
        if args.merge { vec![args.files.clone()] } else { args.files.iter().map(|one| vec![one.clone()]).collect() };
    let mut runs = shards.into_iter().map(|paths| read(&library, paths, wanted)).collect::<Result<Vec<Run>, _>>()?;
    let wrong: Vec<String> = runs.iter().flat_map(|run| run.reading.told(args.merge)).collect();
    wrong.iter().for_each(|line| complain(line));
    if let Some(empty) = runs.iter().find(|run| run.report.games() == 0) {
        let name = empty.reading.name();
        return Err(Unusable(format!("no results in {name}; expected lines that `soak --out` wrote")).into());
    }
    if let (Some(path), Some(format), Some(run)) = (&args.out, wanted, runs.first()) {
        write(path, format, run)?;
    }
    let turns = args.turns.as_deref().map(|path| turns(path, &runs)).transpose()?.unwrap_or_default();
    if let (Some(path), Some(run)) = (&args.times, runs.first_mut()) {
        run.report.hear_times(Clocks::read(&print::name(path), opened(path)?)?);
    }
    let named: Vec<(String, Report)> = runs.into_iter().map(|run| (run.reading.name(), run.report)).collect();
    if let Some(path) = &args.html {
        let mut file = create(path)?;
        file.write_all(soak::page(&library, &named, &turns).as_bytes()).map_err(|error| unwritten(path, &error))?;
    }
    tell(&named, args.json)?;
    let fine = wrong.is_empty() && named.iter().all(|(_, report)| report.faults().is_empty());
    Ok(if fine { Answer::Yes } else { Answer::No })
}

/// Tells what units are worth.
fn worth(library: &Shelf, paths: &[PathBuf]) -> Done {
    let (mut games, mut wrong) = (Games::default(), Vec::new());
    for path in paths {
        let mut reading = Reading::of(vec![(print::name(path), opened(path)?)]);
        let read = reading.each(|row| games.hear(row));
        read.map_err(|error| unread(path, &error))?;
        wrong.extend(reading.told(false));
    }
    wrong.iter().for_each(|line| complain(line));
    Page::new().lines(games.table(library)?)?;
    Ok(if wrong.is_empty() { Answer::Yes } else { Answer::No })
}

fn opened(path: &Path) -> Result<BufReader<File>, Unusable> {
    let file = File::open(path).map_err(|error| unread(path, &error))?;
    Ok(BufReader::with_capacity(1 << 20, file))
}

fn unread(path: &Path, error: &io::Error) -> Unusable {
    Unusable(format!("cannot read {}: {error}", print::name(path)))
}

/// Reads a file, or the shards of a run, which may be wanted as one file of a format.
fn read(library: &Shelf, paths: Vec<PathBuf>, wanted: Option<Format>) -> Result<Run, Unusable> {
    let mut files = Vec::new();
    for path in &paths {
        if Format::of(path)? != Format::JsonLines {
            let shown = path.display();
            return Err(Unusable(format!(
                "cannot read {shown}; expected results in .jsonl, of which a table has not all"
            )));
        }
        files.push((print::name(path), opened(path)?));
    }
    let mut run =
        Run { paths, reading: Reading::of(files), report: Report::of_the_past(), columns: Columns::default() };
    let Run { reading, report, columns, .. } = &mut run;
    let done = reading.each(|row| {
        if wanted.is_some_and(|format| format != Format::JsonLines) {
            columns.hear(row);
        }
        report.hear(library, row)
    });
    done.map_err(|error| Unusable(format!("cannot read {}: {error}", run.reading.name())))?;
    Ok(run)
}

/// Writes all rows in the order of the plan: in JSON Lines as they stand in their files.
fn write(path: &Path, format: Format, run: &Run) -> Result<(), Unusable> {
    let out = BufWriter::new(create(path)?);
    let written = match format {
        Format::JsonLines => copy(run, out),
        Format::Csv | Format::Parquet => fill(run, format, out),
    };
    written.map_err(|error| {
        // Of what is not whole a program would read less than there is.
        let _ = fs::remove_file(path);
        let Unusable(why) = unwritten(path, &error);
        Unusable(format!("{why}; removed, since it was not whole"))
    })
}

/// Copies the lines of rows as they stand in their files.
fn copy(run: &Run, mut out: impl Write) -> io::Result<()> {
    let mut shards = Shards::of(&run.paths)?;
    for seen in run.reading.seen().values() {
        out.write_all(shards.line(*seen)?)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Writes rows as a table.
fn fill(run: &Run, format: Format, out: impl Write + Send) -> io::Result<()> {
    let mut shards = Shards::of(&run.paths)?;
    let mut file = RowFile::new(out, format, run.columns.clone())?;
    for seen in run.reading.seen().values() {
        file.add(&serde_json::from_slice::<Row>(shards.line(*seen)?)?)?;
    }
    file.finish()
}

/// The files of a run, read again line by line where a row was found.
struct Shards {
    files: Vec<(BufReader<File>, u64)>,
    line: Vec<u8>,
}

impl Shards {
    fn of(paths: &[PathBuf]) -> io::Result<Shards> {
        let file = |path: &PathBuf| Ok((BufReader::new(File::open(path)?), 0));
        Ok(Shards { files: paths.iter().map(file).collect::<io::Result<_>>()?, line: Vec::new() })
    }

    fn line(&mut self, Seen { file, span: Span { start, length }, .. }: Seen) -> io::Result<&[u8]> {
        let (input, at) = &mut self.files[file];
        self.line.resize(usize::try_from(length).unwrap_or(usize::MAX), 0);
        let further = start.cast_signed() - at.cast_signed();
        input.seek_relative(further)?;
        input.read_exact(&mut self.line)?;
        *at = start + length;
        Ok(&self.line)
    }
}

/// The turns of a file, which are to be of the battles of the results.
fn turns(path: &Path, runs: &[Run]) -> Result<Courses, Unusable> {
    if Format::of(path)? != Format::JsonLines {
        return Err(Unusable(format!("cannot read {}; expected turns in .jsonl", path.display())));
    }
    let known = |turn: &Turn| {
        runs.iter().any(|run| {
            let seen = run.reading.seen().get(&turn.index);
            seen.is_some_and(|seen| run.report.is_of(seen.place, &turn.battle, &turn.rules))
        })
    };
    Courses::read(&print::name(path), opened(path)?, |turn| {
        let Turn { index, battle, rules, .. } = turn;
        let what =
            || format!("a turn of game {index}, {battle} under {rules}; expected turns of the battles in the results");
        known(turn).then_some(()).ok_or_else(what)
    })
}

fn tell(runs: &[(String, Report)], json: bool) -> Result<(), io::Error> {
    let mut page = Page::new();
    match runs {
        _ if json => runs.iter().try_for_each(|(_, report)| page.json(report.summary_json())),
        [(_, report)] => page.lines(report.summary()),
        several => page.lines(soak::beside(several)),
    }
}

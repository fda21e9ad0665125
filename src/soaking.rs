//! The `soak` command: battles between commanders, their results in a file, their statistics on stdout.

use std::cell::RefCell;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use battle::Unusable;
use soak::{Bar, Detail, Enough, Format, House, Looks, Options, Report, Row, Seating, Tours};
use systems::Shelf;

use crate::args::{Cli, Soak};
use crate::campaigning;
use crate::commands::{Answer, Done, checked_seat, read};
use crate::print::Page;
use crate::turn_file::{TurnFile, useless};

/// Plays the battles; the answer is no when one had a fault.
pub fn soak(cli: &Cli, soak: &Soak) -> Done {
    let library = Shelf::new();
    let mut options = options(cli, &library, soak)?;
    if let Some(name) = &soak.campaign {
        return tours(&library, soak, name, &options);
    }
    let (out, before) = soak.out.as_deref().map(|path| open(path, soak.resume)).transpose()?.unzip();
    options.before = before.unwrap_or_default();
    let played = options.before.last().map_or(0, |row| row.index + 1);
    let turns = soak.turns.as_deref().map(|path| TurnFile::open(path, soak.resume, played)).transpose()?;
    let times = soak.times.as_deref().map(|path| open_times(path, soak.resume, played)).transpose()?;
    let (out, turns, times) = (RefCell::new(out), RefCell::new(turns), RefCell::new(times));
    let bar = Bar::new();
    let report = soak::run(&library, &options, |progress| {
        bar.show(progress);
        // Its turns and think times before the result of a battle: a result that stands there has them all.
        let told = turns.borrow_mut().as_mut().is_none_or(|file| file.write(progress.turns));
        let told =
            told && times.borrow_mut().as_mut().is_none_or(|lines| lines.write(|line| progress.times.write_json(line)));
        if !told || !out.borrow_mut().as_mut().is_none_or(|results| results.hears(progress.row)) {
            options.stop.store(true, Ordering::Relaxed);
        }
    })?;
    bar.finish();
    let told = turns.into_inner().map_or(Ok(()), TurnFile::finish);
    times.into_inner().map_or(Ok(()), Lines::finish)?;
    out.into_inner().map_or(Ok(()), |results| results.finish(&report))?;
    told?;
    tell(&report, soak)
}

/// Plays whole campaigns; the answer is no when a battle of one had a fault.
fn tours(library: &Shelf, soak: &Soak, name: &str, options: &Options) -> Done {
    let campaign = campaigning::loaded(name)?;
    let out = soak.out.as_deref().map(|path| match Format::of(path)? {
        Format::JsonLines => create(path).map(|file| Lines::new(path, file)),
        _ => Err(Unusable(format!("cannot write campaigns to {}; expected a name in .jsonl", path.display()))),
    });
    let mut out = out.transpose()?;
    let tours = Tours { campaign: Arc::new(campaign), name, options };
    let report = soak::tours(library, &tours, |line| {
        out.as_mut().is_none_or(|lines| lines.write(|text| line.write_json(text)))
    })?;
    out.map_or(Ok(()), Lines::finish)?;
    let mut page = Page::new();
    if soak.json {
        page.json(report.summary_json())?
    } else {
        page.lines(report.summary())?
    }
    Ok(if report.faults().is_empty() { Answer::Yes } else { Answer::No })
}

/// The command that tells the rest of what a file of results says.
fn more(out: &Path) -> String {
    let readable = Format::of(out).is_ok_and(|format| format == Format::JsonLines);
    let file = soak::shell_word(&out.display().to_string());
    if readable {
        format!("grognard report {file}, with --html PAGE for plots")
    } else {
        format!("the table in {file}; grognard report tells more of a file in .jsonl")
    }
}

fn options(cli: &Cli, library: &Shelf, soak: &Soak) -> Result<Options, Unusable> {
    let seats = (checked_seat(library, &soak.blue)?, checked_seat(library, &soak.red)?);
    let mut options = Options::new(seats.0, seats.1);
    options.battles = names(&soak.battles);
    options.systems = names(&soak.rules);
    options.games = soak.games;
    options.jobs = soak.jobs.into();
    options.order_limit = soak.orders;
    options.calibration = soak.calibration.map(|every| Looks { every, ways: soak.ways, throws: soak.throws });
    options.turns = soak.turns.is_some().then_some(if soak.positions { Detail::Positions } else { Detail::Sums });
    options.clauses = soak.clauses;
    // A table is written once all its columns are known.
    options.keeps_rows = soak.out.as_deref().is_some_and(|path| Format::of(path) != Ok(Format::JsonLines));
    options.seed = soak.seed;
    options.seating = if soak.swap { Seating::Swapped } else { Seating::Fixed };
    options.enough = enough(soak, &options)?;
    if let Some(shard) = &soak.shard {
        options.shard = shard.parse().map_err(|error: String| Unusable(error))?;
    }
    options.house = match &soak.house {
        None => House::Usual,
        Some(path) if path.as_os_str() == House::RANDOM => House::Random,
        Some(path) => match path.to_str().filter(|_| !path.exists()).and_then(House::listed) {
            Some(house) => house,
            None => House::File(path.display().to_string(), read(path)?),
        },
    };
    options.patience = soak.patience;
    options.records.clone_from(&soak.records);
    options.faults = Some(crate::commands::data_folder(cli)?.join("faults"));
    Ok(options)
}

/// What ends the run before all its battles are played.
fn enough(soak: &Soak, options: &Options) -> Result<Option<Enough>, Unusable> {
    let enough = match (&soak.until, &soak.test) {
        (Some(points), _) => Some(Enough::within(points)),
        (None, Some(test)) => Some(test.parse().map(Enough::Decided)),
        (None, None) => None,
    };
    let enough = enough.transpose().map_err(Unusable)?;
    let alike = matches!(enough, Some(Enough::Decided(_))) && options.seats[0] == options.seats[1];
    if alike {
        let who = &options.seats[0];
        return Err(Unusable(format!("cannot test {who} against itself; expected --blue and --red to differ")));
    }
    Ok(enough)
}

/// The names of a list; none for `all`.
pub fn names(list: &str) -> Vec<String> {
    if list == "all" {
        return Vec::new();
    }
    list.split(',').map(str::trim).filter(|name| !name.is_empty()).map(String::from).collect()
}

/// A file that lines are added to.
pub struct Lines {
    path: PathBuf,
    file: File,
    failed: Option<io::Error>,
}

impl Lines {
    pub fn new(path: &Path, file: File) -> Lines {
        Lines { path: path.to_owned(), file, failed: None }
    }

    /// Adds lines; whether that and all before went well.
    pub fn write(&mut self, lines: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> bool {
        if self.failed.is_none() {
            let mut text = Vec::new();
            self.failed = lines(&mut text).and_then(|()| self.file.write_all(&text)).err();
        }
        self.failed.is_none()
    }

    /// Says what could not be written.
    pub fn finish(mut self) -> Result<(), Unusable> {
        self.failed.take().map_or(Ok(()), |error| Err(unwritten(&self.path, &error)))
    }
}

/// Removes a file that nothing was written to, so that the command can be repeated.
impl Drop for Lines {
    fn drop(&mut self) {
        if self.file.metadata().is_ok_and(|data| data.len() == 0) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The results file. One of JSON Lines is written a battle at a time, so that a run that is broken off can go on; a table at the
/// end, for its columns are what the battles counted.
struct Results {
    format: Format,
    lines: Lines,
}

/// Opens the results file before the first battle, so that hours of work do not end at a typing error: a new one, or that of a
/// run that was broken off with the battles that it has.
fn open(path: &Path, resume: bool) -> Result<(Results, Vec<Row>), Unusable> {
    let format = Format::of(path)?;
    if !resume {
        return Ok((Results { format, lines: Lines::new(path, create(path)?) }, Vec::new()));
    }
    let shown = path.display();
    if format != Format::JsonLines {
        return Err(Unusable(format!(
            "cannot go on with {shown}; expected a file in .jsonl, which is written battle by battle"
        )));
    }
    let (lines, rows) = go_on(path, |text| soak::kept(&shown.to_string(), text).map(|kept| (kept.whole, kept.rows)))?;
    Ok((Results { format, lines }, rows))
}

/// Opens the file of think times: a new one, or that of a run that was broken off with those of the battles it has played.
fn open_times(path: &Path, resume: bool, played: usize) -> Result<Lines, Unusable> {
    if Format::of(path)? != Format::JsonLines {
        return Err(Unusable(format!("cannot write think times to {}; expected a name in .jsonl", path.display())));
    }
    if !resume {
        return Ok(Lines::new(path, create(path)?));
    }
    go_on(path, |text| Ok((soak::times_of_first(text, played), ()))).map(|(lines, ())| lines)
}

/// Opens a file to add lines to what is whole of it: so many bytes of its text, and what they say.
pub fn go_on<T>(path: &Path, whole: impl FnOnce(&str) -> Result<(u64, T), Unusable>) -> Result<(Lines, T), Unusable> {
    let cannot = |error: io::Error| Unusable(format!("cannot go on with {}: {error}", path.display()));
    let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(cannot)?;
    alone(path, &file)?;
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(cannot)?;
    let (bytes, said) = whole(&text)?;
    file.set_len(bytes).and_then(|()| file.seek(SeekFrom::End(0))).map_err(cannot)?;
    Ok((Lines::new(path, file), said))
}

impl Results {
    /// Takes a battle down; whether that went well.
    fn hears(&mut self, row: &Row) -> bool {
        self.format != Format::JsonLines || self.lines.write(|line| row.write_json(line))
    }

    /// Writes what is still to be written.
    fn finish(self, report: &Report) -> Result<(), Unusable> {
        if self.format != Format::JsonLines {
            fill(&self.lines.path, &self.lines.file, report, self.format)?;
        }
        self.lines.finish()
    }
}

/// Writes all rows of a report into a file, which is removed where half of it would be of no use.
pub fn fill(path: &Path, file: &File, report: &Report, format: Format) -> Result<(), Unusable> {
    let mut buffer = BufWriter::new(file);
    let done = report.write(&mut buffer, format).and_then(|()| buffer.flush());
    done.map_err(|error| match format {
        Format::Parquet => {
            let _ = fs::remove_file(path);
            useless(path, &error)
        }
        Format::JsonLines | Format::Csv => unwritten(path, &error),
    })
}

/// Makes a file of results that did not exist before.
pub fn create(path: &Path) -> Result<File, Unusable> {
    let file =
        File::create_new(path).map_err(|error| Unusable(format!("cannot create {}: {error}", path.display())))?;
    alone(path, &file)?;
    Ok(file)
}

/// Takes a file for this run alone until it is closed; a file system that knows no locks lets everybody have it.
fn alone(path: &Path, file: &File) -> Result<(), Unusable> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(Unusable(format!("another run is writing {}; expected one at a time", path.display())))
        }
        Err(TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

/// That a file cannot be written, and why.
pub fn unwritten(path: &Path, error: &io::Error) -> Unusable {
    Unusable(format!("cannot write {}: {error}", path.display()))
}

fn tell(report: &Report, soak: &Soak) -> Done {
    let mut page = Page::new();
    match (&soak.out, soak.json) {
        (_, true) => page.json(report.summary_json())?,
        // What was asked to be held against what came can be long, and is told at once.
        (Some(out), false) if soak.calibration.is_none() => page.lines(report.brief(&more(out)))?,
        (_, false) => page.lines(report.summary())?,
    }
    Ok(if report.faults().is_empty() { Answer::Yes } else { Answer::No })
}

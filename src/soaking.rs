//! The `soak` command: battles between commanders, their results in a file, their statistics on stdout.

use std::cell::RefCell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use battle::Unusable;
use soak::{Bar, Enough, Format, Looks, Options, Report, Row, Seating};
use systems::Shelf;

use crate::args::{Cli, Soak};
use crate::commands::{Answer, Done, checked_seat, read};
use crate::print::Page;

/// Plays the battles; the answer is no when one had a fault.
pub fn soak(cli: &Cli, soak: &Soak) -> Done {
    let library = Shelf::new();
    let mut options = options(cli, &library, soak)?;
    let out = soak.out.as_deref().map(|path| open(path, soak.resume)).transpose()?;
    let out = out.map(|(results, before)| {
        options.before = before;
        RefCell::new(results)
    });
    let bar = Bar::new();
    let report = soak::run(&library, &options, |progress| {
        bar.show(progress);
        if let Some(results) = &out
            && !results.borrow_mut().hears(progress.row)
        {
            options.stop.store(true, Ordering::Relaxed);
        }
    })?;
    bar.finish();
    if let Some(results) = out {
        results.into_inner().finish(&report)?;
    }
    tell(&report, soak)
}

fn options(cli: &Cli, library: &Shelf, soak: &Soak) -> Result<Options, Unusable> {
    let seats = (checked_seat(library, &soak.blue)?, checked_seat(library, &soak.red)?);
    let mut options = Options::new(seats.0, seats.1);
    options.battles = names(&soak.battles);
    options.systems = names(&soak.rules);
    options.games = soak.games;
    options.jobs = soak.jobs.into();
    options.order_limit = soak.orders;
    options.calibration = soak.calibration.map(|every| Looks { every, ways: soak.ways });
    options.seed = soak.seed;
    options.seating = if soak.swap { Seating::Swapped } else { Seating::Fixed };
    options.enough = enough(soak, &options)?;
    if let Some(shard) = &soak.shard {
        options.shard = shard.parse().map_err(|error: String| Unusable(error))?;
    }
    if let Some(path) = &soak.house {
        options.house = Some((path.display().to_string(), read(path)?));
    }
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
fn names(list: &str) -> Vec<String> {
    if list == "all" {
        return Vec::new();
    }
    list.split(',').map(str::trim).filter(|name| !name.is_empty()).map(String::from).collect()
}

/// The results file. One of JSON Lines is written a battle at a time, so that a run that is broken off can go on; a table at the
/// end, for its columns are what the battles counted.
struct Results {
    path: PathBuf,
    format: Format,
    file: File,
    failed: Option<io::Error>,
}

/// Opens the results file before the first battle, so that hours of work do not end at a typing error: a new one, or that of a
/// run that was broken off with the battles that it has.
fn open(path: &Path, resume: bool) -> Result<(Results, Vec<Row>), Unusable> {
    let format = Format::of(path)?;
    let shown = path.display();
    if resume && format != Format::JsonLines {
        return Err(Unusable(format!(
            "cannot go on with {shown}; expected a file in .jsonl, which is written battle by battle"
        )));
    }
    let results = |file| Results { path: path.to_owned(), format, file, failed: None };
    if !resume {
        return Ok((results(create(path)?), Vec::new()));
    }
    let cannot = |error: io::Error| Unusable(format!("cannot go on with {shown}: {error}"));
    let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(cannot)?;
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(cannot)?;
    let kept = soak::kept(&shown.to_string(), &text)?;
    file.set_len(kept.whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(cannot)?;
    Ok((results(file), kept.rows))
}

impl Results {
    /// Takes a battle down; whether that went well.
    fn hears(&mut self, row: &Row) -> bool {
        if self.format == Format::JsonLines && self.failed.is_none() {
            let mut line = Vec::new();
            self.failed = row.write_json(&mut line).and_then(|()| self.file.write_all(&line)).err();
        }
        self.failed.is_none()
    }

    /// Writes what is still to be written.
    fn finish(&mut self, report: &Report) -> Result<(), Unusable> {
        if let Some(error) = self.failed.take() {
            return Err(unwritten(&self.path, &error));
        }
        if self.format == Format::Csv { fill(&self.path, &self.file, report, self.format) } else { Ok(()) }
    }
}

/// Writes all rows of a report into a file.
pub fn fill(path: &Path, file: &File, report: &Report, format: Format) -> Result<(), Unusable> {
    let mut buffer = BufWriter::new(file);
    let done = report.write(&mut buffer, format).and_then(|()| buffer.flush());
    done.map_err(|error| unwritten(path, &error))
}

/// Makes a file of results that did not exist before.
pub fn create(path: &Path) -> Result<File, Unusable> {
    File::create_new(path).map_err(|error| Unusable(format!("cannot create {}: {error}", path.display())))
}

fn unwritten(path: &Path, error: &io::Error) -> Unusable {
    Unusable(format!("cannot write {}: {error}", path.display()))
}

fn tell(report: &Report, soak: &Soak) -> Done {
    let mut page = Page::new();
    match soak.json {
        true => page.json(report.summary_json())?,
        false => page.lines(report.summary())?,
    }
    Ok(if report.faults().is_empty() { Answer::Yes } else { Answer::No })
}

/// Removes a results file that nothing was written to, so that the command can be repeated.
impl Drop for Results {
    fn drop(&mut self) {
        if self.file.metadata().is_ok_and(|data| data.len() == 0) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

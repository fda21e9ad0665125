//! The `soak` command: battles between commanders, their results in a file, their statistics on stdout.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use battle::Unusable;
use soak::{Bar, Format, Looks, Options, Report, Seating};
use systems::Shelf;

use crate::args::{Cli, Soak};
use crate::commands::{Answer, Done, checked_seat, read};
use crate::print::Page;

/// Plays the battles; the answer is no when one had a fault.
pub fn soak(cli: &Cli, soak: &Soak) -> Done {
    let library = Shelf::new();
    let options = options(cli, &library, soak)?;
    let mut out = soak.out.as_deref().map(open).transpose()?;
    let bar = Bar::new();
    let report = soak::run(&library, &options, |progress| bar.show(progress))?;
    bar.finish();
    if let Some(results) = &mut out {
        results.write(&report)?;
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

/// The names of a list; none for `all`.
fn names(list: &str) -> Vec<String> {
    if list == "all" {
        return Vec::new();
    }
    list.split(',').map(str::trim).filter(|name| !name.is_empty()).map(String::from).collect()
}

/// A results file that did not exist before.
struct Results {
    path: PathBuf,
    format: Format,
    file: File,
}

/// Opens the results file before the first battle, so that hours of work do not end at a typing error.
fn open(path: &Path) -> Result<Results, Unusable> {
    let format = Format::of(path)?;
    let file =
        File::create_new(path).map_err(|error| Unusable(format!("cannot create {}: {error}", path.display())))?;
    Ok(Results { path: path.to_owned(), format, file })
}

impl Results {
    fn write(&mut self, report: &Report) -> Result<(), Unusable> {
        let mut buffer = BufWriter::new(&mut self.file);
        let done = report.write(&mut buffer, self.format).and_then(|()| buffer.flush());
        let path = self.path.display();
        done.map_err(|error| Unusable(format!("cannot write {path}: {error}")))
    }
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

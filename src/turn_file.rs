//! The file of `soak --turns`: lines that are added battle by battle, or a table that is whole in the end.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use battle::Unusable;
use soak::{Format, ParquetTurns, Turn};

use crate::soaking::{Lines, create, go_on, unwritten};

/// Where turns go.
pub enum TurnFile {
    /// One in JSON Lines.
    Lines(Lines),
    /// One in Parquet.
    Table(Box<Table>),
}

/// A table that is being written.
pub struct Table {
    path: PathBuf,
    turns: Option<ParquetTurns<File>>,
    failed: Option<io::Error>,
    whole: bool,
}

impl TurnFile {
    /// Opens it: a new one, or that of a run that was broken off with the turns of the battles it has played.
    ///
    /// # Errors
    /// A sentence naming the file, when it cannot be made or gone on with, or its ending says no format.
    pub fn open(path: &Path, resume: bool, played: usize) -> Result<TurnFile, Unusable> {
        let shown = path.display();
        match (Format::of(path), resume) {
            (Ok(Format::JsonLines), false) => Ok(TurnFile::Lines(Lines::new(path, create(path)?))),
            (Ok(Format::JsonLines), true) => {
                let whole = |text: &str| Ok((soak::turns_of_first(text, played), ()));
                go_on(path, whole).map(|(lines, ())| TurnFile::Lines(lines))
            }
            (Ok(Format::Parquet), false) => Table::create(path).map(|table| TurnFile::Table(Box::new(table))),
            (Ok(Format::Parquet), true) => Err(Unusable(format!(
                "cannot go on with {shown}; expected a file in .jsonl, which is written battle by battle"
            ))),
            _ => Err(Unusable(format!("cannot write turns to {shown}; expected a name in .jsonl or .parquet"))),
        }
    }

    /// Adds the turns of a battle; whether that and all before went well.
    pub fn write(&mut self, turns: &[Turn]) -> bool {
        match self {
            TurnFile::Lines(lines) => lines.write(|line| turns.iter().try_for_each(|turn| turn.write_json(&mut *line))),
            TurnFile::Table(table) => table.write(turns),
        }
    }

    /// Ends the file.
    ///
    /// # Errors
    /// What could not be written.
    pub fn finish(self) -> Result<(), Unusable> {
        match self {
            TurnFile::Lines(lines) => lines.finish(),
            TurnFile::Table(table) => table.finish(),
        }
    }
}

impl Table {
    fn create(path: &Path) -> Result<Table, Unusable> {
        let turns = ParquetTurns::new(create(path)?).map_err(|error| unwritten(path, &error))?;
        Ok(Table { path: path.to_owned(), turns: Some(turns), failed: None, whole: false })
    }

    fn write(&mut self, turns: &[Turn]) -> bool {
        if let (None, Some(table)) = (&self.failed, &mut self.turns) {
            self.failed = turns.iter().try_for_each(|turn| table.add(turn)).err();
        }
        self.failed.is_none()
    }

    fn finish(mut self) -> Result<(), Unusable> {
        let ended = self.turns.take().map_or(Ok(()), ParquetTurns::finish);
        self.failed.take().map_or(ended, Err).map_err(|error| useless(&self.path, &error))?;
        self.whole = true;
        Ok(())
    }
}

/// Removes a table that was not ended: nothing can be read of it.
impl Drop for Table {
    fn drop(&mut self) {
        self.turns = None;
        if !self.whole {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// That a table could not be written, and was removed.
pub fn useless(path: &Path, error: &io::Error) -> Unusable {
    let Unusable(why) = unwritten(path, error);
    Unusable(format!("{why}; removed, since nothing can be read of half of it"))
}

//! Going on with a record: from its last line, or from as far as this version plays it as it was.

use std::path::Path;
use std::sync::Arc;

use battle::{Library, Unusable};

use super::{Game, Telling, filled};
use crate::disk::{Disk, RealDisk, SyncWhen};
use crate::log::TO_PLAYERS;
use crate::outside::Outside;
use crate::record::{Entry, PROGRAM, Record};
use crate::record_file::{RecordFile, SavedBy};
use crate::setup::SeatSpec;
use crate::verify;

impl Game {
    /// Continues a record from its last complete line: plays it again, compares every hash, then appends to the same
    /// file. A player from outside is never called because a record says so; a person takes its seat.
    ///
    /// # Errors
    /// A file that is no record or is being written, another format, a changed battle, the first turn that differs, or
    /// a commander that cannot be had.
    pub fn resume(library: &dyn Library, path: &Path) -> Result<Game, Unusable> {
        Game::resume_with(library, path, [None, None])
    }

    /// The same with other players in Blue's or Red's seat than the record names; these may be programs.
    ///
    /// # Errors
    /// As [`Game::resume`].
    pub fn resume_with(library: &dyn Library, path: &Path, seats: [Option<SeatSpec>; 2]) -> Result<Game, Unusable> {
        let disk: Arc<dyn Disk> = Arc::new(RealDisk);
        let bytes = disk.read(path).map_err(|error| Unusable(format!("cannot read {}: {error}", path.display())))?;
        Game::resume_from(library, (&disk, path, &bytes), seats, (SyncWhen::Each, SavedBy::Game))
    }

    pub(super) fn resume_from(
        library: &dyn Library,
        (disk, path, bytes): (&Arc<dyn Disk>, &Path, &[u8]),
        seats: [Option<SeatSpec>; 2],
        saved: (SyncWhen, SavedBy),
    ) -> Result<Game, Unusable> {
        let record = Record::parse(&path.display().to_string(), bytes)?;
        let mut setup = record.setup(library)?;
        for (seat, wanted) in setup.seats.iter_mut().zip(seats) {
            let person = || if seat.is_outside() { SeatSpec::Human } else { seat.clone() };
            *seat = wanted.unwrap_or_else(person);
        }
        let seats = filled(library, &setup, &Outside::default())?;
        let mut game = Game::deploy(library, &setup, record.header_line.clone(), seats, Telling::Full)?;
        verify::replay(&mut game, &record).map_err(|difference| difference.unusable(path))?;
        let there = record.items.len() + 1;
        game.past.journal.attach(RecordFile::reopen(disk, path, record.good, saved)?, there);
        if record.program(usize::MAX) != PROGRAM {
            game.past.journal.hand_over_to(PROGRAM);
        }
        game.tell_news();
        Ok(game)
    }

    /// Goes on with a record that another version played otherwise: from the end of the last turn that is still played as
    /// it was, in a new record in that folder. The old one stays as it is.
    ///
    /// # Errors
    /// As [`Game::resume`]; a record of which not even the first turn is played as it was; a folder that takes nothing.
    pub fn salvage(library: &dyn Library, path: &Path, folder: &Path) -> Result<Game, Unusable> {
        let (mut game, turns) = salvaged(library, path)?;
        game.past.journal.attach(RecordFile::create(folder, &game.setup)?, 0);
        game.tell_news();
        game.stage.note(None, format!("The first {turns} turns are those of {}.", path.display()), TO_PLAYERS);
        Ok(game)
    }
}

/// A battle after the turns of a record that are played as they were, and how many those are.
fn salvaged(library: &dyn Library, path: &Path) -> Result<(Game, usize), Unusable> {
    let record = Record::read(path)?;
    let items = verify::alike(library, &record)?;
    let turns = items.iter().filter(|item| matches!(item.entry, Entry::Turn { .. })).count();
    if turns == 0 {
        let found = "not even the first turn is played as it was; there is nothing to go on from";
        return Err(Unusable(format!("{}: {found}", path.display())));
    }
    let mut setup = record.setup(library)?;
    for seat in setup.seats.iter_mut().filter(|seat| seat.is_outside()) {
        *seat = SeatSpec::Human;
    }
    let notes = record.header.get("notes").and_then(serde_json::Value::as_object).cloned().unwrap_or_default();
    let mut game = Game::start_noted(library, &setup, None, notes)?;
    let orders = items.iter().filter(|item| matches!(item.entry, Entry::Order(_) | Entry::Resign { .. }));
    for item in orders {
        verify::play_entry(&mut game, &item.entry).map_err(|(_, why)| Unusable(why))?;
    }
    Ok((game, turns))
}

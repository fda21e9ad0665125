//! Whether what happened is saved, and what is done until it is.

use std::path::Path;
use std::sync::Arc;

use battle::{Library, Unusable};

use super::Game;
use super::past::Past;
use crate::disk::{Disk, SyncWhen, cannot};
use crate::record_file::{Saved, SavedBy, Saving};

impl Past {
    /// Whether the last order is on its way to the disk.
    #[must_use]
    pub fn is_saving(&self) -> bool {
        self.journal.is_under_way()
    }

    /// What is to be put on the disk, by whoever keeps the game; `None` when everything is there.
    #[must_use]
    pub fn saving(&self) -> Option<Saving> {
        self.journal.saving()
    }
}

impl Game {
    /// Continues a record for somebody who keeps the game and sees to its being saved: after each change, [`Past::saving`]
    /// is to be run and given back to [`Game::saved`] before anybody hears of the change. `known` is how many bytes of the
    /// record were saved as far as the keeper knows; what follows them is dropped.
    ///
    /// # Errors
    /// As [`Game::resume`].
    pub fn resume_kept(
        library: &dyn Library,
        disk: &Arc<dyn Disk>,
        path: &Path,
        when: SyncWhen,
        known: Option<u64>,
    ) -> Result<Game, Unusable> {
        let cut = |known: u64| if disk.length(path)? > known { disk.reopen(path)?.truncate(known) } else { Ok(()) };
        known.map_or(Ok(()), cut).map_err(|error| cannot("cut off what is not saved of", path, &error))?;
        let bytes = disk.read(path).map_err(|error| cannot("read", path, &error))?;
        Game::resume_from(library, (disk, path, &bytes), [None, None], (when, SavedBy::Keeper))
    }

    /// Why the last order is not saved: no further order is taken, of a person or a computer, until [`Game::save_again`]
    /// has worked. `None` when all is well, also while the last order is on its way to the disk.
    pub fn unsaved(&mut self) -> Option<String> {
        self.tell_news();
        self.past.journal.fault().map(String::from)
    }

    /// Tries again to save what could not be; whether it worked.
    pub fn save_again(&mut self) -> bool {
        let mended = self.past.journal.mend();
        self.tell_news();
        mended
    }

    /// What came of saving; why it failed, if it did.
    ///
    /// # Errors
    /// What the operating system says, with the file's name.
    pub fn saved(&mut self, saved: &Saved) -> Result<(), String> {
        self.past.journal.saved(saved);
        self.tell_news();
        self.past.journal.fault().map_or(Ok(()), |why| Err(String::from(why)))
    }

    /// Waits until what was ordered before is on the disk.
    pub(super) fn all_saved(&mut self) -> Result<(), String> {
        self.past.journal.wait();
        match self.unsaved() {
            Some(why) => Err(format!("the order before is not saved ({why}); it is tried again until there is room")),
            None => Ok(()),
        }
    }

    /// Tries whether the record's disk takes anything, leaving the record as it is.
    ///
    /// # Errors
    /// What the operating system says, with the file's name.
    pub fn try_record(&mut self) -> Result<(), String> {
        self.past.journal.try_file()
    }
}

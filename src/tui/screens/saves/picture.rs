//! A small picture of a saved battle's field at its last turn, made on a thread by playing the record, for the chosen row only.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, SystemTime};

use battle::{Library, Side, System};
use ratatui::layout::Rect;
use ratatui::text::Line;
use table::Replay;

use crate::canvas::Canvas;
use crate::layer::Desk;
use crate::map::{Scene, overview};
use crate::records::{Brief, Kept};
use crate::text::{paragraph, span, split_below, wrapped};
use crate::theme::Ink;

/// How many pictures are remembered.
const MOST: usize = 24;

/// How often it is looked whether a picture is there.
const LOOK: Duration = Duration::from_millis(40);

/// A battle as it stands, or why that cannot be shown.
type Made = Result<Box<dyn System>, String>;

/// Which record, and as it was at what time.
type Which = (PathBuf, SystemTime);

/// The pictures that were made, and the one being made.
#[derive(Default)]
pub struct Pictures {
    made: Vec<(Which, Made)>,
    under_way: Option<Making>,
}

struct Making {
    which: Which,
    stop: Arc<AtomicBool>,
    done: Receiver<Made>,
}

impl Drop for Making {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Pictures {
    /// Sees to it that the picture of a record is there or being made, and that no other is; whether there is a new one.
    pub(super) fn see_to(&mut self, kept: Option<&Kept>, desk: &Desk) -> bool {
        let wanted = kept.filter(|kept| kept.brief.is_ok()).map(which);
        if self.under_way.as_ref().map(|making| &making.which) != wanted.as_ref() {
            self.under_way = None;
        }
        let Some(wanted) = wanted.filter(|wanted| self.of(wanted).is_none()) else { return false };
        let Some(making) = &self.under_way else {
            let brief = kept.and_then(|kept| kept.brief.as_ref().as_ref().ok());
            self.under_way = brief.map(|brief| begin(wanted, brief, desk));
            return false;
        };
        let made = match making.done.try_recv() {
            Ok(made) => made,
            Err(TryRecvError::Empty) => return false,
            Err(TryRecvError::Disconnected) => Err(String::from("playing it broke down")),
        };
        self.under_way = None;
        self.made.truncate(MOST - 1);
        self.made.insert(0, (wanted, made));
        true
    }

    /// How long until it is to be seen to again, while that record is under the bar.
    pub(super) fn wait(&self, kept: Option<&Kept>) -> Option<Duration> {
        let wanted = kept.filter(|kept| kept.brief.is_ok()).map(which)?;
        match &self.under_way {
            Some(making) if making.which == wanted => Some(LOOK),
            _ => self.of(&wanted).is_none().then_some(Duration::ZERO),
        }
    }

    fn of(&self, wanted: &Which) -> Option<&Made> {
        self.made.iter().find(|(known, _)| known == wanted).map(|(_, made)| made)
    }

    /// Draws the field of that record, or says why there is nothing to see.
    pub(super) fn draw(&self, kept: &Kept, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let (field, foot) = split_below(area, 2);
        let system = match self.of(&which(kept)) {
            Some(Ok(system)) => system,
            Some(Err(why)) => return tell(&format!("The field cannot be shown: {why}."), field, canvas, desk),
            None if kept.brief.is_ok() => {
                return tell("The battle is played up to its last order ...", field, canvas, desk);
            }
            None => return,
        };
        overview(&Scene::of(system.field()), field, &desk.theme, desk.glyphs, canvas);
        let count = |side: Side| {
            let units = system.field().present_of(side).count();
            span(format!("{side}: {units} on the field   "), desk.theme.side_text(side))
        };
        let below = Rect { y: foot.bottom().saturating_sub(1).max(foot.y), height: foot.height.min(1), ..foot };
        paragraph(vec![Line::from(Side::ALL.map(count).to_vec())], 0, below, canvas);
    }
}

fn which(kept: &Kept) -> Which {
    (kept.path.clone(), kept.modified)
}

fn tell(text: &str, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
    for (row, text) in (0..area.height).zip(wrapped(text, usize::from(area.width))) {
        canvas.write(area.x, area.y + row, text, desk.theme.ink(Ink::Faint));
    }
}

fn begin(which: Which, brief: &Brief, desk: &Desk) -> Making {
    let (sender, done) = mpsc::channel();
    let stop = Arc::new(AtomicBool::new(false));
    let (library, wake, flag) = (Arc::clone(&desk.library), Arc::clone(&desk.wake), Arc::clone(&stop));
    let (path, brief) = (which.0.clone(), brief.clone());
    thread::spawn(move || {
        let made = catch_unwind(AssertUnwindSafe(|| last_position(library, &path, &brief, &flag)));
        let _ = sender.send(made.unwrap_or_else(|_| Err(String::from("playing it broke down"))));
        wake();
    });
    Making { which, stop, done }
}

/// A battle as whoever plays it may see it: by the eyes of the only person; of two, as much as both know; all of it where
/// nobody plays or it is over.
fn last_position(library: Arc<dyn Library>, path: &Path, brief: &Brief, stop: &AtomicBool) -> Made {
    let mut replay = Replay::open(library, path).map_err(|error| error.0)?;
    while !stop.load(Ordering::Relaxed) && replay.forward().map_err(|error| error.0)? {}
    let game = replay.game();
    let people = brief.seats.iter().filter(|seat| seat.is_human()).count();
    Ok(match (brief.person(), people) {
        _ if game.outcome().is_some() => game.system().copy(),
        (Some(side), _) => game.stage().shown(side).copy(),
        (None, 0) => game.system().copy(),
        (None, _) => game.stage().open_view().copy(),
    })
}

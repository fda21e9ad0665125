//! The battle itself with whoever looks on and listens: what each may see, and what each was told.

use std::sync::OnceLock;

use battle::{Event, Listener, Outcome, Pending, Side, System, UnitId};

use super::Telling;
use super::shown::Showing;
use crate::log::{Dispatch, DispatchKind, EYES, Eye, Log, Seen};
use crate::narrator::Narrator;
use crate::tally::{Counts, Tally};
use crate::{visible, witness};

/// The battle, and what is known and told of it.
pub struct Stage {
    pub(super) system: Box<dyn System>,
    /// What each pair of eyes may know, made when it is first asked for.
    pub(super) views: [OnceLock<Box<dyn System>>; EYES],
    pub(super) log: Log,
    pub(super) telling: Telling,
    pub(super) counts: Counts,
    /// What onlookers could count.
    pub(super) open: Counts,
    pub(super) showing: Showing,
}

impl Stage {
    /// A battle of which nothing is told yet.
    pub(super) fn new(system: Box<dyn System>, telling: Telling) -> Stage {
        Stage {
            system,
            views: Default::default(),
            log: Log::default(),
            telling,
            counts: Counts::default(),
            open: Counts::default(),
            showing: Showing::default(),
        }
    }
}

impl Stage {
    /// Tells what happened before the first decision.
    pub(super) fn tell_opening(&mut self) {
        if self.telling == Telling::None {
            return;
        }
        let mark = self.log.mark();
        let info = self.system.info();
        let mut narrator = Narrator::new(self.system.as_ref(), &mut self.log);
        for event in self.system.opening() {
            narrator.before(self.system.field(), event);
            narrator.after(self.system.field(), event);
            if narrator.was_open() {
                self.open.listener(info).after(self.system.field(), event);
            }
        }
        for eye in Eye::ALL {
            let view = self.sight(eye).field().clone();
            self.log.withhold(eye, mark, |unit| unit.is_some_and(|unit| visible::unknown([&view, &view], unit)));
        }
    }

    /// The whole truth, for the end screen and where one person plays both sides or none; for an onlooker elsewhere
    /// ([`Game::watch`](crate::Game::watch)), all that he is shown.
    #[must_use]
    pub fn system(&self) -> &dyn System {
        self.system.as_ref()
    }

    /// What that side may know, with dice that have nothing to do with the battle's. Kept until the next order.
    #[must_use]
    pub fn view(&self, side: Side) -> &dyn System {
        self.sight(Eye::Of(side))
    }

    /// What both sides know, with dice likewise.
    #[must_use]
    pub fn open_view(&self) -> &dyn System {
        self.sight(Eye::Onlooker)
    }

    pub(super) fn sight(&self, eye: Eye) -> &dyn System {
        self.views[eye.index()].get_or_init(|| witness::view(self.system.as_ref(), eye)).as_ref()
    }

    /// What the battle waits for.
    #[must_use]
    pub fn pending(&self) -> Pending {
        self.system.pending()
    }

    /// How the battle ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.system.outcome()
    }

    pub(super) fn enemies_known(&self, side: Side) -> Vec<UnitId> {
        visible::enemies_known(self.view(side).field(), side)
    }

    /// Adds a line of the game's own to the log.
    pub(super) fn note(&mut self, side: Option<Side>, text: String, seen: Seen) {
        let field = self.system.field();
        let step = self.system.info().steps.get(usize::from(field.step())).map_or("", |step| step.title);
        let (turn, kind) = (field.turn(), DispatchKind::Result);
        let dispatch =
            Dispatch { turn, step, side, kind, text, detail: Vec::new(), clause: "", unit: None, change: None };
        self.log.tell(dispatch, [None; 2], seen);
    }

    /// The log, oldest first: the whole truth.
    #[must_use]
    pub fn dispatches(&self) -> &[Dispatch] {
        &self.log.dispatches
    }

    /// The log as that side may read it.
    pub fn dispatches_for(&self, side: Side) -> impl Iterator<Item = &Dispatch> {
        self.log.told_to(Eye::Of(side), self.readable(side))
    }

    /// The log as onlookers may read it: what both sides know.
    pub fn dispatches_for_all(&self) -> impl Iterator<Item = &Dispatch> {
        self.log.told_to(Eye::Onlooker, usize::MAX)
    }

    /// The events from the `mark`-th on; none when an undo has gone back before it.
    #[must_use]
    pub fn events_since(&self, mark: usize) -> &[Event] {
        self.log.events.get(mark..).unwrap_or_default()
    }

    /// How many events there were.
    #[must_use]
    pub fn event_count(&self) -> usize {
        self.log.events.len()
    }

    /// Whether that side may see the event at that place of [`Stage::events_since`]`(0)`.
    #[must_use]
    pub fn event_seen_by(&self, place: usize, side: Side) -> bool {
        self.log.event_seen_by(place, Eye::Of(side))
    }

    /// Whether onlookers may see it.
    #[must_use]
    pub fn event_seen_by_all(&self, place: usize) -> bool {
        self.log.event_seen_by(place, Eye::Onlooker)
    }

    /// The same as an onlooker could count it.
    #[must_use]
    pub fn open_tally(&self) -> Tally {
        self.open.tally(self.open_view())
    }
}

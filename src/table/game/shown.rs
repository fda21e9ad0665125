//! What a side is shown while the other one is asked something of which, as far as both know, there is nothing to
//! decide: whom such a wait is for and in which step would tell of a hidden unit or a secret order. It sees the battle as
//! it stood when it last knew what was waited for, with what has happened since.

use std::sync::OnceLock;

use battle::{Decision, Side, System};

use super::Telling;
use super::stage::Stage;
use crate::account::waits;
use crate::log::{Eye, LogMark};

/// How the battle was shown to a side at one moment.
struct Moment {
    view: Box<dyn System>,
    mark: LogMark,
}

/// The last moment at which each side knew what was waited for.
#[derive(Default)]
pub(super) struct Showing {
    last: [Option<Moment>; 2],
    /// The same for whoever has no side.
    open: Option<(u16, Option<Side>)>,
    /// Whether now, as far as both know, the side to decide can only go on.
    idle: OnceLock<bool>,
}

impl Showing {
    pub(super) fn changed(&mut self) {
        self.idle = OnceLock::new();
    }
}

/// A battle before an order.
pub(super) struct Before {
    moments: [Moment; 2],
    open: Box<dyn System>,
    side: Side,
}

impl Stage {
    /// The battle as it is before an order of that side, if anybody is told of it.
    pub(super) fn before(&self, side: Side) -> Option<Before> {
        let moment = |eyes: Side| Moment { view: self.view(eyes).copy(), mark: self.log.mark() };
        (self.telling == Telling::Full).then(|| Before {
            moments: Side::ALL.map(moment),
            open: self.open_view().copy(),
            side,
        })
    }

    /// Keeps what was shown before an order, where it is more than a wait in secret.
    pub(super) fn keep_shown(&mut self, before: Before) {
        let mark = before.moments[0].mark;
        let was_known = self.log.has_news(Eye::Onlooker, mark) || !waits(before.open.as_ref());
        if was_known {
            self.showing.open = Some((before.open.field().turn(), before.open.to_decide()));
        }
        for (eyes, moment) in Side::ALL.into_iter().zip(before.moments) {
            if eyes == before.side || was_known {
                self.showing.last[eyes.index()] = Some(moment);
            }
        }
    }

    /// Whether, as far as both know, the side to decide can only go on.
    fn is_idle(&self) -> bool {
        self.telling == Telling::Full && *self.showing.idle.get_or_init(|| waits(self.open_view()))
    }

    /// Whether that side waits for the other one and, as far as both know, for nothing that is to be decided.
    fn waits_in_secret(&self, eyes: Side) -> bool {
        self.system.to_decide().is_some_and(|side| side != eyes) && self.is_idle()
    }

    /// The turn and the side to decide as whoever has no side may know them.
    #[must_use]
    pub fn open_standing(&self) -> (u16, Option<Side>) {
        let now = || (self.system.field().turn(), self.system.to_decide());
        self.showing.open.filter(|_| self.is_idle()).unwrap_or_else(now)
    }

    /// The moment that is still shown to a side.
    fn held(&self, eyes: Side) -> Option<&Moment> {
        let moment = self.showing.last[eyes.index()].as_ref().filter(|_| self.waits_in_secret(eyes))?;
        (!self.log.has_news(Eye::Of(eyes), moment.mark)).then_some(moment)
    }

    /// What a side is shown of the battle: its view, or how that was as long as the other side is asked something that
    /// nobody but itself may know of.
    #[must_use]
    pub fn shown(&self, eyes: Side) -> &dyn System {
        self.held(eyes).map_or_else(|| self.view(eyes), |moment| moment.view.as_ref())
    }

    /// What is asked, as far as a side may know; `None` when the battle is over, and when that is the other side's
    /// secret.
    #[must_use]
    pub fn asked(&self, eyes: Side) -> Option<Decision> {
        if !self.waits_in_secret(eyes) {
            return self.pending().decision();
        }
        let held = self.held(eyes)?.view.pending().decision();
        held.filter(|decision| decision.side != eyes)
    }

    /// How far into the log a side may read: not to the steps that have begun since it last knew what was waited for.
    pub(super) fn readable(&self, eyes: Side) -> usize {
        let moment = self.showing.last[eyes.index()].as_ref().filter(|_| self.waits_in_secret(eyes));
        moment.map_or(usize::MAX, |moment| self.log.without_last_steps(Eye::Of(eyes), moment.mark))
    }
}

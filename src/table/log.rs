//! The log of a battle: plain sentences with their details, who may read them, and the events behind them.

use battle::{Event, Side, UnitId};

/// What a line of the log is about, for filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DispatchKind {
    /// A turn or a step begins.
    Turn,
    /// An order was given.
    Order,
    /// A unit moved, came, or changed its condition.
    Move,
    /// Dice fell.
    Roll,
    /// Strength changed or a unit left.
    Loss,
    /// A leader went elsewhere.
    Leader,
    /// An objective changed hands, the battle ended, or something else was decided.
    Result,
}

impl DispatchKind {
    /// Every kind, in a fixed order.
    pub const ALL: [DispatchKind; 7] = [
        DispatchKind::Turn,
        DispatchKind::Order,
        DispatchKind::Move,
        DispatchKind::Roll,
        DispatchKind::Loss,
        DispatchKind::Leader,
        DispatchKind::Result,
    ];

    /// Its name, one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DispatchKind::Turn => "turn",
            DispatchKind::Order => "order",
            DispatchKind::Move => "move",
            DispatchKind::Roll => "roll",
            DispatchKind::Loss => "loss",
            DispatchKind::Leader => "leader",
            DispatchKind::Result => "result",
        }
    }
}

/// One line of the log. The same text everywhere: log, transcript, screen reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispatch {
    /// The turn it happened in.
    pub turn: u16,
    /// The step it happened in, as the system titles it.
    pub step: &'static str,
    /// Whom it concerns first, if one side.
    pub side: Option<Side>,
    /// What it is about.
    pub kind: DispatchKind,
    /// One sentence.
    pub text: String,
    /// More lines, such as each die of a roll and each reason for it; often empty.
    pub detail: Vec<String>,
    /// The clause it comes from; empty when none.
    pub clause: &'static str,
    /// The unit it is about, if one.
    pub unit: Option<UnitId>,
}

impl Dispatch {
    /// The sentence and its details as lines of plain text, details indented by two blanks.
    #[must_use]
    pub fn transcript(&self) -> String {
        self.detail.iter().fold(self.text.clone(), |text, line| text + "\n  " + line)
    }
}

/// Whom a thing is shown to: Blue, Red.
pub(crate) type Seen = [bool; 2];

/// Shown to both sides.
pub(crate) const TO_ALL: Seen = [true, true];

/// Dispatches and events with who may know of them.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) dispatches: Vec<Dispatch>,
    pub(crate) events: Vec<Event>,
    seen: Vec<Seen>,
    events_seen: Vec<Seen>,
}

/// A place in the log to return to.
#[derive(Clone, Copy)]
pub(crate) struct LogMark {
    dispatches: usize,
    events: usize,
}

impl Log {
    pub(crate) fn tell(&mut self, dispatch: Dispatch, seen: Seen) {
        self.dispatches.push(dispatch);
        self.seen.push(seen);
    }

    pub(crate) fn keep(&mut self, event: Event, seen: Seen) {
        self.events.push(event);
        self.events_seen.push(seen);
    }

    pub(crate) fn told_to(&self, side: Side) -> impl Iterator<Item = &Dispatch> {
        let shown = self.dispatches.iter().zip(&self.seen);
        shown.filter(move |(_, seen)| seen[side.index()]).map(|(dispatch, _)| dispatch)
    }

    /// How many of the first dispatches are shown to that side.
    pub(crate) fn told_before(&self, dispatches: usize, side: Side) -> usize {
        self.seen.iter().take(dispatches).filter(|seen| seen[side.index()]).count()
    }

    pub(crate) fn event_seen_by(&self, place: usize, side: Side) -> bool {
        self.events_seen.get(place).is_some_and(|seen| seen[side.index()])
    }

    /// Takes from a side what happened since the mark and `secret` says of its unit.
    pub(crate) fn withhold(&mut self, side: Side, mark: LogMark, secret: impl Fn(UnitId, bool) -> bool) {
        let place = side.index();
        for (dispatch, seen) in self.dispatches[mark.dispatches..].iter().zip(&mut self.seen[mark.dispatches..]) {
            let order = dispatch.kind == DispatchKind::Order;
            seen[place] &= !dispatch.unit.is_some_and(|unit| secret(unit, order));
        }
        for (event, seen) in self.events[mark.events..].iter().zip(&mut self.events_seen[mark.events..]) {
            let order = matches!(event, Event::Ordered { .. });
            seen[place] &= !crate::visible::subject(event).is_some_and(|unit| secret(unit, order));
        }
    }

    pub(crate) fn mark(&self) -> LogMark {
        LogMark { dispatches: self.dispatches.len(), events: self.events.len() }
    }

    pub(crate) fn return_to(&mut self, mark: LogMark) {
        self.dispatches.truncate(mark.dispatches);
        self.seen.truncate(mark.dispatches);
        self.events.truncate(mark.events);
        self.events_seen.truncate(mark.events);
    }
}

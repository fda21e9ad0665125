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
    /// How that unit's strength changed: before and after.
    pub change: Option<[i16; 2]>,
}

impl Dispatch {
    /// The sentence and its details as lines of plain text, details indented by two blanks.
    #[must_use]
    pub fn transcript(&self) -> String {
        self.detail.iter().fold(self.text.clone(), |text, line| text + "\n  " + line)
    }
}

/// Whoever looks at a battle with knowledge of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Eye {
    /// A side.
    Of(Side),
    /// Somebody without a side, who knows what both sides know.
    Onlooker,
}

/// How many there are.
pub(crate) const EYES: usize = 3;

impl Eye {
    /// Each, in the order of [`Eye::index`].
    pub(crate) const ALL: [Eye; EYES] = [Eye::Of(Side::Blue), Eye::Of(Side::Red), Eye::Onlooker];

    /// Its place in lists.
    pub(crate) const fn index(self) -> usize {
        match self {
            Eye::Of(side) => side.index(),
            Eye::Onlooker => EYES - 1,
        }
    }

    /// Whether what that side keeps to itself is kept from this eye.
    pub(crate) fn is_kept_from(self, side: Side) -> bool {
        self != Eye::Of(side)
    }
}

/// Whom a thing is shown to: Blue, Red, onlookers.
pub(crate) type Seen = [bool; EYES];

/// Shown to everybody.
pub(crate) const TO_ALL: Seen = [true; EYES];

/// Shown to whoever has the battle itself, and to both sides there, but not to onlookers.
pub(crate) const TO_PLAYERS: Seen = [true, true, false];

/// Dispatches and events with who may know of them.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) dispatches: Vec<Dispatch>,
    pub(crate) events: Vec<Event>,
    seen: Vec<Seen>,
    /// The units that each dispatch names.
    about: Vec<[Option<UnitId>; 2]>,
    events_seen: Vec<Seen>,
}

/// A place in the log to return to.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct LogMark {
    dispatches: usize,
    events: usize,
}

impl Log {
    pub(crate) fn tell(&mut self, dispatch: Dispatch, units: [Option<UnitId>; 2], seen: Seen) {
        self.dispatches.push(dispatch);
        self.seen.push(seen);
        self.about.push(units);
    }

    pub(crate) fn keep(&mut self, event: Event, seen: Seen) {
        self.events.push(event);
        self.events_seen.push(seen);
    }

    /// What that eye is shown of so many first dispatches.
    pub(crate) fn told_to(&self, eye: Eye, dispatches: usize) -> impl Iterator<Item = &Dispatch> {
        let shown = self.dispatches.iter().zip(&self.seen).take(dispatches);
        shown.filter(move |(_, seen)| seen[eye.index()]).map(|(dispatch, _)| dispatch)
    }

    /// How many of the first dispatches are shown to that eye.
    pub(crate) fn told_before(&self, dispatches: usize, eye: Eye) -> usize {
        self.seen.iter().take(dispatches).filter(|seen| seen[eye.index()]).count()
    }

    pub(crate) fn event_seen_by(&self, place: usize, eye: Eye) -> bool {
        self.events_seen.get(place).is_some_and(|seen| seen[eye.index()])
    }

    /// Whether that eye is shown since the mark that more has happened than that steps began.
    pub(crate) fn has_news(&self, eye: Eye, mark: LogMark) -> bool {
        self.without_last_steps(eye, mark) > mark.dispatches
    }

    /// Dispatches up to the last that the eye reads or to the mark, before the turns and steps that were last told to have begun.
    pub(crate) fn without_last_steps(&self, eye: Eye, mark: LogMark) -> usize {
        let told = self.dispatches.iter().zip(&self.seen).enumerate().skip(mark.dispatches);
        let mut news = told.filter(|(_, (one, seen))| seen[eye.index()] && one.kind != DispatchKind::Turn);
        let last = news.next_back().map_or(mark.dispatches, |(place, _)| place + 1);
        last.min(self.dispatches.len())
    }

    /// Whether onlookers are shown the last event.
    pub(crate) fn last_event_open(&self) -> bool {
        self.events_seen.last().is_some_and(|seen| seen[Eye::Onlooker.index()])
    }

    /// Takes from an eye what happened since the mark: everything if `secret(None)`, otherwise what concerns a unit of
    /// which `secret` is true.
    pub(crate) fn withhold(&mut self, eye: Eye, mark: LogMark, secret: impl Fn(Option<UnitId>) -> bool) {
        let (place, everything) = (eye.index(), secret(None));
        let kept = |units: [Option<UnitId>; 2]| everything || units.iter().flatten().any(|unit| secret(Some(*unit)));
        for (units, seen) in self.about[mark.dispatches..].iter().zip(&mut self.seen[mark.dispatches..]) {
            seen[place] &= !kept(*units);
        }
        for (event, seen) in self.events[mark.events..].iter().zip(&mut self.events_seen[mark.events..]) {
            seen[place] &= !kept(crate::visible::units(event));
        }
    }

    pub(crate) fn mark(&self) -> LogMark {
        LogMark { dispatches: self.dispatches.len(), events: self.events.len() }
    }

    /// Takes the dispatches from that place on back; events stay.
    pub(crate) fn take_back_from(&mut self, dispatches: usize) {
        self.return_to(LogMark { dispatches, events: self.events.len() });
    }

    pub(crate) fn return_to(&mut self, mark: LogMark) {
        self.dispatches.truncate(mark.dispatches);
        self.seen.truncate(mark.dispatches);
        self.about.truncate(mark.dispatches);
        self.events.truncate(mark.events);
        self.events_seen.truncate(mark.events);
    }
}

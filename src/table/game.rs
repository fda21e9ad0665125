//! One battle in progress: whose turn it is to answer, giving orders, taking them back, and what happened so far.

mod following;
mod resuming;
mod saving;
mod seating;
mod shown;
mod staff;
mod watching;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use battle::{
    Battlefield, Choice, Deaf, Event, Library, Listener, Order, Outcome, Pending, Player, Pose, Refusal, Side, System,
    UnitId, Unusable, Why,
};

use crate::ears::{Ears, Tellers};
use crate::journal::Journal;
use crate::log::{Dispatch, DispatchKind, EYES, Eye, Log, Seen, TO_ALL, TO_PLAYERS};
use crate::narrator::Narrator;
use crate::record::{self, Notes, Record};
use crate::record_file::RecordFile;
use crate::seat::Seat;
use crate::setup::{Setup, derived};
use crate::tally::{Counts, Tally};
use crate::undo::{self, Snapshot, Undo};
use crate::visible;
use crate::witness::{self, Sight, Witness};

/// Whether a game tells what happens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Telling {
    /// Dispatches and events are kept.
    Full,
    /// Nothing is kept but the tally.
    None,
}

/// One battle in progress.
pub struct Game {
    setup: Setup,
    system: Box<dyn System>,
    views: [OnceLock<Box<dyn System>>; EYES],
    seats: [Seat; 2],
    log: Log,
    telling: Telling,
    counts: Counts,
    /// What onlookers could count.
    open: Counts,
    pub(crate) undo: Undo,
    reasons: BTreeMap<Option<UnitId>, seating::Reason>,
    journal: Journal,
    advisor: Option<Box<dyn Player>>,
    given: u32,
    changes: u32,
    attempt: Option<String>,
    following: Option<following::Following>,
    watching: Option<watching::Watching>,
    showing: shown::Showing,
    /// Where units stood before the first decision.
    pub(crate) starts: Vec<(UnitId, Pose)>,
}

impl Game {
    /// Sets a battle up. With a record, everything is written down from the first order on.
    ///
    /// An `exec:` seat starts its program now. Each of its decisions is one line of JSON on the program's input with
    /// `decision`, `orders` (complete), `stems` (to be completed with a pose) and `state`; the answer is one line, an
    /// order as text. `? STEM` asks for the poses that complete a stem. A program that ends, stays silent for a minute
    /// or gives three orders that are refused makes its side resign.
    ///
    /// # Errors
    /// What the system, a commander or a program cannot give; the record is taken away again then.
    pub fn start(library: &dyn Library, setup: &Setup, record: Option<RecordFile>) -> Result<Game, Unusable> {
        Game::start_noted(library, setup, record, Notes::default())
    }

    /// The same with notes in the record's header: what whoever keeps the battle wants to find there again. The battle
    /// does not depend on them.
    ///
    /// # Errors
    /// As [`Game::start`].
    pub fn start_noted(
        library: &dyn Library,
        setup: &Setup,
        record: Option<RecordFile>,
        notes: Notes,
    ) -> Result<Game, Unusable> {
        let header = record::header_noted(setup, notes);
        let begun = filled(library, setup).and_then(|seats| Game::deploy(library, setup, header, seats, Telling::Full));
        let mut game = match begun {
            Ok(game) => game,
            Err(why) => {
                record.into_iter().for_each(RecordFile::take_back);
                return Err(why);
            }
        };
        if let Some(file) = record {
            game.journal.attach(file, 0);
            game.tell_news();
        }
        Ok(game)
    }

    /// Sets a battle up that keeps neither dispatches nor events, for many battles without a screen. The record is
    /// kept in memory; see [`Game::record_text`].
    ///
    /// # Errors
    /// What the system, a commander or a program cannot give.
    pub fn start_untold(library: &dyn Library, setup: &Setup) -> Result<Game, Unusable> {
        Game::deploy(library, setup, record::header(setup), filled(library, setup)?, Telling::None)
    }

    /// The lines that come are played by that version.
    pub(crate) fn note_program(&mut self, version: &str) {
        self.journal.program(version);
    }

    /// A game that a record will be played into, with nobody in its seats.
    pub(crate) fn of_record(library: &dyn Library, record: &Record) -> Result<Game, Unusable> {
        Game::deploy_record(library, record, Telling::None)
    }

    /// The same, telling what happens.
    pub(crate) fn of_record_told(library: &dyn Library, record: &Record) -> Result<Game, Unusable> {
        Game::deploy_record(library, record, Telling::Full)
    }

    fn deploy_record(library: &dyn Library, record: &Record, telling: Telling) -> Result<Game, Unusable> {
        let header = record.header_line.clone();
        Game::deploy(library, &record.setup(library)?, header, [Seat::Record, Seat::Record], telling)
    }

    fn deploy(
        library: &dyn Library,
        setup: &Setup,
        header: String,
        seats: [Seat; 2],
        telling: Telling,
    ) -> Result<Game, Unusable> {
        let system = library.deploy(setup.system.key, &setup.battle.scenario, &setup.house, setup.seed)?;
        let starts = starts_of(system.field());
        let mut game = Game {
            setup: setup.clone(),
            counts: Counts::default(),
            open: Counts::default(),
            system,
            views: Default::default(),
            seats,
            log: Log::default(),
            telling,
            undo: Undo::default(),
            reasons: BTreeMap::new(),
            journal: Journal::new(header),
            advisor: None,
            given: 0,
            changes: 0,
            attempt: None,
            following: None,
            watching: None,
            showing: shown::Showing::default(),
            starts,
        };
        game.tell_opening();
        Ok(game)
    }

    /// Tells what happened before the first decision.
    fn tell_opening(&mut self) {
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
    /// ([`Game::watch`]), all that he is shown.
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

    fn sight(&self, eye: Eye) -> &dyn System {
        self.views[eye.index()].get_or_init(|| witness::view(self.system.as_ref(), eye)).as_ref()
    }

    /// Title, seats and seed.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What the battle waits for.
    #[must_use]
    pub fn pending(&self) -> Pending {
        self.system.pending()
    }

    /// Whether a person gives that side's orders.
    #[must_use]
    pub fn is_human(&self, side: Side) -> bool {
        self.seats[side.index()].is_human()
    }

    /// How the battle ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.system.outcome()
    }

    /// Orders given so far, undone ones not counted.
    #[must_use]
    pub fn orders_given(&self) -> u32 {
        self.given
    }

    /// Gives an order for the side to decide: carried out, told and recorded.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub fn give(&mut self, order: &Order) -> Result<(), Refusal> {
        if self.is_joined() { self.give_there(order) } else { self.give_here(order) }
    }

    /// Gives an order at this end, whether or not the battle is kept elsewhere.
    pub(crate) fn give_here(&mut self, order: &Order) -> Result<(), Refusal> {
        self.carry_out(order, &mut Deaf)
    }

    fn carry_out(&mut self, order: &Order, guest: &mut dyn Listener) -> Result<(), Refusal> {
        let decision = self.pending().decision();
        let side = decision.ok_or_else(|| Refusal::new("", "the battle is over"))?.side;
        self.all_saved().map_err(|why| Refusal::new("", why))?;
        let turn = self.system.field().turn();
        let text = self.system.order_text().write(order);
        let before = self.seats[side.index()].takes_back().then(|| (self.snapshot(side), self.enemies_known(side)));
        self.attempt = Some(text);
        let dice = self.resolve(side, order, guest)?;
        let text = self.attempt.take().unwrap_or_default();
        self.given += 1;
        self.remember_for_undo(side, before, dice);
        self.journal.order(&text);
        self.close_turn(turn);
        self.tell_news();
        Ok(())
    }

    /// Lets the system carry the order out; whether dice fell.
    fn resolve(&mut self, side: Side, order: &Order, guest: &mut dyn Listener) -> Result<bool, Refusal> {
        self.hear(side, guest, |system, ears| system.resolve(order, ears))
    }

    /// Lets that side do something to the battle with everybody listening; whether dice fell. When it is refused,
    /// nothing has changed.
    fn hear(
        &mut self,
        side: Side,
        guest: &mut dyn Listener,
        deed: impl FnOnce(&mut dyn System, &mut dyn Listener) -> Result<(), Refusal>,
    ) -> Result<bool, Refusal> {
        let info = self.system.info();
        let before = self.before(side);
        let witness = (self.telling == Telling::Full).then(|| {
            let known = self.views.each_mut().map(OnceLock::take);
            Witness::new(side, Sight::of(self.system.as_ref(), known), &self.log)
        });
        let tellers = witness.map(|witness| Tellers::new(self.system.as_ref(), &mut self.log, witness, &mut self.open));
        let mut ears = Ears { info, dice: false, tellers, counter: self.counts.listener(info), guest };
        let done = deed(self.system.as_mut(), &mut ears);
        let dice = ears.dice;
        let views = ears.tellers.map(|tellers| tellers.finish(self.system.as_ref()).into_views());
        if done.is_ok() {
            self.changed();
        }
        self.views = views.map_or_else(Default::default, |views| views.map(OnceLock::from));
        before.filter(|_| done.is_ok()).into_iter().for_each(|before| self.keep_shown(before));
        done.map(|()| dice)
    }

    /// Forgets what was true of the battle as it was.
    fn changed(&mut self) {
        self.views = Default::default();
        self.showing.changed();
        self.changes += 1;
    }

    pub(crate) fn snapshot(&self, side: Side) -> Snapshot {
        Snapshot {
            side,
            system: self.system.copy(),
            mark: self.log.mark(),
            counts: self.counts.clone(),
            open: self.open.clone(),
            chain: self.journal.chain.clone(),
            given: self.given,
        }
    }

    fn enemies_known(&self, side: Side) -> Vec<UnitId> {
        visible::enemies_known(self.view(side).field(), side)
    }

    fn remember_for_undo(&mut self, side: Side, before: Option<(Snapshot, Vec<UnitId>)>, dice: bool) {
        match before {
            None if self.seats.iter().any(Seat::takes_back) => self.undo.block(undo::ANSWERED),
            None => {}
            Some((snapshot, known)) => {
                let revealed = || self.enemies_known(side).iter().any(|unit| !known.contains(unit));
                let barrier = if dice { Some(undo::DICE) } else { revealed().then_some(undo::REVEALED) };
                self.undo.given(snapshot, barrier);
            }
        }
    }

    /// Writes the hash line that an order calls for: at a turn's end, or at the battle's.
    fn close_turn(&mut self, turn: u16) {
        let now = self.system.field().turn();
        if let Some(outcome) = self.outcome() {
            self.journal.over(&outcome, &self.system.digest());
        } else if now > turn && turn > 0 {
            self.journal.turn(now - 1, &self.system.digest());
        }
    }

    fn tell_news(&mut self) {
        self.journal.settle();
        for text in self.journal.news() {
            self.note(None, text, TO_PLAYERS);
        }
    }

    /// Adds a line of the game's own to the log.
    fn note(&mut self, side: Option<Side>, text: String, seen: Seen) {
        let field = self.system.field();
        let step = self.system.info().steps.get(usize::from(field.step())).map_or("", |step| step.title);
        let (turn, kind) = (field.turn(), DispatchKind::Result);
        let dispatch =
            Dispatch { turn, step, side, kind, text, detail: Vec::new(), clause: "", unit: None, change: None };
        self.log.tell(dispatch, [None; 2], seen);
    }

    /// Takes the last order back. In a joined game it is taken back where the battle is kept.
    ///
    /// # Errors
    /// Why not: "dice fell", "the enemy has answered", "something was revealed", "nothing to undo".
    pub fn undo(&mut self) -> Result<(), String> {
        if self.is_joined() {
            return self.undo_there();
        }
        self.all_saved()?;
        self.step_back()?;
        self.journal.taken_back(1);
        self.tell_news();
        Ok(())
    }

    /// Back to the last snapshot; the journal's lines stay.
    fn step_back(&mut self) -> Result<(), String> {
        let snapshot = self.undo.take()?;
        self.return_to(snapshot);
        Ok(())
    }

    fn return_to(&mut self, snapshot: Snapshot) {
        self.system = snapshot.system;
        self.log.return_to(snapshot.mark);
        self.counts = snapshot.counts;
        self.open = snapshot.open;
        self.journal.chain = snapshot.chain;
        self.given = snapshot.given;
        self.changed();
    }

    /// Back to a snapshot of a record being watched.
    pub(crate) fn rewind(&mut self, snapshot: Snapshot) {
        self.return_to(snapshot);
        self.journal.lines.truncate(1);
    }

    /// Why the last order cannot be taken back; `None` when it can. At a joined game's end, only orders of that end's
    /// side can.
    #[must_use]
    pub fn undo_blocked(&self) -> Option<String> {
        if self.is_joined() { self.undo_blocked_there() } else { self.undo.blocked() }
    }

    /// Whose order [`Game::undo`] would take back.
    #[must_use]
    pub fn undo_of(&self) -> Option<Side> {
        self.undo.side()
    }

    /// A side gives up; in a joined game, only the side of that end can. Nothing happens when the battle is over.
    pub fn resign(&mut self, side: Side) {
        if self.is_joined() { self.resign_there() } else { self.resign_because(side, "") }
    }

    /// That side gives up in a game that is kept here, and the log and the record say why; with no words as by
    /// [`Game::resign`]. Nothing happens in a battle that is over.
    pub fn resign_because(&mut self, side: Side, why: &str) {
        if self.outcome().is_some() {
            return;
        }
        let text = if why.is_empty() { format!("{side} resigns.") } else { format!("{side} resigns: {why}.") };
        self.note(Some(side), text, TO_ALL);
        let _heard = self.hear(side, &mut Deaf, |system, ears| {
            system.resign(side, ears);
            Ok(())
        });
        self.undo.block(undo::NOTHING);
        self.journal.resigned(side, why);
        if let Some(outcome) = self.outcome() {
            self.journal.over(&outcome, &self.system.digest());
        }
        self.tell_news();
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

    /// Whether that side may see the event at that place of [`Game::events_since`]`(0)`.
    #[must_use]
    pub fn event_seen_by(&self, place: usize, side: Side) -> bool {
        self.log.event_seen_by(place, Eye::Of(side))
    }

    /// Whether onlookers may see it.
    #[must_use]
    pub fn event_seen_by_all(&self, place: usize) -> bool {
        self.log.event_seen_by(place, Eye::Onlooker)
    }

    /// Why a computer seat gave its last order that concerned the unit, if that side (`None`: everybody) knows of it.
    #[must_use]
    pub fn why(&self, unit: UnitId, eyes: Option<Side>) -> Option<&Why> {
        self.reasons.get(&Some(unit)).filter(|reason| reason.is_known_to(eyes)).map(|reason| &reason.why)
    }

    /// The last order of a computer seat that gave its reasons and that the side knows of.
    #[must_use]
    pub fn last_why(&self, eyes: Option<Side>) -> Option<(&Order, &Why)> {
        let known = self.reasons.values().filter(|reason| reason.is_known_to(eyes));
        known.max_by_key(|reason| reason.given).map(|reason| (&reason.order, &reason.why))
    }

    /// What the first commander of the library would do now for the side to decide: with that unit, or at all. `None`
    /// when there is nothing to do.
    pub fn advice(&mut self, library: &dyn Library, unit: Option<UnitId>) -> Option<Choice> {
        let side = self.pending().decision()?.side;
        let mut advisor = self.take_advisor(library)?;
        let choice = advisor.advise(self.view(side), unit);
        self.advisor = Some(advisor);
        choice
    }

    /// The first commander of the library, to be put back when it has been asked.
    fn take_advisor(&mut self, library: &dyn Library) -> Option<Box<dyn Player>> {
        if self.advisor.is_none() {
            let first = library.commanders().into_iter().next()?;
            self.advisor = library.commander(&first.key, derived(0, "advisor")).ok();
        }
        self.advisor.take()
    }

    /// Losses, charges, shots and luck of both sides so far: the whole truth; for an onlooker elsewhere, what he is told
    /// at the end.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally_told().unwrap_or_else(|| self.counts.tally(self.system.as_ref()))
    }

    /// The same as an onlooker could count it.
    #[must_use]
    pub fn open_tally(&self) -> Tally {
        self.open.tally(self.open_view())
    }

    /// Where the record is written, if it is.
    #[must_use]
    pub fn record_path(&self) -> Option<&Path> {
        self.journal.path()
    }

    /// The record as text, complete up to the last order.
    #[must_use]
    pub fn record_text(&self) -> String {
        self.journal.lines.iter().fold(String::new(), |text, line| text + line + "\n")
    }

    /// The last turn's hash, 32 hexadecimal digits; at the end it stands for the whole battle.
    #[must_use]
    pub fn last_hash(&self) -> Option<&str> {
        self.journal.last_hash.as_deref()
    }

    /// The order that was tried last and not carried out (refused, or broken off by a panic), as text.
    #[must_use]
    pub fn attempt(&self) -> Option<&str> {
        self.attempt.as_deref()
    }

    pub(crate) fn lines(&self) -> &[String] {
        &self.journal.lines
    }
}

/// The seats with their players.
fn filled(library: &dyn Library, setup: &Setup) -> Result<[Seat; 2], Unusable> {
    let seat = |side: Side| Seat::of(library, setup.seat(side), side, setup.seed);
    Ok([seat(Side::Blue)?, seat(Side::Red)?])
}

/// Where every unit on the map stands.
fn starts_of(field: &Battlefield) -> Vec<(UnitId, Pose)> {
    field.present().map(|unit| (unit, field.unit(unit).pose)).collect()
}

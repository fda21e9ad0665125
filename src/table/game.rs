//! One battle in progress: whose turn it is to answer, giving orders, taking them back, and what happened so far.

mod following;
mod outsiders;
mod past;
mod resuming;
mod saving;
mod seating;
mod shown;
mod staff;
mod stage;
mod watching;

use std::sync::OnceLock;

use battle::{
    Battlefield, Choice, Deaf, Library, Listener, Order, Outcome, Pending, Pose, Refusal, Side, System, UnitId,
    Unusable,
};

pub use self::following::Elsewhere;
pub use self::past::Past;
pub use self::seating::Seats;
pub use self::staff::Staffed;
pub use self::stage::Stage;
use crate::audience::{Audience, Tellers};
use crate::log::{TO_ALL, TO_PLAYERS};
use crate::outside::Outside;
use crate::record::{self, Notes, Record};
use crate::record_file::RecordFile;
use crate::seat::Seat;
use crate::setup::{SeatSpec, Setup};
use crate::tally::Tally;
use crate::undo::{self, Snapshot};
use crate::witness::{Sight, Witness};

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
    stage: Stage,
    seats: Seats,
    pub(crate) past: Past,
    link: Elsewhere,
    /// Where units stood before the first decision.
    pub(crate) starts: Vec<(UnitId, Pose)>,
    /// Why a side gave up, where it said so.
    surrender: Option<String>,
}

impl Game {
    /// The battle with whoever looks on: views, dispatches, events.
    #[must_use]
    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Who sits where, and why the computers among them gave their orders.
    #[must_use]
    pub const fn seats(&self) -> &Seats {
        &self.seats
    }

    /// What was ordered, and its record.
    #[must_use]
    pub const fn past(&self) -> &Past {
        &self.past
    }

    /// The other end, where the battle is kept elsewhere.
    #[must_use]
    pub const fn elsewhere(&self) -> &Elsewhere {
        &self.link
    }

    /// Sets a battle up. With a record, everything is written down from the first order on.
    ///
    /// An `exec:` seat starts its program now, and tells it of the battle (`docs/protocol.md`).
    ///
    /// # Errors
    /// What the system, a commander or a program cannot give; the record is taken away again then.
    pub fn start(library: &dyn Library, setup: &Setup, record: Option<RecordFile>) -> Result<Game, Unusable> {
        Game::start_noted(library, setup, record, Notes::default())
    }

    /// The same with players from outside treated so.
    ///
    /// # Errors
    /// As [`Game::start`].
    pub fn start_outside(
        library: &dyn Library,
        setup: &Setup,
        record: Option<RecordFile>,
        outside: &Outside,
    ) -> Result<Game, Unusable> {
        Game::begin(library, setup, record, (Notes::default(), outside))
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
        Game::begin(library, setup, record, (notes, &Outside::default()))
    }

    fn begin(
        library: &dyn Library,
        setup: &Setup,
        record: Option<RecordFile>,
        (notes, outside): (Notes, &Outside),
    ) -> Result<Game, Unusable> {
        let header = record::header_noted(setup, notes);
        let begun = filled(library, setup, outside)
            .and_then(|seats| Game::deploy(library, setup, header, seats, Telling::Full));
        let mut game = match begun {
            Ok(game) => game,
            Err(why) => {
                record.into_iter().for_each(RecordFile::take_back);
                return Err(why);
            }
        };
        if let Some(file) = record {
            game.past.journal.attach(file, 0);
            game.tell_news();
        }
        Ok(game)
    }

    /// Sets a battle up that keeps neither dispatches nor events, for many battles without a screen. The record is
    /// kept in memory; see [`Past::record_text`].
    ///
    /// # Errors
    /// What the system, a commander or a program cannot give.
    pub fn start_untold(library: &dyn Library, setup: &Setup) -> Result<Game, Unusable> {
        Game::start_untold_noted(library, setup, Notes::default(), &Outside::default())
    }

    /// The same with notes in the record's header, and with players from outside treated so. Where there are some, what
    /// they have to be told of is kept.
    ///
    /// # Errors
    /// As [`Game::start_untold`].
    pub fn start_untold_noted(
        library: &dyn Library,
        setup: &Setup,
        notes: Notes,
        outside: &Outside,
    ) -> Result<Game, Unusable> {
        let telling = if setup.seats.iter().any(SeatSpec::is_outside) { Telling::Full } else { Telling::None };
        Game::deploy(library, setup, record::header_noted(setup, notes), filled(library, setup, outside)?, telling)
    }

    /// The lines that come are played by that version.
    pub(crate) fn note_program(&mut self, version: &str) {
        self.past.journal.program(version);
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
            stage: Stage::new(system, telling),
            seats: Seats::new(seats),
            past: Past::new(header),
            link: Elsewhere::default(),
            starts,
            surrender: None,
        };
        game.stage.tell_opening();
        Side::ALL.into_iter().for_each(|side| game.greet(side));
        Ok(game)
    }

    /// The whole truth, for the end screen and where one person plays both sides or none; for an onlooker elsewhere
    /// ([`Game::watch`]), all that he is shown.
    #[must_use]
    pub fn system(&self) -> &dyn System {
        self.stage.system()
    }

    /// What that side may know, with dice that have nothing to do with the battle's. Kept until the next order.
    #[must_use]
    pub fn view(&self, side: Side) -> &dyn System {
        self.stage.view(side)
    }

    /// Title, seats and seed.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What the battle waits for.
    #[must_use]
    pub fn pending(&self) -> Pending {
        self.stage.pending()
    }

    /// Whether a person gives that side's orders.
    #[must_use]
    pub fn is_human(&self, side: Side) -> bool {
        self.seats.is_human(side)
    }

    /// How the battle ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.stage.outcome()
    }

    /// Orders given so far, undone ones not counted.
    #[must_use]
    pub fn orders_given(&self) -> u32 {
        self.past.orders_given()
    }

    /// Gives an order for the side to decide: carried out, told and recorded.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub fn give(&mut self, order: &Order) -> Result<(), Refusal> {
        if self.link.is_joined() { self.give_there(order) } else { self.give_here(order) }
    }

    /// Gives an order at this end, whether or not the battle is kept elsewhere.
    pub(crate) fn give_here(&mut self, order: &Order) -> Result<(), Refusal> {
        self.carry_out(order, &mut Deaf)
    }

    fn carry_out(&mut self, order: &Order, guest: &mut dyn Listener) -> Result<(), Refusal> {
        let decision = self.stage.pending().decision();
        let side = decision.ok_or_else(|| Refusal::new("", "the battle is over"))?.side;
        self.all_saved().map_err(|why| Refusal::new("", why))?;
        let turn = self.stage.system.field().turn();
        let text = self.stage.system.order_text().write(order);
        let before =
            self.seats.taken[side.index()].takes_back().then(|| (self.snapshot(side), self.stage.enemies_known(side)));
        self.past.attempt = Some(text);
        let dice = self.resolve(side, order, guest)?;
        let text = self.past.attempt.take().unwrap_or_default();
        self.past.given += 1;
        self.remember_for_undo(side, before, dice);
        self.past.journal.order(&text);
        self.close_turn(turn);
        self.tell_news();
        self.tell_end();
        Ok(())
    }

    /// Lets the system carry the order out; whether dice fell.
    fn resolve(&mut self, side: Side, order: &Order, guest: &mut dyn Listener) -> Result<bool, Refusal> {
        self.hear(side, guest, |system, audience| system.resolve(order, audience))
    }

    /// Lets that side do something to the battle with everybody listening; whether dice fell. When it is refused,
    /// nothing has changed.
    fn hear(
        &mut self,
        side: Side,
        guest: &mut dyn Listener,
        deed: impl FnOnce(&mut dyn System, &mut dyn Listener) -> Result<(), Refusal>,
    ) -> Result<bool, Refusal> {
        let info = self.stage.system.info();
        let before = self.stage.before(side);
        let witness = (self.stage.telling == Telling::Full).then(|| {
            let known = self.stage.views.each_mut().map(OnceLock::take);
            Witness::new(side, Sight::of(self.stage.system.as_ref(), known), &self.stage.log)
        });
        let tellers = witness.map(|witness| {
            Tellers::new(self.stage.system.as_ref(), &mut self.stage.log, witness, &mut self.stage.open)
        });
        let mut audience = Audience { info, dice: false, tellers, counter: self.stage.counts.listener(info), guest };
        let done = deed(self.stage.system.as_mut(), &mut audience);
        let dice = audience.dice;
        let views = audience.tellers.map(|tellers| tellers.finish(self.stage.system.as_ref()).into_views());
        if done.is_ok() {
            self.changed();
        }
        self.stage.views = views.map_or_else(Default::default, |views| views.map(OnceLock::from));
        before.filter(|_| done.is_ok()).into_iter().for_each(|before| self.stage.keep_shown(before));
        done.map(|()| dice)
    }

    /// Forgets what was true of the battle as it was.
    fn changed(&mut self) {
        self.stage.views = Default::default();
        self.stage.showing.changed();
        self.past.changes += 1;
    }

    pub(crate) fn snapshot(&self, side: Side) -> Snapshot {
        Snapshot {
            side,
            system: self.stage.system.copy(),
            mark: self.stage.log.mark(),
            counts: self.stage.counts.clone(),
            open: self.stage.open.clone(),
            chain: self.past.journal.chain.clone(),
            given: self.past.given,
        }
    }

    fn remember_for_undo(&mut self, side: Side, before: Option<(Snapshot, Vec<UnitId>)>, dice: bool) {
        match before {
            None if self.seats.taken.iter().any(Seat::takes_back) => self.past.undo.block(undo::ANSWERED),
            None => {}
            Some((snapshot, known)) => {
                let revealed = || self.stage.enemies_known(side).iter().any(|unit| !known.contains(unit));
                let barrier = if dice { Some(undo::DICE) } else { revealed().then_some(undo::REVEALED) };
                self.past.undo.given(snapshot, barrier);
            }
        }
    }

    /// Writes the hash line that an order calls for: at a turn's end, or at the battle's.
    fn close_turn(&mut self, turn: u16) {
        let now = self.stage.system.field().turn();
        if let Some(outcome) = self.stage.outcome() {
            self.past.journal.over(&outcome, &self.stage.system.digest());
        } else if now > turn && turn > 0 {
            self.past.journal.turn(now - 1, &self.stage.system.digest());
        }
    }

    fn tell_news(&mut self) {
        self.past.journal.settle();
        for text in self.past.journal.news() {
            self.stage.note(None, text, TO_PLAYERS);
        }
    }

    /// Takes the last order back. In a joined game it is taken back where the battle is kept.
    ///
    /// # Errors
    /// Why not: "dice fell", "the enemy has answered", "something was revealed", "nothing to undo".
    pub fn undo(&mut self) -> Result<(), String> {
        if self.link.is_joined() {
            return self.undo_there();
        }
        self.all_saved()?;
        self.step_back()?;
        self.past.journal.taken_back(1);
        self.tell_news();
        Ok(())
    }

    /// Back to the last snapshot; the journal's lines stay.
    fn step_back(&mut self) -> Result<(), String> {
        let snapshot = self.past.undo.take()?;
        self.return_to(snapshot);
        Ok(())
    }

    fn return_to(&mut self, snapshot: Snapshot) {
        self.stage.system = snapshot.system;
        self.stage.log.return_to(snapshot.mark);
        self.stage.counts = snapshot.counts;
        self.stage.open = snapshot.open;
        self.past.journal.chain = snapshot.chain;
        self.past.given = snapshot.given;
        self.changed();
        self.tell_end();
    }

    /// Back to a snapshot of a record being watched.
    pub(crate) fn rewind(&mut self, snapshot: Snapshot) {
        self.return_to(snapshot);
        self.past.journal.lines.truncate(1);
    }

    /// Why the last order cannot be taken back; `None` when it can. At a joined game's end, only orders of that end's
    /// side can.
    #[must_use]
    pub fn undo_blocked(&self) -> Option<String> {
        if self.link.is_joined() { self.undo_blocked_there() } else { self.past.undo.blocked() }
    }

    /// A side gives up; in a joined game, only the side of that end can. Nothing happens when the battle is over.
    pub fn resign(&mut self, side: Side) {
        if self.link.is_joined() { self.resign_there() } else { self.resign_because(side, "") }
    }

    /// That side gives up in a game that is kept here, and the log and the record say why; with no words as by
    /// [`Game::resign`]. Nothing happens in a battle that is over.
    pub fn resign_because(&mut self, side: Side, why: &str) {
        if self.stage.outcome().is_some() {
            return;
        }
        let text = if why.is_empty() { format!("{side} resigns.") } else { format!("{side} resigns: {why}.") };
        self.stage.note(Some(side), text, TO_ALL);
        self.surrender = (!why.is_empty()).then(|| String::from(why));
        let _heard = self.hear(side, &mut Deaf, |system, audience| {
            system.resign(side, audience);
            Ok(())
        });
        self.past.undo.block(undo::NOTHING);
        self.past.journal.resigned(side, why);
        if let Some(outcome) = self.stage.outcome() {
            self.past.journal.over(&outcome, &self.stage.system.digest());
        }
        self.tell_news();
        self.tell_end();
    }

    /// What the first commander of the library would do now for the side to decide: with that unit, or at all. `None`
    /// when there is nothing to do.
    pub fn advice(&mut self, library: &dyn Library, unit: Option<UnitId>) -> Option<Choice> {
        let side = self.stage.pending().decision()?.side;
        let mut advisor = self.seats.take_advisor(library)?;
        let choice = advisor.advise(self.stage.view(side), unit);
        self.seats.advisor = Some(advisor);
        choice
    }

    /// What the first commander of the library would have the whole side do that is to decide: sentences, none where there is
    /// no plan.
    pub fn advised_plan(&mut self, library: &dyn Library) -> Vec<String> {
        let Some(decision) = self.stage.pending().decision() else { return Vec::new() };
        let Some(mut advisor) = self.seats.take_advisor(library) else { return Vec::new() };
        let plan = advisor.plan(self.stage.view(decision.side));
        self.seats.advisor = Some(advisor);
        plan
    }

    /// Losses, charges, shots and luck of both sides so far: the whole truth; for an onlooker elsewhere, what he is told
    /// at the end.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.link.tally_told().unwrap_or_else(|| self.stage.counts.tally(self.stage.system.as_ref()))
    }

    pub(crate) fn lines(&self) -> &[String] {
        &self.past.journal.lines
    }
}

/// The seats with their players.
fn filled(library: &dyn Library, setup: &Setup, outside: &Outside) -> Result<[Seat; 2], Unusable> {
    let seat = |side: Side| Seat::of(library, setup.seat(side), side, setup.seed, outside);
    Ok([seat(Side::Blue)?, seat(Side::Red)?])
}

/// Where every unit on the map stands.
fn starts_of(field: &Battlefield) -> Vec<(UnitId, Pose)> {
    field.present().map(|unit| (unit, field.unit(unit).pose)).collect()
}

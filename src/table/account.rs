//! The public account of a battle: frames of what both sides know, for onlookers, some whole turns late.

use std::collections::VecDeque;
use std::sync::Arc;

use battle::{Army, Event, Library, Scenario, System, Unusable};

use crate::game::Game;
use crate::log::Dispatch;
use crate::record::{Entry, Record};
use crate::setup::SeatSpec;
use crate::tally::Tally;
use crate::verify;

/// Frames that are kept for onlookers who look later than others.
const KEPT: usize = 64;

/// What onlookers are shown of a battle that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Afterwards {
    /// Everything, as it was.
    Truth,
    /// What both sides knew, as before.
    Known,
}

/// A battle as both sides know it at one moment, and what has happened since the frame before that both know of.
pub struct Frame {
    pub(crate) number: u64,
    /// The turn in which it came about.
    turn: u16,
    pub(crate) system: Box<dyn System>,
    /// How many dispatches of earlier frames still stand; the others were taken back.
    pub(crate) stands: usize,
    pub(crate) dispatches: Vec<Arc<Dispatch>>,
    pub(crate) events: Vec<Event>,
    /// With the end.
    pub(crate) tally: Option<Tally>,
    state: Vec<u8>,
}

impl Frame {
    /// The battle as it is shown.
    #[must_use]
    pub fn system(&self) -> &dyn System {
        self.system.as_ref()
    }

    /// What is told with it.
    pub fn dispatches(&self) -> impl Iterator<Item = &Dispatch> {
        self.dispatches.iter().map(Arc::as_ref)
    }

    /// What is shown happening.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

/// All that an onlooker begins with.
#[derive(Clone)]
pub struct Sighting {
    /// The present frame.
    pub(crate) frame: Arc<Frame>,
    /// All that has been told.
    pub(crate) dispatches: Vec<Arc<Dispatch>>,
    /// The battle without its armies.
    pub(crate) scenario: Arc<Scenario>,
    /// Which commanders play.
    pub(crate) seats: [SeatSpec; 2],
}

/// What an onlooker needs of whoever keeps the battle. All calls return at once.
pub trait Gallery: Send {
    /// The present frame, with what was told before.
    fn now(&self) -> Sighting;

    /// The first frame after that number which is to be seen and still kept.
    fn next(&self, after: u64) -> Option<Arc<Frame>>;

    /// What Blue and Red are called at the table; `None`: nobody is known there.
    fn players(&self) -> [Option<String>; 2];
}

/// The account of one battle, shared by all who watch it.
///
/// It has a frame for what an order changed in what both sides know; an order that changed nothing there has none, and
/// one after which a side could only wait, as far as both know, is shown together with what follows. So neither frames
/// nor their number tell of anything hidden.
pub struct Account {
    delay: u16,
    afterwards: Afterwards,
    scenario: Arc<Scenario>,
    seats: [SeatSpec; 2],
    /// Frames that may be seen, then those that are still to be held back. The oldest are gone.
    frames: VecDeque<Arc<Frame>>,
    /// How many of them may be seen; never 0.
    open: usize,
    /// The log as the last frame leaves it.
    log: Vec<Arc<Dispatch>>,
    /// The log as the last frame that may be seen leaves it.
    told: Vec<Arc<Dispatch>>,
    /// Events of the game when the last frame was made.
    heard: usize,
}

impl Account {
    /// The account of a battle from its record up to now; see [`Account::update`] for what comes then. Onlookers are
    /// `delay` whole turns behind until the end.
    ///
    /// # Errors
    /// A record that cannot be played.
    pub fn of_record(
        library: &dyn Library,
        text: &str,
        delay: u16,
        afterwards: Afterwards,
    ) -> Result<Account, Unusable> {
        let record = Record::parse("the battle", text.as_bytes())?;
        let mut game = Game::of_record_told(library, &record)?;
        let mut account = Account::new(&game, delay, afterwards);
        let deeds = record.items.iter().map(|item| &item.entry);
        for deed in deeds.filter(|entry| matches!(entry, Entry::Order(_) | Entry::Resign { .. })) {
            verify::play_entry(&mut game, deed).map_err(|(_, why)| Unusable(why))?;
            account.update(&game);
        }
        Ok(account)
    }

    /// The account of a battle from now on.
    #[must_use]
    pub fn new(game: &Game, delay: u16, afterwards: Afterwards) -> Account {
        let mut account = Account {
            delay,
            afterwards,
            scenario: Arc::new(bare(&game.setup().battle.scenario)),
            seats: game.seats_shown(),
            frames: VecDeque::new(),
            open: 0,
            log: Vec::new(),
            told: Vec::new(),
            heard: 0,
        };
        account.update(game);
        account
    }

    /// Takes over what has happened since the last call: an order, several, or some that were taken back.
    pub fn update(&mut self, game: &Game) {
        self.heard = self.heard.min(game.stage().event_count());
        if let Some(frame) = self.news(game).filter(|frame| self.frames.is_empty() || !waits(frame.system())) {
            self.log.truncate(frame.stands);
            self.log.extend(frame.dispatches.iter().cloned());
            self.heard = game.stage().event_count();
            self.frames.push_back(Arc::new(frame));
        }
        self.open_up(game);
    }

    /// What both sides know now and the last frame does not show.
    fn news(&self, game: &Game) -> Option<Frame> {
        let over = game.outcome().is_some();
        let truth = over && self.afterwards == Afterwards::Truth;
        let system = if truth { game.system().copy() } else { game.stage().open_view().copy() };
        let state = system.state();
        let told: Vec<&Dispatch> = game.stage().dispatches_for_all().collect();
        let stands = self.log.iter().zip(&told).take_while(|(old, new)| old.as_ref() == **new).count();
        let last = self.frames.back();
        if stands == told.len() && stands == self.log.len() && last.is_some_and(|last| last.state == state) {
            return None;
        }
        let open = |place: &usize| game.stage().event_seen_by_all(*place);
        let events =
            (self.heard..game.stage().event_count()).filter(open).map(|place| &game.stage().events_since(place)[0]);
        Some(Frame {
            number: last.map_or(0, |last| last.number + 1),
            turn: last.map_or(0, |last| last.system.field().turn()),
            system,
            stands,
            dispatches: told[stands..].iter().map(|dispatch| Arc::new((*dispatch).clone())).collect(),
            events: if last.is_some() { events.cloned().collect() } else { Vec::new() },
            tally: over.then(|| if truth { game.tally() } else { game.stage().open_tally() }),
            state,
        })
    }

    /// Lets onlookers see what is old enough, and lets go of what they have had time to see.
    fn open_up(&mut self, game: &Game) {
        let (now, over) = (game.system().field().turn(), game.outcome().is_some());
        let old = |frame: &Frame| over || self.delay == 0 || frame.turn + self.delay < now || frame.number == 0;
        while let Some(frame) = self.frames.get(self.open).filter(|frame| old(frame)) {
            self.told.truncate(frame.stands);
            self.told.extend(frame.dispatches.iter().cloned());
            self.open += 1;
        }
        while self.open > KEPT {
            self.frames.pop_front();
            self.open -= 1;
        }
    }

    /// What an onlooker begins with.
    #[must_use]
    pub fn now(&self) -> Sighting {
        Sighting {
            frame: Arc::clone(&self.frames[self.open - 1]),
            dispatches: self.told.clone(),
            scenario: Arc::clone(&self.scenario),
            seats: self.seats.clone(),
        }
    }

    /// The first frame after that number which may be seen and is still kept.
    #[must_use]
    pub fn next(&self, after: u64) -> Option<Arc<Frame>> {
        self.frames.iter().take(self.open).find(|frame| frame.number > after).map(Arc::clone)
    }

    /// Frames kept now.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.frames.len()
    }
}

/// Whether the side to decide could only go on, as far as the battle shows.
pub(crate) fn waits(system: &dyn System) -> bool {
    system.outcome().is_none() && system.stems().is_empty() && system.orders().len() <= 1
}

/// The battle file's words without anything about the armies.
fn bare(scenario: &Scenario) -> Scenario {
    let nobody = |army: &Army| Army {
        side: army.side,
        name: army.name.clone(),
        brigades: Vec::new(),
        units: Vec::new(),
        leaders: Vec::new(),
    };
    Scenario {
        armies: scenario.armies.each_ref().map(nobody),
        zones: [Vec::new(), Vec::new()],
        reinforcements: Vec::new(),
        ..scenario.clone()
    }
}

//! The show: a battle between two computers that is always there to be watched. It is played while somebody watches, an
//! order after the other at a pace that can be read, when no battle of a visitor wants to think. It has no record and no
//! row in the database; when it is over the next battle, under other rules, is put on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use battle::{BattleFile, HouseRules, Library, SystemInfo, Unusable};
use table::{Account, Afterwards, Frame, Gallery, Game, SeatSpec, Setup, Sighting};
use tui::{Room, Row, Section};

use crate::hall::Hall;
use crate::lock::lock;
use crate::pool;
use crate::present::Present;

/// The number of the show among the battles; those of the database begin with 1.
pub(crate) const SHOW: u64 = 0;

/// The usual time from one order to the next.
pub const SHOW_PACE: Duration = Duration::from_secs(1);

/// How long a decision may take at most; shorter where the host wants it so.
const THINK_TIME: Duration = Duration::from_secs(1);

/// Units of both sides in a battle that is put on, at most.
const LARGEST: usize = 30;

/// Who commands, by turns; where none of them is there, the first commander of the library.
const CAST: [&str; 5] = ["steady", "bold", "cautious", "flanker", "gunner"];

/// What is put on, one after the other.
struct Bill {
    battles: Vec<BattleFile>,
    systems: Vec<&'static SystemInfo>,
    cast: Vec<String>,
}

impl Bill {
    fn new(library: &dyn Library) -> Bill {
        let size = |file: &BattleFile| file.scenario.armies.iter().map(|army| army.units.len()).sum::<usize>();
        let commanders: Vec<String> = library.commanders().into_iter().map(|entry| entry.key).collect();
        let mut cast: Vec<String> = CAST.map(String::from).into_iter().filter(|key| commanders.contains(key)).collect();
        if cast.is_empty() {
            cast.extend(commanders.into_iter().next());
        }
        let battles = library.battles().into_iter().filter(|file| size(file) <= LARGEST).collect();
        Bill { battles, systems: library.systems(), cast }
    }

    /// How many different ones there are.
    fn len(&self) -> usize {
        self.battles.len() * self.systems.len() * self.cast.len().min(1)
    }

    /// What is put on at that place: another battle and other rules than at the place before, where there are several.
    fn at(&self, place: usize) -> Option<(&BattleFile, &'static SystemInfo, [&str; 2])> {
        let (battles, systems, cast) = (self.battles.len(), self.systems.len(), self.cast.len());
        let battle = self.battles.get(place.checked_rem(battles)?)?;
        let system = self.systems.get((place + place / battles).checked_rem(systems)?)?;
        let blue = place.checked_rem(cast)?;
        let red = (blue + 1 + (place / cast) % cast.saturating_sub(1).max(1)) % cast;
        Some((battle, system, [blue, red].map(|who| self.cast[who].as_str())))
    }
}

/// What is on.
struct Stage {
    place: usize,
    /// The battle, once somebody has watched it.
    act: Option<Arc<Act>>,
}

/// The show.
pub(crate) struct Show {
    bill: Bill,
    pace: Duration,
    stage: Mutex<Stage>,
}

/// A battle that is put on.
pub(crate) struct Act {
    pace: Duration,
    playing: Mutex<Playing>,
}

struct Playing {
    game: Game,
    account: Account,
    onlookers: Vec<Arc<Present>>,
    /// Whether its next order is on its way: an alarm is set, or it waits to think or thinks.
    goes_on: bool,
}

impl Show {
    /// A show at that pace, which begins anywhere on the bill; nothing where there is nothing to put on.
    pub(crate) fn new(library: &dyn Library, pace: Duration) -> Option<Show> {
        let bill = Bill::new(library);
        let anywhere = getrandom::u32().unwrap_or(0) as usize;
        let place = anywhere.checked_rem(bill.len())?;
        Some(Show { bill, pace, stage: Mutex::new(Stage { place, act: None }) })
    }

    /// The show as the lobby lists it.
    pub(crate) fn row(&self) -> Option<Row> {
        let (place, act) = {
            let stage = lock(&self.stage);
            (stage.place, stage.act.clone())
        };
        let (battle, system, cast) = self.bill.at(place)?;
        let (turn, watched) = act.map_or((0, false), |act| act.standing());
        Some(Row {
            room: Room(SHOW),
            section: Section::Watch,
            battle: battle.scenario.title.clone(),
            system: String::from(system.title),
            players: cast.map(|key| Some(String::from(key))),
            turn,
            state: String::from(if watched { "being watched" } else { "goes on when watched" }),
            yours: false,
            quiet: Duration::ZERO,
        })
    }

    /// Somebody watches: his place. What cannot be put on is passed over.
    ///
    /// # Errors
    /// Nothing can be put on; for the host.
    pub(crate) fn watch(&self, hall: &Arc<Hall>, visitor: &Arc<Present>) -> Result<Balcony, Unusable> {
        let act = self.act(hall.library.as_ref())?;
        let mut playing = lock(&act.playing);
        playing.onlookers.push(Arc::clone(visitor));
        let begins = !playing.goes_on && playing.game.outcome().is_none();
        playing.goes_on |= begins;
        drop(playing);
        if begins {
            hall.clock.play_after(self.pace, Arc::clone(&act));
        }
        Ok(Balcony { act, visitor: Arc::clone(visitor) })
    }

    fn act(&self, library: &dyn Library) -> Result<Arc<Act>, Unusable> {
        let mut stage = lock(&self.stage);
        if let Some(act) = &stage.act {
            return Ok(Arc::clone(act));
        }
        let mut why = Unusable(String::from("there is nothing to put on"));
        for _ in 0..self.bill.len() {
            match self.put_on(library, stage.place) {
                Ok(act) => return Ok(Arc::clone(stage.act.insert(act))),
                Err(fault) => why = fault,
            }
            stage.place += 1;
        }
        Err(why)
    }

    fn put_on(&self, library: &dyn Library, place: usize) -> Result<Arc<Act>, Unusable> {
        let fault = |what: &str| Unusable(String::from(what));
        let (battle, system, cast) = self.bill.at(place).ok_or_else(|| fault("there is nothing to put on"))?;
        let setup = Setup {
            battle: battle.clone(),
            system,
            house: HouseRules::default(),
            seats: cast.map(|key| SeatSpec::Commander(String::from(key))),
            seed: getrandom::u64().map_err(|_| fault("there are no random numbers now"))?,
        };
        let game = catch_unwind(AssertUnwindSafe(|| Game::start(library, &setup, None)));
        let game = game.unwrap_or_else(|_| Err(fault("a fault in the program")))?;
        let account = Account::new(&game, 0, Afterwards::Truth);
        let playing = Playing { game, account, onlookers: Vec::new(), goes_on: false };
        Ok(Arc::new(Act { pace: self.pace, playing: Mutex::new(playing) }))
    }

    /// That battle is over, or cannot go on: the next is put on when somebody watches.
    fn next(&self, over: &Arc<Act>) {
        let mut stage = lock(&self.stage);
        if stage.act.as_ref().is_some_and(|act| Arc::ptr_eq(act, over)) {
            stage.act = None;
            stage.place += 1;
        }
    }
}

impl Act {
    /// The turn, and whether somebody watches.
    fn standing(&self) -> (u16, bool) {
        let playing = lock(&self.playing);
        (playing.game.system().field().turn(), !playing.onlookers.is_empty())
    }

    /// The time for the next order has come: it is thought out, if somebody still watches.
    pub(crate) fn go_on(self: &Arc<Act>, hall: &Hall) {
        let mut playing = lock(&self.playing);
        playing.goes_on = !playing.onlookers.is_empty();
        let goes_on = playing.goes_on;
        drop(playing);
        if goes_on {
            hall.pool.push_show(Arc::clone(self));
        }
    }

    /// Plays one order.
    pub(crate) fn play_on(self: &Arc<Act>, hall: &Arc<Hall>) {
        let turn = self.standing().0;
        let played = catch_unwind(AssertUnwindSafe(|| self.play_one(hall)));
        let over = match played.unwrap_or_else(|_| Err(String::from("a fault in the program"))) {
            Ok(over) => over,
            Err(why) => {
                hall.note(format!("the show: {why}"));
                true
            }
        };
        let onlookers = lock(&self.playing).onlookers.clone();
        onlookers.iter().for_each(|onlooker| onlooker.wake());
        if over {
            hall.show.iter().for_each(|show| show.next(self));
            hall.wake_all();
        } else {
            hall.clock.play_after(self.pace, Arc::clone(self));
            if self.standing().0 != turn {
                hall.ring_soon();
            }
        }
    }

    /// One order; whether the battle is over.
    fn play_one(&self, hall: &Hall) -> Result<bool, String> {
        let thinking = lock(&self.playing).game.begin_thinking().ok_or("nobody is to decide")?;
        let stop = Arc::new(AtomicBool::new(false));
        let ticket = hall.clock.stop_after(THINK_TIME.min(hall.policy.think_time), Arc::clone(&stop));
        let thought = pool::guarded(thinking, &stop);
        hall.clock.cancel(ticket);
        let thought = thought.ok_or("a fault in the program while a commander was thinking")?;
        let mut playing = lock(&self.playing);
        let Playing { game, account, .. } = &mut *playing;
        game.finish_thinking(thought).map_err(|refusal| format!("an order was refused: {refusal}"))?;
        account.update(game);
        Ok(game.outcome().is_some())
    }

    /// The game's order count, for tests.
    #[cfg(test)]
    pub(crate) fn orders(&self) -> u32 {
        lock(&self.playing).game.orders_given()
    }
}

#[cfg(test)]
impl Show {
    /// Battle, rules and commanders of those places on the bill.
    pub(crate) fn bill(&self, places: std::ops::Range<usize>) -> Vec<[String; 4]> {
        let at = |place| self.bill.at(place).expect("on the bill");
        let words = |(battle, system, [blue, red]): (&BattleFile, &SystemInfo, [&str; 2])| {
            [battle.scenario.key.as_str(), system.key, blue, red].map(String::from)
        };
        places.map(|place| words(at(place))).collect()
    }

    /// Whether what is at that place can be put on.
    pub(crate) fn can_be_put_on(&self, library: &dyn Library, place: usize) -> bool {
        self.put_on(library, place).is_ok()
    }

    /// What is on, if somebody has watched it.
    pub(crate) fn on(&self) -> Option<Arc<Act>> {
        lock(&self.stage).act.clone()
    }
}

/// An onlooker's place at the show.
pub(crate) struct Balcony {
    act: Arc<Act>,
    visitor: Arc<Present>,
}

impl Gallery for Balcony {
    fn now(&self) -> Sighting {
        lock(&self.act.playing).account.now()
    }

    fn next(&self, after: u64) -> Option<Arc<Frame>> {
        lock(&self.act.playing).account.next(after)
    }

    fn players(&self) -> [Option<String>; 2] {
        let playing = lock(&self.act.playing);
        let name = |seat: &SeatSpec| match seat {
            SeatSpec::Commander(key) => Some(key.clone()),
            _ => None,
        };
        playing.game.setup().seats.each_ref().map(name)
    }
}

impl Drop for Balcony {
    fn drop(&mut self) {
        let mut playing = lock(&self.act.playing);
        if let Some(place) = playing.onlookers.iter().position(|other| Arc::ptr_eq(other, &self.visitor)) {
            playing.onlookers.swap_remove(place);
        }
    }
}

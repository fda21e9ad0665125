//! Whether a battle is fair: two equal commanders of the computer play it against each other in the background.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use battle::{BattleFile, HouseRules, Library, Side, SystemInfo, Unusable};

use crate::Game;
use crate::interval::{Interval, wilson};
use crate::setup::{SeatSpec, Setup, derived};

/// Threads that play at most, one core being left to whoever looks on.
const THREADS: usize = 4;

/// A battle ends of itself by its turns; this only keeps a fault from playing for ever.
const ORDERS: u32 = 50_000;

/// Called from the threads that play, whenever there is news.
type Wake = Arc<dyn Fn() + Send + Sync>;

/// What has come of the battles under one rule system so far.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The rules.
    pub system: &'static SystemInfo,
    /// Battles that were begun for.
    pub games: u32,
    /// Battles that Blue and Red have won.
    pub won: [u32; 2],
    /// Battles that nobody has won.
    pub drawn: u32,
    /// Turns of all battles that have ended.
    pub turns: u32,
    /// Why no more are played, where something is wrong.
    pub fault: Option<String>,
}

impl Tried {
    fn new(system: &'static SystemInfo, games: u32) -> Tried {
        Tried { system, games, won: [0; 2], drawn: 0, turns: 0, fault: None }
    }

    /// Battles that have ended.
    #[must_use]
    pub const fn played(&self) -> u32 {
        self.won[0] + self.won[1] + self.drawn
    }

    /// Whether all have ended, or no more are played.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.fault.is_some() || self.played() >= self.games
    }

    /// Blue's share of the battles that somebody has won.
    #[must_use]
    pub fn blue_share(&self) -> Interval {
        wilson(f64::from(self.won[0]), self.won[0] + self.won[1])
    }

    /// The side that wins more than half for certain (as far as 95 % are certain), if one does.
    #[must_use]
    pub fn favours(&self) -> Option<Side> {
        let Interval { low, high, .. } = self.blue_share();
        match () {
            () if low > 0.5 => Some(Side::Blue),
            () if high < 0.5 => Some(Side::Red),
            () => None,
        }
    }

    /// Whether neither side had more than 65 of a hundred points of those played, a draw being half of one: fair enough for whoever
    /// looks for a fair battle.
    #[must_use]
    pub fn is_near_even(&self) -> bool {
        let (blue, all) = (2 * self.won[0] + self.drawn, 2 * self.played());
        (35 * all..=65 * all).contains(&(100 * blue))
    }

    /// How many won what: "Blue won 11, Red 8, 1 drawn; 9.5 turns".
    #[must_use]
    pub fn score(&self) -> String {
        let [blue, red] = self.won;
        if self.played() == 0 {
            return String::from("none has ended yet");
        }
        let drawn = if self.drawn == 0 { String::new() } else { format!(", {} drawn", self.drawn) };
        let turns = f64::from(self.turns) / f64::from(self.played());
        format!("Blue won {blue}, Red {red}{drawn}; {turns:.1} turns on average")
    }

    /// What that says of the battle, in one sentence.
    #[must_use]
    pub fn verdict(&self) -> String {
        if let Some(fault) = &self.fault {
            return format!("It cannot be played: {fault}");
        }
        let Interval { low, high, .. } = self.blue_share();
        let (low, high) = ((low * 100.0).round(), (high * 100.0).round());
        match self.favours() {
            _ if self.won == [0, 0] => String::from("Nobody has won yet."),
            Some(Side::Blue) => format!("It favours Blue, who wins {low:.0} to {high:.0} in a hundred."),
            Some(Side::Red) => {
                format!("It favours Red, who wins {:.0} to {:.0} in a hundred.", 100.0 - high, 100.0 - low)
            }
            None => format!("Neither side is clearly favoured: Blue wins {low:.0} to {high:.0} in a hundred."),
        }
    }
}

/// A battle being tried: as long as this lives, threads play it, first once under each rule system, then again. Dropping it stops them.
pub struct Trial {
    shared: Arc<Shared>,
}

struct Shared {
    library: Arc<dyn Library>,
    battle: BattleFile,
    house: Vec<HouseRules>,
    games: u32,
    next: AtomicU32,
    stop: AtomicBool,
    found: Mutex<Vec<Tried>>,
    wake: Wake,
}

impl Drop for Trial {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Release);
    }
}

impl Trial {
    /// Begins to play a battle so many times under each of those rules, always by the same seeds. `wake` is called from other threads
    /// whenever a battle has ended.
    #[must_use]
    pub fn begin(
        library: Arc<dyn Library>,
        battle: &BattleFile,
        rules: Vec<(&'static SystemInfo, HouseRules)>,
        games: u32,
        wake: Wake,
    ) -> Trial {
        let found = rules.iter().map(|(system, _)| Tried::new(system, games)).collect();
        let shared = Arc::new(Shared {
            library,
            battle: battle.clone(),
            house: rules.into_iter().map(|(_, house)| house).collect(),
            games,
            next: AtomicU32::new(0),
            stop: AtomicBool::new(false),
            found: Mutex::new(found),
            wake,
        });
        for _ in 0..threads() {
            let shared = Arc::clone(&shared);
            // A thread that cannot be had plays nothing; the others do its share.
            let _begun = thread::Builder::new().name(String::from("trial")).spawn(move || shared.play_all());
        }
        Trial { shared }
    }

    /// What has come of it so far, by rule system in the order they were named in.
    #[must_use]
    pub fn found(&self) -> Vec<Tried> {
        self.shared.found().clone()
    }

    /// Battles that have ended, and how many there are to be.
    #[must_use]
    pub fn progress(&self) -> (u32, u32) {
        let found = self.shared.found();
        let ended = |tried: &Tried| if tried.is_over() { tried.games } else { tried.played() };
        (found.iter().map(ended).sum(), found.iter().map(|tried| tried.games).sum())
    }

    /// Whether everything has been played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.shared.found().iter().all(Tried::is_over)
    }
}

fn threads() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    cores.saturating_sub(1).clamp(1, THREADS)
}

impl Shared {
    fn found(&self) -> std::sync::MutexGuard<'_, Vec<Tried>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn play_all(&self) {
        let all = self.games * self.house.len() as u32;
        while !self.stop.load(Ordering::Acquire) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= all {
                return;
            }
            let (game, place) = (number / self.house.len() as u32, number as usize % self.house.len());
            if self.found()[place].fault.is_none() {
                self.play(place, game);
            }
        }
    }

    /// Plays one battle and writes down what came of it.
    fn play(&self, place: usize, game: u32) {
        let system = self.found()[place].system;
        let played = catch_unwind(AssertUnwindSafe(|| self.fight(system, &self.house[place], game)));
        let played = played.unwrap_or_else(|_| Err(Unusable(String::from("a fault in the program"))));
        {
            let mut found = self.found();
            let tried = &mut found[place];
            match played {
                Ok(None) => return,
                Ok(Some((winner, turns))) => {
                    winner.map_or_else(|| tried.drawn += 1, |side: Side| tried.won[side.index()] += 1);
                    tried.turns += u32::from(turns);
                }
                Err(why) => tried.fault = Some(why.0),
            }
        }
        (self.wake)();
    }

    /// Who won, and in how many turns; nothing where it was stopped.
    fn fight(
        &self,
        system: &'static SystemInfo,
        house: &HouseRules,
        game: u32,
    ) -> Result<Option<(Option<Side>, u16)>, Unusable> {
        let commander = self.library.commanders().into_iter().next().map(|entry| entry.key);
        let commander = commander.ok_or_else(|| Unusable(String::from("there is no commander to play it")))?;
        let seat = SeatSpec::Commander(commander);
        let setup = Setup {
            battle: self.battle.clone(),
            system,
            house: house.clone(),
            seats: [seat.clone(), seat],
            seed: derived(u64::from(game), "trial"),
        };
        let mut game = Game::start_untold(self.library.as_ref(), &setup)?;
        while game.outcome().is_none() {
            if self.stop.load(Ordering::Acquire) {
                return Ok(None);
            }
            if game.orders_given() >= ORDERS {
                return Err(Unusable(format!("no end after {ORDERS} orders")));
            }
            game.think(&self.stop).map_err(|refusal| Unusable(refusal.to_string()))?;
        }
        let turns = game.system().field().turn();
        Ok(game.outcome().map(|outcome| (outcome.winner, turns)))
    }
}

//! The plan: which games are played, in which order, each with its seed.

use battle::{BattleFile, HouseRules, Library, SystemInfo, Unusable};
use table::{SeatSpec, Setup};

use crate::options::{House, Options, Seating};
use crate::swarm;

/// One game to be played.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    /// Its number in the whole plan, shards counted in.
    pub(crate) index: usize,
    pub(crate) battle: usize,
    pub(crate) system: usize,
    pub(crate) seed: u64,
    pub(crate) swapped: bool,
}

/// A battle of a run.
#[derive(Clone, Debug)]
pub(crate) struct Fought {
    /// As results call it.
    name: String,
    /// The battle; where it is drawn anew for every seed, the one of the run's own seed.
    file: BattleFile,
    drawn: bool,
}

impl Fought {
    fn fixed(file: BattleFile) -> Fought {
        Fought { name: file.scenario.key.clone(), file, drawn: false }
    }

    /// The battle of a name: a fixed one, or one that is drawn anew for every seed.
    fn named(library: &dyn Library, name: &str, seed: u64) -> Result<Fought, Unusable> {
        match (library.battle(name), library.drawn(name, seed)) {
            (Ok(file), _) => Ok(Fought::fixed(file)),
            (Err(_), Some(drawn)) => Ok(Fought { name: String::from(name), file: drawn?, drawn: true }),
            (Err(why), None) => Err(why),
        }
    }
}

/// Every game of a run.
pub(crate) struct Plan {
    battles: Vec<Fought>,
    pub(crate) systems: Vec<(&'static SystemInfo, HouseRules)>,
    /// Whether every battle has house rules of its own, by its seed.
    random: bool,
    pub(crate) seats: [SeatSpec; 2],
    pub(crate) matches: Vec<Match>,
    /// Battles that a system cannot play, with the reason, when all were asked for.
    pub(crate) left_out: Vec<String>,
}

impl Plan {
    /// Draws the plan up.
    ///
    /// # Errors
    /// Unknown or unusable names, persons in seats, or a battle that a system cannot play when both were named.
    pub(crate) fn of(library: &dyn Library, options: &Options) -> Result<Plan, Unusable> {
        check_seats(library, &options.seats)?;
        let battles = match options.battles.as_slice() {
            [] => library.battles().into_iter().map(Fought::fixed).collect(),
            named => named.iter().map(|name| Fought::named(library, name, options.seed)).collect::<Result<_, _>>()?,
        };
        let mut plan = Plan {
            battles,
            systems: systems(library, options)?,
            random: options.house == House::Random,
            seats: options.seats.clone(),
            matches: Vec::new(),
            left_out: Vec::new(),
        };
        plan.fill(library, options)?;
        Ok(plan)
    }

    /// Whether two games on one seed go together, the sides changed over.
    pub(crate) fn is_paired(&self) -> bool {
        self.matches.iter().any(|one| one.swapped)
    }

    /// The pairs of battle and system that can be played, then the games, dealt to the pairs in turn.
    fn fill(&mut self, library: &dyn Library, options: &Options) -> Result<(), Unusable> {
        let named = !options.battles.is_empty() && !options.systems.is_empty();
        let mut pairs = Vec::new();
        for battle in 0..self.battles.len() {
            for system in 0..self.systems.len() {
                match self.try_out(library, battle, system) {
                    Ok(()) => pairs.push((battle, system)),
                    Err(why) if named => return Err(why),
                    Err(why) => self.left_out.push(self.left_out_line(battle, system, &why)),
                }
            }
        }
        self.deal(options, &pairs);
        Ok(())
    }

    fn try_out(&self, library: &dyn Library, battle: usize, system: usize) -> Result<(), Unusable> {
        let (info, house) = &self.systems[system];
        library.deploy(info.key, &self.battles[battle].file.scenario, house, 0).map(drop)
    }

    fn left_out_line(&self, battle: usize, system: usize, why: &Unusable) -> String {
        format!("{} under {}: {why}", self.battles[battle].name, self.systems[system].0.key)
    }

    /// Deals the games out: the first game of every pair, then the second of every pair, and so on. Swapped, two games
    /// on the same seed go together.
    fn deal(&mut self, options: &Options, pairs: &[(usize, usize)]) {
        let differ = self.seats[0] != self.seats[1];
        let seatings: &[bool] = if options.seating == Seating::Swapped && differ { &[false, true] } else { &[false] };
        let hands = (options.games as usize).div_ceil(seatings.len());
        for hand in (0..hands).filter(|hand| !pairs.is_empty() && options.shard.has(*hand)) {
            let (battle, system) = pairs[hand % pairs.len()];
            let seed = game_seed(options.seed, (hand / pairs.len()) as u32);
            for (place, swapped) in seatings.iter().enumerate() {
                let index = hand * seatings.len() + place;
                self.matches.push(Match { index, battle, system, seed, swapped: *swapped });
            }
        }
    }

    /// What results call the battle of a game.
    pub(crate) fn battle_name(&self, one: &Match) -> &str {
        &self.battles[one.battle].name
    }

    /// How a game begins.
    ///
    /// # Errors
    /// A battle that cannot be drawn by its seed.
    pub(crate) fn setup(&self, library: &dyn Library, one: &Match) -> Result<Setup, Unusable> {
        let (system, house) = &self.systems[one.system];
        let Fought { name, file, drawn } = &self.battles[one.battle];
        let drawn = if *drawn { library.drawn(name, one.seed) } else { None };
        let battle = drawn.unwrap_or_else(|| Ok(file.clone()))?;
        let house = if self.random { swarm::drawn(system, name, one.seed) } else { house.clone() };
        let [first, second] = self.seats.clone();
        let seats = if one.swapped { [second, first] } else { [first, second] };
        Ok(Setup { battle, system, house, seats, seed: one.seed })
    }
}

pub(crate) fn systems(
    library: &dyn Library,
    options: &Options,
) -> Result<Vec<(&'static SystemInfo, HouseRules)>, Unusable> {
    let chosen: Vec<&'static SystemInfo> = match options.systems.as_slice() {
        [] => library.systems(),
        named => named.iter().map(|key| library.system(key)).collect::<Result<_, _>>()?,
    };
    let house = |info: &SystemInfo| match &options.house {
        House::Set(pairs) => set(&chosen, info, pairs),
        House::File(file, text) => library.house_rules(info.key, file, text),
        House::Usual | House::Random => Ok(HouseRules::default()),
    };
    chosen.iter().map(|info| Ok((*info, house(info)?))).collect()
}

/// Of these house rules those that a system has; each has to be one of some system that is played.
fn set(played: &[&'static SystemInfo], info: &SystemInfo, pairs: &[(String, String)]) -> Result<HouseRules, Unusable> {
    let mut house = HouseRules::default();
    let has = |info: &SystemInfo, key: &str| info.options.iter().any(|option| option.key == key);
    for (key, value) in pairs {
        if has(info, key) || !played.iter().any(|info| has(info, key)) {
            house.set(info.options, key, value).map_err(Unusable)?;
        }
    }
    Ok(house)
}

pub(crate) fn check_seats(library: &dyn Library, seats: &[SeatSpec; 2]) -> Result<(), Unusable> {
    for seat in seats {
        match seat {
            SeatSpec::Human => {
                return Err(Unusable(String::from(
                    "a soak plays without persons; expected a commander or exec:COMMAND",
                )));
            }
            SeatSpec::Commander(name) => library.commander(name, 0).map(drop)?,
            SeatSpec::Pipe => {
                return Err(Unusable(String::from(
                    "a soak has no pipe for its players; expected a commander or exec:COMMAND",
                )));
            }
            SeatSpec::Exec(_) => {}
        }
    }
    Ok(())
}

/// The seed of a game: the same for every battle, system and seating, so that they are compared on the same luck. Game
/// 0 has the run's own seed; the others follow from it by a keyed hash.
pub(crate) fn game_seed(seed: u64, game: u32) -> u64 {
    if game == 0 {
        return seed;
    }
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let hash = blake3::keyed_hash(&key, &game.to_le_bytes());
    let mut word = [0; 8];
    word.copy_from_slice(&hash.as_bytes()[..8]);
    u64::from_le_bytes(word)
}

//! The shelf: battles, rule systems and commanders that come with the program, and those in files.

use std::fs;
use std::sync::{Arc, OnceLock};

use battle::{
    BattleFile, CommanderEntry, Commanders, HouseRules, Lesson, LessonKind, Library, Player, Scenario, Sheet, System,
    SystemInfo, Unusable, Wish,
};
use commander::{Commander, Profile};
use quartermaster::Wishes;

use crate::house;
use crate::kind::Kind;

/// The library that front ends play from. A battle that comes with the program is read when it is first asked for, and shared.
pub struct Shelf {
    /// By their places in [`scenario::builtin`].
    battles: Vec<OnceLock<Option<BattleFile>>>,
}

impl Default for Shelf {
    fn default() -> Shelf {
        Shelf { battles: scenario::builtin().iter().map(|_| OnceLock::new()).collect() }
    }
}

impl Shelf {
    /// A shelf.
    #[must_use]
    pub fn new() -> Shelf {
        Shelf::default()
    }

    /// Battles that come with the program, of those that are asked for by key and text.
    fn shipped(&self, asked: impl Fn(&str, &str) -> bool) -> impl Iterator<Item = &BattleFile> {
        let places = scenario::builtin().iter().zip(&self.battles).filter(move |((key, text), _)| asked(key, text));
        places.filter_map(|((key, _), place)| {
            place.get_or_init(|| scenario::load(key).ok().map(|(text, scenario)| file(text, scenario))).as_ref()
        })
    }
}

fn file(text: String, scenario: Scenario) -> BattleFile {
    BattleFile { text, scenario: Arc::new(scenario) }
}

/// What is wrong with the name of a random battle.
fn misnamed(name: &str, fault: &str) -> Unusable {
    Unusable(format!("battle `{name}`: {fault}"))
}

fn unusable(fault: impl ToString) -> Unusable {
    Unusable(fault.to_string())
}

/// The lessons: the battle's key, who commands against the learner, what it is about.
const LESSONS: [(&str, &str, LessonKind); 3] = [
    ("first-steps", "hold", LessonKind::Basics),
    ("powder-and-steel", "hold", LessonKind::Fighting),
    ("the-mill-road", "hold", LessonKind::Battle),
];

/// The lesson of that key: on a field of its own where a rule system has one for it.
fn lesson((key, enemy, kind): (&str, &str, LessonKind), system: &str) -> Option<Lesson> {
    let (name, text) = scenario::lesson(&format!("{system}/{key}")).or_else(|| scenario::lesson(key))?;
    let scenario = scenario::parse(&name, text).ok()?;
    Some(Lesson { battle: file(text.to_owned(), scenario), enemy: enemy.to_owned(), kind })
}

impl Library for Shelf {
    fn lessons(&self, system: &SystemInfo) -> Vec<Lesson> {
        LESSONS.into_iter().filter_map(|row| lesson(row, system.key)).collect()
    }

    fn battles(&self) -> Vec<BattleFile> {
        self.shipped(|_, _| true).cloned().collect()
    }

    fn systems(&self) -> Vec<&'static SystemInfo> {
        Kind::ALL.iter().map(|kind| kind.info()).collect()
    }

    fn commanders(&self) -> Vec<CommanderEntry> {
        commander::builtin().into_iter().map(|(key, temper)| CommanderEntry { key, temper }).collect()
    }

    fn wishes(&self) -> Vec<Wish> {
        quartermaster::choices()
    }

    fn drawn(&self, name: &str, seed: u64) -> Option<Result<BattleFile, Unusable>> {
        let wishes = Wishes::of_name(name)?;
        Some(
            wishes
                .and_then(|wishes| quartermaster::draw(&wishes, seed))
                .map_err(|fault| misnamed(name, &fault))
                .and_then(|drawn| {
                    let scenario = scenario::parse(&drawn.name, &drawn.text).map_err(unusable)?;
                    Ok(file(drawn.text, scenario))
                }),
        )
    }

    fn battle(&self, name: &str) -> Result<BattleFile, Unusable> {
        if let Some(wishes) = Wishes::of_name(name) {
            let seed = wishes.map_err(|fault| misnamed(name, &fault))?.seed;
            let without = || Unusable(format!("battle `{name}` has no seed; expected one, as in `{name}:4711`"));
            return self.drawn(name, seed.ok_or_else(without)?).unwrap_or_else(|| Err(without()));
        }
        match self.shipped(|key, _| key == name).next() {
            Some(battle) => Ok(battle.clone()),
            None => scenario::load(name).map(|(text, scenario)| file(text, scenario)).map_err(unusable),
        }
    }

    fn battle_from_text(&self, name: &str, text: &str) -> Result<BattleFile, Unusable> {
        match self.shipped(|key, its| its == text && name.ends_with(&format!("{key}.toml"))).next() {
            Some(battle) => Ok(battle.clone()),
            None => scenario::parse(name, text).map(|scenario| file(text.to_owned(), scenario)).map_err(unusable),
        }
    }

    fn system(&self, key: &str) -> Result<&'static SystemInfo, Unusable> {
        Kind::parse(key).map(Kind::info).map_err(Unusable)
    }

    fn house_rules(&self, system: &str, file: &str, text: &str) -> Result<HouseRules, Unusable> {
        house::house_rules(Kind::parse(system).map_err(Unusable)?, file, text).map_err(unusable)
    }

    fn deploy(
        &self,
        system: &str,
        scenario: &Scenario,
        house: &HouseRules,
        seed: u64,
    ) -> Result<Box<dyn System>, Unusable> {
        let kind = Kind::parse(system).map_err(Unusable)?;
        let deployed = house::with_battle(kind, scenario, house).and_then(|house| kind.deploy(scenario, &house, seed));
        deployed.map_err(|faults| {
            let line = |fault: String| format!("battle `{}` under {}: {fault}", scenario.key, kind.name());
            Unusable(faults.into_iter().map(line).collect::<Vec<_>>().join("\n"))
        })
    }

    fn commander(&self, name: &str, seed: u64) -> Result<Box<dyn Player>, Unusable> {
        Ok(Box::new(Commander::new(profile(name)?, seed)))
    }

    fn commander_maker(&self) -> Commanders {
        Arc::new(|name, seed| Shelf::new().commander(name, seed))
    }

    fn reference(&self, system: &str, house: &HouseRules) -> Result<Vec<Sheet>, Unusable> {
        Ok(Kind::parse(system).map_err(Unusable)?.reference(house))
    }
}

/// A profile that comes with the program, or the one in a file when the name has a slash or ends in `.toml`.
fn profile(name: &str) -> Result<Profile, Unusable> {
    if !name.contains(['/', '\\']) && !name.ends_with(".toml") {
        return commander::load(name).map_err(Unusable);
    }
    let text = fs::read_to_string(name);
    let text = text.map_err(|error| Unusable(format!("cannot read commander file `{name}`: {error}")))?;
    let profile = commander::profile(name, &text).map_err(unusable)?;
    known_systems(name, &profile)?;
    Ok(profile)
}

/// Whether a profile speaks of rule systems that exist.
pub(crate) fn known_systems(file: &str, profile: &Profile) -> Result<(), Unusable> {
    let unknown = profile.under.keys().filter_map(|key| Kind::parse(key).err());
    match unknown.map(|what| format!("{file}: in [under]: {what}")).reduce(|all, one| all + "\n" + &one) {
        Some(faults) => Err(Unusable(faults)),
        None => Ok(()),
    }
}

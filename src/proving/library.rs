//! A library of small drill battles, for tests of everything that plays through a library.

use std::sync::Arc;

use battle::{
    BattleFile, CommanderEntry, Commanders, HouseRules, Lesson, LessonKind, Library, Player, RANDOM, Scenario, Sheet,
    System, SystemInfo, Unusable, Wish,
};

use crate::drill::{self, info};
use crate::{FirstPlayer, Plan, RandomPlayer};

/// Small battles, the drill, and the commanders `random` and `first`.
#[derive(Clone, Copy, Debug, Default)]
pub struct DrillLibrary;

fn only_drill(key: &str) -> Result<&'static SystemInfo, Unusable> {
    if key == info::INFO.key {
        Ok(&info::INFO)
    } else {
        Err(Unusable(format!("unknown system `{key}`; expected drill")))
    }
}

impl Library for DrillLibrary {
    fn lessons(&self, _system: &SystemInfo) -> Vec<Lesson> {
        let lesson = |plan: &Plan, kind| Lesson { battle: plan.file(), enemy: String::from("first"), kind };
        let kinds = [LessonKind::Basics, LessonKind::Fighting, LessonKind::Battle];
        kinds.into_iter().map(|kind| lesson(&Plan::exercise(), kind)).collect()
    }

    fn battles(&self) -> Vec<BattleFile> {
        [Plan::small(), Plan::tiny(), Plan::large()].iter().map(Plan::file).collect()
    }

    fn systems(&self) -> Vec<&'static SystemInfo> {
        vec![&info::INFO]
    }

    fn commanders(&self) -> Vec<CommanderEntry> {
        let entry = |key: &str, temper: &str| CommanderEntry { key: String::from(key), temper: String::from(temper) };
        vec![entry("random", "any legal order"), entry("first", "always the first legal order")]
    }

    fn wishes(&self) -> Vec<Wish> {
        let choices = [("small", "a small field"), ("large", "a large field")];
        vec![Wish { name: "Size", choices: choices.map(|(word, told)| (word.into(), told.into())).to_vec() }]
    }

    fn drawn(&self, name: &str, _seed: u64) -> Option<Result<BattleFile, Unusable>> {
        name.strip_prefix(RANDOM)?;
        let plan = if name.contains("large") { Plan::large() } else { Plan::small() };
        let text = plan.text().replacen(&plan.file().scenario.key, name, 1);
        Some(Plan::parse(name, &text).map(|plan| plan.file()))
    }

    fn battle(&self, name: &str) -> Result<BattleFile, Unusable> {
        if let Some(drawn) = self.drawn(name, 0) {
            return drawn;
        }
        let all = self.battles().into_iter().chain([Plan::exercise().file()]);
        let found = all.into_iter().find(|file| file.scenario.key == name);
        let names: Vec<String> = self.battles().iter().map(|file| file.scenario.key.clone()).collect();
        found.ok_or_else(|| Unusable(format!("unknown battle `{name}`; expected one of {}", names.join(", "))))
    }

    fn battle_from_text(&self, file: &str, text: &str) -> Result<BattleFile, Unusable> {
        let plan = Plan::parse(file, text)?;
        Ok(BattleFile { text: String::from(text), ..plan.file() })
    }

    fn system(&self, key: &str) -> Result<&'static SystemInfo, Unusable> {
        only_drill(key)
    }

    fn house_rules(&self, system: &str, file: &str, text: &str) -> Result<HouseRules, Unusable> {
        let options = only_drill(system)?.options;
        let mut house = HouseRules::default();
        let mut faults = Vec::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let (key, value) = line.split_once('=').unwrap_or((line, ""));
            let value = value.trim().trim_matches('"');
            if let Err(fault) = house.set(options, key.trim(), value) {
                faults.push(format!("{file}:{}: {fault}", number + 1));
            }
        }
        if faults.is_empty() { Ok(house) } else { Err(Unusable(faults.join("\n"))) }
    }

    fn deploy(
        &self,
        system: &str,
        scenario: &Scenario,
        house: &HouseRules,
        seed: u64,
    ) -> Result<Box<dyn System>, Unusable> {
        only_drill(system)?;
        let drill = drill::deploy_with(scenario, house, seed).map_err(Unusable)?;
        Ok(Box::new(drill))
    }

    fn commander(&self, name: &str, seed: u64) -> Result<Box<dyn Player>, Unusable> {
        match name {
            "random" => Ok(Box::new(RandomPlayer::new(seed))),
            "first" => Ok(Box::new(FirstPlayer)),
            _ => Err(Unusable(format!("unknown commander `{name}`; expected random or first"))),
        }
    }

    fn commander_maker(&self) -> Commanders {
        Arc::new(|name, seed| DrillLibrary.commander(name, seed))
    }

    fn reference(&self, system: &str, house: &HouseRules) -> Result<Vec<Sheet>, Unusable> {
        let system = self.deploy(system, &Plan::tiny().scenario(), house, 0)?;
        Ok(system.reference())
    }
}

/// What is otherwise in a library of the drill; what it does not say is as in [`DrillLibrary`]. See [`With`].
pub trait Otherwise: Send + Sync {
    /// The commanders.
    fn commanders(&self) -> Vec<CommanderEntry> {
        DrillLibrary.commanders()
    }

    /// A commander by its name.
    ///
    /// # Errors
    /// Unknown name.
    fn commander(&self, name: &str, seed: u64) -> Result<Box<dyn Player>, Unusable> {
        DrillLibrary.commander(name, seed)
    }

    /// A battle set up.
    ///
    /// # Errors
    /// What the battle asks that cannot be given.
    fn deploy(&self, scenario: &Scenario, house: &HouseRules, seed: u64) -> Result<Box<dyn System>, Unusable> {
        DrillLibrary.deploy(info::INFO.key, scenario, house, seed)
    }
}

/// The same battles and the same drill, with what is otherwise.
pub struct With<A>(pub A);

impl<A: Otherwise> Library for With<A> {
    fn battles(&self) -> Vec<BattleFile> {
        DrillLibrary.battles()
    }

    fn systems(&self) -> Vec<&'static SystemInfo> {
        DrillLibrary.systems()
    }

    fn commanders(&self) -> Vec<CommanderEntry> {
        self.0.commanders()
    }

    fn battle(&self, name: &str) -> Result<BattleFile, Unusable> {
        DrillLibrary.battle(name)
    }

    fn drawn(&self, name: &str, seed: u64) -> Option<Result<BattleFile, Unusable>> {
        DrillLibrary.drawn(name, seed)
    }

    fn battle_from_text(&self, file: &str, text: &str) -> Result<BattleFile, Unusable> {
        DrillLibrary.battle_from_text(file, text)
    }

    fn system(&self, key: &str) -> Result<&'static SystemInfo, Unusable> {
        DrillLibrary.system(key)
    }

    fn house_rules(&self, system: &str, file: &str, text: &str) -> Result<HouseRules, Unusable> {
        DrillLibrary.house_rules(system, file, text)
    }

    fn deploy(
        &self,
        system: &str,
        scenario: &Scenario,
        house: &HouseRules,
        seed: u64,
    ) -> Result<Box<dyn System>, Unusable> {
        only_drill(system)?;
        self.0.deploy(scenario, house, seed)
    }

    fn commander(&self, name: &str, seed: u64) -> Result<Box<dyn Player>, Unusable> {
        self.0.commander(name, seed)
    }

    fn reference(&self, system: &str, house: &HouseRules) -> Result<Vec<Sheet>, Unusable> {
        DrillLibrary.reference(system, house)
    }
}

/// Commanders of one's own.
pub struct Commanded<F>(pub F);

impl<F> Otherwise for Commanded<F>
where
    F: Fn(&str, u64) -> Result<Box<dyn Player>, Unusable> + Send + Sync,
{
    fn commander(&self, name: &str, seed: u64) -> Result<Box<dyn Player>, Unusable> {
        (self.0)(name, seed)
    }
}

//! What there is to play: battles, systems and commanders, behind one door, so that front ends name none of them.

use std::sync::Arc;

use crate::{HouseRules, Lesson, Player, Scenario, Sheet, System, SystemInfo};

/// A battle file as read.
#[derive(Clone, Debug)]
pub struct BattleFile {
    /// Its text, for records.
    pub text: String,
    /// What it says.
    pub scenario: Arc<Scenario>,
}

/// A commander in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommanderEntry {
    /// Name for flags, e.g. `steady`.
    pub key: String,
    /// One line on its temper.
    pub temper: String,
}

/// A message for the user: what is wrong, with which thing and value, and what was expected. Several lines when a file
/// has several faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable(pub String);

impl std::fmt::Display for Unusable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unusable {}

/// What may be wished for of a battle that is drawn by chance, and all there is to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// What it is about, e.g. `Country`.
    pub name: &'static str,
    /// The choices: the word in the battle's name, and what it means.
    pub choices: Vec<(String, String)>,
}

/// The word that names of battles drawn by chance begin with.
pub const RANDOM: &str = "random";

/// The name of a battle drawn by chance: by those wishes, each a word, and a seed.
///
/// ```
/// assert_eq!(battle::random_name(["river", "1809"], 4711), "random:river:1809:seed4711");
/// ```
#[must_use]
pub fn random_name<'a>(wishes: impl IntoIterator<Item = &'a str>, seed: u64) -> String {
    let words: String = wishes.into_iter().map(|word| format!(":{word}")).collect();
    format!("{RANDOM}{words}:seed{seed}")
}

/// Makes commanders by name and seed as [`Library::commander`] does, for whoever does not have the library.
pub type Commanders = Arc<dyn Fn(&str, u64) -> Result<Box<dyn Player>, Unusable> + Send + Sync>;

/// Battles, systems and commanders, by name or by file.
pub trait Library: Send + Sync {
    /// The battles that come with the program, in the order a list shows them.
    fn battles(&self) -> Vec<BattleFile>;

    /// The lessons of a rule system, in the order they are taken; none where there are none.
    fn lessons(&self, _system: &SystemInfo) -> Vec<Lesson> {
        Vec::new()
    }

    /// The rule systems.
    fn systems(&self) -> Vec<&'static SystemInfo>;

    /// The commanders that come with the program.
    fn commanders(&self) -> Vec<CommanderEntry>;

    /// A battle by its key or by a path to a file.
    ///
    /// # Errors
    /// Unknown name (with the nearest match), unreadable file, or every fault of the file.
    fn battle(&self, name: &str) -> Result<BattleFile, Unusable>;

    /// What may be wished for of a battle that is drawn by chance; nothing where none are drawn.
    fn wishes(&self) -> Vec<Wish> {
        Vec::new()
    }

    /// A battle of those that are drawn by chance, where the name is of one (`random`, `random:river`): by the seed in its name, or by
    /// `seed` where it has none. Nothing for any other name.
    fn drawn(&self, _name: &str, _seed: u64) -> Option<Result<BattleFile, Unusable>> {
        None
    }

    /// A battle from its text, e.g. out of a record; `file` names it in messages.
    ///
    /// # Errors
    /// Every fault of the text.
    fn battle_from_text(&self, file: &str, text: &str) -> Result<BattleFile, Unusable>;

    /// A system by its key.
    ///
    /// # Errors
    /// Unknown name, with the nearest match.
    fn system(&self, key: &str) -> Result<&'static SystemInfo, Unusable>;

    /// House rules of a system out of a house-rule file's text; `file` names it in messages.
    ///
    /// # Errors
    /// Every fault of the text.
    fn house_rules(&self, system: &str, file: &str, text: &str) -> Result<HouseRules, Unusable>;

    /// A battle set up under a system, ready for its first decision. Settings the battle file brings for the system
    /// apply where `house` sets nothing.
    ///
    /// # Errors
    /// What the battle asks that the system cannot give.
    fn deploy(
        &self,
        system: &str,
        scenario: &Scenario,
        house: &HouseRules,
        seed: u64,
    ) -> Result<Box<dyn System>, Unusable>;

    /// A commander by its key or by a path to a profile; its own randomness comes from `seed`.
    ///
    /// # Errors
    /// Unknown name (with the nearest match), unreadable file, or every fault of the file.
    fn commander(&self, name: &str, seed: u64) -> Result<Box<dyn Player>, Unusable>;

    /// Makes commanders for whoever outlives what he had the library from; none where there are none.
    fn commander_maker(&self) -> Commanders {
        Arc::new(|name, _| Err(Unusable(format!("there is no commander `{name}`"))))
    }

    /// A system's tables with those house rules.
    ///
    /// # Errors
    /// Unknown system.
    fn reference(&self, system: &str, house: &HouseRules) -> Result<Vec<Sheet>, Unusable>;
}

//! The rule systems by name.

use battle::{HouseRules, Scenario, Sheet, System, SystemInfo};
use document::{expected_one_of, nearest};

/// A rule system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Eagles Cheaper than Brain Cells.
    Eagles,
    /// On War.
    OnWar,
    /// Snappy.
    Snappy,
    /// Over the Hills.
    OverTheHills,
    /// McNally.
    McNally,
}

impl Kind {
    /// Every system, in the order a list shows them.
    pub const ALL: &'static [Kind] = &[Kind::Eagles, Kind::OnWar, Kind::Snappy, Kind::OverTheHills, Kind::McNally];

    /// Its name in flags, records and house-rule files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.info().key
    }

    /// The system of that name.
    ///
    /// # Errors
    /// A sentence with the nearest name, or all there are.
    pub fn parse(name: &str) -> Result<Kind, String> {
        let found = Kind::ALL.iter().copied().find(|kind| kind.name() == name);
        found.ok_or_else(|| format!("unknown rule system `{name}`; expected {}", Kind::near(name)))
    }

    /// The name most like a word, or all names.
    pub(crate) fn near(word: &str) -> String {
        let names = || Kind::ALL.iter().map(|kind| kind.name());
        nearest(word, names()).map_or_else(|| expected_one_of(names()), |near| format!("`{near}`"))
    }

    /// Its fixed facts.
    #[must_use]
    pub fn info(self) -> &'static SystemInfo {
        match self {
            Kind::Eagles => eagles::info(),
            Kind::OnWar => on_war::info(),
            Kind::Snappy => snappy::info(),
            Kind::OverTheHills => over_the_hills::info(),
            Kind::McNally => mcnally::info(),
        }
    }

    /// A battle under it, ready for its first decision. `house` is all that counts; see
    /// [`with_battle`](crate::with_battle) for what a battle brings.
    ///
    /// # Errors
    /// What the battle asks that the system cannot give, a sentence each.
    pub fn deploy(self, scenario: &Scenario, house: &HouseRules, seed: u64) -> Result<Box<dyn System>, Vec<String>> {
        match self {
            Kind::Eagles => Ok(Box::new(eagles::deploy(scenario, house, seed)?)),
            Kind::OnWar => Ok(Box::new(on_war::deploy(scenario, house, seed)?)),
            Kind::Snappy => Ok(Box::new(snappy::deploy(scenario, house, seed)?)),
            Kind::OverTheHills => Ok(Box::new(over_the_hills::deploy(scenario, house, seed)?)),
            Kind::McNally => Ok(Box::new(mcnally::deploy(scenario, house, seed)?)),
        }
    }

    /// Its tables with those house rules.
    #[must_use]
    pub fn reference(self, house: &HouseRules) -> Vec<Sheet> {
        match self {
            Kind::Eagles => eagles::reference(house),
            Kind::OnWar => on_war::reference(house),
            Kind::Snappy => snappy::reference(house),
            Kind::OverTheHills => over_the_hills::reference(house),
            Kind::McNally => mcnally::reference(house),
        }
    }
}

//! What a campaign file says: the map, who takes part, stages with the ways between them, endings.

use std::collections::BTreeMap;
use std::sync::Arc;

use battle::{Ground, Scenario, Side};
use hexes::Hex;

use crate::condition::Condition;
use crate::read::FILES;

/// A battle file that a stage is fought by.
#[derive(Clone, Debug)]
pub struct BattleText {
    /// Its file's name, as messages name it.
    pub file: String,
    /// Its text as written, with everybody at full strength.
    pub text: Arc<str>,
    /// What it says.
    pub scenario: Arc<Scenario>,
}

/// A unit that is the same in several battles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitLine {
    /// Its name in the campaign.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// By stage: its label in that stage's battle.
    pub labels: BTreeMap<String, String>,
}

/// A leader who is the same in several battles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderLine {
    /// His name in the campaign.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// By stage: his label in that stage's battle.
    pub labels: BTreeMap<String, String>,
}

/// Units that come late to a battle by a way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Late {
    /// What they are called as a reinforcement.
    pub name: String,
    /// Their labels.
    pub units: Vec<String>,
    /// The turn at whose start they come.
    pub turn: u16,
    /// Where: areas, as a reinforcement has them.
    pub entry: Vec<String>,
    /// Which way they look.
    pub facing: hexes::Facing,
}

/// A way that a campaign may take after a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// What it is called, unlike the others of its stage.
    pub name: String,
    /// Whose choice it is.
    pub side: Side,
    /// When it is open.
    pub condition: Condition,
    /// The stage it leads to, by place; `None` ends the campaign.
    pub to: Option<usize>,
    /// Told when it is taken.
    pub story: String,
    /// Per cent of what Blue's and Red's units lack that comes back.
    pub rest: [u8; 2],
    /// Labels in the next battle of those who are not there by this way.
    pub absent: Vec<String>,
    /// Those who come late.
    pub late: Vec<Late>,
}

/// A battle of a campaign, and what may come after it.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Its key.
    pub key: String,
    /// The battle's name in the campaign file.
    pub battle: String,
    /// Where it is fought, on the campaign's map.
    pub at: Hex,
    /// When, as shown.
    pub date: String,
    /// Campaign points of whoever wins it.
    pub points: u16,
    /// Told before it.
    pub story: String,
    /// What may come after it, in order.
    pub ways: Vec<Way>,
}

/// An end of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Its name.
    pub name: String,
    /// Who has won the campaign by it; `None`: nobody.
    pub winner: Option<Side>,
    /// When it is the end.
    pub condition: Condition,
    /// Told at the end.
    pub story: String,
}

/// A campaign as read, with the battles it is fought by.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The name of its file without ending.
    pub key: String,
    /// The text of its file.
    pub text: Arc<str>,
    /// Its title.
    pub title: String,
    /// When, as shown.
    pub date: String,
    /// The situation in a few sentences.
    pub note: String,
    /// Whose story it is.
    pub side: Side,
    /// The ground of its map.
    pub ground: Arc<Ground>,
    /// Names on the map.
    pub places: Vec<(String, Hex)>,
    /// Units that are the same in several battles.
    pub units: Vec<UnitLine>,
    /// Leaders who are the same in several battles.
    pub leaders: Vec<LeaderLine>,
    /// The battles in the order of the file; the first is fought first.
    pub stages: Vec<Stage>,
    /// Its ends, in the order in which they are looked at.
    pub endings: Vec<Ending>,
    /// The battle files by their names in the campaign file.
    pub battles: BTreeMap<String, BattleText>,
}

impl Campaign {
    /// The campaign as one file, with the text of every battle in it.
    #[must_use]
    pub fn packed(&self) -> String {
        let mut document: toml_edit::DocumentMut = self.text.parse().unwrap_or_default();
        if document.contains_key(FILES) {
            return self.text.to_string();
        }
        let mut files = toml_edit::Table::new();
        for (name, battle) in &self.battles {
            files.insert(name, toml_edit::value(battle.text.as_ref()));
        }
        document.insert(FILES, toml_edit::Item::Table(files));
        document.to_string()
    }

    /// The stage of that key.
    #[must_use]
    pub fn stage_named(&self, key: &str) -> Option<usize> {
        self.stages.iter().position(|stage| stage.key == key)
    }

    /// The battle file of a stage.
    ///
    /// # Panics
    /// When there is no such stage; reading a campaign makes sure that every stage has its battle.
    #[must_use]
    pub fn battle(&self, stage: usize) -> &BattleText {
        &self.battles[&self.stages[stage].battle]
    }

    /// The hash of its text, as records carry it.
    #[must_use]
    pub fn hash(&self) -> String {
        blake3::hash(self.text.as_bytes()).to_hex().to_string()
    }

    /// The unit of the campaign that has that label in the battle of a stage.
    #[must_use]
    pub fn unit_of(&self, stage: usize, label: &str) -> Option<usize> {
        let key = &self.stages[stage].key;
        self.units.iter().position(|unit| unit.labels.get(key).is_some_and(|own| own == label))
    }

    /// The leader of the campaign who has that label in the battle of a stage.
    #[must_use]
    pub fn leader_of(&self, stage: usize, label: &str) -> Option<usize> {
        let key = &self.stages[stage].key;
        self.leaders.iter().position(|leader| leader.labels.get(key).is_some_and(|own| own == label))
    }

    /// The most battles that can be fought in it without coming to a stage twice, or as many as it has stages.
    #[must_use]
    pub fn longest(&self) -> usize {
        let mut most = vec![0; self.stages.len()];
        most.iter_mut().take(1).for_each(|first| *first = 1);
        for _ in 0..self.stages.len() {
            for (from, stage) in self.stages.iter().enumerate() {
                let here: usize = most[from];
                for to in stage.ways.iter().filter_map(|way| way.to).filter(|_| here > 0) {
                    most[to] = most[to].max(here + 1).min(self.stages.len());
                }
            }
        }
        most.into_iter().max().unwrap_or(0)
    }

    /// All points that can be won.
    #[must_use]
    pub fn all_points(&self) -> u16 {
        self.stages.iter().map(|stage| stage.points).sum()
    }
}

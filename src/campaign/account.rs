//! What a campaign needs of a battle that is over, in terms that no rule system owns.

use std::collections::BTreeMap;

use battle::Side;
use serde::{Deserialize, Serialize};

/// What became of a unit in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnitEnd {
    /// It was on the field at the end, still to come, or marched off by order.
    Stood,
    /// It ran from the field.
    Ran,
    /// It was killed, captured or overrun.
    Destroyed,
}

/// What became of a leader in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeaderEnd {
    /// He is well.
    Fit,
    /// He is hurt.
    Wounded,
    /// He is dead or taken.
    Lost,
}

/// What is told of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitAccount {
    /// Per cent that is left of what it began the battle with.
    pub left: u8,
    /// What became of it.
    pub end: UnitEnd,
}

/// The account of a battle that is over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Who has won; nobody in a draw.
    pub winner: Option<Side>,
    /// Per cent of their armies that Blue and Red lost.
    pub lost: [u8; 2],
    /// Every unit of the battle by its label.
    pub units: BTreeMap<String, UnitAccount>,
    /// Every leader of the battle by his label.
    pub leaders: BTreeMap<String, LeaderEnd>,
}

impl Account {
    /// In what an account that was found differs from this one: a sentence each, with the names that `called` has for labels.
    #[must_use]
    pub fn differences(&self, found: &Account, called: &dyn Fn(&str) -> String) -> Vec<String> {
        let won = |account: &Account| account.winner.map_or("nobody", Side::name);
        let mut told = Vec::new();
        if won(self) != won(found) {
            told.push(format!("{} has won it, not {}", won(self), won(found)));
        }
        for side in Side::ALL {
            let [own, theirs] = [self, found].map(|account| account.lost[side.index()]);
            if own != theirs {
                told.push(format!("{side} lost {own} per cent, not {theirs}"));
            }
        }
        told.extend(differing(&self.units, &found.units, called, |unit| {
            format!("{} per cent and {}", unit.left, unit.end.name())
        }));
        told.extend(differing(&self.leaders, &found.leaders, called, |end| String::from(end.name())));
        told
    }
}

fn differing<T: PartialEq>(
    own: &BTreeMap<String, T>,
    found: &BTreeMap<String, T>,
    called: &dyn Fn(&str) -> String,
    told: impl Fn(&T) -> String,
) -> Vec<String> {
    let said = |one: Option<&T>| one.map_or_else(|| String::from("nothing"), &told);
    let labels: std::collections::BTreeSet<&String> = own.keys().chain(found.keys()).collect();
    let unlike = labels.into_iter().filter(|label| own.get(*label) != found.get(*label));
    unlike.map(|label| format!("{}: {}, not {}", called(label), said(own.get(label)), said(found.get(label)))).collect()
}

impl UnitEnd {
    /// What became of it, said behind its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            UnitEnd::Stood => "stood",
            UnitEnd::Ran => "ran from the field",
            UnitEnd::Destroyed => "was destroyed",
        }
    }
}

impl LeaderEnd {
    /// What became of him, said behind his name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LeaderEnd::Fit => "fit",
            LeaderEnd::Wounded => "wounded",
            LeaderEnd::Lost => "dead or taken",
        }
    }
}

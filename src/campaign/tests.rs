//! Tests of campaigns: a drill of three days on the exercise grounds that come with the program.

mod carried;
mod conditions;
mod drawn;
mod faults;
mod packed;
mod runs;

use std::collections::BTreeMap;
use std::sync::Arc;

use battle::Side;

use crate::{Account, Campaign, Fought, LeaderEnd, Run, UnitAccount, UnitEnd, load_text};

/// The drill campaign.
pub(crate) const DRILL: &str = include_str!("tests/drill.toml");

/// The drill campaign with each first text of `changes` replaced by the second.
fn changed(changes: &[(&str, &str)]) -> String {
    let change = |text: String, (old, new): &(&str, &str)| {
        assert!(text.contains(old), "the drill has no `{old}`");
        text.replacen(old, new, 1)
    };
    changes.iter().fold(DRILL.to_owned(), change)
}

/// The campaign that a text gives.
fn sound(text: &str) -> Campaign {
    load_text("x/drill.toml", text).unwrap_or_else(|faults| panic!("{faults}"))
}

fn drill() -> Arc<Campaign> {
    Arc::new(sound(DRILL))
}

/// A run of the drill.
fn run() -> Run {
    Run::new(drill(), 7)
}

/// An account of the battle of a stage in which nothing happened to anybody but those named.
fn account(campaign: &Campaign, stage: usize, winner: Option<Side>, told: &[(&str, u8, UnitEnd)]) -> Account {
    let scenario = &campaign.battle(stage).scenario;
    let mut units: BTreeMap<String, UnitAccount> = BTreeMap::new();
    let mut leaders = BTreeMap::new();
    for army in &scenario.armies {
        units
            .extend(army.units.iter().map(|unit| (unit.label.clone(), UnitAccount { left: 100, end: UnitEnd::Stood })));
        leaders.extend(army.leaders.iter().map(|leader| (leader.label.clone(), LeaderEnd::Fit)));
    }
    for (label, left, end) in told {
        assert!(units.contains_key(*label), "no unit {label}");
        units.insert((*label).to_owned(), UnitAccount { left: *left, end: *end });
    }
    Account { winner, lost: [0, 0], units, leaders }
}

/// Fights the next battle of a run with that account, and takes that way.
fn fight(run: &mut Run, account: Account, way: Option<&str>) {
    let (stage, _) = run.battle().expect("a battle to fight");
    let stage = run.campaign.stages[stage].key.clone();
    run.past.push(Fought { stage, account, way: way.map(String::from), hash: String::from("00") });
}

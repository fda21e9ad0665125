//! Checking a file of any kind: battle, campaign, commander or house rules, told apart by its keys.

use battle::{HouseRules, Library, SystemInfo, Unusable};
use campaign::Ledger;
use document::Document;

use crate::house;
use crate::kind::Kind;
use crate::shelf::Shelf;

/// What a data file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Battle,
    Campaign,
    Commander,
    House,
}

/// Top-level keys that only battles have.
const BATTLE_KEYS: &[&str] = &["title", "ground", "legend", "turn_limit", "blue", "red", "objective", "reinforcement"];

/// Top-level keys that only campaigns have; they share `title`, and names on their maps, with battles.
const CAMPAIGN_KEYS: &[&str] = &["map", "stage", "ending"];

/// The sort of file that most of its keys speak for.
fn sort(document: &Document) -> Sort {
    let sheet = document.read();
    let keys = sheet.root().keys();
    let count = |known: &dyn Fn(&str) -> bool| keys.iter().filter(|key| known(key)).count();
    let battle = count(&|key| BATTLE_KEYS.contains(&key));
    let campaign = count(&|key| CAMPAIGN_KEYS.contains(&key));
    let house = count(&|key| Kind::ALL.iter().any(|kind| kind.name() == key));
    match () {
        () if campaign > 0 => Sort::Campaign,
        () if battle > 0 => Sort::Battle,
        () if house > 0 => Sort::House,
        () => Sort::Commander,
    }
}

/// Checks a file's text; `file` names it in messages. Battles are set up under each of `systems` as well, those of a campaign by
/// every way that leads to them. Returns what the file is.
///
/// # Errors
/// Every fault with file, line, column, what was found and what was expected.
pub fn check(shelf: &Shelf, file: &str, text: &str, systems: &[&SystemInfo]) -> Result<String, Unusable> {
    let fault = |fault: &dyn std::fmt::Display| Unusable(fault.to_string());
    let document = Document::parse(file, text).map_err(|faults| fault(&faults))?;
    if document.read().root().keys().is_empty() {
        let text = "the file says nothing; expected a battle, a campaign, a commander or house rules";
        return Err(Unusable(format!("{file}:1: {text}")));
    }
    match sort(&document) {
        Sort::Battle => battle(shelf, file, text, systems),
        Sort::Campaign => campaign(shelf, file, text, systems),
        Sort::Commander => {
            let profile = commander::profile(file, text).map_err(|faults| fault(&faults))?;
            crate::shelf::known_systems(file, &profile)?;
            Ok(String::from("a commander without faults"))
        }
        Sort::House => {
            let known = Kind::ALL.first().copied().ok_or_else(|| Unusable(String::from("no rule systems")))?;
            let read = house::house_rules(known, file, text);
            read.map(|_| String::from("house rules without faults")).map_err(|faults| fault(&faults))
        }
    }
}

fn battle(shelf: &Shelf, file: &str, text: &str, systems: &[&SystemInfo]) -> Result<String, Unusable> {
    let battle = shelf.battle_from_text(file, text)?;
    let deploy = |info: &&SystemInfo| shelf.deploy(info.key, &battle.scenario, &HouseRules::default(), 0).err();
    let faults: Vec<String> = systems.iter().filter_map(deploy).map(|fault| format!("{file}: {fault}")).collect();
    if faults.is_empty() { Ok(String::from("a battle without faults")) } else { Err(Unusable(faults.join("\n"))) }
}

fn campaign(shelf: &Shelf, file: &str, text: &str, systems: &[&SystemInfo]) -> Result<String, Unusable> {
    let campaign = campaign::load_text(file, text).map_err(|faults| Unusable(faults.to_string()))?;
    let fresh = Ledger::fresh(&campaign);
    let ways = campaign.stages.iter().flat_map(|stage| &stage.ways).filter_map(|way| Some((way.to?, Some(way))));
    let mut faults = Vec::new();
    for (stage, way) in [(0, None)].into_iter().chain(ways) {
        let drawn = campaign::draw(&campaign, stage, way, &fresh).map_err(Unusable)?;
        let by = way.map(|way| format!(" by the way `{}`", way.name)).unwrap_or_default();
        let name = &campaign.stages[stage].key;
        if let Err(why) = battle(shelf, &campaign.battle(stage).file, &drawn, systems) {
            faults.extend(why.0.lines().map(|line| format!("{file}: stage `{name}`{by}: {line}")));
        }
    }
    if faults.is_empty() { Ok(String::from("a campaign without faults")) } else { Err(Unusable(faults.join("\n"))) }
}

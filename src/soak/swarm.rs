//! House rules by lot, other ones in every battle: so a night of battles finds what nobody thought of, and what each rule is worth.

use battle::{HouseRules, OptionInfo, SystemInfo};

/// House rules drawn for a battle: every option keeps its usual value in one of two battles, and has any of its others in the
/// other. They follow from the battle and its seed alone, so that it can be played again; battles that share a seed have different
/// ones, for otherwise there would be as few sets of rules as seeds, and what is counted over battles would be no chance of many.
pub(crate) fn drawn(info: &SystemInfo, battle: &str, seed: u64) -> HouseRules {
    let mut house = HouseRules::default();
    for option in info.options {
        if let Some(value) = lot([info.key, battle], option, seed) {
            house.set(info.options, option.key, &value).unwrap_or_default();
        }
    }
    house
}

/// The value of an option by lot; nothing where it keeps its usual one.
fn lot([system, battle]: [&str; 2], option: &OptionInfo, seed: u64) -> Option<String> {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let hash = blake3::keyed_hash(&key, format!("{system} {} {battle}", option.key).as_bytes());
    let (coin, place) = (hash.as_bytes()[0] & 1, &hash.as_bytes()[8..16]);
    let place = u64::from_le_bytes(place.try_into().ok()?);
    let others = option.values.count().checked_sub(1).filter(|others| *others > 0 && coin == 1)?;
    option.values.iter().filter(|value| value != option.default).nth((place % others) as usize)
}

/// House rules as `--house` takes them: `key=value` of each that is set, by comma.
pub(crate) fn told(house: &HouseRules) -> String {
    house.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(",")
}

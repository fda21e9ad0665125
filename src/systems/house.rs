//! House-rule files: a table for each rule system with the options it sets.
//!
//! ```toml
//! [eagles]
//! orders_dice = "2d6"
//! defend = true
//! base_width = 3
//! ```

use battle::{HouseRules, OptionInfo, Scenario, Values};
use document::{Document, Faults, Table, Value, nearest};

use crate::kind::Kind;

/// Reads a house-rule file's text; `file` names it in faults. Tables of other systems are checked as well.
///
/// # Errors
/// Every fault: unknown systems and options with the nearest match, and values that an option does not take.
pub fn house_rules(kind: Kind, file: &str, text: &str) -> Result<HouseRules, Faults> {
    let document = Document::parse(file, text)?;
    let sheet = document.read();
    let root = sheet.root();
    let mut wanted = HouseRules::default();
    for system in Kind::ALL {
        let table = root.optional_table(system.name());
        let read = table.map(|table| options(&table, system.info().options)).unwrap_or_default();
        if *system == kind {
            wanted = read;
        }
    }
    root.finish();
    sheet.finish_with(Some(wanted))
}

fn options(table: &Table<'_>, known: &[OptionInfo]) -> HouseRules {
    let mut house = HouseRules::default();
    for option in known {
        if let Some(value) = table.optional_value(option.key)
            && let Some(word) = accepted(&value, option.values)
            && let Err(fault) = house.set(known, option.key, &word)
        {
            value.fault(fault, option.values.expected());
        }
    }
    table.finish();
    house
}

/// The value as the option writes it; a fault when it takes no such value.
fn accepted(value: &Value<'_>, values: Values) -> Option<String> {
    let word = if value.is_text() { value.text() } else { bare(value, values) };
    match word {
        Some(word) if values.accepts(&word) => Some(word),
        Some(word) => value.refuse(expected(values, &word)),
        None => None,
    }
}

/// A value without quotes: true and false for flags and for choices that have on and off among them, numbers for numbers and for choices among numbers.
fn bare(value: &Value<'_>, values: Values) -> Option<String> {
    let switched = |words: &[&str]| ["on", "off"].iter().all(|word| words.contains(word));
    match values {
        Values::Choice(words) if switched(words) => bare(value, Values::Flag),
        Values::Flag => value.flag().map(|on| String::from(if on { "on" } else { "off" })),
        Values::Number(low, high) => value.integer(low..=high).map(|number| number.to_string()),
        Values::Choice(words) => {
            let numbers: Vec<i64> = words.iter().filter_map(|word| word.parse().ok()).collect();
            match (numbers.iter().min(), numbers.iter().max()) {
                (Some(low), Some(high)) => value.integer(*low..=*high).map(|number| number.to_string()),
                _ => value.refuse(values.expected()),
            }
        }
    }
}

fn expected(values: Values, word: &str) -> String {
    let near = match values {
        Values::Choice(words) => nearest(word, words.iter().copied()),
        _ => None,
    };
    near.map_or_else(|| values.expected(), |near| format!("{} (nearest is {near})", values.expected()))
}

/// House rules with what the battle brings for the system where they set nothing.
///
/// # Errors
/// Every setting of the battle that the system does not know or take, a sentence each.
pub fn with_battle(kind: Kind, scenario: &Scenario, house: &HouseRules) -> Result<HouseRules, Vec<String>> {
    let known = kind.info().options;
    let mut merged = HouseRules::default();
    let mut faults = Vec::new();
    for (key, value) in scenario.house.get(kind.name()).into_iter().flatten() {
        if let Err(fault) = merged.set(known, key, value) {
            let near = nearest(key, known.iter().map(|option| option.key)).filter(|near| near != key);
            let near = near.map_or_else(String::new, |near| format!("; expected `{near}`"));
            faults.push(format!("{fault}{near}"));
        }
    }
    for (key, value) in house.iter() {
        merged.set(known, key, value).unwrap_or_else(|fault| faults.push(fault));
    }
    if faults.is_empty() { Ok(merged) } else { Err(faults) }
}

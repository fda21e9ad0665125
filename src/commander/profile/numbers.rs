//! Numbers of a profile by name, to be read and to be written into its text: what tuning moves.

use std::str::FromStr;

use toml_edit::{DocumentMut, InlineTable, Item, Table, TomlError, Value, value};

use super::{Judgement, Kind, Planning, Profile, Response, Settings};
use crate::considerations::Concern;
use crate::curve::Curve;

/// A number of a profile.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// `[under.SYSTEM.]TABLE.KEY`, as in `judgement.dash` or `under.on_war.consideration.mission.exponent`.
    pub name: String,
    /// What it is.
    pub value: f64,
    /// The least it may be.
    pub low: f64,
    /// The most it may be.
    pub high: f64,
    /// Whether it is whole.
    pub whole: bool,
    /// A step that may tell.
    pub step: f64,
}

/// Where a number stands.
struct Place<'a> {
    /// The rule system it is for; all without one.
    under: Option<&'a str>,
    /// `plan`, `judgement` or `consideration`.
    table: &'a str,
    /// The keys in it.
    keys: Vec<&'a str>,
}

impl Place<'_> {
    fn of(name: &str) -> Option<Place<'_>> {
        let mut words = name.split('.');
        let mut table = words.next()?;
        let under = if table == "under" { Some(words.next()?) } else { None };
        if under.is_some() {
            table = words.next()?;
        }
        let keys: Vec<&str> = words.collect();
        let known = match table {
            "plan" | "judgement" => keys.len() == 1,
            "consideration" => keys.len() == 2,
            _ => false,
        };
        known.then_some(Place { under, table, keys })
    }
}

/// The most that an exponent may be.
const EXPONENTS: f64 = 64.0;
/// The step of an exponent.
const EXPONENT_STEP: f64 = 2.0;
/// The step of other numbers, as a share of what they may be.
const STEP: f64 = 0.1;

impl Profile {
    /// The number of that name.
    ///
    /// # Errors
    /// A sentence that names what is not a number of a profile, and what was expected.
    pub fn number(&self, name: &str) -> Result<Number, String> {
        if self.kind != Kind::Utility {
            return Err(format!(
                "{} weighs nothing and has no numbers; expected a commander of kind utility",
                self.name
            ));
        }
        let place = Place::of(name);
        let settings = place.as_ref().map(|place| place.under.map_or(&self.settings, |system| self.under(system)));
        let found =
            place.as_ref().zip(settings).and_then(|(place, settings)| settings.number(place.table, &place.keys));
        let (value, low, high, whole) = found.ok_or_else(|| unknown(name))?;
        let step = if whole { EXPONENT_STEP } else { STEP * (high - low) };
        Ok(Number { name: String::from(name), value, low, high, whole, step })
    }
}

fn unknown(name: &str) -> String {
    let keys = |ranges: &[(&str, f64, f64)]| ranges.iter().map(|(key, ..)| *key).collect::<Vec<_>>().join(", ");
    format!(
        "unknown number `{name}`; expected plan.KEY ({}), judgement.KEY ({}), consideration.NAME.weight, or \
         consideration.NAME.exponent of a power curve, each also after under.SYSTEM.",
        keys(Planning::RANGES),
        keys(Judgement::RANGES)
    )
}

impl Settings {
    /// Value, least, most, whether it is whole.
    fn number(&self, table: &str, keys: &[&str]) -> Option<(f64, f64, f64, bool)> {
        let ranged = |ranges: &[(&str, f64, f64)], value: Option<f64>| {
            let (_, low, high) = *ranges.iter().find(|(key, ..)| *key == keys[0])?;
            Some((value?, low, high, false))
        };
        match (table, keys) {
            ("plan", [key]) => ranged(Planning::RANGES, self.planning.get(key)),
            ("judgement", [key]) => ranged(Judgement::RANGES, self.judgement.get(key)),
            (_, [concern, key]) => {
                let concern = Concern::ALL.iter().find(|one| one.key() == *concern)?;
                let response = self.weighing.of(*concern);
                match (*key, response.curve) {
                    ("weight", _) => Some((response.weight, 0.0, 1.0, false)),
                    ("exponent", Curve::Power { exponent, .. }) => Some((f64::from(exponent), 1.0, EXPONENTS, true)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// A profile's text with other numbers, the rest of it as it was written.
///
/// # Errors
/// The text is no TOML, or a name is not that of a number.
pub fn with_numbers(text: &str, profile: &Profile, numbers: &[(String, f64)]) -> Result<String, String> {
    let mut document = DocumentMut::from_str(text).map_err(|error: TomlError| error.to_string())?;
    for (name, number) in numbers {
        let known = profile.number(name)?;
        let Some(place) = Place::of(name) else { return Err(unknown(name)) };
        let settings = place.under.map_or(&profile.settings, |system| profile.under(system));
        let mut table = document.as_table_mut();
        for key in place.under.iter().flat_map(|system| ["under", *system]).chain([place.table]) {
            table = subtable(table, key).ok_or_else(|| format!("`{key}` is not a table; expected one for {name}"))?;
        }
        let new = if known.whole { value(number.round() as i64) } else { value(*number) };
        match place.keys[..] {
            [key] => put(&mut table[key], new),
            [concern, key] => put_response(&mut table[concern], settings, concern, (key, new)),
            _ => {}
        }
    }
    Ok(document.to_string())
}

fn subtable<'a>(table: &'a mut Table, key: &str) -> Option<&'a mut Table> {
    // A table that holds nothing but tables needs no line of its own.
    let new = || {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    };
    table.entry(key).or_insert_with(new).as_table_mut()
}

/// Puts a value in the place of another, with what is written round that.
fn put(item: &mut Item, new: Item) {
    match (item.as_value_mut(), new) {
        (Some(old), Item::Value(mut new)) => {
            *new.decor_mut() = old.decor().clone();
            *old = new;
        }
        (_, new) => *item = new,
    }
}

/// Puts a number into the response to one thing considered, which is written out whole where the text does not say it.
fn put_response(item: &mut Item, settings: &Settings, concern: &str, (key, new): (&str, Item)) {
    if item.is_none() {
        let concern = Concern::ALL.iter().find(|one| one.key() == concern);
        if let Some(concern) = concern {
            *item = Item::Value(Value::InlineTable(written(&settings.weighing.of(*concern))));
        }
    }
    put(&mut item[key], new);
}

/// A response as profiles write it.
fn written(response: &Response) -> InlineTable {
    let numbers: Vec<(&str, f64)> = match response.curve {
        Curve::Linear { from, to } | Curve::Power { from, to, .. } => vec![("from", from), ("to", to)],
        Curve::Logistic { middle, steep } => vec![("middle", middle), ("steep", steep)],
        Curve::Step { at, below, above } => vec![("at", at), ("below", below), ("above", above)],
    };
    let mut table = InlineTable::new();
    table.insert("weight", response.weight.into());
    table.insert("curve", response.curve.key().into());
    numbers.into_iter().for_each(|(key, number)| {
        table.insert(key, number.into());
    });
    if let Curve::Power { exponent, .. } = response.curve {
        table.insert("exponent", i64::from(exponent).into());
    }
    table
}

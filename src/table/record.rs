//! Reading a record: a header and its lines, tolerant of a torn last line and of nothing else.

use std::fs;
use std::path::Path;

use battle::{BattleFile, HouseRules, Library, Side, Unusable};
use serde_json::{Map, Value, json};

use crate::setup::{SeatSpec, Setup};

/// The number of the record format this program writes, and the only one it reads.
pub const FORMAT: u64 = 1;

/// The version of the program that writes.
pub(crate) const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// What whoever keeps a battle has written into its record's header.
pub type Notes = Map<String, Value>;

/// The header line of a battle, with notes.
pub(crate) fn header_noted(setup: &Setup, notes: Notes) -> String {
    let house: Map<String, Value> = setup.house.iter().map(|(key, value)| (key.into(), json!(value))).collect();
    let text = &setup.battle.text;
    let battle = json!({ "key": setup.battle.scenario.key, "hash": battle_hash(text), "text": text });
    let mut header = json!({
        "grognard": "record",
        "format": FORMAT,
        "program": PROGRAM,
        "system": setup.system.key,
        "house": house,
        "seats": setup.seats.each_ref().map(SeatSpec::to_string),
        "seed": setup.seed,
        "battle": battle,
    });
    if let (false, Some(header)) = (notes.is_empty(), header.as_object_mut()) {
        header.insert(String::from("notes"), Value::Object(notes));
    }
    header.to_string()
}

/// The hash of a battle file's text, as headers carry it.
fn battle_hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// What a record says of itself without being played.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The battle's key.
    pub battle: String,
    /// The rule system's key.
    pub system: String,
    /// Its house rules, as JSON.
    pub house: String,
    /// Blue's and Red's seat, as in a set-up.
    pub seats: [String; 2],
    /// What whoever kept the battle wrote into the header.
    pub notes: Notes,
}

/// Reads the header of a record.
///
/// # Errors
/// A file that cannot be read or is no record.
pub fn summary(path: &Path) -> Result<Summary, Unusable> {
    let record = Record::read(path)?;
    let text = |keys: &[&str]| {
        text_at(&record.header, keys).map_err(|found| Unusable(format!("{}:1: {found}", path.display())))
    };
    let seat = |place: usize| record.header["seats"][place].as_str().map(String::from).unwrap_or_default();
    Ok(Summary {
        battle: text(&["battle", "key"])?,
        system: text(&["system"])?,
        house: record.header.get("house").map(Value::to_string).unwrap_or_default(),
        seats: [seat(0), seat(1)],
        notes: record.header.get("notes").and_then(Value::as_object).cloned().unwrap_or_default(),
    })
}

/// What one line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    Order(String),
    Turn {
        turn: u16,
    },
    Undo(usize),
    Resign {
        side: Side,
        why: String,
    },
    /// From here on the battle is played by that version of the program.
    Program(String),
    Over,
}

/// A line that counts: not undone later.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// Its number in the file, from 1.
    pub(crate) line: usize,
    pub(crate) text: String,
    pub(crate) entry: Entry,
}

/// A record as read.
pub(crate) struct Record {
    file: String,
    pub(crate) header: Value,
    pub(crate) header_line: String,
    pub(crate) items: Vec<Item>,
    /// Bytes up to the end of the last complete line before anything torn.
    pub(crate) good: u64,
    /// The first line that a power cut has torn: where bytes never came to the disk, it reads as zeros.
    pub(crate) torn: Option<usize>,
}

impl Record {
    /// Reads a file.
    ///
    /// # Errors
    /// Names the file and what the operating system says, or the line, what was found there and what was expected.
    pub(crate) fn read(path: &Path) -> Result<Record, Unusable> {
        let bytes = fs::read(path).map_err(|error| Unusable(format!("cannot read {}: {error}", path.display())))?;
        Record::parse(&path.display().to_string(), &bytes)
    }

    pub(crate) fn parse(file: &str, bytes: &[u8]) -> Result<Record, Unusable> {
        let whole = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        let good = bytes[..whole].iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
        let torn = bytes[good..].contains(&b'\n').then(|| count(&bytes[..good]) + 1);
        let mut lines = bytes[..good].split(|byte| *byte == b'\n').take(count(&bytes[..good])).enumerate();
        let fault = |line: usize, found: &str, expected: &str| {
            Unusable(format!("{file}:{}: {found}; expected {expected}", line + 1))
        };
        let Some((_, first)) = lines.next() else { return Err(fault(0, "no complete line", "the header of a record")) };
        let header_line = utf8(first).map_err(|(found, expected)| fault(0, &found, expected))?;
        let header = read_header(&header_line).map_err(|found| Unusable(format!("{file}:1: {found}")))?;
        let mut record =
            Record { file: String::from(file), header, header_line, items: Vec::new(), good: good as u64, torn };
        for (line, bytes) in lines {
            let entry = utf8(bytes).and_then(|text| Ok((read_entry(&text)?, text)));
            let (entry, text) = entry.map_err(|(found, expected)| fault(line, &found, expected))?;
            record
                .add(Item { line: line + 1, text, entry })
                .map_err(|(found, expected)| fault(line, &found, expected))?;
        }
        Ok(record)
    }

    fn add(&mut self, item: Item) -> Result<(), Wrong> {
        match item.entry {
            Entry::Undo(orders) => (0..orders).try_for_each(|_| self.take_back()),
            _ if self.items.last().is_some_and(|last| last.entry == Entry::Over) => {
                wrong("a line after the end of the battle", "nothing or an undo")
            }
            _ => {
                self.items.push(item);
                Ok(())
            }
        }
    }

    /// Takes back the last order with the hashes after it.
    fn take_back(&mut self) -> Result<(), Wrong> {
        while let Some(item) = self.items.pop() {
            match item.entry {
                Entry::Order(_) => return Ok(()),
                Entry::Resign { .. } => return wrong("an undo of a resignation", "an order before it"),
                _ => {}
            }
        }
        wrong("an undo of more orders than there are", "an order before it")
    }

    /// The version of the program that played it up to that line.
    pub(crate) fn program(&self, line: usize) -> &str {
        let first = self.header.get("program").and_then(Value::as_str).unwrap_or_default();
        let later = self.items.iter().take_while(|item| item.line <= line).filter_map(|item| match &item.entry {
            Entry::Program(version) => Some(version.as_str()),
            _ => None,
        });
        later.last().unwrap_or(first)
    }

    /// What the header says, as a set-up.
    ///
    /// # Errors
    /// What is wrong with the header, the battle in it or the house rules.
    pub(crate) fn setup(&self, library: &dyn Library) -> Result<Setup, Unusable> {
        let wrong = |found: String| Unusable(format!("{}:1: {found}", self.file));
        let text = |keys: &[&str]| text_at(&self.header, keys).map_err(wrong);
        let system = library.system(&text(&["system"])?)?;
        let seed = self.header.get("seed").and_then(Value::as_u64);
        let seed = seed.ok_or_else(|| wrong(String::from("no `seed`; expected a whole number")))?;
        Ok(Setup {
            battle: self.battle(library, &text(&["battle", "text"])?, &text(&["battle", "hash"])?)?,
            system,
            house: self.house(system.options).map_err(wrong)?,
            seats: self.seats().map_err(wrong)?,
            seed,
        })
    }

    fn battle(&self, library: &dyn Library, text: &str, hash: &str) -> Result<BattleFile, Unusable> {
        if battle_hash(text) != hash {
            let what = "the battle in the record was changed: its hash is not the one in the header";
            return Err(Unusable(format!("{}:1: {what}", self.file)));
        }
        let key = text_at(&self.header, &["battle", "key"]).unwrap_or_default();
        library.battle_from_text(&format!("{key}.toml"), text)
    }

    fn house(&self, options: &[battle::OptionInfo]) -> Result<HouseRules, String> {
        let mut house = HouseRules::default();
        for (key, value) in self.header.get("house").and_then(Value::as_object).into_iter().flatten() {
            let value = value.as_str().ok_or_else(|| format!("house rule `{key}` is {value}; expected text"))?;
            house.set(options, key, value)?;
        }
        Ok(house)
    }

    fn seats(&self) -> Result<[SeatSpec; 2], String> {
        seats_in(&self.header)
    }
}

/// The seats that a header names.
pub(crate) fn seats_in(header: &Value) -> Result<[SeatSpec; 2], String> {
    let seat = |place: usize| {
        let text = header.get("seats").and_then(|seats| seats.get(place)).and_then(Value::as_str);
        text.ok_or_else(|| String::from("no `seats`; expected a list of two"))?.parse()
    };
    Ok([seat(0)?, seat(1)?])
}

/// What was found and what was expected.
type Wrong = (String, &'static str);

fn wrong<T>(found: impl Into<String>, expected: &'static str) -> Result<T, Wrong> {
    Err((found.into(), expected))
}

fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

fn utf8(bytes: &[u8]) -> Result<String, Wrong> {
    String::from_utf8(bytes.to_vec()).or_else(|_| wrong("bytes that are no text", "a line of JSON"))
}

pub(crate) fn text_at(header: &Value, keys: &[&str]) -> Result<String, String> {
    let found = keys.iter().try_fold(header, |value, key| value.get(key)).and_then(Value::as_str);
    found.map(String::from).ok_or_else(|| format!("no `{}`; expected text", keys.join(".")))
}

pub(crate) fn read_header(line: &str) -> Result<Value, String> {
    let header: Value =
        serde_json::from_str(line).map_err(|_| format!("{}; expected the header of a record", quoted(line)))?;
    if header.get("grognard").and_then(Value::as_str) != Some("record") {
        return Err(format!("{}; expected the header of a record", quoted(line)));
    }
    match header.get("format").and_then(Value::as_u64) {
        Some(FORMAT) => Ok(header),
        Some(other) => {
            Err(format!("the record has format {other}, this program ({PROGRAM}) reads format {FORMAT} only"))
        }
        None => Err(format!("no `format`; expected {FORMAT}")),
    }
}

/// Reads a line that is no header.
///
/// # Errors
/// What was found and what was expected.
pub(crate) fn read_line(line: &str) -> Result<Entry, String> {
    read_entry(line).map_err(|(found, expected)| format!("{found}; expected {expected}"))
}

const LINE: &str = "a line with order, turn, undo, resign, program or over";

fn read_entry(line: &str) -> Result<Entry, Wrong> {
    let Ok(Value::Object(object)) = serde_json::from_str::<Value>(line) else { return wrong(quoted(line), LINE) };
    let text = |key: &str| object.get(key).and_then(Value::as_str);
    let keys: Vec<&str> = object.keys().map(String::as_str).collect();
    match keys.as_slice() {
        ["order"] => match text("order") {
            Some(order) => Ok(Entry::Order(String::from(order))),
            None => wrong(quoted(line), "an order as text"),
        },
        ["turn", "hash"] => match (object["turn"].as_u64().and_then(|turn| u16::try_from(turn).ok()), text("hash")) {
            (Some(turn), Some(_)) => Ok(Entry::Turn { turn }),
            _ => wrong(quoted(line), "the number of a turn and its hash"),
        },
        ["undo"] => match object["undo"].as_u64().and_then(|orders| usize::try_from(orders).ok()) {
            Some(orders) if orders > 0 => Ok(Entry::Undo(orders)),
            _ => wrong(quoted(line), "the number of orders undone"),
        },
        ["resign"] | ["resign", "why"] => match text("resign").and_then(|side| side.parse().ok()) {
            Some(side) => Ok(Entry::Resign { side, why: String::from(text("why").unwrap_or_default()) }),
            None => wrong(quoted(line), "blue or red"),
        },
        ["program"] => match text("program") {
            Some(version) => Ok(Entry::Program(String::from(version))),
            None => wrong(quoted(line), "a version as text"),
        },
        ["over", "hash"] if text("hash").is_some() => Ok(Entry::Over),
        _ => wrong(quoted(line), LINE),
    }
}

/// A line, shortened.
fn quoted(line: &str) -> String {
    let short: String = line.chars().take(60).collect();
    if short.len() < line.len() { format!("`{short}...`") } else { format!("`{short}`") }
}

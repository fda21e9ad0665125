//! Reading a campaign file: from its text to a [`Campaign`], or to every fault in it.

mod check;
mod people;
mod stages;

use std::collections::BTreeMap;
use std::sync::Arc;

use battle::{Ground, Side};
use document::{Document, Faults, Reader, Table, Value};
use hexes::{Grid, Hex};

use crate::condition::Condition;
use crate::model::{BattleText, Campaign, Ending};

/// Gives the file's name and the text of a battle by the name that a campaign file has for it, or says why not.
pub type Shelf<'a> = &'a dyn Fn(&str) -> Result<(String, String), String>;

/// The table of battles that a campaign's file holds itself.
pub(crate) const FILES: &str = "files";

/// Columns that a campaign's map may have.
const COLUMNS: std::ops::RangeInclusive<i16> = 20..=60;
/// Rows that it may have.
const ROWS: std::ops::RangeInclusive<i16> = 8..=40;

/// Reads a campaign from its text. `file` names it in faults; its last part without ending becomes the campaign's key.
///
/// # Errors
/// Every fault of the text: of syntax, or else of content (unknown keys and words, battles and labels that are not there, ways that
/// lead nowhere, conditions that cannot hold, a campaign that never ends, a battle that cannot be drawn).
pub fn parse(file: &str, text: &str, shelf: Shelf<'_>) -> Result<Campaign, Faults> {
    let document = Document::parse(file, text)?;
    let sheet = document.read();
    let campaign = whole(&sheet, file, text, shelf);
    sheet.finish_with(campaign)
}

/// The title of a campaign out of its text alone; nothing where that is none.
#[must_use]
pub fn title_of(text: &str) -> Option<String> {
    let document = Document::parse("campaign", text).ok()?;
    let sheet = document.read();
    sheet.root().optional_text("title")
}

fn whole(sheet: &Reader<'_>, file: &str, text: &str, shelf: Shelf<'_>) -> Option<Campaign> {
    let root = sheet.root();
    let (title, date) = (root.text("title"), root.text_or("date", ""));
    let note = told(&root.text_or("note", ""));
    let side = side(&root, "side").unwrap_or(Side::Blue);
    let ground = map(&root);
    let grid = ground.as_ref().map(Ground::grid);
    let places = places(&root, grid);
    let entries = root.tables("stage");
    let mut campaign = Campaign {
        key: key_of(file),
        text: Arc::from(text),
        title: title.unwrap_or_default(),
        date,
        note,
        side,
        ground: Arc::new(ground.unwrap_or_else(|| Ground::plain(*COLUMNS.start(), *ROWS.start()))),
        places,
        units: Vec::new(),
        leaders: Vec::new(),
        stages: Vec::new(),
        endings: Vec::new(),
        battles: BTreeMap::new(),
    };
    let files = files(&root);
    let shelf: Shelf<'_> = &|name| match files.get(name) {
        Some(text) => Ok((file_of(name), text.clone())),
        None => shelf(name),
    };
    let ways = stages::read(&entries, grid, shelf, &mut campaign);
    people::read(&root, &mut campaign);
    stages::read_ways(&ways, &mut campaign);
    campaign.endings = endings(&root);
    check::endings(&root, &campaign);
    root.finish();
    if !sheet.is_faulty() {
        check::course(&entries, &ways, &campaign);
    }
    Some(campaign)
}

/// The battles that the campaign's file holds itself, by their names: what makes it one file to be passed on.
fn files(root: &Table<'_>) -> BTreeMap<String, String> {
    let Some(table) = root.optional_table(FILES) else { return BTreeMap::new() };
    let text = |name: &str| table.text(name).map(|text| (String::from(name), text));
    let files = table.keys().into_iter().filter_map(text).collect();
    table.finish();
    files
}

/// What a battle in such a file is called in faults.
fn file_of(name: &str) -> String {
    if name.ends_with(".toml") { String::from(name) } else { format!("{name}.toml") }
}

/// The key of the campaign in that file: its name without folders and ending.
fn key_of(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.strip_suffix(".toml").unwrap_or(name).to_owned()
}

/// A text with its line breaks taken for spaces, paragraphs apart.
fn told(text: &str) -> String {
    let paragraph = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let paragraphs = text.split("\n\n").map(paragraph).filter(|text| !text.is_empty());
    paragraphs.collect::<Vec<_>>().join("\n")
}

fn story(table: &Table<'_>) -> String {
    told(&table.text_or("story", ""))
}

/// The side that a key names, if it is there.
fn side(table: &Table<'_>, key: &str) -> Option<Side> {
    table.optional_choice(key, &["blue", "red"]).map(|place| Side::ALL[place])
}

fn map(root: &Table<'_>) -> Option<Ground> {
    let ground = scenario::drawing(root, "map")?;
    let (columns, rows) = (ground.grid().width(), ground.grid().height());
    if !COLUMNS.contains(&columns) || !ROWS.contains(&rows) {
        let expected =
            format!("{} to {} columns and {} to {} rows", COLUMNS.start(), COLUMNS.end(), ROWS.start(), ROWS.end());
        root.fault("map", format!("a map of {columns} columns and {rows} rows"), expected);
    }
    Some(ground)
}

fn hex(value: Option<Value<'_>>, grid: Option<Grid>) -> Option<Hex> {
    scenario::hex(&value?, grid)
}

fn places(root: &Table<'_>, grid: Option<Grid>) -> Vec<(String, Hex)> {
    let place = |table: &Table<'_>| {
        let (name, at) = (table.text("name"), hex(table.value("at"), grid));
        table.finish();
        Some((name?, at?))
    };
    root.tables_or_empty("place").iter().filter_map(place).collect()
}

fn endings(root: &Table<'_>) -> Vec<Ending> {
    let ending = |table: &Table<'_>| {
        let ending = Ending {
            name: table.text("name").unwrap_or_default(),
            winner: side(table, "winner"),
            condition: Condition::read(table),
            story: story(table),
        };
        table.finish();
        ending
    };
    root.tables("ending").iter().map(ending).collect()
}

/// A battle by its name, read once; nothing, with a fault, where it cannot be had.
fn battle(value: &Value<'_>, shelf: Shelf<'_>, known: &BTreeMap<String, BattleText>) -> Option<BattleText> {
    let name = value.text()?;
    if let Some(known) = known.get(&name) {
        return Some(known.clone());
    }
    let expected = "a battle that comes with the program, or a file beside the campaign's";
    let (file, text) = match shelf(&name) {
        Ok(found) => found,
        Err(why) => {
            value.fault(why, expected);
            return None;
        }
    };
    match scenario::parse(&file, &text) {
        Ok(scenario) => Some(BattleText { file, text: Arc::from(text), scenario: Arc::new(scenario) }),
        Err(faults) => {
            let first = faults.iter().next().map(ToString::to_string).unwrap_or_default();
            value.fault(
                format!("battle `{name}` has {} faults, the first: {first}", faults.len()),
                "a battle without faults",
            );
            None
        }
    }
}

//! Army lists: the only reader of `armies/`, which kinds of unit an army of some years had, and what each is worth.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use battle::{Arm, Quality, Trait, Troop, Weapon};
use document::{Document, Faults, Table, expected_one_of, nearest};
use include_dir::{Dir, include_dir};

use crate::Mustered;
use crate::wishes::{Kind, YEARS};

static ARMIES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../armies");

/// The file of the worth of units, which is no list.
const WORTH: &str = "worth.toml";

/// The army of a nation in some years.
#[derive(Clone, Debug)]
pub struct List {
    /// Its name, such as `French, 1809`.
    pub name: String,
    /// The nation, one word as in names of battles.
    pub nation: String,
    /// As the men are called, such as `Austrians`.
    pub people: String,
    /// The years that it is of.
    pub years: RangeInclusive<u16>,
    /// The nations that it fought in those years.
    pub enemies: Vec<String>,
    /// Where it fought, in the order of how often: names of regions.
    pub regions: Vec<String>,
    /// Words of rule systems for every leader.
    pub special: BTreeMap<String, Vec<String>>,
    /// Weights of the ratings poor, average, good, excellent.
    pub ratings: Vec<u32>,
    /// Names of generals, with their titles.
    pub generals: Vec<String>,
    /// Names of those who lead brigades.
    pub brigadiers: Vec<String>,
    /// Title before a brigadier's name.
    pub title: String,
    /// Battalions of a brigade of foot.
    pub foot_brigade: usize,
    /// Regiments of a brigade of horse.
    pub horse_brigade: usize,
    /// Whether batteries belong to the brigades of foot; otherwise they are a command of their own.
    pub guns_with_brigades: bool,
    /// The kinds of unit.
    pub kinds: Vec<Entry>,
}

/// A kind of unit of a list.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Names of such units.
    pub names: Vec<String>,
    /// Its type.
    pub troop: Troop,
    /// Its quality; none for the usual one of its type.
    pub quality: Option<Quality>,
    /// Its weapon; none for the usual one of its type.
    pub weapon: Option<Weapon>,
    /// Its stands; none for the usual number.
    pub stands: Option<u8>,
    /// Guns of a battery; none for the usual number.
    pub guns: Option<u8>,
    /// What it is like.
    pub traits: Vec<Trait>,
    /// Words of rule systems.
    pub special: BTreeMap<String, Vec<String>>,
    /// How much of the army it is, in hundredths of its worth.
    pub share: u32,
    /// The most of them in a small army of ten units.
    pub most: usize,
    /// What one is worth, in points: a battalion of trained line is worth 100.
    pub points: u32,
}

/// What units are worth, in points, and what the first side has of them.
struct Worth {
    types: BTreeMap<String, u32>,
    qualities: BTreeMap<String, u32>,
    first: BTreeMap<String, u32>,
}

static READ: LazyLock<Vec<List>> = LazyLock::new(|| {
    let worth = worth().ok();
    let read = |file: &'static include_dir::File<'static>| {
        let name = file.path().to_str().filter(|name| name.ends_with(".toml") && *name != WORTH)?;
        read(&format!("armies/{name}"), file.contents_utf8()?, worth.as_ref()?).ok()
    };
    ARMIES.files().filter_map(read).collect()
});

/// The lists that come with the program, in the order of their files' names.
#[must_use]
pub fn all() -> &'static [List] {
    &READ
}

/// Every fault of the lists that come with the program; none when all can be used.
#[must_use]
pub fn faults() -> Vec<Faults> {
    let worth = match worth() {
        Ok(worth) => worth,
        Err(faults) => return vec![faults],
    };
    let check = |file: &'static include_dir::File<'static>| {
        let name = file.path().to_str().filter(|name| name.ends_with(".toml") && *name != WORTH)?;
        read(&format!("armies/{name}"), file.contents_utf8()?, &worth).err()
    };
    ARMIES.files().filter_map(check).collect()
}

/// The nations that there are lists of, in the order of the alphabet.
pub(crate) fn nations() -> Vec<String> {
    let mut nations: Vec<String> = all().iter().map(|list| list.nation.clone()).collect();
    nations.sort();
    nations.dedup();
    nations
}

/// The kind of unit that words name, such as `veteran-line-infantry`: its quality, if one is named, and its type.
///
/// # Errors
/// One sentence with the word and the types that there are.
pub(crate) fn kind_of_unit(words: &str) -> Result<(Option<String>, String), String> {
    let spaced = words.replace('-', " ");
    let is_troop = Troop::NAMES.contains(&spaced.as_str());
    let quality = Quality::NAMES.iter().find(|name| !is_troop && spaced.starts_with(&format!("{name} ")));
    let troop = quality.map_or(spaced.as_str(), |quality| &spaced[quality.len() + 1..]);
    match Troop::NAMES.iter().find(|name| **name == troop) {
        Some(troop) => Ok((quality.map(|name| String::from(*name)), String::from(*troop))),
        None => {
            let near = nearest(troop, Troop::NAMES.iter().copied()).map(|near| format!("`{}`", near.replace(' ', "-")));
            let all = || expected_one_of(Troop::NAMES.iter().map(|name| name.replace(' ', "-")));
            Err(format!("unknown type of unit `{words}`; expected {}", near.unwrap_or_else(all)))
        }
    }
}

/// What the first side has in points for each hundred of the second in a battle of that kind.
pub(crate) fn first_of(kind: Kind) -> u32 {
    worth().ok().and_then(|worth| worth.first.get(kind.word()).copied()).unwrap_or(100)
}

fn worth() -> Result<Worth, Faults> {
    let text = ARMIES.get_file(WORTH).and_then(|file| file.contents_utf8()).unwrap_or_default();
    let document = Document::parse("armies/worth.toml", text)?;
    let sheet = document.read();
    let root = sheet.root();
    let numbers = |key: &str, names: &[&str]| {
        let table = root.table(key)?;
        let number = |name: &&str| Some((String::from(*name), table.integer(name, 1..=1000_u32)?));
        let numbers = names.iter().filter_map(number).collect();
        table.finish();
        Some(numbers)
    };
    let (types, qualities) = (numbers("type", Troop::NAMES), numbers("quality", Quality::NAMES));
    let first = numbers("first", Kind::WORDS);
    root.finish();
    sheet.finish_with(types.zip(qualities).zip(first).map(|((types, qualities), first)| Worth {
        types,
        qualities,
        first,
    }))
}

/// Reads a list; `file` names it in faults.
fn read(file: &str, text: &str, worth: &Worth) -> Result<List, Faults> {
    let document = Document::parse(file, text)?;
    let sheet = document.read();
    let root = sheet.root();
    let list = list(&root, worth);
    root.finish();
    sheet.finish_with(list)
}

fn list(root: &Table<'_>, worth: &Worth) -> Option<List> {
    let (name, nation, people) = (root.text("name"), root.text("nation"), root.text("people"));
    let (first, last) = (root.integer("first", YEARS), root.integer("last", YEARS));
    let (enemies, regions) = (root.texts("enemies"), root.texts("regions"));
    let (generals, brigadiers) = (root.texts("generals"), root.texts("brigadiers"));
    let ratings = root.integers("ratings", 0..=100_u32);
    if ratings.as_ref().is_some_and(|weights| weights.len() != 4) {
        root.fault("ratings", "not four weights", "weights of poor, average, good, excellent");
    }
    let (foot_brigade, horse_brigade) =
        (root.integer("foot_brigade", 1..=6_usize), root.integer("horse_brigade", 1..=6_usize));
    let guns_with_brigades = root.flag("guns_with_brigades");
    let title = root.text_or("title", "");
    let special = special(root);
    let kinds: Vec<Entry> = root.tables("unit").iter().filter_map(|table| entry(table, worth)).collect();
    if first > last {
        root.fault("last", "a last year before the first", "the first or a later one");
    }
    Some(List {
        name: name?,
        nation: nation?,
        people: people?,
        years: first?..=last?,
        enemies: enemies?,
        regions: regions?,
        special,
        ratings: ratings?,
        generals: generals?,
        brigadiers: brigadiers?,
        title,
        foot_brigade: foot_brigade?,
        horse_brigade: horse_brigade?,
        guns_with_brigades: guns_with_brigades?,
        kinds,
    })
}

/// Words of rule systems: `special = { snappy = ["french"] }`.
fn special(table: &Table<'_>) -> BTreeMap<String, Vec<String>> {
    let Some(special) = table.optional_table("special") else { return BTreeMap::new() };
    let words = |system: &str| Some((system.to_owned(), special.texts(system)?));
    special.keys().into_iter().filter_map(words).collect()
}

fn entry(table: &Table<'_>, worth: &Worth) -> Option<Entry> {
    let names = table.texts("names");
    let troop = table.choice("type", Troop::NAMES).map(|place| Troop::ALL[place]);
    let quality = table.optional_choice("quality", Quality::NAMES).map(|place| Quality::ALL[place]);
    let weapon = table.optional_choice("weapon", Weapon::NAMES).map(|place| Weapon::ALL[place]);
    let (stands, guns) = (table.optional_integer("stands", 1..=24_u8), table.optional_integer("guns", 1..=24_u8));
    let traits = table.values_or_empty("traits");
    let traits = traits.iter().filter_map(|word| word.choice(Trait::NAMES)).map(|place| Trait::ALL[place]).collect();
    let special = special(table);
    let (share, most) = (table.integer("share", 1..=100_u32), table.integer_or("most", 1..=20_usize, 20));
    table.finish();
    let troop = troop?;
    if names.as_ref().is_some_and(Vec::is_empty) {
        table.fault("names", "no name", "one at least");
    }
    let points = points(worth, troop, quality, stands, guns);
    Some(Entry { names: names?, troop, quality, weapon, stands, guns, traits, special, share: share?, most, points })
}

/// The quality that troops have of which none is said.
pub(crate) fn usual_quality(troop: Troop) -> Quality {
    match troop {
        Troop::Grenadiers => Quality::Elite,
        Troop::GuardInfantry => Quality::Guard,
        Troop::Militia | Troop::Irregulars => Quality::Conscript,
        Troop::Cuirassiers => Quality::Veteran,
        _ => Quality::Trained,
    }
}

/// What a unit is worth: that of its type at its usual quality, as much more or less as its own quality is worth than the usual
/// one; for a quarter of its worth it counts how many stands, or guns, it has.
fn points(worth: &Worth, troop: Troop, quality: Option<Quality>, stands: Option<u8>, guns: Option<u8>) -> u32 {
    let of_quality = |quality: Quality| worth.qualities.get(quality.name()).copied().unwrap_or(100);
    let base = worth.types.get(troop.name()).copied().unwrap_or(100);
    let usual = usual_quality(troop);
    let base = base * of_quality(quality.unwrap_or(usual)) / of_quality(usual).max(1);
    let (size, of) = match troop.arm() {
        Arm::Infantry => (stands.unwrap_or(6), 6),
        Arm::Cavalry => (stands.unwrap_or(4), 4),
        Arm::Artillery => (guns.unwrap_or(8), 8),
    };
    base * (3 * of + u32::from(size)) / (4 * of)
}

/// A unit of a kind, by what it is worth.
pub(crate) fn mustered(entry: &Entry) -> Mustered {
    let usual = |worth| points(&worth, entry.troop, None, entry.stands, entry.guns);
    Mustered { troop: entry.troop, points: entry.points, at_usual_quality: worth().map_or(entry.points, usual) }
}

/// What a unit of that quality and type is worth that no list has.
pub(crate) fn points_of(troop: Troop, quality: Option<Quality>) -> u32 {
    worth().map_or(100, |worth| points(&worth, troop, quality, None, None))
}

//! What can be said of each thing of a battle: rows with what they say, what they mean, and how they are changed.

use battle::{Arm, Quality, Rank, Rating, Side, Trait, Troop, Weapon, Weather};
use drafting::{Draft, Edit, Entry, Field, Sketch};
use hexes::{Facing, Hex};

use super::{special, spots};
use crate::layer::Desk;
use crate::screens::form::Row;

/// How a line that is typed is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A text.
    Text,
    /// A text of some length.
    Prose,
    /// A whole number in a range.
    Whole(i64, i64),
    /// Columns and rows.
    Size,
    /// One more word for a rule system.
    Word(String),
}

/// How a row is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// By typing; what stands there already.
    Line(Typed, String),
    /// By choosing; each choice with what it does, and which holds now.
    Choice(Vec<(String, Edit)>, usize),
    /// By switching any of them on or off; each with what that does.
    Many(Vec<(String, bool, Edit)>),
    /// It is done at once.
    Do(Edit),
    /// Another form opens.
    Form(Entry),
    /// Not here; what is said instead.
    Elsewhere(&'static str),
}

/// A row of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldRow {
    /// As it is shown.
    pub row: Row,
    /// The key that it is about.
    pub key: &'static str,
    /// How it is changed.
    pub ask: Ask,
    /// What puts it back to what is usual.
    pub clear: Option<Edit>,
}

/// What the rows of a form are made from.
pub struct About<'a> {
    /// The battle.
    pub draft: &'a Draft,
    /// The thing.
    pub entry: &'a Entry,
    /// Where the cursor is.
    pub cursor: Hex,
    /// What else is known.
    pub desk: &'a Desk,
}

impl About<'_> {
    pub fn sketch(&self) -> &Sketch {
        self.draft.sketch()
    }

    pub fn text(&self, key: &str) -> Option<String> {
        match self.draft.get(self.entry, key) {
            Some(Field::Text(text)) => Some(text.split_whitespace().collect::<Vec<_>>().join(" ")),
            Some(Field::Whole(number)) => Some(number.to_string()),
            Some(Field::Flag(flag)) => Some(flag.to_string()),
            _ => None,
        }
    }

    pub fn set(&self, key: &str, field: Option<Field>) -> Edit {
        Edit::Set(self.entry.clone(), key.to_owned(), field)
    }

    fn cleared(&self, key: &str) -> Option<Edit> {
        self.draft.get(self.entry, key).map(|_| self.set(key, None))
    }

    /// A text that is typed.
    pub(super) fn line(&self, key: &'static str, name: &str, help: &str) -> FieldRow {
        let now = self.text(key).unwrap_or_default();
        FieldRow { row: Row::new(name, now.clone(), help), key, ask: Ask::Line(Typed::Text, now), clear: None }
    }

    /// A number that is typed, with what holds where none is written.
    pub(super) fn number(
        &self,
        key: &'static str,
        name: &str,
        (least, most, usual): (i64, i64, &str),
        help: &str,
    ) -> FieldRow {
        let now = self.text(key);
        let shown = now.clone().unwrap_or_else(|| format!("{usual} (as usual)"));
        let ask = Ask::Line(Typed::Whole(least, most), now.unwrap_or_default());
        FieldRow { row: Row::new(name, shown, help), key, ask, clear: self.cleared(key) }
    }

    /// One of some words, with what holds where none is written.
    pub(super) fn choice(
        &self,
        key: &'static str,
        name: &str,
        (words, usual): (&[(&str, String)], String),
        help: &str,
    ) -> FieldRow {
        let now = self.text(key);
        let mut rows = vec![(format!("as usual\t{usual}"), self.set(key, None))];
        rows.extend(
            words.iter().map(|(word, told)| (format!("{word}\t{told}"), self.set(key, Some(Field::text(*word))))),
        );
        let at = words.iter().position(|(word, _)| Some(*word) == now.as_deref()).map_or(0, |place| place + 1);
        let shown = now.unwrap_or_else(|| format!("{usual} (as usual)"));
        FieldRow { row: Row::new(name, shown, help), key, ask: Ask::Choice(rows, at), clear: self.cleared(key) }
    }

    /// One of some words, one of which has to be there.
    pub(super) fn must(&self, key: &'static str, name: &str, words: &[(&str, String)], help: &str) -> FieldRow {
        let now = self.text(key).unwrap_or_default();
        let row = |(word, told): &(&str, String)| (format!("{word}\t{told}"), self.set(key, Some(Field::text(*word))));
        let at = words.iter().position(|(word, _)| *word == now).unwrap_or(0);
        let ask = Ask::Choice(words.iter().map(row).collect(), at);
        FieldRow { row: Row::new(name, now, help), key, ask, clear: None }
    }

    fn facing(&self, usual: String, help: &str) -> FieldRow {
        let words: Vec<(&str, String)> =
            Facing::ALL.iter().map(|facing| (facing.name(), facing_words(*facing))).collect();
        let mut row = self.choice("facing", "Faces", (&words, usual), help);
        if let (Entry::Unit(..), Ask::Choice(rows, _)) = (self.entry, &mut row.ask) {
            for ((_, edit), facing) in rows.iter_mut().skip(1).zip(Facing::ALL) {
                *edit = Edit::Turn(self.entry.clone(), facing);
            }
        }
        row
    }

    pub(super) fn removal(&self, help: &str) -> FieldRow {
        let ask = Ask::Do(Edit::Remove(self.entry.clone()));
        FieldRow { row: Row::new("Take it away", "", help), key: "", ask, clear: None }
    }

    pub(super) fn told(&self, name: &str, value: String, help: &'static str) -> FieldRow {
        FieldRow { row: Row::new(name, value, help), key: "", ask: Ask::Elsewhere(help), clear: None }
    }
}

/// A facing in words.
pub(super) fn facing_words(facing: Facing) -> String {
    String::from(match facing {
        Facing::North => "up the map",
        Facing::EastNorthEast => "to the right and up",
        Facing::EastSouthEast => "to the right and down",
        Facing::South => "down the map",
        Facing::WestSouthWest => "to the left and down",
        Facing::WestNorthWest => "to the left and up",
    })
}

fn plain(words: &[&'static str]) -> Vec<(&'static str, String)> {
    words.iter().map(|word| (*word, String::new())).collect()
}

/// The title of the form of a thing, and its rows; nothing where it is not there any more.
pub fn form(about: &About<'_>) -> Option<(String, Vec<FieldRow>)> {
    let named = |spots: &[drafting::Spot], place: usize, what: &str| {
        spots.get(place).map(|spot| format!("{what}: {}", spot.name))
    };
    let sketch = about.sketch();
    Some(match about.entry {
        Entry::Heading => (String::from("The battle"), heading(about)),
        Entry::Army(side) => (format!("{side}'s army"), army(about, *side)),
        Entry::Brigade(side, place) => {
            let brigade = sketch.brigades[side.index()].get(*place)?;
            (format!("{side}: {}", brigade.name), self::brigade(about, *side))
        }
        Entry::Unit(side, brigade, _) => {
            let unit = sketch.unit(about.entry)?;
            (format!("{}: {}", unit.label, unit.name), self::unit(about, unit, (*side, *brigade)))
        }
        Entry::Leader(side, _) => {
            let leader = sketch.leaders.iter().find(|leader| leader.entry == *about.entry)?;
            (format!("{}: {}", leader.label, leader.name), self::leader(about, leader, *side))
        }
        Entry::Objective(place) => (named(&sketch.objectives, *place, "Goal")?, spots::objective(about)),
        Entry::Reinforcement(place) => (named(&sketch.reinforcements, *place, "Arrival")?, spots::reinforcement(about)),
        Entry::Place(place) => {
            let rows =
                vec![about.line("name", "Name", "As it is written on the map."), about.removal("The name goes.")];
            (named(&sketch.places, *place, "Name")?, rows)
        }
        Entry::Drawing(_) => (String::from("The drawing"), vec![straighten()]),
        Entry::Letter(_) | Entry::Edge(_) => return None,
    })
}

fn straighten() -> FieldRow {
    let help =
        "Rows of one length, spaced and indented as they have to be; letters that mean nothing become open ground.";
    FieldRow { row: Row::new("Straighten the drawing", "", help), key: "", ask: Ask::Do(Edit::Straighten), clear: None }
}

fn heading(about: &About<'_>) -> Vec<FieldRow> {
    let grid = about.sketch().grid;
    let size = grid.map_or_else(String::new, |grid| format!("{}x{}", grid.width(), grid.height()));
    let size_row = FieldRow {
        row: Row::new(
            "Size of the map",
            size.replace('x', " by "),
            "Columns and rows, such as 40x30. What is new is open ground on the right and below; what lies outside goes.",
        ),
        key: "size",
        ask: Ask::Line(Typed::Size, size),
        clear: None,
    };
    let note = about.text("note").unwrap_or_default();
    let note_row = FieldRow {
        row: Row::new("Note", note.clone(), "Who fights, why, and what to try: shown where battles are chosen."),
        key: "note",
        ask: Ask::Line(Typed::Prose, note),
        clear: about.cleared("note"),
    };
    let sides = [("blue", String::from("Blue goes first")), ("red", String::from("Red goes first"))];
    let weather = plain(Weather::NAMES);
    let victory = [
        ("points", String::from("more points of goals win")),
        ("all", String::from("a side wins by having every goal while the other does not")),
    ];
    let mut rows = vec![
        about.line("title", "Title", "What the battle is called."),
        about.line("date", "Date", "The day or the year as it is shown; empty for an invented battle."),
        note_row,
        about.number("turn_limit", "Turns", (1, 100, "15"), "How long the battle lasts."),
        about.choice(
            "first_side",
            "Goes first",
            (&sides, String::from("blue")),
            "Whose turn comes first. Some rules let both sides roll for it where nothing is said.",
        ),
        about.choice(
            "weather",
            "Weather",
            (&weather, String::from("clear")),
            "For the rules that know weather: rain wets powder, fog hides, mud slows.",
        ),
        about.choice("victory", "Won by", (&victory, String::from("points")), "How the goals decide."),
        free_deployment(about),
        about.number(
            "inches_per_hex",
            "Inches a hex",
            (1, 12, "1"),
            "Inches on a table that a hex stands for. With more, lines are shorter and everything is nearer.",
        ),
        size_row,
    ];
    for side in Side::ALL {
        let name = about.sketch().names[side.index()].clone();
        let row = Row::new(format!("{side}'s army"), name, "Its name, which way it faces, where it may deploy.");
        rows.push(FieldRow { row, key: "", ask: Ask::Form(Entry::Army(side)), clear: None });
    }
    rows.push(straighten());
    rows
}

/// Whether the sides may rearrange their units.
fn free_deployment(about: &About<'_>) -> FieldRow {
    let free = [
        ("true", String::from("both sides may rearrange their units in their zones")),
        ("false", String::from("they stand as written")),
    ];
    let mut free_row = about.choice(
        "free_deployment",
        "Free deployment",
        (&free, String::from("false")),
        "Whether the sides may move their units within their zones before turn 1. Both need a zone for that.",
    );
    if let Ask::Choice(rows, _) = &mut free_row.ask {
        rows.truncate(2);
        rows[1].1 = about.set("free_deployment", Some(Field::Flag(true)));
        rows[0].0 = String::from("no\tthey stand as written");
        rows[1].0 = String::from("yes\tboth sides may rearrange their units in their zones");
    }
    free_row
}

fn army(about: &About<'_>, side: Side) -> Vec<FieldRow> {
    let zone = about.sketch().zones[side.index()].len();
    let told = if zone == 0 { String::from("anywhere its units stand") } else { format!("{zone} hexes") };
    vec![
        about.line("name", "Name", "What the army is called."),
        about.facing(String::from("none"), "Which way its units look that say nothing else."),
        about.told("Zone", told, "Where it may deploy is painted with the tool for zones; units have to stand in it."),
    ]
}

fn brigade(about: &About<'_>, side: Side) -> Vec<FieldRow> {
    let divisions: Vec<String> =
        about.sketch().brigades[side.index()].iter().map(|brigade| brigade.division.clone()).collect();
    let mut known: Vec<String> = divisions.into_iter().filter(|name| !name.is_empty()).collect();
    known.dedup();
    let told = if known.is_empty() { String::new() } else { format!(" There are: {}.", known.join(", ")) };
    let mut division = about.line("division", "Division", "");
    division.row.help =
        format!("The division it belongs to; several brigades share a name, and a leader can command it.{told}");
    division.clear = about.cleared("division");
    vec![
        about.line("name", "Name", "What the brigade is called; its leader follows when it changes."),
        division,
        about.facing(String::from("as the army"), "Which way its units look that say nothing else."),
        arrives(about, side, "Which arrival its units come with that stand nowhere."),
        about.removal("The brigade, its units and its leader go."),
    ]
}

/// With which arrival a unit or brigade comes.
fn arrives(about: &About<'_>, side: Side, help: &str) -> FieldRow {
    let own: Vec<&drafting::Spot> =
        about.sketch().reinforcements.iter().filter(|spot| spot.side == Some(side)).collect();
    let now = about.text("arrives");
    let unit = matches!(about.entry, Entry::Unit(..));
    let stays = if unit { Edit::Move(about.entry.clone(), about.cursor) } else { about.set("arrives", None) };
    let on_map = if unit { "on the map\twhere the cursor is" } else { "on the map\tfrom the beginning" };
    let mut rows = vec![(String::from(on_map), stays)];
    rows.extend(own.iter().map(|spot| {
        let edit = match unit {
            true => Edit::Arrive(about.entry.clone(), spot.name.clone()),
            false => about.set("arrives", Some(Field::text(spot.name.clone()))),
        };
        (format!("with {}\tlater", spot.name), edit)
    }));
    let at = own.iter().position(|spot| Some(&spot.name) == now.as_ref()).map_or(0, |place| place + 1);
    let shown = now.map_or_else(|| String::from("from the beginning"), |name| format!("with {name}"));
    let mut help = help.to_owned();
    if own.is_empty() {
        help += " There is no arrival yet; the tool for arrivals makes one.";
    }
    FieldRow { row: Row::new("Comes", shown, help), key: "arrives", ask: Ask::Choice(rows, at), clear: None }
}

fn unit(about: &About<'_>, unit: &drafting::Unit, (side, brigade): (Side, usize)) -> Vec<FieldRow> {
    let troop = unit.troop.unwrap_or(Troop::LineInfantry);
    let troops: Vec<(&str, String)> =
        Troop::ALL.iter().map(|troop| (troop.name(), troop.arm().name().to_owned())).collect();
    let weapons: Vec<&str> = match troop.arm() {
        Arm::Infantry => vec![Weapon::Musket.name(), Weapon::Rifle.name()],
        Arm::Cavalry => vec![Weapon::Carbine.name(), Weapon::Lance.name(), Weapon::Sabre.name()],
        Arm::Artillery => vec![Weapon::Guns.name()],
    };
    let mut rows = vec![
        about.line("name", "Name", "What the unit is called."),
        about.line(
            "label",
            "Label",
            "A letter and up to two letters or digits, unlike any other: how the unit is named on the map.",
        ),
        about.must("type", "Type", &troops, "What troops they are."),
        about.choice(
            "quality",
            "Quality",
            (&plain(Quality::NAMES), String::from("by type")),
            "How good they are. Most troops are trained; grenadiers elite, guards guard, militia conscript.",
        ),
        about.choice(
            "weapon",
            "Weapon",
            (&plain(&weapons.iter().map(|word| static_word(word)).collect::<Vec<_>>()), String::from("by type")),
            "What they shoot or fight with.",
        ),
        about.number(
            "stands",
            "Stands",
            (1, 24, "by type"),
            "How large it is, for rules that count stands. Foot has usually 6, horse 4, batteries 2.",
        ),
    ];
    if troop.arm() == Arm::Artillery {
        rows.push(about.number("guns", "Guns", (1, 100, "8"), "Guns of the battery."));
    }
    rows.push(traits(about));
    let told =
        about.sketch().brigades[side.index()].get(brigade).map_or_else(String::new, |brigade| brigade.name.clone());
    let mut rows_of: Vec<(String, Edit)> = about.sketch().brigades[side.index()]
        .iter()
        .enumerate()
        .map(|(place, other)| (other.name.clone(), Edit::Transfer(about.entry.clone(), place)))
        .collect();
    if rows_of.len() <= 1 {
        rows_of.clear();
    }
    let ask = match rows_of.is_empty() {
        true => Ask::Elsewhere(
            "The side has one brigade. A unit of another type in the palette joins it; a leader's form names commands.",
        ),
        false => Ask::Choice(rows_of, brigade),
    };
    rows.push(FieldRow {
        row: Row::new("Brigade", told, "The brigade it belongs to."),
        key: "brigade",
        ask,
        clear: None,
    });
    rows.push(own_brigade(about, unit));
    rows.push(about.facing(String::from("as its brigade or army"), "Which way it looks; [ ] on the map turn it, too."));
    rows.push(arrives(about, side, "When it comes: from the beginning, or with an arrival."));
    rows.extend(special::rows(about));
    rows.push(about.removal("The unit goes; the last of its brigade takes the brigade along."));
    rows
}

/// A weapon's word as the rows of choices want it.
fn static_word(word: &str) -> &'static str {
    Weapon::NAMES.iter().copied().find(|name| *name == word).unwrap_or("")
}

/// A brigade of its own for a unit: a new one is made with a unit in it, which makes room for this one.
fn own_brigade(about: &About<'_>, unit: &drafting::Unit) -> FieldRow {
    let help = "It leaves its brigade for a new one; others can be put into that in their forms.";
    let sketch = about.sketch();
    let others = sketch.units.iter().filter(|other| (other.side, other.brigade) == (unit.side, unit.brigade)).count();
    let row =
        |value: &str, ask: Ask| FieldRow { row: Row::new("New brigade", value, help), key: "new", ask, clear: None };
    if others <= 1 {
        return row("it has one of its own", Ask::Elsewhere("It is alone in its brigade already."));
    }
    let place = sketch.brigades[unit.side.index()].len();
    let stand_in = drafting::NewUnit {
        side: unit.side,
        brigade: place,
        troop: unit.troop.unwrap_or(Troop::LineInfantry),
        at: unit.at.unwrap_or(about.cursor),
        facing: unit.facing,
    };
    let edits = vec![
        Edit::AddBrigade(stand_in),
        Edit::Transfer(about.entry.clone(), place),
        Edit::Remove(Entry::Unit(unit.side, place, 0)),
    ];
    row("with this unit", Ask::Do(Edit::Together(format!("a brigade of its own for {}", unit.label), edits)))
}

fn traits(about: &About<'_>) -> FieldRow {
    let now = match about.draft.get(about.entry, "traits") {
        Some(Field::Texts(texts)) => texts,
        _ => Vec::new(),
    };
    let row = |name: &&'static str| {
        let has = now.iter().any(|word| word == name);
        let words: Vec<String> = match has {
            true => now.iter().filter(|word| word != name).cloned().collect(),
            false => now.iter().cloned().chain([(*name).to_owned()]).collect(),
        };
        let field = Some(Field::Texts(words)).filter(|field| *field != Field::Texts(Vec::new()));
        ((*name).to_owned(), has, about.set("traits", field))
    };
    let shown = if now.is_empty() { String::from("none") } else { now.join(", ") };
    FieldRow {
        row: Row::new(
            "Traits",
            shown,
            "What is special about them under all rules; each system says what it makes of it.",
        ),
        key: "traits",
        ask: Ask::Many(Trait::NAMES.iter().map(row).collect()),
        clear: about.cleared("traits"),
    }
}

fn leader(about: &About<'_>, leader: &drafting::Leader, side: Side) -> Vec<FieldRow> {
    let ranks = [
        (Rank::Army, "commands the army; every army has one"),
        (Rank::Division, "commands a division: several brigades"),
        (Rank::Brigade, "commands a brigade"),
        (Rank::Adjutant, "commands nobody"),
    ];
    let own = &about.sketch().brigades[side.index()];
    let names = |rank: Rank| -> Vec<String> {
        let all = own
            .iter()
            .map(|brigade| if rank == Rank::Division { brigade.division.clone() } else { brigade.name.clone() });
        let mut names: Vec<String> = all.filter(|name| !name.is_empty()).collect();
        names.dedup();
        names
    };
    let rank_edit = |rank: Rank| {
        let set = about.set("rank", Some(Field::text(rank.name())));
        let commands = matches!(rank, Rank::Division | Rank::Brigade);
        let command = names(rank).into_iter().next().filter(|_| commands).map(Field::Text);
        Edit::Together(format!("{} is of rank {}", leader.label, rank.name()), vec![set, about.set("command", command)])
    };
    let rows: Vec<(String, Edit)> =
        ranks.iter().map(|(rank, told)| (format!("{}\t{told}", rank.name()), rank_edit(*rank))).collect();
    let at = ranks.iter().position(|(rank, _)| Some(*rank) == leader.rank).unwrap_or(0);
    let shown = leader.rank.map_or_else(String::new, |rank| rank.name().to_owned());
    let mut found = vec![
        about.line("name", "Name", "What he is called."),
        about.line("label", "Label", "A letter and up to two letters or digits, unlike any other."),
        FieldRow {
            row: Row::new("Rank", shown, "His place in the army."),
            key: "rank",
            ask: Ask::Choice(rows, at),
            clear: None,
        },
        about.choice("rating", "Ability", (&plain(Rating::NAMES), String::from("average")), "How able he is."),
    ];
    if let Some(rank) = leader.rank.filter(|rank| matches!(rank, Rank::Division | Rank::Brigade)) {
        let words = names(rank);
        let help = match words.is_empty() {
            true => "No brigade says a division yet; a brigade's form does.",
            false => "Whom he commands.",
        };
        let rows =
            words.iter().map(|name| (name.clone(), about.set("command", Some(Field::text(name.clone()))))).collect();
        let at = words.iter().position(|name| Some(name) == leader.command.as_ref()).unwrap_or(0);
        let shown = leader.command.clone().unwrap_or_default();
        found.push(FieldRow {
            row: Row::new("Commands", shown, help),
            key: "command",
            ask: Ask::Choice(rows, at),
            clear: None,
        });
    }
    found.extend(special::rows(about));
    found.push(about.removal("He goes; his command has no leader of its own then."));
    found
}

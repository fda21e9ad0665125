//! Playing a record again and comparing every turn's hash.

use std::fmt;
use std::path::Path;

use battle::{Library, Outcome, Unusable};

use crate::campaigns::proof;
use crate::game::Game;
use crate::record::{Entry, Item, PROGRAM, Record};

/// What came of playing a record again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every hash agrees, and the record has its end.
    Agrees {
        /// The turn it ended in.
        turns: u16,
        /// Orders given, undone ones not counted.
        orders: usize,
        /// How it ended.
        outcome: Outcome,
    },
    /// Every hash agrees, but the record has no end: a battle to be continued, or one that lost its last lines.
    Unfinished {
        /// The turn it goes on in.
        turn: u16,
        /// Orders given, undone ones not counted.
        orders: usize,
    },
    /// The battle goes another way than the record says.
    Differs {
        /// The first turn that differs; 0 where the battle itself is not the one that its campaign draws.
        turn: u16,
        /// The line of the record.
        line: usize,
        /// What was found, and what was expected.
        what: String,
    },
}

impl Verdict {
    /// Whether nothing differs.
    #[must_use]
    pub const fn agrees(&self) -> bool {
        !matches!(self, Verdict::Differs { .. })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Agrees { turns, orders, .. } => write!(f, "every hash agrees: {turns} turns, {orders} orders"),
            Verdict::Unfinished { turn, orders } => {
                write!(f, "every hash agrees, but there is no end: turn {turn}, {orders} orders")
            }
            Verdict::Differs { turn: 0, line, what } => write!(f, "line {line} differs: {what}"),
            Verdict::Differs { turn, line, what } => write!(f, "turn {turn} differs at line {line}: {what}"),
        }
    }
}

/// Plays a record again without anybody's help and compares every turn's hash. A battle of a campaign is drawn anew before, and held
/// against the record of the battle before where that lies beside it.
///
/// # Errors
/// A file that cannot be read, is no record, has a line that is none, has another format, or whose battle was changed.
pub fn verify(library: &dyn Library, path: &Path) -> Result<Verdict, Unusable> {
    let record = Record::read(path)?;
    if let Some(line) = record.torn {
        let file = path.display();
        return Err(Unusable(format!("{file}:{line}: bytes that never came to the disk; expected a line of JSON")));
    }
    if let Err(what) = proof(library, path, &record) {
        return Ok(Verdict::Differs { turn: 0, line: 1, what });
    }
    let mut game = Game::of_record(library, &record)?;
    let orders = record.items.iter().filter(|item| matches!(item.entry, Entry::Order(_))).count();
    Ok(match replay(&mut game, &record) {
        Err(difference) => difference.verdict(),
        Ok(()) => match (game.outcome(), record.items.last().map(|item| &item.entry)) {
            (Some(outcome), Some(Entry::Over)) => {
                Verdict::Agrees { turns: game.system().field().turn(), orders, outcome }
            }
            _ => Verdict::Unfinished { turn: game.system().field().turn(), orders },
        },
    })
}

/// How many whole turns of a record this program plays as they were.
///
/// # Errors
/// As [`verify`].
pub fn turns_alike(library: &dyn Library, path: &Path) -> Result<u16, Unusable> {
    let record = Record::read(path)?;
    Ok(alike(library, &record)?.iter().filter(|item| matches!(item.entry, Entry::Turn { .. })).count() as u16)
}

/// The lines of a record up to the end of the last turn that this program plays as it was; all of them where it plays
/// everything so.
pub(crate) fn alike<'a>(library: &dyn Library, record: &'a Record) -> Result<&'a [Item], Unusable> {
    let mut game = Game::of_record(library, record)?;
    let Err(difference) = replay(&mut game, record) else { return Ok(&record.items) };
    let before = record.items.partition_point(|item| item.line < difference.line);
    let turn = record.items[..before].iter().rposition(|item| matches!(item.entry, Entry::Turn { .. }));
    Ok(&record.items[..turn.map_or(0, |place| place + 1)])
}

/// Where a record and the battle part.
pub(crate) struct Difference {
    turn: u16,
    line: usize,
    what: String,
}

impl Difference {
    fn verdict(self) -> Verdict {
        Verdict::Differs { turn: self.turn, line: self.line, what: self.what }
    }

    pub(crate) fn unusable(self, path: &Path) -> Unusable {
        Unusable(format!("{}: {}", path.display(), self.verdict()))
    }
}

/// Plays all that a record says. The game writes the lines of its own journal; hash lines must come out the same.
pub(crate) fn replay(game: &mut Game, record: &Record) -> Result<(), Difference> {
    let mut own = game.lines().len();
    let mut items = record.items.iter().peekable();
    while let Some(item) = items.next() {
        play_entry(game, &item.entry).map_err(|(turn, what)| differs(record, turn, item.line, what))?;
        own += 1;
        while let Some(line) = game.lines().get(own) {
            let turn = line_turn(line).unwrap_or_else(|| game.system().field().turn());
            match items.next() {
                None => return Ok(()),
                Some(found) if found.text == *line => own += 1,
                Some(found) => return Err(differs(record, turn, found.line, unlike(found, line))),
            }
        }
    }
    Ok(())
}

fn differs(record: &Record, turn: u16, line: usize, mut what: String) -> Difference {
    let version = record.program(line);
    if version != PROGRAM {
        what += &format!("; version {version} plays it as it was, this is {PROGRAM}");
    }
    Difference { turn, line, what }
}

/// Plays what a line says, but for undos; the turn and what is wrong when it cannot be.
pub(crate) fn play_entry(game: &mut Game, entry: &Entry) -> Result<(), (u16, String)> {
    let turn = game.system().field().turn();
    match entry {
        Entry::Order(text) => {
            let order = game.system().order_text().read(text);
            let given = order.and_then(|order| game.give_here(&order).map_err(|refusal| refusal.to_string()));
            given.map_err(|why| (turn, format!("order `{text}` is refused: {why}")))
        }
        Entry::Resign { side, why } if game.outcome().is_none() => {
            game.resign_because(*side, why);
            Ok(())
        }
        Entry::Program(version) => {
            game.note_program(version);
            Ok(())
        }
        Entry::Turn { turn } => Err((*turn, format!("turn {turn} ends here in the record, but it goes on"))),
        Entry::Over => Err((turn, String::from("the battle ends here in the record, but it goes on"))),
        Entry::Resign { .. } | Entry::Undo(_) => Err((turn, String::from("the battle is over before that line"))),
    }
}

fn unlike(found: &Item, line: &str) -> String {
    match found.entry {
        Entry::Turn { .. } | Entry::Over => format!("found {}, expected {line}", found.text),
        _ => format!("found {}, expected the end of the turn, {line}", found.text),
    }
}

/// The turn that a hash line names.
fn line_turn(line: &str) -> Option<u16> {
    let value: serde_json::Value = serde_json::from_str(line).ok()?;
    value.get("turn")?.as_u64().and_then(|turn| u16::try_from(turn).ok())
}

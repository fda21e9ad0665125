//! A record looked at briefly: its header and how far it goes, without playing it or reading what lies between.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use battle::{Reason, Side, Unusable};
use serde_json::Value;

use crate::record::{Entry, read_header, read_line, seats_in, text_at};
use crate::setup::SeatSpec;

/// The most bytes that a header may have.
const LONGEST: u64 = 8 << 20;

/// Bytes at the end that are read first; where no turn has ended in them, ever more.
const TAIL: u64 = 16 << 10;

/// What a record says of itself at a glance. No hash was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glance {
    /// The battle's key.
    pub battle: String,
    /// The hash of its file's text, as the header has it.
    pub hash: String,
    /// The text of its file.
    pub text: String,
    /// The rule system's key.
    pub system: String,
    /// Blue's and Red's seat.
    pub seats: [SeatSpec; 2],
    /// The turn that it goes on in, or ended in.
    pub turn: u16,
    /// How it ended, if it has.
    pub end: Option<End>,
    /// The campaign that it is a battle of.
    pub campaign: Option<Part>,
}

/// What a record says of the campaign that its battle belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The campaign's key.
    pub key: String,
    /// The hash of its text.
    pub hash: String,
    /// Its title.
    pub title: String,
    /// The seed of the run.
    pub seed: u64,
    /// Which of its battles this is, from 1.
    pub number: usize,
}

impl Part {
    /// Whether it is a battle of the same run.
    #[must_use]
    pub fn is_of(&self, other: &Part) -> bool {
        (&self.key, &self.hash, self.seed) == (&other.key, &other.hash, other.seed)
    }

    /// Whether it is a battle of the campaign of that key and text hash.
    #[must_use]
    pub fn is_called(&self, key: &str, hash: &str) -> bool {
        self.key == key && self.hash == hash
    }

    /// `Five days, 2nd battle`, with a dot between the two.
    #[must_use]
    pub fn told(&self) -> String {
        let ending = match (self.number % 10, self.number % 100) {
            (_, 11..=13) => "th",
            (1, _) => "st",
            (2, _) => "nd",
            (3, _) => "rd",
            _ => "th",
        };
        format!("{} \u{b7} {}{ending} battle", self.title, self.number)
    }

    fn of(header: &Value) -> Option<Part> {
        let note = header.get("notes")?.get("campaign")?;
        let text = |key: &str| note.get(key)?.as_str().map(String::from);
        let key = text("key")?;
        Some(Part {
            title: campaign::title_of(note.get("text")?.as_str()?).unwrap_or_else(|| key.clone()),
            key,
            hash: text("hash")?,
            seed: note.get("seed")?.as_u64()?,
            number: note.get("past").and_then(Value::as_array).map_or(0, Vec::len) + 1,
        })
    }
}

/// The end of a battle as its record tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The winner; `None` is a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
    /// Points of Blue and Red, or losses that they caused.
    pub points: [i64; 2],
}

/// Looks at the beginning and the end of a record.
///
/// # Errors
/// A file that cannot be read, or does not begin with the header of a record.
pub fn glance(path: &Path) -> Result<Glance, Unusable> {
    let cannot = |error: io::Error| Unusable(format!("cannot read {}: {error}", path.display()));
    let wrong = |found: String| Unusable(format!("{}:1: {found}", path.display()));
    let mut file = BufReader::new(File::open(path).map_err(cannot)?);
    let mut first = Vec::new();
    file.by_ref().take(LONGEST).read_until(b'\n', &mut first).map_err(cannot)?;
    if first.pop() != Some(b'\n') {
        return Err(wrong(String::from("no complete line; expected the header of a record")));
    }
    let header = String::from_utf8(first)
        .map_err(|_| String::from("bytes that are no text; expected a line of JSON"))
        .and_then(|line| read_header(&line))
        .map_err(wrong)?;
    let (turn, end) = course(file.into_inner()).map_err(cannot)?;
    let text = |keys: &[&str]| text_at(&header, keys).map_err(wrong);
    Ok(Glance {
        battle: text(&["battle", "key"])?,
        hash: text(&["battle", "hash"])?,
        text: text(&["battle", "text"])?,
        system: text(&["system"])?,
        seats: seats_in(&header).map_err(wrong)?,
        turn,
        end,
        campaign: Part::of(&header),
    })
}

/// The turn that a record has come to, and its end if it has one.
fn course(mut file: File) -> io::Result<(u16, Option<End>)> {
    let length = file.metadata()?.len();
    let mut size = TAIL;
    loop {
        let from = length.saturating_sub(size);
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(from))?;
        file.by_ref().take(size).read_to_end(&mut bytes)?;
        let lines = lines(&bytes, from > 0);
        if let Some(known) = Course::of(lines.iter().map(String::as_str)).known(from == 0) {
            return Ok(known);
        }
        size *= 8;
    }
}

/// The complete lines among the last bytes of a record: what a power cut has torn is none.
fn lines(bytes: &[u8], cut: bool) -> Vec<String> {
    let whole = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let good = bytes[..whole].iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
    let all = bytes[..good].split(|byte| *byte == b'\n').skip(usize::from(cut));
    all.map(|line| String::from_utf8_lossy(line).into_owned()).collect()
}

/// What has come to pass by the lines read so far; what was undone later is not in it.
#[derive(Default)]
struct Course {
    entries: Vec<Entry>,
    end: Option<End>,
    /// Whether more was undone than was read.
    short: bool,
}

impl Course {
    /// Lines that are none are passed over: whoever plays the record names them.
    fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Course {
        let mut course = Course::default();
        for line in lines {
            match read_line(line) {
                Ok(Entry::Undo(orders)) => (0..orders).for_each(|_| course.take_back()),
                Ok(Entry::Over) => course.end = end_of(line),
                Ok(entry) => course.entries.push(entry),
                Err(_) => {}
            }
        }
        course
    }

    fn take_back(&mut self) {
        self.end = None;
        let place = self.entries.iter().rposition(|entry| matches!(entry, Entry::Order(_)));
        self.short |= place.is_none();
        self.entries.truncate(place.unwrap_or(0));
    }

    /// Turn and end, if these lines tell them; where they are all there are, they do.
    fn known(&self, all: bool) -> Option<(u16, Option<End>)> {
        let turns = self.entries.iter().enumerate().rev();
        let last = turns.filter_map(|(place, entry)| match entry {
            Entry::Turn { turn } => Some((place, *turn)),
            _ => None,
        });
        let (place, turn) = match last.take(1).next() {
            Some(last) if all || !self.short => last,
            None if all => (0, 0),
            _ => return None,
        };
        let ended_there = self.end.is_some() && turn > 0 && place + 1 == self.entries.len();
        Some((if ended_there { turn } else { turn.saturating_add(1) }, self.end))
    }
}

/// What the last line of a record tells of the end.
fn end_of(line: &str) -> Option<End> {
    let value: Value = serde_json::from_str(line).ok()?;
    let how = value.get("over")?;
    let points = |place: usize| how.get("points")?.get(place)?.as_i64();
    Some(End {
        winner: how.get("winner").and_then(Value::as_str).and_then(|side| side.parse().ok()),
        reason: crate::journal::reason_named(how.get("reason")?.as_str()?)?,
        points: [points(0)?, points(1)?],
    })
}

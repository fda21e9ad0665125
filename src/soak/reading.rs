//! Results read back line by line, one file by itself or the shards of a run together: what is no result is told and left out, and
//! what is doubled or missing is named. Of the rows no more is kept than where they stand.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead};

use crate::row::Row;

/// Runs of games that are named at most; of the others it is told how many they are.
const NAMED: usize = 8;
/// Lines that are no results which are told one by one, of each file.
const LINES_TOLD: usize = 20;

/// A file that is read.
struct File<R> {
    name: String,
    input: R,
    /// Lines and bytes that have been read.
    lines: usize,
    bytes: u64,
    /// The next row.
    ahead: Option<(Row, Span)>,
    /// What is wrong with lines, and how many there are of these.
    told: Vec<String>,
    wrong: usize,
}

/// Where a line stands in its file, in bytes, its end left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Where it begins.
    pub start: u64,
    /// How long it is.
    pub length: u64,
}

/// Where the result of a game was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The place of its file among those that are read.
    pub file: usize,
    /// Where in it.
    pub span: Span,
    /// What whoever read it has made of it: the place of its battle and rule system.
    pub place: usize,
    /// Of the hash that stands for the battle.
    hash: u64,
}

/// Games that stand in two files.
#[derive(Default)]
struct Doubled {
    games: Numbers,
    differ: bool,
}

/// Results read one after another, those of several files in the order of their plan.
pub struct Reading<R> {
    files: Vec<File<R>>,
    seen: BTreeMap<usize, Seen>,
    /// By the file they stand in and the one that had them before.
    doubled: BTreeMap<(usize, usize), Doubled>,
    started: bool,
}

impl<R: BufRead> Reading<R> {
    /// Of files by name: one, or the shards of a run.
    #[must_use]
    pub fn of(files: Vec<(String, R)>) -> Reading<R> {
        let file = |(name, input)| File { name, input, lines: 0, bytes: 0, ahead: None, told: Vec::new(), wrong: 0 };
        let files = files.into_iter().map(file).collect();
        Reading { files, seen: BTreeMap::new(), doubled: BTreeMap::new(), started: false }
    }

    /// The files' names.
    #[must_use]
    pub fn name(&self) -> String {
        self.files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>().join(" + ")
    }

    /// Hands over each result once, of those that several files have the first; `hear` tells what it made of it ([`Seen::place`]).
    ///
    /// # Errors
    /// As a file says that cannot be read.
    pub fn each(&mut self, mut hear: impl FnMut(&Row) -> usize) -> io::Result<()> {
        while let Some((file, row, span)) = self.next()? {
            let mut hasher = DefaultHasher::new();
            row.hash.hash(&mut hasher);
            let hash = hasher.finish();
            match self.seen.get(&row.index) {
                Some(known) => {
                    let doubled = self.doubled.entry((file, known.file)).or_default();
                    doubled.games.push(row.index);
                    doubled.differ |= known.hash != hash;
                }
                None => {
                    let place = hear(&row);
                    self.seen.insert(row.index, Seen { file, span, place, hash });
                }
            }
        }
        Ok(())
    }

    /// Where every result was found, by the number of its game.
    #[must_use]
    pub fn seen(&self) -> &BTreeMap<usize, Seen> {
        &self.seen
    }

    /// The next of all files: that of the lowest number, of equals the first file's.
    fn next(&mut self) -> io::Result<Option<(usize, Row, Span)>> {
        if !std::mem::replace(&mut self.started, true) {
            self.files.iter_mut().try_for_each(File::read_on)?;
        }
        let ahead =
            self.files.iter().enumerate().filter_map(|(place, file)| Some((file.ahead.as_ref()?.0.index, place)));
        let Some((_, place)) = ahead.min() else { return Ok(None) };
        let next = self.files[place].ahead.take();
        self.files[place].read_on()?;
        Ok(next.map(|(row, span)| (place, row, span)))
    }

    /// What is wrong, a sentence each, once everything has been read. Of shards games may be missing as well.
    #[must_use]
    pub fn told(&self, are_shards: bool) -> Vec<String> {
        let mut told = Vec::new();
        for (place, file) in self.files.iter().enumerate() {
            told.extend(file.told.iter().cloned());
            if file.wrong > LINES_TOLD {
                told.push(format!("{}: {} lines more left out", file.name, file.wrong - LINES_TOLD));
            }
            let own = self.doubled.iter().filter(|((file, _), _)| *file == place);
            told.extend(own.map(|((_, other), doubled)| self.doubled_in(place, *other, doubled)));
        }
        let missing = if are_shards { self.missing() } else { Numbers::default() };
        if let (Some(last), false) = (self.seen.keys().next_back(), missing.is_empty()) {
            told.push(format!("missing up to game {last}: {missing}: a shard is lost or not done"));
        }
        told
    }

    fn doubled_in(&self, file: usize, other: usize, Doubled { games, differ }: &Doubled) -> String {
        let [name, known] = [file, other].map(|place| &self.files[place].name);
        if file == other {
            return format!("{name}: {games} more than once: the first of each counts");
        }
        let came = if *differ { "did not come to the same: not shards of one run" } else { "came to the same in both" };
        format!("{name}: {games} stand in {known} too and {came}: the first counts")
    }

    fn missing(&self) -> Numbers {
        let mut missing = Numbers::default();
        let mut next = 0;
        for index in self.seen.keys() {
            if *index > next {
                missing.0.push([next, *index - 1]);
            }
            next = *index + 1;
        }
        missing
    }
}

impl<R: BufRead> File<R> {
    /// Reads on to the next line that is a result.
    fn read_on(&mut self) -> io::Result<()> {
        let mut line = Vec::new();
        while self.ahead.is_none() {
            line.clear();
            let read = self.input.read_until(b'\n', &mut line)? as u64;
            if read == 0 {
                break;
            }
            self.lines += 1;
            let start = self.bytes;
            self.bytes += read;
            let text = line.trim_ascii_end();
            if text.is_empty() {
                continue;
            }
            match serde_json::from_slice(text) {
                Ok(row) => self.ahead = Some((row, Span { start, length: text.len() as u64 })),
                Err(error) => self.tell(&error),
            }
        }
        Ok(())
    }

    fn tell(&mut self, error: &serde_json::Error) {
        self.wrong += 1;
        if self.told.len() < LINES_TOLD {
            let (name, line) = (&self.name, self.lines);
            self.told.push(format!("{name}, line {line}: left out, not the result of a battle: {error}"));
        }
    }
}

/// Numbers of games, runs of them drawn together.
#[derive(Clone, Debug, Default)]
struct Numbers(Vec<[usize; 2]>);

impl Numbers {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn push(&mut self, number: usize) {
        match self.0.last_mut() {
            Some([first, last]) if (*first..=*last).contains(&number) => {}
            Some([_, last]) if last.checked_add(1) == Some(number) => *last = number,
            _ => self.0.push([number, number]),
        }
    }
}

impl std::fmt::Display for Numbers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let named = self.0.iter().take(NAMED).map(|[first, last]| match last - first {
            0 => first.to_string(),
            1 => format!("{first}, {last}"),
            _ => format!("{first} to {last}"),
        });
        let text = named.collect::<Vec<_>>().join(", ");
        let more = if self.0.len() > NAMED { ", ..." } else { "" };
        let count: u128 = self.0.iter().map(|[first, last]| (last - first) as u128 + 1).sum();
        write!(f, "{count} {} ({text}{more})", if count == 1 { "game" } else { "games" })
    }
}

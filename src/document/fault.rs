//! One thing wrong in a file, and all of them together.

use std::error::Error;
use std::fmt;

/// One thing wrong in a data file: where, what was found there, and what was expected. Displayed it is one line, whatever
/// the file holds.
///
/// Faults are ordered by file, then by position in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fault {
    /// The file's name, as it was given to [`Document::parse`](crate::Document::parse).
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The thing found and its value, such as ``key `turns` has value "ten"``.
    pub found: String,
    /// What belongs there.
    pub expected: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}:{}:{}: {}; expected {}", self.file, self.line, self.column, self.found, self.expected);
        f.write_str(&plain::line(&text))
    }
}

impl Error for Fault {}

/// Every fault of one reading, in order of position, none twice. There is always at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// The faults put in order, or nothing when there are none.
    pub fn gather(faults: impl IntoIterator<Item = Fault>) -> Option<Self> {
        let mut faults: Vec<Fault> = faults.into_iter().collect();
        faults.sort();
        faults.dedup();
        (!faults.is_empty()).then_some(Self(faults))
    }

    /// Adds the faults of another reading, as when several files are read together.
    pub fn append(&mut self, other: Faults) {
        self.0.extend(other.0);
        self.0.sort();
        self.0.dedup();
    }

    /// The faults in order of file and position.
    pub fn iter(&self) -> std::slice::Iter<'_, Fault> {
        self.0.iter()
    }

    /// How many faults there are.
    #[expect(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}

impl IntoIterator for Faults {
    type Item = Fault;
    type IntoIter = std::vec::IntoIter<Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'f> IntoIterator for &'f Faults {
    type Item = &'f Fault;
    type IntoIter = std::slice::Iter<'f, Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fault) in self.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl Error for Faults {}

//! A parsed document, and the reading of it that gathers faults.

use std::cell::RefCell;

use toml::de::{DeTable, Error};

use crate::fault::{Fault, Faults};
use crate::place::position;
use crate::table::Table;
use crate::tree::Section;

/// The longest stretch of a file quoted in a fault.
const QUOTED: usize = 60;

/// The text of a file that parses as TOML, with the file's name.
pub struct Document {
    file: String,
    text: String,
    root: Section,
}

impl Document {
    /// Parses a file's text; `file` is the name given in faults.
    ///
    /// # Errors
    ///
    /// Every fault of syntax, in order of position.
    pub fn parse(file: &str, text: &str) -> Result<Self, Faults> {
        let (table, errors) = DeTable::parse_recoverable(text);
        let document = Self { file: file.to_owned(), text: text.to_owned(), root: table.get_ref().into() };
        match Faults::gather(errors.iter().map(|error| document.syntax_fault(error))) {
            Some(faults) => Err(faults),
            None => Ok(document),
        }
    }

    /// The file's name.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Starts a reading, with no faults yet.
    pub fn read(&self) -> Reader<'_> {
        Reader { document: self, faults: RefCell::default() }
    }

    /// The written text of a span when it is short and on one line.
    pub(crate) fn quote(&self, span: std::ops::Range<usize>) -> Option<&str> {
        let written = self.text.get(span)?;
        let short = written.chars().count() <= QUOTED && !written.contains('\n');
        (short && !written.trim().is_empty()).then_some(written)
    }

    /// The written text of a span.
    pub(crate) fn written(&self, span: std::ops::Range<usize>) -> &str {
        self.text.get(span).unwrap_or_default()
    }

    fn fault(&self, offset: usize, found: String, expected: String) -> Fault {
        let (line, column) = position(&self.text, offset);
        Fault { file: self.file.clone(), line, column, found, expected }
    }

    fn syntax_fault(&self, error: &Error) -> Fault {
        let span = error.span().unwrap_or_default();
        let (found, expected) = match error.message().split_once(", expected ") {
            // What starts as `true` or `false` would is taken for one, though it may be bare text.
            Some((found @ "invalid boolean", _)) => (found, "true, false or text in quotes"),
            Some((found, expected)) => (found, expected),
            None => (error.message(), "valid TOML"),
        };
        let found = match self.quote(span.clone()) {
            Some(written) => format!("{} at `{written}`", lower_first(found)),
            None => lower_first(found),
        };
        self.fault(span.start, found, expected.to_owned())
    }
}

/// The message with a small first letter.
fn lower_first(message: &str) -> String {
    let mut characters = message.chars();
    let first = characters.next().map(char::to_lowercase);
    first.into_iter().flatten().chain(characters).collect()
}

/// One reading of a document: lends its tables and gathers every fault found in them.
pub struct Reader<'d> {
    document: &'d Document,
    faults: RefCell<Vec<Fault>>,
}

impl<'d> Reader<'d> {
    /// The document's outermost table.
    pub fn root(&self) -> Table<'_> {
        Table::new(self, String::new(), 0, &self.document.root)
    }

    /// The document being read.
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// Whether any fault was found so far.
    pub fn is_faulty(&self) -> bool {
        !self.faults.borrow().is_empty()
    }

    /// Adds a fault of the file as a whole, placed at its start.
    pub fn fault(&self, found: impl Into<String>, expected: impl Into<String>) {
        self.fault_at_offset(0, found, expected);
    }

    /// Ends the reading with the value made of it.
    ///
    /// # Errors
    ///
    /// Every fault found, in order of position. A missing value without any fault counts as one.
    pub fn finish_with<T>(self, value: Option<T>) -> Result<T, Faults> {
        let nothing = || self.document.fault(0, "nothing usable".into(), "a value".into());
        match (Faults::gather(self.faults.take()), value) {
            (Some(faults), _) => Err(faults),
            (None, Some(value)) => Ok(value),
            (None, None) => Err(nothing().into()),
        }
    }

    pub(crate) fn fault_at_offset(&self, offset: usize, found: impl Into<String>, expected: impl Into<String>) {
        let fault = self.document.fault(offset, found.into(), expected.into());
        let mut faults = self.faults.borrow_mut();
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    }
}

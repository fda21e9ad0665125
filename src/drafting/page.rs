//! A battle file's text taken apart: what stands where, by the path of keys and numbers that leads there.

use std::ops::Range;

use toml_edit::{Array, ArrayOfTables, Document, InlineTable, Item, Key, Table, Value};

/// A step down in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    /// To what a key holds.
    Key(String),
    /// To the entry of a list, counted from 0.
    At(usize),
}

impl From<&str> for Step {
    fn from(key: &str) -> Step {
        Step::Key(key.to_owned())
    }
}

impl From<usize> for Step {
    fn from(place: usize) -> Step {
        Step::At(place)
    }
}

/// The way to something in a file, from its outermost table.
pub(crate) type Path = Vec<Step>;

/// Something in a file.
#[derive(Clone, Copy)]
pub(crate) enum Node<'p> {
    /// A table with lines of its own.
    Section(&'p Table),
    /// A table between braces.
    Inline(&'p InlineTable),
    /// Tables with `[[headings]]`.
    Sections(&'p ArrayOfTables),
    /// A list between brackets.
    List(&'p Array),
    /// Any other value.
    Value(&'p Value),
}

impl<'p> Node<'p> {
    fn of_item(item: &'p Item) -> Option<Node<'p>> {
        match item {
            Item::None => None,
            Item::Table(table) => Some(Node::Section(table)),
            Item::ArrayOfTables(tables) => Some(Node::Sections(tables)),
            Item::Value(value) => Some(Node::of_value(value)),
        }
    }

    fn of_value(value: &'p Value) -> Node<'p> {
        match value {
            Value::InlineTable(table) => Node::Inline(table),
            Value::Array(list) => Node::List(list),
            other => Node::Value(other),
        }
    }

    fn step(self, step: &Step) -> Option<Node<'p>> {
        match (self, step) {
            (Node::Section(table), Step::Key(key)) => table.get(key).and_then(Node::of_item),
            (Node::Inline(table), Step::Key(key)) => table.get(key).map(Node::of_value),
            (Node::Sections(tables), Step::At(place)) => tables.get(*place).map(Node::Section),
            (Node::List(list), Step::At(place)) => list.get(*place).map(Node::of_value),
            _ => None,
        }
    }

    /// Where a key and its value stand, in a table of either kind.
    pub fn entry(self, key: &str) -> Option<(Range<usize>, Range<usize>)> {
        let (key, value) = match self {
            Node::Section(table) => {
                let (key, item) = table.get_key_value(key)?;
                (key, item.as_value()?.span()?)
            }
            Node::Inline(table) => {
                let (key, item) = table.get_key_value(key)?;
                (key, item.as_value()?.span()?)
            }
            _ => return None,
        };
        Some((key.span()?, value))
    }

    /// The keys of a table with the places of their values, as far as they stand in lines of its own, in the order of the text.
    pub fn entries(self) -> Vec<(String, Range<usize>, Range<usize>)> {
        let place = |(key, item): (&Key, &Item)| Some((key.get().to_owned(), key.span()?, item.as_value()?.span()?));
        let mut found: Vec<_> = match self {
            Node::Section(table) => {
                table.iter().filter_map(|(key, _)| table.get_key_value(key)).filter_map(place).collect()
            }
            Node::Inline(table) => {
                table.iter().filter_map(|(key, _)| table.get_key_value(key)).filter_map(place).collect()
            }
            _ => Vec::new(),
        };
        found.sort_by_key(|(_, key, _)| key.start);
        found
    }

    /// All keys of a table.
    pub fn keys(self) -> Vec<String> {
        match self {
            Node::Section(table) => table.iter().map(|(key, _)| key.to_owned()).collect(),
            Node::Inline(table) => table.iter().map(|(key, _)| key.to_owned()).collect(),
            _ => Vec::new(),
        }
    }

    /// How many entries a list has.
    pub fn len(self) -> usize {
        match self {
            Node::Sections(tables) => tables.len(),
            Node::List(list) => list.len(),
            _ => 0,
        }
    }

    /// The text it is, if it is one.
    pub fn text(self) -> Option<&'p str> {
        match self {
            Node::Value(value) => value.as_str(),
            _ => None,
        }
    }

    /// Where it is written: a section's heading, or the value from its first to its last letter.
    pub fn span(self) -> Option<Range<usize>> {
        match self {
            Node::Section(table) => table.span(),
            Node::Inline(table) => table.span(),
            Node::Sections(tables) => tables.span(),
            Node::List(list) => list.span(),
            Node::Value(value) => value.span(),
        }
    }
}

/// A text that parses.
pub(crate) struct Page {
    document: Document<String>,
}

/// Where a text stops being TOML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoToml {
    /// The byte.
    pub at: usize,
    /// What is wrong.
    pub why: String,
}

impl Page {
    /// Takes a text apart.
    pub fn parse(text: &str) -> Result<Page, NoToml> {
        match Document::parse(text.to_owned()) {
            Ok(document) => Ok(Page { document }),
            Err(error) => {
                let why = error.message().lines().next().unwrap_or_default().to_owned();
                Err(NoToml { at: error.span().unwrap_or_default().start, why })
            }
        }
    }

    /// The text.
    pub fn raw(&self) -> &str {
        self.document.raw()
    }

    /// The outermost table.
    pub fn root(&self) -> Node<'_> {
        Node::Section(self.document.as_table())
    }

    /// What a path leads to.
    pub fn at(&self, path: &[Step]) -> Option<Node<'_>> {
        path.iter().try_fold(self.root(), |node, step| node.step(step))
    }

    /// How many entries the list has that a path leads to.
    pub fn count(&self, path: &[Step]) -> usize {
        self.at(path).map_or(0, Node::len)
    }

    /// Where every heading of the text stands, with the path of its table, from top to bottom.
    pub fn headings(&self) -> Vec<(Range<usize>, Path)> {
        let mut found = Vec::new();
        gather(self.document.as_table(), &mut Vec::new(), &mut found);
        found.sort_by_key(|(span, _): &(Range<usize>, Path)| span.start);
        found
    }

    /// The stretch of a table with a heading of its own, those below it included: from its heading to where its last line ends.
    pub fn section(&self, path: &[Step]) -> Option<Range<usize>> {
        let headings = self.headings();
        let first = headings.iter().position(|(_, at)| at == path)?;
        let below = headings[first..].iter().take_while(|(_, at)| at.starts_with(path)).count();
        let (last, _) = headings.get(first + below - 1)?;
        let next = headings.get(first + below).map_or(self.raw().len(), |(span, _)| span.start);
        Some(headings[first].0.start..self.last_line(last.end, next))
    }

    /// Where the last line that says something ends, of a section whose heading ends there and that must end before `next`.
    fn last_line(&self, heading: usize, next: usize) -> usize {
        let (mut at, mut end) = (heading, self.line_end(heading));
        let raw = self.raw();
        for (_, span) in self.spans() {
            if span.start >= heading && span.end <= next && span.end > at {
                at = span.end;
                end = line_end(raw, at);
            }
        }
        end.min(raw.len())
    }

    /// The places of all values outside of other values.
    fn spans(&self) -> Vec<(Path, Range<usize>)> {
        let mut found = Vec::new();
        values(self.document.as_table(), &mut Vec::new(), &mut found);
        found
    }

    fn line_end(&self, at: usize) -> usize {
        line_end(self.raw(), at)
    }

    /// The end of the last line of the outermost table, before any heading; nothing where it has no line.
    pub fn root_end(&self) -> Option<usize> {
        let last = self.root().entries().into_iter().map(|(.., value)| value.end).max()?;
        Some(self.line_end(last))
    }
}

/// Headings below a table.
fn gather(table: &Table, path: &mut Path, found: &mut Vec<(Range<usize>, Path)>) {
    for (key, item) in table.iter() {
        path.push(Step::from(key));
        match item {
            Item::Table(below) => {
                if let Some(span) = below.span().filter(|_| !below.is_implicit() && !below.is_dotted()) {
                    found.push((span, path.clone()));
                }
                gather(below, path, found);
            }
            Item::ArrayOfTables(tables) => {
                for (place, below) in tables.iter().enumerate() {
                    path.push(Step::At(place));
                    found.extend(below.span().map(|span| (span, path.clone())));
                    gather(below, path, found);
                    path.pop();
                }
            }
            Item::Value(_) | Item::None => {}
        }
        path.pop();
    }
}

/// Values below a table.
fn values(table: &Table, path: &mut Path, found: &mut Vec<(Path, Range<usize>)>) {
    for (key, item) in table.iter() {
        path.push(Step::from(key));
        match item {
            Item::Value(value) => found.extend(value.span().map(|span| (path.clone(), span))),
            Item::Table(below) => values(below, path, found),
            Item::ArrayOfTables(tables) => {
                for (place, below) in tables.iter().enumerate() {
                    path.push(Step::At(place));
                    values(below, path, found);
                    path.pop();
                }
            }
            Item::None => {}
        }
        path.pop();
    }
}

/// Where the line ends in which a byte stands, without its line break.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    let end = text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |newline| at + newline);
    if end > at && text.as_bytes().get(end - 1) == Some(&b'\r') { end - 1 } else { end }
}

/// Where the line begins in which a byte stands.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1)
}

/// Where the line after that one begins.
pub(crate) fn next_line(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |newline| at + newline + 1)
}

/// What breaks lines in a text.
pub(crate) fn line_break(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

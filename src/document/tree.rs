//! What a document holds, each thing with its place in the text.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

/// One value and the bytes of the text it is written in.
pub(crate) struct Node {
    pub(crate) span: Range<usize>,
    pub(crate) kind: Kind,
}

/// What a value is.
pub(crate) enum Kind {
    Text(String),
    Integer(i128),
    Number(f64),
    Flag(bool),
    Date,
    List(Vec<Node>),
    Section(Section),
}

/// The entries of a table in the order of the file.
#[derive(Default)]
pub(crate) struct Section {
    pub(crate) entries: Vec<Entry>,
}

/// A key, where it is written, and its value.
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) offset: usize,
    pub(crate) node: Node,
}

impl Section {
    /// The entry of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }
}

impl From<&DeTable<'_>> for Section {
    fn from(table: &DeTable<'_>) -> Self {
        let mut entries: Vec<Entry> = table.iter().map(Entry::from).collect();
        entries.sort_by_key(|entry| entry.offset);
        Self { entries }
    }
}

impl<K: AsRef<str>> From<(&Spanned<K>, &Spanned<DeValue<'_>>)> for Entry {
    fn from((key, value): (&Spanned<K>, &Spanned<DeValue<'_>>)) -> Self {
        Self { key: key.get_ref().as_ref().to_owned(), offset: key.span().start, node: value.into() }
    }
}

impl From<&Spanned<DeValue<'_>>> for Node {
    fn from(value: &Spanned<DeValue<'_>>) -> Self {
        let kind = match value.get_ref() {
            DeValue::String(text) => Kind::Text(text.to_string()),
            DeValue::Integer(integer) => Kind::Integer(whole(integer)),
            DeValue::Float(float) => Kind::Number(float.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(flag) => Kind::Flag(*flag),
            DeValue::Datetime(_) => Kind::Date,
            DeValue::Array(list) => Kind::List(list.iter().map(Node::from).collect()),
            DeValue::Table(table) => Kind::Section(table.into()),
        };
        Self { span: value.span(), kind }
    }
}

/// The integer's value; one beyond all bounds counts as the outermost number.
fn whole(integer: &DeInteger<'_>) -> i128 {
    let outermost = match integer.as_str().starts_with('-') {
        true => i128::MIN,
        false => i128::MAX,
    };
    i128::from_str_radix(integer.as_str(), integer.radix()).unwrap_or(outermost)
}

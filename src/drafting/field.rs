//! What a key of a battle file can hold, and how it is written.

use std::collections::BTreeMap;

use crate::page::Node;

/// The longest line of a text that is written over several.
const LINE: usize = 118;

/// A value of a battle file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A text on one line.
    Text(String),
    /// A text of several lines, folded.
    Prose(String),
    /// A whole number.
    Whole(i64),
    /// Yes or no.
    Flag(bool),
    /// Texts in a list.
    Texts(Vec<String>),
    /// Lists of texts by name: what belongs to one rule system.
    Special(BTreeMap<String, Vec<String>>),
    /// As it is to be written.
    Raw(String),
}

impl Field {
    /// A text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Field {
        Field::Text(text.into())
    }

    /// How it is written in a file.
    #[must_use]
    pub fn written(&self) -> String {
        match self {
            Field::Text(text) => quoted(text),
            Field::Prose(text) if text.chars().count() <= LINE / 2 => quoted(text),
            Field::Prose(text) => format!("\"\"\"\n{}\n\"\"\"", folded(&escaped(text))),
            Field::Whole(number) => number.to_string(),
            Field::Flag(flag) => flag.to_string(),
            Field::Texts(texts) => {
                format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", "))
            }
            Field::Special(lists) => {
                let lists: Vec<String> = lists
                    .iter()
                    .map(|(key, texts)| {
                        format!("{} = {}", crate::write::written_key(key), Field::Texts(texts.clone()).written())
                    })
                    .collect();
                if lists.is_empty() { String::from("{}") } else { format!("{{ {} }}", lists.join(", ")) }
            }
            Field::Raw(written) => written.clone(),
        }
    }

    /// What stands in a file there; nothing for what is none of these.
    pub(crate) fn of(node: Node<'_>) -> Option<Field> {
        match node {
            Node::Value(value) => {
                let text = value.as_str().map(|text| Field::Text(text.to_owned()));
                let whole = || value.as_integer().map(Field::Whole);
                text.or_else(whole).or_else(|| value.as_bool().map(Field::Flag))
            }
            Node::List(list) => {
                let texts = list.iter().map(|value| value.as_str().map(str::to_owned));
                texts.collect::<Option<Vec<String>>>().map(Field::Texts)
            }
            Node::Inline(table) => {
                let list = |(key, value): (&str, &toml_edit::Value)| {
                    let texts = value.as_array()?.iter().map(|value| value.as_str().map(str::to_owned));
                    Some((key.to_owned(), texts.collect::<Option<Vec<String>>>()?))
                };
                table.iter().map(list).collect::<Option<BTreeMap<_, _>>>().map(Field::Special)
            }
            Node::Section(table) => {
                let list = |(key, item): (&str, &toml_edit::Item)| {
                    let texts = item.as_array()?.iter().map(|value| value.as_str().map(str::to_owned));
                    Some((key.to_owned(), texts.collect::<Option<Vec<String>>>()?))
                };
                table.iter().map(list).collect::<Option<BTreeMap<_, _>>>().map(Field::Special)
            }
            Node::Sections(_) => None,
        }
    }
}

/// A text between quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

fn escaped(text: &str) -> String {
    let mut written = String::new();
    for letter in text.chars() {
        match letter {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' | '\t' | '\r' => written.push(' '),
            control if control.is_control() => written.push_str(&format!("\\u{:04X}", u32::from(control))),
            letter => written.push(letter),
        }
    }
    written
}

/// Words in lines.
fn folded(text: &str) -> String {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let full = lines.last().is_some_and(|line| line.chars().count() + 1 + word.chars().count() > LINE);
        if full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

//! Constants and constant functions: what the compiler evaluates cannot have a switch, so tables become values that are
//! made when first asked for, and functions that nothing constant needs lose the word `const`.

use std::collections::BTreeSet;

use crate::room::NOBODY;
use crate::source::{Bytes, Constant, Function, Kind, Place, Source};
use crate::weave::{Edit, Part, copy, text};

/// What becomes of constants.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    /// Names of functions that something constant uses.
    needed: BTreeSet<String>,
    /// Constants of the crate's tables.
    tables: BTreeSet<String>,
    /// Functions of the tables that stand by themselves.
    twins: BTreeSet<String>,
    /// The tables' file.
    path: String,
}

impl Constants {
    /// For a crate among all sources of the workspace.
    pub fn of(sources: &[Source], everything: &[Source]) -> Constants {
        let needed = everything.iter().flat_map(|source| source.evaluated.iter().cloned()).collect();
        let mut constants = Constants { needed, ..Constants::default() };
        constants.close(everything);
        if let Some(tables) = sources.iter().find(|source| source.is_tables()) {
            constants.tables = tables.constants.iter().map(|constant| constant.name.clone()).collect();
            let free = tables.functions.iter().filter(|function| function.free && function.constant.is_some());
            constants.twins = free.map(|function| function.name.clone()).collect();
            constants.path = tables.path.clone();
        }
        constants
    }

    /// What functions use that have to stay constant has to stay so too.
    fn close(&mut self, everything: &[Source]) {
        let functions = || everything.iter().flat_map(|source| &source.functions);
        loop {
            let before = self.needed.len();
            let staying: Vec<&Function> = functions()
                .filter(|function| function.constant.is_some() && self.needed.contains(&function.name))
                .collect();
            self.needed.extend(staying.iter().flat_map(|function| function.uses.iter().cloned()));
            if self.needed.len() == before {
                return;
            }
        }
    }

    /// Names of functions that something constant uses.
    pub fn needed(&self) -> &BTreeSet<String> {
        &self.needed
    }

    /// Takes up such names.
    pub fn need(&mut self, names: BTreeSet<String>) {
        self.needed = names;
    }

    /// Keeps a function constant that the compiler says has to be; whether that is new.
    pub fn keep(&mut self, message: &str) -> bool {
        let named = message.split('`').nth(1).unwrap_or(message);
        let name = named.split('(').next().unwrap_or(named).split("::").last().unwrap_or(named);
        self.needed.insert(name.trim_end_matches('>').to_owned())
    }

    /// Whether a function stays constant.
    pub fn stays(&self, source: &Source, function: usize) -> bool {
        let function = &source.functions[function];
        let needed = source.is_test() || self.needed.contains(&function.name);
        function.constant.is_some() && !self.has_twin(source, function) && needed
    }

    fn has_twin(&self, source: &Source, function: &Function) -> bool {
        source.path == self.path && function.free && self.twins.contains(&function.name)
    }

    /// Whether the compiler evaluates a place.
    pub fn evaluates(&self, source: &Source, place: &Place) -> bool {
        let table = source.path == self.path && is_in_table(source, place);
        let in_constant = place.function.is_some_and(|function| self.stays(source, function));
        place.constant > 0 && !table || in_constant
    }

    fn names_table(&self, source: &Source, place: &Place) -> Option<String> {
        let Kind::Name { last, before } = &place.kind else { return None };
        let here = source.path == self.path;
        let imported = here || source.from_tables.contains(last) || source.from_tables.contains("*");
        let means = before.as_ref().map_or(imported, |before| before == "tables");
        (means && !self.path.is_empty()).then(|| last.clone())
    }

    /// Whether a place uses a constant of the tables where it can be another.
    pub fn is_used_at(&self, source: &Source, place: &Place) -> bool {
        let named = self.names_table(source, place).is_some_and(|name| self.tables.contains(&name));
        named && !self.evaluates(source, place)
    }

    /// What stands for such a use.
    pub fn used(&self, place: &Place) -> Option<Vec<Part>> {
        let Kind::Name { last, .. } = &place.kind else { return None };
        Some(vec![text(format!("(*crate::tables::{last}__w)"))])
    }

    /// Whether a place calls a function of the tables that has a constant twin.
    fn calls_twin(&self, source: &Source, place: &Place) -> bool {
        let named = self.names_table(source, place).is_some_and(|name| self.twins.contains(&name));
        named && source.text[place.at.end..].starts_with('(')
    }

    /// A piece of source as it was, but with the constant twins of the tables' functions.
    fn pristine(&self, source: &Source, bytes: &Bytes) -> String {
        let mut written = String::new();
        let mut done = bytes.start;
        for place in source.places.iter().filter(|place| bytes.start <= place.at.start && place.at.end <= bytes.end) {
            if self.calls_twin(source, place) && place.at.start >= done {
                written.push_str(&source.text[done..place.at.end]);
                written.push_str("__c");
                done = place.at.end;
            }
        }
        written + &source.text[done..bytes.end]
    }

    /// The edits of a file that no mutant owns.
    pub fn edits(&self, source: &Source) -> Vec<Edit> {
        let edit = |at: Bytes, parts| Edit { at, parts, site: NOBODY };
        let mut edits = Vec::new();
        for function in 0..source.functions.len() {
            let (stays, function) = (self.stays(source, function), &source.functions[function]);
            let Some(word) = function.constant.clone().filter(|_| !stays && !source.is_test()) else { continue };
            if self.has_twin(source, function) {
                edits.push(edit(function.item.end..function.item.end, vec![text(self.twin(source, function))]));
            }
            edits.push(edit(word, Vec::new()));
        }
        edits.extend(marks(source));
        if source.path == self.path {
            edits.extend(self.lazy(source));
        } else {
            edits.extend(self.calls_of_twins(source));
        }
        edits
    }

    fn twin(&self, source: &Source, function: &Function) -> String {
        let head = &source.text[function.item.start..function.name_at.end];
        format!("\n{head}__c{}", self.pristine(source, &(function.name_at.end..function.item.end)))
    }

    /// Beside every constant of the tables the same as a value with switches.
    fn lazy(&self, source: &Source) -> Vec<Edit> {
        let mut edits = Vec::new();
        for constant in &source.constants {
            let kind = source.at(&constant.kind);
            let head = format!("\npub(crate) static {}__w: ::std::sync::LazyLock<{kind}> =", constant.name);
            let parts = vec![
                text(self.pristine(source, &constant.item)),
                text(head),
                text(" ::std::sync::LazyLock::new(|| "),
                copy(&constant.value),
                text(");"),
            ];
            edits.push(Edit { at: constant.item.clone(), parts, site: NOBODY });
        }
        for place in source.places.iter().filter(|place| is_in_table(source, place)) {
            let Kind::Borrow { inner } = &place.kind else { continue };
            let parts = vec![text("crate::mutants__::leak("), copy(inner), text(")")];
            edits.push(Edit { at: place.at.clone(), parts, site: NOBODY });
        }
        edits
    }

    fn calls_of_twins(&self, source: &Source) -> Vec<Edit> {
        let constant = |place: &&Place| self.calls_twin(source, place) && self.evaluates(source, place);
        let calls = source.places.iter().filter(constant);
        let end = |place: &Place| place.at.end..place.at.end;
        calls.map(|place| Edit { at: end(place), parts: vec![text("__c")], site: NOBODY }).collect()
    }
}

/// Whether a place is in the value of a constant of the top level.
fn is_in_table(source: &Source, place: &Place) -> bool {
    let holds = |constant: &Constant| constant.value.contains(&place.at.start);
    place.constant == 1 && source.constants.iter().any(holds)
}

/// Marks that tell the switch what they say, so that it knows what is reached without a clause alone.
fn marks(source: &Source) -> Vec<Edit> {
    let mark = |place: &Place| {
        let Kind::Mark { clause } = &place.kind else { return None };
        let parts = vec![text("crate::mutants__::mark("), copy(&place.at), text(format!(", {clause})"))];
        Some(Edit { at: place.at.clone(), parts, site: NOBODY })
    };
    let is_mutated = |place: &&Place| !source.is_test() && place.function.is_some();
    source.places.iter().filter(is_mutated).filter_map(mark).collect()
}

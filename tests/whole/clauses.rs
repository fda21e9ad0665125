//! Rule clauses, marks in code and tests, held against each other: nothing is skipped quietly.
//!
//! A clause is tested where a proof claims it (`proves` or `bites`; ids elsewhere, comments among them, count for
//! nothing), and biting where that proof has been seen to fail without it, on every run (`bites`). A clause of several
//! sentences stands `in parts`: each has a letter, a row, a mark and a proof of its own.
//!
//! `cargo test --test whole clauses -- --nocapture` prints the table.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{read, sources};

/// Rule systems that are in, with the prefix of their clause ids.
const SYSTEMS: &[(&str, &str)] =
    &[("eagles", "EA-"), ("on_war", "OW-"), ("snappy", "SN-"), ("over_the_hills", "OTH-"), ("mcnally", "MC-")];

struct Clauses {
    listed: BTreeMap<String, String>,
    marked: BTreeMap<String, Vec<String>>,
    tested: BTreeSet<String>,
    biting: BTreeSet<String>,
}

/// Every id with that prefix in a line of text.
fn ids<'a>(line: &'a str, prefix: &'a str) -> impl Iterator<Item = String> + 'a {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let number = |id: &str| {
        id.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(id).ends_with(|c: char| c.is_ascii_digit())
    };
    let long = move |id: &&str| id.matches('-').count() >= 2 && number(id);
    line.split(move |c| !word(c)).filter(move |id| id.starts_with(prefix)).filter(long).map(String::from)
}

/// The clause list of `docs/rules/<system>.md`: rows of `| id | clause | status |`.
fn listed(system: &str, prefix: &str) -> BTreeMap<String, String> {
    let rows = read(&format!("docs/rules/{system}.md"));
    let mut found = BTreeMap::new();
    for row in rows.lines().filter(|row| row.starts_with("| ")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        if let Some(id) = ids(cells[0], prefix).next() {
            found.insert(id, cells.last().unwrap_or(&"").to_string());
        }
    }
    found
}

/// A source without its comments and white space.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code));
    lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
}

/// The ids that a test's calls of that function claim: `proves(&["EA-FIRE-7", ...], ...)`.
fn claims<'a>(code: &'a str, function: &str, prefix: &'a str) -> impl Iterator<Item = String> + 'a {
    let calls = code.split(&format!("{function}(&[")).skip(1).collect::<Vec<_>>();
    calls.into_iter().flat_map(move |call| ids(call.split(']').next().unwrap_or(""), prefix))
}

fn clauses(system: &str, prefix: &str) -> Clauses {
    let mut marked: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut tested, mut biting) = (BTreeSet::new(), BTreeSet::new());
    for source in sources().iter().filter(|source| source.room() == system) {
        let code = code(&source.text);
        if source.is_test() {
            tested.extend(claims(&code, "proves", prefix).chain(claims(&code, "bites", prefix)));
            biting.extend(claims(&code, "bites", prefix));
            continue;
        }
        for mark in code.split("rule!(").skip(1) {
            let id = ids(mark.split(')').next().unwrap_or(""), prefix).next();
            id.into_iter().for_each(|id| marked.entry(id).or_default().push(source.path.clone()));
        }
    }
    Clauses { listed: listed(system, prefix), marked, tested, biting }
}

/// What the list says of a clause.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    /// It has a mark and a proof.
    Modelled,
    /// Its lettered rows have.
    InParts,
    /// It has neither, and the row says why.
    NotModelled,
}

fn status(text: &str) -> Status {
    match text {
        "in parts" => Status::InParts,
        text if text.starts_with("not modelled") => Status::NotModelled,
        _ => Status::Modelled,
    }
}

impl Clauses {
    /// The listed clauses of that status.
    fn of(&self, wanted: Status) -> Vec<&String> {
        self.listed.iter().filter(|(_, text)| status(text) == wanted).map(|(id, _)| id).collect()
    }

    /// The lettered rows of a clause.
    fn parts<'a>(&'a self, head: &'a str) -> impl Iterator<Item = &'a String> {
        let letter = |rest: &str| rest.len() == 1 && rest.starts_with(|c: char| c.is_ascii_lowercase());
        self.listed.keys().filter(move |id| id.strip_prefix(head).is_some_and(letter))
    }
}

#[test]
fn every_clause_is_marked_and_tested_or_says_why_not() {
    for (system, prefix) in SYSTEMS {
        let clauses = clauses(system, prefix);
        let (modelled, unmodelled) = (clauses.of(Status::Modelled), clauses.of(Status::NotModelled));
        let unmarked: Vec<_> = modelled.iter().filter(|id| !clauses.marked.contains_key(**id)).collect();
        let untested: Vec<_> = modelled.iter().filter(|id| !clauses.tested.contains(**id)).collect();
        let toothless: Vec<_> = modelled.iter().filter(|id| !clauses.biting.contains(**id)).collect();
        let unlisted: Vec<_> = clauses.marked.keys().filter(|id| !clauses.listed.contains_key(*id)).collect();
        println!(
            "{system}: {} rows of clauses, {} heads of parts, {} marked in code, {} tested, {} biting, {} not modelled",
            clauses.listed.len(),
            clauses.of(Status::InParts).len(),
            clauses.marked.len(),
            clauses.listed.keys().filter(|id| clauses.tested.contains(*id)).count(),
            clauses.biting.len(),
            unmodelled.len()
        );
        for id in unmodelled {
            println!("  {id}: {}", clauses.listed[id]);
        }
        assert!(clauses.listed.len() > 100, "{system}: only {} clauses listed", clauses.listed.len());
        assert!(unmarked.is_empty(), "{system}: listed but not marked: {unmarked:?}");
        assert!(untested.is_empty(), "{system}: listed but not tested: {untested:?}");
        assert!(toothless.is_empty(), "{system}: no proof has been seen to fail without: {toothless:?}");
        assert!(unlisted.is_empty(), "{system}: marked but not listed: {unlisted:?}");
    }
}

#[test]
fn a_clause_in_parts_has_parts_and_no_mark_of_its_own() {
    for (system, prefix) in SYSTEMS {
        let clauses = clauses(system, prefix);
        for head in clauses.of(Status::InParts) {
            assert!(clauses.parts(head).count() >= 2, "{system}: {head} stands in parts and has fewer than two rows");
            let marked = clauses.marked.contains_key(head) || clauses.tested.contains(head);
            assert!(!marked, "{system}: {head} stands in parts: its parts are marked and claimed, not the whole");
        }
    }
}

#[test]
fn every_clause_is_marked_at_one_place() {
    for (system, prefix) in SYSTEMS {
        let marked = clauses(system, prefix).marked;
        let twice: Vec<_> = marked.iter().filter(|(_, places)| places.len() > 1).collect();
        assert!(twice.is_empty(), "{system}: marked more than once: {twice:?}");
    }
}

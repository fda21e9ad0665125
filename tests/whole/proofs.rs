//! What a proof of a clause may not do, whatever it proves: ask the mark instead of the battle, or lean on a branch that
//! was made up to differ.
//!
//! That it lays out a position is seen while it runs (`battle::rule::bites`), that it fails without its clause as well.

use std::collections::BTreeMap;

use crate::source::sources;

/// Branches that stand in place of a clause and have numbers of their own, with what they say.
const OTHERWISE: &[(&str, &str)] = &[
    ("MC-MORALE-2", "one target for all, the middle one"),
    ("MC-MORALE-3", "a target nobody reaches"),
    ("MC-MOVE-5", "each obstacle halves what is left, as without a rule for several"),
    ("MC-STAT-1", "one class for all, the middle one"),
    ("MC-UNIT-1", "two ranks, as it is usual on the table"),
    ("OTH-MORALE-0", "a score nobody reaches"),
    ("OW-DICE-2", "every face counts as it is"),
    ("SN-MC-5b", "a highest number that the highest face still reaches"),
    ("SN-MC-8f", "ties the other way round"),
];

/// A source without comments.
fn bare(text: &str) -> String {
    text.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code)).collect::<Vec<_>>().join("\n")
}

/// What stands between the bracket that was just opened and its end, and the rest.
fn enclosed(text: &str) -> (&str, &str) {
    let mut depth = 1;
    for (place, letter) in text.char_indices() {
        depth += i32::from(matches!(letter, '(' | '{' | '[')) - i32::from(matches!(letter, ')' | '}' | ']'));
        if depth == 0 {
            return (&text[..place], &text[place + 1..]);
        }
    }
    (text, "")
}

/// Whether a test asks a mark what it should ask a battle.
fn asks_the_mark(test: &str) -> bool {
    let code = bare(test);
    ["rule!(", "rule::holds"].iter().any(|word| code.contains(word))
}

/// Clauses of a source whose mark has another branch with numbers of its own, in place of none or of one.
fn invented(source: &str) -> Vec<String> {
    let (code, mut found) = (bare(source), Vec::new());
    for marked in code.split("rule!(\"").skip(1) {
        let (clause, rest) = marked.split_once('"').unwrap_or_default();
        let condition = rest.find(['{', '}', ';']).unwrap_or(rest.len());
        let open = |text: &str| text.matches('(').count() > text.matches(')').count();
        if open(rest[..condition].trim_start_matches(')')) {
            continue;
        }
        let Some(body) = rest[condition..].strip_prefix('{') else { continue };
        let (_, after) = enclosed(body);
        let Some((between, otherwise)) = after.split_once("else").filter(|(between, _)| between.trim().is_empty())
        else {
            continue;
        };
        let Some(otherwise) = otherwise.trim_start().strip_prefix('{') else { continue };
        let (branch, _) = enclosed(otherwise);
        let words = branch.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_' && letter != '.');
        if between.trim().is_empty() && words.filter_map(|word| word.parse::<u32>().ok()).any(|number| number > 1) {
            found.push(String::from(clause));
        }
    }
    found
}

#[test]
fn no_proof_asks_a_mark() {
    let rooms = ["eagles", "on_war", "snappy", "over_the_hills", "mcnally"];
    let mut tests = sources();
    tests.retain(|source| source.is_test() && rooms.contains(&source.room()));
    assert!(tests.len() > 100);
    let wrong: Vec<&str> =
        tests.iter().filter(|source| asks_the_mark(&source.text)).map(|source| source.path.as_str()).collect();
    assert!(wrong.is_empty(), "a proof states position, dice and result, and asks no mark: {wrong:?}");
}

#[test]
fn no_mark_has_an_invented_other_branch() {
    let known: BTreeMap<&str, &str> = OTHERWISE.iter().copied().collect();
    let code =
        sources().into_iter().filter(|source| !source.is_test() && !["battle", "proving"].contains(&source.room()));
    let found: Vec<String> = code.flat_map(|source| invented(&source.text)).collect();
    let unknown: Vec<&String> = found.iter().filter(|clause| !known.contains_key(clause.as_str())).collect();
    assert!(
        unknown.is_empty(),
        "what stands in place of a clause is what holds without it, not other numbers: {unknown:?}"
    );
    let gone: Vec<&&str> = known.keys().filter(|clause| !found.iter().any(|found| found == **clause)).collect();
    assert!(gone.is_empty(), "no longer so: {gone:?}");
}

#[test]
fn tricks_are_found() {
    assert!(asks_the_mark("fn trick() { bites(&[\"X-FIRE-1\"], || assert!(rule!(\"X-FIRE-1\"))); }"));
    assert!(asks_the_mark("bites(&[\"X-FIRE-1\"], || assert!(battle::rule::holds(\"X-FIRE-1\")));"));
    assert!(!asks_the_mark("bites(&[\"X-FIRE-1\"], || assert_eq!(hits(5), 3)); // rule!(\"X-FIRE-1\")"));
    let table = "let row = if far && rule!(\"X-FIRE-1\") { [0, 1, 3] } else { [0, 2, 2] };";
    assert_eq!(invented(table), ["X-FIRE-1"]);
    let honest = "let row = if far && rule!(\"X-FIRE-1\") { [0, 1, 3] } else { [0, 1, 1] };";
    assert!(invented(honest).is_empty());
    assert!(invented("if rule!(\"X-FIRE-1\") { return 4; }\nlet other = 7;").is_empty());
    assert!(invented("rule!(\"X-FIRE-1\").then_some(if heavy { 1 } else { 2 })").is_empty());
    assert_eq!(
        invented("if rule!(\"X-FIRE-1\") { a } else { b }; if rule!(\"X-FIRE-2\") { 4 } else { 5 }"),
        ["X-FIRE-2"]
    );
}

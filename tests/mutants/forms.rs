//! How the mutants of one place are put behind a switch.

use serde::{Deserialize, Serialize};

use crate::source::{Bytes, Function, Kind};
use crate::weave::{Part, copy, text};

/// How a place is rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Form {
    /// Operands once, before the choice.
    Tight,
    /// Everything anew in each choice: longer, and simpler for the compiler.
    Wide,
    /// Not at all.
    Off,
}

/// The mutants of one place: their numbers from the lowest on, and what each says; `None` where it does not compile.
#[derive(Clone, Debug)]
pub struct Choices<'a> {
    /// The number of the first.
    pub low: u32,
    /// Their replacements.
    pub replacements: Vec<Option<&'a str>>,
}

impl Choices<'_> {
    fn is_empty(&self) -> bool {
        self.replacements.iter().all(Option::is_none)
    }

    /// The number and text of each that compiles.
    fn each(&self) -> impl Iterator<Item = (u32, &str)> {
        (self.low..).zip(&self.replacements).filter_map(|(number, text)| text.map(|text| (number, text)))
    }

    /// `match at(...) { 0 => usual, 1 => ... }`, the last arm a wildcard.
    fn chosen(&self, usual: Vec<Part>, change: impl Fn(&str) -> Vec<Part>) -> Vec<Part> {
        let usual_arms: Vec<String> = (1..)
            .zip(&self.replacements)
            .filter(|(_, text)| text.is_none())
            .map(|(place, _)| format!(" | {place}"))
            .collect();
        let count = self.replacements.len();
        let mut parts =
            vec![text(format!("(match {SWITCH}::at({}, {count}) {{ 0{} => ", self.low, usual_arms.concat()))];
        parts.extend(usual);
        let last = self.each().last().map(|(number, _)| number);
        for (number, replacement) in self.each() {
            let arm = if Some(number) == last { String::from("_") } else { (number - self.low + 1).to_string() };
            parts.push(text(format!(", {arm} => ")));
            parts.push(Part::Change(number, change(replacement)));
        }
        parts.push(text(" })"));
        parts
    }
}

/// The module with the switch in a crate that is mutated.
pub const SWITCH: &str = "crate::mutants__";

/// What stands at a place with those mutants; `None` where it stays as it is.
pub fn parts(at: &Bytes, kind: &Kind, choices: &Choices, form: Form) -> Option<Vec<Part>> {
    if form == Form::Off || choices.is_empty() {
        return None;
    }
    let wide = form == Form::Wide;
    Some(match kind {
        Kind::Binary { chained: true, .. } => return None,
        Kind::Binary { left, op, right, .. } => binary(left, op, right, choices, wide),
        Kind::Assign { left, op, right } => assign(left, op, right, choices),
        Kind::Unary { op, inner, .. } => unary(op, inner, choices, wide),
        Kind::Number { value, suffix } => number(*value, suffix, choices),
        Kind::Literal { fields } => without_field(at, fields, choices),
        Kind::Arm { .. } | Kind::Name { .. } | Kind::Borrow { .. } | Kind::Mark { .. } => return None,
    })
}

/// `left op right`, whose operator stands at `op`; it is read from the source by the caller's `Copy`.
fn binary(left: &Bytes, op: &Bytes, right: &Bytes, choices: &Choices, wide: bool) -> Vec<Part> {
    let operator = choices.replacements.iter().flatten().next().copied().unwrap_or("");
    let lazy = matches!(operator, "&&" | "||");
    let compares = matches!(operator, "==" | "!=" | "<" | ">" | "<=" | ">=");
    if wide {
        let pair = |op: Part| vec![text("("), copy(left), text(") "), op, text(" ("), copy(right), text(")")];
        return choices.chosen(pair(copy(op)), |replacement| pair(text(replacement)));
    }
    if lazy {
        return short_circuit(left, right, choices.low, operator);
    }
    let (open, star) = if compares { ("&(", "*") } else { ("(", "") };
    let mut parts = vec![text(format!("(match ({open}"))];
    parts.extend([copy(left), text(format!("), {open}")), copy(right), text(")) { (left__, right__) => ")]);
    let pair = |op: Part| vec![text(format!("{star}left__ ")), op, text(format!(" {star}right__"))];
    parts.extend(choices.chosen(pair(copy(op)), |replacement| pair(text(replacement))));
    parts.push(text(" })"));
    parts
}

/// `&&` and `||` without either operand twice: the mutant turns round what the left one has to be, and what counts else.
fn short_circuit(left: &Bytes, right: &Bytes, number: u32, becomes: &str) -> Vec<Part> {
    let on = format!("{SWITCH}::on({number})");
    let (compare, other) = if becomes == "||" { ("!=", on.clone()) } else { ("==", format!("!{on}")) };
    vec![
        text("(if ("),
        copy(left),
        text(format!(") {compare} {on} {{ ")),
        copy(right),
        text(format!(" }} else {{ {other} }})")),
    ]
}

fn assign(left: &Bytes, op: &Bytes, right: &Bytes, choices: &Choices) -> Vec<Part> {
    let done = |op: Part| vec![text("{ "), copy(left), text(" "), op, text(" right__; }")];
    let mut parts = vec![text("(match ("), copy(right), text(") { right__ => ")];
    parts.extend(choices.chosen(done(copy(op)), |replacement| done(text(replacement))));
    parts.push(text(" })"));
    parts
}

fn unary(op: &Bytes, inner: &Bytes, choices: &Choices, wide: bool) -> Vec<Part> {
    if wide {
        return choices.chosen(vec![copy(op), text("("), copy(inner), text(")")], |_| vec![copy(inner)]);
    }
    let mut parts = vec![text("(match ("), copy(inner), text(") { inner__ => ")];
    parts.extend(choices.chosen(vec![copy(op), text("inner__")], |_| vec![text("inner__")]));
    parts.push(text(" })"));
    parts
}

fn number(value: u128, suffix: &str, choices: &Choices) -> Vec<Part> {
    choices.chosen(vec![text(format!("{value}{suffix}"))], |replacement| vec![text(replacement)])
}

/// A value whose fields may be left out: `whole` with and without each.
fn without_field(whole: &Bytes, fields: &[Bytes], choices: &Choices) -> Vec<Part> {
    choices.chosen(vec![copy(whole)], |replacement| {
        let gone: usize = replacement.parse().unwrap_or(0);
        let field = &fields[gone];
        vec![copy(&(whole.start..field.start)), copy(&(field.end..whole.end))]
    })
}

/// The guard of an arm: `gone` is the mutant without the arm, `guards` those with another guard.
pub fn guard(guard: Option<&Bytes>, gone: Option<u32>, guards: &Choices, chained: bool) -> Option<Vec<Part>> {
    let mut parts = match guard {
        Some(guard) if guards.is_empty() || chained => vec![copy(guard)],
        Some(guard) => guards.chosen(vec![copy(guard)], |replacement| vec![text(replacement)]),
        None => Vec::new(),
    };
    let Some(gone) = gone else { return (!guards.is_empty() && !chained).then_some(parts) };
    let stays = format!("!{SWITCH}::on({gone})");
    match guard {
        Some(_) if chained => parts.insert(0, text(format!("{stays} && "))),
        Some(_) => {
            parts.insert(0, text(format!("{stays} && (")));
            parts.push(text(")"));
        }
        None => parts.push(text(format!(" if {stays}"))),
    }
    Some(parts)
}

/// The body of a function that may answer something else: where it is put in, and what.
pub fn body(function: &Function, choices: &Choices) -> Option<(Bytes, Vec<Part>)> {
    if choices.is_empty() {
        return None;
    }
    if let (Some(item), false) = (&function.iterates, function.leaves) {
        let boxed = |mut parts: Vec<Part>| {
            parts.insert(0, text("::std::boxed::Box::new("));
            parts.push(text(format!(") as ::std::boxed::Box<dyn Iterator{item} + '_>")));
            parts
        };
        let mut parts = vec![text("{ ")];
        parts.extend(choices.chosen(boxed(vec![copy(&function.body)]), |answer| boxed(vec![text(answer)])));
        parts.push(text(" }"));
        return Some((function.body.clone(), parts));
    }
    let start = function.body.start + 1;
    let mut parts = Vec::new();
    for (number, answer) in choices.each() {
        parts.push(text(format!(" if {SWITCH}::on({number}) {{ return ")));
        parts.push(Part::Change(number, vec![text(answer)]));
        parts.push(text("; }"));
    }
    Some((start..start, parts))
}

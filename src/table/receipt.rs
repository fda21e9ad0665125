//! The receipt of a roll: each die, each reason for it with its clause, in lines that a person and a search can read.

use battle::{Changes, Faces, Modifier, Opposed, Reading, Roll, RollKind, Terms};

/// A roll in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// What came of it: "2 hits", "passes", "total 9", "margin 4, narrow margin".
    pub outcome: String,
    /// The whole roll in a few words: `4+: 2 5 6 = 2 hits`, `4+: 2 fails`, `3 4 +2 = 9`, `8 or less: 9 -2 = 7 passes`.
    pub short: String,
    /// The dice, then one line for each modifier; in a contest the same of the other side behind them.
    pub lines: Vec<String>,
}

/// Puts a roll into words: `3d6 need 4+: 2 5 6 -> 2 hits`, then a line such as `+1 die: target's flank (EA-FIRE-8)`
/// for each modifier.
#[must_use]
pub fn receipt(roll: &Roll) -> Receipt {
    let outcome = outcome(roll);
    let lines = match &roll.opposed {
        Some(other) => contest_lines(roll, other, &outcome),
        None if roll.kind == RollKind::Card => vec![outcome.clone()],
        None => dice_lines(&roll.terms, &roll.faces, &outcome, &roll.modifiers),
    };
    Receipt { short: short(roll, &outcome), outcome, lines }
}

/// What a roll asks of its dice: `need 4+`, `need 7 or less`, the title of a chart; empty where the total is all.
#[must_use]
pub fn asked(terms: &Terms) -> String {
    match (number(terms), table(terms)) {
        (Some(number), _) => format!("need {number}"),
        (None, Some(table)) => format!("by {table}"),
        (None, None) => String::new(),
    }
}

/// The chart that is read: its title; where a score picks it also the score with all its modifiers, and the row it lands in
/// where that is another number: `hits, score 13, row 10`.
fn table(terms: &Terms) -> Option<String> {
    let title = terms.chart()?.title();
    Some(match terms.reading {
        Reading::Score(score, charts) if charts.place(score) == score => format!("{title}, score {score}"),
        Reading::Score(score, charts) => format!("{title}, score {score}, row {}", charts.place(score)),
        _ => String::from(title),
    })
}

/// The number needed: `4+`, `7 or less`.
fn number(terms: &Terms) -> Option<String> {
    match terms.reading {
        Reading::Successes(face) | Reading::SuccessOrAgain(face) | Reading::EachOrAgain(face) => {
            Some(format!("{face}+"))
        }
        Reading::Over(least) => Some(format!("{least}+")),
        Reading::Below(face) | Reading::AtMost(face) => Some(format!("{face} or less")),
        Reading::Under(most) => Some(format!("{most} or less")),
        Reading::Total | Reading::Row(_) | Reading::EachRow(_) | Reading::Score(..) => None,
    }
}

fn short(roll: &Roll, outcome: &str) -> String {
    if let Some(other) = &roll.opposed {
        let ties = match other.tied.len() {
            0 => String::new(),
            again => format!("{}, then ", counted(again as i64, "tie", "ties")),
        };
        let (ours, theirs) = (told(&roll.terms, &roll.faces), told(&other.terms, &other.faces));
        return format!("{ties}{ours} against {theirs}: {outcome}");
    }
    if roll.kind == RollKind::Card {
        return String::from(outcome);
    }
    let said = told(&roll.terms, &roll.faces);
    match roll.kind {
        RollKind::Test => format!("{said} {}", verdict(roll)),
        RollKind::Row => match roll.row() {
            Some(row) => format!("{said}: {}", row.name),
            None => format!("{said} = {}", roll.result),
        },
        _ => said,
    }
}

/// The dice of one side and what they come to, in a few words: `4+: 2 5 6 = 2 hits`, `3 4 +2 = 9`.
fn told(terms: &Terms, faces: &Faces) -> String {
    let asked = number(terms).or_else(|| table(terms));
    let asked = asked.map_or_else(String::new, |asked| format!("{asked}: "));
    if terms.reading.adds_up() {
        return format!("{asked}{}{}", sum(terms, faces), share(terms, faces));
    }
    match successes(terms.kind, terms.read(faces)) {
        Some(count) => format!("{asked}{} = {count}", shown(faces)),
        None => format!("{asked}{}", shown(faces)),
    }
}

/// The faces added up, with what is added to them: `3 4 = 7`, `3 4 +2 = 9`, of one die alone its face.
fn sum(terms: &Terms, faces: &Faces) -> String {
    let (shown, total) = (shown(faces), terms.total(faces));
    match (terms.add, faces.as_slice().len()) {
        (0, 1) => shown,
        (0, _) => format!("{shown} = {total}"),
        (add, _) => format!("{shown} {add:+} = {total}"),
    }
}

/// What is left of a total that is halved or bounded.
fn share(terms: &Terms, faces: &Faces) -> String {
    let (total, result) = (terms.total(faces), terms.read(faces));
    if terms.reading == Reading::Total && total != result { format!(", {result} counted") } else { String::new() }
}

/// Each die as it fell.
fn shown(faces: &Faces) -> String {
    let shown: Vec<String> = faces.as_slice().iter().map(u8::to_string).collect();
    if shown.is_empty() { String::from("no dice") } else { shown.join(" ") }
}

/// `3d6 need 4+: 2 5 6 -> 2 hits`, then the modifiers.
fn dice_lines(terms: &Terms, faces: &Faces, outcome: &str, modifiers: &[Modifier]) -> Vec<String> {
    let asked = asked(terms);
    let gap = if asked.is_empty() { "" } else { " " };
    let dice = faces.as_slice().len();
    let first = format!("{dice}{}{gap}{asked}: {} -> {outcome}", terms.die.name(), shown(faces));
    std::iter::once(first).chain(modifiers.iter().map(|one| modifier(one, terms))).collect()
}

fn contest_lines(roll: &Roll, other: &Opposed, outcome: &str) -> Vec<String> {
    let tied = other.tied.iter().map(|[ours, theirs]| format!("tied: {} against {}", shown(ours), shown(theirs)));
    let mut lines: Vec<String> = tied.collect();
    let came_to = |terms: &Terms, faces: &Faces| came_to(terms, faces, terms.read(faces), None);
    lines.extend(dice_lines(&roll.terms, &roll.faces, &came_to(&roll.terms, &roll.faces), &roll.modifiers));
    let theirs = dice_lines(&other.terms, &other.faces, &came_to(&other.terms, &other.faces), &other.modifiers);
    lines.extend(theirs.into_iter().map(|line| format!("against {line}")));
    lines.push(String::from(outcome));
    lines
}

fn outcome(roll: &Roll) -> String {
    let named = roll.row().map(|row| row.name);
    match roll.kind {
        RollKind::Contest => {
            let margin = if roll.result == 0 { String::from("even") } else { format!("margin {}", roll.result) };
            named.map_or_else(|| margin.clone(), |name| format!("{margin}, {name}"))
        }
        RollKind::Card => format!("card drawn, {} of {}", roll.terms.dice, roll.result),
        RollKind::Test if roll.terms.reading.adds_up() => {
            format!("{}, {}", came_to(&roll.terms, &roll.faces, roll.terms.total(&roll.faces), None), verdict(roll))
        }
        RollKind::Test => verdict(roll),
        _ => came_to(&roll.terms, &roll.faces, roll.result, named),
    }
}

/// What the dice of one side come to: "2 hits", "total 7, with modifiers 9", and the row they land in.
fn came_to(terms: &Terms, faces: &Faces, result: i16, named: Option<&str>) -> String {
    if let Some(count) = successes(terms.kind, result) {
        return count;
    }
    let name = named.map_or_else(String::new, |name| format!(": {name}"));
    let result = if matches!(terms.reading, Reading::Row(_)) { terms.total(faces) } else { result };
    match named {
        Some(name) if !terms.reading.adds_up() => String::from(name),
        _ if !terms.reading.adds_up() || result == faces.total() => format!("total {result}{name}"),
        _ => format!("total {}, with modifiers {result}{name}", faces.total()),
    }
}

/// So many successes in words, where the result is a number of them.
fn successes(kind: RollKind, result: i16) -> Option<String> {
    match kind {
        RollKind::Hits => Some(counted(i64::from(result), "hit", "hits")),
        RollKind::Saves => Some(counted(i64::from(result), "save", "saves")),
        _ => None,
    }
}

/// "passes", "fails", "fails by 2" where the rules ask by how much.
fn verdict(roll: &Roll) -> String {
    match (roll.passed(), roll.terms.reading) {
        (true, _) => String::from("passes"),
        (false, Reading::Under(_) | Reading::Over(_)) => format!("fails by {}", -i32::from(roll.result)),
        (false, _) => String::from("fails"),
    }
}

fn modifier(modifier: &Modifier, terms: &Terms) -> String {
    let value = i64::from(modifier.value);
    let what = match modifier.changes {
        Changes::Dice if value.abs() == 1 => "die",
        Changes::Dice => "dice",
        Changes::Need => match terms.reading {
            Reading::Score(..) => "to the score",
            _ if terms.face().is_some() => "to the face needed",
            _ => "to the number needed",
        },
        Changes::Each if terms.dice == 1 => "to the die",
        Changes::Each => "to each die",
        Changes::Result => "to the result",
        Changes::Share | Changes::Most | Changes::Least => "",
    };
    let clause = if modifier.clause.is_empty() { String::new() } else { format!(" ({})", modifier.clause) };
    let name = modifier.name;
    match modifier.changes {
        Changes::Share => format!("1/{value} of the result: {name}{clause}"),
        Changes::Most => format!("at most {value}: {name}{clause}"),
        Changes::Least => format!("at least {value}: {name}{clause}"),
        _ if value == 0 => format!("{name}{clause}"),
        _ => format!("{value:+} {what}: {name}{clause}"),
    }
}

/// `1 hit`, `2 hits`, `no hits`.
pub(crate) fn counted(number: i64, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    }
}

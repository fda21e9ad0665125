//! Going on where a run was broken off: the rows that it wrote are read, held against the plan, and not played again.

use battle::{Library, Unusable};

use crate::options::Options;
use crate::plan::{Match, Plan};
use crate::report::Report;
use crate::row::Row;
use crate::swarm;

/// What a run that was broken off has left.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    /// Its rows.
    pub rows: Vec<Row>,
    /// The bytes of whole lines: what comes after them is half a line.
    pub whole: u64,
}

/// The rows of a file of JSON Lines; a last line without an end was being written and is left out.
///
/// # Errors
/// A sentence naming the file and the line that is no row.
pub fn kept(file: &str, text: &str) -> Result<Kept, Unusable> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let read = |(number, line): (usize, &str)| {
        let why =
            |error: serde_json::Error| format!("{file}, line {}: not the result of a battle: {error}", number + 1);
        serde_json::from_str(line).map_err(|error| Unusable(why(error)))
    };
    let rows = text[..whole].lines().enumerate().map(read).collect::<Result<_, _>>()?;
    Ok(Kept { rows, whole: whole as u64 })
}

/// Enters the games that were played before; whether they are enough.
///
/// # Errors
/// A sentence naming the first that is not of this plan.
pub(crate) fn take_up(
    library: &dyn Library,
    report: &mut Report,
    plan: &Plan,
    options: &Options,
) -> Result<bool, Unusable> {
    let (had, planned) = (options.before.len(), plan.matches.len());
    if had > planned {
        return Err(Unusable(format!("cannot go on: {had} battles were played before; expected {planned} at most")));
    }
    let mut enough = false;
    for (place, (row, one)) in options.before.iter().zip(&plan.matches).enumerate() {
        let wanted = named(library, plan, one)?;
        let found = (row.index, row.battle.as_str(), row.rules.as_str(), row.seed, row.swapped);
        let found = told(found, [&row.blue, &row.red], &row.house);
        if found != wanted {
            let line = place + 1;
            return Err(Unusable(format!(
                "cannot go on: line {line} is {found}; expected {wanted}, as the options say"
            )));
        }
        if enough {
            let line = place + 1;
            return Err(Unusable(format!("cannot go on: line {line} comes after what was to be enough")));
        }
        enough = report.take_up(row.clone(), options);
    }
    Ok(enough)
}

/// A planned game in words.
fn named(library: &dyn Library, plan: &Plan, one: &Match) -> Result<String, Unusable> {
    let setup = plan.setup(library, one)?;
    let game = (one.index, plan.battle_name(one), setup.system.key, one.seed, one.swapped);
    let [blue, red] = setup.seats.each_ref().map(ToString::to_string);
    Ok(told(game, [&blue, &red], &swarm::told(&setup.house)))
}

fn told(
    (index, battle, rules, seed, swapped): (usize, &str, &str, u64, bool),
    [blue, red]: [&str; 2],
    house: &str,
) -> String {
    let sides = if swapped { ", sides changed over" } else { "" };
    let house = if house.is_empty() { String::new() } else { format!(", house rules {house}") };
    format!("game {index}, {battle} under {rules}, {blue} against {red}, seed {seed}{sides}{house}")
}

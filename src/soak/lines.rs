//! Files of lines of JSON that are written beside results, read one line at a time.

use std::io::BufRead;

use battle::Unusable;
use serde::de::DeserializeOwned;

/// Hands over what each line says; a last line that was being written is left out. `what` names what a line is to be, as in "the
/// turn of a battle"; `hear` says what is wrong with one.
///
/// # Errors
/// A sentence naming the file, and the line that is none or is wrong; or that the file cannot be read.
pub(crate) fn each<T: DeserializeOwned>(
    file: &str,
    mut input: impl BufRead,
    what: &str,
    mut hear: impl FnMut(T) -> Result<(), String>,
) -> Result<(), Unusable> {
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        let read = input.read_line(&mut line).map_err(|error| Unusable(format!("cannot read {file}: {error}")))?;
        if read == 0 || !line.ends_with('\n') {
            break;
        }
        let said = serde_json::from_str(&line).map_err(|error| format!("not {what}: {error}"));
        said.and_then(&mut hear).map_err(|wrong| Unusable(format!("{file}, line {number}: {wrong}")))?;
    }
    Ok(())
}

/// How many bytes of a text are of the first battles of a run, so many, by the number of the game that a line is of; a line that is
/// none ends them.
pub(crate) fn of_first<T: DeserializeOwned>(text: &str, battles: usize, index: impl Fn(&T) -> usize) -> u64 {
    let is_of_them = |line: &&str| {
        let said: Option<T> = line.ends_with('\n').then(|| serde_json::from_str(line).ok()).flatten();
        said.is_some_and(|said| index(&said) < battles)
    };
    text.split_inclusive('\n').take_while(is_of_them).map(|line| line.len() as u64).sum()
}

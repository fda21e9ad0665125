//! What a mutant is called in lists and in docs/mutants.md: by its function and text, not by a line, which moves.

use crate::listing::{Genre, Mutant};
use crate::room::{Room, Where};
use crate::source::{Bytes, Kind, Source};

/// How much of an expression is shown on each side of what is changed.
const SHOWN: usize = 30;

/// The path of a mutant's file below `src/<crate>/`.
pub fn file(room: &Room, number: u32) -> &str {
    let path = &room.sources[room.mutant(number).file].path;
    path.splitn(3, '/').nth(2).unwrap_or(path)
}

/// The name of its function or constant.
pub fn function(room: &Room, number: u32) -> &str {
    let mutant = room.mutant(number);
    let source = &room.sources[mutant.file];
    source.function_at(mutant.at.start).map_or("", |function| source.functions[function].name.as_str())
}

/// Whether it is in a function with the mark of a clause.
pub fn is_marked(room: &Room, number: u32) -> bool {
    let mutant = room.mutant(number);
    let source = &room.sources[mutant.file];
    source.function_at(mutant.at.start).is_some_and(|function| source.functions[function].marked)
}

/// Its line.
pub fn line(room: &Room, number: u32) -> usize {
    let mutant = room.mutant(number);
    room.sources[mutant.file].line(mutant.at.start)
}

/// What it changes, e.g. "`+` to `-` in `range + 1`".
pub fn change(room: &Room, number: u32) -> String {
    let mutant = room.mutant(number);
    let source = &room.sources[mutant.file];
    let kind = match room.site(number).place {
        Where::Place(place) => Some(&source.places[place].kind),
        Where::Body(_) | Where::Use(_) => None,
    };
    described(source, mutant, kind)
}

/// What a mutant at a place of that kind changes.
pub fn described(source: &Source, mutant: &Mutant, kind: Option<&Kind>) -> String {
    let (was, becomes) = (source.at(&mutant.at), &mutant.replacement);
    match (mutant.genre, kind) {
        (Genre::BinaryOperator, Some(Kind::Binary { left, right, .. } | Kind::Assign { left, right, .. })) => {
            let (left, right) = (tail(source.at(left)), head(source.at(right)));
            format!("`{was}` to `{becomes}` in `{left} {was} {right}`")
        }
        (Genre::UnaryOperator, Some(Kind::Unary { inner, .. })) => {
            format!("`{was}` gone in `{was}{}`", head(source.at(inner)))
        }
        (Genre::MatchArm, Some(Kind::Arm { pattern, guard, .. })) => {
            let guard = guard.as_ref().map_or(String::new(), |guard| format!(" if {}", head(source.at(guard))));
            format!("arm `{}{guard}` gone", head(source.at(pattern)))
        }
        (Genre::MatchArmGuard, _) => format!("guard `{}` to `{becomes}`", head(was)),
        (Genre::StructField, Some(Kind::Literal { fields })) => {
            let field = fields.get(becomes.parse::<usize>().unwrap_or(usize::MAX));
            let name = field.map_or(was, |field| source.at(field)).split(':').next().unwrap_or("");
            format!("field `{}` gone", name.trim_end_matches(','))
        }
        (Genre::Number, _) => format!("`{was}` to `{becomes}` in `{}`", on_its_line(source, &mutant.at)),
        (Genre::FnValue, _) => format!("answers `{}`", squeezed(becomes)),
        _ => format!("`{}` to `{becomes}`", head(was)),
    }
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn head(text: &str) -> String {
    let text = squeezed(text);
    if text.chars().count() <= SHOWN {
        return text;
    }
    text.chars().take(SHOWN).chain(['…']).collect()
}

fn tail(text: &str) -> String {
    let text = squeezed(text);
    let length = text.chars().count();
    if length <= SHOWN {
        return text;
    }
    ['…'].into_iter().chain(text.chars().skip(length - SHOWN)).collect()
}

/// A number with what stands beside it on its line.
fn on_its_line(source: &Source, at: &Bytes) -> String {
    let start = source.text[..at.start].rfind('\n').map_or(0, |end| end + 1);
    let end = source.text[at.end..].find('\n').map_or(source.text.len(), |end| at.end + end);
    let before = tail(source.text[start..at.start].trim_start());
    let space = if source.text[..at.start].ends_with(' ') && !before.is_empty() { " " } else { "" };
    let after = head(&source.text[at.end..end]);
    let gap = if source.text[at.end..].starts_with(' ') { " " } else { "" };
    format!("{before}{space}{}{gap}{after}", source.at(at))
}

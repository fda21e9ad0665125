//! The letters that pick the orders of a list.

use crate::ordering::Entry;

/// Letters that mean something else in every list of orders: the rows above and below, out, advice and odds.
const KEPT: &str = "jkqao";

/// Every entry gets a letter of its title; where its number has a name, rather of that. First letters go first, then
/// those with which other words begin, then any, so that no entry loses its first letter to one that has another.
pub fn assign(entries: &mut [Entry]) {
    let mut taken = String::from(KEPT);
    let rounds: [fn(&str) -> String; 3] = [first_letter, initials, |text| text.chars().chain('a'..='z').collect()];
    for letters in rounds {
        for entry in entries.iter_mut().filter(|entry| entry.letter == ' ') {
            let name = entry.stands_for.map_or("", |one| one.name);
            let title = entry.title.split(" (").next().unwrap_or_default();
            let words = format!("{name} {title}").to_ascii_lowercase();
            let free = |letter: &char| letter.is_ascii_lowercase() && !taken.contains(*letter);
            entry.letter = letters(words.trim_start()).chars().find(free).unwrap_or(' ');
            taken.extend(Some(entry.letter).filter(|letter| *letter != ' '));
        }
    }
}

fn first_letter(text: &str) -> String {
    text.chars().take(1).collect()
}

fn initials(text: &str) -> String {
    text.split(|letter: char| !letter.is_ascii_alphabetic()).filter_map(|word| word.chars().next()).collect()
}

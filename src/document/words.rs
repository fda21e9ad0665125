//! Suggestions: the nearest of the known words, and how a choice is put into words.

use strsim::normalized_damerau_levenshtein;

/// How alike two words must be (1 is the same word) for one to be suggested for the other.
const ALIKE: f64 = 0.6;

/// The known word most like `word`, the first listed of equals, if any is like it at all.
///
/// ```
/// assert_eq!(document::nearest("advnace", ["hold", "advance"]), Some("advance"));
/// assert_eq!(document::nearest("xyzzy", ["hold", "advance"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let mut best = None;
    for candidate in known {
        let likeness = normalized_damerau_levenshtein(&word, &candidate.to_lowercase());
        if likeness >= ALIKE && best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The words of a choice, as what was expected: `one of a, b, c`.
///
/// ```
/// assert_eq!(document::expected_one_of(["blue", "red"]), "one of blue, red");
/// assert_eq!(document::expected_one_of(["blue"]), "blue");
/// ```
pub fn expected_one_of<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> String {
    let mut listed = String::new();
    let mut count = 0;
    for word in words {
        if count > 0 {
            listed.push_str(", ");
        }
        listed.push_str(word.as_ref());
        count += 1;
    }
    match count {
        0 => "nothing".to_owned(),
        1 => listed,
        _ => format!("one of {listed}"),
    }
}

//! The error of reading a direction, a facing or an offset from text.

use std::fmt;

/// A text that names no direction, facing or offset; says what was given and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    given: String,
    expected: &'static str,
}

impl ParseError {
    pub(crate) fn new(given: &str, expected: &'static str) -> ParseError {
        let given = given.to_owned();
        ParseError { given, expected }
    }

    /// What would have been understood, as a phrase: `"a facing (N, ENE, ESE, S, WSW or WNW)"`.
    pub fn expected(&self) -> &'static str {
        self.expected
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, got {:?}", self.expected, self.given)
    }
}

impl std::error::Error for ParseError {}

//! What is said of a battle whose last order is not saved, and how often it is tried again.

use std::time::Duration;

use table::{REPLACED, TAKEN_AWAY};

/// How long between two attempts to save.
pub const RETRY: Duration = Duration::from_secs(2);

/// That the battle waits, why, and what would help.
pub fn words(why: &str) -> String {
    let reason = why.rsplit(": ").next().unwrap_or(why);
    format!("NOT SAVED: {reason}. {}; the battle waits and goes on by itself.", remedy(reason))
}

/// What to do about a record that is not saved.
fn remedy(reason: &str) -> &'static str {
    let denied = ["Permission denied", "Read-only", "not permitted"].into_iter().any(|words| reason.contains(words));
    match reason {
        TAKEN_AWAY => "Make its folder again",
        REPLACED => "Move that one away",
        _ if denied => "Make its folder one that can be written to",
        _ => "Make room",
    }
}

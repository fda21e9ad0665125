//! A look at everything a start needs, without starting.

use std::net::TcpListener;

use battle::{Library, Unusable};
use club::Club;

use crate::host_key;
use crate::key_list::KeyLists;
use crate::settings::Settings;

/// What was found: lines to print, and the faults among them.
#[derive(Debug, Default)]
pub struct Findings {
    /// What a start would do.
    pub lines: Vec<String>,
    /// Why it would not work; empty when it would.
    pub faults: Vec<String>,
}

/// Looks at everything a start needs. Nothing is made or changed.
#[must_use]
pub fn check(settings: &Settings) -> Findings {
    let mut findings = Findings::default();
    let wide = settings.table().iter().map(|(flag, _)| flag.len()).max().unwrap_or(0);
    findings.lines.extend(settings.table().iter().map(|(flag, value)| format!("{flag:wide$}  {value}")));
    findings.lines.push(String::new());
    findings.host_key(settings);
    findings.lists(settings);
    findings.club(settings);
    findings.records(settings);
    findings.port(settings);
    findings
}

/// Makes a lost or damaged database anew out of the records, or takes up again what it does not know of; what was done, a
/// line each. Only while nobody serves from the folder.
///
/// # Errors
/// A folder that is not there or is being served from, or a database that cannot be written.
pub fn recover(settings: &Settings, library: &dyn Library) -> Result<Vec<String>, Unusable> {
    Club::recover(library, &settings.data)
}

impl Findings {
    fn tell(&mut self, what: &str, found: Result<String, String>) {
        match found {
            Ok(found) => self.lines.push(format!("{what}: {found}")),
            Err(fault) => {
                self.lines.push(format!("{what}: FAULT: {fault}"));
                self.faults.push(fault);
            }
        }
    }

    fn host_key(&mut self, settings: &Settings) {
        let found = host_key::load(&settings.data).map_err(|fault| fault.0);
        let words = found.map(|key| match key {
            Some(key) => host_key::fingerprint(&key),
            None => String::from("none yet; the first start makes it"),
        });
        self.tell("host key", words);
    }

    fn lists(&mut self, settings: &Settings) {
        let found = KeyLists::read(settings.allow.as_deref(), settings.deny.as_deref()).map_err(|fault| fault.0);
        let count = |keys: Option<usize>| keys.map_or_else(|| String::from("no list"), |keys| format!("{keys} keys"));
        let words = found.map(|lists| {
            let (allow, deny) = lists.lengths();
            format!("allowed: {}; denied: {}", count(allow), count(deny))
        });
        self.tell("key lists", words);
    }

    fn club(&mut self, settings: &Settings) {
        let found = Club::look(&settings.data).map_err(|fault| fault.0);
        let words = found.map(|found| found.unwrap_or_else(|| String::from("none yet; the first start makes them")));
        self.tell("players and battles", words);
    }

    fn records(&mut self, settings: &Settings) {
        let lost = match Club::unknown_records(&settings.data) {
            Ok(lost) if lost.is_empty() => return,
            Ok(lost) => lost.join(", "),
            Err(fault) => return self.tell("records", Err(fault.0)),
        };
        // A record without a battle does not keep anybody from playing; no database at all does.
        let words = format!("not in the database: {lost}; serve --recover takes up those that say who plays");
        let gone = matches!(Club::look(&settings.data), Ok(None));
        self.tell("records", if gone { Err(words) } else { Ok(words) });
    }

    fn port(&mut self, settings: &Settings) {
        let found = TcpListener::bind(settings.listen).map(|_| String::from("free"));
        self.tell("port", found.map_err(|error| format!("cannot listen on {}: {error}", settings.listen)));
    }
}

//! How much of the log a client can cause: the same line of a session once a minute, a number of lines of a kind for an
//! address, and a number in all. What goes beyond is counted, and the counts are told when the minute is over.
//!
//! It stands before the log itself, so that it holds for every line, those of the libraries included. A minute keeps no
//! more than the lines it has let through, whatever is tried.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tracing::callsite::Identifier;
use tracing::field::{Field, Visit};
use tracing::{Event, Metadata};
use tracing_subscriber::layer::{Context, Filter};

use crate::door::neighbourhood;

/// How long lines are counted before the counts are told and begin anew.
pub const MINUTE: Duration = Duration::from_secs(60);
/// Lines of a kind that one address can cause in a minute: as many as may play from there.
pub const FROM_ADDRESS: u32 = 20;
/// Lines of a kind in a minute, whoever causes them.
pub const IN_ALL: u32 = 120;
/// Counts that are told one by one, the largest; the others are told together.
pub const TOLD: usize = 20;

/// Where lines about lines come from; these are not counted.
const OWN: &str = "server::ration";

/// The ration of the log.
#[derive(Debug, Default)]
pub struct Ration {
    minute: Mutex<HashMap<Origin, Count>>,
}

/// What lines have in common. A kind of line is the place in the program that writes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Origin {
    /// The kind.
    Kind(Identifier),
    /// The kind, and an address.
    Address(Identifier, IpAddr),
    /// The very same words from the same connection.
    Words(Identifier, u64),
}

/// How many lines of an origin were written, how many were left out, and what they were like.
#[derive(Debug)]
struct Count {
    written: u32,
    left_out: u64,
    like: Line,
}

/// What is told of lines that were left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Line {
    message: String,
    id: Option<u64>,
    address: Option<IpAddr>,
}

impl Ration {
    /// Whether a line may be written; if not it is counted.
    fn allows(&self, kind: Identifier, line: Line, words: u64) -> bool {
        let mut origins = vec![(Origin::Kind(kind.clone()), IN_ALL)];
        origins.extend(line.address.map(|address| (Origin::Address(kind.clone(), address), FROM_ADDRESS)));
        origins.push((Origin::Words(kind, words), 1));
        let mut minute = self.minute.lock().unwrap_or_else(PoisonError::into_inner);
        let spent = |(origin, most): &&(Origin, u32)| minute.get(origin).is_some_and(|count| count.written >= *most);
        if let Some((origin, _)) = origins.iter().rfind(spent) {
            if let Some(count) = minute.get_mut(origin) {
                count.left_out += 1;
            }
            return false;
        }
        for (origin, _) in origins {
            let like = origin.of(&line);
            minute.entry(origin).or_insert(Count { written: 0, left_out: 0, like }).written += 1;
        }
        true
    }

    /// Tells what was left out since the last time, and begins anew.
    pub fn tell(&self) {
        let minute = std::mem::take(&mut *self.minute.lock().unwrap_or_else(PoisonError::into_inner));
        let mut counts: Vec<Count> = minute.into_values().filter(|count| count.left_out > 0).collect();
        counts.sort_by(|one, other| other.left_out.cmp(&one.left_out).then_with(|| one.like.id.cmp(&other.like.id)));
        let others = counts.split_off(counts.len().min(TOLD));
        for Count { left_out, like: Line { message, id, address }, .. } in counts {
            let address = address.map(tracing::field::display);
            tracing::warn!(target: OWN, of = %message, id, address, left_out, "lines left out");
        }
        if !others.is_empty() {
            let (kinds, left_out) = (others.len(), others.iter().map(|count| count.left_out).sum::<u64>());
            tracing::warn!(target: OWN, kinds, left_out, "other lines left out");
        }
    }
}

impl Origin {
    /// What lines of this origin have in common with that one.
    fn of(&self, line: &Line) -> Line {
        match self {
            Origin::Kind(_) => Line { message: line.message.clone(), id: None, address: None },
            Origin::Address(..) => Line { id: None, ..line.clone() },
            Origin::Words(..) => line.clone(),
        }
    }
}

/// The ration as a filter of the log.
#[derive(Debug)]
pub struct Rationed(pub Arc<Ration>);

impl<S> Filter<S> for Rationed {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        if event.metadata().target() == OWN {
            return true;
        }
        let mut reader = Reader::default();
        event.record(&mut reader);
        let words = reader.words.finish();
        self.0.allows(event.metadata().callsite(), reader.line, words)
    }
}

/// Reads a line's fields.
#[derive(Default)]
struct Reader {
    line: Line,
    words: DefaultHasher,
}

impl Visit for Reader {
    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "id" {
            self.line.id = Some(value);
        }
        (field.name(), value).hash(&mut self.words);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let value = format!("{value:?}");
        match field.name() {
            "address" => self.line.address = address(&value),
            "message" => self.line.message.clone_from(&value),
            _ => {}
        }
        // The port of an address changes with the connection, which has its number.
        if field.name() != "address" {
            (field.name(), value).hash(&mut self.words);
        }
    }
}

/// Whom an address belongs to.
fn address(text: &str) -> Option<IpAddr> {
    let address = text.parse().map(|address: SocketAddr| address.ip()).or_else(|_| text.parse());
    address.ok().map(neighbourhood)
}

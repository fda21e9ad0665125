//! The log: one line an event, with fields, on standard error.

use std::borrow::Cow;
use std::io::{self, Write};

use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::settings::LogFormat;

/// Writes the log from now on. A second call changes nothing. Of the protocol below only faults are told, so that
/// nothing a person types is ever written down.
pub fn begin(format: LogFormat) {
    let targets = Targets::new().with_target("server", Level::INFO).with_target("club", Level::INFO);
    let targets = targets.with_default(Level::ERROR);
    let lines = tracing_subscriber::fmt::layer();
    let _ = match format {
        LogFormat::Text => {
            let lines = lines.with_writer(|| Plain(std::io::stderr(), text)).with_ansi(false);
            tracing_subscriber::registry().with(targets).with(lines).try_init()
        }
        LogFormat::Json => {
            let lines = lines.with_writer(|| Plain(std::io::stderr(), json)).json();
            tracing_subscriber::registry().with(targets).with(lines).try_init()
        }
    };
}

/// Makes what steers a terminal visible on the way out; an event comes as one line in one write.
struct Plain<W: Write>(W, fn(&str) -> Cow<'_, str>);

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let event = String::from_utf8_lossy(bytes);
        let line = (self.1)(event.trim_end_matches('\n'));
        self.0.write_all(format!("{line}\n").as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn text(event: &str) -> Cow<'_, str> {
    plain::bounded(event)
}

fn json(event: &str) -> Cow<'_, str> {
    plain::json(event)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_plain_line() {
        let hostile = "INFO login name=\u{1b}]0;x\u{7}\nINFO forged \u{202e}\u{9b}2J\n";
        let mut out = Vec::new();
        assert_eq!(Plain(&mut out, text).write(hostile.as_bytes()).ok(), Some(hostile.len()));
        let shown = r"INFO login name=\u{1b}]0;x\u{7}\nINFO forged \u{202e}\u{9b}2J";
        assert_eq!(String::from_utf8_lossy(&out), format!("{shown}\n"));
    }

    #[test]
    fn json_stays_json() {
        let mut out = Vec::new();
        let event = "{\"name\":\"\u{9b}2J\u{202e}\"}\n";
        assert!(Plain(&mut out, json).write_all(event.as_bytes()).is_ok());
        assert_eq!(String::from_utf8_lossy(&out), "{\"name\":\"\\u009b2J\\u202e\"}\n");
    }
}

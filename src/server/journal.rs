//! The log: one line an event, with fields, on standard error. Whatever a client sends, a line stays a line: what is no
//! ordinary character is made visible, and no value is long.

use std::io::{self, Write};
use std::sync::Arc;

use tracing::{Level, Subscriber};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry};

use crate::ration::{Ration, Rationed};
use crate::settings::LogFormat;

/// Characters of a text from outside that are shown in the log.
pub const LONGEST: usize = 400;

/// Writes the log from now on; what rations it. A second call changes nothing. Of the protocol below only faults are
/// told, so that nothing a person types is ever written down.
pub fn begin(format: LogFormat) -> Arc<Ration> {
    let ration = Arc::new(Ration::default());
    let _ = log(format, Arc::clone(&ration), io::stderr).try_init();
    ration
}

/// A log that is written there.
pub fn log<W>(format: LogFormat, ration: Arc<Ration>, to: W) -> Box<dyn Subscriber + Send + Sync>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let targets = Targets::new().with_target("server", Level::INFO).with_target("club", Level::INFO);
    let targets = targets.with_default(Level::ERROR);
    let lines = tracing_subscriber::fmt::layer().with_writer(Visible { to, format });
    let lines: Box<dyn Layer<Registry> + Send + Sync> = match format {
        LogFormat::Text => Box::new(lines.with_ansi(false).with_filter(Rationed(ration))),
        LogFormat::Json => Box::new(lines.json().with_filter(Rationed(ration))),
    };
    Box::new(tracing_subscriber::registry().with(lines).with(targets))
}

/// A text from outside as it is shown in the log: no longer than [`LONGEST`] characters, all of them visible.
#[must_use]
pub fn shown(text: &str) -> String {
    plain::cut(&plain::line(text), LONGEST).into_owned()
}

/// Writes lines in which everything is visible.
struct Visible<W> {
    to: W,
    format: LogFormat,
}

/// One line of [`Visible`].
struct VisibleLine<W> {
    to: W,
    format: LogFormat,
}

impl<'a, W: MakeWriter<'a>> MakeWriter<'a> for Visible<W> {
    type Writer = VisibleLine<W::Writer>;

    fn make_writer(&'a self) -> Self::Writer {
        VisibleLine { to: self.to.make_writer(), format: self.format }
    }
}

impl<W: Write> Write for VisibleLine<W> {
    /// Takes a whole line, which is how the log hands them over.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        let event = text.trim_end_matches('\n');
        let text = match self.format {
            LogFormat::Text => plain::bounded(event),
            LogFormat::Json => plain::json(event),
        };
        self.to.write_all(format!("{text}\n").as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_plain_line() {
        let hostile = "INFO login name=\u{1b}]0;x\u{7}\nINFO forged \u{202e}\u{9b}2J\n";
        let mut out = Vec::new();
        assert_eq!(
            VisibleLine { to: &mut out, format: LogFormat::Text }.write(hostile.as_bytes()).ok(),
            Some(hostile.len())
        );
        let shown = r"INFO login name=\u{1b}]0;x\u{7}\nINFO forged \u{202e}\u{9b}2J";
        assert_eq!(String::from_utf8_lossy(&out), format!("{shown}\n"));
    }

    #[test]
    fn json_stays_json() {
        let mut out = Vec::new();
        let event = "{\"name\":\"\u{9b}2J\u{202e}\"}\n";
        assert!(VisibleLine { to: &mut out, format: LogFormat::Json }.write_all(event.as_bytes()).is_ok());
        assert_eq!(String::from_utf8_lossy(&out), "{\"name\":\"\\u009b2J\\u202e\"}\n");
    }
}

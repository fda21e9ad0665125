//! The log: one line an event, with fields, on standard error. Whatever a client sends, a line stays a line: what is no
//! ordinary character is made visible, and no value is long.

use std::fmt::Write as _;
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
    let mut shown = visible(text, LogFormat::Text, LONGEST);
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// The first characters of a text, those that do something to a terminal written as numbers.
fn visible(text: &str, format: LogFormat, most: usize) -> String {
    let mut visible = String::with_capacity(text.len().min(most));
    for letter in text.chars().take(most) {
        let code = u32::from(letter);
        // Writing into a text never fails.
        let _ = match format {
            _ if !is_hidden(letter) => write!(visible, "{letter}"),
            LogFormat::Text => write!(visible, "\\u{{{code:x}}}"),
            LogFormat::Json => write!(visible, "\\u{code:04x}"),
        };
    }
    visible
}

/// Controls, and what turns the direction of writing or breaks a line without looking like it.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
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
        let text = visible(text.trim_end_matches('\n'), self.format, usize::MAX);
        self.to.write_all(format!("{text}\n").as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

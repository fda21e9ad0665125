//! The log: one line an event, with fields, on standard error.

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
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let _ = match format {
        LogFormat::Text => tracing_subscriber::registry().with(targets).with(lines.with_ansi(false)).try_init(),
        LogFormat::Json => tracing_subscriber::registry().with(targets).with(lines.json()).try_init(),
    };
}

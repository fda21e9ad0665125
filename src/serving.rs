//! The `serve` command: the settings out of the arguments, then the listener, or a look at what a start needs.

use std::io::{self, Write};
use std::sync::Arc;

use battle::Unusable;
use server::{Guests, Limits, LogFormat, Settings};
use systems::Shelf;

use crate::args::{self, Cli, Log, Serve};
use crate::commands::{Answer, Done, data_folder};

/// Serves until a signal ends it, or only looks whether it could.
pub fn serve(cli: &Cli, serve: &Serve) -> Done {
    let settings = settings(cli, serve)?;
    let library = Arc::new(Shelf::new());
    if serve.check {
        return check(&settings, library);
    }
    server::run(settings, library, |words| {
        let _ = writeln!(io::stdout(), "{words}");
    })?;
    Ok(Answer::Yes)
}

/// Prints what a start would do; the answer is no when it would fail.
fn check(settings: &Settings, library: Arc<Shelf>) -> Done {
    let findings = server::check(settings, library);
    let mut out = io::stdout().lock();
    for line in &findings.lines {
        writeln!(out, "{line}")?;
    }
    Ok(if findings.faults.is_empty() { Answer::Yes } else { Answer::No })
}

fn settings(cli: &Cli, serve: &Serve) -> Result<Settings, Unusable> {
    Ok(Settings {
        listen: serve.listen,
        data: data_folder(cli)?,
        name: serve.name.clone(),
        allow: serve.allow.clone(),
        deny: serve.deny.clone(),
        guests: if serve.guests { Guests::Welcome } else { Guests::Refused },
        limits: limits(&serve.limits),
        log: match serve.log {
            Log::Text => LogFormat::Text,
            Log::Json => LogFormat::Json,
        },
    })
}

fn limits(given: &args::Limits) -> Limits {
    Limits {
        sessions: given.max_sessions,
        sessions_per_address: given.max_sessions_per_address,
        sessions_per_key: given.max_sessions_per_key,
        waiting: given.max_waiting,
        waiting_per_address: given.max_waiting_per_address,
        handshake_time: given.handshake_time,
        login_time: given.login_time,
        login_attempts: given.login_attempts,
        battles_per_player: given.battles_per_player,
        thinkers: given.thinkers,
        think_time: given.think_time,
        delay: given.delay,
        input_rate: given.input_rate,
        output: given.output_buffer,
        stall: given.stall,
        idle: given.idle,
        keepalive: given.keepalive,
    }
}

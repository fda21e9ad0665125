//! The `serve` command: the settings out of the arguments, then the listener, or a look at what a start needs.

use std::sync::Arc;

use battle::Unusable;
use server::{Guests, Limits, LogFormat, Reveal, Settings, SyncWhen};
use systems::Shelf;

use crate::args::{self, Cli, Colour, Glyphs, Log, Look, Palette, Serve, Sync};
use crate::commands::{Answer, Done, data_folder};
use crate::print::Page;

/// Serves until a signal ends it, or only looks whether it could.
pub fn serve(cli: &Cli, serve: &Serve) -> Done {
    undrawn(&cli.look)?;
    if cli.keys.is_some() {
        Err(Unusable(String::from("--keys has no meaning here: visitors have the usual keys")))?;
    }
    let settings = settings(cli, serve)?;
    if serve.check {
        return check(&settings);
    }
    let library = Arc::new(Shelf::new());
    if serve.recover {
        return recover(&settings, library.as_ref());
    }
    server::run(settings, library, |words| {
        let _ = Page::new().lines(words);
    })?;
    Ok(Answer::Yes)
}

/// Refuses wishes for the screen: each visitor's terminal is asked instead.
fn undrawn(look: &Look) -> Result<(), Unusable> {
    let wishes = [
        (look.colour != Colour::Auto, "--colour"),
        (look.glyphs != Glyphs::Auto, "--glyphs"),
        (look.palette != Palette::Classic, "--palette"),
        (look.no_animation, "--no-animation"),
    ];
    match wishes.into_iter().find(|(wished, _)| *wished) {
        Some((_, flag)) => {
            Err(Unusable(format!("{flag} has no meaning here: each visitor's terminal says how to draw")))
        }
        None => Ok(()),
    }
}

/// Prints what a start would do; the answer is no when it would fail.
fn check(settings: &Settings) -> Done {
    let findings = server::check(settings);
    let mut page = Page::new();
    for line in &findings.lines {
        page.line(line)?;
    }
    Ok(if findings.faults.is_empty() { Answer::Yes } else { Answer::No })
}

/// Makes the database anew out of the records.
fn recover(settings: &Settings, library: &Shelf) -> Done {
    let mut page = Page::new();
    for line in server::recover(settings, library)? {
        page.line(line)?;
    }
    Ok(Answer::Yes)
}

fn settings(cli: &Cli, serve: &Serve) -> Result<Settings, Unusable> {
    Ok(Settings {
        listen: serve.listen,
        data: data_folder(cli)?,
        name: serve.name.clone(),
        allow: serve.allow.clone(),
        deny: serve.deny.clone(),
        reveal: match serve.reveal {
            args::Reveal::Everybody => Reveal::Everybody,
            args::Reveal::Players => Reveal::Players,
        },
        guests: if serve.guests { Guests::Welcome } else { Guests::Refused },
        show: !serve.no_show,
        limits: limits(&serve.limits),
        sync: match serve.sync {
            Sync::Each => SyncWhen::Each,
            Sync::Second => SyncWhen::Second,
            Sync::Never => SyncWhen::Never,
        },
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
        entering: given.max_entering,
        waiting_per_address: given.max_waiting_per_address,
        handshake_time: given.handshake_time,
        login_time: given.login_time,
        login_attempts: given.login_attempts,
        battles_per_player: given.battles_per_player,
        battles_kept: given.battles_kept,
        shelf: given.shelf,
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

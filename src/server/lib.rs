//! Play over SSH: the listener, who may come in, every limit, and each visitor's session over the club. The only room
//! that knows the network.
//!
//! A session is the same program as at home ([`tui::serve`]) on a thread of its own; around it the network never waits
//! for a person and no person can make it hold more than a stated amount of memory.

mod check;
mod connection;
mod door;
mod errand;
mod host_key;
mod house;
mod input;
mod journal;
mod key_list;
mod line;
mod listener;
mod place;
mod ration;
mod sentences;
mod session;
mod settings;
mod strength;
mod terminal;
mod wire;

#[cfg(test)]
mod tests;

use std::fs;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use battle::{Library, Unusable};
use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{Signal, SignalKind, signal};

pub use check::{Findings, check, recover};
pub use input::Keyboard;
pub use settings::{Guests, Limits, LogFormat, Reveal, Settings, SyncWhen};

use crate::house::House;
use crate::place::Lobby;
use crate::ration::Ration;

/// How long the club has to write everything down when the place closes.
const CLOSING: Duration = Duration::from_millis(5500);
/// How often the club is asked what went wrong.
const NOTING: Duration = Duration::from_secs(1);

/// Serves until SIGTERM or SIGINT; SIGHUP reads the key lists again. `ready` is told what to print once people can
/// come: the address and the fingerprint of the host key. Returns at most ten seconds after the signal.
///
/// # Errors
/// Whatever a start needs and cannot have: the folder, the host key, a list, the database, the port.
pub fn run(settings: Settings, library: Arc<dyn Library>, ready: impl FnOnce(&str)) -> Result<(), Unusable> {
    let ration = journal::begin(settings.log);
    session::keep_panics();
    make_folder(&settings.data)?;
    let key = host_key::load_or_make(&settings.data)?;
    let runtime = runtime()?;
    let listener = {
        let _inside = runtime.enter();
        let address = settings.listen;
        listener::listen(address).map_err(|error| Unusable(format!("cannot listen on {address}: {error}")))?
    };
    let lobby = Arc::new(Lobby::open(&settings, library)?);
    let house = House::new(settings, lobby)?;
    house.note();
    let address = listener.local_addr().unwrap_or(house.settings.listen);
    let fingerprint = host_key::fingerprint(&key);
    tracing::info!(%address, key = %fingerprint, "listening");
    let config = listener::config(&house.settings.limits, key);
    let served = runtime.block_on(async {
        let signals = Signals::listen().map_err(|error| Unusable(format!("cannot wait for signals: {error}")))?;
        ready(&format!("listening on {address}\nhost key {fingerprint}"));
        tokio::spawn(signals.obey(Arc::clone(&house)));
        tokio::spawn(tell_each_minute(Arc::clone(&ration)));
        listener::serve(Arc::clone(&house), listener, config).await;
        let place = Arc::clone(&house.place);
        let closing = tokio::task::spawn_blocking(move || place.close());
        if tokio::time::timeout(CLOSING, closing).await.is_err() {
            tracing::error!("the club did not close in time; what was acknowledged is in the records");
        }
        house.note();
        Ok(())
    });
    ration.tell();
    tracing::info!("closed");
    runtime.shutdown_background();
    served
}

/// Tells each minute what was left out of the log.
async fn tell_each_minute(ration: Arc<Ration>) {
    loop {
        tokio::time::sleep(ration::MINUTE).await;
        ration.tell();
    }
}

fn runtime() -> Result<Runtime, Unusable> {
    let built = Builder::new_multi_thread().worker_threads(2).thread_name("network").enable_all().build();
    built.map_err(|error| Unusable(format!("cannot start the network: {error}")))
}

/// The data folder, for its owner only when it is made here.
fn make_folder(data: &Path) -> Result<(), Unusable> {
    let failed = |error: std::io::Error| Unusable(format!("cannot use the folder {}: {error}", data.display()));
    if !data.exists() {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(data).map_err(failed)?;
    }
    let mode = fs::metadata(data).map_err(failed)?.permissions().mode();
    if mode & 0o002 != 0 {
        return Err(Unusable(format!(
            "everybody may write into the folder {0}; take that away: chmod o-w {0}",
            data.display()
        )));
    }
    Ok(())
}

/// The signals a host sends.
struct Signals {
    end: [Signal; 2],
    reread: Signal,
}

impl Signals {
    fn listen() -> std::io::Result<Signals> {
        let end = [signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?];
        Ok(Signals { end, reread: signal(SignalKind::hangup())? })
    }

    async fn obey(self, house: Arc<House>) {
        let Signals { end: [mut terminate, mut interrupt], mut reread } = self;
        loop {
            tokio::select! {
                _ = terminate.recv() => break,
                _ = interrupt.recv() => break,
                _ = reread.recv() => house.reread(),
                () = tokio::time::sleep(NOTING) => house.note(),
            }
        }
        let [waiting, entering] = house.door.waiting();
        tracing::info!(playing = house.door.playing(), waiting, entering, "closing");
        house.closing.send_replace(true);
    }
}

//! Tests of the listener: a stand-in for the club on one end, a client of the same protocol library on the other.

mod doors;
mod errands;
mod files;
mod floods;
mod keyboard;
mod kinds;
mod lines;
mod requests;
mod visits;
mod wires;

use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use club::Caller;
use crossterm::event::{Event, KeyCode};
use russh::client::{self, Handle};
use russh::keys::{Algorithm, PrivateKey, PrivateKeyWithHashAlg};
use russh::{Channel, ChannelMsg};
use tempfile::TempDir;
use tokio::time::timeout;
use tui::{Line, Signal};

use crate::errand::Errand;
use crate::host_key;
use crate::house::House;
use crate::listener;
use crate::place::{Person, Place};
use crate::settings::Settings;

/// Longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(20);

/// A place that tells what it gets, and does as it is told: `p` panics, `f` floods, `q` leaves, other keys are echoed.
#[derive(Default)]
struct Puppet {
    closed: AtomicBool,
}

impl Place for Puppet {
    fn play(&self, person: Person) -> Result<(), String> {
        let mut screen = person.screen;
        let said = |line: &mut Box<dyn Line>, words: String| writeln!(line, "[{words}]").map_err(|e| e.to_string());
        let (columns, rows) = screen.size;
        let depth = person.terminal.depth();
        said(&mut screen.line, format!("{columns}x{rows} {depth:?} {:?}", person.terminal.glyphs()))?;
        let mut flooding = false;
        for signal in screen.signals {
            match signal {
                Signal::Event(Event::Key(key)) if key.code == KeyCode::Char('p') => panic!("a stand-in falls over"),
                Signal::Event(Event::Key(key)) if key.code == KeyCode::Char('q') => return Ok(()),
                Signal::Event(Event::Key(key)) if key.code == KeyCode::Char('f') => flooding = true,
                Signal::Event(Event::Key(key)) => said(&mut screen.line, format!("{}", key.code))?,
                Signal::Event(Event::Paste(text)) => said(&mut screen.line, format!("paste {text}"))?,
                Signal::Event(_) | Signal::Wake => {}
                Signal::Resized(columns, rows) => said(&mut screen.line, format!("{columns}x{rows}"))?,
                Signal::InputEnded => return Ok(()),
                Signal::End(words) => return said(&mut screen.line, words),
            }
            while flooding && screen.line.has_room() {
                screen.line.write_all(&[b'.'; 10_000]).map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }

    fn errand(&self, _: &Caller, errand: &Errand, text: &str) -> Result<String, String> {
        match errand {
            Errand::Drop(key) => Err(format!("no {key} here")),
            Errand::Give(_) => panic!("a stand-in falls over"),
            _ => Ok(format!("{errand:?}, {} bytes\n\u{1b}[31mred", text.len())),
        }
    }

    fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
    }
}

/// A running host.
struct Host {
    house: Arc<House>,
    address: SocketAddr,
    _data: TempDir,
}

impl Host {
    /// A host whose settings are changed that way.
    async fn start(change: impl FnOnce(&mut Settings)) -> Host {
        let data = TempDir::new().expect("a folder");
        let mut settings = Settings::new(data.path().to_owned());
        settings.listen = SocketAddr::from(([127, 0, 0, 1], 0));
        change(&mut settings);
        let key = host_key::load_or_make(data.path()).expect("a host key");
        let listening = listener::listen(settings.listen).expect("a port");
        let address = listening.local_addr().expect("an address");
        let config = listener::config(&settings.limits, key);
        crate::session::keep_panics();
        let house = House::new(settings, Arc::new(Puppet::default())).expect("a house");
        tokio::spawn(listener::serve(Arc::clone(&house), listening, config));
        Host { house, address, _data: data }
    }

    async fn connect(&self) -> Handle<Client> {
        let config = Arc::new(client::Config { window_size: 64 * 1024, ..client::Config::default() });
        within(client::connect(config, self.address, Client)).await.expect("a connection")
    }

    /// A connection that is let in by its key.
    async fn login(&self, key: &PrivateKey) -> Handle<Client> {
        let mut handle = self.connect().await;
        assert!(offer(&mut handle, key).await, "let in");
        handle
    }

    /// Somebody with a new key at a terminal of 100 columns and 30 rows.
    async fn visitor(&self) -> Visitor {
        self.visitor_with(&key()).await
    }

    async fn visitor_with(&self, key: &PrivateKey) -> Visitor {
        let handle = self.login(key).await;
        let channel = within(handle.channel_open_session()).await.expect("a channel");
        channel.request_pty(true, "xterm-256color", 100, 30, 0, 0, &[]).await.expect("asked");
        channel.request_shell(true).await.expect("asked");
        Visitor { handle, channel, seen: String::new(), status: None }
    }
}

/// The client's side of the protocol: it trusts every host.
struct Client;

impl client::Handler for Client {
    type Error = russh::Error;

    async fn check_server_key(&mut self, _: &russh::keys::PublicKeyOrCertificate) -> Result<bool, russh::Error> {
        Ok(true)
    }
}

/// A client with a session.
struct Visitor {
    handle: Handle<Client>,
    channel: Channel<client::Msg>,
    seen: String,
    status: Option<u32>,
}

impl Visitor {
    async fn press(&self, keys: &str) {
        within(self.channel.data(keys.as_bytes())).await.expect("the host reads");
    }

    /// Waits until the text has been shown.
    async fn expect(&mut self, text: &str) {
        while !self.seen.contains(text) {
            assert!(self.step().await, "no `{text}`; seen: {}", self.seen);
        }
        self.seen.clear();
    }

    /// Takes everything until the channel ends; what was shown.
    async fn end(&mut self) -> String {
        while self.step().await {}
        std::mem::take(&mut self.seen)
    }

    async fn step(&mut self) -> bool {
        match timeout(PATIENCE, self.channel.wait()).await {
            Ok(Some(ChannelMsg::Data { data } | ChannelMsg::ExtendedData { data, .. })) => {
                self.seen.push_str(&String::from_utf8_lossy(&data));
            }
            Ok(Some(ChannelMsg::ExitStatus { exit_status })) => self.status = Some(exit_status),
            Ok(Some(ChannelMsg::Close) | None) | Err(_) => return false,
            Ok(Some(_)) => {}
        }
        true
    }
}

async fn within<T>(future: impl Future<Output = T>) -> T {
    timeout(PATIENCE, future).await.expect("in time")
}

fn key() -> PrivateKey {
    PrivateKey::random(&mut russh::keys::key::safe_rng(), Algorithm::Ed25519).expect("a key")
}

/// Offers a key; whether it was taken.
async fn offer(handle: &mut Handle<Client>, key: &PrivateKey) -> bool {
    let key = PrivateKeyWithHashAlg::new(Arc::new(key.clone()), None);
    within(handle.authenticate_publickey("anybody", key)).await.is_ok_and(|result| result.success())
}

/// A list with those keys.
fn list(path: &Path, keys: &[&PrivateKey]) {
    let lines: Vec<String> = keys.iter().map(|key| key.public_key().to_openssh().expect("a line")).collect();
    std::fs::write(path, lines.join("\n")).expect("a file");
}

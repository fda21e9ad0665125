//! The listener: takes connections, watches over their times, and closes the place in an orderly way.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use russh::keys::{Algorithm, EcdsaCurve, HashAlg, PrivateKey};
use russh::server::{Config, Handle, RunningSession};
use russh::{Disconnect, MethodKind, MethodSet, Preferred, SshId};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout, timeout_at};

use crate::connection::{Connection, Stage};
use crate::house::House;
use crate::journal::shown;
use crate::sentences;
use crate::settings::Limits;
use crate::wire::{Gauge, Wire};

/// What the kernel keeps of pictures that a client has not taken: little, so that what is shown is fresh.
const KERNEL: u32 = 64 * 1024;
/// A refused login takes as long as this, whatever the reason.
const REJECTION: Duration = Duration::from_millis(700);
/// How long a client may take to go when everything has been said.
const LEAVE: Duration = Duration::from_secs(3);
/// How long the sessions have to end when the place closes.
const CLOSING: Duration = Duration::from_millis(3500);
/// How long to wait after the machine could not take a connection.
const PAUSE: Duration = Duration::from_millis(200);

/// Clients begin by asking what they may log in with, which is refused and no key.
const OPENING: usize = 1;

/// What is told to clients that ask how they may sign: everything but RSA with SHA-1.
const SIGNATURES: &[Algorithm] = &[
    Algorithm::Ed25519,
    Algorithm::SkEd25519,
    Algorithm::Ecdsa { curve: EcdsaCurve::NistP256 },
    Algorithm::Ecdsa { curve: EcdsaCurve::NistP384 },
    Algorithm::Ecdsa { curve: EcdsaCurve::NistP521 },
    Algorithm::SkEcdsaSha2NistP256,
    Algorithm::Rsa { hash: Some(HashAlg::Sha512) },
    Algorithm::Rsa { hash: Some(HashAlg::Sha256) },
];

/// Listens there.
///
/// # Errors
/// When the address is not this machine's, is taken, or needs other rights.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.set_reuseaddr(true)?;
    socket.set_keepalive(true)?;
    socket.set_send_buffer_size(KERNEL)?;
    socket.bind(address)?;
    socket.listen(256)
}

/// How the protocol is spoken.
#[must_use]
pub fn config(limits: &Limits, key: PrivateKey) -> Arc<Config> {
    Arc::new(Config {
        server_id: SshId::Standard("SSH-2.0-grognard".into()),
        methods: MethodSet::from(&[MethodKind::PublicKey][..]),
        auth_rejection_time: REJECTION,
        auth_rejection_time_initial: Some(Duration::ZERO),
        max_auth_attempts: limits.login_attempts as usize + OPENING,
        keys: vec![key],
        preferred: Preferred { key: SIGNATURES.into(), ..Preferred::DEFAULT },
        window_size: 64 * 1024,
        maximum_packet_size: 32 * 1024,
        channel_buffer_size: 16,
        event_buffer_size: 4,
        inactivity_timeout: None,
        keepalive_interval: Some(limits.keepalive).filter(|interval| !interval.is_zero()),
        keepalive_max: 3,
        nodelay: true,
        ..Config::default()
    })
}

/// Takes connections until the place closes, then sees everybody out.
pub async fn serve(house: Arc<House>, listener: TcpListener, config: Arc<Config>) {
    let mut connections = JoinSet::new();
    let mut id = 0;
    loop {
        tokio::select! {
            came = listener.accept() => match came {
                Ok((socket, address)) => {
                    id += 1;
                    receive(&house, &config, &mut connections, socket, (id, address));
                }
                Err(error) => {
                    tracing::error!(%error, "cannot take a connection");
                    tokio::time::sleep(PAUSE).await;
                }
            },
            Some(ended) = connections.join_next() => {
                if let Err(fault) = ended {
                    tracing::error!(%fault, "a connection failed");
                }
            }
            () = house.until_closing() => break,
        }
    }
    drop(listener);
    let everybody = async { while connections.join_next().await.is_some() {} };
    if timeout(CLOSING, everybody).await.is_err() {
        tracing::warn!("some sessions did not end in time");
    }
}

fn receive(
    house: &Arc<House>,
    config: &Arc<Config>,
    connections: &mut JoinSet<()>,
    mut socket: TcpStream,
    (id, address): (u64, SocketAddr),
) {
    let gauge = Arc::new(Gauge::default());
    let Some(ticket) = house.door.knock(address.ip(), &gauge) else {
        tracing::warn!(id, %address, why = sentences::CROWDED, "connection refused");
        connections.spawn(async move {
            let words = format!("{}\r\n", sentences::CROWDED);
            let _ = timeout(Duration::from_secs(1), socket.write_all(words.as_bytes())).await;
        });
        return;
    };
    tracing::info!(id, %address, "connected");
    let (stage, stages) = watch::channel(Stage::Knocking);
    let handle = Arc::new(OnceLock::new());
    let who = (id, address);
    let connection = Connection::new(Arc::clone(house), who, Arc::clone(&gauge), stage, ticket, Arc::clone(&handle));
    let visit = Visit { house: Arc::clone(house), who, gauge, stages, handle, began: Instant::now() };
    connections.spawn(visit.attend(Arc::clone(config), socket, connection));
}

/// A connection as the listener sees it.
struct Visit {
    house: Arc<House>,
    who: (u64, SocketAddr),
    gauge: Arc<Gauge>,
    stages: watch::Receiver<Stage>,
    handle: Arc<OnceLock<Handle>>,
    began: Instant,
}

impl Visit {
    async fn attend(mut self, config: Arc<Config>, socket: TcpStream, connection: Connection) {
        let limits = self.house.settings.limits.clone();
        let _ = socket.set_nodelay(true);
        let wire = Wire::new(socket, Arc::clone(&self.gauge), limits.input_rate, limits.stall);
        let greeting = russh::server::run_stream(config, wire, connection);
        let why = match timeout_at(self.began + limits.handshake_time, greeting).await {
            Err(_) => String::from("handshake time is over"),
            Ok(Err(error)) => error.to_string(),
            Ok(Ok(mut running)) => {
                let _ = self.handle.set(running.handle());
                let ended = self.watch(&mut running, &limits).await;
                self.gauge.cut();
                ended
            }
        };
        self.report(&why);
    }

    /// Waits for the connection's end; says why it ended.
    async fn watch(&mut self, running: &mut RunningSession<Connection>, limits: &Limits) -> String {
        let house = Arc::clone(&self.house);
        let mut told = false;
        loop {
            let stage = *self.stages.borrow_and_update();
            let (until, why) = self.deadline(stage, limits);
            tokio::select! {
                done = &mut *running => return done.err().map_or_else(|| "client left".into(), |error| error.to_string()),
                Ok(()) = self.stages.changed() => {}
                () = tokio::time::sleep_until(until) => {
                    self.send_away(why).await;
                    return why.to_owned();
                }
                () = house.until_closing(), if !told => {
                    told = true;
                    if stage != Stage::Playing {
                        self.send_away(sentences::CLOSING).await;
                    }
                }
            }
        }
    }

    /// When a connection at that stage is ended, and what is said then.
    fn deadline(&self, stage: Stage, limits: &Limits) -> (Instant, &'static str) {
        let far = Duration::from_secs(10 * 365 * 24 * 3600);
        match stage {
            Stage::Knocking => (self.began + limits.handshake_time, "handshake time is over"),
            Stage::Greeted => (self.began + limits.handshake_time + limits.login_time, "login time is over"),
            Stage::Playing => (self.began + far, ""),
            Stage::Over => (Instant::now() + LEAVE, "session is over"),
        }
    }

    /// A last sentence for the client, if it still listens.
    async fn send_away(&self, words: &str) {
        let Some(handle) = self.handle.get() else { return };
        let sending = handle.disconnect(Disconnect::ByApplication, words.to_owned(), "en".into());
        let _ = timeout(Duration::from_millis(500), sending).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }

    fn report(&self, why: &str) {
        let (id, address) = self.who;
        let (received, sent) = self.gauge.bytes();
        let seconds = self.began.elapsed().as_secs_f64();
        let why = match why {
            _ if self.gauge.is_stalled() => "took nothing for too long",
            _ if self.gauge.has_given_way() => "gave way to a newcomer",
            why => &shown(why),
        };
        let throttled = self.gauge.is_throttled();
        tracing::info!(id, %address, received, sent, seconds, throttled, why, "disconnected");
    }
}

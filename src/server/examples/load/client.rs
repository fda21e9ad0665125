//! A client of the load driver: a key, a terminal that is drawn into, and what came in.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use russh::client::{self, Handle, Msg};
use russh::keys::{Algorithm, PrivateKey, PrivateKeyWithHashAlg};
use russh::{Channel, ChannelMsg, ChannelWriteHalf};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, timeout};

/// Longest wait for something to appear.
const PATIENCE: Duration = Duration::from_secs(120);

/// Whatever can go wrong.
pub type Fault = Box<dyn std::error::Error + Send + Sync>;

/// Trusts every host.
pub struct Trusting;

impl client::Handler for Trusting {
    type Error = russh::Error;

    async fn check_server_key(&mut self, _: &russh::keys::PublicKeyOrCertificate) -> Result<bool, russh::Error> {
        Ok(true)
    }
}

/// A key that nobody has yet.
pub fn new_key() -> Result<PrivateKey, Fault> {
    Ok(PrivateKey::random(&mut russh::keys::key::safe_rng(), Algorithm::Ed25519)?)
}

/// Logs in with that key and opens a channel.
pub async fn login(mut handle: Handle<Trusting>, key: &PrivateKey) -> Result<(Handle<Trusting>, Channel<Msg>), Fault> {
    let key = PrivateKeyWithHashAlg::new(Arc::new(key.clone()), None);
    if !handle.authenticate_publickey("load", key).await?.success() {
        return Err("not let in".into());
    }
    let channel = handle.channel_open_session().await?;
    Ok((handle, channel))
}

/// What came in.
struct Seen {
    screen: Mutex<vt100::Parser>,
    bytes: AtomicU64,
    more: Notify,
    over: watch::Sender<bool>,
}

/// A client with the game on its terminal.
pub struct Client {
    _handle: Handle<Trusting>,
    keys: ChannelWriteHalf<Msg>,
    seen: Arc<Seen>,
}

impl Client {
    /// Connects with a new key and takes that name.
    pub async fn join(address: SocketAddr, name: &str) -> Result<Client, Fault> {
        Client::join_with(address, name, &new_key()?).await
    }

    /// Connects with a key that has no name yet and takes that one.
    pub async fn join_with(address: SocketAddr, name: &str, key: &PrivateKey) -> Result<Client, Fault> {
        let client = Client::connect(address, key).await?;
        client.expect("Name:").await?;
        client.press(&format!("{name}\r")).await?;
        client.expect("Lobby").await?;
        Ok(client)
    }

    /// Connects with a key.
    pub async fn connect(address: SocketAddr, key: &PrivateKey) -> Result<Client, Fault> {
        let connected = client::connect(Arc::new(client::Config::default()), address, Trusting).await?;
        let (handle, channel) = login(connected, key).await?;
        channel.request_pty(true, "xterm-256color", 120, 40, 0, 0, &[]).await?;
        channel.request_shell(true).await?;
        let (mut input, keys) = channel.split();
        let screen = Mutex::new(vt100::Parser::new(40, 120, 0));
        let seen =
            Arc::new(Seen { screen, bytes: AtomicU64::new(0), more: Notify::new(), over: watch::Sender::new(false) });
        let noted = Arc::clone(&seen);
        tokio::spawn(async move {
            while let Some(came) = input.wait().await {
                if let ChannelMsg::Data { data } = came {
                    noted.screen.lock().expect("no panic").process(&data);
                    noted.bytes.fetch_add(data.len() as u64, Ordering::SeqCst);
                    noted.more.notify_waiters();
                }
            }
            noted.over.send_replace(true);
        });
        Ok(Client { _handle: handle, keys, seen })
    }

    /// Begins a battle against the first commander of the computer, under the first rule system or one further on.
    pub async fn begin_battle(&self, system: usize) -> Result<(), Fault> {
        let system = format!("\x1b[B\x1b[B{}", "\x1b[C".repeat(system));
        for (keys, text) in [("n", "Opponent"), (&system, "Opponent"), ("\x1b[B\x1b[B\x1b[C", "—"), ("b", "Turn")] {
            self.press(keys).await?;
            self.expect(text).await?;
        }
        Ok(())
    }

    /// Sends keys.
    pub async fn press(&self, keys: &str) -> Result<(), Fault> {
        Ok(timeout(PATIENCE, self.keys.data(keys.as_bytes())).await??)
    }

    /// Sends bytes that are no keys; whether the session took them and goes on.
    pub async fn send(&self, bytes: Vec<u8>) -> bool {
        let mut over = self.seen.over.subscribe();
        tokio::select! {
            sent = timeout(PATIENCE, self.keys.data_bytes(bytes)) => matches!(sent, Ok(Ok(()))),
            _ = over.wait_for(|over| *over) => false,
        }
    }

    /// Gives the window another size.
    pub async fn resize(&self, columns: u32, rows: u32) -> Result<(), Fault> {
        Ok(self.keys.window_change(columns, rows, 0, 0).await?)
    }

    /// Closes the client's half.
    pub async fn half_close(&self) -> Result<(), Fault> {
        Ok(self.keys.eof().await?)
    }

    /// Bytes of pictures that came in.
    pub fn bytes(&self) -> u64 {
        self.seen.bytes.load(Ordering::SeqCst)
    }

    fn contents(&self) -> String {
        self.seen.screen.lock().expect("no panic").screen().contents()
    }

    /// Waits until the text is on the screen.
    pub async fn expect(&self, text: &str) -> Result<(), Fault> {
        let began = Instant::now();
        while !self.contents().contains(text) {
            if began.elapsed() > PATIENCE || self.is_over() {
                return Err(format!("no `{text}` on the screen:\n{}", self.contents()).into());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// How the battle stands, as the status line says: turn, side and step; empty when there is no such line.
    pub fn standing(&self) -> String {
        let contents = self.contents();
        let line = contents.lines().find(|line| line.contains(" · Turn ")).unwrap_or_default();
        let parts: Vec<&str> = line.split(" · ").skip(1).take(3).collect();
        parts.join(" · ").split('▸').next().unwrap_or_default().trim().to_owned()
    }

    /// Whether the connection has ended.
    pub fn is_over(&self) -> bool {
        *self.seen.over.borrow()
    }

    /// Whether the text is on the screen.
    pub fn shows(&self, text: &str) -> bool {
        self.contents().contains(text)
    }

    /// The time from a key to the first bytes of its picture.
    pub async fn key_to_frame(&self, key: &str) -> Result<Duration, Fault> {
        let before = self.bytes();
        let began = Instant::now();
        self.press(key).await?;
        loop {
            let more = self.seen.more.notified();
            tokio::pin!(more);
            more.as_mut().enable();
            if self.bytes() > before {
                return Ok(began.elapsed());
            }
            timeout(PATIENCE, more).await?;
        }
    }
}

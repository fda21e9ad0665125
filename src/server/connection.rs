//! One connection: who may come in, what may be asked for, and what every other wish is answered.

use std::net::SocketAddr;
use std::sync::Arc;

use club::Caller;
use russh::keys::{Algorithm, PublicKey};
use russh::server::{Auth, ChannelOpenHandle, Handle, Handler, Msg, PublicKeyOffer, Session, VerifiedPublicKey};
use russh::{Channel, ChannelId, ChannelOpenFailure, Disconnect, Pty};
use tokio::sync::{mpsc, oneshot, watch};

use crate::door::{Seat, Ticket};
use crate::errand::{self, Asked, Errand};
use crate::house::House;
use crate::key_list::{Verdict, fingerprint};
use crate::sentences;
use crate::session::{self, Beginning, Incoming, Outlet};
use crate::settings::Guests;
use crate::strength::weakness;
use crate::terminal::{Terminal, clamped};
use crate::wire::Gauge;

/// The command for the game in sentences, for terminals without a screen, pipes and readers of screens.
const SENTENCES: &[u8] = b"lines";

/// How far a connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Keys are being exchanged.
    Knocking,
    /// The protocol runs; nobody plays.
    Greeted,
    /// The game is on.
    Playing,
    /// Everything has been said.
    Over,
}

/// One connection.
pub struct Connection {
    house: Arc<House>,
    id: u64,
    address: SocketAddr,
    gauge: Arc<Gauge>,
    stage: watch::Sender<Stage>,
    ticket: Option<Ticket>,
    caller: Option<Caller>,
    terminal: Terminal,
    outlet: Option<Outlet>,
    open: Option<ChannelId>,
    input: Option<mpsc::Sender<Incoming>>,
    notes: Vec<&'static str>,
    handle: Arc<std::sync::OnceLock<Handle>>,
}

type Done = Result<(), russh::Error>;

impl Connection {
    /// A connection that waits; `handle` is filled once the protocol has begun.
    #[must_use]
    pub fn new(
        house: Arc<House>,
        (id, address): (u64, SocketAddr),
        gauge: Arc<Gauge>,
        stage: watch::Sender<Stage>,
        ticket: Ticket,
        handle: Arc<std::sync::OnceLock<Handle>>,
    ) -> Connection {
        Connection {
            house,
            id,
            address,
            gauge,
            stage,
            ticket: Some(ticket),
            caller: None,
            terminal: Terminal::default(),
            outlet: None,
            open: None,
            input: None,
            notes: Vec::new(),
            handle,
        }
    }

    /// What the lists and its strength say of a key; a refusal is logged, and one who is denied is told and sent away.
    fn admits(&self, key: &PublicKey, signature: &Algorithm) -> bool {
        let fingerprint = fingerprint(key);
        if let Some(why) = weakness(key, signature) {
            tracing::warn!(id = self.id, address = %self.address, key = %fingerprint, why, "login refused");
            return false;
        }
        let verdict = self.house.verdict(&fingerprint);
        if verdict != Verdict::Admitted {
            tracing::warn!(id = self.id, address = %self.address, key = %fingerprint, why = ?verdict, "login refused");
        }
        if verdict == Verdict::Denied {
            self.send_away(sentences::KEY_DENIED);
        }
        verdict == Verdict::Admitted
    }

    /// Ends the connection with a sentence, after what is being answered now.
    fn send_away(&self, words: &'static str) {
        let Some(handle) = self.handle.get().cloned() else { return };
        tokio::spawn(async move {
            let _ = handle.disconnect(Disconnect::NoMoreAuthMethodsAvailable, words.into(), "en".into()).await;
        });
    }

    fn login(&mut self, caller: Caller) {
        let key = self.key_of(&caller).unwrap_or("none").to_owned();
        tracing::info!(id = self.id, address = %self.address, key = %key, "login");
        self.caller = Some(caller);
        if let Some(ticket) = &self.ticket {
            ticket.enter();
        }
    }

    fn key_of<'a>(&self, caller: &'a Caller) -> Option<&'a str> {
        match caller {
            Caller::Key { fingerprint, .. } => Some(fingerprint),
            Caller::Guest => None,
        }
    }

    /// Answers a wish with a sentence on the client's standard error, and ends the channel.
    fn refuse(&mut self, channel: ChannelId, words: &str, session: &mut Session) -> Done {
        tracing::info!(id = self.id, address = %self.address, why = %words, "request refused");
        session.channel_success(channel)?;
        session.extended_data(channel, 1, self.line(words).into_bytes())?;
        session.exit_status_request(channel, 1)?;
        session.eof(channel)?;
        session.close(channel)
    }

    /// A sentence as a line; with a terminal the client's own is raw.
    fn line(&self, words: &str) -> String {
        let end = if self.terminal.size().is_some() { "\r\n" } else { "\n" };
        format!("{words}{end}")
    }

    /// A wish that the protocol lets only be declined; the sentence is shown when the game begins.
    fn decline(&mut self, words: &'static str) {
        tracing::info!(id = self.id, address = %self.address, why = %words, "request refused");
        if !self.notes.contains(&words) {
            self.notes.push(words);
        }
    }

    async fn decline_channel(&self, reply: ChannelOpenHandle, words: &str) -> Done {
        tracing::info!(id = self.id, address = %self.address, why = %words, "request refused");
        reply.reject(ChannelOpenFailure::Other { code: 1, reason: words.to_owned() }).await;
        Ok(())
    }

    /// Who asks, with a place among those who play, and the one channel that may be used.
    ///
    /// # Errors
    /// A sentence for the visitor.
    fn let_in(&mut self) -> Result<(Caller, Seat, Outlet), &'static str> {
        if self.house.is_closing() {
            return Err(sentences::CLOSING);
        }
        let Some(caller) = self.caller.clone() else { return Err(sentences::NO_TERMINAL) };
        let seat = self.house.door.seat(self.address.ip(), self.key_of(&caller))?;
        let outlet = self.outlet.take().ok_or(sentences::ALREADY)?;
        Ok((caller, seat, outlet))
    }

    /// Begins to play.
    ///
    /// # Errors
    /// A sentence for the visitor.
    fn play(&mut self, session: &Session) -> Result<(), &'static str> {
        let (caller, seat, outlet) = self.let_in()?;
        let (over, ended) = oneshot::channel();
        let beginning = Beginning {
            house: Arc::clone(&self.house),
            id: self.id,
            caller,
            terminal: self.terminal.clone(),
            seat,
            gauge: Arc::clone(&self.gauge),
            outlet,
            handle: session.handle(),
            over,
        };
        let input = session::begin(beginning).map_err(|error| {
            tracing::error!(id = self.id, address = %self.address, %error, "no thread for a session");
            sentences::NO_THREAD
        })?;
        self.input = Some(input);
        self.occupied(ended);
        Ok(())
    }

    /// Begins an errand.
    ///
    /// # Errors
    /// A sentence for the visitor.
    fn run(&mut self, errand: Errand, session: &Session) -> Result<(), &'static str> {
        let (caller, seat, outlet) = self.let_in()?;
        let (over, ended) = oneshot::channel();
        let asked = Asked {
            house: Arc::clone(&self.house),
            id: self.id,
            caller,
            errand,
            seat,
            gauge: Arc::clone(&self.gauge),
            outlet,
            handle: session.handle(),
            over,
        };
        self.input = Some(errand::begin(asked));
        self.occupied(ended);
        Ok(())
    }

    /// The connection is in use until it is told that everything is over.
    fn occupied(&mut self, ended: oneshot::Receiver<()>) {
        self.ticket = None;
        self.stage.send_replace(Stage::Playing);
        let stage = self.stage.clone();
        tokio::spawn(async move {
            let _ = ended.await;
            stage.send_replace(Stage::Over);
        });
    }

    /// Shows what was declined, and begins to play.
    fn begin(&mut self, channel: ChannelId, session: &mut Session) -> Done {
        let notes: String = std::mem::take(&mut self.notes).into_iter().map(|note| self.line(note)).collect();
        if !notes.is_empty() {
            session.extended_data(channel, 1, notes.into_bytes())?;
        }
        match self.play(session) {
            Ok(()) => session.channel_success(channel),
            Err(words) => {
                tracing::warn!(id = self.id, address = %self.address, why = %words, "session refused");
                self.refuse(channel, words, session)
            }
        }
    }

    async fn bring(&self, came: Incoming) {
        if let Some(input) = &self.input {
            let _ = input.send(came).await;
        }
    }
}

impl Handler for Connection {
    type Error = russh::Error;

    async fn authentication_banner(&mut self) -> Result<Option<String>, russh::Error> {
        self.stage.send_if_modified(|stage| {
            let knocking = *stage == Stage::Knocking;
            if knocking {
                *stage = Stage::Greeted;
            }
            knocking
        });
        Ok(Some(self.house.banner()))
    }

    async fn auth_none(&mut self, user: &str) -> Result<Auth, russh::Error> {
        if user == "guest" && self.house.settings.guests == Guests::Welcome {
            self.login(Caller::Guest);
            return Ok(Auth::Accept);
        }
        if user == "guest" {
            tracing::info!(id = self.id, address = %self.address, "guest refused");
        }
        Ok(Auth::reject())
    }

    async fn auth_publickey_offered(&mut self, _: &str, offer: PublicKeyOffer<'_>) -> Result<Auth, russh::Error> {
        Ok(if self.admits(offer.public_key, offer.algorithm) { Auth::Accept } else { Auth::reject() })
    }

    async fn auth_publickey(&mut self, _: &str, key: VerifiedPublicKey<'_>) -> Result<Auth, russh::Error> {
        let bare = PublicKey::new(key.public_key.key_data().clone(), "");
        if !self.admits(&bare, key.algorithm) {
            return Ok(Auth::reject());
        }
        let Ok(text) = bare.to_openssh() else { return Ok(Auth::reject()) };
        self.login(Caller::Key { fingerprint: fingerprint(&bare), key: text.trim_end().to_owned() });
        Ok(Auth::Accept)
    }

    async fn channel_open_session(&mut self, channel: Channel<Msg>, reply: ChannelOpenHandle, _: &mut Session) -> Done {
        if self.open.is_some() {
            return self.decline_channel(reply, sentences::ONE_SESSION).await;
        }
        let (_, outlet) = channel.split();
        self.open = Some(outlet.id());
        self.outlet = Some(outlet);
        reply.accept().await;
        Ok(())
    }

    async fn channel_open_direct_tcpip(
        &mut self,
        _: Channel<Msg>,
        _: &str,
        _: u32,
        _: &str,
        _: u32,
        reply: ChannelOpenHandle,
        _: &mut Session,
    ) -> Done {
        self.decline_channel(reply, sentences::NO_FORWARDING).await
    }

    async fn channel_open_forwarded_tcpip(
        &mut self,
        _: Channel<Msg>,
        _: &str,
        _: u32,
        _: &str,
        _: u32,
        reply: ChannelOpenHandle,
        _: &mut Session,
    ) -> Done {
        self.decline_channel(reply, sentences::NO_FORWARDING).await
    }

    async fn channel_open_direct_streamlocal(
        &mut self,
        _: Channel<Msg>,
        _: &str,
        reply: ChannelOpenHandle,
        _: &mut Session,
    ) -> Done {
        self.decline_channel(reply, sentences::NO_FORWARDING).await
    }

    async fn channel_open_x11(
        &mut self,
        _: Channel<Msg>,
        _: &str,
        _: u32,
        reply: ChannelOpenHandle,
        _: &mut Session,
    ) -> Done {
        self.decline_channel(reply, sentences::NO_X11).await
    }

    async fn pty_request(
        &mut self,
        channel: ChannelId,
        kind: &str,
        columns: u32,
        rows: u32,
        _: u32,
        _: u32,
        _: &[(Pty, u32)],
        session: &mut Session,
    ) -> Done {
        if self.input.is_some() {
            return session.channel_failure(channel);
        }
        self.terminal.begin(kind, columns, rows);
        session.channel_success(channel)
    }

    async fn env_request(&mut self, channel: ChannelId, name: &str, value: &str, session: &mut Session) -> Done {
        if self.terminal.set(name, value) { session.channel_success(channel) } else { session.channel_failure(channel) }
    }

    async fn shell_request(&mut self, channel: ChannelId, session: &mut Session) -> Done {
        if self.input.is_some() {
            return session.channel_failure(channel);
        }
        if self.terminal.size().is_none() {
            return self.refuse(channel, sentences::NO_TERMINAL, session);
        }
        self.begin(channel, session)
    }

    async fn exec_request(&mut self, channel: ChannelId, command: &[u8], session: &mut Session) -> Done {
        if self.input.is_some() {
            return session.channel_failure(channel);
        }
        if let Some(errand) = Errand::of(command) {
            return match self.run(errand, session) {
                Ok(()) => session.channel_success(channel),
                Err(words) => self.refuse(channel, words, session),
            };
        }
        if !command.trim_ascii().eq_ignore_ascii_case(SENTENCES) {
            return self.refuse(channel, sentences::NO_COMMANDS, session);
        }
        self.terminal.ask_for_sentences();
        self.begin(channel, session)
    }

    async fn subsystem_request(&mut self, channel: ChannelId, _: &str, session: &mut Session) -> Done {
        if self.input.is_some() {
            return session.channel_failure(channel);
        }
        self.refuse(channel, sentences::NO_SUBSYSTEMS, session)
    }

    async fn x11_request(
        &mut self,
        channel: ChannelId,
        _: bool,
        _: &str,
        _: &str,
        _: u32,
        session: &mut Session,
    ) -> Done {
        self.decline(sentences::NO_X11);
        session.channel_failure(channel)
    }

    async fn agent_request(&mut self, _: ChannelId, _: &mut Session) -> Result<bool, russh::Error> {
        self.decline(sentences::NO_AGENT);
        Ok(false)
    }

    async fn tcpip_forward(&mut self, _: &str, _: &mut u32, _: &mut Session) -> Result<bool, russh::Error> {
        self.decline(sentences::NO_LISTENING);
        Ok(false)
    }

    async fn streamlocal_forward(&mut self, _: &str, _: &mut Session) -> Result<bool, russh::Error> {
        self.decline(sentences::NO_LISTENING);
        Ok(false)
    }

    async fn data(&mut self, _: ChannelId, bytes: &[u8], _: &mut Session) -> Done {
        self.bring(Incoming::Bytes(bytes.to_vec())).await;
        Ok(())
    }

    async fn window_change_request(
        &mut self,
        _: ChannelId,
        columns: u32,
        rows: u32,
        _: u32,
        _: u32,
        _: &mut Session,
    ) -> Done {
        self.bring(Incoming::Resized(clamped(columns, rows))).await;
        Ok(())
    }

    async fn channel_eof(&mut self, _: ChannelId, _: &mut Session) -> Done {
        self.bring(Incoming::Ended).await;
        Ok(())
    }

    async fn channel_close(&mut self, _: ChannelId, _: &mut Session) -> Done {
        self.bring(Incoming::Ended).await;
        Ok(())
    }
}

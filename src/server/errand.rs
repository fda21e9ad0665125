//! Short errands instead of a game: keeping battles on the place's shelf, by a command and its input.

use std::sync::Arc;

use club::Caller;
use russh::ChannelId;
use russh::server::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::door::Seat;
use crate::house::House;
use crate::sentences;
use crate::session::{Incoming, Outlet};
use crate::wire::Gauge;

/// Bytes of the longest text that is taken.
const LONGEST: usize = 256 * 1024;

/// What somebody wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Errand {
    /// `shelf`: the battles that are kept.
    List,
    /// `keep KEY`: the battle in the input is to be kept under that key.
    Keep(String),
    /// `give NAME`: the text of a battle that is kept.
    Give(String),
    /// `drop KEY`: a battle of one's own is to be kept no longer.
    Drop(String),
}

impl Errand {
    /// The errand that a command asks for; none for any other.
    #[must_use]
    pub fn of(command: &[u8]) -> Option<Errand> {
        let words: Vec<&str> = std::str::from_utf8(command).ok()?.split_whitespace().collect();
        match words.as_slice() {
            ["shelf"] => Some(Errand::List),
            ["keep", key] => Some(Errand::Keep(String::from(*key))),
            ["give", name] => Some(Errand::Give(String::from(*name))),
            ["drop", key] => Some(Errand::Drop(String::from(*key))),
            _ => None,
        }
    }

    /// Whether it comes with a text.
    const fn has_text(&self) -> bool {
        matches!(self, Errand::Keep(_))
    }
}

/// All an errand needs.
pub struct Asked {
    /// The place.
    pub house: Arc<House>,
    /// The connection's number.
    pub id: u64,
    /// Who asks.
    pub caller: Caller,
    /// What for.
    pub errand: Errand,
    /// The place among those who play.
    pub seat: Seat,
    /// The wire below.
    pub gauge: Arc<Gauge>,
    /// The channel's writing half.
    pub outlet: Outlet,
    /// The connection.
    pub handle: Handle,
    /// Told when everything is over and has been sent.
    pub over: oneshot::Sender<()>,
}

/// Begins an errand; what is sent into the answer reaches it.
pub fn begin(asked: Asked) -> mpsc::Sender<Incoming> {
    let (input, incoming) = mpsc::channel(4);
    tokio::spawn(async move {
        let Asked { house, id, caller, errand, seat, gauge, outlet, handle, over } = asked;
        let stall = house.settings.limits.stall;
        let answer = tokio::select! {
            answer = answered(&house, id, caller, errand, incoming) => answer,
            () = gauge.until_cut() => Err(String::new()),
            () = house.until_closing() => Err(String::from(sentences::CLOSING)),
        };
        drop(seat);
        let said = timeout(stall, say(&outlet, &handle, outlet.id(), answer));
        tokio::select! { _ = said => {}, () = gauge.until_cut() => {} }
        let _ = over.send(());
    });
    input
}

/// Waits for the text, where one comes, and has the errand done on a thread where it may wait for the disk.
async fn answered(
    house: &Arc<House>,
    id: u64,
    caller: Caller,
    errand: Errand,
    mut incoming: mpsc::Receiver<Incoming>,
) -> Result<String, String> {
    let mut text = Vec::new();
    while errand.has_text() {
        match timeout(house.settings.limits.login_time, incoming.recv()).await {
            Err(_) => return Err(String::from(sentences::NO_TEXT)),
            Ok(Some(Incoming::Bytes(bytes))) if text.len() + bytes.len() > LONGEST => {
                return Err(format!("The text is too long; at most {LONGEST} bytes are taken."));
            }
            Ok(Some(Incoming::Bytes(bytes))) => text.extend(bytes),
            Ok(Some(Incoming::Resized(_))) => {}
            Ok(Some(Incoming::Ended) | None) => break,
        }
    }
    let text = String::from_utf8(text).map_err(|_| String::from("The text is no UTF-8."))?;
    tracing::info!(id, ?errand, bytes = text.len(), "errand");
    let house = Arc::clone(house);
    let done = tokio::task::spawn_blocking(move || house.place.errand(&caller, &errand, &text)).await;
    done.unwrap_or_else(|_| Err(String::from(sentences::PANIC)))
}

/// The answer on the client's output, or why not on its standard error; then the exit status and the end.
async fn say(outlet: &Outlet, handle: &Handle, channel: ChannelId, answer: Result<String, String>) -> Result<(), ()> {
    let status = u32::from(answer.is_err());
    let line = |words: &str| format!("{}\n", plain::lines(words.trim_end())).into_bytes();
    match answer {
        Ok(words) => outlet.data_bytes(line(&words)).await.map_err(|_| ())?,
        Err(why) => handle.extended_data(channel, 1, line(&why)).await.map_err(|_| ())?,
    }
    handle.exit_status_request(channel, status).await?;
    handle.eof(channel).await?;
    handle.close(channel).await
}

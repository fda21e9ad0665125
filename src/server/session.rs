//! One person's session: a thread that plays, a task that brings the input, and a task that takes the pictures.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use club::Caller;
use russh::ChannelId;
use russh::server::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};
use tui::{Screen, Signal, Waker};

use crate::door::Seat;
use crate::house::House;
use crate::input::Keyboard;
use crate::journal::shown;
use crate::line::{Meter, SessionLine};
use crate::place::Person;
use crate::sentences;
use crate::terminal::Terminal;
use crate::wire::Gauge;

/// The writing half of a session's channel.
pub type Outlet = russh::ChannelWriteHalf<russh::server::Msg>;

/// What the client sends to a session.
#[derive(Debug)]
pub enum Incoming {
    /// Bytes of the keyboard.
    Bytes(Vec<u8>),
    /// A window of another size.
    Resized((u16, u16)),
    /// The client has closed its end.
    Ended,
}

/// Signals that may wait for a session's thread.
const WAITING_SIGNALS: usize = 1024;
/// Bytes handed over at once; a client must take as many in the time of the stall limit.
const CHUNK: usize = 4096;
/// How long a thread that cannot take more input is left alone.
const PAUSE: Duration = Duration::from_millis(4);
/// How a session ended.
struct Ending {
    words: Option<String>,
    status: u32,
}

/// All a session needs to begin.
pub struct Beginning {
    /// The place.
    pub house: Arc<House>,
    /// The connection's number.
    pub id: u64,
    /// Who plays.
    pub caller: Caller,
    /// The terminal at the other end.
    pub terminal: Terminal,
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

/// Begins a session; what is sent into the answer reaches it.
///
/// # Errors
/// When the machine has no thread left.
pub fn begin(beginning: Beginning) -> std::io::Result<mpsc::Sender<Incoming>> {
    let Beginning { house, id, caller, terminal, seat, gauge, outlet, handle, over } = beginning;
    let (signal, signals) = sync_channel(WAITING_SIGNALS);
    let wake = waker(signal.clone());
    let meter = Meter::new(house.settings.limits.output as usize, Arc::clone(&wake));
    let line = Box::new(SessionLine(Arc::clone(&meter)));
    let screen = Screen { line, signals, size: terminal.size().unwrap_or((80, 24)) };
    let person = Person { id, caller, terminal, wake, screen };
    let (done, ending) = oneshot::channel();
    let inside = Arc::clone(&house);
    thread::Builder::new().name(format!("session {id}")).spawn(move || {
        let _ = done.send(guarded(id, || play(&inside, person)));
        drop(seat);
    })?;
    let (input, incoming) = mpsc::channel(4);
    tokio::spawn(bring(Arc::clone(&house), incoming, signal, Arc::clone(&gauge)));
    let stall = house.settings.limits.stall;
    tokio::spawn(async move {
        carry(&meter, &outlet, &gauge, stall).await;
        let ending = ending.await.unwrap_or(Ending { words: None, status: 1 });
        let farewell = timeout(stall, farewell(&outlet, &handle, outlet.id(), ending));
        tokio::select! { _ = farewell => {}, () = gauge.until_cut() => {} }
        house.note();
        let _ = over.send(());
    });
    Ok(input)
}

/// Wakes the thread. A full queue needs no waking.
fn waker(signal: SyncSender<Signal>) -> Waker {
    Arc::new(move || {
        let _ = signal.try_send(Signal::Wake);
    })
}

/// The session's thread.
fn play(house: &House, person: Person) -> Ending {
    let id = person.id;
    match house.place.play(person) {
        Ok(()) => Ending { words: None, status: 0 },
        Err(words) => {
            tracing::warn!(id, why = %shown(&words), "session failed");
            Ending { words: Some(words), status: 1 }
        }
    }
}

thread_local! {
    /// What the last panic of this thread said, and where.
    static LAST_WORDS: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// From now on a panic of a session's thread is kept for its log line; others are reported as before.
pub fn keep_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if thread::current().name().is_some_and(|name| name.starts_with("session ")) {
            LAST_WORDS.with(|words| *words.borrow_mut() = Some(info.to_string()));
        } else {
            before(info);
        }
    }));
}

/// Runs a session so that a panic ends nothing but it.
fn guarded(id: u64, session: impl FnOnce() -> Ending) -> Ending {
    catch_unwind(AssertUnwindSafe(session)).unwrap_or_else(|payload| {
        let words = LAST_WORDS.with(|words| words.borrow_mut().take()).unwrap_or_else(|| words_of(&*payload));
        tracing::error!(id, panic = %shown(&words), "session panicked");
        Ending { words: Some(sentences::PANIC.to_owned()), status: 70 }
    })
}

fn words_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| String::from("no words"))
}

/// Brings what the client sends to the session's thread, and tells it when nothing was typed for long, the place closes
/// or the wire is gone.
async fn bring(
    house: Arc<House>,
    mut incoming: mpsc::Receiver<Incoming>,
    signal: SyncSender<Signal>,
    gauge: Arc<Gauge>,
) {
    let idle = house.settings.limits.idle;
    let mut keyboard = Keyboard::default();
    let mut typed = Instant::now();
    loop {
        let quiet = keyboard.patience().map_or(typed + idle, |patience| Instant::now() + patience);
        let mut signals = tokio::select! {
            came = incoming.recv() => {
                typed = Instant::now();
                signals_of(came, &mut keyboard)
            }
            () = tokio::time::sleep_until(quiet) => match keyboard.patience() {
                Some(_) => settled(&mut keyboard),
                None => vec![Signal::End(sentences::IDLE.to_owned())],
            },
            () = house.until_closing() => vec![Signal::End(sentences::CLOSING.to_owned())],
            () = gauge.until_cut() => vec![Signal::InputEnded],
        };
        for next in signals.drain(..) {
            let last = matches!(next, Signal::End(_) | Signal::InputEnded);
            if !deliver(&signal, next).await || last {
                return;
            }
        }
    }
}

fn signals_of(came: Option<Incoming>, keyboard: &mut Keyboard) -> Vec<Signal> {
    match came {
        Some(Incoming::Bytes(bytes)) => {
            let mut events = Vec::new();
            keyboard.feed(&bytes, &mut events);
            events.into_iter().map(Signal::Event).collect()
        }
        Some(Incoming::Resized((columns, rows))) => vec![Signal::Resized(columns, rows)],
        Some(Incoming::Ended) | None => vec![Signal::InputEnded],
    }
}

fn settled(keyboard: &mut Keyboard) -> Vec<Signal> {
    let mut events = Vec::new();
    keyboard.settle(&mut events);
    events.into_iter().map(Signal::Event).collect()
}

/// Waits until the thread can take the signal; whether it is still there.
async fn deliver(signal: &SyncSender<Signal>, mut next: Signal) -> bool {
    loop {
        match signal.try_send(next) {
            Ok(()) => return true,
            Err(TrySendError::Disconnected(_)) => return false,
            Err(TrySendError::Full(back)) => next = back,
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Carries the pictures to the client until the session has written its last; gives a client up that does not take
/// them.
async fn carry(meter: &Meter, outlet: &Outlet, gauge: &Gauge, stall: Duration) {
    while let Some(bytes) = meter.take(CHUNK).await {
        let count = bytes.len();
        let sending = timeout(stall, outlet.data_bytes(bytes));
        let sent =
            tokio::select! { sent = sending => sent, () = gauge.until_cut() => Ok(Err(russh::Error::Disconnect)) };
        match sent {
            Ok(Ok(())) => meter.sent(count),
            Ok(Err(_)) => return meter.break_off(),
            Err(_) => {
                gauge.stall();
                return meter.break_off();
            }
        }
    }
}

/// The last words, the exit status, and the end of the channel.
async fn farewell(outlet: &Outlet, handle: &Handle, channel: ChannelId, ending: Ending) -> Result<(), ()> {
    if let Some(words) = ending.words {
        outlet.data_bytes(format!("{words}\r\n").into_bytes()).await.map_err(|_| ())?;
    }
    handle.exit_status_request(channel, ending.status).await?;
    handle.eof(channel).await?;
    handle.close(channel).await
}

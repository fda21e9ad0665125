//! The wire under a connection: counts bytes, reads no faster than a client may send, gives up a client that takes
//! nothing, and can be cut at any time, whatever the protocol above is waiting for.

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::watch;
use tokio::time::{Instant, Sleep};

/// What is known of a connection's wire, and the means to cut it.
#[derive(Debug)]
pub struct Gauge {
    received: AtomicU64,
    sent: AtomicU64,
    stalled: AtomicBool,
    gave_way: AtomicBool,
    throttled: AtomicBool,
    cut: watch::Sender<bool>,
    wakers: Mutex<[Option<Waker>; 2]>,
}

impl Default for Gauge {
    fn default() -> Gauge {
        Gauge {
            received: AtomicU64::new(0),
            sent: AtomicU64::new(0),
            stalled: AtomicBool::new(false),
            gave_way: AtomicBool::new(false),
            throttled: AtomicBool::new(false),
            cut: watch::Sender::new(false),
            wakers: Mutex::default(),
        }
    }
}

impl Gauge {
    /// Bytes received and sent, as they are on the wire.
    #[must_use]
    pub fn bytes(&self) -> (u64, u64) {
        (self.received.load(Ordering::Relaxed), self.sent.load(Ordering::Relaxed))
    }

    /// Whether the client was given up because it took nothing.
    #[must_use]
    pub fn is_stalled(&self) -> bool {
        self.stalled.load(Ordering::Relaxed)
    }

    /// Whether the connection was ended to make room for another.
    #[must_use]
    pub fn has_given_way(&self) -> bool {
        self.gave_way.load(Ordering::Relaxed)
    }

    /// Whether the client ever sent faster than it may.
    #[must_use]
    pub fn is_throttled(&self) -> bool {
        self.throttled.load(Ordering::Relaxed)
    }

    /// Ends the connection at once; what is under way is lost.
    pub fn cut(&self) {
        self.cut.send_replace(true);
        let mut wakers = self.wakers.lock().unwrap_or_else(PoisonError::into_inner);
        for waker in wakers.iter_mut().filter_map(Option::take) {
            waker.wake();
        }
    }

    /// Gives a client up that takes nothing.
    pub fn stall(&self) {
        self.stalled.store(true, Ordering::Relaxed);
        self.cut();
    }

    /// Ends a connection in which nothing happens yet, to make room for another.
    pub fn give_way(&self) {
        self.gave_way.store(true, Ordering::Relaxed);
        self.cut();
    }

    /// Waits until the wire is cut.
    pub async fn until_cut(&self) {
        let mut cut = self.cut.subscribe();
        let _ = cut.wait_for(|cut| *cut).await;
    }

    fn is_cut(&self, side: usize, context: &Context<'_>) -> bool {
        let mut wakers = self.wakers.lock().unwrap_or_else(PoisonError::into_inner);
        wakers[side] = Some(context.waker().clone());
        *self.cut.borrow()
    }
}

/// The wire.
pub struct Wire<S> {
    socket: S,
    gauge: Arc<Gauge>,
    pace: Pace,
    patience: Duration,
    stuck: Option<Pin<Box<Sleep>>>,
}

impl<S> Wire<S> {
    /// A wire over that socket: `rate` bytes a second may come in (0: any number), and `patience` is how long nothing may
    /// be taken.
    #[must_use]
    pub fn new(socket: S, gauge: Arc<Gauge>, rate: u32, patience: Duration) -> Wire<S> {
        Wire { socket, gauge, pace: Pace::new(rate), patience, stuck: None }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Wire<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let wire = &mut *self;
        if wire.gauge.is_cut(0, cx) {
            return Poll::Ready(Err(ErrorKind::ConnectionAborted.into()));
        }
        if wire.pace.poll(cx).is_pending() {
            wire.gauge.throttled.store(true, Ordering::Relaxed);
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        let done = Pin::new(&mut wire.socket).poll_read(cx, buffer);
        let count = (buffer.filled().len() - before) as u64;
        wire.pace.charge(count);
        wire.gauge.received.fetch_add(count, Ordering::Relaxed);
        done
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Wire<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wire = &mut *self;
        if wire.gauge.is_cut(1, cx) {
            return Poll::Ready(Err(ErrorKind::ConnectionAborted.into()));
        }
        let done = Pin::new(&mut wire.socket).poll_write(cx, bytes);
        if let Poll::Ready(Ok(count)) = &done {
            wire.gauge.sent.fetch_add(*count as u64, Ordering::Relaxed);
        }
        match done {
            Poll::Ready(done) => {
                wire.stuck = None;
                Poll::Ready(done)
            }
            Poll::Pending => wire.poll_patience(cx),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(cx)
    }
}

impl<S> Wire<S> {
    /// The client takes nothing at the moment; an error when it has done so for too long.
    fn poll_patience(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let patience = self.patience;
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        if stuck.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        self.gauge.stall();
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

/// How fast a client may send: an allowance that fills up with time, up to some seconds' worth.
struct Pace {
    rate: u64,
    allowance: i64,
    since: Instant,
    rest: Option<Pin<Box<Sleep>>>,
}

/// Seconds of quiet that may be made up for at once, and the least that this is worth: a handshake and a paste.
const SAVED: u64 = 4;
const LEAST: u64 = 64 * 1024;

impl Pace {
    fn new(rate: u32) -> Pace {
        let rate = u64::from(rate);
        Pace { rate, allowance: Self::most(rate), since: Instant::now(), rest: None }
    }

    fn most(rate: u64) -> i64 {
        (rate * SAVED).max(LEAST) as i64
    }

    fn charge(&mut self, count: u64) {
        if self.rate > 0 {
            self.allowance -= count as i64;
        }
    }

    /// Ready when something may be read.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if let Some(rest) = &mut self.rest {
            if rest.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
            self.rest = None;
        }
        if self.rate == 0 || self.allowance > 0 {
            return Poll::Ready(());
        }
        let earned = (self.since.elapsed().as_micros() as u64).saturating_mul(self.rate) / 1_000_000;
        self.since = Instant::now();
        self.allowance = self.allowance.saturating_add_unsigned(earned).min(Self::most(self.rate));
        if self.allowance > 0 {
            return Poll::Ready(());
        }
        let lacking = self.allowance.unsigned_abs() + (self.rate / 20).max(1);
        let mut rest = Box::pin(tokio::time::sleep(Duration::from_micros(lacking * 1_000_000 / self.rate)));
        let pending = rest.as_mut().poll(cx);
        self.rest = Some(rest);
        pending
    }
}

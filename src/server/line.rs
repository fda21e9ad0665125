//! The line to a client's screen: the session writes pictures without ever waiting, the network takes them at its own
//! pace, and the session is told to hold back while too much is under way.

use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tui::{Line, Waker};

/// More than the largest picture takes; a session that writes beyond it against advice is cut off.
const HARD: usize = 8 * 1024 * 1024;

/// Both ends share it.
pub struct Meter {
    state: Mutex<State>,
    more: Notify,
    room: usize,
    wake: Waker,
}

struct State {
    queue: Vec<u8>,
    under_way: usize,
    wanted: bool,
    end: End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The session writes and the network takes.
    Open,
    /// The session has written its last.
    Finished,
    /// The network takes no more.
    Broken,
}

impl Meter {
    /// A line that has room while no more than `room` bytes are under way; `wake` is called when it has room again.
    #[must_use]
    pub fn new(room: usize, wake: Waker) -> Arc<Meter> {
        let state = State { queue: Vec::new(), under_way: 0, wanted: false, end: End::Open };
        Arc::new(Meter { state: Mutex::new(state), more: Notify::new(), room, wake })
    }

    /// The next bytes to send, at most that many; `None` when the session has finished and everything was taken.
    pub async fn take(&self, most: usize) -> Option<Vec<u8>> {
        loop {
            {
                let mut state = self.state();
                if !state.queue.is_empty() {
                    let count = state.queue.len().min(most);
                    let rest = state.queue.split_off(count);
                    return Some(std::mem::replace(&mut state.queue, rest));
                }
                if state.end != End::Open {
                    return None;
                }
            }
            self.more.notified().await;
        }
    }

    /// So many bytes have left.
    pub fn sent(&self, count: usize) {
        let mut state = self.state();
        state.under_way = state.under_way.saturating_sub(count);
        let wake = state.wanted && state.under_way <= self.room;
        state.wanted &= !wake;
        drop(state);
        if wake {
            (self.wake)();
        }
    }

    /// The network takes no more: what is under way is lost, and the session's next write fails.
    pub fn break_off(&self) {
        let mut state = self.state();
        state.queue = Vec::new();
        state.under_way = 0;
        state.end = End::Broken;
        drop(state);
        self.more.notify_one();
        (self.wake)();
    }

    /// Bytes under way.
    #[cfg(test)]
    pub fn under_way(&self) -> usize {
        self.state().under_way
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The session's end; dropping it says that nothing more comes.
pub struct SessionLine(pub Arc<Meter>);

impl Write for SessionLine {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.0.state();
        if state.end != End::Open {
            return Err(io::Error::new(ErrorKind::BrokenPipe, "the line is gone"));
        }
        if state.under_way + bytes.len() > self.0.room + HARD {
            return Err(io::Error::new(ErrorKind::WriteZero, "the line is full"));
        }
        state.queue.extend_from_slice(bytes);
        state.under_way += bytes.len();
        drop(state);
        self.0.more.notify_one();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Line for SessionLine {
    fn has_room(&self) -> bool {
        let mut state = self.0.state();
        let room = state.under_way <= self.0.room || state.end != End::Open;
        state.wanted |= !room;
        room
    }
}

impl Drop for SessionLine {
    fn drop(&mut self) {
        let mut state = self.0.state();
        if state.end == End::Open {
            state.end = End::Finished;
        }
        drop(state);
        self.0.more.notify_one();
    }
}

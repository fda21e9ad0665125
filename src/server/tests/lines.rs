//! The metered line: advice to wait, waking, the bound, and both ways to end.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tui::Line;

use crate::line::{Meter, SessionLine};

fn line(room: usize) -> (Arc<Meter>, SessionLine, Arc<AtomicUsize>) {
    let woken = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&woken);
    let meter = Meter::new(
        room,
        Arc::new(move || {
            counter.fetch_add(1, Ordering::SeqCst);
        }),
    );
    (Arc::clone(&meter), SessionLine(meter), woken)
}

#[tokio::test]
async fn a_session_is_told_to_wait_and_woken_once_there_is_room() {
    let (meter, mut line, woken) = line(100);
    line.write_all(&[b'x'; 100]).expect("room");
    assert!(line.has_room(), "no more than the bound is under way");
    line.write_all(b"y").expect("advice is not a wall");
    assert!(!line.has_room());
    assert_eq!(meter.take(60).await.map(|bytes| bytes.len()), Some(60));
    assert!(!line.has_room(), "taken is not sent");
    assert_eq!(woken.load(Ordering::SeqCst), 0);
    meter.sent(60);
    assert_eq!(woken.load(Ordering::SeqCst), 1, "woken when there is room");
    assert!(line.has_room());
    meter.sent(41);
    assert_eq!(woken.load(Ordering::SeqCst), 1, "and only when somebody waits");
}

#[tokio::test]
async fn what_is_written_before_the_end_is_still_taken() {
    let (meter, mut line, _) = line(100);
    line.write_all(b"farewell").expect("room");
    drop(line);
    assert_eq!(meter.take(5).await.as_deref(), Some(&b"farew"[..]));
    assert_eq!(meter.take(5).await.as_deref(), Some(&b"ell"[..]));
    assert_eq!(meter.take(5).await, None);
}

#[test]
fn a_broken_line_fails_the_next_write_and_holds_nothing() {
    let (meter, mut line, woken) = line(10);
    line.write_all(&[b'x'; 1000]).expect("room");
    meter.break_off();
    assert_eq!(woken.load(Ordering::SeqCst), 1, "the session notices");
    assert_eq!(meter.under_way(), 0);
    assert!(line.has_room(), "so that it writes and fails");
    assert!(line.write_all(b"x").is_err());
}

#[test]
fn a_session_that_ignores_the_advice_is_stopped() {
    let (meter, mut line, _) = line(10);
    let written = (0..10_000).take_while(|_| line.write_all(&[b'x'; 10_000]).is_ok()).count();
    assert!(written < 1000, "{written} pictures");
    assert!(meter.under_way() < 9_000_000);
}

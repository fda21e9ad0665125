//! The wire: pace, patience and the cut.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
use tokio::time::{Instant, timeout};

use crate::wire::{Gauge, Wire};

const LONG: Duration = Duration::from_secs(3600);

#[tokio::test(start_paused = true)]
async fn a_client_is_read_no_faster_than_it_may_send_and_nothing_is_lost() {
    let (near, mut far) = duplex(1_000_000);
    let gauge = Arc::new(Gauge::default());
    let mut wire = Wire::new(near, Arc::clone(&gauge), 10_000, LONG);
    far.write_all(&vec![7; 264_000]).await.expect("room");
    drop(far);
    let began = Instant::now();
    let mut bytes = Vec::new();
    wire.read_to_end(&mut bytes).await.expect("read");
    assert_eq!(bytes.len(), 264_000, "everything comes");
    let seconds = began.elapsed().as_secs();
    assert!((15..=25).contains(&seconds), "200 kB beyond the first 64 at 10 kB/s took {seconds} s");
    assert!(gauge.is_throttled());
    assert_eq!(gauge.bytes().0, 264_000);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_takes_nothing_is_given_up() {
    let (near, _far) = duplex(1000);
    let gauge = Arc::new(Gauge::default());
    let mut wire = Wire::new(near, Arc::clone(&gauge), 0, Duration::from_secs(30));
    let began = Instant::now();
    assert!(wire.write_all(&[0; 5000]).await.is_err());
    assert_eq!(began.elapsed().as_secs(), 30);
    assert!(gauge.is_stalled());
}

#[tokio::test(start_paused = true)]
async fn a_slow_client_is_not_given_up() {
    let (near, mut far) = duplex(1000);
    let gauge = Arc::new(Gauge::default());
    let mut wire = Wire::new(near, Arc::clone(&gauge), 0, Duration::from_secs(30));
    let slow = tokio::spawn(async move {
        let mut bytes = [0; 100];
        while far.read_exact(&mut bytes).await.is_ok() {
            tokio::time::sleep(Duration::from_secs(20)).await;
        }
    });
    wire.write_all(&[0; 3000]).await.expect("slow, but it takes them");
    assert!(!gauge.is_stalled());
    slow.abort();
}

#[tokio::test]
async fn a_cut_ends_a_read_that_waits() {
    let (near, _far) = duplex(1000);
    let gauge = Arc::new(Gauge::default());
    let mut wire = Wire::new(near, Arc::clone(&gauge), 0, LONG);
    let reading = tokio::spawn(async move { wire.read_u8().await });
    tokio::task::yield_now().await;
    gauge.cut();
    let read = timeout(Duration::from_secs(5), reading).await.expect("at once").expect("no panic");
    assert!(read.is_err());
}

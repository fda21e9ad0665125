//! How long a key takes; a loose bound, because test machines are slow and this is no release build.

use std::time::{Duration, Instant};

use super::{Play, game};
use crate::{Options, Start};

#[test]
fn a_cursor_move_is_drawn_in_a_moment() {
    let start = || Start::Game(Box::new(game("great-plain", ["human", "first"])));
    let mut play = Play::with(200, 60, |options| Options { start: start(), ..options });
    play.screen();
    let mut times: Vec<Duration> = ["Left", "Up", "Right", "Down"]
        .iter()
        .cycle()
        .take(60)
        .map(|key| {
            let began = Instant::now();
            play.keys(key);
            play.screen();
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    eprintln!("p50 {:?} p98 {:?}", times[30], times[58]);
    assert!(times[54] < Duration::from_millis(60), "the slowest tenth takes {:?}", times[54]);
}

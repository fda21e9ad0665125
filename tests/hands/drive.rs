//! Presses keys at random for as long as asked: `cargo run --release --example hands -- [EVENTS [SEED]]`. Half of the
//! events go to the screen at home, half through the way in of a visitor. The exit status is 1 when something panicked.

#[path = "mod.rs"]
mod hands;

use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use hands::{Figures, local, served};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<usize>().expect("a whole number"));
    let events = arguments.next().unwrap_or(20_000);
    let seed = arguments.next().unwrap_or(1) as u64;
    let began = Instant::now();
    let folder = tempfile::tempdir().expect("a folder");
    let (home, club) = (folder.path().join("home"), folder.path().join("club"));
    let visitors = thread::spawn(move || served::run(seed, events / 2, &club));
    let at_home = local::run(seed, events - events / 2, &home);
    let visitors = visitors.join().expect("no panic outside of sittings");
    let orders = local::commanding(seed, events / 20, &home).into_iter().fold(Figures::default(), Figures::with);
    println!(
        "seed {seed}, {:.0} seconds\n\nat home: {at_home}\nvisitors: {visitors}\norders: {orders}",
        began.elapsed().as_secs_f64()
    );
    let faults = at_home.faults.len() + visitors.faults.len() + orders.faults.len();
    println!("{} events, {faults} panics", at_home.events + visitors.events + orders.events);
    ExitCode::from(u8::from(faults > 0))
}

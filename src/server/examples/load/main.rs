//! The load driver: many sessions, some of them playing against the computer, and clients that misbehave; prints figures
//! and ends with status 1 when somebody was disturbed.
//!
//! `cargo run --profile dist --example load -p server -- target/dist/grognard [SESSIONS] [PLAYING] [IDLE SECONDS]`
//!
//! With `killed` after the program it plays battles against a server that is killed in the middle and started again, and
//! ends with status 1 when anything is lost:
//!
//! `cargo run --profile dist --example load -p server -- target/dist/grognard killed [BATTLES] [KILLS] [SECONDS]`
//!
//! With `rounds` after the program sessions come and go, and it ends with status 1 when memory is not given back:
//!
//! `cargo run --profile dist --example load -p server -- target/dist/grognard rounds [SESSIONS] [ROUNDS] [PLAYING]`
//!
//! With `crowd` after the program most sessions play quick battles while the computers of three slow ones think, under the rules
//! that are named (the first of the list), and it ends with status 1 when of the orders in the quick ones more than 1 in 100
//! take longer than half a second to the next question:
//!
//! `cargo run --profile dist --example load -p server -- target/dist/grognard crowd [SESSIONS] [SECONDS] [RULES]`

mod client;
mod crowd;
mod faults;
mod host;
mod killed;
mod rounds;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use client::{Client, Fault};
use host::Host;

/// Keys whose time to the picture is taken.
const KEYS: usize = 300;
/// What a person feels as a hitch.
const HITCH: Duration = Duration::from_secs(1);

#[tokio::main]
async fn main() {
    let done = match std::env::args().nth(2).as_deref() {
        Some("killed") => killed::killed().await,
        Some("rounds") => rounds::rounds().await,
        Some("crowd") => crowd::crowd().await,
        _ => load().await,
    };
    match done {
        Ok(true) => {}
        Ok(false) => std::process::exit(1),
        Err(fault) => {
            eprintln!("load: {fault}");
            std::process::exit(1);
        }
    }
}

/// What was asked for.
struct Plan {
    program: String,
    sessions: usize,
    playing: usize,
    idle: Duration,
}

fn plan() -> Result<Plan, Fault> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: usize| arguments.get(at).map_or(Ok(usual), |text| text.parse());
    let program = arguments.first().ok_or("name the grognard program to load")?.clone();
    let idle = Duration::from_secs(number(3, 60)? as u64);
    Ok(Plan { program, sessions: number(1, 100)?, playing: number(2, 20)?, idle })
}

async fn load() -> Result<bool, Fault> {
    let plan = plan()?;
    let mut host = Host::start(&plan.program)?;
    let empty = host.memory();
    println!("memory without sessions         {empty} kB");
    let mut clients = Vec::new();
    for number in 0..plan.sessions {
        clients.push(Arc::new(Client::join(host.address, &format!("p{number}x")).await?));
    }
    per_session("lobby", host.memory(), empty, clients.len());
    for client in &clients[..plan.playing] {
        client.begin_battle(0).await?;
    }
    per_session("with the battles", host.memory(), empty, clients.len());
    let going = Arc::new(AtomicBool::new(true));
    let (prober, quiet) = (Arc::clone(&clients[0]), Arc::clone(&clients[1]));
    let players: Vec<_> =
        clients[2..plan.playing].iter().map(|one| play(Arc::clone(one), Arc::clone(&going))).collect();
    tokio::time::sleep(Duration::from_secs(5)).await;
    let mut calm = times("others playing", &prober, KEYS).await?;
    idle(&quiet, plan.idle).await;
    calm &= faults::all(&host, &prober).await?;
    going.store(false, Ordering::SeqCst);
    let played: usize = futures_of(players).await;
    println!("steps ended by the players      {played}");
    per_session("at the end", host.memory(), empty, clients.len());
    println!("processor time of the server    {} s", host.processor_seconds());
    calm &= !host.log().contains("panicked");
    calm &= host.stop();
    Ok(calm)
}

fn per_session(what: &str, now: u64, empty: u64, sessions: usize) {
    let each = now.saturating_sub(empty) / sessions.max(1) as u64;
    println!("memory {what:<24} {now} kB, {each} kB a session");
}

/// Ends step after step, so that the computer always has something to think about; the number of steps.
fn play(client: Arc<Client>, going: Arc<AtomicBool>) -> tokio::task::JoinHandle<usize> {
    tokio::spawn(async move {
        let mut steps = 0;
        while going.load(Ordering::SeqCst) {
            let asks = client.shows("Done?");
            if client.press(if asks { "\r" } else { " " }).await.is_err() {
                break;
            }
            steps += 1;
            tokio::time::sleep(Duration::from_millis(700)).await;
        }
        steps
    })
}

async fn futures_of(players: Vec<tokio::task::JoinHandle<usize>>) -> usize {
    let mut steps = 0;
    for player in players {
        steps += player.await.unwrap_or(0);
    }
    steps
}

/// Times from keys to pictures; whether none was a hitch.
pub async fn times(what: &str, prober: &Client, keys: usize) -> Result<bool, Fault> {
    let (mut times, before) = (Vec::new(), prober.bytes());
    for number in 0..keys {
        let key = if number % 2 == 0 { "\x1b[C" } else { "\x1b[D" };
        times.push(prober.key_to_frame(key).await?);
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1000.0;
    let each = (prober.bytes() - before) / keys as u64;
    let (middle, slow, worst) = (at(50), at(99), at(100));
    println!(
        "key to picture, {what:<15} p50 {middle:.1} ms, p99 {slow:.1} ms, worst {worst:.1} ms; {each} bytes a key"
    );
    let calm = times.last().is_none_or(|worst| *worst < HITCH);
    if !calm {
        println!("DISTURBED: {what}");
    }
    Ok(calm)
}

async fn idle(client: &Client, time: Duration) {
    let before = client.bytes();
    tokio::time::sleep(time).await;
    println!("bytes in {} s of idling          {}", time.as_secs(), client.bytes() - before);
}

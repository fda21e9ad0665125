//! Many sessions that come and go, round after round: what the server holds while they are there and gives back when they
//! are gone, and how quickly it answers somebody who stays.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::client::{Client, Fault};
use crate::host::Host;
use crate::times;

/// Clients that come in at the same time.
const AT_ONCE: usize = 8;
/// Keys whose time to the picture is taken in each round.
const KEYS: usize = 300;
/// How often the memory is looked at after everybody has gone, and how long in between.
const LOOKS: usize = 3;
const PAUSE: Duration = Duration::from_secs(5);

/// What was asked for.
struct Plan {
    program: String,
    sessions: usize,
    rounds: usize,
    playing: usize,
}

fn plan() -> Result<Plan, Fault> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: usize| arguments.get(at).map_or(Ok(usual), |text| text.parse());
    let program = arguments.first().ok_or("name the grognard program to load")?.clone();
    Ok(Plan { program, sessions: number(2, 300)?, rounds: number(3, 3)?, playing: number(4, 0)? })
}

/// Comes and goes; whether nobody was disturbed and memory does not grow from round to round.
pub async fn rounds() -> Result<bool, Fault> {
    let plan = plan()?;
    let mut host = Host::start(&plan.program)?;
    println!("memory without sessions         {} kB", host.memory());
    let prober = Client::join(host.address, "prober").await?;
    prober.begin_battle(0).await?;
    let (mut calm, mut after) = (true, Vec::new());
    for round in 1..=plan.rounds {
        let began = Instant::now();
        let before = host.memory();
        let clients = come(&host, round, plan.sessions - 1).await?;
        for client in &clients[..plan.playing.min(clients.len())] {
            client.begin_battle(0).await?;
        }
        println!("round {round}: {} sessions in {:.0} s", clients.len() + 1, began.elapsed().as_secs_f64());
        println!("    memory before, during       {before} kB, {} kB; {} threads", host.memory(), host.threads());
        calm &= times(&format!("round {round}"), &prober, KEYS).await?;
        drop(clients);
        after.push(gone(&host).await);
    }
    let grown = after.last().unwrap_or(&0).saturating_sub(*after.first().unwrap_or(&0));
    println!("memory grown since round 1      {grown} kB");
    drop(prober);
    calm &= !host.log().contains("panicked");
    calm &= host.stop();
    Ok(calm && grown < after.first().unwrap_or(&0) / 4)
}

/// So many new people in the lobby.
async fn come(host: &Host, round: usize, count: usize) -> Result<Vec<Arc<Client>>, Fault> {
    let mut coming = JoinSet::new();
    let mut clients = Vec::new();
    for number in 0..count {
        if coming.len() >= AT_ONCE {
            clients.extend(coming.join_next().await.transpose()?.transpose()?);
        }
        let address = host.address;
        coming.spawn(async move { Client::join(address, &format!("r{round}x{number}")).await.map(Arc::new) });
    }
    for client in coming.join_all().await {
        clients.push(client?);
    }
    Ok(clients)
}

/// Waits until nobody but the one who stays is there, and looks at the memory for a while; the last of it.
async fn gone(host: &Host) -> u64 {
    for look in 1..=LOOKS {
        sleep(PAUSE).await;
        let seconds = PAUSE.as_secs() * look as u64;
        println!("    memory {seconds:>2} s after everybody  {} kB; {} threads", host.memory(), host.threads());
    }
    host.memory()
}

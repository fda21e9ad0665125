//! A crowd in quick battles beside three slow ones: how long an order takes to the next question, and a key to its picture, while
//! the computers of the slow battles think.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use russh::{ChannelMsg, client};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

use crate::client::{Client, Fault, Trusting, login, new_key};
use crate::host::Host;

/// The slow battles.
const SLOW: [&str; 3] = ["Wavre", "Talavera", "Quatre Bras"];
/// A quick one, whose computer hardly thinks.
const QUICK: (&str, &str) = ("First light", "hold");
/// The computer of the slow ones.
const THINKER: &str = "steady";
/// Between an order and the question before it.
const PAUSE: Duration = Duration::from_millis(400);
/// Longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(120);
/// What an order may take to the next question, of 99 in 100.
const PROMISED: Duration = Duration::from_millis(500);

/// What is played against whom.
#[derive(Clone)]
struct Terms {
    battle: &'static str,
    /// A word of the rules' row in the list; the first row where there is none.
    rules: String,
    enemy: &'static str,
}

/// Lets so many sessions play for so many seconds; whether 99 of 100 orders came to the next question in time.
pub async fn crowd() -> Result<bool, Fault> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| arguments.get(at).map_or(Ok(usual), |text| text.parse());
    let program = arguments.first().ok_or("name the grognard program to load")?;
    let (sessions, seconds) = (number(2, 40)?, number(3, 60)?);
    let rules = arguments.get(4).cloned().unwrap_or_default();
    let mut host = Host::start(program)?;
    let empty = host.memory();
    let going = Arc::new(AtomicBool::new(true));
    let prober = Client::join(host.address, "prober").await?;
    prober.begin_battle(0).await?;
    let play =
        |number: u64, terms: Terms| tokio::spawn(plays(host.address, format!("p{number}x"), terms, going.clone()));
    let slow = |battle: &'static str| Terms { battle, rules: rules.clone(), enemy: THINKER };
    let slow: Vec<_> = (0..).zip(SLOW).map(|(number, battle)| play(number, slow(battle))).collect();
    tokio::time::sleep(Duration::from_secs(3)).await;
    let quick = Terms { battle: QUICK.0, rules: String::new(), enemy: QUICK.1 };
    let quick: Vec<_> = (3..sessions.max(5) - 1).map(|number| play(number, quick.clone())).collect();
    tokio::time::sleep(Duration::from_secs(5)).await;
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut calm = crate::times("in the crowd", &prober, crate::KEYS).await?;
    tokio::time::sleep_until(until).await;
    let each = host.memory().saturating_sub(empty) / sessions;
    going.store(false, Ordering::SeqCst);
    let theirs = told("order to question, slow battles", slow).await?;
    let ours = told("order to question, quick battles", quick).await?;
    println!("memory                           {each} kB a session");
    println!("processor time of the server     {} s", host.processor_seconds());
    calm &= ours <= PROMISED && theirs > Duration::ZERO;
    calm &= !host.log().contains("panicked");
    calm &= host.stop();
    Ok(calm)
}

/// Prints what the orders of some players took; what 99 of 100 took at most.
async fn told(what: &str, players: Vec<JoinHandle<Result<Vec<Duration>, Fault>>>) -> Result<Duration, Fault> {
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await??);
    }
    times.sort_unstable();
    let at = |share: usize| times.get(times.len().saturating_sub(1) * share / 100).copied().unwrap_or_default();
    let [middle, slow, worst] = [50, 99, 100].map(|share| at(share).as_secs_f64() * 1000.0);
    println!("{what}: {} orders, p50 {middle:.1} ms, p99 {slow:.1} ms, worst {worst:.1} ms", times.len());
    Ok(at(99))
}

/// Plays battles in sentences, ending step after step; what each order took to the next question.
async fn plays(
    address: SocketAddr,
    name: String,
    terms: Terms,
    going: Arc<AtomicBool>,
) -> Result<Vec<Duration>, Fault> {
    let connected = client::connect(Arc::new(client::Config::default()), address, Trusting).await?;
    let (_handle, mut channel) = login(connected, &new_key()?).await?;
    channel.exec(true, "lines").await?;
    let (mut said, mut rows) = (String::new(), Vec::new());
    let (mut times, mut asked): (Vec<Duration>, Option<Instant>) = (Vec::new(), None);
    while going.load(Ordering::SeqCst) {
        let Some(line) = next_line(&mut channel, &mut said).await? else { break };
        let answer = match line.as_str() {
            "Your name?" => Some(name.clone()),
            "Your order?" => {
                times.extend(asked.map(|asked| asked.elapsed()));
                tokio::time::sleep(PAUSE).await;
                Some(String::from("done"))
            }
            text if text.contains("Type a number") => Some(choice(text, &rows, &terms)),
            text if text.starts_with("Which battle?") => Some(String::from("new")),
            _ => None,
        };
        let Some(answer) = answer else {
            rows.push(line);
            continue;
        };
        rows.clear();
        asked = (line == "Your order?").then(Instant::now);
        channel.data_bytes(format!("{answer}\n").into_bytes()).await?;
    }
    Ok(times)
}

/// The next whole line that came; none where the session is over.
async fn next_line(channel: &mut russh::Channel<client::Msg>, said: &mut String) -> Result<Option<String>, Fault> {
    loop {
        if let Some((line, rest)) = said.split_once('\n') {
            let (line, rest) = (line.trim_end().to_owned(), rest.to_owned());
            *said = rest;
            return Ok(Some(line));
        }
        match timeout(PATIENCE, channel.wait()).await? {
            Some(ChannelMsg::Data { data }) => said.push_str(&String::from_utf8_lossy(&data)),
            Some(_) => {}
            None => return Ok(None),
        }
    }
}

/// The number of the row that is wanted of a list.
fn choice(question: &str, rows: &[String], terms: &Terms) -> String {
    let wanted = match question {
        text if text.starts_with("Which battle") => terms.battle,
        text if text.starts_with("Under which") => &terms.rules,
        text if text.starts_with("Against whom") => terms.enemy,
        _ => "Blue",
    };
    let row = rows.iter().find(|row| row.contains(wanted));
    row.and_then(|row| row.split_once('.')).map_or_else(|| String::from("1"), |(number, _)| number.to_owned())
}

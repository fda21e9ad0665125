//! A server that is killed while battles are played, and started again over the same folder: nothing that anybody saw
//! acknowledged is lost, and every battle goes on.

use std::path::{Path, PathBuf};
use std::time::Duration;

use russh::keys::PrivateKey;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::client::{Client, Fault, new_key};
use crate::host::{Host, record};

/// How often a screen is looked at.
const LOOK: Duration = Duration::from_millis(10);
/// Longest wait for an order to be acknowledged.
const PATIENCE: Duration = Duration::from_secs(60);
/// The computer decides quickly, so that much is going on.
const FLAGS: [&str; 2] = ["--think-time", "1s"];

/// What was asked for.
struct Plan {
    program: String,
    battles: usize,
    kills: usize,
    time: Duration,
}

fn plan() -> Result<Plan, Fault> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: usize| arguments.get(at).map_or(Ok(usual), |text| text.parse());
    let program = arguments.first().ok_or("name the grognard program to kill")?.clone();
    Ok(Plan {
        program,
        battles: number(2, 20)?,
        kills: number(3, 3)?,
        time: Duration::from_secs(number(4, 20)? as u64),
    })
}

/// Somebody who plays one battle against the computer.
struct Player {
    name: String,
    key: PrivateKey,
    battle: usize,
    /// Orders whose picture was seen.
    acknowledged: usize,
    /// Orders whose picture was seen before they were in the record.
    hasty: usize,
    /// The record's lines when the last order's picture was seen.
    lines: Vec<String>,
    /// The last turn seen.
    turn: u32,
}

/// Kills and restarts; whether nothing was lost.
pub async fn killed() -> Result<bool, Fault> {
    let plan = plan()?;
    let mut host = Host::start_in(&plan.program, tempfile::TempDir::new()?, &FLAGS)?;
    let (mut clients, mut players) = (Vec::new(), Vec::new());
    for battle in 1..=plan.battles {
        let (name, key) = (format!("p{battle}x"), new_key()?);
        let client = Client::join_with(host.address, &name, &key).await?;
        client.begin_battle(battle % 2).await?;
        clients.push(client);
        players.push(Player { name, key, battle, acknowledged: 0, hasty: 0, lines: Vec::new(), turn: 0 });
    }
    let mut lost = 0;
    for kill in 1..=plan.kills {
        let folder;
        (folder, players) = played_until_killed(host, clients, players, plan.time).await?;
        let at_kill = records(folder.path(), plan.battles);
        lost += report_kill(kill, &players, &at_kill);
        let began = Instant::now();
        host = Host::start_in(&plan.program, folder, &FLAGS)?;
        println!("    restarted in                {:.2} s", began.elapsed().as_secs_f64());
        (clients, lost) = resumed(&host, &players, lost).await?;
        let now = records(&folder_of(&host), plan.battles);
        lost += at_kill.iter().zip(&now).map(|(before, after)| missing(before, after)).sum::<usize>();
    }
    let on = steps(clients, players, Instant::now() + plan.time).await;
    let went_on = on.iter().filter(|(_, player, before)| player.acknowledged > *before).count();
    println!("battles that went on            {went_on} of {}", plan.battles);
    println!("orders acknowledged in all      {}", on.iter().map(|(_, player, _)| player.acknowledged).sum::<usize>());
    drop(on);
    let panicked = host.log().contains("panicked");
    let stopped = host.stop();
    let (said, agree) = host.verify(plan.battles)?;
    println!("records that agree              {} of {}", said.matches(AGREES).count(), plan.battles);
    println!("orders lost                     {lost}");
    if !agree {
        println!("{said}");
    }
    Ok(lost == 0 && agree && stopped && !panicked && went_on == plan.battles)
}

/// What `verify` says of a record that agrees.
const AGREES: &str = "agree";

fn folder_of(host: &Host) -> PathBuf {
    host.record(1).ancestors().nth(2).map(Path::to_path_buf).unwrap_or_default()
}

/// The whole lines of a file; a last line without an end is none.
fn whole_lines(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(String::from).collect()
}

fn records(folder: &Path, battles: usize) -> Vec<Vec<String>> {
    (1..=battles).map(|battle| whole_lines(&record(folder, battle))).collect()
}

/// Lines of `before` that are not in their place in `after`.
fn missing(before: &[String], after: &[String]) -> usize {
    let kept = before.iter().zip(after).take_while(|(before, after)| before == after).count();
    before.len() - kept
}

/// Lets everybody play, kills the server in the middle, and waits until everybody has noticed.
async fn played_until_killed(
    host: Host,
    clients: Vec<Client>,
    players: Vec<Player>,
    time: Duration,
) -> Result<(tempfile::TempDir, Vec<Player>), Fault> {
    let records: Vec<PathBuf> = players.iter().map(|player| host.record(player.battle)).collect();
    let mut playing = JoinSet::new();
    for ((client, mut player), record) in clients.into_iter().zip(players).zip(records) {
        playing.spawn(async move {
            while !client.is_over() {
                player.step(&client, &record).await;
            }
            player
        });
    }
    sleep(time).await;
    let folder = tokio::task::spawn_blocking(move || host.kill()).await??;
    let mut players = playing.join_all().await;
    players.sort_by_key(|player| player.battle);
    Ok((folder, players))
}

/// Plays on until that time; everybody with the orders acknowledged before.
async fn steps(clients: Vec<Client>, players: Vec<Player>, until: Instant) -> Vec<(Client, Player, usize)> {
    let mut playing = JoinSet::new();
    for (client, mut player) in clients.into_iter().zip(players) {
        playing.spawn(async move {
            let before = player.acknowledged;
            while Instant::now() < until || player.acknowledged == before && Instant::now() < until + PATIENCE {
                player.step(&client, Path::new("")).await;
            }
            (client, player, before)
        });
    }
    playing.join_all().await
}

/// Prints what was acknowledged and what of it is in the records; how much is not.
fn report_kill(kill: usize, players: &[Player], at_kill: &[Vec<String>]) -> usize {
    let acknowledged: usize = players.iter().map(|player| player.acknowledged).sum();
    let hasty: usize = players.iter().map(|player| player.hasty).sum();
    let lost: usize = players.iter().zip(at_kill).map(|(player, lines)| missing(&player.lines, lines)).sum();
    let orders = at_kill.iter().flatten().filter(|line| line.starts_with("{\"order\"")).count();
    println!("kill {kill} in the middle of {} battles", players.len());
    println!("    orders acknowledged so far  {acknowledged} of people, {orders} in the records with the computer's");
    println!("    seen but not in the record  {}", lost + hasty);
    lost + hasty
}

/// Everybody comes back, all at the same time; prints how long it took. Turns that went back count as lost.
async fn resumed(host: &Host, players: &[Player], lost: usize) -> Result<(Vec<Client>, usize), Fault> {
    let (began, address) = (Instant::now(), host.address);
    let mut coming = JoinSet::new();
    for player in players {
        let (key, name, battle) = (player.key.clone(), player.name.clone(), player.battle);
        coming.spawn(async move {
            let client = Client::connect(address, &key).await?;
            client.expect(&format!("You are {name}")).await?;
            client.press("\r").await?;
            client.expect("Turn ").await?;
            while client.standing().is_empty() {
                sleep(LOOK).await;
            }
            Ok::<_, Fault>((battle, client, began.elapsed()))
        });
    }
    let mut back = Vec::new();
    for one in coming.join_all().await {
        back.push(one?);
    }
    back.sort_by_key(|(battle, ..)| *battle);
    let mut times: Vec<f64> = back.iter().map(|(_, _, time)| time.as_secs_f64()).collect();
    times.sort_by(f64::total_cmp);
    let behind = players.iter().zip(&back).filter(|(player, (_, client, _))| turn(&client.standing()) < player.turn);
    let behind = behind.count();
    println!(
        "    everybody is back           {} players; half of them in {:.2} s, the last in {:.2} s; {behind} at an earlier turn",
        back.len(),
        times[times.len() / 2],
        times[times.len() - 1]
    );
    Ok((back.into_iter().map(|(_, client, _)| client).collect(), lost + behind))
}

/// The turn in a status line.
fn turn(standing: &str) -> u32 {
    standing.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}

impl Player {
    /// Ends the step when it is this player's, and waits for the picture of it.
    async fn step(&mut self, client: &Client, record: &Path) {
        let before = client.standing();
        if !before.contains("· Blue ·") {
            sleep(LOOK).await;
            return;
        }
        let lines = whole_lines(record).len();
        let began = Instant::now();
        if client.press(" ").await.is_err() {
            return;
        }
        let mut confirmed = false;
        while client.standing() == before || client.standing().is_empty() {
            if client.is_over() || began.elapsed() > PATIENCE {
                return;
            }
            if !confirmed && client.shows("Done?") {
                confirmed = true;
                let _ = client.press("\r").await;
            }
            sleep(LOOK).await;
        }
        self.acknowledged += 1;
        self.turn = turn(&client.standing());
        if record.exists() {
            self.lines = whole_lines(record);
            self.hasty += usize::from(self.lines.len() <= lines);
        }
    }
}

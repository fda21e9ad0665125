//! The process is killed at any moment: every order that was acknowledged is there.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use battle::Side;
use table::{Link, Verdict};
use tui::{Host, Opponent, Room};

use super::{begun, come, file_lines, legal, odd, offer, open, try_to_sit};
use crate::Club;
use crate::store::DATABASE;

/// Names the folder to the process that is to be killed.
const FOLDER: &str = "GROGNARD_CLUB_TO_KILL";

/// Battles that go on when the process is killed.
const BATTLES: usize = 20;

/// Twenty battles of anna's: half against bob, half against the computer.
fn set_out(club: &Arc<Club>) -> Vec<Room> {
    let (anna, bob) = (come(club, "anna"), come(club, "bob"));
    let battle = |number: usize| {
        if number.is_multiple_of(2) {
            return begun(&anna, &bob, "small-field");
        }
        let computer = Opponent::Commander(String::from("random"));
        anna.offer(offer("small-field", Side::Blue, computer)).expect("begun")
    };
    (0..BATTLES).map(battle).collect()
}

/// Plays all of them, an order each in turn, and says each order once it is acknowledged, until told to stop.
fn play_all(club: &Arc<Club>, rooms: &[Room], stop: &AtomicBool, mut acknowledged: impl FnMut(Room, usize, &str)) {
    let (anna, bob) = (come(club, "anna"), come(club, "bob"));
    let chairs: Vec<_> = rooms.iter().map(|room| [&anna, &bob].map(|one| try_to_sit(one, *room))).collect();
    for round in 0..100_000usize {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let (room, chairs) = (rooms[round % rooms.len()], &chairs[round % rooms.len()]);
        let Some((side, orders)) = legal(club, room) else { continue };
        let Some(chair) = chairs.iter().flatten().find(|chair| chair.side() == Some(side)) else { continue };
        let order = &orders[(round / rooms.len()) * 7 % orders.len()];
        let before = chair.lines(0).len();
        if chair.give(order).is_ok() {
            acknowledged(room, before, order);
        }
    }
}

/// Looks whether everything that was acknowledged is in the folder, and whether all battles go on.
fn everything_is_there(folder: &Path, acknowledged: &[(Room, usize, String)]) {
    let records: BTreeMap<Room, Vec<String>> =
        acknowledged.iter().map(|(room, ..)| (*room, file_lines(folder, *room))).collect();
    for (room, place, order) in acknowledged {
        let line = serde_json::json!({ "order": order }).to_string();
        assert!(records[room][*place..].iter().take(3).any(|found| *found == line), "battle {}: {line}", room.0);
    }
    let club = open(folder);
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    assert_eq!(anna.rows().len(), BATTLES);
    for row in anna.rows() {
        let path = folder.join(format!("records/{}.jsonl", row.room.0));
        let verdict = table::verify(&odd::ODD_LIBRARY, &path).expect("readable");
        assert!(verdict.agrees(), "battle {}: {verdict}", row.room.0);
        if let Verdict::Unfinished { .. } = verdict {
            let chairs = [&anna, &bob].map(|one| try_to_sit(one, row.room));
            let links: Vec<&dyn Link> = chairs.iter().flatten().map(|chair| chair as &dyn Link).collect();
            let _given = super::play(&club, row.room, &links);
        }
    }
    assert_eq!(club.notes(), Vec::<String>::new());
}

/// The process that is killed: this one, started again with a folder.
#[test]
fn the_process_to_be_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let club = open(Path::new(&folder));
    let rooms = set_out(&club);
    let mut out = std::io::stdout().lock();
    writeln!(out, "\nbegun").expect("written");
    play_all(&club, &rooms, &AtomicBool::new(false), |room, place, order| {
        writeln!(out, "ack {} {place} {order}", room.0).expect("written");
        out.flush().expect("written");
    });
}

fn killed_after(folder: &Path, time: Duration) -> Vec<(Room, usize, String)> {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "tests::killed::the_process_to_be_killed", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "begun"), "the battles have begun");
    let reader = std::thread::spawn(move || lines.collect::<Vec<String>>());
    std::thread::sleep(time);
    child.kill().expect("killed");
    child.wait().expect("ended");
    let mut said = reader.join().expect("read");
    // The last line may have been cut off in the middle.
    said.pop();
    let parse = |line: &String| {
        let mut words = line.splitn(4, ' ').skip(1);
        let room = Room(words.next()?.parse().ok()?);
        Some((room, words.next()?.parse().ok()?, String::from(words.next()?)))
    };
    said.iter().filter_map(parse).collect()
}

#[test]
fn a_killed_process_loses_no_acknowledged_order() {
    for time in [3, 150, 700] {
        let folder = tempfile::tempdir().expect("a folder");
        let acknowledged = killed_after(folder.path(), Duration::from_millis(time));
        assert!(time < 700 || acknowledged.len() > 20, "{} orders", acknowledged.len());
        everything_is_there(folder.path(), &acknowledged);
    }
}

fn copy(club: &Club, from: &Path, to: &Path) {
    std::fs::create_dir_all(to.join("records")).expect("a folder");
    // Of the database only what is on disk at one moment; the records as they grow.
    club.hall.store.frozen(|| {
        for name in [String::from(DATABASE), format!("{DATABASE}-wal")] {
            std::fs::copy(from.join(&name), to.join(&name)).expect("copied");
        }
    });
    for file in std::fs::read_dir(from.join("records")).expect("records") {
        let file = file.expect("a record");
        std::fs::copy(file.path(), to.join("records").join(file.file_name())).expect("copied");
    }
}

#[test]
fn a_copy_taken_at_any_moment_is_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let rooms = set_out(&club);
    let (stop, acknowledged) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        let player = scope.spawn(|| {
            play_all(&club, &rooms, &stop, |room, place, order| {
                acknowledged.lock().expect("no panic").push((room, place, String::from(order)));
            });
        });
        for _ in 0..4 {
            std::thread::sleep(Duration::from_millis(60));
            let known = acknowledged.lock().expect("no panic").clone();
            let place = tempfile::tempdir().expect("a folder");
            copy(&club, folder.path(), place.path());
            everything_is_there(place.path(), &known);
        }
        stop.store(true, Ordering::Relaxed);
        player.join().expect("no panic");
    });
    assert!(acknowledged.lock().expect("no panic").len() > 20);
}

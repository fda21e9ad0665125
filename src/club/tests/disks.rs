//! Disks that are full, broken, slow, or lose their power: what is acknowledged is there, and everybody is told.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use battle::Side;
use table::{Disk, Link, SimulatedDisk, Trouble};
use tui::{Host, Opponent, Room};

use super::{anyone, begun, come, legal, listed, odd, offer, play, policy, row, sit, until};
use crate::said::{NO_BOOKS, NO_DISK};
use crate::store::DATABASE;
use crate::{Club, Policy, SyncWhen};

fn open_on(disk: &SimulatedDisk, folder: &Path, sync: SyncWhen) -> Arc<Club> {
    let disk: Arc<dyn Disk> = Arc::new(disk.clone());
    Club::open_on(disk, Arc::new(odd::ODD_LIBRARY), folder, Policy { sync, ..policy() }).expect("a club")
}

fn path(folder: &Path, room: Room) -> PathBuf {
    folder.join(format!("records/{}.jsonl", room.0))
}

fn written(disk: &SimulatedDisk, folder: &Path, room: Room) -> String {
    String::from_utf8(disk.read(&path(folder, room)).expect("a record")).expect("text")
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_computers_order_that_cannot_be_written_waits_and_everybody_is_told() {
    for trouble in [Trouble::NoSpace, Trouble::Broken] {
        let (folder, disk) = (tempfile::tempdir().expect("a folder"), SimulatedDisk::default());
        let club = open_on(&disk, folder.path(), SyncWhen::Each);
        let anna = come(&club, "anna");
        let computer = Opponent::Commander(String::from("random"));
        let room = anna.offer(offer("small-field", Side::Blue, computer)).expect("begun");
        let blue = sit(&anna, room);
        until("anna's turn", || listed(&anna, room).1 == "your turn");
        let mut orders = 0;
        while listed(&anna, room).1 == "your turn" {
            // Her last order is written; the computer's answer is not.
            disk.repair();
            let before = disk.operations();
            play(&club, room, &[&blue]).expect("an order");
            disk.plan(disk.operations().max(before + 2), u64::MAX, trouble);
            orders += 1;
            assert!(orders < 200);
        }
        until("the row says so", || listed(&anna, room).1 == NO_DISK);
        let said = text(&blue.lines(0));
        assert_eq!(blue.trouble().as_deref(), Some(NO_DISK));
        std::thread::sleep(Duration::from_millis(2300));
        let notes = club.notes();
        assert_eq!(notes.len(), 1, "{notes:?}");
        assert!(notes[0].contains("cannot write the record") && notes[0].ends_with("tried again every second"));
        assert_eq!(text(&blue.lines(0)), said, "nothing that is not written is shown");
        assert!(blue.give("done").is_err(), "it is not her turn");
        disk.repair();
        until("it goes on by itself", || text(&blue.lines(0)).len() > said.len());
        until("her turn", || listed(&anna, room).1 == "your turn");
        assert_eq!(blue.trouble(), None);
        assert!(club.notes().iter().any(|note| note.ends_with("its record can be written again")));
        assert_eq!(text(&blue.lines(0)), written(&disk, folder.path(), room));
    }
}

#[test]
fn a_persons_order_that_cannot_be_written_is_refused_and_changes_nothing() {
    for trouble in [Trouble::NoSpace, Trouble::Broken] {
        let (folder, disk) = (tempfile::tempdir().expect("a folder"), SimulatedDisk::default());
        let club = open_on(&disk, folder.path(), SyncWhen::Each);
        let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
        let room = begun(&anna, &bob, "small-field");
        let (blue, red) = (sit(&anna, room), sit(&bob, room));
        for _ in 0..10 {
            play(&club, room, &[&blue, &red]).expect("an order");
        }
        let before = (text(&blue.lines(0)), listed(&anna, room), legal(&club, room));
        disk.plan(disk.operations(), u64::MAX, trouble);
        let (side, orders) = legal(&club, room).expect("it goes on");
        let link: &dyn Link = if side == Side::Blue { &blue } else { &red };
        let why = link.give(&orders[0]).expect_err("refused").to_string();
        assert!(why.starts_with("the host's disk is full or broken, so it was not carried out"), "{why}");
        assert_eq!(text(&blue.lines(0)), before.0);
        assert_eq!(anna.step_in(room).is_ok(), trouble == Trouble::NoSpace, "a broken disk shows nothing new");
        assert_eq!(listed(&bob, room).1, NO_DISK);
        assert!(club.notes().iter().any(|note| note.contains("cannot write the record")));
        let other = anna.offer(offer("outpost", Side::Blue, Opponent::Commander(String::from("slow"))));
        assert!(other.is_err(), "no battle begins that cannot be written");
        disk.repair();
        until("all is well again", || listed(&anna, room) == before.1);
        assert_eq!(legal(&club, room), before.2);
        link.give(&orders[0]).expect("carried out");
        assert_eq!(text(&blue.lines(0)), written(&disk, folder.path(), room));
    }
}

#[test]
fn a_record_that_was_taken_away_is_written_anew_and_the_battle_goes_on() {
    for sync in [SyncWhen::Each, SyncWhen::Second, SyncWhen::Never] {
        let (folder, disk) = (tempfile::tempdir().expect("a folder"), SimulatedDisk::default());
        let club = open_on(&disk, folder.path(), sync);
        let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
        let room = begun(&anna, &bob, "small-field");
        let (blue, red) = (sit(&anna, room), sit(&bob, room));
        for _ in 0..10 {
            play(&club, room, &[&blue, &red]).expect("an order");
        }
        let before = text(&blue.lines(0));
        disk.remove(&path(folder.path(), room)).expect("it was there");
        let (side, orders) = legal(&club, room).expect("it goes on");
        let link: &dyn Link = if side == Side::Blue { &blue } else { &red };
        let _refused_or_not = link.give(&orders[0]);
        until("the record is there again", || disk.length(&path(folder.path(), room)).is_ok());
        until("orders are taken again", || link.give(&orders[0]).is_ok() || text(&blue.lines(0)).len() > before.len());
        play(&club, room, &[&blue, &red]).expect("it goes on");
        let after = text(&blue.lines(0));
        assert!(after.starts_with(&before) && after.len() > before.len(), "{after}");
        until("it is whole", || written(&disk, folder.path(), room) == after);
        assert!(club.notes().iter().any(|note| note.contains("written again")), "{:?}", club.notes());
        drop((blue, red, anna, bob));
        drop(club);
        let again = open_on(&disk, folder.path(), sync);
        assert!(legal(&again, room).is_some(), "a restart finds it");
    }
}

#[test]
fn a_slow_disk_keeps_nobody_from_looking() {
    let (folder, disk) = (tempfile::tempdir().expect("a folder"), SimulatedDisk::default());
    let club = open_on(&disk, folder.path(), SyncWhen::Each);
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let (slow, other) = (begun(&anna, &bob, "small-field"), begun(&anna, &bob, "small-field"));
    let (blue, red) = (sit(&anna, slow), sit(&bob, slow));
    let (third, fourth) = (sit(&anna, other), sit(&bob, other));
    let (side, orders) = legal(&club, slow).expect("it goes on");
    disk.slow_down(Duration::from_millis(800));
    std::thread::scope(|scope| {
        let link: &(dyn Link + Sync) = if side == Side::Blue { &blue } else { &red };
        let began = Instant::now();
        let order = scope.spawn(|| link.give(&orders[0]).expect("carried out"));
        std::thread::sleep(Duration::from_millis(100));
        let lines = blue.lines(0).len();
        assert!(!anna.rows().is_empty() && legal(&club, other).is_some());
        assert!(began.elapsed() < Duration::from_millis(500), "looking waits for no disk");
        assert_eq!(lines, 1, "nobody sees an order that is not on the disk");
        play(&club, other, &[&third, &fourth]).expect("another battle goes on");
        order.join().expect("no panic");
        assert!(began.elapsed() < Duration::from_millis(1500), "both waited at the same time");
        assert_eq!(red.lines(0).len(), 2);
    });
}

#[test]
fn once_a_second_means_that_no_order_waits_and_soon_it_is_there() {
    let (folder, disk) = (tempfile::tempdir().expect("a folder"), SimulatedDisk::default());
    let club = open_on(&disk, folder.path(), SyncWhen::Second);
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "small-field");
    let (blue, red) = (sit(&anna, room), sit(&bob, room));
    disk.slow_down(Duration::from_millis(200));
    let began = Instant::now();
    for _ in 0..20 {
        play(&club, room, &[&blue, &red]).expect("an order");
    }
    assert!(began.elapsed() < Duration::from_millis(1500));
    let said = text(&blue.lines(0));
    let kept = || disk.after_power_cut(1).read(&path(folder.path(), room)).is_ok_and(|found| found == said.as_bytes());
    until("it is on the disk", kept);
}

/// What was acknowledged while a club played until its power was cut.
#[derive(Default)]
struct Acknowledged {
    names: Vec<&'static str>,
    offers: Vec<Room>,
    begun: Vec<Room>,
    lines: BTreeMap<Room, String>,
    orders: usize,
}

/// The database's files at the moment of the cut.
struct Books {
    files: Vec<(PathBuf, Vec<u8>)>,
}

/// Copies the database at the moment of the cut: of what was written ahead, what was not synced is torn.
fn copy_books(folder: &Path, synced: u64, seed: u64) -> Books {
    let database = folder.join(DATABASE);
    let ahead = folder.join(format!("{DATABASE}-wal"));
    let mut tail = fs::read(&ahead).unwrap_or_default();
    let (synced, mut chance) = (synced as usize, seed | 1);
    for sector in tail.get_mut(synced..).unwrap_or_default().chunks_mut(512) {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if chance >> 62 == 0 {
            sector.fill(0);
        }
    }
    let kept = tail.len().saturating_sub((chance >> 33) as usize % (tail.len().saturating_sub(synced) + 1));
    tail.truncate(kept);
    Books { files: vec![(database.clone(), fs::read(database).unwrap_or_default()), (ahead, tail)] }
}

/// A folder in memory where there is one, so that many runs cost no disk anything.
fn fast_folder() -> tempfile::TempDir {
    let made = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    made.expect("a folder")
}

/// Plays until the power is cut at the `at`-th write, or so many orders were given.
fn play_until_cut(disk: &SimulatedDisk, folder: &Path, seed: u64) -> (Acknowledged, Books) {
    let club = open_on(disk, folder, SyncWhen::Each);
    let books = Arc::new(Mutex::new(None));
    let (synced, place, shelf) = (club.hall.store.synced(), folder.to_path_buf(), Arc::clone(&books));
    disk.when_cut(move || {
        let length = *synced.lock().expect("no panic");
        *shelf.lock().expect("no panic") = Some(copy_books(&place, length, seed));
    });
    disk.plan(disk.operations() + seed % 131, u64::MAX, Trouble::PowerCut);
    let mut known = Acknowledged::default();
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    known.names = vec!["anna", "bob"];
    let mut chairs = Vec::new();
    for number in 0..3 {
        let Ok(room) = anna.offer(anyone(["small-field", "outpost"][number % 2], Side::Blue)) else { break };
        if disk.is_cut() {
            break;
        }
        known.offers.push(room);
        if number == 2 || bob.accept(room).is_err() || disk.is_cut() {
            continue;
        }
        known.begun.push(room);
        if let (Ok(super::Step::In(blue, _)), Ok(super::Step::In(red, _))) = (anna.step_in(room), bob.step_in(room)) {
            chairs.push((room, blue, red));
        }
    }
    for round in 0..60 {
        for (room, blue, red) in &chairs {
            if disk.is_cut() {
                break;
            }
            let Some((side, orders)) = legal(&club, *room) else { continue };
            let link: &dyn Link = if side == Side::Blue { blue } else { red };
            let given = if round % 5 == 4 {
                link.undo()
            } else {
                link.give(&orders[round * 7 % orders.len()]).map_err(|why| why.to_string())
            };
            let lines = text(&blue.lines(0));
            if !disk.is_cut() {
                known.orders += usize::from(given.is_ok());
                known.lines.insert(*room, lines);
            }
        }
    }
    disk.cut();
    drop((chairs, anna, bob));
    drop(club);
    let books = books.lock().expect("no panic").take().expect("copied at the cut");
    (known, books)
}

/// Acknowledged orders that are not in their place in the records.
fn lost(disk: &SimulatedDisk, folder: &Path, known: &Acknowledged) -> usize {
    let of = |(room, lines): (&Room, &String)| {
        let found = String::from_utf8_lossy(&disk.read(&path(folder, *room)).unwrap_or_default()).into_owned();
        let kept = lines.lines().zip(found.lines()).take_while(|(line, found)| line == found).count();
        lines.lines().skip(kept).filter(|line| line.starts_with(r#"{"order""#)).count()
    };
    known.lines.iter().map(of).sum()
}

/// Opens what the cut has left and looks whether everything acknowledged is there; how many battles go on or are over.
fn resumed(disk: &SimulatedDisk, folder: &Path, known: &Acknowledged) -> usize {
    let mut resumed = 0;
    let club = open_on(disk, folder, SyncWhen::Each);
    let visits: Vec<_> =
        known.names.iter().map(|name| (*name, super::Visit::new(&club, &super::key_of(name)))).collect();
    for (name, visit) in &visits {
        let visitor = visit.as_ref().expect("let in").visitor();
        assert_eq!(visitor, tui::Visitor::Player(String::from(*name)), "the name is kept");
    }
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    for room in &known.offers {
        assert!(row(&anna, *room).is_some(), "offer {} is kept", room.0);
    }
    for room in &known.begun {
        let (section, state) = listed(&anna, *room);
        if section == tui::Section::Finished {
            resumed += 1;
            continue;
        }
        assert_eq!(section, tui::Section::Yours, "battle {}: {state}", room.0);
        let (blue, red) = (sit(&anna, *room), sit(&bob, *room));
        let before = known.lines.get(room).cloned().unwrap_or_default();
        assert!(text(&blue.lines(0)).starts_with(&before), "battle {}: followers get all of it", room.0);
        if legal(&club, *room).is_some() {
            play(&club, *room, &[&blue, &red]).expect("it goes on");
        }
        resumed += 1;
    }
    resumed
}

/// Cuts the power in as many runs as `GROGNARD_CUTS` says, at another write each time.
#[test]
fn a_power_cut_loses_no_acknowledged_order() {
    let runs: u64 = std::env::var("GROGNARD_CUTS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(100);
    let (mut orders, mut battles, mut torn, mut writes, mut gone, mut on) = (0, 0, 0, 0, 0, 0);
    for seed in 0..runs {
        let (folder, disk) = (fast_folder(), SimulatedDisk::default());
        let (known, books) = play_until_cut(&disk, folder.path(), seed);
        for name in [format!("{DATABASE}-wal"), format!("{DATABASE}-shm")] {
            let _absent = fs::remove_file(folder.path().join(name));
        }
        books.files.iter().for_each(|(path, bytes)| fs::write(path, bytes).expect("written"));
        let left = disk.after_power_cut(seed);
        let rooms = known.begun.iter();
        torn +=
            rooms.filter(|room| left.read(&path(folder.path(), **room)).is_ok_and(|found| found.contains(&0))).count();
        gone += lost(&left, folder.path(), &known);
        on += resumed(&left, folder.path(), &known);
        (orders, battles, writes) = (orders + known.orders, battles + known.begun.len(), writes + disk.operations());
    }
    println!("power cuts                      {runs}, at {writes} writes and syncs in all");
    println!("orders acknowledged             {orders} in {battles} battles");
    println!("orders lost                     {gone}");
    println!("records torn by the cut         {torn}");
    println!("records resumed                 {on} of {battles}");
    assert_eq!((gone, on), (0, battles));
    assert!(orders > runs as usize * 10 && torn > 0, "{orders} orders, {torn} torn");
}

fn lose(folder: &Path, how: &str) {
    let database = folder.join(DATABASE);
    match how {
        "deleted" => fs::remove_file(&database).expect("deleted"),
        "cut" => {
            let file = fs::OpenOptions::new().write(true).open(&database).expect("a database");
            file.set_len(file.metadata().expect("a length").len() / 2).expect("cut");
        }
        "overwritten" => fs::write(&database, vec![7; 100_000]).expect("overwritten"),
        _ => fs::remove_file(folder.join(format!("{DATABASE}-wal"))).expect("deleted"),
    }
}

#[test]
fn a_database_lost_while_serving_is_noticed_at_once() {
    for how in ["deleted", "cut", "overwritten", "deleted ahead"] {
        let folder = tempfile::tempdir().expect("a folder");
        let club = super::open(folder.path());
        let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
        let room = begun(&anna, &bob, "small-field");
        let (blue, red) = (sit(&anna, room), sit(&bob, room));
        play(&club, room, &[&blue, &red]).expect("an order");
        assert_eq!(club.notes(), Vec::<String>::new());
        lose(folder.path(), how);
        let notes = club.notes();
        assert!(notes.len() == 1 && notes[0].starts_with("the database is lost: "), "{how}: {notes:?}");
        assert_eq!(anna.offer(anyone("outpost", Side::Blue)).err().as_deref(), Some(NO_BOOKS), "{how}");
        assert!(anna.welcome().contains(NO_BOOKS), "{how}");
        let before = blue.lines(0).len();
        play(&club, room, &[&blue, &red]).expect("battles go on");
        assert!(red.lines(0).len() > before && super::file_lines(folder.path(), room).len() > before, "{how}");
        assert_eq!(club.notes(), Vec::<String>::new(), "told once");
    }
}

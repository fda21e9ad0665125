//! A database that is lost or damaged: the records tell it again. And folders of earlier versions.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use battle::Side;
use systems::Shelf;
use table::{Link, Verdict};
use tui::{Host, Room, Section};

use super::{anyone, begun, come, legal, listed, odd, open, play, policy, row, sit};
use crate::Club;
use crate::said::ASTRAY;
use crate::store::DATABASE;

/// A club in which one battle goes on and one is over; their records as lines.
fn left(folder: &Path) -> [(Room, Vec<String>); 2] {
    let club = open(folder);
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let (going, ended) = (begun(&anna, &bob, "small-field"), begun(&bob, &anna, "outpost"));
    let (blue, red) = (sit(&anna, going), sit(&bob, going));
    for _ in 0..15 {
        play(&club, going, &[&blue, &red]).expect("an order");
    }
    sit(&anna, ended).resign();
    let computer = anna.offer(super::against("slow")).expect("begun");
    sit(&anna, computer).resign();
    [going, ended].map(|room| (room, super::file_lines(folder, room)))
}

fn spoil(folder: &Path, how: &str) {
    let database = folder.join(DATABASE);
    let bytes = fs::read(&database).expect("a database");
    match how {
        "deleted" => fs::remove_file(&database),
        "cut" => fs::write(&database, &bytes[..bytes.len() / 2]),
        _ => fs::write(&database, [&[7; 2000], &bytes[2000..]].concat()),
    }
    .expect("spoilt");
}

#[test]
fn a_lost_database_is_made_again_out_of_the_records() {
    for how in ["deleted", "cut", "overwritten"] {
        let folder = tempfile::tempdir().expect("a folder");
        let battles = left(folder.path());
        assert_eq!(Club::unknown_records(folder.path()), Ok(Vec::new()));
        spoil(folder.path(), how);
        let unknown = Club::unknown_records(folder.path());
        assert!(how != "deleted" || unknown == Ok(["1.jsonl", "2.jsonl", "3.jsonl"].map(String::from).to_vec()));
        let opened = Club::open(Arc::new(odd::ODD_LIBRARY), folder.path(), policy()).err().map(|why| why.0);
        assert!(
            opened.is_some_and(|why| how != "deleted" || why.contains("serve --recover")),
            "{how}: it does not start"
        );
        assert!(how == "deleted" || Club::look(folder.path()).is_err(), "{how}: a look sees the damage");
        let said = Club::recover(&odd::ODD_LIBRARY, folder.path()).expect("recovered");
        let last = said.last().expect("words");
        assert!(last.starts_with("3 of 3 records taken up"), "{how}: {said:?}");
        assert!(
            said.iter().any(|line| line.starts_with("battle 2: ") && line.contains("bob against anna, ")),
            "{said:?}"
        );
        let aside = folder.path().join(format!("{DATABASE}.damaged-1")).exists();
        assert_eq!(aside, how != "deleted", "what was damaged is kept");
        assert_eq!(Club::unknown_records(folder.path()), Ok(Vec::new()));
        let club = open(folder.path());
        let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
        let [(going, lines), (ended, _)] = &battles;
        assert_eq!(listed(&anna, *going).0, Section::Yours, "{how}");
        assert_eq!(listed(&bob, *ended).0, Section::Finished, "{how}");
        assert_eq!(row(&bob, *ended).expect("a row").players[0].as_deref(), Some("bob 1516"), "rated again");
        let (blue, red) = (sit(&anna, *going), sit(&bob, *going));
        assert_eq!(blue.lines(0), *lines, "{how}");
        play(&club, *going, &[&blue, &red]).expect("it goes on");
        let fresh = anna.offer(anyone("outpost", Side::Blue)).expect("offered");
        assert!(fresh.0 > 3, "numbers of records are not used again");
        assert_eq!(club.notes(), Vec::<String>::new());
    }
}

#[test]
fn what_is_served_from_or_empty_is_not_recovered() {
    let folder = tempfile::tempdir().expect("a folder");
    let why = Club::recover(&odd::ODD_LIBRARY, folder.path()).expect_err("nothing there").to_string();
    assert!(why.starts_with("there are no records in "), "{why}");
    left(folder.path());
    let club = open(folder.path());
    let why = Club::recover(&odd::ODD_LIBRARY, folder.path()).expect_err("served from").to_string();
    assert!(why.contains("another process"), "{why}");
    drop(club);
    let said = Club::recover(&odd::ODD_LIBRARY, folder.path()).expect("nothing to do");
    assert_eq!(said, ["0 of 3 records taken up; the others were known or are named above"]);
}

/// Folders of earlier versions.
fn old() -> Vec<PathBuf> {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/old");
    let entries = fs::read_dir(kept).expect("kept folders").map(|entry| entry.expect("an entry").path());
    entries.filter(|path| path.is_dir()).collect()
}

fn copied(from: &Path) -> tempfile::TempDir {
    let to = tempfile::tempdir().expect("a folder");
    fs::create_dir(to.path().join("records")).expect("a folder");
    fs::copy(from.join(DATABASE), to.path().join(DATABASE)).expect("copied");
    for record in fs::read_dir(from.join("records")).expect("records") {
        let record = record.expect("a record");
        fs::copy(record.path(), to.path().join("records").join(record.file_name())).expect("copied");
    }
    to
}

/// A battle of an earlier version goes on, or says from which turn on this version plays it otherwise and is looked at up
/// to there. Nothing else is right: no crash, no other battle than was played.
fn goes_on_or_says_why(club: &Arc<Club>, folder: &Path, anna: &super::Visit, bob: &super::Visit, room: Room) -> bool {
    let path = folder.join(format!("records/{}.jsonl", room.0));
    let verdict = table::verify(&Shelf::new(), &path).expect("every record of format 1 can be read");
    let lines = super::file_lines(folder, room);
    let (blue, red) = (sit(anna, room), sit(bob, room));
    if let Verdict::Differs { turn, line, .. } = verdict {
        let words = listed(anna, room).1;
        assert!(words.starts_with(ASTRAY) && words.contains(&format!("from turn {turn} on")), "{words}");
        assert_eq!(blue.lines(0), lines[..line - 1], "what can be played of it is shown");
        assert_eq!(blue.give("done").expect_err("refused").text, words);
        return false;
    }
    assert_eq!(blue.lines(0), lines);
    assert!(lines.iter().any(|line| line.starts_with(r#"{"undo""#)), "orders were taken back");
    let (side, orders) = legal(club, room).expect("it goes on");
    let link: &dyn Link = if side == Side::Blue { &blue } else { &red };
    assert!(orders.iter().any(|order| link.give(order).is_ok()), "an order");
    assert!(super::file_lines(folder, room).len() > lines.len());
    true
}

#[test]
fn folders_of_earlier_versions_are_opened_verified_and_gone_on_with() {
    let folders = old();
    assert!(!folders.is_empty());
    for kept in folders {
        let folder = copied(&kept);
        let club = Club::open(Arc::new(Shelf::new()), folder.path(), policy()).expect("a club");
        let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
        let rows = anna.rows();
        let of = |section: Section| rows.iter().filter(|row| row.section == section).count();
        assert_eq!((of(Section::Yours), of(Section::Finished)), (3, 2), "{}", kept.display());
        let offered = rows.iter().find(|row| row.state == "waiting for an opponent").expect("an offer");
        bob.accept(offered.room).expect("an offer of that time is played");
        for row in rows.iter().filter(|row| row.section == Section::Yours && row.room != offered.room) {
            goes_on_or_says_why(&club, folder.path(), &anna, &bob, row.room);
        }
        for row in rows.iter().filter(|row| row.section == Section::Finished) {
            let path = folder.path().join(format!("records/{}.jsonl", row.room.0));
            table::verify(&Shelf::new(), &path).expect("every record of format 1 can be read");
            assert!(table::Replay::open(Arc::new(Shelf::new()), &path).is_ok_and(|replay| !replay.orders().is_empty()));
            assert!(row.state.contains("won"), "{}", row.state);
        }
    }
}

#[test]
fn a_battle_that_this_version_plays_otherwise_says_from_which_turn_on() {
    let (kept, mut astray) = (old().remove(0), 0);
    for number in [1, 3] {
        let folder = copied(&kept);
        let path = folder.path().join(format!("records/{number}.jsonl"));
        let record = fs::read_to_string(&path).expect("a record");
        let at = record.rfind(r#""hash":""#).expect("a hash") + 8;
        let digit = if &record[at..=at] == "0" { "1" } else { "0" };
        fs::write(&path, format!("{}{digit}{}", &record[..at], &record[at + 1..])).expect("as another version's");
        let club = Club::open(Arc::new(Shelf::new()), folder.path(), policy()).expect("a club");
        let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
        astray += usize::from(!goes_on_or_says_why(&club, folder.path(), &anna, &bob, Room(number)));
    }
    assert_eq!(astray, 2);
}

#[test]
fn records_of_an_earlier_version_that_name_nobody_are_left_alone_with_the_reason() {
    let folder = copied(&old().remove(0));
    fs::remove_file(folder.path().join(DATABASE)).expect("deleted");
    let said = Club::recover(&Shelf::new(), folder.path()).expect("looked at");
    assert!(
        said[0].starts_with("battle 1: left alone: it is of an older version and does not say who Blue is"),
        "{said:?}"
    );
    assert_eq!(said.len(), 5);
}

//! Records: resumed wherever they were cut off, and refused wherever they were changed.

use std::fs;
use std::path::{Path, PathBuf};

use battle::Outcome;
use proving::DrillLibrary;
use tempfile::TempDir;

use super::{outpost, play_out, setup};
use crate::record::{Entry, Record};
use crate::verify::play_entry;
use crate::{Game, RecordFile, SeatSpec, Setup, Verdict, verify};

/// A finished battle's record as text.
fn record_of(setup: &Setup) -> String {
    let mut game = Game::start_untold(&DrillLibrary, setup).expect("a game");
    play_out(&mut game);
    game.past().record_text()
}

struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Desk {
        Desk { folder: tempfile::tempdir().expect("a folder") }
    }

    fn put(&self, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join("record.jsonl");
        fs::write(&path, bytes).expect("written");
        path
    }

    fn verdict(&self, lines: &[String]) -> Verdict {
        verify(&DrillLibrary, &self.put(lines.join("\n") + "\n")).expect("a record")
    }

    fn refusal(&self, lines: &[String]) -> String {
        let path = self.put(lines.join("\n") + "\n");
        let why = verify(&DrillLibrary, &path).expect_err("refused").to_string();
        let again = Game::resume(&DrillLibrary, &path).err().expect("refused").to_string();
        assert_eq!(why, again);
        why.replace(&path.display().to_string(), "FILE")
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(String::from).collect()
}

/// The turn of each line, from the hash lines before it.
fn turn_of(lines: &[String], place: usize) -> u16 {
    1 + lines[..place].iter().filter(|line| line.starts_with("{\"turn\"")).count() as u16
}

fn differs_in(verdict: &Verdict) -> Option<(u16, usize, &str)> {
    match verdict {
        Verdict::Differs { turn, line, what } => Some((*turn, *line, what)),
        _ => None,
    }
}

fn end_of(path: &Path) -> Outcome {
    match verify(&DrillLibrary, path) {
        Ok(Verdict::Agrees { outcome, .. }) => outcome,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_battle_resumes_wherever_it_was_killed() {
    let (text, desk) = (record_of(&outpost(6)), Desk::new());
    let header = text.find('\n').expect("a header") + 1;
    let mut cuts: Vec<usize> = (header..=text.len()).step_by(7).collect();
    cuts.extend(text.match_indices('\n').flat_map(|(place, _)| [place, place + 1]).filter(|cut| *cut >= header));
    for cut in cuts {
        let path = desk.put(&text[..cut]);
        let mut game = Game::resume(&DrillLibrary, &path).unwrap_or_else(|why| panic!("cut at {cut}: {why}"));
        let complete = text[..cut].rfind('\n').map_or(0, |end| end + 1);
        let kept = fs::read_to_string(&path).expect("read");
        assert!(kept.starts_with(&text[..complete]), "cut at {cut}");
        assert!(text.starts_with(&kept), "cut at {cut}: a torn line stayed");
        play_out(&mut game);
        drop(game);
        end_of(&path);
    }
}

#[test]
fn a_record_cut_within_its_header_is_none() {
    let (text, desk) = (record_of(&outpost(6)), Desk::new());
    for cut in [0, 1, text.find('\n').expect("a header")] {
        let path = desk.put(&text[..cut]);
        let why = Game::resume(&DrillLibrary, &path).err().expect("refused").to_string();
        assert!(why.ends_with("record.jsonl:1: no complete line; expected the header of a record"), "{why}");
        assert_eq!(fs::read_to_string(&path).expect("read"), text[..cut], "nothing was written");
    }
}

#[test]
fn a_whole_record_agrees() {
    let (record, desk) = (lines(&record_of(&outpost(6))), Desk::new());
    let orders = record.iter().filter(|line| line.starts_with("{\"order\"")).count();
    match desk.verdict(&record) {
        Verdict::Agrees { turns: 3, orders: counted, .. } => assert_eq!(counted, orders),
        other => panic!("{other}"),
    }
}

#[test]
fn a_removed_line_is_found_in_its_turn() {
    let (record, desk) = (lines(&record_of(&outpost(6))), Desk::new());
    for place in 1..record.len() - 1 {
        let mut changed = record.clone();
        changed.remove(place);
        let verdict = desk.verdict(&changed);
        let (turn, line, _) = differs_in(&verdict).unwrap_or_else(|| panic!("line {} gone: {verdict}", place + 1));
        assert_eq!(turn, turn_of(&record, place), "line {} gone: {verdict}", place + 1);
        assert!(line > place, "the difference shows at or after the gap");
    }
}

#[test]
fn a_missing_end_is_told() {
    let (record, desk) = (lines(&record_of(&outpost(6))), Desk::new());
    let orders = record.iter().filter(|line| line.starts_with("{\"order\"")).count();
    let verdict = desk.verdict(&record[..record.len() - 1]);
    assert_eq!(verdict, Verdict::Unfinished { turn: 3, orders });
    assert!(verdict.agrees() && verdict.to_string().contains("there is no end"), "{verdict}");
}

#[test]
fn a_changed_hash_is_found_in_its_turn() {
    let (record, desk) = (lines(&record_of(&outpost(6))), Desk::new());
    let hashed: Vec<usize> = (1..record.len()).filter(|place| record[*place].contains("\"hash\"")).collect();
    assert_eq!(hashed.len(), 3, "two turns and the end");
    for place in hashed {
        let mut changed = record.clone();
        let at = changed[place].len() - 3;
        let digit = if &changed[place][at..=at] == "0" { "1" } else { "0" };
        changed[place].replace_range(at..=at, digit);
        let verdict = desk.verdict(&changed);
        let (turn, line, what) = differs_in(&verdict).expect("a difference");
        assert_eq!((turn, line), (turn_of(&record, place), place + 1), "{verdict}");
        assert!(what.starts_with("found {\"") && what.contains("expected {\""), "{what}");
    }
}

#[test]
fn a_changed_order_is_found_in_its_turn() {
    let (record, desk) = (lines(&record_of(&outpost(6))), Desk::new());
    for place in (1..record.len()).filter(|place| record[*place].starts_with("{\"order\"")) {
        for other in ["{\"order\":\"done\"}", "{\"order\":\"order B2\"}", "{\"order\":\"fly\"}"] {
            let mut changed = record.clone();
            if changed[place] == other {
                continue;
            }
            changed[place] = String::from(other);
            let verdict = desk.verdict(&changed);
            let (turn, ..) = differs_in(&verdict).expect("a difference");
            assert_eq!(turn, turn_of(&record, place), "line {} is {other}: {verdict}", place + 1);
        }
    }
    let mut refused = record.clone();
    refused[1] = String::from("{\"order\":\"rally B1\"}");
    let verdict = desk.verdict(&refused);
    assert!(verdict.to_string().starts_with("turn 1 differs at line 2: order `rally B1` is refused: "), "{verdict}");
}

#[test]
fn a_changed_header_is_found() {
    let (record, desk) = (lines(&record_of(&outpost(6))), Desk::new());
    let with = |from: &str, to: &str| {
        let mut changed = record.clone();
        assert!(changed[0].contains(from), "{}", changed[0]);
        changed[0] = changed[0].replace(from, to);
        changed
    };
    let turn = |changed: &[String]| differs_in(&desk.verdict(changed)).map(|(turn, ..)| turn);
    assert_eq!(turn(&with("\"seed\":6", "\"seed\":7")), Some(1));
    assert_eq!(turn(&with("\"random\",\"random\"", "\"first\",\"random\"")), Some(1), "even a name");
    assert_eq!(turn(&with("\"house\":{}", "\"house\":{\"volleys\":\"off\"}")), Some(1));
    let other = with(&format!("\"program\":\"{}\"", env!("CARGO_PKG_VERSION")), "\"program\":\"0.0.9\"");
    let verdict = desk.verdict(&other);
    assert!(verdict.to_string().contains("; version 0.0.9 plays it as it was, this is "), "{verdict}");
}

#[test]
fn a_changed_battle_or_another_format_is_refused_with_a_sentence() {
    let (record, desk) = (lines(&record_of(&outpost(6))), Desk::new());
    let refusal = |from: &str, to: &str| {
        let mut changed = record.clone();
        assert!(changed[0].contains(from), "{}", changed[0]);
        changed[0] = changed[0].replace(from, to);
        desk.refusal(&changed)
    };
    let why = refusal("turns = 3", "turns = 4");
    assert_eq!(why, "FILE:1: the battle in the record was changed: its hash is not the one in the header");
    let why = refusal("\"format\":1", "\"format\":2");
    assert!(why.starts_with("FILE:1: the record has format 2, this program ("), "{why}");
    assert!(why.ends_with(") reads format 1 only"), "{why}");
    let why = refusal("\"grognard\":\"record\"", "\"grognard\":\"map\"");
    assert!(why.ends_with("; expected the header of a record"), "{why}");
    assert_eq!(refusal("\"system\":\"drill\"", "\"system\":\"chess\""), "unknown system `chess`; expected drill");
    let why = refusal("\"house\":{}", "\"house\":{\"volleys\":\"perhaps\"}");
    assert_eq!(why, "FILE:1: house rule `volleys` is `perhaps`; expected on or off");
}

#[test]
fn a_line_that_is_none_is_named() {
    let (record, desk) = (lines(&record_of(&outpost(6))), Desk::new());
    let expected = "a line with order, turn, undo, resign, program or over";
    let cases = [
        ("{}", format!("`{{}}`; expected {expected}")),
        ("done", format!("`done`; expected {expected}")),
        ("{\"order\":3}", String::from("`{\"order\":3}`; expected an order as text")),
        ("{\"undo\":0}", String::from("`{\"undo\":0}`; expected the number of orders undone")),
        ("{\"undo\":9999}", String::from("an undo of more orders than there are; expected an order before it")),
        ("{\"resign\":\"green\"}", String::from("`{\"resign\":\"green\"}`; expected blue or red")),
    ];
    for (line, said) in cases {
        let mut changed = record.clone();
        changed[4] = String::from(line);
        assert_eq!(desk.refusal(&changed), format!("FILE:5: {said}"));
    }
    let mut longer = record.clone();
    longer.push(String::from("{\"order\":\"done\"}"));
    let why = desk.refusal(&longer);
    assert_eq!(why, format!("FILE:{}: a line after the end of the battle; expected nothing or an undo", longer.len()));
}

#[test]
fn bytes_that_are_no_text_are_named() {
    let (text, desk) = (record_of(&outpost(6)), Desk::new());
    let mut bytes = text.into_bytes();
    let last = bytes.len() - 5;
    bytes[last] = 0xff;
    let why = verify(&DrillLibrary, &desk.put(&bytes)).expect_err("refused").to_string();
    assert!(why.ends_with("bytes that are no text; expected a line of JSON"), "{why}");
}

#[test]
fn a_missing_file_is_named_with_the_reason() {
    let why = verify(&DrillLibrary, Path::new("/nowhere/x.jsonl")).expect_err("refused").to_string();
    assert!(why.starts_with("cannot read /nowhere/x.jsonl: No such file"), "{why}");
}

#[test]
fn a_resignation_is_played_again() {
    let (desk, set) = (Desk::new(), setup("outpost", ["human", "random"], 6));
    let record = RecordFile::create_at(&desk.folder.path().join("resigned.jsonl")).expect("a record");
    let mut game = Game::start(&DrillLibrary, &set, Some(record)).expect("a game");
    super::order(&mut game, "order B1");
    game.resign(battle::Side::Blue);
    let (path, outcome) = (game.past().record_path().expect("a path").to_path_buf(), game.outcome());
    drop(game);
    assert_eq!(Some(end_of(&path)), outcome);
}

#[test]
fn a_record_goes_on_with_other_players_if_one_likes() {
    let (desk, text) = (Desk::new(), record_of(&outpost(6)));
    let path = desk.put(&text[..text.len() / 2]);
    let seats = [Some(SeatSpec::Human), Some(SeatSpec::Commander(String::from("first")))];
    let game = Game::resume_with(&DrillLibrary, &path, seats).expect("resumed");
    assert!(game.is_human(battle::Side::Blue) && !game.is_human(battle::Side::Red));
    drop(game);
    let unknown = text.lines().next().expect("a header").replacen("\"random\"", "\"lost-profile\"", 1);
    let path = desk.put(unknown + "\n");
    let why = Game::resume(&DrillLibrary, &path).err().expect("refused").to_string();
    assert!(why.starts_with("unknown commander `lost-profile`"), "{why}");
    assert!(Game::resume_with(&DrillLibrary, &path, [Some(SeatSpec::Human), None]).is_ok());
}

#[test]
fn a_record_starts_no_program() {
    let (desk, marker) = (Desk::new(), tempfile::tempdir().expect("a folder"));
    let file = marker.path().join("started");
    let text = record_of(&outpost(6));
    let header =
        text.lines().next().expect("a header").replacen("\"random\"", &format!("\"exec:touch {}\"", file.display()), 1);
    let path = desk.put(header + "\n");
    let game = Game::resume(&DrillLibrary, &path).expect("resumed");
    assert_eq!(game.setup().seats[0], SeatSpec::Human);
    assert!(game.is_human(battle::Side::Blue));
    drop(game);
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(!file.exists(), "the program of a record was started");
}

#[test]
fn a_battle_that_cannot_begin_leaves_no_record_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let setup = setup("outpost", ["human", "nobody-of-that-name"], 3);
    let record = RecordFile::create(folder.path(), &setup).expect("a record");
    assert!(Game::start(&DrillLibrary, &setup, Some(record)).is_err());
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
}

/// The lines of a record as another version left it: with its number in the header and the hashes that follow from that.
fn of_version(version: &str, seed: u64) -> Vec<String> {
    let text = record_of(&outpost(seed));
    let header = lines(&text)[0].replace(env!("CARGO_PKG_VERSION"), version);
    let parsed = |text: &str| Record::parse("a record", text.as_bytes()).expect("a record");
    let mut game = Game::of_record(&DrillLibrary, &parsed(&format!("{header}\n"))).expect("a game");
    let orders = parsed(&text).items.into_iter().filter(|item| matches!(item.entry, Entry::Order(_)));
    orders.for_each(|item| play_entry(&mut game, &item.entry).expect("as before"));
    lines(&game.past().record_text())
}

fn whole(lines: &[String]) -> String {
    lines.join("\n") + "\n"
}

#[test]
fn a_record_of_another_version_that_is_played_alike_goes_on_and_says_who_played_what() {
    let (desk, record) = (Desk::new(), of_version("0.0.9", 6));
    let half = record.iter().position(|line| line.starts_with("{\"turn\"")).expect("a turn") + 1;
    let path = desk.put(whole(&record[..half]));
    assert_eq!(crate::turns_alike(&DrillLibrary, &path), Ok(1));
    let mut game = Game::resume(&DrillLibrary, &path).expect("it goes on");
    assert_eq!(lines(&game.past().record_text()), record[..half], "nothing is written before an order is");
    let order = game.system().orders()[0];
    game.give(&order).expect("legal");
    game.undo().ok();
    let order = game.system().orders()[0];
    game.give(&order).expect("legal");
    let text = lines(&game.past().record_text());
    let version = format!("{{\"program\":\"{}\"}}", env!("CARGO_PKG_VERSION"));
    assert_eq!(text[half], version);
    assert_eq!(text.iter().filter(|line| **line == version).count(), 1);
    drop(game);
    assert!(verify(&DrillLibrary, &path).expect("a record").agrees());
    Game::resume(&DrillLibrary, &path).expect("it goes on again");
}

#[test]
fn a_record_that_is_played_otherwise_names_its_version_and_goes_on_from_the_last_turn_that_is_not() {
    let (desk, mut record) = (Desk::new(), of_version("0.0.9", 6));
    let turns: Vec<usize> = (0..record.len()).filter(|place| record[*place].starts_with("{\"turn\"")).collect();
    let second = turns[1];
    let at = record[second].len() - 3;
    let digit = if &record[second][at..=at] == "0" { "1" } else { "0" };
    record[second].replace_range(at..=at, digit);
    let path = desk.put(whole(&record));
    let before = std::fs::read(&path).expect("there");
    let why = Game::resume(&DrillLibrary, &path).err().expect("refused").0;
    assert!(why.contains("turn 2 differs at line") && why.contains("version 0.0.9 plays it as it was"), "{why}");
    assert_eq!(crate::turns_alike(&DrillLibrary, &path), Ok(1));
    let folder = desk.folder.path().join("saves");
    let mut game = Game::salvage(&DrillLibrary, &path, &folder).expect("a turn of it");
    assert_eq!(game.system().field().turn(), 2);
    let kept: Vec<String> = record[1..turns[0]].to_vec();
    assert_eq!(lines(&game.past().record_text())[1..turns[0]], kept, "the orders of the first turn");
    let order = game.system().orders()[0];
    game.give(&order).expect("legal");
    let new = game.past().record_path().expect("a record").to_path_buf();
    drop(game);
    assert!(new.starts_with(&folder) && verify(&DrillLibrary, &new).expect("a record").agrees());
    assert_eq!(std::fs::read(&path).expect("there"), before, "the old one stays as it is");
}

#[test]
fn a_record_of_which_no_turn_is_played_alike_is_refused() {
    let (desk, mut record) = (Desk::new(), of_version("0.0.9", 6));
    record[1] = String::from("{\"order\":\"fly\"}");
    let path = desk.put(whole(&record));
    let why = Game::salvage(&DrillLibrary, &path, &desk.folder.path().join("saves")).err().expect("refused").0;
    assert!(why.ends_with("not even the first turn is played as it was; there is nothing to go on from"), "{why}");
    assert!(!desk.folder.path().join("saves").exists(), "no empty record");
}

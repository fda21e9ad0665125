//! Campaigns from end to end: played by the computer, killed and gone on with, verified, soaked, and on the screen by keys.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use battle::{HouseRules, Library};
use systems::Shelf;
use table::campaign::{self, Campaign, Run, Standing};
use table::{Game, SeatSpec, TakenUp, Terms, Verdict};
use tempfile::TempDir;
use tui::Start;

use crate::cli::grognard;
use crate::window::Window;

const DRILL: &str = include_str!("../../src/campaign/tests/drill.toml");

fn drill() -> Arc<Campaign> {
    Arc::new(campaign::load_text("x/drill.toml", DRILL).unwrap_or_else(|faults| panic!("{faults}")))
}

fn terms(system: &str, seats: [&str; 2]) -> Terms {
    let system = Shelf::new().system(system).expect("a system");
    let seats = seats.map(|seat| seat.parse::<SeatSpec>().expect("a seat"));
    Terms { system, house: HouseRules::default(), seats }
}

/// Lets the computer play so many decisions, or to the end.
fn play(game: &mut Game, most: usize) {
    for _ in 0..most {
        if game.outcome().is_some() {
            return;
        }
        game.think(&AtomicBool::new(false)).expect("goes on");
    }
}

/// Fights the next battle in that folder to its end, with a kill and a fresh start half way through; where its record is.
fn fight(run: &Run, terms: &Terms, folder: &Path) -> PathBuf {
    let shelf = Shelf::new();
    let mut game = table::begin_next(&shelf, run, terms, folder).expect("it begins");
    let path = game.past().record_path().expect("a record").to_path_buf();
    play(&mut game, 20);
    drop(game);
    let found = table::going(folder).into_iter().find(|one| one.path == path).expect("it is found again");
    assert_eq!(found.part.number, run.past.len() + 1);
    let taken = table::take_up(&shelf, &found.path).expect("it is taken up");
    assert_eq!((taken.fighting.as_deref(), &taken.run.past), (Some(path.as_path()), &run.past));
    let mut game = Game::resume(&shelf, &path).expect("it goes on");
    play(&mut game, usize::MAX);
    path
}

/// Plays the drill by the computer from end to end, the ways by lot; the records and the run in the end.
fn played(folder: &Path, system: &str, seed: u64) -> (Vec<PathBuf>, Run) {
    let (shelf, terms) = (Shelf::new(), terms(system, ["hold", "hold"]));
    let (mut run, mut records) = (Run::new(drill(), seed), Vec::new());
    loop {
        match run.position().expect("a position").standing {
            Standing::Battle { .. } => {
                let path = fight(&run, &terms, folder);
                // Between two battles everything that is needed to go on is in the folder.
                let found = &table::going(folder)[0];
                assert_eq!(found.path, path);
                run = table::take_up(&shelf, &found.path).expect("it is taken up").run;
                assert!(run.past.last().is_some_and(|last| last.way.is_none()), "the choice is asked again");
                records.push(path);
            }
            Standing::Choice { ways, .. } => {
                let stage = run.campaign.stage_named(&run.past.last().expect("a past").stage).expect("a stage");
                let way = run.campaign.stages[stage].ways[ways[run.lot(ways.len())]].clone();
                run = table::take(&run, &way).expect("it is open");
            }
            Standing::Over { .. } => return (records, run),
        }
    }
}

fn verdict(path: &Path) -> Verdict {
    table::verify(&Shelf::new(), path).unwrap_or_else(|why| panic!("{why}"))
}

/// What differs when a record is verified whose header was changed.
fn differs(path: &Path, change: impl Fn(&str) -> String) -> String {
    let text = fs::read_to_string(path).expect("readable");
    let changed = change(&text);
    assert_ne!(changed, text, "nothing was changed");
    fs::write(path, &changed).expect("written");
    let verdict = table::verify(&Shelf::new(), path).map_or_else(|why| why.0, |verdict| verdict.to_string());
    fs::write(path, &text).expect("written");
    verdict
}

#[test]
fn a_campaign_is_played_killed_gone_on_with_and_verified() {
    for system in Shelf::new().systems() {
        let folder = TempDir::new().expect("a folder");
        let (records, run) = played(folder.path(), system.key, 11);
        assert!(records.len() > 1, "{}: more than a battle", system.key);
        assert_eq!(run.past.len(), records.len());
        for path in &records {
            assert!(matches!(verdict(path), Verdict::Agrees { .. }), "{}: {}", system.key, verdict(path));
        }
        // Whoever lost men begins the next battle with fewer: the file of the second battle says so.
        let worn = run.past[0].account.units.values().any(|unit| unit.left < 60);
        let second = fs::read_to_string(&records[1]).expect("readable");
        assert!(!worn || second.contains("strength = "), "{}", system.key);
    }
}

#[test]
fn changed_accounts_texts_and_records_are_found() {
    let folder = TempDir::new().expect("a folder");
    let (records, run) = played(folder.path(), "eagles", 11);
    let (first, second) = (&records[0], &records[1]);
    let account = |text: &str| {
        let header = text.lines().next().expect("a header");
        let mut value: serde_json::Value = serde_json::from_str(header).expect("a header");
        let unit = &mut value["notes"]["campaign"]["past"][0]["account"]["units"]["B1"]["left"];
        *unit = serde_json::json!(if unit.as_u64() == Some(3) { 4 } else { 3 });
        text.replacen(header, &value.to_string(), 1)
    };
    // Alone, the battle is not the one that this account leads to; that it may be made so too is found beside the record before.
    let told = differs(second, account);
    assert!(told.contains("the battle of") && told.contains("is not the one that the campaign draws"), "{told}");
    let whole = |text: &str| {
        let text = account(text);
        let header = text.lines().next().expect("a header").to_owned();
        let mut value: serde_json::Value = serde_json::from_str(&header).expect("a header");
        let notes = value["notes"].as_object().expect("notes").clone();
        let drawn = table::run_of(&notes).expect("a run").expect("a campaign").battle().expect("a battle").1;
        value["battle"]["hash"] = serde_json::json!(blake3::hash(drawn.as_bytes()).to_hex().to_string());
        value["battle"]["text"] = serde_json::json!(drawn);
        text.replacen(&header, &value.to_string(), 1)
    };
    let told = differs(second, whole);
    assert!(told.contains("the account of the battle of `field` was changed"), "{told}");
    assert!(
        told.contains("First of the Line (B1): 3 per cent") || told.contains("First of the Line (B1): 4 per cent"),
        "{told}"
    );
    let told = differs(second, |text| text.replacen("Three days of drill", "Four days of drill", 1));
    assert!(told.contains("the campaign in the record was changed"), "{told}");
    let told =
        differs(second, |text| text.replacen(&format!("\"seed\":{},\"past\"", run.seed), "\"seed\":5,\"past\"", 1));
    assert!(told.contains("the battle has the seed"), "{told}");
    // Another battle in place of the first.
    let other = TempDir::new().expect("a folder");
    let mut swapped = Run::new(drill(), run.seed);
    swapped.past.clear();
    let mut game =
        table::begin_next(&Shelf::new(), &swapped, &terms("eagles", ["cadet", "hold"]), other.path()).expect("begins");
    play(&mut game, usize::MAX);
    let path = game.past().record_path().expect("a record").to_path_buf();
    let original = fs::read(first).expect("readable");
    fs::copy(&path, first).expect("copied");
    let told = verdict(second).to_string();
    assert!(told.contains("it follows a battle of `field` that ended with the hash"), "{told}");
    fs::write(first, original).expect("written");
    assert!(verdict(second).agrees());
    fs::remove_file(first).expect("removed");
    assert!(verdict(second).agrees(), "checkable alone");
}

#[test]
fn hostile_headers_are_refused_in_a_sentence() {
    let folder = TempDir::new().expect("a folder");
    let run = Run::new(drill(), 3);
    let game =
        table::begin_next(&Shelf::new(), &run, &terms("eagles", ["hold", "hold"]), folder.path()).expect("begins");
    let path = game.past().record_path().expect("a record").to_path_buf();
    drop(game);
    let text = fs::read_to_string(&path).expect("readable");
    let mut value: serde_json::Value = serde_json::from_str(text.lines().next().expect("a header")).expect("JSON");
    let mut refused = |change: &dyn Fn(&mut serde_json::Value)| {
        let sound = value.clone();
        change(&mut value["notes"]["campaign"]);
        fs::write(&path, format!("{value}\n")).expect("written");
        value = sound;
        let told = table::verify(&Shelf::new(), &path).map_or_else(|why| why.0, |verdict| verdict.to_string());
        assert!(table::going(folder.path()).len() <= 1);
        let _ = table::take_up(&Shelf::new(), &path);
        told
    };
    let told = refused(&|note| note["battles"] = serde_json::json!({}));
    assert!(told.contains("the record has no battle `drill-field`"), "{told}");
    let told = refused(&|note| note["past"] = serde_json::json!("yesterday"));
    assert!(told.contains("the campaign's past"), "{told}");
    let told = refused(
        &|note| note["past"] = serde_json::json!([{"stage":"defile","account":{"winner":null,"lost":[0,0],"units":{},"leaders":{}},"way":"x","hash":""}]),
    );
    assert!(told.contains("battle 1 is `defile`; expected `field`"), "{told}");
    let told = refused(&|note| note["seed"] = serde_json::json!(-1));
    assert!(told.contains("the campaign has no `seed`"), "{told}");
    let told = refused(&|note| *note = serde_json::json!(7));
    assert!(told.contains("the campaign has no `key`"), "{told}");
    let told = refused(&|note| note["text"] = serde_json::json!("title = 1"));
    assert!(told.contains("its hash is not the one beside it"), "{told}");
}

fn drill_file(folder: &Path) -> String {
    let path = folder.join("drill.toml");
    fs::write(&path, DRILL).expect("written");
    path.display().to_string()
}

fn said(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn campaigns_are_soaked_to_the_same_bytes_and_their_records_verify() {
    let folder = TempDir::new().expect("a folder");
    let file = drill_file(folder.path());
    let soaked = |jobs: &str| {
        let (out, records) = (folder.path().join(format!("{jobs}.jsonl")), folder.path().join(jobs));
        let (out, records) = (out.display().to_string(), records.display().to_string());
        let arguments =
            ["soak", "--campaign", &file, "--games", "5", "--blue", "hold", "--red", "hold", "--jobs", jobs];
        let output = grognard(&[&arguments[..], &["--out", &out, "--records", &records]].concat());
        assert!(output.status.success(), "{}", said(&output));
        (fs::read_to_string(out).expect("results"), said(&output), records)
    };
    let (one, told, records) = soaked("1");
    let (two, told_by_two, _) = soaked("2");
    assert_eq!((&one, &told), (&two, &told_by_two));
    let lines: Vec<serde_json::Value> = one.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (campaigns, battles): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.get("ending").is_some());
    assert_eq!(campaigns.len(), 5, "one of each rule system");
    let fought: u64 = campaigns.iter().filter_map(|line| line["battles"].as_u64()).sum();
    assert_eq!(battles.len() as u64, fought);
    assert!(
        battles.iter().all(|line| line["campaign"] == "drill" && line["stage"].is_string() && line["hash"].is_string())
    );
    assert!(
        told.contains("whoever won the first battle won") || told.contains("no first battle had a winner"),
        "{told}"
    );
    let mut records: Vec<PathBuf> =
        fs::read_dir(records).expect("records").flatten().map(|entry| entry.path()).collect();
    records.sort();
    assert_eq!(records.len() as u64, fought);
    for path in records {
        assert!(matches!(verdict(&path), Verdict::Agrees { .. }), "{}: {}", path.display(), verdict(&path));
    }
}

#[test]
fn the_command_lists_begins_and_tells_how_it_stands() {
    let folder = TempDir::new().expect("a folder");
    let data = folder.path().join("data").display().to_string();
    let file = drill_file(folder.path());
    let status = said(&grognard(&["campaign", &file, "--status", "--data", &data]));
    for part in ["Three days of drill, May 1809", "@ next", "Blue: 0 points, 100 per cent", "They meet on level grass."]
    {
        assert!(status.contains(part), "no `{part}` in {status}");
    }
    let listed = said(&grognard(&["list", "campaigns"]));
    for known in campaign::builtin() {
        assert!(listed.contains(known.key), "{listed}");
    }
    let checked = said(&grognard(&["check", &file]));
    assert!(checked.contains("a campaign without faults"), "{checked}");
    let unknown = grognard(&["campaign", "no-such"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(said(&unknown).contains("unknown campaign `no-such`"), "{}", said(&unknown));
}

/// A campaign after its first battle, which the computer fought; Blue is a person from then on.
fn between(folder: &Path) -> TakenUp {
    let (shelf, computers) = (Shelf::new(), terms("eagles", ["hold", "hold"]));
    let path = fight(&Run::new(drill(), 11), &computers, folder);
    let taken = table::take_up(&shelf, &path).expect("taken up");
    TakenUp { terms: terms("eagles", ["human", "hold"]), ..taken }
}

#[test]
fn the_screen_leads_from_battle_to_battle() {
    let folder = TempDir::new().expect("a folder");
    let taken = between(folder.path());
    for size in [(80, 24), (120, 40), (200, 60)] {
        let mut window = Window::open(Arc::new(Shelf::new()), Start::Campaign(Box::new(taken.clone())), "", size);
        let screen = window.screen();
        for part in ["Three days of drill", "What comes next", "[Story]"] {
            assert!(screen.contains(part), "{size:?}: no `{part}` in\n{screen}");
        }
        window.press("Tab");
        let armies = window.screen();
        assert!(armies.contains("First of the Line") && armies.contains('█'), "{size:?}\n{armies}");
        window.press("Tab");
        assert!(window.screen().contains("What is carried from a battle"), "{}", window.screen());
        // By the way under the bar, then into the battle, which has a record of its own.
        window.press("Enter");
        let next = window.screen();
        assert!(next.contains("Next: ") && next.contains("to the battle"), "{size:?}\n{next}");
        window.press("Enter");
        let records = fs::read_dir(window.saves()).map_or(0, Iterator::count);
        assert_eq!(records, 1, "{}", window.screen());
        let going = table::going(&window.saves());
        assert_eq!((going.len(), going[0].part.number), (1, 2));
        assert_eq!(going[0].part.told(), "Three days of drill · 2nd battle");
    }
}

#[test]
fn the_end_of_a_battle_leads_on_to_its_campaign() {
    let folder = TempDir::new().expect("a folder");
    let shelf = Arc::new(Shelf::new());
    let game =
        table::begin_next(shelf.as_ref(), &Run::new(drill(), 11), &terms("eagles", ["hold", "hold"]), folder.path());
    let start = Start::Game(Box::new(game.expect("it begins")));
    let mut window = Window::open(shelf, start, "", (100, 40));
    window.settle();
    for _ in 0..40 {
        if window.screen().contains("on with the campaign") {
            break;
        }
        window.press("Enter");
    }
    assert!(window.screen().contains("on with the campaign"), "{}", window.screen());
    window.press("c");
    let screen = window.screen();
    assert!(screen.contains("What comes next") && screen.contains("[Story]"), "{screen}");
}

#[test]
fn the_title_leads_to_campaigns_by_keys() {
    let mut window = Window::open(Arc::new(Shelf::new()), Start::Title, "", (120, 40));
    window.press("a");
    let list = window.screen();
    for known in campaign::builtin() {
        let title = campaign::title_of(known.text).unwrap_or_default();
        assert!(list.contains(&format!("Begin: {title}")), "{list}");
    }
    if !campaign::builtin().is_empty() {
        window.press("Enter");
        let terms = window.screen();
        assert!(terms.contains("Begin the campaign") && terms.contains("Enemy"), "{terms}");
        window.press("Enter");
        assert!(window.screen().contains("What comes next"), "{}", window.screen());
        window.press("Esc");
        assert!(window.screen().contains("Campaign"), "back at the title");
    }
}

#[test]
fn a_campaign_is_told_in_lines() {
    let folder = TempDir::new().expect("a folder");
    let data = folder.path().join("data").display().to_string();
    let file = drill_file(folder.path());
    let typed = "resign\nresign\nquit\n";
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(["campaign", &file, "--lines", "--enemy", "hold", "--seed", "4", "--data", &data])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    std::io::Write::write_all(program.stdin.as_mut().expect("a pipe"), typed.as_bytes()).expect("written");
    let told = said(&program.wait_with_output().expect("it ends"));
    for part in ["They meet on level grass.", "Next: Drill field", "Red won.", "Blue: 0 points", "Next: The defile"] {
        assert!(told.contains(part), "no `{part}` in {told}");
    }
    let going = table::going(&folder.path().join("data/saves"));
    assert_eq!(going.len(), 1);
}

#[test]
fn campaigns_are_drawn_in_windows_of_every_kind() {
    let folder = TempDir::new().expect("a folder");
    let taken = between(folder.path());
    let sizes = [
        (1, 1),
        (3, 2),
        (10, 4),
        (20, 9),
        (40, 12),
        (60, 16),
        (79, 23),
        (80, 19),
        (80, 24),
        (109, 30),
        (110, 8),
        (200, 60),
        (220, 70),
    ];
    for size in sizes {
        let start = Start::Campaign(Box::new(taken.clone()));
        let mut window = Window::open(Arc::new(Shelf::new()), start, "", size);
        for key in ["Tab", "PgDn", "Tab", "Down", "PgUp", "Tab", "Up", "Enter"] {
            window.rows();
            assert!(!window.is_astray(), "{size:?} before {key}: something is drawn outside");
            window.press(key);
        }
        let mut window = Window::open(Arc::new(Shelf::new()), Start::Title, "", size);
        for key in ["a", "Enter", "Down", "Right", "Left", "Down"] {
            window.press(key);
            window.rows();
            assert!(!window.is_astray(), "{size:?} after {key}: something is drawn outside");
        }
    }
}

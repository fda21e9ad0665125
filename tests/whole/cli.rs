//! The program as a shell sees it: answers on stdout, messages on stderr, exit status.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// Runs the program without a terminal.
pub fn grognard(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program starts")
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grognard"));
    command.args(arguments).stdin(Stdio::null()).env_remove("RUST_BACKTRACE");
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs the program and holds its exit status and both outputs against what is expected of them.
fn check(arguments: &[&str], status: i32, stdout: &[&str], stderr: &[&str]) {
    let output = grognard(arguments);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{arguments:?}\nstdout: {out}\nstderr: {err}");
    for part in stdout {
        assert!(out.contains(part), "{arguments:?}: no `{part}` in stdout:\n{out}");
    }
    for part in stderr {
        assert!(err.contains(part), "{arguments:?}: no `{part}` in stderr:\n{err}");
    }
}

fn written(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a temporary file is writable");
    path.display().to_string()
}

/// A short soak into a folder: its lines, and the records' paths.
fn soaked(folder: &Path, name: &str, more: &[&str]) -> (String, Vec<String>) {
    let (out, records) = (folder.join(format!("{name}.jsonl")), folder.join(name));
    let (out, records) = (out.display().to_string(), records.display().to_string());
    let games: &[&str] = if more.contains(&"--games") { &[] } else { &["--games", "2"] };
    let fixed = ["soak", "--rules", "eagles", "--battles", "drill-field", "--seed", "7"];
    let arguments: Vec<&str> =
        fixed.iter().chain(games).chain(&["--out", &out, "--records", &records]).chain(more).copied().collect();
    let output = grognard(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut files: Vec<String> = fs::read_dir(&records)
        .expect("the records are there")
        .flatten()
        .map(|entry| entry.path().display().to_string())
        .collect();
    files.sort();
    (fs::read_to_string(out).expect("the results are there"), files)
}

#[test]
fn lists_what_there_is() {
    check(&["list", "battles"], 0, &["quatre-bras", "two-fords", "drill-field"], &[]);
    check(&["list", "commanders"], 0, &["steady", "random", "charge", "hold"], &[]);
    check(&["list", "rules", "--json"], 0, &["\"eagles\""], &[]);
}

#[test]
fn unknown_names_suggest_the_nearest() {
    check(&["play", "quatre-bra"], 2, &[], &["quatre-bra", "quatre-bras"]);
    check(&["play", "--rules", "eagels"], 2, &[], &["eagels", "eagles"]);
    check(&["play", "--blue", "stedy"], 2, &[], &["stedy", "steady"]);
    check(&["soak", "--battles", "two-ford"], 2, &[], &["two-ford", "two-fords"]);
    check(&["rules", "eagle"], 2, &[], &["eagle", "eagles"]);
}

#[test]
fn battles_are_drawn_by_name() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("drawn.toml").display().to_string();
    let named = "# Drawn by chance: grognard play random:1809:french-austrian:river:4711";
    check(&["random", "river", "4711", "french-austrian", "1809"], 0, &[named, "obstacle = \"river\""], &[]);
    check(&["random", "late", "7", "--out", &path], 0, &["random:late:7"], &[]);
    check(&["random", "late", "7", "--out", &path], 2, &[], &["cannot create", "drawn.toml"]);
    check(&["check", &path, "random:late:7"], 0, &["drawn.toml: a battle", "random:late:7: a battle"], &[]);
    check(&["check", "random:late"], 2, &[], &["has no seed; expected one, as in `random:late:4711`"]);
    check(&["random", "rivver"], 2, &[], &["unknown wish `rivver`; expected `river`"]);
    check(&["random", "spanish", "1777"], 2, &[], &["no list of nation `spanish` of 1777", "1808 to 1814"]);
    check(&["play", "random:5min"], 2, &[], &["size `5min` is none; expected 20min to 240min"]);
    check(&["play", "two-fords", "--random"], 2, &[], &["--random"]);
    check(&["soak", "--battles", "random:riven"], 2, &[], &["`riven`", "`river`"]);
}

#[test]
fn wrong_usage_exits_with_two() {
    check(&["march"], 2, &[], &["march"]);
    check(&["soak", "--games", "0"], 2, &[], &["0"]);
    check(&["soak", "--shard", "3/2"], 2, &[], &["3/2"]);
    check(&["play", "--seed", "many"], 2, &[], &["many"]);
    check(&["play", "two-fords", "--rules", "on_war", "--random-forces"], 2, &[], &["no table of random forces"]);
    check(&["play", "two-fords", "--rules", "eagles", "--random-forces"], 2, &[], &["terminal"]);
    check(&["verify", "/nowhere/at-all.jsonl"], 2, &[], &["/nowhere/at-all.jsonl"]);
}

#[test]
fn a_file_that_is_no_record_is_not_watched() {
    let folder = TempDir::new().expect("a temporary folder");
    let text = written(&folder, "letter.txt", "Dear Marshal,\n");
    check(&["replay"], 2, &[], &["FILE"]);
    check(&["replay", "/nowhere/at-all.jsonl"], 2, &[], &["cannot read /nowhere/at-all.jsonl"]);
    check(&["replay", &text], 2, &[], &["letter.txt"]);
    check(&["replay", "--help"], 0, &["Watch a recorded battle"], &[]);
}

#[test]
fn no_terminal_is_said_plainly() {
    check(&[], 2, &[], &["terminal"]);
    check(&["play", "drill-field"], 2, &[], &["terminal"]);
}

#[test]
fn rules_print_tables_and_options_with_house_rules_applied() {
    let folder = TempDir::new().expect("a temporary folder");
    check(&["rules", "eagles"], 0, &["EA-FIRE-4", "EA-ASSAULT-8", "EA-UNIT-1"], &[]);
    let house = written(&folder, "house.toml", "[eagles]\norders_dice = \"2d6\"\n");
    check(&["rules", "eagles", "--options", "--house", &house], 0, &["orders_dice = 2d6"], &[]);
}

#[test]
fn check_reports_every_fault_of_a_house_rule_file() {
    let folder = TempDir::new().expect("a temporary folder");
    let house = written(&folder, "house.toml", "[eagles]\norder_dice = \"2d6\"\nlights_fire_dice = 9\n");
    check(&["check", &house], 1, &["house.toml:2:1", "orders_dice", "house.toml:3:"], &[]);
}

#[test]
fn check_accepts_everything_that_ships() {
    let mut files = Vec::new();
    for folder in ["maps", "maps/drill", "ai"] {
        let entries = fs::read_dir(crate::source::root().join(folder)).expect("a folder of the project");
        let paths = entries.flatten().map(|entry| entry.path().display().to_string());
        files.extend(paths.filter(|path| path.ends_with(".toml")));
    }
    assert!(files.len() >= 12, "{files:?}");
    let arguments: Vec<&str> = std::iter::once("check").chain(files.iter().map(String::as_str)).collect();
    check(&arguments, 0, &[], &[]);
}

#[test]
fn soak_gives_the_same_bytes_with_any_number_of_jobs_and_records_that_verify() {
    let folder = TempDir::new().expect("a temporary folder");
    let (one, records) = soaked(folder.path(), "one", &["--jobs", "1"]);
    let (two, _) = soaked(folder.path(), "two", &["--jobs", "2"]);
    assert_eq!(one, two);
    assert_eq!(one.lines().count(), 2);
    let arguments: Vec<&str> = std::iter::once("verify").chain(records.iter().map(String::as_str)).collect();
    check(&arguments, 0, &[], &[]);
}

#[test]
fn a_soak_that_was_broken_off_goes_on_to_the_same_file() {
    let folder = TempDir::new().expect("a temporary folder");
    let (whole, _) = soaked(folder.path(), "whole", &["--games", "4"]);
    // Two whole lines and half of the third, as a run leaves them that is killed while it writes.
    let second = whole.match_indices('\n').nth(1).expect("four lines").0 + 1;
    let cut = folder.path().join("cut.jsonl");
    fs::write(&cut, &whole[..second + 40]).expect("written");
    let path = cut.display().to_string();
    let fixed = ["soak", "--rules", "eagles", "--battles", "drill-field", "--games", "4", "--resume", "--out", &path];
    check(&[&fixed[..], &["--seed", "7"]].concat(), 0, &["drill-field"], &[]);
    assert_eq!(fs::read_to_string(&cut).expect("the results are there"), whole);
    check(&[&fixed[..], &["--seed", "8"]].concat(), 2, &[], &["line 1", "seed 7", "seed 8"]);
    assert_eq!(fs::read_to_string(&cut).expect("still there"), whole);
    check(&["soak", "--resume"], 2, &[], &["--out"]);
    for table in ["results.csv", "results.parquet"] {
        check(&["soak", "--resume", "--out", table], 2, &[], &["cannot go on with", table, ".jsonl"]);
    }
    let ending = "results.xlsx; expected a name in .jsonl, .csv or .parquet";
    check(&["soak", "--out", "results.xlsx"], 2, &[], &[ending]);
}

#[test]
fn house_rules_of_a_soak_are_a_list_or_drawn_by_lot() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let fixed = ["soak", "--rules", "eagles", "--battles", "drill-field", "--seed", "7"];
    let soaks = |games: &str, more: &[&str], status, out: &[&str], err: &[&str]| {
        check(&[&fixed[..], &["--games", games, "--house"], more].concat(), status, out, err);
    };
    let (random, again) = (path("random.jsonl"), path("again.jsonl"));
    let report = format!("more: grognard report {random}");
    soaks("3", &["random", "--out", &random], 0, &["drill-field", &report], &[]);
    let lines = fs::read_to_string(&random).expect("the results are there");
    let first = lines.lines().next().expect("a battle");
    let house = first.split("\"house\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("house rules");
    assert!(house.contains('=') && house.contains(','), "{first}");
    soaks("1", &[house, "--out", &again], 0, &["drill-field"], &[]);
    assert_eq!(fs::read_to_string(&again).expect("the results are there"), format!("{first}\n"));
    soaks("1", &["nonsense=1"], 2, &[], &["unknown house rule `nonsense`"]);
    soaks("1", &["layout=9x9"], 2, &[], &["layout", "9x9", "expected one of"]);
    soaks("1", &["nowhere.toml"], 2, &[], &["nowhere.toml"]);
}

#[test]
fn turns_are_written_beside_the_results_and_gone_on_with() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (out, turns) = (path("whole.jsonl"), path("turns.jsonl"));
    let fixed = ["soak", "--rules", "eagles", "--battles", "drill-field", "--games", "4", "--seed", "7"];
    check(&[&fixed[..], &["--out", &out, "--turns", &turns, "--positions"]].concat(), 0, &["drill-field"], &[]);
    let (results, whole) = (fs::read_to_string(&out).expect("results"), fs::read_to_string(&turns).expect("turns"));
    assert!(whole.lines().count() > 8 && whole.contains("\"blue_at\":[[0,["), "{whole}");
    // Killed as it wrote the third battle: its turns are there in part, its result is not.
    let second = results.match_indices('\n').nth(1).expect("four lines").0 + 1;
    let third = whole.find("{\"index\":2,").expect("a third battle");
    let (out, turns) =
        (written(&folder, "cut.jsonl", &results[..second]), written(&folder, "half.jsonl", &whole[..third + 60]));
    let resumed = [&fixed[..], &["--out", &out, "--turns", &turns, "--positions", "--resume"]].concat();
    check(&resumed, 0, &["drill-field"], &[]);
    assert_eq!(fs::read_to_string(&out).expect("results"), results);
    assert_eq!(fs::read_to_string(&turns).expect("turns"), whole);
    check(&[&fixed[..], &["--turns", "turns.csv"]].concat(), 2, &[], &["turns.csv", ".jsonl or .parquet"]);
    let table = path("turns.parquet");
    let resumed = [&fixed[..], &["--out", &out, "--turns", &table, "--resume"]].concat();
    check(&resumed, 2, &[], &["cannot go on with", "turns.parquet", ".jsonl"]);
    check(&["report", &out, "--turns", &table, "--html", &path("table.html")], 2, &[], &["turns.parquet", ".jsonl"]);
    check(&[&fixed[..], &["--positions"]].concat(), 2, &[], &["--turns"]);
    let html = path("page.html");
    check(&["report", &out, "--turns", &turns, "--html", &html], 0, &["seats: "], &[]);
    let page = fs::read_to_string(&html).expect("a page");
    assert!(page.contains("Where units fell") && page.ends_with("</html>\n"));
    check(&["report", &out, "--html", &html], 2, &[], &["page.html"]);
    let first = written(&folder, "first.jsonl", &results[..results.find('\n').expect("a line") + 1]);
    let strange = ["report", &first, "--turns", &turns, "--html", &path("strange.html")];
    check(&strange, 2, &[], &["half.jsonl", "game 1, drill-field under eagles"]);
    let odd = written(&folder, "odd.jsonl", "{}\n");
    check(&["report", &out, "--turns", &odd, "--html", &path("other.html")], 2, &[], &["odd.jsonl", "line 1"]);
}

#[test]
fn think_times_and_clauses_are_kept_where_they_are_asked_for() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (out, times) = (path("whole.jsonl"), path("times.jsonl"));
    let fixed = ["soak", "--rules", "eagles", "--battles", "drill-field", "--games", "3", "--seed", "7"];
    check(&[&fixed[..], &["--out", &out, "--times", &times, "--clauses"]].concat(), 0, &["drill-field"], &[]);
    let (results, kept) = (fs::read_to_string(&out).expect("results"), fs::read_to_string(&times).expect("times"));
    assert!(kept.lines().count() == 3 && kept.contains("\"blue_microseconds\":["), "{kept}");
    let heads = ["THINK TIMES", "CLAUSES BY USE", "EA-FIRE-"];
    check(&["report", &out, "--times", &times], 0, &heads, &[]);
    // Killed after the second battle: its think times are there, and are kept; nothing else of the rows has changed.
    let second = results.match_indices('\n').nth(1).expect("three lines").0 + 1;
    let cut = written(&folder, "cut.jsonl", &results[..second]);
    let half = written(&folder, "half.jsonl", &kept[..kept.len() - 9]);
    let resumed = [&fixed[..], &["--out", &cut, "--times", &half, "--clauses", "--resume"]].concat();
    check(&resumed, 0, &["drill-field"], &[]);
    assert_eq!(fs::read_to_string(&cut).expect("results"), results);
    let again = fs::read_to_string(&half).expect("times");
    assert_eq!(again.lines().take(2).collect::<Vec<_>>(), kept.lines().take(2).collect::<Vec<_>>());
    assert_eq!(again.lines().count(), 3);
    let (plain, _) = soaked(folder.path(), "plain", &["--games", "3"]);
    assert!(!plain.contains("clauses"));
    check(&[&fixed[..], &["--times", "times.csv"]].concat(), 2, &[], &["times.csv", ".jsonl"]);
    check(&["report", &out, "--times", &out], 2, &[], &["whole.jsonl", "line 1", "think times"]);
}

#[test]
fn shards_are_put_together_to_the_bytes_of_one_run() {
    let folder = TempDir::new().expect("a temporary folder");
    let (whole, _) = soaked(folder.path(), "whole", &["--games", "4"]);
    for shard in ["1/2", "2/2"] {
        soaked(folder.path(), &format!("shard{}", &shard[..1]), &["--games", "4", "--shard", shard]);
    }
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (one, two, merged) = (path("shard1.jsonl"), path("shard2.jsonl"), path("merged.jsonl"));
    check(&["report", "--merge", &two, &one, "--out", &merged], 0, &["drill-field", "seats: "], &[]);
    assert_eq!(fs::read_to_string(&merged).expect("it is there"), whole);
    check(&["report", "--merge", &two, &one, "--out", &merged], 2, &[], &["merged.jsonl"]);
    check(&["report", "--merge", &two], 1, &["seats: "], &["missing up to game 3: 2 games (0, 2)"]);
    check(&["report", &one, &two], 0, &["first player's share", "shard1.jsonl"], &[]);
    check(&["report", &one, "--json"], 0, &["\"first_share\""], &[]);
    let table = path("merged.csv");
    check(&["report", "--merge", &one, &two, "--out", &table], 0, &["drill-field"], &[]);
    let lines = fs::read_to_string(&table).expect("a table");
    let seeds: Vec<&str> = lines.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(seeds, ["0", "1", "2", "3"], "in the order of the plan");
    check(
        &["report", "--merge", &one, &two, "--out", &path("merged.txt")],
        2,
        &[],
        &["merged.txt", ".jsonl, .csv or .parquet"],
    );
    check(&["report", &path("none.jsonl")], 2, &[], &["none.jsonl"]);
    check(&["report", &written(&folder, "empty.jsonl", "")], 2, &[], &["empty.jsonl", "soak --out"]);
    for table in ["table.csv", "table.parquet"] {
        check(&["report", &written(&folder, table, "index\n")], 2, &[], &["cannot read", table, ".jsonl"]);
    }
}

/// Rounds are written as they are played: a tuning that was killed in the second goes on to the same bytes.
#[test]
fn a_commander_is_tuned_and_a_tuning_that_was_broken_off_goes_on() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let own = written(&folder, "own.toml", "# Mine.\nname = \"Own\"\ntemper = \"Bold.\"\n");
    let out = path("new.toml");
    let tune = ["tune", &own, "--numbers", "judgement.dash:0.2,plan.odds", "--rules", "eagles", "--battles"];
    let tune = [&tune[..], &["drill-field", "--rounds", "3", "--games", "2", "--out", &out]].concat();
    let [quick, on] = [["--prove", "0"], ["--prove", "4"]].map(|more| [&tune[..], &more].concat());
    check(&quick, 0, &["round 3 of 3: ", "of 4 games, waiting ", "plan.odds", "steps"], &[]);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it is there");
    let (profile, rounds) = (read("new.toml"), read("new.toml.jsonl"));
    assert!(profile.starts_with("# Mine.\nname = ") && profile.contains("dash = "), "{profile}");
    check(&["check", &out], 0, &[], &[]);
    check(&quick, 2, &[], &["new.toml exists"]);

    fs::remove_file(&out).expect("removed");
    let first = rounds.find('\n').expect("a line") + 1;
    fs::write(path("new.toml.jsonl"), &rounds[..first + 20]).expect("cut");
    check(&quick, 2, &[], &["cannot create", "new.toml.jsonl"]);
    check(&[&on[..], &["--seed", "2", "--resume"]].concat(), 2, &[], &["new.toml.jsonl: cannot go on: line 1 tried"]);
    let told = [
        "round 2 of 3: ",
        "test of 0 against 10 Elo: not decided",
        "new.toml against ",
        "Elo ",
        "against itself in which nobody fights: ",
    ];
    check(&[&on[..], &["--resume"]].concat(), 0, &told, &[]);
    assert_eq!((read("new.toml"), read("new.toml.jsonl")), (profile, rounds));
    let left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 3, "nothing else is left: {left:?}");
}

#[test]
fn two_runs_do_not_write_one_file() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("held.jsonl");
    let file = fs::File::create_new(&path).expect("made");
    file.lock().expect("nobody else has it");
    let path = path.display().to_string();
    let soak = ["soak", "--rules", "eagles", "--battles", "drill-field", "--games", "1"];
    let resumed = [&soak[..], &["--out", &path, "--resume"]].concat();
    check(&resumed, 2, &[], &["another run is writing", "held.jsonl"]);
    drop(file);
    check(&resumed, 0, &["drill-field"], &[]);
}

#[test]
fn what_cannot_be_tuned_is_named() {
    let folder = TempDir::new().expect("a temporary folder");
    let out = folder.path().join("new.toml").display().to_string();
    let tune = |who: &str, more: &[&str], named: &[&str]| {
        check(&[&["tune", who, "--out", &out][..], more].concat(), 2, &[], named);
    };
    tune("steady", &[], &["--numbers"]);
    tune("steady", &["--numbers", "plan.odd"], &["unknown number `plan.odd`", "judgement.KEY"]);
    tune("steady", &["--numbers", "plan.odds:9"], &["step `9` of plan.odds", "4.5"]);
    tune("steady", &["--numbers", "plan.odds", "--waiting", "3"], &["'3'", "--waiting", "points from 0 to 2"]);
    tune("steady", &["--numbers", "plan.odds,plan.odds:1"], &["plan.odds is there twice"]);
    tune("steady", &["--numbers", ","], &["no number to tune"]);
    tune("hold", &["--numbers", "plan.odds"], &["weighs nothing"]);
    tune("steadi", &["--numbers", "plan.odds"], &["unknown commander `steadi`"]);
    tune("steady", &["--numbers", "plan.odds", "--against", "human"], &["nobody plays thousands of games"]);
    tune("steady", &["--numbers", "plan.odds", "--rules", "egle"], &["unknown rule system `egle`"]);
    tune("steady", &["--numbers", "plan.odds", "--resume"], &["cannot go on with", "new.toml.jsonl"]);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_package_gets_its_manual_pages_and_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        check(&["completions", shell], 0, &["soak", "until"], &[]);
    }
    check(&["completions", "csh"], 2, &[], &["csh", "zsh"]);
    let folder = TempDir::new().expect("a temporary folder");
    let into = folder.path().join("man1");
    check(&["man", &into.display().to_string()], 0, &[], &[]);
    let page = |name: &str| fs::read_to_string(into.join(name)).expect(name);
    for command in ["play", "soak", "report", "tune", "replay", "verify", "list", "rules", "check", "serve"] {
        assert!(page("grognard.1").contains(&format!("grognard\\-{command}")), "{command} is named");
        assert!(page(&format!("grognard-{command}.1")).contains(".SH OPTIONS"), "{command} has a page");
    }
    let file = written(&folder, "file", "");
    check(&["man", &file], 2, &[], &["cannot write manual pages into", "file"]);
}

#[test]
fn a_soak_ends_when_it_has_seen_enough() {
    let soak =
        ["soak", "--rules", "eagles", "--battles", "drill-field", "--games", "400", "--swap", "--blue", "steady"];
    let test = [&soak[..], &["--red", "random", "--test", "0,400"]].concat();
    check(&test, 0, &["test of 0 against 400 Elo: first is worth 400 rather than 0"], &[]);
    let until = [&soak[..], &["--red", "hold", "--until", "15"]].concat();
    check(&until, 0, &["enough for 15.0 points either way: after 30 pairs"], &[]);
    check(&[&soak[..], &["--red", "random", "--test", "10,0"]].concat(), 2, &[], &["10 against 0"]);
    check(&[&soak[..], &["--red", "steady", "--test", "0,10"]].concat(), 2, &[], &["steady against itself"]);
    check(&["soak", "--until", "many"], 2, &[], &["many", "2.5"]);
}

#[test]
fn verify_names_the_first_turn_that_differs() {
    let folder = TempDir::new().expect("a temporary folder");
    let (_, records) = soaked(folder.path(), "record", &[]);
    let text = fs::read_to_string(&records[0]).expect("a record");
    let hash = text.lines().find(|line| line.contains("\"turn\":3")).expect("a third turn");
    let digit = hash.rfind("\"}").expect("the end of a hash") - 1;
    let other = if &hash[digit..=digit] == "0" { "1" } else { "0" };
    let forged = format!("{}{other}{}", &hash[..digit], &hash[digit + 1..]);
    let path = written(&folder, "hash.jsonl", &text.replace(hash, &forged));
    check(&["verify", &path], 1, &["turn 3"], &[]);
}

#[test]
fn verify_finds_an_order_that_was_taken_out() {
    let folder = TempDir::new().expect("a temporary folder");
    let (_, records) = soaked(folder.path(), "record", &[]);
    let text = fs::read_to_string(&records[0]).expect("a record");
    let second = text.lines().position(|line| line.contains("\"turn\":1,")).expect("a first turn");
    let mut lines: Vec<&str> = text.lines().collect();
    lines.remove(second + 1);
    let path = written(&folder, "order.jsonl", &(lines.join("\n") + "\n"));
    check(&["verify", &path], 1, &["turn 2"], &[]);
}

#[test]
fn records_of_another_format_or_with_a_changed_battle_are_refused() {
    let folder = TempDir::new().expect("a temporary folder");
    let (_, records) = soaked(folder.path(), "record", &[]);
    let text = fs::read_to_string(&records[0]).expect("a record");
    let other = written(&folder, "format.jsonl", &text.replacen("\"format\":1", "\"format\":2", 1));
    check(&["verify", &other], 2, &[], &["format.jsonl", "format 2", "1"]);
    let changed = written(&folder, "battle.jsonl", &text.replacen("Drill field", "Drill camp", 1));
    check(&["verify", &changed], 2, &[], &["battle.jsonl", "battle"]);
    let broken = written(&folder, "line.jsonl", &text.replacen("{\"order\"", "{\"odrer\"", 1));
    check(&["verify", &broken], 2, &[], &["line.jsonl"]);
}

#[test]
fn a_broken_battle_file_is_answered_with_all_its_faults() {
    let folder = TempDir::new().expect("a temporary folder");
    let good = crate::source::read("maps/drill/drill-field.toml");
    let bad = good.replacen("turn_limit = ", "turn_limt = ", 1).replacen(
        "first_side = \"blue\"",
        "first_side = \"green\"",
        1,
    );
    let path = written(&folder, "bad.toml", &bad);
    check(&["check", &path], 1, &["turn_limt", "expected `turn_limit`", "green", "bad.toml:"], &[]);
    check(&["play", &path], 2, &[], &["turn_limt", "green"]);
    let rules = format!("{good}\n[house.eagles]\ndefnd = \"on\"\n");
    let path = written(&folder, "house.toml", &rules);
    check(&["check", "--rules", "eagles", &path], 1, &["defnd", "defend"], &[]);
}

#[test]
fn nothing_is_overwritten() {
    let folder = TempDir::new().expect("a temporary folder");
    let out = written(&folder, "results.jsonl", "mine");
    check(&["soak", "--battles", "drill-field", "--games", "1", "--out", &out], 2, &[], &["results.jsonl"]);
    assert_eq!(fs::read_to_string(out).expect("still there"), "mine");
}

#[test]
fn a_full_disk_is_said_plainly() {
    if Path::new("/dev/full").exists() {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("the device opens");
        let output = command(&["rules", "eagles"]).stdout(full).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("cannot write"), "{}", text(&output.stderr));
    }
}

#[test]
fn a_broken_pipe_ends_quietly() {
    let mut child =
        command(&["rules", "eagles"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "");
}

/// Whether a process with that number does anything still.
#[cfg(target_os = "linux")]
fn lives(process: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().next()).is_some_and(|state| state != "Z")
}

#[test]
#[cfg(target_os = "linux")]
fn programs_with_a_seat_end_with_a_grognard_that_is_killed() {
    use std::time::{Duration, Instant};
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("processes");
    let player = format!("exec:sleep 1000 </dev/null & echo $$ $! >{}; wait", file.display());
    let mut soak =
        command(&["soak", "--games", "1", "--blue", &player]).stdout(Stdio::null()).spawn().expect("it starts");
    let until = |what: &str, done: &dyn Fn() -> bool| {
        let began = Instant::now();
        while !done() {
            assert!(began.elapsed() < Duration::from_secs(20), "{what}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    until("the program starts", &|| fs::read_to_string(&file).is_ok_and(|text| text.ends_with('\n')));
    let text = fs::read_to_string(&file).expect("written");
    let processes: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(processes.iter().filter(|process| lives(process)).count(), 2, "{text}");
    soak.kill().expect("it runs");
    soak.wait().expect("it ends");
    until(&format!("{text} end, too"), &|| !processes.iter().any(|process| lives(process)));
}

#[test]
fn a_host_without_its_database_is_told_what_to_do() {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("records")).expect("a folder");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old/2026-11/records/1.jsonl");
    fs::copy(kept, folder.path().join("records/1.jsonl")).expect("copied");
    let data = folder.path().display().to_string();
    let serve = |more: &[&'static str]| [&["serve", "--data", data.as_str(), "--listen", "127.0.0.1:0"], more].concat();
    let unknown = "records: FAULT: not in the database: 1.jsonl; serve --recover";
    check(&serve(&["--check"]), 1, &[unknown, "--sync", "each ("], &[]);
    check(&serve(&[]), 2, &[], &["but no club.sqlite3: restore it, or make it again with serve --recover"]);
    let left = "battle 1: left alone: it is of an older version and does not say who Blue is";
    check(&serve(&["--recover"]), 0, &[left, "0 of 1 records taken up"], &[]);
    check(&serve(&["--check", "--sync", "second"]), 0, &["records: not in the database: 1.jsonl", "second ("], &[]);
    check(&serve(&["--check"]), 0, &["--no-show", "no: there is always a battle to watch"], &[]);
    check(&serve(&["--check", "--no-show"]), 0, &["yes"], &[]);
    check(&serve(&["--recover", "--check"]), 2, &[], &["cannot be used with"]);
}

#[test]
fn a_battle_comes_from_standard_input() {
    let checked = |text: &[u8]| {
        let mut child = command(&["check", "-", "--rules", "eagles"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        std::io::Write::write_all(&mut child.stdin.take().expect("piped"), text).expect("written");
        child.wait_with_output().expect("it ends")
    };
    let drawn = grognard(&["random", "20min", "open", "17"]);
    let good = checked(&drawn.stdout);
    assert_eq!((text(&good.stdout).as_str(), good.status.code()), ("-: a battle without faults\n", Some(0)));
    let bad = checked(b"title = 3\n");
    assert!(text(&bad.stdout).contains("standard-input:1:9: key `title` has value 3"), "{}", text(&bad.stdout));
    let none = checked(b"\xff");
    assert!(text(&none.stderr).contains("standard input is no UTF-8 text"), "{}", text(&none.stderr));
    check(&["--lines", "play", "-"], 2, &[], &["with --lines orders come from standard input"]);
}

#[test]
fn fairness_is_told_in_a_line_for_each_system() {
    let output = grognard(&["random", "20min", "open", "17", "--fair", "2", "--rules", "eagles,on_war"]);
    let lines: Vec<String> = text(&output.stdout).lines().map(String::from).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    for (line, title) in lines.iter().zip(["Eagles", "On War"]) {
        assert!(line.starts_with(title) && line.contains(" turns on average. "), "{line}");
    }
}

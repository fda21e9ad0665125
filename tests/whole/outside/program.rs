//! The program itself with players from outside: a pipe, programs in a soak, a record as lines of JSON.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grognard"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command(arguments).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

/// A player that always gives the order that stands there.
const USUAL: &str = r#"while read -r line; do case $line in
    '{"type":"decide"'*) printf '%s\n' "$line" | sed 's/.*"default":"\([^"]*\)".*/\1/' ;; '{"type":"over"'*) exit ;; esac; done"#;

#[test]
fn a_battle_is_played_over_a_pipe_and_kept_where_it_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record.jsonl").display().to_string();
    let play =
        ["play", "crossroads", "--rules", "eagles", "--seed", "7", "--blue", "pipe", "--red", "pipe", "--record"];
    let mut child = command(&[&play[..], &[&record]].concat()).stdin(Stdio::piped()).spawn().expect("starts");
    let (mut input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
    let mut kinds = Vec::new();
    for line in BufReader::new(output).lines() {
        let message: Value = serde_json::from_str(&line.expect("text")).expect("nothing but JSON");
        if message["type"] == "decide" {
            writeln!(input, "{}", message["default"].as_str().expect("an order")).expect("heard");
        }
        kinds.push(String::from(message["type"].as_str().expect("a type")));
    }
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    assert_eq!(kinds[..3], ["hello", "hello", "decide"]);
    assert_eq!(kinds[kinds.len() - 2..], ["over", "over"]);
    let (status, said, _) = run(&["verify", &record]);
    assert!(status == Some(0) && said.contains("every hash agrees: 15 turns"), "{said}");
    let (status, told, _) = run(&["replay", &record, "--json", "--side", "red"]);
    assert_eq!(status, Some(0));
    let first: Value = serde_json::from_str(told.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&first["type"], &first["seats"][0]), (&Value::from("record"), &Value::from("pipe")));
    assert!(told.lines().last().is_some_and(|line| line.starts_with(r#"{"type":"over""#)), "{told}");
    let mut reader = command(&["replay", &record, "--json"]).spawn().expect("it starts");
    drop(reader.stdout.take());
    let output = reader.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "a broken pipe is quiet");
}

#[test]
fn whoever_hangs_up_has_lost() {
    let (status, told, why) = run(&["play", "crossroads", "--blue", "pipe", "--red", "hold", "--seed", "1"]);
    assert_eq!(status, Some(1));
    assert_eq!(why, "grognard: a side gave up: nobody speaks on the pipe any more\n");
    let last: Value = serde_json::from_str(told.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["type"], &last["reason"]), (&Value::from("over"), &Value::from("resigned")));
    assert_eq!((&last["you"], &last["why"]), (&Value::from("lost"), &Value::from("pipe has ended")));
}

#[test]
fn a_pipe_is_refused_where_there_is_none() {
    let refused = |arguments: &[&str], with: &str| {
        let (status, told, why) = run(arguments);
        assert!(status == Some(2) && told.is_empty() && why.contains(with), "{arguments:?}: {why}");
    };
    refused(&["play", "crossroads", "--red", "pipe"], "there is no screen for a person; expected --blue and --red");
    refused(&["play", "--blue", "pipe", "--red", "hold"], "for a battle that is named; expected its name");
    refused(&["play", "-", "--blue", "pipe", "--red", "hold"], "no battle can come from standard input");
    refused(&["soak", "--blue", "pipe"], "seat `pipe` is for `grognard play`; expected a commander or exec:COMMAND");
    refused(&["campaign", "greene", "--enemy", "pipe"], "seat `pipe` is for `grognard play`");
    refused(&["play", "--patience", "5"], "--record and --patience are for a battle that is named");
    refused(&["play", "crossroads", "--patience", "0"], "1..=3600");
}

#[test]
fn a_soak_tells_how_programs_played_and_its_rows_do_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let pids = file("pids");
    let usual = format!("exec:echo $$ >>{pids}; {USUAL}");
    let crash = "exec:read -r x; read -r y; echo 'no memory left' >&2; exit 3";
    let rows = |out: &str, jobs: &str| {
        let common =
            ["soak", "--battles", "crossroads", "--rules", "eagles,snappy", "--games", "4", "--patience", "30"];
        let seats = ["--blue", &usual, "--red", crash, "--jobs", jobs, "--out", out, "--json"];
        let (status, told, why) = run(&[&common[..], &seats].concat());
        assert_eq!(status, Some(0), "{told}{why}");
        (fs::read_to_string(out).expect("written"), serde_json::from_str::<Value>(&told).expect("JSON"))
    };
    let (one, told) = rows(&file("one.jsonl"), "1");
    let (two, _) = rows(&file("two.jsonl"), "2");
    assert_eq!(one, two, "rows do not depend on time or threads");
    assert!(one.lines().all(|row| row.contains(r#""winner":"blue","reason":"resigned""#)), "{one}");
    let of = |who: &str| -> Value {
        let programs = told["programs"].as_array().expect("programs");
        programs.iter().find(|program| program["player"] == who).cloned().expect("a program")
    };
    assert_eq!((&of(crash)["games"], &of(crash)["decisions"]), (&Value::from(4), &Value::from(4)));
    let why = format!("{crash} has ended; it last said: no memory left");
    assert_eq!(of(crash)["failures"], serde_json::json!([{ "why": why, "games": 4 }]));
    assert_eq!(of(&usual)["failures"], serde_json::json!([]));
    let pids = fs::read_to_string(pids).expect("written");
    let each: std::collections::BTreeSet<&str> = pids.lines().collect();
    assert_eq!((each.len(), pids.lines().count()), (8, 8), "a process of its own for each game");
}

//! Players from outside: small shell scripts, and players in this process.
#![cfg(unix)]

mod spoken;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use battle::{Library, Side, System, Unusable};
use proving::{DrillLibrary, drill, small_scenario};

use super::{play_out, setup, start};
use crate::Outside;
use crate::outside::External;
use crate::seat::Answer;

/// Answers each decision with the first complete order.
const FIRST: &str = r#"while read -r line; do case $line in '{"type":"decide"'*)
    printf '%s\n' "$line" | sed 's/.*"orders":\["\([^"]*\)".*/\1/';; esac; done"#;

fn start_with(script: &str, patience: Duration) -> Result<External, Unusable> {
    let outside = Outside { patience, ..Outside::default() };
    External::start(script, &outside, DrillLibrary.commander_maker())
}

fn decide(external: &mut External) -> Result<String, String> {
    let battle = drill::deploy(&small_scenario(), 1);
    let view = battle.view(Side::Blue, 0);
    match external.decide(view.as_ref(), &[], &AtomicBool::new(false)) {
        Answer::Chosen(choice) => Ok(view.order_text().write(&choice.order)),
        Answer::Interrupted => Err(String::from("interrupted")),
        Answer::Failed(why) => Err(why),
    }
}

fn player(script: &str) -> External {
    start_with(script, Duration::from_secs(5)).expect("a shell")
}

#[test]
fn a_program_plays_a_battle() {
    let mut game = start(&setup("outpost", [&format!("exec:{FIRST}"), "random"], 1));
    play_out(&mut game);
    assert_ne!(game.outcome().map(|outcome| outcome.reason), Some(battle::Reason::Resigned));
}

#[test]
fn a_program_that_ends_resigns_with_the_reason() {
    let mut game = start(&setup("outpost", ["exec:true", "random"], 1));
    play_out(&mut game);
    assert_eq!(game.outcome().expect("over").winner, Some(Side::Red));
    let last = game.stage().dispatches().iter().rev().nth(1).expect("a reason");
    assert_eq!(last.text, "Blue resigns: exec:true has ended.");
    assert!(game.past().record_text().contains(r#"{"resign":"blue","why":"exec:true has ended"}"#));
}

#[test]
fn silence_loses() {
    let mut silent = start_with("sleep 5", Duration::ZERO).expect("a shell");
    let why = decide(&mut silent).expect_err("lost");
    assert_eq!(why, "exec:sleep 5 has not answered for 0.0 seconds; 0 are allowed");
}

#[test]
fn refused_answers_are_told_and_the_third_loses() {
    let folder = tempfile::tempdir().expect("a folder");
    let heard = folder.path().join("heard");
    let script =
        format!("read -r x; echo retreat; read -r x; echo rally B1; head -n 1 >{}; echo done", heard.display());
    assert_eq!(decide(&mut player(&script)), Ok(String::from("done")), "the second refusal is still heard");
    let refused = std::fs::read_to_string(heard).expect("what it was told");
    assert!(
        refused.starts_with(r#"{"type":"refused","refused":"`rally` does not answer what is asked now"#),
        "{refused}"
    );
    let stubborn = "while read -r x; do echo nonsense; done";
    let why = decide(&mut player(stubborn)).expect_err("lost");
    assert!(why.ends_with("gave no legal order; the last was `nonsense`"), "{why}");
}

#[test]
fn a_program_may_ask_where_a_stem_leads() {
    let asks = r#"read -r x; echo '? deploy B1'; read -r y
        case "$y" in '{"stem":"deploy B1","reach":[{"pose":"'*) echo done;; *) echo wrong;; esac"#;
    assert_eq!(decide(&mut player(asks)), Ok(String::from("done")));
}

#[test]
fn an_interrupted_wait_goes_on_with_the_same_question() {
    let mut slow = player("read -r x; read -r y; echo done");
    let battle = drill::deploy(&small_scenario(), 1);
    let view = battle.view(Side::Blue, 0);
    assert!(matches!(slow.decide(view.as_ref(), &[], &AtomicBool::new(true)), Answer::Interrupted));
    assert!(matches!(slow.decide(view.as_ref(), &[], &AtomicBool::new(true)), Answer::Interrupted));
    let mut patient = player("read -r x; sleep 0.2; echo done");
    assert!(matches!(patient.decide(view.as_ref(), &[], &AtomicBool::new(true)), Answer::Interrupted));
    assert!(
        matches!(patient.decide(view.as_ref(), &[], &AtomicBool::new(false)), Answer::Chosen(_)),
        "answers the first time"
    );
}

/// Memory of this process, in kB.
#[cfg(target_os = "linux")]
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("a status");
    let line = text.lines().find(|line| line.starts_with("VmRSS:")).expect("a line");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

/// Whether a process with that number does anything still.
#[cfg(target_os = "linux")]
fn lives(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", process.trim())).unwrap_or_default();
    stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().next()).is_some_and(|state| state != "Z")
}

/// Gives a program time to do what it does unasked.
fn wait_a_little() {
    std::thread::sleep(Duration::from_millis(400));
}

#[test]
fn what_is_said_unasked_is_no_answer() {
    let mut hasty = player("echo retreat; echo retreat; echo retreat; printf fly; read -r x; echo; echo done");
    wait_a_little();
    assert_eq!(decide(&mut hasty), Ok(String::from("done")), "the lines before the question are dropped");
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_prints_without_end_fills_no_memory_and_has_answered_nothing() {
    let before = memory();
    let mut endless = player("yes done");
    wait_a_little();
    assert!(memory() < before + 8 * 1024, "{before} kB before, {} kB with an endless program", memory());
    let why = decide(&mut endless).expect_err("lost");
    assert_eq!(why, "exec:yes done said more than 1048576 bytes without being asked");
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_asks_without_end_and_reads_nothing_fills_no_memory() {
    let before = memory();
    let script = "read -r x; yes '? deploy B1'";
    let mut deaf = start_with(script, Duration::from_millis(500)).expect("a shell");
    let why = decide(&mut deaf).expect_err("lost");
    assert!(memory() < before + 8 * 1024, "{before} kB before, {} kB after", memory());
    assert!(why.contains("has not read what it was told for 0.5 seconds; 0.5 are allowed"), "{why}");
}

#[test]
fn a_line_without_end_loses() {
    let mut player = player("read -r x; tr '\\0' x </dev/zero");
    let why = decide(&mut player).expect_err("lost");
    assert!(why.ends_with("said a line of more than 1048576 bytes"), "{why}");
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_is_heard() {
    let folder = tempfile::tempdir().expect("a folder");
    let heard = folder.path().join("heard");
    let long = "head -c 100000 /dev/zero | tr '\\0' x; echo";
    let script = format!("read -r x; {long}; read -r y; printf '%s' \"$y\" >{}; echo done", heard.display());
    assert_eq!(decide(&mut player(&script)), Ok(String::from("done")));
    let refused = std::fs::read_to_string(heard).expect("what it was told");
    assert_eq!(refused, r#"{"type":"refused","refused":"expected a line of at most 65536 bytes"}"#);
}

#[test]
fn the_last_that_a_program_says_of_its_errors_is_told_with_its_end() {
    let script = "read -r x; echo 'Traceback' >&2; printf 'ValueError: \\033[2Jno\\n\\n' >&2; exit 1";
    let why = decide(&mut player(script)).expect_err("lost");
    assert!(why.ends_with(r" has ended; it last said: ValueError: \u{1b}[2Jno"), "{why}");
}

#[test]
fn errors_without_end_are_kept_in_part_and_block_nobody() {
    let script = "read -r x; yes error | head -c 4999998 >&2; echo last >&2; echo done; read -r y; exit 1";
    let mut endless = player(script);
    assert_eq!(decide(&mut endless), Ok(String::from("done")));
    let path = endless.errors().expect("a file").to_path_buf();
    let why = decide(&mut endless).expect_err("it ends");
    assert!(why.ends_with("; it last said: last"), "{why}");
    let kept = std::fs::metadata(&path).expect("kept").len();
    assert!(kept <= 1024 * 1024 + 4096, "{kept} bytes");
    drop(endless);
    assert!(path.exists(), "it says something");
    std::fs::remove_file(path).expect("removed");
}

#[test]
fn an_error_file_that_nothing_was_written_to_goes() {
    let silent = player("read -r x; echo done");
    let path = silent.errors().expect("a file").to_path_buf();
    assert!(path.exists());
    drop(silent);
    assert!(!path.exists());
}

#[test]
fn a_late_answer_is_refused_with_the_time() {
    let late = |script: &str, patience| decide(&mut start_with(script, patience).expect("a shell"));
    let tenths = |why: &str| why.contains("for 0.3 seconds; 0.3 are allowed");
    let why = late("read -r x; sleep 1; echo done", Duration::from_millis(300)).expect_err("lost");
    assert!(why.contains("has not answered") && tenths(&why), "{why}");
    let why = late("read -r x; printf don; sleep 1; echo e", Duration::from_millis(300)).expect_err("lost");
    assert!(why.contains("has not answered") && tenths(&why), "half a line is no answer: {why}");
}

#[test]
#[cfg(target_os = "linux")]
fn everything_a_program_started_ends_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("processes");
    let script = format!("sleep 1000 & echo $$ $! >{0}; sh -c 'sleep 1000 & echo $! >>{0}; wait'; :", file.display());
    let player = player(&script);
    wait_a_little();
    let processes = std::fs::read_to_string(&file).expect("written");
    let processes: Vec<&str> = processes.split_whitespace().collect();
    assert_eq!(processes.len(), 3);
    assert!(processes.iter().all(|process| lives(process)));
    drop(player);
    wait_a_little();
    let left: Vec<&&str> = processes.iter().filter(|process| lives(process)).collect();
    assert!(left.is_empty(), "{left:?} of {processes:?} live on");
}

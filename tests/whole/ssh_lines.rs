//! Whole battles in sentences over the real OpenSSH client: through a pipe under every rule system, and at a dumb terminal.

use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use battle::Library;
use systems::Shelf;

use crate::ssh::Host;

/// Longest that a battle may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// The number of a row in the list that is asked about.
fn number(rows: impl IntoIterator<Item = bool>) -> String {
    (rows.into_iter().position(|found| found).expect("it is there") + 1).to_string()
}

/// What is typed to set a battle up against the commander that stands still, as Blue.
fn terms(system: &str) -> Vec<String> {
    let shelf = Shelf::new();
    let battle = number(shelf.battles().iter().map(|file| file.scenario.key == "first-light"));
    let rules = number(shelf.systems().iter().map(|info| info.key == system));
    let enemy = number(shelf.commanders().iter().map(|entry| entry.key == "hold"));
    vec![String::from("new"), battle, rules, String::from("1"), enemy]
}

/// Plays a battle to its end by answering what is asked, and gives all that was said.
fn plays_a_whole_battle(system: &str) {
    let host = Host::start(&[]);
    let mut ssh = host.piped(&host.key("anna"), &["x@127.0.0.1", "lines"]);
    let mut input = ssh.stdin.take().expect("piped");
    let mut lobby = [vec![String::from("anna")], terms(system)].concat().into_iter();
    let mut orders = ["orders", "1", "units", "done", "done"].into_iter().cycle();
    let (mut said, began, mut over) = (String::new(), Instant::now(), false);
    for line in BufReader::new(ssh.stdout.take().expect("piped")).lines() {
        let line = line.expect("readable");
        over |= crate::window::is_told(&line);
        let answer = match line.as_str() {
            "Your order?" => orders.next().map(String::from),
            asked if over && asked.starts_with("Which battle?") => Some(String::from("quit")),
            asked if asked.contains("? Type a number") || asked.starts_with("Which battle?") => lobby.next(),
            "Your name?" => lobby.next(),
            _ => None,
        };
        said = said + &line + "\n";
        assert!(began.elapsed() < PATIENCE, "it goes on and on:\n{said}");
        if let Some(answer) = answer {
            writeln!(input, "{answer}").expect("ssh reads");
        }
    }
    drop(input);
    assert!(ssh.wait().expect("it ends").success(), "{said}");
    assert!(over && said.contains("You command The morning patrol"), "{said}");
    assert!(!said.contains('\u{1b}'), "sentences only");
    let record = host.data().join("records/1.jsonl");
    assert!(std::fs::read_to_string(&record).expect("a record").contains("{\"over\""), "the record goes to the end");
    let verdict = crate::cli::grognard(&["verify", &record.display().to_string()]);
    assert!(verdict.status.success(), "{}", String::from_utf8_lossy(&verdict.stdout));
}

#[test]
fn a_whole_battle_of_eagles_in_sentences_over_ssh() {
    plays_a_whole_battle("eagles");
}

#[test]
fn a_whole_battle_of_on_war_in_sentences_over_ssh() {
    plays_a_whole_battle("on_war");
}

#[test]
fn a_whole_battle_of_snappy_in_sentences_over_ssh() {
    plays_a_whole_battle("snappy");
}

#[test]
fn a_whole_battle_of_over_the_hills_in_sentences_over_ssh() {
    plays_a_whole_battle("over_the_hills");
}

#[test]
fn a_whole_battle_of_mcnally_in_sentences_over_ssh() {
    plays_a_whole_battle("mcnally");
}

#[test]
fn a_dumb_terminal_gets_sentences_and_shows_what_is_typed() {
    let host = Host::start(&[]);
    let mut anna = host.dumb_visit(&host.key("anna"));
    anna.expect("Your name?");
    anna.press("annn\u{7f}a\r");
    anna.expect("You are anna.");
    for answer in terms("eagles") {
        anna.press(&format!("{answer}\r"));
    }
    anna.expect("Your order?");
    anna.press("units\r");
    anna.expect("nearest enemy");
    anna.press("quit\r");
    anna.expect("1. First light");
    anna.press("\u{3}");
    assert_eq!(anna.end(), 0, "{}", anna.history());
    assert!(!anna.history().contains('\u{1b}'), "no sequence of a screen:\n{}", anna.history());
}

#[test]
fn two_people_play_in_sentences_and_on_a_screen() {
    let host = Host::start(&[]);
    let mut anna = host.dumb_visit(&host.key("anna"));
    anna.expect("Your name?");
    anna.press("anna\r");
    for answer in &terms("eagles")[..4] {
        anna.press(&format!("{answer}\r"));
    }
    let open = number(Shelf::new().commanders().iter().map(|_| false).chain([true]));
    anna.press(&format!("{open}\r"));
    anna.expect("Your battle waits for somebody to join.");
    let mut bela = host.newcomer("bela");
    bela.press("\x1b[B\r");
    bela.expect("Turn 1 of");
    anna.press("list\r1\r");
    anna.expect("You command");
    anna.wait("a question or a wait", |anna| {
        let seen = anna.contents();
        seen.contains("Your order?") || seen.contains("Waiting for Red (bela)")
    });
    anna.press("done\rdone\r");
    anna.wait("the other one's turn", |anna| anna.contents().contains("Waiting for Red (bela)"));
}

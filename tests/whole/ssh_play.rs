//! Play over the real OpenSSH client: alone, with others, watching; lines that drop, hosts that end.

use std::time::{Duration, Instant};

use crate::ssh::{Host, Visitor};

/// How the battle stands, as the status line says: turn, side and step.
fn standing(visitor: &Visitor) -> String {
    let contents = visitor.contents();
    let line = contents.lines().find(|line| line.contains(" · Turn ")).unwrap_or_default();
    line.split(" · ")
        .skip(1)
        .take(3)
        .map(|part| part.split('▸').next().unwrap_or("").trim())
        .collect::<Vec<_>>()
        .join(" · ")
}

fn turn(visitor: &Visitor) -> u32 {
    let standing = standing(visitor);
    standing.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Begins a battle against the computer: the second of the list, in which the armies are far apart.
fn against_the_computer(visitor: &mut Visitor) {
    visitor.press("n");
    visitor.expect("Opponent");
    visitor.press("\x1b[B\x1b[C\x1b[B\x1b[B\x1b[B\x1b[C");
    visitor.expect("steady");
    visitor.press("b");
    visitor.expect("Turn 1 of");
}

/// Ends one step.
fn end_step(visitor: &mut Visitor) {
    visitor.press(" ");
    if visitor.contents().contains("Done?") {
        visitor.press("\r");
    }
}

/// Ends step after step until that turn has come and the person, who is Blue, is to move.
fn play_until(visitor: &mut Visitor, wanted: u32) {
    let began = Instant::now();
    while turn(visitor) < wanted {
        assert!(began.elapsed() < Duration::from_secs(120), "the battle goes on:\n{}", visitor.contents());
        end_step(visitor);
    }
    visitor.wait("an order from Blue", |visitor| standing(visitor).contains("· Blue ·"));
}

#[test]
fn a_battle_against_the_computer_survives_a_dropped_line() {
    let host = Host::start(&[]);
    let mut anna = host.newcomer("anna");
    against_the_computer(&mut anna);
    play_until(&mut anna, 4);
    let (before, orders) = (standing(&anna), host.orders(1));
    assert!(orders.len() > 6, "three turns were played: {orders:?}");
    anna.drop_line();
    let mut anna = host.back("anna");
    anna.expect("T4");
    anna.press("\r");
    anna.expect("Turn 4 of");
    assert_eq!(standing(&anna), before);
    assert_eq!(host.orders(1), orders, "nothing is lost and nothing is added");
    play_until(&mut anna, 5);
    anna.press("q");
    assert!(!host.log().contains("panicked"), "{}", host.log());
}

#[test]
fn names_follow_rules_and_are_taken_once() {
    let host = Host::start(&[]);
    let _anna = host.newcomer("anna");
    let mut other = host.visit(Some(&host.key("other")), "x", 100, 30);
    other.expect("Name:");
    other.press("guest\r");
    other.expect("looks like");
    other.press("\x7f\x7f\x7f\x7f\x7fAnna\r");
    other.expect("taken");
    other.press("\x7f\x7f\x7f\x7fbela\r");
    other.expect("You are bela");
}

#[test]
fn two_people_play_each_other_and_a_third_watches() {
    let host = Host::start(&["--delay", "0"]);
    let (mut anna, mut bela, mut carl) = (host.newcomer("anna"), host.newcomer("bela"), host.newcomer("carl"));
    anna.press("n");
    anna.expect("Opponent");
    anna.press("b");
    anna.expect("waits for somebody");
    bela.expect("anna – …");
    bela.press("\x1b[B\r");
    bela.expect("Turn 1 of");
    anna.expect("anna – bela");
    anna.press("\r");
    anna.expect("Turn 1 of");
    carl.expect("anna – bela");
    carl.press("\x1b[B\r");
    carl.expect("Turn 1 of");
    let mut mover = standing(&anna);
    for _ in 0..4 {
        end_step(if mover.contains("Blue") { &mut anna } else { &mut bela });
        let before = std::mem::take(&mut mover);
        anna.wait("another step", |anna| !standing(anna).is_empty() && standing(anna) != before);
        mover = standing(&anna);
        bela.wait("the same step", |bela| standing(bela) == mover);
        carl.wait("the same step", |carl| standing(carl) == mover);
    }
    let orders = host.orders(1).len();
    carl.press(" ");
    carl.press("\r");
    assert_eq!(host.orders(1).len(), orders, "who watches gives no orders");
}

#[test]
fn the_picture_follows_the_window() {
    let host = Host::start(&[]);
    let mut anna = host.newcomer("anna");
    against_the_computer(&mut anna);
    anna.resize(100, 30);
    anna.wait("a picture of 30 rows", |anna| {
        let contents = anna.contents();
        contents.lines().count() == 30 && contents.contains("T1/15")
    });
    anna.resize(300, 60);
    anna.wait("a picture wider than a byte", |anna| {
        anna.contents().lines().any(|line| line.trim_end().chars().count() > 256)
    });
    anna.resize(40, 10);
    anna.expect("60");
    anna.resize(160, 46);
    anna.expect("Orders");
}

#[test]
fn an_idle_session_costs_nothing_and_a_cursor_step_little() {
    let host = Host::start(&[]);
    let mut anna = host.newcomer("anna");
    against_the_computer(&mut anna);
    std::thread::sleep(Duration::from_secs(2));
    let before = anna.bytes();
    std::thread::sleep(Duration::from_secs(5));
    assert_eq!(anna.bytes(), before, "bytes while nothing happens");
    for _ in 0..10 {
        anna.press("\x1b[C");
    }
    let each = (anna.bytes() - before) / 10;
    assert!(each < 4000, "{each} bytes a cursor step");
    assert!(each > 0);
}

#[test]
fn leaving_gives_the_terminal_back() {
    let host = Host::start(&[]);
    let mut anna = host.newcomer("anna");
    anna.press("q");
    assert_eq!(anna.end(), 0, "{}", anna.history());
    let history = anna.history();
    assert!(history.contains("\x1b[?1049l") && history.contains("\x1b[?25h"), "the screen is given back");
}

#[test]
fn sigterm_tells_everybody_and_ends_in_time() {
    let mut host = Host::start(&[]);
    let (mut anna, mut bela) = (host.newcomer("anna"), host.newcomer("bela"));
    against_the_computer(&mut anna);
    host.signal("TERM");
    let (status, time) = host.wait();
    assert_eq!(status, Some(0), "{}", host.log());
    assert!(time < Duration::from_secs(10), "{time:?}");
    for visitor in [&mut anna, &mut bela] {
        visitor.end();
        assert!(visitor.history().contains("your battles wait for you"), "{}", visitor.history());
    }
}

#[test]
fn a_killed_host_loses_no_order() {
    let host = Host::start(&[]);
    let mut anna = host.newcomer("anna");
    against_the_computer(&mut anna);
    play_until(&mut anna, 2);
    let before = standing(&anna);
    let orders = host.orders(1);
    let host = host.killed_and_restarted(&[]);
    assert_ne!(anna.end(), 0, "the client notices");
    let mut anna = host.back("anna");
    anna.press("\r");
    anna.expect("Turn 2 of");
    assert_eq!(standing(&anna), before);
    assert_eq!(host.orders(1)[..orders.len()], orders[..]);
    play_until(&mut anna, 3);
    let record = host.data().join("records/1.jsonl").display().to_string();
    let verdict = crate::cli::grognard(&["verify", &record]);
    assert!(verdict.status.success(), "{}", String::from_utf8_lossy(&verdict.stdout));
}

#[test]
fn too_many_sessions_with_a_key_are_told_so() {
    let host = Host::start(&["--max-sessions-per-key", "1"]);
    let _anna = host.newcomer("anna");
    let mut again = host.visit(Some(&host.key("x").with_file_name("anna")), "anna", 80, 24);
    assert_eq!(again.end(), 1);
    assert!(again.history().contains("Too many sessions with your key"), "{}", again.history());
}

#[test]
fn who_types_nothing_for_long_is_sent_home() {
    let host = Host::start(&["--idle", "2s"]);
    let mut anna = host.newcomer("anna");
    anna.end();
    assert!(anna.history().contains("Nothing was typed for long"), "{}", anna.history());
}

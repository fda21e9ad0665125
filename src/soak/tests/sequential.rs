//! Runs that end when they have seen enough, and runs that go on where they were broken off.

use std::sync::atomic::Ordering;

use super::{RIGGED, json, options, seats, soak};
use crate::enough::Stopping;
use crate::{Enough, Options, Pairs, Row, Seating, Test, Verdict, kept, run, share_of};

/// Numbers from 0 to 1 by lot, the same everywhere.
pub struct Lot(pub u64);

impl Lot {
    pub fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// What the first player gets of a pair whose battle favours one side: so strong in all, and a tenth of games drawn.
fn pair(lot: &mut Lot, elo: f64, favour: f64) -> f64 {
    let game = |lot: &mut Lot, share: f64| match lot.share() {
        drawn if drawn < 0.1 => 0.5,
        _ => f64::from(u8::from(lot.share() < share)),
    };
    let share = (share_of(elo) - 0.05) / 0.9;
    game(lot, share + favour) + game(lot, share - favour)
}

/// Pairs until a test is decided, and how it is.
fn tried(test: Test, elo: f64, seed: u64) -> (u32, Option<Verdict>) {
    let (mut lot, mut pairs) = (Lot(seed), Pairs::default());
    while pairs.count() < 20_000 {
        pairs.add(pair(&mut lot, elo, 0.25));
        if let Some(verdict) = test.verdict(&pairs) {
            return (pairs.count(), Some(verdict));
        }
    }
    (pairs.count(), None)
}

/// 1,000 matches each of players worth 0, 20 and 40 Elo, tested for 0 against 40: wrong in 5 of 100 at most, by what 1,000
/// matches can tell, where it matters; and undecided never.
#[test]
fn a_test_is_seldom_wrong() {
    let test: Test = "0,40".parse().expect("a test");
    let matches = |elo: f64| -> Vec<(u32, Option<Verdict>)> {
        (0..1_000).map(|seed| tried(test, elo, seed * 7_919 + elo as u64)).collect()
    };
    for (elo, right) in [(0.0, Some(Verdict::Lower)), (20.0, None), (40.0, Some(Verdict::Higher))] {
        let played = matches(elo);
        let higher = played.iter().filter(|(_, verdict)| *verdict == Some(Verdict::Higher)).count();
        let mut pairs: Vec<u32> = played.iter().map(|(pairs, _)| *pairs).collect();
        pairs.sort_unstable();
        println!("worth {elo}: higher in {higher} of 1000; pairs: median {}, longest {}", pairs[500], pairs[999]);
        assert!(played.iter().all(|(_, verdict)| verdict.is_some()));
        match right {
            Some(Verdict::Lower) => assert!(higher <= 64, "{higher}"),
            Some(Verdict::Higher) => assert!(higher >= 936, "{higher}"),
            None => assert!((350..=650).contains(&higher), "{higher}"),
        }
    }
}

/// Where pairs are won or lost altogether, the chances of a supposition are its share and the rest: 30 won and 10 lost, 50 against
/// 60 % of the points: 30 ln(.6/.5) + 10 ln(.4/.5) = 5.4696 - 2.2314.
#[test]
fn the_ratio_of_plain_results_is_that_of_two_shares() {
    let mut pairs = Pairs::default();
    (0..30).for_each(|_| pairs.add(2.0));
    (0..10).for_each(|_| pairs.add(0.0));
    let elo = 400.0 * (0.6_f64 / 0.4).log10();
    let ratio = pairs.log_likelihood_ratio([0.0, elo]);
    assert!((ratio - 3.2383).abs() < 0.01, "{ratio}");
    assert!((Test::bound() - 2.9444).abs() < 1e-4);
    assert!((share_of(elo) - 0.6).abs() < 1e-12);
}

fn row(winner: &str) -> Row {
    Row { winner: String::from(winner), reason: String::from("objectives"), ..Row::default() }
}

/// Of 1,000 runs that end when their interval is narrow enough, the interval has the true share in it in 95 of 100, by what 1,000
/// runs can tell.
#[test]
fn an_interval_that_ended_its_run_is_true() {
    for share in [0.5, 0.7, 0.95] {
        let most = 0.05;
        let mut held = 0;
        for seed in 0..1_000 {
            let mut lot = Lot(seed * 104_729 + 1);
            let mut stopping = Stopping::new(Enough::Within(most), false);
            loop {
                if stopping.hears(&row(if lot.share() < share { "blue" } else { "red" })) {
                    break;
                }
            }
            let (middle, width) = stopping.interval();
            assert!(width <= most);
            held += usize::from((middle - share).abs() <= width);
        }
        println!("a share of {share}: in the interval in {held} of 1000");
        assert!(held >= 936, "{share}: {held}");
    }
}

#[test]
fn a_fault_tells_nothing_of_its_pair() {
    let mut stopping = Stopping::new(Enough::Decided("0,80".parse().expect("a test")), true);
    let fault = Row { reason: String::from("fault"), ..Row::default() };
    for row in [row("blue"), fault, row("blue"), Row { swapped: true, ..row("red") }] {
        assert!(!stopping.hears(&row));
    }
    assert!(stopping.told().contains("after 1 pairs"), "{}", stopping.told());
}

#[test]
fn what_cannot_be_tested_is_said() {
    let why = |text: &str| text.parse::<Test>().expect_err("no test");
    assert_eq!(why("ten"), "unknown test `ten`; expected two Elo differences such as 0,10");
    assert!(why("10,0").starts_with("cannot test 10 against 0; expected "), "{}", why("10,0"));
    assert_eq!(
        Enough::within("0").expect_err("none"),
        "unknown precision `0`; expected points of a hundred from 0.1 to 25, such as 2.5"
    );
}

/// A run of two players of whom one is better.
fn testing(games: u32, jobs: usize) -> Options {
    let enough = Some(Enough::Decided("0,200".parse().expect("a test")));
    Options { enough, jobs, seating: Seating::Swapped, seats: seats("first", "random"), ..options(games) }
}

#[test]
fn a_run_ends_with_the_pair_that_decides_it_on_any_number_of_threads() {
    let one = soak(&testing(2_000, 1));
    assert!(one.has_enough() && one.rows().len() < 2_000 && one.rows().len().is_multiple_of(2), "{}", one.rows().len());
    assert!(one.summary().contains("test of 0 against 200 Elo: first is worth "), "{}", one.summary());
    assert!(!one.summary().contains("broken off"));
    assert_eq!(json(&one), json(&soak(&testing(2_000, 3))));
    let short = soak(&testing(2, 1));
    assert!(!short.has_enough() && short.summary().contains("not decided, after 1 pairs"), "{}", short.summary());
}

#[test]
fn a_run_that_was_broken_off_goes_on_to_the_same_rows() {
    let whole = Options { seating: Seating::Swapped, seats: seats("random", "bomb"), ..options(12) };
    let report = soak(&whole);
    assert!(!report.faults().is_empty());
    let text = json(&report);
    for lines in [0, 5, 11, 12] {
        let cut: String = text.lines().take(lines).map(|line| format!("{line}\n")).collect();
        let half = if lines < 12 { "{\"index\":3,\"bat" } else { "" };
        let before = kept("results.jsonl", &(cut.clone() + half)).expect("rows");
        assert_eq!((before.rows.len(), before.whole), (lines, cut.len() as u64));
        let played = std::cell::Cell::new(0);
        let again = run(&RIGGED, &Options { before: before.rows, ..whole.clone() }, |_| played.set(played.get() + 1));
        let again = again.expect("a run");
        assert_eq!((json(&again), played.get()), (text.clone(), 12 - lines));
        assert_eq!(again.faults().len(), report.faults().len());
        let commands =
            |report: &crate::Report| report.faults().iter().map(|one| one.command.clone()).collect::<Vec<_>>();
        assert_eq!(commands(&again), commands(&report));
    }
    assert!(!whole.stop.load(Ordering::Relaxed));
}

#[test]
fn a_decided_run_goes_on_to_nothing_more() {
    let options = testing(2_000, 1);
    let report = soak(&options);
    let again = Options { before: report.rows().to_vec(), ..options.clone() };
    assert_eq!(json(&soak(&again)), json(&report));
    let more: Vec<Row> = soak(&Options { enough: None, ..options.clone() })
        .rows()
        .iter()
        .take(report.rows().len() + 1)
        .cloned()
        .collect();
    let why = run(&RIGGED, &Options { before: more, ..options }, |_| {}).expect_err("too many").to_string();
    assert!(why.ends_with("comes after what was to be enough"), "{why}");
}

#[test]
fn rows_of_another_run_are_refused_by_line() {
    let rows = |options: &Options| soak(options).rows().to_vec();
    let why = |before: Vec<Row>, options: Options| {
        run(&RIGGED, &Options { before, ..options }, |_| {}).expect_err("another run").to_string()
    };
    let other = rows(&Options { seed: 9, ..options(2) });
    assert_eq!(
        why(other, options(2)),
        "cannot go on: line 1 is game 0, outpost under drill, random against random, seed 9; expected game 0, outpost under drill, \
         random against random, seed 1, as the options say"
    );
    assert_eq!(why(rows(&options(3)), options(2)), "cannot go on: 3 battles were played before; expected 2 at most");
    let bad = kept("old.jsonl", "{}\n").expect_err("no row").to_string();
    assert!(bad.starts_with("old.jsonl, line 1: not the result of a battle: "), "{bad}");
}

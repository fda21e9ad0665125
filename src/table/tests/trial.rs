//! Trials of a battle: the same battles whoever plays them, told truly, and ended when nobody waits for them.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use battle::{HouseRules, Library, Side};
use proving::{DrillLibrary, Plan};

use crate::setup::derived;
use crate::{Game, SeatSpec, Setup, Trial, Tried};

fn begun(library: &Arc<dyn Library>, games: u32) -> (Trial, Receiver<()>) {
    let (sender, news) = channel();
    let rules = library.systems().into_iter().map(|system| (system, HouseRules::default())).collect();
    let wake = Arc::new(move || {
        let _ = sender.send(());
    });
    (Trial::begin(Arc::clone(library), &Plan::tiny().file(), rules, games, wake), news)
}

fn ended(trial: &Trial, news: &Receiver<()>) -> Tried {
    while !trial.is_over() {
        news.recv().expect("somebody plays");
    }
    trial.found().remove(0)
}

#[test]
fn a_trial_tells_what_the_same_battles_come_to_one_by_one() {
    let library: Arc<dyn Library> = Arc::new(DrillLibrary);
    let (trial, news) = begun(&library, 6);
    let tried = ended(&trial, &news);
    assert_eq!(trial.progress(), (6, 6));
    let (mut won, mut drawn, mut turns) = ([0; 2], 0, 0);
    for game in 0..6_u64 {
        let seat = SeatSpec::Commander(library.commanders()[0].key.clone());
        let setup = Setup {
            battle: Plan::tiny().file(),
            system: library.systems()[0],
            house: HouseRules::default(),
            seats: [seat.clone(), seat],
            seed: derived(game, "trial"),
        };
        let mut game = Game::start_untold(library.as_ref(), &setup).expect("it starts");
        while game.outcome().is_none() {
            game.think(&std::sync::atomic::AtomicBool::new(false)).expect("an order");
        }
        turns += u32::from(game.system().field().turn());
        match game.outcome().expect("over").winner {
            Some(Side::Blue) => won[0] += 1,
            Some(Side::Red) => won[1] += 1,
            None => drawn += 1,
        }
    }
    assert_eq!((tried.won, tried.drawn, tried.turns, tried.played()), (won, drawn, turns, 6));
}

#[test]
fn what_is_no_longer_waited_for_ends() {
    let library: Arc<dyn Library> = Arc::new(DrillLibrary);
    let (trial, news) = begun(&library, 100_000);
    news.recv().expect("one has ended");
    drop(trial);
    // The threads let go of what would wake the screen when they end.
    while news.recv().is_ok() {}
    assert_eq!(Arc::strong_count(&library), 1);
}

fn tried(won: [u32; 2], drawn: u32) -> Tried {
    let system = DrillLibrary.systems()[0];
    Tried { system, games: 40, won, drawn, turns: 8 * (won[0] + won[1] + drawn), fault: None }
}

#[test]
fn verdicts_say_no_more_than_the_battles_do() {
    assert_eq!(tried([0, 0], 0).score(), "none has ended yet");
    assert_eq!(tried([0, 0], 3).verdict(), "Nobody has won yet.");
    assert_eq!(tried([11, 8], 1).score(), "Blue won 11, Red 8, 1 drawn; 8.0 turns on average");
    let even = "Neither side is clearly favoured: Blue wins 36 to 77 in a hundred.";
    assert_eq!(tried([11, 8], 1).verdict(), even);
    assert_eq!(tried([36, 4], 0).verdict(), "It favours Blue, who wins 77 to 96 in a hundred.");
    assert_eq!(tried([4, 36], 0).verdict(), "It favours Red, who wins 77 to 96 in a hundred.");
    let faulty = Tried { fault: Some(String::from("no room for B1")), ..tried([1, 0], 0) };
    assert!(faulty.is_over() && faulty.verdict() == "It cannot be played: no room for B1");
}

#[test]
fn fair_enough_is_up_to_thirteen_points_of_twenty() {
    assert!(tried([13, 7], 0).is_near_even() && tried([7, 13], 0).is_near_even() && tried([0, 0], 20).is_near_even());
    assert!(!tried([14, 6], 0).is_near_even() && !tried([6, 14], 0).is_near_even());
    // Four to ten with two drawn is no battle for somebody who looks for a fair one, though it may be chance.
    let four_to_ten = tried([4, 10], 2);
    assert!(four_to_ten.favours().is_none() && !four_to_ten.is_near_even());
}

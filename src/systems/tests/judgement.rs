//! What the default commander must not do again: faults of judgement seen in whole battles, each in the battle that
//! showed it.

use std::sync::atomic::AtomicBool;

use battle::{HouseRules, Library, Side};
use table::{Game, Setup};

use crate::Shelf;

/// Plays a battle of the default commander against one that stays where it is, up to the end of a turn.
fn played(system: &str, battle: &str, own: Side, turns: u16) -> Game {
    played_by(7, system, battle, own, turns)
}

fn played_by(seed: u64, system: &str, battle: &str, own: Side, turns: u16) -> Game {
    let shelf = Shelf::new();
    let default = shelf.commanders().remove(0).key;
    let seat = |side: Side| if side == own { default.parse() } else { String::from("hold").parse() };
    let setup = Setup {
        battle: shelf.battle(battle).expect("a battle"),
        system: shelf.system(system).expect("a system"),
        house: HouseRules::default(),
        seats: Side::ALL.map(|side| seat(side).expect("a seat")),
        seed,
    };
    let mut game = Game::start(&shelf, &setup, None).expect("a game");
    while game.outcome().is_none() && game.system().field().turn() <= turns {
        game.think(&AtomicBool::new(false)).expect("a legal order");
    }
    game
}

/// Share of its strength that a side still has on the map.
fn left(game: &Game, side: Side) -> f64 {
    let field = game.system().field();
    let all = field.ids().filter(|unit| field.side(*unit) == side);
    let shares: Vec<f64> =
        all.map(|unit| if field.present().any(|one| one == unit) { field.unit(unit).share() } else { 0.0 }).collect();
    shares.iter().sum::<f64>() / shares.len() as f64
}

#[test]
fn ground_within_musket_shot_of_a_standing_line_is_not_taken_for_safe() {
    let game = played("on_war", "the-slope", Side::Red, 6);
    assert!(left(&game, Side::Red) > 0.8, "{:.2} of Red left", left(&game, Side::Red));
}

#[test]
fn a_battery_that_has_targets_stays_and_shoots() {
    let game = played("on_war", "brigade-drill", Side::Blue, 4);
    let shots = game.past().record_text().lines().filter(|line| line.contains("\"fire B5 ")).count();
    assert!(shots >= 3, "{shots} shots in four turns");
}

#[test]
fn guns_on_a_ridge_stay_in_action() {
    let game = played("over_the_hills", "hougoumont", Side::Red, 5);
    let text = game.past().record_text();
    let shots = text.lines().filter(|line| line.contains("\"fire A7 ") || line.contains("\"fire A8 "));
    assert!(shots.count() >= 4, "in five turns, of two batteries that see the French from the first");
}

#[test]
fn the_guns_on_the_cascajal_fire_as_a_grand_battery() {
    let massed = |seed: u64| {
        played_by(seed, "over_the_hills", "talavera", Side::Blue, 5).past().record_text().contains("\"grand F")
    };
    assert!((1..=8).any(massed), "in none of 8 battles of five turns");
}

#[test]
fn a_side_that_must_take_ground_takes_it() {
    let game = played("on_war", "the-long-ridge", Side::Blue, 15);
    let outcome = game.outcome().expect("over after 15 turns");
    assert_eq!(outcome.winner, Some(Side::Blue), "{outcome:?}");
}

/// A view is kept while nothing is told; but of two charged units the second is asked without a word.
#[test]
fn a_view_asks_what_the_battle_asks() {
    let shelf = Shelf::new();
    for seed in [1, 2] {
        let seats = ["random", "hold"].map(|seat| seat.parse().expect("a seat"));
        let (battle, system) = (shelf.battle("brigade-drill"), shelf.system("on_war").expect("a system"));
        let setup = Setup { battle: battle.expect("a battle"), system, house: HouseRules::default(), seats, seed };
        let mut game = Game::start(&shelf, &setup, None).expect("a game");
        while let Some(decision) = game.system().pending().decision() {
            let shown = game.view(decision.side).pending().decision().expect("the same decision");
            let known = (shown.side, shown.ask.key, shown.unit, shown.target);
            assert_eq!(known, (decision.side, decision.ask.key, decision.unit, decision.target), "seed {seed}");
            game.think(&AtomicBool::new(false)).expect("a legal order");
        }
    }
}

#[test]
fn whoever_is_to_take_a_house_that_is_held_breaks_into_it() {
    let broken = |seed: u64| {
        let game = played_by(seed, "on_war", "wavre", Side::Blue, 12);
        let down = game.system().field().damages().iter().any(|damage| damage.destroyed);
        down && game.past().record_text().contains("\"batter F")
    };
    assert!((1..=4).any(broken), "in none of 4 battles of 12 turns");
}

//! What is offered first is what an old hand would do: whoever presses Enter and nothing else fights a battle to its end.

use std::sync::Arc;

use battle::{BattleFile, HouseRules, Library};
use systems::Shelf;
use table::{Game, SeatSpec, Setup};
use tui::Start;

use crate::window::Window;

/// Keys that a small battle may take at most.
const KEYS: usize = 900;

/// What the screen says at the end of a battle as Blue by Enter alone, against that commander.
fn by_enter_alone(shelf: &Arc<Shelf>, system: &str, battle: BattleFile, enemy: &str, seed: u64) -> String {
    let setup = Setup {
        battle,
        system: shelf.system(system).expect("a system"),
        house: HouseRules::default(),
        seats: ["human", enemy].map(|seat| seat.parse::<SeatSpec>().expect("a seat")),
        seed,
    };
    let game = Game::start(shelf.as_ref(), &setup, None).expect("it starts");
    let mut window = Window::open(Arc::clone(shelf), Start::Game(Box::new(game)), "", (120, 40));
    window.settle();
    for _ in 0..KEYS {
        let screen = window.screen();
        if screen.contains("units lost") {
            return screen;
        }
        window.press("Enter");
    }
    panic!("{system}: no end after {KEYS} times Enter:\n{}", window.screen());
}

#[test]
fn enter_alone_fights_a_battle_to_its_end_and_wins_most() {
    let shelf = Arc::new(Shelf::new());
    let mut won = Vec::new();
    for info in shelf.systems() {
        let battle = shelf.battle("first-light").expect("a battle");
        let screen = by_enter_alone(&shelf, info.key, battle, "steady", 5);
        let lost = screen.lines().find(|line| line.contains("units lost")).expect("it is told");
        assert!(lost.contains(|digit: char| ('1'..='9').contains(&digit)), "{}: nobody fought:\n{screen}", info.key);
        println!("{}: {}", info.key, screen.lines().find(|line| line.contains(" wins ")).unwrap_or("a draw").trim());
        won.extend(screen.contains("Blue wins").then_some(info.key));
    }
    assert!(won.len() >= 3, "won under {won:?} alone");
}

#[test]
fn enter_alone_wins_the_battle_of_the_tutorial() {
    let shelf = Arc::new(Shelf::new());
    for info in shelf.systems() {
        let lesson = shelf.lessons(info).pop().expect("a last lesson");
        let screen = by_enter_alone(&shelf, info.key, lesson.battle, &lesson.enemy, 3);
        assert!(screen.contains("Blue wins"), "{}:\n{screen}", info.key);
    }
}

//! How many keys a move and a turn take, under every rule system, for somebody who takes what is offered first.

use std::sync::Arc;
use std::time::Duration;

use battle::{HouseRules, Library, Role, Side};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use systems::Shelf;
use table::{Game, SeatSpec, Setup};
use tempfile::TempDir;
use tui::{App, Depth, Glyphs, Input, Key, Options, Speed, Start};

/// A person in a battle, who counts what he presses.
struct Hands {
    app: App,
    terminal: Terminal<TestBackend>,
    now: Duration,
    _data: TempDir,
}

impl Hands {
    fn at(game: Game, shelf: Arc<Shelf>) -> Hands {
        let data = TempDir::new().expect("a folder");
        std::fs::write(data.path().join("settings.toml"), "briefing = \"off\"\n").expect("a file");
        let options = Options {
            start: Start::Game(Box::new(game)),
            depth: Some(Depth::True),
            glyphs: Some(Glyphs::Unicode),
            speed: Speed::Instant,
            fresh_seed: Some(7),
            ..Options::new(data.path().to_path_buf())
        };
        let app = App::new(shelf, options, Arc::new(|| {})).expect("it starts");
        let terminal = Terminal::new(TestBackend::new(120, 40)).expect("a window");
        let mut hands = Hands { app, terminal, now: Duration::ZERO, _data: data };
        hands.settle();
        hands
    }

    fn press(&mut self, key: &str) {
        self.app.handle(Input::Key(key.parse::<Key>().expect("a key")));
        self.settle();
    }

    fn settle(&mut self) {
        for _ in 0..20_000 {
            self.now += Duration::from_secs(1);
            self.app.tick(self.now);
            match self.app.wait() {
                None => return,
                Some(wait) if wait.is_zero() => {}
                Some(_) => std::thread::sleep(Duration::from_micros(200)),
            }
        }
        panic!("never waits for a key");
    }

    fn screen(&mut self) -> String {
        self.terminal.draw(|frame| self.app.draw(frame)).expect("draws");
        self.terminal.backend().buffer().content().iter().map(ratatui::buffer::Cell::symbol).collect()
    }
}

/// A battle of two persons in which Blue has come to a step with moves, by orders that are first of their kind.
fn before_a_move(shelf: &Shelf, key: &str) -> Game {
    let setup = Setup {
        battle: shelf.battle("first-light").expect("it ships"),
        system: shelf.system(key).expect("a system"),
        house: HouseRules::default(),
        seats: [SeatSpec::Human, SeatSpec::Human],
        seed: 4,
    };
    let mut game = Game::start(shelf, &setup, None).expect("it can be played");
    for _ in 0..200 {
        let side = game.pending().decision().expect("it goes on").side;
        let view = game.view(side);
        let role = |order: &battle::Order| view.verb(order).map(|verb| verb.role);
        let offered = view.stems().into_iter().chain(view.orders());
        if side == Side::Blue
            && offered.into_iter().any(|order| role(&order) == Some(Role::Move) && order.unit().is_some())
        {
            return game;
        }
        let means = view.orders().into_iter().find(|order| role(order) == Some(Role::Activate));
        let done = view.orders().into_iter().find(|order| role(order) == Some(Role::Done));
        let order = means.or(done).or_else(|| view.orders().into_iter().next()).expect("an order");
        game.give(&order).expect("legal");
    }
    panic!("Blue never moves under {key}");
}

/// Keys until a unit has moved: the next unit, its orders, and what is offered first, taken.
fn keys_for_a_move(key: &str) -> usize {
    let shelf = Arc::new(Shelf::new());
    let game = before_a_move(&shelf, key);
    let mut hands = Hands::at(game, Arc::clone(&shelf));
    let before = hands.screen();
    let moves = |screen: &str| screen.matches(" moves to ").count() + screen.matches(" move: ").count();
    let was = moves(&before);
    for (count, press) in ["Tab", "Enter", "Enter", "Enter", "Enter"].iter().enumerate() {
        hands.press(press);
        if moves(&hands.screen()) > was {
            return count + 1;
        }
    }
    panic!("no move under {key} after five keys:\n{}", hands.screen());
}

#[test]
fn steps_without_a_sensible_choice_pass_and_can_be_taken_back() {
    let shelf = Arc::new(Shelf::new());
    let setup = Setup {
        battle: shelf.battle("brigade-drill").expect("it ships"),
        system: shelf.system("on_war").expect("a system"),
        house: HouseRules::default(),
        seats: [SeatSpec::Human, SeatSpec::Human],
        seed: 3,
    };
    let game = Game::start(&*shelf, &setup, None).expect("it can be played");
    let mut hands = Hands::at(game, Arc::clone(&shelf));
    let screen = hands.screen();
    assert!(!screen.contains("Blue · Squares") && screen.contains("so it passed by itself"), "{screen}");
    while !hands.screen().contains("Blue · Squares") {
        hands.press("u");
        assert!(!hands.screen().contains("cannot be undone"), "a step that passed is asked when it is taken back");
    }
}

#[test]
fn a_move_takes_at_most_five_keys() {
    for key in ["eagles", "on_war", "snappy", "over_the_hills", "mcnally"] {
        let keys = keys_for_a_move(key);
        println!("{key}: {keys} keys for a move");
        assert!(keys <= 5);
    }
}

//! How many keys a move, a volley, a charge and a turn take, under every rule system, for somebody who takes what is offered first.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use battle::{HouseRules, Library, Order, Role, Side, SystemInfo};
use systems::Shelf;
use table::{Game, RecordFile, SeatSpec, Setup};
use tempfile::TempDir;
use tui::Start;

use crate::window::Window;

/// Keys after which a person has given up.
const MOST: usize = 60;
/// Keys that a volley or a charge may take.
const BLOW: usize = 8;
/// Keys that a turn in which nothing more is done may take.
const TURN: usize = 3;

/// A person in a battle, who counts what he presses.
pub(crate) struct Hands {
    window: Window,
    record: PathBuf,
}

impl Hands {
    pub(crate) fn at(game: Game, shelf: Arc<Shelf>) -> Hands {
        let record = game.past().record_path().map(Path::to_path_buf).unwrap_or_default();
        let start = Start::Game(Box::new(game));
        let mut window = Window::open(shelf, start, "briefing = \"off\"\n", (120, 40));
        window.settle();
        Hands { window, record }
    }

    pub(crate) fn press(&mut self, key: &str) {
        self.window.press(key);
    }

    pub(crate) fn screen(&mut self) -> String {
        self.window.screen()
    }
}

/// The seed of the first battle.
const SEED: u64 = 4;

/// The first battle under a system, Red's seat taken by that one, recorded in the folder.
fn first_light(shelf: &Shelf, key: &str, red: SeatSpec, (folder, seed): (&Path, u64)) -> Game {
    let setup = Setup {
        battle: shelf.battle("first-light").expect("it ships"),
        system: shelf.system(key).expect("a system"),
        house: HouseRules::default(),
        seats: [SeatSpec::Human, red],
        seed,
    };
    let record = RecordFile::create(folder, &setup).expect("a record");
    Game::start(shelf, &setup, Some(record)).expect("it can be played")
}

/// The same once Blue may order a unit something of that role in an ordinary step: both sides do what a commander advises.
fn before(shelf: &Shelf, key: &str, role: Role, folder: &Path) -> Game {
    let mut game = first_light(shelf, key, SeatSpec::Human, (folder, SEED));
    while let Some(decision) = game.pending().decision() {
        let view = game.view(decision.side);
        let fits = |order: &Order| order.unit().is_some() && view.verb(order).is_some_and(|verb| verb.role == role);
        let ordinary = decision.side == Side::Blue && decision.unit.is_none();
        if ordinary && view.stems().iter().chain(&view.orders()).any(fits) {
            return game;
        }
        let advised = game.advice(shelf, None).map(|choice| choice.order);
        let order = advised.or_else(|| game.view(decision.side).orders().into_iter().next()).expect("an order");
        game.give(&order).expect("legal");
    }
    panic!("Blue never comes to {role:?} under {key}");
}

/// Orders of that role that were written down.
fn given(record: &Path, info: &SystemInfo, role: Role) -> usize {
    let text = std::fs::read_to_string(record).expect("readable");
    let words: Vec<&str> = info.verbs.iter().filter(|verb| verb.role == role).map(|verb| verb.word).collect();
    let orders = text.lines().filter_map(|line| line.strip_prefix("{\"order\":\""));
    orders.filter(|order| words.contains(&order.split([' ', '"']).next().unwrap_or_default())).count()
}

/// The letter of an order of that role in the open menu.
fn letter(screen: &str, info: &SystemInfo, role: Role) -> Option<char> {
    let titles = info.verbs.iter().filter(|verb| verb.role == role).map(|verb| verb.title);
    let rows = titles.flat_map(|title| [format!("  {title} "), format!("  {title}:")]);
    rows.filter_map(|row| screen.split(row.as_str()).next().filter(|before| before.len() < screen.len()))
        .filter_map(|before| before.chars().next_back())
        .find(|letter| letter.is_ascii_lowercase())
}

/// Keys until a unit has been given an order of that role, for somebody who knows which unit can: on to it, its orders, that
/// one, and what is offered first. Looking into the orders of units on the way is not counted.
fn keys_for(key: &str, role: Role) -> usize {
    let (shelf, folder) = (Arc::new(Shelf::new()), TempDir::new().expect("a folder"));
    let game = before(&shelf, key, role, folder.path());
    let info = shelf.system(key).expect("a system");
    let mut hands = Hands::at(game, Arc::clone(&shelf));
    let record = hands.record.clone();
    let (was, mut count) = (given(&record, info, role), 0);
    while count < MOST {
        hands.press("Tab");
        hands.press("Enter");
        count += 1;
        let Some(letter) = letter(&hands.screen(), info, role) else {
            hands.press("Esc");
            continue;
        };
        hands.press(&letter.to_string());
        count += 2;
        for _ in 0..5 {
            if given(&record, info, role) > was {
                return count;
            }
            hands.press("Enter");
            count += 1;
        }
        assert!(given(&record, info, role) > was, "no {role:?} under {key} after {count} keys:\n{}", hands.screen());
        return count;
    }
    panic!("no {role:?} under {key} after {count} keys:\n{}", hands.screen());
}

/// Blue's part of a turn, from its first ordinary decision on: both sides have done until then what a commander advises.
/// Where the battle is over before, the next one is taken.
pub(crate) fn begin_turn(shelf: &Shelf, key: &str, turn: u16, folder: &Path) -> Game {
    let mut battles = (SEED..SEED + 10).filter_map(|seed| begun(shelf, key, turn, (folder, seed)));
    battles.next().unwrap_or_else(|| panic!("every battle is over before turn {turn} under {key}"))
}

/// The same in the battle of a seed; nothing where it is over before.
fn begun(shelf: &Shelf, key: &str, turn: u16, place: (&Path, u64)) -> Option<Game> {
    let mut game = first_light(shelf, key, SeatSpec::Commander(String::from("hold")), place);
    while let Some(decision) = game.pending().decision() {
        let ordinary = decision.side == Side::Blue && decision.unit.is_none();
        if ordinary && game.system().field().turn() >= turn {
            return Some(game);
        }
        if decision.side == Side::Red {
            game.think(&AtomicBool::new(false)).expect("it thinks");
            continue;
        }
        let advised = game.advice(shelf, None).map(|choice| choice.order);
        let order = advised.or_else(|| game.view(Side::Blue).orders().into_iter().next()).expect("an order");
        game.give(&order).expect("legal");
    }
    None
}

/// What somebody presses who wants nothing more in a turn and takes what the staff would give.
pub(crate) fn key_to_end(screen: &str) -> &'static str {
    match () {
        () if screen.contains("orders that have to be given") => "Enter",
        () if screen.contains("End turn ") => "n",
        () if screen.contains("e end turn") => "e",
        () => "Enter",
    }
}

/// Keys that end a turn of a person who wants to do nothing more, and answer what he is asked on the way; a list of orders
/// that dice have cut short is agreed to in parts, which counts once.
fn keys_for_a_turn(key: &str, turn: u16) -> usize {
    let (shelf, folder) = (Arc::new(Shelf::new()), TempDir::new().expect("a folder"));
    let game = begin_turn(&shelf, key, turn, folder.path());
    let mut hands = Hands::at(game, shelf);
    let after = format!("Turn {} of", turn + 1);
    let mut lists = 0;
    for count in 1..=MOST {
        let screen = hands.screen();
        lists += usize::from(screen.contains("orders that have to be given"));
        hands.press(key_to_end(&screen));
        let screen = hands.screen();
        if screen.contains(&after) || screen.contains("wins") {
            return count - lists.saturating_sub(1);
        }
    }
    panic!("no end of turn {turn} under {key} after {MOST} keys:\n{}", hands.screen());
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

/// Takes the staff's orders wherever some have to be given in two turns, from that one on, and holds those written down to those that were listed.
fn gives_what_was_listed(key: &str, turn: u16, seed: u64) -> usize {
    let (shelf, folder) = (Arc::new(Shelf::new()), TempDir::new().expect("a folder"));
    let Some(game) = begun(&shelf, key, turn, (folder.path(), seed)) else { return 0 };
    let info = shelf.system(key).expect("a system");
    let mut hands = Hands::at(game, shelf);
    let record = hands.record.clone();
    let orders = || -> Vec<String> {
        let text = std::fs::read_to_string(&record).expect("readable");
        let orders = text.lines().filter_map(|line| line.strip_prefix("{\"order\":\"")?.strip_suffix("\"}"));
        orders.map(str::to_owned).collect()
    };
    let mut listed = 0;
    for _ in 0..MOST {
        let (screen, before) = (hands.screen(), orders().len());
        if screen.contains(&format!("Turn {} of", turn + 2)) || !screen.contains("Turn ") {
            return listed;
        }
        let offered = screen.contains("orders that have to be given");
        hands.press(if offered || !screen.contains("e end turn") { "Enter" } else { "e" });
        if !offered {
            continue;
        }
        let first = orders().into_iter().nth(before).unwrap_or_else(|| panic!("nothing was given:\n{screen}"));
        let mut words = first.split(' ');
        let (verb, actor) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let title = info.verbs.iter().find(|one| one.word == verb).map_or("?", |one| one.title);
        assert!(screen.contains(&format!("· {actor} · {title}")), "{first} was not listed:\n{screen}");
        listed += 1;
    }
    panic!("no end of turn {} under {key}:\n{}", turn + 1, hands.screen());
}

#[test]
fn orders_that_have_to_be_given_are_listed_before_they_are() {
    for key in ["snappy", "mcnally"] {
        let turns = (1..=4).flat_map(|turn| (SEED..SEED + 5).map(move |seed| (turn, seed)));
        let listed = turns.map(|(turn, seed)| gives_what_was_listed(key, turn, seed)).find(|listed| *listed > 0);
        assert!(listed.is_some(), "no order has to be given under {key}");
    }
}

#[test]
fn whoever_wants_to_order_them_himself_is_left_alone() {
    let (shelf, folder) = (Arc::new(Shelf::new()), TempDir::new().expect("a folder"));
    let game = begin_turn(&shelf, "mcnally", 1, folder.path());
    let mut hands = Hands::at(game, shelf);
    for _ in 0..MOST {
        let screen = hands.screen();
        if screen.contains("orders that have to be given") {
            hands.press("Esc");
            let screen = hands.screen();
            assert!(!screen.contains("orders that have to be given"), "it comes back:\n{screen}");
            return;
        }
        hands.press(if screen.contains("e end turn") { "e" } else { "Enter" });
    }
    panic!("nothing was proposed:\n{}", hands.screen());
}

/// Prints how many keys a move, a volley, a charge and a turn take, and holds them to their bounds.
fn takes_few_keys(key: &str) {
    let [walk, volley, charge] = [Role::Move, Role::Fire, Role::Assault].map(|role| keys_for(key, role));
    let turns = [1, 2, 3].map(|turn| keys_for_a_turn(key, turn));
    println!("{key}: move {walk}, volley {volley}, charge {charge}, turns {turns:?}");
    assert!(walk <= 5, "{key}: {walk} keys for a move");
    assert!(volley <= BLOW && charge <= BLOW, "{key}: {volley} keys for a volley, {charge} for a charge");
    assert!(turns.iter().all(|turn| *turn <= TURN), "{key}: {turns:?} keys for a turn");
}

#[test]
fn a_move_a_blow_and_a_turn_take_few_keys_under_eagles() {
    takes_few_keys("eagles");
}

#[test]
fn a_move_a_blow_and_a_turn_take_few_keys_under_on_war() {
    takes_few_keys("on_war");
}

#[test]
fn a_move_a_blow_and_a_turn_take_few_keys_under_snappy() {
    takes_few_keys("snappy");
}

#[test]
fn a_move_a_blow_and_a_turn_take_few_keys_under_over_the_hills() {
    takes_few_keys("over_the_hills");
}

#[test]
fn a_move_a_blow_and_a_turn_take_few_keys_under_mcnally() {
    takes_few_keys("mcnally");
}

/// The first position of the battle from that turn on in which orders have to be given before a step can be ended.
fn must_order(shelf: &Shelf, key: &str, place: (&Path, u64)) -> Option<Game> {
    let mut game = begun(shelf, key, 2, place)?;
    for _ in 0..MOST {
        let decision = game.pending().decision()?;
        if decision.side == Side::Blue && !game.staff_orders(shelf, |_, _| true).is_empty() {
            return Some(game);
        }
        let advised = game.advice(shelf, None).map(|choice| choice.order);
        match advised.filter(|_| decision.side == Side::Blue) {
            Some(order) => game.give(&order).expect("legal"),
            None => {
                game.think(&AtomicBool::new(false)).expect("it thinks");
            }
        }
    }
    None
}

#[test]
fn the_staff_gives_reasons_and_something_else_in_place_of_what_is_not_fit() {
    let (shelf, folder) = (Shelf::new(), TempDir::new().expect("a folder"));
    for key in ["snappy", "mcnally"] {
        let games = (SEED..SEED + 8).filter_map(|seed| must_order(&shelf, key, (folder.path(), seed)));
        let mut replaced = 0;
        for mut game in games {
            let free = game.staff_orders(&shelf, |_, _| true);
            assert!(free.iter().all(|staffed| staffed.rather.is_none()), "everything is fit");
            assert!(free.iter().any(|staffed| staffed.why.is_some()), "a commander says why");
            let first = free[0].order;
            let kept = game.staff_orders(&shelf, |_, order| *order != first);
            let Some(rather) = kept[0].rather else { continue };
            assert_eq!((rather, kept[0].order.actor), (first, first.actor));
            assert!(kept[0].order != first && game.view(Side::Blue).check(&kept[0].order).is_ok());
            replaced += 1;
        }
        // Under McNally each has one thing to do before such a step ends: to be tested.
        assert_eq!(replaced > 0, key == "snappy", "{replaced} could be ordered something else under {key}");
    }
}

/// A battle in which Blue is asked something to which there is only one answer, if orders at random lead to one.
fn no_choice(shelf: &Shelf, key: &str, place: (&Path, u64)) -> Option<Game> {
    let mut game = first_light(shelf, key, SeatSpec::Commander(String::from("steady")), place);
    let mut blue = shelf.commander("random", place.1).expect("a commander");
    while let Some(decision) = game.pending().decision() {
        if decision.side == Side::Red {
            game.think(&AtomicBool::new(false)).expect("it thinks");
            continue;
        }
        let view = game.view(Side::Blue);
        let ends = |order: &Order| view.verb(order).is_some_and(|verb| verb.role == Role::Done);
        let posed = |order: &Order| view.verb(order).is_some_and(battle::VerbInfo::posed);
        if let ([only], true) = (view.orders().as_slice(), view.stems().is_empty())
            && !ends(only)
            && !posed(only)
        {
            return Some(game);
        }
        let order = blue.decide(view, &AtomicBool::new(false)).order;
        game.give(&order).expect("legal");
    }
    None
}

#[test]
fn an_answer_to_which_there_is_no_other_is_given_by_itself() {
    let (shelf, folder) = (Arc::new(Shelf::new()), TempDir::new().expect("a folder"));
    let mut found = 0;
    for key in ["mcnally", "snappy", "over_the_hills", "on_war", "eagles"] {
        let game = (SEED..SEED + 6).find_map(|seed| no_choice(&shelf, key, (folder.path(), seed)));
        let Some(game) = game else { continue };
        let screen = Hands::at(game, Arc::clone(&shelf)).screen();
        assert!(screen.contains("there was no other choice."), "{key}:\n{screen}");
        found += 1;
    }
    assert!(found >= 2, "such questions come up: {found}");
}

//! Battles kept elsewhere: followed, waited for, left and found again.

use std::sync::{Arc, PoisonError};

use ::battle::Side;
use proving::RandomPlayer;

use super::inn::{Inn, Keeper};
use super::lobby::{anna, visit};
use super::{Play, game};
use crate::{ExitReason, Options, Room, Section, Speed, Start};

/// Anna's battle as Blue against bert, and the game where it is kept.
fn duel() -> (Arc<Inn>, Room, Keeper) {
    let inn = anna();
    let room = inn.list(Section::Yours, ["anna", "bert"], "", 0);
    let keeper = inn.begin(room, "small-field", ["human", "human"], Some(Side::Blue));
    (inn, room, keeper)
}

/// Gives orders where the battle is kept, up to the other side's turn or so many.
fn play_there(keeper: &Keeper, side: Side, most: usize) -> usize {
    let mut game = keeper.lock().unwrap_or_else(PoisonError::into_inner);
    let mut random = RandomPlayer::new(3);
    for given in 0..most {
        if game.system().to_decide() != Some(side) {
            return given;
        }
        let order = random.choose(game.view(side)).expect("an order");
        game.give(&order).expect("legal");
    }
    most
}

fn lines(keeper: &Keeper) -> usize {
    keeper.lock().expect("whole").past().record_text().lines().count()
}

/// Ends Blue's deployment at the screen.
fn deployed(play: &mut Play) {
    play.keys("Enter").shows("· Blue · Deployment").keys("Space Enter");
}

#[test]
fn an_order_goes_to_the_keeper_and_the_screen_waits_for_the_other() {
    let (inn, _, keeper) = duel();
    let mut play = visit(&inn, 120, 40);
    deployed(&mut play);
    play.shows("Waiting for bert (Red).").shows(" anna ").shows(" bert ");
    assert_eq!(lines(&keeper), 2);
    assert_eq!(play.app.wait(), None, "no timer runs while it waits");
}

#[test]
fn the_others_orders_come_when_the_screen_is_woken() {
    let (inn, _, keeper) = duel();
    let mut play = visit(&inn, 120, 40);
    deployed(&mut play);
    let orders = play_there(&keeper, Side::Red, 1000);
    inn.wake();
    play.settle();
    play.shows("Since your last order").shows("L reads all").shows("· Blue · Command");
    assert!(orders > 0);
    play.keys("L").shows("Dispatches");
}

#[test]
fn the_others_orders_are_shown_one_by_one() {
    let (inn, _, keeper) = duel();
    let start = Start::Lobby(inn.clone());
    let mut play = Play::with(120, 40, |options| Options { start, speed: Speed::Normal, ..options });
    play.keys("Enter").keys("Space Enter Esc");
    play_there(&keeper, Side::Red, 2);
    play.app.tick(std::time::Duration::from_secs(100_000));
    assert!(play.app.wait().is_some(), "they are being shown");
    play.settle();
    assert_eq!(play.app.wait(), None);
}

#[test]
fn an_undo_goes_to_the_keeper() {
    let (inn, _, keeper) = duel();
    let mut play = visit(&inn, 160, 46);
    play.keys("Enter Tab Enter Enter Down Down Enter").shows("takes post");
    assert_eq!(lines(&keeper), 2);
    play.keys("u").shows("Taken back").hides("takes post");
    assert_eq!(lines(&keeper), 3);
    play.keys("u").shows("This cannot be undone: nothing to undo.");
}

#[test]
fn the_others_undo_is_followed() {
    let (inn, _, keeper) = duel();
    let mut play = visit(&inn, 160, 46);
    deployed(&mut play);
    let order = deployment(&keeper, "deploy R1");
    keeper.lock().expect("whole").give(&order).expect("legal");
    inn.wake();
    play.settle();
    keeper.lock().expect("whole").undo().expect("free");
    inn.wake();
    play.settle();
    play.shows("The last order was taken back.");
}

#[test]
fn who_comes_back_reads_what_has_happened() {
    let (inn, room, keeper) = duel();
    let mut play = visit(&inn, 120, 40);
    deployed(&mut play);
    play.keys("c c");
    assert_eq!(*inn.seen.lock().expect("whole"), Some((room, 2)));
    drop(play);
    play_there(&keeper, Side::Red, 1000);
    inn.change(room, |table| table.read = 2);
    let mut play = visit(&inn, 120, 40);
    play.shows("1 waits for you").keys("Enter").shows("Since your last order").shows("L reads all");
    play.keys("L").shows("Dispatches").hides("Blue is done");
    assert_eq!(*inn.seen.lock().expect("whole"), Some((room, lines(&keeper))));
}

/// The last place where a unit can deploy.
fn deployment(keeper: &Keeper, stem: &str) -> ::battle::Order {
    let game = keeper.lock().expect("whole");
    let (system, text) = (game.system(), game.system().order_text());
    let stem = system.stems().into_iter().find(|one| text.write(one) == stem).expect("it can deploy");
    let last = system.reach(&stem).legal().last().map(|place| stem.to(place.pose));
    last.expect("a place")
}

#[test]
fn what_is_done_and_undone_in_secret_is_no_news() {
    let (inn, _, keeper) = duel();
    let mut play = visit(&inn, 160, 46);
    deployed(&mut play);
    let order = deployment(&keeper, "deploy R4");
    keeper.lock().expect("whole").give(&order).expect("legal");
    inn.wake();
    play.settle();
    let picture = play.screen();
    keeper.lock().expect("whole").undo().expect("free");
    inn.wake();
    play.settle();
    play.hides("taken back");
    assert_eq!(play.screen(), picture);
}

#[test]
fn leaving_leaves_the_battle_waiting() {
    let (inn, _, keeper) = duel();
    let mut play = visit(&inn, 80, 24);
    play.keys("Enter Esc")
        .hides("advice")
        .keys("q")
        .shows("to the lobby; the battle waits")
        .shows("resign")
        .hides("jsonl");
    play.keys("t").shows("Your battles · 1 waits for you").keys("Enter q q");
    assert_eq!(play.app.exit(), Some(&ExitReason::Quit(None)));
    assert_eq!(lines(&keeper), 1);
}

#[test]
fn resigning_is_told_to_the_keeper_and_shows_the_end() {
    let (inn, _, keeper) = duel();
    let mut play = visit(&inn, 120, 40);
    play.keys("Enter q r Enter").shows("Red wins by resignation.").shows("Seed 7").hides("again").shows("lobby");
    assert!(keeper.lock().expect("whole").outcome().is_some());
    play.keys("t").shows("Your battles");
}

#[test]
fn the_seed_is_a_secret_until_the_end() {
    let (inn, ..) = duel();
    let mut play = visit(&inn, 120, 40);
    play.keys("Enter :").typed("seed").keys("Enter").shows("The seed is told when the battle is over.");
    play.keys("s").shows("kept here").keys("a").shows("There is no advice");
    play.keys("s").shows("kept here").keys("W").shows("There is no advice");
    play.keys("q r Enter Esc :").typed("seed").keys("Enter").shows("The seed of this battle is 7.");
}

#[test]
fn an_onlooker_sees_what_both_know_and_can_do_nothing() {
    let (inn, room, keeper) = duel();
    inn.change(room, |table| table.side = None);
    let mut play = visit(&inn, 120, 40);
    play.keys("Enter Esc").shows("Waiting for anna (Blue). You are watching.");
    play.keys("q").hides("resign").keys("Esc :").typed("resign").keys("Enter").shows("Only those who play can resign.");
    play.keys("Enter Space u").shows("You are watching.");
    play.keys(":").typed("seed").keys("Enter").shows("Onlookers are not told the seed.").hides("R4");
    assert_eq!(lines(&keeper), 1);
    play_there(&keeper, Side::Blue, 3);
    inn.wake();
    play.settle();
    play.shows("takes post").keys("L").hides("R4").keys("Esc");
    keeper.lock().expect("whole").resign(Side::Red);
    inn.wake();
    play.settle();
    play.shows("Blue wins by resignation.").shows("You were watching").hides("Seed");
}

#[test]
fn how_far_an_onlooker_is_behind_is_told() {
    let inn = anna();
    let room = inn.list(Section::Watch, ["bert", "claus"], "", 0);
    inn.change(room, |table| table.row.turn = 2);
    let keeper = inn.begin(room, "small-field", ["human", "human"], None);
    let behind = Late(inn.clone());
    let start = Start::Lobby(Arc::new(behind));
    let mut play = Play::with(120, 40, |options| Options { start, ..options });
    play.settle();
    play.keys("Down Enter Esc").shows("You are watching, 2 turns behind.");
    assert_eq!(lines(&keeper), 1);
}

/// The same place, whose list is two turns ahead of what it shows.
struct Late(Arc<Inn>);

impl crate::Host for Late {
    fn welcome(&self) -> String {
        self.0.welcome()
    }
    fn visitor(&self) -> crate::Visitor {
        self.0.visitor()
    }
    fn take_name(&self, name: &str) -> Result<(), String> {
        self.0.take_name(name)
    }
    fn rows(&self) -> Vec<crate::Row> {
        self.0.rows().into_iter().map(|row| crate::Row { turn: row.turn + 2, ..row }).collect()
    }
    fn is_new(&self) -> bool {
        self.0.is_new()
    }
    fn lately(&self) -> crate::Lately {
        self.0.lately()
    }
    fn history(&self) -> Result<crate::History, String> {
        self.0.history()
    }
    fn players(&self) -> Vec<String> {
        self.0.players()
    }
    fn listen(&self, wake: crate::Waker) {
        self.0.listen(wake);
    }
    fn offer(&self, offer: crate::Offer) -> Result<Room, String> {
        self.0.offer(offer)
    }
    fn accept(&self, room: Room) -> Result<(), String> {
        self.0.accept(room)
    }
    fn decline(&self, room: Room) -> Result<(), String> {
        self.0.decline(room)
    }
    fn enter(&self, room: Room) -> Result<crate::Entered, String> {
        self.0.enter(room)
    }
    fn seen(&self, room: Room, lines: usize) {
        self.0.seen(room, lines);
    }
    fn think(&self, errand: crate::Errand, stop: Arc<std::sync::atomic::AtomicBool>) {
        self.0.think(errand, stop);
    }
}

#[test]
fn a_battle_of_ones_own_shows_its_seed() {
    let start = Start::Game(Box::new(game("outpost", ["human", "first"])));
    let mut play = Play::with(120, 40, |options| Options { start, ..options });
    play.keys(":").typed("seed").keys("Enter").shows("The seed of this battle is 7.");
}

//! Battles kept elsewhere: whoever follows has the same battle, order by order.

use std::sync::{Arc, Mutex, MutexGuard};

use battle::{Order, Refusal, Sense, Side};
use proving::{DrillLibrary, RandomPlayer};

use super::{first, log_of, setup, start, toward, unit};
use crate::{Game, Link};

type Keeper = Arc<Mutex<Game>>;

/// A link to a keeper in the same program.
struct Wire {
    keeper: Keeper,
    side: Option<Side>,
    /// How many lines it gives at most.
    most: usize,
}

impl Wire {
    fn game(&self) -> MutexGuard<'_, Game> {
        self.keeper.lock().expect("whole")
    }
}

impl Link for Wire {
    fn side(&self) -> Option<Side> {
        self.side
    }

    fn lines(&self, from: usize) -> Vec<String> {
        self.game().lines().iter().take(self.most).skip(from).cloned().collect()
    }

    fn give(&self, order: &str) -> Result<(), Refusal> {
        let mut game = self.game();
        if self.side.is_none() || game.system().to_decide() != self.side {
            return Err(Refusal::new("", "it is not your turn"));
        }
        let order = game.system().order_text().read(order).map_err(|why| Refusal::new("", why))?;
        game.give(&order)
    }

    fn undo(&self) -> Result<(), String> {
        let mut game = self.game();
        if game.past().undo_of() != self.side {
            return Err(game.undo_blocked().unwrap_or_else(|| String::from("the enemy has answered")));
        }
        game.undo()
    }

    fn resign(&self) {
        if let Some(side) = self.side {
            self.game().resign(side);
        }
    }

    fn players(&self) -> [Option<String>; 2] {
        [Some(String::from("anna")), Some(String::from("bert"))]
    }
}

fn kept(battle: &str, seats: [&str; 2], seed: u64) -> Keeper {
    Arc::new(Mutex::new(start(&setup(battle, seats, seed))))
}

fn joined(keeper: &Keeper, side: Option<Side>) -> Game {
    let wire = Wire { keeper: keeper.clone(), side, most: usize::MAX };
    Game::join(&DrillLibrary, Box::new(wire)).expect("joined")
}

#[track_caller]
fn same(keeper: &Keeper, follower: &Game) {
    let game = keeper.lock().expect("whole");
    assert_eq!(follower.system().digest(), game.system().digest());
    assert_eq!(follower.past().last_hash(), game.past().last_hash());
    assert_eq!(follower.stage().dispatches(), game.stage().dispatches());
    assert_eq!(follower.tally(), game.tally());
    assert_eq!(follower.orders_given(), game.orders_given());
    assert_eq!(follower.past().record_text(), game.past().record_text());
    assert_eq!(follower.lines_followed(), game.lines().len());
    assert_eq!(follower.stage().event_count(), game.stage().event_count());
    assert_eq!(follower.outcome(), game.outcome());
}

fn catch_up(game: &mut Game) {
    while game.follow().expect("the same battle") {}
}

/// Two players and an onlooker at one battle.
struct Table {
    keeper: Keeper,
    /// Blue, Red, and the onlooker.
    seats: [Game; 3],
}

impl Table {
    fn new(battle: &str, seed: u64) -> Table {
        let keeper = kept(battle, ["human", "human"], seed);
        let seats = [Some(Side::Blue), Some(Side::Red), None].map(|side| joined(&keeper, side));
        Table { keeper, seats }
    }

    fn to_decide(&self) -> Option<Side> {
        self.keeper.lock().expect("whole").system().to_decide()
    }

    fn all_same(&mut self) {
        self.seats.iter_mut().for_each(catch_up);
        self.seats.iter().for_each(|seat| same(&self.keeper, seat));
    }
}

#[test]
fn everybody_has_the_same_battle_at_every_step() {
    for seed in 1..=4 {
        let mut table = Table::new("small-field", seed);
        let (mut random, mut undone) = (RandomPlayer::new(seed), 0);
        for step in 0_u64.. {
            let Some(side) = table.to_decide() else { break };
            let seat = &mut table.seats[side.index()];
            assert!(seat.is_human(side) && !seat.is_human(side.other()));
            let order = random.choose(seat.view(side)).expect("an order");
            seat.give(&order).expect("legal");
            if step % 3 == 0 && seat.undo().is_ok() {
                undone += 1;
            }
            table.all_same();
            if step == 150 {
                table.seats[1].resign(Side::Red);
            }
        }
        table.all_same();
        assert!(undone > 3, "orders were taken back");
        let late = joined(&table.keeper, None);
        same(&table.keeper, &late);
    }
}

#[test]
fn a_follower_knows_what_can_be_taken_back() {
    let mut table = Table::new("small-field", 3);
    let mut random = RandomPlayer::new(9);
    for _ in 0..60 {
        let Some(side) = table.to_decide() else { break };
        table.all_same();
        let keeper = table.keeper.lock().expect("whole");
        let own = keeper.past().undo_of().filter(|of| *of == Side::Blue);
        assert_eq!(table.seats[0].undo_blocked().is_none(), own.is_some());
        if keeper.past().undo_of().is_none() {
            assert_eq!(table.seats[0].undo_blocked(), keeper.undo_blocked());
        }
        drop(keeper);
        let order = random.choose(table.seats[side.index()].view(side)).expect("an order");
        table.seats[side.index()].give(&order).expect("legal");
    }
}

#[test]
fn one_order_is_followed_at_a_time() {
    let mut table = Table::new("outpost", 1);
    let (first_order, second) = (first(&table.seats[0], "order"), String::from("done"));
    for text in [first_order.expect("an order"), second] {
        super::order(&mut table.seats[0], &text);
    }
    let onlooker = &mut table.seats[2];
    assert!(onlooker.elsewhere().has_news());
    assert!(onlooker.follow().expect("the same battle"));
    assert_eq!((onlooker.orders_given(), onlooker.lines_followed()), (1, 2));
    assert!(onlooker.follow().expect("the same battle"));
    assert_eq!(onlooker.orders_given(), 2);
    assert!(!onlooker.follow().expect("nothing new") && !onlooker.elsewhere().has_news());
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut table = Table::new("outpost", 1);
    let order = |game: &Game| -> Order { game.system().orders()[0] };
    let (blue, red) = (order(&table.seats[0]), order(&table.seats[1]));
    assert!(table.seats[1].give(&red).is_err(), "not Red's turn");
    assert!(table.seats[2].give(&blue).is_err(), "an onlooker");
    let far = super::read(&table.seats[0], "rally B1");
    assert!(table.seats[0].give(&far).is_err(), "not legal");
    assert_eq!(table.seats[2].undo(), Err(String::from("nothing to undo")));
    table.seats[2].resign(Side::Blue);
    assert_eq!(table.keeper.lock().expect("whole").lines().len(), 1);
    table.all_same();
    table.seats[0].give(&blue).expect("legal");
    assert_eq!(table.seats[1].undo(), Err(String::from("the battle has gone on meanwhile")));
    assert!(table.seats[2].give(&blue).expect_err("refused").to_string().contains("gone on meanwhile"));
}

#[test]
fn an_undo_that_no_snapshot_reaches_is_played_again() {
    let keeper = kept("outpost", ["human", "human"], 1);
    let mut blue = joined(&keeper, Some(Side::Blue));
    let text = first(&blue, "order").expect("an order");
    let digest = blue.system().digest();
    super::order(&mut blue, &text);
    let mut late = joined(&keeper, None);
    late.past.undo.block("as if dice had fallen");
    blue.undo().expect("free");
    catch_up(&mut late);
    assert_eq!(late.system().digest(), digest);
    same(&keeper, &late);
    super::order(&mut blue, &text);
    catch_up(&mut late);
    same(&keeper, &late);
}

#[test]
fn onlookers_may_be_behind() {
    let keeper = kept("outpost", ["random", "random"], 6);
    super::play_out(&mut keeper.lock().expect("whole"));
    let all = keeper.lock().expect("whole").lines().len();
    for most in 1..=all {
        let wire = Wire { keeper: keeper.clone(), side: None, most };
        let follower = Game::join(&DrillLibrary, Box::new(wire)).expect("joined");
        assert_eq!(follower.lines_followed(), most);
        assert_eq!(follower.outcome().is_some(), most >= all - 1, "{most} of {all}");
    }
}

#[test]
fn a_line_that_does_not_fit_is_told() {
    struct Lines(Vec<String>);
    impl Link for Lines {
        fn side(&self) -> Option<Side> {
            None
        }
        fn lines(&self, from: usize) -> Vec<String> {
            self.0.iter().skip(from).cloned().collect()
        }
        fn give(&self, _order: &str) -> Result<(), Refusal> {
            Ok(())
        }
        fn undo(&self) -> Result<(), String> {
            Ok(())
        }
        fn resign(&self) {}
        fn players(&self) -> [Option<String>; 2] {
            [None, None]
        }
    }
    let mut game = start(&super::outpost(6));
    super::play_out(&mut game);
    let lines: Vec<String> = game.lines().to_vec();
    let why = |lines: Vec<String>| Game::join(&DrillLibrary, Box::new(Lines(lines))).err().map(|error| error.0);
    assert_eq!(why(lines.clone()), None);
    assert!(why(Vec::new()).is_some_and(|why| why.contains("no complete line")));
    for place in 1..lines.len() - 1 {
        let mut changed = lines.clone();
        changed.remove(place);
        assert!(why(changed).is_some(), "line {place} is gone");
        if lines[place].contains("\"hash\"") {
            let mut changed = lines.clone();
            changed[place] = changed[place].replace("\"hash\":\"", "\"hash\":\"0");
            assert!(why(changed).is_some_and(|why| why.contains("expected {\"turn\"")), "hash {place} is changed");
        }
    }
}

#[test]
fn hidden_units_stay_hidden_from_the_other_side() {
    let mut table = Table::new("small-field", 1);
    let hidden = unit(&table.seats[1], "R4");
    let marked = |game: &Game| game.system().field().shows(hidden, Sense::Hidden);
    assert!(marked(&table.seats[1]), "the rangers begin hidden");
    let known = |game: &Game| game.view(Side::Blue).field().present().any(|unit| unit == hidden);
    for _ in 0..400 {
        let Some(side) = table.to_decide() else { break };
        table.all_same();
        let keeper = table.keeper.lock().expect("whole");
        let place = keeper.system().field().footprint(hidden);
        assert_eq!(known(&table.seats[0]), known(&keeper));
        assert_eq!(log_of(&table.seats[0], Side::Blue), log_of(&keeper, Side::Blue));
        drop(keeper);
        if known(&table.seats[0]) {
            return;
        }
        let order = toward(&table.seats[side.index()], &place);
        table.seats[side.index()].give(&order).expect("legal");
    }
    panic!("nobody found the rangers");
}

#[test]
fn what_was_told_by_a_line_is_counted() {
    let mut table = Table::new("outpost", 1);
    let text = first(&table.seats[0], "order").expect("an order");
    super::order(&mut table.seats[0], &text);
    let (one, now) = (table.seats[0].dispatches_by_line(1, None), table.seats[0].stage().dispatches().len());
    assert!(one < now, "{one} {now}");
    assert_eq!(table.seats[0].dispatches_by_line(2, None), now);
    assert_eq!(table.seats[0].dispatches_by_line(0, None), 0);
    assert_eq!(table.seats[0].dispatches_by_line(2, Some(Side::Blue)), log_count(&table.seats[0], Side::Blue));
    table.seats[0].undo().expect("free");
    assert_eq!(table.seats[0].dispatches_by_line(2, None), one, "what was undone is not counted");
}

fn log_count(game: &Game, side: Side) -> usize {
    game.stage().dispatches_for(side).count()
}

#[test]
fn a_game_of_ones_own_follows_nothing() {
    let mut game = start(&super::outpost(1));
    assert!(!game.is_joined() && !game.elsewhere().has_news() && game.lines_followed() == 0);
    assert!(!game.follow().expect("nothing"));
    assert_eq!(game.elsewhere().players(), [None, None]);
    assert_eq!(joined(&kept("outpost", ["human", "human"], 1), None).elsewhere().players()[0].as_deref(), Some("anna"));
}

//! What can be taken back and what cannot, and which of the reasons it is.

use battle::{Library, Side};
use proving::DrillLibrary;

use super::{first, order, read, setup, start};
use crate::{Game, RecordFile};

fn hot_seat(battle: &str) -> Game {
    start(&setup(battle, ["human", "human"], 1))
}

#[test]
fn orders_without_dice_are_free_to_take_back_one_by_one() {
    let mut game = hot_seat("outpost");
    let (digest, log) = (game.system().digest(), game.stage().dispatches().len());
    assert_eq!(game.undo(), Err(String::from("nothing to undo")));
    for _ in 0..2 {
        let text = first(&game, "order").expect("an order to give");
        order(&mut game, &text);
        assert_eq!(game.undo_blocked(), None);
    }
    game.undo().expect("free");
    game.undo().expect("free");
    assert_eq!((game.system().digest(), game.stage().dispatches().len()), (digest, log));
    assert_eq!(game.orders_given(), 0);
    assert_eq!(game.undo_blocked(), Some(String::from("nothing to undo")));
}

#[test]
fn an_undone_game_goes_on_as_if_nothing_had_been() {
    let (mut straight, mut wavering) = (hot_seat("outpost"), hot_seat("outpost"));
    let text = first(&straight, "order").expect("an order to give");
    order(&mut straight, &text);
    order(&mut wavering, "order B2");
    assert_ne!(text, "order B2");
    wavering.undo().expect("free");
    order(&mut wavering, &text);
    assert_eq!(straight.system().digest(), wavering.system().digest());
    assert_eq!(straight.stage().dispatches(), wavering.stage().dispatches());
    assert_eq!(straight.tally(), wavering.tally());
}

#[test]
fn dice_cannot_be_taken_back() {
    let mut game = hot_seat("small-field");
    order(&mut game, "done");
    // Red's `done` ends the deployment, and Blue's orders are rolled.
    order(&mut game, "done");
    assert_eq!(game.undo(), Err(String::from("dice fell")));
    let text = first(&game, "order").expect("an order to give");
    order(&mut game, &text);
    game.undo().expect("only what came after the dice");
    assert_eq!(game.undo(), Err(String::from("dice fell")));
}

#[test]
fn the_enemys_answer_cannot_be_taken_back() {
    let mut game = hot_seat("small-field");
    order(&mut game, "done");
    assert_eq!(game.undo_blocked(), None, "Red has not answered yet");
    let text = first(&game, "deploy").expect("a unit to place");
    order(&mut game, &text);
    game.undo().expect("Red takes his own order back");
    assert_eq!(game.undo(), Err(String::from("the enemy has answered")));
}

#[test]
fn a_computers_answer_cannot_be_taken_back() {
    let mut game = start(&setup("small-field", ["human", "first"], 1));
    order(&mut game, "done");
    game.think(&std::sync::atomic::AtomicBool::new(false)).expect("an answer");
    assert_eq!(game.undo(), Err(String::from("the enemy has answered")));
}

#[test]
fn what_was_revealed_cannot_be_taken_back() {
    let mut game = hot_seat("small-field");
    let hidden = super::unit(&game, "R4");
    // Blue is on the move with an order; he walks into the hidden rangers or says that he cannot.
    order(&mut game, "done");
    order(&mut game, "done");
    for _ in 0..200 {
        let revealing = super::game_orders(&game).into_iter().find(|order| {
            let mut copy = game.system().copy();
            let mut heard = battle::Recorder::default();
            copy.resolve(order, &mut heard).is_ok()
                && !heard.events.iter().any(|event| matches!(event, battle::Event::Rolled(_)))
                && !copy.field().shows(hidden, battle::Sense::Hidden)
                && game.system().to_decide() == Some(Side::Blue)
        });
        if let Some(found) = revealing {
            game.give(&found).expect("legal");
            assert_eq!(game.undo(), Err(String::from("something was revealed")));
            return;
        }
        let next = super::toward(&game, &game.system().field().footprint(hidden));
        game.give(&next).expect("legal");
    }
    panic!("nobody found the rangers");
}

#[test]
fn a_record_with_undone_orders_is_read_without_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let set = setup("small-field", ["human", "human"], 1);
    let record = RecordFile::create(folder.path(), &set).expect("a record");
    let mut game = Game::start(&DrillLibrary, &set, Some(record)).expect("a game");
    let path = game.past().record_path().expect("a path").to_path_buf();
    let text = first(&game, "deploy").expect("a unit to place");
    order(&mut game, &text);
    game.undo().expect("free");
    order(&mut game, "done");
    order(&mut game, "done");
    let digest = game.system().digest();
    drop(game);
    let mut again = Game::resume(&DrillLibrary, &path).expect("resumed");
    assert_eq!((again.system().digest(), again.orders_given()), (digest, 2));
    let text = first(&again, "order").expect("an order to give");
    order(&mut again, &text);
    again.undo().expect("free");
    drop(again);
    let again = Game::resume(&DrillLibrary, &path).expect("resumed once more");
    assert_eq!(again.system().digest(), digest);
}

#[test]
fn an_undo_after_resuming_goes_back_before_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let set = setup("outpost", ["human", "random"], 1);
    let record = RecordFile::create(folder.path(), &set).expect("a record");
    let mut game = Game::start(&DrillLibrary, &set, Some(record)).expect("a game");
    let path = game.past().record_path().expect("a path").to_path_buf();
    let digest = game.system().digest();
    let text = first(&game, "order").expect("an order to give");
    order(&mut game, &text);
    drop(game);
    let mut again = Game::resume(&DrillLibrary, &path).expect("resumed");
    again.undo().expect("free");
    assert_eq!(again.system().digest(), digest);
    assert!(again.give(&read(&again, &text)).is_ok());
    assert!(DrillLibrary.battle("outpost").is_ok());
}

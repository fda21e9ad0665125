//! Parts of the common home that the drill itself does not use: arrivals of one side, the battle under test.

use battle::{HouseRules, Presence, Side};
use rulebook::fixture::Game;
use rulebook::{Umpire, arrivals};

use crate::Plan;
use crate::drill::{Drill, info};

/// A small battle in turn 2, in which Blue's reinforcement is due and Red's rolls for it.
fn second_turn(dice: &[u8]) -> Game<Drill> {
    let plan = Plan { key: String::from("parade"), size: 40, units: 3, turns: 3, deployment: false };
    let options = info::Options::of(&HouseRules::default());
    let war = rulebook::enlist(&plan.scenario(), &HouseRules::default(), options, 1).expect("room for all");
    let mut game = Game::new(war, dice);
    game.umpire().emit(battle::Event::TurnBegan { turn: 2 });
    game
}

/// Units of a side that are still to come.
fn due(game: &Game<Drill>, side: Side) -> usize {
    let field = game.war.field();
    field.ids().filter(|unit| field.side(*unit) == side && field.unit(*unit).presence == Presence::Due).count()
}

#[test]
fn reinforcements_of_one_side_arrive_alone() {
    let mut game = second_turn(&[6]);
    let before = [due(&game, Side::Blue), due(&game, Side::Red)];
    assert!(before.iter().all(|units| *units > 0));
    let mut umpire: Umpire<'_, Drill> = game.umpire();
    arrivals::arrive_of(&mut umpire, Side::Blue);
    assert_eq!(due(&game, Side::Red), before[1], "the other side waits");
    assert!(game.rolls().is_empty(), "nobody rolls for Red's");
    arrivals::arrive_of(&mut game.umpire(), Side::Red);
    assert_eq!(game.rolls().len(), 1);
    game.all_fell();
}

#[test]
fn a_battle_under_test_speaks_by_labels() {
    let mut game = second_turn(&[]);
    let first = game.war.field().roster().units().next().map(|(_, info)| info.label.clone()).expect("a unit");
    assert!(game.is_there(&first));
    assert_eq!(game.stands(&first).len(), usize::from(game.war.stands(game.id(&first))));
    game.enter(info::MOVEMENT, Side::Blue);
    assert!(!game.asks().is_empty());
    let order = game.order(battle::Verb(0), &first, "");
    assert_eq!(order.unit(), Some(game.id(&first)));
    assert!(game.war.order_text_of(&order).ends_with(&first));
}

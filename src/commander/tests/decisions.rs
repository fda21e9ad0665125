//! Decisions: legal, repeatable, blind to the dice, explained.

use std::sync::atomic::AtomicBool;

use battle::{Choice, Deaf, Order, Player, Prospect, Role, Side, System, Why};
use proving::{Plan, RandomPlayer};

use super::{commander, field, play, role};
use crate::{PlayingOn, total};

/// The orders of a whole battle.
fn orders(battle: Box<dyn System>, seed: u64) -> Vec<Order> {
    let mut orders = Vec::new();
    play(battle, [commander("steady", seed), commander("steady", seed)], 400, |_, _, choice| orders.push(choice.order));
    orders
}

#[test]
fn every_decision_is_legal_wherever_random_play_leads() {
    let stop = AtomicBool::new(false);
    for seed in 0..4 {
        let mut battle: Box<dyn System> = Box::new(proving::drill::deploy(&Plan::small().scenario(), seed));
        let mut wild = RandomPlayer::new(seed);
        let mut steady = [commander("steady", seed), commander("steady", seed)];
        while let Some(side) = battle.to_decide() {
            let choice = steady[side.index()].decide(&*battle.view(side, 1), &stop);
            battle.check(&choice.order).unwrap_or_else(|no| panic!("{:?}: {no}", choice.order));
            let order = wild.choose(&*battle).expect("an order");
            battle.resolve(&order, &mut Deaf).expect("legal");
        }
    }
}

#[test]
fn the_same_battle_brings_the_same_orders() {
    let one = orders(field(20, 4, 4, 11), 3);
    assert!(one.len() > 30, "{}", one.len());
    assert_eq!(one, orders(field(20, 4, 4, 11), 3));
}

/// Plays on by hand to the end of the turn; how many orders were given.
fn by_hand(battle: &mut dyn System, seed: u64) -> u32 {
    let (turn, mut given) = (battle.field().turn(), 0);
    let mut players = [commander("steady", seed), commander("steady", seed)];
    while let Some(side) = battle.to_decide().filter(|_| battle.field().turn() == turn) {
        let choice = players[side.index()].decide(&*battle.view(side, 1), &AtomicBool::new(false));
        battle.resolve(&choice.order, &mut Deaf).expect("legal");
        given += 1;
    }
    given
}

#[test]
fn a_turn_is_played_on_as_the_two_would_play_it() {
    let mut battle = field(20, 4, 4, 11);
    while battle.to_decide().is_some() {
        let turn = battle.field().turn();
        let mut copy = battle.copy();
        let mut two = PlayingOn::new([commander("steady", 5), commander("steady", 5)]);
        let cut = two.through_the_turn(&mut *battle.copy(), 3).expect("legal");
        let mut two = PlayingOn::new([commander("steady", 5), commander("steady", 5)]);
        let given = two.through_the_turn(&mut *copy, u32::MAX).expect("legal");
        assert_eq!(cut, given.min(3), "no more orders than so many");
        assert!(copy.to_decide().is_none() || copy.field().turn() == turn + 1, "to the end of the turn and no further");
        assert_eq!(battle.field().turn(), turn, "a copy was played");
        assert_eq!(by_hand(&mut *battle, 5), given);
        assert_eq!(battle.state(), copy.state());
    }
}

#[test]
fn the_dice_to_come_change_no_decision() {
    let mut battle = field(20, 4, 4, 11);
    let stop = AtomicBool::new(false);
    let mut players = [commander("steady", 1), commander("steady", 1)];
    let mut twins = [commander("steady", 1), commander("steady", 1)];
    for _ in 0..150 {
        let Some(side) = battle.to_decide() else { break };
        let choice = players[side.index()].decide(&*battle.view(side, 1), &stop);
        let twin = twins[side.index()].decide(&*battle.view(side, 999), &stop);
        assert_eq!(choice, twin);
        battle.resolve(&choice.order, &mut Deaf).expect("legal");
    }
}

#[test]
fn what_is_done_was_weighed_as_things_are_now() {
    let (mut battle, stop) = (field(24, 8, 6, 11), AtomicBool::new(false));
    let (mut players, mut acted) = ([commander("steady", 1), commander("steady", 2)], 0);
    while let Some(side) = battle.to_decide() {
        let (view, player) = (battle.view(side, 1), &mut players[side.index()]);
        let choice = player.decide(&*view, &stop);
        let acts = matches!(
            role(&*battle, &choice),
            Role::Move | Role::Maneuver | Role::March | Role::Form | Role::Fire | Role::Assault
        );
        if let Some(unit) = choice.order.unit().filter(|_| acts) {
            let anew = player.advise(&*view, Some(unit)).expect("advice for who acts");
            assert_eq!(anew.order, choice.order);
            acted += 1;
        }
        battle.resolve(&choice.order, &mut Deaf).expect("legal");
    }
    assert!(acted > 20, "{acted}");
}

fn explained(choice: &Choice) -> bool {
    let Some(why) = &choice.why else { return false };
    if let Some(first) = why.options.first() {
        assert_eq!(first.order, choice.order, "the order given is listed first");
    }
    for option in &why.options {
        assert_eq!(option.score, total(&option.considerations), "{option:?}");
        assert!(option.score <= why.options[0].score + 1e-12, "the highest score was taken: {why:?}");
    }
    !why.options.is_empty() && !why.mission.is_empty()
}

#[test]
fn explanations_add_up_to_the_scores() {
    let (mut told, mut given) = (0, 0);
    play(field(20, 4, 5, 7), [commander("steady", 1), commander("steady", 2)], 2000, |_, _, choice| {
        given += 1;
        told += usize::from(explained(choice));
    });
    assert!(told * 2 > given, "{told} of {given} explained");
}

#[test]
fn what_is_better_than_doing_nothing_has_something_that_speaks_for_it() {
    let mut told = 0;
    play(field(20, 4, 5, 7), [commander("steady", 1), commander("steady", 2)], 2000, |_, _, choice| {
        let Some(Why { still, options, .. }) = &choice.why else { return };
        let Some(best) = options.first().filter(|best| !still.is_empty() && best.score > total(still)) else { return };
        let beside = best.beside(still);
        assert!(!beside.better.is_empty(), "{choice:?}");
        let said = beside.better.iter().chain(&beside.worse);
        said.for_each(|words| assert!(!words.contains(['{', '}']), "{words}"));
        told += 1;
    });
    assert!(told > 20, "{told}");
}

#[test]
fn means_are_given_for_something() {
    let (mut acts, mut defends) = (0, 0);
    play(field(20, 4, 5, 7), [commander("steady", 1), commander("steady", 2)], 2000, |battle, _, choice| {
        if role(battle, choice) != Role::Activate {
            return;
        }
        match choice.why.as_ref().and_then(|why| why.prospect.as_ref()).expect("told what for") {
            Prospect::Acts { what, still } => {
                assert_eq!(what.order.unit(), choice.order.target_unit().or(choice.order.unit()));
                assert!(what.score > total(still), "{what:?}");
                acts += 1;
            }
            Prospect::Defends => defends += 1,
        }
    });
    assert!(acts > 3 && defends > 0, "{acts} {defends}");
}

#[test]
fn a_plan_has_a_sentence_for_every_group_and_changes_nothing() {
    let mut battle = field(20, 4, 5, 7);
    let (mut asked, mut plain) = (commander("steady", 1), commander("steady", 1));
    let stop = AtomicBool::new(false);
    let mut plans = 0;
    for _ in 0..120 {
        let Some(side) = battle.to_decide() else { break };
        let view = battle.view(side, 1);
        let plan = asked.plan(&*view);
        let (standing, groups) = plan.split_last().expect("a plan");
        assert!(standing.contains("when the turn began"), "{standing}");
        assert!(!groups.is_empty() || view.field().present_of(side).next().is_none(), "{plan:?}");
        plans += groups.len();
        let choice = plain.decide(&*view, &stop);
        assert_eq!(asked.decide(&*view, &stop), choice);
        battle.resolve(&choice.order, &mut Deaf).expect("legal");
    }
    assert!(plans > 0);
    let battle = field(20, 4, 5, 7);
    let side = battle.to_decide().expect("a decision");
    assert_eq!(commander("hold", 1).plan(&*battle.view(side, 1)), Vec::<String>::new());
}

#[test]
fn the_answer_comes_at_once_when_asked_to_stop() {
    let battle = field(20, 4, 4, 11);
    let side = battle.to_decide().expect("a decision");
    let choice = commander("steady", 1).decide(&*battle.view(side, 1), &AtomicBool::new(true));
    assert!(battle.check(&choice.order).is_ok());
}

#[test]
fn advice_is_for_the_unit_asked_about_and_changes_nothing() {
    let mut battle = field(20, 4, 4, 11);
    let (stop, mut advised) = (AtomicBool::new(false), 0);
    let (mut player, mut plain) = (commander("steady", 1), commander("steady", 1));
    for _ in 0..120 {
        let Some(side) = battle.to_decide() else { break };
        let view = battle.view(side, 1);
        if side == Side::Blue {
            for unit in view.field().present_of(side).collect::<Vec<_>>() {
                if let Some(advice) = player.advise(&*view, Some(unit)) {
                    assert!(view.check(&advice.order).is_ok());
                    assert!(advice.order.unit() == Some(unit) || advice.order.target_unit() == Some(unit));
                    advised += 1;
                }
            }
            assert_eq!(player.decide(&*view, &stop), plain.decide(&*view, &stop));
        }
        let order = commander("steady", 1).decide(&*view, &stop).order;
        battle.resolve(&order, &mut Deaf).expect("legal");
    }
    assert!(advised > 0);
}

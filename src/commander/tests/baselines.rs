//! The baselines do what their names say.

use battle::{Deaf, Departure, Player, Presence, Role, Side};
use proving::Plan;
use std::sync::atomic::AtomicBool;

use super::{commander, field, play, role};

#[test]
fn hold_never_moves_or_assaults() {
    let mut shots = 0;
    play(field(20, 4, 6, 3), [commander("hold", 1), commander("charge", 2)], 4000, |battle, side, choice| {
        let role = role(battle, choice);
        let moves = [Role::Move, Role::March, Role::Maneuver, Role::Assault, Role::Pursue];
        assert!(side == Side::Red || !moves.contains(&role), "hold gave {:?}", choice.order);
        shots += usize::from(side == Side::Blue && role == Role::Fire);
    });
    assert!(shots > 0, "hold shoots");
}

#[test]
fn charge_closes_with_the_enemy() {
    let gap = |battle: &dyn battle::System| {
        let field = battle.field();
        let blue: Vec<_> = field.present_of(Side::Blue).collect();
        field.present_of(Side::Red).flat_map(|red| blue.iter().map(move |one| field.distance(*one, red))).min()
    };
    let start = field(24, 3, 8, 9);
    let before = gap(&*start).expect("both sides stand");
    let mut assaults = 0;
    let (_, end) = play(start, [commander("charge", 1), commander("hold", 2)], 4000, |battle, side, choice| {
        assaults += usize::from(side == Side::Blue && role(battle, choice) == Role::Assault);
    });
    assert!(gap(&*end).is_none_or(|after| after < before), "from {before}");
    assert!(assaults > 0, "charge assaults");
}

#[test]
fn random_is_its_own_seed_and_nothing_else() {
    let orders = |own: u64, dice: u64| {
        let mut orders = Vec::new();
        play(field(20, 4, 2, dice), [commander("random", own), commander("hold", 2)], 12, |_, side, choice| {
            orders.extend((side == Side::Blue).then_some(choice.order));
        });
        orders
    };
    assert_eq!(orders(4, 1), orders(4, 1));
    let first = |own| orders(own, 1).first().copied();
    assert!((0..12).any(|own| first(own) != first(0)), "another seed, another order");
}

#[test]
fn steady_beats_random_on_small_fields() {
    let points = |seed: u64, side: Side| {
        let sides = match side {
            Side::Blue => [commander("steady", seed), commander("random", seed)],
            Side::Red => [commander("random", seed), commander("steady", seed)],
        };
        let (outcome, _) = play(field(20, 4, 8, seed), sides, 20_000, |_, _, _| {});
        match outcome.expect("the battle ends").winner {
            Some(winner) if winner == side => 2,
            None => 1,
            Some(_) => 0,
        }
    };
    let won: u32 = (0..3).map(|seed| points(seed, Side::Blue) + points(seed, Side::Red)).sum();
    assert!(won >= 10, "{won} of 12 half points");
}

#[test]
fn nobody_moves_units_that_are_gone() {
    let stop = AtomicBool::new(false);
    let mut battle: Box<dyn battle::System> = Box::new(proving::drill::deploy(&Plan::small().scenario(), 2));
    let mut sides = [commander("charge", 1), commander("steady", 2)];
    while let Some(side) = battle.to_decide() {
        let choice = sides[side.index()].decide(&*battle.view(side, 0), &stop);
        let gone = |unit| matches!(battle.field().unit(unit).presence, Presence::Gone(Departure::Destroyed));
        assert!(!choice.order.unit().is_some_and(gone));
        battle.resolve(&choice.order, &mut Deaf).expect("legal");
    }
}

//! Battles played by lot: they end, nothing listed is refused, nothing unlisted is accepted.

use battle::{Deaf, System};

use super::war::{Lot, any_order, battle, play};

#[test]
fn battles_by_lot_come_to_an_end() {
    for seed in 0..6 {
        let mut battle = battle("", seed);
        assert!(play(&mut battle, seed, &mut Deaf) > 30);
    }
}

#[test]
fn every_option_survives_battles_by_lot() {
    for option in crate::info().options {
        let mut value = String::from(option.default);
        for seed in 0..3 {
            value = option.values.next(&value);
            let mut battle = battle(&format!("{}={value}", option.key), seed);
            play(&mut battle, seed + 100, &mut Deaf);
        }
    }
}

#[test]
fn the_same_seed_and_orders_give_the_same_battle() {
    let digest = || {
        let mut battle = battle("", 7);
        play(&mut battle, 3, &mut Deaf);
        (&battle as &dyn System).digest()
    };
    assert_eq!(digest(), digest());
}

#[test]
fn what_is_listed_is_legal_and_what_belongs_to_others_is_not() {
    let mut battle = battle("", 11);
    let mut lot = Lot(5);
    for _ in 0..150 {
        let Some(side) = (&battle as &dyn System).to_decide() else { return };
        for order in battle.orders() {
            battle.check(&order).expect("listed orders are legal");
            let other = battle.field().ids().find(|unit| battle.field().side(*unit) != side).expect("an enemy");
            assert!(order.unit().is_none() || battle.check(&order.by(other)).is_err());
        }
        let order = any_order(&battle, &mut lot);
        battle.resolve(&order, &mut Deaf).expect("listed orders resolve");
    }
}

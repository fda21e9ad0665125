//! What comes next from the deck can be read nowhere: battles that differ in their seed alone look alike to both sides.

use battle::{Dice, Side, System};

/// All that a side can ask of its view.
fn known(war: &crate::War, side: Side) -> Vec<String> {
    let view = war.view_of(side, 5);
    let mut known = vec![format!("{:?} {:?}", view.state, view.pending())];
    known.extend(
        view.field().ids().map(|unit| format!("{:?} {:?}", System::card(&view, unit), view.field().unit(unit))),
    );
    known.extend(Side::ALL.map(|side| format!("{:?}", System::commands(&view, side))));
    let orders = view.orders();
    known.push(format!("{orders:?} {:?}", view.stems()));
    known.extend(orders.iter().step_by(3).map(|order| format!("{:?}", view.forecast(order))));
    known
}

#[test]
fn the_order_of_the_deck_is_in_no_view() {
    for seed in 0..3 {
        let scenario = proving::Plan::tiny().scenario();
        let mut war = crate::deploy(&scenario, &battle::HouseRules::default(), seed).expect("a battle");
        for step in 0..60_usize {
            if war.pending().decision().is_none() {
                break;
            }
            let mut other = war.clone();
            other.set_dice(Dice::new(seed + 1000));
            for side in Side::ALL {
                assert_eq!(known(&war, side), known(&other, side), "seed {seed}, step {step}, {side}");
            }
            let mut orders = war.orders();
            for stem in war.stems() {
                let ends = war.reach_of(&stem);
                orders.extend(ends.legal().take(2).map(|place| stem.to(place.pose)));
            }
            let order = orders[(step * 7 + seed as usize * 3) % orders.len()];
            war.resolve(&order, &mut battle::Deaf).expect("a legal order");
        }
    }
}

#[test]
fn the_next_card_differs_by_the_dice_alone() {
    let scenario = proving::small_scenario();
    let next = |dice: u64| {
        let mut war = crate::deploy(&scenario, &battle::HouseRules::default(), 1).expect("a battle");
        war.set_dice(Dice::new(dice));
        let mut deck = war.state.own.deck.clone();
        let mut heard = battle::Deaf;
        crate::Umpire::new(&mut war, &mut heard)
            .draw(&mut deck, "card", "MC-SEQ-1", |_, _| rulebook::Throw::by_side(Side::Blue, 1))
    };
    let cards: std::collections::BTreeSet<_> = (0..40).filter_map(|dice| next(dice).map(|drawn| drawn.card)).collect();
    let deck = crate::deploy(&scenario, &battle::HouseRules::default(), 1).expect("a battle").state.own.deck;
    assert_eq!(cards, deck.left().collect(), "every card left may come next");
}

//! The pieces: gains, vetoes, fronts, hashes, ways.

use battle::{Footprint, Formation, Pose};
use hexes::{Facing, Hex, Offset};

use super::field;
use crate::Curve;
use crate::appraisal::{Front, Mark};
use crate::battleground::Battleground;
use crate::chance::Lot;
use crate::considerations::{CONCERNS, Concern, Inputs};
use crate::profile::{Response, Weighing};
use crate::score::{considerations, gain, product, total};

/// A weighing in which only some things count, each by a straight line.
fn weighing(counted: &[(Concern, f64)]) -> Weighing {
    let mut responses = [Response { weight: 0.0, curve: Curve::Linear { from: 0.0, to: 1.0 } }; CONCERNS];
    counted.iter().for_each(|(concern, weight)| responses[*concern as usize].weight = *weight);
    Weighing::new(responses)
}

#[test]
fn a_zero_vetoes_at_full_weight_only() {
    let inputs = Inputs::idle().with(Concern::Cover, 0.0).with(Concern::Support, 0.5);
    let full = weighing(&[(Concern::Cover, 1.0), (Concern::Support, 1.0)]);
    assert_eq!(product(&full, &inputs), 0.0);
    assert_eq!(total(&considerations(&full, &inputs)), 0.0);
    let half = weighing(&[(Concern::Cover, 0.5), (Concern::Support, 1.0)]);
    assert_eq!(product(&half, &inputs), 0.25);
    assert_eq!(total(&considerations(&half, &inputs)), 0.25 + 0.75 * 0.5 * 0.25);
}

#[test]
fn gains_are_even_and_bounded() {
    assert_eq!(gain(0.3, 0.3), 0.0);
    assert_eq!(gain(0.4, 0.2), -gain(0.2, 0.4));
    assert_eq!(gain(1.0, 0.0), 2.0);
    assert_eq!(gain(0.0, 0.0), 0.0);
}

#[test]
fn the_front_is_bounded_by_45_degrees_from_its_ends() {
    let pose = Pose::new(Hex::new(10, 10), Facing::North, Formation::line(4));
    let front = Front::of(&pose, &pose.stands(4));
    let frame = pose.frame(4);
    // Quarter hexes to the right and half rows ahead of the middle of the front rank, as a drawing would measure them.
    let cases =
        [(8, 2, true), (12, 2, false), (10, 0, false), (12, 2, false), (10, 4, true), (14, 4, false), (8, -2, false)];
    let mut met = 0;
    for hex in pose.anchor.within(8) {
        let local = frame.local(hex);
        for (u, k, before) in cases {
            if (local.u.abs(), local.k) == (u, k) {
                assert_eq!(front.has(hex), before, "({u},{k})");
                met += 1;
            }
        }
    }
    assert!(met > 6, "{met}");
    assert!(!front.has(pose.anchor));
    let single = Footprint::of([pose.anchor], 1);
    assert!(Front::of(&pose, &single).has(pose.anchor + Facing::North.ahead()));
}

#[test]
fn ways_lead_round_what_nobody_can_enter() {
    let battle = field(20, 4, 4, 1);
    let unit = battle.field().present().next().expect("a unit");
    let mut battleground = Battleground::new(&*battle);
    let to = Offset::new(3, 3).hex();
    let way = battleground.way(&*battle, unit, to);
    assert_eq!(way.from(battle.field(), to), 0.0);
    for hex in battle.field().ground().grid().iter() {
        let here = way.from(battle.field(), hex);
        let crow = f64::from(hex.distance(to)) * f64::from(battle.field().inches_per_hex());
        assert!(here * 4.0 >= crow, "{hex:?}: {here} inches, {crow} by the crow");
    }
}

#[test]
fn draws_have_keys_of_their_own() {
    let draws = |turn, decision| {
        let mut lot = Lot::new(5, turn, decision);
        [lot.below(1000), lot.below(1000), lot.below(1000)]
    };
    assert_eq!(draws(1, 1), draws(1, 1));
    assert_ne!(draws(1, 1), draws(1, 2));
    assert_ne!(draws(1, 1), draws(2, 1));
    let mut lot = Lot::new(5, 1, 1);
    assert!((0..200).filter(|_| lot.happens(0.25)).count().abs_diff(50) < 25);
}

#[test]
fn marks_differ_with_order_and_value() {
    let mark = |numbers: &[u64]| {
        let mut mark = Mark::default();
        numbers.iter().for_each(|number| mark.add(*number));
        mark.value()
    };
    assert_ne!(mark(&[1, 2]), mark(&[2, 1]));
    assert_eq!(mark(&[1, 2]), mark(&[1, 2]));
}

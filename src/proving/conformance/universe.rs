//! Orders that could be written, legal or not: legal ones spoilt in one part, and any mixture of parts.

use std::collections::BTreeSet;

use battle::{Formation, LeaderId, Object, Order, Pose, System, Verb};
use hexes::{Facing, Offset};

use super::SAMPLES;
use crate::player::keyed;

/// The parts that orders are made of in one battle.
struct Parts {
    verbs: u8,
    objects: Vec<Option<Object>>,
    poses: Vec<Option<Pose>>,
    numbers: Vec<Option<i16>>,
}

impl Parts {
    fn of(battle: &dyn System, legal: &[Order], seed: u64) -> Parts {
        let field = battle.field();
        let grid = field.ground().grid();
        let units = field.ids().map(|unit| Some(Object::Unit(unit)));
        let leaders = field.roster().leaders().map(|(LeaderId(number), _)| Some(Object::Leader(LeaderId(number))));
        let hex = |number: u64| grid.hex(keyed(seed, &[number, 7], grid.len()));
        let hexes = (0..3).map(|number| Some(Object::Hex(hex(number))));
        let mut poses: Vec<Option<Pose>> = vec![None];
        poses.extend(legal.iter().filter(|order| order.pose.is_some()).step_by(17).map(|order| order.pose).take(12));
        poses.extend(field.present().map(|unit| Some(field.unit(unit).pose)));
        poses.extend(
            (3..6).map(|number| Some(Pose::new(hex(number), Facing::ALL[number as usize], Formation::line(4)))),
        );
        poses.push(Some(Pose::new(Offset::new(-3, 900).hex(), Facing::North, Formation::line(24))));
        Parts {
            verbs: battle.info().verbs.len() as u8,
            objects: std::iter::once(None).chain(units).chain(leaders).chain(hexes).collect(),
            poses,
            numbers: vec![
                None,
                None,
                None,
                Some(i16::MIN),
                Some(-1),
                Some(0),
                Some(1),
                Some(2),
                Some(7),
                Some(i16::MAX),
            ],
        }
    }

    fn any(&self, draw: &dyn Fn(u64, usize) -> usize) -> Order {
        Order {
            verb: Verb(draw(1, usize::from(self.verbs)) as u8),
            actor: self.objects[draw(2, self.objects.len())],
            target: if draw(3, 2) == 0 { None } else { self.objects[draw(4, self.objects.len())] },
            pose: self.poses[draw(5, self.poses.len())],
            number: self.numbers[draw(6, self.numbers.len())],
        }
    }

    /// A legal order with one part exchanged.
    fn spoilt(&self, order: &Order, draw: &dyn Fn(u64, usize) -> usize) -> Order {
        let any = self.any(draw);
        match draw(7, 5) {
            0 => Order { actor: any.actor, ..*order },
            1 => Order { target: any.target, ..*order },
            2 => Order { pose: any.pose, ..*order },
            3 => Order { number: any.number, ..*order },
            _ => Order { verb: any.verb, ..*order },
        }
    }
}

/// Orders of all kinds, each once, half of them legal ones spoilt in one part; some may be legal.
pub(super) fn sample(battle: &dyn System, legal: &[Order], seed: u64) -> BTreeSet<Order> {
    let parts = Parts::of(battle, legal, seed);
    let one = |number: usize| {
        let draw = |what: u64, count: usize| keyed(seed, &[number as u64, what], count);
        if number.is_multiple_of(2) || legal.is_empty() {
            parts.any(&draw)
        } else {
            parts.spoilt(&legal[draw(0, legal.len())], &draw)
        }
    };
    (0..SAMPLES).map(one).collect()
}

/// At most `count` orders spread over the list.
pub(super) fn spread(orders: &[Order], count: usize) -> impl Iterator<Item = &Order> {
    orders.iter().step_by(orders.len().div_ceil(count).max(1))
}

//! Tests of the commander, on the drill field.

mod baselines;
mod curves;
mod decisions;
mod guns;
mod numbers;
mod profiles;
mod tempers;
mod unit;

use std::sync::atomic::AtomicBool;

use battle::{Choice, Deaf, Outcome, Player, Role, Side, System};
use proving::Plan;
use proving::drill::deploy;

use crate::{Commander, load};

/// A commander of that name.
fn commander(name: &str, seed: u64) -> Commander {
    Commander::new(load(name).expect("a shipped profile"), seed)
}

/// A drill battle of `units` a side on a field of `size` hexes square.
fn field(size: i16, units: u8, turns: u16, seed: u64) -> Box<dyn System> {
    let plan = Plan { size, units, turns, deployment: false, ..Plan::small() };
    Box::new(deploy(&plan.scenario(), seed))
}

/// Plays on with two commanders until it is over or `most` orders were given; `heed` hears every choice before it is
/// carried out.
fn play(
    mut battle: Box<dyn System>,
    mut sides: [Commander; 2],
    most: usize,
    mut heed: impl FnMut(&dyn System, Side, &Choice),
) -> (Option<Outcome>, Box<dyn System>) {
    let stop = AtomicBool::new(false);
    for _ in 0..most {
        let Some(side) = battle.to_decide() else { break };
        let choice = sides[side.index()].decide(&*battle.view(side, 5), &stop);
        heed(&*battle, side, &choice);
        battle.resolve(&choice.order, &mut Deaf).expect("the order given is legal");
    }
    (battle.outcome(), battle)
}

/// What the verb of the chosen order is for.
fn role(battle: &dyn System, choice: &Choice) -> Role {
    battle.verb(&choice.order).expect("a verb of the system").role
}

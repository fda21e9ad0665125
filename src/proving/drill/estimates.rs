//! What the drill estimates for whoever commands, and the small parts of forecasts that its chapters share.

use battle::{Distribution, Effect, Event, Hundredths, Pose, Threat, UnitId};
use hexes::{Direction, Hex};
use rulebook::Estimates;
pub(super) use rulebook::forecasts::{certain, ends_there, tame};

use super::info::MOVEMENT;
use super::marks;
use super::{Drill, War, arm, charge, fire, movement, tables};

/// The effect of what cannot fail.
pub(super) const CERTAIN: Effect = Effect {
    inflicted: 0.0,
    taken: 0.0,
    destroys: 0.0,
    destroyed: 0.0,
    repels: 0.0,
    repelled: 0.0,
    succeeds: 1.0,
    recovers: 0.0,
    spends: 0.0,
    mobility: 0.0,
    opens: 0.0,
};

/// Expected loss as a share of full strength, never more than is left.
pub(super) fn share(war: &War, unit: UnitId, hits: &Distribution) -> f64 {
    let state = war.field().unit(unit);
    let left = i32::from(state.strength.max(0));
    hits.map(|value| value.min(left)).mean() / f64::from(state.full.max(1))
}

impl Estimates for Drill {
    /// The unit holds an order, and its side moves.
    fn supplied(war: &War, unit: UnitId) -> Option<War> {
        let moves = war.is_plainly(MOVEMENT) && war.is_players(unit) && war.marked(unit, marks::ORDERED);
        if moves || war.is_over() || !war.present(unit) {
            return None;
        }
        let side = war.side(unit);
        let given = war.supposing(&Event::Marked { unit, marks: marks::ORDERED, on: true, cause: "" });
        let mut supplied = given.supposing(&Event::StepBegan { step: MOVEMENT.0, side: Some(side) });
        supplied.state.stack.clear();
        supplied.state.player = side;
        Some(supplied)
    }

    fn threat(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        let (own, theirs) = (war.field().footprint_at(by, from), war.field().footprint_at(on, at));
        let apart = own.distance(&theirs);
        let fires = apart <= fire::range(war, by, from);
        let hits = || fire::fire_pool(war, by, from, on, at).outcome();
        let fire = if fires { share(war, on, &hits()) } else { 0.0 };
        if apart > i32::from(movement::allowance(war, by, from) / tables::HEX) + 1 {
            return Threat { fire, ..Threat::default() };
        }
        let (attack, defence) = charge::fight_pair(war, by, from, on, at);
        let chances = charge::fight_chances(war, by, &attack, on, &defence);
        Threat { fire, charge: chances.given, charge_cost: chances.taken, breaks: chances.wins, ..Threat::default() }
    }

    fn step_cost(war: &War, unit: UnitId, from: Hex, step: Direction) -> Option<Hundredths> {
        tables::entry_cost(arm(war, unit), war.field().ground().terrain(from + step)).map(Hundredths)
    }

    fn pace(war: &War, unit: UnitId) -> Hundredths {
        Hundredths(movement::allowance(war, unit, &war.pose(unit)))
    }

    fn fire_range(war: &War, unit: UnitId) -> Hundredths {
        Hundredths(fire::range(war, unit, &war.pose(unit)) as u16 * tables::HEX)
    }

    fn cover(war: &War, unit: UnitId, pose: &Pose) -> f64 {
        fire::covered(war, unit, pose)
    }

    fn worth(war: &War, unit: UnitId) -> f64 {
        f64::from(war.profile(unit).quality as u8) * 0.25 + 0.5
    }
}

//! Harassing fire of the whole book: after the player's moves his opponent fires at whoever came near.

use battle::{Arm, Chance, Chart, Charts, Die, Effect, Forecast, Order, Pool, Reading, Role, RollKind, UnitId};
use rulebook::{May, Target, Umpire, VerbRow, no};

use super::estimates::{self, tame};
use super::info::HARASS;
use super::marks;
use super::tables::{self, row};
use super::{Drill, War, Why, arm, fire, hurt};

pub(super) const HARASS_ROW: VerbRow<Drill> = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        for unit in war.field().present_of(war.state.player.other()) {
            out.extend(fire::known_enemies(war, unit).map(|enemy| Order::new(HARASS).by(unit).on(enemy)));
        }
    },
    may: may_harass,
    foresee,
    ..VerbRow::new("harass", "Harass", Role::Fire, "DR-HARASS", "Fire a few shots at an enemy near by.", harass)
};

/// Hits of a round of guns by a d10: of a single stand, and of more.
static ROUNDS: Charts = Charts::new(&[
    (0, Chart::new("a gun", &[row(1, "short", 0), row(9, "hit", 1)])),
    (2, Chart::new("guns", &[row(1, "short", 0), row(6, "hit", 1), row(10, "raking hit", 3)])),
]);

fn may_harass(war: &War, order: &Order) -> May<Drill> {
    let (Some(unit), Some(enemy)) = (order.unit(), order.target_unit()) else {
        return no("DR-HARASS", |_, _| String::from("a unit harasses a unit"));
    };
    if war.own(unit).shots >= tables::HARASSING_SHOTS {
        return no("DR-HARASS", |war, order| format!("{} has fired its shots", war.actor_of(order)));
    }
    let fair = war.present(enemy) && war.side(enemy) != war.side(unit) && !war.marked(enemy, marks::HIDDEN);
    if fair && arm(war, unit) != Arm::Cavalry && war.field().distance(unit, enemy) <= tables::HARASSING_RANGE {
        return Ok(());
    }
    no("DR-HARASS", |war, order| format!("{} cannot harass {}", war.actor_of(order), war.target_of(order)))
}

/// Foot throws a d8 for every two stands and wants low faces; guns throw a d10 and read it in the chart of their stands.
fn pool(war: &War, by: UnitId, on: UnitId) -> Pool {
    let stands = i16::from(war.stands(by));
    if arm(war, by) == Arm::Artillery {
        let rounds = Reading::Score(stands, &ROUNDS);
        return Pool::new("rounds", "DR-HARASS-1", 1, rounds).of(Die::D10).as_kind(RollKind::Hits);
    }
    let below = Reading::Below(tables::HARASSING_FACE);
    let mut pool = Pool::new("shots", "DR-HARASS", (stands / 2).max(1), below).of(Die::D8);
    if arm(war, on) == Arm::Cavalry {
        pool.need("large targets", 1, "DR-HARASS-2");
    }
    pool
}

fn harass(umpire: &mut Umpire<'_, Drill>, order: &Order) {
    let (Some(by), Some(on)) = (order.unit(), order.target_unit()) else { return };
    umpire.own_mut(by).shots += 1;
    umpire.mark(by, marks::HIDDEN, false);
    let hits = umpire.throw(&pool(umpire, by, on), umpire.by_unit(by, Some(on), Why::Harass));
    hurt(umpire, on, hits, "harassing fire");
}

fn foresee(war: &War, order: &Order) -> Forecast {
    let (Some(by), Some(on)) = (order.unit(), order.target_unit()) else { return Forecast::default() };
    let pool = pool(war, by, on);
    let hits = pool.outcome();
    let results = vec![Chance { label: "target hurt", chance: tame(hits.at_least(1)) }];
    let effect = Effect { inflicted: estimates::share(war, on, &hits), ..estimates::CERTAIN };
    Forecast { rolls: vec![pool.shown(Some(by.into()))], results, effect, ..Forecast::default() }
}

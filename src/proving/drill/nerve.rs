//! Nerve, in the whole book: who is shaken checks again and again down a ladder; a charged unit may brace itself.

use battle::{
    Chain, Chance, Departure, Die, Forecast, Mishap, Order, Perch, Pool, Reading, Role, RollKind, Rung, UnitId,
};
use rulebook::{Carried, Umpire, VerbRow, no};

use super::estimates::{self, tame};
use super::info::BRACE;
use super::marks;
use super::{Brace, Drill, Open, War, Why, leave, tables};

pub(super) const BRACE_ROW: VerbRow<Drill> = VerbRow {
    candidates: |war, out| {
        if let Some(Open::React { target, .. }) = war.frame() {
            out.push(Order::new(BRACE).by(*target));
        }
    },
    may: |war, order| match war.frame() {
        Some(Open::React { target, .. })
            if order.unit() == Some(*target) && war.own(*target).brace == Brace::Untried && war.options().whole =>
        {
            Ok(())
        }
        _ => no("DR-BRACE", |_, _| String::from("only a charged unit braces itself, and once")),
    },
    foresee: foresee_brace,
    ..VerbRow::new("brace", "Brace", Role::Defend, "DR-BRACE", "Steady the ranks before the charge comes home.", brace)
};

/// Two dice that should not pass a number.
fn brace_pool(war: &War, unit: UnitId) -> Pool {
    let mut pool = Pool::new("brace", "DR-BRACE", 2, Reading::Under(tables::BRACING));
    if war.has_leader(unit) {
        pool.need("led", 1, "DR-BRACE-1");
    }
    if war.marked(unit, marks::DISORDERED) {
        pool.result("disordered", 2, "DR-BRACE-2");
    }
    pool
}

/// The charge still waits for its answer; a unit that fails badly checks its nerve before that.
fn brace(umpire: &mut Umpire<'_, Drill>, order: &Order) {
    let Some(unit) = order.unit() else { return };
    let margin = umpire.throw(&brace_pool(umpire, unit), umpire.by_unit(unit, None, Why::Brace));
    umpire.own_mut(unit).brace = if margin >= 0 { Brace::Held } else { Brace::Failed };
    if margin <= tables::UNNERVED {
        umpire.interrupt(Open::Nerve(unit));
    }
}

fn foresee_brace(war: &War, order: &Order) -> Forecast {
    let Some(unit) = order.unit() else { return Forecast::default() };
    let pool = brace_pool(war, unit);
    let results = vec![Chance { label: "braced", chance: tame(pool.outcome().at_least(0)) }];
    Forecast { rolls: vec![pool.shown(Some(unit.into()))], results, ..estimates::certain() }
}

/// A check until it is passed: in order, then in disorder, then running. On a natural 1 its leader may fall.
fn chain(war: &War, unit: UnitId) -> Chain {
    let check = |need| Pool::new("nerve", "DR-NERVE", 1, Reading::Successes(need)).of(Die::D10).as_kind(RollKind::Test);
    let led = |need| {
        let mut pool = check(need);
        pool.need("led", -1, "DR-NERVE-1");
        pool
    };
    let rung = |(name, need)| match war.has_leader(unit) {
        true => Rung { name, check: led(need), after: check(need) },
        false => Rung::new(name, check(need)),
    };
    let fallen = usize::from(war.marked(unit, marks::DISORDERED));
    let rungs = tables::NERVE[fallen..].iter().copied().map(rung).collect();
    let chain = Chain::new("nerve", "DR-NERVE", 1, rungs, "running");
    let falls = Pool::new("leader falls", "DR-NERVE-2", 1, Reading::Successes(4)).as_kind(RollKind::Test);
    if war.has_leader(unit) { chain.with_mishap(Mishap { face: 1, roll: falls }) } else { chain }
}

/// A shaken unit checks its nerve, unless it is gone by now.
pub(super) fn settle(umpire: &mut Umpire<'_, Drill>, unit: UnitId) {
    if !umpire.present(unit) {
        return;
    }
    let throws = [Why::Nerve, Why::Fall].map(|why| umpire.by_unit(unit, None, why));
    let chain = chain(umpire, unit);
    umpire.chain_carried(&chain, throws, |umpire, carried| match carried {
        Carried::Mishap(0) => {}
        Carried::Mishap(_) => {
            for leader in umpire.field().leaders_with(unit).collect::<Vec<_>>() {
                umpire.lead(leader, Perch::Away, "DR-NERVE-2");
            }
        }
        Carried::Lost(lost) if chain.name(lost) == "running" => leave(umpire, unit, Departure::Routed),
        Carried::Lost(_) => umpire.mark(unit, marks::DISORDERED, true),
    });
}

/// A unit is lost: friends near by check their nerve when what goes on now is over, the first of the roster first.
pub(super) fn shake_friends(umpire: &mut Umpire<'_, Drill>, lost: UnitId) {
    let friends = umpire.field().present_of(umpire.side(lost));
    let near = |unit: &UnitId| *unit != lost && umpire.field().distance(*unit, lost) <= tables::SHAKEN_WITHIN;
    for friend in friends.filter(near).collect::<Vec<_>>() {
        umpire.after(Open::Nerve(friend));
    }
}

//! The turn (OTH-SEQ).

use battle::{Contest, Die, Pool, Reading, Role, Side, Ties, rule};
use rulebook::{Actor, Next, Throw};

use crate::command::leaders;
use crate::info::{
    COMBAT, COUNTERS, DEFENCE, DEPLOYMENT, DONE, END, MOVEMENT, NERVE, ORDERS, RALLY_PHASE, ROUTS, SHOOTING, START,
    STATUS,
};
use crate::space::{away, away::From, is_within};
use crate::state::{Once, Purse, UnitState};
use crate::why::Why;
use crate::{Umpire, VerbRow, War, ending, fatigue, forecasts, marks, movement, space, tables};

pub(crate) const DONE_ROW: VerbRow = VerbRow {
    actor: Actor::Nobody,
    candidates: |_, out| out.push(battle::Order::new(DONE)),
    foresee: |_, _| forecasts::certain(),
    ..VerbRow::new("done", "Done", Role::Done, "OTH-SEQ-3", "Nothing more in this step.", |_, _| {})
};

/// The roll for the first side: the higher d10 (OTH-SEQ-2).
pub(crate) fn initiative() -> Contest {
    let die = Pool::new(Why::First.label(), "OTH-SEQ-2", 1, Reading::Total).of(Die::D10);
    Contest::new(Why::First.label(), "OTH-SEQ-2", die.clone(), die, Ties::Again(tables::TIES))
}

/// Who goes first: as the battle says, else by a roll.
pub(crate) fn first_side(umpire: &mut Umpire<'_>) -> Side {
    if umpire.fixed().first_is_said || !rule!("OTH-SEQ-2") {
        return umpire.setting().first_side;
    }
    let throws = Side::ALL.map(|side| Throw::by_side(side, Why::First));
    if umpire.contest(&initiative(), throws) < 0 { Side::Red } else { Side::Blue }
}

/// The first player turn of a game turn.
pub(crate) fn begin_turn(umpire: &mut Umpire<'_>) -> Next {
    let first = umpire.state.first;
    for unit in umpire.field().ids().collect::<Vec<_>>() {
        if umpire.phase() == DEPLOYMENT {
            umpire.mark(unit, marks::MOVED, false);
        }
    }
    Next::Phase(START, first)
}

/// What follows a step (OTH-SEQ-1, 3): both player turns of a game turn go through the same steps.
pub(crate) fn next(war: &War) -> Next {
    let player = war.state.player;
    let steps = [START, STATUS, ORDERS, NERVE, ROUTS, MOVEMENT, RALLY_PHASE, DEFENCE, COUNTERS, COMBAT, SHOOTING, END];
    match war.phase() {
        DEPLOYMENT if player == war.state.first => Next::Phase(DEPLOYMENT, player.other()),
        DEPLOYMENT => Next::TurnBegins,
        END if player == war.state.first && rule!("OTH-SEQ-3") => Next::Phase(START, player.other()),
        step => match steps.iter().position(|one| *one == step).and_then(|place| steps.get(place + 1)) {
            Some(next) => Next::Phase(*next, player),
            None => Next::TurnEnds,
        },
    }
}

/// T0: what lasted since the player's last turn is over; commanders are replaced, houses burn, arrivals come.
pub(crate) fn start(umpire: &mut Umpire<'_>) {
    let player = umpire.state.player;
    umpire.state.beat = u8::from(player != umpire.state.first);
    for unit in umpire.field().ids().filter(|unit| umpire.side(*unit) == player).collect::<Vec<_>>() {
        let own = umpire.own(unit).clone();
        let kept = UnitState { fired_last: own.fired_last, volley: own.volley, aim: own.aim, ..UnitState::default() };
        *umpire.own_mut(unit) = if rule!("OTH-UNIT-7") { kept } else { UnitState { purse: Purse::default(), ..own } };
        umpire.mark(unit, marks::MOVED | marks::FIRED | marks::HALTED | marks::CHARGING, false);
    }
    leaders::replace(umpire);
    movement::towns::burn(umpire);
    rulebook::arrivals::arrive_of(umpire, player);
}

/// T4a: routing units run, all segments that do not tire, from the enemy nearest at each step, or home where none is
/// within 12 inches (OTH-STATUS-2).
pub(crate) fn routs(umpire: &mut Umpire<'_>) {
    let runs = |unit: &battle::UnitId| fatigue::is_routing(umpire, *unit);
    for unit in umpire.units_of(umpire.state.player).into_iter().filter(runs).collect::<Vec<_>>() {
        let inches = away::whole_move(umpire, unit);
        fatigue::run(umpire, unit, inches, |war, pose| {
            let print = war.field().footprint_at(unit, pose);
            let near = war.enemies(unit).map(|enemy| (space::body(war, enemy).distance(&print), enemy)).min();
            match near {
                Some((steps, enemy)) if is_within(space::inches(war, steps), tables::WATCHED) => From::Unit(enemy),
                _ => From::Home,
            }
        });
        if umpire.present(unit) && rule!("OTH-MOVE-10b") {
            umpire.own_mut(unit).inches = u16::try_from(inches).unwrap_or_default();
        }
    }
}

/// T6 begins: nobody has fired yet.
pub(crate) fn begin_defence(umpire: &mut Umpire<'_>) {
    for unit in umpire.units_of(umpire.state.player.other()) {
        let own = umpire.own_mut(unit);
        (own.faces, own.held, own.missed, own.caused, own.countered) = Default::default();
        own.defied.clear();
    }
    for unit in umpire.field().ids().collect::<Vec<_>>() {
        umpire.own_mut(unit).flown = Once::Open;
    }
}

/// T10: what the other side fired is remembered, marks of the turn go, armies may break (OTH-SEQ-3n).
pub(crate) fn end(umpire: &mut Umpire<'_>) {
    for unit in umpire.field().ids().collect::<Vec<_>>() {
        let waits = umpire.side(unit) != umpire.state.player;
        let own = umpire.own_mut(unit);
        if waits {
            own.fired_last = if own.faces != 0 { Once::Done } else { Once::Open };
            own.startled = Once::Open;
            umpire.mark(unit, marks::NO_FIRE, false);
        }
        umpire.mark(unit, marks::EVADED, false);
    }
    ending::look(umpire);
}

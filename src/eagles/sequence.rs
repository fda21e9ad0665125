//! The turn as a state machine: which phase comes next, how each begins and ends (EA-SEQ).

use battle::{Departure, Marks, Order, Role, Side, rule};
use rulebook::{Actor, Next, PhaseId, VerbRow, arrivals, ending, no};

use crate::info::{ACTIONS, ARRIVALS, DEPLOYMENT, DONE, END, FIRING, INITIATIVE, ORDERS};
use crate::marks;
use crate::state::{Flags, Frame, spent};
use crate::{Eagles, May, Placement, Umpire, War, command, fire, losses};

/// Marks that last one turn.
const TURN_MARKS: Marks = marks::MOVED
    .union(marks::MARCHED)
    .union(marks::MANEUVERED)
    .union(marks::FIRED)
    .union(marks::BOMBARDED)
    .union(marks::SKIRMISHED)
    .union(marks::ORDERED)
    .union(marks::WAS_ORDERED)
    .union(marks::CHARGED)
    .union(marks::LIMBERED);

/// Flags that outlast a turn.
const LASTING: Flags = Flags::OUT.union(Flags::PLACED);

/// The order that ends a side's part of a phase.
pub(crate) const DONE_ROW: VerbRow<Eagles> = VerbRow {
    actor: Actor::Nobody,
    candidates: |_, out| out.push(Order::new(DONE)),
    may: may_finish,
    ..VerbRow::new("done", "Done", Role::Done, "EA-SEQ-5", "Nothing more in this step.", |umpire, _| {
        umpire.answered();
    })
};

/// With compulsory fire only when nobody has a target (EA-RES-40).
fn may_finish(war: &War, _order: &Order) -> May {
    rule!("EA-RES-40");
    let bound = war.options().fire_compulsory && war.is_plainly(FIRING);
    if !bound || target_left(war).is_none() {
        return Ok(());
    }
    no("EA-RES-40", |war, _| format!("{} still has a target and must fire", target_left(war).unwrap_or("a Unit")))
}

/// The label of a Unit that still has somebody to shoot at.
fn target_left(war: &War) -> Option<&str> {
    let unit = war.field().present_of(war.state.player).find(|unit| fire::has_shot(war, *unit))?;
    Some(war.name(unit))
}

/// The side that comes first in a phase of two halves.
fn first_in(war: &War, phase: PhaseId) -> Side {
    match phase {
        DEPLOYMENT | ARRIVALS => war.setting().first_side,
        ORDERS => command::first_to_place(war),
        _ => war.state.first,
    }
}

/// What follows the present phase: its other half, or the next phase.
pub(crate) fn next(war: &War) -> Next {
    let (phase, player) = (war.phase(), war.state.player);
    if phase != INITIATIVE && phase != END && player == first_in(war, phase) {
        return Next::Phase(phase, player.other());
    }
    let begin = |phase| Next::Phase(phase, first_in(war, phase));
    let fire_first = war.options().fire_first;
    match phase {
        DEPLOYMENT => Next::TurnBegins,
        ARRIVALS => begin(ORDERS),
        ORDERS => begin(INITIATIVE),
        INITIATIVE => {
            rule!("EA-SEQ-5");
            rule!("EA-RES-45");
            begin(if fire_first { FIRING } else { ACTIONS })
        }
        ACTIONS => {
            rule!("EA-SEQ-13");
            begin(if fire_first { END } else { FIRING })
        }
        FIRING => {
            rule!("EA-SEQ-8");
            begin(if fire_first { ACTIONS } else { END })
        }
        _ => Next::TurnEnds,
    }
}

/// A turn begins: what lasts one turn goes, reinforcements come (EA-SCEN-3).
pub(crate) fn begin_turn(umpire: &mut Umpire<'_>) -> Next {
    for unit in umpire.field().present().collect::<Vec<_>>() {
        let marks = umpire.field().unit(unit).marks & TURN_MARKS;
        umpire.mark(unit, marks, false);
    }
    for unit in &mut umpire.state.units {
        unit.flags &= LASTING;
        unit.orders = [None; 2];
    }
    umpire.state.leaders.iter_mut().for_each(|leader| leader.moved = false);
    umpire.state.own.pips = [0; 2];
    rule!("EA-SCEN-3");
    arrivals::arrive(umpire);
    let fresh = umpire.state.units.iter().any(|unit| unit.flags.contains(Flags::FREE_MOVE));
    let phase = if umpire.options().reinforce_move && fresh { ARRIVALS } else { ORDERS };
    Next::Phase(phase, first_in(umpire, phase))
}

/// Orders are rolled for both sides before the first places any (EA-SEQ-2).
pub(crate) fn begin_orders(umpire: &mut Umpire<'_>) {
    fire::forget_hits(umpire);
    umpire.state.own.ordering = false;
    if umpire.state.player == first_in(umpire, ORDERS) {
        command::roll_orders(umpire);
    }
}

/// A side has placed its Orders; when both have, those placed in secret are shown (EA-RES-4).
pub(crate) fn close_orders(umpire: &mut Umpire<'_>) {
    let side = umpire.state.player;
    command::order_led_units(umpire, side);
    command::close_pools(umpire, side);
    if side != first_in(umpire, ORDERS) && umpire.options().placement == Placement::Secret {
        command::reveal_orders(umpire);
    }
}

/// Step 5, the clean-up: spent Units go, Generals come back (EA-SEQ-9, EA-SEQ-11).
pub(crate) fn clean_up(umpire: &mut Umpire<'_>) {
    rule!("EA-SEQ-9");
    rule!("EA-SEQ-11");
    rule!("EA-RES-6");
    fire::forget_hits(umpire);
    for unit in umpire.field().present().collect::<Vec<_>>() {
        if spent(umpire, unit) {
            losses::remove(umpire, unit, Departure::Routed, "EA-SEQ-9");
        }
    }
    let turn = umpire.field().turn();
    let back = |place: &usize| umpire.state.leaders[*place].lost.is_some_and(|lost| lost < turn);
    let returning: Vec<usize> = (0..umpire.state.leaders.len()).filter(back).collect();
    for place in returning.into_iter().rev() {
        umpire.interrupt(Frame::Return(battle::LeaderId(place as u8)));
    }
}

/// The end of step 5: unused Orders go, objectives are looked at.
pub(crate) fn close_turn(umpire: &mut Umpire<'_>) {
    for unit in umpire.field().present().collect::<Vec<_>>() {
        umpire.mark(unit, marks::ORDERED, false);
    }
    umpire.state.units.iter_mut().for_each(|unit| unit.orders = [None; 2]);
    take_objectives(umpire);
}

/// At a turn's end: who has each objective now (EA-SCEN-2).
pub(crate) fn take_objectives(umpire: &mut Umpire<'_>) {
    rule!("EA-SCEN-2");
    ending::take_objectives(umpire);
}

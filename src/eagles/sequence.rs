//! The turn as a state machine: which phase comes next, how each begins and ends (EA-SEQ).

use battle::{Departure, Marks, Order, Role, Side, rule};
use rulebook::{Actor, Next, PhaseId, VerbRow, arrivals, ending, no};

use crate::info::{ACTIONS, ARRIVALS, DEPLOYMENT, DONE, END, FIRING, INITIATIVE, ORDERS};
use crate::marks;
use crate::state::{Flags, Frame, spent};
use crate::{Eagles, May, Placement, Umpire, War, command, fire, losses, movement};

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
    let bound = war.options().fire_compulsory && war.is_plainly(FIRING) && rule!("EA-RES-40");
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
        DEPLOYMENT | ARRIVALS => first_side(war),
        ORDERS => command::first_to_place(war),
        _ => war.state.first,
    }
}

/// Whether both sides have their part in a phase, one after the other.
fn has_halves(phase: PhaseId) -> bool {
    match phase {
        ORDERS => rule!("EA-SEQ-3"),
        ACTIONS => rule!("EA-SEQ-5"),
        FIRING => rule!("EA-SEQ-8"),
        INITIATIVE | END => false,
        _ => true,
    }
}

/// The side that goes first in the battle: the one that the scenario names (EA-SCEN-1).
pub(crate) fn first_side(war: &War) -> Side {
    if rule!("EA-SCEN-1") { war.setting().first_side } else { Side::Blue }
}

/// What follows the present phase: its other half, or the next phase.
pub(crate) fn next(war: &War) -> Next {
    let (phase, player) = (war.phase(), war.state.player);
    if player == first_in(war, phase) && has_halves(phase) {
        return Next::Phase(phase, player.other());
    }
    let begin = |phase| Next::Phase(phase, first_in(war, phase));
    match (phase, war.options().fire_first && rule!("EA-RES-45")) {
        (DEPLOYMENT, _) => Next::TurnBegins,
        (ARRIVALS, _) => begin(ORDERS),
        (ORDERS, _) if rule!("EA-INIT-3") => begin(INITIATIVE),
        (ORDERS | INITIATIVE, false) | (FIRING, true) => begin(ACTIONS),
        (ORDERS | INITIATIVE, true) => begin(FIRING),
        (ACTIONS, false) if rule!("EA-SEQ-13") => begin(FIRING),
        (ACTIONS | FIRING, _) if rule!("EA-SEQ-11") && rule!("EA-RES-6") => begin(END),
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
    }
    umpire.state.leaders.iter_mut().for_each(|leader| leader.moved = false);
    umpire.state.own.pips = Default::default();
    if rule!("EA-SCEN-3") {
        arrivals::arrive(umpire);
    }
    let fresh = umpire.state.units.iter().any(|unit| unit.flags.contains(Flags::FREE_MOVE));
    let phase = if umpire.options().reinforce_move && fresh { ARRIVALS } else { ORDERS };
    Next::Phase(phase, first_in(umpire, phase))
}

/// Orders are rolled for both sides before the first places any (EA-SEQ-2).
pub(crate) fn begin_orders(umpire: &mut Umpire<'_>) {
    fire::forget_hits(umpire);
    umpire.state.own.ordering = false;
    if umpire.state.player == first_in(umpire, ORDERS) && rule!("EA-SEQ-2") {
        command::roll_orders(umpire);
    }
}

/// A side has placed its Orders; when both have, those placed in secret are shown (EA-RES-4).
pub(crate) fn close_orders(umpire: &mut Umpire<'_>) {
    let side = umpire.state.player;
    command::order_led_units(umpire, side);
    command::close_pools(umpire, side);
    if side != first_in(umpire, ORDERS) && command::placement(umpire) == Placement::Secret {
        command::reveal_orders(umpire);
    }
}

/// Step 5, the clean-up: spent Units go, Generals come back (EA-SEQ-9, EA-SEQ-11).
pub(crate) fn clean_up(umpire: &mut Umpire<'_>) {
    fire::forget_hits(umpire);
    for unit in umpire.field().present().collect::<Vec<_>>() {
        if spent(umpire, unit) && rule!("EA-BASE-8") && cleans_up() {
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

/// Whether a turn ends with the clean-up of what was spent and not used (EA-SEQ-9).
fn cleans_up() -> bool {
    rule!("EA-SEQ-9")
}

/// The end of step 5: unused Orders go, objectives are looked at.
pub(crate) fn close_turn(umpire: &mut Umpire<'_>) {
    if cleans_up() {
        discard_orders(umpire);
    }
    take_objectives(umpire);
}

fn discard_orders(umpire: &mut Umpire<'_>) {
    for unit in umpire.field().present().collect::<Vec<_>>() {
        umpire.mark(unit, marks::ORDERED, false);
    }
    umpire.state.units.iter_mut().for_each(|unit| unit.orders = [None; 2]);
}

/// At a turn's end: who has each objective now (EA-SCEN-2).
pub(crate) fn take_objectives(umpire: &mut Umpire<'_>) {
    if movement::objectives_count() {
        ending::take_objectives(umpire);
    }
}

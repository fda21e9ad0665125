//! The turn: which step comes next, what it begins and ends with (OW-SEQ).

use battle::{Contest, Order, Pool, Reading, Role, Side, Ties, rule};
use rulebook::{Actor, Next, PhaseId, Throw};

use crate::hidden::hiding;
use crate::info::{
    ASSAULT, CHARGES, DEFENSIVE_FIRE, DEPLOYMENT, DONE, MORALE, MOVEMENT, PLAYER_TURN_END, ROUT, ROUT_MOVES, SHOOTING,
    SQUARES,
};
use crate::marks;
use crate::morale::weakness;
use crate::state::Why;
use crate::{Umpire, VerbRow, War};

/// The steps of a player's turn in order (OW-SEQ-2).
const PLAYER_TURN: [PhaseId; 10] =
    [MORALE, ROUT, SQUARES, CHARGES, MOVEMENT, ROUT_MOVES, SHOOTING, DEFENSIVE_FIRE, ASSAULT, PLAYER_TURN_END];

/// The order that ends a step.
pub(crate) const DONE_ROW: VerbRow = VerbRow {
    actor: Actor::Nobody,
    candidates: |_, out| out.push(Order::new(DONE)),
    ..VerbRow::new("done", "Done", Role::Done, "OW-SEQ-2", "Nothing more in this step.", |_, _| {})
};

/// Who goes first: as the battle file says, else the side that throws the higher die (OW-SEQ-4).
pub(crate) fn first_side(umpire: &mut Umpire<'_>) -> Side {
    if !umpire.fixed().rolls_for_first || !rule!("OW-SEQ-4a") {
        return umpire.setting().first_side;
    }
    let die = Pool::new("first turn", "OW-SEQ-4", 1, Reading::Total);
    let contest = Contest::new("first turn", "OW-SEQ-4", die.clone(), die, Ties::Again(u8::MAX));
    let ahead = umpire.contest(&contest, Side::ALL.map(|side| Throw::by_side(side, Why::First)));
    if ahead > 0 { Side::Blue } else { Side::Red }
}

/// What follows a step that is over: whole player turns one after the other, or every step for both (OW-SEQ-1).
pub(crate) fn next(war: &War) -> Next {
    let (first, player, phase) = (war.state.first, war.state.player, war.phase());
    let opens = player == first;
    let Some(place) = PLAYER_TURN.iter().position(|one| *one == phase) else {
        return if opens { Next::Phase(DEPLOYMENT, first.other()) } else { Next::TurnBegins };
    };
    let last = place + 1 == PLAYER_TURN.len();
    let shared = war.options().shared_phases || !rule!("OW-SEQ-1");
    match (shared, opens) {
        (true, true) => Next::Phase(PLAYER_TURN[place], first.other()),
        (true | false, false) if last => Next::TurnEnds,
        (true, false) => Next::Phase(step_after(place), first),
        (false, true) if last => Next::Phase(PLAYER_TURN[0], first.other()),
        (false, _) => Next::Phase(step_after(place), player),
    }
}

/// The step of a player's turn after that one (OW-SEQ-2); charges are answered by fire in a step of its own, before the
/// mêlées (OW-SEQ-3).
fn step_after(place: usize) -> PhaseId {
    match PLAYER_TURN.get(place + 1) {
        Some(&DEFENSIVE_FIRE) if !rule!("OW-SEQ-3") => ASSAULT,
        Some(step) if rule!("OW-SEQ-2") => *step,
        _ => PLAYER_TURN_END,
    }
}

/// A player turn begins: what units have, and who is weak or shaken (OW-MORALE-2, OW-HOWITZER-6).
pub(crate) fn begin_morale(umpire: &mut Umpire<'_>) {
    for unit in umpire.field().present().collect::<Vec<_>>() {
        let stands = umpire.stands(unit);
        umpire.own_mut(unit).stands_then = stands;
    }
    for unit in umpire.units_of(umpire.state.player) {
        let own = umpire.own_mut(unit);
        (own.broke_now, own.rallied, own.tested, own.pursues) = (false, false, false, None);
    }
    weakness::test_weak_and_shaken(umpire);
}

/// The Movement phase of a side begins: its units have moved nothing yet.
pub(crate) fn begin_movement(umpire: &mut Umpire<'_>) {
    let player = umpire.state.player;
    for unit in umpire.units_of(player) {
        if rule!("OW-SEQ-5a") {
            umpire.mark(unit, marks::MOVED, false);
            umpire.mark(unit, marks::MARCHED, false);
        }
        let own = umpire.own_mut(unit);
        (own.spent, own.moved, own.formed, own.squared) = (0, false, false, false);
        (own.loud, own.searched, own.told_to_shrink, own.shelter) = (false, false, false, None);
    }
    for leader in umpire.setting().leaders_of(player).collect::<Vec<_>>() {
        umpire.state.leaders[leader.index()].ridden = false;
    }
}

/// A player turn ends: flags that last no longer (OW-SEQ-5).
pub(crate) fn end_player_turn(umpire: &mut Umpire<'_>) {
    umpire.state.own.charges.clear();
    umpire.state.own.answers.clear();
    umpire.state.own.fight = None;
    for unit in umpire.field().present().collect::<Vec<_>>() {
        if rule!("OW-SEQ-5b") {
            umpire.mark(unit, marks::CHARGED, false);
            umpire.mark(unit, marks::FELL_BACK, false);
        }
        let own = umpire.own_mut(unit);
        (own.fired_at_charge, own.shot) = (false, false);
    }
    for unit in umpire.units_of(umpire.state.player) {
        umpire.mark(unit, marks::FIRED, false);
    }
    hiding::hide_again(umpire);
}

//! The turn (SN-SEQ).

use battle::{Contest, Pool, Reading, Role, Side, Ties, UnitId, rule};
use rulebook::{Actor, Frame, Next, Throw, Wait};

use crate::info::{
    DEFENSIVE_FIRE, DEPLOYMENT, DONE, END, INITIATIVE, MELEE, MOVE_PHASE, MOVERS_FIRE, ORDERS, RALLY, START, SUPPLY,
};
use crate::orders::conformity;
use crate::state::{Charge, Open};
use crate::why::Why;
use crate::{
    Snappy, Umpire, VerbRow, War, charge, forecasts, info, leaders, marks, melee, morale, movement, rally, supply,
    tables,
};

pub(crate) const DONE_ROW: VerbRow = VerbRow {
    actor: Actor::Nobody,
    candidates: |_, out| out.push(battle::Order::new(DONE)),
    may: conformity::may_end,
    foresee: |_, _| forecasts::certain(),
    ..VerbRow::new("done", "Done", Role::Done, "SN-SEQ-2", "Nothing more in this step.", |_, _| {})
};

/// S0: what lasted a turn is over; then whoever is due arrives.
pub(crate) fn begin_turn(umpire: &mut Umpire<'_>) -> Next {
    for unit in umpire.field().ids().filter(|_| rule!("SN-UNIT-10")).collect::<Vec<_>>() {
        umpire.mark(unit, marks::MOVED | marks::FIRED, false);
        let own = umpire.own_mut(unit);
        (own.test, own.near) = Default::default();
    }
    umpire.state.leaders.iter_mut().for_each(|leader| leader.ridden = false);
    umpire.state.own.commands.iter_mut().for_each(crate::orders::Command::begin_turn);
    Next::Phase(START, Side::Blue)
}

/// S0: reinforcements and absent leaders come.
pub(crate) fn start(umpire: &mut Umpire<'_>) {
    rulebook::arrivals::arrive(umpire);
    leaders::come_back(umpire);
}

/// What follows a step (SN-SEQ-2): orders of both sides, initiative, two halves, rally, supply, end.
pub(crate) fn next(war: &War) -> Next {
    let player = war.state.player;
    let first = war.setting().first_side;
    let half = [MOVE_PHASE, DEFENSIVE_FIRE, MOVERS_FIRE, MELEE];
    match war.phase() {
        DEPLOYMENT if player == first => Next::Phase(DEPLOYMENT, first.other()),
        DEPLOYMENT => Next::TurnBegins,
        START => Next::Phase(ORDERS, Side::Blue),
        ORDERS if player == Side::Blue => Next::Phase(ORDERS, Side::Red),
        ORDERS => Next::Phase(INITIATIVE, Side::Blue),
        INITIATIVE => Next::Phase(MOVE_PHASE, war.state.first),
        MELEE if war.state.beat == 0 && rule!("SN-SEQ-1") => Next::Phase(MOVE_PHASE, player.other()),
        MELEE => Next::Phase(RALLY, war.state.first),
        RALLY => Next::Phase(SUPPLY, war.state.first),
        SUPPLY => Next::Phase(END, war.state.first),
        step => match half.iter().position(|one| *one == step) {
            Some(place) => Next::Phase(half[place + 1], player),
            None => Next::TurnEnds,
        },
    }
}

/// The roll for initiative: one plain die a side, the higher wins (SN-SEQ-3).
pub(crate) fn initiative() -> Contest {
    let die = Pool::new("initiative", "SN-SEQ-3", 1, Reading::Total).of(battle::Die::D10);
    Contest::new("initiative", "SN-SEQ-3", die.clone(), die, Ties::Again(tables::TIES))
}

/// S1b: who wins the die moves first.
pub(crate) fn roll_initiative(umpire: &mut Umpire<'_>) {
    let throws = Side::ALL.map(|side| Throw::by_side(side, Why::Initiative));
    let margin = umpire.contest(&initiative(), throws);
    umpire.state.first = if margin < 0 && rule!("SN-SEQ-3") { Side::Red } else { Side::Blue };
    let told = battle::Told { side: Some(umpire.state.first), ..battle::Told::new("{s} moves first", "SN-SEQ-3") };
    umpire.tell(told);
}

/// S2 begins: a half of the turn. Hasty squares of the mover are full squares now (SN-SQUARE-3).
pub(crate) fn begin_half(umpire: &mut Umpire<'_>) {
    let player = umpire.state.player;
    umpire.state.beat = u8::from(player != umpire.state.first);
    for unit in umpire.units_of(player) {
        if rule!("SN-SQUARE-3") {
            umpire.mark(unit, marks::HASTY, false);
        }
    }
}

/// A fire step begins: everybody may fire in it once (SN-SEQ-4).
pub(crate) fn begin_fire(umpire: &mut Umpire<'_>) {
    for unit in umpire.field().present().collect::<Vec<_>>() {
        if rule!("SN-SEQ-4") {
            umpire.mark(unit, marks::FIRED, false);
        }
    }
}

/// S5 is over: no engagement outlives it (SN-MELEE-3).
pub(crate) fn end_half(umpire: &mut Umpire<'_>) {
    umpire.state.own.charges.clear();
    for unit in umpire.field().ids().collect::<Vec<_>>() {
        umpire.mark(unit, marks::CHARGING | marks::CHARGED, false);
    }
}

impl Frame<Snappy> for Open {
    fn waits(&self, war: &War) -> Option<Wait> {
        let of = |unit: UnitId, ask, verbs, target| {
            war.present(unit).then(|| Wait { side: war.side(unit), ask, verbs, unit: Some(unit), target })
        };
        match *self {
            Open::Tested(unit) => {
                of(unit, &info::ASK_TESTED, &[info::MOVE, info::CHARGE, info::FORM, info::LEAVE, info::STAY], None)
            }
            Open::Forced(unit, _) => of(unit, &info::ASK_PLACE, &[info::MARCH, info::HALT], None),
            Open::Square(Charge { charger, target, .. }) => {
                of(target, &info::ASK_SQUARE, &[info::SQUARE, info::STAND], Some(charger))
            }
            Open::Contact(Charge { charger, target, .. }, _) => {
                of(charger, &info::ASK_CONTACT, &[info::CLOSE, info::ABORT], Some(target))
            }
            Open::Checks(..) | Open::Melee(..) | Open::Rally(_) | Open::Supply(_) => None,
        }
    }

    fn resume(self, umpire: &mut Umpire<'_>) {
        match self {
            Open::Checks(unit, owed, cause) => morale::take_checks(umpire, unit, owed, cause),
            Open::Rally(last) => rally::go_on(umpire, last),
            Open::Supply(side) => supply::check_side(umpire, side),
            Open::Melee(charge, round) => melee::fight_round(umpire, charge, round),
            Open::Forced(unit, _) | Open::Tested(unit) => movement::rest(umpire, unit),
            Open::Square(charge) | Open::Contact(charge, _) => charge::spend_move(umpire, &charge),
        }
    }
}

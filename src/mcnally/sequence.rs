//! The turn: cards drawn one by one, and the steps of each (MC-SEQ).

use battle::{Deck, Object, Role, Told, UnitId, rule};
use rulebook::{Actor, Next, Progress, Throw};

use crate::info::{
    CARD_END, CHARGES, DECLARE, DEPLOYMENT, DONE, DRAW, FIRE_PHASE, MELEE, MORALE, MOVEMENT, ROUTS, START, TURN_END,
};
use crate::melee::fighters::groups;
use crate::morale::rout;
use crate::state::UnitState;
use crate::why::Why;
use crate::{Umpire, VerbRow, War, cards, charge, ending, forecasts, marks, melee, movement};

pub(crate) const DONE_ROW: VerbRow = VerbRow {
    actor: Actor::Nobody,
    candidates: |_, out| out.push(battle::Order::new(DONE)),
    foresee: |_, _| forecasts::certain(),
    ..VerbRow::new("done", "Done", Role::Done, "MC-SEQ-6", "Nothing more in this step.", |_, _| {})
};

/// A turn begins with deployment behind it.
pub(crate) fn begin_turn(umpire: &mut Umpire<'_>) -> Next {
    let first = umpire.state.first;
    Next::Phase(START, first)
}

/// What follows a step (MC-SEQ-6, 9).
pub(crate) fn next(war: &War) -> Next {
    let player = war.state.player;
    let steps = [START, DRAW, MORALE, DECLARE, CHARGES, MOVEMENT, FIRE_PHASE, MELEE, ROUTS, CARD_END];
    match war.phase() {
        DEPLOYMENT if player == war.state.first => Next::Phase(DEPLOYMENT, player.other()),
        DEPLOYMENT => Next::TurnBegins,
        DRAW if war.state.own.card.is_none() => Next::Phase(TURN_END, player),
        DRAW if !war.field().present().any(|unit| cards::is_active(war, unit)) && rule!("MC-SEQ-9") => {
            Next::Phase(DRAW, player)
        }
        DRAW if !rule!("MC-SEQ-6") => Next::Phase(CARD_END, player),
        CARD_END => Next::Phase(DRAW, player),
        TURN_END => Next::TurnEnds,
        step => match steps.iter().position(|one| *one == step).and_then(|place| steps.get(place + 1)) {
            Some(next) => Next::Phase(*next, player),
            None => Next::TurnEnds,
        },
    }
}

/// TURN_START: counters begin anew, the deck is shuffled, arrivals come.
pub(crate) fn start(umpire: &mut Umpire<'_>) {
    for unit in umpire.field().ids().collect::<Vec<_>>() {
        let own = umpire.own_mut(unit);
        if rule!("MC-SEQ-8") {
            (own.moved, own.fired_at, own.shaken) = (false, 0, false);
        }
        umpire.mark(unit, marks::ACTED | marks::EVADED | marks::MOVED | marks::FIRED, false);
    }
    for leader in &mut umpire.state.leaders {
        leader.ridden = false;
    }
    rulebook::arrivals::arrive(umpire);
    let cards = cards::all(umpire);
    let throw = Throw::by_side(umpire.state.first, Why::Card);
    let deck = umpire.shuffle(&cards, throw);
    umpire.state.own.deck = deck;
    umpire.state.own.card = None;
}

/// DRAW: the next card, and what its units lay down as their activation begins (MC-SEQ-14).
pub(crate) fn draw(umpire: &mut Umpire<'_>) {
    let mut deck: Deck = std::mem::take(&mut umpire.state.own.deck);
    umpire.state.beat = umpire.state.beat.saturating_add(1);
    let drawn = umpire.draw(&mut deck, Why::Card.label(), "MC-SEQ-1", |war, card| {
        Throw::by_side(cards::side_of(war, card), Why::Card)
    });
    umpire.state.own.deck = deck;
    umpire.state.own.card = drawn.map(|drawn| drawn.card);
    let Some(card) = umpire.state.own.card else { return };
    let side = cards::side_of(umpire, card);
    umpire.state.player = side;
    announce(umpire, card);
    for unit in umpire.units_of(side) {
        if cards::is_active(umpire, unit) {
            activate(umpire, unit);
        }
    }
}

/// Says whose card is drawn, and how many are left; nothing where it lets nobody act.
fn announce(umpire: &mut Umpire<'_>, card: u16) {
    let first = umpire.field().present().find(|unit| cards::is_active(umpire, *unit));
    let Some(first) = first else { return };
    let general = cards::general_of(umpire, card, first).map(Object::Leader);
    umpire.tell(Told {
        actor: Some(general.unwrap_or(Object::Unit(first))),
        side: Some(umpire.state.player),
        number: umpire.state.own.deck.len() as i16,
        ..Told::new("{s}: the card of {a} is drawn; {n} left", "MC-SEQ-1")
    });
}

/// A unit's activation begins: what lasted until now is over.
fn activate(umpire: &mut Umpire<'_>, unit: UnitId) {
    let ended = marks::HELD | marks::SPENT | marks::REFORMING | marks::MOVED | marks::FIRED;
    let owed = umpire.own(unit).owes_reform && umpire.marked(unit, marks::SPENT);
    if rule!("MC-SEQ-14") {
        umpire.mark(unit, ended, false);
    }
    let own = umpire.own(unit).clone();
    // A full evasion was its move of this turn (MC-SKIRM-4).
    let evaded = own.thrown && umpire.marked(unit, marks::EVADED);
    *umpire.own_mut(unit) = UnitState {
        crews: own.crews,
        guns_left: own.guns_left,
        guns_taken: own.guns_taken,
        owes_forming: own.owes_forming,
        moved: own.moved,
        fired_at: own.fired_at,
        shaken: own.shaken,
        thrown: evaded,
        ..UnitState::default()
    };
    if owed || own.stopped {
        umpire.mark(unit, marks::REFORMING, true);
    }
    // Who reforms by a change of formation does not fire.
    if own.stopped {
        umpire.mark(unit, marks::MOVED, true);
    }
}

/// CHARGES goes on while a declared charge is open.
pub(crate) fn charges(umpire: &mut Umpire<'_>) -> Progress {
    let any = umpire.field().present_of(umpire.state.player).any(|unit| charge::owes(umpire, unit));
    if any { Progress::Asks } else { Progress::Over }
}

/// MELEE goes on while one is to be fought; the last one needs no word.
pub(crate) fn melees(umpire: &mut Umpire<'_>) -> Progress {
    match groups(umpire).as_slice() {
        [] => Progress::Over,
        [only] => {
            let units = only.clone();
            melee::fight(umpire, &units);
            Progress::Over
        }
        _ => Progress::Asks,
    }
}

/// The end of step 4: militia that falls back and has not moved does so.
pub(crate) fn end_moves(umpire: &mut Umpire<'_>) {
    movement::fallback::all(umpire);
}

/// ROUTS: active units that rout and have not run in this card (MC-SEQ-11).
pub(crate) fn routs(umpire: &mut Umpire<'_>) {
    let runs = |unit: &UnitId| {
        cards::is_active(umpire, *unit) && umpire.marked(*unit, marks::ROUTING) && !umpire.own(*unit).ran
    };
    for unit in umpire.units_of(umpire.state.player).into_iter().filter(runs).collect::<Vec<_>>() {
        if rule!("MC-SEQ-11") {
            rout::runs_on(umpire, unit);
        }
    }
}

/// CARD_END: who acted has acted; what lasts for a card is over (MC-SEQ-14).
pub(crate) fn end_card(umpire: &mut Umpire<'_>) {
    for unit in umpire.field().present().collect::<Vec<_>>() {
        if cards::is_active(umpire, unit) {
            umpire.mark(unit, marks::ACTED, true);
        }
        let own = umpire.own_mut(unit);
        (own.engaged, own.wavered, own.volleyed, own.ran) = (false, false, false, false);
        (own.cleared, own.charge_losses) = (false, 0);
        own.targets.clear();
        umpire.mark(unit, marks::HELD | marks::MASKED | marks::CONTACT | marks::CHARGING, false);
    }
    umpire.state.own.contacts.clear();
    umpire.state.own.card = None;
}

/// TURN_END: a side that has lost half has lost (MC-SEQ-12).
pub(crate) fn end(umpire: &mut Umpire<'_>) {
    ending::look(umpire);
}

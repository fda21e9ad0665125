//! Going on from decision to decision through phases and turns.

use battle::{Event, Order, Role};

use crate::legal;
use crate::{Frame as _, Next, Phase, PhaseId, Progress, Rules, SoleAnswer, Umpire, War, Whose};

/// The most steps that pass by themselves between two decisions; more would be a fault of ours.
const MOST_STEPS: usize = 10_000;

/// Begins the battle: deployment, or turn 1, up to the first decision.
pub fn begin<R: Rules>(umpire: &mut Umpire<'_, R>) {
    let first = R::first_side(umpire);
    umpire.state.first = first;
    umpire.state.player = first;
    if umpire.setting().free_deployment {
        enter(umpire, R::DEPLOYMENT, first);
    } else {
        begin_turn(umpire);
    }
    run(umpire);
}

/// Begins a phase and goes on up to the next decision: for a published example or an experiment.
pub fn begin_phase<R: Rules>(umpire: &mut Umpire<'_, R>, phase: PhaseId, side: battle::Side) {
    enter(umpire, phase, side);
    run(umpire);
}

/// Carries out an order that has been checked, up to the next decision.
pub(crate) fn carry_out<R: Rules>(umpire: &mut Umpire<'_, R>, order: &Order) {
    let side = deciding(umpire);
    umpire.emit(Event::Ordered { side, order: *order });
    act(umpire, order);
    umpire.carried_out();
    run(umpire);
}

fn act<R: Rules>(umpire: &mut Umpire<'_, R>, order: &Order) {
    let Some(row) = R::VERBS.get(usize::from(order.verb.0)) else { return };
    let plainly = umpire.state.stack.is_empty();
    umpire.answers();
    (row.act)(umpire, order);
    if plainly && row.words.role == Role::Done && umpire.state.stack.is_empty() && !umpire.is_over() {
        finish(umpire);
    }
}

/// The side whose decision is pending.
pub(crate) fn deciding<R: Rules>(war: &War<R>) -> battle::Side {
    war.waits().map_or_else(|| phase_row(war).decides.side(war.state.player), |wait| wait.side)
}

/// The row of the phase the turn is in.
pub(crate) fn phase_row<R: Rules>(war: &War<R>) -> &'static Phase<R> {
    &R::PHASES[usize::from(war.phase().0).min(R::PHASES.len() - 1)]
}

/// Goes on until a decision is pending or the battle is over.
fn run<R: Rules>(umpire: &mut Umpire<'_, R>) {
    for _ in 0..MOST_STEPS {
        R::look_round(umpire);
        if umpire.is_over() {
            return;
        }
        if umpire.state.stack.is_empty() {
            R::between(umpire);
        }
        if umpire.state.stack.is_empty() && (phase_row(umpire).proceed)(umpire) == Progress::Over {
            if !umpire.is_over() && umpire.state.stack.is_empty() {
                finish(umpire);
            }
            continue;
        }
        if umpire.frame().is_some() && umpire.waits().is_none() {
            resume(umpire);
            continue;
        }
        match answer(umpire) {
            _ if umpire.is_over() => return,
            Answer::Open => return,
            Answer::Only(order) => act(umpire, &order),
            Answer::None if umpire.state.stack.is_empty() => finish(umpire),
            Answer::None => {
                umpire.answered();
            }
        }
    }
    unreachable!("the turn goes round in circles in {}", phase_row(umpire).info.title)
}

/// Goes on with what is not finished and waits for nobody.
fn resume<R: Rules>(umpire: &mut Umpire<'_, R>) {
    if let Some(frame) = umpire.answered() {
        umpire.goes_on();
        frame.resume(umpire);
    }
}

/// What a pending decision can be answered with.
enum Answer {
    /// Nothing: it passes.
    None,
    /// One order, which is given without asking.
    Only(Order),
    /// Something to choose.
    Open,
}

fn answer<R: Rules>(war: &War<R>) -> Answer {
    let seen = war.seen_by(deciding(war));
    if war.state.stack.is_empty() {
        return if legal::is_idle(&seen) { Answer::None } else { Answer::Open };
    }
    if R::SOLE_ANSWER == SoleAnswer::Asked {
        return Answer::Open;
    }
    let (orders, stems) = (legal::orders(&seen), legal::stems(&seen));
    match (orders.as_slice(), stems.as_slice()) {
        ([], []) => Answer::None,
        ([only], []) => Answer::Only(*only),
        ([], [stem]) => {
            let reach = legal::reach(&seen, stem);
            let mut places = reach.legal();
            match (places.next(), places.next()) {
                (Some(place), None) => Answer::Only(stem.to(place.pose)),
                (None, _) => Answer::None,
                _ => Answer::Open,
            }
        }
        _ => Answer::Open,
    }
}

/// The phase is over: what comes next.
fn finish<R: Rules>(umpire: &mut Umpire<'_, R>) {
    (phase_row(umpire).close)(umpire);
    if !umpire.is_over() && umpire.state.stack.is_empty() {
        let next = R::next(umpire);
        go_to(umpire, next);
    }
}

fn go_to<R: Rules>(umpire: &mut Umpire<'_, R>, next: Next) {
    match next {
        Next::Phase(phase, side) => enter(umpire, phase, side),
        Next::TurnEnds => close_turn(umpire),
        Next::TurnBegins => begin_turn(umpire),
    }
}

fn enter<R: Rules>(umpire: &mut Umpire<'_, R>, phase: PhaseId, side: battle::Side) {
    umpire.state.player = side;
    let row = &R::PHASES[usize::from(phase.0)];
    let side = (row.whose == Whose::Player).then_some(side);
    umpire.emit(Event::StepBegan { step: phase.0, side });
    (row.begin)(umpire);
}

fn begin_turn<R: Rules>(umpire: &mut Umpire<'_, R>) {
    let turn = umpire.field().turn() + 1;
    umpire.new_turn();
    umpire.state.beat = 0;
    umpire.emit(Event::TurnBegan { turn });
    let next = R::turn_begins(umpire);
    if !umpire.is_over() {
        go_to(umpire, next);
    }
}

fn close_turn<R: Rules>(umpire: &mut Umpire<'_, R>) {
    R::turn_ends(umpire);
    if umpire.is_over() {
        return;
    }
    if umpire.field().turn() >= umpire.field().turn_limit() {
        let outcome = R::count_up(umpire);
        umpire.end(outcome);
    } else {
        begin_turn(umpire);
    }
}

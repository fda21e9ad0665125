//! Brigades that quit, and what it means for the battle (OW-WIN).

use battle::{Departure, Event, Outcome, Pool, Presence, Reading, Reason, RollKind, Side, UnitId, rule};
use hexes::Hex;
use rulebook::{Rules as _, Throw};

use crate::command::leaders;
use crate::morale::{checks, triggers};
use crate::profile::{Motivation, Post};
use crate::state::Why;
use crate::{OnWar, Umpire, War, consequences, dice, measures, modifiers};

/// Brigades of which half have quit test (OW-WIN-1).
pub(crate) fn test_brigades(umpire: &mut Umpire<'_>) {
    let brigades: Vec<u8> = brigades_of(umpire, umpire.state.player).collect();
    for brigade in brigades {
        if !umpire.is_over() && !umpire.state.own.quit[usize::from(brigade)] {
            test_brigade(umpire, brigade);
        }
    }
}

fn test_brigade(umpire: &mut Umpire<'_>, brigade: u8) {
    let gone =
        |unit: &UnitId| matches!(umpire.field().unit(*unit).presence, Presence::Gone(why) if why != Departure::Exited);
    let (all, lost) =
        (measures::of_brigade(umpire, brigade).count(), measures::of_brigade(umpire, brigade).filter(gone).count());
    let half_gone = lost * 2 >= all && lost > 0 && rule!("OW-WIN-1");
    if !half_gone {
        return;
    }
    if lost == all {
        return brigade_quits(umpire, brigade);
    }
    let pool = brigade_pool(umpire, brigade);
    let side = umpire.state.player;
    if umpire.throw(&pool, Throw::by_brigade(side, usize::from(brigade), Why::Brigade)) == 0 {
        brigade_quits(umpire, brigade);
    }
}

/// A brigade's test: the motivation that most of its remaining units have, the better of two (OW-WIN-1, OW-CMD-3).
pub(crate) fn brigade_pool(war: &War, brigade: u8) -> Pool {
    let rest: Vec<UnitId> = measures::of_brigade(war, brigade)
        .filter(|unit| matches!(war.field().unit(*unit).presence, Presence::OnMap | Presence::Due))
        .collect();
    let count = |class: Motivation| rest.iter().filter(|unit| war.profile(**unit).motivation == class).count();
    let classes = [Motivation::Reluctant, Motivation::Confident, Motivation::Fearless];
    let class = classes.into_iter().max_by_key(|class| (count(*class), *class)).unwrap_or(Motivation::Confident);
    let face = checks::motivation_face(class);
    let near = general_is_near_brigade(war, brigade, &rest);
    let reading = if near { dice::again(face) } else { Reading::Successes(face) };
    let mut pool =
        dice::pool_read(war, triggers::BRIGADE.label, triggers::BRIGADE.clause, 1, reading).as_kind(RollKind::Test);
    if near {
        dice::note_second_throw(&mut pool, &modifiers::GENERAL_NEAR);
    }
    pool
}

fn general_is_near_brigade(war: &War, brigade: u8, rest: &[UnitId]) -> bool {
    let side = side_of_brigade(war, brigade);
    let commander =
        war.field().roster().leaders().map(|(id, _)| id).find(|id| *war.post(*id) == Post::Brigadier(brigade));
    let hex = commander.and_then(|leader| war.field().leader_hex(leader));
    hex.is_some_and(|hex: Hex| leaders::general_is_near(war, side, &battle::Footprint::of([hex], 1)))
        || rest.iter().any(|unit| leaders::general_is_near(war, side, &war.field().footprint(*unit)))
}

fn side_of_brigade(war: &War, brigade: u8) -> Side {
    war.field().roster().brigades[usize::from(brigade)].side
}

/// The result as it stands.
pub(crate) fn count_up(war: &War) -> Outcome {
    let open = rulebook::ending::open_field(war);
    let at_limit = open.count_up(war.setting().victory, &|unit, area| OnWar::grip(war, unit, area));
    let points = if war.field().roster().objectives.is_empty() {
        [war.field().losses(Side::Red), war.field().losses(Side::Blue)]
    } else {
        at_limit.points
    };
    Outcome { points, ..at_limit }
}

/// A brigade quits: its units leave, and the battle may be lost by it (OW-WIN-2).
pub(crate) fn brigade_quits(umpire: &mut Umpire<'_>, brigade: u8) {
    let Some(first) = measures::of_brigade(umpire, brigade).next() else { return };
    let side = umpire.side(first);
    umpire.state.own.quit[usize::from(brigade)] = true;
    let says = "has had enough and quits the field";
    umpire.emit(Event::BrigadeBroke { brigade, says, clause: "OW-WIN-1" });
    let leaving: Vec<UnitId> = measures::of_brigade(umpire, brigade).filter(|unit| umpire.present(*unit)).collect();
    for unit in leaving {
        consequences::destroy(umpire, unit, Departure::Routed, "OW-WIN-1");
    }
    if army_is_broken(umpire, side) && !umpire.is_over() && rule!("OW-WIN-2") {
        let counted = count_up(umpire);
        umpire.end(Outcome { winner: Some(side.other()), reason: Reason::Broken, ..counted });
    }
}

/// The brigades of a side that count, by their place in the roster.
pub(crate) fn brigades_of(war: &War, side: Side) -> impl Iterator<Item = u8> + '_ {
    let brigades = war.field().roster().brigades.iter().zip(&war.fixed().counts).enumerate();
    brigades.filter(move |(_, (brigade, counts))| brigade.side == side && **counts).map(|(place, _)| place as u8)
}

/// What loses the battle before its time, in a sentence (OW-WIN-1, OW-WIN-2).
pub(crate) fn breaks(war: &War) -> &'static str {
    if war.options().half_of_brigades {
        "A brigade that has lost half of its units may quit the field; an army of whose brigades half have quit loses at once."
    } else {
        "A brigade that has lost half of its units may quit the field, and the first that quits loses the battle at once."
    }
}

fn army_is_broken(war: &War, side: Side) -> bool {
    let all = brigades_of(war, side).count();
    let gone = brigades_of(war, side).filter(|brigade| war.state.own.quit[usize::from(*brigade)]).count();
    if war.options().half_of_brigades { gone >= all.div_ceil(2) } else { gone > 0 }
}

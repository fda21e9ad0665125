//! What a turn's hash is made of: the state in the order that records have had since the first of them. Whatever becomes
//! of the state's own shape, records that are kept go on to verify.

use battle::{Pose, Side};
use rulebook::Ending;
use serde::Serialize;

use crate::state::{Frame, PoolState, UnitState};
use crate::{War, command, info};

/// The state as records have it.
#[derive(Serialize)]
struct Account<'a> {
    step: u8,
    half: u8,
    holder: Side,
    wait: Waiting<'a>,
    later: Vec<Waiting<'a>>,
    room: &'a [Pose],
    units: &'a [UnitState],
    generals: Vec<(bool, Option<u16>, bool)>,
    pools: &'a [PoolState],
    ordering: bool,
    acted: bool,
    pips: [i16; 2],
    released: &'a [bool],
    ending: Option<Ending>,
}

/// A frame, or that there is none, in one list of cases.
struct Waiting<'a>(Option<&'a Frame>);

impl Serialize for Waiting<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            None => 0_u8.serialize(serializer),
            Some(Frame::Halt { unit, turned, inches, gait }) => {
                (1_u8, unit, turned, inches, gait).serialize(serializer)
            }
            Some(Frame::Short { attacker, target, side, inches }) => {
                (2_u8, attacker, target, side, inches).serialize(serializer)
            }
            Some(Frame::React { attacker, target, side }) => (3_u8, attacker, target, side).serialize(serializer),
            Some(Frame::FollowUp { winner, beaten }) => (4_u8, winner, beaten).serialize(serializer),
            Some(Frame::Unlimber(unit)) => (5_u8, unit).serialize(serializer),
            Some(Frame::Reaction) => 6_u8.serialize(serializer),
            Some(Frame::Settle { unit, .. }) => (7_u8, unit).serialize(serializer),
            Some(Frame::Return(leader)) => (8_u8, leader).serialize(serializer),
        }
    }
}

/// The number of a step in records: those of the phases but for the initiative, and one for a battle that is over.
fn step(war: &War) -> u8 {
    match war.phase() {
        _ if war.is_over() => 6,
        info::DEPLOYMENT => 0,
        info::ARRIVALS => 1,
        info::ORDERS => 2,
        info::INITIATIVE | info::ACTIONS => 3,
        info::FIRING => 4,
        _ => 5,
    }
}

/// Whether the side that comes second in the phase has it.
fn half(war: &War) -> u8 {
    let first = match war.phase() {
        info::DEPLOYMENT | info::ARRIVALS => war.setting().first_side,
        info::ORDERS => command::first_to_place(war),
        info::END => war.state.player,
        _ => war.state.first,
    };
    u8::from(war.state.player != first)
}

/// The encoded account.
pub(crate) fn account(war: &War) -> Vec<u8> {
    let state = &war.state;
    let (wait, later) = state.stack.split_last().map_or((None, &[][..]), |(last, rest)| (Some(last), rest));
    let room = match wait {
        Some(Frame::Settle { places, .. }) => places.as_slice(),
        _ => &[],
    };
    let generals = state.leaders.iter().zip(&state.due).map(|(general, due)| (general.moved, general.lost, *due));
    rulebook::account(
        war,
        &Account {
            step: step(war),
            half: half(war),
            holder: state.first,
            wait: Waiting(wait),
            later: later.iter().map(|frame| Waiting(Some(frame))).collect(),
            room,
            units: &state.units,
            generals: generals.collect(),
            pools: &state.own.pools,
            ordering: state.own.ordering,
            acted: false,
            pips: state.own.pips,
            released: &state.released,
            ending: state.ending,
        },
    )
}

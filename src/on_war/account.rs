//! What a turn's hash is made of: the state in the order that records have had since the first of them. Whatever becomes
//! of the state's own shape, records that are kept go on to verify.

use battle::{Side, rule};
use rulebook::Ending;
use serde::Serialize;

use crate::War;
use crate::frames::Frame;
use crate::state::{Answer, Charge, Fight, UnitState};

/// The number of the phase in records when the battle is over.
const OVER: u8 = 11;

/// The state as records have it.
#[derive(Serialize)]
struct Account<'a> {
    step: u8,
    player: Side,
    first: Side,
    wait: Waiting<'a>,
    units: &'a [UnitState],
    charges: &'a [Charge],
    fight: Option<Fight>,
    quit: &'a [bool],
    released: &'a [bool],
    due: &'a [bool],
    ridden: Vec<bool>,
    ending: Option<Ending>,
    /// Left out while nobody has answered a charge, as in records that know of no answers.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    answers: &'a [Answer],
}

/// A frame, or that there is none, in one list of cases.
struct Waiting<'a>(Option<&'a Frame>);

impl Serialize for Waiting<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            None => 0_u8.serialize(serializer),
            Some(Frame::Response(place)) => (1_u8, place).serialize(serializer),
            Some(Frame::Aiming { unit, named }) => (2_u8, unit, named).serialize(serializer),
            Some(Frame::DefensiveFire(unit)) => (3_u8, unit).serialize(serializer),
            Some(Frame::PilingIn { unit, enemy }) => (4_u8, unit, enemy).serialize(serializer),
            Some(Frame::Breakthrough { unit, facing }) => (5_u8, unit, facing).serialize(serializer),
        }
    }
}

/// The encoded account.
pub(crate) fn account(war: &War) -> Vec<u8> {
    let state = &war.state;
    rulebook::account(
        war,
        &Account {
            step: if war.is_over() { OVER } else { war.phase().0 },
            player: state.player,
            first: state.first,
            wait: Waiting(war.frame()),
            units: if rule!("OW-UNIT-12") { &state.units } else { &[] },
            charges: &state.own.charges,
            fight: state.own.fight,
            quit: &state.own.quit,
            released: &state.released,
            due: &state.due,
            ridden: state.leaders.iter().map(|leader| leader.ridden).collect(),
            ending: state.ending,
            answers: &state.own.answers,
        },
    )
}

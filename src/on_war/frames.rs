//! Decisions in the middle of something: who is asked what, and what happens when nobody is left to decide.

use battle::UnitId;
use hexes::Hex;
use rulebook::Wait;
use serde::Serialize;

use crate::assault::declaring;
use crate::info::{self, *};
use crate::{OnWar, Umpire, War};

/// A decision in the middle of something.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Frame {
    /// A charge has been declared at foot that could form square: what does it do (OW-ASSAULT-3)? The charge's place.
    Response(u8),
    /// Howitzers name the stands they aim at, one shell after another (OW-HOWITZER-3).
    Aiming {
        /// Which battery.
        unit: UnitId,
        /// The stands named so far.
        named: Vec<Hex>,
    },
    /// A charged unit may fire, at one of the charges on it (OW-ASSAULT-8).
    DefensiveFire(UnitId),
    /// The striker may bring more stands into the fight (OW-ASSAULT-17).
    PilingIn {
        /// Who strikes next.
        unit: UnitId,
        /// Whom.
        enemy: UnitId,
    },
    /// A charger destroyed its enemy, or beat it with that option: what now (OW-ASSAULT-18)?
    Breakthrough {
        /// Who won.
        unit: UnitId,
        /// The way of the assault: a facing's number.
        facing: u8,
    },
}

impl rulebook::Frame<OnWar> for Frame {
    fn waits(&self, war: &War) -> Option<Wait> {
        let (ask, verbs, unit, target): (_, &'static [_], _, _) = match *self {
            Frame::Response(place) => {
                let charge = war.state.own.charges.get(usize::from(place)).filter(|one| war.present(one.unit))?;
                (&info::ASK_RESPOND, &[STAND, FORM_HASTILY], charge.target, Some(charge.unit))
            }
            Frame::Aiming { unit, .. } => (&info::ASK_AIM, &[AIM], unit, None),
            Frame::DefensiveFire(unit) => {
                let open = war.state.own.charges.iter().find(|charge| charge.target == unit && !charge.answered);
                (&info::ASK_REPLY, &[FIRE, GRAPE, HOLD], unit, open.map(|charge| charge.unit))
            }
            Frame::PilingIn { unit, enemy } if war.present(enemy) => {
                (&info::ASK_PILE, &[PILE_IN, KEEP_RANKS], unit, Some(enemy))
            }
            Frame::PilingIn { .. } => return None,
            Frame::Breakthrough { unit, .. } => {
                (&info::ASK_BREAKTHROUGH, &[ADVANCE, DRAW_OFF, REFORM, STAY], unit, None)
            }
        };
        war.present(unit).then(|| Wait { side: war.side(unit), ask, verbs, unit: Some(unit), target })
    }

    /// Nobody is left to decide; a charge whose target has gone is over.
    fn resume(self, umpire: &mut Umpire<'_>) {
        if let Frame::Response(place) = self {
            declaring::test_nerve(umpire, usize::from(place));
        }
    }
}

//! What changes and the field does not show, and what is not finished.

use battle::{LeaderId, Side, UnitId};
use hexes::Hex;
use serde::Serialize;

use crate::orders::Command;

/// The out-of-command check of a unit this turn (SN-ORD-9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Test {
    /// Not taken.
    #[default]
    None,
    /// Passed: half a move.
    Passed,
    /// Failed: one thing in place.
    Failed,
}

/// A unit's state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct UnitState {
    /// Its out-of-command check.
    pub test: Test,
    /// It conformed to the near half of a probe when it moved (SN-ORD-7).
    pub near: bool,
    /// Failed supply checks in a row (SN-SUPPLY-4).
    pub unsupplied: u8,
}

/// A leader's state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct LeaderState {
    /// He has ridden this turn.
    pub ridden: bool,
    /// The turn he comes back, and where he fell (SN-LEADER-9).
    pub back: Option<(u16, Hex)>,
    /// A successor of average ability has taken over.
    pub replaced: bool,
    /// He has left the field with his unit by order. Nothing of the battle depends on it.
    #[serde(skip)]
    pub left: bool,
}

/// One charger and one charged: an engagement (SN-MELEE-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Charge {
    /// Who charges.
    pub charger: UnitId,
    /// Whom.
    pub target: UnitId,
    /// It hits flank or rear (SN-CHARGE-3).
    pub flank: bool,
}

/// What belongs to nobody alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Own {
    /// Commands, by the number of their leader.
    pub commands: Vec<Command>,
    /// Engagements, in the order they were made.
    pub charges: Vec<Charge>,
}

/// What is not finished.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Open {
    /// A unit that took the out-of-command check is given its move (SN-ORD-9).
    Tested(UnitId),
    /// A force march goes on up to so many move points (SN-MOVE-9).
    Forced(UnitId, u16),
    /// A charged unit may try a hasty square (SN-SQUARE-2); the charger began on its flank or rear.
    Square(Charge),
    /// A charger names where it makes contact, or breaks off where it may (SN-CHARGE-4).
    Contact(Charge, Squared),
    /// A unit owes checks, because of somebody.
    Checks(UnitId, u8, Option<UnitId>),
    /// A melee goes on to that round.
    Melee(Charge, u8),
    /// Units rally after that one (SN-RALLY-1).
    Rally(Option<UnitId>),
    /// A side looks for its supply (SN-SUPPLY-1).
    Supply(Side),
}

/// Whether the target of a charge has just formed square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Squared {
    /// It has.
    Yes,
    /// It has not.
    No,
}

impl Own {
    /// A command.
    pub(crate) fn command(&self, leader: LeaderId) -> &Command {
        &self.commands[leader.index()]
    }
}

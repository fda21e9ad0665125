//! What changes and the field does not show, and what is not finished.

use battle::{Patch, Pose, UnitId};
use hexes::Hex;
use rulebook::Wait;
use serde::Serialize;

use crate::combat::{self, bout};
use crate::space::Aspect;
use crate::{OverTheHills, Umpire, War, contact, info};

/// How far the command status of a unit lets it move (OTH-CMD-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Leash {
    /// As its formation moves.
    #[default]
    Free,
    /// Half of each segment.
    Half,
    /// Not at all.
    Tied,
}

/// What a unit has of its shock (OTH-COMBAT-5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Impetus {
    /// Nothing.
    #[default]
    None,
    /// It came into contact.
    Initiated,
    /// It went to meet the contact.
    Countered,
}

/// Something that is done once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Once {
    /// Not yet.
    #[default]
    Open,
    /// Done.
    Done,
}

/// What a unit has left of its segments (OTH-MOVE-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Purse {
    /// Segments opened.
    pub opened: u8,
    /// Inches left of the last one.
    pub left: u8,
    /// It runs wholly on a road so far, and its inches count the bonus (OTH-MOVE-6).
    pub paved: bool,
}

/// A unit's state.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UnitState {
    /// Its command status, frozen for the turn.
    pub leash: Leash,
    /// Its segments.
    pub purse: Purse,
    /// Its tiring segment has been paid for.
    pub tired: Once,
    /// It has paid for bad going this turn (OTH-TERRAIN-1).
    pub rough: Once,
    /// Runs of obstacles it has crossed this turn.
    pub crossed: Vec<u16>,
    /// Inches moved this turn (OTH-MOVE-10).
    pub inches: u16,
    /// It has turned on the spot for nothing.
    pub turned: Once,
    /// The test to move after firing is taken (OTH-MORALE-4).
    pub asked: Once,
    /// It fired in the enemy's last turn.
    pub fired_last: Once,
    /// Faces that have fired: bit 0 for who has no faces.
    pub faces: u8,
    /// At whom it has given defensive fire in this turn (OTH-FIRE-6).
    pub defied: Vec<UnitId>,
    /// Its first volley is spent (OTH-FIRE-10).
    pub volley: Once,
    /// What its guns aimed at last (OTH-ART-6).
    pub aim: Option<UnitId>,
    /// It came into contact this turn.
    pub impetus: Impetus,
    /// Hits its defensive fire caused; none where it did not fire.
    pub caused: Option<u8>,
    /// It rose when it was met, and gives no defensive fire (OTH-MOVE-11).
    pub startled: Once,
    /// The test for fire without hits is taken (OTH-MORALE-7).
    pub missed: Once,
    /// It was flown over in this fire step (OTH-ART-10).
    pub flown: Once,
    /// It holds its fire in this step (OTH-FIRE-8).
    pub held: Once,
    /// It tried to counter (OTH-CONTACT-7).
    pub countered: Once,
    /// Whom it has picked to fight in this round, of houses one a face at most.
    pub picked: Vec<UnitId>,
    /// It has advanced after a victory in this step (OTH-WIN-10).
    pub advanced: Once,
    /// It has been rallied this turn.
    pub rallied: Once,
    /// It rode down a routing unit and has an option when the combats begin (OTH-STATUS-2).
    pub overran: Once,
    /// Steps to the nearest enemy when movement began (OTH-ORD-1).
    pub apart: i32,
    /// It has come onto the map this turn, and is in command (OTH-SEQ-7).
    pub arrived: Once,
    /// Enemies within six inches when movement began (OTH-ORD-1c).
    pub near: Vec<UnitId>,
}

/// A commander's state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct LeaderState {
    /// Inches ridden this turn.
    pub ridden: u16,
    /// He has tried to rally somebody.
    pub rallied: Once,
    /// Where he fell, until he is replaced.
    pub fell: Option<Hex>,
    /// A successor has taken over (OTH-LEADER-6).
    pub successor: Once,
}

/// One unit in contact with another (OTH-COMBAT-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Contact {
    /// Who made it.
    pub by: UnitId,
    /// With whom.
    pub on: UnitId,
    /// On which side of that one (OTH-GEO-11).
    pub aspect: Aspect,
    /// It is still to be fought in this turn.
    pub fought: Once,
    /// Defensive fire may be given at it (OTH-FIRE-6).
    pub fresh: bool,
    /// The attackers have fought their way in: a round without modifiers is due (OTH-BUA-6).
    pub inside: bool,
}

/// The order of a brigade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Mandate {
    /// Its number, from 1; 0 where there are no orders.
    pub order: u8,
    /// It has been changed, or tried to, this turn.
    pub changed: Once,
}

/// What belongs to nobody alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Own {
    /// Contacts, in the order they were made.
    pub contacts: Vec<Contact>,
    /// By brigade of the roster.
    pub mandates: Vec<Mandate>,
    /// Built-up areas whose fire was rolled for in this step.
    pub risked: Vec<Patch>,
}

/// A move to contact (OTH-CONTACT-1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Charge {
    /// Who.
    pub by: UnitId,
    /// Whom.
    pub on: UnitId,
    /// Where it ends if nobody moves, by which way, the first pose being its start.
    pub way: Vec<Pose>,
    /// Segments it uses.
    pub segments: u8,
    /// Where it comes from: a move, or an advance after a victory (OTH-WIN-10).
    pub from: Origin,
}

/// Where a move to contact comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Origin {
    /// The own movement.
    Move,
    /// An option after a victory.
    Advance,
}

/// A combat that is fought (OTH-COMBAT-1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bout {
    /// Who is in it, ascending.
    pub units: Vec<UnitId>,
    /// The round to come, from 1.
    pub round: u8,
    /// Units of the winning side that have their option still.
    pub winners: Vec<UnitId>,
    /// Who has gone back and may be followed.
    pub left: Vec<UnitId>,
}

/// What is not finished.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Open {
    /// The target of a charge reacts.
    React(Charge),
    /// A charger whose target is out of reach halts where it likes on its way.
    Halt(Charge),
    /// A combat goes on.
    Bout(Bout),
    /// A unit picks whom it fights.
    Pick(UnitId),
    /// A unit may turn to face its enemy (OTH-RESULT-7).
    Turn(UnitId),
    /// A unit that has won has its option.
    Won(UnitId, Bout),
}

impl rulebook::Frame<OverTheHills> for Open {
    fn waits(&self, war: &War) -> Option<Wait> {
        let of = |unit: UnitId, ask, verbs, target| {
            war.present(unit).then(|| Wait { side: war.side(unit), ask, verbs, unit: Some(unit), target })
        };
        match self {
            Open::React(charge) if war.present(charge.by) => {
                of(charge.on, &info::ASK_REACT, &[info::EVADE, info::MEET, info::SQUARE, info::STAND], Some(charge.by))
            }
            Open::Halt(charge) => of(charge.by, &info::ASK_HALT, &[info::HALT], None),
            Open::Pick(unit) => of(*unit, &info::ASK_PICK, &[info::FACE], None),
            Open::Turn(unit) => of(*unit, &info::ASK_TURN, &[info::TURN, info::KEEP], None),
            Open::Won(unit, _) => of(*unit, &info::ASK_WON, info::OPTIONS_OF_WINNERS, None),
            Open::Bout(_) | Open::React(_) => None,
        }
    }

    fn passing(&self) -> Option<UnitId> {
        None
    }

    fn resume(self, umpire: &mut Umpire<'_>) {
        match self {
            Open::Bout(bout) => bout::go_on(umpire, bout),
            Open::React(charge) | Open::Halt(charge) => contact::end(umpire, charge.by),
            Open::Pick(_) | Open::Turn(_) => {}
            Open::Won(_, bout) => combat::options::next(umpire, bout),
        }
    }
}

//! What the battlefield does not show: where the turn stands, what units have spent, charges, fights.

use battle::{Pose, Side, UnitId};
use hexes::Hex;
use serde::{Deserialize, Serialize};

use crate::setting::Setting;

/// The sub-step the turn is in (OW-SEQ-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// Deployment, where the scenario leaves it free.
    Deploy,
    /// M1.
    Morale,
    /// M2.
    Rout,
    /// V1.
    Openers,
    /// V2.
    Charges,
    /// V3.
    Moves,
    /// V4.
    RoutMoves,
    /// S1.
    Fire,
    /// S2.
    Reply,
    /// A.
    Melee,
    /// E.
    End,
    /// The battle has ended.
    Over,
}

/// A decision in the middle of something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Wait {
    /// None: the stage itself asks.
    Nothing,
    /// A charge has been declared at foot that could form square: what does it do (OW-ASSAULT-3)? The charge's place.
    Respond(u8),
    /// Howitzers name the stands they aim at, one shell after another (OW-HOWITZER-3).
    Aim {
        /// Which battery.
        unit: UnitId,
        /// The stands named so far.
        aims: Vec<Hex>,
        /// Shells altogether.
        shells: u8,
    },
    /// A charged unit may fire, at one of those charges (OW-ASSAULT-8).
    Reply {
        /// Who may fire.
        unit: UnitId,
    },
    /// The striker may bring more stands into the fight (OW-ASSAULT-17).
    PileIn {
        /// Who strikes next.
        unit: UnitId,
        /// Whom.
        enemy: UnitId,
    },
    /// A charger destroyed its enemy, or beat it with that option: what now (OW-ASSAULT-18)?
    Triumph {
        /// Who won.
        unit: UnitId,
        /// The way of the assault: a facing's number.
        facing: u8,
    },
}

/// How a charged unit answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Response {
    /// It stands, and may fire if the charge came from far enough.
    Stand,
    /// It formed square.
    Square,
    /// It tried and failed.
    FailedSquare,
}

/// How far a charge has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Course {
    /// Declared; the charge leg is to come.
    Declared,
    /// The leg is made and touches the target.
    Contact,
    /// The leg is made, or given up, without contact: the unit goes back after defensive fire.
    Short,
    /// It is over: thrown back, halted before a square, fought out.
    Done,
}

/// One charge (OW-ASSAULT).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Charge {
    /// Who charges.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// The gap at declaration in inches (OW-SCALE-1).
    pub gap: i16,
    /// What the target did.
    pub response: Response,
    /// Where the charge leg starts.
    pub before: Pose,
    /// How far it has come.
    pub course: Course,
    /// Whether the defensive fire at it is settled.
    pub answered: bool,
}

/// A mêlée going on (OW-ASSAULT-12..17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fight {
    /// The charge's place in the list.
    pub charge: u8,
    /// Full rounds fought.
    pub rounds: u8,
    /// Whether the charger strikes next.
    pub charger_strikes: bool,
    /// Strikes made so far, by both.
    pub strikes: u8,
    /// Whether the striker has had its choice to pile in.
    pub piled: bool,
}

/// A unit's private state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UnitState {
    /// Hundredths of an inch spent in this Movement phase.
    pub spent: u16,
    /// Made its move of this phase, normal, double or charge, or may not move.
    pub moved: bool,
    /// Spent its formation change of this phase.
    pub formed: bool,
    /// Formed square in its own V1 of this turn, or left it (then nothing else).
    pub squared: bool,
    /// Shot in this turn of its own.
    pub shot: bool,
    /// Shot or charged since its last own turn began; for hiding again (OW-HIDDEN-9).
    pub loud: bool,
    /// Searched this turn.
    pub searched: bool,
    /// Broke in M1 of this turn (OW-MORALE-11 comes from the next).
    pub broke_now: bool,
    /// Rallied this turn: may not charge (OW-MORALE-11).
    pub rallied: bool,
    /// Pursues that routing unit this turn (OW-MORALE-13).
    pub pursues: Option<UnitId>,
    /// Fired at a charger this turn of the enemy (OW-SHOOT-1).
    pub replied: bool,
    /// Tested, passed or failed, to pursue this turn.
    pub tested: bool,
    /// Stands when the present player turn began (OW-MORALE-2).
    pub stands_then: u8,
    /// A square it shelters with (OW-MOVE-4).
    pub shelter: Option<UnitId>,
    /// The end at which a single rank shrinks: 0 by itself, 1 left, 2 right (OW-HIT-6).
    pub dress: u8,
    /// Has been told this turn at which end to shrink.
    pub dressed: bool,
}

/// How the battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ending {
    /// The winner; none is a draw.
    pub winner: Option<Side>,
    /// The place of the reason in [`crate::victory::REASONS`].
    pub reason: u8,
    /// Points of Blue and Red.
    pub points: [i16; 2],
}

/// The private state of a battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    /// The sub-step.
    pub stage: Stage,
    /// The side whose sub-step it is.
    pub player: Side,
    /// Who goes first in a turn.
    pub first: Side,
    /// A decision in the middle of something.
    pub wait: Wait,
    /// By unit.
    pub units: Vec<UnitState>,
    /// Charges of this player turn, in the order declared.
    pub charges: Vec<Charge>,
    /// The mêlée going on.
    pub fight: Option<Fight>,
    /// By brigade: whether it has quit (OW-WIN-1).
    pub quit: Vec<bool>,
    /// Reinforcements that have been released, by group.
    pub released: Vec<bool>,
    /// By leader: due with the first unit of his that arrives.
    pub due: Vec<bool>,
    /// By leader: has ridden this turn (OW-CMD-5).
    pub ridden: Vec<bool>,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
}

impl State {
    /// The state before the first step.
    pub fn new(setting: &Setting) -> State {
        State {
            stage: Stage::Deploy,
            player: setting.first_side,
            first: setting.first_side,
            wait: Wait::Nothing,
            units: vec![UnitState::default(); setting.profiles.len()],
            charges: Vec::new(),
            fight: None,
            quit: vec![false; setting.counts.len()],
            released: vec![false; setting.groups.len()],
            due: vec![false; setting.leaders.len()],
            ridden: vec![false; setting.leaders.len()],
            ending: None,
        }
    }

    /// Leaves no word of units that are not known to be there: what is decided of them, and who is busy with them.
    pub fn forget(&mut self, unknown: &[UnitId]) {
        let about = match &self.wait {
            Wait::Aim { unit, .. } | Wait::Reply { unit } | Wait::PileIn { unit, .. } | Wait::Triumph { unit, .. } => {
                Some(*unit)
            }
            Wait::Respond(_) | Wait::Nothing => None,
        };
        if about.is_some_and(|unit| unknown.contains(&unit)) {
            self.wait = Wait::Nothing;
        }
        for unit in &mut self.units {
            unit.shelter = unit.shelter.filter(|other| !unknown.contains(other));
            unit.pursues = unit.pursues.filter(|other| !unknown.contains(other));
        }
    }
}

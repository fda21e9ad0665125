//! What the battlefield does not show: what units have spent, charges, the mêlée.

use battle::{Pose, UnitId};
use serde::Serialize;

use crate::morale::triggers::{self, Trigger};

/// What is rolled for: the last part of a roll's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Motivation of any kind.
    Motivation = 1,
    /// Skill of any kind but kills.
    Skill,
    /// Shooting.
    Hit,
    /// Saves of stands and leaders.
    Save,
    /// Firepower.
    Firepower,
    /// Kills in a mêlée.
    Kill,
    /// Bogging.
    Bog,
    /// Search for hidden units.
    Search,
    /// Wounds under a template.
    Template,
    /// Escape of leaders.
    Escape,
    /// Occupants of a breached building.
    Occupancy,
    /// A brigade's test.
    Brigade,
    /// Arrival of reinforcements.
    Arrival,
    /// Who goes first.
    First,
}

impl From<Why> for u8 {
    fn from(why: Why) -> u8 {
        why as u8
    }
}

/// How a charged unit answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Response {
    /// It stands, and may fire if the charge came from far enough.
    Stand,
    /// It formed square.
    Square,
    /// It tried and failed.
    FailedSquare,
}

/// What a charged unit has answered in this player turn; it holds against every charger of the turn (OW-SQUARE-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// Who.
    pub unit: UnitId,
    /// What.
    pub response: Response,
}

/// How far a charge has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ChargeProgress {
    /// Declared; the charge move is to come.
    Declared,
    /// The charge move is made and touches the target.
    Contact,
    /// The charge move is made, or given up, without contact: the unit goes back after defensive fire.
    Short,
    /// It is over: thrown back, halted before a square, fought out.
    Done,
    /// It never began: the unit did not dare, and is as free as any other.
    Balked,
}

/// What a charger may be afraid of (OW-MORALE-5 to 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dread {
    /// Foot of horse or guns.
    HorseOrGuns,
    /// Horse of a square or guns.
    SquareOrGuns,
    /// A unit of going without its officer.
    NoOfficer,
}

impl Dread {
    /// The check it asks for.
    pub(crate) fn trigger(self) -> &'static Trigger {
        match self {
            Dread::HorseOrGuns => &triggers::AT_HORSE_OR_GUNS,
            Dread::SquareOrGuns => &triggers::AT_SQUARE_OR_GUNS,
            Dread::NoOfficer => &triggers::WITHOUT_OFFICER,
        }
    }
}

/// What a charger has overcome this turn: a set of dreads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Courage(u8);

impl Courage {
    /// Whether nothing has been overcome.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.0 == 0
    }

    /// Whether that has been overcome.
    #[must_use]
    pub const fn covers(self, dread: Dread) -> bool {
        self.0 & (1 << dread as u8) != 0
    }

    /// The same with one more.
    #[must_use]
    pub const fn with(self, dread: Dread) -> Courage {
        Courage(self.0 | 1 << dread as u8)
    }
}

/// One charge (OW-ASSAULT).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Charge {
    /// Who charges.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// The gap in inches where the charge move starts (OW-ASSAULT-8); until then, that of the declaration.
    pub gap: i16,
    /// What the target did.
    pub response: Response,
    /// Where the charge move starts (OW-ASSAULT-5); until then, where the charge was declared.
    pub before: Pose,
    /// How far it has come.
    pub progress: ChargeProgress,
    /// Whether the defensive fire at it is settled.
    pub answered: bool,
    /// The reasons for which the charger has passed its check this turn; none in records that know of none.
    #[serde(skip_serializing_if = "Courage::is_none")]
    pub courage: Courage,
}

/// A mêlée going on (OW-ASSAULT-12..17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fight {
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

/// The end at which a single rank shrinks (OW-HIT-6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum ShrinkingEnd {
    /// That farther from the nearest enemy.
    #[default]
    Farther,
    /// The left.
    Left,
    /// The right.
    Right,
}

impl ShrinkingEnd {
    /// The ends by the number that an order names.
    pub const ALL: [ShrinkingEnd; 3] = [ShrinkingEnd::Farther, ShrinkingEnd::Left, ShrinkingEnd::Right];
}

/// What a unit has done, and the field does not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnitState {
    /// Hundredths of an inch spent in this Movement phase.
    pub spent: u16,
    /// Made its move of this phase, normal, double or charge, or may not move.
    pub moved: bool,
    /// Spent its formation change of this phase.
    pub formed: bool,
    /// Formed square in its own squares step of this turn, or left it (then nothing else).
    pub squared: bool,
    /// Shot in this turn of its own.
    pub shot: bool,
    /// Shot or charged since its last own turn began; for hiding again (OW-HIDDEN-9).
    pub loud: bool,
    /// Searched this turn.
    pub searched: bool,
    /// Broke in the morale step of this turn (OW-MORALE-11 comes from the next).
    pub broke_now: bool,
    /// Rallied this turn: may not charge (OW-MORALE-11).
    pub rallied: bool,
    /// Pursues that routing unit this turn (OW-MORALE-13).
    pub pursues: Option<UnitId>,
    /// Fired at a charger this turn of the enemy (OW-SHOOT-1).
    pub fired_at_charge: bool,
    /// Tested, passed or failed, to pursue this turn.
    pub tested: bool,
    /// Stands when the present player turn began (OW-MORALE-2).
    pub stands_then: u8,
    /// A square it shelters with (OW-MOVE-4).
    pub shelter: Option<UnitId>,
    /// The end at which a single rank shrinks (OW-HIT-6).
    pub shrinks: ShrinkingEnd,
    /// Has been told this turn at which end to shrink.
    pub told_to_shrink: bool,
}

/// What a leader has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LeaderState {
    /// Has ridden this turn (OW-CMD-5).
    pub ridden: bool,
}

/// What belongs to no single unit.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Own {
    /// Charges of this player turn, in the order declared.
    pub charges: Vec<Charge>,
    /// What charged units have answered in this player turn, in the order asked.
    pub answers: Vec<Answer>,
    /// The mêlée going on.
    pub fight: Option<Fight>,
    /// By brigade: whether it has quit (OW-WIN-1).
    pub quit: Vec<bool>,
}

impl Own {
    /// The charge a unit has declared this turn, wherever it has got to.
    pub fn charge_of(&self, unit: UnitId) -> Option<&Charge> {
        self.charges.iter().find(|charge| charge.unit == unit)
    }

    /// The charge of a unit that set out, or has still to find out whether it dares.
    pub fn charge_begun(&self, unit: UnitId) -> Option<&Charge> {
        self.charge_of(unit).filter(|charge| charge.progress != ChargeProgress::Balked)
    }

    /// What a unit has answered to charges in this player turn.
    pub fn answers_of(&self, unit: UnitId) -> impl Iterator<Item = Response> + '_ {
        self.answers.iter().filter(move |answer| answer.unit == unit).map(|answer| answer.response)
    }

    /// The place of the charge of one unit on another.
    pub fn charge_on(&self, unit: UnitId, target: UnitId) -> Option<usize> {
        self.charges.iter().position(|charge| (charge.unit, charge.target) == (unit, target))
    }

    /// The place of the charge a unit has declared and not yet ridden home.
    pub fn declared(&self, unit: UnitId) -> Option<usize> {
        let waits = |charge: &Charge| charge.unit == unit && charge.progress == ChargeProgress::Declared;
        self.charges.iter().position(waits)
    }
}

//! What changes and the field does not show, and what is not finished.

use battle::{Deck, Pose, UnitId};
use hexes::Hex;
use rulebook::Wait;
use serde::Serialize;

use crate::morale::rally;
use crate::space::Aspect;
use crate::{McNally, Umpire, War, charge, info, melee, movement};

/// A unit's state.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UnitState {
    /// Crew of each gun, from the left; empty for others.
    pub crews: Vec<i16>,
    /// Where its guns stand that it has left.
    pub guns_left: Vec<Hex>,
    /// Its guns were taken by the enemy (MC-ART-6).
    pub guns_taken: bool,
    /// Reforms after its spent activation (MC-MELEE-11).
    pub owes_reform: bool,
    /// Reforms after a rally (MC-MORALE-11).
    pub rallied: bool,
    /// Must form when its activation begins (MC-MOVE-20, 30).
    pub owes_forming: bool,
    /// Has moved in this game turn (MC-SKIRM-4).
    pub moved: bool,
    /// Has thrown for its move in this activation.
    pub thrown: bool,
    /// Has changed formation for nothing in this activation (MC-FORM-3, 4).
    pub changed: bool,
    /// May fire half after a half move (MC-MOVE-21).
    pub light_move: bool,
    /// Stands or guns that have fired, by bits.
    pub fired: u32,
    /// Figures that fired at it in this game turn (MC-PANIC-8).
    pub fired_at: i16,
    /// Its marker by that count is given.
    pub shaken: bool,
    /// Has made a rout move in this card.
    pub ran: bool,
    /// Has been tested in step 1 of this card.
    pub tested: bool,
    /// Has tried to stop falling back in this activation (MC-MOVE-19).
    pub tried: bool,
    /// Stopped falling back in the middle of its move: it reforms in its next activation (MC-MOVE-20).
    pub stopped: bool,
    /// Has passed the test of its charge at the declaration (MC-SEQ-10).
    pub cleared: bool,
    /// Targets of its declared charge, each with the side on which it was (MC-HEX-8).
    pub targets: Vec<(UnitId, Aspect)>,
    /// Charges or is charged in this card (MC-CHARGE-19).
    pub engaged: bool,
    /// Failed the test of a charged unit by 1 (MC-MELEE-9).
    pub wavered: bool,
    /// Has given a volley in this card (MC-CHARGE-17).
    pub volleyed: bool,
    /// Figures lost in the charge that goes on (MC-MELEE-10).
    pub charge_losses: i16,
    /// Obstacle that the charge crossed last before contact, and what it charges into.
    pub over: Hurdle,
}

/// What a charge goes home over (MC-MELEE-9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Hurdle {
    /// Nothing.
    #[default]
    None,
    /// A linear obstacle.
    Obstacle,
    /// A building.
    Building,
    /// A fortification.
    Works,
}

/// A general's state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct LeaderState {
    /// Lightly wounded.
    pub light: bool,
    /// Seriously wounded.
    pub serious: bool,
    /// Killed or captured.
    pub dead: bool,
    /// Has ridden in this game turn.
    pub ridden: bool,
    /// His unit has run off the map with him. Nothing of the battle depends on it.
    #[serde(skip)]
    pub ran: bool,
}

/// A unit in contact with one that it charges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Contact {
    /// The charger.
    pub by: UnitId,
    /// The charged.
    pub on: UnitId,
    /// On which side of that one.
    pub aspect: Aspect,
}

/// What belongs to nobody alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Own {
    /// Cards that are left; who looks at it learns nothing of their order.
    pub deck: Deck,
    /// The card in play.
    pub card: Option<u16>,
    /// Contacts of this card.
    pub contacts: Vec<Contact>,
}

/// A charge on its way (MC-CHARGE-7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Charge {
    /// Who.
    pub by: UnitId,
    /// Declared targets.
    pub targets: Vec<UnitId>,
    /// On which side of each enemy it was when declared or first within 2 inches.
    pub sides: Vec<(UnitId, Aspect)>,
    /// Inches left.
    pub left: u16,
    /// What the way has met so far.
    pub gait: movement::walk::Gait,
    /// Who has reacted.
    pub reacted: Vec<UnitId>,
    /// A target evaded as skirmishers (MC-CHARGE-15).
    pub evaded: bool,
    /// Who routed from it, or ran on.
    pub fled: Vec<UnitId>,
    /// Figures lost to the last volley, for which a second test is owed.
    pub hit: i16,
    /// Margins of enemies that were tested before the approach (MC-CHARGE-8).
    pub tested: Vec<(UnitId, i16)>,
}

/// What kind of move it is (MC-MOVE-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Going {
    /// An ordinary one.
    Plain,
    /// Close to open order or back while advancing (MC-FORM-5, 6).
    Changing,
}

impl Charge {
    /// A charge that sets out for those targets with so many inches.
    pub(crate) fn set_out(by: UnitId, sides: Vec<(UnitId, Aspect)>, left: u16) -> Charge {
        Charge {
            by,
            targets: sides.iter().map(|(on, _)| *on).collect(),
            sides,
            left,
            gait: movement::walk::Gait::default(),
            reacted: Vec::new(),
            evaded: false,
            fled: Vec::new(),
            hit: 0,
            tested: Vec::new(),
        }
    }
}

/// A move whose dice have fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct March {
    /// Who.
    pub unit: UnitId,
    /// Inches it may use.
    pub left: u16,
    /// Half of it, up to which lights may fire (MC-MOVE-21).
    pub half: u16,
    /// How.
    pub going: Going,
}

/// A unit that goes back, and the ways between which its owner chooses (MC-HEX-11).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GoingBack {
    /// Who.
    pub unit: UnitId,
    /// The ways, each from where it stands to another end.
    pub ways: Vec<Vec<Pose>>,
    /// What it goes back for.
    pub cause: Backward,
}

/// What a unit goes back for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Backward {
    /// It failed a test of its charge (MC-CHARGE-5, 13).
    Repulsed,
    /// It evades that charge (MC-SKIRM-4).
    Evading(Charge),
    /// It charged and has not won its melee (MC-MELEE-11).
    Retiring,
    /// It is militia that falls back (MC-MOVE-18).
    FallingBack,
}

/// A melee that is fought, and whose chargers go back one after another (MC-MELEE-15).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fought {
    /// Who fought in it.
    pub units: Vec<UnitId>,
    /// Who has not gone back yet, and from whom.
    pub left: Vec<(UnitId, Vec<UnitId>)>,
}

/// What is not finished.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Open {
    /// The charger names the next leg of its way.
    Close(Charge),
    /// A charge goes on by itself.
    Charge(Charge),
    /// A charged unit that passed answers: figures it may fire with.
    React(UnitId, Charge),
    /// Skirmishing cavalry charged by foot evades untested, or stands to be tested (MC-SKIRM-8).
    Skittish(UnitId, Charge),
    /// A unit names where its move ends.
    March(March),
    /// A rallied unit names how it forms.
    Reform(UnitId),
    /// Units gather for one volley.
    Volley(UnitId, Vec<UnitId>),
    /// Militia that falls back along this way may test to stop on it (MC-MOVE-19).
    Falling(UnitId, Vec<Pose>),
    /// Militia that still falls back at the end of step 4 moves for it.
    FallsBack(UnitId),
    /// A unit is tested for its marker when what brought it is over (MC-PANIC-2).
    Shaken(UnitId),
    /// The owner of a unit that goes back chooses between equal ways (MC-HEX-11).
    Back(GoingBack),
    /// The chargers of a melee go back (MC-MELEE-11).
    Retire(Fought),
}

impl rulebook::Frame<McNally> for Open {
    fn waits(&self, war: &War) -> Option<Wait> {
        let of = |unit: UnitId, ask, verbs, target| {
            war.present(unit).then(|| Wait { side: war.side(unit), ask, verbs, unit: Some(unit), target })
        };
        match self {
            Open::Close(charge) => of(charge.by, &info::ASK_CLOSE, &[info::CLOSE], None),
            Open::React(unit, charge) if war.present(charge.by) => {
                of(*unit, &info::ASK_REACT, &[info::VOLLEY, info::EVADE, info::HOLD], Some(charge.by))
            }
            Open::Skittish(unit, charge) if war.present(charge.by) => {
                of(*unit, &info::ASK_SKITTISH, &[info::EVADE, info::HOLD], Some(charge.by))
            }
            Open::Falling(unit, _) => of(*unit, &info::ASK_FALLING, &[info::HALT, info::RUN], None),
            Open::March(march) => of(march.unit, &info::ASK_PLACE, &[info::PLACE, info::STAY], None),
            Open::Reform(unit) => of(*unit, &info::ASK_REFORM, &[info::RANK], None),
            Open::Volley(target, units) => {
                let first = units.first().copied()?;
                of(first, &info::ASK_VOLLEY, &[info::JOIN, info::LOOSE], Some(*target))
            }
            Open::Back(back) => of(back.unit, &info::ASK_BACK, &[info::BACK], None),
            Open::Charge(_) | Open::React(..) | Open::Skittish(..) => None,
            Open::Shaken(_) | Open::FallsBack(_) | Open::Retire(_) => None,
        }
    }

    fn passing(&self) -> Option<UnitId> {
        match self {
            Open::Close(charge) | Open::Charge(charge) => Some(charge.by),
            Open::React(_, charge) | Open::Skittish(_, charge) => Some(charge.by),
            Open::Back(GoingBack { cause: Backward::Evading(charge), .. }) => Some(charge.by),
            Open::Back(back) => Some(back.unit),
            _ => None,
        }
    }

    fn resume(self, umpire: &mut Umpire<'_>) {
        match self {
            Open::Charge(charge) | Open::React(_, charge) | Open::Skittish(_, charge) => charge::go_on(umpire, charge),
            Open::Close(charge) => charge::finish(umpire, charge),
            Open::Shaken(unit) => rally::shaken(umpire, unit),
            Open::FallsBack(unit) => movement::fallback::fall_back(umpire, unit),
            Open::Retire(fought) => melee::retire(umpire, fought),
            Open::March(_) | Open::Reform(_) | Open::Volley(..) | Open::Falling(..) | Open::Back(_) => {}
        }
    }
}

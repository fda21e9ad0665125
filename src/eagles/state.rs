//! What the battlefield does not show: Orders held, pools, the absence of Generals, and what is not finished.

use battle::{LeaderId, Pose, UnitId, rule};
use bitflags::bitflags;
use rulebook::Wait;
use serde::Serialize;

use crate::info;
use crate::movement::Gait;
use crate::space::zones::Zone;
use crate::{Eagles, Umpire, War};

/// A decision in the middle of something.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Frame {
    /// A Move or March has been rolled: where does it end?
    Halt {
        /// Who moves.
        unit: UnitId,
        /// Whether it turned at the start.
        turned: bool,
        /// Inches it may go.
        inches: i16,
        /// How it goes.
        gait: Gait,
    },
    /// An Assault fell short: where does it end?
    Short {
        /// Who charges.
        attacker: UnitId,
        /// Whom.
        target: UnitId,
        /// The attacked side.
        side: Zone,
        /// Inches it may go.
        inches: i16,
    },
    /// Contact was made: how does the target defend (EA-ASSAULT-9)?
    React {
        /// Who charges.
        attacker: UnitId,
        /// Whom.
        target: UnitId,
        /// The contacted side.
        side: Zone,
    },
    /// An Assault was won: is there a follow-up (EA-ASSAULT-23)?
    FollowUp {
        /// Who has won.
        winner: UnitId,
        /// Whom it beat: the one Unit it may touch.
        beaten: UnitId,
    },
    /// Horse Guns have maneuvered: do they bombard (EA-OPT-5)?
    Unlimber(UnitId),
    /// EA-OPT-2: the side that does not act may fire.
    Reaction,
    /// A pushed-aside Unit has several places as near (EA-ASSAULT-22).
    Settle {
        /// Which.
        unit: UnitId,
        /// Where it may go.
        places: Vec<Pose>,
    },
    /// A General returns (EA-GEN-5).
    Return(LeaderId),
}

impl rulebook::Frame<Eagles> for Frame {
    fn waits(&self, war: &War) -> Option<Wait> {
        let of = |unit: UnitId, ask, verbs| Wait { side: war.side(unit), ask, verbs, unit: Some(unit), target: None };
        Some(match *self {
            Frame::Halt { unit, .. } => of(unit, &info::ASK_HALT, &[info::HALT]),
            Frame::Short { attacker, target, .. } => {
                Wait { target: Some(target), ..of(attacker, &info::ASK_HALT, &[info::HALT]) }
            }
            Frame::React { attacker, target, .. } => {
                let verbs = &[info::FIRE, info::STAND, info::KEEP];
                Wait { target: Some(attacker), ..of(target, &info::ASK_REACT, verbs) }
            }
            Frame::FollowUp { winner, .. } => of(winner, &info::ASK_FOLLOW_UP, &[info::PURSUE, info::KEEP]),
            Frame::Unlimber(unit) => {
                of(unit, &info::ASK_UNLIMBER, &[info::BOMBARD, info::BARRAGE, info::LAY, info::KEEP])
            }
            Frame::Settle { unit, .. } => of(unit, &info::ASK_SETTLE, &[info::SETTLE]),
            Frame::Reaction => {
                let (side, verbs) = (war.state.player.other(), &[info::FIRE, info::DONE]);
                Wait { side, ask: &info::ASK_REACTION, verbs, unit: None, target: None }
            }
            Frame::Return(leader) => {
                let side = war.setting().leader(leader).side;
                Wait { side, ask: &info::ASK_RETURN, verbs: &[info::ATTACH], unit: None, target: None }
            }
        })
    }
}

bitflags! {
    /// Conditions of a Unit that the battlefield has no mark for.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
    pub struct Flags: u16 {
        /// Made its Fire of this Fire phase.
        const SHOT = 1;
        /// Made its Skirmish Fire of this Fire phase.
        const SKIRMISHED = 1 << 1;
        /// Fired by an Order outside the Fire phase.
        const PAID_FIRE = 1 << 2;
        /// Bombardment ordered for the Fire phase (EA-RES-7).
        const LAID = 1 << 3;
        /// Deployed by hand.
        const PLACED = 1 << 4;
        /// Has its free Move on arrival (EA-RES-48).
        const FREE_MOVE = 1 << 5;
        /// Is out of ammunition until an Order is spent (EA-OPT-1).
        const OUT = 1 << 6;
        /// Resupplied this turn; may fire from the next (EA-OPT-1).
        const RESUPPLIED = 1 << 7;
        /// Was given an Order this turn (EA-OPT-24).
        const WAS_ORDERED = 1 << 8;
        /// Its fire in this turn's opposing Actions phase replaces its Bombardment (EA-OPT-2).
        const REACTED = 1 << 9;
    }
}

/// One Order held (EA-ORD-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Held {
    /// What it cost: 0, 1 or 2.
    pub cost: u8,
    /// Uses left; 0 is used.
    pub uses: u8,
}

/// A Unit's private state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnitState {
    /// Orders held; a second one for Veterans (EA-OPT-19).
    pub orders: [Option<Held>; 2],
    /// Other conditions.
    pub flags: Flags,
    /// Hits taken by fire in this phase (EA-RES-41).
    pub hits: u8,
}

impl UnitState {
    /// Uses left in all Orders held.
    pub fn uses(&self) -> u8 {
        self.orders.iter().flatten().map(|held| held.uses).sum()
    }

    /// Orders given this turn, used or not.
    pub fn given(&self) -> usize {
        self.orders.iter().flatten().count()
    }

    /// Spends one use, of the cheapest Order first.
    pub fn spend(&mut self) {
        let held = self.orders.iter_mut().flatten().filter(|held| held.uses > 0).min_by_key(|held| held.cost);
        if let Some(held) = held {
            held.uses -= 1;
        }
    }

    /// Adds an Order.
    pub fn give(&mut self, held: Held) {
        if let Some(free) = self.orders.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(held);
        }
        self.flags |= Flags::WAS_ORDERED;
    }
}

/// A General's private state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LeaderState {
    /// He has ridden or been attached this turn.
    pub moved: bool,
    /// The turn his Unit was removed, while he is out (EA-GEN-5).
    pub lost: Option<u16>,
}

/// One pool this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PoolState {
    /// Orders left of the roll.
    pub points: i16,
    /// Orders saved from earlier turns (EA-OPT-17).
    pub saved: i16,
    /// Orders that may still be saved this turn.
    pub may_save: i16,
    /// What the roll gave.
    pub rolled: i16,
}

/// What belongs to no unit or leader alone. Who has the Initiative is who goes first (EA-INIT).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Own {
    /// By pool.
    pub pools: Vec<PoolState>,
    /// The pools as both sides knew them when Orders were rolled; what becomes of them may be a secret (EA-RES-4).
    pub rolled: Vec<PoolState>,
    /// An Order has been given in this placement: Generals ride no more (EA-GEN-1).
    pub ordering: bool,
    /// Pips kept for the Initiative die, by side (EA-OPT-23).
    pub pips: [i16; 2],
}

/// What a Unit holds and has done.
pub(crate) fn held(war: &War, unit: UnitId) -> &UnitState {
    &war.state.units[unit.index()]
}

/// Whether a Unit has any of the flags.
pub(crate) fn flagged(war: &War, unit: UnitId, flags: Flags) -> bool {
    held(war, unit).flags.intersects(flags)
}

/// Sets or clears flags of a Unit.
pub(crate) fn flag(umpire: &mut Umpire<'_>, unit: UnitId, flags: Flags, on: bool) {
    umpire.own_mut(unit).flags.set(flags, on);
}

/// Whether a Unit is spent (EA-UNIT-10).
pub(crate) fn spent(war: &War, unit: UnitId) -> bool {
    war.strength(unit) <= 0
}

/// Whether a Unit takes neither Orders nor Actions, being spent (EA-UNIT-10).
pub(crate) fn idle(war: &War, unit: UnitId) -> bool {
    spent(war, unit) && rule!("EA-UNIT-10a")
}

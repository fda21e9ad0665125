//! What the battlefield does not show: where the turn stands, Orders held, pools, the absence of Generals.

use battle::{Pose, Side, UnitId};
use bitflags::bitflags;
use serde::{Deserialize, Serialize};

use crate::setting::Setting;
use crate::tables;

/// The step the turn is in (EA-SEQ).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// EA-SEQ-1.
    Deploy,
    /// EA-SCEN-3, only with free Moves on arrival (EA-RES-48).
    Arrivals,
    /// EA-SEQ-3.
    Orders,
    /// EA-SEQ-5.
    Actions,
    /// EA-SEQ-8.
    Fire,
    /// EA-SEQ-9.
    End,
    /// The battle has ended.
    Over,
}

/// A decision in the middle of something.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Wait {
    /// None: the stage itself asks.
    Nothing,
    /// A Move or March has been rolled: where does it end?
    Halt {
        /// Who moves.
        unit: UnitId,
        /// Whether it turned at the start.
        turned: bool,
        /// Inches it may go.
        inches: i16,
        /// Whether it is a March.
        march: bool,
    },
    /// An Assault fell short: where does it end?
    Short {
        /// Who charges.
        attacker: UnitId,
        /// Whom.
        target: UnitId,
        /// The attacked side, as its place in [`crate::space::Zone::ALL`].
        side: u8,
        /// Inches it may go.
        inches: i16,
    },
    /// Contact was made: how does the target defend (EA-ASSAULT-9)?
    React {
        /// Who charges.
        attacker: UnitId,
        /// Whom.
        target: UnitId,
        /// The contacted side, as its place in [`crate::space::Zone::ALL`].
        side: u8,
    },
    /// An Assault was won: is there a follow-up (EA-ASSAULT-23)?
    Pursue {
        /// Who won.
        unit: UnitId,
    },
    /// Horse Guns have maneuvered: do they bombard (EA-OPT-5)?
    Unlimber {
        /// Which.
        unit: UnitId,
    },
    /// EA-OPT-2: the other side may fire.
    Reaction,
    /// A pushed-aside Unit has several places as near (EA-ASSAULT-22).
    Settle {
        /// Which.
        unit: UnitId,
    },
    /// A General returns (EA-GEN-5): his number in the roster.
    Return(u8),
}

bitflags! {
    /// Conditions of a Unit that the battlefield has no mark for.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub(crate) struct Flags: u16 {
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Held {
    /// What it cost: 0, 1 or 2.
    pub cost: u8,
    /// Uses left; 0 is used.
    pub uses: u8,
}

/// A Unit's private state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UnitState {
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

    /// Spends one use, of the cheapest Order first; false when there is none.
    pub fn spend(&mut self) -> bool {
        let held = self.orders.iter_mut().flatten().filter(|held| held.uses > 0).min_by_key(|held| held.cost);
        held.map(|held| held.uses -= 1).is_some()
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GeneralState {
    /// He has ridden or been attached this turn.
    pub moved: bool,
    /// The turn his Unit was removed, while he is out (EA-GEN-5).
    pub lost: Option<u16>,
    /// He has not come onto the map yet.
    pub due: bool,
}

/// One pool this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PoolState {
    /// Orders left of the roll.
    pub points: i16,
    /// Orders saved from earlier turns (EA-OPT-17).
    pub saved: i16,
    /// Orders that may still be saved this turn.
    pub may_save: i16,
    /// What the roll gave.
    pub rolled: i16,
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
    /// The step.
    pub stage: Stage,
    /// 0 for the side that comes first in this step, 1 for the other.
    pub half: u8,
    /// Who has the Initiative (EA-INIT).
    pub holder: Side,
    /// A decision in the middle of something.
    pub wait: Wait,
    /// Decisions to come after that one, last first.
    pub later: Vec<Wait>,
    /// Where the Unit of [`Wait::Settle`] may go.
    pub room: Vec<Pose>,
    /// By unit.
    pub units: Vec<UnitState>,
    /// By leader.
    pub generals: Vec<GeneralState>,
    /// By pool.
    pub pools: Vec<PoolState>,
    /// An Order has been given in this placement: Generals ride no more (EA-GEN-1).
    pub ordering: bool,
    /// An Action has been made since the last reaction (EA-SEQ-7).
    pub acted: bool,
    /// Pips kept for the Initiative die, by side (EA-OPT-23).
    pub pips: [i16; 2],
    /// Reinforcements that have been released, by group.
    pub released: Vec<bool>,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
}

impl State {
    /// The state before the first step.
    pub fn new(setting: &Setting) -> State {
        State {
            stage: Stage::Deploy,
            half: 0,
            holder: setting.first_side,
            wait: Wait::Nothing,
            later: Vec::new(),
            room: Vec::new(),
            units: vec![UnitState::default(); setting.profiles.len()],
            generals: vec![GeneralState::default(); setting.generals.len()],
            pools: vec![PoolState::default(); setting.pools.len()],
            ordering: false,
            acted: false,
            pips: [0; 2],
            released: vec![false; setting.groups.len()],
            ending: None,
        }
    }

    /// The uses of an Order of that cost (EA-ORD-4, EA-RES-3).
    pub fn uses_of(cost: u8, two_uses: bool) -> u8 {
        if two_uses && i16::from(cost) == tables::ORDER_COST[1] { 2 } else { 1 }
    }
}

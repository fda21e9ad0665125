//! What only this rulebook says: the rows, the order of phases, what is hidden, what is shown.

use battle::{Card, FireArc, Outcome, Pose, Sheet, Side, SystemInfo, UnitId, rule};
use hexes::Hex;
use rulebook::{Keys, Next, Phase, PhaseId, Rules, Setting, SoleAnswer, VerbRow, ending};

use crate::state::{Flags, Frame, LeaderState, Own, PoolState, UnitState, spent};
use crate::{Eagles, Options, Placement, Umpire, War, account, card, command, fire, info, reference, sequence, sight};

/// What is rolled for: the last part of a roll's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Orders.
    Orders = 1,
    /// Initiative.
    Initiative,
    /// A Move, March or Assault.
    Distance,
    /// Fire of any kind.
    Fire,
    /// Skirmish Fire.
    Skirmish,
    /// An Assaulter's pool.
    Assault,
    /// A defender's pool.
    Defence,
    /// Rally.
    Rally,
    /// Resupply.
    Resupply,
    /// Arrival of reinforcements.
    Arrival,
    /// Random forces.
    Forces,
}

impl From<Why> for u8 {
    fn from(why: Why) -> u8 {
        why as u8
    }
}

impl Rules for Eagles {
    const INFO: &'static SystemInfo = &info::INFO;
    const PHASES: &'static [Phase<Eagles>] = info::PHASE_ROWS;
    const VERBS: &'static [VerbRow<Eagles>] = info::VERB_ROWS;
    const SOLE_ANSWER: SoleAnswer = SoleAnswer::Given;
    const DEPLOYMENT: PhaseId = info::DEPLOYMENT;

    type Why = Why;
    type UnitState = UnitState;
    type LeaderState = LeaderState;
    type Own = Own;
    type Frame = Frame;

    fn beginning(setting: &Setting<Eagles>) -> Own {
        Own { pools: vec![PoolState::default(); setting.fixed.pools.len()], ..Own::default() }
    }

    fn first_side(umpire: &mut Umpire<'_>) -> Side {
        sequence::first_side(umpire)
    }

    fn turn_begins(umpire: &mut Umpire<'_>) -> Next {
        sequence::begin_turn(umpire)
    }

    fn next(war: &War) -> Next {
        sequence::next(war)
    }

    fn turn_ends(umpire: &mut Umpire<'_>) {
        sequence::close_turn(umpire);
    }

    /// On the map and not spent (EA-SCEN-4).
    fn keys(_war: &War) -> Keys {
        Keys::Roller
    }

    fn holds_ground(war: &War, unit: UnitId) -> bool {
        war.present(unit) && !(spent(war, unit) && rule!("EA-AI-15"))
    }

    /// By objectives; by losses for a map without them (EA-SCEN-4).
    fn breaks(_war: &War) -> &'static str {
        "A side without any Unit left loses at once."
    }

    fn count_up(war: &War) -> Outcome {
        let outcome = ending::count_up(war);
        Outcome { winner: outcome.winner.filter(|_| rule!("EA-SCEN-4")), ..outcome }
    }

    fn hidden(_war: &War, _from: Side) -> Vec<UnitId> {
        Vec::new()
    }

    /// Orders that the other side has placed in secret (EA-RES-4).
    fn conceal(war: &mut War, from: Side) {
        if war.phase() != info::ORDERS || war.options().placement != Placement::Secret {
            return;
        }
        command::conceal_pools(war, from);
        for unit in war.field().ids().filter(|unit| war.side(*unit) != from).collect::<Vec<_>>() {
            let state = war.own_mut(unit);
            state.orders = [None; 2];
            state.flags.remove(Flags::WAS_ORDERED);
        }
    }

    fn account(war: &War) -> Vec<u8> {
        account::account(war)
    }

    fn audit(war: &War) -> Result<(), String> {
        war.field().audit_starts()?;
        command::audit(war)
    }

    fn card(war: &War, unit: UnitId) -> Card {
        card::card(war, unit)
    }

    fn reference(options: &Options) -> Vec<Sheet> {
        reference::sheets(options)
    }

    fn sees(war: &War, from: Hex, to: Hex) -> bool {
        sight::sees_hex(war, from, to)
    }

    fn fire_arc(war: &War, unit: UnitId, pose: &Pose) -> FireArc {
        fire::arc(war, unit, pose)
    }
}

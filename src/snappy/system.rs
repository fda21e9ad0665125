//! What only this rulebook says: the rows, the order of phases, what is hidden, what is shown.

use battle::{
    Card, FireArc, Grip, LeaderFate, LeaderId, Outcome, Perch, Pose, Secrecy, Sheet, Side, SystemInfo, UnitId,
};
use hexes::Hex;
use rulebook::{Next, Phase, PhaseId, Rules, Setting, VerbRow};

use crate::state::{LeaderState, Open, Own, UnitState};
use crate::{
    Options, Snappy, Umpire, War, card, ending, fire, info, morale, orders, reference, sequence, sight, tables,
};

impl Rules for Snappy {
    const INFO: &'static SystemInfo = &info::INFO;
    const PHASES: &'static [Phase<Snappy>] = info::PHASE_ROWS;
    const VERBS: &'static [VerbRow<Snappy>] = info::VERB_ROWS;
    const DEPLOYMENT: PhaseId = info::DEPLOYMENT;

    type Why = crate::why::Why;
    type UnitState = UnitState;
    type LeaderState = LeaderState;
    type Own = Own;
    type Frame = Open;

    fn beginning(setting: &Setting<Snappy>) -> Own {
        Own { commands: vec![orders::Command::default(); setting.leaders.len()], ..Own::default() }
    }

    fn turn_begins(umpire: &mut Umpire<'_>) -> Next {
        sequence::begin_turn(umpire)
    }

    fn next(war: &War) -> Next {
        sequence::next(war)
    }

    /// The end is looked for in its own step alone (SN-END-2, SN-END-5).
    fn look_round(_umpire: &mut Umpire<'_>) {}

    fn holds_ground(war: &War, unit: UnitId) -> bool {
        war.present(unit) && war.strength(unit) > tables::PANIC
    }

    fn grip(war: &War, unit: UnitId, area: &[Hex]) -> Grip {
        ending::grip(war, unit, area)
    }

    fn breaks(war: &War) -> &'static str {
        ending::breaks(war)
    }

    fn count_up(war: &War) -> Outcome {
        ending::count_up(war)
    }

    fn conceal(war: &mut War, from: Side) {
        orders::conceal(war, from);
        if war.options().hidden_status {
            morale::veil(war, from);
        }
    }

    fn secrecy(war: &War) -> Secrecy {
        if war.options().hidden_status { Secrecy::Strength } else { Secrecy::Nothing }
    }

    fn audit(war: &War) -> Result<(), String> {
        let present = |unit: &UnitId| war.present(*unit);
        let gone = war.state.own.charges.iter().find(|one| ![one.charger, one.target].iter().all(present));
        if let Some(charge) = gone {
            return Err(format!(
                "{} is engaged with {}, and one is gone",
                war.name(charge.charger),
                war.name(charge.target)
            ));
        }
        let off = war.field().present().find(|unit| !(tables::PANIC..=tables::BOLD).contains(&war.strength(*unit)));
        match off {
            Some(unit) => Err(format!("{} stands on place {} of the ladder", war.name(unit), war.strength(unit))),
            None => Ok(()),
        }
    }

    fn card(war: &War, unit: UnitId) -> Card {
        card::card(war, unit)
    }

    fn commands(war: &War, side: Side) -> Vec<battle::Command> {
        orders::telling::commands(war, side)
    }

    /// Whoever is hit and will be back is wounded; whoever is replaced, or off the field for good, is lost (SN-LEADER-6, 9).
    fn leader_fate(war: &War, leader: LeaderId) -> LeaderFate {
        let state = &war.state.leaders[leader.index()];
        let off = war.field().leader(leader) == Perch::Away && !war.state.due[leader.index()] && !state.left;
        match (state.replaced, off, state.back) {
            (true, ..) | (_, true, None) => LeaderFate::Lost,
            (_, true, Some(_)) => LeaderFate::Wounded,
            _ => LeaderFate::Fit,
        }
    }

    fn reference(options: &Options) -> Vec<Sheet> {
        reference::sheets(options)
    }

    fn sees(war: &War, from: Hex, to: Hex) -> bool {
        sight::sees(war, from, to)
    }

    fn fire_arc(war: &War, unit: UnitId, pose: &Pose) -> FireArc {
        fire::arc(war, unit, pose)
    }
}

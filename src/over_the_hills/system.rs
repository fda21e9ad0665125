//! What only this rulebook says: the rows, the order of phases, what is shown.

use battle::{Card, FireArc, LeaderFate, LeaderId, Outcome, Pose, Sheet, Side, SystemInfo, UnitId};
use hexes::Hex;
use rulebook::{Next, Phase, PhaseId, Rules, Setting, SoleAnswer, VerbRow};

use crate::space::sight;
use crate::state::{LeaderState, Mandate, Once, Open, Own, UnitState};
use crate::why::Why;
use crate::{
    Options, OverTheHills, Umpire, War, card, command, contacts, ending, fatigue, fire, info, reference, sequence,
};

impl Rules for OverTheHills {
    const INFO: &'static SystemInfo = &info::INFO;
    const PHASES: &'static [Phase<OverTheHills>] = info::PHASE_ROWS;
    const VERBS: &'static [VerbRow<OverTheHills>] = info::VERB_ROWS;
    const DEPLOYMENT: PhaseId = info::DEPLOYMENT;
    const SOLE_ANSWER: SoleAnswer = SoleAnswer::Given;

    type Why = Why;
    type UnitState = UnitState;
    type LeaderState = LeaderState;
    type Own = Own;
    type Frame = Open;

    fn beginning(setting: &Setting<OverTheHills>) -> Own {
        let begin = |order: &u8| Mandate { order: *order, ..Mandate::default() };
        Own { mandates: setting.fixed.orders.iter().map(begin).collect(), ..Own::default() }
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
        rulebook::ending::take_objectives(umpire);
    }

    fn holds_ground(war: &War, unit: UnitId) -> bool {
        war.present(unit) && !fatigue::is_routing(war, unit)
    }

    fn breaks(war: &War) -> &'static str {
        war.options().army_break.told()
    }

    fn count_up(war: &War) -> Outcome {
        ending::count_up(war)
    }

    fn audit(war: &War) -> Result<(), String> {
        for contact in &war.state.own.contacts {
            if let Some(gone) = [contact.by, contact.on].into_iter().find(|unit| !war.present(*unit)) {
                return Err(format!("{} is in contact and not on the map", war.name(gone)));
            }
        }
        let torn = |unit: &UnitId| contacts::is_engaged(war, *unit) && fatigue::is_routing(war, *unit);
        if let Some(unit) = war.field().present().find(torn) {
            return Err(format!("{} routs and is in contact", war.name(unit)));
        }
        war.field().audit_starts()
    }

    fn card(war: &War, unit: UnitId) -> Card {
        card::card(war, unit)
    }

    fn commands(war: &War, side: Side) -> Vec<battle::Command> {
        command::telling::commands(war, side)
    }

    /// Commanders who fall are killed or taken, whether or not a successor is there yet (OTH-LEADER-4 to 6).
    fn leader_fate(war: &War, leader: LeaderId) -> LeaderFate {
        let state = &war.state.leaders[leader.index()];
        let lost = state.fell.is_some() || state.successor == Once::Done;
        if lost { LeaderFate::Lost } else { LeaderFate::Fit }
    }

    fn reference(options: &Options) -> Vec<Sheet> {
        reference::sheets(options)
    }

    fn sees(war: &War, from: Hex, to: Hex) -> bool {
        sight::sees(war, from, to)
    }

    fn fire_arc(war: &War, unit: UnitId, pose: &Pose) -> FireArc {
        fire::arc::arc(war, unit, pose)
    }
}

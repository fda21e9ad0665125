//! What only this rulebook says: the rows, the order of phases, what is shown.

use battle::{Card, Command, FireArc, LeaderFate, LeaderId, Pose, Sheet, Side, SystemInfo, UnitId, rule};
use hexes::Hex;
use rulebook::{Next, Phase, PhaseId, Rules, Setting, SoleAnswer, VerbRow};

use crate::space::sight;
use crate::state::{LeaderState, Open, Own, UnitState};
use crate::why::Why;
use crate::{McNally, Options, Umpire, War, card, fire, info, marks, reference, sequence, space};

impl Rules for McNally {
    const INFO: &'static SystemInfo = &info::INFO;
    const PHASES: &'static [Phase<McNally>] = info::PHASE_ROWS;
    const VERBS: &'static [VerbRow<McNally>] = info::VERB_ROWS;
    const DEPLOYMENT: PhaseId = info::DEPLOYMENT;
    const SOLE_ANSWER: SoleAnswer = SoleAnswer::Given;

    type Why = Why;
    type UnitState = UnitState;
    type LeaderState = LeaderState;
    type Own = Own;
    type Frame = Open;

    fn beginning(_setting: &Setting<McNally>) -> Own {
        Own::default()
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
        war.present(unit) && !war.marked(unit, marks::ROUTING)
    }

    fn audit(war: &War) -> Result<(), String> {
        for contact in &war.state.own.contacts {
            if let Some(gone) = [contact.by, contact.on].into_iter().find(|unit| !war.present(*unit)) {
                return Err(format!("{} is in contact and not on the map", war.name(gone)));
            }
        }
        war.field().audit_starts()
    }

    fn card(war: &War, unit: UnitId) -> Card {
        card::card(war, unit)
    }

    fn commands(war: &War, side: Side) -> Vec<Command> {
        card::commands(war, side)
    }

    /// A general who is killed or taken is lost, one who is seriously wounded is hurt, and one whose unit ran off the map with
    /// him will be back (MC-GENERAL-6, 7).
    fn leader_fate(war: &War, leader: LeaderId) -> LeaderFate {
        let state = &war.state.leaders[leader.index()];
        match (state.dead, state.ran, state.serious) {
            (true, false, _) => LeaderFate::Lost,
            (false, _, true) => LeaderFate::Wounded,
            _ => LeaderFate::Fit,
        }
    }

    fn breaks(_war: &War) -> &'static str {
        "A side of whose figures half have fallen or run breaks, and loses at once."
    }

    fn reference(options: &Options) -> Vec<Sheet> {
        reference::sheets(options)
    }

    fn sees(war: &War, from: Hex, to: Hex) -> bool {
        sight::sees(war, from, to)
    }

    fn tells_distances(_war: &War) -> bool {
        rule!("MC-DEPLOY-11")
    }

    fn fire_arc(war: &War, unit: UnitId, pose: &Pose) -> FireArc {
        let range = fire::range(war, unit) / i32::from(space::pitch(war));
        let print = war.field().footprint_at(unit, pose);
        let all_round = matches!(space::shape_of(pose), space::Shape::Skirmish | space::Shape::Garrison);
        let grid = war.field().ground().grid();
        let bears = |hex: &Hex| {
            let turned = |stand: &Hex| all_round || space::in_arc(pose.facing, *stand, *hex);
            print.front().iter().any(|stand| stand.distance(*hex) <= range && turned(stand))
        };
        let near = |hex: Hex| u8::from(2 * print.distance_to(hex) > range);
        let hexes = grid.iter().filter(|hex| print.distance_to(*hex) <= range && bears(hex));
        let hexes = if range > 0 { hexes.map(|hex| (hex, near(hex))).collect() } else { Vec::new() };
        FireArc { bands: vec![String::from("to half range"), String::from("beyond half range")], hexes }
    }
}

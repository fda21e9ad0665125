//! On War as a rule system: what only its rulebook can say, each answered by the chapter that knows.

use battle::{
    Card, Effect, FireArc, Hundredths, LeaderFate, LeaderId, Order, Outcome, Perch, Pose, Sheet, Side, SystemInfo,
    Threat, UnitId, rule,
};
use hexes::{Direction, Hex};
use rulebook::{Estimates, Keys, Next, Phase, PhaseId, Rules, Setting, State};

use crate::estimates::{by_eye, charge_odds, going_about, threats};
use crate::frames::Frame;
use crate::marks;
use crate::morale::brigades;
use crate::state::{LeaderState, Own, UnitState, Why};
use crate::{OnWar, Options, Umpire, VerbRow, War, account, card, info, measures, reference, sequence, sight};

impl Rules for OnWar {
    const INFO: &'static SystemInfo = &info::INFO;
    const PHASES: &'static [Phase<OnWar>] = info::PHASE_ROWS;
    const VERBS: &'static [VerbRow] = info::VERB_ROWS;
    const DEPLOYMENT: PhaseId = info::DEPLOYMENT;

    type Why = Why;
    type UnitState = UnitState;
    type LeaderState = LeaderState;
    type Own = Own;
    type Frame = Frame;

    fn beginning(setting: &Setting<OnWar>) -> Own {
        Own { quit: vec![false; setting.fixed.counts.len()], ..Own::default() }
    }

    fn first_side(umpire: &mut Umpire<'_>) -> Side {
        sequence::first_side(umpire)
    }

    fn turn_begins(umpire: &mut Umpire<'_>) -> Next {
        rulebook::arrivals::arrive(umpire);
        Next::Phase(info::MORALE, umpire.state.first)
    }

    fn next(war: &War) -> Next {
        sequence::next(war)
    }

    fn turn_ends(umpire: &mut Umpire<'_>) {
        rulebook::ending::take_objectives(umpire);
    }

    fn account(war: &War) -> Vec<u8> {
        account::account(war)
    }

    fn clear(state: &mut State<OnWar>) {
        state.own.charges.clear();
        state.own.answers.clear();
        state.own.fight = None;
    }

    /// Both players' halves of a turn have numbers of their own.
    fn key_step(war: &War) -> u8 {
        war.field().step() * 2 + war.state.player.index() as u8
    }

    /// On the map and in hand. Hidden units neither hold nor dispute ground, or the other side could read them from the
    /// score.
    fn keys(_war: &War) -> Keys {
        Keys::Roller
    }

    fn holds_ground(war: &War, unit: UnitId) -> bool {
        war.present(unit) && !war.marked(unit, marks::ROUTING | marks::HIDDEN)
    }

    fn breaks(war: &War) -> &'static str {
        brigades::breaks(war)
    }

    fn count_up(war: &War) -> Outcome {
        brigades::count_up(war)
    }

    fn hidden(war: &War, from: Side) -> Vec<UnitId> {
        let hides = |unit: &UnitId| war.marked(*unit, marks::HIDDEN) && rule!("OW-HIDDEN-1a");
        war.field().present_of(from.other()).filter(hides).collect()
    }

    fn forget(state: &mut State<OnWar>, unknown: &[UnitId]) {
        for unit in &mut state.units {
            unit.shelter = unit.shelter.filter(|other| !unknown.contains(other));
            unit.pursues = unit.pursues.filter(|other| !unknown.contains(other));
        }
    }

    /// Strength is stands.
    fn audit(war: &War) -> Result<(), String> {
        war.field().audit_starts()?;
        for unit in war.field().present() {
            let (stands, strength) = (war.stands(unit), war.strength(unit));
            if i16::from(stands) != strength || stands == 0 {
                return Err(format!("{} has {stands} stands and strength {strength}", war.name(unit)));
            }
        }
        Ok(())
    }

    fn card(war: &War, unit: UnitId) -> Card {
        card::unit_card(war, unit)
    }

    /// Whoever was on the field and is off it was killed or taken (OW-CMD-7, 8).
    fn leader_fate(war: &War, leader: LeaderId) -> LeaderFate {
        let off = war.field().leader(leader) == Perch::Away && !war.state.due[leader.index()];
        if off { LeaderFate::Lost } else { LeaderFate::Fit }
    }

    fn reference(options: &Options) -> Vec<Sheet> {
        reference::sheets(options)
    }

    fn sees(war: &War, from: Hex, to: Hex) -> bool {
        sight::lines::sees_hex(war, from, to)
    }

    fn tells_distances(war: &War) -> bool {
        measures::may_measure(war)
    }

    fn fire_arc(war: &War, unit: UnitId, pose: &Pose) -> FireArc {
        threats::field_of_fire(war, unit, pose)
    }
}

impl Estimates for OnWar {
    fn guess(war: &War, order: &Order, _: &battle::Forecast) -> Option<Effect> {
        by_eye::guess(war, order)
    }

    fn threat(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        threats::threat(war, by, from, on, at)
    }

    fn step_cost(war: &War, unit: UnitId, from: Hex, step: Direction) -> Option<Hundredths> {
        going_about::step_cost(war, unit, from, step)
    }

    fn pace(war: &War, unit: UnitId) -> Hundredths {
        going_about::pace(war, unit)
    }

    fn fire_range(war: &War, unit: UnitId) -> Hundredths {
        going_about::fire_range(war, unit)
    }

    fn fire_to_come(war: &War, unit: UnitId, pose: &Pose, enemy: UnitId) -> f64 {
        threats::fire_to_come(war, unit, pose, enemy)
    }

    fn called_for(war: &War, stem: &Order) -> Option<Pose> {
        charge_odds::called_for(war, stem)
    }

    fn cover(war: &War, _unit: UnitId, pose: &Pose) -> f64 {
        going_about::cover(war, pose)
    }

    fn worth(war: &War, unit: UnitId) -> f64 {
        going_about::worth(war, unit)
    }
}

//! What differs between rule systems: the traits that each implements. Everything else follows from them.

use std::fmt::Debug;

use battle::{
    Army, Card, Command, FireArc, Formation, Grip, Hundredths, LeaderFate, LeaderId, LeaderInfo, Outcome, Pool, Pose,
    Presence, Reading, RollKind, Scenario, Secrecy, Sheet, Side, Start, SystemInfo, Threat, Unit, UnitId, UnitInfo,
};
use hexes::{Direction, Hex};
use serde::Serialize;

use crate::{Frame, Keys, Next, Phase, PhaseId, Recruit, Setting, State, Umpire, VerbRow, War};

/// What becomes of a decision in the middle of something that has only one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoleAnswer {
    /// It is given without asking.
    Given,
    /// It is asked all the same.
    Asked,
}

/// A rule system: fixed facts, rows of phases and verbs, and what only its rulebook can say.
pub trait Rules: Copy + Debug + PartialEq + Send + Sync + Enlists + Estimates + 'static {
    /// Fixed facts; its verbs and steps are the words of the rows.
    const INFO: &'static SystemInfo;
    /// The phases of a turn; the field's step is a place in this list.
    const PHASES: &'static [Phase<Self>];
    /// The verbs; an order's verb is a place in this list.
    const VERBS: &'static [VerbRow<Self>];
    /// What becomes of a decision in the middle of something that has only one answer.
    const SOLE_ANSWER: SoleAnswer = SoleAnswer::Asked;

    /// What is rolled for: the last part of a roll's key.
    type Why: Copy + Into<u8>;
    /// What changes of a unit and the field does not show.
    type UnitState: Clone + Debug + Default + PartialEq + Serialize + Send + Sync;
    /// What changes of a leader and the field does not show.
    type LeaderState: Clone + Debug + Default + PartialEq + Serialize + Send + Sync;
    /// What changes and belongs to nobody alone: charges, pools, a deck.
    type Own: Clone + Debug + PartialEq + Serialize + Send + Sync;
    /// What is not finished.
    type Frame: Frame<Self>;

    /// What changes, before the first step.
    fn beginning(setting: &Setting<Self>) -> Self::Own;

    /// The phase in which sides deploy, where a scenario leaves that free.
    const DEPLOYMENT: PhaseId;

    /// Who goes first, found out before anything else: as the battle file says, and Blue where it says nothing.
    fn first_side(umpire: &mut Umpire<'_, Self>) -> Side {
        umpire.setting().first_side
    }

    /// The turn has begun: what happens before its first phase, and which that is.
    fn turn_begins(umpire: &mut Umpire<'_, Self>) -> Next;

    /// What follows the present phase, which is over.
    fn next(war: &War<Self>) -> Next;

    /// The turn has ended; objectives are taken.
    fn turn_ends(_umpire: &mut Umpire<'_, Self>) {}

    /// Looked at after everything that happened: ends of the battle and other things that come by themselves.
    fn look_round(umpire: &mut Umpire<'_, Self>) {
        crate::ending::last_one_standing(umpire);
    }

    /// What happens between a phase's beginning or an answer and its next decision, when nothing interrupts it; also
    /// the place to open an interrupt that is due.
    fn between(_umpire: &mut Umpire<'_, Self>) {}

    /// The battle has ended: what is left of interrupted things goes.
    fn clear(_state: &mut State<Self>) {}

    /// The step in keys of rolls.
    fn key_step(war: &War<Self>) -> u8 {
        war.field().step()
    }

    /// What keys of rolls are made of besides turn, step, who and why.
    fn keys(_war: &War<Self>) -> Keys {
        Keys::Whole
    }

    /// Whether a unit counts as holding ground.
    fn holds_ground(war: &War<Self>, unit: UnitId) -> bool {
        war.present(unit)
    }

    /// What a unit does to an area, such as an objective: here, where it stands in it, it holds it or denies it to the
    /// enemy.
    fn grip(war: &War<Self>, unit: UnitId, area: &[Hex]) -> Grip {
        match war.field().grip_within(unit, area, 0, Grip::Denies) {
            Grip::Denies if Self::holds_ground(war, unit) => Grip::Holds,
            grip => grip,
        }
    }

    /// Points and winner if the battle ended now.
    fn count_up(war: &War<Self>) -> Outcome {
        crate::ending::count_up(war)
    }

    /// Enemy units that a side does not know of.
    fn hidden(_war: &War<Self>, _from: Side) -> Vec<UnitId> {
        Vec::new()
    }

    /// Leaves no word of units that are not known to be there: who is busy with them.
    fn forget(_state: &mut State<Self>, _unknown: &[UnitId]) {}

    /// Takes out of a state what else a side may not know.
    fn conceal(_war: &mut War<Self>, _from: Side) {}

    /// What of units is told to their own side alone; [`Rules::conceal`] takes it out of views.
    fn secrecy(_war: &War<Self>) -> Secrecy {
        Secrecy::Nothing
    }

    /// Everything that decides the rest of the battle, but for seed, ground and roster: what a turn's hash is made of. A
    /// system that changes the shape of its state keeps the account as records have it.
    fn account(war: &War<Self>) -> Vec<u8> {
        crate::account(war, &war.state)
    }

    /// What must hold beyond the field's own.
    ///
    /// # Errors
    /// A sentence naming what is wrong.
    fn audit(_war: &War<Self>) -> Result<(), String> {
        Ok(())
    }

    /// What to show about a unit that is known.
    fn card(war: &War<Self>, unit: UnitId) -> Card;

    /// The commands of a side with their orders, as far as this battle knows them.
    fn commands(_war: &War<Self>, _side: Side) -> Vec<Command> {
        Vec::new()
    }

    /// What has become of a leader so far.
    fn leader_fate(_war: &War<Self>, _leader: LeaderId) -> LeaderFate {
        LeaderFate::Fit
    }

    /// What ends a battle before its time under the house rules in force, in a sentence.
    fn breaks(war: &War<Self>) -> &'static str;

    /// The tables as the engine uses them.
    fn reference(_options: &Self::Options) -> Vec<Sheet> {
        Vec::new()
    }

    /// Whether somebody on `from` sees what stands on `to`.
    fn sees(war: &War<Self>, from: Hex, to: Hex) -> bool;

    /// Whether anybody may be told how far units are from their enemies before a shot or charge is announced.
    fn tells_distances(_war: &War<Self>) -> bool {
        true
    }

    /// Where the unit could shoot from that pose.
    fn fire_arc(_war: &War<Self>, _unit: UnitId, _pose: &Pose) -> FireArc {
        FireArc::default()
    }
}

/// What a system estimates for whoever commands: no rule, but judgements made with its numbers
/// ([`battle::Estimates`]).
pub trait Estimates: Sized {
    /// The battle as it would be at the moment for which means are given, if the unit had been given them, nobody else of
    /// its side had any, and nothing else had changed: what [`battle::Estimates::prospects`] are listed from. `None` where
    /// the unit needs no means, has them at that very moment, or can be given none.
    fn supplied(_war: &War<Self>, _unit: UnitId) -> Option<War<Self>>
    where
        Self: Rules,
    {
        None
    }

    /// What an order may bring as judged by eye, where the rules let nobody measure before it is given and its forecast says
    /// nothing, or the ordered unit's share of what it brings together with others; `None` for all other orders.
    fn guess(_war: &War<Self>, _order: &battle::Order, _foreseen: &battle::Forecast) -> Option<battle::Effect>
    where
        Self: Rules,
    {
        None
    }

    /// What `by`, standing as `from`, could do in its next turn to `on`, standing as `at`.
    fn threat(war: &War<Self>, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat
    where
        Self: Rules;

    /// What the middle of the unit pays to step from `from`; `None` where it cannot go.
    fn step_cost(war: &War<Self>, unit: UnitId, from: Hex, step: Direction) -> Option<Hundredths>
    where
        Self: Rules;

    /// How far the unit goes in a turn on open ground, on average.
    fn pace(war: &War<Self>, unit: UnitId) -> Hundredths
    where
        Self: Rules;

    /// How far the unit hurts others by fire that counts.
    fn fire_range(war: &War<Self>, unit: UnitId) -> Hundredths
    where
        Self: Rules;

    /// What the way to a place costs the unit by itself, as a share of its full strength.
    fn toll(_war: &War<Self>, _unit: UnitId, _place: &battle::Destination) -> f64
    where
        Self: Rules,
    {
        0.0
    }

    /// The place among those of a stem that what its unit has begun calls for.
    fn called_for(_war: &War<Self>, _stem: &battle::Order) -> Option<Pose>
    where
        Self: Rules,
    {
        None
    }

    /// How much cover the unit would have in that pose, 0 to 1.
    fn cover(war: &War<Self>, unit: UnitId, pose: &Pose) -> f64
    where
        Self: Rules;

    /// What the order that a leader's command has now asks of its units.
    fn binding(_war: &War<Self>, _leader: battle::LeaderId) -> Option<battle::Binding>
    where
        Self: Rules,
    {
        None
    }

    /// What the unit is worth, 1 being a usual unit at full strength of its class.
    fn worth(war: &War<Self>, unit: UnitId) -> f64
    where
        Self: Rules;

    /// What the unit can still shoot this turn from that pose at an enemy, as a share of his full strength.
    fn fire_to_come(_war: &War<Self>, _unit: UnitId, _pose: &Pose, _enemy: UnitId) -> f64
    where
        Self: Rules,
    {
        0.0
    }
}

/// How a neutral order of battle becomes units and leaders of a system, and where they start.
pub trait Enlists: Sized {
    /// Readings and house rules in force, parsed once.
    type Options: Clone + Debug + Send + Sync;
    /// What a unit is: class, statistics, traits.
    type Profile: Clone + Debug + Send + Sync;
    /// What a leader is.
    type Post: Clone + Debug + Send + Sync;
    /// What else is fixed for a battle.
    type Fixed: Debug + Send + Sync;

    /// How far from its written place room is looked for, in hexes; for the message when there is none.
    const SHIFT: i32 = 24;

    /// The units of an army; what is wrong with it is added to the faults.
    fn recruits(army: &Army, options: &Self::Options, faults: &mut Vec<String>) -> Vec<Recruit<Self::Profile>>;

    /// The leaders of both sides, Blue's first, each with what he is; units are numbered Blue's first.
    fn leaders(
        _scenario: &Scenario,
        _armies: &[Vec<Recruit<Self::Profile>>; 2],
        _options: &Self::Options,
        _faults: &mut Vec<String>,
    ) -> Vec<(LeaderInfo, Self::Post)> {
        Vec::new()
    }

    /// What else is fixed, once units and leaders are known.
    fn fixtures(
        scenario: &Scenario,
        armies: &[Vec<Recruit<Self::Profile>>; 2],
        leaders: &[(LeaderInfo, Self::Post)],
        options: &Self::Options,
    ) -> Self::Fixed;

    /// What a unit is called and how strong it begins; side, brigade and place are filled in.
    fn enrol(recruit: &Recruit<Self::Profile>, options: &Self::Options) -> Enrolled;

    /// Where a unit starts that is written on that hex; `None` when there is no room.
    fn starting_pose(
        war: &War<Self>,
        recruit: &Recruit<Self::Profile>,
        unit: UnitId,
        hex: Hex,
        facing: hexes::Facing,
    ) -> Option<Pose>
    where
        Self: Rules;

    /// The unit a leader starts with; `None` when he is due with the first that arrives.
    fn leader_starts(_war: &War<Self>, _leader: LeaderId) -> Option<UnitId>
    where
        Self: Rules,
    {
        None
    }

    /// The clause by which leaders start and come.
    const LEADER_CLAUSE: &'static str = "";

    /// Everybody is placed: what else is so from the start.
    fn placed(_umpire: &mut Umpire<'_, Self>)
    where
        Self: Rules,
    {
    }

    /// The arrival roll of a group that needs that face of a d6.
    fn arrival_roll(_options: &Self::Options, need: u8) -> Pool {
        Pool::new("arrival", "", 1, Reading::Successes(need)).as_kind(RollKind::Test)
    }

    /// What a group's arrival is rolled for.
    fn arrival_why() -> Self::Why
    where
        Self: Rules;

    /// Where a unit of a group comes on; `None` when there is no room this turn.
    fn entry_pose(war: &War<Self>, unit: UnitId, group: usize) -> Option<Pose>
    where
        Self: Rules;

    /// Whether a leader who is due comes with that unit; here, with the first of his side.
    fn comes_with(war: &War<Self>, leader: LeaderId, unit: UnitId) -> bool
    where
        Self: Rules,
    {
        war.setting().leader(leader).side == war.side(unit)
    }

    /// A unit has arrived.
    fn arrived(_umpire: &mut Umpire<'_, Self>, _unit: UnitId)
    where
        Self: Rules,
    {
    }
}

/// A unit as it is written down: its facts without side and brigade, its state without place.
#[derive(Clone, Debug)]
pub struct Enrolled {
    /// Its arm.
    pub arm: battle::Arm,
    /// What the system calls it.
    pub class: String,
    /// Stands.
    pub stands: u8,
    /// Strength at the start, in the system's terms.
    pub strength: i16,
    /// The formation it has until it is placed.
    pub formation: Formation,
}

impl Enrolled {
    /// The unit's facts.
    pub(crate) fn info<P>(&self, recruit: &Recruit<P>, side: Side, brigade: u8) -> UnitInfo {
        UnitInfo {
            label: recruit.label.clone(),
            name: recruit.name.clone(),
            side,
            arm: self.arm,
            class: self.class.clone(),
            brigade,
        }
    }

    /// The unit's state before it is placed.
    pub(crate) fn unit(&self, pose: Pose, start: &Start) -> Unit {
        let presence = if *start == Start::Apart { Presence::Unknown } else { Presence::Due };
        Unit {
            pose,
            stands: self.stands,
            presence,
            strength: self.strength,
            full: self.strength,
            marks: battle::Marks::empty(),
        }
    }
}

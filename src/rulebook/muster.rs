//! Setting a battle up: armies to units, units to the map, leaders to their units.

use std::sync::Arc;

use battle::{
    Battlefield, BrigadeInfo, Dice, Event, HouseRules, LeaderId, LeaderInfo, Perch, Pose, Recorder, Roster, Scenario,
    Side, Start, UnitId,
};
use hexes::{Facing, Hex};

use crate::{Enrolled, Leader, Rules, Setting, Umpire, War, begin};

/// A unit as a system takes it from the neutral order of battle.
#[derive(Clone, Debug)]
pub struct Recruit<P> {
    /// Short unique label.
    pub label: String,
    /// Name as shown.
    pub name: String,
    /// What it is.
    pub profile: P,
    /// The place of its brigade in its army.
    pub brigade: usize,
    /// Where it starts.
    pub start: Start,
}

/// Both armies' units, Blue's first.
pub type Armies<P> = [Vec<Recruit<P>>; 2];

/// What a system makes of a battle's armies.
struct Muster<'a, R: Rules> {
    scenario: &'a Scenario,
    armies: Armies<R::Profile>,
    leaders: Vec<(LeaderInfo, R::Post)>,
}

/// Sets a battle up and goes on to its first decision.
///
/// # Errors
/// Everything that the battle asks and the system cannot give.
pub fn deploy<R: Rules>(
    scenario: &Scenario,
    house: &HouseRules,
    options: R::Options,
    seed: u64,
) -> Result<War<R>, Vec<String>> {
    deploy_after(scenario, house, options, seed, Vec::new())
}

/// The same after what has been told before anybody stands on the map: rolls for forces.
///
/// # Errors
/// Everything that the battle asks and the system cannot give.
pub fn deploy_after<R: Rules>(
    scenario: &Scenario,
    house: &HouseRules,
    options: R::Options,
    seed: u64,
    told: Vec<Event>,
) -> Result<War<R>, Vec<String>> {
    let mut war = enlist(scenario, house, options, seed)?;
    let mut heard = Recorder::default();
    let mut umpire = Umpire::new(&mut war, &mut heard);
    told.into_iter().for_each(|event| umpire.emit(event));
    begin(&mut umpire);
    war.opening = heard.events.into();
    Ok(war)
}

/// The battle with everybody in place, before anything has happened.
///
/// # Errors
/// Everything that the battle asks and the system cannot give.
pub fn enlist<R: Rules>(
    scenario: &Scenario,
    house: &HouseRules,
    options: R::Options,
    seed: u64,
) -> Result<War<R>, Vec<String>> {
    let mut faults = Vec::new();
    let armies = [0, 1].map(|at| R::recruits(&scenario.armies[at], &options, &mut faults));
    let leaders = R::leaders(scenario, &armies, &options, &mut faults);
    let count: usize = armies.iter().map(Vec::len).sum();
    if count > usize::from(u8::MAX) || leaders.len() > usize::from(u8::MAX) {
        faults.push(format!("{count} units and {} leaders; expected at most 255 of each", leaders.len()));
        return Err(faults);
    }
    let muster: Muster<'_, R> = Muster { scenario, armies, leaders };
    let mut war = muster.assemble(house, options, seed);
    muster.place_units(&mut war, &mut faults);
    place_leaders(&mut war);
    R::placed(&mut Umpire::new(&mut war, &mut battle::Deaf));
    if faults.is_empty() { Ok(war) } else { Err(faults) }
}

impl<R: Rules> Muster<'_, R> {
    /// Units with their sides, in the order of their numbers.
    fn units(&self) -> impl Iterator<Item = (Side, &Recruit<R::Profile>)> {
        Side::ALL.into_iter().flat_map(|side| self.armies[side.index()].iter().map(move |unit| (side, unit)))
    }

    fn assemble(&self, house: &HouseRules, options: R::Options, seed: u64) -> War<R> {
        let enrolled: Vec<Enrolled> = self.units().map(|(_, unit)| R::enrol(unit, &options)).collect();
        let field = Battlefield::new(battle::Muster {
            ground: Arc::clone(&self.scenario.ground),
            roster: Arc::new(self.roster(&enrolled)),
            inches_per_hex: self.scenario.inches_per_hex,
            turn_limit: self.scenario.turn_limit,
            units: self
                .units()
                .zip(&enrolled)
                .map(|((_, recruit), unit)| unit.unit(written(recruit, unit), &recruit.start))
                .collect(),
            leaders: vec![Perch::Away; self.leaders.len()],
        });
        War::on(field, self.setting(house, options), Dice::new(seed))
    }

    fn setting(&self, house: &HouseRules, options: R::Options) -> Setting<R> {
        let group_of = |unit: &Recruit<R::Profile>| match unit.start {
            Start::Arrives(group) => Some(group as u8),
            Start::At(..) | Start::Apart => None,
        };
        let leaders = self.leaders.iter().map(|(info, post)| Leader { side: info.side, post: post.clone() });
        Setting {
            house: house.clone(),
            fixed: R::fixtures(self.scenario, &self.armies, &self.leaders, &options),
            options,
            profiles: self.units().map(|(_, unit)| unit.profile.clone()).collect(),
            leaders: leaders.collect(),
            groups: self.scenario.reinforcements.clone(),
            group_of: self.units().map(|(_, unit)| group_of(unit)).collect(),
            zones: self.scenario.zones.clone(),
            free_deployment: self.scenario.free_deployment,
            victory: self.scenario.victory,
            first_side: self.scenario.first_side.unwrap_or(Side::Blue),
            home: homes(self.scenario),
        }
    }

    fn roster(&self, enrolled: &[Enrolled]) -> Roster {
        let army = |side: Side| &self.scenario.armies[side.index()];
        let brigades = Side::ALL.into_iter().flat_map(|side| {
            army(side).brigades.iter().map(move |brigade| BrigadeInfo { name: brigade.name.clone(), side })
        });
        let offset = |side: Side| if side == Side::Blue { 0 } else { army(Side::Blue).brigades.len() };
        let units = self.units().zip(enrolled);
        let units =
            units.map(|((side, unit), enrolled)| enrolled.info(unit, side, (offset(side) + unit.brigade) as u8));
        let leaders = self.leaders.iter().map(|(info, _)| info.clone());
        Roster::new(brigades.collect(), units.collect(), leaders.collect(), self.scenario.objectives.clone())
            .with_marks(R::INFO.marks)
    }

    /// Puts units where they are written, or near by.
    fn place_units(&self, war: &mut War<R>, faults: &mut Vec<String>) {
        for (place, (_, recruit)) in self.units().enumerate() {
            let Start::At(hex, facing) = recruit.start else { continue };
            let unit = UnitId(place as u8);
            match R::starting_pose(war, recruit, unit, hex, facing) {
                Some(pose) => war.field.apply(&Event::Placed { unit, pose }),
                None => faults.push(format!(
                    "unit {} ({}) finds no room for its {} stands within {} hexes of {}",
                    recruit.label,
                    recruit.name,
                    war.stands(unit),
                    R::SHIFT,
                    hex.offset()
                )),
            }
        }
    }
}

fn written<P>(recruit: &Recruit<P>, unit: &Enrolled) -> Pose {
    match recruit.start {
        Start::At(hex, facing) => Pose::new(hex, facing, unit.formation),
        Start::Arrives(_) | Start::Apart => Pose::new(Hex::default(), Facing::North, unit.formation),
    }
}

fn place_leaders<R: Rules>(war: &mut War<R>) {
    for place in 0..war.setting.leaders.len() {
        let leader = LeaderId(place as u8);
        match R::leader_starts(war, leader) {
            Some(unit) => {
                let to = Perch::With(unit);
                war.field.apply(&Event::LeaderMoved { leader, to, clause: R::LEADER_CLAUSE });
            }
            None => war.state.due[place] = true,
        }
    }
}

/// The way home of each side: against the facing that most of its units start in.
#[must_use]
pub fn homes(scenario: &Scenario) -> [Facing; 2] {
    [0, 1].map(|at| {
        let facing = |facing: Facing| {
            let written = scenario.armies[at].units.iter();
            written.filter(|unit| matches!(unit.start, Start::At(_, one) if one == facing)).count()
        };
        let usual = Facing::ALL.into_iter().rev().max_by_key(|one| facing(*one)).unwrap_or(Facing::North);
        usual.opposite()
    })
}

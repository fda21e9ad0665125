//! Setting up a battle: armies to Units, Units to the map, Generals to their Units (EA-SEQ-1, EA-STAT-3).

use std::sync::Arc;

use battle::{
    Battlefield, BrigadeInfo, Dice, Event, Formation, HouseRules, LeaderId, LeaderInfo, Marks, Muster, Perch, Pose,
    Presence, Recorder, Roster, Scenario, Side, Start, Unit, UnitId, UnitInfo, rule,
};

use crate::eagles::Eagles;
use crate::generals::{self, Chosen};
use crate::roster::{self, Recruit};
use crate::scene::Scene;
use crate::setting::{Group, Setting};
use crate::state::State;
use crate::{Rules, tables};

/// How far from its written place a footprint may be shifted, in hexes (EA-STAT-3).
const SHIFT: i32 = 24;

/// Sets up a battle, ready for its first decision.
///
/// # Errors
/// Everything the scenario asks that cannot be given, a sentence each.
pub fn deploy(scenario: &Scenario, house: &HouseRules, seed: u64) -> Result<Eagles, Vec<String>> {
    let mut eagles = assemble(scenario, house, seed)?;
    let mut heard = Recorder::default();
    eagles.begin(&mut heard);
    eagles.opening = heard.events.into();
    Ok(eagles)
}

/// Sets up a battle before its first step.
pub(crate) fn assemble(scenario: &Scenario, house: &HouseRules, seed: u64) -> Result<Eagles, Vec<String>> {
    let mut faults = Vec::new();
    let rules = Rules::of(house, scenario.inches_per_hex);
    let armies = [0, 1].map(|at| roster::recruits(&scenario.armies[at], &rules, &mut faults));
    let chosen = [0, 1].map(|at| enlist(scenario, at, &armies, &rules, &mut faults));
    let setting = settle(scenario, house, rules, &armies, &chosen);
    let field = Battlefield::new(muster(scenario, &setting, &armies, &chosen));
    let state = State::new(&setting);
    let mut eagles =
        Eagles { field, setting: Arc::new(setting), state, dice: Dice::new(seed), opening: Arc::default() };
    let written: Vec<&Recruit> = armies.iter().flatten().collect();
    place_units(&mut eagles, &written, &mut faults);
    place_generals(&mut eagles);
    if faults.is_empty() { Ok(eagles) } else { Err(faults) }
}

/// The Generals of one side with their commands.
fn enlist(
    scenario: &Scenario,
    at: usize,
    armies: &[Vec<Recruit>; 2],
    rules: &Rules,
    faults: &mut Vec<String>,
) -> Vec<Chosen> {
    let army = &scenario.armies[at];
    let mut chosen = generals::choose(army, armies[at].len(), rules, faults);
    let first = if at == 0 { 0 } else { armies[0].len() };
    generals::assign(army, &armies[at], first, &mut chosen, rules);
    chosen
}

fn settle(
    scenario: &Scenario,
    house: &HouseRules,
    rules: Rules,
    armies: &[Vec<Recruit>; 2],
    chosen: &[Vec<Chosen>; 2],
) -> Setting {
    let units = || armies.iter().flatten();
    let group_of = |unit: &Recruit| match unit.start {
        Start::Arrives(group) => Some(group as u8),
        Start::At(..) => None,
    };
    let groups = scenario.reinforcements.iter().map(|group| Group {
        side: group.side,
        arrival: group.arrival,
        entry: group.entry.clone(),
        facing: group.facing,
    });
    let mut setting = Setting {
        rules,
        house: house.clone(),
        profiles: units().map(|unit| unit.profile).collect(),
        generals: chosen.iter().flatten().map(|one| one.general.clone()).collect(),
        pools: Vec::new(),
        pool_of: Vec::new(),
        groups: groups.collect(),
        group_of: units().map(group_of).collect(),
        zones: scenario.zones.clone(),
        free_deployment: scenario.free_deployment,
        victory: scenario.victory,
        first_side: scenario.first_side,
    };
    generals::make_pools(&mut setting, &sides(armies));
    setting
}

/// The side of every unit, in the order of their numbers.
fn sides(armies: &[Vec<Recruit>; 2]) -> Vec<Side> {
    let side = |at: usize| std::iter::repeat_n(Side::ALL[at], armies[at].len());
    side(0).chain(side(1)).collect()
}

fn muster(scenario: &Scenario, setting: &Setting, armies: &[Vec<Recruit>; 2], chosen: &[Vec<Chosen>; 2]) -> Muster {
    rule!("EA-SCEN-1");
    let stands = setting.rules.files * setting.rules.ranks;
    let written = armies.iter().flatten();
    let unit = |(place, unit): (usize, &Recruit)| unit_state(setting, place, unit, stands);
    Muster {
        ground: Arc::clone(&scenario.ground),
        roster: Arc::new(who_is_who(scenario, armies, chosen)),
        inches_per_hex: scenario.inches_per_hex,
        turn_limit: scenario.turn_limit,
        units: written.enumerate().map(unit).collect(),
        leaders: vec![Perch::Away; chosen.iter().flatten().count()],
    }
}

fn unit_state(setting: &Setting, place: usize, unit: &Recruit, stands: u8) -> Unit {
    rule!("EA-STAT-6");
    let strength = tables::row(setting.profiles[place].class).strength;
    let formation = Formation::line(setting.rules.files);
    let pose = match unit.start {
        Start::At(hex, facing) => Pose::new(hex, facing, formation),
        Start::Arrives(_) => Pose::new(hexes::Hex::default(), hexes::Facing::North, formation),
    };
    Unit { pose, stands, presence: Presence::Due, strength, full: strength, marks: Marks::empty() }
}

fn who_is_who(scenario: &Scenario, armies: &[Vec<Recruit>; 2], chosen: &[Vec<Chosen>; 2]) -> Roster {
    let army = |at: usize| &scenario.armies[at];
    let brigades = [0, 1].into_iter().flat_map(|at| {
        army(at).brigades.iter().map(move |brigade| BrigadeInfo { name: brigade.name.clone(), side: Side::ALL[at] })
    });
    let offset = [0, army(0).brigades.len()];
    let units = [0, 1].into_iter().flat_map(|at| {
        armies[at].iter().map(move |unit| UnitInfo {
            label: unit.label.clone(),
            name: unit.name.clone(),
            side: Side::ALL[at],
            arm: roster::arm(unit.profile.class),
            class: String::from(tables::row(unit.profile.class).name),
            brigade: (offset[at] + unit.brigade) as u8,
        })
    });
    let leaders = chosen.iter().flatten().map(|one| LeaderInfo {
        label: one.spec.label.clone(),
        name: one.spec.name.clone(),
        side: one.general.side,
        class: String::from(if one.general.division { "Division General" } else { "General" }),
        officer: false,
    });
    Roster::new(brigades.collect(), units.collect(), leaders.collect(), scenario.objectives.clone())
}

/// Puts every Unit that starts on the map at the legal pose nearest to its written place (EA-STAT-3).
fn place_units(eagles: &mut Eagles, written: &[&Recruit], faults: &mut Vec<String>) {
    rule!("EA-STAT-3");
    rule!("EA-BASE-8");
    for (place, recruit) in written.iter().enumerate() {
        let Start::At(hex, facing) = recruit.start else { continue };
        let unit = UnitId(place as u8);
        let wanted = Pose::new(hex, facing, Formation::line(eagles.setting.rules.files));
        match found_place(&eagles.scene(), unit, &wanted) {
            Some(pose) => eagles.field.apply(&Event::Placed { unit, pose }),
            None => faults.push(format!(
                "unit {} ({}) finds no room for its {} stands within {SHIFT} hexes of {}",
                recruit.label,
                recruit.name,
                eagles.scene().stands(),
                hex.offset()
            )),
        }
    }
}

fn found_place(scene: &Scene<'_>, unit: UnitId, wanted: &Pose) -> Option<Pose> {
    let free = |pose: &&Pose| !scene.enemy_within(unit, pose, i32::from(scene.field.inches_per_hex()));
    let near = scene.nearest_fit(unit, wanted, SHIFT);
    near.iter().find(free).or(near.first()).copied()
}

/// Every General starts with the first Unit of his command on the map, or comes with the first that arrives.
fn place_generals(eagles: &mut Eagles) {
    for place in 0..eagles.setting.generals.len() {
        let general = &eagles.setting.generals[place];
        let side = general.side;
        let own = general.command.iter().copied().find(|unit| eagles.present(*unit));
        let any = || eagles.field.present_of(side).next().filter(|_| general.command.is_empty());
        match own.or_else(any) {
            Some(unit) => {
                let (leader, to) = (LeaderId(place as u8), Perch::With(unit));
                eagles.field.apply(&Event::LeaderMoved { leader, to, clause: "EA-GEN-1" });
            }
            None => eagles.state.generals[place].due = true,
        }
    }
}

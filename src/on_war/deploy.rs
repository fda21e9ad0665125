//! Setting up a battle: armies to units, units to the map, leaders to their units (OW-OOB, OW-UNIT-10).

use std::sync::Arc;

use battle::{
    Arrangement, Battlefield, BrigadeInfo, Dice, Event, Formation, HouseRules, LeaderId, LeaderInfo, Marks, Muster,
    Perch, Pose, Presence, Recorder, Roster, Scenario, Side, Start, Terrain, Unit, UnitId, UnitInfo, rule,
};
use hexes::{Facing, Hex};

use crate::roster::{self, Calling, Recruit};
use crate::setting::{Group, Leader, Post, Setting};
use crate::state::State;
use crate::tables;
use crate::war::OnWar;
use crate::{Rules, Traits};

/// How far from its written place a unit may be shifted, in hexes.
const SHIFT: i32 = 24;
/// How far a line may be shifted before foot starts in column instead.
const LINE_SHIFT: i32 = 4;
/// Hexes beyond musket range that written places of opposing units are kept apart: half a line and a step.
const CLEAR: i32 = 4;
/// The most hexes an army is set back.
const MOST_BACK: i32 = 8;
/// Adjutants of a side without any in its order of battle (OW-UNIT-10).
const ADJUTANTS: usize = 2;

/// Sets up a battle, ready for its first decision.
///
/// # Errors
/// Everything the scenario asks that cannot be given, a sentence each.
pub fn deploy(scenario: &Scenario, house: &HouseRules, seed: u64) -> Result<OnWar, Vec<String>> {
    let mut war = assemble(scenario, house, seed)?;
    let mut heard = Recorder::default();
    war.begin(&mut heard);
    war.opening = heard.events.into();
    Ok(war)
}

/// Sets up a battle before its first step.
pub(crate) fn assemble(scenario: &Scenario, house: &HouseRules, seed: u64) -> Result<OnWar, Vec<String>> {
    let mut faults = Vec::new();
    let armies = [0, 1].map(|at| roster::recruits(&scenario.armies[at], &mut faults));
    let units: Vec<&Recruit> = armies.iter().flatten().collect();
    let mut names = Vec::new();
    let leaders = enlist(scenario, &armies, &mut names);
    if units.len() > usize::from(u8::MAX) || leaders.len() > usize::from(u8::MAX) {
        faults.push(format!("{} units and {} leaders; expected at most 255 of each", units.len(), leaders.len()));
        return Err(faults);
    }
    let setting = Arc::new(settle(scenario, house, &armies, leaders));
    let muster = Muster {
        ground: Arc::clone(&scenario.ground),
        roster: Arc::new(who_is_who(scenario, &armies, &names)),
        inches_per_hex: scenario.inches_per_hex,
        turn_limit: scenario.turn_limit,
        units: units.iter().map(|unit| unit_state(unit)).collect(),
        leaders: vec![Perch::Away; names.len()],
    };
    let state = State::new(&setting);
    let mut war =
        OnWar { field: Battlefield::new(muster), setting, state, dice: Dice::new(seed), opening: Arc::default() };
    place_units(&mut war, &units, &mut faults);
    place_leaders(&mut war);
    hide_units(&mut war);
    if faults.is_empty() { Ok(war) } else { Err(faults) }
}

/// Every leader with his post, and his names in the same order (OW-UNIT-10).
fn enlist(scenario: &Scenario, armies: &[Vec<Recruit>; 2], names: &mut Vec<LeaderInfo>) -> Vec<Leader> {
    rule!("OW-UNIT-10");
    let mut leaders = Vec::new();
    for (at, side) in Side::ALL.into_iter().enumerate() {
        let army = &scenario.armies[at];
        let brigades = if at == 0 { 0 } else { scenario.armies[0].brigades.len() };
        for spec in &army.leaders {
            let (post, class) = match roster::calling(army, spec) {
                Calling::General => (Post::General, "General"),
                Calling::Brigadier(brigade) => (Post::Brigadier((brigades + brigade) as u8), "Brigade commander"),
                Calling::Adjutant => (Post::Adjutant, "Adjutant"),
            };
            leaders.push(Leader { side, post });
            names.push(leader_info(&spec.label, &spec.name, side, class));
        }
        let given = leaders.iter().filter(|leader| leader.side == side && leader.post == Post::Adjutant).count();
        for number in 0..if given == 0 { ADJUTANTS } else { 0 } {
            leaders.push(Leader { side, post: Post::Adjutant });
            let label = free_label(scenario, names, side, number);
            names.push(leader_info(&label, "Adjutant", side, "Adjutant"));
        }
        let first = if at == 0 { 0 } else { armies[0].len() };
        for (place, unit) in armies[at].iter().enumerate().filter(|(_, unit)| !unit.profile.kind.is_guns()) {
            leaders.push(Leader { side, post: Post::Officer(UnitId((first + place) as u8)) });
            names.push(leader_info(&format!("{}co", unit.label), &format!("CO of {}", unit.name), side, "Officer"));
        }
    }
    leaders
}

fn leader_info(label: &str, name: &str, side: Side, class: &str) -> LeaderInfo {
    let officer = class == "Officer";
    LeaderInfo { label: String::from(label), name: String::from(name), side, class: String::from(class), officer }
}

/// A label that nobody has.
fn free_label(scenario: &Scenario, names: &[LeaderInfo], side: Side, number: usize) -> String {
    let taken = |label: &String| {
        scenario.armies.iter().flat_map(|army| &army.units).any(|unit| unit.label == *label)
            || scenario.armies.iter().flat_map(|army| &army.leaders).any(|leader| leader.label == *label)
            || names.iter().any(|info| info.label == *label)
    };
    let letter = side.name().chars().next().unwrap_or('X');
    let mut labels = (number + 1..).map(|number| format!("{letter}a{number}"));
    labels.find(|label| !taken(label)).unwrap_or_default()
}

fn settle(scenario: &Scenario, house: &HouseRules, armies: &[Vec<Recruit>; 2], leaders: Vec<Leader>) -> Setting {
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
    Setting {
        rules: Rules::of(house),
        house: house.clone(),
        profiles: units().map(|unit| unit.profile).collect(),
        leaders,
        counts: counting(armies, scenario),
        groups: groups.collect(),
        group_of: units().map(group_of).collect(),
        zones: scenario.zones.clone(),
        free_deployment: scenario.free_deployment,
        victory: scenario.victory,
        first_side: scenario.first_side,
        home: homes(scenario),
    }
}

/// Whether each brigade counts when it quits: brigades of batteries alone do not (OW-OOB-3).
fn counting(armies: &[Vec<Recruit>; 2], scenario: &Scenario) -> Vec<bool> {
    let counts =
        |at: usize, place: usize| armies[at].iter().any(|unit| unit.brigade == place && !unit.profile.kind.is_guns());
    let all = [0, 1].into_iter().flat_map(|at| (0..scenario.armies[at].brigades.len()).map(move |place| (at, place)));
    all.map(|(at, place)| counts(at, place)).collect()
}

/// The way to each side's own table edge: against the way most of its units face.
fn homes(scenario: &Scenario) -> [Facing; 2] {
    [0, 1].map(|at| {
        let facing = |facing: Facing| {
            let written = scenario.armies[at].units.iter();
            written.filter(|unit| matches!(unit.start, Start::At(_, one) if one == facing)).count()
        };
        let usual = Facing::ALL.into_iter().rev().max_by_key(|one| facing(*one)).unwrap_or(Facing::North);
        usual.opposite()
    })
}

fn unit_state(unit: &Recruit) -> Unit {
    let stands = unit.profile.stands;
    let pose = match unit.start {
        Start::At(hex, facing) => Pose::new(hex, facing, Formation::line(stands)),
        Start::Arrives(_) => Pose::new(Hex::default(), Facing::North, Formation::line(stands)),
    };
    let strength = i16::from(stands);
    Unit { pose, stands, presence: Presence::Due, strength, full: strength, marks: Marks::empty() }
}

fn who_is_who(scenario: &Scenario, armies: &[Vec<Recruit>; 2], names: &[LeaderInfo]) -> Roster {
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
            arm: unit.profile.kind.arm(),
            class: String::from(tables::row(unit.profile.kind).name),
            brigade: (offset[at] + unit.brigade) as u8,
        })
    });
    Roster::new(brigades.collect(), units.collect(), names.to_vec(), scenario.objectives.clone())
}

/// Puts every unit that starts on the map at the legal pose nearest to its written place: in a building where it is
/// written there and fits, guns in battery, horse in line, foot in line where there is room and else in column.
fn place_units(war: &mut OnWar, written: &[&Recruit], faults: &mut Vec<String>) {
    let set_back = set_back(war, written);
    for (place, recruit) in written.iter().enumerate() {
        let Start::At(hex, facing) = recruit.start else { continue };
        let unit = UnitId(place as u8);
        let wanted = if is_fixed(war, recruit, hex) { hex } else { retired(war, unit, hex, set_back) };
        match starting_pose(war, unit, wanted, facing) {
            Some(pose) => war.field.apply(&Event::Placed { unit, pose }),
            None => faults.push(format!(
                "unit {} ({}) finds no room for its {} stands within {SHIFT} hexes of {}",
                recruit.label,
                recruit.name,
                recruit.profile.stands,
                hex.offset()
            )),
        }
    }
}

/// Whether a unit starts where it is written whatever the enemy's muskets reach: in hiding, in a building, in works.
fn is_fixed(war: &OnWar, recruit: &Recruit, hex: Hex) -> bool {
    let terrain = war.field.ground().terrain(hex);
    recruit.profile.traits.contains(Traits::HIDDEN) || terrain.is_built_up() || terrain == Terrain::Works
}

/// So many hexes back from a written place toward the unit's own table edge, as far as the map goes.
fn retired(war: &OnWar, unit: UnitId, hex: Hex, rows: i32) -> Hex {
    let home = war.setting.home[war.field.side(unit).index()];
    let grid = war.field.ground().grid();
    let mut at = hex;
    for row in 0..rows {
        let step = if row % 2 == 0 { home.front_left() } else { home.front_right() };
        if !grid.contains(at + step) {
            break;
        }
        at += step;
    }
    at
}

/// How many hexes both armies are set back so that nobody begins within musket range: battles are written for systems
/// of every reach, and whoever moved first would otherwise begin with a volley.
fn set_back(war: &OnWar, written: &[&Recruit]) -> i32 {
    let starts: Vec<(UnitId, &Recruit, Hex)> = written
        .iter()
        .enumerate()
        .filter_map(|(place, recruit)| match recruit.start {
            Start::At(hex, _) => Some((UnitId(place as u8), *recruit, hex)),
            Start::Arrives(_) => None,
        })
        .collect();
    let apart = war.scene().hexes(tables::LONG_RANGE) + CLEAR;
    let place = |(unit, recruit, hex): &(UnitId, &Recruit, Hex), rows: i32| {
        if is_fixed(war, recruit, *hex) { *hex } else { retired(war, *unit, *hex, rows) }
    };
    let near = |rows: i32| {
        starts.iter().any(|one| {
            let others = starts.iter().filter(|other| war.field.side(other.0) != war.field.side(one.0));
            !one.1.profile.traits.contains(Traits::HIDDEN)
                && others
                    .filter(|other| !other.1.profile.traits.contains(Traits::HIDDEN))
                    .any(|other| place(one, rows).distance(place(other, rows)) < apart)
        })
    };
    (0..MOST_BACK).find(|rows| !near(*rows)).unwrap_or(MOST_BACK)
}

fn starting_pose(war: &OnWar, unit: UnitId, hex: Hex, facing: Facing) -> Option<Pose> {
    let scene = war.scene();
    let stands = war.field.unit(unit).stands;
    let kind = scene.kind(unit);
    let building = war.field.ground().terrain(hex).is_built_up() && kind.is_foot();
    if let Some(pose) = building.then(|| scene.garrison_at(unit, hex, facing)).flatten() {
        return Some(pose);
    }
    let close = match kind {
        kind if kind.is_guns() => Formation::new(Arrangement::Battery, stands),
        _ => Formation::line(stands),
    };
    let at = |formation: Formation, radius: i32| {
        let wanted = Pose::new(hex, facing, formation);
        scene.nearest_fit(unit, &wanted, radius)
    };
    let marching = scene.marching_formation(unit);
    at(close, LINE_SHIFT).or_else(|| at(marching, SHIFT)).or_else(|| at(close, SHIFT))
}

/// Every leader starts with his unit, a brigadier with the first of his brigade, General and adjutants with the first
/// units of the side's middle; who has nobody on the map yet comes later.
fn place_leaders(war: &mut OnWar) {
    for place in 0..war.setting.leaders.len() {
        let leader = war.setting.leaders[place];
        let there: Vec<UnitId> =
            war.units_of(leader.side).into_iter().filter(|unit| !war.kind(*unit).is_guns()).collect();
        let kin = |unit: &UnitId| match leader.post {
            Post::Officer(own) => *unit == own,
            Post::Brigadier(brigade) => war.field.roster().unit(*unit).brigade == brigade,
            Post::General | Post::Adjutant => true,
        };
        let free = |unit: &UnitId| {
            matches!(leader.post, Post::Officer(_))
                || !war.field.leaders_with(*unit).any(|with| !matches!(war.post(with), Post::Officer(_)))
        };
        let own: Vec<UnitId> = there.into_iter().filter(kin).collect();
        match own.iter().find(|unit| free(unit)).or(own.first()).copied() {
            Some(unit) => {
                let (leader, to) = (LeaderId(place as u8), Perch::With(unit));
                war.field.apply(&Event::LeaderMoved { leader, to, clause: "OW-UNIT-10" });
            }
            None => war.state.due[place] = true,
        }
    }
}

/// Units with the trait start hidden where the ground allows (OW-HIDDEN-9).
fn hide_units(war: &mut OnWar) {
    for unit in war.field.present().collect::<Vec<_>>() {
        if war.has(unit, Traits::HIDDEN) && war.scene().is_concealed(unit, &war.pose(unit)) {
            war.field.apply(&Event::Marked { unit, marks: Marks::HIDDEN, on: true });
        }
    }
}

//! A neutral order of battle under the drill: statistics, starting poses, and the tables as a reader sees them.

use std::sync::Arc;

use battle::{
    Arm, Army, Battlefield, BrigadeInfo, Deaf, Dice, HouseRules, LeaderInfo, Marks, Muster, Perch, Pose, Presence,
    Rank, Roster, Scenario, Sheet, Side, Start, Trait, Unit, UnitId, UnitInfo, UnitSpec,
};

use super::Drill;
use super::info;
use super::state::{Facts, Scene, Setup, Stage, class, entry_cost, formations};

/// How far a unit is moved from its written place to find room.
const NUDGE: i32 = 6;

/// A battle under the drill by its default house rules.
///
/// # Panics
/// When there is no room for a unit near its written place.
#[must_use]
pub fn deploy(scenario: &Scenario, seed: u64) -> Drill {
    match deploy_with(scenario, &HouseRules::default(), seed) {
        Ok(drill) => drill,
        Err(fault) => panic!("{fault}"),
    }
}

/// A battle under the drill.
///
/// # Errors
/// When there is no room for a unit near its written place.
pub fn deploy_with(scenario: &Scenario, house: &HouseRules, seed: u64) -> Result<Drill, String> {
    let setup = Arc::new(setup(scenario, house));
    let field = Battlefield::new(Muster {
        ground: Arc::clone(&scenario.ground),
        roster: Arc::new(roster(scenario)),
        inches_per_hex: scenario.inches_per_hex,
        turn_limit: scenario.turn_limit,
        units: specs(scenario).map(|(_, spec)| unit(scenario, spec)).collect(),
        leaders: leaders(scenario),
    });
    let stage = Stage::Deploy(scenario.first_side);
    let scene = Scene { stage, pool: [0; 2], bank: [0; 2], led: 0, tried: 0 };
    let mut drill = Drill { setup, field, scene, dice: Dice::new(seed) };
    drill.make_room()?;
    if !scenario.free_deployment {
        drill.begin_turn(&mut Deaf);
    }
    Ok(drill)
}

fn specs(scenario: &Scenario) -> impl Iterator<Item = (&Army, &UnitSpec)> {
    scenario.armies.iter().flat_map(|army| army.units.iter().map(move |unit| (army, unit)))
}

fn setup(scenario: &Scenario, house: &HouseRules) -> Setup {
    let facts = |spec: &UnitSpec| Facts {
        arm: spec.troop.arm(),
        quality: spec.quality,
        steady: spec.traits.contains(&Trait::Steady),
        arrives: match spec.start {
            Start::At(..) => None,
            Start::Arrives(group) => Some(group),
        },
    };
    Setup {
        volleys: house.get(&info::VOLLEYS) == "on",
        extra_orders: house.get(&info::EXTRA_ORDERS).parse().unwrap_or(1),
        finding: if house.get(&info::FINDING) == "far" { 6 } else { 3 },
        house: house.clone(),
        facts: specs(scenario).map(|(_, spec)| facts(spec)).collect(),
        groups: scenario.reinforcements.clone(),
        zones: scenario.zones.clone(),
        victory: scenario.victory,
        first: scenario.first_side,
    }
}

fn roster(scenario: &Scenario) -> Roster {
    let brigades =
        scenario.armies.iter().flat_map(|army| army.brigades.iter().map(move |brigade| (army.side, brigade)));
    let brigades = brigades.map(|(side, brigade)| BrigadeInfo { name: brigade.name.clone(), side }).collect();
    let first_of = |side: Side| if side == Side::Blue { 0 } else { scenario.armies[0].brigades.len() };
    let unit = |(army, spec): (&Army, &UnitSpec)| UnitInfo {
        label: spec.label.clone(),
        name: spec.name.clone(),
        side: army.side,
        arm: spec.troop.arm(),
        class: String::from(class(spec.troop)),
        brigade: (first_of(army.side) + spec.brigade) as u8,
    };
    let leader = |side: Side| {
        move |spec: &battle::LeaderSpec| LeaderInfo {
            label: spec.label.clone(),
            name: spec.name.clone(),
            side,
            class: String::from(if spec.rank == Rank::Army { "General" } else { "Officer" }),
            officer: false,
        }
    };
    let leaders = scenario.armies.iter().flat_map(|army| army.leaders.iter().map(leader(army.side)));
    Roster::new(brigades, specs(scenario).map(unit).collect(), leaders.collect(), scenario.objectives.clone())
}

fn unit(scenario: &Scenario, spec: &UnitSpec) -> Unit {
    let formation = formations(spec.troop.arm(), spec.stands)[0];
    let (pose, presence) = match spec.start {
        Start::At(hex, facing) => (Pose::new(hex, facing, formation), Presence::OnMap),
        Start::Arrives(group) => {
            let facing = scenario.reinforcements.get(group).map_or(hexes::Facing::North, |group| group.facing);
            (Pose::new(hexes::Hex::default(), facing, formation), Presence::Due)
        }
    };
    let hidden = spec.traits.contains(&Trait::Hidden) && presence == Presence::OnMap;
    let marks = if hidden { Marks::HIDDEN } else { Marks::empty() };
    let strength = i16::from(spec.stands) * info::POINTS;
    Unit { pose, stands: spec.stands, presence, strength, full: strength, marks }
}

/// Each leader starts with the first unit of his side that is on the map.
fn leaders(scenario: &Scenario) -> Vec<Perch> {
    let mut perches = Vec::new();
    let mut first = 0;
    for army in &scenario.armies {
        let here = army.units.iter().position(|unit| matches!(unit.start, Start::At(..)));
        let perch = here.map_or(Perch::Away, |place| Perch::With(UnitId((first + place) as u8)));
        perches.extend(army.leaders.iter().map(|_| perch));
        first += army.units.len();
    }
    perches
}

impl Drill {
    /// Moves units from places where they do not fit to the nearest where they do.
    fn make_room(&mut self) -> Result<(), String> {
        for unit in self.field.present().collect::<Vec<_>>() {
            let pose = self.field.unit(unit).pose;
            let near = (0..=NUDGE).flat_map(|radius| pose.anchor.ring(radius).collect::<Vec<_>>());
            let room = near.map(|hex| pose.at(hex)).find(|pose| self.fits(unit, pose));
            let label = self.field.label(unit.into());
            let pose = room.ok_or_else(|| format!("no room for {label} near {}", pose.anchor.offset()))?;
            self.field.apply(&battle::Event::Placed { unit, pose });
        }
        Ok(())
    }
}

/// The tables: what ground costs and how far arms fire.
pub(super) fn sheets() -> Vec<Sheet> {
    let cost = |arm, terrain| entry_cost(arm, terrain).map_or_else(|| String::from("no"), |cost| cost.to_string());
    let row = |terrain: &battle::Terrain| {
        let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];
        std::iter::once(String::from(terrain.name())).chain(arms.iter().map(|arm| cost(*arm, *terrain))).collect()
    };
    vec![Sheet {
        title: String::from("Ground"),
        clauses: vec!["DR-MOVE"],
        columns: ["terrain", "foot", "horse", "guns"].map(String::from).to_vec(),
        rows: battle::Terrain::ALL.iter().map(row).collect(),
        notes: vec![format!("muskets reach {} hexes, guns {}", info::MUSKET_RANGE, info::GUN_RANGE)],
    }]
}

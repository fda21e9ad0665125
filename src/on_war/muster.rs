//! Setting up a battle: leaders and their posts, where units start and come on (OW-OOB, OW-UNIT-10, OW-SEQ-4).

use battle::{
    Army, Arrangement, Event, Formation, Ground, LeaderId, LeaderInfo, Order, Pool, Pose, Reach, Reading, Role,
    RollKind, Scenario, Side, Start, Terrain, UnitId, rule,
};
use hexes::{Facing, Hex};
use rulebook::{Armies, Enlists, Enrolled, No, Recruit, no};

use crate::formations::shapes;
use crate::ground::room;
use crate::info::PLACE;
use crate::marks;
use crate::measures::{self, actor, kind};
use crate::profile::{Post, Profile, Traits};
use crate::sight::concealment;
use crate::state::Why;
use crate::tables;
use crate::{May, OnWar, Options, Umpire, VerbRow, War, dice, roster};

pub(crate) const PLACE_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(PLACE, war.field().present_of(war.state.player), out),
    may: may_place,
    beyond: |_, _| no_room(),
    ..VerbRow::new("place", "Place", Role::Deploy, "OW-SEQ-4", "Put a unit where it starts.", |umpire, order| {
        if let (Some(unit), Some(pose)) = (order.unit(), order.pose) {
            umpire.own_mut(unit).moved = true;
            umpire.emit(Event::Placed { unit, pose });
        }
    })
    .to(zone_reach)
};

fn may_place(war: &War, order: &Order) -> May {
    let unit = actor(order)?;
    if war.own(unit).moved {
        return no("OW-SEQ-4", |war, order| format!("{} has been placed", war.actor_of(order)));
    }
    if zone_poses(war, unit).next().is_none() { Err(no_room()) } else { Ok(()) }
}

fn no_room() -> No<OnWar> {
    No::new("OW-SEQ-4", |war, order| {
        let name = war.actor_of(order);
        format!("{name} cannot be placed there: not all of it lies free in its deployment zone")
    })
}

fn zone_reach(war: &War, stem: &Order) -> Reach {
    stem.unit().map_or_else(Reach::default, |unit| rulebook::spots(zone_poses(war, unit)))
}

/// Everywhere in the zone, in the formations and the facings the unit may start in.
fn zone_poses(war: &War, unit: UnitId) -> impl Iterator<Item = Pose> + '_ {
    let zone = &war.setting().zones[war.side(unit).index()];
    let inside = move |pose: &Pose| war.field().footprint_at(unit, pose).hexes().iter().all(|hex| zone.contains(hex));
    let (now, formations) = (war.pose(unit), shapes::formations(war, unit));
    let poses = zone.iter().flat_map(move |hex| {
        let each = |facing: Facing| formations.iter().map(move |one| Pose::new(*hex, facing, *one));
        Facing::ALL.into_iter().flat_map(each).collect::<Vec<_>>()
    });
    poses.filter(move |pose| *pose != now && inside(pose) && room::fits(war, unit, pose))
}

/// What else is fixed for a battle.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// By brigade: whether its loss counts (OW-OOB-3).
    pub counts: Vec<bool>,
    /// Hexes that armies are set back from their written places.
    pub set_back: i32,
    /// Whether the sides roll for who goes first: the battle file does not say (OW-SEQ-4).
    pub rolls_for_first: bool,
}

impl Enlists for OnWar {
    type Options = Options;
    type Profile = Profile;
    type Post = Post;
    type Fixed = Fixed;

    const SHIFT: i32 = tables::SHIFT;
    const LEADER_CLAUSE: &'static str = "OW-UNIT-10";

    fn recruits(army: &Army, _options: &Options, faults: &mut Vec<String>) -> Vec<Recruit<Profile>> {
        roster::recruits(army, faults)
    }

    /// Those of the order of battle, two adjutants where it has none, and an officer for every unit without guns.
    fn leaders(
        scenario: &Scenario,
        armies: &Armies<Profile>,
        _options: &Options,
        _faults: &mut Vec<String>,
    ) -> Vec<(LeaderInfo, Post)> {
        let mut leaders = Vec::new();
        if !rule!("OW-UNIT-10") {
            return leaders;
        }
        let (mut brigades, mut first) = (0, 0);
        for side in Side::ALL {
            let (army, units) = (&scenario.armies[side.index()], &armies[side.index()]);
            let posts = army.leaders.iter().map(|spec| (spec, roster::post_of(army, spec, brigades)));
            leaders.extend(posts.map(|(spec, post)| (leader_info(&spec.label, &spec.name, side, post), post)));
            let given = leaders.iter().any(|(info, post)| info.side == side && *post == Post::Adjutant);
            for number in 0..if given { 0 } else { tables::ADJUTANTS } {
                let label = free_label(scenario, &leaders, side, number);
                leaders.push((leader_info(&label, "Adjutant", side, Post::Adjutant), Post::Adjutant));
            }
            for (place, unit) in units.iter().enumerate().filter(|(_, unit)| !unit.profile.kind.is_guns()) {
                let post = Post::Officer(UnitId((first + place) as u8));
                let (label, name) = (format!("{}co", unit.label), format!("CO of {}", unit.name));
                leaders.push((leader_info(&label, &name, side, post), post));
            }
            (brigades, first) = (army.brigades.len(), units.len());
        }
        leaders
    }

    fn fixtures(
        scenario: &Scenario,
        armies: &Armies<Profile>,
        _leaders: &[(LeaderInfo, Post)],
        options: &Options,
    ) -> Fixed {
        let set_back = if options.start_apart && rule!("OW-SEQ-4b") { set_back(scenario, armies) } else { 0 };
        Fixed { counts: counting(armies, scenario), set_back, rolls_for_first: scenario.first_side.is_none() }
    }

    fn enrol(recruit: &Recruit<Profile>, _options: &Options) -> Enrolled {
        let Profile { kind, stands, .. } = recruit.profile;
        let (arm, class) = (kind.arm(), String::from(tables::row(kind).name));
        Enrolled { arm, class, stands, strength: i16::from(stands), formation: Formation::line(stands) }
    }

    /// The legal pose nearest to the written place, set back with the army.
    fn starting_pose(war: &War, recruit: &Recruit<Profile>, unit: UnitId, hex: Hex, facing: Facing) -> Option<Pose> {
        let ground = war.field().ground();
        let home = war.setting().home[war.side(unit).index()];
        let fixed = is_fixed(ground, &recruit.profile, hex);
        pose_near(war, unit, if fixed { hex } else { retired(ground, home, hex, war.fixed().set_back) }, facing)
    }

    /// An officer with his unit, a brigadier with the first of his brigade, General and adjutants with the first of the
    /// side, where no other of them is.
    fn leader_starts(war: &War, leader: LeaderId) -> Option<UnitId> {
        let post = *war.post(leader);
        let officer = |post: &Post| matches!(post, Post::Officer(_));
        let side = war.setting().leader(leader).side;
        let own: Vec<UnitId> = war
            .field()
            .present_of(side)
            .filter(|unit| !kind(war, *unit).is_guns() && is_his(war, post, *unit))
            .collect();
        let free =
            |unit: &&UnitId| officer(&post) || war.field().leaders_with(**unit).all(|with| officer(war.post(with)));
        own.iter().find(free).or(own.first()).copied()
    }

    /// Units with the trait start hidden where the ground allows (OW-HIDDEN-9).
    fn placed(umpire: &mut Umpire<'_>) {
        for unit in umpire.field().present().collect::<Vec<_>>() {
            let hides = measures::has(umpire, unit, Traits::HIDDEN);
            if hides && concealment::is_concealed(umpire, unit, &umpire.pose(unit)) && rule!("OW-HIDDEN-9a") {
                umpire.mark(unit, marks::HIDDEN, true);
            }
        }
    }

    fn arrival_roll(options: &Options, need: u8) -> Pool {
        dice::pool_under(options, "arrival", "OW-SEQ-4", 1, Reading::Successes(need.clamp(2, 6)))
            .as_kind(RollKind::Test)
    }

    fn arrival_why() -> Why {
        Why::Arrival
    }

    fn entry_pose(war: &War, unit: UnitId, group: usize) -> Option<Pose> {
        entry_pose(war, unit, group)
    }

    fn comes_with(war: &War, leader: LeaderId, unit: UnitId) -> bool {
        war.setting().leader(leader).side == war.side(unit) && is_his(war, *war.post(leader), unit)
    }
}

/// Whether a unit of his side is one that a leader of that post goes with.
fn is_his(war: &War, post: Post, unit: UnitId) -> bool {
    match post {
        Post::Officer(own) => own == unit,
        Post::Brigadier(brigade) => war.field().roster().unit(unit).brigade == brigade,
        Post::General | Post::Adjutant => true,
    }
}

fn leader_info(label: &str, name: &str, side: Side, post: Post) -> LeaderInfo {
    let officer = matches!(post, Post::Officer(_));
    let (label, name, class) = (String::from(label), String::from(name), String::from(post.name()));
    LeaderInfo { label, name, side, class, officer }
}

/// A label that nobody has.
fn free_label(scenario: &Scenario, leaders: &[(LeaderInfo, Post)], side: Side, number: usize) -> String {
    let taken = |label: &String| {
        scenario.armies.iter().flat_map(|army| &army.units).any(|unit| unit.label == *label)
            || scenario.armies.iter().flat_map(|army| &army.leaders).any(|leader| leader.label == *label)
            || leaders.iter().any(|(info, _)| info.label == *label)
    };
    let letter = side.name().chars().next().unwrap_or('X');
    let mut labels = (number + 1..).map(|number| format!("{letter}a{number}"));
    labels.find(|label| !taken(label)).unwrap_or_default()
}

/// Whether each brigade counts when it quits: brigades of batteries alone do not (OW-OOB-3).
fn counting(armies: &Armies<Profile>, scenario: &Scenario) -> Vec<bool> {
    let fights = |unit: &Recruit<Profile>| !unit.profile.kind.is_guns() || !rule!("OW-OOB-3b");
    let counts = |at: usize, place: usize| armies[at].iter().any(|unit| unit.brigade == place && fights(unit));
    let all = [0, 1].into_iter().flat_map(|at| (0..scenario.armies[at].brigades.len()).map(move |place| (at, place)));
    all.map(|(at, place)| counts(at, place)).collect()
}

/// Whether a unit starts where it is written whatever the enemy's muskets reach: in hiding, in a building, in works.
fn is_fixed(ground: &Ground, profile: &Profile, hex: Hex) -> bool {
    let terrain = ground.terrain(hex);
    profile.traits.contains(Traits::HIDDEN) || terrain.is_built_up() || terrain == Terrain::Works
}

/// So many hexes back from a written place toward the side's own table edge, as far as the map goes.
fn retired(ground: &Ground, home: Facing, hex: Hex, rows: i32) -> Hex {
    let mut at = hex;
    for row in 0..rows {
        let step = if row % 2 == 0 { home.front_left() } else { home.front_right() };
        if !ground.grid().contains(at + step) {
            break;
        }
        at += step;
    }
    at
}

/// How many hexes both armies are set back so that nobody begins within musket range: battles are written for systems
/// of every reach, and whoever moved first would otherwise begin with a volley.
fn set_back(scenario: &Scenario, armies: &Armies<Profile>) -> i32 {
    let (ground, home) = (&scenario.ground, rulebook::homes(scenario));
    let apart = tables::LONG_RANGE.div_euclid(i32::from(scenario.inches_per_hex)) + tables::CLEAR;
    let places = |side: Side, rows: i32| -> Vec<Hex> {
        let open = armies[side.index()].iter().filter(|unit| !unit.profile.traits.contains(Traits::HIDDEN));
        let written = open.filter_map(|unit| match unit.start {
            Start::At(hex, _) => Some((&unit.profile, hex)),
            Start::Arrives(_) | Start::Apart => None,
        });
        let place = |(profile, hex): (&Profile, Hex)| {
            if is_fixed(ground, profile, hex) { hex } else { retired(ground, home[side.index()], hex, rows) }
        };
        written.map(place).collect()
    };
    let near = |rows: i32| {
        let theirs = places(Side::Red, rows);
        places(Side::Blue, rows).iter().any(|one| theirs.iter().any(|other| one.distance(*other) < apart))
    };
    (0..tables::MOST_BACK).find(|rows| !near(*rows)).unwrap_or(tables::MOST_BACK)
}

/// In a building where it is written there and fits, guns in battery, horse in line, foot in line where there is room and
/// else in column.
fn pose_near(war: &War, unit: UnitId, hex: Hex, facing: Facing) -> Option<Pose> {
    let stands = war.stands(unit);
    let kind = kind(war, unit);
    let building = war.field().ground().terrain(hex).is_built_up() && kind.is_foot();
    if let Some(pose) = building.then(|| room::garrison_at(war, unit, hex, facing)).flatten() {
        return Some(pose);
    }
    let close = match kind {
        kind if kind.is_guns() => Formation::new(Arrangement::Battery, stands),
        _ => Formation::line(stands),
    };
    let at = |formation: Formation, radius: i32| {
        let wanted = Pose::new(hex, facing, formation);
        room::nearest_fit(war, unit, &wanted, radius)
    };
    let marching = shapes::marching_formation(war, unit);
    at(close, tables::LINE_SHIFT).or_else(|| at(marching, tables::SHIFT)).or_else(|| at(close, tables::SHIFT))
}

/// The first entry hex with room, in the formation it marches in; else room near one.
fn entry_pose(war: &War, unit: UnitId, group: usize) -> Option<Pose> {
    let info = &war.setting().groups[group];
    let formation = shapes::marching_formation(war, unit);
    let wanted = |hex: &hexes::Hex| Pose::new(*hex, info.facing, formation);
    let clear = |pose: &Pose| room::fits(war, unit, pose) && !is_near_enemy(war, unit, pose);
    let exact = info.entry.iter().map(wanted).find(clear);
    exact.or_else(|| {
        let near = info.entry.iter().filter_map(|hex| room::nearest_fit(war, unit, &wanted(hex), tables::ENTRY_SHIFT));
        near.into_iter().find(clear)
    })
}

/// Whether a unit in that pose would touch an enemy.
pub(crate) fn is_near_enemy(war: &War, unit: UnitId, pose: &Pose) -> bool {
    war.enemies(unit).any(|enemy| measures::apart(war, unit, pose, enemy) <= 1)
}

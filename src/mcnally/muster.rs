//! A neutral order of battle under these rules: units, generals, starts and arrivals (MC-STAT, MC-UNIT).

use battle::{
    Arm, Army, LeaderId, LeaderInfo, MapEdge, Pool, Pose, Quality, Rank, Reading, RollKind, Scenario, Start, Troop,
    UnitId, UnitSpec, Weapon, rule,
};
use hexes::{Facing, Hex, Offset};
use rulebook::{Armies, Enlists, Enrolled, Recruit, Umpire, chain_of, commanders};

use crate::formations::{shapes, usual};
use crate::movement::{detachment, garrison};
use crate::profile::{Arms, Fixed, Nation, Post, Profile, Traits, Troops, Weight};
use crate::space::{Seat, Shape, formation, seat};
use crate::why::Why;
use crate::{McNally, Options, War, ground, losses, space, tables};

/// The name of this system in battle files.
const KEY: &str = "mcnally";

/// What a battle file says of a unit to this system alone.
fn words(spec: &UnitSpec) -> &[String] {
    spec.special.get(KEY).map_or(&[], Vec::as_slice)
}

fn says(spec: &UnitSpec, word: &str) -> bool {
    words(spec).iter().any(|known| known == word)
}

/// Nations by their words.
const NATIONS: [(&str, Nation); 5] = [
    ("american", Nation::American),
    ("british", Nation::British),
    ("loyalist", Nation::Loyalist),
    ("german", Nation::German),
    ("french", Nation::French),
];

/// Other words: kinds that the neutral types do not have, and classes.
const KINDS: [&str; 3] = ["militia", "indians", "long_rifles"];

/// The class that a word names.
fn class_word(spec: &UnitSpec) -> Option<i16> {
    words(spec)
        .iter()
        .find_map(|word| word.strip_prefix("class ")?.parse().ok())
        .filter(|class| (1..=5).contains(class))
}

/// The men that a word gives a unit, in figures of ten (MC-UNIT-2, MC-STAT-4).
fn men_word(word: &str) -> Option<i16> {
    let men: i16 = word.strip_prefix("men ")?.parse().ok()?;
    (10..=1000).contains(&men).then_some(men / 10)
}

fn is_known(word: &str) -> bool {
    NATIONS.iter().any(|(name, _)| *name == word)
        || KINDS.contains(&word)
        || Traits::ROWS.named(word).is_some()
        || word
            .strip_prefix("class ")
            .is_some_and(|number| number.parse::<i16>().is_ok_and(|class| (1..=5).contains(&class)))
        || men_word(word).is_some()
}

fn troops_of(spec: &UnitSpec) -> Troops {
    let rifles = spec.weapon == Weapon::Rifle || says(spec, "long_rifles");
    let militia = spec.troop == Troop::Militia || says(spec, "militia");
    match (spec.troop, spec.troop.arm()) {
        (_, Arm::Cavalry) => Troops::Horse,
        (_, Arm::Artillery) => Troops::Guns,
        (Troop::Irregulars, _) => Troops::Indians,
        _ if says(spec, "indians") => Troops::Indians,
        _ if militia && rifles => Troops::Riflemen,
        _ if militia => Troops::Militia,
        (Troop::Jaegers, _) => Troops::Jaegers,
        _ if rifles => Troops::Jaegers,
        _ => Troops::Regulars,
    }
}

/// Morale class by quality (MC-STAT-1).
fn class_of(spec: &UnitSpec, troops: Troops) -> i16 {
    let usual = match spec.quality {
        Quality::Guard | Quality::Elite => 1,
        Quality::Veteran => 2,
        Quality::Trained => 3,
        Quality::Conscript => 4,
        Quality::Raw => 5,
    };
    let militia = matches!(troops, Troops::Militia | Troops::Riflemen);
    let class = match usual {
        1..=3 if militia => 4,
        _ if militia => 5,
        class => class,
    };
    class_word(spec).unwrap_or(if rule!("MC-STAT-1") { class } else { 3 })
}

fn arms_of(spec: &UnitSpec, troops: Troops) -> Arms {
    match troops {
        Troops::Guns => Arms::Guns,
        Troops::Horse if spec.weapon == Weapon::Carbine => Arms::Carbine,
        Troops::Horse => Arms::None,
        Troops::Riflemen => Arms::LongRifle,
        Troops::Jaegers if says(spec, "long_rifles") => Arms::LongRifle,
        Troops::Jaegers => Arms::JaegerRifle,
        _ => Arms::Musket,
    }
}

fn traits_of(spec: &UnitSpec) -> Traits {
    let written = words(spec).iter().filter(|_| rule!("MC-SPECIAL-11"));
    let traits = written.filter_map(|word| Traits::ROWS.named(word)).collect();
    match spec.troop {
        Troop::LightInfantry => Traits::LIGHT | traits,
        Troop::Grenadiers => Traits::GRENADIERS | traits,
        _ => traits,
    }
}

fn gun_of(troop: Troop) -> Weight {
    match troop {
        Troop::HeavyBattery => Weight::Heavy,
        Troop::LightBattery | Troop::HorseBattery => Weight::Light,
        _ => Weight::Medium,
    }
}

/// Stands of a unit (MC-UNIT-4, MC-STAT-4).
fn stands_of(spec: &UnitSpec, troops: Troops) -> u8 {
    let usual = match troops {
        Troops::Guns => 2,
        Troops::Horse => 4,
        Troops::Riflemen | Troops::Jaegers | Troops::Indians => 6,
        _ => 8,
    };
    // Every gun is a stand (MC-STAT-4).
    let guns = spec.guns.filter(|_| troops == Troops::Guns && rule!("MC-STAT-4a"));
    let written = guns.unwrap_or_else(|| spec.stands_or_usual());
    let known = if written == 0 && rule!("MC-UNIT-4") { usual } else { written.max(1) };
    known.min(battle::MAX_STANDS as u8)
}

fn recruit(spec: &UnitSpec, faults: &mut Vec<String>) -> Recruit<Profile> {
    if let Some(word) = words(spec).iter().find(|word| !is_known(word)) {
        let known = Traits::ROWS.words();
        faults.push(format!(
            "unit {} has the unknown word `{word}`; expected a nation such as british, militia, indians, long_rifles, \
             `class 1` to `class 5`, `men 240`, or one of {known}",
            spec.label
        ));
    }
    let troops = troops_of(spec);
    let nation = NATIONS.iter().find(|(word, _)| says(spec, word)).map_or(Nation::Other, |(_, nation)| *nation);
    let gun = gun_of(spec.troop);
    let per_stand = if rule!("MC-UNIT-3") { tables::per_stand(troops, gun) } else { 1 };
    let men = words(spec).iter().find_map(|word| men_word(word)).filter(|_| troops != Troops::Guns);
    let most = battle::MAX_STANDS as i16 * per_stand;
    let written = men.filter(|_| rule!("MC-STAT-4b")).map(|figures| figures.min(most));
    let full = || i16::from(stands_of(spec, troops)) * per_stand;
    // Guns are lost whole, men one by one: what is left of them stands on as many stands as it takes.
    let figures = match troops {
        Troops::Guns => i16::from(spec.worn_stands(stands_of(spec, troops))) * per_stand,
        _ => spec.worn(written.unwrap_or_else(full)),
    };
    let stands = ((figures + per_stand - 1) / per_stand) as u8;
    let profile = Profile {
        troops,
        nation,
        arms: arms_of(spec, troops),
        class: class_of(spec, troops),
        gun,
        per_stand,
        stands,
        figures,
        traits: traits_of(spec),
    };
    let (label, name) = (spec.label.clone(), spec.name.clone());
    Recruit { label, name, profile, brigade: spec.brigade, start: spec.start.clone() }
}

/// The label of what a unit sends out: its own in small letters.
fn part_label(recruit: &Recruit<Profile>) -> String {
    recruit.label.to_lowercase()
}

/// What a unit can send out, part of it until then; nothing where the label is taken (MC-FORM-7).
fn part_of(whole: &Recruit<Profile>, all: &[Recruit<Profile>]) -> Option<Recruit<Profile>> {
    let label = part_label(whole);
    let name = format!("{}, detached", whole.name);
    let free = all.iter().all(|one| one.label != label);
    free.then(|| Recruit { label, name, start: Start::Apart, ..whole.clone() })
}

/// The own edge of each side: the one nearest to the mean of the hexes where its units start, or where none does the one at
/// its back (MC-HEX-13).
fn own_edges(scenario: &Scenario) -> [MapEdge; 2] {
    let (grid, homes) = (scenario.ground.grid(), rulebook::homes(scenario));
    [0, 1].map(|side| {
        let start = |unit: &UnitSpec| match unit.start {
            Start::At(hex, _) => Some(hex.offset()),
            _ => None,
        };
        let starts: Vec<Offset> = scenario.armies[side].units.iter().filter_map(start).collect();
        let count = starts.len() as i32;
        let sum = |of: fn(&Offset) -> i16| starts.iter().map(|start| i32::from(of(start))).sum::<i32>();
        let (column, row) = (sum(|start| start.column), sum(|start| start.row));
        let far = |edge: &MapEdge| match edge {
            MapEdge::North => row,
            MapEdge::South => (i32::from(grid.height()) - 1) * count - row,
            MapEdge::West => column,
            MapEdge::East => (i32::from(grid.width()) - 1) * count - column,
        };
        let home = MapEdge::of(homes[side]);
        let edges = [home].into_iter().chain(MapEdge::ALL);
        if count == 0 { home } else { edges.min_by_key(far).unwrap_or(home) }
    })
}

/// A free pose on a hex or near it.
fn near(war: &War, unit: UnitId, shape: Shape, hexes: impl Iterator<Item = Hex>, facing: Facing) -> Option<Pose> {
    let formation = formation(war.stands(unit), shape, seat(war, unit));
    let clear = |pose: &Pose| {
        let print = pose.stands(war.stands(unit));
        let free = losses::fits(war, unit, pose);
        free && war.enemies(unit).all(|enemy| space::body(war, enemy).distance(&print) > 1)
    };
    let mut poses = hexes.map(|hex| Pose::new(hex, facing, formation));
    poses.find(clear)
}

impl Enlists for McNally {
    type Options = Options;
    type Profile = Profile;
    type Post = Post;
    type Fixed = Fixed;

    const SHIFT: i32 = tables::NUDGE;
    const LEADER_CLAUSE: &'static str = "MC-GENERAL-1";

    fn recruits(army: &Army, options: &Options, faults: &mut Vec<String>) -> Vec<Recruit<Profile>> {
        let mut all: Vec<Recruit<Profile>> = army.units.iter().map(|spec| recruit(spec, faults)).collect();
        let implied = |profile: &Profile, one| profile.has(one) && options.light_implied;
        let divisible = |one: &&Recruit<Profile>| detachment::is_divisible(&one.profile, |g| implied(&one.profile, g));
        let parts: Vec<Recruit<Profile>> = all.iter().filter(divisible).filter_map(|one| part_of(one, &all)).collect();
        all.extend(parts);
        all
    }

    fn leaders(
        scenario: &Scenario,
        _armies: &Armies<Profile>,
        _options: &Options,
        _faults: &mut Vec<String>,
    ) -> Vec<(LeaderInfo, Post)> {
        let mut leaders = Vec::new();
        for army in &scenario.armies {
            for spec in commanders(army) {
                let class = String::from(match spec.rank {
                    Rank::Army => "Army commander",
                    Rank::Division => "Division commander",
                    Rank::Brigade | Rank::Adjutant => "Brigadier",
                });
                let (label, name) = (spec.label.clone(), spec.name.clone());
                let info = LeaderInfo { label, name, side: army.side, class, officer: false };
                leaders.push((info, Post { rank: spec.rank }));
            }
        }
        leaders
    }

    fn fixtures(
        scenario: &Scenario,
        armies: &Armies<Profile>,
        _leaders: &[(LeaderInfo, Post)],
        _options: &Options,
    ) -> Fixed {
        let (mut chain, mut parts, mut before) = (Vec::new(), Vec::new(), 0);
        for (army, recruits) in scenario.armies.iter().zip(armies) {
            let first = parts.len();
            let whole = |part: &Recruit<Profile>| {
                let of = recruits.iter().position(|one| part.start == Start::Apart && part_label(one) == part.label);
                of.map(|place| UnitId((first + place) as u8))
            };
            parts.extend(recruits.iter().map(whole));
            chain.extend(recruits.iter().map(|recruit| chain_of(army, before, recruit.brigade)));
            before += commanders(army).count();
        }
        Fixed { chain, parts, edges: own_edges(scenario), runs: ground::runs(&scenario.ground) }
    }

    fn enrol(recruit: &Recruit<Profile>, _options: &Options) -> Enrolled {
        let Profile { troops, stands, .. } = recruit.profile;
        let strength = if recruit.start == Start::Apart { 0 } else { recruit.profile.figures };
        let (arm, shape) = match troops {
            Troops::Horse => (Arm::Cavalry, Shape::Line),
            Troops::Guns => (Arm::Artillery, Shape::Battery),
            Troops::Regulars => (Arm::Infantry, Shape::Line),
            Troops::Militia => (Arm::Infantry, Shape::Open),
            Troops::Riflemen | Troops::Jaegers | Troops::Indians => (Arm::Infantry, Shape::Skirmish),
        };
        let seat = if troops == Troops::Horse { Seat::Saddle } else { Seat::Afoot };
        let formation = formation(stands, shape, seat);
        Enrolled { arm, class: String::from(troops.name()), stands, strength, formation }
    }

    fn starting_pose(war: &War, _recruit: &Recruit<Profile>, unit: UnitId, hex: Hex, facing: Facing) -> Option<Pose> {
        let shapes = shapes(war, unit);
        let opens = shapes.iter().any(|shape| matches!(shape, Shape::Open | Shape::Skirmish));
        if let Some(held) = garrison::holding(war, unit, hex).filter(|_| opens) {
            return Some(Pose { facing, ..held });
        }
        let first = usual(&shapes);
        let rest = [Shape::Line, Shape::Open, Shape::Skirmish, Shape::Column, Shape::Limbered];
        let order = std::iter::once(first).chain(rest.into_iter().filter(|shape| shapes.contains(shape)));
        let mut near_by = order.map(|shape| near(war, unit, shape, hex.within(4), facing));
        let found = near_by.find_map(|pose| pose);
        found.or_else(|| near(war, unit, first, hex.within(tables::NUDGE), facing))
    }

    /// The middle unit of his command, the lower of two.
    fn leader_starts(war: &War, leader: LeaderId) -> Option<UnitId> {
        let side = war.setting().leader(leader).side;
        let his = |unit: &UnitId| war.fixed().chain[unit.index()].contains(&Some(leader));
        let units: Vec<UnitId> = war.field().present_of(side).filter(his).collect();
        units.get(units.len().saturating_sub(1) / 2).copied().filter(|_| rule!("MC-GENERAL-1"))
    }

    fn placed(umpire: &mut Umpire<'_, McNally>) {
        for unit in umpire.field().ids().collect::<Vec<_>>() {
            let profile = *umpire.profile(unit);
            if profile.is_guns() {
                umpire.own_mut(unit).crews = vec![profile.per_stand; usize::from(profile.stands)];
            }
        }
    }

    fn arrival_roll(_options: &Options, need: u8) -> Pool {
        Pool::new(Why::Arrival.label(), "MC-SEQ-9", 1, Reading::Successes(need)).as_kind(RollKind::Test)
    }

    fn arrival_why() -> Why {
        Why::Arrival
    }

    /// On an entry hex or near it, off the enemy, in column, limbered or loose.
    fn entry_pose(war: &War, unit: UnitId, group: usize) -> Option<Pose> {
        let (shapes, group) = (shapes(war, unit), &war.setting().groups[group]);
        let marching = [Shape::Limbered, Shape::Column, Shape::Skirmish, Shape::Open, Shape::Line];
        let rings = (1..=tables::ENTRY).flat_map(|far| group.entry.iter().flat_map(move |hex| hex.ring(far)));
        let hexes: Vec<Hex> = group.entry.iter().copied().chain(rings).collect();
        let able = marching.into_iter().filter(|shape| shapes.contains(shape));
        able.filter_map(|shape| near(war, unit, shape, hexes.iter().copied(), group.facing)).next()
    }

    fn comes_with(war: &War, leader: LeaderId, unit: UnitId) -> bool {
        war.fixed().chain[unit.index()].contains(&Some(leader))
    }
}

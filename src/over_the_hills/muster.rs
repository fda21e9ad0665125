//! A neutral order of battle under these rules: units, commanders, starts and arrivals (OTH-UNIT, OTH-SEQ-7).

use battle::{
    Arm, Army, Event, LeaderId, LeaderInfo, LeaderSpec, Perch, Pool, Pose, Quality, Rank, Rating, Reading, RollKind,
    Scenario, Trait, Troop, UnitId, UnitSpec, Weapon, rule,
};
use hexes::{Facing, Hex};
use rulebook::{Armies, Enlists, Enrolled, Recruit, Umpire, chain_of, commanders, heads};

use crate::command::{commands, orders};
use crate::ground::{going, runs, towns};
use crate::movement::forming::has_right;
use crate::profile::{Arms, Class, Fixed, Gun, Kind, Post, Profile, Traits, Weight};
use crate::space::{Shape, formation};
use crate::state::Once;
use crate::why::Why;
use crate::{Options, OverTheHills, War, tables};

/// The name of this system in battle files.
const KEY: &str = "over_the_hills";

/// What a battle file says of a unit to this system alone.
fn words(spec: &UnitSpec) -> &[String] {
    spec.special.get(KEY).map_or(&[], Vec::as_slice)
}

/// The number behind a word: `fs 8`.
fn number(words: &[String], name: &str) -> Option<i16> {
    words.iter().find_map(|word| word.strip_prefix(name)?.trim().parse().ok())
}

/// Skirmish classes and weights of guns by their words.
const CLASSES: [(&str, Class); 4] =
    [("class A", Class::A), ("class B", Class::B), ("class C", Class::C), ("class D", Class::D)];
const GUNS: [(&str, Gun); 4] = [
    ("light guns", Gun::Light),
    ("light medium guns", Gun::LightMedium),
    ("medium guns", Gun::Medium),
    ("heavy guns", Gun::Heavy),
];

fn named<T: Copy>(words: &[String], known: &[(&str, T)]) -> Option<T> {
    known.iter().find(|(name, _)| words.iter().any(|word| word == name)).map(|(_, value)| *value)
}

fn is_known(word: &str) -> bool {
    let among = |names: &[&str]| names.contains(&word);
    let number = word.strip_prefix("fs ").is_some_and(|rest| rest.parse::<i16>().is_ok());
    number
        || Traits::ROWS.named(word).is_some()
        || among(&CLASSES.map(|(name, _)| name))
        || among(&GUNS.map(|(name, _)| name))
}

/// The traits of a unit: of its type and weapon, and those that are written (OTH-UNIT-4, 5, 8).
fn traits_of(spec: &UnitSpec) -> Traits {
    let typed = rule!("OTH-UNIT-4");
    let said = rule!("OTH-UNIT-8");
    let has = |wanted: Trait| spec.traits.contains(&wanted) && said;
    let mut traits = Traits::empty();
    traits.set(Traits::RIFLES | Traits::GOOD_SHOT, spec.weapon == Weapon::Rifle && typed);
    traits.set(Traits::IRREGULAR, spec.troop == Troop::Irregulars && said);
    traits.set(Traits::LANCER, spec.weapon == Weapon::Lance && said);
    traits.set(Traits::CARBINE_FIRE, spec.weapon == Weapon::Carbine && said);
    traits.set(Traits::IMPETUOUS, has(Trait::Impetuous));
    traits.set(Traits::FRENCH, has(Trait::ColumnAssault));
    traits.set(Traits::DISPERSED, has(Trait::Dispersed));
    traits |= match spec.troop {
        Troop::Militia if typed => Traits::MILITIA | Traits::POOR_SHOT,
        Troop::Cuirassiers if typed => Traits::CUIRASSIER,
        _ => Traits::empty(),
    };
    for word in words(spec).iter().filter(|_| rule!("OTH-UNIT-5")) {
        traits |= Traits::ROWS.named(word).unwrap_or_default();
    }
    traits
}

fn kind_of(troop: Troop) -> Kind {
    match (troop, troop.arm()) {
        (_, Arm::Infantry) => Kind::Infantry,
        (_, Arm::Cavalry) => Kind::Cavalry,
        (Troop::HorseBattery, _) => Kind::HorseArtillery,
        (_, Arm::Artillery) => Kind::FootArtillery,
    }
}

/// The skirmish class of a unit of foot (OTH-UNIT-4).
fn class_of(spec: &UnitSpec, traits: Traits) -> Class {
    let green = matches!(spec.quality, Quality::Raw | Quality::Conscript);
    let usual = if traits.contains(Traits::FRENCH) { Class::B } else { Class::C };
    let class = match spec.troop {
        _ if traits.contains(Traits::RIFLES) => {
            if green {
                Class::C
            } else {
                Class::A
            }
        }
        Troop::LightInfantry | Troop::Jaegers => {
            if spec.quality >= Quality::Veteran {
                Class::A
            } else {
                Class::B
            }
        }
        Troop::Irregulars => Class::B,
        Troop::Militia => Class::D,
        Troop::LineInfantry if green => Class::D,
        _ => usual,
    };
    let class = if spec.traits.contains(&Trait::PoorSkirmishers) { class.lower() } else { class };
    named(words(spec), &CLASSES).unwrap_or(class)
}

fn gun_of(spec: &UnitSpec) -> Gun {
    let usual = match spec.troop {
        Troop::MediumBattery => Gun::Medium,
        Troop::HeavyBattery => Gun::Heavy,
        Troop::HorseBattery | Troop::HowitzerBattery => Gun::LightMedium,
        _ => Gun::Light,
    };
    named(words(spec), &GUNS).unwrap_or(usual)
}

fn arms_of(kind: Kind, traits: Traits) -> Arms {
    match kind {
        Kind::Infantry if traits.contains(Traits::RIFLES) => Arms::Rifle,
        Kind::Infantry => Arms::Musket,
        Kind::Cavalry if traits.contains(Traits::BOWS) => Arms::Bow,
        Kind::Cavalry if traits.contains(Traits::CARBINE_FIRE) || traits.contains(Traits::IRREGULAR) => Arms::Carbine,
        _ => Arms::None,
    }
}

/// Stands of a unit (OTH-UNIT-6).
fn stands_of(kind: Kind, written: u8) -> u8 {
    let usual = if kind.is_guns() { 2 } else { 4 };
    let known = if written == 0 && rule!("OTH-UNIT-6") { usual } else { written.max(1) };
    known.min(battle::MAX_STANDS as u8)
}

/// The score of a unit at the start (OTH-UNIT-3).
fn score_of(spec: &UnitSpec, kind: Kind, traits: Traits, stands: u8) -> i16 {
    let base = tables::SCORES[spec.quality as usize];
    let irregular = i16::from(kind.is_cavalry() && traits.contains(Traits::IRREGULAR));
    let made = (base + tables::size(kind, stands) - irregular).clamp(tables::LEAST_SCORE, tables::MOST_SCORE);
    let made = if rule!("OTH-UNIT-3") { made } else { base };
    number(words(spec), "fs ").unwrap_or(made)
}

fn recruit(spec: &UnitSpec, faults: &mut Vec<String>) -> Recruit<Profile> {
    if let Some(word) = words(spec).iter().find(|word| !is_known(word)) {
        let known = Traits::ROWS.words();
        faults.push(format!(
            "unit {} has the unknown word `{word}`; expected `fs 8`, `class A` to `class D`, `heavy guns` or one of {known}",
            spec.label
        ));
    }
    let (kind, traits) = (kind_of(spec.troop), traits_of(spec));
    let stands = stands_of(kind, spec.stands_or_usual());
    let weight = match spec.troop {
        Troop::MediumCavalry | Troop::HeavyCavalry => Weight::Heavy,
        _ if traits.contains(Traits::CUIRASSIER) => Weight::Cuirassier,
        _ => Weight::Light,
    };
    let profile = Profile {
        kind,
        weight,
        arms: arms_of(kind, traits),
        gun: gun_of(spec),
        quality: spec.quality,
        class: class_of(spec, traits),
        traits,
        score: spec.worn(score_of(spec, kind, traits, stands)),
        stands,
    };
    let (label, name) = (spec.label.clone(), spec.name.clone());
    Recruit { label, name, profile, brigade: spec.brigade, start: spec.start.clone() }
}

/// The words of a commander that are known.
const POSTS: [&str; 6] = ["brilliant", "inspiring", "attack", "advance", "hold", "withdraw"];

/// What a commander is (OTH-LEADER-1, OTH-CMD-4).
fn post_of(spec: &LeaderSpec, options: &Options, faults: &mut Vec<String>) -> Post {
    let words = spec.special.get(KEY).map_or(&[][..], Vec::as_slice);
    let known = |word: &&String| POSTS.contains(&word.as_str()) || word.starts_with("range ");
    if let Some(word) = words.iter().find(|word| !known(word)) {
        faults.push(format!(
            "leader {} has the unknown word `{word}`; expected brilliant, inspiring, `range 12` or an order such as attack",
            spec.label
        ));
    }
    let has = |name: &str| words.iter().any(|word| word == name);
    let place = match spec.rating {
        Rating::Poor => 0,
        Rating::Average => 1,
        Rating::Good => 2,
        Rating::Excellent => 3,
    };
    let control = if has("brilliant") { 5 } else { tables::CONTROL[place] };
    let inspired = if control >= 4 { 2 } else { 1 };
    let inspiration = if has("inspiring") { inspired } else { 0 };
    let [brigade, division, army] = options.command_ranges();
    let range = match spec.rank {
        Rank::Army => army,
        Rank::Division => division,
        Rank::Brigade | Rank::Adjutant => brigade,
    };
    let usual = if rule!("OTH-CMD-4") { range } else { 0 };
    let range = number(words, "range ").map_or(usual, i32::from);
    let (control, inspiration) = if rule!("OTH-LEADER-1") { (control, inspiration) } else { (1, 0) };
    Post { rank: spec.rank, control, inspiration, range }
}

/// The order a brigade begins with: as its commander says, else advance (OTH-ORD-2).
fn first_order(army: &Army, brigade: usize) -> u8 {
    let said = commanders(army).filter(|leader| heads(army, leader, brigade)).filter_map(|leader| {
        let words = leader.special.get(KEY)?;
        tables::ORDERS.iter().position(|order| words.iter().any(|word| word == order.name))
    });
    said.min().map_or(orders::ADVANCE, |place| place as u8 + 1)
}

/// A unit where it is written or near by: in line, guns in battery, dispersed ones loose, foot in houses it is put into.
fn start(war: &War, unit: UnitId, hex: Hex, facing: Facing) -> Option<Pose> {
    let (profile, stands) = (*war.profile(unit), war.stands(unit));
    let shape = match profile.kind {
        _ if !rule!("OTH-SEQ-7a") => Shape::March,
        Kind::FootArtillery | Kind::HorseArtillery => Shape::Battery,
        _ if !profile.has(Traits::DISPERSED) => Shape::Line,
        _ if has_right(war, unit, Shape::Skirmish) => Shape::Skirmish,
        _ => Shape::Open,
    };
    let garrison = towns::garrison_at(war, unit, hex).map(|pose| pose.facing(facing));
    if garrison.is_some() {
        return garrison;
    }
    let free = |pose: &Pose| {
        let works = |hex: &Hex| war.field().ground().terrain(*hex) == battle::Terrain::Works;
        let print = war.field().footprint_at(unit, pose);
        let alone = print.hexes().iter().all(|hex| war.other_at(unit, *hex).is_none());
        let set_up = print.hexes().iter().all(|hex| works(hex) || going::may_enter(war, profile.kind, shape, *hex));
        alone && set_up
    };
    let formation = formation(stands, shape);
    hex.within(tables::NUDGE).map(|hex| Pose::new(hex, facing, formation)).find(free)
}

impl Enlists for OverTheHills {
    type Options = Options;
    type Profile = Profile;
    type Post = Post;
    type Fixed = Fixed;

    const SHIFT: i32 = tables::NUDGE;
    const LEADER_CLAUSE: &'static str = "OTH-SEQ-7";

    fn recruits(army: &Army, _options: &Options, faults: &mut Vec<String>) -> Vec<Recruit<Profile>> {
        army.units.iter().map(|spec| recruit(spec, faults)).collect()
    }

    fn leaders(
        scenario: &Scenario,
        _armies: &Armies<Profile>,
        options: &Options,
        faults: &mut Vec<String>,
    ) -> Vec<(LeaderInfo, Post)> {
        let mut leaders = Vec::new();
        for army in &scenario.armies {
            for spec in commanders(army) {
                let post = post_of(spec, options, faults);
                let class = String::from(match post.rank {
                    Rank::Army => "General",
                    Rank::Division => "Division commander",
                    Rank::Brigade | Rank::Adjutant => "Brigadier",
                });
                let (label, name) = (spec.label.clone(), spec.name.clone());
                leaders.push((LeaderInfo { label, name, side: army.side, class, officer: false }, post));
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
        let (mut chain, mut orders, mut before) = (Vec::new(), Vec::new(), 0);
        for (army, recruits) in scenario.armies.iter().zip(armies) {
            chain.extend(recruits.iter().map(|recruit| chain_of(army, before, recruit.brigade)));
            orders.extend((0..army.brigades.len()).map(|brigade| first_order(army, brigade)));
            before += commanders(army).count();
        }
        let runs = runs::runs(&scenario.ground);
        let crossings = runs::near(&scenario.ground, &runs);
        let ((edges, hexes), towns) = (runs, towns::towns(&scenario.ground));
        Fixed { chain, orders, edges, hexes, crossings, towns, first_is_said: scenario.first_side.is_some() }
    }

    fn enrol(recruit: &Recruit<Profile>, _options: &Options) -> Enrolled {
        let Profile { kind, stands, score, .. } = recruit.profile;
        let arm = kind.arm();
        let shape = if kind.is_guns() { Shape::Battery } else { Shape::Line };
        let class = String::from(kind.name());
        Enrolled { arm, class, stands, strength: score, formation: formation(stands, shape) }
    }

    fn starting_pose(war: &War, _recruit: &Recruit<Profile>, unit: UnitId, hex: Hex, facing: Facing) -> Option<Pose> {
        start(war, unit, hex, facing)
    }

    /// The middle unit of his command in the order of the roster, of an even number the lower (OTH-SEQ-7).
    fn leader_starts(war: &War, leader: LeaderId) -> Option<UnitId> {
        let side = war.setting().leader(leader).side;
        let his = |unit: &UnitId| war.fixed().chain[unit.index()].contains(&Some(leader));
        let units: Vec<UnitId> = war.field().present_of(side).filter(his).collect();
        let middle = if rule!("OTH-SEQ-7b") { units.len().saturating_sub(1) / 2 } else { 0 };
        units.get(middle).copied()
    }

    /// Commanders stand behind the anchor of their unit.
    fn placed(umpire: &mut Umpire<'_, OverTheHills>) {
        let written = if rule!("OTH-SEQ-7c") { umpire.setting().leaders.len() } else { 0 };
        for place in 0..written {
            let leader = LeaderId(place as u8);
            let Perch::With(unit) = umpire.field().leader(leader) else { continue };
            let (pose, grid) = (umpire.pose(unit), umpire.field().ground().grid());
            let behind = [pose.facing.rear_right(), pose.facing.rear_left()].map(|way| pose.anchor + way);
            if let Some(hex) = behind.into_iter().find(|hex| grid.contains(*hex)) {
                umpire.emit(Event::LeaderMoved { leader, to: Perch::At(hex), clause: "OTH-SEQ-7" });
            }
        }
    }

    fn arrival_roll(_options: &Options, need: u8) -> Pool {
        Pool::new(Why::Arrival.label(), "OTH-SEQ-7", 1, Reading::Successes(need)).as_kind(RollKind::Test)
    }

    fn arrival_why() -> Why {
        Why::Arrival
    }

    /// On an entry hex or near it, in march column or limbered, off the enemy.
    fn entry_pose(war: &War, unit: UnitId, group: usize) -> Option<Pose> {
        let (profile, group) = (*war.profile(unit), &war.setting().groups[group]);
        let shape = match profile.kind.is_guns() {
            _ if !rule!("OTH-SEQ-7d") => Shape::Line,
            true => Shape::Limbered,
            false => Shape::March,
        };
        let formation = formation(war.stands(unit), shape);
        let free = |pose: &Pose| {
            let print = pose.stands(war.stands(unit));
            let met = war.enemies(unit).any(|enemy| crate::space::body(war, enemy).distance(&print) <= 1);
            !met && going::is_free_for(war, unit, shape, &print)
        };
        let near = |far: i32| group.entry.iter().flat_map(move |hex| hex.ring(far));
        let hexes = group.entry.iter().copied().chain((1..=tables::ENTRY).flat_map(near));
        hexes.map(|hex| Pose::new(hex, group.facing, formation)).find(free)
    }

    /// Whoever arrives is in command for the turn, and drives lone commanders of the enemy off its place.
    fn arrived(umpire: &mut Umpire<'_, OverTheHills>, unit: UnitId) {
        umpire.own_mut(unit).arrived = if rule!("OTH-SEQ-7e") { Once::Done } else { Once::Open };
        let held = umpire.field().footprint(unit).hexes().to_vec();
        crate::command::leaders::ride_down(umpire, unit, &held);
    }

    fn comes_with(war: &War, leader: LeaderId, unit: UnitId) -> bool {
        war.fixed().chain[unit.index()].contains(&Some(leader)) && !commands(war, leader, unit)
    }
}

//! A neutral order of battle under these rules: units, commands, leaders, starts and arrivals (SN-UNIT, SN-SEQ-8).

use battle::{
    Arm, Army, Event, LeaderId, LeaderInfo, LeaderSpec, MapEdge, Pool, Pose, Rank, Rating, Reading, RollKind, Scenario,
    Troop, UnitId, UnitSpec, Weather, rule,
};
use hexes::{Facing, Hex};
use rulebook::{Armies, Enlists, Enrolled, Recruit, Umpire};

use crate::orders::{Command, Mandate};
use crate::profile::{Fixed, Kind, Nation, Post, Profile, Weight};
use crate::room::{Fit, fits};
use crate::space::{self, Look, Shape, formation};
use crate::why::Why;
use crate::{Options, Snappy, War, bases, leaders, morale, tables};

/// The arm of a neutral type (SN-UNIT-3).
fn kind_of(troop: Troop) -> Kind {
    match (troop, troop.arm()) {
        _ if !rule!("SN-UNIT-3") => Kind::Infantry,
        (_, Arm::Infantry) => Kind::Infantry,
        (Troop::LightCavalry, _) => Kind::LightCavalry,
        (_, Arm::Cavalry) => Kind::HeavyCavalry,
        (Troop::HorseBattery, _) => Kind::HorseArtillery,
        (_, Arm::Artillery) => Kind::FootArtillery,
    }
}

/// Stands of a unit, by those of the neutral order of battle (SN-UNIT-2).
fn stands_of(kind: Kind, written: u8) -> u8 {
    match (kind, written) {
        _ if !rule!("SN-UNIT-2") => written,
        (Kind::FootArtillery | Kind::HorseArtillery, _) | (_, 0 | 1) => 1,
        (Kind::Infantry, 5..) => 3,
        _ => 2,
    }
}

/// What a battle file says of a unit to this system alone.
fn words(spec: &UnitSpec) -> &[String] {
    spec.special.get(bases::KEY).map_or(&[], Vec::as_slice)
}

/// The word of a foot battery of 9-pounders or above.
const HEAVY: &str = "heavy";

/// How heavy a battery is (SN-UNIT-5): of foot guns the heavy ones, and those that are said to be.
fn weight_of(spec: &UnitSpec) -> Weight {
    let said = || words(spec).iter().any(|word| word == HEAVY);
    let heavy = match spec.troop {
        Troop::HeavyBattery => true,
        Troop::LightBattery | Troop::MediumBattery => said(),
        _ => false,
    };
    if heavy && rule!("SN-UNIT-5") { Weight::Heavy } else { Weight::Light }
}

/// The status a unit begins with: firm, unless its battle says otherwise (SN-UNIT-6).
fn start_of(spec: &UnitSpec) -> i16 {
    let named = |place: &usize| words(spec).iter().any(|word| word == tables::LADDER[*place]);
    let place = (1..tables::LADDER.len()).find(named);
    place.map_or(tables::FIRM, |place| place as i16)
}

/// How many places below its usual status a unit begins of which so much is left, in per cent: one for each third that it lacks.
fn worn_places(strength: u8) -> i16 {
    i16::from(100_u8.saturating_sub(strength) / tables::WORN)
}

fn recruit(spec: &UnitSpec, faults: &mut Vec<String>) -> Recruit<Profile> {
    let known = |word: &&String| *word == HEAVY || tables::LADDER[1..].contains(&word.as_str());
    if let Some(word) = words(spec).iter().find(|word| !known(word)) {
        let statuses = tables::LADDER[1..].join(", ");
        faults
            .push(format!("unit {} has the unknown word `{word}`; expected {HEAVY} or one of {statuses}", spec.label));
    }
    let kind = kind_of(spec.troop);
    let quality = if rule!("SN-UNIT-4") { spec.quality } else { battle::Quality::Raw };
    let (weight, stands) = (weight_of(spec), spec.worn_stands(stands_of(kind, spec.stands_or_usual())));
    let profile = Profile { kind, quality, weight, stands, start: start_of(spec), worn: worn_places(spec.strength) };
    Recruit {
        label: spec.label.clone(),
        name: spec.name.clone(),
        profile,
        brigade: spec.brigade,
        start: spec.start.clone(),
    }
}

/// A leader's rating: a word of his own, or as his neutral one (SN-UNIT-7).
fn rating_of(spec: &LeaderSpec, words: &[String]) -> i16 {
    let named = tables::RATINGS.iter().find(|(name, _)| words.iter().any(|word| word == name));
    let neutral = match spec.rating {
        Rating::Poor => -1,
        Rating::Average => 0,
        Rating::Good => 1,
        Rating::Excellent => 2,
    };
    let rating = named.map_or(neutral, |(_, rating)| *rating);
    if rule!("SN-UNIT-7") { rating } else { 0 }
}

fn post_of(scenario: &Scenario, spec: &LeaderSpec, chief: bool, faults: &mut Vec<String>) -> Post {
    let words = spec.special.get(bases::KEY).map_or(&[][..], Vec::as_slice);
    let nation = Nation::WORDS.iter().find(|(name, _)| words.iter().any(|word| word == name));
    let start = Mandate::ALL.into_iter().find(|mandate| words.iter().any(|word| word == mandate.name()));
    let known = |word: &&String| {
        tables::RATINGS.iter().any(|(name, _)| name == word)
            || Nation::WORDS.iter().any(|(name, _)| name == word)
            || Mandate::NAMES.contains(&word.as_str())
            || bases::is_word(scenario, word)
    };
    if let Some(word) = words.iter().find(|word| !known(word)) {
        faults.push(format!(
            "leader {} has the unknown word `{word}`; expected a nation such as french, a rating such as dashing, an \
             order such as attack, `base south` or `supply` with a place or a hex",
            spec.label
        ));
    }
    let nation = nation.filter(|_| rule!("SN-UNIT-9")).map_or(Nation::Austrian, |(_, nation)| *nation);
    Post { rating: rating_of(spec, words), nation, chief, start: start.unwrap_or_default() }
}

/// A C-in-C for an army whose order of battle names no leader.
fn nameless(army: &Army) -> LeaderSpec {
    let first = army.side.name().chars().next().unwrap_or('G');
    let mut label = format!("{first}G");
    while army.units.iter().any(|unit| unit.label == label) {
        label.push('G');
    }
    LeaderSpec {
        label,
        name: String::from("General"),
        rank: Rank::Army,
        rating: Rating::Average,
        command: None,
        special: Default::default(),
    }
}

/// Whether a leader heads the command of a brigade: its division, or itself where it belongs to none (SN-UNIT-8).
fn heads(army: &Army, leader: &LeaderSpec, brigade: usize) -> bool {
    let (Some(command), Some(info)) = (&leader.command, army.brigades.get(brigade)) else { return false };
    match leader.rank {
        Rank::Division => info.division == *command,
        Rank::Brigade => info.division.is_empty() && (info.name == *command || command.parse() == Ok(brigade)),
        Rank::Army | Rank::Adjutant => false,
    }
}

/// The leaders of an army that are on the map: the C-in-C and heads of commands; and which of them is the C-in-C.
fn chosen(army: &Army) -> (Vec<LeaderSpec>, usize) {
    let units = |leader: &LeaderSpec| army.units.iter().filter(|unit| heads(army, leader, unit.brigade)).count();
    let on_map = |leader: &&LeaderSpec| leader.rank == Rank::Army || units(leader) > 0 || !rule!("SN-UNIT-8");
    let mut leaders: Vec<LeaderSpec> = army.leaders.iter().filter(on_map).cloned().collect();
    if leaders.is_empty() {
        leaders.push(nameless(army));
    }
    let general = leaders.iter().position(|leader| leader.rank == Rank::Army);
    let largest = (0..leaders.len()).rev().max_by_key(|place| units(&leaders[*place]));
    let chief = general.or(largest).unwrap_or_default();
    (leaders, chief)
}

fn free_near(war: &War, unit: UnitId, pose: &Pose, radius: i32) -> Option<Pose> {
    let near = pose.anchor.within(radius).map(|hex| pose.at(hex));
    near.into_iter().find(|pose| fits(war, unit, pose) == Fit::Free)
}

impl Enlists for Snappy {
    type Options = Options;
    type Profile = Profile;
    type Post = Post;
    type Fixed = Fixed;

    const SHIFT: i32 = tables::NUDGE;
    const LEADER_CLAUSE: &'static str = "SN-LEADER-3";

    fn recruits(army: &Army, _options: &Options, faults: &mut Vec<String>) -> Vec<Recruit<Profile>> {
        army.units.iter().map(|spec| recruit(spec, faults)).collect()
    }

    fn leaders(
        scenario: &Scenario,
        _armies: &Armies<Profile>,
        _options: &Options,
        faults: &mut Vec<String>,
    ) -> Vec<(LeaderInfo, Post)> {
        let mut leaders = Vec::new();
        for army in &scenario.armies {
            let (specs, chief) = chosen(army);
            for (place, spec) in specs.iter().enumerate() {
                let post = post_of(scenario, spec, place == chief, faults);
                let class = String::from(if post.chief { "C-in-C" } else { "Commander" });
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
        let (mut command, mut chief, mut before) = (Vec::new(), [LeaderId(0); 2], 0);
        for (army, recruits) in scenario.armies.iter().zip(armies) {
            let (specs, top) = chosen(army);
            chief[army.side.index()] = LeaderId((before + top) as u8);
            for recruit in recruits {
                let head = specs.iter().position(|spec| heads(army, spec, recruit.brigade)).unwrap_or(top);
                command.push(LeaderId((before + head) as u8));
            }
            before += specs.len();
        }
        let wet = matches!(scenario.weather, Weather::Rain | Weather::Snow);
        let early = scenario.year().is_some_and(|year| year <= 1808);
        let (named, sources) = (bases::named_edges(scenario), bases::named_sources(scenario));
        Fixed { command, chief, edge: [MapEdge::South, MapEdge::North], named, sources, wet, early }
    }

    fn enrol(recruit: &Recruit<Profile>, _options: &Options) -> Enrolled {
        let Profile { kind, stands, worn, .. } = recruit.profile;
        let arm = kind.arm();
        let start = if rule!("SN-UNIT-6") { tables::FIRM } else { tables::BOLD };
        let strength = if rule!("SN-UNIT-1") { start - worn } else { i16::from(stands) };
        Enrolled {
            arm,
            class: String::from(kind.name()),
            stands,
            strength,
            formation: formation(kind, stands, Shape::Line),
        }
    }

    fn starting_pose(war: &War, _recruit: &Recruit<Profile>, unit: UnitId, hex: Hex, facing: Facing) -> Option<Pose> {
        free_near(war, unit, &Pose::new(hex, facing, war.pose(unit).formation), tables::NUDGE)
    }

    /// A leader with the first unit of his command that nobody is with, the C-in-C with any.
    fn leader_starts(war: &War, leader: LeaderId) -> Option<UnitId> {
        let own = |unit: &UnitId| war.fixed().command[unit.index()] == leader;
        let units: Vec<UnitId> = war.field().present_of(war.setting().leader(leader).side).collect();
        let free = |unit: &&UnitId| !war.has_leader(**unit);
        let his = units.iter().filter(|unit| own(unit)).find(free);
        his.or_else(|| units.iter().find(free).filter(|_| war.post(leader).chief)).copied()
    }

    /// Commands begin with their orders, units with their status; the base edges are found.
    fn placed(umpire: &mut Umpire<'_, Snappy>) {
        let begin = |place: usize| {
            let leader = LeaderId(place as u8);
            let command = Command::beginning(umpire.post(leader).start);
            let defends = command.ordered.needs_objective();
            Command { objective: umpire.field().leader_hex(leader).filter(|_| defends), ..command }
        };
        let commands = (0..umpire.setting().leaders.len()).map(begin).collect();
        umpire.state.own.commands = commands;
        for unit in umpire.field().present().collect::<Vec<_>>() {
            let (profile, from) = (*umpire.profile(unit), umpire.strength(unit));
            let to = (profile.start - profile.worn).max(tables::PANIC);
            if from + profile.worn == tables::FIRM && to != from {
                umpire.emit(Event::Strength { unit, from, to, cause: "start", clause: "SN-UNIT-6" });
            }
            morale::show_status(umpire, unit);
        }
        let edges = bases::edges(umpire);
        if let Some(setting) = umpire.setting_mut() {
            setting.fixed.edge = edges;
        }
    }

    fn arrival_roll(_options: &Options, need: u8) -> Pool {
        Pool::new("arrival", "SN-SEQ-8", 1, Reading::Successes(need)).as_kind(RollKind::Test)
    }

    fn arrival_why() -> Why {
        Why::Arrival
    }

    /// On an entry hex or near it: in march column on a road, else in column, facing its objective or the enemy (SN-SEQ-8).
    fn entry_pose(war: &War, unit: UnitId, group: usize) -> Option<Pose> {
        let (profile, group) = (*war.profile(unit), &war.setting().groups[group]);
        let shape = |hex: Hex| if war.field().ground().road(hex) { Shape::Road } else { Shape::Column };
        let facing = |hex: Hex| {
            let nearest = || {
                let stands = war.enemies(unit).filter_map(|enemy| space::nearest_stand(war, enemy, hex));
                stands.min_by_key(|stand| stand.distance(hex))
            };
            let goal = crate::orders::command_of(war, unit).objective.or_else(nearest);
            goal.map_or(group.facing, |goal| space::facing_toward(hex, group.facing, goal, Look::At))
        };
        let at = |hex: Hex| Pose::new(hex, facing(hex), formation(profile.kind, profile.stands, shape(hex)));
        let free = |pose: &Pose| fits(war, unit, pose) == Fit::Free && rule!("SN-SEQ-8");
        let written = group.entry.iter().map(|hex| at(*hex)).find(free);
        // Of hexes as near, whoever comes by road finds his road first.
        let near = |far: i32| {
            let mut ring: Vec<Hex> = group.entry.iter().flat_map(|hex| hex.ring(far)).collect();
            ring.sort_by_key(|hex| !war.field().ground().road(*hex));
            ring
        };
        written.or_else(|| (1..=tables::ENTRY).flat_map(near).map(at).find(free))
    }

    /// Whoever arrives drives lone leaders of the enemy off its place (SN-LEADER-5).
    fn arrived(umpire: &mut Umpire<'_, Snappy>, unit: UnitId) {
        leaders::clear_place(umpire, unit);
    }

    /// A leader who is due comes with the first unit of his command; a C-in-C without one with the first of his side.
    fn comes_with(war: &War, leader: LeaderId, unit: UnitId) -> bool {
        let headless = !war.fixed().command.contains(&leader);
        let own = war.fixed().command[unit.index()] == leader || headless;
        war.setting().leader(leader).side == war.side(unit) && own && !war.has_leader(unit)
    }
}

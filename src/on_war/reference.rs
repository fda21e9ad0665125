//! The tables as the engine uses them with the house rules in force.

use battle::{Crossing, Edge, Obstacle, Sheet, Terrain};
use rulebook::{Modifier, told};

use crate::ground::going::{
    Cover, Going, conceals, cover_behind, cover_of, going_of, going_over, hides_all_behind, hides_behind,
};
use crate::morale::triggers::{self, Trigger};
use crate::options::{CavalryBonus, HalfStrength};
use crate::profile::{Kind, Motivation, Skill, Traits};
use crate::tables::{self, ARMS, PARTS, Shape};
use crate::{Options, modifiers};

fn sheet(title: &str, clauses: &[&'static str], columns: &[&str], rows: Vec<Vec<String>>, notes: &[&str]) -> Sheet {
    Sheet {
        title: String::from(title),
        clauses: clauses.to_vec(),
        columns: columns.iter().map(|one| String::from(*one)).collect(),
        rows,
        notes: notes.iter().map(|one| String::from(*one)).collect(),
    }
}

fn face(face: u8) -> String {
    if face == 0 { String::from("-") } else { format!("{face}+") }
}

/// Every table.
pub(crate) fn sheets(options: &Options) -> Vec<Sheet> {
    vec![
        arms(options),
        tempers(),
        ranges(options),
        moves(),
        shooting(options),
        tests(options),
        terrain(),
        buildings(options),
        morale(options),
        Traits::ROWS.sheet(),
    ]
}

fn arms(options: &Options) -> Sheet {
    let row = |row: &tables::Row| {
        let attacks = if options.one_per_stand { 1 } else { row.attacks };
        let assault = if row.assault == 0 { String::from("-") } else { row.assault.to_string() };
        let defence = if row.kind.is_guns() { " (defence only)" } else { "" };
        let back = if row.kind.is_horse() { String::from("a move") } else { tables::FALL_BACK.to_string() };
        vec![String::from(row.name), format!("{attacks}{defence}"), face(row.save), assault, back, face(row.firepower)]
    };
    let columns = ["Arm", "Attacks a stand", "Save", "Charge", "Fall back", "Firepower"];
    sheet(
        "Arms (inches)",
        &["OW-UNIT-1", "OW-UNIT-2", "OW-ASSAULT-4", "OW-FALL-1", "OW-HIT-4"],
        &columns,
        ARMS.iter().map(row).collect(),
        &[&format!("A General, a CO or a brigade commander saves on {}+.", tables::LEADER)],
    )
}

fn tempers() -> Sheet {
    let skills = [("Conscript", Skill::Conscript), ("Trained", Skill::Trained), ("Veteran", Skill::Veteran)];
    let tempers = [
        ("Reluctant", Motivation::Reluctant),
        ("Confident", Motivation::Confident),
        ("Fearless", Motivation::Fearless),
    ];
    let row = |((skill, one), (temper, other)): (&(&str, Skill), &(&str, Motivation))| {
        vec![
            String::from(*skill),
            face(tables::skill(*one)),
            format!("2d6 up to {}", tables::initiative(*one)),
            format!("{} inches", tables::search_range(*one)),
            String::from(*temper),
            face(tables::motivation(*other)),
        ]
    };
    let rows = skills.iter().zip(&tempers).map(row).collect();
    let columns = ["Skill", "Test", "Search", "Search range", "Motivation", "Test"];
    sheet("Skill and motivation", &["OW-UNIT-3", "OW-UNIT-4", "OW-UNIT-5", "OW-HIDDEN-5"], &columns, rows, &[])
}

fn ranges(options: &Options) -> Sheet {
    let shooters = ARMS.iter().filter(|row| !row.kind.is_horse());
    let row = |row: &tables::Row| {
        let rate = match row.kind {
            Kind::Howitzers => options.howitzer_rof,
            _ => row.rate,
        };
        let in_line = i16::from(rate) + modifiers::IN_LINE.value();
        let line = if row.kind.is_foot() { format!("{rate} ({in_line} in line)") } else { rate.to_string() };
        let grape = if row.grape_range == 0 { String::from("-") } else { row.grape_range.to_string() };
        let dice = if row.grape_rate == 0 { String::from("-") } else { row.grape_rate.to_string() };
        vec![String::from(row.name), row.range.to_string(), line, face(row.hit), grape, dice, face(row.grape_hit)]
    };
    let columns = ["Shooter", "Range", "Dice a stand", "Hit", "Grape range", "Grape dice", "Grape hit"];
    let horse = tables::row(Kind::LightHorse);
    let carbines = format!("{} inches, {} die a stand, {}+", horse.range, horse.rate, horse.hit);
    let notes = [
        &format!("Horse shoots only with carbines: {carbines}."),
        "Heavy artillery and howitzers do not shoot in a turn in which they moved.",
    ];
    sheet(
        "Ranges and rates of fire",
        &["OW-UNIT-7", "OW-SHOOT-5", "OW-SHOOT-14"],
        &columns,
        shooters.map(row).collect(),
        &notes,
    )
}

fn moves() -> Sheet {
    let shapes = [
        ("Column", Shape::Column),
        ("Line", Shape::Line),
        ("Loose", Shape::OpenOrder),
        ("Square", Shape::Square),
        ("Wedge", Shape::Wedge),
    ];
    let kinds = ARMS.iter().map(|row| row.name);
    let columns: Vec<&str> = std::iter::once("Formation").chain(kinds).collect();
    let cell = |kind: Kind, shape: Shape| {
        tables::allowance(kind, shape).map_or_else(|| String::from("-"), |inches| inches.to_string())
    };
    let row = |(name, shape): &(&str, Shape)| {
        std::iter::once(String::from(*name)).chain(Kind::ALL.iter().map(|kind| cell(*kind, *shape))).collect()
    };
    let notes = [
        "At the double twice as far, but then no shooting or charging, and enemies roll more dice at the unit.",
        "Steps ahead cost 1 inch, aside or back 2 (1 in loose order); a wheel the files from the pivot to the far end; \
         turning a column, wedge or loose unit 1; facing about 1; a change of formation half the allowance.",
    ];
    sheet(
        "Moves in inches",
        &["OW-MOVE-1", "OW-MOVE-5", "OW-MOVE-8", "OW-MOVE-9"],
        &columns,
        shapes.iter().map(row).collect(),
        &notes,
    )
}

fn shooting(options: &Options) -> Sheet {
    let to_hit = |row: &Modifier| {
        let bonus = if *row == modifiers::HARD_COVER { format!("{:+}", -options.hard_cover) } else { row.adds() };
        let slow = options.moved_penalty_at_rof_1 && row.clause == modifiers::HAS_MOVED.clause;
        format!("{bonus} to hit{}", if slow { ", where a stand has 1 die anyway" } else { "" })
    };
    let in_force = |row: &&Modifier| options.line_stationary_bonus || **row != modifiers::STOOD_STILL;
    let [ball, grape] = [0, 1].map(|load| modifiers::MOVED_RATE.values[load]);
    let part = |row: &Modifier| format!("dice of a stand divided by {}, rounded up", row.value());
    let halved = if options.defensive_half_of_moved { ", after the limit for moving" } else { "" };
    let dice = [
        (&modifiers::IN_LINE, format!("{} die a stand", modifiers::IN_LINE.adds())),
        (&modifiers::MOVED_RATE, format!("at most {ball} die a stand, grape {grape}")),
        (&modifiers::DEFENSIVE, part(&modifiers::DEFENSIVE) + halved),
        (&modifiers::DOUBLED, format!("dice of a stand times {}", modifiers::DOUBLED.value())),
        (&modifiers::DISORIENTED, part(&modifiers::DISORIENTED)),
    ];
    let rows = modifiers::TO_HIT.iter().filter(in_force).map(|row| (row, to_hit(row))).chain(dice);
    told(
        "shooting",
        rows.map(|(row, effect)| (row, [effect])),
        ["effect"],
        &[
            "A modifier to hit changes the die: +1 turns 5+ into 4+.",
            "Horse artillery keeps its dice when it has moved.",
            "The second rank of a trained line shoots too, without the die for the line.",
        ],
    )
}

fn tests(options: &Options) -> Sheet {
    let charging = match options.cavalry_bonus {
        CavalryBonus::Charging => Some("in a fight it began"),
        CavalryBonus::AnyCavalry => Some("in any fight"),
        CavalryBonus::Off => None,
    };
    let bonus = modifiers::CHARGING_HORSE.adds();
    let bonus = charging.map(|when| format!("{bonus} to kill foot in line, column or loose order, {when}"));
    let kills = if options.general_rerolls_kills { "kills and for tests of" } else { "tests of" };
    let helped = [
        (&modifiers::GENERAL, format!("for {kills} skill and motivation")),
        (&modifiers::ADJUTANT, String::from("for tests of motivation")),
        (&modifiers::GENERAL_NEAR, format!("for tests of motivation within {} inches of him", tables::COMMAND)),
    ];
    let rows = bonus.map(|bonus| (&modifiers::CHARGING_HORSE, bonus)).into_iter().chain(helped);
    told(
        "kills, skill and motivation",
        rows.map(|(row, effect)| (row, [effect])),
        ["effect"],
        &["Only what failed is thrown again, once."],
    )
}

/// What the ground does, as the chapters on terrain, hiding and cover answer for each of its kinds.
fn terrain() -> Sheet {
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    let area = |name: &str, terrain, crossing| {
        (String::from(name), [going(going_of(terrain, crossing)), yes(conceals(terrain)), cover(cover_of(terrain))])
    };
    let edge = |kind: Obstacle| {
        let over = going_over(Edge { obstacle: kind, crossing: Crossing::None });
        let hides = if hides_all_behind(kind) {
            "yes"
        } else if hides_behind(kind) {
            "one rank"
        } else {
            "no"
        };
        (format!("edge: {}", kind.name()), [going(over), hides, cover(cover_behind(kind))])
    };
    let kinds = Terrain::ALL.into_iter().map(|kind| area(kind.name(), kind, Crossing::None));
    let crossings = [area("bridge", Terrain::Water, Crossing::Bridge), area("ford", Terrain::Water, Crossing::Ford)];
    let edges = Obstacle::ALL.into_iter().filter(|kind| *kind != Obstacle::None).map(edge);
    let mut rows: Vec<(String, [&str; 3])> = Vec::new();
    for (name, answers) in kinds.chain(crossings).chain(edges) {
        let like = |row: &&mut (String, [&str; 3])| row.1 == answers && row.0.contains(':') == name.contains(':');
        match rows.iter_mut().find(like) {
            Some(row) => row.0 += &format!(", {}", name.trim_start_matches("edge: ")),
            None => rows.push((name, answers)),
        }
    }
    let notes = [
        "Foot and horse are not slowed; only foot goes into buildings.",
        &format!("Guns test {}+ in difficult going and cannot enter very difficult going.", tables::BOGGING),
    ];
    let row = |(name, answers): (String, [&str; 3])| std::iter::once(name).chain(answers.map(String::from)).collect();
    sheet(
        "Terrain",
        &["OW-TERRAIN-9", "OW-TERRAIN-10", "OW-TERRAIN-12"],
        &["Ground", "Going", "Hides", "Cover"],
        rows.into_iter().map(row).collect(),
        &notes,
    )
}

fn going(going: Going) -> &'static str {
    match going {
        Going::Easy => "easy",
        Going::Difficult => "difficult",
        Going::VeryDifficult => "very difficult",
        Going::Impassable => "impassable",
    }
}

fn cover(cover: Option<Cover>) -> &'static str {
    match cover {
        Some(Cover::Soft) => "soft",
        Some(Cover::Hard) => "hard",
        None => "-",
    }
}

fn buildings(options: &Options) -> Sheet {
    let row = |part: &tables::PartRow| {
        vec![String::from(part.name), part.wounds.to_string(), part.save.map_or_else(|| String::from("none"), face)]
    };
    let note = if options.wall_firepower {
        "Every hit that is not saved needs a firepower test of the shooter to wound."
    } else {
        "Every hit that is not saved wounds."
    };
    sheet(
        "Parts of buildings",
        &["OW-BUILD-1", "OW-BUILD-6"],
        &["Part", "Wounds", "Save"],
        PARTS.into_iter().map(row).collect(),
        &[note],
    )
}

fn morale(options: &Options) -> Sheet {
    let in_force = |row: &&&Trigger| options.pursuit || **row != &triggers::PURSUIT;
    let row = |row: &&Trigger| {
        let [mut when, mut failure] = row.told();
        if **row == triggers::HALF_STRENGTH {
            if options.half_strength == HalfStrength::LostInOneTurn {
                when = String::from("half of its stands lost in a turn: at once");
            }
            if options.weak_are_removed {
                failure = String::from("leaves the field");
            }
        }
        vec![String::from(row.clause), String::from(row.label), when, failure]
    };
    let end = if options.half_of_brigades {
        "An army loses when half of its brigades have quit."
    } else {
        "The first brigade that quits loses the battle."
    };
    sheet(
        "Motivation tests",
        &["OW-MORALE-1", "OW-WIN-1", "OW-WIN-2"],
        &["clause", "test", "when", "failure"],
        triggers::TRIGGERS.iter().filter(in_force).map(row).collect(),
        &[end],
    )
}

//! The tables as the engine uses them with the house rules in force.

use battle::Sheet;

use crate::Options;
use crate::options::CavalryBonus;
use crate::profile::{Kind, Motivation, Skill};
use crate::tables::{self, ARMS, PARTS, Shape};

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
        hits(options),
        terrain(),
        buildings(options),
        morale(options),
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
    let note = match options.cavalry_bonus {
        CavalryBonus::Charging => "Charging horse adds 1 to kill rolls against foot in line, column or loose order.",
        CavalryBonus::AnyCavalry => "Horse adds 1 to kill rolls against foot in line, column or loose order.",
        CavalryBonus::Off => "Horse has no bonus on kill rolls.",
    };
    sheet(
        "Arms (inches)",
        &["OW-UNIT-1", "OW-UNIT-2", "OW-ASSAULT-4", "OW-FALL-1", "OW-ASSAULT-14"],
        &columns,
        ARMS.iter().map(row).collect(),
        &[note, "A General, a CO or a brigade commander saves on 4+."],
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
    let notes = ["A re-roll by the General (skill and motivation) or an adjutant (motivation) is taken by itself."];
    sheet(
        "Skill and motivation",
        &["OW-UNIT-3", "OW-UNIT-4", "OW-UNIT-5", "OW-HIDDEN-5", "OW-CMD-2", "OW-CMD-4"],
        &columns,
        rows,
        &notes,
    )
}

fn ranges(options: &Options) -> Sheet {
    let shooters = ARMS.iter().filter(|row| !row.kind.is_horse());
    let row = |row: &tables::Row| {
        let rate = match row.kind {
            Kind::Howitzers => options.howitzer_rof,
            _ => row.rate,
        };
        let line = if row.kind.is_foot() { format!("{rate} (2 in line)") } else { rate.to_string() };
        let grape = if row.grape_range == 0 { String::from("-") } else { row.grape_range.to_string() };
        let dice = if row.grape_rate == 0 { String::from("-") } else { row.grape_rate.to_string() };
        vec![String::from(row.name), row.range.to_string(), line, face(row.hit), grape, dice, face(row.grape_hit)]
    };
    let columns = ["Shooter", "Range", "Dice a stand", "Hit", "Grape range", "Grape dice", "Grape hit"];
    let notes = [
        "Horse shoots only with carbines: 16 inches, 1 die a stand, 5+.",
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
        "At the double twice as far, but then no shooting or charging, and enemies roll twice the dice at the unit.",
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

fn hits(options: &Options) -> Sheet {
    let row = |name: &str, value: &str| vec![String::from(name), String::from(value)];
    let mut rows = vec![
        row("Target in square", "+2 to hit"),
        row("Target in column", "+1 to hit"),
        row("Foot in line", "+1 die a stand"),
        row("Shooter moved", "-1 to hit, 1 die a stand (grape 2)"),
        row("Through loose foot", "-1 to hit"),
        row("Range over 16 inches", "-1 to hit"),
        row("Target in soft cover", "-1 to hit"),
        row("Target in hard cover", &format!("-{} to hit", options.hard_cover)),
        row("Target moved at the double", "twice the dice"),
        row("Shooter disoriented", "half the dice, rounded up"),
    ];
    if options.line_stationary_bonus {
        rows.insert(3, row("Foot in line that stood still", "hits on 4+"));
    }
    sheet(
        "Shooting modifiers",
        &["OW-SHOOT-7", "OW-SHOOT-10", "OW-SHOOT-11", "OW-SHOOT-13", "OW-COVER-2"],
        &["Case", "Effect"],
        rows,
        &["Modifiers change the die roll: +1 turns 5+ into 4+."],
    )
}

fn terrain() -> Sheet {
    let row = |cells: [&str; 4]| cells.iter().map(|cell| String::from(*cell)).collect();
    let rows = vec![
        row(["open, road, ploughed, court", "easy", "no", "-"]),
        row(["crops", "easy", "yes", "-"]),
        row(["rough, ford", "difficult", "no", "-"]),
        row(["light woods, woods", "difficult", "yes", "soft"]),
        row(["dense woods", "very difficult", "yes", "soft"]),
        row(["marsh", "very difficult", "no", "-"]),
        row(["building (foot only)", "very difficult", "yes", "hard"]),
        row(["works", "difficult", "yes", "hard"]),
        row(["edge: hedge, fence", "difficult", "one rank", "soft"]),
        row(["edge: wall, gate, ditch, earthwork", "difficult", "one rank", "hard"]),
        row(["edge: stream", "very difficult", "no", "-"]),
        row(["water, river without crossing, impassable", "impassable", "-", "-"]),
    ];
    let notes =
        ["Foot and horse are not slowed. Guns test 2+ in difficult going and cannot enter very difficult going."];
    sheet(
        "Terrain",
        &["OW-TERRAIN-9", "OW-TERRAIN-10", "OW-TERRAIN-12"],
        &["Ground", "Going", "Hides", "Cover"],
        rows,
        &notes,
    )
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
    let row = |cells: [&str; 3]| cells.iter().map(|cell| String::from(*cell)).collect();
    let weak = if options.weak_are_removed { "leaves the field" } else { "routs" };
    let rows = vec![
        row(["half of its stands or fewer", "own morale step, every turn", weak]),
        row(["stands lost in a round of a mêlée", "before striking back", "falls back"]),
        row(["foot assaults horse or guns", "when declared", "no charge"]),
        row(["horse assaults a square or guns", "when declared", "no charge; halts 2 inches off a square"]),
        row(["unit without officer assaults", "when declared", "no charge"]),
        row(["charger loses to defensive fire", "at once", "goes back"]),
        row(["brigade commander killed within 16 inches", "at once", "falls back"]),
        row(["surprised by a hidden unit", "at once", "falls back"]),
        row(["disoriented", "own morale step", "stays disoriented"]),
        row(["half of a brigade has quit", "own rout step, every turn", "the brigade quits"]),
    ];
    let end = if options.half_of_brigades {
        "An army loses when half of its brigades have quit."
    } else {
        "The first brigade that quits loses the battle."
    };
    sheet(
        "Motivation tests",
        &[
            "OW-MORALE-2",
            "OW-MORALE-4",
            "OW-MORALE-5",
            "OW-MORALE-6",
            "OW-MORALE-7",
            "OW-MORALE-8",
            "OW-WIN-1",
            "OW-WIN-2",
        ],
        &["When", "At what time", "Failure"],
        rows,
        &[end],
    )
}

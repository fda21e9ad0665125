//! The tables as the engine uses them.

use battle::Sheet;
use rulebook::modified;

use crate::Options;
use crate::modifiers;
use crate::profile::{Arms, Gun, Kind, Traits};
use crate::space::Shape;
use crate::tables::{self, Change};

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| String::from(*word)).collect()
}

/// Every table.
pub(crate) fn sheets(options: &Options) -> Vec<Sheet> {
    let tables = vec![scores(), hits(options), segments(), changes(), ranges(), guns()];
    let tables = tables.into_iter().chain([orders(options), commanders(options), Traits::ROWS.sheet()]);
    tables.chain(modifiers::ALL.into_iter().zip(TITLES).map(|(list, title)| modified(title, list, &[CASES]))).collect()
}

/// Titles of the lists of modifiers.
const TITLES: [&str; 6] = [
    "small arms fire",
    "artillery fire",
    "combat of foot",
    "combat of horse and guns",
    "tests",
    "hits of canister, houses that burn",
];
/// What several values are.
const CASES: &str = "several values: flank and rear, one support and more, by control factor";

fn scores() -> Sheet {
    let row = |place: usize| vec![String::from(tables::QUALITIES[place]), tables::SCORES[place].to_string()];
    Sheet {
        title: String::from("Fatigue score"),
        clauses: vec!["OTH-UNIT-3", "OTH-STATUS-1"],
        columns: strings(&["quality", "score"]),
        rows: (0..6).map(row).collect(),
        notes: strings(&[
            "foot of 1-2, 3, 6-7, 8 and more stands -2, -1, +1, +2; horse of 1-2, 6 and more -1, +1; guns of 1, 2 -2, -1",
            "half the score lost: wavering; three quarters: routing",
        ]),
    }
}

fn hits(options: &Options) -> Sheet {
    let charts = if options.strict_row { &tables::STRICT } else { &tables::HITS };
    let row = |score: i16| {
        let chart = charts.chart(score);
        let on = |hits: i16| {
            let faces: Vec<String> =
                (1..=10).filter(|face| chart.row(*face).value == hits).map(|face| face.to_string()).collect();
            if faces.is_empty() { String::from("-") } else { faces.join(" ") }
        };
        let name = if score == 4 { String::from("4 or less") } else { score.to_string() };
        vec![name, on(1), on(2), on(3)]
    };
    Sheet {
        title: String::from("Hits, for fire and combat"),
        clauses: vec!["OTH-FIRE-3", "OTH-COMBAT-8"],
        columns: strings(&["score", "1 hit", "2 hits", "3 hits"]),
        rows: (4..=10).rev().map(row).collect(),
        notes: vec![format!("over short range 1 hit at most, guns {}", options.arty_long_cap)],
    }
}

fn segments() -> Sheet {
    let kinds = [Kind::Infantry, Kind::Cavalry, Kind::FootArtillery, Kind::HorseArtillery];
    let mut rows = Vec::new();
    for kind in kinds {
        for shape in crate::space::shapes(kind) {
            let Some(pace) = tables::segments(kind, *shape) else { continue };
            let cell = |number: u8| match number {
                _ if number > pace.count => String::from("-"),
                last if last == pace.count && pace.tires => format!("{}F", pace.inches),
                _ => pace.inches.to_string(),
            };
            let names = vec![String::from(kind.name()), String::from(shape.name())];
            rows.push(names.into_iter().chain((1..=4).map(cell)).collect());
        }
    }
    Sheet {
        title: String::from("Segments in inches"),
        clauses: vec!["OTH-MOVE-1", "OTH-MOVE-3", "OTH-MOVE-6"],
        columns: strings(&["arm", "formation", "1st", "2nd", "3rd", "4th"]),
        rows,
        notes: strings(&[
            "F tires by a hit; by road 2 more for march columns and limbered guns; a commander rides 24 twice",
        ]),
    }
}

fn changes() -> Sheet {
    let shapes = [Shape::March, Shape::Attack, Shape::Companies, Shape::Open, Shape::Line, Shape::Square];
    let cell = |from: Shape, to: Shape| match tables::change(from, to) {
        Some(Change::Half) => String::from("1/2"),
        Some(Change::Whole(segments)) => segments.to_string(),
        None => String::from("-"),
    };
    let row = |from: &Shape| {
        std::iter::once(String::from(from.name())).chain(shapes.iter().map(|to| cell(*from, *to))).collect()
    };
    Sheet {
        title: String::from("Changes of formation in segments"),
        clauses: vec!["OTH-FORM-1", "OTH-FORM-2", "OTH-FORM-3", "OTH-FORM-4"],
        columns: std::iter::once("from").chain(shapes.iter().map(|shape| shape.name())).map(String::from).collect(),
        rows: shapes.iter().map(row).collect(),
        notes: strings(&[
            "columns of squadrons change like attack columns, skirmish order like open order; guns limber in 1",
        ]),
    }
}

fn ranges() -> Sheet {
    let row = |(name, arms): (&str, Arms)| {
        let [short, most] = tables::ranges(arms);
        vec![String::from(name), short.to_string(), most.to_string()]
    };
    Sheet {
        title: String::from("Small arms in inches"),
        clauses: vec!["OTH-FIRE-1"],
        columns: strings(&["weapon", "short", "maximum"]),
        rows: [("bow", Arms::Bow), ("carbine", Arms::Carbine), ("musket", Arms::Musket), ("rifle", Arms::Rifle)]
            .into_iter()
            .map(row)
            .collect(),
        notes: Vec::new(),
    }
}

fn guns() -> Sheet {
    let row = |gun: Gun| {
        let inches = tables::gun_ranges(gun).map(|inches| inches.to_string());
        std::iter::once(String::from(gun.name())).chain(inches).collect()
    };
    Sheet {
        title: String::from("Guns in inches"),
        clauses: vec!["OTH-ART-1", "OTH-ART-4"],
        columns: strings(&["guns", "canister", "short", "maximum"]),
        rows: [Gun::Light, Gun::LightMedium, Gun::Medium, Gun::Heavy].into_iter().map(row).collect(),
        notes: strings(&["canister adds a hit"]),
    }
}

fn orders(options: &Options) -> Sheet {
    let row = |(place, order): (usize, &battle::NumberInfo)| {
        vec![(place + 1).to_string(), String::from(order.name), String::from(order.help)]
    };
    Sheet {
        title: String::from("Orders of brigades"),
        clauses: vec!["OTH-ORD-1", "OTH-ORD-2"],
        columns: strings(&["#", "order", "allows"]),
        rows: tables::ORDERS.iter().enumerate().map(row).collect(),
        notes: vec![format!(
            "out of command changed on a d10 of at most {} times the control factor",
            options.order_roll
        )],
    }
}

fn commanders(options: &Options) -> Sheet {
    let [brigade, division, army] = options.command_ranges();
    let row = |place: usize| {
        let cell = |table: &[i16; 5]| format!("{:+}", table[place]);
        vec![(place + 1).to_string(), cell(&tables::STEADIES), cell(&tables::FIGHTS)]
    };
    Sheet {
        title: String::from("Commanders"),
        clauses: vec!["OTH-MORALE-17", "OTH-LEADER-3"],
        columns: strings(&["control factor", "tests in range", "combat attached"]),
        rows: (0..5).map(row).collect(),
        notes: vec![format!("ranges of brigade, division and army: {brigade}, {division} and {army} inches")],
    }
}

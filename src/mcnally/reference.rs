//! The tables as the engine uses them.

use battle::Sheet;
use rulebook::modified;

use crate::options::Options;
use crate::profile::{Arms, Traits, Weight};
use crate::{modifiers, tables};

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| String::from(*text)).collect()
}

/// All sheets.
pub(crate) fn sheets(options: &Options) -> Vec<Sheet> {
    let tables = vec![losses(), morale(options), ranges(), dice(), guns()];
    let fire =
        modified("fire", modifiers::fire::ALL, &["where several fire together each counts once, of covers the best"]);
    let melee = modified(
        "melee",
        modifiers::melee::ALL,
        &[
            "class: 1 to 5; weapons: by one grade, by two; taken: in flank, in rear",
            "over: on foot an obstacle or a building, a fortification; on horseback the same",
            "charging, uphill and over an obstacle count in the first round",
        ],
    );
    let morale = modified(
        "morale",
        modifiers::morale::ALL,
        &[
            "general: of a brigade or division, of an army; losses: by quarters; cover: soft, hard, fortification",
            "taken: in flank, in rear; charged by horse: in close order, in any other",
        ],
    );
    tables.into_iter().chain([fire, melee, morale, Traits::ROWS.sheet()]).collect()
}

fn losses() -> Sheet {
    let row = |(place, row): (usize, &[u8; 10])| {
        let name = match place {
            0 => String::from("1 or less"),
            13 => String::from("14 or more"),
            _ => (place + 1).to_string(),
        };
        std::iter::once(name).chain(row.iter().map(ToString::to_string)).collect()
    };
    let heads = (0..10).map(|column| format!("{}-{}", 3 * column + 1, 3 * column + 3));
    Sheet {
        title: String::from("Figures lost, for fire and melee"),
        clauses: vec!["MC-FIRE-3", "MC-MELEE-4"],
        columns: std::iter::once(String::from("d10")).chain(heads).collect(),
        rows: tables::LOSSES.iter().enumerate().map(row).collect(),
        notes: strings(&["once for each 30 figures and once for the rest"]),
    }
}

fn morale(options: &Options) -> Sheet {
    let lower = i16::from(options.lower_numbers);
    let row = |place: usize| {
        vec![
            (place + 1).to_string(),
            String::from(tables::CLASSES[place]),
            (tables::NUMBERS[place] - lower).to_string(),
        ]
    };
    Sheet {
        title: String::from("Morale"),
        clauses: vec!["MC-MORALE-2", "MC-MORALE-4"],
        columns: strings(&["class", "quality", "d10 at most"]),
        rows: (0..5).map(row).collect(),
        notes: Vec::new(),
    }
}

fn ranges() -> Sheet {
    let arms = [
        ("carbine", Arms::Carbine),
        ("musket", Arms::Musket),
        ("jaeger rifle", Arms::JaegerRifle),
        ("long rifle", Arms::LongRifle),
        ("guns", Arms::Guns),
    ];
    Sheet {
        title: String::from("Ranges in inches"),
        clauses: vec!["MC-FIRE-9", "MC-FIRE-10"],
        columns: strings(&["weapon", "range"]),
        rows: arms.iter().map(|(name, arms)| vec![String::from(*name), tables::range(*arms).to_string()]).collect(),
        notes: vec![
            format!("close range: to {} inches", tables::CLOSE),
            format!("guns: canister to {} inches, round shot to {}", tables::CANISTER, tables::ROUND_SHOT),
        ],
    }
}

fn dice() -> Sheet {
    let rows = [
        ["foot in close order", "2d6", "+3"],
        ["foot in open order", "2d6+2", "+3"],
        ["foot in column", "3d6", "-"],
        ["skirmishers on foot", "3d6+2", "Indians +3"],
        ["cavalry", "4d6", "+6"],
        ["limbered guns, light, medium, heavy", "3d6, 2d6, 1d6", "-"],
        ["guns by hand", "1d6, 1d3, 1", "-"],
        ["routing foot, horse", "3d6+3, 4d6+6", "-"],
        ["general", "4d6+4", "-"],
    ];
    Sheet {
        title: String::from("Moves in inches"),
        clauses: vec!["MC-MOVE-4", "MC-MOVE-5", "MC-MOVE-23"],
        columns: strings(&["unit", "dice", "charge"]),
        rows: rows.iter().map(|row| strings(row)).collect(),
        notes: strings(&["oblique, wheel, back, aside, woods, through friends: double, two or more fourfold"]),
    }
}

fn guns() -> Sheet {
    let row = |(name, gun): (&str, Weight)| {
        vec![String::from(name), tables::equivalent(gun).to_string(), tables::crew(gun).to_string()]
    };
    Sheet {
        title: String::from("Guns"),
        clauses: vec!["MC-ART-1", "MC-ART-2"],
        columns: strings(&["gun", "figures", "crew"]),
        rows: [("light", Weight::Light), ("medium", Weight::Medium), ("heavy", Weight::Heavy)].map(row).to_vec(),
        notes: strings(&["less than half the crew: half the figures; a hit on guns destroys one on 9 and 10"]),
    }
}

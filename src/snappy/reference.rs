//! The tables as the engine uses them.

use battle::Sheet;
use rulebook::modified;

use crate::orders::Mandate;
use crate::profile::{Kind, Weight};
use crate::space::Shape;
use crate::{Options, modifiers, tables};

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| String::from(*word)).collect()
}

/// Every table.
pub(crate) fn sheets(_options: &Options) -> Vec<Sheet> {
    let rating = "an attached leader adds his rating, -2 to +3";
    let fire = modified("fire", modifiers::fire::ALL, &[]);
    let check = modified("checks", modifiers::check::ALL, &[rating]);
    let melee = modified("melee", modifiers::melee::ALL, &["training adds by quality", rating]);
    vec![qualities(), orders(), nations(), rates(), guns(), fire, check, melee, margins(), losses()]
}

fn qualities() -> Sheet {
    let row = |place: usize| {
        let number = |numbers: &[u8; 6]| format!("{}+", numbers[place]);
        let training = format!("+{}", tables::TRAINING[place]);
        vec![String::from(tables::QUALITIES[place]), number(&tables::TO_HIT), number(&tables::TO_PASS), training]
    };
    Sheet {
        title: String::from("Quality"),
        clauses: vec!["SN-FIRE-6", "SN-MC-2", "SN-MELEE-5"],
        columns: strings(&["quality", "hits on", "passes on", "melee"]),
        rows: (0..6).map(row).collect(),
        notes: vec![format!("all cavalry hits on {}", tables::CAVALRY_TO_HIT)],
    }
}

fn rates() -> Sheet {
    let shapes = [Shape::Column, Shape::Line, Shape::Square, Shape::Road];
    let cell = |kind, shape| tables::rate(kind, shape).map_or_else(|| String::from("-"), |rate| rate.to_string());
    let row = |shape: &Shape| {
        std::iter::once(String::from(shape.name())).chain(Kind::ALL.iter().map(|kind| cell(*kind, *shape))).collect()
    };
    Sheet {
        title: String::from("Movement in inches"),
        clauses: vec!["SN-MOVE-1", "SN-MOVE-3", "SN-MOVE-4", "SN-TERRAIN-1"],
        columns: std::iter::once("formation")
            .chain(Kind::ALL.iter().map(|kind| kind.name()))
            .map(String::from)
            .collect(),
        rows: shapes.iter().map(row).collect(),
        notes: vec![String::from(
            "a change of formation costs a third of a move, a turn or wheel half; rough ground doubles",
        )],
    }
}

fn orders() -> Sheet {
    let [near, half, far] = tables::DEMANDS;
    let demand = |mandate: Mandate| match mandate {
        Mandate::Attack => format!("all within {near} inches of the enemy or the objective"),
        Mandate::Probe => format!("half within {half} inches of either, the rest within {far}"),
        Mandate::Screen => format!("all {half} to {far} inches from either"),
        Mandate::Maneuver => format!("all {half} inches or more from the enemy"),
        Mandate::Defend => format!("all within {far} inches of the objective"),
        Mandate::Withdraw => format!("all {far} inches or more from the enemy"),
        Mandate::Rally => format!("all begin {far} inches or more from the enemy; a check each to rise a status"),
    };
    let row = |mandate: Mandate| vec![mandate.number().to_string(), String::from(mandate.name()), demand(mandate)];
    Sheet {
        title: String::from("Orders"),
        clauses: vec!["SN-ORD-1", "SN-ORD-2", "SN-ORD-7"],
        columns: strings(&["#", "order", "demand"]),
        rows: Mandate::ALL.into_iter().rev().map(row).collect(),
        notes: vec![
            String::from("or half a move nearer to it"),
            String::from(
                "charges: under attack and probe; under screen and defend so far from the objective; else none",
            ),
        ],
    }
}

fn guns() -> Sheet {
    let row = |(name, weight): (&str, Weight)| {
        let dice = tables::BANDS.iter().map(|inches| format!("{}d10", tables::battery_dice(weight, *inches)));
        std::iter::once(String::from(name)).chain(dice).collect()
    };
    Sheet {
        title: String::from("Artillery dice"),
        clauses: vec!["SN-ART-1", "SN-ART-3"],
        columns: strings(&["battery", "to 3 inches", "to 6", "to 9", "to 12"]),
        rows: [("light", Weight::Light), ("heavy", Weight::Heavy)].into_iter().map(row).collect(),
        notes: vec![format!("beyond {} inches one check at most", tables::LONG)],
    }
}

fn nations() -> Sheet {
    let [wide, late, early] = tables::RADIUS.map(|inches| inches.to_string());
    let row = |words: [&str; 4]| strings(&words);
    Sheet {
        title: String::from("Command radius in inches, and what nations make of orders"),
        clauses: vec!["SN-ORD-12", "SN-ORD-4"],
        columns: strings(&["nation", "to 1808", "from 1809", "rungs"]),
        rows: vec![
            row(["French, British", &wide, &wide, "one down or up"]),
            row(["their allies", &wide, &wide, "one down"]),
            row(["Austrian, Prussian, Russian, others", &early, &late, "one down"]),
            row(["Spanish", &early, &early, "one down"]),
            row(["Turkish", &early, &early, "one up"]),
        ],
        notes: Vec::new(),
    }
}

fn margins() -> Sheet {
    let row = |(place, (drops, owed)): (usize, &(i16, u8))| {
        let name = ["in the balance", "narrow margin", "substantial supremacy", "triumphant", "sweeping win"][place];
        vec![String::from(name), drops.to_string(), owed.to_string()]
    };
    Sheet {
        title: String::from("Melee results"),
        clauses: vec!["SN-MELEE-8"],
        columns: strings(&["margin", "status lost", "checks"]),
        rows: tables::SCORES.iter().enumerate().map(row).collect(),
        notes: vec![String::from("in the balance both check, otherwise the loser")],
    }
}

fn losses() -> Sheet {
    let row = |row: &battle::Row| vec![row.from.to_string(), String::from(row.name)];
    Sheet {
        title: String::from("Leader loss"),
        clauses: vec!["SN-LEADER-6"],
        columns: strings(&["from", "result"]),
        rows: tables::LEADER_LOSS.rows().iter().map(row).collect(),
        notes: Vec::new(),
    }
}

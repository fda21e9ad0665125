//! What the unit card shows.

use battle::{Card, Marks, UnitId};

use crate::War;
use crate::command::leaders;
use crate::formations::shapes::{self, shape_of};
use crate::marks;
use crate::measures::{self, kind};
use crate::profile::Post;
use crate::profile::Traits;
use crate::roster;
use crate::tables::{self, Shape};

/// Conditions in the order a player wants to know them.
const CONDITIONS: [(Marks, &str); 14] = [
    (marks::ROUTING, "routing"),
    (marks::DISORIENTED, "disoriented"),
    (marks::BOGGED, "bogged down"),
    (marks::RAGGED, "out of formation"),
    (marks::HIDDEN, "hidden"),
    (marks::DISCLOSED, "disclosed"),
    (marks::FOUND, "found"),
    (marks::CHARGED, "charging"),
    (marks::FELL_BACK, "fell back"),
    (marks::MARCHED, "doubled"),
    (marks::MOVED, "moved"),
    (marks::FIRED, "shot"),
    (marks::WEAK, "half strength or less"),
    (marks::BLOODED, "has losses"),
];

/// A formation in words.
pub(crate) fn shape_name(shape: Shape) -> &'static str {
    match shape {
        Shape::Column => "column",
        Shape::Line => "line",
        Shape::OpenOrder => "loose order",
        Shape::Square => "square",
        Shape::Wedge => "wedge",
        Shape::Garrison => "garrison",
    }
}

/// The card of a unit.
pub(crate) fn unit_card(war: &War, unit: UnitId) -> Card {
    let info = war.field().roster().unit(unit);
    let (profile, state) = (war.profile(unit), war.field().unit(unit));
    let row = tables::row(profile.kind);
    let mut rows = vec![
        ("Formation", formation_line(war, unit)),
        ("Skill", format!("{} {}+", roster::skill_name(profile.skill), tables::skill(profile.skill))),
        (
            "Motivation",
            format!("{} {}+", roster::motivation_name(profile.motivation), tables::motivation(profile.motivation)),
        ),
        ("Save", format!("{}+", row.save)),
        ("Mêlée", format!("{} a stand", if war.options().one_per_stand { 1 } else { row.attacks })),
    ];
    if row.assault > 0 {
        rows.push(("Charge", format!("{} inches", row.assault)));
    }
    rows.extend(weapon_line(war, unit).map(|line| ("Fire", line)));
    rows.extend(leaders_line(war, unit).map(|line| ("With it", line)));
    let conditions: Vec<&str> =
        CONDITIONS.iter().filter(|(marks, _)| state.marks.intersects(*marks)).map(|(_, name)| *name).collect();
    if !conditions.is_empty() {
        rows.push(("State", conditions.join(", ")));
    }
    if !profile.traits.is_empty() {
        rows.push(("Traits", Traits::ROWS.told(profile.traits)));
    }
    let brigade = &war.field().roster().brigades[usize::from(info.brigade)].name;
    Card { title: format!("{} {}", info.label, info.name), subtitle: format!("{}, {brigade}", row.name), rows }
}

fn formation_line(war: &War, unit: UnitId) -> String {
    let shape = shape_of(&war.pose(unit));
    let inches = shapes::allowance(war, unit, &war.pose(unit));
    match inches {
        0 => format!("{}, stands fast", shape_name(shape)),
        inches => format!("{}, {inches} or {} inches", shape_name(shape), 2 * inches),
    }
}

fn weapon_line(war: &War, unit: UnitId) -> Option<String> {
    let kind = kind(war, unit);
    let row = tables::row(kind);
    if kind.is_horse() && !measures::has(war, unit, crate::Traits::CARBINE) {
        return None;
    }
    let grape = match row.grape_range {
        0 => String::new(),
        range => format!("; grape {range} inches, {} dice, {}+", row.grape_rate, row.grape_hit),
    };
    let dice = if row.rate == 1 { "die" } else { "dice" };
    Some(format!("{} inches, {} {dice} a stand, {}+{grape}", row.range, row.rate, row.hit))
}

fn leaders_line(war: &War, unit: UnitId) -> Option<String> {
    let name = |leader: battle::LeaderId| match war.post(leader) {
        Post::General => "General",
        Post::Adjutant => "adjutant",
        Post::Brigadier(_) => "brigade commander",
        Post::Officer(_) => "CO",
    };
    let names: Vec<&str> = war.field().leaders_with(unit).map(name).collect();
    let missing = leaders::officer_of(war, unit).is_some() && !leaders::is_led(war, unit);
    match (names.is_empty(), missing) {
        (true, true) => Some(String::from("CO has fallen")),
        (true, false) => None,
        (false, true) => Some(format!("{}; CO has fallen", names.join(", "))),
        (false, false) => Some(names.join(", ")),
    }
}

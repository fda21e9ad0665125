//! What is shown of a unit.

use battle::{Card, Command, Member, Side, UnitId, rule};

use crate::fire::aim::arms;
use crate::profile::{Nation, Traits};
use crate::space::shape;
use crate::{War, cards, marks, morale, tables};

/// The commands of a side: the units of each brigade, whose card is up, was or is to come (MC-SEQ-1).
pub(crate) fn commands(war: &War, side: Side) -> Vec<Command> {
    let roster = war.field().roster();
    let command = |brigade: usize| {
        let of = |unit: &UnitId| usize::from(roster.unit(*unit).brigade) == brigade;
        let units: Vec<UnitId> = war.field().present_of(side).filter(of).collect();
        let first = *units.first()?;
        let order = match () {
            () if units.iter().any(|unit| cards::is_active(war, *unit)) => "its card is up",
            () if units.iter().all(|unit| war.marked(*unit, marks::ACTED)) => "has acted",
            () => "waits for its card",
        };
        let left = war.state.own.deck.len();
        let member = |unit: &UnitId| Member { unit: *unit, hears: true, short: 0, gain: 0 };
        Some(Command {
            leader: war.fixed().chain[first.index()][0],
            members: units.iter().map(member).collect(),
            order,
            remarks: vec![match left {
                1 => String::from("1 card left"),
                left => format!("{left} cards left"),
            }],
            ..Command::default()
        })
    };
    (0..roster.brigades.len()).filter_map(command).collect()
}

/// The card of a unit.
pub(crate) fn card(war: &War, unit: UnitId) -> Card {
    let (info, profile) = (war.field().roster().unit(unit), war.profile(unit));
    let state = match () {
        () if war.marked(unit, marks::ROUTING) => "routing",
        () if war.marked(unit, marks::FALLING_BACK) => "falling back",
        () if war.marked(unit, marks::SPENT) => "spent",
        () if war.marked(unit, marks::REFORMING) => "reforming",
        () if war.marked(unit, marks::HELD) => "held",
        () => "steady",
    };
    let range = tables::range(arms(war, unit));
    let mut rows = vec![("Figures", format!("{} of {}", war.strength(unit), war.field().unit(unit).full))];
    if rule!("MC-UNIT-2") {
        let men = if profile.is_guns() { 5 } else { 10 };
        rows.push(("Men", (i32::from(war.strength(unit)) * men).to_string()));
    }
    if rule!("MC-MORALE-1") {
        rows.push((
            "Class",
            format!("{} {}", profile.class, tables::CLASSES[(profile.class - 1).clamp(0, 4) as usize]),
        ));
        rows.push(("Morale", format!("{} or less", morale::number(war, profile.class))));
    }
    rows.extend([
        ("Formation", String::from(shape(war, unit).name())),
        ("State", String::from(state)),
        ("Card", cards::standing(war, unit)),
        ("Panic", String::from(if war.marked(unit, marks::PANIC) { "marker" } else { "none" })),
        ("Range", if range == 0 { String::from("none") } else { format!("{range} inches") }),
    ]);
    if !profile.traits.is_empty() {
        rows.push(("Traits", Traits::ROWS.told(profile.traits)));
    }
    if profile.is_guns() {
        let crews: Vec<String> = war.own(unit).crews.iter().map(ToString::to_string).collect();
        rows.push(("Crews", crews.join(", ")));
        let left = war.own(unit).guns_left.first().map(|hex| format!("left at {}", hex.offset()));
        let taken = war.own(unit).guns_taken.then(|| String::from("taken by the enemy"));
        rows.extend(left.or(taken).map(|guns| ("Guns", guns)));
    }
    let title = format!("{} {}", info.label, info.name);
    let subtitle = match profile.nation {
        Nation::Other => info.class.clone(),
        nation => format!("{nation:?} {}", info.class),
    };
    Card { title, subtitle, rows }
}

//! What is shown of a unit.

use battle::{Card, UnitId, rule};

use crate::fire::aim::arms;
use crate::space::shape;
use crate::{War, marks, morale, tables};

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
        rows.push(("Morale number", morale::number(war, profile.class).to_string()));
    }
    rows.extend([
        ("Formation", String::from(shape(war, unit).name())),
        ("State", String::from(state)),
        ("Panic marker", String::from(if war.marked(unit, marks::PANIC) { "yes" } else { "no" })),
        ("Range", if range == 0 { String::from("none") } else { format!("{range} inches") }),
    ]);
    if profile.is_guns() {
        let crews: Vec<String> = war.own(unit).crews.iter().map(ToString::to_string).collect();
        rows.push(("Crews", crews.join(", ")));
    }
    let title = format!("{} {}", info.label, info.name);
    Card { title, subtitle: format!("{:?} {}", profile.nation, info.class), rows }
}

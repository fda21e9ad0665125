//! What is shown of a unit.

use battle::{Card, UnitId};

use crate::orders::{command_of, in_command};
use crate::space::shape;
use crate::{War, leaders, movement, tables};

/// What the command of a unit does: unknown of the other side's.
fn order(war: &War, unit: UnitId) -> String {
    let command = command_of(war, unit);
    match (command.secret, command.objective) {
        (true, _) => String::from("unknown"),
        (false, Some(hex)) if command.effective().takes_objective() => {
            format!("{} at {}", command.effective().name(), hex.offset())
        }
        (false, _) => String::from(command.effective().name()),
    }
}

/// The card of a unit.
pub(crate) fn card(war: &War, unit: UnitId) -> Card {
    let (info, profile) = (war.field().roster().unit(unit), war.profile(unit));
    let mut rows = vec![
        ("Status", String::from(tables::LADDER[war.strength(unit).clamp(0, 5) as usize])),
        ("Formation", String::from(shape(war, unit).name())),
        ("Command", String::from(if in_command(war, unit) { "in command" } else { "out of command" })),
        ("Order", order(war, unit)),
    ];
    if war.present(unit) {
        rows.push(("Move", format!("{} points", movement::points(war, unit))));
    }
    if let Some(rating) = leaders::rating(war, unit) {
        rows.push(("Leader", format!("{rating:+}")));
    }
    if profile.kind.is_guns() {
        rows.push(("Guns", format!("{:?}", profile.weight)));
    }
    Card {
        title: format!("{} {}", info.label, info.name),
        subtitle: format!("{} {}", tables::QUALITIES[profile.quality as usize], profile.kind.name()),
        rows,
    }
}

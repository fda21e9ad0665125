//! Hidden units are found by who comes near (OW-HIDDEN-4, OW-HIDDEN-6).

use battle::{UnitId, rule};

use crate::Umpire;
use crate::command::leaders;
use crate::marks;
use crate::sight::concealment;

/// How a unit that hid was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FoundBy {
    /// Somebody came near, or it showed itself.
    Nearness,
    /// A search.
    Search,
}

/// What follows from where a unit has just come to stand, but for surprise: hidden enemies within a hex are found, enemy
/// leaders on their own make off, and it comes out of hiding where nothing conceals it. Gives the enemies found.
pub(crate) fn discover_near(umpire: &mut Umpire<'_>, unit: UnitId) -> Vec<UnitId> {
    if !umpire.present(unit) {
        return Vec::new();
    }
    let near = |enemy: &UnitId| umpire.marked(*enemy, marks::HIDDEN) && umpire.field().distance(unit, *enemy) <= 1;
    let found: Vec<UnitId> = umpire.enemies(unit).filter(near).collect();
    for enemy in &found {
        reveal(umpire, *enemy, FoundBy::Nearness);
    }
    let shown = !found.is_empty() || !concealment::is_concealed(umpire, unit, &umpire.pose(unit));
    if shown && umpire.marked(unit, marks::HIDDEN) {
        reveal(umpire, unit, FoundBy::Nearness);
    }
    leaders::drive_off(umpire, unit);
    found
}

/// A hidden unit is hidden no longer (OW-HIDDEN-4). What a search finds can be seen a little farther in woods (OW-LOS-10).
pub(crate) fn reveal(umpire: &mut Umpire<'_>, unit: UnitId, found: FoundBy) {
    let comes_out = umpire.marked(unit, marks::HIDDEN) && (found == FoundBy::Search || rule!("OW-HIDDEN-4"));
    if !comes_out {
        return;
    }
    umpire.mark(unit, marks::HIDDEN, false);
    if found == FoundBy::Search && rule!("OW-HIDDEN-6") {
        umpire.mark(unit, marks::FOUND, true);
    }
    umpire.say("{a} is discovered", "OW-HIDDEN-4", unit, None);
}

//! Units that kept quiet hide again (OW-HIDDEN-9).

use battle::{UnitId, rule};

use crate::marks;
use crate::sight::{concealment, lines};
use crate::{Umpire, War, measures, tables};

/// At the end of a side's turn its units that kept quiet hide again where they are concealed and unseen, and what
/// shots from a wood disclosed is forgotten.
pub(crate) fn hide_again(umpire: &mut Umpire<'_>) {
    for unit in umpire.units_of(umpire.state.player) {
        let quiet = !umpire.own(unit).loud && !umpire.own(unit).shot;
        if !quiet || !rule!("OW-HIDDEN-9b") {
            continue;
        }
        umpire.mark(unit, marks::DISCLOSED, false);
        if umpire.options().rehide && can_hide(umpire, unit) {
            umpire.mark(unit, marks::FOUND, false);
            umpire.mark(unit, marks::HIDDEN, true);
            umpire.say("{a} is out of sight", "OW-HIDDEN-9", unit, None);
        }
    }
}

fn can_hide(war: &War, unit: UnitId) -> bool {
    let far = measures::as_hexes(war, tables::TOO_NEAR_TO_HIDE);
    !war.marked(unit, marks::HIDDEN | marks::ROUTING | marks::CHARGED)
        && concealment::is_concealed(war, unit, &war.pose(unit))
        && war.enemies(unit).all(|enemy| war.field().distance(unit, enemy) > far)
        && war.enemies(unit).all(|enemy| !sees_any(war, enemy, unit))
}

/// Whether any stand of one unit sees any stand of another.
pub(crate) fn sees_any(war: &War, unit: UnitId, other: UnitId) -> bool {
    let (eyes, there) = (war.field().footprint(unit), war.field().footprint(other));
    eyes.hexes().iter().any(|eye| there.hexes().iter().any(|hex| lines::can_see(war, unit, *eye, other, *hex)))
}

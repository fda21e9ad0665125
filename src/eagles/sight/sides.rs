//! One side of a target as somebody sees it (EA-SPACE-4, EA-LOS-1, EA-LOS-5).

use std::cell::OnceCell;

use battle::{Footprint, Pose, rule};
use hexes::{Hex, Midpoint};

use super::line::{Look, Veil};
use crate::War;
use crate::space::zones::{Zone, Zones, centre_of, front_centre, half_of, side_stands};

/// Whether stands count only in the Front zone of the one who looks, or all round.
#[derive(Clone, Copy)]
pub(super) enum Arc<'a> {
    Front(&'a Zones),
    All,
}

impl Arc<'_> {
    fn holds(self, hex: Hex) -> bool {
        match self {
            Arc::Front(zones) => zones.in_front(hex),
            Arc::All => true,
        }
    }
}

/// Whether half BW of the side is in the arc (EA-SPACE-4).
pub(super) fn is_in_arc(war: &War, at: &Pose, side: Zone, arc: Arc<'_>) -> bool {
    let stands = side_stands(at, war.options(), side);
    let in_arc = stands.hexes().iter().filter(|hex| arc.holds(**hex)).count();
    in_arc >= half_of(war, &stands) || !rule!("EA-SPACE-4")
}

/// A side of a target with all that may hide it.
pub(super) struct SideView<'a> {
    pub(super) side: Zone,
    look: &'a Look<'a>,
    stands: Footprint,
    centre: Midpoint,
    /// The least elevation of its stands.
    lowest: i8,
    /// Made where the line to its centre is not cut.
    veil: OnceCell<Veil>,
}

impl<'a> SideView<'a> {
    /// The side of a target that stands as `at`.
    pub(super) fn new(look: &'a Look<'a>, at: &Pose, side: Zone) -> SideView<'a> {
        let (options, ground) = (look.war.options(), look.war.field().ground());
        let stands = side_stands(at, options, side);
        let centre = centre_of(&stands).unwrap_or_else(|| front_centre(at, options));
        let lowest = stands.hexes().iter().map(|hex| ground.elevation(*hex)).min().unwrap_or(0);
        SideView { side, look, stands, centre, lowest, veil: OnceCell::new() }
    }

    /// Whether the line to its centre is clear (EA-LOS-1).
    pub(super) fn has_line(&self) -> bool {
        let cut = hides(self.look.is_cut(self.centre, self.lowest));
        let clear = !cut && (self.is_open() || !self.look.is_pinched(self.centre, self.veil()));
        clear || !rule!("EA-LOS-1")
    }

    fn veil(&self) -> &Veil {
        self.veil.get_or_init(|| self.look.veil(self.centre, self.lowest))
    }

    /// Whether half BW of it in the arc is visible (EA-LOS-5).
    pub(super) fn shows_enough(&self, arc: Arc<'_>) -> bool {
        if self.is_open() {
            return true;
        }
        let seen = |hex: &&Hex| arc.holds(**hex) && self.look.open(Midpoint::from(**hex), self.veil());
        let half = half_of(self.look.war, &self.stands);
        self.stands.hexes().iter().filter(seen).take(half).count() >= half || !rule!("EA-LOS-5")
    }

    /// Whether nothing may hide it.
    fn is_open(&self) -> bool {
        !hides(!self.veil().is_empty())
    }
}

/// Whether what stands in the way hides it (EA-LOS-2).
fn hides(stands_there: bool) -> bool {
    stands_there && rule!("EA-LOS-2")
}

//! What came of one unit while an order was followed.

use battle::{Manner, Role};

/// What came of one of the two units.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fate {
    /// Strength lost.
    pub(crate) lost: i32,
    /// Strength left when it was destroyed.
    pub(crate) rest: i32,
    pub(crate) gone: bool,
    pub(crate) back: bool,
    /// It ran when the order was given.
    pub(crate) ran: bool,
    /// A roll has fallen at it, of blows or of its own nerve, since it was last ordered anything: it does not go back of its
    /// own free will.
    pub(crate) pressed: bool,
}

impl Fate {
    pub(crate) fn repelled(self) -> bool {
        self.back && !self.gone
    }

    /// It goes somewhere; `sent_back` says whether as a charger that was not ordered to.
    pub(crate) fn goes(&mut self, manner: Manner, sent_back: bool) {
        let back = matches!(manner, Manner::Retreated | Manner::Withdrew | Manner::Fled | Manner::Displaced);
        if manner == Manner::Fled && self.ran && self.pressed {
            // Who ran already and is made to run again is broken anew.
            self.gone = true;
        } else {
            self.back |= back && (self.pressed || sent_back);
        }
    }
}

/// Whether an order of that role is a move that is no charge, of which a failed test tells only where it stops.
pub(crate) fn marches(role: Role) -> bool {
    matches!(role, Role::Move | Role::Place)
}

/// Whether going so is what an order of that role is: to fall back, which is no repulse though a test to stop on the way fails.
pub(crate) fn is_ordered_back(role: Role, manner: Manner) -> bool {
    role == Role::March && manner == Manner::Withdrew
}

/// Whether two that touch have met; `engaged` says which of them show contact, where that is shown. Who stands beside one that has
/// not answered yet, or runs past it, has not met it.
pub(crate) fn is_contact(touch: bool, engaged: Option<[bool; 2]>) -> bool {
    touch && engaged.is_none_or(|shown| shown == [true, true])
}

//! A battle played on by commanders for both sides: how a turn goes out from here, for whoever looks ahead. Nobody is told why.

use std::sync::atomic::AtomicBool;

use battle::{Deaf, Player, Refusal, System};

use crate::Commander;

/// Two commanders, Blue's first, who play a battle on. They know what their sides know and remember what they have seen, so the
/// same two may play out one copy after another of a battle.
pub struct PlayingOn {
    commanders: [Commander; 2],
}

impl PlayingOn {
    /// With those commanders.
    #[must_use]
    pub fn new(commanders: [Commander; 2]) -> PlayingOn {
        PlayingOn { commanders }
    }

    /// Plays to the end of the turn that it is, or of the battle, or until `most` orders are given; how many were. The dice are
    /// the battle's own: a copy to be played out that must not know them is a view with dice of another seed.
    ///
    /// # Errors
    /// A refusal, when a commander gives an order that is not legal: a fault of the program.
    pub fn through_the_turn(&mut self, battle: &mut dyn System, most: u32) -> Result<u32, Refusal> {
        let (turn, mut given) = (battle.field().turn(), 0);
        while let Some(side) = battle.to_decide().filter(|_| battle.field().turn() == turn && given < most) {
            let view = battle.view(side, u64::from(turn));
            let choice = self.commanders[side.index()].decide(&*view, &AtomicBool::new(false));
            battle.resolve(&choice.order, &mut Deaf)?;
            given += 1;
        }
        Ok(given)
    }
}

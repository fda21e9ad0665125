//! How a unit is to stand where its move ends.

use table::formation_words;

use super::Battle;
use crate::ordering::Stage;
use crate::theme::Ink;

impl Battle {
    /// The next formation that is allowed where the move is to end, or as near to there as it is.
    pub(super) fn reform(&mut self) {
        let Some(Stage::Pose(posing)) = self.hand.preparation.stage_mut() else { return };
        let before = posing.ghost.anchor;
        if !posing.reform() {
            return self.say(Ink::Text, "No other formation is allowed here.");
        }
        let now = posing.ghost;
        if now.anchor != before {
            let text =
                format!("In {} it cannot stand there; this is the nearest place.", formation_words(now.formation));
            self.say(Ink::Text, text);
        }
    }
}

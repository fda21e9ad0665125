//! What a battle is about, as it is told when it begins and on a key.

use battle::Side;

use super::Battle;
use super::keys::Action;
use super::seen::Seen;
use crate::layer::{Desk, Flow, Standing};
use crate::screens::pager::Pager;
use crate::settings::Habit;
use crate::text::line;
use crate::theme::{Ink, Theme};

impl Seen {
    /// Whether nobody has given an order yet.
    fn is_fresh(&self) -> bool {
        self.game.orders_given() == 0
    }
}

impl Battle {
    /// Whom one commands, what is to be done, how it stands, and the first keys.
    pub(super) fn briefing(&self, theme: &Theme) -> Pager {
        let side = self.seen.eyes.unwrap_or(Side::Blue);
        let scenario = &self.seen.game.setup().battle.scenario;
        let mut told = table::briefing(self.seen.system(), scenario, side).into_iter();
        let mut lines =
            vec![line(told.next().unwrap_or_default(), theme.side_text(side)), line("", theme.ink(Ink::Text))];
        for text in told {
            let ink = if text.starts_with("- ") { Ink::Notice } else { Ink::Text };
            let heads = text.starts_with("What you") || text.starts_with("What the enemy");
            if heads || text.starts_with("Whoever") || text.starts_with("You win") {
                lines.push(line("", theme.ink(Ink::Text)));
            }
            lines.push(line(text, theme.ink(if heads { Ink::Heading } else { ink })));
        }
        let stands =
            table::standing(self.seen.system(), self.seen.eyes).into_iter().take(2).collect::<Vec<_>>().join(", ");
        lines.push(line(format!("Now: {stands}."), theme.ink(Ink::Text)));
        lines.push(line("", theme.ink(Ink::Text)));
        lines.push(line(self.first_keys(), theme.ink(Ink::Text)));
        Pager::text(scenario.title.clone(), lines)
    }

    /// The first keys that anybody needs.
    fn first_keys(&self) -> String {
        let [space, turn, goals, words] =
            [Action::Finish, Action::EndTurn, Action::Briefing, Action::Words].map(|action| self.key_of(action));
        format!(
            "Tab goes to the next unit that can act, Enter shows what it can do. A turn has steps: {space} ends one, {turn} \
             all that are left. ? lists the keys of the moment, {words} says what words and signs mean, {goals} shows this \
             again."
        )
    }

    /// Once, before the first order of a battle in which a person plays, whoever gives it.
    pub(super) fn brief(&mut self, standing: Standing, desk: &Desk) -> Option<Flow> {
        if standing != Standing::Top || !self.awaits_briefing() {
            return None;
        }
        self.milestones.briefed = true;
        let fresh = self.seen.is_fresh() && !self.seen.game.is_joined() && desk.settings.has(Habit::Briefing);
        fresh.then(|| Flow::Push(Box::new(self.briefing(&desk.theme).leading_to("begin"))))
    }

    /// Whether the briefing is still to come.
    pub(super) fn awaits_briefing(&self) -> bool {
        let plays = !self.seen.game.is_joined() && Side::ALL.into_iter().any(|side| self.seen.game.is_human(side));
        !self.milestones.briefed
            && (self.show.at_hand(&self.seen) || plays && self.seen.is_fresh() && !self.show.playback.is_playing())
    }
}

//! The next step in words: what the message row says when there is no news, and which keys the hint line names.

use battle::{Object, UnitId};
use unicode_width::UnicodeWidthStr;

use super::Battle;
use super::hand::Hand;
use super::keys::Action;
use super::seen::Seen;
use crate::keymap::HelpRow;
use crate::layer::Layer;
use crate::ordering::Stage;
use crate::text::whole_sentences;

/// What Enter does, as part of a sentence.
const GIVES: &str = " gives it an order";

/// The most columns of a step's title in the hints.
const STEP: usize = 16;

impl Hand {
    /// The unit under the cursor, when it is not the person's and nobody who could act is there.
    fn enemy_here(&self, seen: &Seen) -> Option<UnitId> {
        let field = seen.system().field();
        let unit = seen.unit_here().filter(|_| self.actors_here(seen).is_empty());
        unit.filter(|unit| Some(field.side(*unit)) != seen.person())
    }

    /// What can be done where the cursor is.
    fn about_here(&self, seen: &Seen) -> String {
        let field = seen.system().field();
        let here = self.actors_here(seen);
        match (here.first(), seen.unit_here()) {
            (Some(Some(Object::Leader(leader))), _) => {
                let info = field.roster().leader(*leader);
                format!("{}, {}, can act: Enter. ", info.label, info.name)
            }
            (Some(Some(actor)), _) if self.sense.hopeless.contains(actor) => {
                format!("{} can do nothing useful now. ", field.label(*actor))
            }
            (Some(Some(actor)), _) => format!("{} can act: Enter{GIVES}. ", field.label(*actor)),
            (_, Some(unit)) => format!("{} has nothing to do now. ", field.label(unit.into())),
            _ => String::new(),
        }
    }

    /// Units other than the one under the cursor that could act, or go with a leader who could.
    fn other_units(&self, seen: &Seen) -> Vec<UnitId> {
        let here = seen.unit_here();
        let ready = if self.sense.idle.waiting.is_empty() { &self.actors } else { &self.sense.idle.waiting };
        let mut units: Vec<UnitId> = ready.iter().filter_map(|actor| seen.unit_with(*actor)).collect();
        units.sort_unstable();
        units.dedup();
        units.retain(|unit| Some(*unit) != here);
        units
    }

    /// What Enter does here, in as much room everywhere, so that the hints beside it stay where they are.
    fn hint_of_ordering(&self, seen: &Seen) -> String {
        let field = seen.system().field();
        let labels = self.actors.iter().map(|actor| field.label(*actor).chars().count());
        let room = "order ".len() + labels.max().unwrap_or(0);
        match self.actors_here(seen).first() {
            Some(Some(actor)) => format!("{:<room$}", format!("order {}", field.label(*actor))),
            _ if self.choices.done(seen.system()).is_none() => format!("{:<room$}", "choices"),
            _ => format!("{:<room$}", "go on"),
        }
    }
}

impl Seen {
    fn unit_with(&self, actor: Object) -> Option<UnitId> {
        actor.unit().or_else(|| self.hex_of(actor).and_then(|hex| self.system().field().unit_at(hex)))
    }
}

impl Battle {
    /// What to do next, in a sentence or two of at most so many columns where they can be shortened.
    pub(super) fn coach(&self, width: usize) -> String {
        whole_sentences(&self.next_step(width), width)
    }

    /// The same, with words left out where it would be wider than that.
    fn next_step(&self, width: usize) -> String {
        if self.seen.game.outcome().is_some() {
            return String::from("The battle is over. Enter shows the results; the field is yours to look at.");
        }
        if let Some(failure) = &self.minds.failure {
            return format!("Nobody commands {}. Enter chooses who goes on.", failure.side);
        }
        if !self.show.at_hand(&self.seen) {
            let [goes, one] = [Action::Pause, Action::StepOnce].map(|action| self.key_of(action));
            let paused = || format!("Paused. {goes} goes on, {one} shows one order.");
            return if self.show.paused { paused() } else { String::new() };
        }
        if let Some(unit) = self.hand.enemy_here(&self.seen) {
            return format!("{} is the enemy's.", self.seen.system().field().label(unit.into()));
        }
        if self.hand.sense.poor {
            let space = self.key_of(Action::Finish);
            return format!("No charge looks good now: {space} ends the step. {}", self.hand.about_here(&self.seen));
        }
        let shortened = [self.about_repeating(), String::from(GIVES), String::from(" at once")];
        let mut text = format!("{}{}", self.hand.about_here(&self.seen), self.about_others());
        for part in shortened {
            if text.width() > width {
                text = text.replacen(&part, "", 1);
            }
        }
        text
    }

    /// That the last order can be given again, as part of a sentence.
    fn about_repeating(&self) -> String {
        format!(", {}: the same again", self.key_of(Action::Again))
    }

    /// What can be done elsewhere.
    fn about_others(&self) -> String {
        let ends = self.hand.choices.done(self.seen.system()).is_some();
        let others = self.hand.other_units(&self.seen);
        let space = self.key_of(Action::Finish);
        let here = self.hand.actors_here(&self.seen);
        let more = self.hand.actors.iter().any(|actor| !here.contains(&Some(*actor)));
        match (others.as_slice(), ends) {
            ([], true) if more => format!("{space} ends the step."),
            ([], true) => format!(
                "{} can act; {space} ends the step.",
                if self.hand.actors.is_empty() { "Nobody" } else { "Nobody else" }
            ),
            ([], false) if self.hand.actors.is_empty() => String::from("Enter shows what can be answered."),
            ([], false) => String::new(),
            (units, true) if self.hand.can_repeat() => {
                format!("Tab: next of {} more{}. {space} ends the step.", units.len(), self.about_repeating())
            }
            (units, true) => format!("Tab: next of {} more. {space} ends the step.", units.len()),
            (units, false) if self.seen.game.is_joined() => format!("Tab: next of {} more.", units.len()),
            (units, false) => format!("Tab: next of {} more. {space}: all orders at once.", units.len()),
        }
    }

    /// The keys for the hint line: those that lead on from here first, those that would do nothing left out.
    pub(super) fn hints(&self) -> Vec<HelpRow> {
        let mut rows = self.help(&self.keys);
        if self.show.playback.is_playing() {
            rows.insert(0, HelpRow { keys: String::from("any-key"), hint: "any key|skips".into(), help: "" });
        }
        for row in &mut rows {
            let key = row.keys.split(' ').next().and_then(|key| key.parse().ok());
            let action = key.and_then(|key| self.keys.find(&self.maps(), key));
            if let Some(hint) = action.and_then(|action| self.hint_of(action)) {
                row.hint = hint.into();
            }
        }
        rows
    }

    /// What a key leads to right now, where that is more than its table says; empty when it leads nowhere.
    fn hint_of(&self, action: Action) -> Option<String> {
        let looking = self.show.at_hand(&self.seen) && self.hand.preparation.stage().is_none();
        let field = self.seen.system().field();
        match (action, self.hand.preparation.stage()) {
            (Action::Hurry, _) => Some(String::from(if self.minds.thinking.is_some() { "hurry" } else { "" })),
            (Action::Pause, _)
                if !self.show.at_hand(&self.seen)
                    && self.minds.failure.is_none()
                    && self.seen.game.outcome().is_none() =>
            {
                Some(String::from(if self.show.paused { "go on" } else { "pause" }))
            }
            (Action::Cycle(true), None) if looking && self.hand.actors.is_empty() => Some(String::new()),
            (Action::Confirm, None) if looking => Some(self.hand.hint_of_ordering(&self.seen)),
            (Action::Finish, None) if looking => {
                let step =
                    self.seen.system().info().steps.get(usize::from(field.step())).map_or("step", |step| step.title);
                let ends = self.hand.choices.done(self.seen.system()).is_some();
                let staff = if self.seen.game.is_joined() { String::new() } else { String::from("all orders") };
                let step = if step.width() > STEP { "step" } else { step };
                Some(if ends { format!("end {step}") } else { staff })
            }
            (Action::Panel(super::Panel::Odds), None) => Some(String::new()),
            (Action::Cycle(true), Some(Stage::Pose(posing))) if posing.sets_out(self.seen.system()) => {
                Some(String::from("turn it"))
            }
            (Action::Confirm, Some(Stage::Pose(posing))) if posing.sets_out(self.seen.system()) => {
                Some(String::from("send it"))
            }
            (Action::Cycle(true), Some(Stage::Target(targeting))) if targeting.entry.variants.len() == 1 => {
                Some(String::new())
            }
            (Action::Form, Some(Stage::Pose(posing))) if !posing.can_reform() => Some(String::new()),
            (Action::Turn(_), Some(Stage::Pose(posing))) if !posing.can_turn() => Some(String::new()),
            (Action::Confirm, Some(Stage::Target(targeting))) if targeting.entry.posed => Some(String::from("choose")),
            _ => None,
        }
    }
}

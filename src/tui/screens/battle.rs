//! The battle screen: a game being played, watched and looked into.

mod actions;
mod advice;
mod again;
mod away;
mod briefing;
mod coach;
mod command;
mod commands;
pub(crate) mod digest;
mod draw;
mod failure;
mod foot;
mod hand;
mod keys;
mod leaving;
mod legend;
pub mod lesson;
mod look;
mod minds;
mod play;
mod saving;
mod seen;
mod sensible;
mod show;
mod stance;
mod turn;
mod window;
mod words;

#[cfg(test)]
pub(crate) use draw::joined;
#[cfg(test)]
pub(crate) use foot::fullest;
#[cfg(test)]
pub(crate) use keys::{FAILED, LOOK, MENU, MOVE, OVER, POSE, TARGET, TARGET_FAR, TURN, VIEW, WATCH};

pub(crate) use keys::{GROUPS, STATES, way_name};

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ratatui::layout::{Position, Rect};
use table::Game;

use crate::canvas::Canvas;
use crate::ending::Ending;
use crate::keymap::{HelpRow, Key, Keymap};
use crate::keys::Keys;
use crate::layer::{Answer, Desk, Flow, Input, Layer, Standing};
use crate::map::projection::Fit;
use crate::ordering::Stage;
use crate::theme::Ink;
use away::Away;
use hand::Hand;
use keys::{Action, Panel};
use lesson::Teaching;
use look::Looks;
use minds::Minds;
use saving::Saving;
use seen::Seen;
use show::{News, Show};
use window::Window;

/// The battle screen: parts that own what they know, and the keys and moments that drive them.
pub struct Battle {
    seen: Seen,
    hand: Hand,
    window: Window,
    show: Show,
    news: News,
    minds: Minds,
    looks: Looks,
    message: (Ink, String),
    milestones: Milestones,
    teaching: Teaching,
    away: Away,
    saving: Saving,
    ending: Ending,
    keys: Arc<Keys>,
}

/// What happens once in a battle.
struct Milestones {
    /// Whether an order has been given here, or before in this battle.
    has_ordered: bool,
    /// Whether the person was told what the battle is about, or need not be.
    briefed: bool,
    results_shown: bool,
}

impl Battle {
    /// Shows that game.
    #[must_use]
    pub fn new(game: Game, desk: &mut Desk) -> Battle {
        let zoom = desk.settings.zoom;
        let has_ordered = game.orders_given() > 0;
        let mut battle = Battle {
            seen: Seen::new(game, desk.visit.is_some(), desk.rehearsing),
            hand: Hand::default(),
            window: Window { zoom: zoom.unwrap_or_default(), fit: Fit::unless(zoom), ..Window::default() },
            show: Show::default(),
            news: News::default(),
            minds: Minds::new(Arc::clone(&desk.library)),
            looks: Looks::default(),
            message: (Ink::Text, String::new()),
            milestones: Milestones { has_ordered, briefed: false, results_shown: false },
            teaching: Teaching::default(),
            away: Away::default(),
            saving: Saving::default(),
            ending: Ending::default(),
            keys: Arc::clone(&desk.keys),
        };
        battle.teaching.lesson = lesson::resumed(&battle.seen, desk.library.as_ref());
        battle.refresh();
        battle.news.read = battle.seen.readable().len();
        battle
    }

    fn maps(&self) -> Vec<Keymap<Action>> {
        use keys::{FAILED, LOOK, MENU, MOVE, OVER, POSE, TARGET, TARGET_FAR, TURN, VIEW, WATCH};
        if self.seen.game.outcome().is_some() && !self.show.playback.is_playing() {
            return vec![OVER, MOVE, VIEW];
        }
        if self.minds.failure.is_some() && !self.show.playback.is_playing() {
            return vec![FAILED, MOVE, VIEW];
        }
        if !self.show.at_hand(&self.seen) {
            return vec![WATCH, MOVE, VIEW];
        }
        match self.hand.preparation.stage() {
            None => vec![LOOK, MOVE, VIEW],
            Some(Stage::Menu(_)) => vec![MENU, VIEW],
            Some(Stage::Target(targeting)) if targeting.few() => vec![TARGET, MOVE, VIEW],
            Some(Stage::Target(_)) => vec![TARGET_FAR, MOVE, VIEW],
            Some(Stage::Pose(posing)) if posing.turns_only() => vec![TURN, VIEW],
            Some(Stage::Pose(_)) => vec![POSE, MOVE, VIEW],
        }
    }

    /// Whether a key, as written, asks a commander for advice or a plan, which nobody gives where others play.
    fn asks_advice(&self, key: &str) -> bool {
        key.parse().is_ok_and(|key| matches!(self.keys.find(&self.maps(), key), Some(Action::Advice | Action::Plan)))
    }

    /// Letters that pick an order of the open menu.
    fn menu_keys(&self) -> Vec<Key> {
        match self.hand.preparation.stage() {
            Some(Stage::Menu(menu)) if self.show.at_hand(&self.seen) => {
                menu.entries.iter().map(|entry| Key::char(entry.letter)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The key that does something, as it is written.
    fn key_of(&self, action: Action) -> String {
        let bindings = STATES.iter().flat_map(|state| state.iter()).flat_map(|map| map.iter());
        let mut found = bindings.filter(|binding| binding.action == action);
        let key = found.find_map(|binding| self.keys.of(binding).first().copied());
        key.map_or_else(String::new, |key| key.to_string())
    }

    fn say(&mut self, ink: Ink, text: impl Into<String>) {
        self.message = (ink, text.into());
    }
}

/// The heading of a table of keys in the help; the first table, which is for what is being done, needs none.
fn heading(map: Keymap<Action>) -> Option<HelpRow> {
    let row = |help| Some(HelpRow { keys: String::new(), hint: "".into(), help });
    match map.first().map(|binding| binding.action) {
        Some(Action::Go(..)) => row("Moving the cursor"),
        Some(Action::Panel(_)) => row("Looking things up"),
        _ => None,
    }
}

impl Layer for Battle {
    fn name(&self) -> String {
        match self.hand.preparation.stage() {
            _ if !self.show.at_hand(&self.seen) => String::from("Watching"),
            None => String::from("Battle"),
            Some(Stage::Menu(_)) => String::from("Orders"),
            Some(Stage::Target(_)) => String::from("Choosing a target"),
            Some(Stage::Pose(_)) => String::from("Choosing a place"),
        }
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        let maps = self.maps();
        let mut rows = keys.describe(&maps, self.menu_keys());
        for (place, map) in maps.iter().enumerate().skip(1).rev() {
            let at = keys.describe(&maps[..place], self.menu_keys()).len();
            heading(map).into_iter().for_each(|row| rows.insert(at, row));
        }
        if self.seen.game.is_joined() {
            let advice = |row: &HelpRow| row.keys.split(' ').any(|key| self.asks_advice(key));
            rows.retain(|row| !advice(row));
        }
        if let (true, Some(Stage::Menu(menu))) = (self.show.at_hand(&self.seen), self.hand.preparation.stage()) {
            let row = |entry: &crate::ordering::Entry| HelpRow {
                keys: entry.letter.to_string(),
                hint: "".into(),
                help: entry.help,
            };
            rows.splice(0..0, menu.entries.iter().map(row));
        }
        rows
    }

    fn words(&self) -> Vec<HelpRow> {
        self.seen.help_words()
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        self.input(input, desk)
    }

    fn answer(&mut self, answer: Answer, desk: &mut Desk) -> Flow {
        self.answered(answer, desk)
    }

    fn tick(&mut self, now: Duration, standing: Standing, desk: &mut Desk) -> (bool, Flow) {
        self.pass_time(now, standing, desk)
    }

    fn wants_tick(&self, standing: Standing, _desk: &Desk) -> Option<Duration> {
        self.next_moment(standing)
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        self.paint(area, canvas, desk)
    }

    fn record(&self) -> Option<PathBuf> {
        self.seen.game.past().record_path().map(std::path::Path::to_path_buf)
    }
}

//! The battle screen: a game being played, watched and looked into.

mod act;
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
mod keys;
mod leaving;
mod legend;
pub mod lesson;
mod look;
mod play;
mod saving;
mod sensible;
mod turn;
mod words;

#[cfg(test)]
pub(crate) use draw::joined;
#[cfg(test)]
pub(crate) use foot::fullest;
#[cfg(test)]
pub(crate) use keys::{FAILED, LOOK, MENU, MOVE, OVER, POSE, TARGET, TARGET_FAR, TURN, VIEW, WATCH};

pub(crate) use keys::STATES;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use battle::{Command, Object, Order, Side, System};
use hexes::Hex;
use ratatui::layout::{Position, Rect};
use table::{Dispatch, Game};

use crate::animate::Playback;
use crate::canvas::Canvas;
use crate::ending::Ending;
use crate::keymap::{HelpRow, Key, Keymap};
use crate::keys::Keys;
use crate::layer::{Answer, Desk, Flow, Input, Layer, Standing};
use crate::map::Painter;
use crate::map::overlay::OverlayKind;
use crate::map::projection::{Fit, Projection, Zoom};
use crate::prepare::{Choices, Preparation, Stage};
use crate::theme::Ink;
use away::Away;
use failure::Failure;
use keys::{Action, Panel};
use look::Looks;
use play::Running;

/// The battle screen.
pub struct Battle {
    game: Game,
    places: Vec<(String, Hex)>,
    eyes: Option<Side>,
    choices: Choices,
    actors: Vec<Object>,
    /// The commands whose orders the eyes may know.
    commands: Vec<Command>,
    preparation: Preparation,
    advised: Option<Order>,
    cursor: Hex,
    zoom: Zoom,
    fit: Fit,
    projection: Option<Projection>,
    overlay: Option<OverlayKind>,
    panel: Option<Panel>,
    message: (Ink, String),
    playback: Playback,
    thinking: Option<Running>,
    failure: Option<Failure>,
    paused: bool,
    single_step: bool,
    looks: Looks,
    /// Counts changes of the battle, so that what was made from it is known to be old.
    version: u64,
    /// How many dispatches there were when the person last could act.
    read: usize,
    /// The first dispatch of the last digest; the log opens there.
    news: Option<usize>,
    /// How many dispatches the person could read when the orders now being shown began.
    told_before: usize,
    results_shown: bool,
    /// Whether an order has been given here, or before in this battle.
    has_ordered: bool,
    /// Whether the person was told what the battle is about, or need not be.
    briefed: bool,
    last_person: Option<Side>,
    painter: Painter,
    away: Away,
    saving: saving::Saving,
    sense: sensible::Sense,
    ending: Ending,
    keys: Arc<Keys>,
    last: Option<again::Last>,
    lesson: Option<lesson::Lesson>,
    /// The field and the count of events when the others began to act, for seeing it again.
    others_began: Option<(battle::Battlefield, usize)>,
}

impl Battle {
    /// Shows that game.
    #[must_use]
    pub fn new(game: Game, desk: &mut Desk) -> Battle {
        let places = game.setup().battle.scenario.places.clone();
        let mut battle = Battle {
            places,
            eyes: None,
            choices: Choices::default(),
            actors: Vec::new(),
            commands: Vec::new(),
            preparation: Preparation::default(),
            advised: None,
            cursor: Hex::default(),
            zoom: desk.settings.zoom.unwrap_or_default(),
            fit: Fit::unless(desk.settings.zoom),
            projection: None,
            overlay: None,
            panel: None,
            message: (Ink::Text, String::new()),
            playback: Playback::default(),
            thinking: None,
            failure: None,
            paused: false,
            single_step: false,
            looks: Looks::default(),
            version: 0,
            read: 0,
            news: None,
            told_before: 0,
            results_shown: false,
            has_ordered: game.orders_given() > 0,
            briefed: false,
            last_person: None,
            painter: Painter::default(),
            away: Away::default(),
            saving: saving::Saving::default(),
            sense: sensible::Sense::default(),
            ending: Ending::default(),
            keys: Arc::clone(&desk.keys),
            last: None,
            lesson: None,
            others_began: None,
            game,
        };
        battle.cursor = battle.first_cursor();
        battle.refresh();
        battle.read = battle.readable().len();
        battle
    }

    /// The first unit of the side whose eyes these are, or the middle of the map.
    fn first_cursor(&self) -> Hex {
        let field = self.game.system().field();
        let side = Side::ALL.into_iter().find(|side| self.game.is_human(*side)).unwrap_or(Side::Blue);
        let first = field.present_of(side).next().map(|unit| field.unit(unit).pose.anchor);
        let grid = field.ground().grid();
        first.unwrap_or_else(|| hexes::Offset::new(grid.width() / 2, grid.height() / 2).hex())
    }

    /// The battle as it is shown: one side's view, or the whole truth when nobody plays or it is over.
    fn system(&self) -> &dyn System {
        match self.eyes {
            Some(side) if self.game.outcome().is_none() => self.game.shown(side),
            _ => self.game.system(),
        }
    }

    /// The person who decides now, if one does.
    fn person(&self) -> Option<Side> {
        let side = self.game.pending().decision()?.side;
        Some(side).filter(|side| self.game.is_human(*side))
    }

    /// Whether the person can give orders right now.
    fn at_hand(&self) -> bool {
        self.person().is_some() && !self.playback.is_playing()
    }

    /// Whose view is drawn: the person to decide, the only person, or nobody's.
    fn find_eyes(&self) -> Option<Side> {
        let people: Vec<Side> = Side::ALL.into_iter().filter(|side| self.game.is_human(*side)).collect();
        self.person().or(self.last_person.filter(|side| people.contains(side))).or(people.first().copied())
    }

    fn maps(&self) -> Vec<Keymap<Action>> {
        use keys::{FAILED, LOOK, MENU, MOVE, OVER, POSE, TARGET, TARGET_FAR, TURN, VIEW, WATCH};
        if self.game.outcome().is_some() && !self.playback.is_playing() {
            return vec![OVER, MOVE, VIEW];
        }
        if self.failure.is_some() && !self.playback.is_playing() {
            return vec![FAILED, MOVE, VIEW];
        }
        if !self.at_hand() {
            return vec![WATCH, MOVE, VIEW];
        }
        match self.preparation.stage() {
            None => vec![LOOK, MOVE, VIEW],
            Some(Stage::Menu(_)) => vec![MENU, VIEW],
            Some(Stage::Target(targeting)) if targeting.few() => vec![TARGET, MOVE, VIEW],
            Some(Stage::Target(_)) => vec![TARGET_FAR, MOVE, VIEW],
            Some(Stage::Pose(posing)) if posing.turns_only() => vec![TURN, VIEW],
            Some(Stage::Pose(_)) => vec![POSE, MOVE, VIEW],
        }
    }

    /// The dispatches that the eyes may read, but for what is still being shown.
    fn told(&self) -> Vec<&Dispatch> {
        let mut told = self.readable();
        if self.playback.is_playing() {
            told.truncate(self.told_before);
        }
        told
    }

    /// Every dispatch that the eyes may read.
    fn readable(&self) -> Vec<&Dispatch> {
        match self.eyes.filter(|_| self.game.outcome().is_none()) {
            Some(side) => self.game.dispatches_for(side).collect(),
            None => self.game.dispatches().iter().collect(),
        }
    }

    /// Whether a key, as written, asks a commander for advice, which nobody gives where others play.
    fn asks_advice(&self, key: &str) -> bool {
        key.parse().is_ok_and(|key| self.keys.find(&self.maps(), key) == Some(Action::Advice))
    }

    /// Letters that pick an order of the open menu.
    fn menu_keys(&self) -> Vec<Key> {
        match self.preparation.stage() {
            Some(Stage::Menu(menu)) if self.at_hand() => {
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
        match self.preparation.stage() {
            _ if !self.at_hand() => String::from("Watching"),
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
        if self.game.is_joined() {
            let advice = |row: &HelpRow| row.keys.split(' ').any(|key| self.asks_advice(key));
            rows.retain(|row| !advice(row));
        }
        if let (true, Some(Stage::Menu(menu))) = (self.at_hand(), self.preparation.stage()) {
            let row = |entry: &crate::prepare::Entry| HelpRow {
                keys: entry.letter.to_string(),
                hint: "".into(),
                help: entry.help,
            };
            rows.splice(0..0, menu.entries.iter().map(row));
        }
        rows
    }

    fn words(&self) -> Vec<HelpRow> {
        self.help_words()
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
        self.game.record_path().map(std::path::Path::to_path_buf)
    }
}

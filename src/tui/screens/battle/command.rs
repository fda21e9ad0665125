//! The command line of a battle, and what comes back from pop-ups.

use std::sync::Arc;

use battle::Object;

use super::Battle;
use super::actions::{COMMAND, FIND, FINISH};
use super::advice::ADVICE;
use super::failure::FAILED;
use super::leaving::LEAVE;
use super::lesson::NEXT;
use super::seen::Seen;
use super::sensible::{RESIGN, WASTE};
use super::turn::ENDING;
use crate::animate::Speed;
use crate::glyphs::Glyphs;
use crate::layer::{Answer, Desk, Flow};
use crate::map::overlay::OverlayKind;
use crate::map::projection::{Fit, Zoom};
use crate::screens::proposal::PROPOSED;
use crate::screens::settings::CHANGED;
use crate::theme::{Depth, Ink, Palette, Theme};
use crate::typed::{self, Typed};

const COMMANDS: &[&str] = &[
    "save",
    "quit",
    "seed",
    "resign",
    "title",
    "undo",
    "speed slow",
    "speed normal",
    "speed fast",
    "speed instant",
    "zoom 0",
    "zoom 1",
    "zoom 2",
    "overlay reach",
    "overlay fire",
    "overlay sight",
    "overlay threat",
    "overlay elevation",
    "overlay off",
    "set colours truecolor",
    "set colours 256",
    "set colours 16",
    "set colours mono",
    "set palette classic",
    "set palette safe",
    "set glyphs unicode",
    "set glyphs ascii",
];

impl Seen {
    /// Labels and names of the units on the map.
    pub(super) fn names(&self) -> Vec<String> {
        let field = self.system().field();
        let infos: Vec<_> = field.present().map(|unit| field.roster().unit(unit)).collect();
        let labels = infos.iter().map(|info| info.label.clone());
        labels.chain(infos.iter().map(|info| info.name.clone())).collect()
    }
}

impl Battle {
    /// What the command line can complete.
    pub(super) fn commands(&self) -> Vec<String> {
        let finds = self.seen.names().into_iter().map(|name| format!("find {name}"));
        let orders = if self.show.at_hand(&self.seen) {
            typed::known(&self.hand.choices, self.seen.system())
        } else {
            Vec::new()
        };
        let commands = COMMANDS.iter().map(|command| (*command).to_owned());
        orders.into_iter().chain(commands).chain(finds).collect()
    }

    /// A pop-up closed with an answer.
    pub(super) fn answered(&mut self, answer: Answer, desk: &mut Desk) -> Flow {
        match answer {
            Answer::Yes(CHANGED) => {
                self.keys = Arc::clone(&desk.keys);
                if let Some(zoom) = desk.settings.zoom.filter(|zoom| *zoom != self.window.zoom) {
                    (self.window.zoom, self.window.fit) = (zoom, Fit::Off);
                }
                self.looks.forget();
            }
            Answer::Yes(NEXT) => return self.next_lesson(desk),
            Answer::Yes(WASTE) => self.give_doubted(desk),
            Answer::Yes(RESIGN) => self.resign(),
            Answer::Yes(FINISH) => self.finish_now(desk),
            Answer::Yes(ADVICE) => {
                if let Some(order) = self.hand.advised.take() {
                    self.give(&order, desk);
                }
            }
            Answer::No(ADVICE) => self.hand.advised = None,
            Answer::Picked(ENDING, place) => self.end_as_picked(place),
            Answer::Picked(PROPOSED, place) => self.take_proposal(place),
            Answer::Picked(LEAVE, place) => return self.leave(place, desk),
            Answer::Picked(FAILED, place) => return self.go_on_with(place, desk),
            Answer::Line(FIND, text) => self.find(&text),
            Answer::Line(COMMAND, text) => return self.command(&text, desk),
            _ => {}
        }
        Flow::Stay
    }

    /// Puts the cursor on the unit of that label, or whose name holds the text.
    fn find(&mut self, text: &str) {
        let field = self.seen.system().field();
        let wanted = text.to_lowercase();
        let info = |unit| field.roster().unit(unit);
        let labelled = field.present().find(|unit| info(*unit).label.to_lowercase() == wanted);
        let named = || field.present().find(|unit| info(*unit).name.to_lowercase().contains(&wanted));
        match labelled.or_else(named).filter(|_| !wanted.is_empty()) {
            Some(unit) => {
                let hex = self.seen.hex_of(Object::Unit(unit)).unwrap_or(self.seen.cursor);
                if let Some(crate::ordering::Stage::Menu(_)) = self.hand.preparation.stage() {
                    self.back();
                }
                self.hand.look_at(&mut self.seen, hex);
            }
            None => self.say(Ink::Bad, format!("No unit on the map is called \"{text}\".")),
        }
    }

    fn command(&mut self, text: &str, desk: &mut Desk) -> Flow {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            ["save" | "w"] => self.say_where(),
            ["quit" | "q"] => return Flow::Quit,
            ["title" | "lobby"] => return Flow::Restart(Vec::new()),
            ["resign"] => return self.ask_to_resign(desk),
            ["undo"] => self.undo(),
            ["seed"] => self.say_seed(),
            ["find", ..] => self.find(text.trim_start_matches("find").trim()),
            ["speed", name] => self.set_speed(name, desk),
            ["zoom", level] => self.set_zoom(level, desk),
            ["overlay", name] => self.set_overlay(name),
            ["set", what, value] => self.set(what, value, desk),
            _ => return self.typed(text, desk),
        }
        Flow::Stay
    }

    /// An order that was typed: given when it is complete, else prepared as far as it goes.
    fn typed(&mut self, text: &str, desk: &mut Desk) -> Flow {
        if !self.show.at_hand(&self.seen) {
            self.say(Ink::Bad, format!("Unknown command \"{text}\"; Tab completes the ones there are."));
            return Flow::Stay;
        }
        match typed::read(text, &self.hand.choices, self.seen.system()) {
            Ok(Typed::Order(order)) => return self.offer(&order, desk),
            Ok(Typed::Stem(order)) => return self.prepare_order(&order, desk),
            Err(why) => self.say(Ink::Bad, crate::text::sentence(&why)),
        }
        Flow::Stay
    }

    fn set_speed(&mut self, name: &str, desk: &mut Desk) {
        match Speed::ALL.into_iter().find(|speed| speed.name() == name) {
            Some(speed) => {
                desk.speed = speed;
                desk.remember(|settings| settings.speed = Some(speed));
                self.say(Ink::Text, format!("Speed: {name}."));
            }
            None => self.say(Ink::Bad, format!("Unknown speed \"{name}\"; expected slow, normal, fast or instant.")),
        }
    }

    fn set_zoom(&mut self, level: &str, desk: &mut Desk) {
        match Zoom::ALL.into_iter().find(|zoom| zoom.key() == level) {
            Some(zoom) => self.window.zoom_to(zoom, desk),
            None => self.say(Ink::Bad, format!("Unknown zoom \"{level}\"; expected 0, 1 or 2.")),
        }
    }

    fn set_overlay(&mut self, name: &str) {
        let found = OverlayKind::ALL.into_iter().find(|kind| kind.name() == name);
        if found.is_none() && name != "off" {
            self.say(
                Ink::Bad,
                format!("Unknown overlay \"{name}\"; expected reach, fire, sight, threat, elevation or off."),
            );
        }
        self.window.overlay = found;
    }

    fn set(&mut self, what: &str, value: &str, desk: &mut Desk) {
        let theme = &desk.theme;
        let changed = match (what, value) {
            ("colours" | "colors", _) => value.parse::<Depth>().map(|depth| Theme::new(depth, theme.palette())),
            ("palette", "classic") => Ok(Theme::new(theme.depth(), Palette::Classic)),
            ("palette", "safe") => Ok(Theme::new(theme.depth(), Palette::Safe)),
            ("glyphs", "unicode" | "ascii") => {
                desk.glyphs = if value == "ascii" { Glyphs::Ascii } else { Glyphs::Unicode };
                Ok(theme.clone())
            }
            _ => Err(format!("unknown setting \"{what} {value}\"; Tab completes the ones there are")),
        };
        match changed {
            Ok(theme) => {
                desk.theme = theme;
                self.looks.forget();
                let (depth, palette, glyphs) = (desk.theme.depth(), desk.theme.palette(), desk.glyphs);
                desk.remember(|settings| match what {
                    "palette" => settings.palette = Some(palette),
                    "glyphs" => settings.glyphs = Some(glyphs),
                    _ => settings.depth = Some(depth),
                });
                self.say(Ink::Text, format!("Set {what} to {value}."));
            }
            Err(why) => self.say(Ink::Bad, crate::text::sentence(&why)),
        }
    }
}

//! What is remembered from one run to the next: colours, characters, speed and zoom, in a small file that people can edit.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::animate::Speed;
use crate::glyphs::Glyphs;
use crate::map::projection::Zoom;
use crate::theme::{Depth, Palette};

/// The file's name in the folder for data.
const FILE: &str = "settings.toml";

/// What the program does by itself, unless it was told not to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Habit {
    /// Says what a battle is about when it begins.
    Briefing,
    /// Ends steps in which there is nothing sensible to decide.
    Passing,
    /// Asks before something is thrown away.
    Warning,
    /// Stays longer on losses while the other side's orders are shown.
    Lingering,
}

impl Habit {
    /// Every habit, in a fixed order.
    pub const ALL: [Habit; 4] = [Habit::Briefing, Habit::Passing, Habit::Warning, Habit::Lingering];

    /// Its name in the file and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Habit::Briefing => "briefing",
            Habit::Passing => "passing",
            Habit::Warning => "warnings",
            Habit::Lingering => "lingering",
        }
    }

    /// What it does, for the settings screen.
    #[must_use]
    pub const fn help(self) -> &'static str {
        match self {
            Habit::Briefing => "Say what a battle is about when it begins",
            Habit::Passing => "Pass steps in which nothing sensible can be done",
            Habit::Warning => "Ask before something is thrown away",
            Habit::Lingering => "Stay longer on losses when others' orders are shown",
        }
    }
}

/// What was chosen the last time; what nobody has chosen yet is left open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    path: PathBuf,
    /// Depth of colours.
    pub depth: Option<Depth>,
    /// Colours of the sides.
    pub palette: Option<Palette>,
    /// Characters.
    pub glyphs: Option<Glyphs>,
    /// How fast orders are shown.
    pub speed: Option<Speed>,
    /// Size of hexes.
    pub zoom: Option<Zoom>,
    /// Habits that were switched off.
    pub off: BTreeSet<Habit>,
}

impl Settings {
    /// Reads the settings in that folder; lines that say nothing known are passed over.
    #[must_use]
    pub fn load(data: &Path) -> Settings {
        let path = data.join(FILE);
        let text = fs::read_to_string(&path).unwrap_or_default();
        let mut settings = Settings { path, ..Settings::default() };
        text.lines().filter_map(pair).for_each(|(key, value)| settings.set(key, value));
        settings
    }

    fn set(&mut self, key: &str, value: &str) {
        match key {
            "colours" => self.depth = value.parse().ok(),
            "palette" => self.palette = Palette::ALL.into_iter().find(|palette| palette.name() == value),
            "glyphs" => self.glyphs = Glyphs::ALL.into_iter().find(|glyphs| glyphs.name() == value),
            "speed" => self.speed = Speed::ALL.into_iter().find(|speed| speed.name() == value),
            "zoom" => self.zoom = Zoom::ALL.into_iter().find(|zoom| zoom.key() == value),
            _ => self.set_habit(key, value),
        }
    }

    fn set_habit(&mut self, key: &str, value: &str) {
        let habit = Habit::ALL.into_iter().find(|habit| habit.name() == key);
        if let (Some(habit), "off") = (habit, value) {
            self.off.insert(habit);
        }
    }

    /// Whether nothing has ever been chosen.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        let Settings { path, .. } = self.clone();
        *self == Settings { path, ..Settings::default() }
    }

    /// Whether the program has that habit.
    #[must_use]
    pub fn has(&self, habit: Habit) -> bool {
        !self.off.contains(&habit)
    }

    /// Takes the habit up, or gives it up.
    pub fn switch(&mut self, habit: Habit) {
        if !self.off.remove(&habit) {
            self.off.insert(habit);
        }
    }

    /// Writes them down, if they came from a folder. One that cannot be written costs the memory, not the battle.
    ///
    /// # Errors
    /// The file, what the operating system says, and what to do.
    pub fn save(&self) -> Result<(), String> {
        if self.path.as_os_str().is_empty() {
            return Ok(());
        }
        let folder = self.path.parent().map_or(Ok(()), fs::create_dir_all);
        folder.and_then(|()| fs::write(&self.path, self.text())).map_err(|error| {
            format!("{} cannot be written: {error}; --data DIR names another folder", self.path.display())
        })
    }

    fn text(&self) -> String {
        let lines = [
            ("colours", self.depth.map(Depth::name)),
            ("palette", self.palette.map(Palette::name)),
            ("glyphs", self.glyphs.map(Glyphs::name)),
            ("speed", self.speed.map(Speed::name)),
            ("zoom", self.zoom.map(Zoom::key)),
        ];
        let off = Habit::ALL.into_iter().filter(|habit| !self.has(*habit)).map(|habit| (habit.name(), Some("off")));
        let known = lines.into_iter().chain(off).filter_map(|(key, value)| Some(format!("{key} = \"{}\"\n", value?)));
        known.fold(String::from("# Chosen on the screen; delete a line to let the terminal decide.\n"), |text, line| {
            text + &line
        })
    }

    /// The palette, unless another than the usual one was asked for.
    #[must_use]
    pub fn palette_or(&self, asked: Palette) -> Palette {
        self.palette.filter(|_| asked == Palette::Classic).unwrap_or(asked)
    }

    /// The speed, unless another than the usual one was asked for.
    #[must_use]
    pub fn speed_or(&self, asked: Speed) -> Speed {
        self.speed.filter(|_| asked == Speed::Normal).unwrap_or(asked)
    }
}

/// `key = "value"`.
fn pair(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split('#').next()?.split_once('=')?;
    Some((key.trim(), value.trim().trim_matches('"')))
}

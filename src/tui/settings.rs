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

/// What the program does by itself, if it is wanted.
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
    /// Leaves the fallen on the map for some turns.
    Fallen,
    /// Hears the mouse, which the terminal then keeps from marking text.
    Mouse,
    /// Rings the terminal's bell when others have moved and it is the person's turn.
    Bell,
    /// Asks before it is left from the title.
    Parting,
}

impl Habit {
    /// Every habit, in a fixed order.
    pub const ALL: [Habit; 8] = [
        Habit::Briefing,
        Habit::Passing,
        Habit::Warning,
        Habit::Lingering,
        Habit::Fallen,
        Habit::Mouse,
        Habit::Bell,
        Habit::Parting,
    ];

    /// Whether the program has it where nobody has chosen.
    #[must_use]
    pub const fn usual(self) -> bool {
        !matches!(self, Habit::Bell | Habit::Parting)
    }

    /// Its name in the file and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Habit::Briefing => "briefing",
            Habit::Passing => "passing",
            Habit::Warning => "warnings",
            Habit::Lingering => "lingering",
            Habit::Fallen => "fallen",
            Habit::Mouse => "mouse",
            Habit::Bell => "bell",
            Habit::Parting => "ask-to-quit",
        }
    }

    /// What it does, for its row on the settings screen.
    #[must_use]
    pub const fn help(self) -> &'static str {
        match self {
            Habit::Briefing => "Say what a battle is about when it begins",
            Habit::Passing => "Pass steps in which nothing sensible can be done",
            Habit::Warning => "Ask before something is thrown away",
            Habit::Lingering => "Stay longer on losses when others' orders are shown",
            Habit::Fallen => "Leave the fallen on the map for some turns",
            Habit::Mouse => "Use the mouse",
            Habit::Bell => "Ring when it is your turn",
            Habit::Parting => "Ask before quitting",
        }
    }

    /// The same in full, for who is in doubt.
    #[must_use]
    pub const fn more(self) -> &'static str {
        match self {
            Habit::Briefing => "Whom you command, what you are to do and how long you have, before your first order.",
            Habit::Passing => {
                "Steps in which all you could do is hopeless or useless end by themselves, and an answer to which there is no other is given for you."
            }
            Habit::Warning => {
                "Before a step ends in which somebody could still act, or an order is given that can do no good."
            }
            Habit::Lingering => "Without this every picture of an order is shown for the same time.",
            Habit::Fallen => {
                "Where men fell it is marked for four turns, fainter after the first two. It changes nothing in the battle."
            }
            Habit::Mouse => "Without this the terminal's own mouse works: marking and copying text.",
            Habit::Bell => {
                "The terminal's bell, when others have moved and you are to decide. Many terminals can show it instead."
            }
            Habit::Parting => "On the title q and Esc then ask first. A battle is saved either way.",
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
    /// The rule system that was played last, by its key.
    pub rules: Option<String>,
    /// Whose orders one gave, and against whom, when a battle was tried out last.
    pub trial: Option<String>,
    /// Habits that are not as usual.
    pub switched: BTreeSet<Habit>,
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
            "rules" => self.rules = Some(String::from(value)),
            "trial" => self.trial = Some(String::from(value)),
            "zoom" => self.zoom = Zoom::ALL.into_iter().find(|zoom| zoom.key() == value),
            _ => self.set_habit(key, value),
        }
    }

    fn set_habit(&mut self, key: &str, value: &str) {
        let habit = Habit::ALL.into_iter().find(|habit| habit.name() == key);
        if let (Some(habit), "on" | "off") = (habit, value)
            && (value == "on") != habit.usual()
        {
            self.switched.insert(habit);
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
        habit.usual() != self.switched.contains(&habit)
    }

    /// Takes the habit up, or gives it up.
    pub fn switch(&mut self, habit: Habit) {
        if !self.switched.remove(&habit) {
            self.switched.insert(habit);
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
            ("rules", self.rules.as_deref()),
            ("trial", self.trial.as_deref()),
        ];
        let words = |habit: &Habit| (habit.name(), Some(if self.has(*habit) { "on" } else { "off" }));
        let known = lines
            .into_iter()
            .chain(self.switched.iter().map(words))
            .filter_map(|(key, value)| Some(format!("{key} = \"{}\"\n", value?)));
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

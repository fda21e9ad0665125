//! Where a conversation is held: what is said and heard there, and how it ends.

use std::io;
use std::time::Duration;

/// Where the conversation is held.
pub trait Slate {
    /// Says one line.
    ///
    /// # Errors
    /// When nobody can hear it any more.
    fn say(&mut self, line: &str) -> io::Result<()>;

    /// Waits for a line that was typed, for news from elsewhere, or for the end.
    ///
    /// # Errors
    /// When it cannot be read.
    fn hear(&mut self) -> io::Result<Heard>;

    /// Waits so long at most for a line or the end; nothing when neither came. Who cannot wait for a while hears nothing.
    ///
    /// # Errors
    /// When it cannot be read.
    fn hear_within(&mut self, wait: Duration) -> io::Result<Option<Heard>> {
        std::thread::sleep(wait);
        Ok(None)
    }

    /// Waits a moment for news and leaves what is typed meanwhile for [`Slate::hear`].
    ///
    /// # Errors
    /// When it cannot be read.
    fn await_news(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What was heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line that was typed.
    Line(String),
    /// Something may have happened elsewhere.
    News,
    /// No more can come.
    Closed,
}

/// Asks for one row of a numbered list; an empty line takes the first, nothing when the person leaves.
///
/// # Errors
/// When the slate fails.
pub fn pick(question: &str, rows: &[String], slate: &mut dyn Slate) -> io::Result<Option<usize>> {
    for (place, row) in rows.iter().enumerate() {
        slate.say(&format!("{}. {row}", place + 1))?;
    }
    loop {
        slate.say(&format!("{question} Type a number from 1 to {}; nothing takes 1, quit leaves.", rows.len()))?;
        let Some(line) = typed_line(slate)? else { return Ok(None) };
        match (line.trim(), line.trim().parse::<usize>()) {
            ("", _) => return Ok(Some(0)),
            ("quit" | "q", _) => return Ok(None),
            (_, Ok(number)) if (1..=rows.len()).contains(&number) => return Ok(Some(number - 1)),
            _ => {}
        }
    }
}

/// The next line, whatever happens elsewhere.
pub(super) fn typed_line(slate: &mut dyn Slate) -> io::Result<Option<String>> {
    loop {
        match slate.hear()? {
            Heard::Line(line) => return Ok(Some(line)),
            Heard::News => {}
            Heard::Closed => return Ok(None),
        }
    }
}

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The battle is over.
    Over,
    /// The person left; the battle is saved as far as it went.
    Left,
    /// The person left, or no more can be typed, and the last order could not be saved.
    Unsaved,
}

/// How much of a roll is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Telling {
    Short,
    EachDie,
}

impl Telling {
    /// Takes the other one, and says so.
    pub(super) fn switch(&mut self) -> String {
        let (next, text) = match self {
            Telling::Short => (Telling::EachDie, "Every die is told from now on."),
            Telling::EachDie => (Telling::Short, "Dice are told in short from now on."),
        };
        *self = next;
        String::from(text)
    }
}

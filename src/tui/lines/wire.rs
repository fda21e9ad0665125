//! Sentences over a line: what is typed at the other end put together to lines, with or without an echo.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Write};
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Duration;

use battle::Library;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::lobby;
use super::slate::{Heard, Slate};
use crate::host::SharedHost;
use crate::layer::Waker;
use crate::screen::{Screen, Signal};

/// Longest line that is kept; what is typed beyond it is dropped.
const LONGEST: usize = 400;
/// Signals that are put by while news are awaited; further ones wait on the line.
const PUT_BY: usize = 2_000;
/// So long is waited for news at a time.
const MOMENT: Duration = Duration::from_millis(50);

/// Who shows what is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    /// This end: the other is a terminal that shows nothing by itself.
    Here,
    /// Nobody: the other end is a pipe.
    Nowhere,
}

/// Plays at a place of many players in sentences over a line, until the visitor leaves or the line ends.
///
/// # Errors
/// When the line fails.
pub fn converse(
    library: &Arc<dyn Library>,
    host: &SharedHost,
    wake: Waker,
    screen: Screen,
    echo: Echo,
) -> io::Result<()> {
    host.listen(wake);
    let mut wire = Wire { screen, echo, waiting: VecDeque::new(), typed: String::new(), ended: None };
    lobby::visit(library, host, &mut wire)?;
    match wire.ended.take().flatten() {
        Some(words) => wire.say(&words),
        None => Ok(()),
    }
}

/// A conversation over a line.
struct Wire {
    screen: Screen,
    echo: Echo,
    /// Signals that came while news were awaited.
    waiting: VecDeque<Signal>,
    /// The line so far.
    typed: String,
    /// The line has ended, with these last words.
    ended: Option<Option<String>>,
}

/// What a signal came to.
enum Came {
    Line(String),
    News,
    Nothing,
}

impl Slate for Wire {
    fn say(&mut self, line: &str) -> io::Result<()> {
        while !self.screen.line.has_room() {
            self.put_by()?;
        }
        let end = if self.echo == Echo::Here { "\r\n" } else { "\n" };
        let text = plain::line(line);
        write!(self.screen.line, "{text}{end}")?;
        self.screen.line.flush()
    }

    fn hear(&mut self) -> io::Result<Heard> {
        while self.ended.is_none() {
            let signal = match self.waiting.pop_front() {
                Some(signal) => signal,
                None => self.screen.signals.recv().unwrap_or(Signal::InputEnded),
            };
            match self.take(signal)? {
                Came::Line(line) => return Ok(Heard::Line(line)),
                Came::News => return Ok(Heard::News),
                Came::Nothing => {}
            }
        }
        Ok(Heard::Closed)
    }

    fn await_news(&mut self) -> io::Result<()> {
        self.put_by()
    }
}

impl Wire {
    /// Waits a moment for a signal and puts it by, if there is room for it.
    fn put_by(&mut self) -> io::Result<()> {
        if self.waiting.len() >= PUT_BY {
            thread::sleep(MOMENT);
            return Ok(());
        }
        match self.screen.signals.recv_timeout(MOMENT) {
            Ok(Signal::Wake) | Err(RecvTimeoutError::Timeout) => Ok(()),
            Ok(signal) => {
                self.waiting.push_back(signal);
                Ok(())
            }
            Err(RecvTimeoutError::Disconnected) => Err(io::Error::from(ErrorKind::BrokenPipe)),
        }
    }

    fn take(&mut self, signal: Signal) -> io::Result<Came> {
        match signal {
            Signal::Wake => return Ok(Came::News),
            Signal::Resized(..) => {}
            Signal::InputEnded => self.ended = Some(None),
            Signal::End(words) => self.ended = Some(Some(words)),
            Signal::Event(Event::Paste(text)) => text.chars().try_for_each(|letter| self.add(letter))?,
            Signal::Event(Event::Key(key)) if key.kind != KeyEventKind::Release => return self.press(key),
            Signal::Event(_) => {}
        }
        Ok(Came::Nothing)
    }

    /// A key of the line being typed. Ctrl-C and, on an empty line, Ctrl-D leave.
    fn press(&mut self, key: KeyEvent) -> io::Result<Came> {
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => return self.end_line(),
            KeyCode::Char('j' | 'm') if ctrl => return self.end_line(),
            KeyCode::Char('c') if ctrl => self.ended = Some(None),
            KeyCode::Char('d') if ctrl && self.typed.is_empty() => self.ended = Some(None),
            KeyCode::Char('u') if ctrl => {
                while !self.typed.is_empty() {
                    self.erase()?;
                }
            }
            KeyCode::Backspace => self.erase()?,
            KeyCode::Char('h') if ctrl => self.erase()?,
            KeyCode::Char(letter) if !ctrl => self.add(letter)?,
            _ => {}
        }
        Ok(Came::Nothing)
    }

    fn end_line(&mut self) -> io::Result<Came> {
        self.show("\r\n")?;
        Ok(Came::Line(std::mem::take(&mut self.typed)))
    }

    fn add(&mut self, letter: char) -> io::Result<()> {
        if letter.is_control() || self.typed.len() >= LONGEST {
            return Ok(());
        }
        self.typed.push(letter);
        self.show(&plain::line(&letter.to_string()))
    }

    fn erase(&mut self) -> io::Result<()> {
        if self.typed.pop().is_some() { self.show("\u{8} \u{8}") } else { Ok(()) }
    }

    fn show(&mut self, text: &str) -> io::Result<()> {
        if self.echo == Echo::Nowhere {
            return Ok(());
        }
        self.screen.line.write_all(text.as_bytes())?;
        self.screen.line.flush()
    }
}

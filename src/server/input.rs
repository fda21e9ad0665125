//! What a terminal sends, byte by byte, as events: keys, pastes and the mouse. Any bytes may come, cut anywhere; nothing
//! grows beyond a bound.

use std::time::Duration;

use crossterm::event as term;
use terminput::Event;

/// How long an Esc waits for the rest of a sequence before it is a key of its own.
const ESCAPE: Duration = Duration::from_millis(50);
/// How long an unfinished paste waits for its end.
const PASTE: Duration = Duration::from_secs(2);
/// Longest sequence of a key or the mouse.
const LONGEST: usize = 64;
/// Longest paste that is kept; what is beyond it is dropped.
const LONGEST_PASTE: usize = 16 * 1024;

const PASTE_BEGINS: &[u8] = b"\x1b[200~";
const PASTE_ENDS: &[u8] = b"\x1b[201~";

/// The parser of one terminal.
#[derive(Debug, Default)]
pub struct Keyboard {
    buffer: Vec<u8>,
    paste: Option<Paste>,
}

/// A paste that has begun: its text, and how much of the end mark has come.
#[derive(Debug, Default)]
struct Paste {
    text: Vec<u8>,
    mark: usize,
}

impl Keyboard {
    /// Takes bytes and gives the events that are complete.
    pub fn feed(&mut self, bytes: &[u8], events: &mut Vec<term::Event>) {
        for byte in bytes {
            match self.paste.as_mut().map(|paste| paste.take(*byte)) {
                Some(true) => self.end_paste(events),
                Some(false) => {}
                None => self.take(*byte, events),
            }
        }
    }

    /// How long to wait for more before [`Keyboard::settle`]; `None` when nothing is unfinished.
    #[must_use]
    pub fn patience(&self) -> Option<Duration> {
        match (&self.paste, self.buffer.first()) {
            (Some(_), _) => Some(PASTE),
            (None, Some(_)) => Some(ESCAPE),
            (None, None) => None,
        }
    }

    /// No more bytes belong to what has come: a lone Esc is a key, an unfinished paste ends, the rest is dropped.
    pub fn settle(&mut self, events: &mut Vec<term::Event>) {
        if self.paste.is_some() {
            self.end_paste(events);
        }
        let buffer = std::mem::take(&mut self.buffer);
        match buffer[..] {
            [b'\x1b'] => events.push(escape()),
            [b'\x1b', other] => {
                events.push(escape());
                self.take(other, events);
            }
            _ => {}
        }
    }

    fn end_paste(&mut self, events: &mut Vec<term::Event>) {
        let text = self.paste.take().map(|paste| paste.text).unwrap_or_default();
        events.push(term::Event::Paste(String::from_utf8_lossy(&text).into_owned()));
    }

    fn take(&mut self, byte: u8, events: &mut Vec<term::Event>) {
        if byte == b'\x1b' && !self.buffer.is_empty() {
            self.settle(events);
        }
        self.buffer.push(byte);
        if self.buffer == b"\x1b" {
            return;
        }
        if self.buffer == PASTE_BEGINS {
            self.buffer.clear();
            self.paste = Some(Paste::default());
            return;
        }
        match parse(&self.buffer) {
            Ok(None) if self.buffer.len() < LONGEST => {}
            Ok(None) => self.buffer.clear(),
            Ok(Some(event)) => {
                self.buffer.clear();
                events.extend(translated(event));
            }
            Err(()) => self.spoilt(byte, events),
        }
    }

    /// The bytes mean nothing. A character cut short by another one does not take that one with it.
    fn spoilt(&mut self, byte: u8, events: &mut Vec<term::Event>) {
        let cut = self.buffer.len() > 1 && self.buffer[0] != b'\x1b';
        self.buffer.clear();
        if cut {
            self.take(byte, events);
        }
    }
}

impl Paste {
    /// Takes a byte; whether the paste is complete.
    fn take(&mut self, byte: u8) -> bool {
        if byte != PASTE_ENDS[self.mark] {
            let before = std::mem::take(&mut self.mark);
            self.keep(&PASTE_ENDS[..before]);
            if byte != PASTE_ENDS[0] {
                self.keep(&[byte]);
                return false;
            }
        }
        self.mark += 1;
        self.mark == PASTE_ENDS.len()
    }

    fn keep(&mut self, bytes: &[u8]) {
        if self.text.len() + bytes.len() <= LONGEST_PASTE {
            self.text.extend_from_slice(bytes);
        }
    }
}

fn escape() -> term::Event {
    term::Event::Key(term::KeyEvent::from(term::KeyCode::Esc))
}

/// One event; `Ok(None)` when it is unfinished. Positions of the mouse count from 1; a 0 is nonsense that the parser
/// below does not survive.
fn parse(buffer: &[u8]) -> Result<Option<Event>, ()> {
    let is_mouse = buffer.starts_with(b"\x1b[") && matches!(buffer.last(), Some(b'M' | b'm'));
    if is_mouse && buffer.len() > 3 {
        let numbers = String::from_utf8_lossy(&buffer[2..buffer.len() - 1]);
        if numbers.split(';').skip(1).any(|number| number.parse() == Ok(0_u32)) {
            return Err(());
        }
    }
    Event::parse_from(buffer).map_err(|_| ())
}

fn translated(event: Event) -> Option<term::Event> {
    match event {
        Event::Key(key) => Some(term::Event::Key(key_of(key)?)),
        Event::Mouse(mouse) => Some(term::Event::Mouse(mouse_of(mouse)?)),
        Event::Paste(text) => Some(term::Event::Paste(text)),
        _ => None,
    }
}

fn key_of(key: terminput::KeyEvent) -> Option<term::KeyEvent> {
    use terminput::KeyCode as From;
    let modifiers = modifiers_of(key.modifiers);
    let code = match key.code {
        From::Char(c) => term::KeyCode::Char(c),
        From::Enter => term::KeyCode::Enter,
        From::Esc => term::KeyCode::Esc,
        From::Tab if modifiers.contains(term::KeyModifiers::SHIFT) => term::KeyCode::BackTab,
        From::Tab => term::KeyCode::Tab,
        From::Backspace => term::KeyCode::Backspace,
        From::Delete => term::KeyCode::Delete,
        From::Insert => term::KeyCode::Insert,
        From::Left => term::KeyCode::Left,
        From::Right => term::KeyCode::Right,
        From::Up => term::KeyCode::Up,
        From::Down => term::KeyCode::Down,
        From::Home => term::KeyCode::Home,
        From::End => term::KeyCode::End,
        From::PageUp => term::KeyCode::PageUp,
        From::PageDown => term::KeyCode::PageDown,
        From::F(number) => term::KeyCode::F(number),
        _ => return None,
    };
    let kind = match key.kind {
        terminput::KeyEventKind::Press => term::KeyEventKind::Press,
        terminput::KeyEventKind::Repeat => term::KeyEventKind::Repeat,
        terminput::KeyEventKind::Release => term::KeyEventKind::Release,
    };
    Some(term::KeyEvent::new_with_kind(code, modifiers, kind))
}

fn modifiers_of(modifiers: terminput::KeyModifiers) -> term::KeyModifiers {
    use terminput::KeyModifiers as From;
    let pairs = [
        (From::SHIFT, term::KeyModifiers::SHIFT),
        (From::CTRL, term::KeyModifiers::CONTROL),
        (From::ALT, term::KeyModifiers::ALT),
    ];
    pairs.into_iter().filter(|(from, _)| modifiers.contains(*from)).map(|(_, to)| to).collect()
}

fn mouse_of(mouse: terminput::MouseEvent) -> Option<term::MouseEvent> {
    use terminput::{MouseEventKind as From, ScrollDirection as Scroll};
    let kind = match mouse.kind {
        From::Down(button) => term::MouseEventKind::Down(button_of(button)?),
        From::Up(button) => term::MouseEventKind::Up(button_of(button)?),
        From::Drag(button) => term::MouseEventKind::Drag(button_of(button)?),
        From::Moved => term::MouseEventKind::Moved,
        From::Scroll(Scroll::Up) => term::MouseEventKind::ScrollUp,
        From::Scroll(Scroll::Down) => term::MouseEventKind::ScrollDown,
        From::Scroll(Scroll::Left) => term::MouseEventKind::ScrollLeft,
        From::Scroll(Scroll::Right) => term::MouseEventKind::ScrollRight,
    };
    let modifiers = modifiers_of(mouse.modifiers);
    Some(term::MouseEvent { kind, column: mouse.column, row: mouse.row, modifiers })
}

fn button_of(button: terminput::MouseButton) -> Option<term::MouseButton> {
    match button {
        terminput::MouseButton::Left => Some(term::MouseButton::Left),
        terminput::MouseButton::Right => Some(term::MouseButton::Right),
        terminput::MouseButton::Middle => Some(term::MouseButton::Middle),
        terminput::MouseButton::Unknown => None,
    }
}

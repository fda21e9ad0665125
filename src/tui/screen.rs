//! A screen at the end of a line: the same program over any writer, for whoever brings the keys and takes the bytes.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use battle::{Library, Unusable};
use crossterm::event::{Event, KeyCode, KeyModifiers};
use ratatui::Terminal;

use crate::app::App;
use crate::keymap::Key;
use crate::layer::Input;
use crate::options::{ExitReason, Options};
use crate::pen::{BELL, Pen, Sketch};
use crate::run::{Happening, event_loop};

/// What comes from the person's end.
#[derive(Clone, Debug)]
pub enum Signal {
    /// A key, a paste, the mouse.
    Event(Event),
    /// The window has so many columns and rows now.
    Resized(u16, u16),
    /// Another thread has news, or the line has room again.
    Wake,
    /// No more input can come.
    InputEnded,
    /// The session is to end; the sentence is shown after the screen is given back.
    End(String),
}

/// Where the pictures go.
pub trait Line: Write + Send {
    /// Whether what was written before has left, so that another picture is worth making. When it says no,
    /// [`Signal::Wake`] follows once there is room.
    fn has_room(&self) -> bool;
}

/// The screen of a session.
pub struct Screen {
    /// Where the pictures go; errors end the session.
    pub line: Box<dyn Line>,
    /// What comes from the other end.
    pub signals: Receiver<Signal>,
    /// Columns and rows at the beginning.
    pub size: (u16, u16),
}

/// Plays over a line until the person leaves or the line ends: alternate screen, synchronized pictures, only what
/// changed, the screen given back at the end, a panic included. Each picture is one write and one flush; nothing is
/// written when nothing changed. Sizes are taken as at least 20 by 5 and at most 500 by 300.
///
/// # Errors
/// When the line fails or a wish of the start cannot be met.
pub fn serve(
    library: Arc<dyn Library>,
    options: Options,
    wake: crate::layer::Waker,
    screen: Screen,
) -> Result<ExitReason, Unusable> {
    let Screen { line, signals, size } = screen;
    let mut app = App::new(library, options, wake)?;
    let failed = |error: io::Error| Unusable(format!("the line failed: {error}"));
    let mut easel = Easel::new(Held(line), size).map_err(failed)?;
    easel.line.set_up().map_err(failed)?;
    let ending = event_loop(&mut app, &mut easel, &signals, happenings).map_err(failed)?;
    let mut farewell =
        ending.farewell.map(|text| plain::lines(&text).replace('\n', "\r\n") + "\r\n").unwrap_or_default();
    easel.line.leave(&mut farewell);
    Ok(ending.reason)
}

/// What a signal means to the program.
fn happenings(signal: Signal) -> Vec<Happening> {
    match signal {
        Signal::Event(event) => happenings_of(event),
        Signal::Resized(columns, rows) => vec![Happening::Resized(columns, rows)],
        Signal::Wake => vec![Happening::Wake],
        Signal::InputEnded => vec![Happening::InputEnded],
        Signal::End(text) => vec![Happening::End(text)],
    }
}

/// What a terminal event means. A letter with Alt is Esc and the letter: that is how a terminal sends the two when
/// they come quickly.
pub(crate) fn happenings_of(event: Event) -> Vec<Happening> {
    let key = |key: Key| Happening::Input(Input::Key(key));
    match event {
        Event::Key(event) => {
            let escaped = event.modifiers.contains(KeyModifiers::ALT) && matches!(event.code, KeyCode::Char(_));
            let escape = escaped.then(|| key(Key::code(KeyCode::Esc)));
            escape.into_iter().chain(Key::of(event).map(key)).collect()
        }
        Event::Mouse(event) => Input::of_mouse(event).map(Happening::Input).into_iter().collect(),
        Event::Paste(text) => vec![Happening::Paste(text)],
        Event::Resize(columns, rows) => vec![Happening::Resized(columns, rows)],
        _ => Vec::new(),
    }
}

/// Reports buttons, drags and the wheel, in the encoding that knows large windows; not bare movement, which nothing
/// here uses and which some terminals and slow lines choke on.
pub(crate) const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1002h\x1b[?1006h";

/// Takes that back.
pub(crate) const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1002l\x1b[?1000l";

/// What takes a terminal over: alternate screen, emptied; mouse; pasted text marked as such; no cursor.
pub(crate) fn write_taking(out: &mut impl Write) -> io::Result<()> {
    write!(out, "\x1b[?1049h\x1b[m\x1b[2J{MOUSE_ON}\x1b[?2004h\x1b[?25l")?;
    out.flush()
}

/// What gives a terminal back, but for its mode.
pub(crate) fn write_restoring(out: &mut impl Write) -> io::Result<()> {
    out.write_all(crate::pen::END)?;
    write!(out, "\x1b[m\x1b[?2004l{MOUSE_OFF}\x1b[?1049l\x1b[?25h")?;
    out.flush()
}

/// A line whose screen is ours until it is dropped.
struct Held(Box<dyn Line>);

impl Held {
    fn set_up(&mut self) -> io::Result<()> {
        write_taking(&mut self.0)
    }

    /// Gives the screen back and says a last word. Nothing can be done about a failure here.
    fn leave(&mut self, farewell: &mut String) {
        let _ = write_restoring(&mut self.0);
        let _ = self.0.write_all(std::mem::take(farewell).as_bytes());
        let _ = self.0.flush();
    }
}

impl Drop for Held {
    /// A panic gives the screen back, too.
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = write_restoring(&mut self.0);
        }
    }
}

impl Write for Held {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Line for Held {
    fn has_room(&self) -> bool {
        self.0.has_room()
    }
}

/// A line with the picture that is on its screen.
pub(crate) struct Easel<L: Line> {
    terminal: Terminal<Pen>,
    sketch: Rc<RefCell<Sketch>>,
    line: L,
    /// Whether the terminal tells of its mouse, as it does when it is taken over.
    mouse: bool,
}

impl<L: Line> Easel<L> {
    /// An empty screen of that size.
    pub(crate) fn new(line: L, size: (u16, u16)) -> io::Result<Easel<L>> {
        let sketch = Rc::new(RefCell::new(Sketch::new(size)));
        Ok(Easel { terminal: Terminal::new(Pen(Rc::clone(&sketch)))?, sketch, line, mouse: true })
    }

    /// The window has another size.
    pub(crate) fn resize(&mut self, size: (u16, u16)) {
        self.sketch.borrow_mut().resize(size);
    }

    /// Brings the screen up to date if that is wanted and the line has room for it, and the mouse and the bell with it.
    pub(crate) fn draw(&mut self, app: &mut App) -> io::Result<()> {
        if !self.line.has_room() {
            return Ok(());
        }
        let mut bytes = if app.needs_drawing() { self.picture(app)? } else { Vec::new() };
        if app.take_bell() {
            bytes.extend(BELL);
        }
        if self.mouse != app.hears_mouse() {
            self.mouse = app.hears_mouse();
            bytes.extend(if self.mouse { MOUSE_ON } else { MOUSE_OFF }.bytes());
        }
        if bytes.is_empty() {
            return Ok(());
        }
        self.line.write_all(&bytes)?;
        self.line.flush()
    }

    /// The next picture. One that is drawn from nothing follows a terminal taken anew, with its mouse.
    fn picture(&mut self, app: &mut App) -> io::Result<Vec<u8>> {
        if app.take_clear() {
            self.mouse = true;
            self.terminal.clear()?;
        }
        let completed = self.terminal.draw(|frame| app.draw(frame))?;
        Ok(self.sketch.borrow_mut().picture(completed.buffer))
    }
}

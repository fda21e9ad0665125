//! The program at the end of a line.

use std::io::{self, Write};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ::battle::Unusable;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use proving::DrillLibrary;
use tempfile::TempDir;

use crate::screen::{MOUSE_OFF, MOUSE_ON};
use crate::{Depth, ExitReason, Glyphs, Line, Options, Screen, Signal, Speed, serve};

/// Everything that was written, each write with its flush.
#[derive(Clone, Default)]
pub(crate) struct Tape(Arc<Mutex<(Vec<u8>, usize, bool)>>);

impl Tape {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("whole").0).into_owned()
    }

    fn len(&self) -> usize {
        self.0.lock().expect("whole").0.len()
    }
}

impl Write for Tape {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut tape = self.0.lock().expect("whole");
        if tape.2 {
            return Err(io::Error::from(io::ErrorKind::BrokenPipe));
        }
        tape.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.lock().expect("whole").1 += 1;
        Ok(())
    }
}

impl Line for Tape {
    fn has_room(&self) -> bool {
        true
    }
}

/// A session on a thread of its own.
struct Session {
    tape: Tape,
    sender: Sender<Signal>,
    thread: JoinHandle<Result<ExitReason, Unusable>>,
    _data: TempDir,
}

impl Session {
    fn new(size: (u16, u16)) -> Session {
        let (sender, signals) = mpsc::channel();
        let (tape, data) = (Tape::default(), TempDir::new().expect("a folder"));
        let options = Options {
            depth: Some(Depth::Indexed),
            glyphs: Some(Glyphs::Unicode),
            speed: Speed::Instant,
            ..Options::new(data.path().to_path_buf())
        };
        let screen = Screen { line: Box::new(tape.clone()), signals, size };
        let thread = thread::spawn(move || serve(Arc::new(DrillLibrary), options, Arc::new(|| {}), screen));
        Session { tape, sender, thread, _data: data }
    }

    fn send(&self, signal: Signal) {
        self.sender.send(signal).expect("somebody listens");
    }

    fn key(&self, code: KeyCode) {
        self.send(Signal::Event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE))));
    }

    /// Waits until the tape has that text behind its first `from` bytes.
    fn wait_for(&self, text: &str, from: usize) {
        let began = Instant::now();
        while !self.tape.text().get(from..).unwrap_or_default().contains(text) {
            assert!(began.elapsed() < Duration::from_secs(20), "no `{text}` in {}", self.tape.text());
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn end(self) -> (Result<ExitReason, Unusable>, String) {
        drop(self.sender);
        let reason = self.thread.join().expect("no panic");
        (reason, self.tape.text())
    }
}

#[test]
fn the_screen_is_taken_and_given_back() {
    let session = Session::new((80, 24));
    session.wait_for("Continue", 0);
    session.key(KeyCode::Char('q'));
    let (reason, text) = session.end();
    assert_eq!(reason, Ok(ExitReason::Quit(None)));
    assert!(text.starts_with("\x1b[?1049h"), "{text:?}");
    assert!(text.contains(MOUSE_ON) && text.contains(MOUSE_OFF));
    assert!(text.ends_with("\x1b[?1049l\x1b[?25h"), "{text:?}");
    let count = |sequence: &str| text.matches(sequence).count();
    assert_eq!((count("\x1b[?2026h"), count("\x1b[?2026l")), (1, 2), "one picture, and once more at the end");
}

#[test]
fn the_last_word_comes_after_the_screen_is_given_back() {
    let session = Session::new((80, 24));
    session.send(Signal::End(String::from("The house closes.\nCome again.")));
    let (reason, text) = session.end();
    assert_eq!(reason, Ok(ExitReason::InputEnded(None)));
    assert!(text.ends_with("\x1b[?25hThe house closes.\r\nCome again.\r\n"), "{text:?}");
}

#[test]
fn a_line_that_ends_ends_the_session() {
    let session = Session::new((80, 24));
    let (reason, _) = session.end();
    assert_eq!(reason, Ok(ExitReason::InputEnded(None)));
    let session = Session::new((80, 24));
    session.wait_for("Continue", 0);
    session.tape.0.lock().expect("whole").2 = true;
    session.key(KeyCode::Down);
    let (reason, _) = session.end();
    assert!(reason.is_err_and(|error| error.0.starts_with("the line failed")));
}

#[test]
fn a_new_size_draws_everything_once_and_the_same_size_nothing() {
    let session = Session::new((80, 24));
    session.wait_for("Continue", 0);
    let before = session.tape.len();
    session.send(Signal::Resized(100, 30));
    session.wait_for("Continue", before);
    thread::sleep(Duration::from_millis(50));
    let before = session.tape.len();
    session.send(Signal::Resized(100, 30));
    session.send(Signal::Wake);
    thread::sleep(Duration::from_millis(50));
    assert_eq!(session.tape.len(), before);
    assert!(session.end().0.is_ok());
}

#[test]
fn senseless_sizes_do_no_harm() {
    let session = Session::new((0, 0));
    session.wait_for("window", 0);
    for size in [(65535, 65535), (1, 65535), (65535, 1), (0, 300), (80, 24)] {
        let before = session.tape.len();
        session.send(Signal::Resized(size.0, size.1));
        session.wait_for("\x1b[2J", before);
    }
    session.wait_for("Continue", 0);
    let (reason, _) = session.end();
    assert!(reason.is_ok());
}

#[test]
fn a_paste_is_typed_only_into_a_line() {
    let session = Session::new((120, 40));
    session.wait_for("Continue", 0);
    session.send(Signal::Event(Event::Paste(String::from("qqq"))));
    session.key(KeyCode::Char('n'));
    session.wait_for("Small", 0);
    for _ in 0..6 {
        session.key(KeyCode::Down);
    }
    session.key(KeyCode::Enter);
    for _ in 0..12 {
        session.key(KeyCode::Backspace);
    }
    session.key(KeyCode::Down);
    let (reason, _) = session.end();
    assert_eq!(reason, Ok(ExitReason::InputEnded(None)));
}

#[test]
fn an_idle_line_is_silent() {
    let session = Session::new((120, 40));
    session.wait_for("Continue", 0);
    session.key(KeyCode::Char('n'));
    session.wait_for("Small", 0);
    thread::sleep(Duration::from_millis(100));
    let before = session.tape.len();
    for _ in 0..20 {
        session.send(Signal::Wake);
    }
    thread::sleep(Duration::from_millis(300));
    assert_eq!(session.tape.len(), before);
    assert!(session.end().0.is_ok());
}

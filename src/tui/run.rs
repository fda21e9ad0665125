//! Playing in the terminal of the process: setting it up, giving it back whatever happens, and the event loop.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use battle::{Library, Unusable};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

use crate::app::App;
use crate::glyphs::Glyphs;
use crate::keymap::Key;
use crate::layer::Input;
use crate::options::{ExitReason, Options};
use crate::screen::{Easel, Line, happenings_of, write_restoring, write_taking};
use crate::settings::Settings;
use crate::signals;
use crate::theme::Depth;

/// What the event loop waits for.
pub(crate) enum Happening {
    /// The person did something.
    Input(Input),
    /// The person pasted a text.
    Paste(String),
    /// The window has another size.
    Resized(u16, u16),
    /// Another thread has news.
    Wake,
    /// No more input can come.
    InputEnded,
    /// A signal asks the program to end.
    Ended(i32),
    /// Whoever serves asks the program to end, with a last word.
    End(String),
}

/// How a run came to its end.
pub(crate) struct Ending {
    /// Why.
    pub(crate) reason: ExitReason,
    /// What to say after the screen is given back.
    pub(crate) farewell: Option<String>,
}

/// Asks for a terminal.
///
/// # Errors
/// When standard input or output is none.
pub fn terminal() -> Result<(), Unusable> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return Ok(());
    }
    Err(Unusable(String::from(
        "no terminal: the battlefield needs standard input and output to be one (--lines plays in sentences without one; soak, verify and list need none)",
    )))
}

/// Takes the terminal of the process for standard input, where something else was read from that: keys come from the terminal then.
///
/// # Errors
/// When the process has no terminal.
pub fn type_at_terminal() -> Result<(), Unusable> {
    let none = |error: io::Error| {
        Unusable(format!("a battle from standard input is played at a terminal, and there is none: {error}"))
    };
    let terminal = std::fs::File::open("/dev/tty").map_err(none)?;
    rustix::stdio::dup2_stdin(&terminal).map_err(|error| none(error.into()))
}

/// Plays in the terminal of the process until the person leaves. The terminal is given back as it was on every way
/// out, a panic included. Pictures cost as few bytes as those of [`serve`](crate::serve).
///
/// # Errors
/// When there is no terminal, it cannot be set up, or a wish of the start cannot be met.
pub fn run(library: Arc<dyn Library>, options: Options) -> Result<ExitReason, Unusable> {
    terminal()?;
    let (sender, receiver) = mpsc::channel();
    let wake = waker(sender.clone());
    let mut app = App::new(library, of_environment(options), wake)?;
    let guard = Guard::set_up().map_err(|error| Unusable(format!("cannot set the terminal up: {error}")))?;
    signals::listen(sender.clone());
    read_events(sender);
    let result = crossterm::terminal::size()
        .and_then(|size| Easel::new(Stdout(io::stdout()), size))
        .and_then(|mut easel| event_loop(&mut app, &mut easel, &receiver, heard));
    drop(guard);
    result.map(|ending| ending.reason).map_err(|error| Unusable(format!("the terminal failed: {error}")))
}

/// What a happening means at a terminal of one's own: Ctrl-Z puts the program aside like any other, and when it is
/// fetched back everything is drawn again.
fn heard(happening: Happening) -> Vec<Happening> {
    match happening {
        Happening::Input(Input::Key(key)) if key == Key::ctrl('z') => {
            put_aside();
            vec![Happening::Input(Input::Key(Key::ctrl('l')))]
        }
        other => vec![other],
    }
}

/// Gives the terminal back, stops, and takes the terminal again when somebody fetches the program back.
fn put_aside() {
    restore();
    signals::stop();
    let _ = enable_raw_mode();
    let _ = write_taking(&mut io::stdout());
}

fn waker(sender: Sender<Happening>) -> crate::layer::Waker {
    let sender = std::sync::Mutex::new(sender);
    Arc::new(move || {
        if let Ok(sender) = sender.lock() {
            let _ = sender.send(Happening::Wake);
        }
    })
}

/// Fills in what was left to the last run's choices, the environment and the clock. An environment that wants no
/// colours gets none, whatever was chosen elsewhere.
fn of_environment(options: Options) -> Options {
    let settings = Settings::load(&options.data);
    let variable = |name: &str| std::env::var(name).ok();
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64);
    Options {
        depth: Some(options.depth.unwrap_or_else(|| match Depth::of_environment(variable) {
            Depth::Mono => Depth::Mono,
            found => settings.depth.unwrap_or(found),
        })),
        glyphs: options.glyphs.or(settings.glyphs).or_else(|| Some(Glyphs::of_environment(variable))),
        fresh_seed: Some(options.fresh_seed.unwrap_or_else(clock)),
        ..options
    }
}

/// Runs the program over a line: `read` says what that which is received means.
pub(crate) fn event_loop<L: Line, T>(
    app: &mut App,
    easel: &mut Easel<L>,
    receiver: &Receiver<T>,
    read: impl Fn(T) -> Vec<Happening>,
) -> io::Result<Ending> {
    let began = Instant::now();
    loop {
        app.tick(began.elapsed());
        easel.draw(app)?;
        if let Some(reason) = app.exit() {
            return Ok(Ending { reason: reason.clone(), farewell: None });
        }
        if let Some(ending) = take_all(app, easel, receiver, &read) {
            return Ok(ending);
        }
    }
}

/// Waits for the next thing to happen, then takes all that have happened meanwhile, so that a burst of keys costs one
/// picture.
fn take_all<L: Line, T>(
    app: &mut App,
    easel: &mut Easel<L>,
    receiver: &Receiver<T>,
    read: &impl Fn(T) -> Vec<Happening>,
) -> Option<Ending> {
    let first = match app.wait() {
        Some(wait) => match receiver.recv_timeout(wait) {
            Err(RecvTimeoutError::Timeout) => return None,
            other => other.ok(),
        },
        None => receiver.recv().ok(),
    };
    let mut next = Some(first.map_or_else(|| vec![Happening::InputEnded], read));
    while let Some(happenings) = next {
        for happening in happenings {
            if let Some(ending) = take(app, easel, happening) {
                return Some(ending);
            }
            if app.exit().is_some() {
                return None;
            }
        }
        next = receiver.try_recv().ok().map(read);
    }
    None
}

fn take<L: Line>(app: &mut App, easel: &mut Easel<L>, happening: Happening) -> Option<Ending> {
    let mut farewell = None;
    let reason = match happening {
        Happening::Input(input) => {
            app.handle(input);
            return None;
        }
        Happening::Paste(text) => {
            app.paste(&text);
            return None;
        }
        Happening::Resized(columns, rows) => {
            easel.resize((columns, rows));
            app.resized();
            return None;
        }
        Happening::Wake => return None,
        Happening::InputEnded => ExitReason::InputEnded(app.record()),
        Happening::Ended(number) => ExitReason::Signal(number, app.record()),
        Happening::End(text) => {
            farewell = Some(text);
            ExitReason::InputEnded(app.record())
        }
    };
    Some(Ending { reason, farewell })
}

fn read_events(sender: Sender<Happening>) {
    thread::spawn(move || {
        loop {
            let happenings = match crossterm::event::read() {
                Ok(event) => happenings_of(event),
                Err(_) => vec![Happening::InputEnded],
            };
            for happening in happenings {
                let ended = matches!(happening, Happening::InputEnded);
                if sender.send(happening).is_err() || ended {
                    return;
                }
            }
        }
    });
}

/// Standard output as a line: it takes everything.
struct Stdout(io::Stdout);

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Line for Stdout {
    fn has_room(&self) -> bool {
        true
    }
}

/// The terminal while it is ours.
struct Guard;

impl Guard {
    fn set_up() -> io::Result<Guard> {
        enable_raw_mode()?;
        let guard = Guard;
        hook_panics(restore);
        write_taking(&mut io::stdout())?;
        Ok(guard)
    }
}

/// From now on a panic of this thread gives the terminal back before it is reported. Panics of other threads are
/// silent: the screen lives on and says what happened in its own words.
pub(crate) fn hook_panics(restore: impl Fn() + Send + Sync + 'static) {
    let before = std::panic::take_hook();
    let screen = thread::current().id();
    std::panic::set_hook(Box::new(move |info| {
        if thread::current().id() == screen {
            restore();
            before(info);
        }
    }));
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back. Nothing can be done about a failure here, and there may be nobody left to tell.
fn restore() {
    let _ = write_restoring(&mut io::stdout());
    let _ = disable_raw_mode();
}

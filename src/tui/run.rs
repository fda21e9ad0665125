//! Playing in the terminal of the process: setting it up, giving it back whatever happens, and the event loop.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use battle::{Library, Unusable};
use crossterm::event::{Event, KeyCode, KeyModifiers};
use crossterm::style::Print;
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{cursor, execute, queue};
use ratatui::Terminal;
use ratatui::backend::{Backend, CrosstermBackend};

use crate::app::App;
use crate::glyphs::Glyphs;
use crate::keymap::Key;
use crate::layer::Input;
use crate::options::{ExitReason, Options};
use crate::settings::Settings;
use crate::signals;
use crate::theme::Depth;

/// What the event loop waits for.
pub(crate) enum Signal {
    /// The person did something.
    Input(Input),
    /// The window has another size.
    Resized,
    /// Another thread has news.
    Wake,
    /// No more input can come.
    InputEnded,
    /// A signal asks the program to end.
    Ended(i32),
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
        "no terminal: the battlefield needs standard input and output to be one (soak, verify and list do not)",
    )))
}

/// Plays in the terminal of the process until the person leaves. The terminal is given back as it was on every way
/// out, a panic included.
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
    let result = Terminal::new(CrosstermBackend::new(io::stdout()))
        .and_then(|mut terminal| event_loop(&mut app, &mut terminal, &receiver));
    drop(guard);
    result.map_err(|error| Unusable(format!("the terminal failed: {error}")))
}

fn waker(sender: Sender<Signal>) -> crate::layer::Waker {
    let sender = std::sync::Mutex::new(sender);
    Arc::new(move || {
        if let Ok(sender) = sender.lock() {
            let _ = sender.send(Signal::Wake);
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

fn event_loop<B: Backend<Error = io::Error>>(
    app: &mut App,
    terminal: &mut Terminal<B>,
    receiver: &Receiver<Signal>,
) -> io::Result<ExitReason> {
    let began = Instant::now();
    loop {
        app.tick(began.elapsed());
        if app.take_clear() {
            terminal.clear()?;
        }
        if app.needs_drawing() {
            draw(app, terminal)?;
        }
        if let Some(reason) = app.exit() {
            return Ok(reason.clone());
        }
        if let Some(reason) = take_signals(app, receiver) {
            return Ok(reason);
        }
    }
}

/// Waits for the next signal, then takes all that have come meanwhile, so that a burst of keys costs one picture.
fn take_signals(app: &mut App, receiver: &Receiver<Signal>) -> Option<ExitReason> {
    let first = match app.wait() {
        Some(wait) => match receiver.recv_timeout(wait) {
            Err(RecvTimeoutError::Timeout) => return None,
            other => other.ok(),
        },
        None => receiver.recv().ok(),
    };
    let mut next = Some(first.unwrap_or(Signal::InputEnded));
    while let Some(signal) = next {
        match signal {
            Signal::Input(input) => app.handle(input),
            Signal::Resized => app.resized(),
            Signal::Wake => {}
            Signal::InputEnded => return Some(ExitReason::InputEnded(app.record())),
            Signal::Ended(number) => return Some(ExitReason::Signal(number, app.record())),
        }
        if app.exit().is_some() {
            return None;
        }
        next = receiver.try_recv().ok();
    }
    None
}

/// One picture, wrapped so that the terminal shows it at once.
fn draw<B: Backend<Error = io::Error>>(app: &mut App, terminal: &mut Terminal<B>) -> io::Result<()> {
    queue!(io::stdout(), BeginSynchronizedUpdate)?;
    terminal.draw(|frame| app.draw(frame))?;
    execute!(io::stdout(), EndSynchronizedUpdate)
}

fn read_events(sender: Sender<Signal>) {
    thread::spawn(move || {
        loop {
            let signals = match crossterm::event::read() {
                Ok(event) => signals_of(&event),
                Err(_) => vec![Signal::InputEnded],
            };
            for signal in signals {
                let ended = matches!(signal, Signal::InputEnded);
                if sender.send(signal).is_err() || ended {
                    return;
                }
            }
        }
    });
}

/// What a terminal event means. A letter with Alt is Esc and the letter: that is how a terminal sends the two when
/// they come quickly.
fn signals_of(event: &Event) -> Vec<Signal> {
    let key = |key: Key| Signal::Input(Input::Key(key));
    match event {
        Event::Key(event) => {
            let escaped = event.modifiers.contains(KeyModifiers::ALT) && matches!(event.code, KeyCode::Char(_));
            let escape = escaped.then(|| key(Key::code(KeyCode::Esc)));
            escape.into_iter().chain(Key::of(*event).map(key)).collect()
        }
        Event::Mouse(event) => Input::of_mouse(*event).map(Signal::Input).into_iter().collect(),
        Event::Resize(..) => vec![Signal::Resized],
        _ => Vec::new(),
    }
}

/// Reports buttons, drags and the wheel, in the encoding that knows large windows; not bare movement, which nothing
/// here uses and which some terminals and slow lines choke on.
pub(crate) const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1002h\x1b[?1006h";

/// Takes that back.
pub(crate) const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1002l\x1b[?1000l";

/// The terminal while it is ours.
struct Guard;

impl Guard {
    fn set_up() -> io::Result<Guard> {
        enable_raw_mode()?;
        let guard = Guard;
        hook_panics(restore);
        execute!(io::stdout(), EnterAlternateScreen, Print(MOUSE_ON), cursor::Hide)?;
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

/// What gives a terminal back, but for its mode.
pub(crate) fn write_restoring(out: &mut impl Write) -> io::Result<()> {
    execute!(out, EndSynchronizedUpdate, Print(MOUSE_OFF), LeaveAlternateScreen, cursor::Show)
}

//! The only way to standard output and error: whatever would steer the terminal there is shown, and no line is endless.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::panic::PanicHookInfo;
use std::path::Path;

/// Standard output, line by line.
pub struct Page(io::StdoutLock<'static>);

impl Page {
    /// Takes standard output.
    pub fn new() -> Page {
        Page(io::stdout().lock())
    }

    /// One line; a line break in it is shown as any other character that is none.
    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.0, "{}", plain::bounded(text.to_string().trim_end()))
    }

    /// Every line of a text.
    pub fn lines(&mut self, text: impl Display) -> io::Result<()> {
        text.to_string().trim_end().split('\n').try_for_each(|line| self.line(line))
    }

    /// A text of the program's own, as it is.
    pub fn whole(&mut self, text: &[u8]) -> io::Result<()> {
        self.0.write_all(text)
    }

    /// A value in one line of JSON, however long.
    pub fn json(&mut self, value: impl Display) -> io::Result<()> {
        writeln!(self.0, "{}", plain::json(value.to_string().trim_end()))
    }
}

/// Standard input and output for players who have started the game: what it tells them is plain JSON.
pub fn pipe() -> table::Pipe {
    table::Pipe::new(io::BufReader::new(io::stdin()), io::stdout())
}

/// Says on standard error what is wrong. Lines after the first are set in, so that nothing in a message passes for one
/// of its own. There is nobody to tell when that fails.
pub fn complain(message: &str) {
    let mut err = io::stderr().lock();
    for (place, line) in message.trim_end().split('\n').enumerate() {
        let lead = if place == 0 { "grognard: " } else { "  " };
        let _ = writeln!(err, "{lead}{}", plain::bounded(line));
    }
}

/// The name of a file as messages have it.
pub fn name(path: &Path) -> String {
    plain::line(&path.display().to_string()).into_owned()
}

/// What the reader of the command line has to say: help as it is, in colours; a complaint, which quotes what was typed,
/// only where that is plain. Returns the exit status.
pub fn usage(error: &clap::Error) -> u8 {
    let typed = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let broken = typed.filter(|word| word.contains('\n'));
    let text = broken.fold(error.to_string(), |text, word| text.replace(&word, &plain::line(&word)));
    let shown = plain::lines(&text);
    match (error.use_stderr(), shown) {
        (true, shown) if shown != error.to_string() => {
            let _ = write!(io::stderr(), "{shown}");
        }
        _ => {
            let _ = error.print();
        }
    }
    u8::try_from(error.exit_code()).unwrap_or(2)
}

/// From now on the report of a panic, which may quote a file, is plain as well.
pub fn keep_panics_plain() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
        let text = info.to_string();
        match plain::lines(&text) {
            Cow::Borrowed(_) => before(info),
            Cow::Owned(shown) => complain(&shown),
        }
    }));
}

/// Whether nobody reads the output any more.
pub fn is_closed(error: &io::Error) -> bool {
    error.kind() == ErrorKind::BrokenPipe
}

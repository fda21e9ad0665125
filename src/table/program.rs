//! A program that runs beside the game: two pipes that are never waited for without end, and everything it has started,
//! ended with it.
//!
//! Only what is read is kept, and it is read only while somebody waits for it: a program that says more stands still
//! with a full pipe. It runs in a process group of its own, which is ended as one. When this process is ended so hard
//! that it cannot do that, the pipe it held breaks, and a shell that waits for nothing else ends the group. A program
//! that leaves its group (`setsid`) is only told by the end of its input.

use std::collections::VecDeque;
use std::io::{ErrorKind, PipeWriter, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use battle::Unusable;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, kill_process_group};

/// The longest line taken from a program, in bytes.
pub(crate) const LONGEST: usize = 64 * 1024;

/// How long somebody who speaks unasked must say nothing to be taken for silent.
const FALLING_SILENT: Duration = Duration::from_millis(20);

/// How long somebody who speaks unasked is waited for to fall silent.
const LISTENING: Duration = Duration::from_millis(500);

/// Runs the command line `$0`, with a watch that ends the process group when the pipe on the error output breaks. What
/// the command says on its own error output is dropped.
const WATCHED: &str = "exec 3<&2 2>/dev/null
(read -r line; kill -KILL 0) <&3 >/dev/null &
exec 3<&-
exec sh -c \"$0\"";

/// A running program.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    /// Breaks when this process ends, however that comes about.
    _alive: PipeWriter,
    told: VecDeque<u8>,
    heard: Vec<u8>,
    torn: bool,
}

/// What has come from a program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// A line.
    Line(String),
    /// Nothing in the time given.
    Nothing,
    /// Its output is at an end.
    Ended,
    /// A line of more than [`LONGEST`] bytes.
    TooLong,
}

/// How much was dropped unheard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dropped {
    /// Bytes.
    pub(crate) bytes: usize,
    /// Lines of the kind that was asked about, the beginning of one included.
    pub(crate) lines: u32,
}

impl Program {
    /// Starts a command line in the shell.
    ///
    /// # Errors
    /// When there is no shell, no pipe or no process left.
    pub(crate) fn start(command: &str) -> Result<Program, Unusable> {
        let failed = |why: &dyn std::fmt::Display| Unusable(format!("cannot start `{command}`: {why}"));
        let (watched, alive) = std::io::pipe().map_err(|error| failed(&error))?;
        let mut shell = Command::new("sh");
        shell.args(["-c", WATCHED, command]).process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(watched);
        let mut child = shell.spawn().map_err(|error| failed(&error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(&"no pipe to it"));
        };
        ioctl_fionbio(&input, true).and_then(|()| ioctl_fionbio(&output, true)).map_err(|error| failed(&error))?;
        let (told, heard) = (VecDeque::new(), Vec::new());
        Ok(Program { child, input: Some(input), output, _alive: alive, told, heard, torn: false })
    }

    /// Tells it a line, which it takes when it likes. Nothing is read from it before it has.
    pub(crate) fn tell(&mut self, line: &str) {
        if self.input.is_some() {
            self.told.extend(line.as_bytes());
            self.told.push_back(b'\n');
        }
    }

    /// Whether it has not taken all that it was told.
    pub(crate) fn is_deaf(&self) -> bool {
        !self.told.is_empty()
    }

    /// Waits for a line for no longer than that.
    pub(crate) fn listen(&mut self, time: Duration) -> News {
        if self.is_deaf() {
            if self.wait(PollFlags::OUT, time) {
                self.write();
            }
            return News::Nothing;
        }
        if let Some(line) = self.line() {
            return News::Line(line);
        }
        if self.heard.len() >= LONGEST {
            return News::TooLong;
        }
        if !self.wait(PollFlags::IN, time) {
            return News::Nothing;
        }
        match self.read() {
            Some(0) => self.last_words(),
            _ => self.line().map_or(News::Nothing, News::Line),
        }
    }

    /// Drops what it has said so far, and stops when that is more than `most` bytes; counts lines of that kind.
    pub(crate) fn forget(&mut self, most: usize, counts: impl Fn(&str) -> bool) -> Dropped {
        let mut dropped = Dropped { bytes: self.heard.len(), lines: 0 };
        let began = Instant::now();
        loop {
            while let Some(line) = self.line() {
                dropped.lines += u32::from(counts(&line));
            }
            self.tear_long();
            // Whoever speaks unasked is given a moment to fall silent, lest the next of his words be taken for an answer.
            let chatty = dropped.bytes > 0 && began.elapsed() < LISTENING;
            let moment = if chatty { FALLING_SILENT } else { Duration::ZERO };
            if dropped.bytes > most || !self.wait(PollFlags::IN, moment) {
                break;
            }
            match self.read() {
                None | Some(0) => break,
                Some(count) => dropped.bytes += count,
            }
        }
        if !self.heard.is_empty() {
            dropped.lines += u32::from(counts(&String::from_utf8_lossy(&self.heard)));
            self.heard.clear();
            self.torn = true;
        }
        dropped
    }

    /// Makes room in front of the rest of a line that is too long.
    fn tear_long(&mut self) {
        if self.heard.len() >= LONGEST {
            self.heard.clear();
            self.torn = true;
        }
    }

    /// What came before the end without an end of its line, and then the end.
    fn last_words(&mut self) -> News {
        let words = String::from_utf8_lossy(&std::mem::take(&mut self.heard)).trim().to_owned();
        if words.is_empty() || std::mem::take(&mut self.torn) { News::Ended } else { News::Line(words) }
    }

    /// The next whole line that is not empty, out of what was read.
    fn line(&mut self) -> Option<String> {
        while let Some(end) = self.heard.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.heard.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            if !std::mem::take(&mut self.torn) && !line.is_empty() {
                return Some(line);
            }
        }
        None
    }

    /// Reads what there is, up to the longest line; the number of bytes, `None` when there is nothing yet.
    fn read(&mut self) -> Option<usize> {
        let mut bytes = [0; 4096];
        let room = bytes.len().min(LONGEST - self.heard.len());
        match self.output.read(&mut bytes[..room]) {
            Ok(count) => {
                self.heard.extend_from_slice(&bytes[..count]);
                Some(count)
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => None,
            Err(_) => Some(0),
        }
    }

    /// Writes as much as it takes. One that takes no more is noticed by its silence.
    fn write(&mut self) {
        let Some(input) = &mut self.input else { return self.told.clear() };
        match input.write(self.told.make_contiguous()) {
            Ok(count) => drop(self.told.drain(..count)),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(_) => {
                self.input = None;
                self.told.clear();
            }
        }
    }

    /// Whether a pipe can be written to or read from within that time.
    fn wait(&self, direction: PollFlags, time: Duration) -> bool {
        let pipe = match (&self.input, direction) {
            (Some(input), PollFlags::OUT) => PollFd::new(input, direction),
            (None, PollFlags::OUT) => return true,
            _ => PollFd::new(&self.output, direction),
        };
        let time = Timespec::try_from(time).ok();
        // A wait that is broken off by a signal has found nothing.
        poll(&mut [pipe], time.as_ref()).is_ok_and(|found| found > 0)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.input = None;
        // Each fails only when there is nothing left to end.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

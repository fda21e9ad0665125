//! A program that runs beside the game: two pipes that are never waited for without end, and everything it has started,
//! ended with it.
//!
//! Only what is read is kept, and it is read only while somebody waits for it: a program that says more stands still
//! with a full pipe. It runs in a process group of its own, which is ended as one. When this process is ended so hard
//! that it cannot do that, the pipe it held breaks, and a shell that waits for nothing else ends the group. A program
//! that leaves its group (`setsid`) is only told by the end of its input. What it says on its error output goes into a
//! file: the first of it and the very last.

use std::collections::VecDeque;
use std::io::{ErrorKind, PipeWriter, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use battle::Unusable;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, kill_process_group};

use super::errors::{ErrorFile, KEPT, LAST};
use super::wire::{Dropped, News, Wire};
use super::{LONGEST, UNASKED};

/// How long somebody who speaks unasked must say nothing to be taken for silent.
const FALLING_SILENT: Duration = Duration::from_millis(20);

/// How long somebody who speaks unasked is waited for to fall silent.
const LISTENING: Duration = Duration::from_millis(500);

/// How long a program whose battle is over has to end by itself.
const PARTING: Duration = Duration::from_secs(1);

/// Runs the command line `$0`, with a watch that ends the process group when the pipe on the error output breaks. Of what
/// the command says on its own error output, `$1` takes the first `$2` bytes and, once it has ended, the last `$3`; its output
/// is not at an end before that.
const WATCHED: &str = "exec 3<&2 4>&1 5<&0 2>/dev/null >/dev/null </dev/null
(read -r line; kill -KILL 0) <&3 4>&- 5<&- &
(exec sh -c \"$0\" <&5 2>&1 >&4 3<&- 4>&- 5<&-) | (exec 3<&- 5<&-; head -c \"$2\" >>\"$1\"; tail -c \"$3\" >>\"$1\") &
";

/// A running program.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    /// Breaks when this process ends, however that comes about.
    _alive: PipeWriter,
    told: VecDeque<u8>,
    heard: Vec<u8>,
    /// The beginning of the line that is being said was not heard.
    torn: bool,
    /// Bytes of it that were not.
    skipped: usize,
    errors: Option<ErrorFile>,
}

impl Program {
    /// Starts a command line in the shell.
    ///
    /// # Errors
    /// When there is no shell, no pipe or no process left.
    pub(crate) fn start(command: &str) -> Result<Program, Unusable> {
        let failed = |why: &dyn std::fmt::Display| Unusable(format!("cannot start `{command}`: {why}"));
        let (watched, alive) = std::io::pipe().map_err(|error| failed(&error))?;
        let errors = ErrorFile::create();
        let kept = errors.as_ref().map_or(Path::new("/dev/null"), ErrorFile::path);
        let mut shell = Command::new("sh");
        shell.args(["-c", WATCHED, command]).arg(kept).args([KEPT, LAST].map(|bytes| bytes.to_string()));
        shell.process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(watched);
        let mut child = shell.spawn().map_err(|error| failed(&error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(&"no pipe to it"));
        };
        ioctl_fionbio(&input, true).and_then(|()| ioctl_fionbio(&output, true)).map_err(|error| failed(&error))?;
        let (told, heard) = (VecDeque::new(), Vec::new());
        Ok(Program { child, input: Some(input), output, _alive: alive, told, heard, torn: false, skipped: 0, errors })
    }

    /// Notes that the line that is being said is too long, and drops what there is of it.
    fn tear(&mut self) -> News {
        self.skipped += self.heard.len();
        self.heard.clear();
        match std::mem::replace(&mut self.torn, true) {
            _ if self.skipped > UNASKED => News::Endless,
            true => News::Nothing,
            false => News::TooLong,
        }
    }

    /// What came before the end without an end of its line, and then the end.
    fn last_line(&mut self) -> News {
        let words = String::from_utf8_lossy(&std::mem::take(&mut self.heard)).trim().to_owned();
        if words.is_empty() || std::mem::take(&mut self.torn) { News::Ended } else { News::Line(words) }
    }

    /// The next whole line out of what was read.
    fn line(&mut self) -> Option<String> {
        while let Some(end) = self.heard.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.heard.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            self.skipped = 0;
            if !std::mem::take(&mut self.torn) {
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

    /// Writes what it takes at once.
    fn write_now(&mut self) {
        if self.is_deaf() && self.wait(PollFlags::OUT, Duration::ZERO) {
            self.write();
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

impl Wire for Program {
    /// Nothing is read from it before it has taken what it was told.
    fn tell(&mut self, line: &str) {
        if self.input.is_some() {
            self.told.extend(line.as_bytes());
            self.told.push_back(b'\n');
            self.write_now();
        }
    }

    fn is_deaf(&self) -> bool {
        !self.told.is_empty()
    }

    fn listen(&mut self, time: Duration) -> News {
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
            return self.tear();
        }
        if !self.wait(PollFlags::IN, time) {
            return News::Nothing;
        }
        match self.read() {
            Some(0) => self.last_line(),
            _ => self.line().map_or(News::Nothing, News::Line),
        }
    }

    fn forget(&mut self, most: usize, counts: &dyn Fn(&str) -> bool) -> Dropped {
        let mut dropped = Dropped { bytes: self.heard.len(), lines: 0 };
        let began = Instant::now();
        loop {
            while let Some(line) = self.line() {
                dropped.lines += u32::from(counts(&line));
            }
            if self.heard.len() >= LONGEST {
                self.heard.clear();
                self.torn = true;
            }
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

    fn errors(&self) -> Option<&Path> {
        self.errors.as_ref().map(ErrorFile::path)
    }

    fn drop_errors(&mut self) {
        if let Some(errors) = &mut self.errors {
            errors.drop_later();
        }
    }

    fn last_words(&self) -> Option<String> {
        self.errors.as_ref()?.last_line()
    }

    fn part(&mut self) {
        let began = Instant::now();
        while began.elapsed() < PARTING {
            self.write_now();
            if !self.is_deaf() {
                self.input = None;
            }
            self.heard.clear();
            if self.wait(PollFlags::IN, FALLING_SILENT) && self.read() == Some(0) {
                return;
            }
        }
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

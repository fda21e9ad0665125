//! External players: a program that reads each decision as a line of JSON and answers with an order as text.
//!
//! It may first ask about a stem (`? move B3`): the answer is a line with the poses that complete it. An answer that
//! is refused comes back as a line `{"refused": sentence}`; after [`REFUSALS`] of them, or [`SECONDS`] of silence, or
//! when the program ends, its side resigns, which the log and the record say with the reason.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use battle::{Choice, Order, System, Unusable};
use serde_json::json;

use crate::protocol;
use crate::seat::Answer;

/// Seconds without a line after which a program has lost.
pub(crate) const SECONDS: u64 = 60;

/// Refused answers to one decision after which a program has lost.
pub(crate) const REFUSALS: u32 = 3;

/// Questions about stems that one decision may have.
const QUESTIONS: u32 = 10_000;

/// The longest line taken from a program, in bytes.
const LONGEST: u64 = 64 * 1024;

/// How often a wait looks whether it should be broken off.
const LOOK: Duration = Duration::from_millis(20);

/// A running program.
pub(crate) struct External {
    name: String,
    child: Child,
    to: Option<Sender<String>>,
    from: Receiver<String>,
    patience: Duration,
    awaiting: Option<String>,
    stale: u32,
}

/// What a wait for a line ended with.
enum Heard {
    Line(String),
    Interrupted,
    Failed(String),
}

impl External {
    /// Starts a command line in the platform's shell. What it says on its error output is dropped.
    pub(crate) fn start(command: &str) -> Result<External, Unusable> {
        External::start_with(command, Duration::from_secs(SECONDS))
    }

    pub(crate) fn start_with(command: &str, patience: Duration) -> Result<External, Unusable> {
        let piped = shell(command).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = piped.map_err(|error| Unusable(format!("cannot start `{command}`: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Unusable(format!("cannot start `{command}`: no pipe to it")));
        };
        let (to, lines) = channel();
        let (heard, from) = channel();
        thread::spawn(move || write_lines(input, &lines));
        thread::spawn(move || read_lines(output, &heard));
        let name = format!("exec:{command}");
        Ok(External { name, child, to: Some(to), from, patience, awaiting: None, stale: 0 })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Asks for an order and waits for a legal one.
    pub(crate) fn decide(&mut self, view: &dyn System, stop: &AtomicBool) -> Answer {
        self.ask(protocol::request(view));
        let (mut refusals, mut questions) = (0, 0);
        loop {
            let line = match self.hear(stop) {
                Heard::Line(line) => line,
                Heard::Interrupted => return Answer::Interrupted,
                Heard::Failed(why) => return Answer::Failed(why),
            };
            if let Some(stem) = line.strip_prefix('?') {
                questions += 1;
                self.say(&protocol::reach(view, stem));
            } else {
                match read_order(view, &line) {
                    Ok(order) => return self.chosen(order),
                    Err(why) => {
                        refusals += 1;
                        self.say(&json!({ "refused": why }).to_string());
                    }
                }
            }
            if refusals >= REFUSALS || questions > QUESTIONS {
                return Answer::Failed(format!("{} gave no legal order; the last was `{line}`", self.name));
            }
        }
    }

    fn chosen(&mut self, order: Order) -> Answer {
        self.awaiting = None;
        Answer::Chosen(Choice { order, why: None })
    }

    /// Sends a request, unless its answer is being waited for already.
    fn ask(&mut self, request: String) {
        match self.awaiting.replace(request.clone()) {
            Some(asked) if asked == request => return,
            Some(_) => self.stale += 1,
            None => {}
        }
        self.say(&request);
    }

    fn say(&self, line: &str) {
        if let Some(to) = &self.to {
            // A program that has ended is noticed by its silence.
            let _ = to.send(format!("{line}\n"));
        }
    }

    fn hear(&mut self, stop: &AtomicBool) -> Heard {
        let start = Instant::now();
        loop {
            match self.from.recv_timeout(LOOK) {
                Ok(line) if self.stale > 0 && !line.starts_with('?') => self.stale -= 1,
                Ok(line) => return Heard::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Heard::Failed(format!("{} has ended", self.name)),
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => return Heard::Interrupted,
                Err(RecvTimeoutError::Timeout) if start.elapsed() > self.patience => {
                    let seconds = self.patience.as_secs();
                    return Heard::Failed(format!("{} was silent for {seconds} seconds", self.name));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for External {
    fn drop(&mut self) {
        self.to = None;
        // Both fail only when the program has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn shell(command: &str) -> Command {
    let (program, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut shell = Command::new(program);
    shell.arg(flag).arg(command);
    shell
}

fn write_lines(mut input: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(output: impl Read, heard: &Sender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        match output.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !line.is_empty() && heard.send(line).is_err() {
            return;
        }
    }
}

fn read_order(view: &dyn System, line: &str) -> Result<Order, String> {
    let order = view.order_text().read(line)?;
    view.check(&order).map_err(|refusal| refusal.to_string())?;
    Ok(order)
}

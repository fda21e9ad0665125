//! External players: a program that reads each decision as a line of JSON and answers with an order as text.
//!
//! It may first ask about a stem (`? move B3`): the answer is a line with the poses that complete it. An answer that
//! is refused comes back as a line `{"refused": sentence}`; after [`REFUSALS`] of them, or when a line takes longer
//! than [`SECONDS`], or when the program ends, its side resigns, which the log and the record say with the reason.
//! What it says before it is asked is no answer and is dropped; more than [`UNASKED`] bytes of that lose, too.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use battle::{Choice, Order, System, Unusable};
use serde_json::json;

use crate::program::{LONGEST, News, Program};
use crate::protocol;
use crate::seat::Answer;

/// Seconds a program has for each line.
pub(crate) const SECONDS: u64 = 60;

/// Refused answers to one decision after which a program has lost.
pub(crate) const REFUSALS: u32 = 3;

/// Bytes a program may say without being asked, between one decision and the next.
pub(crate) const UNASKED: usize = 1024 * 1024;

/// Questions about stems that one decision may have.
const QUESTIONS: u32 = 10_000;

/// How often a wait looks whether it should be broken off.
const LOOK: Duration = Duration::from_millis(20);

/// A program with a seat.
pub(crate) struct External {
    name: String,
    program: Program,
    patience: Duration,
    /// How long its next line has been waited for.
    waited: Duration,
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
    /// Starts a command line in the shell. What it says on its error output is dropped.
    pub(crate) fn start(command: &str) -> Result<External, Unusable> {
        External::start_with(command, Duration::from_secs(SECONDS))
    }

    pub(crate) fn start_with(command: &str, patience: Duration) -> Result<External, Unusable> {
        let (name, program) = (format!("exec:{command}"), Program::start(command)?);
        Ok(External { name, program, patience, waited: Duration::ZERO, awaiting: None, stale: 0 })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Asks for an order and waits for a legal one.
    pub(crate) fn decide(&mut self, view: &dyn System, stop: &AtomicBool) -> Answer {
        if let Err(why) = self.ask(protocol::request(view)) {
            return Answer::Failed(why);
        }
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
    ///
    /// # Errors
    /// When the program has said too much without being asked.
    fn ask(&mut self, request: String) -> Result<(), String> {
        match self.awaiting.replace(request.clone()) {
            Some(asked) if asked == request => return Ok(()),
            Some(_) => self.stale += 1,
            None => {}
        }
        let dropped = self.program.forget(UNASKED, |line| !line.starts_with('?'));
        if dropped.bytes > UNASKED {
            return Err(format!("{} said more than {UNASKED} bytes without being asked", self.name));
        }
        self.stale = self.stale.saturating_sub(dropped.lines);
        self.say(&request);
        Ok(())
    }

    fn say(&mut self, line: &str) {
        self.program.tell(line);
        self.waited = Duration::ZERO;
    }

    /// Waits for the next line. Only the time spent here counts against the program.
    fn hear(&mut self, stop: &AtomicBool) -> Heard {
        loop {
            let began = Instant::now();
            let news = self.program.listen(LOOK);
            self.waited += began.elapsed();
            if self.waited > self.patience && news != News::Ended {
                return Heard::Failed(self.late(&news));
            }
            match news {
                News::Line(line) if self.stale > 0 && !line.starts_with('?') => self.stale -= 1,
                News::Line(line) => return Heard::Line(line),
                News::Ended => return Heard::Failed(format!("{} has ended", self.name)),
                News::TooLong => {
                    return Heard::Failed(format!("{} said a line of more than {LONGEST} bytes", self.name));
                }
                News::Nothing if stop.load(Ordering::Relaxed) => return Heard::Interrupted,
                News::Nothing => {}
            }
        }
    }

    /// Why a program that is late has lost: what it did and for how long, and how long it had.
    fn late(&self, news: &News) -> String {
        let did = match news {
            News::Line(_) | News::TooLong => "answered only after",
            _ if self.program.is_deaf() => "has not read what it was told for",
            _ => "has not answered for",
        };
        let (waited, allowed) = (self.waited.as_secs_f64(), self.patience.as_secs_f64());
        format!("{} {did} {waited:.1} seconds; {allowed} are allowed", self.name)
    }
}

fn read_order(view: &dyn System, line: &str) -> Result<Order, String> {
    let order = view.order_text().read(line)?;
    view.check(&order).map_err(|refusal| refusal.to_string())?;
    Ok(order)
}

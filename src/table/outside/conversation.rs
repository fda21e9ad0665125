//! The conversation with a player from outside: it is told of the battle, asked for an order, answered what it asks before it
//! gives one, and told of the end.
//!
//! An answer that will not do is refused with a sentence. A player that has had too many orders refused, takes too long for a
//! line, ends, or says too much before it is asked resigns, which the log and the record say with the reason. What it
//! says before it is asked is no answer and is dropped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use battle::{Choice, Commanders, Order, Side, System, Unusable, Why};
use serde_json::Value;

use super::desk::Desk;
use super::messages::{self, Ending};
use super::program::Program;
use super::requests::Said;
use super::state::Outlook;
use super::wire::{News, Wire};
use super::{Dealings, LONGEST, Limits, Outside, UNASKED, hello};
use crate::seat::Answer;
use crate::setup::Setup;

/// How often a wait looks whether it should be broken off.
const LOOK: Duration = Duration::from_millis(20);

/// Characters that are shown of what a player says of its orders.
const SHOWN: usize = 400;

/// A player with a seat.
pub(crate) struct External {
    name: String,
    wire: Box<dyn Wire>,
    limits: Limits,
    /// Whose seat it has, where it has to be told with each question.
    seat: Option<Side>,
    outlook: Option<Outlook>,
    desk: Desk,
    dealings: Dealings,
    /// How long its next line has been waited for.
    waited: Duration,
    /// How long it has thought about the decision.
    thinking: Duration,
    awaiting: Option<String>,
    stale: u32,
    /// What it is told when it is let go.
    farewell: Option<String>,
    keeps_errors: bool,
}

/// What a wait for a line ended with.
enum Heard {
    Line(String),
    TooLong,
    Interrupted,
    Failed(String),
}

impl External {
    /// Starts a command line in the shell.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn start(command: &str, outside: &Outside, commanders: Commanders) -> Result<External, Unusable> {
        let wire = Box::new(Program::start(command)?);
        let limits = Limits::new(Some(outside.patience));
        let external = External::new(format!("exec:{command}"), wire, limits, commanders);
        Ok(external.keeping_errors(outside.keeps_errors))
    }

    /// Takes whoever has started the game.
    ///
    /// # Errors
    /// When nobody speaks with it by its own input and output.
    pub(crate) fn piped(side: Side, outside: &Outside, commanders: Commanders) -> Result<External, Unusable> {
        let none = || Unusable(String::from("seat `pipe` is for battles that `grognard play` plays without a screen"));
        let wire = Box::new(outside.pipe.clone().ok_or_else(none)?);
        let mut external = External::new(String::from("pipe"), wire, Limits::new(None), commanders);
        external.seat = Some(side);
        Ok(external)
    }

    fn new(name: String, wire: Box<dyn Wire>, limits: Limits, commanders: Commanders) -> External {
        External {
            name,
            wire,
            limits,
            seat: None,
            outlook: None,
            desk: Desk::new(commanders, limits.copies),
            dealings: Dealings::default(),
            waited: Duration::ZERO,
            thinking: Duration::ZERO,
            awaiting: None,
            stale: 0,
            farewell: None,
            keeps_errors: true,
        }
    }

    fn keeping_errors(mut self, keeps: bool) -> External {
        self.keeps_errors = keeps;
        self
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What it has done so far.
    pub(crate) const fn dealings(&self) -> &Dealings {
        &self.dealings
    }

    /// The file that keeps what it says of its errors.
    #[cfg(test)]
    pub(crate) fn errors(&self) -> Option<&std::path::Path> {
        self.wire.errors()
    }

    /// Tells it first of the battle, as its side is shown it.
    pub(crate) fn greet(&mut self, side: Side, view: &dyn System, setup: &Setup) {
        let outlook = Outlook::new(side, view);
        let hello = hello::hello(&outlook, view, setup, self.wire.errors(), &self.limits);
        self.say(&messages::line(messages::typed("hello", None, hello)));
        self.outlook = Some(outlook);
    }

    /// Asks for an order and waits for a legal one. `events` is what has happened since its last.
    pub(crate) fn decide(&mut self, view: &dyn System, events: &[Value], stop: &AtomicBool) -> Answer {
        let answer = self.answer(view, events, stop);
        if !matches!(answer, Answer::Interrupted) {
            self.dealings.thought.push(std::mem::take(&mut self.thinking));
            self.awaiting = None;
            self.desk.clear();
        }
        if let Answer::Failed(why) = &answer {
            self.dealings.failure = Some(why.clone());
        }
        answer
    }

    fn answer(&mut self, view: &dyn System, events: &[Value], stop: &AtomicBool) -> Answer {
        let outlook = self.outlook_of(view);
        if let Err(why) = self.ask(messages::decide(&outlook, self.seat, view, events)) {
            return Answer::Failed(why);
        }
        let (mut refusals, mut requests) = (0, 0);
        loop {
            let said = match self.hear(stop) {
                Heard::Line(line) => Said::read(&line),
                Heard::TooLong => Said::Unclear(format!("expected a line of at most {LONGEST} bytes"), None),
                Heard::Interrupted => return Answer::Interrupted,
                Heard::Failed(why) => return Answer::Failed(why),
            };
            let (line, refused) = match said {
                Said::Order(text, why) => match read_order(view, &text) {
                    Ok(order) => return chosen(order, why),
                    Err(why) => (messages::refused(&why, None), Some(text)),
                },
                Said::Resign(why) => return Answer::Failed(self.resigned(&why)),
                Said::Unclear(why, line) => (messages::refused(&why, None), Some(line.unwrap_or_default())),
                Said::Stem(stem) => {
                    requests += 1;
                    (messages::reach(view, &stem), None)
                }
                Said::Request(request) => {
                    requests += 1;
                    (self.desk.answer(&outlook, view, request, stop), None)
                }
            };
            self.dealings.refused += u64::from(line.starts_with(REFUSED));
            self.dealings.requests += u64::from(refused.is_none());
            self.say(&line);
            refusals += u32::from(refused.is_some());
            if refusals >= self.limits.refusals {
                let last = refused.unwrap_or_default();
                return Answer::Failed(format!("{} gave no legal order; the last was `{last}`", self.name));
            }
            if requests > self.limits.requests {
                let most = self.limits.requests;
                return Answer::Failed(format!("{} made more than {most} requests for one decision", self.name));
            }
        }
    }

    /// Its outlook from its first message on.
    fn outlook_of(&mut self, view: &dyn System) -> Outlook {
        let side = view.to_decide().unwrap_or(Side::Blue);
        self.outlook.get_or_insert_with(|| Outlook::new(side, view)).clone()
    }

    fn resigned(&self, why: &str) -> String {
        if why.is_empty() { format!("{} gives up", self.name) } else { format!("{} gives up: {why}", self.name) }
    }

    /// Sends a question, unless its answer is being waited for already.
    ///
    /// # Errors
    /// When the player has said too much without being asked.
    fn ask(&mut self, question: String) -> Result<(), String> {
        match self.awaiting.replace(question.clone()) {
            Some(asked) if asked == question => return Ok(()),
            Some(_) => {
                self.stale += 1;
                self.desk.clear();
            }
            None => {}
        }
        let dropped = self.wire.forget(UNASKED, &|line| Said::answers(line));
        if dropped.bytes > UNASKED {
            return Err(format!("{} said more than {UNASKED} bytes without being asked", self.name));
        }
        self.stale = self.stale.saturating_sub(dropped.lines);
        self.say(&question);
        Ok(())
    }

    fn say(&mut self, line: &str) {
        self.wire.tell(line);
        self.waited = Duration::ZERO;
    }

    /// Waits for the next line. Only the time spent here counts against the player.
    fn hear(&mut self, stop: &AtomicBool) -> Heard {
        loop {
            let began = Instant::now();
            let news = self.wire.listen(LOOK);
            let passed = began.elapsed();
            self.waited += passed;
            self.thinking += passed;
            if self.limits.patience.is_some_and(|most| self.waited > most) && news != News::Ended {
                return Heard::Failed(self.late(&news));
            }
            match news {
                News::Line(line) if self.stale > 0 && line.is_empty() => {}
                News::Line(line) if self.stale > 0 && Said::answers(&line) => self.stale -= 1,
                News::Line(line) => return Heard::Line(line),
                News::TooLong => return Heard::TooLong,
                News::Ended => return Heard::Failed(self.ended()),
                News::Endless => {
                    return Heard::Failed(format!("{} said a line of more than {UNASKED} bytes", self.name));
                }
                News::Nothing if stop.load(Ordering::Relaxed) => return Heard::Interrupted,
                News::Nothing => {}
            }
        }
    }

    /// Why a player that says nothing more has lost, with the last that it said of it.
    fn ended(&self) -> String {
        let last = self.wire.last_words();
        let last = last.map_or_else(String::new, |line| format!("; it last said: {line}"));
        format!("{} has ended{last}", self.name)
    }

    /// Why a player that is late has lost: what it did and for how long, and how long it had.
    fn late(&self, news: &News) -> String {
        let did = match news {
            News::Line(_) | News::TooLong | News::Endless => "answered only after",
            _ if self.wire.is_deaf() => "has not read what it was told for",
            _ => "has not answered for",
        };
        let (waited, allowed) = (self.waited, self.limits.patience.unwrap_or_default());
        let [waited, allowed] = [waited, allowed].map(|time| time.as_secs_f64());
        format!("{} {did} {waited:.1} seconds; {allowed} are allowed", self.name)
    }

    /// Notes what it is to be told when it is let go: that the battle is over.
    pub(crate) fn take_leave(&mut self, view: &dyn System, ending: &Ending<'_>) {
        let outlook = self.outlook_of(view);
        self.farewell = Some(messages::over(&outlook, self.seat, view, ending, &self.dealings));
    }

    /// The battle is not over after all.
    pub(crate) fn stay(&mut self) {
        self.farewell = None;
    }
}

impl Drop for External {
    fn drop(&mut self) {
        if let Some(farewell) = self.farewell.take() {
            self.wire.tell(&farewell);
            self.wire.part();
        }
        if !self.keeps_errors && self.dealings.failure.is_none() {
            self.wire.drop_errors();
        }
    }
}

/// How a refusal begins.
const REFUSED: &str = "{\"type\":\"refused\"";

fn chosen(order: Order, why: Option<String>) -> Answer {
    let shown = |why: String| Why { mission: plain::cut(&why, SHOWN).into_owned(), ..Why::default() };
    Answer::Chosen(Choice { order, why: why.filter(|why| !why.is_empty()).map(shown) })
}

fn read_order(view: &dyn System, line: &str) -> Result<Order, String> {
    let order = view.order_text().read(line)?;
    view.check(&order).map_err(|refusal| refusal.to_string())?;
    Ok(order)
}

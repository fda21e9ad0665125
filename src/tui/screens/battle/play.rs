//! Time in a battle: computers thinking on a thread (of the place's where one is visited), orders being shown, and whose turn it is to act.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::Duration;

use battle::{AskRole, Battlefield, Event, Order, Presence, Side};
use table::Thought;

use super::Battle;
use super::hand::Hand;
use super::seen::Seen;
use super::show::Show;
use crate::animate::{Speed, Tempo};
use crate::layer::{Desk, Flow, Standing};
use crate::ordering::Choices;
use crate::screens::report;
use crate::settings::Habit;
use crate::text::sentence;
use crate::theme::Ink;

/// A thought, or the words of the panic that ended the thinking.
type Thinking = Result<Thought, String>;

/// A computer seat thinking on its thread.
pub struct Running {
    /// Who thinks.
    pub name: String,
    /// For which side.
    pub side: Side,
    /// Pictures of the spinner shown so far.
    pub turns: usize,
    stop: Arc<AtomicBool>,
    thought: Receiver<Thinking>,
    drawn: Duration,
}

impl Running {
    /// Asks for the best answer known at once.
    pub fn hurry(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.hurry();
    }
}

const SPIN: Duration = Duration::from_millis(150);

impl Show {
    /// Plays the events that the eyes may see.
    pub(super) fn show_events(&mut self, seen: &Seen, before: Battlefield, mark: usize, speed: Speed, desk: &Desk) {
        if speed == Speed::Instant {
            return;
        }
        let known = |place: usize| seen.eyes.is_none_or(|side| seen.game.stage().event_seen_by(mark + place, side));
        let events = seen.game.stage().events_since(mark).iter().enumerate();
        let shown: Vec<Event> = events.filter(|(place, _)| known(*place)).map(|(_, event)| event.clone()).collect();
        let lingers = desk.settings.has(Habit::Lingering);
        let tempo = if lingers { Tempo::lingering(speed) } else { Tempo::even(speed) };
        self.playback.begin(before, shown, seen.system().info().shock.blows, tempo);
    }
}

impl Hand {
    /// The cursor goes to somebody who can act, where whoever it was at is gone.
    fn find_somebody(&mut self, seen: &mut Seen) {
        let gone = seen.unit_here().is_none() && self.preparation.stage().is_none();
        let first = self.ready().first().filter(|_| gone).and_then(|actor| seen.hex_of(*actor));
        seen.cursor = first.unwrap_or(seen.cursor);
    }
}

impl Battle {
    /// Called after every change of the battle.
    pub(super) fn refresh(&mut self) {
        self.looks.version += 1;
        self.hand.preparation.clear();
        self.hand.advised = None;
        self.seen.eyes = self.seen.find_eyes();
        let person = self.seen.person();
        self.hand.choices = if person.is_some() { Choices::gather(self.seen.system()) } else { Choices::default() };
        self.hand.actors = self.hand.choices.actors();
        self.seen.commands = self.seen.known_commands();
        self.hand.weigh(&self.seen);
        self.go_on_learning();
        if person.is_some() {
            self.seen.last_person = person;
            self.ask();
        }
    }

    /// Says what is asked, and opens the orders of the unit it is about when it is about one.
    fn ask(&mut self) {
        let Some(decision) = self.seen.game.pending().decision() else { return };
        let pressing = matches!(decision.ask.role, AskRole::Place | AskRole::React | AskRole::Pursue | AskRole::Settle);
        let pressing = pressing && (decision.unit.is_some() || self.hand.actors.is_empty());
        self.message = (Ink::Text, String::new());
        if let Some(unit) = decision.unit
            && self.seen.system().field().unit(unit).presence == Presence::OnMap
        {
            self.seen.cursor = self.seen.hex_of(unit.into()).unwrap_or(self.seen.cursor);
        }
        if pressing {
            let wish = self.wish(decision.unit);
            self.hand.open_pressing(&mut self.seen, decision.unit, wish);
        }
    }

    /// Gives an order of the person and shows what comes of it.
    pub(super) fn give(&mut self, order: &Order, desk: &Desk) {
        let before = self.seen.system().field().clone();
        let mark = self.seen.game.stage().event_count();
        self.show.told_before = self.show.told(&self.seen).len();
        self.hand.remember_order(&self.seen, order);
        match self.seen.game.give(order) {
            Ok(()) => {
                self.milestones.has_ordered = true;
                self.show.others_began = None;
                self.hand.note_acted(&self.seen, order);
                self.show.show_events(&self.seen, before, mark, desk.speed, desk);
                self.follow_unit(order);
                self.refresh();
                self.news.read = self.seen.readable().len();
                self.news.first = None;
                self.learn_order(order);
            }
            Err(refusal) => self.say(Ink::Bad, sentence(&refusal.to_string())),
        }
    }

    /// The cursor stays with the unit that was ordered, or goes back to the leader whose command was.
    fn follow_unit(&mut self, order: &Order) {
        if let Some(place) = self.seen.place_of_commander(order) {
            self.seen.cursor = place;
        }
        let field = self.seen.system().field();
        if let Some(unit) = order.unit().filter(|unit| field.unit(*unit).presence == Presence::OnMap) {
            self.seen.cursor = self.seen.hex_of(unit.into()).unwrap_or(self.seen.cursor);
        }
    }

    /// Moves things on; whether anything changed. Whoever had to wait for others is called.
    pub(super) fn pass_time(&mut self, now: Duration, standing: Standing, desk: &mut Desk) -> (bool, Flow) {
        let (changed, flow) = self.move_on(now, standing, desk);
        let passes = desk.settings.has(Habit::Passing) && self.is_passing(standing);
        if !passes && !self.is_ending(standing) {
            desk.called |= self.show.comes_back(&self.seen);
        }
        (changed, flow)
    }

    fn move_on(&mut self, now: Duration, standing: Standing, desk: &mut Desk) -> (bool, Flow) {
        let mut changed = false;
        self.looks.now = now;
        if self.show.playback.is_playing() {
            if self.show.paused && !self.show.single_step {
                return (false, Flow::Stay);
            }
            changed = self.show.playback.advance(now, desk.speed);
            if self.show.playback.is_playing() {
                return (changed, Flow::Stay);
            }
            self.show.single_step = false;
        }
        if let Some(flow) = self.ask_for_next(standing, desk) {
            return (true, flow);
        }
        if standing == Standing::Top
            && let Some(flow) = self.results(desk).or_else(|| self.minds.ask_who_goes_on(desk))
        {
            return (true, flow);
        }
        if let Some(flow) = self.hand_over().or_else(|| self.brief(standing, desk)) {
            return (true, flow);
        }
        if self.pass_step(standing, desk) {
            return (true, Flow::Stay);
        }
        if let Some(flow) = self.go_on_ending(standing, desk) {
            return (true, flow);
        }
        changed |= self.see_to_saving(now);
        changed |= if self.seen.game.is_joined() { self.follow(now, desk) } else { self.think(now, desk) };
        (changed, Flow::Stay)
    }

    /// Starts, watches and ends the thinking of computer seats.
    fn think(&mut self, now: Duration, desk: &mut Desk) -> bool {
        if self.minds.thinking.is_some() && !self.saving.waits_for_disk() {
            return self.take_thought(now, desk);
        }
        if self.minds.thinking.is_some()
            || self.saving.waits_for_disk()
            || self.minds.failure.is_some()
            || self.show.paused && !self.show.single_step
        {
            return false;
        }
        let Some(thinking) = self.seen.game.begin_thinking() else { return self.nobody_thinks() };
        let (sender, thought) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (name, side) = (thinking.name().to_owned(), thinking.side());
        let (flag, wake) = (Arc::clone(&stop), Arc::clone(&desk.wake));
        let errand = move |stop: &AtomicBool| {
            let thought = catch_unwind(AssertUnwindSafe(|| thinking.run(stop)));
            let _ = sender.send(thought.map_err(|panic| super::failure::words(panic.as_ref())));
            wake();
        };
        match &desk.visit {
            None => drop(thread::spawn(move || errand(&flag))),
            Some(visit) => visit.host.think(Box::new(errand), flag),
        }
        self.minds.thinking = Some(Running { name, side, turns: 0, stop, thought, drawn: now });
        false
    }

    /// A computer's seat without a mind, which a failure left behind: somebody has to take it.
    fn nobody_thinks(&mut self) -> bool {
        let decision = self.seen.game.pending().decision().filter(|decision| !self.seen.game.is_human(decision.side));
        if let Some(side) = decision.map(|decision| decision.side) {
            self.fail(side, String::from("nobody commands this side any more"));
        }
        decision.is_some()
    }

    fn take_thought(&mut self, now: Duration, desk: &mut Desk) -> bool {
        let Some(running) = &mut self.minds.thinking else { return false };
        match running.thought.try_recv() {
            Ok(Ok(thought)) => {
                let side = running.side;
                self.minds.thinking = None;
                self.finish(thought, side, desk);
                true
            }
            Ok(Err(why)) => self.lose_thinker(why),
            Err(TryRecvError::Empty) => {
                let turn = now.saturating_sub(running.drawn) >= SPIN;
                if turn {
                    running.turns += 1;
                    running.drawn = now;
                }
                turn
            }
            Err(TryRecvError::Disconnected) => self.lose_thinker(String::from("its thread has ended")),
        }
    }

    fn lose_thinker(&mut self, why: String) -> bool {
        if let Some(running) = self.minds.thinking.take() {
            self.fail(running.side, format!("{} broke down: {why}", running.name));
        }
        true
    }

    fn finish(&mut self, thought: Thought, side: Side, desk: &mut Desk) {
        let before = self.seen.system().field().clone();
        let mark = self.seen.game.stage().event_count();
        self.show.told_before = self.show.told(&self.seen).len();
        match self.seen.game.finish_thinking(thought) {
            Ok(()) => {
                self.show.others_began.get_or_insert_with(|| (before.clone(), mark));
                self.show.show_events(&self.seen, before, mark, desk.speed, desk);
                self.show.single_step &= self.show.playback.is_playing();
                self.refresh();
                if self.seen.person().is_some() {
                    self.hand.find_somebody(&mut self.seen);
                    self.digest();
                }
            }
            Err(refusal) => self.fail(side, format!("its commander gave an order that is refused: {refusal}")),
        }
    }

    /// Plays again what the others did since the person's last order.
    pub(super) fn see_again(&mut self, desk: &Desk) {
        let Some((before, mark)) = self.show.others_began.clone() else {
            return self.say(Ink::Text, "The other side has done nothing since your last order.");
        };
        let speed = if desk.speed == Speed::Instant { Speed::Normal } else { desk.speed };
        self.show.told_before = self.seen.readable().len();
        self.show.show_events(&self.seen, before, mark, speed, desk);
    }

    /// The end: once, and only after everything was shown.
    fn results(&mut self, desk: &Desk) -> Option<Flow> {
        if self.milestones.results_shown || self.seen.game.outcome().is_none() {
            return None;
        }
        self.milestones.results_shown = true;
        self.minds.thinking = None;
        Some(Flow::Push(Box::new(report::Report::new(&self.seen.game, desk))))
    }

    /// Between two persons, when one may not see what the other sees.
    fn hand_over(&mut self) -> Option<Flow> {
        let person = self.seen.person()?;
        let both = Side::ALL.into_iter().all(|side| self.seen.game.is_human(side));
        let before = self.looks.seated.replace(person);
        let differ = || self.seen.game.view(Side::Blue).state() != self.seen.game.view(Side::Red).state();
        let hands_over = both && before.is_some_and(|before| before != person) && differ();
        hands_over.then(|| {
            self.show.playback.forget();
            Flow::Push(Box::new(super::super::curtain::Curtain::new(person)) as Box<dyn crate::layer::Layer>)
        })
    }

    /// How long until something is to be done.
    pub(super) fn next_moment(&self, standing: Standing) -> Option<Duration> {
        if self.show.playback.is_playing() {
            let frozen = self.show.paused && !self.show.single_step;
            return (!frozen).then(|| self.show.playback.wait(self.looks.now).max(Duration::from_millis(1)));
        }
        if self.minds.thinking.is_some() {
            return Some(SPIN);
        }
        let disk = self.saving.next_look(&self.seen);
        if self.saving.waits_for_disk() {
            return disk;
        }
        let over = self.seen.game.outcome().is_some();
        let computer =
            !over && !self.seen.game.is_joined() && self.seen.person().is_none() && self.minds.failure.is_none();
        let go_on = computer && (!self.show.paused || self.show.single_step);
        let asks = over && !self.milestones.results_shown
            || self.awaits_briefing()
            || self.lesson_ends(standing)
            || self.is_ending(standing)
            || self.minds.failure.as_ref().is_some_and(|failure| !failure.asked);
        (go_on || asks && standing == Standing::Top).then_some(Duration::ZERO).or(disk)
    }
}

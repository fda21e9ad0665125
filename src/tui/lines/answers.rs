//! What is typed: orders, numbers of a list, and words that ask for something.

use std::io;

use battle::{Object, Order, Side};

use super::slate::Slate;
use super::talk::Talk;
use super::words::{looked_at, units_of};
use crate::panels::{odds, words};
use crate::screens::{results, why};
use crate::text::sentence;
use crate::theme::{Depth, Palette, Theme};
use crate::typed::{self, Typed};

/// What follows an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The conversation goes on.
    GoOn,
    /// The person leaves.
    Leave,
}

const HELP: &[&str] = &[
    "An order in words: move b1 12,9 n; form b1 square; fire b1 r2; charge b2 r3. Labels in any case, a place is column,row.",
    "A number: that order of the list shown last.",
    "orders: everything that can be ordered now. orders b1, or only b1: what B1 can do, numbered.",
    "places move b1: where such an order could end. odds 3: what the third order of the list may bring.",
    "units: your units. enemies: the enemy you see. look b1, look 12,9: a card of it.",
    "goals: what you are to do and how it stands. log, log 30: what happened last.",
    "advice, advice b1: what a commander would do; its number takes it. plan: what it would have your army do. rules: the tables.",
    "done: end this step. turn: end the whole turn; it asks once where somebody could still act. undo: take the last order back. dice: tell every die, or no longer.",
    "save: where the battle is saved. resign: give up. quit: leave; the battle is saved.",
];

/// What somebody is told who orders while another is to decide.
const NOT_ASKED: &str =
    "You are not to decide now; what is typed counts when you are asked. units, look and log tell more.";

/// Whether a line is one with which a person leaves.
pub(super) fn leaves(line: &str) -> bool {
    ["quit", "q", "exit"].iter().any(|word| line.trim().eq_ignore_ascii_case(word))
}

impl Talk<'_> {
    /// Does what a line says.
    pub(super) fn answer(&mut self, line: &str, slate: &mut dyn Slate) -> io::Result<Next> {
        let doubted = self.doubted.take();
        if self.answers_ending(line) {
            return Ok(Next::GoOn);
        }
        let lower = line.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        match words.as_slice() {
            _ if leaves(&lower) => return Ok(Next::Leave),
            [] => self.asked = None,
            ["help" | "?" | "h"] => HELP.iter().try_for_each(|line| slate.say(line))?,
            ["done" | "end" | "pass"] => self.finish(doubted.as_deref() == Some("done"), slate)?,
            ["turn" | "e"] | ["end", "turn"] => self.begin_to_end(slate)?,
            ["resign"] if self.game.elsewhere().is_watching() => slate.say("Whoever watches gives no orders.")?,
            ["resign"] if doubted.as_deref() == Some("resign") => self.game.resign(self.eyes()),
            ["resign"] => {
                self.doubt("resign", "The battle would be lost at once. Type resign again to give up.", slate)?
            }
            ["undo" | "u"] => self.undo(slate)?,
            ["dice"] => self.tell_dice(slate)?,
            ["orders" | "o"] => self.list_all(slate)?,
            ["orders" | "o", label] => self.list(label, slate)?,
            ["places", rest @ ..] => self.list_places(&rest.join(" "), slate)?,
            ["odds", number] => self.tell_odds(number, slate)?,
            ["advice" | "a"] => self.advise(None, slate)?,
            ["advice" | "a", label] => self.advise(Some(label), slate)?,
            ["plan"] => self.tell_plan(slate)?,
            _ => self.look_up(&words, line, slate)?,
        }
        Ok(Next::GoOn)
    }

    fn look_up(&mut self, words: &[&str], line: &str, slate: &mut dyn Slate) -> io::Result<()> {
        let eyes = self.eyes();
        match words {
            ["units"] => units_of(self.system(), eyes).iter().try_for_each(|line| slate.say(line)),
            ["enemies" | "enemy"] => units_of(self.system(), eyes.other()).iter().try_for_each(|line| slate.say(line)),
            ["look", what] => looked_at(self.system(), what).iter().try_for_each(|line| slate.say(line)),
            ["goals" | "briefing"] => {
                let scenario = self.game.setup().battle.scenario.clone();
                let told = table::briefing(self.system(), &scenario, eyes);
                let stands = table::standing(self.system(), Some(eyes)).join(", ");
                told.iter().chain([&stands]).try_for_each(|line| slate.say(line))
            }
            ["log"] => self.tell_log(12, slate),
            ["log", count] => self.tell_log(count.parse().unwrap_or(12), slate),
            ["save"] => slate.say(&self.kept()),
            ["seed"] if self.game.is_joined() => slate.say("The seed is the host's secret until the battle is over."),
            ["seed"] => slate.say(&format!("The seed is {}.", self.game.setup().seed)),
            ["rules"] => {
                let (info, tables) = (self.system().info(), self.system().reference());
                results::plain(info, &tables).iter().try_for_each(|line| slate.say(line))
            }
            [number] if number.parse::<usize>().is_ok() => self.give_listed(number, slate),
            [label] if typed::labelled(label, self.system()).is_some() => self.list(label, slate),
            _ => self.typed(line, slate),
        }
    }

    fn doubt(&mut self, line: &str, text: &str, slate: &mut dyn Slate) -> io::Result<()> {
        self.doubted = Some(String::from(line));
        slate.say(text)
    }

    /// Whether the person is to decide.
    fn is_asked(&self) -> bool {
        self.game.pending().decision().is_some_and(|decision| self.game.is_human(decision.side))
    }

    pub(super) fn give(&mut self, order: &Order, slate: &mut dyn Slate) -> io::Result<()> {
        self.listed.clear();
        match self.game.give(order) {
            Ok(()) => {
                let system = self.game.view(self.eyes());
                self.idle.note(system, order, self.game.orders_given());
                Ok(())
            }
            Err(refusal) => slate.say(&sentence(&refusal.to_string())),
        }
    }

    fn typed(&mut self, line: &str, slate: &mut dyn Slate) -> io::Result<()> {
        if !self.is_asked() {
            return slate.say(NOT_ASKED);
        }
        let read = typed::read(line, &self.choices, self.system());
        match read {
            Ok(Typed::Order(order)) => self.give(&order, slate),
            Ok(Typed::Stem(stem)) => slate.say(&self.places(&stem)),
            Err(why) => slate.say(&format!("{} Type help for what can be typed.", sentence(&why))),
        }
    }

    fn list_places(&self, line: &str, slate: &mut dyn Slate) -> io::Result<()> {
        match typed::read(line, &self.choices, self.system()) {
            Ok(Typed::Stem(stem)) => slate.say(&self.places(&stem)),
            Ok(Typed::Order(_)) => slate.say("That order needs no other place."),
            Err(why) => slate.say(&sentence(&why)),
        }
    }

    fn give_listed(&mut self, number: &str, slate: &mut dyn Slate) -> io::Result<()> {
        let place = number.parse::<usize>().unwrap_or(0);
        match place.checked_sub(1).and_then(|place| self.listed.get(place)).copied() {
            Some(order) => self.give(&order, slate),
            None => slate.say("No order of the list has that number; orders makes a list."),
        }
    }

    fn finish(&mut self, sure: bool, slate: &mut dyn Slate) -> io::Result<()> {
        if !self.is_asked() {
            return slate.say(NOT_ASKED);
        }
        let Some(done) = self.done() else {
            return slate.say("This has to be answered first; orders lists the choices.");
        };
        let waiting = self.idle.waiting_words(self.system());
        if waiting.is_empty() || sure {
            return self.give(&done, slate);
        }
        let text =
            format!("{} could still act: {}. Type done again to end the step.", waiting.len(), waiting.join(", "));
        self.doubt("done", &text, slate)
    }

    fn begin_to_end(&mut self, slate: &mut dyn Slate) -> io::Result<()> {
        if !self.is_asked() {
            return slate.say(NOT_ASKED);
        }
        self.end_turn();
        Ok(())
    }

    fn undo(&mut self, slate: &mut dyn Slate) -> io::Result<()> {
        match self.game.undo() {
            Ok(()) => {
                for side in Side::ALL {
                    self.told[side.index()] =
                        self.game.stage().dispatches_for(side).count().min(self.told[side.index()]);
                }
                self.asked = None;
                self.ending.stop();
                slate.say("Taken back.")
            }
            Err(why) => slate.say(&format!("This cannot be undone: {why}.")),
        }
    }

    fn tell_dice(&mut self, slate: &mut dyn Slate) -> io::Result<()> {
        let text = self.dice.switch();
        slate.say(&text)
    }

    fn list_all(&mut self, slate: &mut dyn Slate) -> io::Result<()> {
        let actors: Vec<Option<Object>> = self.choices.actors().into_iter().map(Some).chain([None]).collect();
        let rows: Vec<(Order, String)> = actors.into_iter().flat_map(|actor| self.menu(actor)).collect();
        self.show_list(rows, slate)
    }

    fn list(&mut self, label: &str, slate: &mut dyn Slate) -> io::Result<()> {
        match typed::labelled(label, self.system()) {
            Some(actor) => {
                let rows = self.menu(Some(actor));
                if rows.is_empty() {
                    return slate.say(&format!("{} can do nothing now.", self.system().field().label(actor)));
                }
                self.show_list(rows, slate)
            }
            None => slate.say(&format!("Nobody is called \"{label}\".")),
        }
    }

    fn show_list(&mut self, rows: Vec<(Order, String)>, slate: &mut dyn Slate) -> io::Result<()> {
        self.listed = rows.iter().map(|(order, _)| *order).collect();
        rows.iter().enumerate().try_for_each(|(place, (_, text))| slate.say(&format!("{}. {text}", place + 1)))
    }

    fn tell_odds(&self, number: &str, slate: &mut dyn Slate) -> io::Result<()> {
        let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let Some(order) = place.and_then(|place| self.listed.get(place)) else {
            return slate.say("No order of the list has that number; orders makes a list.");
        };
        let (system, theme) = (self.game.view(self.eyes()), Theme::new(Depth::Mono, Palette::Classic));
        slate.say(&words::order(system, order))?;
        let lines = odds::lines(&system.forecast(order), system.field(), 100, &theme);
        lines.iter().try_for_each(|line| slate.say(line.to_string().trim_end()))
    }

    fn tell_plan(&mut self, slate: &mut dyn Slate) -> io::Result<()> {
        if self.game.is_joined() {
            return slate.say(why::NO_ADVICE);
        }
        let library = self.library;
        let plan = self.game.advised_plan(library);
        if plan.is_empty() {
            return slate.say("A commander has no plan here.");
        }
        plan.iter().try_for_each(|part| slate.say(&sentence(part)))
    }

    fn advise(&mut self, label: Option<&str>, slate: &mut dyn Slate) -> io::Result<()> {
        if self.game.is_joined() {
            return slate.say(why::NO_ADVICE);
        }
        let unit = label.and_then(|label| typed::labelled(label, self.system())).and_then(Object::unit);
        let library = self.library;
        let Some(choice) = self.game.advice(library, unit) else { return slate.say("A commander has no advice here.") };
        self.listed = vec![choice.order];
        slate.say(&format!("A commander would order: {}.", words::order(self.system(), &choice.order)))?;
        let reasons = choice.why.map_or_else(Vec::new, |why| why::sentences(&why, self.system()));
        reasons.iter().try_for_each(|reason| slate.say(reason))?;
        slate.say("Type 1 to take the advice.")
    }

    fn tell_log(&self, count: usize, slate: &mut dyn Slate) -> io::Result<()> {
        let all: Vec<String> = self.game.stage().dispatches_for(self.eyes()).map(table::Dispatch::transcript).collect();
        let last = all.iter().skip(all.len().saturating_sub(count));
        last.flat_map(|text| text.lines()).try_for_each(|line| slate.say(line))
    }

    fn kept(&self) -> String {
        if self.game.is_joined() {
            return String::from("Every order is kept by the host as it is given.");
        }
        self.game.past().record_path().map_or_else(
            || String::from("This battle is not being recorded."),
            |path| format!("Every order is saved as it is given, in {}.", path.display()),
        )
    }
}

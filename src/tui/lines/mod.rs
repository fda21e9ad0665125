//! A battle as sentences, questions and typed answers: for terminals without a screen, for pipes, and for readers of screens.

mod answers;
mod words;

use std::io;
use std::sync::atomic::AtomicBool;

use battle::{Decision, Library, Order, Side, System};
use table::Game;

use crate::prepare::Choices;
use crate::worth;

/// Where the conversation is held.
pub trait Slate {
    /// Says one line.
    ///
    /// # Errors
    /// When nobody can hear it any more.
    fn say(&mut self, line: &str) -> io::Result<()>;

    /// Waits for a line that was typed; nothing when no more can come.
    ///
    /// # Errors
    /// When it cannot be read.
    fn hear(&mut self) -> io::Result<Option<String>>;
}

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The battle is over.
    Over,
    /// The person left; the battle is saved as far as it went.
    Left,
}

/// A battle that is talked about.
pub struct Talk<'a> {
    library: &'a dyn Library,
    game: Game,
    /// How many dispatches each side was told.
    told: [usize; 2],
    /// What was asked last: who, turn and step.
    asked: Option<(Side, u16, u8)>,
    /// Everything legal now.
    choices: Choices,
    /// The numbered orders that were listed last.
    listed: Vec<Order>,
    /// The line that was doubted: typed again, it is done.
    doubted: Option<String>,
    /// Who was given an order in this step, by label.
    acted: Vec<battle::Object>,
    dice: Telling,
}

/// How much of a roll is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Telling {
    Short,
    EachDie,
}

/// Plays a battle in sentences until it is over or the person leaves.
///
/// # Errors
/// When the slate fails.
pub fn play(library: &dyn Library, game: Game, slate: &mut dyn Slate) -> io::Result<Ended> {
    let mut talk = Talk {
        library,
        game,
        told: [0; 2],
        asked: None,
        choices: Choices::default(),
        listed: Vec::new(),
        doubted: None,
        acted: Vec::new(),
        dice: Telling::Short,
    };
    talk.begin(slate)?;
    talk.run(slate)
}

impl Talk<'_> {
    /// Whose eyes these are: the person's to decide, else the only person's, else Blue's.
    fn eyes(&self) -> Side {
        let decides = self.game.pending().decision().map(|decision| decision.side);
        let people = || Side::ALL.into_iter().filter(|side| self.game.is_human(*side));
        decides.filter(|side| self.game.is_human(*side)).or_else(|| people().next()).unwrap_or(Side::Blue)
    }

    /// The battle as these eyes see it.
    fn system(&self) -> &dyn System {
        match self.game.outcome() {
            Some(_) => self.game.system(),
            None => self.game.view(self.eyes()),
        }
    }

    fn begin(&mut self, slate: &mut dyn Slate) -> io::Result<()> {
        let scenario = self.game.setup().battle.scenario.clone();
        slate.say(&format!("{}, under the rules of {}.", scenario.title, self.system().info().title))?;
        for line in table::briefing(self.system(), &scenario, self.eyes()) {
            slate.say(&line)?;
        }
        slate.say("Type help for what can be typed, orders for what can be ordered, done to end a step.")
    }

    fn run(&mut self, slate: &mut dyn Slate) -> io::Result<Ended> {
        loop {
            self.tell_news(slate)?;
            let Some(decision) = self.game.pending().decision() else {
                self.tell_end(slate)?;
                return Ok(Ended::Over);
            };
            if !self.game.is_human(decision.side) {
                self.think(decision.side);
                continue;
            }
            self.ask(&decision, slate)?;
            let Some(line) = slate.hear()? else { return Ok(Ended::Left) };
            if self.answer(line.trim(), slate)? == answers::Next::Leave {
                return Ok(Ended::Left);
            }
        }
    }

    /// The computer answers; a commander that cannot loses the battle for its side.
    fn think(&mut self, side: Side) {
        if let Err(refusal) = self.game.think(&AtomicBool::new(false)) {
            self.game.resign_because(side, &refusal.to_string());
        }
    }

    /// What has happened since it was last told to these eyes.
    fn tell_news(&mut self, slate: &mut dyn Slate) -> io::Result<()> {
        let eyes = self.eyes();
        if self.game.pending().decision().is_some_and(|decision| !self.game.is_human(decision.side)) {
            return Ok(());
        }
        let news: Vec<String> = self
            .game
            .dispatches_for(eyes)
            .skip(self.told[eyes.index()])
            .map(|dispatch| if self.dice == Telling::EachDie { dispatch.transcript() } else { dispatch.text.clone() })
            .collect();
        self.told[eyes.index()] += news.len();
        for text in news {
            for line in text.lines() {
                slate.say(line)?;
            }
        }
        Ok(())
    }

    /// The question, in full where it is another one than before.
    fn ask(&mut self, decision: &Decision, slate: &mut dyn Slate) -> io::Result<()> {
        self.choices = Choices::gather(self.game.view(decision.side));
        let field = self.system().field();
        let (turn, step) = (field.turn(), field.step());
        let now = (decision.side, turn, step);
        let pressing = decision.unit.is_some();
        if self.asked != Some(now) || pressing {
            if self.asked.map(|(side, ..)| side) != Some(decision.side) && self.both_are_people() {
                slate.say(&format!("It is for {} to decide; the other one may look away.", decision.side))?;
            }
            if self.asked != Some(now) {
                self.acted.clear();
            }
            self.asked = Some(now);
            for line in self.question(decision) {
                slate.say(&line)?;
            }
        }
        slate.say("Your order?")
    }

    fn both_are_people(&self) -> bool {
        Side::ALL.into_iter().all(|side| self.game.is_human(side))
    }

    /// Who could do something that matters and has done nothing in this step.
    fn waiting(&self) -> Vec<String> {
        let system = self.system();
        let matters = |actor: &battle::Object| self.choices.of(*actor).any(|order| worth::matters(system, order));
        let idle = self.choices.actors().into_iter().filter(|actor| !self.acted.contains(actor));
        idle.filter(matters).map(|actor| system.field().label(actor)).collect()
    }
}

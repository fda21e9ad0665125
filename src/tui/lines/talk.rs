//! A battle that is talked about: what is told of it, what is asked, and what is heard.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::AtomicBool;

use battle::{Decision, Library, Order, Side, System};
use table::Game;

use super::answers::Next;
use super::away::Away;
use super::saving::Saved;
use super::slate::{Ended, Heard, Slate, Telling};
use super::turn::{Posed, Waits};
use super::words;
use crate::ending::Ending;
use crate::idle::Idle;
use crate::ordering::Choices;
use crate::settings::Settings;

/// A battle that is talked about.
pub struct Talk<'a> {
    pub(super) library: &'a dyn Library,
    pub(super) game: Game,
    /// How many dispatches each side was told.
    pub(super) told: [usize; 2],
    /// What was asked last: who, turn and step.
    pub(super) asked: Option<(Side, u16, u8)>,
    /// Everything legal now.
    pub(super) choices: Choices,
    /// The numbered orders that were listed last.
    pub(super) listed: Vec<Order>,
    /// Lines that were typed while the disk was waited for.
    pub(super) waiting: VecDeque<String>,
    /// The line that was doubted: typed again, it is done.
    pub(super) doubted: Option<String>,
    /// Who has done nothing yet.
    pub(super) idle: Idle,
    /// A turn that is being ended.
    pub(super) ending: Ending,
    /// The question about it that the next line may answer.
    pub(super) posed: Option<Posed>,
    pub(super) settings: Settings,
    pub(super) dice: Telling,
    pub(super) away: Away,
}

/// Plays a battle in sentences until it is over or the person leaves.
///
/// # Errors
/// When the slate fails.
pub fn play(library: &dyn Library, game: Game, slate: &mut dyn Slate) -> io::Result<Ended> {
    Talk::new(library, game, Away::default()).hold(slate)
}

impl Talk<'_> {
    pub(super) fn new(library: &dyn Library, game: Game, away: Away) -> Talk<'_> {
        Talk {
            library,
            game,
            told: [0; 2],
            asked: None,
            choices: Choices::default(),
            listed: Vec::new(),
            waiting: VecDeque::new(),
            doubted: None,
            idle: Idle::default(),
            ending: Ending::default(),
            posed: None,
            settings: Settings::default(),
            dice: Telling::Short,
            away,
        }
    }

    pub(super) fn hold(mut self, slate: &mut dyn Slate) -> io::Result<Ended> {
        self.begin(slate)?;
        let ended = self.run(slate)?;
        self.tell_seen();
        Ok(ended)
    }

    /// Whose eyes these are: the person's to decide, else the only person's, else Blue's.
    pub(super) fn eyes(&self) -> Side {
        let decides = self.game.pending().decision().map(|decision| decision.side);
        let people = || Side::ALL.into_iter().filter(|side| self.game.is_human(*side));
        decides.filter(|side| self.game.is_human(*side)).or_else(|| people().next()).unwrap_or(Side::Blue)
    }

    /// The battle as these eyes see it.
    pub(super) fn system(&self) -> &dyn System {
        match self.game.outcome() {
            Some(_) => self.game.system(),
            None if self.game.elsewhere().is_watching() => self.game.stage().open_view(),
            None => self.game.stage().shown(self.eyes()),
        }
    }

    fn begin(&mut self, slate: &mut dyn Slate) -> io::Result<()> {
        let scenario = self.game.setup().battle.scenario.clone();
        slate.say(&format!("{}, under the rules of {}.", scenario.title, self.system().info().title))?;
        if self.game.elsewhere().is_watching() {
            return slate.say("You watch what both sides know. units, enemies, look and log tell more; quit leaves.");
        }
        for line in table::briefing(self.system(), &scenario, self.eyes()) {
            slate.say(&line)?;
        }
        slate.say("Type help for what can be typed, orders for what can be ordered, done to end a step.")
    }

    fn run(&mut self, slate: &mut dyn Slate) -> io::Result<Ended> {
        loop {
            self.follow(slate)?;
            self.tell_news(slate)?;
            if self.await_disk(slate)? == Saved::GivenUp {
                return Ok(Ended::Unsaved);
            }
            let Some(decision) = self.game.pending().decision() else {
                words::end_of(&self.game).iter().try_for_each(|line| slate.say(line))?;
                return Ok(Ended::Over);
            };
            let mine = self.game.is_human(decision.side);
            if mine {
                match self.go_on_ending(&decision, slate)? {
                    Waits::No => continue,
                    Waits::ForAnswer => {}
                    Waits::ForOrders => self.ask(&decision, slate)?,
                }
            } else if self.game.is_joined() {
                self.wait_for(decision.side, slate)?;
                if self.computer_is_at_it(decision.side) {
                    slate.await_news()?;
                    continue;
                }
            } else {
                self.think(decision.side);
                continue;
            }
            let Some(line) = self.next_line(slate)? else { return Ok(Ended::Left) };
            if let Some(line) = line
                && self.answer(line.trim(), slate)? == Next::Leave
            {
                return Ok(Ended::Left);
            }
        }
    }

    /// What is heard next: a line, or nothing because the battle has gone on; `None` when no more can come.
    fn next_line(&mut self, slate: &mut dyn Slate) -> io::Result<Option<Option<String>>> {
        if let Some(line) = self.waiting.pop_front() {
            return Ok(Some(Some(line)));
        }
        loop {
            match slate.hear()? {
                Heard::Line(line) => return Ok(Some(Some(line))),
                Heard::Closed => return Ok(None),
                Heard::News if self.game.elsewhere().has_news() => return Ok(Some(None)),
                Heard::News => {}
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
        let waits = self.game.pending().decision().is_some_and(|decision| !self.game.is_human(decision.side));
        if waits && !self.game.is_joined() {
            return Ok(());
        }
        let words =
            |one: &table::Dispatch| if self.dice == Telling::EachDie { one.transcript() } else { one.text.clone() };
        let told = self.told[eyes.index()];
        let news: Vec<String> = match self.game.elsewhere().is_watching() {
            true => self.game.stage().dispatches_for_all().skip(told).map(words).collect(),
            false => self.game.stage().dispatches_for(eyes).skip(told).map(words).collect(),
        };
        self.told[eyes.index()] += news.len();
        for text in news {
            for line in text.lines() {
                slate.say(line)?;
            }
        }
        Ok(())
    }

    /// Everything that can be ordered, and by whom something still may be.
    pub(super) fn gather(&mut self, decision: &Decision) {
        self.waits_no_more();
        self.choices = Choices::gather(self.game.view(decision.side));
        let mut idle = std::mem::take(&mut self.idle);
        idle.weigh(self.system(), self.game.orders_given(), &self.choices);
        self.idle = idle;
    }

    /// The question, in full where it is another one than before.
    fn ask(&mut self, decision: &Decision, slate: &mut dyn Slate) -> io::Result<()> {
        self.gather(decision);
        let field = self.system().field();
        let (turn, step) = (field.turn(), field.step());
        let now = (decision.side, turn, step);
        let pressing = decision.unit.is_some();
        if self.asked != Some(now) || pressing {
            if self.asked.map(|(side, ..)| side) != Some(decision.side) && self.both_are_people() {
                slate.say(&format!("It is for {} to decide; the other one may look away.", decision.side))?;
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
}

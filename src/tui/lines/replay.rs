//! A record told in sentences, order by order, turn by turn, forwards and back.

use std::io;

use battle::{Side, System, Unusable};
use table::{Dispatch, Replay};

use super::slate::{Slate, Telling, typed_line};
use super::words::{end_of, looked_at, units_of};
use crate::text::sentence;

const HELP: &[&str] = &[
    "Nothing typed: the next order. 5: the next five. turn: on to where the next turn begins. all: the rest.",
    "back: one order back. back turn: to where this turn began, or the one before. start: to the beginning.",
    "where: how far it has been told. units: both armies. look b1, look 12,9: a card of it.",
    "dice: tell every die, or no longer. quit: leave.",
];

/// Tells a record from its beginning, step by step as is asked, until the person leaves or no more lines come.
///
/// # Errors
/// When the slate fails.
pub fn replay(record: Replay, slate: &mut dyn Slate) -> io::Result<()> {
    let game = record.game();
    let (title, rules) = (game.setup().battle.scenario.title.clone(), game.system().info().title);
    slate.say(&format!("{title}, under the rules of {rules}: a record of {}.", orders(record.orders().len())))?;
    slate.say("Type nothing for the next order, turn for the next turn, help for what else can be typed.")?;
    let mut teller = Teller { record, told: 0, dice: Telling::Short };
    teller.tell(slate)?;
    while let Some(line) = typed_line(slate)? {
        let line = line.trim().to_lowercase();
        let words: Vec<&str> = line.split_whitespace().collect();
        if matches!(words.as_slice(), ["quit" | "q" | "exit"]) {
            return Ok(());
        }
        teller.answer(&words, slate)?;
    }
    Ok(())
}

fn orders(count: usize) -> String {
    format!("{count} order{}", if count == 1 { "" } else { "s" })
}

/// A record being told.
struct Teller {
    record: Replay,
    /// Dispatches told.
    told: usize,
    dice: Telling,
}

impl Teller {
    fn answer(&mut self, words: &[&str], slate: &mut dyn Slate) -> io::Result<()> {
        let turn = self.system().field().turn();
        match words {
            [] | ["next" | "n"] => self.go(|record| record.forward().map(drop), slate),
            ["turn" | "t"] => self.go(|record| record.seek_turn(turn + 1), slate),
            ["all" | "end"] => self.go(|record| record.seek(usize::MAX), slate),
            ["start"] => self.go(|record| record.seek(0), slate),
            ["back" | "b"] => self.go(|record| record.back().map(drop), slate),
            ["back", "turn"] => self.go(|record| back_to_turn(record, turn), slate),
            [count] if count.parse::<u16>().is_ok() => {
                let wanted = self.record.position() + count.parse::<usize>().unwrap_or(1);
                self.go(|record| record.seek(wanted), slate)
            }
            _ => self.look_up(words, slate),
        }
    }

    fn look_up(&mut self, words: &[&str], slate: &mut dyn Slate) -> io::Result<()> {
        let lines = match words {
            ["help" | "?" | "h"] => HELP.iter().map(ToString::to_string).collect(),
            ["units"] => Side::ALL.into_iter().flat_map(|side| units_of(self.system(), side)).collect(),
            ["look", what] => looked_at(self.system(), what),
            ["where"] => vec![self.place()],
            ["dice"] => vec![self.dice.switch()],
            _ => vec![format!("\"{}\" is nothing that can be typed here; help lists what can.", words.join(" "))],
        };
        lines.iter().try_for_each(|line| slate.say(line))
    }

    fn system(&self) -> &dyn System {
        self.record.game().system()
    }

    /// Goes somewhere in the record, and tells what is new there.
    fn go(&mut self, to: impl FnOnce(&mut Replay) -> Result<(), Unusable>, slate: &mut dyn Slate) -> io::Result<()> {
        let before = self.record.position();
        if let Err(why) = to(&mut self.record) {
            slate.say(&sentence(&format!("this record cannot be told any further: {why}")))?;
        }
        match self.record.position() {
            now if now < before => {
                self.told = self.record.game().stage().dispatches().len();
                slate.say(&self.place())
            }
            now if now == before => slate.say(&self.place()),
            _ => self.tell(slate),
        }
    }

    /// Tells what has happened since it was last told; at the end, who won.
    fn tell(&mut self, slate: &mut dyn Slate) -> io::Result<()> {
        let words = |one: &Dispatch| if self.dice == Telling::EachDie { one.transcript() } else { one.text.clone() };
        let all = self.record.game().stage().dispatches();
        let news: Vec<String> = all.iter().skip(self.told).map(words).collect();
        self.told = all.len();
        news.iter().flat_map(|text| text.lines()).try_for_each(|line| slate.say(line))?;
        if self.record.position() == self.record.orders().len() {
            if self.record.game().outcome().is_some() {
                end_of(self.record.game()).iter().try_for_each(|line| slate.say(line))?;
            }
            return slate.say("This is the end of the record; back, start or quit.");
        }
        Ok(())
    }

    /// How far it has been told.
    fn place(&self) -> String {
        let field = self.system().field();
        let (told, all) = (self.record.position(), self.record.orders().len());
        let end = if told == all { "; that is the end of the record" } else { "" };
        format!("Turn {} of {}, {told} of {} told{end}.", field.turn(), field.turn_limit(), orders(all))
    }
}

/// Back to where this turn began, or, from there, to where the turn before it did.
fn back_to_turn(record: &mut Replay, turn: u16) -> Result<(), Unusable> {
    let before = record.position();
    record.seek_turn(turn)?;
    if record.position() >= before { record.seek_turn(turn.saturating_sub(1)) } else { Ok(()) }
}

//! A record told from its beginning to its end in lines of JSON.

use battle::{Side, System, Unusable};
use serde_json::{Value, json};

use super::events::{Teller, ended};
use super::messages::{line, typed};
use super::{PROGRAM, PROTOCOL, hello};
use crate::game::Game;
use crate::replay::Replay;

/// The lines of a record, one after another: what it is of, every event, the end.
pub struct Retelling {
    replay: Replay,
    side: Option<Side>,
    /// Lines that are told next, the next one last.
    waiting: Vec<String>,
    /// Events that were looked at.
    seen: usize,
    part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Beginning,
    Middle,
    End,
}

impl Retelling {
    /// Of a record that stands at its beginning: all that happened, or what that side could know of it.
    #[must_use]
    pub fn new(replay: Replay, side: Option<Side>) -> Retelling {
        Retelling { replay, side, waiting: Vec::new(), seen: 0, part: Part::Beginning }
    }

    /// Plays on until there is something to tell; nothing more at the end.
    fn go_on(&mut self) -> Result<(), Unusable> {
        match self.part {
            Part::Beginning => {
                let first = record(self.replay.game(), self.side);
                let events = self.events();
                self.tell(std::iter::once(first).chain(events).collect());
                self.part = Part::Middle;
            }
            Part::Middle => {
                while self.waiting.is_empty() && self.part == Part::Middle {
                    let lines = if self.replay.forward()? { self.events() } else { self.last() };
                    self.tell(lines);
                }
            }
            Part::End => {}
        }
        Ok(())
    }

    fn tell(&mut self, lines: Vec<String>) {
        self.waiting = lines;
        self.waiting.reverse();
    }

    /// The events since the last look.
    fn events(&mut self) -> Vec<String> {
        let (game, side) = (self.replay.game(), self.side);
        let stage = game.stage();
        let teller = Teller { info: game.system().info(), field: game.system().field() };
        let known = |place: usize| side.is_none_or(|side| stage.event_seen_by(place, side));
        let told = teller.tell(stage.events_since(0), self.seen, known);
        self.seen = stage.event_count();
        told.iter().map(|event| plain::json(&event.to_string()).into_owned()).collect()
    }

    fn last(&mut self) -> Vec<String> {
        self.part = Part::End;
        let game = self.replay.game();
        let message = match game.outcome() {
            None => typed("unfinished", None, json!({ "turn": game.system().field().turn() })),
            Some(outcome) => {
                let mut over = typed("over", None, ended(&outcome));
                over.insert(String::from("why"), json!(game.surrender()));
                over
            }
        };
        vec![line(message)]
    }
}

impl Iterator for Retelling {
    type Item = Result<String, Unusable>;

    fn next(&mut self) -> Option<Result<String, Unusable>> {
        if self.waiting.is_empty()
            && let Err(why) = self.go_on()
        {
            self.part = Part::End;
            return Some(Err(why));
        }
        self.waiting.pop().map(Ok)
    }
}

/// What a record is of. Whoever may know only what a side could does not learn the seed.
fn record(game: &Game, side: Option<Side>) -> String {
    let (setup, whole) = (game.setup(), game.system());
    let view: &dyn System = side.map_or(whole, |side| game.view(side));
    let scenario = setup.battle.scenario.as_ref();
    let seed = if side.is_none() { json!(setup.seed) } else { Value::Null };
    line(typed(
        "record",
        None,
        json!({
            "protocol": PROTOCOL,
            "program": PROGRAM,
            "side": side,
            "seats": setup.seats.each_ref().map(ToString::to_string),
            "seed": seed,
            "battle": hello::battle(view, scenario, side),
            "rules": hello::rules(view),
            "ground": hello::ground(view, scenario),
            "sides": { "blue": hello::of_side(setup, Side::Blue), "red": hello::of_side(setup, Side::Red) },
            "objectives": view.field().roster().objectives.iter().map(hello::objective).collect::<Vec<_>>(),
        }),
    ))
}

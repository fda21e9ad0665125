//! Properties of dice: each roll depends on the seed and on what is rolled, and on nothing else.

use std::collections::BTreeMap;

use battle::{Deaf, Event, Faces, Object, Order, Recorder, Role, Roll, RollKey, Side};

use super::game::{Game, same};
use super::{Failure, Make, SEEDS};

/// Orders left out in turn, a battle and seed.
const LEFT_OUT: usize = 4;

/// What a roll is by all that a listener can see of its key: turn, step, who, side, label, what else the key names
/// (the part of the turn, at whom), and the count of such rolls.
type Key = (u16, Kind, usize);

/// What is the same of all rolls that a turn's count goes over.
type Kind = (u8, Option<Object>, Side, &'static str, (u8, u16));

/// The rolls of a battle, by their keys.
#[derive(Default)]
struct Rolls {
    turn: u16,
    step: u8,
    counts: BTreeMap<Kind, usize>,
    faces: BTreeMap<Key, Faces>,
}

impl Rolls {
    fn hear(&mut self, event: &Event) {
        match event {
            Event::TurnBegan { turn } => {
                self.turn = *turn;
                self.counts.clear();
            }
            Event::StepBegan { step, .. } => self.step = *step,
            Event::Rolled(roll) => self.hear_roll(roll),
            _ => {}
        }
    }

    fn hear_roll(&mut self, roll: &Roll) {
        self.keep(roll.who, roll.side, roll.label, roll.key, &roll.faces);
        if let Some((other, side)) = roll.opposed.as_ref().and_then(|other| Some((other, other.side?))) {
            self.keep(other.who, side, other.label, other.key, &other.faces);
        }
    }

    fn keep(&mut self, who: Option<Object>, side: Side, label: &'static str, key: RollKey, faces: &Faces) {
        let kind = (self.step, who, side, label, (key.beat, key.against));
        let count = self.counts.entry(kind).or_default();
        self.faces.insert((self.turn, kind, *count), faces.clone());
        *count += 1;
    }

    /// Two rolls of one key that fell differently: where both have a die, it must show the same.
    fn conflict(&self, other: &Rolls) -> Option<(Key, Faces, Faces)> {
        self.faces.iter().find_map(|(key, faces)| {
            let theirs = other.faces.get(key)?;
            let differ = faces.as_slice().iter().zip(theirs.as_slice()).any(|(one, other)| one != other);
            differ.then_some((*key, faces.clone(), theirs.clone()))
        })
    }

    /// How many rolls are in both.
    fn shared(&self, other: &Rolls) -> usize {
        self.faces.keys().filter(|key| other.faces.contains_key(*key)).count()
    }
}

/// Dice are keyed: two battles of one seed in which different things are ordered have the same faces wherever the same
/// is rolled.
///
/// A battle is played, and then played again with one order exchanged (for the one that ends the step where that is
/// legal) and all later orders that are still legal given again. Rolls are the same when turn, step, roller, side,
/// label, part of the turn and the number of whom they are thrown at are, and as many such rolls came before in the turn. This needs no knowledge of what causes what: keyed dice
/// must agree on *every* such pair, however far the battles have drifted apart, and of rolls with unlike numbers of dice
/// on the dice that both have. So a system must give different kinds of rolls of one unit in one step different labels,
/// name in [`Roll::who`] whoever is in the roll's key, and keep one count for each such label.
///
/// # Errors
/// The first roll that fell otherwise because something else was ordered, or a battle without rolls to compare.
pub fn dice_are_keyed(make: Make<'_>) -> Result<(), Failure> {
    let mut compared = 0;
    for seed in 0..SEEDS {
        let mut game = Game::new(make, "dice_are_keyed", seed);
        let mut heard = Recorder::default();
        game.finish(&mut heard)?;
        let rolls = gathered(&heard.events);
        for part in 0..LEFT_OUT {
            compared += compare(make, &game, &rolls, game.orders.len() * part / LEFT_OUT)?;
        }
    }
    if compared > 0 { Ok(()) } else { Game::new(make, "dice_are_keyed", 0).fail("no roll to compare was found") }
}

fn gathered(events: &[Event]) -> Rolls {
    let mut rolls = Rolls::default();
    events.iter().for_each(|event| rolls.hear(event));
    rolls
}

/// Plays again without one order; the answer is how many rolls were compared.
fn compare(make: Make<'_>, game: &Game, rolls: &Rolls, without: usize) -> Result<usize, Failure> {
    let mut again = Game::new(make, "dice_are_keyed", game.seed);
    let mut heard = Recorder::default();
    for order in &game.orders[..without.min(game.orders.len())] {
        again.give(order, &mut heard)?;
    }
    if let Some(instead) = another(&again, game.orders.get(without)) {
        again.give(&instead, &mut heard)?;
    }
    for order in game.orders.iter().skip(without + 1) {
        if again.battle.outcome().is_none() && again.battle.check(order).is_ok() {
            again.give(order, &mut heard)?;
        }
    }
    let other = gathered(&heard.events);
    if let Some((key, one, two)) = rolls.conflict(&other) {
        let what = format!(
            "{key:?} fell {:?}, but {:?} when order {} was `{}` and not `{}`",
            one.as_slice(),
            two.as_slice(),
            without + 1,
            again.log.get(without).map_or("none", String::as_str),
            game.log.get(without).map_or("none", String::as_str),
        );
        return again.fail(what);
    }
    Ok(rolls.shared(&other))
}

/// The order that ends the step, or else any but the one given.
fn another(game: &Game, given: Option<&Order>) -> Option<Order> {
    let orders = game.battle.all_orders();
    let other = |order: &&Order| Some(*order) != given;
    let ends =
        |order: &&Order| game.battle.verb(order).is_some_and(|verb| matches!(verb.role, Role::Done | Role::Keep));
    orders.iter().filter(other).find(ends).or_else(|| orders.iter().find(other)).copied()
}

/// The same seed and orders give the same states and events; different seeds do not.
///
/// # Errors
/// When a battle does not repeat, or seeds make no difference.
pub fn seeds_decide(make: Make<'_>) -> Result<(), Failure> {
    let mut ends = Vec::new();
    for seed in 0..SEEDS + 1 {
        let play = |listener: &mut Recorder| -> Result<Game, Failure> {
            let mut game = Game::new(make, "seeds_decide", seed).with_player(1);
            game.finish(listener)?;
            Ok(game)
        };
        let (mut heard, mut again) = (Recorder::default(), Recorder::default());
        let (one, other) = (play(&mut heard)?, play(&mut again)?);
        same("a battle repeated", &one.battle.state(), &other.battle.state()).or_else(|what| other.fail(what))?;
        if heard.events != again.events {
            return other.fail("a battle repeated tells other events");
        }
        ends.push(
            gathered(&heard.events).faces.into_values().map(|faces| faces.as_slice().to_vec()).collect::<Vec<_>>(),
        );
    }
    if ends.windows(2).all(|pair| pair[0] == pair[1]) {
        let mut game = Game::new(make, "seeds_decide", 0);
        game.finish(&mut Deaf)?;
        return game.fail("battles of different seeds have the same dice");
    }
    Ok(())
}

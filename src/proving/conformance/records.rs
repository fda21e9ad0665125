//! Properties of records: copies, replays, order texts and events tell the whole battle.

use std::collections::BTreeMap;

use battle::{Battlefield, Deaf, Event, Listener, Recorder, System};

use super::game::{Game, look_at_each, same};
use super::{Failure, Make, SEEDS};
use crate::RandomPlayer;

/// Orders that a copy is played on.
const ONWARD: usize = 12;

/// A copy has the state of its original, goes on exactly as it would, and leaves it alone.
///
/// # Errors
/// The first copy that is not exact.
pub fn copies_are_exact(make: Make<'_>) -> Result<(), Failure> {
    look_at_each(make, "copies_are_exact", |battle, number| {
        let before = battle.state();
        let (mut one, mut other) = (battle.copy(), battle.copy());
        same("a copy", &before, &one.state())?;
        let heard = onward(&mut *one, number)?;
        let again = onward(&mut *other, number)?;
        same("two copies played on alike", &one.state(), &other.state())?;
        if heard != again {
            return Err(String::from("two copies played on alike tell different events"));
        }
        same("the original of a copy that was played on", &before, &battle.state())
    })
}

fn onward(battle: &mut dyn System, seed: u64) -> Result<Vec<Event>, String> {
    let (mut player, mut heard) = (RandomPlayer::new(seed), Recorder::default());
    for _ in 0..ONWARD {
        let Some(order) = player.choose(battle).filter(|_| battle.outcome().is_none()) else { break };
        let text = battle.order_text().write(&order);
        battle.resolve(&order, &mut heard).map_err(|refusal| format!("`{text}` is refused: {refusal}"))?;
    }
    Ok(heard.events)
}

/// The texts of a battle's orders, read and given again from the start, lead through the same states.
///
/// # Errors
/// The first battle that does not replay.
pub fn records_replay(make: Make<'_>) -> Result<(), Failure> {
    (0..SEEDS).try_for_each(|seed| {
        let mut game = Game::new(make, "records_replay", seed);
        let mut states = vec![game.battle.state()];
        while let Some(order) = game.choose()? {
            game.give(&order, &mut Deaf)?;
            states.push(game.battle.state());
        }
        let mut again = Game::new(make, "records_replay", seed);
        for (text, state) in game.log.iter().zip(&states) {
            same("a replay", state, &again.battle.state()).or_else(|what| again.fail(what))?;
            let order =
                again.battle.order_text().read(text).or_else(|fault| again.fail(format!("`{text}`: {fault}")))?;
            again.give(&order, &mut Deaf)?;
        }
        same("a replay", &game.battle.state(), &again.battle.state()).or_else(|what| again.fail(what))
    })
}

/// Every legal order has a text of its own that reads as the same order.
///
/// # Errors
/// The first order that does not survive, or two with one text.
pub fn order_texts_are_exact(make: Make<'_>) -> Result<(), Failure> {
    look_at_each(make, "order_texts_are_exact", |battle, _| {
        let mut texts = BTreeMap::new();
        for order in battle.all_orders() {
            let text = battle.order_text().write(&order);
            match battle.order_text().read(&text) {
                Ok(read) if read == order => {}
                Ok(read) => return Err(format!("`{text}` reads as another order:\n    {order:?}\n    {read:?}")),
                Err(fault) => return Err(format!("`{text}` does not read: {fault}")),
            }
            if let Some(other) = texts.insert(text.clone(), order) {
                let twice = if other == order { "is listed twice" } else { "stands for two orders" };
                return Err(format!("`{text}` {twice}"));
            }
        }
        Ok(())
    })
}

/// Applies what it hears to a field of its own.
struct Mirror {
    field: Battlefield,
    fault: Option<String>,
}

impl Mirror {
    fn compare(&mut self, when: &str, field: &Battlefield, event: &Event) {
        if self.fault.is_none() && picture(field) != picture(&self.field) {
            self.fault = Some(format!("the field changes by more than events {when} {event:?}"));
        }
    }
}

/// Everything about a field that can be seen.
fn picture(field: &Battlefield) -> (Vec<u8>, Vec<Option<battle::UnitId>>) {
    let bytes = postcard::to_stdvec(field).unwrap_or_default();
    (bytes, field.ground().grid().iter().map(|hex| field.unit_at(hex)).collect())
}

impl Listener for Mirror {
    fn before(&mut self, field: &Battlefield, event: &Event) {
        self.compare("before", field, event);
    }

    fn after(&mut self, field: &Battlefield, event: &Event) {
        self.field.apply(event);
        self.compare("up to", field, event);
    }
}

/// The events applied to a copy of the starting field give the field, event by event: nothing else writes it. Every
/// order is told, and the end as well.
///
/// # Errors
/// The first event beside which the field changed.
pub fn events_tell_everything(make: Make<'_>) -> Result<(), Failure> {
    (0..SEEDS).try_for_each(|seed| {
        let mut game = Game::new(make, "events_tell_everything", seed);
        let mut mirror = Mirror { field: game.battle.field().clone(), fault: None };
        let mut ended = 0;
        while let Some(order) = game.choose()? {
            let mut heard = Recorder::default();
            game.give(&order, &mut Both(&mut mirror, &mut heard))?;
            if let Some(fault) = mirror.fault {
                return game.fail(fault);
            }
            if picture(game.battle.field()) != picture(&mirror.field) {
                return game.fail("the field changes without an event");
            }
            if !heard.events.iter().any(|event| matches!(event, Event::Ordered { order: told, .. } if *told == order)) {
                return game.fail("an accepted order is not told as an event");
            }
            ended += heard.events.iter().filter(|event| matches!(event, Event::Ended(_))).count();
        }
        if ended == 1 { Ok(()) } else { game.fail(format!("the end is told {ended} times")) }
    })
}

/// Tells two listeners.
struct Both<'a>(&'a mut dyn Listener, &'a mut dyn Listener);

impl Listener for Both<'_> {
    fn before(&mut self, field: &Battlefield, event: &Event) {
        self.0.before(field, event);
        self.1.before(field, event);
    }

    fn after(&mut self, field: &Battlefield, event: &Event) {
        self.0.after(field, event);
        self.1.after(field, event);
    }
}

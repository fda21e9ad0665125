//! Copies of the battle as a side knows it: tried out, and forgotten when the decision is made.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use battle::{Commanders, Deaf, Event, Listener, Order, Player, Recorder, Side, System};

use super::requests::{PlayOf, PlayOnOf, Until};
use crate::setup::derived;

/// Turns that a copy is played on at most.
const TURNS: u16 = 20;

/// Orders that a copy is played on at most.
const ORDERS: u32 = 20_000;

/// Copies by number.
pub(super) struct Copies {
    kept: BTreeMap<u32, Box<dyn System>>,
    most: usize,
    made: u32,
}

/// What came of playing a copy.
pub(super) struct Played {
    /// Orders that were given.
    pub(super) orders: u32,
    /// Why the next was not.
    pub(super) refused: Option<String>,
    /// What happened, with the turn it began in.
    pub(super) events: Option<Vec<Event>>,
}

impl Copies {
    /// None, and so many at most.
    pub(super) fn new(most: usize) -> Copies {
        Copies { kept: BTreeMap::new(), most, made: 0 }
    }

    /// Drops all of them.
    pub(super) fn clear(&mut self) {
        self.kept.clear();
        self.made = 0;
    }

    /// Keeps one; its number.
    ///
    /// # Errors
    /// When there are too many.
    pub(super) fn keep(&mut self, copy: Box<dyn System>) -> Result<u32, String> {
        if self.kept.len() >= self.most {
            return Err(format!("there are {} copies; expected one of them to be dropped first", self.most));
        }
        self.made += 1;
        self.kept.insert(self.made, copy);
        Ok(self.made)
    }

    /// That one.
    ///
    /// # Errors
    /// When there is none of that number.
    pub(super) fn get(&self, number: u32) -> Result<&dyn System, String> {
        self.kept.get(&number).map(AsRef::as_ref).ok_or_else(|| missing(number))
    }

    /// That one, to be played.
    ///
    /// # Errors
    /// When there is none of that number.
    pub(super) fn get_mut(&mut self, number: u32) -> Result<&mut dyn System, String> {
        match self.kept.get_mut(&number) {
            Some(copy) => Ok(copy.as_mut()),
            None => Err(missing(number)),
        }
    }

    /// Drops that one.
    ///
    /// # Errors
    /// When there is none of that number.
    pub(super) fn drop(&mut self, number: u32) -> Result<(), String> {
        self.kept.remove(&number).map(drop).ok_or_else(|| missing(number))
    }
}

fn missing(number: u32) -> String {
    format!("there is no copy {number}; expected the number of one made for this decision")
}

/// Whoever listens to a copy being played.
enum Ears {
    Open(Recorder),
    Shut(Deaf),
}

impl Ears {
    fn new(open: bool) -> Ears {
        if open { Ears::Open(Recorder::default()) } else { Ears::Shut(Deaf) }
    }

    fn listener(&mut self) -> &mut dyn Listener {
        match self {
            Ears::Open(recorder) => recorder,
            Ears::Shut(deaf) => deaf,
        }
    }

    fn heard(self) -> Option<Vec<Event>> {
        match self {
            Ears::Open(recorder) => Some(recorder.events),
            Ears::Shut(_) => None,
        }
    }
}

/// Gives orders, up to the first that is refused.
pub(super) fn play(copy: &mut dyn System, wanted: &PlayOf) -> Played {
    let mut ears = Ears::new(wanted.events);
    let (mut orders, mut refused) = (0, None);
    for text in &wanted.orders {
        let order = copy.order_text().read(text);
        let given = order.and_then(|order| give(copy, &order, ears.listener()));
        match given {
            Ok(()) => orders += 1,
            Err(why) => {
                refused = Some(format!("`{text}`: {why}"));
                break;
            }
        }
    }
    Played { orders, refused, events: ears.heard() }
}

fn give(copy: &mut dyn System, order: &Order, listener: &mut dyn Listener) -> Result<(), String> {
    if copy.outcome().is_some() {
        return Err(String::from("the battle is over"));
    }
    copy.check(order).map_err(|refusal| refusal.to_string())?;
    copy.resolve(order, listener).map_err(|refusal| refusal.to_string())
}

/// Has commanders play a copy on. Each is shown what its side knows there; a side without one is waited for.
///
/// # Errors
/// A commander that there is none of, or turns that are too many.
pub(super) fn play_on(
    copy: &mut dyn System,
    side: Side,
    wanted: &PlayOnOf,
    commanders: &Commanders,
    stop: &AtomicBool,
) -> Result<Played, String> {
    let usual = if wanted.until == Until::Turn { 1 } else { TURNS };
    let turns = wanted.turns.unwrap_or(usual);
    if !(1..=TURNS).contains(&turns) {
        return Err(format!("turns {turns}; expected 1 to {TURNS}"));
    }
    let mut players = players(wanted, commanders)?;
    let last = copy.field().turn().saturating_add(turns);
    let mut ears = Ears::new(wanted.events);
    let (mut orders, mut refused) = (0, None);
    while let Some(decides) = copy.to_decide() {
        let mine = wanted.until == Until::Mine && decides == side;
        if mine || copy.field().turn() >= last || orders >= ORDERS || stop.load(Ordering::Relaxed) {
            break;
        }
        let Some(player) = &mut players[decides.index()] else { break };
        let view = copy.view(decides, u64::from(copy.field().turn()));
        let choice = player.decide(view.as_ref(), stop);
        if let Err(refusal) = copy.resolve(&choice.order, ears.listener()) {
            refused = Some(refusal.to_string());
            break;
        }
        orders += 1;
    }
    Ok(Played { orders, refused, events: ears.heard() })
}

/// Who plays for Blue and for Red.
fn players(wanted: &PlayOnOf, commanders: &Commanders) -> Result<[Option<Box<dyn Player>>; 2], String> {
    let PlayOnOf { by, blue, red, .. } = wanted;
    let names = [blue, red].map(|own| own.as_ref().or(by.as_ref()));
    if names.iter().all(Option::is_none) {
        return Err(String::from("nobody plays; expected `by`, or `blue` and `red`, each a commander"));
    }
    let [blue, red] = names;
    let player = |name: Option<&String>| name.map(|name| commander(commanders, name)).transpose();
    Ok([player(blue)?, player(red)?])
}

/// A commander, the same each time.
pub(super) fn commander(commanders: &Commanders, name: &str) -> Result<Box<dyn Player>, String> {
    commanders(name, derived(0, "commander asked from outside")).map_err(|unusable| unusable.0)
}

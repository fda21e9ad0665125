//! A shuffled deck of cards drawn one by one.
//!
//! Every card has a lot that is a function of the battle's seed, of the shuffle and of the card; the lowest lot of those
//! left is drawn. The deck itself keeps no order, only which cards are left: nobody can read from it what comes next,
//! and whoever has other dice sees another order. Taking a card out never changes the order of the rest.

use serde::{Deserialize, Serialize};

use super::{Dice, Distribution, Faces, Roll, RollForecast, RollKey, RollKind, Terms, Thrower};
use crate::Object;

/// Cards left of a shuffled deck. A card is a number of the system's choosing; there may be several of one number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deck {
    shuffle: (u128, u16),
    left: Vec<(u16, u8)>,
}

/// A card as it was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Its number.
    pub card: u16,
    /// Cards of that number that were in the deck.
    pub copies: u16,
    /// Cards that were in the deck.
    pub of: u16,
}

impl Deck {
    /// Shuffles those cards with that key.
    #[must_use]
    pub fn shuffled(cards: &[u16], dice: &mut Dice, key: RollKey) -> Deck {
        let mut left: Vec<(u16, u8)> = Vec::with_capacity(cards.len());
        for card in cards {
            let copies = left.iter().filter(|(known, _)| known == card).count();
            left.push((*card, copies.min(255) as u8));
        }
        left.sort_unstable();
        Deck { shuffle: dice.counted(key), left }
    }

    /// Draws the next card; `None` when the deck is empty. Scripted dice say which place among the cards left, counted
    /// from 1 in the order of their numbers.
    ///
    /// # Panics
    /// When the dice are scripted and there is no such place: the test is wrong.
    pub fn draw(&mut self, dice: &mut Dice) -> Option<Drawn> {
        let place = self.next_place(dice)?;
        let of = self.left.len() as u16;
        let card = self.left[place].0;
        let copies = self.copies(card);
        self.left.remove(place);
        Some(Drawn { card, copies, of })
    }

    fn next_place(&self, dice: &mut Dice) -> Option<usize> {
        if self.left.is_empty() {
            return None;
        }
        if let Some(place) = dice.place_of(self.left.len()) {
            return Some(place);
        }
        let lots = self.left.iter().map(|card| (dice.lot(self.shuffle, *card), *card));
        lots.enumerate().min_by_key(|(_, lot)| *lot).map(|(place, _)| place)
    }

    /// Takes every card of a number out, without looking at the order; says how many there were.
    pub fn remove(&mut self, card: u16) -> u16 {
        let copies = self.copies(card);
        self.left.retain(|(number, _)| *number != card);
        copies
    }

    /// The cards left, by number and not in the order in which they come.
    pub fn left(&self) -> impl Iterator<Item = u16> + '_ {
        self.left.iter().map(|(card, _)| *card)
    }

    /// How many cards are left.
    #[must_use]
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Whether none is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// How many cards of a number are left.
    #[must_use]
    pub fn copies(&self, card: u16) -> u16 {
        self.left().filter(|number| *number == card).count() as u16
    }

    /// The chance that one of those numbers is drawn next.
    #[must_use]
    pub fn next_is(&self, cards: &[u16]) -> f64 {
        let wanted = self.left().filter(|number| cards.contains(number)).count();
        if self.left.is_empty() { 0.0 } else { wanted as f64 / self.left.len() as f64 }
    }

    /// The chance that one of the first numbers is drawn before any of the others; 0 where none of either is left.
    #[must_use]
    pub fn comes_before(&self, cards: &[u16], others: &[u16]) -> f64 {
        let wanted = self.left().filter(|number| cards.contains(number)).count();
        let unwanted = self.left().filter(|number| others.contains(number) && !cards.contains(number)).count();
        if wanted == 0 { 0.0 } else { wanted as f64 / (wanted + unwanted) as f64 }
    }

    /// How many other cards are drawn before the first of those numbers; all of them where none is left.
    #[must_use]
    pub fn wait_for(&self, cards: &[u16]) -> Distribution {
        let wanted = self.left().filter(|number| cards.contains(number)).count();
        let mut chances = vec![0.0; self.left.len() - wanted + 1];
        let mut still = 1.0;
        for (before, place) in chances.iter_mut().enumerate() {
            let left = self.left.len() - before;
            let here = if left == 0 { 1.0 } else { wanted as f64 / left as f64 };
            *place = still * here;
            still *= 1.0 - here;
        }
        Distribution::of(chances)
    }

    /// What is drawn next, as a forecast shows it: the chance that it is one of those numbers, 1 if so.
    #[must_use]
    pub fn shown(&self, label: &'static str, clause: &'static str, who: Option<Object>, cards: &[u16]) -> RollForecast {
        RollForecast {
            kind: RollKind::Card,
            label,
            who,
            clause,
            terms: Terms::none(RollKind::Card),
            modifiers: Vec::new(),
            outcome: Distribution::whether(self.next_is(cards)),
            rows: Vec::new(),
            opposed: None,
        }
    }
}

impl Drawn {
    /// The receipt of a card drawn: who draws it, and for whom. The result is the number of cards there were.
    #[must_use]
    pub fn rolled(&self, label: &'static str, clause: &'static str, thrower: Thrower) -> Roll {
        Roll {
            kind: RollKind::Card,
            who: thrower.who,
            side: thrower.side,
            against: thrower.against,
            label,
            clause,
            key: thrower.key,
            faces: Faces::default(),
            terms: Terms { dice: self.copies.min(255) as u8, ..Terms::none(RollKind::Card) },
            modifiers: Vec::new(),
            result: self.of.min(i16::MAX as u16) as i16,
            opposed: None,
            link: None,
        }
    }
}

//! The whole book's turn: cards drawn one by one say whose half comes next, and one of them brings stores.

use battle::{Chart, Die, Pool, Reading, Side};
use rulebook::{Next, Throw, Umpire};

use super::tables::{self, row};
use super::{Drill, War, Why, info};

/// The card that brings stores; each other is a side's, by its number.
const STORES: u16 = 2;
/// What is in the deck at a turn's start.
const CARDS: [u16; 3] = [Side::Blue as u16, Side::Red as u16, STORES];

/// Orders that stores add to those kept, by a d3.
static BROUGHT: Chart = Chart::new("stores", &[row(1, "empty carts", 0), row(2, "a few", 1), row(3, "plenty", 2)]);

/// A turn begins: all the cards are shuffled.
pub(super) fn shuffle(umpire: &mut Umpire<'_, Drill>) {
    let throw = Throw::by_side(umpire.setting().first_side, Why::Cards);
    umpire.state.own.deck = umpire.shuffle(&CARDS, throw);
}

/// The next card is drawn.
pub(super) fn draw(umpire: &mut Umpire<'_, Drill>) {
    let throw = Throw::by_side(umpire.setting().first_side, Why::Cards);
    let mut deck = std::mem::take(&mut umpire.state.own.deck);
    let drawn = umpire.draw(&mut deck, "card", "DR-CARD", |_, _| throw);
    umpire.state.own.deck = deck;
    umpire.state.own.card = drawn.map(|drawn| drawn.card);
    umpire.state.beat += 1;
    if umpire.state.own.card == Some(STORES) {
        Side::ALL.into_iter().for_each(|side| bring_stores(umpire, side));
    }
}

fn bring_stores(umpire: &mut Umpire<'_, Drill>, side: Side) {
    let stores = Pool::new("stores", "DR-CARD-1", 1, Reading::Row(&BROUGHT)).of(Die::D3);
    let brought = umpire.throw(&stores, Throw::by_side(side, Why::Stores));
    let kept = &mut umpire.state.own.bank[side.index()];
    *kept = (*kept + brought).min(tables::BANK_LIMIT);
}

/// What the card that was drawn brings next.
pub(super) fn next(war: &War) -> Next {
    match war.state.own.card {
        None => Next::TurnEnds,
        Some(STORES) => Next::Phase(info::DRAW, war.state.player),
        Some(card) => Next::Phase(info::COMMAND, Side::ALL[usize::from(card)]),
    }
}

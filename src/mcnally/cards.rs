//! Cards: whose they are, which units go by the one in play (MC-SEQ-1 to 5, 7).

use battle::{LeaderId, Rank, Side, UnitId, rule};

use crate::{War, marks};

/// Cards of generals are numbered from here; below are the brigades.
const GENERALS: u16 = 1000;

/// The card of a general.
const fn card_of(leader: LeaderId) -> u16 {
    GENERALS + leader.0 as u16
}

/// Whether a general has a card, as is fixed for his side (MC-SEQ-5).
fn has_card(war: &War, leader: LeaderId) -> bool {
    let (side, options) = (war.setting().leader(leader).side, war.options());
    match war.post(leader).rank {
        Rank::Division => options.division_cards.are_of(side) && rule!("MC-SEQ-2"),
        Rank::Army => options.army_cards.are_of(side) && rule!("MC-SEQ-3"),
        Rank::Brigade | Rank::Adjutant => false,
    }
}

/// The cards of a turn: every brigade of both sides, and generals that have one (MC-SEQ-1).
pub(crate) fn all(war: &War) -> Vec<u16> {
    let brigades = 0..war.field().roster().brigades.len() as u16;
    let own = |brigade: &u16| {
        let mut units =
            war.field().ids().filter(|unit| u16::from(war.field().roster().unit(*unit).brigade) == *brigade);
        units.next().is_none_or(|unit| brigade_card(war, unit) == Some(*brigade))
    };
    let leaders = (0..war.setting().leaders.len()).map(|place| LeaderId(place as u8));
    let named = leaders.filter(|leader| has_card(war, *leader)).map(card_of);
    brigades.filter(own).filter(|_| rule!("MC-SEQ-1")).chain(named).collect()
}

/// The card by which a unit goes besides those of its generals: its brigade's; units without a brigade, which battle files
/// write as a brigade without a name, have one for each commander above them that has none himself (MC-SEQ-5).
fn brigade_card(war: &War, unit: UnitId) -> Option<u16> {
    let roster = war.field().roster();
    let brigade = |unit: UnitId| usize::from(roster.unit(unit).brigade);
    let loose = |unit: UnitId| roster.brigades[brigade(unit)].name.is_empty();
    if !loose(unit) {
        return Some(brigade(unit) as u16);
    }
    let above = |unit: UnitId| war.fixed().chain[unit.index()][1..].iter().find_map(|leader| *leader);
    if above(unit).is_some_and(|leader| has_card(war, leader)) {
        return None;
    }
    let with = |other: &UnitId| war.side(*other) == war.side(unit) && loose(*other) && above(*other) == above(unit);
    let first = war.field().ids().find(with)?;
    rule!("MC-SEQ-5").then_some(brigade(first) as u16)
}

/// The side of a card.
pub(crate) fn side_of(war: &War, card: u16) -> Side {
    if card >= GENERALS {
        return war.setting().leader(LeaderId((card - GENERALS) as u8)).side;
    }
    war.field().roster().brigades[usize::from(card)].side
}

/// Whether a unit goes by that card.
fn is_under(war: &War, unit: UnitId, card: u16) -> bool {
    if card >= GENERALS {
        let leader = LeaderId((card - GENERALS) as u8);
        return war.fixed().chain[unit.index()].contains(&Some(leader));
    }
    brigade_card(war, unit) == Some(card)
}

/// The general by whose name a card goes: its own, or that of the brigade of a unit that acts by it.
pub(crate) fn general_of(war: &War, card: u16, unit: UnitId) -> Option<LeaderId> {
    if card >= GENERALS { Some(LeaderId((card - GENERALS) as u8)) } else { war.fixed().chain[unit.index()][0] }
}

/// How a unit's turn stands: what its card does, for its card on screen.
pub(crate) fn standing(war: &War, unit: UnitId) -> String {
    let deck = &war.state.own.deck;
    match () {
        () if is_active(war, unit) => String::from("acts now"),
        () if war.marked(unit, marks::ACTED) => String::from("has acted"),
        () if deck.left().any(|card| is_under(war, unit, card)) => format!("one of {} left", deck.len()),
        () => String::from("none"),
    }
}

/// Whether a unit is of the card in play and has not acted (MC-SEQ-4, 7).
pub(crate) fn is_active(war: &War, unit: UnitId) -> bool {
    let goes = |card| (is_under(war, unit, card) || !rule!("MC-SEQ-7")) && !is_passed_over(war, unit, card);
    war.present(unit) && war.state.own.card.is_some_and(goes)
}

/// Whether a unit has acted and does not act again: by no card, or by the other reading by none that is higher than one
/// that has been drawn for it (MC-SEQ-2 to 4).
fn is_passed_over(war: &War, unit: UnitId, card: u16) -> bool {
    if !war.marked(unit, marks::ACTED) || !rule!("MC-SEQ-4") {
        return false;
    }
    let generals = war.fixed().chain[unit.index()].into_iter().flatten();
    let named = generals.filter(|leader| has_card(war, *leader)).map(card_of);
    let mut upward = brigade_card(war, unit).into_iter().chain(named).take_while(|lower| *lower != card);
    !war.options().acts_again || upward.any(|lower| war.state.own.deck.copies(lower) == 0)
}

/// Whether a general moves on the card in play: his own, or the first of his command (MC-GENERAL-2).
pub(crate) fn leads_now(war: &War, leader: LeaderId) -> bool {
    let Some(card) = war.state.own.card else { return false };
    let his = |unit: UnitId| war.fixed().chain[unit.index()].contains(&Some(leader)) && is_active(war, unit);
    card == card_of(leader) || (!has_card(war, leader) && war.field().present().any(his))
}

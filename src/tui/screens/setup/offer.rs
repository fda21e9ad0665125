//! Setting a battle up for others at a place of many players: which side, against whom. Nothing here names a file.

use battle::{Side, Unusable};

use super::{Row, SetupScreen};
use crate::host::{Offer, Opponent, SharedHost};
use crate::layer::{Answer, Desk, Flow};
use crate::options::Wishes;
use crate::screens::list::List;
use crate::screens::lobby;
use crate::screens::prompt::Prompt;
use crate::screens::rows::turned;

/// The rows of a battle that is offered.
pub(super) const ROWS: &[Row] = &[Row::Begin, Row::Battle, Row::System, Row::Side, Row::Opponent, Row::House];

/// Tag of the list of opponents.
pub const OPPONENT: &str = "opponent";
/// Tag of the prompt for a player's name.
pub const PLAYER: &str = "player";
/// Tag of the answer that tells the lobby what came of an offer.
pub const OFFERED: &str = "offered";

/// The terms of an offer.
pub struct Offering {
    host: SharedHost,
    side: Side,
    opponent: Opponent,
}

impl SetupScreen {
    /// The screen for a battle to be offered at that place: as Blue, against whoever comes first.
    ///
    /// # Errors
    /// When there is nothing to play at all.
    pub fn for_offer(host: SharedHost, desk: &mut Desk) -> Result<SetupScreen, Unusable> {
        let mut screen = SetupScreen::new(Wishes::default(), desk)?;
        screen.battles.extend(host.shelf());
        let offering = Offering { host, side: Side::Blue, opponent: Opponent::Anyone };
        Ok(SetupScreen { offering: Some(offering), ..screen })
    }

    /// Those one steps through: anyone, the commanders, and a player who was named.
    fn opponents(&self) -> Vec<Opponent> {
        let commanders = self.commanders.iter().map(|entry| Opponent::Commander(entry.key.clone()));
        let named = self.offering.as_ref().map(|offering| offering.opponent.clone());
        let named = named.filter(|named| matches!(named, Opponent::Player(_)));
        std::iter::once(Opponent::Anyone).chain(commanders).chain(named).collect()
    }

    /// The next or previous side or opponent.
    pub(super) fn change_terms(&mut self, by: i32) {
        let (row, opponents) = (self.row(), self.opponents());
        let Some(offering) = &mut self.offering else { return };
        if row == Row::Side {
            offering.side = offering.side.other();
            return;
        }
        let at = opponents.iter().position(|opponent| *opponent == offering.opponent).unwrap_or(0);
        offering.opponent = opponents[turned(at, by, opponents.len())].clone();
    }

    /// Everybody there is, and a way to name a player.
    pub(super) fn opponent_list(&self) -> Flow {
        let opponents = self.opponents();
        let at = self.offering.as_ref().and_then(|offering| opponents.iter().position(|one| *one == offering.opponent));
        let list = List::new(OPPONENT, "Against whom", "");
        let list = opponents.iter().fold(list, |list, opponent| list.row(None, self.opponent_text(opponent)));
        Flow::Push(Box::new(list.row(None, "a player, by name…").at(at.unwrap_or(0))))
    }

    pub(super) fn pick_opponent(&mut self, place: usize) -> Flow {
        let picked = self.opponents().get(place).cloned();
        let Some(offering) = &mut self.offering else { return Flow::Stay };
        match picked {
            Some(opponent) => offering.opponent = opponent,
            None => {
                let known = offering.host.players();
                return Flow::Push(Box::new(Prompt::new(PLAYER, "Invite a player", known)));
            }
        }
        Flow::Stay
    }

    /// Takes a name that was typed, if somebody has it.
    pub(super) fn invite(&mut self, name: &str) {
        let Some(offering) = &mut self.offering else { return };
        let known = offering.host.players().into_iter().find(|known| known.eq_ignore_ascii_case(name));
        match known {
            Some(known) => offering.opponent = Opponent::Player(known),
            None if name.is_empty() => {}
            None => self.message = format!("Nobody here is called \"{name}\"; Tab completes the names there are."),
        }
    }

    fn opponent_text(&self, opponent: &Opponent) -> String {
        match opponent {
            Opponent::Anyone => String::from("anyone who comes"),
            Opponent::Player(name) => name.clone(),
            Opponent::Commander(key) => {
                let temper = self.commanders.iter().find(|entry| entry.key == *key).map(|entry| &entry.temper);
                temper.map_or_else(|| key.clone(), |temper| format!("{key} — {temper}"))
            }
        }
    }

    /// What the rows of an offer say.
    pub(super) fn value_of_terms(&self, row: Row) -> String {
        let Some(offering) = &self.offering else { return String::new() };
        match row {
            Row::Side => offering.side.to_string(),
            _ => self.opponent_text(&offering.opponent),
        }
    }

    /// What the chosen row of an offer is about, in full.
    pub(super) fn note_of_terms(&self) -> String {
        let Some(offering) = &self.offering else { return String::new() };
        match (self.row(), &offering.opponent) {
            (Row::Begin, Opponent::Anyone) => String::from("Enter puts the battle into the lobby for anyone to join."),
            (Row::Begin, Opponent::Player(name)) => format!("Enter invites {name}."),
            (Row::Begin, Opponent::Commander(key)) => format!("Enter begins the battle against {key}."),
            (Row::Side, _) => String::from("Whose orders you give. ← → the other side."),
            _ => String::from("A commander of the computer plays at once; a person when there is time. Enter: all."),
        }
    }

    /// Offers the battle. Against a commander it begins at once; otherwise the lobby says what it waits for.
    pub(super) fn offer(&mut self, desk: &mut Desk) -> Flow {
        let Some(offering) = &self.offering else { return Flow::Stay };
        let (host, opponent) = (offering.host.clone(), offering.opponent.clone());
        let offer = Offer {
            battle: self.chosen_battle().scenario.key.clone(),
            system: String::from(self.chosen_system().key),
            house: self.house.clone(),
            side: offering.side,
            opponent: opponent.clone(),
        };
        let begun = host.offer(offer).and_then(|room| match opponent {
            Opponent::Commander(_) => lobby::step_into(&host, room, desk),
            Opponent::Anyone => Ok(told(String::from("Your battle waits for somebody to join."))),
            Opponent::Player(name) => Ok(told(format!("{name} is invited."))),
        });
        begun.unwrap_or_else(|why| {
            self.message = why;
            Flow::Stay
        })
    }
}

fn told(text: String) -> Flow {
    Flow::Answer(Answer::Line(OFFERED, text))
}

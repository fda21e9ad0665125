//! What falling back costs both sides of an Assault, worked out once for each length of the way.

use battle::{Event, MOST_CHANCES, Manner, Pose, UnitId, rule};

use super::dice::Fight;
use crate::War;
use crate::retreat::{Heading, RetreatCost, cost, withdraw_cost};

/// Both sides in contact, with the tolls asked for so far.
pub(crate) struct RetreatCosts<'a> {
    meeting: Option<(&'a War, Fight)>,
    defender: [Option<RetreatCost>; MOST_CHANCES + 1],
    attacker: [Option<RetreatCost>; MOST_CHANCES + 1],
    shot: Option<RetreatCost>,
}

impl<'a> RetreatCosts<'a> {
    /// In a battle where the attacker stands in contact: see [`at_contact`].
    pub fn of(war: &'a War, fight: Fight) -> RetreatCosts<'a> {
        let meeting = rule!("EA-AI-5").then_some((war, fight));
        RetreatCosts { meeting, ..RetreatCosts::none() }
    }

    /// Every way back is free: for quick judgements.
    pub fn none() -> RetreatCosts<'a> {
        RetreatCosts {
            meeting: None,
            defender: [None; MOST_CHANCES + 1],
            attacker: [None; MOST_CHANCES + 1],
            shot: None,
        }
    }

    /// A beaten defender's, going along the attacker's facing.
    pub fn defender(&mut self, widths: usize) -> RetreatCost {
        let Some((war, fight)) = self.meeting else { return RetreatCost::Hits(0) };
        let way = || Heading::Along(war.pose(fight.attacker).facing);
        *self.defender[widths.min(MOST_CHANCES)].get_or_insert_with(|| cost(war, fight.defender, way(), widths as i32))
    }

    /// A beaten attacker's, going back the way it faces.
    pub fn attacker(&mut self, widths: usize) -> RetreatCost {
        let Some((war, fight)) = self.meeting else { return RetreatCost::Hits(0) };
        let way = || Heading::Along(war.pose(fight.attacker).facing.opposite());
        *self.attacker[widths.min(MOST_CHANCES)].get_or_insert_with(|| cost(war, fight.attacker, way(), widths as i32))
    }

    /// That of an attacker whom defensive fire makes withdraw.
    pub fn under_fire(&mut self) -> RetreatCost {
        let Some((war, fight)) = self.meeting else { return RetreatCost::Hits(0) };
        *self.shot.get_or_insert_with(|| withdraw_cost(war, fight.defender, fight.attacker))
    }
}

/// The battle as it will be when the attacker stands in contact.
pub(crate) fn at_contact(war: &War, attacker: UnitId, contact: &Pose) -> War {
    let (path, manner) = (Vec::new(), Manner::Charged);
    war.supposing(&Event::Moved { unit: attacker, to: *contact, path, manner, clause: "EA-ASSAULT-5" })
}

//! Commands: units that obey one leader together, what they are to do, and who of them does not.

use hexes::Hex;

use crate::{LeaderId, UnitId};

/// What a command is to do, as far as whoever looks may know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// Whom it obeys.
    pub leader: Option<LeaderId>,
    /// Its units on the map.
    pub members: Vec<Member>,
    /// The order it carries out: "probe".
    pub order: &'static str,
    /// What that asks of its units, as a sentence's end: "all within 3\" of the enemy or the objective".
    pub demand: &'static str,
    /// What else is to be known of its order, one remark each: "ordered attack", "screen arrives next turn".
    pub remarks: Vec<String>,
    /// The place it is for.
    pub objective: Option<Hex>,
    /// How far its leader is heard, in hexes.
    pub radius: u16,
}

/// A unit of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The unit.
    pub unit: UnitId,
    /// Whether it hears its leader where it stands.
    pub hears: bool,
    /// Inches by which it falls short of what the order asks; 0 where it conforms.
    pub short: u16,
    /// Inches of that which a move has to make good at least to conform as well, in the formation it has now.
    pub gain: u16,
}

impl Command {
    /// Whether a unit belongs to it.
    #[must_use]
    pub fn has(&self, unit: UnitId) -> bool {
        self.members.iter().any(|member| member.unit == unit)
    }

    /// Its units that do not hear their leader.
    pub fn strays(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.members.iter().filter(|member| !member.hears).map(|member| member.unit)
    }

    /// Its units that do not conform, each with the inches that it lacks.
    pub fn short(&self) -> impl Iterator<Item = (UnitId, u16)> + '_ {
        self.members.iter().filter(|member| member.short > 0).map(|member| (member.unit, member.short))
    }
}

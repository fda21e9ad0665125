//! What dice are rolled for.

/// What is rolled for: the last part of a roll's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Who moves first.
    Initiative = 1,
    /// Arrival of reinforcements.
    Arrival,
    /// Fire.
    Fire,
    /// Checks rolled until passed.
    Morale,
    /// What a natural 1 does to a leader.
    LeaderLoss,
    /// A unit out of command.
    Command,
    /// A hasty square.
    Square,
    /// Rally.
    Rally,
    /// A force march.
    Forced,
    /// A melee.
    Melee,
}

impl Why {
    /// What a single check for it is called.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Why::Command => "out of command",
            Why::Square => "hasty square",
            Why::Rally => "rally",
            _ => "morale",
        }
    }
}

impl From<Why> for u8 {
    fn from(why: Why) -> u8 {
        why as u8
    }
}

//! Who somebody is, and who sits in a battle.

/// Who a visitor is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// The holder of a key without a name.
    Unnamed { fingerprint: String, key: String },
    /// A player.
    Player { id: i64, name: String },
    /// A guest.
    Guest(String),
}

impl Who {
    /// The name, if there is one.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Who::Unnamed { .. } => None,
            Who::Player { name, .. } | Who::Guest(name) => Some(name),
        }
    }

    /// The account's number.
    pub(crate) const fn id(&self) -> Option<i64> {
        match self {
            Who::Player { id, .. } => Some(*id),
            _ => None,
        }
    }
}

/// Who sits on one side of a battle.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Occupant {
    /// Nobody yet: whoever comes first.
    Open,
    /// Nobody yet: that player is asked.
    Invited { id: i64, name: String },
    /// A player.
    Player { id: i64, name: String, rating: f64, games: u32 },
    /// A commander by its key.
    Commander(String),
    /// A guest.
    Guest(String),
}

impl Occupant {
    /// The name, once somebody sits there or is asked.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Occupant::Open => None,
            Occupant::Commander(name)
            | Occupant::Guest(name)
            | Occupant::Invited { name, .. }
            | Occupant::Player { name, .. } => Some(name),
        }
    }

    /// As the lobby lists it: players who have been rated with their rating.
    pub(crate) fn listed(&self) -> Option<String> {
        match self {
            Occupant::Player { name, rating, games, .. } if *games > 0 => Some(format!("{name} {rating:.0}")),
            Occupant::Invited { .. } => None,
            other => other.name().map(String::from),
        }
    }

    /// Whether that visitor sits there.
    pub(crate) fn is(&self, who: &Who) -> bool {
        match (self, who) {
            (Occupant::Player { id, .. }, Who::Player { id: own, .. }) => id == own,
            (Occupant::Guest(name), Who::Guest(own)) => name == own,
            _ => false,
        }
    }

    /// Whether that visitor is asked to sit there.
    pub(crate) fn asks(&self, who: &Who) -> bool {
        matches!((self, who), (Occupant::Invited { id, .. }, Who::Player { id: own, .. }) if id == own)
    }
}

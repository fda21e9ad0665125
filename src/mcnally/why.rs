//! What dice are rolled for.

/// What is rolled for: the last part of a roll's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The shuffle and the cards.
    Card = 1,
    /// Arrival of reinforcements.
    Arrival,
    /// A marker or a rally in step 1.
    Marker,
    /// To charge.
    Charging,
    /// To close.
    Second,
    /// Charged.
    Charged,
    /// After a melee.
    AfterMelee,
    /// To stop falling back.
    Stop,
    /// A move.
    Move,
    /// Going back.
    Retreat,
    /// An evasion.
    Evade,
    /// A rout.
    Rout,
    /// Fire.
    Fire,
    /// Counter-battery.
    Counter,
    /// Melee.
    Melee,
    /// The risk of a general.
    Risk,
    /// His wound.
    Wound,
}

impl Why {
    /// What a roll for it is called.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Why::Card => "card",
            Why::Arrival => "arrival",
            Why::Marker => "morale",
            Why::Charging => "charging",
            Why::Second => "closing",
            Why::Charged => "standing",
            Why::AfterMelee => "after melee",
            Why::Stop => "stopping",
            Why::Move => "move",
            Why::Retreat => "going back",
            Why::Evade => "evasion",
            Why::Rout => "rout",
            Why::Fire => "fire",
            Why::Counter => "counter-battery",
            Why::Melee => "melee",
            Why::Risk => "risk to the general",
            Why::Wound => "wound",
        }
    }
}

impl From<Why> for u8 {
    fn from(why: Why) -> u8 {
        why as u8
    }
}

//! What dice are rolled for.

/// What is rolled for: the last part of a roll's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Who goes first.
    First = 1,
    /// Arrival of reinforcements.
    Arrival,
    /// Another order for a brigade.
    Order,
    /// Shaken friends near by (OTH-MORALE-1).
    Nerve,
    /// A change of formation near the enemy (OTH-MORALE-2).
    Forming,
    /// Leaving cover (OTH-MORALE-3).
    Leaving,
    /// Moving after fire (OTH-MORALE-4).
    Moving,
    /// Moving to contact (OTH-MORALE-5).
    Closing,
    /// Defensive fire (OTH-MORALE-6).
    Defence,
    /// No hits from fire (OTH-MORALE-7).
    NoHits,
    /// A round drawn or lost by 1 (OTH-MORALE-8).
    Round,
    /// No following up (OTH-MORALE-9).
    Restraint,
    /// Holding fire (OTH-MORALE-10).
    Hold,
    /// Friendly fire overhead (OTH-MORALE-11).
    Overhead,
    /// A ten rolled to hit (OTH-MORALE-12).
    Ten,
    /// Fire.
    Fire,
    /// A battalion gun.
    Gun,
    /// A round of combat.
    Combat,
    /// What becomes of a commander.
    Fate,
    /// Rally.
    Rally,
    /// Ammunition for an empty battery.
    Resupply,
    /// Whether houses take fire.
    Burning,
    /// A counter-charge, or a counter by foot.
    Counter,
    /// An emergency square.
    Square,
}

impl Why {
    /// What a roll for it is called.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Why::First => "first side",
            Why::Arrival => "arrival",
            Why::Order => "change of order",
            Why::Nerve => "shaken friends",
            Why::Forming => "forming near the enemy",
            Why::Leaving => "leaving cover",
            Why::Moving => "moving after fire",
            Why::Closing => "moving to contact",
            Why::Defence => "standing to fire",
            Why::NoHits => "fire without hits",
            Why::Round => "standing after the round",
            Why::Restraint => "holding back",
            Why::Hold => "holding fire",
            Why::Overhead => "fire overhead",
            Why::Ten => "a ten rolled",
            Why::Fire => "fire",
            Why::Gun => "battalion gun",
            Why::Combat => "combat",
            Why::Fate => "the commander's fate",
            Why::Rally => "rally",
            Why::Resupply => "ammunition",
            Why::Burning => "fire in the houses",
            Why::Counter => "counter",
            Why::Square => "emergency square",
        }
    }
}

impl From<Why> for u8 {
    fn from(why: Why) -> u8 {
        why as u8
    }
}

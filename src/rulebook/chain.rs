//! Who commands whom, by the leaders and brigades of an army.

use battle::{Army, LeaderId, LeaderSpec, Rank};

/// The commanders of an army: everybody but adjutants.
pub fn commanders(army: &Army) -> impl Iterator<Item = &LeaderSpec> {
    army.leaders.iter().filter(|leader| leader.rank != Rank::Adjutant)
}

/// Whether a commander commands a brigade, as its own or with its division.
#[must_use]
pub fn heads(army: &Army, leader: &LeaderSpec, brigade: usize) -> bool {
    let Some(info) = army.brigades.get(brigade) else { return false };
    let Some(command) = &leader.command else { return leader.rank == Rank::Army };
    match leader.rank {
        Rank::Brigade => info.name == *command || command.parse() == Ok(brigade),
        Rank::Division => info.division == *command,
        Rank::Army => true,
        Rank::Adjutant => false,
    }
}

/// The commanders of a brigade, of its division and of the army, where there are such; `before` commanders of the other
/// army have lower numbers.
#[must_use]
pub fn chain_of(army: &Army, before: usize, brigade: usize) -> [Option<LeaderId>; 3] {
    [Rank::Brigade, Rank::Division, Rank::Army].map(|rank| {
        let found = commanders(army).position(|leader| leader.rank == rank && heads(army, leader, brigade));
        found.map(|place| LeaderId((before + place) as u8))
    })
}

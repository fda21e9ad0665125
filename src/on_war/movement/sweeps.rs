//! What the stands of a wheel sweep (OW-MOVE-8).

use battle::Footprint;
use hexes::{Crossing, sight_line};

/// The hexes between where the stands of a rank start a wheel and where they end it, those of its ends apart; where a line
/// runs along an edge, either of two.
pub(crate) fn swept(before: &Footprint, after: &Footprint) -> Vec<Crossing> {
    let mut swept = Vec::new();
    for (from, to) in before.hexes().iter().zip(after.hexes()).filter(|(from, to)| from != to) {
        for crossing in sight_line(*from, *to) {
            let held = matches!(crossing, Crossing::One(hex) if before.contains(hex) || after.contains(hex));
            if !held && !swept.contains(&crossing) {
                swept.push(crossing);
            }
        }
    }
    swept
}

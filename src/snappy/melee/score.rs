//! The score of a round: what each side adds to its die (SN-MELEE-4 to 7).

use battle::{Contest, Pool, Pose, Reading, Ties, UnitId, rule};
use rulebook::Modifier;

use crate::modifiers::melee as row;
use crate::profile::Kind;
use crate::space::{Shape, shape};
use crate::state::Charge;
use crate::terrain::{Cover, cover_in_melee, cover_of};
use crate::{War, contact, leaders, marks, tables};

/// One round: charger against charged (SN-MELEE-4 to 7).
pub(crate) fn round(war: &War, charge: &Charge) -> Contest {
    let Charge { charger, target, flank } = *charge;
    let (mut ours, mut theirs) = (score(war, charger, target), score(war, target, charger));
    if war.profile(charger).kind == Kind::HeavyCavalry && rule!("SN-MELEE-6b") {
        row::HEAVY.on_result(&mut ours);
    }
    let contest =
        |ours, theirs| Contest::new("melee", "SN-MELEE-4", ours, theirs, Ties::Stand).by_margin(&tables::MARGINS);
    if !rule!("SN-MELEE-7") {
        return contest(ours, theirs);
    }
    match cover(war, charge) {
        Cover::Open => {}
        Cover::Rough | Cover::City => row::ROUGH.on_result(&mut theirs),
        Cover::Fortress => row::FORTRESS.on_result(&mut theirs),
    }
    if flank {
        row::HIT.on_result(&mut theirs);
    }
    contest(ours, theirs)
}

/// What both sides of a melee add to their die alike (SN-MELEE-5, 6).
fn score(war: &War, unit: UnitId, enemy: UnitId) -> Pool {
    let profile = war.profile(unit);
    let mut pool = Pool::new("melee", "SN-MELEE-4", 1, Reading::Total).of(battle::Die::D10);
    let mut add = |given: bool, name, value: i16, clause| {
        if given && value != 0 && is_scored() {
            pool.result(name, value, clause);
        }
    };
    let status = war.strength(unit);
    add(rule!("SN-MELEE-5"), "training", tables::TRAINING[profile.quality as usize], "SN-MELEE-5");
    let mut when = |given: bool, row: &Modifier| add(given, row.name, row.value(), row.clause);
    when(status == tables::BOLD, &row::BOLD);
    when(status == tables::DISRUPTED, &row::DISRUPTED);
    when(status == tables::PANIC, &row::PANIC);
    let horse = profile.kind.is_cavalry();
    let in_square = shape(war, enemy) == Shape::Square;
    let in_haste = war.marked(enemy, marks::HASTY);
    add(rule!("SN-MELEE-6a"), "leader", leaders::rating(war, unit).unwrap_or(0), "SN-MELEE-6");
    let mut when = |given: bool, row: &Modifier| add(given, row.name, row.value(), row.clause);
    when(horse && war.profile(enemy).kind.is_guns() && rule!("SN-MELEE-6c"), &row::AT_GUNS);
    when(horse && in_square && in_haste && rule!("SN-MELEE-6d"), &row::AT_HASTY);
    when(horse && in_square && !in_haste && rule!("SN-MELEE-6e"), &row::AT_SQUARE);
    pool
}

/// A score is the die with all that counts for a unit (SN-MELEE-4).
fn is_scored() -> bool {
    rule!("SN-MELEE-4")
}

/// The best cover that any pair in contact gives the charged; before there is contact, the best that its hexes give.
fn cover(war: &War, charge: &Charge) -> Cover {
    cover_at(war, charge, &war.pose(charge.charger))
}

/// The same with the charger in a pose.
pub(crate) fn cover_at(war: &War, charge: &Charge, pose: &Pose) -> Cover {
    let pairs = contact::pairs(war, charge.charger, pose, charge.target);
    let covers = pairs.iter().map(|(stand, hex)| cover_in_melee(war, *stand, *hex));
    let hexes = || war.field().footprint(charge.target).hexes().to_vec();
    let of_hexes = || hexes().into_iter().map(|hex| cover_of(war.field().ground().terrain(hex))).max();
    covers.max().or_else(of_hexes).unwrap_or(Cover::Open)
}

//! The dice of an attack: the pair of stands that counts, how many dice, every modifier (SN-GEO-6, 7, SN-FIRE-5 to 9).

use battle::{Footprint, Pool, Pose, Reading, UnitId, rule};
use hexes::Hex;
use rulebook::Modifier;

use crate::modifiers::fire as row;
use crate::space::{Aspect, Shape, aspect, in_arc, inches, shape_of};
use crate::terrain::{Cover, cover_from_fire};
use crate::{War, sight, tables};

/// One attack: its dice, and what the pair of stands that counts says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Attack {
    /// Dice thrown.
    pub(crate) dice: i16,
    /// Inches of the pair.
    pub(crate) inches: i32,
    /// From which side it comes.
    pub(crate) aspect: Aspect,
    /// What covers the target.
    pub(crate) cover: Cover,
}

/// Two units as they stand or are supposed to.
struct Duel<'a> {
    war: &'a War,
    by: UnitId,
    on: UnitId,
    from: Pose,
    at: Pose,
    own: Footprint,
    theirs: Footprint,
}

/// The attack of a unit on another; `None` when no stand bears.
pub(crate) fn attack(war: &War, by: UnitId, on: UnitId) -> Option<Attack> {
    let [from, at] = [war.pose(by), war.pose(on)];
    let [own, theirs] = [war.field().footprint(by), war.field().footprint(on)];
    Duel { war, by, on, from, at, own, theirs }.attack()
}

impl Duel<'_> {
    /// Stands that may fire at all: the front rank of foot and horse; all round every stand (SN-GEO-7, SN-FIRE-5).
    fn firers(&self) -> &[Hex] {
        let all = matches!(shape_of(&self.from), Shape::Square | Shape::Garrison) || !rule!("SN-GEO-7");
        if all { self.own.hexes() } else { self.own.front() }
    }

    fn bears(&self, stand: Hex, target: Hex) -> bool {
        let all_round = matches!(shape_of(&self.from), Shape::Square | Shape::Garrison);
        let guns = self.war.profile(self.by).kind.is_guns();
        let far = stand.distance(target);
        let near = match guns {
            true => tables::battery_dice(self.war.profile(self.by).weight, inches(self.war, far)) > 0,
            false => far == tables::MUSKETS || !rule!("SN-GEO-3"),
        };
        near && (all_round || in_arc(self.from.facing, target - stand))
            && sight::fire_goes(self.war, stand, target, [self.by, self.on])
    }

    /// The pair that counts: the closest, then the mildest aspect, the best cover, the first stands (SN-GEO-6).
    fn attack(&self) -> Option<Attack> {
        let mut pairs = Vec::new();
        for (place, stand) in self.firers().iter().enumerate() {
            for (other, target) in
                self.theirs.hexes().iter().enumerate().filter(|(_, target)| self.bears(*stand, **target))
            {
                let side = aspect(&self.at, &self.theirs, *target, *stand);
                let cover = cover_from_fire(self.war, *stand, *target);
                pairs.push((stand.distance(*target), side, std::cmp::Reverse(cover), place, other));
            }
        }
        let counts = if rule!("SN-GEO-6") { pairs.iter().min() } else { pairs.iter().max() };
        let (far, aspect, std::cmp::Reverse(cover), ..) = *counts?;
        let inches = inches(self.war, far);
        let mut bearing: Vec<usize> = pairs.iter().map(|pair| pair.3).collect();
        bearing.dedup();
        let profile = self.war.profile(self.by);
        let dice = match () {
            () if profile.kind.is_guns() && rule!("SN-ART-1") => tables::battery_dice(profile.weight, inches),
            () if shape_of(&self.from) == Shape::Square && rule!("SN-FIRE-5") => 1,
            () if rule!("SN-FIRE-1") => bearing.len() as i16,
            () => 0,
        };
        (dice > 0).then_some(Attack { dice, inches, aspect, cover })
    }
}

/// The roll of an attack; `None` when there is none.
pub(crate) fn pool(war: &War, by: UnitId, on: UnitId) -> Option<Pool> {
    let attack = attack(war, by, on)?;
    let profile = war.profile(by);
    let cavalry = profile.kind.is_cavalry();
    let usual = if profile.kind.is_guns() && !rule!("SN-ART-2") {
        tables::TO_HIT[0]
    } else {
        tables::TO_HIT[profile.quality as usize]
    };
    let need = if !rule!("SN-FIRE-6") {
        1
    } else if cavalry {
        tables::CAVALRY_TO_HIT
    } else {
        usual
    };
    let mut pool =
        Pool::new("fire", "SN-FIRE-6", attack.dice, Reading::Successes(need)).of(battle::Die::D10).bounded(1, 11);
    if war.strength(by) == tables::DISRUPTED && rule!("SN-FIRE-7") {
        row::DISRUPTED.on_each(&mut pool);
    }
    if war.fixed().wet && rule!("SN-TERRAIN-7") {
        row::WET.on_each(&mut pool);
    }
    if attack.aspect != Aspect::Front && rule!("SN-FIRE-9") {
        let row = if attack.aspect == Aspect::Rear { &row::REAR } else { &row::FLANK };
        row.on_each(&mut pool);
    }
    if let Some(row) = target(war, on) {
        row.on_each(&mut pool);
    }
    match attack.cover {
        Cover::Rough if rule!("SN-FIRE-8d") => row::ROUGH.on_each(&mut pool),
        Cover::City | Cover::Fortress if rule!("SN-FIRE-8e") => row::CITY.on_each(&mut pool),
        _ => {}
    }
    if profile.kind.is_guns() && attack.inches > tables::LONG && rule!("SN-ART-3") {
        pool.at_most("beyond 6 inches", 1, "SN-ART-3");
    }
    Some(pool)
}

/// What the formation of a target adds (SN-FIRE-8): a garrison counts as line, guns in it as unlimbered.
fn target(war: &War, on: UnitId) -> Option<&'static Modifier> {
    let is_guns = war.profile(on).kind.is_guns();
    match shape_of(&war.pose(on)) {
        Shape::Square if rule!("SN-FIRE-8a") => Some(&row::SQUARE),
        Shape::Column | Shape::Road if rule!("SN-FIRE-8b") => Some(&row::COLUMN),
        Shape::Line | Shape::Garrison if is_guns && rule!("SN-FIRE-8c") => Some(&row::GUNS),
        _ => None,
    }
}

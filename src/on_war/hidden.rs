//! Hidden units: how they are found, whom they surprise, how they hide again (OW-HIDDEN).

use battle::{Listener, Marks, Pool, Reading, UnitId, rule};

use crate::tables;
use crate::war::{OnWar, Why};

/// Inches within which an enemy keeps a unit from hiding again (OW-HIDDEN-9).
const TOO_NEAR: i32 = 3;

impl OnWar {
    /// Everything that follows from where a unit has just come to stand: hidden enemies within a hex are found, and
    /// surprise it; enemy leaders on their own make off; it comes out of hiding where nothing conceals it.
    pub(crate) fn arrived(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        let found = self.approach_check(listener, unit);
        if let Some(enemy) = found.first() {
            self.surprise(listener, unit, *enemy);
        }
    }

    /// The same without the surprise; gives the enemies that were found.
    pub(crate) fn approach_check(&mut self, listener: &mut dyn Listener, unit: UnitId) -> Vec<UnitId> {
        if !self.present(unit) {
            return Vec::new();
        }
        rule!("OW-HIDDEN-4");
        let scene = self.scene();
        let near = |enemy: &UnitId| self.marked(*enemy, Marks::HIDDEN) && self.field.distance(unit, *enemy) <= 1;
        let found: Vec<UnitId> = scene.enemies(unit).filter(near).collect();
        for enemy in &found {
            self.reveal(listener, *enemy, false);
        }
        let shown = !found.is_empty() || !self.scene().is_concealed(unit, &self.pose(unit));
        if shown && self.marked(unit, Marks::HIDDEN) {
            self.reveal(listener, unit, false);
        }
        self.drive_off(listener, unit);
        found
    }

    /// A hidden unit is hidden no longer. What a search finds can be seen a little farther in woods (OW-LOS-10).
    pub(crate) fn reveal(&mut self, listener: &mut dyn Listener, unit: UnitId, by_search: bool) {
        if !self.marked(unit, Marks::HIDDEN) {
            return;
        }
        self.mark(listener, unit, Marks::HIDDEN, false);
        if by_search {
            rule!("OW-HIDDEN-6");
            self.mark(listener, unit, Marks::FOUND, true);
        }
        self.say(listener, "{a} is discovered", "OW-HIDDEN-4", unit, None);
    }

    /// A unit is surprised by one that was hidden: motivation at once, or it falls back from it.
    pub(crate) fn surprise(&mut self, listener: &mut dyn Listener, unit: UnitId, hidden: UnitId) {
        if !self.present(unit) || self.marked(unit, Marks::ROUTING) {
            return;
        }
        rule!("OW-HIDDEN-7");
        rule!("OW-MORALE-10");
        if !self.check_motivation(listener, unit, Some(hidden), "surprise", "OW-HIDDEN-7") {
            self.give_way(listener, unit, Some(hidden), "OW-HIDDEN-7");
        }
    }

    /// The roll of a search: two dice no higher than initiative, or a motivation roll by that option.
    pub(crate) fn search_pool(&self, unit: UnitId) -> Pool {
        rule!("OW-HIDDEN-5");
        if self.rules().discovery_by_motivation {
            return self.motivation_pool(unit, "search", "OW-HIDDEN-5");
        }
        rule!("OW-UNIT-5");
        let most = tables::initiative(self.profile(unit).skill);
        self.pool_read("search", "OW-HIDDEN-5", 2, Reading::AtMost(most))
    }

    /// Whether a unit may search: it has moved, has not searched this turn, and somebody could hide near it.
    pub(crate) fn may_search(&self, unit: UnitId) -> bool {
        let own = self.own(unit);
        let moved = self.is_mine(unit) && self.marked(unit, Marks::MOVED) && (own.moved || own.formed);
        let busy = own.searched || self.marked(unit, Marks::ROUTING) || self.charges_now(unit);
        if !moved || busy {
            return false;
        }
        let scene = self.scene();
        let range = scene.hexes(tables::search_range(self.profile(unit).skill));
        let side = self.field.side(unit);
        let own_side = |hex| self.field.unit_at(hex).is_some_and(|there| self.field.side(there) == side);
        let held = scene.held(unit);
        let mut near = held.hexes().iter().flat_map(|hex| hex.within(range));
        near.any(|hex| scene.may_hide(hex) && !own_side(hex))
    }

    /// One roll for everything that hides within range.
    pub(crate) fn search(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        self.own_mut(unit).searched = true;
        let pool = self.search_pool(unit);
        let why = if self.rules().discovery_by_motivation { Why::Motivation } else { Why::Search };
        let passed = self.throw(listener, &pool, self.by_unit(unit, None, why)) > 0;
        let range = self.scene().hexes(tables::search_range(self.profile(unit).skill));
        let near = |enemy: &UnitId| self.marked(*enemy, Marks::HIDDEN) && self.field.distance(unit, *enemy) <= range;
        let found: Vec<UnitId> = self.scene().enemies(unit).filter(|enemy| passed && near(enemy)).collect();
        found.into_iter().for_each(|enemy| self.reveal(listener, enemy, true));
    }

    /// At the end of a side's turn its units that kept quiet hide again where they are concealed and unseen, and what
    /// shots from a wood disclosed is forgotten.
    pub(crate) fn hide_again(&mut self, listener: &mut dyn Listener) {
        for unit in self.units_of(self.state.player) {
            if self.own(unit).loud || self.own(unit).shot {
                continue;
            }
            rule!("OW-HIDDEN-9");
            self.mark(listener, unit, Marks::DISCLOSED, false);
            if self.rules().rehide && self.can_hide(unit) {
                self.mark(listener, unit, Marks::FOUND, false);
                self.mark(listener, unit, Marks::HIDDEN, true);
                self.say(listener, "{a} is out of sight", "OW-HIDDEN-9", unit, None);
            }
        }
    }

    fn can_hide(&self, unit: UnitId) -> bool {
        let bad = Marks::HIDDEN | Marks::ROUTING | Marks::CHARGED;
        let scene = self.scene();
        let far = scene.hexes(TOO_NEAR);
        !self.marked(unit, bad)
            && scene.is_concealed(unit, &scene.pose(unit))
            && scene.enemies(unit).all(|enemy| self.field.distance(unit, enemy) > far)
            && scene.enemies(unit).all(|enemy| !self.sees_any(enemy, unit))
    }

    /// Whether any stand of one unit sees any stand of another.
    fn sees_any(&self, unit: UnitId, other: UnitId) -> bool {
        let scene = self.scene();
        let (eyes, there) = (scene.held(unit), scene.held(other));
        eyes.hexes().iter().any(|eye| there.hexes().iter().any(|hex| scene.can_see(unit, *eye, other, *hex)))
    }
}

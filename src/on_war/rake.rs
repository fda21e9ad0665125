//! Artillery fire into woods where enemies are only suspected (OW-HIDDEN-8).

use battle::{Listener, Marks, Object, UnitId, rule};
use hexes::{Hex, Offset};

use crate::fire::{Shot, Volley};
use crate::hits::Exposure;
use crate::sight::{Openness, Purpose};
use crate::terrain::Cover;
use crate::war::OnWar;

/// How far from the hex named shells still find somebody, in hexes.
const NEAR: i32 = 1;

impl OnWar {
    /// The edges of woods that a battery has in sight, arc and range.
    pub(crate) fn woods_in_sight(&self, unit: UnitId) -> Vec<Hex> {
        if !self.kind(unit).is_guns() || self.may_shoot(unit, Shot::Ball).is_err() {
            return Vec::new();
        }
        let (scene, gunnery) = (self.scene(), self.gunnery(unit, Shot::Ball));
        let middle = gunnery.from.anchor;
        let reach = gunnery.range() + 1;
        let grid = self.field.ground().grid();
        let mut found = Vec::new();
        for row in 0..grid.height() {
            self.field.each_screen(row, 0..=grid.width() - 1, |column| {
                let hex = Offset::new(column, row).hex();
                let near = scene.inches(middle.distance(hex)) <= reach && self.field.unit_at(hex).is_none();
                if near && scene.is_wood_edge(hex) && !gunnery.aims_at_hex(hex, None, |_| true).is_empty() {
                    found.push(hex);
                }
            });
        }
        found
    }

    /// The volley of a battery into a wood (OW-HIDDEN-8).
    pub(crate) fn raking(&self, unit: UnitId, hex: Hex) -> Option<Volley> {
        rule!("OW-HIDDEN-8");
        if !self.kind(unit).is_guns() || !self.scene().is_wood_edge(hex) {
            return None;
        }
        self.may_shoot(unit, Shot::Ball).ok()?;
        let gunnery = self.gunnery(unit, Shot::Ball);
        let aims = gunnery.aims_at_hex(hex, Some(Cover::Soft), |_| true);
        if aims.is_empty() {
            return None;
        }
        let pools = gunnery.pools(&aims, None, |face| self.pool("fire into the wood", "OW-HIDDEN-8", 0, face));
        Some(Volley { aims, pools })
    }

    /// The enemy that fire into a wood finds: one that is hidden or out of the battery's sight, with a stand there or
    /// next to it; the nearest.
    pub(crate) fn found_by_fire(&self, unit: UnitId, hex: Hex) -> Option<UnitId> {
        let away = |enemy: &UnitId| self.field.footprint(*enemy).distance_to(hex);
        let unseen = |enemy: &UnitId| self.marked(*enemy, Marks::HIDDEN) || !self.has_in_view(unit, *enemy);
        self.scene().enemies(unit).filter(|enemy| away(enemy) <= NEAR && unseen(enemy)).min_by_key(away)
    }

    fn has_in_view(&self, unit: UnitId, enemy: UnitId) -> bool {
        let scene = self.scene();
        let (own, there) = (self.field.footprint(unit), self.field.footprint(enemy));
        let look = scene.looking(unit, enemy, Purpose::See);
        let sees = |from: &Hex| there.hexes().iter().any(|to| look.line(*from, *to) != Openness::Blocked);
        own.hexes().iter().any(sees)
    }

    /// Who takes hits from fire into a wood: everybody of the unit found, the front rank first.
    pub(crate) fn exposure_in_wood(&self, unit: UnitId, enemy: UnitId, volley: &Volley) -> Exposure {
        let from: Vec<Hex> = volley.aims.iter().map(|aim| aim.from).collect();
        let (front, rest) = self.ranks_under_fire(enemy, &from);
        self.exposed(enemy, unit, &front, &rest)
    }

    /// Fires into a wood; what is found there is hurt, and stays as it is.
    pub(crate) fn rake(&mut self, listener: &mut dyn Listener, unit: UnitId, hex: Hex) {
        let Some(volley) = self.seen_by(self.field.side(unit)).raking(unit, hex) else { return };
        self.spring(listener, unit);
        self.note_shot(listener, unit, Shot::Ball);
        let hits = self.throw_hits(listener, &volley.pools, unit, Some(Object::Hex(hex)));
        let Some(found) = self.found_by_fire(unit, hex) else { return };
        let exposure = self.exposure_in_wood(unit, found, &volley);
        self.take_hits(listener, found, unit, hits, &exposure);
        self.test_sudden_loss(listener, found);
    }
}

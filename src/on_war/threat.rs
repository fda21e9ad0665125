//! What one unit could do to another in its next turn, both standing as supposed: for judging places.

use battle::{Effect, FireArc, Marks, Pose, Threat, UnitId};
use hexes::Hex;

use crate::fire::Shot;
use crate::rules::CavalryBonus;
use crate::scene::shape_of;
use crate::state::Stage;
use crate::tables::{self, Shape};
use crate::war::OnWar;

impl OnWar {
    /// The threat by fire and by a charge.
    pub(crate) fn menace(&self, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        let scene = self.scene();
        let apart = scene.footprint(by, from).distance(&scene.footprint(on, at));
        let mut threat = Threat::default();
        if apart > scene.hexes(self.furthest(by)) {
            return threat;
        }
        if self.marked(by, Marks::ROUTING) {
            return threat;
        }
        self.menace_by_fire(by, from, on, at, &mut threat);
        if self.could_charge(by, from, on, apart) {
            let effect = self.charge_between((by, from), (on, at));
            threat.charge = effect.inflicted;
            threat.charge_cost = effect.taken;
            threat.breaks = (effect.repels + effect.destroys).min(1.0);
        }
        threat
    }

    /// Fire next turn: standing where the target is in range, and after a move where it is not.
    fn menace_by_fire(&self, by: UnitId, from: &Pose, on: UnitId, at: &Pose, threat: &mut Threat) {
        let kind = self.kind(by);
        let lost = |hits: f64| hits * self.lost_per_hit(on) / f64::from(self.profile(on).stands.max(1));
        let shots = [Shot::Ball, Shot::Grape];
        let best = |moved: bool| {
            shots.into_iter().map(|shot| self.volley_at(by, from, on, at, shot, moved)).fold(0.0, f64::max)
        };
        let still = best(false);
        threat.fire = if still > 0.0 || kind.is_heavy_ordnance() { lost(still) } else { lost(best(true)) };
    }

    /// The best share of an enemy that the unit can still shoot away in this player turn from that pose.
    pub(crate) fn volley_to_come(&self, unit: UnitId, pose: &Pose) -> f64 {
        let own = self.own(unit);
        let later = self.state.stage < Stage::Fire && self.state.player == self.field.side(unit);
        if !later || self.marked(unit, Marks::ROUTING | Marks::CHARGED | Marks::MARCHED) || own.shot {
            return 0.0;
        }
        let moved = self.marked(unit, Marks::MOVED) || *pose != self.pose(unit);
        if moved && self.kind(unit).is_heavy_ordnance() {
            return 0.0;
        }
        let scene = self.scene();
        let shares = scene.enemies(unit).map(|enemy| {
            let at = self.pose(enemy);
            let shots = [Shot::Ball, Shot::Grape];
            let hits = shots.map(|shot| self.volley_at(unit, pose, enemy, &at, shot, moved));
            let lost = hits[0].max(hits[1]) * self.lost_per_hit(enemy);
            lost / f64::from(self.profile(enemy).stands.max(1)) * tables::row(self.kind(enemy)).worth
        });
        shares.fold(0.0, f64::max)
    }

    /// The share of itself that a unit loses more by ending there at the double: the worst volley at it falls twice
    /// (OW-MOVE-6).
    pub(crate) fn doubled_harm(&self, unit: UnitId, pose: &Pose) -> f64 {
        let scene = self.scene();
        let volleys = scene.enemies(unit).map(|enemy| {
            let from = self.pose(enemy);
            let shots = [Shot::Ball, Shot::Grape];
            shots.map(|shot| self.volley_at(enemy, &from, unit, pose, shot, false)).into_iter().fold(0.0, f64::max)
        });
        let worst = volleys.fold(0.0, f64::max);
        (worst * self.lost_per_hit(unit) / f64::from(self.profile(unit).stands.max(1))).min(1.0)
    }

    /// What a charge from one pose to another would come to, roughly: one strike of each side, the charger first, with
    /// as many stands as the narrower front allows.
    pub(crate) fn charge_between(&self, by: (UnitId, &Pose), on: (UnitId, &Pose)) -> Effect {
        let scene = self.scene();
        let width = |unit: UnitId, pose: &Pose| scene.footprint(unit, pose).front().len();
        let stands = width(by.0, by.1).min(width(on.0, on.1) + 2).min(usize::from(self.stands(by.0)));
        let back = width(on.0, on.1).min(width(by.0, by.1) + 2);
        let kills = stands as f64 * self.strike_each(by.0, (on.0, on.1), true);
        let fails = |unit: UnitId| f64::from(tables::motivation(self.profile(unit).motivation) - 1) / 6.0;
        let full = |unit: UnitId| f64::from(self.profile(unit).stands.max(1));
        let left = (1.0 - kills / f64::from(self.stands(on.0).max(1))).max(0.0);
        let hurt = kills.min(1.0);
        let answer = back as f64 * left * self.strike_each(on.0, (by.0, by.1), false) * (1.0 - hurt * fails(on.0));
        let tested = match self.needs_heart(by.0, on.0, on.1) {
            true => 1.0 - fails(by.0),
            false => 1.0,
        };
        Effect {
            inflicted: tested * (kills / full(on.0)).min(1.0),
            taken: tested * (answer / full(by.0)).min(1.0),
            repels: tested * hurt * fails(on.0),
            repelled: tested * answer.min(1.0) * fails(by.0) * (1.0 - hurt * fails(on.0)),
            destroys: if left <= 0.05 { tested } else { 0.0 },
            ..Effect::default()
        }
    }

    /// Kills a stand of the unit makes in one strike at an enemy in that pose.
    fn strike_each(&self, unit: UnitId, enemy: (UnitId, &Pose), charging: bool) -> f64 {
        let kind = self.kind(unit);
        let attacks = if self.rules().one_per_stand { 1 } else { tables::row(kind).attacks };
        let open = self.kind(enemy.0).is_foot() && shape_of(enemy.1) != Shape::Square;
        let bonus = match self.rules().cavalry_bonus {
            CavalryBonus::Charging => charging,
            CavalryBonus::AnyCavalry => true,
            CavalryBonus::Off => false,
        };
        let need = i16::from(tables::skill(self.profile(unit).skill)) - i16::from(bonus && kind.is_horse() && open);
        f64::from(attacks) * f64::from(7 - need.clamp(2, 6)) / 6.0
    }

    /// Whether the charger must test motivation before it goes (OW-MORALE-5, OW-MORALE-6).
    fn needs_heart(&self, by: UnitId, on: UnitId, at: &Pose) -> bool {
        let (kind, enemy) = (self.kind(by), self.kind(on));
        match kind.is_foot() {
            true => !enemy.is_foot(),
            false => enemy.is_guns() || shape_of(at) == Shape::Square,
        }
    }

    /// Inches at which a unit could do harm next turn.
    fn furthest(&self, unit: UnitId) -> i32 {
        let row = tables::row(self.kind(unit));
        let charge = self.scene().allowance(unit, &self.pose(unit)) + row.assault;
        self.useful_range(unit).max(charge) + 1
    }

    /// Whether a unit in that pose could charge another next turn: the arm and formation allow it, it is near enough,
    /// and the other lies before its front.
    fn could_charge(&self, by: UnitId, from: &Pose, on: UnitId, apart: i32) -> bool {
        let kind = self.kind(by);
        let shape = shape_of(from);
        if kind.is_guns() || matches!(shape, Shape::Garrison) || self.marked(by, Marks::DISORIENTED | Marks::BOGGED) {
            return false;
        }
        let scene = self.scene();
        let go = if self.rules().charge_instead { 0 } else { self.usual_pace(by) };
        apart <= scene.hexes(go + tables::row(kind).assault) + 1 && on != by
    }

    /// Inches a unit goes in its best fighting formation.
    pub(crate) fn usual_pace(&self, unit: UnitId) -> i32 {
        let kind = self.kind(unit);
        [Shape::Column, Shape::Line].into_iter().filter_map(|shape| tables::allowance(kind, shape)).max().unwrap_or(0)
    }

    /// Inches within which fire hurts: half the range of ball for guns, and all of a musket's.
    pub(crate) fn useful_range(&self, unit: UnitId) -> i32 {
        let row = tables::row(self.kind(unit));
        match self.kind(unit) {
            kind if kind.is_horse() && !self.has(unit, crate::Traits::CARBINE) => 0,
            kind if kind.is_guns() => row.range.min(24),
            _ => row.range,
        }
    }

    /// Stands lost for each hit, saves considered.
    pub(crate) fn lost_per_hit(&self, unit: UnitId) -> f64 {
        let save = tables::row(self.kind(unit)).save;
        f64::from(save - 1) / 6.0
    }

    /// Where the unit could shoot from that pose; without measuring there is nothing to show (OW-SCALE-2).
    pub(crate) fn arc(&self, unit: UnitId, pose: &Pose) -> FireArc {
        let row = tables::row(self.kind(unit));
        if self.useful_range(unit) == 0 {
            return FireArc::default();
        }
        let scene = self.scene();
        let (near, far) = match (row.grape_range, self.rules().premeasure) {
            (_, false) => (row.range, row.range),
            (0, true) => (row.range.min(tables::LONG_RANGE), row.range),
            (grape, true) => (grape, row.range),
        };
        let reach = scene.hexes(far);
        let seen = |hex: &Hex| scene.could_hit(unit, pose, *hex) && scene.sees_hex(pose.anchor, *hex);
        let grid = self.field.ground().grid();
        let hexes = pose.anchor.within(reach).filter(|hex| grid.contains(*hex)).filter(seen);
        let band = |hex: Hex| u8::from(scene.inches(pose.anchor.distance(hex)) > near);
        let bands = match (row.grape_range, self.rules().premeasure) {
            (_, false) => vec![String::from("field of fire")],
            (0, true) => vec![format!("to {near} inches"), format!("to {far} inches, -1")],
            (grape, true) => vec![format!("grape to {grape} inches"), format!("ball to {far} inches")],
        };
        FireArc { bands, hexes: hexes.map(|hex| (hex, band(hex))).collect() }
    }
}

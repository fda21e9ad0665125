//! What a Unit could do to another in its next turn, quickly; and where it could shoot (EA-AI-10, 11, 13, 14).

use battle::{FireArc, Pose, Threat, UnitId, rule};

use crate::assault::{Bout, Reply};
use crate::eagles::Eagles;
use crate::fire::Shot;
use crate::movement::Gait;
use crate::space::{Zone, front_centre, side_centre, zone};
use crate::{Class, tables};
use battle::Pool;

/// How likely a Unit is to get its target into its front by the next turn when it does not face it now.
const TURNS_TO: f64 = 0.3;

/// How likely foot is to come up and fire within the next turn when it is out of range but in reach of a Move.
const COMES_UP: f64 = 0.35;

impl Eagles {
    /// The threat of `by`, standing as `from`, to `on`, standing as `at`.
    pub(crate) fn menace(&self, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        let scene = self.scene();
        let most = self.fire_reach(by).max(self.longest_charge(by)).max(2 * self.width()) + 2 * self.width();
        if !scene.near(from, at, scene.hexes(most)) || self.spent(by) {
            return Threat::default();
        }
        let gap = scene.poses_apart(from, at);
        let mut threat = Threat { fire: self.fire_menace(by, from, on, at, gap), ..Threat::default() };
        if matches!(self.class(by), Class::Infantry | Class::Cavalry) && gap <= self.longest_charge(by) + 1 {
            self.charge_menace(&mut threat, (by, from), (on, at), gap);
        }
        threat
    }

    /// Expected share lost by fire next turn (EA-AI-10, EA-AI-13).
    fn fire_menace(&self, by: UnitId, from: &Pose, on: UnitId, at: &Pose, gap: i32) -> f64 {
        rule!("EA-AI-10");
        rule!("EA-AI-13");
        let full = f64::from(self.field.unit(on).full.max(1));
        let reach = self.fire_reach(by);
        let skirmish = if gap <= self.skirmish_reach(by) { self.expected(&self.skirmish_pool(by)) } else { 0.0 };
        let in_range = if gap <= reach { self.scene().aim(by, from, on, at) } else { None };
        let fire = match in_range {
            Some(aim) => self.expected(&self.fire_pool(by, from, on, at, &aim, Shot::Fire)),
            None if self.class(by) == Class::Guns => 0.0,
            None if reach > 0 && gap <= reach => TURNS_TO * self.usual_fire(by),
            None if reach > 0 && gap <= reach + i32::from(battle::System::pace(self, by)) / 100 => {
                COMES_UP * self.usual_fire(by)
            }
            None => 0.0,
        };
        fire.max(skirmish) / full
    }

    /// Expected Hits of foot at short range on open ground.
    fn usual_fire(&self, by: UnitId) -> f64 {
        let row = tables::row(self.class(by));
        let dice = row.fire_dice.max(0) as f64;
        dice * f64::from(7 - row.fire_need.min(7)) / 6.0
    }

    /// Expected losses of a charge next turn, contact chance included (EA-AI-11).
    fn charge_menace(&self, threat: &mut Threat, by: (UnitId, &Pose), on: (UnitId, &Pose), gap: i32) {
        rule!("EA-AI-11");
        let rules = self.rules();
        let side = zone(on.1, rules, front_centre(by.1, rules));
        let ahead = zone(by.1, rules, side_centre(on.1, rules, side)) == Zone::Front;
        let contact = self.contact_chance(by.0, gap - 1) * if ahead { 1.0 } else { TURNS_TO };
        if contact <= 0.0 {
            return;
        }
        let cover = self.scene().rally_cover(on.1);
        let bout = Bout { attacker: by.0, defender: on.0, cover, side };
        let stand = self.uses(on.0) > 0;
        let strengths = [self.strength(by.0), self.strength(on.0)];
        let odds = self.exchange(&bout, strengths, if stand { Reply::Stand } else { Reply::Keep }, None);
        let full = [by.0, on.0].map(|unit| f64::from(self.field.unit(unit).full.max(1)));
        threat.charge = contact * odds.inflicted / full[1];
        threat.charge_cost = contact * odds.taken / full[0];
        threat.breaks = contact * odds.won();
    }

    /// The chance that a Move roll reaches so many inches.
    fn contact_chance(&self, unit: UnitId, inches: i32) -> f64 {
        let dice = self.charge_dice(unit);
        let need = inches - self.rules().base_inches;
        match dice {
            1 => one_die(need),
            _ => two_dice(need),
        }
    }

    fn charge_dice(&self, unit: UnitId) -> u8 {
        let pool: Pool = self.distance_pool(unit, Gait::Move);
        pool.count()
    }

    /// Where the Unit could shoot from that pose.
    pub(crate) fn arc(&self, unit: UnitId, pose: &Pose) -> FireArc {
        let reach = self.fire_reach(unit);
        let mut arc = FireArc::default();
        for band in 0..tables::BANDS.len() {
            let inches = tables::BANDS[band] * self.width();
            if inches <= reach {
                let dice = if self.class(unit) == Class::Guns { tables::GUN_DICE[band] } else { self.foot_dice(unit) };
                arc.bands.push(format!("{dice}d6 to {inches}\""));
            }
        }
        let skirmish = arc.bands.len() as u8;
        arc.bands.push(format!("skirmish to {}\"", self.skirmish_reach(unit)));
        let zone = if reach > 0 { self.scene().fire_zone(unit, pose, reach) } else { Vec::new() };
        arc.hexes = zone.iter().filter_map(|(hex, inches)| Some((*hex, self.band(*inches)? as u8))).collect();
        self.skirmish_arc(unit, pose, skirmish, &mut arc);
        arc
    }

    fn foot_dice(&self, unit: UnitId) -> i16 {
        match self.class(unit) {
            Class::Lights => i16::from(self.rules().lights_fire_dice),
            class => tables::row(class).fire_dice,
        }
    }

    /// Hexes all round that only Skirmish Fire reaches.
    fn skirmish_arc(&self, unit: UnitId, pose: &Pose, band: u8, arc: &mut FireArc) {
        let scene = self.scene();
        let print = scene.footprint(pose);
        let hexes = scene.hexes(self.skirmish_reach(unit));
        let grid = self.field.ground().grid();
        for hex in pose.anchor.within(hexes + i32::from(self.rules().files)).filter(|hex| grid.contains(*hex)) {
            let near = print.hexes().iter().min_by_key(|stand| stand.distance(hex)).copied();
            let Some(stand) = near.filter(|stand| (1..=hexes).contains(&stand.distance(hex))) else { continue };
            if !arc.hexes.iter().any(|(known, _)| *known == hex) && scene.sees_hex(stand, hex) {
                arc.hexes.push((hex, band));
            }
        }
    }
}

/// Chance that one d6 shows at least that.
fn one_die(need: i32) -> f64 {
    f64::from((7 - need).clamp(0, 6)) / 6.0
}

/// Chance that two d6 total at least that.
fn two_dice(need: i32) -> f64 {
    (1..=6).map(|first| one_die(need - first)).sum::<f64>() / 6.0
}

//! Where guns go: not into the row of a mission but to where they can fire upon the enemy.

use battle::{System, UnitId};
use hexes::Hex;

use super::Mission;
use crate::appraisal::{Appraisal, Known};
use crate::battleground::Battleground;

/// Hexes between the places that are looked at.
const STRIDE: i16 = 3;
/// Turns within which a place can be reached that is looked at.
const TURNS: i32 = 2;
/// Turns of fire that going elsewhere costs beside the way: to limber up and to unlimber.
const SHIFT: f64 = 1.0;
/// What fire counts for that bears on enemies far from the mission's place.
const ELSEWHERE: f64 = 0.6;
/// Hexes about a mission's place within which enemies are those it is about.
const ABOUT: i32 = 16;
/// What a target beside the best one counts for: only one is fired at, but the best may go.
const BESIDE: f64 = 0.3;
/// What danger counts for: friends share it.
const DANGER: f64 = 0.5;
/// The least expected loss of the enemy in a turn, in usual units, for which guns care where they stand.
const WORTHWHILE: f64 = 0.005;
/// Hexes between guns.
const APART: i32 = 3;

/// The posts of guns that find an enemy in sight and range where they can soon be; the others are left out.
pub(super) fn posts(
    view: &dyn System,
    battleground: &mut Battleground,
    appraisal: &Appraisal,
    mission: &Mission,
    guns: &[&Known],
) -> Vec<(UnitId, Hex)> {
    let mut posts: Vec<(UnitId, Hex)> = Vec::new();
    for gun in guns {
        let free = |hex: Hex| posts.iter().all(|(_, other)| other.distance(hex) > APART);
        let post = best(view, battleground, appraisal, mission, gun, free);
        posts.extend(post.map(|post| (gun.id, post)));
    }
    posts
}

/// Where a gun hurts the enemy most until the end, the way there and the danger counted; where it stands, among equals.
fn best(
    view: &dyn System,
    battleground: &mut Battleground,
    appraisal: &Appraisal,
    mission: &Mission,
    gun: &Known,
    free: impl Fn(Hex) -> bool,
) -> Option<Hex> {
    let (field, here) = (view.field(), gun.pose.anchor);
    let ways = battleground.way(view, gun.id, here);
    let stride = f64::from(gun.pace) * f64::from(field.inches_per_hex());
    let bearing = Bearing { view, battleground, appraisal, mission, gun };
    let turns_of_fire = |hex: Hex| {
        let moved = if hex == here { 0.0 } else { SHIFT + ways.from(field, hex) / stride.max(1.0) };
        f64::from(appraisal.left) - moved
    };
    let looked_at = |hex: &Hex| {
        let apart = *hex - here;
        let lattice = apart.q % STRIDE == 0 && apart.r % STRIDE == 0;
        lattice && field.ground().grid().contains(*hex) && ways.reaches(field, *hex) && free(*hex)
    };
    let mut best: Option<(f64, Hex)> = None;
    for hex in here.within(gun.pace * TURNS).filter(looked_at) {
        let value = bearing.of(hex) * turns_of_fire(hex).max(0.0);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, hex));
        }
    }
    best.filter(|(value, _)| *value > WORTHWHILE).map(|(_, hex)| hex)
}

/// What a gun could do from places.
struct Bearing<'a> {
    view: &'a dyn System,
    battleground: &'a Battleground,
    appraisal: &'a Appraisal,
    mission: &'a Mission,
    gun: &'a Known,
}

impl Bearing<'_> {
    /// Expected loss of the enemy in a turn of fire from a place, in usual units, less the danger there.
    fn of(&self, hex: Hex) -> f64 {
        let (mut most, mut all) = (0.0_f64, 0.0);
        for foe in self.appraisal.enemies() {
            let hurt = self.on(hex, foe);
            most = most.max(hurt);
            all += hurt;
        }
        let place = self.view.field().ground().grid().index(hex);
        let danger = self.appraisal.maps.threat(self.gun.kind, place) * self.gun.worth;
        most + BESIDE * (all - most).min(2.0 * most) - DANGER * danger
    }

    /// Expected loss of one enemy in a turn of fire from a place.
    fn on(&self, hex: Hex, foe: &Known) -> f64 {
        let menace =
            self.battleground.menace(self.gun.kind, foe.kind).map(|menace| menace.at(foe.print.distance_to(hex)));
        let fire = menace.map_or(0.0, |menace| menace.fire * foe.worth);
        if fire <= 0.0 || !self.view.sees(hex, foe.pose.anchor) {
            return 0.0;
        }
        let about = foe.pose.anchor.distance(self.mission.place) <= ABOUT;
        fire * if about { 1.0 } else { ELSEWHERE }
    }
}

//! Moves after a won fight: breaking through, drawing off, reforming on the spot (OW-ASSAULT-18 to 20).

use battle::{Destination, Marks, Pose, PoseStep, Reach, UnitId};
use hexes::Facing;

use crate::tables;
use crate::war::OnWar;
use crate::ways::{Course, Press};

impl OnWar {
    /// Straight on, up to 4 inches the way the assault went: a hex short of enemies, but up to those that are beaten.
    pub(crate) fn advance_reach(&self, unit: UnitId, facing: Facing) -> Reach {
        let scene = self.scene();
        let beaten = |enemy: UnitId| self.marked(enemy, Marks::FELL_BACK | Marks::ROUTING);
        let press = Press::of(&scene, scene.enemies(unit).filter(|enemy| !beaten(*enemy)));
        let course = Course::new(scene, unit, self.pose(unit), &press);
        let caught =
            |pose: &Pose| scene.enemies(unit).any(|enemy| beaten(enemy) && scene.apart(unit, pose, enemy) == 1);
        let mut places = vec![Destination { pose: self.pose(unit), cost: 0, previous: None, legal: false }];
        let mut first = 0;
        for step in 1..=scene.hexes(tables::BREAKTHROUGH).max(0) {
            let last = places.len();
            for before in first..last {
                let from = places[before].pose;
                if before > 0 && caught(&from) {
                    continue;
                }
                for side in [PoseStep::AheadLeft, PoseStep::AheadRight] {
                    let to = side.shift(facing).map_or(from, |way| from.at(from.anchor + way));
                    if course.is_passable(&from, &to) && !places.iter().any(|place| place.pose == to) {
                        let cost = (step as u16).saturating_mul(scene.step());
                        let legal = course.may_stop(&to);
                        places.push(Destination { pose: to, cost, previous: Some(before as u16), legal });
                    }
                }
            }
            first = last;
        }
        Reach { places }
    }

    /// Up to 8 inches any way, not into contact.
    pub(crate) fn withdraw_reach(&self, unit: UnitId) -> Reach {
        let scene = self.scene();
        let press = Press::on(&scene, unit);
        let steps = scene.hexes(tables::CONSOLIDATION).max(0) as u16;
        Course::new(scene, unit, self.pose(unit), &press).search(steps)
    }

    /// One turn or one change of formation where it stands.
    pub(crate) fn reform_reach(&self, unit: UnitId) -> Reach {
        let scene = self.scene();
        let press = Press::on(&scene, unit);
        let start = Destination { pose: self.pose(unit), cost: 0, previous: None, legal: false };
        let mut poses: Vec<Pose> = scene.reforms(unit, &press).into_iter().filter(|pose| *pose != start.pose).collect();
        poses.sort_unstable();
        poses.dedup();
        let place = |pose: Pose| Destination { pose, cost: 0, previous: Some(0), legal: true };
        Reach { places: std::iter::once(start).chain(poses.into_iter().map(place)).collect() }
    }
}

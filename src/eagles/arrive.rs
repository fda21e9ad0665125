//! Reinforcements (EA-SCEN-3).

use battle::{Arrival, Event, LeaderId, Listener, Perch, Pose, Presence, UnitId, rule};

use crate::eagles::{Eagles, by_group};
use crate::scene::Scene;
use crate::state::Flags;
use battle::{Pool, Reading, RollKind};

impl Eagles {
    /// The arrival roll of a group (EA-SCEN-3).
    pub(crate) fn arrival_pool(&self, need: u8) -> Pool {
        Pool::new("arrival", "EA-SCEN-3", 1, Reading::Successes(need.clamp(1, 7))).as_kind(RollKind::Test)
    }

    /// Brings on what is due at the start of the turn, before Orders are rolled.
    pub(crate) fn arrive(&mut self, listener: &mut dyn Listener) {
        rule!("EA-SCEN-3");
        for group in 0..self.setting.groups.len() {
            if !self.state.released[group] {
                self.state.released[group] = self.comes_now(listener, group);
            }
            if self.state.released[group] {
                self.bring_on(listener, group);
            }
        }
    }

    fn comes_now(&mut self, listener: &mut dyn Listener, group: usize) -> bool {
        let (turn, side) = (self.field.turn(), self.setting.groups[group].side);
        match self.setting.groups[group].arrival {
            Arrival::Turn(due) => turn >= due,
            Arrival::Roll { from, .. } if turn < from => false,
            Arrival::Roll { need, .. } => {
                let pool = self.arrival_pool(need);
                self.throw(listener, &pool, by_group(side, group)) > 0
            }
        }
    }

    /// Places the Units of a group; without room they wait a turn.
    fn bring_on(&mut self, listener: &mut dyn Listener, group: usize) {
        for unit in self.field.ids() {
            if self.setting.group_of[unit.index()] != Some(group as u8)
                || self.field.unit(unit).presence != Presence::Due
            {
                continue;
            }
            if let Some(pose) = self.entry(unit, group) {
                self.emit(listener, Event::Placed { unit, pose });
                self.bring_generals(listener, unit);
                if self.rules().reinforce_move {
                    rule!("EA-RES-48");
                    self.flag(unit, Flags::FREE_MOVE, true);
                }
            }
        }
    }

    /// The first entry hex with room; else room within a base width of one.
    fn entry(&self, unit: UnitId, group: usize) -> Option<Pose> {
        let scene = self.scene();
        let info = &self.setting.groups[group];
        let pose = |hex: &hexes::Hex| Pose::new(*hex, info.facing, scene.formation());
        let exact = info.entry.iter().map(pose).find(|pose| room(&scene, unit, pose));
        exact.or_else(|| {
            let near = info.entry.iter().flat_map(|hex| scene.nearest_fit(unit, &pose(hex), self.rules().base_width));
            near.into_iter().find(|pose| room(&scene, unit, pose))
        })
    }

    /// A General enters with the first Unit of his command.
    fn bring_generals(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        for place in 0..self.setting.generals.len() {
            let general = &self.setting.generals[place];
            let his = general.command.contains(&unit) || general.command.is_empty();
            if self.state.generals[place].due && his && general.side == self.field.side(unit) {
                self.state.generals[place].due = false;
                let (leader, to) = (LeaderId(place as u8), Perch::With(unit));
                self.emit(listener, Event::LeaderMoved { leader, to, clause: "EA-SCEN-3" });
            }
        }
    }
}

/// Whether a Unit can come on in that pose: it fits, and no enemy is next to it.
fn room(scene: &Scene<'_>, unit: UnitId, pose: &Pose) -> bool {
    scene.fits(unit, pose).is_ok() && !scene.enemy_within(unit, pose, i32::from(scene.field.inches_per_hex()))
}

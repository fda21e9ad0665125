//! Reinforcements: who comes, when and where.

use battle::{Arrival, Event, LeaderId, Listener, Perch, Pose, Presence, UnitId};

use crate::setting::Post;
use crate::war::{OnWar, by_group};

/// How far from an entry hex room is looked for, in hexes.
const NEAR: i32 = 4;

impl OnWar {
    /// The arrival roll of a group.
    pub(crate) fn arrival_pool(&self, need: u8) -> battle::Pool {
        self.pool("arrival", "OW-SEQ-4", 1, need.clamp(2, 6)).as_kind(battle::RollKind::Test)
    }

    /// Brings on what is due at the start of the turn.
    pub(crate) fn arrive(&mut self, listener: &mut dyn Listener) {
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

    /// Places the units of a group; without room they wait a turn.
    fn bring_on(&mut self, listener: &mut dyn Listener, group: usize) {
        for unit in self.field.ids() {
            let comes = self.setting.group_of[unit.index()] == Some(group as u8);
            if !comes || self.field.unit(unit).presence != Presence::Due {
                continue;
            }
            if let Some(pose) = self.entry(unit, group) {
                self.emit(listener, Event::Placed { unit, pose });
                self.bring_leaders(listener, unit);
            }
        }
    }

    /// The first entry hex with room, in the formation it marches in; else room near one.
    fn entry(&self, unit: UnitId, group: usize) -> Option<Pose> {
        let scene = self.scene();
        let info = &self.setting.groups[group];
        let formation = scene.marching_formation(unit);
        let wanted = |hex: &hexes::Hex| Pose::new(*hex, info.facing, formation);
        let clear = |pose: &Pose| scene.fits(unit, pose).is_ok() && !scene.is_near_enemy(unit, pose);
        let exact = info.entry.iter().map(wanted).find(clear);
        exact.or_else(|| {
            let near = info.entry.iter().filter_map(|hex| scene.nearest_fit(unit, &wanted(hex), NEAR));
            near.into_iter().find(clear)
        })
    }

    /// A unit's officer comes with it, a brigadier with the first of his units, others with the first of the side.
    fn bring_leaders(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        let (side, brigade) = (self.field.side(unit), self.field.roster().unit(unit).brigade);
        for place in 0..self.setting.leaders.len() {
            let leader = self.setting.leaders[place];
            let his = match leader.post {
                Post::Officer(own) => own == unit,
                Post::Brigadier(own) => own == brigade,
                Post::General | Post::Adjutant => leader.side == side,
            };
            if self.state.due[place] && his {
                self.state.due[place] = false;
                let (leader, to) = (LeaderId(place as u8), Perch::With(unit));
                self.emit(listener, Event::LeaderMoved { leader, to, clause: "OW-UNIT-10" });
            }
        }
    }
}

impl crate::scene::Scene<'_> {
    /// The formation a unit arrives and is placed in where nothing else is said: guns in battery, horse in line, foot
    /// in column.
    pub(crate) fn marching_formation(&self, unit: UnitId) -> battle::Formation {
        use battle::{Arrangement, Formation};
        let stands = self.field.unit(unit).stands;
        match self.kind(unit) {
            kind if kind.is_guns() => Formation::new(Arrangement::Battery, stands),
            kind if kind.is_horse() => Formation::line(stands),
            _ => Formation::new(Arrangement::Column, 2),
        }
    }

    /// Whether a unit in that pose would touch an enemy.
    pub(crate) fn is_near_enemy(&self, unit: UnitId, pose: &Pose) -> bool {
        self.enemies(unit).any(|enemy| self.apart(unit, pose, enemy) <= 1)
    }
}

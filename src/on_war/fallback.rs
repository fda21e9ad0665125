//! Falling back, running, and going back where a charge began (OW-FALL, OW-MORALE-12).

use battle::{Arrangement, Departure, Event, Listener, Manner, Marks, Pose, UnitId, rule};
use hexes::{Direction, Facing, Hex, Point};

use crate::scene::{Scene, shape_of};
use crate::space::formation_of;
use crate::tables::{self, Shape};
use crate::war::OnWar;

/// How a fall-back ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It stands there.
    Stands,
    /// It left the table.
    OffTable,
    /// Enemies bar every way.
    Crossfire,
    /// The ground bars the way.
    Stopped,
}

/// Why a step back cannot be made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bar {
    Enemy,
    Ground,
    Edge,
}

impl Scene<'_> {
    /// Inches a unit falls back (OW-FALL-1).
    pub(crate) fn fall_back_inches(&self, unit: UnitId) -> i32 {
        rule!("OW-FALL-1");
        if self.kind(unit).is_horse() { self.allowance(unit, &self.pose(unit)) } else { tables::FALL_BACK }
    }

    /// The facing of those that leads most directly away from an enemy (OW-FALL-2).
    fn away_from(&self, unit: UnitId, enemy: UnitId, facings: &[Facing]) -> Option<Facing> {
        rule!("OW-FALL-2");
        let way = self.away(unit, enemy);
        facings.iter().rev().copied().max_by_key(|facing| facing.ahead().point().dot(way))
    }

    /// The way from the middle of an enemy to the middle of a unit, lengthened by the stands of both.
    fn away(&self, unit: UnitId, enemy: UnitId) -> Point {
        let (own, other) = (self.held(unit), self.held(enemy));
        let (ours, theirs) = (own.hexes().len() as i32, other.hexes().len() as i32);
        own.sum() * theirs - other.sum() * ours
    }

    /// The nearest enemy that is not hidden.
    fn nearest_enemy(&self, unit: UnitId) -> Option<UnitId> {
        let seen = |enemy: &UnitId| !self.field.unit(*enemy).marks.contains(Marks::HIDDEN);
        self.enemies(unit).filter(seen).min_by_key(|enemy| (self.field.distance(unit, *enemy), *enemy))
    }
}

/// A unit on its way back.
struct Flight {
    unit: UnitId,
    /// Its two front directions when it faces the way it goes, that nearer to straight away first.
    ways: [Direction; 2],
    /// Steps at least.
    steps: i32,
    /// Enemies it touched when it started; these do not bar it.
    touched: Vec<UnitId>,
}

impl OnWar {
    /// A unit falls back from an enemy, or from the nearest it sees, else toward its own edge (OW-FALL-1 to 4).
    pub(crate) fn fall_back(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        from: Option<UnitId>,
        clause: &'static str,
    ) {
        if !self.present(unit) {
            return;
        }
        let scene = self.scene();
        rule!("OW-FALL-3");
        let enemy = from.filter(|enemy| self.present(*enemy)).or_else(|| scene.nearest_enemy(unit));
        let home = self.setting.home[self.field.side(unit).index()];
        let facing = enemy.and_then(|enemy| scene.away_from(unit, enemy, &Facing::ALL)).unwrap_or(home);
        self.mark(listener, unit, Marks::FELL_BACK, true);
        self.flee(listener, unit, facing, enemy, Manner::Retreated, clause);
        rule!("OW-FALL-5");
    }

    /// The rout move of V4: as a fall-back, away from the nearest enemy and toward the own edge as far as both go
    /// together (OW-MORALE-12).
    pub(crate) fn rout_move(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        if !self.present(unit) {
            return;
        }
        let scene = self.scene();
        let home = self.setting.home[self.field.side(unit).index()];
        let homeward = [home, home.rotate(-1), home.rotate(1)];
        let enemy = scene.nearest_enemy(unit);
        let facing = enemy.and_then(|enemy| scene.away_from(unit, enemy, &homeward)).unwrap_or(home);
        self.flee(listener, unit, facing, enemy, Manner::Fled, "OW-MORALE-12");
    }

    /// Goes back along a facing, and what becomes of the unit then.
    fn flee(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        facing: Facing,
        enemy: Option<UnitId>,
        manner: Manner,
        clause: &'static str,
    ) {
        if self.marked(unit, Marks::BOGGED) {
            return self.stopped(listener, unit, enemy, clause);
        }
        self.leave_building(listener, unit, facing);
        let scene = self.scene();
        let left_first = enemy.is_none_or(|enemy| {
            let (way, side) = (scene.away(unit, enemy), |side: Direction| side.vector().point());
            side(facing.front_left()).dot(way) >= side(facing.front_right()).dot(way)
        });
        let (left, right) = (facing.front_left(), facing.front_right());
        let ways = if left_first { [left, right] } else { [right, left] };
        let touched: Vec<UnitId> = scene.enemies(unit).filter(|enemy| self.field.distance(unit, *enemy) <= 1).collect();
        let steps = scene.hexes(scene.fall_back_inches(unit)).max(0);
        let (mut way, end) = self.way_back(listener, &Flight { unit, ways, steps, touched });
        // Who gets no further stands where there is room, never on friends.
        while end != End::Stands && way.len() > 1 && self.scene().fits(unit, &way[way.len() - 1]).is_err() {
            way.pop();
        }
        if let Some((to, path)) = way.split_last().filter(|_| way.len() > 1) {
            let path = path[1..].to_vec();
            self.emit(listener, Event::Moved { unit, to: *to, path, manner, clause });
        }
        self.end_of_flight(listener, unit, enemy, end, clause);
    }

    /// What becomes of a unit that has gone back as far as it goes.
    fn end_of_flight(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        enemy: Option<UnitId>,
        end: End,
        clause: &'static str,
    ) {
        match end {
            End::Stands => {
                self.approach_check(listener, unit);
            }
            End::OffTable => {
                self.say(listener, "{a} leaves the field", "OW-FALL-3", unit, None);
                self.destroy(listener, unit, Departure::Routed, "OW-FALL-3");
            }
            End::Crossfire => self.crossfire(listener, unit),
            End::Stopped => self.stopped(listener, unit, enemy, clause),
        }
    }

    fn crossfire(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        rule!("OW-FALL-4");
        self.say(listener, "{a} is caught in the crossfire", "OW-FALL-4", unit, None);
        self.destroy(listener, unit, Departure::Destroyed, "OW-FALL-4");
    }

    /// The unit can go no further: next to the enemy it fell back from it is destroyed; on top of friends it makes
    /// room for itself.
    fn stopped(&mut self, listener: &mut dyn Listener, unit: UnitId, enemy: Option<UnitId>, clause: &'static str) {
        if enemy.is_some_and(|enemy| self.present(enemy) && self.field.distance(unit, enemy) <= 1) {
            return self.crossfire(listener, unit);
        }
        if self.scene().fits(unit, &self.pose(unit)).is_err() {
            return self.make_room(listener, unit, &self.pose(unit), clause);
        }
        self.approach_check(listener, unit);
    }

    /// The poses of the way back, the start included, and how it ends. Friends are passed through; what hides in the
    /// way is found.
    fn way_back(&mut self, listener: &mut dyn Listener, flight: &Flight) -> (Vec<Pose>, End) {
        let mut way = vec![self.pose(flight.unit)];
        let edge = i32::from(self.field.ground().grid().width()) + i32::from(self.field.ground().grid().height());
        for step in 0..flight.steps + edge {
            let now = way[way.len() - 1];
            if step >= flight.steps && self.scene().fits(flight.unit, &now).is_ok() {
                return (way, End::Stands);
            }
            let turn = (step % 2) as usize;
            let (first, second) = (flight.ways[turn], flight.ways[1 - turn]);
            let bar = match self.step_back(listener, flight, &now, first) {
                Ok(pose) => Ok(pose),
                Err(Bar::Edge) => Err([Bar::Edge; 2]),
                Err(bar) => self.step_back(listener, flight, &now, second).map_err(|other| [bar, other]),
            };
            match bar {
                Ok(pose) => way.push(pose),
                Err([Bar::Enemy, Bar::Enemy]) => return (way, End::Crossfire),
                Err(bars) if bars.contains(&Bar::Edge) => return (way, End::OffTable),
                Err(_) => return (way, End::Stopped),
            }
        }
        (way, End::Stopped)
    }

    fn step_back(
        &mut self,
        listener: &mut dyn Listener,
        flight: &Flight,
        from: &Pose,
        way: Direction,
    ) -> Result<Pose, Bar> {
        let unit = flight.unit;
        let to = from.at(from.anchor + way);
        let scene = self.scene();
        let print = scene.footprint(unit, &to);
        let bars = |enemy: &UnitId| {
            let apart = print.distance(&scene.held(*enemy));
            apart == 0 || (apart == 1 && !flight.touched.contains(enemy))
        };
        let barring = scene.enemies(unit).find(bars);
        if let Some(enemy) = barring {
            self.reveal(listener, enemy, false);
            return Err(Bar::Enemy);
        }
        if print.hexes().iter().any(|hex| !self.field.ground().grid().contains(*hex)) {
            return Err(Bar::Edge);
        }
        let (kind, shape) = (scene.kind(unit), shape_of(&to));
        let before = scene.footprint(unit, from);
        let open = |hex: &Hex| {
            before.contains(*hex)
                || (scene.can_enter(kind, shape, *hex) && !scene.is_cut_off(kind, *hex, *hex + way.opposite()))
        };
        if print.hexes().iter().all(open) { Ok(to) } else { Err(Bar::Ground) }
    }

    /// A garrison that must go back gets out of its building first, in column on the far side.
    fn leave_building(&mut self, listener: &mut dyn Listener, unit: UnitId, facing: Facing) {
        let pose = self.pose(unit);
        if pose.formation.arrangement != Arrangement::Garrison {
            return;
        }
        let column = formation_of(self.kind(unit), Shape::Column, 1, self.stands(unit));
        let far = pose.at(pose.anchor + facing.ahead());
        let wanted = Pose::new(far.anchor, pose.facing, column);
        self.make_room(listener, unit, &wanted, "OW-FALL-2");
    }

    /// Puts a unit at the nearest place to that pose where it fits; without any it is lost.
    fn make_room(&mut self, listener: &mut dyn Listener, unit: UnitId, wanted: &Pose, clause: &'static str) {
        let grid = self.field.ground().grid();
        let radius = i32::from(grid.width().max(grid.height()));
        match self.scene().nearest_fit(unit, wanted, radius) {
            Some(to) => {
                self.emit(listener, Event::Moved { unit, to, path: Vec::new(), manner: Manner::Displaced, clause });
                self.approach_check(listener, unit);
            }
            None => self.destroy(listener, unit, Departure::Destroyed, clause),
        }
    }

    /// Chargers that are thrown back go to where their charge leg began, or as near to it as there is room.
    pub(crate) fn return_to(&mut self, listener: &mut dyn Listener, unit: UnitId, pose: &Pose) {
        if !self.present(unit) || self.pose(unit) == *pose {
            return;
        }
        // Losses may have made the unit smaller than it was there.
        let now = self.pose(unit);
        let wanted = Pose { formation: now.formation, ..*pose };
        if self.scene().fits(unit, &wanted).is_ok() {
            let event =
                Event::Moved { unit, to: wanted, path: Vec::new(), manner: Manner::Withdrew, clause: "OW-ASSAULT-7" };
            self.emit(listener, event);
            self.approach_check(listener, unit);
        } else {
            self.make_room(listener, unit, &wanted, "OW-ASSAULT-7");
        }
    }
}

//! Shooting as a step of the turn (S1): which orders there are, why others are refused, how they are carried out.

use battle::{Listener, Object, Order, Part, Refusal, UnitId, Verb, rule};
use hexes::Hex;

use crate::Kind;
use crate::fire::Shot;
use crate::info::{AIM, BATTER, FIRE, GRAPE, RAKE, SHELL};
use crate::sequence::Progress;
use crate::state::Wait;
use crate::tables;
use crate::war::OnWar;

/// The shot of a verb that names an enemy unit.
fn shot_of(verb: Verb) -> Option<Shot> {
    match verb {
        FIRE => Some(Shot::Ball),
        GRAPE => Some(Shot::Grape),
        _ => None,
    }
}

fn hex_of(order: &Order) -> Option<Hex> {
    match order.target {
        Some(Object::Hex(hex)) => Some(hex),
        _ => None,
    }
}

fn part_of(order: &Order) -> Option<Part> {
    match order.target {
        Some(Object::Part(part)) => Some(part),
        _ => None,
    }
}

impl OnWar {
    /// S1 begins; nothing happens by itself.
    pub(crate) fn fire_enter(&mut self, _listener: &mut dyn Listener) {
        rule!("OW-SHOOT-2");
    }

    /// S1 waits for the player until he is done.
    pub(crate) fn fire_proceed(&mut self, _listener: &mut dyn Listener) -> Progress {
        Progress::Ask
    }

    /// Every shot of the player's units, unit by unit; in the middle of naming aims, the stands that can be named.
    pub(crate) fn fire_orders(&self, out: &mut Vec<Order>) {
        if let Wait::Aim { unit, aims, .. } = &self.state.wait {
            let marks = self.next_marks(*unit, aims);
            out.extend(marks.into_iter().map(|hex| Order::new(AIM).by(*unit).on(Object::Hex(hex))));
            return;
        }
        for unit in self.field.present_of(self.state.player) {
            self.fire_orders_of(unit, out);
        }
    }

    /// Every shot of one unit.
    pub(crate) fn fire_orders_of(&self, unit: UnitId, out: &mut Vec<Order>) {
        if self.may_shoot(unit, Shot::Ball).is_err() {
            return;
        }
        if self.kind(unit) == Kind::Howitzers {
            let scene = self.scene();
            let marks = scene.enemies(unit).flat_map(|enemy| self.first_marks(unit, enemy));
            out.extend(marks.map(|hex| Order::new(SHELL).by(unit).on(Object::Hex(hex))));
        } else {
            for (verb, shot) in [(FIRE, Shot::Ball), (GRAPE, Shot::Grape)] {
                if self.may_shoot(unit, shot).is_ok() {
                    let scene = self.scene();
                    let enemies = scene.enemies(unit).filter(|enemy| self.can_shoot_at(unit, *enemy, shot));
                    out.extend(enemies.map(|enemy| Order::new(verb).by(unit).on(enemy)));
                }
            }
        }
        let parts = self.parts_in_sight(unit).into_iter();
        out.extend(parts.map(|part| Order::new(BATTER).by(unit).on(Object::Part(part))));
        let woods = self.woods_in_sight(unit).into_iter();
        out.extend(woods.map(|hex| Order::new(RAKE).by(unit).on(Object::Hex(hex))));
    }

    /// Whether a unit that may shoot can be ordered to shoot at that one: in sight and arc; whatever the range, unless
    /// ranges may be measured (OW-SCALE-2).
    fn can_shoot_at(&self, unit: UnitId, enemy: UnitId, shot: Shot) -> bool {
        let gunnery = self.gunnery(unit, shot);
        let seen = gunnery.has_aim(enemy) || (!self.rules().premeasure && gunnery.is_beyond(enemy));
        seen && !self.is_shielded(enemy, shot)
    }

    /// The stands of an enemy that a battery's first shell may be aimed at.
    fn first_marks(&self, unit: UnitId, enemy: UnitId) -> Vec<Hex> {
        let first = self.shells_for(unit, enemy).first().copied();
        first.map_or_else(Vec::new, |shell| self.marks_for(unit, &shell, enemy))
    }

    /// The stands that the next shell may be aimed at, when so many have been aimed.
    fn next_marks(&self, unit: UnitId, aims: &[Hex]) -> Vec<Hex> {
        let Some(target) = aims.first().and_then(|hex| self.field.unit_at(*hex)) else { return Vec::new() };
        let shells = self.shells_for(unit, target);
        shells.get(aims.len()).map_or_else(Vec::new, |shell| self.marks_for(unit, shell, target))
    }

    /// Why a shot that is not listed cannot be made.
    pub(crate) fn fire_refusal(&self, order: &Order) -> Refusal {
        if let Wait::Aim { unit, aims, .. } = &self.state.wait {
            let text = format!(
                "{} must name a stand of the enemy unit its shell {} can see",
                self.name(*unit),
                aims.len() + 1
            );
            return Refusal::new("OW-HOWITZER-3", text);
        }
        let Some(unit) = order.unit().filter(|unit| self.present(*unit)) else {
            return Refusal::new("OW-SHOOT-1", "a shot is made by one of your units");
        };
        if self.field.side(unit) != self.state.player {
            return Refusal::new("OW-SHOOT-1", format!("{} is not yours to command", self.name(unit)));
        }
        let shot = shot_of(order.verb).unwrap_or(Shot::Ball);
        if let Err(refusal) = self.may_shoot(unit, shot) {
            return refusal;
        }
        match (order.verb, order.target_unit()) {
            (FIRE | GRAPE, Some(enemy)) => self.refusal_at_unit(unit, enemy, shot),
            (SHELL, _) => self.refusal_of_shells(unit),
            (BATTER, _) => self.refusal_at_part(unit, part_of(order)),
            (RAKE, _) => self.refusal_at_wood(unit),
            _ => Refusal::new("OW-SHOOT-1", "a whole unit shoots at one enemy unit: name it"),
        }
    }

    fn refusal_at_unit(&self, unit: UnitId, enemy: UnitId, shot: Shot) -> Refusal {
        let (name, target) = (self.name(unit), self.name(enemy));
        if self.field.side(enemy) == self.field.side(unit) || !self.present(enemy) {
            return Refusal::new("OW-SHOOT-1", format!("{name} shoots at enemies on the map only"));
        }
        if self.kind(unit) == Kind::Howitzers {
            return Refusal::new("OW-HOWITZER-3", format!("{name} drops shells: name the hex of a stand (shell)"));
        }
        if self.is_shielded(enemy, shot) {
            return Refusal::new("OW-SHOOT-3", format!("{target} is in contact and cannot be shot at"));
        }
        let gunnery = self.gunnery(unit, shot);
        let away = self.scene().inches(self.field.distance(unit, enemy));
        if self.rules().premeasure && away > gunnery.range() {
            let text = format!("{target} is {away} inches from {name}; the range is {}", gunnery.range());
            return Refusal::new("OW-SCALE-2", text);
        }
        Refusal::new("OW-LOS-6", format!("no stand of {name} has {target} in sight and in its field of fire"))
    }

    fn refusal_of_shells(&self, unit: UnitId) -> Refusal {
        let name = self.name(unit);
        if self.kind(unit) != Kind::Howitzers {
            return Refusal::new("OW-HOWITZER-3", format!("{name} has no howitzers"));
        }
        let range = tables::row(Kind::Howitzers).range;
        let text = format!("{name} has no enemy stand on that hex in sight, arc and range ({range} inches)");
        Refusal::new("OW-HOWITZER-3", text)
    }

    fn refusal_at_part(&self, unit: UnitId, part: Option<Part>) -> Refusal {
        let name = self.name(unit);
        match part {
            Some(part) if self.scene().part_row(part).is_none() => {
                Refusal::new("OW-BUILD-1", format!("there is no {} on that edge", part.kind.name()))
            }
            Some(part) if self.field.damage_of(part).destroyed => {
                Refusal::new("OW-BUILD-6", format!("that {} is destroyed already", part.kind.name()))
            }
            Some(_) => Refusal::new(
                "OW-BUILD-6",
                format!("{name} does not have that part before a known enemy in sight, arc and range"),
            ),
            None => Refusal::new("OW-BUILD-6", "name a part of a building, such as 12,7:E:door"),
        }
    }

    fn refusal_at_wood(&self, unit: UnitId) -> Refusal {
        let name = self.name(unit);
        let text = if self.kind(unit).is_guns() {
            format!("{name} does not have the edge of a wood on that hex in sight, arc and range")
        } else {
            format!("{name} is no artillery; only guns fire into a wood blindly")
        };
        Refusal::new("OW-HIDDEN-8", text)
    }

    /// Carries out a shot.
    pub(crate) fn fire_carry_out(&mut self, listener: &mut dyn Listener, order: &Order) {
        let Some(unit) = order.unit() else { return };
        match (order.verb, order.target_unit(), hex_of(order), part_of(order)) {
            (FIRE | GRAPE, Some(enemy), ..) => {
                self.shoot(listener, unit, enemy, shot_of(order.verb).unwrap_or(Shot::Ball));
            }
            (SHELL | AIM, _, Some(hex), _) => self.aim_shell(listener, unit, hex),
            (BATTER, _, _, Some(part)) => self.batter(listener, unit, part),
            (RAKE, _, Some(hex), _) => self.rake(listener, unit, hex),
            _ => {}
        }
    }

    /// One more shell has its stand; when all have, they are fired.
    fn aim_shell(&mut self, listener: &mut dyn Listener, unit: UnitId, hex: Hex) {
        let mut named = self.aimed();
        named.push(hex);
        let Some(target) = self.field.unit_at(named[0]) else { return self.answered() };
        let shells = self.seen_by(self.field.side(unit)).shells_for(unit, target).len();
        if named.len() < shells {
            self.state.wait = Wait::Aim { unit, aims: named, shells: shells as u8 };
        } else {
            self.answered();
            self.shell(listener, unit, target, &named);
        }
    }

    /// The stands named so far.
    pub(crate) fn aimed(&self) -> Vec<Hex> {
        match &self.state.wait {
            Wait::Aim { aims, .. } => aims.clone(),
            _ => Vec::new(),
        }
    }
}

//! Leaders on their own way: riding, attaching, making off, what becomes of them with their unit (OW-CMD-5, 7, 8).

use battle::{Event, LeaderId, Listener, Object, Order, Perch, Pool, Refusal, RollKind, Side, Told, UnitId, rule};
use hexes::Hex;

use crate::info::{ATTACH, RIDE};
use crate::setting::Post;
use crate::tables;
use crate::terrain::{Going, going};
use crate::war::{OnWar, Why};

impl OnWar {
    /// The leaders of a side that are on the map.
    fn leaders_of(&self, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
        let all = (0..self.setting.leaders.len()).map(|place| LeaderId(place as u8));
        all.filter(move |leader| self.setting.leaders[leader.index()].side == side)
    }

    /// Leaders that ride: to units, and to hexes beside them.
    pub(crate) fn leaders_orders(&self, out: &mut Vec<Order>) {
        for leader in self.leaders_of(self.state.player).filter(|leader| self.may_ride(*leader).is_ok()) {
            let units = self.units_of(self.state.player);
            let joined = units.iter().copied().filter(|unit| self.may_attach(leader, *unit).is_ok());
            out.extend(joined.map(|unit| Order::new(ATTACH).by(leader).on(unit)));
            let posts = self.posts_beside(leader, &units);
            out.extend(posts.into_iter().map(|hex| Order::new(RIDE).by(leader).on(Object::Hex(hex))));
        }
    }

    /// Whether a leader may still ride this turn: once, and away from a unit only before that has done anything.
    fn may_ride(&self, leader: LeaderId) -> Result<(), Refusal> {
        let refuse = |text: String| Err(Refusal::new("OW-CMD-5", text));
        let name = self.field.label(leader.into());
        if matches!(self.post(leader), Post::Officer(_)) {
            return refuse(format!("{name} stays with his unit"));
        }
        if self.state.ridden[leader.index()] {
            return refuse(format!("{name} has ridden this turn"));
        }
        match self.field.leader(leader) {
            Perch::Away => refuse(format!("{name} is not on the map")),
            Perch::With(unit) if self.own(unit).moved || self.own(unit).formed => {
                refuse(format!("{name} is with {}, which has moved: he leaves only before that", self.name(unit)))
            }
            _ => Ok(()),
        }
    }

    /// Hexes from a leader, or the unit he is with, to a hex.
    fn ride_to(&self, leader: LeaderId, hex: Hex) -> i32 {
        match self.field.leader(leader) {
            Perch::With(unit) => self.field.footprint(unit).distance_to(hex),
            Perch::At(from) => from.distance(hex),
            Perch::Away => i32::MAX,
        }
    }

    /// Whether a leader may join a unit: horse or foot, near enough, no other of his kind there; a brigade commander
    /// one of his brigade, guns too.
    fn may_attach(&self, leader: LeaderId, unit: UnitId) -> Result<(), Refusal> {
        rule!("OW-CMD-5");
        let (name, label) = (self.field.label(leader.into()), self.name(unit));
        let refuse = |text: String| Err(Refusal::new("OW-CMD-5", text));
        let post = self.post(leader);
        if self.field.leader(leader) == Perch::With(unit) {
            return refuse(format!("{name} is with {label} already"));
        }
        match post {
            Post::Brigadier(brigade) if self.field.roster().unit(unit).brigade != brigade => {
                return refuse(format!("{label} is not of {name}'s brigade"));
            }
            Post::General | Post::Adjutant if self.kind(unit).is_guns() => {
                return refuse(format!("{name} joins foot or horse, not the guns of {label}"));
            }
            _ => {}
        }
        let like = |one: Post| std::mem::discriminant(&one) == std::mem::discriminant(&post);
        if self.field.leaders_with(unit).any(|with| like(self.post(with))) {
            return refuse(format!("{label} has a leader of that kind already"));
        }
        let held = self.field.footprint(unit);
        let far = held.hexes().iter().map(|hex| self.ride_to(leader, *hex)).min().unwrap_or(i32::MAX);
        let inches = self.scene().inches(far);
        if inches > tables::RIDE {
            return refuse(format!("{label} is {inches} inches from {name}, who rides {}", tables::RIDE));
        }
        Ok(())
    }

    /// Where a leader may stop on his own: beside the middle of the front of a unit of his side, not next to an enemy.
    fn posts_beside(&self, leader: LeaderId, units: &[UnitId]) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = units.iter().flat_map(|unit| self.pose(*unit).anchor.neighbors()).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes.retain(|hex| self.may_stop_at(leader, *hex));
        hexes
    }

    fn may_stop_at(&self, leader: LeaderId, hex: Hex) -> bool {
        let ground = self.field.ground();
        let free = self.field.unit_at(hex).is_none() && going(ground, hex) < Going::Impassable;
        let enemy = self.setting.leaders[leader.index()].side.other();
        let near = |other: Hex| self.field.unit_at(other).is_some_and(|there| self.field.side(there) == enemy);
        free && !ground.terrain(hex).is_building()
            && self.field.leader(leader) != Perch::At(hex)
            && self.scene().inches(self.ride_to(leader, hex).min(1000)) <= tables::RIDE
            && !hex.neighbors().into_iter().any(near)
    }

    /// Why a leader does not do that.
    pub(crate) fn leader_refusal(&self, order: &Order) -> Refusal {
        let Some(leader) = order.actor.and_then(Object::leader) else {
            return Refusal::new("OW-CMD-5", "name a leader for this order");
        };
        let name = self.field.label(leader.into());
        if self.setting.leaders[leader.index()].side != self.state.player {
            return Refusal::new("OW-CMD-5", format!("{name} is not yours"));
        }
        if let Err(refusal) = self.may_ride(leader) {
            return refusal;
        }
        match order.target_unit().filter(|unit| order.verb == ATTACH && self.is_mine(*unit)) {
            Some(unit) => self.may_attach(leader, unit).err().unwrap_or_else(|| Refusal::new("OW-CMD-5", "not now")),
            None => Refusal::new(
                "OW-CMD-5",
                format!(
                    "{name} rides {} inches to one of his units, or to a free hex beside the middle of one",
                    tables::RIDE
                ),
            ),
        }
    }

    /// Carries out a leader's order.
    pub(crate) fn lead(&mut self, listener: &mut dyn Listener, order: &Order) {
        let Some(leader) = order.actor.and_then(Object::leader) else { return };
        let to = match order.target {
            Some(Object::Unit(unit)) => Perch::With(unit),
            Some(Object::Hex(hex)) => Perch::At(hex),
            _ => return,
        };
        self.state.ridden[leader.index()] = true;
        self.emit(listener, Event::LeaderMoved { leader, to, clause: "OW-CMD-5" });
    }

    /// Enemy leaders on their own beside a unit that has just come there make for the nearest of their units within
    /// 8 inches, or are captured.
    pub(crate) fn drive_off(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        let side = self.field.side(unit);
        let print = self.field.footprint(unit);
        let alone: Vec<(LeaderId, Hex)> = self
            .leaders_of(side.other())
            .filter_map(|leader| match self.field.leader(leader) {
                Perch::At(hex) if print.distance_to(hex) <= 1 => Some((leader, hex)),
                _ => None,
            })
            .collect();
        for (leader, hex) in alone {
            rule!("OW-CMD-7");
            let reach = self.scene().hexes(tables::COMMAND);
            match self.refuge(side.other(), hex, None).filter(|(far, _)| *far <= reach) {
                Some((_, refuge)) => {
                    self.emit(listener, Event::LeaderMoved { leader, to: Perch::With(refuge), clause: "OW-CMD-7" });
                }
                None => {
                    let (actor, target) = (Some(leader.into()), Some(unit.into()));
                    self.tell(listener, Told { actor, target, ..Told::new("{a} is captured by {t}", "OW-CMD-7") });
                    self.emit(listener, Event::LeaderMoved { leader, to: Perch::Away, clause: "OW-CMD-7" });
                }
            }
        }
    }

    /// The nearest unit of a side to a hex, with its distance, but that one.
    fn refuge(&self, side: Side, hex: Hex, but: Option<UnitId>) -> Option<(i32, UnitId)> {
        let far = |unit: UnitId| (self.field.footprint(unit).distance_to(hex), unit);
        self.field.present_of(side).filter(|unit| Some(*unit) != but).map(far).min()
    }

    /// The escape of a leader whose unit is no more.
    pub(crate) fn escape_pool(&self) -> Pool {
        self.pool("escape", "OW-CMD-8", 1, tables::LEADER).as_kind(RollKind::Test)
    }

    /// The leaders with a unit that is destroyed or quits: its own officer goes with it, the others roll to get away to
    /// the nearest unit of their side or are killed. Called before the unit leaves the map.
    pub(crate) fn leaders_of_destroyed(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        rule!("OW-CMD-8");
        let (side, hex) = (self.field.side(unit), self.pose(unit).anchor);
        for leader in self.field.leaders_with(unit).collect::<Vec<_>>() {
            if matches!(self.post(leader), Post::Officer(_)) {
                self.emit(listener, Event::LeaderMoved { leader, to: Perch::Away, clause: "OW-CMD-8" });
                continue;
            }
            let pool = self.escape_pool();
            let escaped = self.throw(listener, &pool, self.by_leader(leader, Why::Escape)) > 0;
            match self.refuge(side, hex, Some(unit)).filter(|_| escaped) {
                Some((_, refuge)) => {
                    self.emit(listener, Event::LeaderMoved { leader, to: Perch::With(refuge), clause: "OW-CMD-8" });
                }
                None => self.leader_killed(listener, leader),
            }
        }
    }
}

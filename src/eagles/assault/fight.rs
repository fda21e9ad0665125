//! The Assault: declaration, contact, defence, pools, who gives way, follow-up (EA-ASSAULT-7 to 24).

use battle::{Departure, Event, Listener, Manner, Marks, Object, Pose, Refusal, Told, UnitId, rule};

use crate::approach::{Approach, Charge, Contact};
use crate::eagles::{Eagles, Why};
use crate::fire::Shot;
use crate::retreat::Heading;
use crate::space::Zone;
use crate::state::{Flags, Wait};
use crate::terrain::Cover;
use crate::{Class, Traits, tables};
use battle::{Pool, Reading};

/// The two who fight and how they meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bout {
    /// Who charges.
    pub attacker: UnitId,
    /// Who is charged.
    pub defender: UnitId,
    /// The defender's cover.
    pub cover: Option<Cover>,
    /// The side contacted.
    pub side: Zone,
}

/// What the defender does after contact (EA-ASSAULT-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Nothing.
    Keep,
    /// An Order for one more die.
    Stand,
    /// An Order for a Fire.
    Fire,
}

/// The ways to carry out a declared Assault, numbered in the order of the approach.
pub(crate) fn ways(approach: &Approach) -> impl Iterator<Item = (&Charge, &Contact)> {
    approach.charges.iter().flat_map(|charge| charge.contacts.iter().map(move |contact| (charge, contact)))
}

/// A side's place in [`Zone::ALL`].
fn place_of(side: Zone) -> u8 {
    Zone::ALL.iter().position(|one| *one == side).unwrap_or(0) as u8
}

/// The side of that place.
pub(crate) fn side_at(place: u8) -> Zone {
    Zone::ALL[usize::from(place) % Zone::ALL.len()]
}

impl Eagles {
    /// The face that hits in an Assault (EA-ASSAULT-10, EA-RES-9).
    fn assault_face(&self, unit: UnitId, enemy: UnitId) -> u8 {
        rule!("EA-ASSAULT-10");
        let of = if self.rules().hits_by_target { enemy } else { unit };
        match tables::row(self.class(of)).assault_need {
            0 => tables::row(self.class(unit)).assault_need,
            face => face,
        }
    }

    /// How the two meet when the attacker stands as `contact`.
    pub(crate) fn bout(&self, attacker: UnitId, contact: &Pose, defender: UnitId, at: &Pose, side: Zone) -> Bout {
        let cover = self.scene().assault_cover(contact, at, side);
        Bout { attacker, defender, cover, side }
    }

    /// The Assaulter's roll with that many Strength Points (EA-ASSAULT-8).
    pub(crate) fn assault_pool(&self, bout: &Bout, strength: i16) -> Pool {
        rule!("EA-ASSAULT-8");
        let face = self.assault_face(bout.attacker, bout.defender);
        let mut pool = Pool::new("assault", "EA-ASSAULT-8", strength, Reading::Successes(face));
        if bout.cover.is_some() {
            pool.dice("defender in cover", -1, "EA-ASSAULT-8");
        }
        if self.class(bout.attacker) == Class::Cavalry {
            pool.dice("charging horse", 1, "EA-ASSAULT-8");
        }
        if bout.side != Zone::Front {
            pool.dice("flank or rear", 1, "EA-ASSAULT-8");
        }
        self.breastplates(&mut pool, bout.attacker, bout.defender);
        pool
    }

    /// The defender's roll with that many Strength Points (EA-ASSAULT-8).
    pub(crate) fn defence_pool(&self, bout: &Bout, strength: i16, reply: Reply) -> Pool {
        let face = self.assault_face(bout.defender, bout.attacker);
        let mut pool = Pool::new("defence", "EA-ASSAULT-8", strength, Reading::Successes(face));
        if reply == Reply::Stand {
            pool.dice("Order spent", 1, "EA-ASSAULT-9");
        }
        if self.has(bout.defender, Traits::RESOLUTE) && self.resolute_now(reply) {
            rule!("EA-OPT-12");
            pool.dice("Resolute", 1, "EA-OPT-12");
        }
        self.breastplates(&mut pool, bout.defender, bout.attacker);
        pool
    }

    /// Whether Resolute counts: always, or only with the Order spent on it (EA-OPT-25).
    fn resolute_now(&self, reply: Reply) -> bool {
        if !self.rules().resolute_by_order {
            return true;
        }
        rule!("EA-OPT-25");
        reply == Reply::Stand
    }

    fn breastplates(&self, pool: &mut Pool, unit: UnitId, enemy: UnitId) {
        if self.has(unit, Traits::CUIRASSIERS) && self.class(enemy) == Class::Cavalry {
            rule!("EA-OPT-15");
            pool.dice("Cuirassiers", 1, "EA-OPT-15");
        }
    }

    /// The roll for the distance of an Assault: that of a Move (EA-ASSAULT-1).
    pub(crate) fn charge_pool(&self, unit: UnitId) -> Pool {
        let mut pool = self.distance_pool(unit, crate::movement::Gait::Move);
        pool.label = "charge";
        pool
    }

    /// Carries out a declared Assault up to contact or the halt short of it (EA-ASSAULT-7, EA-SEQ-6).
    pub(crate) fn assault(&mut self, listener: &mut dyn Listener, attacker: UnitId, target: UnitId, number: usize) {
        rule!("EA-SEQ-6");
        rule!("EA-ASSAULT-7");
        rule!("EA-ASSAULT-14");
        let Ok(approach) = self.scene().approach(attacker, target) else { return };
        let Some((charge, contact)) = ways(&approach).nth(number) else { return };
        self.spend_order(listener, attacker);
        self.mark(listener, attacker, Marks::CHARGED | Marks::MOVED, true);
        let text = "{a} charges {t}";
        self.say(listener, text, "EA-ASSAULT-1", attacker, Some(target));
        self.turn_to(listener, attacker, charge.start, "EA-ASSAULT-4");
        let inches =
            self.throw(listener, &self.charge_pool(attacker), self.by_unit(attacker, Some(target), Why::Distance));
        let side = place_of(approach.side);
        if i32::from(inches) < contact.needed {
            return self.interrupt(Wait::Short { attacker, target, side, inches });
        }
        self.close_in(listener, attacker, contact);
        if self.spent(target) {
            self.win(listener, attacker);
            return self.remove(listener, target, Departure::Destroyed, "EA-UNIT-10");
        }
        self.interrupt(Wait::React { attacker, target, side });
    }

    /// Says one sentence about one or two Units.
    pub(crate) fn say(
        &mut self,
        listener: &mut dyn Listener,
        text: &'static str,
        clause: &'static str,
        actor: UnitId,
        target: Option<UnitId>,
    ) {
        let (actor, target) = (Some(Object::Unit(actor)), target.map(Object::Unit));
        self.tell(listener, Told { actor, target, ..Told::new(text, clause) });
    }

    fn close_in(&mut self, listener: &mut dyn Listener, attacker: UnitId, contact: &Contact) {
        let places = &contact.way.places;
        let path = places.get(1..places.len().saturating_sub(1)).unwrap_or_default();
        let path = path.iter().map(|place| place.pose).collect();
        let (to, manner) = (contact.pose, Manner::Charged);
        self.emit(listener, Event::Moved { unit: attacker, to, path, manner, clause: "EA-ASSAULT-5" });
    }

    /// Whether the defender could Fire at an Assaulter that it can aim at, its means included (EA-ASSAULT-9a, 13).
    ///
    /// # Errors
    /// The reason.
    pub(crate) fn may_fire_back(&self, defender: UnitId) -> Result<(), Refusal> {
        let name = self.name(defender);
        let guns = self.class(defender) == Class::Guns;
        if self.class(defender) == Class::Cavalry {
            return Err(Refusal::new("EA-ASSAULT-9", format!("{name} is Cavalry and has no Fire")));
        }
        if self.uses(defender) == 0 && !(guns && self.rules().resupply_guns) {
            return Err(Refusal::new("EA-ASSAULT-9", format!("{name} has no unused Order to fire with")));
        }
        if self.marked(defender, Marks::MARCHED) || self.spent(defender) {
            return Err(Refusal::new("EA-MOVE-7", format!("{name} has marched this turn or is spent and cannot fire")));
        }
        if !guns {
            return Ok(());
        }
        rule!("EA-ASSAULT-13");
        if !self.guns_unmoved(defender) {
            return Err(Refusal::new("EA-MOVE-8", format!("{name} has moved this turn and cannot fire")));
        }
        if self.flagged(defender, Flags::OUT | Flags::RESUPPLIED) {
            return Err(Refusal::new("EA-OPT-1", format!("{name} has no ammunition this turn")));
        }
        Ok(())
    }

    /// What the defender may reply after contact (EA-ASSAULT-9).
    pub(crate) fn replies(&self, attacker: UnitId, defender: UnitId) -> Vec<Reply> {
        rule!("EA-ASSAULT-9");
        let mut replies = Vec::with_capacity(3);
        if self.may_fire_back(defender).is_ok() && self.shot_at(defender, attacker, Shot::Paid).is_some() {
            replies.push(Reply::Fire);
        }
        if self.uses(defender) > 0 && self.class(defender) != Class::Guns {
            replies.push(Reply::Stand);
        }
        replies.push(Reply::Keep);
        replies
    }

    /// Whether the two are in an Assault and the Unit is the one charged.
    pub(crate) fn assaulted_by(&self, defender: UnitId, attacker: UnitId) -> bool {
        matches!(self.state.wait, Wait::React { attacker: a, target, .. } if a == attacker && target == defender)
    }

    /// Carries out the defender's reply and the rest of the Assault.
    pub(crate) fn reply(&mut self, listener: &mut dyn Listener, reply: Reply) {
        let Wait::React { attacker, target, side } = self.state.wait else { return };
        if reply == Reply::Fire {
            let stopped = self.defensive_fire(listener, target, attacker);
            self.answered();
            if stopped {
                rule!("EA-ASSAULT-11");
                return self.repulse(listener, attacker, target);
            }
        } else {
            self.answered();
        }
        if reply == Reply::Stand {
            self.spend_order(listener, target);
        }
        if self.class(target) == Class::Guns {
            rule!("EA-ASSAULT-12");
            self.win(listener, attacker);
            return self.remove(listener, target, Departure::Destroyed, "EA-ASSAULT-12");
        }
        self.clash(listener, attacker, target, side_at(side), reply);
    }

    /// The defender's fire; says whether it stops the Assault (EA-ASSAULT-11).
    fn defensive_fire(&mut self, listener: &mut dyn Listener, defender: UnitId, attacker: UnitId) -> bool {
        let hits = self.shoot(listener, defender, attacker, Shot::Paid);
        let free = self.class(defender) == Class::Guns && self.rules().resupply_guns;
        if !free {
            self.spend_order(listener, defender);
        }
        self.flag(defender, Flags::PAID_FIRE, true);
        self.mark(listener, defender, Marks::FIRED, true);
        let withdraws = self.withdraws(attacker, hits, Shot::Paid) && !self.rules().defend_no_withdraw;
        if self.rules().defend_no_withdraw {
            rule!("EA-RES-21");
        }
        let gone = !self.present(attacker) || self.spent(attacker);
        if withdraws && self.present(attacker) {
            self.withdraw(listener, defender, attacker);
        }
        withdraws || gone
    }

    /// The Assault was stopped by fire; Guns are lost all the same (EA-RES-20).
    fn repulse(&mut self, listener: &mut dyn Listener, attacker: UnitId, target: UnitId) {
        self.say(listener, "{a} is stopped by the fire of {t}", "EA-ASSAULT-11", attacker, Some(target));
        if self.class(target) == Class::Guns {
            rule!("EA-RES-20");
            if !self.rules().guns_survive_repulse {
                self.remove(listener, target, Departure::Destroyed, "EA-ASSAULT-13");
            }
        }
    }

    /// Both pools, both losses, and who gives way (EA-ASSAULT-15 to 17).
    fn clash(&mut self, listener: &mut dyn Listener, attacker: UnitId, target: UnitId, side: Zone, reply: Reply) {
        rule!("EA-ASSAULT-15");
        rule!("EA-SEQ-12");
        let bout = self.bout(attacker, &self.pose(attacker), target, &self.pose(target), side);
        let attack = self.assault_pool(&bout, self.strength(attacker));
        let defence = self.defence_pool(&bout, self.strength(target), reply);
        let inflicted = self.throw(listener, &attack, self.by_unit(attacker, Some(target), Why::Assault));
        let taken = self.throw(listener, &defence, self.by_unit(target, Some(attacker), Why::Defence));
        self.hurt(listener, target, inflicted, "assault", "EA-ASSAULT-15");
        self.hurt(listener, attacker, taken, "assault", "EA-ASSAULT-15");
        let facing = self.pose(attacker).facing;
        let lead = i32::from(inflicted - taken);
        if lead > 0 {
            self.say(listener, "{a} beats {t}", "EA-ASSAULT-15", attacker, Some(target));
            self.win(listener, attacker);
            self.give_way(listener, target, Heading::Along(facing), lead);
        } else {
            let text = if lead == 0 { "{t} holds against {a}" } else { "{t} beats {a}" };
            self.say(listener, text, "EA-ASSAULT-16", attacker, Some(target));
            rule!("EA-ASSAULT-16");
            let widths = if lead == 0 { tables::WITHDRAW_WIDTHS } else { -lead };
            self.give_way(listener, attacker, Heading::Along(facing.opposite()), widths);
        }
    }

    fn give_way(&mut self, listener: &mut dyn Listener, unit: UnitId, heading: Heading, widths: i32) {
        if self.present(unit) {
            self.flee(listener, unit, heading, widths, Manner::Retreated);
        }
    }

    /// The Assaulter has won: a follow-up is offered unless nothing is left of it (EA-ASSAULT-24).
    fn win(&mut self, _listener: &mut dyn Listener, attacker: UnitId) {
        if !self.present(attacker) || self.spent(attacker) {
            rule!("EA-ASSAULT-24");
            return;
        }
        self.interrupt(Wait::Pursue { unit: attacker });
    }
}

//! Whether one order is legal, and if not, why: a sentence that a player can act on.

use battle::{LeaderId, Marks, Object, Order, Perch, Pose, Refusal, UnitId, VerbInfo, rule};

use crate::approach::Approach;
use crate::assault::{self, Reply};
use crate::eagles::Eagles;
use crate::fire::Shot;
use crate::info::*;
use crate::legal::{Means, shot_of};
use crate::movement::Gait;
use crate::state::{Flags, Stage, Wait};
use crate::{Class, tables};

type Verdict = Result<(), Refusal>;

fn no(clause: &'static str, text: String) -> Verdict {
    Err(Refusal::new(clause, text))
}

impl Eagles {
    /// Whether the order is legal now.
    pub(crate) fn verdict(&self, order: &Order) -> Verdict {
        let Some(verb) = INFO.verbs.get(usize::from(order.verb.0)) else { return no("", String::from("unknown verb")) };
        if self.state.stage == Stage::Over {
            return no("", String::from("the battle is over"));
        }
        self.owned(order)?;
        self.at_this_moment(order, verb)?;
        self.well_formed(order, verb)?;
        if let Some(pose) = order.pose {
            let stem = Order { pose: None, ..*order };
            if !self.stem_reach(&stem).allows(&pose) {
                return self.why_not_there(order, verb, &pose);
            }
        }
        Ok(())
    }

    /// Why a Unit cannot be where a posed order wants it.
    fn why_not_there(&self, order: &Order, verb: &VerbInfo, pose: &Pose) -> Verdict {
        let Some(unit) = order.unit() else { return no("", format!("`{}` needs a unit", verb.word)) };
        let (name, word) = (self.name(unit), verb.word);
        let text = match order.verb {
            PLACE => format!("{name} cannot be placed at {pose}: not all of it lies free in its deployment zone"),
            MOVE | MARCH => {
                format!("{name} cannot begin a {word} as {pose}: name where it stands, turned as it may turn")
            }
            _ => {
                self.scene().fits(unit, pose)?;
                format!("{name} cannot {word} to {pose}: too far, or no legal way there")
            }
        };
        no(verb.clause, text)
    }

    /// Whether everything named exists and the actor is on the right side and on the map.
    fn owned(&self, order: &Order) -> Verdict {
        let side = self.deciding();
        let roster = self.field.roster();
        let (units, leaders) = (roster.units().count(), roster.leaders().count());
        let known = |object: Object| match object {
            Object::Unit(unit) => unit.index() < units,
            Object::Leader(leader) => leader.index() < leaders,
            Object::Hex(_) | Object::Part(_) => true,
        };
        if order.actor.into_iter().chain(order.target).any(|object| !known(object)) {
            return no("", String::from("no such unit or leader"));
        }
        match order.actor {
            Some(Object::Unit(unit)) if self.field.side(unit) != side => {
                no("", format!("{} is not {side}'s to command", self.name(unit)))
            }
            Some(Object::Unit(unit)) if !self.present(unit) => no("", format!("{} is not on the map", self.name(unit))),
            Some(Object::Leader(leader)) if self.setting.generals[leader.index()].side != side => {
                no("", format!("{} is not {side}'s to command", self.field.label(leader.into())))
            }
            _ => Ok(()),
        }
    }

    /// Whether the order answers what is asked now.
    fn at_this_moment(&self, order: &Order, verb: &VerbInfo) -> Verdict {
        let unit = order.unit();
        let about = |one: UnitId| unit == Some(one);
        let fits = match (self.state.wait, self.state.stage) {
            (Wait::Nothing, Stage::Deploy) => matches!(order.verb, PLACE | DONE),
            (Wait::Nothing, Stage::Arrivals) => matches!(order.verb, MOVE | DONE),
            (Wait::Nothing, Stage::Orders) => matches!(order.verb, ATTACH | RIDE | GRANT | PIP | BANK | ORDER | DONE),
            (Wait::Nothing, Stage::Actions) => {
                matches!(
                    order.verb,
                    MOVE | MARCH | MANEUVER | ASSAULT | BOMBARD | BARRAGE | LAY | RALLY | RESUPPLY | DONE
                )
            }
            (Wait::Nothing, Stage::Fire) => matches!(order.verb, FIRE | VOLLEY | SKIRMISH | DONE),
            (Wait::Nothing, _) => false,
            (Wait::Halt { unit, .. }, _) => order.verb == HALT && about(unit),
            (Wait::Short { attacker, .. }, _) => order.verb == HALT && about(attacker),
            (Wait::React { target, .. }, _) => matches!(order.verb, FIRE | STAND | KEEP) && about(target),
            (Wait::Pursue { unit }, _) => matches!(order.verb, PURSUE | KEEP) && about(unit),
            (Wait::Unlimber { unit }, _) => matches!(order.verb, BOMBARD | BARRAGE | LAY | KEEP) && about(unit),
            (Wait::Reaction, _) => matches!(order.verb, FIRE | DONE),
            (Wait::Settle { unit }, _) => order.verb == SETTLE && about(unit),
            (Wait::Return(leader), _) => order.verb == ATTACH && order.actor == Some(LeaderId(leader).into()),
        };
        if fits {
            return Ok(());
        }
        no(self.asked().clause, format!("`{}` does not answer what is asked now: {}", verb.word, self.asked().prompt))
    }

    /// Whether the order names exactly what its verb needs, and that is legal.
    fn well_formed(&self, order: &Order, verb: &VerbInfo) -> Verdict {
        if verb.posed != order.pose.is_some() {
            let text = if verb.posed { "needs a place" } else { "takes no place" };
            return no("", format!("`{}` {text}", verb.word));
        }
        let mut bare = Order { pose: order.pose, ..Order::new(order.verb) };
        let (actor, target) = (order.actor, order.target);
        match (order.verb, actor, target) {
            (DONE, None, None) => self.may_finish()?,
            (PLACE, Some(Object::Unit(unit)), None) => self.may_place(unit)?,
            (ATTACH | RIDE | GRANT, Some(Object::Leader(leader)), Some(target)) => {
                self.may_lead(order.verb, leader, target)?;
            }
            (PIP, Some(Object::Leader(leader)), None) => self.may_pip(leader)?,
            (BANK, Some(Object::Leader(leader)), None) => self.may_save(leader, order.number, &mut bare)?,
            (ORDER, Some(Object::Unit(unit)), None) => self.may_order(unit)?,
            (_, Some(Object::Unit(unit)), None) => self.may_do(order.verb, unit)?,
            (ASSAULT, Some(Object::Unit(unit)), Some(Object::Unit(on))) => {
                bare.number = self.charge_number(unit, on, order.number)?;
            }
            (_, Some(Object::Unit(unit)), Some(Object::Unit(on))) => self.may_shoot(order.verb, unit, on)?,
            _ => return no("", format!("`{}` needs another actor or target", verb.word)),
        }
        if (Order { actor, target, ..bare }) == *order {
            return Ok(());
        }
        no("", format!("`{}` has a number that means nothing here", verb.word))
    }

    fn may_finish(&self) -> Verdict {
        let free = self.state.stage != Stage::Fire || !self.rules().fire_compulsory || self.state.wait != Wait::Nothing;
        let side = self.active();
        match self.field.present_of(side).find(|unit| !free && !self.shots_of(*unit).is_empty()) {
            Some(unit) => no("EA-RES-40", format!("{} still has a target and must fire", self.name(unit))),
            None => Ok(()),
        }
    }

    fn may_place(&self, unit: UnitId) -> Verdict {
        if self.flagged(unit, Flags::PLACED) {
            return no("EA-SEQ-1", format!("{} has been placed", self.name(unit)));
        }
        Ok(())
    }

    fn may_lead(&self, verb: battle::Verb, leader: LeaderId, target: Object) -> Verdict {
        let who = self.field.label(leader.into());
        if let (GRANT, Object::Leader(other)) = (verb, target) {
            let able = self.may_grant(leader, other);
            return if able {
                Ok(())
            } else {
                no("EA-OPT-23", format!("{who} has no Order to hand on to {}", self.field.label(target)))
            };
        }
        let returning = self.state.wait == Wait::Return(leader.0);
        if !returning && !self.may_ride(leader) {
            return no(
                "EA-GEN-1",
                format!("{who} rides once a turn while on the map, before his side gives its first Order"),
            );
        }
        let there = match (verb, target) {
            (ATTACH, Object::Unit(unit)) if self.own_unit(leader, unit) => {
                returning
                    || (self.field.leader(leader) != Perch::With(unit) && self.ridden_to(&self.rides(leader), unit))
            }
            (RIDE, Object::Hex(hex))
                if self.field.unit_at(hex).is_none() && self.field.leader(leader) != Perch::At(hex) =>
            {
                let steps = self.rides(leader);
                self.field.ground().grid().index(hex).is_some_and(|place| steps[place] != u8::MAX)
            }
            _ => false,
        };
        let place = self.field.label(target);
        let far = format!("{who} cannot get to {place} within {} inches", tables::GENERAL_RIDE);
        if there { Ok(()) } else { no("EA-GEN-1", far) }
    }

    fn own_unit(&self, leader: LeaderId, unit: UnitId) -> bool {
        self.present(unit) && self.field.side(unit) == self.setting.generals[leader.index()].side
    }

    fn may_pip(&self, leader: LeaderId) -> Verdict {
        if self.may_keep_pip(leader) {
            return Ok(());
        }
        no(
            "EA-OPT-23",
            format!(
                "{} has no Order left to keep for the Initiative, or has kept one",
                self.field.label(leader.into())
            ),
        )
    }

    fn may_save(&self, leader: LeaderId, number: Option<i16>, bare: &mut Order) -> Verdict {
        let most = self.may_bank(leader);
        bare.number = number;
        match number {
            Some(number) if (1..=most).contains(&number) => Ok(()),
            _ => {
                no("EA-OPT-17", format!("{} can save 0 to {most} Orders of this roll", self.field.label(leader.into())))
            }
        }
    }

    /// Whether a Unit can be given an Order now (EA-ORD-2, EA-ORD-3).
    pub(crate) fn may_order(&self, unit: UnitId) -> Verdict {
        let name = self.name(unit);
        if self.spent(unit) {
            return no("EA-UNIT-10", format!("{name} is spent and takes no Orders"));
        }
        if self.orders_given(unit) >= self.order_limit(unit) {
            let text = if self.led(unit) { "has the Order its General brings" } else { "holds an Order already" };
            return no("EA-ORD-3", format!("{name} {text}"));
        }
        if self.price(unit).is_none() {
            let (cost, purse) = (self.order_cost(unit), self.purse(unit));
            return no("EA-ORD-2", format!("an Order to {name} costs {cost}; its command has {purse} left"));
        }
        Ok(())
    }

    /// Whether a Unit can take any Action (EA-ORD-4, EA-UNIT-10).
    pub(crate) fn can_act(&self, unit: UnitId, means: Means) -> Verdict {
        rule!("EA-UNIT-10");
        let name = self.name(unit);
        if !self.present(unit) || self.spent(unit) {
            return no("EA-UNIT-10", format!("{name} is spent and takes no Action"));
        }
        let free = self.state.stage == Stage::Arrivals && self.flagged(unit, Flags::FREE_MOVE);
        if means == Means::Held && self.uses(unit) == 0 && !free {
            return no("EA-ORD-5", format!("{name} has no unused Order, so it takes no Action"));
        }
        Ok(())
    }

    /// Whether there is anything to rally.
    pub(crate) fn may_rally(&self, unit: UnitId) -> Verdict {
        if self.strength(unit) >= self.field.unit(unit).full {
            return no("EA-RALLY-1", format!("{} has lost nothing", self.name(unit)));
        }
        Ok(())
    }

    /// Whether the Guns are out of ammunition.
    pub(crate) fn may_resupply(&self, unit: UnitId) -> Verdict {
        if !self.flagged(unit, Flags::OUT) {
            return no("EA-OPT-1", format!("{} is not out of ammunition", self.name(unit)));
        }
        Ok(())
    }

    /// Whether Guns may bombard, targets apart (EA-FIRE-2).
    pub(crate) fn may_bombard(&self, unit: UnitId, means: Means) -> Verdict {
        let name = self.name(unit);
        let unlimbering = self.state.wait == Wait::Unlimber { unit };
        if self.class(unit) != Class::Guns {
            return no("EA-FIRE-2", format!("{name} has no guns to bombard with"));
        }
        let free = unlimbering || self.rules().resupply_guns;
        self.can_act(unit, if free { Means::Supposed } else { means })?;
        if !unlimbering && !self.guns_unmoved(unit) {
            return no("EA-MOVE-8", format!("{name} has moved this turn and cannot bombard"));
        }
        if self.flagged(unit, Flags::OUT | Flags::RESUPPLIED) {
            return no("EA-OPT-1", format!("{name} has no ammunition this turn"));
        }
        let twice = self.flagged(unit, Flags::REACTED | Flags::LAID);
        if twice || (self.rules().resupply_guns && self.marked(unit, Marks::BOMBARDED)) {
            return no("EA-FIRE-2", format!("{name} has made its Bombardment"));
        }
        Ok(())
    }

    /// Whether Guns hold an Order to spare for one more die.
    pub(crate) fn may_barrage(&self, unit: UnitId) -> bool {
        let paid = self.rules().resupply_guns || self.state.wait == Wait::Unlimber { unit };
        self.uses(unit) > u8::from(!paid)
    }

    /// Whether a Unit may Move or March, its Order apart (EA-MOVE-7, EA-MOVE-8).
    pub(crate) fn may_move(&self, unit: UnitId, gait: Gait) -> Verdict {
        self.guns_free(unit)?;
        if gait == Gait::Move {
            return Ok(());
        }
        if self.marked(unit, Marks::FIRED | Marks::SKIRMISHED) {
            return no("EA-MOVE-7", format!("{} has fired this turn and cannot March", self.name(unit)));
        }
        self.scene().may_march(unit, &self.pose(unit))
    }

    /// Whether a Unit may Maneuver, its Order apart.
    pub(crate) fn may_maneuver(&self, unit: UnitId) -> Verdict {
        self.guns_free(unit)
    }

    fn guns_free(&self, unit: UnitId) -> Verdict {
        let busy = self.marked(unit, Marks::BOMBARDED) || self.flagged(unit, Flags::LAID);
        if self.class(unit) == Class::Guns && busy {
            return no("EA-MOVE-8", format!("{} has fired this turn and stays where it is", self.name(unit)));
        }
        Ok(())
    }

    /// The longest charge roll of a Unit in inches.
    pub(crate) fn longest_charge(&self, unit: UnitId) -> i32 {
        self.rules().base_inches + 6 * i32::from(tables::row(self.class(unit)).move_dice)
    }

    /// How a Unit may Assault a target that its roll can reach, its Order apart.
    pub(crate) fn may_assault(&self, unit: UnitId, target: UnitId) -> Result<Approach, Refusal> {
        let most = self.longest_charge(unit);
        let road = self.width();
        let gap = self.scene().inches(self.field.distance(unit, target));
        let too_far = |needed: i32| {
            let text = format!("{} rolls at most {most} inches; {} needs {needed}", self.name(unit), self.name(target));
            Refusal::new("EA-ASSAULT-6", text)
        };
        if matches!(self.class(unit), Class::Infantry | Class::Cavalry) && gap > most + road + 1 {
            return Err(too_far(gap));
        }
        let approach = self.scene().approach(unit, target)?;
        match assault::ways(&approach).map(|(_, way)| way.needed).min() {
            Some(needed) if needed <= most => Ok(approach),
            Some(needed) => Err(too_far(needed)),
            None => Err(Refusal::new("EA-ASSAULT-5", format!("{} finds no way to contact", self.name(unit)))),
        }
    }

    /// The number an Assault order carries: none when there is but one way.
    fn charge_number(&self, unit: UnitId, target: UnitId, number: Option<i16>) -> Result<Option<i16>, Refusal> {
        self.can_act(unit, Means::Held)?;
        self.enemy(unit, target)?;
        let approach = self.may_assault(unit, target)?;
        let most = self.longest_charge(unit);
        let ways: Vec<i16> = assault::ways(&approach)
            .enumerate()
            .filter(|(_, (_, way))| way.needed <= most)
            .map(|(at, _)| at as i16)
            .collect();
        match (ways.as_slice(), number) {
            ([0], _) => Ok(None),
            (_, Some(number)) if ways.contains(&number) => Ok(Some(number)),
            _ => {
                let list: Vec<String> = ways.iter().map(|way| format!("#{way}")).collect();
                let text = format!("{} has several ways to contact; name {}", self.name(unit), list.join(" or "));
                Err(Refusal::new("EA-ASSAULT-5", text))
            }
        }
    }

    fn enemy(&self, unit: UnitId, target: UnitId) -> Verdict {
        if self.field.side(unit) == self.field.side(target) || !self.present(target) {
            return no("", format!("{} is no enemy on the map", self.name(target)));
        }
        Ok(())
    }

    /// Orders of a Unit that name no target.
    fn may_do(&self, verb: battle::Verb, unit: UnitId) -> Verdict {
        match verb {
            MOVE => self.can_act(unit, Means::Held).and_then(|()| self.may_move(unit, Gait::Move)),
            MARCH => self.can_act(unit, Means::Held).and_then(|()| self.may_move(unit, Gait::March)),
            MANEUVER => self.can_act(unit, Means::Held).and_then(|()| self.may_maneuver(unit)),
            RALLY => self.can_act(unit, Means::Held).and_then(|()| self.may_rally(unit)),
            RESUPPLY => self.can_act(unit, Means::Held).and_then(|()| self.may_resupply(unit)),
            LAY if self.rules().bombard_in_fire_phase => self.may_bombard(unit, Means::Held),
            STAND | KEEP => self.may_reply(verb, unit),
            HALT | PURSUE | SETTLE => Ok(()),
            _ => no("", format!("{} needs a target for that", self.name(unit))),
        }
    }

    fn may_reply(&self, verb: battle::Verb, unit: UnitId) -> Verdict {
        match self.state.wait {
            Wait::React { attacker, target, .. } => {
                let wanted = if verb == STAND { Reply::Stand } else { Reply::Keep };
                if self.replies(attacker, target).contains(&wanted) {
                    return Ok(());
                }
                if self.class(unit) == Class::Guns {
                    return no("EA-ASSAULT-12", format!("{} is Guns and never fights hand to hand", self.name(unit)));
                }
                no("EA-ASSAULT-9", format!("{} has no unused Order to stand firm with", self.name(unit)))
            }
            Wait::Pursue { unit } if verb == KEEP && !self.may_stand(unit) => {
                no("EA-OPT-9", format!("{} is Impetuous and must advance", self.name(unit)))
            }
            _ => Ok(()),
        }
    }

    /// Orders of a Unit against another.
    fn may_shoot(&self, verb: battle::Verb, unit: UnitId, target: UnitId) -> Verdict {
        self.enemy(unit, target)?;
        let Some(mut shot) = shot_of(verb) else { return no("", String::from("that takes no target")) };
        match self.state.wait {
            Wait::React { attacker, target: defender, .. } => {
                self.may_fire_back(defender)?;
                let able = attacker == target && self.replies(attacker, defender).contains(&Reply::Fire);
                let (name, other, who) = (self.name(unit), self.name(target), self.name(attacker));
                let text = format!("{name} can fire only at {who}, and only with it in front; not at {other}");
                return if able { Ok(()) } else { no("EA-ASSAULT-9", text) };
            }
            Wait::Reaction => {
                shot = Shot::Paid;
                self.may_react(unit)?;
            }
            _ => self.may_fire_so(shot, unit)?,
        }
        if self.targets(unit, shot).contains(&target) { Ok(()) } else { self.why_not(unit, target, shot) }
    }

    fn may_fire_so(&self, shot: Shot, unit: UnitId) -> Verdict {
        let name = self.name(unit);
        match shot {
            Shot::Bombard | Shot::Barrage if self.rules().bombard_in_fire_phase => {
                no("EA-RES-7", format!("{name} bombards in the Fire phase; lay its guns now"))
            }
            Shot::Barrage if !self.may_barrage(unit) => {
                no("EA-FIRE-9", format!("{name} has no Order to spare for a die"))
            }
            Shot::Bombard | Shot::Barrage => self.may_bombard(unit, Means::Held),
            Shot::Volley if self.uses(unit) == 0 => no("EA-FIRE-9", format!("{name} has no unused Order for a die")),
            Shot::Fire | Shot::Volley | Shot::Paid if !self.may_fire(unit) => {
                no("EA-FIRE-1", format!("{name} has no Fire left in this phase"))
            }
            Shot::Skirmish if !self.may_skirmish(unit) => {
                no("EA-SKIRM-4", format!("{name} has no Skirmish Fire left in this phase"))
            }
            _ => Ok(()),
        }
    }

    /// Whether a Unit may fire by an Order in the enemy's Actions phase (EA-OPT-2).
    pub(crate) fn may_react(&self, unit: UnitId) -> Verdict {
        rule!("EA-OPT-2");
        rule!("EA-SEQ-7");
        let name = self.name(unit);
        self.can_act(unit, Means::Held)?;
        let guns = self.class(unit) == Class::Guns;
        let ready = !self.marked(unit, Marks::MARCHED)
            && match self.class(unit) {
                Class::Cavalry => false,
                Class::Infantry | Class::Lights => true,
                Class::Guns => self.may_bombard(unit, Means::Held).is_ok() && !self.marked(unit, Marks::BOMBARDED),
            };
        if ready {
            return Ok(());
        }
        let text = if guns { "has moved or fired and cannot fire again" } else { "cannot fire this turn" };
        no("EA-OPT-2", format!("{name} {text}"))
    }

    /// Why a target cannot be chosen.
    fn why_not(&self, unit: UnitId, target: UnitId, shot: Shot) -> Verdict {
        let (name, other) = (self.name(unit), self.name(target));
        let inches = self.scene().inches(self.field.distance(unit, target));
        let reach = if shot == Shot::Skirmish { self.skirmish_reach(unit) } else { self.fire_reach(unit) };
        if reach == 0 {
            return no("EA-FIRE-4", format!("{name} has no Fire, only Skirmish Fire"));
        }
        if inches > reach {
            let clause = if shot == Shot::Skirmish { "EA-SKIRM-1" } else { "EA-FIRE-4" };
            return no(clause, format!("{other} is {inches} inches away; {name} reaches {reach}"));
        }
        if self.shot_at(unit, target, shot).is_some() {
            let first: Vec<&str> = self.targets(unit, shot).into_iter().map(|near| self.name(near)).collect();
            return no("EA-FIRE-6", format!("{name} must take a Priority Target first: {}", first.join(" or ")));
        }
        if self.in_sight(unit, target, shot) {
            return no("EA-FIRE-7", format!("{other} is in cover and so far away that {name} has no die left"));
        }
        no("EA-FIRE-3", format!("{name} does not see enough of {other} from here"))
    }
}

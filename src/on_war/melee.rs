//! The mêlée: blow and answer until one side falls back or is destroyed, and what the winner does (OW-ASSAULT-12 to 21).

use battle::{
    Changes, Departure, Footprint, Listener, Manner, Marks, Order, Part, PartKind, Pool, Pose, Reach, Reading, Refusal,
    UnitId, rule,
};
use hexes::{Direction, Facing, Hex};

use crate::info::{ADVANCE, FIGHT, KEEP, PILE, REFORM, STAY, WITHDRAW};
use crate::rules::CavalryBonus;
use crate::scene::{Scene, shape_of};
use crate::sequence::Progress;
use crate::state::{Charge, Course, Fight, Stage, Wait};
use crate::tables::{self, Shape};
use crate::terrain;
use crate::war::{OnWar, Why};

/// The stands of a unit that have to do with one enemy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Engaged {
    /// Stands in contact.
    pub contact: Footprint,
    /// Stands that strike without leaving the ranks.
    pub eligible: Footprint,
    /// Stands that strike when they pile in.
    pub piled: Footprint,
}

/// The stands of a pose that can fight: not the reserve in a square's middle (OW-SQUARE-9).
fn fighters(pose: &Pose, print: &Footprint) -> Footprint {
    let hexes = print.hexes();
    let reserve = shape_of(pose) == Shape::Square && matches!(hexes.len(), 7 | 11);
    Footprint::of(hexes[..hexes.len() - usize::from(reserve)].iter().copied(), hexes.len())
}

impl Scene<'_> {
    /// Whether only a broken window opens the way between two neighbouring stands (OW-BUILD-7).
    fn only_by_window(&self, hex: Hex, side: Direction) -> bool {
        let broken = |kind: PartKind| self.field.damage_of(Part::new(hex, side, kind)).destroyed;
        terrain::is_outer_wall(self.field.ground(), hex, side)
            && PartKind::ALL.iter().all(|kind| broken(*kind) == (*kind == PartKind::Window))
    }

    /// The stands of one unit that touch another, both in any poses. Where closing up after losses has left a gap, the
    /// nearest stands count: a fight once joined ends only by the rules for its end.
    pub(crate) fn engaged(&self, pose: &Pose, own: &Footprint, other: &Footprint) -> Engaged {
        rule!("OW-ASSAULT-12");
        let own = fighters(pose, own);
        let opens = |hex: &Hex, open: &dyn Fn(Hex, Direction) -> bool| {
            Direction::ALL.iter().any(|side| other.contains(hex.neighbor(*side)) && open(*hex, *side))
        };
        let touches = |hex: &&Hex| opens(hex, &|hex, side| self.meets(hex, hex.neighbor(side)));
        let mut contact = Footprint::of(own.hexes().iter().filter(touches).copied(), 0);
        if contact.hexes().is_empty() {
            let near = own.distance(other);
            contact = Footprint::of(own.hexes().iter().filter(|hex| other.distance_to(**hex) == near).copied(), 0);
        }
        let by_window = |hex: &Hex| {
            opens(hex, &|hex, side| self.meets(hex, hex.neighbor(side)))
                && !opens(hex, &|hex, side| self.meets(hex, hex.neighbor(side)) && !self.only_by_window(hex, side))
        };
        let doors = Footprint::of(contact.hexes().iter().filter(|hex| !by_window(hex)).copied(), 0);
        let within = |reach: i32| {
            let near = |hex: &&Hex| contact.contains(**hex) || doors.distance_to(**hex) <= reach;
            Footprint::of(own.hexes().iter().filter(near).copied(), 0)
        };
        let piled = if shape_of(pose) == Shape::Garrison { within(1) } else { within(1 + self.hexes(tables::PILE_IN)) };
        Engaged { contact, eligible: within(1), piled }
    }
}

impl OnWar {
    /// The stands of a unit engaged with an enemy, both as they stand.
    pub(crate) fn engaged_with(&self, unit: UnitId, enemy: UnitId) -> Engaged {
        self.scene().engaged(&self.pose(unit), &self.field.footprint(unit), &self.field.footprint(enemy))
    }

    /// How many stands strike: with ranks kept, or after piling in also those within reach (OW-ASSAULT-17).
    pub(crate) fn strikers(&self, unit: UnitId, enemy: UnitId) -> u8 {
        let engaged = self.engaged_with(unit, enemy);
        let print = if self.marked(unit, Marks::RAGGED) { engaged.piled } else { engaged.eligible };
        print.hexes().len() as u8
    }

    /// Dice of one stand (OW-UNIT-1, OW-UNIT-2).
    pub(crate) fn attacks(&self, unit: UnitId) -> u8 {
        rule!("OW-UNIT-2");
        if self.rules().one_per_stand {
            return 1;
        }
        rule!("OW-UNIT-1");
        tables::row(self.kind(unit)).attacks
    }

    /// Whether horse strikes with its bonus: it charged, and the enemy is foot in a formation that it breaks.
    fn has_cavalry_bonus(&self, unit: UnitId, enemy: UnitId, at: &Pose, charging: bool) -> bool {
        let starts = match self.rules().cavalry_bonus {
            CavalryBonus::Charging => charging,
            CavalryBonus::AnyCavalry => true,
            CavalryBonus::Off => false,
        };
        let shape = shape_of(at);
        let closed = shape == Shape::Garrison || (shape == Shape::Square && !self.marked(enemy, Marks::RAGGED));
        starts && self.kind(unit).is_horse() && self.kind(enemy).is_foot() && !closed
    }

    /// The dice of one blow (OW-ASSAULT-13, 14) against an enemy in that pose.
    pub(crate) fn kill_pool(&self, unit: UnitId, enemy: UnitId, at: &Pose, strikers: u8, charging: bool) -> Pool {
        rule!("OW-ASSAULT-13");
        let face = tables::skill(self.profile(unit).skill);
        let again = self.has_general(unit) && self.rules().general_rerolls_kills;
        let reading = if again { Reading::EachOrAgain(face) } else { Reading::Successes(face) };
        let dice = strikers.saturating_mul(self.attacks(unit));
        let mut pool = self.pool_read("kills", "OW-ASSAULT-13", dice, reading);
        if self.has_cavalry_bonus(unit, enemy, at, charging) {
            rule!("OW-ASSAULT-14");
            pool.need("charging horse", -1, "OW-ASSAULT-14");
        }
        if again {
            rule!("OW-CMD-2");
            pool.note("General with it: second throw", 0, Changes::Result, "OW-CMD-2");
        }
        pool
    }

    /// Whether a charge is in contact with somebody to fight.
    fn is_joined(&self, charge: &Charge) -> bool {
        charge.course == Course::Contact && self.present(charge.unit) && self.present(charge.target)
    }

    /// The charges still to be fought out, by their place, of the player.
    fn fights(&self) -> Vec<usize> {
        let open = |place: &usize| {
            let charge = &self.state.charges[*place];
            self.field.side(charge.unit) == self.state.player && self.is_joined(charge)
        };
        (0..self.state.charges.len()).filter(open).collect()
    }

    /// The step begins: nothing has been fought yet.
    pub(crate) fn melee_enter(&mut self, _listener: &mut dyn Listener) {
        self.state.fight = None;
    }

    /// Fights on until a decision is pending or nothing is left to fight.
    pub(crate) fn melee_proceed(&mut self, listener: &mut dyn Listener) -> Progress {
        while self.state.stage == Stage::Melee {
            self.forget_lost_waits();
            if self.state.wait != Wait::Nothing {
                return Progress::Ask;
            }
            if let Some(fight) = self.state.fight {
                self.fight_on(listener, fight);
                continue;
            }
            match self.fights().as_slice() {
                [] => return Progress::Finished,
                [only] => self.begin_fight(listener, *only),
                _ => return Progress::Ask,
            }
        }
        Progress::Finished
    }

    /// A decision whose unit has gone is none.
    fn forget_lost_waits(&mut self) {
        let lost = match self.state.wait {
            Wait::PileIn { unit, enemy } => !self.present(unit) || !self.present(enemy),
            Wait::Triumph { unit, .. } => !self.present(unit),
            _ => false,
        };
        if lost {
            self.answered();
        }
    }

    fn begin_fight(&mut self, listener: &mut dyn Listener, place: usize) {
        rule!("OW-ASSAULT-22");
        let charge = self.state.charges[place];
        self.say(listener, "{a} and {t} come to blows", "OW-ASSAULT-12", charge.unit, Some(charge.target));
        if self.marked(charge.target, Marks::ROUTING) {
            self.destroy(listener, charge.target, Departure::Destroyed, "OW-MORALE-11");
            self.state.charges[place].course = Course::Done;
            return self.offer_triumph(charge.unit);
        }
        let charge = place as u8;
        self.state.fight = Some(Fight { charge, rounds: 0, charger_strikes: true, strikes: 0, piled: false });
    }

    fn end_fight(&mut self, fight: &Fight) {
        self.state.fight = None;
        if let Some(charge) = self.state.charges.get_mut(usize::from(fight.charge)) {
            charge.course = Course::Done;
        }
    }

    fn fight_on(&mut self, listener: &mut dyn Listener, fight: Fight) {
        let charge = self.state.charges.get(usize::from(fight.charge)).copied();
        let Some(charge) = charge.filter(|charge| self.is_joined(charge)) else { return self.end_fight(&fight) };
        let (unit, enemy) =
            if fight.charger_strikes { (charge.unit, charge.target) } else { (charge.target, charge.unit) };
        if !fight.piled {
            self.state.fight = Some(Fight { piled: true, ..fight });
            if self.may_pile_in(unit, enemy, &fight) {
                self.state.wait = Wait::PileIn { unit, enemy };
            }
            return;
        }
        self.strike(listener, &fight, unit, enemy);
    }

    /// Whether the striker could bring more stands to bear: after the first blow, from closed ranks (OW-ASSAULT-17).
    fn may_pile_in(&self, unit: UnitId, enemy: UnitId, fight: &Fight) -> bool {
        rule!("OW-ASSAULT-17");
        let engaged = self.engaged_with(unit, enemy);
        let gain = engaged.piled.hexes().len() > engaged.eligible.hexes().len();
        fight.strikes > 0 && gain && !self.marked(unit, Marks::RAGGED)
    }

    fn strike(&mut self, listener: &mut dyn Listener, fight: &Fight, unit: UnitId, enemy: UnitId) {
        let strikers = self.strikers(unit, enemy);
        let pool = self.kill_pool(unit, enemy, &self.pose(enemy), strikers, fight.charger_strikes);
        let kills = self.throw(listener, &pool, self.by_unit(unit, Some(enemy), Why::Kill));
        let lost = kills.clamp(0, i16::from(self.stands(enemy))) as u8;
        if lost > 0 {
            self.lose_stands(listener, enemy, lost, "assault", "OW-ASSAULT-13");
        }
        if !self.present(enemy) {
            self.end_fight(fight);
            return if fight.charger_strikes {
                self.offer_triumph(unit)
            };
        }
        if lost > 0 && !self.stands_after_losses(listener, enemy, unit) {
            return self.beaten(listener, fight, unit, enemy);
        }
        self.next_blow(listener, fight, unit, enemy);
    }

    /// The check after losses (OW-ASSAULT-15, OW-MORALE-4).
    fn stands_after_losses(&mut self, listener: &mut dyn Listener, unit: UnitId, enemy: UnitId) -> bool {
        rule!("OW-ASSAULT-15");
        rule!("OW-MORALE-4");
        self.test_sudden_loss(listener, unit)
            && self.check_motivation(listener, unit, Some(enemy), "losses in combat", "OW-MORALE-4")
    }

    fn beaten(&mut self, listener: &mut dyn Listener, fight: &Fight, winner: UnitId, loser: UnitId) {
        self.say(listener, "{a} is beaten by {t}", "OW-ASSAULT-15", loser, Some(winner));
        self.give_way(listener, loser, Some(winner), "OW-MORALE-4");
        self.end_fight(fight);
        if fight.charger_strikes && self.present(winner) && self.rules().breakthrough_after_fallback {
            self.offer_triumph(winner);
        }
    }

    /// The other side strikes; after ten full rounds the charger gives up (OW-ASSAULT-16).
    fn next_blow(&mut self, listener: &mut dyn Listener, fight: &Fight, unit: UnitId, enemy: UnitId) {
        rule!("OW-ASSAULT-16");
        let rounds = fight.rounds + u8::from(!fight.charger_strikes);
        if rounds >= tables::ROUNDS {
            self.say(listener, "{a} gives up the fight with {t}", "OW-ASSAULT-16", enemy, Some(unit));
            self.give_way(listener, enemy, Some(unit), "OW-ASSAULT-16");
            return self.end_fight(fight);
        }
        let charger_strikes = !fight.charger_strikes;
        let strikes = fight.strikes.saturating_add(1);
        self.state.fight = Some(Fight { charger_strikes, strikes, rounds, piled: false, ..*fight });
    }

    fn offer_triumph(&mut self, unit: UnitId) {
        if self.present(unit) {
            rule!("OW-ASSAULT-18");
            self.state.wait = Wait::Triumph { unit, facing: self.pose(unit).facing.index() as u8 };
        }
    }

    /// Whether the winner's enemy fell back instead of being destroyed: then it can only follow (OW-ASSAULT-20).
    fn may_only_follow(&self, unit: UnitId) -> bool {
        self.state.charges.iter().any(|charge| charge.unit == unit && self.present(charge.target))
    }

    /// Complete orders of the step.
    pub(crate) fn melee_orders(&self, out: &mut Vec<Order>) {
        match self.state.wait {
            Wait::PileIn { unit, enemy } => {
                out.extend([PILE, KEEP].map(|verb| Order::new(verb).by(unit).on(enemy)));
            }
            Wait::Triumph { unit, .. } => out.push(Order::new(STAY).by(unit)),
            _ if self.state.fight.is_none() => {
                rule!("OW-ASSAULT-21");
                let fight = |place: usize| self.state.charges[place];
                let order = |charge: Charge| Order::new(FIGHT).by(charge.unit).on(charge.target);
                out.extend(self.fights().into_iter().map(fight).map(order));
            }
            _ => {}
        }
    }

    /// What the winner of a fight may do with a pose (OW-ASSAULT-18, 19).
    pub(crate) fn melee_stems(&self, out: &mut Vec<Order>) {
        let Wait::Triumph { unit, .. } = self.state.wait else { return };
        let mut verbs = vec![ADVANCE];
        if !self.may_only_follow(unit) {
            if self.kind(unit).is_horse() {
                rule!("OW-ASSAULT-19");
                verbs.push(WITHDRAW);
            }
            verbs.push(REFORM);
        }
        let stems = verbs.into_iter().map(|verb| Order::new(verb).by(unit));
        out.extend(stems.filter(|stem| self.melee_reach(stem).legal().next().is_some()));
    }

    /// Where the winner of a fight may go.
    pub(crate) fn melee_reach(&self, stem: &Order) -> Reach {
        let Wait::Triumph { unit, facing } = self.state.wait else { return Reach::default() };
        if stem.unit() != Some(unit) {
            return Reach::default();
        }
        match stem.verb {
            ADVANCE => self.advance_reach(unit, Facing::from_index(i32::from(facing))),
            WITHDRAW if self.kind(unit).is_horse() && !self.may_only_follow(unit) => self.withdraw_reach(unit),
            REFORM if !self.may_only_follow(unit) => self.reform_reach(unit),
            _ => Reach::default(),
        }
    }

    /// Why an order of this step is not legal.
    pub(crate) fn melee_refusal(&self, order: &Order) -> Refusal {
        let name = order.unit().map_or("the unit", |unit| self.name(unit));
        match (&self.state.wait, order.verb) {
            (Wait::Triumph { unit, .. }, _) if order.unit() != Some(*unit) => {
                Refusal::new("OW-ASSAULT-18", format!("{} has won and decides, not {name}", self.name(*unit)))
            }
            (_, WITHDRAW) => Refusal::new(
                "OW-ASSAULT-19",
                format!("{name} cannot draw off there: horse only, 8 inches, not into contact"),
            ),
            (_, ADVANCE) => Refusal::new(
                "OW-ASSAULT-18",
                format!("{name} cannot break through there: 4 inches, the way the assault went"),
            ),
            (_, REFORM) => Refusal::new(
                "OW-ASSAULT-18",
                format!("{name} cannot reform like that: one turn or one change of formation, where it stands"),
            ),
            (_, PILE | KEEP) => Refusal::new("OW-ASSAULT-17", format!("{name} is not the unit that strikes next")),
            _ => Refusal::new("OW-ASSAULT-21", format!("{name} has no charge left to be fought out")),
        }
    }

    /// Carries out a checked order of this step.
    pub(crate) fn melee_carry_out(&mut self, listener: &mut dyn Listener, order: &Order) {
        let Some(unit) = order.unit() else { return };
        match order.verb {
            FIGHT => {
                let of = |charge: &Charge| charge.unit == unit && order.target_unit() == Some(charge.target);
                let place = self.state.charges.iter().position(|charge| of(charge) && self.is_joined(charge));
                if let Some(place) = place {
                    self.begin_fight(listener, place);
                }
            }
            PILE => {
                self.answered();
                self.say(listener, "{a} piles in", "OW-ASSAULT-17", unit, None);
                self.mark(listener, unit, Marks::RAGGED, true);
            }
            KEEP => self.answered(),
            _ => self.triumph(listener, unit, order),
        }
    }

    fn triumph(&mut self, listener: &mut dyn Listener, unit: UnitId, order: &Order) {
        let reach = self.melee_reach(&Order { pose: None, ..*order });
        self.answered();
        if order.verb != ADVANCE {
            self.mark(listener, unit, Marks::RAGGED, false);
        }
        let Some(pose) = order.pose else { return };
        let way = reach.way(&pose);
        let way = if way.len() > 1 { way } else { vec![self.pose(unit), pose] };
        match order.verb {
            ADVANCE => {
                self.walk(listener, unit, &way, Manner::Pursued, "OW-ASSAULT-18");
                self.ride_down(listener, unit);
            }
            WITHDRAW => self.walk(listener, unit, &way, Manner::Withdrew, "OW-ASSAULT-19"),
            _ => self.walk(listener, unit, &way, Manner::Formed, "OW-ASSAULT-18"),
        }
    }

    /// A breakthrough that touches a beaten unit destroys it (OW-ASSAULT-20).
    fn ride_down(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        let beaten = |enemy: &UnitId| self.marked(*enemy, Marks::FELL_BACK | Marks::ROUTING);
        let caught: Vec<UnitId> = self
            .units_of(self.field.side(unit).other())
            .into_iter()
            .filter(|enemy| beaten(enemy) && self.scene().touch(unit, *enemy))
            .collect();
        for enemy in caught {
            rule!("OW-ASSAULT-20");
            self.say(listener, "{a} rides down {t}", "OW-ASSAULT-20", unit, Some(enemy));
            self.destroy(listener, enemy, Departure::Destroyed, "OW-ASSAULT-20");
        }
    }
}

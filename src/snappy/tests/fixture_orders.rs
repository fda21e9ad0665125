//! What proofs of orders, leaders and the turn say in few words: commands, orders of both steps, ends of moves.

use battle::{Formation, Order, Perch, Pose, Side, System};
use hexes::Facing;

use super::fixture::{Game, facing, hex};
use crate::info::{AIM, END, MOVE, ORDER, RALLY, SHADE, SUPPLY};
use crate::orders::{Command, Mandate};
use crate::space::{Shape, formation, shape_of};

impl Game {
    /// What a command holds.
    pub fn command(&mut self, leader: &str) -> &mut Command {
        let leader = self.leader(leader);
        &mut self.war.state.own.commands[leader.index()]
    }

    /// What a command does.
    pub fn effective(&self, leader: &str) -> Mandate {
        self.war.state.own.command(self.leader(leader)).effective()
    }

    /// What a command was ordered.
    pub fn ordered(&self, leader: &str) -> Mandate {
        self.war.state.own.command(self.leader(leader)).ordered
    }

    /// The objective of a command, by axial coordinates.
    pub fn aim(&self, leader: &str) -> Option<(i16, i16)> {
        self.war.state.own.command(self.leader(leader)).objective.map(|hex| (hex.q, hex.r))
    }

    /// An order sent to a command, without a place.
    pub fn send(&self, leader: &str, number: i16) -> Order {
        Order::new(ORDER).by(self.leader(leader)).with(number)
    }

    /// An order sent to a command, with a place.
    pub fn send_to(&self, leader: &str, number: i16, (q, r): (i16, i16)) -> Order {
        Order::new(AIM).by(self.leader(leader)).with(number).to(Pose::new(hex(q, r), Facing::North, Formation::line(1)))
    }

    /// A command's own choice.
    pub fn shade(&self, leader: &str, number: i16) -> Order {
        Order::new(SHADE).by(self.leader(leader)).with(number)
    }

    /// Every order that a command may be under after this step, by number.
    pub fn choices(&self, leader: &str) -> Vec<i16> {
        let now = self.war.state.own.command(self.leader(leader)).chosen.number();
        (1..=7).filter(|number| *number == now || self.may(self.shade(leader, *number))).collect()
    }

    /// An order of a unit to end so.
    pub fn to(&self, verb: battle::Verb, label: &str, (q, r): (i16, i16), face: &str, shape: Shape) -> Order {
        let unit = self.id(label);
        let profile = self.war.profile(unit);
        let pose = Pose::new(hex(q, r), facing(face), formation(profile.kind, profile.stands, shape));
        Order::new(verb).by(unit).to(pose)
    }

    /// Whether a unit may move to that place.
    pub fn goes(&self, label: &str, at: (i16, i16), face: &str, shape: Shape) -> bool {
        self.may(self.to(MOVE, label, at, face, shape))
    }

    /// Moves a unit.
    #[track_caller]
    pub fn go(&mut self, label: &str, at: (i16, i16), face: &str, shape: Shape) {
        self.give(self.to(MOVE, label, at, face, shape));
    }

    /// The legal ends of a verb for a unit: anchor and shape.
    pub fn ends(&self, verb: battle::Verb, label: &str) -> Vec<((i16, i16), Shape)> {
        let reach = self.war.reach(&Order::new(verb).by(self.id(label)));
        reach.legal().map(|place| ((place.pose.anchor.q, place.pose.anchor.r), shape_of(&place.pose))).collect()
    }

    /// Sends a leader to a hex.
    pub fn ride(&self, leader: &str, (q, r): (i16, i16)) -> Order {
        let pose = Pose::new(hex(q, r), Facing::North, Formation::line(1));
        Order::new(crate::info::RIDE).by(self.leader(leader)).to(pose)
    }

    /// Whether the step may end.
    pub fn may_end(&self) -> bool {
        self.may(Order::new(crate::info::DONE))
    }

    /// Where a leader is: his hex, and whether he is with a unit; nothing when he is away.
    pub fn perch(&self, leader: &str) -> Option<((i16, i16), bool)> {
        let leader = self.leader(leader);
        let with = matches!(self.war.field().leader(leader), Perch::With(_));
        self.war.field().leader_hex(leader).map(|hex| ((hex.q, hex.r), with))
    }

    /// Puts a leader with a unit.
    pub fn join(&mut self, leader: &str, unit: &str) {
        let (leader, unit) = (self.leader(leader), self.id(unit));
        self.umpire().lead(leader, Perch::With(unit), "SN-LEADER-3");
    }

    /// Takes a leader off the map.
    pub fn away(&mut self, leader: &str) {
        let leader = self.leader(leader);
        self.umpire().lead(leader, Perch::Away, "SN-LEADER-6");
    }

    /// Passes by the rest of the turn, without its rally and supply, to the next question.
    pub fn next_turn(&mut self) {
        self.enter(END, Side::Blue);
    }

    /// Rally, supply and the end of the turn, and on to the next question.
    pub fn close_turn(&mut self) {
        self.enter(RALLY, Side::Blue);
    }

    /// Supply and the end of the turn, and on to the next question.
    pub fn check_supply(&mut self) {
        self.enter(SUPPLY, Side::Blue);
    }

    /// A unit leaves the map, dispersed.
    pub fn rout(&mut self, label: &str) {
        let unit = self.id(label);
        let mut umpire = self.umpire();
        umpire.emit(battle::Event::Left { unit, why: battle::Departure::Routed, clause: "SN-MC-4" });
    }

    /// Gives a unit a status.
    pub fn set_status(&mut self, label: &str, to: i16) {
        let unit = self.id(label);
        let from = self.war.strength(unit);
        self.umpire().emit(battle::Event::Strength { unit, from, to, cause: "test", clause: "SN-UNIT-6" });
    }
}

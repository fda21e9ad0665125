//! Orders: the ladder of seven, what commands hold, who is in command (SN-ORD).

pub(crate) mod binding;
pub(crate) mod conformity;
pub(crate) mod giving;
pub(crate) mod telling;

use battle::{LeaderId, Side, UnitId, rule};
use hexes::Hex;
use serde::Serialize;

use crate::profile::Nation;
use crate::space::{self, inches};
use crate::{Umpire, War, tables};

/// The ladder of orders, the least aggressive first (SN-ORD-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Mandate {
    /// Stand off and recover.
    Rally = 1,
    /// Disengage.
    Withdraw,
    /// Stay near a place.
    Defend,
    /// Keep off the enemy.
    Maneuver,
    /// Stay between 6 and 12 inches.
    Screen,
    /// Half within 6 inches, the rest within 12. What commands begin with where their battle says nothing (designed: it
    /// binds least of those that let a command fight).
    #[default]
    Probe,
    /// All within 3 inches.
    Attack,
}

impl Mandate {
    /// All, the least aggressive first.
    pub const ALL: [Mandate; 7] = [
        Mandate::Rally,
        Mandate::Withdraw,
        Mandate::Defend,
        Mandate::Maneuver,
        Mandate::Screen,
        Mandate::Probe,
        Mandate::Attack,
    ];
    /// Their names in battle files.
    pub const NAMES: [&'static str; 7] = ["rally", "withdraw", "defend", "maneuver", "screen", "probe", "attack"];

    /// The order of that number, 1 to 7.
    #[must_use]
    pub fn numbered(number: i16) -> Option<Mandate> {
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        Mandate::ALL.get(place).copied().filter(|_| rule!("SN-ORD-1"))
    }

    /// Its number on the ladder.
    #[must_use]
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Mandate::NAMES[self as usize - 1]
    }

    /// Whether it is nothing without an objective (SN-ORD-6).
    #[must_use]
    pub fn needs_objective(self) -> bool {
        self == Mandate::Defend && rule!("SN-ORD-6")
    }

    /// Whether an objective goes with it (SN-ORD-6).
    #[must_use]
    pub const fn takes_objective(self) -> bool {
        matches!(self, Mandate::Defend | Mandate::Screen | Mandate::Probe | Mandate::Attack)
    }
}

/// An order with its objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sent {
    /// The order.
    pub mandate: Mandate,
    /// Its objective.
    pub objective: Option<Hex>,
}

/// What a command holds (SN-ORD-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Command {
    /// What the C-in-C ordered.
    pub ordered: Mandate,
    /// What it has chosen to do.
    pub chosen: Mandate,
    /// Where to.
    pub objective: Option<Hex>,
    /// On its way: arrives at the next turn's start.
    pub pending: Option<Sent>,
    /// It was sent an order this turn.
    pub given: bool,
    /// It has shaded its order this turn.
    pub shaded: bool,
    /// An enemy is too near to rally (SN-ORD-13).
    pub pressed: bool,
    /// Nothing of it is known in this view: it is the enemy's (SN-SEQ-2).
    #[serde(skip)]
    pub secret: bool,
}

impl Command {
    /// A command that begins with an order.
    pub(crate) fn beginning(mandate: Mandate) -> Command {
        Command { ordered: mandate, chosen: mandate, ..Command::default() }
    }

    /// A turn begins: an order on its way arrives (SN-ORD-5).
    pub(crate) fn begin_turn(&mut self) {
        (self.given, self.shaded, self.pressed) = (false, false, false);
        if let Some(sent) = self.pending.take() {
            self.receive(sent);
        }
    }

    /// A new order takes the place of the old, and of what the command had made of it (SN-ORD-5).
    fn receive(&mut self, sent: Sent) {
        (self.ordered, self.objective) = (sent.mandate, sent.objective);
        if rule!("SN-ORD-5d") {
            self.chosen = sent.mandate;
        }
        self.shaded = false;
    }

    /// What it does: a command that would rally with an enemy near withdraws instead (SN-ORD-13).
    #[must_use]
    pub fn effective(&self) -> Mandate {
        if self.chosen == Mandate::Rally && self.pressed && rule!("SN-ORD-13") {
            return Mandate::Withdraw;
        }
        if rule!("SN-ORD-3") { self.chosen } else { self.ordered }
    }
}

/// The leader whose command a unit belongs to.
pub(crate) fn leader_of(war: &War, unit: UnitId) -> LeaderId {
    war.fixed().command[unit.index()]
}

/// The command a unit belongs to.
pub(crate) fn command_of(war: &War, unit: UnitId) -> &Command {
    war.state.own.command(leader_of(war, unit))
}

/// The units of a command on the map.
pub(crate) fn units(war: &War, leader: LeaderId) -> Vec<UnitId> {
    war.field().present().filter(|unit| leader_of(war, *unit) == leader).collect()
}

/// The command radius of a leader, in inches (SN-ORD-12).
pub(crate) fn radius(war: &War, leader: LeaderId) -> i32 {
    let [wide, late, early] = tables::RADIUS;
    match war.post(leader).nation {
        _ if !rule!("SN-ORD-12") => 0,
        Nation::French | Nation::FrenchAlly | Nation::British | Nation::BritishAlly => wide,
        Nation::Austrian if !war.fixed().early => late,
        Nation::Austrian | Nation::Spanish | Nation::Turkish => early,
    }
}

/// Whether a leader on the map has a unit within his radius, in inches from his hex to its nearest stand.
fn reaches(war: &War, leader: LeaderId, unit: UnitId) -> bool {
    let near = |hex: Hex| inches(war, war.field().footprint(unit).distance_to(hex)) <= radius(war, leader);
    war.field().leader_hex(leader).is_some_and(near)
}

/// Whether a unit is in command where it stands (SN-ORD-9, 10, 14).
pub(crate) fn in_command(war: &War, unit: UnitId) -> bool {
    let leader = leader_of(war, unit);
    match war.field().leader_hex(leader) {
        Some(_) => reaches(war, leader, unit) && rule!("SN-ORD-10"),
        None => reaches(war, war.fixed().chief(war.side(unit)), unit) && rule!("SN-ORD-14"),
    }
}

/// S1a ends for a side: its commands that would rally look whether an enemy is too near.
pub(crate) fn close(umpire: &mut Umpire<'_>) {
    let side = umpire.state.player;
    for leader in umpire.setting().leaders_of(side).collect::<Vec<_>>() {
        let pressed = units(umpire, leader).iter().any(|unit| presses(umpire, *unit));
        umpire.state.own.commands[leader.index()].pressed = pressed;
    }
}

/// Whether an enemy is too near to a unit for its command to rally (SN-ORD-13).
fn presses(war: &War, unit: UnitId) -> bool {
    let far = space::steps_to_nearest(war, &war.field().footprint(unit), war.side(unit).other());
    inches(war, far) < tables::DEMANDS[2]
}

/// Takes out what the other side has ordered, and how well its units have conformed: both write in secret (SN-SEQ-2).
pub(crate) fn conceal(war: &mut War, from: Side) {
    for leader in war.setting().leaders_of(from.other()).filter(|_| rule!("SN-SEQ-2")).collect::<Vec<_>>() {
        war.state.own.commands[leader.index()] = Command { secret: true, ..Command::default() };
    }
    for unit in war.field().ids().filter(|unit| war.side(*unit) != from).collect::<Vec<_>>() {
        war.own_mut(unit).near = false;
    }
}

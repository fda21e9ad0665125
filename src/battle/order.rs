//! Orders: what a seat answers a decision with, in a form every system shares, and their text.

use std::fmt;

use hexes::{Hex, Offset};
use serde::{Deserialize, Serialize};

use crate::{Arrangement, Part, Pose, Roster};

/// A unit's number in the roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u8);

impl UnitId {
    /// Its place in arrays.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A leader's number in the roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LeaderId(pub u8);

impl LeaderId {
    /// His place in arrays.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Something an order can point at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Object {
    /// A unit.
    Unit(UnitId),
    /// A leader.
    Leader(LeaderId),
    /// A hex.
    Hex(Hex),
    /// A part of a building or of an obstacle.
    Part(Part),
}

impl Object {
    /// The unit, if it is one.
    #[must_use]
    pub const fn unit(self) -> Option<UnitId> {
        match self {
            Object::Unit(unit) => Some(unit),
            _ => None,
        }
    }

    /// The leader, if it is one.
    #[must_use]
    pub const fn leader(self) -> Option<LeaderId> {
        match self {
            Object::Leader(leader) => Some(leader),
            _ => None,
        }
    }
}

impl From<UnitId> for Object {
    fn from(unit: UnitId) -> Object {
        Object::Unit(unit)
    }
}

impl From<LeaderId> for Object {
    fn from(leader: LeaderId) -> Object {
        Object::Leader(leader)
    }
}

/// What a verb is for, so that a commander or a screen can treat orders alike without knowing the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Put a unit somewhere before the battle.
    Deploy,
    /// Give a unit the means to act.
    Activate,
    /// Move a leader or attach him.
    Lead,
    /// Begin a move (its distance may be rolled).
    Move,
    /// Begin a long move that gives up fighting.
    March,
    /// Shift and turn exactly.
    Maneuver,
    /// Name where a move ends.
    Place,
    /// Change formation.
    Form,
    /// Look for hidden enemies.
    Search,
    /// Charge home.
    Assault,
    /// Shoot.
    Fire,
    /// Recover strength.
    Rally,
    /// Refill ammunition.
    Resupply,
    /// Spend something on defence in a reaction.
    Defend,
    /// Keep what could be spent.
    Keep,
    /// Follow up after a won fight.
    Pursue,
    /// Use means otherwise than to give them to a unit: save them, hand them on, an ability of a commander.
    Command,
    /// Nothing more in this step.
    Done,
}

/// What the pose of an order says; it is one of [`System::reach`](crate::System::reach).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoseOf {
    /// The order names no pose.
    Nothing,
    /// Where the unit ends, unless it is stopped on the way.
    End,
    /// How the unit sets out: where it ends is for [`Forecast::ends`](crate::Forecast::ends) to say.
    Start,
}

/// One verb of a system.
#[derive(Clone, Copy, Debug)]
pub struct VerbInfo {
    /// The word in orders, e.g. `assault`.
    pub word: &'static str,
    /// As a button would say it, e.g. "Assault".
    pub title: &'static str,
    /// One sentence for the help.
    pub help: &'static str,
    /// What it is for.
    pub role: Role,
    /// What the pose says that its orders name.
    pub pose: PoseOf,
    /// The clause it comes from.
    pub clause: &'static str,
    /// What the numbers of its orders stand for, the first that of 1; none where a number is a number.
    pub numbers: &'static [NumberInfo],
    /// How its unit stands afterwards, where its orders are for that and name no pose.
    pub forms: Option<Arrangement>,
}

/// What a number stands for in the orders of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberInfo {
    /// Its name: "attack".
    pub name: &'static str,
    /// What choosing it means, as a sentence for the help.
    pub help: &'static str,
}

impl VerbInfo {
    /// What a number stands for, where it is not just a number.
    #[must_use]
    pub fn numbered(&self, number: i16) -> Option<&'static NumberInfo> {
        self.numbers.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// Whether its orders name a pose.
    #[must_use]
    pub fn posed(&self) -> bool {
        self.pose != PoseOf::Nothing
    }
}

/// A verb's place in [`SystemInfo::verbs`](crate::SystemInfo::verbs).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Verb(pub u8);

/// One order. What each part means is the verb's business. Ascending order is by verb, actor, target, pose and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Order {
    /// What to do.
    pub verb: Verb,
    /// Who does it.
    pub actor: Option<Object>,
    /// To whom.
    pub target: Option<Object>,
    /// Where to.
    pub pose: Option<Pose>,
    /// How much.
    pub number: Option<i16>,
}

impl Order {
    /// An order of that verb and nothing else.
    #[must_use]
    pub const fn new(verb: Verb) -> Order {
        Order { verb, actor: None, target: None, pose: None, number: None }
    }

    /// The same with that actor.
    #[must_use]
    pub fn by(self, actor: impl Into<Object>) -> Order {
        Order { actor: Some(actor.into()), ..self }
    }

    /// The same with that target.
    #[must_use]
    pub fn on(self, target: impl Into<Object>) -> Order {
        Order { target: Some(target.into()), ..self }
    }

    /// The same with that pose.
    #[must_use]
    pub fn to(self, pose: Pose) -> Order {
        Order { pose: Some(pose), ..self }
    }

    /// The same without a pose.
    #[must_use]
    pub const fn without_pose(self) -> Order {
        Order { pose: None, ..self }
    }

    /// The same with that number.
    #[must_use]
    pub fn with(self, number: i16) -> Order {
        Order { number: Some(number), ..self }
    }

    /// The acting unit, if the actor is one.
    #[must_use]
    pub fn unit(&self) -> Option<UnitId> {
        self.actor.and_then(Object::unit)
    }

    /// The target unit, if the target is one.
    #[must_use]
    pub fn target_unit(&self) -> Option<UnitId> {
        self.target.and_then(Object::unit)
    }
}

/// The orders in ascending order, as [`System::orders`](crate::System::orders) and
/// [`System::stems`](crate::System::stems) list them: who found them first decides nothing.
#[must_use]
pub fn ascending(mut orders: Vec<Order>) -> Vec<Order> {
    orders.sort_unstable();
    orders
}

/// Writes orders as text and reads them again: `assault B3 R2`, `maneuver B3 12,7/N/line4`, `done`.
#[derive(Clone, Copy)]
pub struct OrderText<'a> {
    /// The system's verbs.
    pub verbs: &'a [VerbInfo],
    /// Who is who.
    pub roster: &'a Roster,
}

impl OrderText<'_> {
    /// The order's one text form.
    #[must_use]
    pub fn write(&self, order: &Order) -> String {
        let mut text = String::from(self.verbs.get(usize::from(order.verb.0)).map_or("?", |verb| verb.word));
        let mut add = |word: &dyn fmt::Display| text.push_str(&format!(" {word}"));
        if let Some(actor) = order.actor {
            add(&self.object(actor));
        }
        if let Some(target) = order.target {
            add(&format!(">{}", self.object(target)));
        }
        if let Some(pose) = order.pose {
            add(&pose);
        }
        if let Some(number) = order.number {
            add(&format!("#{number}"));
        }
        text
    }

    fn object(&self, object: Object) -> String {
        match object {
            Object::Unit(unit) => self.roster.unit(unit).label.clone(),
            Object::Leader(leader) => self.roster.leader(leader).label.clone(),
            Object::Hex(hex) => hex.offset().to_string(),
            Object::Part(part) => part.to_string(),
        }
    }

    /// Reads an order; the error names the word and what was expected.
    ///
    /// # Errors
    /// When a word is no verb, label, hex, pose or number.
    pub fn read(&self, text: &str) -> Result<Order, String> {
        let mut words = text.split_whitespace();
        let verb = words.next().ok_or("empty order; expected a verb such as done")?;
        let place = self.verbs.iter().position(|known| known.word == verb);
        let place = place.ok_or_else(|| format!("unknown verb `{verb}`; expected one of {}", self.words()))?;
        let mut order = Order::new(Verb(place as u8));
        for word in words {
            self.read_word(word, &mut order)?;
        }
        Ok(order)
    }

    fn read_word(&self, word: &str, order: &mut Order) -> Result<(), String> {
        if let Some(target) = word.strip_prefix('>') {
            order.target = Some(self.read_object(target)?);
        } else if let Some(number) = word.strip_prefix('#') {
            let wrong = |_| format!("unknown number `{word}`; expected # and a whole number");
            order.number = Some(number.parse().map_err(wrong)?);
        } else if word.contains('/') {
            order.pose = Some(word.parse()?);
        } else {
            order.actor = Some(self.read_object(word)?);
        }
        Ok(())
    }

    fn read_object(&self, word: &str) -> Result<Object, String> {
        let named = |label: &str| label == word && !word.is_empty();
        let unit = self.roster.units().find(|(_, info)| named(&info.label)).map(|(id, _)| Object::Unit(id));
        let leader = self.roster.leaders().find(|(_, info)| named(&info.label)).map(|(id, _)| Object::Leader(id));
        let hex = word.parse::<Offset>().ok().map(|place| Object::Hex(place.hex()));
        if word.contains(':') {
            return word.parse().map(Object::Part);
        }
        unit.or(leader).or(hex).ok_or_else(|| format!("unknown label `{word}`; expected a unit, a leader or a hex"))
    }

    fn words(&self) -> String {
        self.verbs.iter().map(|verb| verb.word).collect::<Vec<_>>().join(", ")
    }
}

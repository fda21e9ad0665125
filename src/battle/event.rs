//! Events: everything that happens, in the order it happens. Listeners hear each one; the field changes by nothing else.

use hexes::Hex;

use crate::{
    Battlefield, Departure, LeaderId, Marks, Object, Order, Outcome, Part, Patch, Perch, Pose, Roll, Side, System,
    UnitId,
};

/// How a unit moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Manner {
    /// Turned on the spot.
    Turned,
    /// Advanced.
    Moved,
    /// Marched.
    Marched,
    /// Shifted and turned.
    Maneuvered,
    /// Charged.
    Charged,
    /// Changed formation.
    Formed,
    /// Ran.
    Fled,
    /// Followed up.
    Pursued,
    /// Fell back after a fight.
    Retreated,
    /// Fell back under fire.
    Withdrew,
    /// Was pushed aside to find room.
    Displaced,
}

impl Manner {
    /// As a sentence says it.
    #[must_use]
    pub const fn verb(self) -> &'static str {
        match self {
            Manner::Turned => "turns",
            Manner::Moved => "moves",
            Manner::Marched => "marches",
            Manner::Maneuvered => "maneuvers",
            Manner::Charged => "charges",
            Manner::Formed => "forms",
            Manner::Fled => "runs",
            Manner::Pursued => "follows up",
            Manner::Retreated => "retreats",
            Manner::Withdrew => "withdraws",
            Manner::Displaced => "is displaced",
        }
    }
}

/// Something notable that only the system knows, as a sentence with blanks.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The sentence; `{a}` is the actor, `{t}` the target, `{n}` the number, `{s}` the side.
    pub text: &'static str,
    /// The clause it comes from.
    pub clause: &'static str,
    /// The actor.
    pub actor: Option<Object>,
    /// The target.
    pub target: Option<Object>,
    /// The number.
    pub number: i16,
    /// The side.
    pub side: Option<Side>,
}

impl Told {
    /// A sentence without blanks.
    #[must_use]
    pub const fn new(text: &'static str, clause: &'static str) -> Told {
        Told { text, clause, actor: None, target: None, number: 0, side: None }
    }

    /// The sentence with its blanks filled.
    #[must_use]
    pub fn sentence(&self, field: &Battlefield) -> String {
        let name = |object: Option<Object>| object.map_or_else(String::new, |object| field.label(object));
        self.text
            .replace("{a}", &name(self.actor))
            .replace("{t}", &name(self.target))
            .replace("{n}", &self.number.to_string())
            .replace("{s}", self.side.map_or("", Side::name))
    }
}

/// One thing that happens.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A turn begins.
    TurnBegan {
        /// Its number.
        turn: u16,
    },
    /// A step of the turn begins.
    StepBegan {
        /// Its place in the system's list of steps.
        step: u8,
        /// Whose it is.
        side: Option<Side>,
    },
    /// An order was accepted.
    Ordered {
        /// Who gave it.
        side: Side,
        /// What.
        order: Order,
    },
    /// Dice fell.
    Rolled(Box<Roll>),
    /// A unit came onto the map or was put somewhere by hand.
    Placed {
        /// Which.
        unit: UnitId,
        /// Where.
        pose: Pose,
    },
    /// A unit moved.
    Moved {
        /// Which.
        unit: UnitId,
        /// Where to.
        to: Pose,
        /// The poses on the way, the first and last excluded.
        path: Vec<Pose>,
        /// How.
        manner: Manner,
        /// The clause it comes from.
        clause: &'static str,
    },
    /// A unit lost stands, and closed up.
    Reshaped {
        /// Which.
        unit: UnitId,
        /// How many stands it has now.
        stands: u8,
        /// How they stand now.
        pose: Pose,
        /// The hexes of the stands that fell.
        fell: Vec<Hex>,
    },
    /// A part of a building or obstacle was damaged.
    Damaged {
        /// Which.
        part: Part,
        /// Wounds it has taken now.
        wounds: u8,
        /// Whether it is destroyed.
        destroyed: bool,
        /// The clause it comes from.
        clause: &'static str,
    },
    /// Houses take fire, and burn from now on.
    Ignited {
        /// Which.
        patch: Patch,
        /// The clause it comes from.
        clause: &'static str,
    },
    /// A unit's strength changed.
    Strength {
        /// Which.
        unit: UnitId,
        /// Before.
        from: i16,
        /// After.
        to: i16,
        /// Why, as a player would say it: "fire", "assault", "rally".
        cause: &'static str,
        /// The clause it comes from.
        clause: &'static str,
    },
    /// A unit's full strength is another: a part of it went off by itself, or came back.
    Rated {
        /// Which.
        unit: UnitId,
        /// What its strength was at the start of what it is now.
        full: i16,
        /// The clause it comes from.
        clause: &'static str,
    },
    /// A unit that came out of another is part of it again, and no unit of its own.
    Merged {
        /// Which.
        unit: UnitId,
        /// Of whom.
        into: UnitId,
        /// The clause it comes from.
        clause: &'static str,
    },
    /// Conditions of a unit changed.
    Marked {
        /// Which.
        unit: UnitId,
        /// Which conditions.
        marks: Marks,
        /// Set or cleared.
        on: bool,
        /// What brought it, where the conditions do not say so themselves: "fire"; else empty.
        cause: &'static str,
    },
    /// A unit left the map.
    Left {
        /// Which.
        unit: UnitId,
        /// Why.
        why: Departure,
        /// The clause it comes from.
        clause: &'static str,
    },
    /// A leader went elsewhere.
    LeaderMoved {
        /// Which.
        leader: LeaderId,
        /// Where to.
        to: Perch,
        /// The clause it comes from.
        clause: &'static str,
    },
    /// A brigade has had enough.
    BrigadeBroke {
        /// Its place in the roster's list.
        brigade: u8,
        /// What becomes of it, said behind its name: "has had enough and quits the field".
        says: &'static str,
        /// The clause it comes from.
        clause: &'static str,
    },
    /// An objective changed hands.
    ObjectiveTaken {
        /// Its place in the roster's list.
        objective: u8,
        /// Who has it now.
        holder: Option<Side>,
    },
    /// Something only the system knows.
    Told(Told),
    /// The battle is over.
    Ended(Outcome),
}

impl Event {
    /// The clauses that it comes from: one, or those of a roll and of every modifier in it; an empty one where a system names none.
    #[must_use]
    pub fn clauses(&self) -> Vec<&'static str> {
        match self {
            Event::Rolled(roll) => {
                let opposed = roll.opposed.iter().flat_map(|other| other.modifiers.iter().map(|one| one.clause));
                let own = roll.modifiers.iter().map(|one| one.clause);
                let other = roll.opposed.iter().map(|other| other.clause);
                std::iter::once(roll.clause).chain(own).chain(other).chain(opposed).collect()
            }
            Event::Moved { clause, .. }
            | Event::Damaged { clause, .. }
            | Event::Ignited { clause, .. }
            | Event::Strength { clause, .. }
            | Event::Rated { clause, .. }
            | Event::Merged { clause, .. }
            | Event::Left { clause, .. }
            | Event::LeaderMoved { clause, .. }
            | Event::BrigadeBroke { clause, .. } => vec![clause],
            Event::Told(told) => vec![told.clause],
            Event::TurnBegan { .. }
            | Event::StepBegan { .. }
            | Event::Ordered { .. }
            | Event::Placed { .. }
            | Event::Reshaped { .. }
            | Event::Marked { .. }
            | Event::ObjectiveTaken { .. }
            | Event::Ended(_) => Vec::new(),
        }
    }
}

/// Hears every event, with the field as it was and as it is then. All do nothing unless implemented.
pub trait Listener {
    /// Called before the field changes.
    fn before(&mut self, _field: &Battlefield, _event: &Event) {}
    /// Called after the field has changed.
    fn after(&mut self, _field: &Battlefield, _event: &Event) {}
    /// Called once for each order, when the order itself is carried out and before the battle runs on by itself. What
    /// a view shows of the battle now and did not show before is what whoever has that view may know of the order.
    fn carried_out(&mut self, _battle: &dyn System) {}
}

/// Hears nothing.
pub struct Deaf;

impl Listener for Deaf {}

/// Keeps every event.
#[derive(Clone, Default)]
pub struct Recorder {
    /// What was heard, in order.
    pub events: Vec<Event>,
}

impl Listener for Recorder {
    fn after(&mut self, _field: &Battlefield, event: &Event) {
        self.events.push(event.clone());
    }
}

/// Applies an event to the field and tells the listener: the one way a system makes things happen.
pub fn emit(field: &mut Battlefield, listener: &mut dyn Listener, event: Event) {
    listener.before(field, &event);
    field.apply(&event);
    listener.after(field, &event);
}

//! The order being prepared: who, what, at whom, where, and then yes. Knows no rule system, only orders and verbs.

pub mod posing;

use std::cmp::Reverse;

use battle::{Arm, Battlefield, NumberInfo, Object, Order, Role, System, UnitId, VerbInfo};
use hexes::Hex;

use crate::letters;
use crate::worth::{self, Vain};
pub use posing::Posing;

/// Everything legal now: complete orders, and orders that lack only their pose.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    orders: Vec<Order>,
    stems: Vec<Order>,
}

/// One row of the action menu: a verb for an actor, with every order it could become.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The letter that picks it.
    pub letter: char,
    /// What the button says.
    pub title: String,
    /// A sentence of help.
    pub help: &'static str,
    /// What its number stands for, where numbers do: each has a row of its own.
    pub stands_for: Option<&'static NumberInfo>,
    /// The orders or stems, one for each target and number.
    pub variants: Vec<Order>,
    /// Whether they still lack a pose.
    pub posed: bool,
    /// What the verb is for.
    pub role: Role,
    /// How many of the variants, those in front, have any chance.
    pub hopeful: usize,
    /// Why none has, where none has.
    pub vain: Option<Vain>,
    /// Whether it is a charge of which little can be hoped.
    pub poor: bool,
}

impl Entry {
    /// Whether it is at units, of which one is chosen.
    #[must_use]
    pub fn is_at_units(&self) -> bool {
        self.variants.iter().all(|order| order.target_unit().is_some())
    }
}

impl Choices {
    /// Everything legal in that state.
    #[must_use]
    pub fn gather(system: &dyn System) -> Choices {
        Choices { orders: system.orders(), stems: system.stems() }
    }

    /// Every order and every stem.
    pub fn all(&self) -> impl Iterator<Item = &Order> {
        self.orders.iter().chain(&self.stems)
    }

    /// Those of one actor.
    pub fn of(&self, actor: Object) -> impl Iterator<Item = &Order> {
        self.all().filter(move |order| order.actor == Some(actor))
    }

    /// Whoever can do something, in the order of the roster, leaders first.
    #[must_use]
    pub fn actors(&self) -> Vec<Object> {
        let mut actors: Vec<Object> = self.all().filter_map(|order| order.actor).collect();
        actors.sort_by_key(|actor| match actor {
            Object::Leader(leader) => (0, usize::from(leader.0)),
            Object::Unit(unit) => (1, usize::from(unit.0)),
            Object::Hex(_) | Object::Part(_) => (2, 0),
        });
        actors.dedup();
        actors
    }

    /// The order that ends the step, if one does.
    #[must_use]
    pub fn done(&self, system: &dyn System) -> Option<Order> {
        let role = |order: &&Order| system.verb(order).map(|verb| verb.role);
        let of = |wanted: Role| self.orders.iter().find(|order| role(order) == Some(wanted) && order.target.is_none());
        of(Role::Done).or_else(|| of(Role::Keep)).copied()
    }

    /// The order that has to be given where there is no other.
    #[must_use]
    pub fn only(&self, system: &dyn System) -> Option<Order> {
        let mut all = self.all();
        let first = all.next().copied();
        let lacks_pose = |order: &Order| order.pose.is_none() && system.verb(order).is_some_and(VerbInfo::posed);
        first.filter(|order| all.next().is_none() && !lacks_pose(order))
    }

    /// The menu of those actors, what is done most often first, blows without a chance last; `None` stands for orders that
    /// nobody in particular gives.
    #[must_use]
    pub fn entries(&self, system: &dyn System, actors: &[Option<Object>]) -> Vec<Entry> {
        let mut entries: Vec<(Option<Object>, u8, Entry)> = Vec::new();
        for actor in actors {
            for order in self.all().filter(|order| order.actor == *actor) {
                add_variant(system, &mut entries, order, actors.len() > 1);
            }
        }
        let mut entries: Vec<Entry> = entries.into_iter().map(|(_, _, entry)| entry).collect();
        for entry in &mut entries {
            entry.hopeful = worth::best_first(system, entry.role, &mut entry.variants);
            if entry.posed && !worth::has_room(system, &entry.variants) {
                entry.hopeful = 0;
            }
            entry.vain = (entry.hopeful == 0).then(|| worth::vain(system, entry.role, &entry.variants));
            entry.poor = entry.hopeful > 0
                && entry.variants.first().is_some_and(|order| worth::hope(system, order) == worth::Hope::Little);
        }
        let whose = |entry: &Entry| {
            let actor = entry.variants.first().and_then(|order| order.actor);
            actors.iter().position(|one| *one == actor)
        };
        let rank = |entry: &Entry| {
            let unit = entry.variants.first().and_then(Order::unit);
            let guns = unit.is_some_and(|unit| system.field().roster().unit(unit).arm == Arm::Artillery);
            if guns && entry.role == Role::Fire { 0 } else { worth::rank(entry.role) }
        };
        let drive = |entry: &Entry| match entry.role {
            Role::Command => entry.variants.first().map_or(0, |order| worth::drive(system, order)),
            _ => 0,
        };
        entries.sort_by_cached_key(|entry| (entry.hopeful == 0, whose(entry), rank(entry), Reverse(drive(entry))));
        letters::assign(&mut entries);
        entries
    }
}

fn add_variant(system: &dyn System, entries: &mut Vec<(Option<Object>, u8, Entry)>, order: &Order, named: bool) {
    let Some(verb) = system.verb(order) else { return };
    let stands_for = order.number.and_then(|number| verb.numbered(number));
    let alike = |entry: &Entry| entry.stands_for == stands_for;
    let known = entries
        .iter_mut()
        .find(|(actor, number, entry)| *actor == order.actor && *number == order.verb.0 && alike(entry));
    match known {
        Some((_, _, entry)) => entry.variants.push(*order),
        None => entries.push((order.actor, order.verb.0, entry(system, verb, order, named))),
    }
}

fn entry(system: &dyn System, verb: &VerbInfo, order: &Order, named: bool) -> Entry {
    let whose = order.actor.filter(|_| named).map(|actor| format!(" ({})", system.field().label(actor)));
    let stands_for = order.number.and_then(|number| verb.numbered(number));
    let named = stands_for.map_or_else(String::new, |one| format!(": {}", one.name));
    Entry {
        letter: ' ',
        title: format!("{}{named}{}", verb.title, whose.unwrap_or_default()),
        help: stands_for.map_or(verb.help, |one| one.help),
        stands_for,
        variants: vec![*order],
        posed: verb.posed(),
        role: verb.role,
        hopeful: 1,
        vain: None,
        poor: false,
    }
}

/// A list of verbs to choose from.
#[derive(Clone, Debug)]
pub struct Menu {
    /// The rows.
    pub entries: Vec<Entry>,
    /// The chosen one.
    pub chosen: usize,
}

/// A list of targets to choose from.
#[derive(Clone, Debug)]
pub struct Targeting {
    /// What is being ordered.
    pub entry: Entry,
    /// The chosen variant.
    pub chosen: usize,
}

impl Targeting {
    /// The chosen order.
    #[must_use]
    pub fn order(&self) -> Order {
        self.entry.variants[self.chosen]
    }

    /// Whether the chosen order has no chance to do anything.
    #[must_use]
    pub fn is_hopeless(&self) -> bool {
        self.chosen >= self.entry.hopeful
    }

    /// The variant that points at what is on that hex: the target there, or the unit with a stand there.
    #[must_use]
    pub fn at(&self, field: &Battlefield, hex: Hex) -> Option<usize> {
        let there = |object: Object| match object {
            Object::Hex(target) => target == hex,
            Object::Part(part) => part.hexes().contains(&hex),
            Object::Unit(unit) => field.unit_at(hex) == Some(unit),
            Object::Leader(leader) => field.leader_hex(leader) == Some(hex),
        };
        self.entry.variants.iter().position(|order| order.target.is_some_and(there))
    }

    /// Whether arrows can step through the targets: they are few, and units.
    #[must_use]
    pub fn few(&self) -> bool {
        let units =
            self.entry.variants.iter().all(|order| !matches!(order.target, Some(Object::Hex(_) | Object::Part(_))));
        units && self.entry.variants.len() <= 24
    }
}

/// One stage of preparing.
#[derive(Clone, Debug)]
pub enum Stage {
    /// Choosing a verb.
    Menu(Menu),
    /// Choosing a target, or just looking at the odds.
    Target(Targeting),
    /// Choosing a pose.
    Pose(Box<Posing>),
}

impl Stage {
    /// The order as far as it is known.
    #[must_use]
    pub fn order(&self) -> Option<Order> {
        match self {
            Stage::Menu(menu) => menu.entries.get(menu.chosen).and_then(|entry| entry.variants.first()).copied(),
            Stage::Target(targeting) => Some(targeting.order()),
            Stage::Pose(posing) => Some(posing.order()),
        }
    }
}

/// What came of a step of preparing.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// There is more to choose.
    More,
    /// The order is complete: give it.
    Give(Order),
    /// It cannot be, and why.
    Refused(String),
}

/// The stages gone through; empty when nothing is being prepared.
#[derive(Clone, Debug, Default)]
pub struct Preparation {
    stages: Vec<Stage>,
    /// The order that is offered first at every stage, as far as it is among what can be chosen.
    wish: Option<Order>,
}

impl Preparation {
    /// The stage that is open, if one is.
    #[must_use]
    pub fn stage(&self) -> Option<&Stage> {
        self.stages.last()
    }

    /// The same, to change it.
    pub fn stage_mut(&mut self) -> Option<&mut Stage> {
        self.stages.last_mut()
    }

    /// The unit that is to act.
    #[must_use]
    pub fn unit(&self) -> Option<UnitId> {
        self.stage().and_then(Stage::order).and_then(|order| order.unit())
    }

    /// Drops everything.
    pub fn clear(&mut self) {
        self.stages.clear();
        self.wish = None;
    }

    /// One stage back; whether there was one.
    pub fn back(&mut self) -> bool {
        self.stages.pop().is_some()
    }

    /// Opens a menu, an order offered first; whether its verb is in it.
    pub fn open(&mut self, entries: Vec<Entry>, wish: Option<Order>) -> bool {
        let place =
            wish.and_then(|wish| entries.iter().position(|entry| entry.variants.contains(&wish.without_pose())));
        self.wish = wish.filter(|_| place.is_some());
        self.stages = vec![Stage::Menu(Menu { entries, chosen: place.unwrap_or(0) })];
        place.is_some()
    }

    /// Goes on with what is chosen in the open stage.
    pub fn confirm(&mut self, system: &dyn System) -> Step {
        match self.stage() {
            None => Step::More,
            Some(Stage::Menu(menu)) => match menu.entries.get(menu.chosen).cloned() {
                Some(entry) => self.begin(entry, system),
                None => Step::More,
            },
            Some(Stage::Target(targeting)) => {
                let (order, posed) = (targeting.order(), targeting.entry.posed);
                if posed { self.begin_pose(order, system) } else { Step::Give(order) }
            }
            Some(Stage::Pose(posing)) => give_pose(posing, system),
        }
    }

    /// Begins with a verb: straight to the target, the pose or the order, whichever is still open. An order that
    /// needs dice is shown once before it is given.
    pub fn begin(&mut self, entry: Entry, system: &dyn System) -> Step {
        match (entry.variants.as_slice(), entry.posed) {
            ([only], true) => {
                let stem = *only;
                self.begin_pose(stem, system)
            }
            ([only], false) if system.forecast(only).rolls.is_empty() && only.target.is_none() => Step::Give(*only),
            _ => {
                let wish = self.wish.map(Order::without_pose);
                let chosen = entry.variants.iter().position(|order| Some(*order) == wish).unwrap_or(0);
                self.stages.push(Stage::Target(Targeting { entry, chosen }));
                Step::More
            }
        }
    }

    fn begin_pose(&mut self, stem: Order, system: &dyn System) -> Step {
        let reach = system.reach(&stem);
        // Who deploys begins where he stands: the place is the person's to choose.
        let deploys = system.verb(&stem).is_some_and(|verb| verb.role == Role::Deploy);
        let wished = self.wish.filter(|wish| !deploys && wish.without_pose() == stem).and_then(|wish| wish.pose);
        let wished = wished.filter(|pose| reach.allows(pose));
        let useful = wished.or_else(|| worth::useful_place(system, &stem, &reach));
        match Posing::begin(stem, reach, system.field()) {
            Some(mut posing) => {
                match useful {
                    Some(pose) => posing.think_of(pose),
                    None if deploys => {}
                    None => posing.settle(),
                }
                self.stages.push(Stage::Pose(Box::new(posing)));
                Step::More
            }
            None => {
                let here = stem.unit().map(|unit| stem.to(system.field().unit(unit).pose));
                let why = here.and_then(|order| system.check(&order).err());
                let none = || String::from("there is no place for it to end");
                Step::Refused(why.map_or_else(none, |refusal| refusal.to_string()))
            }
        }
    }
}

fn give_pose(posing: &Posing, system: &dyn System) -> Step {
    let order = posing.order();
    match (posing.allowed, system.check(&order)) {
        (true, _) => Step::Give(order),
        (false, Err(refusal)) => Step::Refused(posing.refusal(system).unwrap_or_else(|| refusal.to_string())),
        (false, Ok(())) => Step::Give(order),
    }
}

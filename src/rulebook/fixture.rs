//! A battle under test, the same for every rule system: orders by labels, scripted dice, what happened and what was rolled.
//!
//! A system's own fixture builds the position (its units, ground and house rules) and hands the battle over. All that is
//! asked here panics where the test asks for what is not there: a label that nobody has, an order that is refused.

use battle::{
    Battlefield, Dice, Event, LeaderId, Ledger, Marks, Object, Order, Pose, Recorder, Side, System as _, SystemInfo,
    UnitId, Verb,
};

use crate::{Frame as _, PhaseId, Rules, Umpire, War, begin_phase};

/// A battle under test, and everything that happened in it.
#[derive(Clone)]
pub struct Game<R: Rules> {
    /// The battle.
    pub war: War<R>,
    /// What has happened since it began.
    pub heard: Heard,
}

/// Events heard so far, and what the system's tallies have counted of them.
#[derive(Clone, Default)]
pub struct Heard {
    events: Vec<Event>,
    info: Option<&'static SystemInfo>,
    ledger: Ledger,
}

impl battle::Listener for Heard {
    fn after(&mut self, field: &Battlefield, event: &Event) {
        self.events.push(event.clone());
        if let Some(info) = self.info {
            self.ledger.hear(info, field, event);
        }
    }
}

impl From<Recorder> for Heard {
    fn from(recorder: Recorder) -> Heard {
        Heard { events: recorder.events, ..Heard::default() }
    }
}

impl Heard {
    /// The events, in order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

/// What a tally has counted of a side, by name: `declared 2, won 1`. Names that have counted nothing are left out.
#[must_use]
pub fn counted(ledger: &Ledger, key: &str, side: Side) -> String {
    let counts = ledger.sums(side).remove(key).unwrap_or_default();
    let told = counts.iter().filter(|(_, count)| **count > 0).map(|(name, count)| format!("{name} {count}"));
    told.collect::<Vec<_>>().join(", ")
}

/// What a system's tallies count of events that happen on a field.
#[must_use]
pub fn tallied(info: &SystemInfo, mut field: Battlefield, events: &[Event]) -> Ledger {
    let mut ledger = Ledger::default();
    for event in events {
        field.apply(event);
        ledger.hear(info, &field, event);
    }
    ledger
}

impl<R: Rules> AsMut<War<R>> for Game<R> {
    fn as_mut(&mut self) -> &mut War<R> {
        &mut self.war
    }
}

impl<R: Rules> Game<R> {
    /// A battle whose dice fall as written, one after another.
    #[must_use]
    pub fn new(mut war: War<R>, dice: &[u8]) -> Game<R> {
        war.set_dice(Dice::scripted(dice));
        let heard = Heard { info: Some(war.info()), ..Heard::default() };
        Game { war, heard }
    }

    /// The battle in hand.
    pub fn umpire(&mut self) -> Umpire<'_, R> {
        Umpire::new(&mut self.war, &mut self.heard)
    }

    /// The number of the unit of that label.
    ///
    /// # Panics
    /// When no unit has it.
    #[must_use]
    #[track_caller]
    pub fn id(&self, label: &str) -> UnitId {
        let found = self.war.field().roster().units().find(|(_, info)| info.label == label);
        found.unwrap_or_else(|| panic!("no unit {label}")).0
    }

    /// The number of the leader of that label.
    ///
    /// # Panics
    /// When no leader has it.
    #[must_use]
    #[track_caller]
    pub fn leader(&self, label: &str) -> LeaderId {
        let found = self.war.field().roster().leaders().find(|(_, info)| info.label == label);
        found.unwrap_or_else(|| panic!("no leader {label}")).0
    }

    /// The unit or leader of that label.
    ///
    /// # Panics
    /// When nobody has it.
    #[must_use]
    #[track_caller]
    pub fn object(&self, label: &str) -> Object {
        let unit = self.war.field().roster().units().find(|(_, info)| info.label == label);
        unit.map_or_else(|| self.leader(label).into(), |(unit, _)| unit.into())
    }

    /// An order of a verb by somebody, at somebody unless that is empty.
    #[must_use]
    #[track_caller]
    pub fn order(&self, verb: Verb, by: &str, on: &str) -> Order {
        let order = Order::new(verb).by(self.object(by));
        if on.is_empty() { order } else { order.on(self.object(on)) }
    }

    /// Gives an order and goes on to the next decision.
    ///
    /// # Panics
    /// When it is refused.
    #[track_caller]
    pub fn give(&mut self, order: Order) {
        if let Err(refusal) = self.war.resolve(&order, &mut self.heard) {
            panic!("{} is refused: {refusal}", self.war.order_text_of(&order));
        }
    }

    /// Whether an order is legal now.
    #[must_use]
    pub fn may(&self, order: Order) -> bool {
        self.war.check(&order).is_ok()
    }

    /// Lets what is not finished go on by itself, until it waits for somebody.
    pub fn run(&mut self) {
        while self.run_on() {}
    }

    /// Lets the last thing that is not finished go on by itself; says whether there was one that waits for nobody.
    pub fn run_on(&mut self) -> bool {
        let frame = self.war.frame().cloned().filter(|_| self.war.waits().is_none());
        frame.is_some_and(|frame| {
            let mut umpire = self.umpire();
            umpire.answered();
            frame.resume(&mut umpire);
            true
        })
    }

    /// Begins a phase for a side and goes on to the next decision.
    pub fn enter(&mut self, phase: PhaseId, player: Side) {
        begin_phase(&mut self.umpire(), phase, player);
    }

    /// What a tally has counted of a side since the battle began, as [`counted`] says it.
    #[must_use]
    pub fn counted(&self, key: &str, side: Side) -> String {
        counted(&self.heard.ledger, key, side)
    }

    /// Whether a unit is on the map.
    #[must_use]
    #[track_caller]
    pub fn is_there(&self, label: &str) -> bool {
        self.war.present(self.id(label))
    }

    /// The pose of a unit.
    #[must_use]
    #[track_caller]
    pub fn pose(&self, label: &str) -> Pose {
        self.war.pose(self.id(label))
    }

    /// Where the stands of a unit are, by axial coordinates.
    #[must_use]
    #[track_caller]
    pub fn stands(&self, label: &str) -> Vec<(i16, i16)> {
        self.war.field().footprint(self.id(label)).hexes().iter().map(|hex| (hex.q, hex.r)).collect()
    }

    /// Whether a unit shows any of the marks.
    #[must_use]
    #[track_caller]
    pub fn marked(&self, label: &str, marks: Marks) -> bool {
        self.war.marked(self.id(label), marks)
    }

    /// What is asked now; empty when the battle is over.
    #[must_use]
    pub fn asks(&self) -> &'static str {
        self.war.pending().decision().map_or("", |decision| decision.ask.key)
    }

    /// Holds the test to every scripted die having fallen.
    ///
    /// # Panics
    /// When some are left.
    #[track_caller]
    pub fn all_fell(&self) {
        assert_eq!(self.war.dice().unread(), 0, "dice are left: {:?}", self.rolls());
    }

    /// The rolls so far: what for, faces, result.
    #[must_use]
    pub fn rolls(&self) -> Vec<(&'static str, Vec<u8>, i16)> {
        let roll = |event: &Event| match event {
            Event::Rolled(roll) => Some((roll.label, roll.faces.as_slice().to_vec(), roll.result)),
            _ => None,
        };
        self.heard.events().iter().filter_map(roll).collect()
    }

    /// The faces of the rolls of one kind.
    #[must_use]
    pub fn faces(&self, label: &str) -> Vec<Vec<u8>> {
        self.rolls().into_iter().filter(|(known, ..)| *known == label).map(|(_, faces, _)| faces).collect()
    }

    /// What the rolls of one kind came to.
    #[must_use]
    pub fn results(&self, label: &str) -> Vec<i16> {
        self.rolls().into_iter().filter(|(known, ..)| *known == label).map(|(.., result)| result).collect()
    }
}

impl<R: Rules> War<R> {
    /// An order as text.
    #[must_use]
    pub fn order_text_of(&self, order: &Order) -> String {
        battle::OrderText { verbs: R::INFO.verbs, roster: self.field.roster() }.write(order)
    }
}

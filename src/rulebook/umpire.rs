//! The umpire: the one hand that moves the pieces, throws the dice and tells what happened.

use std::ops::{Deref, DerefMut};

use battle::{
    Chain, Contest, Deck, Drawn, Event, Faces, LeaderId, Listener, Look, Marks, Object, Outcome, Perch, Pool, Roll,
    RollKey, Run, Thrower, Told, Turn, UnitId, emit,
};

use crate::{Keys, Rules, Throw, War};

/// A battle in the hands of somebody who may change it, with those who hear of it. Reads like a [`War`].
pub struct Umpire<'a, R: Rules> {
    war: &'a mut War<R>,
    listener: &'a mut dyn Listener,
    /// The place in the stack of what goes on now.
    base: usize,
}

/// What is carried out between the checks of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// The roll for a mishap came to that; 0 where it does not tell.
    Mishap(i16),
    /// So many rungs are lost by now.
    Lost(u8),
}

impl<R: Rules> Deref for Umpire<'_, R> {
    type Target = War<R>;

    fn deref(&self) -> &War<R> {
        self.war
    }
}

impl<R: Rules> DerefMut for Umpire<'_, R> {
    fn deref_mut(&mut self) -> &mut War<R> {
        self.war
    }
}

impl<'a, R: Rules> Umpire<'a, R> {
    /// Takes a battle in hand.
    pub fn new(war: &'a mut War<R>, listener: &'a mut dyn Listener) -> Umpire<'a, R> {
        let base = war.state.stack.len();
        Umpire { war, listener, base }
    }

    /// Makes something happen.
    pub fn emit(&mut self, event: Event) {
        emit(&mut self.war.field, self.listener, event);
    }

    /// Says something.
    pub fn tell(&mut self, told: Told) {
        self.emit(Event::Told(told));
    }

    /// Says one sentence about one or two units.
    pub fn say(&mut self, text: &'static str, clause: &'static str, actor: UnitId, target: Option<UnitId>) {
        let (actor, target) = (Some(Object::Unit(actor)), target.map(Object::Unit));
        self.tell(Told { actor, target, ..Told::new(text, clause) });
    }

    /// Sets or clears marks of a unit, if that changes anything.
    pub fn mark(&mut self, unit: UnitId, marks: Marks, on: bool) {
        self.mark_by(unit, marks, on, "");
    }

    /// The same, and what brought it.
    pub fn mark_by(&mut self, unit: UnitId, marks: Marks, on: bool, cause: &'static str) {
        let now = self.field.unit(unit).marks;
        if (now.contains(marks) && on) || (!now.intersects(marks) && !on) {
            return;
        }
        self.emit(Event::Marked { unit, marks, on, cause });
    }

    /// Sends a leader somewhere.
    pub fn lead(&mut self, leader: LeaderId, to: Perch, clause: &'static str) {
        self.emit(Event::LeaderMoved { leader, to, clause });
    }

    /// Throws a roll, tells it, and says what it came to.
    pub fn throw(&mut self, pool: &Pool, throw: Throw) -> i16 {
        self.thrown(pool, throw, Look::Sum).result
    }

    fn thrown(&mut self, pool: &Pool, throw: Throw, look: Look) -> Roll {
        self.war.dice.look(look);
        let thrower = self.thrower(throw);
        let roll = pool.throw(&mut self.war.dice, thrower);
        self.emit(Event::Rolled(Box::new(roll.clone())));
        roll
    }

    /// Throws a roll, tells it, and gives the faces with what they came to; whichever die shows a face makes no difference.
    pub fn throw_faces(&mut self, pool: &Pool, throw: Throw) -> (Faces, i16) {
        let roll = self.thrown(pool, throw, Look::Faces);
        (roll.faces, roll.result)
    }

    /// Throws a roll whose dice belong to several, tells it, and gives the faces in the order they fell; of a face it makes no
    /// difference but whether it succeeds.
    pub fn throw_each(&mut self, pool: &Pool, throw: Throw) -> Faces {
        self.thrown(pool, throw, Look::Each).faces
    }

    /// Throws the rolls of both sides of a contest, tells it, and says by how much the first is ahead.
    pub fn contest(&mut self, contest: &Contest, throws: [Throw; 2]) -> i16 {
        self.war.dice.look(Look::Sum);
        let throwers = throws.map(|throw| self.thrower(throw));
        let roll = contest.throw(&mut self.war.dice, throwers);
        let margin = roll.result;
        self.emit(Event::Rolled(Box::new(roll)));
        margin
    }

    /// Throws checks until they are passed or the ladder is at its end, tells each, and says how far it went. For chains
    /// in which nothing else happens between the checks.
    pub fn chain(&mut self, chain: &Chain, throws: [Throw; 2]) -> Run {
        self.chain_carried(chain, throws, |_, _| {})
    }

    /// The same, each failure and each mishap carried out before the next check: a mishap first, then the rung lost. The
    /// chain must say already what those changes make of later checks.
    pub fn chain_carried(
        &mut self,
        chain: &Chain,
        [check, mishap]: [Throw; 2],
        mut carry: impl FnMut(&mut Umpire<'_, R>, Carried),
    ) -> Run {
        let mut run = Run::default();
        while let Some(pool) = chain.check(run) {
            self.war.dice.look(if chain.may_mishap(run) { Look::Faces } else { Look::Sum });
            let thrower = self.thrower(check);
            let roll = Roll { link: Some(chain.link(run)), ..pool.throw(&mut self.war.dice, thrower) };
            let faces = roll.faces.clone();
            self.emit(Event::Rolled(Box::new(roll)));
            let chance = chain.mishap(run, &faces);
            let turn = chain.turn(run, pool, &faces);
            run = turn.run();
            if let Some(roll) = chance {
                run.mishap = self.throw(roll, mishap);
                carry(self, Carried::Mishap(run.mishap));
            }
            if matches!(turn, Turn::Failed(_)) {
                carry(self, Carried::Lost(run.lost));
            }
        }
        run
    }

    /// Shuffles cards.
    pub fn shuffle(&mut self, cards: &[u16], throw: Throw) -> Deck {
        let key = self.thrower(throw).key;
        Deck::shuffled(cards, &mut self.war.dice, key)
    }

    /// Draws the next card and tells it, as drawn by whom `throw` says for that card; `None` when the deck is empty.
    pub fn draw(
        &mut self,
        deck: &mut Deck,
        label: &'static str,
        clause: &'static str,
        throw: impl FnOnce(&War<R>, u16) -> Throw,
    ) -> Option<Drawn> {
        let drawn = deck.draw(&mut self.war.dice)?;
        let throw = throw(self.war, drawn.card);
        let receipt = drawn.rolled(label, clause, self.thrower(throw));
        self.emit(Event::Rolled(Box::new(receipt)));
        Some(drawn)
    }

    fn thrower(&self, throw: Throw) -> Thrower {
        let Throw { side, who, against, .. } = throw;
        let key = RollKey::new(self.field.turn(), R::key_step(self), throw.number, throw.why);
        let key = match R::keys(self) {
            Keys::Roller => key,
            Keys::Whole => key.at(throw.target()).in_beat(self.state.beat),
        };
        Thrower { side, who, against, key }
    }

    /// Interrupts: this comes next, before everything that is not finished.
    pub fn interrupt(&mut self, frame: R::Frame) {
        self.state.stack.push(frame);
    }

    /// Queues: this comes when what goes on now is finished with all that it interrupts; of several, the first first.
    pub fn after(&mut self, frame: R::Frame) {
        let place = self.base.min(self.state.stack.len());
        self.state.stack.insert(place, frame);
    }

    /// The frame that waited has been answered and is taken off.
    pub fn answered(&mut self) -> Option<R::Frame> {
        self.state.stack.pop()
    }

    /// A frame that was just taken off goes on.
    pub(crate) fn goes_on(&mut self) {
        self.base = self.state.stack.len();
    }

    /// A verb answers: it will take off the frame that waited, if one did.
    pub(crate) fn answers(&mut self) {
        self.base = self.state.stack.len().saturating_sub(1);
    }

    /// The battle is over; nothing happens when it was.
    pub fn end(&mut self, outcome: Outcome) {
        if self.is_over() {
            return;
        }
        self.state.stack.clear();
        R::clear(&mut self.war.state);
        self.state.ending = Some(outcome.into());
        self.emit(Event::Ended(outcome));
    }

    /// What an order does is done; what follows of itself comes now.
    pub(crate) fn carried_out(&mut self) {
        self.listener.carried_out(self.war);
    }

    /// The dice forget the counts of earlier keys: a turn begins.
    pub(crate) fn new_turn(&mut self) {
        self.war.dice.new_turn();
    }
}

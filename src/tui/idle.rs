//! Who has still to act: units that have done nothing in a step, leaders who have led nobody in a turn.

use battle::{AskRole, Command, Kind, Looks, Object, Order, Role, System, UnitId};

use crate::ordering::Choices;
use crate::worth;

/// Turn and step.
pub type StepNow = (u16, u8);

/// The turn and the step that goes on.
#[must_use]
pub fn step_now(system: &dyn System) -> StepNow {
    let field = system.field();
    (field.turn(), field.step())
}

/// What the step that goes on is called.
#[must_use]
pub fn step_title(system: &dyn System) -> &'static str {
    system.info().steps.get(usize::from(system.field().step())).map_or("this step", |step| step.title)
}

/// Who has done nothing yet.
#[derive(Default)]
pub struct Idle {
    /// Who was given an order in this step, with the count of orders after it.
    acted: Vec<(u32, Object)>,
    /// Who led in this turn, likewise.
    led: Vec<(u32, Object)>,
    step: StepNow,
    /// Who has done nothing in this step and could do something that matters.
    pub waiting: Vec<Object>,
    /// Who has not led in this turn and could: leaders who could ride or send orders, units whose command could have others.
    pub leading: Vec<Object>,
    /// Those of them who could only ride, and whom nobody seems to need.
    pub idlers: Vec<Object>,
    asked: Option<AskRole>,
}

impl Idle {
    /// Looks again at a battle after so many orders; called after every change.
    pub fn weigh(&mut self, system: &dyn System, given: u32, choices: &Choices) {
        let step = step_now(system);
        if self.step.0 != step.0 {
            self.led.clear();
        }
        if self.step != step {
            self.acted.clear();
        }
        self.step = step;
        self.asked = system.pending().decision().map(|decision| decision.ask.role);
        self.acted.retain(|(count, _)| *count <= given);
        self.led.retain(|(count, _)| *count <= given);
        let actors = choices.actors();
        let found = |done: &[(u32, Object)], counts: &dyn Fn(&Order) -> bool| -> Vec<Object> {
            let idle = actors.iter().copied().filter(|actor| done.iter().all(|(_, one)| one != actor));
            idle.filter(|actor| choices.of(*actor).any(counts)).collect()
        };
        self.waiting = found(&self.acted, &|order| worth::matters(system, order));
        self.leading = found(&self.led, &|order| self.leads(system, order));
        let rides = |actor: &Object| choices.of(*actor).all(|order| role(system, order) != Some(Role::Command));
        let idle = self.leading.iter().copied().filter(|actor| rides(actor) && !is_needed(system, *actor, choices));
        self.idlers = idle.collect();
    }

    /// Notes who was given an order, the last of so many.
    pub fn note(&mut self, system: &dyn System, order: &Order, given: u32) {
        let actor = order.actor.map(|actor| (given, actor));
        self.acted.extend(actor);
        self.led.extend(actor.filter(|_| self.leads(system, order)));
    }

    /// Whether an order is one by which somebody leads.
    fn leads(&self, system: &dyn System, order: &Order) -> bool {
        let Some(actor) = order.actor else { return false };
        match system.verb(order).map(|verb| verb.role) {
            Some(Role::Lead) => true,
            Some(Role::Command) => self.asked == Some(AskRole::Command) || actor.leader().is_some(),
            _ => false,
        }
    }

    /// Whether somebody was given an order in this step.
    #[must_use]
    pub fn has_acted(&self, actor: Object) -> bool {
        self.acted.iter().any(|(_, one)| *one == actor)
    }

    /// Who has done nothing in this step and could, by label.
    #[must_use]
    pub fn waiting_words(&self, system: &dyn System) -> Vec<String> {
        labels(&self.waiting, system)
    }

    /// What those could still do who have not led, but for some: a sentence for each kind of it.
    #[must_use]
    pub fn leading_words(&self, system: &dyn System, choices: &Choices, but: &[Object]) -> Vec<String> {
        let mut kinds: Vec<(&str, Vec<String>)> = Vec::new();
        for actor in self.leading.iter().filter(|actor| !but.contains(actor)) {
            let rides = |order: &Order| system.verb(order).is_some_and(|verb| verb.role == Role::Lead);
            let deed = match actor.leader() {
                Some(_) if choices.of(*actor).any(rides) => "could still ride",
                Some(_) => "could still send orders",
                None => "could still be given other orders",
            };
            let label = system.field().label(*actor);
            match kinds.iter_mut().find(|(known, _)| *known == deed) {
                Some((_, who)) => who.push(label),
                None => kinds.push((deed, vec![label])),
            }
        }
        kinds.into_iter().map(|(deed, who)| format!("{} {deed}", who.join(", "))).collect()
    }
}

fn role(system: &dyn System, order: &Order) -> Option<Role> {
    system.verb(order).map(|verb| verb.role)
}

/// Whether somebody seems to need a leader: a unit of his command does not hear him, or he could join one that is in a bad
/// state and has no leader beside it.
fn is_needed(system: &dyn System, actor: Object, choices: &Choices) -> bool {
    let Some(leader) = actor.leader() else { return true };
    let field = system.field();
    let side = field.roster().leader(leader).side;
    let strays = |command: &Command| command.leader == Some(leader) && command.strays().next().is_some();
    let bad = |unit: UnitId| {
        let mut marks =
            system.info().marks.iter().filter(|info| info.kind == Kind::State && info.looks >= Looks::Faded);
        marks.any(|info| field.unit(unit).marks.contains(info.mark)) && field.leaders_with(unit).next().is_none()
    };
    let joins = |order: &Order| order.target_unit().is_some_and(|unit| field.side(unit) == side && bad(unit));
    system.commands(side).iter().any(strays) || choices.of(actor).any(joins)
}

/// Their labels.
#[must_use]
pub fn labels(who: &[Object], system: &dyn System) -> Vec<String> {
    who.iter().map(|actor| system.field().label(*actor)).collect()
}

//! How a rule system is learned: a primer to read, and the steps of its lessons. What is told and asked is the system's; which
//! keys to press is the front end's to say.

use crate::{Arm, Arrangement, BattleFile, Order, Verb};

/// What a system says to whoever learns it.
#[derive(Clone, Copy, Debug)]
pub struct Teaching {
    /// What is different here, in about ten sentences, for somebody who knows another system.
    pub primer: &'static [&'static str],
    /// The steps of the first lesson, after the learner has looked at the troops: orders, moves, the end of a step.
    pub basics: &'static [LessonStep],
    /// The steps of the second: shooting, charging, what else decides.
    pub fighting: &'static [LessonStep],
    /// What to mind in the battle that ends the lessons, in a sentence.
    pub tip: &'static str,
}

impl Teaching {
    /// Nothing yet.
    pub const NONE: Teaching = Teaching { primer: &[], basics: &[], fighting: &[], tip: "" };
}

/// One step of a lesson.
#[derive(Clone, Copy, Debug)]
pub struct LessonStep {
    /// What to do and why, in one or two sentences without keys.
    pub tells: &'static str,
    /// What ends it.
    pub task: Task,
    /// Whose orders count, where not everybody's do.
    pub who: Option<Arm>,
    /// The number of the orders that count, of those that have one and where not all do.
    pub number: Option<i16>,
    /// Whether whoever does it must be given the means first: an order, a card.
    pub needs_means: bool,
    /// Turns after which the lesson goes on whatever was done.
    pub patience: u16,
    /// What it teaches, for whom the battle ended too early to do it.
    pub gist: &'static str,
}

impl LessonStep {
    /// A step for everybody, waited for so many turns.
    #[must_use]
    pub const fn new(patience: u16, task: Task, tells: &'static str, gist: &'static str) -> LessonStep {
        LessonStep { tells, task, who: None, number: None, needs_means: false, patience, gist }
    }

    /// The same, for what can be done only by whoever has been given the means.
    #[must_use]
    pub const fn with_means(self) -> LessonStep {
        LessonStep { needs_means: true, ..self }
    }

    /// The same, where only orders to that arm count.
    #[must_use]
    pub const fn by(self, arm: Arm) -> LessonStep {
        LessonStep { who: Some(arm), ..self }
    }

    /// The same, where only orders with that number count.
    #[must_use]
    pub const fn numbered(self, number: i16) -> LessonStep {
        LessonStep { number: Some(number), ..self }
    }

    /// Whether it is one of the orders that end the step, whoever gives it.
    #[must_use]
    pub fn asks_for(&self, order: &Order) -> bool {
        self.task.verbs().contains(&order.verb) && self.number.is_none_or(|number| order.number == Some(number))
    }
}

/// What ends a step of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// To go from one unit to the next.
    Look,
    /// To open the list of what a unit can do.
    List,
    /// To choose whom an order of one of those verbs is given against, where the odds can be seen.
    Weigh(&'static [Verb]),
    /// To give an order of one of those verbs.
    Give(&'static [Verb]),
    /// To end a step of the turn.
    End,
    /// To have a unit on ground that counts, by orders of those verbs.
    Hold(&'static [Verb]),
    /// To have a unit stand in that arrangement, by orders of those verbs.
    Form(Arrangement, &'static [Verb]),
    /// To see what comes of it, until the turn is over.
    SeeOut,
    /// To win.
    Win,
}

impl Task {
    /// The verbs of the orders by which it is done; none where it takes no order.
    #[must_use]
    pub const fn verbs(self) -> &'static [Verb] {
        match self {
            Task::Weigh(verbs) | Task::Give(verbs) | Task::Hold(verbs) | Task::Form(_, verbs) => verbs,
            Task::Look | Task::List | Task::End | Task::SeeOut | Task::Win => &[],
        }
    }
}

/// What a lesson is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonKind {
    /// Looking, ordering, moving, ending a step.
    Basics,
    /// Shooting, charging, and what else decides.
    Fighting,
    /// A small battle to be won alone.
    Battle,
}

/// A battle to learn by: the learner is Blue.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The battle.
    pub battle: BattleFile,
    /// Who commands Red.
    pub enemy: String,
    /// What it is about.
    pub kind: LessonKind,
}

//! What a battle waits for: always one side's decision, or nothing because it is over.

use crate::{Side, UnitId};

/// What kind of thing is asked, so that a commander or a screen can treat decisions alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AskRole {
    /// Deploy before the battle.
    Deploy,
    /// Spend command: give orders, move leaders.
    Command,
    /// Pick units and what they do, one after another.
    Act,
    /// Name where a rolled move ends.
    Place,
    /// React to the enemy's action.
    React,
    /// Follow up a won fight.
    Pursue,
    /// Shoot, one unit after another.
    Fire,
    /// Settle a detail that the rules leave to the owner.
    Settle,
}

/// One kind of decision a system can ask for.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// Key, one word.
    pub key: &'static str,
    /// What is asked, for the status line: "choose a unit and its action".
    pub prompt: &'static str,
    /// Its kind.
    pub role: AskRole,
    /// The clause it comes from.
    pub clause: &'static str,
}

impl Ask {
    /// What is asked, without what the key that ends the step would do.
    #[must_use]
    pub fn question(&self) -> &'static str {
        self.prompt.split_once(" Space: ").map_or(self.prompt, |(question, _)| question)
    }

    /// The same; with what that key would do where it may be pressed.
    #[must_use]
    pub fn asked(&self, may_end: bool) -> &'static str {
        if may_end { self.prompt } else { self.question() }
    }
}

/// A decision to be made.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// Who decides.
    pub side: Side,
    /// What is asked.
    pub ask: &'static Ask,
    /// About which unit, if about one.
    pub unit: Option<UnitId>,
    /// Against which, if against one.
    pub target: Option<UnitId>,
}

/// Why a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// Objectives counted at the last turn's end.
    Objectives,
    /// Losses compared at the last turn's end.
    Losses,
    /// One side has nothing left.
    Destruction,
    /// A side's army broke.
    Broken,
    /// A side gave up.
    Resigned,
}

impl Reason {
    /// As a sentence says it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Reason::Objectives => "by objectives at the turn limit",
            Reason::Losses => "by losses at the turn limit",
            Reason::Destruction => "by destruction",
            Reason::Broken => "by the army breaking",
            Reason::Resigned => "by resignation",
        }
    }

    /// Whether the battle ran to its turn limit.
    #[must_use]
    pub const fn at_turn_limit(self) -> bool {
        matches!(self, Reason::Objectives | Reason::Losses)
    }
}

/// What the two numbers of an outcome count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Count {
    /// What the goals are worth that a side has reached.
    #[default]
    Points,
    /// What a side has made the other lose, in the terms of the rules: they decide where there are no goals, where goals leave
    /// it even, or where an army breaks by its losses.
    Losses,
}

impl Count {
    /// As a heading says it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Count::Points => "Points",
            Count::Losses => "Losses caused",
        }
    }
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
    /// Points of Blue and Red, or losses that they caused.
    pub points: [i16; 2],
    /// Which of these it is.
    pub count: Count,
}

/// What the battle waits for.
#[derive(Clone, Copy, Debug)]
pub enum Pending {
    /// A decision.
    Decide(Decision),
    /// Nothing: it is over.
    Over(Outcome),
}

impl Pending {
    /// The decision, unless the battle is over.
    #[must_use]
    pub fn decision(self) -> Option<Decision> {
        match self {
            Pending::Decide(decision) => Some(decision),
            Pending::Over(_) => None,
        }
    }
}

/// Why an order is refused: one sentence that a player can act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The sentence, lower case, naming the thing, the value and the limit.
    pub text: String,
    /// The clause it comes from; empty when the order makes no sense here.
    pub clause: &'static str,
}

impl Refusal {
    /// A refusal by a clause.
    #[must_use]
    pub fn new(clause: &'static str, text: impl Into<String>) -> Refusal {
        Refusal { text: text.into(), clause }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.clause.is_empty() { write!(f, "{}", self.text) } else { write!(f, "{} ({})", self.text, self.clause) }
    }
}

impl std::error::Error for Refusal {}

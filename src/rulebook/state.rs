//! What changes and the field does not show: whose phase it is, what is not finished, what units have spent.

use battle::{Count, Outcome, Reason, Side};
use serde::Serialize;

use crate::{Rules, Setting};

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// The winner; none is a draw.
    pub winner: Option<Side>,
    /// The place of the reason in [`REASONS`].
    reason: u8,
    /// Points of Blue and Red, or losses that they caused.
    pub points: [i16; 2],
    /// Which of these it is: told, and decides nothing.
    #[serde(skip)]
    count: Count,
}

/// The reasons by their number in [`Ending`].
const REASONS: [Reason; 5] =
    [Reason::Objectives, Reason::Losses, Reason::Destruction, Reason::Broken, Reason::Resigned];

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        let reason = REASONS.iter().position(|reason| *reason == outcome.reason).unwrap_or(0) as u8;
        Ending { winner: outcome.winner, reason, points: outcome.points, count: outcome.count }
    }
}

impl From<Ending> for Outcome {
    fn from(Ending { winner, reason, points, count }: Ending) -> Outcome {
        Outcome { winner, reason: REASONS[usize::from(reason) % REASONS.len()], points, count }
    }
}

/// The state of a battle but for field and dice.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
pub struct State<R: Rules> {
    /// The side whose turn, half or activation it is.
    pub player: Side,
    /// Who goes first in this turn.
    pub first: Side,
    /// Counts halves or activations within a turn, as the system likes; 0 when a turn begins.
    pub beat: u8,
    /// What is not finished, what is next last.
    pub stack: Vec<R::Frame>,
    /// By unit.
    pub units: Vec<R::UnitState>,
    /// By leader.
    pub leaders: Vec<R::LeaderState>,
    /// By leader: due with the first unit of his that arrives.
    pub due: Vec<bool>,
    /// By group of reinforcements: whether it has been released.
    pub released: Vec<bool>,
    /// What belongs to nobody alone.
    pub own: R::Own,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
}

impl<R: Rules> State<R> {
    /// The state before the first step.
    pub(crate) fn new(setting: &Setting<R>) -> State<R> {
        State {
            player: setting.first_side,
            first: setting.first_side,
            beat: 0,
            stack: Vec::new(),
            units: vec![R::UnitState::default(); setting.profiles.len()],
            leaders: vec![R::LeaderState::default(); setting.leaders.len()],
            due: vec![false; setting.leaders.len()],
            released: vec![false; setting.groups.len()],
            own: R::beginning(setting),
            ending: None,
        }
    }
}

//! The common home of rule systems: one battle, generic over the small trait [`Rules`] of what differs.
//!
//! A rule system is its tables, its sequence and its special procedures. Everything else stands here once:
//!
//! | file | holds |
//! |---|---|
//! | `rules` | the trait [`Rules`]: what a system has to say |
//! | `war` | [`War`]: the battle, and every question that needs no rule |
//! | `scratch` | searches to use again, and the reaches of a position, each made once |
//! | `umpire` | [`Umpire`]: the one hand that makes things happen |
//! | `setting`, `state` | what is fixed for a battle, and what changes and the field does not show |
//! | `verb` | [`VerbRow`]: everything about a verb in one row |
//! | `phase`, `turn` | [`Phase`]: the rows of a turn; frames of what is not finished; going on from decision to decision |
//! | `legal` | lists, reaches and refusals, all derived from the rows |
//! | `system` | `battle::System` and `battle::Estimates` for every [`War`], once |
//! | `muster`, `arrivals` | armies to units on the map, at the start and later |
//! | `aspect` | front, flank, rear |
//! | `chain` | who commands whom |
//! | `ending` | objectives, the turn limit, resigning |
//! | `forecasts` | small parts of forecasts |
//! | `modifier` | modifiers as rows: sums, receipts and sheets are made of them |
//! | `traits` | traits of units as rows: words in battle files, lines on cards and sheets are made of them |
//! | `choices` | house rules: how options are written and read |
//! | `fixture` | a battle under test: orders by labels, scripted dice, what was rolled |

pub mod arrivals;
mod aspect;
mod chain;
mod choices;
pub mod ending;
pub mod fixture;
pub mod forecasts;
mod legal;
mod modifier;
mod muster;
mod phase;
mod rules;
mod scratch;
mod setting;
mod state;
mod system;
pub mod tallies;
mod traits;
mod turn;
mod umpire;
mod verb;
mod war;

#[doc(hidden)]
pub use bitflags;

pub use aspect::Aspect;
pub use chain::{chain_of, commanders, heads};
pub use choices::{Choices, OFF, ON, Range, numbers, words};
pub use modifier::{Given, Modifier, Modifiers, modified, modifier, told};
pub use muster::{Armies, Recruit, deploy, deploy_after, enlist, homes};
pub use phase::{Decides, Frame, Next, NoFrame, Phase, PhaseId, Progress, Wait, Whose, phase_words};
pub use rules::{Enlists, Enrolled, Estimates, Rules, SoleAnswer};
pub use setting::{Leader, Setting};
pub use state::{Ending, State};
pub use traits::{TraitRow, TraitRows};
pub use turn::{begin, begin_phase};
pub use umpire::{Carried, Umpire};
pub use verb::{
    Actor, Listing, May, No, Number, Target, VerbRow, each, each_leader, each_leader_to_unit, no, spots, verb_words,
};
pub use war::{Keys, Throw, War, account};

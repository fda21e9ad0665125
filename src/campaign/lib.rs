//! Campaigns: linked battles, the only reader of `campaigns/`.
//!
//! A [`Campaign`] is read from a TOML file ([`load`], [`parse`]; `campaigns/README.md` lists every field). A [`Run`] of it is its seed
//! and the battles that were fought, each with an [`Account`] and the way that was taken; everything else follows from them: the
//! [`Ledger`] with everybody's strength, what comes next ([`Standing`]), and the text of the next battle ([`Run::battle`]), which is an
//! ordinary battle file. What is carried over, and how, stands in [`carry`] once for all rule systems.

mod account;
pub mod carry;
mod condition;
mod draw;
mod ledger;
mod library;
mod model;
mod read;
mod run;
pub mod tell;
#[cfg(test)]
mod tests;

pub use account::{Account, LeaderEnd, UnitAccount, UnitEnd};
pub use condition::{Condition, Situation};
pub use draw::battle as draw;
pub use ledger::{Fate, LeaderState, Ledger, Since, UnitState};
pub use library::{Listed, builtin, load, load_text};
pub use model::{BattleText, Campaign, Ending, Late, LeaderLine, Stage, UnitLine, Way};
pub use read::{Shelf, parse, title_of};
pub use run::{Fought, Position, Run, Standing};

//! Dice of every kind, each thrown and foreseen by the same object, and the receipts they leave.

mod chain;
mod chart;
mod contest;
mod deck;
mod distribution;
mod fork;
mod hits;
mod keyed;
mod modifier;
mod pool;
mod roll;
mod terms;

pub use chain::{Chain, End, Mishap, Run, Rung, Stakes, Turn};
pub use chart::{Chart, Charts, Row};
pub use contest::{Clash, Contest, Ties};
pub use deck::{Deck, Drawn};
pub use distribution::Distribution;
pub use fork::{Fork, Look};
pub use hits::{Chances, MOST_CHANCES, mean_of};
pub use keyed::{Dice, Die, Faces, MAX_DICE, RollKey};
pub use modifier::{Changes, Modifier};
pub use pool::Pool;
pub use roll::{Link, Opposed, Roll, RollForecast, Thrower};
pub use terms::{Reading, RollKind, Terms};

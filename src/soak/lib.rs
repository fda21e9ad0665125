//! Many battles without a screen: seeds to battles to verdicts, with checks after every order and statistics.
//!
//! [`run`] plays a plan of battles by rule systems by games on several threads. Results come in the order of the plan
//! whatever the number of threads, so that the same options give the same [`Report`] byte for byte; only think times
//! differ, and they appear in the summary alone. A panic, a broken invariant or a refused order ends its battle as a
//! fault and leaves the others alone.

mod activity;
mod beside;
mod bout;
mod calibration;
mod causes;
mod cell;
mod columns;
mod comparison;
mod counts;
mod courses;
mod enough;
mod fault;
mod figures;
mod guard;
mod json;
mod kinds;
mod lines;
mod options;
mod page;
mod parquet;
mod plan;
mod points;
mod programs;
mod progress;
mod reading;
mod reckoning;
mod report;
mod resume;
mod row;
mod row_file;
mod run;
mod sequential;
mod statistics;
mod summary;
mod sums;
mod swarm;
mod text;
mod themes;
mod times;
mod tours;
mod tuning;
mod turns;
mod usage;
mod watch;
mod worth;

#[cfg(test)]
mod tests;

pub use beside::beside;
pub use calibration::{Entry as Foreseen, Looks, Slot, Source};
pub use columns::Columns;
pub use comparison::{Comparison, Entry};
pub use courses::Courses;
pub use enough::Enough;
pub use fault::{Fault, shell_word};
pub use options::{House, ORDER_LIMIT, Options, Seating, Shard};
pub use page::page;
pub use parquet::ParquetTurns;
pub use points::{Army, Fitted, Fought, Said, fit};
pub use progress::{Bar, Progress};
pub use reading::{Reading, Seen, Span};
pub use report::Report;
pub use resume::{Kept, kept};
pub use row::Row;
pub use row_file::{Format, RowFile};
pub use run::run;
pub use sequential::{Pairs, Test, Verdict, share_of};
pub use statistics::{Interval, elo, wilson};
pub use summary::{Group, Summary, Thinking};
pub use times::{Clocks, ThinkTimes, Times, times_of_first};
pub use tours::{Leg, Line as TourLine, Tour, TourReport, Tours, tours};
pub use tuning::{Found, Knob, Round, Trial, Tuning};
pub use turns::{Detail, Place, Turn, turns_of_first};

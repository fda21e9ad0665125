//! The screens and pop-ups.

pub mod battle;
pub mod curtain;
pub mod help;
pub mod house;
pub mod list;
pub mod lobby;
pub mod pager;
pub mod prompt;
pub mod proposal;
pub mod replay;
pub mod report;
pub mod results;
pub mod saves;
pub mod settings;
pub mod setup;
pub mod title;
pub mod why;

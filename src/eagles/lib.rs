//! Eagles Cheaper than Brain Cells: grand-tactical Napoleonic battles with six units a side and few orders.

mod profile;
mod rules;

pub use profile::{Class, Profile, Traits};
pub use rules::{OrdersDice, OrdersPool, Placement, Rules};

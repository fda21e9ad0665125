//! Eagles Cheaper than Brain Cells: grand-tactical Napoleonic battles with six units a side and few orders.

mod approach;
mod movement;
mod profile;
mod retreat;
mod rules;
mod scene;
mod sight;
mod space;
mod terrain;

pub use profile::{Class, Profile, Traits};
pub use rules::{OrdersDice, OrdersPool, Placement, Rules};

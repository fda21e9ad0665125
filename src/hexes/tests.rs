//! Tests of the crate, by subject.

mod flood;
mod frame;
mod hex;
mod line;
mod maps;
mod names;
mod runs;
mod sight;
mod ways;

use crate::Hex;
use proptest::prelude::*;

/// Any hex of an ordinary map, and of its surroundings.
fn any_hex() -> impl Strategy<Value = Hex> {
    (-60i16..60, -60i16..60).prop_map(|(q, r)| Hex::new(q, r))
}

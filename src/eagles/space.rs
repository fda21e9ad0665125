//! Geometry on the hex map: measures, and front, flanks and rear (EA-BASE, EA-SPACE).

pub(crate) mod measure;
pub(crate) mod zones;

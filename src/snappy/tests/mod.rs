//! Tests of the rule system.

mod play;

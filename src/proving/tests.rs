//! Tests of the proving ground: the drill plays and passes the suite, and the suite fails what is broken.

mod broken;
mod common;
mod conformance;
mod drill;
mod facilities;
mod home;

//! Tests of battles by chance.

mod checked;
mod land;
mod names;

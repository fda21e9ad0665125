//! Tests of battles by chance.

mod checked;

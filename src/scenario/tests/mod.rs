//! Tests of the battle file reader.

//! Tests of the rule system: one for every clause.

mod fixture;
mod geometry_assault;
mod geometry_move;
mod geometry_retreat;
mod geometry_sight;
mod geometry_space;
mod geometry_terrain;
mod play;
mod war;
mod drawn;
mod examples;
mod orders;
mod generals;

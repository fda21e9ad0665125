//! Tests of the rule system: one for every clause.

mod assault;
mod drawn;
mod examples;
mod fire;
mod fixture;
mod generals;
mod geometry_assault;
mod geometry_move;
mod geometry_retreat;
mod geometry_sight;
mod geometry_space;
mod geometry_terrain;
mod odds;
mod options;
mod orders;
mod play;
mod receipts;
mod resolved;
mod rivers;
mod scenario;
mod shots;
mod threats;
mod war;
mod words;

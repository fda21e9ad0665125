//! The ground: going, room, contact, walls (OW-TERRAIN, OW-HEX, OW-BUILD).

pub(crate) mod bogging;
pub(crate) mod contact;
pub(crate) mod crossing;
pub(crate) mod features;
pub(crate) mod going;
pub(crate) mod room;
pub(crate) mod walls;

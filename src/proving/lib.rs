//! The proving ground: a small drill system and the conformance suite that every rule system must pass.

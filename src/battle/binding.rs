//! Bindings: what an order to a command asks of its units and lets them do, in terms that every system shares.

use hexes::Hex;

use crate::{Hundredths, UnitId};

/// What an order to a command asks of its units while it is in force, and what it lets them do.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// The order as the rules call it: "probe".
    pub name: &'static str,
    /// The units it binds.
    pub units: Vec<Bound>,
    /// Turns before it is in force; 0 where it is at once.
    pub delay: u16,
    /// How far it goes at the enemy: 0 away from him, 1 home.
    pub drive: f64,
    /// Where its units have to be: in one of these bands, or coming nearer to it. Anywhere where there is none.
    pub bands: Vec<Band>,
    /// The share of its usual move that a unit may make.
    pub pace: f64,
    /// The share of the charges that a unit could make and may.
    pub charges: f64,
}

impl Default for Binding {
    /// An order that leaves everything to its units.
    fn default() -> Binding {
        Binding { name: "", units: Vec::new(), delay: 0, drive: 0.5, bands: Vec::new(), pace: 1.0, charges: 1.0 }
    }
}

/// A unit under an order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The unit.
    pub unit: UnitId,
    /// Strength that it regains by the order in a turn, on average, as a share of full strength.
    pub recovers: f64,
}

/// Distances that an order asks for, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// What they are measured from.
    pub from: Origin,
    /// The least.
    pub least: Hundredths,
    /// The greatest; [`Hundredths::ENDLESS`] where there is none.
    pub most: Hundredths,
}

/// What a distance is measured from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The nearest enemy.
    Enemy,
    /// A place.
    Place(Hex),
}

impl Band {
    /// Inches by which a distance in inches lies outside of it; 0 inside.
    #[must_use]
    pub fn lack(&self, inches: f64) -> f64 {
        (self.least.inches() - inches).max(inches - self.most.inches()).max(0.0)
    }
}

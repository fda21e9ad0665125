//! The unit of length between a rule system and everybody else.

/// A length on a table, or what a way costs, in hundredths of an inch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hundredths(pub u16);

impl Hundredths {
    /// One inch.
    pub const INCH: u16 = 100;
    /// Longer than anything on a table.
    pub const ENDLESS: Hundredths = Hundredths(u16::MAX);

    /// So many inches: none for less than none, 655 for more.
    #[must_use]
    pub fn of_inches(inches: i32) -> Hundredths {
        let most = i32::from(u16::MAX / Hundredths::INCH);
        Hundredths(inches.clamp(0, most) as u16 * Hundredths::INCH)
    }

    /// The length in inches.
    #[must_use]
    pub fn inches(self) -> f64 {
        f64::from(self.0) / f64::from(Hundredths::INCH)
    }

    /// How many whole hexes of a map with so many inches a hex lie in it.
    #[must_use]
    pub fn hexes(self, inches_per_hex: u8) -> i32 {
        i32::from(self.0 / Hundredths::INCH) / i32::from(inches_per_hex.max(1))
    }
}

//! What a charge comes to.

/// What comes of a charge for the charger and for one of the charged.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Brunt {
    /// Figures that the charger loses.
    pub(super) taken: f64,
    /// Figures that the charged lose.
    pub(super) inflicted: f64,
    /// Chance that the charge comes into contact with one that it goes for.
    pub(super) meets: f64,
    /// Chance that it comes into contact with the one asked about.
    pub(super) reaches: f64,
    /// Chance that the one asked about routs before, or evades.
    pub(super) fled: f64,
    pub(super) evaded: f64,
    /// Chance that the charged rout or fall to the last.
    pub(super) wins: f64,
    /// Chance that the charger does.
    pub(super) loses: f64,
    /// Chance that it leaves the charger no marker: it comes into contact, breaks it, or has an excuse (MC-CHARGE-15).
    pub(super) free: f64,
    /// Chance that the charger goes back: after its second test, or having won no melee.
    pub(super) back: f64,
}

impl Brunt {
    /// Adds what comes of it with a chance.
    pub(super) fn add(&mut self, share: f64, other: &Brunt) {
        self.taken += share * other.taken;
        self.inflicted += share * other.inflicted;
        self.meets += share * other.meets;
        self.reaches += share * other.reaches;
        self.fled += share * other.fled;
        self.evaded += share * other.evaded;
        self.wins += share * other.wins;
        self.loses += share * other.loses;
        self.free += share * other.free;
        self.back += share * other.back;
    }
}

//! What a system's strength counts, and the words for what is left of it.

/// Men of a hundred that each place on a ladder stands for, where somebody counts men.
pub const PLACE: i32 = 15;

/// What a system calls strength, and how it is said.
#[derive(Clone, Copy, Debug)]
pub struct StrengthInfo {
    /// Several of it, or the thing itself: "SP", "stands", "status".
    pub name: &'static str,
    /// One of it: "SP", "stand".
    pub one: &'static str,
    /// What it counts.
    pub counts: Counts,
}

/// What strength counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Points, or whatever its name says.
    Points,
    /// Men that are left, of whom so many make a stand: stands go with them.
    Figures,
    /// The stands that are left: each loss of strength is a loss of stands.
    Stands,
    /// Places on a ladder, by number from 0: "gone", "broken", "nervous", "steady".
    Places(&'static [&'static str]),
}

impl StrengthInfo {
    /// So many points of it.
    #[must_use]
    pub const fn points(name: &'static str) -> StrengthInfo {
        StrengthInfo { name, one: name, counts: Counts::Points }
    }

    /// What is left of the men of a unit that began with `full` of it, in per cent. Places on a ladder are moods and no losses:
    /// each place that it has come down stands for `PLACE` men of a hundred.
    #[must_use]
    pub fn men_left(&self, strength: i16, full: i16) -> u8 {
        let (strength, full) = (i32::from(strength.max(0)), i32::from(full.max(1)));
        let left = match self.counts {
            Counts::Places(_) => 100 - PLACE * (full - strength),
            Counts::Points | Counts::Figures | Counts::Stands => strength * 100 / full,
        };
        left.clamp(0, 100) as u8
    }

    /// Whether a unit keeps all its stands while it loses strength.
    #[must_use]
    pub const fn keeps_stands(&self) -> bool {
        matches!(self.counts, Counts::Points | Counts::Places(_))
    }

    /// The place of a ladder with that number, the nearest there is; `None` where strength is counted.
    #[must_use]
    pub fn place(&self, strength: i16) -> Option<&'static str> {
        match self.counts {
            Counts::Places(names) => names.get(strength.max(0) as usize).or(names.last()).copied(),
            Counts::Points | Counts::Figures | Counts::Stands => None,
        }
    }

    /// What is left: "5/8", or the place on a ladder.
    #[must_use]
    pub fn left(&self, strength: i16, full: i16) -> String {
        self.place(strength).map_or_else(|| format!("{strength}/{full}"), String::from)
    }

    /// What becomes of a unit, said behind its label: "loses 1 stand by fire: 5/8 left", "falls to nervous by fire".
    #[must_use]
    pub fn change(&self, change: [i16; 2], full: i16, cause: &str) -> String {
        self.told(change, full, &format!(" by {cause}"))
    }

    /// The same of several changes, whatever they came from: "loses 3 stands: 5/8 left", "falls to nervous".
    #[must_use]
    pub fn sum(&self, change: [i16; 2], full: i16) -> String {
        self.told(change, full, "")
    }

    fn told(&self, [from, to]: [i16; 2], full: i16, by: &str) -> String {
        let change = to - from;
        if let Some(place) = self.place(to) {
            let verb = if change < 0 { "falls" } else { "rises" };
            return format!("{verb} to {place}{by}");
        }
        let verb = if change < 0 { "loses" } else { "regains" };
        let points = if change.abs() == 1 { self.one } else { self.name };
        format!("{verb} {} {points}{by}: {} left", change.abs(), self.left(to, full))
    }
}

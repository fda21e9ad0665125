//! Marks: conditions of a unit that show. Each system has its own, as data; everybody else asks by what they mean.

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

bitflags! {
    /// Conditions of a unit that show on the map: bits, each of which a system declares as a [`MarkInfo`].
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub struct Marks: u32 {
        const _ = !0;
    }
}

impl Marks {
    /// The mark of that number, 0 to 31. Records keep marks by their numbers: a system never gives one another meaning.
    ///
    /// # Panics
    /// From 32 on: for a constant, while compiling.
    #[must_use]
    pub const fn number(number: u8) -> Marks {
        assert!(number < 32, "marks are numbered from 0 to 31");
        Marks::from_bits_retain(1 << number)
    }
}

/// What a mark means to those who do not know the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sense {
    /// The enemy does not see it.
    Hidden,
    /// It runs away.
    Routing,
    /// Its guns are on their limbers.
    Limbered,
    /// It charges, or has charged this turn.
    Charging,
    /// It is in contact with an enemy.
    Engaged,
    /// It holds an order that is not used.
    Ordered,
    /// It was given an order this turn.
    WasOrdered,
    /// It has no strength left and leaves soon.
    Gone,
    /// Its place on the ladder that its strength is.
    Ladder,
}

/// How bad a mark looks on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Looks {
    /// It changes nothing.
    Plain,
    /// Its ranks have gaps.
    Thinned,
    /// It is pale.
    Faded,
    /// Both.
    Broken,
}

/// Whether a mark is the state a unit is in, or only tells what it has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A state: how it fights and obeys.
    State,
    /// What it has done this turn: it has moved, it has charged.
    Deed,
}

/// What a mark is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sign {
    /// Where all of Unicode is shown.
    pub unicode: char,
    /// In seven bits.
    pub ascii: char,
    /// For the legend: "out of ammunition".
    pub name: &'static str,
}

/// Everything about a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkInfo {
    /// The mark.
    pub mark: Marks,
    /// One word for programs: `out_of_ammunition`.
    pub key: &'static str,
    /// What it is drawn as; nothing where it does not show by itself.
    pub sign: Option<Sign>,
    /// What is said behind the unit's label when it begins and when it ends; nothing where neither is worth a sentence.
    pub says: Option<[&'static str; 2]>,
    /// How bad it looks.
    pub looks: Looks,
    /// What it means to those who do not know the system.
    pub sense: Option<Sense>,
    /// A state or a deed: a state stands before the unit's label.
    pub kind: Kind,
}

impl MarkInfo {
    /// A mark that does not show, is not told of and means nothing outside; to be completed by what differs.
    #[must_use]
    pub const fn new(mark: Marks, key: &'static str) -> MarkInfo {
        MarkInfo { mark, key, sign: None, says: None, looks: Looks::Plain, sense: None, kind: Kind::State }
    }

    /// The same drawn so.
    #[must_use]
    pub const fn drawn(self, unicode: char, ascii: char, name: &'static str) -> MarkInfo {
        MarkInfo { sign: Some(Sign { unicode, ascii, name }), ..self }
    }

    /// The same told so when it begins and when it ends.
    #[must_use]
    pub const fn told(self, begins: &'static str, ends: &'static str) -> MarkInfo {
        MarkInfo { says: Some([begins, ends]), ..self }
    }

    /// The same looking so.
    #[must_use]
    pub const fn looking(self, looks: Looks) -> MarkInfo {
        MarkInfo { looks, ..self }
    }

    /// The same, telling only what the unit has done.
    #[must_use]
    pub const fn deed(self) -> MarkInfo {
        MarkInfo { kind: Kind::Deed, ..self }
    }

    /// The same with that meaning.
    #[must_use]
    pub const fn meaning(self, sense: Sense) -> MarkInfo {
        MarkInfo { sense: Some(sense), ..self }
    }
}

/// The marks of a system that have that sense.
#[must_use]
pub fn marks_of(infos: &[MarkInfo], sense: Sense) -> Marks {
    infos.iter().filter(|info| info.sense == Some(sense)).fold(Marks::empty(), |all, info| all | info.mark)
}

/// The marks of a unit with what its system says of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Conditions {
    marks: Marks,
    infos: &'static [MarkInfo],
}

impl Conditions {
    /// Those marks of a system's.
    #[must_use]
    pub const fn of(marks: Marks, infos: &'static [MarkInfo]) -> Conditions {
        Conditions { marks, infos }
    }

    /// What the system says of each, in its order: worst first.
    pub fn infos(self) -> impl Iterator<Item = &'static MarkInfo> {
        self.infos.iter().filter(move |info| self.marks.contains(info.mark))
    }

    /// The same in the order of their numbers.
    #[must_use]
    pub fn in_order(self) -> Vec<&'static MarkInfo> {
        let mut infos: Vec<_> = self.infos().collect();
        infos.sort_unstable_by_key(|info| info.mark.bits());
        infos
    }

    /// Whether one of them has that sense.
    #[must_use]
    pub fn mean(self, sense: Sense) -> bool {
        self.marks.intersects(marks_of(self.infos, sense))
    }

    /// Whether its ranks have gaps.
    #[must_use]
    pub fn are_thin(self) -> bool {
        self.infos().any(|info| matches!(info.looks, Looks::Thinned | Looks::Broken))
    }

    /// Whether it is pale.
    #[must_use]
    pub fn are_faded(self) -> bool {
        self.infos().any(|info| matches!(info.looks, Looks::Faded | Looks::Broken))
    }
}

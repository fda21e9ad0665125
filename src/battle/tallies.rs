//! Tallies: what whoever knows a rulebook counts in its battles, as data.

use std::collections::BTreeMap;

use crate::{Battlefield, Event, Page, Verb};

/// Counts by tally and name, as reports keep them.
pub type Sums = BTreeMap<String, BTreeMap<String, u32>>;

/// A name under which a tally counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountInfo {
    /// As said behind the tally's title: "won".
    pub name: &'static str,
    /// The name of the same tally of which it is a share; nothing where it stands alone.
    pub of: Option<&'static str>,
}

impl CountInfo {
    /// A count that stands alone.
    #[must_use]
    pub const fn new(name: &'static str) -> CountInfo {
        CountInfo { name, of: None }
    }

    /// A count that is a share of another.
    #[must_use]
    pub const fn share(name: &'static str, of: &'static str) -> CountInfo {
        CountInfo { name, of: Some(of) }
    }
}

/// What a tally is called and which counts it always tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading {
    /// One word for programs: `rallies`.
    pub key: &'static str,
    /// As said: "rallies".
    pub title: &'static str,
    /// Counts told even where they are nothing, in that order; others follow, most first.
    pub counts: &'static [CountInfo],
}

/// A tally of a system: what it counts and how.
#[derive(Clone, Copy, Debug)]
pub struct TallyInfo {
    /// What it is called.
    pub heading: Heading,
    /// Counts what an event is worth, heard when the field has changed.
    pub count: fn(&mut Page<'_>, &Battlefield, &Event),
}

impl TallyInfo {
    /// A tally of that key and title.
    #[must_use]
    pub const fn new(
        key: &'static str,
        title: &'static str,
        counts: &'static [CountInfo],
        count: fn(&mut Page<'_>, &Battlefield, &Event),
    ) -> TallyInfo {
        TallyInfo { heading: Heading { key, title, counts }, count }
    }
}

/// How long a charge may last that is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasts {
    /// As long as the charger shows that it charges or is in contact.
    Shown,
    /// Until its side gives another order.
    OneOrder,
}

/// For whom a roll of blows is thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strikes {
    /// For the two that it names.
    Named,
    /// For everybody who is in contact with them, and with those.
    Together,
}

/// How charges and combats show in what a system tells.
#[derive(Clone, Copy, Debug)]
pub struct ShockInfo {
    /// The verbs that declare a charge; their target is whom it goes at.
    pub declares: &'static [Verb],
    /// The labels of rolls that are blows struck at each other, or sentences that say so of actor and target.
    pub blows: &'static [&'static str],
    /// For whom such a roll is thrown.
    pub strikes: Strikes,
    /// The labels of a charger's tests that end its charge when failed.
    pub tests: &'static [&'static str],
    /// The labels of rolls for how far who is thrown back goes, which he is though he finds no room.
    pub recoils: &'static [&'static str],
    /// Whether what is foreseen of an answer counts what others than the two throw in the same charge.
    pub answers_count_others: bool,
    /// Sentences that end the charge of their actor.
    pub ends: &'static [&'static str],
    /// How long a charge lasts otherwise.
    pub lasts: Lasts,
}

impl ShockInfo {
    /// Charges by those verbs that come to blows by those rolls; to be completed by what differs.
    #[must_use]
    pub const fn new(declares: &'static [Verb], blows: &'static [&'static str]) -> ShockInfo {
        ShockInfo {
            declares,
            blows,
            strikes: Strikes::Named,
            tests: &[],
            recoils: &[],
            answers_count_others: false,
            ends: &[],
            lasts: Lasts::Shown,
        }
    }
}

/// The charges of every system: each that is declared comes to blows, makes the enemy give way before, or comes to
/// nothing; some of those that came to blows are won.
pub const CHARGES: Heading = Heading {
    key: "charges",
    title: "charges",
    counts: &[
        CountInfo::new("declared"),
        CountInfo::share("came to blows", "declared"),
        CountInfo::share("won", "came to blows"),
        CountInfo::share("enemy gave way before", "declared"),
        CountInfo::share("came to nothing", "declared"),
    ],
};

/// Combats won, by who won them: each unit whose enemy in the combat went back, ran or was destroyed.
pub const COMBATS_WON: Heading = Heading {
    key: "combats_won",
    title: "combats won by",
    counts: &[CountInfo::new("foot"), CountInfo::new("horse"), CountInfo::new("guns"), CountInfo::new("a garrison")],
};

/// Units lost by what their cards call them.
pub const UNITS_LOST: Heading = Heading { key: "units_lost", title: "units lost", counts: &[] };

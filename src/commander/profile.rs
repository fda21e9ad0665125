//! Profiles: what makes one commander different from another, as data.

mod numbers;
mod parse;

use std::collections::BTreeMap;

use battle::weighted;

use crate::considerations::{CONCERNS, Concern, Inputs};
use crate::curve::Curve;

pub use numbers::{Number, with_numbers};
pub(crate) use parse::parse;

/// How a commander comes to its decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Weighs what is known: appraisal, plan, considerations.
    Utility,
    /// Any legal order.
    Random,
    /// Straight at the nearest enemy.
    Charge,
    /// Stays where it is and shoots.
    Hold,
}

impl Kind {
    /// Names in profiles, in the order of the variants.
    pub const NAMES: &'static [&'static str] = &["utility", "random", "charge", "hold"];
    const ALL: [Kind; 4] = [Kind::Utility, Kind::Random, Kind::Charge, Kind::Hold];
}

/// What one thing considered counts for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// 0: not at all; 1: a response of 0 vetoes.
    pub weight: f64,
    /// How the input is answered.
    pub curve: Curve,
}

impl Response {
    /// What an input multiplies a score by: 1 where it does not count.
    pub(crate) fn factor(&self, input: f64) -> f64 {
        weighted(self.curve.respond(input), self.weight)
    }
}

/// The response to each thing considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighing {
    responses: [Response; CONCERNS],
    counted: Vec<Counted>,
}

/// A thing that counts, with the factor of the input that most orders have.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Counted {
    concern: Concern,
    response: Response,
    idle: f64,
}

impl Weighing {
    /// A weighing by those responses, in the order of [`Concern::ALL`].
    pub(crate) fn new(responses: [Response; CONCERNS]) -> Weighing {
        let counted = |concern: &Concern| {
            let response = responses[*concern as usize];
            let idle = response.factor(concern.idle());
            (response.weight != 0.0).then_some(Counted { concern: *concern, response, idle })
        };
        Weighing { responses, counted: Concern::ALL.iter().filter_map(counted).collect() }
    }

    /// The response to one.
    #[must_use]
    pub fn of(&self, concern: Concern) -> Response {
        self.responses[concern as usize]
    }

    /// What the inputs multiply a score by, one factor for each thing that counts.
    pub(crate) fn factors(&self, inputs: &Inputs) -> impl Iterator<Item = f64> {
        self.counted.iter().map(|counted| {
            let input = inputs.get(counted.concern);
            if input == counted.concern.idle() { counted.idle } else { counted.response.factor(input) }
        })
    }
}

macro_rules! settings {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident: $low:literal ..= $high:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name { $($(#[$fdoc])* pub $field: f64,)* }

        impl $name {
            /// Every key, the least and the most it may be.
            const RANGES: &[(&str, f64, f64)] = &[$((stringify!($field), $low, $high),)*];

            /// What one key is, by its name.
            fn get(&self, key: &str) -> Option<f64> {
                match key {
                    $(stringify!($field) => Some(self.$field),)*
                    _ => None,
                }
            }

            /// Reads every key of its table; absent ones are taken from `base`, or are faults without one.
            pub(crate) fn read(table: Option<&document::Table<'_>>, base: Option<&$name>) -> Option<$name> {
                $(let $field = parse::setting(table, stringify!($field), $low..=$high, base.map(|base| base.$field));)*
                Some($name { $($field: $field?,)* })
            }
        }
    };
}

settings! {
    /// How the plan is made.
    Planning {
        /// By how much a new mission must beat the old one to replace it, as a share.
        margin: 0.0..=2.0,
        /// Odds (own strength to theirs near the place) at which an attack is thought sure.
        odds: 0.5..=5.0,
        /// Odds below which a group leaves what it is to hold to join the others, while there is time.
        stand: 0.0..=5.0,
        /// What an attack counts for against holding while the side is winning as things stand.
        ease: 0.0..=2.0,
        /// What an attack counts for against holding otherwise.
        drive: 0.0..=2.0,
        /// How much more an attack counts by the end while the side is losing as things stand.
        press: 0.0..=5.0,
        /// Share of its units that a side is supposed to move in a turn.
        tempo: 0.1..=1.0,
        /// Turns that the fight for a place is supposed to take.
        fight: 0.0..=20.0,
        /// Distance in hexes within which units of a brigade keep together as one group.
        together: 2.0..=60.0,
        /// Hexes that a second group at a place keeps to its side.
        aside: 0.0..=60.0,
    }
}

settings! {
    /// How the situation is seen.
    Judgement {
        /// How far friends who face the same enemy share his threat: 0 not at all, 1 evenly.
        share: 0.0..=2.0,
        /// How likely enemy charges are thought to come, 0 to 1.
        charges: 0.0..=1.0,
        /// How far the own chances of charging next turn count as an opportunity.
        boldness: 0.0..=2.0,
        /// How much danger an attack that must hurry shrugs off, 0 to 1.
        dash: 0.0..=1.0,
        /// How much more a target counts that other friends engage too.
        concentration: 0.0..=2.0,
        /// How much less opportunities of the next turn count than results of this.
        patience: 0.0..=2.0,
        /// How much better than doing nothing an order must be, as a share.
        threshold: 0.0..=1.0,
        /// How many of the most promising poses of a move are judged exactly.
        depth: 1.0..=50.0,
    }
}

/// How a commander plans, sees and weighs.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How the plan is made.
    pub planning: Planning,
    /// How the situation is seen.
    pub judgement: Judgement,
    /// What counts for how much.
    pub weighing: Weighing,
}

/// A commander's profile.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Its name as shown.
    pub name: String,
    /// One line on its temper.
    pub temper: String,
    /// How it comes to its decisions.
    pub kind: Kind,
    /// In what share of its decisions it takes the second or third best.
    pub error_rate: f64,
    /// How it goes about a battle.
    pub settings: Settings,
    /// How it does under rule systems that ask for something else, by the system's key.
    pub under: BTreeMap<String, Settings>,
}

impl Profile {
    /// How it goes about a battle under that rule system.
    #[must_use]
    pub fn under(&self, system: &str) -> &Settings {
        self.under.get(system).unwrap_or(&self.settings)
    }
}

//! What is considered about an order, by name, and the inputs that hold one number for each.

use battle::{Effect, Words};

use crate::curve::unit;

macro_rules! concerns {
    ($($(#[$doc:meta])* $variant:ident, $key:literal, $name:literal, $idle:literal, $better:literal, $worse:literal;)*) => {
        /// One thing considered about an order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Concern { $($(#[$doc])* $variant,)* }

        impl Concern {
            /// Every one, in the order in which explanations list them.
            pub const ALL: &'static [Concern] = &[$(Concern::$variant,)*];

            /// Its key in profiles, e.g. `loss_inflicted`.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self { $(Concern::$variant => $key,)* }
            }

            /// As a player would say it, e.g. "loss inflicted".
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Concern::$variant => $name,)* }
            }

            /// How an order reads beside another by it.
            pub(crate) const fn words(self) -> Words {
                match self { $(Concern::$variant => Words { better: $better, worse: $worse },)* }
            }

            /// The input of an order that brings and costs nothing.
            pub(crate) const fn idle(self) -> f64 {
                match self { $(Concern::$variant => $idle,)* }
            }
        }
    };
}

concerns! {
    /// Expected loss of the target, in usual units.
    LossInflicted, "loss_inflicted", "loss inflicted", 0.0,
        "costs them {}", "costs them {}";
    /// Expected loss of the acting unit, in usual units.
    LossTaken, "loss_taken", "loss taken", 0.0,
        "costs us {}", "costs us {}";
    /// Chance that the target is destroyed or, counting less, thrown back.
    Breaking, "breaking", "chance of breaking them", 0.0,
        "may break them", "is less likely to break them";
    /// Chance that the acting unit is.
    Broken, "broken", "chance of being broken", 0.0,
        "is less likely to be broken", "may be broken itself";
    /// Stands on an enemy's flank or rear within striking distance.
    FlankGained, "flank_gained", "flank gained", 0.0,
        "comes at their flank", "comes at nobody's flank";
    /// Enemies within striking distance outside the own front.
    FlankGiven, "flank_given", "flank given", 0.0,
        "shows them no flank", "shows them a flank";
    /// Friends close by.
    Support, "support", "support", 0.0,
        "has more friends close by", "has fewer friends close by";
    /// Cover where it matters.
    Cover, "cover", "cover", 0.0,
        "has more cover", "has less cover";
    /// Stands on an objective that counts.
    Objective, "objective", "objective", 0.0,
        "does more for the ground that counts", "does less for the ground that counts";
    /// Way made towards the mission's place; 0.5 is none.
    Mission, "mission", "progress to the mission's place", 0.5,
        "comes nearer to where it is sent", "stays further from where it is sent";
    /// Loss to be expected there in the enemy's next turn, shared among friends.
    Exposure, "exposure", "exposure next turn", 0.0,
        "may lose {} there in their next turn", "may lose {} there in their next turn";
    /// What the unit could do from there in its next turn.
    Opportunity, "opportunity", "opportunity next turn", 0.0,
        "can hurt them more in its next turn", "can hurt them less in its next turn";
    /// Share of the enemies around that are in front.
    Facing, "facing", "facing the enemy", 1.0,
        "faces them better", "turns away from some of them";
    /// Strength regained.
    Rally, "rally", "strength regained", 0.0,
        "recovers {}", "recovers {}";
    /// A leader with a unit that may be destroyed.
    LeaderRisk, "leader_risk", "risk to a leader", 0.0,
        "keeps its leader safer", "puts its leader in danger";
    /// The share of its side's means that it uses up.
    OrderCost, "order_cost", "order cost", 0.0,
        "uses up fewer orders", "uses up more orders";
    /// Means kept for defence when a charge is to be feared.
    Kept, "kept", "kept for defence", 0.0,
        "keeps a defence against charges", "keeps no defence against charges";
    /// The same way made, as the clock presses; 0.5 is none.
    Haste, "haste", "haste", 0.5,
        "loses no time", "loses time";
    /// A charge home: for tempers that like or shun one beyond what it promises.
    Charging, "charging", "charging home", 0.0,
        "charges home", "does not charge";
    /// A shot: for tempers that would rather shoot than do anything else.
    Shooting, "shooting", "shooting", 0.0,
        "shoots", "does not shoot";
}

/// How many things are considered.
pub(crate) const CONCERNS: usize = Concern::ALL.len();

/// One input, 0 to 1, for each thing considered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Inputs([f64; CONCERNS]);

impl Inputs {
    /// Of an order that brings and costs nothing.
    pub fn idle() -> Inputs {
        let mut inputs = [0.0; CONCERNS];
        Concern::ALL.iter().for_each(|concern| inputs[*concern as usize] = concern.idle());
        Inputs(inputs)
    }

    pub fn get(&self, concern: Concern) -> f64 {
        self.0[concern as usize]
    }

    /// Sets an input, brought between 0 and 1.
    pub fn set(&mut self, concern: Concern, input: f64) {
        self.0[concern as usize] = unit(input);
    }

    /// The same with an input changed.
    pub fn with(mut self, concern: Concern, input: f64) -> Inputs {
        self.set(concern, input);
        self
    }

    /// Adds another one's inputs in a proportion; for means, start from [`Inputs::zero`].
    pub fn add(&mut self, other: &Inputs, proportion: f64) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum += more * proportion;
        }
    }

    /// All inputs 0: the start of a sum.
    pub fn zero() -> Inputs {
        Inputs([0.0; CONCERNS])
    }

    /// Enters what a forecast says, losses weighed by what the two units are worth.
    pub fn enter_effect(&mut self, effect: &Effect, own: f64, target: f64) {
        self.set(Concern::LossInflicted, effect.inflicted * target + effect.opens);
        self.set(Concern::LossTaken, effect.taken * own);
        self.set(Concern::Breaking, (effect.destroys + 0.4 * effect.repels) * target);
        self.set(Concern::Broken, (effect.destroyed + 0.4 * effect.repelled) * own);
        self.set(Concern::Rally, effect.recovers * own);
        self.set(Concern::OrderCost, effect.spends);
    }
}

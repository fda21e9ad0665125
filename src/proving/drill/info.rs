//! The drill's fixed facts: verbs, steps, decisions, house rules and every number of its rules.

use battle::{Ask, AskRole, OptionInfo, PoseStep, Role, StepInfo, SystemInfo, Values, Verb, VerbInfo};

macro_rules! verbs {
    ($($constant:ident $word:literal $title:literal $role:ident $posed:literal $clause:literal $help:literal;)*) => {
        /// Every verb, in the order of its number.
        pub const VERBS: &[VerbInfo] = &[$(
            VerbInfo {
                word: $word, title: $title, help: $help, role: Role::$role, posed: $posed, rolled: false, clause: $clause,
            },
        )*];
        verbs!(@number 0u8; $($constant $word)*);
    };
    (@number $at:expr; $constant:ident $word:literal $($rest:tt)*) => {
        #[doc = concat!("The verb `", $word, "`.")]
        pub const $constant: Verb = Verb($at);
        verbs!(@number $at + 1; $($rest)*);
    };
    (@number $at:expr;) => {};
}

verbs! {
    DEPLOY "deploy" "Deploy" Deploy true "DR-DEPLOY" "Put a unit elsewhere in its zone, each once.";
    ORDER "order" "Order" Activate false "DR-ORDER" "Spend one order on a unit, which may then move or charge.";
    ATTACH "attach" "Attach" Lead false "DR-LEADER" "Send the leader to a unit.";
    BANK "bank" "Bank" Bank false "DR-BANK" "Keep some orders for the next turn and give no more now.";
    MOVE "move" "Move" Move true "DR-MOVE" "Move an ordered unit.";
    FORM "form" "Form" Maneuver true "DR-FORM" "Change an ordered unit's formation.";
    CHARGE "charge" "Charge" Assault true "DR-CHARGE" "Charge an enemy with an ordered unit.";
    VOLLEY "volley" "Volley" Defend false "DR-REACT" "Fire at the charge.";
    STAND "stand" "Stand" Keep false "DR-REACT" "Hold fire and meet the charge.";
    FOLLOW "follow" "Follow up" Pursue true "DR-FOLLOW" "Take the ground that was won.";
    HALT "halt" "Halt" Keep false "DR-FOLLOW" "Stay after a won fight.";
    FIRE "fire" "Fire" Fire false "DR-FIRE" "Fire at an enemy.";
    RALLY "rally" "Rally" Rally false "DR-RALLY" "Try to restore a unit.";
    DONE "done" "Done" Done false "DR-TURN" "Nothing more in this step.";
}

/// Place of the deployment step.
pub const DEPLOYMENT: u8 = 0;
/// Place of the command step.
pub const COMMAND: u8 = 1;
/// Place of the movement step.
pub const MOVEMENT: u8 = 2;
/// Place of the fire step.
pub const FIRING: u8 = 3;
/// Place of the rally step.
pub const RALLYING: u8 = 4;
/// Place of the turn's end and of arrivals.
pub const TURN_END: u8 = 5;

const STEPS: &[StepInfo] = &[
    StepInfo { title: "Deployment", clause: "DR-DEPLOY" },
    StepInfo { title: "Command", clause: "DR-ORDER" },
    StepInfo { title: "Movement", clause: "DR-MOVE" },
    StepInfo { title: "Fire", clause: "DR-FIRE" },
    StepInfo { title: "Rally", clause: "DR-RALLY" },
    StepInfo { title: "Arrivals", clause: "DR-ARRIVE" },
];

const fn ask(key: &'static str, prompt: &'static str, role: AskRole, clause: &'static str) -> Ask {
    Ask { key, prompt, role, clause }
}

/// Asked before the battle.
pub static ASK_DEPLOY: Ask = ask("deploy", "place your units", AskRole::Deploy, "DR-DEPLOY");
/// Asked in the command step.
pub static ASK_COMMAND: Ask = ask("command", "give orders", AskRole::Command, "DR-ORDER");
/// Asked in the movement step.
pub static ASK_ACT: Ask = ask("act", "move or charge with an ordered unit", AskRole::Act, "DR-MOVE");
/// Asked of a charged unit.
pub static ASK_REACT: Ask = ask("react", "fire at the charge or hold", AskRole::React, "DR-REACT");
/// Asked after a won fight.
pub static ASK_FOLLOW: Ask = ask("follow", "follow up or halt", AskRole::Pursue, "DR-FOLLOW");
/// Asked in the fire step.
pub static ASK_FIRE: Ask = ask("fire", "choose a unit and its target", AskRole::Fire, "DR-FIRE");
/// Asked in the rally step.
pub static ASK_RALLY: Ask = ask("rally", "rally a unit", AskRole::Settle, "DR-RALLY");

/// House rule: whether charged units may fire.
pub const VOLLEYS: OptionInfo = OptionInfo {
    key: "volleys",
    clause: "DR-REACT",
    help: "Whether a charged unit may fire at the charge.",
    values: Values::Flag,
    default: "on",
};
/// House rule: orders added to the die.
pub const EXTRA_ORDERS: OptionInfo = OptionInfo {
    key: "extra-orders",
    clause: "DR-ORDER",
    help: "Orders added to the die at each command step.",
    values: Values::Number(0, 6),
    default: "1",
};
/// House rule: how far hidden units are found.
pub const FINDING: OptionInfo = OptionInfo {
    key: "finding",
    clause: "DR-HIDDEN",
    help: "How near an enemy finds a hidden unit that he sees.",
    values: Values::Choice(&["near", "far"]),
    default: "near",
};

/// The drill.
pub static INFO: SystemInfo = SystemInfo {
    key: "drill",
    title: "Drill",
    source: "a small rule system of our own, for tests",
    verbs: VERBS,
    steps: STEPS,
    options: &[VOLLEYS, EXTRA_ORDERS, FINDING],
    strength: "SP",
};

/// What is rolled for, as part of a roll's key.
#[derive(Clone, Copy)]
pub enum Why {
    /// Orders.
    Orders,
    /// Arrival of reinforcements.
    Arrival,
    /// Fire in the fire step.
    Fire,
    /// Fire at a charge.
    Volley,
    /// A fight.
    Fight,
    /// Rallying.
    Rally,
}

/// Steps of a unit in line, on guns or in column.
pub const STRIDES: &[PoseStep] = &[
    PoseStep::AheadLeft,
    PoseStep::AheadRight,
    PoseStep::SideLeft,
    PoseStep::SideRight,
    PoseStep::BackLeft,
    PoseStep::BackRight,
    PoseStep::WheelLeft,
    PoseStep::WheelRight,
    PoseStep::AboutFace,
];
/// Steps of a charge.
pub const CHARGE_STRIDES: &[PoseStep] =
    &[PoseStep::AheadLeft, PoseStep::AheadRight, PoseStep::WheelLeft, PoseStep::WheelRight];
/// Steps of a march column.
pub const MARCH_STRIDES: &[PoseStep] =
    &[PoseStep::AheadLeft, PoseStep::AheadRight, PoseStep::TurnLeft, PoseStep::TurnRight];

/// Cost of one hex of open ground, in hundredths of an inch on a map of one inch a hex.
pub const HEX: u16 = 100;
/// Added for a slope or a stream.
pub const CLIMB: u16 = 50;
/// Strength points of a stand.
pub const POINTS: i16 = 2;
/// Reach of muskets, in hexes.
pub const MUSKET_RANGE: i32 = 3;
/// Reach of guns, in hexes.
pub const GUN_RANGE: i32 = 8;
/// Hits that stop a charge.
pub const STOPPING_HITS: u8 = 3;
/// Hexes of a retreat.
pub const RETREAT: u8 = 3;
/// Hexes of a follow-up, as a cost.
pub const FOLLOW_LIMIT: u16 = 2 * HEX;
/// Orders that can be kept.
pub const BANK_LIMIT: i16 = 2;
/// Needed on a d6 to rally.
pub const RALLY_NEED: u8 = 4;

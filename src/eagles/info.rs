//! Fixed facts of the system: verbs, steps of a turn, the questions it asks.

use battle::{Ask, AskRole, Role, StepInfo, SystemInfo, Verb, VerbInfo};

use crate::options::OPTIONS;

macro_rules! verbs {
    ($($name:ident = $word:literal, $title:literal, $role:ident, $posed:literal, $clause:literal, $help:literal;)*) => {
        #[derive(Clone, Copy)]
        #[allow(clippy::upper_case_acronyms)]
        enum Place { $($name,)* }
        $(
            #[doc = $help]
            pub(crate) const $name: Verb = Verb(Place::$name as u8);
        )*
        const VERBS: &[VerbInfo] = &[$(VerbInfo {
            word: $word, title: $title, help: $help, role: Role::$role, posed: $posed,
            rolled: $posed && matches!(Role::$role, Role::Move | Role::March), clause: $clause,
        },)*];
    };
}

#[allow(non_camel_case_types)]
mod list {
    use super::{Role, Verb, VerbInfo};

    verbs! {
        PLACE = "place", "Place", Deploy, true, "EA-SEQ-1", "Put a Unit where it starts; once for each Unit.";
        ATTACH = "attach", "Attach", Lead, false, "EA-GEN-1",
            "Send a General to a Unit within 12 inches: it has a free Order this turn.";
        RIDE = "ride", "Ride", Lead, false, "EA-GEN-1", "Send a General up to 12 inches to a hex, with no Unit.";
        GRANT = "grant", "Hand on Order", Command, false, "EA-OPT-23",
            "The army commander gives one Order of his roll to another General.";
        PIP = "pip", "Initiative +1", Command, false, "EA-OPT-23",
            "The army commander keeps one Order of his roll as +1 on this turn's Initiative die.";
        BANK = "bank", "Save Orders", Bank, false, "EA-OPT-17",
            "Excellent Staff saves so many Orders of this roll for a later turn.";
        ORDER = "order", "Order", Activate, false, "EA-ORD-2",
            "Give a Unit an Order for one Action, shot or defence; 2 of the roll within a base width of an enemy, else 1.";
        MOVE = "move", "Move", Move, true, "EA-MOVE-1",
            "Turn if you like, then roll how far the Unit goes straight ahead.";
        MARCH = "march", "March", March, true, "EA-MOVE-7",
            "A Move with one die more, kept a base width off every enemy, without any fire this turn.";
        MANEUVER = "maneuver", "Maneuver", Maneuver, true, "EA-MAN-1",
            "Shift up to a base width any way, then face any way, without dice.";
        HALT = "halt", "Halt", Place, true, "EA-MOVE-5", "Name where the rolled move ends.";
        ASSAULT = "assault", "Assault", Assault, false, "EA-ASSAULT-1",
            "Charge an enemy Unit: roll how far, and fight if that is far enough.";
        BOMBARD = "bombard", "Bombard", Fire, false, "EA-FIRE-2", "Shoot at once with Guns that have not moved.";
        BARRAGE = "barrage", "Barrage", FireHard, false, "EA-FIRE-9",
            "Bombard with one die more by spending one more Order.";
        LAY = "lay", "Lay guns", Fire, false, "EA-RES-7", "Ready Guns now to bombard in the Fire phase.";
        RALLY = "rally", "Rally", Rally, false, "EA-RALLY-1",
            "Roll a die to regain Strength Points: one on 4 or 5, two on 6.";
        RESUPPLY = "resupply", "Resupply", Resupply, false, "EA-OPT-1",
            "Bring ammunition to Guns that have run out; they fire again from the next turn.";
        FIRE = "fire", "Fire", Fire, false, "EA-FIRE-1",
            "Fire at an enemy: free in the Fire phase, for an Order at any other time.";
        VOLLEY = "volley", "Volley", FireHard, false, "EA-FIRE-9",
            "Fire with one die more by spending an unused Order.";
        SKIRMISH = "skirmish", "Skirmish", Fire, false, "EA-SKIRM-1",
            "One die at an enemy on any side within two base widths, in place of Fire.";
        STAND = "stand", "Stand firm", Defend, false, "EA-ASSAULT-9",
            "Spend an unused Order on one die more in the Assault.";
        KEEP = "keep", "Decline", Keep, false, "EA-ASSAULT-9", "Keep the Order, or stay where the Unit stands.";
        PURSUE = "pursue", "Follow up", Pursue, true, "EA-ASSAULT-23",
            "Advance a base width or turn after a won Assault.";
        SETTLE = "settle", "Settle", Place, true, "EA-ASSAULT-22",
            "Choose where a Unit that found no room in its retreat comes to rest.";
        DONE = "done", "Done", Done, false, "EA-SEQ-5", "Nothing more in this step.";
    }

    pub(super) const ALL: &[VerbInfo] = VERBS;
}

pub(crate) use list::*;

/// Places of the steps in [`STEPS`].
pub(crate) mod step {
    /// Deployment.
    pub(crate) const DEPLOY: u8 = 0;
    /// Arrival of reinforcements.
    pub(crate) const ARRIVALS: u8 = 1;
    /// Orders.
    pub(crate) const ORDERS: u8 = 2;
    /// Initiative.
    pub(crate) const INITIATIVE: u8 = 3;
    /// Actions.
    pub(crate) const ACTIONS: u8 = 4;
    /// Fire.
    pub(crate) const FIRE: u8 = 5;
    /// The clean-up at a turn's end.
    pub(crate) const END: u8 = 6;
}

const STEPS: &[StepInfo] = &[
    StepInfo { title: "Deployment", clause: "EA-SEQ-1" },
    StepInfo { title: "Arrivals", clause: "EA-SCEN-3" },
    StepInfo { title: "Orders", clause: "EA-SEQ-3" },
    StepInfo { title: "Initiative", clause: "EA-SEQ-4" },
    StepInfo { title: "Actions", clause: "EA-SEQ-5" },
    StepInfo { title: "Fire", clause: "EA-SEQ-8" },
    StepInfo { title: "End of turn", clause: "EA-SEQ-9" },
];

const fn ask(key: &'static str, prompt: &'static str, role: AskRole, clause: &'static str) -> Ask {
    Ask { key, prompt, role, clause }
}

/// EA-SEQ-1.
pub(crate) static ASK_DEPLOY: Ask = ask("deploy", "place your Units, then done", AskRole::Deploy, "EA-SEQ-1");
/// EA-RES-48.
pub(crate) static ASK_ARRIVE: Ask = ask("arrive", "move Units that have arrived", AskRole::Act, "EA-RES-48");
/// EA-SEQ-3.
pub(crate) static ASK_COMMAND: Ask =
    ask("command", "send Generals first, then give Orders to Units", AskRole::Command, "EA-SEQ-3");
/// EA-SEQ-5.
pub(crate) static ASK_ACT: Ask = ask("act", "choose a Unit and its Action", AskRole::Act, "EA-SEQ-5");
/// EA-MOVE-5.
pub(crate) static ASK_HALT: Ask = ask("halt", "name where the move ends", AskRole::Place, "EA-MOVE-5");
/// EA-ASSAULT-9.
pub(crate) static ASK_REACT: Ask = ask("react", "choose how the charged Unit defends", AskRole::React, "EA-ASSAULT-9");
/// EA-ASSAULT-23.
pub(crate) static ASK_PURSUE: Ask =
    ask("pursue", "follow up with the winner, or decline", AskRole::Pursue, "EA-ASSAULT-23");
/// EA-OPT-5.
pub(crate) static ASK_UNLIMBER: Ask =
    ask("unlimber", "bombard after the Maneuver, or decline", AskRole::Fire, "EA-OPT-5");
/// EA-SEQ-7.
pub(crate) static ASK_REACTION: Ask =
    ask("reaction", "fire with Units that hold an unused Order", AskRole::Fire, "EA-SEQ-7");
/// EA-ASSAULT-22.
pub(crate) static ASK_SETTLE: Ask = ask("settle", "choose where the Unit finds room", AskRole::Settle, "EA-ASSAULT-22");
/// EA-SEQ-8.
pub(crate) static ASK_FIRE: Ask = ask("fire", "choose a Unit and its target", AskRole::Fire, "EA-SEQ-8");
/// EA-GEN-5.
pub(crate) static ASK_RETURN: Ask =
    ask("return", "choose the Unit that a returning General joins", AskRole::Settle, "EA-GEN-5");

/// The system's facts.
pub(crate) static INFO: SystemInfo = SystemInfo {
    key: "eagles",
    title: "Eagles Cheaper than Brain Cells",
    source: "grand-tactical Napoleonic rules in the one-hour style, 2018",
    verbs: list::ALL,
    steps: STEPS,
    options: OPTIONS,
    strength: "SP",
};

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
            word: $word, title: $title, help: $help, role: Role::$role, posed: $posed, rolled: false,
            clause: $clause,
        },)*];
    };
}

#[allow(non_camel_case_types)]
mod list {
    use super::{Role, Verb, VerbInfo};

    verbs! {
        PLACE = "place", "Place", Deploy, true, "OW-SEQ-4", "Put a unit where it starts.";
        PURSUE = "pursue", "Pursue", Pursue, false, "OW-MORALE-13",
            "Test motivation to go after a routing enemy instead of any other move.";
        FREE = "free", "Free the guns", Rally, false, "OW-TERRAIN-9",
            "Test skill to free a bogged battery; it counts as moved and stays where it is.";
        SQUARE = "square", "Form square", Form, true, "OW-SQUARE-1", "Form square for the whole turn, without a test.";
        LINE = "line", "Form line", Form, true, "OW-MOVE-9",
            "Form line in one rank (#1) or two (#2); costs half the move of the formation that is left.";
        COLUMN = "column", "Form column", Form, true, "OW-MOVE-9", "Form column, two files wide.";
        LOOSE = "loose", "Open order", Form, true, "OW-MOVE-9", "Open out, a hex between stands.";
        WEDGE = "wedge", "Form wedge", Form, true, "OW-MOVE-9", "Form wedge.";
        ENTER = "enter", "Enter building", Form, true, "OW-BUILD-2",
            "Spread through a building that has room for every stand.";
        SHELTER = "shelter", "Shelter", Form, false, "OW-MOVE-4",
            "Guns inside or beside a friendly square join it and stay.";
        CHARGE = "charge", "Declare charge", Assault, false, "OW-ASSAULT-1",
            "Declare a charge on an enemy in sight; the other side answers at once.";
        STAND = "stand", "Stand", Keep, false, "OW-ASSAULT-3", "Receive the charge as the unit stands.";
        HASTY = "hasty", "Form square", Defend, false, "OW-SQUARE-2",
            "Test skill to form square before the charge comes home; no defensive fire either way.";
        MOVE = "move", "Move", Move, true, "OW-MOVE-1", "Move up to the allowance of the formation.";
        DOUBLE = "double", "Double", March, true, "OW-MOVE-5",
            "Move up to twice the allowance; no shooting or charging, and a better target until the next own turn.";
        HOME = "home", "Charge home", Assault, true, "OW-ASSAULT-6",
            "Make the charge leg of a declared charge: one wheel at most, then straight ahead into contact.";
        SEARCH = "search", "Search", Search, false, "OW-HIDDEN-5",
            "Look for hidden enemies near the unit; what is found this way does not surprise.";
        DRESS = "dress", "Close up", Command, false, "OW-HIT-6",
            "Choose the end at which a single rank shrinks: #0 away from the enemy, #1 left, #2 right.";
        ATTACH = "attach", "Attach", Lead, false, "OW-CMD-5", "Send a leader up to 12 inches to a unit.";
        RIDE = "ride", "Ride", Lead, false, "OW-CMD-5", "Send a leader up to 12 inches to a hex.";
        FIRE = "fire", "Fire", Fire, false, "OW-SHOOT-1", "Shoot with the whole unit at one enemy unit: muskets or ball.";
        GRAPE = "grape", "Grape", Fire, false, "OW-UNIT-8", "Shoot grape at an enemy within 12 inches.";
        SHELL = "shell", "Shell", Fire, false, "OW-HOWITZER-3",
            "Drop howitzer shells: name the stand each one aims at.";
        AIM = "aim", "Aim", Fire, false, "OW-HOWITZER-3", "Name the stand the next shell aims at.";
        BATTER = "batter", "Batter", Fire, false, "OW-BUILD-6", "Shoot at a wall, door or window.";
        RAKE = "rake", "Shell the wood", Fire, false, "OW-HIDDEN-8",
            "Fire artillery into a wood hex where enemies are only suspected.";
        HOLD = "hold", "Hold fire", Keep, false, "OW-ASSAULT-8", "Do not fire at the charge.";
        FIGHT = "fight", "Fight", Command, false, "OW-ASSAULT-21", "Choose which charge is fought out next.";
        PILE = "pile", "Pile in", Defend, false, "OW-ASSAULT-17",
            "Bring stands within 2 inches into the fight; the unit is out of formation afterwards.";
        KEEP = "keep", "Keep ranks", Keep, false, "OW-ASSAULT-17", "Strike with the stands that are engaged.";
        ADVANCE = "advance", "Break through", Pursue, true, "OW-ASSAULT-18",
            "Advance 4 inches the way the assault went.";
        WITHDRAW = "withdraw", "Draw off", Pursue, true, "OW-ASSAULT-19", "Horse moves up to 8 inches any way, not into contact.";
        REFORM = "reform", "Reform", Pursue, true, "OW-ASSAULT-18", "Stay, and turn or change formation once, free.";
        STAY = "stay", "Stay", Keep, false, "OW-ASSAULT-18", "Stay as the unit stands.";
        DONE = "done", "Done", Done, false, "OW-SEQ-2", "Nothing more in this step.";
    }

    pub(super) const ALL: &[VerbInfo] = VERBS;
}

pub(crate) use list::*;

const STEPS: &[StepInfo] = &[
    StepInfo { title: "Deployment", clause: "OW-SEQ-4" },
    StepInfo { title: "Morale", clause: "OW-SEQ-2" },
    StepInfo { title: "Rout and pursuit", clause: "OW-MORALE-11" },
    StepInfo { title: "Squares", clause: "OW-SQUARE-1" },
    StepInfo { title: "Charges", clause: "OW-ASSAULT-1" },
    StepInfo { title: "Movement", clause: "OW-MOVE-1" },
    StepInfo { title: "Rout moves", clause: "OW-MORALE-12" },
    StepInfo { title: "Shooting", clause: "OW-SHOOT-1" },
    StepInfo { title: "Defensive fire", clause: "OW-ASSAULT-8" },
    StepInfo { title: "Assault", clause: "OW-ASSAULT-12" },
    StepInfo { title: "End of turn", clause: "OW-SEQ-5" },
];

const fn ask(key: &'static str, prompt: &'static str, role: AskRole, clause: &'static str) -> Ask {
    Ask { key, prompt, role, clause }
}

/// OW-SEQ-4.
pub(crate) static ASK_DEPLOY: Ask = ask("deploy", "place your units, then done", AskRole::Deploy, "OW-SEQ-4");
/// M2.
pub(crate) static ASK_PURSUE: Ask =
    ask("pursue", "choose units that try to pursue routers", AskRole::Pursue, "OW-MORALE-13");
/// V1.
pub(crate) static ASK_OPEN: Ask = ask("open", "form or leave squares, free bogged guns", AskRole::Act, "OW-SQUARE-1");
/// V2.
pub(crate) static ASK_CHARGE: Ask = ask("charge", "declare charges one by one", AskRole::Act, "OW-ASSAULT-1");
/// V2.
pub(crate) static ASK_RESPOND: Ask =
    ask("respond", "choose how the charged unit answers", AskRole::React, "OW-ASSAULT-3");
/// V3.
pub(crate) static ASK_MOVE: Ask = ask("move", "move units and leaders, ride charges home", AskRole::Act, "OW-MOVE-1");
/// S1.
pub(crate) static ASK_FIRE: Ask = ask("fire", "choose a unit and its target", AskRole::Fire, "OW-SHOOT-2");
/// S1.
pub(crate) static ASK_AIM: Ask = ask("aim", "name the stand the next shell aims at", AskRole::Fire, "OW-HOWITZER-3");
/// S2.
pub(crate) static ASK_REPLY: Ask = ask("reply", "fire at the charge, or hold", AskRole::React, "OW-ASSAULT-8");
/// A.
pub(crate) static ASK_FIGHT: Ask = ask("fight", "choose which charge is fought next", AskRole::Settle, "OW-ASSAULT-21");
/// A.
pub(crate) static ASK_PILE: Ask = ask("pile", "pile in, or keep ranks", AskRole::React, "OW-ASSAULT-17");
/// A.
pub(crate) static ASK_TRIUMPH: Ask =
    ask("triumph", "break through, draw off, reform or stay", AskRole::Pursue, "OW-ASSAULT-18");

/// The system's facts.
pub(crate) static INFO: SystemInfo = SystemInfo {
    key: "on_war",
    title: "On War",
    source: "Napoleonic battalion rules with individual stands, d6",
    verbs: list::ALL,
    steps: STEPS,
    options: OPTIONS,
    strength: "stands",
};

//! Fixed facts of the system: verbs, phases of a turn, the questions it asks.

use battle::{Ask, AskRole, StepInfo, StrengthInfo, SystemInfo, Verb, VerbInfo};
use rulebook::{Decides, Phase, Whose, phase_words, verb_words};

use crate::combat::{self, bout, options, turning};
use crate::command::{leaders, orders, rally};
use crate::contact::{self, reactions};
use crate::fire::{self, grand, hold};
use crate::movement::{self, exits, forming, towns};
use crate::options::OPTIONS;
use crate::{OverTheHills, morale, sequence};

rulebook::verbs! { OverTheHills;
    DEPLOY = movement::DEPLOY_ROW,
    ORDER = orders::ORDER_ROW,
    RIDE = leaders::RIDE_ROW,
    ATTACH = leaders::ATTACH_ROW,
    MOVE = movement::MOVE_ROW,
    FORM = forming::FORM_ROW,
    LIE = movement::LIE_ROW,
    RISE = movement::RISE_ROW,
    ENTER = towns::ENTER_ROW,
    LEAVE = towns::LEAVE_ROW,
    EXIT = exits::EXIT_ROW,
    CHARGE = contact::CHARGE_ROW,
    EVADE = reactions::EVADE_ROW,
    MEET = reactions::MEET_ROW,
    SQUARE = reactions::SQUARE_ROW,
    STAND = reactions::STAND_ROW,
    HALT = contact::HALT_ROW,
    RALLY = rally::RALLY_ROW,
    FIRE = fire::FIRE_ROW,
    GRAND = grand::GRAND_ROW,
    HOLD = hold::HOLD_ROW,
    COUNTER = combat::COUNTER_ROW,
    FIGHT = combat::FIGHT_ROW,
    FACE = bout::FACE_ROW,
    TURN = turning::TURN_ROW,
    KEEP = turning::KEEP_ROW,
    REST = options::REST_ROW,
    FOLLOW = options::FOLLOW_ROW,
    RECOVER = options::RECOVER_ROW,
    REFORM = options::REFORM_ROW,
    WHEEL = options::WHEEL_ROW,
    FALL_BACK = options::FALL_BACK_ROW,
    ONWARD = options::ONWARD_ROW,
    TAKE = options::TAKE_ROW,
    DONE = sequence::DONE_ROW,
}

rulebook::phases! {
    DEPLOYMENT, START, STATUS, ORDERS, NERVE, ROUTS, MOVEMENT, RALLY_PHASE, DEFENCE, COUNTERS, COMBAT, SHOOTING, END
}

/// What answers a victory.
pub(crate) const OPTIONS_OF_WINNERS: &[Verb] = &[REST, FOLLOW, RECOVER, REFORM, WHEEL, FALL_BACK, ONWARD, TAKE];

/// The rows of the turn (OTH-SEQ-3).
pub(crate) const PHASE_ROWS: &[Phase<OverTheHills>] = &[
    Phase::asking("Deployment", "OTH-SEQ-7", &ASK_DEPLOY, &[DEPLOY, DONE]),
    Phase::passing("Start", "OTH-SEQ-3", sequence::start),
    Phase::passing("Command status", "OTH-CMD-2", crate::command::check),
    Phase { begin: orders::begin, ..Phase::asking("Orders", "OTH-ORD-2", &ASK_ORDERS, &[ORDER, DONE]) },
    Phase::passing("Morale", "OTH-MORALE-1", morale::start_of_turn),
    Phase::passing("Routs", "OTH-STATUS-2", sequence::routs),
    Phase {
        begin: orders::measure,
        close: orders::close,
        ..Phase::asking(
            "Movement",
            "OTH-MOVE-4",
            &ASK_MOVE,
            &[MOVE, FORM, CHARGE, RIDE, ATTACH, ENTER, LEAVE, EXIT, LIE, RISE, DONE],
        )
    },
    Phase { begin: rally::resupply, ..Phase::asking("Rally", "OTH-RALLY-1", &ASK_RALLY, &[RALLY, DONE]) },
    Phase {
        decides: Decides::Other,
        begin: sequence::begin_defence,
        ..Phase::asking("Defensive fire", "OTH-FIRE-6", &ASK_FIRE, &[FIRE, DONE])
    },
    Phase { decides: Decides::Other, ..Phase::asking("Counters", "OTH-CONTACT-7", &ASK_COUNTER, &[COUNTER, DONE]) },
    Phase {
        begin: combat::begin,
        close: combat::close,
        ..Phase::asking("Close combat", "OTH-COMBAT-1", &ASK_COMBAT, &[FIGHT])
    },
    Phase {
        decides: Decides::Other,
        close: hold::hold_all,
        ..Phase::asking("Shooting", "OTH-FIRE-7", &ASK_FIRE, &[FIRE, GRAND, HOLD, DONE])
    },
    Phase { whose: Whose::Both, ..Phase::passing("End", "OTH-END-3", sequence::end) },
];

const fn ask(key: &'static str, prompt: &'static str, role: AskRole, clause: &'static str) -> Ask {
    Ask { key, prompt, role, clause }
}

static ASK_DEPLOY: Ask = ask("deploy", "place your units, then done", AskRole::Deploy, "OTH-SEQ-7");
static ASK_ORDERS: Ask = ask("orders", "give brigades other orders", AskRole::Command, "OTH-ORD-2");
static ASK_MOVE: Ask = ask("move", "move, form and charge, a segment at a time", AskRole::Act, "OTH-MOVE-4");
static ASK_RALLY: Ask = ask("rally", "rally a unit with each commander", AskRole::Act, "OTH-RALLY-1");
static ASK_FIRE: Ask = ask("fire", "choose a unit and its target", AskRole::Fire, "OTH-FIRE-7");
static ASK_COUNTER: Ask = ask("counter", "counter with foot that was met", AskRole::React, "OTH-CONTACT-7");
static ASK_COMBAT: Ask = ask("combat", "choose the next combat", AskRole::Settle, "OTH-COMBAT-1");
/// OTH-CONTACT-3.
pub(crate) static ASK_REACT: Ask = ask("react", "react to the charge", AskRole::React, "OTH-CONTACT-3");
/// OTH-CONTACT-4.
pub(crate) static ASK_HALT: Ask = ask("halt", "name where the charge stops", AskRole::Place, "OTH-CONTACT-4");
/// OTH-COMBAT-2.
pub(crate) static ASK_PICK: Ask = ask("face", "pick whom the unit fights", AskRole::Settle, "OTH-COMBAT-2");
/// OTH-RESULT-7.
pub(crate) static ASK_TURN: Ask =
    ask("turn", "turn the winner to face its enemy, or not", AskRole::Settle, "OTH-RESULT-7");
/// OTH-WIN-8.
pub(crate) static ASK_WON: Ask = ask("won", "choose what the winner does", AskRole::Pursue, "OTH-WIN-8");

const VERB_WORDS: [VerbInfo; VERB_ROWS.len()] = verb_words(VERB_ROWS);
const PHASE_WORDS: [StepInfo; PHASE_ROWS.len()] = phase_words(PHASE_ROWS);

/// The system's facts.
pub(crate) static INFO: SystemInfo = SystemInfo {
    key: "over_the_hills",
    title: "Over the Hills",
    source: "a Napoleonic system of d10 and fatigue, quick reference, version 2",
    verbs: &VERB_WORDS,
    steps: &PHASE_WORDS,
    options: OPTIONS,
    strength: StrengthInfo::points("FS"),
    marks: crate::marks::MARKS,
};

//! Fixed facts of the system: verbs, phases of a turn, the questions it asks.

use battle::{Ask, AskRole, StepInfo, StrengthInfo, SystemInfo, Verb, VerbInfo};
use rulebook::{Decides, Phase, Whose, phase_words, verb_words};

use crate::combat::{self, options, picks, turning};
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
    FACE = picks::FACE_ROW,
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
        close: fire::shoot::close_defence,
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

static ASK_DEPLOY: Ask =
    ask("deploy", "where should your units stand? Space: as they are", AskRole::Deploy, "OTH-SEQ-7");
static ASK_ORDERS: Ask = ask("orders", "which brigades need other orders? Space: none", AskRole::Command, "OTH-ORD-2");
static ASK_MOVE: Ask = ask("move", "who should go where, form or charge? Space: all stay", AskRole::Act, "OTH-MOVE-4");
static ASK_RALLY: Ask = ask("rally", "whom should commanders rally? Space: nobody", AskRole::Act, "OTH-RALLY-1");
static ASK_FIRE: Ask = ask("fire", "who shoots, and at whom? Space: nobody more", AskRole::Fire, "OTH-FIRE-7");
static ASK_COUNTER: Ask =
    ask("counter", "should the foot that was met strike back? Space: no", AskRole::React, "OTH-CONTACT-7");
static ASK_COMBAT: Ask = ask("combat", "which combat is fought next?", AskRole::Settle, "OTH-COMBAT-1");
/// OTH-CONTACT-3.
pub(crate) static ASK_REACT: Ask = ask("react", "how should it meet the charge?", AskRole::React, "OTH-CONTACT-3");
/// OTH-CONTACT-4.
pub(crate) static ASK_HALT: Ask = ask("halt", "where should the charge stop?", AskRole::Place, "OTH-CONTACT-4");
/// OTH-COMBAT-2.
pub(crate) static ASK_PICK: Ask = ask("face", "whom should it fight?", AskRole::Settle, "OTH-COMBAT-2");
/// OTH-RESULT-7.
pub(crate) static ASK_TURN: Ask = ask("turn", "should the winner turn to its enemy?", AskRole::Settle, "OTH-RESULT-7");
/// OTH-WIN-8.
pub(crate) static ASK_WON: Ask = ask("won", "what should the winner do?", AskRole::Pursue, "OTH-WIN-8");

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
    paces: battle::Paces::Inches,
    marks: crate::marks::MARKS,
    shock: crate::tallies::SHOCK,
    even: Some("whoever has lost the smaller share of its army wins"),
    tallies: crate::tallies::TALLIES,
    words: crate::words::WORDS,
    teaching: crate::teaching::TEACHING,
};

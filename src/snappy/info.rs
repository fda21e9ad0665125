//! Fixed facts of the system: verbs, phases of a turn, the questions it asks.

use battle::{Ask, AskRole, Counts, StepInfo, StrengthInfo, SystemInfo, VerbInfo};
use rulebook::{Decides, Phase, Whose, phase_words, verb_words};

use crate::movement::{forced, leaving};
use crate::options::OPTIONS;
use crate::orders::{self, giving};
use crate::{Snappy, charge, ending, fire, leaders, melee, movement, rally, sequence, supply, tables};

rulebook::verbs! { Snappy;
    DEPLOY = movement::DEPLOY_ROW,
    ORDER = giving::ORDER_ROW,
    AIM = giving::AIM_ROW,
    SHADE = giving::SHADE_ROW,
    RIDE = leaders::RIDE_ROW,
    ATTACH = leaders::ATTACH_ROW,
    MOVE = movement::MOVE_ROW,
    FORM = movement::FORM_ROW,
    CHECK = movement::CHECK_ROW,
    STAY = movement::STAY_ROW,
    FORCE = forced::FORCE_ROW,
    MARCH = forced::MARCH_ROW,
    HALT = forced::HALT_ROW,
    LEAVE = leaving::LEAVE_ROW,
    CHARGE = charge::CHARGE_ROW,
    SQUARE = charge::SQUARE_ROW,
    STAND = charge::STAND_ROW,
    CLOSE = charge::CLOSE_ROW,
    ABORT = charge::ABORT_ROW,
    FIRE = fire::FIRE_ROW,
    FIGHT = melee::FIGHT_ROW,
    DONE = sequence::DONE_ROW,
}

rulebook::phases! {
    DEPLOYMENT, START, ORDERS, INITIATIVE, MOVE_PHASE, DEFENSIVE_FIRE, MOVERS_FIRE, MELEE, RALLY, SUPPLY, END
}

/// The rows of the turn (SN-SEQ-2).
pub(crate) const PHASE_ROWS: &[Phase<Snappy>] = &[
    Phase::asking("Deployment", "SN-SEQ-2", &ASK_DEPLOY, &[DEPLOY, DONE]),
    Phase { whose: Whose::Both, ..Phase::passing("Arrivals", "SN-SEQ-8", sequence::start) },
    Phase { close: orders::close, ..Phase::asking("Orders", "SN-ORD-5", &ASK_COMMAND, &[ORDER, AIM, SHADE, DONE]) },
    Phase { whose: Whose::Both, ..Phase::passing("Initiative", "SN-SEQ-3", sequence::roll_initiative) },
    Phase {
        begin: sequence::begin_half,
        ..Phase::asking(
            "Move and charge",
            "SN-SEQ-1",
            &ASK_MOVE,
            &[MOVE, FORM, CHECK, FORCE, RIDE, ATTACH, CHARGE, LEAVE, DONE],
        )
    },
    Phase {
        begin: sequence::begin_fire,
        decides: Decides::Other,
        ..Phase::asking("Defensive fire", "SN-SEQ-1", &ASK_FIRE, &[FIRE, DONE])
    },
    Phase { begin: sequence::begin_fire, ..Phase::asking("Fire", "SN-SEQ-1", &ASK_FIRE, &[FIRE, DONE]) },
    Phase { close: sequence::end_half, ..Phase::asking("Melee", "SN-MELEE-1", &ASK_MELEE, &[FIGHT]) },
    Phase { whose: Whose::Both, ..Phase::passing("Rally", "SN-RALLY-1", rally::rally) },
    Phase { whose: Whose::Both, ..Phase::passing("Supply", "SN-SUPPLY-1", supply::check) },
    Phase { whose: Whose::Both, ..Phase::passing("End of turn", "SN-END-2", ending::look) },
];

const fn ask(key: &'static str, prompt: &'static str, role: AskRole, clause: &'static str) -> Ask {
    Ask { key, prompt, role, clause }
}

static ASK_DEPLOY: Ask =
    ask("deploy", "where should your units stand? Space: as they are", AskRole::Deploy, "SN-SEQ-2");
static ASK_COMMAND: Ask = ask("orders", "which commands need other orders? Space: none", AskRole::Command, "SN-ORD-5");
static ASK_MOVE: Ask = ask("move", "who should go where, or charge? Space: all stay", AskRole::Act, "SN-SEQ-2");
/// SN-ORD-9.
pub(crate) static ASK_TESTED: Ask = ask("tested", "where should the tested unit go?", AskRole::Act, "SN-ORD-9");
/// SN-MOVE-9.
pub(crate) static ASK_PLACE: Ask = ask("march", "where should the forced march end?", AskRole::Place, "SN-MOVE-9");
/// SN-SQUARE-2.
pub(crate) static ASK_SQUARE: Ask = ask("square", "try a hasty square, or stand?", AskRole::React, "SN-SQUARE-2");
/// SN-CHARGE-4.
pub(crate) static ASK_CONTACT: Ask = ask("contact", "where should the charge strike?", AskRole::Place, "SN-CHARGE-4");
static ASK_FIRE: Ask = ask("fire", "who shoots, and at whom? Space: nobody more", AskRole::Fire, "SN-FIRE-2");
static ASK_MELEE: Ask = ask("melee", "which melee is fought next?", AskRole::Settle, "SN-MELEE-2");

const VERB_WORDS: [VerbInfo; VERB_ROWS.len()] = verb_words(VERB_ROWS);
const PHASE_WORDS: [StepInfo; PHASE_ROWS.len()] = phase_words(PHASE_ROWS);

/// The system's facts.
pub(crate) static INFO: SystemInfo = SystemInfo {
    key: "snappy",
    title: "Snappy",
    source: "a two-page Napoleonic system of morale checks, 2009",
    verbs: &VERB_WORDS,
    steps: &PHASE_WORDS,
    options: OPTIONS,
    strength: StrengthInfo { name: "status", one: "status", counts: Counts::Places(tables::LADDER) },
    paces: battle::Paces::Points,
    marks: crate::marks::MARKS,
    shock: crate::tallies::SHOCK,
    even: Some("whoever has destroyed more of the enemy wins, stands counted by their quality"),
    tallies: crate::tallies::TALLIES,
    words: crate::words::WORDS,
    teaching: crate::teaching::TEACHING,
};

//! Fixed facts of the system: verbs, phases of a turn, the questions it asks.

use battle::{Ask, AskRole, StepInfo, SystemInfo, VerbInfo};
use rulebook::{Phase, Whose, phase_words, verb_words};

use crate::options::OPTIONS;
use crate::{Eagles, answers, assault, command, fire, movement, rally, retreat, sequence};

rulebook::verbs! { Eagles;
    PLACE = movement::PLACE_ROW,
    ATTACH = command::ATTACH_ROW,
    RIDE = command::RIDE_ROW,
    GRANT = command::GRANT_ROW,
    PIP = command::PIP_ROW,
    BANK = command::BANK_ROW,
    ORDER = command::ORDER_ROW,
    MOVE = movement::MOVE_ROW,
    MARCH = movement::MARCH_ROW,
    MANEUVER = movement::MANEUVER_ROW,
    HALT = answers::HALT_ROW,
    ASSAULT = assault::ASSAULT_ROW,
    BOMBARD = fire::BOMBARD_ROW,
    BARRAGE = fire::BARRAGE_ROW,
    LAY = fire::LAY_ROW,
    RALLY = rally::RALLY_ROW,
    RESUPPLY = fire::RESUPPLY_ROW,
    FIRE = answers::FIRE_ROW,
    VOLLEY = fire::VOLLEY_ROW,
    SKIRMISH = fire::SKIRMISH_ROW,
    STAND = assault::STAND_ROW,
    KEEP = answers::KEEP_ROW,
    PURSUE = assault::FOLLOW_UP_ROW,
    SETTLE = retreat::SETTLE_ROW,
    DONE = sequence::DONE_ROW,
}

rulebook::phases! { DEPLOYMENT, ARRIVALS, ORDERS, INITIATIVE, ACTIONS, FIRING, END }

/// The rows of the turn.
pub(crate) const PHASE_ROWS: &[Phase<Eagles>] = &[
    Phase::asking("Deployment", "EA-SEQ-1", &ASK_DEPLOY, &[PLACE, DONE]),
    Phase::asking("Arrivals", "EA-SCEN-3", &ASK_ARRIVE, &[MOVE, DONE]),
    Phase {
        begin: sequence::begin_orders,
        close: sequence::close_orders,
        ..Phase::asking("Orders", "EA-SEQ-3", &ASK_COMMAND, &[ORDER, ATTACH, RIDE, GRANT, PIP, BANK, DONE])
    },
    Phase { whose: Whose::Both, ..Phase::passing("Initiative", "EA-SEQ-4", command::roll_initiative) },
    Phase {
        begin: fire::forget_hits,
        ..Phase::asking(
            "Actions",
            "EA-SEQ-5",
            &ASK_ACT,
            &[MANEUVER, RALLY, MOVE, MARCH, LAY, RESUPPLY, BOMBARD, BARRAGE, ASSAULT, DONE],
        )
    },
    Phase { begin: fire::forget_hits, ..Phase::asking("Fire", "EA-SEQ-8", &ASK_FIRE, &[FIRE, SKIRMISH, VOLLEY, DONE]) },
    Phase { whose: Whose::Both, ..Phase::passing("End of turn", "EA-SEQ-9", sequence::clean_up) },
];

const fn ask(key: &'static str, prompt: &'static str, role: AskRole, clause: &'static str) -> Ask {
    Ask { key, prompt, role, clause }
}

/// EA-SEQ-1.
pub(crate) static ASK_DEPLOY: Ask =
    ask("deploy", "where should your Units stand? Space: as they are", AskRole::Deploy, "EA-SEQ-1");
/// EA-RES-48.
pub(crate) static ASK_ARRIVE: Ask = ask("arrive", "bring on the Units that have arrived", AskRole::Act, "EA-RES-48");
/// EA-SEQ-3.
pub(crate) static ASK_COMMAND: Ask =
    ask("command", "who should act this turn? Generals first, then Orders", AskRole::Command, "EA-SEQ-3");
/// EA-SEQ-5.
pub(crate) static ASK_ACT: Ask = ask("act", "which Unit acts next, and how?", AskRole::Act, "EA-SEQ-5");
/// EA-MOVE-5.
pub(crate) static ASK_HALT: Ask = ask("halt", "where should the move end?", AskRole::Place, "EA-MOVE-5");
/// EA-ASSAULT-9.
pub(crate) static ASK_REACT: Ask = ask("react", "how should it meet the charge?", AskRole::React, "EA-ASSAULT-9");
/// EA-ASSAULT-23.
pub(crate) static ASK_FOLLOW_UP: Ask =
    ask("pursue", "should the winner go on? Space: no", AskRole::Pursue, "EA-ASSAULT-23");
/// EA-OPT-5.
pub(crate) static ASK_UNLIMBER: Ask = ask("unlimber", "fire the guns now? Space: no", AskRole::Fire, "EA-OPT-5");
/// EA-SEQ-7.
pub(crate) static ASK_REACTION: Ask =
    ask("reaction", "who fires back with an Order he kept? Space: nobody", AskRole::Fire, "EA-SEQ-7");
/// EA-ASSAULT-22.
pub(crate) static ASK_SETTLE: Ask = ask("settle", "where should it find room?", AskRole::Settle, "EA-ASSAULT-22");
/// EA-SEQ-8.
pub(crate) static ASK_FIRE: Ask = ask("fire", "who shoots, and at whom? Space: nobody more", AskRole::Fire, "EA-SEQ-8");
/// EA-GEN-5.
pub(crate) static ASK_RETURN: Ask = ask("return", "which Unit should the General join?", AskRole::Settle, "EA-GEN-5");

const VERB_WORDS: [VerbInfo; VERB_ROWS.len()] = verb_words(VERB_ROWS);
const PHASE_WORDS: [StepInfo; PHASE_ROWS.len()] = phase_words(PHASE_ROWS);

/// The system's facts.
pub(crate) static INFO: SystemInfo = SystemInfo {
    key: "eagles",
    title: "Eagles Cheaper than Brain Cells",
    source: "grand-tactical Napoleonic rules in the one-hour style, 2018",
    verbs: &VERB_WORDS,
    steps: &PHASE_WORDS,
    options: OPTIONS,
    strength: battle::StrengthInfo::points("SP"),
    paces: battle::Paces::Inches,
    marks: crate::marks::MARKS,
    shock: crate::tallies::SHOCK,
    even: None,
    tallies: crate::tallies::TALLIES,
    words: crate::words::WORDS,
    teaching: crate::teaching::TEACHING,
};

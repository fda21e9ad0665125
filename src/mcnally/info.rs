//! Fixed facts of the system: verbs, steps of a card, the questions it asks.

use battle::{Ask, AskRole, StepInfo, StrengthInfo, SystemInfo, VerbInfo};
use rulebook::{Phase, Whose, phase_words, verb_words};

use crate::charge::{self, react};
use crate::fire;
use crate::generals;
use crate::melee;
use crate::morale::rally;
use crate::movement::{self, detachment, fallback, forming, manning, retreat};
use crate::options::OPTIONS;
use crate::{McNally, sequence};

rulebook::verbs! { McNally;
    DEPLOY = movement::DEPLOY_ROW,
    TEST = rally::TEST_ROW,
    RANK = rally::RANK_ROW,
    CHARGE = charge::CHARGE_ROW,
    RIDE = charge::RIDE_ROW,
    CLOSE = charge::CLOSE_ROW,
    VOLLEY = react::VOLLEY_ROW,
    EVADE = react::EVADE_ROW,
    HOLD = react::HOLD_ROW,
    MOVE = movement::MOVE_ROW,
    SHIFT = movement::SHIFT_ROW,
    PLACE = movement::PLACE_ROW,
    STAY = movement::STAY_ROW,
    FORM = forming::FORM_ROW,
    MOUNT = movement::MOUNT_ROW,
    MAN = manning::MAN_ROW,
    DETACH = detachment::DETACH_ROW,
    RECALL = detachment::RECALL_ROW,
    FALLBACK = fallback::FALLBACK_ROW,
    STOP = fallback::STOP_ROW,
    HALT = fallback::HALT_ROW,
    RUN = fallback::RUN_ROW,
    BACK = retreat::BACK_ROW,
    LEAD = generals::LEAD_ROW,
    FIRE = fire::FIRE_ROW,
    JOIN = fire::JOIN_ROW,
    LOOSE = fire::LOOSE_ROW,
    MASS = fire::MASS_ROW,
    FIGHT = melee::FIGHT_ROW,
    DONE = sequence::DONE_ROW,
}

rulebook::phases! {
    DEPLOYMENT, START, DRAW, MORALE, DECLARE, CHARGES, MOVEMENT, FIRE_PHASE, MELEE, ROUTS, CARD_END, TURN_END
}

/// The rows of the turn; those from the draw to the end of the card come once a card (MC-SEQ-9).
pub(crate) const PHASE_ROWS: &[Phase<McNally>] = &[
    Phase::asking("Deployment", "MC-SEQ-9", &ASK_DEPLOY, &[DEPLOY, DONE]),
    Phase { whose: Whose::Both, ..Phase::passing("Turn start", "MC-SEQ-9", sequence::start) },
    Phase { whose: Whose::Both, ..Phase::passing("Card", "MC-SEQ-1", sequence::draw) },
    Phase::asking("Morale", "MC-MORALE-6", &ASK_MORALE, &[TEST]),
    Phase::asking("Charge declarations", "MC-CHARGE-2", &ASK_DECLARE, &[CHARGE, DONE]),
    Phase { proceed: sequence::charges, ..Phase::asking("Charges", "MC-CHARGE-4", &ASK_CHARGES, &[RIDE]) },
    Phase {
        close: sequence::end_moves,
        ..Phase::asking(
            "Movement",
            "MC-MOVE-1",
            &ASK_MOVE,
            &[MOVE, SHIFT, FORM, MOUNT, MAN, DETACH, RECALL, STOP, FALLBACK, LEAD, DONE],
        )
    },
    Phase::asking("Firing", "MC-FIRE-1", &ASK_FIRE, &[FIRE, JOIN, MASS, DONE]),
    Phase { proceed: sequence::melees, ..Phase::asking("Melee", "MC-MELEE-1", &ASK_MELEE, &[FIGHT]) },
    Phase::passing("Routs", "MC-SEQ-11", sequence::routs),
    Phase::passing("Card end", "MC-SEQ-14", sequence::end_card),
    Phase { whose: Whose::Both, ..Phase::passing("Turn end", "MC-SEQ-12", sequence::end) },
];

const fn ask(key: &'static str, prompt: &'static str, role: AskRole, clause: &'static str) -> Ask {
    Ask { key, prompt, role, clause }
}

static ASK_DEPLOY: Ask = ask("deploy", "place your units, then done", AskRole::Deploy, "MC-SEQ-9");
static ASK_MORALE: Ask = ask("morale", "choose whose panic is tested next", AskRole::Settle, "MC-MORALE-6");
static ASK_DECLARE: Ask = ask("declare", "declare charges, then done", AskRole::Act, "MC-CHARGE-2");
static ASK_CHARGES: Ask = ask("charges", "choose the next charge", AskRole::Settle, "MC-SEQ-10");
static ASK_MOVE: Ask = ask("move", "move, form and fall back", AskRole::Act, "MC-MOVE-1");
static ASK_FIRE: Ask = ask("fire", "choose a unit and its target", AskRole::Fire, "MC-FIRE-1");
static ASK_MELEE: Ask = ask("melee", "choose the next melee", AskRole::Settle, "MC-SEQ-9");
/// MC-CHARGE-7.
pub(crate) static ASK_CLOSE: Ask = ask("close", "name the next leg of the charge", AskRole::Place, "MC-CHARGE-7");
/// MC-CHARGE-9.
pub(crate) static ASK_REACT: Ask = ask("react", "volley, evade or hold", AskRole::React, "MC-CHARGE-9");
/// MC-SKIRM-8.
pub(crate) static ASK_SKITTISH: Ask = ask("skittish", "evade, or stand and be tested", AskRole::React, "MC-SKIRM-8");
/// MC-MOVE-19.
pub(crate) static ASK_FALLING: Ask = ask("falling", "run on, or test to stop on the way", AskRole::Place, "MC-MOVE-19");
/// MC-HEX-11.
pub(crate) static ASK_BACK: Ask = ask("back", "choose between equal ways back", AskRole::Settle, "MC-HEX-11");
/// MC-MOVE-1.
pub(crate) static ASK_PLACE: Ask = ask("place", "name where the move ends", AskRole::Place, "MC-MOVE-1");
/// MC-MORALE-11.
pub(crate) static ASK_REFORM: Ask = ask("reform", "name how the unit forms", AskRole::Place, "MC-MORALE-11");
/// MC-FIRE-8.
pub(crate) static ASK_VOLLEY: Ask = ask("volley", "let more units join, or let fly", AskRole::Fire, "MC-FIRE-8");

const VERB_WORDS: [VerbInfo; VERB_ROWS.len()] = verb_words(VERB_ROWS);
const PHASE_WORDS: [StepInfo; PHASE_ROWS.len()] = phase_words(PHASE_ROWS);

/// The system's facts.
pub(crate) static INFO: SystemInfo = SystemInfo {
    key: "mcnally",
    title: "McNally",
    source: "Will McNally's card-driven rules for the American War of Independence",
    verbs: &VERB_WORDS,
    steps: &PHASE_WORDS,
    options: OPTIONS,
    strength: StrengthInfo { name: "figures", one: "figure", counts: battle::Counts::Figures },
    paces: battle::Paces::Inches,
    marks: crate::marks::MARKS,
    shock: crate::tallies::SHOCK,
    even: None,
    tallies: crate::tallies::TALLIES,
    words: crate::words::WORDS,
    teaching: crate::teaching::TEACHING,
};

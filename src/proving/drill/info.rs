//! The drill's fixed facts: verbs, phases, questions, house rules.

use battle::{Ask, AskRole, HouseRules, OptionInfo, StepInfo, SystemInfo, VerbInfo};
use rulebook::{Choices, Phase, PhaseId, Whose, phase_words, verb_words};

use super::{Drill, charge, command, fire, movement, rally, tables};

rulebook::verbs! { Drill;
    DEPLOY = movement::DEPLOY_ROW,
    ORDER = command::ORDER_ROW,
    ATTACH = command::ATTACH_ROW,
    BANK = command::BANK_ROW,
    MOVE = movement::MOVE_ROW,
    FORM = movement::FORM_ROW,
    CHARGE = charge::CHARGE_ROW,
    VOLLEY = charge::VOLLEY_ROW,
    STAND = charge::STAND_ROW,
    FOLLOW = charge::FOLLOW_ROW,
    HALT = charge::HALT_ROW,
    FIRE = fire::FIRE_ROW,
    RALLY = rally::RALLY_ROW,
    DONE = command::DONE_ROW,
}

rulebook::phases! { DEPLOYMENT, COMMAND, MOVEMENT, FIRING, RALLYING, TURN_END }

/// The phases of a side's half of the turn, in order.
pub(super) const HALF: [PhaseId; 4] = [COMMAND, MOVEMENT, FIRING, RALLYING];

/// The rows of the turn.
pub(super) const PHASE_ROWS: &[Phase<Drill>] = &[
    Phase::asking("Deployment", "DR-DEPLOY", &ASK_DEPLOY, &[DEPLOY, DONE]),
    Phase {
        begin: command::roll_orders,
        ..Phase::asking("Command", "DR-ORDER", &ASK_COMMAND, &[ORDER, BANK, ATTACH, DONE])
    },
    Phase::asking("Movement", "DR-MOVE", &ASK_ACT, &[MOVE, FORM, CHARGE, DONE]),
    Phase::asking("Fire", "DR-FIRE", &ASK_FIRE, &[FIRE, DONE]),
    Phase::asking("Rally", "DR-RALLY", &ASK_RALLY, &[RALLY, DONE]),
    Phase { whose: Whose::Both, ..Phase::passing("Arrivals", "DR-ARRIVE", rulebook::arrivals::arrive) },
];

const fn ask(key: &'static str, prompt: &'static str, role: AskRole, clause: &'static str) -> Ask {
    Ask { key, prompt, role, clause }
}

static ASK_DEPLOY: Ask = ask("deploy", "place your units", AskRole::Deploy, "DR-DEPLOY");
static ASK_COMMAND: Ask = ask("command", "give orders", AskRole::Command, "DR-ORDER");
static ASK_ACT: Ask = ask("act", "move or charge with an ordered unit", AskRole::Act, "DR-MOVE");
/// Asked of a charged unit.
pub(super) static ASK_REACT: Ask = ask("react", "fire at the charge or hold", AskRole::React, "DR-REACT");
/// Asked after a won fight.
pub(super) static ASK_FOLLOW: Ask = ask("follow", "follow up or halt", AskRole::Pursue, "DR-FOLLOW");
static ASK_FIRE: Ask = ask("fire", "choose a unit and its target", AskRole::Fire, "DR-FIRE");
static ASK_RALLY: Ask = ask("rally", "rally a unit", AskRole::Settle, "DR-RALLY");

const OPTIONS: &[OptionInfo] = &[
    rulebook::flag("volleys", "DR-REACT", "Whether a charged unit may fire at the charge.", "on"),
    rulebook::number("extra-orders", "DR-ORDER", "Orders added to the die at each command step.", (0, 6), "1"),
    rulebook::choice("finding", "DR-HIDDEN", "How near an enemy finds a hidden unit that he sees.", &["near", "far"]),
];

/// Readings in force.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether a charged unit may fire at the charge.
    pub volleys: bool,
    /// Orders added to the die.
    pub extra_orders: i16,
    /// How near, in hexes, an enemy finds a hidden unit.
    pub finding: i32,
}

impl Options {
    /// What house rules say.
    #[must_use]
    pub fn of(house: &HouseRules) -> Options {
        let chosen = Choices::of(OPTIONS, house);
        Options {
            volleys: chosen.on("volleys"),
            extra_orders: chosen.number("extra-orders") as i16,
            finding: tables::FINDING[usize::from(chosen.is("finding", "far"))],
        }
    }
}

const VERB_WORDS: [VerbInfo; VERB_ROWS.len()] = verb_words(VERB_ROWS);
const PHASE_WORDS: [StepInfo; PHASE_ROWS.len()] = phase_words(PHASE_ROWS);

/// The drill.
pub static INFO: SystemInfo = SystemInfo {
    key: "drill",
    title: "Drill",
    source: "a small rule system of our own, for tests",
    verbs: &VERB_WORDS,
    steps: &PHASE_WORDS,
    options: OPTIONS,
    strength: battle::StrengthInfo::points("SP"),
};

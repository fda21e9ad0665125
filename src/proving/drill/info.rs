//! The drill's fixed facts: verbs, phases, questions, house rules.

use battle::{Ask, AskRole, HouseRules, StepInfo, SystemInfo, VerbInfo};
use rulebook::{Choices, Decides, ON, Phase, PhaseId, Whose, numbers, phase_words, verb_words, words};

use super::{Drill, cards, charge, command, fire, harass, movement, nerve, rally, tables};

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
    HARASS = harass::HARASS_ROW,
    BRACE = nerve::BRACE_ROW,
}

rulebook::phases! { DEPLOYMENT, COMMAND, MOVEMENT, FIRING, RALLYING, TURN_END, DRAW, HARASSING }

/// The phases of a side's half of the turn, in order.
pub(super) const fn half(options: &Options) -> &'static [PhaseId] {
    match options.whole {
        true => &[COMMAND, MOVEMENT, HARASSING, FIRING, RALLYING],
        false => &[COMMAND, MOVEMENT, FIRING, RALLYING],
    }
}

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
    Phase { whose: Whose::Both, ..Phase::passing("Cards", "DR-CARD", cards::draw) },
    Phase { decides: Decides::Other, ..Phase::asking("Harassing fire", "DR-HARASS", &ASK_HARASS, &[HARASS, DONE]) },
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
static ASK_HARASS: Ask = ask("harass", "fire at who came near", AskRole::Fire, "DR-HARASS");
static ASK_RALLY: Ask = ask("rally", "rally a unit", AskRole::Settle, "DR-RALLY");

rulebook::options! {
    volleys: bool = "volleys" ON, "DR-REACT", "Whether a charged unit may fire at the charge.", Choices::on;
    extra_orders: i16 = "extra-orders" numbers(0, 6, "1"), "DR-ORDER",
        "Orders added to the die at each command step.", Choices::whole;
    finding: i32 = "finding" words(&["near", "far"]), "DR-HIDDEN",
        "How near an enemy finds a hidden unit that he sees.",
        |chosen: &Choices<'_>, key| tables::FINDING[usize::from(chosen.unusual(key))];
    whole: bool = "book" words(&["short", "whole"]), "DR-BOOK",
        "Whether cards, harassing fire and nerves are played.", Choices::unusual;
}

impl Options {
    /// What house rules say.
    #[must_use]
    pub fn of(house: &HouseRules) -> Options {
        Options::read(&Choices::of(OPTIONS, house))
    }
}

const VERB_WORDS: [VerbInfo; VERB_ROWS.len()] = verb_words(VERB_ROWS);
const PHASE_WORDS: [StepInfo; PHASE_ROWS.len()] = phase_words(PHASE_ROWS);

/// What the words of the drill mean.
const WORDS: &[(&str, &str)] = &[("Formation", "How the unit stands.")];

/// The drill.
pub static INFO: SystemInfo = SystemInfo {
    key: "drill",
    title: "Drill",
    source: "a small rule system of our own, for tests",
    verbs: &VERB_WORDS,
    steps: &PHASE_WORDS,
    options: OPTIONS,
    strength: battle::StrengthInfo::points("SP"),
    paces: battle::Paces::Inches,
    marks: super::marks::MARKS,
    shock: super::tallies::SHOCK,
    even: None,
    tallies: super::tallies::TALLIES,
    words: WORDS,
    teaching: super::teaching::TEACHING,
};

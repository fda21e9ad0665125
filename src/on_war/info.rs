//! Fixed facts of the system: its verbs and steps by number, the rows of the turn, the questions it asks.

use battle::{Ask, AskRole, Counts, StepInfo, StrengthInfo, SystemInfo, VerbInfo};
use rulebook::{Phase, phase_words, verb_words};

use crate::assault::{breakthrough, charge_move, charges, declaring, defensive_fire, fighting};
use crate::command::riding;
use crate::fire::{howitzers, shooting, woods};
use crate::formations::ordering;
use crate::hidden::searching;
use crate::morale::{brigades, pursuit, routing};
use crate::movement::{guns, moves};
use crate::options::OPTIONS;
use crate::{OnWar, buildings, muster, sequence};

rulebook::verbs! { OnWar;
    PLACE = muster::PLACE_ROW,
    PURSUE = pursuit::PURSUE_ROW,
    FREE = guns::FREE_ROW,
    SQUARE = ordering::SQUARE_ROW,
    LINE = ordering::LINE_ROW,
    COLUMN = ordering::COLUMN_ROW,
    OPEN_ORDER = ordering::OPEN_ORDER_ROW,
    WEDGE = ordering::WEDGE_ROW,
    ENTER = ordering::ENTER_ROW,
    SHELTER = guns::SHELTER_ROW,
    CHARGE = declaring::CHARGE_ROW,
    STAND = declaring::STAND_ROW,
    FORM_HASTILY = declaring::FORM_HASTILY_ROW,
    MOVE = moves::MOVE_ROW,
    DOUBLE = moves::DOUBLE_ROW,
    CHARGE_HOME = charge_move::CHARGE_HOME_ROW,
    SEARCH = searching::SEARCH_ROW,
    CLOSE_UP = moves::CLOSE_UP_ROW,
    ATTACH = riding::ATTACH_ROW,
    RIDE = riding::RIDE_ROW,
    FIRE = shooting::FIRE_ROW,
    GRAPE = shooting::GRAPE_ROW,
    SHELL = howitzers::SHELL_ROW,
    AIM = howitzers::AIM_ROW,
    BATTER = buildings::BATTER_ROW,
    FIRE_INTO_WOOD = woods::FIRE_INTO_WOOD_ROW,
    HOLD = defensive_fire::HOLD_ROW,
    FIGHT = fighting::FIGHT_ROW,
    PILE_IN = fighting::PILE_IN_ROW,
    KEEP_RANKS = fighting::KEEP_RANKS_ROW,
    ADVANCE = breakthrough::ADVANCE_ROW,
    DRAW_OFF = breakthrough::DRAW_OFF_ROW,
    REFORM = breakthrough::REFORM_ROW,
    STAY = breakthrough::STAY_ROW,
    DONE = sequence::DONE_ROW,
}

rulebook::phases! {
    DEPLOYMENT, MORALE, ROUT, SQUARES, CHARGES, MOVEMENT, ROUT_MOVES, SHOOTING, DEFENSIVE_FIRE, ASSAULT,
    PLAYER_TURN_END,
}

/// The rows of the turn.
pub(crate) const PHASE_ROWS: &[Phase<OnWar>] = &[
    Phase::asking("Deployment", "OW-SEQ-4", &ASK_DEPLOY, &[PLACE, DONE]),
    Phase::passing("Morale", "OW-SEQ-2", sequence::begin_morale),
    Phase {
        begin: routing::test_routers,
        close: brigades::test_brigades,
        ..Phase::asking("Rout and pursuit", "OW-MORALE-11", &ASK_PURSUE, &[PURSUE, DONE])
    },
    Phase {
        begin: sequence::begin_movement,
        ..Phase::asking("Squares", "OW-SQUARE-1", &ASK_OPEN, &[SQUARE, FREE, SHELTER, LINE, COLUMN, OPEN_ORDER, DONE])
    },
    Phase { begin: charges::forget_earlier, ..Phase::asking("Charges", "OW-ASSAULT-1", &ASK_CHARGE, &[CHARGE, DONE]) },
    Phase {
        close: charges::give_up_unridden,
        ..Phase::asking(
            "Movement",
            "OW-MOVE-1",
            &ASK_MOVE,
            &[MOVE, DOUBLE, LINE, COLUMN, OPEN_ORDER, WEDGE, ENTER, CHARGE_HOME, SEARCH, CLOSE_UP, ATTACH, RIDE, DONE],
        )
    },
    Phase::passing("Rout moves", "OW-MORALE-12", pursuit::run_and_pursue),
    Phase::asking("Shooting", "OW-SHOOT-1", &ASK_FIRE, &[FIRE, GRAPE, SHELL, BATTER, FIRE_INTO_WOOD, DONE]),
    Phase {
        begin: charges::give_up_unridden,
        proceed: defensive_fire::ask_charged,
        ..Phase::asking("Defensive fire", "OW-ASSAULT-8", &ASK_REPLY, &[])
    },
    Phase {
        begin: |umpire| umpire.state.own.fight = None,
        proceed: fighting::fight_out,
        ..Phase::asking("Assault", "OW-ASSAULT-12", &ASK_FIGHT, &[FIGHT])
    },
    Phase::passing("End of turn", "OW-SEQ-5", sequence::end_player_turn),
];

const fn ask(key: &'static str, prompt: &'static str, role: AskRole, clause: &'static str) -> Ask {
    Ask { key, prompt, role, clause }
}

static ASK_DEPLOY: Ask =
    ask("deploy", "where should your units stand? Space: as they are", AskRole::Deploy, "OW-SEQ-4");
static ASK_PURSUE: Ask =
    ask("pursue", "who should chase those who run? Space: nobody", AskRole::Pursue, "OW-MORALE-13");
static ASK_OPEN: Ask = ask("open", "who should form square against horse? Space: nobody", AskRole::Act, "OW-SQUARE-1");
static ASK_CHARGE: Ask = ask("charge", "who should charge, and whom? Space: nobody more", AskRole::Act, "OW-ASSAULT-1");
/// Asked of a charged unit that could form square.
pub(crate) static ASK_RESPOND: Ask = ask("respond", "how should it meet the charge?", AskRole::React, "OW-ASSAULT-3");
static ASK_MOVE: Ask = ask("move", "who should go where? Space: all stay", AskRole::Act, "OW-MOVE-1");
static ASK_FIRE: Ask = ask("fire", "who shoots, and at whom? Space: nobody more", AskRole::Fire, "OW-SHOOT-2");
/// Asked of howitzers with more shells than one.
pub(crate) static ASK_AIM: Ask =
    ask("aim", "which stand should the next shell aim at?", AskRole::Fire, "OW-HOWITZER-3");
/// Asked of a charged unit that may fire.
pub(crate) static ASK_REPLY: Ask = ask("reply", "fire at the charge, or hold fire?", AskRole::React, "OW-ASSAULT-8");
static ASK_FIGHT: Ask = ask("fight", "which charge is fought next?", AskRole::Settle, "OW-ASSAULT-21");
/// Asked of who strikes next.
pub(crate) static ASK_PILE: Ask = ask("pile", "pile in, or keep the ranks?", AskRole::React, "OW-ASSAULT-17");
/// Asked of who has won.
pub(crate) static ASK_BREAKTHROUGH: Ask =
    ask("triumph", "what should the winner do?", AskRole::Pursue, "OW-ASSAULT-18");

const VERB_WORDS: [VerbInfo; VERB_ROWS.len()] = verb_words(VERB_ROWS);
const PHASE_WORDS: [StepInfo; PHASE_ROWS.len()] = phase_words(PHASE_ROWS);

/// The system's facts.
pub(crate) static INFO: SystemInfo = SystemInfo {
    key: "on_war",
    title: "On War",
    source: "Napoleonic battalion rules with individual stands, d6",
    verbs: &VERB_WORDS,
    steps: &PHASE_WORDS,
    options: OPTIONS,
    strength: StrengthInfo { name: "stands", one: "stand", counts: Counts::Stands },
    paces: battle::Paces::Inches,
    marks: crate::marks::MARKS,
    shock: crate::tallies::SHOCK,
    even: None,
    tallies: crate::tallies::TALLIES,
    words: crate::words::WORDS,
    teaching: crate::teaching::TEACHING,
};

//! The house rules, and the readings and constants in force for a battle (OTH-OPT-1, OTH-OPT-2).

use battle::{HouseRules, OptionInfo, Values, rule};
use rulebook::{Choices, ON, numbers, worded, words};

worded! {
    /// Loss by which an army is broken (OTH-END-3).
    Loss:
    /// Two thirds.
    TwoThirds = "2/3",
    /// A half.
    Half = "1/2",
    /// Three quarters.
    ThreeQuarters = "3/4",
}

impl Loss {
    /// So many parts of so many.
    #[must_use]
    pub const fn parts(self) -> (i16, i16) {
        match self {
            Loss::TwoThirds => (2, 3),
            Loss::Half => (1, 2),
            Loss::ThreeQuarters => (3, 4),
        }
    }

    /// What it ends, in a sentence (OTH-END-3).
    #[must_use]
    pub const fn told(self) -> &'static str {
        match self {
            Loss::TwoThirds => "An army that has lost two thirds of its Fatigue Scores breaks, and loses at once.",
            Loss::Half => "An army that has lost half of its Fatigue Scores breaks, and loses at once.",
            Loss::ThreeQuarters => {
                "An army that has lost three quarters of its Fatigue Scores breaks, and loses at once."
            }
        }
    }
}

worded! {
    /// Who may form skirmish order (OTH-FORM-6).
    Skirmishers:
    /// Classes A and B, and rifles.
    AB = "a_b",
    /// Class C as well.
    AC = "a_c",
    /// All foot.
    All = "all",
}

/// Limits of turns to choose from.
const LIMITS: &[&str] = &["battle", "6", "8", "10", "12", "15", "20", "25", "30"];

rulebook::options! {
    combat_rounds: u8 = "combat_rounds" numbers(1, 6, "3"), "OTH-COMBAT-4", "Rounds of a combat in a turn.", Choices::whole;
    arty_long_cap: i16 = "arty_long_cap" numbers(1, 2, "1"), "OTH-FIRE-5",
        "Hits of a battery over short range.", Choices::whole;
    strict_row: bool = "low_score_row" words(&["literal", "strict"]), "OTH-FIRE-4",
        "How the last row of the hit table is read.", Choices::unusual;
    open_share: i16 = "open_combat_share" numbers(25, 100, "50"), "OTH-MELEE-INF-2",
        "Share of open and skirmish order in combat.", Choices::whole;
    battalion_gun: i16 = "battalion_gun_fs" numbers(1, 6, "2"), "OTH-ART-9", "Score of a battalion gun.", Choices::whole;
    waver_at: i16 = "waver_at" numbers(20, 90, "50"), "OTH-STATUS-1",
        "Hundredths of the score lost by which units waver.", Choices::whole;
    rout_at: i16 = "rout_at" numbers(30, 100, "75"), "OTH-STATUS-1",
        "Hundredths of the score lost by which units rout.", Choices::whole;
    army_break: Loss = "army_break_at" words(Loss::WORDS), "OTH-END-3", "Loss by which an army is broken.", Loss::read;
    turn_limit: Option<u16> = "turn_limit" words(LIMITS), "OTH-END-4",
        "Turns of a battle: as its file says, or so many.", |chosen: &Choices<'_>, key| chosen.word(key).parse().ok();
    brigade_range: i32 = "brigade_range" numbers(6, 48, "12"), "OTH-CMD-4",
        "Inches of command of a brigadier.", Choices::number;
    division_range: i32 = "division_range" numbers(6, 72, "24"), "OTH-CMD-4",
        "Inches of command of a division's commander.", Choices::number;
    army_range: i32 = "army_range" numbers(6, 96, "36"), "OTH-CMD-4", "Inches of command of a general.", Choices::number;
    order_roll: i16 = "order_roll" numbers(1, 5, "2"), "OTH-ORD-2",
        "Out of command, orders change on a roll of at most so many times the control factor.", Choices::whole;
    brigade_break: i16 = "brigade_break_at" numbers(40, 100, "75"), "OTH-END-2",
        "Hundredths lost by which a brigade is broken.", Choices::whole;
    square_mod: i16 = "square_cost2_mod" numbers(-6, 2, "0"), "OTH-CONTACT-6",
        "Test for a square that costs two segments.", Choices::whole;
    resupply_on: i16 = "resupply_on" numbers(0, 10, "5"), "OTH-ART-8",
        "An empty battery is supplied on that or less.", Choices::whole;
    grand_min: u8 = "grand_battery_min" numbers(2, 6, "3"), "OTH-ART-11", "Batteries of a Grand Battery.", Choices::whole;
    enfilade_stacks: bool = "enfilade_stacks" ON, "OTH-GEO-10", "The flank counts beside enfilade.", Choices::on;
    impact_first: bool = "impact" words(&["all", "first"]), "OTH-COMBAT-5",
        "Rounds in which a charge counts.", Choices::unusual;
    retreat_segment: bool = "test_retreat" words(&["move", "segment"]), "OTH-MORALE-19",
        "How far a failed combat test sends back.", Choices::unusual;
    cover_radius: Option<i32> = "leave_cover_radius" words(&["none", "12"]), "OTH-MORALE-19",
        "How near enemies make leaving cover a test.", |chosen: &Choices<'_>, key| chosen.word(key).parse().ok();
    viable_short: bool = "viable_range" words(&["maximum", "short"]), "OTH-FIRE-8",
        "Range in which fire is held by a test.", Choices::unusual;
    ready_square: bool = "ready_square" words(&["no_bonus", "bonus"]), "OTH-MELEE-CAV-1",
        "Charge bonus at a square formed in time.", Choices::unusual;
    brigade_orders: bool = "brigade_orders" ON, "OTH-ORD-1", "Brigades have orders.", Choices::on;
    shared_faces: bool = "bua_fs" words(&["per_face", "shared"]), "OTH-BUA-2",
        "Whether faces share the score of a garrison.", Choices::unusual;
    foot_works: bool = "earthwork_entry" words(&["inf_cav", "infantry"]), "OTH-TERRAIN-1",
        "Who enters earthworks.", Choices::unusual;
    skirmishers: Skirmishers = "skirmish_troops" words(Skirmishers::WORDS), "OTH-FORM-6",
        "Whose foot forms skirmish order.", Skirmishers::read;
    few_open: bool = "open_order" words(&["all", "a_c"]), "OTH-FORM-6", "Who forms open order.", Choices::unusual;
    square_formed: bool = "square_fail" words(&["caught", "formed"]), "OTH-CONTACT-6",
        "A failed emergency square.", Choices::unusual;
    wavering_limits: bool = "wavering_limits" ON, "OTH-STATUS-1", "Wavering units do not attack.", Choices::on;
}

/// Whether an option is chosen from: constants and choices have clauses of their own.
fn is_open(key: &str) -> bool {
    match key {
        "turn_limit" => rule!("OTH-OPT-1b"),
        "brigade_range" | "division_range" | "army_range" => rule!("OTH-OPT-1c"),
        "order_roll" => rule!("OTH-OPT-1d"),
        _ if is_constant(key) => rule!("OTH-OPT-1a"),
        _ => rule!("OTH-OPT-2"),
    }
}

/// Whether an option sets a number of the rules, or how the numbers of a table are read.
fn is_constant(key: &str) -> bool {
    let number = |option: &OptionInfo| matches!(option.values, Values::Number(..));
    ["low_score_row", "army_break_at"].contains(&key)
        || OPTIONS.iter().any(|option| option.key == key && number(option))
}

impl Options {
    /// What house rules say.
    #[must_use]
    pub fn of(house: &HouseRules) -> Options {
        Options::read(&Choices::of(OPTIONS, &house.only(is_open)))
    }

    /// Inches of command of brigades, divisions and armies.
    #[must_use]
    pub const fn command_ranges(&self) -> [i32; 3] {
        [self.brigade_range, self.division_range, self.army_range]
    }
}

//! The house rules, and the readings and constants in force for a battle (OTH-OPT-1, OTH-OPT-2).

use battle::{HouseRules, OptionInfo, rule};
use rulebook::{Choices, choice, flag, number};

/// Every option, with the page's reading first.
pub(crate) const OPTIONS: &[OptionInfo] = &[
    number("combat_rounds", "OTH-COMBAT-4", "Rounds of a combat in a turn.", (1, 6), "3"),
    number("arty_long_cap", "OTH-FIRE-5", "Hits of a battery over short range.", (1, 2), "1"),
    choice("low_score_row", "OTH-FIRE-4", "How the last row of the hit table is read.", &["literal", "strict"]),
    number("open_combat_share", "OTH-MELEE-INF-2", "Share of open and skirmish order in combat.", (25, 100), "50"),
    number("battalion_gun_fs", "OTH-ART-9", "Score of a battalion gun.", (1, 6), "2"),
    number("waver_at", "OTH-STATUS-1", "Hundredths of the score lost by which units waver.", (20, 90), "50"),
    number("rout_at", "OTH-STATUS-1", "Hundredths of the score lost by which units rout.", (30, 100), "75"),
    choice("army_break_at", "OTH-END-3", "Loss by which an army is broken.", &["2/3", "1/2", "3/4"]),
    choice("turn_limit", "OTH-END-4", "Turns of a battle: as its file says, or so many.", LIMITS),
    number("brigade_range", "OTH-CMD-4", "Inches of command of a brigadier.", (6, 48), "12"),
    number("division_range", "OTH-CMD-4", "Inches of command of a division's commander.", (6, 72), "24"),
    number("army_range", "OTH-CMD-4", "Inches of command of a general.", (6, 96), "36"),
    number("order_roll", "OTH-ORD-2", "Times the control factor that changes an order out of command.", (1, 5), "2"),
    number("brigade_break_at", "OTH-END-2", "Hundredths lost by which a brigade is broken.", (40, 100), "75"),
    number("square_cost2_mod", "OTH-CONTACT-6", "Test for a square that costs two segments.", (-6, 2), "0"),
    number("resupply_on", "OTH-ART-8", "An empty battery is supplied on that or less.", (0, 10), "5"),
    number("grand_battery_min", "OTH-ART-11", "Batteries of a Grand Battery.", (2, 6), "3"),
    flag("enfilade_stacks", "OTH-GEO-10", "The flank counts beside enfilade.", "on"),
    choice("impact", "OTH-COMBAT-5", "Rounds in which a charge counts.", &["all", "first"]),
    choice("test_retreat", "OTH-MORALE-19", "How far a failed combat test sends back.", &["move", "segment"]),
    choice("leave_cover_radius", "OTH-MORALE-19", "How near enemies make leaving cover a test.", &["none", "12"]),
    choice("viable_range", "OTH-FIRE-8", "Range in which fire is held by a test.", &["maximum", "short"]),
    choice("ready_square", "OTH-MELEE-CAV-1", "Charge bonus at a square formed in time.", &["no_bonus", "bonus"]),
    flag("brigade_orders", "OTH-ORD-1", "Brigades have orders.", "on"),
    choice("bua_fs", "OTH-BUA-2", "Whether faces share the score of a garrison.", &["per_face", "shared"]),
    choice("earthwork_entry", "OTH-TERRAIN-1", "Who enters earthworks.", &["inf_cav", "infantry"]),
    choice("skirmish_troops", "OTH-FORM-6", "Whose foot forms skirmish order.", &["a_b", "a_c", "all"]),
    choice("open_order", "OTH-FORM-6", "Who forms open order.", &["all", "a_c"]),
    choice("square_fail", "OTH-CONTACT-6", "A failed emergency square.", &["caught", "formed"]),
    flag("wavering_limits", "OTH-STATUS-1", "Wavering units do not attack.", "on"),
];

/// Limits of turns to choose from.
const LIMITS: &[&str] = &["battle", "6", "8", "10", "12", "15", "20", "25", "30"];

/// Who may form skirmish order (OTH-FORM-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skirmishers {
    /// Classes A and B, and rifles.
    AB,
    /// Class C as well.
    AC,
    /// All foot.
    All,
}

/// The readings and constants in force.
#[derive(Clone, Debug)]
pub struct Options {
    /// Rounds of a combat.
    pub combat_rounds: u8,
    /// Hits of guns over short range.
    pub arty_long_cap: i16,
    /// In the last row of the hit table a die above the score misses.
    pub strict_row: bool,
    /// Hundredths of the score in open order.
    pub open_share: i16,
    /// Score of a battalion gun.
    pub battalion_gun: i16,
    /// Hundredths lost by which units waver.
    pub waver_at: i16,
    /// Hundredths lost by which units rout.
    pub rout_at: i16,
    /// Loss by which an army is broken: so many parts of so many.
    pub army_break: (i16, i16),
    /// Hundredths lost by which a brigade is broken.
    pub brigade_break: i16,
    /// Turns of a battle; none where its file says.
    pub turn_limit: Option<u16>,
    /// Inches of command of brigades, divisions and armies.
    pub command_ranges: [i32; 3],
    /// An order out of command is changed on so many times the control factor or less.
    pub order_roll: i16,
    /// Modifier of a square that costs two segments.
    pub square_mod: i16,
    /// An empty battery is supplied on that or less.
    pub resupply_on: i16,
    /// Batteries of a Grand Battery.
    pub grand_min: u8,
    /// The flank counts beside enfilade.
    pub enfilade_stacks: bool,
    /// A charge counts in the first round alone.
    pub impact_first: bool,
    /// A failed combat test sends back one segment only.
    pub retreat_segment: bool,
    /// Leaving cover is tested only with enemies within that many inches.
    pub cover_radius: Option<i32>,
    /// Targets are viable only at short range.
    pub viable_short: bool,
    /// Charges count at squares formed in time.
    pub ready_square: bool,
    /// Brigades have orders.
    pub brigade_orders: bool,
    /// Faces share the score of a garrison.
    pub shared_faces: bool,
    /// Cavalry enters earthworks.
    pub cavalry_works: bool,
    /// Who forms skirmish order.
    pub skirmishers: Skirmishers,
    /// All foot and horse forms open order.
    pub open_for_all: bool,
    /// A failed emergency square is formed all the same.
    pub square_formed: bool,
    /// Wavering units do not attack.
    pub wavering_limits: bool,
}

impl Options {
    /// What house rules say.
    #[must_use]
    pub fn of(house: &HouseRules) -> Options {
        let usual = HouseRules::default();
        let by = |given: bool| Choices::of(OPTIONS, if given { house } else { &usual });
        let (constants, chosen) = (by(rule!("OTH-OPT-1a")), by(rule!("OTH-OPT-2")));
        let (limit, ranges, roll) = (by(rule!("OTH-OPT-1b")), by(rule!("OTH-OPT-1c")), by(rule!("OTH-OPT-1d")));
        let number = |key: &str| constants.number(key) as i16;
        Options {
            combat_rounds: constants.number("combat_rounds") as u8,
            arty_long_cap: number("arty_long_cap"),
            strict_row: constants.is("low_score_row", "strict"),
            open_share: number("open_combat_share"),
            battalion_gun: number("battalion_gun_fs"),
            waver_at: number("waver_at"),
            rout_at: number("rout_at"),
            army_break: match constants.word("army_break_at") {
                "1/2" => (1, 2),
                "3/4" => (3, 4),
                _ => (2, 3),
            },
            brigade_break: number("brigade_break_at"),
            turn_limit: limit.word("turn_limit").parse().ok(),
            command_ranges: ["brigade_range", "division_range", "army_range"].map(|key| ranges.number(key)),
            order_roll: roll.number("order_roll") as i16,
            square_mod: number("square_cost2_mod"),
            resupply_on: number("resupply_on"),
            grand_min: constants.number("grand_battery_min") as u8,
            enfilade_stacks: chosen.on("enfilade_stacks"),
            impact_first: chosen.is("impact", "first"),
            retreat_segment: chosen.is("test_retreat", "segment"),
            cover_radius: chosen.is("leave_cover_radius", "12").then_some(12),
            viable_short: chosen.is("viable_range", "short"),
            ready_square: chosen.is("ready_square", "bonus"),
            brigade_orders: chosen.on("brigade_orders"),
            shared_faces: chosen.is("bua_fs", "shared"),
            cavalry_works: chosen.is("earthwork_entry", "inf_cav"),
            skirmishers: match chosen.word("skirmish_troops") {
                "a_c" => Skirmishers::AC,
                "all" => Skirmishers::All,
                _ => Skirmishers::AB,
            },
            open_for_all: chosen.is("open_order", "all"),
            square_formed: chosen.is("square_fail", "formed"),
            wavering_limits: chosen.on("wavering_limits"),
        }
    }
}

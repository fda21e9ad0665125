//! The house rules, and the readings in force for a battle (SN-OPT-1).

use battle::{HouseRules, OptionInfo, rule};
use rulebook::{Choices, choice, flag};

/// Every option, with the page's reading first.
pub(crate) const OPTIONS: &[OptionInfo] = &[
    flag("hidden_status", "SN-UNIT-6", "The status of enemy units is not shown.", "off"),
    choice("ally_freedom", "SN-ORD-4", "How French allies shade their orders.", &["as_others", "as_french"]),
    choice("order_delay", "SN-ORD-5", "When a new order from afar arrives.", &["one_turn", "none"]),
    choice("screen", "SN-ORD-7", "Whether a screen also keeps 6 inches off.", &["either", "clear_of_enemy"]),
    choice("rally_move", "SN-ORD-7", "Whether a rallying command also keeps 12 inches off.", &["free", "stay_clear"]),
    choice("maneuver_start", "SN-ORD-7", "Whether a maneuver binds where a unit starts.", &["bound", "end_only"]),
    choice("panic_orders", "SN-ORD-8", "Whether orders bind units in a panic.", &["exempt", "bound"]),
    choice("formation_changes", "SN-MOVE-3", "Changes of formation in a move.", &["any", "one"]),
    choice("wheel", "SN-MOVE-7", "What a wheel costs.", &["half_move", "outer_path"]),
    choice("charge_move", "SN-CHARGE-2", "What a charge may do on its way.", &["as_move", "straight"]),
    flag("edge_cover", "SN-TERRAIN-3", "Whether streams, steps and hedges give cover from fire.", "on"),
    flag("fire_into_melee", "SN-FIRE-4", "Whether others may fire at engaged units.", "on"),
    choice("decapitation", "SN-LEADER-7", "Whose units a leader's death shakes.", &["own_side", "all_units"]),
    choice("successors", "SN-LEADER-9", "Whether lost leaders are replaced.", &["off", "average"]),
    choice("rally_bold", "SN-RALLY-1", "Whether bold units roll to rally.", &["roll", "skip"]),
    flag("supply", "SN-SUPPLY-1", "Whether supply is checked.", "on"),
    choice("army_break", "SN-END-2", "What counts toward an army's breaking.", &["routed", "routed_and_panic"]),
];

/// The readings in force.
#[derive(Clone, Debug)]
pub struct Options {
    /// The status of enemy units is not shown.
    pub hidden_status: bool,
    /// French allies shade as the French do.
    pub free_allies: bool,
    /// New orders arrive at once, however far.
    pub no_delay: bool,
    /// A screen keeps 6 inches off the enemy.
    pub clear_screen: bool,
    /// A rallying command keeps 12 inches off the enemy.
    pub rally_clear: bool,
    /// A maneuver binds only where a unit ends.
    pub free_start: bool,
    /// Orders bind units in a panic.
    pub bound_panic: bool,
    /// A move has one change of formation.
    pub one_change: bool,
    /// A wheel costs the way of its outer end.
    pub outer_wheel: bool,
    /// A charge goes as formed, with one wheel.
    pub straight_charge: bool,
    /// Streams, steps and hedges cover from fire.
    pub edge_cover: bool,
    /// Others may fire at engaged units.
    pub fire_into_melee: bool,
    /// A leader's death shakes both sides.
    pub shakes_all: bool,
    /// Lost leaders are replaced.
    pub successors: bool,
    /// Bold units do not roll to rally.
    pub skip_bold: bool,
    /// Supply is checked.
    pub supply: bool,
    /// Units in a panic count toward an army's breaking.
    pub panic_breaks: bool,
}

impl Options {
    /// What house rules say.
    #[must_use]
    pub fn of(house: &HouseRules) -> Options {
        let usual = HouseRules::default();
        let chosen = Choices::of(OPTIONS, if rule!("SN-OPT-1") { house } else { &usual });
        Options {
            hidden_status: chosen.on("hidden_status"),
            free_allies: chosen.is("ally_freedom", "as_french"),
            no_delay: chosen.is("order_delay", "none"),
            clear_screen: chosen.is("screen", "clear_of_enemy"),
            rally_clear: chosen.is("rally_move", "stay_clear"),
            free_start: chosen.is("maneuver_start", "end_only"),
            bound_panic: chosen.is("panic_orders", "bound"),
            one_change: chosen.is("formation_changes", "one"),
            outer_wheel: chosen.is("wheel", "outer_path"),
            straight_charge: chosen.is("charge_move", "straight"),
            edge_cover: chosen.on("edge_cover"),
            fire_into_melee: chosen.on("fire_into_melee"),
            shakes_all: chosen.is("decapitation", "all_units"),
            successors: chosen.is("successors", "average"),
            skip_bold: chosen.is("rally_bold", "skip"),
            supply: chosen.on("supply"),
            panic_breaks: chosen.is("army_break", "routed_and_panic"),
        }
    }
}

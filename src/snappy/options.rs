//! The house rules, and the readings in force for a battle (SN-OPT-1).

use battle::{HouseRules, rule};
use rulebook::{Choices, OFF, ON, words};

rulebook::options! {
    hidden_status: bool = "hidden_status" OFF, "SN-UNIT-6", "The status of enemy units is not shown.", Choices::on;
    free_allies: bool = "ally_freedom" words(&["as_others", "as_french"]), "SN-ORD-4",
        "How French allies shade their orders.", Choices::unusual;
    no_delay: bool = "order_delay" words(&["one_turn", "none"]), "SN-ORD-5",
        "When a new order from afar arrives.", Choices::unusual;
    clear_screen: bool = "screen" words(&["either", "clear_of_enemy"]), "SN-ORD-7",
        "Whether a screen also keeps 6 inches off.", Choices::unusual;
    rally_clear: bool = "rally_move" words(&["free", "stay_clear"]), "SN-ORD-7",
        "Whether a rallying command also keeps 12 inches off.", Choices::unusual;
    free_start: bool = "maneuver_start" words(&["bound", "end_only"]), "SN-ORD-7",
        "Whether a maneuver binds where a unit starts.", Choices::unusual;
    bound_panic: bool = "panic_orders" words(&["exempt", "bound"]), "SN-ORD-8",
        "Whether orders bind units in a panic.", Choices::unusual;
    one_change: bool = "formation_changes" words(&["any", "one"]), "SN-MOVE-3",
        "Changes of formation in a move.", Choices::unusual;
    outer_wheel: bool = "wheel" words(&["half_move", "outer_path"]), "SN-MOVE-7", "What a wheel costs.", Choices::unusual;
    straight_charge: bool = "charge_move" words(&["as_move", "straight"]), "SN-CHARGE-2",
        "What a charge may do on its way.", Choices::unusual;
    edge_cover: bool = "edge_cover" ON, "SN-TERRAIN-3",
        "Whether streams, steps and hedges give cover from fire.", Choices::on;
    fire_into_melee: bool = "fire_into_melee" ON, "SN-FIRE-4", "Whether others may fire at engaged units.", Choices::on;
    shakes_all: bool = "decapitation" words(&["own_side", "all_units"]), "SN-LEADER-7",
        "Whose units a leader's death shakes.", Choices::unusual;
    successors: bool = "successors" words(&["off", "average"]), "SN-LEADER-9",
        "Whether lost leaders are replaced.", Choices::unusual;
    skip_bold: bool = "rally_bold" words(&["roll", "skip"]), "SN-RALLY-1",
        "Whether bold units roll to rally.", Choices::unusual;
    supply: bool = "supply" ON, "SN-SUPPLY-1", "Whether supply is checked.", Choices::on;
    panic_breaks: bool = "army_break" words(&["routed", "routed_and_panic"]), "SN-END-2",
        "What counts toward an army's breaking.", Choices::unusual;
}

impl Options {
    /// What house rules say.
    #[must_use]
    pub fn of(house: &HouseRules) -> Options {
        let usual = HouseRules::default();
        Options::read(&Choices::of(OPTIONS, if rule!("SN-OPT-1") { house } else { &usual }))
    }
}

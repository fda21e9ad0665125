//! The readings and options in force, parsed once from the house rules.

/// How many Orders a command rolls for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrdersDice {
    /// One d6.
    #[default]
    D6,
    /// One d6 and 1.
    D6Plus1,
    /// One d6 and 4.
    D6Plus4,
    /// One d6 and 6.
    D6Plus6,
    /// Two d6.
    TwoD6,
}

/// Whose pool a roll fills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrdersPool {
    /// One die per General, for his command.
    #[default]
    PerGeneral,
    /// One die per side.
    PerSide,
    /// One die per General, all in one pool.
    Summed,
}

/// Who places Orders first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placement {
    /// The holder of the Initiative, openly.
    #[default]
    HolderFirst,
    /// The other side, openly.
    OtherFirst,
    /// Both in secret; shown when both are done.
    Secret,
}

/// Every reading (EA-RES) and army, terrain or later option (EA-OPT) as it is played. `Default` is the page's default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Base width in inches on a table (EA-BASE-3).
    pub base_inches: i32,
    /// Base width in hexes (EA-BASE-3).
    pub base_width: i32,
    /// Half a base width in hexes, rounded up (EA-BASE-3).
    pub half: i32,
    /// Files of every footprint (EA-UNIT-7).
    pub files: u8,
    /// Ranks of every footprint (EA-UNIT-7).
    pub ranks: u8,
    /// EA-RES-1, EA-OPT-20.
    pub orders_dice: OrdersDice,
    /// EA-RES-2.
    pub orders_pool: OrdersPool,
    /// EA-RES-3: a 2-point Order may be used twice.
    pub order2_uses: bool,
    /// EA-RES-4.
    pub placement: Placement,
    /// EA-RES-5: no Orders die without the General.
    pub no_general_no_orders: bool,
    /// EA-RES-7: Bombardment shoots in the Fire phase.
    pub bombard_in_fire_phase: bool,
    /// EA-RES-8: Skirmish Fire besides Fire.
    pub skirmish_extra: bool,
    /// EA-RES-9: hit numbers are the target's.
    pub hits_by_target: bool,
    /// EA-RES-10: Fire dice of Lights, 1 to 3.
    pub lights_fire_dice: u8,
    /// EA-RES-11: priority to the strictly nearest target.
    pub priority_nearest: bool,
    /// EA-RES-12: the relevant side is the one with the nearest centre.
    pub side_nearest_centre: bool,
    /// EA-RES-14: the free turn is an about-face only.
    pub turn_about_face_only: bool,
    /// EA-RES-15: Lights and Cavalry may turn at both ends.
    pub turn_both_ends: bool,
    /// EA-RES-16: a March is the extra d6 only.
    pub march_d6_only: bool,
    /// EA-RES-17: a March may start near an enemy if it only moves away.
    pub march_leave: bool,
    /// EA-RES-18: a Maneuver goes exactly BW.
    pub maneuver_exact: bool,
    /// EA-RES-19: a short Assault must go the full roll.
    pub charge_full: bool,
    /// EA-RES-20: Guns whose shot repels the Assaulter stay.
    pub guns_survive_repulse: bool,
    /// EA-RES-21: defensive fire never makes an Assaulter Withdraw.
    pub defend_no_withdraw: bool,
    /// EA-RES-22: spent Units go at once.
    pub remove_immediate: bool,
    /// EA-RES-23: a retreating Unit faces away.
    pub retreat_faces_away: bool,
    /// EA-RES-24: only Units count as crossed.
    pub crossing_units_only: bool,
    /// EA-RES-25: any stand on impassable ground eliminates.
    pub impassable_any_stand: bool,
    /// EA-RES-26: hills always give cover in an Assault.
    pub hill_cover_always: bool,
    /// EA-RES-27: woods do not forbid turning with a move.
    pub woods_turn_free: bool,
    /// EA-RES-28: anyone may pass friendly Lights as well.
    pub pass_lights_both: bool,
    /// EA-RES-29: Rally bonuses of Cover and General add.
    pub rally_stack: bool,
    /// EA-RES-30: range from centre to side centre.
    pub range_los_line: bool,
    /// EA-RES-31: Guns on hills see over any lower blocker.
    pub guns_over_all: bool,
    /// EA-RES-32: Order-paid fire uses up the phase 4 Fire.
    pub one_fire_per_turn: bool,
    /// EA-RES-33: brigades are Units.
    pub unit_is_brigade: bool,
    /// EA-RES-34: moves may end in contact without an Assault.
    pub contact_free: bool,
    /// EA-RES-36: a Division General hands out three free Orders.
    pub division_three_orders: bool,
    /// EA-RES-38: saved Orders come on top of the roll.
    pub staff_bonus: bool,
    /// EA-RES-39: the Resupply die is rolled before the shot.
    pub resupply_before_shot: bool,
    /// EA-RES-40: Units with a target must fire.
    pub fire_compulsory: bool,
    /// EA-RES-41: Withdraw counts the Hits of a phase together.
    pub withdraw_sum: bool,
    /// EA-RES-43: a road gives its bonus in an Assault.
    pub road_assault: bool,
    /// EA-RES-44: Rally may restore full strength.
    pub rally_full: bool,
    /// EA-RES-45: the Fire phase comes before Actions.
    pub fire_first: bool,
    /// EA-RES-46: longest retreat in BW; 0 is no cap.
    pub retreat_cap: i32,
    /// EA-RES-47: Defend by Fire against any side.
    pub defend_fire_any_side: bool,
    /// EA-RES-48: reinforcements make a free Move on arrival.
    pub reinforce_move: bool,
    /// EA-STAT-2: traits follow from type and quality.
    pub traits_auto: bool,
    /// EA-STAT-5: poor leaders roll 2d6 when traits follow from the order of battle.
    pub commander_dice: bool,
    /// EA-OPT-1.
    pub resupply_guns: bool,
    /// EA-OPT-2.
    pub defend: bool,
    /// EA-OPT-4: Guns that moved show limbers.
    pub limbers: bool,
    /// EA-OPT-14: every division leader is a Division General.
    pub division_generals: bool,
    /// EA-OPT-22.
    pub initiative_pip: bool,
    /// EA-OPT-23.
    pub army_commander: bool,
    /// EA-OPT-24.
    pub volley_training: bool,
    /// EA-OPT-25.
    pub resolute_by_order: bool,
    /// EA-OPT-26.
    pub linear_infantry: bool,
    /// EA-OPT-27.
    pub larger_forces: bool,
    /// EA-OPT-28.
    pub two_commands: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            base_inches: 4,
            base_width: 4,
            half: 2,
            files: 4,
            ranks: 1,
            orders_dice: OrdersDice::D6,
            orders_pool: OrdersPool::PerGeneral,
            order2_uses: false,
            placement: Placement::HolderFirst,
            no_general_no_orders: false,
            bombard_in_fire_phase: false,
            skirmish_extra: false,
            hits_by_target: false,
            lights_fire_dice: 3,
            priority_nearest: false,
            side_nearest_centre: false,
            turn_about_face_only: false,
            turn_both_ends: false,
            march_d6_only: false,
            march_leave: false,
            maneuver_exact: false,
            charge_full: false,
            guns_survive_repulse: false,
            defend_no_withdraw: false,
            remove_immediate: false,
            retreat_faces_away: false,
            crossing_units_only: false,
            impassable_any_stand: false,
            hill_cover_always: false,
            woods_turn_free: false,
            pass_lights_both: false,
            rally_stack: false,
            range_los_line: false,
            guns_over_all: false,
            one_fire_per_turn: false,
            unit_is_brigade: false,
            contact_free: false,
            division_three_orders: false,
            staff_bonus: false,
            resupply_before_shot: false,
            fire_compulsory: false,
            withdraw_sum: false,
            road_assault: true,
            rally_full: false,
            fire_first: false,
            retreat_cap: 0,
            defend_fire_any_side: false,
            reinforce_move: false,
            traits_auto: false,
            commander_dice: false,
            resupply_guns: false,
            defend: false,
            limbers: false,
            division_generals: false,
            initiative_pip: false,
            army_commander: false,
            volley_training: false,
            resolute_by_order: false,
            linear_infantry: false,
            larger_forces: false,
            two_commands: false,
        }
    }
}

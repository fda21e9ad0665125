//! Rally and Resupply (EA-RALLY, EA-OPT-1).

use battle::{Event, Listener, Marks, Object, Told, UnitId, rule};

use crate::eagles::{Eagles, Why};
use crate::state::Flags;
use crate::{Traits, tables};
use battle::{Pool, Reading};

impl Eagles {
    /// The most Strength Points a Rally can bring a Unit to (EA-RALLY-3).
    pub(crate) fn rally_cap(&self, unit: UnitId) -> i16 {
        let state = self.field.unit(unit);
        if self.rules().rally_full {
            rule!("EA-RES-44");
            return state.full;
        }
        rule!("EA-RALLY-3");
        if self.marked(unit, Marks::BLOODED) { state.full - tables::PERMANENT_LOSS } else { state.full }
    }

    /// The Rally roll of a Unit (EA-RALLY-2).
    pub(crate) fn rally_pool(&self, unit: UnitId) -> Pool {
        rule!("EA-RALLY-2");
        let mut pool = Pool::new("rally", "EA-RALLY-1", 1, Reading::Total);
        let covered = self.scene().rally_cover(&self.pose(unit)).is_some();
        let led = self.led(unit);
        if self.has(unit, Traits::STUBBORN) {
            rule!("EA-OPT-13");
            pool.result("Stubborn", 1, "EA-OPT-13");
        } else if covered && led && self.rules().rally_stack {
            rule!("EA-RES-29");
            pool.result("in cover and with a General", 2, "EA-RES-29");
        } else if led {
            rule!("EA-GEN-3");
            pool.result("with a General", 1, "EA-GEN-3");
        } else if covered {
            pool.result("in cover", 1, "EA-RALLY-2");
        }
        if self.has(unit, Traits::GUARD) {
            rule!("EA-OPT-16");
            pool.result("Guard", 1, "EA-OPT-16");
        }
        pool
    }

    /// Strength Points regained by a Rally total (EA-RALLY-1).
    pub(crate) fn regained(&self, unit: UnitId, total: i16) -> i16 {
        rule!("EA-RALLY-1");
        let place = usize::try_from(total).unwrap_or(0).min(tables::RALLY.len() - 1);
        let room = (self.rally_cap(unit) - self.strength(unit)).max(0);
        tables::RALLY[place].min(room)
    }

    /// Carries out a Rally; it forbids no fire later in the turn (EA-RALLY-4).
    pub(crate) fn rally(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        rule!("EA-RALLY-4");
        self.spend_order(listener, unit);
        let pool = self.rally_pool(unit);
        let total = self.throw(listener, &pool, self.by_unit(unit, None, Why::Rally));
        let gained = self.regained(unit, total);
        let from = self.strength(unit);
        if gained > 0 {
            let to = from + gained;
            self.emit(listener, Event::Strength { unit, from, to, cause: "rally", clause: "EA-RALLY-1" });
            self.mark_strength(listener, unit);
        }
    }

    /// The Resupply roll (EA-OPT-1).
    pub(crate) fn resupply_pool(&self) -> Pool {
        Pool::new("resupply", "EA-OPT-1", 1, Reading::Total)
    }

    /// Rolls whether Guns run out of ammunition; says whether they did.
    pub(crate) fn roll_resupply(&mut self, listener: &mut dyn Listener, unit: UnitId) -> bool {
        rule!("EA-OPT-1");
        let pool = self.resupply_pool();
        let die = self.throw(listener, &pool, self.by_unit(unit, None, Why::Resupply));
        let out = die <= tables::RESUPPLY_OUT;
        if out {
            self.flag(unit, Flags::OUT, true);
            self.mark(listener, unit, Marks::OUT_OF_AMMUNITION, true);
            let actor = Some(Object::Unit(unit));
            self.tell(listener, Told { actor, ..Told::new("{a} is out of ammunition", "EA-OPT-1") });
        }
        out
    }

    /// Carries out a Resupply: Guns may bombard again from the next turn.
    pub(crate) fn resupply(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        self.spend_order(listener, unit);
        self.flag(unit, Flags::OUT, false);
        self.flag(unit, Flags::RESUPPLIED, true);
        self.mark(listener, unit, Marks::OUT_OF_AMMUNITION, false);
    }
}

//! The unit card, and the checks of what must always hold.

use battle::{Card, Marks, UnitId, rule};

use crate::eagles::Eagles;
use crate::movement::Gait;
use crate::roster::TRAIT_NAMES;
use crate::state::{Flags, Stage};
use crate::{Class, Traits, tables};
use battle::{Pool, Reading};

impl Eagles {
    /// What to show about a Unit.
    pub(crate) fn unit_card(&self, unit: UnitId) -> Card {
        rule!("EA-UNIT-9");
        let info = self.field.roster().unit(unit);
        let state = self.field.unit(unit);
        let row = tables::row(self.class(unit));
        let mut rows = vec![("strength", format!("{} of {} SP", state.strength, state.full))];
        rows.push(("order", self.order_line(unit)));
        rows.push(("general", self.general_line(unit)));
        rows.push(("moves", self.pace_line(unit)));
        rows.push(("fire", self.fire_line(unit)));
        rows.push(("assault", assault_line(self.class(unit))));
        rows.push(("traits", self.trait_line(unit)));
        rows.push(("this turn", self.turn_line(unit)));
        rows.retain(|(_, value)| !value.is_empty());
        Card {
            title: format!("{} {}", info.label, info.name),
            subtitle: format!("{}: {}", row.name, row.represents),
            rows,
        }
    }

    fn order_line(&self, unit: UnitId) -> String {
        let held = self.state.units[unit.index()].orders.into_iter().flatten();
        let lines = held.map(|order| match (order.cost, order.uses) {
            (0, 0) => String::from("free, used"),
            (0, _) => String::from("free, unused"),
            (cost, 0) => format!("cost {cost}, used"),
            (cost, _) => format!("cost {cost}, unused"),
        });
        let text = lines.collect::<Vec<_>>().join("; ");
        if !text.is_empty() || !self.present(unit) || self.spent(unit) {
            return text;
        }
        match (self.state.stage == Stage::Orders, self.led(unit)) {
            (true, true) => String::from("none yet; its General brings one free"),
            (true, false) => {
                format!("none; one costs {} of the {} left", self.order_cost(unit), self.purse(unit))
            }
            (false, _) => String::from("none"),
        }
    }

    fn pace_line(&self, unit: UnitId) -> String {
        let shown = |gait: Gait| {
            let pool = self.distance_pool(unit, gait);
            match pool.modifiers().first() {
                Some(base) => format!("{}+{}d6\"", base.value, pool.count()),
                None => format!("{}d6\"", pool.count()),
            }
        };
        format!("{}, march {}", shown(Gait::Move), shown(Gait::March))
    }

    fn general_line(&self, unit: UnitId) -> String {
        let roster = self.field.roster();
        let with = self.field.leaders_with(unit).map(|leader| roster.leader(leader).name.clone());
        with.collect::<Vec<_>>().join(", ")
    }

    fn fire_line(&self, unit: UnitId) -> String {
        let again = if self.has(unit, Traits::LIGHT_RIFLES) { ", a miss thrown again" } else { "" };
        let skirmish = format!("skirmish 1d6 to {}\", {}+{again}", self.skirmish_reach(unit), tables::SKIRMISH_NEED);
        let row = tables::row(self.class(unit));
        let dice = self.fire_dice(unit, self.width());
        let mut pool = Pool::new("fire", "EA-FIRE-4", dice, Reading::Successes(row.fire_need));
        self.fire_traits(&mut pool, unit);
        let (dice, face, reach) = (pool.count(), pool.face().unwrap_or(0), self.fire_reach(unit));
        match self.class(unit) {
            Class::Cavalry => skirmish,
            Class::Guns => format!("bombard 3/3/2/1d6 to {reach}\", {face}+; {skirmish}"),
            _ => format!("{dice}d6 to {reach}\", {face}+; {skirmish}"),
        }
    }

    fn trait_line(&self, unit: UnitId) -> String {
        let has = |name: &&(&str, crate::Traits)| name.0 != "steady" && self.has(unit, name.1);
        TRAIT_NAMES.iter().filter(has).map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    fn turn_line(&self, unit: UnitId) -> String {
        let words = [
            (Marks::MARCHED, "marched"),
            (Marks::MOVED, "moved"),
            (Marks::MANEUVERED, "maneuvered"),
            (Marks::CHARGED, "charged"),
            (Marks::BOMBARDED, "bombarded"),
            (Marks::FIRED, "fired"),
            (Marks::SKIRMISHED, "skirmished"),
            (Marks::OUT_OF_AMMUNITION, "out of ammunition"),
            (Marks::SPENT, "spent"),
        ];
        let shown = words.iter().filter(|(mark, _)| self.marked(unit, *mark)).map(|(_, word)| *word);
        let laid = self.flagged(unit, Flags::LAID).then_some("guns laid");
        shown.chain(laid).collect::<Vec<_>>().join(", ")
    }

    /// Checks Orders, pools and Generals.
    pub(crate) fn audit_orders(&self) -> Result<(), String> {
        for unit in self.field.ids() {
            let given = self.state.units[unit.index()].given();
            if given > self.order_limit(unit) {
                return Err(format!(
                    "{} holds {given} orders, expected at most {}",
                    self.name(unit),
                    self.order_limit(unit)
                ));
            }
        }
        match self.state.pools.iter().position(|pool| pool.points < 0 || pool.saved < 0 || pool.may_save < 0) {
            Some(place) => Err(format!("orders pool {place} is overdrawn: {:?}", self.state.pools[place])),
            None => Ok(()),
        }
    }
}

fn assault_line(class: Class) -> String {
    match (class, tables::row(class).assault_need) {
        (Class::Guns, _) => String::from("removed when assaulted"),
        (Class::Lights, need) => format!("defends on {need}+"),
        (_, need) => format!("SP dice on {need}+"),
    }
}

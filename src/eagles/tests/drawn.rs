//! A drawn field in the middle of a battle, with the dice as written: what most tests of play begin with.

use battle::{Battlefield, Deaf, Event, LeaderId, Marks, Perch, Recorder, Side, System, UnitId};
use rulebook::{Leader, PhaseId, Setting};

use super::fixture::Fixture;
use super::words::Play;
use crate::marks;
use crate::muster::{General, Pools};
use crate::state::Held;
use crate::{Eagles, War, info};

/// A battle on a drawn field, on turn 2, in Blue's Actions.
#[derive(Clone)]
pub(crate) struct Drawn {
    pub(crate) eagles: War,
    pub(crate) heard: Recorder,
}

/// The battle, with the dice falling as written. Every drawn leader is a General; the first of a side commands it all.
pub(crate) fn drawn(fixture: Fixture, dice: &[u8]) -> Drawn {
    drawn_with(fixture, dice, |_| {})
}

/// The same with the Generals changed before their pools are made.
pub(crate) fn drawn_with(fixture: Fixture, dice: &[u8], change: impl FnOnce(&mut Vec<General>)) -> Drawn {
    let complete = |field: &Battlefield, setting: Setting<Eagles>| {
        let sides: Vec<Side> = field.ids().map(|unit| field.side(unit)).collect();
        let led: Vec<Side> = field.roster().leaders().map(|(_, info)| info.side).collect();
        let mut generals: Vec<General> = led.iter().map(|_| General::default()).collect();
        for side in Side::ALL {
            if let Some(first) = led.iter().position(|own| *own == side) {
                generals[first].command = field.ids().filter(|unit| field.side(*unit) == side).collect();
            }
        }
        change(&mut generals);
        let mut options = setting.options;
        if generals.len() < 2 {
            options.orders_pool = crate::OrdersPool::PerSide;
        }
        let sided: Vec<(Side, &General)> = led.iter().copied().zip(&generals).collect();
        let fixed = Pools::of(&sided, &sides, &options);
        let leaders = led.into_iter().zip(generals).map(|(side, post)| Leader { side, post }).collect();
        Setting { options, leaders, fixed, ..setting }
    };
    Drawn { eagles: fixture.build_with(complete, dice).war, heard: Recorder::default() }.at(info::ACTIONS, Side::Blue)
}

impl AsMut<War> for Drawn {
    fn as_mut(&mut self) -> &mut War {
        &mut self.eagles
    }
}

impl Drawn {
    /// The number of a Unit.
    pub(crate) fn id(&self, label: &str) -> UnitId {
        let found = self.eagles.field().roster().units().find(|(_, info)| info.label == label);
        found.expect("a unit of that label").0
    }

    /// Gives Units an unused Order each.
    pub(crate) fn ordered(mut self, labels: &[&str]) -> Drawn {
        for label in labels {
            let unit = self.id(label);
            self.eagles.own_mut(unit).give(Held { cost: 1, uses: 1 });
            self.eagles.mark(&mut Deaf, unit, marks::ORDERED, true);
        }
        self
    }

    /// Sets the step and whose half it is; Blue has the Initiative.
    pub(crate) fn at(mut self, phase: PhaseId, side: Side) -> Drawn {
        self.eagles.by(&mut Deaf).emit(Event::StepBegan { step: phase.0, side: Some(side) });
        self.eagles.state.player = side;
        self
    }

    /// Sets marks of a Unit.
    pub(crate) fn marked(mut self, label: &str, marks: Marks) -> Drawn {
        let unit = self.id(label);
        self.eagles.mark(&mut Deaf, unit, marks, true);
        self
    }

    /// Gives one order; it must be legal.
    pub(crate) fn give(&mut self, text: &str) -> &mut Drawn {
        let order = self.read(text);
        self.eagles.resolve(&order, &mut self.heard).unwrap_or_else(|why| panic!("`{text}`: {why}"));
        self
    }

    fn read(&self, text: &str) -> battle::Order {
        (&self.eagles as &dyn System).order_text().read(text).expect("an order")
    }

    /// The clause that refuses an order; empty when it is legal.
    pub(crate) fn barred(&self, text: &str) -> &'static str {
        self.eagles.check(&self.read(text)).map_or_else(|why| why.clause, |()| "")
    }

    /// The listed orders of a verb, as text.
    pub(crate) fn listed(&self, verb: &str) -> Vec<String> {
        let battle: &dyn System = &self.eagles;
        let all = battle.orders().into_iter().chain(battle.stems());
        all.map(|order| battle.order_text().write(&order)).filter(|text| text.split(' ').next() == Some(verb)).collect()
    }

    /// Strength Points of a Unit.
    pub(crate) fn sp(&self, label: &str) -> i16 {
        self.eagles.strength(self.id(label))
    }

    /// Where a Unit stands, as `column,row/facing`.
    pub(crate) fn place(&self, label: &str) -> String {
        let pose = self.eagles.pose(self.id(label));
        format!("{}/{}", pose.anchor.offset(), pose.facing)
    }

    /// Rows a Unit is away from where it stood, downwards.
    pub(crate) fn row(&self, label: &str) -> i16 {
        self.eagles.pose(self.id(label)).anchor.offset().row
    }

    /// Whether a Unit is on the map.
    pub(crate) fn there(&self, label: &str) -> bool {
        self.eagles.present(self.id(label))
    }

    /// Unused uses of Orders of a Unit.
    pub(crate) fn uses(&self, label: &str) -> u8 {
        self.eagles.uses(self.id(label))
    }

    /// The rolls heard so far: `fire 3d6 4+: 4 2 6 = 2`.
    pub(crate) fn rolls(&self) -> Vec<String> {
        let told = self.heard.events.iter().filter_map(|event| match event {
            Event::Rolled(roll) => Some(roll),
            _ => None,
        });
        told.map(|roll| {
            let faces = roll.faces.as_slice();
            let need = roll.need().map_or_else(String::new, |need| format!(" {need}+"));
            let faces_text: Vec<String> = faces.iter().map(u8::to_string).collect();
            format!("{} {}d6{need}: {} = {}", roll.label, faces.len(), faces_text.join(" "), roll.result)
        })
        .collect()
    }

    /// The first roll heard.
    pub(crate) fn first_roll(&self) -> String {
        self.rolls().first().cloned().unwrap_or_default()
    }

    /// What is asked now.
    pub(crate) fn asks(&self) -> &'static str {
        self.eagles.pending().decision().map_or("over", |decision| decision.ask.key)
    }

    /// Where a General is.
    pub(crate) fn perch(&self, leader: u8) -> Perch {
        self.eagles.field().leader(LeaderId(leader))
    }
}

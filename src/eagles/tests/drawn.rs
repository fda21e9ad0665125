//! A drawn field in the middle of a battle, with the dice as written: what most tests of play begin with.

use std::sync::Arc;

use battle::{
    Deaf, Dice, Event, HouseRules, LeaderId, Listener, Marks, Perch, Recorder, Side, System, UnitId, Victory,
};

use super::fixture::Fixture;
use crate::setting::{General, Setting};
use crate::state::{Held, Stage, State};
use crate::{Eagles, OrdersDice, generals};

/// A battle on a drawn field, on turn 2, in Blue's Actions.
pub(crate) struct Drawn {
    pub(crate) eagles: Eagles,
    pub(crate) heard: Recorder,
}

fn general(side: Side, command: Vec<UnitId>) -> General {
    General {
        side,
        dice: OrdersDice::D6,
        efficient: false,
        staff: false,
        pip: false,
        army: false,
        division: false,
        pool: None,
        command,
    }
}

/// The battle, with the dice falling as written. Every drawn leader is a General; the first of a side commands it all.
pub(crate) fn drawn(fixture: Fixture, dice: &[u8]) -> Drawn {
    drawn_with(fixture, dice, |_| {})
}

/// The same with the Generals changed before their pools are made.
pub(crate) fn drawn_with(fixture: Fixture, dice: &[u8], change: impl FnOnce(&mut Vec<General>)) -> Drawn {
    let built = fixture.build();
    let sides: Vec<Side> = built.field.ids().map(|unit| built.field.side(unit)).collect();
    let units_of = |side: Side| built.field.ids().filter(|unit| built.field.side(*unit) == side).collect::<Vec<_>>();
    let mut led = Vec::new();
    let leaders = built.field.roster().leaders().map(|(_, info)| {
        let command = if led.contains(&info.side) { Vec::new() } else { units_of(info.side) };
        led.push(info.side);
        general(info.side, command)
    });
    let mut generals: Vec<General> = leaders.collect();
    change(&mut generals);
    let mut setting = Setting {
        rules: built.rules,
        house: HouseRules::default(),
        profiles: built.profiles,
        generals,
        pools: Vec::new(),
        pool_of: Vec::new(),
        groups: Vec::new(),
        group_of: vec![None; sides.len()],
        zones: [Vec::new(), Vec::new()],
        free_deployment: false,
        victory: Victory::Points,
        first_side: Side::Blue,
    };
    if setting.generals.len() < 2 {
        setting.rules.orders_pool = crate::OrdersPool::PerSide;
    }
    generals::make_pools(&mut setting, &sides);
    let mut state = State::new(&setting);
    (state.stage, state.half) = (Stage::Actions, 0);
    let mut field = built.field;
    field.apply(&Event::TurnBegan { turn: 2 });
    for (place, general) in state.generals.iter_mut().enumerate() {
        general.due = false;
        debug_assert!(place < 100 && !general.moved);
    }
    let eagles = Eagles {
        field,
        setting: Arc::new(setting),
        state,
        dice: Dice::scripted(dice),
        rolled: Arc::default(),
        opening: Arc::default(),
    };
    Drawn { eagles, heard: Recorder::default() }
}

impl Drawn {
    /// The number of a Unit.
    pub(crate) fn id(&self, label: &str) -> UnitId {
        let found = self.eagles.field.roster().units().find(|(_, info)| info.label == label);
        found.expect("a unit of that label").0
    }

    /// Gives Units an unused Order each.
    pub(crate) fn ordered(mut self, labels: &[&str]) -> Drawn {
        for label in labels {
            let unit = self.id(label);
            self.eagles.state.units[unit.index()].give(Held { cost: 1, uses: 1 });
            self.eagles.mark(&mut Deaf, unit, Marks::ORDERED, true);
        }
        self
    }

    /// Sets the step and whose half it is; Blue has the Initiative.
    pub(crate) fn at(mut self, stage: Stage, side: Side) -> Drawn {
        self.eagles.state.stage = stage;
        self.eagles.state.half = if side == Side::Blue { 0 } else { 1 };
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
        self.eagles.field.leader(LeaderId(leader))
    }

    /// Runs on without an order.
    pub(crate) fn run(&mut self) {
        let listener: &mut dyn Listener = &mut self.heard;
        self.eagles.run(listener);
    }
}

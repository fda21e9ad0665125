//! A drill whose forecasts are not true.

use battle::{
    BattleFile, Card, CommanderEntry, Effect, Estimates, FireArc, Forecast, Fork, HouseRules, Hundredths, Library,
    Listener, Order, Outcome, Pending, Player, Pose, Reach, Refusal, Scenario, Sheet, Side, System, SystemInfo, Threat,
    UnitId, Unusable,
};
use hexes::{Direction, Hex};
use proving::DrillLibrary;

/// What is done to a forecast.
type Twist = fn(&mut Forecast);

/// A battle under the drill with twisted forecasts.
struct Untrue {
    inner: Box<dyn System>,
    twist: Twist,
}

impl System for Untrue {
    fn info(&self) -> &'static SystemInfo {
        self.inner.info()
    }

    fn house(&self) -> &HouseRules {
        self.inner.house()
    }

    fn field(&self) -> &battle::Battlefield {
        self.inner.field()
    }

    fn pending(&self) -> Pending {
        self.inner.pending()
    }

    fn orders(&self) -> Vec<Order> {
        self.inner.orders()
    }

    fn stems(&self) -> Vec<Order> {
        self.inner.stems()
    }

    fn reach(&self, stem: &Order) -> Reach {
        self.inner.reach(stem)
    }

    fn check(&self, order: &Order) -> Result<(), Refusal> {
        self.inner.check(order)
    }

    fn resolve(&mut self, order: &Order, listener: &mut dyn Listener) -> Result<(), Refusal> {
        self.inner.resolve(order, listener)
    }

    fn forecast(&self, order: &Order) -> Forecast {
        let mut forecast = self.inner.forecast(order);
        (self.twist)(&mut forecast);
        forecast
    }

    fn estimates(&self) -> &dyn Estimates {
        self
    }

    fn score(&self) -> Outcome {
        self.inner.score()
    }

    fn holds_ground(&self, unit: UnitId) -> bool {
        self.inner.holds_ground(unit)
    }

    fn sees(&self, from: Hex, to: Hex) -> bool {
        self.inner.sees(from, to)
    }

    fn fire_arc(&self, unit: UnitId, pose: &Pose) -> FireArc {
        self.inner.fire_arc(unit, pose)
    }

    fn card(&self, unit: UnitId) -> Card {
        self.inner.card(unit)
    }

    fn reference(&self) -> Vec<Sheet> {
        self.inner.reference()
    }

    fn state(&self) -> Vec<u8> {
        self.inner.state()
    }

    fn audit(&self) -> Result<(), String> {
        self.inner.audit()
    }

    fn view(&self, side: Side, seed: u64) -> Box<dyn System> {
        Box::new(Untrue { inner: self.inner.view(side, seed), twist: self.twist })
    }

    fn copy(&self) -> Box<dyn System> {
        Box::new(Untrue { inner: self.inner.copy(), twist: self.twist })
    }

    fn forgetful(&self) -> Box<dyn System> {
        Box::new(Untrue { inner: self.inner.forgetful(), twist: self.twist })
    }

    fn forked(&self, fork: Fork) -> Box<dyn System> {
        Box::new(Untrue { inner: self.inner.forked(fork), twist: self.twist })
    }

    fn fork(&self) -> Option<&Fork> {
        self.inner.fork()
    }

    fn resign(&mut self, side: Side, listener: &mut dyn Listener) {
        self.inner.resign(side, listener);
    }
}

impl Estimates for Untrue {
    fn prospects(&self, unit: UnitId) -> Vec<Order> {
        self.inner.estimates().prospects(unit)
    }

    fn judged(&self, order: &Order, forecast: &Forecast) -> Effect {
        self.inner.estimates().judged(order, forecast)
    }

    fn threat(&self, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        self.inner.estimates().threat(by, from, on, at)
    }

    fn step_cost(&self, unit: UnitId, from: Hex, step: Direction) -> Option<Hundredths> {
        self.inner.estimates().step_cost(unit, from, step)
    }

    fn pace(&self, unit: UnitId) -> Hundredths {
        self.inner.estimates().pace(unit)
    }

    fn fire_range(&self, unit: UnitId) -> Hundredths {
        self.inner.estimates().fire_range(unit)
    }

    fn fire_to_come(&self, unit: UnitId, pose: &Pose, enemy: UnitId) -> f64 {
        self.inner.estimates().fire_to_come(unit, pose, enemy)
    }

    fn cover(&self, unit: UnitId, pose: &Pose) -> f64 {
        self.inner.estimates().cover(unit, pose)
    }

    fn worth(&self, unit: UnitId) -> f64 {
        self.inner.estimates().worth(unit)
    }
}

/// The drill with twisted forecasts.
pub(super) struct Twisted(pub(super) Twist);

impl Library for Twisted {
    fn battles(&self) -> Vec<BattleFile> {
        DrillLibrary.battles()
    }

    fn systems(&self) -> Vec<&'static SystemInfo> {
        DrillLibrary.systems()
    }

    fn commanders(&self) -> Vec<CommanderEntry> {
        DrillLibrary.commanders()
    }

    fn battle(&self, name: &str) -> Result<BattleFile, Unusable> {
        DrillLibrary.battle(name)
    }

    fn battle_from_text(&self, file: &str, text: &str) -> Result<BattleFile, Unusable> {
        DrillLibrary.battle_from_text(file, text)
    }

    fn system(&self, key: &str) -> Result<&'static SystemInfo, Unusable> {
        DrillLibrary.system(key)
    }

    fn house_rules(&self, system: &str, file: &str, text: &str) -> Result<HouseRules, Unusable> {
        DrillLibrary.house_rules(system, file, text)
    }

    fn deploy(
        &self,
        system: &str,
        scenario: &Scenario,
        house: &HouseRules,
        seed: u64,
    ) -> Result<Box<dyn System>, Unusable> {
        Ok(Box::new(Untrue { inner: DrillLibrary.deploy(system, scenario, house, seed)?, twist: self.0 }))
    }

    fn commander(&self, name: &str, seed: u64) -> Result<Box<dyn Player>, Unusable> {
        DrillLibrary.commander(name, seed)
    }

    fn reference(&self, system: &str, house: &HouseRules) -> Result<Vec<Sheet>, Unusable> {
        DrillLibrary.reference(system, house)
    }
}

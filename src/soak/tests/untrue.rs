//! A drill whose forecasts are not true.

use battle::{
    Card, Effect, Estimates, FireArc, Forecast, Fork, HouseRules, Hundredths, Library, Listener, Order, Outcome,
    Pending, Pose, Reach, Refusal, Scenario, Sheet, Side, System, SystemInfo, Threat, UnitId, Unusable,
};
use hexes::{Direction, Hex};
use proving::{DrillLibrary, Otherwise, With};

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

    fn breaks(&self) -> &'static str {
        self.inner.breaks()
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
struct Twisted(Twist);

impl Otherwise for Twisted {
    fn deploy(&self, scenario: &Scenario, house: &HouseRules, seed: u64) -> Result<Box<dyn System>, Unusable> {
        Ok(Box::new(Untrue { inner: DrillLibrary.deploy("drill", scenario, house, seed)?, twist: self.0 }))
    }
}

/// It as a library.
pub(super) fn twisted(twist: Twist) -> With<impl Otherwise> {
    With(Twisted(twist))
}

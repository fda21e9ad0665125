//! Broken drills: each has one fault that the suite must find.

use battle::{
    Battlefield, Card, Deaf, Effect, Estimates, Event, FireArc, Forecast, Fork, HouseRules, Hundredths, Listener,
    Order, Outcome, Pending, Pose, Reach, Refusal, Sheet, Side, System, SystemInfo, Threat, UnitId,
};
use hexes::{Direction, Hex};

use crate::conformance::{self, Property};
use crate::{drill, small_scenario};

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    ChangesWhenRefusing,
    TellsWhenRefusing,
    AcceptsAnyMove,
    RefusesListed,
    ResolvesTheUnlisted,
    SharesOneStream,
    ViewKnowsTheSeed,
    ViewForgetsOwnUnits,
    OpenViewIsBlues,
    OrdersAreNeverCarriedOut,
    CopyDiffers,
    ActsInSilence,
    ForgetsTheEnd,
    ForecastsNothingNumeric,
    ForecastsOtherDice,
    ForecastsOtherOdds,
    ListsTwice,
    ListsInAnyOrder,
    HasDeadEnds,
    ThreatensWithoutEnd,
    HidesProspects,
    PromisesMore,
    IgnoresResigning,
    WaysGrowCheaper,
    RemembersOtherPlaces,
    AuditFails,
    ForgetsAnOrder,
}

struct Broken {
    inner: drill::War,
    fault: Fault,
    seed: u64,
    extra: u8,
    given: u64,
}

impl Broken {
    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn wrapped(&self, inner: drill::War, extra: u8) -> Box<dyn System> {
        Box::new(Broken { inner, extra, ..*self })
    }
}

/// Hears everything but when orders are carried out.
struct Hasty<'a>(&'a mut dyn Listener);

impl Listener for Hasty<'_> {
    fn before(&mut self, field: &Battlefield, event: &Event) {
        self.0.before(field, event);
    }

    fn after(&mut self, field: &Battlefield, event: &Event) {
        self.0.after(field, event);
    }
}

/// Hears everything but the end.
struct EndDeaf<'a>(&'a mut dyn Listener);

impl Listener for EndDeaf<'_> {
    fn before(&mut self, field: &Battlefield, event: &Event) {
        self.0.before(field, event);
    }

    fn after(&mut self, field: &Battlefield, event: &Event) {
        if !matches!(event, Event::Ended(_)) {
            self.0.after(field, event);
        }
    }

    fn carried_out(&mut self, battle: &dyn System) {
        self.0.carried_out(battle);
    }
}

impl System for Broken {
    fn info(&self) -> &'static SystemInfo {
        self.inner.info()
    }

    fn house(&self) -> &HouseRules {
        self.inner.house()
    }

    fn field(&self) -> &Battlefield {
        self.inner.field()
    }

    fn pending(&self) -> Pending {
        self.inner.pending()
    }

    fn orders(&self) -> Vec<Order> {
        let mut orders = self.inner.orders();
        if self.is(Fault::ListsTwice) {
            orders.extend(orders.clone());
        }
        if self.is(Fault::ListsInAnyOrder) {
            orders.reverse();
        }
        if self.is(Fault::HasDeadEnds) {
            orders.clear();
        }
        orders
    }

    fn stems(&self) -> Vec<Order> {
        self.inner.stems()
    }

    fn reach(&self, stem: &Order) -> Reach {
        let mut reach = self.inner.reach(stem);
        if self.is(Fault::WaysGrowCheaper) {
            reach.places.iter_mut().for_each(|place| place.cost = u16::MAX - place.cost);
        }
        if self.is(Fault::RemembersOtherPlaces) && self.extra == 0 {
            reach.places.pop();
        }
        reach
    }

    fn check(&self, order: &Order) -> Result<(), Refusal> {
        let verdict = self.inner.check(order);
        match self.fault {
            Fault::AcceptsAnyMove if order.verb == drill::info::MOVE => Ok(()),
            Fault::RefusesListed if order.verb == drill::info::ATTACH => Err(Refusal::new("", "not today")),
            _ => verdict,
        }
    }

    fn resolve(&mut self, order: &Order, listener: &mut dyn Listener) -> Result<(), Refusal> {
        self.given += 1;
        if self.is(Fault::OrdersAreNeverCarriedOut) {
            return self.inner.resolve(order, &mut Hasty(listener));
        }
        if self.is(Fault::ForgetsAnOrder) && self.given == 3 {
            return self.inner.check(order);
        }
        if self.is(Fault::SharesOneStream) {
            self.inner.set_dice(battle::Dice::new(self.seed + 1000 * self.given));
        }
        let mut deaf = Deaf;
        let mut end_deaf = EndDeaf(listener);
        let listener: &mut dyn Listener = match self.fault {
            Fault::ActsInSilence if self.given.is_multiple_of(5) => &mut deaf,
            Fault::ForgetsTheEnd => &mut end_deaf,
            _ => end_deaf.0,
        };
        let field = self.inner.field().clone();
        let verdict = self.inner.resolve(order, listener);
        match (&verdict, self.fault) {
            (Err(_), Fault::ChangesWhenRefusing) => self.extra = self.extra.wrapping_add(1),
            (Err(_), Fault::TellsWhenRefusing) => listener.after(&field, &Event::TurnBegan { turn: field.turn() }),
            (Err(_), Fault::ResolvesTheUnlisted) => return Ok(()),
            _ => {}
        }
        verdict
    }

    fn forecast(&self, order: &Order) -> Forecast {
        let mut forecast = self.inner.forecast(order);
        if self.is(Fault::ForecastsNothingNumeric) && !forecast.rolls.is_empty() {
            forecast.effect.inflicted /= 0.0 * forecast.effect.inflicted;
        }
        if self.is(Fault::ForecastsOtherDice) {
            forecast.rolls.iter_mut().for_each(|roll| roll.terms.dice += 1);
        }
        if self.is(Fault::ForecastsOtherOdds) {
            forecast.rolls.iter_mut().for_each(|roll| roll.outcome = battle::Distribution::certain(0));
        }
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
        let mut state = self.inner.state();
        state.push(self.extra);
        state
    }

    fn audit(&self) -> Result<(), String> {
        if self.is(Fault::AuditFails) && self.given > 20 {
            Err(String::from("it feels wrong"))
        } else {
            self.inner.audit()
        }
    }

    fn view(&self, side: Side, seed: u64) -> Box<dyn System> {
        let mut view = self.inner.view_of(side, seed);
        if self.is(Fault::ViewForgetsOwnUnits) {
            view = view.view_of(side.other(), seed);
        }
        let extra = if self.is(Fault::ViewKnowsTheSeed) { self.seed as u8 } else { self.extra };
        Box::new(Broken { inner: view, extra, seed, ..*self })
    }

    fn open_view(&self, seed: u64) -> Box<dyn System> {
        match self.fault {
            Fault::OpenViewIsBlues => self.view(Side::Blue, seed),
            _ => self.view(Side::Blue, seed).view(Side::Red, seed),
        }
    }

    fn copy(&self) -> Box<dyn System> {
        self.wrapped(self.inner.clone(), self.extra + u8::from(self.is(Fault::CopyDiffers)))
    }

    fn forgetful(&self) -> Box<dyn System> {
        self.wrapped(self.inner.forgetful(), self.extra + u8::from(self.is(Fault::RemembersOtherPlaces)))
    }

    fn forked(&self, fork: Fork) -> Box<dyn System> {
        self.inner.forked(fork)
    }

    fn fork(&self) -> Option<&Fork> {
        self.inner.fork()
    }

    fn resign(&mut self, side: Side, listener: &mut dyn Listener) {
        if !self.is(Fault::IgnoresResigning) {
            self.inner.resign(side, listener);
        }
    }
}

impl Estimates for Broken {
    fn prospects(&self, unit: UnitId) -> Vec<Order> {
        let mut orders = self.inner.estimates().prospects(unit);
        match self.fault {
            Fault::HidesProspects => orders.retain(|order| order.verb != drill::info::FORM),
            Fault::PromisesMore if self.field().unit(unit).presence == battle::Presence::OnMap => {
                orders.push(Order::new(drill::info::RALLY).by(unit));
            }
            _ => {}
        }
        battle::ascending(orders)
    }

    fn judged(&self, order: &Order, forecast: &Forecast) -> Effect {
        self.inner.estimates().judged(order, forecast)
    }

    fn threat(&self, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        let threat = self.inner.estimates().threat(by, from, on, at);
        if self.is(Fault::ThreatensWithoutEnd) { Threat { fire: f64::INFINITY, ..threat } } else { threat }
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

/// The suite's verdict on a drill with that fault.
fn verdict(fault: Fault, property: Property) -> Result<(), conformance::Failure> {
    let scenario = small_scenario();
    property(&|seed| {
        let inner = drill::deploy(&scenario, seed);
        Box::new(Broken { inner, fault, seed, extra: 0, given: 0 })
    })
}

#[track_caller]
fn finds(fault: Fault, property: Property) {
    verdict(Fault::None, property).expect("the sound drill passes");
    let tale = verdict(fault, property).expect_err("the fault is found").to_string();
    assert!(tale.contains("with seed"), "{tale}");
}

#[test]
fn a_refused_order_that_changes_the_battle_is_found() {
    finds(Fault::ChangesWhenRefusing, conformance::illegal_orders_change_nothing);
    finds(Fault::TellsWhenRefusing, conformance::illegal_orders_change_nothing);
    finds(Fault::ResolvesTheUnlisted, conformance::illegal_orders_change_nothing);
}

#[test]
fn a_check_that_disagrees_with_the_list_is_found() {
    finds(Fault::AcceptsAnyMove, conformance::legal_is_what_check_accepts);
    finds(Fault::RefusesListed, conformance::legal_is_what_check_accepts);
    finds(Fault::RefusesListed, conformance::battles_end);
}

#[test]
fn dice_from_one_stream_are_found() {
    finds(Fault::SharesOneStream, conformance::dice_are_keyed);
}

#[test]
fn views_that_know_too_much_or_too_little_are_found() {
    finds(Fault::ViewKnowsTheSeed, conformance::views_are_fair);
    finds(Fault::ViewForgetsOwnUnits, conformance::views_are_fair);
    finds(Fault::OpenViewIsBlues, conformance::open_views_are_common);
    finds(Fault::OrdersAreNeverCarriedOut, conformance::orders_are_carried_out_once);
}

#[test]
fn copies_and_texts_that_are_not_exact_are_found() {
    finds(Fault::CopyDiffers, conformance::copies_are_exact);
    finds(Fault::ListsTwice, conformance::order_texts_are_exact);
    finds(Fault::ListsInAnyOrder, conformance::legal_is_what_check_accepts);
}

#[test]
fn what_happens_in_silence_is_found() {
    finds(Fault::ActsInSilence, conformance::events_tell_everything);
    finds(Fault::ForgetsTheEnd, conformance::events_tell_everything);
}

#[test]
fn forecasts_and_threats_that_are_no_numbers_are_found() {
    finds(Fault::ForecastsNothingNumeric, conformance::forecasts_are_sane);
    finds(Fault::ForecastsOtherDice, conformance::forecasts_meet_the_dice);
    finds(Fault::ForecastsOtherOdds, conformance::forecasts_meet_the_dice);
    finds(Fault::ThreatensWithoutEnd, conformance::threats_are_finite);
}

#[test]
fn prospects_that_are_too_few_or_too_many_are_found() {
    finds(Fault::HidesProspects, conformance::prospects_are_what_means_allow);
    finds(Fault::PromisesMore, conformance::prospects_are_what_means_allow);
}

#[test]
fn dead_ends_and_failed_audits_are_found() {
    finds(Fault::HasDeadEnds, conformance::battles_end);
    finds(Fault::AuditFails, conformance::battles_end);
    finds(Fault::ForgetsAnOrder, conformance::battles_end);
}

#[test]
fn resigning_in_vain_and_ways_that_pay_are_found() {
    finds(Fault::IgnoresResigning, conformance::resigning_ends);
    finds(Fault::WaysGrowCheaper, conformance::reaches_are_sound);
}

#[test]
fn a_memory_that_makes_a_difference_is_found() {
    finds(Fault::RemembersOtherPlaces, conformance::nothing_kept_makes_a_difference);
}

#[test]
fn dice_that_ignore_the_seed_and_battles_that_do_not_repeat_are_found() {
    let scenario = small_scenario();
    let same: conformance::Make<'_> = &|_| Box::new(drill::deploy(&scenario, 7));
    assert!(conformance::seeds_decide(same).is_err());
    let made = std::cell::Cell::new(0);
    let fresh: conformance::Make<'_> = &|_| {
        made.set(made.get() + 1);
        Box::new(drill::deploy(&scenario, made.get()))
    };
    assert!(conformance::seeds_decide(fresh).is_err());
    assert!(conformance::records_replay(fresh).is_err());
}

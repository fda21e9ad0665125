//! How charges go under On War: what they were foreseen to come to, beside what came of them.
//!
//! `GROGNARD_BATTLES=200 cargo test --test whole charges -- --nocapture` prints the table of that many battles.

use std::sync::atomic::AtomicBool;

use battle::{
    Battlefield, Departure, Effect, Event, HouseRules, Library, Listener, Manner, Object, Order, Role, System, UnitId,
};
use systems::Shelf;

/// A charge that was ridden into contact and is not decided.
struct Ride {
    unit: UnitId,
    target: UnitId,
    foreseen: Effect,
    blows: bool,
    won: bool,
    lost: bool,
}

impl Ride {
    fn is_of(&self, unit: UnitId) -> bool {
        self.unit == unit || self.target == unit
    }
}

/// What is counted.
#[derive(Default)]
struct Charges {
    declared: u32,
    ridden: u32,
    arrived: u32,
    blows: u32,
    won: u32,
    lost: u32,
    foreseen_won: f64,
    open: Vec<(UnitId, UnitId)>,
    rides: Vec<Ride>,
    events: Vec<Event>,
}

impl Listener for Charges {
    fn after(&mut self, _field: &Battlefield, event: &Event) {
        self.events.push(event.clone());
    }
}

impl Charges {
    /// Notes what is about to be ordered, as whoever decides foresees it.
    fn foresee(&mut self, view: &dyn System, order: &Order) {
        if view.verb(order).is_none_or(|verb| verb.role != Role::Assault) {
            return;
        }
        match (order.unit(), order.target_unit(), order.pose) {
            (Some(unit), Some(target), None) => {
                self.declared += 1;
                self.open.retain(|(known, _)| *known != unit);
                self.open.push((unit, target));
            }
            (Some(unit), None, Some(_)) => {
                let foreseen = view.forecast(order).effect;
                let target = self.open.iter().find(|(known, _)| *known == unit).map(|(_, target)| *target);
                let Some(target) = target else { return };
                self.ridden += 1;
                self.rides.push(Ride { unit, target, foreseen, blows: false, won: false, lost: false });
            }
            _ => {}
        }
    }

    /// Takes up what has happened since.
    fn hear(&mut self) {
        for event in std::mem::take(&mut self.events) {
            match event {
                Event::Rolled(roll) if roll.label == "kills" => {
                    let who = roll.who.and_then(Object::unit);
                    self.rides
                        .iter_mut()
                        .filter(|ride| who.is_some_and(|who| ride.is_of(who)))
                        .for_each(|ride| ride.blows = true);
                }
                Event::Moved { unit, manner: Manner::Retreated | Manner::Withdrew, .. }
                | Event::Left { unit, why: Departure::Destroyed | Departure::Routed, .. } => self.gave_way(unit),
                Event::TurnBegan { .. } => self.close(),
                _ => {}
            }
        }
    }

    fn gave_way(&mut self, unit: UnitId) {
        for ride in self.rides.iter_mut().filter(|ride| !ride.won && !ride.lost) {
            ride.won |= ride.target == unit;
            ride.lost |= ride.unit == unit;
        }
    }

    fn close(&mut self) {
        self.open.clear();
        for ride in self.rides.drain(..) {
            let arrives = ride.foreseen.succeeds + ride.foreseen.repelled + ride.foreseen.destroyed > 0.0;
            self.arrived += u32::from(arrives);
            self.blows += u32::from(ride.blows);
            self.won += u32::from(ride.won);
            self.lost += u32::from(ride.lost);
            self.foreseen_won += ride.foreseen.succeeds;
        }
    }
}

/// Plays a battle with the default commander on both sides.
fn play(shelf: &Shelf, battle: &str, seed: u64, charges: &mut Charges) {
    let file = shelf.battle(battle).expect("a battle that ships");
    let mut system = shelf.deploy("on_war", &file.scenario, &HouseRules::default(), seed).expect("it can be played");
    let mut players = [0, 1].map(|side| shelf.commander("steady", seed + side).expect("the default commander"));
    while let Some(side) = system.to_decide() {
        let view = system.view(side, seed ^ 1);
        let choice = players[side.index()].decide(&*view, &AtomicBool::new(false));
        charges.foresee(&*view, &choice.order);
        system.resolve(&choice.order, charges).expect("a legal order");
        charges.hear();
    }
    charges.close();
}

#[test]
fn charges_come_to_what_was_foreseen() {
    let battles = std::env::var("GROGNARD_BATTLES").map_or(6, |number| number.parse().expect("a number of battles"));
    let shelf = Shelf::new();
    let names: Vec<String> = shelf.battles().iter().map(|one| one.scenario.key.clone()).collect();
    let mut charges = Charges::default();
    for number in 0..battles {
        play(&shelf, &names[number % names.len()], 7 + number as u64, &mut charges);
    }
    let share = |part: f64| 100.0 * part / f64::from(charges.ridden.max(1));
    println!("charges of {battles} battles under On War, steady against steady");
    println!(
        "  declared {}, ridden {}, foreseen to arrive {}, came to blows {}",
        charges.declared, charges.ridden, charges.arrived, charges.blows
    );
    println!(
        "  won {} ({:.1} % of those ridden), foreseen {:.1} %",
        charges.won,
        share(f64::from(charges.won)),
        share(charges.foreseen_won)
    );
    println!("  went back or were beaten {} ({:.1} %)", charges.lost, share(f64::from(charges.lost)));
    assert!(charges.declared >= charges.ridden && charges.ridden > 0);
    let apart = (share(f64::from(charges.won)) - share(charges.foreseen_won)).abs();
    let sampling = 300.0 / f64::from(charges.ridden).sqrt() / 2.0;
    assert!(apart <= 5.0 + sampling, "won and foreseen are {apart:.1} points apart");
}

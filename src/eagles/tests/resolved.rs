//! Forecasts against what `resolve` brings on every way of the dice, for each kind of order.

use battle::{Battlefield, Crossing, Deaf, Dice, Event, Listener, Manner, Obstacle, Order, Side, System, UnitId};
use hexes::Direction::{SouthEast, SouthWest};

use super::drawn::{Drawn, drawn};
use super::fixture::Fixture;
use super::words::{Geometry, Play};
use crate::assault::{self, Reply};
use crate::info;
use crate::marks;
use crate::{Class, Eagles, Traits};
use proving::{Noted, Ways, ways};
use rulebook::PhaseId;

use Class::{Cavalry, Guns, Infantry, Lights};

const BLUE: UnitId = UnitId(0);
const RED: UnitId = UnitId(1);

/// What befell the first two Units before the next step began.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Heard {
    over: bool,
    contact: bool,
    said: Vec<&'static str>,
    lost: [i16; 2],
    gained: [i16; 2],
    gone: [bool; 2],
    withdrew: [bool; 2],
}

impl Listener for Heard {
    fn before(&mut self, field: &Battlefield, event: &Event) {
        match event {
            Event::StepBegan { .. } => self.over = true,
            Event::Left { unit, .. } if !self.over && unit.index() < 2 => {
                self.gone[unit.index()] = true;
                self.lost[unit.index()] += field.unit(*unit).strength;
            }
            _ => {}
        }
    }

    fn after(&mut self, field: &Battlefield, event: &Event) {
        match event {
            _ if self.over => {}
            Event::Moved { manner: Manner::Charged, .. } => self.contact = true,
            Event::Moved { unit, manner: Manner::Withdrew, .. } if unit.index() < 2 => {
                self.withdrew[unit.index()] = true;
            }
            Event::Told(told) => self.said.push(told.text),
            Event::Strength { unit, from, to, .. } if unit.index() < 2 => {
                self.lost[unit.index()] += (from - to).max(0);
                self.gained[unit.index()] += (to - from).max(0);
                self.gone[unit.index()] |= field.unit(*unit).strength == 0;
            }
            _ => {}
        }
    }
}

impl Heard {
    fn hears(&self, text: &str) -> bool {
        self.said.contains(&text)
    }
}

/// Gives the orders on every way of the dice; an order that nobody waits for is left out.
fn battles(game: &Drawn, orders: &[Order]) -> Ways<Heard> {
    let give = |Noted(eagles, heard): &mut Noted<Eagles, Heard>, place: usize| {
        if !heard.over && eagles.check(&orders[place]).is_ok() {
            eagles.resolve(&orders[place], heard).expect("checked");
        }
        place + 1 < orders.len()
    };
    ways(&Noted(game.eagles.clone(), Heard::default()), give, |fought| fought.1.clone())
}

/// Red near enough to be charged by B1, and on both sides a Unit far away that keeps the battle going.
fn meeting(class: Class, target: Class, red: &str, facing: &str) -> Fixture {
    let field = Fixture::open(60, 60).unit("B1", class, "14,40", "N").unit("R1", target, red, facing);
    field.unit("B9", Infantry, "52,55", "N").unit("R9", Infantry, "52,4", "S")
}

/// The order to charge, the defender's likely reply, and the forecast.
fn plan(game: &Drawn) -> (Vec<Order>, Reply, battle::Forecast) {
    let charge = game.eagles.orders().into_iter().find(|order| order.verb == crate::info::ASSAULT).expect("a charge");
    let approach = game.eagles.approach(BLUE, RED).expect("an approach");
    let number = usize::try_from(charge.number.unwrap_or(0)).expect("no negative number");
    let (_, contact) = assault::ways_of(&approach).nth(number).expect("a way");
    let bout = game.eagles.bout(BLUE, &contact.pose, RED, &game.eagles.pose(RED), approach.side);
    let (_, reply, _) = game.eagles.likely(&bout, &contact.pose);
    let answer = match reply {
        Reply::Fire => Order::new(crate::info::FIRE).by(RED).on(BLUE),
        Reply::Stand => Order::new(crate::info::STAND).by(RED),
        Reply::Keep => Order::new(crate::info::KEEP).by(RED),
    };
    (vec![charge, answer], reply, game.eagles.forecast(&charge))
}

/// The defender's own forecast in contact is the attacker's seen from the other side.
fn replies_agree(game: &Drawn, orders: &[Order], told: &battle::Forecast) {
    let mut eagles = game.eagles.clone();
    eagles.set_dice(Dice::scripted(&[6, 6]));
    eagles.resolve(&orders[0], &mut Deaf).expect("a charge");
    if eagles.check(&orders[1]).is_ok() {
        let reply = eagles.forecast(&orders[1]).effect;
        let contact = told.results[0].chance;
        assert!((reply.inflicted * contact - told.effect.taken).abs() < 1e-9);
        assert!((reply.taken * contact - told.effect.inflicted).abs() < 1e-9);
        assert!((reply.destroys * contact - told.effect.destroyed).abs() < 1e-9);
    }
}

fn assault_agrees(field: Fixture, ordered: &[&str], expected: Reply) {
    let game = drawn(field, &[]).ordered(&["B1", "B9"]).ordered(ordered);
    let (orders, reply, told) = plan(&game);
    assert_eq!(reply, expected);
    replies_agree(&game, &orders, &told);
    let all = battles(&game, &orders);
    let result =
        |label: &str| told.results.iter().find(|result| result.label == label).map_or(0.0, |result| result.chance);
    let full = [BLUE, RED].map(|unit| f64::from(game.eagles.field().unit(unit).full));
    all.are("contact", result("makes contact"), |heard| heard.contact);
    all.are("stopped", result("attacker stopped by fire"), |heard| heard.hears("{a} is stopped by the fire of {t}"));
    let wins = |heard: &Heard| {
        heard.contact
            && !heard.hears("{a} is stopped by the fire of {t}")
            && heard.said.iter().all(|said| !["{t} holds against {a}", "{t} beats {a}"].contains(said))
    };
    all.are("wins", result("attacker wins"), wins);
    let [once, farther] = ["1 width", "2 widths or more"].map(|far| result(&format!("defender falls back {far}")));
    let guns = game.eagles.field().roster().unit(RED).arm == battle::Arm::Artillery;
    let back = if guns { 0.0 } else { result("attacker wins") };
    assert!((once + farther - back).abs() < 1e-9, "who is beaten falls back, guns are taken: {once} + {farther}");
    assert!(told.results.iter().filter(|result| result.label.contains("falls back")).count() <= 3, "one row for far");
    all.are("succeeds", told.effect.succeeds, wins);
    all.are("throws back", told.effect.repels, |heard| wins(heard) && !heard.gone[1]);
    all.are("is thrown back", told.effect.repelled, |heard| heard.contact && !wins(heard) && !heard.gone[0]);
    all.are("tie", result("tie, attacker falls back 1 width"), |heard| heard.hears("{t} holds against {a}"));
    all.are("beaten", result("attacker beaten"), |heard| heard.hears("{t} beats {a}"));
    all.are("destroys", told.effect.destroys, |heard| heard.gone[1]);
    all.are("destroyed", told.effect.destroyed, |heard| heard.gone[0]);
    all.come_to("inflicted", told.effect.inflicted, |heard| f64::from(heard.lost[1]) / full[1]);
    all.come_to("taken", told.effect.taken, |heard| f64::from(heard.lost[0]) / full[0]);
}

#[test]
fn infantry_against_ordered_infantry_with_friends_and_woods_behind_both() {
    let field = meeting(Infantry, Infantry, "15,31", "S").unit("R2", Infantry, "15,27", "S");
    let field = field.block(5..=25, 14..=18, 'w').unit("B2", Infantry, "14,45", "N").block(5..=25, 50..=51, 'r');
    assault_agrees(field, &["R1"], Reply::Fire);
}

#[test]
fn cavalry_against_the_flank_of_infantry_near_the_edge() {
    let field = meeting(Cavalry, Infantry, "14,30", "ENE").unit("R2", Infantry, "14,20", "N");
    assault_agrees(field, &["R1"], Reply::Stand);
}

#[test]
fn infantry_against_guns_that_still_fire() {
    let field = meeting(Infantry, Guns, "15,33", "S").unit("B2", Infantry, "14,44", "N");
    assault_agrees(field, &["R1"], Reply::Fire);
}

#[test]
fn infantry_against_lights_in_woods_with_the_map_edge_behind() {
    let field = Fixture::open(60, 60).unit("B1", Infantry, "14,15", "N").unit("R1", Lights, "15,8", "S");
    let field = field.unit("B9", Infantry, "52,55", "N").unit("R9", Infantry, "52,4", "S").block(8..=22, 4..=8, 'w');
    assault_agrees(field, &[], Reply::Keep);
}

#[test]
fn weak_cavalry_against_the_front_of_infantry_with_water_behind_itself() {
    let field = Fixture::open(60, 60).unit("B1", Cavalry, "14,40", "N").strength(3).unit("R1", Infantry, "15,30", "S");
    let field = field.unit("B9", Infantry, "52,55", "N").unit("R9", Infantry, "52,4", "S");
    let field = field.unit("B2", Infantry, "14,43", "N").block(0..=30, 45..=46, '~');
    assault_agrees(field, &["R1"], Reply::Fire);
}

#[test]
fn infantry_against_infantry_with_a_river_behind_both() {
    // Behind Red a wing comes over the river, behind Blue the whole Unit but for its bridge.
    let field = meeting(Infantry, Infantry, "15,31", "S").river(|column, row| row < 28 && column >= 16 || row >= 43);
    let bridge = |field: Fixture, way| field.edge("14,42", way, Obstacle::River, Crossing::Bridge);
    assault_agrees([SouthEast, SouthWest].into_iter().fold(field, bridge), &["R1"], Reply::Fire);
}

/// Fire of a kind from B1 at R1, whose way back is blocked by a friend.
fn fire_agrees(class: Class, traits: Traits, rows: i16, verb: &str, phase: PhaseId) {
    let field = Fixture::open(60, 70).unit("B1", class, "14,60", "N").traits(traits);
    let field = field.unit("R1", Infantry, &format!("15,{}", 60 - rows), "S").strength(4);
    let field = field.unit("R2", Lights, &format!("15,{}", 57 - rows), "S").unit("B9", Infantry, "52,65", "N");
    let field = field.unit("R3", Infantry, "52,61", "S");
    let game = drawn(field, &[]).ordered(&["B1", "B9"]).at(phase, Side::Blue);
    let order =
        game.eagles.orders().into_iter().find(|order| {
            crate::info().verbs[usize::from(order.verb.0)].word == verb && order.target_unit() == Some(RED)
        });
    let order = order.expect("a shot");
    let told = game.eagles.forecast(&order);
    let all = battles(&game, &[order]);
    all.are("hits", told.results[0].chance, |heard| heard.lost[1] > 0);
    let label = |label: &str| told.results.iter().find(|result| result.label == label).map_or(0.0, |one| one.chance);
    let withdraws = |heard: &Heard| heard.withdrew[1] || heard.hears("{a} withdraws under fire");
    all.are("withdraws", label("target falls back its width"), withdraws);
    all.are("withdraws fit", told.effect.repels, |heard| withdraws(heard) && !heard.gone[1]);
    all.are("destroys", told.effect.destroys, |heard| heard.gone[1]);
    all.come_to("inflicted", told.effect.inflicted, |heard| f64::from(heard.lost[1]) / 7.0);
    assert_eq!(label("target falls back its width") > 0.0, !["skirmish"].contains(&verb) && rows <= 8);
}

#[test]
fn fire_volleys_and_skirmishes() {
    fire_agrees(Infantry, Traits::empty(), 4, "fire", info::FIRING);
    fire_agrees(Infantry, Traits::empty(), 4, "volley", info::FIRING);
    fire_agrees(Lights, Traits::LIGHT_RIFLES, 4, "skirmish", info::FIRING);
}

#[test]
fn bombardments_near_and_far() {
    fire_agrees(Guns, Traits::empty(), 8, "bombard", info::ACTIONS);
    fire_agrees(Guns, Traits::MEDIUM_BATTERY, 20, "bombard", info::ACTIONS);
}

#[test]
fn rallies() {
    let field = Fixture::open(60, 60).unit("B1", Infantry, "14,40", "N").strength(5).traits(Traits::GUARD);
    let field = field.unit("R1", Infantry, "15,10", "S").unit("B9", Infantry, "52,55", "N");
    let game = drawn(field, &[]).ordered(&["B1", "B9"]).marked("B1", marks::BLOODED);
    let order = Order::new(crate::info::RALLY).by(BLUE);
    let told = game.eagles.forecast(&order);
    let all = battles(&game, &[order]);
    all.are("nothing", told.results[0].chance, |heard| heard.gained[0] == 0);
    all.are("regains", told.effect.succeeds, |heard| heard.gained[0] > 0);
    all.come_to("recovers", told.effect.recovers, |heard| f64::from(heard.gained[0]) / 7.0);
}

#[test]
fn moves_go_as_far_as_foretold() {
    let field = Fixture::open(60, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "52,10", "S");
    let field = field.unit("B9", Infantry, "52,55", "N").block(0..=30, 20..=30, 'r');
    let game = drawn(field, &[]).ordered(&["B1", "B9"]);
    let order = Order::new(crate::info::MOVE).by(BLUE).to(game.eagles.pose(BLUE));
    let told = game.eagles.forecast(&order);
    let go = |game: &mut Drawn, _: usize| {
        game.eagles.resolve(&order, &mut Deaf).expect("a move");
        false
    };
    let row = |game: &Drawn| {
        let reach = game.eagles.reach(&game.eagles.stems()[0]);
        let north = reach.legal().filter(|place| place.pose.facing == hexes::Facing::North);
        north.map(|place| place.pose.anchor.offset().row).min().expect("a place")
    };
    let all = ways(&game, go, row);
    for (pose, chance) in &told.ends {
        all.are(&pose.to_string(), *chance, |row| *row == pose.anchor.offset().row);
    }
    all.are("an end that was foretold", 1.0, |row| told.ends.iter().any(|(pose, _)| pose.anchor.offset().row == *row));
}

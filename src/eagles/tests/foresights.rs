//! What forecasts and estimates say: Orders spent, rolls shown, replies expected, fire of who comes up (EA-AI).

use battle::rule::bites;
use battle::{Deaf, Effect, Forecast, Side, System, UnitId};

use super::drawn::{Drawn, drawn};
use super::fixture::Fixture;
use super::words::{Geometry, Play};
use crate::Class::{self, Cavalry, Guns, Infantry};
use crate::assault::{self, Reply};
use crate::{Options, Traits, info, tables};

/// The drawn battle with Orders rolled, 4 for Blue and 3 for Red; then those dice fall.
fn supplied(field: Fixture, dice: &[u8]) -> Drawn {
    let faces: Vec<u8> = [4, 3].iter().chain(dice).copied().collect();
    let mut game = drawn(field, &faces);
    game.eagles.roll_orders(&mut Deaf);
    game
}

/// The forecast of an order that is legal.
#[track_caller]
fn told(game: &Drawn, text: &str) -> Forecast {
    let battle: &dyn System = &game.eagles;
    let order = battle.order_text().read(text).expect("an order");
    battle.check(&order).unwrap_or_else(|why| panic!("`{text}`: {why}"));
    battle.forecast(&order)
}

fn spends(game: &Drawn, text: &str) -> f64 {
    told(game, text).effect.spends
}

/// EA-MOVE-1, EA-ORD-4: an Infantry Move goes 4 and a die, and uses one Order of the four there are.
#[test]
fn a_move_shows_its_roll_and_costs_its_order() {
    let field = Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").unit("R1", Infantry, "15,5", "S");
    let game = supplied(field, &[]).ordered(&["B1"]);
    let forecast = told(&game, "move B1 14,40/N/line4");
    assert_eq!(forecast.effect, Effect { succeeds: 1.0, spends: 0.25, ..Effect::default() });
    assert_eq!(forecast.rolls.len(), 1);
    let chances = [4, 5, 10, 11].map(|inches| forecast.rolls[0].outcome.chance(inches));
    assert!(chances[0] == 0.0 && chances[1] > 0.16 && chances[2] > 0.16 && chances[3] == 0.0, "{chances:?}");
}

/// EA-FIRE-2, EA-FIRE-9, EA-OPT-1, EA-OPT-5: a Bombardment costs an Order and its further die another; with Resupply Guns,
/// and after the Maneuver of a Horse Battery, the Bombardment itself costs none.
#[test]
fn a_bombardment_costs_what_its_orders_are_of_all() {
    let guns = |resupply: bool| {
        let change = move |rules: &mut Options| rules.resupply_guns = resupply;
        let field = Fixture::open(40, 60).rules(change).unit("B1", Guns, "14,40", "N");
        let field = field.traits(Traits::VETERANS | Traits::HORSE_GUNS).unit("R1", Infantry, "15,30", "S");
        supplied(field, &[]).ordered(&["B1"]).ordered(&["B1"])
    };
    let both = |game: &Drawn| ["bombard B1 >R1", "barrage B1 >R1"].map(|text| spends(game, text));
    assert_eq!(both(&guns(false)), [0.25, 0.5]);
    assert_eq!(both(&guns(true)), [0.0, 0.25]);
    let mut horse = guns(false);
    horse.give("maneuver B1 14,39/N/line4");
    assert_eq!(horse.asks(), "unlimber");
    assert_eq!(both(&horse), [0.0, 0.25]);
}

/// EA-ORD-4: an Assault, a Rally and the die of a volley cost one of the four Orders there are, Fire by itself none.
#[test]
fn every_use_of_an_order_costs_its_share() {
    let field = Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").strength(5).unit("R1", Infantry, "15,36", "S");
    let game = supplied(field, &[]).ordered(&["B1"]);
    let charge = game.listed("assault")[0].clone();
    assert_eq!([charge.as_str(), "rally B1"].map(|text| spends(&game, text)), [0.25; 2]);
    let firing = game.at(info::FIRING, Side::Blue);
    assert_eq!(["volley B1 >R1", "fire B1 >R1"].map(|text| spends(&firing, text)), [0.25, 0.0]);
}

/// EA-ASSAULT-9: fire and the die cost the defender its Order, one of the three there are; to keep it costs nothing.
#[test]
fn a_reply_that_spends_the_order_says_so() {
    let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "15,35", "S");
    let mut game = supplied(field, &[6, 6]).ordered(&["B1", "R1"]);
    let charge = game.listed("assault")[0].clone();
    game.give(&charge);
    assert_eq!(game.asks(), "react");
    let spent = ["keep R1", "stand R1", "fire R1 >B1"].map(|text| spends(&game, text));
    assert_eq!(spent, [0.0, 1.0 / 3.0, 1.0 / 3.0]);
}

/// EA-ASSAULT-7: a spent target is removed before anybody decides how to defend.
#[test]
fn the_spent_are_expected_to_keep_their_order() {
    let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N");
    let game = drawn(field.unit("R1", Infantry, "15,35", "S").strength(0), &[]).ordered(&["B1", "R1"]);
    let (blue, red) = (UnitId(0), UnitId(1));
    let approach = game.eagles.approach(blue, red).expect("an approach");
    let (_, contact) = assault::ways_of(&approach).next().expect("a way");
    let bout = game.eagles.bout(blue, &contact.pose, red, &game.eagles.pose(red), approach.side);
    let (odds, reply, _) = game.eagles.likely(&bout, &contact.pose);
    assert_eq!((odds.won(), reply), (1.0, Reply::Keep));
}

fn facing(class: Class, looks: &str, rows: i16) -> Drawn {
    let field = Fixture::open(40, 100).unit("B1", class, "14,50", looks);
    drawn(field.unit("R1", Infantry, &format!("{},{}", 14 + (rows & 1), 50 - rows), "S"), &[])
}

fn threat(game: &Drawn) -> battle::Threat {
    let (by, on) = (game.id("B1"), game.id("R1"));
    game.eagles.estimates().threat(by, &game.eagles.pose(by), on, &game.eagles.pose(on))
}

/// EA-AI-10: three dice at 4+ against 7 Points within a base width; a single die within two; beyond, what they will be
/// once the foot has come up, as far as a usual Move and musketry reach (7 and 4 inches).
#[test]
fn fire_is_feared_as_far_as_foot_comes_up() {
    let (close, skirmish): (f64, f64) = (1.5 / 7.0, 0.5 / 7.0);
    let feared = |looks: &str, rows: i16| threat(&facing(Infantry, looks, rows)).fire;
    let near = |what: &str, one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{what}: {one}, not {other}");
    near("before its front", feared("N", 4), close);
    near("behind it", feared("S", 4), skirmish.max(tables::TURNS_TO * close));
    for rows in [9, 10, 11] {
        near("out of range", feared("N", rows), tables::COMES_UP * close);
    }
    near("out of reach", feared("N", 12), 0.0);
}

/// EA-AI-11: a charge at who is not ahead takes a turn first, and is the less to be feared.
#[test]
fn a_charge_after_a_turn_is_feared_less() {
    let [ahead, behind] = ["N", "S"].map(|looks| threat(&facing(Cavalry, looks, 5)));
    assert!(ahead.charge > 0.0);
    assert!((behind.charge - tables::TURNS_TO * ahead.charge).abs() < 1e-9, "{behind:?}, {ahead:?}");
}

/// EA-FIRE-5, EA-BASE-5, EA-UNIT-10: nothing is left to take from a spent Unit, and it is spent already. Three Hits of three
/// dice on 4+, one time in eight, throw it back all the same (EA-FIRE-10); off the map it is removed.
#[test]
fn fire_at_the_spent_destroys_nobody() {
    bites(&["EA-AI-8"], || {
        let shot = |strength: i16, red: &str, blue: &str| {
            let field = Fixture::open(40, 60).unit("B1", Infantry, blue, "N");
            let game = drawn(field.unit("R1", Infantry, red, "S").strength(strength), &[]).at(info::FIRING, Side::Blue);
            let told = told(&game, "fire B1 >R1");
            let names: Vec<&str> = told.results.iter().map(|result| result.label).collect();
            (told.effect, names.contains(&"target spent or removed"))
        };
        let effect = |inflicted, destroys, repels| {
            let succeeds = 7.0 / 8.0;
            Effect { inflicted, destroys, repels, succeeds, ..Effect::default() }
        };
        assert_eq!(shot(0, "15,36", "14,40"), (effect(0.0, 0.0, 0.125), false), "spent");
        assert_eq!(shot(1, "15,36", "14,40"), (effect(0.875 / 7.0, 0.875, 0.0), true), "the last Point");
        assert_eq!(shot(0, "14,2", "15,6"), (effect(0.0, 0.125, 0.0), true), "removed off the map");
    });
}

/// EA-ASSAULT-8, EA-ASSAULT-11: the charger of five Points throws a die for each that is left after defensive fire and one for
/// charging, 6, 5 or 4 after no Hit, one and two of three dice on 4+; three Hits end the Assault.
#[test]
fn the_roll_of_a_charger_is_shown_as_fire_leaves_it() {
    let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "15,35", "S");
    let game = supplied(field, &[]).ordered(&["B1", "R1"]);
    let charge = game.listed("assault")[0].clone();
    let rolls = told(&game, &charge).rolls;
    assert_eq!(rolls.iter().map(|roll| roll.label).collect::<Vec<_>>(), ["charge", "fire", "assault", "defence"]);
    let mean = (6.0 + 3.0 * 5.0 + 3.0 * 4.0) / 7.0 * 2.0 / 3.0;
    assert!((rolls[2].outcome.mean() - mean).abs() < 1e-9, "{}, not {mean}", rolls[2].outcome.mean());
    assert!((rolls[3].outcome.mean() - 3.5).abs() < 1e-9, "seven dice on 4+");
}

//! What a commander is told of orders agrees with what they demand (SN-ORD-2, 5, 7, 13).

use battle::{Band, Binding, Hundredths, Origin, Side, System};

use super::fixture::{Fixture, Game, hex};
use crate::info::ORDERS;
use crate::orders::Mandate;
use crate::orders::conformity::{Demand, Part};
use crate::profile::Kind;
use crate::space::Shape::{Column, Line};
use crate::tables::DISRUPTED;

/// A Blue column so many inches from an enemy and from its objective, on the other side.
fn between(mandate: Mandate, enemy: i16, place: i16) -> Game {
    let column = Fixture::plain().foot("B1", (20, 30), "N", Column).ordered(Side::Blue, mandate);
    let armies = column.unit("R1", Kind::Infantry, 1, (20, 30 - enemy), "S", Column);
    armies.objective((20, 31 + place)).phase(ORDERS, Side::Blue).game(&[])
}

fn in_force(game: &Game, label: &str) -> Binding {
    game.war.estimates().binding(game.leader(label)).expect("a command with units")
}

/// Inches that a unit lacks by the bands of its order.
fn lack(game: &Game, binding: &Binding, label: &str) -> f64 {
    let print = game.war.field().footprint(game.id(label));
    let far = |band: &Band| match band.from {
        Origin::Enemy => print.distance(&game.war.field().footprint(game.id("R1"))),
        Origin::Place(hex) => print.distance_to(hex),
    };
    binding.bands.iter().map(|band| band.lack(f64::from(far(band)))).reduce(f64::min).unwrap_or(0.0)
}

#[test]
fn bands_lack_what_a_demand_falls_short_of() {
    for mandate in Mandate::ALL {
        for (enemy, place) in [(2, 3), (2, 20), (5, 20), (7, 14), (11, 30), (15, 5), (14, 13), (25, 28)] {
            let game = between(mandate, enemy, place);
            let unit = game.id("B1");
            let short = Demand::upon(&game.war, unit).expect("bound").shortfall(&game.pose("B1"), Part::All);
            let pressed = mandate == Mandate::Rally && enemy < 12;
            let lack = lack(&game, &in_force(&game, "BG"), "B1");
            assert!(pressed || lack == f64::from(short), "{mandate:?} {enemy} {place}: {lack} for {short}");
            assert!(!pressed || lack == f64::from(12 - enemy), "a command that would rally withdraws");
        }
    }
}

#[test]
fn a_forecast_tells_what_an_order_will_ask_and_when() {
    let column = Fixture::plain().foot("B1", (20, 30), "N", Column).commander("BC", (20, 43)).under("BC");
    let armies = column.foot("B2", (28, 50), "N", Line).foot("R1", (20, 5), "S", Line).chief_at(Side::Blue, (20, 30));
    let game = armies.phase(ORDERS, Side::Blue).game(&[]);
    let told = |order| game.war.forecast(&order).binding.expect("an order to a command");
    let probe = told(game.send_to("BC", 6, (25, 8)));
    assert_eq!((probe.name, probe.delay, probe.charges), ("probe", 1, 1.0), "13 inches off, his radius is 12");
    let place = Band { from: Origin::Place(hex(25, 8)), least: Hundredths(0), most: Hundredths::of_inches(12) };
    assert_eq!(probe.bands[1], place);
    assert_eq!(probe.units.iter().map(|bound| bound.unit).collect::<Vec<_>>(), [game.id("B1")]);
    assert_eq!((told(game.send("BG", 7)).delay, told(game.send("BG", 2)).charges), (0, 0.0), "his own at once");
}

#[test]
fn a_rally_is_told_as_what_it_regains() {
    let weak = |far: i16| {
        let foot = Fixture::plain().foot("B1", (20, 30), "N", Column).status(DISRUPTED);
        let armies = foot.foot("B2", (25, 30), "N", Column).foot("R1", (20, 30 - far), "S", Line);
        let game = armies.ordered(Side::Blue, Mandate::Rally).phase(ORDERS, Side::Blue).game(&[]);
        in_force(&game, "BG").units.iter().map(|bound| bound.recovers).collect::<Vec<_>>()
    };
    assert_eq!(weak(14), [0.5 / 4.0, 0.0], "Seasoned: half of its rolls; a firm unit is not below its start");
    assert!(weak(8)[0] < 0.5 / 4.0, "too near to begin with");
}

#[test]
fn orders_of_the_enemy_bind_nobody_in_a_view() {
    let game = between(Mandate::Attack, 9, 9);
    let view = game.war.view(Side::Blue, 1);
    assert!(view.estimates().binding(game.leader("RG")).is_none());
    assert!(view.estimates().binding(game.leader("BG")).is_some());
}

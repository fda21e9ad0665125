//! What is estimated of nerves: fire that may bring a rout, and generals who prevent one (MC-PANIC-4, MC-MORALE-4, 10).

use battle::{Order, Rank, Side};

use rulebook::fixture::Game;

use super::fixture::Fixture;
use crate::McNally;
use crate::info::{LEAD, MOVEMENT};
use crate::marks;
use crate::profile::Troops;
use crate::space::Shape;

/// Routs by a test on 7: by 9 and 10 alone, by 10 with one less, by none with two less.
const ROUTS: [f64; 3] = [0.2, 0.1, 0.0];

#[test]
fn fire_is_feared_for_the_rout_that_it_may_bring() {
    let breaks = |fixture: Fixture| {
        let guns = fixture.unit("R1", Troops::Guns, 2, (28, 14), "S", Shape::Battery);
        let game = guns.foot("B1", 6, (20, 30), "N", Shape::Line).game(&[]);
        let (by, on) = (game.id("R1"), game.id("B1"));
        let threat = battle::System::estimates(&game.war).threat(by, &game.pose("R1"), on, &game.pose("B1"));
        assert!(threat.fire > 0.0 && threat.charge == 0.0 && threat.breaks == 0.0);
        threat.routs
    };
    let alone = breaks(Fixture::plain());
    let supported = breaks(Fixture::plain().foot("B2", 6, (20, 33), "N", Shape::Line));
    let marked = breaks(Fixture::plain().foot("B2", 6, (20, 45), "N", Shape::Line).marks(marks::PANIC));
    assert!(alone > 0.0 && alone < ROUTS[0], "{alone}");
    assert!((supported / alone - ROUTS[1] / ROUTS[0]).abs() < 1e-9, "{supported} and {alone}");
    assert!((marked - alone).abs() < 1e-9, "a marker of somebody else does not count");
}

/// What fire may bring is no part of what the charge may: horse before a line that guns hold under fire.
#[test]
fn a_charge_is_feared_for_itself() {
    let threat = |by: &str| {
        let field = Fixture::plain().unit("R1", Troops::Guns, 2, (28, 14), "S", Shape::Battery);
        let field = field.unit("R2", Troops::Regulars, 6, (20, 25), "S", Shape::Line);
        let game = field.foot("B1", 6, (20, 30), "N", Shape::Line).game(&[]);
        let (by, on) = (game.id(by), game.id("B1"));
        let (from, at) = (game.war.field().unit(by).pose, game.pose("B1"));
        battle::System::estimates(&game.war).threat(by, &from, on, &at)
    };
    let (guns, foot) = (threat("R1"), threat("R2"));
    assert!(guns.routs > 0.0 && guns.breaks == 0.0, "{guns:?}");
    assert!(foot.breaks > 0.0 && foot.charge > 0.0, "{foot:?}");
    assert!((guns.drives_off() - guns.routs).abs() < 1e-9);
    let both = 1.0 - (1.0 - foot.breaks) * (1.0 - foot.routs);
    assert!((foot.drives_off() - both).abs() < 1e-9 && both <= 1.0);
}

#[test]
fn a_ride_is_worth_the_rout_that_it_prevents() {
    let kept = |rank: Rank, support: bool, full: bool| {
        let lost = if full { 0 } else { 4 };
        let mut fixture = Fixture::plain().foot("B1", 6, (20, 30), "N", Shape::Line).marks(marks::PANIC).lost(lost);
        fixture = fixture.foot("B2", 6, (30, 40), "N", Shape::Line);
        if support {
            fixture = fixture.foot("B3", 6, (20, 33), "N", Shape::Line);
        }
        let game = fixture.alone("BG", rank, (20, 31)).phase(MOVEMENT, Side::Blue).game(&[]);
        ride(&game, "B1")
    };
    let close = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{one}, not {other}");
    close(kept(Rank::Brigade, false, true), ROUTS[0] - ROUTS[1]);
    close(kept(Rank::Army, false, true), ROUTS[0] - ROUTS[2]);
    close(kept(Rank::Brigade, true, true), ROUTS[1] - ROUTS[2]);
    // 4 of 18 figures are less than a quarter.
    close(kept(Rank::Brigade, false, false), (ROUTS[0] - ROUTS[1]) * 14.0 / 18.0);
}

#[test]
fn a_ride_away_from_who_needs_the_general_is_worth_nothing() {
    let field = Fixture::plain().foot("B1", 6, (20, 30), "N", Shape::Line).marks(marks::PANIC).led("BG");
    let field = field.foot("B2", 6, (32, 30), "N", Shape::Line).marks(marks::PANIC).lost(4);
    let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
    assert!(ride(&game, "B2").abs() < 1e-9, "both would be steadied alike, and one of them stronger");
}

/// What the first general's ride to a unit is judged to keep.
fn ride(game: &Game<McNally>, to: &str) -> f64 {
    let order = Order::new(LEAD).by(battle::LeaderId(0)).on(game.id(to));
    let war: &dyn battle::System = &game.war;
    war.estimates().judged(&order, &war.forecast(&order)).recovers
}

#[test]
fn cover_is_judged_as_fire_finds_it() {
    let cover = |field: Fixture| {
        let field = field.foot("B1", 4, (20, 30), "N", Shape::Open);
        let game = field.foot("R1", 8, (25, 20), "S", Shape::Line).game(&[]);
        battle::System::estimates(&game.war).cover(game.id("B1"), &game.pose("B1"))
    };
    let behind = |obstacle| cover(Fixture::plain().above(30, obstacle));
    use battle::Obstacle::{Earthwork, Fence, Hedge, Stream, Wall};
    assert_eq!([Fence, Hedge, Wall, Earthwork, Stream].map(behind), [0.35, 0.35, 0.7, 1.0, 0.0]);
    assert_eq!(cover(Fixture::plain().above(31, Wall)), 0.0, "on the other side");
    assert_eq!(cover(Fixture::plain().terrain(battle::Terrain::Woods, &super::movement::rows(30..=30))), 0.35);
    assert_eq!(cover(Fixture::plain()), 0.0);
}

#[test]
fn horse_in_column_is_feared_too() {
    let charge = |shape| {
        let field = Fixture::plain().unit("R1", Troops::Horse, 6, (26, 18), "S", shape);
        let game = field.foot("B1", 6, (20, 30), "N", Shape::Line).game(&[]);
        let (by, on) = (game.id("R1"), game.id("B1"));
        battle::System::estimates(&game.war).threat(by, &game.pose("R1"), on, &game.pose("B1")).charge
    };
    assert!([Shape::Line, Shape::Column, Shape::Skirmish].map(charge).into_iter().all(|charge| charge > 0.0));
}

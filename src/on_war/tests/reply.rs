//! Defensive fire at charges and what it does to them (OW-ASSAULT-8 to 11, OW-SQUARE-6).

use battle::Side;
use battle::rule::bites;

use super::fixture::{Fixture, Game};
use crate::assault::defence;
use crate::frames::Frame;
use crate::info::{CHARGES, DEFENSIVE_FIRE};
use crate::marks;
use crate::state::{Charge, ChargeProgress, Courage, Response};
use crate::{Kind, consequences};
use battle::System;

/// A charge of one unit on another that has come home.
pub fn charging(game: &mut Game, unit: &str, target: &str, gap: i16, before: &str) {
    let (unit, target) = (game.id(unit), game.id(target));
    let before = super::fixture::pose(before);
    let (response, progress) = (Response::Stand, ChargeProgress::Contact);
    game.war.state.own.charges.push(Charge {
        unit,
        target,
        gap,
        response,
        before,
        progress,
        answered: false,
        courage: Courage::default(),
    });
    game.umpire().mark(unit, marks::CHARGED, true);
}

/// Blue's horse in contact with Red's line, having come from 6 inches.
fn contact(dice: &[u8]) -> Game {
    let mut game = Fixture::open(28, 30)
        .unit("B1", Kind::LightHorse, 7, "12,8/N/line7")
        .unit("R1", Kind::Line, 7, "12,7/S/line7")
        .game(dice);
    charging(&mut game, "B1", "R1", 6, "12,14/N/line7");
    game
}

#[test]
fn the_charged_unit_fires_and_the_hit_charger_checks_or_goes_back() {
    bites(&["OW-ASSAULT-11", "OW-MORALE-8", "OW-ASSAULT-9a"], || {
        let mut game = contact(&[6, 1, 1, 1, 1, 1, 1, 1, 2, 3]);
        game.enter(DEFENSIVE_FIRE, Side::Blue);
        assert_eq!(game.asks(), "reply");
        game.give("fire R1 >B1");
        let rolls = game.rolls();
        assert_eq!((rolls[0].0, rolls[0].1.len(), rolls[0].2), ("defensive fire", 8, Some(6)));
        assert_eq!(rolls[2], ("charge under fire", vec![3], Some(4), 0));
        assert_eq!(game.stands("B1"), 6);
        assert_eq!(game.pose("B1"), "12,14/N/line6");
        assert_eq!(game.unread(), 0, "no fight follows");
    });
}

#[test]
fn a_charger_that_passes_goes_on() {
    let mut game = contact(&[6, 1, 1, 1, 1, 1, 1, 1, 2, 4]);
    game.enter(DEFENSIVE_FIRE, Side::Blue);
    game.give("fire R1 >B1");
    assert!(game.rolls().iter().any(|roll| roll.0 == "kills"), "the fight follows");
}

#[test]
fn who_routs_or_charges_does_not_fire_at_chargers() {
    bites(&["OW-SHOOT-3c", "OW-SHOOT-3d"], || {
        let may = |marks| {
            let mut game = contact(&[]);
            let unit = game.id("R1");
            game.umpire().mark(unit, marks, true);
            defence::may_fire_at(&game.war, &game.war.state.own.charges[0]).err().map(|no| no.clause())
        };
        assert_eq!([marks::ROUTING, marks::CHARGED].map(may), [Some("OW-SHOOT-3"); 2]);
        assert_eq!([marks::BOGGED, marks::DISORIENTED].map(may), [None; 2]);
    });
}

#[test]
fn holding_fire_settles_every_charge() {
    let mut game = contact(&[]);
    game.enter(DEFENSIVE_FIRE, Side::Blue);
    game.give("hold R1");
    assert!(game.rolls().iter().all(|roll| roll.0 != "defensive fire"));
}

#[test]
fn a_unit_charged_twice_fires_once() {
    bites(&["OW-SHOOT-1"], || {
        let mut game = Fixture::open(28, 30)
            .unit("B1", Kind::Line, 3, "10,8/N/line3")
            .unit("B2", Kind::Line, 3, "14,8/N/line3")
            .unit("R1", Kind::Line, 7, "12,7/S/line7")
            .game(&[1; 5]);
        charging(&mut game, "B1", "R1", 4, "10,12/N/line3");
        charging(&mut game, "B2", "R1", 4, "14,12/N/line3");
        game.enter(DEFENSIVE_FIRE, Side::Blue);
        let orders: Vec<_> = game.war.orders();
        assert_eq!(orders.len(), 3, "at one, at the other, hold");
        game.give("fire R1 >B2");
        let fired = game.rolls().iter().filter(|roll| roll.0 == "defensive fire").count();
        assert_eq!((fired, game.asks()), (1, "fight"));
    });
}

#[test]
fn heavy_guns_fire_at_chargers_and_howitzers_do_not() {
    bites(&["OW-ASSAULT-10"], || {
        let with = |kind: Kind| {
            let one = Fixture::open(28, 30).unit("B1", Kind::LightHorse, 7, "12,8/N/line7").unit(
                "R1",
                kind,
                2,
                "12,7/S/battery2",
            );
            let mut game = one.game(&[1; 4]);
            charging(&mut game, "B1", "R1", 5, "12,13/N/line7");
            game
        };
        let mut guns = with(Kind::HeavyGuns);
        guns.enter(DEFENSIVE_FIRE, Side::Blue);
        assert_eq!(guns.asks(), "reply");
        guns.give("fire R1 >B1");
        assert_eq!(guns.rolls()[0], ("defensive fire", vec![1; 4], Some(5), 0));
        let mut howitzers = with(Kind::Howitzers);
        howitzers.enter(DEFENSIVE_FIRE, Side::Blue);
        assert!(howitzers.rolls().iter().all(|roll| roll.0 != "defensive fire"));
    });
}

#[test]
fn a_charge_that_reaches_nobody_is_fired_at_and_goes_back() {
    bites(&["OW-ASSAULT-7"], || {
        let mut game = Fixture::open(28, 30)
            .unit("B1", Kind::Line, 7, "12,10/N/line7")
            .unit("R1", Kind::Line, 7, "12,7/S/line7")
            .game(&[1; 8]);
        charging(&mut game, "B1", "R1", 6, "12,14/N/line7");
        game.war.state.own.charges[0].progress = ChargeProgress::Short;
        game.enter(DEFENSIVE_FIRE, Side::Blue);
        game.give("fire R1 >B1");
        assert_eq!(game.rolls()[0], ("defensive fire", vec![1; 8], Some(6), 0));
        assert_eq!((game.pose("B1").as_str(), game.unread()), ("12,14/N/line7", 0));
    });
}

#[test]
fn only_the_stands_of_a_square_that_face_the_charger_fire() {
    bites(&["OW-SQUARE-6"], || {
        let mut game = Fixture::open(28, 30)
            .unit("B1", Kind::LightHorse, 5, "12,12/N/line5")
            .unit("R1", Kind::Line, 6, "12,10/S/square1")
            .game(&[1; 20]);
        charging(&mut game, "B1", "R1", 6, "12,18/N/line5");
        game.enter(DEFENSIVE_FIRE, Side::Blue);
        game.give("fire R1 >B1");
        let fired: Vec<_> = game.rolls().into_iter().filter(|roll| roll.0 == "defensive fire").collect();
        assert_eq!(fired[0].1.len(), 2, "the two before the horse, a die each");
    });
}

#[test]
fn the_wait_is_dropped_when_its_unit_is_gone() {
    let mut game = contact(&[]);
    game.enter(DEFENSIVE_FIRE, Side::Blue);
    assert_eq!(game.war.frame(), Some(&Frame::DefensiveFire(game.id("R1"))));
    let unit = game.id("R1");
    consequences::destroy(&mut game.umpire(), unit, battle::Departure::Destroyed, "OW-WIN-1");
    assert!(game.war.waits().is_none(), "nobody is asked any more");
    game.enter(DEFENSIVE_FIRE, Side::Blue);
    assert_eq!(game.war.frame(), None);
}

#[test]
fn a_charger_broken_by_sudden_loss_goes_back_without_another_check() {
    let mut game = Fixture::open(28, 30)
        .house("half_strength", "half_lost_in_one_turn")
        .unit("B1", Kind::LightHorse, 2, "12,8/N/line2")
        .unit("R1", Kind::Line, 7, "12,7/S/line7")
        .game(&[6, 1, 1, 1, 1, 1, 1, 1, 2, 3]);
    charging(&mut game, "B1", "R1", 6, "12,14/N/line2");
    game.enter(DEFENSIVE_FIRE, Side::Blue);
    game.give("fire R1 >B1");
    let rolls: Vec<_> = game.rolls().iter().map(|roll| roll.0).collect();
    assert!(rolls.contains(&"half strength") && !rolls.contains(&"charge under fire"), "{rolls:?}");
    assert!(!rolls.contains(&"kills"));
}

#[test]
fn a_stand_bears_where_the_charge_starts_or_where_it_ends() {
    bites(&["OW-ASSAULT-9a", "OW-ASSAULT-9b"], || {
        let fired = |before: &str| {
            let mut game = Fixture::open(28, 30)
                .unit("B1", Kind::LightHorse, 3, "9,8/N/line3")
                .unit("R1", Kind::Line, 7, "12,7/S/line7")
                .game(&[1; 8]);
            charging(&mut game, "B1", "R1", 6, before);
            game.enter(DEFENSIVE_FIRE, Side::Blue);
            game.give("fire R1 >B1");
            game.rolls()[0].1.len()
        };
        assert_eq!(fired("9,14/N/line3"), 8, "all seven and their officer have it in their arcs six inches off");
        assert_eq!(fired("9,9/N/line3"), 3, "two that have it before them at the end, one more an inch off");
        assert_eq!(fired("9,8/N/line3"), 2, "where it has not moved");
    });
}

/// OW-ASSAULT-5, OW-ASSAULT-7, OW-HIT-6: its pre-charge position is where it stands; when it closes up there, so is that.
#[test]
fn a_charger_that_was_not_ridden_closes_up_where_it_stands() {
    for check in [6, 1] {
        // Two hits of eight dice, neither saved: two stands of its right end. The check under fire is passed, or not.
        let field = Fixture::open(28, 30).unit("B1", Kind::Line, 7, "12,20/N/line7");
        let field = field.unit("R1", Kind::Line, 7, "12,7/S/line7").phase(CHARGES, Side::Blue);
        let mut game = field.game(&[6, 6, 1, 1, 1, 1, 1, 1, 2, 2, check]);
        game.give("charge B1 >R1");
        while game.asks() != "move" {
            game.give("done");
        }
        game.give("move B1 12,17/N/line7");
        while game.asks() != "reply" {
            game.give("done");
        }
        let before = game.war.field().footprint(game.id("B1"));
        game.give("fire R1 >B1");
        assert_eq!(game.rolls()[2].0, "charge under fire");
        assert_eq!(game.pose("B1"), "11,17/N/line5");
        let after = game.war.field().footprint(game.id("B1"));
        assert!(after.hexes().iter().all(|hex| before.contains(*hex)), "nobody has left his hex");
    }
}

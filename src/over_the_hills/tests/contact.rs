//! Moves to contact, reactions, defensive fire and counters (OTH-CONTACT, OTH-FIRE-6, OTH-MORALE-3 to 7, 13 to 15).

use battle::rule::bites;
use battle::{Order, Side, Terrain};

use super::fixture::{Fixture, Game};
use super::status::can_charge;
use crate::info::{CHARGE, COUNTER, COUNTERS, DEFENCE, EVADE, FIRE, HALT, MEET, MOVEMENT, SQUARE, STAND};
use crate::marks;
use crate::profile::{Gun, Kind, Traits, Weight};
use crate::space::Aspect::{Flank, Front, Rear};
use crate::space::Shape::{self, Attack, Companies, Limbered, Line, March, Open, Skirmish, Squadrons, Square};
use crate::state::{Impetus, Once};
use crate::{contacts, fatigue};

/// Blue is to move B1, a line on (20,30); R1 is so many inches before it, facing it.
fn before(by: (Kind, Shape), on: (Kind, Shape), inches: i16) -> Fixture {
    let field = Fixture::plain().unit("B1", by.0, if by.0.is_guns() { 2 } else { 4 }, (20, 30), "N", by.1);
    let place = (20 + inches / 2, 30 - inches);
    let field = field.unit("R1", on.0, if on.0.is_guns() { 2 } else { 4 }, place, "S", on.1);
    field.phase(MOVEMENT, Side::Blue)
}

const FOOT: (Kind, Shape) = (Kind::Infantry, Line);
const HORSE: (Kind, Shape) = (Kind::Cavalry, Line);

fn react(game: &mut Game, verb: battle::Verb) {
    let order = game.order(verb, "R1", "");
    game.give(order);
}

fn may_react(fixture: Fixture, segments: i16, verb: battle::Verb) -> bool {
    let mut game = fixture.game(&[1, 1, 1, 1, 1, 1, 1, 1]);
    game.charge("B1", "R1", segments);
    let order = game.order(verb, "R1", "");
    game.asks() == "react" && game.may(order)
}

fn is_met(game: &Game) -> bool {
    contacts::between(&game.war, game.id("B1"), game.id("R1")).is_some()
}

#[test]
fn who_may_move_to_contact() {
    let may = |by, on| can_charge(&before(by, on, 6).game(&[]), "B1", "R1", 1);
    bites(&["OTH-CONTACT-1"], || {
        assert_eq!([Line, Attack, Open, Companies].map(|shape| may((Kind::Infantry, shape), FOOT)), [true; 4]);
        assert!(!may((Kind::Infantry, Square), FOOT) && !may((Kind::Infantry, March), FOOT));
        let down = before(FOOT, FOOT, 6).game(&[]);
        assert!(can_charge(&down, "B1", "R1", 1));
    });
    let down = Fixture::plain().foot("B1", (20, 30), "N", Line).marks(marks::DOWN).foot("R1", (23, 24), "S", Line);
    assert!(!can_charge(&down.phase(MOVEMENT, Side::Blue).game(&[]), "B1", "R1", 1));
    let houses =
        Fixture::plain().horse("B1", (20, 30), "N", Line).terrain(Terrain::StoneBuilding, &[(22, 24), (23, 24)]);
    let houses = houses.foot("R1", (22, 24), "S", Line).garrisoned().phase(MOVEMENT, Side::Blue);
    assert!(!can_charge(&houses.game(&[]), "B1", "R1", 1), "no horse at a garrison");
}

#[test]
fn the_test_to_close() {
    // The die that is just passed, from 1 to 10.
    let need = |fixture: Fixture, segments: i16| {
        (1..=10)
            .filter(|die| {
                let mut game = fixture.clone().game(&[*die]);
                game.charge("B1", "R1", segments);
                game.asks() == "react" || is_met(&game) || !game.is_there("R1")
            })
            .count()
    };
    bites(&["OTH-MORALE-5"], || assert_eq!(need(before(FOOT, FOOT, 6), 1), 7));
    bites(&["OTH-MORALE-13"], || {
        let shaken = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(5).foot("R1", (23, 24), "S", Line).hits(4);
        assert_eq!(need(shaken.phase(MOVEMENT, Side::Blue), 1), 8);
    });
    bites(&["OTH-MORALE-14"], || {
        let rear = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (23, 24), "N", Line);
        assert_eq!(need(rear.phase(MOVEMENT, Side::Blue), 1), 9);
    });
    bites(&["OTH-MORALE-15"], || {
        let wild = |face: &'static str| {
            let field = Fixture::plain().horse("B1", (20, 30), "N", Line).having(Traits::IRREGULAR).foot(
                "R1",
                (23, 24),
                face,
                Line,
            );
            need(field.phase(MOVEMENT, Side::Blue), 1)
        };
        assert_eq!(wild("S"), 1, "7 - 6");
        assert_eq!(wild("N"), 9, "into the rear");
    });
}

#[test]
fn tests_before_a_charge_in_order() {
    bites(&["OTH-CONTACT-2", "OTH-MORALE-4"], || {
        let fired = Fixture::plain().foot("B1", (20, 30), "N", Line).state(|own| own.fired_last = Once::Done);
        let mut game = fired.foot("R1", (23, 24), "S", Line).phase(MOVEMENT, Side::Blue).game(&[7, 8]);
        game.charge("B1", "R1", 1);
        assert_eq!(
            game.rolls().iter().map(|(label, ..)| *label).collect::<Vec<_>>(),
            ["moving after fire", "moving to contact"]
        );
        assert_eq!(game.pose("B1").anchor.r, 30, "the first failure ends it");
        assert!(!can_charge(&game, "B1", "R1", 1));
    });
}

#[test]
fn one_reaction_to_a_charge() {
    bites(&["OTH-CONTACT-3"], || {
        let mut game = before((Kind::Infantry, Line), (Kind::Infantry, Skirmish), 6).game(&[1]);
        game.charge("B1", "R1", 1);
        assert_eq!(game.asks(), "react");
        react(&mut game, STAND);
        assert!(is_met(&game));
    });
    let down = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (23, 24), "S", Skirmish).marks(marks::DOWN);
    let mut game = down.phase(MOVEMENT, Side::Blue).game(&[1]);
    game.charge("B1", "R1", 1);
    assert!(is_met(&game) && !game.marked("R1", marks::DOWN), "it rises at once, and does not react");
}

#[test]
fn who_evades() {
    let evades = |by, on, change: &dyn Fn(Fixture) -> Fixture| may_react(change(before(by, on, 6)), 1, EVADE);
    let plain = |fixture: Fixture| fixture;
    bites(&["OTH-CONTACT-4"], || {
        assert!(evades(FOOT, (Kind::Infantry, Skirmish), &plain) && evades(FOOT, (Kind::Infantry, Open), &plain));
        assert!(evades(FOOT, HORSE, &plain), "light cavalry from foot");
        assert!(evades(HORSE, (Kind::HorseArtillery, Limbered), &plain));
    });
    assert!(!evades(HORSE, HORSE, &plain), "light cavalry from light");
    let heavy =
        Fixture::plain().horse("B1", (20, 30), "N", Line).weight(Weight::Heavy).horse("R1", (23, 24), "S", Line);
    assert!(may_react(heavy.phase(MOVEMENT, Side::Blue), 1, EVADE), "from heavier cavalry");
    assert!(!evades(FOOT, HORSE, &|unit| unit.weight(Weight::Heavy)), "no heavy cavalry");
    assert!(evades(HORSE, HORSE, &|unit| unit.weight(Weight::Heavy).having(Traits::IRREGULAR)), "but irregulars");
    assert!(!evades(FOOT, (Kind::Infantry, Line), &plain));
    assert!(!evades(HORSE, (Kind::FootArtillery, Limbered), &plain), "no foot artillery");
    assert!(!evades(FOOT, (Kind::Infantry, Skirmish), &|unit| unit.marks(marks::EVADED)), "once a turn");
}

#[test]
fn an_evader_goes_a_segment_away() {
    let mut game = before(FOOT, (Kind::Infantry, Skirmish), 6).game(&[1]);
    game.charge("B1", "R1", 1);
    react(&mut game, EVADE);
    assert_eq!((game.pose("R1").anchor.r, game.marked("R1", marks::EVADED)), (18, true));
    assert_eq!(game.asks(), "halt", "the charger stops where it likes on its way");
    let stem = game.order(HALT, "B1", "");
    let order = game
        .war
        .reach_of(&stem)
        .legal()
        .map(|place| stem.to(place.pose))
        .max_by_key(|one| one.pose.map(|pose| -pose.anchor.r));
    game.give(order.expect("a place"));
    assert!(!can_charge(&game, "B1", "R1", 1), "its movement is over");
}

#[test]
fn counter_charges() {
    let meets = |on: Fixture| may_react(on, 2, MEET);
    bites(&["OTH-CONTACT-5"], || {
        assert!(meets(before(HORSE, HORSE, 15)));
        let mut game = before(HORSE, HORSE, 14).game(&[7, 7]);
        game.charge("B1", "R1", 2);
        react(&mut game, MEET);
        assert_eq!(game.pose("R1").anchor.r, 16 + 6, "half of 13, rounded down");
        assert_eq!(game.war.own(game.id("R1")).impetus, Impetus::Countered);
        assert!(is_met(&game));
    });
    assert!(!meets(before(HORSE, (Kind::Cavalry, March), 15)), "not in march column");
    let flank = Fixture::plain().horse("B1", (20, 30), "N", Line).horse("R1", (26, 18), "N", Line);
    assert!(!meets(flank.phase(MOVEMENT, Side::Blue)), "only in front");
    let wavers = |limits: &str| meets(before(HORSE, HORSE, 15).hits(4).house("wavering_limits", limits));
    assert_eq!([wavers("on"), wavers("off")], [false, true]);
    let mut stands = before(HORSE, HORSE, 14).game(&[7, 8]);
    stands.charge("B1", "R1", 2);
    react(&mut stands, MEET);
    assert_eq!((stands.pose("R1").anchor.r, stands.war.own(stands.id("R1")).impetus), (16, Impetus::None));
}

#[test]
fn emergency_squares() {
    let forms = |shape| may_react(before(HORSE, (Kind::Infantry, shape), 12), 1, SQUARE);
    bites(&["OTH-CONTACT-6"], || {
        assert_eq!([Line, Attack, March].map(forms), [true; 3]);
        let mut game = before(HORSE, FOOT, 12).game(&[1, 7]);
        game.charge("B1", "R1", 1);
        react(&mut game, SQUARE);
        assert_eq!((game.shape("R1"), game.fh("R1")), (Square, 0));
    });
    assert_eq!([Companies, Open, Skirmish].map(forms), [false; 3]);
    assert!(!may_react(before(FOOT, FOOT, 6), 1, SQUARE), "not against foot");
    let fails = |fixture: Fixture, die| {
        let mut game = fixture.game(&[1, die]);
        game.charge("B1", "R1", 1);
        react(&mut game, SQUARE);
        (game.shape("R1"), game.fh("R1"))
    };
    assert_eq!(fails(before(HORSE, FOOT, 12), 8), (Line, 1), "caught out of square");
    bites(&["OTH-OPT-2"], || assert_eq!(fails(before(HORSE, FOOT, 12).house("square_fail", "formed"), 8), (Square, 1)));
    bites(&["OTH-OPT-1a"], || {
        let dear =
            |shape, die| fails(before(HORSE, (Kind::Infantry, shape), 12).house("square_cost2_mod", "-2"), die).0;
        assert_eq!([dear(Line, 5), dear(Line, 6), dear(Attack, 7)], [Square, Line, Square]);
    });
}

/// R1 was met by B1 in this turn, in front; Red gives defensive fire.
fn charged(own: impl Fn(Fixture) -> Fixture, enemy: impl Fn(Fixture) -> Fixture) -> Fixture {
    let field = own(Fixture::plain().foot("B1", (20, 30), "N", Line).fs(12));
    let field = enemy(field.foot("R1", (20, 29), "S", Line).volley_spent());
    field.contact("B1", "R1", Front).phase(DEFENCE, Side::Blue)
}

fn same(fixture: Fixture) -> Fixture {
    fixture
}

#[test]
fn defensive_fire() {
    bites(&["OTH-FIRE-6a"], || {
        let mut game = charged(same, same).game(&[7, 2]);
        game.fire("R1", "B1");
        assert_eq!(game.fh("B1"), 2, "8 at an inch");
        assert!(!game.may(game.order(FIRE, "R1", "B1")), "once");
    });
    bites(&["OTH-FIRE-M15", "OTH-MORALE-6"], || {
        let mut game = charged(same, same).game(&[8, 5]);
        game.fire("R1", "B1");
        assert_eq!(game.fh("B1"), 1, "ragged: 6, a 5 hits once");
        let mut game = charged(same, same).game(&[8, 7, 1]);
        game.fire("R1", "B1");
        assert_eq!(game.fh("B1"), 0);
    });
    bites(&["OTH-FIRE-M22"], || {
        let field =
            Fixture::plain().horse("B1", (20, 30), "N", Line).fs(12).foot("R1", (20, 29), "S", Line).volley_spent();
        let mut game = field.contact("B1", "R1", Front).phase(DEFENCE, Side::Blue).game(&[1, 8, 1]);
        game.fire("R1", "B1");
        assert_eq!(game.fh("B1"), 0, "cavalry in contact: 7");
    });
    bites(&["OTH-MORALE-7"], || {
        let missed = |die| {
            let mut game = charged(same, same).game(&[1, 9, die]);
            game.fire("R1", "B1");
            game.fh("R1")
        };
        assert_eq!([missed(7), missed(8), missed(9), missed(10)], [0, 1, 2, 2], "failed by 1, by 2 and more");
    });
}

#[test]
fn in_contact_the_range_counts_as_an_inch() {
    bites(&["OTH-FIRE-6e"], || {
        // Eight inches to a hex: next to each other is close all the same, 7 and 1.
        let mut game = charged(same, same).scale(8).game(&[7, 8]);
        assert_eq!(game.score("R1", "B1"), 8);
        game.fire("R1", "B1");
        assert_eq!(game.fh("B1"), 1);
    });
}

#[test]
fn a_square_is_tested_when_all_its_faces_have_missed() {
    // A face of 7 / 4 = 2 and 1 at 6 or less: a 4 hits, a 5 misses; each face stands on a 1.
    let field = || {
        let field = Fixture::plain().foot("R1", (20, 29), "S", Square).foot("B1", (20, 30), "N", Line);
        let field = field.foot("B2", (20, 27), "S", Line).contact("B1", "R1", Front).contact("B2", "R1", Front);
        field.phase(DEFENCE, Side::Blue)
    };
    bites(&["OTH-MORALE-7"], || {
        let fired = |dice: &[u8]| {
            let mut game = field().game(dice);
            game.fire("R1", "B1");
            assert_eq!(game.fh("R1"), 0, "another face may still hit");
            game.fire("R1", "B2");
            game.all_fell();
            [game.fh("R1"), game.fh("B1"), game.fh("B2")]
        };
        assert_eq!(fired(&[1, 5, 1, 4]), [0, 0, 1], "one face has hit");
        assert_eq!(fired(&[1, 5, 1, 5, 9]), [2, 0, 0], "one test, failed by 2");
    });
    bites(&["OTH-MORALE-7"], || {
        let mut game = field().game(&[1, 5, 9]);
        game.fire("R1", "B1");
        game.done();
        game.all_fell();
        assert_eq!(game.fh("R1"), 2, "the other face did not fire: tested as the step ends");
    });
}

#[test]
fn a_face_fires_once_at_its_charger() {
    // A square at (20,29), met from the west by a line whose stands lie before two of its faces, and by another from the east.
    for r in 29..=31 {
        let field = Fixture::plain().foot("R1", (20, 29), "N", Square).foot("B1", (19, r), "ENE", Line).fs(12);
        let field = field.foot("B2", (22, 29), "WSW", Line).contact("B1", "R1", Front);
        let mut game = field.contact("B2", "R1", Front).phase(DEFENCE, Side::Blue).game(&[1, 4]);
        game.fire("R1", "B1");
        assert!(!game.may(game.order(FIRE, "R1", "B1")), "from {r}: that face, and no other, at B1");
        assert!(game.may(game.order(FIRE, "R1", "B2")), "from {r}: another face at another charger");
    }
    // The front-centre stand of B1 is before the rear face, its first before the left one: the rear face fires at it, and
    // not at B2 then.
    bites(&["OTH-FIRE-6b"], || {
        let field = Fixture::plain().foot("R1", (20, 29), "N", Square).foot("B1", (19, 31), "ENE", Line).fs(12);
        let field = field.unit("B2", Kind::Infantry, 1, (21, 31), "N", Line).contact("B1", "R1", Front);
        let mut game = field.contact("B2", "R1", Front).phase(DEFENCE, Side::Blue).game(&[1, 4]);
        game.fire("R1", "B1");
        assert!(!game.may(game.order(FIRE, "R1", "B2")));
    });
    // Two chargers at one face share its one volley.
    let field = Fixture::plain().foot("R1", (20, 29), "N", Square).unit("B1", Kind::Infantry, 1, (20, 31), "N", Line);
    let field = field.unit("B2", Kind::Infantry, 1, (21, 31), "N", Line).fs(12).contact("B1", "R1", Front);
    let mut game = field.contact("B2", "R1", Front).phase(DEFENCE, Side::Blue).game(&[1, 4]);
    game.fire("R1", "B1");
    assert!(!game.may(game.order(FIRE, "R1", "B2")), "the face has fired");
}

#[test]
fn a_square_beside_the_clash_fires_once_at_a_charger_too() {
    // R2 is met by nobody; B1, a line within 6 inches of it, lies before two of its faces.
    bites(&["OTH-FIRE-6c"], || {
        let field = Fixture::plain().foot("B1", (14, 30), "N", Line).fs(12).foot("R1", (14, 29), "S", Line);
        let field = field.foot("R2", (20, 26), "N", Square).contact("B1", "R1", Front);
        let mut game = field.phase(DEFENCE, Side::Blue).game(&[1, 4]);
        let faces: std::collections::BTreeSet<u8> = {
            let own = crate::space::body(&game.war, game.id("R2"));
            let theirs = crate::space::body(&game.war, game.id("B1"));
            theirs.hexes().iter().map(|hex| crate::space::face_toward(&own, hexes::Facing::North, *hex)).collect()
        };
        assert_eq!(faces.len(), 2, "it lies before two faces");
        game.fire("R2", "B1");
        assert!(!game.may(game.order(FIRE, "R2", "B1")), "once at an enemy");
    });
}

#[test]
fn a_charge_that_came_home_shows_until_it_is_fought_out() {
    // Contact test 1, no reaction; R1 fires nothing and does not counter; 7 + 1 = 8 v 7: 8 is 1, 8 nothing; then apart.
    let mut game = before(FOOT, FOOT, 6).house("combat_rounds", "1").game(&[1, 8, 8, 1]);
    game.charge("B1", "R1", 1);
    assert!(is_met(&game) && game.marked("B1", marks::CHARGING));
    game.pass_to("combat");
    assert!(game.marked("B1", marks::CHARGING), "won or lost is known only then");
    let order = game.order(crate::info::FIGHT, "B1", "R1");
    game.give(order);
    assert!(!game.marked("B1", marks::CHARGING));
}

#[test]
fn neighbours_join_in_at_short_range() {
    let joins = |q: i16, row: i16| {
        let field = charged(same, same).foot("R2", (q, row), "S", Line).volley_spent();
        let game = field.game(&[]);
        game.may(game.order(FIRE, "R2", "B1"))
    };
    bites(&["OTH-FIRE-6a"], || assert!(joins(27, 26), "B1 in its arc, open, within 6"));
    bites(&["OTH-FIRE-6d"], || assert!(!joins(27, 22), "over short range"));
    let other = charged(same, same).foot("B2", (30, 32), "N", Line).foot("R2", (33, 27), "S", Line).game(&[]);
    assert!(!other.may(other.order(FIRE, "R2", "B2")), "B2 met nobody");
    let old = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (20, 29), "S", Line).locked("B1", "R1");
    let game = old.foot("R2", (27, 26), "S", Line).phase(DEFENCE, Side::Blue).game(&[]);
    assert!(!game.may(game.order(FIRE, "R1", "B1")) && !game.may(game.order(FIRE, "R2", "B1")), "locked");
}

#[test]
fn guns_defend_with_canister_and_may_be_overrun() {
    let guns = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(12).guns("R1", (20, 29), "S", Gun::Medium);
    let mut game = guns.contact("B1", "R1", Front).phase(DEFENCE, Side::Blue).game(&[1, 8]);
    game.fire("R1", "B1");
    assert_eq!(game.fh("B1"), 2, "canister, and 7 + 1 + 4 - 2");
}

#[test]
fn a_charger_that_routs_makes_no_combat() {
    bites(&["OTH-CONTACT-8"], || {
        let mut game = charged(|unit| unit.fs(12).hits(7), same).game(&[1, 2]);
        game.fire("R1", "B1");
        assert!(fatigue::is_routing(&game.war, game.id("B1")) && !is_met(&game));
        assert!(!contacts::is_engaged(&game.war, game.id("R1")), "its target is free");
    });
}

/// T7 after R1 caused so many hits, or did not fire.
fn counters(enemy: impl Fn(Fixture) -> Fixture, caused: Option<u8>, die: u8) -> Option<bool> {
    let fixture = charged(same, move |unit| enemy(unit.state(|own| own.caused = caused)));
    let game = fixture.phase(COUNTERS, Side::Blue).game(&[die, 1, 1, 1, 1, 1, 1, 1, 1]);
    let order: Order = game.order(COUNTER, "R1", "");
    if !game.may(order) {
        return None;
    }
    let before = game.war.own(game.id("R1")).impetus;
    assert_eq!(before, Impetus::None);
    let mut umpire = game.clone();
    umpire.war.set_dice(battle::Dice::scripted(&[die, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10]));
    umpire.give(order);
    Some(umpire.results("counter").first().is_some_and(|margin| *margin >= 0))
}

#[test]
fn counters_by_foot() {
    bites(&["OTH-CONTACT-7"], || {
        assert_eq!([counters(same, Some(1), 7), counters(same, Some(1), 8)], [Some(true), Some(false)]);
        assert_eq!(counters(same, None, 7), Some(true), "it forwent its fire");
    });
    assert_eq!(counters(same, Some(0), 1), None, "it fired and hit nobody");
    assert_eq!(counters(|unit| unit.hits(4), Some(1), 1), None, "wavering");
    let horse = Fixture::plain().horse("B1", (20, 30), "N", Line).foot("R1", (20, 29), "S", Line);
    let game = horse.contact("B1", "R1", Front).phase(COUNTERS, Side::Blue).game(&[]);
    assert!(!game.may(game.order(COUNTER, "R1", "")), "only foot by foot");
    for side in [Flank, Rear] {
        let met = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (20, 29), "S", Line);
        let game = met.contact("B1", "R1", side).phase(COUNTERS, Side::Blue).game(&[]);
        assert!(!game.may(game.order(COUNTER, "R1", "")), "in front");
    }
}

#[test]
fn columns_of_squadrons_charge_too() {
    assert!(can_charge(&before((Kind::Cavalry, Squadrons), FOOT, 12).game(&[]), "B1", "R1", 1));
    let game = before(FOOT, FOOT, 8).game(&[]);
    assert!(!can_charge(&game, "B1", "R1", 1) && can_charge(&game, "B1", "R1", 2), "with so many segments");
    assert!(!game.may(game.order(CHARGE, "R1", "B1").with(1)));
}

/// Who is near and cannot be reached is found without a search for him alone: nobody who can be reached may be among them.
#[test]
fn whoever_can_be_reached_may_be_charged() {
    let (mut reached, mut missed) = (0, 0);
    let movers = [FOOT, HORSE, (Kind::Infantry, Attack), (Kind::Infantry, Skirmish), (Kind::Cavalry, Squadrons)];
    let soil: Vec<(i16, i16)> = (14..32).map(|column| (column, 27)).collect();
    for (number, by) in movers.into_iter().enumerate() {
        for (place, [column, row]) in (0..36).map(|place| [6 + place % 6 * 6, 12 + place / 6 * 6]).enumerate() {
            let taken = |(q, r): (i16, i16)| (q - column).abs() <= 5 && (r - row).abs() <= 3;
            if taken((20, 30)) || taken((27, 23)) {
                continue;
            }
            let facing = ["S", "ENE", "WSW"][(place + number) % 3];
            let field = Fixture::plain().terrain(Terrain::Ploughed, &soil).unit("B1", by.0, 4, (20, 30), "N", by.1);
            let field = field.foot("R1", (column, row), facing, Line).foot("R2", (27, 23), "S", Line);
            let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
            let (unit, enemy) = (game.id("B1"), game.id("R1"));
            let ways = game.war.reach_of(&Order::new(CHARGE).by(unit).on(enemy));
            if ways.legal().next().is_some() {
                reached += 1;
                assert!((1..=4).any(|segments| can_charge(&game, "B1", "R1", segments)), "{by:?} {column},{row}");
            } else {
                missed += 1;
            }
        }
    }
    assert!(reached >= 60 && missed >= 30, "{reached} reached, {missed} not");
}

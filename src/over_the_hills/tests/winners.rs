//! Options of who has won, and built-up areas that are fought for (OTH-WIN, OTH-BUA-6 to 10).

use battle::rule::bites;
use battle::{Event, Order, Side, Terrain, Verb};

use super::fixture::{Fixture, Game, facing, hex};
use super::rounds::fought;
use crate::info::{COMBAT, DEFENCE, FACE, FALL_BACK, FIGHT, FOLLOW, ONWARD, RECOVER, REFORM, REST, START, TAKE, WHEEL};
use crate::profile::{Kind, Traits};
use crate::space::Aspect::Front;
use crate::space::Shape::{self, Attack, Garrison, Line, Square};

/// B1 with a hit beats R1 by 2 in the first round of so many; more dice follow.
fn victory(rounds: &str, more: impl Fn(Fixture) -> Fixture, dice: &[u8]) -> Game {
    let field = more(Fixture::plain().foot("B1", (20, 30), "N", Line).fs(8).hits(1)).foot("R1", (20, 29), "S", Line);
    let field = field.contact("B1", "R1", Front).house("combat_rounds", rounds).phase(DEFENCE, Side::Blue);
    let all: Vec<u8> = [2, 9].iter().chain(dice).copied().collect();
    let mut game = field.game(&all);
    game.enter(COMBAT, Side::Blue);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    assert_eq!(game.asks(), "won");
    game
}

fn same(fixture: Fixture) -> Fixture {
    fixture
}

fn may(game: &Game, verb: Verb) -> bool {
    let stem = game.order(verb, "B1", "");
    game.may(stem) || game.war.reach_of(&stem).legal().any(|place| game.may(stem.to(place.pose)))
}

fn choose(game: &mut Game, verb: Verb) {
    let order = game.order(verb, "B1", "");
    game.give(order);
}

#[test]
fn nothing_and_rally() {
    bites(&["OTH-WIN-1"], || {
        let mut game = victory("1", same, &[]);
        choose(&mut game, REST);
        assert_eq!((game.pose("B1").anchor.r, game.fh("B1")), (30, 1));
    });
    bites(&["OTH-WIN-3"], || {
        let mut game = victory("1", same, &[]);
        choose(&mut game, RECOVER);
        assert_eq!(game.fh("B1"), 0);
    });
}

#[test]
fn form_and_face() {
    let first = |game: &Game, verb, wanted: &dyn Fn(&battle::Pose) -> bool| -> Option<Order> {
        let stem = game.order(verb, "B1", "");
        let reach = game.war.reach_of(&stem);
        reach.legal().map(|place| stem.to(place.pose)).find(|order| order.pose.is_some_and(|pose| wanted(&pose)))
    };
    bites(&["OTH-WIN-4"], || {
        let mut game = victory("1", same, &[]);
        let order = first(&game, REFORM, &|pose| crate::space::shape_of(pose) == Attack).expect("an attack column");
        game.give(order);
        assert_eq!(game.shape("B1"), Attack, "no test, and nothing of its segments");
    });
    bites(&["OTH-WIN-5"], || {
        let mut game = victory("1", same, &[]);
        let order = first(&game, WHEEL, &|pose| pose.facing == facing("S")).expect("about");
        game.give(order);
        assert_eq!(game.pose("B1").facing, facing("S"), "any direction");
    });
    bites(&["OTH-WIN-6"], || {
        let mut game = victory("1", same, &[]);
        choose(&mut game, FALL_BACK);
        assert_eq!(game.pose("B1").anchor.r, 33, "a segment of 6 at 2 inches a step");
    });
}

#[test]
fn following_up() {
    bites(&["OTH-WIN-2", "OTH-WIN-9"], || {
        // Round 2: 7 and 2 against R1 of 5, nobody initiating.
        let mut game =
            victory("2", |unit| unit.state(|own| own.impetus = crate::state::Impetus::Initiated), &[10, 10, 1, 1]);
        choose(&mut game, FOLLOW);
        game.all_fell();
        assert_eq!(game.between("B1", "R1"), 1);
        assert_eq!([game.fh("B1"), game.fh("R1")], [2, 3], "9 misses on a 10, as 5 does: a round without hits");
        assert!(game.faces("standing to fire").is_empty(), "no defensive fire");
    });
    assert!(!may(&victory("1", same, &[]), FOLLOW), "no rounds left");
}

#[test]
fn who_wants_another_option_has_to_be_held_back() {
    bites(&["OTH-MORALE-9", "OTH-WIN-8"], || {
        let mut held = victory("3", same, &[7]);
        choose(&mut held, RECOVER);
        assert_eq!((held.fh("B1"), held.pose("B1").anchor.r), (0, 30), "a 7 passes at 7");
        let mut goes = victory("2", same, &[8, 10, 10, 1, 1]);
        choose(&mut goes, RECOVER);
        assert_eq!(
            (goes.fh("B1"), goes.between("B1", "R1")),
            (2, 1),
            "an 8 fails: it follows, and takes the draw's hit"
        );
        let square = Fixture::plain().foot("B1", (20, 30), "N", Square).fs(12).foot("R1", (20, 29), "S", Line).fs(4);
        let square = square.contact("R1", "B1", Front).house("combat_rounds", "3").phase(DEFENCE, Side::Blue);
        let won = fought(square, &[3, 10]);
        assert!(won.asks() != "won" || !may(&won, FOLLOW), "squares never follow up");
    });
    bites(&["OTH-MORALE-18"], || {
        let mut hot = victory("2", |unit| unit.having(Traits::IMPETUOUS), &[10, 10, 1, 1]);
        choose(&mut hot, RECOVER);
        hot.all_fell();
        assert_eq!(hot.faces("holding back").len(), 0, "hot-headed units follow up without a test");
        assert_eq!(hot.between("B1", "R1"), 1);
    });
}

/// R2 stands five rows before B1, beside the way of R1.
fn another(unit: Fixture) -> Fixture {
    unit.foot("R2", (27, 25), "S", Attack)
}

fn onward(game: &Game, on: &str) -> Option<Order> {
    let stem = game.order(ONWARD, "B1", on);
    let reach = game.war.reach_of(&stem);
    reach.legal().map(|place| stem.to(place.pose)).find(|order| game.may(*order))
}

#[test]
fn advancing() {
    bites(&["OTH-WIN-7", "OTH-WIN-10"], || {
        let mut game = victory("1", another, &[10, 10, 1, 1]);
        assert!(onward(&game, "R1").is_none(), "any other enemy");
        let order = onward(&game, "R2").expect("a segment to contact");
        game.give(order);
        if game.asks() == "combat" {
            let order = game.order(FIGHT, "B1", "R2");
            game.give(order);
        }
        game.all_fell();
        assert_eq!([game.fh("B1"), game.fh("R2")], [2, 1], "a new combat with a round of its own");
        assert!(game.faces("moving to contact").is_empty() && game.faces("fire").is_empty(), "no test, no fire");
    });
    let game = victory("1", |unit| another(unit.state(|own| own.advanced = crate::state::Once::Done)), &[]);
    assert!(onward(&game, "R2").is_none(), "one advance a unit");
}

/// Lines assault houses of two hexes; the garrison R1 has that score.
fn assault(terrain: Terrain, own: i16, theirs: i16, rounds: &str) -> Fixture {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(own).terrain(terrain, &[(20, 29), (21, 29)]);
    let field = field.foot("R1", (20, 29), "S", Line).fs(theirs).garrisoned().contact("B1", "R1", Front);
    field.house("combat_rounds", rounds).phase(DEFENCE, Side::Blue)
}

#[test]
fn a_garrison_that_loses_clearly_leaves() {
    bites(&["OTH-RESULT-6"], || {
        // 9 - 2 is 7: a 2 hits twice; 3 + 2 is 5: an 8 misses. Fire on 8 or more: a 1 and 1.
        let game = fought(assault(Terrain::WoodenBuilding, 9, 8, "1"), &[2, 8, 1]);
        assert_ne!(game.shape("R1"), Garrison);
        assert_eq!(game.fh("R1"), 2);
    });
    bites(&["OTH-BUA-1"], || {
        let game = fought(assault(Terrain::WoodenBuilding, 9, 8, "1"), &[2, 8, 1]);
        assert_eq!(game.shape("R1"), Attack, "forced out as an attack column");
        assert!(game.pose("R1").anchor.r <= 28 - 6, "on the far side, and a segment on from there");
    });
    bites(&["OTH-BUA-7"], || {
        let mut game = fought(assault(Terrain::WoodenBuilding, 9, 8, "3"), &[2, 8, 1]);
        let stem = game.order(TAKE, "B1", "");
        let pose = game.war.reach_of(&stem).legal().next().map(|place| place.pose).expect("the houses");
        game.give(stem.to(pose));
        assert_eq!((game.shape("B1"), game.fh("B1")), (Garrison, 0), "without a hit, and without a test");
    });
}

#[test]
fn who_fought_his_way_in_fights_bare() {
    bites(&["OTH-BUA-6"], || {
        // Round 1: 9 - 4 = 5 v 3 + 4 = 7; 3 is 1, 8 is 0; R1 stands on 7; fire 1. Round 2 bare: 9 v 3: 5 is 1; 5 is 0.
        let field = assault(Terrain::BrickBuilding, 9, 8, "2");
        let game = fought(field, &[3, 8, 7, 1, 5, 5, 1]);
        assert_eq!([game.fh("B1"), game.fh("R1")], [0, 2]);
    });
    bites(&["OTH-BUA-6"], || {
        // A third round counts modifiers again: 9 - 4 + 2 = 7 v 7.
        let field = assault(Terrain::BrickBuilding, 9, 12, "3");
        let game = fought(field, &[3, 8, 7, 1, 5, 5, 1, 7, 8, 1]);
        assert_eq!([game.fh("B1"), game.fh("R1")], [0, 3]);
    });
}

#[test]
fn assaulted_houses_may_burn() {
    let burns = |terrain, die| {
        let game = fought(assault(terrain, 9, 8, "1"), &[10, 10, 1, 1, die]);
        !game.war.field().fires().is_empty()
    };
    bites(&["OTH-BUA-8"], || {
        assert_eq!([burns(Terrain::BrickBuilding, 7), burns(Terrain::BrickBuilding, 8)], [false, true]);
        assert_eq!([burns(Terrain::WoodenBuilding, 6), burns(Terrain::WoodenBuilding, 7)], [false, true]);
    });
    bites(&["OTH-BUA-9a"], || {
        let field =
            Fixture::plain().foot("B1", (30, 5), "N", Line).terrain(Terrain::StoneBuilding, &[(20, 29), (21, 29)]);
        let mut game = field.foot("R1", (20, 29), "S", Line).garrisoned().foot("R2", (30, 50), "N", Line).game(&[]);
        let patch = game.war.field().ground().patch(hex(20, 29)).expect("houses");
        game.umpire().emit(Event::Ignited { patch, clause: "" });
        game.enter(START, Side::Blue);
        assert_eq!(game.fh("R1"), 0, "in its own side's start");
        game.enter(START, Side::Red);
        assert_eq!(game.fh("R1"), 1);
        let unit = game.id("R1");
        game.war.own_mut(unit).fired_last = crate::state::Once::Done;
        game.war.own_mut(unit).leash = crate::state::Leash::Tied;
        game.pass_to("move");
        let stem = game.order(crate::info::LEAVE, "R1", "");
        let order = game.war.reach_of(&stem).legal().map(|place| stem.to(place.pose)).find(|order| game.may(*order));
        game.give(order.expect("it leaves without test or order"));
        assert_ne!(game.shape("R1"), Shape::Garrison);
        assert!(game.faces("leaving cover").is_empty() && game.faces("moving after fire").is_empty());
    });
}

#[test]
fn a_garrison_has_a_die_a_face() {
    bites(&["OTH-BUA-10"], || {
        // B1 south of the houses, B2 north of them; 7 - 2 = 5 each v 3 + 2 = 5 twice.
        let field = Fixture::plain().terrain(Terrain::WoodenBuilding, &[(20, 29), (21, 29)]);
        let field = field.foot("B1", (20, 30), "N", Line).foot("B2", (21, 28), "S", Line);
        let field = field.foot("R1", (20, 29), "S", Line).fs(12).garrisoned();
        let field = field.contact("B1", "R1", Front).contact("B2", "R1", Front).house("combat_rounds", "1");
        // B1 5: 1, B2 5: 1; faces 5: 1 and 2: 2 hits: 2 v 3, the assault lost by 1; tests of both; fire.
        let game = fought(field.phase(DEFENCE, Side::Blue), &[5, 5, 5, 2, 1, 1, 1]);
        assert_eq!([game.fh("B1"), game.fh("B2"), game.fh("R1")], [1, 2, 2]);
    });
}

/// OTH-BUA-10, OTH-GEO-14: a unit of a garrison that has no die of its own and is nobody's mark goes from the enemy of its
/// houses, out on the side farthest from him and the whole move of an attack column on. Both cause a hit with 5: 7 - 2 against
/// 3 + 2. B1 and R1 stand, R2 fails; wood does not burn on a 1.
#[test]
fn a_garrison_without_a_die_goes_from_the_enemy_of_its_houses() {
    let row: Vec<(i16, i16)> = (20..24).map(|q| (q, 29)).collect();
    let ends = [((19, 29), "ENE"), ((24, 29), "WSW")].map(|(at, facing)| {
        let field =
            Fixture::plain().terrain(Terrain::WoodenBuilding, &row).unit("B1", Kind::Infantry, 1, at, facing, Line);
        let field = field.foot("R1", (20, 29), "S", Line).fs(8).garrisoned();
        let field = field.foot("R2", (22, 29), "S", Line).fs(7).garrisoned();
        let field = field.contact("B1", "R1", Front).contact("B1", "R2", Front);
        let field = field.house("combat_rounds", "1").phase(DEFENCE, Side::Blue);
        let mut game = field.game(&[5, 5, 1, 1, 10, 1]);
        game.enter(COMBAT, Side::Blue);
        for order in [game.order(FIGHT, "B1", "R1"), game.order(FACE, "B1", "R1")] {
            game.give(order);
        }
        game.all_fell();
        assert_eq!((game.shape("R1"), game.shape("R2"), game.fh("R2")), (Garrison, Attack, 1));
        (game.pose("R2").anchor.q, game.pose("R2").anchor.r)
    });
    assert_eq!(ends, [(36, 29), (7, 29)]);
}

/// Columns B1 and B2 assault one face of houses that R1 of 12 holds.
fn at_one_face() -> Fixture {
    let houses = [(20, 29), (21, 29), (20, 28), (21, 28), (21, 27), (22, 27)];
    let field = Fixture::plain().terrain(Terrain::WoodenBuilding, &houses);
    let field = field.foot("B1", (19, 30), "N", Attack).foot("B2", (21, 30), "N", Attack);
    let field = field.foot("R1", (20, 29), "S", Line).fs(12).garrisoned();
    field.contact("B1", "R1", Front).contact("B2", "R1", Front).house("combat_rounds", "1").phase(DEFENCE, Side::Blue)
}

#[test]
fn a_face_fights_whom_the_garrison_picks() {
    for (picked, hits) in [("B1", [2, 0]), ("B2", [0, 2])] {
        bites(&["OTH-BUA-10"], || {
            // 7 - 2 = 5 each: 5 is 1 and 8 nothing; the face 3 + 2 = 5: a 2 hits twice. Lost by 1: both are tested; fire.
            let mut game = at_one_face().game(&[5, 8, 2, 1, 1, 1]);
            game.enter(COMBAT, Side::Blue);
            let order = game.order(FIGHT, "B1", "R1");
            game.give(order);
            assert_eq!(game.asks(), "face", "one die at the face, against one of two");
            let order = game.order(FACE, "R1", picked);
            game.give(order);
            game.all_fell();
            assert_eq!(([game.fh("B1"), game.fh("B2")], game.fh("R1")), (hits, 1));
        });
    }
}

//! Force marches (SN-MOVE-9).

use battle::rule::bites;
use battle::{Order, Side, System};

use super::fixture::{Fixture, Game, hex};
use crate::info::{CHECK, FORCE, HALT, MARCH, MOVE, MOVE_PHASE};
use crate::orders::Mandate::{Attack, Rally};
use crate::profile::Kind;
use crate::space::Shape::{self, Column, Road};
use crate::tables::{FIRM, NERVOUS, PANIC};

/// A unit at (20,40) on a straight road to the north, its commander beside it, the enemy out of the way.
fn marcher(kind: Kind, shape: Shape) -> Fixture {
    let road: Vec<(i16, i16)> = (0..=42).map(|r| (20, r)).collect();
    let unit = Fixture::plain().unit("B1", kind, 2, (20, 40), "N", shape).cell(|cell| cell.road = true, &road);
    unit.foot("R1", (-10, 58), "N", Column).ordered(Side::Blue, Rally).phase(MOVE_PHASE, Side::Blue)
}

fn of(game: &Game, verb: battle::Verb) -> Order {
    Order::new(verb).by(game.id("B1"))
}

/// Rows that the march may end on, from the farthest.
fn farthest(game: &Game, verb: battle::Verb) -> i16 {
    40 - game.ends(verb, "B1").iter().map(|((_, r), _)| *r).min().unwrap_or(40)
}

/// Ends a force march with its head on that row of the road.
#[track_caller]
fn march(game: &mut Game, row: i16) {
    let stem = of(game, MARCH);
    let reach = game.war.reach(&stem);
    let place = reach.legal().find(|place| place.pose.anchor == hex(20, row)).expect("a place");
    let order = stem.to(place.pose);
    game.give(order);
}

/// Example 23.
#[test]
fn a_force_march_adds_two_dice_of_road() {
    bites(&["SN-MOVE-9a", "SN-MOVE-9b", "SN-MOVE-9d"], || {
        let mut game = marcher(Kind::Infantry, Road).game(&[7, 4, 6]);
        game.give(of(&game, FORCE));
        assert_eq!(game.rolls(), [("force march", vec![7, 4], 11)], "the dice fall before it sets out");
        assert_eq!(farthest(&game, MARCH), 23, "12 inches and 11 more");
        assert!(game.ends(MARCH, "B1").iter().all(|((q, _), shape)| *q == 20 && *shape == Road), "by road, as formed");
        march(&mut game, 17);
        game.all_fell();
        assert_eq!((game.status("B1"), game.pose("B1").anchor.r), (FIRM, 17));
        assert!(!game.may(of(&game, FORCE)) && game.ends(MOVE, "B1").is_empty(), "that was its move");
    });
    bites(&["SN-MOVE-9b", "SN-MOVE-9c"], || {
        let horse = |kind| {
            let mut game = marcher(kind, Road).game(&[1, 1, 9]);
            game.give(of(&game, FORCE));
            farthest(&game, MARCH)
        };
        assert_eq!([Kind::LightCavalry, Kind::HeavyCavalry].map(horse), [17, 14]);
        let mut short = marcher(Kind::Infantry, Road).game(&[7, 4, 5, 6]);
        short.give(of(&short, FORCE));
        march(&mut short, 39);
        assert_eq!(short.status("B1"), NERVOUS, "it checks, however far it went");
        assert_eq!(short.faces("morale"), [vec![5], vec![6]], "rolled until passed");
        let mut none = marcher(Kind::Infantry, Road).game(&[7, 4, 5, 6]);
        none.give(of(&none, FORCE));
        none.give(of(&none, HALT));
        assert_eq!((none.status("B1"), none.faces("morale").len()), (NERVOUS, 2));
    });
}

#[test]
fn who_may_march_by_force() {
    bites(&["SN-MOVE-9a"], || {
        let may = |field: Fixture| {
            let game = field.game(&[]);
            game.may(of(&game, FORCE))
        };
        assert!(may(marcher(Kind::Infantry, Road)));
        assert!(!may(marcher(Kind::Infantry, Column)), "only in Road formation");
        let meadow = Fixture::plain().foot("B1", (20, 40), "N", Road).foot("R1", (-10, 58), "N", Column);
        assert!(!may(meadow.ordered(Side::Blue, Rally).phase(MOVE_PHASE, Side::Blue)), "by road only");
        let mut far = marcher(Kind::Infantry, Road).chief_at(Side::Blue, (0, 40)).game(&[9]);
        assert!(!far.may(of(&far, FORCE)));
        far.give(of(&far, CHECK));
        assert!(!far.may(of(&far, FORCE)), "half a move is no whole one");
    });
}

/// Nobody comes nearer to the enemy in a panic, by road or otherwise (SN-MOVE-13).
#[test]
fn a_panic_does_not_march_upon_the_enemy() {
    let marcher = |house: &str| {
        let road: Vec<(i16, i16)> = (0..=42).map(|r| (20, r)).collect();
        let unit = Fixture::plain().foot("B1", (20, 40), "N", Road).status(PANIC).cell(|cell| cell.road = true, &road);
        let unit = unit.foot("R1", (20, 5), "S", Column).ordered(Side::Blue, Attack).house("panic_orders", house);
        unit.phase(MOVE_PHASE, Side::Blue).game(&[7, 4, 9])
    };
    bites(&["SN-MOVE-13"], || {
        let exempt = marcher("exempt");
        assert!(!exempt.may(of(&exempt, FORCE)), "there is no way for it but towards the enemy");
        let mut bound = marcher("bound");
        bound.give(of(&bound, FORCE));
        assert_eq!(farthest(&bound, MARCH), 23);
    });
}

/// The check is due for the march, wherever it ends: who orders one is told of it before the dice fall. Where the road leads
/// nowhere nobody pays for a way that there is not.
#[test]
fn a_force_march_tells_its_check_and_needs_a_road_before_it() {
    let mut game = marcher(Kind::Infantry, Road).game(&[7, 4]);
    let force = game.war.forecast(&of(&game, FORCE));
    assert_eq!(force.rolls.iter().map(|roll| roll.label).collect::<Vec<_>>(), ["force march", "morale"]);
    let ahead = force.effect.mobility;
    assert!((ahead - 23.0 / 12.0).abs() < 1e-9, "12 inches and 11 on average, of 12 a turn: {ahead}");
    game.give(of(&game, FORCE));
    let halt = game.war.forecast(&of(&game, HALT)).effect;
    assert!((halt.taken - 0.2375).abs() < 1e-9, "1/2 + 1/4 + 1/8 + 3/40 of four places: {halt:?}");
    assert_eq!((force.effect.taken, force.effect.destroyed), (halt.taken, halt.destroyed));
    let end: Vec<(i16, i16)> = (39..=42).map(|r| (20, r)).collect();
    let stuck = |road: &[(i16, i16)]| {
        let unit = Fixture::plain().foot("B1", (20, 40), "N", Road).foot("R1", (-10, 58), "N", Column);
        let field = unit.cell(|cell| cell.road = true, road).ordered(Side::Blue, Rally);
        let game = field.phase(MOVE_PHASE, Side::Blue).game(&[]);
        game.may(of(&game, FORCE))
    };
    assert!(stuck(&end) && !stuck(&end[1..]), "a hex is a way, none is not");
}

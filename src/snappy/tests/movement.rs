//! Moves: points, steps, changes, roads (SN-MOVE, SN-TERRAIN).

use battle::rule::bites;
use battle::{Crossing, Edge, Obstacle, Order, Pose, Side, System, Terrain};
use hexes::{Direction, Facing};

use super::fixture::{Fixture, Game, facing, hex};
use crate::info::{FORCE, HALT, MARCH, MOVE, MOVE_PHASE};
use crate::orders::Mandate;
use crate::profile::Kind;
use crate::space::{Shape, formation, shape_of};
use crate::tables::{NERVOUS, PANIC};

/// B1 alone, under an order that asks nothing, at (20,30) facing north.
fn alone(kind: Kind, stands: u8, shape: Shape) -> Fixture {
    Fixture::plain().ordered(Side::Blue, Mandate::Rally).unit("B1", kind, stands, (20, 30), "N", shape)
}

fn moving(fixture: Fixture) -> Game {
    fixture.phase(MOVE_PHASE, Side::Blue).game(&[])
}

/// What it costs B1 to come to a pose; none where it cannot end there.
fn cost(game: &Game, pose: Pose) -> Option<u16> {
    let reach = game.war.reach(&Order::new(MOVE).by(game.id("B1")));
    reach.legal().find(|place| place.pose == pose).map(|place| place.cost)
}

fn pose(game: &Game, (q, r): (i16, i16), face: &str, shape: Shape) -> Pose {
    let unit = game.id("B1");
    Pose::new(hex(q, r), facing(face), formation(game.war.profile(unit).kind, game.war.stands(unit), shape))
}

fn cost_to(fixture: Fixture, at: (i16, i16), face: &str, shape: Shape) -> Option<u16> {
    let game = moving(fixture);
    cost(&game, pose(&game, at, face, shape))
}

/// Example 22.
#[test]
fn points_pay_for_steps_changes_and_turns() {
    let column = || alone(Kind::Infantry, 2, Shape::Column);
    bites(&["SN-MOVE-1", "SN-MOVE-2", "SN-MOVE-3", "SN-MOVE-5"], || {
        assert_eq!(cost_to(column(), (22, 26), "N", Shape::Line), Some(180), "four in column, then line");
        assert_eq!(cost_to(column(), (22, 25), "N", Shape::Line), None);
        assert_eq!(cost_to(column(), (20, 28), "N", Shape::Line), Some(2 * 30 + 60), "two in column, then line");
        let game = moving(column());
        assert_eq!(cost(&game, pose(&game, (21, 27), "N", Shape::Line)), Some(150), "three in column, then line");
        assert_eq!(cost(&game, pose(&game, (23, 24), "N", Shape::Column)), Some(180));
        assert_eq!(cost(&game, pose(&game, (24, 23), "N", Shape::Column)), None);
    });
    bites(&["SN-MOVE-4"], || {
        let game = moving(column());
        assert_eq!(cost(&game, pose(&game, (20, 30), "ESE", Shape::Column)), Some(90));
        assert_eq!(cost(&game, pose(&game, (20, 27), "ESE", Shape::Column)), Some(180), "three hexes are left");
        let line = moving(alone(Kind::Infantry, 2, Shape::Line));
        assert_eq!(cost(&line, pose(&line, (21, 30), "S", Shape::Line)), Some(90), "an about-face keeps its ground");
    });
    bites(&["SN-TERRAIN-1"], || {
        let wood = column().all(Terrain::Woods);
        assert_eq!(cost_to(wood.clone(), (20, 27), "N", Shape::Column), Some(180));
        assert_eq!(cost_to(wood, (20, 26), "N", Shape::Column), None);
    });
    bites(&["SN-MOVE-6"], || {
        assert_eq!(cost_to(column(), (20, 31), "N", Shape::Column), Some(60), "a step back costs double");
        assert_eq!(cost_to(column(), (21, 30), "N", Shape::Column), Some(90), "ahead and back: no sideways steps");
    });
    bites(&["SN-MOVE-12"], || {
        let square = alone(Kind::Infantry, 2, Shape::Square).all(Terrain::Woods).house("formation_changes", "one");
        assert_eq!(cost_to(square, (20, 29), "N", Shape::Square), None);
        assert_eq!(cost_to(alone(Kind::Infantry, 2, Shape::Square), (21, 30), "N", Shape::Square), Some(180));
    });
    bites(&["SN-SQUARE-1"], || {
        assert_eq!(cost_to(column(), (20, 30), "N", Shape::Square), Some(60));
        assert_eq!(cost_to(alone(Kind::LightCavalry, 2, Shape::Column), (20, 30), "N", Shape::Square), None);
    });
}

/// Example 39.
#[test]
fn guns_shift_and_lines_wheel() {
    bites(&["SN-MOVE-3"], || {
        let guns = || alone(Kind::FootArtillery, 1, Shape::Line);
        assert_eq!(cost_to(guns(), (20, 28), "N", Shape::Line), Some(60 + 60 + 60));
        let once = guns().house("formation_changes", "one");
        assert_eq!(cost_to(once.clone(), (20, 28), "N", Shape::Line), None);
        assert_eq!(cost_to(once, (20, 26), "N", Shape::Column), Some(180));
    });
    bites(&["SN-MOVE-7"], || {
        let line = || alone(Kind::Infantry, 3, Shape::Line);
        // Anchor (20,30), stands (19..21,30): about the left end to the left.
        let game = moving(line());
        let wheeled = battle::PoseStep::WheelLeft.apply(&game.pose("B1"), 3);
        assert_eq!(cost(&game, wheeled), Some(90));
        let on = wheeled.at(wheeled.anchor + wheeled.facing.front_left());
        assert_eq!(cost(&game, on), Some(150), "30 points lost");
        let outer = moving(line().house("wheel", "outer_path"));
        assert_eq!(cost(&outer, wheeled), Some(2 * 60), "a hex for each file beyond the first");
        let pair = |house| moving(alone(Kind::Infantry, 2, Shape::Line).house("wheel", house));
        let twice = |game: &Game| {
            let once = battle::PoseStep::WheelRight.apply(&game.pose("B1"), 2);
            [once, battle::PoseStep::WheelRight.apply(&once, 2)].map(|pose| cost(game, pose))
        };
        assert_eq!(twice(&pair("half_move")), [Some(90), Some(180)]);
        assert_eq!(twice(&pair("outer_path")), [Some(60), None], "once a move");
    });
}

#[test]
fn friends_are_passed_and_enemies_are_not() {
    bites(&["SN-MOVE-10a"], || {
        let lane = alone(Kind::Infantry, 1, Shape::Column).foot("B2", (20, 29), "N", Shape::Line);
        assert_eq!(cost_to(lane.clone(), (21, 28), "N", Shape::Column), Some(60));
        assert_eq!(cost_to(lane, (20, 29), "N", Shape::Column), None, "nobody stops on friends");
    });
    bites(&["SN-MOVE-11"], || {
        let lane = alone(Kind::Infantry, 1, Shape::Column).foot("R1", (21, 29), "S", Shape::Line);
        assert_eq!(cost_to(lane.clone(), (20, 29), "N", Shape::Column), None);
        assert_eq!(cost_to(lane, (21, 28), "N", Shape::Column), None, "the wall is not passed");
    });
    bites(&["SN-MOVE-13"], || {
        let near = |status, house| {
            let scared = alone(Kind::Infantry, 1, Shape::Column).status(status).house("panic_orders", house);
            let game = moving(scared.foot("R1", (20, 20), "S", Shape::Line));
            cost(&game, pose(&game, (20, 28), "N", Shape::Column)).is_some()
        };
        assert!(near(NERVOUS, "exempt") && !near(PANIC, "exempt") && near(PANIC, "bound"));
    });
}

/// A road up the map from (20,30).
fn road(fixture: Fixture) -> Fixture {
    let way: Vec<(i16, i16)> = (1..=32).map(|r| (20, r)).collect();
    fixture.cell(|cell| cell.road = true, &way)
}

#[test]
fn march_columns_follow_roads() {
    bites(&["SN-MOVE-8a"], || {
        let game = moving(road(alone(Kind::Infantry, 1, Shape::Road)).all(Terrain::Woods));
        let at = |r: i16| {
            let reach = game.war.reach(&Order::new(MOVE).by(game.id("B1")));
            reach.legal().any(|place| place.pose.anchor == hex(20, r) && shape_of(&place.pose) == Shape::Road)
        };
        assert!(at(18) && !at(17), "12 inches by road, whatever grows beside it");
    });
}

/// Example 23.
#[test]
fn a_force_march_adds_two_dice_and_a_check() {
    bites(&["SN-MOVE-9b", "SN-MOVE-9c"], || {
        let mut game = road(alone(Kind::Infantry, 1, Shape::Road)).phase(MOVE_PHASE, Side::Blue).game(&[7, 4, 5, 9]);
        game.give(game.order(FORCE, "B1", ""));
        assert_eq!(game.asks(), "march");
        let ends: Vec<i16> =
            game.war.reach(&Order::new(MARCH).by(game.id("B1"))).legal().map(|place| place.pose.anchor.r).collect();
        assert_eq!(ends.iter().min(), Some(&(30 - 23)));
        game.give(game.order(HALT, "B1", ""));
        game.all_fell();
        assert_eq!(game.status("B1"), NERVOUS, "checked, however far it went");
    });
}

#[test]
fn rivers_are_crossed_by_bridges_in_column() {
    let river = Edge { obstacle: Obstacle::River, crossing: Crossing::None };
    let bridge = Edge { crossing: Crossing::Bridge, ..river };
    let barred = move |shape, edge| {
        let bank = alone(Kind::Infantry, 1, shape).above(30, Obstacle::River);
        bank.edge((20, 30), Direction::NorthEast, edge)
    };
    bites(&["SN-TERRAIN-2"], || {
        assert_eq!(cost_to(barred(Shape::Column, river), (21, 29), "N", Shape::Column), None);
        assert_eq!(cost_to(barred(Shape::Column, bridge), (21, 29), "N", Shape::Column), Some(30));
    });
    bites(&["SN-TERRAIN-6"], || {
        let over = cost_to(barred(Shape::Line, bridge), (21, 29), "N", Shape::Line);
        assert_eq!(over, Some(60 + 30 + 60), "in column, and into line again");
    });
    assert_eq!(Facing::North.front_right(), Direction::NorthEast);
}

/// The column of movement of the terrain table, by foot in column: what a step costs.
#[test]
fn each_kind_of_ground_costs_what_the_table_says() {
    let onto = |change: fn(&mut battle::Cell)| {
        let column = alone(Kind::Infantry, 1, Shape::Column).cell(change, &[(20, 29)]);
        cost_to(column, (20, 29), "N", Shape::Column)
    };
    let over = |obstacle| {
        let edge = Edge { obstacle, crossing: Crossing::None };
        let column = alone(Kind::Infantry, 1, Shape::Column).edge((20, 30), Direction::NorthWest, edge);
        let column = column.edge((20, 29), Direction::East, edge);
        let game = moving(column);
        let reach = game.war.reach(&Order::new(MOVE).by(game.id("B1")));
        let direct = pose(&game, (20, 29), "N", Shape::Column);
        reach.legal().find(|place| place.pose == direct).map(|place| place.cost)
    };
    bites(&["SN-TERRAIN-1", "SN-TERRAIN-2", "SN-TERRAIN-3"], || {
        for (terrain, cost) in [
            (Terrain::Open, Some(30)),
            (Terrain::Crops, Some(30)),
            (Terrain::Ploughed, Some(30)),
            (Terrain::Rough, Some(60)),
            (Terrain::Marsh, Some(60)),
            (Terrain::LightWoods, Some(60)),
            (Terrain::DenseWoods, Some(60)),
            (Terrain::WoodenBuilding, Some(60)),
            (Terrain::StoneBuilding, Some(60)),
            (Terrain::Works, None),
            (Terrain::Water, None),
            (Terrain::Impassable, None),
        ] {
            let column = alone(Kind::Infantry, 1, Shape::Column).terrain(terrain, &[(20, 29)]);
            assert_eq!(cost_to(column, (20, 29), "N", Shape::Column), cost, "{}", terrain.name());
        }
        assert_eq!((onto(|cell| cell.elevation = 1), onto(|cell| cell.elevation = 2)), (Some(30), Some(60)));
        for obstacle in [Obstacle::Stream, Obstacle::Hedge, Obstacle::Wall, Obstacle::Earthwork, Obstacle::Fence] {
            assert_eq!(over(obstacle), Some(60), "{}", obstacle.name());
        }
        assert_eq!((over(Obstacle::Ditch), over(Obstacle::Gate)), (Some(60), Some(30)));
    });
}

/// A march column pays as its dearest stand does, and no stand of it for rough going that it goes through by road.
#[test]
fn march_columns_pay_for_all_their_stands_but_not_for_woods_on_the_road() {
    let woods = |hexes: &[(i16, i16)]| alone(Kind::Infantry, 2, Shape::Road).terrain(Terrain::Woods, hexes);
    let ahead = |fixture: Fixture| {
        let game = moving(fixture);
        let reach = game.war.reach(&Order::new(MOVE).by(game.id("B1")));
        let costs = reach.legal().filter(|place| {
            place.pose.anchor == hex(20, 29) && shape_of(&place.pose) == Shape::Road && place.pose.facing == facing("N")
        });
        costs.map(|place| place.cost).min()
    };
    bites(&["SN-MOVE-8e"], || assert_eq!(ahead(woods(&[])), Some(30), "at the rate of a column"));
    bites(&["SN-TERRAIN-1"], || {
        assert_eq!(ahead(woods(&[(20, 30)])), Some(60), "its second stand comes into the wood");
    });
    bites(&["SN-MOVE-8a", "SN-MOVE-8b"], || {
        let paved = |hexes: &[(i16, i16)]| woods(&[(20, 30), (20, 29)]).cell(|cell| cell.road = true, hexes);
        assert_eq!(ahead(paved(&[(20, 31), (20, 30), (20, 29)])), Some(15), "all of it by road");
        assert_eq!(ahead(paved(&[(20, 30), (20, 29)])), Some(60), "its second stand is not yet on the road");
        let open = woods(&[(20, 29)]).cell(|cell| cell.road = true, &[(20, 30), (20, 29)]);
        assert_eq!(ahead(open), Some(30), "its head goes through the wood by road");
    });
}

/// An about-face is a turn, by road too: nobody's head steps onto its own tail.
#[test]
fn a_march_column_turns_about_at_the_price_of_a_turn() {
    bites(&["SN-MOVE-8d"], || {
        let game = moving(road(alone(Kind::Infantry, 2, Shape::Road)));
        assert_eq!(game.stands("B1"), [(20, 30), (20, 31)]);
        let reach = game.war.reach(&Order::new(MOVE).by(game.id("B1")));
        let cheapest = |at| {
            let there = reach.legal().filter(|place| place.pose.anchor == at && shape_of(&place.pose) == Shape::Road);
            there.map(|place| place.cost).min()
        };
        assert_eq!([hex(20, 31), hex(20, 32)].map(cheapest), [Some(90), Some(90 + 15)]);
        assert_eq!(cost(&game, battle::PoseStep::Reverse.apply(&game.pose("B1"), 2)), Some(90), "on its own hexes");
    });
}

/// A road that bends east: the column goes round the bend at road rate, and turns for it free.
#[test]
fn march_columns_follow_the_bends_of_roads() {
    bites(&["SN-MOVE-8c"], || {
        let bend = [(20, 31), (20, 30), (21, 29), (22, 29)];
        let game = moving(alone(Kind::Infantry, 2, Shape::Road).cell(|cell| cell.road = true, &bend));
        let reach = game.war.reach(&Order::new(MOVE).by(game.id("B1")));
        let there = reach.legal().filter(|place| {
            let print = place.pose.stands(2);
            print.hexes() == [hex(22, 29), hex(21, 29)] && place.pose.facing == facing("ENE")
        });
        assert_eq!(there.map(|place| place.cost).min(), Some(30));
    });
}

#[test]
fn the_dearest_stand_sets_the_price_and_squares_face_where_they_like() {
    bites(&["SN-MOVE-5"], || {
        let line = |woods: &[(i16, i16)]| alone(Kind::Infantry, 2, Shape::Line).terrain(Terrain::Woods, woods);
        let ahead = |woods: &[(i16, i16)]| cost_to(line(woods), (20, 29), "N", Shape::Line);
        assert_eq!([ahead(&[]), ahead(&[(20, 29)]), ahead(&[(21, 29)])], [Some(60), Some(120), Some(120)]);
    });
    bites(&["SN-MOVE-3"], || {
        let square = || alone(Kind::Infantry, 2, Shape::Square);
        for face in ["N", "ENE", "ESE", "S", "WSW", "WNW"] {
            assert_eq!(cost_to(square(), (20, 30), face, Shape::Line), Some(60), "out of a square to the {face}");
        }
        let column = |kind| cost_to(alone(kind, 2, Shape::Column), (20, 30), "ENE", Shape::Line);
        assert_eq!(column(Kind::LightCavalry), Some(60 + 90), "out of a column it has to turn");
        assert_eq!(column(Kind::Infantry), Some(60 + 60), "foot may go by way of a square, as often as points allow");
    });
}

#[test]
fn foot_holds_any_house_and_guns_only_masonry() {
    let holds = |kind, terrain| {
        let houses = alone(kind, 1, Shape::Line).terrain(terrain, &[(20, 30)]);
        moving(houses).ends(MOVE, "B1").contains(&((20, 30), Shape::Garrison))
    };
    let towns = [Terrain::WoodenBuilding, Terrain::StoneBuilding, Terrain::Works, Terrain::Woods];
    bites(&["SN-TERRAIN-5a"], || {
        assert_eq!(towns.map(|terrain| holds(Kind::Infantry, terrain)), [true, true, true, false]);
        assert_eq!(towns.map(|terrain| holds(Kind::FootArtillery, terrain)), [false, true, true, false]);
        assert_eq!(towns.map(|terrain| holds(Kind::HeavyCavalry, terrain)), [false; 4]);
    });
}

/// A column turns before it goes on, or a hex further where the ground it would turn on is taken.
#[test]
fn nobody_turns_or_forms_on_friends() {
    let column = || alone(Kind::Infantry, 2, Shape::Column);
    bites(&["SN-MOVE-4"], || {
        let turned = |field: Fixture| cost_to(field, (21, 30), "ESE", Shape::Column);
        assert_eq!(turned(column()), Some(90 + 30));
        let wheeled = |field: Fixture| cost_to(field, (21, 30), "ENE", Shape::Column);
        assert_eq!(wheeled(column()), Some(90 + 30));
        let taken = column().unit("B2", Kind::Infantry, 1, (19, 31), "N", Shape::Line);
        assert_eq!(wheeled(taken), Some(60 + 90 + 30), "its second stand would wheel onto a friend");
        let taken = column().unit("B2", Kind::Infantry, 1, (19, 30), "N", Shape::Line);
        assert_eq!(turned(taken), Some(30 + 90 + 30), "its second stand would turn onto a friend");
    });
    bites(&["SN-MOVE-4"], || {
        let past = |field: Fixture| cost_to(field, (20, 28), "ESE", Shape::Column);
        assert_eq!(past(column()), Some(60 + 90));
        let over = column().unit("B2", Kind::Infantry, 1, (20, 29), "N", Shape::Line);
        assert_eq!(past(over), None, "it does not turn while its second stand is on one");
    });
    bites(&["SN-MOVE-3"], || {
        let formed = |field: Fixture| cost_to(field, (20, 28), "N", Shape::Line);
        assert_eq!(formed(column()), Some(60 + 60));
        let over = column().unit("B2", Kind::Infantry, 1, (20, 29), "N", Shape::Line);
        assert_eq!(formed(over), Some(60 + 2 * 60), "nor does it form there, but before it goes through in line");
    });
}

/// Squares have no facing to change; what leaves a square or its houses keeps nothing of how it stood.
#[test]
fn who_leaves_a_square_or_a_house_stands_as_it_forms() {
    bites(&["SN-MOVE-3"], || {
        let square = alone(Kind::Infantry, 2, Shape::Square);
        assert_eq!(cost_to(square.clone(), (20, 30), "ENE", Shape::Square), Some(60 + 60), "by way of a column");
        assert_eq!(cost_to(square, (20, 30), "ENE", Shape::Column), Some(60));
        let house = Fixture::plain().ordered(Side::Blue, Mandate::Rally);
        let house = house.terrain(Terrain::WoodenBuilding, &[(20, 30), (21, 30)]);
        let garrison = house.foot("B1", (20, 30), "N", Shape::Line).garrisoned();
        assert_eq!(cost_to(garrison.clone(), (20, 30), "S", Shape::Column), Some(60), "free in its facing");
        let ahead = cost_to(garrison, (20, 29), "N", Shape::Column);
        assert_eq!(ahead, Some(60 + 60), "then it moves, its second stand into a house");
    });
}

#[test]
fn points_are_inches_not_hexes() {
    bites(&["SN-MOVE-2"], || {
        let coarse = alone(Kind::Infantry, 2, Shape::Column).scale(2);
        assert_eq!(cost_to(coarse.clone(), (20, 29), "N", Shape::Column), Some(60));
        assert_eq!(cost_to(coarse.clone(), (21, 27), "N", Shape::Column), Some(180));
        assert_eq!(cost_to(coarse, (22, 26), "N", Shape::Column), None);
    });
}

/// Works are entered by road alone, but whoever is in goes on in them, and not into the water beside them.
#[test]
fn in_works_a_unit_goes_from_hex_to_hex() {
    bites(&["SN-TERRAIN-1"], || {
        let works = alone(Kind::Infantry, 1, Shape::Column).terrain(Terrain::Works, &[(20, 30), (20, 29)]);
        let works = works.terrain(Terrain::Water, &[(21, 29)]);
        assert_eq!(cost_to(works.clone(), (20, 29), "N", Shape::Column), Some(60));
        assert_eq!(cost_to(works, (21, 29), "N", Shape::Column), None);
    });
}

/// A bridge takes a unit over its river, not through the wood behind it.
#[test]
fn a_wood_behind_a_bridge_is_a_wood() {
    let bridge = Edge { obstacle: Obstacle::River, crossing: Crossing::Bridge };
    let over = |terrain| {
        let bank = alone(Kind::Infantry, 1, Shape::Column).above(30, Obstacle::River);
        let bank = bank.edge((20, 30), Direction::NorthEast, bridge).terrain(terrain, &[(21, 29)]);
        cost_to(bank, (21, 29), "N", Shape::Column)
    };
    bites(&["SN-TERRAIN-1"], || assert_eq!([Terrain::Open, Terrain::Woods].map(over), [Some(30), Some(60)]));
}

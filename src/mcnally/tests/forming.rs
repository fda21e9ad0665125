//! Changes of formation (chapter 7).

use battle::rule::bites;
use battle::{Marks, Obstacle, Pose, PoseStep, Side, System as _, Terrain};
use rulebook::fixture::Game;

use super::fixture::{Fixture, hex};
use super::movement::rows;
use super::units::row;
use super::ways::{cost, ends};
use crate::McNally;
use crate::info::{FORM, MOVE, MOVEMENT, PLACE, SHIFT};
use crate::losses::command_stand;
use crate::marks;
use crate::movement::reach::reach_with;
use crate::profile::{Traits, Troops};
use crate::space::{Seat, Shape, formation, shape, shape_of};
use crate::state::Going;

/// The rest of the battle, far away, in step 4 of Blue's card.
fn in_step_4(field: Fixture, dice: &[u8]) -> Game<McNally> {
    let field = field.foot("B9", 8, (30, 45), "N", Shape::Line).foot("R9", 8, (30, 5), "S", Shape::Line);
    field.phase(MOVEMENT, Side::Blue).game(dice)
}

/// The poses that a unit may form in now.
fn forms(game: &Game<McNally>) -> Vec<Pose> {
    let order = game.order(FORM, "B1", "");
    let reach = game.war.reach(&order);
    reach.legal().map(|place| place.pose).filter(|pose| game.may(order.to(*pose))).collect()
}

/// Forms a shape, keeping its facing if it can.
#[track_caller]
fn form(game: &mut Game<McNally>, to: Shape) {
    let facing = game.pose("B1").facing;
    let pose = forms(game).into_iter().find(|pose| shape_of(pose) == to && pose.facing == facing);
    let order = game.order(FORM, "B1", "").to(pose.unwrap_or_else(|| panic!("no {to:?}")));
    game.give(order);
}

/// Whether a unit may move after it has formed, and that no die fell.
fn moves_after(field: Fixture, to: Shape) -> bool {
    let mut game = in_step_4(field, &[]);
    form(&mut game, to);
    assert!(game.rolls().is_empty());
    game.may(game.order(MOVE, "B1", ""))
}

fn unit(troops: Troops, shape: Shape) -> Fixture {
    Fixture::plain().unit("B1", troops, 6, (20, 30), "N", shape).having(Traits::SKIRMISH)
}

#[test]
fn a_change_takes_the_whole_move_in_place() {
    bites(&["MC-FORM-1"], || {
        let mut game = in_step_4(unit(Troops::Regulars, Shape::Line), &[]);
        assert!(forms(&game).iter().all(|pose| pose.facing.name() == "N"), "facing kept");
        form(&mut game, Shape::Column);
        assert_eq!(command_stand(&game.war, game.id("B1")), hex(20, 30));
        assert_eq!(game.stands("B1"), [row(20..=21, 30), row(20..=21, 31), row(19..=20, 32)].concat());
        assert!(!game.may(game.order(MOVE, "B1", "")) && forms(&game).is_empty());
        assert!(game.rolls().is_empty());
    });
    // All hexes must be free and enterable.
    let open = |field: Fixture| forms(&in_step_4(field, &[])).iter().any(|pose| shape_of(pose) == Shape::Open);
    let line = || unit(Troops::Regulars, Shape::Line);
    assert!(open(line()));
    assert!(!open(line().foot("B2", 1, (23, 30), "N", Shape::Open)));
    assert!(!open(line().terrain(Terrain::Impassable, &[(18, 30)])));
    assert!(open(line().terrain(Terrain::Woods, &rows(28..=32)).above(30, Obstacle::Fence)));
    // Guns that unlimber choose any facing.
    let guns = Fixture::plain().unit("B1", Troops::Guns, 2, (20, 30), "N", Shape::Limbered);
    assert_eq!(forms(&in_step_4(guns, &[])).len(), 6);
    let guns = Fixture::plain().unit("B1", Troops::Guns, 2, (20, 30), "N", Shape::Battery);
    assert_eq!(forms(&in_step_4(guns, &[])).iter().map(|pose| pose.facing.name()).collect::<Vec<_>>(), ["N"]);
}

/// MC-DEPLOY-1, 4, 9, 14: the files of so many stands in each shape; a column of two files wants its depth, three ranks afoot
/// and two mounted.
#[test]
fn stands_form_in_so_many_files() {
    use battle::Arrangement::{Battery, Column, Limbered, Line, MarchColumn, OpenOrder, Skirmish};
    let expected = [
        (Seat::Afoot, Shape::Line, [(8, Line, 4), (7, Line, 4), (1, Line, 1)]),
        (Seat::Saddle, Shape::Line, [(6, Line, 6), (3, Line, 3), (1, Line, 1)]),
        (Seat::Afoot, Shape::Open, [(8, OpenOrder, 1), (4, OpenOrder, 1), (1, OpenOrder, 1)]),
        (Seat::Afoot, Shape::Column, [(8, Column, 2), (5, Column, 2), (4, MarchColumn, 1)]),
        (Seat::Saddle, Shape::Column, [(6, Column, 2), (3, Column, 2), (2, MarchColumn, 1)]),
        (Seat::Afoot, Shape::Skirmish, [(8, Skirmish, 1), (3, Skirmish, 1), (1, Skirmish, 1)]),
        (Seat::Afoot, Shape::Battery, [(4, Battery, 1), (2, Battery, 1), (1, Battery, 1)]),
        (Seat::Afoot, Shape::Limbered, [(4, Limbered, 1), (2, Limbered, 1), (1, Limbered, 1)]),
    ];
    for (seat, shape, forms) in expected {
        for (stands, arrangement, files) in forms {
            let formed = formation(stands, shape, seat);
            assert_eq!((formed.arrangement, formed.files), (arrangement, files), "{stands} {shape:?} {seat:?}");
        }
    }
}

#[test]
fn what_is_a_change_of_formation() {
    bites(&["MC-FORM-2"], || {
        for to in [Shape::Line, Shape::Open] {
            assert!(!moves_after(unit(Troops::Regulars, Shape::Column), to), "a: out of column");
        }
        for from in [Shape::Line, Shape::Open] {
            assert!(!moves_after(unit(Troops::Regulars, from), Shape::Column), "b: into column");
        }
        for to in [Shape::Line, Shape::Open, Shape::Column] {
            assert!(!moves_after(unit(Troops::Regulars, Shape::Skirmish), to), "c: out of skirmish order");
        }
        for to in [Shape::Line, Shape::Column] {
            assert!(!moves_after(unit(Troops::Horse, Shape::Skirmish), to), "d: horse out of skirmish order");
        }
        assert!(!moves_after(unit(Troops::Guns, Shape::Battery), Shape::Limbered), "e: limbering");
        assert!(!moves_after(unit(Troops::Guns, Shape::Limbered), Shape::Battery), "e: unlimbering");
        assert!(!moves_after(unit(Troops::Regulars, Shape::Line), Shape::Open), "in place");
        assert!(!moves_after(unit(Troops::Regulars, Shape::Open), Shape::Line), "in place");
    });
}

#[test]
fn horse_changes_line_and_column_free_once() {
    bites(&["MC-FORM-3"], || {
        assert!(moves_after(unit(Troops::Horse, Shape::Line), Shape::Column));
        assert!(moves_after(unit(Troops::Horse, Shape::Column), Shape::Line));
        let mut game = in_step_4(unit(Troops::Horse, Shape::Line), &[]);
        form(&mut game, Shape::Column);
        assert!(forms(&game).iter().all(|pose| shape_of(pose) != Shape::Line), "once an activation");
        // At the end of its move as well as at the start.
        let mut game = in_step_4(unit(Troops::Horse, Shape::Line), &[2, 2, 2, 2]);
        game.give(game.order(MOVE, "B1", ""));
        let to = game.pose("B1").at(hex(21, 28));
        game.give(game.order(PLACE, "B1", "").to(to));
        form(&mut game, Shape::Column);
        assert_eq!((shape(&game.war, game.id("B1")), game.pose("B1").anchor), (Shape::Column, hex(21, 28)));
        assert!(!game.may(game.order(MOVE, "B1", "")));
        // By the other reading it is a change like any other.
        let change = unit(Troops::Horse, Shape::Line).house("cavalry_line_column", "change");
        assert!(!moves_after(change, Shape::Column));
    });
}

#[test]
fn into_skirmish_order_costs_nothing() {
    bites(&["MC-FORM-4"], || {
        assert!(moves_after(unit(Troops::Regulars, Shape::Line), Shape::Skirmish));
        assert!(moves_after(unit(Troops::Regulars, Shape::Open), Shape::Skirmish));
        assert!(!moves_after(unit(Troops::Regulars, Shape::Column), Shape::Skirmish), "out of column it is a change");
        for from in [Shape::Line, Shape::Column] {
            assert!(moves_after(unit(Troops::Horse, from), Shape::Skirmish));
        }
        // They move at the skirmish rate at once.
        let mut game = in_step_4(unit(Troops::Regulars, Shape::Line), &[1, 1, 1]);
        form(&mut game, Shape::Skirmish);
        game.give(game.order(MOVE, "B1", ""));
        assert_eq!(game.results("move"), [5]);
    });
}

/// Poses that a line or open order that changes while advancing may end in with so many inches, and what they cost.
fn changing(field: Fixture, inches: u16) -> Vec<(Pose, u16)> {
    let game = field.game(&[]);
    let reach = reach_with(&game.war, game.id("B1"), inches, Going::Changing);
    reach.legal().map(|place| (place.pose, place.cost / 100)).collect()
}

#[test]
fn close_order_opens_while_advancing_at_half_speed() {
    bites(&["MC-FORM-5"], || {
        let line = || Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let ends = changing(line(), 8);
        assert!(ends.iter().all(|(pose, _)| shape_of(pose) == Shape::Open), "the change is made");
        assert_eq!(ends.iter().map(|(pose, _)| pose.anchor.r).min(), Some(26), "every step costs 2");
        let short = changing(line(), 3);
        assert!(!short.is_empty() && short.iter().all(|(pose, _)| pose.anchor.r == 29), "at least one step forward");
        let first =
            ends.iter().find(|(pose, _)| pose.anchor == hex(10, 29) && pose.facing.name() == "N").expect("a step");
        assert_eq!(first.1, 2);
        // As many stands come to each side of the front rank: the command stand is file 3 of 8 now.
        let files: Vec<(i16, i16)> = first.0.stands(8).hexes().iter().map(|hex| (hex.q, hex.r)).collect();
        assert_eq!(files, row(7..=14, 29));
        // In woods it is one of two conditions: 4 a step.
        let woods = changing(line().terrain(Terrain::Woods, &rows(0..=59)), 8);
        assert_eq!(woods.iter().map(|(pose, _)| pose.anchor.r).min(), Some(28));
    });
}

#[test]
fn open_order_closes_while_advancing_at_half_speed() {
    bites(&["MC-FORM-6"], || {
        let open = || Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Open);
        let mut game = in_step_4(open(), &[3, 3]);
        game.give(game.order(SHIFT, "B1", ""));
        assert_eq!(game.results("move"), [8], "the dice of the formation at the start");
        let to = Pose { formation: battle::Formation::line(4), ..game.pose("B1").at(hex(12, 26)) };
        assert!(game.may(game.order(PLACE, "B1", "").to(to)), "4 hexes");
        let farther = to.at(hex(12, 25));
        assert!(!game.may(game.order(PLACE, "B1", "").to(farther)));
        game.give(game.order(PLACE, "B1", "").to(to));
        assert_eq!(game.stands("B1"), [row(11..=14, 26), row(11..=14, 27)].concat());
        // Militia that has no close order has nothing to change to.
        let militia = in_step_4(Fixture::plain().unit("B1", Troops::Militia, 8, (10, 30), "N", Shape::Open), &[]);
        assert!(!militia.may(militia.order(SHIFT, "B1", "")));
        let column = in_step_4(Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Column), &[]);
        assert!(!column.may(column.order(SHIFT, "B1", "")));
    });
}

#[test]
fn who_is_held_spent_reforming_routing_or_falling_back_forms_nothing() {
    bites(&["MC-FORM-8"], || {
        let able = |mark: Marks| {
            let field = unit(Troops::Regulars, Shape::Line).marks(mark);
            !forms(&in_step_4(field, &[])).is_empty()
        };
        assert!(able(Marks::empty()) && able(marks::PANIC));
        for mark in [marks::HELD, marks::SPENT, marks::REFORMING, marks::ROUTING, marks::FALLING_BACK] {
            assert!(!able(mark));
        }
    });
}

#[test]
fn the_head_of_a_file_turns_for_two_inches() {
    bites(&["MC-FORM-9a"], || {
        let game = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Column).game(&[]);
        let steps = |steps: &[PoseStep]| {
            let to = steps.iter().fold(game.pose("B1"), |pose, step| step.apply(&pose, 4));
            (cost(&game, "B1", 12, &to), to.stands(4).hexes().iter().map(|hex| (hex.q, hex.r)).collect::<Vec<_>>())
        };
        let file = vec![(10, 30), (10, 31), (9, 32), (9, 33)];
        assert_eq!(steps(&[PoseStep::TurnRight]), (Some(2), file));
        // Facing east-north-east it steps ahead, and the others follow the path of the head.
        let (paid, hexes) = steps(&[PoseStep::TurnRight, PoseStep::AheadRight, PoseStep::AheadLeft]);
        assert_eq!((paid, hexes), (Some(4), vec![(12, 29), (11, 30), (10, 30), (10, 31)]));
    });
    // It can neither wheel as a line nor step back.
    let game = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Column).game(&[]);
    let mut north = ends(&game, "B1", 3).into_iter().filter(|(pose, _)| pose.facing.name() == "N");
    assert!(north.all(|(pose, _)| pose.anchor.r <= 30));
}

#[test]
fn nobody_forms_into_hexes_next_to_an_enemy() {
    // In column three hexes beside him; in open order its right file would touch him.
    let field = unit(Troops::Regulars, Shape::Column).foot("R1", 1, (23, 29), "S", Shape::Open);
    let shapes: Vec<Shape> = forms(&in_step_4(field, &[])).iter().map(shape_of).collect();
    assert!(shapes.contains(&Shape::Line) && !shapes.contains(&Shape::Open));
}

#[test]
fn a_file_faces_about_at_the_end_of_its_move_as_at_its_beginning() {
    // MC-MOVE-9, MC-FORM-9: two steps and an about face cost 4; two about faces and two steps between them 6.
    let game = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Column).game(&[]);
    let about = |pose: &Pose| crate::morale::away::about(pose, 4);
    let steps =
        |pose: &Pose| [PoseStep::AheadLeft, PoseStep::AheadRight].iter().fold(*pose, |at, one| one.apply(&at, 4));
    let here = game.pose("B1");
    assert_eq!(cost(&game, "B1", 12, &about(&steps(&here))), Some(4));
    assert_eq!(cost(&game, "B1", 12, &about(&steps(&about(&here)))), Some(6));
}

#[test]
fn the_head_of_a_file_does_not_turn_into_its_own_body() {
    // Two turns to the right, a step, a turn and another step would bring it onto its second stand.
    bites(&["MC-FORM-9b"], || {
        let field = Fixture::plain().foot("B1", 4, (20, 30), "N", Shape::Column);
        let game = field.game(&[]);
        let stands = game.war.stands(game.id("B1"));
        for (pose, _) in ends(&game, "B1", 12) {
            let mut hexes = pose.stands(stands).hexes().to_vec();
            hexes.sort_unstable();
            hexes.dedup();
            assert_eq!(hexes.len(), 4, "{pose}");
        }
    });
}

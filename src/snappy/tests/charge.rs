//! Charges and hasty squares (SN-CHARGE, SN-SQUARE).

use battle::rule::bites;
use battle::{Crossing, Edge, Obstacle, Pose, Side, System};
use hexes::Direction;

use super::fixture::{Fixture, Game, facing, hex};
use crate::info::{ABORT, CHARGE, CLOSE, DEFENSIVE_FIRE, FIRE, MELEE, MOVE_PHASE, MOVERS_FIRE, SQUARE, STAND};
use crate::marks;
use crate::orders::Mandate;
use crate::profile::Kind;
use crate::space::{Shape, formation};
use crate::tables::{DISRUPTED, FIRM, NERVOUS};

fn moving(fixture: Fixture, dice: &[u8]) -> Game {
    fixture.phase(MOVE_PHASE, Side::Blue).game(dice)
}

fn ends(game: &Game) -> Vec<Pose> {
    let stem = game.war.stems().into_iter().find(|stem| stem.verb == CLOSE);
    stem.map_or_else(Vec::new, |stem| game.war.reach(&stem).legal().map(|place| place.pose).collect())
}

/// Closes in a line whose anchor is there, facing so.
fn close(game: &mut Game, by: &str, on: &str, (q, r): (i16, i16), face: &str, shape: Shape) {
    let unit = game.id(by);
    let formation = formation(game.war.profile(unit).kind, game.war.stands(unit), shape);
    game.give(game.order(CLOSE, by, on).to(Pose::new(hex(q, r), facing(face), formation)));
}

/// Example 27: a Seasoned line three hexes off a Veteran one.
fn lines() -> Fixture {
    let charger = Fixture::plain().foot("B1", (19, 22), "N", Shape::Line).quality(2);
    charger.foot("R1", (21, 19), "S", Shape::Line).quality(3)
}

/// Charges home and goes on to the defensive fire.
fn home(fixture: Fixture, dice: &[u8]) -> Game {
    let mut game = moving(fixture, dice);
    game.give(game.order(CHARGE, "B1", "R1"));
    close(&mut game, "B1", "R1", (20, 20), "N", Shape::Line);
    game.enter(DEFENSIVE_FIRE, Side::Blue);
    game
}

/// Examples 27 and 28.
#[test]
fn a_charge_from_start_to_end() {
    bites(&["SN-CHARGE-6", "SN-SEQ-1"], || {
        let mut game = home(lines(), &[7, 3, 6, 8, 2, 5, 6, 5, 4, 6]);
        assert!(game.marked("B1", marks::MOVED | marks::CHARGING) && game.marked("R1", marks::CHARGED));
        game.fire("R1", "B1");
        assert_eq!(game.war.phase(), MOVERS_FIRE);
        game.fire("B1", "R1");
        assert_eq!(game.asks(), "melee");
        game.give(game.order(crate::info::FIGHT, "B1", "R1"));
        game.all_fell();
        assert_eq!((game.status("B1"), game.status("R1")), (NERVOUS, FIRM), "loses by 1, fails with 4");
        assert_eq!(game.stands("B1")[0].1, 21);
        assert_eq!(game.stands("R1"), [(21, 19), (20, 19)]);
        assert_eq!((game.asks(), game.war.state.player), ("move", Side::Red), "then the other half");
    });
    bites(&["SN-MC-11"], || {
        let mut game = home(lines(), &[9, 6, 5, 3, 8, 9]);
        game.fire("R1", "B1");
        game.all_fell();
        assert_eq!((game.status("B1"), game.shape("B1")), (DISRUPTED, Shape::Column));
        assert_eq!(game.stands("B1")[0].1, 20 + 1 + 3);
        assert!(game.war.state.own.charges.is_empty() && !game.marked("R1", marks::CHARGED));
    });
}

/// Example 29.
#[test]
fn others_fire_at_who_is_engaged() {
    let guns = |house| {
        let guns = lines().unit("R2", Kind::FootArtillery, 1, (17, 20), "ENE", Shape::Line).heavy();
        home(guns.house("fire_into_melee", house), &[7, 2, 9, 1, 9, 9])
    };
    bites(&["SN-FIRE-4", "SN-OPT-1"], || {
        let mut game = guns("on");
        game.fire("R2", "B1");
        game.all_fell();
        assert_eq!(game.faces("fire"), [[7, 2, 9, 1]]);
        assert!(!guns("off").may(guns("off").order(FIRE, "R2", "B1")));
    });
    bites(&["SN-FIRE-4"], || {
        let other = lines().foot("B2", (19, 20), "N", Shape::Column);
        let game = home(other, &[]);
        assert!(!game.may(game.order(FIRE, "R1", "B2")), "the charged fire at their chargers alone");
        assert!(game.may(game.order(FIRE, "R1", "B1")));
    });
}

#[test]
fn who_may_charge() {
    let may = |fixture: Fixture| {
        let game = moving(fixture, &[]);
        game.may(game.order(CHARGE, "B1", "R1"))
    };
    bites(&["SN-CHARGE-1c"], || {
        assert!(may(lines()));
        assert!(!may(Fixture::plain().foot("B1", (19, 22), "N", Shape::Line).status(1).foot(
            "R1",
            (21, 19),
            "S",
            Shape::Line
        )));
    });
    bites(&["SN-ORD-2"], || {
        let under = |mandate| may(lines().ordered(Side::Blue, mandate));
        // Under screen and defend without an objective no contact lies where it may end.
        assert_eq!(Mandate::ALL.map(under), [false, false, false, false, false, true, true]);
        assert!(may(lines().ordered(Side::Blue, Mandate::Defend).objective((20, 22))));
        assert!(may(lines().ordered(Side::Blue, Mandate::Screen).objective((20, 28))));
    });
    bites(&["SN-CHARGE-2"], || {
        // Column facing away: it has to turn first.
        let turned = Fixture::plain().foot("B1", (20, 22), "S", Shape::Column).foot("R1", (21, 18), "S", Shape::Line);
        assert!(may(turned.clone()));
        assert!(!may(turned.house("charge_move", "straight")));
    });
    bites(&["SN-CHARGE-5"], || {
        let two = lines().foot("B2", (22, 21), "N", Shape::Column);
        let mut game = moving(two, &[]);
        game.give(game.order(CHARGE, "B1", "R1"));
        close(&mut game, "B1", "R1", (20, 20), "N", Shape::Line);
        assert!(game.may(game.order(CHARGE, "B2", "R1")), "several may charge one");
        assert!(!game.may(game.order(CHARGE, "B1", "R1")), "each once");
    });
}

/// Example 13: the test of the square.
#[test]
fn foot_before_horse_may_try_a_hasty_square() {
    let horse = || {
        let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (19, 22), "N", Shape::Line).quality(4);
        horse.foot("R1", (21, 19), "S", Shape::Line)
    };
    bites(&["SN-SQUARE-2a", "SN-MC-6"], || {
        let mut game = moving(horse(), &[6]);
        game.give(game.order(CHARGE, "B1", "R1"));
        assert_eq!(game.asks(), "square");
        game.give(game.order(SQUARE, "R1", ""));
        assert_eq!((game.shape("R1"), game.marked("R1", marks::HASTY)), (Shape::Square, true));
        let mut game = moving(horse(), &[5]);
        game.give(game.order(CHARGE, "B1", "R1"));
        game.give(game.order(SQUARE, "R1", ""));
        assert_eq!((game.shape("R1"), game.status("R1")), (Shape::Line, FIRM), "no status lost");
        assert!(!game.may(game.order(ABORT, "B1", "")), "no feints");
    });
    bites(&["SN-SQUARE-3"], || {
        let mut game = Fixture::plain().foot("B1", (20, 20), "N", Shape::Square).marks(marks::HASTY).game(&[]);
        game.enter(MOVE_PHASE, Side::Blue);
        assert!(!game.marked("B1", marks::HASTY), "a full square from the next own move on");
    });
    bites(&["SN-SQUARE-2a", "SN-MC-3c"], || {
        let panic = |die: u8| {
            let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (19, 22), "N", Shape::Line);
            let mut game = moving(horse.foot("R1", (21, 19), "S", Shape::Line).status(1), &[die]);
            game.give(game.order(CHARGE, "B1", "R1"));
            game.give(game.order(SQUARE, "R1", ""));
            game.shape("R1")
        };
        assert_eq!([7, 6].map(panic), [Shape::Square, Shape::Line], "in a panic it tries at 1 less");
    });
    bites(&["SN-SQUARE-3"], || {
        let driven = |dice: &[u8]| {
            let square = Fixture::plain().foot("B1", (20, 20), "N", Shape::Square).marks(marks::HASTY).quality(1);
            let mut game = square.foot("R1", (21, 18), "S", Shape::Line).game(dice);
            game.checks("B1", 1, "R1");
            let after = (game.shape("B1"), game.marked("B1", marks::HASTY));
            game.enter(MOVE_PHASE, Side::Blue);
            (after, game.marked("B1", marks::HASTY))
        };
        assert_eq!(driven(&[2, 9]), ((Shape::Square, true), false), "back a hex it is no better a square");
        assert_eq!(driven(&[2, 2, 9]), ((Shape::Column, false), false), "nor is a column one");
    });
    // Example 30: engaged already, it may not try.
    bites(&["SN-SQUARE-2b"], || {
        let foot = lines().quality(2).unit("B2", Kind::HeavyCavalry, 2, (22, 21), "N", Shape::Column).quality(3);
        let mut game = moving(foot, &[]);
        game.give(game.order(CHARGE, "B1", "R1"));
        close(&mut game, "B1", "R1", (20, 20), "N", Shape::Line);
        game.give(game.order(CHARGE, "B2", "R1"));
        assert_eq!(game.asks(), "contact");
        let mut first = moving(horse(), &[]);
        first.give(first.order(CHARGE, "B1", "R1"));
        first.give(first.order(STAND, "R1", ""));
        assert_eq!(first.asks(), "contact");
    });
}

/// Example 31: the square slips away from the contact aimed at.
#[test]
fn a_charger_may_break_off_before_a_square() {
    bites(&["SN-CHARGE-4"], || {
        // Six hexes in column are all its points: only a free turn brings the stand to the east before it.
        let spent = Fixture::plain().foot("B1", (20, 30), "N", Shape::Column).foot("R1", (24, 24), "S", Shape::Column);
        let mut game = moving(spent, &[]);
        game.give(game.order(CHARGE, "B1", "R1"));
        let column = formation(Kind::Infantry, 2, Shape::Column);
        assert!(ends(&game).contains(&Pose::new(hex(23, 24), facing("ENE"), column)));
        let slip = Fixture::plain().foot("R1", (20, 20), "N", Shape::Line);
        let slip = slip.unit("B1", Kind::LightCavalry, 2, (24, 15), "S", Shape::Column);
        let mut game = moving(slip, &[6]);
        game.give(game.order(CHARGE, "B1", "R1"));
        game.give(game.order(SQUARE, "R1", ""));
        assert_eq!(game.stands("R1"), [(20, 20), (20, 21)]);
        let beside = |pose: &Pose| {
            pose.stands(2).front()[0].distance(hex(20, 20)).min(pose.stands(2).front()[0].distance(hex(20, 21)))
        };
        assert!(ends(&game).iter().all(|pose| pose.formation.files > 1 || beside(pose) == 1));
        let start = game.pose("B1");
        game.give(game.order(ABORT, "B1", ""));
        assert_eq!((game.pose("B1"), game.marked("B1", marks::MOVED)), (start, true), "its move is spent");
    });
}

/// Example 31, the charger whose points bring it nowhere else.
#[test]
fn a_charger_must_break_off_when_no_contact_is_left() {
    let slip = Fixture::plain().foot("R1", (20, 20), "N", Shape::Line);
    let mut game = moving(slip.unit("B1", Kind::LightCavalry, 2, (34, 7), "S", Shape::Column), &[6]);
    game.give(game.order(CHARGE, "B1", "R1"));
    assert_eq!(game.asks(), "square");
    game.give(game.order(SQUARE, "R1", ""));
    assert!(ends(&game).is_empty());
    game.give(game.order(ABORT, "B1", ""));
    assert!(game.marked("B1", marks::MOVED) && !game.marked("R1", marks::CHARGED));
}

/// Example 32, the lines.
#[test]
fn a_line_that_meets_the_head_in_front_is_frontal() {
    let flank = |at| {
        let column = Fixture::plain().foot("R1", (20, 20), "N", Shape::Column);
        let mut game = moving(column.foot("B1", (23, 20), "WSW", Shape::Line), &[]);
        game.give(game.order(CHARGE, "B1", "R1"));
        close(&mut game, "B1", "R1", at, "WSW", Shape::Line);
        (game.stands("B1"), game.war.state.own.charges[0].flank)
    };
    bites(&["SN-CHARGE-3c"], || {
        assert_eq!(flank((21, 20)), (vec![(21, 20), (21, 19)], false));
        assert_eq!(flank((21, 21)), (vec![(21, 21), (21, 20)], true));
    });
}

/// Example 32, and where the charge begins.
#[test]
fn a_flank_charge_begins_and_ends_on_the_flank() {
    bites(&["SN-CHARGE-3a"], || {
        let column = |at, face, shape| {
            let target = Fixture::plain().foot("R1", (20, 20), "N", Shape::Column);
            target.foot("B1", at, face, shape)
        };
        let flank = |fixture: Fixture, at, face, shape| {
            let mut game = moving(fixture, &[]);
            game.give(game.order(CHARGE, "B1", "R1"));
            close(&mut game, "B1", "R1", at, face, shape);
            game.war.state.own.charges[0].flank
        };
        // From the flank sector onto (21,20): the head in its flank and the rear stand, whose front is read as flank.
        assert!(flank(column((23, 20), "WSW", Shape::Column), (21, 20), "WSW", Shape::Column));
        // The same hex from the front sector counts as frontal.
        assert!(!flank(column((21, 17), "S", Shape::Column), (20, 19), "S", Shape::Column));
    });
}

#[test]
fn the_step_ends_when_everybody_has_moved() {
    let mut game = home(lines(), &[]);
    game.done();
    assert_eq!(game.war.phase(), MOVERS_FIRE);
    game.done();
    assert_eq!(game.war.phase(), MELEE);
}

/// SN-CHARGE-4, SN-TERRAIN-2: the free turn on contact takes no stand over a river.
#[test]
fn the_free_turn_on_contact_swings_over_no_river() {
    let column = || Fixture::plain().foot("B1", (20, 20), "N", Shape::Column).foot("R1", (21, 19), "S", Shape::Line);
    let turned = |fixture: Fixture| {
        let mut game = moving(fixture, &[]);
        game.give(game.order(CHARGE, "B1", "R1"));
        let end = Pose::new(hex(20, 20), facing("ENE"), game.pose("B1").formation);
        ends(&game).contains(&end)
    };
    assert!(turned(column()), "its second stand comes to (19,21)");
    let river = Edge { obstacle: Obstacle::River, crossing: Crossing::None };
    let banks = Direction::ALL.into_iter().fold(column(), |field, way| field.edge((19, 21), way, river));
    assert!(!turned(banks));
}

/// Foot and horse, in column or line when they declare: whatever they could form on the way.
#[test]
fn nobody_declares_a_charge_but_in_column_or_line() {
    let may = |fixture: Fixture| {
        let game = moving(fixture.foot("R1", (21, 19), "S", Shape::Line), &[]);
        game.may(game.order(CHARGE, "B1", "R1"))
    };
    let foot = |shape| Fixture::plain().foot("B1", (19, 22), "N", shape);
    bites(&["SN-CHARGE-1b"], || {
        assert_eq!([Shape::Column, Shape::Line].map(|shape| may(foot(shape))), [true, true]);
        assert_eq!([Shape::Road, Shape::Square].map(|shape| may(foot(shape))), [false, false]);
        let house = Fixture::plain().terrain(battle::Terrain::WoodenBuilding, &[(19, 22), (20, 22)]);
        assert!(!may(house.foot("B1", (19, 22), "N", Shape::Line).garrisoned()));
        let road = Fixture::plain().unit("B1", Kind::LightCavalry, 2, (19, 22), "N", Shape::Road);
        assert!(!may(road));
    });
    bites(&["SN-CHARGE-1a"], || {
        let guns = |shape| Fixture::plain().unit("B1", Kind::HorseArtillery, 1, (20, 21), "N", shape);
        assert_eq!([Shape::Column, Shape::Line].map(|shape| may(guns(shape))), [false, false]);
    });
}

/// Two stands of a column as near to its charger, one of which has him in front: he has begun in front.
#[test]
fn of_stands_as_near_the_milder_side_counts_where_a_charge_begins() {
    bites(&["SN-CHARGE-3b"], || {
        let column = Fixture::plain().foot("R1", (20, 20), "N", Shape::Column);
        let mut game = moving(column.unit("B1", Kind::Infantry, 1, (22, 19), "WSW", Shape::Column), &[]);
        game.give(game.order(CHARGE, "B1", "R1"));
        close(&mut game, "B1", "R1", (21, 20), "WSW", Shape::Column);
        assert!(!game.war.state.own.charges[0].flank, "though it meets flanks alone");
    });
}

/// A wood three hexes deep hides an enemy whom a column would reach through it.
#[test]
fn nobody_charges_whom_it_does_not_see() {
    let may = |terrain| {
        let stand = Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 22), "N", Shape::Column);
        let wood = stand.terrain(terrain, &[(20, 21), (20, 20)]);
        let game = moving(wood.unit("R1", Kind::Infantry, 1, (20, 19), "S", Shape::Column), &[]);
        game.may(game.order(CHARGE, "B1", "R1"))
    };
    bites(&["SN-CHARGE-1d"], || {
        assert!(may(battle::Terrain::Rough) && !may(battle::Terrain::Woods), "as far, and as dear");
    });
}

#[test]
fn charges_end_in_column_or_line() {
    bites(&["SN-CHARGE-1e"], || {
        let mut game = moving(lines(), &[]);
        game.give(game.order(CHARGE, "B1", "R1"));
        let shapes: std::collections::BTreeSet<Shape> = ends(&game).iter().map(crate::space::shape_of).collect();
        assert_eq!(shapes.into_iter().collect::<Vec<_>>(), [Shape::Column, Shape::Line]);
    });
}

/// The second stand of the square would be on (21,18), where a friend stands.
#[test]
fn a_hasty_square_needs_room() {
    let asked = |friend: Option<(i16, i16)>| {
        let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (19, 22), "N", Shape::Line);
        let field = horse.foot("R1", (21, 19), "S", Shape::Line);
        let field = match friend {
            Some(at) => field.unit("R2", Kind::Infantry, 1, at, "S", Shape::Column),
            None => field,
        };
        let mut game = moving(field, &[]);
        game.give(game.order(CHARGE, "B1", "R1"));
        game.asks()
    };
    bites(&["SN-SQUARE-2c"], || {
        assert_eq!([asked(None), asked(Some((21, 18))), asked(Some((20, 18)))], ["square", "contact", "square"]);
    });
}

/// Whoever stands beside engaged friends is not engaged itself.
#[test]
fn foot_beside_a_melee_may_still_form_square() {
    bites(&["SN-SQUARE-2a"], || {
        let field = lines().unit("B2", Kind::LightCavalry, 2, (30, 22), "N", Shape::Column);
        let mut game = moving(field.foot("R2", (31, 18), "S", Shape::Line), &[6]);
        game.give(game.order(CHARGE, "B1", "R1"));
        close(&mut game, "B1", "R1", (20, 20), "N", Shape::Line);
        game.give(game.order(CHARGE, "B2", "R2"));
        assert_eq!(game.asks(), "square");
        game.give(game.order(SQUARE, "R2", ""));
        assert_eq!((game.shape("R2"), game.shape("R1")), (Shape::Square, Shape::Line));
    });
}

/// Friends in line from side to side: a move goes through them, a charge does not.
#[test]
fn nobody_charges_through_friends() {
    let field = |friends: bool| {
        let stand = Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 23), "N", Shape::Column);
        let field = stand.unit("R1", Kind::Infantry, 1, (20, 20), "S", Shape::Column);
        if friends { field.unit("B2", Kind::Infantry, 3, (20, 22), "N", Shape::Line) } else { field }
    };
    let may = |friends| {
        let game = moving(field(friends), &[]);
        game.may(game.order(CHARGE, "B1", "R1"))
    };
    bites(&["SN-MOVE-10b"], || {
        assert!(may(false) && !may(true));
        assert!(moving(field(true), &[]).goes("B1", (20, 21), "N", Shape::Column));
    });
}

/// Over a major river units fire at each other, and meet at its bridges alone.
#[test]
fn nobody_comes_to_blows_over_a_river_but_at_a_bridge() {
    let banks = |crossing| {
        let stand = Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 20), "N", Shape::Column);
        let banks = stand.unit("R1", Kind::Infantry, 1, (20, 19), "S", Shape::Column).above(20, Obstacle::River);
        banks.edge((20, 20), Direction::NorthWest, Edge { obstacle: Obstacle::River, crossing })
    };
    bites(&["SN-TERRAIN-6"], || {
        let may = |crossing| {
            let game = moving(banks(crossing), &[]);
            game.may(game.order(CHARGE, "B1", "R1"))
        };
        assert_eq!([Crossing::None, Crossing::Bridge, Crossing::Ford].map(may), [false, true, true]);
    });
    let game = banks(Crossing::None).game(&[]);
    assert!(game.may(game.order(FIRE, "B1", "R1")));
}

/// Where nobody fires into a melee, whoever is no part of it fires at who is no part of it.
#[test]
fn by_a_house_rule_nobody_else_fires_at_either_of_the_engaged() {
    let may = |house| {
        let guns = lines().unit("B2", Kind::FootArtillery, 1, (17, 20), "ENE", Shape::Line);
        let guns = guns.unit("R2", Kind::Infantry, 1, (19, 18), "S", Shape::Line).house("fire_into_melee", house);
        let mut game = home(guns, &[]);
        game.enter(MOVERS_FIRE, Side::Blue);
        ["R1", "R2"].map(|target| game.may(game.order(FIRE, "B2", target)))
    };
    bites(&["SN-FIRE-4"], || {
        assert_eq!(may("on"), [true, true]);
        assert_eq!(may("off"), [false, true]);
    });
}

/// As formed and with one wheel, over rough ground where a wheel leaves no points for a step: the enemy beside its right
/// front is met after one wheel, the one behind him only after two.
#[test]
fn straight_charges_wheel_once() {
    let may = |at, house| {
        let line = Fixture::plain().all(battle::Terrain::Rough).foot("B1", (20, 20), "N", Shape::Line);
        let field = line.unit("R1", Kind::Infantry, 1, at, "S", Shape::Line).house("charge_move", house);
        let game = moving(field, &[]);
        game.may(game.order(CHARGE, "B1", "R1"))
    };
    bites(&["SN-CHARGE-2"], || {
        assert_eq!([(22, 19), (23, 19)].map(|at| may(at, "as_move")), [true, true]);
        assert_eq!([(22, 19), (23, 19)].map(|at| may(at, "straight")), [true, false]);
    });
}

/// A charger fires at its target, whoever else stands before it.
#[test]
fn a_charger_fires_at_its_target_alone() {
    bites(&["SN-FIRE-4"], || {
        let mut game = home(lines().unit("R2", Kind::Infantry, 1, (22, 19), "S", Shape::Line), &[]);
        game.enter(MOVERS_FIRE, Side::Blue);
        assert!(game.may(game.order(FIRE, "B1", "R1")) && !game.may(game.order(FIRE, "B1", "R2")));
    });
}

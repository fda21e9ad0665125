//! Enemies that were not named and react to a charge (MC-CHARGE-14, 21): foreseen as they are resolved, and no targets of it.

use battle::{Obstacle, System as _};
use hexes::Direction;

use super::fixture::Fixture;
use super::steps::{Played, answer, charge, figures, leg, ride, straight};
use super::throws::Thrown;
use crate::info::{CHARGE, CLOSE, HOLD, RIDE, VOLLEY};
use crate::profile::Troops;
use crate::space::{Aspect, Shape};
use crate::{War, marks, melee};

/// A class 2 line, 9 inches before a class 3 line in open order that it charges; B9 far off keeps the card going.
fn far() -> Fixture {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (15, 21), "S", Shape::Open)
}

/// A charge goes home along a way: who is charged fires if he may, and the melee is fought.
fn home(game: &mut Played, way: &[battle::Pose]) {
    loop {
        match game.asks() {
            "react" => {
                let unit = match game.war.frame() {
                    Some(crate::state::Open::React(unit, _)) => *unit,
                    other => panic!("{other:?}"),
                };
                let label = game.war.field().roster().unit(unit).label.clone();
                let fires = game.may(game.order(VOLLEY, &label, ""));
                answer(game, if fires { VOLLEY } else { HOLD }, &label);
            }
            "close" => {
                let reach = game.war.reach_of(&game.order(CLOSE, "B1", ""));
                let (last, legs) = (way[way.len() - 1], way.len());
                let known = |pose: &battle::Pose| {
                    way.iter().position(|one| one.facing == pose.facing && one.anchor == pose.anchor)
                };
                let key = |pose: &battle::Pose| {
                    let place = known(pose).map_or(legs, |place| legs - place);
                    (known(pose).is_none(), place, pose.anchor.distance(last.anchor), *pose)
                };
                let end = reach.legal().map(|place| place.pose).min_by_key(key).expect("a leg");
                game.give(game.order(CLOSE, "B1", "").to(end));
            }
            _ => break,
        }
        straight(game);
    }
    if let Some(group) = melee::fighters::groups(&game.war).first() {
        super::steps::fight(game, group);
    }
}

/// Whether a unit is gone or routs.
fn is_broken(war: &War, unit: battle::UnitId) -> f64 {
    f64::from(u8::from(!war.present(unit) || war.marked(unit, marks::ROUTING)))
}

/// A declared charge of B1 at R1 resolved a hundred thousand times from its test on ends as its ride was foreseen.
fn as_foreseen(field: Fixture) {
    let start = charge(field, &[], &[("B1", "R1")]);
    let (by, on) = (start.id("B1"), start.id("R1"));
    let order = start.order(RIDE, "B1", "");
    let foreseen = start.war.forecast(&order);
    // Throws of moves fall as threes, so that the way is certain: it is given to whoever passes.
    let way = start.war.reach_of(&start.order(CHARGE, "B1", "R1"));
    let way: Vec<battle::Pose> = way.places.iter().map(|place| place.pose).collect();
    let thrown = Thrown::out(&start, |game| {
        ride(game, "B1");
        home(game, &way);
    });
    let full = |unit| f64::from(start.war.field().unit(unit).full);
    thrown.is("defender routs", foreseen.effect.destroys, |war| is_broken(war, on));
    thrown.is("taken", foreseen.effect.taken * full(by), |war| {
        full(by) - f64::from(if war.present(by) { war.strength(by) } else { 0 })
    });
    thrown.is("inflicted", foreseen.effect.inflicted * full(on), |war| {
        full(on) - f64::from(if war.present(on) { war.strength(on) } else { 0 })
    });
}

/// The same with horse, which comes home with any throw.
fn horse() -> Fixture {
    let field = Fixture::plain().unit("B1", Troops::Horse, 6, (10, 30), "N", Shape::Line).class(2);
    field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (15, 21), "S", Shape::Open)
}

#[test]
fn a_charge_with_one_target_is_foreseen_as_it_goes() {
    as_foreseen(horse());
}

#[test]
fn who_reacts_unnamed_before_the_target_is_foreseen() {
    // Two stands beside the way, 5 inches off: they are tested and fire first.
    as_foreseen(horse().foot("R2", 2, (16, 25), "S", Shape::Open));
}

#[test]
fn who_reacts_unnamed_beside_the_target_is_foreseen() {
    // Of class 5 and as far off as the target, out of touch of a charger of six stands.
    as_foreseen(horse().foot("R2", 3, (21, 21), "S", Shape::Open).class(5));
}

#[test]
fn who_stands_unnamed_in_the_melee_is_foreseen() {
    // The charger touches both: it fights both.
    let field = Fixture::plain().unit("B1", Troops::Horse, 6, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 4, (13, 21), "S", Shape::Open);
    as_foreseen(field.foot("R2", 4, (17, 21), "S", Shape::Open));
}

/// A charge of class 2 that loses figures to an unnamed unit before its target, and is tested again with that face: whether
/// it goes on.
fn goes_on(field: Fixture, face: u8) -> bool {
    let mut game = charge(field, &[8, 6, 6, 7, 9, face, 3, 3, 3], &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (12, 27));
    answer(&mut game, VOLLEY, "R2");
    assert!(figures(&game, "B1") < 24);
    game.asks() == "close"
}

#[test]
fn who_reacts_unnamed_is_no_target_of_the_second_test() {
    // R2 is behind a wall, which is hard cover: charged it would be +1, but the charge is not at it. 8 passes on 8.
    let walled = [(16, 25), (15, 25)].into_iter().fold(far(), |field, hex| {
        let ways = [Direction::SouthEast, Direction::SouthWest];
        ways.into_iter().fold(field, |field, way| field.edge(hex, way, Obstacle::Wall))
    });
    let field = walled.foot("R2", 2, (15, 25), "S", Shape::Open);
    assert!(goes_on(field.clone(), 8) && !goes_on(field, 9));
    // A target taken in rear is easier: 9 passes, and it does so whoever else reacts.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (15, 21), "N", Shape::Open);
    let field = field.foot("R2", 2, (16, 25), "S", Shape::Open);
    assert!(goes_on(field.clone(), 9) && !goes_on(field, 10));
}

#[test]
fn the_side_of_a_target_is_that_of_the_declaration() {
    // Declared at its rear: that it has turned since changes nothing, in the test to charge and for the charged.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (15, 21), "N", Shape::Open);
    let mut game = charge(field, &[9, 3, 3, 5], &[("B1", "R1")]);
    let (target, pose) = (game.id("R1"), game.pose("R1"));
    let to = battle::Pose { facing: pose.facing.opposite(), anchor: super::fixture::hex(14, 21), ..pose };
    game.umpire().emit(battle::Event::Placed { unit: target, pose: to });
    ride(&mut game, "B1");
    // 9 less 1 passes on 8.
    assert_eq!(game.asks(), "close");
    match game.war.frame() {
        Some(crate::state::Open::Close(charge)) => assert_eq!(charge.sides, [(target, Aspect::Rear)]),
        other => panic!("{other:?}"),
    }
}

/// MC-CHARGE-7, 21: a throw that is too short takes a charge as far as it can, and not out of its way to an enemy whom it did not
/// name; where it can come near one that it named it must.
#[test]
fn a_short_throw_leads_to_nobody_out_of_the_way() {
    let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 4, (13, 21), "S", Shape::Line);
    let field = field.foot("R2", 2, (17, 26), "S", Shape::Open);
    // The test passes, and the throw is 1 and 1.
    let legs = |targets: &[(&str, &str)]| {
        let mut game = charge(field.clone(), &[1, 1, 1, 1], targets);
        ride(&mut game, "B1");
        assert_eq!(game.asks(), "close");
        let reach = game.war.reach_of(&game.order(CLOSE, "B1", ""));
        let other = game.id("R2");
        let far = |pose: &battle::Pose| {
            game.war.field().footprint_at(game.id("B1"), pose).distance(&game.war.field().footprint(other))
        };
        let near = reach.legal().filter(|place| far(&place.pose) <= 2).count();
        (near, reach.legal().count() - near)
    };
    let (woken, ahead) = legs(&[("B1", "R1")]);
    assert!(woken > 0 && ahead > 0);
    let (woken, ahead) = legs(&[("B1", "R1"), ("B1", "R2")]);
    assert!(woken > 0 && ahead == 0);
}

/// MC-CHARGE-14, 21: enemies are woken at 2 inches, and only on a map of so coarse hexes that this is next to them a charge may
/// come next to whom it did not name; next to its target, asleep, it may on any.
#[test]
fn only_on_coarse_maps_a_charge_may_touch_whom_it_wakes() {
    let touched = |inches: u8| {
        let field = far().foot("R2", 8, (20, 10), "S", Shape::Open).scale(inches);
        let game = field.game(&[]);
        let [by, on, other] = ["B1", "R1", "R2"].map(|label| game.id(label));
        let charge = crate::state::Charge::set_out(by, vec![(on, Aspect::Front)], 12);
        let found = crate::charge::targets::touchable(&game.war, &charge);
        [on, other].map(|unit| found.contains(&unit))
    };
    assert_eq!([touched(1), touched(2)], [[true, false], [true, true]]);
}

/// MC-MELEE-10: where the losses of the whole charge count, they count from its ride.
#[test]
fn losses_before_a_charge_are_no_losses_of_it() {
    let field = Fixture::plain().foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (15, 21), "S", Shape::Open);
    let field = field.foot("B1", 8, (10, 30), "N", Shape::Line).class(2).state(|own| own.charge_losses = 3);
    let mut game = charge(field, &[6, 6, 6, 6, 6, 6], &[("B1", "R1")]);
    ride(&mut game, "B1");
    assert_eq!(game.war.own(game.id("B1")).charge_losses, 0);
}

/// MC-CHARGE-18, MC-MELEE-2: of a crowd those fight who are touched, and nobody overlaps.
#[test]
fn a_crowd_has_no_overlap() {
    let crowd = Fixture::plain().foot("R1", 8, (10, 25), "S", Shape::Crowd);
    let (q, r) = crowd.clone().game(&[]).stands("R1").into_iter().max_by_key(|(_, r)| *r).expect("stands");
    let field = crowd.foot("B1", 2, (q, r + 1), "N", Shape::Line);
    let game = super::steps::met(field, &[], &[("B1", "R1", Aspect::Front)]);
    let hexes = |label: &str| game.war.field().footprint(game.id(label)).hexes().to_vec();
    let touched = hexes("R1").iter().filter(|one| hexes("B1").iter().any(|other| one.distance(*other) == 1)).count();
    let figures = melee::fighters::figures(&game.war, game.id("R1"), &game.war.state.own.contacts);
    assert!(touched > 0 && touched < 8);
    assert_eq!(figures, 3 * touched as i16);
}

/// MC-MOVE-13: guns keep out of marsh and dense woods; a crew that has left them goes where foot goes.
#[test]
fn a_crew_without_its_guns_enters_what_guns_do_not() {
    let field = Fixture::plain().terrain(battle::Terrain::Marsh, &[(12, 29)]);
    let game = field.unit("B1", Troops::Guns, 2, (10, 30), "N", Shape::Battery).game(&[]);
    let may = |shape| crate::ground::may_enter(&game.war, game.id("B1"), shape, super::fixture::hex(12, 29));
    assert_eq!([Shape::Battery, Shape::Limbered, Shape::Crowd].map(may), [false, false, true]);
}

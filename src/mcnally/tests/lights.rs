//! Who moves and fires, and who does not (MC-MOVE-21, 22).

use battle::rule::bites;
use battle::{Order, Side, System as _};
use rulebook::fixture::Game;

use super::fixture::{Fixture, hex};
use crate::McNally;
use crate::fire::aim::{Manner, shot};
use crate::info::{DONE, FIRE, FIRE_PHASE, FORM, MOUNT, MOVE, MOVEMENT, PLACE, STAY};
use crate::marks;
use crate::profile::{Traits, Troops};
use crate::space::{Shape, shape_of};

/// The rest of the battle: an enemy line in range, in step 4 of Blue's card.
fn in_step_4(field: Fixture, dice: &[u8]) -> Game<McNally> {
    let field = field.foot("B2", 8, (30, 40), "N", Shape::Line).foot("R1", 8, (13, 23), "S", Shape::Line);
    field.phase(MOVEMENT, Side::Blue).game(dice)
}

/// The figures of the fire at R1 after a move of 11 inches to that place.
fn fires(field: Fixture, dice: &[u8], to: (i16, i16)) -> Option<i16> {
    let mut game = in_step_4(field, dice);
    game.give(game.order(MOVE, "B1", ""));
    let pose = game.pose("B1").at(hex(to.0, to.1));
    game.give(game.order(PLACE, "B1", "").to(pose));
    if game.asks() == "move" {
        game.give(Order::new(DONE));
    }
    let open = game.asks() == "fire" && game.may(game.order(FIRE, "B1", "R1"));
    open.then(|| shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).map(|shot| shot.figures)).flatten()
}

/// A skirmishing unit of seven stands at (10, 33).
fn loose(troops: Troops) -> Fixture {
    Fixture::plain().unit("B1", troops, 7, (10, 33), "N", Shape::Skirmish)
}

#[test]
fn lights_move_half_and_fire_half() {
    bites(&["MC-MOVE-21"], || {
        // 11 inches: half is 5. Of riflemen at (10..22, 28) all are within 12 of the line, of others those within range.
        assert_eq!(fires(loose(Troops::Riflemen), &[3, 3, 3], (12, 28)), Some(7), "half of 14, rounded up");
        assert_eq!(fires(loose(Troops::Riflemen), &[3, 3, 3], (13, 27)), None, "6 inches are too many");
        assert!(fires(loose(Troops::Jaegers), &[3, 3, 3], (12, 28)).is_some());
        assert!(fires(loose(Troops::Indians), &[3, 3, 3], (12, 28)).is_some());
        // Specialists that the scenario names, in skirmish order too.
        let named = loose(Troops::Regulars).having(Traits::SKIRMISH).having(Traits::SPECIALIST_LIGHT);
        assert!(fires(named, &[3, 3, 3], (12, 28)).is_some());
        assert_eq!(
            fires(loose(Troops::Regulars).having(Traits::LIGHT), &[3, 3, 3], (12, 28)),
            None,
            "the type is no leave"
        );
        let implied = loose(Troops::Regulars).having(Traits::LIGHT).house("light_trait", "implied");
        assert!(fires(implied, &[3, 3, 3], (12, 28)).is_some());
        let line = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).having(Traits::SPECIALIST_LIGHT);
        assert_eq!(fires(line, &[3, 3], (11, 28)), None);
        assert_eq!(fires(loose(Troops::Militia), &[3, 3, 3], (12, 28)), None);
    });
    // An odd number of figures is halved upward.
    let odd = loose(Troops::Riflemen).lost(1);
    assert_eq!(fires(odd, &[3, 3, 3], (12, 28)), Some(7), "13 figures");
}

#[test]
fn whoever_else_moved_does_not_fire() {
    bites(&["MC-MOVE-22"], || {
        let line = || Fixture::plain().foot("B1", 8, (10, 29), "N", Shape::Line).having(Traits::SKIRMISH);
        let mut still = in_step_4(line(), &[]);
        still.give(Order::new(DONE));
        assert!(still.may(still.order(FIRE, "B1", "R1")));
        assert_eq!(fires(line(), &[1, 1], (10, 28)), None, "an inch is a move");
        assert_eq!(
            fires(line().house("move_and_fire", "all"), &[1, 1], (10, 28)),
            Some(24),
            "by the other reading all may"
        );
        // A free change of formation too.
        for to in [Shape::Skirmish, Shape::Open, Shape::Column] {
            let mut game = in_step_4(line(), &[]);
            let order = game.order(FORM, "B1", "");
            let pose = game.war.reach(&order).legal().map(|place| place.pose).find(|pose| shape_of(pose) == to);
            game.give(order.to(pose.expect("a change")));
            game.enter(FIRE_PHASE, Side::Blue);
            assert!(!game.may(game.order(FIRE, "B1", "R1")), "{to:?}");
        }
        // Mounting, and the riders' half move after it.
        let horse = Fixture::plain().unit("B1", Troops::Horse, 4, (13, 29), "N", Shape::Line);
        let mut game = in_step_4(horse, &[3, 3, 3, 3]);
        let pose = game.war.reach(&game.order(MOUNT, "B1", "")).legal().next().expect("room").pose;
        game.give(game.order(MOUNT, "B1", "").to(pose));
        game.give(game.order(STAY, "B1", ""));
        game.enter(FIRE_PHASE, Side::Blue);
        assert!(!game.may(game.order(FIRE, "B1", "R1")));
    });
}

#[test]
fn who_charged_does_not_fire() {
    let field = Fixture::plain().foot("B1", 8, (10, 29), "N", Shape::Line).marks(marks::MOVED);
    let game = field.foot("R1", 8, (13, 23), "S", Shape::Line).game(&[]);
    assert!(!game.may(game.order(FIRE, "B1", "R1")));
}

#[test]
fn who_throws_and_stays_has_not_moved() {
    let mut game = in_step_4(Fixture::plain().foot("B1", 8, (10, 29), "N", Shape::Line), &[3, 3]);
    game.give(game.order(MOVE, "B1", ""));
    game.give(game.order(STAY, "B1", ""));
    if game.asks() == "move" {
        game.give(Order::new(DONE));
    }
    assert!(game.may(game.order(FIRE, "B1", "R1")), "no inch was used");
}

/// What a unit may still fire from a pose at the enemy line, as a commander is told.
fn to_come(game: &Game<McNally>, pose: battle::Pose) -> f64 {
    game.war.estimates().fire_to_come(game.id("B1"), &pose, game.id("R1"))
}

#[test]
fn who_stays_has_its_fire_before_it_and_lights_half_of_it() {
    let fire = |game: &Game<McNally>| game.war.forecast(&game.order(FIRE, "B1", "R1")).effect.inflicted;
    // Riflemen throw 9 and 2: 11 inches, of which half are 5.
    let mut game = in_step_4(loose(Troops::Riflemen), &[3, 3, 3]);
    let here = game.pose("B1");
    let staying = to_come(&game, here);
    game.give(game.order(MOVE, "B1", ""));
    let (near, far) = (here.at(hex(12, 28)), here.at(hex(13, 27)));
    let [stays, goes, runs] = [here, near, far].map(|pose| to_come(&game, pose));
    assert!(goes > 0.0 && goes < stays && runs == 0.0, "{stays} {goes} {runs}");
    let mut other = in_step_4(loose(Troops::Riflemen), &[3, 3, 3]);
    other.give(other.order(MOVE, "B1", ""));
    for (mut game, place, told) in [(game, Some(near), goes), (other, None, stays)] {
        match place {
            Some(place) => game.give(game.order(PLACE, "B1", "").to(place)),
            None => game.give(game.order(STAY, "B1", "")),
        }
        game.give(Order::new(DONE));
        assert!((fire(&game) - told).abs() < 1e-12 && told > 0.0);
    }
    assert!((staying - stays).abs() < 1e-12);
    // A line that moves fires no more.
    let line = Fixture::plain().foot("B1", 8, (10, 26), "N", Shape::Line);
    let mut game = in_step_4(line, &[1, 1]);
    let here = game.pose("B1");
    game.give(game.order(MOVE, "B1", ""));
    assert!(to_come(&game, here) > 0.0);
    assert!(to_come(&game, here.at(hex(10, 25))).abs() < 1e-12);
}

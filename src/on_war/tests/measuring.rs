//! Nothing is measured before it is announced (OW-SCALE-2).

use battle::rule::bites;
use battle::{Estimates, Forecast, Order, Side, System};

use super::fixture::{Fixture, Game, pose};
use crate::Kind;
use crate::info::{CHARGES, MOVEMENT};

/// Blue's unit with Red's line so many inches before it, at the shooting.
fn apart(kind: Kind, formation: &str, inches: i16) -> Fixture {
    Fixture::open(30, 60)
        .unit("B1", kind, 7, &format!("15,55/N/{formation}"))
        .unit("B2", Kind::HeavyGuns, 2, "3,58/N/battery2")
        .unit("R1", Kind::Line, 7, &format!("15,{}/S/line7", 55 - inches))
}

fn foretold(game: &Game, text: &str) -> Forecast {
    game.war.forecast(&game.order(text))
}

#[test]
fn a_shot_that_is_not_announced_is_told_nothing_about() {
    bites(&["OW-SCALE-2"], || {
        for (kind, formation, order) in [
            (Kind::Line, "line7", "fire B1 >R1"),
            (Kind::LightGuns, "battery7", "fire B1 >R1"),
            (Kind::LightGuns, "battery7", "grape B1 >R1"),
        ] {
            let at = |inches| foretold(&apart(kind, formation, inches).game(&[]), order);
            assert_eq!(at(10), Forecast::default(), "{order}");
            assert_eq!(at(10), at(30), "{order} in range and out of it");
            let measured = apart(kind, formation, 10).house("premeasure", "on").game(&[]);
            assert!(!foretold(&measured, order).rolls.is_empty());
        }
        let shells = apart(Kind::Howitzers, "battery7", 30).game(&[]);
        assert_eq!(foretold(&shells, "shell B1 >15,25"), Forecast::default());
    });
}

#[test]
fn what_turns_out_too_far_is_accepted_and_wasted() {
    bites(&["OW-SCALE-2"], || {
        let mut grape = apart(Kind::LightGuns, "battery7", 14).game(&[]);
        grape.give("grape B1 >R1");
        assert!(grape.rolls().is_empty() && grape.war.own(grape.id("B1")).shot);
        // The middles do not see each other; an end of the line sees the target, near or far.
        let behind = |inches: i16| {
            let wood = ["14,50", "15,50", "16,50", "14,51", "15,51", "16,51", "13,50", "17,50"];
            apart(Kind::Line, "line7", inches).terrain(battle::Terrain::Woods, &wood).game(&[])
        };
        let legal = |game: &Game| game.war.check(&game.order("fire B1 >R1")).is_ok();
        assert_eq!((legal(&behind(12)), legal(&behind(30))), (true, true));
    });
}

#[test]
fn the_field_of_fire_has_no_end() {
    bites(&["OW-SCALE-2"], || {
        let farthest = |premeasure: &str| {
            let game = apart(Kind::Line, "line7", 30).house("premeasure", premeasure).game(&[]);
            let (unit, here) = (game.id("B1"), pose("15,55/N/line7"));
            let arc = game.war.fire_arc(unit, &here);
            arc.hexes.iter().map(|(hex, _)| here.anchor.distance(*hex)).max().unwrap_or(0)
        };
        assert_eq!((farthest("off"), farthest("on")), (55, 16), "to the edge of the map; to the range");
    });
}

#[test]
fn a_charge_is_told_about_when_it_is_announced() {
    bites(&["OW-SCALE-2"], || {
        let at = |gap: i16, premeasure: &str| {
            Fixture::open(30, 60)
                .house("premeasure", premeasure)
                .unit("B1", Kind::LightHorse, 7, &format!("15,{}/N/line7", 21 + gap))
                .unit("R1", Kind::Line, 7, "15,20/S/line7")
                .phase(CHARGES, Side::Blue)
                .game(&[])
        };
        let far = foretold(&at(30, "off"), "charge B1 >R1");
        assert_eq!(foretold(&at(8, "off"), "charge B1 >R1"), far, "near and far alike");
        assert_eq!((far.results, far.ends, far.effect), Default::default());
        assert!(!foretold(&at(8, "on"), "charge B1 >R1").results.is_empty());
        let mut announced = at(8, "off");
        announced.give("charge B1 >R1");
        assert!(foretold(&announced, "stand R1 >B1").effect.taken > 0.1, "the charged unit may know");
    });
}

#[test]
fn whoever_commands_judges_by_eye() {
    bites(&["OW-SCALE-2"], || {
        let judged = |inches: i16, premeasure: &str| {
            let game = apart(Kind::Line, "line7", inches).house("premeasure", premeasure).game(&[]);
            let order: Order = game.order("fire B1 >R1");
            game.war.judged(&order, &game.war.forecast(&order)).inflicted
        };
        assert!(judged(8, "off") > 0.3, "surely near enough");
        assert_eq!(judged(30, "off"), 0.0, "surely too far");
        let (within, beyond) = (judged(15, "off"), judged(18, "off"));
        assert!(within > beyond && beyond > 0.0, "it does not know the last inch: {within}, {beyond}");
        assert!((judged(10, "on") - judged(10, "off")).abs() < 0.15, "where it is sure it is right");
        let game = apart(Kind::Line, "line7", 10).game(&[]);
        assert!(!game.war.tells_distances());
    });
}

#[test]
fn refusals_give_no_distance_away() {
    let mut game = apart(Kind::Line, "line7", 30)
        .leader_at("BG", crate::Post::General, "15,20")
        .phase(MOVEMENT, Side::Blue)
        .game(&[]);
    let refusal = game.refused("attach BG >B1");
    assert_eq!(refusal.text, "BG does not come to B1 with the 12 inches he rides");
}

#[test]
fn a_charge_is_judged_by_the_way_it_would_take() {
    let judged = |friends: &[&str], gap: i16| {
        let mut field = Fixture::open(30, 60)
            .unit("B1", Kind::LightHorse, 5, &format!("15,{}/N/line5", 21 + gap))
            .unit("R1", Kind::LightGuns, 2, "15,20/S/battery2");
        for (number, place) in friends.iter().enumerate() {
            field = field.unit(&format!("B{}", number + 2), Kind::Line, 7, place);
        }
        let game = field.phase(CHARGES, Side::Blue).game(&[]);
        let order = game.order("charge B1 >R1");
        game.war.judged(&order, &game.war.forecast(&order))
    };
    let wall = ["8,24/N/line7", "15,24/N/line7", "22,24/N/line7"];
    assert!(judged(&[], 10).inflicted > 0.3, "nothing between");
    assert_eq!(judged(&wall, 10), battle::Effect::default(), "friends from edge to edge");
    let [sure, last, beyond, far] = [10, 18, 19, 21].map(|gap| judged(&[], gap).inflicted);
    assert!(sure > last && last > beyond && beyond > 0.0, "the last inch is not known: {sure}, {last}, {beyond}");
    assert_eq!(far, 0.0, "surely too far");
}

#[test]
fn a_declared_charge_calls_for_the_places_on_its_way_home() {
    let mut game = Fixture::open(40, 60)
        .unit("B1", Kind::LightHorse, 5, "15,38/N/line5")
        .unit("R1", Kind::Line, 5, "19,24/S/line5")
        .phase(CHARGES, Side::Blue)
        .game(&[6, 6, 6, 6]);
    let called_for = |game: &Game, verb: battle::Verb| {
        let stem = Order::new(verb).by(game.id("B1"));
        game.war.called_for(&stem).map(|pose| stem.to(pose))
    };
    assert_eq!(called_for(&game, crate::info::MOVE), None, "nothing is begun");
    game.give("charge B1 >R1");
    game.give("stand R1 >B1");
    assert_eq!(called_for(&game, crate::info::CHARGE_HOME), None, "it is too far for the leg alone");
    let way = called_for(&game, crate::info::MOVE).expect("it moves first");
    game.war.resolve(&way, &mut game.heard).expect("a place of the move");
    let home = called_for(&game, crate::info::CHARGE_HOME).expect("and rides home from there");
    game.war.resolve(&home, &mut game.heard).expect("a place of the leg");
    assert!(crate::measures::touches(&game.war, game.id("B1"), game.id("R1")));
}

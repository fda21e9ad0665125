//! Hidden units: found by coming near, found by search, surprise, hiding again.

use battle::rule::bites;
use battle::{Marks, Side, System, Terrain};

use super::fixture::{Fixture, Game};
use crate::info::{MOVEMENT, PLAYER_TURN_END, SHOOTING, SQUARES};
use crate::marks;
use crate::{Kind, Motivation, Skill};

/// A hidden line in a wood on rows 18 to 20; Blue comes from below.
fn wood() -> Fixture {
    Fixture::open(40, 40)
        .block(10..=30, 18..=20, Terrain::Woods)
        .unit("R1", Kind::Line, 5, "20,20/S/line5")
        .marks(marks::HIDDEN)
        .unit("B2", Kind::Line, 5, "5,35/N/line5")
        .unit("B1", Kind::Line, 5, "20,25/N/column2")
        .phase(MOVEMENT, Side::Blue)
}

fn row(game: &Game, label: &str) -> i16 {
    game.war.pose(game.id(label)).anchor.r
}

#[test]
fn a_mover_stumbles_upon_a_hidden_unit_and_is_surprised() {
    bites(&["OW-HIDDEN-1a", "OW-HIDDEN-4", "OW-HIDDEN-7", "OW-MORALE-10"], || {
        let mut steady = wood().game(&[4]);
        steady.give("move B1 20,19/N/column2");
        assert_eq!(row(&steady, "B1"), 21, "the move stops within an inch");
        assert!(!steady.marked("R1", marks::HIDDEN));
        let mut shaken = wood().game(&[3]);
        shaken.give("move B1 20,19/N/column2");
        assert_eq!(row(&shaken, "B1"), 27, "it falls back six inches");
        assert!(shaken.marked("B1", marks::FELL_BACK));
    });
}

#[test]
fn orders_do_not_tell_of_hidden_units() {
    bites(&["OW-HIDDEN-1a"], || {
        let (with, without) = (wood().game(&[]), wood().marks(Marks::empty()).game(&[]));
        let gone = without.war.field().without(&[without.id("R1")]);
        assert_eq!(gone.present().count(), 2);
        let stem = with.order("move B1");
        assert!(with.war.reach(&stem).allows(&super::fixture::pose("20,20/N/column2")), "right onto the hidden line");
    });
}

#[test]
fn searching_as_in_the_example() {
    bites(&["OW-HIDDEN-5a", "OW-HIDDEN-6", "OW-UNIT-5"], || {
        let searched = |skill, to: &str, dice: &[u8]| {
            let mut game = wood().temper(skill, Motivation::Confident).game(dice);
            game.give(&format!("move B1 {to}/N/column2"));
            if game.war.orders().contains(&game.order("search B1")) {
                game.give("search B1");
            }
            (!game.marked("R1", marks::HIDDEN), game.marked("R1", marks::FOUND), game.unread())
        };
        assert_eq!(searched(Skill::Veteran, "20,23", &[4, 4]), (true, true, 0), "8 at 3 inches");
        let mut found = wood().temper(Skill::Veteran, Motivation::Reluctant).game(&[4, 4, 1]);
        found.give("move B1 20,23/N/column2");
        found.give("search B1");
        assert_eq!((found.rolls().len(), found.unread()), (1, 1), "what is found by a search surprises nobody");
        assert_eq!(searched(Skill::Veteran, "20,23", &[4, 5]), (false, false, 0));
        assert_eq!(searched(Skill::Trained, "20,23", &[1, 1]), (false, false, 2), "no test at 3 inches");
        assert_eq!(searched(Skill::Trained, "20,22", &[4, 4]), (false, false, 0), "8 is more than 7");
        assert_eq!(searched(Skill::Trained, "20,22", &[4, 3]), (true, true, 0));
        assert_eq!(searched(Skill::Conscript, "20,22", &[3, 3]), (true, true, 0));
        assert_eq!(searched(Skill::Conscript, "20,22", &[4, 3]), (false, false, 0), "7 is more than 6");
        let mut motivated = wood().house("discovery_test", "d6_motivation").game(&[4]);
        motivated.give("move B1 20,22/N/column2");
        motivated.give("search B1");
        assert!(!motivated.marked("R1", marks::HIDDEN));
        assert_eq!(motivated.refused("search B1").clause, "OW-HIDDEN-5", "once a turn");
    });
}

#[test]
fn a_unit_that_leaves_its_wood_is_seen() {
    bites(&["OW-HIDDEN-4"], || {
        let mut game = Fixture::open(40, 40)
            .block(10..=30, 18..=20, Terrain::Woods)
            .unit("B1", Kind::Line, 5, "20,20/N/line5")
            .marks(marks::HIDDEN)
            .unit("R1", Kind::Line, 5, "20,5/S/line5")
            .phase(MOVEMENT, Side::Blue)
            .game(&[]);
        game.give("move B1 20,18/N/line5");
        assert!(game.marked("B1", marks::HIDDEN));
        game.war.state.units[0].moved = false;
        game.war.state.units[0].spent = 0;
        game.give("move B1 20,16/N/line5");
        assert!(!game.marked("B1", marks::HIDDEN));
    });
}

#[test]
fn quiet_units_hide_again() {
    bites(&["OW-HIDDEN-9b"], || {
        let hides = |ground: Terrain, shown: Marks, unit: &str, enemy: &str| {
            let mut game = Fixture::open(40, 40)
                .block(10..=30, 18..=22, ground)
                .block(0..=39, 8..=9, Terrain::Woods)
                .unit("B1", Kind::Line, 3, unit)
                .marks(shown)
                .unit("R1", Kind::Line, 3, enemy)
                .game(&[]);
            game.enter(PLAYER_TURN_END, Side::Blue);
            (game.marked("B1", marks::HIDDEN), game.marked("B1", marks::DISCLOSED))
        };
        let wood = |unit: &str, enemy: &str| hides(Terrain::Woods, marks::DISCLOSED, unit, enemy);
        assert_eq!(wood("20,20/N/line3", "20,12/S/line3"), (true, false));
        assert_eq!(wood("10,20/N/line3", "20,12/S/line3"), (false, false), "one stand is outside");
        assert_eq!(wood("20,20/N/line3", "20,17/S/line3"), (false, false), "an enemy is within 3 inches");
        assert_eq!(wood("20,20/N/line3", "20,16/S/line3"), (true, false), "at 4 none is");
        let found = hides(Terrain::Woods, marks::DISCLOSED | marks::FOUND, "20,20/N/line3", "20,16/S/line3");
        assert_eq!(found, (true, false), "though it was found");
        let crops = |enemy: &str| hides(Terrain::Crops, marks::DISCLOSED, "20,20/N/line3", enemy);
        assert_eq!(crops("20,12/S/line3"), (false, false), "an enemy sees it");
        assert_eq!(crops("20,5/S/line3"), (true, false), "a wood lies between");
    });
}

#[test]
fn a_complete_own_turn_without_a_shot_hides() {
    bites(&["OW-HIDDEN-9b"], || {
        let turns = |option: &str, shots: &[bool]| {
            let mut game = Fixture::open(40, 40)
                .house("rehide", option)
                .block(10..=30, 16..=22, Terrain::Woods)
                .unit("B1", Kind::Line, 3, "20,16/N/line3")
                .unit("R1", Kind::Line, 3, "20,6/S/line3")
                .game(&[1; 40]);
            let mut hidden = Vec::new();
            for shoots in shots {
                game.enter(SHOOTING, Side::Blue);
                if *shoots {
                    game.give("fire B1 >R1");
                }
                while (&game.war as &dyn System).to_decide() == Some(Side::Blue) {
                    game.give("done");
                }
                hidden.push((game.marked("B1", marks::HIDDEN), game.marked("B1", marks::DISCLOSED)));
                game.enter(SQUARES, Side::Blue);
            }
            hidden
        };
        let (shown, hidden) = ((false, true), (true, false));
        assert_eq!(turns("on", &[true, false]), [shown, hidden]);
        assert_eq!(
            turns("off", &[true, false]),
            [shown, (false, false)],
            "it may no longer be seen, and does not hide"
        );
    });
}

#[test]
fn who_forms_upon_a_hidden_enemy_stays_as_it_was() {
    bites(&["OW-HIDDEN-4"], || {
        let mut game = Fixture::open(24, 24)
            .terrain(battle::Terrain::Crops, &["15,10", "16,10", "17,10"])
            .unit("B1", Kind::Line, 6, "12,10/N/column2")
            .unit("R1", Kind::Light, 2, "15,10/S/line2")
            .marks(marks::HIDDEN)
            .phase(MOVEMENT, battle::Side::Blue)
            .game(&[6]);
        let stem = game.order("line B1 #1");
        let reach = game.war.reach(&stem);
        let onto = reach
            .legal()
            .map(|place| place.pose)
            .find(|pose| pose.stands(6).hexes().contains(&super::fixture::at("15,10")));
        let onto = onto.unwrap_or_else(|| panic!("the line is thought free by who does not know"));
        let before = game.pose("B1");
        game.give(&format!("line B1 {onto} #1"));
        assert_eq!(game.pose("B1"), before);
        assert!(!game.marked("R1", marks::HIDDEN), "found");
        game.war.field().audit().expect("nobody stands on anybody");
    });
}

#[test]
fn nobody_searches_where_only_his_own_side_could_hide() {
    bites(&["OW-HIDDEN-5c"], || {
        let searches = |friend: &str| {
            let mut game = Fixture::open(40, 40)
                .terrain(Terrain::Crops, &["20,20"])
                .unit("R1", Kind::Line, 1, "2,2/S/line1")
                .unit("B1", Kind::Line, 5, "20,25/N/column2")
                .unit("B2", Kind::Line, 1, friend)
                .phase(MOVEMENT, Side::Blue)
                .game(&[]);
            game.give("move B1 20,22/N/column2");
            game.war.check(&game.order("search B1")).is_ok()
        };
        assert_eq!([searches("30,20/N/line1"), searches("20,20/N/line1")], [true, false]);
    });
}

#[test]
fn every_hidden_unit_takes_a_roll_of_its_own() {
    bites(&["OW-HIDDEN-5a", "OW-HIDDEN-5b"], || {
        let mut game = Fixture::open(40, 40)
            .block(10..=30, 18..=20, Terrain::Woods)
            .unit("R1", Kind::Line, 5, "18,20/S/line5")
            .marks(marks::HIDDEN)
            .unit("R2", Kind::Line, 5, "23,20/S/line5")
            .marks(marks::HIDDEN)
            .unit("B1", Kind::Line, 5, "20,25/N/column2")
            .temper(Skill::Veteran, Motivation::Confident)
            .phase(MOVEMENT, Side::Blue)
            .game(&[4, 4, 4, 5]);
        game.give("move B1 20,23/N/column2");
        game.give("search B1");
        assert_eq!((game.marked("R1", marks::HIDDEN), game.marked("R2", marks::HIDDEN)), (false, true));
        assert_eq!((game.rolls().len(), game.unread()), (2, 0));
    });
}

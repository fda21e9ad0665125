//! Howitzers and fire into woods (OW-HOWITZER, OW-HIDDEN-8).

use battle::rule::bites;
use battle::{Event, Marks, System, Terrain};

use super::fixture::{Fixture, at};
use crate::Kind;
use crate::fire::howitzers;
use crate::info::{FIRE, FIRE_INTO_WOOD, GRAPE, SHELL};
use crate::marks;

fn howitzers() -> Fixture {
    let field = Fixture::open(40, 60).unit("B1", Kind::Howitzers, 2, "15,50/N/battery2");
    field.unit("R1", Kind::Line, 7, "15,30/S/line7")
}

#[test]
fn w_12_a_template_on_a_line() {
    bites(
        &["OW-HOWITZER-2", "OW-HOWITZER-3", "OW-HOWITZER-4", "OW-HOWITZER-5", "OW-HOWITZER-6a", "OW-HOWITZER-6b"],
        || {
            let mut game = howitzers().game(&[5, 3, 4, 2, 3, 5, 3]);
            let shells = howitzers::shell_volley(&game.war, game.id("B1"), game.id("R1"), &[at("15,30")]);
            let dice: Vec<_> =
                shells.iter().map(|(pool, hexes)| (pool.count(), pool.face(), hexes.as_slice())).collect();
            assert_eq!(dice, [(2, Some(5), &[at("15,30"); 2][..])]);
            game.give("shell B1 >15,30");
            game.give("aim B1 >15,30");
            let told: Vec<_> = game.rolls().into_iter().map(|(label, faces, need, _)| (label, faces, need)).collect();
            let expected = [
                ("shells", vec![5, 3], Some(5)),
                ("template", vec![4, 2], Some(4)),
                ("save", vec![3, 5], Some(4)),
                ("disoriented", vec![3], Some(4)),
            ];
            assert_eq!(told, expected, "the last in Red's next turn");
            assert_eq!(game.stands("R1"), 6);
            assert!(game.marked("R1", marks::DISORIENTED), "it stays disoriented");
        },
    );
}

#[test]
fn howitzers_have_no_grape_and_no_ball() {
    bites(&["OW-HOWITZER-1", "OW-HOWITZER-2"], || {
        let verbs = |field: Fixture| {
            let game = field.game(&[]);
            let mut verbs: Vec<_> = game.war.orders().iter().map(|order| order.verb).collect();
            verbs.dedup();
            verbs
        };
        let known = verbs(howitzers());
        assert!(known.contains(&SHELL) && !known.contains(&FIRE) && !known.contains(&GRAPE));
        let far = || Fixture::open(40, 60).unit("B1", Kind::Howitzers, 2, "15,50/N/battery2");
        assert!(verbs(far().unit("R1", Kind::Line, 7, "15,10/S/line7")).contains(&SHELL), "40 inches");
        assert!(!verbs(far().unit("R1", Kind::Line, 7, "15,9/S/line7")).contains(&SHELL), "41 inches");
        let mut two = howitzers().house("howitzer_rof", "2").game(&[1, 1, 1, 1]);
        for order in ["shell B1 >15,30", "aim B1 >14,30", "aim B1 >16,30", "aim B1 >12,30"] {
            two.give(order);
        }
        assert_eq!(two.rolls()[0].1.len(), 4);
        let mut moved = howitzers().marks(Marks::empty()).game(&[]);
        let battery = moved.id("B1");
        moved.umpire().mark(battery, marks::MOVED, true);
        assert_eq!(moved.refused("shell B1 >15,30").clause, "OW-SHOOT-3");
    });
}

#[test]
fn shells_name_stands_of_one_unit() {
    bites(&["OW-HOWITZER-3"], || {
        let field = howitzers().unit("R2", Kind::Line, 3, "22,30/S/line3");
        let mut game = field.game(&[6, 6, 1, 1, 1, 1]);
        let ends = ["12,30", "18,30"].map(at);
        let shells = howitzers::shell_volley(&game.war, game.id("B1"), game.id("R1"), &ends);
        let aimed: Vec<_> = shells.into_iter().flat_map(|(_, hexes)| hexes).collect();
        assert_eq!(aimed, ends, "each shell at the stand named for it");
        game.give("shell B1 >12,30");
        assert_eq!(game.refused("aim B1 >22,30").clause, "OW-HOWITZER-3");
        game.give("aim B1 >18,30");
        assert_eq!((game.stands("R1"), game.unread()), (5, 0), "both ends are lost");
    });
}

#[test]
fn others_under_the_template_suffer_too() {
    bites(&["OW-HOWITZER-5", "OW-HOWITZER-6a"], || {
        let field = howitzers().unit("R2", Kind::LightHorse, 3, "20,30/S/line3");
        let mut game = field.game(&[6, 1, 6, 1, 6, 1]);
        game.give("shell B1 >18,30");
        game.give("aim B1 >18,30");
        assert_eq!((game.stands("R1"), game.stands("R2")), (7, 2));
        let (unit, marks) = (game.id("R2"), marks::DISORIENTED);
        assert!(game.heard.events.contains(&Event::Marked { unit, marks, on: true, cause: "" }));
        // On 4 each of the two beside the middle is wounded, on 3 neither; all save.
        let wounds = |face: u8| {
            let mut game = howitzers().game(&[6, 1, face, face, 6, 6, 6]);
            game.give("shell B1 >15,30");
            game.give("aim B1 >15,30");
            let saves = game.rolls().into_iter().find(|roll| roll.0 == "save");
            saves.map(|roll| roll.1.len())
        };
        assert_eq!([wounds(4), wounds(3)], [Some(3), Some(1)]);
        let mut unsaved = howitzers().house("howitzer_wound_save", "off").game(&[6, 1, 1, 1]);
        unsaved.give("shell B1 >15,30");
        unsaved.give("aim B1 >15,30");
        assert_eq!((unsaved.stands("R1"), unsaved.unread()), (6, 0), "no save");
    });
}

#[test]
fn a_garrison_has_its_walls_against_shells() {
    bites(&["OW-BUILD-5"], || {
        let field = Fixture::open(40, 60).block(14..=16, 29..=31, Terrain::StoneBuilding);
        let field = field.unit("B1", Kind::Howitzers, 1, "15,50/N/battery1");
        let mut game = field.unit("R1", Kind::Line, 1, "15,31/S/garrison1").leaderless().game(&[6, 1, 2]);
        game.give("shell B1 >15,31");
        let labels: Vec<_> = game.rolls().iter().map(|roll| roll.0).take(3).collect();
        assert_eq!(labels, ["shells", "save", "firepower"]);
        assert_eq!(game.stands("R1"), 1, "3+ after the failed save");
    });
}

#[test]
fn shelling_a_wood_hurts_who_hides_in_it() {
    bites(&["OW-HIDDEN-8"], || {
        let field = |red: &str| {
            let field = Fixture::open(40, 60).block(10..=20, 26..=30, Terrain::Woods);
            let field = field.unit("B1", Kind::HeavyGuns, 2, "15,50/N/battery2");
            field.unit("R1", Kind::Line, 3, red).leaderless().marks(marks::HIDDEN)
        };
        let mut game = field("15,29/S/line3").game(&[5, 6, 1, 1, 1, 1, 1, 1, 1, 6]);
        let listed: Vec<_> = game.war.orders().into_iter().filter(|order| order.verb == FIRE_INTO_WOOD).collect();
        assert!(!listed.is_empty() && listed.iter().all(|order| game.war.forecast(order).effect.inflicted == 0.0));
        game.give("rake B1 >15,30");
        assert_eq!(
            game.rolls()[0],
            ("fire into the wood", vec![5, 6, 1, 1, 1, 1, 1, 1], Some(6), 1),
            "soft cover, over 16"
        );
        assert_eq!(game.stands("R1"), 2);
        assert!(game.marked("R1", marks::HIDDEN), "nothing but the losses is told");
        let mut empty = field("15,28/S/line3").game(&[6, 6, 6, 6, 6, 6, 6, 6]);
        empty.give("rake B1 >15,30");
        assert_eq!((empty.stands("R1"), empty.rolls().len()), (3, 1), "nobody within one hex");
        let hurt = game.heard.events.iter().any(|event| matches!(event, Event::Strength { clause: "OW-HIT-4", .. }));
        assert!(hurt);
    });
}

#[test]
fn only_the_edge_of_a_wood_is_fired_into() {
    let field = Fixture::open(40, 60).block(10..=20, 26..=30, Terrain::Woods);
    let field = field.unit("B1", Kind::HeavyGuns, 2, "15,50/N/battery2").unit("R1", Kind::Line, 3, "15,20/S/line3");
    let mut game = field.game(&[]);
    assert!(game.war.check(&game.order("rake B1 >15,30")).is_ok());
    assert_eq!(game.refused("rake B1 >15,34").clause, "OW-HIDDEN-8", "an open field");
    assert_eq!(game.refused("rake B1 >15,28").clause, "OW-HIDDEN-8", "the depth of the wood");
}

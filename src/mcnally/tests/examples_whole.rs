//! The rules page's worked examples of whole charges, melees, routs and endings (section 18), with every die.

use battle::rule::bites;
use battle::{Departure, Order, Rank, Side, System as _};

use super::fixture::{Fixture, named};
use super::steps::{Played, answer, charge, contacts, figures, fought, leg, met, ride};
use crate::charge::defence;
use crate::fire::aim::{Manner, shot};
use crate::info::{DONE, EVADE, MORALE, TEST, VOLLEY};
use crate::melee::fighters::{Round, groups, modifiers};
use crate::melee::round;
use crate::profile::Troops;
use crate::space::{Aspect, Shape};
use crate::{ending, losses, marks};

const FRONT: [(&str, &str, Aspect); 1] = [("B1", "R1", Aspect::Front)];

/// The first round of the only melee.
fn first_round(game: &mut Played) {
    let units = groups(&game.war)[0].clone();
    round(&mut game.umpire(), &units, Round::First, &mut [0, 0]);
}

#[test]
fn example_16_melee_dice() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let field = field.unit("R1", Troops::Militia, 8, (11, 29), "S", Shape::Open).class(4);
    let mut game = met(field, &[4, 7], &FRONT);
    first_round(&mut game);
    assert_eq!([figures(&game, "B1"), figures(&game, "R1")], [23, 22]);
}

#[test]
fn example_17_winner_and_draw() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).foot("R1", 8, (11, 29), "S", Shape::Open);
    // 2 : 3 in both rounds.
    let mut won = met(field.clone(), &[7, 4, 2, 4, 3, 3, 3, 7], &FRONT);
    fought(&mut won);
    assert_eq!([figures(&won, "B1"), figures(&won, "R1")], [22, 21]);
    assert!(won.marked("R1", marks::ROUTING) && !won.marked("B1", marks::ROUTING) && won.pose("B1").anchor.r == 30);
    won.all_fell();
    // 2 : 2, and all pass.
    let mut drawn = met(field, &[7, 4, 1, 4, 7, 7, 3, 4, 4], &FRONT);
    fought(&mut drawn);
    assert_eq!([figures(&drawn, "B1"), figures(&drawn, "R1")], [22, 22]);
    assert!(drawn.marked("B1", marks::SPENT) && drawn.pose("B1").anchor.r == 41);
    drawn.all_fell();
}

#[test]
fn example_18_a_defender_fails_by_one() {
    let stands = |class: i16, test: u8| {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
        let field = field.foot("B9", 8, (35, 40), "N", Shape::Line);
        let field = field.foot("R1", 7, (14, 21), "S", Shape::Open).class(class);
        let mut game = charge(field, &[8, 3, 3, test, 8, 8], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        if game.asks() == "react" {
            answer(&mut game, VOLLEY, "R1");
        }
        leg(&mut game, "B1", (14, 22));
        (figures(&game, "B1"), contacts(&game).len())
    };
    // 10 figures: 8 and 2 are 10, row 10 of 10-12: 2. Eleven would have done the same; 21 would have cost 5.
    assert_eq!(stands(3, 8), (22, 1));
    assert_eq!(stands(4, 7), (24, 1));
}

/// Class 2 charges rifles 8 inches off that a unit supports.
fn screened() -> Fixture {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line);
    let field = field.unit("R1", Troops::Riflemen, 6, (14, 22), "S", Shape::Skirmish).class(4);
    field.foot("R3", 1, (21, 22), "S", Shape::Open)
}

#[test]
fn example_25_through_a_screen() {
    bites(&["MC-CHARGE-14"], || {
        let field = screened().foot("R2", 8, (16, 18), "S", Shape::Line).foot("R4", 8, (17, 14), "S", Shape::Line);
        let mut game = charge(field, &[8, 4, 4, 6, 3, 3, 4, 9, 5, 8], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 24));
        assert_eq!(game.results("standing"), [0]);
        answer(&mut game, EVADE, "R1");
        assert!(game.marked("R1", marks::PANIC) && game.pose("R1").anchor.r == 10);
        leg(&mut game, "B1", (15, 20));
        assert_eq!(game.results("standing"), [0, -1]);
        answer(&mut game, VOLLEY, "R2");
        assert_eq!(figures(&game, "B1"), 23);
        leg(&mut game, "B1", (15, 19));
        assert_eq!(contacts(&game), [(String::from("B1"), String::from("R2"))]);
        assert!(!game.marked("B1", marks::PANIC), "the rifles evaded");
        let (line, all) = (game.id("R2"), game.war.state.own.contacts.clone());
        assert!(named(&modifiers(&game.war, line, &all, Round::First)).contains(&("shaken", -1)));
        game.all_fell();
    });
}

#[test]
fn example_26_caught() {
    bites(&["MC-SKIRM-4", "MC-SKIRM-6"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
        let field = field.foot("B9", 8, (35, 40), "N", Shape::Line);
        let field = field.unit("R1", Troops::Riflemen, 6, (14, 22), "S", Shape::Skirmish).class(4);
        let field = field.state(|own| own.moved = true).foot("R3", 1, (21, 22), "S", Shape::Open);
        let mut game = charge(field, &[8, 4, 4, 6, 2, 2, 3], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 24));
        answer(&mut game, EVADE, "R1");
        assert_eq!(game.pose("R1").anchor.r, 18, "9 and half of it: 4");
        if game.asks() == "close" {
            let stem = game.war.stems()[0];
            let to = game.war.reach(&stem).legal().next().expect("contact").pose;
            game.give(stem.to(to));
        }
        assert_eq!((contacts(&game).len(), game.faces("fire").len()), (1, 0));
        game.all_fell();
    });
}

#[test]
fn example_30_panic_one_marker() {
    let unit = |label: &str, face: &str, at| {
        let field = Fixture::plain().foot(label, 8, at, face, Shape::Open).lost(3).marks(marks::PANIC);
        let (q, r) = at;
        let beside = if face == "N" { (q, r + 3) } else { (q, r - 3) };
        field.foot(&format!("{}2", &label[..1]), 2, beside, face, Shape::Open)
    };
    let field = unit("B1", "N", (10, 30)).foot("B9", 8, (35, 40), "N", Shape::Line);
    let field = field.foot("R1", 8, (13, 24), "S", Shape::Line).phase(MORALE, Side::Blue);
    let mut game = field.game(&[9]);
    game.give(game.order(TEST, "B1", ""));
    assert!(game.marked("B1", marks::HELD) && game.marked("B1", marks::PANIC));
    let own = shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).map(|shot| shot.figures);
    assert_eq!(own, Some(11));
    let field = unit("R1", "S", (14, 24)).foot("B1", 8, (12, 26), "N", Shape::Line);
    let game = field.game(&[]);
    let (charged, by) = (game.id("R1"), game.id("B1"));
    let test = defence::test(&game.war, charged, by, Aspect::Front);
    assert_eq!(test.modifiers().iter().map(|modifier| modifier.value).sum::<i16>(), 0, "support and marker");
    assert_eq!((test.outcome().at_least(0) * 10.0).round(), 7.0, "passes on 7");
    let ragged = shot(&game.war, charged, by, Manner::Ragged).map(|shot| shot.figures);
    assert_eq!(ragged, Some(10));
}

#[test]
fn example_31_rout_and_rally() {
    bites(&["MC-SEQ-11", "MC-MOVE-24", "MC-PANIC-9", "MC-PANIC-15"], || {
        let field = Fixture::plain().unit("B1", Troops::Militia, 8, (10, 30), "N", Shape::Open).class(4).lost(7);
        let field = field.marks(marks::PANIC).foot("B2", 12, (9, 34), "N", Shape::Open).class(3);
        let field = field.foot("B3", 8, (22, 30), "N", Shape::Line).class(4);
        let field = field.foot("B4", 8, (-2, 30), "N", Shape::Line).class(2);
        let field = field.foot("R1", 8, (14, 20), "S", Shape::Line).phase(MORALE, Side::Blue);
        let mut game = field.game(&[7, 5, 5, 3, 3]);
        game.give(game.order(TEST, "B1", ""));
        assert!(game.marked("B1", marks::ROUTING) && game.marked("B3", marks::PANIC));
        assert!(!game.marked("B2", marks::PANIC) && !game.marked("B4", marks::PANIC));
        game.give(game.order(TEST, "B3", ""));
        while game.results("rout").is_empty() {
            assert_eq!(
                (game.pose("B1").anchor.r, shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own)),
                (30, None)
            );
            game.give(Order::new(DONE));
        }
        assert_eq!((game.results("rout"), game.pose("B1").anchor.r), (vec![14], 35), "behind the line");
        assert!(game.marked("B2", marks::PANIC), "they ran over it");
    });
}

#[test]
fn example_31_a_rally_behind_a_line() {
    let field = Fixture::plain().unit("B1", Troops::Militia, 8, (10, 37), "N", Shape::Open).class(4).lost(7);
    let field = field.marks(marks::ROUTING | marks::PANIC).foot("B2", 12, (12, 34), "N", Shape::Line);
    let field = field.foot("R1", 8, (14, 20), "S", Shape::Line).phase(MORALE, Side::Blue);
    let rallied = |face: u8| {
        let mut game = field.clone().game(&[face]);
        game.give(game.order(TEST, "B1", ""));
        game.marked("B1", marks::REFORMING)
    };
    assert_eq!([5, 6].map(rallied), [true, false], "losses +1, routing +1, support -1: 5 is 6");
}

#[test]
fn example_32_a_general_killed_in_a_charge() {
    bites(&["MC-PANIC-10", "MC-GENERAL-3"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2).chief("BG", Rank::Brigade);
        let field = field.foot("B2", 8, (9, 25), "N", Shape::Column).foot("R1", 8, (14, 21), "S", Shape::Open);
        let field = field.foot("R2", 8, (15, 18), "S", Shape::Line);
        let mut game = charge(field, &[10, 3, 3, 8, 8, 1, 5, 5, 6, 8], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        answer(&mut game, VOLLEY, "R1");
        assert_eq!((figures(&game, "B1"), game.war.state.leaders[0].dead), (19, true));
        assert_eq!(game.results("closing"), [0], "support -1, that marker +1: 8 is 8");
        assert!(!game.marked("B1", marks::PANIC) && game.marked("B2", marks::PANIC));
        game.all_fell();
    });
}

#[test]
fn example_37_guns_charged() {
    bites(&["MC-ART-7"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
        let field = field.foot("B9", 8, (35, 40), "N", Shape::Line);
        let field = field.unit("R1", Troops::Guns, 2, (14, 21), "S", Shape::Battery);
        let mut game = charge(field, &[8, 3, 3, 7, 7, 3, 8], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        answer(&mut game, VOLLEY, "R1");
        assert_eq!((figures(&game, "B1"), game.results("fire")), (21, vec![2, 1]));
        game.all_fell();
    });
}

#[test]
fn example_38_a_warband_fights() {
    let field = Fixture::plain().unit("B1", Troops::Indians, 6, (10, 30), "N", Shape::Skirmish);
    let field = field.unit("R1", Troops::Militia, 8, (12, 29), "S", Shape::Open).class(4);
    let mut game = met(field, &[6, 5], &FRONT);
    first_round(&mut game);
    assert_eq!([figures(&game, "B1"), figures(&game, "R1")], [11, 22]);
    game.all_fell();
}

#[test]
fn example_40_the_end() {
    let lost = |fewer: i16| {
        let unit = |field: Fixture, label: &str, stands, q, r, lost| {
            field.foot(label, stands, (q, r), "S", Shape::Line).lost(lost)
        };
        let field = Fixture::plain().foot("B1", 8, (10, 50), "N", Shape::Line);
        let field = unit(field, "R1", 8, 5, 10, 5).marks(marks::ROUTING);
        let field = unit(field, "R2", 8, 15, 10, 9).marks(marks::ROUTING);
        let field = unit(field, "R3", 8, 25, 10, 6);
        let field = unit(field, "R4", 8, 35, 10, 18 - fewer);
        let field = unit(unit(field, "R5", 8, 5, 20, 0), "R6", 8, 15, 20, 0);
        let mut game = unit(unit(field, "R7", 8, 25, 20, 0), "R8", 4, 35, 20, 0).game(&[]);
        let off = game.id("R3");
        losses::remove(&mut game.umpire(), off, Departure::Routed, "MC-MOVE-25");
        assert_eq!(ending::losses(&game.war, Side::Red), (180, i32::from(90 - fewer)));
        ending::look(&mut game.umpire());
        game.war.ended().and_then(|outcome| outcome.winner)
    };
    bites(&["MC-SEQ-12"], || assert_eq!(lost(0), Some(Side::Blue)));
    assert_eq!(lost(1), None);
}

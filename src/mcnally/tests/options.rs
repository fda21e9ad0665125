//! Proofs of the named options (MC-OPT): the list, and each other reading that no chapter proves.

use battle::rule::bites;
use battle::{Order, Side};

use super::fixture::Fixture;
use super::steps::{Played, answer, charge, contacts, duel, figures, fought, leg, met, rest, ride, straight};
use crate::fire::is_able;
use crate::info::{CHARGE, DECLARE, DONE, HOLD, VOLLEY};
use crate::morale::rout;
use crate::options::OPTIONS;
use crate::space::{Aspect, Shape};
use crate::state::Contact;
use crate::{marks, morale};

/// The page's table: option, default, other values, clause.
const TABLE: [(&str, &[&str], &str); 30] = [
    ("morale_numbers", &["9_8_7_6_5", "8_7_6_5_4"], "MC-MORALE-2"),
    ("eligible_figures", &["unit", "file"], "MC-HEX-3"),
    ("higher_card", &["spent", "acts_again"], "MC-SEQ-4"),
    ("test_order", &["before_own_move", "at_declaration"], "MC-SEQ-10"),
    ("rout_moves", &["step_6", "at_once"], "MC-SEQ-11"),
    ("limbered_costs", &["none", "terrain"], "MC-MOVE-2"),
    ("dense_woods", &["half", "closed"], "MC-MOVE-13"),
    ("fallback_costs", &["guidelines", "none"], "MC-MOVE-18"),
    ("fallback_stop_fail", &["falls_back_on", "normal"], "MC-MOVE-19"),
    ("move_and_fire", &["lights", "all"], "MC-MOVE-22"),
    ("rout_stop", &["haven", "full"], "MC-MOVE-25"),
    ("cavalry_line_column", &["free", "change"], "MC-FORM-3"),
    ("charge_reach", &["maximum", "mean"], "MC-CHARGE-3"),
    ("repulse_distance", &["paid", "full"], "MC-CHARGE-5"),
    ("defender_test", &["at_2", "before_approach"], "MC-CHARGE-8"),
    ("second_test_fail", &["by_margin", "rout", "fall_back"], "MC-CHARGE-13"),
    ("undeclared_react", &["on", "off"], "MC-CHARGE-14"),
    ("routed_target", &["panic", "no_panic"], "MC-CHARGE-15"),
    ("volley_limit", &["each_charger", "one_per_card"], "MC-CHARGE-17"),
    ("evade_is_move", &["on", "off"], "MC-SKIRM-4"),
    ("mounted_carbines", &["full", "half"], "MC-FIRE-12"),
    ("overhead_fire", &["off", "on"], "MC-ART-5"),
    ("second_round", &["all_figures", "contact"], "MC-MELEE-8"),
    ("melee_losses", &["melee", "whole_charge"], "MC-MELEE-10"),
    ("panic_tests", &["next_step_1", "at_once"], "MC-PANIC-2"),
    ("close_order_defies_indians", &["off", "on"], "MC-MORALE-4"),
    ("routing_failed_by_1", &["routs_on", "held"], "MC-MORALE-12"),
    ("loyalist_militia", &["own", "as_american"], "MC-SPECIAL-3"),
    ("german_column", &["on", "off"], "MC-SPECIAL-6"),
    ("light_trait", &["none", "implied"], "MC-SPECIAL-11"),
];

#[test]
fn every_option_of_the_page_is_there_with_its_default() {
    for (key, values, clause) in TABLE {
        let option = OPTIONS.iter().find(|option| option.key == key).unwrap_or_else(|| panic!("no option {key}"));
        assert_eq!((option.default, option.clause), (values[0], clause), "{key}");
        let mut all = vec![String::from(option.default)];
        for _ in 1..values.len() {
            all.push(option.values.next(&all[all.len() - 1]));
        }
        for value in values {
            assert!(all.iter().any(|known| known == value), "{key}={value}: {all:?}");
        }
    }
    let cards = ["division_cards", "army_cards"];
    let known = |key: &str| cards.contains(&key) || TABLE.iter().any(|(name, ..)| *name == key);
    assert!(OPTIONS.iter().all(|option| known(option.key)));
}

#[test]
fn house_rules_lower_the_morale_numbers() {
    bites(&["MC-MORALE-2", "MC-OPT-1"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let game = field.house("morale_numbers", "8_7_6_5_4").game(&[]);
        assert_eq!([1, 2, 3, 4, 5].map(|class| morale::number(&game.war, class)), [8, 7, 6, 5, 4]);
    });
}

#[test]
fn charges_tested_at_their_declaration() {
    let declared = |value: &str, face: u8| {
        let mut game = duel().house("test_order", value).phase(DECLARE, Side::Blue).game(&[face, 3, 3]);
        game.give(game.order(CHARGE, "B1", "R1"));
        straight(&mut game);
        (game.faces("charging").len(), game.marked("B1", marks::SPENT))
    };
    assert_eq!([declared("before_own_move", 8), declared("at_declaration", 8)], [(0, false), (1, false)]);
    assert_eq!(declared("at_declaration", 9), (1, true));
}

#[test]
fn defenders_tested_before_the_approach() {
    let tested = |value: &str| {
        let mut game = charge(duel().house("defender_test", value), &[8, 3, 3, 8], &[("B1", "R1")]);
        ride(&mut game, "B1");
        let before = game.faces("standing").len();
        leg(&mut game, "B1", (13, 23));
        (before, game.faces("standing").len())
    };
    assert_eq!([tested("at_2"), tested("before_approach")], [(0, 1), (1, 1)]);
}

#[test]
fn second_tests_by_three_readings() {
    let failed = |value: &str, face: u8| {
        let dice = [8, 3, 3, 7, 6, face, 3, 4, 3];
        let mut game = charge(duel().house("second_test_fail", value), &dice, &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        answer(&mut game, VOLLEY, "R1");
        game.marked("B1", marks::ROUTING)
    };
    assert_eq!([failed("by_margin", 9), failed("by_margin", 10)], [false, true]);
    assert_eq!([failed("rout", 9), failed("rout", 10)], [true, true]);
    assert_eq!([failed("fall_back", 9), failed("fall_back", 10)], [false, false]);
}

#[test]
fn a_target_that_routed_may_be_an_excuse() {
    let marked = |value: &str| {
        let mut game = charge(duel().house("routed_target", value), &[8, 3, 3, 9, 3, 3, 3], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        rest(&mut game, "B1");
        game.marked("B1", marks::PANIC)
    };
    assert_eq!([marked("panic"), marked("no_panic")], [true, false]);
}

#[test]
fn everybody_may_move_and_fire() {
    let fires = |value: &str| {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).marks(marks::MOVED);
        let game = field.house("move_and_fire", value).game(&[]);
        is_able(&game.war, game.id("B1"))
    };
    assert_eq!([fires("lights"), fires("all")], [false, true]);
}

#[test]
fn routs_to_the_first_haven_or_all_the_way() {
    let ran = |value: &str| {
        let woods: Vec<(i16, i16)> = (0..40).map(|q| (q, 20)).collect();
        let field = Fixture::plain().terrain(battle::Terrain::Woods, &woods).house("rout_stop", value);
        let field = field.foot("B1", 8, (14, 30), "N", Shape::Line).foot("R1", 4, (15, 27), "S", Shape::Line);
        let mut game = field.game(&[3, 3, 3]);
        let unit = game.id("R1");
        rout::breaks(&mut game.umpire(), unit, rout::When::Now);
        game.pose("R1").anchor.r
    };
    assert_eq!([ran("haven"), ran("full")], [20, 15]);
}

/// A melee after a charge in which blue had lost two figures to a volley.
fn after_a_volley(key: &str, value: &str, dice: &[u8]) -> Played {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).lost(2).house(key, value);
    let field = field.state(|own| own.charge_losses = 2).foot("R1", 8, (11, 29), "S", Shape::Open);
    let mut game = met(field, dice, &[("B1", "R1", Aspect::Front)]);
    fought(&mut game);
    game
}

#[test]
fn losses_of_the_melee_or_of_the_whole_charge() {
    // Blue loses 1 and red 2 in the melee; the volley's 2 make blue lose more.
    let melee = after_a_volley("melee_losses", "melee", &[7, 4, 1, 1, 3, 3, 3, 1]);
    assert!(melee.marked("R1", marks::ROUTING) && !melee.marked("B1", marks::ROUTING));
    let whole = after_a_volley("melee_losses", "whole_charge", &[7, 4, 1, 1, 3, 3, 3, 1]);
    assert!(!whole.marked("R1", marks::ROUTING) && whole.marked("B1", marks::ROUTING));
}

#[test]
fn by_the_average_throw_open_order_reaches_twelve_inches() {
    // MC-CHARGE-3, MC-MOVE-4, 23: the mean of 2d6+2 is 9, and 3 more; 12 steps touch who stands 13 inches off.
    let may = |option: &str, r: i16| {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Open).house("charge_reach", option);
        let field = field.foot("R1", 8, (10 + (30 - r) / 2, r), "S", Shape::Open).phase(DECLARE, Side::Blue);
        let game = field.game(&[]);
        game.may(game.order(CHARGE, "B1", "R1"))
    };
    assert_eq!([17, 16, 12, 11].map(|r| may("mean", r)), [true, false, false, false]);
    assert_eq!([17, 16, 12, 11].map(|r| may("maximum", r)), [true, true, true, false], "14 and 3 are 17");
}

#[test]
fn a_volley_counts_in_the_whole_charge() {
    // MC-MELEE-10: the volley's 6 and 2 cost blue 3; in the melee red loses 2 and 1, blue 1.
    let loser = |value: &str| {
        let dice = [8, 3, 3, 7, 6, 8, 7, 4, 1, 1, 3, 3, 3, 1];
        let mut game = charge(duel().house("melee_losses", value), &dice, &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        answer(&mut game, VOLLEY, "R1");
        assert_eq!(figures(&game, "B1"), 21);
        leg(&mut game, "B1", (13, 22));
        fought(&mut game);
        assert_eq!(["B1", "R1"].map(|unit| figures(&game, unit)), [20, 21], "{:?}", game.rolls());
        ["B1", "R1"].map(|unit| game.marked(unit, marks::ROUTING))
    };
    assert_eq!([loser("melee"), loser("whole_charge")], [[false, true], [true, false]]);
}

#[test]
fn the_whole_charge_is_no_longer_than_its_card() {
    // MC-MELEE-10: what an earlier card's fire cost the charged unit is no loss of this charge. 1 and 1 lost: nobody routs.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).house("melee_losses", "whole_charge");
    let mut game = met(field.foot("R1", 8, (11, 29), "S", Shape::Open), &[2, 4, 1, 1, 1, 1, 3, 3, 3], &[]);
    let charged = game.id("R1");
    crate::losses::lose(&mut game.umpire(), charged, 4, "fire", "MC-FIRE-1");
    crate::sequence::end_card(&mut game.umpire());
    game.war.state.own.card = Some(0);
    let contact = Contact { by: game.id("B1"), on: charged, aspect: Aspect::Front };
    game.war.state.own.contacts.push(contact);
    fought(&mut game);
    assert_eq!(["B1", "R1"].map(|unit| figures(&game, unit)), [23, 19]);
    assert!(!game.marked("R1", marks::ROUTING) && !game.marked("B1", marks::ROUTING));
}

#[test]
fn the_second_round_of_all_figures_or_of_those_in_contact() {
    // Second round: 22 at +1 and 10: row 11 of 22-24, 6. 12 in contact: row 11 of 10-12, 3. Red throws 1s.
    bites(&["MC-MELEE-8"], || {
        let all = after_a_volley("second_round", "all_figures", &[1, 1, 10, 1, 3, 3, 3]);
        assert_eq!(figures(&all, "R1"), 18);
    });
    let contact = after_a_volley("second_round", "contact", &[1, 1, 10, 1, 3, 3, 3]);
    assert_eq!(figures(&contact, "R1"), 21);
}

#[test]
fn who_was_no_target_need_not_react() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2).house("undeclared_react", "off");
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 4, (12, 21), "S", Shape::Open);
    let mut game = charge(field.foot("R2", 2, (19, 21), "S", Shape::Open), &[8, 3, 3, 7], &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (13, 23));
    answer(&mut game, HOLD, "R1");
    leg(&mut game, "B1", (13, 22));
    assert_eq!(contacts(&game), [(String::from("B1"), String::from("R1"))]);
    if game.asks() == "move" {
        game.give(Order::new(DONE));
    }
}

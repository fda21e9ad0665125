//! Rally (SN-RALLY).

use battle::Side;
use battle::rule::bites;

use super::fixture::{Fixture, Game};
use crate::info::ORDERS;
use crate::orders::Mandate::{Defend, Rally, Withdraw};
use crate::profile::Kind;
use crate::space::Shape::{Column, Line};
use crate::tables::{BOLD, DISRUPTED, FIRM, NERVOUS, PANIC};

/// Conscripts under rally, the enemy so many inches from them.
fn resting(status: i16, far: i16) -> Fixture {
    let unit = Fixture::plain().foot("B1", (20, 20 + far), "N", Line).quality(1).status(status);
    unit.unit("R1", Kind::Infantry, 1, (20, 20), "S", Column).ordered(Side::Blue, Rally)
}

fn rallied(field: Fixture, dice: &[u8]) -> Game {
    let mut game = field.house("supply", "off").game(dice);
    game.close_turn();
    game.all_fell();
    game
}

/// Example 25.
#[test]
fn a_passed_roll_lifts_a_unit_by_one() {
    bites(&["SN-RALLY-1", "SN-RALLY-2"], || {
        let up = rallied(resting(DISRUPTED, 20), &[7]);
        assert_eq!((up.status("B1"), up.stands("B1"), up.shape("B1")), (NERVOUS, vec![(20, 40), (21, 40)], Line));
        assert_eq!(rallied(resting(DISRUPTED, 20), &[6]).status("B1"), DISRUPTED);
        assert_eq!(rallied(resting(PANIC, 20), &[7]).status("B1"), PANIC, "7 - 1");
        assert_eq!(rallied(resting(PANIC, 20), &[8]).status("B1"), DISRUPTED);
        assert_eq!(rallied(resting(FIRM, 20), &[7]).status("B1"), BOLD);
        assert_eq!(rallied(resting(BOLD, 20), &[7]).status("B1"), BOLD, "BOLD is the top");
    });
    bites(&["SN-RALLY-1", "SN-LEADER-4"], || {
        let led = |rating: i16, die: u8| {
            let unit = Fixture::plain().foot("B1", (20, 40), "N", Line).quality(1).status(DISRUPTED).led(rating);
            rallied(unit.foot("R1", (20, 10), "S", Column).ordered(Side::Blue, Rally), &[die]).status("B1")
        };
        assert_eq!((led(2, 5), led(2, 4)), (NERVOUS, DISRUPTED), "a Charismatic leader helps by 2");
    });
}

/// Example 25, the order.
#[test]
fn who_is_pressed_rolls_nothing() {
    let day = |far: i16, dice: &[u8]| {
        let mut game = resting(DISRUPTED, far).phase(ORDERS, Side::Blue).house("supply", "off").game(dice);
        game.done();
        game.close_turn();
        game.all_fell();
        game
    };
    bites(&["SN-RALLY-1", "SN-ORD-13"], || {
        let pressed = day(11, &[]);
        assert_eq!((pressed.faces("rally").len(), pressed.status("B1")), (0, DISRUPTED));
        assert_eq!(day(12, &[7]).status("B1"), NERVOUS);
    });
    bites(&["SN-RALLY-1"], || {
        let mut game = resting(DISRUPTED, 20).phase(ORDERS, Side::Blue).house("supply", "off").game(&[7]);
        game.done();
        let (unit, to) = (game.id("R1"), game.pose("R1").at(super::fixture::hex(20, 38)));
        game.umpire().emit(battle::Event::Placed { unit, pose: to });
        game.close_turn();
        assert_eq!(game.status("B1"), NERVOUS, "an enemy who comes later does not stop it");
    });
    bites(&["SN-RALLY-1"], || {
        for mandate in [Withdraw, Defend] {
            assert!(rallied(resting(DISRUPTED, 20).ordered(Side::Blue, mandate), &[]).rolls().is_empty());
        }
        assert_eq!(rallied(resting(DISRUPTED, 20), &[7]).rolls().len(), 1);
    });
}

/// Example 42.
#[test]
fn bold_units_roll_too() {
    let bold = |house: &str, dice: &[u8]| {
        let unit = Fixture::plain().foot("B1", (20, 40), "N", Line).status(BOLD).led(1).house("rally_bold", house);
        rallied(unit.foot("R1", (20, 10), "S", Column).ordered(Side::Blue, Rally), dice)
    };
    bites(&["SN-RALLY-1", "SN-LEADER-6"], || {
        let game = bold("roll", &[1, 3]);
        assert_eq!(game.status("B1"), BOLD, "nothing is lost");
        assert_eq!(game.perch("BG"), Some(((20, 41), false)), "its leader is an inch off");
    });
    bites(&["SN-RALLY-1", "SN-OPT-1"], || {
        assert!(bold("skip", &[]).rolls().is_empty());
        assert_eq!(bold("roll", &[5]).rolls().len(), 1);
    });
}

#[test]
fn the_winner_of_the_initiative_rallies_first_and_low_numbers_before_high() {
    let order = |first: Side, dice: &[u8]| {
        let field = Fixture::plain().foot("B1", (20, 40), "N", Line).status(DISRUPTED);
        let field = field.foot("B2", (25, 40), "N", Line).status(DISRUPTED);
        let field = field.foot("R1", (20, 10), "S", Line).status(DISRUPTED);
        let field = field.ordered(Side::Blue, Rally).ordered(Side::Red, Rally).house("supply", "off");
        let mut game = field.game(dice);
        game.war.state.first = first;
        game.close_turn();
        game.all_fell();
        ["B1", "B2", "R1"].map(|label| game.status(label))
    };
    bites(&["SN-RALLY-1"], || {
        assert_eq!(order(Side::Blue, &[6, 5, 5]), [NERVOUS, DISRUPTED, DISRUPTED]);
        assert_eq!(order(Side::Red, &[6, 5, 5]), [DISRUPTED, DISRUPTED, NERVOUS]);
    });
}

/// Decapitation at a rally roll: who is near checks before the next unit rolls (SN-SEQ-6).
#[test]
fn a_death_at_a_rally_roll_shakes_before_the_next_rolls() {
    bites(&["SN-LEADER-7"], || {
        let pair = Fixture::plain().foot("B1", (20, 40), "N", Column).status(DISRUPTED).led(0);
        let pair = pair.foot("B2", (18, 40), "N", Column).quality(1).status(DISRUPTED);
        let pair = pair.foot("R1", (20, 10), "S", Column).ordered(Side::Blue, Rally);
        let game = rallied(pair, &[1, 10, 6, 7, 8]);
        assert_eq!(game.faces("rally"), [vec![1], vec![8]]);
        assert_eq!(game.faces("morale"), [vec![6], vec![7]]);
        assert_eq!((game.status("B1"), game.status("B2")), (DISRUPTED, NERVOUS));
    });
}

//! Proofs of the named options (MC-OPT).

use battle::rule::bites;

use super::fixture::Fixture;
use crate::morale;
use crate::space::Shape;

#[test]
fn house_rules_lower_the_morale_numbers() {
    bites(&["MC-MORALE-2", "MC-OPT-1"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let game = field.house("morale_numbers", "8_7_6_5_4").game(&[]);
        assert_eq!([1, 3, 5].map(|class| morale::number(&game.war, class)), [8, 6, 4]);
    });
}

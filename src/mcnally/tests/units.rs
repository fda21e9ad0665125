//! Units, stands and figures (chapter 1 of the page).

use battle::rule::bites;

use super::fixture::{Fixture, hex};
use crate::losses;
use crate::space::Shape;

#[test]
fn a_line_closes_up_on_its_command_stand() {
    bites(&["MC-UNIT-5"], || {
        let mut game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).game(&[]);
        let unit = game.id("B1");
        losses::lose(&mut game.umpire(), unit, 6, "fire", "MC-FIRE-1");
        assert_eq!((game.war.stands(unit), game.pose("B1").formation.files), (6, 3));
        assert_eq!(losses::command_stand(&game.war, unit), hex(10, 30));
        let mut open = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Open).game(&[]);
        let unit = open.id("B1");
        losses::lose(&mut open.umpire(), unit, 3, "fire", "MC-FIRE-1");
        assert_eq!(open.stands("B1").len(), 3);
        assert_eq!(losses::command_stand(&open.war, unit), hex(10, 30));
    });
}

#[test]
fn a_unit_without_figures_is_removed() {
    bites(&["MC-UNIT-7"], || {
        let mut game = Fixture::plain().foot("B1", 2, (10, 30), "N", Shape::Line).game(&[]);
        let unit = game.id("B1");
        losses::lose(&mut game.umpire(), unit, 9, "fire", "MC-FIRE-1");
        assert!(!game.is_there("B1"));
    });
}

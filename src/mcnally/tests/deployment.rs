//! Formations and who may take them (chapter 3).

use battle::rule::bites;

use super::fixture::Fixture;
use crate::movement::forming::shapes;
use crate::profile::{Gift, Nation, Troops};
use crate::space::Shape;

#[test]
fn militia_has_neither_close_order_nor_column_unless_authorised() {
    bites(&["MC-DEPLOY-2", "MC-SPECIAL-1"], || {
        let field = Fixture::plain().unit("B1", Troops::Militia, 8, (10, 30), "N", Shape::Open);
        let field = field.nation(Nation::American).unit("B2", Troops::Militia, 8, (25, 30), "N", Shape::Open);
        let game = field.nation(Nation::American).gift(Gift::CloseOrder).gift(Gift::Column).game(&[]);
        assert_eq!(shapes(&game.war, game.id("B1")), [Shape::Open]);
        assert_eq!(shapes(&game.war, game.id("B2")), [Shape::Open, Shape::Line, Shape::Column]);
    });
}

#[test]
fn horse_goes_one_deep_and_foot_two() {
    bites(&["MC-DEPLOY-1"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let game = field.unit("B2", Troops::Horse, 4, (25, 30), "N", Shape::Line).game(&[]);
        let front = |label: &str| crate::space::body(&game.war, game.id(label)).front().len();
        assert_eq!([front("B1"), front("B2")], [4, 4]);
    });
}

//! Proofs of troops with special rules (MC-SPECIAL).

use battle::rule::bites;

use super::fixture::Fixture;
use crate::movement::forming::shapes;
use crate::profile::{Gift, Nation};
use crate::space::Shape;

#[test]
fn germans_keep_close_order_unless_authorised() {
    bites(&["MC-SPECIAL-6"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).nation(Nation::German);
        let field = field.foot("B2", 8, (20, 30), "N", Shape::Line).nation(Nation::German).gift(Gift::OpenOrder);
        let game = field.game(&[]);
        let open = |label: &str| shapes(&game.war, game.id(label)).contains(&Shape::Open);
        assert!(!open("B1") && open("B2"));
    });
}

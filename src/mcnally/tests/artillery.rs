//! Proofs of artillery (MC-ART).

use battle::rule::bites;

use super::fixture::Fixture;
use crate::fire::aim::{Manner, volley};
use crate::profile::Troops;
use crate::space::Shape;

#[test]
fn example_37_charged_guns_fire_one_by_one() {
    bites(&["MC-ART-7"], || {
        let field = Fixture::plain().foot("B1", 8, (12, 26), "N", Shape::Line);
        let game = field.unit("R1", Troops::Guns, 2, (13, 24), "S", Shape::Battery).game(&[]);
        let figures = |manner| {
            let shots = volley(&game.war, game.id("R1"), game.id("B1"), manner);
            shots.iter().map(|shot| shot.figures).collect::<Vec<_>>()
        };
        assert_eq!([figures(Manner::Volley), figures(Manner::Ragged)], [vec![10, 10], vec![5, 5]]);
    });
}

#[test]
fn guns_fire_one_by_one_and_never_together() {
    bites(&["MC-ART-3"], || {
        let field = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 40), "N", Shape::Battery);
        let field = field.unit("B2", Troops::Guns, 2, (14, 40), "N", Shape::Battery);
        let game = field.foot("R1", 8, (20, 20), "S", Shape::Line).game(&[]);
        assert!(!game.may(game.order(crate::info::JOIN, "B1", "R1")));
        assert!(game.may(game.order(crate::info::FIRE, "B1", "R1")));
    });
}

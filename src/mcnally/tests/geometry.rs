//! Arcs, sight, ranks, contact, sides and obstacles on hexes (chapter 2).

use battle::rule::bites;

use super::fixture::{Fixture, hex};
use crate::fire::aim::{Manner, shot};
use crate::profile::Troops;
use crate::space::{Aspect, Shape, aspect};

#[test]
fn example_36_one_stand_in_arc_lets_the_unit_fire() {
    bites(&["MC-HEX-3"], || {
        let field = Fixture::plain().foot("B1", 8, (13, 30), "N", Shape::Open);
        let game = field.clone().foot("R1", 2, (12, 24), "S", Shape::Open).game(&[]);
        let figures = |game: &rulebook::fixture::Game<crate::McNally>| {
            shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).map(|shot| shot.figures)
        };
        assert_eq!(figures(&game), Some(24));
        let game = field.foot("R1", 2, (12, 24), "S", Shape::Open).house("eligible_figures", "file").game(&[]);
        assert_eq!(figures(&game), Some(9));
    });
}

#[test]
fn infantry_turns_into_no_arc_behind_it() {
    bites(&["MC-HEX-2"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "S", Shape::Open);
        let game = field.foot("R1", 8, (12, 26), "S", Shape::Line).game(&[]);
        assert!(shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).is_none());
    });
}

#[test]
fn flanks_count_for_formed_targets_alone() {
    bites(&["MC-HEX-8", "MC-SKIRM-1"], || {
        let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line);
        let game = field.unit("B2", Troops::Riflemen, 4, (25, 30), "N", Shape::Skirmish).game(&[]);
        let at = |label: &str, q, r| aspect(&game.war, game.id(label), &[hex(q, r)]);
        let seen = [at("B1", 12, 26), at("B1", 20, 30), at("B1", 8, 36), at("B2", 23, 36)];
        assert_eq!(seen, [Aspect::Front, Aspect::Flank, Aspect::Rear, Aspect::Front]);
    });
}

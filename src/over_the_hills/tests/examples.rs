//! The worked examples of the page (OTH-EX).

use battle::rule::proves;

use super::fixture::Fixture;
use crate::profile::Class;
use crate::space::Shape;

#[test]
fn ex_1_first_volley_of_a_line() {
    proves(&["OTH-FIRE-2", "OTH-FIRE-M2", "OTH-FIRE-M4", "OTH-FIRE-3", "OTH-MORALE-12"], || {
        let line =
            || Fixture::plain().foot("R1", (20, 20), "S", Shape::Line).fs(8).foot("B1", (18, 25), "N", Shape::Line);
        let mut game = line().game(&[4]);
        assert_eq!(game.score("R1", "B1"), 10);
        game.fire("R1", "B1");
        assert_eq!(game.fh("B1"), 2);
        let mut game = line().game(&[10, 1]);
        game.fire("R1", "B1");
        assert_eq!(game.fh("B1"), 1);
        assert_eq!(game.faces("a ten rolled").len(), 1);
    });
}

#[test]
fn ex_2_second_volley_of_an_attack_column() {
    let column = |row: &str, die| {
        let fixture = Fixture::plain().foot("R1", (20, 20), "S", Shape::Attack).volley_spent();
        let mut game = fixture.foot("B1", (15, 30), "N", Shape::Line).house("low_score_row", row).game(&[die]);
        assert_eq!(game.score("R1", "B1"), 3);
        game.fire("R1", "B1");
        game.fh("B1")
    };
    assert_eq!([column("literal", 4), column("literal", 5), column("strict", 4)], [1, 0, 0]);
}

#[test]
fn ex_3_over_short_range_one_hit_at_most() {
    let fixture = Fixture::plain().foot("R1", (20, 20), "S", Shape::Line).fs(9).class(Class::B).volley_spent();
    let mut game = fixture.foot("B1", (16, 28), "N", Shape::Line).game(&[1]);
    assert_eq!(game.score("R1", "B1"), 9);
    game.fire("R1", "B1");
    assert_eq!(game.fh("B1"), 1);
}

#[test]
fn ex_5_a_wavering_line_at_a_square() {
    let fixture = Fixture::plain().foot("R1", (20, 20), "S", Shape::Line).fs(8).hits(4).volley_spent();
    let mut game = fixture.foot("B1", (18, 24), "N", Shape::Square).game(&[2]);
    assert_eq!(game.between("R1", "B1"), 4);
    assert_eq!(game.score("R1", "B1"), 5);
    game.fire("R1", "B1");
    assert_eq!(game.fh("B1"), 2);
}

#[test]
fn ex_21_the_ladder_of_a_score_of_seven() {
    let status = |hits| {
        let game = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).hits(hits).game(&[]);
        crate::fatigue::status(&game.war, game.id("B1"))
    };
    use crate::fatigue::Status::{Routing, Steady, Wavering};
    assert_eq!([status(3), status(4), status(5), status(6)], [Steady, Wavering, Wavering, Routing]);
}

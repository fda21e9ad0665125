//! The worked examples of the page (OTH-EX): fire and status.

use battle::rule::proves;
use battle::{Side, Terrain};

use super::fixture::Fixture;
use crate::info::DEFENCE;
use crate::marks;
use crate::profile::{Class, Gun, Kind};
use crate::space::{Aspect, Shape};

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

#[test]
fn ex_4_and_38_enfilade_counts_the_flank_as_well() {
    // B1 in line faces N; R1 stands on the prolongation of its rank, 6 inches to the east, facing west-north-west.
    let line = |score, hits, east: i16| {
        let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line);
        let fixture = fixture.unit("R1", Kind::Infantry, 2, (22 + east, 30), "WNW", Shape::Line).fs(score).hits(hits);
        fixture.volley_spent()
    };
    let mut game = line(8, 3, 6).game(&[2]);
    assert_eq!(game.between("R1", "B1"), 6);
    assert_eq!(game.score("R1", "B1"), 11);
    game.fire("R1", "B1");
    assert_eq!(game.fh("B1"), 3);
    let weak = |stacks| line(4, 0, 5).house("enfilade_stacks", stacks).game(&[5]);
    let (mut both, mut raked) = (weak("on"), weak("off"));
    assert_eq!([both.score("R1", "B1"), raked.score("R1", "B1")], [10, 9]);
    both.fire("R1", "B1");
    raked.fire("R1", "B1");
    assert_eq!([both.fh("B1"), raked.fh("B1")], [2, 1]);
}

/// A line of Red's that light cavalry of Blue's has charged in front.
fn charged() -> Fixture {
    let fixture = Fixture::plain().foot("R1", (20, 20), "S", Shape::Line).horse("B1", (20, 21), "N", Shape::Line);
    fixture.contact("B1", "R1", Aspect::Front).phase(DEFENCE, Side::Blue)
}

#[test]
fn ex_6_a_ragged_volley_at_horse() {
    let fixture = charged().foot("R2", (24, 17), "S", Shape::Line).brigadier("RG", (20, 14), 3);
    let mut game = fixture.game(&[10, 7, 10]);
    game.fire("R1", "B1");
    assert_eq!(game.results("standing to fire"), [-1], "target 9");
    assert_eq!(game.results("fire"), [0]);
    assert_eq!(game.results("fire without hits"), [-1], "target 9, failed by 1");
    assert_eq!((game.fh("B1"), game.fh("R1")), (0, 1));
    game.all_fell();
}

#[test]
fn ex_7_fire_without_hits_by_a_lone_line() {
    let tired = |die| {
        let mut game = charged().game(&[7, 9, die]);
        game.fire("R1", "B1");
        game.fh("R1")
    };
    assert_eq!([tired(8), tired(9), tired(7)], [1, 2, 0]);
}

/// A medium battery of Red's at an attack column of Blue's that moved 6 inches.
fn battery(inches: i16) -> Fixture {
    let fixture = Fixture::plain().guns("R1", (20, 20), "S", Gun::Medium);
    fixture.foot("B1", (20 - inches / 2, 20 + inches), "N", Shape::Attack).fs(12).state(|own| own.inches = 6)
}

#[test]
fn ex_8_canister_at_a_column() {
    for die in [4, 5] {
        let mut game = battery(8).led("BG", 2).game(&[1, die]);
        assert_eq!(game.between("R1", "B1"), 8);
        assert_eq!(game.score("R1", "B1"), 7);
        game.fire("R1", "B1");
        assert_eq!(game.fh("B1"), 4);
        let leader = game.leader("BG");
        assert_eq!(game.war.field().leader_hex(leader).is_none(), die == 4);
    }
}

#[test]
fn ex_9_canister_at_close_range_and_a_ten() {
    let fixture =
        Fixture::plain().foot("B1", (18, 25), "N", Shape::Attack).fs(12).guns("R1", (20, 20), "S", Gun::Medium);
    let mut game = fixture.state(|own| own.aim = Some(battle::UnitId(0))).game(&[10, 1]);
    assert_eq!(game.score("R1", "B1"), 13);
    game.fire("R1", "B1");
    assert_eq!(game.fh("B1"), 2);
    assert!(game.marked("R1", marks::EMPTY));
    assert_eq!(game.results("a ten rolled").len(), 1);
}

#[test]
fn ex_10_a_far_column_of_companies() {
    let fixture =
        Fixture::plain().foot("B1", (5, 50), "N", Shape::Companies).guns("R1", (20, 20), "S", Gun::Heavy).fs(8);
    let mut game = fixture.state(|own| own.aim = Some(battle::UnitId(0))).game(&[3]);
    assert_eq!((game.between("R1", "B1"), game.score("R1", "B1")), (30, 11));
    game.fire("R1", "B1");
    assert_eq!(game.fh("B1"), 1);
}

#[test]
fn ex_11_guns_at_a_stone_house() {
    let fixture = Fixture::plain().terrain(Terrain::StoneBuilding, &[(11, 38), (12, 38)]);
    let fixture =
        fixture.foot("B1", (11, 38), "N", Shape::Line).garrisoned().guns("R1", (20, 20), "S", Gun::Heavy).fs(8);
    let mut game = fixture.state(|own| own.aim = Some(battle::UnitId(0))).game(&[4]);
    assert_eq!((game.between("R1", "B1"), game.score("R1", "B1")), (18, 2));
    game.fire("R1", "B1");
    assert_eq!(game.fh("B1"), 1);
}

#[test]
fn ex_12_one_face_of_a_square() {
    let game =
        Fixture::plain().foot("R1", (20, 20), "S", Shape::Square).foot("B1", (17, 26), "N", Shape::Line).game(&[]);
    assert_eq!((game.between("R1", "B1"), game.score("R1", "B1")), (6, 3));
}

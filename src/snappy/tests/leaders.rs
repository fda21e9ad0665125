//! Leaders: with their units, lost, sent back, back again (SN-LEADER).

use battle::rule::bites;
use battle::{Perch, Side};

use super::fixture::{Fixture, Game, hex};
use crate::info::{ATTACH, MOVE_PHASE, RIDE, START};
use crate::space::Shape;
use crate::tables::{DISRUPTED, FIRM, NERVOUS};

fn led(quality: usize, rating: i16) -> Fixture {
    let guard = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).quality(quality).led(rating);
    guard.foot("R1", (21, 29), "S", Shape::Line)
}

fn checked(fixture: Fixture, owed: u8, dice: &[u8]) -> Game {
    let mut game = fixture.game(dice);
    game.checks("B1", owed, "R1");
    game.all_fell();
    game
}

fn perch(game: &Game) -> Perch {
    game.war.field().leader(game.leader("BG"))
}

/// Example 4.
#[test]
fn a_natural_1_fails_under_a_genius_and_sends_him_back() {
    bites(&["SN-MC-5", "SN-LEADER-6", "SN-LEADER-8", "SN-LEADER-4"], || {
        let game = checked(led(5, 3), 1, &[1, 5, 2, 3]);
        assert_eq!(game.status("B1"), DISRUPTED, "2 fails without him");
        let Perch::At(at) = perch(&game) else { panic!("{:?}", perch(&game)) };
        assert_eq!(at.distance(hex(20, 30)), 10);
        assert_eq!(checked(led(5, 3), 1, &[2]).status("B1"), FIRM, "2 + 3 passes with him");
    });
    bites(&["SN-LEADER-6"], || {
        let game = checked(led(2, 0), 1, &[1, 2, 9]);
        assert!(matches!(perch(&game), Perch::At(at) if at.distance(hex(20, 30)) == 1), "a hole in his coat");
        assert!(checked(led(2, 0), 1, &[1, 1, 9]).war.has_leader(battle::UnitId(0)));
        assert_eq!(perch(&checked(led(2, 0), 1, &[1, 8, 9])), Perch::Away);
    });
}

/// Example 24, and 35.
#[test]
fn a_decapitated_leader_shakes_his_side() {
    let round = |house| {
        let fixture =
            Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).quality(2).led(2).house("decapitation", house);
        let fixture = fixture.foot("R1", (21, 29), "S", Shape::Line).foot("R2", (20, 27), "S", Shape::Column);
        let fixture = fixture.foot("B2", (18, 32), "N", Shape::Column).quality(1);
        fixture.foot("B3", (17, 33), "N", Shape::Column).quality(3).foot("B4", (16, 34), "N", Shape::Column)
    };
    bites(&["SN-LEADER-7", "SN-SEQ-6"], || {
        // B1: 1 fails, 10 beheads him; 6 and 7 pass. Then B1 2 and 9, B2 7, B3 5: the nearest first.
        let game = checked(round("own_side"), 2, &[1, 10, 6, 7, 2, 9, 7, 5]);
        assert_eq!((game.status("B1"), game.status("B2"), game.status("B3")), (DISRUPTED, FIRM, FIRM));
        let all = checked(round("all_units"), 2, &[1, 10, 6, 7, 9, 9, 9, 9, 9]);
        assert_eq!(all.faces("morale").len(), 8, "both enemies within 3 inches check too");
    });
}

/// Example 36.
#[test]
fn a_grazed_leader_is_back_after_a_turn() {
    bites(&["SN-LEADER-9"], || {
        let mut game = checked(led(2, 0).turn(4), 1, &[1, 6, 9]);
        assert_eq!(perch(&game), Perch::Away);
        game.umpire().emit(battle::Event::TurnBegan { turn: 5 });
        crate::leaders::come_back(&mut game.umpire());
        assert_eq!(perch(&game), Perch::Away, "he misses a turn");
        game.umpire().emit(battle::Event::TurnBegan { turn: 6 });
        crate::leaders::come_back(&mut game.umpire());
        assert_eq!(perch(&game), Perch::With(game.id("B1")));
        let wounded = checked(led(2, 2).turn(4).house("successors", "average"), 1, &[1, 8, 9]);
        assert!(wounded.war.state.leaders[0].back.is_some() && wounded.war.state.leaders[0].replaced);
        assert!(checked(led(2, 2).turn(4), 1, &[1, 8, 9]).war.state.leaders[0].back.is_none());
    });
    assert_eq!(START.0, 1);
}

#[test]
fn leaders_ride_and_join() {
    let ready = || {
        let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).chief_at(Side::Blue, (20, 35));
        let fixture = fixture.commander("BD", (20, 36)).foot("B2", (25, 30), "N", Shape::Line).under("BD");
        fixture.foot("R1", (20, 5), "S", Shape::Line).phase(MOVE_PHASE, Side::Blue).game(&[])
    };
    bites(&["SN-LEADER-2"], || {
        use battle::System;
        let mut game = ready();
        let ride = game.order(RIDE, "BD", "");
        let most = game.war.reach(&ride).legal().map(|place| place.pose.anchor.distance(hex(20, 36))).max();
        assert_eq!(most, Some(12));
        let to = game.war.reach(&ride).legal().next().expect("a place").pose;
        game.give(ride.to(to));
        assert!(!game.may(ride.to(to)), "once a turn");
    });
    bites(&["SN-LEADER-3"], || {
        let mut game = ready();
        assert!(!game.may(game.order(ATTACH, "BD", "B1")), "not of his command");
        assert!(game.may(game.order(ATTACH, "BG", "B2")), "the C-in-C joins any");
        game.give(game.order(ATTACH, "BD", "B2"));
        assert_eq!(game.war.unit_of(game.leader("BD")), Some(game.id("B2")));
    });
    bites(&["SN-LEADER-1"], || {
        let mut game = ready();
        game.give(game.order(ATTACH, "BD", "B2"));
        assert!(!game.may(game.order(ATTACH, "BG", "B2")), "one leader a unit");
    });
}

#[test]
fn a_lone_leader_makes_off_before_the_enemy() {
    bites(&["SN-LEADER-5"], || {
        let fixture = Fixture::plain().foot("B1", (20, 40), "N", Shape::Line).chief_at(Side::Blue, (20, 30));
        let mut game = fixture.foot("R1", (20, 29), "S", Shape::Line).game(&[]);
        let unit = game.id("R1");
        crate::leaders::drive_off(&mut game.umpire(), unit, &[hex(20, 30)]);
        assert_eq!(perch(&game), Perch::With(game.id("B1")));
        assert_eq!(game.status("B1"), FIRM);
        assert_ne!(NERVOUS, FIRM);
    });
}

#[test]
fn a_ride_is_worth_the_units_it_brings_into_command() {
    let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).chief_at(Side::Blue, (20, 45));
    let fixture = fixture.foot("B2", (22, 30), "N", Shape::Line).foot("B3", (20, 40), "N", Shape::Line);
    let game = fixture.phase(MOVE_PHASE, Side::Blue).game(&[]);
    let worth = |unit| battle::System::forecast(&game.war, &game.order(ATTACH, "BG", unit)).effect.mobility;
    assert!((worth("B3") - 1.0).abs() < 1e-9, "two more come into command, half a move each");
    let check = battle::System::forecast(&game.war, &game.order(crate::info::CHECK, "B1", "")).effect;
    assert!((check.succeeds - 0.5).abs() < 1e-9 && (check.mobility - 0.25).abs() < 1e-9);
}

//! Proofs of single clauses, and worked examples that need no battle.

use battle::rule::bites;
use battle::{Side, Terrain};

use super::fixture::Fixture;
use crate::charge::react;
use crate::fire::aim::{Manner, shot, volley};
use crate::movement::forming::shapes;
use crate::profile::{Gift, Nation, Troops};
use crate::space::{Aspect, Shape};
use crate::{fire, generals, marks, morale};

#[test]
fn british_regulars_in_close_order_fire_better() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).nation(Nation::British);
    let game = field.foot("R1", 8, (13, 24), "S", Shape::Line).game(&[]);
    let shot = shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).expect("a shot");
    assert!(shot.mods.contains(&("British volley", 1)));
}

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

#[test]
fn house_rules_lower_the_morale_numbers() {
    bites(&["MC-MORALE-2", "MC-OPT-1"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let game = field.house("morale_numbers", "8_7_6_5_4").game(&[]);
        assert_eq!([1, 3, 5].map(|class| morale::number(&game.war, class)), [8, 6, 4]);
    });
}

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
fn example_18_foot_that_fails_by_one_fires_half_rounded_down() {
    bites(&["MC-CHARGE-10"], || {
        let field = Fixture::plain().foot("B1", 8, (12, 26), "N", Shape::Line);
        let game = field.foot("R1", 7, (13, 24), "S", Shape::Open).game(&[]);
        let ragged = shot(&game.war, game.id("R1"), game.id("B1"), Manner::Ragged);
        assert_eq!(ragged.map(|shot| shot.figures), Some(10));
    });
}

#[test]
fn charged_units_are_shaken_by_horse_flanks_and_steel() {
    bites(&["MC-MORALE-4"], || {
        let field = Fixture::plain().unit("B1", Troops::Horse, 6, (10, 30), "N", Shape::Line);
        let field = field.foot("B2", 8, (20, 30), "N", Shape::Line);
        let game = field.unit("R1", Troops::Militia, 8, (14, 26), "S", Shape::Open).game(&[]);
        let sum = |by: &str, aspect| {
            let pool = react::test(&game.war, game.id("R1"), game.id(by), aspect);
            pool.modifiers().iter().map(|modifier| modifier.value).sum::<i16>()
        };
        assert_eq!([sum("B1", Aspect::Front), sum("B2", Aspect::Flank)], [2, 2]);
    });
}

#[test]
fn example_20_losses_put_the_general_at_risk() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).led("BG");
    let mut game = field.game(&[1, 7, 4]);
    let unit = game.id("B1");
    generals::at_risk(&mut game.umpire(), unit, 3);
    assert!(game.war.state.leaders[0].serious && !game.war.state.leaders[0].dead);
    game.all_fell();
}

#[test]
fn who_is_spent_or_masked_does_not_fire() {
    bites(&["MC-FIRE-13"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).marks(marks::SPENT);
        let game = field.foot("R1", 8, (13, 24), "S", Shape::Line).game(&[]);
        assert!(!fire::is_able(&game.war, game.id("B1")));
    });
}

#[test]
fn units_out_of_range_are_no_targets() {
    bites(&["MC-FIRE-9"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let game = field.foot("R1", 8, (14, 22), "S", Shape::Line).game(&[]);
        assert!(shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).is_none());
    });
}

#[test]
fn routs_alarm_friends_of_no_better_class_in_view() {
    bites(&["MC-PANIC-9"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(3);
        let field = field.foot("B2", 8, (18, 30), "N", Shape::Line).class(4);
        let game = field.foot("B3", 8, (26, 30), "N", Shape::Line).class(2).game(&[]);
        assert_eq!(morale::panic::alarmed(&game.war, game.id("B1")), [game.id("B2")]);
    });
}

#[test]
fn example_29_horse_on_a_close_order_front() {
    let field = Fixture::plain().unit("B1", Troops::Horse, 6, (10, 30), "N", Shape::Line).class(2);
    let game = field.foot("R1", 8, (11, 29), "S", Shape::Line).game(&[]);
    let contact = [crate::state::Contact { by: game.id("B1"), on: game.id("R1"), aspect: Aspect::Front }];
    let of = |label: &str| {
        let mods = crate::melee::modifiers(&game.war, game.id(label), &contact, crate::melee::Round::First);
        let sum: i16 = mods.iter().map(|(_, value)| value).sum();
        (crate::melee::figures(&game.war, game.id(label), &contact), sum)
    };
    assert_eq!([of("B1"), of("R1")], [(12, 2), (12, 1)]);
}

#[test]
fn a_general_steadies_his_own_and_falls_with_them() {
    bites(&["MC-PANIC-10", "MC-GENERAL-6"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).led("BG");
        let mut game = field.foot("B2", 8, (30, 30), "N", Shape::Line).game(&[1, 1, 1, 2, 1, 6]);
        let unit = game.id("B1");
        for _ in 0..2 {
            generals::at_risk(&mut game.umpire(), unit, 1);
        }
        assert!(game.war.state.leaders[0].serious);
        generals::at_risk(&mut game.umpire(), unit, 1);
        assert!(game.war.state.leaders[0].dead && game.marked("B1", marks::PANIC) && game.marked("B2", marks::PANIC));
    });
}

#[test]
fn losses_to_fire_bring_a_marker() {
    bites(&["MC-PANIC-1", "MC-PANIC-4"], || {
        let mut game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).game(&[]);
        let unit = game.id("B1");
        morale::panic::under_fire(&mut game.umpire(), unit, 4, 1);
        assert!(game.marked("B1", marks::PANIC));
    });
}

#[test]
fn routing_units_never_fire() {
    bites(&["MC-MORALE-13"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).marks(marks::ROUTING);
        let game = field.foot("R1", 8, (13, 24), "S", Shape::Line).game(&[]);
        assert!(shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).is_none());
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

#[test]
fn example_38_a_warband_on_a_militia_line() {
    let field = Fixture::plain().unit("B1", Troops::Indians, 6, (10, 30), "N", Shape::Skirmish);
    let field = field.unit("R1", Troops::Militia, 8, (12, 29), "S", Shape::Open).class(4);
    let game = field.game(&[]);
    let contact = [crate::state::Contact { by: game.id("B1"), on: game.id("R1"), aspect: Aspect::Front }];
    let of = |label: &str| {
        let mods = crate::melee::modifiers(&game.war, game.id(label), &contact, crate::melee::Round::First);
        let sum: i16 = mods.iter().map(|(_, value)| value).sum();
        (crate::melee::figures(&game.war, game.id(label), &contact), sum)
    };
    assert_eq!([of("B1"), of("R1")], [(10, 3), (24, -2)]);
}

#[test]
fn example_31_routers_rally_in_a_haven() {
    bites(&["MC-MOVE-24", "MC-MOVE-26", "MC-MORALE-11"], || {
        let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line).marks(marks::ROUTING | marks::PANIC);
        let field = field.terrain(Terrain::Woods, &[(10, 30)]).foot("R1", 8, (14, 20), "S", Shape::Line);
        let field = field.foot("B2", 2, (30, 30), "N", Shape::Line).marks(marks::ROUTING | marks::PANIC);
        let mut game = field.phase(crate::info::MORALE, Side::Blue).game(&[5]);
        assert!(!game.may(game.order(crate::info::TEST, "B2", "")));
        game.give(game.order(crate::info::TEST, "B1", ""));
        assert!(game.marked("B1", marks::REFORMING) && !game.marked("B1", marks::ROUTING));
    });
}

//! Proofs of single clauses, and worked examples that need no battle.

use battle::rule::bites;
use battle::{Order, Side, System as _, Terrain};

use super::fixture::Fixture;
use crate::charge::react;
use crate::fire::aim::{Manner, shot, volley};
use crate::info::{CHARGE, DECLARE, DONE, EVADE, FALLBACK, MOUNT, MOVEMENT, RIDE};
use crate::movement::forming::shapes;
use crate::profile::{Gift, Nation, Troops};
use crate::space::{Aspect, Shape};
use crate::{cards, ending, fire, generals, marks, morale};

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
fn units_of_another_brigade_do_not_act() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
    let field = field.foot("B2", 8, (20, 30), "N", Shape::Line).brigade(2);
    let game = field.foot("B3", 8, (30, 30), "N", Shape::Line).marks(marks::ACTED).game(&[]);
    let active = ["B1", "B2", "B3"].map(|label| cards::is_active(&game.war, game.id(label)));
    assert_eq!(active, [true, false, false]);
}

#[test]
fn no_unit_acts_twice_in_a_turn() {
    bites(&["MC-SEQ-4"], || {
        let game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).marks(marks::ACTED).game(&[]);
        assert!(!cards::is_active(&game.war, game.id("B1")));
    });
}

#[test]
fn example_19_who_has_moved_evades_half() {
    bites(&["MC-SKIRM-3", "MC-SKIRM-4", "MC-SKIRM-5"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let field = field.unit("R1", Troops::Riflemen, 6, (13, 23), "S", Shape::Skirmish).state(|own| own.moved = true);
        let mut game = field.phase(DECLARE, Side::Blue).game(&[1, 3, 3, 6, 3, 4, 4]);
        game.give(game.order(CHARGE, "B1", "R1"));
        if game.asks() == "declare" {
            game.give(Order::new(DONE));
        }
        game.give(game.order(RIDE, "B1", ""));
        let stem = game.war.stems()[0];
        let to = game.war.reach(&stem).legal().next().expect("a leg").pose;
        game.give(stem.to(to));
        game.give(game.order(EVADE, "R1", ""));
        assert_eq!(game.pose("R1").anchor.r, 17);
        assert!(game.marked("R1", marks::PANIC));
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
fn example_40_half_lost_loses_the_battle() {
    bites(&["MC-SEQ-12"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let field = field.foot("R1", 8, (10, 10), "S", Shape::Line).lost(5);
        let field = field.foot("R2", 8, (20, 10), "S", Shape::Line).marks(marks::ROUTING);
        let mut game = field.game(&[]);
        ending::look(&mut game.umpire());
        assert_eq!(game.war.ended().and_then(|outcome| outcome.winner), Some(Side::Blue));
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
fn a_screen_hides_who_stands_behind_it() {
    bites(&["MC-SKIRM-10", "MC-HEX-4", "MC-FIRE-5"], || {
        let field = Fixture::plain().foot("B1", 2, (10, 30), "N", Shape::Line);
        let field = field.unit("R1", Troops::Riflemen, 1, (11, 28), "S", Shape::Skirmish);
        let game = field.foot("R2", 2, (12, 26), "S", Shape::Line).game(&[]);
        let seen = |on: &str| shot(&game.war, game.id("B1"), game.id(on), Manner::Own).is_some();
        assert!(seen("R1") && !seen("R2"));
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
fn infantry_turns_into_no_arc_behind_it() {
    bites(&["MC-HEX-2"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "S", Shape::Open);
        let game = field.foot("R1", 8, (12, 26), "S", Shape::Line).game(&[]);
        assert!(shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).is_none());
    });
}

#[test]
fn example_33_dismounting_costs_half() {
    bites(&["MC-MOVE-17"], || {
        let field = Fixture::plain().unit("B1", Troops::Horse, 4, (10, 30), "N", Shape::Line);
        let field = field.foot("B2", 8, (30, 30), "N", Shape::Line).foot("R1", 8, (10, 5), "S", Shape::Line);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[3, 3, 3, 4]);
        game.give(game.order(MOUNT, "B1", ""));
        assert!(game.marked("B1", marks::DISMOUNTED));
        assert_eq!(crate::space::shape(&game.war, game.id("B1")), Shape::Skirmish);
        assert_eq!(game.results("move"), [6]);
    });
}

#[test]
fn example_35_militia_falls_back_and_pays() {
    bites(&["MC-MOVE-18", "MC-SPECIAL-3"], || {
        let woods: Vec<(i16, i16)> = (35..40).flat_map(|r| (-10..40).map(move |q| (q, r))).collect();
        let woods: Vec<(i16, i16)> = woods.into_iter().filter(|(q, r)| (0..60).contains(&(q + r / 2))).collect();
        let field = Fixture::plain().terrain(Terrain::Woods, &woods);
        let field = field.unit("B1", Troops::Militia, 8, (10, 30), "N", Shape::Open).nation(Nation::American);
        let field = field.foot("B2", 8, (30, 30), "N", Shape::Line).foot("R1", 8, (13, 20), "S", Shape::Line);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[3, 4]);
        game.give(game.order(FALLBACK, "B1", ""));
        game.give(game.order(crate::info::RUN, "B1", ""));
        assert!(game.marked("B1", marks::FALLING_BACK));
        assert_eq!((game.results("move"), game.pose("B1").anchor.r), (vec![12], 37));
        assert_eq!(game.pose("B1").facing.name(), "S");
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
fn example_22_cavalry_faces_and_moves_aside() {
    bites(&["MC-MOVE-10", "MC-MOVE-11"], || {
        let game = Fixture::plain().unit("B1", Troops::Horse, 4, (10, 30), "N", Shape::Line).game(&[]);
        let reach = crate::movement::reach_with(&game.war, game.id("B1"), 12, crate::state::Going::Plain);
        let aside = |shape: Shape| {
            let level = reach.legal().map(|place| place.pose).filter(|pose| pose.anchor.r == 30);
            level.filter(|pose| crate::space::shape_of(pose) == shape).map(|pose| pose.anchor.q).max()
        };
        assert_eq!([aside(Shape::Line), aside(Shape::Skirmish)], [Some(18), Some(20)]);
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

#[test]
fn a_line_closes_up_on_its_command_stand() {
    bites(&["MC-UNIT-5"], || {
        let mut game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).game(&[]);
        let unit = game.id("B1");
        crate::losses::lose(&mut game.umpire(), unit, 6, "fire", "MC-FIRE-1");
        assert_eq!((game.war.stands(unit), game.pose("B1").formation.files), (6, 3));
        assert_eq!(crate::losses::command_stand(&game.war, unit), super::fixture::hex(10, 30));
        let mut open = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Open).game(&[]);
        let unit = open.id("B1");
        crate::losses::lose(&mut open.umpire(), unit, 3, "fire", "MC-FIRE-1");
        assert_eq!(open.stands("B1").len(), 3);
        assert_eq!(crate::losses::command_stand(&open.war, unit), super::fixture::hex(10, 30));
    });
}

#[test]
fn a_unit_without_figures_is_removed() {
    bites(&["MC-UNIT-7"], || {
        let mut game = Fixture::plain().foot("B1", 2, (10, 30), "N", Shape::Line).game(&[]);
        let unit = game.id("B1");
        crate::losses::lose(&mut game.umpire(), unit, 9, "fire", "MC-FIRE-1");
        assert!(!game.is_there("B1"));
    });
}

#[test]
fn flanks_count_for_formed_targets_alone() {
    bites(&["MC-HEX-8", "MC-SKIRM-1"], || {
        let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line);
        let game = field.unit("B2", Troops::Riflemen, 4, (25, 30), "N", Shape::Skirmish).game(&[]);
        let at = |label: &str, q, r| crate::space::aspect(&game.war, game.id(label), &[super::fixture::hex(q, r)]);
        let seen = [at("B1", 12, 26), at("B1", 20, 30), at("B1", 8, 36), at("B2", 23, 36)];
        assert_eq!(seen, [Aspect::Front, Aspect::Flank, Aspect::Rear, Aspect::Front]);
    });
}

#[test]
fn infantry_alone_steps_back_and_aside() {
    bites(&["MC-MOVE-7"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let game = field.unit("B2", Troops::Horse, 4, (30, 30), "N", Shape::Line).game(&[]);
        let back = |label: &str| {
            let reach = crate::movement::reach_with(&game.war, game.id(label), 4, crate::state::Going::Plain);
            let facing = game.pose(label).facing;
            reach.legal().any(|place| place.pose.anchor.r > 30 && place.pose.facing == facing)
        };
        assert_eq!([back("B1"), back("B2")], [true, false]);
    });
}

#[test]
fn nobody_moves_next_to_an_enemy_but_by_a_charge() {
    bites(&["MC-MOVE-14"], || {
        let field = Fixture::plain().foot("B1", 2, (10, 30), "N", Shape::Line);
        let game = field.foot("R1", 8, (12, 26), "S", Shape::Open).game(&[]);
        let reach = crate::movement::reach_with(&game.war, game.id("B1"), 12, crate::state::Going::Plain);
        let enemy = crate::space::body(&game.war, game.id("R1"));
        let beside = |pose: &battle::Pose| pose.stands(2).distance(&enemy) <= 1;
        assert!(!reach.legal().any(|place| beside(&place.pose)));
    });
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
fn every_brigade_has_a_card_and_nobody_knows_the_next() {
    bites(&["MC-SEQ-1"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let mut game = field.foot("R1", 8, (10, 10), "S", Shape::Line).game(&[]);
        game.enter(crate::info::START, Side::Blue);
        let left = game.war.state.own.deck.len();
        let drawn = game.results("card");
        assert_eq!((drawn.first(), drawn.len() + left), (Some(&4), 4));
        for side in Side::ALL {
            assert_eq!(game.war.view_of(side, 5).state.own.deck, game.war.state.own.deck);
        }
    });
}

#[test]
fn units_under_another_card_wait() {
    bites(&["MC-SEQ-7"], || {
        let game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).brigade(2).game(&[]);
        assert!(!cards::is_active(&game.war, game.id("B1")));
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

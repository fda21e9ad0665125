//! Fire and Skirmish Fire: who, when, at whom, and the readings (EA-FIRE, EA-SKIRM, EA-RES-7 to 11, 32, 40, 41).

use battle::rule::bites;
use battle::{Marks, Side, System, UnitId};

use super::drawn::{Drawn, drawn};
use super::fixture::Fixture;
use super::words::{Geometry, Play};
use crate::assault::Reply;
use crate::fire::Shot;
use crate::info;
use crate::marks;
use crate::space::zones::Zone;
use crate::state::Flags;
use crate::{Class, Options, Traits};

use Class::{Cavalry, Guns, Infantry, Lights};

fn pair(class: Class, target: Class, rows: i16, dice: &[u8], change: impl FnOnce(&mut Options)) -> Drawn {
    let field = Fixture::open(40, 50).rules(change).unit("B1", class, "10,40", "N");
    drawn(field.unit("R1", target, &format!("11,{}", 40 - rows), "S"), dice).at(info::FIRING, Side::Blue)
}

fn plain(class: Class, rows: i16, dice: &[u8]) -> Drawn {
    pair(class, Infantry, rows, dice, |_| {})
}

#[test]
fn what_was_done_decides_what_may_be_fired() {
    bites(&["EA-FIRE-1", "EA-FIRE-13", "EA-FIRE-14", "EA-FIRE-15", "EA-FIRE-16", "EA-SKIRM-2"], || {
        let may = |class, marks| {
            let game = plain(class, 4, &[]).marked("B1", marks);
            (game.listed("fire").len(), game.listed("skirmish").len())
        };
        for marks in [Marks::empty(), marks::MOVED, marks::MANEUVERED, marks::CHARGED] {
            assert_eq!(may(Infantry, marks), (1, 1));
            assert_eq!(may(Cavalry, marks), (0, 1));
            assert_eq!(may(Guns, marks), (0, 1));
        }
        for class in [Infantry, Lights, Cavalry, Guns] {
            assert_eq!(may(class, marks::MOVED | marks::MARCHED), (0, 0));
        }
    });
}

#[test]
fn guns_that_moved_do_not_bombard() {
    bites(&["EA-MOVE-8"], || {
        for (marks, clause) in [(Marks::empty(), ""), (marks::MOVED, "EA-MOVE-8"), (marks::MANEUVERED, "EA-MOVE-8")] {
            let game = plain(Guns, 10, &[]).ordered(&["B1"]).at(info::ACTIONS, Side::Blue).marked("B1", marks);
            assert_eq!(game.barred("bombard B1 >R1"), clause);
        }
    });
}

#[test]
fn only_the_front_zone_is_a_field_of_fire() {
    bites(&["EA-FIRE-3"], || {
        let field = Fixture::open(40, 50).unit("B1", Infantry, "10,30", "N").unit("R1", Infantry, "11,33", "S");
        let game = drawn(field, &[]).at(info::FIRING, Side::Blue);
        assert_eq!((game.listed("fire").len(), game.listed("skirmish").len()), (0, 1));
        assert_eq!(game.barred("fire B1 >R1"), "EA-FIRE-3");
    });
}

#[test]
fn losses_and_even_being_spent_leave_the_fire_as_it_is() {
    bites(&["EA-FIRE-11", "EA-UNIT-6"], || {
        let field =
            Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").strength(0).unit("R1", Lights, "11,36", "S");
        let mut game = drawn(field, &[4, 4, 1]).at(info::FIRING, Side::Blue);
        assert_eq!(game.listed("fire"), ["fire B1 >R1"]);
        game.give("fire B1 >R1");
        assert_eq!(game.first_roll(), "fire 3d6 4+: 4 4 1 = 2", "three dice, on the shooter's number");
    });
}

#[test]
fn fire_and_skirmish_are_one_or_the_other() {
    bites(&["EA-SKIRM-4", "EA-RES-8"], || {
        for (extra, left) in [(false, 0), (true, 1)] {
            let mut game = pair(Infantry, Infantry, 4, &[1, 1, 1], |rules| rules.skirmish_extra = extra);
            game.eagles.state.units[0].flags |= Flags::SHOT;
            assert_eq!((game.listed("fire").len(), game.listed("skirmish").len()), (0, left));
        }
    });
}

#[test]
fn fire_paid_by_an_order_comes_on_top() {
    bites(&["EA-FIRE-12", "EA-RES-32"], || {
        for (once, later) in [(false, 1), (true, 0)] {
            let field = Fixture::open(40, 50).rules(|rules| (rules.defend, rules.one_fire_per_turn) = (true, once));
            let field = field
                .unit("B1", Infantry, "10,40", "N")
                .unit("B2", Infantry, "20,45", "N")
                .unit("R1", Infantry, "11,36", "S");
            let mut game = drawn(field, &[1, 1, 1]).ordered(&["B1", "B2", "R1"]);
            game.give("maneuver B2 20,44/N/line4");
            assert_eq!(game.asks(), "reaction");
            game.give("fire R1 >B1");
            assert_eq!((game.uses("R1"), game.first_roll().as_str()), (0, "fire 3d6 4+: 1 1 1 = 0"));
            game = game.at(info::FIRING, Side::Red);
            assert_eq!(game.listed("fire").len(), later);
        }
    });
}

#[test]
fn bombardment_may_wait_for_the_fire_phase() {
    bites(&["EA-RES-7"], || {
        let drawn = |waits: bool| {
            let game = pair(Guns, Infantry, 10, &[6, 6], |rules| rules.bombard_in_fire_phase = waits).ordered(&["B1"]);
            game.at(info::ACTIONS, Side::Blue)
        };
        let at_once = drawn(false);
        assert_eq!((at_once.listed("lay").len(), at_once.listed("bombard").len()), (0, 1));
        let mut game = drawn(true);
        assert_eq!(game.barred("bombard B1 >R1"), "EA-RES-7");
        game.give("lay B1");
        assert_eq!((game.asks(), game.listed("fire")), ("fire", vec!["fire B1 >R1".to_string()]));
        assert_eq!(game.give("fire B1 >R1").sp("R1"), 5);
    });
}

#[test]
fn hit_numbers_may_be_the_targets() {
    bites(&["EA-RES-9"], || {
        for (by_target, need) in [(false, 4), (true, 5)] {
            let game = pair(Infantry, Lights, 4, &[], |rules| rules.hits_by_target = by_target);
            let pool = game.eagles.shot_at(UnitId(0), UnitId(1), Shot::Fire).expect("a shot");
            assert_eq!(pool.face(), Some(need));
        }
        for (by_target, faces) in [(false, [3, 4]), (true, [4, 3])] {
            let game = pair(Cavalry, Infantry, 1, &[], |rules| rules.hits_by_target = by_target).eagles;
            let poses = [0, 1].map(|unit| game.pose(UnitId(unit)));
            let fight = game.bout(UnitId(0), &poses[0], UnitId(1), &poses[1], Zone::Front);
            let pools = [game.assault_pool(&fight, 5), game.defence_pool(&fight, 7, Reply::Keep)];
            assert_eq!(pools.map(|pool| pool.face()), faces.map(Some), "in an Assault");
        }
    });
}

#[test]
fn priority_is_by_band_or_by_inch() {
    bites(&["EA-RES-11", "EA-FIRE-6"], || {
        for (nearest, targets) in [(false, 2), (true, 1)] {
            let field =
                Fixture::open(50, 50).rules(|rules| rules.priority_nearest = nearest).unit("B1", Guns, "20,45", "N");
            let field = field.unit("R1", Infantry, "16,35", "S").unit("R2", Infantry, "25,33", "S");
            let game = drawn(field, &[]).ordered(&["B1"]);
            assert_eq!(game.listed("bombard").len(), targets);
        }
        let field = Fixture::open(50, 50).unit("B1", Guns, "20,45", "N").unit("R1", Infantry, "16,39", "S").strength(0);
        let game = drawn(field.unit("R2", Infantry, "25,33", "S"), &[]).ordered(&["B1"]);
        assert_eq!(game.listed("bombard").len(), 2, "a spent Unit needs not be chosen");
    });
}

#[test]
fn units_with_a_target_must_fire_by_house_rule() {
    bites(&["EA-RES-40"], || {
        for (must, clause) in [(false, ""), (true, "EA-RES-40")] {
            let game = pair(Infantry, Infantry, 4, &[], |rules| rules.fire_compulsory = must);
            assert_eq!((game.barred("done"), game.listed("done").is_empty()), (clause, must));
        }
    });
}

#[test]
fn hits_of_a_phase_may_add_up_for_a_withdraw() {
    bites(&["EA-RES-41", "EA-FIRE-10"], || {
        for (sum, steps) in [(false, 0), (true, 4)] {
            let field =
                Fixture::open(50, 50).rules(|rules| rules.withdraw_sum = sum).unit("B1", Infantry, "20,40", "N");
            let field = field
                .unit("B2", Infantry, "25,40", "N")
                .unit("R1", Infantry, "23,36", "S")
                .unit("R9", Infantry, "40,3", "S");
            let mut game = drawn(field, &[4, 4, 1, 4, 1, 1]).at(info::FIRING, Side::Blue);
            let before = game.eagles.pose(UnitId(2)).anchor;
            game.give("fire B1 >R1").give("fire B2 >R1");
            assert_eq!(game.eagles.pose(UnitId(2)).anchor.distance(before), steps);
        }
    });
}

#[test]
fn traits_and_options_change_the_dice() {
    bites(&["EA-OPT-24"], || {
        for (training, dice) in [(false, 3), (true, 4)] {
            let game = pair(Infantry, Infantry, 4, &[], |rules| rules.volley_training = training).ordered(&["B1"]);
            assert_eq!(game.eagles.shot_at(UnitId(0), UnitId(1), Shot::Fire).map(|pool| pool.count()), Some(dice));
        }
        let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("R1", Guns, "11,36", "S");
        let game = drawn(field.block(5..=15, 36..=36, 'f'), &[]);
        assert_eq!(
            game.eagles.shot_at(UnitId(0), UnitId(1), Shot::Fire).map(|pool| pool.count()),
            Some(2),
            "works are cover"
        );
    });
}

#[test]
fn a_pool_below_one_die_is_not_rolled() {
    bites(&["EA-BASE-4"], || {
        let shots = |row: i16, ground: char| {
            let field = Fixture::open(30, 50).unit("B1", Guns, "10,40", "N");
            let field = field.unit("R1", Infantry, &format!("11,{row}"), "S").block(6..=15, row..=row, ground);
            drawn(field, &[]).ordered(&["B1"]).listed("bombard").len()
        };
        assert_eq!([shots(20, '.'), shots(20, 't'), shots(24, 't')], [1, 0, 1], "one die, none, two less one");
        let mut none = battle::Pool::new("fire", "EA-FIRE-4", 2, battle::Reading::Successes(5));
        none.dice("cover", -3, "EA-BASE-4");
        let key = battle::RollKey::new(1, 1, 1, 1);
        assert!(none.fall(&mut battle::Dice::new(1), key).as_slice().is_empty());
    });
}

#[test]
fn horse_guns_maneuver_and_fire_on_one_order() {
    bites(&["EA-OPT-5", "EA-OPT-4"], || {
        let field = Fixture::open(40, 50)
            .rules(|rules| rules.limbers = true)
            .unit("B1", Guns, "10,40", "N")
            .traits(Traits::HORSE_GUNS)
            .unit("R1", Infantry, "11,30", "S");
        let mut game = drawn(field, &[6, 1, 1]).ordered(&["B1"]);
        game.give("maneuver B1 10,39/N/line4");
        assert_eq!((game.asks(), game.uses("B1")), ("unlimber", 0));
        assert!(game.eagles.marked(UnitId(0), marks::LIMBERED));
        assert_eq!(game.give("bombard B1 >R1").sp("R1"), 6);
    });
}

#[test]
fn resupply_may_be_rolled_before_the_shot() {
    bites(&["EA-RES-39"], || {
        for (before, sp) in [(false, 5), (true, 7)] {
            let mut game = pair(Guns, Infantry, 16, &[1, 6, 6, 1], |rules| {
                (rules.resupply_guns, rules.resupply_before_shot) = (true, before);
            });
            if !before {
                game.eagles.set_dice(battle::Dice::scripted(&[6, 6, 1]));
            }
            game = game.at(info::ACTIONS, Side::Blue);
            game.give("bombard B1 >R1");
            assert_eq!((game.sp("R1"), game.eagles.flagged(UnitId(0), Flags::OUT)), (sp, true));
        }
    });
}

#[test]
fn horse_guns_that_maneuvered_still_fire_by_another_order() {
    let proof = || {
        for (traits, shots) in [(Traits::HORSE_GUNS | Traits::VETERANS, 1), (Traits::VETERANS, 0)] {
            let field = Fixture::open(40, 50).unit("B1", Guns, "10,40", "N").traits(traits);
            let mut game = drawn(field.unit("R1", Infantry, "11,30", "S"), &[]).ordered(&["B1"]).ordered(&["B1"]);
            game.give("maneuver B1 10,39/N/line4");
            assert_eq!(game.asks(), if shots > 0 { "unlimber" } else { "act" });
            if shots > 0 {
                game.give("keep B1");
            }
            assert_eq!((game.uses("B1"), game.listed("bombard").len()), (1, shots));
        }
    };
    bites(&["EA-OPT-5"], proof);
}

#[test]
fn a_march_never_begins_with_a_turn_towards_a_near_enemy() {
    let field = Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").unit("R1", Infantry, "15,35", "S");
    let game = drawn(field, &[]).ordered(&["B1"]).at(info::ACTIONS, Side::Blue);
    let starts = |verb| game.eagles.reach(&battle::Order::new(verb).by(UnitId(0)));
    let (moves, marches) = (starts(crate::info::MOVE), starts(crate::info::MARCH));
    assert!(marches.legal().count() < moves.legal().count() && marches.legal().count() > 1);
    let scene = &game.eagles;
    assert!(marches.legal().all(|start| scene.gap(UnitId(0), &start.pose, UnitId(1)) > 4));
}

#[test]
fn refusals_say_what_is_in_the_way() {
    let why = |game: &Drawn, text: &str| {
        let order = (&game.eagles as &dyn battle::System).order_text().read(text).expect("an order");
        battle::System::check(&game.eagles, &order).expect_err("refused").to_string()
    };
    let field = Fixture::open(40, 60).unit("B1", Guns, "10,50", "N").unit("R1", Infantry, "11,30", "S");
    let game = drawn(field.block(5..=20, 30..=30, 't'), &[]).ordered(&["B1"]);
    assert!(why(&game, "bombard B1 >R1").contains("no die left"));
    assert!(why(&game, "maneuver B1 10,30/N/line4").contains("cannot stop in a town"));
    assert!(why(&game, "maneuver B1 10,40/N/line4").contains("too far"));
    assert!(why(&game, "move B1 10,40/N/line4").contains("name where it stands"));
}

#[test]
fn whoever_has_fired_does_not_march() {
    bites(&["EA-MOVE-7", "EA-OPT-4"], || {
        let marches = |marks| {
            let game = plain(Infantry, 20, &[]).ordered(&["B1"]).at(info::ACTIONS, Side::Blue).marked("B1", marks);
            game.listed("march").len()
        };
        assert_eq!([Marks::empty(), marks::FIRED, marks::SKIRMISHED].map(marches), [1, 0, 0]);
        for limbers in [false, true] {
            let mut game = pair(Guns, Infantry, 20, &[], |rules| rules.limbers = limbers).ordered(&["B1"]);
            game = game.at(info::ACTIONS, Side::Blue);
            game.give("maneuver B1 10,39/N/line4");
            let shows = |event: &battle::Event| matches!(event, battle::Event::Marked { marks, on: true, .. } if *marks == marks::LIMBERED);
            assert_eq!(game.heard.events.iter().any(shows), limbers);
        }
    });
}

#[test]
fn what_was_done_is_forgotten_when_the_turn_ends() {
    let done = [marks::MOVED, marks::MARCHED, marks::MANEUVERED, marks::FIRED, marks::BOMBARDED, marks::SKIRMISHED];
    for marks in done {
        let mut game = plain(Infantry, 20, &[]).ordered(&["B1"]).at(info::ACTIONS, Side::Blue).marked("B1", marks);
        while game.eagles.field().turn() == 2 {
            game.give("done");
        }
        assert!(!game.eagles.marked(UnitId(0), marks));
    }
}

#[test]
fn behind_a_spent_enemy_in_front_the_choice_is_free() {
    let skirmish = |strength: i16| {
        let field = Fixture::open(40, 50).unit("B1", Cavalry, "10,30", "N");
        let field = field.unit("R1", Infantry, "11,26", "S").strength(strength).unit("R2", Infantry, "11,36", "N");
        drawn(field, &[]).at(info::FIRING, Side::Blue).listed("skirmish")
    };
    assert_eq!(skirmish(7), ["skirmish B1 >R1"], "who is in front comes first");
    assert_eq!(skirmish(0), ["skirmish B1 >R1", "skirmish B1 >R2"], "the spent need not be chosen");
}

/// The nearer of two spent enemies need not be chosen either (EA-UNIT-10, EA-FIRE-6).
#[test]
fn among_spent_enemies_in_front_the_choice_is_free_at_any_range() {
    let listed = |near: i16, far: i16| {
        let field = Fixture::open(40, 50).unit("B1", Cavalry, "10,40", "N");
        let field = field.unit("R1", Infantry, "7,36", "S").strength(near);
        drawn(field.unit("R2", Infantry, "13,33", "S").strength(far), &[])
            .at(info::FIRING, Side::Blue)
            .listed("skirmish")
    };
    let (nearer, farther) = (String::from("skirmish B1 >R1"), String::from("skirmish B1 >R2"));
    assert_eq!(listed(7, 7), std::slice::from_ref(&nearer), "the nearer goes first");
    assert_eq!(listed(7, 0), std::slice::from_ref(&nearer));
    assert_eq!(listed(0, 7), [nearer.clone(), farther.clone()], "the spent need not be chosen");
    assert_eq!(listed(0, 0), [nearer, farther], "nor the nearer of two");
}

#[test]
fn who_skirmished_does_not_fire_in_the_same_phase() {
    let after = |extra| {
        let mut game = pair(Infantry, Infantry, 4, &[1], |rules| rules.skirmish_extra = extra);
        game.give("skirmish B1 >R1");
        (game.eagles.deciding(), game.listed("fire"))
    };
    assert_eq!(after(true), (Side::Blue, vec![String::from("fire B1 >R1")]), "by house rule both");
    assert_eq!(after(false).0, Side::Red, "nothing is left to Blue");
}

#[test]
fn a_target_without_a_fire_number_lends_its_assault_number() {
    let face = |target: Class| {
        let game = pair(Lights, target, 4, &[], |rules| rules.hits_by_target = true);
        game.eagles.shot_at(UnitId(0), UnitId(1), Shot::Fire).and_then(|pool| pool.face())
    };
    assert_eq!([Infantry, Guns, Lights, Cavalry].map(face), [Some(4), Some(3), Some(5), Some(3)]);
}

#[test]
fn the_third_hit_of_several_shots_makes_a_withdraw_by_house_rule() {
    let field = Fixture::open(50, 50).rules(|rules| rules.withdraw_sum = true);
    let field = field.unit("B1", Infantry, "20,40", "N").unit("B2", Infantry, "25,40", "N");
    let field = field.unit("R1", Infantry, "23,36", "S").unit("R9", Infantry, "40,3", "S");
    let mut game = drawn(field, &[4, 1, 1, 4, 1, 1]).at(info::FIRING, Side::Blue);
    let target = game.id("R1");
    let before = game.eagles.pose(target).anchor;
    let moved = |game: &Drawn| game.eagles.pose(target).anchor.distance(before);
    game.eagles.own_mut(target).hits = 1;
    game.give("fire B1 >R1");
    assert_eq!(moved(&game), 0, "two Hits");
    game.give("fire B2 >R1");
    assert_eq!(moved(&game), 4, "three");
    assert_eq!(game.eagles.own(target).hits, 0, "they are used up");
}

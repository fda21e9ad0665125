//! What a shot throws and brings, and shots outside the Fire phase (EA-FIRE-4 to 12, EA-SKIRM-1, EA-OPT-1, 2, 24).

use battle::rule::bites;
use battle::{Marks, Side, UnitId};

use super::drawn::{Drawn, drawn};
use super::fixture::Fixture;
use super::words::Play;
use crate::fire::Shot;
use crate::info;
use crate::marks;
use crate::state::Flags;
use crate::{Class, Options, Traits};

use Class::{Cavalry, Guns, Infantry, Lights};

/// Blue and a Unit of Red, front to front so many rows apart, in Blue's Fire phase.
fn pair(class: Class, target: Class, rows: i16, dice: &[u8], change: impl FnOnce(&mut Options)) -> Drawn {
    let field = Fixture::open(40, 50).rules(change).unit("B1", class, "10,40", "N");
    drawn(field.unit("R1", target, &format!("11,{}", 40 - rows), "S"), dice).at(info::FIRING, Side::Blue)
}

#[test]
fn range_and_class_give_the_dice() {
    bites(&["EA-FIRE-4"], || {
        let dice = |class: Class, rows: i16| {
            let game = pair(class, Infantry, rows, &[], |_| {});
            game.eagles.shot_at(UnitId(0), UnitId(1), Shot::Fire).map_or(0, |pool| pool.count())
        };
        for foot in [Infantry, Lights] {
            assert_eq!([1, 4, 5, 8].map(|rows| dice(foot, rows)), [3, 3, 0, 0]);
        }
        assert_eq!([1, 4, 8].map(|rows| dice(Cavalry, rows)), [0; 3]);
        assert_eq!([4, 5, 8, 9, 16, 17, 32, 33].map(|rows| dice(Guns, rows)), [3, 3, 3, 2, 2, 1, 1, 0]);
    });
}

/// A flank adds a die to a shot, but makes none where there is no Fire: beyond its range, or of horse.
#[test]
fn a_flank_makes_no_shot() {
    bites(&["EA-FIRE-8"], || {
        let dice = |class, distance: i32| {
            let game = pair(class, Infantry, 4, &[], |_| {});
            let (war, unit, target) = (&game.eagles, game.id("B1"), game.id("R1"));
            let aim = crate::sight::Aim { side: crate::space::zones::Zone::Left, flank_bonus: true, distance };
            crate::fire::fire_pool(war, unit, &war.pose(unit), target, &war.pose(target), &aim, Shot::Fire).count()
        };
        assert_eq!([dice(Infantry, 4), dice(Infantry, 5), dice(Cavalry, 4), dice(Guns, 33)], [4, 0, 0, 0]);
    });
}

#[test]
fn cover_and_flanks_change_the_dice() {
    bites(&["EA-FIRE-7", "EA-FIRE-8"], || {
        let dice = |facing: &str, ground: char| {
            let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("R1", Infantry, "11,36", facing);
            let game = drawn(field.block(5..=16, 36..=36, ground), &[]);
            game.eagles.shot_at(UnitId(0), UnitId(1), Shot::Fire).map(|pool| (pool.count(), pool.face()))
        };
        let shot = |dice: u8| Some((dice, Some(4)));
        assert_eq!(['.', ',', 'r', '1'].map(|ground| dice("S", ground)), [shot(3); 4], "hills give none");
        assert_eq!(['w', 'l', 't', 'f'].map(|ground| dice("S", ground)), [shot(2); 4], "woods, town, works");
        assert_eq!([dice("N", '.'), dice("N", 't')], [shot(4), shot(3)], "from the rear");
    });
}

#[test]
fn three_hits_of_one_fire_throw_it_back_a_base_width() {
    bites(&["EA-FIRE-10"], || {
        let fired = |dice: &[u8], ground: char| {
            let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("R1", Infantry, "11,36", "S");
            let field = field.unit("R9", Infantry, "30,3", "S").block(0..=39, 33..=34, ground);
            let mut game = drawn(field, dice).at(info::FIRING, Side::Blue);
            game.give("fire B1 >R1");
            (game.sp("R1"), game.place("R1"))
        };
        assert_eq!(fired(&[4, 5, 1], '.'), (5, "11,36/S".into()));
        assert_eq!(fired(&[4, 5, 6], '.'), (4, "11,32/S".into()), "directly away, facing as before");
        assert_eq!(fired(&[4, 5, 6], 'w'), (3, "11,32/S".into()), "a Hit for the wood, which does not slow it");
    });
}

#[test]
fn skirmish_fire_is_one_die_all_round_and_never_modified() {
    bites(&["EA-SKIRM-1"], || {
        let at = |place: &str, facing: &str, die: u8, ground: char| {
            let field = Fixture::open(40, 50).unit("B1", Cavalry, "14,25", "N").unit("R1", Infantry, place, facing);
            let field = field.unit("R9", Infantry, "30,48", "N").block(8..=20, 15..=17, ground);
            let mut game = drawn(field, &[die]).ordered(&["B1"]).at(info::FIRING, Side::Blue);
            if game.listed("skirmish").is_empty() {
                return (String::new(), game.sp("R1"));
            }
            game.give("skirmish B1 >R1");
            (game.first_roll(), game.sp("R1"))
        };
        let (hit, miss) = ("skirmish fire 1d6 4+: 4 = 1".to_string(), "skirmish fire 1d6 4+: 3 = 0".to_string());
        assert_eq!(at("15,17", "S", 4, '.'), (hit.clone(), 6), "eight inches ahead");
        assert_eq!(at("15,17", "S", 3, '.'), (miss, 7));
        assert_eq!(at("15,16", "S", 4, '.'), (String::new(), 7), "nine are too far");
        assert_eq!(at("15,17", "N", 4, 't'), (hit.clone(), 6), "neither cover nor the rear counts");
        assert_eq!(at("15,33", "N", 4, '.'), (hit.clone(), 6), "behind");
        assert_eq!(at("20,25", "WSW", 4, '.'), (hit, 6), "beside");
    });
}

#[test]
fn an_order_adds_one_die_to_a_shot_and_training_another() {
    bites(&["EA-FIRE-9", "EA-OPT-24"], || {
        let volley = |training: bool, class: Class| {
            let field = Fixture::open(40, 50).rules(|rules| rules.volley_training = training);
            let field = field.unit("B1", class, "10,40", "N").traits(Traits::VETERANS);
            let game = drawn(field.unit("R1", Infantry, "11,36", "S"), &[1; 6]).ordered(&["B1"]).ordered(&["B1"]);
            let mut game = game.at(info::FIRING, Side::Blue);
            game.give("volley B1 >R1");
            (game.rolls()[0].split(':').next().map(String::from), game.uses("B1"))
        };
        let rolled = |text: &str, uses: u8| (Some(text.to_string()), uses);
        assert_eq!(volley(false, Infantry), rolled("fire 4d6 4+", 1), "one Order a shot, however many it holds");
        assert_eq!(volley(true, Infantry), rolled("fire 5d6 4+", 1));
        assert_eq!(volley(true, Lights), rolled("fire 4d6 5+", 1), "Infantry alone is trained so");
        let plain = pair(Infantry, Infantry, 4, &[], |rules| rules.volley_training = true);
        let dice = plain.eagles.shot_at(UnitId(0), UnitId(1), Shot::Fire).map(|pool| pool.count());
        assert_eq!(dice, Some(3), "nobody has given it an Order");
    });
}

#[test]
fn who_fired_at_its_assaulter_still_fires_in_its_own_phase() {
    bites(&["EA-FIRE-12"], || {
        let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "15,35", "S");
        let field = field.unit("B2", Infantry, "30,55", "N");
        let mut game = drawn(field, &[&[6, 6][..], &[1; 16]].concat()).ordered(&["B1", "B2", "R1"]);
        let order = game.listed("assault").first().cloned().expect("an assault is possible");
        game.give(&order);
        assert_eq!(game.listed("fire"), ["fire R1 >B1"]);
        game.give("fire R1 >B1");
        assert_eq!((game.uses("R1"), game.rolls()[1].as_str()), (0, "fire 3d6 4+: 1 1 1 = 0"));
        assert_eq!((game.row("B1"), game.asks()), (40, "act"), "no Hits on either side: thrown back");
        let assaulter = game.id("B1");
        let pose = game.eagles.pose(assaulter).at(super::fixture::hex("14,38"));
        game.eagles.happens(&battle::Event::Placed { unit: assaulter, pose });
        let own = game.at(info::FIRING, Side::Red);
        assert_eq!(own.barred("fire R1 >B1"), "");
    });
}

#[test]
fn unused_orders_fire_in_the_enemys_actions_one_after_another() {
    bites(&["EA-OPT-2", "EA-SEQ-7"], || {
        for on in [false, true] {
            let field = Fixture::open(60, 50).rules(|rules| rules.defend = on).unit("B1", Infantry, "10,40", "N");
            let field = field.unit("B2", Infantry, "20,40", "N").unit("R1", Infantry, "11,36", "S");
            let field = field.unit("R2", Infantry, "21,36", "S").unit("R3", Infantry, "16,36", "S");
            let mut game = drawn(field, &[4, 1, 1, 4, 4, 1]).ordered(&["B1", "B2", "R1", "R2"]);
            game.give("maneuver B1 10,40/N/line4");
            if !on {
                assert_eq!((game.asks(), game.eagles.deciding()), ("act", Side::Blue));
                continue;
            }
            assert_eq!((game.asks(), game.eagles.deciding()), ("reaction", Side::Red));
            assert_eq!(game.listed("fire"), ["fire R1 >B1", "fire R2 >B2"], "R3 has no Order");
            game.give("fire R1 >B1");
            assert_eq!((game.sp("B1"), game.uses("R1"), game.listed("fire")), (6, 0, vec!["fire R2 >B2".to_string()]));
            game.give("fire R2 >B2");
            assert_eq!((game.sp("B2"), game.asks(), game.eagles.deciding()), (5, "act", Side::Blue));
        }
    });
}

#[test]
fn guns_that_fire_in_the_enemys_actions_have_made_their_bombardment() {
    bites(&["EA-OPT-2"], || {
        let game = |marks: Marks| {
            let field = Fixture::open(40, 50).rules(|rules| rules.defend = true).unit("B1", Infantry, "10,40", "N");
            let field =
                field.unit("R1", Guns, "11,30", "S").traits(Traits::VETERANS).unit("B2", Infantry, "24,40", "N");
            let mut game = drawn(field, &[3, 2]).ordered(&["B1", "B2", "R1"]).ordered(&["R1"]).marked("R1", marks);
            game.give("maneuver B1 10,40/N/line4");
            game
        };
        assert_eq!(game(marks::MANEUVERED).asks(), "act", "they have moved");
        let mut fires = game(Marks::empty());
        assert_eq!(fires.listed("fire"), ["fire R1 >B1"]);
        fires.give("fire R1 >B1");
        assert_eq!((fires.first_roll().as_str(), fires.sp("B1")), ("bombardment 2d6 3+: 3 2 = 1", 6));
        let later = fires.at(info::ACTIONS, Side::Red);
        assert_eq!((later.uses("R1"), later.barred("bombard R1 >B1")), (1, "EA-FIRE-2"));
    });
}

#[test]
fn guns_without_orders_shoot_by_resupply_when_charged_while_they_have_ammunition() {
    bites(&["EA-OPT-1"], || {
        let charged = |rule: bool, out: bool| {
            let field = Fixture::open(40, 60).rules(|rules| rules.resupply_guns = rule);
            let field = field.unit("B1", Cavalry, "14,40", "N").unit("R1", Guns, "15,35", "S");
            let mut game = drawn(field.unit("R9", Infantry, "30,3", "S"), &[6, 6, 3, 2, 1]).ordered(&["B1"]);
            let guns = game.id("R1");
            game.eagles.own_mut(guns).flags.set(Flags::OUT, out);
            let order = game.listed("assault").first().cloned().expect("an assault is possible");
            game.give(&order);
            (game.rolls().get(1).cloned(), game.sp("B1"), game.there("R1"))
        };
        assert_eq!(charged(true, false), (Some("bombardment 3d6 3+: 3 2 1 = 1".into()), 4, false));
        assert_eq!([charged(true, true), charged(false, false)], [(None, 5, false), (None, 5, false)]);
    });
}

#[test]
fn resupply_may_be_rolled_before_shots_outside_the_actions_too() {
    bites(&["EA-RES-39"], || {
        let laid = |dice: &[u8]| {
            let rules = |rules: &mut Options| {
                (rules.resupply_guns, rules.resupply_before_shot) = (true, true);
                rules.bombard_in_fire_phase = true;
            };
            let mut game = pair(Guns, Infantry, 16, dice, rules).at(info::ACTIONS, Side::Blue);
            game.give("lay B1").give("fire B1 >R1");
            (game.rolls().first().cloned(), game.sp("R1"), game.eagles.flagged(UnitId(0), Flags::OUT))
        };
        assert_eq!(laid(&[2, 3, 3]), (Some("resupply 1d6: 2 = 2".into()), 5, false));
        assert_eq!(laid(&[1, 3, 3]), (Some("resupply 1d6: 1 = 1".into()), 7, true), "laid guns without ammunition");
        let react = |dice: &[u8]| {
            let field = Fixture::open(40, 50).rules(|rules| {
                (rules.defend, rules.resupply_guns, rules.resupply_before_shot) = (true, true, true);
            });
            let field = field.unit("B1", Infantry, "10,40", "N").unit("B2", Infantry, "24,40", "N");
            let mut game = drawn(field.unit("R1", Guns, "11,30", "S"), dice).ordered(&["B1", "B2", "R1"]);
            game.give("maneuver B1 10,40/N/line4").give("fire R1 >B1");
            (game.rolls().first().cloned(), game.sp("B1"), game.uses("R1"))
        };
        assert_eq!(react(&[2, 3, 3]), (Some("resupply 1d6: 2 = 2".into()), 5, 0));
        assert_eq!(react(&[1, 3, 3]), (Some("resupply 1d6: 1 = 1".into()), 7, 0), "the Order is spent all the same");
    });
}

#[test]
fn guns_move_or_fire_but_may_skirmish() {
    bites(&["EA-MOVE-8"], || {
        let ready = |dice: &[u8]| {
            let field = Fixture::open(40, 50).unit("B1", Guns, "10,40", "N").traits(Traits::VETERANS);
            let field = field.unit("R1", Infantry, "11,33", "S");
            drawn(field, dice).ordered(&["B1"]).ordered(&["B1"])
        };
        let mut fired = ready(&[1, 1, 1]);
        fired.give("bombard B1 >R1");
        assert_eq!((fired.uses("B1"), fired.barred("maneuver B1 10,39/N/line4")), (1, "EA-MOVE-8"));
        let mut moved = ready(&[]);
        moved.give("maneuver B1 10,39/N/line4");
        assert_eq!((moved.uses("B1"), moved.barred("bombard B1 >R1")), (1, "EA-MOVE-8"));
        let moved = moved.at(info::FIRING, Side::Blue);
        assert_eq!((moved.listed("fire").len(), moved.listed("skirmish").len()), (0, 1));
    });
}

#[test]
fn guns_with_an_order_to_spare_bombard_with_a_die_more() {
    let guns = |resupply: bool, orders: &[&str]| {
        let field = Fixture::open(40, 50).rules(|rules| rules.resupply_guns = resupply);
        let field = field.unit("B1", Guns, "10,40", "N").traits(Traits::VETERANS).unit("R1", Infantry, "11,32", "S");
        drawn(field, &[3, 3, 1, 1, 2]).ordered(orders)
    };
    let listed = |resupply, orders: &[&str]| guns(resupply, orders).listed("barrage").len();
    assert_eq!([listed(false, &["B1"]), listed(false, &["B1", "B1"])], [0, 1], "one Order pays for the Action");
    assert_eq!([listed(true, &[]), listed(true, &["B1"])], [0, 1], "with Resupply Guns that is free");
    let mut game = guns(false, &["B1", "B1"]);
    game.give("barrage B1 >R1");
    assert_eq!(game.first_roll(), "bombardment 4d6 3+: 3 3 1 1 = 2", "three dice and one for the Order");
    assert_eq!((game.uses("B1"), game.sp("R1")), (0, 5));
}

//! The Assault from declaration to follow-up (EA-ASSAULT-7 to 24, EA-RES-21, 22, 47, EA-OPT-8, 9, 25).

use battle::rule::bites;
use battle::{Side, System, UnitId};

use super::drawn::{Drawn, drawn};
use super::fixture::Fixture;
use super::words::{Geometry, Play};
use crate::info;
use crate::marks;
use crate::state::Flags;
use crate::{Class, Options, Traits};

use Class::{Cavalry, Guns, Infantry};

fn charge(traits: Traits, target: Class, dice: &[u8], change: impl FnOnce(&mut Options)) -> Drawn {
    let field = Fixture::open(40, 60).rules(change).unit("B1", Cavalry, "14,40", "N").traits(traits);
    let field = field.unit("R1", target, "15,35", "S").unit("R9", Infantry, "30,3", "S");
    drawn(field, &[&[6, 6], dice].concat()).ordered(&["B1"])
}

fn go(game: &mut Drawn) {
    let order = game.listed("assault").first().cloned().expect("an assault is possible");
    game.give(&order);
}

#[test]
fn an_assault_goes_through_its_steps() {
    bites(&["EA-SEQ-6", "EA-ASSAULT-14", "EA-ASSAULT-15", "EA-SEQ-12", "EA-BASE-5"], || {
        let dice = [1, 2, 3, 4, 5, 6, 1, 1, 2, 3, 4, 5, 6];
        let mut game = charge(Traits::empty(), Infantry, &dice, |_| {}).ordered(&["R1"]);
        go(&mut game);
        assert_eq!((game.row("B1"), game.asks(), game.eagles.deciding()), (36, "react", Side::Red));
        game.give("keep R1");
        assert_eq!(
            game.rolls(),
            ["charge 2d6: 6 6 = 16", "assault 6d6 3+: 1 2 3 4 5 6 = 4", "defence 7d6 4+: 1 1 2 3 4 5 6 = 3"],
            "distance, assaulter, defender, in this order"
        );
        assert_eq!((game.sp("B1"), game.sp("R1")), (2, 3), "one Strength Point a Hit");
        assert_eq!((game.asks(), game.eagles.deciding()), ("pursue", Side::Blue));
        game.give("keep B1");
        assert_ne!(game.asks(), "pursue");
        assert_eq!(game.uses("R1"), 1, "an Order may be kept");
    });
}

#[test]
fn too_short_a_roll_is_no_assault() {
    bites(&["EA-ASSAULT-6"], || {
        let field = Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").unit("R1", Infantry, "15,30", "S");
        let mut game = drawn(field, &[3]).ordered(&["B1"]);
        go(&mut game);
        assert_eq!(game.asks(), "halt");
        let rows: Vec<i16> = game
            .eagles
            .reach(&game.eagles.stems()[0])
            .legal()
            .map(|place| 40 - place.pose.anchor.offset().row)
            .collect();
        assert_eq!((rows.iter().min(), rows.iter().max()), (Some(&0), Some(&7)));
    });
}

/// Nine inches to contact: 4 and a 5 are enough, 4 and a 4 are not.
#[test]
fn a_roll_of_just_the_distance_makes_contact() {
    bites(&["EA-ASSAULT-6"], || {
        let asks = |die| {
            let field = Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").unit("R1", Infantry, "15,30", "S");
            let mut game = drawn(field, &[die]).ordered(&["B1", "R1"]);
            go(&mut game);
            (game.asks(), game.row("B1"))
        };
        assert_eq!([5, 4].map(asks), [("react", 31), ("halt", 40)]);
    });
}

/// Who holds and who beats: as many Hits are told otherwise than more.
#[test]
fn a_tie_is_told_as_one() {
    bites(&["EA-ASSAULT-15"], || {
        let told = |attack: u8, defence: u8| {
            let dice = [[attack, 1, 1, 1, 1, 1].as_slice(), &[defence, 1, 1, 1, 1, 1, 1]].concat();
            let mut game = charge(Traits::empty(), Infantry, &dice, |_| {});
            go(&mut game);
            let mut texts = game.heard.events.iter().rev().filter_map(|event| match event {
                battle::Event::Told(told) if told.clause.starts_with("EA-ASSAULT-1") => Some(told.text),
                _ => None,
            });
            texts.next()
        };
        assert_eq!(told(6, 6), Some("{t} holds against {a}"));
        assert_eq!(told(1, 6), Some("{t} beats {a}"));
        assert_eq!(told(6, 1), Some("{a} beats {t}"));
    });
}

/// A turn after the fight is made where the winner stands, and straight from there.
#[test]
fn a_follow_up_that_turns_goes_nowhere() {
    bites(&["EA-ASSAULT-23"], || {
        let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "15,35", "S");
        let hits = [6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
        let mut game = drawn(field.unit("R9", Infantry, "30,3", "S"), &hits).ordered(&["B1"]);
        go(&mut game);
        assert_eq!(game.asks(), "pursue");
        let (unit, here) = (game.id("B1"), game.eagles.pose(game.id("B1")));
        let reach = game.eagles.pursuit(unit);
        let turns: Vec<battle::Pose> =
            reach.legal().filter(|place| place.cost == 0 && place.pose != here).map(|place| place.pose).collect();
        assert!(turns.len() >= 5, "to every other facing: {turns:?}");
        assert!(turns.iter().all(|turn| reach.way(turn) == [here, *turn]), "straight from where it stands");
    });
}

#[test]
fn a_winner_with_nothing_left_stays() {
    bites(&["EA-ASSAULT-24"], || {
        let field = Fixture::open(40, 60)
            .unit("B1", Cavalry, "14,40", "N")
            .strength(2)
            .unit("R1", Infantry, "15,35", "S")
            .strength(2);
        let mut game = drawn(field.unit("R9", Infantry, "30,3", "S"), &[6, 6, 6, 6, 6, 6, 6]).ordered(&["B1"]);
        go(&mut game);
        assert_eq!(game.rolls()[1..], ["assault 3d6 3+: 6 6 6 = 3", "defence 2d6 4+: 6 6 = 2"]);
        assert_eq!((game.sp("B1"), game.sp("R1"), game.asks()), (0, 0, "fire"), "no follow-up is asked");
    });
}

#[test]
fn defensive_fire_may_not_stop_it_by_house_rule() {
    bites(&["EA-RES-21"], || {
        let rolls = |on: bool| {
            let dice = [4, 5, 6, 3, 3, 3, 1, 1, 1, 1, 4, 4, 4];
            let rules = |rules: &mut Options| rules.defend_no_withdraw = on;
            let mut game = charge(Traits::empty(), Infantry, &dice, rules).ordered(&["R1"]);
            go(&mut game);
            assert_eq!(game.asks(), "react");
            game.give("fire R1 >B1");
            (game.rolls()[2..].to_vec(), game.sp("B1"), game.sp("R1"), game.row("B1"))
        };
        assert_eq!(rolls(false), (Vec::new(), 2, 7, 40), "stopped and thrown back");
        let pools = ["assault 3d6 3+: 3 3 3 = 3", "defence 7d6 4+: 1 1 1 1 4 4 4 = 3"].map(String::from).to_vec();
        assert_eq!(rolls(true), (pools, 0, 4, 40), "two Points and the die of horse, and a tie");
    });
}

#[test]
fn spent_units_may_go_at_once_by_house_rule() {
    bites(&["EA-RES-22"], || {
        for immediate in [false, true] {
            let field = Fixture::open(40, 60)
                .rules(|rules| rules.remove_immediate = immediate)
                .unit("B1", Infantry, "14,40", "N");
            let field = field.unit("R1", Infantry, "15,36", "S").strength(1).unit("R9", Infantry, "30,3", "S");
            let mut game = drawn(field, &[6, 1, 1]).at(info::FIRING, Side::Blue);
            game.give("fire B1 >R1");
            assert_eq!(game.there("R1"), !immediate);
        }
    });
}

#[test]
fn flanks_may_be_defended_by_fire_by_house_rule() {
    bites(&["EA-RES-47", "EA-ASSAULT-9"], || {
        for (any, shots) in [(false, 0), (true, 1)] {
            let field =
                Fixture::open(40, 60).rules(|rules| rules.defend_fire_any_side = any).unit("B1", Cavalry, "14,40", "N");
            let mut game = drawn(field.unit("R1", Infantry, "14,34", "ENE"), &[6, 6]).ordered(&["B1", "R1"]);
            go(&mut game);
            assert_eq!(game.listed("fire").len(), shots);
        }
    });
}

#[test]
fn pools_are_strength_and_what_the_page_adds() {
    bites(&["EA-ASSAULT-8"], || {
        let pools = |class: Class, strength: i16, facing: &str, ground: char| {
            let field = Fixture::open(40, 60).unit("B1", class, "14,40", "N").strength(strength);
            let field = field.unit("R1", Infantry, "15,35", facing).strength(6).block(0..=39, 30..=35, ground);
            let mut game = drawn(field.unit("R9", Infantry, "30,3", "S"), &[6, 6]).ordered(&["B1"]);
            go(&mut game);
            let rolls = game.rolls();
            let dice = |label: &str| rolls.iter().find_map(|roll| roll.strip_prefix(label)?.split("d6").next());
            ["assault ", "defence "].map(|label| dice(label).map(String::from))
        };
        let dice = |attack: &str, defence: &str| [attack, defence].map(|dice| Some(dice.to_string()));
        assert_eq!(pools(Infantry, 4, "S", '.'), dice("4", "6"), "remaining Strength Points");
        for ground in ['w', 't', 'f', '1'] {
            assert_eq!(pools(Infantry, 4, "S", ground), dice("3", "6"), "cover or uphill: {ground}");
        }
        assert_eq!(pools(Infantry, 4, "S", 'r'), dice("4", "6"), "rough ground is no cover");
        assert_eq!(pools(Infantry, 4, "N", '.'), dice("5", "6"), "into the rear");
        assert_eq!(pools(Cavalry, 4, "S", '.'), dice("5", "6"), "charging horse");
        assert_eq!(pools(Cavalry, 4, "N", 't'), dice("5", "6"), "all three");
    });
}

#[test]
fn resolute_may_need_its_order() {
    bites(&["EA-OPT-25", "EA-OPT-12"], || {
        for (by_order, reply, dice) in [(false, "keep", 8), (true, "keep", 7), (true, "stand", 9)] {
            let field = Fixture::open(40, 60)
                .rules(|rules| rules.resolute_by_order = by_order)
                .unit("B1", Cavalry, "14,40", "N");
            let mut game = drawn(field.unit("R1", Infantry, "15,35", "S").traits(Traits::RESOLUTE), &[6, 6])
                .ordered(&["B1", "R1"]);
            go(&mut game);
            game.give(&format!("{reply} R1"));
            assert!(game.rolls()[2].starts_with(&format!("defence {dice}d6")), "{:?}", game.rolls());
        }
    });
}

#[test]
fn the_impetuous_follow_and_militia_does_not_turn() {
    bites(&["EA-OPT-9"], || {
        let hits = [6, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1];
        let mut game = charge(Traits::IMPETUOUS, Infantry, &hits, |_| {});
        go(&mut game);
        assert_eq!(game.row("B1"), 32, "it has gone a base width ahead without being asked");
    });
}

#[test]
fn slow_troops_turn_only_where_they_may() {
    bites(&["EA-OPT-8", "EA-OPT-18"], || {
        let starts = |traits: Traits| {
            let field = Fixture::open(40, 60)
                .unit("B1", Infantry, "14,40", "N")
                .traits(traits)
                .unit("R1", Infantry, "15,10", "S");
            let game = drawn(field, &[]).ordered(&["B1"]);
            let stem = game.eagles.stems()[0];
            game.eagles.reach(&stem).legal().count()
        };
        assert!(starts(Traits::empty()) > 5);
        assert_eq!((starts(Traits::MILITIA), starts(Traits::SLUGGISH)), (1, 1));
        // The enemy's centre is (16,12) off: the Assault has to begin with a turn one step to the right (EX-18).
        let turned = |traits: Traits| {
            let field = Fixture::open(40, 40).unit("B1", Infantry, "20,30", "N").traits(traits);
            let game = drawn(field.unit("R1", Infantry, "25,24", "S"), &[]);
            let approach = game.eagles.approach(UnitId(0), UnitId(1));
            approach.is_ok_and(|one| one.charges.iter().any(|charge| charge.start.facing != hexes::Facing::North))
        };
        assert_eq!([Traits::empty(), Traits::MILITIA, Traits::SLUGGISH].map(turned), [true, false, false]);
        let hits = [6, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1];
        let turns_after = |traits: Traits| {
            let mut game = charge(traits, Infantry, &hits, |_| {});
            go(&mut game);
            let reach = game.eagles.reach(&game.eagles.stems()[0]);
            reach.legal().any(|place| place.pose.facing != hexes::Facing::North)
        };
        assert_eq!([Traits::empty(), Traits::MILITIA, Traits::SLUGGISH].map(turns_after), [true, false, true]);
    });
}

#[test]
fn guns_without_orders_fall_without_a_shot() {
    bites(&["EA-ASSAULT-12"], || {
        let mut game = charge(Traits::empty(), Guns, &[], |_| {});
        go(&mut game);
        assert_eq!((game.there("R1"), game.asks()), (false, "pursue"));
    });
}

#[test]
fn a_spent_unit_acts_no_more_and_falls_to_any_assault() {
    bites(&["EA-UNIT-10a", "EA-UNIT-10d"], || {
        let field =
            Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "15,35", "S").strength(0);
        let mut game = drawn(field.unit("R9", Infantry, "30,3", "S"), &[6, 6]).ordered(&["B1", "R1"]);
        assert_eq!(
            super::words::clause(crate::command::may_act(&game.eagles, UnitId(1), crate::command::Means::Held)),
            "EA-UNIT-10"
        );
        go(&mut game);
        assert_eq!((game.there("R1"), game.rolls().len()), (false, 1));
    });
}

#[test]
fn a_spent_target_falls_without_dice_and_is_followed_up() {
    bites(&["EA-ASSAULT-7"], || {
        let met = |strength: i16| {
            let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "15,35", "S");
            let field = field.strength(strength).unit("R9", Infantry, "30,3", "S");
            let mut game = drawn(field, &[6, 6, 1, 1, 1, 1, 1, 1, 6]).ordered(&["B1", "R1"]);
            go(&mut game);
            (game.there("R1"), game.rolls().len(), game.asks())
        };
        assert_eq!(met(0), (false, 1, "pursue"), "its Order defends it no more");
        assert_eq!(met(1), (true, 1, "react"));
    });
}

/// The rows ahead where the pending follow-up of `B1` may end.
fn rows_to_pursue(game: &Drawn) -> Vec<i16> {
    assert_eq!(game.asks(), "pursue");
    let (stem, from) = (game.eagles.stems()[0], game.row("B1"));
    let reach = game.eagles.reach(&stem);
    let mut rows: Vec<i16> =
        reach.legal().map(|place| from - place.pose.anchor.offset().row).filter(|row| *row > 0).collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

#[test]
fn a_follow_up_may_stop_earlier_and_touches_nobody_but_the_beaten() {
    bites(&["EA-ASSAULT-23", "EA-RES-42"], || {
        let won = |behind: &str| {
            let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "15,35", "S");
            let hits = [6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
            let mut game = drawn(field.unit("R2", Infantry, behind, "S"), &hits).ordered(&["B1"]);
            go(&mut game);
            game
        };
        let game = won("30,3");
        assert_eq!((game.row("B1"), game.row("R1")), (36, 23), "three Hits more: three base widths");
        assert_eq!(rows_to_pursue(&game), [1, 2, 3, 4]);
        assert_eq!(rows_to_pursue(&won("15,33")), [1], "row 34 would touch R2, who was not beaten");
        let behind = won("15,32");
        assert_eq!(rows_to_pursue(&behind), [1, 2]);
    });
}

#[test]
fn a_follow_up_may_touch_the_beaten() {
    bites(&["EA-ASSAULT-23"], || {
        let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "15,35", "S");
        let hits = [6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
        let mut game = drawn(field.unit("R9", Infantry, "30,3", "S"), &hits).ordered(&["B1"]);
        go(&mut game);
        assert_eq!((game.row("B1"), game.row("R1")), (36, 31), "one Hit more: one base width");
        assert_eq!(rows_to_pursue(&game), [1, 2, 3, 4]);
    });
}

#[test]
fn guns_fire_their_last_shot_unasked() {
    bites(&["EA-ASSAULT-13"], || {
        let mut game = charge(Traits::empty(), Guns, &[3, 2, 1], |_| {}).ordered(&["R1"]);
        go(&mut game);
        assert_eq!(game.rolls()[1..], ["bombardment 3d6 3+: 3 2 1 = 1"]);
        assert_eq!((game.sp("B1"), game.there("R1"), game.asks()), (4, false, "pursue"));
        let mut repelled = charge(Traits::empty(), Guns, &[3, 4, 6], |_| {}).ordered(&["R1"]);
        go(&mut repelled);
        assert_eq!((repelled.sp("B1"), repelled.there("R1"), repelled.row("B1")), (2, false, 40));
    });
}

#[test]
fn guns_laid_for_the_fire_phase_count_as_ordered() {
    bites(&["EA-ASSAULT-13"], || {
        let laid = |survive: bool, dice: &[u8]| {
            let rules = |rules: &mut Options| {
                rules.bombard_in_fire_phase = true;
                rules.guns_survive_repulse = survive;
            };
            let mut game = charge(Traits::empty(), Guns, dice, rules);
            let guns = game.id("R1");
            game.eagles.own_mut(guns).flags |= Flags::LAID;
            go(&mut game);
            game
        };
        let game = laid(false, &[3, 2, 1]);
        assert_eq!(game.rolls()[1..], ["bombardment 3d6 3+: 3 2 1 = 1"]);
        assert_eq!((game.sp("B1"), game.there("R1"), game.asks()), (4, false, "pursue"));
        let game = laid(true, &[3, 4, 6]).at(info::FIRING, Side::Red);
        assert!(game.there("R1") && !game.eagles.flagged(game.id("R1"), Flags::LAID), "the shot they were laid for");
        assert_eq!(game.listed("fire"), Vec::<String>::new());
    });
}

#[test]
fn an_assaulter_stopped_by_fire_finds_room_and_follows_nobody() {
    bites(&["EA-ASSAULT-11", "EA-ASSAULT-22"], || {
        let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("B2", Infantry, "20,50", "N");
        let field = field.unit("R1", Infantry, "15,35", "S").unit("R9", Infantry, "30,3", "S");
        let mut game = drawn(field, &[6, 6, 4, 5, 6]).ordered(&["B1", "B2", "R1"]);
        go(&mut game);
        assert_eq!((game.asks(), game.row("B1")), ("react", 36));
        // A friend comes up behind, where four rows back would lead.
        let (friend, goal) = (game.id("B2"), game.eagles.pose(game.id("B1")).at(super::fixture::hex("14,40")));
        game.eagles.happens(&battle::Event::Placed { unit: friend, pose: goal });
        game.give("fire R1 >B1");
        assert_eq!(game.rolls()[1..], ["fire 3d6 4+: 4 5 6 = 3"], "no pools");
        assert_eq!((game.asks(), game.eagles.deciding()), ("settle", Side::Blue));
        let stem = game.eagles.stems()[0];
        let place = game.eagles.reach(&stem).legal().next().expect("room").pose;
        let text = (&game.eagles as &dyn System).order_text().write(&stem.to(place));
        game.give(&text);
        assert_eq!(
            (game.eagles.pose(game.id("B1")), game.sp("B1"), game.sp("R1")),
            (place, 1, 7),
            "2 SP, one for the friend"
        );
        assert!(
            !game
                .heard
                .events
                .iter()
                .any(|event| matches!(event, battle::Event::Moved { manner: battle::Manner::Pursued, .. }))
        );
        assert_eq!(game.asks(), "act", "no follow-up is asked");
        assert!(game.eagles.marked(game.id("B1"), marks::CHARGED));
    });
}

#[test]
fn an_assaulter_spent_by_two_hits_of_defensive_fire_fights_no_more() {
    let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").strength(2);
    let field = field.unit("R1", Infantry, "15,35", "S").unit("R9", Infantry, "30,3", "S");
    let mut game = drawn(field, &[6, 6, 4, 5, 1]).ordered(&["B1", "R1"]);
    go(&mut game);
    game.give("fire R1 >B1");
    assert_eq!(game.rolls()[1..], ["fire 3d6 4+: 4 5 1 = 2"], "no pools");
    assert_eq!((game.sp("B1"), game.sp("R1"), game.row("B1")), (0, 7, 36), "spent where it came to");
}

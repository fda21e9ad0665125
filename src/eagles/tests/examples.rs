//! The worked examples of the rules page that concern play, under their own numbers.

use battle::rule::bites;
use battle::{Deaf, Perch, Side, System, UnitId};

use super::drawn::{Drawn, drawn, drawn_with};
use super::fixture::Fixture;
use super::words::Play;
use crate::fire::Shot;
use crate::info;
use crate::marks;
use crate::state::Flags;
use crate::{Class, Traits};

use Class::{Cavalry, Guns, Infantry, Lights};

/// Blue foot and a red Unit of that class, front to front, so many rows apart.
fn face_to_face(class: Class, rows: i16) -> Fixture {
    Fixture::open(30, 40).unit("B1", Infantry, "10,20", "N").unit("R1", class, &format!("11,{}", 20 - rows), "S")
}

#[test]
fn ex_1_orders_cost() {
    let pair = |fixture: Fixture, label: &str, column: i16, distance: i16| {
        let red = format!("R{}", &label[1..]);
        let fixture = fixture.unit(label, Infantry, &format!("{column},{}", 20 + distance), "N");
        fixture.unit(&red, Infantry, &format!("{},20", column + 1), "S")
    };
    let rows = [("B1", 3), ("B2", 5), ("B3", 4), ("B4", 10), ("B5", 4)];
    bites(&["EA-ORD-1", "EA-ORD-2", "EA-GEN-2"], || {
        let start = || {
            let field = rows.iter().enumerate().fold(Fixture::open(80, 40), |field, (at, (label, distance))| {
                pair(field, label, 8 + 14 * at as i16, *distance)
            });
            let mut game =
                drawn(field.general("BG", Some("B3")).general("RG", Some("R1")), &[4]).at(info::ORDERS, Side::Blue);
            game.eagles.roll_orders(&mut Deaf);
            game
        };
        let costs = |game: &Drawn| [0, 2, 6, 8].map(|unit| game.eagles.order_cost(UnitId(unit)));
        assert_eq!(costs(&start()), [2, 1, 1, 2]);
        let mut first = start();
        assert_eq!(["B1", "B5"].map(|label| first.eagles.purse(first.id(label))), [4, 4], "one roll for all");
        first.give("order B1").give("order B2").give("order B4");
        assert_eq!(first.eagles.state.player, Side::Red, "4 pips spent: red's turn to place");
        assert_eq!(["B1", "B2", "B3", "B4"].map(|label| first.uses(label)), [1; 4]);
        let mut second = start();
        second.give("order B1").give("order B5");
        assert_eq!(second.uses("B3"), 1, "free with the General");
        let mut third = start();
        third.give("order B1").give("order B2");
        assert_eq!(third.barred("order B5"), "EA-ORD-2");
    });
}

#[test]
fn ex_2_initiative() {
    bites(&["EA-INIT-1", "EA-INIT-2"], || {
        let holder = |held: u8, other: u8, first: Side| {
            let mut game = drawn(face_to_face(Infantry, 10), &[held, other]);
            game.eagles.state.first = first;
            game.eagles.roll_initiative(&mut Deaf);
            game.eagles.state.first
        };
        assert_eq!(holder(3, 4, Side::Blue), Side::Blue);
        assert_eq!(holder(3, 5, Side::Blue), Side::Red);
        assert_eq!(holder(3, 3, Side::Blue), Side::Blue);
        assert_eq!(holder(6, 1, Side::Blue), Side::Blue);
        assert_eq!(holder(1, 3, Side::Blue), Side::Red);
        let mut game = drawn(face_to_face(Infantry, 10), &[1, 6]);
        game.eagles.state.first = Side::Red;
        game.eagles.happens(&battle::Event::TurnBegan { turn: 1 });
        game.eagles.roll_initiative(&mut game.heard);
        assert_eq!((game.eagles.state.first, game.rolls().len()), (Side::Red, 0));
    });
}

#[test]
fn ex_3_fire() {
    bites(&["EA-FIRE-4", "EA-FIRE-5"], || {
        let mut game = drawn(face_to_face(Infantry, 4), &[4, 2, 6]).at(info::FIRING, Side::Blue);
        assert_eq!(game.listed("fire"), ["fire B1 >R1"]);
        game.give("fire B1 >R1");
        assert_eq!((game.first_roll().as_str(), game.sp("R1")), ("fire 3d6 4+: 4 2 6 = 2", 5));
        assert_eq!(game.place("R1"), "11,16/S", "two Hits do not make it withdraw");
        let far = drawn(face_to_face(Infantry, 5), &[]).at(info::FIRING, Side::Blue);
        assert_eq!(far.listed("fire").len(), 0);
        assert_eq!(far.listed("skirmish"), ["skirmish B1 >R1"]);
    });
}

/// Blue foot with a red Unit that shows it its flank, so many hexes away.
fn at_the_flank(rows: i16) -> Fixture {
    Fixture::open(40, 40).unit("B1", Infantry, "14,20", "N").unit("R1", Infantry, &format!("14,{}", 20 - rows), "ENE")
}

#[test]
fn ex_4_modifiers_and_withdraw() {
    bites(&["EA-FIRE-7", "EA-FIRE-8", "EA-FIRE-9", "EA-FIRE-10"], || {
        let field = at_the_flank(6).block(8..=22, 8..=18, 'w');
        let mut game = drawn(field, &[4, 5, 6, 1]).ordered(&["B1"]).at(info::FIRING, Side::Blue);
        let (before, unit) = (game.eagles.pose(game.id("R1")).anchor, game.id("R1"));
        game.give("volley B1 >R1");
        assert_eq!((game.first_roll().as_str(), game.sp("R1")), ("fire 4d6 4+: 4 5 6 1 = 3", 4));
        assert_eq!(game.eagles.pose(unit).anchor.distance(before), 4);
        assert_eq!(game.uses("B1"), 0);
    });
}

#[test]
fn ex_5_guns() {
    bites(&["EA-FIRE-2", "EA-FIRE-4", "EA-FIRE-7", "EA-FIRE-8", "EA-OPT-10"], || {
        let dice_at = |rows: i16, ground: char| {
            let field = Fixture::open(30, 50).unit("B1", Guns, "10,40", "N").unit(
                "R1",
                Infantry,
                &format!("11,{}", 40 - rows),
                "S",
            );
            let field = field.block(6..=15, 40 - rows..=40 - rows, ground);
            let game = drawn(field, &[]).ordered(&["B1"]);
            game.eagles.shot_at(game.id("B1"), game.id("R1"), Shot::Bombard).map_or(0, |pool| pool.count())
        };
        assert_eq!([8, 9, 16, 17, 32, 33].map(|rows| dice_at(rows, '.')), [3, 2, 2, 1, 1, 0]);
        assert_eq!(dice_at(20, 't'), 0, "a covered target at 20 leaves no die");
        let flank = Fixture::open(40, 50).unit("B1", Guns, "14,40", "N").unit("R1", Infantry, "14,19", "ENE").block(
            8..=20,
            14..=22,
            't',
        );
        let game = drawn(flank, &[]).ordered(&["B1"]);
        assert_eq!(game.eagles.shot_at(UnitId(0), UnitId(1), Shot::Bombard).map(|pool| pool.count()), Some(1));
        for (traits, hits) in [(Traits::empty(), 1), (Traits::MEDIUM_BATTERY, 0)] {
            let field =
                Fixture::open(30, 50).unit("B1", Guns, "10,40", "N").traits(traits).unit("R1", Infantry, "11,24", "S");
            let mut game = drawn(field, &[3, 2]).ordered(&["B1"]);
            assert_eq!(game.listed("bombard"), ["bombard B1 >R1"]);
            game.give("bombard B1 >R1");
            assert_eq!((game.sp("R1"), game.uses("B1"), game.listed("bombard").len()), (7 - hits, 0, 0));
        }
    });
}

#[test]
fn ex_6_lights() {
    bites(&["EA-OPT-11"], || {
        for (traits, left) in [(Traits::empty(), 5), (Traits::LOW_SUPPLIES, 6)] {
            let field = Fixture::open(30, 40)
                .unit("B1", Lights, "10,20", "N")
                .traits(traits)
                .unit("R1", Infantry, "11,16", "S");
            let mut game = drawn(field, &[4, 5, 6]).at(info::FIRING, Side::Blue);
            assert_eq!(game.give("fire B1 >R1").sp("R1"), left);
        }
        let face = |class: Class, traits: Traits, shot: Shot| {
            let field = Fixture::open(30, 40).unit("B1", class, "10,20", "N").traits(traits);
            let game = drawn(field.unit("R1", Infantry, "11,16", "S"), &[]);
            game.eagles.shot_at(UnitId(0), UnitId(1), shot).and_then(|pool| pool.face())
        };
        let short = [(Guns, Traits::empty()), (Guns, Traits::MEDIUM_BATTERY), (Infantry, Traits::empty())];
        let faces = short.map(|(class, traits)| face(class, traits | Traits::LOW_SUPPLIES, Shot::Fire));
        assert_eq!(faces, [Some(4), Some(5), Some(5)]);
        assert_eq!(face(Lights, Traits::LOW_SUPPLIES, Shot::Skirmish), Some(4), "the Skirmish die is as it was");
    });
}

#[test]
fn lights_may_have_fewer_fire_dice_by_house_rule() {
    bites(&["EA-RES-10"], || {
        let rolled = |dice: i32| {
            let field = Fixture::open(30, 40).rules(|rules| rules.lights_fire_dice = dice);
            let field = field.unit("B1", Lights, "10,20", "N").unit("R1", Infantry, "11,16", "S");
            let mut game = drawn(field, &[4, 5, 6]).at(info::FIRING, Side::Blue);
            game.give("fire B1 >R1").first_roll()
        };
        assert_eq!([3, 2, 1].map(rolled), ["fire 3d6 5+: 4 5 6 = 2", "fire 2d6 5+: 4 5 = 1", "fire 1d6 5+: 4 = 0"]);
    });
}

#[test]
fn ex_7_skirmish_and_priority() {
    let field = |ahead: i16, traits: Traits| {
        let field = Fixture::open(30, 40).unit("B1", Cavalry, "10,20", "N").traits(traits);
        field.unit("R1", Infantry, "11,23", "S").unit("R2", Infantry, &format!("11,{}", 20 - ahead), "S").block(
            6..=15,
            20 - ahead..=20 - ahead,
            'w',
        )
    };
    bites(&["EA-SKIRM-1", "EA-SKIRM-3", "EA-FIRE-6", "EA-OPT-6", "EA-OPT-7", "EA-FIRE-14"], || {
        let mut game = drawn(field(8, Traits::empty()), &[4]).at(info::FIRING, Side::Blue);
        assert_eq!(game.barred("skirmish B1 >R1"), "EA-FIRE-6");
        assert_eq!(game.give("skirmish B1 >R2").sp("R2"), 6);
        let far = drawn(field(9, Traits::empty()), &[]).at(info::FIRING, Side::Blue);
        assert_eq!(far.listed("skirmish"), ["skirmish B1 >R1"]);
        let mut rifles = drawn(field(8, Traits::LIGHT_RIFLES), &[2, 5]).at(info::FIRING, Side::Blue);
        assert_eq!(rifles.give("skirmish B1 >R2").sp("R2"), 6);
        let limited = drawn(field(8, Traits::LIMITED_SKIRMISHERS), &[]).at(info::FIRING, Side::Blue);
        assert_eq!(limited.listed("skirmish"), ["skirmish B1 >R1"]);
    });
}

/// Blue horse about to charge a red Unit five rows ahead: contact is sure.
fn charge(class: Class, target: Class, dice: &[u8]) -> Drawn {
    let field = Fixture::open(40, 60).unit("B1", class, "14,40", "N").unit("R1", target, "15,35", "S");
    let mut all = vec![6; if class == Cavalry { 2 } else { 1 }];
    all.extend(dice);
    drawn(field, &all).ordered(&["B1"])
}

/// Declares the Assault, choosing the first way to contact.
fn go(game: &mut Drawn) {
    let order = game.listed("assault").first().cloned().expect("an assault is possible");
    game.give(&order);
}

#[test]
fn ex_8_cavalry_charge() {
    bites(&["EA-ASSAULT-8", "EA-ASSAULT-10", "EA-ASSAULT-17", "EA-ASSAULT-23"], || {
        let mut game = charge(Cavalry, Infantry, &[1, 2, 3, 4, 5, 6, 1, 1, 2, 3, 4, 5, 6]);
        go(&mut game);
        assert_eq!(game.rolls()[1..], ["assault 6d6 3+: 1 2 3 4 5 6 = 4", "defence 7d6 4+: 1 1 2 3 4 5 6 = 3"]);
        assert_eq!((game.sp("R1"), game.sp("B1")), (3, 2));
        assert_eq!(game.row("R1"), 31, "four rows along the facing of the horse");
        assert_eq!(game.asks(), "pursue");
        let reach = game.eagles.reach(&game.eagles.stems()[0]);
        assert!(reach.legal().any(|place| place.pose.anchor.offset().row == game.row("B1") - 4));
        assert!(
            (1..=3).all(|turn| reach.legal().any(|place| place.pose.facing.turns_to(hexes::Facing::North) == turn))
        );
    });
}

#[test]
fn ex_9_tie_uphill_with_order() {
    bites(&["EA-ASSAULT-8", "EA-ASSAULT-9", "EA-ASSAULT-16"], || {
        let field =
            Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").strength(5).unit("R1", Infantry, "15,35", "S");
        let field = field.block(8..=22, 30..=35, '1');
        let mut game = drawn(field, &[6, 6, 5, 2, 1, 1, 1, 2, 3, 3, 3, 4, 5]).ordered(&["B1", "R1"]);
        go(&mut game);
        let met = game.row("B1");
        assert_eq!(game.listed("stand"), ["stand R1"]);
        game.give("stand R1");
        assert_eq!(game.rolls()[1..], ["assault 4d6 4+: 6 5 2 1 = 2", "defence 8d6 4+: 1 1 2 3 3 3 4 5 = 2"]);
        assert_eq!((game.sp("R1"), game.sp("B1"), game.row("B1") - met, game.uses("R1")), (5, 3, 4, 0));
    });
}

#[test]
fn ex_10_flank_attack_on_lights_in_woods() {
    bites(&["EA-ASSAULT-10", "EA-ASSAULT-17", "EA-ASSAULT-18"], || {
        let field = Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").unit("R1", Lights, "14,34", "ENE");
        let field = field.block(10..=18, 28..=38, 'w');
        let mut game = drawn(field, &[6, 4, 4, 5, 1, 2, 3, 6, 5, 6, 1, 2, 3]).ordered(&["B1"]);
        let before = game.eagles.pose(game.id("R1")).anchor;
        go(&mut game);
        assert_eq!(game.rolls()[1..], ["assault 7d6 4+: 4 4 5 1 2 3 6 = 4", "defence 5d6 5+: 5 6 1 2 3 = 2"]);
        assert_eq!(game.eagles.pose(game.id("R1")).anchor.distance(before), 8);
        assert_eq!(game.place("R1"), "14,26/ENE", "the way the Assaulter faces, facing as before");
        assert_eq!((game.sp("R1"), game.sp("B1")), (1, 5));
    });
}

#[test]
fn ex_11_defend_by_fire() {
    bites(&["EA-ASSAULT-9", "EA-ASSAULT-11", "EA-FIRE-10"], || {
        let mut steady = charge(Cavalry, Infantry, &[4, 5, 1]).ordered(&["R1"]);
        go(&mut steady);
        assert_eq!((steady.listed("fire").len(), steady.listed("stand").len(), steady.listed("keep").len()), (1, 1, 1));
        steady.give("fire R1 >B1");
        assert!(steady.rolls()[2].starts_with("assault 4d6 3+") && steady.rolls()[3].starts_with("defence 7d6 4+"));
        let mut stopped = charge(Cavalry, Infantry, &[4, 5, 6]).ordered(&["R1"]);
        go(&mut stopped);
        let met = stopped.row("B1");
        stopped.give("fire R1 >B1");
        assert_eq!((stopped.rolls().len(), stopped.sp("B1"), stopped.row("B1") - met), (2, 2, 4));
        let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "14,34", "ENE");
        let mut flank = drawn(field, &[6, 6]).ordered(&["B1", "R1"]);
        go(&mut flank);
        assert_eq!((flank.listed("fire").len(), flank.listed("stand").len()), (0, 1));
    });
}

#[test]
fn ex_12_guns_assaulted() {
    bites(&["EA-ASSAULT-12", "EA-ASSAULT-13", "EA-RES-20"], || {
        let mut lost = charge(Cavalry, Guns, &[3, 2, 1]).ordered(&["R1"]);
        go(&mut lost);
        assert_eq!((lost.sp("B1"), lost.there("R1")), (4, false));
        let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Guns, "15,35", "S");
        let mut won = drawn(field.unit("R2", Infantry, "30,5", "S"), &[6, 6, 3, 2, 1]).ordered(&["B1", "R1"]);
        go(&mut won);
        assert_eq!((won.sp("B1"), won.there("R1"), won.asks()), (4, false, "pursue"));
        let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Guns, "15,35", "N");
        let mut behind = drawn(field.unit("R2", Infantry, "30,5", "S"), &[6, 6, 3, 3, 3]).ordered(&["B1", "R1"]);
        go(&mut behind);
        assert_eq!((behind.there("R1"), behind.rolls().len(), behind.sp("B1")), (false, 1, 5), "no shot to the rear");
        let mut used = charge(Cavalry, Guns, &[]);
        go(&mut used);
        assert_eq!((used.there("R1"), used.rolls().len()), (false, 1));
        for survive in [false, true] {
            let field = Fixture::open(40, 60).rules(|rules| rules.guns_survive_repulse = survive);
            let field = field
                .unit("B1", Cavalry, "14,40", "N")
                .unit("R1", Guns, "15,35", "S")
                .unit("R2", Infantry, "30,5", "S");
            let mut repelled = drawn(field, &[6, 6, 3, 4, 6]).ordered(&["B1", "R1"]);
            go(&mut repelled);
            assert_eq!((repelled.row("B1") - 36, repelled.there("R1")), (4, survive));
            assert_ne!(repelled.asks(), "pursue");
        }
    });
}

#[test]
fn ex_13_traits_in_a_cavalry_fight() {
    bites(&["EA-OPT-12", "EA-OPT-15", "EA-ASSAULT-8"], || {
        let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").traits(Traits::CUIRASSIERS);
        let field = field.unit("R1", Cavalry, "15,35", "S").traits(Traits::RESOLUTE);
        let mut game = drawn(field, &[6, 6]).ordered(&["B1", "R1"]);
        go(&mut game);
        game.give("stand R1");
        let pools: Vec<String> = game.rolls()[1..].iter().map(|roll| roll[..roll.len().min(14)].to_string()).collect();
        assert_eq!(pools, ["assault 7d6 3+", "defence 7d6 3+"]);
        let dice = |blue: Class, red: Class| {
            let field = Fixture::open(40, 60).unit("B1", blue, "14,40", "N").traits(Traits::CUIRASSIERS);
            let game = drawn(field.unit("R1", red, "15,35", "S").traits(Traits::CUIRASSIERS), &[]).eagles;
            let poses = [0, 1].map(|unit| game.pose(UnitId(unit)));
            let fight = game.bout(UnitId(0), &poses[0], UnitId(1), &poses[1], crate::space::zones::Zone::Front);
            [game.assault_pool(&fight, 5).count(), game.defence_pool(&fight, 5, crate::assault::Reply::Keep).count()]
        };
        assert_eq!(dice(Cavalry, Cavalry), [7, 6], "attacking and defending");
        assert_eq!([dice(Cavalry, Infantry), dice(Infantry, Cavalry)], [[6, 6], [6, 5]], "against Cavalry alone");
    });
}

/// A red defender beaten by three, with friends and a wood behind it.
fn rout(strength: i16, height: usize, line: i16) -> Drawn {
    let field = Fixture::open(40, height).unit("B1", Cavalry, &format!("14,{line}"), "N");
    let field = field.unit("R1", Infantry, &format!("15,{}", line - 5), "S").strength(strength);
    let (first, last) = (format!("15,{}", line - 9), format!("15,{}", line - 17));
    let field = if line > 30 {
        field.unit("R2", Infantry, &first, "S").unit("R3", Infantry, &last, "S").block(
            10..=20,
            line - 14..=line - 12,
            'w',
        )
    } else {
        field
    };
    let defence = vec![1; strength as usize];
    let dice = [&[6, 6, 3, 3, 3, 1, 1, 1], defence.as_slice()].concat();
    drawn(field.unit("R9", Infantry, "30,2", "S"), &dice).ordered(&["B1"])
}

/// Puts a displaced Unit in the first of the places it has.
fn settle(game: &mut Drawn) {
    assert_eq!(game.asks(), "settle");
    let stem = game.eagles.stems()[0];
    let pose = game.eagles.reach(&stem).places[0].pose;
    game.eagles.resolve(&stem.to(pose), &mut Deaf).expect("a place to settle");
}

#[test]
fn ex_14_retreat_through_things() {
    bites(&["EA-ASSAULT-17", "EA-ASSAULT-20a", "EA-ASSAULT-20b", "EA-ASSAULT-22", "EA-ASSAULT-21"], || {
        let mut through = rout(7, 60, 45);
        go(&mut through);
        settle(&mut through);
        assert_eq!(through.sp("R1"), 1, "7 - 3 in the fight - 3 on the way");
        assert!(through.there("R1") && through.row("R1") <= 34);
        let mut spent = rout(5, 60, 45);
        go(&mut spent);
        settle(&mut spent);
        assert_eq!((spent.sp("R1"), spent.there("R1")), (0, true));
        let mut off = rout(7, 40, 15);
        go(&mut off);
        assert!(!off.there("R1"), "half of it would leave the map");
    });
}

#[test]
fn ex_15_rally() {
    let after = |strength: i16, die: u8, traits: Traits, general: bool, ground: char| {
        let field = Fixture::open(30, 40).unit("B1", Infantry, "10,20", "N").traits(traits).strength(strength);
        let field = field.block(6..=14, 18..=22, ground).unit("R1", Infantry, "11,2", "S");
        let field = field.general("BG", general.then_some("B1"));
        let game = drawn(field, &[die]).ordered(&["B1"]).marked("B1", marks::BLOODED);
        let mut game = game;
        game.give("rally B1").sp("B1")
    };
    let none = Traits::empty();
    bites(&["EA-RALLY-1", "EA-RALLY-2", "EA-RALLY-3", "EA-OPT-13", "EA-OPT-16", "EA-GEN-3"], || {
        assert_eq!(after(3, 4, none, false, '.'), 4);
        assert_eq!(after(3, 5, none, true, '.'), 5);
        assert_eq!(after(3, 5, none, false, 'w'), 5, "woods add one");
        assert_eq!(after(3, 5, none, true, 'w'), 5, "General and woods add once");
        assert_eq!(after(3, 4, none, true, 'w'), 4);
        assert_eq!(after(3, 4, Traits::GUARD, true, '.'), 5);
        assert_eq!([3, 4].map(|die| after(3, die, Traits::GUARD, false, '.')), [4, 4], "Guard alone adds one");
        assert_eq!([1, 4, 6].map(|die| after(6, die, none, false, '.')), [6; 3]);
        assert_eq!([1, 2, 3, 4, 5, 6].map(|die| after(3, die, none, false, '.')), [3, 3, 3, 4, 4, 5]);
        assert_eq!(after(3, 6, Traits::GUARD, true, '.'), 5, "8 brings no more than 6");
        assert_eq!(after(5, 6, none, false, '.'), 6);
        assert_eq!(after(3, 4, Traits::STUBBORN, false, 'w'), 4);
        assert_eq!(after(3, 3, Traits::STUBBORN, false, '.'), 4);
    });
}

#[test]
fn ex_19_spent_unit_and_general() {
    let proof = || {
        let field =
            Fixture::open(40, 40).unit("B1", Infantry, "10,20", "N").unit("R1", Infantry, "11,16", "S").strength(2);
        let field = field.unit("R2", Infantry, "30,5", "S").unit("R3", Infantry, "20,5", "S");
        let mut game = drawn(field.general("BG", Some("B1")).general("RG", Some("R1")), &[4, 4, 1, 4, 1, 1])
            .at(info::FIRING, Side::Blue);
        game.give("fire B1 >R1");
        assert_eq!((game.sp("R1"), game.there("R1"), game.asks()), (0, true, "fire"));
        game.give("fire R1 >B1");
        assert!(!game.there("R1"), "step 5 takes it away");
        assert_eq!((game.perch(1), game.eagles.field().turn()), (Perch::Away, 3));
        assert!(game.eagles.state.own.pools[1].rolled > 0, "his die is rolled all the same");
        game.eagles.state.own.pools.iter_mut().for_each(|pool| pool.points = 0);
        while game.asks() != "return" {
            game.give("done");
        }
        assert_eq!(game.eagles.field().turn(), 3);
        game.give("attach RG >R2");
        assert_eq!((game.perch(1), game.eagles.field().turn()), (Perch::With(game.id("R2")), 4));
    };
    bites(&["EA-SEQ-9", "EA-GEN-6"], proof);
}

#[test]
fn ex_20_excellent_staff() {
    let game = |dice: &[u8]| {
        let field = face_to_face(Infantry, 15).general("BG", Some("B1")).general("RG", Some("R1"));
        drawn_with(field, dice, |generals| generals[0].staff = true).at(info::ORDERS, Side::Blue)
    };
    bites(&["EA-OPT-17", "EA-ORD-6"], || {
        let mut six = game(&[6, 1, 2, 1]);
        six.eagles.roll_orders(&mut Deaf);
        assert_eq!(six.listed("bank"), ["bank BG #1", "bank BG #2"]);
        six.give("bank BG #2");
        assert_eq!((six.eagles.state.own.pools[0].points, six.eagles.state.own.pools[0].saved), (4, 2));
        six.eagles.close_pools(Side::Blue);
        six.eagles.roll_orders(&mut Deaf);
        assert_eq!(six.eagles.purse(UnitId(0)), 4, "2 rolled and 2 saved");
        let mut four = game(&[4, 1]);
        four.eagles.roll_orders(&mut Deaf);
        assert_eq!(four.listed("bank").len(), 0);
    });
}

/// Everybody is done until Blue places the Orders of that turn.
fn next_orders(game: &mut Drawn, turn: u16) {
    while game.eagles.field().turn() < turn || game.asks() != "command" || game.eagles.deciding() != Side::Blue {
        game.give("done");
    }
}

/// Everybody is done until Blue acts.
fn to_actions(game: &mut Drawn) {
    while game.asks() != "act" || game.eagles.deciding() != Side::Blue {
        game.give("done");
    }
}

#[test]
fn ex_21_resupply() {
    let field = || {
        let field = Fixture::open(30, 50).rules(|rules| rules.resupply_guns = true);
        field.unit("B1", Guns, "10,40", "N").unit("R1", Infantry, "11,30", "S")
    };
    bites(&["EA-OPT-1"], || {
        let mut game = drawn(field(), &[1, 1, 1, 5, 1, 3, 3, 5, 1, 3, 3, 6, 6, 6]);
        let (guns, turn) = (game.id("B1"), game.eagles.field().turn());
        assert_eq!((game.uses("B1"), game.listed("bombard")), (0, vec!["bombard B1 >R1".to_string()]));
        game.give("bombard B1 >R1");
        assert_eq!((game.rolls()[1].as_str(), game.eagles.flagged(guns, Flags::OUT)), ("resupply 1d6: 1 = 1", true));
        next_orders(&mut game, turn + 1);
        game.give("order B1");
        to_actions(&mut game);
        assert_eq!(game.barred("bombard B1 >R1"), "EA-OPT-1", "no shot on turn 2");
        game.give("resupply B1");
        assert_eq!((game.uses("B1"), game.eagles.flagged(guns, Flags::OUT)), (0, false));
        assert_eq!(game.listed("bombard").len(), 0, "nor after the Resupply");
        next_orders(&mut game, turn + 2);
        to_actions(&mut game);
        assert_eq!(game.uses("B1"), 0);
        assert_eq!(game.give("bombard B1 >R1").sp("R1"), 5, "on turn 3 without an Order");
    });
}

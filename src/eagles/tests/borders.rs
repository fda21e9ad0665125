//! Borders of what is allowed and what comes of it: fields of fire, second Orders, what defensive fire costs, who is asked, what is
//! told, Hits that add up, accounts.

use battle::{Event, LeaderId, Manner, Object, Side, System, UnitId};
use hexes::Hex;

use super::drawn::{Drawn, drawn, drawn_with};
use super::fixture::{Fixture, hex};
use super::words::Play;
use crate::Class::{self, Cavalry, Guns, Infantry};
use crate::{Traits, info, marks};

/// Whether an order is legal.
fn may(game: &Drawn, text: &str) -> bool {
    let battle: &dyn System = &game.eagles;
    battle.check(&battle.order_text().read(text).expect("an order")).is_ok()
}

/// Where B1 could shoot from row 30 northwards: the words of the bands, and the band of a hex.
fn field_of_fire(class: Class, field: Fixture) -> (Vec<String>, Vec<(Hex, u8)>) {
    let game = drawn(field.unit("B1", class, "20,40", "N").unit("R1", Infantry, "36,3", "S"), &[]);
    let battle: &dyn System = &game.eagles;
    let arc = battle.fire_arc(game.id("B1"), &game.eagles.pose(game.id("B1")));
    (arc.bands, arc.hexes)
}

/// EA-FIRE-3, EA-FIRE-4, EA-SKIRM-1: bands before the front, and skirmishers all round where the Fire does not reach.
#[test]
fn a_field_of_fire_has_the_bands_of_its_class() {
    let open = || Fixture::open(42, 50);
    let band = |hexes: &[(Hex, u8)], place: &str| {
        let of: Vec<u8> = hexes.iter().filter(|(one, _)| *one == hex(place)).map(|(_, band)| *band).collect();
        assert!(of.len() < 2, "{place} is in {of:?}");
        of.first().copied()
    };
    let (words, foot) = field_of_fire(Infantry, open());
    assert_eq!(words, ["3d6 to 4\"", "skirmish to 8\""]);
    // Rows ahead, rows behind, columns to the right of the right end.
    let ahead = ["20,39", "20,36", "20,35", "20,32", "20,31"].map(|place| band(&foot, place));
    assert_eq!(ahead, [Some(0), Some(0), Some(1), Some(1), None]);
    let round = ["20,41", "20,48", "20,49", "23,40", "30,40", "31,40", "20,40"].map(|place| band(&foot, place));
    assert_eq!(round, [Some(1), Some(1), None, Some(1), Some(1), None, None]);
    let (words, horse) = field_of_fire(Cavalry, open());
    assert_eq!(words, ["skirmish to 8\""]);
    assert_eq!(["20,39", "20,32", "20,31"].map(|place| band(&horse, place)), [Some(0), Some(0), None]);
    let (words, guns) = field_of_fire(Guns, open());
    assert_eq!(words, ["3d6 to 4\"", "3d6 to 8\"", "2d6 to 16\"", "1d6 to 32\"", "skirmish to 8\""]);
    let far = ["20,36", "20,32", "20,24", "20,8", "20,7", "20,48"].map(|place| band(&guns, place));
    assert_eq!(far, [Some(0), Some(1), Some(2), Some(3), None, Some(4)]);
    let (_, hidden) = field_of_fire(Infantry, open().block(0..=41, 43..=44, 't'));
    assert_eq!(["20,43", "20,46"].map(|place| band(&hidden, place)), [Some(1), None], "a town behind");
}

/// EA-FIRE-2, EA-FIRE-9, EA-OPT-1: the die costs an Order beyond that of the Bombardment, which Resupply Guns make without one.
#[test]
fn one_die_more_needs_an_order_to_spare() {
    let spare = |resupply: bool, orders: usize| {
        let field = Fixture::open(40, 60).rules(|rules| rules.resupply_guns = resupply);
        let field = field.unit("B1", Guns, "14,40", "N").traits(Traits::VETERANS).unit("R1", Infantry, "15,30", "S");
        let game = (0..orders).fold(drawn(field, &[]), |game, _| game.ordered(&["B1"]));
        may(&game, "barrage B1 >R1")
    };
    assert_eq!([0, 1, 2].map(|orders| spare(false, orders)), [false, false, true]);
    assert_eq!([0, 1, 2].map(|orders| spare(true, orders)), [false, true, true]);
}

/// A charge at R1, in contact, with R1 ordered; the first dice are for the charge.
fn charged(class: Class, change: impl FnOnce(&mut crate::Options), dice: &[u8]) -> Drawn {
    let field = Fixture::open(40, 60).rules(change).unit("B1", Cavalry, "14,40", "N");
    let field =
        field.unit("R1", class, "15,35", "S").unit("R9", Infantry, "30,3", "S").unit("B9", Infantry, "30,57", "N");
    let faces: Vec<u8> = [6, 6].iter().chain(dice).copied().collect();
    let mut game = drawn(field, &faces).ordered(&["B1", "R1"]);
    let charge = game.listed("assault")[0].clone();
    game.give(&charge);
    game
}

/// EA-ASSAULT-9, EA-ASSAULT-13, EA-OPT-1, EA-RES-20: fire in defence costs the Order, but not that of Resupply Guns.
#[test]
fn defensive_fire_costs_an_order_but_not_with_resupply_guns() {
    let foot = |resupply: bool| {
        let mut game = charged(Infantry, |rules| rules.resupply_guns = resupply, &[6, 6, 6, 1, 1, 1]);
        game.give("fire R1 >B1");
        game.uses("R1")
    };
    assert_eq!([false, true].map(foot), [0, 0]);
    let guns = |resupply: bool| {
        let rules = |rules: &mut crate::Options| (rules.resupply_guns, rules.guns_survive_repulse) = (resupply, true);
        let game = charged(Guns, rules, &[6, 6, 6, 2, 2]);
        assert!(game.there("R1"), "three Hits repel the horse");
        game.uses("R1")
    };
    assert_eq!([false, true].map(guns), [0, 1]);
}

/// EA-ASSAULT-7: the Unit in contact is asked, and no other.
#[test]
fn only_who_is_charged_replies() {
    let game = charged(Infantry, |_| {}, &[]);
    assert_eq!((game.asks(), game.eagles.deciding()), ("react", Side::Red));
    for verb in ["keep", "stand"] {
        let answers = ["R1", "R9", "B1"].map(|unit| may(&game, &format!("{verb} {unit}")));
        assert_eq!(answers, [true, false, false], "{verb}");
    }
    let fires = ["fire R1 >B1", "fire R9 >B1", "fire R1 >B9"].map(|text| may(&game, text));
    assert_eq!(fires, [true, false, false]);
}

/// EA-ASSAULT-23: the winner goes on, and no other.
#[test]
fn only_the_winner_follows_up() {
    let game = charged(Guns, |_| {}, &[1, 1, 1]);
    assert_eq!((game.asks(), game.there("R1")), ("pursue", false));
    let answers = ["keep B1", "keep B9", "pursue B9 30,56/N/line4"].map(|text| may(&game, text));
    assert_eq!(answers, [true, false, false]);
    let goes = game.listed("pursue");
    assert!(!goes.is_empty() && goes.iter().all(|text| text.starts_with("pursue B1")), "{goes:?}");
}

/// EA-ASSAULT-1.
#[test]
fn it_is_told_who_charges_whom() {
    let game = charged(Infantry, |_| {}, &[]);
    let told = game.heard.events.iter().find_map(|event| match event {
        Event::Told(told) if told.clause == "EA-ASSAULT-1" => Some((told.actor, told.target)),
        _ => None,
    });
    assert_eq!(told, Some((Some(Object::Unit(UnitId(0))), Some(Object::Unit(game.id("R1"))))));
}

/// EA-MOVE-5, EA-MOVE-7.
#[test]
fn a_march_is_told_apart_from_a_move() {
    let moved = |verb: &str| {
        let field = Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").unit("R1", Infantry, "15,5", "S");
        let mut game = drawn(field, &[3, 3]).ordered(&["B1"]);
        game.give(&format!("{verb} B1 14,40/N/line4"));
        game.give("halt B1 14,38/N/line4");
        game.heard.events.iter().find_map(|event| match event {
            Event::Moved { manner, clause, .. } => Some((*manner, *clause)),
            _ => None,
        })
    };
    assert_eq!(moved("move"), Some((Manner::Moved, "EA-MOVE-5")));
    assert_eq!(moved("march"), Some((Manner::Marched, "EA-MOVE-7")));
}

/// EA-ORD-3: who is given an Order holds it, and has been given one.
#[test]
fn an_order_placed_shows_twice() {
    let field = Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").unit("R1", Infantry, "15,5", "S");
    let mut game = drawn(field, &[4, 4]);
    game.eagles.roll_orders(&mut battle::Deaf);
    let mut game = game.at(info::ORDERS, Side::Blue);
    game.give("order B1");
    let shown = [marks::ORDERED, marks::WAS_ORDERED].map(|mark| game.eagles.marked(game.id("B1"), mark));
    assert_eq!(shown, [true, true]);
}

/// EA-RES-41: with the option Hits of a phase add up to the three of a Withdraw.
#[test]
fn hits_of_one_phase_add_up_by_house_rule() {
    let back = |hits: [u8; 2]| {
        let field = Fixture::open(40, 60).rules(|rules| rules.withdraw_sum = true).unit("B1", Infantry, "14,40", "N");
        let field = field
            .unit("B2", Infantry, "18,40", "N")
            .unit("R1", Infantry, "16,37", "S")
            .unit("R9", Infantry, "30,3", "S");
        let faces = hits.map(|hits| [0, 1, 2].map(|die| if die < hits { 6 } else { 1 })).concat();
        let mut game = drawn(field, &faces).at(info::FIRING, Side::Blue);
        game.give("fire B1 >R1");
        game.give("fire B2 >R1");
        game.row("R1") < 37
    };
    assert_eq!([[1, 1], [2, 1], [1, 2], [0, 2]].map(back), [false, true, true, false]);
}

/// EA-ORD-1, EA-OPT-17: no pool owes anything.
#[test]
fn overdrawn_pools_are_found() {
    let sound = |points: i16, saved: i16, may_save: i16| {
        let mut game = drawn(Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N"), &[]);
        let pool = &mut game.eagles.state.own.pools[0];
        (pool.points, pool.saved, pool.may_save) = (points, saved, may_save);
        crate::command::audit(&game.eagles).is_ok()
    };
    assert!(sound(0, 0, 0) && sound(3, 2, 1));
    assert_eq!([sound(-1, 0, 0), sound(0, -1, 0), sound(0, 0, -1)], [false; 3]);
}

/// Blue with two Generals, the first with Excellent Staff and over the other's corps, in its Orders phase; it rolled 6 and 2, Red 4.
fn staffed() -> Drawn {
    let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("B2", Infantry, "20,40", "N");
    let field = field.unit("B3", Infantry, "34,40", "N").unit("R1", Infantry, "11,20", "S");
    let field = field.general("BG", Some("B1")).general("BH", Some("B2")).general("RG", Some("R1"));
    let mut game = drawn_with(field, &[6, 2, 4], |generals| {
        (generals[0].staff, generals[0].army) = (true, true);
        generals[1].command = vec![UnitId(1)];
    });
    game.eagles.roll_orders(&mut battle::Deaf);
    game.at(info::ORDERS, Side::Blue)
}

/// The leaders and the number that the sentences of a clause name.
fn leaders_told(game: &Drawn, clause: &str) -> Vec<(Option<Object>, Option<Object>, i16)> {
    let told = game.heard.events.iter().filter_map(|event| match event {
        Event::Told(told) if told.clause == clause => Some((told.actor, told.target, told.number)),
        _ => None,
    });
    told.collect()
}

/// EA-OPT-17, EA-OPT-23: up to two of a roll of 6 are saved, and a pip is handed on.
#[test]
fn it_is_told_who_saves_and_who_hands_on() {
    let [general, other] = [0, 1].map(|leader| Some(Object::Leader(LeaderId(leader))));
    let mut game = staffed();
    assert_eq!([1, 2, 3].map(|number| may(&game, &format!("bank BG #{number}"))), [true, true, false]);
    game.give("bank BG #2");
    assert_eq!(leaders_told(&game, "EA-OPT-17"), [(general, None, 2)]);
    let mut game = staffed();
    game.give("grant BG >BH");
    assert_eq!(leaders_told(&game, "EA-OPT-23"), [(general, other, 0)]);
}

/// EA-RES-4: of Orders placed in secret the other side knows what was rolled, and nothing of what was paid or kept.
#[test]
fn the_pools_of_the_other_side_show_as_rolled() {
    let mut game = staffed();
    game.give("bank BG #2").give("order B3");
    game.eagles.state.own.pips[Side::Blue.index()] = 1;
    let seen = |from: Side| {
        let mut war = game.eagles.clone();
        crate::command::conceal_pools(&mut war, from);
        let own = &war.state.own;
        (own.pools[0].points, own.pools[0].saved, own.pips[Side::Blue.index()], own.ordering)
    };
    assert_eq!(seen(Side::Red), (6, 0, 0, false));
    let own = &game.eagles.state.own;
    assert_eq!(seen(Side::Blue), (own.pools[0].points, 2, 1, true));
    assert!(own.pools[0].points < 6 && own.ordering, "it has saved, and begun to place");
}

/// EA-RES-36: a Division General hands three Orders to his division; the fourth is paid for.
#[test]
fn a_division_general_has_three_orders_to_give() {
    let field = Fixture::open(40, 50).rules(|rules| rules.division_three_orders = true);
    let field =
        field.unit("B1", Infantry, "10,40", "N").unit("B2", Infantry, "20,40", "N").unit("B3", Infantry, "34,40", "N");
    let field = field.unit("R1", Infantry, "11,20", "S").general("BG", Some("B1")).general("RG", Some("R1"));
    let mut game = drawn_with(field.general("BD", None), &[3, 1], |generals| {
        (generals[2].division, generals[2].command) = (true, vec![UnitId(1), UnitId(2)]);
    });
    game.eagles.roll_orders(&mut battle::Deaf);
    let mut game = game.at(info::ORDERS, Side::Blue);
    let place = game.eagles.fixed().pools.iter().position(|pool| pool.free).expect("his pool");
    game.eagles.state.own.pools[place].points = 3;
    game.give("order B2");
    assert_eq!(game.eagles.state.own.pools[place].points, 2);
    let cost = |game: &Drawn| game.eagles.price(UnitId(2)).map(|price| price.cost);
    assert_eq!(cost(&game), Some(0));
    game.eagles.state.own.pools[place].points = 0;
    assert_eq!(cost(&game), Some(1), "out of the General's");
}

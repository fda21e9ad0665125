//! Details between the clauses: where a phase leads, what a hash covers, who may pass, whose order it is.

use battle::{Deaf, Side, System};
use hexes::Facing;
use rulebook::Next;

use super::drawn::drawn;
use super::fixture::Fixture;
use super::words::Play;
use crate::Class::{Cavalry, Infantry};
use crate::retreat::{Heading, RetreatEnd, way_back};
use crate::space::measure;
use crate::{info, marks, sequence, terrain};

#[test]
fn orders_follow_arrivals() {
    let game = drawn(Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N"), &[]);
    let first = game.at(info::ARRIVALS, Side::Blue);
    assert_eq!(sequence::next(&first.eagles), Next::Phase(info::ARRIVALS, Side::Red));
    let second = first.at(info::ARRIVALS, Side::Red);
    assert_eq!(sequence::next(&second.eagles), Next::Phase(info::ORDERS, Side::Blue));
}

#[test]
fn an_order_held_is_part_of_the_hash() {
    let game =
        || drawn(Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").unit("B2", Infantry, "30,40", "N"), &[]);
    let held = |label: &str| {
        let mut game = game();
        let unit = game.id(label);
        game.eagles.own_mut(unit).give(crate::state::Held { cost: 1, uses: 1 });
        (&game.eagles as &dyn System).digest()
    };
    assert_ne!(held("B1"), (&game().eagles as &dyn System).digest());
    assert_ne!(held("B1"), held("B2"));
}

#[test]
fn a_move_uses_its_order_up() {
    let field = Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").unit("R1", Infantry, "15,5", "S");
    let mut game = drawn(field, &[3]).ordered(&["B1"]);
    assert_eq!(game.uses("B1"), 1);
    let stem = game.eagles.stems().into_iter().find(|stem| stem.verb == info::MOVE).expect("a move");
    let ahead = game.eagles.pose(game.id("B1"));
    game.eagles.resolve(&stem.to(ahead), &mut battle::Deaf).expect("straight ahead");
    assert_eq!((game.uses("B1"), game.asks()), (0, "halt"));
}

#[test]
fn a_general_rides_over_a_causeway_and_not_through_water() {
    let ride = |gap: char| {
        let lake = Fixture::open(30, 4).block(10..=11, 0..=3, '~').block(10..=11, 1..=1, gap);
        let field = lake.unit("B1", Infantry, "5,1", "N").unit("B2", Infantry, "16,1", "N");
        let field = field.unit("R1", Infantry, "25,1", "S").general("BG", Some("B1")).general("RG", Some("R1"));
        drawn(field, &[]).at(info::ORDERS, Side::Blue).barred("attach BG >B2")
    };
    assert_eq!([ride('x'), ride('b'), ride('='), ride('~')], ["", "", "", "EA-GEN-1"]);
}

#[test]
fn only_who_has_to_find_room_settles() {
    let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "15,35", "S");
    let field = field.unit("R2", Infantry, "15,31", "S").unit("R9", Infantry, "30,3", "S");
    let mut game = drawn(field, &[6, 6, 3, 3, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1]).ordered(&["B1", "R1"]);
    let order = game.listed("assault")[0].clone();
    game.give(&order);
    game.give("keep R1");
    let place = game.eagles.reach(&game.eagles.stems()[0]).legal().next().expect("room").pose;
    let settles = |label: &str| {
        let order = battle::Order::new(info::SETTLE).by(game.id(label)).to(place);
        game.eagles.check(&order).map_err(|why| why.clause)
    };
    assert_eq!((settles("R1"), settles("R9")), (Ok(()), Err("EA-ASSAULT-22")));
}

#[test]
fn a_unit_on_both_banks_has_the_river_behind_it() {
    let field = Fixture::open(40, 60).river(|column, _| column >= 16).unit("B1", Infantry, "15,30", "N");
    let dry = field.unit("B2", Infantry, "25,30", "N");
    let game = drawn(dry, &[]);
    let astride = |label: &str| terrain::waters_astride(&game.eagles, &game.eagles.pose(game.id(label)));
    let river = game.eagles.field().ground().river(super::fixture::hex("16,30"), hexes::Direction::West);
    assert!(!river.is_none(), "there is a river");
    assert_eq!((astride("B1"), astride("B2").is_none()), (river, true));
}

#[test]
fn poses_whose_stands_meet_are_near_however_far_their_anchors_lie() {
    let field = Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").unit("R1", Infantry, "14,36", "N");
    let game = drawn(field, &[]);
    let extent = measure::extent(&game.eagles);
    assert!(extent > 2, "a base is so wide");
    let at = game.eagles.pose(game.id("B1"));
    let beside = at.at((0..2 * extent).fold(at.anchor, |hex, _| hex + at.facing.right_flank()));
    assert!(measure::near(&game.eagles, &at, &beside, 0));
}

#[test]
fn a_way_back_into_the_impassable_ends_where_it_begins() {
    let field = Fixture::open(40, 60).block(0..=39, 44..=59, '#').unit("B1", Infantry, "14,40", "N");
    let game = drawn(field.unit("R9", Infantry, "30,3", "S"), &[]);
    let back = |widths: i32| way_back(&game.eagles, game.id("B1"), Heading::Along(Facing::South), widths);
    let way = back(3);
    assert!(matches!(way.end, RetreatEnd::Eliminated(_)));
    let last = way.way[way.way.len() - 1].anchor.offset().row;
    assert!(
        (40..44).contains(&last) && way.way.len() > 1,
        "to the edge of the rock: row {last}, {} poses",
        way.way.len()
    );
}

#[test]
fn the_first_turn_follows_free_deployment() {
    let game = drawn(Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N"), &[]);
    let first = game.at(info::DEPLOYMENT, Side::Blue);
    assert_eq!(sequence::next(&first.eagles), Next::Phase(info::DEPLOYMENT, Side::Red));
    let second = first.at(info::DEPLOYMENT, Side::Red);
    assert_eq!(sequence::next(&second.eagles), Next::TurnBegins);
}

#[test]
fn a_new_turn_forgets_what_was_done_and_not_what_was_suffered() {
    let field = Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").strength(4);
    let lasting = marks::BLOODED | marks::OUT_OF_AMMUNITION;
    let mut game = drawn(field, &[]).marked("B1", marks::MOVED | marks::FIRED | lasting);
    sequence::begin_turn(&mut game.eagles.by(&mut Deaf));
    assert_eq!(game.eagles.field().unit(game.id("B1")).marks, lasting, "the first Hit is permanent");
}

#[test]
fn nobody_has_a_free_move_where_nobody_came() {
    let field = Fixture::open(40, 60).rules(|rules| rules.reinforce_move = true).unit("B1", Infantry, "14,40", "N");
    let mut game = drawn(field, &[]);
    let next = sequence::begin_turn(&mut game.eagles.by(&mut Deaf));
    assert_eq!(next, Next::Phase(info::ORDERS, Side::Blue));
}

#[test]
fn a_unit_shows_that_it_is_weak_and_then_that_it_is_spent() {
    let shown = |hits: i16| {
        let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").strength(5);
        let mut game = drawn(field, &[]);
        let unit = game.id("B1");
        game.eagles.hurt(&mut Deaf, unit, hits, "fire", "EA-FIRE-5");
        [marks::WEAK, marks::SPENT].map(|mark| game.eagles.marked(unit, mark))
    };
    // Weak is a third or less.
    assert_eq!([3, 4, 5].map(shown), [[false, false], [true, false], [false, true]]);
}

#[test]
fn the_mark_of_an_order_goes_with_its_last_use() {
    let marked = |orders: &[&str]| {
        let field =
            Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").traits(crate::Traits::VETERANS).strength(3);
        let mut game = drawn(field.unit("R1", Infantry, "15,5", "S"), &[1]).ordered(orders);
        game.give("rally B1");
        game.eagles.marked(game.id("B1"), marks::ORDERED)
    };
    assert_eq!([marked(&["B1"]), marked(&["B1", "B1"])], [false, true]);
}

//! Finer points of fire and of states: who counts in contact, wheels without room, guns of battalions, Grand Batteries
//! (OTH-GEO-9, OTH-ART-7, 9, 11, OTH-BUA-2, OTH-STATUS-1, 2).

use battle::{Pose, Side, Terrain};
use hexes::Hex;

use super::fixture::{Fixture, hex, score_of};
use crate::combat::score::Basis;
use crate::fatigue::{self, Status};
use crate::fire::aim::{self, Aim};
use crate::fire::shoot;
use crate::ground::towns;
use crate::info::{DEFENCE, FIRE, GRAND, MOVE, MOVEMENT, SHOOTING};
use crate::marks;
use crate::movement::forming;
use crate::movement::purse::{Gauge, Under};
use crate::profile::{Gun, Kind, Traits};
use crate::space::Aspect::Front;
use crate::space::Shape::{Attack, Companies, Garrison, Limbered, Line, March, Open, Skirmish, Squadrons, Square};
use crate::space::{formation, touch};
use crate::state::Purse;

/// OTH-GEO-9: in contact the pair that touches counts. Of B1's front R1 touches the right stand; the left one is nobody's
/// mark, though it is before a skirmisher, too.
#[test]
fn in_contact_the_stands_that_touch_count() {
    let wooded = |at: (i16, i16)| {
        let field = Fixture::plain().unit("R1", Kind::Infantry, 1, (20, 20), "S", Skirmish).volley_spent();
        let field = field.foot("B1", (18, 21), "N", Attack).terrain(Terrain::Woods, &[at]).contact("B1", "R1", Front);
        field.phase(DEFENCE, Side::Blue).game(&[]).score("R1", "B1")
    };
    let open = wooded((10, 40));
    assert_eq!([wooded((18, 21)), wooded((19, 21))], [open, open - 3]);
}

/// OTH-ART-7: a battery turns in place, where there is room for its other stand.
#[test]
fn a_battery_does_not_wheel_onto_others() {
    let guns = || Fixture::plain().guns("R1", (30, 20), "S", Gun::Medium).foot("B1", (46, 24), "WNW", Line);
    let wheels = |field: Fixture| {
        let game = field.phase(SHOOTING, Side::Blue).game(&[]);
        let order = game.order(FIRE, "R1", "B1");
        [1, 2].iter().any(|way| game.may(order.with(*way)))
    };
    assert!(wheels(guns()));
    let pose = guns().game(&[]).pose("R1");
    let turned = |turn| pose.facing(pose.facing.rotate(turn)).stands(2).hexes().to_vec();
    let other = |hexes: Vec<Hex>| hexes.into_iter().find(|hex| !pose.stands(2).contains(*hex)).expect("another hex");
    let [left, right] = [-1, 1].map(|turn| other(turned(turn)));
    let field = guns().unit("R2", Kind::Infantry, 1, (left.q, left.r), "S", Line);
    assert!(!wheels(field.unit("R3", Kind::Infantry, 1, (right.q, right.r), "S", Line)));
}

/// OTH-ART-9: 2, 1 at 9 inches or less, 4 of canister at 6, less 2 for a new target; as far as the muskets reach and farther.
#[test]
fn a_battalion_gun_has_the_ranges_of_light_guns() {
    let gun = |inches: i16| {
        let own = Fixture::plain().foot("R1", (20, 20), "S", Line).volley_spent().having(Traits::BATTALION_GUN);
        let game = own.foot("B1", (20 - inches / 2, 20 + inches), "N", Line).game(&[]);
        let shot = aim::shot(&game.war, game.id("R1"), game.id("B1"), Aim::Plain).expect("muskets reach");
        shoot::gun_pool(&game.war, &shot).map(|pool| score_of(&pool))
    };
    assert_eq!([6, 9, 10, 12].map(gun), [Some(5), Some(1), Some(0), Some(0)]);
}

/// OTH-ART-11: named by its first; none of them wavers, the first neither.
#[test]
fn a_grand_battery_is_named_by_its_first() {
    let massed = |hits, by: &str| {
        let field = Fixture::plain().guns("R1", (30, 8), "S", Gun::Medium).hits(hits);
        let field = field.guns("R2", (34, 8), "S", Gun::Medium).guns("R3", (38, 8), "S", Gun::Medium);
        let game = field.foot("B1", (23, 28), "N", Line).game(&[]);
        game.may(game.order(GRAND, by, "B1"))
    };
    assert_eq!([massed(0, "R1"), massed(0, "R2"), massed(4, "R1")], [true, false, false]);
}

/// OTH-FIRE-7: at enemies.
#[test]
fn nobody_fires_at_friends() {
    let field = Fixture::plain().foot("R1", (20, 20), "S", Line).foot("R2", (18, 24), "S", Line);
    let game = field.foot("B1", (10, 50), "N", Line).game(&[]);
    assert!(!game.may(game.order(FIRE, "R1", "R2")));
}

/// OTH-BUA-2: no more than 3, and no less than nothing of what others have used.
#[test]
fn a_face_has_three_at_most_and_nothing_at_least() {
    let left = [(0, 8), (-3, 4), (-4, 4), (-6, 4)].map(|(beside, score)| Basis::Face(beside).of(score));
    assert_eq!(left, [3, 1, 0, 0]);
}

/// OTH-STATUS-1: exactly at a half and at three quarters, of whatever score.
#[test]
fn the_ladder_of_a_high_score() {
    let game = Fixture::plain().foot("B1", (20, 30), "N", Line).game(&[]);
    let status = [99, 100, 149, 150].map(|hits| fatigue::status_at(&game.war, 199, hits));
    assert_eq!(status, [Status::Steady, Status::Wavering, Status::Wavering, Status::Routing]);
}

/// OTH-STATUS-2: who routs is on his feet, and charges no more.
#[test]
fn who_routs_neither_lies_nor_charges() {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).hits(5).marks(marks::DOWN).marks(marks::CHARGING);
    let mut game = field.foot("R1", (25, 20), "S", Line).game(&[]);
    let unit = game.id("B1");
    fatigue::hit(&mut game.umpire(), unit, 1, "test", "OTH-STATUS-1");
    assert_eq!(
        [marks::ROUTING, marks::DOWN, marks::CHARGING].map(|mark| game.marked("B1", mark)),
        [true, false, false]
    );
}

/// OTH-BUA-1: a unit for two hexes, each on hexes of the houses; of an odd number the first has one more.
#[test]
fn a_garrison_holds_its_share_of_the_houses() {
    let houses = [(20, 29), (21, 29), (20, 28), (21, 28), (22, 28)];
    let held = |count: usize| {
        let field = Fixture::plain().terrain(Terrain::WoodenBuilding, &houses[..count]);
        let game = field.foot("B1", (10, 50), "N", Line).foot("R1", (40, 2), "S", Line).game(&[]);
        let pose = towns::garrison_at(&game.war, game.id("B1"), hex(20, 29)).expect("room");
        let hexes = pose.stands(4).hexes().to_vec();
        assert!(hexes.iter().all(|one| houses[..count].iter().any(|(q, r)| hex(*q, *r) == *one)), "{hexes:?}");
        hexes.len()
    };
    assert_eq!([1, 2, 3, 4, 5].map(held), [1, 2, 3, 2, 2]);
}

/// OTH-BUA-1: five houses take two units, all of one side, though one house is left over.
#[test]
fn a_town_takes_no_more_than_its_garrison_and_none_of_the_enemy() {
    let houses = [(20, 29), (21, 29), (20, 28), (21, 28), (22, 28)];
    let takes = |in_it: &[(&str, (i16, i16))]| {
        let field = Fixture::plain().terrain(Terrain::WoodenBuilding, &houses);
        let field = field.foot("B1", (10, 50), "N", Line).foot("R1", (40, 2), "S", Line);
        let field = in_it.iter().fold(field, |field, (label, at)| field.foot(label, *at, "N", Line).garrisoned());
        let game = field.game(&[]);
        let free = houses.iter().map(|(q, r)| hex(*q, *r)).filter(|house| game.war.field().unit_at(*house).is_none());
        let found: Vec<bool> =
            free.map(|house| towns::garrison_at(&game.war, game.id("B1"), house).is_some()).collect();
        (found.len(), found.contains(&true))
    };
    assert_eq!(takes(&[("B2", (20, 29))]), (3, true), "room for a second");
    assert_eq!(takes(&[("B2", (20, 29)), ("B3", (22, 28))]), (1, false), "full");
    assert_eq!(takes(&[("R2", (20, 29))]), (3, false), "the enemy's");
}

/// OTH-MOVE-4: what a step costs beyond the inches that are left is taken off as many fresh segments as it needs.
#[test]
fn a_step_dearer_than_what_is_left_opens_as_many_segments_as_it_takes() {
    let gauge = Gauge { inches: 6, paved: 6, count: 4, tiring: 4 };
    let paid = |left: u8, price: u8| {
        let paid = gauge.pay(Purse { opened: 1, left, paved: false }, price, Under::Other);
        paid.map(|purse| (purse.opened, purse.left))
    };
    assert_eq!(paid(2, 3), Some((2, 5)), "two of the first, one of the second");
    assert_eq!(paid(2, 14), Some((3, 0)), "two of the first, the second and the third");
    assert_eq!(paid(2, 21), None, "no more than twenty are left");
}

/// OTH-GEO-12: the last of four skirmishers meets who is before it, five hexes from the second.
#[test]
fn the_end_of_a_line_of_skirmishers_is_in_contact_too() {
    let met = |q: i16| {
        let field = Fixture::plain().unit("B1", Kind::Infantry, 4, (20, 30), "N", Skirmish);
        let game = field.unit("R1", Kind::Infantry, 1, (q, 29), "S", Line).game(&[]);
        assert_eq!(game.stands("B1"), [(18, 30), (20, 30), (22, 30), (24, 30)]);
        touch::touches(&game.war, game.id("B1"), &game.pose("B1"), game.id("R1"))
    };
    assert_eq!([24, 25, 26].map(met), [true, true, false]);
}

/// OTH-GEO-3: the files of a pose in each shape.
#[test]
fn stands_form_in_so_many_files() {
    let files =
        |stands: u8| [March, Companies, Attack, Squadrons, Limbered].map(|shape| formation(stands, shape).files);
    assert_eq!([2, 4, 9].map(files), [[1, 1, 2, 2, 1]; 3]);
    assert_eq!([4, 6, 7, 8].map(|stands| formation(stands, Square).files), [2, 2, 2, 3]);
    assert_eq!([2, 6].map(|stands| formation(stands, Garrison).files), [1, 1], "as of the hexes that it takes");
}

/// OTH-MOVE-6: the bonus is for a segment wholly on the road: of one of 8 that leaves it after 3 there are 3 inches left, not 5.
#[test]
fn a_segment_that_leaves_the_road_has_no_bonus() {
    let gauge = Gauge { inches: 6, paved: 8, count: 4, tiring: 4 };
    let paid = gauge.pay(Purse { opened: 1, left: 5, paved: true }, 1, Under::Other);
    assert_eq!(paid, Some(Purse { opened: 1, left: 2, paved: false }));
}

/// OTH-MORALE-2: only within 6 of an enemy.
#[test]
fn nobody_is_tested_for_forming_far_off() {
    let tested = |inches: i16| {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line);
        let field = field.foot("R1", (20 + inches / 2, 30 - inches), "S", Line).phase(MOVEMENT, Side::Blue);
        let mut game = field.game(&[1]);
        game.form("B1", Attack);
        game.rolls().len()
    };
    assert_eq!([tested(6), tested(8)], [1, 0]);
}

/// OTH-CONTACT-6: an emergency square that forms again is none any more.
#[test]
fn an_emergency_square_is_one_until_it_forms() {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Square).marks(marks::EMERGENCY);
    let mut game = field.foot("R1", (40, 2), "S", Line).phase(MOVEMENT, Side::Blue).game(&[]);
    assert!(game.marked("B1", marks::EMERGENCY));
    game.form("B1", Attack);
    assert!(!game.marked("B1", marks::EMERGENCY));
}

/// OTH-FORM-6, OTH-OPT-2: where open order is for A to C and irregulars, irregular horse has it and other horse has not.
#[test]
fn irregular_horse_keeps_open_order() {
    let may = |field: Fixture| {
        let game = field.house("open_order", "a_c").foot("R1", (40, 2), "S", Line).game(&[]);
        forming::has_right(&game.war, game.id("B1"), Open)
    };
    let horse = || Fixture::plain().horse("B1", (20, 30), "N", Line);
    assert_eq!([may(horse()), may(horse().having(Traits::IRREGULAR))], [false, true]);
}

/// OTH-GEO-2: nobody comes next to an enemy by a move; who is next to him already may go along him.
#[test]
fn adjacency_is_neither_sought_nor_fled() {
    let goes = |enemy: (i16, i16), to: (i16, i16)| {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", enemy, "S", Line);
        let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
        let reach = game.war.reach_of(&game.order(MOVE, "B1", ""));
        let pose = Pose { anchor: hex(to.0, to.1), ..game.pose("B1") };
        reach.legal().any(|place| place.pose == pose)
    };
    assert!(goes((20, 29), (19, 30)), "along an enemy whom a retreat has left beside it");
    assert!(!goes((21, 28), (20, 29)), "not from two hexes off to one");
    assert!(goes((21, 27), (20, 29)), "from three to two");
}

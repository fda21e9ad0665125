//! Sentences of clauses that can go wrong one by one, each in a position where only it decides.

use std::collections::BTreeSet;

use battle::rule::bites;
use battle::{Crossing, Deaf, LeaderId, Obstacle, Side, System, UnitId};
use hexes::Direction::{self, East, NorthEast, NorthWest, West};
use hexes::Facing;

use super::drawn::{Drawn, drawn, drawn_with};
use super::fixture::{Fixture, Sketch};
use super::words::{Geometry, Play};
use crate::Class::{Cavalry, Guns, Infantry, Lights};
use crate::assault::Reply;
use crate::fire::Shot;
use crate::movement::Gait::{March, Move};
use crate::retreat::{Crossed, Heading};
use crate::space::zones::Zone;
use crate::state::Frame;
use crate::terrain::Cover;
use crate::{Class, Traits, info};

/// A Unit of that class at column 20, row 30, that looks north.
fn lone(class: Class) -> Fixture {
    Fixture::open(40, 40).unit("B1", class, "20,30", "N")
}

fn assaults(game: &mut Drawn) {
    let order = game.listed("assault").first().cloned().expect("an assault is possible");
    game.give(&order);
}

#[test]
fn a_wall_shelters_only_from_shots_that_cross_it() {
    bites(&["EA-TERRAIN-10a"], || {
        let shot = |walls: Direction, from: &str| {
            let wall = |field: Fixture, column: i16| {
                field.edge(&format!("{column},20"), walls, Obstacle::Wall, Crossing::None)
            };
            let field = Fixture::open(40, 40).unit("B1", Infantry, "15,20", "N").unit("R1", Infantry, from, "S");
            let stage = (14..=17).fold(field, wall).build();
            stage.scene().fire_cover(&stage.pose("R1"), &stage.pose("B1"))
        };
        let from = |place: &str| [NorthWest, NorthEast, East, West].map(|walls| shot(walls, place));
        assert_eq!(from("22,12"), [None, Some(Cover::Wall), None, None], "from the right");
        assert_eq!(from("8,12"), [Some(Cover::Wall), None, None, None], "from the left");
    });
}

#[test]
fn a_general_stops_alone_beside_the_enemy_too() {
    bites(&["EA-GEN-1c"], || {
        let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("R1", Infantry, "11,30", "S");
        let game = drawn(field.general("BG", Some("B1")).general("RG", Some("R1")), &[]).at(info::ORDERS, Side::Blue);
        assert_eq!(["10,31", "11,30"].map(|place| game.barred(&format!("ride BG >{place}"))), ["", "EA-GEN-1"]);
    });
}

#[test]
fn a_general_joins_units_of_other_commands() {
    bites(&["EA-GEN-1a"], || {
        let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("B2", Infantry, "16,40", "N");
        let field = field.unit("R1", Infantry, "11,20", "S").general("BG", Some("B1")).general("RG", Some("R1"));
        let game = drawn_with(field, &[], |generals| generals[0].command = vec![UnitId(0)]);
        assert_eq!(game.at(info::ORDERS, Side::Blue).listed("attach"), ["attach BG >B2"]);
    });
}

/// EA-GEN-5: he comes back to any Unit of his side.
#[test]
fn a_general_comes_back_to_units_of_other_commands_too() {
    let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("B2", Infantry, "16,40", "N");
    let field = field.unit("R1", Infantry, "11,20", "S").general("BG", None).general("RG", Some("R1"));
    let mut game = drawn_with(field, &[], |generals| generals[0].command = vec![UnitId(0)]);
    game.eagles.interrupt(Frame::Return(LeaderId(0)));
    assert_eq!(game.listed("attach"), ["attach BG >B1", "attach BG >B2"]);
}

#[test]
fn the_spent_skirmish_and_are_passed_over() {
    bites(&["EA-UNIT-10b", "EA-UNIT-10c"], || {
        let listed = |own: i16, near: i16| {
            let field = Fixture::open(40, 50).unit("B1", Cavalry, "10,30", "N").strength(own);
            let field = field.unit("R1", Infantry, "11,26", "S").strength(near).unit("R2", Infantry, "11,36", "N");
            drawn(field, &[]).at(info::FIRING, Side::Blue).listed("skirmish").len()
        };
        assert_eq!([listed(0, 7), listed(5, 7), listed(5, 0)], [1, 1, 2]);
    });
}

#[test]
fn a_spent_enemy_doubles_the_cost_of_orders_as_any_other() {
    bites(&["EA-ORD-2"], || {
        let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("R1", Infantry, "11,36", "S");
        assert_eq!(drawn(field.strength(0), &[]).eagles.order_cost(UnitId(0)), 2);
    });
}

#[test]
fn batteries_turn_before_they_move_and_not_after() {
    bites(&["EA-MOVE-6"], || {
        let stage = lone(Guns).build();
        let (scene, guns) = (stage.scene(), stage.id("B1"));
        let turns = scene.free_turns(guns, &stage.pose("B1"));
        assert_eq!(turns.iter().map(|turn| turn.facing.to_string()).collect::<BTreeSet<_>>().len(), 6);
        for (start, turned) in [(stage.pose("B1"), false), (stage.at("20,30", "S"), true)] {
            let reach = scene.advance(guns, &start, turned, 7, Move);
            assert!(reach.legal().count() > 7 && reach.legal().all(|place| place.pose.facing == start.facing));
        }
    });
}

#[test]
fn guns_that_turn_by_a_maneuver_have_moved() {
    bites(&["EA-MOVE-8"], || {
        let field = Fixture::open(40, 60).unit("B1", Guns, "14,40", "N").traits(Traits::VETERANS);
        let mut game = drawn(field.unit("R1", Infantry, "15,30", "S"), &[]).ordered(&["B1"]).ordered(&["B1"]);
        assert_eq!(game.barred("bombard B1 >R1"), "");
        game.give("maneuver B1 14,40/ENE/line4");
        assert_eq!((game.place("B1").as_str(), game.uses("B1")), ("14,40/ENE", 1));
        assert_eq!(game.barred("bombard B1 >R1"), "EA-MOVE-8");
    });
}

#[test]
fn guns_in_woods_move_or_turn_like_foot() {
    bites(&["EA-TERRAIN-13"], || {
        let stage = lone(Guns).block(0..=39, 0..=39, 'w').build();
        let reach = stage.scene().advance(stage.id("B1"), &stage.at("20,30", "S"), true, 8, Move);
        assert_eq!(reach.legal().count(), 1, "it has turned");
    });
}

#[test]
fn a_maneuver_into_woods_ends_without_a_turn() {
    bites(&["EA-TERRAIN-13"], || {
        // Three rows ahead, the third of them at 2 inches; about on the same hexes.
        let about = |ground: char| {
            let stage = lone(Infantry).block(0..=39, 0..=27, ground).build();
            let reach = stage.scene().maneuver(stage.id("B1"));
            let there = |facing: Facing| {
                let place = move |place: &&battle::Destination| {
                    place.pose.anchor.offset().row == 27 && place.pose.facing == facing
                };
                reach.legal().filter(place).count() > 0
            };
            [there(Facing::North), there(Facing::South)]
        };
        assert_eq!([about('.'), about('w')], [[true, true], [true, false]]);
    });
}

#[test]
fn a_march_comes_near_no_enemy_on_its_way_either() {
    bites(&["EA-MOVE-7"], || {
        // Rows ahead; the enemy stands four columns to the right of the way, at row 24.
        let farthest = |columns: &str, gait| {
            let stage = lone(Infantry).unit("R1", Infantry, columns, "S").build();
            let reach = stage.scene().advance(stage.id("B1"), &stage.pose("B1"), false, 14, gait);
            reach.legal().map(|place| 30 - place.pose.anchor.offset().row).max()
        };
        assert_eq!([farthest("27,24", Move), farthest("30,24", March)], [Some(14), Some(14)]);
        let stopped = farthest("27,24", March).expect("a place");
        assert!((1..6).contains(&stopped), "{stopped}");
    });
}

#[test]
fn a_march_by_road_goes_a_base_width_further_too() {
    bites(&["EA-TERRAIN-5"], || {
        let stage = lone(Infantry).block(20..=20, 0..=39, '=').build();
        let reach = stage.scene().advance(stage.id("B1"), &stage.pose("B1"), false, 12, March);
        assert_eq!(reach.legal().map(|place| 30 - place.pose.anchor.offset().row).max(), Some(16));
    });
}

#[test]
fn a_withdraw_counts_hits_not_the_points_there_were() {
    bites(&["EA-FIRE-10"], || {
        let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("R1", Infantry, "11,36", "S");
        let field = field.strength(2).unit("R9", Infantry, "30,3", "S");
        let mut game = drawn(field, &[4, 5, 6]).at(info::FIRING, Side::Blue);
        game.give("fire B1 >R1");
        assert_eq!((game.sp("R1"), game.row("R1")), (0, 32), "three Hits on two Points");
        let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").strength(2);
        let field = field.unit("R1", Infantry, "15,35", "S").unit("R9", Infantry, "30,3", "S");
        let mut game = drawn(field, &[6, 6, 4, 5, 6]).ordered(&["B1", "R1"]);
        assaults(&mut game);
        game.give("fire R1 >B1");
        assert_eq!((game.sp("B1"), game.row("B1")), (0, 40), "and at an Assaulter in contact at row 36");
    });
}

/// An Assault by Cavalry at row 40 on Infantry of that strength at row 35, fought with those dice after the roll for distance.
fn fought(strength: i16, dice: &[u8]) -> Drawn {
    let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "15,35", "S");
    let field = field.strength(strength).unit("R9", Infantry, "30,3", "S");
    let mut game = drawn(field, &[&[6, 6], dice].concat()).ordered(&["B1"]);
    assaults(&mut game);
    game
}

#[test]
fn no_hits_on_either_side_are_equal_hits() {
    bites(&["EA-ASSAULT-16"], || {
        let game = fought(7, &[1; 13]);
        assert_eq!((game.sp("B1"), game.sp("R1"), game.row("B1")), (5, 7, 40), "a base width back from row 36");
    });
}

#[test]
fn the_loser_goes_by_hits_not_by_the_points_there_were() {
    bites(&["EA-ASSAULT-17"], || {
        let game = fought(2, &[3, 3, 3, 3, 1, 1, 4, 1]);
        assert_eq!((game.sp("R1"), game.row("R1")), (0, 23), "four Hits to one: three base widths");
    });
}

#[test]
fn friends_and_foes_of_every_class_cost_a_hit_to_pass() {
    bites(&["EA-ASSAULT-20a"], || {
        let field = Fixture::open(40, 60).unit("B1", Infantry, "20,20", "N").unit("R2", Lights, "20,24", "N");
        let stage = field.unit("B2", Lights, "20,27", "N").build();
        let flight = stage.scene().retreat(stage.id("B1"), Heading::Along(Facing::South), 3);
        assert_eq!(flight.crossed, ["R2", "B2"].map(|label| Crossed::Unit(stage.id(label))));
    });
}

#[test]
fn the_resolute_have_their_die_when_they_are_assaulted_only() {
    bites(&["EA-OPT-12"], || {
        let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,36", "N").traits(Traits::RESOLUTE);
        let war = drawn(field.unit("R1", Infantry, "15,35", "S").traits(Traits::RESOLUTE), &[]).eagles;
        let (by, on) = (UnitId(0), UnitId(1));
        let bout = war.bout(by, &war.pose(by), on, &war.pose(on), Zone::Front);
        let pools = [war.assault_pool(&bout, 5), war.defence_pool(&bout, 7, Reply::Keep)];
        assert_eq!(pools.map(|pool| pool.count()), [6, 8], "five and one for charging horse, seven and one");
    });
}

#[test]
fn a_hit_for_what_was_crossed_is_permanent_too() {
    bites(&["EA-RALLY-3"], || {
        let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("R1", Infantry, "11,20", "S");
        let mut game = drawn(field, &[6]).ordered(&["B1"]);
        game.eagles.hurt(&mut Deaf, UnitId(0), 1, "crossing", "EA-ASSAULT-20");
        game.give("rally B1");
        assert_eq!(game.sp("B1"), 6);
    });
}

#[test]
fn a_medium_battery_short_of_supplies_hits_on_five() {
    bites(&["EA-OPT-10", "EA-OPT-11"], || {
        let face = |traits: Traits| {
            let field = Fixture::open(40, 50).unit("B1", Guns, "10,40", "N").traits(traits);
            let game = drawn(field.unit("R1", Infantry, "11,33", "S"), &[]);
            game.eagles.shot_at(UnitId(0), UnitId(1), Shot::Bombard).and_then(|pool| pool.face())
        };
        let (medium, low) = (Traits::MEDIUM_BATTERY, Traits::LOW_SUPPLIES);
        assert_eq!([face(medium), face(low), face(medium | low)], [Some(4), Some(4), Some(5)]);
    });
}

/// The ways to turn to that facing on the spot.
fn turned(stage: &Sketch, facing: Facing) -> usize {
    let reach = stage.scene().maneuver(stage.id("B1"));
    reach.legal().filter(|place| place.cost == 0 && place.pose.facing == facing).count()
}

#[test]
fn who_stands_back_to_back_with_an_enemy_does_not_turn_to_it() {
    bites(&["EA-SPACE-11"], || {
        assert!(turned(&lone(Infantry).build(), Facing::South) > 0);
        let stage = lone(Infantry).unit("R1", Infantry, "20,31", "S").build();
        assert_eq!(stage.scene().gap(stage.id("B1"), &stage.pose("B1"), stage.id("R1")), 1);
        assert_eq!(turned(&stage, Facing::South), 0);
    });
}

#[test]
fn a_winner_turns_over_no_river() {
    bites(&["EA-TERRAIN-4"], || {
        let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,37", "N").unit("R1", Infantry, "15,35", "S");
        let field = field.unit("R9", Infantry, "30,3", "S").above_row(38, Obstacle::River);
        let dice = [6, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1];
        let mut game = drawn(field, &dice).ordered(&["B1"]);
        assaults(&mut game);
        assert_eq!((game.row("B1"), game.asks()), (36, "pursue"));
        let reach = game.eagles.reach(&game.eagles.stems()[0]);
        let lowest = |pose| game.eagles.footprint(pose).hexes().iter().map(|hex| hex.offset().row).max();
        assert!(reach.legal().any(|place| place.pose.facing != Facing::North));
        assert_eq!(reach.legal().filter_map(|place| lowest(&place.pose)).max(), Some(37));
    });
}

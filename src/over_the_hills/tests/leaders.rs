//! Commanders: rides, attaching, their death and successors, rally (OTH-LEADER, OTH-RALLY, OTH-MOVE-1a, 2).

use battle::rule::bites;
use battle::{Formation, Obstacle, Order, Perch, Pose, Side, Terrain, UnitId};
use hexes::Facing;

use super::fixture::{Fixture, Game, hex};
use crate::info::{ATTACH, MOVE, MOVEMENT, RALLY, RALLY_PHASE, RIDE, SHOOTING, START};
use crate::profile::Gun;
use crate::space::Aspect::Front;
use crate::space::Shape::{Attack, Line};

fn ride(game: &Game, leader: &str, (q, r): (i16, i16)) -> Order {
    let pose = Pose::new(hex(q, r), Facing::North, Formation::line(1));
    Order::new(RIDE).by(game.leader(leader)).to(pose)
}

fn perch(game: &Game, leader: &str) -> Perch {
    game.war.field().leader(game.leader(leader))
}

/// A brigadier alone behind his line, Blue to move.
fn alone() -> Fixture {
    let field = Fixture::plain().foot("B1", (20, 20), "N", Line).hits(2).brigadier("BB", (20, 50), 3);
    field.foot("R1", (30, 2), "S", Line).phase(MOVEMENT, Side::Blue)
}

#[test]
fn a_commander_rides_twice_24_inches() {
    let game = alone().game(&[]);
    assert!(game.may(ride(&game, "BB", (20, 26))) && !game.may(ride(&game, "BB", (20, 25))));
    let mut game = alone().game(&[]);
    for place in [(20, 40), (20, 30)] {
        let order = ride(&game, "BB", place);
        game.give(order);
    }
    assert!(!game.may(ride(&game, "BB", (20, 31))), "two segments");
    let woods: Vec<(i16, i16)> = (20..50).flat_map(|row| (10..30).map(move |q| (q, row))).collect();
    let wooded = alone().terrain(Terrain::DenseWoods, &woods).game(&[]);
    assert!(wooded.may(ride(&wooded, "BB", (20, 26))), "terrain is nothing to him");
    let river = alone().above(40, Obstacle::River).game(&[]);
    assert!(!river.may(ride(&river, "BB", (20, 39))), "a river without a crossing is");
}

#[test]
fn the_second_segment_leaves_no_time_to_rally() {
    let after = |places: &[(i16, i16)]| {
        let mut game = alone().game(&[]);
        for place in places {
            let order = ride(&game, "BB", *place);
            game.give(order);
        }
        game.enter(RALLY_PHASE, Side::Blue);
        game.may(game.order(RALLY, "BB", "B1"))
    };
    bites(&["OTH-MOVE-2"], || assert_eq!([after(&[(20, 28)]), after(&[(20, 40), (20, 28)])], [true, false]));
}

#[test]
fn he_attaches_to_a_unit_of_his_and_goes_with_it() {
    let field = alone().foot("B2", (30, 40), "N", Line).brigade(2);
    let near = || {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).brigadier("BB", (20, 50), 3);
        field.foot("B2", (30, 40), "N", Line).brigade(2).foot("R1", (30, 2), "S", Line).phase(MOVEMENT, Side::Blue)
    };
    assert!(!field.clone().game(&[]).may(field.game(&[]).order(ATTACH, "BB", "B1")), "30 inches off");
    let mut game = near().game(&[]);
    assert!(!game.may(game.order(ATTACH, "BB", "B2")), "of another brigade");
    let order = game.order(ATTACH, "BB", "B1");
    game.give(order);
    game.go(MOVE, "B1", (20, 29), "N");
    assert_eq!(perch(&game, "BB"), Perch::With(UnitId(0)));
    assert_eq!(game.war.field().leader_hex(game.leader("BB")).map(|at| at.r), Some(29), "for nothing");
}

/// B1 is hit so often by a volley with its commander; whether he lives after that die.
fn lives(hits: i16, die: u8) -> bool {
    let volley = [6, 5, 2][hits as usize - 1];
    let field = Fixture::plain().foot("R1", (20, 20), "S", Line).fs(9).volley_spent();
    let mut game = field.foot("B1", (17, 26), "N", Line).fs(12).led("BB", 3).game(&[volley, die]);
    game.fire("R1", "B1");
    game.all_fell();
    assert_eq!(game.fh("B1"), hits);
    perch(&game, "BB") != Perch::Away
}

#[test]
fn death_of_commanders() {
    bites(&["OTH-LEADER-4"], || {
        assert_eq!([lives(1, 1), lives(1, 2)], [false, true]);
        assert_eq!([lives(2, 2), lives(2, 3)], [false, true]);
        assert_eq!([lives(3, 3), lives(3, 4)], [false, true]);
    });
    bites(&["OTH-LEADER-4"], || {
        let shelled = |die| {
            let guns = Fixture::plain().guns("R1", (20, 20), "S", Gun::Heavy).fs(9);
            let guns = guns.foot("B1", (17, 26), "N", Line).fs(12).led("BB", 3);
            let mut game = guns.game(&[1, die]);
            game.fire("R1", "B1");
            game.all_fell();
            (game.fh("B1"), perch(&game, "BB") != Perch::Away)
        };
        assert_eq!([shelled(4), shelled(5)], [(4, false), (4, true)], "canister's hit included");
    });
    let missed = {
        let field = Fixture::plain().foot("R1", (20, 20), "S", Line).volley_spent();
        let mut game = field.foot("B1", (17, 26), "N", Line).led("BB", 3).game(&[9]);
        game.fire("R1", "B1");
        perch(&game, "BB") != Perch::Away
    };
    assert!(missed, "no hit, no risk");
}

#[test]
fn base_contact_is_the_same_hex() {
    bites(&["OTH-LEADER-2"], || {
        let at = |row: i16| {
            let field = Fixture::plain().foot("R1", (20, 20), "S", Line).fs(9).volley_spent();
            let field = field.foot("B1", (17, 26), "N", Line).brigadier("BB", (17, row), 3);
            let mut game = field.game(&[6, 1]);
            game.fire("R1", "B1");
            perch(&game, "BB") == Perch::Away
        };
        assert_eq!([at(26), at(27)], [true, false]);
    });
}

/// B1 moves over the hex of Red's brigadier, whose only unit is so many rows off.
fn ridden_down(row: i16) -> Game {
    let field = Fixture::plain().foot("B1", (20, 40), "N", Attack).brigadier("RB", (20, 38), 3);
    let mut game = field.foot("R1", (20, row), "S", Line).phase(MOVEMENT, Side::Blue).game(&[]);
    game.go(MOVE, "B1", (20, 37), "N");
    game
}

#[test]
fn a_commander_who_is_ridden_over_joins_a_unit_near() {
    bites(&["OTH-LEADER-5"], || {
        assert_eq!(perch(&ridden_down(26), "RB"), Perch::With(UnitId(1)), "12 inches");
        assert_eq!(perch(&ridden_down(25), "RB"), Perch::Away, "13");
    });
    bites(&["OTH-LEADER-5"], || {
        let field =
            Fixture::plain().foot("B1", (20, 30), "N", Line).hits(6).led("BB", 3).foot("B2", (20, 41), "N", Line);
        let mut game = field.foot("R1", (20, 10), "S", Line).game(&[]);
        let unit = game.id("B1");
        crate::fatigue::destroy(&mut game.umpire(), unit, "OTH-STATUS-2");
        assert_eq!(perch(&game, "BB"), Perch::With(UnitId(1)));
    });
}

#[test]
fn a_successor_comes_in_the_next_start() {
    bites(&["OTH-LEADER-6a"], || {
        let field = Fixture::plain().foot("R1", (20, 20), "S", Line).fs(9).volley_spent();
        let field = field.foot("B1", (17, 26), "N", Line).led("BB", 5).inspiring(3).foot("B2", (20, 50), "N", Line);
        let mut game = field.game(&[6, 1]);
        game.fire("R1", "B1");
        let leader = game.leader("BB");
        assert_eq!(crate::command::steadied(&game.war, game.id("B1")), 0, "nobody's factor counts");
        game.enter(START, Side::Blue);
        assert_eq!(perch(&game, "BB"), Perch::With(UnitId(1)), "with the unit nearest to where he fell");
        let ratings = (crate::command::control(&game.war, leader), crate::command::inspiration(&game.war, leader));
        assert_eq!(ratings, (2, 0));
        assert_eq!(game.war.post(leader).range, 12, "the same range");
    });
}

/// Blue rallies B1 of FS0 7 with hits by a brigadier of CF 4, INS 1 so many inches behind it, with that die.
fn rallied(hits: i16, rows: i16, die: u8) -> i16 {
    let mut game = rallying(hits, rows, &[die]);
    let order = game.order(RALLY, "BB", "B1");
    if !game.may(order) {
        return -1;
    }
    game.give(order);
    game.fh("B1")
}

fn rallying(hits: i16, rows: i16, dice: &[u8]) -> Game {
    let field =
        Fixture::plain().foot("B1", (20, 30), "N", Line).hits(hits).brigadier("BB", (20, 30 + rows), 4).inspiring(1);
    let field = field.foot("B2", (23, 34), "N", Line).hits(1).foot("R1", (30, 2), "S", Line);
    let mut game = field.phase(MOVEMENT, Side::Blue).game(dice);
    game.enter(RALLY_PHASE, Side::Blue);
    game
}

#[test]
fn rally() {
    bites(&["OTH-RALLY-1", "OTH-RALLY-2"], || {
        assert_eq!([rallied(2, 12, 9), rallied(2, 12, 10)], [1, 2], "5 and 2, 1 and 1 for the mate");
        assert_eq!(rallied(2, 13, 1), -1, "out of his range");
        assert_eq!(rallied(0, 12, 1), -1, "nothing to rally");
    });
    bites(&["OTH-RALLY-2"], || {
        assert_eq!(rallied(6, 12, 5), 5, "a rout is lifted: 1 + 2 + 1 + 1");
    });
    let mut game = rallying(2, 12, &[10]);
    let order = game.order(RALLY, "BB", "B1");
    game.give(order);
    assert!(!game.may(game.order(RALLY, "BB", "B2")), "one unit a commander");
    let met = Fixture::plain().foot("B1", (20, 30), "N", Line).hits(2).brigadier("BB", (20, 32), 4);
    let met = met.foot("R1", (20, 29), "S", Line).contact("B1", "R1", Front).foot("B2", (14, 38), "N", Line).hits(1);
    let mut game = met.phase(MOVEMENT, Side::Blue).game(&[]);
    game.enter(RALLY_PHASE, Side::Blue);
    assert!(!game.may(game.order(RALLY, "BB", "B1")) && game.may(game.order(RALLY, "BB", "B2")), "not in contact");
}

#[test]
fn each_unit_is_rallied_once() {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).hits(2).brigadier("BB", (20, 32), 4);
    let field = field.general("BG", (20, 34), 4).foot("R1", (30, 2), "S", Line).foot("B2", (30, 33), "N", Line).hits(1);
    let mut game = field.phase(SHOOTING, Side::Red).game(&[1]);
    game.enter(RALLY_PHASE, Side::Blue);
    let order = game.order(RALLY, "BB", "B1");
    game.give(order);
    assert!(!game.may(game.order(RALLY, "BG", "B1")) && game.may(game.order(RALLY, "BG", "B2")));
}

#[test]
fn who_fell_is_lost_also_when_a_successor_is_there() {
    use battle::{LeaderFate, System};
    let fates = |die: u8| {
        let field = Fixture::plain().foot("R1", (20, 20), "S", Line).fs(9).volley_spent();
        let mut game = field.foot("B1", (17, 26), "N", Line).fs(12).led("BB", 3).game(&[6, die]);
        game.fire("R1", "B1");
        let leader = battle::LeaderId(0);
        let fell = game.war.leader_fate(leader);
        crate::command::leaders::replace(&mut game.umpire());
        game.war.state.player = battle::Side::Blue;
        crate::command::leaders::replace(&mut game.umpire());
        [fell, game.war.leader_fate(leader)]
    };
    assert_eq!([fates(1), fates(2)], [[LeaderFate::Lost; 2], [LeaderFate::Fit; 2]]);
}

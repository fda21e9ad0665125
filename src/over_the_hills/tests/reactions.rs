//! Charges, reactions and moves away, sentence by sentence (OTH-CONTACT, OTH-GEO-2, 11, 14, OTH-MORALE-4).

use battle::rule::bites;
use battle::{Pose, Side, Terrain};

use super::fixture::{Fixture, Game, facing, hex};
use super::status::can_charge;
use crate::info::{
    COMBAT, COUNTER, COUNTERS, DEFENCE, ENTER, EVADE, FALL_BACK, FIGHT, FIRE, FOLLOW, MEET, MOVE, MOVEMENT, ROUTS,
    SHOOTING, SQUARE, TAKE, TURN,
};
use crate::profile::Kind;
use crate::space::Aspect::{self, Flank, Front};
use crate::space::Shape::{Attack, Garrison, Line, Open, Skirmish};
use crate::state::{Impetus, Once};
use crate::{contacts, fatigue};

/// The side of an enemy on which a unit is in contact with it.
fn met(game: &Game, by: &str, on: &str) -> Option<Aspect> {
    contacts::between(&game.war, game.id(by), game.id(on)).map(|contact| contact.aspect)
}

fn react(game: &mut Game, verb: battle::Verb) {
    let order = game.order(verb, "R1", "");
    game.give(order);
}

fn places(game: &Game, verb: battle::Verb, label: &str) -> Vec<Pose> {
    let stem = game.order(verb, label, "");
    game.war.reach_of(&stem).legal().map(|place| place.pose).filter(|pose| game.may(stem.to(*pose))).collect()
}

fn at(game: &Game, label: &str) -> (i16, i16) {
    let hex = game.pose(label).anchor;
    (hex.q, hex.r)
}

/// B1, a column with two segments to go, comes from behind at R1 in open order, which evades: one segment straight on.
fn evaded(more: impl Fn(Fixture) -> Fixture) -> Game {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Attack).foot("R1", (22, 25), "N", Open);
    let mut game = more(field).phase(MOVEMENT, Side::Blue).game(&[9]);
    game.charge("B1", "R1", 2);
    react(&mut game, EVADE);
    game
}

#[test]
fn who_is_caught_evading_is_met_in_front_even_from_behind() {
    // A 9 passes at 7 and 2 for the rear. R1 goes 6 and would face about at the end; its last stand would come into dense
    // woods, so that it keeps its back to B1, who comes up: in front, and at -4.
    let free = evaded(|field| field);
    assert_eq!((at(&free, "R1").1, free.pose("R1").facing), (19, facing("S")), "it faces the enemy at the end");
    let (q, r) = at(&free, "R1");
    let game = evaded(|field| field.terrain(Terrain::DenseWoods, &[(q - 2, r)]));
    assert_eq!((at(&game, "R1"), game.pose("R1").facing), ((q, r), facing("N")), "no room to face about");
    assert_eq!(met(&game, "B1", "R1"), Some(Front));
    assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [7 + 1, 4 - 4 - 1]);
}

#[test]
fn houses_are_taken_after_the_test_to_move() {
    bites(&["OTH-MORALE-4"], || {
        let enters = |die| {
            let field = Fixture::plain().terrain(Terrain::StoneBuilding, &[(20, 39), (21, 39)]);
            let field = field.foot("B1", (20, 40), "N", Line).state(|own| own.fired_last = Once::Done);
            let mut game = field.foot("R1", (30, 2), "S", Line).phase(MOVEMENT, Side::Blue).game(&[die]);
            let pose = places(&game, ENTER, "B1")[0];
            let order = game.order(ENTER, "B1", "").to(pose);
            game.give(order);
            game.all_fell();
            let more = places(&game, MOVE, "B1").len() + places(&game, ENTER, "B1").len();
            assert_eq!(more, 0, "its movement is over either way");
            (game.shape("B1"), game.fh("B1"))
        };
        assert_eq!([enters(7), enters(8)], [(Garrison, 1), (Line, 0)]);
    });
}

#[test]
fn houses_are_stormed_after_the_test_to_close() {
    let storms = |die| {
        let field = Fixture::plain().terrain(Terrain::StoneBuilding, &[(20, 26), (21, 26)]);
        let field = field.foot("R1", (20, 26), "S", Line).garrisoned().foot("B1", (18, 30), "N", Line);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[die]);
        game.charge("B1", "R1", 1);
        (met(&game, "B1", "R1"), at(&game, "B1") == (18, 30))
    };
    assert_eq!([storms(7), storms(8)], [(Some(Front), false), (None, true)]);
}

#[test]
fn nobody_turns_on_the_spot_without_room() {
    // Skirmishers about their second stand: 18 to 24 as they face north, 22 to 16 as they face south.
    let faces = |more: &dyn Fn(Fixture) -> Fixture| {
        let field = more(Fixture::plain().foot("B1", (20, 30), "N", Skirmish)).foot("R1", (30, 2), "S", Line);
        let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
        let poses = places(&game, MOVE, "B1");
        ["S", "ENE"].map(|face| poses.iter().any(|pose| pose.anchor == hex(20, 30) && pose.facing == facing(face)))
    };
    assert_eq!(faces(&|field| field), [true, true]);
    assert_eq!(faces(&|field| field.unit("B2", Kind::Infantry, 1, (16, 30), "N", Line)), [false, true], "a friend");
    assert_eq!(faces(&|field| field.terrain(Terrain::Impassable, &[(16, 30)])), [false, true], "the ground");
    let enemy = faces(&|field| field.unit("R2", Kind::Infantry, 1, (15, 31), "N", Line));
    assert_eq!(enemy, [false, true], "nor next to an enemy");
}

#[test]
fn who_is_beaten_by_a_garrison_goes_straight_from_its_nearest_hex() {
    // Houses from (20,29) to (29,29); R1 came in at their far end. B1 stands before the near one.
    let row: Vec<(i16, i16)> = (20..30).map(|q| (q, 29)).collect();
    let field = Fixture::plain().terrain(Terrain::StoneBuilding, &row).foot("R1", (29, 29), "S", Line).garrisoned();
    let mut game = field.unit("B1", Kind::Infantry, 1, (20, 30), "N", Line).phase(SHOOTING, Side::Blue).game(&[]);
    let (unit, enemy) = (game.id("B1"), game.id("R1"));
    fatigue::retreat(&mut game.umpire(), unit, enemy, 6, "OTH-RESULT-6");
    assert_eq!(at(&game, "B1"), (20, 36), "from (20,29), not from (29,29)");
}

#[test]
fn a_garrison_that_is_driven_out_leaves_on_the_far_side() {
    // B1 assaults the western end of four houses in a row: the farthest free side is the eastern one.
    let row: Vec<(i16, i16)> = (20..24).map(|q| (q, 29)).collect();
    let field = Fixture::plain().terrain(Terrain::StoneBuilding, &row).foot("R1", (20, 29), "S", Line).garrisoned();
    let mut game = field.unit("B1", Kind::Infantry, 1, (19, 29), "ENE", Line).game(&[]);
    let (unit, enemy) = (game.id("R1"), game.id("B1"));
    fatigue::retreat(&mut game.umpire(), unit, enemy, 0, "OTH-RESULT-6");
    assert_eq!((game.shape("R1"), at(&game, "R1").0 >= 24), (Attack, true), "{:?}", at(&game, "R1"));
}

/// B1, a single stand, retreats an inch from R1; Blue's own edge is the southern one, Red's the northern.
fn steps_back(loser: &str, (q, r): (i16, i16)) -> (i16, i16) {
    let winner = if loser == "B1" { "R1" } else { "B1" };
    let field = Fixture::plain().unit(winner, Kind::Infantry, 1, (20, 30), "N", Line);
    let mut game = field.unit(loser, Kind::Infantry, 1, (20 + q, 30 + r), "N", Line).game(&[]);
    let (unit, enemy) = (game.id(loser), game.id(winner));
    fatigue::retreat(&mut game.umpire(), unit, enemy, 1, "OTH-RESULT-1");
    let (to_q, to_r) = at(&game, loser);
    (to_q - 20 - q, to_r - 30 - r)
}

#[test]
fn of_two_ways_as_far_the_one_nearer_home_is_taken() {
    // From (2,-1) the ways east and north-east lead as far from the enemy.
    assert_eq!(steps_back("B1", (2, -1)), (1, 0));
    assert_eq!(steps_back("R1", (2, -1)), (1, -1));
    // From (-1,2) south-east and south-west do, and are as near home: the lowest number.
    assert_eq!(steps_back("B1", (-1, 2)), (0, 1));
}

#[test]
fn the_opponent_of_the_round_is_gone_away_from_and_nobody_else() {
    // R2, the first of the roster, stands beside B1 without being in contact; B1 has lost to R1 before it.
    let field = Fixture::plain().unit("R2", Kind::Infantry, 1, (18, 31), "N", Line);
    let field = field.foot("B1", (20, 30), "N", Line).foot("R1", (20, 29), "S", Line).contact("R1", "B1", Front);
    let mut game = field.phase(SHOOTING, Side::Blue).game(&[]);
    let (unit, enemy) = (game.id("B1"), game.id("R1"));
    assert_eq!(game.between("B1", "R2"), 1);
    fatigue::retreat(&mut game.umpire(), unit, enemy, 6, "OTH-RESULT-1");
    assert_eq!(at(&game, "B1"), (20, 36), "the first step leads along R2, next to whom it stood before");
}

#[test]
fn an_evasion_that_ends_beside_an_enemy_may_not_be_chosen() {
    let walled = |beside: (i16, i16)| {
        let around = [(23, 23), (24, 23), (22, 24), (24, 24), (22, 25), (23, 25)];
        let shut: Vec<(i16, i16)> = around.into_iter().filter(|at| *at != beside && *at != (23, 25)).collect();
        let field = Fixture::plain().terrain(Terrain::Impassable, &shut);
        let field = field.unit("B1", Kind::Infantry, 1, (20, 30), "N", Line);
        let field = field.unit("R1", Kind::Infantry, 1, (23, 24), "N", Skirmish);
        let field = if beside == (24, 24) { field.unit("B2", Kind::Infantry, 1, beside, "N", Line) } else { field };
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[1]);
        game.charge("B1", "R1", 1);
        game.asks() == "react" && game.may(game.order(EVADE, "R1", ""))
    };
    assert!(walled((24, 23)), "a way out");
    assert!(!walled((24, 24)), "B2 stands in it: R1 would stay beside it");
}

#[test]
fn a_charge_does_not_pass_by_another_enemy() {
    // A lane of one hex; R2 stands in a niche beside it.
    let lane: Vec<(i16, i16)> = (24..=30).map(|r| (20 + (30 - r) / 2, r)).collect();
    let niche = (lane[3].0 + 1, lane[3].1);
    let wall: Vec<(i16, i16)> = (10..40).flat_map(|q| (20..34).map(move |r| (q, r))).collect();
    let wall: Vec<(i16, i16)> = wall.into_iter().filter(|at| !lane.contains(at) && *at != niche).collect();
    let charges = |second: bool| {
        let field = Fixture::plain().terrain(Terrain::Impassable, &wall);
        let field = field.unit("B1", Kind::Infantry, 1, (20, 30), "N", Line);
        let field = field.unit("R1", Kind::Infantry, 1, lane[0], "S", Line);
        let field = if second { field.unit("R2", Kind::Infantry, 1, niche, "S", Line) } else { field };
        let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
        can_charge(&game, "B1", "R1", 2)
    };
    assert_eq!([charges(false), charges(true)], [true, false]);
}

#[test]
fn who_is_in_contact_does_not_react() {
    bites(&["OTH-CONTACT-3"], || {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (23, 24), "S", Skirmish);
        let free = |locked: bool| {
            let field = field.clone().unit("B2", Kind::Infantry, 1, (18, 24), "ENE", Line);
            let field = if locked { field.locked("B2", "R1") } else { field };
            let mut game = field.phase(MOVEMENT, Side::Blue).game(&[1]);
            game.charge("B1", "R1", 1);
            (game.asks() == "react", met(&game, "B1", "R1"))
        };
        assert_eq!(free(false), (true, None));
        assert_eq!(free(true), (false, Some(Front)), "others join without a reaction");
    });
}

#[test]
fn who_is_locked_is_not_fired_at_and_does_not_fire_at_who_joins() {
    let two = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (20, 29), "S", Line);
    let field = two.clone().locked("B1", "R1").foot("R2", (28, 26), "S", Line);
    let game = field.phase(SHOOTING, Side::Blue).game(&[]);
    assert!(!game.may(game.order(FIRE, "R2", "B1")), "nobody fires at who is locked");
    let fires = |field: Fixture| {
        let field = field.unit("B2", Kind::Infantry, 1, (17, 30), "N", Line).contact("B2", "R1", Front);
        let game = field.phase(DEFENCE, Side::Blue).game(&[]);
        game.may(game.order(FIRE, "R1", "B2"))
    };
    assert_eq!([fires(two.clone()), fires(two.locked("B1", "R1"))], [true, false], "nor does he at who joins");
}

#[test]
fn who_is_locked_does_not_counter() {
    bites(&["OTH-CONTACT-7"], || {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (20, 29), "S", Line);
        let may = |field: Fixture| {
            let game = field.phase(COUNTERS, Side::Blue).game(&[]);
            game.may(game.order(COUNTER, "R1", ""))
        };
        assert_eq!(
            [may(field.clone().contact("B1", "R1", Front)), may(field.clone().locked("B1", "R1"))],
            [true, false]
        );
    });
}

#[test]
fn a_square_needs_room() {
    let forms = |behind: bool| {
        let field = Fixture::plain().horse("B1", (20, 30), "N", Line).foot("R1", (26, 18), "S", Line);
        let field = if behind { field.foot("R2", (26, 17), "S", Line) } else { field };
        let field = if behind { field.foot("R3", (22, 18), "S", Line).foot("R4", (30, 18), "S", Line) } else { field };
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[1]);
        game.charge("B1", "R1", 1);
        game.asks() == "react" && game.may(game.order(SQUARE, "R1", ""))
    };
    assert_eq!([forms(false), forms(true)], [true, false]);
}

#[test]
fn a_counter_charge_ends_where_its_way_is_closed() {
    // The gap is 13: six hexes; a wood that no line enters lies before the left of R1, three rows on.
    let ahead = |wood: &[(i16, i16)]| {
        let field = Fixture::plain().horse("B1", (20, 30), "N", Line).horse("R1", (27, 16), "S", Line);
        let mut game = field.terrain(Terrain::Woods, wood).phase(MOVEMENT, Side::Blue).game(&[7, 7]);
        game.charge("B1", "R1", 2);
        react(&mut game, MEET);
        (game.pose("R1").anchor.r, game.war.own(game.id("R1")).impetus, met(&game, "B1", "R1"))
    };
    assert_eq!(ahead(&[]), (22, Impetus::Countered, Some(Front)));
    assert_eq!(ahead(&[(25, 19)]), (18, Impetus::Countered, Some(Front)), "it has its charge bonus all the same");
}

#[test]
fn the_second_enemy_touched_is_judged_where_the_segment_began_too() {
    // B1 ends on (20,30): R1 before it to the left, and R2 to the right, which faces west-north-west, so that B1 is beside it.
    let second = |start: (i16, i16)| {
        let field = Fixture::plain().unit("B1", Kind::Infantry, 1, start, "N", Line);
        let field = field.unit("R1", Kind::Infantry, 1, (20, 29), "S", Line);
        let field = field.unit("R2", Kind::Infantry, 1, (21, 29), "WNW", Line);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[1]);
        game.charge_to("B1", "R1", 1, (20, 30));
        [met(&game, "B1", "R1"), met(&game, "B1", "R2")]
    };
    assert_eq!(second((20, 34)), [Some(Front), Some(Flank)], "from behind R2: beside it at the end is milder");
    assert_eq!(second((16, 31)), [Some(Front), Some(Front)], "from ahead of R2: that is milder");
}

#[test]
fn the_side_of_an_enemy_is_judged_where_the_last_segment_began() {
    // B1 sets out ahead of R1, seven hexes from its eastern side; after six it is due east of it, beside it: 7 and 2.
    let closes = |die| {
        let field = Fixture::plain().unit("B1", Kind::Infantry, 1, (24, 33), "WSW", Line);
        let field = field.unit("R1", Kind::Infantry, 1, (20, 29), "S", Line).terrain(Terrain::Impassable, &[(21, 30)]);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[die]);
        game.charge_to("B1", "R1", 2, (21, 29));
        met(&game, "B1", "R1")
    };
    assert_eq!([closes(9), closes(10)], [Some(Flank), None]);
}

#[test]
fn who_runs_does_so_from_the_enemy_nearest_at_every_step() {
    // R1 is 4 off in the north, R2 10 in the south. After 3 steps both are 7 off, R1 the first; after 4 R2 is nearer, and so
    // on to and fro: the 12th is one to the south.
    let field = Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 30), "N", Attack).hits(6);
    let field = field.unit("R1", Kind::Infantry, 1, (20, 26), "S", Line);
    let field = field.unit("R2", Kind::Infantry, 1, (20, 40), "N", Line).phase(SHOOTING, Side::Red);
    let mut game = field.game(&[]);
    game.enter(ROUTS, Side::Blue);
    assert_eq!((at(&game, "B1"), game.pose("B1").facing), ((20, 34), facing("N")), "away from R2 in the end");
}

/// B1 with a hit beats R1 by 2 with more rounds to come, that row being rough; more dice follow.
fn victor(rough: i16, dice: &[u8]) -> Game {
    let row: Vec<(i16, i16)> = (10..30).map(|q| (q, rough)).collect();
    let field = Fixture::plain().terrain(Terrain::Rough, &row).foot("B1", (20, 30), "N", Line).fs(8).hits(1);
    let field = field.foot("R1", (20, 29), "S", Line).contact("B1", "R1", Front).house("combat_rounds", "2");
    let all: Vec<u8> = [2, 9].iter().chain(dice).copied().collect();
    let mut game = field.phase(DEFENCE, Side::Blue).game(&all);
    game.enter(COMBAT, Side::Blue);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    game
}

#[test]
fn options_of_the_winner_pay_for_the_ground() {
    bites(&["OTH-GEO-16"], || {
        // R1 went back over the rough row free of it. A round without hits tires both.
        let mut game = victor(27, &[10, 10, 1, 1]);
        assert_eq!(game.fh("R1"), 2);
        let order = game.order(FOLLOW, "B1", "");
        game.give(order);
        game.all_fell();
        assert_eq!([game.fh("B1"), game.fh("R1")], [1 + 1 + 1, 2 + 1]);
    });
    bites(&["OTH-GEO-16"], || {
        let mut game = victor(32, &[1]);
        let order = game.order(FALL_BACK, "B1", "");
        game.give(order);
        assert_eq!((game.pose("B1").anchor.r, game.fh("B1")), (33, 2), "a 1 holds it back, and it goes");
    });
}

#[test]
fn houses_that_are_won_are_entered_without_a_test() {
    // 9 - 2 is 7: a 2 hits twice; 3 + 2 is 5: an 8 misses; no fire on a 1. R1 comes into a yard within a
    // segment of B1.
    let wall: Vec<(i16, i16)> = (25..=28).flat_map(|r| (10..32).map(move |q| (q, r))).collect();
    let yard = |(q, r): &(i16, i16)| (20..24).contains(q) && *r > 26;
    let wall: Vec<(i16, i16)> = wall.into_iter().filter(|at| !yard(at)).collect();
    let field = Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 30), "N", Line).fs(9);
    let field = field.terrain(Terrain::Impassable, &wall);
    let field = field.terrain(Terrain::WoodenBuilding, &[(20, 29), (21, 29)]).foot("R1", (20, 29), "S", Line);
    let field = field.garrisoned().contact("B1", "R1", Front).house("combat_rounds", "3");
    let mut game = field.phase(DEFENCE, Side::Blue).game(&[2, 8, 1, 10]);
    game.enter(COMBAT, Side::Blue);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    assert!(game.may(game.order(FOLLOW, "B1", "")));
    let pose = places(&game, TAKE, "B1")[0];
    let order = game.order(TAKE, "B1", "").to(pose);
    game.give(order);
    assert_eq!((game.shape("B1"), game.faces("holding back").len()), (Garrison, 0));
}

#[test]
fn who_has_no_room_to_turn_is_met_in_front_all_the_same() {
    // B1 in the flank of R1, who wins the first round by 1 and turns to the west, where it has room or not.
    let turned = |wall: &[(i16, i16)]| {
        let field = Fixture::plain().foot("B1", (14, 29), "ENE", Attack).foot("R1", (18, 29), "N", Line);
        let field = field.contact("B1", "R1", Flank).house("combat_rounds", "2").terrain(Terrain::Impassable, wall);
        let mut game = field.phase(DEFENCE, Side::Blue).game(&[9, 6, 1, 8, 8, 1]);
        game.enter(COMBAT, Side::Blue);
        let order = game.order(FIGHT, "B1", "R1");
        game.give(order);
        let order = game.order(TURN, "R1", "");
        game.give(order);
        game
    };
    let free = turned(&[]);
    assert_ne!(free.pose("R1").facing, facing("N"));
    let wanted = free.stands("R1").into_iter().find(|(_, r)| *r != 29).expect("a stand beside the old line");
    let shut = turned(&[wanted]);
    assert_eq!(shut.pose("R1").facing, facing("N"), "no room");
    let fought = |game: &Game| [game.fh("B1"), game.fh("R1")];
    assert_eq!((fought(&shut), met(&shut, "B1", "R1")), (fought(&free), Some(Front)), "as if it had turned");
}

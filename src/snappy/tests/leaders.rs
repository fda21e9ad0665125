//! Leaders on their rides, with their units, and what becomes of them when a 1 falls (SN-LEADER).

use battle::rule::bites;
use battle::{Edge, Obstacle, Order, Perch, Side, Terrain};
use hexes::Direction;

use super::fixture::{Fixture, Game, hex};
use crate::info::{ATTACH, CHARGE, CHECK, FIRE, MOVE_PHASE, ORDERS, SQUARE};
use crate::orders::Mandate::{Attack, Probe, Rally};
use crate::profile::{Kind, Nation};
use crate::space::Shape::{Column, Line};
use crate::tables::{DISRUPTED, FIRM, NERVOUS};

/// The C-in-C alone on (20,30) and his only unit at (20,40), about to move; the enemy is far away.
fn alone() -> Fixture {
    let unit = Fixture::plain().foot("B1", (20, 40), "N", Column).chief_at(Side::Blue, (20, 30));
    unit.foot("R1", (30, 2), "S", Column).ordered(Side::Blue, Rally).phase(MOVE_PHASE, Side::Blue)
}

#[test]
fn a_leader_rides_twelve_inches_once() {
    bites(&["SN-LEADER-2"], || {
        let mut game = alone().game(&[]);
        assert!(game.may(game.ride("BG", (20, 18))) && !game.may(game.ride("BG", (20, 17))));
        game.give(game.ride("BG", (20, 18)));
        assert_eq!(game.perch("BG"), Some(((20, 18), false)));
        assert!(!game.may(game.ride("BG", (20, 19))), "once a turn");
    });
    bites(&["SN-LEADER-2"], || {
        let woods: Vec<(i16, i16)> = (0..60).flat_map(|q| (20..30).map(move |r| (q - 15, r))).collect();
        let woods: Vec<_> = woods.into_iter().filter(|(q, r)| (0..60).contains(&(q + r / 2))).collect();
        let game = alone().terrain(Terrain::Woods, &woods).game(&[]);
        assert!(game.may(game.ride("BG", (20, 24))) && !game.may(game.ride("BG", (20, 23))), "woods cost twice");
        let road: Vec<(i16, i16)> = (10..=30).map(|r| (20, r)).collect();
        let game = alone().cell(|cell| cell.road = true, &road).game(&[]);
        assert!(game.may(game.ride("BG", (20, 15))) && !game.may(game.ride("BG", (20, 14))), "15 inches by road");
        let coarse = alone().scale(2).game(&[]);
        assert!(coarse.may(coarse.ride("BG", (20, 24))) && !coarse.may(coarse.ride("BG", (20, 23))));
        let mut game = alone().game(&[]);
        game.join("BG", "B1");
        game.go("B1", (20, 39), "N", Column);
        assert_eq!(game.perch("BG"), Some(((20, 39), true)));
        assert!(!game.may(game.ride("BG", (20, 30))), "he has gone along with his unit");
    });
}

#[test]
fn nobody_rides_through_enemies_or_over_a_river() {
    let blocked = |field: Fixture| {
        let game = field.game(&[]);
        game.may(game.ride("BG", (20, 28)))
    };
    assert!(blocked(alone()));
    assert!(!blocked(alone().above(29, Obstacle::River)));
    let bridge = Edge { obstacle: Obstacle::River, crossing: battle::Crossing::Bridge };
    let bridged = alone().above(29, Obstacle::River).edge((20, 29), Direction::NorthWest, bridge).game(&[]);
    assert!(bridged.may(bridged.ride("BG", (20, 28))));
    assert!(!alone().terrain(Terrain::Water, &[(20, 29)]).game(&[]).may(alone().game(&[]).ride("BG", (20, 29))));
    let enemy = alone().unit("R2", Kind::Infantry, 1, (20, 28), "S", Column).game(&[]);
    assert!(!enemy.may(enemy.ride("BG", (20, 28))));
    let friend = alone().unit("B2", Kind::Infantry, 1, (20, 28), "S", Column).game(&[]);
    assert!(friend.may(friend.ride("BG", (20, 28))), "leaders block nobody, and nobody but enemies blocks them");
}

/// A C-in-C and a commander, each with a unit of his own and both within a ride of both.
fn two() -> Fixture {
    let units = Fixture::plain().foot("B1", (20, 30), "N", Line).chief_at(Side::Blue, (20, 35));
    let units = units.commander("BA", (20, 36)).foot("B2", (25, 30), "N", Line).under("BA");
    units.foot("R1", (30, 2), "S", Line).ordered(Side::Blue, Rally).phase(MOVE_PHASE, Side::Blue)
}

#[test]
fn leaders_join_units_of_their_commands() {
    bites(&["SN-LEADER-3"], || {
        let mut game = two().game(&[]);
        let join = |game: &Game, leader: &str, unit: &str| game.order(ATTACH, leader, unit);
        assert!(!game.may(join(&game, "BA", "B1")) && game.may(join(&game, "BA", "B2")));
        assert!(game.may(join(&game, "BG", "B1")) && game.may(join(&game, "BG", "B2")), "the C-in-C joins any unit");
        game.give(join(&game, "BA", "B2"));
        game.go("B2", (25, 29), "N", Line);
        assert_eq!(game.perch("BA"), Some(((25, 29), true)), "he goes with it");
        let mut stays = two().game(&[]);
        stays.give(stays.ride("BA", (25, 30)));
        assert_eq!(stays.perch("BA"), Some(((25, 30), false)), "to join is his choice");
    });
    bites(&["SN-LEADER-3", "SN-LEADER-1"], || {
        let mut game = two().game(&[]);
        game.join("BA", "B2");
        assert!(!game.may(game.order(ATTACH, "BG", "B2")), "one leader a unit");
        assert!(game.may(game.ride("BG", (25, 30))), "he shares the hex");
        game.give(game.ride("BA", (25, 31)));
        assert_eq!(game.perch("BA"), Some(((25, 31), false)), "he leaves by riding off");
        assert!(game.may(game.order(ATTACH, "BG", "B2")));
    });
}

#[test]
fn his_rating_counts_for_his_unit_alone() {
    let after = |rating: i16, dice: &[u8]| {
        let pair = Fixture::plain().foot("B1", (20, 30), "N", Line).led(rating).foot("B2", (20, 31), "N", Line);
        let mut game = pair.foot("R1", (20, 27), "S", Line).game(dice);
        game.checks("B1", 1, "R1");
        game.checks("B2", 1, "R1");
        game.all_fell();
        (game.status("B1"), game.status("B2"))
    };
    bites(&["SN-LEADER-4"], || {
        assert_eq!(after(-2, &[8, 6]), (FIRM, FIRM));
        assert_eq!(after(-2, &[7, 8, 6]), (NERVOUS, FIRM), "a Poltroon takes 2 off");
        assert_eq!(after(3, &[3, 5, 6]), (FIRM, NERVOUS), "a Genius adds 3, not to the unit behind");
        assert_eq!(after(-1, &[6, 7, 6]), (NERVOUS, FIRM));
        assert_eq!(after(0, &[6, 6]), (FIRM, FIRM));
        assert_eq!(after(1, &[5, 6]), (FIRM, FIRM));
        assert_eq!(after(2, &[4, 6]), (FIRM, FIRM));
    });
}

#[test]
fn an_enemy_on_his_hex_drives_a_lone_leader_to_the_nearest_unit() {
    // Red moves a column over the hex of Blue's C-in-C.
    let chased = |units: &[(&str, (i16, i16))]| {
        let red = Fixture::plain().foot("R1", (20, 20), "S", Column).ordered(Side::Red, Attack);
        let far = units.iter().fold(red, |field, (label, at)| field.foot(label, *at, "N", Column));
        let mut game = far.chief_at(Side::Blue, (20, 22)).phase(MOVE_PHASE, Side::Red).game(&[]);
        game.go("R1", (20, 25), "S", Column);
        game
    };
    bites(&["SN-LEADER-5"], || {
        let game = chased(&[("B1", (20, 40)), ("B2", (20, 36))]);
        assert_eq!(game.perch("BG"), Some(((20, 36), true)));
        let game = chased(&[("B1", (18, 36)), ("B2", (16, 36))]);
        assert_eq!(game.perch("BG"), Some(((18, 36), true)), "of two as near the lower number");
    });
    bites(&["SN-LEADER-5"], || {
        let red = Fixture::plain().foot("R1", (20, 20), "S", Column).ordered(Side::Red, Attack);
        let own = red.foot("B1", (20, 40), "N", Column).commander("BA", (20, 22)).foot("B2", (5, 58), "N", Column);
        let mut game = own.under("BA").phase(MOVE_PHASE, Side::Red).game(&[]);
        game.go("R1", (20, 25), "S", Column);
        assert_eq!(game.perch("BA"), Some(((20, 40), false)), "he stands with a unit that is not his");
    });
    bites(&["SN-LEADER-5"], || {
        let pair = |own: &[(&str, (i16, i16))]| {
            let units = own.iter().fold(Fixture::plain(), |field, (label, at)| field.foot(label, *at, "N", Line));
            units.foot("R1", (20, 27), "S", Line)
        };
        let mut game = pair(&[("B2", (20, 50)), ("B1", (20, 30))]).game(&[5, 5, 5, 6]);
        game.join("BG", "B1");
        game.checks("B1", 1, "R1");
        assert_eq!(game.status("B1"), crate::tables::ROUTED);
        assert_eq!(game.perch("BG"), Some(((20, 50), true)), "he survives the rout of his unit");
        let mut last = pair(&[("B1", (20, 30))]).game(&[5, 5, 5, 6]);
        last.join("BG", "B1");
        last.checks("B1", 1, "R1");
        assert_eq!(last.perch("BG"), None, "nobody is left to go to");
        let mut again = pair(&[("B2", (20, 50)), ("B1", (20, 30))]).game(&[5, 5, 5, 6]);
        again.join("BG", "B1");
        again.checks("B1", 1, "R1");
        assert!(again.war.has_leader(again.id("B2")));
    });
}

#[test]
fn whoever_forms_or_arrives_on_his_hex_drives_him_off_too() {
    bites(&["SN-LEADER-5"], || {
        // The square of R1 stands on (20,20) and (20,19), behind its line.
        let line = Fixture::plain().foot("R1", (20, 20), "S", Line).foot("B2", (0, 50), "N", Column);
        let horse = line.unit("B1", Kind::HeavyCavalry, 2, (20, 24), "N", Line).chief_at(Side::Blue, (20, 19));
        let mut game = horse.ordered(Side::Blue, Attack).phase(MOVE_PHASE, Side::Blue).game(&[9]);
        game.give(game.order(CHARGE, "B1", "R1"));
        game.give(game.order(SQUARE, "R1", ""));
        assert!(game.stands("R1").contains(&(20, 19)), "{:?}", game.stands("R1"));
        assert_eq!(game.perch("BG").map(|(_, with)| with), Some(true), "he rides to the nearest of his units");
    });
}

/// A Guard line at (20,30) with the C-in-C, an enemy line three hexes ahead; one check with these dice.
fn shot(quality: usize, rating: i16, owed: u8, dice: &[u8]) -> Game {
    let line = Fixture::plain().foot("B1", (20, 30), "N", Line).quality(quality).led(rating);
    let mut game = line.foot("R1", (20, 27), "S", Line).turn(4).game(dice);
    game.checks("B1", owed, "R1");
    game.all_fell();
    game
}

/// Example 4, and every row of the table.
#[test]
fn a_natural_1_asks_for_the_leader() {
    bites(&["SN-LEADER-6", "SN-LEADER-8"], || {
        let game = shot(5, 3, 1, &[1, 5, 2, 3]);
        assert_eq!((game.status("B1"), game.shape("B1")), (DISRUPTED, Column));
        assert_eq!(game.pose("B1").anchor.r, 30 + 1 + 3);
        assert_eq!(game.perch("BG"), Some(((20, 40), false)), "10 inches straight back");
    });
    bites(&["SN-LEADER-6"], || {
        let row = |die: u8| shot(5, 0, 1, &[1, die, 9]).perch("BG");
        assert_eq!(row(1), Some(((20, 31), true)), "not even close: he goes back with his unit");
        assert_eq!([2, 3].map(row), [Some(((20, 31), false)); 2], "a hole in his coat");
        assert_eq!([4, 5].map(row), [Some(((20, 40), false)); 2], "a spent round");
        assert_eq!(
            [6, 7, 8, 9, 10].map(|die| shot(5, 0, 1, &[1, die, 9, 9][..4 - usize::from(die < 10)]).perch("BG")),
            [None; 5]
        );
    });
    bites(&["SN-MC-5a"], || {
        let plain = shot(5, 3, 1, &[1, 1, 9]);
        assert_eq!(plain.status("B1"), NERVOUS, "1 + 3 is a 4, and fails");
        assert_eq!(shot(5, 3, 1, &[2]).status("B1"), FIRM);
    });
}

#[test]
fn each_natural_1_asks_anew_while_he_is_there() {
    bites(&["SN-LEADER-6"], || {
        let game = shot(5, 3, 1, &[1, 1, 1, 1, 2]);
        assert_eq!(game.status("B1"), DISRUPTED, "twice not even close; then 2 + 3 passes");
        assert_eq!(game.perch("BG").map(|(_, with)| with), Some(true));
        let gone = shot(5, 3, 1, &[1, 2, 1, 3]);
        assert_eq!(gone.faces("leader loss"), [vec![2]], "nobody asks for him who is not with it");
        assert_eq!(gone.status("B1"), DISRUPTED);
        let two = shot(5, 3, 2, &[1, 1, 2, 1, 6, 3]);
        assert_eq!(two.faces("leader loss"), [vec![1], vec![6]], "nor is he safe in the second check");
        assert_eq!((two.status("B1"), two.perch("BG")), (DISRUPTED, None));
    });
}

#[test]
fn a_natural_1_counts_in_single_checks_too() {
    bites(&["SN-MC-5a", "SN-LEADER-6"], || {
        let far = Fixture::plain().foot("B1", (20, 40), "N", Column).chief_at(Side::Blue, (20, 40));
        let far = far.commander("BA", (0, 40)).foot("B2", (20, 30), "N", Column).under("BA").quality(5).led(3);
        let far = far.foot("R1", (30, 2), "S", Column).ordered(Side::Blue, Rally).nation(Side::Blue, Nation::Austrian);
        let mut game = far.phase(MOVE_PHASE, Side::Blue).game(&[1, 2]);
        game.give(Order::new(CHECK).by(game.id("B2")));
        game.all_fell();
        assert!(!game.goes("B2", (20, 29), "N", Column), "1 + 3 fails");
        assert_eq!(game.status("B2"), FIRM, "nothing else is lost");
        assert_eq!(game.perch("BG"), Some(((20, 31), false)), "away from the nearest enemy");
    });
}

#[test]
fn a_unit_may_be_lost_between_its_check_and_its_move() {
    bites(&["SN-LEADER-7", "SN-LEADER-6"], || {
        let far = Fixture::plain().foot("B1", (20, 40), "N", Column).chief_at(Side::Blue, (20, 40));
        let far = far.commander("BA", (0, 40)).foot("B2", (20, 30), "N", Column).under("BA").quality(0).led(0);
        let far = far.foot("R1", (30, 2), "S", Column).ordered(Side::Blue, Probe).ordered(Side::Red, Rally);
        let mut game = far.phase(MOVE_PHASE, Side::Blue).game(&[1, 10, 2, 2, 2, 2]);
        game.give(Order::new(CHECK).by(game.id("B2")));
        game.all_fell();
        assert_eq!((game.status("B2"), game.asks()), (crate::tables::ROUTED, "move"), "the step goes on without it");
    });
}

#[test]
fn a_leader_is_sent_back_over_any_ground_to_where_he_can_be() {
    bites(&["SN-LEADER-8"], || {
        let back = |field: Fixture| {
            let mut game = field.game(&[1, 4, 9]);
            game.checks("B1", 1, "R1");
            game.perch("BG").expect("on the map").0
        };
        let line = |r: i16| {
            let line = Fixture::plain().foot("B1", (10, r), "N", Line).quality(5).led(0);
            line.foot("R1", (10, r - 3), "S", Line)
        };
        assert_eq!(back(line(30)), (10, 40));
        assert_eq!(back(line(30).above(35, Obstacle::River)), (10, 40), "a river does not stop him");
        assert_eq!(back(line(30).terrain(Terrain::Water, &[(10, 40)])), (10, 39), "but he stays out of the water");
        let enemy = line(30).unit("R2", Kind::Infantry, 1, (10, 40), "N", Column);
        assert_eq!(back(enemy), (10, 39), "and off an enemy's hex");
        let coarse = line(30).scale(2);
        assert_eq!(back(coarse), (10, 35), "ten inches are five hexes");
        assert_eq!([7, 12].map(|inches| back(line(30).scale(inches))), [(10, 31); 2], "at least a hex");
        assert_eq!(back(line(55)), (10, 59), "at the edge of the map he stops");
    });
}

/// Example 24: friends at 2, 3 and 4 inches of the leader, an enemy at 3.
#[test]
fn a_death_shakes_who_is_within_three_inches() {
    let near = |house: &str| {
        let round =
            Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 30), "N", Column).led(0).house("decapitation", house);
        let round = round.unit("B2", Kind::Infantry, 1, (18, 30), "N", Column);
        let round = round.unit("B3", Kind::Infantry, 1, (23, 30), "N", Column);
        let round = round.unit("B4", Kind::Infantry, 1, (16, 30), "N", Column);
        round.unit("R1", Kind::Infantry, 1, (20, 27), "S", Column)
    };
    let owing = |house: &str, dice: &[u8]| {
        let mut game = near(house).game(dice);
        game.checks("B1", 1, "R1");
        game.all_fell();
        game.faces("morale")
    };
    bites(&["SN-LEADER-7", "SN-LEADER-6"], || {
        // 1, then he dies; 6 passes the check; then a check each of B1, B2 and B3.
        let rolls = owing("own_side", &[1, 10, 6, 6, 7, 8]);
        assert_eq!(rolls, [vec![1], vec![6], vec![6], vec![7], vec![8]]);
    });
    bites(&["SN-LEADER-7", "SN-OPT-1"], || {
        let rolls = owing("all_units", &[1, 10, 6, 6, 7, 8, 9]);
        assert_eq!(rolls.len(), 6, "the enemy three inches off as well");
        assert_eq!(owing("own_side", &[1, 10, 6, 6, 7, 8]).len(), 5);
    });
}

/// Example 35.
#[test]
fn who_was_near_him_checks_when_the_chain_is_over() {
    bites(&["SN-SEQ-6a", "SN-LEADER-7"], || {
        let line = Fixture::plain().foot("B1", (20, 30), "N", Line).led(2);
        let friends = line.foot("B2", (18, 30), "N", Column).quality(1).foot("B3", (24, 30), "N", Column).quality(3);
        let mut game = friends.foot("R1", (20, 27), "S", Line).game(&[1, 10, 6, 7, 2, 9, 7, 5]);
        // B3's nearest stand must be 3 inches from him: his hex is the anchor of the line.
        let unit = game.id("B3");
        let to = game.pose("B3").at(super::fixture::hex(23, 30));
        game.umpire().emit(battle::Event::Placed { unit, pose: to });
        game.checks("B1", 2, "R1");
        game.all_fell();
        assert_eq!(game.faces("morale").concat(), [1, 6, 7, 2, 9, 7, 5]);
        assert_eq!((game.status("B1"), game.status("B2"), game.status("B3")), (DISRUPTED, FIRM, FIRM));
        assert_eq!(game.pose("B1").anchor.r, 30 + 1 + 3);
        assert_eq!(game.perch("BG"), None);
    });
}

/// Example 36: grazed on turn 4.
#[test]
fn a_grazed_leader_misses_one_whole_turn() {
    let hit = |die: u8, house: &str| {
        let units =
            Fixture::plain().foot("B0", (0, 50), "N", Column).chief_at(Side::Blue, (0, 50)).house("successors", house);
        let units = units.commander("BA", (20, 30)).foot("B1", (20, 30), "N", Line).under("BA");
        let units = units.foot("B2", (20, 50), "N", Column).under("BA").foot("B3", (24, 35), "N", Column);
        let units = units.foot("R1", (20, 27), "S", Line).ordered(Side::Blue, Probe).turn(4).phase(ORDERS, Side::Blue);
        let mut game = units.game(&[1, die, 9]);
        game.join("BA", "B1");
        game.checks("B1", 1, "R1");
        game.all_fell();
        game
    };
    bites(&["SN-LEADER-9"], || {
        let mut game = hit(6, "off");
        game.rout("B1");
        assert_eq!(game.perch("BA"), None);
        game.next_turn();
        assert_eq!((game.war.field().turn(), game.perch("BA"), game.choices("BA")), (5, None, vec![6]));
        game.next_turn();
        assert_eq!((game.war.field().turn(), game.perch("BA")), (6, Some(((20, 50), true))), "nearest of his command");
        assert_eq!(game.choices("BA"), [5, 6]);
    });
    bites(&["SN-LEADER-9"], || {
        let mut none = hit(7, "off");
        none.rout("B1");
        none.rout("B2");
        let later = |game: &mut Game| (0..5).for_each(|_| game.next_turn());
        later(&mut none);
        assert_eq!(none.perch("BA"), None, "nobody of his command is left");
        let mut wounded = hit(8, "off");
        later(&mut wounded);
        assert_eq!(wounded.perch("BA"), None, "for good");
        let mut grazed = hit(7, "off");
        later(&mut grazed);
        assert!(grazed.perch("BA").is_some());
    });
    bites(&["SN-LEADER-9", "SN-OPT-1"], || {
        let mut replaced = hit(9, "average");
        replaced.next_turn();
        assert_eq!(replaced.perch("BA"), None);
        replaced.next_turn();
        assert_eq!(replaced.perch("BA"), Some(((20, 31), true)));
        let mut dead = hit(9, "off");
        dead.next_turn();
        dead.next_turn();
        assert_eq!(dead.perch("BA"), None);
    });
    let fate = |die: u8, house: &str, turns: usize| {
        use battle::System;
        let mut game = hit(die, house);
        (0..turns).for_each(|_| game.next_turn());
        let found = game.war.field().roster().leaders().find(|(_, info)| info.label == "BA").map(|(leader, _)| leader);
        game.war.leader_fate(found.expect("a leader"))
    };
    use battle::LeaderFate::{Fit, Lost, Wounded};
    assert_eq!([fate(6, "off", 0), fate(6, "off", 2)], [Wounded, Fit], "back after two turns");
    assert_eq!([fate(8, "off", 0), fate(9, "average", 0), fate(9, "average", 2)], [Lost; 3], "for good, or replaced");
    assert_eq!(fate(4, "off", 0), Fit, "sent back");
}

#[test]
fn a_successor_is_average() {
    bites(&["SN-LEADER-9"], || {
        let line = Fixture::plain().foot("B1", (20, 30), "N", Line).led(3).house("successors", "average");
        let mut game = line.foot("R1", (20, 27), "S", Line).phase(ORDERS, Side::Blue).game(&[1, 8, 9, 5, 6]);
        game.checks("B1", 1, "R1");
        game.next_turn();
        game.next_turn();
        assert_eq!(game.perch("BG").map(|(_, with)| with), Some(true));
        game.checks("B1", 1, "R1");
        assert_eq!(game.status("B1"), DISRUPTED, "5 fails: he adds nothing");
        game.all_fell();
    });
}

/// A grazed leader comes back himself, whoever else is replaced: a Genius adds 3 to the 2 of Seasoned foot as before, where a
/// successor would add nothing.
#[test]
fn nobody_takes_over_from_a_grazed_leader() {
    let back = |die: u8, dice: &[u8]| {
        let line = Fixture::plain().foot("B1", (20, 30), "N", Line).led(3).house("successors", "average");
        let line = line.foot("R1", (20, 27), "S", Line).phase(ORDERS, Side::Blue);
        let mut game = line.game(&[&[1, die, 9], dice].concat());
        game.checks("B1", 1, "R1");
        let told = game.heard.events().iter().find_map(|event| match event {
            battle::Event::Told(told) if told.clause == "SN-LEADER-6" => Some(told.actor),
            _ => None,
        });
        assert_eq!(told, Some(Some(game.leader("BG").into())), "it is told who was hit");
        game.next_turn();
        game.next_turn();
        game.checks("B1", 1, "R1");
        game.all_fell();
        game.status("B1")
    };
    bites(&["SN-LEADER-9"], || {
        assert_eq!(back(7, &[3]), NERVOUS, "3 + 3 passes");
        assert_eq!(back(8, &[3, 9]), DISRUPTED, "3 fails without a rating");
    });
}

/// Leaders are markers: nobody fires at them and they stop nobody.
#[test]
fn leaders_are_no_targets() {
    let line = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (20, 20), "S", Line);
    let game = line.chief_at(Side::Red, (20, 29)).game(&[]);
    assert!(!game.may(game.order(FIRE, "B1", "RG")));
    let moving = Fixture::plain().foot("B1", (20, 30), "N", Column).foot("R1", (20, 20), "S", Column);
    let moving = moving.chief_at(Side::Red, (20, 29)).ordered(Side::Blue, Attack).phase(MOVE_PHASE, Side::Blue);
    let mut game = moving.game(&[]);
    game.go("B1", (20, 27), "N", Column);
    assert_ne!(game.perch("RG").map(|(at, _)| at), Some((20, 29)));
}

fn led(quality: usize, rating: i16) -> Fixture {
    let guard = Fixture::plain().foot("B1", (20, 30), "N", Line).quality(quality).led(rating);
    guard.foot("R1", (21, 29), "S", Line)
}

fn checked(fixture: Fixture, owed: u8, dice: &[u8]) -> Game {
    let mut game = fixture.game(dice);
    game.checks("B1", owed, "R1");
    game.all_fell();
    game
}

fn perch(game: &Game) -> Perch {
    game.war.field().leader(game.leader("BG"))
}

/// Example 4.
#[test]
fn a_natural_1_fails_under_a_genius_and_sends_him_back() {
    bites(&["SN-MC-5a", "SN-LEADER-6", "SN-LEADER-8", "SN-LEADER-4"], || {
        let game = checked(led(5, 3), 1, &[1, 5, 2, 3]);
        assert_eq!(game.status("B1"), DISRUPTED, "2 fails without him");
        let Perch::At(at) = perch(&game) else { panic!("{:?}", perch(&game)) };
        assert_eq!(at.distance(hex(20, 30)), 10);
        assert_eq!(checked(led(5, 3), 1, &[2]).status("B1"), FIRM, "2 + 3 passes with him");
    });
    bites(&["SN-LEADER-6"], || {
        let game = checked(led(2, 0), 1, &[1, 2, 9]);
        assert!(matches!(perch(&game), Perch::At(at) if at.distance(hex(20, 30)) == 1), "a hole in his coat");
        assert!(checked(led(2, 0), 1, &[1, 1, 9]).war.has_leader(battle::UnitId(0)));
        assert_eq!(perch(&checked(led(2, 0), 1, &[1, 8, 9])), Perch::Away);
    });
}

#[test]
fn a_ride_is_worth_the_units_it_brings_into_command() {
    let fixture = Fixture::plain().foot("B1", (20, 30), "N", Line).chief_at(Side::Blue, (20, 45));
    let fixture = fixture.foot("B2", (22, 30), "N", Line).foot("B3", (20, 40), "N", Line);
    let game = fixture.phase(MOVE_PHASE, Side::Blue).game(&[]);
    let worth = |unit| battle::System::forecast(&game.war, &game.order(ATTACH, "BG", unit)).effect.mobility;
    assert!((worth("B3") - 1.0).abs() < 1e-9, "two more come into command, half a move each");
    let check = battle::System::forecast(&game.war, &game.order(crate::info::CHECK, "B1", "")).effect;
    assert!((check.succeeds - 0.5).abs() < 1e-9 && (check.mobility - 0.25).abs() < 1e-9);
}

/// A rider leaves a bridge by its road or its banks, not into the water.
#[test]
fn nobody_rides_off_a_bridge_into_the_water() {
    let river: Vec<(i16, i16)> = (-14..46).map(|q| (q, 29)).collect();
    let bridge = |cell: &mut battle::Cell| cell.crossing = battle::Crossing::Bridge;
    let field = || alone().terrain(Terrain::Water, &river).cell(bridge, &[(20, 29)]);
    bites(&["SN-TERRAIN-2"], || {
        let bank = field().game(&[]);
        assert!(bank.may(bank.ride("BG", (20, 29))) && bank.may(bank.ride("BG", (20, 28))), "over the bridge");
        let on = field().chief_at(Side::Blue, (20, 29)).game(&[]);
        assert!(!on.may(on.ride("BG", (19, 29))) && !on.may(on.ride("BG", (21, 29))), "not into the river");
        assert!(on.may(on.ride("BG", (20, 28))) && on.may(on.ride("BG", (19, 30))), "but onto either bank");
    });
}

/// Who is nearest to a dead leader checks first, of those as near the lower number: B1, then B3 at two inches, then B2 and B4
/// at three.
#[test]
fn the_nearest_check_first_and_of_those_as_near_the_lower_number() {
    bites(&["SN-SEQ-6b"], || {
        let stand = |field: Fixture, label: &str, at, quality| {
            field.unit(label, Kind::Infantry, 1, at, "N", Column).quality(quality)
        };
        let near = Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 30), "N", Column).led(0);
        let near = stand(stand(near, "B2", (23, 30), 1), "B3", (18, 30), 3);
        let near = stand(near, "B4", (17, 30), 3).foot("R1", (20, 20), "S", Column);
        let mut game = near.game(&[1, 10, 6, 6, 5, 7, 5]);
        game.checks("B1", 1, "R1");
        game.all_fell();
        assert_eq!(["B2", "B3", "B4"].map(|label| game.status(label)), [FIRM; 3], "each passes by its own number");
    });
}

/// Three inches are one hex of two: who stands two hexes off is four inches away.
#[test]
fn a_death_is_felt_in_inches_from_his_hex() {
    bites(&["SN-LEADER-7"], || {
        let near = |scale: u8, dice: &[u8]| {
            let line = Fixture::plain().scale(scale).unit("B1", Kind::Infantry, 3, (20, 30), "N", Line).led(0);
            let line = line.unit("B2", Kind::Infantry, 1, (18, 30), "N", Column);
            let line = line.unit("B3", Kind::Infantry, 1, (24, 30), "N", Column).foot("R1", (20, 20), "S", Column);
            let mut game = line.game(dice);
            game.checks("B1", 1, "R1");
            game.all_fell();
            game.faces("morale").len()
        };
        // His hex is the anchor, the middle of three: B2 two hexes from him, B3 four, though three from the line.
        assert_eq!(near(1, &[1, 10, 6, 6, 6]), 4, "the 1, the check passed, and one each of B1 and B2");
        assert_eq!(near(2, &[1, 10, 6, 6]), 3, "at four inches nobody is shaken");
    });
}

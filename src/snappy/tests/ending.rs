//! The end: broken armies, the limit, points, leaving (SN-END).

use std::sync::Arc;

use battle::rule::bites;
use battle::{Departure, Goal, HouseRules, Objective, Outcome, Presence, Reason, Scenario, Side};

use super::fixture::{Fixture, Game, hex};
use crate::info::{CHECK, LEAVE, MOVE_PHASE};
use crate::orders::Mandate::{self, Attack, Maneuver, Rally, Withdraw};
use crate::profile::Kind;
use crate::space::Shape::{Column, Line, Road};
use crate::tables::{FIRM, PANIC};

/// So many Blue units in a row at the south, and as many Red ones in the north.
fn armies(blue: usize, red: usize) -> Fixture {
    let place = |label: char, row: i16| {
        move |field: Fixture, n: usize| {
            let at = (3 * n as i16 + 2 - row / 2, row);
            field.foot(&format!("{label}{}", n + 1), at, if label == 'B' { "N" } else { "S" }, Line)
        }
    };
    let field = (0..blue).fold(Fixture::plain(), place('B', 50));
    (0..red).fold(field, place('R', 10))
}

/// The outcome at this turn's end when so many of each side are routed, and so many of Blue's others in a panic.
fn close(field: Fixture, routed: [usize; 2], panic: usize) -> Option<Outcome> {
    let mut game = field.game(&[]);
    (0..routed[0]).for_each(|n| game.rout(&format!("B{}", n + 1)));
    (0..routed[1]).for_each(|n| game.rout(&format!("R{}", n + 1)));
    (0..panic).for_each(|n| game.set_status(&format!("B{}", routed[0] + n + 1), PANIC));
    game.next_turn();
    game.war.ended()
}

fn won(outcome: Option<Outcome>) -> Option<(Option<Side>, Reason)> {
    outcome.map(|outcome| (outcome.winner, outcome.reason))
}

/// Example 43, the first half.
#[test]
fn half_of_its_units_rounded_up_break_an_army() {
    bites(&["SN-END-2"], || {
        assert_eq!(won(close(armies(9, 2), [4, 0], 3)), None, "four of nine, whoever is in a panic");
        assert_eq!(won(close(armies(9, 2), [5, 0], 0)), Some((Some(Side::Red), Reason::Broken)));
        assert_eq!(won(close(armies(8, 2), [3, 0], 0)), None);
        assert_eq!(won(close(armies(8, 2), [4, 0], 0)), Some((Some(Side::Red), Reason::Broken)));
        assert_eq!(won(close(armies(2, 8), [0, 4], 0)), Some((Some(Side::Blue), Reason::Broken)));
        assert_eq!(won(close(armies(4, 4), [2, 2], 0)), Some((None, Reason::Broken)), "both at once is a draw");
    });
    bites(&["SN-END-2"], || {
        assert_eq!(
            won(close(armies(1, 2), [1, 0], 0)),
            Some((Some(Side::Red), Reason::Broken)),
            "of one unit it is all"
        );
    });
    bites(&["SN-END-2", "SN-OPT-1"], || {
        let panic = |panic| won(close(armies(9, 2).house("army_break", "routed_and_panic"), [4, 0], panic));
        assert_eq!(panic(0), None);
        assert_eq!(panic(1), Some((Some(Side::Red), Reason::Broken)));
        assert_eq!(won(close(armies(9, 2), [4, 0], 1)), None);
    });
}

#[test]
fn an_army_breaks_only_at_the_turns_end() {
    let mut game = armies(4, 4).phase(MOVE_PHASE, Side::Blue).ordered(Side::Blue, Rally).game(&[]);
    game.rout("B1");
    game.rout("B2");
    game.rout("B3");
    game.go("B4", (-14, 49), "N", Line);
    assert!(game.war.ended().is_none(), "in the middle of the turn it fights on");
}

/// The small battle with a turn limit, objectives and starts of its own.
fn scenario(change: impl Fn(&mut Scenario)) -> Scenario {
    let mut scenario = proving::Plan::tiny().scenario();
    scenario.objectives.clear();
    change(&mut scenario);
    scenario
}

fn deployed(scenario: &Scenario) -> Game {
    let war = crate::deploy(scenario, &HouseRules::default(), 1).expect("a battle");
    Game::of(war)
}

/// Units still due count, and keep a battle going.
#[test]
fn reinforcements_count_among_those_who_start() {
    bites(&["SN-END-2", "SN-SEQ-8"], || {
        // Two on the map and one due: one lost is less than half, two are not.
        let mut game = deployed(&scenario(|_| {}));
        let starting = game.war.field().ids().filter(|unit| game.war.side(*unit) == Side::Blue).count();
        assert_eq!(starting, 3);
        game.rout("B1");
        assert!(!crate::ending::is_broken(&game.war, Side::Blue));
        game.rout("B2");
        assert!(crate::ending::is_broken(&game.war, Side::Blue));
        game.next_turn();
        assert_eq!(won(game.war.ended()), Some((Some(Side::Red), Reason::Broken)));
        let mut comes = deployed(&scenario(|_| {}));
        comes.next_turn();
        assert_eq!(comes.shape("B3"), Column);
    });
}

#[test]
fn the_battle_lasts_as_many_turns_as_it_says() {
    bites(&["SN-END-1"], || {
        let mut game = deployed(&scenario(|scenario| scenario.turn_limit = 3));
        game.next_turn();
        game.next_turn();
        assert!(game.war.ended().is_none() && game.war.field().turn() == 3);
        game.next_turn();
        assert!(game.war.ended().is_some());
        assert_eq!(game.war.ended().map(|outcome| outcome.winner), Some(None), "nobody has lost anything");
        let mut lost = deployed(&scenario(|scenario| scenario.turn_limit = 3));
        lost.rout("B1");
        (0..3).for_each(|_| lost.next_turn());
        assert_eq!(lost.war.ended().map(|outcome| outcome.winner), Some(Some(Side::Red)));
    });
}

fn post(at: battle::Scenario, hexes: Vec<hexes::Hex>) -> Scenario {
    let post = Objective {
        name: String::from("Post"),
        goal: Goal::Occupy,
        hexes,
        owner: None,
        side: None,
        count: 0,
        value: 2,
    };
    Scenario { objectives: vec![post], ground: Arc::clone(&at.ground), ..at }
}

/// Points at the limit: objectives first, then what the enemy has lost.
#[test]
fn points_are_counted_by_objectives_and_then_by_losses() {
    // B1 and R1 with an objective so many hexes from B1's anchor, and of what status.
    let count = |blue_far: i16, red_far: i16, status: [i16; 2]| {
        let field = scenario(|_| {});
        let goal = hex(4, 7);
        let mut game = deployed(&post(field, vec![goal]));
        for (label, at, status) in [("B1", goal + way(blue_far), status[0]), ("R1", goal - way(red_far), status[1])] {
            let unit = game.id(label);
            let pose =
                battle::Pose { formation: battle::Formation::new(battle::Arrangement::Block, 1), ..game.pose(label) };
            game.umpire().emit(battle::Event::Placed { unit, pose: pose.at(at) });
            game.set_status(label, status);
        }
        crate::ending::count_up(&game.war)
    };
    bites(&["SN-END-3"], || {
        assert_eq!(count(1, 6, [FIRM, FIRM]).points, [2, 0], "within an inch of it");
        assert_eq!(count(2, 6, [FIRM, FIRM]).points, [0, 0]);
        assert_eq!(count(1, 1, [FIRM, FIRM]).points, [0, 0], "not with an enemy there too");
        assert_eq!(count(1, 6, [PANIC, FIRM]).points, [0, 0], "nobody holds anything in a panic");
        assert_eq!(count(1, 1, [FIRM, PANIC]).points, [2, 0], "nor denies it");
        let coarse = |far: i16| {
            let line = Fixture::plain().scale(2).unit("B1", Kind::Infantry, 1, (20, 20), "N", Column).game(&[]);
            crate::ending::grip(&line.war, line.id("B1"), &[hex(20, 20 - far)])
        };
        assert_eq!([0, 1].map(coarse), [battle::Grip::Holds, battle::Grip::Neither], "a hex of two inches is too far");
    });
    bites(&["SN-END-3"], || {
        // Quality rank times stands: a Guard of three (18) against an Elite pair (10).
        let spoils = |blue: &[(usize, u8)], red: &[(usize, u8)]| {
            let add = |side: &'static str, row: i16| {
                move |field: Fixture, (n, (quality, stands)): (usize, &(usize, u8))| {
                    let at = (4 * n as i16 + 2 - row / 2, row);
                    field.unit(&format!("{side}{}", n + 1), Kind::Infantry, *stands, at, "N", Line).quality(*quality)
                }
            };
            let field = blue.iter().enumerate().fold(Fixture::plain(), add("B", 50));
            let mut game = red.iter().enumerate().fold(field, add("R", 10)).game(&[]);
            game.rout("B1");
            game.rout("R1");
            let outcome = crate::ending::count_up(&game.war);
            (outcome.winner, outcome.points)
        };
        assert_eq!(spoils(&[(5, 3), (2, 2)], &[(4, 2), (2, 2)]), (Some(Side::Red), [10, 18]));
        assert_eq!(spoils(&[(0, 2), (2, 2)], &[(1, 1), (2, 2)]), (None, [2, 2]), "equal is a draw");
    });
}

fn way(far: i16) -> hexes::Vector {
    hexes::Vector::new(0, far)
}

/// A unit on its way to the southern edge, row 59, that has so many hexes to go.
fn leaving(mandate: Mandate, far: i16) -> Fixture {
    let unit = Fixture::plain().foot("B1", (0, 59 - far), "S", Column).foot("R1", (20, 5), "S", Column);
    unit.ordered(Side::Blue, mandate).phase(MOVE_PHASE, Side::Blue)
}

/// Example 43, the second half.
#[test]
fn who_withdraws_may_leave_by_his_own_edge() {
    let leaves = |field: Fixture| {
        let game = field.game(&[]);
        game.may(game.order(LEAVE, "B1", ""))
    };
    bites(&["SN-END-4"], || {
        assert_eq!([5, 6].map(|far| leaves(leaving(Withdraw, far))), [true, false], "five hexes and one to leave");
        assert!(leaves(leaving(Maneuver, 5)) && !leaves(leaving(Attack, 2)) && !leaves(leaving(Rally, 2)));
        let mut half = |far: i16| {
            let mut game = leaving(Withdraw, far).chief_at(Side::Blue, (20, 40)).game(&[6]);
            assert!(!game.may(game.order(LEAVE, "B1", "")));
            game.give(game.order(CHECK, "B1", ""));
            game.may(game.order(LEAVE, "B1", ""))
        };
        assert_eq!([2, 3].map(&mut half), [true, false], "90 points: 60 to reach the edge, 30 to leave");
    });
    bites(&["SN-END-4"], || {
        let mut game = leaving(Withdraw, 2).game(&[]);
        game.join("BG", "B1");
        game.give(game.order(LEAVE, "B1", ""));
        assert_eq!(game.perch("BG"), None, "with its leader");
        let unit = game.id("B1");
        assert_eq!(game.war.field().unit(unit).presence, Presence::Gone(Departure::Exited));
        assert!(!crate::ending::is_broken(&game.war, Side::Blue), "it is not lost");
    });
    bites(&["SN-END-4"], || {
        let line = |shape| Fixture::plain().foot("B1", (0, 58), "S", shape).foot("R1", (20, 5), "S", Column);
        let at = |shape| leaves(line(shape).ordered(Side::Blue, Withdraw).phase(MOVE_PHASE, Side::Blue));
        assert!(at(Line) && at(Road));
        let north = Fixture::plain().foot("B1", (20, 1), "N", Column).foot("R1", (20, 40), "S", Column);
        assert!(!leaves(north.ordered(Side::Blue, Withdraw).phase(MOVE_PHASE, Side::Blue)), "not the enemy's edge");
    });
}

#[test]
fn nobody_retreats_off_the_map() {
    let pair = Fixture::plain().foot("B1", (0, 57), "N", Line).status(crate::tables::DISRUPTED);
    let mut game = pair.foot("R1", (0, 54), "S", Line).game(&[5, 9]);
    game.checks("B1", 1, "R1");
    assert_eq!(game.status("B1"), PANIC);
    assert!(game.stands("B1").iter().all(|(_, r)| *r <= 59), "a retreat in a panic stops at the edge");
    game.all_fell();
}

#[test]
fn a_side_without_anybody_ends_the_battle() {
    bites(&["SN-END-5"], || {
        let gone = |exits: usize| {
            let mut game = armies(2, 2).ordered(Side::Blue, Withdraw).game(&[]);
            for n in 0..exits {
                let unit = game.id(&format!("B{}", n + 1));
                let why = Departure::Exited;
                game.umpire().emit(battle::Event::Left { unit, why, clause: "SN-END-4" });
            }
            game.next_turn();
            game.war.ended()
        };
        assert!(gone(1).is_none());
        let over = gone(2).expect("nobody is left");
        assert_eq!((over.winner, over.points), (None, [0, 0]), "counted as at the limit: nobody has lost a unit");
    });
    bites(&["SN-END-5"], || {
        let mut due = deployed(&scenario(|_| {}));
        for label in ["B1", "B2"] {
            let unit = due.id(label);
            due.umpire().emit(battle::Event::Left { unit, why: Departure::Exited, clause: "SN-END-4" });
        }
        due.next_turn();
        assert!(due.war.ended().is_none(), "one is still due");
        let unit = due.id("B3");
        due.umpire().emit(battle::Event::Left { unit, why: Departure::Exited, clause: "SN-END-4" });
        due.next_turn();
        assert!(due.war.ended().is_some());
    });
}

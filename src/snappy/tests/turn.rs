//! The turn, rally, supply, the end; armies under these rules (SN-SEQ, SN-RALLY, SN-SUPPLY, SN-END, SN-UNIT).

use battle::rule::bites;
use battle::{HouseRules, Perch, Quality, Reason, Side, System, Terrain, Troop};

use super::fixture::{Fixture, Game};
use crate::info::{END, INITIATIVE, LEAVE, MOVE_PHASE, RALLY, SUPPLY};
use crate::marks;
use crate::orders::Mandate;
use crate::profile::{Kind, Weight};
use crate::space::Shape;
use crate::tables::{BOLD, DISRUPTED, FIRM, NERVOUS, PANIC};

#[test]
fn the_higher_die_moves_first() {
    bites(&["SN-SEQ-3"], || {
        let pair = || Fixture::plain().foot("B1", (20, 40), "N", Shape::Line).foot("R1", (20, 10), "S", Shape::Line);
        let mut game = pair().ordered(Side::Red, Mandate::Rally).game(&[5, 5, 3, 8]);
        game.enter(INITIATIVE, Side::Blue);
        assert_eq!((game.war.state.first, game.asks()), (Side::Red, "move"), "a tie is thrown again");
    });
}

#[test]
fn a_new_turn_forgets_what_units_have_done() {
    bites(&["SN-UNIT-10"], || {
        let mut game = Fixture::plain().foot("B1", (20, 40), "N", Shape::Line).marks(marks::MOVED).game(&[]);
        crate::sequence::begin_turn(&mut game.umpire());
        assert!(!game.marked("B1", marks::MOVED));
    });
}

/// One unit under rally, Conscripts at a status.
fn rallying(status: i16, dice: &[u8]) -> Game {
    let unit = Fixture::plain().foot("B1", (20, 40), "N", Shape::Line).quality(1).status(status);
    let mut game = unit.ordered(Side::Blue, Mandate::Rally).game(dice);
    crate::rally::rally(&mut game.umpire());
    game.run();
    game
}

/// Examples 25 and 42.
#[test]
fn units_under_rally_rise() {
    bites(&["SN-RALLY-1", "SN-RALLY-2", "SN-MC-6"], || {
        let game = rallying(DISRUPTED, &[7]);
        assert_eq!((game.status("B1"), game.stands("B1")[0]), (NERVOUS, (20, 40)), "no move");
        assert_eq!(rallying(DISRUPTED, &[6]).status("B1"), DISRUPTED);
        assert_eq!(rallying(BOLD, &[9]).status("B1"), BOLD, "at most bold");
        let led = Fixture::plain().foot("B1", (20, 40), "N", Shape::Line).quality(1).status(DISRUPTED).led(2);
        let mut game = led.ordered(Side::Blue, Mandate::Rally).game(&[5]);
        crate::rally::rally(&mut game.umpire());
        game.run();
        assert_eq!(game.status("B1"), NERVOUS, "5 + 2");
    });
    bites(&["SN-RALLY-1"], || {
        let bold = |house| {
            let bold = Fixture::plain().foot("B1", (20, 40), "N", Shape::Line).status(BOLD).led(1);
            let mut game = bold.ordered(Side::Blue, Mandate::Rally).house("rally_bold", house).game(&[1, 3]);
            crate::rally::rally(&mut game.umpire());
            game.run();
            game
        };
        let rolled = bold("roll");
        assert!(matches!(rolled.war.field().leader(rolled.leader("BG")), Perch::At(_)), "a leader 1 inch off");
        assert_eq!(rolled.status("B1"), BOLD);
        assert!(bold("skip").rolls().is_empty());
        let other = Fixture::plain().foot("B1", (20, 40), "N", Shape::Line).status(DISRUPTED);
        let mut game = other.ordered(Side::Blue, Mandate::Attack).game(&[]);
        crate::rally::rally(&mut game.umpire());
        game.run();
        assert!(game.rolls().is_empty());
        assert_eq!(rallying(DISRUPTED, &[7]).rolls().len(), 1);
    });
}

/// A unit shut off from its edge by a wall of enemies from edge to edge.
fn cut_off() -> Fixture {
    let unit = Fixture::sized(10, 30).foot("B1", (0, 10), "N", Shape::Line).quality(1);
    let wall = |fixture: Fixture, at: usize| {
        let row = 20;
        let first = -(row >> 1) + 3 * at as i16 + 1;
        fixture.unit(&format!("R{}", at + 1), Kind::Infantry, 3, (first, row), "N", Shape::Line)
    };
    (0..3).fold(unit, wall)
}

/// Example 41.
#[test]
fn supply_fails_and_comes_back() {
    bites(&["SN-SUPPLY-1", "SN-SUPPLY-3", "SN-SUPPLY-4"], || {
        let mut game = cut_off().game(&[5, 8]);
        crate::supply::check(&mut game.umpire());
        game.run();
        assert!(game.marked("B1", marks::UNSUPPLIED) && game.rolls().is_empty(), "marked");
        crate::supply::check(&mut game.umpire());
        game.run();
        assert_eq!(game.status("B1"), NERVOUS, "the second costs a check: 5 fails, 8 passes");
        let wall: Vec<_> = ["R1", "R2", "R3"].map(|label| game.id(label)).to_vec();
        for unit in wall {
            game.umpire().emit(battle::Event::Left { unit, why: battle::Departure::Routed, clause: "" });
        }
        crate::supply::check(&mut game.umpire());
        assert!(!game.marked("B1", marks::UNSUPPLIED) && game.war.own(game.id("B1")).unsupplied == 0);
        let mut off = cut_off().house("supply", "off").game(&[]);
        crate::supply::check(&mut off.umpire());
        assert!(!off.marked("B1", marks::UNSUPPLIED));
    });
    bites(&["SN-SUPPLY-2"], || {
        let mut game = Fixture::plain().foot("B1", (20, 40), "N", Shape::Line).game(&[]);
        crate::supply::check(&mut game.umpire());
        assert!(!game.marked("B1", marks::UNSUPPLIED));
    });
    bites(&["SN-SUPPLY-5"], || {
        let cut = Fixture::plain().foot("B1", (20, 40), "N", Shape::Line).status(DISRUPTED).marks(marks::UNSUPPLIED);
        let mut game = cut.ordered(Side::Blue, Mandate::Rally).game(&[9]);
        crate::rally::rally(&mut game.umpire());
        game.run();
        assert_eq!(game.status("B1"), DISRUPTED, "the mark bars the next rally");
    });
    assert_eq!((RALLY.0 + 1, SUPPLY.0 + 1), (SUPPLY.0, END.0));
}

/// Nine Blue units of which some are routed and some in a panic, at the turn's end.
fn army(routed: usize, panic: usize, house: &str) -> Game {
    let start = Fixture::plain().foot("R1", (40, 10), "S", Shape::Line).house("army_break", house);
    let add = |fixture: Fixture, place: usize| {
        let status = if (routed..routed + panic).contains(&place) { PANIC } else { FIRM };
        fixture.foot(&format!("B{}", place + 1), (3 * place as i16, 40), "N", Shape::Line).status(status)
    };
    let mut game = (0..9).fold(start, add).game(&[]);
    for place in 0..routed {
        let unit = game.id(&format!("B{}", place + 1));
        game.umpire().emit(battle::Event::Left { unit, why: battle::Departure::Routed, clause: "" });
    }
    crate::ending::look(&mut game.umpire());
    game
}

/// Example 43.
#[test]
fn half_of_an_army_routed_breaks_it() {
    bites(&["SN-END-2"], || {
        assert!(army(4, 3, "routed").war.ended().is_none());
        let end = |game: &Game| game.war.ended().map(|outcome| (outcome.winner, outcome.reason));
        assert_eq!(end(&army(4, 3, "routed_and_panic")), Some((Some(Side::Red), Reason::Broken)));
        assert_eq!(end(&army(5, 0, "routed")), Some((Some(Side::Red), Reason::Broken)));
    });
    bites(&["SN-END-5"], || {
        let mut game = Fixture::plain().foot("B1", (20, 40), "N", Shape::Line).game(&[]);
        crate::ending::look(&mut game.umpire());
        assert!(game.war.ended().is_some());
    });
    bites(&["SN-END-1"], || {
        let outcome = crate::ending::count_up(&army(4, 0, "routed").war);
        assert_eq!(
            (outcome.winner, outcome.points),
            (Some(Side::Red), [0, 4 * 3 * 2]),
            "Seasoned is 3, two stands each"
        );
    });
    bites(&["SN-END-3"], || {
        let game = Fixture::plain().foot("B1", (20, 40), "N", Shape::Line).status(PANIC).game(&[]);
        assert_eq!(
            crate::ending::grip(&game.war, game.id("B1"), &[super::fixture::hex(20, 41)]),
            battle::Grip::Neither
        );
    });
    bites(&["SN-END-4"], || {
        let at = |far: i16, mandate| {
            let row = 59 - far;
            let game = Fixture::plain().foot("B1", (0, row), "S", Shape::Column).ordered(Side::Blue, mandate);
            let game = game.phase(MOVE_PHASE, Side::Blue).game(&[]);
            game.may(game.order(LEAVE, "B1", ""))
        };
        assert!(at(5, Mandate::Withdraw) && at(2, Mandate::Maneuver));
        assert!(!at(6, Mandate::Withdraw) && !at(2, Mandate::Attack));
        let game =
            Fixture::plain().foot("B1", (0, 57), "S", Shape::Column).ordered(Side::Blue, Mandate::Withdraw).led(0);
        let mut game = game.phase(MOVE_PHASE, Side::Blue).game(&[]);
        game.give(game.order(LEAVE, "B1", ""));
        assert_eq!(game.war.field().leader(game.leader("BG")), Perch::Away);
    });
}

/// Example 43: half a move is 90 points, 60 to the edge and 30 beyond.
#[test]
fn a_unit_leaves_with_a_hex_to_spare() {
    let at = |far: i16| {
        let column = Fixture::plain().foot("B1", (0, 59 - far), "S", Shape::Column).chief_at(Side::Blue, (20, 20));
        let mut game = column.ordered(Side::Blue, Mandate::Withdraw).phase(MOVE_PHASE, Side::Blue).game(&[9]);
        game.give(game.order(crate::info::CHECK, "B1", ""));
        game.may(game.order(LEAVE, "B1", ""))
    };
    assert!(at(2) && !at(3));
}

/// Example 41: no rally in the turn after, and supply that is found comes too late for the rally before it.
#[test]
fn a_unit_cut_off_rallies_a_turn_after_its_supply_is_found() {
    let mut game = cut_off().status(FIRM).game(&[9, 7]);
    let unit = game.id("B1");
    game.war.state.own.commands[0] = crate::orders::Command::beginning(Mandate::Rally);
    let (from, to) = (FIRM, DISRUPTED);
    game.umpire().emit(battle::Event::Strength { unit, from, to, cause: "", clause: "" });
    crate::supply::check(&mut game.umpire());
    crate::rally::rally(&mut game.umpire());
    game.run();
    assert_eq!((game.status("B1"), game.rolls().len()), (DISRUPTED, 0), "no roll while it is marked");
    for wall in ["R1", "R2", "R3"].map(|label| game.id(label)) {
        game.umpire().emit(battle::Event::Left { unit: wall, why: battle::Departure::Routed, clause: "" });
    }
    crate::supply::check(&mut game.umpire());
    crate::rally::rally(&mut game.umpire());
    game.run();
    assert_eq!(game.status("B1"), NERVOUS, "then it may");
}

fn scenario() -> battle::Scenario {
    proving::small_scenario()
}

fn deployed(scenario: &battle::Scenario) -> crate::War {
    crate::deploy(scenario, &HouseRules::default(), 1).expect("a battle")
}

#[test]
fn neutral_units_become_units_of_this_system() {
    bites(&["SN-UNIT-1", "SN-UNIT-2", "SN-UNIT-3", "SN-UNIT-4", "SN-UNIT-5", "SN-UNIT-6"], || {
        let mut written = scenario();
        let blue = &mut written.armies[0].units;
        (blue[0].stands, blue[0].quality) = (8, Quality::Elite);
        (blue[1].troop, blue[1].stands) = (Troop::LightCavalry, 6);
        (blue[2].troop, blue[2].stands) = (Troop::HeavyBattery, 3);
        (blue[3].troop, blue[3].stands) = (Troop::HorseBattery, 1);
        let war = deployed(&written);
        let of = |unit: u8| *war.profile(battle::UnitId(unit));
        assert_eq!((of(0).kind, of(0).stands, of(0).quality), (Kind::Infantry, 3, Quality::Elite));
        assert_eq!((of(1).kind, of(1).stands), (Kind::LightCavalry, 2));
        assert_eq!((of(2).kind, of(2).stands, of(2).weight), (Kind::FootArtillery, 1, Weight::Heavy));
        assert_eq!((of(3).kind, of(3).weight), (Kind::HorseArtillery, Weight::Light));
        assert_eq!(war.strength(battle::UnitId(0)), FIRM);
    });
}

#[test]
fn leaders_head_commands_of_their_nation() {
    bites(&["SN-UNIT-7", "SN-UNIT-8", "SN-UNIT-9"], || {
        let mut written = scenario();
        let army = &mut written.armies[0];
        army.brigades[0].division = "Left".into();
        let mut leader = army.leaders[0].clone();
        (leader.label, leader.rank, leader.command) = ("BL".into(), battle::Rank::Division, Some("Left".into()));
        leader.special.insert("snappy".into(), vec!["french".into(), "genius".into(), "attack".into()]);
        let idle = battle::LeaderSpec { label: "BX".into(), command: Some("Nobody".into()), ..leader.clone() };
        army.leaders.extend([leader, idle]);
        let war = deployed(&written);
        let known: Vec<String> = war.field().roster().leaders().map(|(_, info)| info.label.clone()).collect();
        assert_eq!(known, ["BG", "BL", "RG"], "lower leaders are dropped");
        let post = war.post(battle::LeaderId(1));
        assert_eq!((post.rating, post.nation, post.chief), (3, crate::Nation::French, false));
        assert_eq!(war.state.own.commands[1].ordered, Mandate::Attack);
        assert_eq!(war.fixed().command[0], battle::LeaderId(1));
        assert_eq!(war.fixed().chief[0], battle::LeaderId(0));
    });
}

#[test]
fn reinforcements_come_in_column() {
    bites(&["SN-SEQ-8"], || {
        let mut war = deployed(&scenario());
        let late = battle::UnitId(4);
        let mut deaf = battle::Deaf;
        let mut umpire = rulebook::Umpire::new(&mut war, &mut deaf);
        umpire.emit(battle::Event::TurnBegan { turn: 2 });
        rulebook::arrivals::arrive(&mut umpire);
        assert!(war.present(late));
        assert_eq!((crate::space::shape(&war, late), war.strength(late)), (Shape::Column, FIRM));
        assert!(war.audit().is_ok());
    });
    assert_eq!(Terrain::ALL.len(), 15);
}

#[test]
fn a_hidden_status_is_absent_from_views() {
    let status = |house| {
        let game = Fixture::plain().foot("R1", (20, 10), "S", Shape::Line).status(PANIC).marks(marks::PANIC);
        let game = game.foot("B1", (20, 40), "N", Shape::Line).house("hidden_status", house).game(&[]);
        let view = game.war.view_of(Side::Blue, 1);
        (
            view.strength(game.id("R1")),
            view.marked(game.id("R1"), marks::PANIC),
            game.war.view_of(Side::Red, 1).strength(game.id("R1")),
        )
    };
    assert_eq!(status("on"), (FIRM, false, PANIC));
    assert_eq!(status("off"), (PANIC, true, PANIC));
}

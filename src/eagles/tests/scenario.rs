//! What a battle file asks for: free deployment, reinforcements by a die, every kind of objective (EA-SEQ-1, EA-SCEN).

use battle::rule::bites;
use battle::{
    Arrival, Deaf, Departure, Dice, Event, Goal, Objective, Order, Outcome, Presence, Recorder, Reinforcement,
    Scenario, Side, Start, System, UnitId, Victory,
};
use hexes::Offset;

use super::war::{house, usual};
use super::words::{Geometry, Play};
use crate::info;
use crate::{Class, War, deploy};

/// All hexes of those rows of the usual table.
fn rows(rows: std::ops::Range<i16>) -> Vec<hexes::Hex> {
    rows.flat_map(|row| (0..36).map(move |column| Offset::new(column, row).hex())).collect()
}

fn objective(goal: Goal, side: Option<Side>, count: u8, value: i16, hexes: Vec<hexes::Hex>) -> Objective {
    Objective { goal, side, count, value, hexes, ..usual().objectives[0].clone() }
}

fn game(change: impl FnOnce(&mut Scenario)) -> War {
    let mut plan = usual();
    change(&mut plan);
    deploy(&plan, &house(""), 4).expect("a battle")
}

fn done(game: &mut War) {
    game.resolve(&battle::Order::new(crate::info::DONE), &mut Deaf).expect("done");
}

#[test]
fn free_deployment_places_each_unit_once_in_its_zone() {
    bites(&["EA-SEQ-1"], || {
        let mut game = game(|plan| (plan.free_deployment, plan.zones) = (true, [rows(24..36), rows(0..12)]));
        assert_eq!((game.phase(), game.deciding(), game.field().turn()), (info::DEPLOYMENT, Side::Red, 0));
        let unit = UnitId(6);
        let stem = *game.stems().iter().find(|stem| stem.unit() == Some(unit)).expect("a stem for R1");
        let reach = game.reach(&stem);
        let inside =
            |place: &battle::Destination| game.footprint(&place.pose).hexes().iter().all(|hex| hex.offset().row < 12);
        assert!(reach.legal().count() > 100 && reach.legal().all(inside));
        let now = game.pose(unit);
        let outside = game.check(&stem.to(now.at(Offset::new(8, 15).hex())));
        assert_eq!(outside.map_err(|why| why.clause), Err("EA-SEQ-1"));
        let taken = game.check(&stem.to(game.pose(UnitId(7)))).map_err(|why| why.clause);
        assert_eq!(taken, Err("EA-SEQ-1"), "R2 stands there");
        let there = now.at(Offset::new(30, 9).hex());
        game.resolve(&stem.to(there), &mut Deaf).expect("room");
        assert_eq!(game.pose(unit), there);
        assert_eq!(game.check(&stem.to(now)).map_err(|why| why.clause), Err("EA-SEQ-1"), "once");
        assert!(game.stems().iter().all(|stem| stem.unit() != Some(unit)));
        done(&mut game);
        assert_eq!((game.phase(), game.deciding()), (info::DEPLOYMENT, Side::Blue));
        done(&mut game);
        assert_eq!((game.phase(), game.field().turn(), game.pose(unit)), (info::ORDERS, 1, there));
    });
}

#[test]
fn the_first_side_holds_the_initiative_of_turn_one_without_dice() {
    bites(&["EA-INIT-1", "EA-SCEN-1"], || {
        for side in Side::ALL {
            let mut game = game(|plan| plan.first_side = Some(side));
            assert_eq!((game.state.first, game.deciding()), (side, side));
            let mut heard = Recorder::default();
            while game.field().turn() == 1 && game.phase() == info::ORDERS {
                game.resolve(&battle::Order::new(crate::info::DONE), &mut heard).expect("done");
            }
            let initiative = |event: &Event| matches!(event, Event::Rolled(roll) if roll.label == "initiative");
            let first = heard.events.iter().take_while(|event| !matches!(event, Event::TurnBegan { .. }));
            assert!(!first.into_iter().any(initiative), "{side} holds it without dice");
        }
    });
}

#[test]
fn reinforcements_may_come_by_a_die() {
    bites(&["EA-SCEN-3"], || {
        let mut game = game(|plan| {
            plan.reinforcements.push(Reinforcement {
                name: "column".into(),
                side: Side::Blue,
                arrival: Arrival::Roll { need: 4, from: 2 },
                entry: vec![Offset::new(10, 35).hex(), Offset::new(16, 35).hex()],
                facing: hexes::Facing::North,
            });
            plan.armies[0].units[0].start = Start::Arrives(0);
            plan.armies[0].units[1].start = Start::Arrives(0);
        });
        game.set_dice(Dice::scripted(&[3, 1, 1, 3, 3, 4, 1, 1]));
        let mut heard = Recorder::default();
        let mut there = vec![game.field().present_of(Side::Blue).count()];
        while game.field().turn() < 3 {
            let turn = game.field().turn();
            game.resolve(&battle::Order::new(crate::info::DONE), &mut heard).expect("done");
            if game.field().turn() > turn {
                there.push(game.field().present_of(Side::Blue).count());
            }
        }
        assert_eq!(there, [4, 4, 6], "turn 1 not asked, 3 on turn 2, 4 on turn 3");
        let labels: Vec<&str> = heard
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Rolled(roll) => Some(roll.label),
                _ => None,
            })
            .collect();
        assert_eq!(labels, ["arrival", "orders", "orders", "initiative", "initiative", "arrival", "orders", "orders"]);
        assert_eq!((game.pose(UnitId(0)).anchor, game.uses(UnitId(0))), (Offset::new(10, 35).hex(), 0));
    });
}

#[test]
fn units_without_room_wait_a_turn() {
    bites(&["EA-SCEN-3"], || {
        let mut game = game(|plan| {
            plan.reinforcements.push(Reinforcement {
                name: "column".into(),
                side: Side::Blue,
                arrival: Arrival::Turn(2),
                entry: vec![Offset::new(8, 6).hex()],
                facing: hexes::Facing::North,
            });
            plan.armies[0].units[0].start = Start::Arrives(0);
        });
        let blocker = game.pose(UnitId(6));
        game.happens(&Event::Placed { unit: UnitId(6), pose: blocker });
        for row in [1_i16, 4, 8, 11] {
            let unit = UnitId([7, 8, 9, 10][(row / 3) as usize]);
            game.happens(&Event::Placed { unit, pose: blocker.at(Offset::new(8, row).hex()) });
        }
        while game.field().turn() < 3 {
            done(&mut game);
        }
        assert_eq!(game.field().unit(UnitId(0)).presence, Presence::Due, "enemies all round the entry");
        let away = |row: i16| blocker.at(Offset::new(20, row).hex());
        for (unit, row) in [(6, 1), (7, 4), (8, 8), (9, 11), (10, 14)] {
            game.happens(&Event::Placed { unit: UnitId(unit), pose: away(row) });
        }
        while game.field().turn() < 4 {
            done(&mut game);
        }
        assert!(game.present(UnitId(0)));
    });
}

/// The count with those objectives after something has happened.
fn counted(goals: Vec<Objective>, victory: Victory, happens: impl FnOnce(&mut War)) -> Outcome {
    let mut game = game(|plan| (plan.objectives, plan.victory) = (goals, victory));
    happens(&mut game);
    game.take_objectives(&mut Deaf);
    <crate::Eagles as rulebook::Rules>::count_up(&game)
}

fn gone(game: &mut War, unit: u8, why: Departure) {
    game.remove(&mut Deaf, UnitId(unit), why, "EA-SCEN-2");
}

#[test]
fn exits_and_destroyed_units_are_counted() {
    let exit = || vec![objective(Goal::Exit, Some(Side::Blue), 2, 5, rows(28..34))];
    let one = counted(exit(), Victory::Points, |game| gone(game, 0, Departure::Exited));
    assert_eq!((one.winner, one.points), (None, [0, 0]));
    let two = counted(exit(), Victory::Points, |game| (0..2).for_each(|unit| gone(game, unit, Departure::Exited)));
    assert_eq!((two.winner, two.points), (Some(Side::Blue), [5, 0]));
    let other = counted(exit(), Victory::Points, |game| (6..8).for_each(|unit| gone(game, unit, Departure::Exited)));
    assert_eq!(other.winner, None, "Red has no exit there");
    let destroy = || vec![objective(Goal::Destroy, Some(Side::Red), 2, 4, Vec::new())];
    let routed = counted(destroy(), Victory::Points, |game| gone(game, 0, Departure::Routed));
    assert_eq!(routed.winner, None);
    let lost = counted(destroy(), Victory::Points, |game| {
        gone(game, 0, Departure::Routed);
        gone(game, 1, Departure::Destroyed);
    });
    assert_eq!((lost.winner, lost.points), (Some(Side::Red), [0, 4]));
}

#[test]
fn ground_is_held_by_unspent_units_alone() {
    bites(&["EA-SCEN-4", "EA-AI-15"], || {
        let near = || rows(30..31);
        let goal = |goal| vec![objective(goal, None, 0, 3, near())];
        for kind in [Goal::Occupy, Goal::Hold] {
            assert_eq!(counted(goal(kind), Victory::Points, |_| {}).winner, Some(Side::Blue));
            let shared = counted(goal(kind), Victory::Points, |game| {
                let pose = game.pose(UnitId(6)).at(Offset::new(2, 30).hex());
                game.happens(&Event::Placed { unit: UnitId(6), pose });
            });
            assert_eq!(shared.winner, None, "both");
            let spent = counted(goal(kind), Victory::Points, |game| {
                for unit in 0..6 {
                    game.hurt(&mut Deaf, UnitId(unit), 9, "fire", "");
                }
            });
            assert_eq!(spent.winner, None, "spent");
        }
        let left = |kind| {
            counted(goal(kind), Victory::Points, |game| {
                game.take_objectives(&mut Deaf);
                (0..6).for_each(|unit| gone(game, unit, Departure::Exited));
            })
        };
        assert_eq!((left(Goal::Hold).winner, left(Goal::Occupy).winner), (Some(Side::Blue), None));
    });
}

#[test]
fn without_objectives_whoever_has_destroyed_more_wins() {
    bites(&["EA-SCEN-4"], || {
        let winner = |blue: i16, red: i16| {
            let losses = |game: &mut War| {
                game.hurt(&mut Deaf, UnitId(0), blue, "fire", "");
                game.hurt(&mut Deaf, UnitId(6), red, "fire", "");
            };
            let outcome = counted(Vec::new(), Victory::Points, losses);
            assert_eq!(outcome.reason, battle::Reason::Losses);
            outcome.winner
        };
        assert_eq!([winner(1, 2), winner(3, 2), winner(2, 2)], [Some(Side::Blue), Some(Side::Red), None]);
    });
}

#[test]
fn all_objectives_may_be_asked_for() {
    bites(&["EA-SCEN-4"], || {
        let two = |second: std::ops::Range<i16>| {
            let first = objective(Goal::Occupy, Some(Side::Blue), 0, 3, rows(30..31));
            vec![first, objective(Goal::Occupy, Some(Side::Blue), 0, 2, rows(second))]
        };
        let winner = |goals, victory| counted(goals, victory, |_| {}).winner;
        assert_eq!(winner(two(20..21), Victory::All), None, "one of two");
        assert_eq!(winner(two(20..21), Victory::Points), Some(Side::Blue));
        assert_eq!(winner(two(29..30), Victory::All), Some(Side::Blue), "both");
    });
}

#[test]
fn an_order_may_name_no_unit_of_the_other_side() {
    let game = game(|_| {});
    let order = Order::new(crate::info::ORDER).by(UnitId(0));
    assert!(game.check(&order).is_err_and(|why| why.text.contains("is not Red's to command")));
}

/// The usual battle with forces rolled from that seed: classes of each side as Infantry, Guns, Lights, Cavalry, and the
/// faces rolled for them.
fn forces(seed: u64) -> ([[usize; 4]; 2], Vec<(Side, i16)>) {
    let game = deploy(&usual(), &house("random_forces=on"), seed).expect("a battle");
    let count = |side: Side, class: Class| {
        game.field().present_of(side).filter(|unit| game.profile(*unit).class == class).count()
    };
    let classes = [Class::Infantry, Class::Guns, Class::Lights, Class::Cavalry];
    let rolled = game.opening().iter().filter_map(|event| match event {
        Event::Rolled(roll) if roll.label == "forces" => Some((roll.side, roll.result)),
        _ => None,
    });
    (Side::ALL.map(|side| classes.map(|class| count(side, class))), rolled.collect())
}

#[test]
fn random_forces_are_rolled_and_stand_on_the_map() {
    bites(&["EA-SCEN-5"], || {
        let table = [[3, 2, 0, 1], [3, 1, 2, 0], [3, 0, 1, 2], [4, 1, 0, 1], [4, 1, 1, 0], [4, 0, 1, 1]];
        let mut met = [0; 6];
        for seed in 0..60 {
            let (counts, rolled) = forces(seed);
            assert_eq!(
                rolled.iter().map(|(side, _)| *side).collect::<Vec<_>>(),
                [Side::Red, Side::Blue],
                "first side first"
            );
            for (side, face) in rolled {
                assert_eq!(counts[side.index()], table[face as usize - 1], "seed {seed}, {side} rolled {face}");
                met[face as usize - 1] += 1;
            }
            assert_eq!(forces(seed).0, counts, "the same seed, the same forces");
        }
        assert!(met.iter().all(|count| *count > 5), "{met:?}");
    });
}

#[test]
fn random_forces_take_the_places_of_their_class() {
    let mut plan = usual();
    plan.armies[0].units.truncate(4);
    for seed in 0..12 {
        let game = deploy(&plan, &house("random_forces=on"), seed).expect("a battle");
        let own = deploy(&usual(), &house(""), seed).expect("a battle");
        let stood = |game: &War, class: Class| {
            game.field()
                .present_of(Side::Red)
                .filter(|unit| game.profile(*unit).class == class)
                .map(|unit| game.pose(unit))
                .collect::<Vec<_>>()
        };
        assert_eq!(game.field().present_of(Side::Blue).count(), 6, "six in four places");
        let horse = stood(&own, Class::Cavalry);
        let rolled = stood(&game, Class::Cavalry);
        assert!(rolled.is_empty() || horse.iter().all(|pose| rolled.contains(pose)), "horse where the horse stood");
    }
}

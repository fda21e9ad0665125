//! How battles end (EA-SCEN-2).

use battle::rule::bites;
use battle::{Deaf, Goal, Outcome, Reason, Side, System, UnitId, Victory};

use super::drawn::drawn;
use super::fixture::Fixture;
use super::war::{house, unit, usual};
use super::words::Play;
use crate::info;
use crate::{Class, deploy};

use Class::Infantry;

fn ended(goal: Goal, victory: Victory, change: impl FnOnce(&mut battle::Scenario)) -> Outcome {
    let mut plan = usual();
    plan.turn_limit = 1;
    plan.objectives[0].goal = goal;
    plan.victory = victory;
    change(&mut plan);
    let mut game = deploy(&plan, &house(""), 2).expect("a battle");
    while game.ended().is_none() {
        game.resolve(&battle::Order::new(crate::info::DONE), &mut Deaf).expect("done");
    }
    game.ended().expect("over")
}

#[test]
fn objectives_decide_at_the_limit() {
    let proof = || {
        assert_eq!(ended(Goal::Occupy, Victory::Points, |_| {}).winner, None);
        let on_hill = |plan: &mut battle::Scenario| plan.armies[0].units[1] = unit("B2 line infantry 18,17 N");
        let held = ended(Goal::Occupy, Victory::Points, on_hill);
        assert_eq!((held.winner, held.points, held.reason), (Some(Side::Blue), [3, 0], Reason::Objectives));
        assert_eq!(ended(Goal::Hold, Victory::All, on_hill).winner, Some(Side::Blue));
        let red = ended(Goal::Hold, Victory::Points, |plan| plan.objectives[0].owner = Some(Side::Red));
        assert_eq!(red.winner, Some(Side::Red), "its owner still has it");
        let losses = ended(Goal::Hold, Victory::Points, |plan| plan.objectives.clear());
        assert_eq!((losses.reason, losses.winner), (Reason::Losses, None));
    };
    bites(&["EA-SCEN-2"], proof);
}

#[test]
fn nobody_left_loses_at_once() {
    let field = Fixture::open(40, 40).unit("B1", Infantry, "10,20", "N").unit("R1", Infantry, "11,10", "S");
    let mut game = drawn(field, &[]);
    game.eagles.remove(&mut Deaf, UnitId(1), battle::Departure::Destroyed, "");
    game.eagles.interrupt(crate::state::Frame::FollowUp { winner: UnitId(0), beaten: UnitId(1) });
    game.give("keep B1");
    assert!(game.eagles.orders().is_empty() && game.eagles.stems().is_empty(), "nothing is asked after the end");
    assert_eq!(
        game.eagles.ended().map(|outcome| (outcome.winner, outcome.reason)),
        Some((Some(Side::Blue), Reason::Destruction))
    );
}

#[test]
fn units_leave_by_their_exit() {
    // B1 maneuvers four rows ahead, from row 30 onto the objective of that kind, or a row less.
    let stays = |goal: Goal, side: Option<Side>, row: i16| {
        let mut plan = usual();
        plan.objectives[0] = battle::Objective {
            goal,
            side,
            count: 1,
            hexes: (0..36).map(|column| hexes::Offset::new(column, 26).hex()).collect(),
            ..plan.objectives[0].clone()
        };
        let (mut game, unit) = (deploy(&plan, &house(""), 2).expect("a battle"), UnitId(0));
        game.happens(&battle::Event::StepBegan { step: info::ACTIONS.0, side: Some(Side::Blue) });
        game.state.player = Side::Blue;
        game.own_mut(unit).give(crate::state::Held { cost: 1, uses: 1 });
        let to = game.pose(unit).at(hexes::Offset::new(8, row).hex());
        game.resolve(&battle::Order::new(info::MANEUVER).by(unit).to(to), &mut Deaf).expect("legal");
        game.present(unit)
    };
    bites(&["EA-SCEN-2"], || {
        assert_eq!([26, 27].map(|row| stays(Goal::Exit, Some(Side::Blue), row)), [false, true]);
        assert!(!stays(Goal::Exit, None, 26), "an exit of both");
        assert!(stays(Goal::Exit, Some(Side::Red), 26), "the other side's");
        assert!(stays(Goal::Occupy, Some(Side::Blue), 26), "no exit");
    });
}

//! What is carried over, rule by rule, each beside a case in which it does not apply.

use battle::Side;

use super::{account, drill};
use crate::{Account, Fate, LeaderEnd, Ledger, Since, UnitEnd, UnitState, carry};

/// The state of `First of the Line` after the battle on the field with that told of it, having begun with that state.
fn after(began: UnitState, left: u8, end: UnitEnd) -> UnitState {
    let campaign = drill();
    let mut ledger = Ledger::fresh(&campaign);
    ledger.units[0] = began;
    ledger.fought(&campaign, 0, &account(&campaign, 0, None, &[("B1", left, end)]));
    ledger.units[0]
}

fn began(strength: u8) -> UnitState {
    UnitState { strength, ..UnitState::default() }
}

#[test]
fn stragglers_come_back() {
    let stood = |strength, left| after(began(strength), left, UnitEnd::Stood).strength;
    assert_eq!(stood(100, 60), 60 + 12, "30 of each hundred of the 40 lost");
    assert_eq!(stood(50, 60), 30 + 6);
    assert_eq!(stood(100, 100), 100);
    assert_eq!(stood(100, 0), 30, "all of them");
}

#[test]
fn who_ran_comes_back_at_half_and_shaken() {
    let ran = after(began(80), 0, UnitEnd::Ran);
    assert_eq!((ran.strength, ran.steps(), ran.since, ran.fate), (40, -1, Since::Ran, Fate::Fit));
    assert_eq!(after(ran, 90, UnitEnd::Stood).steps(), 0, "no longer once it has stood");
    assert_eq!(after(ran, 0, UnitEnd::Ran).steps(), -1, "never more than one lower");
}

#[test]
fn the_destroyed_leave_a_remnant_or_nothing() {
    let remnant = after(began(100), 0, UnitEnd::Destroyed);
    assert_eq!((remnant.strength, remnant.fate, remnant.steps()), (25, Fate::Behind, -1));
    assert_eq!(after(began(50), 0, UnitEnd::Destroyed).fate, Fate::Behind, "half is not below half");
    let gone = after(began(49), 0, UnitEnd::Destroyed);
    assert_eq!((gone.strength, gone.fate), (0, Fate::Gone));
}

#[test]
fn the_weak_stay_behind_until_they_have_rested() {
    let campaign = drill();
    let mut ledger = Ledger::fresh(&campaign);
    ledger.units[0] = after(began(100), 0, UnitEnd::Destroyed);
    let back = &campaign.stages[0].ways[2];
    assert_eq!(back.rest, [50, 0]);
    ledger.take(&campaign, back);
    assert_eq!((ledger.units[0].strength, ledger.units[0].fate), (62, Fate::Fit), "25 and half of 75");
    let mut other = Ledger::fresh(&campaign);
    other.units[0] = began(20);
    other.units[3] = began(20);
    other.take(&campaign, back);
    assert_eq!(other.units[3].strength, 20, "Red has no rest by this way");
    assert_eq!(after(began(40), 50, UnitEnd::Stood).fate, Fate::Behind, "20 and 6");
    assert_eq!(after(began(100), 35, UnitEnd::Stood).fate, Fate::Fit);
}

#[test]
fn a_third_is_the_least_that_marches() {
    let campaign = drill();
    let mut ledger = Ledger::fresh(&campaign);
    for (strength, fate) in [(33, Fate::Behind), (34, Fate::Fit)] {
        ledger.units[0] = began(strength);
        ledger.take(&campaign, &campaign.stages[1].ways[1]);
        assert_eq!((ledger.units[0].strength, ledger.units[0].fate), (strength, fate), "without rest");
    }
}

#[test]
fn who_was_not_there_recovers_a_little() {
    let campaign = drill();
    let mut ledger = Ledger::fresh(&campaign);
    ledger.units[2] = UnitState { strength: 30, shaken: true, fate: Fate::Behind, ..UnitState::default() };
    ledger.units[5] = UnitState { strength: 0, fate: Fate::Gone, ..UnitState::default() };
    ledger.fought(&campaign, 2, &account(&campaign, 2, Some(Side::Red), &[]));
    assert_eq!((ledger.units[2].strength, ledger.units[2].shaken, ledger.units[2].fate), (37, false, Fate::Fit));
    assert_eq!(ledger.units[5].fate, Fate::Gone, "nobody comes back from there");
    assert_eq!(ledger.units[5].strength, 0);
}

#[test]
fn holding_twice_makes_better() {
    let once = after(began(100), 80, UnitEnd::Stood);
    assert_eq!((once.steps(), once.merit, once.since), (0, 1, Since::Held));
    let twice = after(once, 51, UnitEnd::Stood);
    assert_eq!((twice.steps(), twice.merit, twice.since), (1, 0, Since::Grown));
    assert_eq!(after(once, 50, UnitEnd::Stood).merit, 1, "half is not more than half");
    assert_eq!(after(once, 100, UnitEnd::Stood).merit, 1, "who lost nobody was not in it");
    assert_eq!(after(once, 0, UnitEnd::Ran).merit, 0, "running undoes it");
}

#[test]
fn leaders_fall_and_heal() {
    let campaign = drill();
    let mut ledger = Ledger::fresh(&campaign);
    let mut told = account(&campaign, 0, None, &[]);
    told.leaders.insert(String::from("BG"), LeaderEnd::Lost);
    told.leaders.insert(String::from("RG"), LeaderEnd::Wounded);
    ledger.fought(&campaign, 0, &told);
    assert_eq!((ledger.leaders[0].successors, ledger.leaders[0].wounded), (1, false));
    assert_eq!((ledger.leaders[1].successors, ledger.leaders[1].wounded), (0, true));
    ledger.fought(&campaign, 2, &account(&campaign, 2, None, &[]));
    assert_eq!((ledger.leaders[0].successors, ledger.leaders[1].wounded), (1, false), "well again after a battle");
}

#[test]
fn points_go_to_the_winner_and_strength_is_counted() {
    let campaign = drill();
    let mut ledger = Ledger::fresh(&campaign);
    ledger.fought(
        &campaign,
        1,
        &Account { winner: Some(Side::Red), ..account(&campaign, 1, None, &[("B1", 0, UnitEnd::Ran)]) },
    );
    assert_eq!(ledger.points, [0, 2]);
    assert_eq!([ledger.left(&campaign, Side::Blue), ledger.left(&campaign, Side::Red)], [83, 100], "50, 100 and 100");
}

#[test]
fn every_rule_says_its_number() {
    for rule in carry::RULES {
        let said = rule.sentence();
        assert!(said.contains(&rule.number.to_string()) && !said.contains('{'), "{said}");
    }
}

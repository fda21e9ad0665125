//! Runs: what comes next after what has happened.

use battle::Side;

use super::{account, fight, run};
use crate::{Standing, UnitEnd};

#[test]
fn the_first_stage_comes_first_and_the_choice_is_asked() {
    let mut run = run();
    let standing = |run: &crate::Run| run.position().expect("a position").standing;
    assert_eq!(standing(&run), Standing::Battle { stage: 0, way: None });
    let campaign = run.campaign.clone();
    fight(&mut run, account(&campaign, 0, Some(Side::Blue), &[]), None);
    assert_eq!(standing(&run), Standing::Choice { side: Side::Blue, ways: vec![0, 1] });
    assert!(run.battle().is_err(), "no battle before the choice");
    run.past[0].account.lost = [71, 0];
    assert_eq!(standing(&run), Standing::Choice { side: Side::Blue, ways: vec![0] }, "too many lost to go round");
    run.past[0].account.lost = [0, 0];
    run.past[0].way = Some(String::from("Round by the wood"));
    assert_eq!(standing(&run), Standing::Battle { stage: 1, way: Some(1) });
    assert_eq!(run.last_way().map(|way| way.name.as_str()), Some("Round by the wood"));
}

#[test]
fn endings_are_looked_at_in_order() {
    let mut run = run();
    let campaign = run.campaign.clone();
    fight(&mut run, account(&campaign, 0, Some(Side::Blue), &[]), Some("On by the road"));
    fight(&mut run, account(&campaign, 1, Some(Side::Red), &[]), None);
    let choice = Standing::Choice { side: Side::Red, ways: vec![1] };
    assert_eq!(run.position().expect("a position").standing, choice, "the other side's way");
    run.past[1].way = Some(String::from("Home"));
    let over = run.position().expect("a position");
    assert_eq!(over.standing, Standing::Over { ending: 1, nobody: None });
    assert_eq!(over.ledger.points, [1, 2]);
    run.past[0].account.winner = None;
    run.past[1].account.winner = Some(Side::Blue);
    run.past[1].way = Some(String::from("Over the bridge"));
    fight(&mut run, account(&campaign, 2, None, &[]), None);
    assert_eq!(run.position().expect("a position").standing, Standing::Over { ending: 0, nobody: None }, "ahead by 2");
}

#[test]
fn the_side_of_the_first_open_way_chooses_among_its_own() {
    let text = super::changed(&[("side = \"red\"\nif = { winner = \"red\" }", "side = \"red\"")]);
    let mut run = crate::Run::new(std::sync::Arc::new(super::sound(&text)), 7);
    let campaign = run.campaign.clone();
    fight(&mut run, account(&campaign, 0, Some(Side::Blue), &[]), Some("On by the road"));
    fight(&mut run, account(&campaign, 1, Some(Side::Blue), &[]), None);
    let choice = Standing::Choice { side: Side::Blue, ways: vec![0] };
    assert_eq!(run.position().expect("a position").standing, choice, "Red's open way comes after");
    run.past[1].way = Some(String::from("Home"));
    assert!(run.position().is_err(), "and is not Blue's to take");
}

#[test]
fn an_army_with_nobody_left_ends_it_and_loses_the_points() {
    let mut run = run();
    let campaign = run.campaign.clone();
    let ends = ["R1", "R2", "R3"].map(|label| (label, 0, UnitEnd::Destroyed));
    fight(&mut run, account(&campaign, 0, Some(Side::Blue), &ends), Some("On by the road"));
    // The brigade of the second day has units of its own, so that it goes on.
    assert_eq!(run.position().expect("a position").standing, Standing::Battle { stage: 1, way: Some(0) });
    let mut lone = (*campaign).clone();
    lone.stages[0].ways[0].to = Some(2);
    lone.stages[0].ways[0].absent = vec![String::from("R3")];
    run.campaign = std::sync::Arc::new(lone);
    run.past[0].account.units.values_mut().for_each(|unit| unit.left = 0);
    let over = run.position().expect("a position");
    assert!(matches!(over.standing, Standing::Over { nobody: None, .. } | Standing::Battle { .. }), "rested by 20");
    let mut harsh = (*run.campaign).clone();
    harsh.stages[0].ways[0].rest = [0, 0];
    run.campaign = std::sync::Arc::new(harsh);
    let over = run.position().expect("a position");
    assert_eq!(over.standing, Standing::Over { ending: 0, nobody: Some(Side::Red) });
    assert_eq!(over.ledger.points, [2, 0], "the battle that Red could not fight");
}

#[test]
fn a_past_that_does_not_follow_is_refused() {
    let mut run = run();
    let campaign = run.campaign.clone();
    fight(&mut run, account(&campaign, 0, Some(Side::Blue), &[]), Some("Back to the bridge"));
    assert_eq!(run.position().err().as_deref(), Some("after battle 1 the way `Back to the bridge` was not open"));
    run.past[0].way = Some(String::from("Sideways"));
    assert_eq!(run.position().err().as_deref(), Some("after battle 1 the way `Sideways` was not open"));
    run.past[0].stage = String::from("defile");
    assert_eq!(run.position().err().as_deref(), Some("battle 1 is `defile`; expected `field`"));
    run.past[0].stage = String::from("field");
    run.past[0].way = None;
    let again = run.past[0].clone();
    run.past.push(again);
    assert_eq!(run.position().err().as_deref(), Some("battle 2 was fought though no way had been taken before"));
}

#[test]
fn computers_choose_evenly_by_the_seed() {
    let mut counts = [0; 3];
    for seed in 0..3000 {
        let mut run = run();
        run.seed = seed;
        counts[run.lot(3)] += 1;
    }
    assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
    assert_eq!(run().lot(1), 0);
    assert_eq!(run().battle_seed(), run().battle_seed());
}

//! The land: water runs downhill and off the map, roads hang together, villages lie on them, contours nest.

use battle::{Crossing, Goal, Obstacle};
use hexes::{Direction, Hex, edge};

use crate::land::{Land, PlaceKind, banks};
use crate::plan::Plan;
use crate::wishes::Wishes;

fn land(seed: u64) -> (Plan, Land) {
    let plan = Plan::of(&Wishes::default(), seed).expect("a plan");
    let land = Land::survey(&plan);
    (plan, land)
}

#[test]
fn streams_run_downhill_to_the_edge() {
    let mut streams = 0;
    for seed in 0..60 {
        let (plan, land) = land(seed);
        for stream in &land.streams {
            streams += 1;
            let levels: Vec<i32> = stream.walk.iter().map(|hex| land.level[*hex]).collect();
            assert!(levels.is_sorted_by(|one, next| one >= next), "{}: {levels:?}", plan.name);
            assert!(stream.walk.last().is_some_and(|hex| land.on_edge(*hex)), "{}", plan.name);
            let steps: Vec<Direction> =
                stream.walk.windows(2).map(|two| two[0].direction_to(two[1]).expect("a step")).collect();
            let sharp =
                |two: &[Direction]| two[0] != two[1] && two[0].rotate(1) != two[1] && two[0].rotate(-1) != two[1];
            assert!(!steps.windows(2).any(sharp), "{}: a stream bends sharply", plan.name);
        }
    }
    assert!(streams > 25, "{streams} streams in 60 battles");
}

#[test]
fn roads_hang_together_and_leave_the_map() {
    for seed in 0..60 {
        let (plan, land) = land(seed);
        let mut left: Vec<Hex> = land.road.iter().collect();
        let gates = left.iter().filter(|hex| land.on_edge(**hex)).count();
        let mut open = vec![left[0]];
        while let Some(hex) = open.pop() {
            if let Some(place) = left.iter().position(|other| *other == hex) {
                left.swap_remove(place);
                open.extend(land.beside(hex));
            }
        }
        assert!(left.is_empty() && gates >= 2, "{}: {} hexes of road apart, {gates} gates", plan.name, left.len());
    }
}

#[test]
fn villages_lie_on_roads_and_have_houses() {
    for seed in 0..60 {
        let (plan, land) = land(seed);
        for place in land.places.iter().filter(|place| place.kind == PlaceKind::Village) {
            assert!(land.road.contains(place.at), "{}: {} is on no road", plan.name, place.name);
        }
        let main = land.places.first().expect("a village");
        let house = |hex: &Hex| land.cover.get(*hex).is_some_and(|cover| cover.is_built_up());
        assert!(main.at.within(4).filter(house).count() >= 2, "{}: {} has no houses", plan.name, main.name);
    }
}

#[test]
fn contours_lie_one_inside_the_other() {
    for seed in 0..60 {
        let (plan, land) = land(seed);
        for hex in land.grid.iter() {
            let steep = land.beside(hex).any(|near| (land.level[near] - land.level[hex]).abs() > 1);
            assert!(!steep, "{}: a step of two levels at {}", plan.name, hex.offset());
        }
    }
}

#[test]
fn roads_cross_water_by_fords_and_bridges_alone() {
    for seed in 0..60 {
        let (plan, land) = land(seed);
        let passages = || land.fords.iter().flat_map(|ford| &ford.passages).map(|one| edge(one.hex, one.side));
        for stream in &land.streams {
            let edges: Vec<_> = banks(&stream.walk).into_iter().map(|(hex, side)| edge(hex, side)).collect();
            assert!(stream.obstacle != Obstacle::River || land.fords.len() >= 3, "{}", plan.name);
            for ford in land.fords.iter().filter(|ford| ford.obstacle == stream.obstacle) {
                assert!(ford.crossing != Crossing::None && !ford.passages.is_empty(), "{}", plan.name);
            }
            assert!(passages().all(|one| edges.contains(&one)), "{}: a bridge over nothing", plan.name);
        }
    }
}

#[test]
fn goals_cannot_all_be_had_by_sitting_still() {
    for seed in 0..60 {
        let (_, scenario) = super::checked::drawn(&format!("random:{seed}"));
        let ground = scenario.objectives.iter().filter(|goal| matches!(goal.goal, Goal::Occupy | Goal::Exit)).count();
        let losses = scenario.objectives.iter().filter(|goal| goal.goal == Goal::Destroy).count();
        assert!(ground >= 1 && losses == 4, "seed {seed}: {ground} of ground, {losses} of losses");
    }
}

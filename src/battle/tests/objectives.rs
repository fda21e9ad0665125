//! Who has an area: units hold it, deny it, or count for nothing, near by as well where a system says so.

use hexes::{Hex, Offset};

use super::{drawn, mustered};
use crate::{Battlefield, Departure, Event, Goal, Grip, Manner, Objective, Outcome, Reason, Side, UnitId, Victory};

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);

const FIELD: &str = "
    . . . . . .
     . A A . . .
    . . . . . .
     . . . . . .
    . . B B . .
     . . . . . .
    A: B1 blue infantry N line2
    B: R1 red infantry S line2";

/// Who has the area of one hex, when the units do that to it within the margin.
fn has(place: (i16, i16), margin: u8, [a, b]: [Grip; 2]) -> Option<Side> {
    let field = drawn(FIELD);
    let hexes = vec![Offset::new(place.0, place.1).hex()];
    let name = String::from("the hex");
    let area = Objective { name, goal: Goal::Hold, hexes, owner: None, side: None, count: 0, value: 1 };
    let grips = |unit, area: &[Hex]| field.grip_within(unit, area, margin, if unit == A { a } else { b });
    assert!([A, B].iter().all(|unit| field.present().any(|there| there == *unit)));
    field.alone_in(&area, &grips)
}

#[test]
fn who_stands_in_an_area_holds_it_alone() {
    let both = [Grip::Holds, Grip::Holds];
    assert_eq!(has((2, 1), 0, both), Some(Side::Blue));
    assert_eq!(has((2, 4), 0, both), Some(Side::Red));
    assert_eq!(has((2, 2), 0, both), None, "nobody stands there");
}

#[test]
fn an_enemy_near_by_denies_an_area_or_does_not_count() {
    let at = (2, 2);
    assert_eq!(has(at, 1, [Grip::Holds, Grip::Holds]), Some(Side::Blue), "one hex from blue, two from red");
    assert_eq!(has(at, 2, [Grip::Holds, Grip::Holds]), None);
    assert_eq!(has(at, 2, [Grip::Holds, Grip::Denies]), None);
    assert_eq!(has(at, 2, [Grip::Holds, Grip::Neither]), Some(Side::Blue));
    assert_eq!(has(at, 2, [Grip::Denies, Grip::Neither]), None, "who only denies has nothing");
}

const C: UnitId = UnitId(2);
const D: UnitId = UnitId(3);

/// Two units of two stands a side, each of strength 4, and these objectives.
fn war(objectives: &[Objective]) -> Battlefield {
    let field = drawn(
        ". . . . . .
          . A A C C .
         . . . . . .
          . . . . . .
         . . B B D D
          . . . . . .
         A: B1 blue infantry N line2
         B: R1 red infantry S line2
         C: B2 blue infantry N line2
         D: R2 red infantry S line2",
    );
    mustered(&field, objectives.to_vec(), &[])
}

fn objective(goal: Goal, place: (i16, i16), side: Option<Side>, count: u8, value: i16) -> Objective {
    let hexes = vec![Offset::new(place.0, place.1).hex()];
    Objective { name: String::from("it"), goal, hexes, owner: None, side, count, value }
}

fn gone(unit: UnitId, why: Departure) -> Event {
    Event::Left { unit, why, clause: "X-1" }
}

fn weaker(unit: UnitId, to: i16) -> Event {
    Event::Strength { unit, from: 4, to, cause: "fire", clause: "X-1" }
}

fn after(objectives: &[Objective], events: &[Event]) -> Battlefield {
    let mut field = war(objectives);
    events.iter().for_each(|event| field.apply(event));
    field
}

/// Whoever stands in an area holds it.
fn counted(field: &Battlefield, victory: Victory) -> Outcome {
    field.count_up(victory, &|unit, area| field.grip_within(unit, area, 0, Grip::Holds))
}

fn points(objectives: &[Objective], events: &[Event]) -> [i16; 2] {
    counted(&after(objectives, events), Victory::Points).points
}

const BLUES: (i16, i16) = (1, 1);
const REDS: (i16, i16) = (2, 4);
const EMPTY: (i16, i16) = (0, 3);

#[test]
fn ground_is_taken_by_who_is_alone_in_it_and_kept_or_not() {
    let goals = [Goal::Hold, Goal::Occupy, Goal::Exit, Goal::Destroy];
    let objectives = goals.map(|goal| objective(goal, BLUES, None, 1, 1));
    let field = war(&objectives);
    let grips = |unit, area: &[Hex]| field.grip_within(unit, area, 0, Grip::Holds);
    let taken = |place: u8, holder| Event::ObjectiveTaken { objective: place, holder };
    assert_eq!(field.objectives_taken(&grips), [taken(0, Some(Side::Blue)), taken(1, Some(Side::Blue))]);
    let mut held = field.clone();
    field.objectives_taken(&grips).iter().for_each(|event| held.apply(event));
    assert_eq!(held.objectives_taken(&grips), [], "nothing changes");
    held.apply(&gone(A, Departure::Routed));
    let left = held.clone();
    let grips = |unit, area: &[Hex]| left.grip_within(unit, area, 0, Grip::Holds);
    assert_eq!(held.objectives_taken(&grips), [taken(1, None)], "what is to be held stays theirs who had it");
}

#[test]
fn points_are_those_of_what_is_achieved_at_the_end() {
    let ground = [objective(Goal::Occupy, BLUES, None, 0, 3), objective(Goal::Occupy, REDS, None, 0, 2)];
    assert_eq!(points(&ground, &[]), [3, 2]);
    assert_eq!(points(&[objective(Goal::Occupy, EMPTY, None, 0, 3)], &[]), [0, 0]);
    let red_only = [objective(Goal::Occupy, BLUES, Some(Side::Red), 0, 3)];
    assert_eq!(points(&red_only, &[]), [0, 0], "it counts for Red, who is not there");
    let hold = [objective(Goal::Hold, BLUES, None, 0, 3)];
    assert_eq!(points(&hold, &[]), [0, 0], "stood in, and not yet taken");
    assert_eq!(points(&hold, &[Event::ObjectiveTaken { objective: 0, holder: Some(Side::Red) }]), [0, 3]);
}

#[test]
fn enemies_count_that_were_destroyed_or_ran_and_friends_that_left_by_the_right_edge() {
    let destroy = |count| [objective(Goal::Destroy, EMPTY, None, count, 5)];
    assert_eq!(points(&destroy(1), &[]), [0, 0]);
    assert_eq!(points(&destroy(1), &[gone(B, Departure::Destroyed)]), [5, 0]);
    assert_eq!(points(&destroy(1), &[gone(A, Departure::Routed)]), [0, 5]);
    assert_eq!(points(&destroy(1), &[gone(B, Departure::Exited)]), [0, 0], "who left is not beaten");
    assert_eq!(points(&destroy(2), &[gone(B, Departure::Destroyed)]), [0, 0]);
    assert_eq!(points(&destroy(2), &[gone(B, Departure::Destroyed), gone(D, Departure::Routed)]), [5, 0]);
    assert_eq!(points(&destroy(0), &[]), [0, 0], "one at the least");
    let exit = [objective(Goal::Exit, BLUES, None, 1, 4)];
    assert_eq!(points(&exit, &[gone(A, Departure::Exited)]), [4, 0], "its last place is in the area");
    assert_eq!(points(&exit, &[gone(C, Departure::Exited)]), [0, 0], "it left elsewhere");
    assert_eq!(points(&exit, &[gone(A, Departure::Routed)]), [0, 0], "ran");
    assert_eq!(points(&exit, &[]), [0, 0], "still there");
    let to = war(&[]).unit(A).pose;
    let there = Event::Moved { unit: B, to, path: Vec::new(), manner: Manner::Moved, clause: "X-1" };
    assert_eq!(points(&exit, &[gone(A, Departure::Destroyed), there, gone(B, Departure::Exited)]), [0, 4]);
    let field = after(&exit, &[gone(A, Departure::Exited), gone(B, Departure::Destroyed)]);
    let counts = |goal| Side::ALL.map(|side| field.counted(side, &objective(goal, BLUES, None, 1, 1)));
    assert_eq!([Goal::Hold, Goal::Occupy, Goal::Exit, Goal::Destroy].map(counts), [[0, 0], [0, 0], [1, 0], [1, 0]]);
}

#[test]
fn the_side_with_more_points_wins_or_with_everything_open_to_it() {
    let ground =
        |blue, red| [objective(Goal::Occupy, BLUES, None, 0, blue), objective(Goal::Occupy, REDS, None, 0, red)];
    let winner = |objectives: &[Objective], victory| counted(&war(objectives), victory).winner;
    assert_eq!(winner(&ground(3, 2), Victory::Points), Some(Side::Blue));
    assert_eq!(winner(&ground(2, 3), Victory::Points), Some(Side::Red));
    assert_eq!(winner(&ground(2, 2), Victory::Points), None);
    assert_eq!(winner(&ground(3, 2), Victory::All), None, "nobody has both");
    let own =
        [objective(Goal::Occupy, BLUES, Some(Side::Blue), 0, 1), objective(Goal::Occupy, EMPTY, Some(Side::Red), 0, 9)];
    assert_eq!(winner(&own, Victory::All), Some(Side::Blue), "all that is open to Blue");
    assert_eq!(winner(&own[1..], Victory::All), None, "nothing is open to Blue, and Red has not his");
    assert_eq!(counted(&war(&own), Victory::All).reason, Reason::Objectives);
}

#[test]
fn without_objectives_losses_decide() {
    let outcome = |events: &[Event]| {
        let Outcome { winner, reason, points, .. } = counted(&after(&[], events), Victory::Points);
        assert_eq!(reason, Reason::Losses);
        (winner, points)
    };
    assert_eq!(outcome(&[]), (None, [0, 0]));
    assert_eq!(outcome(&[weaker(B, 1)]), (Some(Side::Blue), [3, 0]));
    assert_eq!(outcome(&[weaker(A, 3), weaker(C, 2)]), (Some(Side::Red), [0, 3]));
    assert_eq!(outcome(&[weaker(B, 3), gone(B, Departure::Destroyed)]), (Some(Side::Blue), [4, 0]), "all of it");
    assert_eq!(outcome(&[weaker(B, 3), gone(B, Departure::Routed)]), (Some(Side::Blue), [4, 0]));
    assert_eq!(outcome(&[weaker(B, 3), gone(B, Departure::Exited)]), (Some(Side::Blue), [1, 0]), "what it lost before");
    assert_eq!(outcome(&[weaker(B, 6)]), (None, [0, 0]), "stronger than it began is no loss");
}

#[test]
fn the_last_one_standing_wins_unless_the_others_went_home() {
    let ground = [objective(Goal::Occupy, REDS, None, 0, 2)];
    let last = |events: &[Event]| {
        let field = after(&ground, events);
        let grips = |unit, area: &[Hex]| field.grip_within(unit, area, 0, Grip::Holds);
        let end = field.last_one_standing(Victory::Points, &grips);
        end.map(|end| (end.winner, end.reason, end.points))
    };
    let reds = |why| [gone(B, Departure::Destroyed), gone(D, why)];
    let blues = |why| [gone(A, Departure::Routed), gone(C, why)];
    assert_eq!(last(&[]), None);
    assert_eq!(last(&[gone(B, Departure::Destroyed)]), None, "one is left");
    assert_eq!(last(&reds(Departure::Routed)), Some((Some(Side::Blue), Reason::Destruction, [0, 0])));
    assert_eq!(last(&blues(Departure::Destroyed)), Some((Some(Side::Red), Reason::Destruction, [0, 2])));
    assert_eq!(last(&reds(Departure::Exited)), Some((None, Reason::Objectives, [0, 0])), "counted, not destroyed");
    assert_eq!(last(&blues(Departure::Exited)), Some((Some(Side::Red), Reason::Objectives, [0, 2])));
    let nobody = [reds(Departure::Routed), blues(Departure::Destroyed)].concat();
    assert_eq!(last(&nobody), Some((None, Reason::Destruction, [0, 0])));
    let own_left = [[gone(A, Departure::Exited)].as_slice(), &reds(Departure::Routed)].concat();
    assert_eq!(last(&own_left), Some((Some(Side::Blue), Reason::Destruction, [0, 0])), "own units may have gone home");
}

#[test]
fn places_are_called_as_one_would() {
    let said = crate::with_article;
    assert_eq!(said("The militia's rise"), "the militia's rise");
    assert_eq!(said("The Medellin"), "the Medellin");
    assert_eq!(said("Lamato ford"), "the Lamato ford");
    assert_eq!(said("Windmill hill"), "the Windmill hill");
    for name in ["Morgan's hill", "Herkimer's knoll", "Quatre Bras", "Crossroads", "La Bavette", "Aspern, upper end"] {
        assert_eq!(said(name), name);
    }
}

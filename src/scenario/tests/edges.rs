//! Streams, walls and the rest along hex edges.

use battle::{Crossing, Obstacle};
use hexes::{Direction, Offset};

use super::{changed, faults, sound};

/// The sides of a hex that have that obstacle, in the sound battle with an edge entry.
fn sides(entry: &str, place: (i16, i16), obstacle: Obstacle) -> Vec<&'static str> {
    let ground = sound(&changed(&[("[blue]\n", &format!("{entry}\n[blue]\n"))])).ground;
    let hex = Offset::new(place.0, place.1).hex();
    let has = |side: &Direction| ground.edge(hex, *side).obstacle == obstacle;
    Direction::ALL.into_iter().filter(has).map(Direction::name).collect()
}

/// The faults of an edge entry.
fn fault(entry: &str) -> String {
    faults(&[("[blue]\n", &format!("{entry}\n[blue]\n"))])
}

#[test]
fn single_edges_are_seen_from_both_sides() {
    let entry = "[[edge]]\nobstacle = 'hedge'\nedges = ['4,7:E NE']";
    assert_eq!(sides(entry, (4, 7), Obstacle::Hedge), ["NE", "E"]);
    assert_eq!(sides(entry, (5, 7), Obstacle::Hedge), ["W"]);
}

#[test]
fn a_walk_has_the_obstacle_on_one_hand() {
    let straight = "[[edge]]\nobstacle = 'river'\nright = ['2,7 E*3']";
    assert_eq!(sides(straight, (3, 7), Obstacle::River), ["SE", "SW"]);
    let left = "[[edge]]\nobstacle = 'river'\nleft = ['2,7 E*3']";
    assert_eq!(sides(left, (3, 7), Obstacle::River), ["NE", "NW"]);
    let bend = "[[edge]]\nobstacle = 'river'\nright = ['2,7 E NE E']";
    assert_eq!(sides(bend, (3, 7), Obstacle::River), ["E", "SE", "SW"]);
    assert_eq!(sides(bend, (4, 6), Obstacle::River), ["SE"]);
}

#[test]
fn an_area_is_walled_all_round() {
    let entry = "[[edge]]\nobstacle = 'wall'\naround = ['9,4-10,5']";
    assert_eq!(sides(entry, (9, 4), Obstacle::Wall), ["NE", "SW", "W", "NW"]);
    assert_eq!(sides(entry, (10, 5), Obstacle::Wall), ["NE", "E", "SE", "SW"]);
}

#[test]
fn a_later_entry_lies_over_an_earlier_one() {
    let entries = "[[edge]]\nobstacle = 'river'\nright = ['2,7 E*3']\n\
        [[edge]]\nobstacle = 'river'\ncrossing = 'ford'\nedges = ['3,7:SE']\n[blue]\n";
    let ground = sound(&changed(&[("[blue]\n", entries)])).ground;
    let crossing = |side| ground.edge(Offset::new(3, 7).hex(), side).crossing;
    assert_eq!((crossing(Direction::SouthEast), crossing(Direction::SouthWest)), (Crossing::Ford, Crossing::None));
}

#[test]
fn bad_edges_are_told_what_was_expected() {
    assert_eq!(
        fault("[[edge]]\nobstacle = 'wall'\ncrossing = 'ford'\nedges = ['4,7']"),
        "17:12: a crossing over a wall; expected obstacle `stream` or `river`\n\
         18:10: entry 1 of key `edges` has value '4,7'; expected a hex and its sides, such as 12,7:E SE"
    );
    assert_eq!(
        fault("[[edge]]\nobstacle = 'river'\nright = ['9,7 E*5', '2,7 EAST']"),
        "17:10: hex 12,7 is off the map; expected a column from 0 to 11 and a row from 0 to 9\n\
         17:21: entry 2 of key `right` has value '2,7 EAST'; expected a hex and the steps from it, such as 12,7 E*3 SE"
    );
    assert_eq!(
        fault("[[edge]]\nobstacle = 'river'"),
        "15:1: an edge entry without places; expected at least one of edges, right, left, around"
    );
}

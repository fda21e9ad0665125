//! What is left of strength is said in the system's words: points, stands, places on a ladder.

use crate::{Counts, StrengthInfo};

#[test]
fn points_and_stands_are_counted() {
    let points = StrengthInfo::points("SP");
    assert_eq!(points.left(5, 8), "5/8");
    assert_eq!(points.change([8, 7], 8, "fire"), "loses 1 SP by fire: 7/8 left");
    let stands = StrengthInfo { name: "stands", one: "stand", counts: Counts::Stands };
    assert_eq!(stands.change([8, 7], 8, "fire"), "loses 1 stand by fire: 7/8 left");
    assert_eq!(stands.change([5, 7], 8, "rally"), "regains 2 stands by rally: 7/8 left");
}

#[test]
fn places_on_a_ladder_are_named() {
    let places = &["gone", "broken", "nervous", "steady", "firm", "fresh"];
    let status = StrengthInfo { name: "status", one: "place", counts: Counts::Places(places) };
    assert_eq!(status.left(3, 4), "steady");
    assert_eq!(status.change([3, 2], 4, "fire"), "falls to nervous by fire");
    assert_eq!(status.change([4, 5], 4, "rally"), "rises to fresh by rally", "above its start");
    assert_eq!(status.left(9, 4), "fresh", "the nearest there is");
}

#[test]
fn men_are_counted_where_strength_is_and_by_places_where_it_is_a_ladder() {
    let points = StrengthInfo::points("SP");
    assert_eq!([points.men_left(5, 8), points.men_left(8, 8), points.men_left(0, 8)], [62, 100, 0]);
    assert_eq!([points.men_left(9, 8), points.men_left(1, 0)], [100, 100], "never more than all");
    let places = &["gone", "broken", "nervous", "steady", "firm", "fresh"];
    let status = StrengthInfo { name: "status", one: "place", counts: Counts::Places(places) };
    assert_eq!([status.men_left(4, 4), status.men_left(3, 4), status.men_left(1, 4)], [100, 85, 55]);
    assert_eq!([status.men_left(5, 4), status.men_left(3, 3)], [100, 100], "above its start, and a worn one");
}

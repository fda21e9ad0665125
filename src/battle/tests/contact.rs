//! Contact as drawn: who touches whom, and where.

use super::drawn;
use crate::contact::{MostTouched, Touch, contacts, touched_by};
use crate::{Quarter, UnitId};

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);

/// How A is touched by B, and B by A: the side of each.
#[track_caller]
fn check(drawing: &str, of_a: Option<MostTouched>, of_b: Option<MostTouched>) -> Touch {
    let field = drawn(drawing);
    assert_eq!((touched_by(&field, A, B).side(), touched_by(&field, B, A).side()), (of_a, of_b));
    assert_eq!(touched_by(&field, A, B).pairs(), touched_by(&field, B, A).pairs());
    touched_by(&field, A, B)
}

fn on(quarter: Quarter) -> Option<MostTouched> {
    Some(MostTouched::One(quarter))
}

#[test]
fn front_to_front() {
    let touch = check(
        ". b b . .
          . B B . .
         . A A . .
          . a a . .
         A: B1 blue infantry N line2
         B: R1 red infantry S line2",
        on(Quarter::Front),
        on(Quarter::Front),
    );
    assert_eq!(touch, Touch { front: 3, ..Touch::default() });
}

#[test]
fn the_head_of_a_column_into_the_flank() {
    let touch = check(
        ". . . . . .
          . A A . b .
         . . a a B .
          . . . . . .
         A: B1 blue infantry N line2
         B: R1 red infantry WSW column1",
        on(Quarter::Right),
        on(Quarter::Front),
    );
    assert_eq!(touch.pairs(), 1);
}

#[test]
fn into_the_right_flank_from_the_east() {
    let field = drawn(
        ". . . . . .
          . A A B . .
         . . a a B .
          . . . . . .
         A: B1 blue infantry N line2
         B: R1 red infantry WSW line2",
    );
    assert_eq!(touched_by(&field, A, B).side(), on(Quarter::Right));
    assert_eq!(touched_by(&field, B, A).side(), on(Quarter::Front));
    assert_eq!(contacts(&field, A), [(B, touched_by(&field, A, B))]);
}

#[test]
fn into_the_rear() {
    check(
        ". A A . .
          . a a . .
         . B B . .
          . b b . .
         A: B1 blue infantry N line2
         B: R1 red infantry N line2",
        on(Quarter::Rear),
        on(Quarter::Front),
    );
}

#[test]
fn as_many_in_front_as_on_the_flank_is_a_tie() {
    let touch = check(
        ". . B . .
          . A B . .
         . . . . .
         A: B1 blue infantry N line1
         B: R1 red infantry WSW line2",
        Some(MostTouched::Tie(Quarter::Front, Quarter::Right)),
        on(Quarter::Front),
    );
    assert_eq!((touch.front, touch.right), (1, 1));
}

#[test]
fn apart_is_no_contact() {
    check(
        ". A . B .
          . . . . .
         A: B1 blue infantry N line1
         B: R1 red infantry S line1",
        None,
        None,
    );
}

#[test]
fn a_square_has_only_fronts() {
    check(
        ". A A . .
          a . a B .
         . a a . .
          . . . . .
         A: B1 blue infantry N square1
         B: R1 red cavalry WSW line1",
        on(Quarter::Front),
        on(Quarter::Front),
    );
}

#[test]
fn a_march_column_has_flanks_all_along() {
    let touch = check(
        ". A B .
          . a . .
         . a . .
         A: B1 blue infantry N march1
         B: R1 red infantry WSW line1",
        on(Quarter::Right),
        on(Quarter::Front),
    );
    assert_eq!(touch.front, 0);
}

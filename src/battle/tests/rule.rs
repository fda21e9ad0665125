//! Marks of clauses: what they note, what switching one off does, and which proofs are found out.

use std::panic::catch_unwind;

use crate::rule;
use crate::rule::{bites, proves};

/// Two clauses: cover halves the hits, and a fraction counts as one.
fn hits(dice: i32, covered: bool) -> i32 {
    let _position = super::drawn(". .\n . .");
    tally(dice, covered)
}

fn tally(dice: i32, covered: bool) -> i32 {
    let halved = covered && rule!("X-FIRE-1");
    let odd = i32::from(dice % 2 == 1 && rule!("X-FIRE-2"));
    if halved { dice / 2 + odd } else { dice }
}

#[test]
fn a_mark_is_true() {
    assert_eq!(hits(5, true), 3);
    assert!(rule!("X-FIRE-3"));
}

#[test]
fn a_proof_fails_without_each_of_its_clauses() {
    bites(&["X-FIRE-1", "X-FIRE-2"], || assert_eq!(hits(5, true), 3));
    assert_eq!(hits(5, true), 3, "nothing stays switched off");
}

#[test]
fn a_proof_that_passes_without_its_clause_is_found_out() {
    let whole = catch_unwind(|| bites(&["X-FIRE-2"], || assert_eq!(hits(5, false), 5)));
    let said = whole.expect_err("nothing is halved").downcast::<String>().expect("a sentence");
    assert_eq!(*said, r#"the proof passes without ["X-FIRE-2"]"#);
    let both = catch_unwind(|| bites(&["X-FIRE-1", "X-FIRE-2"], || assert!((2..=3).contains(&hits(5, true)))));
    assert!(both.is_err(), "of so little the second clause may be wrong");
}

#[test]
fn a_proof_without_a_position_is_found_out() {
    let said = catch_unwind(|| bites(&["X-FIRE-1"], || assert!(rule!("X-FIRE-1")))).expect_err("nothing is laid out");
    let said = said.downcast::<String>().expect("a sentence");
    assert_eq!(*said, r#"the proof of ["X-FIRE-1"] lays out no position"#);
    assert!(catch_unwind(|| bites(&["X-FIRE-1"], || assert_eq!(tally(5, true), 3))).is_err());
}

#[test]
fn a_claim_that_is_not_reached_is_found_out() {
    assert!(catch_unwind(|| proves(&["X-FIRE-9"], || hits(5, true))).is_err());
    assert!(catch_unwind(|| bites(&["X-FIRE-9"], || assert_eq!(hits(5, true), 3))).is_err());
    assert_eq!(proves(&["X-FIRE-2"], || hits(5, true)), 3);
}

#[test]
fn a_proof_that_fails_by_itself_fails() {
    assert!(catch_unwind(|| bites(&["X-FIRE-1"], || assert_eq!(hits(5, true), 4))).is_err());
}

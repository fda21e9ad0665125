//! Drawings read as fields and are drawn again as they were.

use super::drawn;
use crate::fixture;

#[test]
fn what_is_drawn_is_read_and_drawn_again() {
    for drawing in [
        ". . . . . . . .
          . . A A A A . .
         . . . a a a a .
          . * * . . # . .
         ~ ~ ~ . 1 2 1 .
          . . . B . . . .
         . . . . b . . .
          . . . . b b . .
         A: B1 blue infantry N line4
         B: R1 red cavalry WNW march1
        ",
        ". A A . C .
          a . a . . .
         . a a . B .
          . . . b b .
         A: B1 blue infantry N square1
         B: B2 blue cavalry N wedge1
         C: R1 red artillery S battery1
        ",
    ] {
        let field = drawn(drawing);
        let again = fixture::draw(&field);
        let trimmed =
            |text: &str| text.lines().map(|line| line.trim().to_owned()).filter(|l| !l.is_empty()).collect::<Vec<_>>();
        assert_eq!(trimmed(&again), trimmed(drawing));
        assert_eq!(fixture::draw(&drawn(&again)), again);
    }
}

#[test]
fn what_is_wrong_with_a_drawing_is_told() {
    let fault = |text: &str| fixture::field(text).expect_err("a fault");
    assert_eq!(fault(". .\n . . ."), "row 1 is 3 hexes wide, expected 2");
    assert_eq!(fault(". ?"), "unknown symbol `?`");
    assert!(fault("A A").starts_with("letter A has no line"));
    assert_eq!(fault("A . A\nA: B1 blue infantry N line2"), "the stands A as drawn are not a line2 facing N");
    assert_eq!(fault(". .\nA: B1 blue infantry N line2"), "letter A is not drawn");
    assert!(fault("A .\nA: B1 green infantry N line1").contains("unknown side `green`"));
}

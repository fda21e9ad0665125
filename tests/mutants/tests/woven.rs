//! How each kind of mutant is put behind the switch.

use super::{room, row, woven};
use crate::room::{Fault, Standing};

#[test]
fn operators_are_chosen_with_their_operands_once() {
    let text = "fn f(a: i32, b: i32) -> i32 { a + b }";
    let rows = [row(text, "BinaryOperator", "+", 0, "-"), row(text, "BinaryOperator", "+", 0, "*")];
    assert_eq!(
        woven(text, &rows),
        "fn f(a: i32, b: i32) -> i32 { (match ((a), (b)) { (left__, right__) => (match at(1, 2) { \
         0 => left__ + right__, 1 => left__ - right__, _ => left__ * right__ }) }) }"
    );
}

#[test]
fn comparisons_move_nothing() {
    let text = "fn f(a: &str, b: &str) -> bool { a == b }";
    assert_eq!(
        woven(text, &[row(text, "BinaryOperator", "==", 0, "!=")]),
        "fn f(a: &str, b: &str) -> bool { (match (&(a), &(b)) { (left__, right__) => (match at(1, 1) { \
         0 => *left__ == *right__, _ => *left__ != *right__ }) }) }"
    );
}

#[test]
fn conditions_still_leave_their_right_side_alone() {
    let text = "fn f(a: bool, b: bool) -> bool { a && b || a }";
    let rows = [row(text, "BinaryOperator", "&&", 0, "||"), row(text, "BinaryOperator", "||", 0, "&&")];
    assert_eq!(
        woven(text, &rows),
        "fn f(a: bool, b: bool) -> bool { (if ((if (a) != on(2) { b } else { on(2) })) == on(1) { a } \
         else { !on(1) }) }"
    );
}

#[test]
fn a_chain_with_a_let_has_no_other_operator() {
    let text = "fn f(a: Option<i32>, b: bool) -> bool { if let Some(_) = a && b { true } else { false } }";
    assert_eq!(woven(text, &[row(text, "BinaryOperator", "&&", 0, "||")]), text);
}

#[test]
fn bodies_answer_at_once() {
    let text = "fn f() -> i32 { 7 }";
    let rows = [row(text, "FnValue", "7", 0, "0"), row(text, "FnValue", "7", 0, "1")];
    assert_eq!(woven(text, &rows), "fn f() -> i32 { if on(1) { return 0; } if on(2) { return 1; } 7 }");
}

#[test]
fn iterators_without_a_named_type_are_boxed() {
    let text = "fn f() -> impl Iterator<Item = i32> { 0..3 }";
    assert_eq!(
        woven(text, &[row(text, "FnValue", "0..3", 0, "::std::iter::empty()")]),
        "fn f() -> impl Iterator<Item = i32> { (match at(1, 1) { \
         0 => ::std::boxed::Box::new({ 0..3 }) as ::std::boxed::Box<dyn Iterator<Item = i32> + '_>, \
         _ => ::std::boxed::Box::new(::std::iter::empty()) as ::std::boxed::Box<dyn Iterator<Item = i32> + '_> }) }"
    );
}

#[test]
fn arms_go_by_a_guard_and_guards_change() {
    let text = "fn f(a: i32) -> i32 { match a { 0 => 1, 1 if a > 0 => 2, _ => 3 } }";
    let rows = [
        row(text, "MatchArm", "0 => 1,", 0, ""),
        row(text, "MatchArmGuard", "a > 0", 0, "true"),
        row(text, "MatchArm", "1 if a > 0 => 2,", 0, ""),
    ];
    assert_eq!(
        woven(text, &rows),
        "fn f(a: i32) -> i32 { match a { 0 if !on(1) => 1, \
         1 if !on(3) && ((match at(2, 2) { 0 | 2 => a > 0, _ => true })) => 2, _ => 3 , _ => refused(),} }"
    );
}

#[test]
fn fields_come_from_the_base() {
    let text = "fn f(b: T) -> T { T { x: 1, y: 2, ..b } }";
    assert_eq!(
        woven(text, &[row(text, "StructField", "y: 2", 0, "")]),
        "fn f(b: T) -> T { (match at(1, 1) { 0 => T { x: 1, y: 2, ..b }, _ => T { x: 1,  ..b } }) }"
    );
}

#[test]
fn assignments_and_signs_change() {
    let text = "fn f(mut a: i32, b: bool) -> i32 { if !b { a += 2; } a }";
    let rows = [row(text, "UnaryOperator", "!", 0, ""), row(text, "BinaryOperator", "+=", 0, "-=")];
    assert_eq!(
        woven(text, &rows),
        "fn f(mut a: i32, b: bool) -> i32 { if (match (b) { inner__ => (match at(1, 1) { 0 => !inner__, \
         _ => inner__ }) }) { (match (2) { right__ => (match at(2, 1) { 0 => { a += right__; }, \
         _ => { a -= right__; } }) }); } a }"
    );
}

#[test]
fn numbers_change_where_a_clause_is_marked_and_nowhere_else() {
    let text = "fn f() -> i32 { if rule!(\"X-1\") { 5 } else { 0 } }\nfn g() -> i32 { 7 }";
    assert_eq!(
        woven(text, &[]),
        "fn f() -> i32 { if mark(rule!(\"X-1\"), \"X-1\") { (match at(1, 2) { 0 => 5, 1 => 6, _ => 4 }) } \
         else { (match at(3, 2) { 0 => 0, 1 => 1, _ => -1 }) } }\nfn g() -> i32 { 7 }"
    );
}

#[test]
fn the_mark_itself_is_no_mutant() {
    let text = "fn f(a: bool) -> bool { a || !rule!(\"X-1\") }";
    assert!(room(text, &[row(text, "UnaryOperator", "!", 0, "")]).mutants.is_empty());
}

#[test]
fn what_the_compiler_evaluates_has_no_switch() {
    let text = "const A: i32 = f(1);\nconst fn f(a: i32) -> i32 { a + 1 }\nconst fn g(a: i32) -> i32 { a + 1 }";
    let rows = [row(text, "BinaryOperator", "+", 0, "-"), row(text, "BinaryOperator", "+", 1, "-")];
    let mut room = room(text, &rows);
    assert_eq!([room.standing(1), room.standing(2)], [Standing::Constant, Standing::Woven]);
    assert!(room.weave()[0].1.contains("\nfn g(a: i32)"), "what nothing constant needs may have one");
}

#[test]
fn a_change_that_does_not_compile_is_left_out_alone() {
    let text = "fn f(a: T, b: T) -> T { a + b }";
    let rows = [row(text, "BinaryOperator", "+", 0, "-"), row(text, "BinaryOperator", "+", 0, "*")];
    let mut room = room(text, &rows);
    let woven = room.weave().remove(0).1;
    let at = woven.find("left__ - right__").expect("it is woven");
    let span = ("src/tiny/lib.rs".to_owned(), at..at + 16);
    let fault = Fault { code: String::from("E0369"), message: String::new(), spans: vec![span] };
    assert_eq!(room.learn(&[fault]), 1);
    assert_eq!([room.standing(1), room.standing(2)], [Standing::Unviable, Standing::Woven]);
    assert!(room.weave()[0].1.contains("{ 0 | 1 => left__ + right__, _ => left__ * right__ }"));
}

/// The compiler says no more of the switch than `on` where nothing else has that name.
#[test]
fn a_constant_function_that_something_needs_loses_its_switch() {
    let text = "fn f() -> bool { true }";
    let mut room = room(text, &[row(text, "FnValue", "true", 0, "false")]);
    let woven = room.weave().remove(0).1;
    let at = woven.find("crate::mutants__::on(1)").expect("it is woven");
    let span = ("src/tiny/lib.rs".to_owned(), at..at + 23);
    let message = String::from("cannot call non-const function `on` in constant functions");
    let fault = Fault { code: String::from("E0015"), message, spans: vec![span] };
    assert_eq!(room.learn(&[fault]), 1);
    assert_eq!(room.weave().remove(0).1, text);
}

#[test]
fn a_place_that_does_not_compile_is_put_otherwise_and_then_not_at_all() {
    let text = "fn f(a: T, b: T) -> T { a + b }";
    let mut room = room(text, &[row(text, "BinaryOperator", "+", 0, "-")]);
    let fault = |woven: &str| {
        let at = woven.find("match").expect("it is woven");
        let span = ("src/tiny/lib.rs".to_owned(), at..at + 5);
        Fault { code: String::from("E0282"), message: String::new(), spans: vec![span] }
    };
    let woven = room.weave().remove(0).1;
    room.learn(&[fault(&woven)]);
    let woven = room.weave().remove(0).1;
    assert!(woven.contains("{ 0 => (a) + (b), _ => (a) - (b) }"), "{woven}");
    room.learn(&[fault(&woven)]);
    assert_eq!(room.weave().remove(0).1, text);
    assert_eq!(room.standing(1), Standing::Unviable);
}

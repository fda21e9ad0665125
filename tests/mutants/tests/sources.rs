//! Constants of the tables, which become values that a mutant can change.

use super::row;
use crate::room::{Room, Standing};
use crate::run;
use crate::source::Source;

const TABLES: &str = "\
const fn row(from: i16) -> Row { Row { from } }
pub(crate) const BANDS: [i32; 2] = [3, LAST];
pub(crate) const LAST: i32 = 6;
static CHART: Chart = Chart::new(&[row(4)]);
";

const USER: &str = "\
use crate::tables;
fn f(a: i32) -> bool { a > tables::BANDS[0] }
fn g(a: i32) -> bool { match a { tables::LAST => true, _ => false } }
const H: i32 = tables::LAST;
";

fn sources() -> Room {
    let source = |path: &str, text: &str| Source::parse(path, text).expect("it parses");
    let sources = [source("src/tiny/lib.rs", USER), source("src/tiny/tables.rs", TABLES)];
    run::read("[]", "tiny", &sources).expect("a list")
}

#[test]
fn constants_of_the_tables_become_values_with_switches() {
    let text = sources().weave().remove(1).1;
    let bands = "pub(crate) static BANDS__w: ::std::sync::LazyLock<[i32; 2]> = ::std::sync::LazyLock::new(|| \
                 [(match crate::mutants__::at(1, 2) { 0 => 3, 1 => 4, _ => 2 }), (*crate::tables::LAST__w)]);";
    assert!(text.contains("pub(crate) const BANDS: [i32; 2] = [3, LAST];"), "{text}");
    assert!(text.contains(bands), "{text}");
    let chart = "Chart::new(crate::mutants__::leak([row((match crate::mutants__::at(5, 2)";
    assert!(text.contains(chart), "what is borrowed lives on: {text}");
    assert!(text.contains("static CHART: Chart = Chart::new(&[row__c(4)]);"), "{text}");
    assert!(text.contains("const fn row__c(from: i16) -> Row { Row { from } }"), "{text}");
    assert!(text.starts_with("fn row(from: i16)"), "{text}");
}

#[test]
fn they_are_used_wherever_nothing_constant_is_needed() {
    let text = sources().weave().remove(0).1;
    assert!(text.contains("a > (*crate::tables::BANDS__w)[0]"), "{text}");
    assert!(text.contains("match a { tables::LAST => true"), "a pattern: {text}");
    assert!(text.contains("const H: i32 = tables::LAST;"), "{text}");
}

#[test]
fn all_numbers_of_the_tables_are_tried() {
    let room = sources();
    let numbers: Vec<&str> = room.mutants.iter().map(|mutant| mutant.replacement.as_str()).collect();
    assert_eq!(numbers, ["4", "2", "7", "5", "5", "3"], "the size of an array is none");
    assert!(room.numbers().all(|number| room.standing(number) == Standing::Woven));
}

#[test]
fn a_mutant_whose_place_is_not_there_is_told_apart() {
    let text = "fn f() {}\n// a + b";
    let room = super::room(text, &[row(text, "BinaryOperator", "+", 0, "-")]);
    assert_eq!(room.standing(1), Standing::Lost);
}

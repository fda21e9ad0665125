//! The columns of a table: the fields of a row that hold one value, with what they hold, then what rule systems count.

use std::collections::BTreeSet;

use battle::Sums;
use serde_json::Value;

use super::{options, soak};
use crate::Row;
use crate::columns::Columns;
use crate::kinds::{Kind, fields};

fn maybe(kind: Kind) -> Kind {
    Kind::Maybe(Box::new(kind))
}

#[test]
fn every_field_with_one_value_is_a_column_in_its_place() {
    let row = Row { house: String::from("volleys=off"), ..Row::default() };
    let Value::Object(object) = serde_json::to_value(&row).expect("JSON") else { panic!("a struct") };
    let single = |(_, value): &(&String, &Value)| !value.is_object() && !value.is_array();
    let mut wanted: Vec<&str> = object.iter().filter(single).map(|(head, _)| head.as_str()).collect();
    let left_out = wanted.iter().position(|head| *head == "house").expect("a field");
    wanted[left_out..].rotate_left(1);
    let columns = Columns::of([&row]);
    assert_eq!(columns.heads().map(|(head, _)| head).collect::<Vec<_>>(), wanted, "what lines may leave out is last");
    assert!(wanted.len() > 60);
    let cells = columns.cells(&row).expect("cells");
    assert!(wanted.iter().zip(&cells).all(|(head, cell)| object[*head] == *cell));
}

#[test]
fn what_a_field_holds_is_known_by_its_type() {
    let fields = fields::<Row>();
    let kind = |name: &str| &fields.iter().find(|(field, _)| *field == name).expect("a field").1;
    assert_eq!([kind("index"), kind("seed")], [&Kind::Unsigned, &Kind::Unsigned]);
    assert_eq!([kind("swapped"), kind("battle")], [&Kind::Flag, &Kind::Text]);
    assert_eq!([kind("turns"), kind("blue_points"), kind("blue_infantry_lost")], [&Kind::Whole; 3]);
    assert_eq!([kind("orders"), kind("red_retreats")], [&Kind::Long; 2]);
    assert_eq!([kind("idle_share"), kind("blue_charges_foreseen")], [&Kind::Fraction; 2]);
    assert_eq!([kind("contact_turn"), kind("decisive_turn")], [&maybe(Kind::Whole); 2]);
    assert!(!kind("blue_counts").is_single() && !kind("foreseen").is_single());
    let fields = crate::kinds::fields::<crate::Turn>();
    let kind = |name: &str| &fields.iter().find(|(field, _)| *field == name).expect("a field").1;
    let place = || Kind::Tuple(vec![Kind::Whole, Kind::Whole]);
    assert_eq!(*kind("red_fallen"), Kind::List(Box::new(place())));
    assert_eq!(*kind("blue_at"), Kind::List(Box::new(Kind::Tuple(vec![Kind::Unsigned, place()]))));
}

#[test]
fn a_count_that_is_a_field_as_well_has_one_column() {
    let report = soak(&options(6));
    let columns = Columns::of(report.rows());
    let heads: Vec<&str> = columns.heads().map(|(head, _)| head).collect();
    assert_eq!(heads.iter().collect::<BTreeSet<_>>().len(), heads.len());
    assert!(heads.contains(&"blue_charges_declared") && heads.contains(&"red_units_lost_veteran_horse"), "{heads:?}");
    for row in report.rows() {
        assert_eq!(
            [row.blue_charges_won, row.red_charges_won],
            [&row.blue_counts, &row.red_counts].map(|counts| counts["charges"]["won"])
        );
    }
}

#[test]
fn heads_that_differ_in_capitals_are_one_column() {
    let sums = |name: &str, count| Sums::from([(String::from("units_lost"), [(String::from(name), count)].into())]);
    let of = |rules: &str, name: &str| Row { rules: String::from(rules), red_counts: sums(name, 2), ..Row::default() };
    let both = Row {
        red_counts: Sums::from([(
            String::from("units_lost"),
            [(String::from("Foot"), 3), (String::from("foot"), 4)].into(),
        )]),
        ..of("one", "")
    };
    let rows = [of("one", "Foot"), of("another", "foot"), both];
    let columns = Columns::of(&rows);
    let heads: Vec<&str> = columns.heads().map(|(head, _)| head).filter(|head| head.contains("foot")).collect();
    assert_eq!(heads, ["red_units_lost_foot"]);
    let last = |row| columns.texts(row).expect("cells").pop().expect("a cell");
    assert_eq!(rows.each_ref().map(last), ["2", "2", "7"]);
}

#[test]
fn every_field_is_described_with_its_unit() {
    let page = include_str!("../../../docs/data-formats.md");
    let names = fields::<Row>().into_iter().chain(fields::<crate::Turn>()).map(|(name, _)| name);
    let described = |name: &str| {
        let side = name.strip_prefix("blue_").or(name.strip_prefix("red_")).map(|rest| format!("`*_{rest}`"));
        page.contains(&format!("`{name}`")) || side.is_some_and(|both| page.contains(&both))
    };
    let missing: Vec<&str> = names.filter(|name| !described(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

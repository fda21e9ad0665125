//! Contests against examples worked out by hand.

use super::dice::key;
use crate::{Chart, Contest, Dice, Die, Object, Pool, Reading, Roll, RollKind, Row, Side, Thrower, Ties, UnitId};

const fn row(from: i16, name: &'static str, value: i16) -> Row {
    Row { from, name, value }
}

static MARGINS: Chart = Chart::new(
    "margin",
    &[
        row(i16::MIN, "charger drops one and takes a check", -2),
        row(-9, "charger takes two checks", -2),
        row(-4, "charger takes a check", -1),
        row(0, "both take a check", 0),
        row(1, "defender takes a check", 1),
        row(5, "defender takes two checks", 2),
    ],
);

fn side(label: &'static str, reasons: &[(&'static str, i16)]) -> Pool {
    let mut pool = Pool::new(label, "X-1", 1, Reading::Total).of(Die::D10);
    reasons.iter().for_each(|(name, value)| pool.result(name, *value, "X-2"));
    pool
}

/// Cuirassiers at a line: 6 and 4 against 2.
fn charge() -> Contest {
    let horse = side("melee", &[("veterans", 6), ("heavy horse", 4)]);
    Contest::new("melee", "X-1", horse, side("stand", &[("conscripts", 2)]), Ties::Stand).by_margin(&MARGINS)
}

fn throwers() -> [Thrower; 2] {
    let unit = |side, unit: u8, why| Thrower {
        side,
        who: Some(Object::Unit(UnitId(unit))),
        against: None,
        key: key(2, 5, u16::from(unit), why),
    };
    [unit(Side::Blue, 3, 1), unit(Side::Red, 9, 2)]
}

fn fought(contest: &Contest, faces: &[u8]) -> Roll {
    contest.throw(&mut Dice::scripted(faces), throwers())
}

#[test]
fn margins_are_what_the_examples_say() {
    let roll = fought(&charge(), &[5, 4]);
    assert_eq!((roll.own(), roll.result, roll.passed()), (15, 9, true));
    assert_eq!(roll.row().map(|row| row.name), Some("defender takes two checks"));
    assert_eq!(roll.against, throwers()[1].who);
    let lost = fought(&charge(), &[1, 10]);
    assert_eq!((lost.result, lost.row().map(|row| row.value)), (-1, Some(-1)));
    assert_eq!((lost.kind, lost.passed()), (RollKind::Contest, false));
    let other = lost.opposed.expect("the other side");
    assert_eq!((other.faces.as_slice(), other.modifiers.len(), other.side), (&[10][..], 1, Some(Side::Red)));
}

#[test]
fn the_forecast_names_the_rows_and_adds_up() {
    let shown = charge().shown([None, None]);
    assert_eq!((shown.outcome.lowest(), shown.outcome.highest()), (-1, 17));
    let names: Vec<&str> = shown.rows.iter().map(|row| row.label).collect();
    let expected =
        ["charger takes a check", "both take a check", "defender takes a check", "defender takes two checks"];
    assert_eq!(names, expected);
    // One pair of a hundred loses by one; two tie; 3 + 4 + 5 + 6 win by 1 to 4; the rest by more.
    for (row, hundredths) in shown.rows.iter().zip([1.0, 2.0, 18.0, 79.0]) {
        assert!((row.chance * 100.0 - hundredths).abs() < 1e-9, "{row:?}");
    }
    assert!((shown.passes() - 0.97).abs() < 1e-9);
}

#[test]
fn each_side_rolls_by_its_own_key() {
    let plain = fought_by_seed(&charge());
    let mut helped = charge();
    helped.ours.result("a leader", 3, "X-3");
    let again = fought_by_seed(&helped);
    assert_eq!((&plain.faces, plain.result + 3), (&again.faces, again.result));
    assert_eq!(plain.opposed.map(|other| other.faces), again.opposed.map(|other| other.faces));
}

fn fought_by_seed(contest: &Contest) -> Roll {
    contest.throw(&mut Dice::new(77), throwers())
}

#[test]
fn ties_are_thrown_again_and_kept_on_the_receipt() {
    let dice = |most| Contest::new("initiative", "X-1", side("initiative", &[]), side("initiative", &[]), most);
    let twice = fought(&dice(Ties::Again(20)), &[4, 4, 9, 9, 3, 8]);
    let other = twice.opposed.as_ref().expect("the other side");
    assert_eq!((twice.result, other.tied.len(), twice.faces.as_slice()), (-5, 2, &[3][..]));
    let bound = fought(&dice(Ties::Again(1)), &[4, 4, 9, 9]);
    assert_eq!(bound.result, 0, "a tie stands when it has been thrown again as often as the rules allow");
    let outcome = dice(Ties::Again(20)).outcome();
    assert!((outcome.at_least(1) - 0.5).abs() < 1e-12 && outcome.chance(0) < 1e-20);
}

#[test]
fn luck_is_counted_for_both_sides() {
    let roll = fought(&charge(), &[1, 10]);
    let (won, odds) = roll.luck().expect("a contest has luck");
    assert!(won == 0 && (odds.mean() - 0.97).abs() < 1e-9);
    let (side, won, odds) = roll.luck_of_opposed().expect("for both");
    assert!(side == Side::Red && won == 1 && (odds.mean() - 0.01).abs() < 1e-9);
}

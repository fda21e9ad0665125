//! What charts, rolls, pages of the ledger, fields and footprints answer when they are asked.

use std::sync::Arc;

use hexes::{Facing, Hex, Offset, Point};

use super::dice::key;
use super::kinds::{HITS, LOSS};
use super::{drawn, mustered};
use crate::{
    Arrangement, Battlefield, Chain, Contest, Deck, Dice, Die, Event, Faces, Footprint, Formation, LeaderId,
    LeaderInfo, Ledger, Manner, MarkInfo, Marks, Muster, Perch, Pool, Pose, Reading, Roll, RollKind, Roster, Rung,
    ShockInfo, Side, StrengthInfo, SystemInfo, TallyInfo, Thrower, Ties, UnitId,
};

fn d10(label: &'static str, dice: i16, reading: Reading) -> Pool {
    Pool::new(label, "X-2", dice, reading).of(Die::D10)
}

#[test]
fn a_score_between_two_charts_uses_the_lower_and_one_below_all_the_first() {
    assert_eq!([3, 4, 5, 9, 10, 12].map(|score| HITS.place(score)), [4, 4, 5, 5, 10, 10]);
}

#[test]
fn a_row_is_found_by_the_total_with_its_modifiers() {
    let mut pool = d10("leader loss", 1, Reading::Row(&LOSS));
    pool.result("far away", -2, "X-2");
    let (terms, seven) = (pool.terms(), Faces::of(&[7]));
    assert_eq!((terms.total(&seven), terms.row(&seven).map(|row| row.name)), (5, Some("spent round")));
    // 1 to 10 less 2: nothing above 8, and what is below 1 lands in the first row.
    let rows: Vec<(&str, u32)> =
        terms.rows().iter().map(|row| (row.label, (row.chance * 10.0).round() as u32)).collect();
    let owed = [("not even close", 3), ("hole in coat", 2), ("spent round", 2), ("grazed", 2), ("wounded", 1)];
    assert_eq!(rows, owed);
}

#[test]
fn only_a_die_of_its_own_lands_in_a_row_of_a_chart_read_die_by_die() {
    let rows = |dice| d10("roll", dice, Reading::EachRow(&LOSS)).terms().rows().len();
    assert_eq!([1, 2].map(rows), [6, 0]);
}

#[test]
fn a_sum_that_may_not_be_passed_is_kept_by_what_is_as_much() {
    let odds = Pool::new("check", "X-1", 2, Reading::AtMost(7)).outcome();
    assert!((odds.chance(1) - 21.0 / 36.0).abs() < 1e-12 && (odds.chance(0) - 15.0 / 36.0).abs() < 1e-12);
}

/// A fight that is called otherwise than the rolls of its sides, a die each.
fn fight() -> Contest {
    Contest::new("fight", "X-1", d10("melee", 1, Reading::Total), d10("stand", 1, Reading::Total), Ties::Stand)
}

fn fought(faces: [u8; 2]) -> Roll {
    let by = |side, why| Thrower { side, who: None, against: None, key: key(2, 5, 1, why) };
    fight().throw(&mut Dice::scripted(&faces), [by(Side::Blue, 1), by(Side::Red, 2)])
}

#[test]
fn a_contest_is_shown_as_one_with_the_other_roll_against_it() {
    let shown = fight().shown([None, None]);
    assert_eq!((shown.kind, shown.label, shown.clause), (RollKind::Contest, "fight", "X-1"));
    assert!((shown.passes() - 0.45).abs() < 1e-12, "45 of 100 pairs");
    assert_eq!(shown.opposed.map(|other| (other.label, other.clause)), Some(("stand", "X-2")));
}

#[test]
fn a_tie_is_won_by_nobody() {
    let luck = |roll: &Roll| roll.luck().map(|(won, odds)| (won, (odds.chance(1) * 100.0).round() as u32));
    let other = |roll: &Roll| roll.luck_of_opposed().map(|(side, won, _)| (side, won));
    let [won, tied, lost] = [[6, 5], [5, 5], [4, 5]].map(fought);
    assert_eq!([&won, &tied, &lost].map(Roll::passed), [true, false, false]);
    assert_eq!([&won, &tied, &lost].map(luck), [Some((1, 45)), Some((0, 45)), Some((0, 45))]);
    assert_eq!([&won, &tied, &lost].map(other), [0, 0, 1].map(|won| Some((Side::Red, won))));
    let theirs = won.opposed.expect("the other roll");
    assert_eq!((theirs.key, theirs.side), (key(2, 5, 1, 2), Some(Side::Red)));
}

#[test]
fn a_chain_is_shown_by_its_own_name_with_the_ends_that_can_be() {
    let check = |face| d10("check", 1, Reading::Successes(face)).bounded(2, 11);
    // Nobody passes on the second rung: the first check is passed, or two rungs are lost.
    let rungs = vec![Rung::new("firm", check(6)), Rung::new("nervous", check(11))];
    let shown = Chain::new("morale", "X-1", 1, rungs, "routed").shown(None);
    assert_eq!((shown.kind, shown.label, shown.clause), (RollKind::Chain, "morale", "X-1"));
    assert_eq!(shown.rows.iter().map(|row| row.label).collect::<Vec<_>>(), ["firm", "routed"]);
}

#[test]
fn a_deck_counts_what_is_left_of_a_card() {
    let deck = Deck::shuffled(&[3, 3, 3, 5], &mut Dice::new(1), key(1, 1, 0, 9));
    assert_eq!(([3, 5, 7].map(|card| deck.copies(card)), deck.is_empty()), ([3, 1, 0], false));
    assert!(Deck::shuffled(&[], &mut Dice::new(1), key(1, 1, 0, 9)).is_empty());
}

const MOVED: Marks = Marks::number(0);
const MARKS: &[MarkInfo] = &[MarkInfo::new(MOVED, "moved")];

/// Two lines and a leader, and that roster and scale.
fn field(marks: &'static [MarkInfo], inches: u8) -> Battlefield {
    let field = mustered(
        &drawn(
            ". . . . . .
              . A A . . .
             . . . . . .
              . B B . . .
             A: B1 blue infantry N line2
             B: R1 red infantry S line2",
        ),
        Vec::new(),
        marks,
    );
    let leader = LeaderInfo {
        label: String::from("BG"),
        name: String::from("Grey"),
        side: Side::Blue,
        class: String::from("General"),
        officer: false,
    };
    let units = field.roster().units().map(|(_, info)| info.clone()).collect();
    let roster = Roster::new(field.roster().brigades.clone(), units, vec![leader], Vec::new()).with_marks(marks);
    Battlefield::new(Muster {
        ground: field.shared_ground(),
        roster: Arc::new(roster),
        inches_per_hex: inches,
        turn_limit: 9,
        units: field.ids().map(|unit| *field.unit(unit)).collect(),
        leaders: vec![Perch::Away],
    })
}

/// The same ground, and who is who written down again.
fn again(field: &Battlefield, marks: &'static [MarkInfo], inches: u8) -> Battlefield {
    let roster = field.roster().clone().with_marks(marks);
    Battlefield::new(Muster {
        ground: field.shared_ground(),
        roster: Arc::new(roster),
        inches_per_hex: inches,
        turn_limit: 9,
        units: field.ids().map(|unit| *field.unit(unit)).collect(),
        leaders: vec![Perch::Away],
    })
}

#[test]
fn a_field_is_as_another_only_in_everything() {
    let first = field(MARKS, 2);
    assert_eq!(first.inches_per_hex(), 2);
    let same = again(&first, MARKS, 2);
    assert!(first.is_as(&same) && same.is_as(&first) && first.is_as(&first.clone()));
    assert!(!first.is_as(&field(MARKS, 2)), "other ground, however like");
    assert!(!first.is_as(&again(&first, &[], 2)), "other marks");
    assert!(!first.is_as(&again(&first, MARKS, 1)), "another scale");
    let to: Pose = "3,1/N/line2".parse().expect("a pose");
    for change in [
        Event::TurnBegan { turn: 2 },
        Event::StepBegan { step: 3, side: Some(Side::Red) },
        Event::Marked { unit: UnitId(0), marks: MOVED, on: true, cause: "" },
        Event::LeaderMoved { leader: LeaderId(0), to: Perch::With(UnitId(0)), clause: "X-1" },
        Event::Moved { unit: UnitId(0), to, path: Vec::new(), manner: Manner::Moved, clause: "X-1" },
    ] {
        let mut other = same.clone();
        other.apply(&change);
        assert!(!first.is_as(&other), "{change:?}");
    }
}

#[test]
fn a_leader_is_drawn_with_his_unit_on_his_own_hex_or_nowhere() {
    let mut field = field(MARKS, 1);
    assert_eq!(field.leader_hex(LeaderId(0)), None);
    let hex = Offset::new(4, 0).hex();
    for (to, there) in [(Perch::At(hex), hex), (Perch::With(UnitId(1)), field.unit(UnitId(1)).pose.anchor)] {
        field.apply(&Event::LeaderMoved { leader: LeaderId(0), to, clause: "X-1" });
        assert_eq!(field.leader_hex(LeaderId(0)), Some(there));
    }
}

#[test]
fn footprints_are_the_same_by_their_hexes_and_have_a_middle() {
    let hexes = [Hex::new(1, 2), Hex::new(4, 3)];
    let print = Footprint::of(hexes, 2);
    let sum = hexes.map(|hex| hex.point());
    assert_eq!(print.sum(), Point::new(sum[0].x + sum[1].x, sum[0].y + sum[1].y));
    assert!(print == Footprint::of(hexes, 1) && print != Footprint::of([hexes[0]], 1));
}

#[test]
fn a_square_of_eleven_has_a_reserve_in_its_middle_and_one_of_twelve_is_all_ring() {
    let square = |stands: u8| {
        let formation = Formation::new(Arrangement::Square, 2);
        let pose = Pose::new(Offset::new(10, 10).hex(), Facing::North, formation);
        let print = pose.stands(stands);
        (print.hexes().len(), print.hexes().last() == Some(&pose.anchor))
    };
    assert_eq!(square(11), (11, true), "ten round two hexes, one of them taken");
    assert_eq!(square(12), (12, false), "twelve round seven hexes that are empty");
}

/// Counts a unit's first mark of a turn as "fresh" and the others as "again"; a turn takes the note back.
static MARKED: &[TallyInfo] = &[TallyInfo::new("marked", "units marked", &[], |page, _, event| match event {
    Event::Marked { unit, .. } => {
        let known = page.is_noted(*unit, "marked");
        let fresh = page.note(*unit, "marked");
        assert_eq!(known, !fresh, "a note is there or new");
        page.add(Side::Blue, if fresh { "fresh" } else { "again" }, 1);
    }
    Event::TurnBegan { .. } => {
        let struck = [0, 1].map(|unit| page.strike(UnitId(unit), "marked"));
        assert_eq!(struck, [true, false], "only the first unit was noted");
    }
    _ => {}
})];

#[test]
fn a_page_of_the_ledger_keeps_notes_of_units() {
    let info = SystemInfo {
        key: "drill",
        title: "Drill",
        source: "",
        verbs: &[],
        steps: &[],
        options: &[],
        strength: StrengthInfo::points("SP"),
        paces: crate::Paces::Inches,
        marks: MARKS,
        shock: ShockInfo::new(&[], &[]),
        even: None,
        tallies: MARKED,
        words: &[],
        teaching: crate::Teaching::NONE,
    };
    let (mut field, mut ledger) = (field(MARKS, 1), Ledger::default());
    let mark = Event::Marked { unit: UnitId(0), marks: MOVED, on: true, cause: "" };
    for event in [mark.clone(), mark.clone(), Event::TurnBegan { turn: 2 }, mark.clone(), mark] {
        field.apply(&event);
        ledger.hear(&info, &field, &event);
    }
    let sums = ledger.sums(Side::Blue);
    assert_eq!(["fresh", "again"].map(|name| sums["marked"][name]), [2, 2]);
}

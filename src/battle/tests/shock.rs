//! What the ledger makes of a battle's events: charges declared, come to blows, won, given way to; combats won by whom.

use super::{drawn, mustered};
use crate::{
    Battlefield, Charges, Departure, Dice, Event, Lasts, Ledger, Manner, MarkInfo, Marks, Order, Pool, Reading,
    RollKey, Sense, ShockInfo, Side, StrengthInfo, Strikes, SystemInfo, Thrower, Told, UnitId, Verb,
};

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);
const C: UnitId = UnitId(2);
const D: UnitId = UnitId(3);

const MOVE: Verb = Verb(0);
const CHARGE: Verb = Verb(1);
const BLOWS: &str = "{a} strikes at {t}.";
const GIVES_UP: &str = "{a} gives its charge up.";

const CHARGING: Marks = Marks::number(0);
const ENGAGED: Marks = Marks::number(1);
const ROUTING: Marks = Marks::number(2);
const MARKS: &[MarkInfo] = &[
    MarkInfo::new(CHARGING, "charging").meaning(Sense::Charging),
    MarkInfo::new(ENGAGED, "engaged").meaning(Sense::Engaged),
    MarkInfo::new(ROUTING, "routing").meaning(Sense::Routing),
];

const SHOWN: ShockInfo = ShockInfo { tests: &["nerve"], ends: &[GIVES_UP], ..ShockInfo::new(&[CHARGE], &[BLOWS]) };

/// Blue foot A, horse C and guns E on this side, red foot B and D on the other: A meets B, B meets C, and nobody meets D.
fn field() -> Battlefield {
    mustered(
        &drawn(
            ". . . . . . . .
          . E . . . . . .
         . . A C . . . .
          . . B . . . . .
         . . . . . . . .
          . . . . . . D .
         A: B1 blue infantry N line1
         B: R1 red infantry S line1
         C: B2 blue cavalry N line1
         D: R2 red infantry S line1
         E: B3 blue artillery N line1",
        ),
        Vec::new(),
        MARKS,
    )
}

/// What a ledger knows after those events.
fn ledger(shock: ShockInfo, events: &[Event]) -> Ledger {
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
        shock,
        even: None,
        tallies: &[],
        words: &[],
        teaching: crate::Teaching::NONE,
    };
    let (mut field, mut ledger) = (field(), Ledger::default());
    for event in events {
        field.apply(event);
        ledger.hear(&info, &field, event);
    }
    ledger
}

/// Declared, come to blows, won, given way to, of the side.
fn counts(ledger: &Ledger, side: Side) -> [u32; 4] {
    let Charges { declared, blows, won, gave_way, .. } = ledger.charges(side);
    [declared, blows, won, gave_way]
}

fn blue(events: &[Event]) -> [u32; 4] {
    counts(&ledger(SHOWN, events), Side::Blue)
}

fn ordered(side: Side, order: Order) -> Event {
    Event::Ordered { side, order }
}

fn charges(unit: UnitId, target: UnitId) -> Event {
    ordered(Side::Blue, Order::new(CHARGE).by(unit).on(target))
}

fn moves(unit: UnitId) -> Event {
    ordered(Side::Blue, Order::new(MOVE).by(unit))
}

fn told(text: &'static str, actor: UnitId, target: UnitId) -> Event {
    Event::Told(Told { actor: Some(actor.into()), target: Some(target.into()), ..Told::new(text, "X-1") })
}

fn strikes(unit: UnitId, target: UnitId) -> Event {
    told(BLOWS, unit, target)
}

fn goes(unit: UnitId, manner: Manner) -> Event {
    let to = field().unit(unit).pose;
    Event::Moved { unit, to, path: Vec::new(), manner, clause: "X-1" }
}

fn left(unit: UnitId, why: Departure) -> Event {
    Event::Left { unit, why, clause: "X-1" }
}

fn marked(unit: UnitId, marks: Marks, on: bool) -> Event {
    Event::Marked { unit, marks, on, cause: "" }
}

/// A roll of one die against that face.
fn rolled(label: &'static str, unit: UnitId, against: UnitId, passes: bool) -> Event {
    let thrower = Thrower {
        side: Side::Blue,
        who: Some(unit.into()),
        against: Some(against.into()),
        key: RollKey::new(1, 1, 0, 1),
    };
    let pool = Pool::new(label, "X-1", 1, Reading::Successes(4));
    Event::Rolled(Box::new(pool.throw(&mut Dice::scripted(&[if passes { 6 } else { 1 }]), thrower)))
}

#[test]
fn a_charge_that_comes_to_blows_is_won_when_its_enemy_goes_back() {
    let fought = [charges(A, B), strikes(A, B)];
    assert_eq!(blue(&fought[..1]), [1, 0, 0, 0]);
    assert_eq!(blue(&fought), [1, 1, 0, 0]);
    for (end, won) in [
        (goes(B, Manner::Retreated), 1),
        (goes(B, Manner::Withdrew), 1),
        (goes(B, Manner::Fled), 1),
        (goes(B, Manner::Displaced), 1),
        (left(B, Departure::Destroyed), 1),
        (left(B, Departure::Routed), 1),
        (Event::Strength { unit: B, from: 2, to: 0, cause: "", clause: "" }, 1),
        (marked(B, ROUTING, true), 1),
        (goes(B, Manner::Moved), 0),
        (left(B, Departure::Exited), 0),
        (Event::Strength { unit: B, from: 2, to: 1, cause: "", clause: "" }, 0),
        (marked(B, ENGAGED, true), 0),
        (marked(B, ROUTING, false), 0),
        (goes(D, Manner::Retreated), 0),
        (goes(A, Manner::Retreated), 0),
    ] {
        let all = [&fought[..], std::slice::from_ref(&end)].concat();
        assert_eq!(blue(&all), [1, 1, won, 0], "{end:?}");
        assert_eq!(counts(&ledger(SHOWN, &all), Side::Red), [0; 4], "{end:?}");
    }
}

#[test]
fn blows_count_by_rolls_as_by_sentences_and_whoever_throws_them() {
    assert_eq!(blue(&[charges(A, B), rolled(BLOWS, B, A, true)]), [1, 1, 0, 0]);
    assert_eq!(blue(&[charges(A, B), strikes(B, A), goes(B, Manner::Retreated)]), [1, 1, 1, 0]);
    assert_eq!(blue(&[charges(A, B), strikes(C, D)]), [1, 0, 0, 0], "others fight");
    assert_eq!(blue(&[charges(A, B), told("{a} shouts at {t}.", A, B)]), [1, 0, 0, 0]);
    assert_eq!(blue(&[charges(A, B), strikes(A, B), strikes(A, B), strikes(A, D)]), [1, 1, 0, 0], "once for a charge");
    assert_eq!(
        blue(&[charges(A, B), strikes(A, B), strikes(A, D), goes(D, Manner::Fled)]),
        [1, 1, 1, 0],
        "whoever is met"
    );
}

#[test]
fn who_gives_way_before_contact_gave_way_and_who_is_caught_fought() {
    let chased = [charges(A, B), goes(B, Manner::Withdrew)];
    assert_eq!(blue(&chased), [1, 0, 0, 1]);
    assert_eq!(blue(&[charges(A, B), goes(D, Manner::Withdrew)]), [1, 0, 0, 0], "not who was charged");
    let twice = [&chased[..], &[goes(B, Manner::Fled)]].concat();
    assert_eq!(blue(&twice), [1, 0, 0, 1], "once for a charge");
    let caught = [&chased[..], &[strikes(A, B)]].concat();
    assert_eq!(blue(&caught), [1, 1, 0, 0]);
    let won = [&caught[..], &[left(B, Departure::Destroyed)]].concat();
    assert_eq!(blue(&won), [1, 1, 1, 0]);
}

#[test]
fn who_goes_of_his_own_will_has_evaded() {
    let evaded = |events: &[Event]| {
        let charges = ledger(SHOWN, &[&[charges(A, B)], events].concat()).charges(Side::Blue);
        [charges.gave_way, charges.evaded]
    };
    let answers = || ordered(Side::Red, Order::new(MOVE).by(B));
    let goes = |manner| goes(B, manner);
    assert_eq!(evaded(&[answers(), goes(Manner::Withdrew)]), [1, 1]);
    assert_eq!(evaded(&[goes(Manner::Withdrew)]), [1, 0], "not ordered to");
    assert_eq!(evaded(&[answers(), ordered(Side::Red, Order::new(MOVE).by(D)), goes(Manner::Withdrew)]), [1, 0]);
    for manner in [Manner::Retreated, Manner::Fled, Manner::Displaced] {
        assert_eq!(evaded(&[answers(), goes(manner)]), [1, 0], "{manner:?}");
    }
    assert_eq!(evaded(&[answers(), left(B, Departure::Destroyed)]), [1, 0]);
    assert_eq!(evaded(&[answers(), rolled("shot", A, B, true), goes(Manner::Withdrew)]), [1, 0], "shot at");
    assert_eq!(evaded(&[answers(), rolled("shot", A, D, true), goes(Manner::Withdrew)]), [1, 1], "another is");
    assert_eq!(evaded(&[answers(), goes(Manner::Withdrew), strikes(A, B)]), [0, 0], "caught");
}

#[test]
fn a_charge_ends_when_the_charger_gives_way_gives_up_or_fails_its_test() {
    for end in
        [goes(A, Manner::Retreated), left(A, Departure::Routed), told(GIVES_UP, A, B), rolled("nerve", A, B, false)]
    {
        assert_eq!(blue(&[charges(A, B), end.clone(), strikes(A, B)]), [1, 0, 0, 0], "{end:?}");
    }
    for goes_on in
        [told(GIVES_UP, B, A), rolled("nerve", A, B, true), rolled("nerve", B, A, false), rolled("fear", A, B, false)]
    {
        assert_eq!(blue(&[charges(A, B), goes_on.clone(), strikes(A, B)]), [1, 1, 0, 0], "{goes_on:?}");
    }
}

#[test]
fn only_verbs_that_declare_declare_and_a_declaration_in_parts_is_one() {
    assert_eq!(blue(&[moves(A), strikes(A, B)]), [0; 4]);
    assert_eq!(blue(&[ordered(Side::Blue, Order::new(CHARGE))]), [0; 4], "by nobody");
    let charging = marked(A, CHARGING, true);
    let two = [charging.clone(), charges(A, B), charges(A, D)];
    assert_eq!(blue(&two), [1, 0, 0, 0]);
    assert_eq!(blue(&[&two[..], &[goes(D, Manner::Withdrew)]].concat()), [1, 0, 0, 1], "at both");
    let again = [charging, charges(A, B), strikes(A, B), charges(A, D), strikes(A, D)];
    assert_eq!(blue(&again), [2, 2, 0, 0], "after blows it is another charge");
    let red = ordered(Side::Red, Order::new(CHARGE).by(B).on(A));
    let both = ledger(SHOWN, &[charges(A, B), red, strikes(B, A)]);
    assert_eq!((counts(&both, Side::Blue), counts(&both, Side::Red)), ([1, 1, 0, 0], [1, 1, 0, 0]));
}

#[test]
fn a_charge_lasts_while_it_shows_or_until_the_next_order_of_its_side() {
    let (charging, engaged) = (marked(A, CHARGING, true), marked(A, ENGAGED, true));
    let red = ordered(Side::Red, Order::new(MOVE).by(D));
    let step = Event::StepBegan { step: 1, side: None };
    let turn = Event::TurnBegan { turn: 2 };
    let last = |shows: Option<&Event>, between: &Event| {
        let events: Vec<Event> =
            [charges(A, B)].into_iter().chain(shows.cloned()).chain([between.clone(), strikes(A, B)]).collect();
        let one_order = ShockInfo { lasts: Lasts::OneOrder, ..SHOWN };
        [SHOWN, one_order].map(|info| counts(&ledger(info, &events), Side::Blue)[1])
    };
    assert_eq!(last(None, &red), [1, 1], "the other side's orders end nothing");
    assert_eq!(last(None, &moves(C)), [0, 0]);
    assert_eq!(last(Some(&charging), &moves(C)), [1, 0]);
    assert_eq!(last(Some(&engaged), &moves(C)), [1, 0]);
    assert_eq!(last(None, &step), [0, 0]);
    assert_eq!(last(Some(&charging), &step), [1, 0]);
    assert_eq!(last(None, &turn), [0, 0]);
    assert_eq!(last(Some(&charging), &turn), [0, 0], "a turn is outlived in contact only");
    assert_eq!(last(Some(&engaged), &turn), [1, 1]);
}

/// Combats won by foot, horse and guns of Blue, and by foot of Red.
fn combats(events: &[Event]) -> [u32; 4] {
    combats_of(SHOWN, events)
}

fn combats_of(shock: ShockInfo, events: &[Event]) -> [u32; 4] {
    let ledger = ledger(shock, events);
    let sum = |side, name| {
        let sums = ledger.sums(side);
        sums.get("combats_won").and_then(|counts| counts.get(name)).copied().unwrap_or(0)
    };
    [sum(Side::Blue, "foot"), sum(Side::Blue, "horse"), sum(Side::Blue, "guns"), sum(Side::Red, "foot")]
}

#[test]
fn whoever_fought_a_unit_that_goes_back_has_won_by_arm() {
    let all = [strikes(A, B), strikes(B, C), strikes(B, A), strikes(UnitId(4), D)];
    assert_eq!(combats(&all), [0; 4]);
    assert_eq!(combats(&[&all[..], &[goes(B, Manner::Retreated)]].concat()), [1, 1, 0, 0], "a pair counts once");
    assert_eq!(combats(&[&all[..], &[goes(A, Manner::Retreated)]].concat()), [0, 0, 0, 1]);
    assert_eq!(combats(&[&all[..], &[left(D, Departure::Destroyed)]].concat()), [0, 0, 1, 0]);
    let twice = [&all[..], &[goes(B, Manner::Retreated), goes(B, Manner::Fled), goes(A, Manner::Retreated)]].concat();
    assert_eq!(combats(&twice), [1, 1, 0, 0], "that combat is over");
}

#[test]
fn a_combat_is_over_with_the_step_unless_both_are_still_in_contact() {
    let (a, b) = (marked(A, ENGAGED, true), marked(B, ENGAGED, true));
    for begins in [Event::StepBegan { step: 1, side: None }, Event::TurnBegan { turn: 2 }] {
        let won = |shows: &[Event]| {
            combats(&[shows, &[strikes(A, B), begins.clone(), goes(B, Manner::Retreated)]].concat())[0]
        };
        assert_eq!((won(&[]), won(std::slice::from_ref(&a)), won(&[a.clone(), b.clone()])), (0, 0, 1), "{begins:?}");
    }
    let one_order = ShockInfo { lasts: Lasts::OneOrder, ..SHOWN };
    let events = [strikes(A, B), ordered(Side::Red, Order::new(MOVE).by(D)), goes(B, Manner::Retreated)];
    assert_eq!((combats(&events)[0], combats_of(one_order, &events)[0]), (1, 0), "or with the next order");
}

#[test]
fn blows_struck_together_are_struck_by_all_in_contact() {
    let together = ShockInfo { strikes: Strikes::Together, ..SHOWN };
    let engaged = |units: &[UnitId]| units.iter().map(|unit| marked(*unit, ENGAGED, true)).collect::<Vec<_>>();
    let won = |units: &[UnitId]| {
        let events = [&engaged(units)[..], &[strikes(A, B), goes(B, Manner::Retreated)]].concat();
        combats_of(together, &events)
    };
    assert_eq!(won(&[A, B]), [1, 0, 0, 0]);
    assert_eq!(won(&[A, B, C]), [1, 1, 0, 0], "C meets B");
    assert_eq!(won(&[A, B, C, D]), [1, 1, 0, 0], "D meets nobody");
    assert_eq!(won(&[A]), [0; 4], "B is in no contact");
    let charge = [&engaged(&[A, B, C])[..], &[charges(C, B), strikes(A, B)]].concat();
    assert_eq!(counts(&ledger(together, &charge), Side::Blue), [1, 1, 0, 0], "so the charge of C came to blows");
    assert_eq!(blue(&charge), [1, 0, 0, 0], "not where only the two named strike");
}

#[test]
fn charges_are_told_by_name_and_what_came_to_nothing_is_the_rest() {
    let events = [charges(A, B), strikes(A, B), charges(C, D), goes(D, Manner::Withdrew), charges(A, B), moves(A)];
    let sums = ledger(SHOWN, &events).sums(Side::Blue);
    let told: Vec<(&str, u32)> = sums["charges"].iter().map(|(name, count)| (name.as_str(), *count)).collect();
    assert_eq!(
        told,
        [("came to blows", 1), ("came to nothing", 1), ("declared", 3), ("enemy gave way before", 1), ("won", 0)]
    );
}

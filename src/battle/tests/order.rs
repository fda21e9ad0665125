//! Orders written as text and read again.

use hexes::{Facing, Offset};
use proptest::prelude::*;

use crate::{
    Arm, Formation, LeaderId, LeaderInfo, Object, Order, OrderText, Pose, PoseOf, Role, Roster, Side, UnitId, UnitInfo,
    Verb, VerbInfo,
};

const fn verb(word: &'static str, pose: PoseOf) -> VerbInfo {
    VerbInfo { word, title: word, help: "h", role: Role::Move, pose, clause: "X-1", numbers: &[], forms: None }
}

const VERBS: &[VerbInfo] = &[verb("move", PoseOf::End), verb("fire", PoseOf::Nothing), verb("done", PoseOf::Nothing)];

fn roster() -> Roster {
    let unit = |label: &str, side| UnitInfo {
        label: label.into(),
        name: label.into(),
        side,
        arm: Arm::Infantry,
        class: String::new(),
        brigade: 0,
    };
    let general = LeaderInfo {
        label: "BG".into(),
        name: "General".into(),
        side: Side::Blue,
        class: "General".into(),
        officer: false,
    };
    Roster::new(Vec::new(), vec![unit("B1", Side::Blue), unit("R1", Side::Red)], vec![general], Vec::new())
}

#[track_caller]
fn check(order: Order, text: &str) {
    let roster = roster();
    let texts = OrderText { verbs: VERBS, roster: &roster };
    assert_eq!(texts.write(&order), text);
    assert_eq!(texts.read(text), Ok(order));
}

#[test]
fn orders_read_as_they_are_written() {
    let pose = Pose::new(Offset::new(12, 7).hex(), Facing::North, Formation::line(4));
    check(Order::new(Verb(2)), "done");
    check(Order::new(Verb(1)).by(UnitId(0)).on(UnitId(1)), "fire B1 >R1");
    check(Order::new(Verb(0)).by(UnitId(1)).to(pose), "move R1 12,7/N/line4");
    check(Order::new(Verb(1)).by(LeaderId(0)).on(Object::Hex(pose.anchor)).with(-3), "fire BG >12,7 #-3");
}

#[test]
fn what_cannot_be_read_is_told() {
    let roster = roster();
    let texts = OrderText { verbs: VERBS, roster: &roster };
    let fault = |text: &str| texts.read(text).expect_err(text);
    assert_eq!(fault(""), "empty order; expected a verb such as done");
    assert_eq!(fault("dance B1"), "unknown verb `dance`; expected one of move, fire, done");
    assert_eq!(fault("fire X9"), "unknown label `X9`; expected a unit, a leader or a hex");
    assert_eq!(fault("fire B1 #x"), "unknown number `#x`; expected # and a whole number");
    assert!(fault("move B1 12,7/N/blob").starts_with("unknown pose `12,7/N/blob`; expected"));
}

fn objects() -> impl Strategy<Value = Option<Object>> {
    prop_oneof![
        Just(None),
        (0u8..2).prop_map(|unit| Some(Object::Unit(UnitId(unit)))),
        Just(Some(Object::Leader(LeaderId(0)))),
        (0i16..99, 0i16..99).prop_map(|(column, row)| Some(Object::Hex(Offset::new(column, row).hex()))),
    ]
}

proptest! {
    #[test]
    fn every_order_survives_its_text(
        verb in 0u8..3, actor in objects(), target in objects(), number in prop::option::of(any::<i16>()),
        pose in prop::option::of((0i16..99, 0i16..99, 0i32..6, 1u8..9)),
    ) {
        let roster = roster();
        let texts = OrderText { verbs: VERBS, roster: &roster };
        let pose = pose.map(|(column, row, facing, files)| {
            Pose::new(Offset::new(column, row).hex(), Facing::from_index(facing), Formation::line(files))
        });
        let order = Order { verb: Verb(verb), actor, target, pose, number };
        prop_assert_eq!(texts.read(&texts.write(&order)), Ok(order));
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,40}") {
        let roster = roster();
        let _ = OrderText { verbs: VERBS, roster: &roster }.read(&text);
    }
}

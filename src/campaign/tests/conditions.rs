//! Every condition holds where it says so, and not beside it.

use battle::Side;

use super::{changed, sound};
use crate::{Condition, Situation};

fn now() -> Situation<'static> {
    Situation { stage: "field", winner: Some(Side::Blue), lost: [20, 40], left: [80, 60], points: [3, 1] }
}

/// The condition of the first ending, as a text writes it.
fn read(text: &str) -> Condition {
    sound(&changed(&[("if = { ahead = \"blue by 2\" }", &format!("if = {{ {text} }}"))])).endings[0].condition.clone()
}

#[test]
fn each_condition_holds_up_to_its_edge() {
    let cases = [
        ("winner = \"blue\"", true),
        ("winner = \"red\"", false),
        ("winner = \"draw\"", false),
        ("winner = [\"draw\", \"blue\"]", true),
        ("blue_lost = \"20-20\"", true),
        ("blue_lost = \"21-100\"", false),
        ("blue_lost = \"0-19\"", false),
        ("red_lost = \"40-100\"", true),
        ("red_lost = \"0-39\"", false),
        ("blue_left = \"80-100\"", true),
        ("blue_left = \"0-79\"", false),
        ("red_left = \"60-60\"", true),
        ("red_left = \"61-100\"", false),
        ("ahead = \"blue by 2\"", true),
        ("ahead = \"blue by 3\"", false),
        ("ahead = \"red by 0\"", false),
        ("after = [\"field\", \"defile\"]", true),
        ("after = \"defile\"", false),
        ("winner = \"blue\", blue_lost = \"0-60\"", true),
        ("winner = \"red\", blue_lost = \"0-60\"", false),
        ("winner = \"blue\", blue_lost = \"0-10\"", false),
    ];
    for (text, holds) in cases {
        assert_eq!(read(text).holds(&now()), holds, "{text}");
    }
    assert!(Condition::default().holds(&now()), "nothing asked");
    let drawn = Situation { winner: None, ..now() };
    assert!(read("winner = \"draw\"").holds(&drawn) && !read("winner = \"blue\"").holds(&drawn));
}

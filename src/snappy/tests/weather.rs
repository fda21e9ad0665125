//! Rain and snow (SN-TERRAIN-7): a point off every shot, and nothing else.

use battle::Side;
use battle::rule::bites;

use super::fixture::Fixture;
use crate::info::{CHECK, MOVE, MOVE_PHASE};
use crate::orders::Mandate::Rally;
use crate::profile::Kind;
use crate::space::Shape::{Column, Line};
use crate::tables::{FIRM, NERVOUS};

fn weather(wet: bool, field: Fixture) -> Fixture {
    if wet { field.wet() } else { field }
}

/// Hits of B1's dice on R1 in dry weather and in rain.
fn hits(field: &Fixture, dice: &[u8]) -> [i16; 2] {
    [false, true].map(|wet| {
        let mut game = weather(wet, field.clone()).game(&[dice, &[10; 6]].concat());
        game.fire("B1", "R1");
        game.rolls()[0].2
    })
}

#[test]
fn rain_takes_a_point_off_every_shot() {
    bites(&["SN-TERRAIN-7"], || {
        let foot = Fixture::plain().foot("B1", (20, 20), "N", Line).foot("R1", (21, 19), "S", Line);
        assert_eq!(hits(&foot, &[7, 7]), [2, 0], "Seasoned hit on 7, in rain on 8");
        assert_eq!(hits(&foot, &[8, 8]), [2, 2]);
        let guns = Fixture::plain().unit("B1", Kind::FootArtillery, 1, (20, 30), "N", Line);
        assert_eq!(hits(&guns.foot("R1", (22, 26), "S", Line), &[7, 8]), [2, 1]);
        let horse = Fixture::plain().unit("B1", Kind::LightCavalry, 2, (20, 20), "N", Line);
        assert_eq!(hits(&horse.foot("R1", (21, 19), "S", Line), &[10, 10]), [2, 0], "no carbine hits in the rain");
    });
}

#[test]
fn rain_changes_nothing_else() {
    let both = [false, true];
    let moves = both.map(|wet| {
        let column = Fixture::plain().foot("B1", (20, 40), "N", Column).foot("R1", (20, 10), "S", Column);
        weather(wet, column.ordered(Side::Blue, Rally).phase(MOVE_PHASE, Side::Blue)).game(&[]).ends(MOVE, "B1").len()
    });
    assert_eq!(moves[0], moves[1]);
    let checks = both.map(|wet| {
        let line = Fixture::plain().foot("B1", (20, 40), "N", Line).foot("R1", (20, 37), "S", Line);
        let mut game = weather(wet, line).game(&[5, 6]);
        game.checks("B1", 1, "R1");
        (game.status("B1"), game.faces("morale").len())
    });
    assert_eq!(checks, [(NERVOUS, 2); 2]);
    let led = both.map(|wet| {
        let column = Fixture::plain().foot("B1", (20, 40), "N", Column).chief_at(Side::Blue, (8, 40));
        let far = weather(wet, column.foot("R1", (20, 10), "S", Column).phase(MOVE_PHASE, Side::Blue)).game(&[]);
        (far.status("B1"), far.may(far.order(CHECK, "B1", "")))
    });
    assert_eq!(led, [(FIRM, false); 2], "nor how far a leader is heard");
}

//! What screens are told: signs of the ladder, orders of commands.

use battle::{Conditions, Marks, Sense, Side};

use super::fixture::Fixture;
use crate::marks::{LADDER, MARKS};
use crate::orders::Mandate;
use crate::orders::telling::commands;
use crate::space::Shape;
use crate::tables::{BOLD, DISRUPTED, NERVOUS, PANIC};

#[test]
fn every_place_but_the_usual_one_has_a_sign_of_its_own_with_and_without_unicode() {
    assert_eq!(LADDER.map(|(_, place)| place), [PANIC, DISRUPTED, NERVOUS, BOLD], "firm units show nothing");
    let all: Vec<_> = Conditions::of(Marks::all(), MARKS).infos().filter_map(|info| info.sign).collect();
    for (mark, place) in LADDER {
        let info = Conditions::of(mark, MARKS).infos().next().expect("a mark");
        let sign = info.sign.expect("a sign");
        assert_eq!(info.sense, Some(Sense::Ladder));
        let alike = |one: &&battle::Sign| one.unicode == sign.unicode || one.ascii == sign.ascii;
        assert_eq!(all.iter().filter(alike).count(), 1, "{place}");
    }
}

#[test]
fn a_unit_shows_its_place_as_it_falls() {
    let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).foot("R1", (20, 10), "S", Shape::Line);
    let mut game = fixture.game(&[]);
    let unit = game.id("B1");
    for (mark, place) in [LADDER[2], LADDER[1], LADDER[0]] {
        crate::morale::drop_status(&mut game.umpire(), unit, None, "morale");
        assert_eq!(game.status("B1"), place);
        let shown = LADDER.map(|(other, _)| game.marked("B1", other) == (other == mark));
        assert_eq!(shown, [true; 4], "{place}");
    }
}

/// SN-ORD-7: 20 inches from the enemy an attack falls 17 short, and a line of foot makes good at least half of its 3.
#[test]
fn a_command_is_told_with_its_order_and_what_each_unit_lacks() {
    let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).foot("R1", (20, 10), "S", Shape::Line);
    let game = fixture.ordered(Side::Blue, Mandate::Attack).game(&[]);
    let told = commands(&game.war, Side::Blue);
    let member = told[0].members[0];
    assert_eq!((told.len(), told[0].order, told[0].objective), (1, "attack", None));
    assert_eq!((member.unit, member.short, member.gain), (game.id("B1"), 17, 1));
    assert_eq!(told[0].strays().next().is_none(), member.hears);
}

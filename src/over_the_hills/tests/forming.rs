//! Changes of formation (OTH-FORM, OTH-MORALE-2).

use battle::Side;
use battle::rule::bites;

use super::fixture::{Fixture, Game, facing};
use crate::info::{FORM, MOVE, MOVEMENT};
use crate::profile::{Arms, Class, Kind, Traits};
use crate::space::Shape::{self, Attack, Battery, Companies, Limbered, Line, March, Open, Skirmish, Squadrons, Square};
use crate::state::{Leash, Purse};

/// B1 of class A on a plain without enemies near, about to move.
fn alone(kind: Kind, shape: Shape) -> Fixture {
    let field = Fixture::sized(60, 90).unit("B1", kind, if kind.is_guns() { 2 } else { 4 }, (5, 60), "N", shape);
    let field = field.class(Class::A).having(Traits::IRREGULAR);
    field.foot("R1", (50, 2), "S", Line).phase(MOVEMENT, Side::Blue)
}

fn may_form(game: &Game, wanted: Shape) -> bool {
    let stem = game.order(FORM, "B1", "");
    let reach = game.war.reach_of(&stem);
    reach.legal().any(|place| crate::space::shape_of(&place.pose) == wanted && game.may(stem.to(place.pose)))
}

/// Segments opened and inches left of the last; none where a change is not possible.
type Cost = Option<(u8, u8)>;

/// What a change costs: segments opened and inches left of the last; none where it is not possible.
fn cost(kind: Kind, from: Shape, to: Shape) -> Cost {
    let mut game = alone(kind, from).game(&[]);
    if !may_form(&game, to) {
        return None;
    }
    game.form("B1", to);
    let Purse { opened, left, .. } = game.war.own(game.id("B1")).purse;
    assert_eq!(game.fh("B1"), 0, "no change tires");
    Some((opened, left))
}

const ONE: Cost = Some((1, 0));
const TWO: Cost = Some((2, 0));

#[test]
fn changes_of_foot() {
    const HALF: Cost = Some((1, 3));
    let table: [(Shape, [Cost; 6]); 6] = [
        (March, [None, ONE, HALF, TWO, TWO, TWO]),
        (Attack, [ONE, None, HALF, ONE, ONE, ONE]),
        (Companies, [HALF, HALF, None, HALF, HALF, None]),
        (Open, [TWO, ONE, HALF, HALF, ONE, None]),
        (Line, [TWO, ONE, HALF, ONE, None, TWO]),
        (Square, [TWO, ONE, None, None, TWO, None]),
    ];
    bites(&["OTH-FORM-1"], || {
        for (from, row) in table {
            let made = [March, Attack, Companies, Skirmish, Line, Square].map(|to| cost(Kind::Infantry, from, to));
            assert_eq!(made, row, "from {from:?} to march, attack, companies, skirmish, line, square");
        }
        assert_eq!(cost(Kind::Infantry, Skirmish, Open), HALF);
        assert_eq!([Attack, Line, March].map(|from| cost(Kind::Infantry, from, Open)), [ONE, ONE, TWO]);
    });
}

#[test]
fn changes_of_horse() {
    const HALF: Cost = Some((1, 6));
    let table: [(Shape, [Cost; 5]); 5] = [
        (March, [None, ONE, HALF, TWO, TWO]),
        (Squadrons, [ONE, None, HALF, ONE, ONE]),
        (Companies, [HALF, HALF, None, HALF, HALF]),
        (Open, [TWO, ONE, HALF, HALF, ONE]),
        (Line, [TWO, ONE, HALF, ONE, None]),
    ];
    bites(&["OTH-FORM-2"], || {
        for (from, row) in table {
            let made = [March, Squadrons, Companies, Skirmish, Line].map(|to| cost(Kind::Cavalry, from, to));
            assert_eq!(made, row, "from {from:?}");
        }
    });
}

#[test]
fn limbering() {
    bites(&["OTH-FORM-3"], || {
        assert_eq!(cost(Kind::FootArtillery, Battery, Limbered), ONE);
        assert_eq!(cost(Kind::HorseArtillery, Limbered, Battery), ONE);
        let mut game = alone(Kind::FootArtillery, Limbered).game(&[]);
        game.go(MOVE, "B1", (8, 54), "N");
        game.form("B1", Battery);
        assert_eq!(game.war.own(game.id("B1")).purse.opened, 2);
    });
}

#[test]
fn halves_and_wholes() {
    bites(&["OTH-FORM-4"], || {
        let after = |rows: i16| {
            let mut game = alone(Kind::Infantry, Attack).game(&[]);
            game.go(MOVE, "B1", (5 + rows / 2, 60 - rows), "N");
            game.form("B1", Companies);
            let purse = game.war.own(game.id("B1")).purse;
            (purse.opened, purse.left)
        };
        assert_eq!([after(2), after(3), after(4)], [(1, 1), (1, 0), (2, 3)], "of the open segment if it has 3 left");
    });
    let mut game = alone(Kind::Infantry, Attack).game(&[]);
    game.go(MOVE, "B1", (6, 58), "N");
    game.form("B1", Line);
    assert_eq!(game.war.own(game.id("B1")).purse, Purse { opened: 2, left: 0, paved: false }, "freshly opened ones");
}

#[test]
fn forming_and_moving_in_any_order() {
    bites(&["OTH-FORM-7"], || {
        let mut game = alone(Kind::Infantry, Attack).game(&[]);
        game.go(MOVE, "B1", (6, 58), "N");
        game.form("B1", Companies);
        game.go(MOVE, "B1", (7, 57), "N");
        game.form("B1", Line);
        assert_eq!(game.shape("B1"), Line);
    });
}

#[test]
fn the_front_stays_where_it_is() {
    bites(&["OTH-FORM-5"], || {
        let mut game = alone(Kind::Infantry, Line).game(&[]);
        game.form("B1", Attack);
        assert_eq!((game.pose("B1").anchor, game.pose("B1").facing), (super::fixture::hex(5, 60), facing("N")));
        // With friends on both sides of a column a line finds no room on its front, nor a hex to the side: a hex back it does.
        let blocked = alone(Kind::Infantry, Attack).unit("B2", Kind::Infantry, 1, (4, 60), "N", Line);
        let blocked = blocked.unit("B3", Kind::Infantry, 1, (9, 60), "N", Line);
        let mut game = blocked.game(&[]);
        game.form("B1", Line);
        assert_eq!(game.stands("B1"), [(5, 60), (6, 60), (7, 60), (8, 60)], "shifted by one");
    });
    let closed = alone(Kind::Infantry, Attack).unit("B2", Kind::Infantry, 1, (4, 60), "N", Line);
    let closed =
        closed.unit("B3", Kind::Infantry, 1, (7, 60), "N", Line).unit("B4", Kind::Infantry, 1, (4, 61), "N", Line);
    let closed = closed.unit("B5", Kind::Infantry, 1, (7, 61), "N", Line);
    assert!(!may_form(&closed.game(&[]), Line), "refused");
}

#[test]
fn rights() {
    let right = |unit: Fixture, shape| may_form(&unit.game(&[]), shape);
    let foot = |class, one: Option<Traits>| {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).class(class);
        let field = one.into_iter().fold(field, Fixture::having);
        field.foot("R1", (30, 2), "S", Line).phase(MOVEMENT, Side::Blue)
    };
    let horse = |one: Option<Traits>| {
        let field = Fixture::plain().horse("B1", (20, 30), "N", Line);
        let field = one.into_iter().fold(field, Fixture::having);
        field.foot("R1", (30, 2), "S", Line).phase(MOVEMENT, Side::Blue)
    };
    bites(&["OTH-FORM-6"], || {
        let classes = [Class::A, Class::B, Class::C, Class::D];
        assert_eq!(classes.map(|class| right(foot(class, None), Skirmish)), [true, true, false, false]);
        assert!(right(foot(Class::C, Some(Traits::RIFLES)).arms(Arms::Musket), Skirmish));
        assert_eq!([None, Some(Traits::IRREGULAR)].map(|one| right(horse(one), Skirmish)), [false, true]);
        assert_eq!(classes.map(|class| right(foot(class, None), Open)), [true; 4]);
        assert!(right(horse(None), Open) && right(foot(Class::D, None), Square) && !right(horse(None), Square));
    });
    bites(&["OTH-OPT-2"], || {
        let by = |key, value, class, shape| right(foot(class, None).house(key, value), shape);
        assert!(by("skirmish_troops", "a_c", Class::C, Skirmish) && !by("skirmish_troops", "a_c", Class::D, Skirmish));
        assert!(by("skirmish_troops", "all", Class::D, Skirmish) && !by("open_order", "a_c", Class::D, Open));
        assert!(by("open_order", "a_c", Class::C, Open) && !right(horse(None).house("open_order", "a_c"), Open));
    });
}

#[test]
fn forming_near_the_enemy() {
    let near = |gap: i16, dice: &[u8]| {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (20 + gap / 2, 30 - gap), "S", Line);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(dice);
        game.form("B1", Companies);
        game.all_fell();
        (game.shape("B1"), game.fh("B1"))
    };
    bites(&["OTH-MORALE-2"], || {
        assert_eq!([near(6, &[7]), near(6, &[8])], [(Companies, 0), (Companies, 1)], "the change happens either way");
        assert_eq!(near(7, &[]), (Companies, 0));
    });
    let worn = Fixture::plain().foot("B1", (20, 30), "N", Line).hits(5).foot("R1", (23, 24), "S", Line);
    let mut game = worn.phase(MOVEMENT, Side::Blue).game(&[3]);
    game.form("B1", Companies);
    assert_eq!(game.shape("B1"), Line, "unless the hit makes it rout");
}

#[test]
fn columns_are_known_to_go_farther() {
    let gain = |kind, from, to| {
        let game = alone(kind, from).game(&[]);
        let stem = game.order(FORM, "B1", "");
        let reach = game.war.reach_of(&stem);
        let pose = reach.legal().map(|place| place.pose).find(|pose| crate::space::shape_of(pose) == to);
        battle::System::forecast(&game.war, &stem.to(pose.expect("the shape can be formed"))).effect.mobility
    };
    // Inches without fatigue: a line 6, an attack column 12, companies 18; guns by hand none, limbered 12.
    let foot = Kind::Infantry;
    assert_eq!([gain(foot, Line, Attack), gain(foot, Line, Companies), gain(foot, Companies, Line)], [0.5, 1.0, -1.0]);
    assert_eq!([gain(foot, Attack, Companies), gain(Kind::FootArtillery, Battery, Limbered)], [0.5, 1.0]);
}

/// OTH-CMD-3: no move is no change either, not even for half a segment.
#[test]
fn a_unit_that_may_not_move_does_not_form() {
    let shapes = |leash| {
        let field = Fixture::plain().foot("B1", (20, 50), "N", Companies).foot("R1", (20, 2), "S", Line);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[]);
        let unit = game.id("B1");
        game.war.own_mut(unit).leash = leash;
        game.war.reach_of(&game.order(FORM, "B1", "")).legal().count()
    };
    assert!(shapes(Leash::Free) > 0 && shapes(Leash::Half) > 0);
    assert_eq!(shapes(Leash::Tied), 0);
}

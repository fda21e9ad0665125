//! Rounds of close combat and their results (OTH-COMBAT-1 to 4, 8, OTH-RESULT, OTH-MORALE-8, 19).

use battle::rule::bites;
use battle::{Event, Manner, Side, System as _, Terrain};

use super::fixture::{Fixture, Game};
use crate::info::{COMBAT, DEFENCE, FACE, FIGHT, KEEP, TURN};
use crate::marks;
use crate::profile::{Gun, Kind};
use crate::space::Aspect::{Flank, Front};
use crate::space::Shape::{self, Attack, Battery, Companies, Limbered, Line, Open, Squadrons, Square};

/// B1 on (20,30), facing north, in contact with R1 before it; T8 of Blue begins, with one round if not said otherwise.
fn met((kind, shape): (Kind, Shape), (other, theirs): (Kind, Shape)) -> Fixture {
    let stands = |kind: Kind| if kind.is_guns() { 2 } else { 4 };
    let field = Fixture::plain().unit("B1", kind, stands(kind), (20, 30), "N", shape);
    let field = field.unit("R1", other, stands(other), (20, 29), "S", theirs);
    field.contact("B1", "R1", Front).house("combat_rounds", "1").phase(DEFENCE, Side::Blue)
}

const FOOT: (Kind, Shape) = (Kind::Infantry, Line);
const HORSE: (Kind, Shape) = (Kind::Cavalry, Line);

/// The combat of B1 and R1 with those dice: all that asks is whoever wins.
pub fn fought(fixture: Fixture, dice: &[u8]) -> Game {
    let mut game = fixture.game(dice);
    game.enter(COMBAT, Side::Blue);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    game.all_fell();
    game
}

/// Hits of both; -1 for who is gone.
fn hits(game: &Game) -> [i16; 2] {
    ["B1", "R1"].map(|label| if game.is_there(label) { game.fh(label) } else { -1 })
}

fn rows(game: &Game) -> [i16; 2] {
    ["B1", "R1"].map(|label| if game.is_there(label) { game.pose(label).anchor.r } else { 0 })
}

#[test]
fn foot_against_foot() {
    bites(&["OTH-RESULT-1", "OTH-COMBAT-3", "OTH-COMBAT-8", "OTH-COMBAT-1"], || {
        let game = fought(met(FOOT, FOOT), &[2, 8]);
        assert_eq!((hits(&game), rows(&game)), ([0, 2], [30, 23]), "lost by 2: a retreat of 6 inches");
        assert_eq!(game.asks(), "won");
    });
    bites(&["OTH-RESULT-10"], || assert_eq!(hits(&fought(met(FOOT, FOOT), &[8, 2])), [2, 0], "no hit for the retreat"));
    bites(&["OTH-MORALE-8"], || {
        let stays = fought(met(FOOT, FOOT), &[4, 8, 6]);
        assert_eq!((hits(&stays), rows(&stays)), ([0, 1], [30, 29]), "lost by 1, and a 6 passes at 6");
        let goes = fought(met(FOOT, FOOT), &[4, 8, 7]);
        assert_eq!((hits(&goes), rows(&goes)), ([0, 2], [30, 23]));
        assert!(goes.marked("R1", marks::NO_FIRE) || goes.asks() != "won");
    });
    bites(&["OTH-MORALE-8"], || {
        let draw = fought(met(FOOT, FOOT), &[4, 5, 6, 6]);
        assert_eq!((hits(&draw), rows(&draw)), ([1, 1], [30, 29]), "a draw: both are tested");
        assert_eq!(fought(met(FOOT, FOOT), &[8, 8, 6, 6]).faces("standing after the round").len(), 2);
    });
    assert_eq!(hits(&fought(met(FOOT, FOOT), &[8, 8, 6, 6])), [1, 1], "neither was hit: each takes one");
}

#[test]
fn who_goes_back_does_not_fire_next() {
    let goes = |shape| {
        let mut game = fought(met(FOOT, (Kind::Infantry, shape)).foot("B2", (30, 50), "N", Line), &[4, 8, 10]);
        assert!(game.marked("R1", marks::NO_FIRE), "R1 is the side that fires in this turn");
        let order = game.order(crate::info::REST, "B1", "");
        game.give(order);
        (29 - game.pose("R1").anchor.r, game.asks())
    };
    bites(&["OTH-MORALE-19"], || assert_eq!(goes(Attack).0, 12, "a whole move but what tires"));
    assert_eq!(goes(Line).0, 6);
    bites(&["OTH-OPT-2"], || {
        let game = fought(met(FOOT, (Kind::Infantry, Attack)).house("test_retreat", "segment"), &[4, 8, 10]);
        assert_eq!(29 - game.pose("R1").anchor.r, 6);
    });
}

#[test]
fn rounds_go_on() {
    bites(&["OTH-COMBAT-4"], || {
        // Round 1: 1 v 0, the loser stands; then 9 v 6: 5 is 1 and 7 nothing; then 9 v 5.
        let field = met(FOOT, FOOT).house("combat_rounds", "3");
        let game = fought(field, &[4, 8, 1, 5, 7, 1, 5, 6, 1]);
        assert_eq!(hits(&game), [0, 3], "three rounds, won by 1 each");
        assert_eq!(game.faces("combat").len(), 6);
    });
    bites(&["OTH-RESULT-0a"], || {
        let field = met(FOOT, FOOT).house("combat_rounds", "2");
        let game = fought(field, &[4, 8, 1, 8, 7, 1]);
        assert_eq!(hits(&game), [0, 2], "8 hits once with 7 and 2 for the won round");
    });
}

#[test]
fn horse_against_horse() {
    bites(&["OTH-RESULT-2"], || {
        let game = fought(met(HORSE, HORSE), &[2, 8]);
        assert_eq!((hits(&game), rows(&game)), ([0, 2], [30, 17]), "a retreat of 12");
    });
    let draw = fought(met(HORSE, HORSE), &[8, 8, 1, 1]);
    assert_eq!(hits(&draw), [1, 1]);
}

#[test]
fn horse_against_foot() {
    bites(&["OTH-RESULT-3"], || {
        assert_eq!(hits(&fought(met(HORSE, FOOT), &[5, 5])), [0, -1], "10 v 1: lost by 2, broken and destroyed");
    });
    bites(&["OTH-RESULT-3"], || {
        let open = fought(met(HORSE, (Kind::Infantry, Open)), &[5, 5]);
        assert_eq!(hits(&open), [0, -1], "open order too");
    });
    let game = fought(met(HORSE, FOOT), &[6, 5, 6]);
    assert_eq!((hits(&game), rows(&game)), ([0, 1], [30, 29]), "lost by 1: it carries on");
    let beaten = fought(met((Kind::Cavalry, Squadrons), (Kind::Infantry, Square)), &[5, 2]);
    assert_eq!(hits(&beaten), [3, 0], "13 against a column of squadrons");
    assert_eq!(beaten.pose("B1").anchor.r, 42, "it retreats");
    bites(&["OTH-RESULT-4"], || {
        // B1 of FS 12 is 6, R1 of FS 3 is 9: 2 v 0.
        let strong = met(HORSE, (Kind::Infantry, Square)).score_of("B1", 12).score_of("R1", 3);
        let square = fought(strong, &[3, 10]);
        assert_eq!((hits(&square), rows(&square)), ([0, 2], [30, 25]), "a square that lost by 2 retreats its 4 inches");
    });
}

#[test]
fn the_worst_enemy_decides_the_row() {
    bites(&["OTH-RESULT-8"], || {
        // R1 fights B1 of foot and has horse in its flank: by 2 it is destroyed all the same.
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (20, 29), "S", Line);
        let field = field.horse("B2", (17, 29), "ENE", Attack).contact("B1", "R1", Front).contact("B2", "R1", Flank);
        let mut game = field.house("combat_rounds", "1").phase(DEFENCE, Side::Blue).game(&[10, 10, 3]);
        game.enter(COMBAT, Side::Blue);
        let order = game.order(FIGHT, "B1", "R1");
        game.give(order);
        assert_eq!(game.asks(), "face");
        let order = game.order(FACE, "R1", "B1");
        game.give(order);
        assert!(!game.is_there("R1"), "0 and 2 against 0: {:?}", game.rolls());
    });
}

#[test]
fn who_picks_whom() {
    bites(&["OTH-COMBAT-2"], || {
        let field = Fixture::plain().foot("R1", (20, 29), "S", Line).foot("B1", (22, 30), "N", Line);
        let field = field.foot("B2", (18, 30), "N", Line).contact("B1", "R1", Front).contact("B2", "R1", Front);
        let mut game = field.house("combat_rounds", "1").phase(DEFENCE, Side::Blue).game(&[4, 10, 10, 1, 1]);
        game.enter(COMBAT, Side::Blue);
        let order = game.order(FIGHT, "B1", "R1");
        game.give(order);
        assert_eq!((game.asks(), game.war.pending().decision().map(|one| one.side)), ("face", Some(Side::Red)));
        let order = game.order(FACE, "R1", "B2");
        game.give(order);
        assert_eq!([game.fh("B1"), game.fh("B2")], [0, 1], "its die falls on whom it picked");
    });
}

#[test]
fn guns_in_close_combat() {
    let guns = (Kind::FootArtillery, Battery);
    bites(&["OTH-RESULT-5"], || {
        assert_eq!(hits(&fought(met(FOOT, guns), &[7, 5])), [0, -1], "10 v 3, 1 v 0: destroyed");
        assert_eq!(hits(&fought(met(FOOT, (Kind::FootArtillery, Limbered)), &[7, 5])), [0, -1], "limbered too");
    });
    bites(&["OTH-RESULT-9"], || {
        assert_eq!(hits(&fought(met(FOOT, (Kind::FootArtillery, Limbered)), &[7, 5])), [0, -1], "limbered too");
    });
    let column = (Kind::Infantry, Companies);
    let won = fought(met(guns, column), &[4, 10, 1]);
    assert_eq!(hits(&won), [0, 1], "guns that win by 1: the other carries on");
    bites(&["OTH-RESULT-9"], || {
        let won = fought(met(guns, column), &[4, 10, 1]);
        assert!(!won.marked("B1", marks::WON), "no +2 for guns that win by 1");
    });
}

#[test]
fn guns_that_win_clearly_throw_the_other_back() {
    // FS 10 less 4 is row 6: a 3 hits twice.
    let field = Fixture::plain().guns("B1", (20, 30), "N", Gun::Medium).fs(10).foot("R1", (20, 29), "S", Companies);
    let field = field.contact("R1", "B1", Front).house("combat_rounds", "1").phase(DEFENCE, Side::Blue);
    let game = fought(field, &[3, 10]);
    assert_eq!((hits(&game), rows(&game)), ([0, 2], [30, 23]));
}

/// The clauses by which a unit left, went back, or was hit in a round without hits.
fn cited(game: &Game, label: &str) -> Vec<&'static str> {
    let id = game.id(label);
    let cites = |event: &Event| match event {
        Event::Left { unit, clause, .. } if *unit == id => Some(*clause),
        Event::Moved { unit, manner: Manner::Retreated, clause, .. } if *unit == id => Some(*clause),
        Event::Strength { unit, cause: "a round without hits", clause, .. } if *unit == id => Some(*clause),
        _ => None,
    };
    game.heard.events().iter().filter_map(cites).collect()
}

#[test]
fn what_becomes_of_a_loser_cites_its_row() {
    let [guns, square] = [(Kind::FootArtillery, Battery), (Kind::Infantry, Square)];
    let of = |fixture: Fixture, dice: &[u8], label: &str| cited(&fought(fixture, dice), label);
    assert_eq!(of(met(FOOT, FOOT), &[2, 8], "R1"), ["OTH-RESULT-1"]);
    assert_eq!(of(met(HORSE, HORSE), &[2, 8], "R1"), ["OTH-RESULT-2"]);
    assert_eq!(of(met(HORSE, FOOT), &[5, 5], "R1"), ["OTH-RESULT-3"], "ridden down");
    // Foot of FS 14 caught by horse is 8, horse of 3 is 6: 2 v 0.
    let beaten = met(HORSE, FOOT).score_of("B1", 3).score_of("R1", 14);
    assert_eq!(of(beaten, &[10, 3], "B1"), ["OTH-RESULT-3"], "horse beaten by foot in line");
    assert_eq!(of(met(HORSE, square), &[5, 2], "B1"), ["OTH-RESULT-4"]);
    assert_eq!(of(met(FOOT, square), &[2, 8], "R1"), ["OTH-RESULT-1"], "a square beaten by foot");
    assert_eq!(of(met(FOOT, guns), &[7, 5], "R1"), ["OTH-RESULT-5"]);
    let field = Fixture::plain().guns("B1", (20, 30), "N", Gun::Medium).fs(10).foot("R1", (20, 29), "S", Companies);
    let field = field.contact("R1", "B1", Front).house("combat_rounds", "1").phase(DEFENCE, Side::Blue);
    assert_eq!(of(field, &[3, 10], "R1"), ["OTH-RESULT-5"], "beaten by guns");
    let houses = |own, theirs| {
        let field = Fixture::plain().terrain(Terrain::WoodenBuilding, &[(20, 29), (21, 29)]);
        let field = field.foot("B1", (20, 30), "N", Line).fs(own).foot("R1", (20, 29), "S", Line).fs(theirs);
        field.garrisoned().contact("B1", "R1", Front).house("combat_rounds", "1").phase(DEFENCE, Side::Blue)
    };
    assert_eq!(of(houses(9, 8), &[2, 8, 1], "R1"), ["OTH-RESULT-6"]);
    assert_eq!(of(houses(9, 8), &[8, 2, 1], "B1"), ["OTH-RESULT-6"], "the assault is thrown back");
}

#[test]
fn a_round_without_hits_cites_the_row_of_each() {
    let of = |one, other| {
        let game = fought(met(one, other), &[10, 10, 1, 1]);
        [cited(&game, "B1"), cited(&game, "R1")].concat()
    };
    assert_eq!(of(FOOT, FOOT), ["OTH-RESULT-1"; 2]);
    assert_eq!(of((Kind::Cavalry, Squadrons), HORSE), ["OTH-RESULT-2"; 2]);
    let tired = met((Kind::Cavalry, Squadrons), FOOT).score_of("B1", 5);
    let game = fought(tired, &[10, 10, 1, 1]);
    assert_eq!([cited(&game, "B1"), cited(&game, "R1")].concat(), ["OTH-RESULT-3"; 2]);
    assert_eq!(of((Kind::FootArtillery, Battery), (Kind::Infantry, Companies)), ["OTH-RESULT-5"; 2]);
}

#[test]
fn a_winner_turns_to_face() {
    bites(&["OTH-RESULT-7"], || {
        let field = Fixture::plain().foot("B1", (14, 29), "ENE", Attack).foot("R1", (18, 29), "N", Line);
        let field = field.contact("B1", "R1", Flank).house("combat_rounds", "2").phase(DEFENCE, Side::Blue);
        let mut game = field.game(&[9, 6, 1, 8, 8, 1]);
        assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [8, 6]);
        game.enter(COMBAT, Side::Blue);
        let order = game.order(FIGHT, "B1", "R1");
        game.give(order);
        assert_eq!(game.asks(), "turn", "R1 won by 1");
        assert!(game.may(game.order(KEEP, "R1", "")));
        let order = game.order(TURN, "R1", "");
        game.give(order);
        assert_eq!(
            game.fh("B1"),
            2,
            "7 and 2 and no flank any more: an 8 hits with 9; and 6 less the flank bonus misses"
        );
    });
}

#[test]
fn locked_units_fight_on_in_the_next_turn() {
    bites(&["OTH-CONTACT-9"], || {
        let field = met(FOOT, FOOT).foot("B2", (10, 50), "N", Line).foot("R2", (30, 2), "S", Line);
        let mut game = fought(field, &[4, 8, 1]);
        assert_eq!(game.asks(), "orders", "R1 shoots at nobody: {}", game.asks());
        game.done();
        assert_eq!(game.asks(), "move");
        assert!(!game.may(game.order(crate::info::FORM, "R1", "")), "locked");
        game.pass_to("combat");
        assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [9, 6], "the won round is kept");
    });
}

#[test]
fn who_has_no_enemy_left_waits() {
    let field = Fixture::plain().foot("B1", (22, 30), "N", Line).foot("B2", (18, 30), "N", Line).fs(6);
    let field = field.foot("R1", (20, 29), "S", Line).foot("R2", (16, 29), "S", Line);
    let field = field.contact("B1", "R1", Front).contact("B2", "R1", Front).contact("B2", "R2", Front);
    // Round 1: B1 hits once, R1 does not stand, R2 does. Round 2 without hits: B2 of 6, 2 and
    // 1 for B1 behind it and R2 take one, and stand.
    let mut game =
        field.house("combat_rounds", "2").phase(DEFENCE, Side::Blue).game(&[4, 8, 8, 8, 10, 1, 10, 10, 1, 1]);
    game.enter(COMBAT, Side::Blue);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    for (unit, enemy) in [("B2", "R2"), ("R1", "B1")] {
        let order = game.order(FACE, unit, enemy);
        game.give(order);
    }
    game.all_fell();
    assert_eq!(["B1", "B2", "R1", "R2"].map(|label| game.fh(label)), [0, 1, 2, 1]);
}

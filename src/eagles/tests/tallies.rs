//! What is counted of small battles, counted by hand.

use battle::Side;
use rulebook::fixture::{counted, tallied};

use super::drawn::{Drawn, drawn};
use super::fixture::Fixture;
use crate::Class::{Cavalry, Infantry};

/// What is counted of both sides when the only Assault is ordered and answered so.
fn told(mut game: Drawn, answers: &[&str], keys: &[&str]) -> Vec<[String; 2]> {
    let start = game.eagles.field().clone();
    let order = game.listed("assault").first().cloned().expect("an assault is possible");
    game.give(&order);
    answers.iter().for_each(|answer| {
        game.give(answer);
    });
    let ledger = tallied(crate::info(), start, &game.heard.events);
    keys.iter().map(|key| Side::ALL.map(|side| counted(&ledger, key, side))).collect()
}

/// Horse that comes into contact with foot by two sixes.
fn horse(dice: &[u8]) -> Drawn {
    let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "15,35", "S");
    drawn(field.unit("R9", Infantry, "30,3", "S"), &[&[6, 6], dice].concat()).ordered(&["B1", "R1"])
}

#[test]
fn an_assault_that_is_won() {
    // Four of six hit on 3 and better, three of seven on 4 and better.
    let game = horse(&[1, 2, 3, 4, 5, 6, 1, 1, 2, 3, 4, 5, 6]);
    let told = told(game, &["keep R1"], &["charges", "combats_won", "losses", "answers"]);
    assert_eq!(told[0], ["came to blows 1, declared 1, won 1", ""]);
    assert_eq!(told[1], ["horse 1", ""]);
    assert_eq!(told[2], ["assault 3", "assault 4"]);
    assert_eq!(told[3], ["", ""]);
}

#[test]
fn an_assault_that_is_beaten_by_who_stands_firm() {
    // One of six against five of eight: an Order spent is a die more.
    let game = horse(&[1, 2, 2, 1, 2, 6, 1, 1, 2, 4, 4, 4, 5, 6]);
    let told = told(game, &["stand R1"], &["charges", "combats_won", "losses", "answers"]);
    assert_eq!(told[0], ["came to blows 1, declared 1", ""]);
    assert_eq!(told[1], ["", "foot 1"]);
    assert_eq!(told[2], ["assault 5", "assault 1"]);
    assert_eq!(told[3], ["", "stood firm 1"]);
}

#[test]
fn an_assault_that_falls_short() {
    let field = Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").unit("R1", Infantry, "15,30", "S");
    let told = told(drawn(field, &[3]).ordered(&["B1"]), &[], &["charges", "losses"]);
    assert_eq!(told[0], ["came to nothing 1, declared 1", ""]);
    assert_eq!(told[1], ["", ""]);
}

//! What is counted of small battles, counted by hand.

use battle::{Side, System};
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
fn an_assault_that_spends_an_enemy_who_holds() {
    // One of six hits a Unit of one Strength Point, which hits back with one of one: a tie, and nobody is left to hold.
    let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "15,35", "S").strength(1);
    let field = field.unit("R9", Infantry, "30,3", "S");
    let game = drawn(field, &[6, 6, 1, 2, 3, 1, 1, 1, 4]).ordered(&["B1", "R1"]);
    let told = told(game, &["keep R1"], &["charges", "combats_won", "losses"]);
    assert_eq!(told[0], ["came to blows 1, declared 1, won 1", ""]);
    assert_eq!(told[1], ["horse 1", ""]);
    assert_eq!(told[2], ["assault 1", "assault 1"]);
}

#[test]
fn an_assault_whose_enemy_has_to_find_room() {
    // Two hits against one: a width back, where friends stand, so that the owner says where it comes to rest.
    let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "15,35", "S");
    let field = field.unit("R2", Infantry, "15,31", "S").unit("R9", Infantry, "30,3", "S");
    let mut game = drawn(field, &[6, 6, 3, 3, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1]).ordered(&["B1", "R1"]);
    let start = game.eagles.field().clone();
    let order = game.listed("assault")[0].clone();
    game.give(&order);
    game.give("keep R1");
    assert_eq!(game.asks(), "settle");
    let stem = game.eagles.stems()[0];
    let place = game.eagles.reach(&stem).legal().next().expect("a place").pose;
    let order = (&game.eagles as &dyn System).order_text().write(&stem.to(place));
    game.give(&order);
    let ledger = tallied(crate::info(), start, &game.heard.events);
    assert_eq!(counted(&ledger, "charges", Side::Blue), "came to blows 1, declared 1, won 1");
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

//! What is counted of small battles, counted by hand.

use battle::{Side, Terrain};

use super::fixture::{Fixture, Game};
use crate::info::{self, COUNTER, DEFENCE, EVADE, FIGHT, MEET, MOVEMENT, RALLY, RALLY_PHASE, SQUARE};
use crate::profile::Traits;
use crate::space::Shape::{Attack, Line, Skirmish};

fn blue(game: &Game, key: &str) -> String {
    game.counted(key, Side::Blue)
}

fn red(game: &Game, key: &str) -> String {
    game.counted(key, Side::Red)
}

fn give(game: &mut Game, verb: battle::Verb, by: &str, on: &str) {
    let order = game.order(verb, by, on);
    game.give(order);
}

/// A charge of foot on foot six inches off, closed by that die.
fn charge(target: Fixture, die: u8) -> Game {
    let mut game = target.phase(MOVEMENT, Side::Blue).game(&[die]);
    game.charge("B1", "R1", 1);
    game
}

fn foot() -> Fixture {
    Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (23, 24), "S", Line)
}

#[test]
fn a_charge_that_is_won_by_foot() {
    // EX-27 and 28: one hit by fire; in combat one hit on B1, two on R1, which does not stand and takes a third.
    let field = Fixture::plain().foot("B1", (15, 39), "N", Attack).fs(8).having(Traits::FRENCH).led("BG", 3);
    let field = field.foot("B2", (20, 36), "N", Line).foot("R1", (20, 29), "S", Line);
    let field = field.foot("R2", (26, 26), "S", Line).phase(MOVEMENT, Side::Blue);
    let mut game = field.game(&[5, 9, 4, 3, 6, 5, 6, 2, 7, 5]);
    game.charge_to("B1", "R1", 2, (20, 30));
    game.done();
    game.fire("R1", "B1");
    game.pass_to("counter");
    give(&mut game, COUNTER, "R1", "");
    assert_eq!(blue(&game, "charges"), "came to nothing 1, declared 1", "not yet");
    give(&mut game, FIGHT, "B1", "R1");
    assert_eq!(blue(&game, "charges"), "came to blows 1, declared 1, won 1");
    assert_eq!([blue(&game, "combats_won"), red(&game, "combats_won")], ["foot 1", ""]);
    assert_eq!(blue(&game, "fatigue"), "combat 1, fire 1");
    assert_eq!(red(&game, "fatigue"), "combat 2, standing after the round 1");
    assert_eq!(red(&game, "charges"), "", "Red has charged nobody");
}

#[test]
fn a_charge_that_does_not_set_out() {
    // Full score 7 against a steady enemy in front: an 8 fails, a 7 does not (OTH-MORALE-5).
    assert_eq!(blue(&charge(foot(), 8), "charges"), "came to nothing 1, declared 1");
    let mut game = charge(foot(), 8);
    // Whatever befalls its target later in the turn is not its doing.
    let (unit, enemy) = (game.id("R1"), game.id("B1"));
    crate::fatigue::retreat(&mut game.umpire(), unit, enemy, 6, "OTH-RESULT-1");
    assert_eq!(blue(&game, "charges"), "came to nothing 1, declared 1");
}

#[test]
fn a_charge_before_which_skirmishers_evade() {
    let skirmishers = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (23, 24), "S", Skirmish);
    let mut game = charge(skirmishers, 1);
    give(&mut game, EVADE, "R1", "");
    assert_eq!(blue(&game, "charges"), "declared 1, enemy gave way before 1");
    assert_eq!(red(&game, "reactions"), "evaded 1");
    assert_eq!([blue(&game, "combats_won"), red(&game, "combats_won")], ["", ""]);
}

#[test]
fn a_square_too_late_and_horse_that_rides_foot_down() {
    // EX-30: contact 1; square 8, too late; standing 2; fire 8, no hits 7; combat 5 v 6.
    let field = Fixture::plain().horse("B1", (16, 38), "N", Line).foot("R1", (20, 29), "S", Line);
    let field = field.phase(MOVEMENT, Side::Blue).house("square_fail", "caught");
    let mut game = field.game(&[1, 8, 2, 8, 7, 5, 6]);
    game.charge("B1", "R1", 1);
    give(&mut game, SQUARE, "R1", "");
    game.fire("R1", "B1");
    give(&mut game, FIGHT, "B1", "R1");
    assert_eq!(red(&game, "squares"), "tried 1");
    assert_eq!(blue(&game, "charges"), "came to blows 1, declared 1, won 1");
    assert_eq!(blue(&game, "combats_won"), "horse 1");
    let square = |die| {
        let field = Fixture::plain().horse("B1", (16, 38), "N", Line).foot("R1", (20, 29), "S", Line);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[1, die]);
        game.charge("B1", "R1", 1);
        give(&mut game, SQUARE, "R1", "");
        red(&game, "squares")
    };
    assert_eq!(square(7), "formed in time 1, tried 1");
}

#[test]
fn horse_that_goes_to_meet_horse() {
    // EX-31: contact 1, counter 4; round 1 7 v 3, then a test 6; round 2 2 v 9: 3 hits and 4, R1 goes back.
    let field = Fixture::plain().horse("B1", (20, 40), "N", Line).fs(8).weight(crate::profile::Weight::Heavy);
    let field = field.horse("R1", (27, 25), "S", Line).phase(MOVEMENT, Side::Blue);
    let mut game = field.game(&[1, 4, 7, 3, 6, 2, 9]);
    game.charge("B1", "R1", 2);
    give(&mut game, MEET, "R1", "");
    give(&mut game, FIGHT, "B1", "R1");
    assert_eq!(red(&game, "reactions"), "went to meet it 1");
    assert_eq!(blue(&game, "charges"), "came to blows 1, declared 1, won 1", "two rounds are one combat");
    assert_eq!([blue(&game, "combats_won"), red(&game, "combats_won")], ["horse 1", ""]);
}

#[test]
fn routs_and_rallies() {
    // EX-33: a sixth hit makes B1 rout; its brigadier rallies it with a 3, and could not with a 10.
    let rally = |die| {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).hits(5).foot("B2", (40, 31), "N", Line);
        let field = field.foot("R1", (22, 24), "S", Line).brigadier("BG", (12, 48), 3).inspiring(1);
        let mut game = field.game(&[die]);
        let unit = game.id("B1");
        crate::fatigue::hit(&mut game.umpire(), unit, 1, "fire", "OTH-FIRE-3");
        game.enter(RALLY_PHASE, Side::Blue);
        give(&mut game, RALLY, "BG", "B1");
        game
    };
    let won = rally(1);
    assert_eq!([blue(&won, "steadiness"), blue(&won, "rallies")], ["rout 1", "tried 1, won 1"], "it wavered before");
    assert_eq!(blue(&rally(10), "rallies"), "tried 1");
    assert_eq!(blue(&won, "fatigue"), "fire 1", "what is rallied is not taken off");
}

#[test]
fn houses_that_burn() {
    // 9 - 2 against 3 + 2: 10 and 10 miss and R1 is thrown a fatigue each; brick burns on 8 or more (OTH-BUA-8).
    let assault = |die| {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(9);
        let field = field.terrain(Terrain::BrickBuilding, &[(20, 29), (21, 29)]).foot("R1", (20, 29), "S", Line);
        let field = field.fs(8).garrisoned().contact("B1", "R1", crate::space::Aspect::Front);
        let mut game = field.house("combat_rounds", "1").phase(DEFENCE, Side::Blue).game(&[10, 10, 1, 1, die]);
        game.pass_to("combat");
        give(&mut game, FIGHT, "B1", "R1");
        game
    };
    assert_eq!(blue(&assault(7), "fires"), "at risk 1");
    assert_eq!(blue(&assault(8), "fires"), "at risk 1, burned 1");
    assert_eq!(red(&assault(8), "fires"), "", "the attack has lit them");
}

#[test]
fn a_brigade_that_has_lost_three_quarters_collapses() {
    let begins = |hits: i16| {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).hits(hits).brigadier("BG", (20, 34), 3);
        let mut game = field.foot("R1", (20, 10), "S", Line).ordered(Side::Blue, 1).game(&[]);
        game.enter(info::ORDERS, Side::Blue);
        blue(&game, "brigades")
    };
    assert_eq!([begins(5), begins(6)], ["", "collapsed 1"], "of 7");
}

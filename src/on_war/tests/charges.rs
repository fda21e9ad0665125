//! Declared charges: who, at whom, the answer, the nerve (OW-ASSAULT-1 to 4, OW-SQUARE-2 to 5, OW-MORALE-5 to 7).

use battle::rule::proves;
use battle::{Marks, Side};

use super::fixture::{Fixture, Game, pose};
use crate::assault::melee::{self, Onset};
use crate::assault::{charges, defence};
use crate::estimates::charge_odds;
use crate::info::CHARGES;
use crate::morale::checks;
use crate::state::{ChargeProgress, Response};
use crate::{Kind, Motivation, Skill, Traits};
use battle::System;

/// Blue's unit of that kind south of Red's, both in lines that face each other, `gap` inches apart.
pub fn facing(blue: Kind, red: Kind, gap: i16) -> Fixture {
    let row = 8 + gap;
    Fixture::open(28, 30)
        .unit("B1", blue, 7, &format!("12,{row}/N/line7"))
        .unit("R1", red, 7, "12,7/S/line7")
        .phase(CHARGES, Side::Blue)
}

fn declared(game: &Game) -> Option<ChargeProgress> {
    game.war.state.own.charge_of(game.id("B1")).map(|charge| charge.progress)
}

#[test]
fn a_charge_needs_an_enemy_in_sight_before_the_front() {
    proves(&["OW-ASSAULT-1", "OW-ASSAULT-3"], || {
        let behind = Fixture::open(28, 30)
            .unit("B1", Kind::Line, 7, "12,7/N/line7")
            .unit("R1", Kind::Line, 7, "12,12/N/line7")
            .unit("R2", Kind::Line, 7, "12,2/S/line7")
            .phase(CHARGES, Side::Blue);
        let mut game = behind.game(&[]);
        assert!(game.refused("charge B1 >R1").text.contains("sees"));
        game.give("charge B1 >R2");
        assert_eq!(declared(&game), Some(ChargeProgress::Declared));
        assert_eq!(game.war.state.own.charge_of(game.id("B1")).map(|charge| charge.gap), Some(4));
        assert!(game.marked("B1", Marks::CHARGED), "foot against foot needs no check and no answer");
        assert_eq!(game.rolls(), []);
    });
}

#[test]
fn only_closed_ranks_charge_and_guns_never() {
    proves(&["OW-ASSAULT-2"], || {
        let with = |kind: Kind, place: &str| {
            let one = Fixture::open(28, 30).unit("B1", kind, 7, place).unit("R1", Kind::Line, 7, "12,2/S/line7");
            one.phase(CHARGES, Side::Blue)
        };
        for (kind, place, may) in [
            (Kind::Line, "12,8/N/line7", true),
            (Kind::Line, "12,8/N/column2", false),
            (Kind::Light, "12,8/N/skirmish1", false),
            (Kind::Line, "12,8/N/square1", false),
            (Kind::LightHorse, "12,8/N/wedge1", true),
            (Kind::LightHorse, "12,8/N/skirmish1", false),
            (Kind::HorseGuns, "12,8/N/battery7", false),
        ] {
            let game = with(kind, place).game(&[]);
            assert_eq!(charges::may_charge(&game.war, game.id("B1")).is_ok(), may, "{kind:?} {place}");
        }
        for bad in [Marks::ROUTING, Marks::DISORIENTED, Marks::RAGGED, Marks::MARCHED] {
            let game = Fixture::open(20, 20)
                .unit("R1", Kind::Line, 7, "12,2/S/line7")
                .unit("B1", Kind::Line, 7, "12,8/N/line7")
                .marks(bad)
                .game(&[]);
            assert!(charges::may_charge(&game.war, game.id("B1")).is_err(), "{bad:?}");
        }
    });
}

#[test]
fn french_foot_charges_in_column() {
    let game = Fixture::open(28, 30)
        .unit("R1", Kind::Line, 7, "12,2/S/line7")
        .unit("B1", Kind::Line, 7, "12,8/N/column2")
        .traits(Traits::COLUMN_ASSAULT)
        .phase(CHARGES, Side::Blue)
        .game(&[]);
    assert!(charges::may_charge(&game.war, game.id("B1")).is_ok());
}

#[test]
fn foot_needs_nerve_against_horse_and_guns() {
    proves(&["OW-MORALE-5", "OW-MORALE-1", "OW-UNIT-4"], || {
        for (red, place) in [(Kind::HeavyHorse, "12,7/S/line7"), (Kind::LightGuns, "12,7/S/battery3")] {
            let stands = if red.is_guns() { 3 } else { 7 };
            let build = || {
                Fixture::open(28, 30)
                    .unit("B1", Kind::Line, 7, "12,10/N/line7")
                    .unit("R1", red, stands, place)
                    .phase(CHARGES, Side::Blue)
            };
            let mut failed = build().game(&[3]);
            failed.give("charge B1 >R1");
            assert_eq!(declared(&failed), Some(ChargeProgress::Done));
            assert!(!failed.marked("B1", Marks::CHARGED));
            assert!(!failed.war.own(failed.id("B1")).moved, "it may still make a normal move");
            let mut passed = build().game(&[4]);
            passed.give("charge B1 >R1");
            assert!(passed.marked("B1", Marks::CHARGED));
            assert_eq!(passed.rolls(), [("charge", vec![4], Some(4), 1)]);
        }
    });
}

#[test]
fn horse_needs_nerve_against_squares_and_guns() {
    proves(&["OW-MORALE-6"], || {
        let guns = Fixture::open(28, 30)
            .unit("B1", Kind::LightHorse, 7, "12,12/N/line7")
            .unit("R1", Kind::HeavyGuns, 2, "12,7/S/battery2")
            .phase(CHARGES, Side::Blue);
        let mut game = guns.game(&[4]);
        game.give("charge B1 >R1");
        assert_eq!(game.rolls().len(), 1);
        let mut line = facing(Kind::LightHorse, Kind::LightHorse, 5).game(&[]);
        line.give("charge B1 >R1");
        assert_eq!(line.rolls(), [], "horse against horse needs none");
    });
}

#[test]
fn a_unit_without_its_officer_needs_nerve() {
    proves(&["OW-MORALE-7", "OW-CMD-6"], || {
        let build = || {
            Fixture::open(28, 30)
                .unit("R1", Kind::Line, 7, "12,2/S/line7")
                .unit("B1", Kind::Line, 7, "12,8/N/line7")
                .leaderless()
                .phase(CHARGES, Side::Blue)
        };
        let mut game = build().game(&[3]);
        game.give("charge B1 >R1");
        assert_eq!(declared(&game), Some(ChargeProgress::Done));
        let adjutant = build().leader("BA", crate::Post::Adjutant, "B1");
        let mut replaced = adjutant.game(&[]);
        replaced.give("charge B1 >R1");
        assert_eq!(replaced.rolls(), [], "an adjutant in his place ends this");
    });
}

#[test]
fn w15_square_in_time() {
    proves(&["OW-SQUARE-2", "OW-SQUARE-3", "OW-SQUARE-5", "OW-UNIT-3"], || {
        let mut game = facing(Kind::LightHorse, Kind::Line, 10).game(&[4, 2]);
        game.give("charge B1 >R1");
        assert_eq!(game.asks(), "respond");
        game.give("hasty R1 >B1");
        assert!(game.pose("R1").contains("square"));
        let charge = *game.war.state.own.charge_of(game.id("B1")).expect("a charge");
        assert_eq!((charge.response, charge.progress), (Response::Square, ChargeProgress::Done));
        assert_eq!(game.war.field().distance(game.id("B1"), game.id("R1")), 2);
        assert!(game.war.own(game.id("B1")).moved, "that is its move for the turn");
        assert_eq!(game.unread(), 0);
        let pool = melee::kill_pool(
            &game.war,
            game.id("B1"),
            game.id("R1"),
            &game.war.pose(game.id("R1")),
            3,
            Onset::Charging,
        );
        assert_eq!((pool.count(), pool.face()), (6, Some(4)), "2 dice a stand at 4+, no +1");
    });
}

#[test]
fn a_square_formed_in_haste_does_not_fire() {
    let mut game = facing(Kind::LightHorse, Kind::Line, 10).game(&[4, 5]);
    game.give("charge B1 >R1");
    game.give("hasty R1 >B1");
    let charge = *game.war.state.own.charge_of(game.id("B1")).expect("a charge");
    assert_eq!(charge.progress, ChargeProgress::Declared);
    assert_eq!(defence::may_fire_at(&game.war, &charge).expect_err("no fire").clause(), "OW-SQUARE-3");
}

#[test]
fn w16_too_late() {
    proves(&["OW-SQUARE-4"], || {
        let mut game = facing(Kind::LightHorse, Kind::Line, 10).game(&[3]);
        game.give("charge B1 >R1");
        game.give("hasty R1 >B1");
        assert_eq!(game.pose("R1"), "12,7/S/line7");
        let charge = *game.war.state.own.charge_of(game.id("B1")).expect("a charge");
        assert!(defence::may_fire_at(&game.war, &charge).is_err(), "no defensive fire either");
        let at = game.war.pose(game.id("R1"));
        assert_eq!(melee::kill_pool(&game.war, game.id("B1"), game.id("R1"), &at, 5, Onset::Charging).face(), Some(3));
        let mut kind = facing(Kind::LightHorse, Kind::Line, 10).house("square_attempt_failed", "may_fire").game(&[3]);
        kind.give("charge B1 >R1");
        kind.give("hasty R1 >B1");
        let charge = *kind.war.state.own.charge_of(kind.id("B1")).expect("a charge");
        assert!(defence::may_fire_at(&kind.war, &charge).is_ok());
    });
}

#[test]
fn shaken_foot_cannot_form_square_in_haste() {
    let mut game = Fixture::open(28, 30)
        .unit("B1", Kind::LightHorse, 7, "12,18/N/line7")
        .unit("R1", Kind::Line, 7, "12,7/S/line7")
        .marks(Marks::DISORIENTED)
        .phase(CHARGES, Side::Blue)
        .game(&[]);
    game.give("charge B1 >R1");
    assert_ne!(game.asks(), "respond");
}

#[test]
fn w17_half_the_distance() {
    proves(&["OW-ASSAULT-8", "OW-ASSAULT-4"], || {
        for (kind, gap, fires) in [
            (Kind::Line, 2, false),
            (Kind::Line, 3, true),
            (Kind::LightHorse, 4, false),
            (Kind::LightHorse, 5, true),
            (Kind::HeavyHorse, 3, false),
            (Kind::HeavyHorse, 4, true),
        ] {
            let mut game = facing(kind, Kind::Line, gap).game(&[]);
            game.give("charge B1 >R1");
            if game.asks() == "respond" {
                game.give("stand R1 >B1");
            }
            let charge = *game.war.state.own.charge_of(game.id("B1")).expect("a charge");
            assert_eq!(i32::from(charge.gap), i32::from(gap));
            assert_eq!(defence::may_fire_at(&game.war, &charge).is_ok(), fires, "{kind:?} from {gap}");
        }
    });
}

#[test]
fn one_declaration_a_turn_and_none_after_rallying() {
    let mut game = facing(Kind::Line, Kind::HeavyHorse, 3).unit("B2", Kind::Line, 7, "22,20/N/line7").game(&[3]);
    game.give("charge B1 >R1");
    assert!(game.refused("charge B1 >R1").text.contains("declared"));
    let rallied = game.id("B2");
    game.war.own_mut(rallied).rallied = true;
    assert_eq!(game.refused("charge B2 >R1").clause, "OW-MORALE-11");
}

#[test]
fn measuring_first_refuses_what_is_out_of_reach() {
    let far = || facing(Kind::Line, Kind::Line, 12);
    far().game(&[]).give("charge B1 >R1");
    let refusal = far().house("premeasure", "on").game(&[]).refused("charge B1 >R1");
    assert_eq!(refusal.clause, "OW-SCALE-2");
}

#[test]
fn better_troops_find_more_nerve() {
    let fearless = Fixture::open(28, 30)
        .unit("R1", Kind::HeavyHorse, 7, "12,2/S/line7")
        .unit("B1", Kind::Line, 7, "12,8/N/line7")
        .temper(Skill::Veteran, Motivation::Fearless)
        .game(&[]);
    let unit = fearless.id("B1");
    assert_eq!(checks::motivation_pool(&fearless.war, unit, "charge", "OW-MORALE-5").face(), Some(3));
    assert_eq!(checks::skill_pool(&fearless.war, unit, "form square", "OW-SQUARE-2").face(), Some(3));
    assert_eq!(pose("12,2/S/line7"), fearless.war.pose(fearless.id("R1")));
}

#[test]
fn a_charge_out_of_hiding_surprises_its_target() {
    let mut game = Fixture::open(28, 30)
        .unit("R1", Kind::Line, 7, "12,6/S/line7")
        .unit("B1", Kind::Line, 1, "12,12/N/line1")
        .marks(Marks::HIDDEN)
        .terrain(battle::Terrain::Crops, &["12,12"])
        .phase(CHARGES, Side::Blue)
        .game(&[3]);
    game.give("charge B1 >R1");
    assert!(!game.marked("B1", Marks::HIDDEN));
    assert_eq!(game.rolls(), [("surprise", vec![3], Some(4), 0)]);
    assert!(game.marked("R1", Marks::FELL_BACK));
    assert_eq!(declared(&game), Some(ChargeProgress::Declared), "the charge goes on");
}

#[test]
fn answers_are_forecast_from_the_side_of_the_charged() {
    let mut game = facing(Kind::LightHorse, Kind::Line, 7).game(&[]);
    let declared = game.war.forecast(&game.order("charge B1 >R1"));
    game.give("charge B1 >R1");
    let [stand, hasty] = ["stand R1 >B1", "hasty R1 >B1"].map(|text| game.war.forecast(&game.order(text)));
    assert_eq!(hasty.results[0].label, "forms square");
    assert!((hasty.results[0].chance - 0.5).abs() < 1e-9);
    let better = stand.effect.succeeds.max(hasty.effect.succeeds);
    assert!((declared.effect.repelled + declared.effect.destroyed - better).abs() < 0.5, "{declared:?}");
    assert!(stand.effect.taken > 0.5 && stand.effect.inflicted > 0.0);
}

#[test]
fn a_charge_that_cannot_come_home_promises_nothing() {
    let game = facing(Kind::Line, Kind::Line, 12).game(&[]);
    let forecast = game.war.forecast(&game.order("charge B1 >R1"));
    assert_eq!((forecast.effect.succeeds, forecast.effect.inflicted), (0.0, 0.0));
    let near = facing(Kind::Line, Kind::Line, 3).game(&[]);
    let unit = near.id("B1");
    let contact = charge_odds::charge_effect(&near.war, unit, &pose("12,8/N/line7"));
    assert!(contact.succeeds > 0.2 && contact.taken > 0.0);
    assert_eq!(charge_odds::charge_effect(&near.war, unit, &pose("12,10/N/line7")).succeeds, 0.0, "no contact there");
}

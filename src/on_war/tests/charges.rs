//! Declared charges: who, at whom, the answer, the nerve (OW-ASSAULT-1 to 4, OW-SQUARE-2 to 5, OW-MORALE-5 to 7).

use battle::rule::bites;
use battle::{Side, Terrain};

use super::fixture::{Fixture, Game, pose};
use crate::assault::charges;
use crate::estimates::homecoming;
use crate::info::CHARGES;
use crate::marks;
use crate::morale::checks;
use crate::state::ChargeProgress;
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
    bites(&["OW-ASSAULT-1a"], || {
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
        assert!(game.marked("B1", marks::CHARGED), "foot against foot needs no check and no answer");
        assert_eq!(game.rolls(), []);
    });
}

#[test]
fn only_closed_ranks_charge_and_guns_never() {
    bites(&["OW-ASSAULT-2"], || {
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
        for bad in [marks::ROUTING, marks::DISORIENTED, marks::RAGGED, marks::MARCHED] {
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
    bites(&["OW-MORALE-5", "OW-MORALE-1", "OW-UNIT-4"], || {
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
            assert_eq!(declared(&failed), Some(ChargeProgress::Balked));
            assert!(!failed.marked("B1", marks::CHARGED));
            assert!(!failed.war.own(failed.id("B1")).moved, "it may still make a normal move");
            let mut passed = build().game(&[4]);
            passed.give("charge B1 >R1");
            assert!(passed.marked("B1", marks::CHARGED));
            assert_eq!(passed.rolls(), [("charge", vec![4], Some(4), 1)]);
        }
    });
}

#[test]
fn horse_needs_nerve_against_squares_and_guns() {
    bites(&["OW-MORALE-6b"], || {
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
    bites(&["OW-MORALE-7"], || {
        let build = || {
            Fixture::open(28, 30)
                .unit("R1", Kind::Line, 7, "12,2/S/line7")
                .unit("B1", Kind::Line, 7, "12,8/N/line7")
                .leaderless()
                .phase(CHARGES, Side::Blue)
        };
        let mut game = build().game(&[3]);
        game.give("charge B1 >R1");
        assert_eq!(declared(&game), Some(ChargeProgress::Balked));
        let adjutant = build().leader("BA", crate::Post::Adjutant, "B1");
        let mut replaced = adjutant.game(&[]);
        replaced.give("charge B1 >R1");
        assert_eq!(replaced.rolls(), [], "an adjutant in his place ends this");
    });
}

#[test]
fn one_declaration_a_turn_and_none_after_rallying() {
    bites(&["OW-MORALE-11b"], || {
        let mut game = facing(Kind::Line, Kind::HeavyHorse, 3).unit("B2", Kind::Line, 7, "22,20/N/line7").game(&[3]);
        game.give("charge B1 >R1");
        assert!(game.refused("charge B1 >R1").text.contains("declared"));
        let rallied = game.id("B2");
        game.war.own_mut(rallied).rallied = true;
        assert_eq!(game.refused("charge B2 >R1").clause, "OW-MORALE-11");
    });
}

#[test]
fn measuring_first_refuses_what_is_out_of_reach() {
    bites(&["OW-SCALE-2"], || {
        let far = || facing(Kind::Line, Kind::Line, 12);
        far().game(&[]).give("charge B1 >R1");
        let refusal = far().house("premeasure", "on").game(&[]).refused("charge B1 >R1");
        assert_eq!(refusal.clause, "OW-SCALE-2");
    });
}

#[test]
fn better_troops_find_more_nerve() {
    bites(&["OW-UNIT-3", "OW-UNIT-4"], || {
        let fearless = Fixture::open(28, 30)
            .unit("R1", Kind::HeavyHorse, 7, "12,2/S/line7")
            .unit("B1", Kind::Line, 7, "12,8/N/line7")
            .temper(Skill::Veteran, Motivation::Fearless)
            .game(&[]);
        let unit = fearless.id("B1");
        assert_eq!(checks::motivation_pool(&fearless.war, unit, "charge", "OW-MORALE-5").face(), Some(3));
        assert_eq!(checks::skill_pool(&fearless.war, unit, "form square", "OW-SQUARE-2").face(), Some(3));
        assert_eq!(pose("12,2/S/line7"), fearless.war.pose(fearless.id("R1")));
    });
}

#[test]
fn a_charge_out_of_hiding_surprises_its_target() {
    bites(&["OW-HIDDEN-7", "OW-MORALE-10"], || {
        let mut game = Fixture::open(28, 30)
            .unit("R1", Kind::Line, 7, "12,6/S/line7")
            .unit("B1", Kind::Line, 1, "12,12/N/line1")
            .marks(marks::HIDDEN)
            .terrain(battle::Terrain::Crops, &["12,12"])
            .phase(CHARGES, Side::Blue)
            .game(&[3]);
        game.give("charge B1 >R1");
        assert!(!game.marked("B1", marks::HIDDEN));
        assert_eq!(game.rolls(), [("surprise", vec![3], Some(4), 0)]);
        assert!(game.marked("R1", marks::FELL_BACK));
        assert_eq!(declared(&game), Some(ChargeProgress::Declared), "the charge goes on");
    });
}

#[test]
fn answers_are_forecast_from_the_side_of_the_charged() {
    let mut game = facing(Kind::LightHorse, Kind::Line, 7).house("premeasure", "on").game(&[]);
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
    let game = facing(Kind::Line, Kind::Line, 12).house("premeasure", "on").game(&[]);
    let forecast = game.war.forecast(&game.order("charge B1 >R1"));
    assert_eq!((forecast.effect.succeeds, forecast.effect.inflicted), (0.0, 0.0));
    let mut near = facing(Kind::Line, Kind::Line, 3).game(&[]);
    near.give("charge B1 >R1");
    let unit = near.id("B1");
    let contact = homecoming::charge_effect(&near.war, unit, &pose("12,8/N/line7"));
    assert!(contact.succeeds > 0.2 && contact.taken > 0.0);
    assert_eq!(homecoming::charge_effect(&near.war, unit, &pose("12,10/N/line7")).succeeds, 0.0, "no contact there");
}

/// Ends the declarations, if they are still open.
pub fn declarations_over(game: &mut Game) {
    if game.asks() == "charge" {
        game.give("done");
    }
}

#[test]
fn who_dares_not_charge_still_moves_forms_and_searches() {
    bites(&["OW-ASSAULT-1b"], || {
        let balked = |dice: &[u8]| {
            let mut game = Fixture::open(28, 30)
                .terrain(battle::Terrain::Crops, &["12,16"])
                .unit("B1", Kind::Line, 7, "12,20/N/line7")
                .unit("R1", Kind::HeavyHorse, 7, "12,7/S/line7")
                .phase(CHARGES, Side::Blue)
                .game(dice);
            game.give("charge B1 >R1");
            declarations_over(&mut game);
            assert_eq!(game.asks(), "move");
            game
        };
        let mut game = balked(&[3, 6, 6]);
        assert_eq!(game.refused("double B1 12,16/N/line7").clause, "OW-ASSAULT-1", "a normal move");
        assert_eq!(game.refused("home B1 12,18/N/line7").clause, "OW-ASSAULT-6");
        game.give("move B1 12,18/N/line7");
        game.give("search B1");
        assert_eq!((game.pose("B1").as_str(), game.unread()), ("12,18/N/line7", 0));
        let mut game = balked(&[3]);
        game.give("column B1 12,20/N/column2");
        assert_eq!(game.pose("B1"), "12,20/N/column2");
    });
}

#[test]
fn a_charge_that_is_not_ridden_leaves_the_unit_where_its_move_ended() {
    bites(&["OW-ASSAULT-5a", "OW-ASSAULT-5b"], || {
        let mut game = facing(Kind::Line, Kind::Line, 12).game(&[1; 8]);
        game.give("charge B1 >R1");
        declarations_over(&mut game);
        game.give("move B1 12,17/N/line7");
        game.give("done");
        assert_eq!(game.asks(), "reply", "it is fired at from nine inches");
        game.give("fire R1 >B1");
        assert_eq!(game.pose("B1"), "12,17/N/line7");
    });
}

#[test]
fn an_assault_is_spread_over_the_steps_of_the_turn() {
    bites(&["OW-SEQ-3"], || {
        let mut dice = vec![4];
        dice.extend([1; 16 + 6]);
        dice.extend([6; 7]);
        let mut game = Fixture::open(40, 40)
            .unit("B1", Kind::Line, 7, "12,12/N/line7")
            .unit("R1", Kind::LightGuns, 3, "12,7/S/battery3")
            .unit("B2", Kind::Line, 7, "28,20/N/line7")
            .unit("R2", Kind::Line, 7, "28,10/S/line7")
            .phase(CHARGES, Side::Blue)
            .game(&dice);
        game.give("charge B1 >R1");
        declarations_over(&mut game);
        game.give("home B1 12,8/N/line7");
        assert_eq!(declared(&game), Some(ChargeProgress::Contact));
        game.give("done");
        assert_eq!(game.asks(), "fire", "others shoot before the mêlée");
        game.give("fire B2 >R2");
        assert_eq!(game.asks(), "reply");
        game.give("fire R1 >B1");
        let labels: Vec<_> = game.rolls().into_iter().map(|roll| roll.0).collect();
        assert_eq!(labels, ["charge", "fire", "defensive fire", "kills"]);
        assert_eq!((game.stands("R1"), game.asks()), (0, "triumph"));
    });
}

/// Blue's unit charges R1 behind R2, which stands in its way, and has ridden into R2.
fn redirected(blue: Kind, red: Kind, shape: &str, house: &str, dice: &[u8]) -> Game {
    let mut game = Fixture::open(40, 40)
        .house("redirected_response", house)
        .unit("B1", blue, 5, "20,28/N/line5")
        .unit("R1", Kind::Line, 7, "20,16/S/line7")
        .unit("R2", red, 3, &format!("20,22/S/{shape}"))
        .phase(CHARGES, Side::Blue)
        .game(dice);
    game.give("charge B1 >R1");
    if game.asks() == "respond" {
        game.give("stand R1 >B1");
    }
    declarations_over(&mut game);
    game.give("move B1 20,26/N/line5");
    game.give("home B1 20,23/N/line5");
    game
}

#[test]
fn whoever_is_ridden_into_may_form_square_and_is_checked_against() {
    bites(&["OW-ASSAULT-6b", "OW-ASSAULT-6c", "OW-MORALE-6a", "OW-SQUARE-5"], || {
        let mut shy = redirected(Kind::LightHorse, Kind::Line, "line3", "on", &[4, 2]);
        assert_eq!(shy.asks(), "respond");
        shy.give("hasty R2 >B1");
        assert!(shy.pose("R2").contains("square"));
        assert_eq!(shy.war.field().distance(shy.id("B1"), shy.id("R2")), 2, "it halts two inches off");
        assert_eq!(declared(&shy), Some(ChargeProgress::Done));
        assert_eq!(shy.unread(), 0);
        let mut bold = redirected(Kind::LightHorse, Kind::Line, "line3", "on", &[4, 4]);
        bold.give("hasty R2 >B1");
        let charge = *bold.war.state.own.charge_of(bold.id("B1")).expect("a charge");
        assert_eq!((charge.target, charge.progress), (bold.id("R2"), ChargeProgress::Contact));
        let mut late = redirected(Kind::LightHorse, Kind::Line, "line3", "on", &[3, 1, 1, 1, 1]);
        late.give("hasty R2 >B1");
        late.give("done");
        assert!(late.rolls().iter().all(|roll| roll.0 != "defensive fire"), "it tried, and does not fire");
    });
}

#[test]
fn foot_that_rides_into_guns_or_horse_needs_nerve_after_all() {
    bites(&["OW-MORALE-5", "OW-ASSAULT-6b", "OW-ASSAULT-6d"], || {
        let failed = redirected(Kind::Line, Kind::LightGuns, "battery3", "on", &[3]);
        assert_eq!(failed.rolls(), [("charge", vec![3], Some(4), 0)]);
        assert_eq!(failed.pose("B1"), "20,26/N/line5", "back where the leg started");
        assert_eq!(declared(&failed), Some(ChargeProgress::Done));
        let passed = redirected(Kind::Line, Kind::LightGuns, "battery3", "off", &[4]);
        assert_eq!(declared(&passed), Some(ChargeProgress::Contact), "the check stays without the response");
        assert_eq!(passed.unread(), 0);
    });
}

#[test]
fn the_response_of_whoever_is_ridden_into_is_an_option_and_comes_once_a_turn() {
    bites(&["OW-ASSAULT-6b", "OW-ASSAULT-6d"], || {
        let none = redirected(Kind::LightHorse, Kind::Line, "line3", "off", &[]);
        assert_eq!(declared(&none), Some(ChargeProgress::Contact), "no question, and no check against a line");
        let mut square = Fixture::open(40, 40)
            .house("redirected_response", "off")
            .unit("B1", Kind::LightHorse, 5, "20,28/N/line5")
            .unit("R1", Kind::Line, 7, "20,14/S/line7")
            .unit("R2", Kind::Line, 6, "20,21/S/square1")
            .phase(CHARGES, Side::Blue)
            .game(&[2]);
        square.give("charge B1 >R1");
        square.give("stand R1 >B1");
        declarations_over(&mut square);
        square.give("home B1 20,23/N/line5");
        assert_eq!(square.war.field().distance(square.id("B1"), square.id("R2")), 2);
        assert_eq!((declared(&square), square.unread()), (Some(ChargeProgress::Done), 0));
        let mut twice = Fixture::open(40, 40)
            .unit("B1", Kind::LightHorse, 3, "18,28/N/line3")
            .unit("B2", Kind::LightHorse, 3, "23,28/N/line3")
            .unit("R1", Kind::Line, 9, "20,16/S/line9")
            .unit("R2", Kind::Line, 3, "18,22/S/line3")
            .phase(CHARGES, Side::Blue)
            .game(&[]);
        twice.give("charge B2 >R2");
        twice.give("stand R2 >B2");
        twice.give("charge B1 >R1");
        twice.give("stand R1 >B1");
        declarations_over(&mut twice);
        twice.give("home B1 18,23/N/line3");
        let met = twice.war.state.own.charge_of(twice.id("B1")).map(|charge| (charge.target, charge.progress));
        assert_eq!(met, Some((twice.id("R2"), ChargeProgress::Contact)));
        assert_eq!(twice.asks(), "move", "R2 has answered this turn");
    });
}

#[test]
fn a_charge_that_is_barred_is_foreseen_not_to_come_home() {
    let foreseen = |field: Fixture| {
        let game = field.house("premeasure", "on").phase(CHARGES, Side::Blue).game(&[]);
        let forecast = game.war.forecast(&game.order("charge B1 >R1"));
        (forecast.results.first().map(|first| (first.label, first.chance)), forecast.effect.succeeds > 0.0)
    };
    let field = || {
        Fixture::open(28, 30).unit("B1", Kind::LightHorse, 5, "12,20/N/line5").unit(
            "R1",
            Kind::Line,
            7,
            "12,10/S/line7",
        )
    };
    let never = (Some(("reaches the enemy", 0.0)), false);
    assert!(foreseen(field()).1, "over open ground it does");
    assert_eq!(foreseen(field().block(0..=27, 14..=14, Terrain::Water)), never, "water lies between");
    assert_eq!(foreseen(field().unit("R2", Kind::Line, 20, "13,14/S/line20")), never, "others are met first");
    assert_eq!(foreseen(field().unit("B2", Kind::Line, 20, "13,14/N/line20")), never, "friends stand in the way");
    let round = field().unit("B2", Kind::Line, 1, "12,17/N/line1");
    assert!(foreseen(round).1, "it goes round one stand");
}

#[test]
fn a_charge_that_reaches_nobody_is_foreseen_to_go_back() {
    let mut game = facing(Kind::LightHorse, Kind::Line, 12).game(&[]);
    game.give("charge B1 >R1");
    game.give("stand R1 >B1");
    declarations_over(&mut game);
    let forecast = game.war.forecast(&game.order("home B1 12,14/N/line7"));
    assert_eq!(forecast.ends, [(pose("12,20/N/line7"), 1.0)], "back where it stands now");
    assert_eq!((forecast.effect.succeeds, forecast.effect.taken > 0.0), (0.0, true), "shot at for nothing");
}

#[test]
fn a_ride_into_somebody_else_is_foreseen_with_the_check_against_him() {
    let mut game = Fixture::open(40, 40)
        .unit("B1", Kind::Line, 5, "20,26/N/line5")
        .unit("R1", Kind::Line, 7, "20,16/S/line7")
        .unit("R2", Kind::LightGuns, 3, "20,22/S/battery3")
        .phase(CHARGES, Side::Blue)
        .game(&[]);
    game.give("charge B1 >R1");
    declarations_over(&mut game);
    let forecast = game.war.forecast(&game.order("home B1 20,23/N/line5"));
    let stops = forecast.results.iter().find(|result| result.label == "charger stops at motivation");
    assert!(stops.is_some_and(|stops| (stops.chance - 0.5).abs() < 1e-9), "{:?}", forecast.results);
    assert_eq!(forecast.rolls[0].label, "charge");
}

#[test]
fn who_charged_in_an_earlier_turn_may_charge_again() {
    let mut game = facing(Kind::Line, Kind::Line, 8).game(&[]);
    game.give("charge B1 >R1");
    let unit = game.id("B1");
    assert_eq!(charges::may_charge(&game.war, unit).map_err(|why| why.clause()), Err("OW-ASSAULT-1"), "once a turn");
    game.war.state.own.charges[0].progress = ChargeProgress::Done;
    game.enter(CHARGES, Side::Blue);
    assert_eq!(charges::may_charge(&game.war, unit).map_err(|why| why.clause()), Ok(()), "in another turn");
}

#[test]
fn horse_that_does_not_dare_to_charge_guns_stays_where_it_is() {
    let guns = Fixture::open(28, 30).unit("B1", Kind::LightHorse, 7, "12,14/N/line7");
    let guns = guns.unit("R1", Kind::HeavyGuns, 2, "12,7/S/battery2").phase(CHARGES, Side::Blue);
    let mut game = guns.game(&[3]);
    game.give("charge B1 >R1");
    assert_eq!(game.rolls().len(), 1);
    assert_eq!((declared(&game), game.pose("B1").as_str()), (Some(ChargeProgress::Balked), "12,14/N/line7"));
}

#[test]
fn with_measuring_a_charge_is_declared_within_its_reach() {
    let refused = |gap: i16| {
        let game = facing(Kind::Line, Kind::Line, gap).house("premeasure", "on").game(&[]);
        let unit = [game.id("B1"), game.id("R1")];
        charges::may_charge_at(&game.war, unit[0], unit[1]).map_err(|why| why.clause())
    };
    assert_eq!([refused(8), refused(9)], [Ok(()), Err("OW-SCALE-2")], "4 inches in line and 4 of the charge");
}

#[test]
fn nobody_charges_friends() {
    let field = facing(Kind::Line, Kind::Line, 8).unit("B2", Kind::Line, 3, "12,12/N/line3");
    let game = field.game(&[]);
    let why = charges::may_charge_at(&game.war, game.id("B1"), game.id("B2")).expect_err("a friend");
    assert_eq!(why.clause(), "OW-ASSAULT-1");
}

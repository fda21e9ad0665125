//! Odds equal the resolver: every kind of roll and of fire on every way of the dice; melees and charges, which have too many
//! ways to follow them all, by 100 000 throws and by a second model written from the page.

use battle::{Forecast, Pool, Pose, System as _};
use proving::{falls_as_foreseen, ways};

use super::fixture::Fixture;
use super::model::{self, Charge, Corps};
use super::steps::{Played, answer, charge, fight, figures, leg, met, ride};
use super::throws::Thrown;
use crate::charge::{defence, odds, reach, targets};
use crate::fire::aim::{Manner, shot, volley};
use crate::fire::pools_of;
use crate::generals;
use crate::info::{CLOSE, FIRE, VOLLEY};
use crate::morale::{self, Cause};
use crate::movement::dice::{pace, throw_of};
use crate::profile::{Troops, Weight};
use crate::space::{Aspect, Shape};
use crate::why::Why;
use crate::{marks, melee, tables};

/// Holds a roll of B1 to fall as foreseen.
#[track_caller]
fn thrown(game: &Played, pool: &Pool) {
    falls_as_foreseen(&game.war, pool, game.war.by_unit(game.id("B1"), None, Why::Marker));
}

#[test]
fn moves_of_every_kind_fall_as_foreseen() {
    let of = |troops, shape, weight| {
        let field = Fixture::plain().unit("B1", troops, 4, (10, 30), "N", shape);
        let game = if troops == Troops::Guns { field.weight(weight) } else { field }.game(&[]);
        let unit = game.id("B1");
        thrown(&game, &throw_of(pace(&game.war, unit)));
        thrown(&game, &reach::roll(&game.war, unit));
    };
    for shape in [Shape::Line, Shape::Open, Shape::Column, Shape::Skirmish] {
        of(Troops::Regulars, shape, Weight::Light);
    }
    of(Troops::Horse, Shape::Line, Weight::Light);
    for weight in [Weight::Light, Weight::Medium, Weight::Heavy] {
        of(Troops::Guns, Shape::Battery, weight);
        of(Troops::Guns, Shape::Limbered, weight);
    }
    let rout = |troops, shape| {
        let game = Fixture::plain().unit("B1", troops, 4, (10, 30), "N", shape).game(&[]);
        let seat = crate::space::seat(&game.war, game.id("B1"));
        thrown(&game, &morale::rout::pool(tables::rout(game.war.profile(game.id("B1")), shape, seat)));
    };
    rout(Troops::Regulars, Shape::Line);
    rout(Troops::Horse, Shape::Line);
    rout(Troops::Guns, Shape::Limbered);
}

#[test]
fn tests_of_every_kind_fall_as_foreseen() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2).lost(7).led("BG");
    let game = field.foot("R1", 8, (13, 24), "S", Shape::Open).class(4).marks(marks::PANIC).game(&[]);
    let (by, on) = (game.id("B1"), game.id("R1"));
    for cause in [Cause::Marker, Cause::Rally, Cause::MeleeWon, Cause::MeleeHeld, Cause::Stop] {
        thrown(&game, &morale::test(&game.war, by, cause, &[], Why::Marker));
    }
    thrown(&game, &targets::test(&game.war, by, &[(on, Aspect::Flank)], Why::Charging));
    thrown(&game, &defence::test(&game.war, on, by, Aspect::Rear));
    for lost in 1..=6 {
        thrown(&game, &generals::risk(lost));
    }
}

#[test]
fn fire_of_every_kind_falls_as_foreseen() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
    let field =
        field.foot("B2", 6, (14, 30), "N", Shape::Line).unit("B3", Troops::Guns, 2, (18, 30), "N", Shape::Battery);
    let game = field.foot("R1", 8, (15, 27), "S", Shape::Line).game(&[]);
    let aim = |by: &str, manner| shot(&game.war, game.id(by), game.id("R1"), manner);
    for manner in [Manner::Own, Manner::Volley, Manner::Ragged] {
        for by in ["B1", "B2", "B3"] {
            let shots: Vec<_> = aim(by, manner).into_iter().collect();
            pools_of(&shots).iter().for_each(|pool| thrown(&game, pool));
        }
    }
    let together: Vec<_> = ["B1", "B2"].into_iter().filter_map(|by| aim(by, Manner::Own)).collect();
    let pools = pools_of(&together);
    assert_eq!(pools.len(), 2, "42 figures");
    pools.iter().for_each(|pool| thrown(&game, pool));
    let guns = volley(&game.war, game.id("B3"), game.id("R1"), Manner::Volley);
    guns.iter().for_each(|shot| pools_of(std::slice::from_ref(shot)).iter().for_each(|pool| thrown(&game, pool)));
}

fn of(forecast: &Forecast, label: &str) -> f64 {
    forecast.results.iter().find(|result| result.label == label).map_or(0.0, |result| result.chance)
}

/// Two units of so many stands in contact.
fn pair(blue: Fixture) -> Played {
    met(blue, &[], &[("B1", "R1", Aspect::Front)])
}

fn lines() -> Fixture {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    field.foot("R1", 8, (11, 29), "S", Shape::Open)
}

/// The numbers of those lines: 12 figures at class, charge and ranks; 21 at open order.
fn line_numbers() -> [Corps; 2] {
    let blue = Corps { now: 24, start: 24, fights: 12, mods: [3, 2], number: 8, after: 0, general: 0 };
    [blue, Corps { fights: 21, mods: [-1, -1], number: 7, ..blue }]
}

#[track_caller]
fn melee_as_modelled(game: &Played, [charger, charged]: [Corps; 2], rounds: usize) {
    let foreseen = melee::odds::foresee(&game.war, game.id("B1"), game.id("R1"));
    let end = model::melee(&charger, &charged, rounds);
    let same =
        |name, one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{name}: {one} foreseen, {other} by the page");
    same("attacker routs", of(&foreseen, "attacker routs"), end.charger_routs);
    same("defender routs", of(&foreseen, "defender routs"), end.charged_rout);
    same("attacker retires", of(&foreseen, "attacker retires"), end.stand);
    same("taken", foreseen.effect.taken * f64::from(charger.start), end.lost[0]);
    same("inflicted", foreseen.effect.inflicted * f64::from(charged.start), end.lost[1]);
}

#[test]
fn melees_are_foreseen_as_the_page_has_them() {
    melee_as_modelled(&pair(lines()), line_numbers(), 2);
    // A brigadier, and losses that stand just above quarters.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2).lost(5).led("BG");
    let field = field.foot("R1", 8, (11, 29), "S", Shape::Open).lost(3);
    let [blue, red] = line_numbers();
    let led = Corps { now: 19, after: -1, general: 1, ..blue };
    melee_as_modelled(&pair(field), [led, Corps { now: 21, ..red }], 2);
    // Example 29: class 2 horse on a class 3 close order front.
    let field = Fixture::plain().unit("B1", Troops::Horse, 6, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("R1", 8, (11, 29), "S", Shape::Line);
    let horse = Corps { now: 12, start: 12, fights: 12, mods: [2, 1], ..blue };
    melee_as_modelled(&pair(field), [horse, Corps { fights: 12, mods: [1, 1], ..red }], 1);
    // Example 38: a class 3 warband on class 4 militia.
    let field = Fixture::plain().unit("B1", Troops::Indians, 6, (10, 30), "N", Shape::Skirmish);
    let field = field.unit("R1", Troops::Militia, 8, (12, 29), "S", Shape::Open).class(4);
    let band = Corps { now: 12, start: 12, fights: 10, mods: [3, 2], ..blue };
    melee_as_modelled(&pair(field), [band, Corps { fights: 24, mods: [-2, -2], number: 6, ..red }], 2);
    // A line on two guns: three stands touch and one overlaps; bayonets against nothing.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
    let field = field.unit("R1", Troops::Guns, 2, (11, 29), "S", Shape::Battery);
    let foot = Corps { mods: [4, 3], number: 7, ..blue };
    let crews = Corps { now: 8, start: 8, fights: 8, mods: [-2, -2], ..red };
    melee_as_modelled(&pair(field), [foot, crews], 2);
}

/// A class 2 line and a class 3 line in open order 9 inches off.
fn far() -> Fixture {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (15, 21), "S", Shape::Open)
}

/// That charge by the page: 7 of 2d6 and 3 to come within 2 inches, 8 to touch; the volley at +2.
fn far_numbers() -> Charge {
    let [charger, charged] = line_numbers();
    let (wakes, meets) = (33.0 / 36.0, 30.0 / 36.0);
    // Six hits leave three files, which touch four stands.
    let fights = |hit| if hit < 6 { [12, 21] } else { [9, 18] };
    Charge { charger, charged, rounds: 2, tests: [0, 0], stands: 0, volley: [24, 12], fire: 2, fights, wakes, meets }
}

#[track_caller]
fn charge_as_modelled(field: Fixture, plan: &Charge) {
    let game = field.game(&[]);
    let foreseen = odds::by_its_way(&game.war, game.id("B1"), game.id("R1"));
    let fate = model::charge(plan);
    let same =
        |name, one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{name}: {one} foreseen, {other} by the page");
    same("refuses to charge", of(&foreseen, "refuses to charge"), fate.refused);
    let met = fate.end.won + fate.end.beaten + fate.end.stand + both_rout(&fate);
    same("contact", of(&foreseen, "reaches the enemy"), met);
    same("defender routs", of(&foreseen, "defender routs"), fate.fled + fate.end.charged_rout);
    same("attacker routs", of(&foreseen, "attacker routs"), fate.shot_down + fate.end.charger_routs);
    same("taken", foreseen.effect.taken * f64::from(plan.charger.start), fate.lost[0]);
    same("inflicted", foreseen.effect.inflicted * f64::from(plan.charged.start), fate.lost[1]);
    // Whoever neither touches nor routs has a marker.
    let marker = 1.0 - met - fate.shot_down;
    same("a marker", of(&foreseen, "attacker is left with a panic marker"), marker);
    same("is destroyed", foreseen.effect.destroyed, fate.shot_down + fate.end.charger_routs);
    // It goes back by a test that it fails, or having won no melee.
    let back = fate.refused + fate.stopped - fate.shot_down + fate.end.stand;
    same("is thrown back", foreseen.effect.repelled, back);
}

/// The chance that both rout in the melee.
fn both_rout(fate: &model::Fate) -> f64 {
    fate.end.charger_routs - fate.end.beaten
}

#[test]
fn charges_are_foreseen_as_the_page_has_them() {
    charge_as_modelled(far(), &far_numbers());
    let base = far_numbers();
    let [line, _] = line_numbers();
    // Class 2 on class 5 militia in the open: no bayonets +1, and no fire if it wavers; its muskets are worth 1 less.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line);
    let militia = Corps { fights: 15, mods: [-3, -3], number: 5, ..line };
    let charger = Corps { mods: [5, 4], ..line };
    let fights = |hit| if hit < 6 { [12, 15] } else { [9, 12] };
    let open = Charge { charger, charged: militia, stands: 1, volley: [24, 0], fire: 1, fights, ..base };
    let at = (15, 21);
    charge_as_modelled(field.clone().unit("R1", Troops::Militia, 8, at, "S", Shape::Open).class(5), &open);
    // Both supported: one less for all tests.
    let supported = Charge {
        charger: Corps { after: 0, ..line },
        charged: Corps { fights: 21, mods: [-1, -1], number: 7, after: -1, ..line },
        stands: -1,
        ..base
    };
    let behind = |field: Fixture| field.foot("R2", 8, (16, 17), "S", Shape::Line);
    let near = field.clone().foot("R1", 8, at, "S", Shape::Open).foot("R2", 8, (16, 18), "S", Shape::Line);
    charge_as_modelled(near, &supported);
    // Class 2 horse on a supported class 3 line: 4d6 and 6 always reach; formed horse is hit easier.
    let horse = Corps { now: 12, start: 12, fights: 12, mods: [2, 1], ..line };
    let closed = Corps { fights: 12, mods: [1, 1], number: 7, after: -1, ..line };
    let fights = |hit| [12 - hit, 12];
    let (wakes, meets) = (1.0, 1.0);
    let ridden =
        Charge { charger: horse, charged: closed, rounds: 1, stands: 0, fire: 3, fights, wakes, meets, ..base };
    let field = Fixture::plain().unit("B1", Troops::Horse, 6, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, at, "S", Shape::Line);
    charge_as_modelled(behind(field), &ridden);
}

/// A class 3 unit with a marker (7 or less) routs on 9 and 10 (MC-MORALE-10). One that routs already rallies on 6 or less and
/// has nothing to lose by its test.
#[test]
fn who_runs_already_has_nothing_to_lose_by_a_test() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).foot("R1", 8, (15, 5), "S", Shape::Line);
    let foreseen = |marks| {
        let mut game = field.clone().game(&[]);
        let unit = game.id("B1");
        game.umpire().mark(unit, marks, true);
        let row = &morale::rally::TEST_ROW;
        (row.foresee)(&game.war, &battle::Order::new(crate::info::TEST).by(unit)).effect
    };
    let shaken = foreseen(marks::PANIC);
    assert_eq!([shaken.destroyed, shaken.recovers].map(|one| (one * 10.0).round()), [2.0, 0.0]);
    let runs = foreseen(marks::PANIC | marks::ROUTING);
    assert_eq!([runs.destroyed, runs.recovers].map(|one| (one * 10.0).round()), [0.0, 6.0]);
}

/// A leg that wakes the enemy brings what the rest of the charge does (MC-CHARGE-8 to 15, 21): 9 inches off, with a throw
/// that suffices.
#[test]
fn a_leg_to_a_pause_is_foreseen_as_the_page_has_it() {
    // The charge passes on a 5 and comes 12 and 3 inches; the line is woken on the way.
    let mut game = charge(far(), &[5, 6, 6], &[("B1", "R1")]);
    ride(&mut game, "B1");
    let reach = game.war.reach_of(&game.order(CLOSE, "B1", ""));
    let ends: Vec<Pose> = reach.legal().map(|place| place.pose).collect();
    assert!(!ends.is_empty(), "a leg");
    let fate = model::charge(&Charge { wakes: 1.0, meets: 1.0, ..far_numbers() });
    let ridden = 1.0 - fate.refused;
    let met = fate.end.won + fate.end.beaten + fate.end.stand + both_rout(&fate);
    let foreseen = game.war.forecast(&game.order(CLOSE, "B1", "").to(ends[0]));
    let same =
        |name, one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{name}: {one} foreseen, {other} by the page");
    same("contact", of(&foreseen, "reaches the enemy"), met / ridden);
    same("defender routs", of(&foreseen, "defender routs"), (fate.fled + fate.end.charged_rout) / ridden);
    same("attacker routs", of(&foreseen, "attacker routs"), (fate.shot_down + fate.end.charger_routs) / ridden);
}

/// A stand 6 hexes before another, straight to its left: a step to the left after one to the left is oblique. The pause costs 6 inches
/// at least (left, right, left, aside, left), and the step that meets it from there 2 more (MC-MOVE-5, 6): what a leg to the pause
/// promises goes on from the step it ends with.
#[test]
fn a_leg_after_which_an_oblique_step_is_too_dear_reaches_nobody() {
    let promised = |face: u8| {
        let field =
            Fixture::plain().foot("B1", 1, (10, 30), "N", Shape::Open).foot("R1", 1, (10, 24), "S", Shape::Open);
        let field = field.foot("B9", 8, (35, 40), "N", Shape::Line);
        let mut game = charge(field, &[1, 1, face], &[("B1", "R1")]);
        ride(&mut game, "B1");
        let pause = game.pose("B1").at(hexes::Hex::new(10, 26));
        let foreseen = game.war.forecast(&game.order(CLOSE, "B1", "").to(pause));
        of(&foreseen, "reaches the enemy")
    };
    assert!((promised(1) - 0.0).abs() < 1e-9, "2d6+2+3 of 1 and 1: 7 inches");
    assert!(promised(2) > 0.0, "8 inches");
}

/// One that runs stands beside the target: no charge comes next to who has not reacted to it, and who runs does not (MC-CHARGE-14, 15).
#[test]
fn a_leg_after_which_there_is_no_place_beside_the_target_reaches_nobody() {
    let promised = |beside: &[(i16, i16)]| {
        let field =
            Fixture::plain().foot("B1", 1, (10, 30), "N", Shape::Open).foot("R1", 1, (12, 24), "S", Shape::Open);
        let field = beside
            .iter()
            .zip(["R2", "R3"])
            .fold(field, |field, (hex, label)| field.foot(label, 1, *hex, "S", Shape::Open).marks(marks::ROUTING));
        let mut game = charge(field.foot("B9", 8, (35, 40), "N", Shape::Line), &[1, 6, 6], &[("B1", "R1")]);
        ride(&mut game, "B1");
        let stem = game.order(CLOSE, "B1", "");
        let reach = game.war.reach_of(&stem);
        let legs = reach.legal().map(|place| game.war.forecast(&stem.to(place.pose)));
        legs.map(|foreseen| of(&foreseen, "reaches the enemy")).fold(0.0, f64::max)
    };
    assert!(promised(&[]) > 0.0, "alone it is reached");
    assert!((promised(&[(11, 24), (13, 24)]) - 0.0).abs() < 1e-9, "between two that run it is not");
}

/// The volley is shown as it falls: with 24 figures on 7 of the 8 ways to stand, with half of them on the eighth (MC-CHARGE-9, 10).
#[test]
fn a_volley_at_a_charge_is_shown_as_it_falls_whether_the_test_is_passed_or_failed_by_1() {
    let game = far().game(&[]);
    let foreseen = odds::by_its_way(&game.war, game.id("B1"), game.id("R1"));
    let fire = foreseen.rolls.iter().find(|roll| roll.label == "fire").expect("a volley");
    let [all, half] = [24, 12].map(|figures| model::hits(figures, 2, 24));
    for hits in 0..all.len().max(half.len()) {
        let chance = |of: &[f64]| of.get(hits).copied().unwrap_or_default();
        let falls = 0.875 * chance(&all) + 0.125 * chance(&half);
        let shown = fire.outcome.chance(hits as i32);
        assert!((shown - falls).abs() < 1e-9, "{hits} hits: {shown} shown, {falls} by the page");
    }
}

#[test]
fn a_charger_with_his_general_is_foreseen_as_the_page_has_it() {
    // Example 23: brigadier and support, -2; in contact the column is within 3 inches still.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2).led("BG");
    let field = field.foot("B2", 8, (9, 25), "N", Shape::Column).foot("R1", 8, (15, 21), "S", Shape::Open);
    let base = far_numbers();
    let charger = Corps { after: -2, general: 1, ..base.charger };
    charge_as_modelled(field, &Charge { charger, tests: [-2, -2], ..base });
}

/// Whether a unit of that label is gone or routs.
fn is_broken(war: &crate::War, unit: battle::UnitId) -> f64 {
    f64::from(u8::from(!war.present(unit) || war.marked(unit, marks::ROUTING)))
}

#[test]
fn a_melee_resolved_a_hundred_thousand_times_ends_as_foreseen() {
    let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line).class(2);
    let game = pair(field.foot("R1", 4, (11, 29), "S", Shape::Open));
    let (by, on) = (game.id("B1"), game.id("R1"));
    let foreseen = melee::odds::foresee(&game.war, by, on).effect;
    let thrown = Thrown::out(&game, |game| {
        let groups = melee::fighters::groups(&game.war);
        fight(game, &groups[0]);
    });
    assert!(thrown.courses() > 100, "{}", thrown.courses());
    thrown.is("attacker routs", foreseen.destroyed, |war| is_broken(war, by));
    thrown.is("defender routs", foreseen.destroys, |war| is_broken(war, on));
    thrown.is("taken", foreseen.taken * 12.0, |war| f64::from(12 - war.strength(by)));
    thrown.is("inflicted", foreseen.inflicted * 12.0, |war| f64::from(12 - war.strength(on)));
    let retires = |war: &crate::War| f64::from(u8::from(war.marked(by, marks::SPENT)));
    thrown.is("attacker retires", foreseen.repelled, retires);
}

#[test]
fn a_charge_resolved_a_hundred_thousand_times_comes_home_as_foreseen() {
    // It has passed its first test and thrown 9.
    let mut start = charge(far(), &[8, 3, 3], &[("B1", "R1")]);
    ride(&mut start, "B1");
    let (by, on) = (start.id("B1"), start.id("R1"));
    let thrown = Thrown::out(&start, |game| {
        leg(game, "B1", (14, 23));
        if game.asks() == "react" {
            answer(game, VOLLEY, "R1");
        }
        if game.asks() == "close" {
            leg(game, "B1", (14, 22));
        }
    });
    let plan = Charge { wakes: 1.0, meets: 1.0, ..far_numbers() };
    let fate = model::charge(&plan);
    let goes = 1.0 - fate.refused;
    let met = (fate.end.won + fate.end.beaten + fate.end.stand + both_rout(&fate)) / goes;
    thrown.is("defender routs", fate.fled / goes, |war| is_broken(war, on));
    thrown.is("attacker routs", fate.shot_down / goes, |war| is_broken(war, by));
    thrown.is("repulsed", (fate.stopped - fate.shot_down) / goes, |war| {
        f64::from(u8::from(war.marked(by, marks::SPENT)))
    });
    thrown.is("in contact", met, |war| f64::from(u8::from(!war.state.own.contacts.is_empty())));
    let volley = model::hits(24, 2, 24).iter().enumerate().map(|(hit, chance)| hit as f64 * chance).sum::<f64>();
    let ragged = model::hits(12, 2, 24).iter().enumerate().map(|(hit, chance)| hit as f64 * chance).sum::<f64>();
    thrown.is("taken", 0.7 * volley + 0.1 * ragged, |war| f64::from(24 - war.strength(by)));
}

/// Percentages of the page's list by those numbers: refused, fled, stopped, won, lost, neither.
fn percent(plan: &Charge) -> [f64; 6] {
    let fate = model::charge(&Charge { wakes: 1.0, meets: 1.0, ..*plan });
    let neither = fate.end.stand + both_rout(&fate);
    [fate.refused, fate.fled, fate.stopped, fate.end.won, fate.end.beaten, neither].map(|share| 100.0 * share)
}

#[track_caller]
fn sane(name: &str, plan: &Charge, page: [f64; 6]) {
    let fell = percent(plan);
    let far = fell.iter().zip(page).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
    assert!(far < 2.0, "{name}: {fell:.1?} by the model, {page:?} simulated for the page");
}

#[test]
fn the_page_s_sanity_figures_come_out() {
    let [line, _] = line_numbers();
    let base = far_numbers();
    // Class 2 in close order on class 5 militia in the open.
    let militia = Corps { fights: 15, mods: [-3, -3], number: 5, ..line };
    let fights = |hit| if hit < 6 { [12, 15] } else { [9, 12] };
    let charger = Corps { mods: [5, 4], ..line };
    let open = Charge { charger, charged: militia, stands: 1, volley: [24, 0], fire: 1, fights, ..base };
    sane("militia in the open", &open, [20.0, 40.0, 6.0, 31.0, 0.0, 3.0]);
    let charger = Corps { mods: [3, 4], ..line };
    let fenced = Charge { charger, charged: Corps { after: -2, ..militia }, stands: -2, ..open };
    sane("militia behind a fence", &fenced, [20.0, 16.0, 11.0, 47.0, 1.0, 6.0]);
    let charger = Corps { after: -1, ..line };
    let closed = Corps { fights: 12, mods: [1, 1], number: 7, after: -1, ..line };
    let fights = |hit| if hit < 6 { [12, 12] } else { [9, 12] };
    let close = Charge { charger, charged: closed, tests: [-1, -1], stands: -1, fights, ..base };
    sane("close order", &close, [10.0, 9.0, 9.0, 39.0, 21.0, 12.0]);
    let charger = Corps { fights: 24, mods: [1, 0], after: -1, ..line };
    let fights = |hit| [24 - hit, 24 - 3 * (hit / 3)];
    let opened = Charge { charger, charged: Corps { fights: 24, mods: [-1, -1], ..closed }, fire: 1, fights, ..close };
    sane("open order", &opened, [10.0, 9.0, 8.0, 43.0, 19.0, 11.0]);
    let horse = Corps { now: 12, start: 12, fights: 12, mods: [2, 1], ..line };
    let fights = |hit| [12 - hit, 12];
    let ridden = Charge { charger: horse, charged: closed, rounds: 1, stands: 0, fire: 3, fights, ..base };
    sane("horse", &ridden, [20.0, 16.0, 19.0, 16.0, 17.0, 13.0]);
}

#[test]
fn fire_costs_as_foreseen_on_every_way_of_the_dice() {
    let fires = |field: Fixture, by: &str| {
        let game = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R9", 8, (38, 36), "S", Shape::Line).game(&[]);
        let (order, on) = (game.order(FIRE, by, "R1"), game.id("R1"));
        let (foreseen, full) = (game.war.forecast(&order), f64::from(game.war.field().unit(on).full));
        let shot = |game: &mut Played, _: usize| {
            game.give(order);
            false
        };
        let (before, left) = (figures(&game, "R1"), |game: &Played| figures(game, "R1"));
        let all = ways(&game, shot, |game| (before - left(game), game.war.marked(on, marks::PANIC)));
        all.come_to("inflicted", foreseen.effect.inflicted * full, |(lost, _)| f64::from(*lost));
        all.are("loses figures", of(&foreseen, "target loses figures"), |(lost, _)| *lost > 0);
        all.are("marker", of(&foreseen, "target gets a panic marker"), |(_, marker)| *marker);
    };
    let line = || Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
    fires(line().foot("R1", 8, (13, 24), "S", Shape::Line), "B1");
    fires(line().foot("R1", 8, (13, 24), "S", Shape::Open).class(5), "B1");
    fires(line().foot("R1", 1, (12, 28), "S", Shape::Open), "B1");
    // Guns on guns, whose crews are thinned: a gun destroyed takes its crew, or what of it the others have no room for.
    let guns = |lost: i16, crews: &[i16]| {
        let field = Fixture::plain().unit("B1", Troops::Guns, 1, (10, 40), "N", Shape::Battery).weight(Weight::Heavy);
        let crews = crews.to_vec();
        let field = field.unit("R1", Troops::Guns, 2, (20, 28), "ENE", Shape::Battery).lost(lost);
        field.state(move |own| own.crews = crews.clone())
    };
    fires(guns(0, &[4, 4]), "B1");
    fires(guns(2, &[2, 4]), "B1");
    fires(guns(6, &[1, 1]), "B1");
}

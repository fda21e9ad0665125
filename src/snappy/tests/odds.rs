//! Odds equal the resolver, for every kind of roll: positions thrown out a hundred thousand times fall as foreseen, within
//! 4.5 standard deviations, and not as they would with one error in the odds.

use battle::{
    Cell, Chain, Die, Effect, Forecast, Mishap, Order, Pool, Reading, RollForecast, Rung, Side, System, Terrain,
    UnitId, Verb,
};

use rulebook::PhaseId;

use super::fixture::{Fixture, Game};
use super::throws::{Next, Thrown, is_near, owing, share};
use crate::info::{
    CHARGE, CHECK, CLOSE, DEFENSIVE_FIRE, FIGHT, FIRE, FORCE, HALT, INITIATIVE, MELEE, MOVE_PHASE, MOVERS_FIRE, RALLY,
    SQUARE,
};
use crate::melee::Since;
use crate::melee::odds::{Care, Odds};
use crate::morale::{self, Fate};
use crate::orders::Mandate;
use crate::profile::Kind;
use crate::space::Shape;
use crate::state::{Charge, Open};
use crate::tables::{BOLD, DISRUPTED, FIRM, NERVOUS, PANIC, ROUTED};
use crate::why::Why;

fn line(quality: usize) -> Fixture {
    Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).quality(quality)
}

fn before(fixture: Fixture) -> Fixture {
    fixture.foot("R1", (21, 29), "S", Shape::Line)
}

/// Whether places lost and chances are those that fell.
fn is_fate(fell: [(f64, f64); 3], fate: &Fate) -> bool {
    [fate.lost, fate.routs, fate.falls_back].into_iter().zip(fell).all(|(foreseen, fell)| is_near(fell, foreseen))
}

/// Whether a roll came to its results as often as it is shown to.
fn is_shown(thrown: &Thrown, roll: &RollForecast) -> bool {
    let shown = roll
        .outcome
        .outcomes()
        .all(|(value, chance)| is_near(share(thrown.first.get(&(value as i16)).copied().unwrap_or(0)), chance));
    shown && thrown.first.keys().all(|value| roll.outcome.chance(*value) > 0.0)
}

/// The chance of a result by its name.
fn chance(forecast: &Forecast, label: &str) -> f64 {
    forecast.results.iter().find(|result| result.label == label).map_or(0.0, |result| result.chance)
}

/// Checks fall as their chain says; one check more or a worse die is another matter.
#[track_caller]
fn chain_falls_as_foreseen(fixture: &Fixture, owed: u8) {
    let game = fixture.clone().game(&[]);
    let (unit, from) = (game.id("B1"), game.status("B1"));
    let fate = |owed| Fate::of(&game.war, unit, &morale::checks(&game.war, unit, owed, Some(game.id("R1"))));
    let fell = owing(&game, "B1", owed, "R1").fate(unit, from);
    assert!(is_fate(fell, &fate(owed)), "{fell:.4?} fell, {:.4?} foreseen", fate(owed));
    assert!(!is_fate(fell, &fate(owed + 1)), "one check more is told apart");
}

#[test]
fn chains_fall_as_foreseen() {
    chain_falls_as_foreseen(&before(line(1)), 1);
    chain_falls_as_foreseen(&before(line(0)), 3);
    chain_falls_as_foreseen(&before(line(4).status(BOLD)), 2);
    chain_falls_as_foreseen(&before(line(2).status(PANIC)), 1);
}

#[test]
fn chains_under_a_leader_who_may_fall_do_too() {
    chain_falls_as_foreseen(&before(line(1).led(3)), 2);
    chain_falls_as_foreseen(&before(line(3).led(-2)), 1);
}

#[test]
fn chains_know_the_walls_a_unit_is_pushed_out_of_and_the_wall_behind_it() {
    let house = Fixture::plain().terrain(Terrain::StoneBuilding, &[(20, 30), (21, 30)]);
    chain_falls_as_foreseen(&before(house.foot("B1", (20, 30), "N", Shape::Line).quality(1).garrisoned()), 2);
    let shut = Fixture::sized(60, 21).foot("B1", (10, 20), "N", Shape::Line).quality(1);
    let shut = shut.foot("R1", (11, 19), "S", Shape::Line).unit("R2", Kind::Infantry, 1, (9, 20), "S", Shape::Line);
    let shut = shut.unit("R3", Kind::Infantry, 1, (12, 20), "S", Shape::Line);
    let game = shut.clone().game(&[]);
    let ends = morale::checks(&game.war, game.id("B1"), 1, Some(game.id("R1"))).ends();
    assert_eq!(ends.len(), 2, "one failure is the end");
    chain_falls_as_foreseen(&shut, 1);
}

/// A shot, from the order to the last check of its target.
#[track_caller]
fn shot_falls_as_foreseen(fixture: Fixture) {
    let game = fixture.game(&[]);
    let (by, on) = (game.id("B1"), game.id("R1"));
    let order = game.order(FIRE, "B1", "R1");
    let pool = crate::fire::dice::pool(&game.war, by, on).expect("fire");
    let thrown = Thrown::out(&game.war, Next::Pool(pool.clone()), |umpire| (crate::fire::FIRE_ROW.act)(umpire, &order));
    let forecast = game.war.forecast(&order);
    let Effect { inflicted, destroys, repels, succeeds, .. } = forecast.effect;
    let full = crate::forecasts::full(&game.war, on);
    let fate = Fate { lost: inflicted * full, routs: destroys, falls_back: repels };
    let fell = thrown.fate(on, game.status("R1"));
    assert!(is_shown(&thrown, &forecast.rolls[0]), "{:?} fell of {:?}", thrown.first, forecast.rolls[0]);
    assert!(is_fate(fell, &fate), "{fell:.4?} fell, {fate:.4?} foreseen");
    let hit: u32 = thrown.first.iter().filter(|(hits, _)| **hits > 0).map(|(_, times)| times).sum();
    assert!(is_near(share(hit), succeeds) && is_near(share(hit), chance(&forecast, "target hit")));
    let mut kinder = pool;
    kinder.each("an error", 1, "");
    assert!(!is_shown(&thrown, &kinder.shown(None)), "a point more is told apart");
    assert!(!is_fate(fell, &crate::fire::fate(&game.war, by, on, &kinder.outcome())));
}

#[test]
fn fire_falls_as_foreseen() {
    shot_falls_as_foreseen(before(line(3)).quality(1));
    shot_falls_as_foreseen(before(line(2).status(DISRUPTED)).quality(0).status(PANIC).led(2));
    let guns = |far: i16| {
        Fixture::plain().unit("B1", Kind::FootArtillery, 1, (20, 30), "N", Shape::Line).heavy().foot(
            "R1",
            (20, 30 - far),
            "S",
            Shape::Column,
        )
    };
    shot_falls_as_foreseen(guns(5).quality(2));
    shot_falls_as_foreseen(guns(8).quality(2));
}

/// A melee of up to three rounds, from the order to fight to the last check of either side.
#[track_caller]
fn melee_falls_as_foreseen(fixture: Fixture, flank: bool) {
    let mut game = fixture.phase(MELEE, Side::Blue).game(&[]);
    let charge = Charge { charger: game.id("B1"), target: game.id("R1"), flank };
    game.war.state.own.charges.push(charge);
    let order = game.order(FIGHT, "B1", "R1");
    let thrown = Thrown::out(&game.war, Next::Nothing, |umpire| (crate::melee::FIGHT_ROW.act)(umpire, &order));
    let forecast = game.war.forecast(&order);
    assert!(is_shown(&thrown, &forecast.rolls[0]), "{:?} fell of {:?}", thrown.first, forecast.rolls[0]);
    let units = [("B1", charge.charger), ("R1", charge.target)];
    let [charger, target] = units.map(|(label, unit)| thrown.fate(unit, game.status(label)));
    let full = units.map(|(_, unit)| crate::forecasts::full(&game.war, unit));
    let Effect { inflicted, taken, destroys, destroyed, repels, repelled, succeeds, .. } = forecast.effect;
    let own = Fate { lost: taken * full[0], routs: destroyed, falls_back: repelled };
    let theirs = Fate { lost: inflicted * full[1], routs: destroys, falls_back: repels };
    assert!(is_fate(charger, &own), "charger: {charger:.4?} fell, {own:.4?} foreseen");
    assert!(is_fate(target, &theirs), "target: {target:.4?} fell, {theirs:.4?} foreseen");
    assert!((succeeds - repels - destroys).abs() < 1e-9);
    let turned = Charge { flank: !flank, ..charge };
    let Odds { charger: wrong, target: other } = crate::melee::odds::of(&game.war, &turned, Since::Blows, Care::Exact);
    assert!(!(is_fate(charger, &wrong) && is_fate(target, &other)), "a flank more or less is told apart");
}

#[test]
fn melees_fall_as_foreseen() {
    melee_falls_as_foreseen(before(line(3)).quality(3), false);
    melee_falls_as_foreseen(before(line(2).status(DISRUPTED)).quality(2), true);
}

#[test]
fn melees_of_heavy_horse_do_too() {
    let horse = || Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (20, 30), "N", Shape::Line).quality(4);
    melee_falls_as_foreseen(before(horse()).quality(1), false);
    melee_falls_as_foreseen(before(horse().status(BOLD)).quality(0).status(NERVOUS), false);
}

#[test]
fn melees_of_bold_units_under_leaders_do_too() {
    melee_falls_as_foreseen(before(line(5).status(BOLD).led(2)).quality(5).status(BOLD), false);
}

/// One check: passed and failed as shown.
#[track_caller]
fn single_falls_as_foreseen(
    game: &Game,
    order: &Order,
    why: Why,
    passed: &str,
    act: fn(&mut crate::Umpire<'_>, &Order),
) {
    let unit = order.unit().expect("a unit");
    let pool = morale::single_roll(&game.war, unit, why);
    let thrown = Thrown::out(&game.war, Next::Pool(pool), |umpire| act(umpire, order));
    let forecast = game.war.forecast(order);
    assert!(is_shown(&thrown, &forecast.rolls[0]), "{:?} fell of {:?}", thrown.first, forecast.rolls[0]);
    let fell = share(thrown.first.get(&1).copied().unwrap_or(0));
    assert!(is_near(fell, chance(&forecast, passed)), "{fell:?} {forecast:?}");
    assert!(!is_near(fell, chance(&forecast, passed) + 0.1), "a face more is told apart");
}

#[test]
fn the_check_of_a_unit_out_of_command_falls_as_foreseen() {
    let far = line(2).chief_at(Side::Blue, (20, 58)).foot("R1", (20, 2), "S", Shape::Line);
    let game = far.ordered(Side::Blue, Mandate::Rally).phase(MOVE_PHASE, Side::Blue).game(&[]);
    let order = game.order(CHECK, "B1", "");
    single_falls_as_foreseen(&game, &order, Why::Command, "passed", crate::movement::CHECK_ROW.act);
}

#[test]
fn a_hasty_square_falls_as_foreseen() {
    let mut game = charged_by_horse();
    let charge = Charge { charger: game.id("B1"), target: game.id("R1"), flank: false };
    game.umpire().interrupt(Open::Square(charge));
    let order = game.order(SQUARE, "R1", "");
    single_falls_as_foreseen(&game, &order, Why::Square, "square formed", crate::charge::SQUARE_ROW.act);
}

/// The stages of a charge in contact: the charged fire, then the charger does, then they fight (SN-SEQ-1, SN-FIRE-4).
type Stage = (PhaseId, Verb, [&'static str; 2], fn(&mut crate::Umpire<'_>, &Order));
const STAGES: [Stage; 3] = [
    (DEFENSIVE_FIRE, FIRE, ["R1", "B1"], crate::fire::FIRE_ROW.act),
    (MOVERS_FIRE, FIRE, ["B1", "R1"], crate::fire::FIRE_ROW.act),
    (MELEE, FIGHT, ["B1", "R1"], crate::melee::FIGHT_ROW.act),
];

/// What becomes of a unit when those stages are thrown out, from a status; an order that may not be given is not.
fn goes_through(game: &Game, stages: &[Stage], unit: UnitId, from: i16) -> [(f64, f64); 3] {
    let Some(((phase, verb, [by, on], act), rest)) = stages.split_first() else {
        let status = if game.war.present(unit) { game.war.strength(unit) } else { ROUTED };
        let whether = |is: bool| f64::from(u8::from(is));
        let back = status < from && (PANIC..=NERVOUS).contains(&status);
        return [f64::from(from - status), whether(status == ROUTED), whether(back)].map(|mean| (mean, 0.0));
    };
    let mut then = Game::of(game.war.clone());
    then.enter(*phase, Side::Blue);
    let order = then.order(*verb, by, on);
    if then.war.check(&order).is_err() {
        return goes_through(&then, rest, unit, from);
    }
    let first = match crate::fire::dice::pool(&then.war, then.id(by), then.id(on)) {
        Some(pool) if *verb == FIRE => Next::Pool(pool),
        _ => Next::Nothing,
    };
    weighed(&Thrown::out(&then.war, first, |umpire| act(umpire, &order)), |end| goes_through(end, rest, unit, from))
}

/// The mean of what follows the ends of something thrown out.
fn weighed(thrown: &Thrown, then: impl Fn(&Game) -> [(f64, f64); 3]) -> [(f64, f64); 3] {
    let mut fell = [(0.0, 0.0); 3];
    for (war, times) in thrown.ends() {
        let part = share(times);
        for (sum, (mean, deviation)) in fell.iter_mut().zip(then(&Game::of(war.clone()))) {
            *sum = (sum.0 + part.0 * mean, sum.1 + part.0 * deviation + part.1 * mean.abs());
        }
    }
    fell
}

/// A charge brought home: both fire and fight as its forecast says, and not as if nobody had fired.
#[track_caller]
fn charge_falls_as_foreseen(fixture: Fixture) {
    let mut game = fixture.phase(MOVE_PHASE, Side::Blue).game(&[]);
    game.give(game.order(CHARGE, "B1", "R1"));
    let stem = game.order(CLOSE, "B1", "R1");
    let close = stem.to(game.war.reach(&stem).legal().next().expect("contact").pose);
    let full = ["B1", "R1"].map(|label| crate::forecasts::full(&game.war, game.id(label)));
    let Effect { inflicted, taken, destroys, destroyed, repels, repelled, .. } = game.war.forecast(&close).effect;
    let fates = [
        Fate { lost: taken * full[0], routs: destroyed, falls_back: repelled },
        Fate { lost: inflicted * full[1], routs: destroys, falls_back: repels },
    ];
    game.give(close);
    let blows = |label: &str| goes_through(&game, &STAGES[2..], game.id(label), game.status(label));
    for (label, fate) in ["B1", "R1"].into_iter().zip(&fates) {
        let fell = goes_through(&game, &STAGES, game.id(label), game.status(label));
        assert!(is_fate(fell, fate), "{label}: {fell:.4?} fell, {fate:.4?} foreseen");
    }
    let alike = ["B1", "R1"].into_iter().zip(&fates).all(|(label, fate)| is_fate(blows(label), fate));
    assert!(!alike, "fire more or less is told apart");
}

#[test]
fn charges_of_foot_fall_as_foreseen_with_the_fire_of_both() {
    let foot = |quality: usize| line(quality).foot("R1", (21, 27), "S", Shape::Line);
    charge_falls_as_foreseen(foot(2).quality(3));
    charge_falls_as_foreseen(line(3).status(DISRUPTED).foot("R1", (21, 27), "S", Shape::Line).quality(1).led(2));
}

#[test]
fn charges_of_horse_at_guns_do_too() {
    let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (20, 33), "N", Shape::Line).quality(2);
    charge_falls_as_foreseen(horse.unit("R1", Kind::FootArtillery, 1, (21, 29), "S", Shape::Line).quality(2));
}

/// From the word to try a square to the last round of the melee that follows, in square or as formed.
#[test]
fn what_follows_a_hasty_square_falls_as_foreseen() {
    let pool = |game: &Game| Next::Pool(morale::single_roll(&game.war, game.id("R1"), Why::Square));
    square_and_melee_fall_as_foreseen(charged_by_horse(), pool);
}

/// The charge brought home where it can be.
fn closed(game: &Game) -> Option<Game> {
    let mut then = Game::of(game.war.clone());
    let stem = then.order(CLOSE, "B1", "R1");
    let pose = then.war.reach(&stem).legal().next()?.pose;
    then.give(stem.to(pose));
    Some(then)
}

/// The same under a leader: a natural 1 asks for him, and who has lost him fights without.
#[test]
fn what_follows_a_hasty_square_under_a_leader_does_too() {
    let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (20, 32), "N", Shape::Line).quality(2);
    let game = before(horse).quality(4).led(3).phase(MOVE_PHASE, Side::Blue).game(&[]);
    let chain = |game: &Game| {
        let check = morale::single_roll(&game.war, game.id("R1"), Why::Square);
        let loss = Pool::new("leader loss", "", 1, Reading::Row(&crate::tables::LEADER_LOSS)).of(Die::D10);
        let chain = Chain::new("square", "", 1, vec![Rung::new("as formed", check)], "tried");
        Next::Chain(chain.with_mishap(Mishap { face: 1, roll: loss }))
    };
    square_and_melee_fall_as_foreseen(game, chain);
}

/// Who went back by the check that it owed for its leader is out of reach: the charge is not brought home.
#[track_caller]
fn square_and_melee_fall_as_foreseen(mut game: Game, first: impl Fn(&Game) -> Next) {
    let charge = Charge { charger: game.id("B1"), target: game.id("R1"), flank: false };
    game.umpire().interrupt(Open::Square(charge));
    let (order, unit) = (game.order(SQUARE, "R1", ""), charge.target);
    let Effect { taken, destroyed, repelled, .. } = game.war.forecast(&order).effect;
    let foreseen = [taken * crate::forecasts::full(&game.war, unit), destroyed, repelled];
    let tried = Thrown::out(&game.war, first(&game), |umpire| (crate::charge::SQUARE_ROW.act)(umpire, &order));
    // From a square that costs it more than it takes the charger breaks off.
    let goes_in = |end: &Game| {
        let met = end.war.forecast(&end.order(CLOSE, "B1", "R1")).effect;
        end.shape("R1") != Shape::Square || met.inflicted > met.taken
    };
    let fell = weighed(&tried, |end| match closed(end).filter(|_| goes_in(end)) {
        Some(end) => goes_through(&end, &STAGES, unit, FIRM),
        None => goes_through(end, &[], unit, FIRM),
    });
    assert!(
        fell.into_iter().zip(foreseen).all(|(fell, foreseen)| is_near(fell, foreseen)),
        "{fell:.4?} {foreseen:.4?}"
    );
}

/// A roll to rally, and the place that it brings.
#[test]
fn a_rally_falls_as_foreseen() {
    let fixture = before(line(1).status(DISRUPTED)).ordered(Side::Blue, Mandate::Rally).phase(RALLY, Side::Blue);
    let game = fixture.game(&[]);
    let pool = morale::single_roll(&game.war, game.id("B1"), Why::Rally);
    let thrown = Thrown::out(&game.war, Next::Pool(pool.clone()), |umpire| crate::rally::go_on(umpire, None));
    assert!(is_shown(&thrown, &pool.shown(None)), "{:?}", thrown.first);
    let [lost, ..] = thrown.fate(game.id("B1"), DISRUPTED);
    assert!(is_near(lost, -pool.terms().passes()), "{lost:?}");
}

/// Ties of the initiative are thrown again.
#[test]
fn the_initiative_falls_as_foreseen() {
    let game = before(line(2)).phase(INITIATIVE, Side::Blue).game(&[]);
    let contest = crate::sequence::initiative();
    let thrown = Thrown::out(&game.war, Next::Contest(Box::new(contest.clone())), crate::sequence::roll_initiative);
    let shown = contest.shown([None, None]);
    assert!(is_shown(&thrown, &shown) && !thrown.first.contains_key(&0), "{:?}", thrown.first);
    let blue = thrown.mean(|war| f64::from(u8::from(war.state.first == Side::Blue)));
    assert!(is_near(blue, 0.5) && is_near(blue, shown.outcome.at_least(1)), "{blue:?}");
    assert!(!is_near(blue, 0.55), "the first side by a tie is told apart");
}

fn charged_by_horse() -> Game {
    let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (20, 32), "N", Shape::Line).quality(4);
    before(horse).quality(2).phase(MOVE_PHASE, Side::Blue).game(&[])
}

/// Two dice of a force march, and the check after it: from the orders to the last effect.
#[test]
fn a_force_march_falls_as_foreseen() {
    let road: Vec<(i16, i16)> = (0..=42).map(|r| (20, r)).collect();
    let paved = |cell: &mut Cell| cell.road = true;
    let unit = Fixture::plain().unit("B1", Kind::Infantry, 2, (20, 40), "N", Shape::Road).quality(1).cell(paved, &road);
    let marcher = unit.foot("R1", (-10, 58), "N", Shape::Column).ordered(Side::Blue, Mandate::Rally);
    let mut game = marcher.phase(MOVE_PHASE, Side::Blue).game(&[]);
    let order = game.order(FORCE, "B1", "");
    let forecast = game.war.forecast(&order);
    let dice = crate::movement::forced::dice();
    let act = crate::movement::forced::FORCE_ROW.act;
    let thrown = Thrown::out(&game.war, Next::Pool(dice), |umpire| act(umpire, &order));
    assert!(is_shown(&thrown, &forecast.rolls[0]), "{:?}", thrown.first);
    game.give(order);
    let halt = game.order(HALT, "B1", "");
    let Effect { taken, destroyed, repelled, .. } = game.war.forecast(&halt).effect;
    let act = crate::movement::forced::HALT_ROW.act;
    let fell = Thrown::out(&game.war, Next::Nothing, |umpire| act(umpire, &halt)).fate(game.id("B1"), FIRM);
    let fate = Fate { lost: taken * f64::from(FIRM), routs: destroyed, falls_back: repelled };
    assert!(is_fate(fell, &fate), "{fell:.4?} fell, {fate:.4?} foreseen");
}

#[test]
fn a_threat_tells_what_the_forecast_does() {
    let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (20, 32), "N", Shape::Line).quality(4);
    let mut game = before(horse).quality(1).phase(crate::info::MOVE_PHASE, Side::Blue).game(&[]);
    let (by, on) = (game.id("B1"), game.id("R1"));
    let threat = battle::Estimates::threat(&game.war, by, &game.pose("B1"), on, &game.pose("R1"));
    let order = game.order(crate::info::CHARGE, "B1", "R1");
    let effect = battle::System::forecast(&game.war, &order).effect;
    let close = |one: f64, other: f64| (one - other).abs() < 0.01;
    assert!(close(threat.charge, effect.inflicted) && close(threat.charge_cost, effect.taken), "{threat:?} {effect:?}");
    assert!(close(threat.breaks, effect.succeeds));
    let volley = before(line(3)).quality(1);
    game = volley.game(&[]);
    let threat = battle::Estimates::threat(&game.war, game.id("B1"), &game.pose("B1"), game.id("R1"), &game.pose("R1"));
    let effect = battle::System::forecast(&game.war, &game.order(FIRE, "B1", "R1")).effect;
    assert!(close(threat.fire, effect.inflicted), "{threat:?} {effect:?}");
}

//! Odds equal the resolver, for every kind of roll: positions followed through every way in which the dice can fall, from the
//! first roll to the last effect.

use battle::{Cell, Effect, Event, Forecast, Order, Side, System, Terrain, UnitId, Verb};

use rulebook::PhaseId;

use super::fixture::{Fixture, Game};
use crate::info::{
    CHARGE, CHECK, CLOSE, DEFENSIVE_FIRE, FIGHT, FIRE, FORCE, HALT, INITIATIVE, MELEE, MOVE_PHASE, MOVERS_FIRE, RALLY,
    SQUARE,
};
use crate::morale::{self, Fate};
use crate::orders::Mandate;
use crate::profile::Kind;
use crate::space::Shape;
use crate::state::{Charge, Open};
use crate::tables::{BOLD, DISRUPTED, NERVOUS, PANIC, ROUTED};
use crate::why::Why;
use crate::{Snappy, War};
use proving::{Ways, ways};

type Battle = rulebook::fixture::Game<Snappy>;

fn line(quality: usize) -> Fixture {
    Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).quality(quality)
}

fn before(fixture: Fixture) -> Fixture {
    fixture.foot("R1", (21, 29), "S", Shape::Line)
}

/// What the first roll came to, the places of B1 and R1 on the ladder, and how much was begun after it.
type Came = (i32, [i16; 2], usize);

/// A battle, and how much was begun in it.
#[derive(Clone)]
struct Course(Battle, usize);

impl AsMut<War> for Course {
    fn as_mut(&mut self) -> &mut War {
        &mut self.0.war
    }
}

fn stage(
    game: &mut Battle,
    begun: &mut usize,
    place: usize,
    act: &impl Fn(&mut Battle),
    then: &impl Fn(&mut Battle, usize) -> bool,
) -> bool {
    match place {
        0 => {
            act(game);
            true
        }
        _ if game.run_on() => true,
        _ => {
            *begun += 1;
            then(game, *begun - 1)
        }
    }
}

/// Follows what `act` begins, frame after frame, and whatever `then` begins when nothing is left to finish, until it says that
/// there is no more; it is told how often it has begun something.
fn follow(game: &Battle, act: impl Fn(&mut Battle), then: impl Fn(&mut Battle, usize) -> bool) -> Ways<Came> {
    let step = |Course(game, begun): &mut Course, place: usize| stage(game, begun, place, &act, &then);
    let roll = |event: &Event| if let Event::Rolled(roll) = event { Some(i32::from(roll.result)) } else { None };
    let read = |Course(game, begun): &Course| {
        let place = |label| if game.is_there(label) { game.war.strength(game.id(label)) } else { ROUTED };
        let first = game.heard.events().iter().find_map(roll).filter(|_| *begun < 2);
        (first.unwrap_or(0), ["B1", "R1"].map(place), *begun)
    };
    ways(&Course(game.clone(), 0), step, read)
}

/// The same of something alone.
fn out(game: &Battle, act: impl Fn(&mut Battle)) -> Ways<Came> {
    follow(game, act, |_, _| false)
}

/// Holds places lost and chances of B1 (0) or R1 (1) to those that came.
#[track_caller]
fn is_fate(came: &Ways<Came>, game: &Battle, who: usize, fate: &Fate) {
    let from = game.war.strength(game.id(["B1", "R1"][who]));
    let whether = |is: bool| f64::from(u8::from(is));
    let fell = [
        came.mean(|(_, places, _)| f64::from(from - places[who])),
        came.mean(|(_, places, _)| whether(places[who] == ROUTED)),
        came.mean(|(_, places, _)| whether((PANIC..=NERVOUS).contains(&places[who]) && places[who] < from)),
    ];
    let foreseen = [fate.lost, fate.routs, fate.falls_back];
    assert!(fell.iter().zip(foreseen).all(|(fell, foreseen)| (fell - foreseen).abs() < 1e-9), "{fell:?}, {fate:?}");
}

/// What the effect tells of the fates of the actor and of the target.
fn fates(game: &Battle, effect: &Effect) -> [Fate; 2] {
    let full = |label| crate::forecasts::full(&game.war, game.id(label));
    [
        Fate { lost: effect.taken * full("B1"), routs: effect.destroyed, falls_back: effect.repelled },
        Fate { lost: effect.inflicted * full("R1"), routs: effect.destroys, falls_back: effect.repels },
    ]
}

/// The chance of a result by its name.
fn chance(forecast: &Forecast, label: &str) -> f64 {
    forecast.results.iter().find(|result| result.label == label).map_or(0.0, |result| result.chance)
}

/// Checks fall as their chain says.
#[track_caller]
fn chain_falls_as_foreseen(fixture: Fixture, owed: u8) {
    let game = fixture.game(&[]);
    let [unit, enemy] = ["B1", "R1"].map(|label| game.id(label));
    let came = out(&game, |game| game.umpire().interrupt(Open::Checks(unit, owed, Some(enemy))));
    is_fate(&came, &game, 0, &Fate::of(&game.war, unit, &morale::checks(&game.war, unit, owed, Some(enemy))));
}

#[test]
fn chains_fall_as_foreseen() {
    chain_falls_as_foreseen(before(line(1)), 1);
    chain_falls_as_foreseen(before(line(0)), 3);
    chain_falls_as_foreseen(before(line(4).status(BOLD)), 2);
    chain_falls_as_foreseen(before(line(2).status(PANIC)), 1);
}

#[test]
fn chains_under_a_leader_who_may_fall_do_too() {
    chain_falls_as_foreseen(before(line(1).led(3)), 2);
    chain_falls_as_foreseen(before(line(3).led(-2)), 1);
}

#[test]
fn chains_know_the_walls_a_unit_is_pushed_out_of_and_the_wall_behind_it() {
    let house = Fixture::plain().terrain(Terrain::StoneBuilding, &[(20, 30), (21, 30)]);
    chain_falls_as_foreseen(before(house.foot("B1", (20, 30), "N", Shape::Line).quality(1).garrisoned()), 2);
    let shut = Fixture::sized(60, 21).foot("B1", (10, 20), "N", Shape::Line).quality(1);
    let shut = shut.foot("R1", (11, 19), "S", Shape::Line).unit("R2", Kind::Infantry, 1, (9, 20), "S", Shape::Line);
    let shut = shut.unit("R3", Kind::Infantry, 1, (12, 20), "S", Shape::Line);
    let game = shut.clone().game(&[]);
    let ends = morale::checks(&game.war, game.id("B1"), 1, Some(game.id("R1"))).ends();
    assert_eq!(ends.len(), 2, "one failure is the end");
    chain_falls_as_foreseen(shut, 1);
}

/// A shot, from the order to the last check of its target.
#[track_caller]
fn shot_falls_as_foreseen(fixture: Fixture) {
    let game = fixture.game(&[]);
    let order = game.order(FIRE, "B1", "R1");
    let forecast = game.war.forecast(&order);
    let came = out(&game, |game| (crate::fire::FIRE_ROW.act)(&mut game.umpire(), &order));
    came.are_as_shown(&forecast.rolls[0].outcome, |(hits, ..)| *hits);
    is_fate(&came, &game, 1, &fates(&game, &forecast.effect)[1]);
    came.are("hit", forecast.effect.succeeds, |(hits, ..)| *hits > 0);
    came.are("target hit", chance(&forecast, "target hit"), |(hits, ..)| *hits > 0);
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
    let forecast = game.war.forecast(&order);
    let came = out(&game, |game| (crate::melee::FIGHT_ROW.act)(&mut game.umpire(), &order));
    came.are_as_shown(&forecast.rolls[0].outcome, |(margin, ..)| *margin);
    let fates = fates(&game, &forecast.effect);
    (0..2).for_each(|who| is_fate(&came, &game, who, &fates[who]));
    assert!((forecast.effect.succeeds - forecast.effect.repels - forecast.effect.destroys).abs() < 1e-9);
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
    melee_falls_as_foreseen(before(line(5).status(BOLD).led(2)).quality(5).status(PANIC), false);
}

/// One check: passed and failed as shown.
#[track_caller]
fn single_falls_as_foreseen(game: &Game, order: &Order, passed: &str, act: fn(&mut crate::Umpire<'_>, &Order)) {
    let forecast = game.war.forecast(order);
    let came = out(game, |game| act(&mut game.umpire(), order));
    came.are_as_shown(&forecast.rolls[0].outcome, |(result, ..)| *result);
    came.are(passed, chance(&forecast, passed), |(result, ..)| *result == 1);
}

#[test]
fn the_check_of_a_unit_out_of_command_falls_as_foreseen() {
    let far = line(2).chief_at(Side::Blue, (20, 58)).foot("R1", (20, 2), "S", Shape::Line);
    let game = far.ordered(Side::Blue, Mandate::Rally).phase(MOVE_PHASE, Side::Blue).game(&[]);
    let order = game.order(CHECK, "B1", "");
    single_falls_as_foreseen(&game, &order, "passed", crate::movement::CHECK_ROW.act);
}

#[test]
fn a_hasty_square_falls_as_foreseen() {
    let mut game = charged_by_horse();
    let charge = Charge { charger: game.id("B1"), target: game.id("R1"), flank: false };
    game.umpire().interrupt(Open::Square(charge));
    let order = game.order(SQUARE, "R1", "");
    single_falls_as_foreseen(&game, &order, "square formed", crate::charge::SQUARE_ROW.act);
}

/// The stages of a charge in contact: the charged fire, then the charger does, then they fight (SN-SEQ-1, SN-FIRE-4).
/// Others who bear on him fire at the charger after the charged.
type Stage = (PhaseId, Verb, [&'static str; 2], fn(&mut crate::Umpire<'_>, &Order));
const STAGES: [Stage; 4] = [
    (DEFENSIVE_FIRE, FIRE, ["R1", "B1"], crate::fire::FIRE_ROW.act),
    (DEFENSIVE_FIRE, FIRE, ["R2", "B1"], crate::fire::FIRE_ROW.act),
    (MOVERS_FIRE, FIRE, ["B1", "R1"], crate::fire::FIRE_ROW.act),
    (MELEE, FIGHT, ["B1", "R1"], crate::melee::FIGHT_ROW.act),
];

/// Begins a stage, if there is one more; an order that may not be given is not.
fn begin_stage(game: &mut Battle, place: usize) -> bool {
    let Some((phase, verb, [by, on], act)) = STAGES.get(place) else { return false };
    game.enter(*phase, Side::Blue);
    // Whoever has come out of contact is no charger any more.
    let engaged = game.war.state.own.charges.iter().any(|charge| charge.charger == game.id("B1"));
    let there = game.war.field().ids().any(|unit| game.war.field().label(unit.into()) == *by);
    if !engaged || !there {
        return true;
    }
    let order = game.order(*verb, by, on);
    if game.may(order) {
        act(&mut game.umpire(), &order);
    }
    true
}

/// B1 has charged R1 and is to come home.
fn closing(fixture: Fixture) -> (Game, Order) {
    let mut game = fixture.phase(MOVE_PHASE, Side::Blue).game(&[]);
    game.give(game.order(CHARGE, "B1", "R1"));
    let stem = game.order(CLOSE, "B1", "R1");
    let close = stem.to(game.war.reach(&stem).legal().next().expect("contact").pose);
    (game, close)
}

/// A charge brought home: both fire and fight as its forecast says.
#[track_caller]
fn charge_falls_as_foreseen(fixture: Fixture) {
    let (game, close) = closing(fixture);
    let fates = fates(&game, &game.war.forecast(&close).effect);
    let came = follow(&game, |game| game.give(close), begin_stage);
    (0..2).for_each(|who| is_fate(&came, &game, who, &fates[who]));
}

#[test]
fn charges_of_foot_fall_as_foreseen_with_the_fire_of_both() {
    let foot = |quality: usize| line(quality).foot("R1", (21, 27), "S", Shape::Line);
    charge_falls_as_foreseen(foot(2).quality(3));
    charge_falls_as_foreseen(line(3).status(DISRUPTED).foot("R1", (21, 27), "S", Shape::Line).quality(1).status(PANIC));
}

/// The roll of a melee is shown as it falls after the fire before it, which may make the charger bold no more.
#[test]
fn the_first_round_of_a_charge_falls_as_foreseen_after_the_fire() {
    let bold = line(4).status(BOLD).foot("R1", (21, 29), "S", Shape::Line).quality(5);
    let (game, close) = closing(bold);
    let forecast = game.war.forecast(&close);
    let margins = |game: &Battle| game.heard.events().iter().find_map(melee_margin);
    let came = ways(
        &Course(game.clone(), 0),
        |Course(game, begun): &mut Course, place| stage(game, begun, place, &|game| game.give(close), &begin_stage),
        |Course(game, _)| margins(game),
    );
    let fought = came.mean(|margin| f64::from(u8::from(margin.is_some())));
    for (margin, chance) in forecast.rolls[0].outcome.outcomes() {
        let fell = came.mean(|one| f64::from(u8::from(*one == Some(margin)))) / fought;
        assert!((fell - chance).abs() < 1e-9, "{margin}: {fell} fell, {chance} foreseen");
    }
    let rows: f64 = forecast.rolls[0].rows.iter().map(|row| row.chance).sum();
    assert!(fought < 1.0 && (rows - 1.0).abs() < 1e-9);
}

fn melee_margin(event: &Event) -> Option<i32> {
    match event {
        Event::Rolled(roll) if roll.label == "melee" => Some(i32::from(roll.result)),
        _ => None,
    }
}

/// The charge is ridden where the odds shown are best, as who has declared it may (SN-CHARGE-4), and goes on from there.
fn ride_where_best(game: &mut Battle, place: usize) -> bool {
    if place > 0 {
        return begin_stage(game, place - 1);
    }
    let best = best_shown(game);
    best.into_iter().for_each(|(_, close)| game.give(close));
    true
}

/// The best of the places that are shown for B1's charge at R1, and how good it is.
fn best_shown(game: &Battle) -> Option<(f64, Order)> {
    let stem = game.order(CLOSE, "B1", "R1");
    let reach = game.war.reach(&stem);
    let shown = reach.legal().map(|place| stem.to(place.pose)).map(|close| (balance(game, &close), close));
    shown.max_by(|one, other| one.0.total_cmp(&other.0))
}

fn balance(game: &Battle, order: &Order) -> f64 {
    game.war.forecast(order).effect.balance()
}

/// From the word to charge to the last round, ridden where it is best.
#[track_caller]
fn declared_charge_falls_as_foreseen(fixture: Fixture) {
    let game = fixture.phase(MOVE_PHASE, Side::Blue).game(&[]);
    let order = game.order(CHARGE, "B1", "R1");
    let fates = fates(&game, &game.war.forecast(&order).effect);
    let came = follow(&game, |game| game.give(order), ride_where_best);
    (0..2).for_each(|who| is_fate(&came, &game, who, &fates[who]));
}

/// What is told of a charge when it is declared is what comes of it at the best of the places that are open then: before one
/// stand of a line alone, which has one die, and the charger in line or column as his own dice and the one more that a column
/// takes make it (SN-GEO-7, SN-FIRE-1, 8).
#[test]
fn a_declared_charge_falls_as_foreseen_where_it_is_ridden_best() {
    let foot = |shape| line(2).quality(2).foot("R1", (21, 27), "S", shape);
    declared_charge_falls_as_foreseen(foot(Shape::Line).quality(5));
    declared_charge_falls_as_foreseen(foot(Shape::Column).quality(1));
    let horse = || Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (20, 33), "N", Shape::Line).quality(2);
    declared_charge_falls_as_foreseen(horse().unit("R1", Kind::FootArtillery, 1, (21, 29), "S", Shape::Line));
}

/// Horse from several hexes at foot that answers as its forecast says, in square where it makes one: by the ways that there are
/// then, as over the hex that the right half of the line leaves (SN-SQUARE-2, SN-CHARGE-4, example 31).
#[test]
fn a_charge_declared_at_foot_that_may_form_square_falls_as_foreseen() {
    for (q, r) in [(26, 24), (27, 24), (28, 23), (28, 24), (24, 21)] {
        let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (q, r), "WSW", Shape::Line).quality(5);
        let field = horse.foot("R1", (20, 23), "N", Shape::Line).quality(0).status(NERVOUS);
        let game = field.phase(MOVE_PHASE, Side::Blue).game(&[]);
        let (order, target) = (game.order(CHARGE, "B1", "R1"), game.id("R1"));
        let forecast = game.war.forecast(&order);
        let answer = game.order(*forecast.reply.first().expect("foot before horse"), "R1", "");
        let came = follow(
            &game,
            |game| game.give(order),
            |game, place| match place {
                0 => {
                    game.give(answer);
                    true
                }
                _ => close_and_fight(game, target, place - 1),
            },
        );
        let fates = fates(&game, &forecast.effect);
        (0..2).for_each(|who| is_fate(&came, &game, who, &fates[who]));
    }
}

/// Guns on the flank, or foot that the charger comes before as well, fire at him too (SN-FIRE-4, example 29).
#[test]
fn charges_under_fire_of_others_fall_as_foreseen() {
    let foot = |quality: usize| line(2).quality(2).foot("R1", (21, 27), "S", Shape::Line).quality(quality);
    charge_falls_as_foreseen(foot(3).unit("R2", Kind::FootArtillery, 1, (15, 30), "ENE", Shape::Line).heavy());
    charge_falls_as_foreseen(foot(1).foot("R2", (18, 29), "ENE", Shape::Line).quality(5));
}

#[test]
fn charges_of_horse_at_guns_do_too() {
    let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (20, 33), "N", Shape::Line).quality(2);
    charge_falls_as_foreseen(horse.unit("R1", Kind::FootArtillery, 1, (21, 29), "S", Shape::Line).quality(2));
}

/// From the word to try a square to the last round of the melee that follows, in square or as formed.
#[test]
fn what_follows_a_hasty_square_falls_as_foreseen() {
    square_and_melee_fall_as_foreseen(charged_by_horse());
}

/// The same under a leader: a natural 1 asks for him, who has lost him fights without, and where he is decapitated a check is owed
/// before the charger comes home (SN-LEADER-6, 7), who then may come too short.
#[test]
fn what_follows_a_hasty_square_under_a_leader_does_too() {
    let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (20, 32), "N", Shape::Line).quality(2);
    let game = before(horse).quality(4).led(3).phase(MOVE_PHASE, Side::Blue).game(&[]);
    square_and_melee_fall_as_foreseen(game);
}

/// A square leaves the one hex beside which the horse can come: the charge is broken off (SN-CHARGE-4, example 31), however much
/// the horse would win, so that something comes of it only as formed.
#[test]
fn a_square_that_slips_away_falls_as_foreseen() {
    let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (28, 24), "WSW", Shape::Line).quality(5);
    let game = horse.foot("R1", (20, 23), "N", Shape::Line).quality(1).phase(MOVE_PHASE, Side::Blue).game(&[]);
    square_and_melee_fall_as_foreseen(game);
}

/// Brings the charge home where it can be and pays, and goes on from there. Who went back by the check that it owed for its
/// leader is out of reach; from a square at which it does not do well anywhere the charger breaks off.
fn close_and_fight(game: &mut Battle, target: UnitId, place: usize) -> bool {
    if place > 0 {
        return begin_stage(game, place - 1);
    }
    let best = best_shown(game);
    let square = crate::space::shape(&game.war, target) == Shape::Square;
    let close = best.filter(|(balance, _)| !square || *balance > 0.0).map(|(_, close)| close);
    close.into_iter().for_each(|close| game.give(close));
    close.is_some()
}

#[track_caller]
fn square_and_melee_fall_as_foreseen(mut game: Game) {
    let charge = Charge { charger: game.id("B1"), target: game.id("R1"), flank: false };
    game.umpire().interrupt(Open::Square(charge));
    let order = game.order(SQUARE, "R1", "");
    let Effect { taken, destroyed, repelled, .. } = game.war.forecast(&order).effect;
    let full = crate::forecasts::full(&game.war, charge.target);
    let act = |game: &mut Battle| game.give(order);
    let came = follow(&game, act, |game, place| close_and_fight(game, charge.target, place));
    is_fate(&came, &game, 1, &Fate { lost: taken * full, routs: destroyed, falls_back: repelled });
}

/// A roll to rally, and the place that it brings.
#[test]
fn a_rally_falls_as_foreseen() {
    let fixture = before(line(1).status(DISRUPTED)).ordered(Side::Blue, Mandate::Rally).phase(RALLY, Side::Blue);
    let game = fixture.game(&[]);
    let pool = morale::single_roll(&game.war, game.id("B1"), Why::Rally);
    let came = out(&game, |game| crate::rally::go_on(&mut game.umpire(), None));
    came.are_as_shown(&pool.shown(None).outcome, |(result, ..)| *result);
    came.come_to("recovers", pool.terms().passes(), |(_, places, _)| f64::from(places[0] - DISRUPTED));
}

/// Ties of the initiative are thrown again, so that each side is first as often: the higher die, whatever both show.
#[test]
fn the_initiative_falls_as_foreseen() {
    for (blue, red) in (1..=10).flat_map(|blue| (1..=10).map(move |red| (blue, red))) {
        let again = if blue == red { [red, 11 - red] } else { [5, 5] };
        let mut game = before(line(2)).phase(INITIATIVE, Side::Blue).game(&[blue, red, again[0], again[1]]);
        crate::sequence::roll_initiative(&mut game.umpire());
        let is_blue = if blue == red { again[0] > again[1] } else { blue > red };
        assert_eq!(game.war.state.first == Side::Blue, is_blue, "{blue} against {red}");
    }
    let shown = crate::sequence::initiative().shown([None, None]).outcome;
    assert!((shown.at_least(1) - 0.5).abs() < 1e-9 && shown.chance(0) < 1e-9, "{shown:?}");
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
    let came = out(&game, |game| (crate::movement::forced::FORCE_ROW.act)(&mut game.umpire(), &order));
    came.are_as_shown(&forecast.rolls[0].outcome, |(inches, ..)| *inches);
    game.give(order);
    let halt = game.order(HALT, "B1", "");
    let fate = &fates(&game, &game.war.forecast(&halt).effect)[0];
    let came = out(&game, |game| (crate::movement::forced::HALT_ROW.act)(&mut game.umpire(), &halt));
    is_fate(&came, &game, 0, fate);
}

/// A threat looks for no better place of contact than the straight way leads to, and tells no more than the forecast by much.
#[test]
fn a_threat_tells_about_what_the_forecast_does() {
    let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (20, 32), "N", Shape::Line).quality(4);
    let mut game = before(horse).quality(1).phase(crate::info::MOVE_PHASE, Side::Blue).game(&[]);
    let (by, on) = (game.id("B1"), game.id("R1"));
    let threat = battle::Estimates::threat(&game.war, by, &game.pose("B1"), on, &game.pose("R1"));
    let order = game.order(crate::info::CHARGE, "B1", "R1");
    let effect = battle::System::forecast(&game.war, &order).effect;
    let near = |one: f64, other: f64| (one - other).abs() < 0.06;
    let close = |one: f64, other: f64| (one - other).abs() < 0.01;
    assert!(near(threat.charge, effect.inflicted) && near(threat.charge_cost, effect.taken), "{threat:?} {effect:?}");
    assert!(near(threat.breaks, effect.succeeds) && threat.charge < effect.inflicted + 0.01);
    let volley = before(line(3)).quality(1);
    game = volley.game(&[]);
    let threat = battle::Estimates::threat(&game.war, game.id("B1"), &game.pose("B1"), game.id("R1"), &game.pose("R1"));
    let effect = battle::System::forecast(&game.war, &game.order(FIRE, "B1", "R1")).effect;
    assert!(close(threat.fire, effect.inflicted), "{threat:?} {effect:?}");
}

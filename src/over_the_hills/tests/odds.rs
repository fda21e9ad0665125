//! Odds equal the resolver: fire, combats of two, rallies and forming on every way of the dice; charges and combats of three again
//! and again.

use battle::{Departure, Dice, Effect, Forecast, Order, Presence, Side, System, Terrain, UnitId};

use super::fixture::{Fixture, Game};
use crate::info::{
    CHARGE, COMBAT, COUNTER, DEFENCE, FIGHT, FIRE, FORM, MOVEMENT, RALLY, RALLY_PHASE, SHOOTING, SQUARE,
};
use crate::profile::{Gun, Weight};
use crate::space::{Aspect, Shape};
use crate::state::{Impetus, Once};
use crate::{fatigue, marks};
use proving::{Ways, ways};

/// How often what has too many ways is thrown out.
const TIMES: u64 = 16_000;
/// How far a share of so many may lie from its chance: four standard deviations.
const NEAR: f64 = 0.016;

/// Carries something out on every way of the dice, at once: the score that two units lose, and who of them is broken.
fn at_once(game: &Game, units: [UnitId; 2], act: impl Fn(&mut Game)) -> Ways<[(i16, bool); 2]> {
    let once = |game: &mut Game, _: usize| {
        act(game);
        false
    };
    let lost = |after: &Game, unit| game.war.strength(unit) - after.war.strength(unit);
    ways(game, once, |after| units.map(|unit| (lost(after, unit), is_broken(after, unit))))
}

fn forecast(game: &Game, order: &Order) -> Forecast {
    game.war.forecast(order)
}

/// A shot alone comes as foreseen: the turn would go on after it.
#[track_caller]
fn shot_falls_as_foreseen(fixture: Fixture) {
    let game = fixture.game(&[]);
    let effect = forecast(&game, &game.order(FIRE, "R1", "B1")).effect;
    let units = [game.id("R1"), game.id("B1")];
    let shot = crate::fire::shoot::plain(&game.war, units[0], units[1]).expect("a shot");
    let all = at_once(&game, units, |game| crate::fire::shoot::shoot(&mut game.umpire(), &shot, &[]));
    let full = units.map(|unit| f64::from(game.war.field().unit(unit).full));
    all.come_to("taken", effect.taken * full[0], |fates| f64::from(fates[0].0));
    all.come_to("inflicted", effect.inflicted * full[1], |fates| f64::from(fates[1].0));
    all.are("destroys", effect.destroys, |fates| fates[1].1);
}

#[test]
fn fire_falls_as_foreseen() {
    let line = |hits| {
        let fixture =
            Fixture::plain().foot("R1", (20, 20), "S", Shape::Line).foot("B1", (18, 25), "N", Shape::Line).hits(hits);
        fixture.foot("B2", (25, 45), "N", Shape::Line).foot("R2", (30, 2), "S", Shape::Line)
    };
    for hits in [0, 3, 4] {
        shot_falls_as_foreseen(line(hits).phase(SHOOTING, Side::Blue));
    }
}

#[test]
fn defensive_fire_falls_as_foreseen() {
    let charged = |fixture: Fixture| fixture.contact("B1", "R1", Aspect::Front).phase(DEFENCE, Side::Blue);
    let line = Fixture::plain().foot("R1", (20, 20), "S", Shape::Line).hits(2);
    shot_falls_as_foreseen(charged(line.horse("B1", (20, 21), "N", Shape::Line)));
    let guns = Fixture::plain().guns("R1", (20, 20), "S", Gun::Medium);
    shot_falls_as_foreseen(charged(guns.foot("B1", (20, 21), "N", Shape::Attack)));
}

#[test]
fn shots_that_need_no_test_are_foreseen_steady_alone() {
    // FS 7, short range +1, canister within 6 inches +4, a new target -1: 11, and a hit more. Ragged it would be 9, of
    // which a ten misses.
    let guns = Fixture::plain().guns("R1", (20, 8), "S", Gun::Medium);
    let game = guns.foot("B1", (17, 14), "N", Shape::Line).fs(12).phase(SHOOTING, Side::Blue).game(&[]);
    let forecast = forecast(&game, &game.order(FIRE, "R1", "B1"));
    let roll = forecast.rolls.first().expect("a roll");
    assert_eq!(roll.outcome, roll.terms.outcome());
    for (hits, chance) in [(1, 0.0), (2, 0.5), (3, 0.3), (4, 0.2)] {
        assert!((roll.outcome.chance(hits) - chance).abs() < 1e-9, "{hits} hits: {}", roll.outcome.chance(hits));
    }
}

/// A battle, and the turns in which its combat has been fought.
#[derive(Clone)]
struct Fought(Game, usize);

impl AsMut<crate::War> for Fought {
    fn as_mut(&mut self) -> &mut crate::War {
        &mut self.0.war
    }
}

/// The other side has its turn, and who has fired is known to have (OTH-SEQ-3m, OTH-MORALE-20).
fn turns_over(game: &mut Game) {
    let firers = game.war.state.player.other();
    for unit in game.war.units_of(firers) {
        let own = game.war.own_mut(unit);
        own.fired_last = if own.faces == 0 { Once::Open } else { Once::Done };
        own.faces = 0;
    }
    game.war.state.player = firers;
}

/// Fights the combat of B1 on, from its first round: who is locked fights on as in three turns.
fn fights_on(Fought(game, turns): &mut Fought) -> bool {
    if game.run_on() {
        return true;
    }
    // The first of several enemies is fought, and who may turn does.
    if ["face", "turn"].contains(&game.asks()) {
        let order = game.war.orders().into_iter().next().expect("an answer");
        game.give(order);
        return true;
    }
    if *turns > 0 {
        if !game.war.state.stack.is_empty() || game.war.state.own.contacts.is_empty() {
            return false;
        }
        crate::combat::close(&mut game.umpire());
        turns_over(game);
        crate::combat::begin(&mut game.umpire());
    }
    *turns += 1;
    let units = crate::contacts::group(&game.war, game.id("B1"));
    let bout = crate::state::Bout { units, round: 1, winners: Vec::new(), left: Vec::new() };
    if *turns <= 3 {
        game.umpire().interrupt(crate::state::Open::Bout(bout));
    }
    *turns <= 3
}

/// What has come of a unit: score lost, whether it is broken, whether it has gone elsewhere unbroken.
type Fate = (i16, bool, bool);
/// The mean of that for B1 and R1, the score as a share of the full one.
type Mean = [[f64; 3]; 2];

fn fates(before: &Game, after: &Game) -> [Fate; 2] {
    ["B1", "R1"].map(|label| {
        let broken = is_broken(after, before.id(label));
        // Who has not stood may not fire, wherever it has come to (OTH-MORALE-8).
        let moved = after.pose(label).anchor != before.pose(label).anchor;
        let back = !broken && (moved || after.war.marked(after.id(label), marks::NO_FIRE));
        (left(before, label) - left(after, label), broken, back)
    })
}

fn worth(game: &Game, fates: &[Fate; 2]) -> Mean {
    let full = |label| f64::from(game.war.field().unit(game.id(label)).full);
    let worth = |(lost, broken, back): Fate, full| [f64::from(lost) / full, broken.into(), back.into()];
    [worth(fates[0], full("B1")), worth(fates[1], full("R1"))]
}

/// Follows a battle on every way of the dice.
fn followed(game: &Game, step: impl FnMut(&mut Fought, usize) -> bool) -> Mean {
    let fell = ways(&Fought(game.clone(), 0), step, |Fought(after, turns)| (*turns, fates(game, after)));
    [0, 1].map(|place| [0, 1, 2].map(|what| fell.mean(|(_, fates)| worth(game, fates)[place][what])))
}

/// Throws it out with many seeds: where several shoot or fight there are more ways than can be followed.
fn thrown(game: &Game, step: impl Fn(&mut Fought, usize) -> bool) -> Mean {
    let mut mean = Mean::default();
    for seed in 0..TIMES {
        let mut fought = Fought(game.clone(), 0);
        fought.0.war.set_dice(Dice::new(seed));
        (0..).take_while(|place| step(&mut fought, *place)).for_each(drop);
        let came = worth(game, &fates(game, &fought.0));
        mean.iter_mut().flatten().zip(came.iter().flatten()).for_each(|(mean, came)| *mean += came / TIMES as f64);
    }
    mean
}

/// Holds what came to the effect that is foreseen, as near as that.
#[track_caller]
fn is_effect([us, them]: Mean, effect: &Effect, near: f64) {
    let pairs =
        [(us[0], effect.taken), (us[1], effect.destroyed), (them[0], effect.inflicted), (them[1], effect.destroys)];
    let back = (them[2], effect.repels);
    let is_near = |(fell, foreseen): &(f64, f64)| (fell - foreseen).abs() < near;
    assert!(pairs.iter().chain([&back]).all(is_near), "{pairs:.4?} {back:.4?}");
}

/// Whether a unit is gone or runs.
fn is_broken(game: &Game, unit: UnitId) -> bool {
    !game.war.present(unit) || fatigue::is_routing(&game.war, unit)
}

/// The score that a unit has left: nothing when it was destroyed.
fn left(game: &Game, label: &str) -> i16 {
    let unit = game.id(label);
    match game.war.field().unit(unit).presence {
        Presence::Gone(Departure::Destroyed) => 0,
        _ => game.war.strength(unit),
    }
}

/// A combat of B1 and others with R1, far from the next unit, and what is foreseen of it.
fn combat(fixture: Fixture) -> (Game, Effect) {
    let far = fixture.foot("B9", (25, 50), "N", Shape::Line).foot("R9", (10, 5), "S", Shape::Line);
    let game = far.phase(COMBAT, Side::Blue).game(&[]);
    let effect = forecast(&game, &game.order(FIGHT, "B1", "R1")).effect;
    (game, effect)
}

/// A combat of two fought to its end comes as its forecast says.
#[track_caller]
fn combat_falls_as_foreseen(fixture: Fixture) {
    let (game, effect) = combat(fixture.contact("B1", "R1", Aspect::Front));
    is_effect(followed(&game, |fought, _| fights_on(fought)), &effect, 1e-9);
}

#[test]
fn a_combat_of_three_falls_as_foreseen() {
    // B1 and B2 have come at R1, B2 in its flank; a round may be lost by one of them and won by both.
    let field = line("B1", 30, "N").state(|own| own.impetus = Impetus::Initiated);
    let field = field.foot("B2", (14, 29), "ENE", Shape::Attack).state(|own| own.impetus = Impetus::Initiated);
    let field = field.foot("R1", (18, 29), "S", Shape::Line).fs(10).hits(1);
    let (game, effect) = combat(field.contact("B1", "R1", Aspect::Front).contact("B2", "R1", Aspect::Flank));
    is_effect(thrown(&game, |fought, _| fights_on(fought)), &effect, 0.07);
}

#[test]
fn who_is_tested_after_its_enemy_goes_from_where_that_one_is_then() {
    // R1 stands in a bay of a lake: it is destroyed if it has to go back while B1 stands before it, and stays where it is once
    // B1 has gone, which is tested first in its own turn, and second in that of R1 (OTH-SEQ-5, OTH-GEO-14).
    let lake: Vec<(i16, i16)> = (10..=32).map(|q| (q, 28)).chain((10..=17).chain(24..=32).map(|q| (q, 29))).collect();
    let field = |ours, theirs| {
        let field = line("B1", 30, "N").fs(8).hits(ours).terrain(Terrain::Water, &lake);
        field.foot("R1", (20, 29), "S", Shape::Line).fs(7).hits(theirs)
    };
    combat_falls_as_foreseen(field(1, 1));
    combat_falls_as_foreseen(field(4, 1));
    // It routs with 1 left, and is destroyed where B1 stands before it still (OTH-STATUS-2, OTH-GEO-14).
    combat_falls_as_foreseen(field(1, 4));
    let (_, effect) = combat(field(1, 1).contact("B1", "R1", Aspect::Front));
    assert!(effect.repels > 0.0, "R1 goes back after B1: {effect:?}");
}

#[test]
fn hits_on_a_garrison_of_two_are_foreseen_of_the_one_with_most_score() {
    // R1 has 4 left and R2 8: R2 takes the hits until it has less than R1 (OTH-BUA-4), who is tested for itself (OTH-BUA-10).
    let houses: Vec<(i16, i16)> = (18..=23).map(|q| (q, 29)).collect();
    let field = line("B1", 30, "N").fs(9).state(|own| own.impetus = Impetus::Initiated);
    let field = field.terrain(Terrain::WoodenBuilding, &houses).foot("R1", (18, 29), "S", Shape::Line).fs(8).hits(4);
    let field = field.garrisoned().foot("R2", (23, 29), "S", Shape::Line).fs(8).garrisoned();
    let (game, effect) = combat(field.contact("B1", "R1", Aspect::Front).contact("B1", "R2", Aspect::Front));
    is_effect(thrown(&game, |fought, _| fights_on(fought)), &effect, 0.07);
}

#[test]
fn both_answers_to_a_question_are_foreseen() {
    // R1, met in its flank, has won a round: turned it fights without what the flank costs it.
    let field = Fixture::plain().foot("B1", (14, 29), "ENE", Shape::Attack).foot("R1", (18, 29), "N", Shape::Line);
    let field = field.contact("B1", "R1", Aspect::Flank).phase(DEFENCE, Side::Blue);
    let mut game = field.game(&[9, 6, 1, 1, 1]);
    game.enter(COMBAT, Side::Blue);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    assert_eq!(game.asks(), "turn");
    let [turns, keeps] =
        [crate::info::TURN, crate::info::KEEP].map(|verb| forecast(&game, &game.order(verb, "R1", "")).effect);
    assert!(turns.taken < keeps.taken && turns.inflicted > keeps.inflicted, "{turns:?} {keeps:?}");
    // Light cavalry that goes to meet heavy has 3 more in every round.
    // One segment brings the charge home either way.
    let horse = Fixture::plain().horse("B1", (20, 40), "N", Shape::Line).weight(Weight::Heavy);
    let mut game = horse.horse("R1", (25, 30), "S", Shape::Line).phase(MOVEMENT, Side::Blue).game(&[1]);
    let order = charge_of(&game, 1);
    game.give(order);
    let [meets, stands] =
        [crate::info::MEET, crate::info::STAND].map(|verb| forecast(&game, &game.order(verb, "R1", "")).effect);
    assert!(meets.taken < stands.taken && meets.inflicted > stands.inflicted, "{meets:?} {stands:?}");
}

#[test]
fn an_advance_is_foreseen_like_a_charge_without_fire() {
    // B1 has beaten R1 and may go on at R2, a battery that awaits it.
    let field = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).fs(8).hits(1);
    let field = field.guns("R2", (27, 25), "S", Gun::Medium).foot("R1", (20, 29), "S", Shape::Line);
    let field = field.contact("B1", "R1", Aspect::Front).house("combat_rounds", "1").phase(DEFENCE, Side::Blue);
    let mut game = field.game(&[2, 9]);
    game.enter(COMBAT, Side::Blue);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    assert_eq!(game.asks(), "won");
    let stem = game.order(crate::info::ONWARD, "B1", "R2");
    let pose = game.war.reach_of(&stem).legal().next().map(|place| place.pose).expect("a segment to contact");
    let told = forecast(&game, &stem.to(pose));
    // 7 and 1 and 4 against 7 - 4, three rounds, then none: guns that lose or do not stand are lost.
    assert!(told.effect.destroys > 0.8 && told.effect.succeeds == 1.0, "{:?}", told.effect);
    assert!(!told.results.is_empty());
}

fn line(label: &str, row: i16, face: &str) -> Fixture {
    Fixture::plain().foot(label, (20, row), face, Shape::Line)
}

#[test]
fn combats_of_foot_fall_as_foreseen() {
    let fixture = line("B1", 30, "N").state(|own| own.impetus = Impetus::Initiated);
    combat_falls_as_foreseen(fixture.foot("R1", (20, 29), "S", Shape::Line).fs(8).hits(1));
    combat_falls_as_foreseen(line("B1", 30, "N").hits(3).foot("R1", (20, 29), "S", Shape::Line).hits(2));
}

#[test]
fn combats_of_horse_and_guns_fall_as_foreseen() {
    let horse = || {
        let fixture = Fixture::plain().horse("B1", (20, 30), "N", Shape::Line).weight(Weight::Heavy).fs(8);
        fixture.state(|own| own.impetus = Impetus::Initiated)
    };
    combat_falls_as_foreseen(horse().foot("R1", (20, 29), "S", Shape::Line));
    combat_falls_as_foreseen(horse().foot("R1", (20, 29), "S", Shape::Square));
    combat_falls_as_foreseen(horse().horse("R1", (20, 29), "S", Shape::Line));
    combat_falls_as_foreseen(line("B1", 30, "N").guns("R1", (20, 29), "S", Gun::Heavy));
}

#[test]
fn rallies_and_forming_fall_as_foreseen() {
    let fixture = line("B1", 30, "N").hits(3).brigadier("BG", (20, 33), 3).inspiring(1).phase(RALLY_PHASE, Side::Blue);
    let game = fixture.game(&[]);
    let order = game.order(RALLY, "BG", "B1");
    let effect = forecast(&game, &order).effect;
    let all = at_once(&game, [game.id("B1"); 2], |game| game.give(order));
    let full = f64::from(game.war.field().unit(game.id("B1")).full);
    all.come_to("recovers", effect.recovers * full, |fates| f64::from(-fates[0].0));
    let fixture = line("B1", 30, "N").hits(2).foot("R1", (20, 25), "S", Shape::Line).phase(MOVEMENT, Side::Blue);
    let game = fixture.game(&[]);
    let stem = game.order(FORM, "B1", "");
    let pose = game.war.reach_of(&stem).legal().map(|place| place.pose).next().expect("another shape");
    let order = stem.to(pose);
    let effect = forecast(&game, &order).effect;
    let all = at_once(&game, [game.id("B1"); 2], |game| game.give(order));
    all.come_to("tired by forming", effect.taken * full, |fates| f64::from(fates[0].0));
}

/// The cheapest charge of B1 on R1 with two segments falls as foreseen, all firing who may and R1 countering where it can.
#[track_caller]
fn charge_falls_as_foreseen(fixture: Fixture, firers: &[&str], near: f64) {
    let game = fixture.phase(MOVEMENT, Side::Blue).game(&[]);
    let order = charge_of(&game, 2);
    let effect = forecast(&game, &order).effect;
    let step = |fought: &mut Fought, place: usize| {
        let Fought(game, turns) = &mut *fought;
        match game.asks() {
            _ if place == 0 => game.give(order),
            // Who has not come home is shot at as any other unit: that is no part of the charge.
            _ if *turns == 0 && game.war.phase() == SHOOTING => return false,
            "combat" | "orders" | "" if *turns == 0 && crate::contacts::group(&game.war, game.id("B1")).len() < 2 => {
                return false;
            }
            "combat" | "orders" | "" => return fights_on(fought),
            _ if *turns > 0 => return fights_on(fought),
            asks => {
                let fires = firers.iter().map(|firer| game.order(FIRE, firer, "B1")).filter(|_| asks == "fire");
                let answers = Some(game.order(COUNTER, "R1", "")).filter(|_| asks == "counter");
                match fires.chain(answers).find(|order| game.may(*order)) {
                    Some(order) => game.give(order),
                    None => game.done(),
                }
            }
        }
        true
    };
    is_effect(thrown(&game, step), &effect, near);
    let mut home = game.clone();
    home.war.set_dice(Dice::scripted(&[1]));
    home.give(order);
    home.pass_to("fire");
    assert!(firers.iter().all(|firer| home.may(home.order(FIRE, firer, "B1"))), "all fire where it comes home");
    assert!(!game.may(game.order(SQUARE, "R1", "")));
}

fn line_against_line() -> Fixture {
    let fixture = line("B1", 40, "N").fs(8).foot("R1", (25, 31), "S", Shape::Line);
    fixture.foot("B2", (5, 55), "N", Shape::Line)
}

#[test]
fn a_charge_falls_as_foreseen_where_its_target_stands_and_fires() {
    charge_falls_as_foreseen(line_against_line().foot("R2", (10, 3), "S", Shape::Line), &["R1"], NEAR);
}

#[test]
fn a_charge_falls_as_foreseen_where_a_battery_beside_its_target_fires_too() {
    charge_falls_as_foreseen(line_against_line().guns("R2", (20, 29), "S", Gun::Medium), &["R1", "R2"], NEAR);
}

#[test]
fn a_charge_falls_as_foreseen_where_it_comes_at_two() {
    // B1 ends before the seam of R1 and R2: both are in contact, both fire, both fight (OTH-CONTACT-8, OTH-COMBAT-1).
    let field = line("B1", 38, "N").fs(10).foot("R1", (26, 29), "S", Shape::Line).volley_spent();
    let field = field.foot("R2", (22, 29), "S", Shape::Line).volley_spent().foot("B2", (5, 55), "N", Shape::Line);
    charge_falls_as_foreseen(field, &["R1", "R2"], 0.07);
}

/// What the charge of B1 on R1 tells and what its threat tells: inflicted and taken.
fn told(fixture: Fixture, segments: i16) -> [[f64; 2]; 2] {
    let game = fixture.phase(MOVEMENT, Side::Blue).game(&[]);
    let stem = game.order(CHARGE, "B1", "R1").with(segments);
    let reach = game.war.reach_of(&stem);
    let pose = reach.legal().min_by_key(|place| place.cost).map(|place| place.pose).expect("contact can be made");
    let effect = forecast(&game, &stem.to(pose)).effect;
    let (by, on) = (game.id("B1"), game.id("R1"));
    let (from, at) = (game.pose("B1"), game.pose("R1"));
    let threat = game.war.estimates().threat(by, &from, on, &at);
    [[effect.inflicted, effect.taken], [threat.charge, threat.charge_cost]]
}

#[test]
fn a_threat_tells_what_the_charge_would() {
    let near = |on: &str| {
        Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).foot("R1", (23, 24), on, Shape::Line).volley_spent()
    };
    // In front: the test to close, the volley at an inch, the combat. In the rear there is no volley.
    for fixture in [near("S"), near("N")] {
        let [forecast, threat] = told(fixture, 1);
        assert!(
            (forecast[0] - threat[0]).abs() < 1e-9 && (forecast[1] - threat[1]).abs() < 1e-9,
            "{forecast:?} {threat:?}"
        );
    }
    // Ten inches off the second segment of a line tires it, and it fights with a point less.
    let far =
        Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).foot("R1", (25, 20), "S", Shape::Line).volley_spent();
    let [forecast, threat] = told(far, 2);
    assert!(
        (forecast[0] - threat[0]).abs() < 1e-9 && (forecast[1] - threat[1]).abs() < 1e-9,
        "{forecast:?} {threat:?}"
    );
}

/// What the cheapest charge of B1 on R1 with so many segments tells.
fn charge_of(game: &Game, segments: i16) -> Order {
    let stem = game.order(CHARGE, "B1", "R1").with(segments);
    let reach = game.war.reach_of(&stem);
    stem.to(reach.legal().min_by_key(|place| place.cost).map(|place| place.pose).expect("contact can be made"))
}

#[test]
fn a_charge_reckons_with_what_its_target_does() {
    let light = |shape| Fixture::plain().foot("B1", (20, 30), "N", Shape::Attack).foot("R1", (22, 25), "S", shape);
    // 5 inches off: with 6 inches to go skirmishers get away, with 12 they are caught at -4 and stand.
    let told = |shape, segments| {
        let game = light(shape).phase(MOVEMENT, Side::Blue).game(&[]);
        forecast(&game, &charge_of(&game, segments)).effect
    };
    let away = told(Shape::Skirmish, 1);
    assert_eq!([away.inflicted, away.taken, away.destroys], [0.0; 3], "they evade");
    assert_eq!(away.repels, 0.0, "of their own will");
    let game = light(Shape::Skirmish).phase(MOVEMENT, Side::Blue).game(&[]);
    let order = charge_of(&game, 1);
    let weighed = game.war.estimates().judged(&order, &forecast(&game, &order));
    assert_eq!(weighed.repels, away.succeeds, "but to drive them off is worth something");
    assert!(told(Shape::Skirmish, 2).inflicted > 0.1, "they cannot");
    assert!(told(Shape::Line, 1).inflicted > 0.1, "a line stands");
    // An attack column forms square before horse, and beats it off.
    let horse = Fixture::plain().horse("B1", (20, 40), "N", Shape::Line).foot("R1", (24, 31), "S", Shape::Attack);
    let game = horse.phase(MOVEMENT, Side::Blue).game(&[]);
    let effect = forecast(&game, &charge_of(&game, 1)).effect;
    assert!(effect.repelled > 0.4 && effect.destroys < 0.4, "{effect:?}");
}

#[test]
fn an_evasion_reckons_with_being_caught() {
    let told = |segments| {
        let field =
            Fixture::plain().foot("B1", (20, 30), "N", Shape::Attack).foot("R1", (22, 25), "S", Shape::Skirmish);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[1]);
        let order = charge_of(&game, segments);
        game.give(order);
        assert_eq!(game.asks(), "react");
        let order = game.order(crate::info::EVADE, "R1", "");
        forecast(&game, &order).effect.taken
    };
    assert_eq!(told(1), 0.0);
    assert!(told(2) > 0.1, "caught in front, at -4");
}

#[test]
fn a_charge_that_its_way_breaks_comes_to_no_blows() {
    // Three hits of eight; three walls cost one each, and with six of eight it routs (OTH-TERRAIN-1, OTH-STATUS-1).
    let walls = |count: i16| {
        let field = Fixture::plain().foot("B1", (20, 32), "N", Shape::Line).fs(8).hits(3);
        let field = (0..count).fold(field, |field, row| field.above(31 - row, battle::Obstacle::Wall));
        let field = field.foot("R1", (20, 25), "S", Shape::Line).volley_spent();
        field.foot("B2", (5, 55), "N", Shape::Line).foot("R2", (35, 3), "S", Shape::Line)
    };
    let game = walls(3).phase(MOVEMENT, Side::Blue).game(&[]);
    let order = charge_of(&game, 2);
    let told = forecast(&game, &order);
    let comes: f64 = told.rolls.iter().map(battle::RollForecast::passes).product();
    let Effect { inflicted, taken, destroys, destroyed, succeeds, .. } = told.effect;
    assert_eq!([inflicted, destroys, succeeds], [0.0; 3], "nobody is met");
    assert!((destroyed - comes).abs() < 1e-9 && comes > 0.3, "it routs wherever it dares: {destroyed} {comes}");
    assert!((taken - 3.0 / 8.0 * comes).abs() < 1e-9, "three hits: {taken}");
    assert!(told.rolls.iter().all(|roll| roll.label != "combat"), "no blow is struck");
    let mut gone = walls(3).phase(MOVEMENT, Side::Blue).game(&[1]);
    gone.give(order);
    gone.pass_to_unless("fire", "over");
    assert!(gone.marked("B1", marks::ROUTING) && gone.war.strength(gone.id("R1")) == game.war.strength(game.id("R1")));
    // With two it comes home.
    let game = walls(2).phase(MOVEMENT, Side::Blue).game(&[]);
    let effect = forecast(&game, &charge_of(&game, 2)).effect;
    assert!(effect.inflicted > 0.01 && effect.succeeds > 0.3, "{effect:?}");
}

#[test]
fn who_routs_is_ridden_down_without_a_blow() {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).fs(8).foot("R1", (20, 25), "S", Shape::Line);
    let field = field.fs(8).hits(6).foot("B2", (5, 55), "N", Shape::Line).foot("R2", (35, 3), "S", Shape::Line);
    let game = field.clone().phase(MOVEMENT, Side::Blue).game(&[]);
    let order = charge_of(&game, 1);
    let told = forecast(&game, &order);
    let comes: f64 = told.rolls.iter().map(battle::RollForecast::passes).product();
    let Effect { inflicted, taken, destroys, destroyed, .. } = told.effect;
    assert!((destroys - comes).abs() < 1e-9 && comes > 0.5, "{destroys} {comes}");
    assert!((inflicted - 2.0 / 8.0 * comes).abs() < 1e-9, "the two that are left: {inflicted}");
    assert_eq!([taken, destroyed], [0.0; 2]);
    assert!(told.rolls.iter().all(|roll| roll.label != "combat"), "no blow is struck");
    let mut gone = field.phase(MOVEMENT, Side::Blue).game(&[1]);
    gone.give(order);
    assert!(!gone.is_there("R1") && gone.war.strength(gone.id("B1")) == 8, "OTH-STATUS-2");
}

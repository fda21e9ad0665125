//! Charges at several targets, each foreseen as it is resolved: the nearest is met first, and whoever stands behind it only where
//! it has gone (MC-CHARGE-7, 15).

use battle::{Pose, Side, System as _};

use super::fixture::Fixture;
use super::steps::{Played, answer, charge, rest, ride, straight};
use super::throws::Thrown;
use crate::charge::reach::way_to;
use crate::info::{CHARGE, CLOSE, DECLARE, HOLD, VOLLEY};
use crate::profile::Troops;
use crate::space::Shape;
use crate::state::Open;
use crate::{War, marks, melee};

/// Horse of class 2 in line, which comes home with any throw; B9 far off keeps the card going.
fn horse() -> Fixture {
    let field = Fixture::plain().unit("B1", Troops::Horse, 6, (10, 30), "N", Shape::Line).class(2);
    field.foot("B9", 8, (35, 40), "N", Shape::Line)
}

/// MC-CHARGE-7: the way that a forecast presumes is told, from where the charger stands into contact with whom it goes for first.
#[test]
fn a_forecast_tells_the_way_that_it_presumes() {
    let game = horse().foot("R1", 8, (10, 22), "S", Shape::Line).phase(DECLARE, Side::Blue).game(&[]);
    let way = game.war.forecast(&game.order(CHARGE, "B1", "R1")).way;
    assert_eq!(way.first(), Some(&game.pose("B1")));
    let meets = |pose: &Pose| !crate::space::touching(&game.war, game.id("B1"), pose, game.id("R1")).is_empty();
    let met: Vec<bool> = way.iter().map(meets).collect();
    assert!(met.last() == Some(&true) && !met[..met.len() - 1].contains(&true), "{met:?}");
}

/// MC-CHARGE-7, 15: a charge ends in contact with whoever has reacted and is none of its targets, so that the way presumed leads
/// past R2, whom the cheapest would touch.
#[test]
fn the_way_presumed_leads_past_who_is_no_target() {
    let field =
        Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Skirmish).foot("B9", 8, (35, 40), "N", Shape::Line);
    let field = field.foot("R1", 8, (14, 22), "S", Shape::Line);
    let way = |field: Fixture| {
        let game = field.phase(DECLARE, Side::Blue).game(&[]);
        game.war.forecast(&game.order(CHARGE, "B1", "R1")).way
    };
    let guarded = field.clone().foot("R2", 1, (13, 26), "S", Shape::Open);
    let game = guarded.clone().phase(DECLARE, Side::Blue).game(&[]);
    let meets = |pose: &Pose| !crate::space::touching(&game.war, game.id("B1"), pose, game.id("R2")).is_empty();
    assert!(way(field).iter().any(meets), "the cheapest");
    let past = way(guarded);
    assert!(!past.is_empty() && !past.iter().any(meets));
}

/// The one of some units that a charge goes for: the first that has not run.
fn goal<'a>(game: &Played, order: &[&'a str]) -> Option<&'a str> {
    order.iter().copied().find(|unit| game.is_there(unit) && !game.war.marked(game.id(unit), marks::ROUTING))
}

/// A charge goes on by the cheapest way to one of its targets after the other; whoever reacts fires if he may; the melee is
/// fought.
fn home(game: &mut Played, order: &[&str]) {
    let (mut goes_for, mut way) = (None, Vec::<Pose>::new());
    loop {
        match (game.asks(), game.war.frame()) {
            ("react", Some(Open::React(unit, _))) => {
                let label = game.war.field().roster().unit(*unit).label.clone();
                let fires = game.may(game.order(VOLLEY, &label, ""));
                answer(game, if fires { VOLLEY } else { HOLD }, &label);
            }
            ("close", Some(Open::Close(charge))) => {
                if goes_for != goal(game, order) {
                    goes_for = goal(game, order);
                    // Whoever has made all run stays where it is.
                    let Some(to) = goes_for.map(|unit| game.id(unit)) else {
                        rest(game, "B1");
                        continue;
                    };
                    way = way_to(&game.war, charge.by, to, charge.left).into_iter().map(|(pose, _)| pose).collect();
                }
                let reach = game.war.reach_of(&game.order(CLOSE, "B1", ""));
                // Who has lost stands has closed up, and comes as near to that way as it can.
                let same = |one: &Pose, pose: &Pose| one.facing == pose.facing && one.anchor == pose.anchor;
                let last = way[way.len() - 1];
                let key = |pose: &Pose| {
                    let place = way.iter().rposition(|one| same(one, pose));
                    let off = (pose.facing != last.facing, pose.anchor.distance(last.anchor), *pose);
                    (place.map_or(way.len(), |place| way.len() - 1 - place), off)
                };
                let end = reach.legal().map(|leg| leg.pose).min_by_key(key).expect("a leg");
                game.give(game.order(CLOSE, "B1", "").to(end));
            }
            _ => break,
        }
        straight(game);
    }
    if let Some(group) = melee::fighters::groups(&game.war).first() {
        super::steps::fight(game, group);
    }
}

/// A charge at one that has been declared at another before, foreseen and then thrown out with both.
fn as_foreseen(field: Fixture, [before, on]: [&str; 2], order: &[&str]) {
    let mut declares = field.clone().phase(DECLARE, Side::Blue).game(&[]);
    declares.give(declares.order(CHARGE, "B1", before));
    let foreseen = declares.war.forecast(&declares.order(CHARGE, "B1", on));
    let start = charge(field, &[], &[("B1", before), ("B1", on)]);
    let thrown = Thrown::out(&start, |game| {
        ride(game, "B1");
        home(game, order);
    });
    let (by, on) = (start.id("B1"), start.id(on));
    let full = |unit| f64::from(start.war.field().unit(unit).full);
    let lost = |war: &War, unit| full(unit) - f64::from(if war.present(unit) { war.strength(unit) } else { 0 });
    let broken = |war: &War, unit| f64::from(u8::from(!war.present(unit) || war.marked(unit, marks::ROUTING)));
    thrown.is("defender routs", foreseen.effect.destroys, |war| broken(war, on));
    thrown.is("attacker routs", foreseen.effect.destroyed, |war| broken(war, by));
    thrown.is("taken", foreseen.effect.taken * full(by), |war| lost(war, by));
    thrown.is("inflicted", foreseen.effect.inflicted * full(on), |war| lost(war, on));
}

/// Militia of two stands 5 inches before the middle of the charger, and a better line 9 inches before it, whom the rout of the
/// militia does not alarm; it holds the marker already that routers leave who pass through it.
fn one_behind() -> Fixture {
    let field = horse().foot("R1", 2, (14, 25), "S", Shape::Open).class(5);
    field.foot("R2", 8, (18, 21), "S", Shape::Open).class(3).marks(marks::PANIC)
}

#[test]
fn a_target_behind_a_nearer_one_is_foreseen() {
    as_foreseen(one_behind(), ["R1", "R2"], &["R1", "R2"]);
}

#[test]
fn a_target_before_a_farther_one_is_foreseen() {
    as_foreseen(one_behind(), ["R2", "R1"], &["R1", "R2"]);
}

/// Horse that begins beside two stands of militia whom it does not charge: they wake as it sets out, and it is in contact.
fn barred() -> Fixture {
    let field = Fixture::plain().scale(2).unit("B1", Troops::Horse, 4, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (15, 26), "S", Shape::Line);
    field.foot("R2", 2, (14, 29), "S", Shape::Open).class(5)
}

/// MC-CHARGE-14, 21: who stands in contact where a charge pauses holds it up, and it fights him and not its target; where he has
/// run it goes on. With odds that take no notice of that the charger routs by .31 and breaks its target by .34. Throws for moves
/// all fall in the middle here, and they do not in the odds: hence three points either way.
#[test]
fn who_holds_a_charge_up_is_foreseen() {
    let game = barred().phase(DECLARE, Side::Blue).game(&[]);
    let foreseen = game.war.forecast(&game.order(CHARGE, "B1", "R1")).effect;
    let start = charge(barred(), &[], &[("B1", "R1")]);
    let thrown = Thrown::out(&start, |game| {
        ride(game, "B1");
        home(game, &["R1"]);
    });
    let broken = |war: &War, unit| f64::from(u8::from(!war.present(unit) || war.marked(unit, marks::ROUTING)));
    for (name, label, chance) in [("attacker", "B1", foreseen.destroyed), ("defender", "R1", foreseen.destroys)] {
        let (fell, _) = thrown.mean(|war| broken(war, start.id(label)));
        assert!((fell - chance).abs() < 0.03, "{name} routs: {fell:.4} fell, {chance:.4} foreseen");
    }
}

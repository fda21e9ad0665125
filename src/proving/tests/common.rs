//! What every system has of the common home: refusals, endings, chains of command, tallies, what is asked through the seam.

use battle::{
    Army, BrigadeSpec, Departure, Event, HouseRules, Hundredths, LeaderId, LeaderSpec, Marks, Object, Order, Outcome,
    Perch, Pose, Rank, Rating, Reason, Side, System, Told, UnitId,
};
use rulebook::fixture::Game;
use rulebook::{Choices, chain_of, commanders, ending, forecasts, heads, tallies};

use crate::Plan;
use crate::drill::{Drill, War, info, marks};

const B1: UnitId = UnitId(0);
const B2: UnitId = UnitId(1);
const B3: UnitId = UnitId(2);
const R1: UnitId = UnitId(4);
const R2: UnitId = UnitId(5);
const R3: UnitId = UnitId(6);

/// Foot, horse and guns a side, and a unit to come; everybody far from everybody.
fn game() -> Game<Drill> {
    let plan = Plan { key: String::from("parade"), size: 40, units: 3, turns: 3, deployment: false };
    let options = info::Options::of(&HouseRules::default());
    let war = rulebook::enlist(&plan.scenario(), &HouseRules::default(), options, 1).expect("room for all");
    let mut game = Game::new(war, &[]);
    let posts = [
        (B1, "3,36/N/line4"),
        (B2, "20,36/N/line4"),
        (B3, "30,36/N/battery2"),
        (R1, "3,3/S/line4"),
        (R2, "20,3/S/line4"),
        (R3, "30,3/S/battery2"),
    ];
    for (unit, pose) in posts {
        game.umpire().emit(Event::Placed { unit, pose: pose.parse().expect("a pose") });
    }
    game
}

fn system(game: &Game<Drill>) -> &dyn System {
    &game.war
}

#[test]
fn an_order_names_exactly_what_its_verb_needs() {
    let mut game = game();
    game.umpire().mark(B1, marks::ORDERED, true);
    game.enter(info::MOVEMENT, Side::Blue);
    let refused = |order: Order| game.war.check(&order).expect_err("refused").text;
    let ahead: Pose = "3,35/N/line4".parse().expect("a pose");
    let moves = Order::new(info::MOVE).by(B1);
    assert_eq!(game.war.check(&moves.to(ahead)).map_err(|no| no.text), Ok(()));
    for (order, expected) in [
        (moves, "needs a pose such as 12,7/N/line4"),
        (moves.to(ahead).on(R1), "needs no target"),
        (moves.to(ahead).with(2), "has a number that means nothing here"),
        (Order::new(info::MOVE).to(ahead), "needs a unit"),
        (Order::new(info::DONE).to(ahead), "takes no pose"),
        (
            Order::new(info::FIRE).by(B1).on(R1),
            "does not answer what is asked now: move or charge with an ordered unit",
        ),
        (Order::new(info::MOVE).by(R1).to(ahead), "R1"),
        (Order::new(info::MOVE).by(UnitId(3)).to(ahead), "B4 is not on the map"),
    ] {
        let text = refused(order);
        assert!(text.contains(expected), "`{text}` says nothing of `{expected}`");
    }
}

#[test]
fn listed_orders_are_those_that_may_be_given() {
    let mut game = game();
    game.umpire().mark(B2, marks::ORDERED, true);
    game.enter(info::MOVEMENT, Side::Blue);
    let actors: Vec<Option<UnitId>> = game.war.stems().iter().map(Order::unit).collect();
    assert!(!actors.is_empty() && actors.iter().all(|unit| *unit == Some(B2)), "the others have no order: {actors:?}");
    let orders = game.war.orders();
    assert!(orders.iter().all(|order| game.war.check(order).is_ok()), "{orders:?}");
    assert_eq!(orders.iter().filter(|order| order.verb == info::DONE).count(), 1);
}

#[test]
fn who_is_alone_on_the_crossroads_at_the_end_of_a_turn_has_it() {
    let mut game = game();
    let place = game.war.field().roster().objectives.iter().position(|one| one.name == "Crossroads").expect("there");
    let taken = |game: &mut Game<Drill>| {
        ending::take_objectives(&mut game.umpire());
        game.war.field().holders()[place]
    };
    assert_eq!(taken(&mut game), None);
    game.umpire().emit(Event::Placed { unit: B1, pose: "20,20/N/line4".parse().expect("a pose") });
    assert!(system(&game).holds_ground(B1));
    assert_eq!(taken(&mut game), Some(Side::Blue));
    assert_eq!(
        ending::count_up(&game.war).points[0] - ending::count_up(&game.war).points[1],
        3,
        "{:?}",
        game.war.score()
    );
    game.umpire().emit(Event::Placed { unit: R1, pose: "20,21/S/line4".parse().expect("a pose") });
    game.umpire().emit(Event::Left { unit: B1, why: Departure::Routed, clause: "X-1" });
    assert_eq!(taken(&mut game), Some(Side::Red));
}

#[test]
fn a_hidden_unit_takes_nothing_that_others_could_read_from_the_score() {
    let mut game = game();
    game.umpire().emit(Event::Placed { unit: B1, pose: "20,20/N/line4".parse().expect("a pose") });
    game.umpire().mark(B1, marks::HIDDEN, true);
    assert!(!ending::open_field(&game.war).present().any(|unit| unit == B1));
    ending::take_objectives(&mut game.umpire());
    assert!(!game.war.field().holders()[..1].contains(&Some(Side::Blue)), "{:?}", game.war.field().holders());
    game.umpire().mark(B1, marks::HIDDEN, false);
    ending::take_objectives(&mut game.umpire());
    assert_eq!(game.war.field().holders()[0], Some(Side::Blue), "seen, it has the crossroads");
}

#[test]
fn a_battle_ends_when_nobody_is_left_of_a_side_not_before() {
    let mut game = game();
    let reds: Vec<UnitId> = game.war.field().ids().filter(|unit| game.war.field().side(*unit) == Side::Red).collect();
    for unit in &reds[1..] {
        game.umpire().emit(Event::Left { unit: *unit, why: Departure::Destroyed, clause: "X-1" });
    }
    ending::last_one_standing(&mut game.umpire());
    assert!(game.war.ended().is_none(), "one is left");
    game.umpire().emit(Event::Left { unit: reds[0], why: Departure::Routed, clause: "X-1" });
    ending::last_one_standing(&mut game.umpire());
    let Outcome { winner, reason, .. } = game.war.ended().expect("it is over");
    assert_eq!((winner, reason), (Some(Side::Blue), Reason::Destruction));
}

fn leader(rank: Rank, command: Option<&str>) -> LeaderSpec {
    let command = command.map(String::from);
    LeaderSpec {
        label: String::new(),
        name: String::new(),
        rank,
        rating: Rating::Average,
        command,
        special: Default::default(),
    }
}

#[test]
fn a_brigade_obeys_its_brigadier_its_division_and_the_army() {
    let brigade = |name: &str, division: &str| BrigadeSpec { name: name.into(), division: division.into() };
    let army = Army {
        side: Side::Blue,
        name: String::new(),
        brigades: vec![brigade("Hill's", "Right"), brigade("Cole's", "Left"), brigade("Park", "")],
        units: Vec::new(),
        leaders: vec![
            leader(Rank::Adjutant, Some("Cole's")),
            leader(Rank::Division, Some("Left")),
            leader(Rank::Brigade, Some("Cole's")),
            leader(Rank::Brigade, Some("0")),
            leader(Rank::Army, None),
        ],
    };
    assert_eq!(commanders(&army).count(), 4, "the adjutant commands nobody");
    let chain = |brigade| chain_of(&army, 10, brigade).map(|leader| leader.map(|LeaderId(number)| number));
    assert_eq!(chain(0), [Some(12), None, Some(13)], "named by its number");
    assert_eq!(chain(1), [Some(11), Some(10), Some(13)]);
    assert_eq!(chain(2), [None, None, Some(13)]);
    assert_eq!(chain(3), [None; 3], "there is no such brigade");
    assert!(!heads(&army, &leader(Rank::Brigade, None), 0), "only an army is headed without a command");
    assert!(!heads(&army, &leader(Rank::Adjutant, Some("Hill's")), 0));
    assert!(heads(&army, &leader(Rank::Army, Some("whatever")), 0));
}

#[test]
fn losses_marks_and_leaders_are_counted_as_events_tell_them() {
    let mut game = game();
    let strength = |unit, from, to, cause| Event::Strength { unit, from, to, cause, clause: "X-1" };
    for event in [
        strength(B1, 9, 6, "fire"),
        strength(R1, 5, 4, "fire"),
        strength(B1, 6, 7, "rally"),
        strength(B1, 7, 5, "melee"),
    ] {
        game.umpire().emit(event);
    }
    let counted = [Side::Blue, Side::Red].map(|side| game.counted("losses", side));
    assert_eq!(counted, ["fire 3, melee 2", "fire 1"], "what is regained is no loss");
    let on = |marks, on| Event::Marked { unit: B1, marks, on, cause: "" };
    let both = Marks::number(3) | Marks::number(4);
    assert_eq!(
        [tallies::set(&on(both, true), Marks::number(4)), tallies::set(&on(both, true), Marks::number(5))],
        [Some(B1), None]
    );
    assert_eq!([tallies::set(&on(both, false), both), tallies::cleared(&on(both, true), both)], [None, None]);
    assert_eq!(
        [tallies::cleared(&on(both, false), Marks::number(3)), tallies::cleared(&on(both, false), Marks::number(5))],
        [Some(B1), None]
    );
    let field = game.war.field();
    let gone = |to| Event::LeaderMoved { leader: LeaderId(0), to, clause: "X-9" };
    assert_eq!(tallies::leader_lost(field, &gone(Perch::Away)), Some((field.roster().leader(LeaderId(0)).side, "X-9")));
    assert_eq!(tallies::leader_lost(field, &gone(Perch::With(B1))), None);
}

#[test]
fn forecasts_have_their_small_parts() {
    let game = game();
    assert!((forecasts::certain().effect.succeeds - 1.0).abs() < 1e-9);
    let there: Pose = "3,35/N/line4".parse().expect("a pose");
    let forecast = forecasts::ends_there(&game.war, &Order::new(info::MOVE).by(B1).to(there));
    assert_eq!((forecast.ends, forecast.effect.succeeds), (vec![(there, 1.0)], 1.0));
    assert_eq!([forecasts::tame(-0.5), forecasts::tame(0.5), forecasts::tame(1.5)], [0.0, 0.5, 1.0]);
    assert!((forecasts::full(&game.war, B1) - 16.0).abs() < 1e-9, "eight stands of two");
    let then = forecasts::supposed(&game.war, |umpire| umpire.mark(B1, marks::ORDERED, true));
    assert_eq!([then.marked(B1, marks::ORDERED), game.war.marked(B1, marks::ORDERED)], [true, false]);
}

#[test]
fn an_option_that_was_chosen_is_known_from_one_that_is_as_it_always_is() {
    let mut house = HouseRules::default();
    house.set(info::INFO.options, "volleys", "on").expect("an option");
    let chosen = Choices::of(info::INFO.options, &house);
    assert_eq!([chosen.was_set("volleys"), chosen.was_set("finding")], [true, false]);
    assert_eq!((chosen.on("volleys"), chosen.is("finding", "near"), chosen.number("extra-orders")), (true, true, 1));
}

#[test]
fn what_the_seam_is_asked_the_rules_answer() {
    let game = game();
    let (war, estimates): (&War, _) = (&game.war, system(&game).estimates());
    let (open, ahead) = (war.pose(B1).anchor, hexes::Direction::NorthEast);
    assert_eq!(estimates.step_cost(B1, open, ahead).map(|Hundredths(cost)| cost), Some(100), "an inch of open ground");
    assert_eq!(estimates.fire_range(B2), Hundredths(0), "horse fires at nobody");
    assert!(estimates.fire_range(B3) > estimates.fire_range(B1) && estimates.fire_range(B1) > Hundredths(0));
    assert!((estimates.worth(B2) - estimates.worth(B1)).abs() > 0.1, "veterans are worth more than trained foot");
    assert!(estimates.binding(LeaderId(0)).is_none() && estimates.fire_to_come(B1, &war.pose(B1), R1) == 0.0);
    assert!(system(&game).commands(Side::Blue).is_empty());
    assert!(!system(&game).reference().is_empty());
    assert!(system(&game).tells_distances());
    assert!(!system(&game).fire_arc(B1, &war.pose(B1)).hexes.is_empty());
    assert!(system(&game).fire_arc(B2, &war.pose(B2)).hexes.is_empty());
}

#[test]
fn a_sentence_names_who_and_whom() {
    let mut game = game();
    game.umpire().say("{a} salutes {t}.", "X-1", B1, Some(R1));
    let said =
        game.heard.events().iter().find_map(|event| if let Event::Told(told) = event { Some(told) } else { None });
    let expected =
        Told { actor: Some(Object::Unit(B1)), target: Some(Object::Unit(R1)), ..Told::new("{a} salutes {t}.", "X-1") };
    assert_eq!(said, Some(&expected));
}

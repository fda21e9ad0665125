//! A commander's reasons in sentences.

use battle::{Consideration, Object, Order, Prospect, Side, Weighed, Why, Words};

use super::game;
use crate::screens::why::sentences;

const COSTS: Words = Words { better: "costs them {}", worse: "costs them {}" };
const COVER: Words = Words { better: "has more cover", worse: "has less cover" };
const HASTE: Words = Words { better: "loses no time", worse: "loses time" };
const FLANK: Words = Words { better: "shows them no flank", worse: "shows them a flank" };

/// Losses, cover, haste and a flank shown, each as much as it counts.
fn made_of(inputs: [f64; 4]) -> Vec<Consideration> {
    let parts = [("loss", COSTS), ("cover", COVER), ("haste", HASTE), ("flank", FLANK)];
    let part = |((name, words), input)| Consideration { name, input, response: input, weight: 1.0, words };
    parts.into_iter().zip(inputs).map(part).collect()
}

fn weighed(order: Order, inputs: [f64; 4]) -> Weighed {
    Weighed { order, score: 1.0, considerations: made_of(inputs) }
}

/// What is said of the first of some orders of Blue's, given what they and doing nothing are made of.
fn said(options: &[[f64; 4]], still: Option<[f64; 4]>) -> Vec<String> {
    let game = game("small-field", ["human", "human"]);
    let system = game.view(Side::Blue);
    let order = system.orders()[0];
    let options = options.iter().map(|inputs| weighed(order, *inputs)).collect();
    let mission = String::from("van: attack the mill; odds 2.0 to 1");
    let why = Why { mission, still: still.map_or_else(Vec::new, made_of), options, weighed: 9, prospect: None };
    let next = crate::panels::words::order(system, &order);
    sentences(&why, system).iter().map(|line| line.replace(&next, "NEXT")).collect()
}

#[test]
fn what_speaks_for_an_order_comes_first_then_what_speaks_against_it_then_the_next_best() {
    let told = said(&[[0.3, 0.8, 0.9, 0.4], [0.1, 0.8, 0.9, 0.4]], Some([0.1, 0.8, 0.5, 0.8]));
    let expected = [
        "It costs them 30% of a unit instead of 10% and loses no time.",
        "But it shows them a flank.",
        "Next best: NEXT, which costs them 10% of a unit instead of 30%.",
        "The plan: Van: attack the mill; odds 2.0 to 1.",
    ];
    assert_eq!(told, expected);
}

#[test]
fn an_order_that_gives_somebody_the_means_says_what_for() {
    let game = game("small-field", ["human", "human"]);
    let system = game.view(Side::Blue);
    let order = system.orders()[0];
    let acts = Prospect::Acts { what: weighed(order, [0.3, 0.8, 0.5, 0.4]), still: made_of([0.1, 0.8, 0.5, 0.8]) };
    let told = |prospect| {
        let why = Why { options: vec![weighed(order, [0.5; 4])], prospect: Some(prospect), ..Why::default() };
        sentences(&why, system)
    };
    let what = crate::panels::words::order(system, &order);
    assert_eq!(told(acts), [format!("It is for {what}, which costs them 30% of a unit instead of 10%.")]);
    assert_eq!(told(Prospect::Defends), ["It is for defence, should they charge."]);
}

#[test]
fn an_order_to_do_nothing_is_set_beside_the_next_best() {
    let still = [0.1, 0.8, 0.5, 0.8];
    let told = said(&[still, [0.1, 0.8, 0.5, 0.4]], Some(still));
    assert_eq!(told[..2], ["Nothing else is worth more.", "Next best: NEXT, which shows them a flank."]);
}

#[test]
fn where_doing_nothing_is_no_choice_the_next_best_is_what_counts() {
    let told = said(&[[0.3, 0.8, 0.5, 0.8], [0.1, 0.8, 0.5, 0.8]], None);
    assert_eq!(
        told[..2],
        [
            "It costs them 30% of a unit instead of 10%.",
            "Next best: NEXT, which costs them 10% of a unit instead of 30%."
        ]
    );
    assert_eq!(said(&[[0.3, 0.8, 0.5, 0.8]], None), ["The plan: Van: attack the mill; odds 2.0 to 1."]);
}

#[test]
fn an_order_with_nothing_for_it_says_what_it_costs_and_no_more_than_three_things_are_said() {
    let told = said(&[[0.1, 0.8, 0.5, 0.4]], Some([0.1, 0.8, 0.5, 0.8]));
    assert_eq!(told[0], "It shows them a flank.");
    let told = said(&[[0.8, 0.8, 0.8, 0.8]], Some([0.4, 0.4, 0.4, 0.4]));
    assert_eq!(told[0], "It costs them 80% of a unit instead of 40%, has more cover and loses no time.");
}

#[test]
fn an_order_about_who_is_not_known_is_not_told() {
    let game = game("small-field", ["human", "human"]);
    let mut units = game.system().field().roster().units();
    let hidden = units.find(|(_, info)| info.label == "R4").expect("the rangers").0;
    let told = |side: Side| {
        let system = game.view(side);
        let order = Order { target: Some(Object::Unit(hidden)), ..system.orders()[0] };
        let prospect = Prospect::Acts { what: weighed(order, [0.3; 4]), still: made_of([0.1; 4]) };
        let options = vec![weighed(system.orders()[0], [0.3; 4]), weighed(order, [0.1; 4])];
        sentences(&Why { options, prospect: Some(prospect), ..Why::default() }, system).len()
    };
    assert_eq!([told(Side::Red), told(Side::Blue)], [3, 0]);
}

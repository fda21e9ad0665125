//! What speaks for and against orders, in words.

use crate::{Beside, Consideration, Order, Verb, Weighed, Words};

fn one(name: &'static str, input: f64, response: f64, weight: f64, words: [&'static str; 2]) -> Consideration {
    let [better, worse] = words;
    Consideration { name, input, response, weight, words: Words { better, worse } }
}

fn loss(input: f64) -> Consideration {
    one("loss", input, input, 1.0, ["costs them {}", "costs them {}"])
}

fn cover(response: f64, weight: f64) -> Consideration {
    one("cover", response, response, weight, ["has more cover", "has less cover"])
}

fn weighed(considerations: Vec<Consideration>) -> Weighed {
    Weighed { order: Order::new(Verb(0)), score: 1.0, considerations }
}

fn beside(own: &[Consideration], other: &[Consideration]) -> [Vec<String>; 2] {
    let Beside { better, worse } = weighed(own.to_vec()).beside(other);
    [better, worse]
}

#[test]
fn losses_are_told_beside_those_of_the_other() {
    assert_eq!(beside(&[loss(0.12)], &[loss(0.04)]), [vec!["costs them 12% of a unit instead of 4%"], vec![]]);
    assert_eq!(beside(&[loss(0.12)], &[loss(0.0)]), [vec!["costs them 12% of a unit"], vec![]]);
    assert_eq!(beside(&[loss(0.0)], &[loss(0.12)]), [vec![], vec!["costs them nothing instead of 12%"]]);
    assert_eq!(beside(&[loss(0.004)], &[loss(0.12)]), [vec![], vec!["costs them next to nothing instead of 12%"]]);
    assert_eq!(beside(&[loss(0.124)], &[loss(0.12)]), [vec!["costs them 12% of a unit"], vec![]]);
}

#[test]
fn the_weightiest_comes_first_and_trifles_are_left_out() {
    let own = [cover(0.9, 1.0), loss(0.9), one("haste", 0.0, 0.79, 1.0, ["loses no time", "loses time"])];
    let other = [cover(0.3, 1.0), loss(0.2), one("haste", 0.0, 0.8, 1.0, ["loses no time", "loses time"])];
    let [better, worse] = beside(&own, &other);
    assert_eq!(better, ["costs them 90% of a unit instead of 20%", "has more cover"]);
    assert!(worse.is_empty(), "{worse:?}");
    let [better, worse] = beside(&other, &own);
    assert!(better.is_empty(), "{better:?}");
    assert_eq!(worse, ["costs them 20% of a unit instead of 90%", "has less cover"]);
}

#[test]
fn what_has_little_weight_says_little_and_what_only_one_has_says_nothing() {
    assert_eq!(beside(&[cover(1.0, 0.1), loss(0.9)], &[cover(0.0, 0.1), loss(0.2)])[0].len(), 1);
    assert_eq!(beside(&[cover(1.0, 1.0)], &[loss(0.2)]), [Vec::<String>::new(), vec![]]);
    assert_eq!(beside(&[cover(0.5, 1.0)], &[cover(0.5, 1.0)]), [Vec::<String>::new(), vec![]]);
}

//! What units are worth, found again in battles whose ends were made of it.

use battle::{Side, Troop};

use crate::points::{Army, Fought, fit};

/// What the lists of the test say.
fn said(troop: Troop) -> u32 {
    match troop {
        Troop::Jaegers => 110,
        Troop::Militia => 80,
        Troop::Cuirassiers => 155,
        _ => 100,
    }
}

/// What a unit is worth in the world of the test: jaegers 1.4 times what the lists say, all else as they say.
fn truly((troop, points, _): &(Troop, u32, u32)) -> f64 {
    let times = if *troop == Troop::Jaegers { 1.4 } else { 1.0 };
    times * f64::from(*points) / 100.0
}

/// Numbers by chance, the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// Five units a side, of line mostly and one in four better than usual, and one more for Blue.
fn battle(dice: &mut Dice) -> Fought {
    let types = [Troop::LineInfantry, Troop::LineInfantry, Troop::Jaegers, Troop::Militia, Troop::LightCavalry];
    let unit = |dice: &mut Dice| {
        let troop = types[dice.below(5) as usize];
        let better = if dice.below(4) == 0 { 20 } else { 0 };
        (troop, said(troop) + better, said(troop))
    };
    let [mut blue, red]: [Army; 2] = [(); 2].map(|()| (0..5).map(|_| unit(dice)).collect());
    blue.push(unit(dice));
    let (kind, first) = (dice.below(2) as usize, if dice.below(2) == 0 { Side::Blue } else { Side::Red });
    let worth = |army: &Army| army.iter().map(truly).sum::<f64>();
    let position = if kind == 1 { 0.2 } else { 0.0 } * if first == Side::Blue { 1.0 } else { -1.0 };
    let noise = (dice.below(1001) as f64 - 500.0) / 2500.0;
    let lead = 0.8 * (worth(&blue) - worth(&red)) / 5.5 + position + noise;
    Fought { armies: [blue, red], kind, first, lead }
}

#[test]
fn what_units_are_worth_is_found_again() {
    let mut dice = Dice(7);
    let mut battles: Vec<Fought> = (0..1500).map(|_| battle(&mut dice)).collect();
    battles[0].armies[0][0] = (Troop::Cuirassiers, 155, 155);
    let found = fit(&battles, &said).expect("enough battles");
    let of = |what: &str| found.iter().find(|one| one.what == what).expect("it fought").clone();
    let (jaegers, line, militia, quality) = (of("jaegers"), of("line infantry"), of("militia"), of("quality"));
    assert_eq!([jaegers.said, line.said, militia.said, quality.said], [110.0, 100.0, 80.0, 100.0]);
    let beside_line = |points: f64| points / line.points;
    assert!((beside_line(jaegers.points) - 1.54).abs() < 0.06, "{found:?}");
    assert!((beside_line(militia.points) - 0.8).abs() < 0.06, "{found:?}");
    assert!((beside_line(quality.points) - 1.0).abs() < 0.15, "{found:?}");
    assert!(jaegers.margin < 10.0 && jaegers.units > 2500, "{jaegers:?}");
    let cuirassiers = of("cuirassiers");
    assert_eq!(cuirassiers.units, 1);
    assert!((cuirassiers.points / 155.0 - 1.0).abs() < 0.1, "of one little is known: {cuirassiers:?}");
    assert!((0.8 * 155.0 * 0.6..155.0 * 0.65).contains(&cuirassiers.margin), "{cuirassiers:?}");
    assert_eq!(found.len(), 6, "no line for types that did not fight: {found:?}");
}

#[test]
fn of_few_battles_nothing_is_said() {
    let mut dice = Dice(7);
    let battles: Vec<Fought> = (0..49).map(|_| battle(&mut dice)).collect();
    assert_eq!(fit(&battles, &said), Err(String::from("49 battles by chance; expected 50 at least")));
}

//! How long things take; run by hand with optimisation: `cargo nextest run -p eagles --run-ignored only speed`.

use std::time::Instant;

use battle::{Deaf, System, UnitId};

use super::war::{Lot, any_order, battle, play};

fn timed(name: &str, times: u32, mut what: impl FnMut()) {
    let start = Instant::now();
    (0..times).for_each(|_| what());
    println!("{name}: {:.2} us", start.elapsed().as_secs_f64() * 1e6 / f64::from(times));
}

#[test]
#[ignore = "prints times; by hand"]
fn speed() {
    let start = Instant::now();
    let orders: usize = (0..20).map(|seed| play(&mut battle("traits=auto", seed), seed, &mut Deaf)).sum();
    println!("battles by lot: {:.1} ms each, {} orders each", start.elapsed().as_secs_f64() * 50.0, orders / 20);
    let mut game = battle("traits=auto", 3);
    let mut lot = Lot(9);
    let mut sums: std::collections::BTreeMap<&str, (f64, u32)> = std::collections::BTreeMap::new();
    for _ in 0..600 {
        if game.ended().is_some() {
            break;
        }
        let begun = Instant::now();
        let all = game.orders();
        note(&mut sums, "orders()", begun);
        let begun = Instant::now();
        let stems = game.stems();
        note(&mut sums, "stems()", begun);
        for order in all.iter().chain(&stems) {
            let begun = Instant::now();
            let told = game.forecast(order);
            assert!(told.effect.spends >= 0.0);
            let verb = (&game as &dyn System).verb(order).map_or("?", |verb| verb.word);
            note(&mut sums, verb, begun);
        }
        let order = any_order(&game, &mut lot);
        game.resolve(&order, &mut Deaf).expect("legal");
    }
    sums.iter()
        .for_each(|(name, (total, count))| println!("{name}: {:.2} us ({count})", total * 1e6 / f64::from(*count)));
    timed("copy", 10_000, || drop(game.copy()));
    let (one, two) = (UnitId(0), UnitId(6));
    let (from, at) = (game.pose(one), game.pose(two));
    timed("threat", 10_000, || {
        std::hint::black_box(game.threat(one, &from, two, &at));
    });
    let near = at.at(from.anchor + hexes::Vector::new(4, -8));
    timed("threat near", 10_000, || {
        std::hint::black_box(game.threat(one, &from, two, &near));
    });
    timed("prospects", 1_000, || drop(game.prospects(one)));
}

#[test]
#[ignore = "prints times; by hand"]
fn speed_of_contact() {
    use super::fixture::Fixture;
    use crate::Class::{Cavalry, Infantry};
    let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "15,30", "S");
    let game = super::drawn::drawn(field.unit("R2", Infantry, "20,31", "S"), &[]).ordered(&["B1"]).eagles;
    let orders: Vec<_> = game.orders().into_iter().filter(|order| order.verb == crate::info::ASSAULT).collect();
    assert!(!orders.is_empty());
    timed("orders with assaults", 2_000, || drop(game.orders()));
    timed("approach", 2_000, || drop(game.scene().approach(UnitId(0), UnitId(1))));
    timed("assault forecast", 2_000, || drop(game.forecast(&orders[0])));
    let stem = game.stems()[0];
    let move_to = stem.to(game.pose(UnitId(0)));
    timed("move forecast", 2_000, || drop(game.forecast(&move_to)));
}

fn note(sums: &mut std::collections::BTreeMap<&'static str, (f64, u32)>, name: &'static str, begun: Instant) {
    let entry = sums.entry(name).or_default();
    entry.0 += begun.elapsed().as_secs_f64();
    entry.1 += 1;
}

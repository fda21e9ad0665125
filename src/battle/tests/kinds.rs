//! Every kind of roll, thrown often: what falls is what is foreseen.

use super::dice::key;
use crate::{
    Chain, Chart, Charts, Contest, Deck, Dice, Die, Distribution, Mishap, Pool, Reading, Row, Rung, Ties, Turn,
};

const THROWS: u32 = 100_000;

const fn row(from: i16, name: &'static str, value: i16) -> Row {
    Row { from, name, value }
}

pub(super) static LOSS: Chart = Chart::new(
    "leader loss",
    &[
        row(1, "not even close", 0),
        row(2, "hole in coat", 1),
        row(4, "spent round", 2),
        row(6, "grazed", 3),
        row(8, "wounded", 4),
        row(10, "decapitated", 5),
    ],
);

pub(super) static HITS: Charts = Charts::new(&[
    (4, Chart::new("score 4", &[row(1, "1 hit", 1), row(5, "no hit", 0)])),
    (5, Chart::new("score 5", &[row(1, "2 hits", 2), row(3, "1 hit", 1), row(6, "no hit", 0)])),
    (10, Chart::new("score 10", &[row(1, "3 hits", 3), row(3, "2 hits", 2), row(6, "1 hit", 1)])),
]);

/// Holds so many results to a distribution: every one within four standard deviations of what is owed.
#[track_caller]
fn holds(name: &str, odds: &Distribution, fall: impl Fn(u64, u16) -> i16) {
    let mut counts = std::collections::BTreeMap::new();
    for throw in 0..THROWS {
        *counts.entry(i32::from(fall(u64::from(throw) / 50_000, throw as u16))).or_insert(0_u32) += 1;
    }
    for (value, chance) in odds.outcomes() {
        let (n, count) = (f64::from(THROWS), f64::from(counts.remove(&value).unwrap_or(0)));
        let spread = (n * chance * (1.0 - chance)).sqrt();
        assert!((count - n * chance).abs() <= 4.0 * spread + 0.5, "{name} = {value}: {count}, {:.0} owed", n * chance);
    }
    assert!(counts.is_empty(), "{name}: {counts:?} were not foreseen");
}

#[track_caller]
fn pool_holds(name: &str, pool: Pool) {
    holds(name, &pool.outcome(), |seed, who| {
        let faces = pool.fall(&mut Dice::new(seed), key(1, 1, who, 1));
        pool.read(&faces)
    });
}

fn pool(die: Die, dice: i16, reading: Reading) -> Pool {
    Pool::new("roll", "X-1", dice, reading).of(die)
}

#[test]
fn every_die_falls_as_foreseen() {
    for die in Die::ALL {
        pool_holds(die.name(), pool(die, 1, Reading::Total));
    }
}

#[test]
fn every_reading_falls_as_foreseen() {
    let readings = [
        (Die::D10, 5, Reading::Successes(7)),
        (Die::D8, 3, Reading::Successes(5)),
        (Die::D6, 20, Reading::Successes(4)),
        (Die::D10, 2, Reading::SuccessOrAgain(8)),
        (Die::D6, 6, Reading::EachOrAgain(5)),
        (Die::D3, 6, Reading::EachOrAgain(3)),
        (Die::D10, 4, Reading::Below(1)),
        (Die::D6, 3, Reading::Total),
        (Die::D6, 2, Reading::AtMost(8)),
        (Die::D10, 1, Reading::Under(7)),
        (Die::D6, 2, Reading::Over(8)),
        (Die::D10, 1, Reading::Row(&LOSS)),
        (Die::D10, 3, Reading::EachRow(&LOSS)),
        (Die::D10, 2, Reading::Score(7, &HITS)),
    ];
    for (die, dice, reading) in readings {
        pool_holds(&format!("{dice}{} {reading:?}", die.name()), pool(die, dice, reading));
    }
}

#[test]
fn modified_rolls_fall_as_foreseen() {
    let mut fire = pool(Die::D10, 3, Reading::Successes(7));
    fire.each("disrupted", -3, "X-2");
    fire.each("into the rear", 3, "X-2");
    fire.dice("a stand lost", -1, "X-3");
    fire.at_most("beyond 6 inches", 1, "X-4");
    pool_holds("capped fire", fire);
    let mut march = pool(Die::D6, 2, Reading::Total);
    march.result("open order", 2, "X-2");
    march.share("half, after a move", 2, "X-3");
    march.at_least("a hex at least", 3, "X-4");
    pool_holds("half a march", march);
    let mut shot = pool(Die::D10, 1, Reading::Score(8, &HITS));
    shot.need("close", 3, "X-2");
    shot.result("canister", 1, "X-3");
    pool_holds("canister", shot);
    let mut test = pool(Die::D10, 1, Reading::Under(6));
    test.each("losses", 2, "X-2");
    test.need("supported", 1, "X-3");
    pool_holds("test", test);
}

#[test]
fn contests_fall_as_foreseen() {
    let side = |add| {
        let mut side = pool(Die::D10, 1, Reading::Total);
        side.result("training", add, "X-2");
        side
    };
    let hits = |score| pool(Die::D10, 1, Reading::Score(score, &HITS));
    let contests = [
        ("melee", Contest::new("melee", "X-1", side(4), side(9), Ties::Stand)),
        ("initiative", Contest::new("initiative", "X-1", side(0), side(0), Ties::Again(2))),
        ("combat", Contest::new("combat", "X-1", hits(10), hits(4), Ties::Stand)),
    ];
    for (name, contest) in contests {
        holds(name, &contest.outcome(), |seed, who| {
            let keys = [key(1, 1, who, 1), key(1, 1, who, 2)];
            contest.read(&contest.fall(&mut Dice::new(seed), keys))
        });
    }
}

/// Checks of a unit at 6+, worse by two without its leader, worse by one in a panic.
pub(super) fn morale(owed: u8) -> Chain {
    let check = |add: i16| {
        let mut check = pool(Die::D10, 1, Reading::Successes(6)).bounded(2, 11);
        check.each("leader and status", add, "X-2");
        check
    };
    let rung = |name, add| Rung { name, check: check(add), after: check(add - 2) };
    let rungs = vec![rung("firm", 2), rung("nervous", 2), rung("disrupted", 2), rung("panic", 1)];
    let roll = pool(Die::D10, 1, Reading::Row(&LOSS));
    Chain::new("morale", "X-1", owed, rungs, "routed").with_mishap(Mishap { face: 1, roll })
}

#[test]
fn chains_end_as_foreseen() {
    for owed in [1, 2, 3] {
        let chain = morale(owed);
        let thrown = |seed, who| chain.fall(&mut Dice::new(seed), key(1, 1, who, 1), key(1, 1, who, 2)).1;
        holds("rungs lost", &chain.outcome(), |seed, who| i16::from(thrown(seed, who).lost));
        let killed = Distribution::whether(chain.mishap_chance(5));
        holds("decapitated", &killed, |seed, who| i16::from(thrown(seed, who).mishap == 5));
    }
}

#[test]
fn a_chain_thrown_check_by_check_is_the_chain_thrown_at_once() {
    let chain = morale(2);
    for who in 0..500 {
        let (check, mishap) = (key(1, 1, who, 1), key(1, 1, who, 2));
        let (rolls, end) = chain.fall(&mut Dice::new(3), check, mishap);
        let (mut dice, mut run, mut thrown) = (Dice::new(3), crate::Run::default(), 0);
        while let Some(pool) = chain.check(run) {
            let faces = pool.fall(&mut dice, check);
            let roll = chain.mishap(run, &faces).map(|roll| (roll, roll.fall(&mut dice, mishap)));
            let turn = chain.turn(run, pool, &faces);
            assert_eq!(matches!(turn, Turn::Passed(_)), pool.read(&faces) > 0);
            run = turn.run();
            thrown += 1 + usize::from(roll.is_some());
            if let Some((roll, faces)) = roll {
                run.mishap = roll.read(&faces);
            }
        }
        assert_eq!((run, thrown), (end, rolls.len()));
    }
}

#[test]
fn decks_are_drawn_as_foreseen() {
    let cards = [3, 8, 8, 5, 1, 8];
    let deck = |seed, who| {
        let mut dice = Dice::new(seed);
        (Deck::shuffled(&cards, &mut dice, key(1, 1, who, 9)), dice)
    };
    let (first, _) = deck(0, 0);
    for card in [1, 3, 5, 8] {
        holds("first card", &Distribution::whether(first.next_is(&[card])), |seed, who| {
            let (mut deck, mut dice) = deck(seed, who);
            i16::from(deck.draw(&mut dice).is_some_and(|drawn| drawn.card == card))
        });
    }
    holds("wait for 1 or 5", &first.wait_for(&[1, 5]), |seed, who| {
        let (mut deck, mut dice) = deck(seed, who);
        std::iter::from_fn(|| deck.draw(&mut dice)).take_while(|drawn| ![1, 5].contains(&drawn.card)).count() as i16
    });
    holds("3 before any 8", &Distribution::whether(first.comes_before(&[3], &[8])), |seed, who| {
        let (mut deck, mut dice) = deck(seed, who);
        let drawn = std::iter::from_fn(|| deck.draw(&mut dice)).find(|drawn| [3, 8].contains(&drawn.card));
        i16::from(drawn.is_some_and(|drawn| drawn.card == 3))
    });
}

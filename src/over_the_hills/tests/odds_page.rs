//! Odds written from the page again, in another way, and held against those that are foreseen; and every kind of roll
//! thrown 100 000 times.

use battle::{Dice, Pool, Side};

use super::fixture::{Fixture, Game};
use crate::combat::odds;
use crate::command::{leaders, rally};
use crate::fire::score::{self, Manner};
use crate::info::COMBAT;
use crate::profile::{Gun, Walls};
use crate::space::Aspect::Front;
use crate::space::Shape::{Companies, Line};
use crate::state::Impetus;
use crate::why::Why;

/// Hits on a die by the printed table.
fn printed(score: i16, die: i16) -> i16 {
    let [one, two, three] = match score {
        10.. => [10, 5, 2],
        9 => [9, 4, 2],
        8 => [8, 4, 1],
        7 => [7, 3, 1],
        6 => [6, 3, 0],
        5 => [5, 2, 0],
        _ => [4, 0, 0],
    };
    [one, two, three].into_iter().filter(|most| die <= *most).count() as i16
}

/// A line in a combat of two lines: its score at the start of the battle, what is left, whether it initiated, has won.
#[derive(Clone, Copy)]
struct Fighter {
    full: i16,
    left: i16,
    dash: i16,
    won: bool,
}

impl Fighter {
    fn score(self) -> i16 {
        self.left + self.dash + if self.won { 2 } else { 0 }
    }

    fn hit(self, hits: i16) -> Fighter {
        Fighter { left: self.left - hits, ..self }
    }

    fn is_gone(self) -> bool {
        self.left <= 0 || 4 * (self.full - self.left) >= 3 * self.full
    }
}

/// Chances that each of two lines is broken, and that each goes back, in the rounds that are left.
fn page(sides: [Fighter; 2], rounds: u8) -> [[f64; 2]; 2] {
    let mut sum = [[0.0; 2]; 2];
    let mut add = |more: [[f64; 2]; 2], chance: f64| {
        (0..2).for_each(|kind| (0..2).for_each(|place| sum[kind][place] += chance * more[kind][place]));
    };
    for ours in 1..=10 {
        for theirs in 1..=10 {
            let given = [printed(sides[0].score(), ours), printed(sides[1].score(), theirs)];
            let extra = if given == [0, 0] { 1 } else { 0 };
            let margin = given[0] - given[1];
            let after = [0, 1].map(|place| {
                let hit = sides[place].hit(given[1 - place] + extra);
                Fighter { won: if place == 0 { margin > 0 } else { margin < 0 }, ..hit }
            });
            add(tested(after, margin, rounds), 0.01);
        }
    }
    sum
}

/// What follows a round of that margin: retreats, tests of who drew or lost by 1, the rounds that are left.
fn tested(after: [Fighter; 2], margin: i16, rounds: u8) -> [[f64; 2]; 2] {
    let mut ends = vec![([End::Stays; 2], after, 1.0)];
    for place in 0..2 {
        let lost = if place == 0 { -margin } else { margin };
        let split = |(known, sides, chance): ([End; 2], [Fighter; 2], f64)| {
            let with = |end: End, side: Fighter, odds: f64| {
                let (mut known, mut sides) = (known, sides);
                (known[place], sides[place]) = (end, side);
                (known, sides, chance * odds)
            };
            let side = sides[place];
            let passes = f64::from(side.left.clamp(0, 10)) / 10.0;
            let worse = side.hit(1);
            let back = if worse.is_gone() { End::Broken } else { End::Back };
            match lost {
                _ if side.is_gone() => vec![with(End::Broken, side, 1.0)],
                2.. => vec![with(End::Back, side, 1.0)],
                0 | 1 => vec![with(End::Stays, side, passes), with(back, worse, 1.0 - passes)],
                _ => vec![with(End::Stays, side, 1.0)],
            }
        };
        ends = ends.into_iter().flat_map(split).collect();
    }
    let mut sum = [[0.0; 2]; 2];
    for (known, sides, chance) in ends {
        if known == [End::Stays; 2] && rounds > 1 {
            let more = page(sides, rounds - 1);
            (0..2).for_each(|kind| (0..2).for_each(|place| sum[kind][place] += chance * more[kind][place]));
        }
        for place in 0..2 {
            sum[0][place] += if known[place] == End::Broken { chance } else { 0.0 };
            sum[1][place] += if known[place] == End::Back { chance } else { 0.0 };
        }
    }
    sum
}

#[derive(Clone, Copy, PartialEq)]
enum End {
    Stays,
    Back,
    Broken,
}

/// Two lines in contact, the first with the impetus.
fn lines(ours: (i16, i16), theirs: (i16, i16), rounds: &str) -> Game {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(ours.0).hits(ours.1);
    let field = field.state(|own| own.impetus = Impetus::Initiated);
    let field = field.foot("R1", (20, 29), "S", Line).fs(theirs.0).hits(theirs.1).contact("B1", "R1", Front);
    field.house("combat_rounds", rounds).phase(COMBAT, Side::Blue).game(&[])
}

#[test]
fn combats_of_lines_have_the_odds_of_the_page() {
    for (ours, theirs) in [((7, 0), (7, 0)), ((8, 1), (7, 2)), ((10, 0), (5, 0)), ((6, 2), (9, 3)), ((12, 0), (3, 0))] {
        for rounds in [1_u8, 2, 3] {
            let game = lines(ours, theirs, &rounds.to_string());
            let fates = odds::of(&game.war, game.id("B1"), game.id("R1"), &odds::unhurt());
            let side = |(full, hits): (i16, i16), dash| Fighter { full, left: full - hits, dash, won: false };
            let [broken, back] = page([side(ours, 1), side(theirs, 0)], rounds);
            for place in 0..2 {
                let near = (fates[place].broken - broken[place]).abs() < 1e-9
                    && (fates[place].back - back[place]).abs() < 1e-9;
                assert!(
                    near,
                    "{ours:?} v {theirs:?}, {rounds} rounds, {place}: {:?}, {broken:?} {back:?}",
                    fates[place]
                );
            }
        }
    }
}

/// Throws a roll 100 000 times: each result as often as foreseen, to four standard deviations.
fn falls_as_foreseen(name: &str, game: &Game, pool: &Pool, why: Why) {
    const TIMES: u64 = 100_000;
    let mut game = game.clone();
    let mut fell = std::collections::BTreeMap::<i32, u64>::new();
    let unit = game.id("R1");
    for seed in 0..TIMES {
        game.war.set_dice(Dice::new(seed));
        let key = game.war.by_unit(unit, None, why);
        *fell.entry(i32::from(game.umpire().throw(pool, key))).or_default() += 1;
        game.heard = Default::default();
    }
    let outcome = pool.outcome();
    for value in -20..=20 {
        let share = *fell.get(&value).unwrap_or(&0) as f64 / TIMES as f64;
        let chance = outcome.chance(value);
        let wide = 4.0 * (chance * (1.0 - chance) / TIMES as f64).sqrt() + 1e-9;
        assert!((share - chance).abs() <= wide, "{name}: {value} fell {share:.4}, {chance:.4} foreseen");
    }
}

#[test]
fn every_kind_of_roll_falls_as_foreseen() {
    let field = Fixture::plain().foot("R1", (20, 20), "S", Line).brigadier("RB", (20, 18), 3).inspiring(1);
    let game = field.foot("B1", (17, 26), "N", Line).game(&[]);
    let volley = game.shot("R1", "B1").expect("a shot");
    falls_as_foreseen("fire", &game, &volley, Why::Fire);
    let test = crate::morale::test(&game.war, game.id("R1"), Why::Nerve, "OTH-MORALE-1");
    falls_as_foreseen("test", &game, &test, Why::Nerve);
    let rallied = rally::pool(&game.war, game.leader("RB"), game.id("R1"));
    falls_as_foreseen("rally", &game, &rallied, Why::Rally);
    falls_as_foreseen("ammunition", &game, &rally::ammunition(&game.war), Why::Resupply);
    falls_as_foreseen("a commander's fate", &game, &leaders::fate(2), Why::Fate);
    falls_as_foreseen("fire in the houses", &game, &crate::combat::bout::fire_risk(Walls::Wooden), Why::Burning);
    let round = lines((8, 1), (7, 2), "1");
    let fighter =
        crate::combat::score::Fighter { unit: round.id("B1"), enemy: round.id("R1"), face: None, round: 1, acted: 0 };
    let pool = crate::combat::score::pool(&round.war, &fighter, crate::combat::score::Bare::No);
    falls_as_foreseen("combat", &round, &pool, Why::Combat);
}

#[test]
fn every_kind_of_gun_fire_falls_as_foreseen() {
    for inches in [6, 17] {
        let guns = Fixture::plain().guns("R1", (20, 20), "S", Gun::Medium);
        let game = guns.foot("B1", (20 - inches / 2, 20 + inches), "N", Companies).game(&[]);
        let shot = crate::fire::shoot::plain(&game.war, game.id("R1"), game.id("B1")).expect("a shot");
        for manner in [Manner::Plain, Manner::Ragged, Manner::Massed] {
            falls_as_foreseen("guns", &game, &score::pool(&game.war, &shot, manner), Why::Fire);
        }
    }
}

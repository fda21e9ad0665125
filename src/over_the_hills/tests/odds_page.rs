//! Odds written from the page again, in another way, and held against those that are foreseen; and every kind of roll on every
//! way of its dice.

use battle::{Event, Pool, Side, Terrain};
use proving::falls_as_foreseen;

use super::fixture::{Fixture, Game};
use crate::combat::odds;
use crate::combat::opening::{self, Openings};
use crate::command::{leaders, rally};
use crate::fire::score::{self, Manner};
use crate::info::COMBAT;
use crate::profile::{Gun, Walls, Weight};
use crate::space::Aspect::{Flank, Front, Rear};
use crate::space::Shape::{Companies, Line, Square};
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

/// Hits on a die by the printed table, each number with its chance.
fn falls(score: i16) -> Vec<(i16, f64)> {
    let share = |hits| (1..=10).filter(|die| printed(score, *die) == hits).count() as f64 / 10.0;
    (0..=3).map(|hits| (hits, share(hits))).filter(|(_, chance)| *chance > 0.0).collect()
}

/// What a unit is in a combat of two, as the results know it (OTH-RESULT-1 to 6).
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    /// Foot against foot, horse against anything, a square: beaten by 2 it goes back.
    Usual,
    /// Foot in line that horse rides down: beaten by 2 it is destroyed.
    Ridden,
    /// Guns: beaten, or made to go back, they are destroyed; no 2 for a round won.
    Guns,
    /// Behind walls: 3 act at most, and who beats it by 1 fights the next round inside, without modifiers.
    Walled,
}

/// A unit in a combat of two: its score at the start of the battle, what is left, all its modifiers but that for having won,
/// and those that are left of them when it is locked from an earlier turn.
#[derive(Clone, Copy)]
struct Fighter {
    sort: Sort,
    full: i16,
    left: i16,
    plus: i16,
    later: i16,
    won: bool,
}

impl Fighter {
    /// With modifiers of its own, and what it brings by its charge.
    fn of(sort: Sort, (full, hits): (i16, i16), later: i16, charge: i16) -> Fighter {
        Fighter { sort, full, left: full - hits, plus: later + charge, later, won: false }
    }

    /// As it fights in later turns.
    fn locked(self) -> Fighter {
        Fighter { plus: self.later, ..self }
    }

    fn score(self, bare: bool) -> i16 {
        let acts = if self.sort == Sort::Walled { self.left.min(3) } else { self.left };
        let more = self.plus + if self.won && self.sort != Sort::Guns { 2 } else { 0 };
        acts + if bare { 0 } else { more }
    }

    fn hit(self, hits: i16) -> Fighter {
        Fighter { left: self.left - hits, ..self }
    }

    fn is_gone(self) -> bool {
        self.left <= 0 || 4 * (self.full - self.left) >= 3 * self.full
    }

    /// What losing by so much does at once.
    fn beaten(self, by: i16) -> End {
        match (self.sort, by) {
            _ if self.is_gone() => End::Broken,
            (Sort::Guns, 1..) | (Sort::Ridden, 2..) => End::Broken,
            (_, 2..) => End::Back,
            _ => End::Stays,
        }
    }

    /// What a failed test makes of it.
    fn fails(self) -> End {
        if self.hit(1).is_gone() || self.sort == Sort::Guns { End::Broken } else { End::Back }
    }
}

/// Chances that each of two is broken, and that each goes back.
type Chances = [[f64; 2]; 2];

fn add(sum: &mut Chances, more: Chances, chance: f64) {
    (0..2).for_each(|kind| (0..2).for_each(|place| sum[kind][place] += chance * more[kind][place]));
}

/// Rounds of a combat: of each step, those left of this one, steps left after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Left {
    all: u8,
    rounds: u8,
    steps: u8,
}

/// Chances by what is left of both, who has won, whether modifiers count, and what rounds are left.
type Known = std::collections::BTreeMap<([i16; 2], [bool; 2], bool, Left), Chances>;

/// Those chances in rounds of three turns: who is locked after one fights on in the next.
fn page(sides: [Fighter; 2], rounds: u8, bare: bool) -> Chances {
    page_of(sides, Left { all: rounds, rounds, steps: 2 }, bare, &mut Known::new())
}

fn page_of(sides: [Fighter; 2], left: Left, bare: bool, known: &mut Known) -> Chances {
    let key = (sides.map(|side| side.left), sides.map(|side| side.won), bare, left);
    if let Some(found) = known.get(&key) {
        return *found;
    }
    let mut sum = [[0.0; 2]; 2];
    let [ours, theirs] = [0, 1].map(|place| falls(sides[place].score(bare)));
    for (one, first) in &ours {
        for (other, second) in &theirs {
            let given = [*one, *other];
            let extra = if given == [0, 0] { 1 } else { 0 };
            let margin = given[0] - given[1];
            let after = [0, 1].map(|place| {
                let hit = sides[place].hit(given[1 - place] + extra);
                Fighter { won: if place == 0 { margin > 0 } else { margin < 0 }, ..hit }
            });
            add(&mut sum, tested(after, margin, left, bare, known), first * second);
        }
    }
    known.insert(key, sum);
    sum
}

/// What follows a round of that margin: results, tests of who drew or lost by 1, the rounds that are left.
fn tested(after: [Fighter; 2], margin: i16, left: Left, bare: bool, known: &mut Known) -> Chances {
    let mut ends = vec![([End::Stays; 2], after, 1.0)];
    for place in 0..2 {
        let lost = if place == 0 { -margin } else { margin };
        let split = |(known, sides, chance): ([End; 2], [Fighter; 2], f64)| {
            let with = |end: End, odds: f64| {
                let mut known = known;
                known[place] = end;
                (known, sides, chance * odds)
            };
            let side = sides[place];
            let passes = f64::from(side.left.clamp(0, 10)) / 10.0;
            match side.beaten(lost) {
                End::Stays if (0..=1).contains(&lost) => {
                    vec![with(End::Stays, passes), with(side.fails(), 1.0 - passes)]
                }
                end => vec![with(end, 1.0)],
            }
        };
        ends = ends.into_iter().flat_map(split).collect();
    }
    let inside = !bare
        && (0..2).any(|place| {
            let lost = if place == 0 { -margin } else { margin };
            lost == 1 && after[place].sort == Sort::Walled
        });
    let mut sum = [[0.0; 2]; 2];
    for (ended, sides, chance) in ends {
        if ended == [End::Stays; 2] && left.rounds > 1 {
            let left = Left { rounds: left.rounds - 1, ..left };
            add(&mut sum, page_of(sides, left, inside, known), chance);
        } else if ended == [End::Stays; 2] && left.steps > 0 {
            let left = Left { rounds: left.all, steps: left.steps - 1, ..left };
            add(&mut sum, page_of(sides.map(Fighter::locked), left, inside, known), chance);
        }
        for place in 0..2 {
            sum[0][place] += if ended[place] == End::Broken { chance } else { 0.0 };
            sum[1][place] += if ended[place] == End::Back { chance } else { 0.0 };
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

/// Holds the odds of the first of two units against the second to those of the page.
#[track_caller]
fn agree(name: &str, game: &Game, openings: &Openings, [broken, back]: Chances) {
    let fates = odds::of(&game.war, game.id("B1"), game.id("R1"), openings);
    for place in 0..2 {
        let fate = fates[place];
        let near = (fate.broken - broken[place]).abs() < 1e-9 && (fate.back - back[place]).abs() < 1e-9;
        assert!(near, "{name}, {place}: {fate:?}, of the page broken {broken:?}, back {back:?}");
    }
}

/// Two in contact, the first with the impetus, far from all others.
fn two(field: Fixture, rounds: &str) -> Game {
    let field = field.contact("B1", "R1", Front).house("combat_rounds", rounds).phase(COMBAT, Side::Blue);
    field.game(&[])
}

/// Foot in line with the impetus on (20,30), a score and hits.
fn foot((full, hits): (i16, i16)) -> Fixture {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(full).hits(hits);
    field.state(|own| own.impetus = Impetus::Initiated)
}

/// Two lines in contact, the first with the impetus.
fn lines(ours: (i16, i16), theirs: (i16, i16), rounds: &str) -> Game {
    two(foot(ours).foot("R1", (20, 29), "S", Line).fs(theirs.0).hits(theirs.1), rounds)
}

#[test]
fn combats_of_lines_have_the_odds_of_the_page() {
    for (ours, theirs) in [((7, 0), (7, 0)), ((8, 1), (7, 2)), ((10, 0), (5, 0)), ((6, 2), (9, 3)), ((12, 0), (3, 0))] {
        for rounds in [1_u8, 2, 3] {
            let game = lines(ours, theirs, &rounds.to_string());
            let sides = [Fighter::of(Sort::Usual, ours, 0, 1), Fighter::of(Sort::Usual, theirs, 0, 0)];
            let name = format!("{ours:?} v {theirs:?}, {rounds} rounds");
            agree(&name, &game, &Openings::none(game.id("B1")), page(sides, rounds, false));
        }
    }
}

#[test]
fn combats_of_horse_have_the_odds_of_the_page() {
    let horse = |score: (i16, i16)| {
        let field = Fixture::plain().horse("B1", (20, 30), "N", Line).weight(Weight::Heavy).fs(score.0).hits(score.1);
        field.state(|own| own.impetus = Impetus::Initiated)
    };
    for (ours, theirs) in [((8, 0), (7, 0)), ((6, 1), (9, 2)), ((10, 3), (8, 1))] {
        // Foot caught in line: 3 and 4 for the charge against -6; a square: -6 against 6; light horse that awaits it: 4 against
        // nothing.
        let cases = [(Line, Sort::Ridden, [3, -6], 4), (Square, Sort::Usual, [-6, 6], 0)];
        for (shape, sort, plus, charge) in cases {
            let game = two(horse(ours).foot("R1", (20, 29), "S", shape).fs(theirs.0).hits(theirs.1), "3");
            let sides = [Fighter::of(Sort::Usual, ours, plus[0], charge), Fighter::of(sort, theirs, plus[1], 0)];
            agree(shape.name(), &game, &Openings::none(game.id("B1")), page(sides, 3, false));
        }
        let game = two(horse(ours).horse("R1", (20, 29), "S", Line).fs(theirs.0).hits(theirs.1), "3");
        let sides = [Fighter::of(Sort::Usual, ours, 0, 4), Fighter::of(Sort::Usual, theirs, 0, 0)];
        agree("horse", &game, &Openings::none(game.id("B1")), page(sides, 3, false));
    }
}

#[test]
fn combats_for_guns_and_houses_have_the_odds_of_the_page() {
    for (ours, theirs) in [((7, 0), (6, 0)), ((5, 1), (8, 1)), ((9, 3), (10, 2))] {
        let game = two(foot(ours).guns("R1", (20, 29), "S", Gun::Medium).fs(theirs.0).hits(theirs.1), "3");
        let sides = [Fighter::of(Sort::Usual, ours, 4, 1), Fighter::of(Sort::Guns, theirs, -4, 0)];
        agree("guns", &game, &Openings::none(game.id("B1")), page(sides, 3, false));
        for (terrain, walls) in [(Terrain::WoodenBuilding, 2), (Terrain::BrickBuilding, 4), (Terrain::StoneBuilding, 6)]
        {
            let field = foot(ours).terrain(terrain, &[(20, 29), (21, 29)]);
            let field = field.foot("R1", (20, 29), "S", Line).fs(theirs.0).hits(theirs.1).garrisoned();
            let sides = [Fighter::of(Sort::Usual, ours, -walls, 1), Fighter::of(Sort::Walled, theirs, walls, 0)];
            agree("houses", &two(field, "3"), &Openings::none(game.id("B1")), page(sides, 3, false));
        }
    }
}

/// Defensive fire at an inch, what it costs who gives it, and the counter after it: a first volley of a line, that may be
/// ragged. A ten is tested, and so is fire without a hit; who has hit and is steady may counter.
fn volley(sides: [Fighter; 2], rounds: u8) -> Chances {
    let [charger, line] = sides;
    let passes = |side: Fighter| f64::from(side.left.clamp(0, 10)) / 10.0;
    let (stands, mut sum) = (passes(line), [[0.0; 2]; 2]);
    let steady = 2 * (line.full - line.left) < line.full;
    // Without a hit it is tested: a hit where it fails by 1, two where by more.
    let missed =
        |side: Fighter, cost| (1..=10).filter(|test| (test - side.left).clamp(0, 2) == cost).count() as f64 / 10.0;
    for (ragged, chance) in [(0, stands), (-2, 1.0 - stands)] {
        for die in 1..=10 {
            let hits = printed(line.left + 1 + 1 + ragged, die);
            let fails = if die == 10 { 1.0 - passes(line) } else { 0.0 };
            for (tired, odds) in [(0, 1.0 - fails), (1, fails)] {
                let there = line.hit(tired);
                let costs = if hits == 0 && !there.is_gone() {
                    [0, 1, 2].map(|cost| (cost, missed(there, cost)))
                } else {
                    [(0, 1.0), (1, 0.0), (2, 0.0)]
                };
                for (cost, share) in costs {
                    let counters = if hits > 0 && steady { passes(line) } else { 0.0 };
                    for (more, part) in [(0, 1.0 - counters), (1, counters)] {
                        let met = there.hit(cost);
                        let now = [charger.hit(hits), Fighter { plus: met.plus + more, ..met }];
                        let (chance, gone) = (chance * odds * share * part / 10.0, now.map(Fighter::is_gone));
                        if gone == [false; 2] && chance > 0.0 {
                            add(&mut sum, page(now, rounds, false), chance);
                        }
                        (0..2).for_each(|place| sum[0][place] += if gone[place] { chance } else { 0.0 });
                    }
                }
            }
        }
    }
    sum
}

#[test]
fn charges_at_a_line_that_fires_have_the_odds_of_the_page() {
    for (ours, theirs) in [((7, 0), (7, 0)), ((8, 3), (6, 1)), ((5, 0), (9, 4))] {
        let game = lines(ours, theirs, "3");
        let losses = opening::defence(&mut game.war.clone(), game.id("B1"), game.id("R1"));
        let sides = [Fighter::of(Sort::Usual, ours, 0, 1), Fighter::of(Sort::Usual, theirs, 0, 0)];
        agree("charge", &game, &losses, volley(sides, 3));
    }
}

/// Holds a roll of R1 to fall as foreseen.
#[track_caller]
fn thrown(game: &Game, pool: &Pool, why: Why) {
    falls_as_foreseen(&game.war, pool, game.war.by_unit(game.id("R1"), None, why));
}

#[test]
fn every_kind_of_roll_falls_as_foreseen() {
    let field = Fixture::plain().foot("R1", (20, 20), "S", Line).brigadier("RB", (20, 18), 3).inspiring(1);
    let game = field.foot("B1", (17, 26), "N", Line).game(&[]);
    let volley = game.shot("R1", "B1").expect("a shot");
    thrown(&game, &volley, Why::Fire);
    let test = crate::morale::test(&game.war, game.id("R1"), Why::Nerve, "OTH-MORALE-1");
    thrown(&game, &test, Why::Nerve);
    let rallied = rally::pool(&game.war, game.leader("RB"), game.id("R1"));
    thrown(&game, &rallied, Why::Rally);
    thrown(&game, &rally::ammunition(&game.war), Why::Resupply);
    thrown(&game, &leaders::fate(2), Why::Fate);
    thrown(&game, &crate::combat::round::fire_risk(Walls::Wooden), Why::Burning);
    let round = lines((8, 1), (7, 2), "1");
    let fighter =
        crate::combat::score::Fighter { unit: round.id("B1"), enemy: round.id("R1"), face: None, round: 1, acted: 0 };
    let pool = crate::combat::score::pool(&round.war, &fighter, crate::combat::score::Bare::No);
    thrown(&round, &pool, Why::Combat);
}

#[test]
fn every_kind_of_gun_fire_falls_as_foreseen() {
    for inches in [6, 17] {
        let guns = Fixture::plain().guns("R1", (20, 20), "S", Gun::Medium);
        let game = guns.foot("B1", (20 - inches / 2, 20 + inches), "N", Companies).game(&[]);
        let shot = crate::fire::shoot::plain(&game.war, game.id("R1"), game.id("B1")).expect("a shot");
        for manner in [Manner::Plain, Manner::Ragged, Manner::Massed] {
            thrown(&game, &score::pool(&game.war, &shot, manner), Why::Fire);
        }
    }
}

#[test]
fn who_has_no_way_back_is_foreseen_to_be_destroyed() {
    let water: Vec<(i16, i16)> = (10..=32).map(|q| (q, 28)).chain((10..=17).chain(24..=32).map(|q| (q, 29))).collect();
    let fates = |terrain: &[(i16, i16)]| {
        let field = foot((8, 1)).terrain(Terrain::Water, terrain).foot("R1", (20, 29), "S", Line).fs(7).hits(1);
        let game = two(field, "3");
        odds::of(&game.war, game.id("B1"), game.id("R1"), &Openings::none(game.id("B1")))
    };
    let ([ours, theirs], [free, cornered]) = (fates(&[]), fates(&water));
    // After B1 has gone, which is tested first, nobody is next to it, and it may stay where it is (OTH-GEO-14, OTH-SEQ-5).
    assert!(theirs.back > 0.2 && cornered.back < theirs.back / 2.0, "{theirs:?} {cornered:?}");
    let [gone, lost] = [theirs, cornered].map(|fate| fate.broken + fate.back);
    assert!((gone - lost).abs() < 1e-9, "{cornered:?} {theirs:?}");
    assert!((free.broken - ours.broken).abs() < 1e-9 && (free.back - ours.back).abs() < 1e-9, "{free:?} {ours:?}");
}

/// A number below another, from the bits of a place in a row of positions.
fn drawn(place: u64, what: u64, below: u64) -> u64 {
    let word = (place * 64 + what).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((word ^ (word >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 33) % below.max(1)
}

#[test]
fn what_is_kept_of_combats_makes_no_difference() {
    let field = foot((9, 0)).foot("R1", (20, 29), "S", Line).fs(8);
    let start = two(field.horse("B2", (30, 40), "N", Line).foot("R2", (40, 20), "S", Line), "3");
    let [ours, theirs] = ["B1", "R1"].map(|label| start.id(label));
    for place in 0..400 {
        let mut war = start.war.clone();
        for (what, unit) in [(0, ours), (1, theirs)] {
            war = crate::morale::with_score(&war, unit, 1 + drawn(place, what, 8) as i16);
            let on = drawn(place, what + 2, 2) == 0;
            war = war.supposing(&Event::Marked { unit, marks: crate::marks::WON, on, cause: "" });
        }
        let impetus = [Impetus::None, Impetus::Initiated, Impetus::Countered];
        war.own_mut(ours).impetus = impetus[drawn(place, 4, 3) as usize];
        war.own_mut(theirs).impetus = impetus[drawn(place, 5, 3) as usize];
        war.state.own.contacts[0].aspect = [Front, Flank, Rear][drawn(place, 6, 3) as usize];
        let openings = opening::defence(&mut war.clone(), ours, theirs);
        let kept = odds::of(&war, ours, theirs, &openings);
        // While it is noted which marks are reached, nothing is kept.
        let computed = battle::rule::proves(&[], || odds::of(&war, ours, theirs, &openings));
        assert_eq!(kept, computed, "position {place}");
    }
}

//! Luck against numbers worked out by hand.

use battle::{Die, Faces, Pool, Reading, RollKey, RollKind, Side, Terms, Thrower};

use crate::Luck;

/// The luck of such rolls: dice, the face they need, hits.
fn luck(rolls: &[(u8, u8, i16)]) -> Luck {
    let mut luck = Luck::default();
    for (dice, need, hits) in rolls {
        luck.count(RollKind::Hits, *hits, &Terms::new(Die::D6, *dice, Reading::Successes(*need)).outcome());
    }
    luck
}

#[test]
fn expected_hits_are_the_sum_of_the_chances() {
    let mixed = luck(&[(6, 4, 2), (3, 5, 3), (2, 7, 0), (1, 0, 1)]);
    assert_eq!((mixed.rolls(), mixed.successes()), (4, 6));
    assert!((mixed.expected() - 5.0).abs() < 1e-12, "3 + 1 + 0 + 1: {}", mixed.expected());
}

#[test]
fn rarity_is_the_exact_tail() {
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-6 * expected, "{found} {expected}");
    near(luck(&[(2, 6, 2)]).one_in(), 36.0);
    near(luck(&[(3, 4, 0)]).one_in(), 8.0);
    // Two or more of three at 4+: a half. One 6 and one 4+ together: 1/12.
    near(luck(&[(3, 4, 2)]).one_in(), 2.0);
    near(luck(&[(1, 6, 1), (1, 4, 1)]).one_in(), 12.0);
    near(luck(&[(40, 4, 40)]).one_in(), 2_f64.powi(40));
}

#[test]
fn the_sentence_says_how_rare_it_was() {
    let said = |rolls| luck(rolls).sentence();
    assert_eq!(said(&[]), "no dice that hit or miss were rolled");
    assert_eq!(said(&[(2, 6, 2)]), "2 hits where 0.3 were expected: as lucky as 1 game in 36");
    assert_eq!(said(&[(3, 4, 0)]), "no hits where 1.5 were expected: as unlucky as 1 game in 8");
    assert_eq!(said(&[(3, 4, 2)]), "2 hits where 1.5 were expected: neither lucky nor unlucky");
    assert_eq!(said(&[(4, 6, 4)]), "4 hits where 0.7 were expected: as lucky as 1 game in 1300");
    assert_eq!(said(&[(40, 4, 40)]).split(": ").last(), Some("as lucky as 1 game in a thousand million"));
    assert_eq!(said(&[(1, 7, 0)]).split(": ").last(), Some("neither lucky nor unlucky"));
}

#[test]
fn luck_is_measured_by_the_odds_of_each_roll_whatever_its_kind() {
    let blue = Thrower { side: Side::Blue, who: None, against: None, key: RollKey::default() };
    let mut luck = Luck::default();
    let mut count = |pool: Pool, faces: &[u8]| {
        let roll = pool.rolled(blue, Faces::of(faces));
        let (result, odds) = roll.luck().expect("a roll that hits or misses");
        luck.count(roll.kind, result, &odds);
    };
    // Two dice at 4+, both thrown again when both miss: one hit at most, in 15 of 16.
    count(Pool::new("skirmish", "X-1", 2, Reading::SuccessOrAgain(4)), &[1, 2, 5, 6]);
    // A test of 7 or less on a d10, failed by 2: no hit where 0.7 were owed.
    count(Pool::new("morale", "X-1", 1, Reading::Under(7)).of(Die::D10), &[9]);
    // Three d10 at 8 or more, two of which hit.
    count(Pool::new("fire", "X-1", 3, Reading::Successes(8)).of(Die::D10), &[8, 1, 10]);
    assert_eq!((luck.rolls(), luck.successes()), (3, 3));
    assert!((luck.expected() - (0.9375 + 0.7 + 0.9)).abs() < 1e-12, "{}", luck.expected());
    assert!(luck.sentence().starts_with("3 hits and no tests passed where 2.5 were expected"), "{}", luck.sentence());
    let none = Pool::new("march", "X-1", 2, Reading::Total).rolled(blue, Faces::of(&[6, 6])).luck();
    assert_eq!(none, None, "no total is known to be lucky");
}

#[test]
fn hits_warded_off_are_no_hits() {
    let odds = Terms::new(Die::D6, 2, Reading::Successes(4)).outcome();
    let mut luck = Luck::default();
    luck.count(RollKind::Hits, 1, &odds);
    luck.count(RollKind::Saves, 2, &odds);
    luck.count(RollKind::Contest, 1, &battle::Distribution::whether(0.5));
    // Four or five of five even chances: 6 in 32.
    assert_eq!(luck.sentence(), "1 hit, 2 saves and 1 test passed where 2.5 were expected: as lucky as 1 game in 5");
}

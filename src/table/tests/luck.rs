//! Luck against numbers worked out by hand.

use battle::{Die, Reading, Terms};

use crate::Luck;

/// The luck of such rolls: dice, the face they need, hits.
fn luck(rolls: &[(u8, u8, i16)]) -> Luck {
    let mut luck = Luck::default();
    for (dice, need, hits) in rolls {
        luck.count(*hits, &Terms::new(Die::D6, *dice, Reading::Successes(*need)).outcome());
    }
    luck
}

#[test]
fn expected_hits_are_the_sum_of_the_chances() {
    let mixed = luck(&[(6, 4, 2), (3, 5, 3), (2, 7, 0), (1, 0, 1)]);
    assert_eq!((mixed.rolls(), mixed.hits()), (4, 6));
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

//! Who thinks next, in a time that is reckoned and not waited for.

use std::time::Duration;

use crate::shares::{Shares, Taken};

const MILLI: Duration = Duration::from_millis(1);

/// Takes the next and thinks for as long as that battle does.
fn think(shares: &mut Shares<u64, ()>, times: &[u32]) -> Option<u64> {
    let taken = shares.next()?;
    shares.thought(&taken, MILLI * times[taken.key as usize]);
    Some(taken.key)
}

#[test]
fn with_one_thinker_each_battle_has_the_same_time() {
    let times = [1000, 10, 10, 50];
    let mut shares = Shares::new(1);
    (0..4).for_each(|battle| shares.wait(battle, ()));
    let (mut had, mut thoughts) = ([0; 4], [0; 4]);
    // Every battle has its next decision as soon as it has taken one.
    for _ in 0..1000 {
        let battle = think(&mut shares, &times).expect("all wait");
        had[battle as usize] += times[battle as usize];
        thoughts[battle as usize] += 1;
        shares.wait(battle, ());
    }
    let (least, most) = (had.iter().min().expect("four"), had.iter().max().expect("four"));
    assert!(most - least <= 1000, "{had:?}: nobody is more than a decision ahead");
    assert!(thoughts[0] <= 6 && thoughts[1] > 350 && thoughts[3] > 70, "{thoughts:?}");
}

#[test]
fn who_needs_little_waits_for_one_long_thought_at_most() {
    let times = [1000, 1000, 1000, 10];
    let mut shares = Shares::new(1);
    (0..4).for_each(|battle| shares.wait(battle, ()));
    // The quick one decides twenty times, is away while its person plays, and comes back after a few thoughts of others.
    let (mut turns, mut decisions, mut waited, mut away) = (0, 0, 0, 0);
    for _ in 0..400 {
        let battle = think(&mut shares, &times).expect("three wait at least");
        if battle == 3 {
            (decisions, waited) = (decisions + 1, 0);
            if decisions % 20 == 0 {
                (turns, away) = (turns + 1, 1 + turns % 5);
            } else {
                shares.wait(3, ());
            }
            continue;
        }
        shares.wait(battle, ());
        if away > 0 {
            away -= 1;
            if away == 0 {
                shares.wait(3, ());
            }
        } else {
            waited += 1;
            // At first nobody knows who is slow.
            assert!(waited <= 1 || decisions == 0, "{waited} long thoughts before decision {decisions}");
        }
    }
    assert!(turns > 10, "{turns}");
}

#[test]
fn of_two_thinkers_one_is_kept_for_short_thoughts() {
    let times = [1000, 1000, 10];
    let mut shares = Shares::new(2);
    (0..3).for_each(|battle| shares.wait(battle, ()));
    while let Some(battle) = think(&mut shares, &times) {
        assert!(battle < 3);
    }
    (0..2).for_each(|battle| shares.wait(battle, ()));
    let first: Taken<u64, ()> = shares.next().expect("a long one");
    assert!(shares.next().is_none(), "the other long one waits though a thinker is free");
    shares.wait(2, ());
    let short = shares.next().expect("the short one");
    assert_eq!((first.key, short.key, shares.len()), (0, 2, 1));
    shares.thought(&first, MILLI * 1000);
    assert_eq!(shares.next().map(|taken| taken.key), Some(1));
}

#[test]
fn who_comes_back_has_half_a_second_of_credit_and_no_more() {
    let times = [100, 100];
    let mut shares = Shares::new(1);
    shares.wait(0, ());
    shares.wait(1, ());
    think(&mut shares, &times);
    think(&mut shares, &times);
    // Battle 1 waits for its person while 0 goes on.
    for _ in 0..50 {
        shares.wait(0, ());
        assert_eq!(think(&mut shares, &times), Some(0));
    }
    shares.wait(0, ());
    shares.wait(1, ());
    let order: Vec<u64> = (0..6)
        .map(|_| {
            let battle = think(&mut shares, &times).expect("both wait");
            shares.wait(battle, ());
            battle
        })
        .collect();
    let waited = order.iter().position(|battle| *battle == 0).expect("0 does not wait until 1 has caught up");
    assert_eq!(waited, 5, "{order:?}: half a second of a tenth each, and no more");
}

#[test]
fn equals_think_in_the_order_in_which_they_came() {
    let mut shares = Shares::new(1);
    [5, 2, 9].into_iter().for_each(|battle| shares.wait(battle, battle));
    let order: Vec<u64> = std::iter::from_fn(|| shares.next().map(|taken| taken.who)).collect();
    assert_eq!(order, [5, 2, 9]);
    [1, 2].into_iter().for_each(|battle| shares.wait(battle, battle));
    assert_eq!((shares.let_go(), shares.len()), (vec![1, 2], 0));
}

#[test]
fn who_waits_behind_comes_last_and_never_on_the_thinker_that_is_kept_free() {
    let mut shares = Shares::new(2);
    shares.wait_behind(7, ());
    (0..2).for_each(|battle| shares.wait(battle, ()));
    let first = [shares.next(), shares.next()].map(|taken| taken.expect("a battle"));
    assert_eq!(first.each_ref().map(|taken| taken.key), [0, 1]);
    first.iter().for_each(|taken| shares.thought(taken, MILLI));
    let behind = shares.next().expect("nobody else waits");
    assert_eq!(behind.key, 7);
    shares.wait(3, ());
    assert_eq!(shares.next().map(|taken| taken.key), Some(3), "the other thinker is free for others");
    shares.thought(&behind, MILLI);
    (0..2).for_each(|battle| shares.wait(battle, ()));
    let long = shares.next().expect("a battle");
    shares.thought(&long, MILLI * 5000);
    shares.wait(long.key, ());
    let (short, long) = (shares.next().expect("the short one"), shares.next().expect("the long one"));
    assert_eq!([short.key, long.key], [1, 0]);
    shares.thought(&short, MILLI);
    shares.wait_behind(7, ());
    assert!(shares.next().is_none(), "it waits while one thinks long, though a thinker is free");
}

#[test]
fn nobody_has_two_thinkers_and_what_comes_instead_takes_the_place_of_what_waits() {
    let mut shares = Shares::new(4);
    shares.wait_instead(1, "first");
    let first = shares.next().expect("one");
    shares.wait_instead(1, "second");
    shares.wait_instead(1, "third");
    assert!(shares.next().is_none() && shares.len() == 1, "one at a time");
    shares.thought(&first, MILLI);
    assert_eq!(shares.next().map(|taken| taken.who), Some("third"));
}

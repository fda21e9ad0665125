//! Onlookers of battles with hidden units are some turns behind.

use table::Link;
use tui::Host;

use super::{begun, come, open, open_with, play_done, play_to_turn, policy, sit, turn_of};
use crate::Policy;

/// The last turn that is known to be over from these lines.
fn last_turn(lines: &[String]) -> u64 {
    let ended = |line: &String| serde_json::from_str::<serde_json::Value>(line).ok()?.get("turn")?.as_u64();
    lines.iter().rev().find_map(ended).unwrap_or(0)
}

#[test]
fn an_onlooker_is_whole_turns_behind_until_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob, carl) = (come(&club, "anna"), come(&club, "bob"), come(&club, "carl"));
    let room = begun(&anna, &bob, "small-field");
    let (blue, red, onlooker) = (sit(&anna, room), sit(&bob, room), sit(&carl, room));
    for turn in 1..=6u16 {
        play_to_turn(&club, room, &[&blue, &red], turn);
        assert_eq!(turn_of(&club, room), turn);
        let (all, shown) = (blue.lines(0), onlooker.lines(0));
        let behind = u64::from(turn.saturating_sub(3));
        assert_eq!(last_turn(&shown), behind, "in turn {turn}");
        assert_eq!(shown[..], all[..shown.len()]);
        if behind == 0 {
            assert_eq!(shown.len(), 1, "the header alone");
        } else {
            assert!(shown.last().expect("lines").starts_with(&format!("{{\"turn\":{behind},")));
        }
        assert!(onlooker.lines(shown.len()).is_empty());
        play_done(&club, room, &[&blue, &red]);
        assert_eq!(onlooker.lines(0), shown, "nothing new within a turn");
    }
    blue.resign();
    assert_eq!(onlooker.lines(0), blue.lines(0), "it is over: all is open");
}

#[test]
fn players_know_at_once_and_see_their_own_side_even_as_onlookers_of_themselves() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "small-field");
    let (blue, again) = (sit(&anna, room), sit(&come(&club, "anna"), room));
    assert_eq!(again.side(), blue.side());
    blue.give("done").expect("legal");
    assert_eq!(again.lines(1), [r#"{"order":"done"}"#]);
}

#[test]
fn nobody_waits_where_nothing_is_hidden_or_the_host_does_not_mind() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob, carl) = (come(&club, "anna"), come(&club, "bob"), come(&club, "carl"));
    let room = begun(&anna, &bob, "outpost");
    let (blue, red, onlooker) = (sit(&anna, room), sit(&bob, room), sit(&carl, room));
    play_done(&club, room, &[&blue, &red]).expect("an order");
    assert_eq!(onlooker.lines(0), blue.lines(0), "an outpost has no hidden units");
    drop((blue, red, onlooker, anna, bob, carl, club));
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), Policy { delay: 0, ..policy() });
    let (anna, bob, carl) = (come(&club, "anna"), come(&club, "bob"), come(&club, "carl"));
    let room = begun(&anna, &bob, "small-field");
    let (blue, onlooker) = (sit(&anna, room), sit(&carl, room));
    blue.give("done").expect("legal");
    assert_eq!(onlooker.lines(0), blue.lines(0));
    assert_eq!(super::listed(&carl, room).1, "bob to move");
    assert!(carl.rows().len() == 1);
}

//! Onlookers see what both sides know, some turns behind, and nothing else.

use battle::{Order, Refusal, Sense, UnitId};
use table::{Game, Link};
use tui::{Entered, Host, Room};

use super::{begun, come, guest, open, open_with, play, play_done, play_to_turn, policy, sit, turn_of, watch};
use crate::{Club, Policy, Reveal};

/// Shows everything that has come.
fn catch_up(game: &mut Game) {
    while game.follow().expect("frames") {}
}

fn turn_shown(game: &mut Game) -> u16 {
    catch_up(game);
    game.system().field().turn()
}

/// Units that hide in truth.
fn hidden(club: &Club, room: Room) -> Vec<UnitId> {
    let hold = club.hall.hold(room.0);
    hold.ready().expect("ready");
    hold.look(|inner| {
        let field = inner.game().expect("a game").system().field();
        field.present().filter(|unit| field.shows(*unit, Sense::Hidden)).collect()
    })
}

fn present(game: &Game) -> Vec<UnitId> {
    game.system().field().present().collect()
}

#[test]
fn an_onlooker_is_whole_turns_behind_until_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob, carl) = (come(&club, "anna"), come(&club, "bob"), come(&club, "carl"));
    let room = begun(&anna, &bob, "small-field");
    let (blue, red) = (sit(&anna, room), sit(&bob, room));
    let mut onlooker = watch(&carl, room);
    for turn in 1..=6u16 {
        play_to_turn(&club, room, &[&blue, &red], turn);
        assert_eq!(turn_of(&club, room), turn);
        // The end of a turn shows the beginning of the next; deployment is turn 0.
        assert_eq!(turn_shown(&mut onlooker), turn.saturating_sub(2), "in turn {turn}");
        let late = watch(&carl, room);
        assert_eq!(late.system().state(), onlooker.system().state(), "whoever comes later sees the same");
        assert_eq!(late.stage().dispatches(), onlooker.stage().dispatches());
        play_done(&club, room, &[&blue, &red]);
        assert!(!onlooker.elsewhere().has_news(), "nothing new within a turn");
    }
    blue.resign();
    assert_eq!(turn_shown(&mut onlooker), turn_of(&club, room), "it is over: no more waiting");
    assert!(onlooker.outcome().is_some());
}

#[test]
fn players_know_at_once_and_see_their_own_side_in_every_session() {
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
fn neither_a_second_key_nor_a_guest_sees_what_hides() {
    for delay in [0, 1] {
        let folder = tempfile::tempdir().expect("a folder");
        let club = open_with(folder.path(), Policy { delay, ..policy() });
        let (anna, bob, second) = (come(&club, "anna"), come(&club, "bob"), come(&club, "anna-too"));
        let room = begun(&anna, &bob, "small-field");
        let (blue, red) = (sit(&anna, room), sit(&bob, room));
        let mut eyes = [watch(&second, room), watch(&guest(&club), room)];
        let mut compared = 0;
        for _ in 0..40 {
            let secret = hidden(&club, room);
            if secret.is_empty() || super::legal(&club, room).is_none() {
                break;
            }
            for game in &mut eyes {
                catch_up(game);
                assert!(present(game).iter().all(|unit| !secret.contains(unit)));
                assert!(game.stage().dispatches().iter().all(|line| !line.transcript().contains("R4")));
                compared += 1;
            }
            play_done(&club, room, &[&blue, &red]);
        }
        assert!(compared > 20, "they were found after {compared}");
    }
}

#[test]
fn an_onlookers_game_holds_nothing_of_the_truth() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), Policy { delay: 0, ..policy() });
    let (anna, bob, carl) = (come(&club, "anna"), come(&club, "bob"), come(&club, "carl"));
    let room = begun(&anna, &bob, "small-field");
    let (blue, red) = (sit(&anna, room), sit(&bob, room));
    let mut onlooker = watch(&carl, room);
    play(&club, room, &[&blue, &red]).expect("an order");
    play(&club, room, &[&blue, &red]).expect("an order");
    catch_up(&mut onlooker);
    assert!(onlooker.elsewhere().is_watching() && onlooker.is_joined());
    let setup = onlooker.setup();
    assert_eq!((setup.seed, setup.battle.text.as_str()), (0, ""));
    assert!(setup.battle.scenario.armies.iter().all(|army| army.units.is_empty() && army.leaders.is_empty()));
    assert_eq!(
        (onlooker.past().record_text().trim(), onlooker.past().last_hash(), onlooker.orders_given()),
        ("", None, 0)
    );
    let order: Order = onlooker.system().orders()[0];
    assert_eq!(onlooker.give(&order), Err(Refusal::new("", "onlookers give no orders")));
    assert_eq!(onlooker.undo(), Err(String::from("onlookers give no orders")));
    onlooker.resign(battle::Side::Blue);
    assert!(!blue.lines(0).iter().any(|line| line.contains("resign")));
}

#[test]
fn an_undo_is_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), Policy { delay: 0, ..policy() });
    let (anna, bob, carl) = (come(&club, "anna"), come(&club, "bob"), come(&club, "carl"));
    let room = begun(&anna, &bob, "outpost");
    let blue = sit(&anna, room);
    let mut onlooker = watch(&carl, room);
    let before = (onlooker.system().state(), onlooker.stage().dispatches().to_vec());
    let order = super::legal(&club, room).expect("orders").1.into_iter().find(|order| order.starts_with("order"));
    blue.give(&order.expect("an order")).expect("legal");
    catch_up(&mut onlooker);
    assert!(onlooker.stage().dispatches().len() > before.1.len());
    blue.undo().expect("free");
    catch_up(&mut onlooker);
    assert_eq!((onlooker.system().state(), onlooker.stage().dispatches().to_vec()), before);
}

#[test]
fn many_watch_one_account_of_bounded_length_and_it_goes_with_the_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), Policy { delay: 0, ..policy() });
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "small-field");
    let (blue, red) = (sit(&anna, room), sit(&bob, room));
    let carl = come(&club, "carl");
    let mut crowd: Vec<Game> = (0..20).map(|_| watch(&carl, room)).collect();
    let kept = || club.hall.hold(room.0).look(|inner| inner.account().map(table::Account::kept));
    while turn_of(&club, room) < 5 {
        play(&club, room, &[&blue, &red]);
    }
    assert!(kept().is_some_and(|kept| (2..=64).contains(&kept)), "{:?}", kept());
    let late = watch(&carl, room);
    crowd.iter_mut().for_each(catch_up);
    for game in &crowd {
        assert_eq!(game.system().state(), late.system().state());
        assert_eq!(
            game.stage().dispatches(),
            late.stage().dispatches(),
            "whoever slept too long goes on with the present"
        );
    }
    drop((crowd, late));
    assert_eq!(kept(), None);
}

#[test]
fn afterwards_the_host_decides_who_sees_everything() {
    for reveal in [Reveal::Everybody, Reveal::Players] {
        let folder = tempfile::tempdir().expect("a folder");
        let club = open_with(folder.path(), Policy { reveal, ..policy() });
        let (anna, bob, carl) = (come(&club, "anna"), come(&club, "bob"), come(&club, "carl"));
        let room = begun(&anna, &bob, "small-field");
        let (blue, _red) = (sit(&anna, room), sit(&bob, room));
        let mut onlooker = watch(&carl, room);
        let secret = hidden(&club, room);
        blue.resign();
        catch_up(&mut onlooker);
        let shown = present(&onlooker).iter().any(|unit| secret.contains(unit));
        assert_eq!(shown, reveal == Reveal::Everybody, "{reveal:?}");
        assert!(matches!(anna.enter(room), Ok(Entered::Record(_))), "who played sees it again");
        match (carl.enter(room).expect("let in"), reveal) {
            (Entered::Record(_), Reveal::Everybody) => {}
            (Entered::Battle { game, .. }, Reveal::Players) => {
                assert!(game.elsewhere().is_watching() && game.outcome().is_some());
                assert!(present(&game).iter().all(|unit| !secret.contains(unit)));
            }
            _ => panic!("{reveal:?}"),
        }
    }
}

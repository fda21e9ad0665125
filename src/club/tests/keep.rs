//! Writes a folder as this version leaves it, to be kept for the versions that come: see `tests/old/README.md`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use battle::Side;
use systems::Shelf;
use table::Link;
use tui::{Host, Offer, Opponent, Room};

use super::{come, legal, policy, sit};
use crate::Club;

/// Names the folder to be written.
const FOLDER: &str = "GROGNARD_KEEP";

fn wanted(battle: &str, system: &str) -> Offer {
    let house = battle::HouseRules::default();
    let (battle, system) = (String::from(battle), String::from(system));
    Offer { battle, system, house, side: Side::Blue, opponent: Opponent::Anyone }
}

/// Gives so many orders for whoever is to decide: another choice each time, so that something happens.
fn play_on(club: &Arc<Club>, room: Room, links: &[&dyn Link], orders: usize) {
    for number in 0..orders {
        let Some((side, legal)) = legal(club, room) else { return };
        let link = links.iter().find(|link| link.side() == Some(side)).expect("a player");
        let start = number * 13 % legal.len();
        let all = legal[start..].iter().chain(&legal);
        assert!(all.into_iter().any(|order| link.give(order).is_ok()), "some order is carried out");
    }
}

/// Takes the last order back that can be; whether there was one.
fn take_back(links: &[&dyn Link]) -> bool {
    links.iter().any(|link| link.undo().is_ok())
}

fn leave(folder: &Path) {
    let club = Club::open(Arc::new(Shelf::new()), folder, policy()).expect("a club");
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    for (battle, system) in [("ambush-in-the-woods", "on_war"), ("crossroads", "eagles")] {
        let begun = |offer| {
            let room = anna.offer(offer).expect("offered");
            bob.accept(room).expect("begun");
            room
        };
        let (going, ended) = (begun(wanted(battle, system)), begun(wanted(battle, system)));
        for room in [going, ended] {
            let (blue, red) = (sit(&anna, room), sit(&bob, room));
            let links: [&dyn Link; 2] = [&blue, &red];
            let back = (0..60).filter(|_| {
                play_on(&club, room, &links, 1);
                take_back(&links)
            });
            assert!(back.count() > 0, "something was taken back");
            play_on(&club, room, &links, 60);
        }
        sit(&bob, ended).resign();
    }
    anna.offer(wanted("crossroads", "eagles")).expect("an offer stays open");
}

#[test]
fn the_folder_is_written_when_asked_for() {
    let folder = std::env::var_os(FOLDER).map(PathBuf::from);
    let own = tempfile::tempdir().expect("a folder");
    leave(folder.as_deref().unwrap_or(own.path()));
}

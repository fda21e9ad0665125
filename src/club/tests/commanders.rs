//! The club with the battles, systems and commanders that come with the program.

use std::sync::Arc;

use battle::{HouseRules, Library, Side};
use systems::Shelf;
use tui::{Entered, Host, Offer, Opponent};

use super::{come, policy, row, until};
use crate::Club;

#[test]
fn every_system_is_played_against_a_commander_of_the_shelf() {
    let folder = tempfile::tempdir().expect("a folder");
    let shelf = Arc::new(Shelf::new());
    let club = Club::open(shelf.clone(), folder.path(), policy()).expect("a club");
    let anna = come(&club, "anna");
    for system in shelf.systems() {
        let battle = shelf
            .battles()
            .into_iter()
            .find(|file| shelf.deploy(system.key, &file.scenario, &HouseRules::default(), 0).is_ok());
        let offer = Offer {
            battle: battle.expect("a battle").scenario.key.clone(),
            system: String::from(system.key),
            house: HouseRules::default(),
            side: Side::Blue,
            opponent: Opponent::Commander(shelf.commanders()[0].key.clone()),
        };
        let room = anna.offer(offer).expect("begun");
        let Ok(Entered::Battle { mut game, .. }) = anna.enter(room) else { panic!("not let in") };
        let mut given = 0;
        until("twenty orders of anna's", || {
            while game.follow().expect("followed") {}
            if game.system().to_decide() == Some(Side::Blue) {
                let order = *game.system().all_orders().last().expect("an order");
                game.give(&order).expect("legal");
                given += 1;
            }
            given == 20 || game.outcome().is_some()
        });
        assert!(row(&anna, room).is_some());
    }
    assert!(club.notes().is_empty());
}

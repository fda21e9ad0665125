//! Every word that a card shows means something, under every rule system.

use battle::{HouseRules, Library};
use systems::Shelf;
use table::{Game, SeatSpec, Setup};

#[test]
fn every_row_of_a_card_is_explained() {
    let shelf = Shelf::new();
    for info in shelf.systems() {
        for file in shelf.battles() {
            let commander = || SeatSpec::Commander(String::from("hold"));
            let setup = Setup {
                battle: file,
                system: info,
                house: HouseRules::default(),
                seats: [commander(), commander()],
                seed: 1,
            };
            let Ok(game) = Game::start(&shelf, &setup, None) else { continue };
            let system = game.system();
            for (unit, _) in system.field().roster().units() {
                for (name, _) in system.card(unit).rows {
                    let counted = name.eq_ignore_ascii_case("strength") || name == info.strength.name;
                    assert!(counted || info.meaning(name).is_some(), "{}: {name}", info.key);
                }
            }
        }
    }
}

#[test]
fn meanings_are_sentences() {
    for info in Shelf::new().systems() {
        assert!(!info.words.is_empty(), "{}", info.key);
        for (word, meaning) in info.words {
            let first = meaning.chars().next().expect("a word");
            assert!(first.is_uppercase() && meaning.ends_with('.'), "{}: {word}: {meaning}", info.key);
        }
    }
}

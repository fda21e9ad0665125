//! Cards: whose there are, in what order, who acts by which (MC-SEQ-1 to 5).

use battle::rule::bites;
use battle::{BrigadeSpec, Rank, Scenario, Side, Troop, UnitSpec};
use rulebook::fixture::Game;

use super::fixture::Fixture;
use super::written::{deployed, general, scenario, written};
use crate::info::START;
use crate::space::Shape;
use crate::{McNally, cards, marks};

#[test]
fn every_brigade_has_a_card_and_nobody_knows_the_next() {
    bites(&["MC-SEQ-1"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let mut game = field.foot("R1", 8, (10, 10), "S", Shape::Line).game(&[]);
        game.enter(START, Side::Blue);
        let left = game.war.state.own.deck.len();
        let drawn = game.results("card");
        assert_eq!((drawn.first(), drawn.len() + left), (Some(&4), 4));
        for side in Side::ALL {
            assert_eq!(game.war.view_of(side, 5).state.own.deck, game.war.state.own.deck);
        }
    });
}

/// A unit in each brigade, under generals of the Left and the Right division and of the army.
fn commanded() -> Scenario {
    let unit = |label: &str, brigade, column| UnitSpec { brigade, ..written(label, Troop::LineInfantry, 4, column) };
    let units = vec![unit("B1", 0, 10), unit("B2", 1, 20), unit("B3", 2, 30)];
    let left = general("BL", Rank::Division, Some("Left"));
    let right = general("BR", Rank::Division, Some("Right"));
    scenario(units, vec![left, right, general("BA", Rank::Army, None)])
}

/// Plays with that card on the table: the labels of those who act.
fn active(game: &mut Game<McNally>, card: u16) -> Vec<String> {
    game.war.state.own.card = Some(card);
    let units = game.war.field().present().filter(|unit| cards::is_active(&game.war, *unit));
    units.map(|unit| game.war.field().roster().unit(unit).label.clone()).collect()
}

/// Numbers of cards: brigades from 0, generals of the scenario above from 1000.
const LEFT: u16 = 1000;
const RIGHT: u16 = 1001;
const ARMY: u16 = 1002;

#[test]
fn division_commanders_have_cards_where_the_option_is_on() {
    bites(&["MC-SEQ-2"], || {
        let plain = deployed(&commanded(), &[]);
        assert_eq!(cards::all(&plain.war), [0, 1, 2, 3]);
        let mut game = deployed(&commanded(), &[("division_cards", "on")]);
        assert_eq!(cards::all(&game.war), [0, 1, 2, 3, LEFT, RIGHT]);
        assert_eq!(active(&mut game, LEFT), ["B1", "B2"]);
        assert_eq!(active(&mut game, RIGHT), ["B3"]);
        // His brigade that has gone by its own card does not go by his.
        let first = game.id("B1");
        game.umpire().mark(first, marks::ACTED, true);
        assert_eq!(active(&mut game, LEFT), ["B2"]);
    });
}

#[test]
fn each_side_has_cards_of_its_own_commanders() {
    bites(&["MC-SEQ-2"], || {
        // The commanders of the scenario are Blue's.
        let cards = |value| cards::all(&deployed(&commanded(), &[("division_cards", value)]).war);
        assert_eq!([cards("blue").len(), cards("red").len(), cards("on").len()], [6, 4, 6]);
    });
}

#[test]
fn a_card_is_drawn_by_the_side_whose_it_is() {
    for (face, side) in [(1, Side::Blue), (4, Side::Red)] {
        let mut game = deployed(&commanded(), &[]);
        let all = cards::all(&game.war);
        game.war.state.own.deck = battle::Deck::shuffled(&all, &mut battle::Dice::new(1), battle::RollKey::default());
        game.war.set_dice(battle::Dice::scripted(&[face]));
        game.heard = Default::default();
        crate::sequence::draw(&mut game.umpire());
        let drawn = game.heard.events().iter().find_map(|event| match event {
            battle::Event::Rolled(roll) => Some(roll.side),
            _ => None,
        });
        assert_eq!(drawn, Some(side));
    }
}

#[test]
fn army_commanders_have_cards_where_the_option_is_on() {
    bites(&["MC-SEQ-3"], || {
        let mut game = deployed(&commanded(), &[("army_cards", "on")]);
        assert_eq!(cards::all(&game.war), [0, 1, 2, 3, ARMY]);
        assert_eq!(active(&mut game, ARMY), ["B1", "B2", "B3"]);
        let second = game.id("B2");
        game.umpire().mark(second, marks::ACTED, true);
        assert_eq!(active(&mut game, ARMY), ["B1", "B3"]);
    });
}

#[test]
fn example_21_no_unit_acts_twice_in_a_turn() {
    bites(&["MC-SEQ-4"], || {
        let mut game = deployed(&commanded(), &[("division_cards", "on")]);
        let both = [game.id("B1"), game.id("B2")];
        both.into_iter().for_each(|unit| game.umpire().mark(unit, marks::ACTED, true));
        assert_eq!(active(&mut game, 0), Vec::<String>::new(), "passed over when its own card comes later");
        assert_eq!(active(&mut game, 2), ["B3"]);
    });
}

#[test]
fn by_the_other_reading_a_higher_card_leaves_the_brigade_its_own() {
    // The division's card first: its units act again by their brigade's. The brigade's first: not by the division's.
    let house = [("division_cards", "on"), ("army_cards", "on"), ("higher_card", "acts_again")];
    let mut game = deployed(&commanded(), &house);
    let mut drawn = |places: &[u8]| {
        game.war.set_dice(battle::Dice::scripted(places));
        game.war.state.own.card = None;
        let mut now = Vec::new();
        crate::sequence::start(&mut game.umpire());
        for _ in places {
            crate::sequence::draw(&mut game.umpire());
            let card = game.war.state.own.card.expect("a card");
            now.push((card, active(&mut game, card)));
            crate::sequence::end_card(&mut game.umpire());
        }
        now
    };
    let names = |list: &[&str]| list.iter().map(|name| String::from(*name)).collect::<Vec<_>>();
    // Cards 0, 1, 2, 3, LEFT, RIGHT, ARMY, by their places among those that are left.
    let higher_first = drawn(&[5, 1]);
    assert_eq!(higher_first, [(LEFT, names(&["B1", "B2"])), (0, names(&["B1"]))]);
    let brigade_first = drawn(&[1, 4]);
    assert_eq!(brigade_first, [(0, names(&["B1"])), (LEFT, names(&["B2"]))]);
    let army_last = drawn(&[3, 4, 5]);
    assert_eq!(army_last, [(2, names(&["B3"])), (LEFT, names(&["B1", "B2"])), (ARMY, names(&[]))]);
}

#[test]
fn units_without_a_brigade_have_a_card_for_each_commander() {
    bites(&["MC-SEQ-5"], || {
        let mut scenario = commanded();
        let loose = |division: &str| BrigadeSpec { name: String::new(), division: division.into() };
        scenario.armies[0].brigades = vec![
            BrigadeSpec { name: "First".into(), division: "Left".into() },
            loose("Left"),
            loose("Right"),
            loose("Left"),
        ];
        let more = UnitSpec { brigade: 3, ..written("B4", Troop::LineInfantry, 4, 40) };
        scenario.armies[0].units.push(more);
        let mut game = deployed(&scenario, &[]);
        assert_eq!(cards::all(&game.war), [0, 1, 2, 4], "two under Left share one, and Red has its own");
        assert_eq!(active(&mut game, 0), ["B1"]);
        assert_eq!(active(&mut game, 1), ["B2", "B4"]);
        assert_eq!(active(&mut game, 2), ["B3"]);
        // Where their commander has a card they go by that alone.
        let mut game = deployed(&scenario, &[("division_cards", "on")]);
        assert_eq!(cards::all(&game.war), [0, 4, LEFT, RIGHT]);
        assert_eq!(active(&mut game, LEFT), ["B1", "B2", "B4"]);
        assert_eq!(active(&mut game, RIGHT), ["B3"]);
    });
}

#[test]
fn the_cards_are_shuffled_anew_every_turn() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
    let mut game = field.foot("R1", 8, (10, 10), "S", Shape::Line).game(&[1, 3]);
    for _ in 0..2 {
        crate::sequence::start(&mut game.umpire());
        assert_eq!(game.war.state.own.deck.left().collect::<Vec<_>>(), [0, 1, 2, 3]);
        crate::sequence::draw(&mut game.umpire());
        assert_eq!(game.war.state.own.deck.len(), 3);
    }
    assert_eq!((game.war.state.own.card, game.war.state.player), (Some(2), Side::Red), "and its side is active");
}

#[test]
fn generals_lead_by_their_own_card_or_the_first_of_their_command() {
    let by = |house: &[(&str, &str)], leader: &str, card: u16| {
        let mut game = deployed(&commanded(), house);
        game.war.state.own.card = Some(card);
        cards::leads_now(&game.war, game.leader(leader))
    };
    let on = [("division_cards", "on")];
    assert_eq!([by(&on, "BL", LEFT), by(&on, "BL", RIGHT), by(&on, "BL", 0)], [true, false, false]);
    // Without a card of his own: by any card of his command.
    assert_eq!([by(&[], "BL", 0), by(&[], "BL", 1), by(&[], "BL", 2), by(&[], "BA", 2)], [true, true, false, true]);
}

#[test]
fn generals_start_with_the_middle_unit_of_their_command() {
    let game = deployed(&commanded(), &[]);
    let with = |label: &str| {
        game.war.unit_of(game.leader(label)).map(|unit| game.war.field().roster().unit(unit).label.clone())
    };
    // Of two the first, of three the second.
    assert_eq!(["BL", "BR", "BA"].map(with), ["B1", "B3", "B2"].map(|label| Some(String::from(label))));
}

//! Preparing an order, without a screen.

use battle::{Chance, Changes, Forecast, Object, Pool, Reading, RollForecast, RollKind, Side};

use super::game;
use crate::panels::odds;
use crate::prepare::{Choices, Preparation, Stage, Step};
use crate::theme::Theme;
use crate::{Depth, Palette};

fn odds_of(forecast: &Forecast, width: usize) -> Vec<String> {
    let game = game("small-field", ["human", "human"]);
    let theme = Theme::new(Depth::True, Palette::default());
    let lines = odds::lines(forecast, game.view(Side::Blue).field(), width, &theme);
    lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect()
}

fn nerve() -> RollForecast {
    let mut nerve = Pool::new("nerve", "X-1", 1, Reading::SuccessOrAgain(4)).as_kind(RollKind::Test);
    nerve.note("led: second throw", 0, Changes::Need, "X-2");
    nerve.shown(None)
}

#[test]
fn a_test_in_the_odds_is_passed_or_failed() {
    let forecast = Forecast { rolls: vec![nerve()], ..Forecast::default() };
    assert_eq!(odds_of(&forecast, 40), ["nerve 1d6 need 4+ X-1", "  led: second throw X-2", "  passes 75%  fails 25%"]);
    assert_eq!(odds::summary(&forecast), "nerve need 4+ passes 75%");
}

#[test]
fn a_clause_without_room_gives_way_to_the_words() {
    let forecast = Forecast { rolls: vec![nerve()], ..Forecast::default() };
    assert_eq!(odds_of(&forecast, 22)[..2], ["nerve 1d6 need 4+ X-1", "  led: second throw"]);
}

#[test]
fn an_order_that_can_come_to_nothing_says_so() {
    let forecast = Forecast { results: vec![Chance { label: "comes home", chance: 0.0 }], ..Forecast::default() };
    assert_eq!(odds_of(&forecast, 40), [format!("{:<28}{:>5}", "Comes home", "0%")]);
    assert_eq!(odds_of(&Forecast::default(), 40), ["No dice: it happens as ordered."]);
}

#[test]
fn menus_have_a_letter_for_every_verb_and_no_letter_twice() {
    let game = game("small-field", ["human", "human"]);
    let system = game.view(Side::Blue);
    let choices = Choices::gather(system);
    for actor in choices.actors() {
        let entries = choices.entries(system, &[Some(actor), None]);
        let mut letters: Vec<char> = entries.iter().map(|entry| entry.letter).collect();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), entries.len());
    }
}

#[test]
fn every_stem_leads_to_a_legal_order() {
    let game = game("small-field", ["human", "human"]);
    let system = game.view(Side::Blue);
    let choices = Choices::gather(system);
    let actor = choices.actors().into_iter().find(|actor| matches!(actor, Object::Unit(_))).expect("a unit");
    let mut preparation = Preparation::default();
    preparation.open(choices.entries(system, &[Some(actor)]));
    assert_eq!(preparation.confirm(system), Step::More);
    let Some(Stage::Pose(posing)) = preparation.stage_mut() else { panic!("no place is asked for") };
    posing.cycle(true);
    let Step::Give(order) = preparation.confirm(system) else { panic!("the order is not complete") };
    assert_eq!(system.check(&order), Ok(()));
    assert!(preparation.back() && preparation.back() && !preparation.back(), "two stages to leave");
}

#[test]
fn done_is_found_whatever_it_is_called() {
    let game = game("small-field", ["human", "human"]);
    let system = game.view(Side::Blue);
    let done = Choices::gather(system).done(system).expect("deployment can end");
    assert_eq!(system.order_text().write(&done), "done");
}

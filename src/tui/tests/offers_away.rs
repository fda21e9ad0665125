//! What is offered first in a battle at another place: a commander's advice against the computer, nobody's against people.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use ::battle::{Battlefield, Choice, Player, Side, System, UnitId};
use proving::{Commanded, RandomPlayer, With};

use super::Play;
use super::inn::Keeper;
use super::lobby::anna;
use crate::{Options, Section, Start};

/// Names of the units that the advisor was shown, each time he was asked.
type Shown = Arc<Mutex<Vec<Vec<String>>>>;

/// An advisor who is listened to.
struct Advisor(Shown);

fn names(field: &Battlefield) -> Vec<String> {
    field.present().map(|unit| field.roster().unit(unit).label.clone()).collect()
}

impl Player for Advisor {
    fn name(&self) -> &str {
        "advisor"
    }

    fn decide(&mut self, view: &dyn System, stop: &AtomicBool) -> Choice {
        RandomPlayer::new(0).decide(view, stop)
    }

    fn advise(&mut self, view: &dyn System, unit: Option<UnitId>) -> Option<Choice> {
        let field = view.field();
        self.0.lock().expect("whole").push(names(field));
        RandomPlayer::new(0).advise(view, unit)
    }
}

/// Anna on Blue's side against that seat, and what the advisor is shown meanwhile.
fn against(seat: &str) -> (Play, Shown, Keeper) {
    let (inn, shown) = (anna(), Shown::default());
    let room = inn.list(Section::Yours, ["anna", seat], "", 0);
    let keeper = inn.begin(room, "small-field", ["human", seat], Some(Side::Blue));
    let start = Start::Lobby(inn.clone());
    let heard = Arc::clone(&shown);
    let advisor = move |_: &str, _: u64| Ok(Box::new(Advisor(Arc::clone(&heard))) as Box<dyn Player>);
    let library = Arc::new(With(Commanded(advisor)));
    let mut play = Play::of(library, 120, 40, |options| Options { start, ..options });
    play.settle();
    play.keys("Enter Esc").shows("Deployment");
    (play, shown, keeper)
}

#[test]
fn against_the_computer_advice_is_asked_once_as_things_stand_and_sees_its_sides_view() {
    let (mut play, shown, keeper) = against("first");
    let asked = |shown: &Shown| shown.lock().expect("whole").len();
    play.keys("Esc Space Space Space Esc");
    let before = asked(&shown);
    play.keys("Enter Esc");
    let first = asked(&shown);
    play.keys("Enter Esc Enter Esc Enter Esc");
    assert_eq!(asked(&shown), first, "opened again, nobody is asked again");
    assert!(first > 0 && before <= first, "{before} {first}");
    let seen = shown.lock().expect("whole").concat();
    assert!(seen.iter().any(|name| name.starts_with('B')), "{seen:?}");
    let (hides, keeper) = (String::from("R4"), keeper.lock().expect("whole"));
    assert!(names(keeper.system().field()).contains(&hides), "he is there");
    assert!(!seen.contains(&hides), "who hides is not shown to the advisor");
}

#[test]
fn against_a_person_nobody_is_asked() {
    let (mut play, shown, _keeper) = against("human");
    play.keys("Esc Space Space Space Esc Enter Esc Enter Esc a");
    assert!(shown.lock().expect("whole").is_empty());
}

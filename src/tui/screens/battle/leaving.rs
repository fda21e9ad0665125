//! Leaving a battle: to the title or the lobby, by giving up, or altogether; and what is said of its record.

use battle::Side;

use super::Battle;
use super::saving::Saving;
use super::seen::Seen;
use crate::layer::{Desk, Flow};
use crate::screens::list::List;
use crate::theme::Ink;

/// Tag of the menu of leaving.
pub const LEAVE: &str = "leave";

/// A way out of a battle, or back into it.
#[derive(Clone, Copy)]
enum Way {
    Quit,
    FirstScreen,
    Resign,
    Back,
}

type Ways = &'static [(char, &'static str, Way)];

const HOME: Ways = &[
    ('t', "go to the title; the battle waits", Way::FirstScreen),
    ('r', "resign: the other side wins", Way::Resign),
    ('q', "quit the program; the battle waits", Way::Quit),
    ('b', "back to the battle", Way::Back),
];

const AWAY: Ways = &[
    ('t', "to the lobby; the battle waits", Way::FirstScreen),
    ('r', "resign: the other side wins", Way::Resign),
    ('q', "leave altogether; the battle waits", Way::Quit),
    ('b', "back to the battle", Way::Back),
];

/// Where nothing waits for the person: an onlooker's ways, and those out of an exercise at a place.
const PASSING: Ways = &[
    ('t', "to the lobby", Way::FirstScreen),
    ('q', "leave altogether", Way::Quit),
    ('b', "back to the battle", Way::Back),
];

/// Out of a battle that tries out what is being made.
const REHEARSAL: Ways = &[
    ('t', "back to the editor", Way::FirstScreen),
    ('r', "resign: the other side wins", Way::Resign),
    ('q', "quit the program; what you made is kept", Way::Quit),
    ('b', "back to the battle", Way::Back),
];

/// What is said of it.
const TRIED: &str = "This is a trial of the battle you are making: nothing of it is kept.";

/// What is said of an exercise at a place that is visited.
const EXERCISE: &str = "This is an exercise: nothing of it is kept.";

impl Seen {
    fn ways(&self) -> Ways {
        match (self.game.is_joined(), self.own_side(), self.game.outcome()) {
            (false, ..) if self.visiting => PASSING,
            (false, ..) if self.rehearsing => REHEARSAL,
            (false, ..) => HOME,
            (true, Some(_), None) => AWAY,
            (true, ..) => PASSING,
        }
    }
}

impl Saving {
    /// The menu of leaving.
    pub(super) fn leave_menu(&self, seen: &Seen) -> List {
        let list = List::new(LEAVE, "Leave the battle?", self.what_is_kept(seen));
        seen.ways().iter().fold(list, |list, (letter, text, _)| list.row(Some(*letter), *text))
    }

    fn what_is_kept(&self, seen: &Seen) -> String {
        if seen.game.is_joined() {
            return String::from("Every order is kept here as it is given. You find the battle in the lobby again.");
        }
        if seen.visiting || seen.rehearsing {
            return String::from(if seen.visiting { EXERCISE } else { TRIED });
        }
        if let Some(words) = self.unsaved_words(seen) {
            return format!("The last order is {words} Leaving now loses it, and nothing before it.");
        }
        seen.game.past().record_path().map_or_else(
            || String::from("This battle is not being recorded."),
            |path| {
                format!(
                    "The battle is saved in {0}. Continue it from the title, or with: grognard play --resume {0}",
                    path.display()
                )
            },
        )
    }
}

impl Battle {
    /// What was picked in the menu of leaving.
    pub(super) fn leave(&mut self, place: usize, desk: &Desk) -> Flow {
        match self.seen.ways().get(place).map(|(.., way)| *way) {
            Some(Way::Quit) => return Flow::Quit,
            Some(Way::FirstScreen) => return Flow::Restart(Vec::new()),
            Some(Way::Resign) => return self.ask_to_resign(desk),
            Some(Way::Back) | None => {}
        }
        Flow::Stay
    }

    /// The person gives up; where nobody plays, the side to decide does.
    pub(super) fn resign(&mut self) {
        if self.seen.game.is_joined() && self.seen.own_side().is_none() {
            return self.say(Ink::Text, "Only those who play can resign.");
        }
        let side = self
            .seen
            .person()
            .or(self.seen.eyes)
            .or_else(|| self.seen.game.pending().decision().map(|decision| decision.side));
        self.minds.thinking = None;
        self.minds.failure = None;
        self.show.playback.stop();
        self.seen.game.resign(side.unwrap_or(Side::Blue));
        self.refresh();
    }

    /// Says where the battle is saved.
    pub(super) fn say_where(&mut self) {
        if let Some(words) = self.saving.unsaved_words(&self.seen) {
            return self.say(Ink::Bad, words);
        }
        let text = match self.seen.game.past().record_path() {
            _ if self.seen.game.is_joined() => String::from("Every order is kept here as it is given."),
            _ if self.seen.visiting => String::from(EXERCISE),
            _ if self.seen.rehearsing => String::from(TRIED),
            None => String::from("This battle is not being recorded."),
            Some(path) => format!("Every order is saved as it is given, in {}", path.display()),
        };
        self.say(Ink::Good, text);
    }

    /// Says the seed, but not in a battle kept elsewhere that goes on: whoever knows it knows all dice to come.
    pub(super) fn say_seed(&mut self) {
        let secret = self.seen.game.is_joined() && self.seen.game.outcome().is_none();
        let text = match secret {
            _ if self.seen.game.elsewhere().is_watching() => String::from("Onlookers are not told the seed."),
            true => String::from("The seed is told when the battle is over."),
            false => format!("The seed of this battle is {}.", self.seen.game.setup().seed),
        };
        self.say(Ink::Text, text);
    }
}

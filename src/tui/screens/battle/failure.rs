//! A commander that cannot go on: what is said, and who goes on in its place.

use std::any::Any;

use battle::Side;
use plain::cut;
use table::SeatSpec;

use super::Battle;
use super::minds::Minds;
use crate::layer::{Desk, Flow};
use crate::screens::list::List;
use crate::theme::Ink;

/// Tag of the menu of who goes on.
pub const FAILED: &str = "failed";

/// Characters of a reason that are told; a program's answer can have any number.
const LONGEST: usize = 300;

/// A side that nobody commands.
pub struct Failure {
    /// Whose commander it was.
    pub side: Side,
    /// What happened.
    pub why: String,
    /// Whether the person was asked who goes on.
    pub asked: bool,
}

/// The words of a panic.
pub fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no reason given").lines().next().unwrap_or_default().to_owned()
}

impl Minds {
    /// The menu of who goes on, once.
    pub(super) fn ask_who_goes_on(&mut self, desk: &Desk) -> Option<Flow> {
        let failure = self.failure.as_mut().filter(|failure| !failure.asked)?;
        failure.asked = true;
        Some(self.who_goes_on(desk))
    }

    /// The menu of who goes on.
    pub(super) fn who_goes_on(&self, desk: &Desk) -> Flow {
        let Some(failure) = &self.failure else { return Flow::Stay };
        let side = failure.side;
        let text =
            format!("{side}: {}. The battle is safe as it stands; somebody has to go on for {side}.", failure.why);
        let another = another(desk).unwrap_or_default();
        let quit = if desk.visit.is_some() { "leave altogether" } else { "quit the program; the battle is saved" };
        let list = List::new(FAILED, format!("{side}'s commander cannot go on"), text)
            .row(Some('t'), "let it try again")
            .row(Some('a'), format!("another takes over: {another}"))
            .row(Some('m'), format!("command {side} myself"))
            .row(Some('q'), quit);
        Flow::Push(Box::new(list))
    }
}

impl Battle {
    /// That side's commander cannot go on; everything waits for the person to say who does.
    pub(super) fn fail(&mut self, side: Side, why: String) {
        self.show.single_step = false;
        let why = cut(&why, LONGEST).into_owned();
        self.say(Ink::Bad, format!("{side}: {why}. Enter chooses who goes on."));
        self.minds.failure = Some(Failure { side, why, asked: false });
    }

    /// Somebody goes on.
    pub(super) fn go_on_with(&mut self, place: usize, desk: &Desk) -> Flow {
        let Some(side) = self.minds.failure.as_ref().map(|failure| failure.side) else { return Flow::Stay };
        let spec = match place {
            0 => self.seen.game.setup().seat(side).clone(),
            1 => another(desk).map_or(SeatSpec::Human, SeatSpec::Commander),
            2 => SeatSpec::Human,
            _ => return Flow::Quit,
        };
        match self.seen.game.reseat(desk.library.as_ref(), side, spec) {
            Ok(()) => {
                self.minds.failure = None;
                self.refresh();
                self.say(Ink::Good, format!("{} commands {side} from here on.", self.seen.game.setup().seat(side)));
            }
            Err(error) => self.say(Ink::Bad, error.0),
        }
        Flow::Stay
    }
}

/// The first commander there is.
fn another(desk: &Desk) -> Option<String> {
    desk.library.commanders().into_iter().next().map(|entry| entry.key)
}

//! A turn is rows too: phases as data, and what is not finished as frames on one stack.

use std::fmt::Debug;

use battle::{Ask, Side, StepInfo, UnitId, Verb};
use serde::Serialize;

use crate::{Rules, Umpire, War};

/// A phase's place in [`Rules::PHASES`], which is the field's step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct PhaseId(pub u8);

/// Whose a phase is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The player's whose turn or half it is.
    Player,
    /// Both sides'; the status line names nobody.
    Both,
}

/// Who decides in a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decides {
    /// The player whose turn or half it is.
    Player,
    /// His opponent.
    Other,
}

impl Decides {
    /// The side that decides when it is that player's turn or half.
    #[must_use]
    pub const fn side(self, player: Side) -> Side {
        match self {
            Decides::Player => player,
            Decides::Other => player.other(),
        }
    }
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A phase of that side.
    Phase(PhaseId, Side),
    /// The turn is over.
    TurnEnds,
    /// Deployment is over, or something else that comes before turn 1: the first turn begins.
    TurnBegins,
}

/// How far a phase has come by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It asks its side, or has opened an interrupt that asks.
    Asks,
    /// It is over.
    Over,
}

/// One phase of a turn.
pub struct Phase<R: Rules> {
    /// As the status line says it.
    pub info: StepInfo,
    /// Whose it is.
    pub whose: Whose,
    /// Who decides in it.
    pub decides: Decides,
    /// What is asked; `None` where it passes by itself.
    pub ask: Option<&'static Ask>,
    /// The verbs that answer, those first that are likeliest to be open to somebody.
    pub verbs: &'static [Verb],
    /// What happens when it begins.
    pub begin: fn(&mut Umpire<'_, R>),
    /// What it does by itself before it asks: called whenever nothing interrupts it.
    pub proceed: fn(&mut Umpire<'_, R>) -> Progress,
    /// What happens when its side has nothing more to do in it.
    pub close: fn(&mut Umpire<'_, R>),
}

impl<R: Rules> Phase<R> {
    /// A phase that asks its side for those verbs and does nothing by itself; to be completed by what differs.
    #[must_use]
    pub const fn asking(
        title: &'static str,
        clause: &'static str,
        ask: &'static Ask,
        verbs: &'static [Verb],
    ) -> Phase<R> {
        Phase {
            info: StepInfo { title, clause },
            whose: Whose::Player,
            decides: Decides::Player,
            ask: Some(ask),
            verbs,
            begin: |_| {},
            proceed: |_| Progress::Asks,
            close: |_| {},
        }
    }

    /// A phase in which things happen by themselves.
    #[must_use]
    pub const fn passing(title: &'static str, clause: &'static str, begin: fn(&mut Umpire<'_, R>)) -> Phase<R> {
        Phase {
            info: StepInfo { title, clause },
            whose: Whose::Player,
            decides: Decides::Player,
            ask: None,
            verbs: &[],
            begin,
            proceed: |_| Progress::Over,
            close: |_| {},
        }
    }
}

/// The words of the rows, for [`battle::SystemInfo::steps`].
#[must_use]
pub const fn phase_words<R: Rules, const N: usize>(rows: &[Phase<R>]) -> [StepInfo; N] {
    let mut words = [rows[0].info; N];
    let mut place = 0;
    while place < N {
        words[place] = rows[place].info;
        place += 1;
    }
    words
}

/// What is asked in the middle of something.
#[derive(Clone, Copy, Debug)]
pub struct Wait {
    /// Who decides.
    pub side: Side,
    /// What is asked.
    pub ask: &'static Ask,
    /// The verbs that answer.
    pub verbs: &'static [Verb],
    /// About which unit, if about one.
    pub unit: Option<UnitId>,
    /// Against which, if against one.
    pub target: Option<UnitId>,
}

/// Something that is not finished: a charge that is answered and tested again, a row of tests that are owed, a reaction
/// to a reaction. Plain data on one stack that is saved, hashed and copied with the state; the last one is next.
///
/// A frame that waits is answered by a verb, which takes it off with [`Umpire::answered`]. A frame that does not wait is
/// taken off and goes on by itself. Between its push and its turn anything may have happened to the units it names.
pub trait Frame<R: Rules>: Clone + Debug + PartialEq + Serialize + Send + Sync {
    /// What it waits for; `None` when it goes on by itself.
    fn waits(&self, war: &War<R>) -> Option<Wait>;

    /// The unit that is on its way in it: it may stand on hexes of others until the frame is done.
    fn passing(&self) -> Option<UnitId> {
        None
    }

    /// Goes on; called when it does not wait, after it was taken off the stack.
    fn resume(self, _umpire: &mut Umpire<'_, R>) {}
}

/// The frames of a system in which nothing is ever interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum NoFrame {}

impl<R: Rules> Frame<R> for NoFrame {
    fn waits(&self, _: &War<R>) -> Option<Wait> {
        match *self {}
    }
}

/// Numbers phases by their place: `phases! { DEPLOYMENT, COMMAND, ... }`.
#[macro_export]
macro_rules! phases {
    ($($name:ident),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum PhaseNumber { $($name),* }
        $(
            #[doc = concat!("The phase ", stringify!($name), ".")]
            pub const $name: $crate::PhaseId = $crate::PhaseId(PhaseNumber::$name as u8);
        )*
    };
}

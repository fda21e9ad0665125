//! The end of a turn in a few answers: through all steps in which nothing is left to decide, with one question where
//! somebody could still act and one where orders have to be given. The screen and the line mode both end turns by it.

use std::collections::VecDeque;

use battle::{AskRole, Decision, Library, Object, Order, Role, Side, System};
use table::{Game, Staffed};

use crate::idle::{Idle, StepNow, labels, step_now, step_title};
use crate::ordering::Choices;
use crate::panels::{odds, words};
use crate::screens::why;
use crate::settings::{Habit, Settings};
use crate::worth;

/// The two ways in which a turn is ended while somebody could still act.
pub const WAYS: [&str; 2] =
    ["End it, but stop wherever somebody has a fair shot or charge", "Nobody does anything more this turn"];

/// How far a turn is to end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Until {
    /// As far as nobody has a blow with a chance.
    Chance,
    /// To its end.
    End,
}

/// A turn that is being ended, and orders that were agreed to.
#[derive(Default)]
pub struct Ending {
    /// Whose turn is being ended, which, and how far.
    turn: Option<(Side, u16, Until)>,
    /// The turn that goes on being ended when what is proposed is taken.
    resumes: Option<(Side, u16, Until)>,
    /// The turn in which the person said that he knows of those who could act.
    agreed: Option<(Side, u16)>,
    /// The step in which the person said so.
    here: Option<StepNow>,
    /// Leaders whom he knows of, and in which turn.
    known: (Option<(Side, u16)>, Vec<Object>),
    /// Leaders whom he was told of in this battle.
    told: Vec<Object>,
    /// Units and leaders that the last question named.
    asked: [Vec<Object>; 2],
    /// Orders that were agreed to and are still to be given, and how many orders there were when the next is due.
    orders: VecDeque<Order>,
    due: u32,
    /// What was proposed last: the orders listed, and those by which everybody stays.
    proposed: [Vec<Order>; 2],
}

/// A battle at a moment in which a person decides.
pub struct Moment<'a> {
    /// The battle as the person sees it.
    pub system: &'a dyn System,
    /// What is asked.
    pub decision: Decision,
    /// Orders given so far.
    pub given: u32,
    /// Everything legal.
    pub choices: &'a Choices,
    /// Who has done nothing.
    pub idle: &'a Idle,
    /// What the person wants done by itself.
    pub settings: &'a Settings,
    /// What the person presses or types to go on.
    pub goes_on: &'a str,
}

/// What comes next on the way to the end of a turn.
pub enum Onward {
    /// This order.
    Give(Order),
    /// Nothing more by itself, with a sentence why where there is something to say.
    Halt(Option<String>),
    /// A question with a title and a text: which of the [`WAYS`]?
    Ask(String, String),
    /// Orders that have to be given before the step can end; see [`Ending::propose`].
    Propose,
}

/// Orders proposed together.
pub struct Proposed {
    /// What they are for.
    pub title: String,
    /// What to know before they are given.
    pub text: String,
    /// The orders.
    pub orders: Vec<ProposedOrder>,
    /// What is offered besides.
    pub besides: Besides,
}

/// An order of a proposal.
pub struct ProposedOrder {
    /// What is ordered, in words.
    pub words: String,
    /// Why, in a sentence, where somebody has said.
    pub why: Option<String>,
}

/// What is offered besides the orders that are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Besides {
    /// Nothing.
    Nothing,
    /// That everybody stays where he is.
    Staying,
}

impl Ending {
    /// Begins to end the turn of that side.
    pub fn begin(&mut self, side: Side, now: StepNow) {
        self.turn = Some((side, now.0, Until::Chance));
        if self.agreed == Some((side, now.0)) {
            self.here = Some(now);
        }
    }

    /// Drops what was to happen by itself; whether there was something.
    pub fn stop(&mut self) -> bool {
        let was = self.turn.take().is_some();
        let orders = !std::mem::take(&mut self.orders).is_empty();
        was || orders
    }

    /// Whether something is to happen by itself now that this side decides in this turn.
    #[must_use]
    pub fn is_on(&self, side: Side, turn: u16) -> bool {
        self.turn.is_some_and(|(whose, which, _)| (whose, which) == (side, turn)) || !self.orders.is_empty()
    }

    /// What comes next.
    pub fn next(&mut self, at: &Moment<'_>) -> Onward {
        if let Some(order) = self.orders.pop_front() {
            return self.agreed_order(order, at);
        }
        let pressing = matches!(at.decision.ask.role, AskRole::React | AskRole::Pursue | AskRole::Place);
        let done = at.choices.done(at.system);
        if pressing || (at.decision.unit.is_some() && done.is_none()) {
            return self.halt(None);
        }
        let Some(done) = done else {
            let only = at.choices.only(at.system).filter(|_| at.settings.has(Habit::Passing));
            return only.map_or(Onward::Propose, Onward::Give);
        };
        self.doubt(at).unwrap_or(Onward::Give(done))
    }

    fn halt(&mut self, why: Option<String>) -> Onward {
        self.stop();
        Onward::Halt(why)
    }

    /// An order that was agreed to; where the battle has taken another course, the rest is dropped.
    fn agreed_order(&mut self, order: Order, at: &Moment<'_>) -> Onward {
        if self.due == at.given && at.system.check(&order).is_ok() {
            return Onward::Give(order);
        }
        let text = format!("{} can no longer be given; the rest is yours to order.", words::order(at.system, &order));
        self.halt(Some(text))
    }

    /// An order of the end was given, or refused: so many were given before it and after.
    pub fn gave(&mut self, before: u32, after: u32) {
        if before == after {
            self.stop();
        }
        self.due = after;
    }

    /// A question, or a halt, where somebody could still act.
    fn doubt(&mut self, at: &Moment<'_>) -> Option<Onward> {
        let (side, turn, until) = self.turn?;
        if until == Until::End || !at.settings.has(Habit::Warning) {
            return None;
        }
        if self.known.0 != Some((side, turn)) {
            self.known = (Some((side, turn)), Vec::new());
        }
        let agreed = self.agreed == Some((side, turn));
        let units = at.idle.waiting.clone();
        let idlers = at.idle.idlers.iter().filter(|one| self.told.contains(one));
        let silent: Vec<Object> = self.known.1.iter().chain(idlers).copied().collect();
        let leaders: Vec<Object> = at.idle.leading.iter().filter(|one| !silent.contains(one)).copied().collect();
        if !agreed && !units.is_empty() || !leaders.is_empty() {
            let text = who_could(at, &units, &silent);
            self.asked = [units, leaders];
            self.stop();
            return Some(Onward::Ask(format!("End turn {turn}?"), text));
        }
        if self.here == Some(step_now(at.system)) || !has_blow(at) {
            return None;
        }
        let waiting = at.idle.waiting_words(at.system).join(", ");
        let text = format!("{waiting} could still act in {}; {} goes on.", step_title(at.system), at.goes_on);
        Some(self.halt(Some(text)))
    }

    /// How the turn of that side is to end was answered, by the place of one of the [`WAYS`].
    pub fn answer(&mut self, place: usize, side: Side, now: StepNow) {
        let [units, leaders] = std::mem::take(&mut self.asked);
        self.turn = Some((side, now.0, if place == 0 { Until::Chance } else { Until::End }));
        if !units.is_empty() {
            self.agreed = Some((side, now.0));
        }
        self.known.1.extend(&leaders);
        self.told.extend(leaders);
        self.here = Some(now);
    }

    /// The orders that have to be given before the step can be ended: as the staff would give them, else so that
    /// everybody stays; nothing where nobody knows any. `stays` is what is pressed or typed to let everybody stay.
    pub fn propose(&mut self, (game, side): (&mut Game, Side), library: &dyn Library, stays: &str) -> Option<Proposed> {
        self.resumes = self.turn.take();
        let staff = if game.is_joined() { Vec::new() } else { game.staff_orders(library, is_fit) };
        let still = game.stage().orders_to_stay();
        let both = !staff.is_empty() && !still.is_empty();
        let besides = if both { Besides::Staying } else { Besides::Nothing };
        let bare = |order: &Order| Staffed::bare(*order);
        let staff = if staff.is_empty() { still.iter().map(bare).collect() } else { staff };
        let listed: Vec<Order> = staff.iter().map(|staffed| staffed.order).collect();
        if listed.is_empty() {
            return None;
        }
        let who = match (listed == still, besides) {
            (true, _) => String::from("They would all stay where they are:"),
            (_, Besides::Nothing) => String::from("The staff would give:"),
            (_, Besides::Staying) => format!("The staff would give the following; {stays} lets them all stay:"),
        };
        let system = game.view(side);
        let orders = staff.iter().map(|staffed| in_words(system, staffed)).collect();
        let title = format!("{}: orders that have to be given", step_title(system));
        self.proposed = [listed, still];
        Some(Proposed { title, text: format!("This step ends when these have their orders. {who}"), orders, besides })
    }

    /// Orders that are shown before they are given together.
    pub fn show(&mut self, orders: Vec<Order>) {
        (self.proposed, self.resumes) = ([orders, Vec::new()], None);
    }

    /// A proposal was taken, the orders listed (0) or those by which everybody stays (1), when so many had been given.
    pub fn take(&mut self, place: usize, given: u32) {
        self.orders = self.proposed.get(place).cloned().unwrap_or_default().into();
        (self.due, self.turn) = (given, self.resumes.take());
    }
}

/// Which units could still act and who, but for some, could still lead, in sentences.
fn who_could(at: &Moment<'_>, units: &[Object], but: &[Object]) -> String {
    let waiting = labels(units, at.system);
    let act = format!("{} could still act in {}: {}.", waiting.len(), step_title(at.system), waiting.join(", "));
    let lead = at.idle.leading_words(at.system, at.choices, but).into_iter().map(|words| format!("{words}."));
    let act = Some(act).filter(|_| !waiting.is_empty());
    act.into_iter().chain(lead).collect::<Vec<_>>().join(" ")
}

/// Whether somebody who has done nothing could strike with a chance.
fn has_blow(at: &Moment<'_>) -> bool {
    let system = at.system;
    let strikes = |order: &Order| {
        system.verb(order).is_some_and(|verb| worth::strikes(verb.role)) && !worth::is_vain(system, order)
    };
    at.idle.waiting.iter().any(|actor| at.choices.of(*actor).any(strikes))
}

/// Whether an order may be proposed to somebody who will hardly read it: no charge of which little can be hoped.
fn is_fit(system: &dyn System, order: &Order) -> bool {
    let charges = system.verb(order).is_some_and(|verb| verb.role == Role::Assault);
    !charges || worth::hope(system, order) == worth::Hope::Enough
}

/// An order of the staff, with what speaks for it most.
fn in_words(system: &dyn System, staffed: &Staffed) -> ProposedOrder {
    let Staffed { order, why, rather } = staffed;
    let target = rather.and_then(|rather| rather.target).map(|target| system.field().label(target));
    let wish = target.map(|target| format!("It could charge {target}, but the odds are poor."));
    let why = why.as_ref().and_then(|why| why::sentences(why, system).into_iter().next());
    ProposedOrder { words: with_odds(system, order), why: wish.or(why) }
}

/// An order in words; a charge with what may come of it, as far as that may be told, so that nobody gives it unread.
pub(crate) fn with_odds(system: &dyn System, order: &Order) -> String {
    let text = words::order(system, order);
    if system.verb(order).is_none_or(|verb| verb.role != Role::Assault) {
        return text;
    }
    let poor = if worth::hope(system, order) == worth::Hope::Enough { "" } else { "poor odds" };
    let told = system.tells_distances().then(|| odds::chances(&worth::effect(system, order))).flatten();
    match (told.map(|told| format!("in a hundred {told}")), poor) {
        (Some(told), "") => format!("{text} ({told})"),
        (Some(told), poor) => format!("{text} ({poor}: {told})"),
        (None, "") => text,
        (None, poor) => format!("{text} ({poor})"),
    }
}

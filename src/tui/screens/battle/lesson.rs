//! Lessons: a battle with steps that say in a sentence what to try, and that end when the person has done it. What is told and
//! asked is the rule system's (`battle::Teaching`); here stand the keys that lead there. None waits without end.

use battle::{LessonKind, LessonStep, Library, Order, Role, SystemInfo, Task, Unusable, Verb};
use hexes::Hex;
use table::{Game, RecordFile, SeatSpec, Setup};

use super::Battle;
use super::hand::Hand;
use super::keys::Action;
use super::seen::Seen;
use super::show::Show;
use crate::idle::StepNow;
use crate::layer::{Desk, Flow, Layer, Standing};
use crate::ordering::{Entry, Stage};
use crate::screens::list::Question;
use crate::text::{capital, line, wrapped};
use crate::theme::Ink;
use crate::worth;

/// Tag of the question whether to go on to the next lesson.
pub const NEXT: &str = "next lesson";

/// What the person has done since a step began.
#[derive(Default)]
struct Deeds {
    cycled: u32,
    menus: u32,
    ended: u32,
    orders: Vec<Order>,
}

/// The lesson that goes on, where one does.
#[derive(Default)]
pub struct Teaching {
    pub(super) lesson: Option<Lesson>,
}

/// A lesson that goes on.
pub struct Lesson {
    place: usize,
    kind: LessonKind,
    steps: Vec<LessonStep>,
    step: usize,
    began: u16,
    /// The step of the turn in which it began.
    moment: StepNow,
    deeds: Deeds,
    /// What the steps would have taught that were waited for in vain.
    missed: Vec<&'static str>,
    over: bool,
    /// Whether its end has been told.
    told: bool,
}

/// What every first lesson begins with.
const LOOKING: [LessonStep; 2] = [
    LessonStep::new(2, Task::Look, "These are your troops.", "Tab goes from one of your units to the next."),
    LessonStep::new(2, Task::List, "Each has a list of what it can do.", "Enter opens the list of what a unit can do."),
];

/// The steps of a lesson of that kind.
fn steps(kind: LessonKind, info: &SystemInfo) -> Vec<LessonStep> {
    let teaching = &info.teaching;
    let alone = LessonStep::new(u16::MAX, Task::Win, teaching.tip, "");
    match kind {
        LessonKind::Basics => [&LOOKING, teaching.basics].concat(),
        LessonKind::Fighting => teaching.fighting.to_vec(),
        LessonKind::Battle => vec![alone],
    }
}

impl Lesson {
    /// The lesson of that place from its first step on.
    fn new(place: usize, kind: LessonKind, seen: &Seen) -> Lesson {
        Lesson {
            place,
            kind,
            steps: steps(kind, seen.system().info()),
            step: 0,
            began: seen.system().field().turn(),
            moment: seen.step_now(),
            deeds: Deeds::default(),
            missed: Vec::new(),
            over: false,
            told: false,
        }
    }

    /// The step that goes on; `None` after the last.
    fn step(&self) -> Option<&LessonStep> {
        self.steps.get(self.step)
    }
}

/// The lesson that a battle is in which somebody goes on against the computer: from the step after looking round, for what was
/// done in it is not known any more. Nothing for a battle that is no lesson, or one besides.
pub(super) fn resumed(seen: &Seen, library: &dyn Library) -> Option<Lesson> {
    let setup = seen.game.setup();
    let key = &setup.battle.scenario.key;
    let taught = matches!(setup.seats, [SeatSpec::Human, SeatSpec::Commander(_)]) && seen.game.orders_given() > 0;
    if !taught
        || seen.game.outcome().is_some()
        || seen.game.is_joined()
        || library.battles().iter().any(|file| file.scenario.key == *key)
    {
        return None;
    }
    let lessons = library.lessons(setup.system);
    let place = lessons.iter().position(|lesson| lesson.battle.scenario.key == *key)?;
    let looked = if lessons[place].kind == LessonKind::Basics { LOOKING.len() } else { 0 };
    Some(Lesson { step: looked, ..Lesson::new(place, lessons[place].kind, seen) })
}

/// Begins the lesson of that place under a rule system.
///
/// # Errors
/// What the system, the battle or the commander cannot give; no lesson there.
pub fn start(place: usize, system: &'static SystemInfo, desk: &mut Desk) -> Result<Box<dyn Layer>, Unusable> {
    let lessons = desk.library.lessons(system);
    let lesson = lessons.get(place).ok_or_else(|| Unusable(String::from("there is no lesson of that number")))?;
    let setup = Setup {
        battle: lesson.battle.clone(),
        system,
        house: battle::HouseRules::default(),
        seats: [SeatSpec::Human, SeatSpec::Commander(lesson.enemy.clone())],
        seed: 1 + place as u64,
    };
    let record = match &mut desk.visit {
        None => Some(RecordFile::create(&desk.saves, &setup)?),
        Some(visit) => visit.begin_exercise(),
    };
    let game = Game::start(desk.library.as_ref(), &setup, record)?;
    desk.remember(|settings| settings.rules = Some(String::from(system.key)));
    let mut battle = Battle::new(game, desk);
    battle.teaching.lesson = Some(Lesson::new(place, lesson.kind, &battle.seen));
    Ok(Box::new(battle))
}

impl Hand {
    /// Whether something is asked that no key passes over: of one unit, or of all where the step cannot end before.
    fn must_answer(&self, seen: &Seen) -> bool {
        let unit = seen.game.pending().decision().and_then(|decision| decision.unit);
        unit.is_some() || self.choices.done(seen.system()).is_none()
    }

    /// What to press for an answer.
    fn how_to_answer(&self) -> &'static str {
        match self.preparation.stage() {
            Some(_) => "first answer what is asked: Enter takes what is shown.",
            None => "first answer what is asked: Enter shows the choices.",
        }
    }

    /// The next key towards that order, one of those that are asked for.
    fn how_to_give(&self, seen: &Seen, order: &Order, asked: &[Verb]) -> String {
        let title = seen.system().verb(order).map_or("", |verb| verb.title);
        let fits = |entry: &Entry| entry.variants.iter().any(|order| asked.contains(&order.verb));
        match (self.preparation.stage(), order.actor) {
            (Some(Stage::Menu(menu)), _) if !menu.entries.iter().any(fits) => {
                format!("\"{title}\" is not in this list: Esc closes it.")
            }
            (Some(Stage::Menu(menu)), _) => {
                let there = |entry: &&Entry| entry.variants.iter().any(|other| other.verb == order.verb);
                let verb = menu.entries.iter().find(there).or_else(|| menu.entries.iter().find(|entry| fits(entry)));
                let order = verb.and_then(|entry| entry.variants.first()).unwrap_or(order);
                let title = seen.system().verb(order).map_or(title, |verb| verb.title);
                let barred = menu.entries.get(menu.chosen).map(|entry| entry.letter);
                match verb.map(|entry| entry.letter) {
                    Some(letter) if barred == Some(letter) => format!("Enter takes \"{title}\" from the list."),
                    Some(letter) => format!("Take \"{title}\" from the list: press {letter}."),
                    None => format!("Take \"{title}\" from the list."),
                }
            }
            (Some(Stage::Target(targeting)), _) if targeting.entry.variants.len() == 1 => {
                String::from("Enter goes on.")
            }
            (Some(Stage::Target(_)), _) => String::from("Tab takes another target, Enter goes on."),
            (Some(Stage::Pose(posing)), _) if posing.sets_out(seen.system()) => {
                String::from("Enter sends it; where it faces the wrong way, Tab turns it first.")
            }
            (Some(Stage::Pose(_)), _) => String::from("Arrows choose the place, Enter takes it."),
            (None, Some(actor)) if !self.actors_here(seen).contains(&Some(actor)) => {
                format!("Tab to {}, Enter, then \"{title}\".", seen.system().field().label(actor))
            }
            (None, _) => format!("Enter, then \"{title}\"."),
        }
    }

    /// Whether a target is being chosen for an order of one of those verbs.
    fn aims(&self, verbs: &[Verb]) -> bool {
        matches!(self.preparation.stage(), Some(Stage::Target(targeting)) if verbs.contains(&targeting.order().verb))
    }

    /// An order that a step asks for and somebody can be given now: of blows the best, and none where none promises anything;
    /// of others one of whoever is under the cursor, if there is one.
    fn wanted(&self, seen: &Seen, step: &LessonStep) -> Option<Order> {
        let mut all: Vec<Order> = self.choices.all().filter(|order| seen.counts(step, order)).copied().collect();
        if let Task::Form(arrangement, _) = step.task {
            all.retain(|order| seen.leads_to(arrangement, order));
        }
        let (role, posed) = seen.system().verb(all.first()?).map(|verb| (verb.role, verb.posed()))?;
        if worth::strikes(role) && !posed {
            worth::best_first(seen.system(), role, &mut all);
            return all.first().copied().filter(|order| worth::hope(seen.system(), order) == worth::Hope::Enough);
        }
        let here = self.actors_here(seen);
        all.iter().find(|order| here.contains(&order.actor)).or_else(|| all.first()).copied()
    }

    /// An order that gives somebody the means for what a step asks, where it takes means.
    fn means(&self, seen: &Seen, step: &LessonStep) -> Option<Order> {
        let system = seen.system();
        let gives = |order: &&Order| {
            let means = system.verb(order).is_some_and(|verb| verb.role == Role::Activate);
            step.needs_means && means && seen.is_for(step, order)
        };
        let here = self.actors_here(seen);
        let all = || self.choices.all().filter(|order| order.actor.is_some()).filter(gives);
        all().find(|order| here.contains(&order.actor)).or_else(|| all().next()).copied()
    }
}

impl Show {
    /// What is going on while the person cannot give orders; `goes_on` is the key that ends a pause.
    fn what_to_wait_for(&self, goes_on: &str) -> String {
        match (self.paused, self.playback.is_playing()) {
            (true, _) => format!("It stands still: {goes_on} goes on."),
            (false, true) => String::from("What comes of it is being shown; any key skips it."),
            (false, false) => String::from("Wait for the other side."),
        }
    }
}

impl Seen {
    /// Whether an order is of a kind that a step asks for, and to whom it asks for.
    fn counts(&self, step: &LessonStep, order: &Order) -> bool {
        order.actor.is_some() && step.asks_for(order) && self.is_for(step, order)
    }

    /// Whether a step asks for orders to whom that one is for.
    fn is_for(&self, step: &LessonStep, order: &Order) -> bool {
        let roster = self.system().field().roster();
        let arm = order.unit().map(|unit| roster.unit(unit).arm);
        step.who.is_none_or(|who| arm == Some(who))
    }

    /// Whether one of the person's units stands on ground that counts.
    fn stands_on_a_goal(&self) -> bool {
        let field = self.system().field();
        let Some(side) = self.eyes else { return false };
        let goals = || field.roster().objectives.iter().flat_map(|objective| &objective.hexes);
        field.present_of(side).any(|unit| goals().any(|hex| field.footprint(unit).contains(*hex)))
    }

    /// Whether one of the person's units stands so.
    fn has_one_in(&self, arrangement: battle::Arrangement) -> bool {
        let field = self.system().field();
        let stands = |unit| field.unit(unit).pose.formation.arrangement == arrangement;
        self.eyes.is_some_and(|side| field.present_of(side).any(stands))
    }

    /// Whether an order is one by which a unit may come to stand so: it says so, or one of its places is that.
    fn leads_to(&self, arrangement: battle::Arrangement, order: &Order) -> bool {
        let system = self.system();
        let Some(verb) = system.verb(order) else { return false };
        let named = verb.forms == Some(arrangement);
        let such = |pose: &battle::Pose| pose.formation.arrangement == arrangement;
        let lacks_pose = verb.posed() && order.pose.is_none();
        named
            || order.pose.as_ref().is_some_and(such)
            || lacks_pose && system.reach(order).legal().any(|place| such(&place.pose))
    }
}

impl Battle {
    /// The person went from unit to unit.
    pub(super) fn learn_cycled(&mut self) {
        self.learn(|deeds| deeds.cycled += 1);
    }

    /// The person opened a menu.
    pub(super) fn learn_menu(&mut self) {
        self.learn(|deeds| deeds.menus += 1);
    }

    /// The person gave an order.
    pub(super) fn learn_order(&mut self, order: &Order) {
        let ends = self.seen.system().verb(order).is_some_and(|verb| verb.role == Role::Done);
        self.learn(|deeds| {
            deeds.ended += u32::from(ends);
            deeds.orders.push(*order);
        });
    }

    fn learn(&mut self, note: impl FnOnce(&mut Deeds)) {
        if let Some(lesson) = &mut self.teaching.lesson {
            note(&mut lesson.deeds);
        }
        self.go_on_learning();
    }

    /// Goes on to the next step when this one is done, or has been waited for long enough.
    pub(super) fn go_on_learning(&mut self) {
        let turn = self.seen.system().field().turn();
        let ended = self.seen.game.outcome().is_some();
        let Some(mut lesson) = self.teaching.lesson.take() else { return };
        if let Some(step) = lesson.step().copied() {
            let done = match step.task {
                Task::SeeOut => turn > lesson.began,
                Task::End => lesson.deeds.ended > 0 || self.seen.step_now() != lesson.moment,
                _ => self.is_done(&step, &lesson.deeds),
            };
            if done || turn.saturating_sub(lesson.began) >= step.patience {
                lesson.missed.extend((!done).then_some(step.gist));
                (lesson.step, lesson.began, lesson.deeds) = (lesson.step + 1, turn, Deeds::default());
                lesson.moment = self.seen.step_now();
            }
        }
        lesson.over |= ended && lesson.kind != LessonKind::Battle;
        self.teaching.lesson = Some(lesson);
    }

    /// Whether what a step asks for has been done.
    fn is_done(&self, step: &LessonStep, deeds: &Deeds) -> bool {
        let gave = || deeds.orders.iter().any(|order| self.seen.counts(step, order));
        match step.task {
            Task::Look => deeds.cycled > 0,
            Task::List => deeds.menus > 0,
            Task::Weigh(verbs) => self.hand.aims(verbs) || gave(),
            Task::Give(_) => gave(),
            Task::Hold(_) => self.seen.stands_on_a_goal(),
            Task::Form(arrangement, _) => self.seen.has_one_in(arrangement),
            Task::End | Task::SeeOut | Task::Win => false,
        }
    }

    /// What to press now for what a step asks, in a sentence.
    fn how(&self, step: &LessonStep) -> String {
        if !self.show.at_hand(&self.seen) && self.seen.game.outcome().is_none() {
            return self.show.what_to_wait_for(&self.key_of(Action::Pause));
        }
        let stage = self.hand.preparation.stage();
        match step.task {
            Task::Look if stage.is_none() => String::from("Tab goes from one to the next: press it."),
            Task::List if stage.is_none() => String::from("Enter opens it: press it; Esc leads back from anywhere."),
            Task::Look | Task::List => String::from("Go back first: Esc."),
            Task::End => self.how_to_end(),
            Task::SeeOut => self.how_to_see_out(),
            Task::Win => {
                let [goals, advice] = [Action::Briefing, Action::Advice].map(|action| self.key_of(action));
                format!("{goals} says what you are to do, {advice} asks for advice.")
            }
            Task::Weigh(_) | Task::Give(_) | Task::Hold(_) | Task::Form(..) => self.how_to_order(step),
        }
    }

    /// What to press now for an order that a step asks for.
    fn how_to_order(&self, step: &LessonStep) -> String {
        if let (Task::Form(wanted, _), Some(Stage::Pose(posing))) = (step.task, self.hand.preparation.stage())
            && posing.ghost.formation.arrangement != wanted
            && posing.can_reform()
        {
            return format!(
                "{} goes through the formations: press it until it says {}.",
                self.key_of(Action::Form),
                wanted.name()
            );
        }
        if let Some(order) = self.hand.wanted(&self.seen, step) {
            return self.hand.how_to_give(&self.seen, &order, step.task.verbs());
        }
        if self.hand.must_answer(&self.seen) {
            return capital(self.hand.how_to_answer());
        }
        let space = self.key_of(Action::Finish);
        if let Some(order) = self.hand.means(&self.seen, step) {
            let how = self.hand.how_to_give(&self.seen, &order, &[order.verb]);
            return format!("{how} {space} when that is done.");
        }
        let now = self.seen.step_title();
        let why = match self.hand.choices.all().any(|order| self.seen.counts(step, order)) {
            true => format!("None of it promises much now ({now})"),
            false => format!("Not in this step ({now})"),
        };
        match self.hand.preparation.stage() {
            Some(_) => format!("{why}: Esc leads out of here, then {space} ends it."),
            None if !self.hand.sense.idle.waiting.is_empty() => {
                format!("{why}: {space} ends it when all are done.")
            }
            None => format!("{why}: {space} ends it."),
        }
    }

    /// How one comes to the end of the turn.
    fn how_to_see_out(&self) -> String {
        match (self.hand.must_answer(&self.seen), self.hand.preparation.stage()) {
            (true, _) => capital(self.hand.how_to_answer()),
            (false, None) => {
                format!("{} ends each step, now {}.", self.key_of(Action::Finish), self.seen.step_title())
            }
            (false, Some(_)) => String::from("Go back first: Esc."),
        }
    }

    /// How the step of the turn is ended, once it can be.
    fn how_to_end(&self) -> String {
        match (self.hand.must_answer(&self.seen), self.hand.preparation.stage()) {
            (true, _) => capital(self.hand.how_to_answer()),
            (false, None) => {
                format!("{} ends this one, {}: press it.", self.key_of(Action::Finish), self.seen.step_title())
            }
            (false, Some(_)) => String::from("Go back first: Esc."),
        }
    }

    /// Where the step of the lesson points, and the key to press: on the map, at the next unit, at the one to order, or where
    /// its order would go.
    pub(super) fn pointer(&self) -> Option<(Hex, &'static str)> {
        let step = self.teaching.lesson.as_ref()?.step()?;
        if !self.show.at_hand(&self.seen) || matches!(step.task, Task::End | Task::SeeOut | Task::Win) {
            return None;
        }
        match (self.hand.preparation.stage(), step.task) {
            (None, Task::List) => Some((self.seen.cursor, "Enter")),
            (None, Task::Look) => {
                let places = self.hand.ready().iter().filter_map(|actor| self.seen.hex_of(*actor));
                Some((places.into_iter().find(|hex| *hex != self.seen.cursor)?, "Tab"))
            }
            (None, _) => {
                let order = self.hand.wanted(&self.seen, step).or_else(|| self.hand.means(&self.seen, step))?;
                let actor = order.actor?;
                let (hex, here) = (self.seen.hex_of(actor)?, self.hand.actors_here(&self.seen).contains(&Some(actor)));
                Some((if here { self.seen.cursor } else { hex }, if here { "Enter" } else { "Tab" }))
            }
            (Some(Stage::Target(targeting)), _) => {
                let target = targeting.order().target?;
                Some((self.seen.hex_of(target)?, "Enter"))
            }
            (Some(Stage::Pose(posing)), _) => Some((posing.ghost.anchor, "Enter")),
            _ => None,
        }
    }

    /// Whether the step of the lesson asks for an entry of a list, or for the means to give an order.
    pub(super) fn is_asked_for(&self, entry: &Entry) -> bool {
        let Some(step) = self.teaching.lesson.as_ref().and_then(Lesson::step) else { return false };
        let verbs = step.task.verbs();
        match self.hand.wanted(&self.seen, step) {
            _ if verbs.is_empty() => false,
            Some(_) => entry.variants.iter().any(|order| step.asks_for(order)),
            None => entry.role == Role::Activate,
        }
    }

    /// Whether the step of the lesson asks for other orders than that one.
    pub(super) fn is_beside_the_lesson(&self, order: &Order) -> bool {
        let step = self.teaching.lesson.as_ref().and_then(Lesson::step);
        step.is_some_and(|step| !step.task.verbs().is_empty() && !step.asks_for(order))
    }

    /// Whether somebody can now be ordered what the step of the lesson asks for.
    pub(super) fn is_asked_to_order(&self) -> bool {
        let step = self.teaching.lesson.as_ref().and_then(Lesson::step);
        step.is_some_and(|step| self.hand.wanted(&self.seen, step).is_some())
    }

    /// The step of the lesson, in lines of at most that width.
    pub(super) fn lesson_lines(&self, width: usize) -> Vec<String> {
        let Some(lesson) = &self.teaching.lesson else { return Vec::new() };
        let text = match lesson.step() {
            Some(step) => format!("{} {}", step.tells, self.how(step)),
            None => format!("That is all of this lesson. {} goes on to the next one.", self.key_of(Action::NextLesson)),
        };
        let count = lesson.steps.len();
        let place =
            if count > 1 { format!(", step {} of {count}", (lesson.step + 1).min(count)) } else { String::new() };
        wrapped(&format!("Lesson {}{place}: {text}", lesson.place + 1), width)
    }

    /// The title of the next lesson, where there is one.
    fn title_of_next(&self, desk: &Desk) -> Option<String> {
        let place = self.teaching.lesson.as_ref()?.place + 1;
        let lessons = desk.library.lessons(self.seen.system().info());
        lessons.get(place).map(|next| next.battle.scenario.title.clone())
    }

    /// Asks at the end of a lesson whether to go on.
    pub(super) fn ask_for_next(&mut self, standing: Standing, desk: &Desk) -> Option<Flow> {
        if !self.lesson_ends(standing) {
            return None;
        }
        let next = self.title_of_next(desk);
        let won = self
            .seen
            .game
            .outcome()
            .is_some_and(|outcome| outcome.winner.is_some() && outcome.winner == self.seen.eyes);
        let lesson = self.teaching.lesson.as_mut()?;
        lesson.told = true;
        let next = next?;
        let left = lesson.steps.get(lesson.step..).unwrap_or_default();
        let gists = lesson.missed.iter().copied().chain(left.iter().map(|step| step.gist));
        let gists: Vec<&str> = gists.filter(|gist| !gist.is_empty()).collect();
        let judged = match (gists.is_empty(), left.is_empty(), won) {
            (true, ..) => "Well done.",
            (_, true, _) => "That is all. What there was no occasion for:",
            (_, _, true) => "Won before everything could be taught. The rest would have been:",
            (_, _, false) => "The battle was over before its last step; never mind. It would have taught:",
        };
        let told = [judged].into_iter().chain(gists).chain(["Enter goes on to the next lesson; Esc stays here."]);
        let rows = told.map(|row| line(row, desk.theme.ink(Ink::Text)));
        let rows = rows.chain([line(format!("Next: {next}"), desk.theme.ink(Ink::Notice))]).collect();
        self.milestones.results_shown = true;
        Some(Flow::Push(Box::new(Question::new(NEXT, "The lesson is over", rows))))
    }

    /// Whether the end of a lesson is still to be told.
    pub(super) fn lesson_ends(&self, standing: Standing) -> bool {
        let over = |lesson: &Lesson| {
            !lesson.told && lesson.kind != LessonKind::Battle && (lesson.over || lesson.step().is_none())
        };
        standing == Standing::Top && !self.show.playback.is_playing() && self.teaching.lesson.as_ref().is_some_and(over)
    }

    /// The person wants to go on to the next lesson.
    pub(super) fn skip_lesson(&mut self, desk: &mut Desk) -> Flow {
        match (&self.teaching.lesson, self.title_of_next(desk)) {
            (Some(_), Some(_)) => self.next_lesson(desk),
            (Some(_), None) => {
                self.say(Ink::Text, "This is the last lesson.");
                Flow::Stay
            }
            (None, _) => {
                self.say(Ink::Text, "This is no lesson; t on the first screen leads to the tutorial.");
                Flow::Stay
            }
        }
    }

    /// The next lesson under the same rules.
    pub(super) fn next_lesson(&mut self, desk: &mut Desk) -> Flow {
        let Some(place) = self.teaching.lesson.as_ref().map(|lesson| lesson.place + 1) else { return Flow::Stay };
        let system = self.seen.game.setup().system;
        match start(place, system, desk) {
            Ok(battle) => Flow::Restart(vec![battle]),
            Err(error) => {
                self.say(Ink::Bad, error.0);
                Flow::Stay
            }
        }
    }
}

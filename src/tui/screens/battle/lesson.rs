//! Lessons: a battle with steps that say in a sentence what to try, and that end when the person has done it. Steps ask by
//! role, so that they work under every rule system, and none waits without end.

use battle::{LessonKind, Object, Order, Role, SystemInfo, Unusable, VerbInfo};
use hexes::Hex;
use table::{Game, RecordFile, SeatSpec, Setup};

use super::Battle;
use super::hand::Hand;
use super::keys::Action;
use super::seen::Seen;
use super::show::Show;
use crate::layer::{Desk, Flow, Layer, Standing};
use crate::ordering::Stage;
use crate::screens::list::Question;
use crate::text::{capital, line, wrapped};
use crate::theme::Ink;

/// Tag of the question whether to go on to the next lesson.
pub const NEXT: &str = "next lesson";

/// What the person has done since a step began.
#[derive(Default)]
struct Deeds {
    cycled: u32,
    menus: u32,
    ended: u32,
    orders: Vec<Role>,
}

/// Where a step points on the map.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Points {
    /// Nowhere.
    Nowhere,
    /// To the next unit.
    Next,
    /// To the orders of the unit under the cursor.
    Here,
    /// To whoever can be ordered something of those roles, and on from there.
    Order(&'static [Role]),
    /// To whoever can form square, and on from there.
    Square,
}

impl Points {
    /// The roles of the orders that it points to.
    const fn roles(self) -> &'static [Role] {
        match self {
            Points::Nowhere | Points::Next | Points::Here => &[],
            Points::Order(roles) => roles,
            Points::Square => FORMS,
        }
    }
}

/// One step of a lesson.
struct Step {
    /// What to do.
    tells: fn(&Battle) -> String,
    /// What to press, drawn where it leads.
    points: Points,
    /// Whether it is done.
    done: fn(&Battle, &Deeds) -> bool,
    /// Turns after which the lesson goes on whatever was done.
    patience: u16,
    /// What it teaches, for whom the battle ended too early to do it.
    gist: &'static str,
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
    step: usize,
    began: u16,
    deeds: Deeds,
    over: bool,
    /// Whether its end has been told.
    told: bool,
}

const MOVES: &[Role] = &[Role::Move, Role::March, Role::Maneuver, Role::Place];
const MEANS: &[Role] = &[Role::Activate];
const FORMS: &[Role] = &[Role::Form, Role::Defend, Role::Maneuver];

const FIRST_STEPS: &[Step] = &[
    Step {
        tells: |battle| {
            let how = match battle.hand.preparation.stage() {
                None => "Tab goes from one to the next: press it.",
                Some(_) => "Go back first: Esc.",
            };
            format!("These are your troops. {how}")
        },
        points: Points::Next,
        done: |_, deeds| deeds.cycled > 0,
        patience: 2,
        gist: "Tab goes from one of your units to the next.",
    },
    Step {
        tells: |_| {
            String::from("Enter opens the list of what this one can do. Press it; Esc leads back from anywhere.")
        },
        points: Points::Here,
        done: |_, deeds| deeds.menus > 0,
        patience: 2,
        gist: "Enter opens the list of what a unit can do.",
    },
    Step {
        tells: |battle| format!("March one towards the flag. {}", battle.how(MOVES)),
        points: Points::Order(MOVES),
        done: |_, deeds| deeds.orders.iter().any(|role| MOVES.contains(role)),
        patience: 3,
        gist: "Units go where you send them.",
    },
    Step {
        tells: |battle| format!("A turn has steps. When you want no more of this one, {}", battle.how_to_end()),
        points: Points::Nowhere,
        done: |_, deeds| deeds.ended > 0,
        patience: 1,
        gist: "You end each step of a turn.",
    },
    Step {
        tells: |battle| {
            format!("Go on in the same way until one of yours stands on the flag (⚑). {}", battle.how(MOVES))
        },
        points: Points::Order(MOVES),
        done: |battle, _| battle.seen.stands_on_a_goal(),
        patience: 6,
        gist: "Who stands on the flag holds it.",
    },
];

const FIGHTING: &[Step] = &[
    Step {
        tells: |battle| {
            format!(
                "Shoot at somebody, but look first: the odds (o) show what it may bring. {}",
                battle.how(&[Role::Fire])
            )
        },
        points: Points::Order(&[Role::Fire]),
        done: |battle, deeds| battle.hand.aims(Role::Fire) || deeds.orders.contains(&Role::Fire),
        patience: 2,
        gist: "The odds show what a shot may bring.",
    },
    Step {
        tells: |battle| {
            let how = if battle.hand.aims(Role::Fire) {
                String::from("Tab takes another target, Enter gives the order, and the dice fall.")
            } else {
                battle.how(&[Role::Fire])
            };
            format!("Now fire. {how}")
        },
        points: Points::Order(&[Role::Fire]),
        done: |_, deeds| deeds.orders.contains(&Role::Fire),
        patience: 2,
        gist: "Fire first weakens whom you mean to charge.",
    },
    Step {
        tells: |battle| format!("Go in with cold steel where the odds look good. {}", battle.how(&[Role::Assault])),
        points: Points::Order(&[Role::Assault]),
        done: |_, deeds| deeds.orders.contains(&Role::Assault),
        patience: 3,
        gist: "A charge decides where the odds are good.",
    },
    Step {
        tells: |battle| {
            format!(
                "Foot in the open fears horse; foot in a square need not. Form one if you can. {}",
                battle.how_to_square()
            )
        },
        points: Points::Square,
        done: |battle, _| battle.seen.has_a_square(),
        patience: 1,
        gist: "Foot in the open fears horse; foot in a square need not.",
    },
];

const ALONE: &[Step] = &[Step {
    tells: |battle| {
        let [goals, advice] = [Action::Briefing, Action::Advice].map(|action| battle.key_of(action));
        format!(
            "This one is yours to win: the line above says how it stands, {goals} what you are to do, {advice} asks for \
             advice."
        )
    },
    points: Points::Nowhere,
    done: |_, _| false,
    patience: u16::MAX,
    gist: "",
}];

impl Lesson {
    fn steps(&self) -> &'static [Step] {
        match self.kind {
            LessonKind::Basics => FIRST_STEPS,
            LessonKind::Fighting => FIGHTING,
            LessonKind::Battle => ALONE,
        }
    }
}

/// Begins the lesson of that place under a rule system.
///
/// # Errors
/// What the system, the battle or the commander cannot give; no lesson there.
pub fn start(place: usize, system: &'static SystemInfo, desk: &mut Desk) -> Result<Box<dyn Layer>, Unusable> {
    let lessons = desk.library.lessons();
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
    let mut battle = Battle::new(game, desk);
    let began = battle.seen.system().field().turn();
    battle.teaching.lesson =
        Some(Lesson { place, kind: lesson.kind, step: 0, began, deeds: Deeds::default(), over: false, told: false });
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

    /// The next key towards an order of that verb by somebody.
    fn how_to_give(&self, seen: &Seen, verb: &VerbInfo, actor: Option<Object>, roles: &[Role]) -> String {
        let title = verb.title;
        match (self.preparation.stage(), actor) {
            (Some(Stage::Menu(menu)), _) if menu.entries.iter().all(|entry| !roles.contains(&entry.role)) => {
                format!("\"{title}\" is not in this list: Esc closes it.")
            }
            (Some(Stage::Menu(_)), _) => format!("Take \"{title}\" from the list: its letter, or Enter."),
            (Some(Stage::Target(targeting)), _) if targeting.entry.variants.len() == 1 => {
                String::from("Enter goes on.")
            }
            (Some(Stage::Target(_)), _) => String::from("Tab takes another target, Enter goes on."),
            (Some(Stage::Pose(posing)), _) if posing.sets_out(seen.system()) => {
                String::from("Tab turns it to face where it should go, Enter sends it.")
            }
            (Some(Stage::Pose(_)), _) => String::from("Arrows choose the place, Enter takes it."),
            (None, Some(actor)) if !self.actors_here(seen).contains(&Some(actor)) => {
                format!("Tab to {}, Enter, then \"{title}\".", seen.system().field().label(actor))
            }
            (None, _) => format!("Enter, then \"{title}\"."),
        }
    }

    /// Whether a target is being chosen for a verb of that role.
    fn aims(&self, role: Role) -> bool {
        matches!(self.preparation.stage(), Some(Stage::Target(targeting)) if targeting.entry.role == role)
    }

    /// An order that a step points to.
    fn wanted(&self, seen: &Seen, points: Points) -> Option<&Order> {
        match points {
            Points::Square => self.able_to_square(seen),
            _ => self.able(seen, points.roles()),
        }
    }

    /// An order by which somebody forms square, under the cursor if there is one.
    fn able_to_square(&self, seen: &Seen) -> Option<&Order> {
        let here = self.actors_here(seen);
        let all = || self.orders_of(seen, FORMS).filter(|order| seen.leads_to_square(order));
        all().find(|order| here.contains(&order.actor)).or_else(|| all().next())
    }

    /// An order of those roles that somebody can be given now, under the cursor if there is one.
    fn able(&self, seen: &Seen, roles: &'static [Role]) -> Option<&Order> {
        let here = self.actors_here(seen);
        let all = || self.orders_of(seen, roles);
        all().find(|order| here.contains(&order.actor)).or_else(|| all().next())
    }

    /// The orders of those roles that somebody can be given now.
    fn orders_of(&self, seen: &Seen, roles: &'static [Role]) -> impl Iterator<Item = &Order> {
        let system = seen.system();
        let fits = move |order: &&Order| system.verb(order).is_some_and(|verb| roles.contains(&verb.role));
        self.choices.all().filter(|order| order.actor.is_some()).filter(fits)
    }
}

impl Show {
    /// What is going on while the person cannot give orders.
    fn what_to_wait_for(&self) -> &'static str {
        if self.playback.is_playing() {
            "What comes of it is being shown; any key skips it."
        } else {
            "Wait for the other side."
        }
    }
}

impl Seen {
    /// Whether one of the person's units stands on ground that counts.
    fn stands_on_a_goal(&self) -> bool {
        let field = self.system().field();
        let Some(side) = self.eyes else { return false };
        let goals = || field.roster().objectives.iter().flat_map(|objective| &objective.hexes);
        field.present_of(side).any(|unit| goals().any(|hex| field.footprint(unit).contains(*hex)))
    }

    fn has_a_square(&self) -> bool {
        let field = self.system().field();
        let square = |unit| field.unit(unit).pose.formation.arrangement == battle::Arrangement::Square;
        self.eyes.is_some_and(|side| field.present_of(side).any(square))
    }

    /// Whether an order is one by which a unit may stand in a square: it says so, or one of its places is that.
    fn leads_to_square(&self, order: &Order) -> bool {
        let system = self.system();
        let Some(verb) = system.verb(order) else { return false };
        let named = verb.forms == Some(battle::Arrangement::Square);
        let square = |pose: &battle::Pose| pose.formation.arrangement == battle::Arrangement::Square;
        let lacks_pose = verb.posed() && order.pose.is_none();
        let foot = order.unit().is_some_and(|unit| system.field().roster().unit(unit).arm == battle::Arm::Infantry);
        foot && (named
            || order.pose.as_ref().is_some_and(square)
            || lacks_pose && system.reach(order).legal().any(|place| square(&place.pose)))
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

    /// The person gave an order of that role.
    pub(super) fn learn_order(&mut self, role: Role) {
        self.learn(|deeds| {
            deeds.ended += u32::from(role == Role::Done);
            deeds.orders.push(role);
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
        if let Some(step) = lesson.steps().get(lesson.step)
            && ((step.done)(self, &lesson.deeds) || turn.saturating_sub(lesson.began) >= step.patience)
        {
            (lesson.step, lesson.began, lesson.deeds) = (lesson.step + 1, turn, Deeds::default());
        }
        lesson.over |= ended && lesson.kind != LessonKind::Battle;
        self.teaching.lesson = Some(lesson);
    }

    /// How somebody can be ordered something of those roles now, in a sentence.
    fn how(&self, roles: &'static [Role]) -> String {
        let system = self.seen.system();
        if !self.show.at_hand(&self.seen) {
            return String::from(self.show.what_to_wait_for());
        }
        if let Some((order, verb)) =
            self.hand.able(&self.seen, roles).and_then(|order| Some((order, system.verb(order)?)))
        {
            return self.hand.how_to_give(&self.seen, verb, order.actor, roles);
        }
        if self.hand.must_answer(&self.seen) {
            return capital(self.hand.how_to_answer());
        }
        if let Some((order, verb)) =
            self.hand.able(&self.seen, MEANS).and_then(|order| Some((order, system.verb(order)?)))
        {
            let (how, space) =
                (self.hand.how_to_give(&self.seen, verb, order.actor, MEANS), self.key_of(Action::Finish));
            return format!("Troops act once they are told to. {how} {space} when that is done.");
        }
        let space = self.key_of(Action::Finish);
        match self.hand.preparation.stage() {
            Some(_) => format!("Nobody can in this step: Esc leads out of here, then {space} ends it."),
            None => format!("Nobody can in this step: {space} ends it."),
        }
    }

    /// How somebody can be ordered to form square now, in a sentence.
    fn how_to_square(&self) -> String {
        match self.hand.able_to_square(&self.seen).and_then(|order| Some((order, self.seen.system().verb(order)?))) {
            Some((order, verb)) if self.show.at_hand(&self.seen) => {
                self.hand.how_to_give(&self.seen, verb, order.actor, FORMS)
            }
            _ => self.how(&[]),
        }
    }

    /// How the step of the turn is ended, once it can be.
    fn how_to_end(&self) -> String {
        match (self.show.at_hand(&self.seen), self.hand.must_answer(&self.seen), self.hand.preparation.stage()) {
            (false, ..) => format!("you end it. {}", self.show.what_to_wait_for()),
            (_, true, _) => format!("you end it. {}", capital(self.hand.how_to_answer())),
            (_, false, None) => format!("{} ends it: press it.", self.key_of(Action::Finish)),
            (_, false, Some(_)) => String::from("you end it. Go back first: Esc."),
        }
    }

    /// Where the step of the lesson points, and the key to press: on the map, at the next unit, at the one to order, or where
    /// its order would go.
    pub(super) fn pointer(&self) -> Option<(Hex, &'static str)> {
        let lesson = self.teaching.lesson.as_ref()?;
        let points = lesson.steps().get(lesson.step)?.points;
        if !self.show.at_hand(&self.seen) || points == Points::Nowhere {
            return None;
        }
        match (self.hand.preparation.stage(), points) {
            (None, Points::Here) => Some((self.seen.cursor, "Enter")),
            (None, Points::Next) => {
                let other = self
                    .hand
                    .ready()
                    .iter()
                    .filter_map(|actor| self.seen.hex_of(*actor))
                    .find(|hex| *hex != self.seen.cursor);
                Some((other?, "Tab"))
            }
            (None, Points::Order(_) | Points::Square) => {
                let actor = self.hand.wanted(&self.seen, points).or_else(|| self.hand.able(&self.seen, MEANS))?.actor?;
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

    /// Whether the step of the lesson asks for an order of that role, or for the means to give one.
    pub(super) fn is_asked_for(&self, role: Role) -> bool {
        let points = self.teaching.lesson.as_ref().and_then(|lesson| Some(lesson.steps().get(lesson.step)?.points));
        match points {
            Some(points @ (Points::Order(_) | Points::Square)) => match self.hand.wanted(&self.seen, points) {
                Some(_) => points.roles().contains(&role),
                None => role == Role::Activate,
            },
            _ => false,
        }
    }

    /// The step of the lesson, in lines of at most that width.
    pub(super) fn lesson_lines(&self, width: usize) -> Vec<String> {
        let Some(lesson) = &self.teaching.lesson else { return Vec::new() };
        let text = match lesson.steps().get(lesson.step) {
            Some(step) => (step.tells)(self),
            None => format!("That is all of this lesson. {} goes on to the next one.", self.key_of(Action::NextLesson)),
        };
        let count = lesson.steps().len();
        let place =
            if count > 1 { format!(", step {} of {count}", (lesson.step + 1).min(count)) } else { String::new() };
        wrapped(&format!("Lesson {}{place}: {text}", lesson.place + 1), width)
    }

    /// Asks at the end of a lesson whether to go on.
    pub(super) fn ask_for_next(&mut self, standing: Standing, desk: &Desk) -> Option<Flow> {
        if !self.lesson_ends(standing) {
            return None;
        }
        let lesson = self.teaching.lesson.as_mut()?;
        lesson.told = true;
        let next = desk.library.lessons().get(lesson.place + 1).map(|next| next.battle.scenario.title.clone());
        let next = next?;
        let won = self
            .seen
            .game
            .outcome()
            .is_some_and(|outcome| outcome.winner.is_some() && outcome.winner == self.seen.eyes);
        let lesson = self.teaching.lesson.as_mut()?;
        let learned = won || lesson.step >= lesson.steps().len();
        let judged = if learned {
            "Well done."
        } else {
            "The battle was over before its last step; never mind. It would have told:"
        };
        let left = lesson.steps().get(lesson.step..).filter(|_| !learned).unwrap_or_default();
        let gists = left.iter().map(|step| step.gist);
        let told = [judged].into_iter().chain(gists).chain(["Enter goes on to the next lesson; Esc stays here."]);
        let rows = told.map(|row| line(row, desk.theme.ink(Ink::Text)));
        let rows = rows.chain([line(format!("Next: {next}"), desk.theme.ink(Ink::Notice))]).collect();
        self.milestones.results_shown = true;
        Some(Flow::Push(Box::new(Question::new(NEXT, "The lesson is over", rows))))
    }

    /// Whether the end of a lesson is still to be told.
    pub(super) fn lesson_ends(&self, standing: Standing) -> bool {
        let over = |lesson: &Lesson| {
            !lesson.told && lesson.kind != LessonKind::Battle && (lesson.over || lesson.step >= lesson.steps().len())
        };
        standing == Standing::Top && !self.show.playback.is_playing() && self.teaching.lesson.as_ref().is_some_and(over)
    }

    /// The person wants to go on to the next lesson.
    pub(super) fn skip_lesson(&mut self, desk: &mut Desk) -> Flow {
        match &self.teaching.lesson {
            Some(lesson) if desk.library.lessons().len() > lesson.place + 1 => self.next_lesson(desk),
            Some(_) => {
                self.say(Ink::Text, "This is the last lesson.");
                Flow::Stay
            }
            None => {
                self.say(Ink::Text, "This is no lesson; the tutorial is on the title.");
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

//! What keys and clicks do in a battle.

use battle::{Object, Order, Role, UnitId};
use hexes::Hex;
use ratatui::layout::Position;
use ratatui::text::Line;

use super::Battle;
use super::hand::Hand;
use super::keys::{Action, Panel};
use super::seen::Seen;
use super::window::Window;
use crate::keymap::Key;
use crate::layer::{Desk, Flow, Input};
use crate::map::overlay::OverlayKind;
use crate::map::projection::{Fit, Way, Zoom};
use crate::ordering::{Entry, Stage, Step};
use crate::screens::list::Question;
use crate::screens::pager::Pager;
use crate::screens::prompt::Prompt;
use crate::screens::results;
use crate::screens::settings::SettingsScreen;
use crate::settings::Habit;
use crate::text::{line, sentence};
use crate::theme::{Ink, Theme};
use crate::worth;

/// Tag of the question whether to end a step with units left to act.
pub const FINISH: &str = "finish";
/// Tag of the prompt that finds a unit.
pub const FIND: &str = "find";
/// Tag of the command line.
pub const COMMAND: &str = "command";

impl Hand {
    fn go(&mut self, seen: &mut Seen, way: Way, steps: u8) {
        let grid = seen.system().field().ground().grid();
        self.look_at(seen, way.walk(seen.cursor, steps, grid));
    }

    /// Puts the cursor on a hex; a ghost or a target under it follows.
    pub(super) fn look_at(&mut self, seen: &mut Seen, hex: Hex) {
        seen.cursor = hex;
        let at = match self.preparation.stage() {
            Some(Stage::Target(targeting)) => targeting.at(seen.system().field(), hex),
            _ => None,
        };
        match (self.preparation.stage_mut(), at) {
            (Some(Stage::Target(targeting)), Some(place)) => targeting.chosen = place,
            (Some(Stage::Pose(posing)), _) => posing.move_to(hex),
            _ => {}
        }
    }

    /// The cursor goes to the target being chosen.
    pub(super) fn follow_target(&mut self, seen: &mut Seen) {
        let Some(Stage::Target(targeting)) = self.preparation.stage() else { return };
        let place = targeting.order().target.and_then(|target| seen.hex_of(target));
        seen.cursor = place.unwrap_or(seen.cursor);
    }

    fn cycle_actors(&mut self, seen: &mut Seen, forward: bool) {
        let ready = if self.sense.idle.waiting.is_empty() { &self.actors } else { &self.sense.idle.waiting };
        let places: Vec<Hex> = ready.iter().filter_map(|actor| seen.hex_of(*actor)).collect();
        let mut distinct = places.clone();
        distinct.dedup();
        if distinct.is_empty() {
            return;
        }
        let here = seen.unit_here();
        let at = distinct
            .iter()
            .position(|hex| *hex == seen.cursor || here.is_some() && seen.system().field().unit_at(*hex) == here);
        let count = distinct.len();
        let next = match (at, forward) {
            (None, true) => 0,
            (None, false) => count - 1,
            (Some(at), true) => (at + 1) % count,
            (Some(at), false) => (at + count - 1) % count,
        };
        seen.cursor = distinct[next];
    }

    /// Whoever on the cursor's hex could be ordered.
    pub(super) fn actors_here(&self, seen: &Seen) -> Vec<Option<Object>> {
        let field = seen.system().field();
        let unit = seen.unit_here();
        let here = |actor: &Object| match actor {
            Object::Unit(one) => unit == Some(*one),
            Object::Leader(leader) => {
                field.leader_hex(*leader) == Some(seen.cursor)
                    || unit.is_some_and(|unit| field.leaders_with(unit).any(|with| with == *leader))
            }
            Object::Hex(hex) => *hex == seen.cursor,
            Object::Part(part) => part.hexes().contains(&seen.cursor),
        };
        let mut actors: Vec<Object> = self.actors.iter().copied().filter(here).collect();
        if actors.is_empty() {
            actors.extend(self.commander_here(seen));
        }
        actors.sort_by_key(|actor| !matches!(actor, Object::Unit(_)));
        actors.into_iter().map(Some).collect()
    }

    /// The cursor goes where the new stage begins.
    fn enter_stage(&mut self, seen: &mut Seen) {
        self.follow_target(seen);
        self.begin_aiming(seen);
        if let Some(Stage::Pose(posing)) = self.preparation.stage() {
            seen.cursor = posing.ghost.anchor;
        }
    }

    /// Where the step cannot end before somebody is ordered, and nobody under the cursor can be, the cursor goes to the first
    /// who can.
    fn go_to_whoever_must(&mut self, seen: &mut Seen) {
        let must = self.choices.done(seen.system()).is_none() && self.actors_here(seen).is_empty();
        let first = self.ready().first().filter(|_| must).and_then(|actor| seen.hex_of(*actor));
        seen.cursor = first.unwrap_or(seen.cursor);
    }

    /// Opens the orders that answer a pressing question; straight to the place where only that is asked.
    pub(super) fn open_pressing(&mut self, seen: &mut Seen, unit: Option<UnitId>, wish: Option<Order>) {
        let mut actors: Vec<Option<Object>> = unit.map(|unit| Some(Object::Unit(unit))).into_iter().collect();
        actors
            .extend(self.actors.iter().copied().map(Some).filter(|actor| !actors.contains(actor)).collect::<Vec<_>>());
        actors.push(None);
        let system = match seen.eyes {
            Some(side) => seen.game.view(side),
            None => seen.game.system(),
        };
        let entries = self.choices.entries(system, &actors);
        let posed: Vec<usize> = (0..entries.len()).filter(|place| entries[*place].posed).collect();
        let first = posed.first().copied().unwrap_or(0);
        let wished = self.preparation.open(entries, wish);
        if let Some(Stage::Menu(menu)) = self.preparation.stage_mut().filter(|_| !wished) {
            menu.chosen = first;
        }
        if posed.len() == 1 {
            let _ = self.preparation.confirm(system);
            self.enter_stage(seen);
        }
    }

    /// Labels of those who have done nothing and could.
    pub(super) fn waiting(&self, seen: &Seen) -> Vec<String> {
        self.sense.idle.waiting_words(seen.system())
    }

    fn turn(&mut self, clockwise: bool) {
        if let Some(Stage::Pose(posing)) = self.preparation.stage_mut() {
            posing.turn(clockwise);
        }
    }

    /// The move of the unit under the cursor, or its blow at the enemy on that hex, as far as it is legal now.
    fn order_to(&self, seen: &Seen, hex: Hex) -> Option<Order> {
        let unit = seen.unit_here()?;
        let (system, field) = (seen.system(), seen.system().field());
        let there = field.unit_at(hex);
        let role = |order: &Order| system.verb(order).map_or(Role::Done, |verb| verb.role);
        let mut orders = self.choices.of(Object::Unit(unit));
        let found = match there {
            Some(other) if field.side(other) == field.side(unit) => None,
            Some(enemy) => {
                orders.find(|order| order.target == Some(Object::Unit(enemy)) && worth::strikes(role(order)))
            }
            None => orders.find(|order| matches!(role(order), Role::Move | Role::Deploy) && order.target.is_none()),
        };
        found.copied()
    }
}

impl Seen {
    pub(super) fn hex_of(&self, object: Object) -> Option<Hex> {
        let field = self.system().field();
        match object {
            Object::Unit(unit) => {
                let (anchor, footprint) = (field.unit(unit).pose.anchor, field.footprint(unit));
                let hollow = field.unit_at(anchor) != Some(unit);
                footprint.hexes().first().copied().filter(|_| hollow).or(Some(anchor))
            }
            Object::Leader(leader) => field.leader_hex(leader),
            Object::Hex(hex) => Some(hex),
            Object::Part(part) => Some(part.hexes()[0]),
        }
    }

    fn reference(&self, desk: &Desk) -> Flow {
        let mut lines = vec![line("Signs on the map", desk.theme.ink(Ink::Heading))];
        let signs = desk
            .glyphs
            .legend(self.system().info().marks)
            .map(|(sign, name)| line(format!("{sign}  {name}"), desk.theme.ink(Ink::Text)));
        lines.extend(signs);
        lines.push(Line::default());
        lines.extend(results::rules(self.system().info(), &self.system().reference(), &desk.theme));
        Flow::Push(Box::new(Pager::text(format!("Rules — {}", self.system().info().title), lines)))
    }
}

impl Window {
    fn toggle_overlay(&mut self, kind: OverlayKind) {
        self.overlay = if self.overlay == Some(kind) { None } else { Some(kind) };
    }

    /// Another size of hexes, which the next battle begins with.
    pub(super) fn zoom_to(&mut self, zoom: Zoom, desk: &mut Desk) {
        (self.zoom, self.fit) = (zoom, Fit::Off);
        desk.remember(|settings| settings.zoom = Some(zoom));
    }

    /// The zoom at which all that matters fits, now and in battles to come.
    fn fit_map(&mut self, desk: &mut Desk) {
        self.fit = Fit::Wanted;
        desk.remember(|settings| settings.zoom = None);
    }
}

impl Battle {
    /// One input.
    pub(super) fn input(&mut self, input: Input, desk: &mut Desk) -> Flow {
        self.away.tell_seen(&self.seen);
        match input {
            Input::Key(key) => self.key(key, desk),
            Input::Click(at) => self.click(at, desk),
            Input::Drag(at) => self.point(at),
            Input::Inspect(at) => {
                self.window.panel = Some(Panel::Card);
                self.point(at)
            }
            Input::WheelUp(at) => self.wheel(at, self.window.zoom.nearer()),
            Input::WheelDown(at) => self.wheel(at, self.window.zoom.farther()),
        }
    }

    fn key(&mut self, key: Key, desk: &mut Desk) -> Flow {
        if self.show.playback.is_playing() && self.skip(key) {
            return Flow::Stay;
        }
        self.message = (Ink::Text, String::new());
        if let Some(flow) = self.menu_letter(key, desk) {
            return flow;
        }
        match self.keys.find(&self.maps(), key) {
            Some(action) => self.act(action, desk),
            None => Flow::Stay,
        }
    }

    /// Any key ends an animation, but for those that steer it or only look; keys that would give orders do nothing
    /// else. Whether that was all the key did.
    fn skip(&mut self, key: Key) -> bool {
        let steers = matches!(
            self.keys.find(&self.maps(), key),
            Some(Action::Pause | Action::StepOnce | Action::Tempo(_) | Action::Zoom(_) | Action::Fit | Action::Go(..))
        );
        if !steers {
            self.show.playback.stop();
        }
        !steers && self.keys.find(&[super::keys::VIEW], key).is_none()
    }

    fn menu_letter(&mut self, key: Key, desk: &mut Desk) -> Option<Flow> {
        let Some(Stage::Menu(menu)) = self.hand.preparation.stage_mut() else { return None };
        let letter = key.typed()?;
        menu.chosen = menu.entries.iter().position(|entry| entry.letter == letter)?;
        Some(self.confirm(desk))
    }

    fn act(&mut self, action: Action, desk: &mut Desk) -> Flow {
        match action {
            Action::Go(way, steps) => self.hand.go(&mut self.seen, way, steps),
            Action::Cycle(forward) => self.cycle(forward),
            Action::Confirm => return self.confirm(desk),
            Action::Back | Action::Hurry => self.back(),
            Action::Finish => return self.finish_step(desk),
            Action::EndTurn => self.end_turn(),
            Action::Undo => self.undo(),
            Action::Turn(clockwise) => self.hand.turn(clockwise),
            Action::Form => self.reform(),
            Action::Again => return self.again(desk),
            Action::Brigade => return self.brigade_again(),
            Action::Panel(Panel::Odds) if self.odds_overflow() => return self.read_odds(),
            Action::Panel(panel) => {
                self.window.panel = if self.window.panel == Some(panel) { None } else { Some(panel) }
            }
            Action::Overlay(kind) => self.window.toggle_overlay(kind),
            Action::Zoom(nearer) => {
                self.window.zoom_to(if nearer { self.window.zoom.nearer() } else { self.window.zoom.farther() }, desk);
            }
            Action::Fit => self.window.fit_map(desk),
            Action::Results => self.milestones.results_shown = false,
            Action::Pause => self.pause(),
            Action::Replace => return self.minds.who_goes_on(desk),
            Action::StepOnce => (self.show.paused, self.show.single_step) = (true, true),
            other => return self.look_up(other, desk),
        }
        Flow::Stay
    }

    fn look_up(&mut self, action: Action, desk: &mut Desk) -> Flow {
        match action {
            Action::Log => return Flow::Push(Box::new(self.log())),
            Action::Advice => return self.advice(desk),
            Action::Plan => return self.plan(desk),
            Action::Why => return self.reasons(&desk.theme),
            Action::Find => return Flow::Push(Box::new(Prompt::new(FIND, "Find a unit", self.seen.names()))),
            Action::Command => return Flow::Push(Box::new(Prompt::new(COMMAND, "Command", self.commands()))),
            Action::Reference => return self.seen.reference(desk),
            Action::NextLesson => return self.skip_lesson(desk),
            Action::Words => return Flow::Push(Box::new(self.looks.words(&self.seen, desk))),
            Action::SeeAgain => self.see_again(desk),
            Action::Settings => return Flow::Push(Box::new(SettingsScreen::default())),
            Action::Briefing => return Flow::Push(Box::new(self.briefing(&desk.theme))),
            Action::Leave => return Flow::Push(Box::new(self.saving.leave_menu(&self.seen))),
            Action::Save => self.say_where(),
            Action::Colours => {
                let depth = desk.theme.depth().next();
                desk.theme = Theme::new(depth, desk.theme.palette());
                desk.remember(|settings| settings.depth = Some(depth));
                self.say(Ink::Text, format!("Colours: {}.", desk.theme.depth().name()));
                self.looks.forget();
            }
            Action::Characters => {
                let glyphs = desk.glyphs.other();
                desk.glyphs = glyphs;
                desk.remember(|settings| settings.glyphs = Some(glyphs));
                self.say(Ink::Text, format!("Characters: {}.", desk.glyphs.name()));
                self.looks.forget();
            }
            Action::Tempo(faster) => {
                let speed = if faster { desk.speed.faster() } else { desk.speed.slower() };
                desk.speed = speed;
                desk.remember(|settings| settings.speed = Some(speed));
                self.say(Ink::Text, format!("Speed: {}.", desk.speed.name()));
            }
            _ => {}
        }
        Flow::Stay
    }

    fn cycle(&mut self, forward: bool) {
        let turned = |at: usize, count: usize| {
            let step = if forward { 1 } else { count.max(1) - 1 };
            (at + step) % count.max(1)
        };
        if self.hand.preparation.stage().is_none() {
            self.learn_cycled();
        }
        match self.hand.preparation.stage_mut() {
            None => return self.hand.cycle_actors(&mut self.seen, forward),
            Some(Stage::Menu(menu)) => menu.chosen = turned(menu.chosen, menu.entries.len()),
            Some(Stage::Target(targeting)) => {
                targeting.chosen = turned(targeting.chosen, targeting.entry.variants.len());
            }
            Some(Stage::Pose(posing)) => {
                posing.cycle(forward);
                self.seen.cursor = posing.ghost.anchor;
            }
        }
        self.hand.follow_target(&mut self.seen);
    }

    pub(super) fn confirm(&mut self, desk: &mut Desk) -> Flow {
        let step = match self.hand.preparation.stage() {
            None => return self.open_menu(desk),
            Some(_) => {
                let system = match self.seen.eyes {
                    Some(side) => self.seen.game.view(side),
                    None => self.seen.game.system(),
                };
                self.hand.preparation.confirm(system)
            }
        };
        self.take(step, desk)
    }

    pub(super) fn take(&mut self, step: Step, desk: &mut Desk) -> Flow {
        match step {
            Step::More => {
                self.hand.enter_stage(&mut self.seen);
                self.go_on_learning();
            }
            Step::Give(order) => return self.offer(&order, desk),
            Step::Refused(why) => self.say(Ink::Bad, sentence(&why)),
        }
        Flow::Stay
    }

    fn open_menu(&mut self, desk: &Desk) -> Flow {
        self.hand.go_to_whoever_must(&mut self.seen);
        let here = self.hand.actors_here(&self.seen);
        // Orders of nobody in particular, and of who is not on the map, can be given from anywhere.
        let nowhere = self.hand.actors.iter().all(|actor| self.seen.hex_of(*actor).is_none());
        let absent = self.hand.actors.iter().copied().map(Some).filter(|_| nowhere).chain([None]).collect();
        let actors: Vec<Option<Object>> = if here.is_empty() { absent } else { here.clone() };
        let unit = self.seen.unit_here();
        let entries = self.hand.choices.entries(self.seen.system(), &actors);
        let ends = |entry: &Entry| matches!(entry.role, Role::Done | Role::Keep);
        let anywhere = nowhere && !entries.is_empty() || unit.is_none() && !entries.iter().all(ends);
        if here.is_empty() && !anywhere {
            return self.nothing_here(unit, desk);
        }
        let subject = unit.filter(|_| !here.is_empty());
        let possible = |entry: &Entry| entry.role != Role::Done && entry.vain != Some(worth::Vain::Room);
        if subject.is_some() && !entries.iter().any(possible) {
            return self.lead_on(desk);
        }
        let wish = self.wish(subject).filter(|order| !self.is_no_more_than_again(order));
        let poor = entries.iter().all(|entry| entry.vain.is_some() || entry.poor || entry.role == Role::Done);
        if wish.is_none() && self.goes_on(subject, &here, poor) {
            return self.lead_on(desk);
        }
        self.hand.preparation.open(entries, wish);
        self.learn_menu();
        Flow::Stay
    }

    /// Enter where there is nothing to order: with an enemy it says so first, elsewhere it leads on at once.
    fn nothing_here(&mut self, unit: Option<UnitId>, desk: &Desk) -> Flow {
        let enemy = unit.filter(|unit| Some(self.seen.system().field().side(*unit)) != self.seen.person());
        match enemy.filter(|enemy| self.is_new_to(*enemy)) {
            Some(enemy) => {
                self.say_idle(enemy);
                Flow::Stay
            }
            None => self.lead_on(desk),
        }
    }

    /// Whether an order would only turn a unit about, or tell a command something else, that has had its order in this step.
    fn is_no_more_than_again(&self, order: &Order) -> bool {
        let system = self.seen.system();
        let here = order.unit().map(|unit| system.field().unit(unit).pose);
        let turns = here
            .zip(order.pose)
            .is_some_and(|(pose, other)| (pose.anchor, pose.formation) == (other.anchor, other.formation));
        let tells = system.verb(order).is_some_and(|verb| verb.role == Role::Command);
        (turns || tells) && order.actor.is_some_and(|actor| self.hand.sense.idle.has_acted(actor))
    }

    /// Whether one is led on, once, from where a commander would do no more, because the unit or all there have had their order
    /// in this step, or nothing that they can be ordered has a chance or promises much.
    fn goes_on(&mut self, unit: Option<UnitId>, here: &[Option<Object>], poor: bool) -> bool {
        let sense = &self.hand.sense;
        let done = |actor: Object| sense.idle.has_acted(actor) || sense.hopeless.contains(&actor);
        let all = || here.iter().flatten().all(|actor| done(*actor));
        let done = unit.filter(|unit| poor || done((*unit).into()) || all());
        done.is_some_and(|unit| !self.seen.meets_a_person() && self.is_new_to(unit))
    }

    /// Whether Enter was not pressed last, in this step, where it led nowhere with that unit; from now on it was.
    fn is_new_to(&mut self, unit: UnitId) -> bool {
        let now = Some((unit, self.seen.step_now()));
        std::mem::replace(&mut self.hand.passed, now) != now
    }

    /// Where nothing can be ordered: to whoever has still to act, or else to the question whether the step is to end.
    fn lead_on(&mut self, desk: &Desk) -> Flow {
        let before = self.seen.cursor;
        let ends = self.hand.choices.done(self.seen.system()).is_some();
        if !ends || !self.hand.sense.idle.waiting.is_empty() {
            self.hand.cycle_actors(&mut self.seen, true);
        }
        if self.seen.cursor != before || !ends {
            if self.seen.cursor == before {
                self.say(Ink::Text, "Nothing can be ordered here.");
            }
            return Flow::Stay;
        }
        let left = if self.hand.actors.is_empty() { "Nobody" } else { "Nobody else" };
        let text = line(format!("{left} has anything to do in it."), desk.theme.ink(Ink::Text));
        let title = format!("End {}?", self.seen.step_title());
        Flow::Push(Box::new(Question::new(FINISH, title, vec![text])))
    }

    fn say_idle(&mut self, unit: UnitId) {
        let label = self.seen.system().field().label(unit.into());
        let card = self.key_of(Action::Panel(Panel::Card));
        self.say(Ink::Text, format!("{label} is not yours to order; {card} shows its card, Enter goes on."));
    }

    pub(super) fn back(&mut self) {
        if self.stop_ending() || self.window.panel.take().is_some() {
            return;
        }
        let actor = self.hand.preparation.stage().and_then(Stage::order).and_then(|order| order.actor);
        if self.show.at_hand(&self.seen) && self.hand.preparation.back() {
            self.seen.cursor = actor.and_then(|actor| self.seen.hex_of(actor)).unwrap_or(self.seen.cursor);
            self.hand.follow_target(&mut self.seen);
            return;
        }
        if let Some(running) = &self.minds.thinking {
            running.hurry();
        }
        self.window.overlay = None;
    }

    fn finish_step(&mut self, desk: &mut Desk) -> Flow {
        let Some(order) = self.hand.choices.done(self.seen.system()) else { return self.propose(desk) };
        let waiting = self.hand.waiting(&self.seen);
        if waiting.is_empty() || !desk.settings.has(Habit::Warning) {
            self.give(&order, desk);
            return Flow::Stay;
        }
        let verb = self.seen.system().verb(&order).filter(|verb| verb.role != Role::Done);
        let title =
            verb.map_or_else(|| format!("Done? It ends {}", self.seen.step_title()), |verb| format!("{}?", verb.title));
        let text = format!("{} could still act: {}.", waiting.len(), waiting.join(", "));
        let rows = crate::text::wrapped(&text, 70).into_iter().map(|row| line(row, desk.theme.ink(Ink::Text)));
        Flow::Push(Box::new(Question::new(FINISH, title, rows.collect())))
    }

    pub(super) fn finish_now(&mut self, desk: &Desk) {
        if let Some(order) = self.hand.choices.done(self.seen.system()) {
            self.give(&order, desk);
        }
    }

    pub(super) fn undo(&mut self) {
        match self.seen.game.undo() {
            Ok(()) => {
                self.stop_ending();
                self.hand.keep_step(&self.seen);
                self.show.others_began = None;
                self.refresh();
                self.say(Ink::Text, "Taken back.");
            }
            Err(why) => self.say(Ink::Bad, format!("This cannot be undone: {why}.")),
        }
    }

    fn pause(&mut self) {
        self.show.paused = !self.show.paused;
        self.show.single_step = false;
        let [goes, one] = [Action::Pause, Action::StepOnce].map(|action| self.key_of(action));
        let paused = format!("Paused; {goes} goes on, {one} shows one order.");
        let text = if self.show.paused { paused } else { String::from("Going on.") };
        self.say(Ink::Text, text);
    }

    fn log(&self) -> Pager {
        Pager::log(self.show.told(&self.seen).into_iter().cloned().collect()).at(self.news.first)
    }

    fn click(&mut self, at: Position, desk: &mut Desk) -> Flow {
        if self.show.playback.is_playing() {
            self.show.playback.stop();
            return Flow::Stay;
        }
        let Some(hex) = self.window.projection.and_then(|projection| projection.hex_at(at.x, at.y)) else {
            return Flow::Stay;
        };
        if hex == self.seen.cursor && self.show.at_hand(&self.seen) {
            return self.confirm(desk);
        }
        let free = self.hand.preparation.stage().is_none() && self.show.at_hand(&self.seen);
        if let Some(flow) = if free { self.send_to(hex, desk) } else { None } {
            return flow;
        }
        if let Some(Stage::Menu(_)) = self.hand.preparation.stage() {
            self.hand.preparation.clear();
        }
        self.hand.look_at(&mut self.seen, hex);
        Flow::Stay
    }

    /// The unit under the cursor is to go to that hex, or to strike at whoever is there; nothing where it cannot. Nothing is
    /// ordered before the same place is clicked again.
    fn send_to(&mut self, hex: Hex, desk: &mut Desk) -> Option<Flow> {
        let order = self.hand.order_to(&self.seen, hex)?;
        let flow = self.prepare_order(&order, desk);
        self.hand.look_at(&mut self.seen, hex);
        (self.hand.preparation.stage().is_some() || matches!(flow, Flow::Push(_))).then_some(flow)
    }

    fn point(&mut self, at: Position) -> Flow {
        if let Some(hex) = self.window.projection.and_then(|projection| projection.hex_at(at.x, at.y)) {
            self.hand.look_at(&mut self.seen, hex);
        }
        Flow::Stay
    }

    fn wheel(&mut self, at: Position, zoom: Zoom) -> Flow {
        if self.hand.preparation.stage().is_none() {
            let _ = self.point(at);
        }
        (self.window.zoom, self.window.fit) = (zoom, Fit::Off);
        Flow::Stay
    }
}

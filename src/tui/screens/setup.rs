//! Setting a battle up: which battle, whose rules, who commands, house rules, seed.

use std::time::Duration;

use battle::{BattleFile, CommanderEntry, HouseRules, Side, SystemInfo, Unusable};
use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use table::{Game, RecordFile, SeatSpec, Setup};

use super::battle::Battle;
use super::fairness::Fairness;
use super::house::{self, House};
use super::list::List;
use super::prompt::Prompt;
use super::rows::{Bar, Listed, Own, turned};
use crate::canvas::Canvas;
use crate::keymap::{Binding, HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Answer, Desk, Flow, Input, Layer, Standing};
use crate::options::Wishes;
use crate::panels::status;
use crate::text::{row_of, split_below, wrapped};
use crate::theme::Ink;
use chance::Chance;
use offer::Offering;

pub mod chance;
pub(super) mod draw;
pub mod offer;

#[derive(Clone, Copy)]
enum Action {
    Change(i32),
    Scroll(i32),
    Begin,
    Reseed,
    Try,
    Draw,
}

impl Own for Action {}

const CHOOSE: Keymap<Listed<Action>> = &[binding(
    &[Key::code(KeyCode::Enter)],
    Listed::Choose,
    "choose",
    "Begin the battle; on another row, choose from all there is.",
)];

const fn own(keys: &'static [Key], action: Action, hint: &'static str, help: &'static str) -> Binding<Listed<Action>> {
    binding(keys, Listed::Own(action), hint, help)
}

const KEYS: Keymap<Listed<Action>> = &[
    own(&[Key::code(KeyCode::Right), Key::char('l')], Action::Change(1), "← →|change", "The next one."),
    own(&[Key::code(KeyCode::Left), Key::char('h')], Action::Change(-1), "", "The one before."),
    own(&[Key::code(KeyCode::PageDown)], Action::Scroll(5), "", "Read on in what is said of the battle."),
    own(&[Key::code(KeyCode::PageUp)], Action::Scroll(-5), "", "Back in that text."),
    own(&[Key::char('b')], Action::Begin, "begin", "Begin the battle from any row."),
    own(&[Key::char('r')], Action::Draw, "random battle", "A battle drawn by chance, by what you wish for."),
];

const SEED_KEYS: Keymap<Listed<Action>> = &[
    own(&[Key::char('n')], Action::Reseed, "", "Another seed."),
    own(
        &[Key::char('f')],
        Action::Try,
        "is it fair?",
        "Is it fair? The computer plays it against itself, a few times.",
    ),
];

const AT_HOME: &[Keymap<Listed<Action>>] = &[CHOOSE, Listed::ARROWS, KEYS, Listed::BACK, SEED_KEYS];
const OFFERING: &[Keymap<Listed<Action>>] = &[CHOOSE, Listed::ARROWS, KEYS, Listed::BACK];

/// The place of the set-up screen.
#[must_use]
pub fn place() -> Place {
    Place::of(AT_HOME)
}

const BATTLE: &str = "battle";
const BATTLE_FILE: &str = "battle file";
const SYSTEM: &str = "system";
const SEATS: [&str; 2] = ["blue seat", "red seat"];
const SEED: &str = "seed";

/// A row of the set-up screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    Begin,
    Battle,
    System,
    Seat(Side),
    House,
    Seed,
    /// The side of whoever offers the battle.
    Side,
    Opponent,
}

const ROWS: &[Row] =
    &[Row::Begin, Row::Battle, Row::System, Row::Seat(Side::Blue), Row::Seat(Side::Red), Row::House, Row::Seed];

/// The set-up screen.
pub struct SetupScreen {
    battles: Vec<BattleFile>,
    /// Whether others can be drawn by chance.
    draws: bool,
    battle: usize,
    systems: Vec<&'static SystemInfo>,
    system: usize,
    commanders: Vec<CommanderEntry>,
    seats: [SeatSpec; 2],
    house: HouseRules,
    seed: u64,
    bar: Bar,
    scroll: i32,
    message: String,
    painter: crate::map::Painter,
    /// Whether the battle is fair under these rules, where that was asked.
    fairness: Fairness,
    /// The terms of a battle offered to others; none in a battle at this keyboard.
    offering: Option<Offering>,
}

impl SetupScreen {
    /// The screen with those wishes filled in and sensible defaults for the rest: the first battle, the first system,
    /// a person as Blue against the default commander.
    ///
    /// # Errors
    /// A wish that cannot be met, or nothing to play at all.
    pub fn new(wishes: Wishes, desk: &mut Desk) -> Result<SetupScreen, Unusable> {
        let library = desk.library.clone();
        let mut battles = library.battles();
        if desk.visit.is_none() {
            let own = crate::records::own_battles(desk.saves.parent().unwrap_or(&desk.saves));
            battles.extend(own.iter().filter_map(|path| library.battle(&path.to_string_lossy()).ok()));
        }
        let battle = wished_battle(&wishes, desk, &mut battles)?;
        let systems = library.systems();
        let wanted = wishes.system.as_deref().map(|key| library.system(key)).transpose()?;
        let last = || desk.settings.rules.as_deref().and_then(|key| library.system(key).ok());
        let wanted = wanted.or_else(last);
        let system = wanted.and_then(|info| systems.iter().position(|known| known.key == info.key)).unwrap_or(0);
        let commanders = library.commanders();
        if battles.is_empty() || systems.is_empty() {
            return Err(Unusable(String::from("there is no battle or no rule system to play")));
        }
        let [blue, red] = wishes.seats;
        Ok(SetupScreen {
            seats: [blue.unwrap_or(SeatSpec::Human), red.unwrap_or_else(|| default_commander(&commanders))],
            battles,
            draws: !library.wishes().is_empty(),
            battle,
            systems,
            system,
            commanders,
            house: wishes.house.unwrap_or_default(),
            seed: wishes.seed.unwrap_or_else(|| desk.take_seed()),
            bar: Bar::default(),
            scroll: 0,
            message: String::new(),
            painter: crate::map::Painter::default(),
            fairness: Fairness::default(),
            offering: None,
        })
    }

    fn rows(&self) -> &'static [Row] {
        if self.offering.is_some() { offer::ROWS } else { ROWS }
    }

    fn maps(&self) -> &'static [Keymap<Listed<Action>>] {
        if self.offering.is_some() { OFFERING } else { AT_HOME }
    }

    fn row(&self) -> Row {
        self.rows()[self.bar.row()]
    }

    fn chosen_battle(&self) -> &BattleFile {
        &self.battles[self.battle]
    }

    fn chosen_system(&self) -> &'static SystemInfo {
        self.systems[self.system]
    }

    fn seat_choices(&self, side: Side) -> Vec<SeatSpec> {
        let keys = self.commanders.iter().map(|entry| SeatSpec::Commander(entry.key.clone()));
        let mut seats: Vec<SeatSpec> = std::iter::once(SeatSpec::Human).chain(keys).collect();
        if !seats.contains(&self.seats[side.index()]) {
            seats.push(self.seats[side.index()].clone());
        }
        seats
    }

    fn set_system(&mut self, system: usize) {
        if system != self.system {
            self.system = system;
            self.house = HouseRules::default();
            self.fairness.forget();
        }
    }

    fn set_battle(&mut self, battle: usize) {
        self.battle = battle;
        self.scroll = 0;
        self.fairness.forget();
        self.painter.forget();
    }

    fn change(&mut self, by: i32, desk: &mut Desk) {
        match self.row() {
            Row::Battle => self.set_battle(turned(self.battle, by, self.battles.len())),
            Row::System => self.set_system(turned(self.system, by, self.systems.len())),
            Row::Seat(side) => {
                let choices = self.seat_choices(side);
                let at = choices.iter().position(|seat| *seat == self.seats[side.index()]).unwrap_or(0);
                self.seats[side.index()] = choices[turned(at, by, choices.len())].clone();
            }
            Row::Seed => self.seed = desk.take_seed(),
            Row::Side | Row::Opponent => self.change_terms(by),
            Row::Begin | Row::House => {}
        }
    }

    fn choose(&mut self, desk: &mut Desk) -> Flow {
        match self.row() {
            Row::Begin => self.begin(desk),
            Row::Battle => Flow::Push(Box::new(self.battle_list())),
            Row::System => Flow::Push(Box::new(self.system_list())),
            Row::Seat(side) => Flow::Push(Box::new(self.seat_list(side))),
            Row::House => Flow::Push(Box::new(House::new(self.chosen_system(), self.house.clone(), desk))),
            Row::Side => {
                self.change_terms(1);
                Flow::Stay
            }
            Row::Opponent => self.opponent_list(),
            Row::Seed => Flow::Push(Box::new(Prompt::new(SEED, "Seed", Vec::new()).with(self.seed.to_string()))),
        }
    }

    fn battle_list(&self) -> List {
        let row = |list: List, file: &BattleFile| {
            let grid = file.scenario.ground.grid();
            let size = format!("{} x {}", grid.width(), grid.height());
            let kept = file.scenario.key.split_once('/').map(|(owner, _)| format!("kept by {owner}"));
            let date = kept.unwrap_or_else(|| file.scenario.date.clone());
            list.row(None, format!("{}\t{date}\t{size}", file.scenario.title))
        };
        let list = self.battles.iter().fold(List::new(BATTLE, "Battle", ""), row);
        let list = if self.draws { list.row(None, "A battle drawn by chance…") } else { list };
        let other = if self.offering.is_some() { "One by its name…" } else { "Another file or name…" };
        let list = list.row(None, other);
        let scenarios: Vec<_> = self.battles.iter().map(|file| file.scenario.clone()).collect();
        let preview = move |place: usize, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk| {
            if let Some(scenario) = scenarios.get(place) {
                draw::preview(scenario, area, canvas, desk);
            }
        };
        list.at(self.battle).beside(Box::new(preview))
    }

    fn system_list(&self) -> List {
        let row = |list: List, info: &&'static SystemInfo| list.row(None, format!("{}\t{}", info.title, info.source));
        self.systems.iter().fold(List::new(SYSTEM, "Rules", ""), row).at(self.system)
    }

    fn seat_list(&self, side: Side) -> List {
        let choices = self.seat_choices(side);
        let at = choices.iter().position(|seat| *seat == self.seats[side.index()]).unwrap_or(0);
        let list = List::new(SEATS[side.index()], format!("Who commands {side}"), "");
        choices.iter().fold(list, |list, seat| list.row(None, self.seat_text(seat))).at(at)
    }

    /// The keys, Enter with what it does on this row.
    fn hints(&self, keys: &Keys) -> Vec<HelpRow> {
        let mut rows = self.help(keys);
        rows[0].hint = match self.row() {
            Row::Begin if self.offering.is_some() => "offer the battle",
            Row::Begin => "begin the battle",
            Row::Side => "the other side",
            Row::House => "see the options",
            Row::Seed => "type one",
            _ => "see all",
        }
        .into();
        let fixed = matches!(self.row(), Row::Begin | Row::House);
        rows.retain(|row| !(fixed && row.hint.ends_with("|change") || self.row() == Row::Begin && row.hint == "begin"));
        rows
    }

    fn seat_text(&self, seat: &SeatSpec) -> String {
        match seat {
            SeatSpec::Human => String::from("a person at this keyboard"),
            SeatSpec::Commander(key) => {
                let temper = self.commanders.iter().find(|entry| entry.key == *key).map(|entry| &entry.temper);
                temper.map_or_else(|| key.clone(), |temper| format!("{key} — {temper}"))
            }
            SeatSpec::Exec(command) => format!("program: {command}"),
            SeatSpec::Pipe => String::from("whoever has started the game"),
        }
    }

    fn rules(&self) -> (&'static SystemInfo, HouseRules) {
        (self.chosen_system(), self.house.clone())
    }

    fn setup(&self) -> Setup {
        Setup {
            battle: self.chosen_battle().clone(),
            system: self.chosen_system(),
            house: self.house.clone(),
            seats: self.seats.clone(),
            seed: self.seed,
        }
    }

    fn begin(&mut self, desk: &mut Desk) -> Flow {
        if self.offering.is_some() {
            return self.offer(desk);
        }
        match start(&self.setup(), desk) {
            Ok(battle) => Flow::Restart(vec![battle]),
            Err(error) => {
                self.message = error.0;
                Flow::Stay
            }
        }
    }

    fn read_battle(&mut self, path: &str, desk: &Desk) {
        match desk.library.battle(path) {
            Ok(file) => {
                self.battles.push(file);
                self.set_battle(self.battles.len() - 1);
            }
            Err(error) => self.message = error.0,
        }
    }

    /// Takes a battle drawn by chance, whose name says all of it: no file is read for who visits.
    fn draw_named(&mut self, name: &str, desk: &Desk) {
        match desk.library.drawn(name, self.seed) {
            Some(Ok(file)) => {
                self.battles.push(file);
                self.set_battle(self.battles.len() - 1);
            }
            Some(Err(error)) => self.message = error.0,
            None => {
                self.message = format!("`{name}` is no name of a battle drawn by chance, as random:river:seed4711 is")
            }
        }
    }

    fn picked(&mut self, tag: &'static str, place: usize, desk: &mut Desk) -> Flow {
        match tag {
            offer::OPPONENT => return self.pick_opponent(place),
            BATTLE if self.draws && place == self.battles.len() => {
                return Flow::Push(Box::new(Chance::new(self.rules(), desk)));
            }
            BATTLE if place >= self.battles.len() => {
                let asked = if self.offering.is_some() { "Name of the battle" } else { "Battle file or name" };
                return Flow::Push(Box::new(Prompt::new(BATTLE_FILE, asked, Vec::new())));
            }
            BATTLE => self.set_battle(place),
            SYSTEM => self.set_system(place),
            _ => {
                let side = Side::ALL[usize::from(tag == SEATS[1])];
                self.seats[side.index()] = self.seat_choices(side)[place].clone();
            }
        }
        Flow::Stay
    }
}

/// Begins a battle with a record among the saves; one that only tries out what is being made leaves none.
///
/// # Errors
/// What the system, the battle or a commander cannot give, or a record that cannot be written.
pub fn start(setup: &Setup, desk: &mut Desk) -> Result<Box<dyn Layer>, Unusable> {
    let record = if desk.rehearsing { None } else { Some(RecordFile::create(&desk.saves, setup)?) };
    let game = Game::start(desk.library.as_ref(), setup, record)?;
    desk.remember(|settings| settings.rules = Some(String::from(setup.system.key)));
    Ok(Box::new(Battle::new(game, desk)))
}

fn wished_battle(wishes: &Wishes, desk: &Desk, battles: &mut Vec<BattleFile>) -> Result<usize, Unusable> {
    let Some(name) = &wishes.battle else { return Ok(0) };
    let file = desk.library.battle(name)?;
    let known = battles.iter().position(|battle| battle.scenario.key == file.scenario.key && battle.text == file.text);
    Ok(known.unwrap_or_else(|| {
        battles.push(file);
        battles.len() - 1
    }))
}

/// The commander where nobody was named.
pub(super) const USUAL: &str = "steady";
/// The commander against somebody who has played nothing yet.
pub(super) const FOR_BEGINNERS: &str = "cadet";

/// The key of that commander, or of the first there is.
pub(super) fn commander_or_first<'a>(commanders: &'a [CommanderEntry], wanted: &str) -> Option<&'a str> {
    commanders.iter().find(|entry| entry.key == wanted).or(commanders.first()).map(|entry| entry.key.as_str())
}

/// Who commands where nobody was named.
pub(super) fn default_commander(commanders: &[CommanderEntry]) -> SeatSpec {
    let steady = commander_or_first(commanders, USUAL);
    steady.map_or(SeatSpec::Human, |key| SeatSpec::Commander(String::from(key)))
}

impl Layer for SetupScreen {
    fn name(&self) -> String {
        String::from("Set-up")
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        keys.describe(self.maps(), Vec::new())
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        match desk.keys.find(self.maps(), key) {
            Some(Listed::Choose) => return self.choose(desk),
            Some(Listed::Step(by)) => self.bar.turn(by, self.rows().len()),
            Some(Listed::Own(Action::Change(by))) => self.change(by, desk),
            Some(Listed::Own(Action::Scroll(by))) => self.scroll += by,
            Some(Listed::Own(Action::Begin)) => return self.begin(desk),
            Some(Listed::Own(Action::Reseed)) => self.seed = desk.take_seed(),
            Some(Listed::Own(Action::Draw)) if self.draws => {
                return Flow::Push(Box::new(Chance::new(self.rules(), desk)));
            }
            Some(Listed::Own(Action::Draw)) => {}
            Some(Listed::Own(Action::Try)) => {
                let (battle, rules) = (self.chosen_battle().clone(), self.rules());
                self.fairness.begin(&battle, rules, desk);
            }
            Some(Listed::Back) => return Flow::Pop,
            None => {}
        }
        Flow::Stay
    }

    fn answer(&mut self, answer: Answer, desk: &mut Desk) -> Flow {
        self.message.clear();
        match answer {
            Answer::Picked(tag, place) => return self.picked(tag, place, desk),
            Answer::Line(SEED, text) => match text.parse() {
                Ok(seed) => self.seed = seed,
                Err(_) => self.message = format!("seed `{text}` is no whole number from 0 to {}", u64::MAX),
            },
            Answer::Line(offer::PLAYER, name) => self.invite(&name),
            Answer::Line(chance::DRAWN, name) => self.read_battle(&name, desk),
            Answer::Line(BATTLE_FILE, name) if self.offering.is_some() => self.draw_named(&name, desk),
            Answer::Line(BATTLE_FILE, path) => self.read_battle(&path, desk),
            Answer::Line(house::DONE, text) => {
                self.house = house::rules_of(&text, self.chosen_system());
                self.fairness.forget();
            }
            _ => {}
        }
        Flow::Stay
    }

    fn tick(&mut self, now: Duration, _standing: Standing, desk: &mut Desk) -> (bool, Flow) {
        (self.fairness.tick(now, desk, None, &self.rules()), Flow::Stay)
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let (body, foot) = split_below(area, 3);
        let left = Rect { width: (area.width * 2 / 5).clamp(38, 64).min(area.width), ..body };
        let right = Rect { x: left.right(), width: area.width - left.width, ..body };
        self.draw_rows(left, canvas, desk);
        self.draw_battle(right, canvas, desk);
        for (row, text) in (0..2).zip(wrapped(&self.message, usize::from(area.width).saturating_sub(2))) {
            canvas.write(foot.x + 1, row_of(foot, row).y, text, desk.theme.ink(Ink::Bad));
        }
        let hints = row_of(foot, 2);
        status::hints(&status::with_help(self.hints(&desk.keys)), hints, &desk.theme, canvas);
        None
    }
}

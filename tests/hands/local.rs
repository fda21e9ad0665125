//! Random hands at the screen at home, at every battle under every rule system.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use battle::{HouseRules, Library, SystemInfo};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use systems::Shelf;
use table::{Game, RecordFile, SeatSpec, Setup};
use tui::{App, Depth, Glyphs, Input, Key, Options, Speed, Start};

use super::promises::{self, Orders};
use super::{Dice, Figures, SITTING};

/// Who sits there, in turn.
const SEATS: [[&str; 2]; 6] = [
    ["human", "steady"],
    ["steady", "human"],
    ["human", "human"],
    ["random", "charge"],
    ["human", "random"],
    ["human", "exec:printf 'no \\033]0;order\\007\\n'"],
];

/// Keys that lead somewhere on many screens, and some that nobody has.
const KEYS: &[&str] = &[
    "Enter",
    "Enter",
    "Enter",
    "Esc",
    "Tab",
    "Shift-Tab",
    "Space",
    "Up",
    "Down",
    "Left",
    "Right",
    "PgUp",
    "PgDn",
    "Home",
    "End",
    "Backspace",
    "n",
    "c",
    "m",
    "o",
    "q",
    "t",
    "b",
    "?",
    ":",
    "/",
    "F1",
    "F12",
    "Ctrl-L",
    "Ctrl-Z",
    "Ctrl-H",
    "Ctrl-X",
    "é",
    "砲",
    "~",
    "Del",
    "Ins",
    "Shift-Up",
    "[",
    "]",
    "+",
    "-",
    "<",
    ">",
];

/// One in so many events looks whether Esc and `?` lead out.
const LOOK_OUT: usize = 25;

/// Columns and rows from which everything that matters of an order is in the picture.
const ROOMY: (u16, u16) = (80, 24);

/// Lines of the command line, typed now and then.
const COMMANDS: &[&str] =
    &["zoom 0", "zoom 2", "overlay threat", "set colours mono", "set glyphs ascii", "find B1", "undo"];

/// So many events from that seed, with saves below the folder.
pub fn run(seed: u64, events: usize, folder: &Path) -> Figures {
    let shelf = Arc::new(Shelf::new());
    let mut figures = Figures::default();
    let (battles, systems) = (shelf.battles(), shelf.systems());
    let mut sitting = 0;
    while figures.events < events {
        let battle = &battles[sitting / systems.len() % battles.len()].scenario.key;
        let system = systems[sitting % systems.len()];
        let most = SITTING.min(events - figures.events);
        let mut hand = Hand::new(seed.wrapping_add(sitting as u64), folder);
        let ended = catch_unwind(AssertUnwindSafe(|| hand.sit(&shelf, battle, system, sitting, most)));
        hand.figures.note(hand.seed, ended);
        figures = figures.with(hand.figures);
        sitting += 1;
    }
    figures
}

/// Keys by which orders are given.
const ORDERING: &[&str] = &[
    "Enter", "Enter", "Enter", "Enter", "Enter", "Enter", "Tab", "Tab", "Tab", "Down", "Up", "Left", "Right", "Space",
    "e", "n", "x", "X", "[", "]", "f", "m", "s", "c", "d", "o", "r", "h", "a", "Esc",
];

/// So many keys for orders in a battle under each rule system, both sides commanded by the same hand.
pub fn commanding(seed: u64, events: usize, folder: &Path) -> Vec<Figures> {
    let shelf = Arc::new(Shelf::new());
    let sit = |(place, system): (usize, &'static SystemInfo)| {
        let mut hand = Hand::new(seed.wrapping_add(place as u64), folder);
        hand.size = (160, 46);
        let ended = catch_unwind(AssertUnwindSafe(|| hand.command(&shelf, system, events)));
        hand.figures.note(hand.seed, ended);
        hand.figures
    };
    shelf.systems().into_iter().enumerate().map(sit).collect()
}

/// One who sits down.
struct Hand<'a> {
    seed: u64,
    dice: Dice,
    folder: &'a Path,
    size: (u16, u16),
    now: Duration,
    figures: Figures,
}

impl<'a> Hand<'a> {
    fn new(seed: u64, folder: &'a Path) -> Hand<'a> {
        let (dice, now) = (Dice::new(seed), Duration::ZERO);
        Hand { seed, dice, folder, size: (120, 40), now, figures: Figures { sittings: 1, ..Figures::default() } }
    }

    fn sit(&mut self, shelf: &Arc<Shelf>, battle: &str, system: &'static SystemInfo, sitting: usize, most: usize) {
        let (mut app, record) = self.app(shelf, battle, system, sitting);
        let mut orders = Orders::of(&record, system);
        for _ in 0..most {
            self.figures.events += 1;
            *self.figures.screens.entry(kind(&app.top_name())).or_default() += 1;
            if self.dice.below(LOOK_OUT) == 0 {
                promises::leads_out(&mut app);
            }
            let picture = self.draw(&mut app);
            orders.pass_over();
            let by = self.act(&mut app);
            if self.size.0 >= ROOMY.0 && self.size.1 >= ROOMY.1 {
                self.figures.orders += orders.were_shown(&picture, &by);
            }
            self.pass_time(&mut app);
            self.draw(&mut app);
            if app.exit().is_some() {
                return;
            }
        }
    }

    /// Presses keys that give orders, and looks whether each was shown before.
    fn command(&mut self, shelf: &Arc<Shelf>, system: &'static SystemInfo, events: usize) {
        let (game, record) = self.game(shelf, "first-light", system, ["human", "human"]);
        let options = Options {
            start: Start::Game(Box::new(game)),
            depth: Some(Depth::True),
            glyphs: Some(Glyphs::Unicode),
            speed: Speed::Instant,
            fresh_seed: Some(self.seed),
            ..Options::new(self.folder.to_path_buf())
        };
        let mut app = App::new(Arc::clone(shelf) as Arc<dyn Library>, options, Arc::new(|| {})).expect("it starts");
        let mut orders = Orders::of(&record, system);
        for _ in 0..events {
            self.figures.events += 1;
            self.pass_time(&mut app);
            orders.pass_over();
            let picture = self.draw(&mut app);
            let key = *self.dice.pick(ORDERING);
            press(&mut app, key);
            self.figures.orders += orders.were_shown(&picture, key);
        }
    }

    /// A recorded battle.
    fn game(
        &mut self,
        shelf: &Arc<Shelf>,
        battle: &str,
        system: &'static SystemInfo,
        seats: [&str; 2],
    ) -> (Game, PathBuf) {
        let seats = seats.map(|seat| seat.parse::<SeatSpec>().expect("a seat"));
        let battle = shelf.battle(battle).expect("a battle that ships");
        self.figures.battles.insert(format!("{} ({})", battle.scenario.key, system.key));
        let setup = Setup { battle, system, house: HouseRules::default(), seats, seed: self.seed };
        let record = RecordFile::create(&self.folder.join("saves"), &setup).expect("a record");
        let path = record.path().to_path_buf();
        (Game::start(&**shelf, &setup, Some(record)).expect("it can be played"), path)
    }

    /// The program: now and then from the title, else in the battle.
    fn app(&mut self, shelf: &Arc<Shelf>, battle: &str, system: &'static SystemInfo, sitting: usize) -> (App, PathBuf) {
        let (game, path) = self.game(shelf, battle, system, SEATS[sitting / 3 % SEATS.len()]);
        let start = match self.dice.below(7) {
            0 => Start::Title,
            1 => Start::Replay(path.clone()),
            2 => Start::Edit(self.folder.join("drawn.toml")),
            _ => Start::Game(Box::new(game)),
        };
        let options = Options {
            start,
            depth: Some(*self.dice.pick(&[Depth::True, Depth::Indexed, Depth::Sixteen, Depth::Mono])),
            glyphs: Some(*self.dice.pick(&[Glyphs::Unicode, Glyphs::Ascii])),
            speed: *self.dice.pick(&[Speed::Instant, Speed::Instant, Speed::Fast, Speed::Normal]),
            fresh_seed: Some(self.seed),
            ..Options::new(self.folder.to_path_buf())
        };
        let app = App::new(Arc::clone(shelf) as Arc<dyn Library>, options, Arc::new(|| {})).expect("it starts");
        (app, path)
    }

    /// Does something; what.
    fn act(&mut self, app: &mut App) -> String {
        match self.dice.below(100) {
            0..55 => return self.offered(app),
            55..75 => {
                let key = *self.dice.pick(KEYS);
                press(app, key);
                return String::from(key);
            }
            75..90 => {
                let input = self.mouse();
                app.handle(input);
                return format!("{input:?}");
            }
            90..93 => app.paste(&self.dice.nonsense()),
            93..95 => {
                press(app, ":");
                let line: &str = self.dice.pick::<&str>(COMMANDS);
                app.paste(line);
                press(app, "Enter");
            }
            _ => {
                self.size = self.dice.size();
                app.resized();
            }
        }
        String::from("a text or another size")
    }

    /// A key that the screen says it has. Those that leave are passed over most of the time.
    fn offered(&mut self, app: &mut App) -> String {
        let mut rows = app.top_help();
        rows.retain(|row| !row.keys.is_empty());
        if rows.is_empty() {
            press(app, "Enter");
            return String::from("Enter");
        }
        let keys: Vec<&str> = self.dice.pick(&rows).keys.split(' ').collect();
        let key = *self.dice.pick(&keys);
        if !matches!(key, "q" | "t") || self.dice.below(8) == 0 {
            press(app, key);
        }
        key.to_owned()
    }

    fn mouse(&mut self) -> Input {
        let at = Position::from(self.dice.cell(self.size));
        match self.dice.below(5) {
            0 | 1 => Input::Click(at),
            2 => Input::Drag(at),
            3 => Input::Inspect(at),
            _ if at.x.is_multiple_of(2) => Input::WheelUp(at),
            _ => Input::WheelDown(at),
        }
    }

    /// Lets what was begun go on for a while.
    fn pass_time(&mut self, app: &mut App) {
        for _ in 0..4 {
            app.tick(self.now);
            let Some(wait) = app.wait() else { return };
            self.now += wait;
            if !wait.is_zero() {
                thread::sleep(Duration::from_micros(200));
            }
        }
    }

    fn draw(&mut self, app: &mut App) -> String {
        let area = Rect::new(0, 0, self.size.0, self.size.1);
        let mut buffer = Buffer::empty(area);
        app.paint(area, &mut buffer);
        self.figures.pictures += 1;
        assert_eq!(app.astray(), None, "{} wanted to draw outside of {area}", app.top_name());
        promises::text(&buffer)
    }
}

fn press(app: &mut App, key: &str) {
    if let Ok(key) = key.parse::<Key>() {
        app.handle(Input::Key(key));
    }
}

/// A screen's heading without the names of units and battles in it.
fn kind(name: &str) -> String {
    let words: Vec<&str> = name.split(' ').filter(|word| !word.contains(|c: char| c.is_ascii_digit())).collect();
    plain::cut(&words.join(" "), 40).into_owned()
}

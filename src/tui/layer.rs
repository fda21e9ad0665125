//! Layers: the screens and pop-ups that lie on one another, and what they share.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use battle::Library;
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};
use table::RecordFile;

use crate::animate::Speed;
use crate::canvas::Canvas;
use crate::glyphs::Glyphs;
use crate::host::{SharedHost, Visitor};
use crate::keymap::{HelpRow, Key};
use crate::keys::Keys;
use crate::records::{Kept, Records};
use crate::screens;
use crate::settings::Settings;
use crate::theme::Theme;

/// Something a person does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key.
    Key(Key),
    /// The left button at a cell.
    Click(Position),
    /// The left button held and moved to a cell.
    Drag(Position),
    /// The right button at a cell.
    Inspect(Position),
    /// The wheel away from the person.
    WheelUp(Position),
    /// The wheel towards the person.
    WheelDown(Position),
}

impl Input {
    /// The input a mouse event means, if any.
    #[must_use]
    pub fn of_mouse(event: MouseEvent) -> Option<Input> {
        let at = Position::new(event.column, event.row);
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => Some(Input::Click(at)),
            MouseEventKind::Drag(MouseButton::Left) => Some(Input::Drag(at)),
            MouseEventKind::Down(MouseButton::Right) => Some(Input::Inspect(at)),
            MouseEventKind::ScrollUp => Some(Input::WheelUp(at)),
            MouseEventKind::ScrollDown => Some(Input::WheelDown(at)),
            _ => None,
        }
    }
}

/// What a layer tells the one below when it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The question was answered with yes.
    Yes(&'static str),
    /// It was answered with no.
    No(&'static str),
    /// A line was typed.
    Line(&'static str, String),
    /// A row of a list was picked.
    Picked(&'static str, usize),
}

/// What is to become of the stack of layers.
pub enum Flow {
    /// Nothing.
    Stay,
    /// The layer goes.
    Pop,
    /// The layer goes and tells the one below.
    Answer(Answer),
    /// Another comes on top.
    Push(Box<dyn Layer>),
    /// All go; the first screen (title or lobby) comes, with these on it. Above a [workshop](Layer::is_workshop) only those go
    /// that lie on it.
    Restart(Vec<Box<dyn Layer>>),
    /// The program ends.
    Quit,
}

/// Where in the stack a layer lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// On top: keys come here.
    Top,
    /// Under another one.
    Covered,
}

/// Called from other threads when there is something to look at.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// The place whose lobby is the first screen.
pub struct Visit {
    /// The place.
    pub host: SharedHost,
    news: Arc<AtomicBool>,
    /// Whether an exercise was begun that the lobby has not spoken of yet.
    exercised: bool,
}

impl Visit {
    /// A visit; from now on the place calls `wake` when it has news.
    #[must_use]
    pub fn new(host: SharedHost, wake: Waker) -> Visit {
        let news = Arc::new(AtomicBool::new(true));
        let flag = Arc::clone(&news);
        host.listen(Arc::new(move || {
            flag.store(true, Ordering::Release);
            wake();
        }));
        Visit { host, news, exercised: false }
    }

    /// An exercise begins, which leaves nothing behind: no record of it.
    pub fn begin_exercise(&mut self) -> Option<RecordFile> {
        self.exercised = true;
        None
    }

    /// Whether an exercise was begun that the lobby has not spoken of yet.
    #[must_use]
    pub const fn has_exercised(&self) -> bool {
        self.exercised
    }

    /// The lobby has spoken of it.
    pub const fn forget_exercise(&mut self) {
        self.exercised = false;
    }

    /// Whether the place has had news since this was last asked.
    #[must_use]
    pub fn take_news(&self) -> bool {
        self.news.swap(false, Ordering::AcqRel)
    }
}

/// What every layer shares.
pub struct Desk {
    /// What there is to play.
    pub library: Arc<dyn Library>,
    /// The colours.
    pub theme: Theme,
    /// The characters.
    pub glyphs: Glyphs,
    /// The folder of records.
    pub saves: PathBuf,
    /// What is remembered from one run to the next.
    pub settings: Settings,
    /// Why the last choice is not remembered.
    pub unkept: Option<String>,
    /// The keys that were chosen.
    pub keys: Arc<Keys>,
    /// The file that they are written to; none for who visits.
    pub keys_file: Option<PathBuf>,
    /// How fast other seats' orders are shown.
    pub speed: Speed,
    /// Wakes the event loop.
    pub wake: Waker,
    /// The next fresh seed.
    pub fresh_seed: u64,
    /// What was read of the records in their folder.
    pub read: RefCell<Records>,
    /// Whether the person has just been given the turn by others.
    pub called: bool,
    /// Whether the battle that is on only tries out what is being made: nothing of it is kept.
    pub rehearsing: bool,
    /// The place that is visited, if the program is served by one. Then nothing here may lead to a file.
    pub visit: Option<Visit>,
}

impl Desk {
    /// The first screen: the title, or where a place is visited its lobby, or the choice of a name there.
    #[must_use]
    pub fn first_screen(&self) -> Box<dyn Layer> {
        match &self.visit {
            None => screens::title::title(self),
            Some(visit) if visit.host.visitor() == Visitor::Unnamed => {
                Box::new(screens::lobby::Naming::new(visit.host.clone()))
            }
            Some(visit) => Box::new(screens::lobby::Lobby::new(visit.host.clone(), visit.has_exercised())),
        }
    }

    /// The folder of one's own battles, and that of what was done to them and is not saved.
    #[must_use]
    pub fn workshop(&self) -> [PathBuf; 2] {
        ["battles", "drafts"].map(|folder| self.saves.with_file_name(folder))
    }

    /// Writes a choice down for the next run.
    pub fn remember(&mut self, choice: impl FnOnce(&mut Settings)) {
        choice(&mut self.settings);
        self.unkept = self.settings.save().err();
    }

    /// Every record in the folder, the newest first.
    #[must_use]
    pub fn records(&self) -> Vec<Kept> {
        self.read.borrow_mut().read(&self.saves, self.library.as_ref())
    }

    /// Takes these keys from now on, and writes down in which they differ from those before.
    ///
    /// # Errors
    /// Why they could not be written down, in one sentence; they hold until the program ends.
    pub fn take_keys(&mut self, keys: Keys) -> Result<(), String> {
        let names = self.keys.differences(&keys);
        self.keys = Arc::new(keys);
        let Some(file) = &self.keys_file else { return Ok(()) };
        let kept = self.keys.save(file, &names, &screens::places());
        kept.map_err(|why| format!("{why} Your choice holds until the program ends."))
    }

    /// A seed nobody has used.
    pub fn take_seed(&mut self) -> u64 {
        let seed = self.fresh_seed;
        self.fresh_seed =
            self.fresh_seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        seed % 1_000_000_007
    }
}

/// One screen or pop-up.
pub trait Layer: Send {
    /// Heading of its help.
    fn name(&self) -> String;

    /// The keys that work now, for the help and the hint line, as they were chosen.
    fn help(&self, keys: &Keys) -> Vec<HelpRow>;

    /// What words in sight mean, for the help: a heading has no keys, a word stands in their place.
    fn words(&self) -> Vec<HelpRow> {
        Vec::new()
    }

    /// Whether letters are being typed, so that `?` is one of them.
    fn typing(&self) -> bool {
        false
    }

    /// Whether it leaves the layer below visible.
    fn floats(&self) -> bool {
        false
    }

    /// A key of the layer below opened it.
    fn opened_by(&mut self, _key: Key) {}

    /// Whether battles begun from it come back to it.
    fn is_workshop(&self) -> bool {
        false
    }

    /// The person did something.
    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow;

    /// The layer above went and said this.
    fn answer(&mut self, _answer: Answer, _desk: &mut Desk) -> Flow {
        Flow::Stay
    }

    /// Time passes; whether something changed, and what to do. A covered layer that pushes another one drops
    /// everything above it.
    fn tick(&mut self, _now: Duration, _standing: Standing, _desk: &mut Desk) -> (bool, Flow) {
        (false, Flow::Stay)
    }

    /// How long until it wants [`Layer::tick`] again; `None`: only when woken.
    fn wants_tick(&self, _standing: Standing, _desk: &Desk) -> Option<Duration> {
        None
    }

    /// Draws it; where the terminal's cursor should be, if anywhere.
    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position>;

    /// Where the battle it shows is being saved.
    fn record(&self) -> Option<PathBuf> {
        None
    }
}

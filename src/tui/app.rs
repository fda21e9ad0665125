//! The program without a terminal: a stack of layers, fed with input and time, drawn into a frame.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use battle::{Library, Unusable};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::canvas::{Canvas, Notes};
use crate::glyphs::Glyphs;
use crate::keymap::{Binding, HelpRow, Key, Keymap, find};
use crate::keys::{self, Keys};
use crate::layer::{Answer, Desk, Flow, Input, Layer, Standing, Visit, Waker};
use crate::options::{ExitReason, Options, Start};
use crate::screens;
use crate::settings::{Habit, Settings};
use crate::text::wrapped;
use crate::theme::{Depth, Theme};

/// The least columns and rows a screen is drawn with.
pub(crate) const LEAST: (u16, u16) = (60, 16);

/// How many characters of a pasted text are taken.
const PASTED: usize = 400;

#[derive(Clone, Copy)]
enum Global {
    Quit,
    Help,
    Redraw,
}

const GLOBAL: Keymap<Global> = &[
    Binding {
        keys: &[Key::ctrl('c')],
        action: Global::Quit,
        hint: "",
        help: "Leave the program at once. A battle that is on is saved.",
    },
    Binding {
        keys: &[Key::char('?'), Key::code(crossterm::event::KeyCode::F(1))],
        action: Global::Help,
        hint: "help",
        help: "The keys of this screen.",
    },
    Binding { keys: &[Key::ctrl('l')], action: Global::Redraw, hint: "", help: "Draw the whole screen again." },
];

/// The program: feed it [`Input`]s with [`App::handle`], the time with [`App::tick`], and draw it when
/// [`App::needs_drawing`] says so. When nothing happens it asks for nothing to be drawn.
pub struct App {
    desk: Desk,
    layers: Vec<Box<dyn Layer>>,
    dirty: bool,
    clear: bool,
    exit: Option<ExitReason>,
    notes: Notes,
    /// Whether the last picture only said that the window is too small.
    cramped: bool,
}

/// Reads what a start needs and may be faulty, so that nothing is begun for it in vain: the file of keys.
///
/// # Errors
/// A file that cannot be read, or all of its faults.
pub fn check(options: &Options) -> Result<(), Unusable> {
    chosen_keys(options).map(drop)
}

fn chosen_keys(options: &Options) -> Result<Keys, Unusable> {
    match &options.keys {
        Some(path) => Keys::read(path, &screens::places()),
        None => Keys::load(&options.data, &screens::places()),
    }
}

impl App {
    /// A program that begins as the options say; `wake` is called from other threads when [`App::tick`] has something
    /// to do.
    ///
    /// # Errors
    /// When a wish of [`Start::Setup`] cannot be met, or the file of keys is faulty.
    pub fn new(library: Arc<dyn Library>, options: Options, wake: Waker) -> Result<App, Unusable> {
        let visit = match &options.start {
            Start::Lobby(host) => Some(Visit::new(host.clone(), wake.clone())),
            _ => None,
        };
        let settings = if visit.is_some() { Settings::default() } else { Settings::load(&options.data) };
        let keys = if visit.is_some() { Keys::default() } else { chosen_keys(&options)? };
        let depth = options.depth.unwrap_or(Depth::Indexed);
        let mut desk = Desk {
            library,
            theme: Theme::new(depth, settings.palette_or(options.palette)),
            glyphs: options.glyphs.unwrap_or(Glyphs::Unicode),
            saves: options.data.join("saves"),
            keys: Arc::new(keys),
            keys_file: visit.is_none().then(|| options.keys.unwrap_or_else(|| options.data.join(keys::FILE))),
            unkept: None,
            speed: settings.speed_or(options.speed),
            settings,
            wake,
            fresh_seed: options.fresh_seed.unwrap_or(1),
            read: RefCell::default(),
            called: false,
            rehearsing: false,
            visit,
        };
        let layers = first_layers(options.start, &mut desk)?;
        Ok(App { desk, layers, dirty: true, clear: false, exit: None, notes: Notes::default(), cramped: false })
    }

    /// The person did something.
    pub fn handle(&mut self, input: Input) {
        self.dirty = true;
        if self.cramped {
            return self.handle_cramped(input);
        }
        if let Input::Key(key) = input
            && let Some(global) = find(&[GLOBAL], key)
            && (!matches!(global, Global::Help) || !self.top().is_some_and(|layer| layer.typing()))
        {
            return self.global(global);
        }
        if let Input::Click(at) = input
            && let Some(key) = self.notes.button(at)
        {
            return self.handle(Input::Key(key));
        }
        let Some(layer) = self.layers.last_mut() else { return };
        let mut flow = layer.handle(input, &mut self.desk);
        if let (Flow::Push(above), Input::Key(key)) = (&mut flow, input) {
            above.opened_by(key);
        }
        self.follow(flow);
    }

    /// Where nothing is seen, nothing can be done but to leave.
    fn handle_cramped(&mut self, input: Input) {
        if let Input::Key(key) = input
            && let Some(Global::Quit) = find(&[GLOBAL], key)
        {
            self.global(Global::Quit);
        }
    }

    /// The person pasted a text: it is typed where a line is being typed, and otherwise passed over.
    pub fn paste(&mut self, text: &str) {
        for letter in text.chars().filter(|letter| !letter.is_control()).take(PASTED) {
            if self.top().is_some_and(|layer| layer.typing()) {
                self.handle(Input::Key(Key::char(letter)));
            }
        }
    }

    fn top(&self) -> Option<&dyn Layer> {
        self.layers.last().map(AsRef::as_ref)
    }

    fn global(&mut self, global: Global) {
        match global {
            Global::Quit => self.exit = Some(ExitReason::Quit(self.record())),
            Global::Redraw => self.clear = true,
            Global::Help => {
                let Some(layer) = self.top() else { return };
                let mut rows = layer.help(&self.desk.keys);
                rows.extend(crate::keymap::describe(&[GLOBAL]));
                rows.extend(layer.words());
                let help = screens::help::Help::new(layer.name(), rows);
                self.layers.push(Box::new(help));
            }
        }
    }

    fn follow(&mut self, flow: Flow) {
        match flow {
            Flow::Stay => {}
            Flow::Pop => self.pop(),
            Flow::Answer(answer) => self.tell(answer),
            Flow::Push(layer) => self.layers.push(layer),
            Flow::Restart(layers) => {
                match self.layers.iter().rposition(|layer| layer.is_workshop()) {
                    Some(place) => self.layers.truncate(place + 1),
                    None => self.layers = vec![self.desk.first_screen()],
                }
                self.layers.extend(layers);
            }
            Flow::Quit => self.exit = Some(ExitReason::Quit(self.record())),
        }
    }

    fn pop(&mut self) {
        if self.layers.len() > 1 {
            self.layers.pop();
        }
    }

    fn tell(&mut self, answer: Answer) {
        self.pop();
        let Some(layer) = self.layers.last_mut() else { return };
        let flow = layer.answer(answer, &mut self.desk);
        self.follow(flow);
    }

    /// Time passes. `now` counts from any fixed moment.
    pub fn tick(&mut self, now: Duration) {
        for place in 0..self.layers.len() {
            let standing = self.standing(place);
            let (changed, flow) = self.layers[place].tick(now, standing, &mut self.desk);
            self.dirty |= changed;
            if !matches!(flow, Flow::Stay) {
                self.dirty = true;
                self.layers.truncate(place + 1);
                return self.follow(flow);
            }
        }
    }

    fn standing(&self, place: usize) -> Standing {
        if place + 1 == self.layers.len() { Standing::Top } else { Standing::Covered }
    }

    /// How long until [`App::tick`] has something to do; `None`: not before input or a call of the waker.
    #[must_use]
    pub fn wait(&self) -> Option<Duration> {
        let wants = |place: usize| self.layers[place].wants_tick(self.standing(place), &self.desk);
        (0..self.layers.len()).filter_map(wants).min()
    }

    /// The window has another size.
    pub fn resized(&mut self) {
        self.dirty = true;
    }

    /// Whether the picture has changed since it was last drawn.
    #[must_use]
    pub fn needs_drawing(&self) -> bool {
        self.dirty
    }

    /// Whether the terminal should be cleared before drawing; asked once.
    pub fn take_clear(&mut self) -> bool {
        std::mem::take(&mut self.clear)
    }

    /// Whether the terminal's bell should ring; asked once.
    pub fn take_bell(&mut self) -> bool {
        std::mem::take(&mut self.desk.called) && self.desk.settings.has(Habit::Bell)
    }

    /// Whether the mouse should be heard.
    #[must_use]
    pub fn hears_mouse(&self) -> bool {
        self.desk.settings.has(Habit::Mouse)
    }

    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        if let Some(at) = self.paint(frame.area(), frame.buffer_mut()) {
            frame.set_cursor_position(at);
        }
    }

    /// Draws everything into an area of a buffer and touches no other cell of it; where the terminal's cursor should be,
    /// if anywhere.
    pub fn paint(&mut self, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        self.dirty = false;
        self.notes = Notes::default();
        self.cramped = area.width < LEAST.0 || area.height < LEAST.1;
        if self.cramped {
            draw_too_small(area, &mut Canvas::new(buffer, area, &mut self.notes));
            return None;
        }
        self.paint_layers(area, buffer)
    }

    /// The same in an area of any size.
    pub(crate) fn paint_layers(&mut self, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let mut notes = Notes::default();
        let mut canvas = Canvas::new(buffer, area, &mut notes);
        let cursor = self.draw_layers(area, &mut canvas);
        self.desk.theme.finish(&mut canvas);
        self.desk.glyphs.finish(&mut canvas);
        self.notes = notes;
        cursor.filter(|at| area.contains(*at))
    }

    /// The first place outside of the window that the last picture wanted to draw on. It was cut, so nobody sees it; it
    /// is a mistake of a layer all the same, and the tests hold it to none.
    #[must_use]
    pub fn astray(&self) -> Option<Rect> {
        self.notes.astray
    }

    fn draw_layers(&mut self, area: Rect, canvas: &mut Canvas<'_>) -> Option<Position> {
        let lowest = self.layers.iter().rposition(|layer| !layer.floats()).unwrap_or(0);
        let mut cursor = None;
        for layer in &mut self.layers[lowest..] {
            canvas.cover_buttons();
            cursor = layer.draw(area, canvas, &self.desk);
        }
        cursor
    }

    /// The heading of what lies on top, as its help has it.
    #[must_use]
    pub fn top_name(&self) -> String {
        self.top().map_or_else(String::new, Layer::name)
    }

    /// The keys that work now.
    #[must_use]
    pub fn top_help(&self) -> Vec<HelpRow> {
        self.top().map_or_else(Vec::new, |layer| layer.help(&self.desk.keys))
    }

    /// Why the program should end, once it should.
    #[must_use]
    pub fn exit(&self) -> Option<&ExitReason> {
        self.exit.as_ref()
    }

    /// Where the battle that is on is being saved.
    #[must_use]
    pub fn record(&self) -> Option<PathBuf> {
        self.layers.iter().rev().find_map(|layer| layer.record())
    }
}

fn first_layers(start: Start, desk: &mut Desk) -> Result<Vec<Box<dyn Layer>>, Unusable> {
    let mut layers = vec![desk.first_screen()];
    match start {
        Start::Title | Start::Lobby(_) => {}
        Start::Setup(wishes) => layers.push(Box::new(screens::setup::SetupScreen::new(wishes, desk)?)),
        Start::Workshop => layers.push(Box::new(screens::workshop::Workshop::new(desk))),
        Start::Copy(key) => layers.push(screens::workshop::copied(&key, desk)?),
        Start::Edit(path) => layers.push(screens::editor::opened(&path, desk)?),
        Start::Replay(path) => layers.push(Box::new(screens::replay::ReplayScreen::open(&path, desk)?)),
        Start::Campaign(taken) => layers.push(Box::new(screens::campaign::CampaignScreen::new(*taken)?)),
        Start::Game(game) => layers.push(Box::new(screens::battle::Battle::new(*game, desk))),
    }
    Ok(layers)
}

fn draw_too_small(area: Rect, canvas: &mut Canvas<'_>) {
    let text = format!(
        "This window has {} columns and {} rows; the battlefield needs {} by {}. Nothing is lost: enlarge the window, \
         or press Ctrl-C to leave.",
        area.width, area.height, LEAST.0, LEAST.1
    );
    for (row, line) in wrapped(&text, usize::from(area.width)).into_iter().take(usize::from(area.height)).enumerate() {
        canvas.write(area.x, area.y + row as u16, line, ratatui::style::Style::new());
    }
}

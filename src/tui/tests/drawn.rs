//! What a terminal shows after the bytes of many pictures is what was drawn.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use proving::DrillLibrary;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier};

use super::{game, settle};
use crate::screen::Easel;
use crate::{App, Depth, Glyphs, Input, Key, Line, Options, Speed, Start};

/// A line that ends at a terminal.
#[derive(Clone)]
pub(super) struct Wire(Arc<Mutex<vt100::Parser>>);

impl Wire {
    /// A terminal of that size.
    pub fn new(size: (u16, u16)) -> Wire {
        Wire(Arc::new(Mutex::new(vt100::Parser::new(size.1, size.0, 0))))
    }
}

impl Wire {
    /// The ground that the terminal would write on next.
    pub fn ground(&self) -> vt100::Color {
        self.0.lock().expect("whole").screen().bgcolor()
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("whole").process(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Line for Wire {
    fn has_room(&self) -> bool {
        true
    }
}

fn app(depth: Depth) -> App {
    let start = Start::Game(Box::new(game("small-field", ["human", "first"])));
    let options = Options {
        start,
        depth: Some(depth),
        glyphs: Some(Glyphs::Unicode),
        speed: Speed::Instant,
        ..Options::new("/nowhere".into())
    };
    App::new(Arc::new(DrillLibrary), options, Arc::new(|| {})).expect("starts")
}

fn colour(shown: vt100::Color) -> Color {
    match shown {
        vt100::Color::Default => Color::Reset,
        vt100::Color::Idx(place) => Color::Indexed(place),
        vt100::Color::Rgb(red, green, blue) => Color::Rgb(red, green, blue),
    }
}

/// The sixteen colours by their places.
fn numbered(drawn: Color) -> Color {
    use Color::*;
    let sixteen = [
        Black,
        Red,
        Green,
        Yellow,
        Blue,
        Magenta,
        Cyan,
        Gray,
        DarkGray,
        LightRed,
        LightGreen,
        LightYellow,
        LightBlue,
        LightMagenta,
        LightCyan,
        White,
    ];
    sixteen.iter().position(|one| *one == drawn).map_or(drawn, |place| Color::Indexed(place as u8))
}

fn same(shown: &vt100::Cell, drawn: &Cell) -> bool {
    let symbol = if shown.contents().is_empty() { " " } else { shown.contents() };
    let ground = numbered(drawn.bg) == colour(shown.bgcolor());
    let reversed = drawn.modifier.contains(Modifier::REVERSED) == shown.inverse();
    // This terminal is either bold or dim.
    let weight = drawn.modifier.contains(Modifier::DIM) || drawn.modifier.contains(Modifier::BOLD) == shown.bold();
    let ink = numbered(drawn.fg) == colour(shown.fgcolor()) && weight;
    symbol == drawn.symbol() && ground && reversed && (ink || symbol == " " && !shown.inverse())
}

/// Fails unless the terminal shows what was drawn after that key.
pub(super) fn compare(wire: &Wire, drawn: &Buffer, key: &str) {
    let parser = wire.0.lock().expect("whole");
    for (place, cell) in drawn.content.iter().enumerate() {
        let Position { x, y } = drawn.pos_of(place).into();
        let shown = parser.screen().cell(y, x).expect("a cell");
        assert!(same(shown, cell), "after {key} at {x},{y}: {shown:?} is not {cell:?}");
    }
}

#[test]
fn what_is_written_is_what_was_drawn() {
    let keys = "Right Right Up Tab Enter Enter Down Down ] Esc Esc Tab ? Esc E E - - + + c c o L Esc r PgDn Esc q Esc : x Esc \
                Tab Tab Enter Enter Right Enter Space Enter Left Down g G G G m m R T F V V / b Enter Space Enter";
    for (size, depth) in
        [((120, 40), Depth::True), ((80, 24), Depth::Indexed), ((140, 45), Depth::Sixteen), ((100, 30), Depth::Mono)]
    {
        let wire = Wire::new(size);
        on_paper(keys, size, depth, &wire, compare);
    }
}

/// Types keys into a battle that is written over a line and drawn on paper, and looks after each.
pub(super) fn on_paper(keys: &str, size: (u16, u16), depth: Depth, wire: &Wire, look: fn(&Wire, &Buffer, &str)) {
    let mut easel = Easel::new(wire.clone(), size).expect("an easel");
    let (mut written, mut drawn) = (app(depth), app(depth));
    let mut clocks = [Duration::ZERO; 2];
    let mut paper = Terminal::new(TestBackend::new(size.0, size.1)).expect("paper");
    for key in keys.split_whitespace() {
        for (app, now) in [&mut written, &mut drawn].into_iter().zip(&mut clocks) {
            app.handle(Input::Key(key.parse::<Key>().expect("a key")));
            settle(app, now);
        }
        easel.draw(&mut written).expect("written");
        paper.draw(|frame| drawn.draw(frame)).expect("drawn");
        look(wire, paper.backend().buffer(), key);
    }
}

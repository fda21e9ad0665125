//! Pictures as bytes: only what changed, each change in as few bytes as its neighbours allow, nothing when nothing did.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

use crate::shift::{self, Code, Moved};

/// Columns and rows that are drawn at least and at most, whatever a window says of itself.
const COLUMNS: (u16, u16) = (20, 500);
const ROWS: (u16, u16) = (5, 300);

/// Begins a picture that the terminal shows at once.
const BEGIN: &[u8] = b"\x1b[?2026h";
/// Rings the terminal's bell.
pub(crate) const BELL: &[u8] = b"\x07";
/// Ends a picture.
pub(crate) const END: &[u8] = b"\x1b[?2026l";

/// A size within what is drawn.
pub(crate) fn clamped((columns, rows): (u16, u16)) -> Size {
    Size::new(columns.clamp(COLUMNS.0, COLUMNS.1), rows.clamp(ROWS.0, ROWS.1))
}

/// What has changed since the last picture, shared by the backend that notes it and the easel that writes it.
pub(crate) struct Sketch {
    size: Size,
    changed: Vec<Position>,
    cleared: bool,
    /// What the terminal shows in each cell, row after row.
    codes: Vec<Code>,
    /// How the terminal writes now.
    looks: Looks,
    /// Where the terminal's cursor is shown, if it is.
    shown: Option<Position>,
    /// Where it should be.
    wanted: Option<Position>,
}

impl Sketch {
    /// Nothing, in a window of that size whose cursor is hidden.
    pub(crate) fn new(size: (u16, u16)) -> Sketch {
        let (codes, looks) = (Vec::new(), Looks::PLAIN);
        Sketch { size: clamped(size), changed: Vec::new(), cleared: false, codes, looks, shown: None, wanted: None }
    }

    /// The window has another size.
    pub(crate) fn resize(&mut self, size: (u16, u16)) {
        self.size = clamped(size);
        self.codes.clear();
    }

    /// The changes as bytes, given the whole picture; nothing when nothing changed.
    pub(crate) fn picture(&mut self, whole: &Buffer) -> Vec<u8> {
        let changed = std::mem::take(&mut self.changed);
        let cleared = std::mem::take(&mut self.cleared);
        if changed.is_empty() && !cleared && self.wanted == self.shown {
            return Vec::new();
        }
        let mut picture = BEGIN.to_vec();
        if cleared {
            picture.extend(CLEAR);
            self.looks = Looks::PLAIN;
        }
        picture.extend(self.change(&changed, cleared, whole));
        if let Some(at) = self.wanted {
            picture.extend(to(at).into_bytes());
        }
        match (self.shown, self.wanted) {
            (None, Some(_)) => picture.extend(b"\x1b[?25h"),
            (Some(_), None) => picture.extend(b"\x1b[?25l"),
            _ => {}
        }
        self.shown = self.wanted;
        picture.extend(END);
        picture
    }
}

impl Sketch {
    /// The changes as bytes: written, or what is there already moved first where that is shorter.
    fn change(&mut self, changed: &[Position], cleared: bool, whole: &Buffer) -> Vec<u8> {
        let known = !cleared && self.codes.len() == whole.content.len();
        if !known {
            let ground = if cleared { code(&Cell::default()) } else { shift::UNKNOWN };
            self.codes = vec![ground; whole.content.len()];
        }
        let before = (known && changed.len() >= shift::LEAST).then(|| self.codes.clone());
        for at in changed {
            self.codes[whole.index_of(at.x, at.y)] = whole.cell(*at).map_or(shift::UNKNOWN, code);
        }
        let size = Size::new(whole.area.width, whole.area.height);
        let moved = before.and_then(|before| shift::nearest(&before, &self.codes, size));
        let stroke = self.stroke(changed, moved, whole);
        self.looks = stroke.looks;
        stroke.bytes
    }

    /// The shortest way to write the cells, after that move or without it.
    fn stroke<'a>(&mut self, changed: &[Position], moved: Option<Moved>, whole: &'a Buffer) -> Stroke<'a> {
        let pen = Stroke { whole, bytes: Vec::new(), at: None, looks: self.looks };
        let Some(moved) = moved else { return shortest(changed, &pen) };
        let cells = moved.codes.iter().zip(&self.codes).enumerate();
        let differs = cells.filter(|(_, (there, wanted))| there != wanted || **wanted == shift::UNKNOWN);
        let rest: Vec<Position> = differs.map(|(place, _)| whole.pos_of(place).into()).collect();
        // What was not known is written now, so that the next move leaves it where it is.
        for at in &rest {
            self.codes[whole.index_of(at.x, at.y)] = whole.cell(*at).map_or(shift::UNKNOWN, code);
        }
        // Writing everything is only tried where moving may not have been worth it.
        let doubtful = rest.len() * 4 > changed.len() * 3;
        let written = doubtful.then(|| shortest(changed, &pen));
        let moved = shortest(&rest, &Stroke { bytes: moved.bytes, ..pen });
        written.filter(|written| written.bytes.len() <= moved.bytes.len()).unwrap_or(moved)
    }
}

/// What a terminal shows in that cell.
fn code(cell: &Cell) -> Code {
    let mut letters = cell.symbol().chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if cell.symbol().width() == 1 => {
            let looks = number(cell.fg) << 21 | number(cell.bg) << 47 | Code::from(cell.modifier.bits()) << 73;
            Code::from(u32::from(letter)) | looks
        }
        _ => shift::UNKNOWN,
    }
}

/// A colour as a number of 26 bits.
fn number(colour: Color) -> Code {
    let named = [
        Color::Reset,
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::DarkGray,
        Color::LightRed,
        Color::LightGreen,
        Color::LightYellow,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightCyan,
        Color::White,
    ];
    match colour {
        Color::Rgb(red, green, blue) => Code::from(u32::from_be_bytes([1, red, green, blue])),
        Color::Indexed(place) => 0x200 | Code::from(place),
        other => named.iter().position(|one| *one == other).unwrap_or(0) as Code,
    }
}

/// Empties the screen.
const CLEAR: &[u8] = b"\x1b[m\x1b[2J";

/// The changed cells written with that pen: row by row, or by their looks where that is shorter.
fn shortest<'a>(changed: &[Position], pen: &Stroke<'a>) -> Stroke<'a> {
    let cells: Vec<(u16, u16, &Cell)> =
        changed.iter().filter_map(|at| pen.whole.cell(*at).map(|cell| (at.x, at.y, cell))).collect();
    let by_rows = pen.clone().written(&cells);
    let by_looks = (cells.len() <= SORTED).then(|| pen.clone().written(&by_looks(&cells, pen.looks)));
    by_looks.filter(|other| other.bytes.len() < by_rows.bytes.len()).unwrap_or(by_rows)
}

/// A `ratatui` backend that only notes what changed; it asks the terminal nothing.
pub(crate) struct Pen(pub(crate) Rc<RefCell<Sketch>>);

/// About how many bytes a colour, an attribute and the end of one take.
const COLOUR: usize = 15;
const ATTRIBUTE: usize = 2;
const LOST: usize = 3;

/// The looks of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Looks {
    ink: Color,
    ground: Color,
    attributes: Modifier,
}

impl Looks {
    const PLAIN: Looks = Looks { ink: Color::Reset, ground: Color::Reset, attributes: Modifier::empty() };

    const fn of(cell: &Cell) -> Looks {
        Looks { ink: cell.fg, ground: cell.bg, attributes: cell.modifier }
    }

    /// The sequence that leads from these looks to those; the shorter of changing and of beginning anew.
    fn change(self, next: Looks) -> String {
        if next == Looks::PLAIN {
            return String::from("\x1b[m");
        }
        let anew = format!("\x1b[0;{}m", Looks::PLAIN.added(next).join(";"));
        let kept = Looks { attributes: self.attributes & next.attributes, ..self };
        let mut codes = kept.removed_from(self);
        codes.extend(Looks { attributes: kept.attributes - kept.lost_with(self), ..kept }.added(next));
        let changed = format!("\x1b[{}m", codes.join(";"));
        if changed.len() <= anew.len() { changed } else { anew }
    }

    /// About how many bytes lead from these looks to those.
    fn cost(self, next: Looks) -> usize {
        let lost = !(self.attributes - next.attributes).is_empty();
        let gained = usize::from(!(next.attributes - self.attributes).is_empty());
        let colours = usize::from(next.ink != self.ink) + usize::from(next.ground != self.ground);
        COLOUR * colours + gained * ATTRIBUTE + usize::from(lost) * LOST
    }

    /// Whether these looks and those share a colour.
    fn is_near(self, other: Looks) -> bool {
        self.ink == other.ink || self.ground == other.ground
    }

    /// Attributes of these looks that go when the others lose theirs: bold and dim end together.
    fn lost_with(self, before: Looks) -> Modifier {
        let weight = Modifier::BOLD | Modifier::DIM;
        let lost = before.attributes - self.attributes;
        if lost.intersects(weight) { self.attributes & weight } else { Modifier::empty() }
    }

    /// The codes that end the attributes which the looks before had beyond these.
    fn removed_from(self, before: Looks) -> Vec<String> {
        let lost = before.attributes - self.attributes;
        let ends = [
            (Modifier::BOLD | Modifier::DIM, "22"),
            (Modifier::ITALIC, "23"),
            (Modifier::UNDERLINED, "24"),
            (Modifier::SLOW_BLINK | Modifier::RAPID_BLINK, "25"),
            (Modifier::REVERSED, "27"),
            (Modifier::HIDDEN, "28"),
            (Modifier::CROSSED_OUT, "29"),
        ];
        ends.into_iter().filter(|(ended, _)| lost.intersects(*ended)).map(|(_, code)| String::from(code)).collect()
    }

    fn added(self, next: Looks) -> Vec<String> {
        let mut codes: Vec<String> =
            (next.attributes - self.attributes).iter().filter_map(attribute).map(String::from).collect();
        codes.extend((next.ink != self.ink).then(|| colour(next.ink, 0)));
        codes.extend((next.ground != self.ground).then(|| colour(next.ground, 10)));
        codes
    }
}

fn attribute(one: Modifier) -> Option<&'static str> {
    let codes = [
        (Modifier::BOLD, "1"),
        (Modifier::DIM, "2"),
        (Modifier::ITALIC, "3"),
        (Modifier::UNDERLINED, "4"),
        (Modifier::SLOW_BLINK, "5"),
        (Modifier::RAPID_BLINK, "6"),
        (Modifier::REVERSED, "7"),
        (Modifier::HIDDEN, "8"),
        (Modifier::CROSSED_OUT, "9"),
    ];
    codes.into_iter().find(|(known, _)| *known == one).map(|(_, code)| code)
}

/// The code of a colour; `shift` is 10 for the ground.
fn colour(colour: Color, shift: u8) -> String {
    let bright = |place: u8| (90 + shift + place).to_string();
    let dark = |place: u8| (30 + shift + place).to_string();
    match colour {
        Color::Reset => (39 + shift).to_string(),
        Color::Black => dark(0),
        Color::Red => dark(1),
        Color::Green => dark(2),
        Color::Yellow => dark(3),
        Color::Blue => dark(4),
        Color::Magenta => dark(5),
        Color::Cyan => dark(6),
        Color::Gray => dark(7),
        Color::DarkGray => bright(0),
        Color::LightRed => bright(1),
        Color::LightGreen => bright(2),
        Color::LightYellow => bright(3),
        Color::LightBlue => bright(4),
        Color::LightMagenta => bright(5),
        Color::LightCyan => bright(6),
        Color::White => bright(7),
        Color::Indexed(place) => format!("{};5;{place}", 38 + shift),
        Color::Rgb(red, green, blue) => format!("{};2;{red};{green};{blue}", 38 + shift),
    }
}

fn to(at: Position) -> String {
    format!("\x1b[{};{}H", at.y + 1, at.x + 1)
}

/// The shortest way of the terminal's cursor, from where it is if that is known.
fn way(from: Option<Position>, at: Position) -> String {
    let there = if at.x == 0 { format!("\x1b[{}H", at.y + 1) } else { to(at) };
    let beside = from.map(|from| by(at.y, from.y, ['B', 'A']) + &by(at.x, from.x, ['C', 'D']));
    let below = from.filter(|from| at.y > from.y).map(|from| {
        let rows = "\n".repeat(usize::from(at.y - from.y));
        format!("\r{rows}{}", by(at.x, 0, ['C', 'D']))
    });
    [Some(there), beside, below].into_iter().flatten().min_by_key(String::len).unwrap_or_default()
}

/// The way along a row or column; the letters are those of the way forwards and back.
fn by(to: u16, from: u16, [forwards, back]: [char; 2]) -> String {
    let letter = if to > from { forwards } else { back };
    match to.abs_diff(from) {
        0 => String::new(),
        1 => format!("\x1b[{letter}"),
        steps => format!("\x1b[{steps}{letter}"),
    }
}

/// Pictures of at most so many cells are also tried in the order of their looks: a colour can cost more than a move.
const SORTED: usize = 2_000;

/// The same cells, those of the same looks together, and looks that differ in little after one another; a blank stays with
/// what is beside it.
fn by_looks<'a>(cells: &[(u16, u16, &'a Cell)], looks: Looks) -> Vec<(u16, u16, &'a Cell)> {
    let (groups, known) = grouped(cells, looks);
    let mut places = vec![0; known.len()];
    tour(&known).into_iter().enumerate().for_each(|(place, group)| places[group] = place);
    let mut placed: Vec<(usize, (u16, u16, &Cell))> =
        groups.iter().map(|group| places[*group]).zip(cells.iter().copied()).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, cell)| cell).collect()
}

/// The group that each cell is written with, and the looks of each group. A blank has no ink of its own: it goes with a
/// neighbour on its ground, or else with anything there.
fn grouped(cells: &[(u16, u16, &Cell)], looks: Looks) -> (Vec<usize>, Vec<Looks>) {
    let mut known = vec![looks];
    let mut groups: Vec<Option<usize>> = vec![None; cells.len()];
    for ((_, _, cell), group) in cells.iter().zip(&mut groups).filter(|((_, _, cell), _)| !is_blank(cell)) {
        *group = Some(place_of(&mut known, Looks::of(cell)));
    }
    let beside = |place: usize, next: usize| {
        let [(x, y, _), (column, row, _)] = [cells[place], cells[next]];
        y == row && x + 1 == column
    };
    let joins =
        |known: &[Looks], group: Option<usize>, ground: Color| group.filter(|group| known[*group].ground == ground);
    for place in 1..cells.len() {
        if groups[place].is_none() && beside(place - 1, place) {
            groups[place] = joins(&known, groups[place - 1], cells[place].2.bg);
        }
    }
    for place in (1..cells.len()).rev() {
        if groups[place - 1].is_none() && beside(place - 1, place) {
            groups[place - 1] = joins(&known, groups[place], cells[place - 1].2.bg);
        }
    }
    let groups = cells.iter().zip(groups).map(|((_, _, cell), group)| {
        let ground = Looks { ground: cell.bg, ..Looks::PLAIN };
        let there = || known.iter().position(|looks| looks.ground == cell.bg);
        group.or_else(there).unwrap_or_else(|| place_of(&mut known, ground))
    });
    (groups.collect(), known)
}

/// The place of looks among those known; they are added where they are new.
fn place_of(known: &mut Vec<Looks>, looks: Looks) -> usize {
    known.iter().position(|one| *one == looks).unwrap_or_else(|| {
        known.push(looks);
        known.len() - 1
    })
}

/// An order of looks, from the first on, in which little changes from each to the next: always to the nearest that is left,
/// and to the one that has the fewest others near it where several are as near.
fn tour(known: &[Looks]) -> Vec<usize> {
    let mut left: Vec<usize> = (1..known.len()).collect();
    let near = |one: usize, other: &usize| known[one].is_near(known[*other]);
    let mut friends: Vec<usize> =
        (0..known.len()).map(|one| left.iter().filter(|other| near(one, other)).count()).collect();
    let (mut order, mut at) = (vec![0], 0);
    let nearest = |at: usize, left: &[usize], friends: &[usize]| {
        (0..left.len()).min_by_key(|place| (known[at].cost(known[left[*place]]), friends[left[*place]]))
    };
    while let Some(place) = nearest(at, &left, &friends) {
        at = left.swap_remove(place);
        left.iter().filter(|other| near(at, other)).for_each(|other| friends[*other] -= 1);
        order.push(at);
    }
    order
}

/// So many unchanged cells at most are written again instead of passed over.
const BRIDGED: u16 = 5;

/// So many blanks in a row are erased with one sequence.
const ERASED: usize = 6;

/// How many cells from the first on are blanks without colour, side by side.
fn blanks(cells: &[(u16, u16, &Cell)]) -> usize {
    let Some((x, y, _)) = cells.first() else { return 0 };
    let beside = |(place, (column, row, cell)): &(usize, &(u16, u16, &Cell))| {
        usize::from(*column) == usize::from(*x) + place && row == y && is_blank(cell) && cell.bg == Color::Reset
    };
    cells.iter().enumerate().take_while(beside).count()
}

/// What is sent for a cell. The canvas lets nothing in that does not show itself; should it ever come here by another
/// way, it goes no further.
fn printed(cell: &Cell) -> &str {
    if cell.symbol().chars().all(plain::shows) { cell.symbol() } else { "?" }
}

/// Attributes that show on a blank.
const ON_BLANKS: Modifier = Modifier::REVERSED.union(Modifier::UNDERLINED).union(Modifier::CROSSED_OUT);

fn is_blank(cell: &Cell) -> bool {
    cell.symbol() == " " && !cell.modifier.intersects(ON_BLANKS)
}

/// A picture being written: its bytes so far, where the terminal's cursor is and how it writes.
#[derive(Clone)]
struct Stroke<'a> {
    whole: &'a Buffer,
    bytes: Vec<u8>,
    at: Option<Position>,
    looks: Looks,
}

impl Stroke<'_> {
    /// The cells written, in the order given.
    fn written(mut self, cells: &[(u16, u16, &Cell)]) -> Self {
        let mut place = 0;
        while let Some((x, y, cell)) = cells.get(place) {
            let blanks = blanks(&cells[place..]);
            if blanks >= ERASED {
                self.erase(Position::new(*x, *y), blanks);
                place += blanks;
            } else {
                self.print(Position::new(*x, *y), cell);
                place += 1;
            }
        }
        self
    }

    fn go(&mut self, at: Position, looks: Looks) {
        let way = way(self.at, at);
        let bridge = self.bridge(at).filter(|bridge| bridge.len() <= way.len());
        self.bytes.extend(bridge.unwrap_or(way).into_bytes());
        if looks != self.looks {
            self.bytes.extend(self.looks.change(looks).into_bytes());
            self.looks = looks;
        }
    }

    /// The unchanged letters up to a place further on in the row, where they are written as the pen writes now.
    fn bridge(&self, to: Position) -> Option<String> {
        let from = self.at.filter(|from| from.y == to.y && from.x < to.x && to.x - from.x <= BRIDGED)?;
        let mut letters = String::new();
        for x in from.x..to.x {
            let cell = self.whole.cell(Position::new(x, to.y))?;
            if self.looks_of(cell) != self.looks || cell.symbol().width() != 1 {
                return None;
            }
            letters.push_str(printed(cell));
        }
        Some(letters)
    }

    fn print(&mut self, at: Position, cell: &Cell) {
        self.go(at, self.looks_of(cell));
        let letters = printed(cell);
        self.bytes.extend(letters.as_bytes());
        let after = at.x + letters.width() as u16;
        // At the right edge terminals differ in where the cursor is.
        self.at = (after < self.whole.area.width).then(|| Position::new(after, at.y));
    }

    /// The looks of a cell; what does not show on a blank is left as it is.
    fn looks_of(&self, cell: &Cell) -> Looks {
        match is_blank(cell) && !self.looks.attributes.intersects(ON_BLANKS) {
            true => Looks { ground: cell.bg, ..self.looks },
            false => Looks::of(cell),
        }
    }

    fn erase(&mut self, at: Position, blanks: usize) {
        let attributes = self.looks.attributes - ON_BLANKS;
        self.go(at, Looks { ground: Color::Reset, attributes, ..self.looks });
        self.bytes.extend(format!("\x1b[{blanks}X").into_bytes());
        self.at = Some(at);
    }
}

impl Backend for Pen {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        self.0.borrow_mut().changed.extend(content.map(|(x, y, _)| Position::new(x, y)));
        Ok(())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.0.borrow_mut().wanted = None;
        Ok(())
    }

    /// The cursor shows once its place is set.
    fn show_cursor(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(self.0.borrow().wanted.unwrap_or_default())
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.0.borrow_mut().wanted = Some(position.into());
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, _clear_type: ClearType) -> io::Result<()> {
        let mut sketch = self.0.borrow_mut();
        sketch.cleared = true;
        sketch.changed.clear();
        Ok(())
    }

    fn size(&self) -> io::Result<Size> {
        Ok(self.0.borrow().size)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize { columns_rows: self.0.borrow().size, pixels: Size::default() })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

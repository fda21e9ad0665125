//! Colours and text attributes for every depth of terminal, from true colour down to none.

use crate::canvas::Canvas;
use battle::{Side, Terrain};
use ratatui::style::{Color, Modifier, Style};

/// How many colours the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// 24-bit colour.
    True,
    /// 256 colours.
    Indexed,
    /// The 16 colours of the terminal's own palette.
    Sixteen,
    /// None: attributes and glyphs say everything.
    Mono,
}

impl Depth {
    /// What the environment asks for, by `NO_COLOR`, `COLORTERM` and `TERM`.
    #[must_use]
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Depth {
        let set = |name: &str| variable(name).unwrap_or_default();
        let term = set("TERM");
        if !set("NO_COLOR").is_empty() || term == "dumb" || term.starts_with("vt") {
            Depth::Mono
        } else if matches!(set("COLORTERM").as_str(), "truecolor" | "24bit") || term.ends_with("-direct") {
            Depth::True
        } else if term.contains("256color") {
            Depth::Indexed
        } else {
            Depth::Sixteen
        }
    }

    /// The next one in turn, for the key that changes it.
    #[must_use]
    pub const fn next(self) -> Depth {
        match self {
            Depth::True => Depth::Indexed,
            Depth::Indexed => Depth::Sixteen,
            Depth::Sixteen => Depth::Mono,
            Depth::Mono => Depth::True,
        }
    }

    /// Its name in flags and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Depth::True => "truecolor",
            Depth::Indexed => "256",
            Depth::Sixteen => "16",
            Depth::Mono => "mono",
        }
    }
}

impl std::str::FromStr for Depth {
    type Err = String;

    fn from_str(text: &str) -> Result<Depth, String> {
        let all = [Depth::True, Depth::Indexed, Depth::Sixteen, Depth::Mono];
        let found = all.into_iter().find(|depth| depth.name() == text);
        found.ok_or_else(|| format!("unknown colours `{text}`; expected truecolor, 256, 16 or mono"))
    }
}

/// Which colours the two sides get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// Blue and red.
    #[default]
    Classic,
    /// Blue and orange, told apart by nearly every eye.
    Safe,
}

impl Palette {
    /// Both.
    pub const ALL: [Palette; 2] = [Palette::Classic, Palette::Safe];

    /// Its name in flags and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Palette::Classic => "classic",
            Palette::Safe => "safe",
        }
    }
}

/// What something is drawn for; the theme knows how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Ordinary text.
    Text,
    /// Text of less weight.
    Faint,
    /// The table that the field lies on.
    Table,
    /// Headings.
    Heading,
    /// What a reader should notice.
    Notice,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// The status line.
    Status,
    /// A key in the hint line.
    KeyName,
    /// The chosen row of a list.
    Chosen,
    /// Stands of the unit under the cursor.
    Selected,
    /// The hex under the cursor.
    Cursor,
    /// The target an order points at.
    Target,
    /// A unit that could be the target.
    Candidate,
    /// A footprint where a move may end.
    Ghost,
    /// A footprint where it may not.
    BadGhost,
    /// The way of a move.
    Path,
    /// A unit that something happens to.
    Struck,
    /// Houses that burn.
    Fire,
    /// The flash of a muzzle, a ball on its way, a spark.
    Flash,
    /// Smoke where colours do not mix.
    Smoke,
    /// Where men fell.
    Fallen,
    /// A flag nobody holds.
    Flag,
    /// Names of places.
    Place,
    /// Contour lines.
    Contour,
    /// The border of a panel.
    Border,
}

const INKS: usize = Ink::Border as usize + 1;

/// Colours of one ink: foreground and background in true colour, the same in sixteen, attributes without colours.
type Recipe = (Option<u32>, Option<u32>, Option<Color>, Option<Color>, Modifier);

const PLAIN: Modifier = Modifier::empty();

/// How far light and shade change the colour of the ground.
const LIGHT: f64 = 0.11;

const fn recipe(ink: Ink) -> Recipe {
    use Color as C;
    let reversed_bold = Modifier::REVERSED.union(Modifier::BOLD);
    let underlined_bold = Modifier::UNDERLINED.union(Modifier::BOLD);
    let all_three = reversed_bold.union(underlined_bold);
    match ink {
        Ink::Text => (None, None, None, None, PLAIN),
        Ink::Faint => (Some(0x8c8c88), None, Some(C::DarkGray), None, PLAIN),
        Ink::Table => (None, Some(0x241d17), None, None, PLAIN),
        Ink::Heading => (Some(0xd8c070), None, Some(C::Yellow), None, Modifier::BOLD),
        Ink::Notice => (Some(0xf0d060), None, Some(C::LightYellow), None, Modifier::BOLD),
        Ink::Good => (Some(0x80c070), None, Some(C::LightGreen), None, PLAIN),
        Ink::Bad => (Some(0xe08060), None, Some(C::LightRed), None, Modifier::BOLD),
        Ink::Status => (Some(0x181610), Some(0xc8af64), Some(C::Black), Some(C::Yellow), Modifier::REVERSED),
        Ink::KeyName => (Some(0xd8c890), None, Some(C::White), None, Modifier::BOLD),
        Ink::Chosen => (Some(0x181610), Some(0xd8c070), Some(C::Black), Some(C::Yellow), Modifier::REVERSED),
        Ink::Selected => (Some(0x101010), Some(0xe8be3c), Some(C::Black), Some(C::Yellow), underlined_bold),
        Ink::Cursor => (Some(0x101010), Some(0xfff6c8), Some(C::Black), Some(C::White), reversed_bold),
        Ink::Target => (Some(0x101010), Some(0xf080c8), Some(C::Black), Some(C::LightMagenta), all_three),
        Ink::Candidate => (Some(0x101010), Some(0xf0b8dc), Some(C::Black), Some(C::Magenta), Modifier::UNDERLINED),
        Ink::Ghost => (Some(0x101420), Some(0xb8c4e8), Some(C::Black), Some(C::White), Modifier::UNDERLINED),
        Ink::BadGhost => (Some(0x402020), Some(0xa09088), Some(C::Red), Some(C::Gray), Modifier::DIM),
        Ink::Path => (Some(0xfff0b0), None, Some(C::LightYellow), None, Modifier::BOLD),
        Ink::Struck => (Some(0x101010), Some(0xf080c8), Some(C::Black), Some(C::LightMagenta), all_three),
        Ink::Fire => (Some(0xffe070), Some(0xc03808), Some(C::LightYellow), Some(C::Red), Modifier::REVERSED),
        Ink::Flash => (Some(0xfff4a0), None, Some(C::LightYellow), None, Modifier::BOLD),
        Ink::Smoke => (Some(0xc8c8c0), None, Some(C::Gray), None, PLAIN),
        Ink::Fallen => (Some(0x3c1410), None, Some(C::Red), None, PLAIN),
        Ink::Flag => (Some(0x101010), Some(0xe0d8c0), Some(C::Black), Some(C::Gray), Modifier::REVERSED),
        Ink::Place => (Some(0xe8e4d0), None, Some(C::White), None, Modifier::ITALIC),
        Ink::Contour => (Some(0x3c502c), None, Some(C::DarkGray), None, Modifier::DIM),
        Ink::Border => (Some(0x60605c), None, Some(C::DarkGray), None, PLAIN),
    }
}

/// The recipe of an ink beside the sides' colours of a palette: where Red is yellow, what is selected is not.
const fn suited(ink: Ink, palette: Palette) -> Recipe {
    let (fg, bg, fg16, bg16, attributes) = recipe(ink);
    match (ink, palette) {
        (Ink::Selected, Palette::Safe) => (fg, bg, fg16, Some(Color::LightCyan), attributes),
        _ => (fg, bg, fg16, bg16, attributes),
    }
}

/// A colour from 0xRRGGBB.
#[must_use]
pub const fn rgb(hex: u32) -> Color {
    Color::Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// The colours in use.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    depth: Depth,
    palette: Palette,
    inks: [Style; INKS],
}

impl Theme {
    /// A theme for that depth and palette.
    #[must_use]
    pub fn new(depth: Depth, palette: Palette) -> Theme {
        let mut inks = [Style::new(); INKS];
        for (place, style) in inks.iter_mut().enumerate() {
            *style = style_of(suited(ALL_INKS[place], palette), depth);
        }
        Theme { depth, palette, inks }
    }

    /// The depth it was made for.
    #[must_use]
    pub const fn depth(&self) -> Depth {
        self.depth
    }

    /// The palette it was made with.
    #[must_use]
    pub const fn palette(&self) -> Palette {
        self.palette
    }

    /// Whether backgrounds can be mixed.
    #[must_use]
    pub fn mixes(&self) -> bool {
        matches!(self.depth, Depth::True | Depth::Indexed)
    }

    /// The style of an ink.
    #[must_use]
    pub const fn ink(&self, ink: Ink) -> Style {
        self.inks[ink as usize]
    }

    /// In how many shades the stands of a side can be drawn.
    #[must_use]
    pub const fn shades(&self) -> usize {
        match self.depth {
            Depth::True | Depth::Indexed => 3,
            Depth::Sixteen => 2,
            Depth::Mono => 1,
        }
    }

    /// The style of a side's stands.
    #[must_use]
    pub fn side(&self, side: Side) -> Style {
        self.side_shade(side, 0)
    }

    /// The style of a side's stands in one of its shades, counted from 0, the usual one.
    #[must_use]
    pub fn side_shade(&self, side: Side, shade: usize) -> Style {
        let shade = shade % self.shades();
        let (true_colours, indexed, sixteen) = side_colours(side, self.palette);
        match (self.depth, side) {
            (Depth::True, _) => Style::new().fg(rgb(0xf4f2ea)).bg(rgb(true_colours[shade])),
            (Depth::Indexed, _) => Style::new().fg(rgb(0xffffff)).bg(rgb(indexed[shade])),
            (Depth::Sixteen, _) if matches!(sixteen[shade], Color::Blue | Color::Red) => {
                Style::new().fg(Color::White).bg(sixteen[shade])
            }
            (Depth::Sixteen, _) => Style::new().fg(Color::Black).bg(sixteen[shade]),
            (Depth::Mono, Side::Blue) => Style::new().add_modifier(Modifier::BOLD),
            (Depth::Mono, Side::Red) => Style::new().add_modifier(Modifier::REVERSED),
        }
    }

    /// The style of a side's name in text.
    #[must_use]
    pub fn side_text(&self, side: Side) -> Style {
        let (true_colour, sixteen) = match (side, self.palette) {
            (Side::Blue, _) => (0x88a8f0, Color::LightBlue),
            (Side::Red, Palette::Classic) => (0xf08880, Color::LightRed),
            (Side::Red, Palette::Safe) => (0xf0a050, Color::Yellow),
        };
        match self.depth {
            Depth::True | Depth::Indexed => Style::new().fg(rgb(true_colour)),
            Depth::Sixteen => Style::new().fg(sixteen),
            Depth::Mono => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    /// Foreground of the texture and background of a hex of ground.
    #[must_use]
    pub fn ground(&self, terrain: Terrain, elevation: i8) -> Style {
        let (texture, ground, texture16, ground16) = ground_colours(terrain);
        match self.depth {
            Depth::Mono => Style::new(),
            Depth::Sixteen => Style::new().fg(texture16).bg(ground16),
            Depth::Indexed => Style::new().fg(rgb(texture)).bg(rgb(indexed_ground(terrain, elevation))),
            Depth::True => {
                let light = f64::from(elevation.clamp(0, 6)) * 0.10;
                let fg = mix(rgb(texture), rgb(0xffffe0), light);
                Style::new().fg(fg).bg(mix(rgb(ground), rgb(0xd8dca0), light * 1.6))
            }
        }
    }

    /// A style of the ground in the light that falls there: 1 is more than usual, -1 less; where colours are few it is as it was.
    #[must_use]
    pub fn lit(&self, style: Style, light: i8) -> Style {
        match style.bg {
            Some(ground) if self.depth == Depth::True && light != 0 => {
                let towards = if light > 0 { rgb(0xf0ecc0) } else { rgb(0x101c10) };
                style.bg(mix(ground, towards, LIGHT))
            }
            _ => style,
        }
    }

    /// The style of a road; the ground's own background shows on terminals that mix.
    #[must_use]
    pub fn road(&self, elevation: i8) -> Style {
        match self.depth {
            Depth::Mono => Style::new(),
            Depth::Sixteen => Style::new().fg(Color::Yellow).bg(Color::Reset),
            Depth::Indexed => Style::new().fg(rgb(0x875f00)).bg(rgb(if elevation > 0 { 0xd7af87 } else { 0xaf875f })),
            Depth::True => {
                let light = f64::from(elevation.clamp(0, 6)) * 0.12;
                Style::new().fg(rgb(0x7c6648)).bg(mix(rgb(0x96805c), rgb(0xfff0d0), light))
            }
        }
    }

    /// The colour of a linear obstacle.
    #[must_use]
    pub fn obstacle(&self, obstacle: battle::Obstacle) -> Color {
        use battle::Obstacle as O;
        let (true_colour, sixteen) = match obstacle {
            O::None => (0, Color::Reset),
            O::Hedge => (0x1c3c18, Color::LightGreen),
            O::Wall | O::Gate => (0xc0b8a8, Color::White),
            O::Fence => (0x8c6c40, Color::Yellow),
            O::Ditch => (0x403424, Color::DarkGray),
            O::Earthwork => (0x6c4820, Color::Yellow),
            O::Stream => (0x4c84c8, Color::LightCyan),
            O::River => (0x2858b0, Color::LightBlue),
        };
        match self.depth {
            Depth::Mono => Color::Reset,
            Depth::Sixteen => sixteen,
            _ => rgb(true_colour),
        }
    }

    /// Tints of shaded overlays: `step` 0 is the strongest of four.
    #[must_use]
    pub fn shade(&self, step: usize) -> Color {
        const SHADES: [u32; 4] = [0xf0e080, 0xd8c868, 0xb8b058, 0x989850];
        rgb(SHADES[step.min(3)])
    }

    /// Tints of range bands and threat: `step` 0 is the worst of four.
    #[must_use]
    pub fn band(&self, step: usize) -> Color {
        const BANDS: [u32; 4] = [0xe86030, 0xd88840, 0xc8a858, 0xa8a870];
        rgb(BANDS[step.min(3)])
    }

    /// Turns true colours of a finished frame into what the terminal shows.
    pub fn finish(&self, canvas: &mut Canvas<'_>) {
        if self.depth != Depth::Indexed {
            return;
        }
        canvas.each(|cell| {
            cell.fg = indexed(cell.fg);
            cell.bg = indexed(cell.bg);
        });
    }
}

const ALL_INKS: [Ink; INKS] = [
    Ink::Text,
    Ink::Faint,
    Ink::Table,
    Ink::Heading,
    Ink::Notice,
    Ink::Good,
    Ink::Bad,
    Ink::Status,
    Ink::KeyName,
    Ink::Chosen,
    Ink::Selected,
    Ink::Cursor,
    Ink::Target,
    Ink::Candidate,
    Ink::Ghost,
    Ink::BadGhost,
    Ink::Path,
    Ink::Struck,
    Ink::Fire,
    Ink::Flash,
    Ink::Smoke,
    Ink::Fallen,
    Ink::Flag,
    Ink::Place,
    Ink::Contour,
    Ink::Border,
];

fn style_of((fg, bg, fg16, bg16, attributes): Recipe, depth: Depth) -> Style {
    let coloured = |fg: Option<Color>, bg: Option<Color>| {
        let style = fg.map_or(Style::new(), |fg| Style::new().fg(fg));
        bg.map_or(style, |bg| style.bg(bg))
    };
    match depth {
        Depth::True | Depth::Indexed => coloured(fg.map(rgb), bg.map(rgb)),
        Depth::Sixteen => coloured(fg16, bg16),
        Depth::Mono => Style::new().add_modifier(attributes),
    }
}

/// The shades of a side's stands: in true colour, in colours that the 256 have, in sixteen.
const fn side_colours(side: Side, palette: Palette) -> ([u32; 3], [u32; 3], [Color; 2]) {
    use Color as C;
    match (side, palette) {
        (Side::Blue, Palette::Classic) => {
            ([0x263c96, 0x4660c4, 0x1a2660], [0x0000af, 0x5f5fd7, 0x00005f], [C::Blue, C::LightBlue])
        }
        (Side::Red, Palette::Classic) => {
            ([0x962020, 0xbc4a44, 0x5e1010], [0xaf0000, 0xd75f5f, 0x5f0000], [C::Red, C::LightRed])
        }
        (Side::Blue, Palette::Safe) => {
            ([0x004ca8, 0x2c70c8, 0x002c6c], [0x005faf, 0x0087d7, 0x00005f], [C::Blue, C::LightBlue])
        }
        (Side::Red, Palette::Safe) => {
            ([0xd55e00, 0xa84400, 0x7c3000], [0xd75f00, 0xaf5f00, 0xaf0000], [C::Yellow, C::LightYellow])
        }
    }
}

/// Texture and ground in true colour, then in sixteen.
const fn ground_colours(terrain: Terrain) -> (u32, u32, Color, Color) {
    use Color as C;
    match terrain {
        Terrain::Open => (0x789050, 0x58703c, C::Green, C::Reset),
        Terrain::Crops => (0xb0a850, 0x788040, C::Yellow, C::Reset),
        Terrain::Ploughed => (0x605038, 0x786848, C::Yellow, C::Reset),
        Terrain::Rough => (0x989070, 0x606444, C::Gray, C::Reset),
        Terrain::LightWoods => (0x508848, 0x3c6034, C::LightGreen, C::Reset),
        Terrain::Woods => (0x407840, 0x264a28, C::Black, C::Green),
        Terrain::DenseWoods => (0x306034, 0x183820, C::Black, C::Green),
        Terrain::Marsh => (0x709890, 0x485a54, C::Cyan, C::Reset),
        Terrain::WoodenBuilding => (0x705034, 0xa07c58, C::Black, C::Gray),
        Terrain::BrickBuilding => (0x6c3c34, 0xa4604c, C::Black, C::Gray),
        Terrain::StoneBuilding => (0x705850, 0xa4806c, C::Black, C::Gray),
        Terrain::Court => (0x8c8064, 0xb8a888, C::Gray, C::Reset),
        Terrain::Works => (0x584428, 0x887048, C::Yellow, C::DarkGray),
        Terrain::Water => (0x6094d8, 0x305898, C::Black, C::Cyan),
        Terrain::Impassable => (0x505050, 0x303030, C::DarkGray, C::Black),
    }
}

/// The ground in colours that the 256 have exactly; the nearest to the true ones would be greys.
const fn indexed_ground(terrain: Terrain, elevation: i8) -> u32 {
    match (terrain, elevation) {
        (Terrain::Open, 1) => 0x87af5f,
        (Terrain::Open, 2) => 0x87af87,
        (Terrain::Open, 3..) => 0xafaf87,
        (Terrain::Open, _) => 0x5f875f,
        (Terrain::Crops, _) => 0xafaf5f,
        (Terrain::Ploughed | Terrain::Works, _) => 0x875f00,
        (Terrain::Rough, _) => 0x87875f,
        (Terrain::LightWoods, _) => 0x5f8700,
        (Terrain::Woods | Terrain::DenseWoods, _) => 0x005f00,
        (Terrain::Marsh, _) => 0x5f8787,
        (Terrain::BrickBuilding, _) => 0xaf5f5f,
        (Terrain::Court, _) => 0xafaf87,
        (Terrain::WoodenBuilding | Terrain::StoneBuilding, _) => 0xaf8787,
        (Terrain::Water, _) => 0x005faf,
        (Terrain::Impassable, _) => 0x444444,
    }
}

/// A colour between two; anything but true colours stays as it is.
#[must_use]
pub fn mix(from: Color, to: Color, share: f64) -> Color {
    match (from, to) {
        (Color::Rgb(r, g, b), Color::Rgb(to_r, to_g, to_b)) => {
            let part = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share) as u8;
            Color::Rgb(part(r, to_r), part(g, to_g), part(b, to_b))
        }
        _ => from,
    }
}

/// A colour in which a sign is read on a ground: nearly white on dark, nearly black on pale.
#[must_use]
pub fn on_top(ground: Color) -> Color {
    match ground {
        Color::Rgb(r, g, b) if 2 * u16::from(r) + 3 * u16::from(g) + u16::from(b) > 720 => rgb(0x10_10_08),
        _ => rgb(0xff_ff_f0),
    }
}

/// The nearest of the 256 colours: the cube or the greys.
#[must_use]
pub fn indexed(colour: Color) -> Color {
    let Color::Rgb(r, g, b) = colour else { return colour };
    let step = |value: u8| {
        if value < 48 {
            0
        } else if value < 115 {
            1
        } else {
            (value - 35) / 40
        }
    };
    let level = |step: u8| if step == 0 { 0 } else { 55 + i32::from(step) * 40 };
    let apart = |x: i32, y: i32, z: i32| {
        let (x, y, z) = (x - i32::from(r), y - i32::from(g), z - i32::from(b));
        x * x + y * y + z * z
    };
    let (cr, cg, cb) = (step(r), step(g), step(b));
    let grey = ((i32::from(r) + i32::from(g) + i32::from(b)) / 3 - 3).clamp(0, 233) / 10;
    let grey_level = 8 + grey * 10;
    if apart(grey_level, grey_level, grey_level) < apart(level(cr), level(cg), level(cb)) {
        Color::Indexed(232 + grey as u8)
    } else {
        Color::Indexed(16 + 36 * cr + 6 * cg + cb)
    }
}

//! What is drawn for terrain, stands and marks, with and without Unicode.

use battle::{Arm, Arrangement, Conditions, Kind, MarkInfo, Marks, Sense, Terrain};
use hexes::{Direction, Facing};

use crate::canvas::Canvas;
use crate::map::traces::Gait;

/// Which characters the terminal shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// All of Unicode that a monospaced font has.
    #[default]
    Unicode,
    /// Seven bits.
    Ascii,
}

impl Glyphs {
    /// Houses that burn, in either.
    pub const FLAME: char = '^';
    /// Both.
    pub const ALL: [Glyphs; 2] = [Glyphs::Unicode, Glyphs::Ascii];

    /// What the locale says, by `LC_ALL`, `LC_CTYPE` and `LANG`; Unicode when nothing is said.
    #[must_use]
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Glyphs {
        let said = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
        let unicode = said.is_none_or(|value| {
            let value = value.to_ascii_lowercase();
            value.contains("utf-8") || value.contains("utf8")
        });
        if unicode { Glyphs::Unicode } else { Glyphs::Ascii }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Glyphs {
        match self {
            Glyphs::Unicode => Glyphs::Ascii,
            Glyphs::Ascii => Glyphs::Unicode,
        }
    }

    /// Its name in flags and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Glyphs::Unicode => "unicode",
            Glyphs::Ascii => "ascii",
        }
    }

    const fn pick(self, unicode: [char; 2], ascii: [char; 2]) -> [char; 2] {
        match self {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }

    /// The two characters of a stand, which say its arm and point where it faces.
    #[must_use]
    pub fn stand(self, arm: Arm, facing: Facing, arrangement: Arrangement, marks: Conditions) -> [char; 2] {
        if marks.mean(Sense::Gone) {
            return self.pick(['×', '×'], ['x', 'x']);
        }
        let looks = if marks.mean(Sense::Routing) { facing.opposite() } else { facing };
        match (arm, arrangement) {
            (_, Arrangement::Square | Arrangement::Block | Arrangement::Garrison) => self.pick(['▪', '▪'], ['#', '#']),
            (Arm::Infantry, _) => self.infantry(looks),
            (Arm::Cavalry, _) => self.with_arrow('◆', '%', looks),
            (Arm::Artillery, Arrangement::Limbered) => self.with_arrow('○', 'o', looks),
            (Arm::Artillery, _) if marks.mean(Sense::Limbered) => self.with_arrow('○', 'o', looks),
            (Arm::Artillery, _) => self.with_arrow('●', '@', looks),
        }
    }

    fn infantry(self, facing: Facing) -> [char; 2] {
        const UNICODE: [[char; 2]; 6] = [['▴', '▴'], ['▴', '▸'], ['▾', '▸'], ['▾', '▾'], ['◂', '▾'], ['◂', '▴']];
        const ASCII: [[char; 2]; 6] = [['^', '^'], ['^', '>'], ['v', '>'], ['v', 'v'], ['<', 'v'], ['<', '^']];
        self.pick(UNICODE[facing.index()], ASCII[facing.index()])
    }

    fn with_arrow(self, arm: char, plain: char, facing: Facing) -> [char; 2] {
        const ARROWS: [char; 6] = ['↑', '↗', '↘', '↓', '↙', '↖'];
        const SIGNS: [char; 6] = ['^', '>', ')', 'v', '(', '<'];
        let west = matches!(facing, Facing::WestSouthWest | Facing::WestNorthWest);
        let sign = SIGNS[facing.index()];
        self.pick([arm, ARROWS[facing.index()]], if west { [sign, plain] } else { [plain, sign] })
    }

    /// The arrow of a facing.
    #[must_use]
    pub const fn arrow(self, facing: Facing) -> char {
        const ARROWS: [char; 6] = ['↑', '↗', '↘', '↓', '↙', '↖'];
        const SIGNS: [char; 6] = ['^', '/', '\\', 'v', '/', '\\'];
        match self {
            Glyphs::Unicode => ARROWS[facing as usize],
            Glyphs::Ascii => SIGNS[facing as usize],
        }
    }

    /// The signs of the conditions a unit is in, worst first, each with its name for the legend.
    pub fn badges(self, marks: Conditions) -> impl Iterator<Item = (char, &'static str)> {
        marks.infos().filter_map(|info| info.sign).map(move |sign| match self {
            Glyphs::Unicode => (sign.unicode, sign.name),
            Glyphs::Ascii => (sign.ascii, sign.name),
        })
    }

    /// The signs of the conditions of that kind, worst first.
    #[must_use]
    pub fn signs(self, marks: Conditions, kind: Kind) -> Vec<char> {
        let signs = marks.infos().filter(|info| info.kind == kind).filter_map(|info| info.sign);
        signs.map(|sign| if self == Glyphs::Unicode { sign.unicode } else { sign.ascii }).collect()
    }

    /// A unit in square, before its label.
    #[must_use]
    pub const fn square(self) -> char {
        match self {
            Glyphs::Unicode => '▪',
            Glyphs::Ascii => '#',
        }
    }

    /// What stands beside the order that a lesson asks for.
    #[must_use]
    pub const fn asked(self) -> &'static str {
        match self {
            Glyphs::Unicode => "◄ ",
            Glyphs::Ascii => "< ",
        }
    }

    /// Every sign with its name, for the legend of a system with those marks.
    pub fn legend(self, marks: &'static [MarkInfo]) -> impl Iterator<Item = (char, &'static str)> {
        let flag = "an objective, in its holder's colour";
        let goal = (self.goal(), "ground of an objective");
        let others = [(self.leader(), "a leader"), (self.flag(), flag), goal, (self.square(), "in square")];
        others.into_iter().chain(self.badges(Conditions::of(Marks::all(), marks)))
    }

    /// Texture of a terrain at a hex: two characters, sparse where `dense` is not asked for.
    #[must_use]
    pub fn texture(self, terrain: Terrain, noise: u32, density: Density) -> [char; 2] {
        let (pair, plain, one_in) = texture(terrain);
        let pair = self.pick(pair, plain);
        let one_in = if density == Density::Full && terrain != Terrain::Open { 1 } else { one_in };
        let show = |part: u32| (noise >> (8 * part)).is_multiple_of(one_in);
        [if show(0) { pair[0] } else { ' ' }, if show(1) { pair[1] } else { ' ' }]
    }

    /// A contour or obstacle on sides of a hex's right and left half: the character for what runs below and beside.
    #[must_use]
    pub const fn side_line(self, below: bool, beside: bool, weight: Weight) -> char {
        match (self, weight, below, beside) {
            (_, _, false, false) => ' ',
            (Glyphs::Unicode, Weight::Thin, true, _) => '▁',
            (Glyphs::Unicode, Weight::Thin, false, true) => '▕',
            (Glyphs::Unicode, Weight::Thick, true, false) => '▂',
            (Glyphs::Unicode, Weight::Thick, false, true) => '▐',
            (Glyphs::Unicode, Weight::Thick, true, true) => '▟',
            (Glyphs::Ascii, _, true, _) => '_',
            (Glyphs::Ascii, _, false, true) => '|',
        }
    }

    /// Between two units that touch and are drawn alike.
    #[must_use]
    pub const fn seam(self) -> char {
        match self {
            Glyphs::Unicode => '▏',
            Glyphs::Ascii => '|',
        }
    }

    /// Between stands of one unit that stand apart, along that side of a hex.
    #[must_use]
    pub const fn thread(self, along: Direction) -> char {
        let signs = match self {
            Glyphs::Unicode => ['─', '╲', '╱'],
            Glyphs::Ascii => ['-', '\\', '/'],
        };
        match along {
            Direction::East | Direction::West => signs[0],
            Direction::SouthEast | Direction::NorthWest => signs[1],
            Direction::SouthWest | Direction::NorthEast => signs[2],
        }
    }

    /// A leader's star.
    #[must_use]
    pub const fn leader(self) -> char {
        match self {
            Glyphs::Unicode => '★',
            Glyphs::Ascii => '*',
        }
    }

    /// A stand that has fallen, a wall that is down.
    #[must_use]
    pub const fn fallen(self) -> char {
        match self {
            Glyphs::Unicode => '✗',
            Glyphs::Ascii => 'x',
        }
    }

    /// The flash of a muzzle, or the spark of a blow.
    #[must_use]
    pub const fn flash(self) -> char {
        match self {
            Glyphs::Unicode => '✶',
            Glyphs::Ascii => '*',
        }
    }

    /// A ball on its way.
    #[must_use]
    pub const fn ball(self) -> char {
        match self {
            Glyphs::Unicode => '•',
            Glyphs::Ascii => 'o',
        }
    }

    /// Where men fell, just now or some turns ago.
    #[must_use]
    pub const fn body(self, long_ago: bool) -> char {
        match (self, long_ago) {
            (Glyphs::Unicode, false) => '×',
            (Glyphs::Ascii, false) => 'x',
            (_, true) => ',',
        }
    }

    /// The tracks of who charged or ran.
    #[must_use]
    pub const fn track(self, gait: Gait) -> char {
        match (self, gait) {
            (Glyphs::Unicode, Gait::Dash) => '▵',
            (Glyphs::Ascii, Gait::Dash) => '^',
            (_, Gait::Flight) => '\'',
        }
    }

    /// A road where colours do not mix.
    #[must_use]
    pub const fn road(self) -> char {
        match self {
            Glyphs::Unicode => '░',
            Glyphs::Ascii => ':',
        }
    }

    /// A cell of smoke, by its thickness from 0 to 2; `grain` is a number that looks random. As a veil it lies over a colour mixed
    /// with its own; where colours do not mix it has a sign of its own, for roads are textured there.
    #[must_use]
    pub const fn smoke(self, level: usize, grain: u32, veil: bool) -> char {
        const VEIL: [[char; 3]; 3] = [[' ', ' ', '░'], [' ', '░', '░'], ['░', '▒', '░']];
        const PUFFS: [[bool; 3]; 3] = [[false, false, true], [false, true, true], [true, true, true]];
        let level = if level > 2 { 2 } else { level };
        match self {
            Glyphs::Unicode if veil => VEIL[level][grain as usize % 3],
            _ if !PUFFS[level][grain as usize % 3] => ' ',
            Glyphs::Unicode => '°',
            Glyphs::Ascii => '&',
        }
    }

    /// An objective's flag.
    #[must_use]
    pub const fn flag(self) -> char {
        match self {
            Glyphs::Unicode => '⚑',
            Glyphs::Ascii => 'P',
        }
    }

    /// Ground that belongs to a goal.
    #[must_use]
    pub const fn goal(self) -> char {
        match self {
            Glyphs::Unicode => '⚐',
            Glyphs::Ascii => 'p',
        }
    }

    /// The place that a command is bound for.
    #[must_use]
    pub const fn aim(self) -> char {
        match self {
            Glyphs::Unicode => '◎',
            Glyphs::Ascii => 'O',
        }
    }

    /// A hex on the way there.
    #[must_use]
    pub const fn bound(self) -> char {
        match self {
            Glyphs::Unicode => '•',
            Glyphs::Ascii => '+',
        }
    }

    /// The edge of where a leader is heard.
    #[must_use]
    pub const fn heard(self) -> char {
        match self {
            Glyphs::Unicode => '∘',
            Glyphs::Ascii => '.',
        }
    }

    /// A unit that does not hear its leader.
    #[must_use]
    pub const fn stray(self) -> char {
        '!'
    }

    /// Makes a finished frame seven-bit where it must be.
    pub fn finish(self, canvas: &mut Canvas<'_>) {
        if self == Glyphs::Unicode {
            return;
        }
        canvas.each(|cell| {
            let first = cell.symbol().chars().next().unwrap_or(' ');
            if !first.is_ascii() {
                cell.set_char(plain(first));
            }
        });
    }
}

/// How much of a texture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Density {
    /// Here and there, where the background says what it is.
    Sparse,
    /// On every hex, where nothing else says what it is.
    Full,
}

/// How heavy a line on a hex side is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// A contour.
    Thin,
    /// A hedge, a wall, a stream.
    Thick,
}

/// Texture in Unicode and in ASCII, and in one of how many half hexes it shows.
const fn texture(terrain: Terrain) -> ([char; 2], [char; 2], u32) {
    match terrain {
        Terrain::Open => (['·', ','], ['.', ','], 37),
        Terrain::Crops => (['ⁿ', '\''], ['"', '\''], 2),
        Terrain::Ploughed => (['≡', '='], ['=', '='], 3),
        Terrain::Rough => (['∴', '^'], [':', '^'], 3),
        Terrain::LightWoods => (['♣', '·'], ['t', '.'], 4),
        Terrain::Woods => (['♣', '♠'], ['T', 't'], 2),
        Terrain::DenseWoods => (['♠', '♣'], ['T', 'T'], 1),
        Terrain::Marsh => (['~', '-'], ['~', '-'], 3),
        Terrain::WoodenBuilding => (['▖', '▗'], ['m', 'm'], 2),
        Terrain::BrickBuilding => (['▄', '▗'], ['n', 'm'], 2),
        Terrain::StoneBuilding => (['▄', '▖'], ['n', 'n'], 2),
        Terrain::Court => (['∷', '·'], [':', '.'], 2),
        Terrain::Works => (['▚', '▞'], ['#', '='], 1),
        Terrain::Water => (['≈', '~'], ['~', '~'], 2),
        Terrain::Impassable => (['▒', '▒'], ['X', 'X'], 1),
    }
}

/// The nearest seven-bit character.
const fn plain(c: char) -> char {
    match c {
        '─' | '━' | '–' | '—' | '−' | '═' => '-',
        '│' | '┃' | '▕' | '▏' | '▌' | '▐' | '▎' => '|',
        '┌' | '┐' | '└' | '┘' | '╭' | '╮' | '╰' | '╯' | '├' | '┤' => '+',
        '·' | '•' | '∘' => '.',
        '…' => '~',
        '⚑' => 'P',
        '⚐' => 'p',
        '▸' | '→' | '›' | '»' | '❯' => '>',
        '←' | '‹' | '«' | '◄' => '<',
        '↑' | '▴' | '▲' => '^',
        '↓' | '▾' | '▼' => 'v',
        '“' | '”' => '"',
        '‘' | '’' => '\'',
        '×' => 'x',
        '▁' | '▂' => '_',
        '▃' | '▄' | '▅' => '=',
        '▆' | '▇' | '█' | '▀' | '▟' | '▪' | '■' => '#',
        '●' | '◆' | '★' => '*',
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' => 'o',
        'ù'..='ü' => 'u',
        'É' | 'È' => 'E',
        'Ä' | 'À' => 'A',
        'Ö' => 'O',
        'Ü' => 'U',
        'ß' => 's',
        _ => '?',
    }
}

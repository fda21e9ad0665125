//! One line of sight: what stands beside it and whether that blocks (EA-LOS-3 to 10).

use std::cell::OnceCell;

use battle::{Corridor, Footprint, Terrain, UnitId, rule};
use hexes::{Hex, Midpoint};

use crate::space::measure;
use crate::{Class, War, class};

/// Twice the half-width in hexes of the corridor whose hexes a line itself runs through.
const ON_LINE: i64 = 1;

/// Screens that most veils have room for.
const USUAL: usize = 64;

/// Heights above own ground in quarter levels (EA-LOS-9).
const FOOT: i64 = 2;
const HORSE: i64 = 3;
const TREES: i64 = 4;
const LEVEL: i64 = 4;

/// Who looks at whom: what the lines between two Units have in common.
pub(crate) struct Look<'a> {
    /// The war.
    pub(crate) war: &'a War,
    /// The Unit that looks, if one does; it never blocks its own sight.
    pub(crate) viewer: Option<UnitId>,
    /// The Unit that is looked at, if it is one.
    pub(crate) viewed: Option<UnitId>,
    /// Hexes of either that do not block.
    pub(crate) own: [Footprint; 2],
    /// Where the lines start.
    pub(crate) eye: Midpoint,
}

/// A hex that may block: woods, a town or work, a Unit or a height.
#[derive(Clone, Copy)]
struct Screen {
    hex: Hex,
    elevation: i8,
    wood: bool,
    body: Body,
}

/// The Unit on a hex, by how it blocks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Body {
    None,
    Friend,
    Foe(u8),
}

/// The screens in the corridor around a line. Most veils are empty and allocate nothing.
pub(crate) struct Veil {
    screens: Vec<Screen>,
    /// Greatest elevation where the lines start.
    eye: i64,
}

/// A line in the coordinates of EA-LOS-4, with its ends' heights.
struct Line {
    start: Midpoint,
    x: i64,
    y: i64,
    square: i64,
    heights: [i64; 2],
    steps: i64,
    /// What the ends may see through of woods and crests, as [`Look::runs`] has it: looked up where something asks for it.
    woods: OnceCell<[i64; 2]>,
    crests: OnceCell<[i64; 2]>,
}

impl Line {
    /// The line as geometry only.
    fn bare(start: Midpoint, x: i64, y: i64) -> Line {
        let steps = if x.abs() > y.abs() { (x.abs() + y.abs() + 3) / 4 } else { (y.abs() + 1) / 2 };
        let square = (x * x + 3 * y * y).max(1);
        let (woods, crests) = (OnceCell::new(), OnceCell::new());
        Line { start, x, y, square, heights: [0; 2], steps: steps.max(1), woods, crests }
    }

    /// `(C, P)` of EA-LOS-4 for a hex: how far aside (its sign the hand), how far along.
    #[inline]
    fn place(&self, hex: Hex) -> (i64, i64) {
        let point = Midpoint::from(hex);
        let (x, y) = (i64::from(point.x - self.start.x), i64::from(point.y - self.start.y));
        (self.x * y - self.y * x, x * self.x + 3 * y * self.y)
    }

    /// Whether a hex so many steps from the start is within a run of that many steps from either end.
    fn admits(&self, runs: [i64; 2], along: i64) -> bool {
        let step = (2 * along * self.steps + self.square) / (2 * self.square);
        step <= runs[0] || self.steps - step <= runs[1]
    }
}

impl Veil {
    /// Whether nothing at all may block.
    pub(crate) fn is_empty(&self) -> bool {
        self.screens.is_empty()
    }
}

impl Look<'_> {
    /// Hexes between the nearest stands of both.
    pub(crate) fn apart(&self) -> i32 {
        self.own[0].distance(&self.own[1])
    }

    /// Whether something on the line to `end` blocks it on its own: the outright test of EA-LOS-4, which decides most
    /// lines that are not clear, looks at a fifth of the hexes of a whole veil and ends with the first that blocks.
    pub(crate) fn is_cut(&self, end: Midpoint, lowest: i8) -> bool {
        let [eye, foot] = self.heights_at(self.eye);
        let (line, low) = (self.line_to(end, eye), lowest.min(foot as i8));
        let cuts = |screen: &Screen| self.is_on(&line, screen);
        let ground = |hex: Hex| self.ground_screen(hex, low).is_some_and(|screen| cuts(&screen));
        let cut = self.any_unit_screen(end, ON_LINE, |screen| cuts(&screen))
            || self.corridor_of(end, ON_LINE).any_screen(self.war.field(), ground);
        cut && screens_block()
    }

    /// Everything that may block the line to `end`, or a line to a hex of that side beside it: the corridor as wide as
    /// blockers together matter (EA-LOS-4). `lowest` is the least elevation of the places looked at.
    pub(crate) fn veil(&self, end: Midpoint, lowest: i8) -> Veil {
        let [eye, foot] = self.heights_at(self.eye);
        let mut screens = Vec::new();
        if !screens_block() {
            return Veil { screens, eye };
        }
        let (low, width) = (lowest.min(foot as i8), self.corridor_width());
        self.corridor_of(end, width).screens(self.war.field(), |hex| {
            if let Some(screen) = self.ground_screen(hex, low) {
                // Room for most veils at once.
                screens.reserve(if screens.is_empty() { USUAL } else { 1 });
                screens.push(screen);
            }
        });
        self.any_unit_screen(end, width, |screen| {
            screens.push(screen);
            false
        });
        Veil { screens, eye }
    }

    /// Twice the half-width of the corridor in hexes: 1 + BW, or more for wider footprints.
    fn corridor_width(&self) -> i64 {
        let options = self.war.options();
        1 + i64::from(options.base_width.max(options.files.into()).max(options.ranks.into()))
    }

    /// Calls for every hex of the map strictly between the ends and within half of (1 + BW) hexes of the line.
    #[cfg(test)]
    pub(crate) fn corridor(&self, end: Midpoint, call: impl FnMut(Hex)) {
        self.corridor_of(end, self.corridor_width()).each(call);
    }

    fn corridor_of(&self, end: Midpoint, width: i64) -> Corridor {
        Corridor::new(self.eye, end, width, self.war.field().ground().grid())
    }

    /// What of the ground on the hex may block, seen from no lower than `low`.
    fn ground_screen(&self, hex: Hex, low: i8) -> Option<Screen> {
        let cell = self.war.field().ground().cell(hex)?;
        let wood = hides(cell.terrain);
        let high = cell.elevation > low || (cell.elevation == low && low > 0);
        if !(wood || high) || self.own.iter().any(|print| print.contains(hex)) {
            return None;
        }
        Some(Screen { hex, elevation: cell.elevation, wood, body: Body::None })
    }

    /// Whether any stand of all other Units in the corridor is as asked; after the first that is, no more are asked about.
    fn any_unit_screen(&self, end: Midpoint, width: i64, mut asked: impl FnMut(Screen) -> bool) -> bool {
        let (x, y) = (i64::from(end.x - self.eye.x), i64::from(end.y - self.eye.y));
        let line = Line::bare(self.eye, x, y);
        let extent = i64::from(self.war.options().files + 2 * self.war.options().ranks);
        let margin = 4 * line.square.isqrt() * (extent + 1);
        for unit in self.war.field().present().filter(|unit| Some(*unit) != self.viewer && Some(*unit) != self.viewed) {
            let pose = self.war.pose(unit);
            let (aside, along) = line.place(pose.anchor);
            let beside = 3 * aside * aside >= 4 * (width + extent) * (width + extent) * line.square;
            if beside || along < -margin || along > line.square + margin {
                continue;
            }
            let body = self.body(unit);
            for hex in measure::stands_of(self.war, &pose) {
                let (aside, along) = line.place(hex);
                if along > 0 && along < line.square && 3 * aside * aside < 4 * width * width * line.square {
                    let elevation = self.war.field().ground().elevation(hex);
                    if asked(Screen { hex, elevation, wood: false, body }) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn body(&self, unit: UnitId) -> Body {
        if self.viewer.is_some_and(|viewer| self.war.side(viewer) == self.war.side(unit)) {
            return Body::Friend;
        }
        Body::Foe(if class(self.war, unit) == Class::Cavalry { HORSE } else { FOOT } as u8)
    }

    /// Whether nothing in the veil blocks the line to `end` on its own.
    pub(crate) fn open(&self, end: Midpoint, veil: &Veil) -> bool {
        let line = self.line_to(end, veil.eye);
        !veil.screens.iter().any(|screen| self.is_on(&line, screen))
    }

    /// Whether a line runs through a screen that blocks it.
    fn is_on(&self, line: &Line, screen: &Screen) -> bool {
        let (aside, along) = line.place(screen.hex);
        let on_line = along > 0 && along < line.square && 3 * aside * aside < 4 * line.square;
        on_line && self.blocks(line, screen, along)
    }

    /// Whether two blockers beside the line to `end`, on which there is none, leave less than half BW between them
    /// (EA-LOS-4); `veil` is the one of that line, so that all in it lies between its ends.
    pub(crate) fn is_pinched(&self, end: Midpoint, veil: &Veil) -> bool {
        let line = self.line_to(end, veil.eye);
        let width = i64::from(self.war.options().base_width);
        let mut beside = Beside::default();
        for screen in &veil.screens {
            let (aside, along) = line.place(screen.hex);
            if self.blocks(&line, screen, along) {
                beside.blockers.push((aside, along));
            }
        }
        beside.closes(&line, width) && rule!("EA-LOS-4")
    }

    /// The line to `end` from `eye`, the greatest elevation where it starts.
    fn line_to(&self, end: Midpoint, eye: i64) -> Line {
        let (x, y) = (i64::from(end.x - self.eye.x), i64::from(end.y - self.eye.y));
        Line { heights: [eye, self.heights_at(end)[0]], ..Line::bare(self.eye, x, y) }
    }

    /// How far either end of a line sees into the woods and towns it lies in.
    fn woods(&self, line: &Line) -> [i64; 2] {
        *line.woods.get_or_init(|| self.runs(line, |hex| hides(self.war.field().ground().terrain(hex))))
    }

    /// How far either end of a line sees along ground as high as the higher of both.
    fn crests(&self, line: &Line) -> [i64; 2] {
        let top = line.heights[0].max(line.heights[1]);
        let crest = |hex| i64::from(self.war.field().ground().elevation(hex)) == top;
        *line.crests.get_or_init(|| self.runs(line, crest))
    }

    /// How many steps from either end the line runs unbroken over such hexes, at most BW; -1 at an end that is not on
    /// such a hex itself. A run over the whole line counts from one end only.
    fn runs(&self, line: &Line, such: impl Fn(Hex) -> bool) -> [i64; 2] {
        let on = |step: i64| sample(line, step).into_iter().any(&such);
        let limit = i64::from(self.war.options().base_width);
        let run = |from: i64, way: i64| (1..line.steps).take_while(|step| on(from + way * step)).count() as i64;
        let ahead = if on(0) { run(0, 1) } else { -1 };
        let whole = ahead == line.steps - 1;
        let back = if !whole && on(line.steps) { run(line.steps, -1).min(limit) } else { -1 };
        [ahead.min(limit), back]
    }

    /// Greatest and least elevation of the hexes nearest to a place.
    fn heights_at(&self, place: Midpoint) -> [i64; 2] {
        if let Some(hex) = place.hex() {
            return [self.war.field().ground().elevation(hex).into(); 2];
        }
        let [one, other] = nearest(i64::from(place.x), i64::from(place.y), 1, (1, 0));
        let [one, other] = [one, other].map(|hex| i64::from(self.war.field().ground().elevation(hex)));
        [one.max(other), one.min(other)]
    }

    /// Whether the screen blocks the line for any of its reasons.
    fn blocks(&self, line: &Line, screen: &Screen, along: i64) -> bool {
        (self.hill_blocks(line, screen, along) && rule!("EA-LOS-8"))
            || self.wood_blocks(line, screen, along)
            || self.unit_blocks(line, screen, along)
    }

    /// Hills (EA-LOS-8): higher ground blocks, crest or plateau beyond BW, lower ground above the straight line.
    fn hill_blocks(&self, line: &Line, screen: &Screen, along: i64) -> bool {
        let ([eye, seen], height) = (line.heights, i64::from(screen.elevation));
        let top = eye.max(seen);
        if height == top && (eye != seen || top > 0) {
            let [ours, theirs] = self.crests(line);
            let ends = [if eye == top { ours } else { -1 }, if seen == top { theirs } else { -1 }];
            return !line.admits(ends, along);
        }
        height > top || (height < top && height * line.square > eye * (line.square - along) + seen * along)
    }

    /// Woods and towns (EA-LOS-6): seen through only for BW next to an end that lies in them; so Units that line an
    /// edge and those outside see each other (EA-LOS-7).
    fn wood_blocks(&self, line: &Line, screen: &Screen, along: i64) -> bool {
        let shown = || line.admits(self.woods(line), along) && rule!("EA-LOS-6") && rule!("EA-LOS-7");
        screen.wood && !shown() && !self.sees_over(line, screen, TREES, along)
    }

    /// Units (EA-LOS-10): nobody sees over them but Guns on a hill, and those not over friends.
    fn unit_blocks(&self, line: &Line, screen: &Screen, along: i64) -> bool {
        match screen.body {
            Body::None => false,
            Body::Friend => true,
            Body::Foe(height) => !self.sees_over(line, screen, height.into(), along),
        }
    }

    /// Guns on a hill see over what is lower than their eye in the nearer half of the line (EA-LOS-9), or anywhere
    /// under `guns_over_all` (EA-RES-31).
    fn sees_over(&self, line: &Line, screen: &Screen, height: i64, along: i64) -> bool {
        let guns = self.viewer.is_some_and(|viewer| class(self.war, viewer) == Class::Guns) || !rule!("EA-LOS-10");
        let [eye, _] = line.heights;
        let near = 2 * along <= line.square || (self.war.options().guns_over_all && rule!("EA-RES-31"));
        let lower = LEVEL * i64::from(screen.elevation) + height < LEVEL * eye + FOOT;
        guns && eye >= 1 && near && lower && rule!("EA-LOS-9")
    }
}

/// Blockers beside a line, `(C, P)` each.
#[derive(Default)]
struct Beside {
    blockers: Vec<(i64, i64)>,
}

impl Beside {
    /// Whether two on opposite sides, no further apart along the line than a hex, leave too small a gap.
    fn closes(&self, line: &Line, width: i64) -> bool {
        let blockers = &self.blockers;
        let limit = 4 * (2 + width) * (2 + width) * line.square;
        blockers.iter().filter(|(aside, _)| *aside > 0).any(|(right, along)| {
            blockers.iter().filter(|(aside, _)| *aside < 0).any(|(left, abreast)| {
                let (gap, apart) = (right - left, along - abreast);
                apart * apart <= 16 * line.square && 3 * gap * gap < limit
            })
        })
    }
}

/// What hides men: woods and towns, and works like towns (EA-TERRAIN-9).
fn hides(terrain: Terrain) -> bool {
    terrain.is_woods() || terrain.is_building() || terrain == Terrain::Works
}

/// The hexes that a line is nearest to after so many steps; two different ones at a tie.
fn sample(line: &Line, step: i64) -> [Hex; 2] {
    let (x, y) = (i64::from(line.start.x), i64::from(line.start.y));
    nearest(x * line.steps + line.x * step, y * line.steps + line.y * step, line.steps, (-3 * line.y, line.x))
}

/// The hexes nearest to the point `(x, y) / scale`, once nudged towards `aside` and once away from it.
#[inline]
fn nearest(x: i64, y: i64, scale: i64, aside: (i64, i64)) -> [Hex; 2] {
    const FINE: i64 = 1 << 14;
    let (x, y, whole) = (x * FINE, y * FINE, 4 * scale * FINE);
    [1, -1].map(|hand| round(x + hand * aside.0, y + hand * aside.1, whole))
}

/// The hex around a point given in doubled plane coordinates times `whole / 4`.
#[inline]
fn round(x: i64, y: i64, whole: i64) -> Hex {
    let exact = [x - y, 2 * y, -x - y];
    let rounded = exact.map(|value| (2 * value + whole).div_euclid(2 * whole));
    let error = |axis: usize| (rounded[axis] * whole - exact[axis]).abs();
    let [q, r, s] = rounded;
    if error(0) > error(1) && error(0) > error(2) {
        Hex::new((-r - s) as i16, r as i16)
    } else if error(1) > error(2) {
        Hex::new(q as i16, (-q - s) as i16)
    } else {
        Hex::new(q as i16, r as i16)
    }
}

/// Whether what stands on a line blocks it at all (EA-LOS-3).
fn screens_block() -> bool {
    rule!("EA-LOS-3")
}

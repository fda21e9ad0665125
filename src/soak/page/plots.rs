//! Plots as SVG: marks with their intervals, in rows or over numbers. Colours are names for the page's style: ink, soft ink,
//! rules, Blue, Red and paper. What colours tell shapes tell too.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use crate::turns::Place;

const INK: RGBColor = RGBColor(0x11, 0x11, 0x11);
const SOFT: RGBColor = RGBColor(0x66, 0x66, 0x66);
const RULE: RGBColor = RGBColor(0xDD, 0xDD, 0xDD);
const BLUE_INK: RGBColor = RGBColor(0, 0, 0xFF);
const RED_INK: RGBColor = RGBColor(0xFF, 0, 0);
const WOODS: RGBColor = RGBColor(0, 0x80, 0);
const WATER: RGBColor = RGBColor(0, 0xAA, 0xAA);
const BUILT: RGBColor = RGBColor(0x80, 0x80, 0);
const PAPER: RGBColor = RGBColor(0xFF, 0xFF, 0xFF);

/// Pixels of letters.
const LETTERS: i32 = 13;
/// Pixels that a row of one series takes, and each more.
const ROW: u32 = 22;
const MORE: u32 = 9;
/// Pixels beside rows for their names, at most so many letters.
const NAMES: u32 = 170;
/// Pixels of half a mark.
const HALF: i32 = 4;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Plane = Cartesian2d<RangedCoordf64, RangedCoordf64>;
type Failed = DrawingAreaErrorKind<std::io::Error>;
type Drawn = Result<(), Failed>;

/// A number with where it may lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mark {
    pub(super) at: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Whose marks they are, which their colour tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Ink,
    Blue,
    Red,
}

/// Marks of one kind: one a row, or nothing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Series {
    pub(super) name: String,
    pub(super) tone: Tone,
    pub(super) marks: Vec<Option<Mark>>,
}

/// What an axis shows.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) title: &'static str,
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) written: fn(f64) -> String,
    /// Where a line stands that marks are held against.
    pub(super) line: Option<f64>,
}

impl Axis {
    /// Shares of all, half marked.
    pub(super) fn shares(title: &'static str) -> Axis {
        Axis { title, from: 0.0, to: 1.0, written: percent, line: Some(0.5) }
    }

    /// From nothing to the most of the marks.
    pub(super) fn amounts(title: &'static str, series: &[Series], written: fn(f64) -> String) -> Axis {
        let highs = series.iter().flat_map(|one| &one.marks).flatten().map(|mark| mark.high);
        Axis { title, from: 0.0, to: highs.fold(0.0, f64::max).max(1e-3) * 1.05, written, line: None }
    }
}

/// As hundredths.
pub(super) fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// As a whole number.
pub(super) fn whole(number: f64) -> String {
    format!("{number:.0}")
}

/// Rows from below, each a whole number high, named at their middle.
struct Rows(usize);

impl Ranged for Rows {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, height: &f64, (from, to): (i32, i32)) -> i32 {
        from + (height / self.0.max(1) as f64 * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        (0..self.0).map(|row| row as f64 + 0.5).collect()
    }

    fn range(&self) -> Range<f64> {
        0.0..self.0 as f64
    }
}

/// Marks in rows with names, the first on top.
pub(super) fn in_rows(names: &[String], series: &[Series], axis: &Axis) -> String {
    let each = ROW + MORE * (series.len().max(1) as u32 - 1);
    drawn((560, each * names.len() as u32 + 48), |area| rows(area, names, series, axis))
}

fn rows(area: &Area<'_>, names: &[String], series: &[Series], axis: &Axis) -> Drawn {
    let count = names.len() as f64;
    let name = |place: &f64| {
        let row = count - place;
        names.get(row as usize).filter(|_| row >= 0.0).cloned().unwrap_or_default()
    };
    let mut chart = ChartBuilder::on(area)
        .margin_right(16)
        .x_label_area_size(40)
        .y_label_area_size(NAMES)
        .build_cartesian_2d(axis.from..axis.to, Rows(names.len()))?;
    chart
        .configure_mesh()
        .axis_style(RULE)
        .bold_line_style(RULE)
        .light_line_style(TRANSPARENT)
        .disable_y_mesh()
        .y_labels(names.len())
        .x_labels(6)
        .label_style(letters(INK))
        .axis_desc_style(letters(SOFT))
        .x_desc(axis.title)
        .x_label_formatter(&|at| (axis.written)(*at))
        .y_label_formatter(&name)
        .draw()?;
    if let Some(at) = axis.line {
        chart.draw_series([PathElement::new([(at, 0.0), (at, count)], SOFT)])?;
    }
    for (place, one) in series.iter().enumerate() {
        let beside = (place as f64 + 0.5) / series.len() as f64;
        for (row, mark) in one.marks.iter().enumerate().filter_map(|(row, mark)| Some((row, (*mark)?))) {
            let height = count - row as f64 - 0.2 - 0.6 * beside;
            chart.draw_series([PathElement::new(
                [(mark.low, height), (mark.high, height)],
                ink(one.tone).stroke_width(2),
            )])?;
            let (x, y) = chart.backend_coord(&(mark.at, height));
            shape(area, (x, y), place, one.tone)?;
        }
    }
    Ok(())
}

/// Marks over numbers; a line where what came equals what it is held against, if asked for.
pub(super) fn over(points: &[(f64, Mark)], across: &Axis, up: &Axis, (wide, high): (u32, u32), equals: bool) -> String {
    drawn((wide, high), |area| {
        let mut chart = plane(area, across, up)?;
        let line = equals.then_some([(across.from, up.from), (across.to, up.to)]);
        let level = up.line.map(|at| [(across.from, at), (across.to, at)]);
        for line in line.into_iter().chain(level) {
            chart.draw_series([PathElement::new(line, SOFT)])?;
        }
        for (at, mark) in points {
            chart.draw_series([PathElement::new([(*at, mark.low), (*at, mark.high)], INK.stroke_width(2))])?;
            let (x, y) = chart.backend_coord(&(*at, mark.at));
            shape(area, (x, y), 0, Tone::Ink)?;
        }
        Ok(())
    })
}

/// Courses over numbers, each with its marks in its own shape.
pub(super) fn courses(courses: &[(Tone, Vec<(f64, f64)>)], across: &Axis, up: &Axis, size: (u32, u32)) -> String {
    drawn(size, |area| {
        let mut chart = plane(area, across, up)?;
        for (place, (tone, course)) in courses.iter().enumerate() {
            chart.draw_series([PathElement::new(course.clone(), ink(*tone).stroke_width(2))])?;
            for point in course {
                let at = chart.backend_coord(point);
                shape(area, at, place, *tone)?;
            }
        }
        Ok(())
    })
}

/// The plane of two axes with its lines and numbers.
fn plane<'a>(area: &Area<'a>, across: &Axis, up: &Axis) -> Result<ChartContext<'a, SVGBackend<'a>, Plane>, Failed> {
    let mut chart = ChartBuilder::on(area)
        .margin_right(16)
        .margin_top(8)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(across.from..across.to, up.from..up.to)?;
    chart
        .configure_mesh()
        .axis_style(RULE)
        .bold_line_style(RULE)
        .light_line_style(TRANSPARENT)
        .x_labels(5)
        .y_labels(5)
        .label_style(letters(INK))
        .axis_desc_style(letters(SOFT))
        .x_desc(across.title)
        .y_desc(up.title)
        .x_label_formatter(&|at| (across.written)(*at))
        .y_label_formatter(&|at| (up.written)(*at))
        .draw()?;
    Ok(chart)
}

/// What lies on a hex of a map, as far as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cover {
    Woods,
    Water,
    Built,
}

/// A map: covered hexes by column and row, ways of units, and how many fell where.
#[derive(Clone, Debug, Default)]
pub(super) struct Map {
    pub(super) size: [i16; 2],
    pub(super) covered: Vec<(Place, Cover)>,
    pub(super) ways: Vec<(Tone, Vec<[f64; 2]>)>,
    pub(super) fallen: Vec<(Tone, Place, u32)>,
}

/// The map as wide as that in pixels.
pub(super) fn map(map: &Map, wide: u32) -> String {
    let [columns, rows] = map.size.map(f64::from);
    // Rows lie nearer to each other than columns: half the root of three.
    let hex = f64::from(wide) / (columns + 0.5);
    let high = (rows + 0.4) * hex * 0.866;
    let at = |[column, row]: [f64; 2]| {
        let shift = if row.rem_euclid(2.0) >= 1.0 { 1.0 } else { 0.5 };
        (((column + shift) * hex) as i32, ((row + 0.6) * hex * 0.866) as i32)
    };
    drawn((wide, high.ceil() as u32), |area| {
        area.draw(&Rectangle::new([(0, 0), (wide as i32 - 1, high as i32 - 1)], SOFT))?;
        for (place, cover) in &map.covered {
            let (x, y) = at(place.map(f64::from));
            let half = (hex / 2.0).ceil() as i32;
            area.draw(&Rectangle::new([(x - half, y - half), (x + half, y + half)], covered(*cover).filled()))?;
        }
        for (tone, way) in &map.ways {
            let way: Vec<_> = way.iter().map(|place| at(*place)).collect();
            let end = way.last().copied().unwrap_or_default();
            area.draw(&PathElement::new(way, ink(*tone).stroke_width(1)))?;
            area.draw(&Circle::new(end, 2, ink(*tone).filled()))?;
        }
        let most = map.fallen.iter().map(|(.., count)| *count).max().unwrap_or(1);
        for (tone, place, count) in &map.fallen {
            let half = (f64::from(HALF + 4) * (f64::from(*count) / f64::from(most)).sqrt()).max(2.0) as i32;
            shape_of(area, at(place.map(f64::from)), half, *tone)?;
        }
        Ok(())
    })
}

/// Where Blue's units fell a circle, where Red's did a square.
fn shape_of(area: &Area<'_>, at: (i32, i32), half: i32, tone: Tone) -> Drawn {
    let edge = ink(tone).stroke_width(2);
    match tone {
        Tone::Blue => area.draw(&Circle::new(at, half, edge)),
        _ => area.draw(&(EmptyElement::at(at) + Rectangle::new([(-half, -half), (half, half)], edge))),
    }
}

fn covered(cover: Cover) -> RGBColor {
    match cover {
        Cover::Woods => WOODS,
        Cover::Water => WATER,
        Cover::Built => BUILT,
    }
}

/// The mark of the series in that place, as a legend shows it.
pub(super) fn sign(place: usize, tone: Tone) -> String {
    drawn((16, 14), |area| shape(area, (8, 7), place, tone))
}

/// Filled and hollow circles, squares and triangles, and a cross, in turn.
fn shape(area: &Area<'_>, at: (i32, i32), place: usize, tone: Tone) -> Drawn {
    let (full, edge) = (ink(tone).filled(), ink(tone).stroke_width(2));
    let corners = [(-HALF, -HALF), (HALF, HALF)];
    match place % 7 {
        0 => area.draw(&Circle::new(at, HALF, full)),
        1 => {
            area.draw(&Circle::new(at, HALF, PAPER.filled()))?;
            area.draw(&Circle::new(at, HALF, edge))
        }
        2 => area.draw(&(EmptyElement::at(at) + Rectangle::new(corners, full))),
        3 => {
            area.draw(&(EmptyElement::at(at) + Rectangle::new(corners, PAPER.filled())))?;
            area.draw(&(EmptyElement::at(at) + Rectangle::new(corners, edge)))
        }
        4 => area.draw(&TriangleMarker::new(at, HALF + 1, full)),
        5 => area.draw(&Cross::new(at, HALF, edge)),
        _ => {
            area.draw(&TriangleMarker::new(at, HALF + 2, full))?;
            area.draw(&TriangleMarker::new(at, HALF - 1, PAPER.filled()))
        }
    }
}

fn ink(tone: Tone) -> RGBColor {
    match tone {
        Tone::Ink => INK,
        Tone::Blue => BLUE_INK,
        Tone::Red => RED_INK,
    }
}

fn letters(color: RGBColor) -> TextStyle<'static> {
    ("sans-serif", LETTERS).into_font().color(&color)
}

/// What is drawn, as an element that stands in a page.
fn drawn(size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        // Nothing is written but a string, which does not fail.
        let drawn = draw(&area).and_then(|()| area.present());
        debug_assert!(drawn.is_ok(), "{drawn:?}");
    }
    svg
}

//! What turns tell: losses as battles go on, and on each battle's own map where units fell and which ways they took.

use std::collections::BTreeMap;

use battle::{Library, Terrain};

use super::figures::Figure;
use super::html::escaped;
use super::plots::{Axis, Cover, Map, Tone, courses, map, percent, whole};
use crate::courses::{Course, Courses, Places, Traces};

/// Wide and high in pixels.
const PLOT: (u32, u32) = (560, 300);
/// Pixels that a map is wide.
const MAP: u32 = 360;

/// Figures of all turns under one rule system.
pub(super) fn of_turns(library: &dyn Library, turns: &Courses, rules: &str) -> Vec<Figure> {
    turns.under(rules).map(|course| vec![losses(&course), maps(library, &course)]).unwrap_or_default()
}

/// What is left of both armies turn by turn.
fn losses(course: &Course) -> Figure {
    let left = course.left();
    let longest = left.len() - 1;
    let line = |side: usize| left.iter().enumerate().map(|(turn, left)| (turn as f64, left[side])).collect();
    let both: [(Tone, Vec<(f64, f64)>); 2] = [(Tone::Blue, line(0)), (Tone::Red, line(1))];
    let across = Axis { title: "turn", from: 0.0, to: longest as f64, written: whole, line: None };
    let up = Axis { line: None, ..Axis::shares("left of the army's worth") };
    let line =
        |((number, blue), (_, red)): (&(f64, f64), &(f64, f64))| vec![whole(*number), percent(*blue), percent(*red)];
    Figure {
        title: String::from("How it goes"),
        told: String::from(
            "What is left of each army's worth as turns go by, the mean of all battles; one that has ended stays as it was.",
        ),
        legend: vec![(String::from("Blue"), Tone::Blue), (String::from("Red"), Tone::Red)],
        plots: vec![courses(&both, &across, &up, PLOT)],
        heads: ["turn", "Blue", "Red"].map(String::from).to_vec(),
        lines: both[0].1.iter().zip(&both[1].1).map(line).collect(),
    }
}

/// Where units fell, and which ways they took where that is known.
fn maps(library: &dyn Library, course: &Course) -> Figure {
    let drawn = |(battle, traces): (&String, &Traces)| {
        let ground = ground(library, battle)?;
        let fallen: Vec<_> = traces.fallen.iter().map(|((blue, at), count)| (tone(*blue), *at, *count)).collect();
        let plot = map(&Map { ways: ways(traces), fallen: fallen.clone(), ..ground }, MAP);
        let count =
            |tone| fallen.iter().filter(|(one, ..)| *one == tone).map(|(.., count)| count).sum::<u32>().to_string();
        let line = vec![battle.clone(), count(Tone::Blue), count(Tone::Red)];
        Some((format!("<div><h3>{}</h3>\n{plot}</div>\n", escaped(battle)), line))
    };
    let (plots, lines) = course.battles.iter().filter_map(drawn).unzip();
    Figure {
        title: String::from("Where units fell"),
        told: String::from(
            "Circles: Blue's units destroyed or run; squares: Red's; the larger the more. Thin lines: the mean way of each unit, to its dot, where positions were kept. Shaded: woods, water, houses and works.",
        ),
        legend: Vec::new(),
        plots,
        heads: ["battle", "Blue's units lost", "Red's"].map(String::from).to_vec(),
        lines,
    }
}

/// A battle's map with what covers it; nothing of a battle that is not there any more.
fn ground(library: &dyn Library, battle: &str) -> Option<Map> {
    let file = library.battle(battle).ok()?;
    let ground = &file.scenario.ground;
    let grid = ground.grid();
    let cover = |terrain: Terrain| match terrain {
        Terrain::LightWoods | Terrain::Woods | Terrain::DenseWoods => Some(Cover::Woods),
        Terrain::Marsh | Terrain::Water => Some(Cover::Water),
        terrain if terrain.is_building() || terrain == Terrain::Works => Some(Cover::Built),
        _ => None,
    };
    let covered = grid.iter().filter_map(|hex| {
        let at = hex.offset();
        Some(([at.column, at.row], cover(ground.terrain(hex))?))
    });
    Some(Map { size: [grid.width(), grid.height()], covered: covered.collect(), ..Map::default() })
}

fn tone(blue: bool) -> Tone {
    if blue { Tone::Blue } else { Tone::Red }
}

/// The mean way of each unit over all battles in which it stood on the map.
fn ways(traces: &Traces) -> Vec<(Tone, Vec<[f64; 2]>)> {
    let way = |turns: &BTreeMap<u16, Places>| turns.values().map(Places::mean).collect();
    traces.units.iter().map(|((blue, _), turns)| (tone(*blue), way(turns))).collect()
}

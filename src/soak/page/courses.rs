//! What turns tell: losses as battles go on, and on each battle's own map where units fell and which ways they took.

use std::collections::BTreeMap;

use battle::{Library, Terrain};

use super::figures::Figure;
use super::html::escaped;
use super::plots::{Axis, Cover, Map, Tone, courses, map, percent, whole};
use crate::turns::{Place, Turn};

/// Wide and high in pixels.
const PLOT: (u32, u32) = (560, 300);
/// Pixels that a map is wide.
const MAP: u32 = 360;

/// Figures of all turns under one rule system.
pub(super) fn of_turns(library: &dyn Library, turns: &[Turn], rules: &str) -> Vec<Figure> {
    let own: Vec<&Turn> = turns.iter().filter(|turn| turn.rules == rules).collect();
    if own.is_empty() {
        return Vec::new();
    }
    vec![losses(&own), maps(library, &own)]
}

/// The battles, each with its turns in order.
fn battles<'a>(turns: &[&'a Turn]) -> BTreeMap<(&'a str, usize), Vec<&'a Turn>> {
    let mut battles: BTreeMap<(&str, usize), Vec<&Turn>> = BTreeMap::new();
    for turn in turns {
        battles.entry((turn.battle.as_str(), turn.index)).or_default().push(turn);
    }
    battles
}

/// What is left of both armies turn by turn; a battle that has ended stays as it was.
fn losses(turns: &[&Turn]) -> Figure {
    let battles = battles(turns);
    let longest = turns.iter().map(|turn| turn.turn).max().unwrap_or(1);
    let left = |of: fn(&Turn) -> f64| -> Vec<(f64, f64)> {
        let at = |number: u16| {
            let then = |own: &Vec<&Turn>| own.iter().rfind(|turn| turn.turn <= number).map_or(1.0, |turn| of(turn));
            battles.values().map(then).sum::<f64>() / battles.len() as f64
        };
        std::iter::once((0.0, 1.0)).chain((1..=longest).map(|number| (f64::from(number), at(number)))).collect()
    };
    let both = [(Tone::Blue, left(|turn| turn.blue_value_left)), (Tone::Red, left(|turn| turn.red_value_left))];
    let across = Axis { title: "turn", from: 0.0, to: f64::from(longest), written: whole, line: None };
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
fn maps(library: &dyn Library, turns: &[&Turn]) -> Figure {
    let mut by_battle: BTreeMap<&str, Vec<&Turn>> = BTreeMap::new();
    turns.iter().for_each(|turn| by_battle.entry(&turn.battle).or_default().push(turn));
    let drawn = |(battle, turns): (&&str, &Vec<&Turn>)| {
        let ground = ground(library, battle)?;
        let fallen = fallen(turns);
        let plot = map(&Map { ways: ways(turns), fallen: fallen.clone(), ..ground }, MAP);
        let count =
            |tone| fallen.iter().filter(|(one, ..)| *one == tone).map(|(.., count)| count).sum::<u32>().to_string();
        let line = vec![String::from(*battle), count(Tone::Blue), count(Tone::Red)];
        Some((format!("<div><h3>{}</h3>\n{plot}</div>\n", escaped(battle)), line))
    };
    let (plots, lines) = by_battle.iter().filter_map(drawn).unzip();
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

fn fallen(turns: &[&Turn]) -> Vec<(Tone, Place, u32)> {
    let mut counts: BTreeMap<(bool, Place), u32> = BTreeMap::new();
    for turn in turns {
        turn.blue_fallen.iter().for_each(|place| *counts.entry((true, *place)).or_default() += 1);
        turn.red_fallen.iter().for_each(|place| *counts.entry((false, *place)).or_default() += 1);
    }
    let tone = |blue| if blue { Tone::Blue } else { Tone::Red };
    counts.into_iter().map(|((blue, place), count)| (tone(blue), place, count)).collect()
}

/// The places of one unit in a turn of all battles.
#[derive(Default)]
struct Places {
    sum: [f64; 2],
    count: f64,
}

impl Places {
    fn add(&mut self, place: Place) {
        (0..2).for_each(|axis| self.sum[axis] += f64::from(place[axis]));
        self.count += 1.0;
    }

    fn mean(&self) -> [f64; 2] {
        self.sum.map(|sum| sum / self.count)
    }
}

/// The mean way of each unit over all battles in which it stood on the map.
fn ways(turns: &[&Turn]) -> Vec<(Tone, Vec<[f64; 2]>)> {
    let mut units: BTreeMap<(bool, usize), BTreeMap<u16, Places>> = BTreeMap::new();
    for turn in turns {
        for (blue, at) in [(true, &turn.blue_at), (false, &turn.red_at)] {
            for (unit, place) in at {
                units.entry((blue, *unit)).or_default().entry(turn.turn).or_default().add(*place);
            }
        }
    }
    let tone = |blue| if blue { Tone::Blue } else { Tone::Red };
    units.iter().map(|((blue, _), turns)| (tone(*blue), turns.values().map(Places::mean).collect())).collect()
}

//! The legend of the map: arms, signs on units, the ground and obstacles of this battle, each as it is drawn.

use battle::{Arm, Arrangement, Battlefield, Conditions, Obstacle, Side, System, Terrain};
use hexes::{Direction, Facing};
use ratatui::style::Style;
use ratatui::text::Line;

use crate::glyphs::{Density, Glyphs, Weight};
use crate::layer::Desk;
use crate::map::traces::Gait;
use crate::text::{capital, line, span};
use crate::theme::Ink;

/// Columns of what is drawn.
const DRAWN: usize = 5;

/// What the map shows, under headings.
#[must_use]
pub fn lines(system: &dyn System, desk: &Desk) -> Vec<Line<'static>> {
    let heading = |text: &str| line(String::from(text), desk.theme.ink(Ink::Heading));
    let mut lines = vec![heading("Units on the map, pointing the way they face")];
    lines.extend(arms(desk));
    lines.extend([Line::default(), heading("Signs on units")]);
    let signs = desk.glyphs.legend(system.info().marks);
    lines.extend(signs.map(|(sign, name)| row(&sign.to_string(), desk.theme.ink(Ink::KeyName), name, desk)));
    lines.extend([Line::default(), heading("Ground of this battle")]);
    lines.extend(ground(system.field(), desk));
    lines.push(Line::default());
    lines
}

fn row(drawn: &str, style: Style, name: &str, desk: &Desk) -> Line<'static> {
    let blanks = " ".repeat(DRAWN.saturating_sub(drawn.chars().count()));
    Line::from(vec![span(drawn.to_owned(), style), span(blanks + &capital(name), desk.theme.ink(Ink::Text))])
}

fn arms(desk: &Desk) -> Vec<Line<'static>> {
    let stand = |arm: Arm, arrangement: Arrangement| {
        let pair = desk.glyphs.stand(arm, Facing::North, arrangement, Conditions::default());
        String::from_iter(pair)
    };
    let [blue, red] = Side::ALL.map(|side| desk.theme.side(side));
    let drawn = [
        (stand(Arm::Infantry, Arrangement::Line), blue, "Foot of Blue"),
        (stand(Arm::Infantry, Arrangement::Line), red, "Foot of Red"),
        (stand(Arm::Cavalry, Arrangement::Line), blue, "Horse"),
        (stand(Arm::Artillery, Arrangement::Battery), blue, "Guns in battery"),
        (stand(Arm::Artillery, Arrangement::Limbered), blue, "Guns on their limbers"),
        (stand(Arm::Infantry, Arrangement::Square), blue, "In square, or in a building"),
    ];
    let mut lines: Vec<Line<'static>> =
        drawn.into_iter().map(|(pair, style, name)| row(&pair, style, name, desk)).collect();
    let signs = [
        (desk.glyphs.leader(), "a leader, with the unit he is with or on a hex of his own"),
        (desk.glyphs.flag(), "a goal, with its name"),
        (desk.glyphs.goal(), "ground that belongs to a goal"),
        (desk.glyphs.heard(), "how far a leader is heard"),
        (desk.glyphs.stray(), "before a unit: it is too far away to be led"),
        (desk.glyphs.bound(), "the way that a unit goes or went"),
    ];
    let text = desk.theme.ink(Ink::KeyName);
    lines.extend(signs.into_iter().map(|(sign, name)| row(&sign.to_string(), text, name, desk)));
    let combat = [
        (desk.glyphs.smoke(2, 1, desk.theme.mixes()), Ink::Smoke, "smoke: somebody has just fired"),
        (desk.glyphs.body(false), Ink::Fallen, "men fell here, this turn or the last"),
        (desk.glyphs.track(Gait::Dash), Ink::Text, "the tracks of a charge"),
        (desk.glyphs.track(Gait::Flight), Ink::Text, "the tracks of who fell back or ran"),
    ];
    lines.extend(combat.into_iter().map(|(sign, ink, name)| row(&sign.to_string(), desk.theme.ink(ink), name, desk)));
    lines.push(row("  ", desk.theme.ink(Ink::Selected), "the unit chosen", desk));
    lines.push(row("  ", desk.theme.ink(Ink::Target), "what the order points at", desk));
    lines.push(row("  ", desk.theme.ink(Ink::Ghost), "where a move would end", desk));
    lines
}

/// The kinds of ground, and the obstacles on sides of hexes, that this map has.
fn ground(field: &Battlefield, desk: &Desk) -> Vec<Line<'static>> {
    let (ground, grid) = (field.ground(), field.ground().grid());
    let here = |terrain: &Terrain| grid.iter().any(|hex| ground.terrain(hex) == *terrain);
    let mut lines: Vec<Line<'static>> = Terrain::ALL
        .into_iter()
        .filter(here)
        .map(|terrain| {
            let pair = desk.glyphs.texture(terrain, 0, Density::Full);
            row(&String::from_iter(pair), desk.theme.ground(terrain, 0), terrain.name(), desk)
        })
        .collect();
    if !field.fires().is_empty() {
        lines.push(row(&String::from_iter([Glyphs::FLAME; 2]), desk.theme.ink(Ink::Fire), "houses that burn", desk));
    }
    if grid.iter().any(|hex| ground.cell(hex).is_some_and(|cell| cell.road)) {
        lines.push(row("  ", desk.theme.road(0), "road", desk));
    }
    let sides = [Direction::SouthWest, Direction::SouthEast, Direction::East];
    let there = |obstacle: &Obstacle| {
        grid.iter().any(|hex| sides.iter().any(|side| ground.edge(hex, *side).obstacle == *obstacle))
    };
    let sign = desk.glyphs.side_line(true, false, Weight::Thick);
    lines.extend(Obstacle::ALL.into_iter().filter(there).map(|obstacle| {
        let style = desk.theme.ground(Terrain::Open, 0).fg(desk.theme.obstacle(obstacle));
        let name = format!("{} on the side of a hex", obstacle.name());
        row(&String::from_iter([sign; 2]), style, &name, desk)
    }));
    lines
}

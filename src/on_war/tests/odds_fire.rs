//! Forecasts and dice agree: shots of every kind on every way of the dice.

use battle::{Deaf, Distribution, Obstacle, Part, System, Terrain, UnitId};

use super::fixture::{Fixture, Game, at};
use crate::fire::forecasts::{self, hits_of};
use crate::fire::gunnery::{Load, Shot};
use crate::fire::{howitzers, volleys};
use crate::marks;
use crate::{Kind, Traits, Umpire, War, buildings};
use proving::{Noted, ways};

/// Follows something on every way of the dice and holds both numbers it comes to to their distributions.
fn agrees(war: &War, told: [&Distribution; 2], resolve: impl Fn(&mut War) -> [u8; 2]) {
    let once = |noted: &mut Noted<_, [u8; 2]>, _: usize| {
        noted.1 = resolve(&mut noted.0);
        false
    };
    let fell = ways(&Noted(war.clone(), [0; 2]), once, |noted| noted.1);
    told.iter().enumerate().for_each(|(place, told)| fell.are_as_shown(told, |results| results[place].into()));
}

/// B1's shot at R1: hits and stands lost.
fn shot_agrees(game: &Game, shot: Shot) {
    let (one, two) = (game.id("B1"), game.id("R1"));
    let volley = volleys::volley(&game.war, one, two, shot).expect("a volley");
    let losses = forecasts::volley_losses(&game.war, one, two, shot, &volley);
    agrees(&game.war, [&hits_of(&volley.pools), &losses.stands], |war| {
        let toll = volleys::shoot(&mut Umpire::new(war, &mut Deaf), one, two, shot);
        [toll.hits, toll.lost]
    });
}

fn field(kind: Kind, stands: u8, formation: &str) -> Fixture {
    Fixture::open(30, 60).unit("B1", kind, stands, &format!("15,50/N/{formation}"))
}

fn line(rows: i16, formation: &str) -> Fixture {
    field(Kind::Line, 3, "line3").unit("R1", Kind::Line, 4, &format!("15,{}/S/{formation}", 50 - rows))
}

#[test]
fn musketry() {
    shot_agrees(&line(10, "line4").game(&[]), Shot::Ball);
    shot_agrees(&line(10, "square1").game(&[]), Shot::Ball);
}

#[test]
fn two_ranks_partly_in_cover() {
    let field = field(Kind::Line, 4, "line2").traits(Traits::SECOND_RANK);
    let field = field.unit("R1", Kind::Line, 4, "15,40/S/line2").edge(
        Obstacle::Wall,
        hexes::Direction::SouthEast,
        &["14,40", "15,40"],
    );
    shot_agrees(&field.game(&[]), Shot::Ball);
}

#[test]
fn a_doubled_column() {
    let field = field(Kind::Line, 2, "line2").unit("R1", Kind::Line, 4, "15,38/S/column2").marks(marks::MARCHED);
    shot_agrees(&field.game(&[]), Shot::Ball);
}

#[test]
fn ball_and_grape() {
    for (rows, shot) in [(20, Shot::Ball), (8, Shot::Grape)] {
        let field = field(Kind::LightGuns, 2, "battery2");
        shot_agrees(&field.unit("R1", Kind::LightHorse, 4, &format!("15,{}/S/wedge1", 50 - rows)).game(&[]), shot);
    }
}

#[test]
fn defensive_fire() {
    let field = line(2, "line4").marks(marks::CHARGED);
    shot_agrees(&field.clone().game(&[]), Shot::Defensive(Load::Ball));
    shot_agrees(&field.house("natural_1_6", "off").game(&[]), Shot::Defensive(Load::Ball));
}

#[test]
fn a_garrison() {
    shot_agrees(&town(field(Kind::HorseGuns, 2, "battery2")).game(&[]), Shot::Ball);
}

/// Seven stands in seven hexes of houses.
fn town(field: Fixture) -> Fixture {
    let hexes = ["15,40", "14,40", "16,40", "14,39", "15,39", "14,41", "15,41"];
    field.terrain(Terrain::WoodenBuilding, &hexes).unit("R1", Kind::Line, 7, "15,40/S/garrison1")
}

fn shells_agree(game: &Game, named: &[&str]) {
    let (one, two) = (game.id("B1"), game.id("R1"));
    let named: Vec<_> = named.iter().map(|hex| at(hex)).collect();
    let volley = howitzers::shell_volley(&game.war, one, two, &named);
    let (target, other) = (
        howitzers::shell_losses(&game.war, one, two, &volley),
        howitzers::shell_losses(&game.war, one, UnitId(2), &volley),
    );
    agrees(&game.war, [&target.stands, &other.stands], |war| {
        let before = [two, UnitId(2)].map(|unit| war.stands(unit));
        howitzers::fire_shells(&mut Umpire::new(war, &mut Deaf), one, two, &named);
        let left = [two, UnitId(2)].map(|unit| if war.present(unit) { war.stands(unit) } else { 0 });
        [before[0] - left[0], before[1] - left[1]]
    });
}

#[test]
fn shells_and_templates() {
    let field = || {
        let field = field(Kind::Howitzers, 2, "battery2").unit("R1", Kind::Line, 4, "15,38/S/column2");
        field.unit("R2", Kind::LightGuns, 2, "17,38/S/battery2")
    };
    shells_agree(&field().game(&[]), &["15,38", "15,38"]);
    shells_agree(&field().house("howitzer_wound_save", "off").game(&[]), &["15,38"]);
}

#[test]
fn walls_with_saves_and_firepower() {
    for (kind, formation, part) in [(Kind::HeavyGuns, "battery2", "wall"), (Kind::Line, "line2", "door")] {
        let field = town(field(kind, 2, formation));
        let gate = |field: Fixture| field.edge(Obstacle::Gate, hexes::Direction::SouthEast, &["15,41"]);
        let game = if part == "door" { gate(field) } else { field }.house("premeasure", "on").game(&[]);
        let part: Part = format!("15,41:SE:{part}").parse().expect("a part");
        let one = game.id("B1");
        let battering = buildings::battering(&game.war, one, part).expect("in sight");
        let wounds =
            buildings::wounds_of(&game.war, &battering).map(|wounds| wounds.min(i32::from(battering.row.wounds)));
        let order = battle::Order::new(crate::info::BATTER).by(one).on(battle::Object::Part(part));
        let crushed = game.war.forecast(&order).effect.inflicted * 7.0;
        let lost = Distribution::of(vec![1.0 - crushed, crushed]);
        agrees(&game.war, [&wounds, &lost], |war| {
            buildings::fire_at_part(&mut Umpire::new(war, &mut Deaf), one, part);
            [war.field().damage_of(part).wounds, 7 - war.stands(UnitId(1))]
        });
    }
}

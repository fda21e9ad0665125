//! Hits: who takes them, saves, losses (OW-HIT).

use battle::rule::bites;
use battle::{Deaf, Perch};

use super::fixture::{Fixture, Game, at};
use crate::command::leaders;
use crate::fire::gunnery::Shot;
use crate::fire::hits::{self, Exposure, ShotOutcome, Victim};
use crate::fire::volleys;
use crate::marks;
use crate::sight::lines::Purpose;
use crate::{Kind, Options, Post, Umpire, dice};

fn field(kind: Kind, stands: u8, formation: &str) -> Fixture {
    let field = Fixture::open(30, 40).unit("B1", Kind::Line, 7, "12,30/N/line7");
    field.unit("R1", kind, stands, &format!("12,20/S/{formation}"))
}

fn exposure(game: &Game) -> Exposure {
    let from: Vec<_> = game.war.field().footprint(game.id("B1")).hexes().to_vec();
    hits::exposure(&game.war, game.id("R1"), game.id("B1"), &from, Purpose::Musket)
}

fn hit(game: &mut Game, hits: u8) -> ShotOutcome {
    let (exposure, target, shooter) = (exposure(game), game.id("R1"), game.id("B1"));
    hits::take_hits(&mut game.umpire(), target, shooter, hits, &exposure)
}

#[test]
fn w_10_allocation() {
    bites(&["OW-HIT-3a", "OW-HIT-4"], || {
        let mut game = field(Kind::Line, 7, "column2").game(&[4, 3, 5, 6, 2, 1, 4, 5, 6, 3]);
        assert_eq!(exposure(&game).share(10), [2, 2, 1, 1, 1, 1, 1, 1]);
        let toll = hit(&mut game, 10);
        assert_eq!((toll.lost, toll.unsaved, game.unread()), (3, 4, 0));
        assert_eq!(game.stands("R1"), 4);
        assert_eq!(game.war.field().leader(game.leader("R1*")), Perch::Away);
        assert!(!leaders::is_led(&game.war, game.id("R1")), "no officer");
        assert!(game.marked("R1", marks::BLOODED) && !game.marked("R1", marks::WEAK));
    });
}

#[test]
fn the_front_rank_takes_what_is_left_over() {
    bites(&["OW-HIT-2"], || {
        let game = field(Kind::Line, 7, "column2").game(&[]);
        assert_eq!(exposure(&game).share(3), [1, 1, 1, 0, 0, 0, 0, 0]);
        assert_eq!(exposure(&game).share(12), [3, 2, 2, 1, 1, 1, 1, 1]);
        let line = field(Kind::Line, 3, "line3").game(&[]);
        assert_eq!(exposure(&line).share(6), [2, 2, 1, 1]);
    });
}

#[test]
fn the_nearest_of_the_front_rank_come_first() {
    bites(&["OW-HIT-3b"], || {
        let field = Fixture::open(30, 40).unit("R1", Kind::Line, 5, "12,20/S/line5").leaderless();
        let game = field.unit("B1", Kind::Line, 1, "17,22/N/line1").game(&[]);
        let (front, rest) = hits::ranks_under_fire(&game.war, game.id("R1"), &[at("17,22")]);
        assert_eq!(front, ["14,20", "13,20", "12,20", "11,20", "10,20"].map(at), "nearest first");
        assert_eq!(rest, []);
        let (front, _) = hits::ranks_under_fire(&game.war, game.id("R1"), &[at("7,22")]);
        assert_eq!(front, ["10,20", "11,20", "12,20", "13,20", "14,20"].map(at), "from the other side the other way");
        let square = Fixture::open(30, 40).unit("R1", Kind::Line, 8, "12,20/S/square1").leaderless();
        let game = square.unit("B1", Kind::Line, 1, "12,30/N/line1").game(&[]);
        let (front, rest) = hits::ranks_under_fire(&game.war, game.id("R1"), &[at("12,30")]);
        assert_eq!((front, rest.len()), (vec![at("11,21")], 7), "of a square's ring what has the shooter in its arc");
    });
}

#[test]
fn each_arm_saves_at_its_own_number() {
    bites(&["OW-HIT-4"], || {
        for (kind, formation, save) in
            [(Kind::Line, "line2", 4), (Kind::HeavyHorse, "line2", 5), (Kind::HorseGuns, "battery2", 3)]
        {
            let (lost, kept) = (save - 1, save);
            for (face, left) in [(lost, 1), (kept, 2)] {
                let mut game = field(kind, 2, formation).leaderless().game(&[face]);
                let _ = hit(&mut game, 1);
                assert_eq!(game.stands("R1"), left, "{kind:?} saves on {save}");
            }
        }
    });
}

#[test]
fn a_stand_dies_once_and_a_wreck_is_no_more() {
    bites(&["OW-HIT-1", "OW-HIT-4", "OW-HIT-5"], || {
        let mut game = field(Kind::LightGuns, 2, "battery2").game(&[1, 1, 6, 6]);
        let toll = hit(&mut game, 4);
        assert_eq!((toll, game.stands("R1")), (ShotOutcome { hits: 4, unsaved: 2, lost: 1 }, 1));
        assert!(game.marked("R1", marks::WEAK));
        let mut gone = field(Kind::LightGuns, 2, "battery2").game(&[1, 1]);
        hit(&mut gone, 2);
        assert_eq!(gone.stands("R1"), 0);
    });
}

#[test]
fn leaders_with_a_unit_are_hit_with_its_front_rank() {
    bites(&["OW-HIT-3a"], || {
        let game = field(Kind::Line, 4, "column2").leader("RG", Post::General, "R1").game(&[]);
        let exposure = exposure(&game);
        let leads: Vec<bool> = exposure.everyone.iter().map(|one| matches!(one.victim, Victim::Leader(_))).collect();
        assert_eq!(
            (leads, exposure.front),
            (vec![false, false, true, true, false, false], 4),
            "before the second rank"
        );
    });
}

#[test]
fn losses_are_exact() {
    let game = field(Kind::Line, 3, "line3").leaderless().game(&[]);
    let exposure = exposure(&game);
    let fails = |face: u8| dice::fails(&game.war, face);
    let two = exposure.losses(&battle::Distribution::certain(2), fails);
    assert!((two.stands.chance(0) - 0.25).abs() < 1e-9 && (two.stands.chance(2) - 0.25).abs() < 1e-9);
    let four = exposure.losses(&battle::Distribution::certain(4), fails);
    assert!((four.stands.chance(3) - 0.75 * 0.25).abs() < 1e-9, "one stand saves twice");
    assert!((four.unsaved - 15.0 / 16.0).abs() < 1e-9);
}

#[test]
fn saves_without_natural_sixes() {
    let game = field(Kind::Line, 3, "line3").house("natural_1_6", "off").game(&[]);
    assert!(!game.war.options().natural_1_6 && Options::default().natural_1_6);
    assert!((dice::fails(&game.war, 4) - 0.5).abs() < 1e-9);
}

#[test]
fn shots_pass_their_toll_on() {
    let mut game =
        field(Kind::LightHorse, 7, "line7").game(&[6, 1, 4, 6, 2, 5, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 5, 2, 6, 6]);
    let (shooter, target) = (game.id("B1"), game.id("R1"));
    let toll = volleys::shoot(&mut Umpire::new(&mut game.war, &mut Deaf), shooter, target, Shot::Ball);
    assert_eq!(toll, ShotOutcome { hits: 4, unsaved: 1, lost: 1 });
    assert_eq!(game.war.field().unit_at(at("12,20")), Some(target));
}

/// Three stands form a triangle, whose arcs leave gaps: of a shooter in none of them the nearest stand is the front.
#[test]
fn a_square_that_looks_nowhere_near_is_hit_where_it_is_nearest() {
    use hexes::{Hex, Vector};
    let game = Fixture::open(60, 60).unit("R1", Kind::Line, 3, "30,30/S/square1").game(&[]);
    let stands: Vec<Hex> = game.war.field().footprint(game.id("R1")).hexes().to_vec();
    let away = |stand: Hex| {
        let ways = stands.iter().map(|other| stand - *other);
        ways.fold(Vector::new(0, 0), |sum, way| Vector::new(sum.q + way.q, sum.r + way.r))
    };
    let out = away(stands[0]);
    let shooter = stands[0] + Vector::new(-4 * out.q, -4 * out.r);
    let (front, rest) = crate::fire::hits::ranks_under_fire(&game.war, game.id("R1"), &[shooter]);
    assert_eq!((front, rest), (vec![stands[1]], vec![stands[2], stands[0]]));
}

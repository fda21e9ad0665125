//! Ground and whom it hides or covers, walls that bend, walls under fire, rides, closing up, charges at two at once.

use battle::{Event, Object, Obstacle, Side, System, Terrain};
use hexes::Direction;

use super::fixture::{Fixture, Game, at};
use crate::fire::woods;
use crate::ground::going::Cover;
use crate::info::{CHARGES, MOVEMENT};
use crate::sight::cover;
use crate::{Kind, Post, marks};

/// OW-HIDDEN-8, OW-LOS-10: an enemy that is hidden or unseen, with a stand within a hex of the one named; one at the wood's
/// edge is seen when it has shot from there.
#[test]
fn fire_into_a_wood_finds_the_hidden_and_the_unseen() {
    let found = |place: &str, state: battle::Marks| {
        let field = Fixture::open(40, 40).block(15..=25, 14..=20, Terrain::Woods);
        let field =
            field.unit("B1", Kind::LightGuns, 2, "20,35/N/battery2").unit("R1", Kind::Line, 1, place).marks(state);
        let game = field.game(&[]);
        woods::found_by_fire(&game.war, game.id("B1"), at("20,20")).is_some()
    };
    let none = battle::Marks::empty();
    assert!(found("20,19/S/line1", none) && found("20,20/S/line1", none), "nobody sees them");
    assert!(found("20,20/S/line1", marks::HIDDEN));
    assert!(!found("20,20/S/line1", marks::DISCLOSED), "in sight");
    assert!(!found("20,18/S/line1", none), "too deep");
}

/// OW-COVER-4: a wall round 10,29 on which both stand, as W-11 has it mirrored; the two apart; and two of other kinds.
#[test]
fn cover_is_cancelled_on_one_wall_and_on_no_two() {
    let covered = |edges: &[(&str, Direction, Obstacle)]| {
        let field =
            Fixture::open(30, 40).unit("B1", Kind::Line, 1, "2,2/N/line1").unit("R1", Kind::Line, 1, "28,2/S/line1");
        let field = edges.iter().fold(field, |field, (hex, side, obstacle)| field.edge(*obstacle, *side, &[*hex]));
        cover::cover(&field.game(&[]).war, at("10,30"), at("10,28"))
    };
    use Direction::{East, NorthEast, SouthEast, SouthWest};
    let round = |obstacle| {
        [
            ("10,30", NorthEast, obstacle),
            ("9,29", East, obstacle),
            ("9,29", NorthEast, obstacle),
            ("10,28", SouthEast, obstacle),
        ]
    };
    assert_eq!(covered(&round(Obstacle::Wall)), Some(Cover::Soft));
    assert_eq!(covered(&round(Obstacle::Hedge)), None);
    let before = [("10,28", SouthEast, Obstacle::Wall), ("10,28", SouthWest, Obstacle::Wall)];
    assert_eq!(covered(&before), Some(Cover::Hard), "the shooter stands at none");
    let apart = |own: Obstacle| covered(&[before[0], before[1], ("10,30", SouthEast, own)]);
    assert_eq!([apart(Obstacle::Wall), apart(Obstacle::Hedge)], [Some(Cover::Hard); 2], "at another");
}

/// OW-COVER-1, OW-COVER-3: the wall of a house covers those within, not those it stands beside.
#[test]
fn the_open_side_of_a_wall_is_no_cover() {
    let field = Fixture::open(30, 30).terrain(Terrain::BrickBuilding, &["12,20"]).edge(
        Obstacle::Hedge,
        Direction::East,
        &["13,20"],
    );
    let game = field.unit("B1", Kind::Line, 1, "2,2/N/line1").unit("R1", Kind::Line, 1, "2,28/S/line1").game(&[]);
    assert_eq!(cover::cover(&game.war, at("12,20"), at("13,20")), None, "shot at from the house");
    assert_eq!(cover::cover(&game.war, at("20,20"), at("13,20")), Some(Cover::Soft), "over the hedge");
}

/// The rolls so far and whom or what they are thrown at.
fn rolled(game: &Game) -> Vec<(&'static str, Option<Object>)> {
    let told = game.heard.events.iter().filter_map(|event| match event {
        Event::Rolled(roll) => Some((roll.label, roll.against)),
        _ => None,
    });
    told.collect()
}

/// OW-BUILD-6: hits, saves of the wall for those there are, firepower for what it has not saved.
#[test]
fn a_wall_saves_what_hits_it_and_firepower_is_for_the_rest() {
    let battered = |dice: &[u8]| {
        let field = Fixture::open(30, 60).terrain(Terrain::BrickBuilding, &["12,20"]);
        let field = field.unit("B1", Kind::HeavyGuns, 2, "12,32/N/battery2").unit("R1", Kind::Line, 1, "4,4/S/line1");
        let mut game = field.game(dice);
        game.give("batter B1 >12,20:SE:wall");
        assert_eq!(game.unread(), 0);
        rolled(&game)
    };
    let wall = Some(Object::Part("12,20:SE:wall".parse().expect("a part")));
    assert_eq!(battered(&[1; 8]), [("fire at a building", wall)]);
    let labels = |dice: &[u8]| battered(dice).into_iter().map(|(label, _)| label).collect::<Vec<_>>();
    assert_eq!(labels(&[4, 1, 1, 1, 1, 1, 1, 1, 5]), ["fire at a building", "save of the wall"]);
    let through = battered(&[4, 1, 1, 1, 1, 1, 1, 1, 4, 3]);
    assert_eq!((through.len(), through[2]), (3, ("firepower", wall)));
}

/// OW-CMD-5: twelve inches, to end with a unit or beside the middle of one.
#[test]
fn leaders_on_their_own_stop_beside_a_unit() {
    let field =
        Fixture::open(40, 40).unit("B1", Kind::Line, 7, "20,30/N/line7").unit("R1", Kind::Line, 7, "20,2/S/line7");
    let game = field.leader_at("BA", Post::Adjutant, "20,33").phase(MOVEMENT, Side::Blue).game(&[]);
    let may = |hex: &str| {
        let order = game.order(&format!("ride BA >{hex}"));
        (game.war.check(&order).is_ok(), game.war.orders().contains(&order))
    };
    assert_eq!(["20,31", "26,33", "20,28"].map(may), [(true, true), (false, false), (false, false)]);
}

/// OW-HIT-6: the owner of a single rank picks the end at which it shrinks, once a turn.
#[test]
fn a_single_rank_is_told_where_to_close_up() {
    let field = |stands: u8, formation: &str| {
        let field = Fixture::open(40, 40).unit("B1", Kind::Line, stands, &format!("20,30/N/{formation}"));
        field.unit("R1", Kind::Line, 7, "20,2/S/line7").phase(MOVEMENT, Side::Blue).game(&[])
    };
    let may = |game: &Game| [0, 1, 2].map(|end| game.war.check(&game.order(&format!("dress B1 #{end}"))).is_ok());
    let mut line = field(2, "line2");
    assert_eq!(may(&line), [false, true, true], "it closes up away from the enemy already");
    line.give("dress B1 #1");
    assert_eq!(may(&line), [false; 3], "once");
    assert_eq!(may(&field(4, "line2")), [false; 3], "two ranks");
    assert_eq!(may(&field(1, "line1")), [false; 3], "one stand has no ends");
}

/// OW-ASSAULT-6: who touches its target among others fights its target.
#[test]
fn a_charge_that_touches_its_target_keeps_it() {
    let field =
        Fixture::open(28, 30).unit("B1", Kind::Line, 7, "12,11/N/line7").unit("R1", Kind::Line, 3, "9,7/S/line3");
    let field = field.unit("R2", Kind::Line, 3, "13,7/S/line3").unit("B2", Kind::Line, 3, "24,25/N/line3");
    let mut game = field.phase(CHARGES, Side::Blue).game(&[]);
    game.give("charge B1 >R2");
    game.give("done");
    game.give("home B1 12,8/N/line7");
    assert_eq!(game.war.state.own.charges[0].target, game.id("R2"));
}

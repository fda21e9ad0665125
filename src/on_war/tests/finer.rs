//! Finer points of the clauses: what is told, who is free to search, who is tested once and who not at all.

use battle::rule::bites;
use battle::{Event, Marks, Object, Obstacle, Part, PartKind, Side, System, Terrain};
use hexes::Direction;

use super::fixture::{Fixture, Game, at};
use super::reply::charging;
use crate::assault::melee;
use crate::fire::gunnery::Shot;
use crate::fire::volleys;
use crate::ground::going::Cover;
use crate::ground::walls;
use crate::info::{DEFENSIVE_FIRE, MOVEMENT, SHOOTING, SQUARES};
use crate::sight::{cover, lines};
use crate::state::ChargeProgress;
use crate::{Kind, Post, Traits, consequences, marks};

/// The sentences told so far in the words of that clause: who, and whom of the other side they name.
fn named(game: &Game, clause: &str) -> Vec<(Option<Object>, Option<Object>)> {
    let told = game.heard.events.iter().filter_map(|event| match event {
        Event::Told(told) if told.clause == clause => Some((told.actor, told.target)),
        _ => None,
    });
    told.collect()
}

fn labels(game: &Game) -> Vec<&'static str> {
    game.rolls().iter().map(|roll| roll.0).collect()
}

/// OW-CMD-7: nobody of Blue's is within 8 inches of the General on his own.
#[test]
fn it_is_told_who_is_captured_by_whom() {
    let mut game = Fixture::open(40, 40)
        .unit("B1", Kind::Line, 7, "20,36/N/line7")
        .unit("R1", Kind::LightHorse, 5, "20,20/S/line5")
        .leader_at("BG", Post::General, "20,24")
        .phase(MOVEMENT, Side::Red)
        .game(&[]);
    game.give("move R1 20,23/S/line5");
    let (general, horse) = (game.leader("BG"), game.id("R1"));
    assert_eq!(named(&game, "OW-CMD-7"), [(Some(general.into()), Some(horse.into()))]);
}

/// OW-CMD-7.
#[test]
fn it_is_told_who_is_killed() {
    let field = Fixture::open(40, 40).unit("R1", Kind::Line, 7, "12,3/S/line7");
    let mut game = field.unit("B1", Kind::Line, 7, "12,30/N/line7").leader("BG", Post::General, "B1").game(&[]);
    let general = game.leader("BG");
    consequences::leader_killed(&mut game.umpire(), general);
    assert_eq!(named(&game, "OW-CMD-7"), [(Some(general.into()), None)]);
}

/// OW-CMD-5, OW-OOB-3: a brigade commander leads the units of his brigade.
#[test]
fn a_brigade_commander_joins_his_own_brigade() {
    let field =
        Fixture::open(40, 40).unit("B1", Kind::Line, 7, "20,30/N/line7").unit("R1", Kind::Line, 7, "20,2/S/line7");
    let field = field.unit("B2", Kind::Line, 7, "30,30/N/line7").brigade(2).unit("B3", Kind::Line, 3, "12,30/N/line3");
    let game = field.leader("BB", Post::Brigadier(0), "B1").phase(MOVEMENT, Side::Blue).game(&[]);
    let joins = |unit: &str| game.war.check(&game.order(&format!("attach BB >{unit}"))).map_err(|why| why.clause);
    assert_eq!([joins("B2"), joins("B3")], [Err("OW-CMD-5"), Ok(())]);
}

/// OW-SQUARE-1.
#[test]
fn who_is_in_square_is_told_so() {
    let field =
        Fixture::open(40, 40).unit("B1", Kind::Line, 7, "20,30/N/square1").unit("R1", Kind::Line, 7, "20,2/S/line7");
    let mut game = field.phase(SQUARES, Side::Blue).game(&[]);
    assert_eq!(game.refused("square B1 20,30/N/square1").text, "B1 is in square");
}

/// OW-UNIT-11, OW-SHOOT-5: seven stands and the officer, one die each and one more in line.
#[test]
fn a_volley_names_the_dice_of_the_officer() {
    let field =
        Fixture::open(40, 40).unit("B1", Kind::Line, 7, "20,30/N/line7").unit("R1", Kind::Line, 7, "20,20/S/line7");
    let game = field.game(&[]);
    let volley = volleys::volley(&game.war, game.id("B1"), game.id("R1"), Shot::Ball).expect("in sight");
    let dice = volley.pools[0].modifiers().into_iter().map(|one| (one.value, one.clause)).take(3);
    assert_eq!(dice.collect::<Vec<_>>(), [(7, "OW-SHOOT-5"), (1, "OW-UNIT-11"), (8, "OW-SHOOT-5")]);
}

/// OW-SHOOT-9: a third rank has no rule effect, even where nobody of its own stands before it.
#[test]
fn a_third_rank_does_not_shoot() {
    let dice = |stands: u8| {
        let field = Fixture::open(40, 70).unit("B1", Kind::Line, stands, "15,50/N/line3").traits(Traits::SECOND_RANK);
        let game = field.leaderless().unit("R1", Kind::Line, 1, "8,43/S/line1").game(&[]);
        let volley = volleys::volley(&game.war, game.id("B1"), game.id("R1"), Shot::Ball).expect("in sight");
        volley.pools.iter().map(|pool| pool.count()).sum::<u8>()
    };
    assert!(dice(3) < dice(6), "the second does");
    assert_eq!(dice(7), dice(6));
}

/// OW-MORALE-9, OW-ASSAULT-11: four hits on two stands, their officer and the brigade commander; the leaders are killed, and
/// the unit falls back from the shock. There is no charge left to check.
#[test]
fn a_charger_that_has_given_way_is_not_tested_for_its_charge() {
    let field =
        Fixture::open(28, 40).unit("B1", Kind::LightHorse, 2, "12,8/N/line2").unit("R1", Kind::Line, 7, "12,7/S/line7");
    let mut game = field.leader("BB", Post::Brigadier(0), "B1").game(&[6, 6, 6, 6, 1, 1, 1, 1, 5, 5, 3, 3, 3]);
    charging(&mut game, "B1", "R1", 6, "12,14/N/line2");
    game.enter(DEFENSIVE_FIRE, Side::Blue);
    game.give("fire R1 >B1");
    assert!(labels(&game).contains(&"brigade commander killed"), "{:?}", game.rolls());
    assert!(!labels(&game).contains(&"charge under fire"), "{:?}", game.rolls());
    assert_eq!(game.unread(), 0);
}

/// OW-ASSAULT-12, OW-ASSAULT-16: the fight goes on over a gap, with the three stands two hexes off and one on either hand.
#[test]
fn over_a_gap_the_nearest_stands_fight() {
    let field =
        Fixture::open(28, 30).unit("B1", Kind::Line, 7, "12,9/N/line7").unit("R1", Kind::Line, 1, "12,7/S/line1");
    let game = field.game(&[]);
    let (blue, red) = (game.id("B1"), game.id("R1"));
    let mut touching = melee::engaged_with(&game.war, blue, red).contact.hexes().to_vec();
    touching.sort_unstable();
    assert_eq!(touching, ["11,9", "12,9", "13,9"].map(at));
    assert_eq!(melee::strikers(&game.war, blue, red), 5);
}

/// OW-HIT-6: what falls is farther from the nearest enemy than what is left.
#[test]
fn a_garrison_gives_up_the_hexes_farthest_from_the_enemy() {
    for enemy in ["20,10/S/line1", "29,15/S/line1", "29,25/N/line1", "20,30/N/line1", "11,25/N/line1", "11,15/S/line1"]
    {
        let field = Fixture::open(40, 40).block(17..=23, 17..=23, Terrain::StoneBuilding);
        let field = field.unit("R1", Kind::Line, 4, "20,20/S/garrison1").unit("B1", Kind::Line, 1, enemy);
        let mut game = field.game(&[]);
        let (unit, foe) = (game.id("R1"), game.war.field().footprint(game.id("B1")));
        let before = game.war.field().footprint(unit);
        consequences::lose_stands(&mut game.umpire(), unit, 1, "fire", "OW-HIT-4");
        let after = game.war.field().footprint(unit);
        let far = |stood: bool| {
            let hexes = before.hexes().iter().filter(|hex| after.contains(**hex) == stood);
            hexes.map(|hex| foe.distance_to(*hex)).collect::<Vec<_>>()
        };
        assert_eq!((after.hexes().len(), far(false).len()), (3, 1));
        assert!(
            far(true).iter().all(|hex| *hex <= far(false)[0]),
            "{enemy}: {:?} fell, {:?} stood",
            far(false),
            far(true)
        );
    }
}

/// OW-BUILD-2, OW-BUILD-6: musketry does nothing to a hedge in the open; guns do.
#[test]
fn only_guns_batter_what_stands_in_the_open() {
    let may = |kind: Kind, place: &str| {
        let field = Fixture::open(30, 60).above_row(21, Obstacle::Hedge).unit("B1", kind, 2, place);
        let game = field.unit("R1", Kind::Line, 1, "4,4/S/line1").game(&[]);
        game.war.check(&game.order("batter B1 >12,20:SE:wall")).is_ok()
    };
    assert_eq!([may(Kind::LightGuns, "12,30/N/battery2"), may(Kind::Line, "12,30/N/line2")], [true, false]);
}

/// OW-BUILD-10, OW-BUILD-2: the one wall of a house that is down is no ruin, neither of the house nor of the open beside it.
#[test]
fn open_ground_beside_a_broken_house_is_no_ruin() {
    let field = Fixture::open(30, 30).terrain(Terrain::BrickBuilding, &["12,20"]);
    let mut game = field.unit("B1", Kind::Line, 1, "2,2/N/line1").unit("R1", Kind::Line, 1, "2,28/S/line1").game(&[]);
    let part = Part::new(at("12,20"), Direction::East, PartKind::Wall);
    game.umpire().emit(Event::Damaged { part, wounds: 6, destroyed: true, clause: "OW-BUILD-6" });
    assert!(["12,20", "13,20"].iter().all(|hex| !walls::is_ruin(&game.war, at(hex))));
}

/// OW-BUILD-2, OW-BUILD-3, OW-COVER-3: a court belongs to its building, and its outer wall covers.
#[test]
fn the_wall_of_a_court_is_hard_cover() {
    let field = Fixture::open(30, 40).terrain(Terrain::Court, &["12,20"]);
    let game = field.unit("B1", Kind::Line, 1, "12,30/N/line1").unit("R1", Kind::Line, 1, "2,2/S/line1").game(&[]);
    assert_eq!(cover::cover(&game.war, at("12,30"), at("12,20")), Some(Cover::Hard));
    assert_eq!(cover::cover(&game.war, at("12,30"), at("14,20")), None, "the open beside it");
}

/// OW-LOS-5, OW-LOS-8: sight passes one's own and not another enemy.
#[test]
fn another_enemy_hides_who_stands_behind_him() {
    let sees = |between: &str| {
        let field =
            Fixture::open(30, 40).unit("B1", Kind::Line, 1, "10,30/N/line1").unit("R1", Kind::Line, 1, "10,20/S/line1");
        let game = field.unit(between, Kind::Line, 3, "10,26/N/line3").game(&[]);
        lines::sees_hex(&game.war, at("10,30"), at("10,20"))
    };
    assert_eq!(["B2", "R2"].map(sees), [true, false]);
}

/// A hidden line of Red's in a wood on rows 18 to 20, and Blue below it.
fn wood(kind: Kind, place: &str) -> Fixture {
    Fixture::open(40, 40)
        .block(10..=30, 18..=20, Terrain::Woods)
        .unit("R1", Kind::Line, 5, "20,20/S/line5")
        .marks(marks::HIDDEN)
        .unit("B1", kind, 2, place)
        .phase(MOVEMENT, Side::Blue)
}

/// OW-HIDDEN-5, OW-MOVE-10: who moves near may search; the free turn of a battery is no move.
#[test]
fn a_battery_that_only_turned_does_not_search() {
    let searches = |from: &str, to: &str| {
        let mut game = wood(Kind::LightGuns, from).game(&[]);
        game.give(&format!("move B1 {to}"));
        game.war.check(&game.order("search B1")).is_ok()
    };
    assert!(searches("20,23/N/battery2", "20,22/N/battery2"), "a step");
    assert!(!searches("20,22/N/battery2", "20,22/ENE/battery2"), "a turn");
}

/// OW-HIDDEN-5, OW-ASSAULT-1: whose charge has failed may search; whose charge goes on may not.
#[test]
fn a_charger_does_not_search_but_one_that_balked_does() {
    let searches = |progress: Option<ChargeProgress>| {
        let field = wood(Kind::Line, "20,25/N/line2").unit("R2", Kind::Line, 3, "34,10/S/line3");
        let mut game = field.game(&[]);
        if let Some(progress) = progress {
            charging(&mut game, "B1", "R2", 20, "20,25/N/line2");
            game.war.state.own.charges[0].progress = progress;
        }
        let unit = game.id("B1");
        game.umpire().mark(unit, marks::CHARGED, progress == Some(ChargeProgress::Declared));
        game.give("move B1 20,22/N/line2");
        game.war.check(&game.order("search B1")).is_ok()
    };
    let all = [None, Some(ChargeProgress::Balked), Some(ChargeProgress::Declared)];
    assert_eq!(all.map(searches), [true, true, false]);
}

/// OW-HIDDEN-7, OW-MORALE-3: the target of a hidden unit's fire is surprised, but not who runs already.
#[test]
fn routers_are_not_surprised() {
    let tested = |state: Marks| {
        let field = wood(Kind::Line, "20,26/N/line2").marks(state).phase(SHOOTING, Side::Red);
        let mut game = field.unit("B2", Kind::Line, 7, "5,35/N/line7").game(&[&[1; 12][..], &[6]].concat());
        game.give("fire R1 >B1");
        labels(&game).contains(&"surprise")
    };
    assert_eq!([Marks::empty(), marks::ROUTING].map(tested), [true, false]);
}

/// OW-MOVE-3: the shared column of the table holds for horse guns in loose order.
#[test]
fn horse_guns_have_the_loose_figure_of_medium_horse() {
    bites(&["OW-MOVE-3"], || {
        let game = Fixture::open(40, 40).unit("B1", Kind::HorseGuns, 3, "20,30/N/skirmish1").game(&[]);
        let pose = game.war.pose(game.id("B1"));
        assert_eq!(crate::formations::shapes::allowance(&game.war, game.id("B1"), &pose), 10);
    });
}

/// OW-TERRAIN-8.
#[test]
fn foot_goes_its_inches_through_marsh() {
    bites(&["OW-TERRAIN-8"], || {
        let field = Fixture::open(40, 40).block(0..=39, 0..=39, Terrain::Marsh);
        let field = field.unit("B1", Kind::Line, 7, "20,30/N/column2").unit("R1", Kind::Line, 1, "4,4/S/line1");
        let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
        let reach = game.war.reach(&game.order("move B1"));
        let goes = |row: i16| reach.allows(&super::fixture::pose(&format!("20,{row}/N/column2")));
        assert_eq!([24, 23].map(goes), [true, false], "six rows of it");
    });
}

/// OW-ASSAULT-13, OW-HIT-5: who has lost nobody, or is gone already, loses nothing.
#[test]
fn nobody_falls_where_nobody_was_hit() {
    let field =
        Fixture::open(28, 30).unit("B1", Kind::Line, 3, "12,8/N/line3").unit("R1", Kind::Line, 3, "12,4/S/line3");
    let mut game = field.unit("R2", Kind::Line, 3, "20,4/S/line3").game(&[]);
    let (whole, gone) = (game.id("B1"), game.id("R1"));
    consequences::lose_stands(&mut game.umpire(), whole, 0, "assault", "OW-ASSAULT-13");
    consequences::destroy(&mut game.umpire(), gone, battle::Departure::Destroyed, "OW-HIT-4");
    consequences::lose_stands(&mut game.umpire(), gone, 1, "assault", "OW-ASSAULT-13");
    assert!(!game.heard.events.iter().any(|event| matches!(event, Event::Strength { .. })));
    assert_eq!((game.stands("B1"), game.marked("B1", marks::BLOODED)), (3, false));
}

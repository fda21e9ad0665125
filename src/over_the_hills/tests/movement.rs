//! Movement: segments, steps, roads, tests on the way, going to ground (OTH-MOVE, OTH-MORALE-3, 4, OTH-GEO-2).

use battle::rule::bites;
use battle::{Event, Obstacle, Side, Terrain};

use super::fixture::{Fixture, Game, facing};
use crate::info::{FIRE, LIE, MOVE, MOVEMENT, RISE, SHOOTING, START};
use crate::marks;
use crate::profile::{Gun, Kind, Traits};
use crate::space::Shape::{self, Attack, Battery, Companies, Limbered, Line, March, Open, Skirmish, Squadrons, Square};
use crate::state::Once;

/// B1 on (20,60) of a high plain, facing north, about to move; the enemy is far away.
fn alone(kind: Kind, stands: u8, shape: Shape) -> Fixture {
    let field = Fixture::sized(60, 90).unit("B1", kind, stands, (5, 70), "N", shape);
    field.foot("R1", (50, 2), "S", Line).phase(MOVEMENT, Side::Blue)
}

/// Whether B1 may go anywhere.
fn moves(game: &Game) -> bool {
    let stem = game.order(MOVE, "B1", "");
    game.war.reach_of(&stem).legal().any(|place| game.may(stem.to(place.pose)))
}

/// Rows ahead that B1 may reach facing north.
fn ahead(game: &Game) -> i16 {
    let reach = game.war.reach_of(&game.order(MOVE, "B1", ""));
    let start = game.pose("B1").anchor.r;
    let north = reach.legal().filter(|place| place.pose.facing == facing("N"));
    north.map(|place| start - place.pose.anchor.r).max().unwrap_or(0)
}

fn rows(kind: Kind, shape: Shape) -> i16 {
    ahead(&alone(kind, if kind.is_guns() { 2 } else { 4 }, shape).game(&[]))
}

#[test]
fn the_segment_table() {
    bites(&["OTH-MOVE-1"], || {
        let foot = [March, Attack, Companies, Line, Open, Skirmish, Square].map(|shape| rows(Kind::Infantry, shape));
        assert_eq!(foot, [24, 18, 18, 12, 18, 18, 4]);
        let horse = [March, Squadrons, Line, Companies, Skirmish, Open].map(|shape| rows(Kind::Cavalry, shape));
        assert_eq!(horse, [48, 24, 24, 36, 36, 36]);
        assert_eq!([Limbered, Battery].map(|shape| rows(Kind::FootArtillery, shape)), [18, 4]);
        assert_eq!([Limbered, Battery].map(|shape| rows(Kind::HorseArtillery, shape)), [36, 4]);
    });
    bites(&["OTH-MOVE-8"], || {
        let heavy = alone(Kind::FootArtillery, 2, Battery).gun(Gun::Heavy);
        let own = Fixture::sized(60, 90).guns("B1", (5, 70), "N", Gun::Heavy).foot("R1", (50, 2), "S", Line);
        assert_eq!(ahead(&own.phase(MOVEMENT, Side::Blue).game(&[])), 0, "12 pounders are not moved by hand");
        assert_eq!(ahead(&heavy.game(&[])), 4);
    });
    let dragged = |shape| {
        let field = Fixture::sized(60, 90).foot("B1", (5, 70), "N", shape).having(Traits::BATTALION_GUN);
        ahead(&field.foot("R1", (50, 2), "S", Line).phase(MOVEMENT, Side::Blue).game(&[]))
    };
    assert_eq!([Line, Attack, Square].map(dragged), [6, 12, 4], "a segment less, at least one");
}

/// Hits of B1 that goes so many rows ahead.
fn tired(fixture: Fixture, by: i16) -> i16 {
    let mut game = fixture.game(&[]);
    let place = game.pose("B1").anchor;
    // Two rows ahead are one hex aside.
    game.go(MOVE, "B1", (place.q + by / 2, place.r - by), "N");
    game.fh("B1")
}

#[test]
fn the_last_segment_tires() {
    bites(&["OTH-MOVE-3"], || {
        let of = |shape, by| tired(alone(Kind::Infantry, 4, shape), by);
        assert_eq!([of(Line, 6), of(Line, 7), of(Attack, 12), of(Attack, 13)], [0, 1, 0, 1]);
        assert_eq!([of(Companies, 18), of(Skirmish, 18), of(Open, 13)], [0, 0, 1]);
        assert_eq!(tired(alone(Kind::Cavalry, 4, Squadrons), 24), 0);
        assert_eq!(tired(alone(Kind::Cavalry, 4, Line), 13), 1);
        assert_eq!(tired(alone(Kind::FootArtillery, 2, Battery), 1), 1, "by hand always");
    });
    let mut game = alone(Kind::Infantry, 4, Line).game(&[]);
    for row in [67, 64, 61, 60, 59] {
        game.go(MOVE, "B1", (5 + (70 - row) / 2, row), "N");
    }
    assert_eq!(game.fh("B1"), 1, "once, however many steps and orders it takes");
    // A unit of one stand forms line from march column, for both its segments, and faces about for nothing: no inch is moved.
    let mut game = alone(Kind::Infantry, 1, March).game(&[]);
    game.form("B1", Line);
    game.go(MOVE, "B1", (5, 70), "ENE");
    assert_eq!(game.fh("B1"), 0);
}

#[test]
fn segments_are_spent_one_by_one() {
    bites(&["OTH-MOVE-5"], || {
        let mut game = alone(Kind::Infantry, 4, Line).game(&[]);
        game.go(MOVE, "B1", (7, 65), "N");
        assert_eq!(ahead(&game), 7, "an inch and a segment are left");
        let wheels = |shape| {
            let game = alone(Kind::Infantry, 4, shape).game(&[]);
            let reach = game.war.reach_of(&game.order(MOVE, "B1", ""));
            let turned = reach.legal().filter(|place| place.pose.facing == facing("ENE"));
            turned.map(|place| place.cost).min().map(|cost| i32::from(cost) / i32::from(battle::Hundredths::INCH))
        };
        assert_eq!(
            [wheels(Line), wheels(Attack), wheels(Companies), wheels(Skirmish)],
            [Some(4), Some(2), Some(1), Some(0)]
        );
    });
    bites(&["OTH-MOVE-4"], || {
        // At half move a wheel of 4 takes more than a segment of 3: it opens both, and tires.
        let field = Fixture::sized(60, 90).foot("B1", (5, 70), "N", Line);
        let mut game = field.foot("R1", (50, 2), "S", Line).phase(MOVEMENT, Side::Blue).game(&[]);
        let unit = game.id("B1");
        game.war.own_mut(unit).leash = crate::state::Leash::Half;
        let wheeled = battle::PoseStep::WheelRight.apply(&game.pose("B1"), 4);
        let reach = game.war.reach_of(&game.order(MOVE, "B1", ""));
        let four = 4 * battle::Hundredths::INCH;
        assert!(reach.legal().any(|place| place.pose == wheeled && place.cost == four));
    });
}

/// OTH-MOVE-5: one stand faces freely with a step, and once a turn on the spot.
#[test]
fn one_stand_turns_on_the_spot_once_however_far_it_goes() {
    let turns = |game: &Game| {
        let (reach, now) = (game.war.reach_of(&game.order(MOVE, "B1", "")), game.pose("B1"));
        reach.legal().any(|place| place.pose.anchor == now.anchor && place.pose.facing != now.facing)
    };
    let mut game = alone(Kind::Infantry, 1, Line).game(&[]);
    game.go(MOVE, "B1", (6, 68), "N");
    assert!(turns(&game), "a step is no turn on the spot");
    let told = game.heard.events().iter().find_map(|event| match event {
        Event::Moved { to, path, .. } => Some((path.len(), path.contains(to))),
        _ => None,
    });
    assert_eq!(told, Some((1, false)), "told with what lies between its start and its end");
    game.go(MOVE, "B1", (6, 68), "ENE");
    assert!(!turns(&game));
}

/// The least inches to a place of one facing.
fn price(game: &Game, (q, r): (i16, i16), face: &str) -> Option<i32> {
    let reach = game.war.reach_of(&game.order(MOVE, "B1", ""));
    let there = reach
        .legal()
        .filter(|place| (place.pose.anchor.q, place.pose.anchor.r) == (q, r) && place.pose.facing == facing(face));
    there.map(|place| i32::from(place.cost) / i32::from(battle::Hundredths::INCH)).min()
}

#[test]
fn prices_of_steps() {
    bites(&["OTH-MOVE-5"], || {
        let line = alone(Kind::Infantry, 4, Line).game(&[]);
        assert_eq!([price(&line, (5, 69), "N"), price(&line, (6, 69), "N")], [Some(1), Some(1)]);
        assert_eq!([price(&line, (5, 71), "N"), price(&line, (4, 71), "N")], [Some(2), Some(2)]);
        assert_eq!([price(&line, (4, 70), "N"), price(&line, (6, 70), "N")], [Some(2), Some(2)]);
        let loose = alone(Kind::Infantry, 4, Skirmish).game(&[]);
        assert_eq!([price(&loose, (5, 71), "N"), price(&loose, (6, 70), "N")], [Some(1), Some(1)]);
    });
    let square = alone(Kind::Infantry, 4, Square).game(&[]);
    assert_eq!([price(&square, (5, 71), "N"), price(&square, (6, 70), "N")], [Some(1), Some(1)]);
    assert!(price(&square, (5, 69), "ENE").is_none(), "a square keeps its facing");
    let about = |shape| {
        let game = alone(Kind::Infantry, 4, shape).game(&[]);
        let reach = game.war.reach_of(&game.order(MOVE, "B1", ""));
        reach.legal().any(|place| place.pose.facing == facing("S"))
    };
    assert!(about(Line) && about(Attack) && about(Companies), "about-face");
    bites(&["OTH-MOVE-5"], || {
        // A march column faces about on its hexes for half a segment, then goes back with 3 + 6 + 6 + 6 inches.
        let field = Fixture::sized(60, 90).foot("B1", (5, 50), "N", March).foot("R1", (50, 2), "S", Line);
        let mut column = field.phase(MOVEMENT, Side::Blue).game(&[]);
        let unit = column.id("B1");
        let hexes = column.war.field().footprint(unit).hexes().to_vec();
        let tail = hexes[3];
        assert_eq!(price(&column, (tail.q, tail.r), "S"), Some(3));
        let stem = column.order(MOVE, "B1", "");
        let reach = column.war.reach_of(&stem);
        let about = reach.legal().find(|place| place.pose.anchor == tail && place.pose.facing == facing("S"));
        let about = about.expect("it faces about").pose;
        column.give(stem.to(about));
        let now: Vec<_> = column.war.field().footprint(unit).hexes().iter().rev().copied().collect();
        assert_eq!((now, column.fh("B1")), (hexes, 0));
        let reach = column.war.reach_of(&stem);
        let rows = reach.legal().filter(|place| place.pose.facing == facing("S")).map(|place| place.pose.anchor.r);
        assert_eq!(rows.max(), Some(tail.r + 21));
    });
    let coarse = alone(Kind::Infantry, 4, Line).scale(2).game(&[]);
    assert_eq!(ahead(&coarse), 6, "two inches a hex");
}

#[test]
fn roads() {
    let road: Vec<(i16, i16)> = (20..=80_i16).map(|row| (5 + (70 - row + 1).div_euclid(2), row)).collect();
    let paved = |fixture: Fixture| fixture.cell(|cell| cell.road = true, &road);
    bites(&["OTH-MOVE-6"], || {
        let one = |fixture: Fixture| ahead(&paved(fixture).game(&[]));
        assert_eq!(one(alone(Kind::Infantry, 1, March)), 32, "8 a segment");
        assert_eq!(one(alone(Kind::Infantry, 1, Companies)), 18, "only march columns and limbered guns");
        assert_eq!(one(alone(Kind::FootArtillery, 1, Limbered)), 24);
    });
    bites(&["OTH-MOVE-7"], || {
        let woods: Vec<(i16, i16)> =
            (30..=69_i16).flat_map(|row| (0..60).map(move |column| (column - row / 2, row))).collect();
        let wooded = |fixture: Fixture| paved(fixture.terrain(Terrain::Woods, &woods)).game(&[]);
        assert_eq!(ahead(&wooded(alone(Kind::Infantry, 1, March))), 32, "along the road the woods are nothing");
        assert_eq!(ahead(&wooded(alone(Kind::Infantry, 1, Companies))), 0);
    });
}

#[test]
fn passing_through() {
    bites(&["OTH-MOVE-9"], || {
        let field = |shape| {
            let field = Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 30), "N", Line);
            let wall: Vec<(i16, i16)> = (0..40).filter(|q| ![20, 21, 22, 23].contains(q)).map(|q| (q, 28)).collect();
            let field = field.terrain(Terrain::Impassable, &wall).foot("B2", (21, 28), "N", shape);
            let game = field.foot("R1", (30, 2), "S", Line).phase(MOVEMENT, Side::Blue).game(&[]);
            (price(&game, (21, 27), "N").is_some(), price(&game, (21, 28), "N").is_some())
        };
        assert_eq!(field(Line), (false, false), "a line is not passed");
        let column = Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 30), "N", Line);
        let wall: Vec<(i16, i16)> = (0..40).filter(|q| ![21].contains(q)).map(|q| (q, 28)).collect();
        let column = column.terrain(Terrain::Impassable, &wall).unit("B2", Kind::Infantry, 1, (21, 28), "N", March);
        let game = column.foot("R1", (30, 2), "S", Line).phase(MOVEMENT, Side::Blue).game(&[]);
        assert_eq!(price(&game, (21, 27), "N"), Some(3), "a march column is, for no more than the inches");
        assert!(price(&game, (21, 28), "N").is_none(), "nobody ends on it");
    });
}

/// B1, one stand in a lane of woods, sent through the march column B2 at that row, the last of the woods, and out of
/// them; its test fails: the row where it stays.
fn stopped_on_the_way(row: i16) -> i16 {
    let wall: Vec<(i16, i16)> = (0..40).flat_map(|q| (10..31).map(move |r| (q, r))).filter(|(q, _)| *q != 21).collect();
    let woods: Vec<(i16, i16)> = (row..=30).map(|r| (21, r)).collect();
    let field = Fixture::plain().unit("B1", Kind::Infantry, 1, (21, 30), "N", Skirmish);
    let field = field.terrain(Terrain::Impassable, &wall).terrain(Terrain::Woods, &woods);
    let field = field.unit("B2", Kind::Infantry, 1, (21, row), "N", March).foot("R1", (30, 2), "S", Line);
    let mut game = field.phase(MOVEMENT, Side::Blue).game(&[10]);
    let order = game.order(MOVE, "B1", "");
    let ahead = game.war.reach_of(&order).legal().map(|place| place.pose.anchor).min_by_key(|hex| hex.r);
    let ahead = ahead.filter(|hex| hex.r < row).expect("a place beyond the column");
    game.go(MOVE, "B1", (ahead.q, ahead.r), "N");
    game.pose("B1").anchor.r
}

#[test]
fn who_is_stopped_among_friends_goes_back_until_it_stands_alone() {
    assert_eq!(stopped_on_the_way(26), 30, "the first segment of six hexes leads out: it does not begin");
    assert_eq!(stopped_on_the_way(24), 25, "the first segment ends on the column, the second leads out");
    assert_eq!(stopped_on_the_way(18), 19, "the same of the second and the third");
}

#[test]
fn inches_are_counted() {
    bites(&["OTH-MOVE-10a"], || {
        let mut game = alone(Kind::Infantry, 4, Attack).game(&[]);
        game.go(MOVE, "B1", (10, 59), "N");
        assert_eq!(game.war.own(game.id("B1")).inches, 11);
        game.enter(START, Side::Blue);
        assert_eq!(game.war.own(game.id("B1")).inches, 0);
    });
}

#[test]
fn nobody_comes_next_to_an_enemy_but_by_contact() {
    bites(&["OTH-GEO-2"], || {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (20, 24), "S", Line);
        let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
        let reach = game.war.reach_of(&game.order(MOVE, "B1", ""));
        let near = |pose: &battle::Pose| game.war.field().footprint(game.id("R1")).distance(&pose.stands(4)) <= 1;
        assert!(!reach.legal().any(|place| near(&place.pose)));
        assert!(
            reach.legal().any(|place| game.war.field().footprint(game.id("R1")).distance(&place.pose.stands(4)) == 2)
        );
    });
}

#[test]
fn to_ground_and_up_again() {
    let lies = |kind, shape, gap: i16| {
        let field =
            Fixture::plain().unit("B1", kind, 4, (20, 30), "N", shape).foot("R1", (20 + gap / 2, 30 - gap), "S", Line);
        let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
        game.may(game.order(LIE, "B1", ""))
    };
    bites(&["OTH-MOVE-11"], || {
        assert_eq!([Line, Open, Skirmish].map(|shape| lies(Kind::Infantry, shape, 4)), [true; 3]);
        assert_eq!([Attack, Companies, March, Square].map(|shape| lies(Kind::Infantry, shape, 8)), [false; 4]);
        assert_eq!([lies(Kind::Infantry, Line, 3), lies(Kind::Cavalry, Line, 8)], [false, false]);
        let mut game = alone(Kind::Infantry, 4, Line).game(&[]);
        let order = game.order(LIE, "B1", "");
        game.give(order);
        assert!(game.marked("B1", marks::DOWN) && !moves(&game));
        let order = game.order(RISE, "B1", "");
        game.give(order);
        assert!(!game.marked("B1", marks::DOWN));
        assert_eq!(ahead(&game), 0, "one segment to lie down, one to rise");
    });
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (22, 26), "S", Line).marks(marks::DOWN);
    let game = field.phase(SHOOTING, Side::Blue).game(&[]);
    assert!(!game.may(game.order(FIRE, "R1", "B1")), "it does not fire");
}

/// B1 in normal woods, loose, with those dice: its row after it was sent so many rows ahead, out of them.
fn leaves(field: Fixture, dice: &[u8]) -> (i16, Game) {
    let mut game = field.game(dice);
    let place = game.pose("B1").anchor;
    game.go(MOVE, "B1", (place.q + 2, place.r - 4), "N");
    (place.r - game.pose("B1").anchor.r, game)
}

fn wood() -> Fixture {
    let woods: Vec<(i16, i16)> = (0..12).map(|q| (q, 70)).collect();
    alone(Kind::Infantry, 4, Skirmish).terrain(Terrain::Woods, &woods)
}

#[test]
fn leaving_cover() {
    bites(&["OTH-MORALE-3", "OTH-MOVE-12"], || {
        let (far, again) = leaves(wood(), &[7]);
        assert!(far == 4 && moves(&again));
        let (moved, game) = leaves(wood(), &[8]);
        assert_eq!((moved, game.fh("B1")), (0, 0), "no move");
        assert!(!moves(&game), "for the turn");
    });
    bites(&["OTH-OPT-2"], || {
        assert_eq!(leaves(wood().house("leave_cover_radius", "12"), &[8]).0, 4, "no enemy within 12")
    });
    let watched = |inches: i16| {
        let near = wood().foot("R2", (5 + inches / 2, 70 - inches), "S", Line).house("leave_cover_radius", "12");
        leaves(near, &[8]).0
    };
    assert_eq!([watched(12), watched(13)], [0, 4], "within 12, and not at 13");
    let walled = alone(Kind::Infantry, 4, Line).above(70, Obstacle::Wall);
    let (moved, game) = leaves(walled, &[7]);
    assert_eq!((moved, game.fh("B1")), (4, 1), "a lined wall is cover, and crossing it tires");
    assert_eq!(leaves(alone(Kind::Infantry, 4, Line).above(70, Obstacle::Hedge), &[]).0, 4, "a hedge is none");
}

#[test]
fn moving_after_fire() {
    let fired = || {
        let field = Fixture::sized(60, 90).foot("B1", (5, 70), "N", Line).state(|own| own.fired_last = Once::Done);
        field.foot("R1", (50, 2), "S", Line).phase(MOVEMENT, Side::Blue)
    };
    bites(&["OTH-MORALE-4"], || {
        assert_eq!(leaves(fired(), &[7]).0, 4);
        assert_eq!(leaves(fired(), &[8]).0, 0);
    });
    let mut game = fired().game(&[8]);
    game.form("B1", Companies);
    assert_eq!(game.shape("B1"), Line, "for any purpose");
    let (_, mut once) = leaves(fired(), &[7]);
    once.go(MOVE, "B1", (8, 65), "N");
    assert_eq!(once.faces("moving after fire").len(), 1);
}

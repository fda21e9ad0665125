//! Geometry: footprints, frames, faces, contact, lines of fire, moves away (OTH-GEO).

use battle::rule::bites;
use battle::{Edge, Obstacle, Side, Terrain};

use super::fixture::{Fixture, Game, facing, hex};
use super::status::can_charge;
use crate::fatigue;
use crate::info::{DEFENCE, FIRE, MOVEMENT, SHOOTING};
use crate::profile::Kind;
use crate::space;
use crate::space::Aspect::{Flank, Front, Rear};
use crate::space::Shape::{self, Attack, Battery, Companies, Limbered, Line, March, Open, Skirmish, Squadrons, Square};

fn stands(shape: Shape, count: u8) -> Vec<(i16, i16)> {
    Fixture::plain().unit("B1", Kind::Infantry, count, (20, 30), "N", shape).game(&[]).stands("B1")
}

#[test]
fn footprints() {
    bites(&["OTH-GEO-3"], || {
        let line = [(19, 30), (20, 30), (21, 30), (22, 30)];
        assert_eq!([stands(Line, 4), stands(Open, 4)], [line.to_vec(), line.to_vec()]);
        let block = [(20, 30), (21, 30), (20, 31), (21, 31)];
        assert_eq!([Attack, Squadrons, Square].map(|shape| stands(shape, 4)), [block, block, block].map(Vec::from));
        assert_eq!([March, Companies].map(|shape| stands(shape, 4).len()), [4, 4]);
        assert!(
            stands(Companies, 4)
                .windows(2)
                .all(|pair| hex(pair[0].0, pair[0].1).distance(hex(pair[1].0, pair[1].1)) == 1)
        );
        assert_eq!(
            stands(Skirmish, 4).iter().map(|(q, _)| q - stands(Skirmish, 4)[0].0).collect::<Vec<_>>(),
            [0, 2, 4, 6]
        );
        assert_eq!([stands(Battery, 2).len(), stands(Limbered, 2).len()], [2, 2]);
        assert_eq!((stands(Battery, 2)[0].1, stands(Battery, 2)[1].1), (30, 30), "side by side");
    });
    let ring = stands(Square, 6);
    let centre = (0..40)
        .flat_map(|q| (20..40).map(move |r| hex(q, r)))
        .find(|centre| ring.iter().all(|(q, r)| hex(*q, *r).distance(*centre) == 1));
    let centre = centre.expect("a ring of six");
    assert!(stands(Square, 7).contains(&(centre.q, centre.r)), "and its centre");
    let rows = |count| {
        let mut rows: Vec<i16> = stands(Square, count).iter().map(|(_, r)| *r).collect();
        rows.dedup();
        rows.len()
    };
    assert_eq!([rows(3), rows(5), rows(8), rows(9)], [2, 3, 3, 3], "2 and 3 files");
}

#[test]
fn the_frame_of_a_facing() {
    bites(&["OTH-GEO-4", "OTH-GEO-5"], || {
        let side = |face: &str, (q, r): (i16, i16)| {
            let field = Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 30), face, Line);
            let game = field.unit("R1", Kind::Infantry, 1, (20 + q, 30 + r), "S", Line).game(&[]);
            space::side_of(game.pose("B1").facing, game.pose("R1").anchor - game.pose("B1").anchor)
        };
        // Two front, two flank and two rear neighbours.
        let around = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
        assert_eq!(around.map(|way| side("N", way)), [Front, Front, Flank, Rear, Rear, Flank]);
        assert_eq!(around.map(|way| side("S", way)), [Rear, Rear, Flank, Front, Front, Flank]);
        assert_eq!(around.map(|way| side("ENE", way)), [Flank, Front, Front, Flank, Rear, Rear]);
        // 60 degrees are front, on the line itself; to the rear they are flank.
        assert_eq!(
            [side("N", (3, -3)), side("N", (4, -3)), side("N", (0, 3)), side("N", (1, 1))],
            [Front, Front, Rear, Flank]
        );
    });
}

#[test]
fn arcs() {
    let sees = |shape, q: i16, r: i16| {
        let field = Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 30), "N", shape);
        let game = field.unit("R1", Kind::Infantry, 1, (20 + q, 30 + r), "S", Line).game(&[]);
        space::in_arc(game.shape("B1"), game.pose("B1").facing, game.pose("R1").anchor - game.pose("B1").anchor)
    };
    bites(&["OTH-GEO-6"], || {
        assert_eq!([sees(Line, 4, -6), sees(Line, 8, -6), sees(Line, 9, -6)], [true, true, false])
    });
    bites(&["OTH-GEO-7"], || assert_eq!([sees(Battery, 6, -6), sees(Battery, 7, -6)], [true, false]));
    assert_eq!([sees(Skirmish, 12, -6), sees(Skirmish, 13, -6)], [true, false], "60 degrees in skirmish order");
}

#[test]
fn faces_of_a_square() {
    let face = |(q, r): (i16, i16)| {
        let game = Fixture::plain().foot("B1", (20, 30), "N", Square).game(&[]);
        space::face_of(&game.war, game.id("B1"), &game.pose("B1"), hex(q, r))
    };
    bites(&["OTH-GEO-8"], || {
        assert_eq!([face((23, 24)), face((30, 30)), face((17, 37)), face((10, 31))], [0, 1, 2, 3].map(Some));
    });
}

#[test]
fn a_limit_is_inclusive() {
    bites(&["OTH-GEO-1"], || {
        let within = |gap: i16| {
            let field =
                Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (20 + gap / 2, 30 - gap), "S", Line);
            let game = field.game(&[]);
            space::is_within(game.between("B1", "R1"), 6)
        };
        assert_eq!([within(5), within(6), within(7)], [true, true, false]);
    });
    let game = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (20, 29), "S", Line).scale(2).game(&[]);
    assert_eq!(game.between("B1", "R1"), 2, "two inches a hex");
}

#[test]
fn support_is_measured_unit_to_unit() {
    bites(&["OTH-GEO-15", "OTH-MELEE-CAV-2"], || {
        let field = Fixture::plain().horse("B1", (20, 30), "N", Line).horse("R1", (20, 29), "S", Line);
        let field = field.foot("B2", (17, 36), "N", Line).contact("B1", "R1", Flank).phase(DEFENCE, Side::Blue);
        assert_eq!(field.game(&[]).fights("B1", "R1", 1), 8, "6 inches off; and horse has no bonus for the flank");
    });
}

#[test]
fn lines_of_fire() {
    let fires = |shape, label: &'static str| {
        let own = Fixture::plain().unit("R1", Kind::Infantry, 1, (20, 20), "S", Line);
        let own = own.unit("B1", Kind::Infantry, 1, (18, 24), "N", Line);
        let game = own.unit(label, Kind::Infantry, 1, (19, 22), "S", shape).game(&[]);
        game.may(game.order(FIRE, "R1", "B1"))
    };
    bites(&["OTH-GEO-13"], || assert_eq!([fires(Line, "R2"), fires(Line, "B2")], [false, false], "anybody stops it"));
    assert_eq!([fires(Skirmish, "R2"), fires(Skirmish, "B2")], [true, false], "but own skirmishers");
}

/// Where B1, a line facing north, may touch R1 on (23,24), which faces that way, with one segment.
fn touch(face: &str) -> bool {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (23, 24), face, Line);
    can_charge(&field.phase(MOVEMENT, Side::Blue).game(&[]), "B1", "R1", 1)
}

#[test]
fn positions_of_contact() {
    assert!(touch("S") && touch("N"));
    bites(&["OTH-GEO-12"], || {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (23, 24), "S", Line);
        let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
        let reach = game.war.reach_of(&game.order(crate::info::CHARGE, "B1", "R1").with(2));
        let fronts = |pose: &battle::Pose| {
            let print = game.war.field().footprint(game.id("R1"));
            let ahead = |stand: &hexes::Hex| {
                print.contains(*stand + pose.facing.front_left()) || print.contains(*stand + pose.facing.front_right())
            };
            pose.stands(4).front().iter().any(ahead)
        };
        assert!(reach.legal().count() > 0 && reach.legal().all(|place| fronts(&place.pose)));
    });
    let river =
        Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (23, 24), "S", Line).above(25, Obstacle::River);
    assert!(!can_charge(&river.phase(MOVEMENT, Side::Blue).game(&[]), "B1", "R1", 1), "no river between");
}

#[test]
fn flank_contact_is_judged_where_the_segment_began() {
    // B1 begins ahead of R1's front line and comes round to its end: still the front.
    bites(&["OTH-GEO-11"], || {
        let at = |war: &crate::War, by, to: &battle::Pose, on| {
            let before = war.pose(by);
            crate::contact::touch::aspect_at(war, by, &before, to, on)
        };
        let field = Fixture::plain().unit("B1", Kind::Infantry, 1, (24, 34), "WSW", Line);
        let game = field.foot("R1", (20, 30), "S", Line).phase(MOVEMENT, Side::Blue).game(&[]);
        let end = battle::Pose { anchor: hex(22, 30), facing: facing("WSW"), ..game.pose("B1") };
        assert_eq!(at(&game.war, game.id("B1"), &end, game.id("R1")), Front, "from (24,34) it is in front");
    });
    let field = Fixture::plain().unit("B1", Kind::Infantry, 1, (30, 27), "WSW", Line);
    let game = field.foot("R1", (20, 30), "S", Line).phase(MOVEMENT, Side::Blue).game(&[]);
    let end = battle::Pose { anchor: hex(22, 30), facing: facing("WSW"), ..game.pose("B1") };
    let (by, on) = (game.id("B1"), game.id("R1"));
    assert_eq!(crate::contact::touch::aspect_at(&game.war, by, &game.pose("B1"), &end, on), Flank);
}

/// B1 in contact with R1 before it loses a retreat of 6; the rows that friends stand on are taken.
fn retreats(friends: &[(i16, i16)], more: impl Fn(Fixture) -> Fixture) -> Game {
    let field = Fixture::sized(70, 70).foot("B1", (20, 30), "N", Line).foot("R1", (20, 29), "S", Line);
    let labels = ["B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "BA", "BC", "BD", "BE", "BF"];
    let field = labels.iter().zip(friends).fold(field, |field, (label, at)| field.foot(label, *at, "N", Line));
    let mut game = more(field.contact("R1", "B1", Front)).phase(SHOOTING, Side::Blue).game(&[]);
    let (unit, enemy) = (game.id("B1"), game.id("R1"));
    fatigue::retreat(&mut game.umpire(), unit, enemy, 6, "OTH-RESULT-1");
    game
}

fn row(game: &Game) -> i16 {
    if game.is_there("B1") { game.pose("B1").anchor.r - 30 } else { -1 }
}

/// Lines across the way back on those rows.
fn lines(rows: std::ops::RangeInclusive<i16>) -> Vec<(i16, i16)> {
    rows.map(|row| (20, 30 + row)).collect()
}

#[test]
fn directly_away() {
    let same = |field: Fixture| field;
    assert_eq!(
        (row(&retreats(&[], same)), retreats(&[], same).pose("B1").facing),
        (6, facing("N")),
        "facing the enemy"
    );
    assert_eq!(row(&retreats(&lines(6..=7), same)), 8, "friends may be passed");
    assert_eq!(row(&retreats(&lines(6..=12), same)), 5, "back to the last free place");
    assert_eq!(row(&retreats(&lines(1..=12), same)), -1, "nowhere free: destroyed");
    bites(&["OTH-GEO-14"], || {
        let game = retreats(&[], |field| field.foot("R2", (21, 35), "S", Line));
        assert!(game.is_there("B1") && game.between("B1", "R2") > 1, "never next to another enemy");
    });
    let river = |field: Fixture| field.above(33, Obstacle::River);
    assert_eq!(row(&retreats(&[], river)), 2, "edges open to the formation");
}

#[test]
fn moves_out_of_turn_pay_for_ground() {
    bites(&["OTH-GEO-16"], || {
        let field = Fixture::plain().horse("B1", (20, 40), "N", Line).horse("R1", (28, 24), "S", Line);
        let rough: Vec<(i16, i16)> = (0..60).map(|column| (column - 14, 28)).collect();
        let mut game = field.terrain(Terrain::Rough, &rough).phase(MOVEMENT, Side::Blue).game(&[1, 1]);
        game.charge("B1", "R1", 2);
        let order = game.order(crate::info::MEET, "R1", "");
        game.give(order);
        assert_eq!(game.fh("R1"), 1, "a counter-charge over rough ground");
    });
    let rough: Vec<(i16, i16)> = (0..70).map(|column| (column - 16, 33)).collect();
    let game = retreats(&[], move |field| field.terrain(Terrain::Rough, &rough));
    assert_eq!((row(&game), game.fh("B1")), (6, 0), "a retreat is free");
    let hedge = Edge { obstacle: Obstacle::Hedge, ..Edge::default() };
    let game = retreats(&[], |field| field.edge((19, 32), hexes::Direction::NorthEast, hedge));
    assert_eq!(game.fh("B1"), 0);
}

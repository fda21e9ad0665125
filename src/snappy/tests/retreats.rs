//! Retreats in any crowd: wherever they end, they end soundly (SN-MC-7 to 10).

use battle::rule::bites;
use battle::{Cell, Crossing, Edge, Obstacle, Terrain};
use hexes::{Direction, Facing};

use super::fixture::Fixture;
use crate::morale::retreat::{self, Retreat};
use crate::profile::Kind;
use crate::room::{Fit, fits};
use crate::space::{Shape, shape_of};
use crate::tables::{DISRUPTED, NERVOUS, PANIC, ROUTED};

/// Small numbers by lot, the same everywhere.
struct Lot(u64);

impl Lot {
    fn below(&mut self, most: i16) -> i16 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % most as u64) as i16
    }
}

/// Units of both sides crowded on a small map with woods, houses and water.
fn crowd(seed: u64) -> Fixture {
    let mut lot = Lot(seed);
    let mut fixture = Fixture::sized(16, 14);
    let place = |lot: &mut Lot| {
        let row = lot.below(14);
        (lot.below(16) - (row >> 1), row)
    };
    for terrain in [Terrain::Woods, Terrain::Woods, Terrain::WoodenBuilding, Terrain::Water, Terrain::Impassable] {
        for _ in 0..4 {
            let at = place(&mut lot);
            fixture = fixture.terrain(terrain, &[at]);
        }
    }
    let mut taken: Vec<(i16, i16)> = Vec::new();
    for number in 0..24 {
        let (q, r) = place(&mut lot);
        let hexes = [(q - 1, r), (q, r), (q + 1, r)];
        if taken.iter().any(|one| hexes.contains(one)) || !(1..15).contains(&(q + (r >> 1))) {
            continue;
        }
        taken.extend(hexes);
        let label = format!("{}{number}", if lot.below(3) == 0 { 'R' } else { 'B' });
        let kind = if lot.below(4) == 0 { Kind::LightCavalry } else { Kind::Infantry };
        fixture = fixture.unit(&label, kind, 2, (q, r), if lot.below(2) == 0 { "N" } else { "S" }, Shape::Line);
    }
    fixture
}

#[test]
fn retreats_end_soundly_in_any_crowd() {
    let (mut went, mut lost) = (0, 0);
    for seed in 0..60 {
        let game = crowd(seed).game(&[]);
        let war = &game.war;
        for unit in war.field().present().collect::<Vec<_>>() {
            let Some(cause) = war.enemies(unit).min_by_key(|enemy| (war.field().distance(unit, *enemy), *enemy)) else {
                continue;
            };
            for status in [NERVOUS, DISRUPTED, PANIC] {
                let Retreat::To(way) = retreat::of(war, unit, status, Some(cause)) else {
                    lost += 1;
                    continue;
                };
                went += 1;
                let end = way.last().copied().expect("an end");
                assert_eq!(fits(war, unit, &end), Fit::Free, "seed {seed}: {} ends on others", war.name(unit));
                let enemy = war.field().footprint(cause);
                for pair in way.windows(2) {
                    assert_eq!(pair[0].anchor.distance(pair[1].anchor), 1, "seed {seed}: {} jumps", war.name(unit));
                    let far = |pose: &battle::Pose| match status {
                        NERVOUS => war.field().footprint_at(unit, pose).distance(&enemy),
                        _ => enemy.distance_to(pose.anchor),
                    };
                    let turned = status == NERVOUS && pair[0].facing != pair[1].facing;
                    assert!(far(&pair[1]) >= far(&pair[0]) || turned, "seed {seed}: {} comes nearer", war.name(unit));
                }
                assert!(status == NERVOUS || shape_of(&end) == Shape::Column);
            }
        }
    }
    assert!(went > 1_000 && lost > 10, "{went} went, {lost} had nowhere to go");
}

/// SN-MC-8, SN-TERRAIN-6: a bridge is crossed in column, so guns that stay in battery slide along the bank.
#[test]
fn nobody_goes_back_over_a_bridge_but_in_column() {
    let river = Edge { obstacle: Obstacle::River, crossing: Crossing::None };
    let guns = Fixture::plain().unit("B1", Kind::FootArtillery, 1, (20, 30), "N", Shape::Line);
    let bank = guns.foot("R1", (20, 29), "S", Shape::Line).above(31, Obstacle::River);
    let bank = bank.edge((20, 30), Direction::SouthEast, Edge { crossing: Crossing::Bridge, ..river });
    bites(&["SN-TERRAIN-6"], || {
        let mut game = bank.clone().game(&[3, 9]);
        game.checks("B1", 1, "R1");
        assert_eq!((game.shape("B1"), game.pose("B1").anchor.r), (Shape::Line, 30));
    });
    let mut game = bank.game(&[3, 3, 9]);
    game.checks("B1", 1, "R1");
    assert_eq!(game.shape("B1"), Shape::Column);
}

/// A bridge leads along its road and onto its banks: whoever is driven from it goes back a hex to the far bank, not into
/// the water beside it.
#[test]
fn nobody_goes_back_from_a_bridge_into_the_water() {
    let river = [(21, 18), (22, 18), (20, 19), (21, 19), (20, 21), (19, 21), (20, 22), (19, 22), (18, 22)];
    let lone = |at, label, face| Fixture::plain().unit(label, Kind::Infantry, 1, at, face, Shape::Column);
    let bridge = |cell: &mut Cell| *cell = Cell { terrain: Terrain::Water, crossing: Crossing::Bridge, ..*cell };
    bites(&["SN-TERRAIN-2"], || {
        let armies = lone((20, 20), "B1", "WSW").unit("R1", Kind::Infantry, 1, (19, 20), "ENE", Shape::Column);
        let mut game = armies.terrain(Terrain::Water, &river).cell(bridge, &[(20, 20)]).game(&[3, 9]);
        game.checks("B1", 1, "R1");
        assert_eq!((game.status("B1"), game.stands("B1")), (NERVOUS, vec![(21, 20)]));
    });
}

/// A line of two at (10,20) whose way back is taken by friends for so many rows.
fn crowded(rows: usize) -> Fixture {
    let line =
        Fixture::plain().foot("B1", (10, 20), "N", Shape::Line).quality(1).foot("R1", (11, 19), "S", Shape::Line);
    let way = [(10, 21), (9, 22), (9, 23), (8, 24), (8, 25), (7, 26), (7, 27)];
    way[..rows].iter().enumerate().fold(line, |field, (place, at)| {
        field.unit(&format!("B{}", place + 2), Kind::Infantry, 1, *at, "N", Shape::Line)
    })
}

#[test]
fn a_crowded_retreat_goes_on_for_up_to_six_hexes() {
    bites(&["SN-MC-8g"], || {
        let mut game = crowded(6).game(&[2, 9]);
        game.checks("B1", 1, "R1");
        game.all_fell();
        assert_eq!((game.status("B1"), game.stands("B1")), (NERVOUS, vec![(7, 27), (8, 27)]), "a hex, and six more");
        let mut full = crowded(7).game(&[2]);
        full.checks("B1", 1, "R1");
        assert_eq!(full.status("B1"), ROUTED, "a seventh it does not go");
    });
}

/// Row 20 is the last of the map: a stand before which an enemy stands north-east slides west, and has him 60 degrees to
/// its right then.
#[test]
fn a_nervous_unit_turns_only_when_its_enemy_is_not_before_it() {
    let slid = |face: &str| {
        let stand = Fixture::sized(60, 21).unit("B1", Kind::Infantry, 1, (20, 20), face, Shape::Line);
        let mut game = stand.unit("R1", Kind::Infantry, 1, (21, 19), "S", Shape::Line).game(&[2, 9]);
        game.checks("B1", 1, "R1");
        game.all_fell();
        (game.stands("B1"), game.pose("B1").facing)
    };
    bites(&["SN-MC-9b"], || {
        assert_eq!(slid("N"), (vec![(19, 20)], Facing::North), "he is in its front");
        assert_eq!(slid("S"), (vec![(19, 20)], Facing::EastNorthEast), "he is not");
        assert_eq!(slid("WNW"), (vec![(19, 20)], Facing::EastNorthEast), "nor beside it");
    });
}

/// B1 falls to disrupted and goes back three hexes, to four rows straight behind the foremost enemy; the hex on which its
/// second stand would be as it faces him is closed. Two facings look at him alike then: the one it has, else of as many
/// turns the one clockwise.
#[test]
fn where_the_best_facing_has_no_room_the_next_best_is_taken() {
    let stands = |face: &str, closed: &[(i16, i16)]| {
        let column = Fixture::plain().foot("B1", (10, 20), face, Shape::Column).quality(1).status(NERVOUS);
        let field =
            column.unit("R1", Kind::Infantry, 1, (11, 19), "S", Shape::Line).terrain(Terrain::Impassable, closed);
        let mut game = field.game(&[2, 9]);
        game.checks("B1", 1, "R1");
        game.all_fell();
        assert_eq!((game.status("B1"), game.stands("B1")[0]), (DISRUPTED, (9, 23)));
        game.pose("B1").facing
    };
    let faces = |closed: &[(i16, i16)]| ["N", "ENE", "S", "WNW"].map(|face| stands(face, closed));
    assert_eq!(faces(&[]), [Facing::North; 4]);
    bites(&["SN-GEO-9"], || {
        let [right, left] = [Facing::EastNorthEast, Facing::WestNorthWest];
        assert_eq!(faces(&[(9, 24)]), [right, right, left, left]);
        // The stand behind it as it faces to the right is (8,24), to the left (10,23).
        assert_eq!(faces(&[(9, 24), (10, 23)]), [right; 4]);
        assert_eq!(faces(&[(9, 24), (8, 24)]), [left; 4]);
    });
}

/// B1, a single stand on (20,20), goes back a hex from an enemy on one of the hexes beside it.
fn driven(from: (i16, i16), change: impl Fn(Fixture) -> Fixture) -> Vec<(i16, i16)> {
    let stand = Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 20), "N", Shape::Line).quality(1);
    let mut game = change(stand.unit("R1", Kind::Infantry, 1, from, "S", Shape::Line)).game(&[2, 9]);
    game.checks("B1", 1, "R1");
    game.all_fell();
    game.stands("B1")
}

#[test]
fn the_wishes_of_a_retreat_go_in_order() {
    bites(&["SN-MC-8b"], || {
        let beset = driven((20, 19), |field| field.unit("R2", Kind::Infantry, 1, (20, 22), "N", Shape::Line));
        assert_eq!(beset, [(19, 21)], "not beside a second enemy, though that would be nearer to hand");
        assert_eq!(driven((20, 19), |field| field), [(20, 21)]);
    });
    bites(&["SN-MC-8c", "SN-MC-8d"], || {
        assert_eq!(
            driven((20, 21), |field| field),
            [(19, 20)],
            "away from the enemy, and of that as near home as may be"
        );
    });
}

/// At the last row, between two hexes that nobody enters, with its enemy two hexes ahead.
#[test]
fn nobody_goes_back_nearer_to_the_cause() {
    bites(&["SN-MC-8a"], || {
        let stand = Fixture::sized(60, 21).unit("B1", Kind::Infantry, 1, (20, 20), "N", Shape::Line).quality(1);
        let pocket = stand.terrain(Terrain::Impassable, &[(19, 20), (21, 20)]);
        let mut game = pocket.unit("R1", Kind::Infantry, 1, (21, 18), "S", Shape::Line).game(&[2]);
        game.checks("B1", 1, "R1");
        assert_eq!(game.status("B1"), ROUTED);
    });
}

/// Nobody has room on the last two hexes of the way, nor on six more: but there was room on its first.
#[test]
fn who_finds_no_room_ahead_ends_where_it_passed_some() {
    bites(&["SN-MC-8h"], || {
        let stand =
            Fixture::plain().unit("B1", Kind::Infantry, 1, (10, 20), "N", Shape::Line).quality(1).status(NERVOUS);
        let field = stand.foot("R1", (11, 19), "S", Shape::Line);
        let full = [(9, 22), (9, 23), (8, 24), (8, 25), (7, 26), (7, 27), (6, 28), (6, 29)];
        let field = full.iter().enumerate().fold(field, |field, (place, at)| {
            field.unit(&format!("B{}", place + 2), Kind::Infantry, 1, *at, "N", Shape::Line)
        });
        let mut game = field.game(&[2, 9]);
        game.checks("B1", 1, "R1");
        assert_eq!((game.status("B1"), game.stands("B1")), (DISRUPTED, vec![(10, 21)]));
    });
}

/// There is room on every hex of the way but the last, which a friend holds, and nobody gets further: the one before it.
#[test]
fn who_finds_its_last_hex_taken_ends_on_the_one_before() {
    bites(&["SN-MC-8h"], || {
        let stand = Fixture::sized(60, 23).unit("B1", Kind::Infantry, 1, (10, 20), "N", Shape::Line).quality(1);
        let field = stand.status(NERVOUS).unit("R1", Kind::Infantry, 1, (11, 18), "S", Shape::Line);
        let field = field.terrain(Terrain::Impassable, &[(8, 22), (10, 22)]);
        let mut game = field.unit("B2", Kind::Infantry, 1, (9, 22), "N", Shape::Line).game(&[2, 9]);
        game.checks("B1", 1, "R1");
        game.all_fell();
        assert_eq!((game.status("B1"), game.stands("B1")), (DISRUPTED, vec![(10, 21)]));
    });
}

/// B1 owes a check because of nobody, with enemies there; where it goes by its first failure.
fn alarmed(enemies: &[(&str, (i16, i16))]) -> Vec<(i16, i16)> {
    let stand = Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 20), "N", Shape::Line).quality(1);
    let field =
        enemies.iter().fold(stand, |field, (label, at)| field.unit(label, Kind::Infantry, 1, *at, "S", Shape::Line));
    let mut game = field.game(&[2, 9]);
    game.checks("B1", 1, "");
    game.stands("B1")
}

#[test]
fn without_a_cause_the_nearest_enemy_is_gone_back_from_or_their_base() {
    bites(&["SN-MC-8i"], || {
        assert_eq!(alarmed(&[("R1", (20, 12)), ("R2", (23, 20))]), [(19, 21)], "from the one in the east");
        assert_eq!(alarmed(&[("R1", (23, 20)), ("R2", (17, 20))]), [(19, 21)], "of two as near from the first");
        assert_eq!(alarmed(&[("R1", (17, 20)), ("R2", (23, 20))]), [(20, 21)]);
    });
    assert_eq!(alarmed(&[]), [(20, 21)], "from their edge, the north");
}

/// Conscripts that fall to disrupted: three hexes back, over a lone leader of the enemy on the first of them.
#[test]
fn a_retreat_is_a_way_from_hex_to_hex() {
    let stand = Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 20), "N", Shape::Line).quality(1).status(NERVOUS);
    let field = stand.unit("R1", Kind::Infantry, 1, (20, 19), "S", Shape::Line);
    let back = |leader: (i16, i16)| {
        let mut game = field.clone().chief_at(battle::Side::Red, leader).game(&[2, 9]);
        game.checks("B1", 1, "R1");
        game.all_fell();
        game
    };
    bites(&["SN-MC-7"], || {
        let ways = back((0, 40)).heard.events().iter().find_map(|event| match event {
            battle::Event::Moved { to, path, manner: battle::Manner::Retreated, .. } => Some((path.clone(), *to)),
            _ => None,
        });
        let hexes = ways.map(|(path, to)| path.iter().chain([&to]).map(|pose| pose.anchor).collect::<Vec<_>>());
        assert_eq!(hexes, Some([(20, 21), (19, 22), (19, 23)].map(|(q, r)| hexes::Hex::new(q, r)).to_vec()));
    });
    bites(&["SN-LEADER-5"], || {
        let ahead = [(20, 21), (19, 22), (19, 23)].map(|at| back(at).perch("RG"));
        assert_eq!(ahead, [Some(((20, 19), true)); 3], "he rides to his own");
        assert_eq!(back((18, 22)).perch("RG"), Some(((18, 22), false)), "beside the way he stays");
    });
}

/// What a unit that disperses is told to have lost: a place a failure; all that is left when it is shut in.
#[test]
fn places_are_lost_one_by_one_or_all_at_once_by_whoever_is_shut_in() {
    let lost = |hexes: &[(i16, i16)], dice: &[u8]| {
        let stand = Fixture::sized(60, 40).unit("B1", Kind::Infantry, 1, (20, 20), "N", Shape::Line).quality(1);
        let field = stand.unit("R1", Kind::Infantry, 1, (20, 19), "S", Shape::Line);
        let mut game = field.terrain(Terrain::Impassable, hexes).game(dice);
        game.checks("B1", 1, "R1");
        game.all_fell();
        assert!(!game.is_there("B1") && game.war.strength(game.id("B1")) == ROUTED);
        let places = game.heard.events().iter().filter_map(|event| match event {
            battle::Event::Strength { from, to, cause, .. } => Some((*from, *to, *cause)),
            _ => None,
        });
        places.collect::<Vec<_>>()
    };
    bites(&["SN-MC-10"], || {
        let ring = [(21, 19), (21, 20), (20, 21), (19, 21), (19, 20)];
        assert_eq!(lost(&ring, &[2]), [(4, 3, "morale"), (3, 0, "having nowhere to go")]);
    });
    bites(&["SN-MC-1"], || {
        let falls = [(4, 3, "morale"), (3, 2, "morale"), (2, 1, "morale"), (1, 0, "morale")];
        assert_eq!(lost(&[], &[2, 2, 2, 2]), falls);
    });
}

//! Retreats in any crowd: wherever they end, they end soundly (SN-MC-7 to 10).

use battle::rule::bites;
use battle::{Crossing, Edge, Obstacle, Terrain};
use hexes::Direction;

use super::fixture::Fixture;
use crate::morale::retreat::{self, Retreat};
use crate::profile::Kind;
use crate::room::{Fit, fits};
use crate::space::{Shape, shape_of};
use crate::tables::{DISRUPTED, NERVOUS, PANIC};

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

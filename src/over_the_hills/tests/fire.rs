//! Fire of small arms: ranges, shares, the hit table, every modifier (OTH-FIRE).

use battle::rule::bites;
use battle::{Obstacle, Terrain};

use super::fixture::{Fixture, Game, score_of};
use crate::fire::aim::{self, Aim};
use crate::fire::score::Manner;
use crate::marks;
use crate::profile::{Arms, Class, Kind, Traits, Weight};
use crate::space::Shape::{self, Attack, Companies, Line, March, Open, Skirmish, Square};
use crate::state::Once;

/// As it is.
fn same(fixture: Fixture) -> Fixture {
    fixture
}

/// R1 of FS 7 that has fired before, facing south on (20,20), and B1 of FS 7 so many inches before it, facing north.
fn duel(
    (by, on): (Shape, Shape),
    inches: i16,
    firer: impl Fn(Fixture) -> Fixture,
    target: impl Fn(Fixture) -> Fixture,
) -> Fixture {
    let own = firer(Fixture::plain().foot("R1", (20, 20), "S", by).volley_spent());
    target(own.foot("B1", (20 - inches / 2, 20 + inches), "N", on))
}

fn score(
    shapes: (Shape, Shape),
    inches: i16,
    firer: impl Fn(Fixture) -> Fixture,
    target: impl Fn(Fixture) -> Fixture,
) -> i16 {
    duel(shapes, inches, firer, target).game(&[]).score("R1", "B1")
}

/// Two lines.
fn lines(inches: i16, firer: impl Fn(Fixture) -> Fixture, target: impl Fn(Fixture) -> Fixture) -> i16 {
    score((Line, Line), inches, firer, target)
}

/// Hits of a shot of R1 at B1 with those dice.
fn hits(fixture: Fixture, dice: &[u8]) -> i16 {
    let mut game = fixture.game(dice);
    game.fire("R1", "B1");
    game.fh("B1")
}

fn bears(game: &Game) -> bool {
    game.shot("R1", "B1").is_some()
}

#[test]
fn ranges_of_small_arms() {
    for (arms, short, most) in [(Arms::Bow, 3, 6), (Arms::Carbine, 4, 8), (Arms::Musket, 6, 12), (Arms::Rifle, 6, 18)] {
        let at = |inches| duel((Line, Line), inches, |unit| unit.arms(arms).fs(9), same);
        bites(&["OTH-FIRE-1"], || {
            assert!(bears(&at(most).game(&[])) && !bears(&at(most + 1).game(&[])), "{arms:?} to {most}");
        });
        bites(&["OTH-FIRE-1", "OTH-FIRE-5"], || {
            assert_eq!(hits(at(short), &[1]), 3, "{arms:?} at {short}");
            assert_eq!(hits(at(short + 1), &[1]), 1, "{arms:?} at {}", short + 1);
        });
    }
}

#[test]
fn shares_of_the_score() {
    bites(&["OTH-FIRE-2"], || {
        let by = |shape, more: i16| {
            let game = duel((shape, Line), 6, same, same).game(&[]);
            game.score("R1", "B1") - more
        };
        assert_eq!([by(Line, 1), by(Open, 1), by(Skirmish, 2)], [7, 7, 7], "in full");
        assert_eq!(by(Attack, 1), 4, "half of 7, rounded up");
        assert_eq!(by(Companies, 1), 2, "a quarter of 7, rounded up");
        assert_eq!(by(Square, 1), 2, "7 divided by 4, rounded up");
        assert!(!bears(&duel((March, Line), 6, same, same).game(&[])), "nothing in march column");
    });
}

/// OTH-FIRE-4: the score times the share, rounded up. A hundredth more or less would show at these.
#[test]
fn a_share_of_fire_is_rounded_up() {
    let by = |shape, score: i16| {
        let game = duel((shape, Line), 6, move |unit| unit.fs(score).having(Traits::RIFLE_SCREEN), same).game(&[]);
        let at = |aim| {
            let shot = aim::shot(&game.war, game.id("R1"), game.id("B1"), aim).expect("it bears");
            score_of(&crate::fire::score::pool(&game.war, &shot, Manner::Plain))
        };
        // One more at 6 inches; for the screen another, of class C at a unit of class C.
        [at(Aim::Plain) - 1, at(Aim::Screen) - 2]
    };
    assert_eq!([by(Attack, 8)[0], by(Attack, 51)[0]], [4, 26]);
    assert_eq!([by(Companies, 4), by(Companies, 25)], [[1, 1], [7, 7]]);
}

#[test]
fn a_square_of_eight_has_two_for_each_face() {
    // OTH-FIRE-2, 4: 8 divided by 4 leaves nothing to round up, 9 does.
    let faces = [8, 9].map(|fs| duel((Square, Line), 6, |field| field.fs(fs), same).game(&[]).score("R1", "B1") - 1);
    assert_eq!(faces, [2, 3]);
}

/// The table as printed: for each score the dice of one, two and three hits.
type Printed = (i16, &'static [u8], &'static [u8], &'static [u8]);
const PRINTED: [Printed; 7] = [
    (10, &[10, 9, 8, 7, 6], &[5, 4, 3], &[2, 1]),
    (9, &[9, 8, 7, 6, 5], &[4, 3], &[2, 1]),
    (8, &[8, 7, 6, 5], &[4, 3, 2], &[1]),
    (7, &[7, 6, 5, 4], &[3, 2], &[1]),
    (6, &[6, 5, 4], &[3, 2, 1], &[]),
    (5, &[5, 4, 3], &[2, 1], &[]),
    (4, &[4, 3, 2, 1], &[], &[]),
];

#[test]
fn every_row_of_the_hit_table() {
    bites(&["OTH-FIRE-3"], || {
        for (row, one, two, three) in PRINTED {
            for die in 1..=10 {
                let fixture = duel((Line, Line), 6, |unit| unit.fs(row - 1), |unit| unit.fs(12));
                let printed = match die {
                    die if one.contains(&die) => 1,
                    die if two.contains(&die) => 2,
                    die if three.contains(&die) => 3,
                    _ => 0,
                };
                assert_eq!(hits(fixture, &[die, 1]), printed, "score {row}, die {die}");
            }
        }
    });
}

#[test]
fn scores_beyond_the_table_use_its_ends() {
    assert_eq!(hits(duel((Line, Line), 6, |unit| unit.fs(12), same), &[5]), 2, "13 is 10");
    let weak = |row: &str| {
        let behind = duel((Companies, Line), 6, |unit| unit.fs(4).having(Traits::POOR_SHOT), same);
        let walled = behind.above(26, Obstacle::Wall).house("low_score_row", row);
        assert_eq!(walled.clone().game(&[]).score("R1", "B1"), 1 + 1 - 1 - 3);
        [1, 4, 5].map(|die| hits(walled.clone(), &[die]))
    };
    bites(&["OTH-FIRE-4"], || {
        assert_eq!(weak("literal"), [1, 1, 0], "the last row as printed");
        assert_eq!(weak("strict"), [0, 0, 0], "a die above the score misses");
    });
    bites(&["OTH-FIRE-4"], || {
        let three = duel((Attack, Line), 10, same, same).house("low_score_row", "strict");
        assert_eq!([3, 4].map(|die| hits(three.clone(), &[die])), [1, 0]);
    });
}

#[test]
fn who_shoots_well_and_badly() {
    bites(&["OTH-FIRE-M1"], || assert_eq!(lines(6, |unit| unit.having(Traits::GOOD_SHOT), same), 9));
    bites(&["OTH-FIRE-M25"], || assert_eq!(lines(6, |unit| unit.having(Traits::POOR_SHOT), same), 7));
    bites(&["OTH-FIRE-M23"], || {
        assert_eq!(lines(6, |unit| unit.fs(8).hits(4), same), 4, "wavering: 4 + 1 - 1");
        assert_eq!(lines(6, |unit| unit.fs(8).hits(3), same), 6, "steady: 5 + 1");
    });
}

#[test]
fn close_and_far() {
    bites(&["OTH-FIRE-M4"], || assert_eq!(lines(6, same, same), 8));
    bites(&["OTH-FIRE-M11"], || assert_eq!(lines(7, same, same), 6));
    bites(&["OTH-FIRE-M4"], || {
        assert_eq!(lines(5, |unit| unit.arms(Arms::Carbine), same), 8, "6 inches, whatever the short range is");
    });
}

#[test]
fn the_first_volley() {
    let fresh = |unit: Fixture| unit.state(|own| own.volley = Once::Open);
    bites(&["OTH-FIRE-M2"], || {
        assert_eq!(lines(6, fresh, same), 9);
        assert_eq!(score((Attack, Line), 6, fresh, same), 4 + 1 + 1);
        assert_eq!(lines(7, fresh, same), 6, "not over 6 inches");
        assert_eq!(score((Open, Line), 6, fresh, same), 8, "not in open order");
        assert_eq!(score((Companies, Line), 6, fresh, same), 3, "nor in column of companies");
    });
    bites(&["OTH-FIRE-10a"], || {
        let spent = |shapes, inches| {
            let mut game = duel(shapes, inches, fresh, |unit| unit.fs(12)).game(&[10, 1]);
            game.fire("R1", "B1");
            game.war.own(game.id("R1")).volley == Once::Done
        };
        assert!(spent((Line, Line), 6) && spent((Line, Line), 12) && spent((Open, Line), 6), "any fire spends it");
    });
}

#[test]
fn the_shape_of_the_target() {
    bites(&["OTH-FIRE-M3"], || {
        assert_eq!([March, Square, Attack, Companies].map(|on| score((Line, on), 6, same, same)), [9, 9, 8, 8]);
    });
    bites(&["OTH-FIRE-M20"], || {
        assert_eq!([Skirmish, Open].map(|on| score((Line, on), 6, same, same)), [6, 8], "open order is no target less");
    });
    bites(&["OTH-FIRE-M10"], || {
        assert_eq!([Skirmish, Open].map(|by| score((by, Line), 6, same, same)), [9, 8]);
    });
    bites(&["OTH-FIRE-M24"], || assert_eq!(lines(6, same, |unit| unit.marks(marks::DOWN)), 5));
}

#[test]
fn flank_and_rear() {
    bites(&["OTH-FIRE-M5"], || {
        let turned = |face: &'static str| {
            let own = Fixture::plain().foot("R1", (20, 20), "S", Line).volley_spent();
            own.foot("B1", (17, 26), face, Attack).game(&[]).score("R1", "B1")
        };
        assert_eq!(["N", "S"].map(turned), [8, 9]);
    });
    bites(&["OTH-GEO-9"], || {
        let aside = |q| {
            let own = Fixture::plain().foot("R1", (20, 20), "S", Line).volley_spent();
            own.foot("B1", (q, 26), "N", Line).game(&[])
        };
        for q in [12, 22] {
            let game = aside(q);
            assert_eq!((game.between("R1", "B1"), game.score("R1", "B1")), (6, 8), "the closest pair counts");
        }
    });
    let none = |shape| {
        let own = Fixture::plain().foot("R1", (20, 20), "S", Line).volley_spent();
        own.foot("B1", (17, 26), "S", shape).game(&[]).score("R1", "B1")
    };
    assert_eq!([none(Square), none(Skirmish)], [9, 6], "at march column or square, skirmish formation: no rear");
}

#[test]
fn enfilade_along_a_rank() {
    // R1 in column on the prolongation of B1's line, six inches off its end, turned to it as far as 45 degrees.
    let at = |row: i16| {
        let own = Fixture::plain().foot("R1", (28, 30 + row), "WSW", Attack).volley_spent();
        own.foot("B1", (20, 30), "N", Line).game(&[])
    };
    bites(&["OTH-FIRE-M9", "OTH-GEO-10a", "OTH-FIRE-M5"], || {
        assert_eq!(at(0).between("R1", "B1"), 6);
        assert_eq!(at(0).score("R1", "B1"), 4 + 1 + 1 + 4);
    });
    bites(&["OTH-OPT-2"], || {
        let own = Fixture::plain().foot("R1", (28, 30), "WSW", Attack).volley_spent();
        let game = own.foot("B1", (20, 30), "N", Line).house("enfilade_stacks", "off").game(&[]);
        assert_eq!(game.score("R1", "B1"), 4 + 1 + 4, "in place of the flank");
    });
    bites(&["OTH-GEO-10a", "OTH-GEO-5"], || {
        let column = Fixture::plain().foot("R1", (28, 30), "WSW", Attack).volley_spent();
        assert_eq!(column.foot("B1", (20, 30), "N", Attack).game(&[]).score("R1", "B1"), 4 - 1 + 1, "columns are not");
        assert_eq!(at(0).score("R1", "B1"), 10);
    });
}

#[test]
fn skirmish_classes() {
    let classed = |by, on, inches| lines(inches, |unit| unit.class(by), |unit| unit.class(on));
    bites(&["OTH-FIRE-M6", "OTH-FIRE-11a"], || {
        assert_eq!([classed(Class::B, Class::C, 7), classed(Class::B, Class::C, 6)], [7, 8], "over 6 inches");
        assert_eq!(classed(Class::A, Class::D, 12), 7);
        assert_eq!(classed(Class::C, Class::C, 7), 6);
    });
    bites(&["OTH-FIRE-M12", "OTH-FIRE-11a"], || {
        assert_eq!([classed(Class::C, Class::B, 6), classed(Class::C, Class::B, 7)], [7, 6], "at 6 inches or less");
    });
    let horse = Fixture::plain().foot("R1", (20, 20), "S", Line).volley_spent().class(Class::A);
    let horse = horse.horse("B1", (16, 28), "N", Line).class(Class::D).game(&[]);
    assert_eq!(horse.score("R1", "B1"), 6, "not against cavalry");
}

#[test]
fn rifle_skirmishers() {
    let rifles = |class| move |unit: Fixture| unit.having(Traits::RIFLES).class(class).arms(Arms::Rifle);
    let at = |on| move |unit: Fixture| unit.class(on);
    bites(&["OTH-FIRE-M7", "OTH-FIRE-12"], || {
        assert_eq!(score((Open, Line), 6, rifles(Class::A), same), 7 + 1 + 1);
        assert_eq!(score((Skirmish, Line), 6, rifles(Class::B), same), 7 + 1 + 1 + 1);
        assert_eq!(score((Line, Line), 6, rifles(Class::A), same), 8, "not in line");
    });
    bites(&["OTH-FIRE-M8", "OTH-FIRE-12"], || {
        assert_eq!(score((Open, Line), 6, rifles(Class::C), at(Class::C)), 7 + 1 + 1);
        assert_eq!(score((Open, Line), 6, rifles(Class::C), at(Class::D)), 7 + 1 + 1);
        assert_eq!(score((Open, Line), 6, rifles(Class::C), at(Class::B)), 7 + 1 - 1, "worse than B, and no M8");
    });
    assert_eq!(score((Open, Line), 6, |unit| unit.class(Class::A), same), 8, "without rifles");
}

#[test]
fn a_rifle_screen_fires_instead() {
    let screened = |shape| {
        let own = |unit: Fixture| unit.having(Traits::RIFLE_SCREEN).state(|own| own.volley = Once::Open);
        duel((shape, Line), 15, own, same).game(&[4])
    };
    bites(&["OTH-FIRE-9"], || {
        for shape in [Line, Attack, Companies] {
            let mut game = screened(shape);
            let order = game.order(crate::info::FIRE, "R1", "B1");
            assert!(!game.may(order) && game.may(order.with(3)), "rifles reach, muskets do not");
            game.give(order.with(3));
            assert_eq!(game.fh("B1"), 1);
            assert_eq!(game.war.own(game.id("R1")).volley, Once::Open, "the first volley is kept");
        }
        let open = screened(Open);
        assert!(!open.may(open.order(crate::info::FIRE, "R1", "B1").with(3)));
    });
}

#[test]
fn cover_and_what_obscures() {
    let wooded = |terrain: Terrain| {
        let hexes: Vec<(i16, i16)> = (10..30).map(|q| (q, 26)).collect();
        score((Line, Open), 6, same, move |unit| unit.terrain(terrain, &hexes))
    };
    bites(&["OTH-FIRE-M13", "OTH-FIRE-13a"], || {
        assert_eq!([wooded(Terrain::Woods), wooded(Terrain::DenseWoods)], [5, 5]);
        let walled = |obstacle| lines(6, same, move |unit| unit.above(26, obstacle));
        assert_eq!([walled(Obstacle::Wall), walled(Obstacle::Earthwork)], [5, 5]);
        assert_eq!([walled(Obstacle::Ditch), walled(Obstacle::Stream), walled(Obstacle::Gate)], [8, 8, 8]);
        assert_eq!(lines(6, same, |unit| unit.above(27, Obstacle::Wall)), 8, "behind it, not before");
    });
    bites(&["OTH-FIRE-M14", "OTH-FIRE-14"], || {
        assert_eq!([wooded(Terrain::LightWoods), wooded(Terrain::Crops), wooded(Terrain::Rough)], [7, 7, 8]);
        let edged = |obstacle| lines(6, same, move |unit| unit.above(26, obstacle));
        assert_eq!([edged(Obstacle::Hedge), edged(Obstacle::Fence)], [7, 7]);
        let between: Vec<(i16, i16)> = (10..30).map(|q| (q, 23)).collect();
        assert_eq!(lines(6, same, |unit| unit.terrain(Terrain::Crops, &between)), 7, "crops on the way");
    });
    bites(&["OTH-FIRE-M13"], || {
        let both: Vec<(i16, i16)> = (10..30).map(|q| (q, 23)).collect();
        let hidden = |unit: Fixture| unit.terrain(Terrain::Crops, &both).above(26, Obstacle::Wall);
        assert_eq!(lines(6, same, hidden), 5, "in cover nothing obscures besides");
    });
}

#[test]
fn houses_protect() {
    let at = |terrain: Terrain| {
        let own = Fixture::plain().foot("R1", (20, 20), "S", Line).volley_spent();
        let town = own.terrain(terrain, &[(17, 26), (18, 26)]);
        town.foot("B1", (17, 26), "N", Line).garrisoned().game(&[]).score("R1", "B1")
    };
    bites(&["OTH-FIRE-M16", "OTH-BUA-4"], || assert_eq!(at(Terrain::WoodenBuilding), 4));
    bites(&["OTH-FIRE-M17", "OTH-BUA-4"], || assert_eq!(at(Terrain::BrickBuilding), 2));
    bites(&["OTH-FIRE-M18", "OTH-BUA-4"], || assert_eq!(at(Terrain::StoneBuilding), 0));
    bites(&["OTH-FIRE-M19", "OTH-BUA-4", "OTH-TERRAIN-3"], || {
        let own = Fixture::plain().foot("R1", (20, 20), "S", Line).volley_spent();
        let town = own.terrain(Terrain::BrickBuilding, &[(17, 26), (18, 26)]).above(26, Obstacle::Wall);
        let sides = [((17, 26), hexes::Direction::West), ((18, 26), hexes::Direction::East)];
        let wall = battle::Edge { obstacle: Obstacle::Wall, ..battle::Edge::default() };
        let town = sides.into_iter().fold(town.above(27, Obstacle::Wall), |town, (at, side)| town.edge(at, side, wall));
        assert_eq!(town.foot("B1", (17, 26), "N", Line).garrisoned().game(&[]).score("R1", "B1"), 8 - 10);
    });
}

#[test]
fn horse_as_a_target() {
    let horse = |weight, inches: i16| {
        let own = Fixture::plain().foot("R1", (20, 20), "S", Line).volley_spent();
        own.horse("B1", (20 - inches / 2, 20 + inches), "N", Line).weight(weight).game(&[]).score("R1", "B1")
    };
    bites(&["OTH-FIRE-M21"], || {
        assert_eq!([horse(Weight::Cuirassier, 7), horse(Weight::Cuirassier, 6), horse(Weight::Heavy, 7)], [5, 8, 6]);
    });
    bites(&["OTH-FIRE-M22"], || {
        let moved = |inches| lines(6, same, move |unit| unit.state(|own| own.inches = inches));
        assert_eq!([moved(10), moved(11)], [8, 7], "over 10 inches");
    });
}

#[test]
fn who_on_horseback_shoots() {
    let rides = |shape, one: Option<Traits>, arms| {
        let own = Fixture::plain().unit("R1", Kind::Cavalry, 4, (20, 20), "S", shape).arms(arms);
        let own = one.into_iter().fold(own, Fixture::having).volley_spent();
        bears(&own.foot("B1", (18, 24), "N", Line).game(&[]))
    };
    bites(&["OTH-FIRE-15"], || {
        let irregular = |shape| rides(shape, Some(Traits::IRREGULAR), Arms::Carbine);
        assert_eq!([irregular(Skirmish), irregular(Open), irregular(Line)], [true, true, false]);
        let carbines = |shape| rides(shape, Some(Traits::CARBINE_FIRE), Arms::Carbine);
        assert_eq!([carbines(Skirmish), carbines(Open), carbines(Line)], [true; 3]);
        assert!(!carbines(Shape::Squadrons) && !carbines(Companies) && !carbines(March));
    });
    assert!(!rides(Line, None, Arms::None));
}

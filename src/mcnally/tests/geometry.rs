//! Arcs, sight, ranks, contact, sides and obstacles on hexes (chapter 2).

use battle::rule::bites;
use battle::{Obstacle, PoseStep, Terrain};
use hexes::Direction::{self, East, NorthEast, NorthWest, SouthEast, SouthWest, West};
use hexes::{Facing, Hex, Vector};

use super::fixture::{Fixture, hex};
use super::ways::{cost, north};
use crate::fire::aim::{Manner, shot};
use crate::marks;
use crate::morale::is_supported;
use crate::profile::{Traits, Troops};
use crate::space::{Aspect, Shape, aspect, body, in_arc, is_formed, parts, sight, spreads, touched, touching};

#[test]
fn ways_in_parts_of_front_left_and_front_right() {
    let table: [(&str, Direction, Direction); 6] = [
        ("N", NorthWest, NorthEast),
        ("ENE", NorthEast, East),
        ("ESE", East, SouthEast),
        ("S", SouthEast, SouthWest),
        ("WSW", SouthWest, West),
        ("WNW", West, NorthWest),
    ];
    for (face, left, right) in table {
        let facing: Facing = face.parse().expect("a facing");
        let of = |way: Vector| parts(facing, way);
        let (left, right) = (left.vector(), right.vector());
        assert_eq!([of(left), of(right)], [(1, 0), (0, 1)], "{face}");
        assert_eq!([of(left - right), of(right - left)], [(1, -1), (-1, 1)], "{face}: its flanks");
        assert_eq!([of(-right), of(-left)], [(0, -1), (-1, 0)], "{face}: behind it");
    }
    // Facing north b is dq and a is -dr - dq.
    for (dq, dr) in [(3, -7), (-2, 5), (0, 4), (6, 0)] {
        assert_eq!(parts(Facing::North, Vector::new(dq, dr)), (i32::from(-dr - dq), i32::from(dq)));
    }
}

#[test]
fn the_arc_is_thirty_degrees_to_either_side_of_straight_ahead() {
    bites(&["MC-HEX-2", "MC-HEX-1"], || {
        let stand = hex(20, 30);
        let mut inside = 0;
        for target in stand.within(6) {
            let way = target - stand;
            // Centres lie 2dq + dr half hexes to the right and -dr rows up; a row is 0.866 of a hex.
            let (right, up) = (f64::from(2 * way.q + way.r) / 2.0, -f64::from(way.r) * 0.75_f64.sqrt());
            let ahead = up > 0.1 && right.abs() <= up * 30.0_f64.to_radians().tan() + 1e-9;
            assert_eq!(in_arc(Facing::North, stand, target), ahead, "{way:?}");
            inside += i32::from(ahead);
        }
        assert_eq!(inside, 27, "2 in the first row, 7 in the sixth");
        let field = Fixture::plain().foot("B1", 1, (20, 30), "N", Shape::Open);
        let fires = |q, r| {
            let game = field.clone().foot("R1", 1, (q, r), "S", Shape::Open).game(&[]);
            shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).is_some()
        };
        assert!(fires(20, 25) && fires(25, 25), "the edges of the arc");
        assert!(!fires(19, 25) && !fires(26, 25), "a hex beyond them");
    });
}

#[test]
fn sight_is_asked_of_the_stand_that_has_the_target_in_its_arc() {
    bites(&["MC-HEX-4"], || {
        // Of files 10 to 13 the first alone has (10, 24) in its arc.
        let field =
            Fixture::plain().foot("B1", 4, (11, 30), "N", Shape::Open).foot("R1", 1, (10, 24), "S", Shape::Open);
        let fires = |field: Fixture| {
            let game = field.game(&[]);
            shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).is_some()
        };
        assert!(fires(field.clone()));
        assert!(fires(field.clone().foot("B2", 1, (11, 27), "N", Shape::Open)), "a friend beside the line");
        assert!(!fires(field.clone().foot("B2", 1, (10, 27), "N", Shape::Open)), "a formed friend in it");
        assert!(!fires(field.unit("R2", Troops::Riflemen, 1, (10, 27), "S", Shape::Skirmish)), "an enemy in it");
    });
}

#[test]
fn example_36_one_stand_in_arc_lets_the_unit_fire() {
    bites(&["MC-HEX-3"], || {
        let field = Fixture::plain().foot("B1", 8, (13, 30), "N", Shape::Open);
        let game = field.clone().foot("R1", 2, (12, 24), "S", Shape::Open).game(&[]);
        let figures = |game: &rulebook::fixture::Game<crate::McNally>| {
            shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).map(|shot| shot.figures)
        };
        assert_eq!(figures(&game), Some(24));
        let game = field.foot("R1", 2, (12, 24), "S", Shape::Open).house("eligible_figures", "file").game(&[]);
        assert_eq!(figures(&game), Some(9));
    });
}

#[test]
fn flanks_count_for_formed_targets_alone() {
    bites(&["MC-HEX-8", "MC-SKIRM-1"], || {
        let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line);
        let game = field.unit("B2", Troops::Riflemen, 4, (25, 30), "N", Shape::Skirmish).game(&[]);
        let at = |label: &str, q, r| aspect(&game.war, game.id(label), &[hex(q, r)]);
        let seen = [at("B1", 12, 26), at("B1", 20, 30), at("B1", 8, 36), at("B2", 23, 36)];
        assert_eq!(seen, [Aspect::Front, Aspect::Flank, Aspect::Rear, Aspect::Front]);
    });
}

#[test]
fn ranks_stand_right_and_left_behind_each_other_by_turns() {
    bites(&["MC-HEX-5"], || {
        let column =
            |stands, face| Fixture::plain().foot("B1", stands, (20, 30), face, Shape::Column).game(&[]).stands("B1");
        assert_eq!(column(4, "N"), [(20, 30), (20, 31), (19, 32), (19, 33)]);
        let wide = [(20, 30), (19, 30), (20, 29), (19, 29), (21, 28), (20, 28), (21, 27), (20, 27)];
        assert_eq!(column(8, "S"), wide);
        let east = [(20, 30), (20, 31), (19, 31), (19, 32), (18, 31), (18, 32), (17, 32), (17, 33)];
        assert_eq!(column(8, "ENE"), east);
    });
}

#[test]
fn half_the_enemy_in_front_is_not_more_than_half() {
    bites(&["MC-HEX-8"], || {
        let game = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line).game(&[]);
        let (ahead, aside, behind) = (hex(12, 26), hex(20, 30), hex(8, 36));
        let at = |stands: &[Hex]| aspect(&game.war, game.id("B1"), stands);
        assert_eq!(at(&[ahead, ahead, aside]), Aspect::Front);
        assert_eq!(at(&[ahead, aside]), Aspect::Flank);
        assert_eq!(at(&[ahead, behind]), Aspect::Flank);
        assert_eq!(at(&[behind, behind, ahead]), Aspect::Rear);
        assert_eq!(at(&[behind, aside]), Aspect::Flank);
        // The row of the front rank is no more in front, and what lies right or left behind is no rear.
        assert_eq!([at(&[hex(16, 29)]), at(&[hex(16, 30)])], [Aspect::Front, Aspect::Flank]);
        assert_eq!([at(&[hex(11, 33)]), at(&[hex(12, 33)])], [Aspect::Rear, Aspect::Flank]);
        assert_eq!([at(&[hex(8, 33)]), at(&[hex(6, 33)])], [Aspect::Rear, Aspect::Flank]);
    });
}

#[test]
fn woods_hide_who_stands_in_them_and_lights_better() {
    bites(&["MC-HEX-4"], || {
        let most = |terrain, unit: fn(Fixture) -> Fixture| {
            (1..=12).rev().find(|far| {
                let field =
                    Fixture::plain().terrain(terrain, &[(20, 20)]).foot("B1", 1, (20, 20 + far), "N", Shape::Open);
                let game = unit(field).game(&[]);
                sight::sees(&game.war, hex(20, 20 + far), hex(20, 20))
            })
        };
        let line: fn(Fixture) -> Fixture = |field| field.foot("R1", 1, (20, 20), "S", Shape::Open);
        let indians: fn(Fixture) -> Fixture =
            |field| field.unit("R1", Troops::Indians, 1, (20, 20), "S", Shape::Skirmish);
        let rifles: fn(Fixture) -> Fixture =
            |field| field.unit("R1", Troops::Riflemen, 1, (20, 20), "S", Shape::Skirmish);
        let jaegers: fn(Fixture) -> Fixture =
            |field| field.unit("R1", Troops::Jaegers, 1, (20, 20), "S", Shape::Skirmish);
        let formed: fn(Fixture) -> Fixture = |field| field.unit("R1", Troops::Jaegers, 1, (20, 20), "S", Shape::Open);
        let lights: fn(Fixture) -> Fixture =
            |field| field.foot("R1", 1, (20, 20), "S", Shape::Skirmish).having(Traits::LIGHT);
        for terrain in [Terrain::Woods, Terrain::LightWoods] {
            assert_eq!([line, formed].map(|unit| most(terrain, unit)), [Some(6); 2]);
            assert_eq!([indians, rifles, jaegers, lights].map(|unit| most(terrain, unit)), [Some(3); 4]);
        }
        assert_eq!([line, formed].map(|unit| most(Terrain::DenseWoods, unit)), [Some(2); 2]);
        assert_eq!([indians, rifles, jaegers, lights].map(|unit| most(Terrain::DenseWoods, unit)), [Some(1); 4]);
        assert_eq!(most(Terrain::Open, indians), Some(12));
    });
}

#[test]
fn who_stands_at_the_edge_of_woods_sees_out_of_them() {
    let seen = |wood: &[(i16, i16)]| {
        let field = Fixture::plain().terrain(Terrain::Woods, wood).foot("B1", 1, (20, 30), "N", Shape::Open);
        let game = field.foot("R1", 1, (20, 20), "S", Shape::Open).game(&[]);
        [sight::sees(&game.war, hex(20, 30), hex(20, 20)), sight::sees(&game.war, hex(20, 20), hex(20, 30))]
    };
    assert_eq!(seen(&[(20, 30)]), [true, false], "out of woods all is seen, into them to 6 inches");
    assert_eq!(seen(&[(20, 30), (20, 29)]), [false, false], "in woods too");
    assert_eq!(seen(&[(20, 25)]), [false, false], "nobody sees through");
}

#[test]
fn contact_is_to_the_front_but_for_skirmishers() {
    bites(&["MC-HEX-6"], || {
        let met = |by: Fixture, at: (i16, i16)| {
            let game = by.foot("R1", 1, at, "S", Shape::Open).game(&[]);
            let (by, on) = (game.id("B1"), game.id("R1"));
            let pose = game.pose("B1");
            (touching(&game.war, by, &pose, on).len(), touched(&game.war, by, &pose, on).len())
        };
        // Four files of two ranks from (9, 30) to (12, 30).
        let line = || Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        assert_eq!(met(line(), (9, 29)), (1, 1), "ahead of the first file to its left");
        assert_eq!(met(line(), (10, 29)), (2, 1), "ahead of the first and the second");
        assert_eq!(met(line(), (13, 29)), (1, 1));
        assert_eq!(met(line(), (8, 30)), (0, 0), "beside it");
        assert_eq!(met(line(), (13, 30)), (0, 0));
        assert_eq!(met(line(), (8, 29)), (0, 0), "two hexes off");
        assert_eq!(met(line(), (10, 32)), (0, 0), "behind the second rank");
        let band = || Fixture::plain().unit("B1", Troops::Indians, 2, (10, 30), "N", Shape::Skirmish);
        for at in [(10, 29), (11, 29), (9, 30), (9, 31), (10, 31)] {
            assert_eq!(met(band(), at), (1, 1), "a skirmisher meets all round");
        }
        assert_eq!(met(band(), (11, 30)), (2, 1), "between two of them");
    });
}

#[test]
fn an_obstacle_is_paid_once_for_its_whole_run() {
    bites(&["MC-HEX-9", "MC-MOVE-8"], || {
        let line = |field: Fixture| field.foot("B1", 8, (10, 30), "N", Shape::Line).game(&[]);
        let two = || Fixture::plain().above(30, Obstacle::Fence).above(28, Obstacle::Fence);
        assert_eq!(north(&line(Fixture::plain()), "B1", 7), 23);
        assert_eq!(north(&line(two()), "B1", 7), 27, "two fences, 2 inches each");
        // The same two joined far away are one.
        let joined = two().edge((40, 29), East, Obstacle::Fence).edge((41, 29), NorthWest, Obstacle::Fence);
        let joined = joined.edge((41, 28), East, Obstacle::Fence);
        assert_eq!(north(&line(joined.clone()), "B1", 7), 25);
        // Joined by a hedge they are not: a run is of one kind.
        let hedge = two().edge((40, 29), East, Obstacle::Hedge).edge((41, 29), NorthWest, Obstacle::Hedge);
        let hedge = hedge.edge((41, 28), East, Obstacle::Hedge);
        assert_eq!(north(&line(hedge), "B1", 7), 27);
    });
    // The ranks that follow cross free.
    let field = Fixture::plain().above(31, Obstacle::Fence).foot("B1", 8, (10, 30), "N", Shape::Line);
    assert_eq!(north(&field.game(&[]), "B1", 7), 23);
    // One edge of it in front of one file is enough, and only for who crosses it.
    let field = Fixture::plain().edge((12, 30), NorthWest, Obstacle::Wall).foot("B1", 8, (10, 30), "N", Shape::Line);
    let game = field.game(&[]);
    let ahead = |step: PoseStep| cost(&game, "B1", 9, &step.apply(&game.pose("B1"), 8));
    assert_eq!([PoseStep::AheadLeft, PoseStep::AheadRight].map(ahead), [Some(3), Some(1)]);
}

#[test]
fn a_wheel_crosses_what_lies_between_old_and_new_hexes() {
    let cost_of = |field: Fixture| {
        let game = field.foot("B1", 8, (10, 30), "N", Shape::Line).game(&[]);
        let wheeled = PoseStep::WheelRight.apply(&game.pose("B1"), 8);
        let pivot = body(&game.war, game.id("B1")).front()[3];
        assert_eq!(wheeled.stands(8).front()[3], pivot, "the right front stand keeps its hex");
        cost(&game, "B1", 9, &wheeled)
    };
    assert_eq!(cost_of(Fixture::plain()), Some(6));
    assert_eq!(cost_of(Fixture::plain().above(29, Obstacle::Fence)), Some(8));
    assert_eq!(cost_of(Fixture::plain().above(31, Obstacle::Fence)), Some(6), "no front-rank stand crosses it");
}

#[test]
fn one_stand_in_woods_slows_the_step() {
    bites(&["MC-HEX-10"], || {
        // A single wooded hex on the way of the left file: the front rank enters it, then the second.
        let line = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let wood: Vec<(i16, i16)> = (0..40).map(|q| (q, 27)).collect();
        assert_eq!(north(&line.clone().terrain(Terrain::Woods, &wood).game(&[]), "B1", 7), 25);
        let game = line.terrain(Terrain::Woods, &[(9, 29)]).game(&[]);
        let left = PoseStep::AheadLeft.apply(&game.pose("B1"), 8);
        let right = PoseStep::AheadRight.apply(&game.pose("B1"), 8);
        assert_eq!([left, right].map(|to| cost(&game, "B1", 7, &to)), [Some(2), Some(1)]);
    });
}

#[test]
fn who_is_formed_supports_and_has_flanks() {
    bites(&["MC-HEX-13"], || {
        let formed = |troops, shape| {
            let field = Fixture::plain().unit("B1", troops, 3, (10, 30), "N", shape);
            let game = field.foot("B2", 8, (10, 33), "N", Shape::Line).game(&[]);
            (is_formed(&game.war, game.id("B1")), is_supported(&game.war, game.id("B2")))
        };
        for shape in [Shape::Line, Shape::Open, Shape::Column] {
            assert_eq!(formed(Troops::Regulars, shape), (true, true));
        }
        for shape in [Shape::Line, Shape::Column] {
            assert_eq!(formed(Troops::Horse, shape), (true, true));
        }
        for shape in [Shape::Battery, Shape::Limbered] {
            assert_eq!(formed(Troops::Guns, shape), (true, true));
        }
        assert_eq!(formed(Troops::Riflemen, Shape::Skirmish), (false, false));
        assert_eq!(formed(Troops::Horse, Shape::Skirmish), (false, false));
    });
    let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line).marks(marks::ROUTING);
    let game = field.foot("B2", 8, (10, 33), "N", Shape::Line).game(&[]);
    assert!(!is_supported(&game.war, game.id("B2")), "routing troops support nobody");
}

#[test]
fn skirmish_order_has_gaps_of_one_or_two_and_a_row_or_two() {
    // A skirmish move chooses among them.
    bites(&["MC-HEX-12"], || {
        let game = Fixture::plain().unit("B1", Troops::Riflemen, 6, (20, 30), "N", Shape::Skirmish).game(&[]);
        let all = super::ways::ends(&game, "B1", 12);
        let kinds: std::collections::BTreeSet<_> = all.iter().map(|(pose, _)| pose.formation).collect();
        assert_eq!(kinds, spreads(6).into_iter().collect());
        assert_eq!(kinds.len(), 4);
        // Rows and how far each stand lies to the right, in half hexes.
        let rows = |stands: u8, place: usize| {
            let pose = battle::Pose::new(hex(20, 30), Facing::North, spreads(stands)[place]);
            let mut rows: std::collections::BTreeMap<i16, Vec<i16>> = Default::default();
            for hex in pose.stands(stands).hexes() {
                rows.entry(hex.r - 30).or_default().push(2 * (hex.q - 20) + hex.r - 30);
            }
            rows.into_iter().collect::<Vec<_>>()
        };
        assert_eq!([1, 2, 3, 6].map(|stands| spreads(stands).len()), [1, 2, 4, 4], "two rows want three stands");
        assert_eq!(rows(6, 0), [(0, vec![-8, -4, 0, 4, 8, 12])], "a hex between two");
        assert_eq!(rows(6, 1), [(0, vec![-12, -6, 0, 6, 12, 18])], "two hexes between them");
        for (place, gap) in [(2, 4), (3, 6)] {
            let found = rows(6, place);
            let front: Vec<i16> = (-1..=1).map(|file| gap * file).collect();
            assert_eq!(found[0], (0, front.clone()));
            let (behind, rear) = &found[1];
            let offset = rear[0] - front[0];
            assert_eq!((*behind, offset.abs()), (2, 2), "two hexes behind, offset one");
            assert_eq!(*rear, front.iter().map(|file| file + offset).collect::<Vec<_>>());
        }
    });
}

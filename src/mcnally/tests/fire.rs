//! Proofs of fire (MC-FIRE).

use battle::rule::bites;
use battle::{Dice, Event, Marks, Object, Obstacle, RollKey, Side, System as _, Terrain};
use hexes::Direction;
use rulebook::fixture::Game;

use super::fixture::{Fixture, hex};
use super::model;
use super::steps::{Played, figures};
use crate::McNally;
use crate::fire::aim::{Manner, shot};
use crate::fire::{is_able, pools, pools_of};
use crate::info::{FIRE, FIRE_PHASE, JOIN, LOOSE, MASS};
use crate::profile::{Arms, Nation, Troops, Weight};
use crate::space::Shape;
use crate::why::Why;
use crate::{ground, marks};

/// The combat table as printed: a row for each modified roll, a column for three figures each.
pub const TABLE: [[i16; 10]; 14] = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
    [0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
    [0, 0, 0, 1, 1, 1, 1, 1, 1, 2],
    [0, 0, 1, 1, 1, 1, 1, 2, 2, 2],
    [0, 1, 1, 1, 1, 2, 2, 2, 2, 3],
    [0, 1, 1, 1, 2, 2, 2, 3, 3, 3],
    [0, 1, 1, 2, 2, 2, 3, 3, 4, 4],
    [0, 1, 1, 2, 2, 3, 3, 4, 4, 5],
    [1, 1, 2, 2, 3, 4, 4, 5, 5, 6],
    [1, 1, 2, 3, 4, 4, 5, 6, 6, 7],
    [1, 2, 3, 3, 4, 5, 6, 7, 8, 8],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [1, 2, 3, 4, 5, 6, 8, 9, 10, 11],
];

/// Thousandths of the column's most figures that a modified roll of 2 to 14 loses.
const SHARES: [i16; 13] = [20, 35, 50, 65, 85, 105, 130, 160, 200, 240, 280, 320, 360];

/// What so many figures lose the enemy by that face and modifier.
fn fell(figures: i16, face: u8, modifier: i16) -> i16 {
    let mods = [(&crate::modifiers::melee::CLASS, modifier)];
    let all = pools(figures, &mods, Why::Melee, "MC-FIRE-3");
    let mut dice = Dice::scripted(&[face; 4]);
    all.iter().map(|pool| pool.read(&pool.fall(&mut dice, RollKey::new(1, 1, 1, 1)))).sum()
}

#[test]
fn every_row_and_column_of_the_combat_table() {
    for (column, most) in (3..=30).step_by(3).enumerate() {
        for figures in most - 2..=most {
            for roll in -5..=18_i16 {
                let row = usize::try_from(roll - 1).unwrap_or(0).min(13);
                let face = roll.clamp(1, 10);
                let lost = fell(figures, face as u8, roll - face);
                assert_eq!(lost, TABLE[row][column], "{figures} figures at {roll}");
            }
        }
    }
    // The page's formula gives the table it prints.
    for (place, share) in SHARES.iter().enumerate() {
        for (column, most) in (3..=30_i16).step_by(3).enumerate() {
            assert_eq!((share * most + 500) / 1000, TABLE[place + 1][column], "row {}, {most}", place + 2);
        }
    }
}

#[test]
fn fire_loses_by_the_column_of_its_figures_and_the_row_of_the_die() {
    // Within half range of a close order line nothing is added to the die.
    bites(&["MC-FIRE-3"], || {
        for (stands, face) in [(1, 10), (2, 6), (3, 5), (4, 8), (5, 7), (6, 10), (7, 8), (8, 5), (9, 10), (10, 9)] {
            let field = Fixture::plain().foot("B1", stands, (10, 30), "N", Shape::Open);
            let mut game = field.foot("R1", 8, (11, 27), "S", Shape::Line).game(&[face]);
            game.give(game.order(FIRE, "B1", "R1"));
            let lost = 24 - figures(&game, "R1");
            assert_eq!(lost, TABLE[usize::from(face) - 1][usize::from(stands) - 1], "{stands} stands, {face}");
        }
    });
}

#[test]
fn thirty_figures_a_roll() {
    assert_eq!(pools(30, &[], Why::Fire, "MC-FIRE-3").len(), 1);
    assert_eq!(pools(31, &[], Why::Fire, "MC-FIRE-3").len(), 2);
    assert_eq!(pools(90, &[], Why::Fire, "MC-FIRE-3").len(), 3);
    assert_eq!(fell(40, 9, 0), 5 + 2);
    assert_eq!(fell(61, 9, 1), 6 + 6 + 1, "the modifier is of every roll");
}

/// What the first of Blue would fire at the first of Red.
fn aimed(game: &Played) -> Option<(i16, i16)> {
    let shot = shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own)?;
    Some((shot.figures, shot.mods.iter().map(|(_, value)| value).sum()))
}

/// Two files of foot at (10, 30).
fn two() -> Fixture {
    Fixture::plain().foot("B1", 2, (10, 30), "N", Shape::Open)
}

/// A close order line of two files, its command stand there.
fn against(field: Fixture, q: i16, r: i16) -> Option<(i16, i16)> {
    aimed(&field.foot("R1", 4, (q, r), "S", Shape::Line).game(&[]))
}

#[test]
fn fire_is_an_order_of_who_bears() {
    bites(&["MC-FIRE-1", "MC-FIRE-10"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let mut game = field.foot("R1", 8, (13, 24), "S", Shape::Line).game(&[7]);
        game.give(game.order(FIRE, "B1", "R1"));
        assert_eq!(figures(&game, "R1"), 22);
    });
}

#[test]
fn loose_troops_fire_all_round_and_formed_ones_ahead() {
    bites(&["MC-FIRE-4"], || {
        let behind = |troops, shape| {
            let field = Fixture::plain().unit("B1", troops, 1, (10, 30), "N", shape);
            aimed(&field.foot("R1", 4, (9, 33), "N", Shape::Line).game(&[])).is_some()
        };
        assert!(behind(Troops::Riflemen, Shape::Skirmish) && !behind(Troops::Regulars, Shape::Open));
        assert!(!behind(Troops::Guns, Shape::Battery) && !behind(Troops::Militia, Shape::Open));
    });
}

#[test]
fn two_ranks_of_foot_fire_and_one_of_all_others() {
    bites(&["MC-FIRE-6"], || {
        let fires = |troops, arms, stands, shape| {
            let field = Fixture::plain().unit("B1", troops, stands, (10, 30), "N", shape).arms(arms);
            aimed(&field.foot("R1", 8, (12, 27), "S", Shape::Line).game(&[])).map(|(figures, _)| figures)
        };
        assert_eq!(fires(Troops::Regulars, Arms::Musket, 8, Shape::Line), Some(24));
        assert_eq!(fires(Troops::Regulars, Arms::Musket, 7, Shape::Line), Some(21));
        assert_eq!(fires(Troops::Regulars, Arms::Musket, 8, Shape::Open), Some(24));
        assert_eq!(fires(Troops::Regulars, Arms::Musket, 8, Shape::Column), Some(6));
        assert_eq!(fires(Troops::Horse, Arms::Carbine, 6, Shape::Line), Some(12));
        assert_eq!(fires(Troops::Horse, Arms::Carbine, 6, Shape::Column), Some(4));
        assert_eq!(fires(Troops::Horse, Arms::None, 6, Shape::Line), None);
    });
}

#[test]
fn formed_units_fire_at_one_target() {
    bites(&["MC-FIRE-7"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Open);
        let field = field.foot("B2", 8, (30, 30), "N", Shape::Line).foot("R3", 8, (33, 24), "S", Shape::Line);
        let field = field.foot("R1", 2, (9, 27), "S", Shape::Line).foot("R2", 2, (13, 27), "S", Shape::Line);
        let mut game = field.game(&[1]);
        assert!(game.may(game.order(FIRE, "B1", "R1")) && game.may(game.order(FIRE, "B1", "R2")));
        game.give(game.order(FIRE, "B1", "R1"));
        assert_eq!(game.asks(), "fire");
        assert!(!game.may(game.order(FIRE, "B1", "R1")) && !game.may(game.order(FIRE, "B1", "R2")));
    });
}

#[test]
fn a_combined_volley_has_every_modifier_once() {
    // Example 2: one unit at 2 inches, the other beyond half range: 9 and 1 are 10, 6 lost; 4 and 1 are 5, 1 lost.
    bites(&["MC-FIRE-8"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let field = field.foot("B2", 6, (8, 33), "N", Shape::Line).lost(2);
        let mut game = field.foot("R1", 8, (12, 28), "S", Shape::Line).game(&[9, 4]);
        game.give(game.order(JOIN, "B1", "R1"));
        game.give(game.order(JOIN, "B2", "R1"));
        if game.asks() == "volley" {
            game.give(game.order(LOOSE, "B1", ""));
        }
        game.all_fell();
        assert_eq!(figures(&game, "R1"), 17);
    });
}

#[test]
fn figures_are_halved_unit_by_unit_before_they_add_up() {
    // 7 held are 4 and 5 held 3: together a roll of 7 figures, at 10 two lost; half of 12 would lose one.
    let field = Fixture::plain().foot("B1", 3, (10, 30), "N", Shape::Open).lost(2).marks(marks::HELD);
    let field = field.foot("B2", 2, (13, 30), "N", Shape::Open).lost(1).marks(marks::HELD);
    let mut game = field.foot("R1", 8, (14, 27), "S", Shape::Line).game(&[10]);
    game.give(game.order(JOIN, "B1", "R1"));
    game.give(game.order(JOIN, "B2", "R1"));
    if game.asks() == "volley" {
        game.give(game.order(LOOSE, "B1", ""));
    }
    assert_eq!(figures(&game, "R1"), 22);
}

#[test]
fn ranges_of_every_arm() {
    bites(&["MC-FIRE-9"], || {
        let ranges = [
            (Troops::Horse, Arms::Carbine, Shape::Line, 5),
            (Troops::Regulars, Arms::Musket, Shape::Open, 7),
            (Troops::Jaegers, Arms::JaegerRifle, Shape::Open, 10),
            (Troops::Riflemen, Arms::LongRifle, Shape::Skirmish, 12),
            (Troops::Guns, Arms::Guns, Shape::Battery, 40),
        ];
        for (troops, arms, shape, range) in ranges {
            let bears = |far: i16| {
                let field = Fixture::plain().unit("B1", troops, 1, (0, 50), "N", shape).arms(arms);
                against(field, far, 50 - far).is_some()
            };
            assert!(bears(range) && !bears(range + 1), "{arms:?}");
        }
        let field = Fixture::plain().unit("B1", Troops::Horse, 1, (10, 30), "N", Shape::Skirmish);
        let game = field.marks(marks::DISMOUNTED).foot("R1", 4, (17, 23), "S", Shape::Line).game(&[]);
        assert!(aimed(&game).is_some(), "on foot horse has muskets");
    });
}

#[test]
fn modifiers_by_distance() {
    let musket = [(2, 2), (3, 0), (4, -1), (7, -1)];
    for (far, sum) in musket {
        assert_eq!(against(two(), 10 + far, 30 - far), Some((6, sum)), "muskets at {far}");
    }
    for (far, sum) in [(2, 1), (3, 1), (12, 1), (13, -1), (24, -1), (25, -2), (40, -2)] {
        let field = Fixture::plain().unit("B1", Troops::Guns, 1, (0, 50), "N", Shape::Battery);
        assert_eq!(against(field, far, 50 - far), Some((10, sum)), "guns at {far}");
    }
    for (far, sum) in [(2, 2), (6, 0), (7, -1)] {
        let field = Fixture::plain().unit("B1", Troops::Riflemen, 1, (0, 50), "N", Shape::Skirmish);
        assert_eq!(against(field, far, 50 - far), Some((2, sum)), "long rifles at {far}");
    }
}

#[test]
fn modifiers_by_who_fires() {
    let fires = |troops, nation, shape| {
        let field = Fixture::plain().unit("B1", troops, 6, (10, 30), "N", shape).nation(nation);
        against(field, 12, 27).map(|(_, sum)| sum)
    };
    assert_eq!(fires(Troops::Regulars, Nation::British, Shape::Line), Some(1));
    assert_eq!(fires(Troops::Regulars, Nation::British, Shape::Open), Some(0));
    for nation in [Nation::American, Nation::Loyalist, Nation::German, Nation::French, Nation::Other] {
        assert_eq!(fires(Troops::Regulars, nation, Shape::Line), Some(0), "{nation:?}");
    }
    assert_eq!(fires(Troops::Militia, Nation::British, Shape::Line), Some(-1), "no regulars");
    assert_eq!(fires(Troops::Militia, Nation::American, Shape::Open), Some(-1));
    assert_eq!(fires(Troops::Indians, Nation::Other, Shape::Skirmish), Some(-1));
    assert_eq!(fires(Troops::Riflemen, Nation::American, Shape::Skirmish), Some(0), "rifles, no muskets");
    assert_eq!(fires(Troops::Regulars, Nation::British, Shape::Column), Some(-2));
}

#[test]
fn modifiers_by_the_target() {
    let at = |troops, stands, shape| {
        let field = two().unit("R1", troops, stands, (12, 27), "S", shape);
        aimed(&field.game(&[])).map(|(_, sum)| sum)
    };
    assert_eq!(at(Troops::Regulars, 4, Shape::Line), Some(0));
    assert_eq!(at(Troops::Regulars, 4, Shape::Open), Some(-1));
    assert_eq!(at(Troops::Guns, 2, Shape::Battery), Some(-1));
    assert_eq!(at(Troops::Riflemen, 2, Shape::Skirmish), Some(-2));
    assert_eq!(at(Troops::Horse, 2, Shape::Skirmish), Some(-2));
    assert_eq!(at(Troops::Horse, 2, Shape::Line), Some(1));
    assert_eq!(at(Troops::Horse, 4, Shape::Column), Some(1));
    assert_eq!(at(Troops::Regulars, 6, Shape::Column), Some(1));
    assert_eq!(at(Troops::Guns, 2, Shape::Limbered), Some(1));
    let turned = |troops, face, shape| {
        let field = two().unit("R1", troops, 1, (12, 27), face, shape);
        aimed(&field.game(&[])).map(|(_, sum)| sum)
    };
    assert_eq!(turned(Troops::Regulars, "S", Shape::Open), Some(-1));
    assert_eq!(turned(Troops::Regulars, "N", Shape::Open), Some(0), "from the rear");
    assert_eq!(turned(Troops::Regulars, "ENE", Shape::Open), Some(0), "from the flank");
    assert_eq!(turned(Troops::Riflemen, "N", Shape::Skirmish), Some(-2), "skirmishers have no rear");
}

#[test]
fn modifiers_by_cover() {
    let field = || two().foot("R1", 2, (12, 27), "S", Shape::Line);
    let behind = |obstacle| aimed(&field().above(28, obstacle).game(&[])).map(|(_, sum)| sum);
    let on = |terrain| aimed(&field().terrain(terrain, &[(12, 27), (12, 26)]).game(&[])).map(|(_, sum)| sum);
    bites(&["MC-FIRE-11"], || {
        assert_eq!([Obstacle::Hedge, Obstacle::Fence].map(behind), [Some(-1); 2]);
        assert_eq!([Obstacle::Wall, Obstacle::Ditch].map(behind), [Some(-2); 2]);
        assert_eq!((behind(Obstacle::Earthwork), behind(Obstacle::Stream)), (Some(-3), Some(0)));
        assert_eq!([Terrain::LightWoods, Terrain::Woods].map(on), [Some(-1); 2]);
        assert_eq!((on(Terrain::Works), on(Terrain::Rough), on(Terrain::Crops)), (Some(-3), Some(0), Some(0)));
        let both = field().terrain(Terrain::Woods, &[(12, 27)]).above(28, Obstacle::Wall);
        assert_eq!(aimed(&both.game(&[])), Some((6, -2)), "the best cover only");
    });
    let house = two().unit("R1", Troops::Riflemen, 1, (12, 27), "S", Shape::Skirmish);
    let house = house.terrain(Terrain::StoneBuilding, &[(12, 27)]);
    assert_eq!(aimed(&house.game(&[])), Some((6, -4)), "skirmishers in a building");
}

#[test]
fn cover_lies_where_the_line_of_sight_comes_in() {
    // The line from (10, 30) to (11, 27) comes in from (11, 28), over the south-east side.
    let seen = |sides: &[Direction]| {
        let field = Fixture::plain().foot("B1", 1, (10, 30), "N", Shape::Open);
        let fenced = |field: Fixture, side: &Direction| field.edge((11, 27), *side, Obstacle::Fence);
        let game = sides.iter().fold(field, fenced).game(&[]);
        ground::cover(&game.war, hex(10, 30), hex(11, 27))
    };
    assert_eq!(seen(&[Direction::SouthEast]), ground::Cover::Soft);
    assert_eq!(seen(&[Direction::SouthWest]), ground::Cover::None);
    assert_eq!(seen(&[Direction::NorthEast, Direction::NorthWest, Direction::West]), ground::Cover::None);
}

/// Figures that a unit with those marks fires, its losses taken.
fn halved(troops: Troops, lost: i16, marks: Marks, state: impl Fn(&mut crate::state::UnitState)) -> Option<i16> {
    let shape = if troops == Troops::Riflemen { Shape::Skirmish } else { Shape::Line };
    let stands = if troops == Troops::Riflemen { 6 } else { 8 };
    let field = Fixture::plain().unit("B1", troops, stands, (10, 30), "N", shape).lost(lost).marks(marks).state(state);
    aimed(&field.foot("R1", 8, (12, 27), "S", Shape::Line).game(&[])).map(|(figures, _)| figures)
}

#[test]
fn halvings_round_as_each_is_told() {
    bites(&["MC-FIRE-12"], || {
        let none = Marks::empty();
        assert_eq!(halved(Troops::Regulars, 1, none, |_| {}), Some(23));
        assert_eq!(halved(Troops::Regulars, 1, marks::HELD, |_| {}), Some(12), "failed by 1: up");
        assert_eq!(halved(Troops::Regulars, 1, marks::REFORMING, |own| own.rallied = true), Some(11), "rallied: down");
        assert_eq!(halved(Troops::Regulars, 1, marks::REFORMING, |_| {}), Some(23), "no rally: all");
        assert_eq!(halved(Troops::Riflemen, 1, none, |own| own.light_move = true), Some(6), "moved half: 11 up");
        assert_eq!(halved(Troops::Riflemen, 1, marks::HELD, |own| own.light_move = true), Some(3), "each in turn");
    });
    let carbines = |value: &str| {
        let field = Fixture::plain().unit("B1", Troops::Horse, 4, (10, 30), "N", Shape::Line).arms(Arms::Carbine);
        let field = field.lost(1).house("mounted_carbines", value);
        aimed(&field.foot("R1", 8, (12, 27), "S", Shape::Line).game(&[])).map(|(figures, _)| figures)
    };
    assert_eq!([carbines("full"), carbines("half")], [Some(7), Some(4)]);
}

#[test]
fn each_halving_is_done_in_turn_on_horse_too() {
    // MC-FIRE-1, 12: 7 figures of horse that failed by 1 are 4, and 4 with carbines 2.
    let field = Fixture::plain().unit("B1", Troops::Horse, 4, (10, 30), "N", Shape::Line).arms(Arms::Carbine);
    let field = field.lost(1).marks(marks::HELD).house("mounted_carbines", "half");
    let fired = aimed(&field.foot("R1", 8, (12, 27), "S", Shape::Line).game(&[]));
    assert_eq!(fired.map(|(figures, _)| figures), Some(2));
}

#[test]
fn of_the_covers_from_several_firers_the_best_alone_counts() {
    // MC-FIRE-8, 11: each kind of modifier once, and best cover only: a hedge before one unit, a wall before the other.
    let field = Fixture::plain().foot("B1", 4, (10, 26), "N", Shape::Open).foot("B2", 4, (16, 26), "N", Shape::Open);
    let field = field.foot("R1", 10, (14, 22), "S", Shape::Open);
    let field = (8..13).fold(field, |field, q| field.edge((q, 22), Direction::SouthEast, Obstacle::Hedge));
    let field = (8..13).fold(field, |field, q| field.edge((q, 22), Direction::SouthWest, Obstacle::Hedge));
    let field = (13..21).fold(field, |field, q| field.edge((q, 22), Direction::SouthEast, Obstacle::Wall));
    let field = (13..21).fold(field, |field, q| field.edge((q, 22), Direction::SouthWest, Obstacle::Wall));
    let game = field.game(&[]);
    let shots = ["B1", "B2"].map(|by| shot(&game.war, game.id(by), game.id("R1"), Manner::Own).expect("a shot"));
    let cover = |shots: &[crate::fire::aim::Shot]| {
        let pools = pools_of(shots);
        let covers = ["soft cover", "hard cover"];
        let found = pools[0].modifiers().into_iter().filter(|one| covers.contains(&one.name)).map(|one| one.value);
        found.collect::<Vec<i16>>()
    };
    assert_eq!([cover(&shots[..1]), cover(&shots[1..]), cover(&shots)], [vec![-1], vec![-2], vec![-2]]);
}

#[test]
fn who_may_fire_in_step_five() {
    bites(&["MC-FIRE-13"], || {
        let may = |marks| {
            let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).marks(marks);
            let field = field.foot("B2", 8, (30, 30), "N", Shape::Line).foot("R2", 8, (33, 27), "S", Shape::Line);
            let game = field.foot("R1", 8, (13, 27), "S", Shape::Line).game(&[]);
            game.may(game.order(FIRE, "B1", "R1"))
        };
        assert!(may(Marks::empty()) && may(marks::HELD) && may(marks::REFORMING) && may(marks::PANIC));
        for barred in [marks::SPENT, marks::ROUTING, marks::FALLING_BACK, marks::MASKED, marks::CONTACT, marks::MOVED] {
            assert!(!may(barred), "{barred:?}");
        }
        let held = |class| {
            let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(class).marks(marks::HELD);
            aimed(&field.foot("R1", 8, (12, 27), "S", Shape::Line).game(&[]))
        };
        assert_eq!([3, 4, 5].map(held), [Some((12, 0)), None, None], "held units of class 4 and 5 do not fire");
    });
    let limbered = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 30), "N", Shape::Limbered);
    assert_eq!(against(limbered, 12, 27), None);
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).foot("B2", 8, (20, 30), "N", Shape::Line);
    let game = field.brigade(2).foot("R1", 8, (23, 27), "S", Shape::Line).phase(crate::info::FIRE_PHASE, Side::Blue);
    let game = game.game(&[]);
    assert!(!is_able(&game.war, game.id("B2")), "another card's");
}

#[test]
fn stands_fire_whole() {
    bites(&["MC-FIRE-14"], || {
        assert_eq!(against(two(), 12, 27), Some((6, 0)));
        let rifles = Fixture::plain().unit("B1", Troops::Riflemen, 6, (10, 30), "N", Shape::Skirmish);
        assert_eq!(against(rifles, 12, 27), Some((12, 0)));
    });
}

#[test]
fn each_of_those_that_fire_together_counts_for_its_share() {
    // Example 2: 24 and 16 figures at one target, no modifier.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).foot("B2", 6, (14, 30), "N", Shape::Line);
    let game = field.lost(2).foot("R1", 8, (15, 27), "S", Shape::Line).phase(FIRE_PHASE, Side::Blue).game(&[]);
    let effects = |by: &str| {
        let order = game.order(MASS, by, "R1");
        let forecast = game.war.forecast(&order);
        (game.war.estimates().judged(&order, &forecast).inflicted, forecast.effect.inflicted)
    };
    let ((first, all), (second, _)) = (effects("B1"), effects("B2"));
    assert!(all > 0.0 && (first - all * 24.0 / 40.0).abs() < 1e-9 && (second - all * 16.0 / 40.0).abs() < 1e-9);
}

#[test]
fn fire_to_be_feared_is_that_of_its_distance() {
    // A battery of two medium guns, 10 figures each: canister at 12 inches is +1, round shot at 20 is -1 (MC-FIRE-10, MC-ART-1);
    // an open order target is -1. Each gun throws for itself (MC-ART-3). It has fired this turn, which says nothing of the next.
    let feared = |row: i16| {
        let field = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 30), "N", Shape::Battery).weight(Weight::Medium);
        let field = field.state(|own| own.fired = u32::MAX).foot("R1", 8, (10 + (30 - row) / 2, row), "S", Shape::Open);
        let game = field.game(&[]);
        let [by, on] = ["B1", "R1"].map(|label| game.id(label));
        battle::System::estimates(&game.war).threat(by, &game.pose("B1"), on, &game.pose("R1")).fire * 24.0
    };
    // Figures lost by 10 figures with that on a d10 (MC-FIRE-1), twice.
    let twice =
        |added: i16| 2.0 * model::hits(10, added, 24).iter().zip(0..).map(|(p, n)| p * f64::from(n)).sum::<f64>();
    assert!((feared(18) - twice(0)).abs() < 1e-9, "{} {}", feared(18), twice(0));
    assert!((feared(10) - twice(-2)).abs() < 1e-9, "{} {}", feared(10), twice(-2));
}

#[test]
fn whoever_joins_a_volley_is_named() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).foot("B2", 6, (14, 30), "N", Shape::Line);
    // Others that could still fire keep the step open.
    let field = field.foot("B3", 6, (30, 30), "N", Shape::Line).foot("R2", 8, (31, 27), "S", Shape::Line);
    let mut game = field.foot("R1", 8, (15, 27), "S", Shape::Line).phase(FIRE_PHASE, Side::Blue).game(&[5, 5, 5, 5]);
    let named = |game: &Game<McNally>| {
        let joined = |event: &Event| match event {
            Event::Told(told) if told.text.contains("joins the volley") => told.actor.and_then(Object::unit),
            _ => None,
        };
        game.heard.events().iter().filter_map(joined).collect::<Vec<_>>()
    };
    game.give(game.order(MASS, "B1", "R1"));
    assert_eq!(named(&game), [game.id("B2")], "and nobody else, not the first either");
}

/// MC-HEX-2, MC-HEX-3, MC-FIRE-6: by files, those whose front stand bears fire two ranks deep: two rows off that is from straight
/// ahead to two hexes aside. The stands of the front are on 9 to 12.
#[test]
fn files_that_bear_fire_two_ranks_deep() {
    let figures = |q: i16| {
        let field = Fixture::plain().unit("B1", Troops::Regulars, 8, (10, 30), "N", Shape::Line);
        let field = field.house("eligible_figures", "file").unit("R1", Troops::Regulars, 1, (q, 28), "S", Shape::Line);
        aimed(&field.game(&[])).map(|(figures, _)| figures)
    };
    assert_eq!([8, 9, 10, 13, 14, 15].map(figures), [None, Some(6), Some(12), Some(12), Some(6), None]);
}

/// MC-SKIRM-9: of skirmishers on 8, 10, 12 and 14 only the last two reach a mark 13 inches from the second.
#[test]
fn skirmishers_fire_stand_by_stand() {
    let field = Fixture::plain().unit("B1", Troops::Riflemen, 4, (10, 30), "N", Shape::Skirmish);
    let game = field.unit("R1", Troops::Regulars, 1, (23, 22), "S", Shape::Line).game(&[]);
    let shot = shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).expect("two bear");
    assert_eq!((shot.figures, shot.bits), (4, 0b1100));
}

/// MC-FIRE-10, MC-MELEE-9: modifiers are told by the clause of what is rolled.
#[test]
fn modifiers_cite_their_own_clause() {
    let clause = |why, row| pools(6, &[(row, -1)], why, "")[0].modifiers()[0].clause;
    assert_eq!(clause(Why::Fire, &crate::modifiers::fire::SOFT), "MC-FIRE-10");
    assert_eq!(clause(Why::Melee, &crate::modifiers::melee::SHAKEN), "MC-MELEE-9");
}

//! What is made of a neutral order of battle (chapter 17 of the page, MC-UNIT-2 to 4).

use battle::rule::bites;
use battle::{Quality, Rank, Rating, Troop, UnitId, UnitSpec, Weapon};

use super::fixture::Fixture;
use super::written::{deployed, general, scenario, words, written};
use crate::fire::aim::{Manner, arms, shot};
use crate::formations::shapes;
use crate::generals::steadies;
use crate::morale::grade;
use crate::profile::{Arms, Profile, Traits, Troops, Weight};
use crate::space::Shape::{self, Battery, Column, Limbered, Line, Open, Skirmish};
use crate::{marks, tables};

/// What one unit is.
fn enlisted(unit: UnitSpec) -> Profile {
    *deployed(&scenario(vec![unit], Vec::new()), &[]).war.profile(UnitId(0))
}

/// A unit of that type and quality, of which the file says those words.
fn of(troop: Troop, quality: Quality, list: &[&str]) -> Profile {
    enlisted(UnitSpec { quality, special: words(list), ..written("B1", troop, 4, 20) })
}

/// Figures per stand, stands and figures of a unit as written.
fn counted(unit: UnitSpec) -> (i16, u8, i16) {
    let game = deployed(&scenario(vec![unit], Vec::new()), &[]);
    (game.war.profile(UnitId(0)).per_stand, game.war.stands(UnitId(0)), game.war.strength(UnitId(0)))
}

/// MC-SPECIAL-8, 10: light infantry and grenadiers are so by type, and stay so where the file says it again.
#[test]
fn a_trait_of_the_type_may_be_written_too() {
    let traits = |troop, list: &[&str]| of(troop, Quality::Trained, list).traits;
    assert_eq!(traits(Troop::LightInfantry, &[]), Traits::LIGHT);
    assert_eq!(traits(Troop::LightInfantry, &["light_infantry"]), Traits::LIGHT);
    assert_eq!(traits(Troop::Grenadiers, &["grenadiers"]), Traits::GRENADIERS);
    assert_eq!(traits(Troop::LineInfantry, &["grenadiers"]), Traits::GRENADIERS);
}

#[test]
fn figures_of_a_stand_by_type() {
    bites(&["MC-UNIT-3"], || {
        let of = |troop, list: &[&str]| counted(UnitSpec { special: words(list), ..written("B1", troop, 4, 20) });
        assert_eq!(of(Troop::LineInfantry, &[]), (3, 4, 12));
        assert_eq!(of(Troop::Grenadiers, &[]), (3, 4, 12));
        assert_eq!(of(Troop::LightInfantry, &[]), (3, 4, 12));
        assert_eq!(of(Troop::GuardInfantry, &[]), (3, 4, 12));
        assert_eq!(of(Troop::Militia, &[]), (3, 4, 12));
        assert_eq!(of(Troop::Militia, &["long_rifles"]), (2, 4, 8));
        assert_eq!(of(Troop::Jaegers, &[]), (2, 4, 8));
        assert_eq!(of(Troop::Irregulars, &[]), (2, 4, 8));
        for horse in [Troop::LightCavalry, Troop::MediumCavalry, Troop::HeavyCavalry, Troop::Cuirassiers] {
            assert_eq!(of(horse, &[]), (2, 4, 8));
        }
    });
}

#[test]
fn sizes_of_units_of_which_the_file_says_none() {
    bites(&["MC-UNIT-4"], || {
        let of = |troop, list: &[&str]| {
            let (_, stands, figures) = counted(UnitSpec { special: words(list), ..written("B1", troop, 0, 20) });
            (stands, figures)
        };
        assert_eq!(of(Troop::LineInfantry, &[]), (8, 24));
        assert_eq!(of(Troop::Militia, &[]), (8, 24));
        assert_eq!(of(Troop::LightInfantry, &[]), (8, 24));
        assert_eq!(of(Troop::Grenadiers, &[]), (8, 24));
        assert_eq!(of(Troop::Militia, &["long_rifles"]), (6, 12));
        assert_eq!(of(Troop::Jaegers, &[]), (6, 12));
        assert_eq!(of(Troop::Irregulars, &[]), (6, 12));
        assert_eq!(of(Troop::LightCavalry, &[]), (4, 8));
        assert_eq!(of(Troop::MediumBattery, &[]).0, 2);
    });
}

#[test]
fn classes_by_quality() {
    bites(&["MC-STAT-1"], || {
        let class = |troop, quality, list: &[&str]| of(troop, quality, list).class;
        let line = |quality| class(Troop::LineInfantry, quality, &[]);
        let all =
            [Quality::Guard, Quality::Elite, Quality::Veteran, Quality::Trained, Quality::Conscript, Quality::Raw];
        assert_eq!(all.map(line), [1, 1, 2, 3, 4, 5]);
        assert_eq!(all.map(|quality| class(Troop::Militia, quality, &[])), [4, 4, 4, 4, 5, 5]);
        assert_eq!(all.map(|quality| class(Troop::LineInfantry, quality, &["militia"])), [4, 4, 4, 4, 5, 5]);
        assert_eq!(all.map(|quality| class(Troop::Militia, quality, &["long_rifles"])), [4, 4, 4, 4, 5, 5]);
        assert_eq!(class(Troop::Militia, Quality::Raw, &["class 2"]), 2);
        assert_eq!(class(Troop::LightCavalry, Quality::Guard, &["class 5"]), 5);
    });
}

/// Arms and melee grade of a unit as it stands.
fn armed(troops: Troops, shape: Shape) -> (Arms, i16) {
    let game = Fixture::plain().unit("B1", troops, 4, (10, 30), "N", shape).game(&[]);
    (arms(&game.war, game.id("B1")), grade(&game.war, game.id("B1")))
}

#[test]
fn weapons_and_their_grades() {
    bites(&["MC-STAT-2"], || {
        assert_eq!(armed(Troops::Regulars, Line), (Arms::Musket, 2));
        assert_eq!(armed(Troops::Militia, Open), (Arms::Musket, 0));
        assert_eq!(armed(Troops::Riflemen, Skirmish), (Arms::LongRifle, 0));
        assert_eq!(armed(Troops::Jaegers, Skirmish), (Arms::JaegerRifle, 0));
        assert_eq!(armed(Troops::Indians, Skirmish), (Arms::Musket, 1));
        assert_eq!(armed(Troops::Horse, Line), (Arms::None, 2));
        assert_eq!(armed(Troops::Guns, Battery), (Arms::Guns, 0));
        let foot = Fixture::plain().unit("B1", Troops::Horse, 4, (10, 30), "N", Skirmish).marks(marks::DISMOUNTED);
        let game = foot.game(&[]);
        assert_eq!((arms(&game.war, game.id("B1")), grade(&game.war, game.id("B1"))), (Arms::Musket, 0));
        let given =
            Fixture::plain().unit("B1", Troops::Militia, 4, (10, 30), "N", Open).having(Traits::BAYONETS).game(&[]);
        assert_eq!(grade(&given.war, given.id("B1")), 2);
        let ranges = [Arms::None, Arms::Carbine, Arms::Musket, Arms::JaegerRifle, Arms::LongRifle, Arms::Guns];
        assert_eq!(ranges.map(tables::range), [0, 5, 7, 10, 12, 40]);
    });
}

#[test]
fn arms_as_written() {
    let of = |troop, weapon, list: &[&str]| {
        enlisted(UnitSpec { weapon, special: words(list), ..written("B1", troop, 4, 20) }).arms
    };
    assert_eq!(of(Troop::LightCavalry, Weapon::Carbine, &[]), Arms::Carbine);
    assert_eq!(of(Troop::LightCavalry, Weapon::Sabre, &[]), Arms::None);
    assert_eq!(of(Troop::Militia, Weapon::Rifle, &[]), Arms::LongRifle);
    assert_eq!(of(Troop::Jaegers, Weapon::Rifle, &[]), Arms::JaegerRifle);
    assert_eq!(of(Troop::Irregulars, Weapon::Musket, &[]), Arms::Musket);
}

#[test]
fn formations_by_type() {
    bites(&["MC-STAT-3"], || {
        let formations = |troop: Troop, list: &[&str]| {
            let unit = UnitSpec { special: words(list), ..written("B1", troop, 8, 20) };
            let game = deployed(&scenario(vec![unit], Vec::new()), &[]);
            let mut shapes = shapes(&game.war, UnitId(0));
            shapes.sort_unstable();
            shapes
        };
        let line = vec![Line, Open, Column];
        let loose = vec![Line, Open, Column, Skirmish];
        assert_eq!(formations(Troop::LineInfantry, &["american"]), line);
        assert_eq!(formations(Troop::LineInfantry, &["british"]), line);
        assert_eq!(formations(Troop::LineInfantry, &["german"]), [Line, Column]);
        assert_eq!(formations(Troop::Grenadiers, &["british"]), line);
        assert_eq!(formations(Troop::Grenadiers, &["british", "skirmish"]), loose);
        assert_eq!(formations(Troop::Grenadiers, &["french", "skirmish"]), line);
        assert_eq!(formations(Troop::LightInfantry, &["british"]), line);
        assert_eq!(formations(Troop::LightInfantry, &["british", "skirmish"]), loose);
        assert_eq!(formations(Troop::Militia, &["american"]), [Open]);
        assert_eq!(formations(Troop::Militia, &["american", "skirmish"]), [Open, Skirmish]);
        assert_eq!(formations(Troop::Militia, &["american", "close_order", "column"]), line);
        assert_eq!(formations(Troop::Militia, &["loyalist"]), [Open, Column]);
        assert_eq!(formations(Troop::Militia, &["american", "long_rifles"]), [Skirmish]);
        assert_eq!(formations(Troop::Militia, &["american", "long_rifles", "formed"]), [Open, Skirmish]);
        assert_eq!(formations(Troop::Jaegers, &["german"]), [Open, Column, Skirmish]);
        assert_eq!(formations(Troop::Irregulars, &[]), [Skirmish]);
        assert_eq!(formations(Troop::LightCavalry, &[]), [Line, Column, Skirmish]);
        assert_eq!(formations(Troop::MediumBattery, &[]), [Battery, Limbered]);
    });
}

#[test]
fn dismounted_horse_skirmishes_alone() {
    let field = Fixture::plain().unit("B1", Troops::Horse, 4, (10, 30), "N", Skirmish).marks(marks::DISMOUNTED);
    let game = field.game(&[]);
    assert_eq!(shapes(&game.war, game.id("B1")), [Skirmish]);
}

#[test]
fn stands_and_guns_as_written() {
    bites(&["MC-STAT-4a"], || {
        assert_eq!(counted(written("B1", Troop::LineInfantry, 5, 20)), (3, 5, 15));
        assert_eq!(counted(written("B1", Troop::LineInfantry, 1, 20)), (3, 1, 3));
        let guns = |troop| {
            let unit = UnitSpec { guns: Some(3), stands: Some(1), ..written("B1", troop, 1, 20) };
            (enlisted(unit.clone()).gun, counted(unit))
        };
        assert_eq!(guns(Troop::LightBattery), (Weight::Light, (3, 3, 9)));
        assert_eq!(guns(Troop::MediumBattery), (Weight::Medium, (4, 3, 12)));
        assert_eq!(guns(Troop::HeavyBattery), (Weight::Heavy, (5, 3, 15)));
    });
}

#[test]
fn men_of_a_map_are_figures_of_ten() {
    bites(&["MC-STAT-4b"], || {
        let of = |troop, word: &str| {
            let special = [(String::from("mcnally"), vec![String::from(word)])].into_iter().collect();
            counted(UnitSpec { special, ..written("B1", troop, 5, 20) })
        };
        assert_eq!(of(Troop::LineInfantry, "men 100"), (3, 4, 10), "the last stand has one");
        assert_eq!(of(Troop::Irregulars, "men 80"), (2, 4, 8));
        assert_eq!(of(Troop::LineInfantry, "men 249"), (3, 8, 24));
        assert_eq!(of(Troop::LineInfantry, "men 720"), (3, 24, 72));
    });
}

#[test]
fn ratings_of_leaders_count_for_nothing() {
    bites(&["MC-STAT-5"], || {
        for rating in [Rating::Poor, Rating::Average, Rating::Good, Rating::Excellent] {
            let mut chief = general("BG", Rank::Brigade, Some("First"));
            chief.rating = rating;
            let units = vec![written("B1", Troop::LineInfantry, 8, 20)];
            let game = deployed(&scenario(units, vec![chief]), &[]);
            assert_eq!(steadies(&game.war, UnitId(0)), 1);
            let mut chief = general("BG", Rank::Army, None);
            chief.rating = rating;
            let units = vec![written("B1", Troop::LineInfantry, 8, 20)];
            assert_eq!(steadies(&deployed(&scenario(units, vec![chief]), &[]).war, UnitId(0)), 2);
        }
    });
}

#[test]
fn reforming_knows_whether_it_comes_from_a_rally() {
    bites(&["MC-STAT-6"], || {
        let fires = |rallied: bool| {
            let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Line).marks(marks::REFORMING);
            let field = field.state(move |own| own.rallied = rallied).foot("R1", 8, (13, 24), "S", Line);
            let game = field.game(&[]);
            shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).map(|shot| shot.figures)
        };
        assert_eq!([fires(true), fires(false)], [Some(12), Some(24)], "half of it after a rally, all after a retreat");
    });
}

//! Proofs of troops with special rules (MC-SPECIAL).

use battle::rule::bites;
use battle::{HouseRules, Side, Terrain};

use super::fixture::{Fixture, named};
use super::steps::met;
use crate::charge::{defence, targets};
use crate::formations::shapes;
use crate::info::{CHARGE, DECLARE, FALLBACK, MOVEMENT};
use crate::morale::{self, Cause, Mood, grade};
use crate::movement::is_light;
use crate::profile::{Nation, Profile, Traits, Troops};
use crate::space::{Aspect, Shape};
use crate::why::Why;
use crate::{melee, tables};

use Shape::{Column, Line, Open, Skirmish};

/// What formations a unit of eight stands may take, in the order of the page's list.
fn forms(troops: Troops, nation: Nation, traits: &[Traits]) -> Vec<Shape> {
    with(troops, nation, traits, ("", ""))
}

fn with(troops: Troops, nation: Nation, traits: &[Traits], (key, value): (&str, &str)) -> Vec<Shape> {
    let field = Fixture::plain().unit("B1", troops, 8, (12, 30), "N", Shape::Open).nation(nation);
    let field = traits.iter().fold(field, |field, one| field.having(*one));
    let field = if key.is_empty() { field } else { field.house(key, value) };
    let game = field.game(&[]);
    let mut known = shapes(&game.war, game.id("B1"));
    known.sort_unstable();
    known
}

#[test]
fn american_militia_keeps_open_order() {
    bites(&["MC-SPECIAL-1"], || {
        let militia = |traits: &[Traits]| forms(Troops::Militia, Nation::American, traits);
        assert_eq!(militia(&[]), [Open]);
        assert_eq!(militia(&[Traits::CLOSE_ORDER]), [Line, Open]);
        assert_eq!(militia(&[Traits::COLUMN]), [Open, Column]);
        assert_eq!(militia(&[Traits::SKIRMISH]), [Open, Skirmish]);
    });
    let game = Fixture::plain().unit("B1", Troops::Militia, 8, (12, 30), "N", Open).game(&[]);
    assert_eq!(grade(&game.war, game.id("B1")), 0, "no bayonets");
}

#[test]
fn militia_with_rifles_skirmishes() {
    bites(&["MC-SPECIAL-2"], || {
        assert_eq!(forms(Troops::Riflemen, Nation::American, &[]), [Skirmish]);
        assert_eq!(forms(Troops::Riflemen, Nation::American, &[Traits::FORMED]), [Open, Skirmish]);
    });
}

#[test]
fn american_militia_alone_falls_back() {
    let may = |troops, nation, value: &str| {
        let field = Fixture::plain().unit("B1", troops, 8, (12, 30), "N", Open).nation(nation);
        let field = field.house("loyalist_militia", value).foot("R1", 8, (15, 20), "S", Line);
        let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
        game.may(game.order(FALLBACK, "B1", ""))
    };
    bites(&["MC-SPECIAL-3"], || {
        assert!(may(Troops::Militia, Nation::American, "own") && !may(Troops::Militia, Nation::Loyalist, "own"));
    });
    assert!(may(Troops::Militia, Nation::Loyalist, "as_american"));
    assert!(!may(Troops::Militia, Nation::British, "as_american"));
    assert!(!may(Troops::Regulars, Nation::American, "own"));
    let tory = |value| with(Troops::Militia, Nation::Loyalist, &[], ("loyalist_militia", value));
    assert_eq!([tory("own"), tory("as_american")], [vec![Open, Column], vec![Open]]);
}

#[test]
fn warbands_skirmish_charge_and_have_hatchets() {
    bites(&["MC-SPECIAL-4"], || {
        for traits in [&[][..], &[Traits::CLOSE_ORDER], &[Traits::FORMED], &[Traits::COLUMN]] {
            assert_eq!(forms(Troops::Indians, Nation::Other, traits), [Skirmish]);
        }
        let field = Fixture::plain().unit("B1", Troops::Indians, 6, (10, 30), "N", Skirmish);
        let game = field.foot("R1", 8, (14, 24), "S", Open).phase(DECLARE, Side::Blue).game(&[]);
        assert!(game.may(game.order(CHARGE, "B1", "R1")));
        assert_eq!([grade(&game.war, game.id("B1")), grade(&game.war, game.id("R1"))], [1, 2]);
    });
}

#[test]
fn warbands_are_better_in_woods_and_when_they_charge() {
    bites(&["MC-SPECIAL-5"], || {
        let woods = |wooded: usize| {
            // Its stands are (6, 30), (8, 30) and so on to (16, 30).
            let hexes: Vec<(i16, i16)> = (0..wooded as i16).map(|place| (6 + 2 * place, 30)).collect();
            let field = Fixture::plain().terrain(Terrain::Woods, &hexes);
            let field = field.unit("B1", Troops::Indians, 6, (10, 30), "N", Skirmish).class(4);
            let game = field.foot("R1", 8, (12, 27), "S", Line).game(&[]);
            let (band, foe) = (game.id("B1"), game.id("R1"));
            let number = |pool: battle::Pool| match pool.reading() {
                battle::Reading::Under(number) => number,
                other => panic!("{other:?}"),
            };
            [
                number(targets::test(&game.war, band, &[(foe, Aspect::Front)], Why::Charging)),
                number(morale::test(&game.war, band, Cause::MeleeWon, &[], Why::AfterMelee)),
                number(defence::test(&game.war, band, foe, Aspect::Front)),
                number(morale::test(&game.war, band, Cause::Marker, &[], Why::Marker)),
            ]
        };
        assert_eq!([woods(0), woods(2)], [[7, 7, 6, 6]; 2], "class 4; charging and after melee as class 3");
        assert_eq!([woods(3), woods(6)], [[8, 8, 7, 7]; 2], "half its stands in woods");
    });
    let field = Fixture::plain().unit("B1", Troops::Indians, 6, (10, 30), "N", Skirmish);
    let game = met(field.foot("R1", 4, (11, 29), "S", Open), &[], &[("B1", "R1", Aspect::Front)]);
    let (band, contacts) = (game.id("B1"), game.war.state.own.contacts.clone());
    assert!(
        named(&melee::fighters::modifiers(&game.war, band, &contacts, melee::fighters::Round::First))
            .contains(&("class", 1))
    );
    assert_eq!(morale::class_for(&game.war, band, Mood::Usual), 3);
}

#[test]
fn germans_keep_close_order_and_column() {
    bites(&["MC-SPECIAL-6"], || {
        assert_eq!(forms(Troops::Regulars, Nation::German, &[]), [Line, Column]);
        assert_eq!(forms(Troops::Regulars, Nation::German, &[Traits::SKIRMISH]), [Line, Column]);
        assert_eq!(forms(Troops::Regulars, Nation::German, &[Traits::OPEN_ORDER]), [Line, Open, Column]);
    });
    assert_eq!(forms(Troops::Jaegers, Nation::German, &[]), [Open, Column, Skirmish]);
    let line = with(Troops::Regulars, Nation::German, &[], ("german_column", "off"));
    assert_eq!(line, [Line], "the other reading");
}

#[test]
fn of_grenadiers_the_british_skirmish() {
    bites(&["MC-SPECIAL-8"], || {
        let traits = [Traits::GRENADIERS, Traits::SKIRMISH];
        assert_eq!(forms(Troops::Regulars, Nation::British, &traits), [Line, Open, Column, Skirmish]);
        assert_eq!(forms(Troops::Regulars, Nation::French, &traits), [Line, Open, Column]);
        assert_eq!(forms(Troops::Regulars, Nation::British, &traits[..1]), [Line, Open, Column]);
    });
}

#[test]
fn continentals_fight_in_close_and_open_order_with_bayonets() {
    bites(&["MC-SPECIAL-9"], || {
        assert_eq!(forms(Troops::Regulars, Nation::American, &[]), [Line, Open, Column]);
        let lights = [Traits::LIGHT, Traits::SKIRMISH];
        assert_eq!(forms(Troops::Regulars, Nation::American, &lights), [Line, Open, Column, Skirmish]);
        let game = Fixture::plain().foot("B1", 8, (12, 30), "N", Line).nation(Nation::American).game(&[]);
        assert_eq!(grade(&game.war, game.id("B1")), 2);
    });
}

#[test]
fn lights_skirmish_and_move_and_fire_where_the_scenario_says_so() {
    let light = |traits: &[Traits], value: &str| {
        let field = Fixture::plain().foot("B1", 8, (12, 30), "N", Skirmish).nation(Nation::British);
        let field = traits.iter().fold(field, |field, one| field.having(*one)).house("light_trait", value);
        let game = field.game(&[]);
        let unit = game.id("B1");
        (shapes(&game.war, unit).contains(&Skirmish), is_light(&game.war, unit))
    };
    bites(&["MC-SPECIAL-10"], || {
        assert_eq!(light(&[Traits::SKIRMISH, Traits::SPECIALIST_LIGHT], "none"), (true, true));
        assert_eq!(light(&[Traits::SKIRMISH], "none"), (true, false));
    });
    assert_eq!(light(&[Traits::LIGHT], "none"), (false, false), "the type alone does not");
    assert_eq!(light(&[Traits::LIGHT], "implied"), (true, true));
}

#[test]
fn the_scenario_authorises_by_words() {
    bites(&["MC-SPECIAL-11"], || {
        let words = ["close_order", "skirmish", "column", "open_order", "formed", "specialist_light"];
        let traits = [
            Traits::CLOSE_ORDER,
            Traits::SKIRMISH,
            Traits::COLUMN,
            Traits::OPEN_ORDER,
            Traits::FORMED,
            Traits::SPECIALIST_LIGHT,
        ];
        let profile = |words: &[&str]| -> Profile {
            let mut scenario = proving::small_scenario();
            let own = words.iter().map(|word| String::from(*word)).collect();
            scenario.armies[0].units[0].special.insert(String::from("mcnally"), own);
            let war = crate::deploy(&scenario, &HouseRules::default(), 1).expect("a battle");
            *war.profile(battle::UnitId(0))
        };
        for (word, one) in words.iter().zip(traits) {
            assert!(profile(&[word]).has(one) && !profile(&[]).has(one), "{word}");
        }
    });
    assert_eq!(tables::per_stand(Troops::Indians, crate::Weight::Light), 2);
}

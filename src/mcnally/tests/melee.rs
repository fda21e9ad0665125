//! Proofs of melees (MC-MELEE).

use battle::rule::bites;
use battle::{Obstacle, Side, Terrain};

use super::fixture::{Fixture, named};
use super::steps::{Played, figures, fought, met};
use crate::fire::is_able;
use crate::info::{MOVE, START};
use crate::melee::fighters::{Round, groups, modifiers};
use crate::melee::round;
use crate::profile::{Traits, Troops};
use crate::space::{Aspect, Shape};
use crate::state::{Contact, Hurdle};
use crate::{marks, melee, morale};

/// What a unit fights with in the first round: figures, and the sum of its modifiers.
fn fights(game: &Played, unit: &str) -> (i16, i16) {
    let unit = game.id(unit);
    let all: Vec<Contact> = game.war.state.own.contacts.clone();
    let his: Vec<Contact> = all.into_iter().filter(|contact| contact.by == unit || contact.on == unit).collect();
    let mods = modifiers(&game.war, unit, &his, Round::First);
    (melee::fighters::figures(&game.war, unit, &his), mods.iter().map(|(_, value)| value).sum())
}

/// A line of eight stands in contact with the front of one in open order: 12 figures against 21.
fn lines() -> Fixture {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
    field.foot("R1", 8, (11, 29), "S", Shape::Open)
}

const FRONT: [(&str, &str, Aspect); 1] = [("B1", "R1", Aspect::Front)];

#[test]
fn a_melee_is_of_all_who_are_linked_by_contact() {
    bites(&["MC-MELEE-1"], || {
        let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Open);
        let field = field.foot("B2", 4, (14, 30), "N", Shape::Open).foot("R1", 8, (12, 29), "S", Shape::Open);
        let field = field.foot("B3", 4, (30, 30), "N", Shape::Open).foot("R2", 4, (31, 29), "S", Shape::Open);
        let contacts = [("B1", "R1"), ("B2", "R1"), ("B3", "R2")].map(|(by, on)| (by, on, Aspect::Front));
        let game = met(field.clone(), &[], &contacts);
        let named = |group: Vec<&str>| group.into_iter().map(|label| game.id(label)).collect::<Vec<_>>();
        assert_eq!(groups(&game.war), [named(vec!["B1", "B2", "R1"]), named(vec!["B3", "R2"])]);
        assert!(groups(&met(field, &[], &[]).war).is_empty(), "no charge, no melee");
    });
}

#[test]
fn who_is_taken_in_flank_fights_with_the_stands_in_contact_alone() {
    // Red faces north in two ranks; blue comes from the west, facing east by south, at the left file of both ranks.
    bites(&["MC-MELEE-2"], || {
        let field = Fixture::plain().foot("R1", 8, (14, 20), "N", Shape::Line);
        let field = field.foot("B1", 4, (12, 20), "ENE", Shape::Open);
        let game = met(field, &[], &[("B1", "R1", Aspect::Flank)]);
        let touched = game.stands("R1").into_iter().filter(|(q, _)| *q <= 13).collect::<Vec<_>>();
        assert_eq!(touched, [(13, 20), (13, 21)]);
        assert_eq!(fights(&game, "R1").0, 6, "two stands, of both ranks, and no overlap");
    });
}

#[test]
fn overlaps_by_class_and_order() {
    let overlap = |troops, class, shape, stands| {
        let field = Fixture::plain().unit("R1", troops, stands, (11, 29), "S", shape).class(class);
        let field = field.foot("B1", 2, (10, 30), "N", Shape::Open);
        fights(&met(field, &[], &FRONT), "R1").0
    };
    // Two files touch three of eight stands; one more at each end.
    bites(&["MC-MELEE-3b"], || {
        let regulars = [1, 2, 3, 4, 5].map(|class| overlap(Troops::Regulars, class, Shape::Open, 8));
        assert_eq!(regulars, [15, 15, 15, 9, 9]);
    });
    // Loose stands at (15, 29), (13, 29), (11, 29), (9, 29) and so on: one touches.
    bites(&["MC-MELEE-3a"], || assert_eq!(overlap(Troops::Jaegers, 3, Shape::Skirmish, 6), 2));
    bites(&["MC-MELEE-3c"], || {
        let bands = [1, 2, 3, 4, 5].map(|class| overlap(Troops::Indians, class, Shape::Skirmish, 6));
        assert_eq!(bands, [2 + 1 + 1; 5], "a figure a flank, of whatever class");
    });
}

#[test]
fn of_one_class_together_each_kind_of_modifier_counts_once_and_the_greater() {
    // Two lines of one class: the second comes over an earthwork; three and two files of class 3.
    let field = Fixture::plain().foot("B1", 8, (9, 22), "N", Shape::Line);
    let field = field.foot("B2", 6, (15, 22), "N", Shape::Open);
    let field = field.foot("R1", 18, (14, 21), "S", Shape::Open);
    let mut game = met(field, &[], &BOTH);
    let [one, other] = ["B1", "B2"].map(|unit| game.id(unit));
    game.umpire().own_mut(one).over = Hurdle::Obstacle;
    game.umpire().own_mut(other).over = Hurdle::Works;
    let units = groups(&game.war)[0].clone();
    let all = melee::fighters::fighters(&game.war, &units, Round::First);
    let blue: Vec<_> = all.into_iter().filter(|fighter| fighter.unit != game.id("R1")).collect();
    let mods: Vec<_> = melee::fighters::together(&blue).into_iter().map(|group| named(&group.mods)).collect();
    assert_eq!(mods, [vec![("charging", 1), ("ranks", 1), ("over an obstacle", -3), ("open order", -1)]]);
}

#[test]
fn gun_stands_fight_with_their_crews() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
    let field = field.unit("R1", Troops::Guns, 2, (11, 29), "S", Shape::Battery).lost(3);
    let game = met(field.state(|own| own.crews = vec![1, 4]), &[], &FRONT);
    assert_eq!(fights(&game, "R1"), (5, -2));
}

#[test]
fn both_sides_throw_before_either_loses() {
    // 12 figures at 3 and the die 9: row 12, 3 lost; red still throws for 21, not for 18: 10 less 1 is row 9, 4... of 19-21.
    bites(&["MC-MELEE-4"], || {
        let mut game = met(lines().class(3), &[9, 10], &FRONT);
        let units = groups(&game.war)[0].clone();
        let mut lost = [0, 0];
        round(&mut game.umpire(), &units, Round::First, &mut lost);
        // Blue: charging and ranks, +2: row 11, 10-12: 3. Red: open order: row 9, 19-21: 3.
        assert_eq!((lost, figures(&game, "B1"), figures(&game, "R1")), ([3, 3], 21, 21));
        game.all_fell();
    });
}

/// Lines of class 1 and of another class in contact with one of twelve stands: 12, 15 and 36 figures.
fn three(class: i16) -> Fixture {
    let field = Fixture::plain().foot("B1", 8, (9, 22), "N", Shape::Line).class(1);
    let field = field.foot("B2", 10, (15, 22), "N", Shape::Line).class(class);
    field.foot("R1", 12, (14, 21), "S", Shape::Open)
}

const BOTH: [(&str, &str, Aspect); 2] = [("B1", "R1", Aspect::Front), ("B2", "R1", Aspect::Front)];

#[test]
fn classes_throw_apart_and_hits_go_round() {
    // Example 28: 12 and 15 figures throw apart; the enemy's 3 hits fall on the class 2 unit, the class 1 unit, and again.
    bites(&["MC-MELEE-5", "MC-MELEE-6"], || {
        let mut game = met(three(2), &[1, 1, 7, 6], &BOTH);
        assert_eq!(["B1", "B2", "R1"].map(|unit| fights(&game, unit)), [(12, 4), (15, 3), (36, -1)]);
        let units = groups(&game.war)[0].clone();
        let mut lost = [0, 0];
        round(&mut game.umpire(), &units, Round::First, &mut lost);
        // 1 and 4: row 5 of 10-12, 1. 1 and 3: row 4 of 13-15, 1. 7 less 1: row 6 of 28-30, 3; 6 less 1: row 5 of 4-6, 0.
        assert_eq!(game.faces("melee").len(), 4);
        assert_eq!(["B1", "B2", "R1"].map(|unit| figures(&game, unit)), [23, 28, 34]);
        game.all_fell();
    });
    let mut game = met(three(1), &[1, 7, 6], &BOTH);
    let units = groups(&game.war)[0].clone();
    round(&mut game.umpire(), &units, Round::First, &mut [0, 0]);
    // Of one class: 27 figures together, 1 and 4: row 5 of 25-27, 2.
    assert_eq!((game.faces("melee").len(), figures(&game, "R1")), (3, 34));
    game.all_fell();
}

/// How often each side throws in a melee of two units.
fn throws(by: Troops, shape: Shape, on: Troops, other: Shape) -> usize {
    let field = Fixture::plain().unit("B1", by, 6, (10, 30), "N", shape);
    let mut game = met(field.unit("R1", on, 6, (11, 29), "S", other), &[], &FRONT);
    fought(&mut game);
    game.faces("melee").len() / 2
}

#[test]
fn cavalry_and_infantry_fight_one_round() {
    bites(&["MC-MELEE-7"], || {
        assert_eq!(throws(Troops::Horse, Shape::Line, Troops::Regulars, Shape::Open), 1);
    });
    assert_eq!(throws(Troops::Regulars, Shape::Line, Troops::Horse, Shape::Line), 1);
    assert_eq!(throws(Troops::Regulars, Shape::Line, Troops::Regulars, Shape::Open), 2);
    assert_eq!(throws(Troops::Horse, Shape::Line, Troops::Horse, Shape::Line), 2);
    assert_eq!(throws(Troops::Horse, Shape::Line, Troops::Guns, Shape::Battery), 2, "gunners are no infantry");
}

/// The sums of both in a melee of blue, charging, and red.
fn sums(field: Fixture) -> [i16; 2] {
    let game = met(field, &[], &FRONT);
    ["B1", "R1"].map(|unit| fights(&game, unit).1)
}

/// Blue of a kind charges an open line of regulars, or that kind is charged by one.
fn meets(troops: Troops, shape: Shape) -> (i16, i16) {
    let blue = Fixture::plain().unit("B1", troops, 6, (10, 30), "N", shape).foot("R1", 6, (11, 29), "S", Shape::Open);
    let red = Fixture::plain().foot("B1", 6, (10, 30), "N", Shape::Open).unit("R1", troops, 6, (11, 29), "S", shape);
    (sums(blue)[0], sums(red)[1])
}

#[test]
fn modifiers_by_class_and_kind() {
    bites(&["MC-MELEE-9"], || {
        let class = |class| sums(lines().class(class))[1];
        assert_eq!([1, 2, 3, 4, 5].map(class), [1, 0, -1, -2, -3], "less 1 for open order");
        // Charging is +1.
        assert_eq!(meets(Troops::Regulars, Shape::Open), (0, -1));
        assert_eq!(meets(Troops::Regulars, Shape::Line), (2, 1), "two ranks");
        assert_eq!(meets(Troops::Regulars, Shape::Column), (2, 1), "ranks of a column");
        assert_eq!(meets(Troops::Jaegers, Shape::Skirmish), (-1, -2));
        assert_eq!(meets(Troops::Guns, Shape::Battery).1, -2);
        assert_eq!(meets(Troops::Horse, Shape::Line), (3, 2));
    });
    assert_eq!(meets(Troops::Indians, Shape::Skirmish), (2, 1), "one class better, and no penalty of loose order");
}

#[test]
fn modifiers_of_horse_and_weapons() {
    let horse = |troops, shape, aspect| {
        let field = Fixture::plain().unit("B1", Troops::Horse, 6, (10, 30), "N", Shape::Line);
        let game = met(field.unit("R1", troops, 6, (11, 29), "S", shape), &[], &[("B1", "R1", aspect)]);
        ["B1", "R1"].map(|unit| fights(&game, unit).1)
    };
    // Mounted +2, charging +1; -2 at a front in close order.
    assert_eq!(horse(Troops::Regulars, Shape::Line, Aspect::Front), [1, 1]);
    assert_eq!(horse(Troops::Regulars, Shape::Column, Aspect::Front), [1, 1]);
    assert_eq!(horse(Troops::Regulars, Shape::Line, Aspect::Flank), [3, 0]);
    assert_eq!(horse(Troops::Regulars, Shape::Line, Aspect::Rear), [3, -1]);
    assert_eq!(horse(Troops::Regulars, Shape::Open, Aspect::Front), [3, -1]);
    // Sabres against nothing: +2, against hatchets +1.
    assert_eq!(horse(Troops::Militia, Shape::Open, Aspect::Front), [5, -1]);
    assert_eq!(horse(Troops::Indians, Shape::Skirmish, Aspect::Front), [4, 1]);
    let against = |troops, shape| {
        let field = Fixture::plain().foot("B1", 6, (10, 30), "N", Shape::Open);
        sums(field.unit("R1", troops, 6, (11, 29), "S", shape))
    };
    assert_eq!(against(Troops::Militia, Shape::Open), [2, -1], "bayonets against none");
    assert_eq!(against(Troops::Indians, Shape::Skirmish), [1, 1], "bayonets against hatchets");
    let field = Fixture::plain().foot("B1", 6, (10, 30), "N", Shape::Open);
    let given = field.unit("R1", Troops::Militia, 6, (11, 29), "S", Shape::Open).having(Traits::BAYONETS);
    assert_eq!(sums(given), [0, -1], "militia with bayonets");
}

#[test]
fn modifiers_of_ground_and_of_shaken_defenders() {
    let over = |over: Hurdle, troops| {
        let field = Fixture::plain().unit("B1", troops, 6, (10, 30), "N", Shape::Line).state(|own| own.over = over);
        let game = met(field.foot("R1", 6, (11, 29), "S", Shape::Open), &[], &FRONT);
        let first = fights(&game, "B1").1;
        let contacts = game.war.state.own.contacts.clone();
        let second: i16 =
            modifiers(&game.war, game.id("B1"), &contacts, Round::Second).iter().map(|(_, value)| value).sum();
        (first, second)
    };
    let all = [Hurdle::None, Hurdle::Obstacle, Hurdle::Building, Hurdle::Works];
    assert_eq!(all.map(|hurdle| over(hurdle, Troops::Regulars)), [(2, 1), (0, 1), (0, 1), (-1, 1)]);
    assert_eq!(all.map(|hurdle| over(hurdle, Troops::Horse)), [(3, 2), (-1, 2), (-1, 2), (-3, 2)]);
    let high: Vec<(i16, i16)> = (0..20).map(|q| (q, 29)).collect();
    assert_eq!(sums(lines().level(1, &high)), [1, -1], "uphill");
    let low: Vec<(i16, i16)> = (0..20).flat_map(|q| [(q, 30), (q, 31)]).collect();
    assert_eq!(sums(lines().level(1, &low)), [2, -1], "downhill");
    assert_eq!(sums(lines().state(|own| own.wavered = true)), [2, -2], "failed by 1 in this charge");
    let woods: Vec<(i16, i16)> = (0..20).map(|q| (q, 30)).collect();
    let horse =
        Fixture::plain().terrain(Terrain::Woods, &woods).unit("B1", Troops::Horse, 6, (10, 30), "N", Shape::Line);
    assert_eq!(sums(horse.foot("R1", 6, (11, 29), "S", Shape::Open)), [1, -1], "horse in woods");
}

#[test]
fn a_charge_goes_over_what_lies_between_stands_in_contact() {
    let over = |field: Fixture| {
        let game = met(field, &[], &FRONT);
        morale::hurdle(&game.war, game.id("B1"), game.id("R1"))
    };
    for obstacle in [Obstacle::Hedge, Obstacle::Fence, Obstacle::Wall, Obstacle::Ditch, Obstacle::Stream] {
        assert_eq!(over(lines().above(30, obstacle)), Hurdle::Obstacle, "{obstacle:?}");
    }
    assert_eq!(over(lines().above(30, Obstacle::Earthwork)), Hurdle::Works);
    assert_eq!(over(lines().terrain(Terrain::Works, &[(11, 29)])), Hurdle::Works);
    assert_eq!(over(lines()), Hurdle::None);
    assert_eq!(over(lines().above(29, Obstacle::Wall)), Hurdle::None, "behind the defender");
    let house = Fixture::plain().terrain(Terrain::BrickBuilding, &[(11, 29)]);
    let house = house.foot("B1", 8, (10, 30), "N", Shape::Line);
    assert_eq!(over(house.unit("R1", Troops::Jaegers, 1, (11, 29), "S", Shape::Skirmish)), Hurdle::Building);
}

/// Two lines fight their melee with those dice: who routs of blue and red, and the row of blue's command stand.
fn ends(dice: &[u8]) -> (bool, bool, i16) {
    let mut game = met(lines(), dice, &FRONT);
    fought(&mut game);
    game.all_fell();
    (game.marked("B1", marks::ROUTING), game.marked("R1", marks::ROUTING), game.pose("B1").anchor.r)
}

/// Blue loses 1 in the first round and red 2, nobody in the second.
const WON: [u8; 4] = [7, 4, 1, 1];
/// Nobody loses a figure.
const DRAWN: [u8; 4] = [1; 4];

#[test]
fn who_loses_more_routs_and_the_winner_who_was_hurt_is_tested() {
    // First round: 12 figures at +2, 7 is row 9: 2. 21 at -1, 4 is row 3: 1. Second: 23 at +1, 1 is row 2: 0. 22 at -1: 0.
    bites(&["MC-MELEE-10", "MC-MELEE-12"], || {
        assert_eq!(ends(&[&WON[..], &[3, 3, 3, 7]].concat()), (false, true, 30), "a winner stays where it is");
    });
    assert_eq!(ends(&[&WON[..], &[3, 3, 3, 8]].concat()), (false, true, 30), "failed by 1, it stands");
    // 1 is row 3 of 10-12, 0; 10 less 1 is row 9 of 19-21, 4. Red was not hurt and is not tested.
    assert!(ends(&[1, 10, 1, 1, 3, 3, 3]).0);
}

#[test]
fn a_winner_who_fails_by_two_routs_as_well() {
    bites(&["MC-MELEE-13"], || {
        let (blue, red, _) = ends(&[&WON[..], &[3, 3, 3, 9, 3, 3, 3]].concat());
        assert!(blue && red);
    });
}

#[test]
fn a_charger_who_did_not_win_retires() {
    // All are tested; 3, 4 and 4 are 11 hexes.
    bites(&["MC-MELEE-11"], || {
        assert_eq!(ends(&[&DRAWN[..], &[7, 7, 3, 4, 4]].concat()), (false, false, 41));
        assert_eq!(ends(&[&DRAWN[..], &[8, 8, 3, 4, 4]].concat()), (false, false, 41), "failed by 1, both stand");
    });
    assert_eq!(
        ends(&[&DRAWN[..], &[7, 9, 3, 3, 3]].concat()),
        (false, true, 30),
        "the defender routs: the charger won"
    );
    let (blue, red, _) = ends(&[&DRAWN[..], &[9, 3, 3, 3, 7]].concat());
    assert!(blue && !red);
    let mut horse = met(
        Fixture::plain().unit("B1", Troops::Horse, 6, (10, 30), "N", Shape::Line).class(2).foot(
            "R1",
            8,
            (11, 29),
            "S",
            Shape::Line,
        ),
        &[6, 7, 8, 7, 3, 3, 3, 3],
        &FRONT,
    );
    fought(&mut horse);
    // Example 29: 2 lost each, both stand, the horse goes back 4d6.
    assert_eq!((figures(&horse, "B1"), figures(&horse, "R1"), horse.pose("B1").anchor.r), (10, 22, 42));
    assert!(horse.marked("B1", marks::SPENT));
    horse.all_fell();
}

#[test]
fn who_retired_is_spent_and_then_reforms_for_an_activation() {
    bites(&["MC-MELEE-11"], || {
        let field = lines().foot("B9", 8, (35, 40), "N", Shape::Line);
        let mut game = met(field, &[&DRAWN[..], &[7, 7, 3, 3, 3], &[1]].concat(), &FRONT);
        fought(&mut game);
        assert!(game.marked("B1", marks::SPENT));
        game.enter(START, Side::Blue);
        assert_eq!(game.asks(), "move");
        assert!(game.marked("B1", marks::REFORMING) && !game.marked("B1", marks::SPENT));
        assert!(!game.may(game.order(MOVE, "B1", "")) && is_able(&game.war, game.id("B1")));
    });
}

#[test]
fn every_charger_who_stands_retires() {
    // Two of class 5, 27 and then 54 figures against 36, and nobody is hit; all pass.
    bites(&["MC-MELEE-15"], || {
        let field = Fixture::plain().foot("B1", 8, (9, 22), "N", Shape::Line).class(5);
        let field = field.foot("B2", 10, (15, 22), "N", Shape::Line).class(5);
        let field = field.foot("R1", 12, (14, 21), "S", Shape::Open);
        let mut game = met(field, &[1, 1, 1, 1, 1, 1, 1, 5, 5, 7, 3, 4, 4, 3, 4, 4], &BOTH);
        fought(&mut game);
        assert_eq!(["B1", "B2"].map(|unit| game.pose(unit).anchor.r), [33, 33]);
        game.all_fell();
    });
}

#[test]
fn routers_that_fight_stay_routing_and_are_tested_as_others_are() {
    // They fight like skirmishers.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
    let field = field.foot("R1", 3, (11, 29), "S", Shape::Open).marks(marks::ROUTING);
    let mut game = met(field, &[1, 1, 1, 1, 7, 7, 3, 4, 4], &FRONT);
    assert_eq!(fights(&game, "R1").1, -2);
    fought(&mut game);
    assert!(game.marked("R1", marks::ROUTING), "its state is unchanged");
    assert_eq!(game.pose("B1").anchor.r, 41, "it stood: the charger retires");
    game.all_fell();
}

#[test]
fn example_29_horse_on_a_close_order_front() {
    let field = Fixture::plain().unit("B1", Troops::Horse, 6, (10, 30), "N", Shape::Line).class(2);
    let game = field.foot("R1", 8, (11, 29), "S", Shape::Line).game(&[]);
    let contact = [crate::state::Contact { by: game.id("B1"), on: game.id("R1"), aspect: Aspect::Front }];
    let of = |label: &str| {
        let mods = crate::melee::fighters::modifiers(
            &game.war,
            game.id(label),
            &contact,
            crate::melee::fighters::Round::First,
        );
        let sum: i16 = mods.iter().map(|(_, value)| value).sum();
        (crate::melee::fighters::figures(&game.war, game.id(label), &contact), sum)
    };
    assert_eq!([of("B1"), of("R1")], [(12, 2), (12, 1)]);
}

#[test]
fn example_38_a_warband_on_a_militia_line() {
    let field = Fixture::plain().unit("B1", Troops::Indians, 6, (10, 30), "N", Shape::Skirmish);
    let field = field.unit("R1", Troops::Militia, 8, (12, 29), "S", Shape::Open).class(4);
    let game = field.game(&[]);
    let contact = [crate::state::Contact { by: game.id("B1"), on: game.id("R1"), aspect: Aspect::Front }];
    let of = |label: &str| {
        let mods = crate::melee::fighters::modifiers(
            &game.war,
            game.id(label),
            &contact,
            crate::melee::fighters::Round::First,
        );
        let sum: i16 = mods.iter().map(|(_, value)| value).sum();
        (crate::melee::fighters::figures(&game.war, game.id(label), &contact), sum)
    };
    assert_eq!([of("B1"), of("R1")], [(10, 3), (24, -2)]);
}

//! Units, stands and figures (chapter 1 of the page).

use battle::rule::bites;
use battle::{Card, Pose, Side, System as _};
use rulebook::fixture::Game;

use super::fixture::{Fixture, hex};
use crate::fire::aim::{Manner, shot};
use crate::info::{FORM, MOVEMENT};
use crate::losses::{self, command_stand};
use crate::profile::{Traits, Troops};
use crate::space::{Shape, between, body, shape_of};
use crate::{McNally, card, marks, movement};

/// Takes figures off a unit.
fn lose(game: &mut Game<McNally>, label: &str, figures: i16) {
    let unit = game.id(label);
    losses::lose(&mut game.umpire(), unit, figures, "fire", "MC-FIRE-1");
}

/// The stands of a unit of that many after each of those losses.
pub fn after(field: Fixture, losses: &[i16]) -> Vec<Vec<(i16, i16)>> {
    let mut game = field.game(&[]);
    losses
        .iter()
        .map(|figures| {
            lose(&mut game, "B1", *figures);
            assert_eq!(command_stand(&game.war, game.id("B1")), hex(10, 30));
            game.stands("B1")
        })
        .collect()
}

/// Hexes of a row.
pub fn row(files: std::ops::RangeInclusive<i16>, r: i16) -> Vec<(i16, i16)> {
    files.map(|q| (q, r)).collect()
}

#[test]
fn a_hex_is_an_inch() {
    bites(&["MC-UNIT-1", "MC-HEX-7"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Open);
        let at = |r: i16| field.clone().foot("R1", 2, (12, r), "S", Shape::Open).game(&[]);
        let fires = |r: i16| {
            let game = at(r);
            let fires = shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).is_some();
            (between(&game.war, game.id("B1"), game.id("R1")), fires)
        };
        // Musket range is 7 inches: a row of hexes is an inch, from the nearest stand to the nearest stand.
        assert_eq!([fires(29), fires(23), fires(22)], [(1, true), (7, true), (8, false)]);
        let game = field.clone().game(&[]);
        let reach = movement::reach::reach_with(&game.war, game.id("B1"), 7, crate::state::Going::Plain);
        assert_eq!(reach.legal().map(|place| place.pose.anchor.r).min(), Some(23));
    });
}

/// What the card of a unit says under a heading.
fn told(card: &Card, heading: &str) -> String {
    let row = card.rows.iter().find(|row| row.0 == heading);
    row.map(|row| row.1.clone()).unwrap_or_default()
}

#[test]
fn a_figure_is_ten_men_and_of_a_crew_five() {
    bites(&["MC-UNIT-2"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).lost(1);
        let field = field.unit("B2", Troops::Horse, 4, (20, 30), "N", Shape::Line);
        let game = field.unit("B3", Troops::Guns, 2, (30, 30), "N", Shape::Battery).game(&[]);
        let men = |label: &str| told(&card::card(&game.war, game.id(label)), "Men");
        assert_eq!(["B1", "B2", "B3"].map(men), ["230", "80", "40"]);
    });
}

#[test]
fn a_card_names_the_state_and_the_range_of_its_unit() {
    // MC-STAT-2, 6.
    let told = |marks, troops, shape, heading| {
        let game = Fixture::plain().unit("B1", troops, 4, (10, 30), "N", shape).marks(marks).game(&[]);
        told(&card::card(&game.war, game.id("B1")), heading)
    };
    let game = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line).foot("B2", 4, (20, 30), "N", Shape::Line);
    let game = game.having(Traits::LIGHT).game(&[]);
    let traits =
        ["B1", "B2"].map(|label| card::card(&game.war, game.id(label)).rows.into_iter().find(|row| row.0 == "Traits"));
    assert_eq!(traits, [None, Some(("Traits", String::from("light infantry")))]);
    let states = [marks::ROUTING, marks::FALLING_BACK, marks::SPENT, marks::REFORMING, marks::HELD, marks::PANIC];
    let named = states.map(|marks| told(marks, Troops::Militia, Shape::Open, "State"));
    assert_eq!(named, ["routing", "falling back", "spent", "reforming", "held", "steady"]);
    let range = |troops, shape| told(marks::PANIC, troops, shape, "Range");
    assert_eq!(range(Troops::Regulars, Shape::Line), "7 inches");
    assert_eq!([range(Troops::Guns, Shape::Battery), range(Troops::Guns, Shape::Limbered)], ["40 inches", "none"]);
}

#[test]
fn close_order_closes_up_by_files_and_keeps_its_ranks() {
    bites(&["MC-UNIT-5", "MC-DEPLOY-1"], || {
        let line = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let two = |front, rear| [row(front, 30), row(rear, 31)].concat();
        let steps = after(line, &[2, 1, 3, 3, 3, 3, 3, 3]);
        assert_eq!(steps[0], two(9..=12, 9..=12), "22 figures: the eighth stand holds one");
        assert_eq!(steps[1], two(9..=12, 9..=11), "the rear rank is short on the right first");
        assert_eq!(steps[2], two(9..=11, 9..=11));
        assert_eq!(steps[3], two(9..=11, 9..=10));
        assert_eq!(steps[4], two(10..=11, 10..=11));
        assert_eq!(steps[5], two(10..=11, 10..=10));
        assert_eq!(steps[6], two(10..=10, 10..=10));
        assert_eq!(steps[7], row(10..=10, 30));
    });
}

#[test]
fn one_rank_loses_the_flank_that_its_command_stand_leaves_over() {
    bites(&["MC-UNIT-5"], || {
        let open = Fixture::plain().foot("B1", 5, (10, 30), "N", Shape::Open);
        // Of 5, 4, 3, 2 files the command stand is number 2, 1, 1, 0 from the left.
        let rows = [8..=12, 9..=12, 9..=11, 10..=11, 10..=10].map(|files| row(files, 30));
        assert_eq!(after(open, &[2, 1, 3, 3, 3]), rows);
        let rifles = Fixture::plain().unit("B1", Troops::Riflemen, 4, (10, 30), "N", Shape::Skirmish);
        let gaps = |hexes: &[i16]| hexes.iter().map(|q| (*q, 30)).collect::<Vec<_>>();
        assert_eq!(
            after(rifles, &[1, 1, 2, 2]),
            [gaps(&[8, 10, 12, 14]), gaps(&[8, 10, 12]), gaps(&[10, 12]), gaps(&[10])]
        );
    });
}

#[test]
fn a_column_keeps_its_files_while_it_is_deep_enough() {
    bites(&["MC-UNIT-5"], || {
        let foot = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Column);
        // Behind its front rank the ranks stand right and left behind each other by turns.
        let wide = [(10, 30), (11, 30), (10, 31), (11, 31), (9, 32), (10, 32), (9, 33), (10, 33)];
        let file = [(10, 30), (10, 31), (9, 32), (9, 33)];
        let steps = after(foot, &[0, 3, 3, 3, 3, 3]);
        assert_eq!(steps[0], wide);
        assert_eq!(steps[1], wide[..7]);
        assert_eq!(steps[2], wide[..6]);
        assert_eq!(steps[3], wide[..5], "three ranks, the last with one stand");
        assert_eq!(steps[4], file, "two ranks of two would be too shallow");
        assert_eq!(steps[5], file[..3]);
        let horse = Fixture::plain().unit("B1", Troops::Horse, 4, (10, 30), "N", Shape::Column);
        let steps = after(horse, &[0, 2, 2]);
        assert_eq!((&steps[0][..], &steps[1][..], &steps[2][..]), (&wide[..4], &wide[..3], &file[..2]));
    });
}

#[test]
fn a_unit_that_finds_no_room_keeps_the_hexes_it_has() {
    let foot = Fixture::plain().foot("B1", 6, (10, 30), "N", Shape::Column);
    let steps = after(foot.foot("B2", 1, (9, 33), "N", Shape::Open), &[3, 3]);
    assert_eq!(
        steps,
        [vec![(10, 30), (11, 30), (10, 31), (11, 31), (9, 32)], vec![(10, 30), (11, 30), (10, 31), (11, 31)]]
    );
}

#[test]
fn the_command_stand_is_the_left_of_the_middle_and_stays() {
    bites(&["MC-UNIT-6"], || {
        let at = |stands: u8, shape: Shape| {
            let game = Fixture::plain().foot("B1", stands, (10, 30), "N", shape).game(&[]);
            let place = body(&game.war, game.id("B1")).front().iter().position(|stand| *stand == hex(10, 30));
            (command_stand(&game.war, game.id("B1")) == hex(10, 30)).then_some(place).flatten()
        };
        assert_eq!([1, 2, 3, 4, 5, 8].map(|stands| at(stands, Shape::Open)), [0, 0, 1, 1, 2, 3].map(Some));
        assert_eq!([2, 4, 6, 8].map(|stands| at(stands, Shape::Line)), [0, 0, 1, 1].map(Some));
        assert_eq!(at(8, Shape::Column), Some(0));
        // It stays in place in every change of formation.
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).having(Traits::SKIRMISH);
        let field = field.foot("B2", 8, (40, 30), "N", Shape::Line).phase(MOVEMENT, Side::Blue);
        for to in [Shape::Open, Shape::Column, Shape::Skirmish] {
            let mut game = field.clone().game(&[]);
            let order = game.order(FORM, "B1", "");
            let poses: Vec<Pose> = game.war.reach(&order).legal().map(|place| place.pose).collect();
            let pose = poses.into_iter().find(|pose| shape_of(pose) == to).expect("a change");
            game.give(order.to(pose));
            assert_eq!(command_stand(&game.war, game.id("B1")), hex(10, 30));
        }
    });
}

#[test]
fn a_unit_without_figures_is_removed_and_alarms_nobody() {
    bites(&["MC-UNIT-7"], || {
        let field = Fixture::plain().foot("B1", 2, (10, 30), "N", Shape::Line);
        let mut game = field.foot("B2", 8, (15, 30), "N", Shape::Line).class(5).game(&[]);
        lose(&mut game, "B1", 9);
        assert!(!game.is_there("B1"));
        assert!(!game.marked("B2", marks::PANIC), "it is no rout");
    });
}

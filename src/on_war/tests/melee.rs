//! The mêlée, blow by blow, and what the winner does (OW-ASSAULT-12 to 22, OW-CMD-2, OW-UNIT-1, 2).

use battle::rule::bites;
use battle::{Event, Part, PartKind, Side, System, Terrain};
use hexes::Direction;

use super::fixture::{Fixture, Game, at, pose};
use super::reply::charging;
use crate::assault::melee::{self, Onset};
use crate::info::{ASSAULT, CHARGES};
use crate::marks;
use crate::{Kind, Motivation, Post, Skill};

/// A fight about to begin between Blue, who charged, and Red.
fn fight(field: Fixture, dice: &[u8]) -> Game {
    let mut game = field.game(dice);
    charging(&mut game, "B1", "R1", 6, "12,14/N/line7");
    game.enter(ASSAULT, Side::Blue);
    game
}

fn lines(blue: Kind, red: Kind) -> Fixture {
    Fixture::open(28, 30).unit("B1", blue, 7, "12,8/N/line7").unit("R1", red, 7, "12,7/S/line7")
}

/// The kill rolls so far: faces and face needed.
fn kills(game: &Game) -> Vec<(Vec<u8>, Option<u8>)> {
    game.rolls().into_iter().filter(|roll| roll.0 == "kills").map(|roll| (roll.1, roll.2)).collect()
}

/// W-1 from the declaration: horse at gap 6, touching with 4 stands of each side.
fn example(field: Fixture, dice: &[u8]) -> Game {
    let mut game = field
        .unit("R1", Kind::Line, 7, "12,7/S/line7")
        .temper(Skill::Conscript, Motivation::Confident)
        .unit("B1", Kind::LightHorse, 7, "9,14/N/line7")
        .phase(CHARGES, Side::Blue)
        .game(dice);
    game.give("charge B1 >R1");
    game.give("stand R1 >B1");
    game.give("home B1 9,8/N/line7");
    game.give("done");
    game.give("fire R1 >B1");
    game
}

#[test]
fn w1_the_source_example() {
    bites(
        &[
            "OW-ASSAULT-9a",
            "OW-ASSAULT-9b",
            "OW-ASSAULT-12",
            "OW-ASSAULT-13",
            "OW-ASSAULT-15",
            "OW-ASSAULT-22",
            "OW-UNIT-2",
            "OW-MORALE-4",
        ],
        || {
            let field = Fixture::open(28, 30).house("preset", "source_example");
            let dice = [6, 1, 4, 6, 2, 5, 3, 2, 5, 2, 4, 4, 6, 5, 1, 3, 5, 5, 1, 2, 4, 2];
            let game = example(field, &dice);
            let rolls = game.rolls();
            assert_eq!(rolls[0], ("defensive fire", vec![6, 1, 4, 6, 2, 5, 3, 2], Some(6), 2));
            assert_eq!(kills(&game), [(vec![4, 6, 5, 1, 3], Some(4)), (vec![5, 1, 2, 4], Some(5))]);
            assert_eq!((game.stands("B1"), game.stands("R1")), (5, 4));
            assert_eq!(game.pose("B1"), "2,13/N/line5", "10 steps away from the infantry's middle");
            assert_ne!(game.asks(), "triumph");
            assert_eq!(game.unread(), 0);
        },
    );
}

#[test]
fn w2_the_same_by_the_defaults() {
    bites(&["OW-UNIT-1", "OW-ASSAULT-14"], || {
        let dice = [6, 1, 4, 6, 2, 5, 3, 2, 5, 2, 4, 6, 5, 3, 3, 2, 1, 4, 2, 1, 2, 3];
        let game = example(Fixture::open(28, 30), &dice);
        assert_eq!(kills(&game), [(vec![6, 5, 3, 3, 2, 1, 4, 2, 1, 2], Some(3))]);
        assert_eq!((game.stands("B1"), game.stands("R1")), (6, 2));
        assert_eq!(game.pose("B1"), "9,8/N/line6", "the winner stays");
        assert_eq!(game.unread(), 0);
    });
}

#[test]
fn every_arm_has_its_dice() {
    bites(&["OW-UNIT-1"], || {
        let dice = |kind: Kind| {
            let game = Fixture::open(28, 30).unit("B1", kind, 2, "12,8/N/line2").game(&[]);
            melee::attacks(&game.war, game.id("B1"))
        };
        assert_eq!(Kind::ALL.map(dice), [1, 1, 2, 2, 2, 3, 1, 1, 1, 1]);
    });
}

#[test]
fn w23_the_general_in_the_fight() {
    bites(&["OW-CMD-2"], || {
        let field = |post| {
            Fixture::open(28, 30)
                .unit("B1", Kind::Grenadier, 3, "12,8/N/line3")
                .unit("R1", Kind::Line, 7, "12,7/S/line7")
                .leader("BG", post, "B1")
        };
        let game = fight(field(Post::General), &[4, 5, 1, 2, 3, 6, 6, 1, 4, 3]);
        assert_eq!(kills(&game)[0].0.len(), 9, "six dice and three second throws");
        let told = |event: &Event| match event {
            Event::Rolled(roll) => roll.modifiers.iter().find(|one| one.clause == "OW-CMD-2").map(|one| one.value),
            _ => None,
        };
        assert_eq!(game.heard.events.iter().find_map(told), Some(0), "named, and no number of its own");
        assert_eq!(game.stands("R1"), 2, "5 kills");
        let game = fight(field(Post::Adjutant), &[4, 5, 1, 2, 3, 6, 3]);
        assert_eq!(game.stands("R1"), 4, "3 kills");
        let game = fight(field(Post::General).house("general_rerolls_kills", "off"), &[4, 5, 1, 2, 3, 6, 3]);
        assert_eq!(game.stands("R1"), 4);
    });
}

#[test]
fn without_losses_the_other_side_strikes_at_once() {
    let game = fight(lines(Kind::Line, Kind::Line), &[1, 1, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1, 1, 2]);
    let labels: Vec<_> = game.rolls().iter().map(|roll| roll.0).collect();
    assert_eq!(labels[..3], ["kills", "kills", "losses in combat"]);
    assert_eq!((game.stands("B1"), game.stands("R1")), (6, 7));
}

#[test]
fn guns_strike_back_when_assaulted() {
    let field = Fixture::open(28, 30).unit("B1", Kind::Line, 7, "12,8/N/line7").unit(
        "R1",
        Kind::LightGuns,
        2,
        "12,7/S/battery2",
    );
    let game = fight(field, &[1, 1, 1, 1, 1, 6, 6, 4, 6, 6, 6, 6, 6]);
    assert_eq!(kills(&game)[1].0.len(), 2, "one die a gun");
}

#[test]
fn after_ten_rounds_the_charger_gives_up() {
    bites(&["OW-ASSAULT-16"], || {
        let game = fight(lines(Kind::Line, Kind::Line), &[1; 140]);
        assert_eq!(kills(&game).len(), 20);
        assert!(game.war.field().distance(game.id("B1"), game.id("R1")) > 5);
        assert_eq!(game.pose("R1"), "12,7/S/line7");
        assert!(game.rolls().iter().all(|roll| roll.0 == "kills"), "no check");
    });
}

#[test]
fn stands_that_pile_in_strike_and_are_out_of_formation() {
    bites(&["OW-ASSAULT-17a", "OW-ASSAULT-17b"], || {
        let field =
            Fixture::open(28, 30).unit("B1", Kind::Line, 3, "8,8/N/line3").unit("R1", Kind::Line, 7, "12,7/S/line7");
        let mut game = fight(field, &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(game.asks(), "pile");
        let (unit, enemy) = (game.id("R1"), game.id("B1"));
        let engaged = melee::engaged_with(&game.war, unit, enemy);
        let (keep, piled) = (engaged.eligible.hexes().len(), engaged.piled.hexes().len());
        assert_eq!(piled, keep + 2, "two more within 3 hexes of a stand in contact");
        game.give("pile R1 >B1");
        assert_eq!(kills(&game)[1].0.len(), piled);
        assert!(game.marked("R1", marks::RAGGED));
        assert_ne!((&game.war as &dyn System).to_decide(), Some(Side::Red), "not asked again in this fight");
    });
}

#[test]
fn keeping_ranks_strikes_with_who_is_engaged() {
    let field =
        Fixture::open(28, 30).unit("B1", Kind::Line, 3, "8,8/N/line3").unit("R1", Kind::Line, 7, "12,7/S/line7");
    let mut game = fight(field, &[1; 20]);
    let engaged = melee::engaged_with(&game.war, game.id("R1"), game.id("B1")).eligible.hexes().len();
    game.give("keep R1 >B1");
    assert_eq!(kills(&game)[1].0.len(), engaged);
    assert!(!game.marked("R1", marks::RAGGED));
    assert_eq!(game.asks(), "pile", "asked at every blow");
}

/// Horse that has just destroyed what it charged.
fn triumphant(field: Fixture, dice: &[u8]) -> Game {
    let game = fight(field.unit("R1", Kind::Line, 1, "12,7/S/line1"), dice);
    assert_eq!(game.asks(), "triumph");
    game
}

#[test]
fn who_destroys_its_target_breaks_through_or_reforms() {
    bites(&["OW-ASSAULT-18"], || {
        let horse = || Fixture::open(28, 30).unit("B1", Kind::LightHorse, 7, "12,8/N/line7");
        let mut game = triumphant(horse(), &[6; 6]);
        assert!(game.refused("advance B1 12,3/N/line7").text.contains("4 inches"));
        game.give("advance B1 12,4/N/line7");
        assert_eq!(game.pose("B1"), "12,4/N/line7");
        let mut game = triumphant(horse(), &[6; 6]);
        game.give("reform B1 12,8/ENE/line7");
        assert_eq!(game.pose("B1"), "12,8/ENE/line7");
        let mut game = triumphant(horse().marks(marks::RAGGED), &[6; 18]);
        game.give("stay B1");
        assert!(!game.marked("B1", marks::RAGGED), "consolidating restores its ranks");
    });
}

#[test]
fn who_destroys_its_charger_stays_where_it_is() {
    let field =
        Fixture::open(28, 30).unit("B1", Kind::Line, 1, "12,8/N/line1").unit("R1", Kind::Line, 7, "12,7/S/line7");
    let mut game = fight(field, &[1, 6, 6, 6, 6]);
    game.give("keep R1 >B1");
    assert_eq!(game.stands("B1"), 0);
    assert_ne!(game.asks(), "triumph", "neither breakthrough nor reforming for the charged");
}

#[test]
fn horse_may_draw_off_and_foot_may_not() {
    bites(&["OW-ASSAULT-19"], || {
        let mut game = triumphant(Fixture::open(28, 30).unit("B1", Kind::LightHorse, 7, "12,8/N/line7"), &[6; 6]);
        let stems: Vec<_> = game.war.stems();
        assert_eq!(stems.len(), 3);
        let withdraw = game.order("withdraw B1");
        let reach = game.war.reach(&withdraw);
        let far = reach.legal().map(|place| place.cost).max().expect("somewhere");
        assert_eq!(far, 800);
        game.give("withdraw B1 12,10/N/line7");
        assert_eq!(game.pose("B1"), "12,10/N/line7");
        let foot = triumphant(Fixture::open(28, 30).unit("B1", Kind::Line, 7, "12,8/N/line7"), &[6; 3]);
        assert_eq!(foot.war.stems().len(), 2);
    });
}

#[test]
fn a_breakthrough_rides_down_the_beaten() {
    bites(&["OW-ASSAULT-20a"], || {
        let field = Fixture::open(28, 30)
            .unit("B1", Kind::LightHorse, 7, "12,8/N/line7")
            .unit("R2", Kind::Line, 3, "12,3/S/line3")
            .marks(marks::FELL_BACK);
        let mut game = triumphant(field, &[6; 6]);
        assert!(game.refused("advance B1 12,3/N/line7").text.contains("cannot break through there"));
        game.give("advance B1 12,4/N/line7");
        assert_eq!(game.stands("R2"), 0);
        let steady = Fixture::open(28, 30).unit("B1", Kind::LightHorse, 7, "12,8/N/line7");
        let mut game = triumphant(steady.unit("R2", Kind::Line, 3, "12,3/S/line3"), &[6; 6]);
        assert!(game.refused("advance B1 12,4/N/line7").text.contains("cannot break through there"));
        game.give("advance B1 12,5/N/line7");
        assert_eq!(game.stands("R2"), 3, "a hex short of an enemy that is not beaten");
    });
}

#[test]
fn following_after_a_fall_back_is_an_option() {
    bites(&["OW-ASSAULT-20b"], || {
        let dice = [6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2];
        let none = fight(lines(Kind::LightHorse, Kind::Line), &dice);
        assert_ne!(none.asks(), "triumph");
        let mut game = fight(lines(Kind::LightHorse, Kind::Line).house("breakthrough_after_fallback", "on"), &dice);
        assert_eq!(game.asks(), "triumph");
        assert_eq!(game.war.stems().len(), 1, "it may only follow");
        game.give("advance B1 12,4/N/line7");
    });
}

/// OW-ASSAULT-18, 20: only a charger breaks through. Seven blows that miss, seven of which three kill, a test that fails.
#[test]
fn who_throws_a_charger_back_does_not_follow() {
    let dice = [1, 1, 1, 1, 1, 1, 1, 6, 6, 6, 1, 1, 1, 1, 1];
    let game = fight(lines(Kind::Line, Kind::Line).house("breakthrough_after_fallback", "on"), &dice);
    assert!(game.stands("B1") == 4 && game.unread() == 0, "{:?}", game.rolls());
    assert!(game.war.pose(game.id("B1")).anchor.r > pose("12,8/N/line7").anchor.r, "it falls back");
    assert_ne!(game.asks(), "triumph");
}

#[test]
fn several_charges_are_fought_in_the_order_chosen() {
    bites(&["OW-ASSAULT-21"], || {
        let mut game = Fixture::open(28, 30)
            .unit("B1", Kind::Line, 3, "10,8/N/line3")
            .unit("B2", Kind::Line, 3, "14,8/N/line3")
            .unit("R1", Kind::Line, 7, "12,7/S/line7")
            .game(&[1; 300]);
        charging(&mut game, "B1", "R1", 4, "10,12/N/line3");
        charging(&mut game, "B2", "R1", 4, "14,12/N/line3");
        game.enter(ASSAULT, Side::Blue);
        assert_eq!(game.asks(), "fight");
        game.give("fight B2 >R1");
        while game.asks() == "pile" && game.war.state.own.fight.is_some_and(|fight| fight.charge == 1) {
            let order = game.war.orders()[1];
            game.war.resolve(&order, &mut game.heard).expect("keep ranks");
        }
        assert!(game.marked("B2", marks::FELL_BACK) && !game.marked("B1", marks::FELL_BACK));
    });
}

#[test]
fn a_beaten_charger_leaves_the_next_fight_untouched() {
    let mut game = Fixture::open(28, 30)
        .unit("B1", Kind::Grenadier, 3, "10,8/N/line3")
        .unit("B2", Kind::Grenadier, 3, "14,8/N/line3")
        .unit("R1", Kind::Line, 7, "12,7/S/line7")
        .game(&[6, 1, 1, 1, 1, 1, 2]);
    charging(&mut game, "B1", "R1", 4, "10,12/N/line3");
    charging(&mut game, "B2", "R1", 4, "14,12/N/line3");
    game.enter(ASSAULT, Side::Blue);
    game.give("fight B1 >R1");
    assert_eq!(game.pose("R1"), "18,4/S/line6", "away from B1: three hexes east and three north-east");
    assert_eq!(kills(&game).len(), 1, "nobody is left for B2 to fight");
    assert_eq!(pose(&game.pose("B2")), pose("14,8/N/line3"));
}

#[test]
fn routing_units_are_destroyed_on_contact() {
    bites(&["OW-MORALE-11c"], || {
        let field = Fixture::open(28, 30)
            .unit("B1", Kind::Line, 7, "12,8/N/line7")
            .unit("R1", Kind::Line, 7, "12,7/S/line7")
            .marks(marks::ROUTING);
        let game = fight(field, &[]);
        assert_eq!((game.stands("R1"), game.asks()), (0, "triumph"));
        assert_eq!(kills(&game), []);
    });
}

#[test]
fn losing_half_in_one_turn_ends_a_fight_in_rout() {
    let field = lines(Kind::LightHorse, Kind::Line).house("half_strength", "half_lost_in_one_turn");
    let game = fight(field, &[6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
    assert_eq!(game.rolls()[1].0, "half strength");
    let routs = |event: &Event| matches!(event, Event::Marked { marks: marks::ROUTING, on: true, .. });
    assert!(game.heard.events.iter().any(routs));
    let back = |event: &Event| matches!(event, Event::Moved { manner: battle::Manner::Retreated, .. });
    assert!(game.heard.events.iter().any(back), "out of the fight at once");
    assert_eq!(game.rolls()[2].0, "rout", "and in its own turn it tests again");
    assert_eq!(game.unread(), 0);
}

#[test]
fn a_window_lets_in_one_stand_and_a_broken_wall_its_neighbours() {
    bites(&["OW-BUILD-7"], || {
        let broken = |kind: PartKind| {
            let field = Fixture::open(28, 30)
                .terrain(Terrain::BrickBuilding, &["12,7", "13,7"])
                .unit("B1", Kind::Line, 5, "12,8/N/line5")
                .unit("R1", Kind::Line, 2, "12,7/S/garrison1");
            let mut game = field.game(&[]);
            let part = Part::new(at("12,7"), Direction::SouthEast, kind);
            let event = Event::Damaged { part, wounds: 9, destroyed: true, clause: "OW-BUILD-6" };
            game.umpire().emit(event);
            [("B1", "R1"), ("R1", "B1")].map(|(unit, enemy)| melee::strikers(&game.war, game.id(unit), game.id(enemy)))
        };
        assert_eq!(broken(PartKind::Window), [1, 1]);
        assert_eq!(broken(PartKind::Wall), [3, 2]);
    });
}

#[test]
fn squares_keep_a_reserve_that_does_not_strike() {
    bites(&["OW-SQUARE-9b"], || {
        let field = Fixture::open(28, 30).unit("B1", Kind::LightHorse, 7, "12,12/N/line7").unit(
            "R1",
            Kind::Line,
            7,
            "12,10/S/square1",
        );
        let game = field.game(&[]);
        let engaged = melee::engaged_with(&game.war, game.id("R1"), game.id("B1"));
        assert!(!engaged.piled.contains(at("12,10")), "the stand in the middle");
        let pose = game.war.pose(game.id("R1"));
        let ragged = melee::kill_pool(&game.war, game.id("B1"), game.id("R1"), &pose, 2, Onset::Charging);
        assert_eq!(ragged.face(), Some(4), "no +1 against a square");
    });
}

#[test]
fn a_square_out_of_formation_is_none() {
    bites(&["OW-ASSAULT-17a"], || {
        let game = Fixture::open(28, 30)
            .unit("B1", Kind::LightHorse, 7, "12,12/N/line7")
            .unit("R1", Kind::Line, 6, "12,10/S/square1")
            .marks(marks::RAGGED)
            .game(&[]);
        let pose = game.war.pose(game.id("R1"));
        assert_eq!(
            melee::kill_pool(&game.war, game.id("B1"), game.id("R1"), &pose, 2, Onset::Charging).face(),
            Some(3)
        );
    });
}

#[test]
fn the_bonus_of_horse_is_an_option() {
    bites(&["OW-ASSAULT-14"], || {
        let face = |value: &str, onset: Onset| {
            let game = lines(Kind::LightHorse, Kind::Line).house("cavalry_bonus", value).game(&[]);
            let at = game.war.pose(game.id("R1"));
            melee::kill_pool(&game.war, game.id("B1"), game.id("R1"), &at, 2, onset).face()
        };
        assert_eq!(face("charging", Onset::Charged), Some(4));
        assert_eq!(face("any_cavalry", Onset::Charged), Some(3));
        assert_eq!(face("off", Onset::Charging), Some(4));
    });
}

#[test]
fn charging_horse_has_its_bonus_against_foot_in_no_square() {
    bites(&["OW-ASSAULT-14"], || {
        let face = |blue: Kind, red: Kind, shape: &str| {
            let field = Fixture::open(28, 30).unit("B1", blue, 6, "12,16/N/line6");
            let game = field.unit("R1", red, 6, &format!("12,7/S/{shape}")).game(&[]);
            let at = game.war.pose(game.id("R1"));
            melee::kill_pool(&game.war, game.id("B1"), game.id("R1"), &at, 2, Onset::Charging).face()
        };
        let horse = |red, shape| face(Kind::MediumHorse, red, shape);
        let foot = [(Kind::Line, "line6"), (Kind::Grenadier, "column2"), (Kind::Light, "skirmish1")];
        assert_eq!(foot.map(|(red, shape)| horse(red, shape)), [Some(3); 3]);
        let others = [(Kind::Line, "square1"), (Kind::HeavyHorse, "line6"), (Kind::LightGuns, "battery6")];
        assert_eq!(others.map(|(red, shape)| horse(red, shape)), [Some(4); 3]);
        assert_eq!(face(Kind::Line, Kind::Line, "line6"), Some(4), "foot has none");
    });
}

#[test]
fn a_decision_in_the_middle_of_a_fight_is_state() {
    let field =
        || Fixture::open(28, 30).unit("B1", Kind::Line, 3, "8,8/N/line3").unit("R1", Kind::Line, 7, "12,7/S/line7");
    let mut game = fight(field(), &[1; 40]);
    assert_eq!(game.asks(), "pile");
    let mut later = Game { war: game.war.clone(), heard: battle::Recorder::default() };
    game.give("pile R1 >B1");
    later.give("pile R1 >B1");
    assert_eq!(game.war.state(), later.war.state());
    assert!(game.refused("stay B1").text.contains("asked now"));
}

#[test]
fn forecasts_of_the_fight_follow_what_is_chosen() {
    let field =
        Fixture::open(28, 30).unit("B1", Kind::Line, 3, "8,8/N/line3").unit("R1", Kind::Line, 7, "12,7/S/line7");
    let game = fight(field, &[1; 3]);
    let [pile, keep] = ["pile R1 >B1", "keep R1 >B1"].map(|text| game.war.forecast(&game.order(text)));
    assert!(pile.rolls[0].dice() > keep.rolls[0].dice());
    assert!(pile.effect.inflicted > keep.effect.inflicted);
    assert!(keep.effect.inflicted > 0.0 && keep.effect.taken > 0.0);
}

#[test]
fn a_winner_without_its_officer_needs_skill_to_change_formation() {
    bites(&["OW-CMD-6"], || {
        let won = |last: u8| {
            let horse = Fixture::open(28, 30).unit("B1", Kind::LightHorse, 7, "12,8/N/line7").leaderless();
            triumphant(horse, &[6, 6, 6, 6, 6, 6, 6, 6, last])
        };
        let mut failed = won(3);
        failed.give("reform B1 12,8/N/wedge1");
        assert_eq!((failed.pose("B1").as_str(), failed.unread()), ("12,8/N/line7", 0));
        let mut formed = won(4);
        formed.give("reform B1 12,8/N/wedge1");
        assert_eq!((formed.pose("B1").as_str(), formed.unread()), ("12,8/N/wedge1", 0));
        let mut turned = won(3);
        turned.give("reform B1 12,8/ENE/line7");
        assert_eq!(
            (turned.pose("B1").as_str(), turned.unread()),
            ("12,8/ENE/line7", 1),
            "a turn is no change of formation"
        );
        let chance = won(3).war.forecast(&won(3).order("reform B1 12,8/N/wedge1")).effect.succeeds;
        assert!((chance - 0.5).abs() < 1e-9, "{chance}");
    });
}

#[test]
fn a_breakthrough_rides_down_only_the_beaten_whom_it_touches() {
    let field = Fixture::open(28, 30)
        .unit("B1", Kind::LightHorse, 7, "12,8/N/line7")
        .unit("R2", Kind::Line, 3, "12,3/S/line3")
        .marks(marks::FELL_BACK)
        .unit("R3", Kind::Line, 3, "24,20/S/line3")
        .marks(marks::FELL_BACK);
    let mut game = triumphant(field, &[6; 6]);
    game.give("advance B1 12,4/N/line7");
    assert_eq!((game.stands("R2"), game.stands("R3")), (0, 3), "R3 fell back elsewhere");
}

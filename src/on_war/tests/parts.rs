//! Buildings under fire: garrisons, walls, breaches (OW-BUILD).

use battle::rule::bites;
use battle::{Obstacle, Part, Side, System, Terrain};
use hexes::Direction;

use super::fixture::{Fixture, Game, at};
use crate::fire::gunnery::Shot;
use crate::fire::{hits, volleys};
use crate::ground::walls;
use crate::info::{BATTER, CHARGES, FIRE, MOVEMENT, SQUARE, SQUARES};
use crate::sight::cover;
use crate::{Kind, buildings};

/// Seven stands in seven hexes of brick, with that unit before them.
fn town(kind: Kind, stands: u8, place: &str) -> Fixture {
    let hexes = ["12,20", "11,20", "13,20", "11,19", "12,19", "11,21", "12,21"];
    let field = Fixture::open(30, 60).terrain(Terrain::BrickBuilding, &hexes).unit("B1", kind, stands, place);
    field.unit("R1", Kind::Line, 7, "12,20/S/garrison1")
}

fn guns(rows: i16) -> Fixture {
    town(Kind::HeavyGuns, 2, &format!("12,{}/N/battery2", 21 + rows))
}

fn wounds(game: &Game, part: &str) -> u8 {
    game.war.field().damage_of(part.parse().expect("a part")).wounds
}

#[test]
fn w_13_musketry_at_a_garrison() {
    bites(&["OW-BUILD-5", "OW-COVER-1"], || {
        let mut dice = vec![6, 6, 6, 5, 5, 5, 5, 5, 1, 1, 1, 1, 1, 1, 1, 1];
        dice.extend([2, 3, 5, 6, 4]);
        let mut game = town(Kind::Line, 7, "12,29/N/line7").game(&dice);
        game.give("fire B1 >R1");
        let told: Vec<_> = game.rolls().into_iter().map(|(label, _, need, result)| (label, need, result)).collect();
        assert_eq!(told, [("fire", Some(6), 3), ("save", Some(4), 1), ("firepower", Some(6), 1)]);
        assert_eq!((game.stands("R1"), game.unread()), (6, 0));
        let firepower = |kind| {
            let game = town(kind, 2, "12,29/N/line2").game(&[]);
            hits::exposed(&game.war, game.id("R1"), game.id("B1"), &[], &[]).firepower
        };
        assert_eq!(Kind::ALL.map(firepower), [6, 6, 6, 6, 6, 6, 5, 4, 3, 3].map(Some));
    });
}

#[test]
fn w_14_a_brick_wall() {
    bites(&["OW-BUILD-1", "OW-BUILD-4", "OW-BUILD-6"], || {
        let mut game = guns(12).game(&[4, 5, 6, 4, 4, 1, 2, 3, 5, 2, 3, 6, 1, 3, 2, 6]);
        game.give("batter B1 >12,21:SE:wall");
        let told: Vec<_> = game.rolls().into_iter().map(|(_, _, need, result)| (need, result)).collect();
        assert_eq!(told, [(Some(4), 5), (Some(5), 2), (Some(3), 2)]);
        assert_eq!(wounds(&game, "12,21:SE:wall"), 2);
        let mut once = guns(12).game(&[4, 1, 1, 1, 1, 1, 1, 1, 1, 3]);
        once.give("batter B1 >12,21:SE:wall");
        assert_eq!((wounds(&once, "12,21:SE:wall"), once.unread()), (1, 0), "one hit is one wound");
        let mut direct = guns(12).house("wall_firepower", "off").game(&[4, 5, 6, 4, 4, 1, 2, 3, 5, 2, 3, 6, 1]);
        direct.give("batter B1 >12,21:SE:wall");
        assert_eq!(wounds(&direct, "12,21:SE:wall"), 3);
    });
}

#[test]
fn parts_are_what_the_edges_say() {
    bites(&["OW-BUILD-1"], || {
        let field = guns(12).edge(Obstacle::Gate, Direction::SouthWest, &["12,21"]);
        let field =
            field.edge(Obstacle::Wall, Direction::East, &["20,20"]).edge(Obstacle::Hedge, Direction::East, &["24,20"]);
        let game = field.game(&[]);
        let war = &game.war;
        let row = |text: &str| {
            buildings::part_row(war, text.parse::<Part>().expect("a part")).map(|row| (row.wounds, row.save))
        };
        assert_eq!((row("12,21:SE:wall"), row("12,21:SE:window")), (Some((6, Some(5))), Some((1, None))));
        assert_eq!((row("12,21:SW:door"), row("12,21:SW:wall")), (Some((3, Some(5))), None));
        assert_eq!((row("20,20:E:wall"), row("24,20:E:wall")), (Some((9, Some(4))), Some((3, Some(6)))));
        assert_eq!((row("12,20:E:wall"), row("22,20:E:wall")), (None, None), "inside, and in the open");
    });
}

#[test]
fn both_the_troops_and_the_building_can_be_shot_at() {
    bites(&["OW-BUILD-4"], || {
        let verbs: Vec<_> = guns(12).game(&[]).war.orders().iter().map(|order| order.verb).collect();
        assert!(verbs.contains(&FIRE) && verbs.contains(&BATTER));
        let game = guns(12).game(&[]);
        let back: Part = "12,19:NE:wall".parse().expect("a part");
        assert!(buildings::battering(&game.war, game.id("B1"), back).is_none(), "the far side of the town");
    });
}

#[test]
fn a_garrison_fires_all_round_at_one_die() {
    bites(&["OW-LOS-4"], || {
        let dice = |place: &str| {
            let game = town(Kind::Line, 1, place).game(&[]);
            let volley = volleys::volley(&game.war, game.id("R1"), game.id("B1"), Shot::Ball);
            volley.and_then(|volley| volley.pools.first().map(|pool| (pool.count(), pool.face())))
        };
        let two = Some((2, Some(5)));
        assert_eq!([dice("12,29/N/line1"), dice("12,11/S/line1")], [two, two], "the two houses that look that way");
        assert_eq!(dice("20,20/WSW/line1"), Some((1, Some(5))), "the one at that corner; the one in the middle never");
    });
}

#[test]
fn howitzers_breach_like_heavy_guns() {
    bites(&["OW-BUILD-8"], || {
        let field = town(Kind::Howitzers, 2, "12,33/N/battery2");
        let mut game = field.game(&[4, 6, 1, 1, 3, 3]);
        game.give("batter B1 >12,21:SE:wall");
        assert_eq!(wounds(&game, "12,21:SE:wall"), 2);
    });
}

#[test]
fn a_falling_wall_buries_who_stands_behind_it() {
    bites(&["OW-BUILD-9a", "OW-BUILD-9b"], || {
        let dice = [4, 4, 4, 4, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3];
        let fall = |last: u8| {
            let mut game = guns(12).game(&[&dice[..], &[last]].concat());
            game.give("batter B1 >12,21:SE:wall");
            assert!(walls::is_at_breach(&game.war, at("12,21")));
            game.stands("R1")
        };
        assert_eq!((fall(4), fall(5)), (6, 7));
        let mut window = guns(12).game(&[4, 4, 4, 4, 4, 4, 4, 4, 3]);
        window.give("batter B1 >12,21:SE:window");
        assert!(window.war.field().damage_of("12,21:SE:window".parse().expect("a part")).destroyed);
        assert_eq!(window.stands("R1"), 7, "windows bury nobody");
        let mut lasting = guns(12).house("occupancy_save", "persistent").game(&dice);
        lasting.give("batter B1 >12,21:SE:wall");
        let unit = lasting.id("R1");
        assert_eq!((lasting.stands("R1"), hits::save_of(&lasting.war, unit, at("12,21"))), (7, Some(5)));
    });
}

#[test]
fn a_ruin_has_no_walls_left() {
    bites(&["OW-BUILD-10"], || {
        let field = Fixture::open(30, 60).terrain(Terrain::WoodenBuilding, &["12,20"]);
        let mut game = field.unit("R1", Kind::Line, 1, "12,20/S/garrison1").game(&[]);
        for side in Direction::ALL {
            let part = Part::new(at("12,20"), side, battle::PartKind::Wall);
            assert!(buildings::part_row(&game.war, part).is_some());
            let event = battle::Event::Damaged { part, wounds: 3, destroyed: true, clause: "OW-BUILD-6" };
            game.umpire().emit(event);
        }
        let window = Part::new(at("12,20"), Direction::East, battle::PartKind::Window);
        assert!(buildings::part_row(&game.war, window).is_none());
        assert_eq!(cover::cover(&game.war, at("12,30"), at("12,20")), Some(crate::ground::going::Cover::Hard));
    });
}

#[test]
fn a_wall_shot_down_covers_nobody() {
    bites(&["OW-BUILD-6"], || {
        let field =
            Fixture::open(30, 60).above_row(21, Obstacle::Hedge).unit("B1", Kind::HeavyGuns, 2, "12,33/N/battery2");
        let field = field.unit("R1", Kind::Line, 1, "12,20/S/line1").leaderless();
        let mut game = field.game(&[6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 6]);
        game.give("batter B1 >12,20:SE:wall");
        let part: Part = "12,20:SE:wall".parse().expect("a part");
        assert!(game.war.field().damage_of(part).destroyed, "three wounds of wood");
        assert_eq!(cover::cover(&game.war, at("12,33"), at("12,20")), None);
    });
}

const FAR_OFF: &str = "4,4/S/line1";

/// A building of twelve hexes, with a battalion before its near end and one enemy stand.
fn long_house(enemy: &str) -> Fixture {
    let field = Fixture::open(40, 40)
        .block(18..=23, 20..=21, Terrain::BrickBuilding)
        .unit("B1", Kind::Line, 3, "23,22/N/line3")
        .unit("B2", Kind::Line, 3, "4,36/N/line3")
        .phase(MOVEMENT, Side::Blue);
    field.unit("R1", Kind::Line, 1, enemy)
}

fn may_enter(game: &Game) -> bool {
    game.war.stems().contains(&game.order("enter B1"))
}

#[test]
fn a_held_building_is_entered_only_where_a_part_is_down() {
    bites(&["OW-BUILD-3a"], || {
        let mut held = long_house("18,20/S/garrison1").game(&[]);
        assert!(!may_enter(&held), "its walls stand");
        let part: Part = "23,21:SE:wall".parse().expect("a part");
        held.umpire().emit(battle::Event::Damaged { part, wounds: 6, destroyed: true, clause: "OW-BUILD-6" });
        assert!(may_enter(&held), "through the breach");
        assert!(may_enter(&long_house(FAR_OFF).game(&[])), "an empty one by any door");
        let door = |hex| long_house(FAR_OFF).edge(Obstacle::Gate, Direction::SouthEast, &[hex]).game(&[]);
        assert!(may_enter(&door("23,21")), "where its door is");
        assert!(!may_enter(&door("18,21")), "and not through its walls");
    });
}

#[test]
fn a_garrison_is_charged_only_through_a_breach_and_forms_no_square() {
    bites(&["OW-BUILD-3b"], || {
        let mut held = Fixture::open(40, 40)
            .terrain(Terrain::BrickBuilding, &["20,20"])
            .unit("B1", Kind::Line, 3, "20,23/N/line3")
            .unit("R1", Kind::Line, 1, "20,20/S/garrison1")
            .phase(CHARGES, Side::Blue)
            .game(&[]);
        assert_eq!(held.refused("charge B1 >R1").clause, "OW-BUILD-3");
        let part: Part = "20,20:SE:wall".parse().expect("a part");
        held.umpire().emit(battle::Event::Damaged { part, wounds: 6, destroyed: true, clause: "OW-BUILD-6" });
        assert!(held.war.check(&held.order("charge B1 >R1")).is_ok(), "through the breach");
        let mut town = town(Kind::Line, 3, "4,40/N/line3").unit("R2", Kind::Line, 7, "20,10/S/line7").game(&[]);
        town.enter(SQUARES, Side::Red);
        let squares: Vec<_> = town.war.stems().into_iter().filter(|stem| stem.verb == SQUARE).collect();
        assert_eq!(squares, [town.order("square R2")], "R1 holds a building");
    });
}

#[test]
fn any_part_in_sight_and_range_is_a_target() {
    bites(&["OW-BUILD-6"], || {
        let empty = |rows: i16| {
            Fixture::open(30, 60)
                .terrain(Terrain::BrickBuilding, &["12,20"])
                .unit("B1", Kind::HeavyGuns, 2, &format!("12,{}/N/battery2", 20 + rows))
                .unit("R1", Kind::Line, 1, "4,4/S/line1")
        };
        let mut game = empty(12).game(&[4, 5, 6, 4, 4, 1, 2, 3, 5, 2, 3, 6, 1, 3, 2, 6]);
        game.give("batter B1 >12,20:SE:wall");
        assert_eq!(wounds(&game, "12,20:SE:wall"), 2, "nobody is known to be behind it");
        assert_eq!(empty(12).game(&[]).refused("batter B1 >12,20:NE:wall").clause, "OW-BUILD-6", "out of sight");
        let musket = Fixture::open(30, 60)
            .terrain(Terrain::BrickBuilding, &["12,20"])
            .unit("B1", Kind::Line, 2, "12,37/N/line2")
            .unit("R1", Kind::Line, 1, "4,4/S/line1");
        assert_eq!(musket.game(&[]).refused("batter B1 >12,20:SE:wall").clause, "OW-BUILD-6", "out of range");
    });
}

#[test]
fn a_gate_is_a_door_without_a_window_in_a_house_and_in_the_open() {
    let field = guns(12).edge(Obstacle::Gate, Direction::SouthWest, &["12,21"]);
    let game = field.edge(Obstacle::Gate, Direction::East, &["20,20"]).game(&[]);
    let row = |text: &str| {
        buildings::part_row(&game.war, text.parse::<Part>().expect("a part")).map(|row| (row.wounds, row.save))
    };
    assert_eq!([row("12,21:SW:window"), row("20,20:E:window"), row("20,20:E:wall")], [None; 3]);
    assert_eq!(row("20,20:E:door"), Some((3, Some(5))));
}

#[test]
fn walls_are_as_strong_as_what_they_are_built_of() {
    let wall = |house: Terrain| {
        let game = Fixture::open(30, 30)
            .terrain(house, &["12,20"])
            .unit("B1", Kind::Line, 1, "2,2/N/line1")
            .unit("R1", Kind::Line, 1, "2,28/S/line1")
            .game(&[]);
        let part = Part::new(at("12,20"), Direction::East, battle::PartKind::Wall);
        buildings::part_row(&game.war, part).map(|row| (row.wounds, row.save))
    };
    let [brick, stone, wood] = [Terrain::BrickBuilding, Terrain::StoneBuilding, Terrain::WoodenBuilding].map(wall);
    assert_eq!((brick, stone, wood), (Some((6, Some(5))), Some((9, Some(4))), Some((3, Some(6)))));
}

/// What whoever commands expects of shooting at a part of the town, two heavy guns twelve inches south of it; before the
/// town a battalion, if any.
fn expected(measure: &str, part: &str, foot: Option<&str>) -> battle::Effect {
    let field = guns(12).house("premeasure", measure);
    let field = match foot {
        Some(place) => field.unit("B2", Kind::Line, 7, place),
        None => field,
    };
    let gate = part.ends_with("door");
    let field = if gate { field.edge(Obstacle::Gate, Direction::SouthEast, &["12,21"]) } else { field };
    let game = field.game(&[]);
    let order = game.order(&format!("batter B1 >{part}"));
    battle::Estimates::judged(&game.war, &order, &game.war.forecast(&order))
}

/// OW-BUILD-6, OW-BUILD-9: 8 dice at 4+; a window saves nothing, a door on 5+; firepower 3+; whoever is behind a door that
/// falls saves on 5+, one stand of seven.
#[test]
fn what_comes_of_shooting_at_a_part_is_foreseen_and_judged_alike() {
    let at_least = |each: f64, least: i32| {
        let chance = |hits: i32| {
            let ways = (0..hits).fold(1.0, |ways, one| ways * f64::from(8 - one) / f64::from(one + 1));
            ways * each.powi(hits) * (1.0 - each).powi(8 - hits)
        };
        (least..=8).map(chance).sum::<f64>()
    };
    for measure in ["on", "off"] {
        let window = expected(measure, "12,21:SE:window", None);
        assert!((window.succeeds - at_least(1.0 / 3.0, 1)).abs() < 1e-9, "{window:?}");
        assert_eq!((window.inflicted, window.opens), (0.0, 0.0), "nobody is there to storm");
        let door = expected(measure, "12,21:SE:door", None);
        let falls = at_least(2.0 / 9.0, 3);
        assert!((door.succeeds - falls).abs() < 1e-9 && (door.inflicted - falls * 2.0 / 3.0 / 7.0).abs() < 1e-9);
    }
}

/// OW-BUILD-7: a breach is worth what the foot before it can make of it next turn.
#[test]
fn a_breach_is_worth_something_to_whoever_can_storm_it() {
    let opens = |part: &str, foot: &str| expected("on", part, Some(foot)).opens;
    let [near, far] = ["12,27/N/line7", "12,40/N/line7"];
    assert!(opens("12,21:SE:window", near) > 0.0 && opens("12,21:SE:door", near) > opens("12,21:SE:window", near));
    assert_eq!([opens("12,21:SE:window", far), opens("12,21:SE:window", "12,27/N/square1")], [0.0, 0.0]);
    let mut open = guns(12).unit("B2", Kind::Line, 7, near).house("premeasure", "on").game(&[]);
    let part = "12,21:SE:window".parse().expect("a part");
    open.umpire().emit(battle::Event::Damaged { part, wounds: 1, destroyed: true, clause: "OW-BUILD-6" });
    let order = open.order("batter B1 >12,21:SE:wall");
    assert_eq!(open.war.forecast(&order).effect.opens, 0.0, "they can get in already");
}

/// OW-BUILD-7: through walls that stand nobody threatens a garrison; through a window that is broken he does.
#[test]
fn a_garrison_is_threatened_where_it_can_be_charged() {
    let threat = |broken: bool| {
        let mut game = town(Kind::Grenadier, 7, "12,25/N/line7").phase(CHARGES, Side::Blue).game(&[]);
        if broken {
            let part = "12,21:SE:wall".parse().expect("a part");
            game.umpire().emit(battle::Event::Damaged { part, wounds: 6, destroyed: true, clause: "OW-BUILD-6" });
        }
        let (by, on) = (game.id("B1"), game.id("R1"));
        let [from, at] = [by, on].map(|unit| game.war.pose(unit));
        battle::Estimates::threat(&game.war, by, &from, on, &at).charge
    };
    assert_eq!(threat(false), 0.0);
    assert!(threat(true) > 0.0);
}

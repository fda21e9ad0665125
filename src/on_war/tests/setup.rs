//! From the order of battle to the field: statistics, officers, formations, options, the course of a turn.

use super::small::{battle, ground, house, leader, scenario, unit};
use crate::command::leaders;
use crate::ground::bogging;
use crate::hidden::searching;
use crate::info::{DONE, MORALE, PLAYER_TURN_END, SQUARES};
use crate::marks;
use crate::morale::{brigades, checks};
use crate::options::{CavalryBonus, HalfStrength};
use crate::{Kind, Motivation, Options, Post, Skill, Traits, Umpire, consequences, deploy, dice, measures, tables};
use battle::rule::bites;
use battle::{Arrangement, Deaf, HouseRules, Perch, Quality, Rank, Side, System, Trait, UnitId, UnitSpec};

fn deployed(words: &str) -> crate::War {
    deploy(&battle(), &house(words), 7).expect("it can be played")
}

fn one(spec: UnitSpec) -> crate::Profile {
    let field = scenario(ground(), vec![spec], vec![unit("R1 line infantry 10,4 S")]);
    *deploy(&field, &HouseRules::default(), 1).expect("it can be played").profile(UnitId(0))
}

#[test]
fn types_of_the_order_of_battle_become_arms() {
    bites(&["OW-OOB-3a", "OW-UNIT-9a"], || {
        for (text, kind) in [
            ("B1 line infantry 10,20 N", Kind::Line),
            ("B1 militia 10,20 N", Kind::Line),
            ("B1 grenadiers 10,20 N", Kind::Grenadier),
            ("B1 guard infantry 10,20 N", Kind::Grenadier),
            ("B1 jaegers 10,20 N", Kind::Light),
            ("B1 light infantry 10,20 N", Kind::Light),
            ("B1 light cavalry 10,20 N", Kind::LightHorse),
            ("B1 medium cavalry 10,20 N", Kind::MediumHorse),
            ("B1 cuirassiers 10,20 N", Kind::HeavyHorse),
            ("B1 light battery 10,20 N", Kind::LightGuns),
            ("B1 medium battery 10,20 N", Kind::HeavyGuns),
            ("B1 heavy battery 10,20 N", Kind::HeavyGuns),
            ("B1 horse battery 10,20 N", Kind::HorseGuns),
            ("B1 howitzer battery 10,20 N", Kind::Howitzers),
        ] {
            assert_eq!(one(unit(text)).kind, kind, "{text}");
        }
        let mut sixes = unit("B1 medium battery 10,20 N");
        sixes.special.insert("on_war".into(), vec!["light artillery".into()]);
        assert_eq!(one(sixes).kind, Kind::LightGuns, "six-pounders, says the file");
        assert_eq!(one(UnitSpec { stands: Some(9), ..unit("B1 line infantry 10,20 N") }).stands, 9);
    });
}

#[test]
fn a_unit_has_seven_stands_and_a_battery_two_where_the_order_of_battle_gives_none() {
    bites(&["OW-UNIT-9a", "OW-UNIT-9b"], || {
        let stands = |text: &str, given: Option<u8>| one(UnitSpec { stands: given, ..unit(text) }).stands;
        let arms =
            ["B1 line infantry 10,20 N", "B1 jaegers 10,20 N", "B1 light cavalry 10,20 N", "B1 horse battery 10,20 N"];
        assert_eq!(arms.map(|text| stands(text, None)), [7, 7, 7, 2]);
        assert_eq!(arms.map(|text| stands(text, Some(5))), [5; 4], "the order of battle goes first");
    });
}

#[test]
fn brigades_of_batteries_alone_do_not_count() {
    bites(&["OW-OOB-3a", "OW-OOB-3b"], || {
        let mut field = battle();
        field.armies[0].brigades.push(battle::BrigadeSpec { name: "Blue's third".into(), division: String::new() });
        field.armies[0].units[2].brigade = 2;
        let war = deploy(&field, &HouseRules::default(), 1).expect("it can be played");
        let blue: Vec<u8> = brigades::brigades_of(&war, Side::Blue).collect();
        assert_eq!(blue, [0, 2], "foot and guns, and horse; not the howitzers of the second");
        // Red's are 3 and 4 then; his foot and horse are in the second.
        field.armies[1].units.iter_mut().for_each(|unit| unit.brigade = 1 - unit.brigade);
        let war = deploy(&field, &HouseRules::default(), 1).expect("it can be played");
        assert_eq!(brigades::brigades_of(&war, Side::Red).collect::<Vec<_>>(), [4], "not the guns of the first");
    });
}

#[test]
fn quality_becomes_skill_and_motivation_and_the_file_wins() {
    bites(&["OW-OOB-1", "OW-OOB-2"], || {
        let expected = [
            (Quality::Raw, Skill::Conscript, Motivation::Reluctant),
            (Quality::Conscript, Skill::Conscript, Motivation::Confident),
            (Quality::Trained, Skill::Trained, Motivation::Confident),
            (Quality::Veteran, Skill::Veteran, Motivation::Confident),
            (Quality::Elite, Skill::Veteran, Motivation::Fearless),
            (Quality::Guard, Skill::Veteran, Motivation::Fearless),
        ];
        for (quality, skill, motivation) in expected {
            let profile = one(UnitSpec { quality, ..unit("B1 line infantry 10,20 N") });
            assert_eq!((profile.skill, profile.motivation), (skill, motivation), "{quality:?}");
        }
        let mut shaken = UnitSpec { quality: Quality::Veteran, ..unit("B1 line infantry 10,20 N") };
        shaken.special.insert("on_war".into(), vec!["reluctant".into(), "carbine".into()]);
        let profile = one(shaken);
        assert_eq!((profile.skill, profile.motivation), (Skill::Veteran, Motivation::Reluctant));
        assert!(profile.traits.contains(Traits::CARBINE));
    });
}

#[test]
fn an_unknown_word_for_this_system_is_refused_with_what_there_is() {
    let mut odd = unit("B1 line infantry 10,20 N");
    odd.special.insert("on_war".into(), vec!["brave".into()]);
    let field = scenario(ground(), vec![odd], vec![unit("R1 line infantry 10,5 S")]);
    let faults = deploy(&field, &HouseRules::default(), 1).expect_err("refused");
    assert!(faults[0].contains("unit B1 has the unknown word `brave`"), "{faults:?}");
    assert!(faults[0].contains("fearless") && faults[0].contains("column_assault"), "{faults:?}");
}

#[test]
fn every_battalion_has_its_officer_every_side_its_leaders() {
    bites(&["OW-UNIT-10"], || {
        let war = deployed("");
        let posts: Vec<Post> =
            war.setting().leaders.iter().filter(|one| one.side == Side::Blue).map(|one| one.post).collect();
        let count = |is: &dyn Fn(&Post) -> bool| posts.iter().filter(|post| is(post)).count();
        assert_eq!(count(&|post| *post == Post::General), 1);
        assert_eq!(count(&|post| *post == Post::Adjutant), 2, "none given: two");
        assert_eq!(count(&|post| matches!(post, Post::Brigadier(0))), 1);
        assert_eq!(count(&|post| matches!(post, Post::Officer(_))), 4, "none for batteries");
        let officer = leaders::officer_of(&war, UnitId(0)).expect("a battalion has one");
        assert_eq!(war.field().leader(officer), Perch::With(UnitId(0)));
        assert_eq!(war.field().label(officer.into()), "B1co");
        assert!(leaders::officer_of(&war, UnitId(3)).is_none());
    });
}

/// OW-UNIT-10, OW-OOB-3: units 6 to 11 and brigades 2 and 3 are Red's; the second of them is a battery alone.
#[test]
fn red_s_leaders_are_with_red_s_units() {
    let war = deployed("");
    let officers = [6, 7, 8, 10].map(|unit| leaders::officer_of(&war, UnitId(unit)).expect("it has one"));
    assert_eq!(officers.map(|one| war.field().label(one.into())), ["R1co", "R2co", "R3co", "R5co"]);
    let posts =
        |post: Post| war.setting().leaders.iter().filter(|one| one.side == Side::Red && one.post == post).count();
    assert_eq!([Post::General, Post::Adjutant, Post::Brigadier(2)].map(posts), [1, 2, 1]);
    let brigadier = war.field().roster().leaders().find(|(_, info)| info.label == "RB").expect("he is there").0;
    let with = war.unit_of(brigadier).expect("he is with a unit");
    assert_eq!(war.field().roster().unit(with).brigade, 2);
    assert_eq!(brigades::brigades_of(&war, Side::Red).collect::<Vec<_>>(), [2]);
}

#[test]
fn division_commanders_serve_as_adjutants() {
    let mut field = battle();
    field.armies[0].leaders.push(leader("BD", Rank::Division, None));
    let war = deploy(&field, &HouseRules::default(), 1).expect("it can be played");
    let adjutants = war.setting().leaders.iter().filter(|one| one.side == Side::Blue && one.post == Post::Adjutant);
    assert_eq!(adjutants.count(), 1);
}

#[test]
fn units_start_in_order_and_hidden_where_they_can() {
    bites(&["OW-HIDDEN-9a"], || {
        let war = deployed("");
        let pose = |unit: u8| war.field().unit(UnitId(unit)).pose;
        assert_eq!(pose(0).formation.arrangement, Arrangement::Line);
        assert_eq!(pose(3).formation.arrangement, Arrangement::Battery);
        assert!(war.marked(UnitId(4), marks::HIDDEN), "light foot in crops");
        assert!(war.marked(UnitId(10), marks::HIDDEN), "jaegers in the wood");
        let mut open = battle();
        open.armies[0].units[0].traits.push(Trait::Hidden);
        let war = deploy(&open, &HouseRules::default(), 1).expect("it can be played");
        assert!(!war.marked(UnitId(0), marks::HIDDEN), "nothing to hide in");
    });
}

#[test]
fn no_room_is_said_with_the_place() {
    let field = scenario(
        battle::Ground::plain(5, 5),
        vec![UnitSpec { stands: Some(24), ..unit("B1 heavy cavalry 2,2 N") }],
        vec![unit("R1 line infantry 2,0 S")],
    );
    let faults = deploy(&field, &HouseRules::default(), 1).expect_err("refused");
    assert!(
        faults[0].contains("unit B1 (B1 unit) finds no room for its 24 stands within 24 hexes of 2,2"),
        "{faults:?}"
    );
}

#[test]
fn every_option_sets_its_own_rule() {
    let changed = |words: &str| Options::of(&house(words));
    let usual = Options::default();
    assert_ne!(changed("natural_1_6=off").natural_1_6, usual.natural_1_6);
    assert!(changed("premeasure=on").premeasure && !usual.premeasure);
    assert!(changed("turn_order=shared_phases").shared_phases);
    assert!(changed("charge_move=instead_of_normal_move").charge_instead);
    assert!(changed("melee_dice=one_per_stand").one_per_stand);
    assert_eq!(changed("cavalry_bonus=any_cavalry").cavalry_bonus, CavalryBonus::AnyCavalry);
    assert!(!changed("officer_fires=off").officer_fires);
    assert!(changed("fire_arc=180").fire_arc_180);
    assert!(!changed("line_stationary_bonus=off").line_stationary_bonus);
    assert!(changed("moved_penalty=only_if_rof_already_1").moved_penalty_at_rof_1);
    assert_eq!((usual.hard_cover, changed("hard_cover=-1").hard_cover), (2, 1));
    assert!(changed("defensive_rof=half_of_moved").defensive_half_of_moved);
    assert!(!changed("heavy_defensive_fire=off").heavy_defensive_fire);
    assert!(changed("square_attempt_failed=may_fire").failed_square_fires);
    assert_eq!(changed("half_strength=half_lost_in_one_turn").half_strength, HalfStrength::LostInOneTurn);
    assert!(changed("half_strength_fail=removed").weak_are_removed);
    assert!(!changed("pursuit=off").pursuit);
    assert!(changed("breakthrough_after_fallback=on").breakthrough_after_fallback);
    assert!(changed("army_break=half_of_brigades").half_of_brigades);
    assert!(!changed("general_rerolls_kills=off").general_rerolls_kills);
    assert_eq!(changed("howitzer_rof=2").howitzer_rof, 2);
    assert!(!changed("howitzer_wound_save=off").howitzer_wound_save);
    assert!(!changed("wall_firepower=off").wall_firepower);
    assert!(changed("occupancy_save=persistent").persistent_occupancy);
    assert!(changed("discovery_test=d6_motivation").discovery_by_motivation);
    assert!(!changed("rehide=off").rehide);
    assert!(!changed("redirected_response=off").redirected_response && usual.redirected_response);
    assert!(!changed("start_apart=off").start_apart && usual.start_apart);
}

#[test]
fn the_preset_is_the_source_s_example_unless_said_otherwise() {
    bites(&["OW-OPT-1"], || {
        let preset = deployed("preset=source_example");
        let usual = Options::default();
        let set = Options { example: true, one_per_stand: true, cavalry_bonus: CavalryBonus::Off, ..usual };
        assert_eq!(*preset.options(), set);
        let mixed = deployed("preset=source_example cavalry_bonus=any_cavalry");
        assert_eq!(mixed.options().cavalry_bonus, CavalryBonus::AnyCavalry);
    });
}

#[test]
fn the_table_of_moves_is_the_page_s() {
    use tables::Shape::{Column, Line, OpenOrder, Square, Wedge};
    let row = |shape| Kind::ALL.map(|kind| tables::allowance(kind, shape).unwrap_or(-1));
    assert_eq!(row(Column), [6, 6, 6, -1, -1, -1, -1, -1, -1, -1]);
    assert_eq!(row(Line), [4, 4, 4, 10, 8, 6, 4, 8, 2, 2]);
    assert_eq!(row(OpenOrder), [-1, 6, -1, 12, 10, 8, -1, 10, -1, -1]);
    assert_eq!(row(Square)[..3], [0, 0, 0]);
    assert_eq!(row(Wedge)[3..6], [8, 6, 6]);
}

/// The stages entered while nobody does anything, with whose they are.
fn stages(words: &str) -> Vec<(u8, Side)> {
    let mut war = deployed(words);
    let mut heard = battle::Recorder::default();
    while war.field().turn() == 1 && war.ended().is_none() {
        war.resolve(&battle::Order::new(DONE), &mut heard).expect("done is always legal here");
    }
    let entered = war.opening().iter().chain(&heard.events).filter_map(|event| match event {
        battle::Event::StepBegan { step, side: Some(side) } => Some((*step, *side)),
        _ => None,
    });
    entered.take(20).collect()
}

#[test]
fn players_take_whole_turns_or_every_step_in_turn() {
    bites(&["OW-SEQ-1", "OW-SEQ-2", "OW-SEQ-3"], || {
        let order: Vec<u8> = (MORALE.0..=PLAYER_TURN_END.0).collect();
        let blue = order.iter().map(|step| (*step, Side::Blue));
        let red = order.iter().map(|step| (*step, Side::Red));
        assert_eq!(stages(""), blue.chain(red).collect::<Vec<_>>());
        let shared = order.iter().flat_map(|step| [(*step, Side::Blue), (*step, Side::Red)]);
        assert_eq!(stages("turn_order=shared_phases"), shared.collect::<Vec<_>>());
    });
}

#[test]
fn marks_of_a_turn_hold_through_the_enemy_s() {
    bites(&["OW-SEQ-5a", "OW-SEQ-5b"], || {
        let mut war = deployed("");
        let unit = UnitId(0);
        let put = |war: &mut crate::War, marks| {
            Umpire::new(war, &mut Deaf).mark(unit, marks, true);
        };
        put(&mut war, marks::MOVED | marks::MARCHED);
        put(&mut war, marks::CHARGED | marks::FELL_BACK);
        rulebook::begin_phase(&mut Umpire::new(&mut war, &mut Deaf), PLAYER_TURN_END, Side::Blue);
        assert!(!war.marked(unit, marks::CHARGED | marks::FELL_BACK), "cleared at the turn's end");
        assert!(war.marked(unit, marks::MOVED) && war.marked(unit, marks::MARCHED), "hold through the enemy's turn");
        rulebook::begin_phase(&mut Umpire::new(&mut war, &mut Deaf), SQUARES, Side::Blue);
        assert!(!war.marked(unit, marks::MOVED | marks::MARCHED));
    });
}

#[test]
fn a_brigade_that_quits_loses_the_battle_or_half_of_them_do() {
    bites(&["OW-WIN-2"], || {
        let mut war = deployed("");
        brigades::brigade_quits(&mut Umpire::new(&mut war, &mut Deaf), 0);
        let outcome = war.ended().expect("the first brigade");
        assert_eq!((outcome.winner, outcome.reason), (Some(Side::Red), battle::Reason::Broken));
        let mut field = battle();
        for spec in &mut field.armies[0].units[..2] {
            spec.brigade = 1;
        }
        field.armies[0].brigades.push(battle::BrigadeSpec { name: "Blue's third".into(), division: String::new() });
        field.armies[0].units[2].brigade = 2;
        let mut war = deploy(&field, &house("army_break=half_of_brigades"), 1).expect("it can be played");
        brigades::brigade_quits(&mut Umpire::new(&mut war, &mut Deaf), 0);
        assert!(war.ended().is_none(), "one of three");
        brigades::brigade_quits(&mut Umpire::new(&mut war, &mut Deaf), 1);
        assert_eq!(war.ended().and_then(|outcome| outcome.winner), Some(Side::Red), "two of three");
    });
}

#[test]
fn cards_say_what_a_player_asks() {
    let war = deployed("");
    let card = war.card(UnitId(0));
    assert_eq!(card.title, "B1 B1 unit");
    assert_eq!(card.subtitle, "Line infantry, Blue's first");
    let row = |name: &str| card.rows.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_str());
    assert_eq!(row("Skill"), Some("trained 4+"));
    assert_eq!(row("Formation"), Some("line, 4 or 8 inches"));
    assert!(row("With it").is_some_and(|with| with.contains("CO")), "{card:?}");
    let hidden = war.view(Side::Blue, 1).card(UnitId(10));
    assert_eq!(hidden, battle::Card::default(), "nothing is known of who is hidden");
}

#[test]
fn the_sheets_of_shooting_and_terrain_say_what_the_page_says() {
    let sheets = crate::reference(&HouseRules::default());
    let rows = |title: &str| {
        let sheet = sheets.iter().find(|sheet| sheet.title == title).expect("a table of that title");
        sheet.rows.iter().map(|row| row.join(" | ")).collect::<Vec<_>>()
    };
    let shooting = rows("Modifiers: shooting");
    for row in [
        "OW-SHOOT-7 | line standing still | +1 to hit",
        "OW-SHOOT-12 | has moved | -1 to hit",
        "OW-SHOOT-13 | target in square | +2 to hit",
        "OW-SHOOT-13 | target in column | +1 to hit",
        "OW-SHOOT-13 | through skirmishers | -1 to hit",
        "OW-SHOOT-13 | over 16 inches | -1 to hit",
        "OW-COVER-2 | soft cover | -1 to hit",
        "OW-COVER-2 | hard cover | -2 to hit",
        "OW-SHOOT-5 | in line | +1 die a stand",
        "OW-SHOOT-10 | has moved | at most 1 die a stand, grape 2",
    ] {
        assert!(shooting.iter().any(|line| line == row), "{row} in\n{}", shooting.join("\n"));
    }
    let terrain = rows("Terrain");
    for row in [
        "crops | easy | yes | -",
        "light woods, woods | difficult | yes | soft",
        "marsh | very difficult | no | -",
        "edge: hedge, fence | difficult | one rank | soft",
        "edge: wall, gate, ditch | difficult | one rank | hard",
        "edge: earthwork | difficult | yes | hard",
        "edge: stream | very difficult | no | -",
    ] {
        assert!(terrain.iter().any(|line| line == row), "{row} in\n{}", terrain.join("\n"));
    }
}

#[test]
fn the_reference_prints_the_tables_with_the_house_rules() {
    let text = |words: &str| {
        let sheets = crate::reference(&house(words));
        sheets.iter().flat_map(|sheet| sheet.rows.iter().flatten().chain(&sheet.notes)).cloned().collect::<Vec<_>>()
    };
    let has = |words: &str, wanted: &str| text(words).iter().any(|cell| cell.contains(wanted));
    assert!(has("", "-2 to hit") && has("hard_cover=-1", "-1 to hit") && !has("hard_cover=-1", "-2 to hit"));
    assert!(has("", "first brigade that quits") && has("army_break=half_of_brigades", "half of its brigades"));
    assert!(has("", "line standing still") && !has("line_stationary_bonus=off", "line standing still"));
    assert!(
        has("", "quits the field") && has("pursuit=on", "means to pursue") && !has("pursuit=off", "means to pursue")
    );
    for sheet in crate::reference(&HouseRules::default()) {
        assert!(sheet.rows.iter().all(|row| row.len() == sheet.columns.len()), "{}", sheet.title);
    }
}

#[test]
fn everything_a_unit_keeps_is_part_of_the_state() {
    bites(&["OW-UNIT-12"], || {
        let war = deployed("");
        let unit = UnitId(0);
        let changes: [fn(&mut crate::War, UnitId); 8] = [
            |war, unit| war.own_mut(unit).spent = 100,
            |war, unit| war.own_mut(unit).moved = true,
            |war, unit| war.own_mut(unit).squared = true,
            |war, unit| war.own_mut(unit).rallied = true,
            |war, unit| Umpire::new(war, &mut Deaf).mark(unit, marks::DISORIENTED, true),
            |war, unit| Umpire::new(war, &mut Deaf).mark(unit, marks::BOGGED, true),
            |war, unit| Umpire::new(war, &mut Deaf).mark(unit, marks::RAGGED, true),
            |war, _| war.state.own.quit[0] = true,
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let mut other = war.clone();
            change(&mut other, unit);
            assert_ne!(other.state(), war.state(), "change {number}");
        }
    });
}

#[test]
fn a_die_needs_its_face_and_a_natural_one_or_six_decides() {
    bites(&["OW-DICE-1", "OW-DICE-2"], || {
        let chance = |war: &crate::War, face: u8, harder: i16| {
            let mut pool = dice::pool(war, "fire", "OW-SHOOT-2", 1, face);
            pool.need("test", harder, "OW-DICE-2");
            (pool.outcome().at_least(1) * 6.0).round() as i32
        };
        let war = deployed("");
        assert_eq!([2, 3, 4, 5, 6].map(|face| chance(&war, face, 0)), [5, 4, 3, 2, 1]);
        assert_eq!((chance(&war, 2, -3), chance(&war, 6, 4)), (5, 1), "1 fails, 6 succeeds");
        let passes = |die: u8| {
            let mut war = war.clone();
            war.set_dice(battle::Dice::scripted(&[die]));
            let pool = dice::pool(&war, "fire", "OW-SHOOT-2", 1, 4);
            let throw = war.by_unit(UnitId(0), None, crate::state::Why::Hit);
            Umpire::new(&mut war, &mut Deaf).throw(&pool, throw)
        };
        assert_eq!([1, 2, 3, 4, 5, 6].map(passes), [0, 0, 0, 1, 1, 1], "a d6 of 4 or more");
        let war = deployed("natural_1_6=off");
        assert_eq!((chance(&war, 2, -3), chance(&war, 6, 4)), (6, 0), "1+ always, 7+ never");
    });
}

#[test]
fn inches_are_hexes_times_the_scale() {
    bites(&["OW-SCALE-1"], || {
        let war = deployed("");
        assert_eq!((measures::inches(&war, 7), measures::as_hexes(&war, 7)), (7, 7));
        let mut wide = battle();
        wide.inches_per_hex = 2;
        let war = deploy(&wide, &HouseRules::default(), 1).expect("it can be played");
        assert_eq!((measures::inches(&war, 7), measures::as_hexes(&war, 7), measures::step(&war,)), (14, 3, 200));
        let (one, other) = (UnitId(0), UnitId(6));
        assert_eq!(measures::gap(&war, one, other), 2 * (war.field().distance(one, other) - 1));
    });
}

#[test]
fn nobody_begins_within_musket_range() {
    bites(&["OW-SEQ-4b"], || {
        let near = scenario(
            battle::Ground::plain(32, 40),
            vec![unit("B1 line infantry 10,24 N"), unit("B2 line infantry 20,24 N")],
            vec![unit("R1 line infantry 10,14 S"), unit("R2 heavy battery 20,12 S")],
        );
        let war = deploy(&near, &HouseRules::default(), 1).expect("it can be played");
        for (one, other) in [(0, 2), (0, 3), (1, 2), (1, 3)] {
            let gap = war.field().distance(UnitId(one), UnitId(other));
            assert!(gap > 16, "{one} and {other} are {gap} apart");
        }
        let as_written = deploy(&near, &house("start_apart=off"), 1).expect("it can be played");
        assert_eq!(as_written.pose(UnitId(0)).anchor.offset().row, 24, "as the file says");
        let far = battle();
        let war = deploy(&far, &HouseRules::default(), 1).expect("it can be played");
        assert_eq!(war.pose(UnitId(0)).anchor.offset().row, 26, "far enough as written");
    });
}

#[test]
fn tests_saves_and_hits_are_told_apart_by_the_roll_and_not_by_its_name() {
    let war = deployed("");
    let unit = battle::UnitId(0);
    let tests = [
        <crate::OnWar as rulebook::Enlists>::arrival_roll(war.options(), 4),
        consequences::escape_pool(&war),
        bogging::bogging_pool(&war),
        searching::search_pool(&war, unit),
        brigades::brigade_pool(&war, 0),
        checks::motivation_pool(&war, unit, "half strength", "OW-MORALE-1"),
        checks::skill_pool(&war, unit, "square", "OW-SQUARE-3"),
    ];
    for pool in tests {
        assert_eq!(pool.terms().kind, battle::RollKind::Test, "{}", pool.label);
    }
    let fire = dice::pool(&war, "fire", "OW-SHOOT-2", 1, 4);
    assert_eq!(fire.terms().kind, battle::RollKind::Hits, "one die of fire is no test");
}

#[test]
fn who_goes_first_is_written_or_rolled_for() {
    bites(&["OW-SEQ-4a"], || {
        let rolled = |war: &crate::War| {
            let first = |event: &battle::Event| match event {
                battle::Event::Rolled(roll) if roll.label == "first turn" => {
                    let other = roll.opposed.as_ref().expect("the other side rolls too");
                    assert_eq!([&roll.faces, &other.faces].map(|faces| faces.as_slice().len()), [1, 1], "a die each");
                    Some(roll.result)
                }
                _ => None,
            };
            war.opening().iter().find_map(first)
        };
        assert_eq!((deployed("").state.first, rolled(&deployed(""))), (Side::Blue, None), "the file says");
        let open = battle::Scenario { first_side: None, ..battle() };
        let mut seen = [false; 2];
        for seed in 0..30 {
            let war = deploy(&open, &HouseRules::default(), seed).expect("it can be played");
            let margin = rolled(&war).unwrap_or(0);
            let first = if margin > 0 { Side::Blue } else { Side::Red };
            assert_ne!(margin, 0, "both sides roll, ties again");
            assert_eq!((war.state.first, war.state.player), (first, first), "higher goes first");
            seen[first.index()] = true;
        }
        assert_eq!(seen, [true; 2]);
    });
}

#[test]
fn a_skill_in_the_file_wins_too() {
    let mut levies = UnitSpec { quality: Quality::Veteran, ..unit("B1 line infantry 10,20 N") };
    levies.special.insert("on_war".into(), vec!["conscript".into(), "fearless".into()]);
    let profile = one(levies);
    assert_eq!((profile.skill, profile.motivation), (Skill::Conscript, Motivation::Fearless), "tribal levies");
}

//! Readings and options not tested with their own family, and the charts (EA-RES, EA-OPT, EA-SCEN-6).

use battle::rule::bites;
use battle::{System, UnitId};

use super::drawn::drawn;
use super::fixture::Fixture;
use super::war::{house, usual};
use super::words::Play;
use crate::movement::Gait;
use crate::{Class, Options, deploy};

use Class::{Cavalry, Guns, Infantry, Lights};

#[test]
fn every_option_changes_the_rules() {
    bites(&["EA-BASE-1"], || {
        let plain = deploy(&usual(), &house(""), 1).expect("a battle").options().clone();
        assert_eq!(plain, Options::default());
        for option in crate::info().options {
            let other = option.values.next(option.default);
            let changed = Options::of(&house(&format!("{}={other}", option.key)), 1);
            assert_ne!(changed, plain, "{} = {other} changes nothing", option.key);
            let clauses = include_str!("../../../docs/rules/eagles.md");
            assert!(clauses.contains(option.clause), "{} names an unknown clause", option.key);
        }
    });
}

#[test]
fn base_widths_scale_with_the_map() {
    let widths = |words: &str, scale: u8| {
        let rules = Options::of(&house(words), scale);
        (rules.base_width, rules.half, rules.files, rules.ranks)
    };
    assert_eq!(widths("", 1), (4, 2, 4, 1));
    assert_eq!(widths("base_width=3", 1), (3, 2, 3, 1));
    assert_eq!(widths("layout=4x2", 1), (4, 2, 4, 2));
    assert_eq!(widths("", 2), (2, 1, 2, 1));
}

#[test]
fn distances_are_rolled_as_the_chart_says() {
    bites(&["EA-RES-16", "EA-MOVE-1", "EA-MOVE-2", "EA-MOVE-3"], || {
        let roll = |class: Class, gait: Gait, short: bool| {
            let field =
                Fixture::open(40, 40).rules(|rules| rules.march_d6_only = short).unit("B1", class, "10,20", "N");
            let pool = drawn(field.unit("R1", Infantry, "11,2", "S"), &[]).eagles.distance_pool(UnitId(0), gait);
            (pool.count(), pool.mean())
        };
        assert_eq!(roll(Infantry, Gait::Move, false), (1, 7.5));
        assert_eq!(roll(Guns, Gait::Move, false), (1, 7.5));
        assert_eq!(roll(Lights, Gait::Move, false), (1, 7.5));
        assert_eq!(roll(Cavalry, Gait::Move, false), (2, 11.0));
        assert_eq!(roll(Infantry, Gait::March, false), (2, 11.0));
        assert_eq!(roll(Lights, Gait::March, false), (2, 11.0));
        assert_eq!(roll(Guns, Gait::March, false), (2, 11.0));
        assert_eq!(roll(Cavalry, Gait::March, false), (3, 14.5));
        assert_eq!(roll(Infantry, Gait::March, true), (1, 3.5));
    });
}

#[test]
fn a_roll_for_distance_names_the_row_of_its_class() {
    let row = |class: Class| {
        let field = Fixture::open(40, 40).unit("B1", class, "10,20", "N").unit("R1", Infantry, "11,2", "S");
        let game = drawn(field, &[]);
        let rolls = [Gait::Move, Gait::March].map(|gait| game.eagles.distance_pool(UnitId(0), gait));
        assert!(rolls.iter().all(|roll| roll.modifiers().iter().all(|one| one.clause == roll.clause)));
        rolls.map(|roll| (roll.clause, roll.count(), roll.mean()))
    };
    assert_eq!(row(Infantry), [("EA-MOVE-1", 1, 7.5), ("EA-MOVE-1", 2, 11.0)]);
    assert_eq!(row(Guns), [("EA-MOVE-1", 1, 7.5), ("EA-MOVE-1", 2, 11.0)]);
    assert_eq!(row(Lights), [("EA-MOVE-2", 1, 7.5), ("EA-MOVE-2", 2, 11.0)]);
    assert_eq!(row(Cavalry), [("EA-MOVE-3", 2, 11.0), ("EA-MOVE-3", 3, 14.5)]);
}

#[test]
fn tables_tell_of_walls_and_works() {
    let sheets = crate::reference(&battle::HouseRules::default());
    let text = |title: &str| {
        let sheet = sheets.iter().find(|sheet| sheet.title == title).expect("a table of that title");
        let rows = sheet.rows.iter().map(|row| row.join(" | "));
        rows.chain(sheet.notes.clone()).collect::<Vec<_>>().join("\n")
    };
    for table in ["Modifiers: Fire", "Modifiers: Assault"] {
        assert!(
            ["town", "woods", "works", "wall", "earthwork"].iter().all(|word| text(table).contains(word)),
            "{table}"
        );
    }
    assert!(["town", "woods", "works"].iter().all(|word| text("Modifiers: Rally").contains(word)));
    let terrain = text("Terrain");
    for row in [
        "town | Infantry, Lights | full | yes | yes | yes",
        "works | Infantry, Lights, Guns | full | yes | yes | yes",
        "woods | all | half, Lights full | yes | yes | yes",
        "rough | all | half, Lights full | no | no | no",
        "water, marsh, impassable | none | none | no | no | no",
        "river | all | by ford or bridge | no | at the crossing | no",
        "stream | all | full | no | across it | no",
        "wall, gate, earthwork | all | full | across it | across it | no",
        "hedge, fence, ditch | all | full | no | no | no",
        "open, crops, ploughed | all | full | no | no | no",
    ] {
        assert!(terrain.lines().any(|line| line == row), "{row} in\n{terrain}");
    }
}

#[test]
fn tables_of_modifiers_say_what_the_page_says() {
    let lines = |words: &str| {
        let sheets = crate::reference(&house(words));
        let rows = sheets.iter().flat_map(|sheet| &sheet.rows).map(|row| row.join(" | "));
        rows.collect::<Vec<_>>()
    };
    let usual = lines("");
    for row in [
        "EA-FIRE-7 | target in cover | -1 die",
        "EA-FIRE-8 | flank or rear | +1 die",
        "EA-FIRE-9 | Order spent | +1 die",
        "EA-OPT-10 | Medium Battery | +1 to the number needed",
        "EA-ASSAULT-8 | defender in cover | -1 | -",
        "EA-ASSAULT-8 | charging horse | +1 | -",
        "EA-ASSAULT-8 | flank or rear | +1 | -",
        "EA-ASSAULT-9 | Order spent | - | +1",
        "EA-OPT-12 | Resolute | - | +1",
        "EA-OPT-15 | Cuirassiers | +1 | +1",
        "EA-OPT-20 | commander's dice | +1 +4 +6 Orders",
        "EA-OPT-22 | able commander | +1 on the Initiative die",
        "1-3 | 0",
        "4-5 | 1",
        "6+ | 2",
        "EA-RALLY-2 | in cover | +1",
        "good | +1 on his Orders roll",
    ] {
        assert!(usual.iter().any(|line| line == row), "{row} in\n{}", usual.join("\n"));
    }
    let by_rule = ["EA-OPT-24 | volley training | +1 die", "EA-RES-29 | in cover and with a General | +2"];
    let named = |lines: &[String]| by_rule.map(|row| lines.iter().any(|line| line == row));
    assert_eq!(named(&usual), [false; 2]);
    assert_eq!(named(&lines("volley_training=on rally_stack=on")), [true; 2]);
}

#[test]
fn sheets_show_the_charts_in_force() {
    bites(&["EA-SCEN-6", "EA-OPT-29"], || {
        let sheets = deploy(&usual(), &house("lights_fire_dice=2"), 1).expect("a battle").reference();
        assert!(sheets.iter().all(|sheet| sheet.rows.iter().all(|row| row.len() == sheet.columns.len())));
        assert_eq!(sheets[0].rows[2], ["Cavalry", "5", "4+2d6\"", "4+3d6\"", "3+", "-"]);
        assert_eq!(sheets[1].rows[0][2], "2");
        assert!(crate::tables::RANDOM_FORCES.iter().all(|force| force.iter().sum::<u8>() == 6));
        let titled = |title: &str| sheets.iter().find(|sheet| sheet.title == title).expect("a table of that title");
        let known = titled("Battles reported for the source");
        let numbers: Vec<&str> = known.rows.iter().map(|row| row[0].as_str()).collect();
        assert_eq!(numbers, ["2", "3", "4", "9", "10", "11", "13", "15", "16", "17", "23", "29", "30"]);
        assert_eq!(known.rows.first().map(|row| row[3].as_str()), Some("hill and crossroads at the end"));
        let wars = |note: &String| note.contains("wars are played unchanged apart from traits");
        assert!(titled("The usual game").notes.iter().any(wars));
    });
}

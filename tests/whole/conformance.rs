//! Every rule system of the program against the conformance suite, and its golden playthroughs and counts.
//!
//! `GROGNARD_REWRITE=1 cargo test --test whole` writes the golden files anew; review them as a diff.

use battle::{HouseRules, Library, System};
use proving::conformance;
use systems::Shelf;

fn deploy(system: &str, battle: &str, seed: u64) -> Box<dyn System> {
    deploy_by(system, battle, "", seed)
}

/// A battle under the house rules of a file's text.
fn deploy_by(system: &str, battle: &str, house: &str, seed: u64) -> Box<dyn System> {
    let shelf = Shelf::new();
    let file = shelf.battle(battle).expect("a battle that ships");
    let house = if house.is_empty() { HouseRules::default() } else { rules(&shelf, system, house) };
    shelf.deploy(system, &file.scenario, &house, seed).expect("it can be played")
}

fn rules(shelf: &Shelf, system: &str, text: &str) -> HouseRules {
    shelf.house_rules(system, "house.toml", text).expect("house rules that exist")
}

fn each_system(test: impl Fn(&str)) {
    for info in Shelf::new().systems() {
        test(info.key);
    }
}

#[test]
fn every_system_conforms_on_a_drill_field() {
    each_system(|system| conformance::all(&|seed| deploy(system, "the-slope", seed)));
}

#[test]
fn every_system_conforms_where_reinforcements_come() {
    each_system(|system| {
        let make = |seed| deploy(system, "crossroads", seed);
        let run = |found: Result<(), conformance::Failure>| {
            if let Err(failure) = found {
                panic!("{system}: {failure}");
            }
        };
        run(conformance::battles_end(&make));
        run(conformance::records_replay(&make));
        run(conformance::views_are_fair(&make));
    });
}

#[test]
fn playthroughs_are_as_they_were() {
    each_system(|system| {
        let text = conformance::playthrough(deploy(system, "drill-field", 7), 7);
        conformance::golden(crate::source::root().join(format!("tests/golden/{system}-playthrough.txt")), &text);
    });
}

#[test]
fn counts_of_legal_orders_are_as_they_were() {
    each_system(|system| {
        let text = conformance::counts(&|seed| deploy(system, "the-slope", seed), 2);
        conformance::golden(crate::source::root().join(format!("tests/golden/{system}-counts.txt")), &text);
    });
}

/// The version of the program is that of its play: whoever alters a playthrough or a count gives `Cargo.toml` another
/// number, so that a record's header says which program plays it as it was.
#[test]
fn what_alters_play_moves_the_version() {
    let (golden, version) = (crate::source::root().join("tests/golden"), env!("CARGO_PKG_VERSION"));
    let names =
        Shelf::new().systems().into_iter().flat_map(|info| ["playthrough", "counts"].map(|kind| (info.key, kind)));
    let texts = names.map(|(system, kind)| std::fs::read(golden.join(format!("{system}-{kind}.txt"))).expect("a file"));
    let now = blake3::hash(&texts.collect::<Vec<_>>().concat()).to_hex().as_str()[..16].to_owned();
    let page = golden.join("versions.txt");
    let rows = std::fs::read_to_string(&page).expect("versions");
    let known: Vec<(&str, &str)> = rows.lines().filter_map(|row| row.split_once(' ')).collect();
    let (last, digest) = *known.last().expect("a version");
    if digest == now && last == version {
        return;
    }
    assert!(
        digest == now || !known.iter().any(|(known, _)| *known == version),
        "play is not what it was in version {version}: give Cargo.toml the next one, then GROGNARD_REWRITE=1"
    );
    assert!(std::env::var_os("GROGNARD_REWRITE").is_some(), "no row of {version} in {}", page.display());
    std::fs::write(&page, format!("{rows}{version} {now}\n")).expect("written");
}

/// House rules of Eagles that change who decides what, several at a time.
const EAGLES_HOUSES: [&str; 4] = [
    "[eagles]\ndefend = true\nresupply_guns = true\nskirmish_extra = true\nwithdraw_sum = true\nretreat_cap = 2\n",
    "[eagles]\norders_placement = \"secret\"\nbombard = \"fire_phase\"\nremove = \"immediate\"\nlayout = \"4x2\"\n",
    "[eagles]\narmy_commander = true\ntwo_commands = true\nlarger_forces = true\ntraits = \"auto\"\nbase_width = 3\n",
    "[eagles]\nfire_first = true\ndivision_generals = true\nfire_compulsory = true\nreinforce_move = true\nvolley_training = true\n",
];

#[test]
fn eagles_conforms_under_house_rules() {
    for house in EAGLES_HOUSES {
        conformance::all(&|seed| deploy_by("eagles", "drill-field", house, seed));
    }
}

/// House rules of On War that change who decides what, several at a time.
const ON_WAR_HOUSES: [&str; 3] = [
    "[on_war]\nturn_order = \"shared_phases\"\npremeasure = true\nmelee_dice = \"one_per_stand\"\ncavalry_bonus = \"off\"\n",
    "[on_war]\ncharge_move = \"instead_of_normal_move\"\nhalf_strength = \"half_lost_in_one_turn\"\n\
     half_strength_fail = \"removed\"\nbreakthrough_after_fallback = true\nsquare_attempt_failed = \"may_fire\"\n",
    "[on_war]\nnatural_1_6 = false\nofficer_fires = false\nfire_arc = \"180\"\nhowitzer_rof = \"2\"\nwall_firepower = false\n\
     occupancy_save = \"persistent\"\ndiscovery_test = \"d6_motivation\"\nrehide = false\narmy_break = \"half_of_brigades\"\n",
];

#[test]
fn on_war_conforms_under_house_rules() {
    for house in ON_WAR_HOUSES {
        conformance::all(&|seed| deploy_by("on_war", "brigade-drill", house, seed));
    }
}

/// House rules of Snappy that change who decides what, several at a time.
const SNAPPY_HOUSES: [&str; 3] = [
    "[snappy]\nhidden_status = true\norder_delay = \"none\"\nformation_changes = \"one\"\nwheel = \"outer_path\"\n",
    "[snappy]\nally_freedom = \"as_french\"\nscreen = \"clear_of_enemy\"\nrally_move = \"stay_clear\"\n\
     panic_orders = \"bound\"\ncharge_move = \"straight\"\nfire_into_melee = false\n",
    "[snappy]\nedge_cover = false\ndecapitation = \"all_units\"\nsuccessors = \"average\"\nrally_bold = \"skip\"\n\
     supply = false\narmy_break = \"routed_and_panic\"\n",
];

#[test]
fn snappy_conforms_under_house_rules() {
    for house in SNAPPY_HOUSES {
        conformance::all(&|seed| deploy_by("snappy", "the-slope", house, seed));
    }
}

/// House rules of Over the Hills that change who decides what, several at a time.
const OVER_THE_HILLS_HOUSES: [&str; 3] = [
    "[over_the_hills]\ncombat_rounds = 2\narty_long_cap = 2\nlow_score_row = \"strict\"\nimpact = \"first\"\n\
     test_retreat = \"segment\"\nleave_cover_radius = \"12\"\nviable_range = \"short\"\n",
    "[over_the_hills]\nbrigade_orders = false\nwavering_limits = false\nsquare_fail = \"formed\"\nready_square = \"bonus\"\n\
     skirmish_troops = \"all\"\nenfilade_stacks = false\n",
    "[over_the_hills]\nwaver_at = 40\nrout_at = 60\nbua_fs = \"shared\"\nearthwork_entry = \"infantry\"\n\
     open_order = \"a_c\"\ngrand_battery_min = 2\nresupply_on = 9\narmy_break_at = \"3/4\"\n",
];

#[test]
fn over_the_hills_conforms_under_house_rules() {
    for house in OVER_THE_HILLS_HOUSES {
        conformance::all(&|seed| deploy_by("over_the_hills", "the-slope", house, seed));
    }
}

#[test]
fn on_war_conforms_with_hidden_units_and_buildings() {
    let make = |seed| deploy("on_war", "hougoumont", seed);
    for found in [
        conformance::battles_end(&make),
        conformance::views_are_fair(&make),
        conformance::legal_is_what_check_accepts(&make),
    ] {
        if let Err(failure) = found {
            panic!("{failure}");
        }
    }
}

#[test]
fn eagles_conforms_where_the_sides_deploy_freely() {
    let make = |seed| deploy("eagles", "two-fords", seed);
    for found in [
        conformance::battles_end(&make),
        conformance::records_replay(&make),
        conformance::legal_is_what_check_accepts(&make),
    ] {
        if let Err(failure) = found {
            panic!("{failure}");
        }
    }
}

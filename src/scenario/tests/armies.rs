//! Orders of battle: defaults, places, names, and every way to get them wrong.

use battle::{Arrival, Quality, Rank, Rating, Side, Start, Troop, Weapon};
use hexes::{Facing, Offset};

use super::{SOUND, changed, check, sound};

/// The unit line of B1.
const B1: &str = "{ label = \"B1\", name = \"Riflemen\", type = \"jaegers\", at = \"2,9\" }";

#[test]
fn a_unit_has_what_its_type_usually_has() {
    let battle = sound(SOUND);
    let [rifles, guns] = &battle.army(Side::Blue).units[..] else { panic!("two units") };
    assert_eq!((rifles.troop, rifles.quality, rifles.weapon), (Troop::Jaegers, Quality::Trained, Weapon::Rifle));
    assert_eq!((rifles.stands, rifles.stands_or_usual(), rifles.guns_or_usual(), rifles.brigade), (None, 6, 0, 0));
    assert_eq!(rifles.start, Start::At(Offset::new(2, 9).hex(), Facing::North));
    assert_eq!((guns.weapon, guns.stands_or_usual(), guns.guns, guns.guns_or_usual()), (Weapon::Guns, 2, None, 8));
    assert_eq!(guns.start, Start::Arrives(0));
    assert_eq!(battle.reinforcements[0].arrival, Arrival::Turn(3));
    let horse = &battle.army(Side::Red).units[0];
    assert_eq!((horse.quality, horse.weapon, horse.stands_or_usual()), (Quality::Trained, Weapon::Sabre, 4));
}

#[test]
fn usual_qualities_follow_the_type() {
    let quality = |troop: &str| {
        let unit = format!("{{ label = 'B1', name = 'x', type = '{troop}', at = '2,9' }}");
        sound(&changed(&[(B1, &unit)])).army(Side::Blue).units[0].quality
    };
    assert_eq!(quality("guard infantry"), Quality::Guard);
    assert_eq!(quality("grenadiers"), Quality::Elite);
    assert_eq!(quality("cuirassiers"), Quality::Veteran);
    assert_eq!(quality("militia"), Quality::Conscript);
}

#[test]
fn what_is_written_wins_over_what_is_usual() {
    let unit = "{ label = 'B1', name = 'x', type = 'light cavalry', quality = 'elite', weapon = 'lance', stands = 3,
        traits = ['impetuous'], special = { eagles = ['veterans'] }, at = '3,7', facing = 'ENE' }";
    let battle = sound(&changed(&[(B1, unit)]));
    let unit = &battle.army(Side::Blue).units[0];
    assert_eq!((unit.quality, unit.weapon, unit.stands), (Quality::Elite, Weapon::Lance, Some(3)));
    assert_eq!(unit.special["eagles"], ["veterans"]);
    assert_eq!(unit.start, Start::At(Offset::new(3, 7).hex(), Facing::EastNorthEast));
}

#[test]
fn a_brigade_gives_its_units_facing_and_arrival() {
    let brigade = "name = \"Picket line\"\nfacing = 'ENE'\narrives = 'Late'";
    let late =
        "{ label = 'B1', name = 'x', type = 'jaegers' }, { label = 'B3', name = 'y', type = 'jaegers', at = '5,6' }";
    let battle = sound(&changed(&[("name = \"Picket line\"", brigade), (B1, late)]));
    let starts: Vec<&Start> = battle.army(Side::Blue).units.iter().map(|unit| &unit.start).collect();
    let placed = Start::At(Offset::new(5, 6).hex(), Facing::EastNorthEast);
    assert_eq!(starts, [&Start::Arrives(0), &placed, &Start::Arrives(0)]);
}

#[test]
fn labels_are_short_and_one_of_a_kind() {
    check(
        &[("\"RG\"", "\"B1\""), ("\"R1\"", "\"1R\""), ("\"BG\"", "\"BIGG\"")],
        "25:9: label `BIGG`; expected a letter and up to two letters or digits\n\
         34:13: label `1R`; expected a letter and up to two letters or digits\n\
         37:9: label `B1` is taken; expected one that no other unit or leader of either side has",
    );
}

#[test]
fn words_are_checked_against_the_known_ones() {
    let unit = "{ label = 'B1', name = 'x', type = 'milita', at = '2,9', colour = 'green' }";
    let found = super::faults(&[(B1, unit)]);
    let [kind, key] = found.lines().collect::<Vec<_>>()[..] else { panic!("{found}") };
    assert!(kind.starts_with("21:38: key `type` has value 'milita'; expected one of line infantry"), "{kind}");
    assert!(kind.ends_with("(nearest is militia)"), "{kind}");
    assert!(key.starts_with("21:60: unknown key `colour`; expected one of arrives, at, facing, guns, label"), "{key}");
}

#[test]
fn arms_fit_the_type() {
    let unit = "{ label = 'B1', name = 'x', type = 'jaegers', weapon = 'lance', guns = 6, stands = 25, at = '2,9' }";
    check(
        &[(B1, unit)],
        "21:58: weapon `lance` with jaegers; expected one of musket, rifle\n\
         21:67: guns with jaegers; expected guns only with batteries\n\
         21:86: key `stands` has value 25; expected a whole number from 1 to 24",
    );
}

#[test]
fn a_unit_starts_on_the_map_on_open_ground_alone() {
    let room = "expected room for 4 stands in line on ground open to them, the named hex left of the middle";
    let at = |place: &str| super::faults(&[("at = \"2,9\"", &format!("at = \"{place}\""))]);
    assert_eq!(at("12,9"), "21:61: hex 12,9 is off the map; expected a column from 0 to 11 and a row from 0 to 9");
    assert_eq!(at("here"), "21:61: key `at` has value \"here\"; expected a column and a row, such as 12,7");
    assert_eq!(at("0,9"), format!("21:61: a line of 4 at 0,9 facing N has a stand -1,9, off the map; {room}"));
    assert_eq!(at("5,4"), format!("21:61: a line of 4 at 5,4 facing N has a stand 6,4, water; {room}"));
    check(
        &[("at = \"3,0\"", "at = \"9,5\"")],
        &format!("34:66: a line of 4 at 9,5 facing S has a stand 10,5, wooden building, closed to cavalry; {room}"),
    );
    check(
        &[("at = \"3,0\"", "at = \"5,9\", facing = \"N\"")],
        &format!("34:66: units `B1` and `R1` share hex 4,9 in line; {room}"),
    );
}

#[test]
fn a_unit_starts_somewhere_and_looks_somewhere() {
    check(
        &[(", at = \"2,9\"", ""), (", arrives = \"Late\"", ", arrives = \"Lat\""), ("facing = \"S\"\n", "")],
        "21:3: a unit that starts nowhere; expected `at` or `arrives`\n\
         22:68: Blue has no reinforcement `Lat`; expected `Late`\n\
         33:3: a unit on the map without `facing`; expected one here, in its brigade or in its army\n\
         40:8: no unit arrives with `Late`; expected a unit of Blue with arrives = \"Late\"",
    );
}

#[test]
fn a_side_keeps_to_its_zone() {
    check(
        &[
            ("name = \"Pickets\"", "name = \"Pickets\"\nzone = ['0,0-11,2']"),
            ("turn_limit", "free_deployment = true\nturn_limit"),
        ],
        "2:19: free deployment, but [red] has no zone; expected a `zone` in [blue] and in [red]\n\
         23:61: unit `B1` starts at 2,9, outside Blue's zone; expected a hex of the zone, or a wider zone",
    );
}

#[test]
fn reinforcements_come_in_time_and_find_room() {
    check(
        &[("turn = 3", "turn = 9"), ("[\"6,9\"]", "[\"6,9\", \"5,5\", \"5,4\"]")],
        "43:8: turn 9 is after the end; expected a turn from 1 to 8\n\
         44:24: a line of 4 at 5,4 facing N has a stand 6,4, water; expected room for 4 stands in line on ground open to them, the named hex left of the middle",
    );
    check(
        &[("turn = 3", "turn = 3\nneed = 4")],
        "40:1: a reinforcement with no clear time; expected either `turn`, or `from` with `need`",
    );
    check(
        &[("[\"6,9\"]", "[\"8,5\"]")],
        "22:68: unit `B2` finds no way in by the entry of `Late`; expected room for 4 stands in line on ground open to them, the named hex left of the middle",
    );
}

#[test]
fn dice_may_bring_reinforcements() {
    let battle = sound(&changed(&[("turn = 3", "from = 2\nneed = 5")]));
    assert_eq!(battle.reinforcements[0].arrival, Arrival::Roll { from: 2, need: 5 });
}

#[test]
fn leaders_command_what_there_is() {
    let leader =
        "[red]\nname = \"Scouts\"\n[[red.leader]]\nlabel = 'RB'\nname = 'x'\nrank = 'brigade'\ncommand = 'Patrole'";
    let found = super::faults(&[
        ("[red]\nname = \"Scouts\"", leader),
        ("facing = \"S\"\n", ""),
        ("at = \"3,0\"", "at = \"3,0\", facing = 'S'"),
    ]);
    assert_eq!(found, "34:11: Red has no brigade `Patrole`; expected `Patrol`");
    check(
        &[("rank = \"army\"\n[red]", "rank = \"division\"\n[red]")],
        "15:1: Blue has 0 leaders of rank `army`; expected exactly one [[leader]] who commands the army\n\
         24:1: a leader of rank `division` without `command`; expected the name of his division",
    );
    check(
        &[("rank = \"army\"\n[red]", "rank = \"army\"\ncommand = 'Picket line'\n[red]")],
        "28:1: `command` of a leader of rank `army`; expected none for this rank",
    );
}

#[test]
fn a_leader_is_average_unless_rated() {
    let battle = sound(&changed(&[("name = \"A captain\"", "name = \"A captain\"\nrating = 'good'")]));
    assert_eq!(battle.army(Side::Blue).leaders[0].rating, Rating::Good);
    assert_eq!(battle.army(Side::Red).leaders[0].rating, Rating::Average);
    assert_eq!(battle.army(Side::Red).leaders[0].rank, Rank::Army);
}

#[test]
fn on_a_coarser_map_a_starting_line_is_narrower() {
    let edge = [("at = \"2,9\"", "at = \"0,9\""), ("turn_limit", "inches_per_hex = 2\nturn_limit")];
    check(&edge, "");
    let widths: Vec<u8> = (1..=12).map(crate::muster::files).collect();
    assert_eq!(widths, [4, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
}

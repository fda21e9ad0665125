//! The heading, objectives, names and settings.

use battle::{Goal, Side, Victory, Weather};

use super::{SOUND, changed, check, sound};

#[test]
fn a_heading_has_defaults() {
    let battle = sound(&changed(&[("turn_limit = 8\n", "")]));
    assert_eq!((battle.key.as_str(), battle.title.as_str()), ("skirmish", "Skirmish"));
    assert_eq!((battle.turn_limit, battle.inches_per_hex, battle.first_side), (15, 1, None));
    assert_eq!((battle.weather, battle.victory, battle.free_deployment), (Weather::Clear, Victory::Points, false));
    assert!(
        battle.date.is_empty() && battle.zones[0].is_empty() && battle.places.is_empty() && battle.house.is_empty()
    );
}

#[test]
fn a_heading_is_read() {
    let heading = "date = '1809'\nnote = '''\nTwo\nlines.\n'''\ninches_per_hex = 2\nfirst_side = 'red'\nweather = 'mud'\n\
        victory = 'all'\nturn_limit";
    let battle = sound(&changed(&[("turn_limit", heading)]));
    assert_eq!((battle.date.as_str(), battle.note.as_str()), ("1809", "Two lines."));
    assert_eq!((battle.inches_per_hex, battle.first_side), (2, Some(Side::Red)));
    assert_eq!((battle.weather, battle.victory), (Weather::Mud, Victory::All));
}

#[test]
fn objectives_places_and_settings_are_read() {
    let more = "owner = 'red'\nvalue = 3\n[[objective]]\nname = 'Break'\ngoal = 'destroy'\nside = 'red'\ncount = 2\n\
        [[place]]\nname = 'Pond'\nat = '6,3'\n[house.eagles]\ndefend = 'on'\n";
    let battle = sound(&format!("{SOUND}{more}"));
    let [farm, destroy] = &battle.objectives[..] else { panic!("two objectives") };
    assert_eq!((farm.goal, farm.hexes.len(), farm.owner, farm.value), (Goal::Hold, 4, Some(Side::Red), 3));
    assert_eq!((destroy.goal, destroy.side, destroy.count), (Goal::Destroy, Some(Side::Red), 2));
    assert_eq!(battle.places[0].1.offset().to_string(), "6,3");
    assert_eq!(battle.house["eagles"]["defend"], "on");
}

#[test]
fn a_circle_is_cut_off_by_the_map() {
    let battle = sound(&changed(&[("9,4-10,5", "0,0+1")]));
    let hexes: Vec<String> = battle.objectives[0].hexes.iter().map(|hex| hex.offset().to_string()).collect();
    assert_eq!(hexes, ["0,0", "1,0", "0,1"]);
}

#[test]
fn objectives_can_be_won() {
    check(&[("hexes = [\"9,4-10,5\"]", "")], "46:1: objective `Farm` has no hexes; expected `hexes`");
    check(&[("\"9,4-10,5\"", "")], "49:9: objective `Farm` has no hexes; expected at least one hex");
    check(
        &[("\"9,4-10,5\"", "\"6,3\"")],
        "49:9: nobody can stand on any hex of objective `Farm`; expected at least one hex of open ground",
    );
    check(
        &[("\"hold\"", "\"exit\"\ncount = 3\nside = 'red'")],
        "49:9: 3 units, but there are 1; expected at most 1\n\
         51:9: exit hex 9,4 is not on the map's edge; expected hexes of the edge",
    );
    check(
        &[("\"hold\"", "\"destroy\"\nowner = 'red'")],
        "46:1: objective `Farm` has no count; expected `count`, how many units it takes\n\
         49:1: an owner of what is not held; expected `owner` only with goal `hold`\n\
         50:1: hexes of a goal `destroy`; expected none",
    );
}

#[test]
fn areas_are_written_well_and_on_the_map() {
    let areas = "expected a hex (12,7), a block (12,7-15,9) or a circle (12,7+2)";
    check(&[("9,4-10,5", "10,5-9,4")], &format!("49:10: entry 1 of key `hexes` has value \"10,5-9,4\"; {areas}"));
    check(&[("9,4-10,5", "9;4")], &format!("49:10: entry 1 of key `hexes` has value \"9;4\"; {areas}"));
    check(
        &[("9,4-10,5", "9,4-10,15")],
        "49:10: hex 10,15 is off the map; expected a column from 0 to 11 and a row from 0 to 9",
    );
}

#[test]
fn unknown_keys_are_refused_with_the_nearest() {
    check(
        &[("turn_limit", "turn_limits"), ("title", "titel")],
        "1:1: the file has no key `title`; expected text\n\
         1:1: unknown key `titel`; expected `title`\n\
         2:1: unknown key `turn_limits`; expected `turn_limit`",
    );
}

#[test]
fn faults_of_every_part_are_reported_at_once() {
    check(
        &[
            ("turn_limit = 8", "turn_limit = 'eight'"),
            (" . . w w", " . . w Q"),
            ("\"jaegers\"", "\"yagers\""),
            ("side = \"blue\"", "side = \"green\""),
            ("9,4-10,5", "99,4"),
        ],
        "2:14: key `turn_limit` has value 'eight'; expected a whole number from 1 to 100\n\
         7:8: letter `Q` at 3,3 has no meaning; expected an entry for it in [legend], or one of # - . = B F H W X b c f h l m o p r w x ~\n\
         21:45: key `type` has value \"yagers\"; expected one of line infantry, light infantry, jaegers, grenadiers, guard infantry, militia, irregulars, light cavalry, medium cavalry, heavy cavalry, cuirassiers, light battery, medium battery, heavy battery, horse battery, howitzer battery (nearest is jaegers)\n\
         42:8: key `side` has value \"green\"; expected one of blue, red\n\
         49:10: hex 99,4 is off the map; expected a column from 0 to 11 and a row from 0 to 9",
    );
}

#[test]
fn bad_syntax_is_one_fault_with_its_place() {
    let found = crate::check("x.toml", "title = \n");
    assert_eq!((found.len(), found[0].line), (1, 1));
}

#[test]
fn without_ground_the_rest_is_still_read_and_far_places_do_no_harm() {
    let far = "[[edge]]\nobstacle = 'river'\nright = ['199,9 E*200 E*200']\naround = ['32767,32767+20']\n[blue]\n";
    check(
        &[
            ("ground = '''\n. .", "ground = '''\n. "),
            ("[blue]\n", far),
            ("2,9", "32767,-32768"),
            ("\"jaegers\"", "'elephants'"),
        ],
        "4:3: ` ` in row 0; expected the letter of hex 1,0\n\
         25:45: key `type` has value 'elephants'; expected one of line infantry, light infantry, jaegers, grenadiers, guard infantry, militia, irregulars, light cavalry, medium cavalry, heavy cavalry, cuirassiers, light battery, medium battery, heavy battery, horse battery, howitzer battery",
    );
}

#[test]
fn no_cut_or_smudge_of_a_file_brings_the_reader_down() {
    let (_, text) = crate::builtin()[2];
    for at in (0..text.len()).step_by(37) {
        let smudged: String = text.chars().enumerate().map(|(place, c)| if place == at { '7' } else { c }).collect();
        for broken in [&text[..at], smudged.as_str()] {
            let found = crate::check("x.toml", broken);
            assert!(found.windows(2).all(|pair| pair[0] <= pair[1]), "faults in order");
        }
    }
}

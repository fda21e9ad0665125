//! Levels and tempers: they show in what is done, and a temper can be put over a level.

use battle::{Role, Side};

use super::{commander, field, play, role};
use crate::memory::Memory;
use crate::plan::Task;
use crate::{Concern, load};

/// How many orders of a role Blue gives under a commander, over some battles against the default.
fn given(name: &str, wanted: Role) -> usize {
    let mut count = 0;
    for seed in 0..6 {
        play(
            field(20, 4, 8, seed),
            [commander(name, seed), commander("steady", seed)],
            4000,
            |battle, side, choice| {
                count += usize::from(side == Side::Blue && role(battle, choice) == wanted);
            },
        );
    }
    count
}

#[test]
fn tempers_show_in_what_is_done() {
    let charges = ["cautious", "steady", "bold"].map(|name| given(name, Role::Assault));
    assert!(charges.is_sorted_by(|less, more| less < more), "charges of cautious, steady and bold: {charges:?}");
    let shots = ["steady", "gunner"].map(|name| given(name, Role::Fire));
    assert!(shots[0] < shots[1], "shots of steady and gunner: {shots:?}");
}

/// The tasks of Blue's groups at the start of a battle of so many turns.
fn tasks(name: &str, turns: u16) -> Vec<Task> {
    let battle = field(40, 3, turns, 1);
    let mut memory = Memory::default();
    memory.refresh(&*battle.view(Side::Blue, 1), &commander(name, 1).profile.settings, Side::Blue);
    memory.plan.expect("a plan").missions.iter().map(|mission| mission.task).collect()
}

#[test]
fn a_flanker_sends_the_first_group_round_while_there_is_time() {
    let first = |name: &str, turns: u16| tasks(name, turns).first().copied();
    assert_eq!(first("steady", 20), Some(Task::Attack));
    assert_eq!(first("flanker", 20), Some(Task::Flank));
    assert_eq!(first("flanker", 4), Some(Task::Attack), "there is no time for it");
}

#[test]
fn a_temper_over_a_level_has_what_is_its_own_and_the_rest_of_the_level() {
    let [both, bold, cadet, steady] =
        ["bold-cadet", "bold", "cadet", "steady"].map(|key| load(key).expect("a commander"));
    assert_eq!((both.name.as_str(), both.error_rate), ("Bold cadet", cadet.error_rate));
    assert!(cadet.error_rate > 0.0 && bold.error_rate == 0.0);
    for system in ["eagles", "on_war", "snappy"] {
        let [both, bold, cadet] = [&both, &bold, &cadet].map(|profile| profile.under(system));
        assert_eq!(both.weighing.of(Concern::Charging), bold.weighing.of(Concern::Charging), "{system}");
        assert_eq!(both.judgement, cadet.judgement, "{system}");
        assert_ne!(both.judgement, steady.under(system).judgement, "{system}");
    }
    let refusal = |key: &str| load(key).expect_err(key);
    assert_eq!(
        refusal("hold-cadet"),
        "commander `hold-cadet`: `hold` is a baseline; expected two that weigh their orders"
    );
    assert_eq!(
        refusal("bold-random"),
        "commander `bold-random`: `random` is a baseline; expected two that weigh their orders"
    );
    assert_eq!(refusal("bold-cadett"), "unknown commander `cadett`; expected cadet");
    assert_eq!(refusal("bald-cadet"), "unknown commander `bald`; expected bold");
}

#[test]
fn a_cadet_loses_to_the_default() {
    let half_points = |seed: u64, cadet: Side| {
        let sides = Side::ALL.map(|side| commander(if side == cadet { "cadet" } else { "steady" }, seed));
        match play(field(20, 4, 8, seed), sides, 20_000, |_, _, _| {}).0.expect("it ends").winner {
            Some(winner) => 2 * u32::from(winner == cadet),
            None => 1,
        }
    };
    let won: u32 = (0..10).flat_map(|seed| Side::ALL.map(|side| half_points(seed, side))).sum();
    assert!(won <= 14, "{won} of 40 half points");
}

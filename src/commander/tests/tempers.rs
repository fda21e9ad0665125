//! Levels and tempers: they show in what is done, and a temper can be put over a level.

use battle::{Role, Side};

use super::{commander, field, play, role};
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
fn bold_charges_more_than_the_others() {
    let [cautious, steady, bold] = ["cautious", "steady", "bold"].map(|name| given(name, Role::Assault));
    assert!(bold > steady && bold > cautious, "charges of bold {bold}, steady {steady}, cautious {cautious}");
}

#[test]
fn a_temper_over_a_level_has_what_is_its_own_and_the_rest_of_the_level() {
    let [both, gunner, cadet, steady] =
        ["gunner-cadet", "gunner", "cadet", "steady"].map(|key| load(key).expect("a commander"));
    assert_eq!((both.name.as_str(), both.error_rate), ("Gunner cadet", cadet.error_rate));
    assert!(cadet.error_rate > 0.0 && gunner.error_rate == 0.0);
    for system in ["eagles", "on_war", "snappy"] {
        let [both, gunner, cadet] = [&both, &gunner, &cadet].map(|profile| profile.under(system));
        assert_eq!(both.weighing.of(Concern::Shooting), gunner.weighing.of(Concern::Shooting), "{system}");
        assert_ne!(cadet.weighing.of(Concern::Shooting), gunner.weighing.of(Concern::Shooting), "{system}");
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

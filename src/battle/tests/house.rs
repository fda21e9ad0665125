//! House rules take what their options know and have defaults for the rest.

use crate::{HouseRules, OptionInfo, Values};

const OPTIONS: &[OptionInfo] = &[
    OptionInfo { key: "volleys", clause: "X-1", help: "h", values: Values::Flag, default: "on" },
    OptionInfo { key: "pool", clause: "X-2", help: "h", values: Values::Number(0, 6), default: "1" },
    OptionInfo { key: "shape", clause: "X-3", help: "h", values: Values::Choice(&["round", "long"]), default: "long" },
];

#[test]
fn what_is_not_set_has_its_default() {
    let mut house = HouseRules::default();
    assert_eq!(house.get(&OPTIONS[1]), "1");
    house.set(OPTIONS, "pool", "6").expect("in bounds");
    assert_eq!(house.get(&OPTIONS[1]), "6");
    assert_eq!(house.iter().collect::<Vec<_>>(), [("pool", "6")]);
}

#[test]
fn wrong_keys_and_values_are_told_and_change_nothing() {
    let mut house = HouseRules::default();
    let mut fault = |key: &str, value: &str| house.set(OPTIONS, key, value).expect_err("a fault");
    assert_eq!(fault("colour", "red"), "unknown house rule `colour`");
    assert_eq!(fault("volleys", "yes"), "house rule `volleys` is `yes`; expected on or off");
    assert_eq!(fault("pool", "7"), "house rule `pool` is `7`; expected a whole number from 0 to 6");
    assert_eq!(fault("shape", "flat"), "house rule `shape` is `flat`; expected one of round, long");
    assert_eq!(house, HouseRules::default());
}

#[test]
fn values_go_round() {
    for option in OPTIONS {
        let mut seen = vec![String::from(option.default)];
        while seen.len() < 20 {
            let next = option.values.next(&seen[seen.len() - 1]);
            assert!(option.values.accepts(&next), "{next}");
            if next == seen[0] {
                break;
            }
            seen.push(next);
        }
        let all = match option.values {
            Values::Flag => 2,
            Values::Choice(words) => words.len(),
            Values::Number(low, high) => (high - low + 1) as usize,
        };
        assert_eq!(seen.len(), all, "{}", option.key);
    }
}

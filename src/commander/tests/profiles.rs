//! Profiles: what ships, what is refused and where.

use crate::{Concern, Curve, Kind, builtin, load, profile};

#[test]
fn the_default_comes_first_and_every_shipped_profile_is_sound() {
    let shipped = builtin();
    assert_eq!(shipped[0].0, "steady");
    for key in ["random", "charge", "hold"] {
        assert!(shipped.iter().any(|(known, temper)| known == key && !temper.is_empty()), "{key}");
    }
    for (key, _) in &shipped {
        load(key).unwrap_or_else(|fault| panic!("{key}: {fault}"));
    }
    assert_eq!(load("steady").map(|profile| profile.kind), Ok(Kind::Utility));
    assert_eq!(load("hold").map(|profile| profile.kind), Ok(Kind::Hold));
}

#[test]
fn an_unknown_name_gets_the_nearest() {
    assert_eq!(load("stedy").err().as_deref(), Some("unknown commander `stedy`; expected steady"));
    let all = load("xyzzy").expect_err("unknown");
    assert!(all.contains("charge") && all.contains("hold") && all.contains("steady"), "{all}");
}

#[test]
fn what_a_profile_does_not_say_is_as_in_the_default() {
    let text = "name = 'Bold'\ntemper = 'x'\n[plan]\nodds = 0.9\n[consideration]\n\
        cover = { weight = 0.5, curve = 'linear', from = 0.0, to = 1.0 }\n";
    let (bold, steady) = (profile("bold.toml", text).expect("sound"), load("steady").expect("sound"));
    assert_eq!(bold.settings.planning.odds, 0.9);
    assert_eq!(bold.settings.planning.tempo, steady.settings.planning.tempo);
    assert_eq!(bold.settings.judgement, steady.settings.judgement);
    assert_eq!(bold.settings.weighing.of(Concern::Cover).curve, Curve::Linear { from: 0.0, to: 1.0 });
    assert_eq!(bold.settings.weighing.of(Concern::Cover).weight, 0.5);
    assert_eq!(bold.settings.weighing.of(Concern::Mission), steady.settings.weighing.of(Concern::Mission));
}

fn faults(text: &str) -> String {
    profile("x.toml", text).expect_err("faulty").to_string()
}

#[test]
fn every_fault_is_told_with_its_place() {
    let text = "name = 'X'\nkind = 'utilty'\nhaste = 1\n[plan]\nods = 2\ntempo = 7\n[consideration]\n\
        covr = { weight = 1, curve = 'step' }\nmission = { weight = 2, curve = 'linear', from = 0, to = 1 }\n";
    let expected = "x.toml:1:1: the file has no key `temper`; expected text\n\
        x.toml:2:8: key `kind` has value 'utilty'; expected one of utility, random, charge, hold (nearest is utility)\n\
        x.toml:3:1: unknown key `haste`; expected one of consideration, error_rate, \
        judgement, kind, name, plan, temper, under\n\
        x.toml:5:1: unknown key `ods`; expected `odds`\n\
        x.toml:6:9: key `tempo` has value 7; expected a number from 0.1 to 1\n\
        x.toml:8:1: unknown key `covr`; expected `cover`\n\
        x.toml:9:22: key `weight` has value 2; expected a number from 0 to 1";
    assert_eq!(faults(text), expected);
}

#[test]
fn a_curve_refuses_keys_of_other_curves() {
    let text = "name = 'X'\ntemper = 'x'\n[consideration]\n\
        cover = { weight = 1, curve = 'step', at = 0.5, below = 0, above = 1, steep = 3 }\n";
    assert_eq!(faults(text), "x.toml:4:71: unknown key `steep`; expected one of above, at, below, curve, weight");
}

#[test]
fn a_baseline_has_no_weights() {
    let text = "name = 'X'\ntemper = 'x'\nkind = 'hold'\n[plan]\nodds = 2\n";
    assert!(faults(text).starts_with("x.toml:4:2: unknown key `plan`"), "{}", faults(text));
}

#[test]
fn a_rule_system_can_be_met_in_another_way() {
    let text = "name = \"Wary\"\ntemper = \"t\"\n[judgement]\nboldness = 1.5\n[under.alpha.judgement]\nshare = 0.25\n\
                [under.alpha.plan]\nodds = 3.0\n";
    let wary = profile("wary.toml", text).expect("sound");
    let (usual, alpha) = (wary.under("beta"), wary.under("alpha"));
    assert_eq!((alpha.judgement.share, alpha.planning.odds), (0.25, 3.0));
    assert_eq!(alpha.judgement.boldness, 1.5, "what it says for all systems holds here too");
    assert_ne!(usual.judgement.share, 0.25);
    let fault = profile("wary.toml", &format!("{text}[under.alpha.consideraton]\n")).expect_err("refused").to_string();
    assert!(fault.contains("consideraton"), "{fault}");
    assert_eq!(fault.lines().count(), 1, "told once: {fault}");
}

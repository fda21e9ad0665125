//! Calibration: true forecasts hold, untrue ones are found, and nothing else changes by looking.

use std::sync::atomic::AtomicBool;

use battle::{Deaf, Distribution, Forecast, HouseRules, Library, Manner, Order, Role, System, Terms, Verb};
use proving::DrillLibrary;

use super::untrue::twisted;
use super::{json, options};
use crate::calibration::fate::{Fate, is_contact, is_ordered_back};
use crate::calibration::{Entry, Held, Ledger, Sample, Slot, Source};
use crate::{Format, Looks, Options, Report, run};

/// Small battles of the drill, orders tried at every decision.
fn calibrated(twist: fn(&mut Forecast)) -> Report {
    let options = Options {
        battles: vec![String::from("small-field")],
        calibration: Some(Looks { every: 1, ways: 0, throws: 0 }),
        jobs: 2,
        ..options(250)
    };
    run(&twisted(twist), &options, |_| {}).expect("a run")
}

/// All lines of a run together.
fn lines(report: &Report) -> Vec<Entry> {
    let mut ledger = Ledger::default();
    report.rows().iter().flat_map(|row| &row.foreseen).for_each(|line| ledger.merge(line));
    ledger.entries()
}

/// The lines of that kind of orders that were tried.
fn tried<'a>(lines: &'a [Entry], kind: &'a str) -> impl Iterator<Item = &'a Entry> {
    lines.iter().filter(move |line| line.source == Source::Tried && line.kind == kind)
}

#[test]
fn a_chance_is_counted_in_its_tenth() {
    let slots = [0.0, 0.05, 0.1, 0.55, 0.999, 1.0].map(Slot::of);
    let tenth = Slot::Tenth;
    assert_eq!(slots, [Slot::Never, tenth(0), tenth(1), tenth(5), tenth(9), Slot::Always]);
}

/// A line of that many orders of which so many came.
fn line(foreseen: f64, orders: u32, came: u32) -> Entry {
    let mut ledger = Ledger::default();
    (0..orders)
        .for_each(|one| ledger.add(Source::Tried, Held::chance(String::from("fire: destroys"), foreseen, one < came)));
    ledger.entries().remove(0)
}

#[test]
fn a_tenth_is_off_five_points_beyond_its_interval() {
    // Of 100 orders 30: 21.2 to 40.0 %.
    assert!(!line(0.449, 100, 30).is_off());
    assert!(line(0.451, 100, 30).is_off());
    assert!(!line(0.163, 100, 30).is_off());
    assert!(line(0.161, 100, 30).is_off());
    // One that stays out at 90 % is no wonder: it may come at up to 97.5 %. Two of two at 10 % are.
    assert!(!line(0.9, 1, 0).is_off());
    assert!(line(0.1, 2, 2).is_off());
    assert!(line(0.0, 100, 1).is_off(), "it was never to come");
    assert!(!line(0.0, 100, 0).is_off() && !line(1.0, 100, 100).is_off());
    assert!(line(1.0, 100, 99).is_off(), "it was certain");
}

#[test]
fn a_mean_has_the_error_of_what_was_missed() {
    let mut ledger = Ledger::default();
    for (foreseen, came) in [(1.0, 2.0), (2.0, 2.0), (3.0, 2.0), (2.0, 6.0)] {
        ledger.add(Source::Given, Held::amount(String::from("fire: inflicts"), foreseen, came));
    }
    let line = ledger.entries().remove(0);
    assert_eq!((line.mean_foreseen(), line.mean_came(), line.orders), (2.0, 3.0, 4));
    // Missed by 1, 0, -1, 4: mean 1, squares about it 14.
    assert!((line.error() - (14.0_f64 / 4.0 / 3.0).sqrt()).abs() < 1e-9, "{}", line.error());
    assert!(!line.is_off());
}

/// A line of losses of which so much was foreseen each time and that came.
fn losses(foreseen: f64, came: &[f64]) -> Entry {
    let mut ledger = Ledger::default();
    came.iter().for_each(|came| ledger.add(Source::Tried, Held::amount(String::from("fire: takes"), foreseen, *came)));
    ledger.entries().remove(0)
}

#[test]
fn a_mean_of_few_is_off_by_what_few_can_tell() {
    // Missed by 0.2 and 0.4: 0.3 with an error of 0.1, of two up to 63.7 of them.
    assert!(!losses(0.2, &[0.4, 0.6]).is_off());
    // Eight as far apart: 0.3 with an error of 0.038, 7.9 of them, where 3.5 are the most.
    assert!(losses(0.2, &[0.4, 0.6, 0.4, 0.6, 0.4, 0.6, 0.4, 0.6]).is_off());
    // Of four 0.3 with one of 0.058: 5.2, where 5.8 are the most.
    assert!(!losses(0.2, &[0.4, 0.6, 0.4, 0.6]).is_off());
}

#[test]
fn what_is_seldom_due_may_stay_out() {
    // None of 200 may still be up to 1.8 %, of 3 up to 70.8 %.
    assert!(!losses(0.0001, &[0.0; 200]).is_off() && !losses(0.01, &[0.0; 200]).is_off());
    assert!(losses(0.02, &[0.0; 200]).is_off());
    let of_three = |most: f64| {
        let mut ledger = Ledger::default();
        for foreseen in [most - 0.01, most, most + 0.01] {
            ledger.add(Source::Tried, Held::amount(String::from("fire: takes"), foreseen, 0.0));
        }
        ledger.entries().remove(0).is_off()
    };
    assert!(!of_three(0.14) && of_three(0.8));
}

#[test]
fn forecasts_of_shots_are_true() {
    let lines = lines(&calibrated(|_| {}));
    for kind in ["fire: inflicts", "fire: destroys", "fire: roll \"fire\" counts", "fire: roll \"fire\" has one"] {
        let own: Vec<&Entry> = tried(&lines, kind).collect();
        assert!(own.iter().map(|line| line.orders).sum::<u32>() > 300, "{kind}: {own:?}");
        assert!(own.iter().all(|line| !line.is_off()), "{own:?}");
    }
}

#[test]
fn a_loss_that_is_foreseen_half_is_found() {
    let lines = lines(&calibrated(|forecast| forecast.effect.inflicted /= 2.0));
    assert!(tried(&lines, "fire: inflicts").all(Entry::is_off));
    assert!(tried(&lines, "fire: roll \"fire\" counts").all(|line| !line.is_off()));
}

#[test]
fn a_roll_that_is_shown_easier_is_found() {
    let lines = lines(&calibrated(|forecast| {
        for roll in &mut forecast.rolls {
            let easier = |terms: Terms| Terms { dice: terms.dice + 2, ..terms };
            roll.outcome = easier(roll.terms).outcome();
        }
    }));
    assert!(tried(&lines, "fire: roll \"fire\" counts").all(Entry::is_off));
    assert!(tried(&lines, "fire: roll \"fire\" has one").any(Entry::is_off));
    assert!(tried(&lines, "fire: inflicts").all(|line| !line.is_off()));
}

#[test]
fn what_was_never_to_come_is_found() {
    let lines = lines(&calibrated(|forecast| {
        forecast.effect.destroys = 0.0;
        for roll in &mut forecast.rolls {
            roll.outcome = Distribution::certain(0);
        }
    }));
    let never: Vec<&Entry> = tried(&lines, "fire: roll \"fire\" has one").collect();
    assert_eq!(never.len(), 1);
    assert_eq!(never[0].slot, Slot::Never);
    assert!(never[0].is_off());
}

#[test]
fn a_charge_that_is_answered_otherwise_than_presumed_is_left_out() {
    let charges = |twist| {
        let lines = lines(&calibrated(twist));
        let of = |line: &&Entry| line.kind == "charge: destroys";
        lines.iter().filter(of).map(|line| line.orders).sum::<u32>()
    };
    let plain = charges(|_| {});
    // The target fires or holds, where it may. With both presumed all charges count, with neither only those that nobody answers.
    assert_eq!(charges(|forecast| forecast.reply = (0..=u8::MAX).map(Verb).collect()), plain);
    let rest = charges(|forecast| forecast.reply = vec![Verb(u8::MAX)]);
    assert!(plain > 500 && rest + 50 < plain, "{rest} of {plain}");
}

#[test]
fn who_ran_and_is_made_to_run_again_is_broken_and_not_thrown_back() {
    let mut runs = Fate { ran: true, pressed: true, ..Fate::default() };
    runs.goes(Manner::Fled, false);
    assert!(runs.gone && !runs.repelled(), "{runs:?}");
    // Unpressed it only goes on running; who stood is broken by its mark, and until then has gone back.
    let mut on = Fate { ran: true, ..Fate::default() };
    on.goes(Manner::Fled, false);
    assert!(!on.gone && !on.repelled(), "{on:?}");
    let mut stood = Fate { pressed: true, ..Fate::default() };
    stood.goes(Manner::Fled, false);
    assert!(!stood.gone && stood.repelled(), "{stood:?}");
    let mut sent = Fate::default();
    sent.goes(Manner::Withdrew, true);
    assert!(sent.repelled(), "{sent:?}");
}

#[test]
fn an_ordered_fall_back_that_does_not_stop_is_no_repulse() {
    assert!(is_ordered_back(Role::March, Manner::Withdrew));
    assert!(!is_ordered_back(Role::March, Manner::Retreated), "a forced march that ends in a retreat is one");
    assert!(!is_ordered_back(Role::Assault, Manner::Withdrew), "a charge that is sent back is one");
}

/// A small battle in which an order of that word can be given, and the first.
fn first_of(word: &str) -> (Box<dyn System>, Order) {
    let scenario = DrillLibrary.battle("small-field").expect("a battle").scenario;
    let found = (0..200).find_map(|seed| {
        let mut battle = DrillLibrary.deploy("drill", &scenario, &HouseRules::default(), seed).expect("room");
        let mut player = DrillLibrary.commander("random", seed).expect("a player");
        while battle.to_decide().is_some() {
            let is_it = |order: &Order| battle.verb(order).is_some_and(|verb| verb.word == word);
            if let Some(order) = battle.orders().into_iter().find(is_it) {
                return Some((battle, order));
            }
            let order = player.decide(&*battle, &AtomicBool::new(false)).order;
            battle.resolve(&order, &mut Deaf).expect("legal");
        }
        None
    });
    found.expect("one of the battles")
}

#[test]
fn a_volley_that_is_gathered_is_let_fly_and_nobody_else_joins() {
    let (battle, shot) = first_of("fire");
    let sample = Sample::of(&*battle, &shot).expect("it tells something");
    let others = battle.field().present_of(battle.field().side(shot.target_unit().expect("a target")).other());
    for by in others {
        let fly = Order::new(shot.verb).by(by);
        assert!(sample.goes_on_by(battle.field(), &fly), "{by:?}");
        let joins = fly.on(shot.target_unit().expect("a target"));
        assert_eq!(sample.goes_on_by(battle.field(), &joins), shot.unit() == Some(by), "{by:?}");
    }
}

#[test]
fn who_touches_has_met_where_both_show_contact() {
    assert!(is_contact(true, None) && !is_contact(false, None));
    assert!(is_contact(true, Some([true, true])));
    assert!(!is_contact(true, Some([false, false])), "it stands beside one that has not answered yet");
    assert!(!is_contact(true, Some([true, false])), "it is in contact with somebody else");
}

/// The lines of few orders, each thrown many times and once.
fn thrown(twist: fn(&mut Forecast)) -> [Vec<Entry>; 2] {
    let looks = Looks { every: 4, ways: 0, throws: 40 };
    let battles = vec![String::from("small-field")];
    let options = Options { battles, calibration: Some(looks), jobs: 2, ..options(30) };
    let lines = lines(&run(&twisted(twist), &options, |_| {}).expect("a run"));
    let of = |source| lines.iter().filter(|line| line.source == source).cloned().collect();
    [of(Source::Thrown), of(Source::Tried)]
}

#[test]
fn many_throws_of_few_orders_find_what_one_throw_each_does_not() {
    let [thrown_true, _] = thrown(|_| {});
    let fire = |lines: &[Entry]| lines.iter().find(|line| line.kind == "fire: inflicts").cloned().expect("shots");
    assert!(fire(&thrown_true).orders > 5);
    let of_fire = thrown_true.iter().filter(|line| line.kind.starts_with("fire: "));
    of_fire.for_each(|line| assert!(!line.is_off(), "{line:?}"));
    let [thrown, tried] = thrown(|forecast| forecast.effect.inflicted *= 1.2);
    assert!(fire(&thrown).is_off() && !fire(&tried).is_off(), "{:?} {:?}", fire(&thrown), fire(&tried));
    assert_eq!(fire(&thrown).orders, fire(&tried).orders, "the same orders");
    assert!(fire(&thrown).error() * 3.0 < fire(&tried).error());
}

#[test]
fn a_chance_of_many_throws_is_held_by_its_mean() {
    let of = |came: &[f64]| {
        let mut ledger = Ledger::default();
        let held =
            |came: &f64| Held { kind: String::from("fire: destroys"), slot: Slot::of(0.5), foreseen: 0.5, came: *came };
        came.iter().for_each(|came| ledger.add(Source::Thrown, held(came)));
        ledger.entries().remove(0)
    };
    assert!(of(&[0.56, 0.57, 0.56, 0.57]).is_off(), "six points and more, and little spread");
    assert!(!of(&[0.53, 0.54, 0.53, 0.54]).is_off(), "four points");
    assert!(!of(&[0.3, 0.9, 0.4, 0.8]).is_off(), "the orders differ by more than the mean is off");
}

/// The lines of orders followed through every way of the dice.
fn worked(twist: fn(&mut Forecast)) -> Vec<Entry> {
    let looks = Looks { every: 4, ways: 4_000, throws: 0 };
    let battles = vec![String::from("small-field")];
    let options = Options { battles, calibration: Some(looks), jobs: 2, ..options(20) };
    let lines = lines(&run(&twisted(twist), &options, |_| {}).expect("a run"));
    lines.into_iter().filter(|line| line.source == Source::Worked).collect()
}

#[test]
fn what_comes_on_every_way_of_the_dice_is_what_was_foreseen() {
    let lines = worked(|_| {});
    for kind in ["fire: inflicts", "fire: destroys", "charge: inflicts", "charge: takes"] {
        let line = lines.iter().find(|line| line.kind == kind).expect(kind);
        assert!(line.orders > 5 && line.agreed == line.orders, "{line:?}");
        assert!(line.foreseen > 0.1 && line.worst < 1e-6, "{line:?}");
    }
}

#[test]
fn a_forecast_that_misses_by_little_is_found_without_chance() {
    let lines = worked(|forecast| forecast.effect.inflicted *= 1.001);
    let line = lines.iter().find(|line| line.kind == "fire: inflicts").expect("shots");
    assert!(line.agreed < line.orders && line.worst > 1e-6, "{line:?}");
    let other = lines.iter().find(|line| line.kind == "fire: destroys").expect("shots");
    assert_eq!(other.agreed, other.orders, "{other:?}");
}

#[test]
fn the_table_marks_what_is_off_and_fits_80_columns() {
    let text = calibrated(|forecast| forecast.effect.inflicted /= 2.0).summary();
    assert!(text.contains("drill: orders drawn at random and tried, foreseen beside what came\n"), "{text}");
    assert!(text.contains("drill: orders given, which were chosen for what they promise\n"), "{text}");
    let place = text.find("  fire: inflicts\n").expect("the kind");
    let next = text[place..].lines().nth(1).expect("its line");
    assert!(next.starts_with("    on average") && next.ends_with("  off"), "{next}");
    let begin = text.find("drill: orders drawn").expect("the table");
    let theme = text[begin..].split("\n\n").next().expect("a theme");
    let widest = theme.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(80), "{widest:?}");
}

#[test]
fn looking_changes_no_game() {
    let plain = super::soak(&options(4));
    let looked = super::soak(&Options { calibration: Some(Looks { every: 3, ways: 0, throws: 0 }), ..options(4) });
    assert!(plain.rows().iter().all(|row| row.foreseen.is_empty()));
    assert!(!json(&plain).contains("\"foreseen\":"));
    for (one, other) in plain.rows().iter().zip(looked.rows()) {
        assert!(!other.foreseen.is_empty());
        assert_eq!(one, &crate::Row { foreseen: Vec::new(), ..other.clone() });
    }
    let table = |report: &Report| {
        let mut out = Vec::new();
        report.write(&mut out, Format::Csv).expect("written");
        out
    };
    assert_eq!(table(&plain), table(&looked), "tables have no lines of calibration");
}

#[test]
fn the_same_seed_tries_the_same_orders_on_any_number_of_threads() {
    let looks = Looks { every: 3, ways: 0, throws: 2 };
    let with = |jobs| json(&super::soak(&Options { calibration: Some(looks), jobs, ..options(4) }));
    assert_eq!(with(1), with(3));
}

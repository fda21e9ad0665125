//! Golden texts: readable transcripts and counts of random battles, kept in files and compared.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use battle::{Battlefield, Conditions, Event, Order, Outcome, Pending, Recorder, Roll, System};

use super::{MAX_ORDERS, Make};
use crate::RandomPlayer;

/// A random battle as text: at each decision what is asked, how many orders of each verb are legal, the order given
/// and everything that came of it; at the end the outcome and the state's digest.
#[must_use]
pub fn playthrough(mut system: Box<dyn System>, seed: u64) -> String {
    let mut text = format!("system {}, player {seed}\n", system.info().key);
    let mut player = RandomPlayer::new(seed);
    for _ in 0..MAX_ORDERS {
        let Some(order) = player.choose(&*system).filter(|_| system.outcome().is_none()) else { break };
        let _ = writeln!(text, "\n{}\n  {}", asked(&*system), menu(&*system));
        let _ = writeln!(text, "> {}", system.order_text().write(&order));
        if let Err(refusal) = system.resolve(&order, &mut Teller(&mut text)) {
            let _ = writeln!(text, "  refused: {refusal}");
            break;
        }
    }
    let _ = writeln!(text, "\n{}\nstate {}", pending(system.pending()), &system.digest().to_hex()[..16]);
    text
}

/// What is pending.
fn pending(pending: Pending) -> String {
    match pending {
        Pending::Over(outcome) => format!("Over({})", ended(outcome)),
        Pending::Decide(_) => format!("{pending:?}"),
    }
}

/// What decided a battle; not what its numbers are called, which decides nothing.
fn ended(Outcome { winner, reason, points, .. }: Outcome) -> String {
    format!("Outcome {{ winner: {winner:?}, reason: {reason:?}, points: {points:?} }}")
}

fn asked(system: &dyn System) -> String {
    let step = system.info().steps.get(usize::from(system.field().step())).map_or("?", |step| step.title);
    match system.pending() {
        Pending::Over(_) => String::from("over"),
        Pending::Decide(decision) => {
            let about = |unit: Option<battle::UnitId>| {
                unit.map_or_else(String::new, |unit| format!(" {}", system.field().label(unit.into())))
            };
            let (unit, target) = (about(decision.unit), about(decision.target));
            format!("turn {}, {step}: {} {}{unit}{target}", system.field().turn(), decision.side, decision.ask.key)
        }
    }
}

/// How many orders of each verb are legal.
fn menu(system: &dyn System) -> String {
    let mut counts: BTreeMap<u8, usize> = BTreeMap::new();
    system.all_orders().iter().for_each(|order| *counts.entry(order.verb.0).or_default() += 1);
    let word = |verb: u8| system.info().verbs.get(usize::from(verb)).map_or("?", |verb| verb.word);
    let parts: Vec<String> = counts.iter().map(|(verb, count)| format!("{} {count}", word(*verb))).collect();
    parts.join(", ")
}

/// Writes each event as a line.
struct Teller<'a>(&'a mut String);

impl battle::Listener for Teller<'_> {
    fn after(&mut self, field: &Battlefield, event: &Event) {
        if let Some(line) = line(field, event) {
            let _ = writeln!(self.0, "  {line}");
        }
    }
}

fn line(field: &Battlefield, event: &Event) -> Option<String> {
    let unit = |unit: &battle::UnitId| field.label((*unit).into());
    Some(match event {
        Event::Ordered { .. } => return None,
        Event::TurnBegan { turn } => format!("turn {turn}"),
        Event::StepBegan { step, side } => format!("step {step} {}", side.map_or("both", battle::Side::name)),
        Event::Rolled(roll) => rolled(field, roll),
        Event::Placed { unit: who, pose } => format!("{} is placed at {pose}", unit(who)),
        Event::Moved { unit: who, to, path, manner, .. } => {
            format!("{} {} to {to} over {}", unit(who), manner.verb(), path.len())
        }
        Event::Reshaped { unit: who, stands, .. } => format!("{} has {stands} stands", unit(who)),
        Event::BrigadeBroke { brigade, .. } => {
            format!("{} breaks", field.roster().brigades[usize::from(*brigade)].name)
        }
        Event::Damaged { part, wounds, destroyed, .. } => {
            format!("{part} has {wounds} wounds{}", if *destroyed { ", destroyed" } else { "" })
        }
        Event::Ignited { patch, .. } => format!("houses {patch} burn"),
        Event::Strength { unit: who, from, to, cause, .. } => format!("{} {from} -> {to} by {cause}", unit(who)),
        Event::Marked { unit: who, marks, on, .. } => {
            let marks = Conditions::of(*marks, field.roster().marks);
            let names: Vec<&str> = marks.in_order().iter().map(|info| info.key).collect();
            format!("{} {}{}", unit(who), if *on { "+" } else { "-" }, names.join(" "))
        }
        Event::Rated { unit: who, full, .. } => format!("{} is {full} in full", unit(who)),
        Event::Merged { unit: who, into, .. } => format!("{} is part of {} again", unit(who), unit(into)),
        Event::Left { unit: who, why, .. } => format!("{} leaves: {why:?}", unit(who)),
        Event::LeaderMoved { leader, to, .. } => {
            let place = match to {
                battle::Perch::With(who) => unit(who),
                battle::Perch::At(hex) => hex.offset().to_string(),
                battle::Perch::Away => String::from("nowhere"),
            };
            format!("{} goes to {place}", field.label((*leader).into()))
        }
        Event::ObjectiveTaken { objective, holder } => format!("objective {objective} to {holder:?}"),
        Event::Told(told) => told.sentence(field),
        Event::Ended(outcome) => format!("ended: {}", ended(*outcome)),
    })
}

fn rolled(field: &Battlefield, roll: &Roll) -> String {
    let who = roll.who.map_or_else(|| String::from(roll.side.name()), |who| field.label(who));
    let faces: Vec<String> = roll.faces.as_slice().iter().map(u8::to_string).collect();
    let need = roll.need().map_or_else(String::new, |need| format!(" need {need}"));
    let why: Vec<String> =
        roll.modifiers.iter().map(|modifier| format!("{} {:+}", modifier.name, modifier.value)).collect();
    let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join(", ")) };
    format!("{who} {}:{need} {} = {}{why}", roll.label, faces.join(" "), roll.result)
}

/// What happens in random battles of the seeds from 0 on: a line each with turns, orders by verb, rolls, units lost, the
/// outcome and the digest of the last state.
#[must_use]
pub fn counts(make: Make<'_>, seeds: u64) -> String {
    (0..seeds).map(|seed| count(make(seed), seed)).collect()
}

fn count(mut system: Box<dyn System>, seed: u64) -> String {
    let (mut player, mut heard) = (RandomPlayer::new(seed), Recorder::default());
    let mut verbs: BTreeMap<u8, usize> = BTreeMap::new();
    let mut orders = 0;
    while orders < MAX_ORDERS {
        let Some(order) = player.choose(&*system).filter(|_| system.outcome().is_none()) else { break };
        if system.resolve(&order, &mut heard).is_err() {
            break;
        }
        orders += 1;
        *verbs.entry(order.verb.0).or_default() += 1;
    }
    let count = |wanted: fn(&Event) -> bool| heard.events.iter().filter(|event| wanted(event)).count();
    let (rolls, lost) = (count(|e| matches!(e, Event::Rolled(_))), count(|e| matches!(e, Event::Left { .. })));
    let parts: Vec<String> = verbs.iter().map(|(verb, count)| format!("{} {count}", word(&*system, *verb))).collect();
    let end = system.outcome().map_or_else(
        || String::from("unfinished"),
        |end| format!("{} {}", end.winner.map_or("nobody", battle::Side::name), end.reason.text()),
    );
    let digest = system.digest().to_hex();
    let turns = system.field().turn();
    format!(
        "{seed}: {turns} turns, {orders} orders ({}), {rolls} rolls, {lost} units lost, {end}, {}\n",
        parts.join(", "),
        &digest[..8]
    )
}

fn word(system: &dyn System, verb: u8) -> &'static str {
    system.verb(&Order::new(battle::Verb(verb))).map_or("?", |verb| verb.word)
}

/// Compares a text with a file; with `GROGNARD_REWRITE=1` in the environment writes the file instead. Paths are best
/// made from `env!("CARGO_MANIFEST_DIR")`.
///
/// # Panics
/// When the file cannot be written, is missing, or differs: tells the first line that does.
pub fn golden(path: impl AsRef<Path>, text: &str) {
    let path = path.as_ref();
    if std::env::var_os("GROGNARD_REWRITE").is_some_and(|value| value == "1") {
        if let Some(folder) = path.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        if let Err(fault) = std::fs::write(path, text) {
            panic!("cannot write {}: {fault}", path.display());
        }
        return;
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    if let Some(tale) = first_difference(&kept, text) {
        panic!("{} differs; run with GROGNARD_REWRITE=1 to accept\n{tale}", path.display());
    }
}

/// The first line in which two texts differ, as a tale of three lines; `None` when they are equal.
#[must_use]
pub fn first_difference(kept: &str, text: &str) -> Option<String> {
    if kept == text {
        return None;
    }
    let (kept, text): (Vec<&str>, Vec<&str>) = (kept.lines().collect(), text.lines().collect());
    let place = (0..kept.len().max(text.len())).find(|place| kept.get(*place) != text.get(*place)).unwrap_or(0);
    let line = |lines: &[&str]| lines.get(place).map_or_else(|| String::from("(nothing)"), |line| (*line).to_owned());
    Some(format!("line {}:\n  kept {}\n  now  {}", place + 1, line(&kept), line(&text)))
}

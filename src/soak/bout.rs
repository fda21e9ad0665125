//! One game: played to its end, checked after every order.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use battle::{Deaf, Library, Listener, Outcome, Refusal, Side, UNITS_LOST, Unusable};
use table::campaign::Account;
use table::{Game, Notes, SeatSpec, Setup, Thought};

use crate::calibration::{Both as Pair, Calibration};
use crate::causes::units_lost;
use crate::fault::{self, Fault};
use crate::guard::guarded;
use crate::options::Options;
use crate::plan::{Match, Plan};
use crate::programs::{self, Both};
use crate::row::Row;
use crate::swarm;
use crate::times::Times;
use crate::turns::{Turn, Turns};
use crate::usage::Usage;
use crate::watch::Watch;

/// What came of one game.
pub(crate) struct Played {
    pub(crate) row: Row,
    pub(crate) times: Times,
    pub(crate) fault: Option<Fault>,
    /// How it stood turn by turn, where that was asked for.
    pub(crate) turns: Vec<Turn>,
    /// Why some trials of the calibration could not be played on.
    pub(crate) untried: Option<String>,
    /// What programs did.
    pub(crate) dealings: Both,
}

/// Who listens to a game.
struct Ears {
    watch: Watch,
    calibration: Option<Calibration>,
    turns: Option<Turns>,
    usage: Option<Usage>,
}

/// Plays one game.
///
/// # Errors
/// When its record cannot be written.
pub(crate) fn play(library: &dyn Library, options: &Options, plan: &Plan, one: &Match) -> Result<Played, Unusable> {
    let setup = plan.setup(library, one)?;
    let row = empty_row(&setup, plan.battle_name(one), one.index, one.swapped);
    let name = format!("game-{:06}.jsonl", one.index);
    fight_out(library, options, (&setup, Notes::default()), row, &name).map(|(played, _)| played)
}

/// Plays one battle whose record begins with those notes, and keeps it under that name where records are kept. For a battle of a
/// campaign, what that needs to know of it as well.
///
/// # Errors
/// When its record cannot be written.
pub(crate) fn fight_out(
    library: &dyn Library,
    options: &Options,
    (setup, notes): (&Setup, Notes),
    mut row: Row,
    name: &str,
) -> Result<(Played, Option<Account>), Unusable> {
    let counts = !notes.is_empty();
    let calibration = options.calibration.map(|looks| Calibration::new(library, names(setup), setup.seed, looks));
    let usage = options.clauses.then(|| Usage::new(setup.system));
    let turns = options.turns.map(|detail| Turns::new(detail, setup.system));
    let mut ears = Ears { watch: Watch::new(setup.system), calibration, turns, usage };
    let started = guarded(|| Game::start_untold_noted(library, setup, notes, &options.outside()));
    let mut dealings = [None, None];
    let (record, what, account) = match started {
        Err(panic) => (String::new(), Some(format!("panicked while setting up: {panic}")), None),
        Ok(Err(unusable)) => (String::new(), Some(format!("cannot be set up: {unusable}")), None),
        Ok(Ok(mut game)) => {
            let what = fight(&mut game, &mut ears, options.order_limit).err();
            fill(&mut row, &game, &ears.watch);
            dealings = programs::dealings(&game);
            let account = (counts && what.is_none()).then(|| game.account());
            (record_text(&game), what, account)
        }
    };
    if let Some(folder) = &options.records {
        save(folder, name, &record)?;
    }
    let fault = what.map(|what| faulty(&mut row, options, what, &record)).transpose()?;
    row.foreseen = ears.calibration.as_ref().map(Calibration::entries).unwrap_or_default();
    row.clauses = ears.usage.as_ref().map(Usage::counts).unwrap_or_default();
    let times = Times::of(&row, ears.watch.thought_for());
    let untried = ears.calibration.as_ref().and_then(Calibration::broken);
    let turns = ears.turns.map(|turns| turns.lines(row.index, &row.battle, &row.rules)).unwrap_or_default();
    Ok((Played { row, times, fault, turns, untried, dealings }, account))
}

/// The commanders in the seats; nothing for a program.
fn names(setup: &Setup) -> [&str; 2] {
    setup.seats.each_ref().map(|seat| match seat {
        SeatSpec::Commander(name) => name.as_str(),
        _ => "",
    })
}

pub(crate) fn empty_row(setup: &Setup, battle: &str, index: usize, swapped: bool) -> Row {
    Row {
        index,
        battle: String::from(battle),
        rules: String::from(setup.system.key),
        blue: setup.seats[0].to_string(),
        red: setup.seats[1].to_string(),
        swapped,
        seed: setup.seed,
        house: swarm::told(&setup.house),
        ..Row::default()
    }
}

/// Plays to the end; the error says what went wrong.
fn fight(game: &mut Game, ears: &mut Ears, order_limit: u32) -> Result<(), String> {
    check(game)?;
    while let Some(side) = game.system().to_decide() {
        if game.orders_given() >= order_limit {
            return Err(format!("no end after {order_limit} orders"));
        }
        if let Some(calibration) = &mut ears.calibration {
            calibration.try_orders(game.system(), game.orders_given());
        }
        let turn = game.system().field().turn();
        give_one(game, ears, side)?;
        // As the battle ends, the turn that it ends in does too, though nobody may have decided anything in it.
        let over = game.system().field().turn() + u16::from(game.outcome().is_some());
        (turn.max(1)..over).try_for_each(|turn| end_turn(game, ears, turn))?;
        if let Some(calibration) = &mut ears.calibration {
            calibration.settle(game.system());
        }
        check(game).map_err(|what| format!("after order {}: {what}", game.orders_given()))?;
    }
    ears.watch.end_turn(game.system().field());
    Ok(())
}

/// Tells how it stands as a turn has ended.
fn end_turn(game: &Game, ears: &mut Ears, turn: u16) -> Result<(), String> {
    let Some(turns) = &mut ears.turns else { return Ok(()) };
    guarded(|| turns.end_turn(turn, game.system(), &game.tally())).map_err(|panic| format!("panicked: {panic}"))
}

fn give_one(game: &mut Game, ears: &mut Ears, side: Side) -> Result<(), String> {
    let turn = game.system().field().turn();
    let start = Instant::now();
    let thought = guarded(|| Some(game.begin_thinking()?.run(&AtomicBool::new(false))));
    ears.watch.thought(turn, side, start.elapsed());
    let given = thought.and_then(|thought| guarded(|| carry_out(game, ears, side, thought)));
    let order = || game.past().attempt().map_or_else(String::new, |order| format!(" (order `{order}`)"));
    match given {
        Err(panic) => Err(format!("turn {turn}, {side}: panicked: {panic}{}", order())),
        Ok(Err(refusal)) => Err(format!("turn {turn}, {side}: refused: {refusal}{}", order())),
        Ok(Ok(())) => Ok(()),
    }
}

/// Gives the order that was thought of, and notes what was foreseen of it.
fn carry_out(game: &mut Game, ears: &mut Ears, side: Side, thought: Option<Thought>) -> Result<(), Refusal> {
    let thought = thought.ok_or_else(|| Refusal::new("", "no computer seat is to decide"))?;
    let Ears { watch, calibration, turns, usage } = ears;
    if let Some(order) = thought.order().filter(|order| watch.heeds(order))
        && let Some(by) = order.unit()
    {
        watch.foreseen(side, by, &game.view(side).forecast(order).effect);
    }
    if let (Some(calibration), Some(order)) = (calibration.as_mut(), thought.order()) {
        calibration.foresee(game.view(side), order);
    }
    let [mut no_calibration, mut no_turns, mut no_usage] = [Deaf, Deaf, Deaf];
    let calibration: &mut dyn Listener = calibration.as_mut().map_or(&mut no_calibration, |one| one);
    let turns: &mut dyn Listener = turns.as_mut().map_or(&mut no_turns, |one| one);
    let usage: &mut dyn Listener = usage.as_mut().map_or(&mut no_usage, |one| one);
    game.finish_heard(thought, &mut Pair(watch, &mut Pair(calibration, &mut Pair(turns, usage))))
}

/// The checks after every order.
fn check(game: &Game) -> Result<(), String> {
    let audit = guarded(|| game.system().audit());
    audit.unwrap_or_else(|panic| Err(format!("panicked in its checks: {panic}")))
}

fn fill(row: &mut Row, game: &Game, watch: &Watch) {
    row.turns = game.system().field().turn();
    row.orders = game.orders_given();
    row.contact_turn = watch.contact_turn;
    row.idle_share = watch.idle_share();
    [row.blue_charges_foreseen, row.red_charges_foreseen] = watch.charges_foreseen();
    row.hash = String::from(game.past().last_hash().unwrap_or_default());
    if let Some(outcome) = game.outcome() {
        ended(row, &outcome);
        if let Some((turn, cause)) = outcome.winner.and_then(|winner| watch.causes.worst_turn(winner.other())) {
            row.decisive_turn = Some(turn);
            row.decisive_cause = String::from(cause);
        }
    }
    // The worth of units comes from the system, which may be broken after a fault.
    if let Ok(tally) = guarded(|| game.tally()) {
        row.count(game.system(), &tally);
        let lost = |side| guarded(|| units_lost(game.system(), side)).unwrap_or_default();
        row.blue_counts.insert(String::from(UNITS_LOST.key), lost(Side::Blue));
        row.red_counts.insert(String::from(UNITS_LOST.key), lost(Side::Red));
    }
}

fn ended(row: &mut Row, outcome: &Outcome) {
    let winner = outcome.winner.map_or("draw", |side| if side == Side::Blue { "blue" } else { "red" });
    row.winner = String::from(winner);
    row.reason = format!("{:?}", outcome.reason).to_lowercase();
    [row.blue_points, row.red_points] = outcome.points;
}

/// The record, with the order that was not carried out as its last line.
fn record_text(game: &Game) -> String {
    let attempt = game.past().attempt().map(|order| serde_json::json!({ "order": order }).to_string() + "\n");
    game.past().record_text() + &attempt.unwrap_or_default()
}

fn faulty(row: &mut Row, options: &Options, what: String, record: &str) -> Result<Fault, Unusable> {
    row.winner.clear();
    row.reason = String::from("fault");
    row.fault.clone_from(&what);
    let name = format!("fault-{}-{}-{}.jsonl", row.battle.replace(':', "-"), row.rules, row.index);
    let kept = options.faults.as_ref().filter(|_| !record.is_empty());
    let record = kept.map(|folder| save(folder, &name, record)).transpose()?;
    Ok(Fault { index: row.index, what, command: fault::command(row, options), record })
}

/// Writes a new file; one that is there already gets a number added, never overwritten.
fn save(folder: &Path, name: &str, text: &str) -> Result<PathBuf, Unusable> {
    let cannot = |path: &Path, error| Unusable(format!("cannot write the record {}: {error}", path.display()));
    fs::create_dir_all(folder).map_err(|error| cannot(folder, error))?;
    let mut path = folder.join(name);
    let mut number = 1;
    let mut file = loop {
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => break file,
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && number < 10_000 => number += 1,
            Err(error) => return Err(cannot(&path, error)),
        }
        path = folder.join(format!("{}-{number}.jsonl", name.trim_end_matches(".jsonl")));
    };
    file.write_all(text.as_bytes()).map_err(|error| cannot(&path, error))?;
    Ok(path)
}

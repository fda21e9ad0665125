//! Whole campaigns in bulk: the computer plays both sides, the campaign's seed takes the ways, evenly among those that are open.

mod summary;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use battle::{Library, Side, SystemInfo, Unusable};
use serde::Serialize;
use table::campaign::{Campaign, Fought, Run, Standing};
use table::{SeatSpec, Terms, next_battle};

use crate::bout;
use crate::fault::{Fault, shell_word};
use crate::options::{Options, Seating};
use crate::plan::{check_seats, game_seed, systems};
use crate::row::Row;
pub use summary::TourReport;

/// What to play.
pub struct Tours<'a> {
    /// The campaign.
    pub campaign: Arc<Campaign>,
    /// What it was called, for the command that plays one again.
    pub name: &'a str,
    /// Everything else: systems, seats, games, seed, seating, shard, jobs, house rules, records, limits.
    pub options: &'a Options,
}

/// One battle of a campaign: the line of the battle, with the stage and its number before it.
#[derive(Clone, Debug, Serialize)]
pub struct Leg {
    /// The campaign's key.
    pub campaign: String,
    /// The stage's key.
    pub stage: String,
    /// Which of the campaign's battles it is, from 1.
    pub number: usize,
    /// The battle as every soak tells of it.
    #[serde(flatten)]
    pub row: Row,
}

/// What came of one campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tour {
    /// Its number in the plan, from 0.
    pub index: usize,
    /// The campaign's key.
    pub campaign: String,
    /// The rule system's key.
    pub rules: String,
    /// Blue's player.
    pub blue: String,
    /// Red's player.
    pub red: String,
    /// Whether the players have changed sides.
    pub swapped: bool,
    /// Its seed.
    pub seed: u64,
    /// The name of its ending; empty for a fault.
    pub ending: String,
    /// `blue`, `red` or `nobody`; empty for a fault.
    pub winner: String,
    /// Campaign points of Blue.
    pub blue_points: u16,
    /// Of Red.
    pub red_points: u16,
    /// Battles fought.
    pub battles: usize,
    /// Per cent that is left of Blue's strength.
    pub blue_left: u8,
    /// Of Red's.
    pub red_left: u8,
    /// Per cent of their armies that Blue and Red lost in each battle.
    pub lost: Vec<[u8; 2]>,
    /// Who won each battle: `blue`, `red` or `draw`.
    pub winners: Vec<String>,
    /// The stages that were fought.
    pub stages: Vec<String>,
    /// The ways that were taken.
    pub ways: Vec<String>,
    /// The side that had nobody left for the next battle; empty as a rule.
    pub nobody_left: String,
    /// What went wrong, for a fault; empty otherwise.
    pub fault: String,
}

/// One line of what comes of campaigns.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum Line<'a> {
    /// A battle.
    Battle(&'a Leg),
    /// A campaign, after its battles.
    Campaign(&'a Tour),
}

impl Line<'_> {
    /// Writes it as a line of JSON.
    ///
    /// # Errors
    /// As the output says.
    pub fn write_json(&self, mut out: impl std::io::Write) -> std::io::Result<()> {
        serde_json::to_writer(&mut out, self)?;
        out.write_all(b"\n")
    }
}

/// A campaign that was played.
struct Played {
    legs: Vec<Leg>,
    tour: Tour,
    faults: Vec<Fault>,
}

/// One campaign to be played.
#[derive(Clone, Copy)]
struct Hand {
    index: usize,
    system: usize,
    seed: u64,
    swapped: bool,
}

/// Plays whole campaigns. `hear` is called with every line in the order of the plan, whatever the number of threads; what it
/// answers with `false` ends the run.
///
/// # Errors
/// Unusable names, or a record that cannot be written. Faults of single battles are no errors; the report has them.
pub fn tours(
    library: &dyn Library,
    tours: &Tours<'_>,
    mut hear: impl FnMut(Line<'_>) -> bool,
) -> Result<TourReport, Unusable> {
    let options = tours.options;
    check_seats(library, &options.seats)?;
    let systems: Vec<Terms> = systems(library, options)?
        .into_iter()
        .map(|(system, house)| Terms { system, house, seats: options.seats.clone() })
        .collect();
    let hands = deal(options, systems.len());
    let mut report = TourReport::new(tours, systems.iter().map(|terms| terms.system).collect::<Vec<&SystemInfo>>());
    let next = AtomicUsize::new(0);
    let (send, receive) = channel();
    thread::scope(|scope| {
        for _ in 0..options.jobs.clamp(1, hands.len().max(1)) {
            let (send, next, hands, systems) = (send.clone(), &next, &hands, &systems);
            scope.spawn(move || {
                while !options.stop.load(Ordering::Relaxed) {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(hand) = hands.get(place) else { return };
                    let played = play(library, tours, &systems[hand.system], *hand);
                    if send.send((place, played)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let done = collect(receive, &mut report, &mut hear);
        options.stop.store(true, Ordering::Relaxed);
        done
    })?;
    Ok(report)
}

/// Puts campaigns in order.
fn collect(
    receive: Receiver<(usize, Result<Played, Unusable>)>,
    report: &mut TourReport,
    hear: &mut impl FnMut(Line<'_>) -> bool,
) -> Result<(), Unusable> {
    let (mut waiting, mut done) = (BTreeMap::new(), 0);
    for (place, played) in receive {
        waiting.insert(place, played?);
        while let Some(played) = waiting.remove(&done) {
            done += 1;
            let told = played.legs.iter().all(|leg| hear(Line::Battle(leg))) && hear(Line::Campaign(&played.tour));
            report.add(played.tour, played.faults);
            if !told {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Deals the campaigns to the rule systems in turn; swapped, two on the same seed go together.
fn deal(options: &Options, systems: usize) -> Vec<Hand> {
    let differ = options.seats[0] != options.seats[1];
    let seatings: &[bool] = if options.seating == Seating::Swapped && differ { &[false, true] } else { &[false] };
    let hands = (options.games as usize).div_ceil(seatings.len());
    let mut all = Vec::new();
    for hand in (0..hands).filter(|hand| systems > 0 && options.shard.has(*hand)) {
        let seed = game_seed(options.seed, (hand / systems) as u32);
        let each = seatings.iter().enumerate().map(|(place, swapped)| Hand {
            index: hand * seatings.len() + place,
            system: hand % systems,
            seed,
            swapped: *swapped,
        });
        all.extend(each);
    }
    all
}

/// Plays one campaign to its end.
fn play(library: &dyn Library, tours: &Tours<'_>, terms: &Terms, hand: Hand) -> Result<Played, Unusable> {
    let mut terms = terms.clone();
    if hand.swapped {
        terms.seats.swap(0, 1);
    }
    let mut run = Run::new(Arc::clone(&tours.campaign), hand.seed);
    let mut played = Played { legs: Vec::new(), tour: begun(&run, &terms, hand), faults: Vec::new() };
    loop {
        let position = run.position().map_err(Unusable)?;
        match position.standing {
            Standing::Battle { stage, .. } => {
                if let Some(fault) = fight(library, tours, (&mut run, &terms), (stage, hand), &mut played)? {
                    played.tour.fault.clone_from(&fault.what);
                    played.faults.push(fault);
                    return Ok(played);
                }
            }
            Standing::Choice { ways, .. } => choose(&mut run, &ways, &mut played.tour),
            Standing::Over { ending, nobody } => {
                let ending = &run.campaign.endings[ending];
                let tour = &mut played.tour;
                tour.ending.clone_from(&ending.name);
                tour.winner = ending.winner.map_or_else(|| String::from("nobody"), word);
                [tour.blue_points, tour.red_points] = position.ledger.points;
                let left = Side::ALL.map(|side| position.ledger.left(&run.campaign, side));
                [tour.blue_left, tour.red_left] = left;
                tour.nobody_left = nobody.map(word).unwrap_or_default();
                return Ok(played);
            }
        }
    }
}

fn begun(run: &Run, terms: &Terms, hand: Hand) -> Tour {
    let [blue, red] = terms.seats.each_ref().map(SeatSpec::to_string);
    Tour {
        index: hand.index,
        campaign: run.campaign.key.clone(),
        rules: String::from(terms.system.key),
        blue,
        red,
        swapped: hand.swapped,
        seed: hand.seed,
        ..Tour::default()
    }
}

/// Takes one of the open ways, by the campaign's seed.
fn choose(run: &mut Run, ways: &[usize], tour: &mut Tour) {
    let way = ways[run.lot(ways.len())];
    let stage = run.past.last().and_then(|last| run.campaign.stage_named(&last.stage)).unwrap_or_default();
    let name = run.campaign.stages[stage].ways[way].name.clone();
    tour.ways.push(name.clone());
    if let Some(last) = run.past.last_mut() {
        last.way = Some(name);
    }
}

/// Fights the next battle; the fault that ended it, if one did.
fn fight(
    library: &dyn Library,
    tours: &Tours<'_>,
    (run, terms): (&mut Run, &Terms),
    (stage, hand): (usize, Hand),
    played: &mut Played,
) -> Result<Option<Fault>, Unusable> {
    let (setup, notes) = next_battle(library, run, terms)?;
    let number = run.past.len() + 1;
    let row = bout::empty_row(&setup, &setup.battle.scenario.key, hand.index, hand.swapped);
    let name = format!("{}-{:06}-{number}.jsonl", run.campaign.key, hand.index);
    let (bout, account) = bout::fight_out(library, tours.options, (&setup, notes), row, &name)?;
    let stage = run.campaign.stages[stage].key.clone();
    let hash = bout.row.hash.clone();
    let tour = &mut played.tour;
    tour.battles = number;
    tour.stages.push(stage.clone());
    played.legs.push(Leg { campaign: run.campaign.key.clone(), stage: stage.clone(), number, row: bout.row });
    let Some(account) = account else {
        let what =
            bout.fault.as_ref().map_or_else(|| String::from("the battle has no end"), |fault| fault.what.clone());
        let record = bout.fault.and_then(|fault| fault.record);
        let what = format!("battle {number}: {what}");
        return Ok(Some(Fault { index: hand.index, what, command: command(tours, terms, hand), record }));
    };
    tour.lost.push(account.lost);
    tour.winners.push(account.winner.map_or_else(|| String::from("draw"), word));
    run.past.push(Fought { stage, account, way: None, hash });
    Ok(None)
}

fn word(side: Side) -> String {
    side.name().to_lowercase()
}

/// The command that plays just one campaign again.
fn command(tours: &Tours<'_>, terms: &Terms, hand: Hand) -> String {
    let [blue, red] = terms.seats.each_ref().map(|seat| shell_word(&seat.to_string()));
    let (name, rules, seed) = (shell_word(tours.name), terms.system.key, hand.seed);
    format!("grognard soak --campaign {name} --rules {rules} --blue {blue} --red {red} --seed {seed} --games 1")
}

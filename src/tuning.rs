//! The `tune` command: better numbers for a commander's profile, found by playing.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};

use battle::{Library, Unusable};
use commander::{Number, Profile};
use soak::{Fault, Found, Knob, Options, Report, Round, Row, Seating, Trial, Tuning};
use systems::Shelf;
use table::SeatSpec;

use crate::args::Tune;
use crate::commands::{Answer, Done, checked_seat, read};
use crate::print::{Page, name};
use crate::soaking::{Lines, create, go_on, names, unwritten};

/// What the new profile is tested for against the old one, in Elo.
const PROOF: [f64; 2] = [0.0, 10.0];

/// Games a rule system in which the new profile and the old one each play themselves in the end.
const MIRRORS: u32 = 100;

/// Tunes, writes the new profile, tells what moved, and tests it against the old one.
pub fn tune(args: &Tune) -> Done {
    let shelf = Shelf::new();
    let ground = Ground::of(&shelf, args)?;
    let (text, profile) = begun(&shelf, &args.profile)?;
    let numbers = numbers(&args.numbers, &profile)?;
    let knobs = numbers.iter().map(|(number, step)| knob(number, *step)).collect();
    let tuning = Tuning::new(knobs, args.rounds, args.seed);
    let (mut lines, mut tuning) = rounds(args, tuning)?;
    let mut page = Page::new();
    let scratch = Scratch::beside(&args.out);
    while let Some(trial) = tuning.next() {
        for (path, values) in scratch.0.iter().zip(&trial.tried) {
            let written = commander::with_numbers(&text, &profile, &named(&tuning, values)).map_err(Unusable)?;
            fs::write(path, written).map_err(|error| unwritten(path, &error))?;
        }
        let found = ground.plays(&trial, &scratch.0)?.charged(args.waiting);
        ground.tell_left_out(&mut page, "trial", "again, with the profiles of its round")?;
        let Some(round) = tuning.heard(found).cloned() else { break };
        page.line(said(args, &round, tuning.values(), tuning.knobs()))?;
        if !lines.write(|out| serde_json::to_writer(&mut *out, &round).map(|()| out.push(b'\n')).map_err(Into::into)) {
            break;
        }
    }
    lines.finish()?;
    drop(scratch);
    let written = commander::with_numbers(&text, &profile, &named(&tuning, &tuning.found())).map_err(Unusable)?;
    fs::write(&args.out, written).map_err(|error| unwritten(&args.out, &error))?;
    moved(&mut page, &tuning)?;
    ground.proves(&mut page, args)
}

/// The text and the profile to begin with.
fn begun(shelf: &Shelf, of: &str) -> Result<(String, Profile), Unusable> {
    shelf.commander(of, 0)?;
    let text = commander::text(of).map_or_else(|| read(Path::new(of)), |text| Ok(String::from(text)))?;
    let profile = commander::profile(of, &text).map_err(|faults| Unusable(faults.to_string()))?;
    Ok((text, profile))
}

/// The numbers of a list, each with its step.
fn numbers(list: &str, profile: &Profile) -> Result<Vec<(Number, Option<f64>)>, Unusable> {
    let mut found: Vec<(Number, Option<f64>)> = Vec::new();
    for word in names(list) {
        let (name, step) = word.split_once(':').map_or((word.as_str(), None), |(name, step)| (name, Some(step)));
        let number = profile.number(name).map_err(Unusable)?;
        let wide = number.high - number.low;
        let wrong =
            |step: &str| Unusable(format!("step `{step}` of {name}; expected a number above 0 and up to {wide}"));
        let step = step.map(|step| match step.parse() {
            Ok(far) if far > 0.0 && far <= wide => Ok(far),
            _ => Err(wrong(step)),
        });
        if found.iter().any(|(known, _)| known.name == name) {
            return Err(Unusable(format!("{name} is there twice; expected each number once")));
        }
        found.push((number, step.transpose()?));
    }
    if found.is_empty() {
        return Err(Unusable(String::from("no number to tune; expected a list such as plan.odds,judgement.dash:0.05")));
    }
    Ok(found)
}

fn knob(number: &Number, step: Option<f64>) -> Knob {
    let step = step.unwrap_or(number.step).max(if number.whole { 1.0 } else { 0.0 });
    Knob { name: number.name.clone(), start: number.value, step, low: number.low, high: number.high }
}

/// The file of rounds, and the tuning with those that it has.
fn rounds(args: &Tune, tuning: Tuning) -> Result<(Lines, Tuning), Unusable> {
    if args.out.exists() {
        return Err(Unusable(format!("{} exists; expected a new file for the profile", name(&args.out))));
    }
    let path = beside(&args.out, "jsonl");
    if !args.resume {
        return Ok((Lines::new(&path, create(&path)?), tuning));
    }
    let shown = name(&path);
    go_on(&path, |text| {
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let read = |(place, line): (usize, &str)| {
            let why = |error| format!("{shown}, line {}: not a round of a tuning: {error}", place + 1);
            serde_json::from_str::<Round>(line).map_err(|error| Unusable(why(error)))
        };
        let rounds = text[..whole].lines().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok((whole as u64, tuning.take_up(rounds).map_err(|why| Unusable(format!("{shown}: {why}")))?))
    })
}

/// A file beside another, named after it.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// The profiles of a trial, which go when it is over.
struct Scratch([PathBuf; 2]);

impl Scratch {
    fn beside(out: &Path) -> Scratch {
        Scratch(["plus.toml", "minus.toml"].map(|ending| beside(out, ending)))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        for path in &self.0 {
            let _ = fs::remove_file(path);
        }
    }
}

/// What is played in a round.
struct Ground<'a> {
    shelf: &'a Shelf,
    systems: Vec<String>,
    battles: Vec<String>,
    against: Vec<SeatSpec>,
    /// Games for each rule system.
    games: u32,
    /// Whether each player of a trial plays itself, too.
    mirrors: bool,
    jobs: usize,
    /// Battles that ended by a fault and count for nobody, to be told.
    left_out: RefCell<Vec<Fault>>,
}

impl Ground<'_> {
    fn of<'a>(shelf: &'a Shelf, args: &Tune) -> Result<Ground<'a>, Unusable> {
        let all = |list: &str, all: Vec<String>| if list == "all" { all } else { names(list) };
        let systems = all(&args.rules, shelf.systems().iter().map(|info| String::from(info.key)).collect());
        let battles =
            all(&args.battles, shelf.battles().into_iter().map(|battle| battle.scenario.key.clone()).collect());
        let against = names(args.against.as_deref().unwrap_or_default());
        let against = against.iter().map(|who| checked_seat(shelf, who)).collect::<Result<Vec<_>, _>>()?;
        if against.iter().any(SeatSpec::is_human) {
            return Err(Unusable(String::from("nobody plays thousands of games; expected commanders in --against")));
        }
        let games = args.games.div_ceil(systems.len().max(1) as u32).next_multiple_of(2);
        let (mirrors, jobs) = (args.waiting > 0.0, args.jobs.into());
        Ok(Ground { shelf, systems, battles, against, games, mirrors, jobs, left_out: RefCell::default() })
    }

    /// What comes of a trial.
    fn plays(&self, trial: &Trial, profiles: &[PathBuf; 2]) -> Result<Found, Unusable> {
        let seats = profiles.each_ref().map(|path| SeatSpec::Commander(path.display().to_string()));
        let found = self.duel(trial.seed, seats.each_ref())?;
        if !self.mirrors {
            return Ok(found);
        }
        let [first, second] = seats.each_ref().map(|seat| self.against_itself(trial.seed, seat, self.games / 2));
        let (first, second) = (first?, second?);
        Ok(Found {
            games: found.games + first.games + second.games,
            waited: Some([first.share(), second.share()]),
            ..found
        })
    }

    /// The first one's share of the points between two players, who play each other or the pool.
    fn duel(&self, seed: u64, [plus, minus]: [&SeatSpec; 2]) -> Result<Found, Unusable> {
        if self.against.is_empty() {
            let (points, games) = self.score(seed, [plus, minus])?;
            return Ok(Found { share: points / f64::from(games.max(1)), games, waited: None });
        }
        let (mut share, mut all) = (0.0, 0);
        for other in &self.against {
            let [(ours, games), (theirs, others)] =
                [self.score(seed, [plus, other])?, self.score(seed, [minus, other])?];
            let [ours, theirs] = [ours / f64::from(games.max(1)), theirs / f64::from(others.max(1))];
            share += f64::midpoint(1.0, ours - theirs) / self.against.len() as f64;
            all += games + others;
        }
        Ok(Found { share, games: all, waited: None })
    }

    /// Points of the first player, and games, over all rule systems.
    fn score(&self, seed: u64, seats: [&SeatSpec; 2]) -> Result<(f64, u32), Unusable> {
        let rows = self.rows(self.games, self.options(seed, seats))?;
        let scores: Vec<f64> = rows.iter().filter_map(Row::first_score).collect();
        Ok((scores.iter().sum(), scores.len() as u32))
    }

    /// How often nobody fights where a player plays itself so many games a rule system.
    fn against_itself(&self, seed: u64, seat: &SeatSpec, games: u32) -> Result<Quiet, Unusable> {
        let rows = self.rows(games, Options { seating: Seating::Fixed, ..self.options(seed, [seat, seat]) })?;
        let quiet = rows.iter().filter(|row| row.is_quiet()).count() as u32;
        Ok(Quiet { quiet, games: rows.iter().filter(|row| !row.is_fault()).count() as u32 })
    }

    /// The battles of so many games a rule system.
    fn rows(&self, games: u32, options: Options) -> Result<Vec<Row>, Unusable> {
        let mut rows = Vec::new();
        for system in &self.systems {
            let battles = self.drawn(options.seed, system);
            let report = soak::run(
                self.shelf,
                &Options { games, battles, systems: vec![system.clone()], ..options.clone() },
                |_| {},
            )?;
            self.left_out.borrow_mut().extend_from_slice(report.faults());
            rows.extend_from_slice(report.rows());
        }
        Ok(rows)
    }

    /// Tells the battles that counted for nobody.
    fn tell_left_out(&self, page: &mut Page, of: &str, again: &str) -> std::io::Result<()> {
        self.left_out.take().iter().try_for_each(|fault| page.lines(left_out(fault, of, again)))
    }

    fn options(&self, seed: u64, [first, second]: [&SeatSpec; 2]) -> Options {
        let options = Options::new(first.clone(), second.clone());
        Options { seed, seating: Seating::Swapped, jobs: self.jobs, ..options }
    }

    /// The battles in an order by lot, so that few games a round come to all of them.
    fn drawn(&self, seed: u64, system: &str) -> Vec<String> {
        let mut battles = self.battles.clone();
        battles.sort_by_cached_key(|battle| *blake3::hash(format!("{seed} {system} {battle}").as_bytes()).as_bytes());
        battles
    }

    /// The new profile against the old one.
    fn proves(&self, page: &mut Page, args: &Tune) -> Done {
        if args.prove == 0 {
            return Ok(Answer::Yes);
        }
        let seats = [args.out.display().to_string(), args.profile.clone()];
        let seats = [checked_seat(self.shelf, &seats[0])?, checked_seat(self.shelf, &seats[1])?];
        let test = format!("{},{}", PROOF[0], PROOF[1]).parse().map_err(Unusable)?;
        let options = Options {
            games: args.prove,
            battles: self.battles.clone(),
            systems: self.systems.clone(),
            enough: Some(soak::Enough::Decided(test)),
            ..self.options(!args.seed, [&seats[0], &seats[1]])
        };
        let report: Report = soak::run(self.shelf, &options, |_| {})?;
        self.left_out.borrow_mut().extend_from_slice(report.faults());
        page.lines(
            report.found().unwrap_or_else(|| String::from("the test of the new profile against the old is undecided")),
        )?;
        page.lines(report.standing().unwrap_or_else(|| String::from("no game between them was finished")))?;
        if self.mirrors {
            let [new, old] =
                seats.each_ref().map(|seat| self.against_itself(!args.seed, seat, args.prove.min(MIRRORS)));
            page.lines(waiting(&new?, &old?))?;
        }
        self.tell_left_out(page, "test", "again")?;
        Ok(Answer::Yes)
    }
}

/// Games of a player against itself, and those in which nobody fought.
struct Quiet {
    quiet: u32,
    games: u32,
}

impl Quiet {
    fn share(&self) -> f64 {
        f64::from(self.quiet) / f64::from(self.games.max(1))
    }
}

/// How often the new profile and the old one wait, each against itself; a warning where that is more than chance.
fn waiting(new: &Quiet, old: &Quiet) -> String {
    let told = |of: &Quiet| format!("{} of {}", of.quiet, of.games);
    let chance = 2.0 * f64::from(old.quiet + 1).sqrt();
    let more = f64::from(new.quiet) > f64::from(old.quiet) + chance;
    let said = if more { "\nit wins by waiting, at least in part: look at its battles before you take it" } else { "" };
    format!("battles against itself in which nobody fights: {}, of the old one {}{said}", told(new), told(old))
}

/// Numbers by their names.
fn named(tuning: &Tuning, values: &[f64]) -> Vec<(String, f64)> {
    let rounded = |value: f64| (value * 1e6).round() / 1e6;
    tuning.knobs().iter().zip(values).map(|(knob, value)| (knob.name.clone(), rounded(*value))).collect()
}

/// A battle that counts for nobody: of what, and how it is seen again.
fn left_out(fault: &Fault, of: &str, again: &str) -> String {
    format!("left out of the {of}: {}\n  {again}: {}", fault.what, fault.command)
}

/// A round in a line.
fn said(args: &Tune, round: &Round, values: Vec<f64>, knobs: &[Knob]) -> String {
    let numbers: Vec<String> =
        knobs.iter().zip(values).map(|(knob, value)| format!("{} {value:.3}", knob.name)).collect();
    let share = 100.0 * round.found.share;
    format!(
        "round {} of {}: {share:.1} % of {} games{}; now {}",
        round.round,
        args.rounds,
        round.found.games,
        round
            .found
            .waited
            .map(|[first, second]| format!(", waiting {:.0} and {:.0} %", 100.0 * first, 100.0 * second))
            .unwrap_or_default(),
        numbers.join(", ")
    )
}

/// What moved.
fn moved(page: &mut Page, tuning: &Tuning) -> std::io::Result<()> {
    page.line(format!("{:<44}{:>10}{:>10}{:>10}", "number", "was", "is", "steps"))?;
    for (knob, found) in tuning.knobs().iter().zip(tuning.found()) {
        let steps = (found - knob.start) / knob.step;
        page.line(format!("{:<44}{:>10.3}{found:>10.3}{steps:>+10.1}", knob.name, knob.start))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Fault, Quiet, left_out, waiting};

    #[test]
    fn who_came_to_win_by_waiting_is_told() {
        let quiet = |quiet: u32| Quiet { quiet, games: 100 };
        let told = "battles against itself in which nobody fights: 3 of 100, of the old one 1 of 100";
        assert_eq!(waiting(&quiet(3), &quiet(1)), told);
        let told = waiting(&quiet(12), &quiet(1));
        assert!(told.contains(": 12 of 100, ") && told.contains("wins by waiting"), "{told}");
    }

    #[test]
    fn a_battle_that_is_left_out_tells_how_to_see_it_again() {
        let (what, command) = (String::from("it panicked"), String::from("grognard soak --seed 3"));
        let told = left_out(&Fault { index: 4, what, command, record: None }, "test", "again");
        assert_eq!(told, "left out of the test: it panicked\n  again: grognard soak --seed 3");
    }
}

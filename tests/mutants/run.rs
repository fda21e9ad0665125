//! One crate from its sources to its table.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::compile::{Binary, Compiled, Copy};
use crate::constants::Constants;
use crate::known::{self, Known};
use crate::listing;
use crate::memory::{self, Prepared, Results};
use crate::naming;
use crate::report::{self, Reached};
use crate::room::{Room, Standing};
use crate::source::Source;
use crate::trial::{self, Observed, Outcome, Test};

/// The crates, each with the packages whose tests hold it.
pub const ROOMS: &[(&str, &[&str])] = &[
    ("snappy", &["snappy"]),
    ("mcnally", &["mcnally"]),
    ("over_the_hills", &["over_the_hills"]),
    ("on_war", &["on_war"]),
    ("eagles", &["eagles"]),
    ("battle", &["battle", "proving", "snappy"]),
    ("rulebook", &["proving", "snappy", "mcnally"]),
    ("hexes", &["hexes", "battle", "snappy"]),
];

/// Raised when the switch notes something else of what tests reach.
const SWITCH_VERSION: u32 = 2;

/// How often a crate is compiled at most until nothing is left that does not compile.
const ATTEMPTS: usize = 40;

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The workspace.
    pub root: PathBuf,
    /// Where the copy and the results are.
    pub folder: PathBuf,
    /// Whether only functions with a mark are tried.
    pub marked: bool,
    /// How many mutants are tried at most.
    pub sample: Option<usize>,
    /// How many at the same time.
    pub jobs: usize,
    /// Whether what was caught before counts.
    pub keep: bool,
    /// How long a test may compute to be run.
    pub longest: Duration,
    /// What has to be in the path of a file.
    pub file: String,
}

/// Tries the mutants of a crate; the answer is its table.
///
/// # Errors
/// A sentence about what is missing or does not work.
pub fn room(plan: &Plan, name: &str) -> Result<String, String> {
    let (_, packages) = ROOMS.iter().find(|(room, _)| *room == name).ok_or("no such crate")?;
    let listed = listing::listed(&plan.root, name)?;
    try_room(plan, name, packages, &listed)
}

/// Every mutant of a crate that would be tried, a row of docs/mutants.md each, with file and line.
///
/// # Errors
/// A sentence about what is missing.
pub fn list(plan: &Plan, name: &str) -> Result<String, String> {
    let everything = sources(&plan.root)?;
    let room = read(&listing::listed(&plan.root, name)?, name, &everything)?;
    let known = report::known(name, &room);
    let line = |number: u32| report::line(&room, number, &known[number as usize - 1]) + "\n";
    let lines = chosen(plan, &room).into_iter().map(line);
    Ok(lines.collect())
}

/// The same for the mutants of a list, and the tests of those packages.
///
/// # Errors
/// A sentence about what is missing or does not work.
pub fn try_room(plan: &Plan, name: &str, packages: &[&str], listed: &str) -> Result<String, String> {
    let start = Instant::now();
    let root = plan.root.canonicalize().map_err(|error| error.to_string())?;
    let folder = folder(plan)?;
    let everything = sources(&root)?;
    let digest = memory::digest(everything.iter().filter(|source| concerns(source, name, packages)));
    let mut room = read(listed, name, &everything)?;
    let kept = folder.join(format!("prepared/{name}.json"));
    let told = digest ^ u64::from(SWITCH_VERSION);
    let prepared = Prepared::read(&kept, told);
    prepared.iter().for_each(|prepared| room.recall(prepared.learned.clone()));
    let copy = Copy::new(&root, &folder);
    let mut binaries = build(&mut room, &copy, name, packages)?;
    binaries.sort();
    eprintln!("{name}: compiled after {} s", start.elapsed().as_secs());
    let mut observed = prepared.into_iter().flat_map(|prepared| prepared.tests).collect();
    Prepared::write(&kept, told, room.learned(), &observed).map_err(|error| error.to_string())?;
    observe(plan, &binaries, &folder.join("reached"), &mut observed)?;
    Prepared::write(&kept, told, room.learned(), &observed).map_err(|error| error.to_string())?;
    let tests = passing(observed);
    eprintln!("{name}: {} tests observed after {} s", tests.len(), start.elapsed().as_secs());
    let path = folder.join(format!("results/{name}.jsonl"));
    let results = Results::open(&path, digest, plan.longest, plan.keep).map_err(|error| error.to_string())?;
    let keys = keys(name, &room);
    let reached = Reached {
        usual: tests.iter().flat_map(|test| test.reaches.iter().copied()).collect(),
        off: tests.iter().flat_map(|test| test.off.iter().copied()).collect(),
    };
    let key = |number: u32| &keys[number as usize - 1];
    let is_left = |number: &u32| results.get(key(*number)).is_none() && !reached.is_off(room.site(*number).low);
    let left: Vec<u32> = chosen(plan, &room).into_iter().filter(is_left).collect();
    try_all(plan, &room, &left, &binaries, &tests, |number, outcome| results.note(key(number), outcome))?;
    let page = fs::read_to_string(root.join("docs/mutants.md")).unwrap_or_default();
    let outcome = |number: u32| results.get(&keys[number as usize - 1]);
    let report = report::report(name, &room, outcome, &reached, &known::read(&page));
    write(&folder, name, &report).map_err(|error| error.to_string())?;
    Ok(format!("{}  {} s", report::table(name, &report), start.elapsed().as_secs()))
}

fn folder(plan: &Plan) -> Result<PathBuf, String> {
    fs::create_dir_all(&plan.folder).map_err(|error| error.to_string())?;
    plan.folder.canonicalize().map_err(|error| error.to_string())
}

/// Whether a source has to do with the results of a crate.
fn concerns(source: &Source, name: &str, packages: &[&str]) -> bool {
    let room = source.path.split('/').nth(1).unwrap_or("");
    room == name || packages.contains(&room) || ["hexes", "battle", "rulebook", "proving"].contains(&room)
}

/// Every Rust file below `src` of a workspace.
///
/// # Errors
/// What cannot be read or parsed.
pub fn sources(root: &Path) -> Result<Vec<Source>, String> {
    let mut paths = Vec::new();
    collect(root, Path::new("src"), &mut paths)?;
    paths.sort();
    let parsed = paths.iter().map(|path| {
        let text = fs::read_to_string(root.join(path)).map_err(|error| format!("{}: {error}", path.display()))?;
        Source::parse(&path.to_string_lossy(), &text)
    });
    parsed.collect()
}

fn collect(root: &Path, below: &Path, paths: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(root.join(below)).map_err(|error| format!("{}: {error}", below.display()))?;
    for entry in entries.flatten() {
        let path = below.join(entry.file_name());
        if root.join(&path).is_dir() {
            collect(root, &path, paths)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            paths.push(path);
        }
    }
    Ok(())
}

/// The crate with its mutants: those of the list, and wrong numbers.
///
/// # Errors
/// When it is no such list.
pub fn read(listed: &str, name: &str, everything: &[Source]) -> Result<Room, String> {
    let below = format!("src/{name}/");
    let own: Vec<Source> = everything.iter().filter(|source| source.path.starts_with(&below)).cloned().collect();
    let mut mutants = listing::read(listed, &own)?;
    mutants.extend(listing::numbers(&own));
    mutants.retain(|mutant| !own[mutant.file].is_test());
    let constants = Constants::of(&own, everything);
    let room = Room::new(own, mutants, constants);
    let lost = room.numbers().filter(|number| room.standing(*number) == Standing::Lost).count();
    if lost > 0 {
        eprintln!("{name}: {lost} mutants of the list have no place in the sources");
    }
    Ok(room)
}

/// Compiles until everything that does not compile is left out.
fn build(room: &mut Room, copy: &Copy, name: &str, packages: &[&str]) -> Result<Vec<Binary>, String> {
    for attempt in 1..=ATTEMPTS {
        let mut files = room.weave();
        let lib = format!("src/{name}/lib.rs");
        let count = room.mutants.len() + 2;
        let switch = include_str!("switch.txt").replace("COUNT", &count.to_string());
        files.iter_mut().filter(|(path, _)| *path == lib).for_each(|(_, text)| text.push_str(&switch));
        copy.write(&files).map_err(|error| error.to_string())?;
        let faults = match copy.compile(packages)? {
            Compiled::Done(binaries) => return Ok(binaries),
            Compiled::Faults(faults) => faults,
        };
        let learned = room.learn(&faults);
        eprintln!("{name}: attempt {attempt}: {} faults, {learned} places changed", faults.len());
        if learned == 0 {
            let said: Vec<String> =
                faults.iter().map(|fault| format!("{} {} {:?}", fault.code, fault.message, fault.spans)).collect();
            return Err(format!("does not compile:\n{}", said.join("\n")));
        }
    }
    Err(String::from("still does not compile"))
}

/// Does something for each of many, so many at the same time; answers in order.
fn each<T: Sync, A: Send>(jobs: usize, all: &[T], work: impl Fn(usize, &T) -> A + Sync) -> Vec<A> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for job in 0..jobs {
            let (next, done, work) = (&next, &done, &work);
            scope.spawn(move || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(one) = all.get(place) else { return };
                    let answer = work(job, one);
                    done.lock().expect("no thread panics with it").insert(place, answer);
                }
            });
        }
    });
    done.into_inner().expect("no thread panics with it").into_values().collect()
}

/// Adds every test with what it reaches that is not there yet, or was ended too early for this plan.
fn observe(
    plan: &Plan,
    binaries: &[Binary],
    notes: &Path,
    observed: &mut BTreeMap<(usize, String), Observed>,
) -> Result<(), String> {
    let seconds = plan.longest.as_secs() + 1;
    let mut named = Vec::new();
    for (place, binary) in binaries.iter().enumerate() {
        named.extend(trial::names(binary)?.into_iter().map(|name| (place, name)));
    }
    named.retain(|test| match observed.get(test) {
        Some(Observed::Longer(tried)) => *tried < seconds,
        known => known.is_none(),
    });
    let found = each(plan.jobs, &named, |job, (place, name)| {
        let notes = notes.with_extension(job.to_string());
        trial::observe(binaries, *place, name, seconds, &notes)
    });
    for (found, named) in found.into_iter().zip(named) {
        observed.insert(named, found?);
    }
    Ok(())
}

/// The tests that pass, the quickest first; those that fail by themselves are named.
fn passing(observed: BTreeMap<(usize, String), Observed>) -> Vec<Test> {
    let mut tests = Vec::new();
    for ((_, name), observed) in observed {
        match observed {
            Observed::Passes(test) => tests.push(test),
            Observed::Fails => eprintln!("fails without a mutant: {name}"),
            Observed::Longer(seconds) => eprintln!("left out, for it computes longer than {seconds} s: {name}"),
        }
    }
    tests.sort_by_key(|test| test.time);
    tests
}

/// What each mutant is called in the results.
fn keys(name: &str, room: &Room) -> Vec<String> {
    let key = |known: Known| format!("{} {} {}", known.file, known.function, known.change);
    report::known(name, room).into_iter().map(key).collect()
}

fn chosen(plan: &Plan, room: &Room) -> Vec<u32> {
    let wanted = |number: &u32| {
        let woven = room.standing(*number) == Standing::Woven;
        let marked = !plan.marked || naming::is_marked(room, *number);
        woven && marked && naming::file(room, *number).contains(&plan.file)
    };
    let all: Vec<u32> = room.numbers().filter(wanted).collect();
    let count = plan.sample.unwrap_or(all.len()).min(all.len());
    (0..count).map(|place| all[place * all.len() / count]).collect()
}

/// How many mutants of a function each test has caught.
type Lucky<'a> = BTreeMap<(&'a str, &'a str), BTreeMap<String, usize>>;

/// The tests that reach a site: first those that are quick and have caught others of the function, then the quickest.
fn reaching<'a>(plan: &Plan, tests: &'a [Test], low: u32, lucky: &Lucky, place: (&str, &str)) -> Vec<&'a Test> {
    let caught = lucky.get(&place);
    let luck = |test: &&Test| match caught.and_then(|caught| caught.get(&test.name)) {
        Some(count) if test.time <= QUICK => usize::MAX - count,
        _ => usize::MAX,
    };
    let reaches = |test: &&Test| (test.reaches.contains(&low) || test.off.contains(&low)) && test.time <= plan.longest;
    let mut reaching: Vec<&Test> = tests.iter().filter(reaches).collect();
    reaching.sort_by_key(luck);
    reaching
}

/// How long a test may compute to be tried before others.
const QUICK: Duration = Duration::from_millis(500);

fn try_all(
    plan: &Plan,
    room: &Room,
    left: &[u32],
    binaries: &[Binary],
    tests: &[Test],
    note: impl Fn(u32, Outcome) -> std::io::Result<()> + Sync,
) -> Result<(), String> {
    let (start, done, alive) = (Instant::now(), AtomicUsize::new(0), AtomicUsize::new(0));
    let lucky = Mutex::new(Lucky::new());
    let outcomes = each(plan.jobs, left, |_, number| {
        let place = (naming::file(room, *number), naming::function(room, *number));
        let reaching = reaching(plan, tests, room.site(*number).low, &lucky.lock().expect("no panics"), place);
        let outcome = trial::attempt(binaries, &reaching, *number)?;
        if let Outcome::Failed(by) = &outcome {
            *lucky.lock().expect("no panics").entry(place).or_default().entry(by.clone()).or_default() += 1;
        }
        alive.fetch_add(usize::from(outcome == Outcome::Survived), Ordering::Relaxed);
        let count = done.fetch_add(1, Ordering::Relaxed) + 1;
        if count % 100 == 0 {
            let alive = alive.load(Ordering::Relaxed);
            eprintln!("{count} of {} tried, {alive} survive, {} s", left.len(), start.elapsed().as_secs());
        }
        note(*number, outcome).map_err(|error| error.to_string())
    });
    outcomes.into_iter().collect()
}

fn write(folder: &Path, name: &str, report: &report::Report) -> std::io::Result<()> {
    for (kind, lines) in [("survivors", &report.open), ("constants", &report.constant)] {
        fs::create_dir_all(folder.join(kind))?;
        fs::write(folder.join(kind).join(format!("{name}.txt")), lines.join("\n") + "\n")?;
    }
    Ok(())
}

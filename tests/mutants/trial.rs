//! Running tests: which mutants each reaches, and whether one of them notices a mutant.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::compile::Binary;

/// A test as it runs without a mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Test {
    /// Whose test it is, by its place among the binaries.
    pub binary: usize,
    /// Its name.
    pub name: String,
    /// How long it computes.
    pub time: Duration,
    /// The first numbers of the sites that it reaches with the rules as they are.
    pub reaches: BTreeSet<u32>,
    /// Those of the sites that it reaches when it has switched a clause off.
    pub off: BTreeSet<u32>,
}

/// What came of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A test failed: which.
    Failed(String),
    /// The process ended otherwise, or used too much time or memory.
    Broke,
    /// The compiler would have refused it.
    Refused,
    /// Every test passed.
    Survived,
}

/// What a process ends with that has such a mutant.
const REFUSED: i32 = 86;

/// What a shell answers for a process that has used up its seconds: the signal, of which the kernel sends either, and 128.
const OUT_OF_TIME: [i32; 2] = [24 + 128, 9 + 128];
/// How many kilobytes a process may have.
const MEMORY: u64 = 6_000_000;
/// How many times its usual time a test may take, and how many seconds more.
const PATIENCE: (u32, u64) = (6, 4);
/// How long the first tests of a mutant that run in one process take together; each further process takes twice that.
const FIRST_BATCH: Duration = Duration::from_millis(200);

/// The names of a binary's tests.
///
/// # Errors
/// When it cannot be started.
pub fn names(binary: &Binary) -> Result<Vec<String>, String> {
    let mut listing = Command::new(&binary.path);
    let done = listing.args(["--list", "--format", "terse"]).current_dir(&binary.folder).output();
    let done = done.map_err(|error| format!("{}: {error}", binary.path.display()))?;
    let text = String::from_utf8_lossy(&done.stdout);
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(String::from).collect())
}

/// What a test does without a mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Observed {
    /// It passes.
    Passes(Test),
    /// It fails.
    Fails,
    /// It computes for longer than so many seconds.
    Longer(u64),
}

/// Runs a test alone and notes what it reaches.
///
/// # Errors
/// When it cannot be started.
pub fn observe(binaries: &[Binary], binary: usize, name: &str, seconds: u64, notes: &Path) -> Result<Observed, String> {
    fs::remove_file(notes).ok();
    let mut process = process(&binaries[binary], &[name], seconds, TIMED);
    process.env("MUTANTS_REACHED", notes);
    let done = process.output().map_err(|error| error.to_string())?;
    match done.status.code() {
        Some(0) => {}
        Some(code) if OUT_OF_TIME.contains(&code) => return Ok(Observed::Longer(seconds)),
        _ => return Ok(Observed::Fails),
    }
    let text = fs::read_to_string(notes).unwrap_or_default();
    let reaches = text.lines().filter_map(|line| line.parse().ok()).collect();
    let off = text.lines().filter_map(|line| line.strip_suffix(" off")?.parse().ok()).collect();
    let time = computed(&String::from_utf8_lossy(&done.stderr));
    Ok(Observed::Passes(Test { binary, name: name.to_owned(), time, reaches, off }))
}

/// What a shell's `times` says of its children in the last line: `0m1.25s 0m0.05s`.
fn computed(said: &str) -> Duration {
    let last = said.lines().last().unwrap_or("");
    let seconds = |word: &str| {
        let (minutes, seconds) = word.trim_end_matches('s').split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    Duration::from_secs_f64(last.split_whitespace().filter_map(seconds).sum::<f64>().max(0.01))
}

/// Runs the tests that reach a site with a mutant of it, the quickest first, until one fails.
///
/// # Errors
/// When a process cannot be started.
pub fn attempt(binaries: &[Binary], tests: &[&Test], number: u32) -> Result<Outcome, String> {
    let mut rest = tests;
    let mut budget = FIRST_BATCH;
    while let Some(first) = rest.first() {
        let mut time = Duration::ZERO;
        let fits = rest.iter().take_while(|test| {
            time += test.time;
            test.binary == first.binary && time <= budget
        });
        let (batch, later) = rest.split_at(fits.count().max(1));
        let outcome = run(&binaries[first.binary], batch, number)?;
        if outcome != Outcome::Survived {
            return Ok(outcome);
        }
        rest = later;
        budget *= 2;
    }
    Ok(Outcome::Survived)
}

/// A process that takes the place of the shell.
const ALONE: &str = "exec \"$0\" \"$@\"";
/// One after which the shell says how long it took.
const TIMED: &str = "\"$0\" \"$@\"; code=$?; times >&2; exit $code";

/// A test process with bounded memory and seconds of computing.
fn process(binary: &Binary, names: &[&str], seconds: u64, how: &str) -> Command {
    let mut shell = Command::new("sh");
    let bounds = format!("ulimit -v {MEMORY}; ulimit -c 0; ulimit -t {seconds}; {how}");
    shell.args(["-c", &bounds]).arg(&binary.path).args(["--exact", "--test-threads=1"]).args(names);
    shell.current_dir(&binary.folder).env("CARGO_MANIFEST_DIR", &binary.folder).env("RUST_BACKTRACE", "0");
    shell.stdin(Stdio::null());
    shell
}

fn run(binary: &Binary, batch: &[&Test], number: u32) -> Result<Outcome, String> {
    let names: Vec<&str> = batch.iter().map(|test| test.name.as_str()).collect();
    let usual: Duration = batch.iter().map(|test| test.time).sum();
    let patience = usual * PATIENCE.0 + Duration::from_secs(PATIENCE.1);
    let mut process = process(binary, &names, patience.as_secs().max(1), ALONE);
    process.env("MUTANT", number.to_string()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = process.spawn().map_err(|error| format!("sh: {error}"))?;
    let Some(out) = child.stdout.take() else { return Err(String::from("no output")) };
    let lines = lines(out);
    // What waits without computing is ended as well, but later: the machine may have other things to do.
    let end = Instant::now() + patience * 10;
    let failed = failure(&lines, end);
    finish(&mut child, failed)
}

fn lines(out: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The first test that fails; an error when the time is over.
fn failure(lines: &Receiver<String>, end: Instant) -> Result<Option<String>, ()> {
    loop {
        match lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                let failed = line.strip_prefix("test ").and_then(|line| line.split_once(" ... FAILED"));
                if let Some((name, _)) = failed {
                    return Ok(Some(name.trim_end_matches(" - should panic").to_owned()));
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => return Err(()),
        }
    }
}

fn finish(child: &mut Child, failed: Result<Option<String>, ()>) -> Result<Outcome, String> {
    if failed != Ok(None) {
        child.kill().ok();
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    Ok(match failed {
        Ok(Some(name)) => Outcome::Failed(name),
        Ok(None) if status.success() => Outcome::Survived,
        Ok(None) if status.code() == Some(REFUSED) => Outcome::Refused,
        _ => Outcome::Broke,
    })
}

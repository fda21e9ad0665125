//! Mutation testing: every crate that decides a battle is compiled once, with all its mutants behind a switch.
//!
//! docs/testing.md says how to use it and how it works.

mod compile;
mod constants;
mod forms;
mod known;
mod listing;
mod memory;
mod naming;
mod report;
mod room;
mod run;
mod source;
mod trial;
mod weave;

#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;

/// Tries changes of the rule systems and of the common model, and tells which no test notices.
#[derive(Debug, Parser)]
struct Args {
    /// Only this crate; may be given again.
    #[arg(long = "crate", value_name = "NAME")]
    rooms: Vec<String>,
    /// Only functions in which a clause is marked.
    #[arg(long)]
    marked: bool,
    /// Only so many mutants of a crate, spread evenly.
    #[arg(long, value_name = "NUMBER")]
    sample: Option<usize>,
    /// Only list what would be tried.
    #[arg(long)]
    list: bool,
    /// How many are tried at the same time.
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    jobs: usize,
    /// Take for granted what was caught before, whatever has changed since.
    #[arg(long)]
    keep: bool,
    /// Leave out tests that compute for longer than that many seconds; survivors of such a run are tried again without.
    #[arg(long, default_value_t = 3600.0, value_name = "SECONDS")]
    longest: f64,
    /// Only files whose path below the crate has this in it.
    #[arg(long, value_name = "TEXT", default_value = "")]
    file: String,
    /// Where the copy, the results and the lists of survivors are kept.
    #[arg(long, default_value = "target/mutants", value_name = "FOLDER")]
    folder: PathBuf,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let plan = run::Plan {
        root: PathBuf::from("."),
        folder: args.folder,
        marked: args.marked,
        sample: args.sample,
        jobs: args.jobs.max(1),
        keep: args.keep,
        longest: Duration::from_secs_f64(args.longest.max(0.0)),
        file: args.file,
    };
    let rooms: Vec<&str> = match args.rooms.is_empty() {
        true => run::ROOMS.iter().map(|(room, _)| *room).collect(),
        false => args.rooms.iter().map(String::as_str).collect(),
    };
    for room in rooms {
        let answer = if args.list { run::list(&plan, room) } else { run::room(&plan, room) };
        match answer {
            Ok(table) => println!("{table}"),
            Err(fault) => {
                eprintln!("{room}: {fault}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

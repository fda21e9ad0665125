//! The grognard program: reads the command line, does one thing, and is the only place that exits.

mod args;
mod campaigning;
mod commands;
mod drawing;
mod editing;
mod packing;
mod piping;
mod print;
mod reporting;
mod series;
mod serving;
mod soaking;
mod talking;
mod tuning;
mod turn_file;
mod worth;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::commands::{Answer, Failure};

/// A host lives for months while sessions come and go, each on a thread of its own. The C library of Linux keeps most of
/// what they leave behind (a host of 300 sessions stays at 130 to 230 MB of 250 when they are gone), this one gives it back.
#[cfg(all(target_os = "linux", feature = "jemalloc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    print::keep_panics_plain();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return ExitCode::from(print::usage(&error)),
    };
    let done = match &cli.command {
        None => commands::title(&cli),
        Some(Command::Play(play)) => commands::play(&cli, play),
        Some(Command::Edit(edit)) => editing::edit(&cli, edit),
        Some(Command::Campaign(campaign)) => campaigning::campaign(&cli, campaign),
        Some(Command::Soak(soak)) => soaking::soak(&cli, soak),
        Some(Command::Report(report)) => reporting::report(report),
        Some(Command::Tune(tune)) => tuning::tune(tune),
        Some(Command::Random(random)) => drawing::random(random),
        Some(Command::Replay(replay)) => commands::replay(&cli, replay),
        Some(Command::Verify(files)) => commands::verify(files),
        Some(Command::List(list)) => commands::list(&cli, list),
        Some(Command::Rules(rules)) => commands::rules(rules),
        Some(Command::Check(check)) => commands::check(check),
        Some(Command::Serve(serve)) => serving::serve(&cli, serve),
        Some(Command::Completions(shell)) => packing::completions(shell),
        Some(Command::Man(man)) => packing::man(man),
    };
    match done {
        Ok(Answer::Yes) | Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(Failure::Unusable(message)) => {
            print::complain(&message);
            ExitCode::from(2)
        }
    }
}

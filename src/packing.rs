//! The `completions` and `man` commands: what a package brings beside the program, made from its command line.

use std::fs;

use battle::Unusable;
use clap::CommandFactory;

use crate::args::{Cli, Completions, Man};
use crate::commands::{Answer, Done};
use crate::print::{Page, name};

/// Writes completions of a shell to the output.
pub fn completions(args: &Completions) -> Done {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "grognard", &mut text);
    Page::new().whole(&text)?;
    Ok(Answer::Yes)
}

/// Writes the manual pages into a folder.
pub fn man(args: &Man) -> Done {
    let cannot = |error| Unusable(format!("cannot write manual pages into {}: {error}", name(&args.folder)));
    fs::create_dir_all(&args.folder).map_err(cannot)?;
    clap_mangen::generate_to(Cli::command().disable_help_subcommand(true), &args.folder).map_err(cannot)?;
    Ok(Answer::Yes)
}

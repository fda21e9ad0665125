//! The command line: what can be asked of the program, with help and examples.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Horse-and-musket hex wargames in the terminal.
#[derive(Parser, Debug)]
#[command(name = "grognard", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    /// What to do; without a command the title screen comes up.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Folder for saved battles and settings, instead of the platform's usual one.
    #[arg(long, value_name = "DIR", global = true)]
    pub data: Option<PathBuf>,

    /// How to draw.
    #[command(flatten)]
    pub look: Look,
}

const EXAMPLES: &str = "\
Examples:
  grognard                                 the title screen
  grognard play quatre-bras                a battle against the computer
  grognard play --blue steady --red hold   watch two commanders
  grognard soak --games 100 --swap         who wins, how long, how bloody
  grognard verify saved.jsonl              play a record again and compare every turn

Exit status: 0 done, 1 the answer is no (a check or verify failed, a soak had faults), 2 wrong usage or unreadable input.";

/// How to draw.
#[derive(Args, Debug, Clone, Copy)]
pub struct Look {
    /// Colours; auto asks the environment (COLORTERM, TERM, NO_COLOR).
    #[arg(long, value_enum, default_value_t = Colour::Auto, global = true)]
    pub colour: Colour,

    /// Characters; auto asks the locale.
    #[arg(long, value_enum, default_value_t = Glyphs::Auto, global = true)]
    pub glyphs: Glyphs,

    /// Colours of the sides; safe is for eyes that do not tell red from green.
    #[arg(long, value_enum, default_value_t = Palette::Classic, global = true)]
    pub palette: Palette,

    /// Show results at once instead of moving pieces.
    #[arg(long, global = true)]
    pub no_animation: bool,
}

/// Colours to draw with.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// What the environment says.
    Auto,
    /// 24-bit.
    Truecolor,
    /// 256 colours.
    #[value(name = "256")]
    Indexed,
    /// 16 colours.
    #[value(name = "16")]
    Sixteen,
    /// None.
    Mono,
}

/// Colours of the sides.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Palette {
    /// Blue and red.
    Classic,
    /// Blue and orange.
    Safe,
}

/// Characters to draw with.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Glyphs {
    /// What the locale says.
    Auto,
    /// Unicode.
    Unicode,
    /// ASCII only.
    Ascii,
}

/// Commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Straight into a battle on the screen.
    Play(Play),
    /// Battles between commanders without a screen, with statistics.
    Soak(Soak),
    /// Play records again and compare every turn's hash.
    Verify(Files),
    /// What there is to play.
    List(List),
    /// The tables of a rule system as the engine uses them.
    Rules(Rules),
    /// Check battle, commander and house-rule files: every fault with file, line, column and what was expected.
    Check(Check),
}

/// Arguments of `play`.
#[derive(Args, Debug)]
pub struct Play {
    /// Battle by name (see `grognard list battles`) or file; without one the set-up screen asks.
    pub battle: Option<String>,

    /// Rule system (see `grognard list rules`).
    #[arg(long, value_name = "SYSTEM")]
    pub rules: Option<String>,

    /// Who commands Blue: `human`, a commander's name or file, or `exec:COMMAND`.
    #[arg(long, value_name = "WHO")]
    pub blue: Option<String>,

    /// Who commands Red.
    #[arg(long, value_name = "WHO")]
    pub red: Option<String>,

    /// Seed of the battle; a fresh one without it.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// House rules file.
    #[arg(long, value_name = "FILE")]
    pub house: Option<PathBuf>,

    /// Go on with a saved battle.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["battle", "rules", "blue", "red", "seed", "house"])]
    pub resume: Option<PathBuf>,
}

/// Arguments of `soak`.
#[derive(Args, Debug)]
pub struct Soak {
    /// Battles to play in all, dealt to the named battles and rule systems in turn.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: u32,

    /// Battles at a time.
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,

    /// Which battles: names or files separated by commas, or `all`.
    #[arg(long, value_name = "LIST", default_value = "all")]
    pub battles: String,

    /// Which rule systems: names separated by commas, or `all`.
    #[arg(long, value_name = "LIST", default_value = "all")]
    pub rules: String,

    /// Who commands Blue.
    #[arg(long, value_name = "WHO", default_value = "steady")]
    pub blue: String,

    /// Who commands Red.
    #[arg(long, value_name = "WHO", default_value = "steady")]
    pub red: String,

    /// Seed that fixes every battle.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Play each battle twice on the same seed, the second time with the commanders changed over.
    #[arg(long)]
    pub swap: bool,

    /// Play only part I of N, e.g. 2/4.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,

    /// House rules file.
    #[arg(long, value_name = "FILE")]
    pub house: Option<PathBuf>,

    /// Write one line a battle; the ending says how: .jsonl or .csv. Must not exist.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Keep every battle's record in this folder.
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,

    /// Orders after which a battle without an end counts as a fault.
    #[arg(long, value_name = "N", default_value_t = soak::ORDER_LIMIT)]
    pub orders: u32,

    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Files to work on.
#[derive(Args, Debug)]
pub struct Files {
    /// The files.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Arguments of `check`.
#[derive(Args, Debug)]
pub struct Check {
    /// The files.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Rule system that battles must be playable under; every system without it.
    #[arg(long, value_name = "SYSTEM")]
    pub rules: Option<String>,
}

/// Arguments of `list`.
#[derive(Args, Debug)]
pub struct List {
    /// What to list.
    #[arg(value_enum)]
    pub what: Listed,

    /// Print as JSON.
    #[arg(long)]
    pub json: bool,
}

/// What can be listed.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listed {
    /// Battles.
    Battles,
    /// Rule systems.
    Rules,
    /// Commanders.
    Commanders,
}

/// Arguments of `rules`.
#[derive(Args, Debug)]
pub struct Rules {
    /// The rule system.
    pub system: String,

    /// Show them with these house rules applied.
    #[arg(long, value_name = "FILE")]
    pub house: Option<PathBuf>,

    /// Print the house-rule options instead: key, values, default, what each decides.
    #[arg(long)]
    pub options: bool,
}

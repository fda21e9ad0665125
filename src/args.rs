//! The command line: what can be asked of the program, with help and examples.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub use crate::series::{ReportArgs, Soak, Tune};

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

    /// File that says which keys do what, instead of keys.toml in the folder for data.
    #[arg(long, value_name = "FILE", global = true)]
    pub keys: Option<PathBuf>,

    /// How to draw.
    #[command(flatten)]
    pub look: Look,
}

const EXAMPLES: &str = "\
Examples:
  grognard                                 the title screen
  grognard play quatre-bras                a battle against the computer
  grognard play --blue steady --red hold   watch two commanders
  grognard edit my-battle.toml             make a battle on the screen
  grognard soak --games 100 --swap         who wins, how long, how bloody
  grognard replay saved.jsonl              watch a recorded battle again
  grognard verify saved.jsonl              play a record again and compare every turn
  grognard serve --listen 0.0.0.0:2222     let others play with nothing but ssh

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

    /// Sentences, questions and typed answers instead of a screen: for pipes, screen readers and plain terminals.
    #[arg(long, global = true)]
    pub lines: bool,

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
    /// Make a battle on the screen, or change one: ground, armies, goals, tried at once.
    Edit(Edit),
    /// Linked battles: begin a campaign or go on with one, or see how one stands.
    Campaign(Campaign),
    /// Battles between commanders without a screen, with statistics.
    Soak(Soak),
    /// What the results of soaks say: statistics of one file, or several side by side.
    Report(ReportArgs),
    /// Better numbers for a commander, found by playing: a new profile, and what moved.
    Tune(Box<Tune>),
    /// Draw a battle by chance and print it as a battle file: by wishes, a seed, both or neither.
    Random(Random),
    /// Watch a recorded battle on the screen, or have it told (--lines): order by order or turn by turn, forwards and back.
    Replay(Replay),
    /// Play records again and compare every turn's hash.
    Verify(Files),
    /// What there is to play.
    List(List),
    /// The tables of a rule system as the engine uses them.
    Rules(Rules),
    /// Check battle, campaign, commander and house-rule files: every fault with file, line, column and what was expected.
    Check(Check),
    /// Let people play over SSH: against the computer, each other, or one turn a day.
    Serve(Box<Serve>),
    /// What a shell needs to complete commands and options: written to the output, to be put where the shell looks.
    Completions(Completions),
    /// The manual pages, one for each command, written into a folder.
    Man(Man),
}

/// Arguments of `play`.
#[derive(Args, Debug, Clone, Default)]
pub struct Play {
    /// Battle by name (see `grognard list battles`), file, `-` for one from standard input, or `random` with wishes (see `grognard
    /// random --help`); without one the set-up screen asks.
    pub battle: Option<String>,

    /// A battle drawn by chance, as the name `random` stands for.
    #[arg(long, conflicts_with = "battle")]
    pub random: bool,

    /// Rule system (see `grognard list rules`).
    #[arg(long, value_name = "SYSTEM")]
    pub rules: Option<String>,

    /// Who commands Blue: `human`, a commander's name or file, `exec:COMMAND`, or `pipe`: whoever has started the game, by its
    /// input and output (docs/protocol.md).
    #[arg(long, value_name = "WHO")]
    pub blue: Option<String>,

    /// Who commands Red.
    #[arg(long, value_name = "WHO")]
    pub red: Option<String>,

    /// Seed of the battle; a fresh one without it.
    #[arg(long, value_name = "N", value_parser = seed)]
    pub seed: Option<u64>,

    /// House rules file.
    #[arg(long, value_name = "FILE")]
    pub house: Option<PathBuf>,

    /// Roll both sides' forces by the table of the rule system, in place of the battle's armies.
    #[arg(long)]
    pub random_forces: bool,

    /// Keep the record in this file, which must not exist, instead of the folder for saved battles. A battle between a `pipe` and a
    /// computer is kept only so.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Seconds that a program (`exec:`) has for each line; 60 without it.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u16).range(1..=3600))]
    pub patience: Option<u16>,

    /// Go on with a saved battle.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["battle", "random", "rules", "blue", "red", "seed", "house", "random_forces",
        "record", "patience"])]
    pub resume: Option<PathBuf>,

    /// Where this version plays the saved battle otherwise than the one that saved it: go on from the last turn that is
    /// still the same, in a new record.
    #[arg(long, requires = "resume")]
    pub salvage: bool,
}

const EDITING: &str = "\
Examples:
  grognard edit                        your own battles, or a new one
  grognard edit my-battle.toml         that file; a new battle where there is none
  grognard edit quatre-bras            a copy of a battle that ships, in the folder battles of --data

What is done is kept at once: after a kill or a lost line the changes are there when the file is opened again.
The keys of the screen are listed by ? there; docs/editor.md tells more.";

/// Arguments of `edit`.
#[derive(Args, Debug)]
#[command(after_help = EDITING)]
pub struct Edit {
    /// Battle file, which may not be there yet, or the name of a battle that ships (see `grognard list battles`); without one your own
    /// battles are listed.
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
}

const CAMPAIGNS: &str = "\
Examples:
  grognard campaign                              the campaigns there are, and those that go on
  grognard campaign greene                       begin it, or go on with it where you left it
  grognard campaign greene --rules mcnally       by those rules
  grognard campaign greene --status              the map, the armies, the points, the story so far
  grognard campaign my-campaign.toml             one of your own (see campaigns/README.md)
  grognard campaign my-campaign.toml --pack      it and its battles as one file, for a friend
  grognard soak --campaign greene --games 20     played by the computer from end to end";

/// Arguments of `campaign`.
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = CAMPAIGNS)]
pub struct Campaign {
    /// Campaign by name (see `grognard list campaigns`), file, or `-` for one from standard input; without one they are listed.
    pub name: Option<String>,

    /// Rule system (see `grognard list rules`).
    #[arg(long, value_name = "SYSTEM")]
    pub rules: Option<String>,

    /// Your side: `blue` or `red`; the side whose story it is without it.
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,

    /// Who commands the other side: `human`, a commander's name or file, or `exec:COMMAND`.
    #[arg(long, value_name = "WHO")]
    pub enemy: Option<String>,

    /// Seed of the campaign; a fresh one without it.
    #[arg(long, value_name = "N", value_parser = seed)]
    pub seed: Option<u64>,

    /// House rules file.
    #[arg(long, value_name = "FILE")]
    pub house: Option<PathBuf>,

    /// Begin it anew, though one goes on.
    #[arg(long)]
    pub anew: bool,

    /// Print it as one file, its battles with it, for somebody else.
    #[arg(long, requires = "name", conflicts_with_all = ["rules", "side", "enemy", "seed", "house", "anew", "status"])]
    pub pack: bool,

    /// Print how it stands, and end.
    #[arg(long, conflicts_with_all = ["rules", "side", "enemy", "seed", "house", "anew"])]
    pub status: bool,
}

const WISHES: &str = "\
Wishes, in any order; what is not wished for is left to the seed:
  year        1776 to 1815
  nations     alike; one, as in french; or Blue's and Red's, as in french-austrian
  kind        meeting, attack, rearguard, river, town, ambush, late
  country     open, hedges, wooded, hills, village
  size        minutes to play, 20min to 240min
  seed        a whole number; seed1800 where it could be taken for a year

Examples:
  grognard random                                   a battle, its name in the first line
  grognard random river hills 1809 90min 4711       the same file on every machine
  grognard random town --out town.toml              a file to edit
  grognard play random:river:hills:1809:90min:4711  the name that a friend can type
  grognard soak --battles random:river --games 100  another battle in every game
  grognard random town 4711 --fair 100              how often Blue wins it, by rule system";

/// Arguments of `random`.
#[derive(Args, Debug)]
#[command(after_help = WISHES)]
pub struct Random {
    /// What is wished for, in any order; see below.
    #[arg(value_name = "WISH")]
    pub wishes: Vec<String>,

    /// Write the battle file there; it must not exist.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Play it so many times by two equal commanders, dealt to the rule systems, and tell Blue's share in place of the file.
    #[arg(long, value_name = "GAMES", conflicts_with = "out", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub fair: Option<u32>,

    /// Rule systems of --fair: names separated by commas, or `all`.
    #[arg(long, value_name = "LIST", default_value = "all", requires = "fair")]
    pub rules: String,

    /// Battles of --fair at a time.
    #[arg(long, value_name = "J", default_value_t = 1, requires = "fair", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
}

/// A seed as typed.
fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

/// Arguments of `replay`.
#[derive(Args, Debug)]
pub struct Replay {
    /// Print all that happened as lines of JSON, an event a line (docs/protocol.md), in place of showing it.
    #[arg(long)]
    pub json: bool,

    /// With --json, only what that side could know: `blue` or `red`.
    #[arg(long, value_name = "SIDE", requires = "json")]
    pub side: Option<battle::Side>,

    /// The record: a saved battle, one kept by `soak --records`, or one from a host's `records` folder.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Files to work on.
#[derive(Args, Debug)]
pub struct Files {
    /// The files.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Arguments of `completions`.
#[derive(Args, Debug)]
pub struct Completions {
    /// Which shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Args, Debug)]
pub struct Man {
    /// The folder; made where there is none.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Arguments of `check`.
#[derive(Args, Debug)]
pub struct Check {
    /// The files; `-` is standard input.
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
    /// Campaigns.
    Campaigns,
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

const SERVING: &str = "\
Examples:
  grognard serve                                    this machine only: ssh -p 2222 localhost
  grognard serve --listen '[::]:2222' --data /var/lib/grognard
  grognard serve --data /var/lib/grognard --check   is everything in order?

Times are seconds, or minutes or hours as in 5m and 1h. SIGTERM tells everybody and ends within ten seconds;
SIGHUP reads the key lists again. Nothing that a visitor types is ever logged.

How to draw is asked of each visitor's terminal (TERM, COLORTERM, LANG), so --colour, --glyphs, --palette and --no-animation are
refused here, and so is --keys.

Exit status: 0 done, 1 a check found a fault, 2 it could not start.";

/// Arguments of `serve`.
#[derive(Args, Debug)]
#[command(after_help = SERVING)]
pub struct Serve {
    /// Address and port to listen on.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:2222")]
    pub listen: SocketAddr,

    /// What the place is called in its greetings.
    #[arg(long, value_name = "NAME", default_value = "grognard")]
    pub name: String,

    /// Let only these keys in: a file in authorized_keys format, read again when it changes.
    #[arg(long, value_name = "FILE")]
    pub allow: Option<PathBuf>,

    /// Never let these keys in; likewise.
    #[arg(long, value_name = "FILE")]
    pub deny: Option<PathBuf>,

    /// Let people without a key in, as the user guest.
    #[arg(long)]
    pub guests: bool,

    /// Show the whole truth of battles that are over to everybody, or only to those who played them.
    #[arg(long, value_enum, default_value_t = Reveal::Everybody, value_name = "WHOM")]
    pub reveal: Reveal,

    /// Put no battle between two computers on. Otherwise there is always one to watch; it goes on only while somebody does,
    /// when no visitor's battle has to think, and leaves no record.
    #[arg(long)]
    pub no_show: bool,

    /// How to write the log on stderr.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    pub log: Log,

    /// When orders are put on the disk: before anybody sees them carried out, once a second, or when the system likes.
    #[arg(long, value_enum, default_value_t = Sync::Each)]
    pub sync: Sync,

    /// Look at everything a start needs, say what it would do, and end.
    #[arg(long)]
    pub check: bool,

    /// Make a lost or damaged database anew out of the records, say what was found, and end.
    #[arg(long, conflicts_with = "check")]
    pub recover: bool,

    /// Limits.
    #[command(flatten)]
    pub limits: Limits,
}

/// Who is shown the whole truth of a battle that is over.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reveal {
    /// Everybody.
    Everybody,
    /// Those who played it; others what both sides knew.
    Players,
}

/// How the log is written.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Log {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

/// When orders are put on the disk.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sync {
    /// Before they are acknowledged: a power cut costs none that was.
    Each,
    /// Once a second, for slow disks: a power cut costs the orders of the last second or two.
    Second,
    /// When the system likes: a power cut costs up to half a minute, and the last names and offers.
    Never,
}

/// The limits of `serve`.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// People playing at once.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub max_sessions: u32,

    /// People playing at once from one address (an IPv6 /64 counts as one).
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub max_sessions_per_address: u32,

    /// Sessions at once with one key.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub max_sessions_per_key: u32,

    /// Connections that have not logged in; when there are more, one gives way: the oldest of the address with most.
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub max_waiting: u32,

    /// Connections that have logged in and do not play yet; likewise.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_entering: u32,

    /// Of each of these, from one address.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub max_waiting_per_address: u32,

    /// Time to exchange keys.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time)]
    pub handshake_time: Duration,

    /// Time from then until the game is on the screen.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    pub login_time: Duration,

    /// Keys that may be refused on one connection.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pub login_attempts: u32,

    /// Battles a player may have going at once.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub battles_per_player: u32,

    /// Finished battles kept for each player, and for all guests together; older ones go, records and all; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub battles_kept: u32,

    /// Battles of their own that a player may keep here for everybody to play (ssh HOST keep KEY < FILE); 0 for none.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub shelf: u32,

    /// Computer sides that may think at the same time; 0 for one fewer than the machine has cores, but two at least.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=256))]
    pub thinkers: u32,

    /// Time for one decision of a computer side.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time)]
    pub think_time: Duration,

    /// Whole turns that onlookers are behind; whatever it is, they are shown only what both sides know.
    #[arg(long, value_name = "TURNS", default_value_t = 1)]
    pub delay: u16,

    /// Bytes a second that a client may send, as they are on the wire (a key is about 40); 0 for any.
    #[arg(long, value_name = "BYTES", default_value_t = 16384)]
    pub input_rate: u32,

    /// Bytes under way to a client beyond which no new picture is drawn.
    #[arg(long, value_name = "BYTES", default_value_t = 65536)]
    pub output_buffer: u32,

    /// Time after which a client that takes nothing is dropped.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time)]
    pub stall: Duration,

    /// Time without a key after which a session ends; its battles wait.
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = time)]
    pub idle: Duration,

    /// How often a silent client is asked whether it is still there; 0 for never.
    #[arg(long, value_name = "TIME", default_value = "4m", value_parser = time)]
    pub keepalive: Duration,
}

/// A time: a number of seconds, minutes (`m`) or hours (`h`).
fn time(text: &str) -> Result<Duration, String> {
    let unit = [("h", 3600), ("m", 60), ("s", 1)].into_iter().find(|(unit, _)| text.ends_with(unit));
    let (number, seconds) = unit.map_or((text, 1), |(unit, seconds)| (text.trim_end_matches(unit), seconds));
    let number: u32 = number.parse().map_err(|_| String::from("expected a time such as 30s, 5m or 1h"))?;
    Ok(Duration::from_secs(u64::from(number) * seconds))
}

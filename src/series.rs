//! What can be asked of series of battles: `soak`, `report`, `tune`.

use std::path::PathBuf;

use clap::Args;

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

    /// Whole campaigns in place of single battles: the name or file of one. --games counts campaigns; what comes next is drawn by
    /// each campaign's seed among the ways that are open. A line a battle and one a campaign go to --out, in .jsonl.
    #[arg(long, value_name = "NAME|FILE", conflicts_with_all = ["battles", "turns", "times", "clauses", "resume", "until", "test",
        "calibration"])]
    pub campaign: Option<String>,

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

    /// House rules: a file; or a list of KEY=VALUE by comma; or `random` for others in every battle, drawn by its seed.
    #[arg(long, value_name = "FILE|LIST")]
    pub house: Option<PathBuf>,

    /// Write one line a battle, with what its rule system counts; the ending says how: .jsonl, .csv or .parquet. Must not exist but
    /// for --resume.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Write how each battle stood turn by turn, a line a turn: what is left of both armies, points, orders given, where units fell.
    /// A name in .jsonl or .parquet; must not exist but for --resume.
    #[arg(long, value_name = "FILE")]
    pub turns: Option<PathBuf>,

    /// With --turns, where every unit stands as well.
    #[arg(long, requires = "turns")]
    pub positions: bool,

    /// Write how long both players thought in each turn of each battle, a line a battle. A name in .jsonl; must not exist but for
    /// --resume.
    #[arg(long, value_name = "FILE")]
    pub times: Option<PathBuf>,

    /// Count how often each clause of the rules is used, in the lines of --out in .jsonl and in the summary.
    #[arg(long)]
    pub clauses: bool,

    /// Go on with a run that was broken off, by the battles that it wrote to the .jsonl file of --out; the other options are to be
    /// the same as then.
    #[arg(long, requires = "out")]
    pub resume: bool,

    /// Stop as soon as the 95 % interval of the first player's share reaches no further than so many points of a hundred to either
    /// side; --games is the most that are played.
    #[arg(long, value_name = "POINTS", conflicts_with = "shard")]
    pub until: Option<String>,

    /// Stop as soon as it is decided whether the first player is worth the one Elo difference or the other, such as 0,10: either
    /// answer is wrong in 5 of 100 runs. Each battle is played from both sides (--swap).
    #[arg(long, value_name = "ELO,ELO", conflicts_with_all = ["until", "shard"], requires = "swap", allow_hyphen_values = true)]
    pub test: Option<String>,

    /// Seconds that a program (`exec:`) has for each line; 60 without it.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u16).range(1..=3600))]
    pub patience: Option<u16>,

    /// Keep every battle's record in this folder.
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,

    /// Orders after which a battle without an end counts as a fault.
    #[arg(long, value_name = "N", default_value_t = soak::ORDER_LIMIT)]
    pub orders: u32,

    /// Hold forecasts against what comes of orders, by kind and by tenths of the chance foreseen: of orders given, and of
    /// orders drawn at random at one of N decisions (10 if no number is given) and tried with other dice on a copy of the
    /// battle. Takes several times as long.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "10",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub calibration: Option<u32>,

    /// With --calibration, follow orders after which the dice can fall in at most N ways through all of them, so that what
    /// comes is known without chance.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "calibration")]
    pub ways: u32,

    /// With --calibration, try each order drawn N times more, each time with other dice: what came is the mean of all
    /// times, and little of it is chance. Takes so many times as long.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "calibration")]
    pub throws: u32,

    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `report`.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Results written by `soak --out` in .jsonl.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The files are shards of one run: put them together.
    #[arg(long)]
    pub merge: bool,

    /// With --merge, write the lines of all shards in the order of the plan, as one run would have written them, by its ending in
    /// .jsonl, .csv or .parquet. Must not exist.
    #[arg(long, value_name = "FILE", requires = "merge")]
    pub out: Option<PathBuf>,

    /// Write one page of HTML with plots, which needs no network: who wins, how long and how bloody it is, what decides, what
    /// luck and forecasts are worth. Must not exist.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// With --html, the file in .jsonl that `soak --turns` wrote of these battles: how losses grow, and where units fell.
    #[arg(long, value_name = "FILE", requires = "html")]
    pub turns: Option<PathBuf>,

    /// The file that `soak --times` wrote of these battles: how long players think.
    #[arg(long, value_name = "FILE")]
    pub times: Option<PathBuf>,

    /// Of battles by chance, tell only what each type of unit is worth in points, by rule system, with 95 % intervals. Takes some
    /// battles with a unit more: `soak --battles random:20min:more-line-infantry,...`. Several files are taken together.
    #[arg(long, conflicts_with_all = ["merge", "out", "html", "turns", "times", "json"])]
    pub worth: bool,

    /// Print as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `tune`.
#[derive(Args, Debug)]
pub struct Tune {
    /// The commander to begin with, by name or file.
    pub profile: String,

    /// Its numbers to tune, by comma, each as TABLE.KEY with the step to try after a colon, as in plan.odds:0.2; without one a tenth
    /// of what it may be, 2 for an exponent. After under.SYSTEM. they are those for one rule system.
    #[arg(long, value_name = "LIST", required = true)]
    pub numbers: String,

    /// Where the new profile goes; the rounds are written beside it, as FILE.jsonl. Must not exist but for the rounds with
    /// --resume.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Commanders that both sides of a trial play, by comma, instead of each other.
    #[arg(long, value_name = "LIST")]
    pub against: Option<String>,

    /// Rule systems by comma, or `all`.
    #[arg(long, value_name = "LIST", default_value = "all")]
    pub rules: String,

    /// Battles by comma, or `all`.
    #[arg(long, value_name = "LIST", default_value = "all")]
    pub battles: String,

    /// Rounds; each moves all numbers at once.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub rounds: u32,

    /// Games a round, dealt to the rule systems; each seed is played from both sides, against each of --against.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub games: u32,

    /// Games at most in which the new profile is tested against the old one in the end, for 10 Elo against none; 0 for no test.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub prove: u32,

    /// What it costs a player, in points of a game, that it waits: half as many games are played by each against itself, and one in
    /// which neither army loses a tenth of its worth costs this much; 0 plays none.
    #[arg(long, value_name = "POINTS", default_value_t = 1.0, value_parser = points)]
    pub waiting: f64,

    /// Battles at a time.
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,

    /// Seed that fixes everything.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Go on with a tuning that was broken off; the other options are to be the same as then.
    #[arg(long)]
    pub resume: bool,
}

/// Points that something costs, from 0 to those of two games.
fn points(text: &str) -> Result<f64, String> {
    let fits = |points: &f64| (0.0..=2.0).contains(points);
    text.parse().ok().filter(fits).ok_or_else(|| String::from("expected a number of points from 0 to 2"))
}

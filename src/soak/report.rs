//! The report of a run: its rows, written as JSON Lines, CSV or Parquet, its faults and its summary.

use std::io::Write;
use std::path::Path;

use battle::{Library, SystemInfo, Unusable};
use table::SeatSpec;

use crate::bout::Played;
use crate::counts;
use crate::enough::Stopping;
use crate::fault::Fault;
use crate::options::Options;
use crate::parquet;
use crate::plan::Plan;
use crate::row::Row;
use crate::summary::Summary;
use crate::text;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One JSON object a line.
    JsonLines,
    /// Comma-separated values with a header line.
    Csv,
    /// Apache Parquet, with typed columns.
    Parquet,
}

impl Format {
    /// The format that a file's ending asks for.
    ///
    /// # Errors
    /// Names the file and the endings there are.
    pub fn of(path: &Path) -> Result<Format, Unusable> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("jsonl") => Ok(Format::JsonLines),
            Some("csv") => Ok(Format::Csv),
            Some("parquet") => Ok(Format::Parquet),
            _ => Err(Unusable(format!(
                "cannot tell the format of {}; expected a name in .jsonl, .csv or .parquet",
                path.display()
            ))),
        }
    }
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Report {
    players: [String; 2],
    seed: u64,
    planned: usize,
    systems: Vec<&'static SystemInfo>,
    left_out: Vec<String>,
    rows: Vec<Row>,
    faults: Vec<Fault>,
    think_times: Vec<u64>,
    untried: Vec<String>,
    stopping: Option<Stopping>,
}

impl Report {
    pub(crate) fn new(options: &Options, plan: &Plan) -> Report {
        Report {
            players: options.seats.each_ref().map(ToString::to_string),
            seed: options.seed,
            planned: plan.matches.len(),
            systems: plan.systems.iter().map(|(info, _)| *info).collect(),
            left_out: plan.left_out.clone(),
            rows: Vec::new(),
            faults: Vec::new(),
            think_times: Vec::new(),
            untried: Vec::new(),
            stopping: options.enough.map(|enough| Stopping::new(enough, plan.is_paired())),
        }
    }

    /// What rows that were written before say, the systems among those that there are. What ended the run is not known any more.
    #[must_use]
    pub fn of_rows(library: &dyn Library, rows: Vec<Row>) -> Report {
        let first = rows.first().cloned().unwrap_or_default();
        let players = if first.swapped { [first.red, first.blue] } else { [first.blue, first.red] };
        let played = |info: &&'static SystemInfo| rows.iter().any(|row| row.rules == info.key);
        let fault = |row: &Row| {
            let seat = |name: &str| name.parse().unwrap_or(SeatSpec::Human);
            row.is_fault().then(|| Fault::of(row, &Options::new(seat(&row.blue), seat(&row.red))))
        };
        Report {
            players,
            seed: first.seed,
            planned: rows.len(),
            systems: library.systems().into_iter().filter(played).collect(),
            left_out: Vec::new(),
            faults: rows.iter().filter_map(fault).collect(),
            rows,
            think_times: Vec::new(),
            untried: Vec::new(),
            stopping: None,
        }
    }

    /// Takes a game of the run before, with the fault that it may have been.
    pub(crate) fn take_up(&mut self, row: Row, options: &Options) -> bool {
        let fault = row.is_fault().then(|| Fault::of(&row, options));
        self.add(Played { row, think_times: Vec::new(), fault, turns: Vec::new(), untried: None })
    }

    /// Adds a game; whether that is enough.
    pub(crate) fn add(&mut self, played: Played) -> bool {
        let enough = self.stopping.as_mut().is_some_and(|stopping| stopping.hears(&played.row));
        self.rows.push(played.row);
        self.faults.extend(played.fault);
        self.think_times.extend(played.think_times);
        self.untried.extend(played.untried.map(|why| format!("game {}: {why}", self.rows.len() - 1)));
        enough
    }

    /// What has been found of what was to be enough, as a sentence.
    #[must_use]
    pub fn found(&self) -> Option<String> {
        self.stopping.as_ref().map(Stopping::told)
    }

    /// Whether the run ended because it had seen enough.
    #[must_use]
    pub fn has_enough(&self) -> bool {
        self.stopping.as_ref().is_some_and(Stopping::is_over)
    }

    /// Every game's result, in the order of the plan.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The games that ended by a mistake.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The first and the second player, as named for Blue and Red.
    pub(crate) fn players(&self) -> &[String; 2] {
        &self.players
    }

    /// What a rule system is called.
    pub(crate) fn title(&self, rules: &str) -> String {
        let known = self.systems.iter().find(|info| info.key == rules);
        known.map_or_else(|| String::from(rules), |info| String::from(info.title))
    }

    /// The run's seed.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Games that were planned; more than there are rows when the run was broken off.
    #[must_use]
    pub fn planned(&self) -> usize {
        self.planned
    }

    /// The rule systems that were asked for.
    pub(crate) fn systems(&self) -> &[&'static SystemInfo] {
        &self.systems
    }

    /// Battles that a system cannot play, with the reason.
    #[must_use]
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Trials of the calibration that could not be played on, a line each game.
    pub(crate) fn untried(&self) -> &[String] {
        &self.untried
    }

    /// Writes the rows. Equal options give equal bytes whatever the number of threads.
    ///
    /// # Errors
    /// As the output says.
    pub fn write(&self, out: impl Write + Send, format: Format) -> std::io::Result<()> {
        match format {
            Format::JsonLines => self.write_json(out),
            Format::Csv => self.write_csv(out),
            Format::Parquet => parquet::write(out, &self.rows),
        }
    }

    fn write_json(&self, mut out: impl Write) -> std::io::Result<()> {
        self.rows.iter().try_for_each(|row| row.write_json(&mut out))?;
        out.flush()
    }

    fn write_csv(&self, out: impl Write) -> std::io::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        for line in counts::table(&self.rows)? {
            writer.write_record(line).map_err(std::io::Error::other)?;
        }
        writer.flush()
    }

    /// The statistics.
    #[must_use]
    pub fn statistics(&self) -> Summary {
        Summary::of(&self.players, &self.rows, &self.think_times)
    }

    /// The statistics as a table and sentences.
    #[must_use]
    pub fn summary(&self) -> String {
        text::summary(self, &self.statistics())
    }

    /// As much of it as fits a screen, and where the rest is to be had.
    #[must_use]
    pub fn brief(&self, more: &str) -> String {
        text::brief(self, &self.statistics(), more)
    }

    /// The statistics for programs.
    #[must_use]
    pub fn summary_json(&self) -> String {
        text::json(self, &self.statistics())
    }
}

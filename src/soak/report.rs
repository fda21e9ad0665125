//! The report of a run: its rows, written as JSON Lines, CSV or Parquet, its faults and its summary.

use std::io::Write;

use battle::{Library, SystemInfo};
use table::SeatSpec;

use crate::bout::Played;
use crate::columns::Columns;
use crate::enough::Stopping;
use crate::fault::Fault;
use crate::json;
use crate::options::Options;
use crate::plan::Plan;
use crate::programs::Programs;
use crate::reckoning::Reckoning;
use crate::row::Row;
use crate::row_file::{Format, RowFile};
use crate::summary::Summary;
use crate::text;
use crate::themes;
use crate::times::{Clocks, Times};

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Report {
    players: [String; 2],
    seed: u64,
    planned: usize,
    systems: Vec<&'static SystemInfo>,
    left_out: Vec<String>,
    reckoning: Reckoning,
    games: usize,
    /// Every row, where they are kept.
    rows: Option<Vec<Row>>,
    faults: Vec<Fault>,
    clocks: Clocks,
    untried: Vec<String>,
    programs: Programs,
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
            reckoning: Reckoning::default(),
            games: 0,
            rows: options.keeps_rows.then(Vec::new),
            faults: Vec::new(),
            clocks: Clocks::default(),
            untried: Vec::new(),
            programs: Programs::default(),
            stopping: options.enough.map(|enough| Stopping::new(enough, plan.is_paired())),
        }
    }

    /// A report of rows that were written before, which hears them one by one and keeps none. What ended the run is not known any
    /// more.
    #[must_use]
    pub fn of_the_past() -> Report {
        Report {
            players: Default::default(),
            seed: 0,
            planned: 0,
            systems: Vec::new(),
            left_out: Vec::new(),
            reckoning: Reckoning::default(),
            games: 0,
            rows: None,
            faults: Vec::new(),
            clocks: Clocks::default(),
            untried: Vec::new(),
            programs: Programs::default(),
            stopping: None,
        }
    }

    /// A report of rows that were written before, which keeps them.
    #[must_use]
    pub fn of_rows(library: &dyn Library, rows: Vec<Row>) -> Report {
        let mut report = Report::of_the_past();
        for row in &rows {
            report.hear(library, row);
        }
        Report { rows: Some(rows), ..report }
    }

    /// Hears a row that was written before; tells where it is counted among the battles under their rule systems. The first says
    /// who played, on which seed.
    pub fn hear(&mut self, library: &dyn Library, row: &Row) -> usize {
        if self.games == 0 {
            let (blue, red) = (row.blue.clone(), row.red.clone());
            self.players = if row.swapped { [red, blue] } else { [blue, red] };
            self.seed = row.seed;
        }
        if self.systems.iter().all(|info| info.key != row.rules) {
            let known = |info: &&'static SystemInfo| {
                info.key == row.rules || self.systems.iter().any(|played| played.key == info.key)
            };
            self.systems = library.systems().into_iter().filter(known).collect();
        }
        if row.is_fault() {
            let seat = |name: &str| name.parse().unwrap_or(SeatSpec::Human);
            self.faults.push(Fault::of(row, &Options::new(seat(&row.blue), seat(&row.red))));
        }
        self.games += 1;
        self.planned = self.games;
        self.reckoning.hear(row)
    }

    /// Takes a game of the run before, with the fault that it may have been.
    pub(crate) fn take_up(&mut self, row: Row, options: &Options) -> bool {
        let fault = row.is_fault().then(|| Fault::of(&row, options));
        self.add(Played {
            row,
            times: Times::default(),
            fault,
            turns: Vec::new(),
            untried: None,
            dealings: [None, None],
        })
    }

    /// Adds a game; whether that is enough.
    pub(crate) fn add(&mut self, played: Played) -> bool {
        let enough = self.stopping.as_mut().is_some_and(|stopping| stopping.hears(&played.row));
        self.reckoning.hear(&played.row);
        self.programs.hear(&played.row, &played.dealings);
        self.games += 1;
        if let Some(rows) = &mut self.rows {
            rows.push(played.row);
        }
        self.faults.extend(played.fault);
        self.clocks.hear(&played.times);
        self.untried.extend(played.untried.map(|why| format!("game {}: {why}", self.games - 1)));
        enough
    }

    /// What has been found of what was to be enough, as a sentence.
    #[must_use]
    pub fn found(&self) -> Option<String> {
        self.stopping.as_ref().map(Stopping::told)
    }

    /// The first player's share of the games and the Elo difference that it stands for, each with its 95 % interval, as a
    /// sentence; nothing where no game was finished. After a test that ended early it leans towards what was decided.
    #[must_use]
    pub fn standing(&self) -> Option<String> {
        text::standing(&self.statistics())
    }

    /// Whether the run ended because it had seen enough.
    #[must_use]
    pub fn has_enough(&self) -> bool {
        self.stopping.as_ref().is_some_and(Stopping::is_over)
    }

    /// Games that were counted, faults included.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games
    }

    /// Every game's result, in the order of the plan; none where they are not kept.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        self.rows.as_deref().unwrap_or_default()
    }

    /// Whether that place, as [`Report::hear`] told it, is of a battle under a rule system.
    #[must_use]
    pub fn is_of(&self, place: usize, battle: &str, rules: &str) -> bool {
        self.reckoning.played().get(place).is_some_and(|played| played.battle == battle && played.rules == rules)
    }

    /// What all rows come to.
    pub(crate) fn reckoning(&self) -> &Reckoning {
        &self.reckoning
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

    /// What programs did.
    pub(crate) fn programs(&self) -> &Programs {
        &self.programs
    }

    /// Writes the rows that are kept. Equal options give equal bytes whatever the number of threads.
    ///
    /// # Errors
    /// As the output says.
    pub fn write(&self, out: impl Write + Send, format: Format) -> std::io::Result<()> {
        let mut file = RowFile::new(out, format, Columns::of(self.rows()))?;
        self.rows().iter().try_for_each(|row| file.add(row))?;
        file.finish()
    }

    /// Takes think times that were kept apart from the rows.
    pub fn hear_times(&mut self, clocks: Clocks) {
        self.clocks = clocks;
    }

    pub(crate) fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The statistics.
    #[must_use]
    pub fn statistics(&self) -> Summary {
        Summary::of(&self.players, &self.reckoning, &self.clocks)
    }

    /// The statistics as a table and sentences.
    #[must_use]
    pub fn summary(&self) -> String {
        themes::summary(self, &self.statistics())
    }

    /// As much of it as fits a screen, and where the rest is to be had.
    #[must_use]
    pub fn brief(&self, more: &str) -> String {
        text::brief(self, &self.statistics(), more)
    }

    /// The statistics for programs.
    #[must_use]
    pub fn summary_json(&self) -> String {
        json::summary(self, &self.statistics())
    }
}

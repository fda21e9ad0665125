//! Charts that a roll is read from: rows by number, each with its name and its value.

/// One row of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// The lowest number of the row.
    pub from: i16,
    /// As a player would say it, e.g. "narrow margin".
    pub name: &'static str,
    /// What it is worth in the rules: losses, checks owed, a number of the system's choosing.
    pub value: i16,
}

/// Rows in rising order. Numbers below the first row belong to it.
///
/// ```
/// use battle::{Chart, Row};
///
/// const fn row(from: i16, name: &'static str, value: i16) -> Row {
///     Row { from, name, value }
/// }
/// static MARGIN: Chart = Chart::new("margin", &[row(i16::MIN, "lost", -1), row(0, "drawn", 0), row(1, "won", 1)]);
/// assert_eq!(MARGIN.row(-7).name, "lost");
/// assert_eq!(MARGIN.row(0).name, "drawn");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chart {
    title: &'static str,
    rows: &'static [Row],
}

impl Chart {
    /// A chart of those rows.
    ///
    /// # Panics
    /// Without rows, or when they do not rise: for a static chart, while compiling.
    #[must_use]
    pub const fn new(title: &'static str, rows: &'static [Row]) -> Chart {
        assert!(!rows.is_empty(), "a chart needs a row");
        let mut place = 1;
        while place < rows.len() {
            assert!(rows[place - 1].from < rows[place].from, "the rows of a chart must rise");
            place += 1;
        }
        Chart { title, rows }
    }

    /// What it is called.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// Its rows.
    #[must_use]
    pub const fn rows(&self) -> &'static [Row] {
        self.rows
    }

    /// The row a number lands in.
    #[must_use]
    pub fn row(&self, number: i16) -> &'static Row {
        self.rows.iter().rfind(|row| row.from <= number).unwrap_or(&self.rows[0])
    }
}

/// Charts by number, in rising order: a score or a quantity picks the chart, the dice its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Charts(&'static [(i16, Chart)]);

impl Charts {
    /// Charts by the lowest score of each. Charts below the first one use its chart.
    ///
    /// # Panics
    /// Without charts, or when their numbers do not rise: for a static table, while compiling.
    #[must_use]
    pub const fn new(charts: &'static [(i16, Chart)]) -> Charts {
        assert!(!charts.is_empty(), "a table of charts needs one");
        let mut place = 1;
        while place < charts.len() {
            assert!(charts[place - 1].0 < charts[place].0, "the numbers of a table of charts must rise");
            place += 1;
        }
        Charts(charts)
    }

    /// The chart of a number.
    #[must_use]
    pub fn chart(&self, number: i16) -> &'static Chart {
        &self.entry(number).1
    }

    /// The number of the chart that is used for a number: the lowest of its own, or the first one's.
    #[must_use]
    pub fn place(&self, number: i16) -> i16 {
        self.entry(number).0
    }

    fn entry(&self, number: i16) -> &'static (i16, Chart) {
        self.0.iter().rfind(|(from, _)| *from <= number).unwrap_or(&self.0[0])
    }
}

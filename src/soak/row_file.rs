//! Rows written one after another in any format, once it is known what they count.

use std::io::{self, Write};
use std::path::Path;

use battle::Unusable;

use crate::columns::Columns;
use crate::parquet::ParquetRows;
use crate::row::Row;

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

/// A file of rows that is being written.
pub struct RowFile<W: Write + Send>(Kind<W>);

enum Kind<W: Write + Send> {
    Lines(W),
    Table(Box<csv::Writer<W>>, Columns),
    Parquet(Box<ParquetRows<W>>),
}

impl<W: Write + Send> RowFile<W> {
    /// Begins a file whose rows have these columns; lines of JSON need none.
    ///
    /// # Errors
    /// As the output says.
    pub fn new(out: W, format: Format, columns: Columns) -> io::Result<RowFile<W>> {
        let kind = match format {
            Format::JsonLines => Kind::Lines(out),
            Format::Csv => {
                let mut writer = csv::Writer::from_writer(out);
                writer.write_record(columns.heads().map(|(head, _)| head))?;
                Kind::Table(Box::new(writer), columns)
            }
            Format::Parquet => Kind::Parquet(Box::new(ParquetRows::new(out, columns)?)),
        };
        Ok(RowFile(kind))
    }

    /// Adds a row.
    ///
    /// # Errors
    /// As the output says.
    pub fn add(&mut self, row: &Row) -> io::Result<()> {
        match &mut self.0 {
            Kind::Lines(out) => row.write_json(out),
            Kind::Table(writer, columns) => Ok(writer.write_record(columns.texts(row)?)?),
            Kind::Parquet(rows) => rows.add(row),
        }
    }

    /// Ends the file.
    ///
    /// # Errors
    /// As the output says.
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            Kind::Lines(mut out) => out.flush(),
            Kind::Table(mut writer, _) => writer.flush(),
            Kind::Parquet(rows) => rows.finish(),
        }
    }
}

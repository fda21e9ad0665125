//! Rows written one after another in any format, once it is known what they count.

use std::io::{Result, Write};

use crate::columns::Columns;
use crate::parquet::ParquetRows;
use crate::report::Format;
use crate::row::Row;

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
    pub fn new(out: W, format: Format, columns: Columns) -> Result<RowFile<W>> {
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
    pub fn add(&mut self, row: &Row) -> Result<()> {
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
    pub fn finish(self) -> Result<()> {
        match self.0 {
            Kind::Lines(mut out) => out.flush(),
            Kind::Table(mut writer, _) => writer.flush(),
            Kind::Parquet(rows) => rows.finish(),
        }
    }
}

//! Results and turns in Parquet: typed columns, written a group of rows at a time so that no more than a group is held.

mod leaves;

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};
use serde_json::Value;

use crate::columns::Columns;
use crate::kinds::{Kind, fields};
use crate::row::Row;
use crate::turns::Turn;
use leaves::Leaves;

/// Rows of a group: what is held at most, some 30 MB of results.
pub(crate) const GROUP: usize = 20_000;

/// What the elements of a list of places are called; a bare place has the last two.
const PLACE: [&str; 3] = ["unit", "column", "row"];

/// Results as a table in Parquet, a row a battle.
pub(crate) struct ParquetRows<W: Write + Send> {
    columns: Columns,
    sheet: Sheet<W>,
}

impl<W: Write + Send> ParquetRows<W> {
    /// A table with these columns.
    ///
    /// # Errors
    /// As the output says.
    pub(crate) fn new(out: W, columns: Columns) -> io::Result<ParquetRows<W>> {
        ParquetRows::in_groups(out, columns, GROUP)
    }

    /// The same in groups of so many rows.
    ///
    /// # Errors
    /// As the output says.
    pub(crate) fn in_groups(out: W, columns: Columns, size: usize) -> io::Result<ParquetRows<W>> {
        let sheet = Sheet::new(out, columns.heads(), size).map_err(plain)?;
        Ok(ParquetRows { columns, sheet })
    }

    /// Adds a row that the columns have heard.
    ///
    /// # Errors
    /// As the output says.
    pub(crate) fn add(&mut self, row: &Row) -> io::Result<()> {
        self.sheet.add(self.columns.cells(row)?).map_err(plain)
    }

    /// Ends the file, which cannot be read before.
    ///
    /// # Errors
    /// As the output says.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.sheet.finish().map_err(plain)
    }
}

/// Turns as a table in Parquet, a row a turn.
pub struct ParquetTurns<W: Write + Send> {
    heads: Vec<&'static str>,
    sheet: Sheet<W>,
}

impl<W: Write + Send> ParquetTurns<W> {
    /// An empty table.
    ///
    /// # Errors
    /// As the output says.
    pub fn new(out: W) -> io::Result<ParquetTurns<W>> {
        let fields = fields::<Turn>();
        let heads = fields.iter().map(|(head, _)| *head).collect();
        Ok(ParquetTurns { heads, sheet: Sheet::new(out, fields.into_iter(), GROUP).map_err(plain)? })
    }

    /// Adds a turn.
    ///
    /// # Errors
    /// As the output says.
    pub fn add(&mut self, turn: &Turn) -> io::Result<()> {
        let mut fields = serde_json::to_value(turn)?;
        let nothing = || Value::Array(Vec::new());
        let cell = |head: &&str| fields.get_mut(head).map_or_else(nothing, Value::take);
        self.sheet.add(self.heads.iter().map(cell).collect()).map_err(plain)
    }

    /// Ends the file, which cannot be read before.
    ///
    /// # Errors
    /// As the output says.
    pub fn finish(self) -> io::Result<()> {
        self.sheet.finish().map_err(plain)
    }
}

/// A file being written, with the rows of its group.
struct Sheet<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<Leaves>,
    rows: usize,
    size: usize,
}

impl<W: Write + Send> Sheet<W> {
    fn new<'a>(out: W, heads: impl Iterator<Item = (&'a str, Kind)>, size: usize) -> Result<Sheet<W>> {
        let (mut fields, mut columns) = (Vec::new(), Vec::new());
        for (head, kind) in heads {
            fields.push(field(head, &kind)?);
            columns.push(Leaves::of(&kind));
        }
        let schema = Type::group_type_builder("grognard").with_fields(fields).build()?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .build();
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
        Ok(Sheet { writer, columns, rows: 0, size })
    }

    fn add(&mut self, cells: Vec<Value>) -> Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(&cells) {
            column.add(cell).ok_or_else(|| ParquetError::General(format!("{cell} does not fit its column")))?;
        }
        self.rows += 1;
        if self.rows == self.size { self.write_group() } else { Ok(()) }
    }

    fn write_group(&mut self) -> Result<()> {
        let mut group = self.writer.next_row_group()?;
        for leaf in self.columns.iter_mut().flat_map(Leaves::all) {
            if let Some(mut column) = group.next_column()? {
                leaf.write(column.untyped())?;
                column.close()?;
            }
        }
        self.rows = 0;
        group.close().map(|_| ())
    }

    fn finish(mut self) -> Result<()> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.writer.close().map(|_| ())
    }
}

/// What the format calls a column.
fn field(head: &str, kind: &Kind) -> Result<TypePtr> {
    match kind {
        Kind::Maybe(inner) => single(head, inner, Repetition::OPTIONAL),
        Kind::List(inner) => list(head, inner),
        kind => single(head, kind, Repetition::REQUIRED),
    }
}

fn single(head: &str, kind: &Kind, repetition: Repetition) -> Result<TypePtr> {
    use parquet::basic::Type as Physical;
    let (physical, logical) = match kind {
        Kind::Flag => (Physical::BOOLEAN, None),
        Kind::Whole => (Physical::INT32, None),
        Kind::Long => (Physical::INT64, None),
        Kind::Unsigned => (Physical::INT64, Some(LogicalType::integer(64, false))),
        Kind::Fraction => (Physical::DOUBLE, None),
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        _ => return Err(ParquetError::General(format!("{head} is no column of a table"))),
    };
    let builder = Type::primitive_type_builder(head, physical).with_repetition(repetition);
    builder.with_logical_type(logical).build().map(Arc::new)
}

/// A list of places, in the three steps that the format has for lists.
fn list(head: &str, element: &Kind) -> Result<TypePtr> {
    let kinds = leaves::singles(element);
    let names = PLACE.iter().skip(PLACE.len().saturating_sub(kinds.len()));
    let fields = names.zip(kinds).map(|(name, kind)| single(name, kind, Repetition::REQUIRED));
    let element = group("element", Repetition::REQUIRED, fields.collect::<Result<_>>()?, None)?;
    let repeated = group("list", Repetition::REPEATED, vec![element], None)?;
    group(head, Repetition::REQUIRED, vec![repeated], Some(LogicalType::List))
}

fn group(name: &str, repetition: Repetition, fields: Vec<TypePtr>, logical: Option<LogicalType>) -> Result<TypePtr> {
    let builder = Type::group_type_builder(name).with_repetition(repetition).with_fields(fields);
    builder.with_logical_type(logical).build().map(Arc::new)
}

/// What the output said, where it was the output.
fn plain(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        error => io::Error::other(error),
    }
}

//! The values of columns, kept until their group is written.

use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use serde_json::Value;

use crate::kinds::Kind;

/// The kinds of single values that a kind is made of, in their order.
pub(super) fn singles(kind: &Kind) -> Vec<&Kind> {
    match kind {
        Kind::Tuple(kinds) => kinds.iter().flat_map(singles).collect(),
        kind => vec![kind],
    }
}

/// A column: the values of one kind, or those that the elements of its lists are made of.
pub(super) struct Leaves {
    shape: Shape,
    leaves: Vec<Leaf>,
}

/// How many values a row has in a column.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    One,
    OneOrNone,
    Any,
}

/// Values of one kind.
pub(super) struct Leaf {
    values: Values,
    /// Of each place whether there is a value; empty where there always is.
    there: Vec<i16>,
    /// Of each place whether it is in the same row as the one before; empty where rows have one place each.
    again: Vec<i16>,
}

enum Values {
    Flags(Vec<bool>),
    Wholes(Vec<i32>),
    Longs(Vec<i64>),
    Unsigned(Vec<i64>),
    Fractions(Vec<f64>),
    Texts(Vec<ByteArray>),
}

impl Leaves {
    pub(super) fn of(kind: &Kind) -> Leaves {
        let (shape, kind) = match kind {
            Kind::Maybe(inner) => (Shape::OneOrNone, &**inner),
            Kind::List(element) => (Shape::Any, &**element),
            kind => (Shape::One, kind),
        };
        Leaves { shape, leaves: singles(kind).into_iter().map(Leaf::of).collect() }
    }

    pub(super) fn all(&mut self) -> impl Iterator<Item = &mut Leaf> {
        self.leaves.iter_mut()
    }

    /// Adds what a row has; nothing where it is not of the column's kind.
    pub(super) fn add(&mut self, cell: &Value) -> Option<()> {
        match (self.shape, cell) {
            (Shape::One, cell) => self.put(cell),
            (Shape::OneOrNone, Value::Null) => {
                self.all().for_each(|leaf| leaf.there.push(0));
                Some(())
            }
            (Shape::OneOrNone, cell) => {
                self.all().for_each(|leaf| leaf.there.push(1));
                self.put(cell)
            }
            (Shape::Any, cell) => self.put_list(cell.as_array()?),
        }
    }

    fn put_list(&mut self, elements: &[Value]) -> Option<()> {
        if elements.is_empty() {
            self.all().for_each(|leaf| leaf.place(0, 0));
        }
        for (number, element) in elements.iter().enumerate() {
            self.all().for_each(|leaf| leaf.place(1, i16::from(number > 0)));
            self.put(element)?;
        }
        Some(())
    }

    fn put(&mut self, value: &Value) -> Option<()> {
        let mut parts = Vec::new();
        flatten(value, &mut parts);
        (parts.len() == self.leaves.len()).then_some(())?;
        self.leaves.iter_mut().zip(parts).try_for_each(|(leaf, part)| leaf.values.push(part))
    }
}

/// The single values that a value is made of, in their order.
fn flatten<'a>(value: &'a Value, into: &mut Vec<&'a Value>) {
    match value {
        Value::Array(parts) => parts.iter().for_each(|part| flatten(part, into)),
        single => into.push(single),
    }
}

impl Leaf {
    fn of(kind: &Kind) -> Leaf {
        let values = match kind {
            Kind::Flag => Values::Flags(Vec::new()),
            Kind::Whole => Values::Wholes(Vec::new()),
            Kind::Long => Values::Longs(Vec::new()),
            Kind::Unsigned => Values::Unsigned(Vec::new()),
            Kind::Fraction => Values::Fractions(Vec::new()),
            _ => Values::Texts(Vec::new()),
        };
        Leaf { values, there: Vec::new(), again: Vec::new() }
    }

    fn place(&mut self, there: i16, again: i16) {
        self.there.push(there);
        self.again.push(again);
    }

    /// Writes what was kept, and keeps it no longer.
    pub(super) fn write(&mut self, column: &mut ColumnWriter<'_>) -> Result<()> {
        let there = (!self.there.is_empty()).then_some(&*self.there);
        let again = (!self.again.is_empty()).then_some(&*self.again);
        match (&mut self.values, column) {
            (Values::Flags(values), ColumnWriter::BoolColumnWriter(column)) => {
                column.write_batch(values, there, again)?;
                values.clear();
            }
            (Values::Wholes(values), ColumnWriter::Int32ColumnWriter(column)) => {
                column.write_batch(values, there, again)?;
                values.clear();
            }
            (Values::Longs(values) | Values::Unsigned(values), ColumnWriter::Int64ColumnWriter(column)) => {
                column.write_batch(values, there, again)?;
                values.clear();
            }
            (Values::Fractions(values), ColumnWriter::DoubleColumnWriter(column)) => {
                column.write_batch(values, there, again)?;
                values.clear();
            }
            (Values::Texts(values), ColumnWriter::ByteArrayColumnWriter(column)) => {
                column.write_batch(values, there, again)?;
                values.clear();
            }
            _ => return Err(ParquetError::General(String::from("values of another kind than their column"))),
        }
        self.there.clear();
        self.again.clear();
        Ok(())
    }
}

impl Values {
    /// Nothing where the value is of another kind.
    fn push(&mut self, value: &Value) -> Option<()> {
        match self {
            Values::Flags(values) => values.push(value.as_bool()?),
            Values::Wholes(values) => values.push(i32::try_from(value.as_i64()?).ok()?),
            Values::Longs(values) => values.push(value.as_i64()?),
            Values::Unsigned(values) => values.push(value.as_u64()?.cast_signed()),
            // What is no number has no other form in JSON than nothing.
            Values::Fractions(values) => values.push(value.as_f64().or(value.is_null().then_some(f64::NAN))?),
            Values::Texts(values) => values.push(ByteArray::from(value.as_str()?)),
        }
        Some(())
    }
}

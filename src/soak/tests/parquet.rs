//! Tables in Parquet: what was written is read in its types, over the ends of groups as well; what cannot be written is said.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};

use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::record::Field;
use battle::Sums;
use serde_json::{Value, json};

use super::{RIGGED, options, soak};
use crate::columns::Columns;
use crate::parquet::{GROUP, ParquetRows, ParquetTurns};
use crate::{Detail, Format, Options, Row, RowFile, Turn, run};

/// What somebody else reads of a file.
fn read(mut file: File) -> SerializedFileReader<File> {
    file.seek(SeekFrom::Start(0)).expect("a file");
    SerializedFileReader::new(file).expect("Parquet")
}

fn write(out: impl Write + Send, rows: &[Row]) -> io::Result<()> {
    let mut file = RowFile::new(out, Format::Parquet, Columns::of(rows))?;
    rows.iter().try_for_each(|row| file.add(row))?;
    file.finish()
}

fn written(rows: &[Row]) -> SerializedFileReader<File> {
    let file = tempfile::tempfile().expect("a file");
    write(&file, rows).expect("written");
    read(file)
}

/// A value with its type.
fn told(field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(flag) => json!({ "flag": flag }),
        Field::Int(whole) => json!({ "whole": whole }),
        Field::Long(long) => json!({ "long": long }),
        Field::ULong(unsigned) => json!({ "unsigned": unsigned }),
        Field::Double(number) => json!({ "fraction": number }),
        Field::Str(text) => json!({ "text": text }),
        Field::ListInternal(list) => list.elements().iter().map(told).collect(),
        Field::Group(group) => {
            Value::Object(group.get_column_iter().map(|(name, one)| (name.clone(), told(one))).collect())
        }
        other => panic!("{other:?}"),
    }
}

/// All rows of a file, each by its columns.
fn table(reader: &SerializedFileReader<File>) -> Vec<Value> {
    let rows = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row"));
    rows.map(|row| Value::Object(row.get_column_iter().map(|(name, one)| (name.clone(), told(one))).collect()))
        .collect()
}

fn counts(name: &str, count: u32) -> Sums {
    Sums::from([(String::from("losses"), [(String::from(name), count)].into())])
}

#[test]
fn every_value_is_read_as_it_was() {
    let mut rows = soak(&options(6)).rows().to_vec();
    let other = |index| Row { index, rules: String::from("other"), seed: u64::MAX, ..Row::default() };
    rows.push(Row { blue_counts: counts("a storm", 7), swapped: true, blue_luck: -0.125, ..other(6) });
    rows.push(Row { house: String::from("volleys=off"), contact_turn: Some(0), ..other(7) });
    let columns = Columns::of(&rows);
    let found = table(&written(&rows));
    assert_eq!(found.len(), rows.len());
    for (row, found) in rows.iter().zip(&found) {
        for ((head, kind), cell) in columns.heads().zip(columns.cells(row).expect("cells")) {
            let values: Vec<&Value> = found[head].as_object().into_iter().flat_map(|typed| typed.values()).collect();
            let wanted: Vec<&Value> = Some(&cell).into_iter().filter(|cell| !cell.is_null()).collect();
            assert_eq!(values, wanted, "{head} {kind:?}");
        }
    }
    let last = &found[7];
    assert_eq!(last["seed"], json!({ "unsigned": u64::MAX }));
    assert_eq!(last["contact_turn"], json!({ "whole": 0 }));
    assert_eq!(last["decisive_turn"], Value::Null);
    assert_eq!(last["blue_losses_a_storm"], json!({ "long": 0 }), "its rule system counts it");
    assert_eq!(found[0]["blue_losses_a_storm"], Value::Null, "another does not");
    assert_eq!([&found[6]["swapped"], &found[0]["house"]], [&json!({ "flag": true }), &json!({ "text": "" })]);
    assert_eq!([&found[6]["blue_luck"], &found[6]["orders"]], [&json!({ "fraction": -0.125 }), &json!({ "long": 0 })]);
}

#[test]
fn rows_come_in_groups_and_none_is_lost_between_them() {
    let rows: Vec<Row> = (0..21).map(|index| Row { index, seed: index as u64 * 7, ..Row::default() }).collect();
    for (size, wanted) in [(10, vec![10, 10, 1]), (7, vec![7, 7, 7]), (GROUP, vec![21])] {
        let file = tempfile::tempfile().expect("a file");
        let mut sheet = ParquetRows::in_groups(&file, Columns::of(&rows), size).expect("a table");
        rows.iter().for_each(|row| sheet.add(row).expect("added"));
        sheet.finish().expect("written");
        let reader = read(file);
        let groups: Vec<i64> = reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
        assert_eq!(groups, wanted);
        let found = table(&reader);
        assert_eq!(found.len(), rows.len());
        for (index, row) in found.iter().enumerate() {
            let wanted = [index, 7 * index].map(|number| json!({ "unsigned": number }));
            assert_eq!([&row["index"], &row["seed"]], wanted.each_ref());
        }
    }
}

#[test]
fn turns_have_lists_of_places() {
    let turns = RefCell::new(Vec::new());
    let positions =
        Options { turns: Some(Detail::Positions), battles: vec![String::from("small-field")], ..options(4) };
    run(&RIGGED, &positions, |progress| turns.borrow_mut().extend_from_slice(progress.turns)).expect("a run");
    let turns: Vec<Turn> = turns.into_inner();
    let file = tempfile::tempfile().expect("a file");
    let mut sheet = ParquetTurns::new(&file).expect("a table");
    turns.iter().for_each(|turn| sheet.add(turn).expect("added"));
    sheet.finish().expect("written");
    let found = table(&read(file));
    assert_eq!(found.len(), turns.len());
    assert!(
        turns.iter().any(|turn| !turn.red_fallen.is_empty() && turn.blue_at.len() > 1)
            && turns.iter().any(|turn| turn.red_fallen.is_empty())
    );
    for (turn, found) in turns.iter().zip(&found) {
        let place = |[column, row]: &[i16; 2]| json!({ "column": { "whole": column }, "row": { "whole": row } });
        let fallen: Value = turn.red_fallen.iter().map(place).collect();
        assert_eq!([&found["red_fallen"], &found["turn"]], [&fallen, &json!({ "whole": turn.turn })]);
        let stands = |(unit, [column, row]): &(usize, [i16; 2])| json!({ "unit": { "unsigned": unit }, "column": { "whole": column }, "row": { "whole": row } });
        assert_eq!(found["blue_at"], turn.blue_at.iter().map(stands).collect::<Value>());
        assert_eq!(found["red_orders"], json!({ "long": turn.red_orders }));
    }
}

#[test]
fn the_same_rows_give_the_same_bytes_and_none_give_a_table() {
    let report = soak(&options(3));
    let bytes = || {
        let mut out = Vec::new();
        report.write(&mut out, Format::Parquet).expect("written");
        out
    };
    assert_eq!(bytes(), bytes());
    assert!(bytes().starts_with(b"PAR1") && bytes().ends_with(b"PAR1"));
    assert!(table(&written(&[])).is_empty());
}

/// A disk with room for so many bytes.
struct Disk(usize);

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_said_as_the_disk_says_it() {
    let rows: Vec<Row> = (0..500).map(|index| Row { index, hash: format!("{index:064}"), ..Row::default() }).collect();
    for room in [0, 5_000] {
        let done = ParquetRows::new(Disk(room), Columns::of(&rows)).and_then(|mut table| {
            rows.iter().try_for_each(|row| table.add(row))?;
            table.finish()
        });
        assert_eq!(done.map_err(|error| error.kind()), Err(ErrorKind::StorageFull), "{room}");
    }
}

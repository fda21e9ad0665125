//! Files of results as another program reads them: DuckDB finds in every column of a table what the lines say, and comes to the
//! same sums and joins.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::cli::grognard;
use crate::source::root;

type Line = Map<String, Value>;

/// Answers each line of its input, a query, by a line of JSON.
const ASK: &str = "
import duckdb, json, sys
connection = duckdb.connect()
for query in sys.stdin:
    print(json.dumps(connection.execute(query).fetchall()))
";

/// A Python that has DuckDB: the one that `GROGNARD_DUCKDB` names, or the one that `.ci/run` makes; nothing where there is none.
fn python() -> Option<PathBuf> {
    let made = root().join("target/duckdb/bin/python");
    let named = std::env::var_os("GROGNARD_DUCKDB").map(PathBuf::from);
    named.or_else(|| made.exists().then_some(made))
}

/// Somebody who reads the files of a folder.
struct Duck<'a> {
    python: PathBuf,
    files: &'a Files,
}

impl Duck<'_> {
    /// The rows that come of each query.
    fn ask(&self, queries: &[String]) -> Vec<Value> {
        let mut child = Command::new(&self.python)
            .args(["-c", ASK])
            .current_dir(self.files.0.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Python starts");
        let mut input = child.stdin.take().expect("an input");
        let asked = queries.iter().map(|query| query.clone() + "\n").collect::<String>();
        let asking = std::thread::spawn(move || input.write_all(asked.as_bytes()));
        let output = child.wait_with_output().expect("Python ends");
        asking.join().expect("nobody panics").expect("Python reads");
        assert!(output.status.success(), "DuckDB answers");
        let answers = String::from_utf8(output.stdout).expect("text");
        answers.lines().map(|answer| serde_json::from_str(answer).expect("JSON")).collect()
    }

    fn answer(&self, query: &str) -> Value {
        self.ask(&[String::from(query)]).pop().expect("an answer")
    }

    /// The columns of a file with their types.
    fn types(&self, file: &str) -> BTreeMap<String, String> {
        let answer = self.answer(&format!("select column_name, column_type from (describe select * from '{file}')"));
        serde_json::from_value::<Vec<(String, String)>>(answer).expect("names and types").into_iter().collect()
    }

    /// Everything that stands in a file, by columns, in the order of games and turns.
    fn columns(&self, file: &str, order: &str) -> BTreeMap<String, Vec<Value>> {
        let heads: Vec<String> = self.types(file).into_keys().collect();
        let query = |head: &String| format!("select list(\"{head}\" order by {order}) from '{file}'");
        let answers = self.ask(&heads.iter().map(query).collect::<Vec<_>>());
        let list = |answer: &Value| answer[0][0].as_array().expect("a list").clone();
        heads.into_iter().zip(answers.iter().map(list)).collect()
    }
}

/// A folder of files.
struct Files(TempDir);

impl Files {
    /// Battles of every rule system with house rules by lot, the first on a seed that 63 bits do not hold, some of them broken off as
    /// faults; their results and turns in lines, and all of it once more in tables.
    fn played() -> Files {
        let files = Files(TempDir::new().expect("a temporary folder"));
        let data = files.path("data");
        let battles = ["--rules", "all", "--battles", "drill-field,first-light", "--games", "20", "--house", "random"];
        let fixed =
            ["--seed", "18446744073709551000", "--orders", "110", "--jobs", "2", "--positions", "--data", &data];
        for ending in ["jsonl", "parquet"] {
            let (out, turns) = (files.path(&format!("battles.{ending}")), files.path(&format!("turns.{ending}")));
            let soak = grognard(&[&["soak"], &battles[..], &fixed, &["--out", &out, "--turns", &turns]].concat());
            assert_eq!(soak.status.code(), Some(1), "some are faults: {}", String::from_utf8_lossy(&soak.stderr));
        }
        for ending in ["csv", "parquet"] {
            let merged = files.path(&format!("merged.{ending}"));
            grognard(&["report", "--merge", &files.path("battles.jsonl"), "--out", &merged]);
        }
        files
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn lines(&self, name: &str) -> Vec<Line> {
        let text = fs::read_to_string(self.path(name)).expect("lines");
        text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
    }
}

/// A line of results as a table has it: a count each by the head of its column, which knows no capitals.
fn flat(line: &Line) -> Line {
    let single = line.iter().filter(|(_, value)| !value.is_object());
    let mut flat: Line = single.map(|(head, value)| (head.clone(), value.clone())).collect();
    flat.entry("house").or_insert(json!(""));
    for side in ["blue", "red"] {
        let mut sums: BTreeMap<String, u64> = BTreeMap::new();
        for (tally, counts) in line[&format!("{side}_counts")].as_object().expect("counts") {
            for (name, count) in counts.as_object().expect("counts") {
                let head = format!("{side}_{tally}_{}", name.replace(' ', "_").to_lowercase());
                *sums.entry(head).or_default() += count.as_u64().expect("a count");
            }
        }
        flat.extend(sums.into_iter().map(|(head, count)| (head, json!(count))));
    }
    flat
}

/// The type that a column should have, by what stands in it.
fn type_of(head: &str, values: &[Value]) -> &'static [&'static str] {
    match values.iter().find(|value| !value.is_null()) {
        _ if ["index", "seed"].contains(&head) => &["UBIGINT"],
        Some(Value::Bool(_)) => &["BOOLEAN"],
        Some(Value::String(_)) => &["VARCHAR"],
        Some(Value::Number(number)) if number.is_f64() => &["DOUBLE"],
        Some(Value::Number(_)) => &["INTEGER", "BIGINT"],
        other => panic!("{head}: {other:?}"),
    }
}

#[test]
fn tables_hold_what_the_lines_say() {
    let files = Files::played();
    let bytes = |name: &str| fs::read(files.path(name)).expect("a file");
    assert!(bytes("battles.parquet") == bytes("merged.parquet"), "played or read, the same table");
    turns_are_those_of_the_battles(&files);
    let Some(python) = python() else {
        println!("no DuckDB on this machine: nobody reads the tables");
        return;
    };
    let duck = Duck { python, files: &files };
    battles_by_columns(&duck);
    sums_of_battles(&duck);
    turns_by_columns(&duck);
    turns_joined(&duck);
}

/// One for each, also where a battle is over before anybody decides anything in its last.
fn turns_are_those_of_the_battles(files: &Files) {
    let turns = files.lines("turns.jsonl");
    for row in files.lines("battles.jsonl").iter().filter(|row| row["fault"] == "") {
        let own: Vec<&Line> = turns.iter().filter(|turn| turn["index"] == row["index"]).collect();
        let numbers: Vec<Option<u64>> = own.iter().map(|turn| turn["turn"].as_u64()).collect();
        assert_eq!(numbers, (1..=row["turns"].as_u64().expect("a number")).map(Some).collect::<Vec<_>>(), "{row:?}");
        let last = own.last().expect("a turn");
        for side in ["blue", "red"] {
            let left = format!("{side}_value_left");
            assert_eq!(last[&left], row[&left]);
            let fallen = own.iter().map(|turn| turn[&format!("{side}_fallen")].as_array().expect("places").len());
            assert_eq!(json!(fallen.sum::<usize>()), row[&format!("{side}_units_lost")]);
        }
    }
}

fn battles_by_columns(duck: &Duck<'_>) {
    let rows: Vec<Line> = duck.files.lines("battles.jsonl").iter().map(flat).collect();
    let heads: BTreeSet<&String> = rows.iter().flat_map(Map::keys).collect();
    let cell = |row: &Line, head: &String| {
        let counts = |other: &Line| other["rules"] == row["rules"] && other.contains_key(head);
        row.get(head).cloned().unwrap_or_else(|| if rows.iter().any(counts) { json!(0) } else { Value::Null })
    };
    let (found, types) = (duck.columns("battles.parquet", "index"), duck.types("battles.parquet"));
    assert_eq!(found.keys().collect::<BTreeSet<_>>(), heads);
    for (head, found) in &found {
        let wanted: Vec<Value> = rows.iter().map(|row| cell(row, head)).collect();
        assert_eq!(found, &wanted, "{head}");
        assert!(type_of(head, &wanted).contains(&types[head].as_str()), "{head} is {}", types[head]);
    }
    let nulls = |head: &str| found[head].iter().filter(|value| value.is_null()).count();
    assert!(nulls("decisive_turn") > 0 && nulls("decisive_turn") < rows.len(), "some battles have no loser");
    assert!(found["seed"].iter().any(|seed| seed.as_u64() > Some(i64::MAX as u64)));
    assert!(found["house"].iter().any(|house| house.as_str().is_some_and(|rules| rules.contains('='))));
}

/// The same of lines and of both kinds of tables.
fn sums_of_battles(duck: &Duck<'_>) {
    let rows = duck.files.lines("battles.jsonl");
    let sums = |from: &str| {
        duck.answer(&format!(
            "select rules, count(*), sum(orders)::bigint, round(sum(blue_luck - red_luck), 4) + 0.0, count(contact_turn), \
             count(decisive_turn) from {from} group by rules order by rules"
        ))
    };
    let mut wanted = Vec::new();
    for rules in rows.iter().map(|row| row["rules"].as_str().expect("a name")).collect::<BTreeSet<_>>() {
        let own: Vec<&Line> = rows.iter().filter(|row| row["rules"] == rules).collect();
        let sum = |head: &str| own.iter().map(|row| row[head].as_f64().expect("a number")).sum::<f64>();
        let luck = ((sum("blue_luck") - sum("red_luck")) * 1e4).round() / 1e4 + 0.0;
        let there = |head: &str| own.iter().filter(|row| !row[head].is_null()).count();
        let counted = [own.len(), there("contact_turn"), there("decisive_turn")];
        wanted.push(json!([rules, counted[0], sum("orders") as u64, luck, counted[1], counted[2]]));
    }
    // What units are called by different rule systems differs in capitals, and not to DuckDB: of lines it reads no names so deep.
    for from in ["read_json('battles.jsonl', maximum_depth = 2)", "'merged.csv'", "'battles.parquet'"] {
        assert_eq!(sums(from), json!(wanted), "{from}");
    }
}

/// A value of a line of turns as a table has it: places with names.
fn named(value: &Value) -> Value {
    let place = |one: &Value| match one.as_array().expect("a place").as_slice() {
        [unit, place] if place.is_array() => json!({ "unit": unit, "column": place[0], "row": place[1] }),
        [column, row] => json!({ "column": column, "row": row }),
        _ => panic!("{one}"),
    };
    value.as_array().map_or_else(|| value.clone(), |list| list.iter().map(place).collect())
}

fn turns_by_columns(duck: &Duck<'_>) {
    let turns = duck.files.lines("turns.jsonl");
    let heads: BTreeSet<&String> = turns.iter().flat_map(Map::keys).collect();
    let found = duck.columns("turns.parquet", "index, turn");
    assert_eq!(found.keys().collect::<BTreeSet<_>>(), heads);
    for (head, found) in &found {
        let wanted: Vec<Value> = turns.iter().map(|turn| turn.get(head).map_or_else(|| json!([]), named)).collect();
        assert_eq!(found, &wanted, "{head}");
    }
    let types = duck.types("turns.parquet");
    assert_eq!(types["red_fallen"], "STRUCT(\"column\" INTEGER, \"row\" INTEGER)[]");
    assert_eq!([&types["index"], &types["turn"], &types["red_value_left"]], ["UBIGINT", "INTEGER", "DOUBLE"]);
}

fn turns_joined(duck: &Duck<'_>) {
    let (rows, turns) = (duck.files.lines("battles.jsonl"), duck.files.lines("turns.jsonl"));
    let finished: Vec<&Line> = rows.iter().filter(|row| row["fault"] == "").collect();
    let wanted =
        |row: &&Line| json!([row["index"], row["turns"], row["turns"], row["blue_units_lost"], row["red_value_left"]]);
    let wanted: Value = finished.iter().map(wanted).collect();
    for turns in ["turns.parquet", "turns.jsonl"] {
        let joined = duck.answer(&format!(
            "select b.index, count(*), max(t.turn), sum(len(t.blue_fallen))::bigint, arg_max(t.red_value_left, t.turn) \
             from 'battles.parquet' b join '{turns}' t on t.index = b.index and t.rules = b.rules \
             where b.fault = '' group by b.index order by b.index"
        ));
        assert_eq!(joined, wanted, "{turns}");
    }
    let fallen = "select count(*), sum(f.column)::bigint, sum(f.row)::bigint from \
                  (select unnest(red_fallen) as f from 'turns.parquet')";
    let places: Vec<&Value> = turns.iter().flat_map(|turn| turn["red_fallen"].as_array().expect("places")).collect();
    let sum = |part: usize| places.iter().map(|place| place[part].as_i64().expect("a number")).sum::<i64>();
    assert_eq!(duck.answer(fallen), json!([[places.len(), sum(0), sum(1)]]));
    assert!(places.len() > 10, "{} fall", places.len());
}

/// A disk that takes no more than a few blocks of a file.
#[test]
#[cfg(unix)]
fn a_table_that_finds_no_room_is_said_and_removed() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let short = |arguments: &[&str]| {
        Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_grognard")])
            .args(arguments)
            .output()
            .expect("a shell")
    };
    let battles = ["soak", "--rules", "eagles", "--battles", "drill-field", "--games", "3"];
    for (option, name) in [("--out", "battles.parquet"), ("--turns", "turns.parquet")] {
        let output = short(&[&battles[..], &[option, &path(name)]].concat());
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains("cannot write ") && told.contains(name) && told.contains("; removed, since"), "{told}");
        assert!(!Path::new(&path(name)).exists(), "{name}");
    }
}

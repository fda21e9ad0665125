//! Each kind of fault with its place, and the values read when there is none.

use crate::{Document, Fault, Faults, Reader, Table, expected_one_of, nearest};

/// Every fault a reading finds in a text, one a line.
fn faults(text: &str, read: impl FnOnce(&Table<'_>)) -> String {
    let document = Document::parse("x.toml", text).expect("the syntax is sound");
    let sheet = document.read();
    let root = sheet.root();
    read(&root);
    root.finish();
    match sheet.finish_with(Some(())) {
        Ok(()) => String::new(),
        Err(faults) => faults.to_string(),
    }
}

/// The faults of syntax of a text, one a line.
fn syntax(text: &str) -> String {
    let error = Document::parse("x.toml", text).err().expect("a syntax fault");
    error.to_string()
}

/// The place of the character of the text `t` at a content line and column.
fn place_in_text(text: &str, line: usize, column: usize) -> String {
    let places = faults(text, |root| {
        assert!(root.has("t"));
        root.fault_in_text("t", line, column, "it", "other");
    });
    places
        .strip_prefix("x.toml:")
        .and_then(|rest| rest.strip_suffix(": it; expected other"))
        .expect("a fault in the text")
        .to_owned()
}

#[test]
fn every_kind_of_value_is_read() {
    let text = "name = 'Waterloo'\nturns = 1_0\nweight = 0.5\nwhole = 2\nfog = true\n\
        side = 'red'\nsides = ['a', 'b']\nhours = [6, 0x1F]\n[scale]\nmetres = 100\n\
        [[unit]]\nlabel = 'I'\n[[unit]]\nlabel = 'II'\n";
    let found = faults(text, |root| {
        assert_eq!(root.text("name").as_deref(), Some("Waterloo"));
        assert_eq!(root.integer("turns", 1..=99_u8), Some(10));
        assert_eq!(root.number("weight", 0.0..=1.0), Some(0.5));
        assert_eq!(root.number("whole", 0.0..=3.0), Some(2.0));
        assert_eq!(root.flag("fog"), Some(true));
        assert_eq!(root.choice("side", &["blue", "red"]), Some(1));
        assert_eq!(root.texts("sides"), Some(vec!["a".into(), "b".into()]));
        assert_eq!(root.integers("hours", 0..=31_usize), Some(vec![6, 31]));
        let scale = root.table("scale").expect("a table");
        assert_eq!(scale.integer("metres", 1..=1000_i64), Some(100));
        let labels: Vec<_> = root.tables("unit").iter().map(|t| t.text("label")).collect();
        assert_eq!(labels, [Some("I".into()), Some("II".into())]);
    });
    assert_eq!(found, "");
}

#[test]
fn what_is_absent_takes_the_default() {
    let found = faults("", |root| {
        assert_eq!(root.optional_text("a"), None);
        assert_eq!(root.text_or("a", "z"), "z");
        assert_eq!(root.optional_integer("a", 0..=9_u8), None);
        assert_eq!(root.integer_or("a", 0..=9_u8, 7), 7);
        assert_eq!(root.number_or("a", 0.0..=1.0, 0.25), 0.25);
        assert!(root.flag_or("a", true) && !root.flag_or("a", false));
        assert_eq!(root.choice_or("a", &["x", "y"], 1), 1);
        assert_eq!(root.texts_or_empty("a"), Vec::<String>::new());
        assert_eq!(root.integers_or_empty("a", 0..=9_u8), Vec::<u8>::new());
        assert!(root.values_or_empty("a").is_empty() && root.tables_or_empty("a").is_empty());
        assert!(root.optional_table("a").is_none() && !root.has("a"));
    });
    assert_eq!(found, "");
}

#[test]
fn what_is_there_is_not_the_default() {
    let found = faults("t = 'b'\ni = 3\nn = 1\nf = false\nc = 'y'\n", |root| {
        assert_eq!(root.text_or("t", "z"), "b");
        assert_eq!(root.integer_or("i", 0..=9_u8, 7), 3);
        assert_eq!(root.number_or("n", 0.0..=1.0, 0.25), 1.0);
        assert!(!root.flag_or("f", true));
        assert_eq!(root.choice_or("c", &["x", "y"], 0), 1);
    });
    assert_eq!(found, "");
}

#[test]
fn every_missing_key_is_a_fault_of_its_table() {
    let found = faults("a = 1\n\n  [[unit]]\n\n[[unit]]\nlabel = 'x'\n", |root| {
        root.has("a");
        root.text("a_text");
        root.integer("b_integer", 1..=9);
        root.number("c_number", 0.5..=2.0);
        root.flag("d_flag");
        root.choice("e_choice", &["x", "y"]);
        root.texts("f_texts");
        root.integers("g_integers", 1..=2);
        root.values("h_values");
        root.table("i_table");
        root.tables("j_tables");
        root.value("k_value");
        for unit in root.tables("unit") {
            unit.text("label");
        }
    });
    let expected = "x.toml:1:1: the file has no key `a_text`; expected text\n\
        x.toml:1:1: the file has no key `b_integer`; expected a whole number from 1 to 9\n\
        x.toml:1:1: the file has no key `c_number`; expected a number from 0.5 to 2\n\
        x.toml:1:1: the file has no key `d_flag`; expected true or false\n\
        x.toml:1:1: the file has no key `e_choice`; expected one of x, y\n\
        x.toml:1:1: the file has no key `f_texts`; expected a list of text\n\
        x.toml:1:1: the file has no key `g_integers`; expected a list of whole numbers\n\
        x.toml:1:1: the file has no key `h_values`; expected a list\n\
        x.toml:1:1: the file has no key `i_table`; expected a table\n\
        x.toml:1:1: the file has no key `j_tables`; expected a list of tables\n\
        x.toml:1:1: the file has no key `k_value`; expected a value\n\
        x.toml:3:3: table `unit` has no key `label`; expected text";
    assert_eq!(found, expected);
}

#[test]
fn every_wrong_value_is_a_fault_of_its_key() {
    let text = "a = 1\nb = \"ten\"\nc = 'x'\n  d = 'yes'\ne = 'rde'\nf = 1979-05-27\n\
        g = [1, 'x', true]\nh = { x = 1 }\ni = [1]\nj = '''\n1\n2'''\n";
    let found = faults(text, |root| {
        root.text("a");
        root.integer("b", 1..=99);
        root.number("c", 0.0..=1.0);
        root.flag("d");
        root.choice("e", &["blue", "red"]);
        root.text("f");
        root.texts("g");
        root.values("h");
        root.table("i");
        root.integer("j", 1..=2);
    });
    let expected = "x.toml:1:5: key `a` has value 1; expected text\n\
        x.toml:2:5: key `b` has value \"ten\"; expected a whole number from 1 to 99\n\
        x.toml:3:5: key `c` has value 'x'; expected a number from 0 to 1\n\
        x.toml:4:7: key `d` has value 'yes'; expected true or false\n\
        x.toml:5:5: key `e` has value 'rde'; expected one of blue, red (nearest is red)\n\
        x.toml:6:5: key `f` has value 1979-05-27; expected text\n\
        x.toml:7:6: entry 1 of key `g` has value 1; expected text\n\
        x.toml:7:14: entry 3 of key `g` has value true; expected text\n\
        x.toml:8:5: key `h` is a table; expected a list\n\
        x.toml:9:5: key `i` is a list of 1; expected a table\n\
        x.toml:10:5: key `j` is text of 2 lines; expected a whole number from 1 to 2";
    assert_eq!(found, expected);
}

#[test]
fn a_wrong_value_is_a_fault_even_where_absence_is_not() {
    let found = faults("a = 1\nb = 'x'\nc = 2\nd = 'z'\ne = [1]\nf = [[1]]\n", |root| {
        assert_eq!(root.text_or("a", "z"), "z");
        assert_eq!(root.integer_or("b", 0..=9_u8, 7), 7);
        assert!(root.flag_or("c", true));
        assert!(root.optional_table("d").is_none());
        assert!(root.texts_or_empty("e").is_empty());
        assert!(root.tables_or_empty("f").is_empty());
    });
    let places: Vec<_> = found.lines().map(|line| &line[..11]).collect();
    let expected = ["1:5", "2:5", "3:5", "4:5", "5:6", "6:6"];
    assert_eq!(places, expected.map(|place| format!("x.toml:{place}:")));
}

#[test]
fn a_number_beyond_its_range_is_a_fault() {
    let text = "a = 0\nb = 100\nc = 300\nd = 1.5\ne = nan\nf = -1\n";
    let found = faults(text, |root| {
        assert_eq!(root.integer("a", 1..=99_u8), None);
        assert_eq!(root.integer("b", 1..=99_u8), None);
        assert_eq!(root.integer("c", 1..=99_u8), None);
        assert_eq!(root.number("d", 0.0..=1.0), None);
        assert_eq!(root.number("e", 0.0..=1.0), None);
        assert_eq!(root.integer("f", 0..=u64::MAX), None);
    });
    assert_eq!(found.lines().count(), 6);
    let last = "x.toml:6:5: key `f` has value -1; \
        expected a whole number from 0 to 18446744073709551615";
    assert_eq!(found.lines().last(), Some(last));
}

#[test]
fn the_ends_of_a_range_are_within_it() {
    let found = faults("a = 1\nb = 99\nc = 0\nd = 1.0\n", |root| {
        assert_eq!(root.integer("a", 1..=99), Some(1));
        assert_eq!(root.integer("b", 1..=99), Some(99));
        assert_eq!(root.number("c", 0.0..=1.0), Some(0.0));
        assert_eq!(root.number("d", 0.0..=1.0), Some(1.0));
    });
    assert_eq!(found, "");
}

#[test]
fn an_unknown_key_is_refused_with_the_nearest_asked_for() {
    let text = "nmae = 'x'\nzzzzzz = 1\n[scale]\n  mtres = 1\n[empty]\nx = 1\n[whole]\n";
    let found = faults(text, |root| {
        root.optional_text("name");
        let scale = root.table("scale").expect("a table");
        scale.optional_integer("metres", 0..=9);
        scale.finish();
        root.table("empty").expect("a table").finish();
    });
    let expected = "x.toml:1:1: unknown key `nmae`; expected `name`\n\
        x.toml:2:1: unknown key `zzzzzz`; expected one of empty, name, scale\n\
        x.toml:4:3: unknown key `mtres`; expected `metres`\n\
        x.toml:6:1: unknown key `x`; expected no key\n\
        x.toml:7:2: unknown key `whole`; expected one of empty, name, scale";
    assert_eq!(found, expected);
}

#[test]
fn faults_of_syntax_are_all_reported() {
    let expected = "x.toml:1:5: string values must be quoted at `big`; expected literal string\n\
        x.toml:2:5: invalid boolean at `ten`; expected true, false or text in quotes\n\
        x.toml:4:1: duplicate key at `d`; expected valid TOML\n\
        x.toml:5:7: unclosed table; expected `]`";
    assert_eq!(syntax("a = big\nb = ten\nd = 1\nd = 2\n[table\n"), expected);
}

#[test]
fn a_fault_of_syntax_at_the_end_of_the_file_has_its_place() {
    let found = syntax("a = 1\nb = '''\nxyz\n");
    assert!(found.starts_with("x.toml:4:1: "), "{found}");
}

#[test]
fn returns_and_wide_characters_do_not_shift_places() {
    let text = "a = 1\r\n'né' = ['—', 2]\r\nb = [\r\n  'é', 3\r\n]\r\n";
    let found = faults(text, |root| {
        root.text("a");
        root.texts("né");
        root.texts("b");
    });
    let expected = "x.toml:1:5: key `a` has value 1; expected text\n\
        x.toml:2:14: entry 2 of key `né` has value 2; expected text\n\
        x.toml:4:8: entry 2 of key `b` has value 3; expected text";
    assert_eq!(found, expected);
    let found = syntax("a = 1\r\nb = 'é' x\r\n");
    assert!(found.starts_with("x.toml:2:9: "), "{found}");
}

#[test]
fn a_byte_order_mark_takes_no_column() {
    let found = faults("\u{feff}a = 1\n", |root| {
        root.text("a");
    });
    assert_eq!(found, "x.toml:1:5: key `a` has value 1; expected text");
}

#[test]
fn places_in_a_literal_string_of_many_lines() {
    let text = "\nt = '''\nab\né\\n—x\n\n'quoted'\n'''\n";
    assert_eq!(place_in_text(text, 0, 0), "3:1");
    assert_eq!(place_in_text(text, 0, 1), "3:2");
    assert_eq!(place_in_text(text, 0, 9), "3:3");
    assert_eq!(place_in_text(text, 1, 4), "4:5");
    assert_eq!(place_in_text(text, 2, 0), "5:1");
    assert_eq!(place_in_text(text, 2, 5), "5:1");
    assert_eq!(place_in_text(text, 3, 7), "6:8");
    assert_eq!(place_in_text(text, 9, 0), "7:1");
    assert_eq!(place_in_text("t = '''ab\ncd'''", 0, 1), "1:9");
}

#[test]
fn places_in_an_escaped_string_of_many_lines() {
    let text = "t = \"\"\"\na\\tb\\u00e9c\\x41\\U0001F40Ed\nx\\\n   \n  yz\\nw\\u000Av\"\"\"\n";
    let content = Document::parse("x.toml", text).expect("sound");
    assert_eq!(content.read().root().text("t").as_deref(), Some("a\tbécA🐎d\nxyz\nw\nv"));
    assert_eq!(place_in_text(text, 0, 1), "2:2");
    assert_eq!(place_in_text(text, 0, 2), "2:4");
    assert_eq!(place_in_text(text, 0, 4), "2:11");
    assert_eq!(place_in_text(text, 0, 7), "2:26");
    assert_eq!(place_in_text(text, 1, 0), "3:1");
    assert_eq!(place_in_text(text, 1, 1), "5:3");
    assert_eq!(place_in_text(text, 2, 0), "5:7");
    assert_eq!(place_in_text(text, 3, 0), "5:14");
}

#[test]
fn places_in_strings_with_returns() {
    for quotes in ["'''", "\"\"\""] {
        let text = format!("t = {quotes}\r\nab\r\né—x\r\n{quotes}\r\n");
        assert_eq!(place_in_text(&text, 0, 1), "2:2");
        assert_eq!(place_in_text(&text, 0, 7), "2:3");
        assert_eq!(place_in_text(&text, 1, 2), "3:3");
        assert_eq!(place_in_text(&text, 2, 0), "4:1");
    }
    let text = "t = \"\"\"a\\\r\n  b\"\"\"";
    assert_eq!(place_in_text(text, 0, 1), "2:3");
}

#[test]
fn places_in_strings_of_one_line() {
    assert_eq!(place_in_text("t = 'a\\c'", 0, 2), "1:8");
    assert_eq!(place_in_text("t = \"a\\\\c\"", 0, 2), "1:9");
    assert_eq!(place_in_text("t = ''", 0, 0), "1:6");
    assert_eq!(place_in_text("t = \"\"", 3, 3), "1:6");
    assert_eq!(place_in_text("t = ''''''", 0, 0), "1:8");
    assert_eq!(place_in_text("t = [1]", 2, 2), "1:5");
}

#[test]
fn a_callers_own_faults_are_placed() {
    let found = faults("\n[t]\nkey = 'x'\nlist = [1,\n 22]\n", |root| {
        let table = root.table("t").expect("a table");
        table.fault("key", "a", "A");
        table.fault_key("key", "b", "B");
        table.fault_at("list", 1, "c", "C");
        table.fault_at("list", 2, "d", "D");
        table.fault_at("key", 2, "e", "E");
        table.fault("absent", "f", "F");
        table.fault_here("g", "G");
        table.fault_in_text("absent", 1, 1, "h", "H");
    });
    let expected = "x.toml:2:1: f; expected F\nx.toml:2:1: g; expected G\n\
        x.toml:2:1: h; expected H\nx.toml:3:1: b; expected B\nx.toml:3:7: a; expected A\n\
        x.toml:3:7: e; expected E\nx.toml:4:8: d; expected D\nx.toml:5:2: c; expected C";
    assert!(found.starts_with(expected), "{found}");
}

#[test]
fn lists_within_lists_and_free_values_have_places() {
    let text = "route = [[1, 2], [3, 'x']]\nat = ['1,2', '3;4']\n";
    let found = faults(text, |root| {
        let route: Vec<Option<Vec<u8>>> = root.values("route").iter().map(|pair| pair.integers(0..=9)).collect();
        assert_eq!(route, [Some(vec![1, 2]), None]);
        for value in root.values("at") {
            let text = value.text().expect("text");
            if let Some(column) = text.find(';') {
                value.fault_in_text(0, column, value.describe(), "a comma");
            }
        }
        assert!(root.has("at"));
    });
    let expected = "x.toml:1:22: entry 2 of entry 2 of key `route` has value 'x'; \
        expected a whole number from 0 to 9\n\
        x.toml:2:16: entry 2 of key `at` has value '3;4'; expected a comma";
    assert_eq!(found, expected);
}

#[test]
fn free_keys_come_in_the_order_of_the_file() {
    let text = "[legend]\n'z' = 'zoo'\n\".\" = 'clear'\na = { b = 1 }\n";
    let found = faults(text, |root| {
        let legend = root.table("legend").expect("a table");
        assert_eq!(legend.keys(), ["z", ".", "a"]);
        assert_eq!(legend.text(".").as_deref(), Some("clear"));
        let value = legend.value("a").expect("a value");
        assert!(value.is_table() && !value.is_text() && !value.is_list());
        legend.finish();
    });
    let expected = "x.toml:2:1: unknown key `z`; expected one of ., a";
    assert_eq!(found, expected);
}

#[test]
fn a_reading_ends_with_its_value_or_its_faults() {
    let document = Document::parse("x.toml", "").expect("sound");
    assert_eq!(document.file(), "x.toml");
    assert_eq!(document.read().finish_with(Some(1)), Ok(1));
    let none: Result<i32, Faults> = document.read().finish_with(None);
    assert_eq!(none.err().map(|faults| faults.len()), Some(1));
    let sheet: Reader<'_> = document.read();
    assert!(!sheet.is_faulty());
    sheet.fault("no hexes", "a map");
    assert!(sheet.is_faulty());
    let faults = sheet.finish_with(Some(1)).expect_err("a fault");
    assert_eq!(faults.to_string(), "x.toml:1:1: no hexes; expected a map");
}

#[test]
fn faults_are_in_order_and_none_twice() {
    let fault =
        |file: &str, line, column| Fault { file: file.into(), line, column, found: "x".into(), expected: "y".into() };
    let given = [fault("b", 1, 1), fault("a", 10, 1), fault("a", 9, 9), fault("a", 9, 9)];
    let mut faults = Faults::gather(given).expect("faults");
    faults.append(fault("a", 9, 10).into());
    let places: Vec<_> = faults.iter().map(|f| (f.line, f.column)).collect();
    assert_eq!(places, [(9, 9), (9, 10), (10, 1), (1, 1)]);
    assert_eq!((faults.len(), faults.into_iter().count()), (4, 4));
    assert_eq!(Faults::gather([]), None);
}

#[test]
fn the_nearest_word_is_the_likeliest_or_none() {
    assert_eq!(nearest("ADVNACE", ["retreat", "Advance", "advances"]), Some("Advance"));
    assert_eq!(nearest("red", ["rod", "rid"]), Some("rod"));
    assert_eq!(nearest("xyz", ["red"]), None);
    assert_eq!(nearest("red", []), None);
    assert_eq!(expected_one_of([""; 0]), "nothing");
}

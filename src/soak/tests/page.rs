//! The page: well-formed, with the numbers of the rows, one run by itself or several side by side.

use super::{RIGGED, options, seats, soak};
use crate::{Courses, Options, Report, Row, Seating, page};

/// The texts of all elements of a name, in their order.
fn texts(page: &str, name: &str) -> Vec<String> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..roxmltree::ParsingOptions::default() };
    let document = roxmltree::Document::parse_with_options(page, options).expect("well formed");
    let of = |node: roxmltree::Node<'_, '_>| {
        node.descendants()
            .filter(|one| one.is_text())
            .filter_map(|one| one.text().map(String::from))
            .collect::<String>()
    };
    document.descendants().filter(|node| node.has_tag_name(name)).map(of).collect()
}

fn run_of(name: &str, rows: Vec<Row>) -> (String, Report) {
    (String::from(name), Report::of_rows(&RIGGED, rows))
}

/// A battle that a side won, with what it left of both.
fn row(battle: &str, winner: &str, turns: u16, left: [f64; 2], luck: f64) -> Row {
    Row {
        battle: String::from(battle),
        rules: String::from("drill"),
        blue: String::from("steady"),
        red: String::from("first"),
        winner: String::from(winner),
        reason: String::from("destruction"),
        turns,
        blue_value_left: left[0],
        red_value_left: left[1],
        blue_luck: luck,
        decisive_cause: String::from(if winner == "draw" { "" } else { "fire" }),
        ..Row::default()
    }
}

/// Four battles at the brook: Blue wins three in 4, 6 and 8 turns, Red one in 12; and one drawn on the <hill>.
fn rows() -> Vec<Row> {
    vec![
        row("brook", "blue", 4, [0.9, 0.5], 2.0),
        row("brook", "blue", 6, [0.9, 0.5], 1.0),
        row("brook", "blue", 8, [0.9, 0.5], 0.0),
        row("brook", "red", 12, [0.5, 0.9], -3.0),
        row("<hill>", "draw", 9, [1.0, 1.0], 0.0),
    ]
}

#[test]
fn a_page_has_the_numbers_of_its_rows() {
    let page = page(&RIGGED, &[run_of("a & b.jsonl", rows())], &Courses::default());
    let cells = texts(&page, "td");
    // Three of four, with Wilson's interval; nobody won on the hill.
    assert!(cells.contains(&String::from("75 % (30 % to 95 %)")), "{cells:?}");
    assert!(cells.contains(&String::from("-")));
    // The middle battle and the middle half of 4, 6, 8, 12.
    assert!(cells.contains(&String::from("8 (6 to 8)")), "{cells:?}");
    // Blue lost a tenth three times and a half once, Red a half three times and a tenth once.
    let first = |lost: &str| cells.iter().any(|cell| cell.starts_with(lost));
    assert!(first("20 % (") && first("40 % ("), "{cells:?}");
    let heads = texts(&page, "th");
    assert!(heads.contains(&String::from("<hill>")) && heads.contains(&String::from("fire")), "{heads:?}");
    // The numbers of one run are headed by what they are.
    assert!(["Blue's share", "turns"].iter().all(|head| heads.contains(&String::from(*head))), "{heads:?}");
    assert!(texts(&page, "li")[0].starts_with("a & b.jsonl: 5 battles, steady against first"));
    let captions = texts(&page, "figcaption").join("\n");
    for title in ["Who wins", "How long", "How bloody", "What decides"] {
        assert!(captions.contains(title), "{captions}");
    }
    assert!(!captions.contains("What luck is worth"), "four battles decided are too few");
    assert_eq!(texts(&page, "svg").iter().filter(|text| text.contains("brook")).count(), 3);
}

#[test]
fn luck_is_told_in_parts_of_as_many_battles() {
    let lucky = |n: i32| row("brook", if n > 10 { "blue" } else { "red" }, 5, [0.5, 0.5], f64::from(n));
    let page = page(&RIGGED, &[run_of("a.jsonl", (1..=20).map(lucky).collect())], &Courses::default());
    let captions = texts(&page, "figcaption").join("\n");
    assert!(captions.contains("What luck is worth"), "{captions}");
    let cells = texts(&page, "td");
    // The first four of twenty, luck 1 to 4, all lost; the middle four, two won.
    let heads = texts(&page, "th");
    for luck in ["+2.5", "+10.5", "+18.5"] {
        assert!(heads.contains(&String::from(luck)), "{heads:?}");
    }
    for share in ["0 % (0 % to 49 %)", "50 % (15 % to 85 %)", "100 % (51 % to 100 %)"] {
        assert!(cells.contains(&String::from(share)), "{share} {cells:?}");
    }
}

#[test]
fn several_runs_stand_side_by_side() {
    let bloody: Vec<Row> = rows().into_iter().map(|row| Row { blue_value_left: 0.1, ..row }).collect();
    let page = page(&RIGGED, &[run_of("before.jsonl", rows()), run_of("after.jsonl", bloody)], &Courses::default());
    let heads = texts(&page, "th");
    for head in ["before.jsonl", "after.jsonl", "Blue, before.jsonl", "Red, after.jsonl"] {
        assert!(heads.contains(&String::from(head)), "{head} {heads:?}");
    }
    assert!(texts(&page, "td").iter().any(|cell| cell.starts_with("90 % (")));
}

#[test]
fn chances_are_plotted_where_there_are_enough() {
    let looks = crate::Looks { every: 1, ways: 0, throws: 0 };
    let battles = vec![String::from("small-field")];
    let report = soak(&Options { battles, calibration: Some(looks), ..options(60) });
    let page = page(&RIGGED, &[(String::from("small.jsonl"), report)], &Courses::default());
    assert!(texts(&page, "figcaption").iter().any(|text| text.contains("Whether chances come true")));
    assert!(texts(&page, "h3").iter().any(|kind| kind.starts_with("fire: ")), "{:?}", texts(&page, "h3"));
}

#[test]
fn colours_are_the_page_s_own_alone() {
    let swapped = Options { seating: Seating::Swapped, seats: seats("random", "first"), ..options(40) };
    let page = page(&RIGGED, &[(String::from("whole.jsonl"), soak(&swapped))], &Courses::default());
    let plots = &page[page.find("<body>").expect("a body")..];
    let named = ["#111111", "#666666", "#DDDDDD", "#0000FF", "#FF0000", "#FFFFFF", "none"];
    for attribute in ["fill=\"", "stroke=\""] {
        for rest in plots.split(attribute).skip(1) {
            let colour = rest.split('"').next().expect("a value");
            assert!(named.contains(&colour), "{attribute}{colour}");
        }
    }
    assert!(
        !page.contains("http") || page.matches("http").count() == page.matches("http://www.w3.org/2000/svg").count()
    );
}

//! What is written, read and serialised.

use crate::{Direction, Facing, Grid, Hex, HexMap, Offset, Side};

#[test]
fn names_read_back_in_any_case() {
    for direction in Direction::ALL {
        let name = direction.to_string();
        assert_eq!(name.parse(), Ok(direction));
        assert_eq!(name.to_lowercase().parse(), Ok(direction));
        assert_eq!(json(&direction), format!("{name:?}"));
    }
    for facing in Facing::ALL {
        let name = facing.to_string();
        assert_eq!(name.parse(), Ok(facing));
        assert_eq!(name.to_lowercase().parse(), Ok(facing));
        assert_eq!(json(&facing), format!("{name:?}"));
    }
}

#[test]
fn faults_say_what_was_expected() {
    let fault = |error: crate::ParseError| error.to_string();
    assert_eq!(
        "north".parse::<Facing>().map_err(fault),
        Err("expected a facing (N, ENE, ESE, S, WSW or WNW), got \"north\"".to_owned())
    );
    assert_eq!(
        "N".parse::<Direction>().map_err(fault),
        Err("expected a direction (NE, E, SE, SW, W or NW), got \"N\"".to_owned())
    );
    for text in ["", "3", "3,", "3,4,5", "a,b", "40000,1"] {
        let expected = format!("expected a column and a row (such as 12,7), got {text:?}");
        assert_eq!(text.parse::<Offset>().map_err(fault), Err(expected));
    }
}

#[test]
fn serialised_forms() {
    assert_eq!(json(&Hex::new(1, -2)), r#"{"q":1,"r":-2}"#);
    assert_eq!(json(&Offset::new(1, 2)), r#"{"column":1,"row":2}"#);
    assert_eq!(json(&Grid::new(3, 2)), r#"{"width":3,"height":2}"#);
    assert_eq!(json(&Side::Left), r#""left""#);
}

#[test]
fn maps_of_the_wrong_shape_are_refused() {
    let map = HexMap::from_fn(Grid::new(2, 2), |hex| hex.q);
    assert_eq!(serde_json::from_str::<HexMap<i16>>(&json(&map)).ok(), Some(map));
    let short = r#"{"grid":{"width":2,"height":2},"cells":[1,2,3]}"#;
    let error = serde_json::from_str::<HexMap<i16>>(short).expect_err("three cells of four");
    assert_eq!(error.to_string(), "3 cells for a grid of 2 by 2 hexes, expected 4");
    let negative = serde_json::from_str::<Grid>(r#"{"width":-1,"height":2}"#);
    let error = negative.expect_err("negative width");
    assert!(error.to_string().starts_with("a grid of -1 by 2 hexes: neither may be below 0"));
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

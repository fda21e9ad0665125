//! What runs along edges: entries found, made, thinned out and taken away.

use battle::{Crossing, Edge, Obstacle};
use hexes::Direction::{East, SouthEast, West};
use hexes::{Direction, Hex};

use super::{draft, fresh, hex};
use crate::{Draft, Edit};

const fn edge(obstacle: Obstacle) -> Edge {
    Edge { obstacle, crossing: Crossing::None }
}

fn at(draft: &Draft, hex: Hex, side: Direction) -> Edge {
    draft.sketch().ground.as_ref().map(|ground| ground.edge(hex, side)).unwrap_or_default()
}

#[test]
fn edges_of_one_kind_share_an_entry() {
    let mut draft = fresh();
    draft.does(&Edit::Edges(vec![(hex(5, 5), East)], edge(Obstacle::Wall)));
    draft.does(&Edit::Edges(vec![(hex(5, 5), SouthEast), (hex(9, 9), West)], edge(Obstacle::Wall)));
    assert_eq!(draft.text().matches("[[edge]]").count(), 1);
    assert!(draft.text().contains("edges = [\"5,5:E SE\", \"8,9:E\"]"), "{}", draft.text());
    assert!(draft.text().find("[[edge]]") < draft.text().find("[blue]"), "edges lie with the ground");
    assert!(draft.is_sound());
}

#[test]
fn the_last_edge_of_an_entry_takes_it_along() {
    let mut draft = fresh();
    let before = draft.text().to_owned();
    draft.does(&Edit::Edges(vec![(hex(5, 5), East), (hex(5, 5), SouthEast)], edge(Obstacle::Hedge)));
    draft.does(&Edit::Edges(vec![(hex(6, 5), West)], Edge::default()));
    assert_eq!(
        (at(&draft, hex(5, 5), East).obstacle, at(&draft, hex(5, 5), SouthEast).obstacle),
        (Obstacle::None, Obstacle::Hedge)
    );
    draft.does(&Edit::Edges(vec![(hex(5, 5), SouthEast)], Edge::default()));
    assert_eq!(draft.text(), before);
}

#[test]
fn a_river_keeps_its_walk_under_a_ford() {
    let text = crate::fresh("A field", hexes::Grid::new(30, 20));
    let text = text.replace("\n[blue]", "\n[[edge]]\nobstacle = \"river\"\nright = [\"2,9 E*9\"]   # the Aa\n\n[blue]");
    let mut draft = draft(&text);
    let ford = Edge { obstacle: Obstacle::River, crossing: Crossing::Ford };
    assert_eq!(at(&draft, hex(5, 9), SouthEast), edge(Obstacle::River));
    draft.does(&Edit::Edges(vec![(hex(5, 9), SouthEast)], ford));
    assert_eq!(at(&draft, hex(5, 9), SouthEast), ford);
    assert!(draft.text().contains("right = [\"2,9 E*9\"]   # the Aa\n"));
    // Put back, it lies over its ford again.
    draft.does(&Edit::Edges(vec![(hex(5, 9), SouthEast)], edge(Obstacle::River)));
    assert_eq!(at(&draft, hex(5, 9), SouthEast), edge(Obstacle::River));
    assert_eq!(draft.text(), text, "the ford's entry is gone and the river's as it was");
}

#[test]
fn a_gap_in_a_walk_leaves_the_rest_of_it() {
    let text = crate::fresh("A field", hexes::Grid::new(30, 20));
    let text = text
        .replace("\n[blue]", "\n[[edge]]\nobstacle = \"wall\"\naround = [\"5,5-7,6\"]\nleft = [\"2,9 E*4\"]\n\n[blue]");
    let mut draft = draft(&text);
    let walls = |draft: &Draft| draft.sketch().ground.as_ref().map_or(0, |ground| ground.obstacles().len());
    let before = walls(&draft);
    draft.does(&Edit::Edges(vec![(hex(4, 5), East), (hex(3, 9), Direction::NorthEast)], Edge::default()));
    assert_eq!(walls(&draft), before - 2, "{}", draft.text());
    assert!(draft.is_sound() && draft.text().matches("[[edge]]").count() == 1);
    draft.undo();
    assert_eq!(draft.text(), text);
}

#[test]
fn shipped_edges_are_understood_as_the_reader_does() {
    for (key, text) in scenario::builtin() {
        let draft = draft(text);
        let read = scenario::parse("battle.toml", text).expect("sound");
        let ground = draft.sketch().ground.clone().expect("ground");
        assert_eq!(ground.obstacles(), read.ground.obstacles(), "{key}");
        assert!(read.ground.grid().iter().all(|hex| ground.cell(hex) == read.ground.cell(hex)), "{key}");
    }
}
